"""Extra and skipped turns, phases and steps; ending the turn (CR 500.7-11, 614.10, 724)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import limits
from engine.actions.acting import attempted, each_actor, frozen, happen, number, objects
from engine.actions.registry import performs
from engine.errors import Unsupported
from engine.game import COMBAT_STEPS, STEPS, Another, Context
from engine.game import events as ev
from engine.model import PlayerId


@performs(ab.ExtraTurn)
def extra_turn(ctx: Context, effect: ab.ExtraTurn) -> None:
    """CR 500.7-8: extra turns after this one, the most recently created first; extra phases after this phase."""
    by: list[PlayerId] = []
    for player in each_actor(ctx, effect.who):
        if _with_team(ctx, player, by):
            continue
        times = 1 if effect.number is None else number(ctx, effect.number)
        if effect.what == "turn":
            if effect.after not in AFTER_TURN:
                raise Unsupported(f"an extra turn after {effect.after!r}")
            game = ctx.game
            marked = tuple((player, game.tick()) for _ in limits.times(times))
            game.turn = replace(game.turn, extra_turns=(*game.turn.extra_turns, *marked))
            if len(marked) == 1:
                ctx.letters[ab.THAT_TURN] = marked[0][1]
            game.note(
                f"{player} gets {'an extra turn' if times == 1 else f'{times} extra turns'} after this one",
                "500.7",
                about=(player,),
                kind="effect",
            )
        else:
            for _ in limits.times(times):
                _extra_phase(ctx, effect, player)
        by.append(player)
    attempted(ctx, bool(by), by)


def _with_team(ctx: Context, player: PlayerId, by: list[PlayerId]) -> bool:
    """CR 805.8: whether the player's team has been given, or skips, the same already by this effect."""
    already = any(other in by for other in ctx.game.seating.together(player))
    if already:
        ctx.game.cite("805.8")
        by.append(player)
    return already


AFTER_TURN = frozenset({"this one"})
AFTER_PHASE = frozenset({"this phase", "this main phase", "this combat phase"})
"""After what extra turns and phases can be said to come."""

PHASES = {
    "beginning phase": ("beginning",), "upkeep step": ("upkeep",), "combat phase": ("combat",), "combat phase followed by an additional main phase": ("combat", "main"),
}  # fmt: skip
"""What extra phases can be named, and what they are to engine.rules.turn."""


def _extra_phase(ctx: Context, effect: ab.ExtraTurn, player: str) -> None:
    """CR 500.8, 500.10a: directly after this phase, in the player's own turn only."""
    game = ctx.game
    if effect.after == "this step":
        _extra_step(ctx, effect, player)
        return
    if effect.after == "this combat phase" and game.turn.step not in COMBAT_STEPS:
        game.note("it is no combat phase, so no phase is added after it", "500.8", kind="kept")
        return
    phases = PHASES.get(effect.what)
    if phases is None or effect.after not in AFTER_PHASE:
        raise Unsupported(f"an extra {effect.what} after {effect.after!r}")
    if isinstance(effect.who, ab.You) and effect.who.said and not game.is_active(player):
        game.note("it is not that player's turn, so no phase is added", "500.10a", kind="kept")
        return
    game.turn = replace(game.turn, extra_phases=(*phases, *game.turn.extra_phases))
    rules = ("500.8", "505.1a") if "main" in phases else ("500.10",) if phases[0] in STEPS else ("500.8",)
    game.note(f"an additional {effect.what} follows this phase", *rules, kind="effect")


def _extra_step(ctx: Context, effect: ab.ExtraTurn, player: str) -> None:
    """CR 500.9, 500.10a: directly after this step, in the player's own turn only."""
    game = ctx.game
    step = effect.what.removesuffix(" step")
    if step != game.turn.step:
        raise Unsupported(f"an extra {effect.what} after another step")
    if not game.is_active(player):
        game.note("it is not that player's turn, so no step is added", "500.10a", kind="kept")
        return
    game.turn = replace(game.turn, extra_steps=(step, *game.turn.extra_steps))
    game.note(f"an additional {effect.what} follows this one", "500.9", kind="effect")


