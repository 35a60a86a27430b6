"""The scenario format as tables: every key, what it holds, and what it means.

Reader, schema and writer all run on these; a key is added here and in ``types``, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from scenarios.format import types as t
from scenarios.format.errors import ScenarioError, nearest
from scenarios.format.kinds import (
    MANA_TYPES,
    MAX_CARDS,
    MAX_PERMANENTS,
    Edition,
    Either,
    Field,
    Flag,
    Kind,
    Label,
    Lazy,
    ListOf,
    MapOf,
    MomentKind,
    Named,
    Number,
    OneOf,
    Pairs,
    Pattern,
    Player,
    PoolKind,
    PowerToughnessKind,
    Reading,
    Record,
    RuleNumber,
    ScalarKind,
    Schema,
    Text,
    Wrap,
    field,
)
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.types import Where

TEXT = Text()
NUMBER = Number()
COUNT = Number(0)
FLAG = Flag()
PLAYER = Player()
RULE = RuleNumber()
MOMENT = MomentKind()
STEP = OneOf("step", [step.value for step in t.Step], t.Step)
ZONE = OneOf("zone", [zone.value for zone in t.Zone], t.Zone)
NAME = Named("a name")
NAMES = ListOf(NAME, "a list of names", or_one=True)
COUNTERS = MapOf(Text("the name of a counter"), COUNT, "counters and how many: {+1/+1: 2}")
TEXTS = ListOf(TEXT, "a list of words", or_one=True)
COLORS = ListOf(
    OneOf("color", ("white", "blue", "black", "red", "green", "colorless")), "a list of colors", or_one=True
)
SHARES = Pairs(t.Share, ("to", NAME), ("amount", COUNT), "who gets how much: {bears: 1, bob: 2}")
SOME_OF_A_NAME = Pairs(t.Count, ("name", NAME), ("count", COUNT), "names and how many: {Forest: 2}")

HOW_MANY = re.compile(r"(.*\S)\s+x([0-9]+)")


def name_and_count(reading: Reading, node: Scalar) -> tuple[str, int]:
    """``Forest x4`` as the name and the number; a name alone is one."""
    text = node.text.strip()
    match = HOW_MANY.fullmatch(text)
    if match is None:
        return text, 1
    if len(match[2]) > 12 or int(match[2]) < 1:
        raise reading.error(node, "a wrong number of cards", f"from x1 to x{MAX_CARDS}")
    return match[1], int(match[2])


# --- cards at set-up -----------------------------------------------------------------------------------------------

EVERYWHERE = frozenset(zone.value for zone in t.Zone)
ON_BATTLEFIELD = frozenset({"battlefield"})
IN_SIGHT = frozenset({"battlefield", "exile", "command"})
"""Where a card can be that another player owns: the other zones are their owner's (CR 400.3)."""


class CardName(Text):
    """``NAME`` or ``NAME xN``, read as both parts."""

    def read(self, reading: Reading, node: Node) -> Any:
        super().read(reading, node)
        assert type(node) is Scalar
        return name_and_count(reading, node)


