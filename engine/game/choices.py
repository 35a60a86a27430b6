"""What a player has said in advance about a spell that is cast or an ability that is activated (CR 601.2b-d, 602.2b)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.model import ObjectId, Thing


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has said about a spell or ability in advance; what is not given is asked for (engine.game.decisions).

    `targets`: things, in the order in which the text says "target", or a tuple of things for each of these; `modes`: numbers from 1; `face`: the
    name or number (from 0) of a face or half, "fuse" for both halves; `origin`: the zone it is cast from; `kicked`: how often; `alternative`: opening
    words of the alternative cost or the keyword; `additional`: names of optional additional costs that are paid, one for each time; `pay`: mana and
    life in words ("{R}{R}", "2 life") and objects to tap, sacrifice, exile ..., each as its id or the ids of all that may be meant; `divide`: each target's share; `mana`: kinds wanted of a mana ability."""

    targets: tuple[Any, ...] | None = None
    x: int | None = None
    modes: tuple[int, ...] | None = None
    face: str | int | None = None
    origin: str = ""
    kicked: bool | int | None = None
    alternative: str = ""
    additional: tuple[str, ...] = ()
    pay: Sequence[str | ObjectId | tuple[ObjectId, ...]] = ()
    divide: Mapping[Thing, int] | None = None
    mana: tuple[str, ...] = ()


NOTHING_SAID = Choices()
