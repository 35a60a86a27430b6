"""Sentences of card English, read and carried out: what is said is what happens."""

from __future__ import annotations

from typing import Any

import pytest

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Game
from engine.game import events as ev
from engine.oracle.kernel import GRAMMAR, read
from engine.queries import changed_rules
from engine.rules.casting import special_actions
from engine.rules.effects import durations
from engine.rules.stack import priority
from tests.engine.actions.table import (
    BEAR,
    FIELD,
    OGRE,
    ROCK,
    WALL,
    answer,
    do,
    field,
    hand,
    names,
    table,
)

# What is said often, so that no sentence of a card stands here whole.
LIBRARY, HAND, EOT = "your library", "your hand", "until end of turn"
CREATURE, A_CREATURE = "target creature", "Target creature"
PLAYER, SPELL, WOULD = "that player", "that spell", "that would be"
TURNS_INTO = "becomes"
HUE = "blue"
CD = "card"
SHADE = "color"
RULE = "control"
MARKER = "counter"
HARM = "damage"
OWN = "its"
VIGOR = "life"
SOME = "two"
GIVES = "pays"
USE = "play"
SCION = "Eldrazi Scion"
NEXT_TURN = "Until the end of your next turn"
SO = "this way"
PICK = "You choose"


def said(text: str) -> ab.Effect:
    """The instruction of a spell with this text; it must have one reading."""
    ability = read(GRAMMAR, "spell line", text).value
    assert isinstance(ability, ab.SpellAbility), text
    return ability.effect


def life(game: Game, player: str) -> int:
    return game.players[player].life


def test_one_of_those_looked_at_and_the_rest_below() -> None:
    game = table()
    top = game.zone("library", "alice")
    answer(game, top[1], (top[2], top[0]))
    do(game, said(f"Look at the top three cards of {LIBRARY}. Put one of them into {HAND}"
                  f" and the rest on the bottom of {LIBRARY} in any order."))  # fmt: skip
    assert game.name(game.zone("hand", "alice")[0]) == FIELD.name
    assert [game.name(i) for i in game.zone("library", "alice")] == [ROCK.name, BEAR.name]


def test_a_card_from_among_those_looked_at() -> None:
    game = table()
    answer(game, True)
    do(game, said(f"Look at the top three cards of {LIBRARY}. You may reveal an artifact {CD} from among them"
                  f" and put it into {HAND}. Put the rest into your graveyard."))  # fmt: skip
    assert names(game, "hand", "alice") == [ROCK.name]
    assert sorted(names(game, "graveyard", "alice")) == sorted([BEAR.name, FIELD.name])


def test_revealing_until_one_fits() -> None:
    game = table()
    do(game, said(f"Reveal cards from the top of {LIBRARY} until you reveal an artifact {CD}. Put that {CD} into {HAND}"
                  " and the rest into your graveyard."))  # fmt: skip
    assert names(game, "hand", "alice") == [ROCK.name] and not game.zone("library", "alice")


def test_a_card_chosen_from_a_revealed_hand() -> None:
    game = table()
    hand(game, FIELD, "bob")
    bear = hand(game, BEAR, "bob")
    answer(game, bear)
    do(
        game,
        said(
            f"Target opponent reveals their hand. {PICK} a nonland {CD} from it. That player discards that {CD}."
        ),
        "bob",
    )
    assert names(game, "hand", "bob") == [FIELD.name] and names(game, "graveyard", "bob") == [BEAR.name]


def test_a_card_for_each() -> None:
    game = table()
    field(game, BEAR), field(game, OGRE), field(game, WALL, "bob")
    do(game, said(f"Draw a {CD} for each creature you {RULE}."))
    assert len(game.zone("hand", "alice")) == 2


def test_damage_of_two_amounts() -> None:
    game = table()
    do(game, said(f"~ deals 3 {HARM} to any target and 2 {HARM} to you."), "bob")
    assert (life(game, "bob"), life(game, "alice")) == (17, 18)


def test_damage_shared_by_creatures_and_players() -> None:
    game = table()
    wall = field(game, WALL, "bob")
    do(game, said(f"~ deals 2 {HARM} to each creature and each player."))
    assert (life(game, "bob"), life(game, "alice"), game.objects[wall].damage) == (18, 18, 2)


def test_a_land_that_becomes_a_creature_is_still_a_land() -> None:
    game = table()
    land = field(game, FIELD)
    do(
        game,
        said(
            f"Until end of turn, target land {TURNS_INTO} a 3/3 green Elemental creature with trample. It's still a land."
        ),
        land,
    )
    now = game.characteristics(land)
    assert now.types == {"land", "creature"} and now.subtypes == {"Plains", "Elemental"}
    assert (now.power, now.toughness, set(now.colors)) == (3, 3, {"green"}) and changed_rules.has_keyword(
        game, land, "trample"
    )