class CardKind(Kind):
    """A card: ``NAME``, ``NAME xN``, or a mapping."""

    expected = "a card: its name, NAME xN, or a mapping with 'card'"

    CARD_NAME = CardName("a card's name, or NAME xN")
    FIELDS: tuple[tuple[Field, frozenset[str]], ...] = (
        (field("card", CARD_NAME, "the card's name", attribute="name", required=True), EVERYWHERE),
        (field("as", Label(), "a label, unique in the scenario", attribute="label"), EVERYWHERE),
        (field("tapped", FLAG), ON_BATTLEFIELD),
        (field("sick", FLAG, "came under its controller's control this turn"), ON_BATTLEFIELD),
        (field("counters", COUNTERS), EVERYWHERE),
        (field("damage", COUNT, "damage marked on it"), ON_BATTLEFIELD),
        (field("attached to", NAME), ON_BATTLEFIELD),
        (field("owner", PLAYER), IN_SIGHT),
        (field("face down", FLAG), frozenset({"battlefield", "exile"})),
        (field("face", TEXT, "which face is up"), EVERYWHERE),
        (field("token", FLAG), ON_BATTLEFIELD),
        (field("chosen", MapOf(TEXT, NAME, "choices: {color: red}"), "chosen as it entered"), EVERYWHERE),
    )

    def __init__(self) -> None:
        self.record = Record(t.CardSetup, "a card", [each for each, _zones in self.FIELDS])
        self.elsewhere = {
            zone: frozenset(each.key for each, zones in self.FIELDS if zone not in zones)
            for zone in EVERYWHERE
        }

    def accepts(self, node: Node) -> bool:
        return type(node) is not Sequence and not is_nothing(node)

    def read(self, reading: Reading, node: Node) -> t.CardSetup:
        if type(node) is Scalar:
            if is_nothing(node) or not node.text.strip():
                raise self.wrong(reading, node)
            name, count = name_and_count(reading, node)
            card = t.CardSetup(name=name, count=count, where=Where(reading.file, node.line, node.column))
        elif type(node) is Mapping:
            senseless = self.elsewhere[reading.zone]
            for key, _value in node.pairs:
                if key.text in senseless:
                    raise reading.error(
                        key, f"'{key.text}' means nothing for a card in the zone {reading.zone}", found=False
                    )
            values = self.record.values(reading, node)
            name, count = values.pop("name")
            card = t.CardSetup(name=name, count=count, **values)
            if card.label is not None and count > 1:
                raise reading.error(
                    node, f"the label '{card.label}' is for one card, and these are {count}", found=False
                )
        else:
            raise self.wrong(reading, node)
        count_cards(reading, node, card.count)
        return card

    def owns(self, value: Any) -> bool:
        return type(value) is t.CardSetup

    def write(self, value: t.CardSetup) -> Any:
        name = value.name if value.count == 1 else f"{value.name} x{value.count}"
        written = self.record.write(msgspec.structs.replace(value, name=name))
        return name if len(written) == 1 else written

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [{"type": "string", "minLength": 1}, self.record.schema(defs)]}


def count_cards(reading: Reading, node: Node, count: int) -> None:
    """Raises ScenarioError when the scenario begins with more than it may."""
    if reading.zone == "battlefield":
        reading.permanents += count
        if reading.permanents > MAX_PERMANENTS:
            raise reading.error(
                node, "too many permanents", f"at most {MAX_PERMANENTS:,} in a scenario", found=False
            )
    else:
        reading.cards += count
        if reading.cards > MAX_CARDS:
            raise reading.error(node, "too many cards", f"at most {MAX_CARDS:,} in a scenario", found=False)


class ZoneOfCards(ListOf):
    """The cards of one zone."""

    def __init__(self, zone: str, card: CardKind) -> None:
        super().__init__(card, "a list of cards", or_nothing=True)
        self.zone = zone

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        reading.zone = self.zone
        return super().read(reading, node)


CARD = CardKind()
PLAYER_SETUP = Record(
    t.PlayerSetup,
    "a player",
    [
        field("life", NUMBER, "20 if not given"),
        *(
            field(zone, ZoneOfCards(zone, CARD), about)
            for zone, about in (
                ("battlefield", "permanents, simply there; timestamps follow the order of the file"),
                ("hand", ""),
                ("library", "top first; unknown x40 if not given"),
                ("graveyard", "top first"),
                ("exile", ""),
                ("command", ""),
            )
        ),
        field("mana", PoolKind(or_unlimited=True), 'a pool such as "{R}{R}", or unlimited'),
        field("counters", COUNTERS),
        field("lands played", COUNT, "this turn"),
        field("max hand size", COUNT),
    ],
    or_nothing=True,
)