SKIPPED = {
    "turn": "turn", "untap step": "untap", "draw step": "draw", "combat phase": "combat",
}  # fmt: skip
"""What a player can skip, and what it is to engine.rules.turn."""


SKIPPED_WHEN = frozenset({"next", ab.THAT_TURN, ab.WOULD_BEGIN})
"""Of which turn a step is skipped: the next time, of the extra turn that was spoken of, or (engine.rules.turn.skipping) as it would begin."""


@performs(ab.SkipDraw)
def skip_draw(ctx: Context, effect: ab.SkipDraw) -> None:
    """CR 614.10: nothing is done in place of the draw that this instruction replaces."""
    ctx.game.cite("614.10")
    attempted(ctx, True)


@performs(ab.SkipStep)
def skip_step(ctx: Context, effect: ab.SkipStep) -> None:
    """CR 500.11, 614.10a: the player's next one is passed over; told to skip two, they skip the next two."""
    what = SKIPPED.get(effect.what)
    if what is None or effect.when not in SKIPPED_WHEN - {ab.WOULD_BEGIN}:
        raise Unsupported(f"skipping the {effect.when} {effect.what}")
    if effect.when == ab.THAT_TURN:
        what = f"{what} of {ctx.letters.get(ab.THAT_TURN, 0)}"
    by: list[PlayerId] = []
    for player in each_actor(ctx, effect.who):
        if _with_team(ctx, player, by):
            continue
        times = 1 if effect.number is None else number(ctx, effect.number)
        skips = (*ctx.game.players[player].skips, *(what for _ in limits.times(times)))
        ctx.game.cite("614.10a")
        happen(
            ctx, ev.SetFields(thing=player, verb=f"will skip the next {effect.what}", fields={"skips": skips})
        )
        by.append(player)
    attempted(ctx, bool(by), by)


ENDED = {"turn": "724.1", "combat phase": "724.2"}
"""What can be ended early, and the rule that says how."""


@performs(ab.EndTurn)
def end_turn(ctx: Context, effect: ab.EndTurn) -> None:
    """CR 724.1a-b, 724.2a-b: what has triggered and not reached the stack is gone, and all that is on the stack is exiled; the rest follows as soon as
    the text has been carried out, before anybody would get priority (engine.rules.turn)."""
    game, rule = ctx.game, ENDED[effect.what]
    if effect.what == "combat phase" and game.turn.step not in COMBAT_STEPS:
        game.note("it is no combat phase, so nothing happens", "724.2g", kind="kept")
        attempted(ctx, False)
        return
    if game.pending:
        game.cite(f"{rule}a")
        game.pending = ()
    game.cite(f"{rule}b")
    happen(
        ctx,
        [
            ev.CeaseToExist(object=i)
            if game.objects[i].kind == "ability"
            else ev.MoveZone(object=i, to="exile", verb="exile")
            for i in game.stack()
        ],
    )
    game.turn = replace(game.turn, ending=effect.what)
    attempted(ctx, True)


GAMES = ("restart", "subgame")


@performs(ab.AnotherGame)
def another_game(ctx: Context, effect: ab.AnotherGame) -> None:
    """CR 727.1, 729.1: the game is restarted, or a subgame begins, before anybody would get priority (engine.rules.turn); what is done then is settled as it is
    said."""
    game = ctx.game
    leaving = tuple(objects(ctx, effect.leaving)) if effect.leaving is not None else ()
    then = None if effect.then is None else frozen(ctx, effect.then)
    game.another = Another(
        effect.kind, ctx.controller, ctx.source, ctx.object, leaving, then, tuple(ctx.spoken())
    )
    attempted(ctx, True)