def test_a_creature_that_becomes_something_else_loses_its_types() -> None:
    game = table()
    ogre = field(game, OGRE, "bob")
    do(
        game,
        said(
            f"{A_CREATURE} loses all abilities and {TURNS_INTO} a {HUE} Frog with base power and toughness 1/1 {EOT}."
        ),
        ogre,
    )
    now = game.characteristics(ogre)
    assert (
        now.subtypes == {"Frog"}
        and now.types == {"creature"}
        and (now.power, set(now.colors)) == (1, {"blue"})
    )


def test_the_color_of_ones_choice() -> None:
    game = table()
    bear, ogre = field(game, BEAR), field(game, OGRE)
    answer(game, "blue")
    do(game, said(f"{A_CREATURE} {TURNS_INTO} the {SHADE} of your choice {EOT}."), ogre)
    assert game.characteristics(ogre).colors == {"blue"}
    answer(game, "red")
    do(game, said(f"{A_CREATURE} gains protection from the {SHADE} of your choice {EOT}."), bear)
    (protection,) = changed_rules.keywords(game, bear, "protection")
    assert protection.which == ab.Which((), ab.Noun(), (ab.OfColor("red"),))


def test_a_player_may_have_another_lose_life() -> None:
    game = table(True)
    do(game, said(f"You may have target opponent lose 3 {VIGOR}."), "bob")
    assert life(game, "bob") == 17


def test_unless_something_else_is_done() -> None:
    game = table(True)
    rock, bear = hand(game, ROCK, "bob"), field(game, BEAR, "bob")
    do(game, said(f"Target player sacrifices a creature unless {PLAYER} discards a {CD}."), "bob")
    assert bear in game.objects and rock not in game.objects
    do(game, said(f"Target player sacrifices a creature unless {PLAYER} discards a {CD}."), "bob")
    assert bear not in game.objects


def test_the_subject_goes_on() -> None:
    game = table()
    bear, ogre = field(game, BEAR), field(game, OGRE)
    do(game, said(f"{A_CREATURE} gains haste {EOT} and can't be blocked this turn."), ogre)
    assert changed_rules.cant(game, ogre, "be blocked") and not changed_rules.cant(game, bear, "be blocked")


def test_two_targets_of_one_verb() -> None:
    game = table()
    rock, bear, ogre = field(game, ROCK, "bob"), field(game, BEAR, "bob"), field(game, OGRE, "bob")
    do(game, said(f"Destroy target artifact and {CREATURE}."), rock, bear)
    assert {rock, bear}.isdisjoint(game.objects) and ogre in game.objects


def test_an_exiled_card_may_be_played_while_the_permission_lasts() -> None:
    game = table()
    library = game.zone("library", "alice")
    do(
        game,
        said(f"Exile the top {SOME} cards of {LIBRARY}. {NEXT_TURN}, you may {USE} those cards."),
    )
    exiled = {game.name(i): i for i in game.zone("exile")}
    assert set(exiled) == {game.name(i) for i in library[:2]}
    floating = next(f for f in game.floating.values() if f.changes)
    assert not durations.is_over(game, floating, "cleanup")
    priority.give(game)
    special_actions.play_land(game, "alice", exiled[FIELD.name])
    assert FIELD.name in names(game, "battlefield")


def test_without_a_permission_an_exiled_card_cannot_be_played() -> None:
    game = table()
    do(game, said(f"Exile the top {SOME} cards of {LIBRARY}."))
    land = next(i for i in game.zone("exile") if game.name(i) == FIELD.name)
    priority.give(game)
    with pytest.raises(IllegalAction, match="somewhere|permission|play"):
        special_actions.play_land(game, "alice", land)


def test_life_lost_this_way() -> None:
    game = table()
    do(game, said(f"Each opponent loses 3 {VIGOR}. You gain {VIGOR} equal to the {VIGOR} lost {SO}."))
    assert (life(game, "alice"), life(game, "bob")) == (23, 17)


def test_energy_is_paid() -> None:
    game = table(True)
    game.happen(ev.AddCounters(thing="alice", kind="energy", number=2, by="alice"))
    do(game, said(f"You may pay {{E}}{{E}}. If you do, draw a {CD}."))
    assert game.players["alice"].counter("energy") == 0 and len(game.zone("hand", "alice")) == 1
    answer(game, True)
    do(game, said(f"You may pay {{E}}{{E}}. If you do, draw a {CD}."))
    assert len(game.zone("hand", "alice")) == 1


def test_combat_damage_is_prevented_both_ways() -> None:
    game = table()
    ogre, wall = field(game, OGRE), field(game, WALL, "bob")
    do(
        game,
        said(f"Prevent all combat {HARM} {WOULD} dealt to and dealt by {CREATURE} this turn."),
        ogre,
    )
    game.happen(
        [
            ev.Damage(source=ogre, to=wall, amount=4, combat=True),
            ev.Damage(source=wall, to=ogre, amount=1, combat=True),
        ]
    )
    assert (game.objects[ogre].damage, game.objects[wall].damage) == (0, 0)


