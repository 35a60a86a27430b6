"""CR 701: keyword actions."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine import setup
from engine.errors import Undecided, Unsupported
from engine.game import events as ev
from engine.model.cards import Card, Face
from engine.queries import changed_rules
from engine.rules.effects import durations
from tests.engine.actions.table import (
    BEAR,
    FIELD,
    MINE,
    OGRE,
    ONE,
    TARGET_CREATURE,
    TWO,
    WALL,
    YOU,
    answer,
    card,
    do,
    field,
    hand,
    names,
    table,
)  # fmt: skip


def performed(game: object) -> list[str]:
    return [h.event.verb for h in game.log if isinstance(h.event, ev.Performed)]  # type: ignore[attr-defined]


def key(verb: str, number: int = 1, **fields: object) -> ab.Keyworded:
    return ab.Keyworded(verb, ab.Literally(number), **fields)  # type: ignore[arg-type]


def test_scry() -> None:
    game = table()
    first, second, third = game.zone("library", "alice")
    answer(game, (first,))
    do(game, key("scry", 2))
    assert [game.name(i) for i in game.zone("library", "alice")] == [
        "Wide Field",
        "Rock",
        "Bear",
    ] and performed(game) == ["scry"]
    do(game, key("scry", 0))
    assert performed(game) == ["scry"]
    do(game, key("scry", 3))
    assert [game.name(i) for i in game.zone("library", "alice")] == ["Wide Field", "Rock", "Bear"]


def test_surveil() -> None:
    game = table()
    first = game.zone("library", "alice")[0]
    answer(game, (first,))
    do(game, key("surveil", 2))
    assert names(game, "graveyard", "alice") == ["Bear"] and performed(game) == ["surveil"]


def test_investigate_makes_clues() -> None:
    game = table()
    do(game, key("investigate", 2))
    assert names(game, "battlefield") == ["Clue Token", "Clue Token", "Source"]


def test_proliferate() -> None:
    game = table()
    bear, ogre = field(game, BEAR), field(game, OGRE, "bob")
    do(game, ab.AddCounters(ONE, "+1/+1", TARGET_CREATURE), bear)
    do(game, ab.AddCounters(ONE, "charge", TARGET_CREATURE), bear)
    do(game, ab.AddCounters(ONE, "-1/-1", TARGET_CREATURE), ogre)
    do(game, ab.AddCounters(ONE, "poison", ab.EachPlayer("opponent")))
    answer(game, (bear, ogre, "bob"))
    do(game, key("proliferate"))
    assert (
        dict(game.objects[bear].counters) == {"+1/+1": 2, "charge": 2}
        and game.objects[ogre].counter("-1/-1") == 2
    )
    assert game.players["bob"].counter("poison") == 2


def test_amass() -> None:
    game = table()
    do(game, key("amass", 2, word="Orcs"))
    (army,) = [i for i in game.battlefield() if "Army" in game.characteristics(i).subtypes]
    assert game.characteristics(army).subtypes == {"Orc", "Army"} and game.characteristics(army).power == 2
    do(game, key("amass", 1, word="Zombies"))
    assert (
        game.characteristics(army).subtypes == {"Orc", "Army", "Zombie"}
        and game.characteristics(army).power == 3
    )


def test_explore() -> None:
    game = table()
    bear = field(game, BEAR)
    setup.put(game, "alice", FIELD, "library", place=0)
    do(game, ab.Keyworded("explore", what=TARGET_CREATURE), bear)
    assert names(game, "hand", "alice") == ["Wide Field"] and game.objects[bear].counter("+1/+1") == 0
    answer(game, True)
    do(game, ab.Keyworded("explore", what=TARGET_CREATURE), bear)
    assert names(game, "graveyard", "alice") == ["Bear"] and game.objects[bear].counter("+1/+1") == 1
    assert performed(game).count("explores") == 2
    setup.unknown(game, "alice", 1)
    for id in game.zone("library", "alice")[:-1]:
        game.happen(ev.MoveZone(object=id, to="graveyard"))
    with pytest.raises(Undecided):
        do(game, ab.Keyworded("explore", what=TARGET_CREATURE), bear)


def test_connive() -> None:
    game = table()
    bear = field(game, BEAR)
    ogre = hand(game, OGRE)
    answer(game, ogre)
    do(game, ab.Keyworded("connive", what=TARGET_CREATURE), bear)
    assert game.objects[bear].counter("+1/+1") == 1 and names(game, "graveyard", "alice") == ["Ogre"]
    land = hand(game, FIELD)
    answer(game, land)
    do(game, ab.Keyworded("connive", what=TARGET_CREATURE), bear)
    assert game.objects[bear].counter("+1/+1") == 1


def test_bolster_adapt_monstrosity() -> None:
    game = table()
    bear, wall = field(game, BEAR), field(game, WALL)
    do(game, key("bolster", 2))
    assert game.objects[bear].counter("+1/+1") == 2 and game.objects[wall].counter("+1/+1") == 0
    do(game, key("adapt", 3), source=bear)
    assert game.objects[bear].counter("+1/+1") == 2
    do(game, key("adapt", 3), source=wall)
    assert game.objects[wall].counter("+1/+1") == 3
    do(game, key("monstrosity", 1), source=wall)
    do(game, key("monstrosity", 1), source=wall)
    assert game.objects[wall].counter("+1/+1") == 4 and game.objects[wall].marks == ("monstrous",)


def test_manifest_and_turning_face_up() -> None:
    game = table()
    do(game, key("manifest"))
    (id,) = [i for i in game.battlefield() if game.objects[i].face_down]
    values = game.characteristics(id)
    assert (values.name, values.power, values.toughness) == ("", 2, 2) and game.objects[
        id
    ].face_down_as == "manifest"
    do(game, ab.Transform(ab.Fixed((id,)), "turn face up"))
    assert game.characteristics(id).name == "Bear" and not game.objects[id].face_down


def test_manifest_dread() -> None:
    game = table()
    second = game.zone("library", "alice")[1]
    answer(game, second)
    do(game, ab.Keyworded("manifest dread"))
    assert names(game, "graveyard", "alice") == ["Bear"] and names(game, "battlefield") == [
        "Source",
        "a face-down card",
    ]


def test_goad_detain_suspect() -> None:

    game = table()
    bear = field(game, BEAR, "bob")
    do(game, ab.Transform(TARGET_CREATURE, "goad"), bear)
    do(game, ab.Transform(TARGET_CREATURE, "goad"), bear)
    assert game.objects[bear].marks == ("goaded by alice",)
    do(game, ab.Transform(TARGET_CREATURE, "detain"), bear)
    assert changed_rules.cant(game, bear, "attack") and changed_rules.cant(game, bear, "block")
    durations.expire(game, "turn of alice")
    assert not changed_rules.cant(game, bear, "attack")
    do(game, ab.Transform(TARGET_CREATURE, "suspect"), bear)
    assert changed_rules.has_keyword(game, bear, "menace") and changed_rules.cant(game, bear, "block")


def test_transform() -> None:
    two = Card(
        "Day",
        (
            Face("Day", "{W}", "Creature — Human", power="1", toughness="1"),
            Face("Night", "", "Creature — Wolf", power="3", toughness="3"),
        ),
        "transform",
    )
    game = table()
    id, bear = field(game, two), field(game, BEAR)
    do(game, ab.Transform(ab.Each(MINE)))
    assert (
        game.characteristics(id).name == "Night"
        and game.objects[id].transformed
        and game.name(bear) == "Bear"
    )
    do(game, ab.Transform(ab.Fixed((id,))))
    assert game.characteristics(id).name == "Day" and not game.objects[id].transformed


def test_an_ability_transforms_its_source_once() -> None:
    from engine.model.characteristics import Characteristics
    from engine.model.objects import OnStack

    two = Card(
        "Day",
        (
            Face("Day", "{W}", "Creature — Human", power="1", toughness="1"),
            Face("Night", "", "Creature — Wolf", power="3", toughness="3"),
        ),
        "transform",
    )
    game = table()
    id = field(game, two)
    entries = game.happen(
        ev.PutOnStack(
            controller="alice",
            base=Characteristics(),
            stack=OnStack(effect=None, source=id, kind="activated"),
        )
    )
    on_stack = next(h.event.was for h in entries if isinstance(h.event, ev.PutOnStack))
    do(game, ab.Transform(ab.This()), source=id, object=on_stack)
    do(game, ab.Transform(ab.This()), source=id, object=on_stack)
    assert game.characteristics(id).name == "Night" and any("701.27f" in s.rules for s in game.steps)


def test_attach() -> None:
    game = table()
    sword = field(game, card("Blade", "{1}", "Artifact — Equipment"))
    bear, rock = field(game, BEAR), field(game, FIELD)
    do(game, ab.Attach(ab.This(), TARGET_CREATURE), bear, source=sword)
    assert game.objects[sword].attached_to == bear
    do(game, ab.Attach(ab.This(), ab.Fixed((rock,))), source=sword)
    assert game.objects[sword].attached_to == bear
    do(game, ab.Unattach(ab.This()), source=sword)
    assert game.objects[sword].attached_to is None


def test_tapping_only_what_is_untapped() -> None:
    game = table()
    bear = field(game, BEAR)
    ctx = do(game, ab.Tap(TARGET_CREATURE), bear)
    assert game.objects[bear].tapped and ctx.did
    ctx = do(game, ab.Tap(TARGET_CREATURE), bear)
    assert not ctx.did
    do(game, ab.Tap(TARGET_CREATURE, "tap or untap"), bear)
    assert not game.objects[bear].tapped


def test_support_has_targets() -> None:
    game = table()
    bear, ogre = field(game, BEAR), field(game, OGRE)
    do(game, key("support", 2), (bear, ogre))
    assert game.objects[bear].counter("+1/+1") == 1 and game.objects[ogre].counter("+1/+1") == 1


def test_earthbend() -> None:
    game = table()
    land = field(game, FIELD)
    do(game, key("earthbend", 2), land)
    values = game.characteristics(land)
    assert {"land", "creature"} <= values.types and (values.power, values.toughness) == (2, 2)
    game.happen(ev.Destroy(object=land))
    assert len(game.pending) == 1


def test_choices_and_chance() -> None:
    game = table("red", "win", 4)
    source = field(game, WALL)
    do(game, ab.Choose("color"), source=source)
    assert game.objects[source].chosen_value("color") == "red"
    do(game, ab.Sequence((ab.Flip(), ab.Conditional(ab.FlipOrRoll("win"), ab.GainLife(TWO)))))
    assert game.players["alice"].life == 22
    do(game, ab.Roll(6, table=((1, 3, ab.LoseLife(ONE)), (4, 0, ab.GainLife(ONE)))))
    assert game.players["alice"].life == 23


def test_turns() -> None:
    game = table()
    do(game, ab.ExtraTurn(YOU))
    assert [player for player, _ in game.turn.extra_turns] == ["alice"]
    do(game, ab.SkipStep(ab.EachPlayer("opponent"), "draw step"))
    assert game.players["bob"].skips == ("draw",)
    do(game, ab.EndTurn("combat phase"))  # in a main phase
    assert not game.turn.ending
    do(game, ab.EndTurn())
    assert game.turn.ending == "turn"


def test_the_monarch() -> None:
    game = table()
    do(game, ab.BecomeState(YOU, "monarch"))
    assert game.players["alice"].marks == ("monarch",) and len(game.delayed) == 2
    bear = field(game, BEAR, "bob")
    game.happen(ev.Damage(source=bear, to="alice", amount=2, combat=True))
    from engine.rules.stack import resolving, triggers

    triggers.put_on_stack(game)
    resolving.resolve(game, game.stack()[0])
    assert (
        game.players["bob"].marks == ("monarch",)
        and game.players["alice"].marks == ()
        and len(game.delayed) == 2
    )
    game.happen(ev.StepBegins(step="end step", player="bob"))
    assert [p.controller for p in game.pending] == ["bob"]


@pytest.mark.parametrize("verb", ["the ring tempts", "dance"])
def test_what_is_not_done_is_refused(verb: str) -> None:
    with pytest.raises(Unsupported):
        do(table(), ab.Keyworded(verb))


def test_every_verb_of_the_vocabulary_has_its_function() -> None:
    from engine.abilities.base import Effect, subclasses
    from engine.actions import VERBS

    assert [kind.__name__ for kind in subclasses(Effect) if kind not in VERBS] == []
