"""Designations of players: the monarch, the initiative, their speed; and whether it is day or night (CR 702.179, 725, 726, 731)."""

from __future__ import annotations

from collections.abc import Callable

from engine import abilities as ab
from engine.actions.acting import actors, attempted, happen
from engine.actions.keyword_actions.doing import keyword_action
from engine.actions.registry import performs
from engine.binding import bound
from engine.errors import Unsupported
from engine.game import Context, Delayed, Game
from engine.game import events as ev
from engine.model import PlayerId
from engine.rules.effects import day_and_night


@performs(ab.BecomeState)
def become_state(ctx: Context, effect: ab.BecomeState) -> None:
    """CR 725, 726, 731: the player gets a designation, or day or night comes."""
    for player in actors(ctx, effect.who):
        if effect.state not in STATES:
            raise Unsupported(f"becoming {effect.state!r}")
        STATES[effect.state](ctx, player)
    attempted(ctx, True)


STATES: dict[str, Callable[[Context, PlayerId], None]] = {
    "monarch": lambda ctx, player: become_monarch(ctx, player),
    "initiative": lambda ctx, player: take_the_initiative(ctx, player),
    "day": lambda ctx, player: day_and_night.become(ctx.game, "day", "731.1"),
    "night": lambda ctx, player: day_and_night.become(ctx.game, "night", "731.1"),
}
"""What a player can become."""


def become_monarch(ctx: Context, player: PlayerId) -> None:
    """CR 725.2-3: the only monarch from now on, with the two triggered abilities that go with it."""
    game = ctx.game
    if not game.exists(player) or "monarch" in game.players[player].marks:
        return
    game.cite("725.3")
    _pass_to(ctx, player, "monarch", "is no longer the monarch", "becomes the monarch")
    happen(ctx, ev.Performed(verb="become the monarch", player=player))
    _rule_triggers(game, player, "725.2", MONARCHY)


def take_the_initiative(ctx: Context, player: PlayerId) -> None:
    """CR 726.2-3, 726.5: the only one who has it from now on, with the triggered abilities that go with it; who has it takes it again."""
    game = ctx.game
    if not game.exists(player):
        return
    if "initiative" in game.players[player].marks:
        game.cite("726.5")
    else:
        game.cite("726.3")
        _pass_to(ctx, player, "initiative", "no longer has the initiative", "has the initiative")
        _rule_triggers(game, player, "726.2", INITIATIVE)
    happen(ctx, ev.Performed(verb="take the initiative", player=player))


def _pass_to(ctx: Context, player: PlayerId, mark: str, lost: str, gained: str) -> None:
    """CR 725.3, 726.3: the designation from whoever has it to the player, at once."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    for other in game.order:
        marks = game.players[other].marks
        if mark in marks:
            rest = tuple(m for m in marks if m != mark)
            events.append(ev.SetFields(thing=other, verb=lost, fields={"marks": rest}, quiet=True))
    marks = (*game.players[player].marks, mark)
    events.append(ev.SetFields(thing=player, verb=gained, fields={"marks": marks}))
    happen(ctx, events)


UNDERCITY = ab.Keyworded("venture into the dungeon", who=ab.You(), word="Undercity")
STRUCK = ab.DealsDamage(ab.Chosen(ab.Noun((("creature",),))), "combat", ab.You())
STRUCK_BY_SOME = ab.DealsDamage(ab.Chosen(ab.Noun((("creature",),)), ab.OneOrMore()), "combat", ab.You())
MONARCHY: tuple[ab.Triggered, ...] = bound(
    (
        ab.Triggered(ab.StepBegins("end step", whose=ab.You()), ab.Draw(ab.Literally(1), ab.You())),
        ab.Triggered(STRUCK, ab.BecomeState(ab.ControllerOf(ab.That()), "monarch")),
    )
)
"""The abilities of the monarch (CR 725.2); "you" is the monarch."""
INITIATIVE: tuple[ab.Triggered, ...] = bound(
    (
        ab.Triggered(ab.StepBegins("upkeep", whose=ab.You()), UNDERCITY),
        ab.Triggered(STRUCK_BY_SOME, ab.BecomeState(ab.ControllerOf(ab.That(many=True)), "initiative")),
        ab.Triggered(ab.PlayerDoes(ab.You(), "take the initiative"), UNDERCITY),
    )
)
"""The abilities of the initiative (CR 726.2); "you" is who has it."""


def _rule_triggers(game: Game, player: PlayerId, rule: str, abilities: tuple[ab.Triggered, ...]) -> None:
    """CR 725.2, 726.2: the triggered abilities without a source pass to the player."""
    events = [a.event for a in abilities]
    for old in [d.id for d in game.delayed.values() if not d.source and d.event in events]:
        del game.delayed[old]
    game.cite(rule)
    for ability in abilities:
        _wait(game, player, ability)


def _wait(game: Game, player: PlayerId, ability: ab.Triggered, limit: int = 0) -> None:
    """The player has the triggered ability without a source from now on."""
    id = game.tick()
    game.delayed[id] = Delayed(
        id=id, controller=player, source=0, event=ability.event, effect=ability.effect, once=False, made_turn=game.turn.number,
        made_active=game.turn.active, log_from=len(game.log), limit=limit,
    )  # fmt: skip


SLOWER = ab.PlayerHas(ab.You(), "speed", "<", ab.Literally(4))
ACCELERATION = bound(
    ab.Triggered(
        ab.Provided(
            ab.LifeChanges(ab.AnyPlayer("opponent"), "lose"), ab.AllOf((ab.TurnOf(ab.You()), SLOWER))
        ),
        ab.Conditional(SLOWER, ab.Keyworded("increase speed", ab.Literally(1))),
    )
)
"""The ability of a player with speed (CR 702.179d); it triggers once each turn."""


@keyword_action("increase speed")
def increase_speed(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.179c: so much faster; a player without speed gets that speed."""
    if amount > 0 and ctx.game.exists(player):
        ctx.game.cite("702.179c" if ctx.source else "702.179d")
        happen(ctx, set_speed(ctx.game, player, (ctx.game.players[player].speed or 0) + amount))


def set_speed(game: Game, player: PlayerId, speed: int) -> ev.SetFields:
    """CR 702.179b, 702.179d: the event by which the player's speed becomes that; who had none has the ability that goes with it from then on."""
    if game.players[player].speed is None:
        _wait(game, player, ACCELERATION, limit=1)
    return ev.SetFields(thing=player, verb=f"has speed {speed}", fields={"speed": speed})
