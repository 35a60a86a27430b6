"""What waits or lasts in a game, as records: continuous effects of resolved spells and abilities, delayed triggers, triggers on their way to the stack."""

from __future__ import annotations

import msgspec

from engine import abilities as ab
from engine.game.saved_contexts import Frame
from engine.model import Mention, ObjectId, PlayerId, Thing, Zone


class LastingEffect(msgspec.Struct, frozen=True):
    """A continuous or replacement effect made by a resolving spell or ability (CR 611.2), or by a rule.

    `affected`: the objects and players fixed when it began (611.2c), or None where `what` is asked anew each time; `changes`: vocabulary changes with
    their numbers settled; `ability`: a replacement or other ability that is in force instead."""

    id: int
    source: ObjectId
    controller: PlayerId
    timestamp: int
    duration: ab.Duration
    affected: tuple[Thing, ...] | None = None
    what: ab.Recipient | None = None
    changes: tuple[ab.Change, ...] = ()
    ability: ab.Ability | ab.Effect | None = None
    context: Frame | None = None
    exiled: tuple[
        tuple[ObjectId, Zone], ...
    ] = ()  # objects in exile for so long, and where each came from (CR 610.3)
    began_turn: int = 0
    began_active: PlayerId = ""
    uses: int = -1  # how often it can still apply, -1 for no limit
    left: int = 0  # for shields: how much damage is left to prevent
    besides: ab.Effect | None = None  # what it does besides, each time that it prevents damage (CR 615.5)


class Delayed(msgspec.Struct, frozen=True):
    """A delayed triggered ability (CR 603.7)."""

    id: int
    controller: PlayerId
    source: ObjectId
    event: ab.EventPattern
    effect: ab.Effect
    mentions: tuple[Mention, ...] = ()
    moved: tuple[tuple[ObjectId, ObjectId], ...] = ()
    once: bool = True
    duration: ab.Duration | None = None
    x: int | None = None
    made_turn: int = 0
    made_active: PlayerId = ""
    log_from: int = 0
    limit: int = 0  # how often it triggers in a turn (CR 603.2h), 0 for no limit
    rule: str = "603.7e"  # the one that says who controls it (CR 603.7d-g)


class Pending(msgspec.Struct, frozen=True):
    """A triggered ability that waits to be put on the stack (CR 603.3). `nth`: which of several equal abilities of its source it is; `rules`: those by
    which it triggered."""

    controller: PlayerId
    source: ObjectId
    ability: ab.Triggered | None
    mentions: tuple[Mention, ...] = ()
    moved: tuple[tuple[ObjectId, ObjectId], ...] = ()
    timestamp: int = 0
    cause: int = -1
    effect: ab.Effect | None = None
    x: int | None = None
    nth: int = 0
    rules: tuple[str, ...] = ()


class ChangedRule(msgspec.Struct, frozen=True):
    """A change of rules that is in force (CR 613.10, 613.11), by a static ability or a lasting effect (`floating`: its id).

    It applies to `affected` where these are fixed, else to what `what` means under the `condition`; one that is about spells (`spells`) to those that fit
    `which`, cast by `whose`."""

    change: ab.Change
    source: ObjectId
    timestamp: tuple[int, ...]
    what: ab.Recipient | None = None
    condition: ab.Condition | None = None
    affected: tuple[Thing, ...] | None = None
    floating: int = 0
    which: ab.Selection | None = None
    whose: ab.Players | None = None
    spells: bool = False
