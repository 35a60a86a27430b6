"""Which mana pays for what: means to pay matched with the mana that a cost asks for (CR 106, 107.4, 601.2h).

`match` is exact: it finds a way exactly when there is one. Supplies are taken in order of preference, and one that is taken stays so, which
makes the set used the least dear one (a transversal matroid). Small payments are matched mana by mana; large ones by counting equal means and
equal needs, which uses the same means.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from engine.errors import Unsupported

Unit = frozenset[str]
"""The kinds that one mana may turn out to be: W U B R G C, and GENERIC for what can stand in for generic mana only."""

GENERIC = "*"
"""CR 702.66a, 702.126a: a card or artifact that pays for one generic mana, and for nothing else."""

EVERY: Unit = frozenset("WUBRGC")
MANA_BY_MANA = 40
"""Up to how much mana a cost may ask for to be matched mana by mana."""


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
    """A source that is used: what each of its mana is, and what it is spent on: "cost", the key of the source whose `needs` it pays, or None;
    `as_snow`: whether its one mana pays a cost of {S}."""

    source: Source
    alternative: int
    kinds: tuple[str, ...]
    spent_on: tuple[Hashable | None, ...]
    as_snow: bool = False


class Need(msgspec.Struct, frozen=True):
    """What one mana must be. `of`: "cost", or the key of the source that needs it; `before`: only sources activated before this place may pay it."""

    kinds: Unit
    snow: bool
    generic: bool
    of: Hashable
    before: int


Needs = Sequence[tuple[Need, int]]
"""Each need, and how often it is there."""

NEVER = 1_000_000
"""The place of what pays for the cost itself: after every source."""


def needs_of(symbols: Sequence[str], of: Hashable = "cost", before: int = NEVER) -> list[tuple[Need, int]]:
    """The mana of the cost (CR 107.4)."""
    needs: list[tuple[Need, int]] = []
    for symbol in symbols:
        if symbol.isdigit():
            if int(symbol):
                needs.append((Need(EVERY | {GENERIC}, False, True, of, before), int(symbol)))
        elif symbol == "S":
            needs.append((Need(EVERY, True, False, of, before), 1))
        elif symbol.startswith("S/"):  # a cost of {S} for which this kind of mana is named
            needs.append((Need(frozenset(symbol[2:]), True, False, of, before), 1))
        else:
            kinds = frozenset(part for part in symbol.split("/") if part in EVERY)
            if not kinds:
                raise Unsupported(f"a cost with the symbol {{{symbol}}}")
            needs.append((Need(kinds, False, False, of, before), 1))
    return needs


def freely(needs: Needs, spend: str) -> Needs:
    """CR 609.4b: the needs where mana can be spent as though it were of any type, or of any color; what is no color of mana ({C}, {S}) is not that.
    "W>R": white mana alone, as though it were red; "W>*": of any color."""
    if ">" in spend:
        mana, other = spend.split(">")
        wanted = COLORED if other == "*" else frozenset(other)
        return [
            (
                replace(need, kinds=need.kinds | {mana}) if need.kinds & wanted and not need.snow else need,
                times,
            )
            for need, times in needs
        ]
    return [
        (need if need.generic or need.snow or not _freed(need, spend) else replace(need, kinds=EVERY), times)
        for need, times in needs
    ]


def _freed(need: Need, spend: str) -> bool:
    if ">" in spend:
        return False
    return spend == "any type" or (spend == "any color" and bool(need.kinds & COLORED))


COLORED: Unit = frozenset("WUBRG")


def how_many(needs: Needs) -> int:
    """How much mana is needed."""
    return sum(times for _, times in needs)


def fits(unit: Unit, source: Source, need: Need) -> bool:
    """Whether mana of the source can pay what is needed."""
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


Chosen = tuple[tuple[Source, int], ...]
"""Sources that make several mana or need some, in the order of activation, each with which of its alternatives it makes."""


class Offers:
    """The plain sources that are on offer, one supply for each group of them, in order of preference."""

    def __init__(self, plain: Sequence[Source]) -> None:
        grouped: dict[Hashable, list[Source]] = {}
        for index, source in enumerate(plain):
            key = ("alone", index) if source.group is None else source.group
            grouped.setdefault(key, []).append(source)
        offers = []
        for order, options in enumerate(grouped.values()):
            options.sort(key=lambda s: (not s.first, s.rank))
            widest: Unit = frozenset().union(*(units[0] for s in options for units in s.makes))
            best = options[0]
            preferred = (not best.first, best.rank, not best.pooled, len(widest), order)
            offers.append((preferred, _Supply(tuple(options), widest, -1, -1)))
        offers.sort(key=lambda offer: offer[0])
        self.supplies = [supply for _, supply in offers]

    def without(self, groups: set[Hashable]) -> list[_Supply]:
        """Those of no group that is used up."""
        if not groups:
            return self.supplies
        return [s for s in self.supplies if s.options[0].group is None or s.options[0].group not in groups]


def match(
    needs: Needs, chosen: Chosen, offers: Offers, by_mana: int = MANA_BY_MANA
) -> tuple[Use, ...] | None:
    """CR 601.2h: whether the chosen sources, in this order, and the plain ones can pay everything, and with what of each.

    `by_mana`: up to how much mana is matched mana by mana."""
    everything = list(needs)
    for place, (source, _) in enumerate(chosen):
        everything.extend(needs_of(_settled(source.needs), source.key, place))
    asked = how_many(everything)
    many = sum(len(source.makes[alternative]) for source, alternative in chosen)
    plain = offers.without({s.group for s, _ in chosen if s.group is not None})
    if many + len(plain) < asked:
        return None
    supplies = [
        _Supply((source,), unit, place if source.needs else -1, place, nth)
        for place, (source, alternative) in enumerate(chosen)
        for nth, unit in enumerate(source.makes[alternative])
    ]
    supplies.extend(plain)
    paired = _one_by_one if asked <= by_mana else _counted
    spent = paired(everything, supplies)
    return None if spent is None else _uses(chosen, supplies, spent)


def _one_by_one(needs: Needs, supplies: Sequence[_Supply]) -> dict[int, Need] | None:
    """Which supply pays which need, by augmenting paths, mana by mana; None if not all can be paid."""
    each = [need for need, times in needs for _ in range(times)]
    edges = [[n for n, need in enumerate(each) if _serves(supply, need)] for supply in supplies]
    holder: list[int] = [-1] * len(each)

    def augment(at: int, visited: set[int]) -> bool:
        for n in edges[at]:
            if n not in visited:
                visited.add(n)
                if holder[n] < 0 or augment(holder[n], visited):
                    holder[n] = at
                    return True
        return False

    left = len(each)
    for at in range(len(supplies)):
        if left == 0:
            break
        if augment(at, set()):
            left -= 1
    return None if left else {supply: each[n] for n, supply in enumerate(holder)}


def _counted(needs: Needs, supplies: Sequence[_Supply]) -> dict[int, Need] | None:
    """The same by counts: equal supplies, in runs, flow into equal needs; a path through the counts moves as much at once as it can."""
    wanted: dict[Need, int] = {}
    for need, times in needs:
        wanted[need] = wanted.get(need, 0) + times
    flow = _Flow(list(wanted.values()))
    rows: dict[Hashable, int] = {}
    members: list[list[int]] = []  # the supplies taken, for each kind of them
    left = sum(wanted.values())
    for shape, run in groupby(range(len(supplies)), key=lambda at: _shape(supplies[at])):
        if left == 0:
            break
        offered = list(run)
        if shape not in rows:
            rows[shape] = flow.add_row([_serves(supplies[offered[0]], need) for need in wanted])
            members.append([])
        taken = flow.push(rows[shape], len(offered))
        members[rows[shape]].extend(offered[:taken])
        left -= taken
    if left:
        return None
    spent: dict[int, Need] = {}
    for row, taken_here in enumerate(members):
        rest = iter(taken_here)
        for column, need in enumerate(wanted):
            for _ in range(flow.amounts[row][column]):
                spent[next(rest)] = need
    return spent


def _shape(supply: _Supply) -> Hashable:
    """Equal for supplies that can pay for the same."""
    if supply.chosen >= 0:
        source = supply.options[0]
        return (supply.unit, supply.place, source.snow, source.direct)
    return tuple((s.makes, s.snow, s.direct) for s in supply.options)


class _Flow:
    """How much of each kind of supply (a row) goes to each need (a column)."""

    def __init__(self, wanted: Sequence[int]) -> None:
        self.free = list(wanted)
        self.allowed: list[list[int]] = []
        self.amounts: list[list[int]] = []

    def add_row(self, serves: Sequence[bool]) -> int:
        """A kind of supply, with the needs that it serves."""
        self.allowed.append([column for column, able in enumerate(serves) if able])
        self.amounts.append([0] * len(self.free))
        return len(self.amounts) - 1

    def push(self, row: int, offered: int) -> int:
        """Take as much of this supply as can be used besides what is taken already. Returns how much that is."""
        taken = 0
        while taken < offered:
            path = self._path(row)
            if path is None:
                break
            most = min(
                [offered - taken, self.free[path[-1][1]], *(self.amounts[r][c] for r, c in _given_up(path))]
            )
            for r, c in path:
                self.amounts[r][c] += most
            for r, c in _given_up(path):
                self.amounts[r][c] -= most
            self.free[path[-1][1]] -= most
            taken += most
        return taken

    def _path(self, start: int) -> list[tuple[int, int]] | None:
        """The shortest way to a need that isn't met: each row takes over a column, whose row before it takes over the next."""
        at: list[tuple[int, int | None]] = [(start, None)]
        links: dict[int, tuple[int, int | None]] = {}
        for row, given_up in at:
            for column in self.allowed[row]:
                if column in links:
                    continue
                links[column] = (row, given_up)
                if self.free[column]:
                    return _back(links, column)
                at.extend((r, column) for r, amounts in enumerate(self.amounts) if amounts[column])
        return None


