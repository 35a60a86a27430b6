"""How designations are kept on objects and players, and asked for (CR 309.7, 701.54b, 702.95b)."""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Game
from engine.model import ObjectId, PlayerId

PAIRED = "paired:"
"""How an object's marks say with what it is paired (CR 702.95b), followed by the other's id and the player under whose control they are."""


RING_BEARER = "ring-bearer:"
"""How an object's marks say whose Ring-bearer it is (CR 701.54b), followed by the player's key."""


PREPARED = "prepared"
"""CR 722.3a: how an object's marks say that it is prepared; and the word for what links the copy in exile to it."""
BY_PREPARATION = "prepare"
"""How a spell was cast that was such a copy (CR 722.3c)."""


COMPLETED = "completed "
"""How a player's marks say which dungeons they have completed (CR 309.7), followed by its name."""


DREW = "drew the game"
"""How a player's marks say that the game was a draw for them, and has gone on without them (CR 104.4e-f)."""


SECTORS = ("alpha sector", "beta sector", "gamma sector")
"""CR 702.158b: how an object's marks say in which sector it is."""


ENTERING = "enter "
"""What a player does who moves their venture marker into a room (CR 309.4c), followed by its name."""


def in_words(mark: str, call: Callable[[ObjectId], str]) -> str:
    """An object's or a player's mark as people say it. `call`: what an object is called."""
    if mark.startswith(PAIRED):
        return f"paired with {call(_paired(mark)[0])}"
    if mark.startswith(RING_BEARER):
        return f"{mark.removeprefix(RING_BEARER)}'s Ring-bearer"
    return mark


def partner(game: Game, id: ObjectId) -> ObjectId:
    """CR 702.95b: the creature that it is paired with; 0 if it is unpaired."""
    return _pair(game, id)[0]


def paired_by(game: Game, id: ObjectId) -> PlayerId:
    """CR 702.95e: the player under whose control the pair has to stay."""
    return _pair(game, id)[1]


def paired_with(other: ObjectId, player: PlayerId) -> str:
    """The mark of what is paired with the other under the player's control."""
    return f"{PAIRED}{other} {player}"


def _pair(game: Game, id: ObjectId) -> tuple[ObjectId, PlayerId]:
    return _paired(next((m for m in game.object(id).marks if m.startswith(PAIRED)), f"{PAIRED}0 "))


def _paired(mark: str) -> tuple[ObjectId, PlayerId]:
    other, _, player = mark.removeprefix(PAIRED).partition(" ")
    return int(other), player


def has_lost(game: Game, player: PlayerId) -> bool:
    """CR 104.3: whether the player has left the game by losing it, and not because it was a draw for them."""
    return bool(game.players[player].lost) and DREW not in game.players[player].marks
