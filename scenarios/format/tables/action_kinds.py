"""What some verbs and options hold: the zone that a card comes from, a player or nobody, combat damage by its source."""

from __future__ import annotations

import re
from typing import Any

from scenarios.format import types as t
from scenarios.format.errors import nearest
from scenarios.format.kinds import Pairs, Player, Reading, ScalarKind, Schema
from scenarios.format.nodes import Mapping, Node, Scalar, is_nothing
from scenarios.format.tables.common import COUNT, PLAYER, SHARES, ZONE


class FromKind(ScalarKind):
    """The zone that a card is cast or played from: ``graveyard``, ``bob's hand``."""

    expected = "a zone, such as graveyard or bob's graveyard"
    owned = re.compile(r"(.+)['’]s\s+(\S+(?: zone| the game)?)")

    def read(self, reading: Reading, node: Node) -> t.From:
        if type(node) is not Scalar:
            raise self.wrong(reading, node)
        player = None
        zone = node.text.strip().lower()
        match = self.owned.fullmatch(node.text.strip())
        if match:
            player = PLAYER.read(reading, Scalar(match[1], node.plain, node.line, node.column))
            zone = match[2].lower()
        zone = zone.removeprefix("the ").removesuffix(" zone")
        if zone not in ZONE.words:
            raise reading.error(
                node, "unknown zone", f"one of {', '.join(ZONE.words)}", nearest(zone, ZONE.words)
            )
        return t.From(zone=t.Zone(zone), player=player, where=reading.where(node))

    def owns(self, value: Any) -> bool:
        return type(value) is t.From

    def write(self, value: t.From) -> Any:
        return f"{value.player}'s {value.zone}" if value.player else str(value.zone)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [ZONE.schema(defs), {"type": "string", "pattern": ".+['’]s .+"}]}


class OrNobody(Player):
    """A player, or nothing."""

    def read(self, reading: Reading, node: Node) -> str:
        return "" if is_nothing(node) else super().read(reading, node)


class Holder(Player):
    """The player who has something that one player has, or ``nobody``."""

    def read(self, reading: Reading, node: Node) -> str:
        nobody = type(node) is Scalar and node.text.strip().lower() in ("nobody", "no one", "none")
        return "" if nobody else super().read(reading, node)

    def write(self, value: str) -> str:
        return value or "nobody"


class AssignmentPairs(Pairs):
    """Combat damage by its source, or that of one creature that isn't named."""

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        if type(node) is Mapping and node.pairs and all(COUNT.accepts(value) for _, value in node.pairs):
            shares = SHARES.read(reading, node)
            return (t.Assignment(shares=shares, where=reading.where(node)),)
        return super().read(reading, node)

    def write(self, value: tuple[t.Assignment, ...]) -> Any:
        if value and value[0].source is None:
            return SHARES.write(value[0].shares)
        return super().write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [super().schema(defs), SHARES.schema(defs)]}
