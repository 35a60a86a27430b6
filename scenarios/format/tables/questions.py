"""Questions that the ruling answers: each kind, what it holds, and what its answer must be."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from scenarios.format import types as t
from scenarios.format.errors import nearest
from scenarios.format.kinds import (
    Either,
    Field,
    Kind,
    ListOf,
    Number,
    OneOf,
    Reading,
    Record,
    ScalarKind,
    Schema,
    field,
)
from scenarios.format.nodes import Mapping, Node, Scalar, is_nothing
from scenarios.format.tables.actions import ACTION, QUESTIONS_LATER, Considered
from scenarios.format.tables.common import COUNT, FLAG, NAME, OBJECT, PLAYER, RULE, TEXT, TEXTS, ZONE
from scenarios.format.tables.expect import PROPERTIES

EXAMPLES = {
    "what": "{what: bears}",
    "why": "{why: bears, event: dies}",
    "why not": "{why not: bears, event: dies}",
    "can": "{can: {block: {bears: wurm}}}",
    "cost": "{cost: {cast: Shock}}",
    "choices": "{choices: {cast: Shock}}",
    "how often": "{how often: trigger of bears}",
    "how much": "{how much: damage, to: bob}",
    "who": "{who: wins}",
    "which": "{which: creatures, of: bob}",
    "when": "{when: bears dies}",
    "order": "{order: triggers}",
}
"""Each kind of question by its key, as it may be written."""

AMONG = Record(
    t.Among,
    "an answer",
    [
        field("exactly", TEXTS, "these names and no others"),
        field("not", TEXTS, "none of these names", attribute="without"),
    ],
)
NAMED = Either(
    COUNT, TEXTS, AMONG, expected="names (at least these), {exactly: [names]}, {not: [names]} or how many"
)
YES_OR_NO = Either(FLAG, TEXTS, expected="yes, no, or words of the answer")
DOABLE = ("cast", "activate", "play", "special", "attack", "block", "dredge", "anything")
"""What `do` may ask for after `{can: PLAYER}`."""
ACTED = Considered(ACTION)


def _wanted(kind: Kind) -> tuple[Field, Field]:
    """What every question takes besides: what its answer must be."""
    return (
        field("answer", kind, "what the answer must be"),
        field(
            "cites", ListOf(RULE, "a list of rule numbers", or_one=True), "rules that the answer must cite"
        ),
    )


class Next(ScalarKind):
    """`next`: whatever is chosen next."""

    expected = "an action, or next"

    def accepts(self, node: Node) -> bool:
        return type(node) is Scalar and node.text.strip().lower() == "next"

    def read(self, reading: Reading, node: Node) -> None:
        if not self.accepts(node):
            raise self.wrong(reading, node)

    def owns(self, value: Any) -> bool:
        return value is None

    def write(self, value: None) -> Any:
        return "next"

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"enum": ["next"]}


class ChoicesRecord(Record):
    """`choices`, whose value None is written, too: it is what is chosen next."""

    def write(self, value: Any) -> Any:
        return {"choices": "next", **super().write(value)}


OF = field("event", TEXT, "dies, lost, drawn, countered, attacks, ...")
IS = field("is", TEXT, "4/4, flying, tapped, artifact, ...", attribute="state")


def _record(struct: type[t.QuestionBase], value: Field, answer: Kind, *more: Field) -> Record:
    kind = ChoicesRecord if struct is t.Choices else Record
    return kind(struct, value.key, [value, *more, *_wanted(answer)])


RECORDS = (
    _record(
        t.What,
        field("what", OBJECT, "what an object is", attribute="object", required=True),
        Either(
            PROPERTIES,
            Number(),
            TEXTS,
            expected="properties such as {pt: 4/4}, a player's life, or words of the answer",
        ),
    ),
    _record(
        t.Why,
        field("why", NAME, "why something happened or is so", attribute="object", required=True),
        YES_OR_NO,
        OF,
        IS,
    ),
    _record(
        t.WhyNot,
        field("why not", NAME, "why something didn't happen or isn't so", attribute="object", required=True),
        YES_OR_NO,
        OF,
        IS,
    ),
    _record(
        t.Can,
        field("can", ACTED, "whether the action is legal", attribute="action", required=True),
        YES_OR_NO,
    ),
    _record(
        t.CanDo,
        field("can", PLAYER, "all that the player can do", attribute="player", required=True),
        NAMED,
        field("do", OneOf("verb", DOABLE), "the verb", required=True),
    ),
    _record(
        t.Cost,
        field("cost", ACTED, "what the action costs in all", attribute="action", required=True),
        Either(
            FLAG,
            Number(0),
            TEXTS,
            expected='mana such as "{2}{R}", the mana value, or whether it can be paid',
        ),
    ),
    _record(
        t.Choices,
        field(
            "choices",
            Either(Next(), ACTED, expected=Next.expected),
            "what can be chosen",
            attribute="action",
            required=True,
        ),
        NAMED,
    ),
    _record(t.HowOften, field("how often", TEXT, attribute="event", required=True), COUNT),
    _record(
        t.HowMuch,
        field("how much", TEXT, "damage, combat damage, life gained, ...", attribute="what", required=True),
        COUNT,
        field("from", NAME, "whose", attribute="source"),
        field("to", NAME, "to whom"),
    ),
    _record(
        t.Who,
        field("who", TEXT, "wins, loses, priority, active, controls bears", attribute="what", required=True),
        TEXTS,
    ),
    _record(
        t.Which,
        field(
            "which", TEXT, "creatures, untapped lands, cards, a name, ...", attribute="kind", required=True
        ),
        NAMED,
        field(
            "of", PLAYER, "whose: who controls them, or owns them where nobody controls", attribute="player"
        ),
        field("in", ZONE, "the zone; the battlefield if none is said", attribute="zone"),
    ),
    _record(t.When, field("when", TEXT, "bears dies", attribute="event", required=True), TEXTS),
    _record(
        t.InWords,
        field("ask", TEXT, "a question in words", attribute="text", required=True),
        Either(FLAG, COUNT, TEXTS, AMONG, expected="what the answer to that question must be"),
    ),
    _record(t.Order, field("order", OneOf("order", ("triggers",)), attribute="of", required=True), NAMED),
)


AUXILIARY = frozenset({"is", "are", "was", "were", "did", "does", "do", "has", "have", "can", "will"})
"""What goes on after the question's word where the rest of it is in words."""
BY_WORDS_RECORD = next(record for record in RECORDS if record.struct is t.InWords)


