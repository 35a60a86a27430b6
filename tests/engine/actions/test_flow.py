"""CR 608.2c-f, 118.12, 603.7, 603.12, 614.3: order, choice, condition, payment, repetition, later."""

from __future__ import annotations

from engine import abilities as ab
from engine import binding
from engine.game import events as ev
from tests.engine.actions.table import (
    A_CARD,
    A_CREATURE,
    BEAR,
    CARD,
    EACH,
    IT,
    OGRE,
    ONE,
    OPPONENTS,
    PLAIN,
    TARGET_CREATURE,
    THREE,
    TWO,
    YOU,
    answer,
    do,
    field,
    hand,
    names,
    table,
)  # fmt: skip

DRAW = ab.Draw(ONE)
IF_YOU_DO = ab.Conditional(ab.Did(), DRAW)
IF_NOT = ab.Conditional(ab.Negated(ab.Did()), ab.LoseLife(THREE))


def may(effect: ab.Effect, who: ab.Players = YOU) -> ab.Optional:
    return ab.Optional(who, effect)


def test_may_and_if_you_do() -> None:
    game = table()
    hand(game, BEAR)
    do(game, ab.Sequence((may(ab.Discard(A_CARD)), IF_YOU_DO, IF_NOT)))
    assert names(game, "graveyard", "alice") == ["Bear"] and len(game.zone("hand", "alice")) == 1
    assert game.players["alice"].life == 20


def test_may_refused() -> None:
    game = table(False)
    hand(game, BEAR)
    do(game, ab.Sequence((may(ab.Discard(A_CARD)), IF_YOU_DO, IF_NOT)))
    assert len(game.zone("hand", "alice")) == 1 and game.players["alice"].life == 17


def test_the_impossible_is_not_offered() -> None:
    game = table()
    asked = answer(game)
    do(game, ab.Sequence((may(ab.Sacrifice(A_CREATURE)), IF_YOU_DO, IF_NOT)))
    assert asked.asked == [] and game.players["alice"].life == 17


def test_each_opponent_may_and_acts_for_themselves() -> None:
    game = table()
    hand(game, BEAR, "bob")
    ctx = do(game, may(ab.Discard(A_CARD, PLAIN), OPPONENTS))
    assert names(game, "graveyard", "bob") == ["Bear"] and ctx.did_by == ["bob"]


def test_instead_replaces_the_instruction_before() -> None:
    game = table()
    enough = ab.PlayerHas(YOU, "life", ">=", ab.Literally(20))
    effect = ab.Sequence((ab.GainLife(ONE), ab.Conditional(enough, ab.GainLife(THREE), instead=True)))
    do(game, effect)
    assert game.players["alice"].life == 23
    game = table()
    too_much = ab.PlayerHas(YOU, "life", ">=", ab.Literally(30))
    do(game, ab.Sequence((ab.GainLife(ONE), ab.Conditional(too_much, ab.GainLife(THREE), instead=True))))
    assert game.players["alice"].life == 21


def test_otherwise() -> None:
    game = table()
    low = ab.PlayerHas(YOU, "life", "<", ab.Literally(5))
    do(game, ab.Conditional(low, ab.GainLife(ONE), otherwise=ab.LoseLife(TWO)))
    assert game.players["alice"].life == 18


def test_unless_someone_pays() -> None:
    game = table()
    unless = ab.Unless(ab.LoseLife(THREE, OPPONENTS), ab.ThatPlayer(), (ab.Do(ab.Discard(A_CARD)),))
    do(game, unless)
    assert game.players["bob"].life == 17
    hand(game, BEAR, "bob")
    do(game, unless)
    assert game.players["bob"].life == 17 and names(game, "graveyard", "bob") == ["Bear"]


def test_the_controller_of_a_target_may_pay() -> None:
    game = table()
    bear = field(game, BEAR, "bob")
    effect = ab.Unless(ab.Destroy(TARGET_CREATURE), ab.ControllerOf(IT), (ab.Do(ab.PayLife(TWO)),))
    ctx = do(game, effect, bear)
    assert bear in game.objects and game.players["bob"].life == 18 and ctx.did
    answer(game, False)
    ctx = do(game, effect, bear)
    assert bear not in game.objects and not ctx.did


def test_for_each() -> None:
    game = table()
    field(game, BEAR)
    field(game, OGRE, "bob")
    creatures = ab.Each(ab.Noun((("creature",),)))
    do(game, ab.ForEach(creatures, ab.GainLife(TWO)))
    assert game.players["alice"].life == 24
    do(game, ab.ForEach(THREE, ab.LoseLife(ONE)))
    assert game.players["alice"].life == 21
    do(game, ab.ForEach(OPPONENTS, ab.LoseLife(ONE, ab.ThatPlayer())))
    assert game.players["bob"].life == 19


