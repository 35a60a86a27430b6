"""Control of permanents exchanged, control of players, designations of players (CR 701.12, 723, 725)."""

from __future__ import annotations

from collections.abc import Callable

from engine import abilities as ab
from engine.actions.acting import actors, attempted, happen, objects, on_battlefield
from engine.actions.registry import performs
from engine.binding import bound
from engine.errors import Unsupported
from engine.game import Context, Delayed, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.rules.effects import continuous, day_and_night


@performs(ab.Exchange)
def exchange(ctx: Context, effect: ab.Exchange) -> None:
    """CR 701.12a-b: two permanents or spells of different controllers: each controller gains control of the other's, at once; else nothing happens."""
    if effect.of != "control":
        raise Unsupported(f"exchanging {effect.of}")
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


def _exchanged(ctx: Context, what: ab.Recipient) -> list[ObjectId]:
    """The two things."""
    return objects(ctx, what)


def _spell(game: Game, id: ObjectId) -> bool:
    return id in game.objects and game.objects[id].zone == "stack" and game.objects[id].kind != "ability"


@performs(ab.BecomeState)
def become_state(ctx: Context, effect: ab.BecomeState) -> None:
    """CR 725, 731: the player gets a designation, or day or night comes."""
    for player in actors(ctx, effect.who):
        if effect.state not in STATES:
            raise Unsupported(f"becoming {effect.state!r}")
        STATES[effect.state](ctx, player)
    attempted(ctx, True)


STATES: dict[str, Callable[[Context, PlayerId], None]] = {
    "monarch": lambda ctx, player: become_monarch(ctx, player),
    "day": lambda ctx, player: day_and_night.become(ctx.game, "day", "731.1"),
    "night": lambda ctx, player: day_and_night.become(ctx.game, "night", "731.1"),
}
"""What a player can become."""


def become_monarch(ctx: Context, player: PlayerId) -> None:
    """CR 725.2-3: the only monarch from now on, with the two triggered abilities that go with it."""
    game = ctx.game
    if not game.exists(player) or "monarch" in game.players[player].marks:
        return
    events: list[ev.GameEvent] = []
    for other in game.order:
        marks = game.players[other].marks
        if "monarch" in marks:
            rest = tuple(m for m in marks if m != "monarch")
            events.append(
                ev.SetFields(thing=other, verb="is no longer the monarch", fields={"marks": rest}, quiet=True)
            )
    events.append(
        ev.SetFields(
            thing=player,
            verb="becomes the monarch",
            fields={"marks": (*game.players[player].marks, "monarch")},
        )
    )
    game.cite("725.3")
    happen(ctx, events)
    happen(ctx, ev.Performed(verb="become the monarch", player=player))
    for id in [d.id for d in game.delayed.values() if not d.source and d.event in MONARCHY]:
        del game.delayed[id]
    _rule_trigger(game, player, END_STEP, ab.Draw(ab.Literally(1), ab.You()))
    _rule_trigger(game, player, HIT, CROWNED)


END_STEP = ab.StepBegins("end step", whose=ab.You())
STRUCK = ab.DealsDamage(ab.Chosen(ab.Noun((("creature",),))), "combat", ab.You())
USURPED: ab.Triggered = bound(ab.Triggered(STRUCK, ab.BecomeState(ab.ControllerOf(ab.That()), "monarch")))
HIT, CROWNED = USURPED.event, USURPED.effect
MONARCHY: tuple[ab.EventPattern, ...] = (END_STEP, HIT)
"""What the abilities of the monarch wait for (CR 725.2); "you" is the monarch."""


def _rule_trigger(game: Game, player: PlayerId, event: ab.EventPattern, effect: ab.Effect) -> None:
    """CR 725.2: a triggered ability without a source that the monarch controls."""
    game.cite("725.2")
    id = game.tick()
    game.delayed[id] = Delayed(
        id=id, controller=player, source=0, event=event, effect=effect, once=False, made_turn=game.turn.number, made_active=game.turn.active,
        log_from=len(game.log),
    )  # fmt: skip
