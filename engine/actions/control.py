"""Control of permanents and spells, and zones, exchanged (CR 701.12), and control of players (CR 723)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import actors, attempted, happen, objects, on_battlefield, the_actor
from engine.actions.registry import performs
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import ObjectId
from engine.rules.effects import continuous, text_changes


@performs(ab.Exchange)
def exchange(ctx: Context, effect: ab.Exchange) -> None:
    """CR 701.12a-b: two permanents or spells of different controllers: each controller gains control of the other's, at once; else nothing happens."""
    if effect.of == "text boxes":
        _exchange_texts(ctx, effect)
        return
    game = ctx.game
    ids = [i for i in _exchanged(ctx, effect.what) if on_battlefield(game, i) or _spell(game, i)]
    if len(ids) != 2:
        game.note(
            "there are not two things to exchange control of, so nothing is exchanged", "701.12a", kind="kept"
        )
        attempted(ctx, False)
        return
    first, second = ids
    one, other = game.controller(first), game.controller(second)
    if one == other:
        game.note("both have the same controller, so nothing is exchanged", "701.12b", kind="kept")
        attempted(ctx, False)
        return
    game.cite("701.12b")
    for id, player in ((first, other), (second, one)):
        to = ab.UnderControlOf(ab.Fixed((player,)))  # type: ignore[arg-type]
        continuous.add_floating(ctx, ab.Fixed((id,)), (to,), ab.Always())
    attempted(ctx, True)


def _exchange_texts(ctx: Context, effect: ab.Exchange) -> None:
    """CR 701.12h, 612.5: the rules text of each of two permanents becomes what the other's was; else nothing happens (701.12a)."""
    game = ctx.game
    ids = [i for i in objects(ctx, effect.what) if on_battlefield(game, i)]
    if len(ids) != 2:
        told = "there are not two things to exchange the text boxes of, so nothing is exchanged"
        game.note(told, "701.12a", kind="kept")
        attempted(ctx, False)
        return
    game.cite("701.12h", "612.5")
    texts = [text_changes.rules_text(game, id) for id in ids]
    for id, text in zip(ids, reversed(texts), strict=True):
        continuous.add_floating(ctx, ab.Fixed((id,)), (ab.HasText(text),), effect.duration or ab.Always())
    attempted(ctx, True)


@performs(ab.ExchangeZones)
def exchange_zones(ctx: Context, effect: ab.ExchangeZones) -> None:
    """CR 701.12f: the cards of one zone go to the other, and those of the other to the one, at once; one of the two may be empty."""
    game, player = ctx.game, the_actor(ctx, effect.who)
    there = {zone: game.zone(zone, player) for zone in (effect.one, effect.other)}
    moves = [
        ev.MoveZone(object=id, to=to, verb="put", by=player, source=ctx.source)
        for at, to in ((effect.one, effect.other), (effect.other, effect.one))
        for id in there[at]
    ]
    game.cite("701.12f")
    happen(ctx, moves)
    attempted(ctx, bool(moves))


@performs(ab.ControlPlayer)
def control_player(ctx: Context, effect: ab.ControlPlayer) -> None:
    """CR 723.1: from the beginning of the next turn that the player takes; the last such effect is the one that works (723.1a)."""
    controller = the_actor(ctx, effect.who)
    named = actors(ctx, effect.whom)
    players = list(dict.fromkeys(p for each in named for p in ctx.game.seating.together(each)))
    if len(players) > len(named):
        ctx.game.cite("805.8")
    for player in players:
        if ctx.game.players[player].to_be_controlled_by is not None:
            ctx.game.cite("723.1a")
        fields = {"to_be_controlled_by": controller}
        ctx.game.cite("723.1")
        happen(
            ctx,
            ev.SetFields(
                thing=player,
                verb=f"will be controlled by {controller} in the next turn they take",
                fields=fields,
            ),
        )
    attempted(ctx, bool(players))


def _exchanged(ctx: Context, what: ab.Recipient) -> list[ObjectId]:
    """The two things."""
    return objects(ctx, what)


def _spell(game: Game, id: ObjectId) -> bool:
    return id in game.objects and game.objects[id].zone == "stack" and game.objects[id].kind != "ability"