def test_where_x() -> None:
    game = table()
    ogre = field(game, OGRE)
    power = ab.StatOf("power", IT)
    do(
        game,
        ab.WhereX(
            ab.Sequence((ab.Sacrifice(A_CREATURE), ab.GainLife(ab.X()))),
            ab.StatOf("power", ab.That(done="sacrificed")),
        ),
    )
    assert game.players["alice"].life == 24 and ogre not in game.objects
    other = field(game, OGRE)
    do(game, ab.WhereX(ab.Sequence((ab.Destroy(TARGET_CREATURE), ab.LoseLife(ab.X()))), power), other)
    assert game.players["alice"].life == 20


def test_modes_chosen_now() -> None:
    from engine import actions
    from engine.game.context import Context

    game = table((2,))
    actions.perform(Context(game, "alice"), ab.Modal(1, 1, (DRAW, ab.GainLife(THREE))))
    assert game.players["alice"].life == 23 and game.zone("hand", "alice") == ()


def test_later_speaks_of_what_it_spoke_of() -> None:
    from engine.rules.stack import triggers

    game = table()
    bear = field(game, BEAR, "bob")
    back = ab.Later(
        ab.StepBegins("end step"), ab.Put(IT, "battlefield", verb="return", under=ab.OwnerOf(IT)), after=True
    )
    do(game, ab.Sequence((ab.Exile(TARGET_CREATURE), back)), bear)
    (delayed,) = game.delayed.values()
    assert delayed.once and dict(delayed.moved)[bear] == game.zone("exile")[0]
    game.happen(ev.StepBegins(step="end step", player="alice"))
    assert game.delayed == {} and len(game.pending) == 1
    triggers.put_on_stack(game)
    assert len(game.stack()) == 1
    from engine.rules.stack import resolving

    resolving.resolve(game, game.stack()[0])
    assert names(game, "exile") == [] and [
        game.controller(i) for i in game.battlefield() if game.name(i) == "Bear"
    ] == ["bob"]


def test_when_you_do() -> None:
    game = table()
    hand(game, BEAR)
    effect = ab.Sequence((may(ab.Discard(A_CARD)), ab.WhenYouDo(ab.Destroy(TARGET_CREATURE))))
    do(game, effect)
    assert len(game.pending) == 1
    assert binding.unbound(game.pending[0].effect) == ab.Destroy(TARGET_CREATURE)
    do(game, effect)
    assert len(game.pending) == 1


def test_an_effect_in_place_of_another_for_a_turn() -> None:
    game = table()
    twice = ab.Instead(
        ab.LifeChanges(YOU, "gain"),
        ab.GainLife(ab.Times(2, ab.ThatMuch()), YOU),
        ab.ThisTurn(),
        next_only=True,
    )
    do(game, twice)
    do(game, ab.GainLife(THREE))
    assert game.players["alice"].life == 26
    do(game, ab.GainLife(THREE))
    assert game.players["alice"].life == 29


def test_exiled_instead_of_dying_this_turn() -> None:
    game = table()
    bear, ogre = field(game, BEAR, "bob"), field(game, OGRE, "bob")
    dies = ab.Moves(ab.That("creature"), "battlefield", "graveyard", "dies")
    burn = ab.DealDamage(ab.This(), ONE, TARGET_CREATURE)
    do(game, ab.Sequence((burn, ab.Instead(dies, ab.Exile(IT), ab.ThisTurn("turn")))), bear)
    game.happen([ev.Destroy(object=bear), ev.Destroy(object=ogre)])
    assert names(game, "exile") == ["Bear"] and names(game, "graveyard", "bob") == ["Ogre"]


def test_a_trigger_for_the_turn() -> None:
    game = table()
    do(game, ab.Later(ab.PlayerDoes(YOU, "draw"), ab.GainLife(ONE), once=False, duration=ab.ThisTurn()))
    do(game, ab.Draw(TWO))
    assert len(game.pending) == 2


def test_that_much_is_what_happened() -> None:
    game = table()
    do(game, ab.Sequence((ab.LoseLife(TWO, EACH), ab.GainLife(ab.ThatMuch()))))
    assert game.players["alice"].life == 22 and game.players["bob"].life == 18
    assert CARD.form == "card"


def test_whether_a_verb_is_good_for_its_target() -> None:
    from engine.queries import default_choices, target_slots

    mine = ab.Target(ab.Which((), ab.Noun((("creature",),)), (ab.ControlledBy(YOU),)))
    fight = ab.Fight(mine, TARGET_CREATURE)
    grow = ab.AddCounters(ONE, "+1/+1", TARGET_CREATURE)
    shrink = ab.AddCounters(ONE, "-1/-1", TARGET_CREATURE)
    bound, slots = target_slots.bind(
        ab.Sequence((fight, grow, shrink, ab.Optional(YOU, ab.Destroy(TARGET_CREATURE))))
    )
    found = [default_choices.helps(bound, n) for n in range(len(slots))]
    assert found == [True, False, True, False, False]


def test_any_player_may_is_asked_in_turn_until_one_does() -> None:
    game = table()
    hand(game, BEAR)
    hand(game, OGRE, "bob")
    answer(game, False)
    ctx = do(game, ab.Optional(ab.AnyPlayer(), ab.Discard(A_CARD, PLAIN)))
    assert names(game, "graveyard", "bob") == ["Ogre"] and ctx.did_by == ["bob"]