def _back(links: dict[int, tuple[int, int | None]], column: int) -> list[tuple[int, int]]:
    """The path that ends in the column, from its start."""
    path: list[tuple[int, int]] = []
    now: int | None = column
    while now is not None:
        row, before = links[now]
        path.append((row, now))
        now = before
    return path[::-1]


def _given_up(path: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """What the rows of a path after the first give up: the column that the row before takes over."""
    return [(row, path[n][1]) for n, (row, _) in enumerate(path[1:])]


def _settled(symbols: Sequence[str]) -> list[str]:
    """The cost of a mana ability: where it could be paid in several ways, its first way (a cost of {2/W} or {W/P} is not split further)."""
    if any(s.endswith("/P") or s.startswith("2/") for s in symbols):
        raise Unsupported("a mana ability whose cost has Phyrexian or twofold symbols")
    return list(symbols)


def _serves(supply: _Supply, need: Need) -> bool:
    if supply.place >= need.before:
        return False
    if supply.chosen >= 0:
        return fits(supply.unit, supply.options[0], need)
    return any(fits(units[0], source, need) for source in supply.options for units in source.makes)


def _uses(chosen: Chosen, supplies: Sequence[_Supply], spent: dict[int, Need]) -> tuple[Use, ...]:
    plain_uses: list[Use] = []
    kinds: dict[tuple[int, int], tuple[str, Hashable | None]] = {}
    for at, supply in enumerate(supplies):
        need = spent.get(at)
        if supply.chosen >= 0:
            on = need.of if need is not None else None
            kinds[(supply.chosen, supply.nth)] = (_kind(supply.unit, need), on)
        elif need is not None:
            source, alternative = next(
                (s, a) for s in supply.options for a, units in enumerate(s.makes) if fits(units[0], s, need)
            )  # fmt: skip
            plain_uses.append(
                Use(source, alternative, (_kind(source.makes[alternative][0], need),), (need.of,), need.snow)
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


def _kind(unit: Unit, need: Need | None) -> str:
    """Which mana it is: in a fixed order, so that the same position is always paid in the same way."""
    usable = unit & need.kinds if need is not None else unit
    return next(k for k in ("C", "W", "U", "B", "R", "G", GENERIC) if k in usable)
