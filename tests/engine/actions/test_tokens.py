"""CR 111, 701.7, 707.2, 707.10: tokens and copies."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine.actions import predefined
from engine.actions.predefined import TOKENS
from engine.errors import Unsupported
from engine.game import events as ev
from scenarios import run
from tests.engine.actions.table import (
    BEAR,
    CREATURE,
    EACH,
    OGRE,
    ONE,
    TARGET_CREATURE,
    TWO,
    answer,
    card,
    do,
    field,
    names,
    table,
)  # fmt: skip

SOLDIER = ab.TokenKind(words=("creature", "Soldier"), colors=("white",), power=ONE, toughness=ONE)


def created(game: object) -> list[int]:
    return [h.event.was for h in game.log if isinstance(h.event, ev.CreateToken)]  # type: ignore[attr-defined]


def test_described_tokens() -> None:
    game = table()
    ctx = do(game, ab.Create(TWO, SOLDIER, state=("tapped",), counters=((1, "+1/+1"),)))
    first, second = created(game)
    values = game.characteristics(first)
    assert (
        values.name == "Soldier Token"
        and values.colors == {"white"}
        and (values.power, values.toughness) == (2, 2)
    )
    assert (
        game.objects[first].kind == "token"
        and game.objects[first].tapped
        and game.objects[second].owner == "alice"
    )
    assert ctx.mentions[-1].done == "created" and ctx.mentions[-1].many


def test_a_million_tokens_are_too_many() -> None:
    game = table()
    with pytest.raises(Unsupported, match="1,000,000 tokens at once: the limit is 2,000"):
        do(game, ab.Create(ab.Literally(1_000_000), SOLDIER))
    with pytest.raises(Unsupported, match="2,001 tokens at once"):
        do(game, ab.Create(ab.Literally(2001), SOLDIER))
    assert not created(game)
    do(game, ab.Create(ab.Literally(2000), SOLDIER))
    assert len(created(game)) == 2000


@pytest.mark.parametrize(("x", "status"), [(1000, "right"), (1001, "refused")])
def test_tokens_are_counted_after_doubling(x: int, status: str) -> None:
    ruling = run(
        {
            "players": {
                "alice": {"battlefield": ["Adrix and Nev, Twincasters"], "hand": ["Secure the Wastes"], "mana": "unlimited"},
                "bob": {},
            },
            "do": [{"cast": "Secure the Wastes", "x": x}],
            "expect": {"battlefield": {"alice": {"Warrior Token": 2 * x}}},
        }
    )  # fmt: skip
    assert ruling.status == status
    assert ("2,002 tokens at once" in ruling.detail) == (status == "refused")


def test_each_player_creates() -> None:
    game = table()
    do(game, ab.Create(ONE, SOLDIER, EACH))
    assert [game.controller(i) for i in created(game)] == ["alice", "bob"]


@pytest.mark.parametrize("name", sorted(TOKENS))
def test_predefined_tokens_are_what_the_rules_say(name: str) -> None:
    made = predefined.predefined(name)
    assert made.rule.startswith("111.10") and made.base.types and made.base.subtypes
    if made.base.types & {"artifact", "enchantment"}:
        assert not made.base.colors and made.base.abilities


def test_a_treasure_is_created() -> None:
    game = table()
    do(game, ab.Create(ONE, ab.TokenKind(predefined="Treasure")))
    (id,) = created(game)
    assert game.characteristics(id).subtypes == {"Treasure"} and any("111.10a" in s.rules for s in game.steps)
    with pytest.raises(Unsupported):
        do(game, ab.Create(ONE, ab.TokenKind(predefined="Sandwich")))


def test_an_incubator_transforms() -> None:
    game = table()
    do(game, ab.Keyworded("incubate", TWO))
    (id,) = created(game)
    assert game.objects[id].counter("+1/+1") == 2 and "creature" not in game.characteristics(id).types
    do(game, ab.Transform(ab.Fixed((id,))))
    values = game.characteristics(id)
    assert (
        "creature" in values.types
        and (values.power, values.toughness) == (2, 2)
        and values.name == "Phyrexian Token"
    )


def test_a_role_is_attached() -> None:
    game = table()
    bear = field(game, BEAR)
    do(game, ab.Create(ONE, ab.TokenKind(predefined="Monster Role"), whom=TARGET_CREATURE), bear)
    (id,) = created(game)
    assert game.objects[id].attached_to == bear and game.characteristics(bear).power == 3
    game.happen(ev.Destroy(object=bear))
    other = field(
        game, card("Veiled", "", "Creature — Spirit", ab.Keyword("protection", note="everything"), pt=(1, 1))
    )
    do(game, ab.Create(ONE, ab.TokenKind(predefined="Monster Role"), whom=ab.Fixed((other,))))
    assert len(created(game)) == 1


def test_a_copy_has_the_copiable_values() -> None:
    game = table()
    ogre = field(game, OGRE, "bob")
    do(game, ab.AddCounters(TWO, "+1/+1", TARGET_CREATURE), ogre)
    haste = ab.Gains((ab.Keyword("haste"),))
    do(game, ab.Create(ONE, ab.TokenKind(copy_of=ab.Fixed((ogre,)), exceptions=(haste,))))
    (id,) = created(game)
    values = game.characteristics(id)
    assert (
        values.name == "Ogre"
        and (values.power, values.toughness) == (4, 3)
        and ab.Keyword("haste") in values.abilities
    )


def test_populate_copies_a_creature_token() -> None:
    game = table()
    field(game, BEAR)
    do(game, ab.Keyworded("populate"))
    assert created(game) == []
    do(game, ab.Create(ONE, SOLDIER))
    do(game, ab.Keyworded("populate"))
    assert [game.name(i) for i in created(game)] == ["Soldier Token", "Soldier Token"]


def test_a_copy_of_a_spell_gets_new_targets() -> None:
    from msgspec.structs import replace

    from engine import setup
    from engine.model.objects import OnStack, TargetSlot

    game = table()
    bear, ogre = field(game, BEAR), field(game, OGRE, "bob")
    shock = card("Shock of Tests", "{R}", "Instant", ab.SpellAbility(ab.Destroy(TARGET_CREATURE)))
    spell = setup.put(game, "alice", shock, "stack")
    slots = (TargetSlot(TARGET_CREATURE, (bear,)),)
    game.put_object(replace(game.objects[spell], stack=OnStack(effect=ab.Destroy(ab.Slot(0)), targets=slots)))
    answer(game, True, ogre)
    copy = ab.CopySpell(ab.Target(ab.Noun(form="spell")))
    choose = ab.Optional(ab.You(), ab.NewTargets(ab.That(noun="copy")))
    do(game, ab.Sequence((copy, choose)), spell)
    top = game.objects[game.stack()[0]]
    assert top.kind == "copy" and top.stack is not None and top.stack.targets[0].chosen == (ogre,)
    assert [h.event.thing for h in game.log if isinstance(h.event, ev.BecomesTarget)] == [ogre]
    from engine.rules.stack import resolving

    resolving.resolve(game, game.stack()[0])
    assert ogre not in game.objects and bear in game.objects and game.stack() == (spell,)
    assert names(game, "graveyard", "alice") == [] and CREATURE.kinds
