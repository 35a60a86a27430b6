"""Planes and phenomena: the planar controller, the planar die, chaos and planeswalking (CR 311, 312, 701.31, 901)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import ended, supplementary
from engine.actions.acting import happen
from engine.actions.keyword_actions.doing import keyword_action
from engine.binding import bound
from engine.errors import Undecided
from engine.game import Context, Decision, Game, Pending, doors
from engine.game import events as ev
from engine.model import ObjectId, PlayerId

PLANESWALKS = "planeswalk"
"""The moment until which effects can last: when a player planeswalks (CR 901.11)."""
BLANK, CHAOS, PLANESWALKER = "blank", "chaos", "planeswalker"
FACES = (BLANK, CHAOS, PLANESWALKER)
"""What the faces of the planar die show (CR 901.3a)."""
PLANESWALKING = bound(ab.Keyworded("planeswalk"))
"""What the "planeswalking ability" does, which has no source (CR 901.8)."""


# ---- the cards ------------------------------------------------------------------------------------------------------


def face_up(game: Game) -> list[ObjectId]:
    """CR 901.7: the planes and phenomena that are face up."""
    return supplementary.face_up(game, "planar deck")


def planar_controller(game: Game) -> PlayerId | None:
    """CR 311.5, 312.4, 901.6: who controls the face-up planes and phenomena; None in a game without any."""
    return next((game.objects[i].controller for i in face_up(game)), None)


def controlled_by(game: Game, player: PlayerId) -> bool:
    """CR 311.5, 901.6: the player is the planar controller from now on, and owns the one planar deck that all have together (108.3a, 901.15b). Returns whether
    another was before."""
    others = [i for i in face_up(game) if game.objects[i].controller != player]
    for id in others:
        game.put_object(replace(game.objects[id], controller=player))
    if game.seating.one_planar_deck:
        deck = [
            i
            for i in (*face_up(game), *supplementary.deck_of(game, player, "planar deck"))
            if game.objects[i].owner != player
        ]
        game.cite(*(("108.3a", "901.15b") if deck else ()))
        for id in deck:
            game.put_object(replace(game.objects[id], owner=player))
    return bool(others)


def set_out(game: Game, player: PlayerId) -> None:
    """CR 103.7, 901.5: as the game starts, the starting player turns up cards of their planar deck until one is a plane; phenomena go to the bottom. Nothing
    triggers on that."""
    pending, ctx = game.pending, Context(game, player)
    for card in supplementary.deck_of(game, player, "planar deck") if not face_up(game) else ():
        new = supplementary.turn_up(ctx, player, card)
        game.cite("103.7", "901.5")
        if "plane" in game.objects[new].base.types:
            break
        happen(ctx, supplementary.to_bottom(new))
    game.pending = pending


# ---- planeswalking --------------------------------------------------------------------------------------------------


@keyword_action("planeswalk")
def planeswalk(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.31a-b: the planar controller puts what is face up on the bottom of its owner's planar deck and turns up the top card of their own."""
    game = ctx.game
    game.cite("701.31b")
    if player != planar_controller(game):
        game.cite("701.31a")
        return
    away = face_up(game)
    happen(ctx, [ev.Performed(verb="planeswalk away from", player=player, object=i) for i in away])
    if any(p.source in away for p in game.pending):
        game.cite("603.10g")
    turn_up_next(ctx, player, away)


def turn_up_next(ctx: Context, player: PlayerId, away: list[ObjectId]) -> None:
    """CR 701.31b, 901.11: those cards to the bottom of their owners' planar decks, then the player's next one is turned face up."""
    game = ctx.game
    deck = supplementary.deck_of(game, player, "planar deck")
    if not deck:
        raise Undecided(f"what {player} planeswalks to: list the cards of their planar deck from the top")
    game.cite(*(("400.9",) if away else ()), *(("901.11c",) if len(away) > 1 else ()))
    happen(ctx, [supplementary.to_bottom(i) for i in away])
    new = supplementary.turn_up(ctx, player, deck[0])
    game.cite("901.11", "701.31d", *(("901.15c",) if game.seating.one_planar_deck else ()))
    game.cite(*(("901.12a",) if game.seating.one_life and not game.seating.one_planar_deck else ()))
    ended.expire(game, PLANESWALKS)
    arrived: list[ev.GameEvent] = [ev.Performed(verb="planeswalk to", player=player, object=new)]
    if "phenomenon" in game.objects[new].base.types:
        arrived.append(ev.Performed(verb="encounter", player=player, object=new))
    happen(ctx, arrived)


def left_alone(game: Game) -> bool:
    """CR 312.7, 704.6f: whether a phenomenon is face up that is the source of no triggered ability that waits or is on the stack."""
    up = [i for i in face_up(game) if "phenomenon" in game.objects[i].base.types]
    return any(i not in supplementary.sources_of_triggers(game) for i in up)


def go_on(game: Game) -> None:
    """CR 312.7: the planar controller planeswalks."""
    player = planar_controller(game)
    assert player is not None
    game.cite("312.7", "704.6f", "701.31c")
    doors.perform(Context(game, player), PLANESWALKING)


# ---- the planar die -------------------------------------------------------------------------------------------------


@keyword_action("roll the planar die")
def roll_planar_die(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 901.9a-d: what it shows is for the scenario to say; chaos ensues, or the planeswalking ability triggers, or nothing happens."""
    game = ctx.game
    shown = game.decide(Decision(player, "word", f"{player} rolls the planar die (chance)", FACES))[0]
    happen(ctx, ev.Performed(verb="roll the planar die", player=player))
    if shown == CHAOS:
        game.cite("901.9b")
        chaos_ensues(ctx, ab.Keyworded("chaos ensues"), player, 1)
    elif shown == PLANESWALKER:
        game.cite("901.9c")
        step = game.note(
            f"{player}'s planeswalking ability triggers", "901.8", about=(player,), kind="trigger"
        )
        waiting = Pending(
            player, 0, None, timestamp=game.tick(), cause=step, effect=PLANESWALKING, rules=("901.8",)
        )
        game.pending = (*game.pending, waiting)
    else:
        game.note(
            "the planar die shows a blank face: nothing happens", "901.9a", about=(player,), kind="idle"
        )


@keyword_action("chaos ensues")
def chaos_ensues(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 311.7: chaos abilities trigger, under the planar controller's control."""
    controller = planar_controller(ctx.game)
    happen(ctx, ev.Performed(verb="chaos ensues", player=controller or player))
