"""Keyword actions with cards of a graveyard or what a player has: collect evidence, forage, behold, ascend (CR 701.4, 701.59, 701.61, 702.131)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import (
    ask,
    attempted,
    done,
    happen,
    pick_things,
    pick_word,
)
from engine.actions.keyword_actions.doing import WITH_CHOSEN_X, did, keyword_action
from engine.errors import IllegalAction
from engine.game import Context, Decision
from engine.game import events as ev
from engine.model import PlayerId
from engine.queries import descriptions
from engine.rules.effects import designations


@keyword_action("collect evidence")
def collect_evidence(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.59a-b: exile cards from the graveyard with total mana value N or more; with too little, nothing."""
    game = ctx.game
    yard = game.zone("graveyard", player)
    if sum(game.characteristics(i).mana_value for i in yard) < amount:
        attempted(ctx, False)
        return
    picked = [
        i
        for i in pick_things(ctx, player, f"choose cards of total mana value {amount} or more", yard, 1, -1)
        if isinstance(i, int)
    ]
    if sum(game.characteristics(i).mana_value for i in picked) < amount:
        raise IllegalAction("701.59a", f"the cards chosen have a total mana value of less than {amount}")
    game.cite("701.59a")
    happen(
        ctx, [ev.MoveZone(object=i, to="exile", verb="exile", by=player, source=ctx.source) for i in picked]
    )
    done(ctx, picked, "exiled", words=("card",))
    did(ctx, "collect evidence", player, amount)


def _how_much_evidence(ctx: Context, player: PlayerId) -> None:
    """CR 107.3f, 701.59b: the X of "collect evidence X" is chosen, no more than there is."""
    if "X" in ctx.letters:
        return
    total = sum(ctx.game.characteristics(i).mana_value for i in ctx.game.zone("graveyard", player))
    ctx.game.cite("107.3f")
    question = "What is X of the evidence collected?"
    ctx.letters["X"] = int(ask(ctx, Decision(player, "number", question, low=0, high=total, default=total)))


WITH_CHOSEN_X["collect evidence"] = _how_much_evidence


@keyword_action("forage")
def forage(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.61a: exile three cards from the graveyard or sacrifice a Food."""
    game = ctx.game
    foods = [
        i
        for i in game.battlefield()
        if game.controller(i) == player and "Food" in game.characteristics(i).subtypes
    ]
    yard = game.zone("graveyard", player)
    ways = (["exile three cards"] if len(yard) >= 3 else []) + (["sacrifice a Food"] if foods else [])
    if not ways:
        return
    game.cite("701.61a")
    way = ways[0] if len(ways) == 1 else pick_word(ctx, player, "how to forage?", ways)
    if way == "sacrifice a Food":
        picked = pick_things(ctx, player, "choose a Food to sacrifice", foods)
        happen(ctx, [ev.Sacrifice(object=int(i), player=player, source=ctx.source) for i in picked])
    else:
        picked = pick_things(ctx, player, "choose three cards to exile", yard, 3, 3)
        happen(
            ctx,
            [
                ev.MoveZone(object=int(i), to="exile", verb="exile", by=player, source=ctx.source)
                for i in picked
            ],
        )
    did(ctx, "forage", player)


@keyword_action("ascend")
def ascend(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.131a: with ten or more permanents, the player has the city's blessing from now on."""
    game = ctx.game
    theirs = sum(game.controller(i) == player for i in game.battlefield())
    if designations.BLESSING not in game.players[player].marks and theirs >= designations.ENOUGH:
        game.cite("702.131a")
        happen(ctx, designations.blessed(game, player))


@keyword_action("behold")
def behold(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.4a: a card of that quality in the player's hand is revealed, or a permanent of theirs chosen that has it."""
    able = descriptions.to_behold(ctx, effect.what, player)
    ctx.game.cite("701.4a")
    for id in pick_things(ctx, player, "choose what to behold", able):
        if id in ctx.game.zone("hand", player):
            happen(ctx, ev.Performed(verb="reveal", player=player, object=int(id)))
        did(ctx, "behold", player)
