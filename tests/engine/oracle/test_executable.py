"""The gate between reading a card and counting it as read: it knows the whole vocabulary, and no more than the engine does."""

from __future__ import annotations

import ast
import os
import re
import typing
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from engine import abilities as ab
from engine import keywords
from engine.abilities.base import Node, subclasses
from engine.abilities.tree import walk
from engine.actions.registry import REFUSED
from engine.keywords.ruled import OUTSIDE, RULED
from engine.model import STICKER_KINDS
from engine.model.cards import Card, Face
from engine.oracle import executable
from engine.oracle.coverage import CORPUS, load, shapes_of
from engine.oracle.executable import missing
from engine.oracle.executable.abilities import BEFORE_THE_GAME
from engine.oracle.executable.changes import LAYERED, RULES
from engine.oracle.executable.tables import CHECKED, CHECKS, TYPES, WORDING, WORDS
from engine.oracle.reading import Declined, read_card
from engine.queries import event_patterns, targets
from engine.rules.casting import casting, special_actions
from engine.rules.combat import restrictions
from engine.rules.costs import activated_abilities, mana_payment
from engine.rules.effects import layers, rule_changes

ENGINE = Path(executable.__file__).resolve().parents[2]
BEHAVIOUR = sorted(
    p for room in ("game", "queries", "rules", "actions", "keywords") for p in (ENGINE / room).rglob("*.py")
)
VOCABULARY = sorted(
    (t for t in subclasses(Node) if t.__module__.startswith("engine.abilities")), key=lambda t: t.__name__
)


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in BEHAVIOUR:
        yield path, ast.parse(path.read_text())


def table_of(kind: type[Node]) -> Any:
    return next(TYPES[root] for root in kind.__mro__ if root in TYPES)


# ---- the whole vocabulary ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", VOCABULARY, ids=lambda kind: kind.__name__)
def test_every_type_is_in_the_table_of_its_part_of_speech(kind: type[Node]) -> None:
    assert kind in table_of(kind)


def test_every_refused_verb_has_a_reason() -> None:
    assert all(REFUSED.values())


def words_in(kind: type[Node]) -> Iterator[str]:
    """The fields of a type that hold words: strings, literals, tuples of strings."""
    for name, hint in typing.get_type_hints(kind).items():
        if name in kind.__struct_fields__ and _holds_words(hint):
            yield name


def _holds_words(hint: Any) -> bool:
    if hint is str or typing.get_origin(hint) is Literal:
        return True
    return any(_holds_words(part) for part in typing.get_args(hint) if part is not Ellipsis)


@pytest.mark.parametrize("kind", VOCABULARY, ids=lambda kind: kind.__name__)
def test_every_field_of_words_is_closed_checked_open_or_wording(kind: type[Node]) -> None:
    if kind not in REFUSED:
        assert [name for name in words_in(kind) if (kind, name) not in WORDS] == []


def test_the_tables_speak_of_types_and_fields_that_there_are() -> None:
    for kind, name in WORDS:
        assert name in kind.__struct_fields__, f"{kind.__name__}.{name}"
    assert all(issubclass(kind, Node) for kind in CHECKS)


