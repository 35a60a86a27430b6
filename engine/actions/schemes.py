"""Schemes: set in motion by the archenemy, done with or abandoned (CR 314, 701.32, 701.33, 904)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions import limits, supplementary
from engine.actions.acting import attempted, happen, objects
from engine.actions.keyword_actions.doing import keyword_action
from engine.errors import Undecided
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId

DECK = "scheme deck"


def face_up(game: Game) -> list[ObjectId]:
    """CR 314.4: the schemes that are face up."""
    return supplementary.face_up(game, DECK)


def is_archenemy(game: Game, player: PlayerId) -> bool:
    """CR 904.3, 904.12b: whether the player plays with a scheme deck."""
    mine = supplementary.deck_of(game, player, DECK)
    return bool(mine) or any(game.objects[i].owner == player for i in face_up(game))


def set_in_motion(game: Game, player: PlayerId) -> None:
    """CR 701.32b, 904.9: the archenemy turns up the top card of their scheme deck."""
    if is_archenemy(game, player):
        game.cite("904.9", "703.4e", "505.3")
        _turn_up_top(Context(game, player), player)


def _turn_up_top(ctx: Context, player: PlayerId) -> None:
    """CR 701.32a-b: the top card of the player's scheme deck is turned face up."""
    deck = supplementary.deck_of(ctx.game, player, DECK)
    if not deck:
        raise Undecided(
            f"which scheme {player} sets in motion: list the cards of their scheme deck from the top"
        )
    ctx.game.cite("701.32a")
    new = supplementary.turn_up(ctx, player, deck[0])
    happen(ctx, ev.Performed(verb="set in motion", player=player, object=new))


@keyword_action("set in motion")
def set_several_in_motion(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.32a, 701.32c: schemes are set in motion one at a time, so many times; by nobody but the archenemy."""
    if not is_archenemy(ctx.game, player):
        ctx.game.note(f"{player} is no archenemy and sets no scheme in motion", "701.32a", kind="kept")
        return
    for _ in limits.times(amount):
        ctx.game.cite(*(("701.32c",) if amount > 1 else ()))
        _turn_up_top(ctx, player)


def done_with(game: Game) -> list[ObjectId]:
    """CR 314.6, 704.6e: the face-up schemes that aren't ongoing, while no triggered ability of any scheme waits or is on the stack."""
    up = face_up(game)
    if not up or not supplementary.sources_of_triggers(game).isdisjoint(up):
        return []
    return [i for i in up if "ongoing" not in game.objects[i].base.supertypes]


@keyword_action("abandon")
def abandon(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.33a-b: an ongoing scheme that is face up goes under its owner's scheme deck."""
    game = ctx.game
    found = objects(ctx, effect.what) if effect.what is not None else []
    ids = [i for i in found if i in face_up(game) and "ongoing" in game.objects[i].base.supertypes]
    if ids:
        game.cite("701.33b", "904.11", "400.9")
    elif found:
        game.cite("701.33a")
    happen(ctx, [supplementary.to_bottom(i) for i in ids])
    attempted(ctx, bool(ids))
