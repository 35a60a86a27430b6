"""What must hold: checks on the board, the players and the ruling."""

from __future__ import annotations

import re
from typing import Any

from scenarios.format import types as t
from scenarios.format.errors import ScenarioError, nearest
from scenarios.format.kinds import (
    MANA_TYPES,
    Delegate,
    Either,
    Kind,
    ListOf,
    MapOf,
    Number,
    OneOf,
    Pairs,
    Pattern,
    Player,
    PoolKind,
    PowerToughnessKind,
    Reading,
    Record,
    Schema,
    Wrap,
    field,
    plain_key,
)
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, describe, is_nothing
from scenarios.format.tables import spoken_expect, spoken_setup
from scenarios.format.tables.action_kinds import Holder
from scenarios.format.tables.actions import CONSIDERED_ACTIONS, EXPECT_LATER
from scenarios.format.tables.common import (
    COLORS,
    COUNT,
    COUNTERS,
    FLAG,
    NAME,
    NAMES,
    NUMBER,
    OBJECT,
    PLAYER,
    RULE,
    SOME_OF_A_NAME,
    STEP,
    TEXT,
    TEXTS,
    ZONE,
    CountedName,
)
from scenarios.format.tables.spoken_properties import spoken

ANYONE = ("player", Player(or_all=True))


class WholeZone(Record):
    """``{exactly: [names]}``: these are there, and nothing else."""

    def __init__(self) -> None:
        exactly = field(
            "exactly", ListOf(CountedName()), "all that is there; of a library, top first", required=True
        )
        super().__init__(t.Whole, "a whole zone", [exactly])

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping and [(k.text, type(v)) for k, v in node.pairs] == [("exactly", Sequence)]


class Nothing(Kind):
    """``[]`` or ``empty``: nothing is there. An empty list of those that must be there among others would hold of anything."""

    expected = "empty"

    def accepts(self, node: Node) -> bool:
        empty = type(node) is Scalar and node.text.strip().lower() in ("empty", "none")
        return empty or (type(node) is Sequence and not node.items)

    def read(self, reading: Reading, node: Node) -> t.Size:
        return t.Size(size=0, where=reading.where(node))

    def owns(self, value: Any) -> bool:
        return False  # written as the number 0

    def write(self, value: Any) -> Any:
        return 0

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"enum": ["empty", "none", []]}


HOLDS = Either(
    Wrap(t.Size, "size", COUNT),
    Nothing(),
    Wrap(t.AtLeast, "names", ListOf(CountedName(), or_one=True)),
    WholeZone(),
    Wrap(t.Exactly, "counts", SOME_OF_A_NAME),
    expected="a number, a list of names, {exactly: [names]}, or {NAME: how many}",
)


class ZoneChecks(Pairs):
    """What is in a zone, player by player; names alone are anybody's."""

    def accepts(self, node: Node) -> bool:
        return super().accepts(node) or type(node) is Sequence or CountedName().accepts(node)

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        if type(node) is Mapping or NUMBER.accepts(node) or is_nothing(node):
            return super().read(reading, node)
        return (t.ZoneCheck(player=t.ALL, holds=HOLDS.read(reading, node), where=reading.where(node)),)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        names = {"type": "array", "items": {"type": "string"}}
        return {"anyOf": [super().schema(defs), names, {"type": "string"}]}


ZONE_CHECK = ZoneChecks(
    t.ZoneCheck,
    ANYONE,
    ("holds", HOLDS),
    "players and what is there: {alice: [names]}, {alice: {exactly: [names]}}, {alice: {Forest: 2}} or {alice: 3}",
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
        field(
            "pt", PowerToughnessKind(), also=("p/t", "power/toughness", "power toughness", "size", "stats")
        ),
        field("base pt", PowerToughnessKind()),
        field(
            "has",
            TEXTS,
            "keywords and abilities it has",
            also=("abilities", "ability", "keywords", "keyword"),
        ),
        field("lacks", TEXTS, also=("without", "has not", "does not have")),
        field("types", TEXTS, also=("type", "card type", "card types")),
        field(
            "subtypes", TEXTS, also=("subtype", "creature type", "creature types", "land type", "land types")
        ),
        field("not types", TEXTS),
        field("not subtypes", TEXTS),
        field("colors", COLORS, also=("color",)),
        field("not colors", COLORS),
        field("tapped", FLAG),
        field("counters", COUNTERS, "also `loyalty: 3`", also=("counter",)),
        field("damage", COUNT, also=("damage marked", "marked damage")),
        field("level", COUNT, "of a Class", also=("class level",)),
        field("attached to", NAME, also=("enchanting", "equipping", "equipped to")),
        field(
            "attachments",
            NAMES,
            "what is attached to it",
            also=("equipped with", "equipped by", "enchanted with", "enchanted by", "attached"),
        ),
        field("attacking", TRUTH_OR_NAME, "what it attacks, or whether it does"),
        field("blocking", Either(FLAG, NAMES), "what it blocks, or whether it does"),
        field("controller", PLAYER, also=("controlled by",)),
        field("face up", FLAG),
        field("name", TEXT),
        field("zone", ZONE, also=("in", "location")),
        field("dies", FLAG, "it was put into a graveyard from the battlefield"),
        field("countered", FLAG, "as a spell or ability"),
        field("resolves", FLAG, "as a spell: it was not countered, and a target was legal"),
        field("destroyed", FLAG),
        field("sacrificed", FLAG),
    ],
)


