"""What players do: each verb, what it holds, and its options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from scenarios.format import types as t
from scenarios.format.errors import ScenarioError, nearest
from scenarios.format.kinds import (
    Delegate,
    Either,
    Field,
    Kind,
    Label,
    ListOf,
    Named,
    Number,
    OneOf,
    OrNames,
    PlainNumber,
    Reading,
    Record,
    Schema,
    field,
)
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.tables.action_kinds import AssignmentPairs, FromKind, OrNobody
from scenarios.format.tables.answers import ANSWER_LIST
from scenarios.format.tables.common import (
    COUNT,
    FLAG,
    MOMENT,
    NAMES,
    OBJECT,
    PLAYER,
    RULE,
    SHARES,
    SOME_NAMES,
    TEXT,
)
from scenarios.format.tables.sentences import NOTHING_DONE, elaborated, sentence
from scenarios.format.tables.spoken import (
    CALLED,
    NAMED_VERB,
    NO_TARGETS,
    PAID,
    WHAT,
    reshaped,
    verb_first,
)
from scenarios.format.tables.verbs import HOLDERS, LOYALTY, SHORTS, short, spelled_out, with_costs_said

EXPECT_LATER = Delegate("what must hold")
"""What `tables.expect` fills in: it needs the actions of this module."""
QUESTIONS_LATER = Delegate("questions")
"""What `tables.questions` fills in, which needs them too."""


MODES = ListOf(
    Either(Number(1), TEXT, expected="a mode by its number or opening words"), "a list of modes", or_one=True
)
TARGETS = field("targets", NAMES, also=("target", "targeting"))
X = field("x", COUNT)
MODES_FIELD = field("modes", MODES, "numbers from 1, or opening words", also=("mode", "mode choice"))
FACE = field("face", TEXT, "the face to use")
FROM = field("from", FromKind(), "the zone it is in", attribute="from_")
PAY = field("pay", ANSWER_LIST, "mana, objects to sacrifice, ...", also=("paying", "pay with", "payment"))
DIVIDE = field("divide", SHARES, "{bears: 1, bob: 2}", also=("division", "divided", "distribute"))

OPTIONS: tuple[Field, ...] = (
    field("by", PLAYER, "who does it; if not given, the only one who can", also=("player", "who")),
    field("at", MOMENT, "first go on to this step", also=("step", "phase", "when", "during")),
    field(
        "choose",
        ANSWER_LIST,
        "answers to the decisions that come up, in order",
        also=("chooses", "choice", "choices", "answer", "answers", "set choice"),
    ),
    field("as", Label(), "a label for what results", attribute="label", also=("label",)),
    field("wait", FLAG, "let everyone pass until the action is legal"),
    field(
        "illegal",
        Either(FLAG, RULE, expected="true, or a rule number such as 702.19b"),
        "it must be refused: true, or the rule number",
    ),
)
"""What every action takes."""

# Verb: its struct, the attribute and kind of its value, its own options.
VERBS: dict[str, tuple[type[t.ActionBase], Field, tuple[Field, ...]]] = {
    verb: (struct, field(verb, kind, about, attribute=attribute, required=True), own)
    for verb, struct, attribute, kind, about, own in (
        (
            "cast",
            t.Cast,
            "card",
            Named("a card's name or label"),
            "cast a card",
            (
                TARGETS,
                X,
                MODES_FIELD,
                FACE,
                FROM,
                field("kicked", Either(COUNT, FLAG), "true, or how often", also=("kicker",)),
                field(
                    "alternative",
                    TEXT,
                    "opening words of the alternative or keyword cost",
                    also=("alternative cost", "for", "via", "using"),
                ),
                field("additional", ANSWER_LIST, also=("additional cost", "additional costs")),
                PAY,
                DIVIDE,
            ),
        ),
        (
            "activate",
            t.Activate,
            "object",
            OBJECT,
            "activate an ability of an object",
            (
                field(
                    "ability",
                    Either(PlainNumber(1), TEXT, expected="the ability's number or opening words"),
                    "its opening words or number, if there are several",
                ),
                TARGETS,
                X,
                MODES_FIELD,
                PAY,
                DIVIDE,
                field(
                    "deed",
                    OneOf("deed", ("sacrifice", "discard", "exile", "tap", "untap", "return")),
                    "the object is what this is done to as the cost, of its own ability or of the only other that asks for it",
                ),
            ),
        ),
        ("play", t.Play, "card", Named("a land's name or label"), "play a land", (FACE, FROM)),
        (
            "special",
            t.Special,
            "object",
            OBJECT,
            "take a special action",
            (field("action", TEXT, "turn face up, suspend, foretell, plot, ..."), X, PAY),
        ),
        (
            "attack",
            t.Attack,
            "attackers",
            OrNames(
                t.Attacker,
                ("attacker", OBJECT),
                ("attacks", Named("a player, planeswalker or battle")),
                "{attacker: player, planeswalker or battle}; {} attacks with nothing; an attacker or a list of them attacks the only opponent",
            ),
            "declare attackers",
            (field("bands", ListOf(ListOf(OBJECT, "a list of attackers"), "a list of bands")),),
        ),
        (
            "block",
            t.Block,
            "blockers",
            OrNames(
                t.Blocker,
                ("blocker", OBJECT),
                ("blocks", ListOf(OBJECT, "an attacker or a list of attackers", or_one=True)),
                "{blocker: attacker or [attackers]}; {} blocks with nothing; a blocker or a list of them blocks the only attacker",
            ),
            "declare blockers",
            (),
        ),
        (
            "assign",
            t.Assign,
            "damage",
            AssignmentPairs(
                t.Assignment,
                ("source", OBJECT),
                ("shares", SHARES),
                "{source: {recipient: damage}}; {recipient: damage} alone is of the only creature that can deal it to these",
            ),
            "assign combat damage of the coming damage step",
            (),
        ),
        (
            "pass",
            t.Pass,
            "player",
            OrNobody(),
            "a player passes; if none is named, whoever has priority",
            (),
        ),
        (
            "resolve",
            t.Resolve,
            "count",
            Either(
                Number(1),
                OneOf("extent", ("top", "all")),
                OBJECT,
                expected="top, all, a number, or what is on the stack",
            ),
            "everyone passes until so much of the stack, or the spell or ability that is named, has resolved; top if nothing is said",
            (),
        ),
        ("to", t.To, "moment", MOMENT, "go on to a step", ()),
        ("concede", t.Concede, "player", PLAYER, "a player concedes", ()),
        (
            "mulligan",
            t.Mulligan,
            "player",
            PLAYER,
            "a player takes a mulligan, as the game starts",
            (
                field(
                    "hand",
                    SOME_NAMES,
                    "cards that chance brings to the new hand; the rest from the top of the library",
                    also=("new hand",),
                ),
                field("bottom", SOME_NAMES, "cards of the new hand that go to the bottom of the library"),
            ),
        ),
        ("keep", t.Keep, "player", PLAYER, "a player keeps their opening hand", ()),
        ("check", t.Check, "expect", EXPECT_LATER, "what must hold at this point", ()),
        ("ask", t.Ask, "questions", QUESTIONS_LATER, "questions that are answered at this point", ()),
    )
}


AT_WHOM = ("at", "against", "attacking", "attacks", "defender", "defending player")


class AttackRecord(Record):
    """An attack: beside it, `at` names a step, or else what is attacked by those of whom nothing else is said."""

    def take(self, reading: Reading, values: dict[str, Any], key: Scalar, value: Node) -> None:
        if key.text in AT_WHOM and type(value) is Scalar and (key.text != "at" or not MOMENT.accepts(value)):
            near = nearest(value.text, MOMENT.steps)
            if key.text == "at" and near and near[0][:4] == value.text.strip().lower()[:4]:
                raise reading.error(value, "unknown step", near=near)
            values["attacked"] = Named("a player, planeswalker or battle").read(reading, value)
        else:
            super().take(reading, values, key, value)

    def read(self, reading: Reading, node: Node) -> t.Attack:
        values = self.values(reading, node)
        attacked = values.pop("attacked", None)
        if attacked is not None:
            attackers = values["attackers"]
            values["attackers"] = tuple(a if a.attacks else replace(a, attacks=attacked) for a in attackers)
        return t.Attack(**values)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        ref = super().schema(defs)
        properties = defs["Attack"]["properties"]
        properties |= dict.fromkeys(AT_WHOM[1:], {"type": "string"})
        properties["at"] = {"description": "a step to go on to, or what is attacked", "type": "string"}
        return ref


def _with_verb_as_value(verbs: Iterable[str], rest: Schema) -> Schema:
    """`{action: cast, card: Shock}`, as programs write an action; else the rest."""
    words: Schema = {"enum": sorted(set(verbs))}
    named = [{"required": [key], "properties": {key: words}} for key in NAMED_VERB]
    return {"if": {"anyOf": named}, "then": {"type": "object"}, "else": rest}


def _is_refused(value: Node) -> bool:
    """Whether the value behind a line of words says that it must be refused."""
    return type(value) is Scalar and value.text.strip().lower() in (
        "illegal",
        "not legal",
        "refused",
        "not allowed",
    )


def _like(at: Scalar, text: str) -> Scalar:
    return Scalar(text, True, at.line, at.column)


IN_SHORT = (
    "a line such as 'bob casts Shock targeting Bears', 'alice attacks with Bears', 'bob blocks Bears with Giant', 'alice activates Seer', "
    "or a mapping such as {cast: Shock, by: bob, targets: Bears}"
)


INSTEAD = {
    **dict.fromkeys(
        ("free", "for free", "without paying", "without paying its mana cost", "no cost"),
        "`mana: unlimited` of the player, or what allows it: {alternative: Omniscience}",
    ),
    **dict.fromkeys(
        ("cost", "mana", "mana cost", "spend"),
        "what it is paid with, pay: '{R}{R}'; or the mana that it adds, choose: red",
    ),
    **dict.fromkeys(("order", "order triggers", "stack order"), "an answer: choose: [[First, Second]]"),
    **dict.fromkeys(
        ("result", "effect", "outcome"), "what comes of it below `expect`, or in `- check: {...}` after it"
    ),
}
"""What people say beside an action that is said otherwise."""


class ActionKind(Kind):
    """An action: a mapping with one verb, and options."""

    expected = f"an action, a mapping with one of {', '.join(VERBS)}"

    def __init__(self) -> None:
        self.records = {
            verb: (AttackRecord if verb == "attack" else Record)(
                struct, verb, (value, *own, *OPTIONS), instead=INSTEAD
            )
            for verb, (struct, value, own) in VERBS.items()
        }
        self.verb_of: dict[type[Any], str] = {struct: verb for verb, (struct, _value, _own) in VERBS.items()}

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping or (type(node) is Scalar and not is_nothing(node))

    def read(self, reading: Reading, node: Node) -> t.Action:
        node = self._of_words(reading, node)
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        node, _by = verb_first(reading.players, node, VERBS)
        verb = self._verb(reading, node)
        of = short(verb.text) if verb.text not in VERBS else None
        if of is not None:
            node = spelled_out(reading, node, verb, of)
        base = of.verb if of is not None else verb.text
        known = self.records[base].by_key
        node = reshaped(reading, node, base, known)
        if base == "cast":
            node = with_costs_said(node, known)
        node = self._elaborated(reading, node, base)
        action: t.Action = self.records[base].read(reading, node)
        return action

    @staticmethod
    def _elaborated(reading: Reading, node: Mapping, verb: str) -> Mapping:
        """The action with what stands behind the name in its verb's value, `cast: Think Twice with flashback`, as its options."""
        value = next((value for key, value in node.pairs if key.text == verb), None)
        if verb not in ("cast", "activate", "play") or type(value) is not Scalar or is_nothing(value):
            return node
        pairs = elaborated(reading, verb, value)
        if pairs is None:
            return node
        return Mapping(
            [*pairs, *(pair for pair in node.pairs if pair[1] is not value)], node.line, node.column
        )

    def _of_words(self, reading: Reading, node: Node) -> Node:
        """A line of words as the mapping that it stands for: `bob casts Shock`, `bob: cast Shock`. Raises ScenarioError for one that isn't understood."""
        words, by, beside = node, None, list[tuple[Scalar, Node]]()
        if type(node) is Mapping:
            said = next((pair for pair in node.pairs if pair[0].text in (*reading.players, "line")), None)
            if said is not None and type(said[1]) is Scalar:
                words, by = said[1], said[0].text if said[0].text in reading.players else None
                beside = [pair for pair in node.pairs if pair is not said]
            elif said is None and len(node.pairs) == 1 and _is_refused(node.pairs[0][1]):
                key, words = node.pairs[0][0], node.pairs[0][0]  # `bob blocks Bears with Giant: illegal`
                beside = [(_like(key, "illegal"), _like(key, "true"))]
                if short(key.text) is not None or key.text in VERBS:
                    return node
        if type(words) is not Scalar or is_nothing(words):
            return node
        found = sentence(reading, words, by)
        if found is None and by is not None:  # bob: Shock on Bears
            found = sentence(reading, _like(words, f"cast {words.text.strip()}"), by)
            card = found.pairs[0][1] if found is not None else None
            if type(card) is not Scalar or card.text.strip().casefold() not in reading.names():
                found = None
        if found is None:
            raise reading.error(words, "not understood as an action", IN_SHORT)
        return Mapping([*found.pairs, *beside], node.line, node.column, found.flow)

    def _verb(self, reading: Reading, node: Mapping) -> Scalar:
        """The key that says what is done. Raises ScenarioError where there are several, or none."""
        found = [key for key, _value in node.pairs if key.text in VERBS]
        shorts = [key for key, _value in node.pairs if key.text not in VERBS and short(key.text) is not None]
        if len(found) == 1 and found[0].text == "cast":
            return found[0]  # cast: X, flashback: true
        if shorts and (not found or found[0].text == "to"):
            return shorts[0]  # sacrifice: X, to: Y
        if not found:
            raise self._no_verb(reading, node)
        if len(found) > 1:
            first, second = found[0].text, found[1]
            told = f"an action has one verb, and this has '{first}' and '{second.text}'"
            raise reading.error(second, told, "each action in a list item of its own", found=False)
        return found[0]

    def _no_verb(self, reading: Reading, node: Mapping) -> ScenarioError:
        options = {each.key for each in OPTIONS}
        options.update(each.key for _struct, _value, own in VERBS.values() for each in own)
        for key, _value in node.pairs:
            if key.text not in options:
                known = (*VERBS, *options, *SHORTS)
                expected = f"one of {', '.join(VERBS)}, or a keyword's verb such as equip"
                return reading.error(key, "unknown verb", expected, nearest(key.text, known))
        return reading.error(node, "an action without a verb", f"one of {', '.join(VERBS)}", found=False)

    def owns(self, value: Any) -> bool:
        return isinstance(value, t.ActionBase)

    def write(self, value: t.Action) -> Any:
        return self.records[self.verb_of[type(value)]].write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        if "Action" not in defs:
            defs["Action"] = {}
            defs["Action"] = self._by_verb(defs)
        return {"$ref": "#/$defs/Action"}

    def _by_verb(self, defs: dict[str, Schema]) -> Schema:
        """The branch of the verb that is there, so that an editor's message is about that verb; found in the order in which the reader finds it."""
        branches = [(verb, record.schema(defs)) for verb, record in self.records.items()]
        for base in ("Cast", "Activate"):
            own = defs[base]["properties"]
            own |= {also: VALUE for also in sorted(PAID) if also not in own}
        ways = [name for name, of in SHORTS.items() if of.verb == "cast"]
        cast = defs["Cast"]["properties"]
        cast |= {name: COST for name in ways if name not in cast} | {"face down": {"type": "boolean"}}
        names = defs["Cast"]["properties"]["targets"]
        for verb in NO_TARGETS:
            defs[VERBS[verb][0].__name__]["properties"] |= {"targets": names, "target": names}
        defs["Special"]["properties"] |= {key: {"type": "string"} for key in WHAT}
        rest: Schema = {
            "if": {"propertyNames": {"pattern": "^[a-z ]+$"}},
            "then": {"title": self.expected, "required": ["cast"]},
            "else": _loyalty(defs["Activate"]["properties"]),
        }
        rest = _with_verb_as_value([*self.records, *CALLED, *SHORTS], rest)
        for verb, branch in reversed(branches):
            rest = {"if": {"required": [verb]}, "then": branch, "else": rest}
            if (
                verb == "activate"
            ):  # before the verbs that a keyword's verb can have as an option (`to`), and after `cast`
                for base in ("special", "activate", "cast"):
                    rest = _of_shorts(base, defs[base.capitalize()]["properties"], rest)
        words: Schema = {"type": "string", "minLength": 1}
        return {"anyOf": [words, {"type": "object", **rest}]}