class PlayersKind(Kind):
    """The players, in turn order: two or more."""

    expected = "players in turn order, two or more: {alice: {...}, bob: {...}}"

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def keys(self, reading: Reading, node: Node) -> tuple[str, ...]:
        """The players' names, before anything else is read that may name them."""
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        names = []
        for key, _value in node.pairs:
            name = key.text.strip()
            if not name or name == t.ALL:
                raise reading.error(key, "no name for a player", "a name other than all")
            if name in names:
                raise reading.error(key, f"the player '{name}' is already there", found=False)
            names.append(name)
        if len(names) < 2:
            raise reading.error(node, "too few players", "two or more", found=False)
        return tuple(names)

    def read(self, reading: Reading, node: Node) -> tuple[t.PlayerSetup, ...]:
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        return tuple(
            [
                t.PlayerSetup(name=key.text.strip(), **PLAYER_SETUP.values(reading, value))
                for key, value in node.pairs
            ]
        )

    def owns(self, value: Any) -> bool:
        return type(value) is tuple

    def write(self, value: tuple[t.PlayerSetup, ...]) -> Any:
        return {player.name: PLAYER_SETUP.write(player) for player in value}

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "object", "minProperties": 2, "additionalProperties": PLAYER_SETUP.schema(defs)}


PLAYERS = PlayersKind()

TURN_SETUP = Record(
    t.TurnSetup,
    "turn",
    [
        field("player", PLAYER, "the first one if not given"),
        field("number", Number(1), "1 if not given"),
        field("step", STEP, "precombat main if not given"),
    ],
    or_nothing=True,
)


# --- cards of the user's own ---------------------------------------------------------------------------------------


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


# --- answers -------------------------------------------------------------------------------------------------------


class AnswerKind(Kind):
    """An answer to a decision, in any of its forms."""

    expected = "an answer: words, a number, a list of answers, a division {bears: 1, bob: 2}, or {mode: 2}"
    X = re.compile(r"[xX]\s*=\s*([0-9]{1,9})")

    def accepts(self, node: Node) -> bool:
        return not is_nothing(node)

    def read(self, reading: Reading, node: Node) -> t.Answer:
        where = Where(reading.file, node.line, node.column)
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
        if len(pairs) == 1 and pairs[0][0].text in ANSWER_KINDS:
            kind = pairs[0][0].text
            return t.AnswerTo(kind=kind, answer=ANSWER_KINDS[kind].read(reading, pairs[0][1]), where=where)
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
        return isinstance(value, t.Words | t.Number | t.Several | t.Division | t.AnswerTo)

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


ANSWER_LIST = ListOf(ANSWER, "a list of answers", or_one=True)


# --- actions -------------------------------------------------------------------------------------------------------

EXPECT_LATER = Lazy(lambda: EXPECTS, "what must hold")


class FromKind(ScalarKind):
    """The zone that a card is cast or played from: ``graveyard``, ``bob's hand``."""

    expected = "a zone, such as graveyard or bob's graveyard"
    owned = re.compile(r"(.+)['’]s\s+(\S+)")

    def read(self, reading: Reading, node: Node) -> t.From:
        if type(node) is not Scalar:
            raise self.wrong(reading, node)
        player = None
        zone = node.text.strip().lower()
        match = self.owned.fullmatch(node.text.strip())
        if match:
            player = PLAYER.read(reading, Scalar(match[1], node.plain, node.line, node.column))
            zone = match[2].lower()
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


MODES = ListOf(
    Either(Number(1), TEXT, expected="a mode by its number or opening words"), "a list of modes", or_one=True
)
TARGETS = field("targets", NAMES)
X = field("x", COUNT)
MODES_FIELD = field("modes", MODES, "numbers from 1, or opening words")
FACE = field("face", TEXT, "the face to use")
FROM = field("from", FromKind(), "the zone it is in", attribute="from_")
PAY = field("pay", ANSWER_LIST, "mana, objects to sacrifice, ...")
DIVIDE = field("divide", SHARES, "{bears: 1, bob: 2}")
OBJECT = Named("an object")

