"""What a statement about a game speaks of, and which steps of the ruling it turns on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from engine.game import StepKind
from engine.game import events as ev
from engine.model import ObjectId, Thing
from scenarios.explaining.causes import Causes

Aspect = Literal[
    "life", "zone", "values", "tapped", "counters", "stack", "mana", "game", "legal", "combat", "any"
]
"""What is said of things: a player's life; where an object is; its characteristics and controller; whether it is tapped; its counters and
damage; what is on the stack; mana; who wins or loses; whether an action is legal; who attacks and blocks; anything else."""


OF_ASPECT: dict[Aspect, tuple[type[ev.GameEvent], ...]] = {
    "life": (ev.LoseLife, ev.GainLife),
    "zone": (ev.MoveZone, ev.CreateToken, ev.CeaseToExist, ev.CreateEmblem, ev.Counter),
    "values": (ev.SetFields, ev.Attach, ev.AddCounters, ev.RemoveCounters, ev.MoveZone, ev.CreateToken),
    "tapped": (ev.Tap, ev.Untap, ev.MoveZone),
    "counters": (ev.AddCounters, ev.RemoveCounters, ev.MoveZone, ev.Damage),
    "stack": (ev.PutOnStack, ev.SpellCast, ev.SpellCopied, ev.MoveZone),
    "mana": (ev.AddMana, ev.EmptyPool),
    "game": (ev.PlayerLoses, ev.PlayerWins, ev.GameDrawn),
    "combat": (
        ev.AttackersDeclared,
        ev.BlockersDeclared,
        ev.RemoveFromCombat,
        ev.AttacksAnother,
        ev.MoveZone,
    ),
}
"""The events that make it so."""
LAYERS = {
    "613.2": "1",
    "613.1b": "2",
    "613.1c": "3",
    "613.1d": "4",
    "613.1e": "5",
    "613.1f": "6",
    "613.4": "7",
}
"""Where the rules of each layer stand."""
LAST: dict[Aspect, int] = {
    "life": 6,
    "counters": 4,
    "values": 8,
    "mana": 4,
    "zone": 1,
    "tapped": 1,
    "combat": 2,
}
"""How many of the latest such steps about a thing a statement turns on: where a thing is, on the last; what a player's life is, on several."""
AT_MOST = 12
"""Of all the things together."""


class Subject(msgspec.Struct, frozen=True):
    """What a statement speaks of. `steps`: the steps that it turns on, where they are known already; `since`: how many steps there were as it was made; `layers`:
    the numbers of the layers that a characteristic comes of (CR 613.1), "" for any."""

    things: tuple[Thing, ...] = ()
    aspect: Aspect = "any"
    steps: tuple[int, ...] = ()
    since: int = -1
    layers: str = ""


KEPT: tuple[StepKind, ...] = ("kept", "unresolved", "refused", "replacement")
"""The kinds of steps that tell that something didn't happen, or not as it would have."""
ANYTHING = Subject()
"""Of all that happened."""


def ends(causes: Causes, subject: Subject) -> list[int]:
    """The steps that a statement turns on: what made it so, or else what is told of its things, or else all that happened."""
    if subject.steps:
        return list(subject.steps)
    until = subject.since if subject.since >= 0 else len(causes.steps)
    kinds = OF_ASPECT.get(subject.aspect, ())
    made: list[int] = []
    told: list[int] = []
    kept: list[int] = []
    for thing in subject.things:
        about = [i for i in causes.about(thing) if _is_of_then(causes, subject, i, until)]
        about = _of_what_is_there(causes, thing, about) if subject.aspect == "zone" else about
        kept += [i for i in about if causes.steps[i].kind in KEPT]
        fitting = [i for i in about if isinstance(causes.events.get(i), kinds) or _said(causes, subject, i)]
        fitting = _of_layers(causes, subject, fitting)
        # CR 111.7: that a token which has gone ceases to exist says nothing of why it went.
        fitting = [i for i in fitting if not isinstance(causes.events.get(i), ev.CeaseToExist)] or fitting
        if (
            subject.aspect in SAID
            and subject.aspect != "values"
            and not any(i in causes.events for i in fitting)
        ):
            fitting = [i for i in fitting if causes.steps[i].kind in KEPT] or (
                [] if _kept_anywhere(causes, until) else fitting
            )
        said = next((n for n, i in enumerate(reversed(fitting)) if i in causes.events), len(fitting))
        made += fitting[-max(said, LAST.get(subject.aspect, 3)) :]
        told += [i for i in about if i not in causes.events]
    if not subject.things:
        made = [i for i, event in causes.events.items() if isinstance(event, kinds) and i < until]
    if not made and not kept and subject.aspect not in ("values", "legal"):
        kept = [step.index for step in causes.steps if step.index < until and _kept_from(causes, step.index)]
    if kept and not made:
        told = kept
    idle = causes.idle_beside(made)
    found = sorted(
        {*made, *(told if not made or subject.aspect == "any" else ()), *_after(kept, made), *idle}
    )
    if not found and subject.things:
        found = sorted({i for thing in subject.things for i in causes.about(thing) if not _layer(causes, i)})
    return found[-AT_MOST:]


