"""The answer in steps: what led to what is asked about, and the rules that decided it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Sequence
from functools import partial

import msgspec

from engine.game import Game
from engine.game import events as ev
from scenarios.explaining.causes import Causes
from scenarios.explaining.subjects import ANYTHING, Aspect, Subject, concerned, ends
from scenarios.explaining.weighing import BEHIND, DECIDING, PER_STEP_OF_ONE, rarity, weights

MOST_STEPS = 6
"""How many steps of the path are told; those that decide least are left out first."""
MOST_BESIDE = 4
OF_ANNOUNCING: tuple[Aspect, ...] = ("legal", "mana", "stack", "tapped", "any")
"""What the rules of casting, activating and paying may decide."""
COMMON = 1.1
"""A rule that is less rare than this, in a third of all rulings, decides nothing that isn't asked about."""


OF_ALL = frozenset(
    ("106.4", "117.4", "405.1", "601.2a", "601.2h", "601.2i", "602.2a", "602.2b", "608.1", "608.2n")
)
"""Rules by which every spell is cast and resolves: where nothing rarer is there, any other says more."""
ORDINARY = 2.1
"""A rule that is less rare than this is one by which spells resolve, objects move and damage is dealt."""
AGAIN = {"104.5": "800.4a", "104.3b": "704.5a", "104.3c": "704.5b", "104.3d": "704.5c", "120.3e": "120.3"}
"""Rules that only say again, from elsewhere, what another says."""


class Why(msgspec.Struct, frozen=True):
    """Why something is so. `path`: all steps that led to it, in order; `told`: those worth telling; `deciding`: the rules that decided it, the first
    most of all; `beside`: others that the steps told apply, but for those that most rulings apply; `of_each`: the deciding ones for each subject alone, none where
    nothing has come of it."""

    path: tuple[int, ...] = ()
    told: tuple[int, ...] = ()
    deciding: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    of_each: tuple[tuple[str, ...], ...] = ()


def why(
    game: Game,
    subjects: Sequence[Subject],
    question: str = "",
    text_of: Callable[[str], str] | None = None,
    chosen: Sequence[int] = (),
) -> Why:
    """Why a game is as these subjects speak of it, all of them together; without any, why it went as it did. `question`: what was asked, in words;
    `text_of`: a rule's heading and text; `chosen`: the steps with which a choice that makes the difference began to be carried out."""
    causes = Causes(game)
    best: dict[int, int] = dict.fromkeys(chosen, 0)
    last: set[int] = set()
    of_each: list[tuple[str, ...]] = []
    on_path: list[Collection[str]] = []
    for subject in subjects or (ANYTHING,):
        found = ends(causes, subject) or list(range(len(game.steps)))
        last.update(found)
        path = causes.path(found)
        for index, away in path.items():
            best[index] = min(away, best.get(index, away))
        steps = (game.steps[i] for i in path)
        weighed = weights(
            steps,
            path,
            question,
            text_of,
            per_step=PER_STEP_OF_ONE,
            announced=_announcing(causes, subject, found),
        )
        of_each.append(
            _deciding(weighed, [i for i in path if not _only_prepares(causes, i)], game)
            if concerned(causes, subject)
            else ()
        )
        on_path.append(weighed)
    best = dict(sorted(best.items()))
    # Of the steps that are asked about nothing decides but what led to them; what the whole game shows may also turn on what led to nothing else.
    of = [game.steps[i] for i in best] if subjects and all(s.steps for s in subjects) else game.steps
    weighed = weights(of, best, question, text_of, chosen)
    told = _told(causes, best, last, weighed)
    deciding = _deciding(weighed, told, game)
    told = _with_what_decides(game, told, best, deciding)
    there = {rule for index in told for rule in game.steps[index].rules}
    beside = [
        rule
        for rule in weighed
        if rule in there
        and rule not in deciding
        and rarity(rule) >= COMMON
        and rule in _each_once((*deciding, rule))
    ]
    return Why(
        path=tuple(best),
        told=told,
        deciding=deciding,
        beside=tuple(beside[:MOST_BESIDE]),
        of_each=tuple(map(partial(_not_ordinary, deciding), of_each, on_path)) if subjects else (),
    )