OPTIONS: tuple[Field, ...] = (
    field("by", PLAYER, "who does it; if not given, the only one who can"),
    field("at", MOMENT, "first go on to this step"),
    field("choose", ANSWER_LIST, "answers to the decisions that come up, in order"),
    field("as", Label(), "a label for what results", attribute="label"),
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
                field("kicked", Either(COUNT, FLAG), "true, or how often"),
                field("alternative", TEXT, "opening words of the alternative or keyword cost"),
                field("additional", ANSWER_LIST),
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
                    Either(Number(1), TEXT, expected="the ability's number or opening words"),
                    "its opening words or number, if there are several",
                ),
                TARGETS,
                X,
                MODES_FIELD,
                PAY,
                DIVIDE,
            ),
        ),
        ("play", t.Play, "card", Named("a land's name or label"), "play a land", (FACE, FROM)),
        (
            "special",
            t.Special,
            "object",
            OBJECT,
            "take a special action",
            (field("action", TEXT, "turn face up, suspend, foretell, plot, ..."),),
        ),
        (
            "attack",
            t.Attack,
            "attackers",
            Pairs(
                t.Attacker,
                ("attacker", OBJECT),
                ("attacks", Named("a player, planeswalker or battle")),
                "{attacker: player, planeswalker or battle}; {} attacks with nothing",
            ),
            "declare attackers",
            (field("bands", ListOf(ListOf(OBJECT, "a list of attackers"), "a list of bands")),),
        ),
        (
            "block",
            t.Block,
            "blockers",
            Pairs(
                t.Blocker,
                ("blocker", OBJECT),
                ("blocks", ListOf(OBJECT, "an attacker or a list of attackers", or_one=True)),
                "{blocker: attacker or [attackers]}; {} blocks with nothing",
            ),
            "declare blockers",
            (),
        ),
        (
            "assign",
            t.Assign,
            "damage",
            Pairs(t.Assignment, ("source", OBJECT), ("shares", SHARES), "{source: {recipient: damage}}"),
            "assign combat damage of the coming damage step",
            (),
        ),
        ("pass", t.Pass, "player", PLAYER, "a player passes", ()),
        (
            "resolve",
            t.Resolve,
            "count",
            Either(Number(1), OneOf("extent", ("top", "all")), expected="top, all or a number"),
            "everyone passes until so much of the stack has resolved",
            (),
        ),
        ("to", t.To, "moment", MOMENT, "go on to a step", ()),
        ("concede", t.Concede, "player", PLAYER, "a player concedes", ()),
        ("check", t.Check, "expect", EXPECT_LATER, "what must hold at this point", ()),
    )
}


class ActionKind(Kind):
    """An action: a mapping with one verb, and options."""

    expected = f"an action, a mapping with one of {', '.join(VERBS)}"

    def __init__(self) -> None:
        self.records = {
            verb: Record(struct, verb, (value, *own, *OPTIONS))
            for verb, (struct, value, own) in VERBS.items()
        }
        self.verb_of: dict[type[Any], str] = {struct: verb for verb, (struct, _value, _own) in VERBS.items()}

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def read(self, reading: Reading, node: Node) -> t.Action:
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        verb = ""
        for key, _value in node.pairs:
            if key.text in VERBS:
                if verb:
                    raise reading.error(
                        key, f"an action has one verb, and this has '{verb}' and '{key.text}'", found=False
                    )
                verb = key.text
        if not verb:
            raise self._no_verb(reading, node)
        action: t.Action = self.records[verb].read(reading, node)
        return action

    def _no_verb(self, reading: Reading, node: Mapping) -> ScenarioError:
        options = {each.key for each in OPTIONS}
        options.update(each.key for _struct, _value, own in VERBS.values() for each in own)
        for key, _value in node.pairs:
            if key.text not in options:
                known = (*VERBS, *options)
                return reading.error(
                    key, "unknown verb", f"one of {', '.join(VERBS)}", nearest(key.text, known)
                )
        return reading.error(node, "an action without a verb", f"one of {', '.join(VERBS)}", found=False)

    def owns(self, value: Any) -> bool:
        return isinstance(value, t.ActionBase)

    def write(self, value: t.Action) -> Any:
        return self.records[self.verb_of[type(value)]].write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        if "Action" not in defs:
            defs["Action"] = {}
            defs["Action"] = {"anyOf": [record.schema(defs) for record in self.records.values()]}
        return {"$ref": "#/$defs/Action"}


