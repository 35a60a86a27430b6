"""The tables that reader, schema and writer share: whole, and the same from each side."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.format import ScenarioError, dump, read, schema
from scenarios.format import types as t
from scenarios.format.kinds import Record
from scenarios.format.tables import actions, answers, documents, expect, questions, setup
from scenarios.format.tables.verbs import SHORTS
from scenarios.format.writer import data
from scenarios.manual import recipes
from tests.scenarios.test_format import EXAMPLE, PLAYERS

TABLES = (setup, answers, actions, expect, questions, documents)
RECORDS = [value for table in TABLES for value in vars(table).values() if isinstance(value, Record)]
RECORDS += [setup.CARD.record, *actions.ACTION.records.values(), *questions.RECORDS]
RECORDS = list({id(record): record for record in RECORDS}.values())


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.struct.__name__)
def test_every_attribute_has_its_key(record: Record) -> None:
    attributes = {each.name for each in msgspec.structs.fields(record.struct)} - {"where"}
    if record.struct is t.PlayerSetup:
        attributes.discard("name")  # a player's name is the key of the whole
    if record.struct is t.Scenario:
        attributes -= {"remarks", "text"}  # of the reading
    assert {each.attribute for each in record.fields} == attributes


def test_every_action_has_its_verb() -> None:
    assert {struct for struct, _value, _own in actions.VERBS.values()} == set(t.ActionBase.__subclasses__())


# --- scenarios at random -------------------------------------------------------------------------------------------

PLAYER = st.sampled_from(["alice", "bob"])
ANYONE = st.sampled_from(["alice", "bob", "all"])
WORDS = st.one_of(
    st.sampled_from(
        ["yes", "none", "on", "Grizzly Bears", "bob's Grizzly Bears", "Grizzly Bears #2", "null", "~", "*"]
    ),
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12),
).filter(lambda text: not re.fullmatch(r"[+-]?[0-9]+|any\s.*", text))
SPOKEN = st.sampled_from(["bears dies", "4/4", "trigger of Grizzly Bears", "wins", "flying"])
NUMBER = st.integers(0, 99)
NAME = st.builds(t.Name, text=WORDS)
NAMES = st.lists(NAME, max_size=3).map(tuple)
RULE = st.sampled_from(["702.20", "702.2", "704.5g", "100"])
COUNTERS = st.dictionaries(st.sampled_from(["+1/+1", "-1/-1", "poison"]), NUMBER, max_size=2)
MOMENT = st.one_of(
    st.builds(t.Moment, turn=st.none() | st.integers(1, 9), step=st.sampled_from(t.Step)),
    st.builds(t.Moment, turn=st.integers(1, 9), step=st.none()),
)


def unlike(items: st.SearchStrategy[Any], key: str, least: int = 0) -> st.SearchStrategy[Any]:
    """Tuples of structs that become a mapping: no two with the same key."""

    def text(item: Any) -> str:
        value = getattr(item, key)
        return value.text if isinstance(value, t.Name) else str(value)

    return st.lists(items, min_size=least, max_size=3, unique_by=text).map(tuple)


SHARES = unlike(st.builds(t.Share, to=NAME, amount=NUMBER), "to", 1)
COUNTS = unlike(st.builds(t.Count, name=NAME, count=NUMBER), "name")
SYMBOLS = st.lists(st.sampled_from("WUBRGC"), max_size=3).map(tuple)
TEXTS = st.lists(WORDS, max_size=2).map(tuple)
ANSWER: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.builds(t.Words, text=WORDS.filter(lambda text: text not in ("null", "~"))),
        st.builds(t.Number, value=st.integers(-9, 99)),
        st.builds(
            t.Division, shares=SHARES.filter(lambda s: not any(p.to.text in answers.ANSWER_KINDS for p in s))
        ),
        st.builds(
            t.AnswerTo,
            kind=st.sampled_from(["mode", "die"]),
            answer=st.builds(t.Number, value=st.integers(1, 9)),
        ),
        st.builds(t.AnswerTo, kind=st.just("target"), answer=st.builds(t.Division, shares=SHARES)),
    ),
    lambda inner: st.builds(t.Several, items=st.lists(inner, max_size=3).map(tuple)),
    max_leaves=4,
)
ANSWERS = st.lists(ANSWER, max_size=3).map(tuple)


def action_of(struct: type[Any], **own: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(
        struct,
        by=st.none() | PLAYER,
        at=st.none() | MOMENT,
        choose=ANSWERS,
        wait=st.booleans(),
        illegal=st.booleans() | RULE,
        **own,
    )


COUNTED = st.lists(st.builds(t.Count, name=NAME, count=st.integers(1, 9)), max_size=2).map(tuple)
FROM = st.none() | st.builds(t.From, zone=st.sampled_from(t.Zone), player=st.none() | PLAYER)
MODES = st.none() | st.lists(st.integers(1, 5) | WORDS, max_size=2).map(tuple)
ACTION = st.one_of(
    action_of(
        t.Cast,
        card=NAME,
        targets=st.none() | NAMES,
        x=st.none() | NUMBER,
        modes=MODES,
        from_=FROM,
        kicked=st.none() | st.booleans() | NUMBER,
        pay=st.none() | ANSWERS,
        divide=st.none() | SHARES,
    ),
    action_of(t.Activate, object=NAME, ability=st.none() | st.integers(1, 9) | WORDS),
    action_of(t.Play, card=NAME, from_=FROM),
    action_of(t.Special, object=NAME, action=st.none() | WORDS),
    action_of(
        t.Attack,
        attackers=unlike(st.builds(t.Attacker, attacker=NAME, attacks=NAME), "attacker"),
        bands=st.lists(NAMES, max_size=2).map(tuple),
    ),
    action_of(t.Block, blockers=unlike(st.builds(t.Blocker, blocker=NAME, blocks=NAMES), "blocker")),
    action_of(t.Assign, damage=unlike(st.builds(t.Assignment, source=NAME, shares=SHARES), "source")),
    action_of(t.Pass, player=PLAYER),
    action_of(t.Resolve, count=st.sampled_from(["top", "all"]) | st.integers(1, 9)),
    action_of(t.To, moment=MOMENT),
    action_of(t.Concede, player=PLAYER),
    action_of(t.Mulligan, player=PLAYER, hand=COUNTED, bottom=COUNTED),
    action_of(t.Keep, player=PLAYER),
)
ZONE = st.none() | unlike(
    st.builds(
        t.ZoneCheck,
        player=ANYONE,
        holds=st.one_of(
            st.builds(t.Size, size=NUMBER),
            st.builds(t.Exactly, counts=COUNTS),
            st.builds(
                t.Whole,
                exactly=st.lists(st.builds(t.Count, name=NAME, count=st.integers(1, 9)), max_size=3).map(
                    tuple
                ),
            ),
            st.builds(
                t.AtLeast,
                names=st.lists(
                    st.builds(t.Count, name=NAME, count=st.integers(1, 9)), min_size=1, max_size=3
                ).map(tuple),
            ),
        ),
    ),
    "player",
)
PT = st.none() | st.builds(t.PowerToughness, power=st.integers(-9, 9), toughness=st.integers(-9, 9))
PROPERTIES = st.builds(
    t.Properties,
    power=st.none() | st.integers(-9, 9),
    pt=PT,
    base_pt=PT,
    has=st.none() | TEXTS,
    not_colors=st.none() | st.just(("red", "colorless")),
    tapped=st.none() | st.booleans(),
    counters=st.none() | COUNTERS,
    attached_to=st.none() | NAME,
    attacking=st.none() | st.booleans() | st.builds(t.Name, text=st.sampled_from(["alice", "bob"])),
    blocking=st.none() | st.booleans() | NAMES,
    controller=st.none() | PLAYER,
    zone=st.none() | st.sampled_from(t.Zone),
)
EXPECT = st.builds(
    t.Expect,
    life=st.none() | unlike(st.builds(t.PlayerNumber, player=ANYONE, value=st.integers(-9, 99)), "player"),
    hand=ZONE,
    graveyard=ZONE,
    stack=st.none() | NUMBER | NAMES,
    objects=st.none()
    | unlike(st.builds(t.ObjectCheck, name=NAME, any=st.just(False), properties=PROPERTIES), "name"),
    tapped=st.none() | unlike(st.builds(t.PlayerCounts, player=ANYONE, counts=COUNTS), "player"),
    counters=st.none() | unlike(st.builds(t.PlayerCounters, player=ANYONE, counters=COUNTERS), "player"),
    mana=st.none()
    | unlike(
        st.builds(
            t.ManaCheck,
            player=ANYONE,
            mana=st.builds(t.Pool, mana=SYMBOLS)
            | st.dictionaries(st.sampled_from("WUBRGC"), NUMBER, max_size=2),
        ),
        "player",
    ),
    winner=st.none() | PLAYER,
    lost=st.none() | st.lists(PLAYER, max_size=2).map(tuple),
    draw=st.none() | st.booleans(),
    step=st.none() | st.sampled_from(t.Step),
    turn=st.none() | st.integers(1, 9),
    can=st.none() | st.lists(ACTION, max_size=1).map(tuple),
    cites=st.none() | st.lists(RULE, max_size=2).map(tuple),
)
CARDS = st.lists(
    st.builds(
        t.CardSetup,
        name=WORDS,
        count=st.integers(1, 9),
        counters=COUNTERS,
        face=st.none() | WORDS,
        chosen=st.dictionaries(WORDS, NAME, max_size=1),
    ),
    max_size=3,
).map(tuple)
PERMANENTS = st.lists(
    st.builds(
        t.CardSetup,
        name=WORDS,
        tapped=st.booleans(),
        sick=st.booleans(),
        damage=NUMBER,
        attached_to=st.none() | NAME,
        owner=st.none() | PLAYER,
        face_down=st.booleans(),
        token=st.booleans(),
    ),
    max_size=3,
).map(tuple)


def player(name: str) -> st.SearchStrategy[t.PlayerSetup]:
    return st.builds(
        t.PlayerSetup,
        name=st.just(name),
        life=st.integers(-9, 99),
        battlefield=PERMANENTS,
        hand=CARDS,
        library=st.just(t.UNKNOWN_LIBRARY) | CARDS,
        mana=st.builds(t.Pool, mana=SYMBOLS) | st.just(t.Pool(unlimited=True)),
        counters=COUNTERS,
        max_hand_size=st.none() | NUMBER,
    )


WANTED = st.none() | st.lists(SPOKEN, min_size=1, max_size=2).map(tuple)
COUNTED = st.none() | NUMBER
LISTED = WANTED | st.builds(t.Among, exactly=st.none() | st.lists(SPOKEN, max_size=2).map(tuple))
CITES = st.lists(RULE, max_size=2).map(tuple)
QUESTION = st.one_of(
    st.builds(t.What, object=NAME, answer=WANTED | st.builds(t.Properties, power=NUMBER), cites=CITES),
    st.builds(t.Why, object=NAME, event=SPOKEN, answer=WANTED, cites=CITES),
    st.builds(t.WhyNot, object=NAME, state=SPOKEN, answer=WANTED, cites=CITES),
    st.builds(t.Can, action=ACTION, answer=st.none() | st.booleans(), cites=CITES),
    st.builds(t.CanDo, player=PLAYER, do=st.sampled_from(questions.DOABLE), answer=LISTED | COUNTED),
    st.builds(t.Cost, action=ACTION, answer=WANTED | COUNTED | st.booleans(), cites=CITES),
    st.builds(t.Choices, action=st.none() | ACTION, answer=LISTED),
    st.builds(t.HowOften, event=SPOKEN, answer=COUNTED),
    st.builds(t.HowMuch, what=SPOKEN, source=st.none() | NAME, to=st.none() | NAME, answer=COUNTED),
    st.builds(t.Who, what=SPOKEN, answer=WANTED),
    st.builds(t.When, event=SPOKEN, answer=WANTED),
    st.builds(t.Order, of=st.just("triggers"), answer=LISTED),
    st.builds(t.InWords, text=SPOKEN),
)

SCENARIO = st.builds(
    t.Scenario,
    title=st.none() | WORDS,
    rules=st.none() | st.just(t.Name(text="2026-01-16")),
    players=st.tuples(player("alice"), player("bob")),
    turn=st.builds(
        t.TurnSetup, player=st.none() | PLAYER, number=st.integers(1, 9), step=st.sampled_from(t.Step)
    ),
    do=st.lists(ACTION | action_of(t.Check, expect=st.tuples(EXPECT)), max_size=3).map(tuple),
    answers=unlike(st.builds(t.Answers, player=PLAYER, queue=ANSWERS), "player"),
    until=st.none() | MOMENT,
    expect=st.lists(EXPECT, max_size=2).map(tuple),
    strict=st.booleans(),
    ask=st.lists(QUESTION, max_size=3).map(tuple),
)


def without_places(value: Any) -> Any:
    match value:
        case dict():
            return {k: without_places(v) for k, v in value.items() if k not in ("where", "text", "remarks")}
        case list() | tuple():
            return [without_places(item) for item in value]
        case _:
            return value


@settings(max_examples=150, deadline=None)
@given(SCENARIO)
def test_what_is_written_reads_as_the_same(scenario: t.Scenario) -> None:
    [again] = read(dump(scenario), "f.yaml")
    assert without_places(msgspec.to_builtins(again)) == without_places(msgspec.to_builtins(scenario))


# --- the schema ----------------------------------------------------------------------------------------------------

TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
SCHEMA = schema()


def fits(value: Any, rule: dict[str, Any]) -> bool:
    """Whether plain data fits a JSON Schema, as far as ours uses the language."""
    unknown = set(rule) - {
        *(
            "$ref",
            "$defs",
            "$schema",
            "anyOf",
            "title",
            "description",
            "type",
            "enum",
            "pattern",
            "minLength",
            "minimum",
        ),
        *("exclusiveMaximum", "properties", "additionalProperties", "required", "items", "minProperties"),
        *("if", "then", "else", "patternProperties", "propertyNames"),
    }
    assert not unknown, f"the schema says what this test doesn't check: {unknown}"
    if "$ref" in rule and not fits(value, SCHEMA["$defs"][rule["$ref"].removeprefix("#/$defs/")]):
        return False
    if "anyOf" in rule and not any(fits(value, each) for each in rule["anyOf"]):
        return False
    if "if" in rule and not fits(value, rule["then" if fits(value, rule["if"]) else "else"]):
        return False
    if "type" in rule:
        names = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
        if not any(
            isinstance(value, TYPES[name]) and (name == "boolean") == isinstance(value, bool)
            for name in names
        ):
            return False
    if "enum" in rule and value not in rule["enum"]:
        return False
    if isinstance(value, str):
        if len(value) < rule.get("minLength", 0) or not re.search(rule.get("pattern", ""), value):
            return False
    elif isinstance(value, int | float):
        if value < rule.get("minimum", value) or value >= rule.get("exclusiveMaximum", value + 1):
            return False
    elif isinstance(value, list):
        return all(fits(item, rule.get("items", {})) for item in value)
    elif isinstance(value, dict):
        if len(value) < rule.get("minProperties", 0) or not set(rule.get("required", ())) <= set(value):
            return False
        if not all(re.search(rule.get("propertyNames", {}).get("pattern", ""), str(key)) for key in value):
            return False
        for key, item in value.items():
            of_pattern = (it for p, it in rule.get("patternProperties", {}).items() if re.search(p, str(key)))
            inner = next(
                of_pattern, rule.get("properties", {}).get(key, rule.get("additionalProperties", {}))
            )
            if inner is False or not fits(item, inner):
                return False
    return True


@settings(max_examples=100, deadline=None)
@given(SCENARIO)
def test_the_schema_takes_what_the_reader_takes(scenario: t.Scenario) -> None:
    assert fits(data(scenario), SCHEMA)


def test_the_schema_takes_the_cookbook() -> None:
    for recipe in recipes():
        assert fits(yaml.safe_load(recipe.text), SCHEMA), recipe.file


def test_the_schema_takes_each_verb_that_stands_for_another() -> None:
    for verb in SHORTS:
        assert fits(yaml.safe_load(f"players: {{a: }}\ndo: [{{{verb}: X, choose: 'yes'}}]"), SCHEMA), verb
        assert not fits(yaml.safe_load(f"players: {{a: }}\ndo: [{{{verb}: X, chose: 'yes'}}]"), SCHEMA), verb


def test_the_schema_takes_actions_as_programs_write_them() -> None:
    start = "players: {a: }\ndo: "
    for said in (
        "{action: cast, card: Shock, targets: [b]}",
        "{type: attack, attackers: [Bears]}",
        "{verb: pass}",
    ):
        assert fits(yaml.safe_load(f"{start}[{said}]"), SCHEMA), said
    assert not fits(yaml.safe_load(f"{start}[{{action: juggle, card: Shock}}]"), SCHEMA)


def test_the_schema_takes_what_editors_see_of_an_unquoted_number() -> None:
    assert fits(yaml.safe_load(EXAMPLE.replace("2026-01-16", "'2026-01-16'")), SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        "trun: {}",
        "turn: {step: upkep}",
        "do: [{csat: X}]",
        "do: [{cast: X, pass: bob}]",
        "do: [{attack: {}, modes: [1]}]",
        "do: [{by: bob}]",
        "until: turn two",
        "expect: {life: {alice: abc}}",
        "expect: {objects: {a: {powr: 1}}}",
        "expect: {cites: [x]}",
        "strict: maybe",
        "ask: [{wyh: x}]",
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(text: str) -> None:
    with pytest.raises(ScenarioError):
        read(PLAYERS + text, "f.yaml")
    assert not fits(yaml.safe_load(PLAYERS + text), SCHEMA)


def test_the_schema_is_json_and_its_references_lead_somewhere() -> None:
    text = json.dumps(SCHEMA)
    named = set(re.findall(r'"#/\$defs/(\w+)"', text))
    assert named <= set(SCHEMA["$defs"])
    assert {"Scenario", "Action", "Expect", "Rulings"} <= named
