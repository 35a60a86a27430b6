"""Spells that come again each turn: epic, paradigm (CR 702.50, 702.192)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions import copies
from engine.actions.acting import happen
from engine.actions.keyword_actions.doing import keyword_action
from engine.actions.registry import perform
from engine.binding import bound
from engine.game import Context
from engine.game import events as ev
from engine.model import PlayerId
from engine.rules.effects import continuous

EPIC = "epic"


@keyword_action(EPIC)
def epic(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.50a-b: the player casts no more spells; at each of their upkeeps the spell is copied but for its epic ability."""
    ctx.game.cite("702.50a")
    continuous.add_floating(ctx, ab.Fixed((player,)), (ab.Cant("cast spells"),), ab.Always())
    upkeep = ab.StepBegins("upkeep", ab.You(), "your")
    perform(ctx, bound(ab.Later(upkeep, ab.Keyworded("copy but for epic", what=ab.This()), once=False)))


@keyword_action("copy but for epic")
def copy_again(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.50a, 707.10: a copy of the spell as it last was on the stack, without epic, and perhaps with new targets."""
    ctx.game.cite("702.50b")
    made = copies.copy_onto_stack(ctx, ctx.source, player, without=EPIC)
    if made:
        perform(ctx, ab.NewTargets(ab.Fixed(tuple(made))))


@keyword_action("paradigm")
def paradigm(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.192a: the spell is exiled; if none of its name has resolved under the player's control before, a copy of the card may be cast free at the
    beginning of each precombat main phase of theirs."""
    game, spell = ctx.game, ctx.source
    if spell not in game.objects or game.objects[spell].kind != "card":
        return
    name = game.name(spell)
    mark = f"paradigm: {name}"
    first = mark not in game.players[player].marks
    if first:
        marks = (*game.players[player].marks, mark)
        happen(ctx, ev.SetFields(thing=player, verb="", fields={"marks": marks}, quiet=True))
    happen(ctx, ev.MoveZone(object=spell, to="exile", verb="exile", by=player, source=spell))
    card = ctx.now(spell)
    game.cite("702.192a")
    if first and card in game.objects and game.objects[card].zone == "exile":
        cast = ab.Optional(ab.You(), ab.CastCard(ab.That("copy"), free=True))
        copy = ab.Sequence((ab.CopyCard(ab.Fixed((card,))), cast))
        main = ab.StepBegins("precombat main phase", ab.You(), "your")
        perform(ctx, bound(ab.Later(main, copy, once=False)))