ACTION = ActionKind()


class Considered(Kind):
    """Actions that are asked about and not taken: the labels in them name nothing."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.expected = kind.expected

    def accepts(self, node: Node) -> bool:
        return self.kind.accepts(node)

    def read(self, reading: Reading, node: Node) -> Any:
        reading.trying += 1
        value = self.kind.read(reading, node)
        reading.trying -= 1
        return value

    def owns(self, value: Any) -> bool:
        return self.kind.owns(value)

    def write(self, value: Any) -> Any:
        return self.kind.write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return self.kind.schema(defs)


CONSIDERED_ACTIONS = Considered(ListOf(ACTION, "a list of actions", or_one=True))


# --- expect --------------------------------------------------------------------------------------------------------

ANYONE = ("player", Player(or_all=True))


class CountedName(ScalarKind):
    """A name, or ``NAME xN``, in a list of those that must be there."""

    expected = "a name"

    def read(self, reading: Reading, node: Node) -> t.Count:
        if type(node) is not Scalar or not node.text.strip():
            raise self.wrong(reading, node)
        where = reading.where(node)
        text, count = name_and_count(reading, node)
        return t.Count(name=t.Name(text=text, where=where), count=count, where=where)

    def owns(self, value: Any) -> bool:
        return type(value) is t.Count

    def write(self, value: t.Count) -> Any:
        return value.name.text if value.count == 1 else f"{value.name.text} x{value.count}"

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return TEXT.schema(defs)


ZONE_CHECK = Pairs(
    t.ZoneCheck,
    ANYONE,
    (
        "holds",
        Either(
            Wrap(t.Size, "size", COUNT),
            Wrap(t.AtLeast, "names", ListOf(CountedName())),
            Wrap(t.Exactly, "counts", SOME_OF_A_NAME),
            expected="a number, a list of names, or {NAME: how many}",
        ),
    ),
    "players and what is there: {alice: [names]}, {alice: {Forest: 2}} or {alice: 3}",
)
NAMES_OF_PLAYERS = Pairs(
    t.PlayerCounts,
    ANYONE,
    ("counts", SOME_OF_A_NAME),
    "players, names and how many: {alice: {Forest: 2}}",
)
TRUTH_OR_NAME = Either(FLAG, NAME)

PROPERTIES = Record(
    t.Properties,
    "an object's properties",
    [
        field("power", NUMBER),
        field("toughness", NUMBER),
        field("pt", PowerToughnessKind()),
        field("base pt", PowerToughnessKind()),
        field("has", TEXTS, "keywords and abilities it has"),
        field("lacks", TEXTS),
        field("types", TEXTS),
        field("subtypes", TEXTS),
        field("not types", TEXTS),
        field("not subtypes", TEXTS),
        field("colors", COLORS),
        field("not colors", COLORS),
        field("tapped", FLAG),
        field("counters", COUNTERS),
        field("damage", COUNT),
        field("attached to", NAME),
        field("attacking", TRUTH_OR_NAME, "what it attacks, or whether it does"),
        field("blocking", Either(FLAG, NAMES), "what it blocks, or whether it does"),
        field("controller", PLAYER),
        field("face up", FLAG),
        field("name", TEXT),
        field("zone", ZONE),
    ],
)


class ObjectsKind(Kind):
    """Objects and their properties; ``any NAME`` asks for one of several."""

    expected = "objects and what must hold of them: {bears: {power: 2}}"
    any = re.compile(r"any\s+(.+)")

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def read(self, reading: Reading, node: Node) -> tuple[t.ObjectCheck, ...]:
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        checks = []
        for key, value in node.pairs:
            name = OBJECT.read(reading, key)
            match = self.any.fullmatch(name.text)
            if match:
                name = t.Name(text=match[1], where=name.where)
            checks.append(
                t.ObjectCheck(
                    name=name,
                    any=match is not None,
                    properties=PROPERTIES.read(reading, value),
                    where=name.where,
                )
            )
        return tuple(checks)

    def owns(self, value: Any) -> bool:
        return type(value) is tuple

    def write(self, value: tuple[t.ObjectCheck, ...]) -> Any:
        return {
            ("any " if check.any else "") + check.name.text: PROPERTIES.write(check.properties)
            for check in value
        }

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "object", "additionalProperties": PROPERTIES.schema(defs)}


class ManaCounts(MapOf):
    """So much of each type of mana."""

    def __init__(self) -> None:
        super().__init__(
            Pattern("[WUBRGC]", f"one of {', '.join(MANA_TYPES)}"),
            COUNT,
            "types of mana and how much: {R: 1}",
        )


EXPECT = Record(
    t.Expect,
    "expect",
    [
        field("life", Pairs(t.PlayerNumber, ANYONE, ("value", NUMBER), "players and life: {alice: 20}")),
        *(
            field(zone, ZONE_CHECK, "names (at least), {NAME: how many} (exactly), or the size")
            for zone in ("battlefield", "hand", "library", "graveyard", "exile", "command")
        ),
        field("stack", Either(COUNT, NAMES, expected="names from the top, or a number")),
        field("objects", ObjectsKind()),
        field("tapped", NAMES_OF_PLAYERS),
        field("untapped", NAMES_OF_PLAYERS),
        field(
            "counters",
            Pairs(
                t.PlayerCounters, ANYONE, ("counters", COUNTERS), "players' counters: {alice: {poison: 2}}"
            ),
        ),
        field(
            "mana",
            Pairs(
                t.ManaCheck,
                ANYONE,
                (
                    "mana",
                    Either(
                        PoolKind(or_unlimited=False),
                        ManaCounts(),
                        expected='mana such as "{R}" in quotes, or {R: 1}',
                    ),
                ),
                'players and their mana: {alice: "{R}"}',
            ),
        ),
        field("winner", PLAYER),
        field("lost", ListOf(PLAYER, "a list of players", or_one=True)),
        field("draw", FLAG),
        field("step", STEP),
        field("turn", Number(1)),
        field("can", CONSIDERED_ACTIONS, "actions that would be legal now"),
        field("cannot", CONSIDERED_ACTIONS, "actions that would be refused now"),
        field("cites", ListOf(RULE, "a list of rule numbers", or_one=True)),
        field(
            "outcomes",
            Either(COUNT, EXPECT_LATER, expected="a number, or a list of what must hold"),
            "with explore: how many, or some that must occur",
        ),
    ],
)
EXPECTS: Kind = ListOf(EXPECT, "what must hold: a mapping, or a list of mappings", or_one=True)


# --- ask -----------------------------------------------------------------------------------------------------------


class AskKind(Kind):
    """A question that the ruling answers."""

    expected = "a question: {why: bears, event: dies}, {what: bears}, {can: action} or {who: wins}"
    QUESTIONS = (
        Record(
            t.Why,
            "why",
            [field("why", OBJECT, attribute="object", required=True), field("event", TEXT, required=True)],
        ),
        Record(t.What, "what", [field("what", OBJECT, attribute="object", required=True)]),
        Record(t.Can, "can", [field("can", Considered(ACTION), attribute="action", required=True)]),
        Record(t.Who, "who", [field("who", TEXT, attribute="event", required=True)]),
    )

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def read(self, reading: Reading, node: Node) -> t.Ask:
        if type(node) is not Mapping or not node.pairs:
            raise self.wrong(reading, node)
        for record in self.QUESTIONS:
            if any(key.text == record.what for key, _value in node.pairs):
                question: t.Ask = record.read(reading, node)
                return question
        words = tuple(record.what for record in self.QUESTIONS)
        key = node.pairs[0][0]
        raise reading.error(key, "unknown question", f"one of {', '.join(words)}", nearest(key.text, words))

    def owns(self, value: Any) -> bool:
        return isinstance(value, t.Why | t.What | t.Can | t.Who)

    def write(self, value: t.Ask) -> Any:
        return next(record for record in self.QUESTIONS if record.owns(value)).write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [record.schema(defs) for record in self.QUESTIONS]}


# --- whole documents -----------------------------------------------------------------------------------------------

SCENARIO_FIELDS = (
    field("title", TEXT),
    field("question", TEXT, "shown with the ruling"),
    field("rules", Edition(), "the edition for the citations"),
    field("players", PLAYERS, "in turn order; two or more", required=True),
    field(
        "cards",
        ListOf(OwnCardKind(), "a list of cards", or_nothing=True),
        "cards of your own, with Scryfall's field names",
    ),
    field("turn", TURN_SETUP, "where the game stands as the scenario begins"),
    field("do", ListOf(ACTION, "a list of actions", or_nothing=True), "what the players do, in order"),
    field(
        "answers",
        Pairs(t.Answers, ("player", PLAYER), ("queue", ANSWER_LIST), "players' answers: {alice: [...]}"),
        "answers for what the actions' choose leaves open",
    ),
    field("until", MOMENT, "play on to the end of this step"),
    field("expect", EXPECTS, "what must hold at the end"),
    field("strict", FLAG, "a decision without an answer is an error"),
    field("explore", FLAG, "run every alternative"),
    field("ask", ListOf(AskKind(), "a list of questions", or_one=True)),
)


class ScenarioKind(Record):
    """A scenario. The players' names are read first: everything else may name them."""

    def __init__(self) -> None:
        super().__init__(t.Scenario, "a scenario", SCENARIO_FIELDS)

    def read(self, reading: Reading, node: Node) -> t.Scenario:
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        # Before the rest, since a misspelt "players" would make every player unknown.
        players = None
        for key, value in node.pairs:
            if key.text not in self.by_key:
                raise self.unknown(reading, key)
            if key.text == "players":
                players = value
        if players is None:
            raise reading.error(node, "a scenario without 'players'", PLAYERS.expected, found=False)
        own = Reading(reading.file)
        own.players = PLAYERS.keys(own, players)
        scenario: t.Scenario = super().read(own, node)
        return scenario


SCENARIO = ScenarioKind()

QUOTES = Pairs(t.Quote, ("rule", RULE), ("text", TEXT), 'quotes: {704.5g: "..."}')
RULING = Record(
    t.Ruling,
    "a ruling",
    [
        field("question", TEXT, required=True),
        field("answer", TEXT, required=True),
        field("cites", ListOf(RULE, "a list of rule numbers", or_one=True)),
        field(
            "scenario",
            Either(TEXT, SCENARIO, expected="a scenario, or the path of its file"),
            "the scenario, or the path of its file",
            required=True,
        ),
        field("quotes", QUOTES, "words of the edition, held against it"),
    ],
)
RULINGS = Record(
    t.Rulings, "a rulings file", [field("rulings", ListOf(RULING, "a list of rulings"), required=True)]
)