class PropertiesKind(Kind):
    """An object's properties, or a word or two for them: ``dies``, ``lives``, ``4/4``, ``tapped``."""

    WORDS: dict[str, dict[str, Any]] = {
        **dict.fromkeys(("dies", "died", "dead", "is dead"), {"dies": True}),
        **dict.fromkeys(("destroyed", "is destroyed"), {"destroyed": True}),
        **dict.fromkeys(("not destroyed", "isn't destroyed"), {"destroyed": False}),
        **dict.fromkeys(("sacrificed", "is sacrificed"), {"sacrificed": True}),
        **dict.fromkeys(("not sacrificed", "isn't sacrificed"), {"sacrificed": False}),
        **dict.fromkeys(("resolves", "resolved"), {"resolves": True}),
        **dict.fromkeys(
            ("fizzles", "fizzled", "does not resolve", "doesn't resolve", "not resolved"), {"resolves": False}
        ),
        **dict.fromkeys(
            ("lives", "survives", "alive", "on the battlefield", "stays", "battlefield", "in play"),
            {"zone": t.Zone.BATTLEFIELD},
        ),
        **dict.fromkeys(("exiled", "in exile", "exile"), {"zone": t.Zone.EXILE}),
        **dict.fromkeys(("in hand", "returned to hand", "bounced", "hand"), {"zone": t.Zone.HAND}),
        **dict.fromkeys(("in the graveyard", "in graveyard", "graveyard"), {"zone": t.Zone.GRAVEYARD}),
        **dict.fromkeys(("in the library", "in library", "library"), {"zone": t.Zone.LIBRARY}),
        **dict.fromkeys(("countered", "is countered"), {"countered": True}),
        "not countered": {"countered": False},
        **dict.fromkeys(("tapped", "stays tapped", "not untapped"), {"tapped": True}),
        **dict.fromkeys(("untapped", "not tapped", "stays untapped"), {"tapped": False}),
        "attacking": {"attacking": True},
        "not attacking": {"attacking": False},
        "blocking": {"blocking": True},
        "not blocking": {"blocking": False},
        "face up": {"face_up": True},
        "face down": {"face_up": False},
        "does not die": {"dies": False},
        "doesn't die": {"dies": False},
    }
    SIZE = PowerToughnessKind()
    expected = "properties such as {pt: 2/2}, or a word: dies, lives, exiled, tapped, 4/4"

    def accepts(self, node: Node) -> bool:
        match node:
            case Scalar():
                return self.says(node)
            case Mapping():
                usual = self._usual(node)
                return bool(usual.pairs) and all(
                    PROPERTIES.key_of(key.text) in PROPERTIES.by_key for key, _ in usual.pairs
                )
            case _:
                return bool(node.items) and all(
                    type(item) is Mapping if type(item) is not Scalar else self.says(item)
                    for item in node.items
                )

    def says(self, node: Scalar) -> bool:
        """Whether the words say something of an object."""
        return self._said(node) is not None or spoken(node) is not None

    def _said(self, node: Scalar) -> dict[str, Any] | None:
        if self.SIZE.pattern.fullmatch(node.text.strip()):
            return {"pt": node}
        return self.WORDS.get(" ".join(node.text.lower().split()))

    def _usual(self, node: Mapping) -> Mapping:
        """The properties with `exiled: true` and `loyalty: 3` as what they stand for."""
        pairs: list[tuple[Scalar, Node]] = []
        for key, value in node.pairs:
            said = plain_key(key.text)
            true = type(value) is Scalar and value.text.lower() in ("true", "yes")
            word = self.WORDS.get(said) if true and PROPERTIES.key_of(said) not in PROPERTIES.by_key else None
            if word is not None:
                [(attribute, of)] = word.items()
                name = next(each.key for each in PROPERTIES.fields if each.attribute == attribute)
                pairs.append((_word(name, key), _word(str(of).lower(), key)))
            else:
                pairs.append((key, value))
        known = {each.key for each in PROPERTIES.fields}
        return Mapping(spoken_setup.counted(pairs, known), node.line, node.column, node.flow)

    def read(self, reading: Reading, node: Node) -> t.Properties:
        if type(node) is Mapping:
            found: t.Properties = PROPERTIES.read(reading, self._usual(node))
            return found
        values: dict[str, Any] = {}
        for word in node.items if type(node) is Sequence else [node]:
            said = self._said(word) if type(word) is Scalar else None
            usual = spoken(word) if type(word) is Scalar and said is None else word
            if type(usual) is Mapping:
                told = PROPERTIES.read(reading, self._usual(usual))
                for each in PROPERTIES.fields:
                    if (value := getattr(told, each.attribute)) is not None:
                        before = values.get(each.attribute)
                        values[each.attribute] = (*before, *value) if type(before) is tuple else value
                continue
            if said is None:
                raise reading.error(word, "", self.expected, nearest(describe(word)[1:-1], self.WORDS))
            values |= {key: self.SIZE.read(reading, word) if key == "pt" else it for key, it in said.items()}
        return t.Properties(where=reading.where(node), **values)

    def owns(self, value: Any) -> bool:
        return type(value) is t.Properties

    def write(self, value: t.Properties) -> Any:
        return PROPERTIES.write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        word = {"anyOf": [{"enum": list(self.WORDS)}, self.SIZE.schema(defs)]}
        return {"anyOf": [PROPERTIES.schema(defs), word, {"type": "array", "items": word}]}


