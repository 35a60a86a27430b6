"""The combat that is going on, as a record (CR 506); what can be worked out from it stands in engine.queries.combat_state."""

from __future__ import annotations

import msgspec

from engine.model import ObjectId, PlayerId, Thing


class Combat(msgspec.Struct, frozen=True, gc=False):
    """The combat phase (CR 506). `attackers`: attacker to what it attacks; `blockers`: blocker to the attackers it blocks, in order of declaration;
    `blocked`: attackers that became blocked (they stay so, 509.1h); `assigned`: how creatures will assign their damage where the player said so;
    `struck`: creatures that had first or double strike as the first damage step began (510.4), `struck_doubly` those with double strike; `number`: which combat of the game this is;
    `defenders`: each attacker's defending player (508.5); `controllers`: under whose control each permanent came into this combat (506.4);
    `lost`: attackers of a planeswalker or battle that left combat, and which kind it was (506.4c); `blocks_declared`: players who declared blockers."""

    number: int
    attackers: tuple[tuple[ObjectId, Thing], ...] = ()
    blockers: tuple[tuple[ObjectId, tuple[ObjectId, ...]], ...] = ()
    blocked: frozenset[ObjectId] = frozenset()
    defenders: tuple[tuple[ObjectId, PlayerId], ...] = ()
    bands: tuple[tuple[ObjectId, ...], ...] = ()
    struck: frozenset[ObjectId] = frozenset()
    struck_doubly: frozenset[ObjectId] = frozenset()
    first_strike_done: bool = False
    declared_attackers: bool = False
    declared_blockers: bool = False
    assigned: tuple[tuple[ObjectId, tuple[tuple[Thing, int], ...]], ...] = ()
    controllers: tuple[tuple[ObjectId, PlayerId], ...] = ()
    lost: tuple[tuple[ObjectId, str], ...] = ()
    blocks_declared: frozenset[PlayerId] = frozenset()
