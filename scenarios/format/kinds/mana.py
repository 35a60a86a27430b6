"""Mana at set-up and in checks (CR 106)."""

from __future__ import annotations

import re
from typing import Any

from scenarios.format.errors import ScenarioError
from scenarios.format.kinds.base import Kind, Reading, Schema
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.types import Count, Name, Pool

MANA_TYPES = ("W", "U", "B", "R", "G", "C")
MOST = 10_000
"""The most mana that a pool may hold (README: limits)."""
NAMED = {
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
    "colorless": "C",
    "generic": "",
    "any": "",
}
"""Mana in words, in a mapping of how much of each there is."""
COUNTED = re.compile("[0-9]{1,4}")
BASICS = {"Plains": "Plains", "Islands": "Island", "Swamps": "Swamp", "Mountains": "Mountain", "Forests": "Forest", "Wastes": "Wastes"}  # fmt: skip


class PoolKind(Kind):
    """CR 106.1b: mana as symbols in braces or bare; with `loosely`, also generic mana, lands that make it, and ``unlimited``."""

    symbols = re.compile(r"(?:\{[WUBRGC]\}\s*)*", re.IGNORECASE)
    whole = re.compile(r"(?:\{(?:[WUBRGC]|[0-9]{1,5})\}\s*)+|[0-9]{0,5}[WUBRGC]+|[0-9]{1,5}", re.IGNORECASE)
    lands = re.compile(r"([1-9][0-9]{0,3}) +([^0-9,].*)|([^0-9,].*?) +x([1-9][0-9]{0,3})")

    def __init__(self, or_unlimited: bool) -> None:
        self.loosely = or_unlimited
        self.expected = (
            'mana such as "{R}{R}" or "{2}{G}" in quotes, a number, lands such as 3 Islands, or unlimited'
            if or_unlimited
            else 'mana such as "{R}{R}" in quotes'
        )

    def accepts(self, node: Node) -> bool:
        if type(node) is Scalar:
            return not is_nothing(node)
        return self.loosely and (type(node) is Sequence or self._braces(node) is not None)

    @staticmethod
    def _braces(node: Node) -> str | None:
        """``{G}`` without quotes, which YAML takes for a mapping, and ``{R: 1, G: 2}``: so much of each."""
        if type(node) is not Mapping or not node.pairs:
            return None
        if len(node.pairs) == 1 and is_nothing(node.pairs[0][1]):
            return f"{{{node.pairs[0][0].text}}}"
        told = ""
        for key, value in node.pairs:
            symbol = NAMED.get(key.text.strip().lower(), key.text.strip().upper())
            if (
                symbol not in (*MANA_TYPES, "")
                or type(value) is not Scalar
                or not COUNTED.fullmatch(value.text)
            ):
                return None
            told += f"{{{symbol}}}" * int(value.text) if symbol else f"{{{value.text}}}"
        return told

    def read(self, reading: Reading, node: Node) -> Pool:
        parts: list[Node] = list(node.items) if type(node) is Sequence and self.loosely else [node]
        pool = Pool(where=reading.where(node))
        for part in parts:
            text = self._braces(part) if self.loosely else None
            if type(part) is Scalar and not is_nothing(part):
                text = part.text.strip()
            if text is None:
                raise self.wrong(reading, part)
            for piece in re.split(r"\s*,\s*|\s+and\s+", text) if self.loosely else [text]:
                pool = self._add(reading, part, pool, piece)
        if self.loosely and pool.generic:
            reading.remark(
                node,
                "generic mana in a pool",
                "colorless mana that can be spent as any type",
            )
        return pool

    def _add(self, reading: Reading, node: Node, pool: Pool, text: str) -> Pool:
        """The pool with what the words say. Raises ScenarioError."""
        mana, generic, lands = pool.mana, pool.generic, pool.lands
        unlimited = pool.unlimited
        if self.symbols.fullmatch(text):
            mana += tuple(re.findall("[A-Z]", text.upper()))
        elif not self.loosely and not re.fullmatch("[WUBRGC]+", text, re.IGNORECASE):
            raise self.wrong(reading, node)
        elif text.lower() == "unlimited":
            unlimited = True
        elif self.whole.fullmatch(text):
            mana += tuple(re.findall("[A-Z]", text.upper()))
            generic += sum(map(int, re.findall("[0-9]+", text)))
        elif land := self.lands.fullmatch(text):
            number, name = (land[1], land[2]) if land[1] else (land[4], land[3])
            name = name.removesuffix(" untapped").removeprefix("untapped ")
            name = BASICS.get(name.capitalize(), name)
            where = reading.where(node)
            lands += (Count(name=Name(text=name, where=where), count=int(number), where=where),)
        else:
            raise self.wrong(reading, node)
        if len(mana) + generic + sum(each.count for each in lands) > MOST:
            raise self._too_much(reading, node)
        return Pool(mana=mana, generic=generic, lands=lands, unlimited=unlimited, where=pool.where)

    @staticmethod
    def _too_much(reading: Reading, node: Node) -> ScenarioError:
        return reading.error(node, "too much mana", f"at most {MOST:,}")

    def owns(self, value: Any) -> bool:
        return type(value) is Pool

    def write(self, value: Pool) -> Any:
        if value.unlimited:
            return "unlimited"
        symbols = "".join(f"{{{symbol}}}" for symbol in value.mana)
        pool = (f"{{{value.generic}}}" if value.generic else "") + symbols
        lands = [f"{each.name.text} x{each.count}" for each in value.lands]
        return [*([pool] if pool else []), *lands] if lands else pool

    def schema(self, defs: dict[str, Schema]) -> Schema:
        if not self.loosely:
            return {"type": "string", "pattern": r"^((\{[WUBRGC]\})*|[WUBRGC]+)$"}
        lands = r"[1-9][0-9]* +[^0-9,].*|[^0-9,].* +x[1-9][0-9]*"
        text: Schema = {
            "type": "string",
            "pattern": rf"^(unlimited|(\{{([WUBRGC]|[0-9]+)\}})*|[0-9]*[WUBRGC]+|[0-9]+|{lands})$",
        }
        number = {"type": "integer", "minimum": 0}
        counts = {"type": "object", "additionalProperties": {"type": ["integer", "null"]}}
        return {"anyOf": [text, number, {"type": "array", "items": text}, counts]}