HELD = PropertiesKind()


class ObjectsKind(Kind):
    """Objects and their properties; ``any NAME`` asks for one of several."""

    expected = "objects and what must hold of them: {bears: {power: 2}}"
    any = re.compile(r"any\s+(.+)")

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def read(self, reading: Reading, node: Node) -> tuple[t.ObjectCheck, ...]:
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        return tuple(self.check(reading, key, value) for key, value in node.pairs)

    def check(self, reading: Reading, key: Scalar, value: Node) -> t.ObjectCheck:
        """One object and what must hold of it."""
        name = OBJECT.read(reading, key)
        match = self.any.fullmatch(name.text)
        if match:
            name = t.Name(text=match[1], where=name.where)
        return t.ObjectCheck(
            name=name, any=match is not None, properties=HELD.read(reading, value), where=name.where
        )

    def owns(self, value: Any) -> bool:
        return type(value) is tuple

    def write(self, value: tuple[t.ObjectCheck, ...]) -> Any:
        return {
            ("any " if check.any else "") + check.name.text: PROPERTIES.write(check.properties)
            for check in value
        }

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "object", "additionalProperties": HELD.schema(defs)}


class ManaCounts(MapOf):
    """So much of each type of mana."""

    def __init__(self) -> None:
        super().__init__(
            Pattern("[WUBRGC]", f"one of {', '.join(MANA_TYPES)}"),
            COUNT,
            "types of mana and how much: {R: 1}",
        )


IN_SHORT = "a line such as 'bob has 14 life', 'alice wins', 'Grizzly Bears dies', or a mapping such as {bob: {life: 14}}"


