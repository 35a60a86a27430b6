"""Cards of the user's own: the fields that Scryfall's cards have, also as people call them (scenario format: cards)."""

from __future__ import annotations

import re
from typing import Any

from scenarios.format import types as t
from scenarios.format.errors import nearest
from scenarios.format.kinds import Kind, PowerToughnessKind, Reading, Schema, plain_key
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.tables.common import TEXTS

CALLED = {
    "cost": "mana_cost", "mana": "mana_cost", "mana cost": "mana_cost", "manacost": "mana_cost", "type": "type_line", "types": "type_line",
    "type line": "type_line", "typeline": "type_line", "text": "oracle_text", "oracle": "oracle_text", "oracle text": "oracle_text",
    "rules text": "oracle_text", "rules": "oracle_text", "card": "name", "color indicator": "color_indicator", "faces": "card_faces",
}  # fmt: skip
"""Fields as people also call them."""
SIZES = ("pt", "p/t", "size", "power/toughness")
"""Power and toughness as one: `pt: 2/3`."""
COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


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
    FOLLOWING = (
        "color_identity", "cmc", "mana_value", "keywords", "rarity", "set", "set_name", "lang", "produced_mana", "collector_number", "oracle_id",
        "id", "object", "uri", "scryfall_uri", "legalities", "artist", "flavor_text", "released_at", "reserved", "games", "prices", "image_uris",
    )  # fmt: skip
    """Fields that follow from others, or are without meaning in play."""
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
        colors: Node | None = None
        for key, value in node.pairs:
            name = CALLED.get(plain_key(key.text), key.text)
            if name in self.FOLLOWING:
                continue
            if name in ("colors", "color"):
                colors = value
            elif name in SIZES:
                size = PowerToughnessKind().read(reading, value)
                fields |= {"power": str(size.power), "toughness": str(size.toughness)}
            elif name not in known:
                more = (*known, "colors", "pt")
                raise reading.error(
                    key, "unknown key in a card", f"one of {', '.join(more)}", nearest(key.text, more)
                )
            else:
                fields[name] = self._value(reading, name, value)
        if not fields.get("name"):
            raise reading.error(node, "a card without 'name'", found=False)
        if colors is not None:
            _colored(reading, fields, colors)
        return fields

    def _value(self, reading: Reading, name: str, value: Node) -> Any:
        if name == self.FACES:
            if type(value) is not Sequence:
                raise reading.error(value, "", "a list of faces")
            return [self._fields(reading, face, faces=False) for face in value.items]
        if name in self.LISTS:
            return list(TEXTS.read(reading, value))
        if type(value) is not Scalar:
            raise reading.error(value, "", f"{name} as text, in quotes if it holds signs such as {{ or *")
        return "" if is_nothing(value) else value.text.strip()

    def owns(self, value: Any) -> bool:
        return type(value) is t.OwnCard

    def write(self, value: t.OwnCard) -> Any:
        return value.fields

    def schema(self, defs: dict[str, Schema]) -> Schema:
        text: Schema = {"type": ["string", "integer"]}
        face: Schema = {
            "type": "object",
            "properties": {
                **dict.fromkeys((*self.TEXTS, *SIZES), text),
                **{also: text for also, key in CALLED.items() if key in self.TEXTS},
                **{key: TEXTS.schema(defs) for key in (*self.LISTS, "colors", "color")},
                **{key: {} for key in self.FOLLOWING},
            },
            "anyOf": [{"required": ["name"]}, {"required": ["card"]}],
            "additionalProperties": False,
        }
        faces = {"type": "array", "items": face}
        return {**face, "properties": {**face["properties"], self.FACES: faces}}


def _colored(reading: Reading, fields: dict[str, Any], node: Node) -> None:
    """CR 105.2, 202.2, 204.1: what colors a card has follows from its mana cost; where that has none, from the color indicator that it then must have. Raises
    ScenarioError for colors that it can't have."""
    said = () if is_nothing(node) else TEXTS.read(reading, node)
    letters = [sign for text in said for sign in _letters(reading, text, node)]
    costs = [
        fields.get("mana_cost", ""),
        *(face.get("mana_cost", "") for face in fields.get("card_faces", ())),
    ]
    symbols = "".join(re.findall(r"\{[^}]*\}|^[^{]*$", " ".join(costs))).upper()
    of_cost = {sign for sign in COLORS if sign in symbols}
    devoid = "devoid" in str(fields.get("oracle_text", "")).lower()
    if not of_cost and letters and not devoid:
        fields.setdefault("color_indicator", letters)
    elif set(letters) != of_cost and not (devoid and not letters) and "color_indicator" not in fields:
        colors = ", ".join(COLORS[sign] for sign in COLORS if sign in of_cost) or "colorless"
        raise reading.error(
            node, f"other colors than those of its mana cost, {colors}", "no `colors`, or those", found=False
        )


def _letters(reading: Reading, text: str, node: Node) -> list[str]:
    """A color, by its name or letter (or letters: `WU`), as letters. Raises ScenarioError."""
    word = text.strip()
    named = next((sign for sign, color in COLORS.items() if color == word.lower()), None)
    if named is not None or word.lower() == "colorless":
        return [named] if named is not None else []
    if word and set(word.upper()) <= {*COLORS, "C"}:
        return [sign for sign in word.upper() if sign in COLORS]
    raise reading.error(
        node,
        f"'{word}' is no color",
        f"one of {', '.join(COLORS.values())}, colorless",
        nearest(word, COLORS.values()),
        found=False,
    )
