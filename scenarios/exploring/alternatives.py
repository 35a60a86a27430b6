"""What can be answered to a decision: every answer once, equal ones taken for one, in an order that is the same each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations
from typing import Any

from engine.errors import IllegalAction, Undecided, Unsupported
from engine.game import Decision, DefaultDecider, Game
from engine.model import ObjectId, PlayerId, Thing
from engine.rules.combat import attackers, blockers
from engine.rules.turn import turn

PARTS: dict[str, tuple[str, ...]] = {
    "targets": ("target",),
    "modes": ("mode",),
    "orders": ("order",),
    "replacements": ("replacement",),
    "may": ("may",),
    "choices": ("objects", "player", "word", "pay"),
    "numbers": ("number", "x"),
    "damage": ("divide",),
    "chance": ("coin", "die"),
    "blocks": ("blocks",),
    "attacks": ("attacks",),
}
"""What `over` can name, and the kinds of decisions that each is."""
NAMED_ONLY = ("attacks",)
"""Parts that are explored only where `over` names them."""
MOST_NUMBERS = 100
"""Of how many numbers each is tried."""

Classes = Callable[[Sequence[Any]], Sequence[Hashable]]
"""Says of each option to which class of equal ones it belongs."""


def kinds(over: Sequence[str]) -> frozenset[str]:
    """The kinds of decisions that are explored; all but the named ones where nothing is named."""
    named = over or [part for part in PARTS if part not in NAMED_ONLY]
    return frozenset(kind for part in named for kind in PARTS[part])


def by_chance(decision: Decision) -> bool:
    """Whether the rules leave it to chance and not to the player (CR 705, 706, 701.9b)."""
    return decision.kind in ("coin", "die") or "chance" in decision.question


def why_not(decision: Decision) -> str:
    """Why not every answer can be tried, or "": there are too many, or they are in no list."""
    if decision.kind == "order" and by_chance(decision):
        return "cards come in an order by chance, and it is not explored"
    if decision.kind in ("number", "x"):
        if decision.high < 0:
            return "any number can be chosen"
        if decision.high - decision.low >= MOST_NUMBERS:
            return f"more than {MOST_NUMBERS} numbers can be chosen"
    elif decision.beyond is not None or not decision.options:
        return "what can be chosen is in no list"
    return ""


def answers(decision: Decision, usual: Any, classes: Classes) -> Iterator[Any]:
    """Every answer to the decision, the usual one first; of answers that come to the same one."""
    match decision.kind:
        case "number" | "x":
            yield usual
            yield from (n for n in range(decision.low, decision.high + 1) if n != usual)
            return
        case "divide":
            found = _divisions(decision, _groups(classes(decision.options)))
            like = _shares_by_class(decision, classes)
        case "order":
            found = _orders(decision.options, _groups(classes(decision.options)))
            like = _in_classes(decision, classes)
        case _:
            found = _picks(decision, _groups(classes(decision.options)))
            like = _counted(decision, classes)
    yield usual
    first = like(usual)
    for answer in found:
        if like(answer) != first:
            yield answer


def _groups(of: Sequence[Hashable]) -> list[list[int]]:
    """The places of the options, those of one class together."""
    found: dict[Hashable, list[int]] = {}
    for place, each in enumerate(of):
        found.setdefault(each, []).append(place)
    return list(found.values())


def _place_of(decision: Decision, classes: Classes) -> Callable[[Any], Hashable]:
    of = classes(decision.options)
    return lambda option: next(
        c for o, c in zip(decision.options, of, strict=True) if o == option and type(o) is type(option)
    )


def _counted(decision: Decision, classes: Classes) -> Callable[[Any], Hashable]:
    place = _place_of(decision, classes)
    return lambda answer: frozenset(Counter(place(option) for option in answer).items())


def _in_classes(decision: Decision, classes: Classes) -> Callable[[Any], Hashable]:
    place = _place_of(decision, classes)
    return lambda answer: tuple(place(option) for option in answer)


def _shares_by_class(decision: Decision, classes: Classes) -> Callable[[Any], Hashable]:
    of = classes(decision.options)
    return lambda answer: frozenset(Counter(zip(of, answer, strict=True)).items())


def _picks(decision: Decision, groups: Sequence[Sequence[int]]) -> Iterator[tuple[Any, ...]]:
    """So many of the options, as many of each class as there can be."""
    high = len(decision.options) if decision.high < 0 else min(decision.high, len(decision.options))

    def some(at: int, left: int) -> Iterator[tuple[int, ...]]:
        if at == len(groups):
            if left == 0:
                yield ()
            return
        for number in range(min(left, len(groups[at])), -1, -1):
            for rest in some(at + 1, left - number):
                yield (*groups[at][:number], *rest)

    for size in range(high, decision.low - 1, -1):
        for places in some(0, size):
            picked = tuple(decision.options[n] for n in sorted(places))
            counted = not decision.worth or sum(map(decision.counts, picked)) <= decision.high
            if counted and (decision.together is None or decision.together(picked)):
                yield picked


def _orders(options: Sequence[Any], groups: Sequence[Sequence[int]]) -> Iterator[tuple[Any, ...]]:
    """The options in every order; equal ones keep theirs among themselves."""

    def rest(left: list[list[int]]) -> Iterator[tuple[int, ...]]:
        if not any(left):
            yield ()
        for at, group in enumerate(left):
            if group:
                for more in rest([*left[:at], group[1:], *left[at + 1 :]]):
                    yield (group[0], *more)

    for places in rest([list(group) for group in groups]):
        yield tuple(options[n] for n in places)


def _divisions(decision: Decision, groups: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Every division; of equal options the earlier ones get no less than the later ones."""
    order = [place for group in groups for place in group]
    heads = {group[0] for group in groups}
    most = decision.most or (decision.high,) * len(decision.options)

    def rest(at: int, left: int, before: int) -> Iterator[tuple[int, ...]]:
        if at == len(order):
            if left == 0:
                yield ()
            return
        place = order[at]
        high = min(left, most[place]) if place in heads else min(left, most[place], before)
        for share in range(high, decision.low - 1, -1):
            for more in rest(at + 1, left - share, share):
                yield (share, *more)

    for shares in rest(0, decision.high, decision.high):
        by_place = dict(zip(order, shares, strict=True))
        yield tuple(by_place[n] for n in range(len(order)))