class ExpectRecord(Record):
    """What must hold, by its key (``life: {bob: 14}``), by its player (``bob: {life: 14}``) or by its object (``bears: dies``)."""

    PLAYERS = frozenset(
        {"life", "battlefield", "hand", "library", "graveyard", "exile", "command", "counters", "mana", "tapped", "untapped"}
    )  # fmt: skip
    """The keys that hold something for each player."""
    ENDS = {
        "wins": "winner", "won": "winner", "wins the game": "winner", "loses": "lost", "lost": "lost", "dies": "lost",
        "loses the game": "lost", "dead": "lost",
    }  # fmt: skip

    def accepts(self, node: Node) -> bool:
        return super().accepts(node) or (type(node) is Scalar and not is_nothing(node))

    def values(self, reading: Reading, node: Node) -> dict[str, Any]:
        if type(node) is Scalar and not is_nothing(node):
            node = spoken_expect.said(reading, node, HELD.says) or node
            if type(node) is Scalar:
                raise reading.error(node, "not understood as what must hold", IN_SHORT)
        return super().values(reading, node)

    def take(self, reading: Reading, values: dict[str, Any], key: Scalar, value: Node) -> None:
        whose = key.text in ("tapped", "untapped") and (type(value) is Sequence or not NUMBER.accepts(value))
        if whose and type(value) is not Mapping and not is_nothing(value):
            for name in value.items if type(value) is Sequence else [value]:
                if type(name) is not Scalar:
                    raise reading.error(name, "", "a name")
                values["objects"] = (
                    *values.get("objects", ()),
                    OBJECTS.check(reading, name, _word(key.text, key)),
                )
        elif self.key_of(key.text) in self.by_key:
            attribute, read = self.by_key[self.key_of(key.text)]
            found = read(reading, value)
            before = values.get(attribute) if attribute in (*self.PLAYERS, "objects", "lost") else None
            values[attribute] = (*before, *found) if before else found
        elif key.text.strip() in (*reading.players, t.ALL):
            self._player(reading, values, key, value)
        elif key.text == "players" and type(value) is Mapping:
            for player, of in value.pairs:
                self.take(reading, values, player, of)
        elif (owned := self._owned(reading, key)) is not None:
            self._of_player(reading, values, *owned, value)
        elif HELD.accepts(value) and not is_nothing(value):
            values["objects"] = (*values.get("objects", ()), OBJECTS.check(reading, key, value))
        elif re.sub(r"^\S+['’]s ", "", key.text.strip().casefold()) in reading.names():
            OBJECTS.check(reading, key, value)  # says what is wrong with the value
            raise self.unknown(reading, key)
        else:
            raise self.unknown(reading, key)

    def _owned(self, reading: Reading, key: Scalar) -> tuple[Scalar, Scalar] | None:
        """``bob's graveyard`` as the player and the key."""
        match = re.fullmatch(r"(.+?)['’]s (.+)", key.text.strip())
        if match is None or match[1] not in reading.players or self.key_of(match[2]) not in self.PLAYERS:
            return None
        return _word(match[1], key), _word(match[2], key)

    def _player(self, reading: Reading, values: dict[str, Any], player: Scalar, value: Node) -> None:
        """``bob: {life: 14}`` is ``life: {bob: 14}``."""
        if type(value) is Scalar and not is_nothing(value):
            end = self.ENDS.get(value.text.strip().lower())
            if end is not None:
                self.take(reading, values, Scalar(end, True, player.line, player.column), player)
                return
            life = re.fullmatch(r"(-?[0-9]+)(?: life)?", value.text.strip())
            if life is None:
                raise reading.error(
                    value, "", "what must hold of the player, such as {life: 14}, wins or loses"
                )
            value = Mapping([(_word("life", value), _word(life[1], value))], value.line, value.column)
        if type(value) is not Mapping:
            raise reading.error(value, "", "what must hold of the player, such as {life: 14}, wins or loses")
        for key, inner in value.pairs:
            try:
                self._of_player(reading, values, player, key, inner)
            except ScenarioError as fault:
                reading.faults.append(fault)

    def _of_player(
        self, reading: Reading, values: dict[str, Any], player: Scalar, key: Scalar, value: Node
    ) -> None:
        end = self.ENDS.get(key.text)
        if self.key_of(key.text) in self.PLAYERS:
            self.take(reading, values, key, Mapping([(player, value)], key.line, key.column))
        elif end is not None and type(value) is Scalar and value.text.lower() in ("true", "yes"):
            self.take(reading, values, Scalar(end, True, key.line, key.column), player)
        elif key.text in ("monarch", "initiative", "city's blessing") and FLAG.accepts(value):
            if not FLAG.read(reading, value):
                raise reading.error(value, "", f"{key.text}: nobody, or who has it")
            self.take(reading, values, key, player)
        elif COUNT.accepts(value) and key.text in ("poison", "energy", "experience", "rad"):
            counted = Mapping([(key, value)], key.line, key.column)
            inner = Mapping([(player, counted)], key.line, key.column)
            self.take(reading, values, Scalar("counters", True, key.line, key.column), inner)
        elif HELD.accepts(value) and not is_nothing(value):  # bob: {Grizzly Bears: dies}
            theirs = Scalar(f"{player.text.strip()}'s {key.text}", key.plain, key.line, key.column)
            self.take(
                reading,
                values,
                Scalar("objects", True, key.line, key.column),
                Mapping([(theirs, value)], key.line, key.column),
            )
        else:
            known = tuple(sorted(self.PLAYERS))
            raise reading.error(
                key,
                "unknown key of a player in expect",
                f"one of {', '.join(known)}",
                nearest(key.text, known),
            )

    def schema(self, defs: dict[str, Schema]) -> Schema:
        ref = super().schema(defs)
        if "properties" in defs["Expect"] and "PlayerExpect" not in defs:
            defs["PlayerExpect"] = {}
            properties = defs["Expect"]["properties"]
            inner = {key: _of_one(properties[key]) for key in sorted(self.PLAYERS)}
            defs["PlayerExpect"] = {
                "title": "what must hold of a player",
                "type": "object",
                "properties": inner,
                "additionalProperties": False,
            }
            either = [
                HELD.schema(defs),
                {"$ref": "#/$defs/PlayerExpect"},
                {"enum": list(self.ENDS)},
                {"type": "integer"},
                {"type": "string", "pattern": "^-?[0-9]+ life$"},
            ]
            defs["Expect"]["additionalProperties"] = {"anyOf": either}
        return ref