VALUE: Schema = {"anyOf": [{"type": "string"}, {"type": "array"}, {"type": "object", "minProperties": 1}]}
"""What the verb of a keyword holds."""
COST: Schema = {"anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}, {"type": "array"}]}
"""What a keyword's cost beside a spell holds: whether it is paid, how often, with what, or to whom."""


def _loyalty(options: Schema) -> Schema:
    return {
        "title": "a loyalty ability",
        "type": "object",
        "properties": {key: it for key, it in options.items() if key != "activate"},
        "patternProperties": {rf"^({LOYALTY.pattern})$": VALUE},
        "additionalProperties": False,
    }


def _of_shorts(base: str, options: Schema, rest: Schema) -> Schema:
    """The branch of the verbs that stand for this one."""
    names = [name for name, of in SHORTS.items() if of.verb == base]
    holders = {holder: {"type": "string"} for holder in HOLDERS} if base == "activate" else {}
    then = {
        "title": f"as {base}",
        "type": "object",
        "properties": {k: it for k, it in options.items() if k != base}
        | holders
        | dict.fromkeys(names, VALUE),
        "additionalProperties": False,
    }
    return {"if": {"anyOf": [{"required": [name]} for name in names]}, "then": then, "else": rest}


ACTION = ActionKind()


class Considered(Delegate):
    """Actions that are asked about and not taken: the labels in them name nothing."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind.expected, kind)

    def read(self, reading: Reading, node: Node) -> Any:
        reading.trying += 1
        try:
            return super().read(reading, node)
        finally:
            reading.trying -= 1


class Actions(ListOf):
    """The actions of a scenario, in order. An item that only answers (`choose: Island`) belongs to the action before it, or at the step that it names."""

    ANSWERS = frozenset({"choose", "by", "at"})
    AIMED = frozenset({"target", "targets"})
    OF_TRIGGER = frozenset({"trigger", "triggers", "triggered ability"})

    def __init__(self) -> None:
        super().__init__(ACTION, "a list of actions", or_nothing=True)
        self.answers = Record(t.To, "an answer", [each for each in OPTIONS if each.key in self.ANSWERS])

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        if type(node) is not Sequence:
            return super().read(reading, node)
        found: list[t.Action] = []
        for item in node.items:
            if type(item) is Scalar and NOTHING_DONE.fullmatch(item.text.strip().rstrip(".")):
                continue
            try:
                answers = self._answers(reading, item)
                if answers is None:
                    found.append(ACTION.read(reading, item))
                elif answers.get("at") is not None:
                    found.append(t.To(moment=answers["at"], choose=answers["choose"], where=answers["where"]))
                else:
                    place = self._asked(reading, item, found)
                    found[place] = replace(found[place], choose=(*found[place].choose, *answers["choose"]))
            except ScenarioError as fault:
                reading.faults.append(fault)
        return tuple(found)

    def _answers(self, reading: Reading, item: Node) -> dict[str, Any] | None:
        """What an item says that only answers; None for an action."""
        words = item.pairs[0][1] if type(item) is Mapping and len(item.pairs) == 1 else item
        if type(words) is Scalar and not is_nothing(words):
            by = item.pairs[0][0].text if type(item) is Mapping else None
            item = (sentence(reading, words, by) if by is None or by in reading.players else None) or item
        if type(item) is not Mapping:
            return None
        if len(item.pairs) > 1:  # {trigger: Flametongue Kavu, targets: Serra Angel}
            pairs = [pair for pair in item.pairs if pair[0].text not in self.OF_TRIGGER]
            item = Mapping(pairs, item.line, item.column, item.flow)
        keys = {self.answers.key_of(key.text) for key, _ in item.pairs} - {"turn"}
        if not keys & {"choose", *self.AIMED} or not keys <= self.ANSWERS | self.AIMED:
            return None
        item = reshaped(reading, item, "to", self.answers.by_key)
        values = {"choose": ()} | self.answers.values(reading, item)
        if (by := values.get("by")) is not None:
            answers = (
                a if isinstance(a, t.AnswerOf) else t.AnswerOf(player=by, answer=a, where=a.where)
                for a in values["choose"]
            )
            values["choose"] = tuple(answers)
        return values

    @staticmethod
    def _asked(reading: Reading, item: Node, found: list[t.Action]) -> int:
        """The place of the action whose questions are answered. Raises ScenarioError where there is none."""
        for place in reversed(range(len(found))):
            if not isinstance(found[place], t.Check | t.Ask):
                return place
        raise reading.error(
            item, "an answer before any action", "`choose` beside the action that asks", found=False
        )


ACTIONS = Actions()


CONSIDERED_ACTIONS = Considered(ListOf(ACTION, "a list of actions", or_one=True))
