"""Answers to the decisions that come up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from scenarios.format import types as t
from scenarios.format.errors import nearest
from scenarios.format.kinds import Kind, ListOf, Number, OneOf, Reading, Schema, plain_key
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.tables.common import COUNT, NUMBER, SHARES, TEXT


class AnswerKind(Kind):
    """An answer to a decision, in any of its forms."""

    expected = "an answer: words, a number, a list of answers, a division {bears: 1, bob: 2}, or {mode: 2}"
    X = re.compile(r"[xX]\s*=\s*([0-9]{1,9})")

    def accepts(self, node: Node) -> bool:
        return not is_nothing(node)

    def read(self, reading: Reading, node: Node) -> t.Answer:
        where = reading.where(node)
        if type(node) is Scalar:
            if NUMBER.accepts(node):
                return t.Number(value=NUMBER.read(reading, node), where=where)
            is_x = self.X.fullmatch(node.text.strip())
            if is_x:
                return t.AnswerTo(kind="x", answer=t.Number(value=int(is_x[1]), where=where), where=where)
            if is_nothing(node):
                raise self.wrong(reading, node)
            return t.Words(text=TEXT.read(reading, node), where=where)
        if type(node) is Sequence:
            return t.Several(items=tuple([self.read(reading, item) for item in node.items]), where=where)
        assert type(node) is Mapping
        pairs = node.pairs
        kind = pairs[0][0].text.removesuffix("s") if len(pairs) == 1 else ""
        if kind in ANSWER_KINDS:
            return t.AnswerTo(kind=kind, answer=ANSWER_KINDS[kind].read(reading, pairs[0][1]), where=where)
        if len(pairs) == 1 and plain_key(pairs[0][0].text) in SAID_OF:
            return self.read(reading, pairs[0][1])
        if by_players(reading, node) and len(pairs) == 1:
            inner = self.read(reading, pairs[0][1])
            return t.AnswerOf(player=pairs[0][0].text, answer=inner, where=where)
        for key, value in pairs:
            if not NUMBER.accepts(value):
                raise reading.error(
                    key,
                    "neither a kind of decision nor the part of a division",
                    f"one of {', '.join(ANSWER_KINDS)} alone, or numbers for each: {{bears: 1, bob: 2}}",
                    nearest(key.text, ANSWER_KINDS),
                )
        if not pairs:
            raise self.wrong(reading, node)
        return t.Division(shares=SHARES.read(reading, node), where=where)

    def owns(self, value: Any) -> bool:
        return isinstance(value, t.Words | t.Number | t.Several | t.Division | t.AnswerTo | t.AnswerOf)

    def write(self, value: t.Answer) -> Any:
        match value:
            case t.Words(text=text):
                return text
            case t.Number(value=number):
                return number
            case t.Several(items=items):
                return [self.write(item) for item in items]
            case t.Division(shares=shares):
                return SHARES.write(shares)
            case t.AnswerTo(kind=kind, answer=answer):
                return {kind: self.write(answer)}
            case t.AnswerOf(player=player, answer=answer):
                return {player: self.write(answer)}

    def schema(self, defs: dict[str, Schema]) -> Schema:
        if "Answer" not in defs:
            defs["Answer"] = {}
            defs["Answer"] = {
                "anyOf": [
                    {"type": ["string", "integer", "boolean"]},
                    {"type": "array", "items": {"$ref": "#/$defs/Answer"}},
                    *(
                        {
                            "type": "object",
                            "properties": {kind: inner.schema(defs)},
                            "required": [kind],
                            "additionalProperties": False,
                        }
                        for kind, inner in ANSWER_KINDS.items()
                    ),
                    {**SHARES.schema(defs), "minProperties": 1},
                    {
                        "type": "object",
                        "minProperties": 1,
                        "additionalProperties": {"$ref": "#/$defs/Answer"},
                    },
                ]
            }
        return {"$ref": "#/$defs/Answer"}


class CertainAnswer(AnswerKind):
    """An answer in one of some forms: where the kind of decision is said, its answer can only be one of its kind."""

    def __init__(self, of: Iterable[Kind], expected: str) -> None:
        self.of = tuple(of)
        self.expected = expected

    def read(self, reading: Reading, node: Node) -> t.Answer:
        for kind in self.of:
            if kind.accepts(node):
                value = kind.read(reading, node)
                where = reading.where(node)
                if isinstance(value, int):
                    return t.Number(value=value, where=where)
                if isinstance(value, str):
                    return t.Words(text=value, where=where)
                if kind is SHARES:
                    return t.Division(shares=value, where=where)
                return t.Several(items=value, where=where)
        raise self.wrong(reading, node)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [kind.schema(defs) for kind in self.of]}


SAID_OF = frozenset({
    "scry", "surveil", "discard", "search", "search for", "find", "sacrifice", "color", "may", "exile", "return", "name", "order", "pay",
    "player", "creature type", "type", "object", "choose", "number", "pile",
})  # fmt: skip
"""What an answer can say that it is about, where its words tell that anyway: ``{scry: bottom}``."""
COIN = OneOf("side of a coin", ("win", "lose", "heads", "tails"))
ANSWER_KINDS: dict[str, Kind] = {
    "mode": CertainAnswer(
        (Number(1), TEXT, ListOf(CertainAnswer((Number(1), TEXT), "a mode"))),
        "a mode by its number or opening words, or a list of modes",
    ),
    "x": CertainAnswer((COUNT,), "a number"),
    "target": CertainAnswer(
        (TEXT, ListOf(CertainAnswer((TEXT,), "a target")), SHARES),
        "a target, a list of targets, or a division among them",
    ),
    "coin": CertainAnswer((COIN,), COIN.expected),
    "die": CertainAnswer((Number(1),), "a number"),
}
ANSWER = AnswerKind()


class AnswerList(ListOf):
    """Answers in order; `{alice: yes, bob: [no, Shock]}` are as many as it has, each of its player."""

    def read(self, reading: Reading, node: Node) -> Any:
        items = node.items if type(node) is Sequence else [node]
        if not any(by_players(reading, item) for item in items):
            return super().read(reading, node)
        each: list[Node] = []
        whose: dict[int, str] = {}
        for item in items:
            if type(item) is Mapping and by_players(reading, item):
                for player, answer in _each_of_a_player(item):
                    whose[len(each)] = player
                    each.append(answer)
            else:
                each.append(item)
        found = super().read(reading, Sequence(each, node.line, node.column))
        return tuple(
            t.AnswerOf(player=whose[n], answer=answer, where=answer.where) if n in whose else answer
            for n, answer in enumerate(found)
        )


def by_players(reading: Reading, node: Node) -> bool:
    """Whether answers are told player by player, and no division among players."""
    if type(node) is not Mapping or not node.pairs:
        return False
    return all(key.text in reading.players and not NUMBER.accepts(value) for key, value in node.pairs)


def _each_of_a_player(node: Mapping) -> list[tuple[str, Node]]:
    return [
        (key.text, answer)
        for key, value in node.pairs
        for answer in (value.items if type(value) is Sequence else [value])
    ]


ANSWER_LIST = AnswerList(ANSWER, "a list of answers", or_one=True)
