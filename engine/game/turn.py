"""Where the game stands: turn, phase, step, priority (CR 500, 117), as a record."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine import abilities as ab
from engine.model import Mention, ObjectId, PlayerId

STEPS: tuple[str, ...] = (
    "untap", "upkeep", "draw", "precombat main", "beginning of combat", "declare attackers", "declare blockers",
    "first strike damage", "combat damage", "end of combat", "postcombat main", "end step", "cleanup",
)  # fmt: skip
"""The steps and main phases of a turn in their order (CR 500.1), by the names of the scenario format."""
COMBAT_STEPS = STEPS[4:10]
MAIN_PHASES = ("precombat main", "postcombat main")


class Owed(msgspec.Struct, frozen=True, gc=False):
    """What a player does for having skipped something, as soon as anything begins (CR 614.10b)."""

    player: PlayerId
    source: ObjectId
    effect: ab.Effect


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Where the game stands (CR 500). `step` as in the scenario format; `priority`: who has it, or None; `passed`: who passed in succession (117.4)."""

    number: int = 1
    active: PlayerId = ""
    step: str = "precombat main"
    priority: PlayerId | None = None
    passed: frozenset[PlayerId] = frozenset()
    extra_turns: tuple[tuple[PlayerId, int], ...] = ()
    extra: int = 0
    extra_phases: tuple[str, ...] = ()
    extra_steps: tuple[str, ...] = ()
    alone: str = ""  # the step that is the only one of the added phase that is going on (CR 500.10)
    resume: str = (
        ""  # the step after which added phases were put in, while one of them is going on (CR 500.8)
    )
    began: int = 0  # index into the log where this turn began
    step_began: int = 0
    first_of_game: bool = False
    ending: str = ""  # what an effect is ending early: turn, or combat phase (CR 724)
    mains: int = 1  # how many main phases the turn has had, one that is going on included (CR 505.1b)

    owed: tuple[Owed, ...] = ()

    @property
    def moment(self) -> str:
        """When it is, in words."""
        if not self.number:
            return BEFORE_THE_GAME
        return f"turn {self.number}, {self.active}'s {self.step}"


BEFORE_THE_GAME = "before the first turn"
"""When it is while the game is started (CR 103): turn 0, and no step."""


class Another(msgspec.Struct, frozen=True, gc=False):
    """A game that an effect of `controller` has begin (CR 727, 729). `object`: the spell or ability that resolves; `leaving`: cards that stay in exile (727.5);
    `then`: what is done just before the first turn (727.4), or after the subgame (729.5), by a text that has spoken of `mentions`."""

    kind: Literal["restart", "subgame"]
    controller: PlayerId
    source: ObjectId
    object: ObjectId
    leaving: tuple[ObjectId, ...] = ()
    then: ab.Effect | None = None
    mentions: tuple[Mention, ...] = ()


class Starting(msgspec.Struct, frozen=True, gc=False):
    """The mulligan process (CR 103.5): `declared`: who has said in this round that they take a mulligan, each with the cards that chance brings to the new hand;
    `kept`: who keeps their hand; `taken`: how many mulligans each player has taken; `anew`: the effect that restarted the game."""

    declared: tuple[tuple[PlayerId, tuple[ObjectId, ...]], ...] = ()
    kept: tuple[PlayerId, ...] = ()
    taken: tuple[tuple[PlayerId, int], ...] = ()
    anew: Another | None = None

    def mulligans(self, player: PlayerId) -> int:
        """How many mulligans the player has taken."""
        return dict(self.taken).get(player, 0)