def _not_ordinary(
    deciding: Sequence[str], rules: tuple[str, ...], on_path: Collection[str]
) -> tuple[str, ...]:
    """Of one statement, first what decides of them all, if it is on its path and the nearest is a rule by which everything of the kind happens."""
    if not rules or rarity(rules[0]) >= ORDINARY:
        return rules
    of_all = next((rule for rule in deciding if rule in on_path and rarity(rule) >= ORDINARY), None)
    return rules if of_all is None else tuple(dict.fromkeys((of_all, *rules)))[:DECIDING]


def _announcing(causes: Causes, subject: Subject, ends: Collection[int]) -> Container[int]:
    """The steps with which spells were cast and abilities activated, unless the statement turns on such a one."""
    if subject.aspect in OF_ANNOUNCING:
        return ()
    return causes.announced.keys() - set(ends)


def _with_what_decides(
    game: Game, told: tuple[int, ...], path: dict[int, int], deciding: Sequence[str]
) -> tuple[int, ...]:
    """The steps told, and for each deciding rule that none of them applies the one that does: on the path if there is one, the latest of them."""
    found = set(told)
    for rule in deciding:
        applying = [step.index for step in game.steps if rule in step.rules]
        if applying and found.isdisjoint(applying):
            found.add(max(applying, key=lambda i: (i in path, i)))
    return tuple(sorted(found))


def _deciding(weighed: dict[str, float], told: Sequence[int], game: Game) -> tuple[str, ...]:
    """The heaviest rules; where all are common, those of the steps worth telling."""
    least = max(weighed.values(), default=0.0) - BEHIND
    found = [rule for rule, weight in weighed.items() if weight >= max(COMMON, least)]
    if not found:
        there = {rule for index in told for rule in game.steps[index].rules}
        found = [rule for rule in weighed if rule in there] or list(weighed)
        found = [rule for rule in found if rule not in OF_ALL] or found
    return _each_once(found)[:DECIDING]


def _each_once(rules: Sequence[str]) -> tuple[str, ...]:
    """Without a rule that says again what one before it says, and without the rule that heads one before it."""
    found: list[str] = []
    for rule in rules:
        headed = any(other.startswith(rule) and other[len(rule) :].isalpha() for other in found)
        if not headed and AGAIN.get(rule) not in rules:
            found.append(rule)
    return tuple(found or rules)


def _told(causes: Causes, path: dict[int, int], last: set[int], weighed: dict[str, float]) -> tuple[int, ...]:
    """The steps of the path that are worth a line: without those that only pay, tap, announce or go on, if no rule that is rare is applied there."""
    found = [i for i in path if not _only_prepares(causes, i)]
    if not last.intersection(found):
        found = sorted({*found, *last})
    if len(found) > MOST_STEPS:

        def worth(index: int) -> tuple[float, int]:
            heaviest = max((weighed.get(rule, 0.0) for rule in causes.steps[index].rules), default=0.0)
            return heaviest - path[index] * 0.3 + (1.0 if index in last else 0.0), index

        kept = set(sorted(found, key=worth, reverse=True)[:MOST_STEPS])
        found = [i for i in found if i in kept]
    return tuple(found)


PREPARING = ("106.4", "117.4", "405.1", "601.2c", "602.2a", "608.2n")
"""The rules of paying, passing, announcing, choosing targets and putting away what has resolved."""


def _only_prepares(causes: Causes, index: int) -> bool:
    step = causes.steps[index]
    event = causes.events.get(index)
    if isinstance(event, ev.AddMana) or (isinstance(event, ev.AbilityActivated) and event.mana):
        return True
    if any(rarity(rule) > 3.0 for rule in step.rules):
        return False
    if isinstance(event, ev.Tap | ev.PutOnStack | ev.AddMana) or (
        isinstance(event, ev.MoveZone) and (event.verb == "cast" or "608.2n" in step.rules)
    ):
        return True
    return event is None and any(rule in PREPARING for rule in step.rules)
