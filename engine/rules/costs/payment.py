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

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from engine.errors import Unsupported
from engine.rules.costs.matching import (
    EVERY,
    GENERIC,
    MANA_BY_MANA,
    Chosen,
    Needs,
    Offers,
    Source,
    Unit,
    Use,
    fits,
    freely,
    how_many,
    match,
    needs_of,
)

SEARCH_LIMIT = 20_000
"""How many combinations of many-mana and filtering sources are tried before the search gives up with Unsupported, never with a wrong no."""
FEW = 200
"""Up to how many of these combinations are compared; beyond, the first that works is taken."""


class Payment(msgspec.Struct, frozen=True):
    """A way to pay, sources in an order that works; `life` for Phyrexian symbols (CR 107.4f); `symbols`: the mana that is then the total cost."""

    uses: tuple[Use, ...] = ()
    life: int = 0
    symbols: tuple[str, ...] = ()


def find(
    symbols: Sequence[str],
    sources: Sequence[Source],
    life: int = 0,
    with_life: int | None = None,
    by_mana: int = MANA_BY_MANA,
    total: Callable[[Sequence[str]], list[str]] = list,
    every: bool = False,
    spend: str = "",
) -> Payment | None:
    """A payment of the cost (X already settled), or None if there is none. `life`: how much may be paid for Phyrexian symbols; `with_life`: how many
    of these the player wants to pay with life; `by_mana`: up to how much mana is matched mana by mana (engine.rules.costs.matching); `total`: what
    becomes of a cost that is announced so (CR 601.2f); `every`: whether all sources that are wanted have to be used;
    `spend`: "any type" or "any color" where mana can be spent as though it were that (609.4b)."""
    must = {source.key for source in sources if source.first} if every else set()
    for read, cost_in_life in announced(symbols, life, with_life):
        cost = tuple(s for s in total(read) if s != "0")
        needs = freely(needs_of(cost), spend)
        found = _cover(needs, sources, by_mana) if needs else ()
        if found is not None and must <= {use.source.key for use in found}:
            return Payment(found, cost_in_life, cost)
    return None


def announced(
    symbols: Sequence[str], life: int, with_life: int | None = None
) -> Iterator[tuple[list[str], int]]:
    """CR 107.4e-f, 601.2b: what can be announced for the symbols that can be paid in several ways, with the life that is paid then; what is
    preferred comes first. A hybrid symbol of two kinds of mana stays: one mana pays for it either way."""
    phyrexian = [i for i, s in enumerate(symbols) if s.endswith("/P")]
    twofold = [i for i, s in enumerate(symbols) if s.startswith("2/")]
    affordable = [n for n in range(len(phyrexian) + 1) if 2 * n <= life and with_life in (None, n)]
    seen: set[tuple[tuple[str, ...], int]] = set()
    for number in affordable:
        for in_life in _picks(symbols, phyrexian, number):
            for doubles in range(len(twofold) + 1):
                for doubled in _picks(symbols, twofold, doubles):
                    read = []
                    for i, symbol in enumerate(symbols):
                        if i not in in_life:
                            read.append("2" if i in doubled else _colored(symbol))
                    key = (tuple(sorted(read)), number)
                    if key not in seen:
                        seen.add(key)
                        yield read, 2 * number


def _colored(symbol: str) -> str:
    """A symbol of which it is announced that one mana pays for it: {2/W} as {W}, {W/P} as {W}, {W/U/P} as {W/U}."""
    return "/".join(part for part in symbol.split("/") if part not in ("2", "P")) if "/" in symbol else symbol


FEW_SYMBOLS = 10
"""Up to how many symbols are picked from in every way; beyond, equal ones only in one."""


def _picks(symbols: Sequence[str], places: list[int], number: int) -> Iterable[Collection[int]]:
    """The ways to pick so many of the places; of many, only those in which different symbols are picked."""
    if len(places) <= FEW_SYMBOLS:
        return combinations(places, number)
    equal: dict[str, list[int]] = {}
    for place in places:
        equal.setdefault(symbols[place], []).append(place)
    return _picks_of(list(equal.values()), number)