class OrLine(Delegate):
    """What must hold as a mapping, or as a line of words."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind.expected, kind)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [super().schema(defs), {"type": "string", "minLength": 1}]}


def _of_one(schema: Schema) -> Schema:
    """The schema of what a key holds for one player."""
    options = schema.get("anyOf", [schema])
    found: Schema = next(o["additionalProperties"] for o in options if "additionalProperties" in o)
    return found


def _word(text: str, at: Scalar) -> Scalar:
    return Scalar(text, True, at.line, at.column)


OBJECTS = ObjectsKind()
ALSO = {
    "library": ("deck",),
    "graveyard": ("grave", "yard", "gy"),
    "exile": ("exiled",),
    "command": ("command zone",),
}
"""What people also call the zones."""
EXPECT = ExpectRecord(
    t.Expect,
    "expect",
    [
        field(
            "life",
            Pairs(t.PlayerNumber, ANYONE, ("value", NUMBER), "players and life: {alice: 20}"),
            also=("life total", "life totals"),
        ),
        field("speed", Pairs(t.PlayerNumber, ANYONE, ("value", COUNT), "players and speed: {alice: 2}")),
        *(
            field(
                zone,
                ZONE_CHECK,
                "names (at least; [] is nothing at all), {exactly: [names]}, {NAME: how many} or the size",
                also=(
                    f"{zone} size",
                    f"{zone} count",
                    f"cards in {zone}",
                    *(("permanents", "permanent count", "in play", "board") if zone == "battlefield" else ()),
                    *ALSO.get(zone, ()),
                ),
            )
            for zone in (
                "battlefield",
                "hand",
                "library",
                "graveyard",
                "exile",
                "command",
                "ante",
                "outside the game",
            )
        ),
        field("stack", Either(COUNT, NAMES, expected="names from the top, or a number")),
        field("objects", OBJECTS),
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
                        COUNT,
                        PoolKind(or_unlimited=False),
                        ManaCounts(),
                        expected='mana such as "{R}" in quotes, {R: 1}, or how much',
                    ),
                ),
                'players and their mana: {alice: "{R}"}',
            ),
        ),
        field("winner", PLAYER),
        field("lost", ListOf(PLAYER, "a list of players", or_one=True)),
        field("draw", FLAG),
        field("active player", PLAYER, "whose turn it is"),
        field("monarch", Holder(), "who is the monarch, or nobody (CR 725)"),
        field("initiative", Holder(), "who has the initiative, or nobody (CR 726)"),
        field(
            "city's blessing",
            ListOf(PLAYER, "a list of players", or_one=True),
            "who has it (CR 702.131)",
            attribute="city_s_blessing",
        ),
        field("day", OneOf("time of day", ("day", "night", "neither")), "CR 731"),
        field("step", STEP),
        field("turn", Number(1)),
        field("can", CONSIDERED_ACTIONS, "actions that would be legal now"),
        field("cannot", CONSIDERED_ACTIONS, "actions that would be refused now"),
        field("cites", ListOf(RULE, "a list of rule numbers", or_one=True)),
        field("cites not", ListOf(RULE, "a list of rule numbers", or_one=True), "rules that play no part"),
        field(
            "outcomes",
            Either(COUNT, EXPECT_LATER, expected="a number, or a list of what must hold"),
            "with explore: how many, or some that must occur",
        ),
    ],
)
EXPECTS: Kind = ListOf(OrLine(EXPECT), "what must hold: a mapping, or a list of mappings", or_one=True)
EXPECT_LATER.stands_for(EXPECTS)
