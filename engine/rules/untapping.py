"""The untap step's turn-based actions (CR 502, 730)."""

from __future__ import annotations

from engine import abilities as ab
from engine import events as ev
from engine.decisions import Decision
from engine.game import Game
from engine.model.objects import PlayerId
from engine.rules import continuous
from engine.ruling import Unsupported


def untap(game: Game, active: PlayerId) -> None:
    """CR 502.3: the active player untaps their permanents, all at once, less those that effects keep from untapping."""
    ready = []
    for id in game.battlefield():
        obj = game.objects[id]
        if not obj.tapped or game.controller(id) != active:
            continue
        if continuous.changes_on(game, id, ab.DoesntUntap) or continuous.cant(game, id, "untap"):
            game.note(f"{game.name(id)} doesn't untap", "502.3", about=(id,))
            continue
        if continuous.may(game, id, "choose not to untap"):
            wish = game.decide(Decision(active, "may", f"Untap {game.name(id)}?", (True, False)))
            if not wish[0]:
                continue
        ready.append(id)
    continuous.use_up_untap(game, active)
    if continuous.changes_on(game, active, ab.Ruled):
        raise Unsupported("an effect that limits how many permanents a player untaps")
    if ready:
        game.cite("502.3", "703.4b")
        game.happen([ev.Untap(object=i, step=True) for i in ready])


def day_night(game: Game) -> None:
    """CR 502.2, 731.2: it becomes day or night by the spells cast in the previous turn. Without day or night nothing happens."""
    if "day" in game.facts or "night" in game.facts:
        raise Unsupported("day and night (CR 730)")
