"""What waits or lasts in a game, as records: continuous effects of resolved spells and abilities, delayed triggers, triggers on their way to the stack."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.model import ObjectId, PlayerId, Thing


class LastingEffect(msgspec.Struct, frozen=True):
    """A continuous or replacement effect made by a resolving spell or ability (CR 611.2), or by a rule.

    `affected`: the objects and players fixed when it began (611.2c), or None where `what` is asked anew each time; `changes`: vocabulary changes with
    their numbers settled; `ability`: a replacement or other ability that is in force instead."""

    id: int
    source: ObjectId
    controller: PlayerId
    timestamp: int
    duration: Any
    affected: tuple[Thing, ...] | None = None
    what: Any = None
    changes: tuple[Any, ...] = ()
    ability: Any = None
    context: Any = None
    began_turn: int = 0
    began_active: PlayerId = ""
    uses: int = -1  # how often it can still apply, -1 for no limit
    left: int = 0  # for shields: how much damage is left to prevent


class Delayed(msgspec.Struct, frozen=True):
    """A delayed triggered ability (CR 603.7)."""

    id: int
    controller: PlayerId
    source: ObjectId
    event: Any
    effect: Any
    mentions: tuple[Any, ...] = ()
    moved: tuple[tuple[ObjectId, ObjectId], ...] = ()
    once: bool = True
    duration: Any = None
    x: int | None = None
    made_turn: int = 0
    made_active: PlayerId = ""
    log_from: int = 0


class Pending(msgspec.Struct, frozen=True):
    """A triggered ability that waits to be put on the stack (CR 603.3). `nth`: which of several equal abilities of its source it is; `rules`: those by
    which it triggered."""

    controller: PlayerId
    source: ObjectId
    ability: Any
    mentions: tuple[Any, ...] = ()
    moved: tuple[tuple[ObjectId, ObjectId], ...] = ()
    timestamp: int = 0
    cause: int = -1
    effect: Any = None
    x: int | None = None
    nth: int = 0
    rules: tuple[str, ...] = ()


class ChangedRule(msgspec.Struct, frozen=True):
    """A change of rules that is in force (CR 613.10, 613.11), by a static ability or a lasting effect (`floating`: its id).

    It applies to `affected` where these are fixed, else to what `what` means under the `condition`; one that is about spells (`spells`) to those that fit
    `which`, cast by `whose`."""

    change: Any
    source: ObjectId
    timestamp: tuple[int, ...]
    what: Any = None
    condition: Any = None
    affected: tuple[Thing, ...] | None = None
    floating: int = 0
    which: Any = None
    whose: Any = None
    spells: bool = False
