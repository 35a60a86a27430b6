"""The untap step's turn-based actions (CR 502, 731)."""

from __future__ import annotations

from collections import Counter

from engine import abilities as ab
from engine.game import Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import changed_rules, descriptions, numbers
from engine.rules.effects import day_and_night, durations


def untap(game: Game, active: PlayerId) -> None:
    """CR 502.3: the active player untaps their permanents, all at once, less those that effects keep from untapping."""
    ready = []
    for id in game.battlefield():
        obj = game.objects[id]
        if not obj.tapped or (game.controller(id) != active and not _in_others_steps(game, id, active)):
            continue
        if _kept_tapped(game, id, active):
            game.note(f"{game.name(id)} doesn't untap", "502.3", about=(id,), kind="kept")
            continue
        if changed_rules.may(game, id, "choose not to untap"):
            wish = game.decide(Decision(active, "may", f"Untap {game.name(id)}?", (True, False)))
            if not wish[0]:
                continue
        ready.append(id)
    durations.use_up_untap(game, active)
    ready = _limited(game, active, ready)
    if ready:
        game.cite("502.3", "703.4c")
        game.happen([ev.Untap(object=i, step=True) for i in ready])


def _in_others_steps(game: Game, id: ObjectId, active: PlayerId) -> bool:
    """CR 502.3: an effect has it untapped at the same time in the untap steps of the players who don't control it."""
    for applied in changed_rules.changes_on(game, id, ab.Ruled):
        whose = changed_rules.UNTAPPED_TOO.get(applied.change.rule)
        if whose is not None and descriptions.is_player(applied.ctx, whose, active):
            return True
    return False


def _limited(game: Game, active: PlayerId, ready: list[ObjectId]) -> list[ObjectId]:
    """CR 502.3: where effects limit how many of their permanents the active player untaps, that player chooses which."""
    for applied in changed_rules.changes_on(game, active, ab.Cant):
        whom = applied.change.whom
        if applied.change.what != "untap more" or not isinstance(whom, ab.Chosen):
            continue
        assert isinstance(whom.amount, ab.Exactly)
        most = numbers.value(applied.ctx, whom.amount.number)
        mine = [
            i for i in ready if game.controller(i) == active and descriptions.fits(applied.ctx, whom.which, i)
        ]
        if len(mine) <= most:
            continue
        picked = game.decide(
            Decision(active, "objects", f"Untap which {most}?", tuple(mine), most, most, True)
        )
        for id in mine:
            if id not in picked:
                game.note(f"{game.name(id)} doesn't untap", "502.3", about=(id,), kind="kept")
        ready = [i for i in ready if i not in mine or i in picked]
    return ready


def _kept_tapped(game: Game, id: ObjectId, active: PlayerId) -> bool:
    """CR 502.3: an effect keeps it from untapping in this player's untap step."""
    return any(
        applied.change.whose is None or descriptions.is_player(applied.ctx, applied.change.whose, active)
        for applied in changed_rules.changes_on(game, id, ab.DoesntUntap)
    )


def day_night(game: Game) -> None:
    """CR 502.2, 731.2: it becomes night after a turn whose player cast no spell, day after one whose player cast two or more."""
    now = day_and_night.time(game)
    if now is None:
        if any(_asks_for_day(game, i) for i in game.battlefield()):
            game.note("it is neither day nor night, and stays so", "731.2c", kind="kept")
        return
    previous, began, end = game.previous_turn
    casts = [h.event.player for h in game.log[began:end] if isinstance(h.event, ev.SpellCast)]
    by = [p for p in casts if p in game.seating.together(previous)]
    if game.seating.shared:
        game.cite("502.2a")
    if now == "day" and not by:
        game.cite("502.2", "703.4b")
        day_and_night.become(game, "night", "731.2a")
    elif now == "night" and any(n >= 2 for n in Counter(by).values()):
        game.cite("502.2", "703.4b")
        day_and_night.become(game, "day", "731.2b")


def _asks_for_day(game: Game, id: ObjectId) -> bool:
    """Whether an ability of the permanent speaks of day and night."""
    asked = (n for a in game.characteristics(id).abilities for n in ab.walk(a))
    return any(
        isinstance(n, ab.DayNightTurns) or (isinstance(n, ab.StateIs) and n.state in ("day", "night"))
        for n in asked
    )
