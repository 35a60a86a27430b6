"""What a total cost is worked out from, for those who ask (CR 601.2f)."""

from __future__ import annotations

import msgspec

from engine import abilities as ab
from engine.model import ObjectId, PlayerId


class CostPart(msgspec.Struct, frozen=True, gc=False):
    """A part of a cost, or a change of it. `what`: mana cost, flashback, commander tax, more, less, at least, ...; `source`: whose effect changes the
    cost, 0 for a part that is announced; `costs`: what the part asks for; `before`, `mana`: of a change the symbols of the mana in the total before and
    after it; `rules`: by which it is there."""

    what: str
    source: ObjectId = 0
    costs: tuple[ab.Cost, ...] = ()
    before: tuple[str, ...] = ()
    mana: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Quote(msgspec.Struct, frozen=True, gc=False):
    """A total cost: who pays it for what, the symbols of its mana, what else is paid, and how it comes about."""

    player: PlayerId
    object: ObjectId
    mana: tuple[str, ...] = ()
    others: tuple[ab.Cost, ...] = ()
    parts: tuple[CostPart, ...] = ()


class Quotes(list[Quote]):
    """The costs that are worked out where somebody asks. `aimless`: what has no legal target costs what it would without any."""

    aimless = False
