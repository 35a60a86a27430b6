"""Why something happened or is so, and why not (CR 608.2, 613, 614, 615, 704): the way of causes back from it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId, Thing
from engine.queries import changed_rules
from engine.rules.effects import layers
from scenarios import explaining
from scenarios.asking import happenings
from scenarios.asking.weighing import weighed
from scenarios.asking.what import layer_words
from scenarios.explaining import Causes, Subject
from scenarios.format import types as t
from scenarios.runner import answers as data
from scenarios.runner.answers import Answered, Reason
from scenarios.runner.properties import has_ability
from scenarios.runner.session import Session

MOST = 12
"""How many lines of the way to it are told."""
MOST_IN_A_SENTENCE = 3


def why(session: Session, question: t.Why) -> Answered:
    """The way to the latest such event, or to the state. Raises ScenarioError."""
    if question.state is not None:
        return _state(session, question.object, question.state, question.where, wanted=True)
    happening = happenings.named(question.event or "", question.where)
    about = happenings.whom(session, question.object)
    asked = f"why: {question.object.text} {happening.words[0]}?"
    found = happenings.entries(session.game, happening, about)
    if not found:
        return _didnt(session, question.object, about, happening, asked)
    return _did(session.game, happenings.told(session.game, found[-1]), asked, happening.rule)


def why_not(session: Session, question: t.WhyNot) -> Answered:
    """What kept it from happening, or from being so. Raises ScenarioError."""
    if question.state is not None:
        return _state(session, question.object, question.state, question.where, wanted=False)
    happening = happenings.named(question.event or "", question.where)
    about = happenings.whom(session, question.object)
    asked = f"why not: {question.object.text} {happening.words[0]}?"
    found = happenings.entries(session.game, happening, about)
    if found:
        told = _did(session.game, happenings.told(session.game, found[-1]), asked, happening.rule)
        return Answered(asked, f"it did: {told.answer}", told.data, told.rules, told.path)
    return _didnt(session, question.object, about, happening, asked)


# ---- what happened --------------------------------------------------------------------------------------------------


def _did(game: Game, step: int, asked: str, rule: str) -> Answered:
    """What led to the step, and the rules that decided it."""
    found = explaining.why(game, [Subject(steps=(step,))], asked)
    indexes = sorted({*found.told, step, *_replacing(game, step)})
    path = tuple(Reason(s.text, s.rules, s.when) for s in (game.steps[index] for index in indexes))
    told = ", because ".join(game.steps[index].text for index in chain(game, step, indexes))
    rules = dict.fromkeys((*found.deciding, *found.beside, *weighed(game.steps[step].rules), rule))
    return Answered(asked, told, data.Why(True, tuple(indexes)), tuple(rules), path)


def chain(game: Game, step: int, known: Container[int] = ()) -> list[int]:
    """The step, what led to it, and what led to that: of several causes one that is known, or the nearest."""
    causes = Causes(game)
    found = [step]
    while len(found) < MOST_IN_A_SENTENCE:
        earlier = (*_replacing(game, found[-1]), *causes.of(found[-1]))
        if not earlier:
            break
        found.append(next((index for index in earlier if index in known), earlier[0]))
    return found


def _replacing(game: Game, step: int) -> list[int]:
    """CR 614.6, 615.6: the steps before it that tell which replacement and prevention effects made of it what it is, the nearest first."""
    found = []
    for index in range(step - 1, -1, -1):
        before = game.steps[index]
        replaces = any(rule.startswith(("614", "615", "616")) for rule in before.rules)
        if not replaces or before.cause != game.steps[step].cause:
            break
        found.append(index)
    return found


# ---- what didn't happen ---------------------------------------------------------------------------------------------

KEEPING = ("101.2", "104.3", "608.2b", "614", "615", "616", "603.4", "702.11", "702.12", "702.16", "702.18", "701.6", "701.19", "506.4", "701.3b", "119.7", "119.8")  # fmt: skip
"""Where the rules stand by which what would happen doesn't: prohibitions, replacement, prevention, illegal targets, indestructible, ..."""


def _didnt(
    session: Session,
    name: t.Name,
    about: frozenset[Thing],
    happening: happenings.Happening,
    asked: str,
) -> Answered:
    """What kept it from happening: what the object or player is like, and what happened near it instead."""
    game = session.game
    steps = [s for s in game.steps if not about.isdisjoint(s.about)]
    near = [s for s in steps if any(r.startswith(KEEPING) for r in s.rules)]
    now = [r for thing in about for r in _as_it_is(session, thing, happening)]
    reasons = [*now, *(Reason(s.text, s.rules, s.when) for s in near[-MOST:])]
    others = [s for s in steps if s not in near][-4:]
    told = [r.text for r in now] or [s.text for s in near[-2:]]
    first = f"it didn't ({happening.words[0]})"
    answer = "; ".join([first, *told]) if told else f"{first}: nothing in the game so far would have done it"
    kept = [r for s in near for r in s.rules if r.startswith(KEEPING)]
    rules = weighed((*(r for reason in now for r in reason.rules), *kept[::-1], happening.rule))
    path = (*reasons, *(Reason(s.text, s.rules, s.when) for s in others))
    indexes = tuple(s.index for s in (*near, *others))
    return Answered(asked, answer, data.Why(False, indexes), rules, path)


