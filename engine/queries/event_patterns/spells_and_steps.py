"""Events of playing: spells are cast, abilities activated, things become targets, steps begin (CR 500.1, 601.2i, 602.2b, 603.2b, 700.14)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import MAIN_PHASES, Context
from engine.game import events as ev
from engine.model import Mention
from engine.queries import asking
from engine.queries.asking import KINDS, MATCHERS, Found
from engine.queries.event_patterns.nouns import (
    PLAYER_WORDS,
    fits,
    is_described,
    is_player,
    mention,
)


def _casts(ctx: Context, p: ab.Casts, e: ev.SpellCast, before: bool) -> Found:
    """CR 601.2i: a spell is cast; the how manieth of its kind in the turn, where that is asked."""
    if (
        not is_player(ctx, p.who, e.player)
        or not is_described(ctx, p.which, e.object)
        or not _from(ctx, p, e)
    ):
        return None
    if p.nth:
        cast = [h.event for h in ctx.game.this_turn(ev.SpellCast)]
        same = [
            c for c in cast
            if isinstance(c, ev.SpellCast) and c.player == e.player and c.object <= e.object
            and is_described(ctx, p.which, c.object) and _from(ctx, p, c)
        ]  # fmt: skip
        if len(same) < 2 if p.nth == BUT_THE_FIRST else len(same) != p.nth:
            return None
    return [Mention((e.player,), PLAYER_WORDS), mention(ctx, None, e.object)]


BUT_THE_FIRST = -1
"""Where any spell but the first of its kind in the turn is meant."""


def _from(ctx: Context, p: ab.Casts, e: ev.SpellCast) -> bool:
    """Whether the spell was cast from where the pattern says: a hand is that of who casts (CR 402.1), and so is "your graveyard" (404.1), while "a graveyard"
    is said of other players' spells."""
    own = ctx.game.object(e.object).owner == e.player
    if p.zone == ab.ELSEWHERE:
        return e.origin != "hand" or not own
    yours = p.zone == "hand" or (p.zone == "graveyard" and isinstance(p.who, ab.You))
    return p.zone in ("", e.origin) and (own or not yours)


def _expends(ctx: Context, p: ab.ManaSpent, e: ev.SpellCast, before: bool) -> Found:
    """CR 700.14: with this spell, the mana that the player spent to cast spells this turn has come to the number."""
    if not is_player(ctx, p.who, e.player):
        return None
    cast = [h.event for h in ctx.game.this_turn(ev.SpellCast)]
    mine = [c.object for c in cast if isinstance(c, ev.SpellCast) and c.player == e.player]
    spent = {id: len(info.mana_spent) for id in mine if (info := ctx.game.object(id).cast) is not None}
    so_far = sum(n for id, n in spent.items() if id < e.object)
    if not so_far < asking.value(ctx, p.number) <= so_far + spent.get(e.object, 0):
        return None
    return [Mention((e.player,), PLAYER_WORDS), mention(ctx, None, e.object)]


def _cast_or_copied(ctx: Context, p: ab.CastOrCopied, e: ev.GameEvent, before: bool) -> Found:
    """CR 601.2i, 707.10: a spell is cast or copied."""
    if (
        not isinstance(e, ev.SpellCast | ev.SpellCopied)
        or not is_player(ctx, p.who, e.player)
        or not is_described(ctx, p.which, e.object)
    ):
        return None
    return [Mention((e.player,), PLAYER_WORDS), mention(ctx, None, e.object)]


def _exhausts(what: ab.Selection, e: ev.AbilityActivated) -> bool:
    """CR 702.177b: whether an exhaust ability is meant, and the ability, a mana ability that is never an object, is one."""
    meant = isinstance(what, ab.Which) and what.before == (ab.Is("exhaust"),)
    return meant and isinstance(e.which, ab.Activated) and e.which.word == "exhaust"


