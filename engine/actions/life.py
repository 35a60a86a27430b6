"""Life gained, lost, paid, set and exchanged; winning and losing (CR 104, 119, 701.12c)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions import choices
from engine.actions.acting import (
    PLAYER_WORDS,
    actors,
    ask,
    attempted,
    each_actor,
    happen,
    number,
    on_battlefield,
    one_object,
    so_much_each,
    things,
)
from engine.actions.registry import performs
from engine.errors import Unsupported
from engine.game import Context, Decision
from engine.game import events as ev
from engine.model import PlayerId
from engine.queries import changed_rules, descriptions
from engine.rules import choosing
from engine.rules.effects import continuous, fates


@performs(ab.GainLife)
def gain_life(ctx: Context, effect: ab.GainLife) -> None:
    """CR 119.3, 119.9: gaining 0 life is no event."""
    entries, by = so_much_each(
        ctx,
        effect.who,
        effect.amount,
        lambda player, amount: ev.GainLife(player=player, amount=amount, source=ctx.source),
    )
    _changed(ctx, [h.event for h in entries if isinstance(h.event, ev.GainLife)], "gained")
    attempted(ctx, bool(by), by)


@performs(ab.LoseLife)
def lose_life(ctx: Context, effect: ab.LoseLife) -> None:
    """CR 119.3."""
    entries, by = so_much_each(
        ctx,
        effect.who,
        effect.amount,
        lambda player, amount: ev.LoseLife(player=player, amount=amount, source=ctx.source),
    )
    _changed(ctx, [h.event for h in entries if isinstance(h.event, ev.LoseLife)], "lost")
    attempted(ctx, bool(by), by)


def _changed(ctx: Context, events: list[ev.GainLife] | list[ev.LoseLife], participle: str) -> None:
    """Note how much life it was in all, for "that much"."""
    players = tuple(dict.fromkeys(e.player for e in events))
    others = tuple(p for p in players if p != ctx.controller)
    # "You" are never "that player"; only the amount is worth a mention then.
    ctx.mention(
        others,
        PLAYER_WORDS if others else (),
        done=participle,
        many=len(others) > 1,
        amount=sum(e.amount for e in events),
    )


ANY_AMOUNT = "any amount"
"""The name of an amount of life that the player who pays it chooses (CR 107.1c)."""


def _any_amount(ctx: Context, player: PlayerId) -> int:
    """CR 107.1c, 119.4: as much life as the player likes, and has; it is remembered for the object (607.2g)."""
    most = max(changed_rules.life_to_pay(ctx.game, player), 0)
    amount = int(ask(ctx, Decision(player, "number", "pay how much life?", (), 0, most, default=0)))
    ctx.game.cite("107.1c")
    choices.remember(ctx, choices.LIFE_PAID, amount)
    return amount


@performs(ab.PayLife)
def pay_life(ctx: Context, effect: ab.PayLife) -> None:
    """CR 119.4, 119.4b: only a player with that much life can pay it; 0 life can always be paid."""
    game = ctx.game
    by = []
    for player in each_actor(ctx, effect.who):
        some = effect.amount == ab.X(ANY_AMOUNT)
        amount = _any_amount(ctx, player) if some else number(ctx, effect.amount)
        if amount > changed_rules.life_to_pay(game, player):
            game.note(f"{player} has too little life to pay {amount}", "119.4", about=(player,), kind="kept")
            continue
        if amount:
            happen(ctx, ev.LoseLife(player=player, amount=amount, source=ctx.source, how="pay"))
        ctx.mention((), (), done="paid", amount=amount)
        by.append(player)
    attempted(ctx, bool(by), by)


def becomes(ctx: Context, player: PlayerId, total: int) -> list[ev.GameEvent]:
    """CR 119.5: the gain or loss that makes a life total the number."""
    now = ctx.game.players[player].life
    if total > now:
        return [ev.GainLife(player=player, amount=total - now, source=ctx.source)]
    return [ev.LoseLife(player=player, amount=now - total, source=ctx.source)] if total < now else []


@performs(ab.SetLife)
def set_life(ctx: Context, effect: ab.SetLife) -> None:
    """CR 119.5: a life total becomes the number by gaining or losing life; of a team, that of one player (810.9d)."""
    events: list[ev.GameEvent] = []
    by: list[PlayerId] = []
    chosen: list[PlayerId] = []
    for player in each_actor(ctx, effect.who):
        if _another_of_team(ctx, effect.who, player, chosen):
            continue
        total = choosing.value(ctx, effect.amount)
        by.append(player)
        events += becomes(ctx, player, total)
        if events:
            ctx.game.cite("119.5", *(("810.9c",) if ctx.game.seating.one_life else ()))
    happen(ctx, events)
    attempted(ctx, bool(by), by)


def _another_of_team(ctx: Context, who: ab.Players, player: PlayerId, chosen: list[PlayerId]) -> bool:
    """CR 810.9d: whether the life total would be set for several of the player's team, and the team chooses another of them for it."""
    game = ctx.game
    named = [p for p in game.team(player) if p == player or descriptions.is_player(ctx, who, p)]
    if not game.seating.one_life or len(named) == 1:
        return False
    if not set(named) & set(chosen):
        game.cite("810.9d")
        chosen += game.decide(Decision(named[0], "player", "Whose life total is set?", tuple(named), 1, 1))
    return player not in chosen