class QuestionKind(Kind):
    """A question that the ruling answers: a mapping, or the question in words."""

    expected = f"a question in words, or one of {', '.join(EXAMPLES.values())}"

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping or (type(node) is Scalar and not is_nothing(node))

    def read(self, reading: Reading, node: Node) -> t.Question:
        if type(node) is Scalar and not is_nothing(node):
            return t.InWords(text=TEXT.read(reading, node), where=reading.where(node))
        if type(node) is not Mapping or not node.pairs:
            raise self.wrong(reading, node)
        given = {key.text: value for key, value in node.pairs}
        said = self._in_words(reading, node, given)
        if said is not None:
            return said
        for record in RECORDS:
            if record.what in given:
                if record.struct is t.Can and type(given["can"]) is Scalar:
                    continue
                question: t.Question = record.read(reading, node)
                self._whole(reading, node, question)
                return question
        key = node.pairs[0][0]
        raise reading.error(
            key,
            "unknown question",
            f"one of {', '.join(EXAMPLES.values())}",
            nearest(key.text, EXAMPLES),
        )

    @staticmethod
    def _in_words(reading: Reading, node: Mapping, given: dict[str, Node]) -> t.InWords | None:
        """A question in words that is cut by a colon: `can: bob block bears`, `why: did the bears die`."""
        key, value = node.pairs[0]
        if type(value) is not Scalar or value.text in reading.players or given.keys() & {"do", "event", "is"}:
            return None
        text = value.text.split()
        said = {each.lower() for each in text}
        match key.text:
            case "can" | "why" | "why not":
                whole = len(text) > 1
            case "what":
                whole = text[:1] != [] and text[0].lower() in AUXILIARY
            case "how much" | "how often" | "when":
                whole = bool(said & AUXILIARY)
            case _:
                whole = False
        if not whole:
            return None
        pairs = [(Scalar("ask", True, key.line, key.column), value), *node.pairs[1:]]
        asked: t.InWords = BY_WORDS_RECORD.read(reading, Mapping(pairs, node.line, node.column))
        return replace(asked, text=f"{key.text} {asked.text}")

    @staticmethod
    def _whole(reading: Reading, node: Node, question: t.Question) -> None:
        """`why` asks of an event or of a state."""
        if isinstance(question, t.Why | t.WhyNot) and (question.event is None) == (question.state is None):
            word = "why" if isinstance(question, t.Why) else "why not"
            name = question.object.text
            raise reading.error(
                node,
                f"{word} without 'event' or 'is'"
                if question.event is None
                else f"{word} with both 'event' and 'is'",
                f"{{{word}: {name}, event: dies}} or {{{word}: {name}, is: 4/4}}",
                found=False,
            )

    def owns(self, value: Any) -> bool:
        return isinstance(value, t.QuestionBase)

    def write(self, value: t.Question) -> Any:
        if isinstance(value, t.InWords) and value.answer is None and not value.cites:
            return value.text
        return next(record for record in RECORDS if record.owns(value)).write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [{"type": "string", "minLength": 1}, *(record.schema(defs) for record in RECORDS)]}


QUESTIONS = ListOf(QuestionKind(), "questions", or_one=True)
QUESTIONS_LATER.stands_for(QUESTIONS)
