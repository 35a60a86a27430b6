"""Attractions: opened, visited, and what their prizes are (CR 701.51, 701.52, 702.159, 717)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions import chance, supplementary
from engine.actions.acting import attempted, happen
from engine.actions.keyword_actions.doing import keyword_action
from engine.actions.registry import perform, performs
from engine.errors import Undecided
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import supplementary_decks

DECK = "Attraction deck"


def controlled(game: Game, player: PlayerId) -> list[ObjectId]:
    """CR 717.4: the Attractions that the player controls."""
    there = game.battlefield()
    return [
        i for i in there if game.controller(i) == player and "Attraction" in game.characteristics(i).subtypes
    ]


def plays_with_them(game: Game, player: PlayerId) -> bool:
    """CR 701.51a: whether the player plays with an Attraction deck, of which something is left or was opened."""
    known = (*game.objects.values(), *(obj for _, obj in game.past.values()))
    return any(o.owner == player and supplementary_decks.of_attractions(o) for o in known)


@keyword_action("open an Attraction")
def open_attraction(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.51b-c: the top card of the player's Attraction deck is turned face up and put onto the battlefield under their control."""
    game = ctx.game
    opened = []
    for _ in range(amount):
        deck = supplementary.deck_of(game, player, DECK)
        if not deck:
            _none_left(game, player)
            break
        game.cite("701.51b", "717.3")
        entries = happen(
            ctx, ev.MoveZone(object=deck[0], to="battlefield", controller=player, verb="put", by=player)
        )
        new = next(
            (
                e.event.was
                for e in entries
                if isinstance(e.event, ev.MoveZone) and e.event.to == "battlefield"
            ),
            0,
        )
        if new:
            opened.append(new)
            game.cite("701.51c")
            happen(ctx, ev.Performed(verb="open an Attraction", player=player, object=new))
    attempted(ctx, bool(opened), [player])


def _none_left(game: Game, player: PlayerId) -> None:
    if plays_with_them(game, player):
        raise Undecided(
            f"which Attraction {player} opens: list the cards of their Attraction deck from the top"
        )
    told = f"{player} has no Attraction deck and opens no Attraction"
    game.note(told, "701.51a", about=(player,), kind="kept")


def begins_main_phase(game: Game, player: PlayerId) -> None:
    """CR 505.5, 703.4g, 717.4: the active player who controls Attractions rolls to visit them."""
    if controlled(game, player):
        game.cite("505.5", "703.4g", "717.4")
        visit(Context(game, player), ab.Keyworded("roll to visit"), player, 1)


@keyword_action("roll to visit")
def visit(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.52a: a six-sided die is rolled; each of the player's Attractions on which the result is lit up has been visited."""
    game = ctx.game
    game.cite("701.52a")
    for result in chance.rolled(ctx, ev.RollDice(player=player, sides=6)):
        happen(ctx, ev.Performed(verb="roll to visit", player=player, number=result))
        visited = [i for i in controlled(game, player) if result in _lights(game, i)]
        if visited:
            game.cite("717.5", "702.159a")
        happen(ctx, [ev.Performed(verb="is visited", object=i, number=result) for i in visited])


def _lights(game: Game, id: ObjectId) -> tuple[int, ...]:
    """CR 717.1: the numbers that are lit up on the card. Raises Undecided where the position doesn't say."""
    obj = game.objects[id]
    if not obj.lights and obj.kind == "card":
        raise Undecided(
            f"which numbers are lit up on {game.name(id)}: say it with the card, such as `lights: [2, 6]`"
        )
    return obj.lights


@performs(ab.ClaimPrize, flow=True)
def claim_prize(ctx: Context, effect: ab.ClaimPrize) -> None:
    """CR 702.159b: what stands behind "Prize" is done."""
    ctx.game.cite("702.159b")
    perform(ctx, effect.prize)
