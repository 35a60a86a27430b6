"""What a kind of value is, and the state of reading one scenario."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from scenarios.format.errors import ScenarioError
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, describe, is_nothing
from scenarios.format.types import Remark, Where

Schema = dict[str, Any]


MAX_PERMANENTS = 2_000
"""The most permanents that a scenario may begin with."""


MAX_CARDS = 10_000
"""The most cards that a scenario may begin with, in all zones but the battlefield."""


def _names(of: Node | None) -> set[str]:
    """The names in a part of the set-up, folded: labels, cards, and cards up to a comma in their names."""
    found, waiting = set[str](), [of]
    while waiting:
        match waiting.pop():
            case Scalar(text=text):
                name = re.sub(r"\s+x[0-9]+$", "", text.strip()).casefold()
                found |= {name, name.partition(",")[0]}
            case Sequence(items=items):
                waiting.extend(items)
            case Mapping(pairs=pairs):
                waiting.extend(value for _, value in pairs)
    return found


class Reading:
    """One scenario being read: its file, its players, the labels so far. `places`: for plain data, what to call the place that stands in each line."""

    __slots__ = (
        "board",
        "cards",
        "faults",
        "file",
        "labels",
        "permanents",
        "places",
        "players",
        "remarks",
        "trying",
        "zone",
    )

    def __init__(self, file: str, places: tuple[str, ...] = ()) -> None:
        self.file = file
        self.places = places
        self.players: tuple[str, ...] = ()
        self.labels: dict[str, Where] = {}
        self.permanents = 0
        self.cards = 0
        self.zone = ""
        self.faults: list[ScenarioError] = []
        """What is wrong so far; reading goes on after it, so that all of it is told at once."""
        self.remarks: list[Remark] = []
        """What was taken in another way than it stands there."""
        self.board: Node | None = None
        """The players as they stand in the file."""
        self.trying = 0
        """How many lists of actions that are only considered (``can``) we are in: their labels name nothing."""

    def where(self, node: Node) -> Where:
        """The place of a node."""
        if self.places:
            return Where(self.places[node.line - 1])
        return Where(self.file, node.line, node.column)

    def names(self) -> frozenset[str]:
        """All names that the set-up gives, folded: players, labels, cards, and cards up to a comma in their names."""
        return frozenset({player.casefold() for player in self.players} | _names(self.board))

    def is_in_play(self, name: str) -> bool:
        """Whether the set-up gives a permanent of that name."""
        players = self.board.pairs if type(self.board) is Mapping else []
        zones = [pair for _, player in players if type(player) is Mapping for pair in player.pairs]
        return any(
            name.strip().casefold() in _names(zone) for key, zone in zones if key.text == "battlefield"
        )

    def remark(self, node: Node, about: str, taken: str) -> None:
        """Note that something was taken in another way than it stands there."""
        self.remarks.append(Remark(about=about, taken=taken, where=self.where(node)))

    def error(
        self,
        node: Node,
        message: str,
        expected: str | None = None,
        near: Iterable[str] = (),
        found: bool = True,
    ) -> ScenarioError:
        """The error that a node is at fault; to be raised."""
        return ScenarioError(
            self.where(node),
            message,
            found=describe(node) if found else None,
            expected=expected,
            near=near,
        )


class Kind(ABC):
    """A kind of value."""

    expected: str
    """What errors say was expected."""

    @abstractmethod
    def accepts(self, node: Node) -> bool:
        """Whether a node has the shape of this kind; ``read`` may still find a fault in it."""

    @abstractmethod
    def read(self, reading: Reading, node: Node) -> Any: ...

    @abstractmethod
    def owns(self, value: Any) -> bool:
        """Whether ``write`` takes the value; as ``accepts``, from the other side."""

    @abstractmethod
    def write(self, value: Any) -> Any: ...

    @abstractmethod
    def schema(self, defs: dict[str, Schema]) -> Schema: ...

    def wrong(self, reading: Reading, node: Node) -> ScenarioError:
        """The error that a node isn't of this kind; to be raised."""
        return reading.error(node, "", self.expected)


class ScalarKind(Kind):
    """A kind whose values are scalars in YAML."""

    def accepts(self, node: Node) -> bool:
        return type(node) is Scalar and not is_nothing(node)
