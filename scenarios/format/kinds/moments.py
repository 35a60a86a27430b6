"""Moments of the game: a step, a turn, a step of a turn, in the ways that people say them (CR 500-514)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from scenarios.format.errors import nearest
from scenarios.format.kinds.base import Reading, ScalarKind, Schema
from scenarios.format.kinds.records import plain_key
from scenarios.format.nodes import Mapping, Node, Scalar, is_nothing
from scenarios.format.types import Moment, Step

CALLED = {
    "main": "precombat main", "main 1": "precombat main", "main 2": "postcombat main", "first main": "precombat main",
    "second main": "postcombat main", "main one": "precombat main", "main two": "postcombat main", "combat": "beginning of combat",
    "begin combat": "beginning of combat", "begin of combat": "beginning of combat", "beginning combat": "beginning of combat",
    "start of combat": "beginning of combat", "attackers": "declare attackers", "attack": "declare attackers",
    "declare attack": "declare attackers", "declare attacks": "declare attackers", "attacks": "declare attackers",
    "blockers": "declare blockers", "block": "declare blockers", "blocks": "declare blockers", "declare block": "declare blockers",
    "declare blocks": "declare blockers", "damage": "combat damage", "first strike": "first strike damage",
    "first combat damage": "first strike damage", "first strike combat damage": "first strike damage", "combat end": "end of combat",
    "end combat": "end of combat", "end": "end step", "end of turn": "end step", "end turn": "end step", "turn end": "end step",
    "main1": "precombat main", "main2": "postcombat main", "m1": "precombat main", "m2": "postcombat main",
    "precombat": "precombat main", "postcombat": "postcombat main",
    "eot": "end step", "ending": "end step", "end of": "end step", "clean up": "cleanup",
}  # fmt: skip
"""Steps as people also call them, without "step" and "phase"."""
STEPS = tuple(step.value for step in Step)
TURN = re.compile(
    r"\s*\b(?:(?:of|in|on|at|during)\s+)?(?:the\s+)?(?:turn\s*#?\s*|t)([0-9]{1,9})\b(?:['’]s\b)?\s*"
)
NEXT = re.compile(r"(?:the\s+)?next\s+(?!turn$)", re.IGNORECASE)
NEXT_TURN = re.compile(r"(?:the\s+)?next\s+turn", re.IGNORECASE)
"""As far as its upkeep, in which players can do something first."""
OPENING = re.compile(r"^(?:(?:at|in|on|during|until|the|beginning of|start of)\s+)+")


class MomentKind(ScalarKind):
    """``upkeep``, ``turn 2``, ``turn 2 upkeep`` or ``bob's upkeep``; in a mapping ``{turn: 2, step: upkeep}``."""

    expected = "a step such as upkeep, or turn 2 upkeep"
    steps = STEPS
    owned = re.compile(r"(.+?)['’]s (.+)")
    before = re.compile(r"(\S+) (.+)")
    parts = ("turn", "step", "phase", "player")

    def _moment(self, text: str) -> tuple[int | None, str | None]:
        """The turn and the step that the words name, the step as the rules call it if it is known."""
        words = re.sub(r"\b(pre|post)-", r"\1", text.lower())
        words = " ".join(re.sub(r"[_,]", " ", words).split())
        turn = TURN.search(words)
        number = int(turn[1]) if turn else None
        rest = " ".join(TURN.sub(" ", words, count=1).split())
        return number, _step(rest) if rest or turn is None else None

    def accepts(self, node: Node) -> bool:
        if type(node) is Mapping:
            return bool(node.pairs) and all(plain_key(key.text) in self.parts for key, _ in node.pairs)
        if type(node) is not Scalar or is_nothing(node):
            return False
        owned = self.owned.fullmatch(node.text.strip()) or self.before.fullmatch(node.text.strip())
        if NEXT_TURN.fullmatch(node.text.strip()) is not None:
            return True
        if self._moment(NEXT.sub("", node.text))[1] in (None, *STEPS):
            return True
        return owned is not None and self._moment(NEXT.sub("", owned[2]))[1] in (
            None,
            *STEPS,
            "turn",
            "next turn",
        )

    def read(self, reading: Reading, node: Node) -> Moment:
        if type(node) is Mapping and self.accepts(node):
            node = self._said(reading, node)
        if type(node) is not Scalar or is_nothing(node):
            raise self.wrong(reading, node)
        text, whose = _whose(node.text.strip(), reading.players)
        if whose is not None and text.lower() in ("turn", "next turn"):
            return Moment(whose=whose, where=reading.where(node))
        if NEXT_TURN.fullmatch(text) is not None:
            return Moment(step=Step("upkeep"), next=True, where=reading.where(node))
        after = NEXT.match(text) is not None
        text = NEXT.sub("", text)
        number, step = self._moment(text)
        if number is not None and number < 1:
            raise reading.error(node, "turns count from 1")
        if step is not None and step not in STEPS:
            raise reading.error(
                node,
                "unknown step",
                f"one of {', '.join(STEPS)}, or one of these after a turn's number (turn 2 upkeep)",
                nearest(step, STEPS),
            )
        return Moment(
            turn=number, step=Step(step) if step else None, whose=whose, next=after, where=reading.where(node)
        )

    @staticmethod
    def _said(reading: Reading, node: Mapping) -> Scalar:
        """``{turn: 2, step: upkeep}`` as ``turn 2 upkeep``, ``{player: bob, step: upkeep}`` as ``bob's upkeep``."""
        said: dict[str, str] = {}
        for key, value in node.pairs:
            if type(value) is not Scalar or is_nothing(value):
                raise reading.error(value, "", "words or a number")
            said["step" if (part := plain_key(key.text)) == "phase" else part] = value.text.strip()
        return Scalar(moment_in_words(reading.players, **said), True, node.line, node.column)

    def owns(self, value: Any) -> bool:
        return type(value) is Moment

    def write(self, value: Moment) -> Any:
        return " ".join(
            part
            for part in (
                f"turn {value.turn}" if value.turn else "",
                f"{value.whose}'s" if value.whose else "",
                "next" if value.next else "",
                str(value.step or ("turn" if value.whose else "")),
            )
            if part
        )

    def schema(self, defs: dict[str, Schema]) -> Schema:
        # Steps as people call them are not listed: an editor completes those of the rules.
        named = "untap|upkeep|draw|main|combat|attack|block|damage|end|eot|clean ?up"
        words: Schema = {
            "type": "string",
            "pattern": rf"(?i)turn ?#?[0-9]|next turn|\bt[0-9]|['’]s .|\b({named})",
        }
        said = {part: {"type": ["string", "integer"]} for part in self.parts}
        return {
            "anyOf": [
                {"enum": list(STEPS)},
                words,
                {"type": "object", "properties": said, "additionalProperties": False, "minProperties": 1},
            ]
        }