def _as_it_is(session: Session, thing: Thing, happening: happenings.Happening) -> Iterator[Reason]:
    """What about the object as it is keeps it from happening."""
    game = session.game
    if not isinstance(thing, int) or thing not in game.objects:
        return
    obj = game.objects[thing]
    name = session.names.call(thing)
    if obj.zone != "battlefield":
        moves = [e for e in game.log if isinstance(e.event, ev.MoveZone) and e.event.was == thing]
        told = [game.steps[n] for e in moves[-1:] for n in chain(game, happenings.told(game, e))]
        text = ", because ".join(s.text for s in told[:2])
        yield Reason(
            text or f"{name} is in the zone {obj.zone}",
            weighed((*(r for s in told[:2] for r in s.rules), "400.7")),
        )
        return
    if happening.words[0] in ("dies", "destroyed"):
        yield from _alive(game, thing, name)


def _alive(game: Game, id: ObjectId, name: str) -> Iterator[Reason]:
    """CR 704.5f-h, 702.12b: why a creature isn't put into the graveyard."""
    now, obj = game.characteristics(id), game.objects[id]
    if changed_rules.has_keyword(game, id, "indestructible"):
        yield Reason(f"{name} has indestructible, so it can't be destroyed", ("702.12b",))
    if "creature" in now.types and now.toughness is not None and now.toughness > obj.damage:
        yield Reason(
            f"{name} has toughness {now.toughness} and {obj.damage or 'no'} damage marked on it, which isn't lethal",
            ("704.5g", "120.6"),
        )
        for step in layers.walk(game, id):
            if step.layer.startswith("7"):
                yield Reason(f"{name}: {step.after}, by {step.text} (layer {step.layer})", step.rules)


# ---- how something is -----------------------------------------------------------------------------------------------

SIZE = re.compile(r"([+-]?\d+)\s*/\s*([+-]?\d+)")


def _state(session: Session, name: t.Name, state: str, where: t.Where, wanted: bool) -> Answered:
    """Why an object is so, or isn't: the steps of its walk through the layers that are about it."""
    game, names = session.game, session.names
    id = names.one(name)
    asked = f"why {'is' if wanted else 'is not'} {name.text} {state}?"
    so, found, about, rule = _looked_at(session, id, state, where)
    steps = [s for s in layers.walk(game, id) if s.layer[0] in about]
    path = tuple(
        Reason(
            layer_words(data.Layer(s.layer, s.text, s.timestamp, s.before, s.after, s.rules, s.out_of_order)),
            s.rules,
        )
        for s in steps
    )
    rules = weighed((*(r for s in reversed(steps) for r in s.rules), rule))
    start = "" if so is wanted else f"it {'is' if so else 'is not'} {state}: "
    last = f": {steps[-1].text} makes it so (layer {steps[-1].layer})" if steps else ", as printed"
    return Answered(asked, f"{start}{name.text} is {found}{last}", data.Why(so), rules, path)


def _looked_at(session: Session, id: ObjectId, state: str, where: t.Where) -> tuple[bool, str, str, str]:
    """Whether the object is so; what it is of that kind; the layers that it hangs on; the rule that says what that is."""
    game = session.game
    now, obj = game.characteristics(id), game.object(id)
    words = state.strip().lower()
    size = SIZE.fullmatch(words)
    if size is not None:
        so = (now.power, now.toughness) == (int(size[1]), int(size[2]))
        return so, f"{now.power}/{now.toughness}", "17", "208.1"
    if words in ("tapped", "untapped"):
        return obj.tapped == (words == "tapped"), "tapped" if obj.tapped else "untapped", "", "110.5"
    if words in ("white", "blue", "black", "red", "green", "colorless"):
        colors = " and ".join(sorted(now.colors)) or "colorless"
        return (words in now.colors) or (words == "colorless" and not now.colors), colors, "15", "105.2"
    types = {*now.types, *now.supertypes, *(s.lower() for s in now.subtypes)}
    if words in types or words in (
        "creature",
        "artifact",
        "enchantment",
        "land",
        "planeswalker",
        "legendary",
    ):
        line = " ".join([*sorted(now.supertypes), *sorted(now.types)])
        return words in types, f"{line} — {' '.join(sorted(now.subtypes))}", "14", "205.1"
    has = has_ability(game, id, state, where)
    return has, f"{'with' if has else 'without'} {state}", "16", "113.1"