def test_no_field_is_entered_twice() -> None:
    """A second entry would take the place of the first in silence."""
    entered: list[tuple[str, str]] = []
    for part in executable.PARTS:
        assert part.__file__ is not None
        for node in ast.walk(ast.parse(Path(part.__file__).read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "words":
                assert isinstance(node.args[0], ast.Attribute)
                entered += [(node.args[0].attr, str(field.arg)) for field in node.keywords]
    assert len(entered) == len(set(entered)) == len(WORDS)


def test_fields_that_are_checked_have_a_check() -> None:
    """The words of a field that no table closes are tried by a check of the type, of a base class or of what holds it."""
    source = "\n".join(Path(str(part.__file__)).read_text() for part in executable.PARTS)
    for kind, name in (field for field, allowed in WORDS.items() if allowed is CHECKED):
        assert any(base in CHECKS for base in kind.__mro__), kind.__name__
        asked = re.search(rf"\.{name}\b", source)
        assert asked or issubclass(kind, ab.Change), f"{kind.__name__}.{name}"  # `rule_changes.unknown`


@pytest.mark.parametrize("kind", VOCABULARY, ids=lambda kind: kind.__name__)
def test_every_field_is_heeded_by_some_behaviour(kind: type[Node]) -> None:
    """A field that no module of behaviour names would be passed over in silence."""
    source = "\n".join(p.read_text() for p in BEHAVIOUR)
    for name in kind.__struct_fields__:
        if WORDS.get((kind, name)) is WORDING or (kind.__name__, name) in ONLY_WRITTEN:
            continue
        assert re.search(rf"\.{name}\b|\b{name}=", source), f"{kind.__name__}.{name}"


ONLY_WRITTEN = {
    ("Static", "first"), ("Lasting", "first"), ("DealDamage", "equal"), ("GainLife", "equal"), ("LoseLife", "equal"), ("You", "said"),
    ("TextOnly", "rule"), ("Put", "whose"), ("Did", "able"), ("That", "way"), ("Enters", "additional"), ("This", "it"), ("OneOf", "either"),
}  # fmt: skip
"""Fields besides words that only say how the text is put."""


# ---- no drift ---------------------------------------------------------------------------------------------------------------


def test_layered_changes_are_those_that_have_a_layer() -> None:
    changes: list[Any] = [*LAYERED, *RULES]
    made = {kind: kind(*(_filled(kind, name) for name in kind.__struct_fields__)) for kind in changes}
    assert {kind for kind, change in made.items() if layers.layer_of(change) is not None} == LAYERED


def _filled(kind: type[Node], name: str) -> Any:
    return {"how": "less", "what": "color"}.get(name)


def test_verbs_that_are_waited_for_are_performed_by_some_code_and_the_other_way_round() -> None:
    """What `ev.Performed`, a quiet change of fields or `did` is given as its verb."""
    performed: set[str] = set()
    for _, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            given = (
                [k.value for k in node.keywords if k.arg == "verb"]
                if called in ("Performed", "SetFields", "replace")
                else []
            )
            if called in ("did", "marked", "_designates"):
                given += node.args
            performed |= {v.value for v in given if isinstance(v, ast.Constant) and isinstance(v.value, str)}
    computed = {
        "win a coin flip", "lose a coin flip", "becomes level 2", "becomes level 3", "evolves", "mentors", "trains",
    }  # fmt: skip
    computed |= {f"put a {kind} sticker" for kind in STICKER_KINDS}
    waited = (event_patterns.DONE_BY_PLAYERS | event_patterns.DONE_BY_OBJECTS) - computed
    assert waited <= performed


def test_keywords_that_are_behaviour_are_asked_for_by_name() -> None:
    asked: set[str] = set()
    for path, tree in trees():
        if path.name != "ruled.py":
            asked |= {
                n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
            }
    assert set(RULED) <= asked


def test_words_that_are_asked_for_are_words_of_cant() -> None:
    asked: set[str] = set()
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                if called in ("cant", "_cant", "_can_not"):
                    asked |= {
                        a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
                    }
    asked = {word for word in asked if not word[:1].isdigit()}  # rule numbers
    assert asked - {""} <= set(rule_changes.WORDS[ab.Cant])
    assert set(rule_changes.ASKED) <= asked | {"win the game", "gain life", "lose life"}


# ---- what is declined -------------------------------------------------------------------------------------------------------

CREATURE = ab.Noun((("creature",),))
ME = ab.This()
ONE = ab.Literally(1)
DRAW = ab.Draw(ONE)

DECLINED: list[tuple[ab.Ability, str]] = [
    (ab.Static(ME, (ab.Cant("swim"),)), "can't 'swim'"),
    (ab.Static(ME, (ab.Cant("be countered", by=CREATURE),)), "can't 'be countered' with by"),
    (ab.Static(ab.You(), (ab.Cant("attack"),)), "Cant said of players"),
    (ab.Static(ME, (ab.Cant("gain life"),)), "Cant said of objects"),
    (ab.Static(ME, (ab.May("walk on water"),)), "may 'walk on water'"),
    (ab.Static(ME, (ab.Must("attack", when="on Sundays"),)), "must attack 'on Sundays'"),
    (ab.Static(ME, (ab.Ruled("damage wears off twice"),)), "the changed rule 'damage wears off twice'"),
    (ab.Static(ME, (ab.CopyOf(ab.Host("enchanted")),)), "a static ability that makes something a copy"),
    (ab.Static(ab.Each(ab.Which((ab.Is("sleepy"),), CREATURE)), (ab.SwitchPT(),)), "Is.state 'sleepy'"),
    (ab.Triggered(ab.PlayerDoes(ab.You(), "yawn"), DRAW), "PlayerDoes.verb 'yawn'"),
    (ab.Triggered(ab.ObjectDoes(ME, "yawns"), DRAW), "ObjectDoes.verb 'yawns'"),
    (ab.Triggered(ab.StepBegins("tea time"), DRAW), "StepBegins.step 'tea time'"),
    (ab.Triggered(ab.Blocks(ab.Chosen(CREATURE, ab.OneOrMore())), DRAW), "OneOrMore things in the event Blocks"),
    (ab.Triggered(ab.Provided(ab.Attacks(ab.Chosen(CREATURE)), note="first each turn"), DRAW), "the first time each turn of each of several"),
    (ab.SpellAbility(ab.Keyworded("yawn")), "Keyworded.verb 'yawn'"),
    (ab.SpellAbility(ab.Put(ab.Target(CREATURE), "pocket")), "putting something into 'pocket'"),
    (ab.SpellAbility(ab.Put(ab.Chosen(ab.Noun((("land",),), "card")), "hand")), "a card in no named zone"),
    (ab.Static(ME, (ab.CostChange("less", "{X}"),)), "a cost changed by {X}"),
    (ab.SpellAbility(ab.Conditional(ab.Did(), DRAW, instead=True)), "an instruction that replaces another which is not said before it"),
    (ab.SpellAbility(ab.Sequence((ab.ForEach(ab.EachPlayer("opponent"), ab.Optional(ab.You(), DRAW)), ab.Conditional(ab.Did(ab.You()), DRAW)))), "whether that was done which may be done for each of several"),
    (ab.Activated((ab.Do(ab.Destroy(ME)),), DRAW), "Destroy as a cost"),
    (ab.Activated((ab.TapSymbol(),), DRAW, (ab.Only("at night"),)), "Only.when 'at night'"),
    (ab.Activated((ab.TapSymbol(),), ab.AddMana((), any_="any taste")), "AddMana.any_ 'any taste'"),
    (ab.Activated((ab.TapSymbol(),), ab.Draw(ab.X())), "an X that neither a cost nor the text defines"),
    (ab.Keyword("glimmering", costs=(ab.PayMana("{1}{U}"),)), "the keyword 'glimmering'"),
    (ab.Keyword("landwalk"), "landwalk without its which"),
    (ab.Replacement(ab.StepBegins("upkeep"), DRAW), "what happens in the place of a turn, phase or step"),
    (ab.TextOnly("103.6"), "TextOnly.rule '103.6'"),
]  # fmt: skip


@pytest.mark.parametrize(("ability", "reason"), DECLINED, ids=[reason for _, reason in DECLINED])
def test_what_has_no_meaning_is_named(ability: ab.Ability, reason: str) -> None:
    assert reason in missing(ability)


def test_a_word_deep_inside_is_found() -> None:
    token = ab.TokenKind(
        words=("creature", "Bird"),
        power=ONE,
        toughness=ONE,
        abilities=(ab.Keyword("glimmering"),),
    )
    inner = ab.Gains((ab.Triggered(ab.Attacks(ME), ab.Create(ONE, token)),))
    outer = ab.SpellAbility(ab.Sequence((DRAW, ab.Lasting(ab.Target(CREATURE), (inner,), ab.ThisTurn()))))
    assert missing(outer) == ("the keyword 'glimmering'",)


def test_what_the_engine_does_lacks_nothing() -> None:
    flying = ab.Static(
        ab.Each(ab.Which((), CREATURE, (ab.ControlledBy(ab.You()),))), (ab.Gains((ab.Keyword("flying"),)),)
    )
    for ability in (ab.Keyword("flying"), ab.Keyword("prowess"), ab.SpellAbility(DRAW), flying):
        assert missing(ability) == ()


def test_a_star_that_nothing_defines_is_declined() -> None:
    bare = Face("Puddle", "{1}", "Creature — Ooze", (), "*", "1+*")
    assert len(executable.of_face(bare)) == 2
    defined = ab.Static(ME, (ab.DefinedPT(ab.CountOf(ab.Each(CREATURE)), ab.CountOf(ab.Each(CREATURE))),))
    assert executable.of_face(Face("Puddle", "{1}", "Creature — Ooze", (defined,), "*", "*")) == ()


def test_cards_that_are_not_played_with_are_declined() -> None:
    assert executable.of_face(Face("Here", "", "Dungeon"))
    assert executable.of_face(Face("Wall", "{1}", "Enchantment — Aura"))
    assert executable.of_face(Face("Advertisement", "", "Card"))
    assert executable.of_face(Face("Plaything", "{1}", "Gizmo Artifact")) == ("the card type gizmo",)


def test_what_makes_no_difference_has_a_reason() -> None:
    assert all(BEFORE_THE_GAME.values())
    assert all(OUTSIDE.values())


def test_every_word_of_a_changed_rule_is_asked_for() -> None:
    """A word in a table that no other code looks up or names would be passed over; only what players may look at is (special.LOOKING)."""
    named: dict[str, int] = {}
    for path, tree in trees():
        if path.name == "rule_changes.py":
            continue
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str(word)) | ast.Name(id=word, ctx=ast.Load()):
                    named[word] = named.get(word, 0) + 1
    in_tables = {
        *restrictions.CANT,
        *restrictions.MUST,
        *restrictions.MAY,
        *special_actions.LOOKING,
        *special_actions.SHOWN,
    }
    tables = {
        "CANT": activated_abilities, "CANT_BE_CAST": casting.timing, "CANT_CAST": casting.timing, "CAST_FROM": casting.ways, "FLASH": casting.timing, "PLAY_FROM": special_actions,
        "MORE_LANDS": special_actions, "SPENDING": mana_payment,
    }  # fmt: skip
    looked_up = {w for table, module in tables.items() if named.get(table) for w in getattr(module, table)}
    constants = {
        "ONE_A_TURN": casting.timing.ONE_A_TURN, "IGNORE_HEXPROOF": targets.IGNORE_HEXPROOF, "UNTARGETABLE": targets.UNTARGETABLE,
    }  # fmt: skip
    looked_up |= {word for name, word in constants.items() if named.get(name)}
    known = {w for kind in (ab.Cant, ab.May, ab.Must) for w in rule_changes.WORDS[kind]}
    once = {w for w in known if named.get(w, 0) < (2 if w in in_tables else 1)} - looked_up
    skipped = {f"skip {step}" for step in rule_changes.SKIPPED}
    skipped |= {
        f"have {kind} counters" for kind in rule_changes.COUNTERS_KEPT_OFF
    }  # changed_rules.py puts the name together
    assert once - skipped == special_actions.LOOKING


def test_a_card_that_is_read_but_not_executable_is_declined_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As it would be if the rules for a keyword weren't there."""
    monkeypatch.delitem(RULED, "double agenda")
    executable.missing.cache_clear()
    record = {
        "name": "Sneak",
        "type_line": "Creature — Ninja",
        "oracle_text": "Double agenda",
        "mana_cost": "{U}",
    }
    found = read_card(record)
    executable.missing.cache_clear()
    assert isinstance(found, Declined)
    assert found.lines[0].lacks == ("the keyword 'double agenda'",)
    assert shapes_of(found.lines[0]) == ("engine: the keyword 'double agenda'",)
    assert "the keyword 'double agenda'" in str(found.lines[0])


# ---- the corpus ---------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(
    not CORPUS.exists() and os.environ.get("CI") != "true", reason="the card corpus is not beside the project"
)
def test_every_card_that_counts_as_read_is_executable() -> None:
    sample = [record for record in load() if zlib.crc32(record["name"].encode()) % 16 == 3]
    cards = [card for card in map(read_card, sample) if isinstance(card, Card)]
    assert len(cards) > len(sample) // 4
    for card in cards:
        assert executable.of_card(card) == ()
        for face in card.faces:
            for ability in face.abilities:
                assert all(
                    type(node) in table_of(type(node)) for node in walk(ability) if isinstance(node, Node)
                ), card.name
                assert keywords.meaning(ability)
