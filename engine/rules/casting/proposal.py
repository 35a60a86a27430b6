"""What casting a spell and activating an ability have in common: announcing modes, targets and division (CR 601.2b-d, 602.2b)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.errors import IllegalAction, Unsupported
from engine.game import Choices, Context, Decision, Game
from engine.game import events as ev
from engine.model import CastInfo, ObjectId, OnStack, PlayerId, TargetSlot
from engine.queries import conditions, default_choices, target_slots, targets
from engine.queries import modes as modes_
from engine.rules import choosing
from engine.rules.costs import Paying, has_target

# ---- modes and what was paid (601.2b) ------------------------------------------------------------------------------


def announce_modes(
    ctx: Context,
    player: PlayerId,
    effect: ab.Effect | None,
    modes: tuple[int, ...] | None,
    every: bool = False,
    x: int | None = None,
) -> tuple[ab.Effect | None, tuple[int, ...]]:
    """CR 601.2b, 700.2a-e: choose the modes; the effect with the chosen modes in the order printed, and their numbers from 1.

    `every`: all modes are chosen because a cost says so (702.42a); `x`: what the player is going to choose for X, if they have said so."""
    found = [v for v in ab.walk_own(effect) if isinstance(v, ab.Modal)]
    if not found:
        if modes:
            raise IllegalAction("700.2", f"{ctx.game.name(ctx.object or ctx.source)} is not modal")
        return effect, ()
    if len(found) > 1:
        raise Unsupported("a text with several choices of modes")
    modal = found[0]
    if modal.note not in modes_.NOTES:
        raise Unsupported(f"modes chosen {modal.note}")
    chooser = player if isinstance(modal.who, ab.You) else choosing.players(ctx, modal.who)[0]  # 700.2e
    game = ctx.game
    gone = modes_.chosen_before(ctx, modal)
    legal = [n for n, mode in enumerate(modal.modes, 1) if n not in gone and _could_target(ctx, mode, x)]
    if every:
        modes = tuple(range(1, len(modal.modes) + 1))
        low = high = len(modal.modes)
    else:
        low, high = modes_.bounds(ctx, modal)
        high = high if modal.again else min(high, len(modal.modes))
    if modes is None:
        modes = _modes_asked(ctx, chooser, modal, legal, low, high)
    _check_modes(modal, modes, legal, low, high)
    game.cite("700.2a", *(("700.2i",) if modal.worth else ()))
    if len(modes) > modal.high >= 0 and any(isinstance(v, ab.WasPaid) for v in ab.walk(modal.more)):
        game.cite("601.4")  # which costs are paid is announced after the modes
    if len(set(modes)) < len(modes):
        game.cite("700.2d")
    if chooser != player:
        game.cite("700.2e")
    ordered = tuple(sorted(modes))
    if any(has_target(mode) for n, mode in enumerate(modal.modes, 1) if n not in modes):
        game.cite("700.2c")
    steps = tuple(modal.modes[n - 1] for n in ordered)
    chosen: ab.Effect = steps[0] if len(steps) == 1 else ab.Sequence(steps)
    return rewrite(effect, lambda value: chosen if value is modal else value), ordered


def _modes_asked(
    ctx: Context, chooser: PlayerId, modal: ab.Modal, legal: list[int], low: int, high: int
) -> tuple[int, ...]:
    """CR 601.2b, 700.2a: the modes that the player chooses among the legal ones."""
    game = ctx.game
    options = modes_.options(modal, legal, high)
    if len(options) < low:
        game.cite("700.2a")
        raise IllegalAction("700.2a", "not enough modes have legal targets")
    chance = " (chance)" if modal.note == modes_.AT_RANDOM else ""
    question = f"Which modes of {game.name(ctx.source)}?{chance}"
    worth = modes_.pawprints(modal, options)
    most = high if worth else min(high, len(options))
    return tuple(
        game.decide(Decision(chooser, "mode", question, options, low, most, modes=modal.modes, worth=worth))
    )


def _check_modes(modal: ab.Modal, modes: tuple[int, ...], legal: list[int], low: int, high: int) -> None:
    """CR 700.2a, 700.2d: so many, none twice, each with legal targets."""
    if not low <= len(modes) <= high:
        raise IllegalAction(
            "700.2", f"{len(modes)} modes chosen where {low if low == high else f'{low} to {high}'} can be"
        )
    if sum(modes_.pawprints(modal, [n for n in modes if 1 <= n <= len(modal.modes)])) > high:
        raise IllegalAction("700.2i", f"the modes chosen have more than {high} pawprints together")
    if len(set(modes)) < len(modes) and not modal.again:
        raise IllegalAction("700.2d", "the same mode can't be chosen twice")
    for number in modes:
        if not 1 <= number <= len(modal.modes):
            raise IllegalAction("700.2", f"there is no mode {number}")
        if number not in legal:
            raise IllegalAction("700.2a", f"mode {number} has no legal targets")


ANY_X = 1_000_000
"""Stands for an X that is yet to be chosen, where only as much as it might be matters."""


def _could_target(ctx: Context, mode: ab.Effect, x: int | None) -> bool:
    """CR 601.2b, 700.2a: whether the mode would have legal targets, with X as it is going to be chosen after the modes."""
    if "X" in ctx.letters or not any(isinstance(v, ab.X) and v.name == "X" for v in ab.walk(mode)):
        return can_target(ctx, mode)
    ctx.letters["X"] = ANY_X if x is None else x
    try:
        return can_target(ctx, mode)
    finally:
        del ctx.letters["X"]


def can_target(ctx: Context, effect: ab.Effect) -> bool:
    """Whether there are enough legal targets for the instruction (CR 700.2a, 601.2c)."""
    return targets.possible(ctx, target_slots.bind(target_slots.spread(ctx, effect))[1])


def settle_paid(effect: ab.Effect | None, paid: CastInfo) -> ab.Effect | None:
    """CR 601.2c, 702.33g: targets that depend on an additional or alternative cost are chosen only if it was paid; a part that is done instead takes the
    place of the one before it. Parts without targets are left as they are and ask as the spell resolves."""
    if isinstance(effect, ab.Cleaved):
        return settle_paid(effect.cleaved if "cleave" in paid.paid else effect.printed, paid)
    if isinstance(effect, ab.Sequence):
        steps: list[ab.Effect] = []
        for step in effect.steps:
            verdict = _paid_condition(step, paid)
            if verdict is None or not isinstance(step, ab.Conditional) or not has_target(step):
                settled = settle_paid(step, paid)
                if settled is not None:
                    steps.append(settled)
            elif verdict:
                if step.instead and steps:
                    steps.pop()
                steps.append(step.effect)
            elif step.otherwise is not None:
                steps.append(step.otherwise)
        return replace(effect, steps=tuple(steps)) if steps else None
    if isinstance(effect, ab.Conditional) and has_target(effect):
        verdict = _paid_condition(effect, paid)
        if verdict is not None:
            return effect.effect if verdict else effect.otherwise
    return effect


ONLY_IF_PAID: dict[str, str] = {
    "kicked": "702.33g", "bargained": "702.166d", "gift": "702.174m", "teamwork": "702.194c", "awaken": "702.113b",
}  # fmt: skip
"""CR 601.2c: by which rule a part of a spell has its targets only if that was paid."""


def targets_if_paid(effect: ab.Effect | None) -> tuple[str, ...]:
    """The rules by which some targets of the spell are chosen only if something was paid for it."""
    parts = (p for p in ab.walk_own(effect) if isinstance(p, ab.Conditional) and has_target(p))
    asked = (c for part in parts for c in ab.walk(part.condition) if isinstance(c, ab.WasPaid))
    return tuple(dict.fromkeys(ONLY_IF_PAID[c.cost] for c in asked if c.cost in ONLY_IF_PAID))


def _paid_condition(effect: ab.Effect, paid: CastInfo) -> bool | None:
    """Whether the condition of an instruction, if it only asks what was paid for this spell, holds; None if it asks anything else."""
    if not isinstance(effect, ab.Conditional):
        return None
    condition, turned = effect.condition, False
    if isinstance(condition, ab.Negated):
        condition, turned = condition.condition, True
    if not isinstance(condition, ab.WasPaid) or not isinstance(condition.what, ab.This):
        return None
    return conditions.paid(paid, condition.cost) != turned


def announce_targets(
    ctx: Context, effect: ab.Effect | None, choices: Choices, before: tuple[TargetSlot, ...] = ()
) -> tuple[ab.Effect | None, tuple[TargetSlot, ...]]:
    """CR 601.2c-d: choose targets and divide. `before`: slots that no instruction names (an Aura's target, 303.4a)."""
    slots: tuple[TargetSlot, ...] = ()
    if effect is not None:
        effect, slots = target_slots.bind(target_slots.spread(ctx, effect))
    if before and slots:
        raise Unsupported("an Aura spell with further targets")
    slots = before + slots
    if not slots:
        if choices.targets:
            raise IllegalAction("601.2c", f"{ctx.game.name(ctx.source)} has no targets")
        if choices.divide is not None:
            raise IllegalAction("601.2d", f"{ctx.game.name(ctx.source)} divides nothing among targets")
        return effect, ()
    choosing.name_choosers(ctx, slots, effect)
    ctx.game.cite("601.2c", "115.1b" if before else "115.1a" if ctx.object == ctx.source else "115.1c")
    helps = [default_choices.helps(effect, index) for index in range(len(slots))]
    most = choosing.most_targets(ctx, effect)
    slots = tuple(choosing.choose_targets(ctx, slots, choices.targets, helps, most))
    named = [thing for slot in slots for thing in slot.chosen]
    if named:
        words = ", ".join(ctx.game.name(thing) for thing in named)
        ctx.game.note(f"{ctx.controller} chooses as target: {words}", "601.2c", about=named, kind="choice")
    return effect, choosing.divide(ctx, effect, slots, choices.divide)


# ---- what is written down (601.2a, 601.2h) ------------------------------------------------------------------------------


def announced(game: Game, on_stack: ObjectId, verb: str, stack: OnStack, info: CastInfo) -> None:
    """What has been announced so far is known of the spell or ability on the stack. `verb`: the CR's word for it."""
    game.happen(ev.SetFields(thing=on_stack, verb=verb, fields={"stack": stack, "cast": info}, quiet=True))


def paid(ctx: Context, made: Paying, verb: str, stack: OnStack, info: CastInfo) -> None:
    """CR 601.2h: what the cost was paid with, and what became of it, is known of the spell or ability."""
    info = replace(
        info,
        mana_spent=made.spent,
        life_for_mana=made.life_for_mana,
        sacrificed=made.sacrificed,
        convoked=made.convoked,
    )
    stack = replace(stack, mentions=tuple(ctx.mentions), moved=tuple(ctx.moved.items()))
    announced(ctx.game, ctx.object, verb, stack, info)
