"""What has to hold of several things that are picked together: different names, the same controller, so much in all (CR 201.2a-b, 601.2c, 701.23b)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from engine import abilities as ab
from engine.game import Context, mana_value, names, seen
from engine.model import PERMANENT_TYPES, ObjectId, Thing, subtypes
from engine.queries import asking
from engine.queries.relations import creature_types
from engine.queries.stats import TOTALS, compare, power, stat, toughness

_LAND = frozenset(subtypes.LAND)

ALIKE: dict[str, Callable[[Context, ObjectId], Iterable[Any]]] = {
    "names": lambda ctx, id: names(ctx.game, id),
    "powers": lambda ctx, id: [power(ctx, id)],
    "toughness": lambda ctx, id: [toughness(ctx, id)],
    "mana values": lambda ctx, id: [mana_value(ctx.game, id)],
    "controllers": lambda ctx, id: [ctx.game.controller(id)],
    "owners": lambda ctx, id: [ctx.game.object(id).owner],
    "card types": lambda ctx, id: seen(ctx.game, id).types,
    "creature types": creature_types,
    "land types": lambda ctx, id: seen(ctx.game, id).subtypes & _LAND,
    "colors": lambda ctx, id: seen(ctx.game, id).colors,
    "permanent types": lambda ctx, id: seen(ctx.game, id).types & PERMANENT_TYPES,
}
"""What an object has of each thing that several have the same or a different one of."""

RULES = {
    "names": "201.2b",
    "powers": "208.1",
    "toughness": "208.1",
    "mana values": "202.3",
    "controllers": "108.4",
    "owners": "404.2",
    "card types": "205.2",
    "creature types": "205.3m",
    "land types": "205.3i",
    "colors": "105.2",
    "permanent types": "110.4a",
}
"""The rule about each of these."""


Said = ab.Alike | ab.Compared
"""What is said of several things together."""


_ONE_ZONE = ab.Alike("owners", same=True)
"""Of cards in a single graveyard: they have one owner."""


def alike(which: ab.Selection | None) -> list[Said]:
    """What the description says of several things together."""
    if not isinstance(which, ab.Which):
        return []
    qualities = (*which.before, *which.after)
    return [_ONE_ZONE if isinstance(q, ab.InZone) else q for q in qualities if _of_all(q)]  # type: ignore[misc]


def _of_all(quality: ab.Quality) -> bool:
    return (
        isinstance(quality, ab.Alike)
        or (isinstance(quality, ab.Compared) and is_total(quality))
        or (isinstance(quality, ab.InZone) and quality.single)
    )


def is_total(quality: ab.Quality) -> bool:
    """Whether it bounds what all that are picked come to in all ("with total mana value 6 or less")."""
    return isinstance(quality, ab.Compared) and quality.stat in TOTALS


def go_together(ctx: Context, said: Sequence[Said], picked: Sequence[Thing]) -> bool:
    """CR 201.2a-b: whether all that is said of things together is true of these. What has no name has no name that differs from others'."""
    for quality in said:
        if isinstance(quality, ab.Compared):
            total = sum(stat(ctx, quality.stat, id) or 0 for id in picked if isinstance(id, int))
            if not compare(total, quality.op, asking.value(ctx, quality.to)):
                return False
            continue
        had = [frozenset(ALIKE[quality.what](ctx, id)) for id in picked if isinstance(id, int)]
        if quality.same:
            if len(had) > 1 and not frozenset.intersection(*had):
                return False
        elif not all(had) or any(one & other for one, other in combinations(had, 2)):
            return False
    return True


def together(ctx: Context, which: ab.Selection | None) -> Callable[[Sequence[Thing]], bool] | None:
    """What things that are picked together for the description have to be; None where nothing is said of them together."""
    said = alike(which)
    ctx.game.cite(*(RULES[quality.what] for quality in said if isinstance(quality, ab.Alike)))
    return partial(go_together, ctx, said) if said else None


def most_together(test: Callable[[Sequence[Thing]], bool] | None, options: Sequence[Thing]) -> int:
    """How many of the options can be picked together, beginning with whichever and taken one after the other; where they have something in common, of those that
    have the same; where they are bounded in all, any number may be."""
    if test is None or test(options) or (isinstance(test, partial) and any(map(is_total, test.args[1]))):
        return len(options)
    groups = [options]
    if isinstance(test, partial):
        ctx, said = test.args
        groups += _in_common(ctx, said, options)
    return max((_taken_with(test, first, group) for group in groups for first in group), default=0)


def _in_common(ctx: Context, said: Sequence[Said], options: Sequence[Thing]) -> list[Sequence[Thing]]:
    """For each thing that those that are picked have to have in common, the options that have it."""
    groups: list[Sequence[Thing]] = []
    for quality in said:
        if isinstance(quality, ab.Alike) and quality.same:
            had = {id: frozenset(ALIKE[quality.what](ctx, id)) for id in options if isinstance(id, int)}
            each = dict.fromkeys(value for values in had.values() for value in sorted(values, key=str))
            groups += [[id for id, values in had.items() if value in values] for value in each]
    return groups


def _taken_with(test: Callable[[Sequence[Thing]], bool], first: Thing, options: Sequence[Thing]) -> int:
    taken: tuple[Thing, ...] = (first,) if test((first,)) else ()
    for option in options:
        if option != first and test((*taken, option)):
            taken = (*taken, option)
    return len(taken)
