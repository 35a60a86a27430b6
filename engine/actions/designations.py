"""Designations of players: the monarch, the initiative; and whether it is day or night (CR 725, 726, 731)."""

from __future__ import annotations

from collections.abc import Callable

from engine import abilities as ab
from engine.actions.acting import actors, attempted, happen
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
        id = game.tick()
        game.delayed[id] = Delayed(
            id=id, controller=player, source=0, event=ability.event, effect=ability.effect, once=False, made_turn=game.turn.number,
            made_active=game.turn.active, log_from=len(game.log),
        )  # fmt: skip
