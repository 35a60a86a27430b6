"""Instructions carried out several times, or with a letter that stands for a number (CR 107.3, 608.2c)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import (
    number,
    speak_of_targets,
    things,
    words_for,
)
from engine.actions.choices import all_chosen
from engine.actions.limits import times
from engine.actions.registry import perform, performs
from engine.game import Context
from engine.queries import citations
from engine.rules import choosing


@performs(ab.ForEach, flow=True)
def for_each(ctx: Context, effect: ab.ForEach) -> None:
    """CR 608.2f: the instruction for each thing in turn, players in APNAP order; or so many times."""
    did = False
    if isinstance(effect.each, ab.Number):
        for _ in times(number(ctx, effect.each)):
            perform(ctx, effect.effect)
            did = did or ctx.did
    else:
        before = len(ctx.mentions)
        ctx.game.cite("608.2f")
        for thing in things(ctx, effect.each):
            ctx.mention((thing,), words_for(ctx, (thing,)))
            perform(ctx, effect.effect)
            did = did or ctx.did
        if isinstance(effect.effect, ab.Choose) and effect.effect.objects is not None:
            all_chosen(ctx, ctx.mentions[before:])
    ctx.did = did


@performs(ab.WhereX, flow=True)
def where_x(ctx: Context, effect: ab.WhereX) -> None:
    """CR 107.3i, 608.2h: the letter is worked out once, as the first instruction that uses it is reached."""
    _with_letter(ctx, effect.effect, effect.number, effect.name)


def _with_letter(ctx: Context, effect: ab.Effect, defined: ab.Number, name: str) -> None:
    if isinstance(effect, ab.Sequence) and not any(takes_place_of_another(s) for s in effect.steps):
        settled, did = False, False
        for step in effect.steps:
            if not settled and _uses(step, name):
                _with_letter(ctx, step, defined, name)
                settled = True
            else:
                perform(ctx, step)
            did = did or ctx.did
        ctx.did = did
        return
    speak_of_targets(ctx, effect)
    ctx.letters[name] = choosing.value(ctx, defined)
    stack = ctx.game.object(ctx.object).stack if ctx.object in ctx.game.objects else None
    triggered = (
        stack is not None and stack.kind == "triggered"
    )  # 107.3c speaks of spells and activated abilities
    ctx.game.cite("107.3" if triggered else "107.3c", *citations.of_question(ctx, defined))
    perform(ctx, effect)


def _uses(effect: ab.Effect, name: str) -> bool:
    return any(
        (isinstance(n, ab.X) and n.name == name) or (isinstance(n, ab.PayMana) and "{" + name + "}" in n.mana)
        for n in ab.walk(effect)
    )


def takes_place_of_another(step: ab.Effect) -> bool:
    return isinstance(step, ab.Conditional) and step.instead