def moment_in_words(players: Iterable[str], turn: str = "", step: str = "", player: str = "") -> str:
    """A moment's parts as the words for it; `turn` is a number, or whose turn it is."""
    if turn and not turn.isdigit():
        owner = turn.removesuffix("'s")
        turn, player = ("", owner) if owner in players else (turn, player)
    numbered = f"turn {turn}" if turn.isdigit() else turn
    return " ".join(
        part
        for part in (numbered, f"{player}'s" if player else "", step or ("turn" if player else ""))
        if part
    )


def _step(text: str) -> str:
    """The step as the rules call it, if it is known; else the words."""
    for words in (text, OPENING.sub("", text)):
        if words in STEPS:
            return words
        bare = (
            re.sub(r"\s*\b(?:step|phase)\b", "", words)
            if words not in ("end step", "step", "phase")
            else words
        )
        bare = bare.strip()
        if bare in STEPS:
            return bare
        if bare in CALLED:
            return CALLED[bare]
    return text


def _whose(text: str, players: Iterable[str]) -> tuple[str, str | None]:
    """The words without the player whose turn is meant, and that player."""
    for player in players:
        match = re.search(rf"(?:^|(?<=\s)){re.escape(player)}['’]s\s+|^{re.escape(player)}\s+", text)
        if match:
            return (text[: match.start()] + text[match.end() :]).strip(), player
    return text, None