def test_a_copy_with_an_exception() -> None:
    game = table()
    ogre = field(game, OGRE, "bob")
    do(game, said(f"Create a token that's a copy of {CREATURE}, except it has haste."), ogre)
    token = next(i for i in game.battlefield() if game.objects[i].kind == "token")
    assert game.characteristics(token).name == OGRE.name and changed_rules.has_keyword(game, token, "haste")
    assert game.controller(token) == "alice" and not changed_rules.has_keyword(game, ogre, "haste")


def test_what_the_next_sentence_says_a_token_has_is_copied_with_it() -> None:
    game = table()
    do(game, said(f'Create a 1/1 colorless {SCION} creature token. It has "Sacrifice ~: Add {{C}}."'))
    token = next(i for i in game.battlefield() if game.objects[i].kind == "token")
    do(game, said(f"Create a token that's a copy of {CREATURE} you {RULE}."), token)
    copies = [i for i in game.battlefield() if game.objects[i].kind == "token"]
    assert len(copies) == 2 and all(len(game.characteristics(i).abilities) == 1 for i in copies)


def test_a_spell_countered_into_exile() -> None:
    effect = said(f"Counter target spell unless {OWN} controller {GIVES} {{2}}. If {SPELL} is countered {SO},"
                  f" exile it instead of putting it into {OWN} owner's graveyard.")  # fmt: skip
    assert (
        isinstance(effect, ab.Unless)
        and isinstance(effect.effect, ab.Counter)
        and effect.effect.to == "exile"
    )


def test_both_hands_are_discarded_before_both_draw() -> None:
    game = table()
    hand(game, WALL), hand(game, OGRE, "bob")
    do(game, said(f"Each player discards their hand, then draws {SOME} cards."))
    assert [len(game.zone("hand", p)) for p in ("alice", "bob")] == [2, 2]
    assert names(game, "graveyard", "alice") == [WALL.name] and names(game, "graveyard", "bob") == [OGRE.name]


def test_cards_are_found_by_name() -> None:
    game = table()
    answer(game, next(i for i in game.zone("library", "alice") if game.name(i) == ROCK.name))
    do(
        game,
        said(f"Search {LIBRARY} for a {CD} named Rock, reveal it, put it into {HAND}, then shuffle."),
    )
    assert names(game, "hand", "alice") == [ROCK.name]


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        (f"Tap {CREATURE}. It doesn't untap during {OWN} controller's next untap step.", ab.DoesntUntap),
        (f"{A_CREATURE} attacks this turn if able.", ab.Must),
    ],
)
def test_lasting_changes_reach_their_subject(text: str, changed: Any) -> None:
    game = table()
    bear, ogre = field(game, BEAR, "bob"), field(game, OGRE, "bob")
    do(game, said(text), ogre)
    assert changed_rules.changes_on(game, ogre, changed) and not changed_rules.changes_on(game, bear, changed)


def test_a_creature_that_deals_damage_to_itself() -> None:
    game = table()
    bear, ogre = field(game, BEAR, "bob"), field(game, OGRE, "bob")
    do(game, said(f"{A_CREATURE} deals {HARM} to itself equal to {OWN} power."), ogre)
    assert game.objects[ogre].damage == 4 and game.objects[bear].damage == 0


def test_several_creatures_that_go_on_as_one_subject() -> None:
    game = table()
    bear, ogre = field(game, BEAR), field(game, OGRE)
    do(game, said(f"Creatures you {RULE} get +1/+1 {EOT} and can't be blocked this turn."))
    assert all(changed_rules.cant(game, i, "be blocked") for i in (bear, ogre))


def test_counters_on_each_of_several_targets() -> None:
    game = table()
    bear, ogre, wall = field(game, BEAR), field(game, OGRE), field(game, WALL)
    do(game, said(f"Put a +1/+1 {MARKER} on each of up to {SOME} {CREATURE}s."), (bear, wall))
    assert [game.objects[i].counter("+1/+1") for i in (bear, ogre, wall)] == [1, 0, 1]


def test_their_owner_chooses_what_is_sacrificed() -> None:
    game = table()
    bear, ogre = field(game, BEAR, "bob"), field(game, OGRE, "bob")
    asked = answer(game, bear)
    do(game, said("Target opponent sacrifices a creature of their choice."), "bob")
    assert asked.asked[0].player == "bob" and bear not in game.objects and ogre in game.objects


def test_a_clash_that_is_won() -> None:
    game = table()
    do(game, said(f"Clash with an opponent. If you win, draw a {CD}."))
    assert not game.zone("hand", "alice")  # the cards on top are alike
