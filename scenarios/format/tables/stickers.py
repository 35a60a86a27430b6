"""Stickers: those of a player's sheets, and those on an object (CR 123)."""

from __future__ import annotations

from typing import Any

from scenarios.format import types as t
from scenarios.format.kinds import ListOf, PowerToughnessKind, Reading, Record, field
from scenarios.format.nodes import Node
from scenarios.format.tables.common import COUNT, TEXT

KINDS = ("name", "ability", "pt", "art")


class StickerRecord(Record):
    """A sticker: what one of four keys says, which is its kind (CR 123.1)."""

    def read(self, reading: Reading, node: Node) -> t.StickerSetup:
        found: t.StickerSetup = super().read(reading, node)
        if sum(bool(getattr(found, kind)) for kind in KINDS) != 1:
            right = "one of name, ability, pt and art, such as {name: Happy} or {pt: 4/4, tickets: 3}"
            raise reading.error(node, "a sticker is of one kind", right, found=False)
        return found


STICKER = StickerRecord(
    t.StickerSetup,
    "a sticker",
    [
        field("name", TEXT, "the words of a name sticker"),
        field("ability", TEXT, "the text of an ability sticker"),
        field("pt", PowerToughnessKind(), "of a power and toughness sticker", also=("p/t", "size")),
        field("art", TEXT, "what an art sticker shows"),
        field("tickets", COUNT, "its ticket cost (CR 123.3c)", also=("cost", "ticket cost")),
        field(
            "after",
            COUNT,
            "on an object: behind how many words of its name a name sticker stands (CR 123.6b)",
        ),
    ],
)
STICKERS: Any = ListOf(STICKER, "a list of stickers", or_one=True)
