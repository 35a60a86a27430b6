"""Life totals given to other players (CR 119.5, 119.7-8, 810.9f)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import happen, pick_things
from engine.actions.keyword_actions.doing import keyword_action
from engine.actions.life import becomes
from engine.game import Context, Decision
from engine.game import events as ev
from engine.model import PlayerId
from engine.queries import changed_rules


@keyword_action("redistribute life totals")
def redistribute(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 119.5, 119.7-8, 810.9f: each of any number of players, of a team no more than one, gets one of their life totals; nobody gets one that they can't be given."""
    game = ctx.game
    able = (
        [p for p in game.apnap() if game.seating.as_one(p)[0] == p]
        if game.seating.one_life
        else list(game.apnap())
    )
    if game.seating.one_life:
        game.cite("810.9f")
    chosen = [
        str(p)
        for p in pick_things(ctx, player, "choose whose life totals are redistributed", able, 0, len(able))
    ]
    left = {p: game.players[p].life for p in chosen}
    given: dict[PlayerId, int] = {}
    for place, each in enumerate(chosen):
        options = [
            p
            for p in left
            if _can_get(ctx, each, left[p])
            and _rest_fit(ctx, chosen[place + 1 :], [left[o] for o in left if o != p])
        ]
        if not options:
            game.note(
                "the life totals can't be redistributed so", "119.7", "119.8", about=chosen, kind="kept"
            )
            return
        picked = game.decide(
            Decision(
                player,
                "player",
                f"whose life total does {each} get?",
                tuple(options),
                default=(each if each in options else options[0],),
            )
        )
        given[each] = left.pop(picked[0])
    game.cite("119.5")
    events: list[ev.GameEvent] = [
        event for each, total in given.items() for event in becomes(ctx, each, total)
    ]
    happen(ctx, events)


def _can_get(ctx: Context, player: PlayerId, total: int) -> bool:
    """CR 119.7-8: whether the player can gain or lose the life that it takes."""
    now = ctx.game.players[player].life
    what = "gain life" if total > now else "lose life"
    return total == now or not changed_rules.cant(ctx.game, player, what)


def _rest_fit(ctx: Context, players: list[PlayerId], totals: list[int]) -> bool:
    """Whether each of the players can get one of the totals."""
    if not players:
        return True
    return any(
        _can_get(ctx, players[0], total) and _rest_fit(ctx, players[1:], totals[:at] + totals[at + 1 :])
        for at, total in enumerate(totals)
    )