def _picks_of(equal: list[list[int]], number: int) -> Iterator[Collection[int]]:
    if not equal:
        if not number:
            yield frozenset()
        return
    for here in range(min(number, len(equal[0])), -1, -1):
        for others in _picks_of(equal[1:], number - here):
            yield frozenset({*equal[0][:here], *others})


# ---- the search -----------------------------------------------------------------------------------------------------


def _cover(needs: Needs, sources: Sequence[Source], by_mana: int) -> tuple[Use, ...] | None:
    """The first way to pay that uses no dearer sources than it must."""
    ranks = sorted({s.rank for s in sources if not s.first} | {0})
    for rank in ranks:
        allowed = [s for s in sources if s.rank <= rank or s.first]
        if not _possible(needs, allowed):
            continue
        found = _with_many(needs, allowed, by_mana)
        if found is not None:
            return found
    return None


def _possible(needs: Needs, sources: Sequence[Source]) -> bool:
    """A quick test that lets everything through that can work: as if nothing excluded anything and `needs` cost nothing."""
    groups: dict[Hashable, int] = {}
    for index, source in enumerate(sources):
        key = ("group", source.group) if source.group is not None else index
        groups[key] = max(groups.get(key, 0), max((len(units) for units in source.makes), default=0))
    if sum(groups.values()) < how_many(needs):
        return False
    for need in {need for need, _ in needs}:
        if not any(
            fits(unit, source, need) for source in sources for units in source.makes for unit in units
        ):
            return False
    return True


def _with_many(needs: Needs, sources: Sequence[Source], by_mana: int) -> tuple[Use, ...] | None:
    """Try sets of sources that make several mana or need some, in orders of activation; the plain ones are matched exactly."""
    many = [(s, a) for s in sources if not s.plain for a in range(len(s.makes))]
    places = {(source.key, alternative): at for at, (source, alternative) in enumerate(many)}
    offers = Offers([s for s in sources if s.plain])
    best: tuple[tuple[int, ...], tuple[Use, ...]] | None = None
    shapes = _shapes(sources) if many else {}
    tried = 0
    level: list[Chosen] = [()]
    while level:
        following: list[Chosen] = []
        seen: set[tuple[Hashable, ...]] = set()
        for chosen in level:
            tried += 1
            if tried > SEARCH_LIMIT:
                if best is not None:
                    return best[1]
                raise Unsupported("a payment with so many ways to make mana")
            found = match(needs, chosen, offers, by_mana)
            if found is not None:
                score = _score(found)
                if best is None or score < best[0]:
                    best = (score, found)
                if tried > FEW:
                    return best[1]
            if len(chosen) > how_many(needs) + sum(len(s.needs) for s, _ in chosen):
                continue
            for option in _next_choices(chosen, many, places, shapes):
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
    chosen: Chosen,
    many: list[tuple[Source, int]],
    places: dict[tuple[Hashable, int], int],
    shapes: dict[Hashable, int],
) -> Iterator[tuple[Source, int]]:
    """What may be activated next, of what is alike only the first. Sources that need no mana come first and in one order only: theirs does not
    matter."""
    used = {s.key for s, _ in chosen}
    groups = {s.group for s, _ in chosen if s.group is not None}
    last_free = max((places[s.key, a] for s, a in chosen if not s.needs), default=-1)
    costed = any(s.needs for s, _ in chosen)
    offered: set[tuple[int, int]] = set()
    for index, (source, alternative) in enumerate(many):
        if source.key in used or (source.group is not None and source.group in groups):
            continue
        if not source.needs and (costed or index < last_free):
            continue
        shape = (shapes[source.key], alternative)
        if shape not in offered:
            offered.add(shape)
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


__all__ = ["EVERY", "GENERIC", "Payment", "Source", "Unit", "Use", "find"]