@performs(ab.ExchangeLife)
def exchange_life(ctx: Context, effect: ab.ExchangeLife) -> None:
    """CR 701.12c, 119.7-8: two players exchange life totals, if each can gain or lose what that takes; else nothing happens (701.12a)."""
    game = ctx.game
    first = [t for t in things(ctx, effect.who) if isinstance(t, str)]
    if effect.stat:
        _exchange_with_size(ctx, effect, first)
        return
    if isinstance(effect.other, ab.SameSubject):
        # Two players with each other; with one of them gone nothing is exchanged (701.12a).
        first, second = first[:1], first[1:]
    elif len(first) == 2 and not isinstance(effect.other, ab.Players | ab.Slot):
        raise Unsupported("exchanging the life totals of a pair with something else")
    else:
        second = [t for t in things(ctx, effect.other) if isinstance(t, str)]
    if len(first) != 1 or len(second) != 1:
        if (
            not isinstance(effect.other, ab.Players | ab.SameSubject)
            and one_object(ctx, effect.other) is not None
        ):
            raise Unsupported("exchanging a life total with a number of an object")
        attempted(ctx, False)
        return
    one, other = first[0], second[0]
    if one == other or other in game.seating.as_one(one):
        game.cite(*(("810.9e",) if one != other else ()))
        attempted(ctx, False)
        return
    events = becomes(ctx, one, game.players[other].life) + becomes(ctx, other, game.players[one].life)
    if _cant_change(ctx, events):
        attempted(ctx, False)
        return
    game.cite("701.12c")
    happen(ctx, events)
    attempted(ctx, bool(events), (one, other))


def _exchange_with_size(ctx: Context, effect: ab.ExchangeLife, who: list[PlayerId]) -> None:
    """CR 701.12g: a life total becomes a creature's power or toughness, by gaining or losing life, and that is set to what the life total was."""
    game = ctx.game
    with_what = one_object(ctx, effect.other)
    size = None if with_what is None else getattr(game.characteristics(with_what), effect.stat)
    if len(who) != 1 or with_what is None or size is None or not on_battlefield(game, with_what):
        attempted(ctx, False)
        return
    total = game.players[who[0]].life
    events = becomes(ctx, who[0], size)
    if _cant_change(ctx, events):
        attempted(ctx, False)
        return
    game.cite("701.12g", "613.4b")
    happen(ctx, events)
    sizes = {effect.stat: ab.Literally(total)}
    base = ab.BasePT(power=sizes.get("power"), toughness=sizes.get("toughness"))
    continuous.add_floating(ctx, ab.Fixed((with_what,)), (base,), ab.Always())
    attempted(ctx, True, who)


def _cant_change(ctx: Context, events: list[ev.GameEvent]) -> bool:
    """CR 119.7-8: whether a life total that would be exchanged can't change so; then nothing is exchanged."""
    for event in events:
        what = "gain life" if isinstance(event, ev.GainLife) else "lose life"
        player = event.player  # type: ignore[attr-defined]
        if changed_rules.cant(ctx.game, player, what):
            ctx.game.note(
                f"{player} can't {what}, so the life total is not exchanged",
                "119.7" if what == "gain life" else "119.8",
                about=(player,),
                kind="kept",
            )
            return True
    return False


@performs(ab.WinGame)
def win_game(ctx: Context, effect: ab.WinGame) -> None:
    """CR 104.2b, 104.3e, 104.4c: an effect makes a player win or lose, who doesn't if they can't (101.2), or has the game be a draw."""
    game = ctx.game
    why = f"{game.name(ctx.source)} says so" if ctx.source else "an effect says so"
    if effect.how == "draw":
        within = tuple(p for p in game.order if not game.players[p].lost and game.in_range(ctx.controller, p))
        game.cite(*(("104.4e", "801.15") if game.seating.reach else ("104.4c",)))
        happen(ctx, ev.GameDrawn(reason=why, players=within if game.seating.reach else ()))
        attempted(ctx, True)
        return
    events: list[ev.PlayerWins | ev.PlayerLoses] = []
    for player in actors(ctx, effect.who):
        if effect.how == "win":
            if not changed_rules.cant(game, player, "win the game"):
                events += fates.wins(game, player, why)
        elif not changed_rules.cant(game, player, "lose the game"):
            events += fates.loses(game, player, why)
    if events:
        game.cite("104.2b" if effect.how == "win" else "104.3e")
    winners = {game.seating.as_one(e.player) for e in events if isinstance(e, ev.PlayerWins)}
    if len(winners) > 1:
        raise Unsupported("several players winning at once")
    happen(ctx, list({(type(e), e.player): e for e in reversed(events)}.values()))
    attempted(ctx, bool(events))
