"""How a mana cost can be met: an exact search over the pool and everything that makes mana (CR 107.4, 118.3, 118.13, 601.2g-h).

Nothing here knows the game. A cost is symbols; means to pay are `Source`s; the answer is a `Payment` or None, and None is a proof that
there is no way. Among the ways, the one taken is fixed by these preferences, in order:

1. mana over life for Phyrexian symbols, and the colored half of a symbol such as {2/W};
2. sources of the lowest rank (`Source.rank`: what giving it up costs the player), wanted ones (`first`) before all;
3. no mana left over, then few sources;
4. mana that is in the pool already; then sources that could make the fewest kinds of mana, so that the versatile ones stay;
5. the order in which the sources are given.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations

import msgspec

from engine.errors import Unsupported

Unit = frozenset[str]
"""The kinds that one mana may turn out to be: W U B R G C, and GENERIC for what can stand in for generic mana only."""

GENERIC = "*"
"""CR 702.66a, 702.126a: a card or artifact that pays for one generic mana, and for nothing else."""

EVERY: Unit = frozenset("WUBRGC")
SEARCH_LIMIT = 20_000
"""How many combinations of many-mana and filtering sources are tried before the search gives up with Unsupported, never with a wrong no."""
FEW = 200
"""Up to how many of these combinations are compared; beyond, the first that works is taken."""


class Source(msgspec.Struct, frozen=True):
    """One way to come by mana. Sources that share a `group` exclude one another (abilities of a permanent that taps for each).

    `makes`: alternatives, each so many mana; `needs`: symbols of a mana cost to be paid first; `rank`: 0 costs nothing but a tap, higher is
    dearer; `pooled`: is in the pool; `direct`: pays for the cost itself only, not for the `needs` of other sources; `first`: wanted."""

    key: Hashable
    makes: tuple[tuple[Unit, ...], ...]
    group: Hashable = None
    needs: tuple[str, ...] = ()
    rank: int = 0
    snow: bool = False
    pooled: bool = False
    direct: bool = False
    first: bool = False

    @property
    def plain(self) -> bool:
        """Whether it makes exactly one mana and needs none."""
        return not self.needs and all(len(units) == 1 for units in self.makes)


class Use(msgspec.Struct, frozen=True):
    """A source that is used: what each of its mana is, and what it is spent on: "cost", the key of the source whose `needs` it pays, or None."""

    source: Source
    alternative: int
    kinds: tuple[str, ...]
    spent_on: tuple[Hashable | None, ...]


class Payment(msgspec.Struct, frozen=True):
    """A way to pay, sources in an order that works; `life` for Phyrexian symbols (CR 107.4f)."""

    uses: tuple[Use, ...] = ()
    life: int = 0


class _Need(msgspec.Struct, frozen=True):
    kinds: Unit
    snow: bool
    generic: bool
    of: Hashable  # "cost" or the key of the source that needs it
    before: int  # only sources activated before this place in the order may pay it


def find(
    symbols: Sequence[str],
    sources: Sequence[Source],
    life: int = 0,
    unlimited: bool = False,
    life_first: int = 0,
) -> Payment | None:
    """A payment of the cost (X already settled), or None if there is none. `life`: how much may be paid for Phyrexian symbols; `life_first`: how many
    of these the player wants to pay with life; `unlimited`: mana comes from nowhere (scenario format: mana unlimited)."""
    if unlimited:
        return Payment()
    for needs, cost_in_life in _ways(symbols, life, life_first):
        if not needs:
            return Payment((), cost_in_life)
        found = _cover(needs, sources)
        if found is not None:
            return Payment(found, cost_in_life)
    return None


# ---- symbols -----------------------------------------------------------------------------------------------------


def _ways(symbols: Sequence[str], life: int, life_first: int) -> Iterator[tuple[list[_Need], int]]:
    """Every reading of the symbols that can be paid in several ways, the preferred ones first (CR 107.4e-f)."""
    phyrexian = [i for i, s in enumerate(symbols) if s.endswith("/P")]
    twofold = [i for i, s in enumerate(symbols) if s.startswith("2/")]
    affordable = [n for n in range(len(phyrexian) + 1) if 2 * n <= life]
    seen: set[tuple[tuple[str, ...], int]] = set()
    for number in sorted(affordable, key=lambda n: (n < life_first, n)):
        for with_life in combinations(phyrexian, number):
            for doubles in range(len(twofold) + 1):
                for doubled in combinations(twofold, doubles):
                    read = []
                    for i, symbol in enumerate(symbols):
                        if i not in with_life:
                            read.append("2" if i in doubled else symbol)
                    key = (tuple(sorted(read)), number)
                    if key not in seen:
                        seen.add(key)
                        yield needs_of(read), 2 * number


def needs_of(symbols: Sequence[str], of: Hashable = "cost", before: int = 1_000_000) -> list[_Need]:
    """One need for each mana of the cost (CR 107.4)."""
    needs: list[_Need] = []
    for symbol in symbols:
        if symbol.isdigit():
            needs.extend([_Need(EVERY | {GENERIC}, False, True, of, before)] * int(symbol))
        elif symbol == "S":
            needs.append(_Need(EVERY, True, False, of, before))
        else:
            kinds = frozenset(part for part in symbol.split("/") if part in EVERY)
            if not kinds:
                raise Unsupported(f"a cost with the symbol {{{symbol}}}")
            needs.append(_Need(kinds, False, False, of, before))
    return needs


# ---- the search -----------------------------------------------------------------------------------------------------


def _cover(needs: list[_Need], sources: Sequence[Source]) -> tuple[Use, ...] | None:
    ranks = sorted({s.rank for s in sources if not s.first} | {0})
    for rank in ranks:
        allowed = [s for s in sources if s.rank <= rank or s.first]
        if not _possible(needs, allowed):
            continue
        found = _with_many(needs, allowed)
        if found is not None:
            return found
    return None


def _possible(needs: list[_Need], sources: Sequence[Source]) -> bool:
    """A quick test that lets everything through that can work: as if nothing excluded anything and `needs` cost nothing."""
    groups: dict[Hashable, int] = {}
    for index, source in enumerate(sources):
        key = ("group", source.group) if source.group is not None else index
        groups[key] = max(groups.get(key, 0), max((len(units) for units in source.makes), default=0))
    if sum(groups.values()) < len(needs):
        return False
    for need in set(needs):
        if not any(
            _fits(unit, source, need) for source in sources for units in source.makes for unit in units
        ):
            return False
    return True


def _fits(unit: Unit, source: Source, need: _Need) -> bool:
    if source.direct and need.of != "cost":
        return False
    if need.snow and not source.snow:
        return False
    return bool(unit & need.kinds)


class _Supply(msgspec.Struct, frozen=True):
    """One mana that a source on offer can give in the matching. `options`: the sources of its group, cheapest first."""

    options: tuple[Source, ...]
    unit: Unit
    place: int  # its source's place in the order of activation; -1 for sources that need no mana
    chosen: int  # index into the chosen many-mana sources, or -1
    nth: int = 0


def _with_many(needs: list[_Need], sources: Sequence[Source]) -> tuple[Use, ...] | None:
    """Try sets of sources that make several mana or need some, in orders of activation; the plain ones are matched exactly."""
    many = [(s, a) for s in sources if not s.plain for a in range(len(s.makes))]
    plain = [s for s in sources if s.plain]
    best: tuple[tuple[int, ...], tuple[Use, ...]] | None = None
    shapes = _shapes(sources)
    tried = 0
    level: list[tuple[tuple[Source, int], ...]] = [()]
    while level:
        following: list[tuple[tuple[Source, int], ...]] = []
        seen: set[tuple[Hashable, ...]] = set()
        for chosen in level:
            tried += 1
            if tried > SEARCH_LIMIT:
                if best is not None:
                    return best[1]
                raise Unsupported("a payment with so many ways to make mana")
            found = _match(needs, chosen, plain)
            if found is not None:
                score = _score(found)
                if best is None or score < best[0]:
                    best = (score, found)
                if tried > FEW:
                    return best[1]
            if len(chosen) > len(needs) + sum(len(s.needs) for s, _ in chosen):
                continue
            for option in _next_choices(chosen, many):
                extended = (*chosen, option)
                key = tuple((shapes[s.key], a) for s, a in extended)
                if key not in seen:
                    seen.add(key)
                    following.append(extended)
        if best is not None and tried > FEW:
            return best[1]
        level = following
    return best[1] if best is not None else None


def _next_choices(
    chosen: tuple[tuple[Source, int], ...], many: list[tuple[Source, int]]
) -> Iterator[tuple[Source, int]]:
    """What may be activated next. Sources that need no mana come first and in one order only: theirs does not matter."""
    used = {s.key for s, _ in chosen}
    groups = {s.group for s, _ in chosen if s.group is not None}
    last_free = max((many.index(c) for c in chosen if not c[0].needs), default=-1)
    costed = any(s.needs for s, _ in chosen)
    for index, (source, alternative) in enumerate(many):
        if source.key in used or (source.group is not None and source.group in groups):
            continue
        if not source.needs and (costed or index < last_free):
            continue
        yield source, alternative


def _shapes(sources: Sequence[Source]) -> dict[Hashable, int]:
    """A number for each source, the same for those that can stand for one another: sets that differ only in which of these they hold are
    tried once. What excludes a source, and would be lost with it, counts as part of it."""

    def own(s: Source) -> Hashable:
        return (s.makes, s.needs, s.rank, s.snow, s.direct, s.first, s.pooled)

    groups: dict[Hashable, list[Hashable]] = {}
    for source in sources:
        if source.group is not None:
            groups.setdefault(source.group, []).append(own(source))
    shared = {group: tuple(members) if len(members) > 1 else () for group, members in groups.items()}
    numbers: dict[Hashable, int] = {}
    made: dict[Hashable, int] = {}
    for source in sources:
        shape = (own(source), shared.get(source.group, ()))
        made[source.key] = numbers.setdefault(shape, len(numbers))
    return made


def _score(uses: tuple[Use, ...]) -> tuple[int, ...]:
    wanted = sum(1 for u in uses if u.source.first)
    dear = sum(u.source.rank**2 for u in uses)
    wasted = sum(1 for u in uses if not u.source.pooled for on in u.spent_on if on is None)
    fresh = sum(1 for u in uses if not u.source.pooled)
    kinds = sum(len(frozenset().union(*(unit for units in u.source.makes for unit in units))) for u in uses)
    return (-wanted, dear, wasted, fresh, kinds)


def _match(
    needs: list[_Need], chosen: tuple[tuple[Source, int], ...], plain: Sequence[Source]
) -> tuple[Use, ...] | None:
    """CR 601.2h: whether the chosen sources, in this order, and the plain ones can pay everything. An augmenting-path matching; supplies are
    offered in order of preference, and one that is matched stays so, which makes the set used the least dear one (a transversal matroid)."""
    everything = list(needs)
    for place, (source, _) in enumerate(chosen):
        everything.extend(needs_of(_settled(source.needs), source.key, place))
    supplies = _supplies(chosen, plain)
    if len(supplies) < len(everything):
        return None
    edges = [[n for n, need in enumerate(everything) if _serves(supply, need)] for supply in supplies]
    holder: list[int] = [-1] * len(everything)

    def augment(at: int, visited: set[int]) -> bool:
        for n in edges[at]:
            if n not in visited:
                visited.add(n)
                if holder[n] < 0 or augment(holder[n], visited):
                    holder[n] = at
                    return True
        return False

    left = len(everything)
    for at in range(len(supplies)):
        if left == 0:
            break
        if augment(at, set()):
            left -= 1
    if left:
        return None
    spent = {supply: everything[n] for n, supply in enumerate(holder)}
    return _uses(chosen, supplies, spent)


def _settled(symbols: Sequence[str]) -> list[str]:
    """The cost of a mana ability: where it could be paid in several ways, its first way (a cost of {2/W} or {W/P} is not split further)."""
    if any(s.endswith("/P") or s.startswith("2/") for s in symbols):
        raise Unsupported("a mana ability whose cost has Phyrexian or twofold symbols")
    return list(symbols)


def _supplies(chosen: tuple[tuple[Source, int], ...], plain: Sequence[Source]) -> list[_Supply]:
    supplies: list[_Supply] = []
    taken = {s.group for s, _ in chosen if s.group is not None}
    for place, (source, alternative) in enumerate(chosen):
        for nth, unit in enumerate(source.makes[alternative]):
            supplies.append(_Supply((source,), unit, place if source.needs else -1, place, nth))
    grouped: dict[Hashable, list[Source]] = {}
    for index, source in enumerate(plain):
        if source.group is None or source.group not in taken:
            grouped.setdefault(("alone", index) if source.group is None else source.group, []).append(source)
    offers = []
    for order, options in enumerate(grouped.values()):
        options.sort(key=lambda s: (not s.first, s.rank))
        widest: Unit = frozenset().union(*(units[0] for s in options for units in s.makes))
        kinds = len(widest)
        offers.append(
            (
                (not options[0].first, options[0].rank, not options[0].pooled, kinds, order),
                tuple(options),
                widest,
            )
        )
    offers.sort(key=lambda offer: offer[0])
    supplies.extend(_Supply(options, unit, -1, -1) for _, options, unit in offers)
    return supplies


def _serves(supply: _Supply, need: _Need) -> bool:
    if supply.place >= need.before:
        return False
    if supply.chosen >= 0:
        return _fits(supply.unit, supply.options[0], need)
    return any(_fits(units[0], source, need) for source in supply.options for units in source.makes)


def _uses(
    chosen: tuple[tuple[Source, int], ...], supplies: list[_Supply], spent: dict[int, _Need]
) -> tuple[Use, ...]:
    plain_uses: list[Use] = []
    kinds: dict[tuple[int, int], tuple[str, Hashable | None]] = {}
    for at, supply in enumerate(supplies):
        need = spent.get(at)
        if supply.chosen >= 0:
            on = need.of if need is not None else None
            kinds[(supply.chosen, supply.nth)] = (_kind(supply.unit, need), on)
        elif need is not None:
            source, alternative = next(
                (s, a) for s in supply.options for a, units in enumerate(s.makes) if _fits(units[0], s, need)
            )  # fmt: skip
            plain_uses.append(
                Use(source, alternative, (_kind(source.makes[alternative][0], need),), (need.of,))
            )
    many_uses = [
        Use(
            source,
            alternative,
            tuple(kinds[(i, n)][0] for n in range(len(source.makes[alternative]))),
            tuple(kinds[(i, n)][1] for n in range(len(source.makes[alternative]))),
        )
        for i, (source, alternative) in enumerate(chosen)
    ]
    return (*plain_uses, *many_uses)


def _kind(unit: Unit, need: _Need | None) -> str:
    """Which mana it is: in a fixed order, so that the same position is always paid in the same way."""
    usable = unit & need.kinds if need is not None else unit
    return next(k for k in ("C", "W", "U", "B", "R", "G", GENERIC) if k in usable)
