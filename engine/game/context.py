"""In whose name and about what a text speaks: the frame in which nouns, numbers and conditions get their meaning (CR 109.5, 608.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.model.objects import CastInfo, Mention, ObjectId, PlayerId, TargetSlot, Thing

if TYPE_CHECKING:
    from engine.game.game import Game


@dataclass
class Context:
    """`controller` is "you"; `source` is "this object" (it may be gone: last known information then, CR 608.2h); `object` is the spell or ability
    on the stack that is resolving, 0 for static abilities; `targets` are its chosen targets by slot; `mentions` what was spoken of so far, oldest first;
    `moved` maps objects that this text (or the event that triggered it) moved to what they became (CR 400.7); `letters` defines X and other letters.
    `did` tells whether the last optional or paid instruction was carried out ("if you do")."""

    game: Game
    controller: PlayerId
    source: ObjectId = 0
    object: ObjectId = 0
    targets: tuple[TargetSlot, ...] = ()
    mentions: list[Mention] = field(default_factory=list)
    moved: dict[ObjectId, ObjectId] = field(default_factory=dict)
    letters: dict[str, int] = field(default_factory=dict)
    cast: CastInfo | None = None
    did: bool = True
    did_by: list[PlayerId] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    def mention(
        self,
        things: Iterable[Thing],
        words: Iterable[str] = (),
        done: str = "",
        many: bool = False,
        amount: int | None = None,
    ) -> None:
        """Note that the text spoke of these things, called by these words, or did this to them."""
        self.mentions.append(Mention(tuple(things), frozenset(words), done, many, amount))

    def now(self, id: ObjectId) -> ObjectId:
        """What an object spoken of has become through the moves of this text or its cause (CR 400.7)."""
        while id in self.moved:
            id = self.moved[id]
        return id


def of_source(game: Game, source: ObjectId) -> Context:
    """The frame of a static ability of an object."""
    return Context(game, game.controller(source), source)