def _kept_anywhere(causes: Causes, until: int) -> bool:
    return any(step.index < until and step.kind in KEPT for step in causes.steps)


def _of_what_is_there(causes: Causes, thing: Thing, found: list[int]) -> list[int]:
    """Without the steps that only say something of what the thing was before it changed zones, told after it had (CR 400.7): they change nothing of where it is."""
    left = {e.object: i for i in found if isinstance(e := causes.events.get(i), ev.MoveZone)}
    was = set(causes.history(thing))
    return [i for i in found if i in causes.events or not _of_the_past(causes.steps[i].about, was, left, i)]


def _of_the_past(about: Sequence[Thing], was: set[Thing], left: Mapping[ObjectId, int], index: int) -> bool:
    named = [each for each in about if each in was]
    return bool(named) and all(isinstance(each, int) and left.get(each, index) < index for each in named)


def _after(kept: list[int], made: list[int]) -> list[int]:
    """The last of what didn't happen, where that is later than all that did: that there is no more to it needs a reason, too."""
    return kept[-1:] if kept and made and kept[-1] > max(made) else []


def concerned(causes: Causes, subject: Subject) -> bool:
    """Whether anything has happened, or been kept from happening, to what a statement speaks of: if not, no rule decides that it is as it was."""
    if subject.steps or subject.aspect in ("game", "stack", "mana", "legal"):
        return True
    if subject.aspect == "any":
        return any(causes.about(thing) for thing in subject.things)
    kinds = OF_ASPECT.get(subject.aspect, ())
    for thing in subject.things:
        for index in causes.about(thing):
            if isinstance(causes.events.get(index), kinds) or causes.steps[index].kind in (
                *KEPT,
                "layer",
                "effect",
            ):
                return True
    return subject.aspect != "values" and any(step.kind in KEPT for step in causes.steps)


def _kept_from(causes: Causes, index: int) -> bool:
    """Whether a step tells that something didn't happen: what nothing has come of may have to do with it."""
    return causes.steps[index].kind in KEPT


def _layer(causes: Causes, index: int) -> bool:
    """Whether the step is one of the walk through the layers, which is told after all else."""
    return causes.steps[index].kind == "layer"


def _is_of_then(causes: Causes, subject: Subject, index: int, until: int) -> bool:
    """Whether a step was there when the statement was made; the layers are walked through for it just after that."""
    if not _layer(causes, index) or subject.since < 0:
        return index < until
    return index >= until and not any(i in causes.events for i in range(until, index))


def layer_of(rule: str) -> str:
    """The number of the layer that a rule is about, "-" if of none."""
    return next((layer for number, layer in LAYERS.items() if rule.startswith(number)), "-")


def _of_layers(causes: Causes, subject: Subject, found: list[int]) -> list[int]:
    """CR 613.1: of the steps of the walk through the layers those that the statement is about, if there are any of them."""
    walked = [i for i in found if _layer(causes, i)]
    fitting = [i for i in walked if any(layer_of(rule) in subject.layers for rule in causes.steps[i].rules)]
    return [i for i in found if i not in walked or i in fitting] if fitting else found


OF_EVENTS: tuple[StepKind, ...] = (*KEPT, "resolution", "trigger", "told")
SAID: dict[Aspect, tuple[StepKind, ...]] = {
    "values": ("layer", "effect"),
    "life": OF_EVENTS,
    "counters": OF_EVENTS,
    "zone": OF_EVENTS,
    "tapped": OF_EVENTS,
    "combat": OF_EVENTS,
}
"""The kinds of steps that are no events and say something of this aspect: layers and effects of characteristics; what is prevented or can't be, of the others."""


def _said(causes: Causes, subject: Subject, index: int) -> bool:
    """Whether a step that is no event says something of this kind."""
    return causes.steps[index].kind in SAID.get(subject.aspect, ())