def _activates(ctx: Context, p: ab.Activates, e: ev.AbilityActivated, before: bool) -> Found:
    """CR 602.2b: an ability is activated."""
    if (p.exceptmana and e.mana) or not is_player(ctx, p.who, e.player) or not fits(ctx, p.of, e.object):
        return None
    if p.what is not None and not (
        is_described(ctx, p.what, e.ability) if e.ability else _exhausts(p.what, e)
    ):
        return None
    ability = (e.ability,) if e.ability else ()  # a mana ability is never on the stack (CR 605.3b)
    return [
        Mention((e.player,), PLAYER_WORDS),
        mention(ctx, p.of, e.object),
        Mention(ability, frozenset({"ability"})),
    ]


def _becomes_target(ctx: Context, p: ab.BecomesTarget, e: ev.BecomesTarget, before: bool) -> Found:
    """CR 603.2e: something becomes the target of such a spell or ability."""
    if (
        not fits(ctx, p.what, e.thing)
        or not is_described(ctx, p.of, e.of)
        or (p.by is not None and not is_player(ctx, p.by, e.by))
    ):
        return None
    return [
        Mention((e.by,), PLAYER_WORDS),
        mention(ctx, None, e.of),
        mention(ctx, p.what, e.thing),
    ]


def _step_begins(ctx: Context, p: ab.StepBegins, e: ev.StepBegins, before: bool) -> Found:
    """CR 603.2b: a step or phase begins. Whether one that would begin is skipped is asked before (engine.rules.turn.skipping)."""
    if (
        before
        or e.step not in STEP_WORDS[p.step]
        or ctx.game.turn.mains != NTH_MAIN.get(p.step, ctx.game.turn.mains)
    ):
        return None
    if p.whose is not None and not is_player(ctx, p.whose, e.player):
        return None
    if p.turn is not None and ctx.game.turn.extra != asking.value(ctx, p.turn):
        return None
    return [Mention((e.player,), PLAYER_WORDS)]


STEP_WORDS: dict[str, tuple[str, ...]] = {
    "upkeep": ("upkeep",),
    "draw step": ("draw",),
    "precombat main phase": MAIN_PHASES[:1],
    "postcombat main phase": MAIN_PHASES[1:],
    "first main phase": MAIN_PHASES,
    "second main phase": MAIN_PHASES,
    "main phase": MAIN_PHASES,
    "combat": ("beginning of combat",),
    "end of combat": ("end of combat",),
    "end step": ("end step",),
    "cleanup step": ("cleanup",),
    "turn": (),  # of a turn that would begin (CR 614.10)
}
"""CR 500.1, 505.1: the names of steps and phases that begin, and the steps that are meant: a phase begins with its first step."""
NTH_MAIN = {"first main phase": 1, "second main phase": 2}
"""CR 505.1b: the how manieth main phase of its turn is meant."""


def _day_and_night(ctx: Context, p: ab.DayNightTurns, e: ev.Performed, before: bool) -> Found:
    """CR 730.1: not as it becomes day or night for the first time."""
    return [] if e.verb == DAY_AND_NIGHT else None


DAY_AND_NIGHT = "day and night change"
"""What is performed as day becomes night or night becomes day."""


MATCHERS.update(
    {
        ab.Casts: _casts,
        ab.CastOrCopied: _cast_or_copied,
        ab.ManaSpent: _expends,
        ab.Activates: _activates,
        ab.BecomesTarget: _becomes_target,
        ab.StepBegins: _step_begins,
        ab.DayNightTurns: _day_and_night,
    }
)
KINDS.update(
    {
        ab.Casts: frozenset({ev.SpellCast}),
        ab.CastOrCopied: frozenset({ev.SpellCast, ev.SpellCopied}),
        ab.ManaSpent: frozenset({ev.SpellCast}),
        ab.Activates: frozenset({ev.AbilityActivated}),
        ab.BecomesTarget: frozenset({ev.BecomesTarget}),
        ab.StepBegins: frozenset({ev.StepBegins}),
        ab.DayNightTurns: frozenset({ev.Performed}),
    }
)
