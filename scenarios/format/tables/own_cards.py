"""Cards of the user's own, with the fields that card files have."""

from __future__ import annotations

from typing import Any

from scenarios.format import types as t
from scenarios.format.errors import nearest
from scenarios.format.kinds import Kind, Reading, Schema
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.tables.common import TEXTS


class OwnCardKind(Kind):
    """A card of the user's own, with the fields that Scryfall's cards have."""

    expected = "a card's fields: {name, mana_cost, type_line, oracle_text, ...}"

    # Printed values are text: the stars, fractions and leading signs of odd cards are none of this module's business.
    TEXTS = (
        "name",
        "layout",
        "mana_cost",
        "type_line",
        "oracle_text",
        "power",
        "toughness",
        "loyalty",
        "defense",
        "hand_modifier",
        "life_modifier",
    )
    LISTS = ("color_indicator",)
    FOLLOWING = ("color_identity", "cmc", "keywords", "rarity", "set", "lang")  # or without meaning in play
    FACES = "card_faces"

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def read(self, reading: Reading, node: Node) -> t.OwnCard:
        fields = self._fields(reading, node, faces=True)
        return t.OwnCard(name=fields["name"], fields=fields, where=reading.where(node))

    def _fields(self, reading: Reading, node: Node, faces: bool) -> dict[str, Any]:
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        known = (*self.TEXTS, *self.LISTS, self.FACES) if faces else (*self.TEXTS, *self.LISTS)
        fields: dict[str, Any] = {}
        for key, value in node.pairs:
            if key.text in self.FOLLOWING:
                continue
            if key.text not in known:
                raise reading.error(
                    key, "unknown key in a card", f"one of {', '.join(known)}", nearest(key.text, known)
                )
            if key.text == self.FACES:
                if type(value) is not Sequence:
                    raise reading.error(value, "", "a list of faces")
                fields[key.text] = [self._fields(reading, face, faces=False) for face in value.items]
            elif key.text in self.LISTS:
                fields[key.text] = list(TEXTS.read(reading, value))
            elif type(value) is not Scalar:
                raise reading.error(
                    value, "", f"{key.text} as text, in quotes if it holds signs such as {{ or *"
                )
            else:
                fields[key.text] = "" if is_nothing(value) else value.text.strip()
        if not fields.get("name"):
            raise reading.error(node, "a card without 'name'", found=False)
        return fields

    def owns(self, value: Any) -> bool:
        return type(value) is t.OwnCard

    def write(self, value: t.OwnCard) -> Any:
        return value.fields

    def schema(self, defs: dict[str, Schema]) -> Schema:
        face: Schema = {
            "type": "object",
            "properties": {
                **{key: {"type": ["string", "integer"]} for key in self.TEXTS},
                **{key: TEXTS.schema(defs) for key in self.LISTS},
            },
            "required": ["name"],
            "additionalProperties": False,
        }
        faces = {"type": "array", "items": face}
        return {**face, "properties": {**face["properties"], self.FACES: faces}}