# ---- declarations -------------------------------------------------------------------------------------------------


Declaration = dict[ObjectId, Any]


def declarations(game: Game, player: PlayerId, what: str, classes: Classes) -> Iterator[Declaration]:
    """Every lawful declaration of attackers or blockers ("attack with", "block with"), the one of nothing first (CR 508.1, 509.1)."""
    able = _attacks_able(game) if what == "attack with" else _blocks_able(game, player)
    groups = [[list(able)[n] for n in places] for places in _groups(classes(list(able)))]

    def some(at: int) -> Iterator[Declaration]:
        if at == len(groups):
            yield {}
            return
        group = groups[at]
        for ways in _with_repetition(able[group[0]], len(group)):
            for more in some(at + 1):
                yield dict(zip(group, ways, strict=True)) | more

    for declared in some(0):
        meant = {id: how for id, how in declared.items() if how not in ((), None)}
        if _lawful(game, player, what, meant):
            yield meant


def _with_repetition(ways: Sequence[Any], number: int) -> Iterator[tuple[Any, ...]]:
    """What each of so many equal creatures does, in order of the ways."""
    if number == 0:
        yield ()
        return
    for at, way in enumerate(ways):
        for more in _with_repetition(ways[at:], number - 1):
            yield (way, *more)


def _blocks_able(game: Game, player: PlayerId) -> dict[ObjectId, list[tuple[ObjectId, ...]]]:
    return {
        id: [
            c for size in range(blockers.capacity(game, id, len(whom)) + 1) for c in combinations(whom, size)
        ]
        for id, whom in blockers.blockers_able(game, player).items()
    }


def _attacks_able(game: Game) -> dict[ObjectId, list[Thing | None]]:
    whom = [*game.opponents(game.turn.active)]
    others = [i for i in game.battlefield() if game.characteristics(i).types & {"planeswalker", "battle"}]
    return {id: [None, *whom, *others] for id in attackers.attackers_able(game)}


def _lawful(game: Game, player: PlayerId, what: str, declared: Declaration) -> bool:
    trial = game.fork()
    trial.decider = DefaultDecider()
    try:
        if what == "attack with":
            turn.declare_attackers(trial, declared)
        else:
            turn.declare_blockers(trial, player, declared)
    except (IllegalAction, Undecided, Unsupported):
        return False
    return True
