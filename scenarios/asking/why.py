"""Why something happened or is so, and why not (CR 608.2, 613, 614, 615, 704): the way of causes back from it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

import msgspec

from engine.game import Game, Step
from engine.game import events as ev
from engine.model import ObjectId, Thing
from engine.queries import changed_rules, combat_state
from engine.rules.effects import layers
from scenarios import explaining
from scenarios.asking import happenings
from scenarios.asking.weighing import weighed
from scenarios.asking.what import as_copy, layer_words
from scenarios.explaining import Causes, Subject
from scenarios.format import types as t
from scenarios.runner import answers as data
from scenarios.runner.answers import Answered, Reason
from scenarios.runner.properties import has_ability
from scenarios.runner.session import Session
from scenarios.wording import is_keyword

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
        if before.kind != "replacement" or before.cause != game.steps[step].cause:
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
    # where a spell is now says nothing of why it didn't resolve
    stands = happening.words[0] != "resolves"
    now = [r for thing in about for r in _as_it_is(session, thing, happening)] if stands else []
    stopped = [game.steps[index] for index in _stopped(game, about)]
    near = sorted({*near, *stopped}, key=lambda s: s.index)
    now = [*(_kept_from(game, s) for s in stopped[-2:]), *now]
    reasons = [*now, *(Reason(s.text, s.rules, s.when) for s in near[-MOST:])]
    others = [s for s in steps if s not in near][-4:]
    told = [r.text for r in now] or [_because(game, s.index) for s in near[-2:]]
    first = f"it didn't ({happening.words[0]})"
    answer = "; ".join([first, *told]) if told else f"{first}: nothing in the game so far would have done it"
    kept = [r for s in near for r in s.rules if r.startswith(KEEPING)]
    rules = weighed((*(r for reason in now for r in reason.rules), *kept[::-1], happening.rule))
    path = (*reasons, *(Reason(s.text, s.rules, s.when) for s in others))
    indexes = tuple(s.index for s in (*near, *others))
    return Answered(asked, answer, data.Why(False, indexes), rules, path)


def _stopped(game: Game, about: frozenset[Thing]) -> list[int]:
    """CR 701.6a: the steps that tell that a spell or ability was countered whose target was one of these."""
    countered = {e.event.object: e for e in game.log if isinstance(e.event, ev.Counter) and e.step >= 0}
    for entry in game.log:
        if (
            isinstance(entry.event, ev.MoveZone)
            and entry.event.verb == "counter"
            and entry.event.object in countered
        ):
            countered[entry.event.object] = entry
    found = []
    for id, entry in countered.items():
        stack = game.object(id).stack
        chosen = [thing for slot in stack.targets for thing in slot.chosen] if stack is not None else []
        if not about.isdisjoint(chosen):
            found.append(happenings.told(game, entry))
    return sorted(found)


def _kept_from(game: Game, step: Step) -> Reason:
    """Such a step with all that led to it, and their rules."""
    led = [game.steps[index] for index in chain(game, step.index)]
    rules = weighed([rule for each in reversed(led) for rule in each.rules])
    return Reason(", because ".join(each.text for each in led), rules, step.when)


def _because(game: Game, step: int) -> str:
    """A step and what led to it."""
    return ", because ".join(game.steps[index].text for index in chain(game, step)[:2])


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
ZONE = re.compile(
    r"(?:(?:on|in) )?(?:the |a |its owner[’']s )?(battlefield|graveyard|hand|library|exile|command zone|stack|play)"
)
COLORS = ("white", "blue", "black", "red", "green", "colorless")
TYPES = (
    "creature",
    "artifact",
    "enchantment",
    "land",
    "planeswalker",
    "battle",
    "legendary",
    "snow",
    "basic",
)


class Looked(msgspec.Struct, frozen=True):
    """What was found of a state. `so`: whether it holds; `found`: what the object is of that kind; `layers`: the beginnings of the layers that it hangs on;
    `rule`: what says what that is; `words`: how it stands in a step of the walk that brings or takes it, "" where every change counts."""

    so: bool
    found: str
    layers: str
    rule: str
    words: str = ""


def _state(session: Session, name: t.Name, state: str, where: t.Where, wanted: bool) -> Answered:
    """Why an object is so, or isn't: the steps of its walk through the layers that made it so, or what happened to it last."""
    game = session.game
    id = session.names.one(name)
    asked = f"why {'is' if wanted else 'is not'} {name.text} {state}?"
    looked = _looked_at(session, id, state, where)
    start = "" if looked.so is wanted else f"it {'is' if looked.so else 'is not'} {state}: "
    if looked.words == "zone":
        return Answered(asked, f"{name.text} is {looked.found}", data.Why(looked.so), (looked.rule,))
    if state.strip().lower() in STATUS:
        return _status(session, id, asked, looked, start)
    steps = [s for s in layers.walk(game, id) if s.layer[0] in looked.layers and _bears_on(s, looked.words)]
    told = [
        data.Layer(s.layer, s.text, s.timestamp, s.before, s.after, s.rules, s.out_of_order) for s in steps
    ]
    copied = as_copy(game, id)
    path = (*copied, *(Reason(layer_words(each), each.rules) for each in told))
    rules = weighed((*(r for reason in reversed(path) for r in reason.rules), looked.rule))
    if steps:
        last = f": {steps[-1].text} makes it so (layer {steps[-1].layer})"
    else:
        last = f": {copied[0].text}" if copied else ", as printed"
    return Answered(asked, f"{start}{name.text} is {looked.found}{last}", data.Why(looked.so), rules, path)


def _bears_on(step: layers.LayerStep, words: str) -> bool:
    """Whether a step changes that the object is so: copying may change all, of the other layers what is asked about."""
    if step.layer.startswith("1"):
        return True
    before, after = (re.split(r", | and |[ ]?— | ", text.lower()) for text in (step.before, step.after))
    return step.before != step.after if not words else (words in before) != (words in after)


def _status(session: Session, id: ObjectId, asked: str, looked: Looked, start: str) -> Answered:
    """CR 110.5, 506.3: why it is tapped or untapped, attacks or blocks: what happened last that made it so."""
    game = session.game
    about = happenings.whom(session, t.Name(text=session.names.call(id)))
    happening = happenings.BY_WORDS[looked.words]
    found = happenings.entries(game, happening, about) if looked.so else []
    if not found:
        return Answered(
            asked, f"{start}{session.names.call(id)} is {looked.found}", data.Why(looked.so), (looked.rule,)
        )
    told = _did(game, happenings.told(game, found[-1]), asked, looked.rule)
    return Answered(asked, f"{start}{told.answer}", told.data, told.rules, told.path)


STATUS = {
    "tapped": "tapped",
    "untapped": "untapped",
    "attacking": "attacks",
    "blocking": "blocks",
    "blocked": "blocked",
}
"""States that something happened to bring about: what that is called."""


def _looked_at(session: Session, id: ObjectId, state: str, where: t.Where) -> Looked:
    """What the object is of the kind that is asked about."""
    game = session.game
    now = game.characteristics(id)
    words = state.strip().lower()
    size = SIZE.fullmatch(words)
    if size is not None:
        so = (now.power, now.toughness) == (int(size[1]), int(size[2]))
        return Looked(so, f"{now.power}/{now.toughness}", "17", "208.1")
    if words in STATUS:
        return _status_of(session, id, words)
    zone = ZONE.fullmatch(words)
    if zone is not None:
        there, wanted = (
            game.object(id).zone,
            "battlefield" if zone[1] == "play" else zone[1].removesuffix(" zone"),
        )
        place = f"on the {there}" if there in ("battlefield", "stack") else f"in the {there}"
        return Looked(there == wanted, place, "", "400.1", "zone")
    owner = re.fullmatch(r"(?:controlled by )?(.+?)(?:[\u2019']s)?", state.strip())
    if owner is not None and owner[1] in game.players:
        side = session.names.side(id)
        return Looked(side == owner[1], f"{side}'s", "2", "108.4", owner[1].lower())
    if words in COLORS:
        colors = " and ".join(sorted(now.colors)) or "colorless"
        so = words in now.colors or (words == "colorless" and not now.colors)
        return Looked(so, colors, "15", "105.2", words)
    types = {*now.types, *now.supertypes, *(s.lower() for s in now.subtypes)}
    if words in types or words in TYPES:
        line = " ".join([*sorted(now.supertypes), *sorted(now.types)])
        line += f" — {' '.join(sorted(now.subtypes))}" if now.subtypes else ""
        return Looked(words in types, line, "14", "205.1", words)
    has = has_ability(game, id, state, where)
    keyword = words if is_keyword(words) else ""
    return Looked(has, f"{'with' if has else 'without'} {state}", "16", "113.1", keyword)


def _status_of(session: Session, id: ObjectId, words: str) -> Looked:
    """CR 110.5, 508.1k, 509.1g-h: tapped or untapped, attacking, blocking, blocked."""
    game = session.game
    tapped = game.object(id).tapped
    attacks, blocks = id in combat_state.attackers(game), bool(combat_state.blocked_by(game, id))
    match words:
        case "tapped" | "untapped":
            found = "tapped" if tapped else "untapped"
            return Looked(tapped == (words == "tapped"), found, "", "110.5", words)
        case "attacking":
            return Looked(attacks, "attacking" if attacks else "not attacking", "", "508.1k", "attacks")
        case "blocking":
            return Looked(blocks, "blocking" if blocks else "not blocking", "", "509.1g", "blocks")
    blocked = attacks and combat_state.is_blocked(game, id)
    return Looked(blocked, "blocked" if blocked else "not blocked", "", "509.1h", "blocked")
