"""What casting a spell and activating an ability have in common: announcing choices, targets, division, the total cost (CR 601.2b-f, 602.2b)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Game
from engine.game import events as ev
from engine.game.context import Context
from engine.game.decisions import Decision
from engine.model.mana import COLOR_OF, parse_mana
from engine.model.objects import CastInfo, ObjectId, PlayerId, TargetSlot, Thing
from engine.queries import modes as modes_
from engine.queries import target_slots
from engine.rules import choosing
from engine.rules.costs.mana import has_target


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has said about a spell or ability in advance; what is not given is asked for (engine.game.decisions).

    `targets`: things, in the order in which the text says "target", or a tuple of things for each of these; `modes`: numbers from 1; `face`: the
    name or number (from 0) of a face or half, "fuse" for both halves; `origin`: the zone it is cast from; `kicked`: how often; `alternative`: opening
    words of the alternative cost or the keyword; `additional`: names of optional additional costs that are paid, one for each time; `pay`: mana and
    life in words ("{R}{R}", "2 life") and objects to tap, sacrifice, exile ...; `divide`: each target's share; `mana`: kinds wanted of a mana ability."""

    targets: tuple[Any, ...] | None = None
    x: int | None = None
    modes: tuple[int, ...] | None = None
    face: str | int | None = None
    origin: str = ""
    kicked: bool | int | None = None
    alternative: str = ""
    additional: tuple[str, ...] = ()
    pay: tuple[str | ObjectId, ...] = ()
    divide: Mapping[Thing, int] | None = None
    mana: tuple[str, ...] = ()


NOTHING_SAID = Choices()


def walk(value: Any) -> Iterable[Any]:
    """The value and every value in it."""
    yield value
    if isinstance(value, tuple | list):
        for item in value:
            yield from walk(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from walk(getattr(value, name))


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
    found = [v for v in walk_effects(effect) if isinstance(v, ab.Modal)]
    if not found:
        if modes:
            raise IllegalAction("700.2", f"{ctx.game.name(ctx.object or ctx.source)} is not modal")
        return effect, ()
    if len(found) > 1:
        raise Unsupported("a text with several choices of modes")
    modal = found[0]
    if modal.note not in modes_.NOTES:
        raise Unsupported(f"modes chosen {modal.note}")
    chooser = player
    if not isinstance(modal.who, ab.You):
        chooser = choosing.players(ctx, modal.who)[0]  # 700.2e
    game = ctx.game
    gone = modes_.chosen_before(ctx, modal)
    legal = [n for n, mode in enumerate(modal.modes, 1) if n not in gone and _could_target(ctx, mode, x)]
    if every:
        modes = tuple(range(1, len(modal.modes) + 1))
        low = high = len(modal.modes)
    else:
        low, high = modal.low, min(modal.high, len(modal.modes)) if not modal.again else modal.high
    if modes is None:
        options = tuple(n for n in legal for _ in range(high)) if modal.again else tuple(legal)
        if len(options) < low:
            game.cite("700.2a")
            raise IllegalAction("700.2a", "not enough modes have legal targets")
        decision = Decision(
            chooser, "mode", f"Which modes of {game.name(ctx.source)}?", options, low, min(high, len(options))
        )
        modes = tuple(game.decide(decision))
    if not low <= len(modes) <= high:
        raise IllegalAction(
            "700.2", f"{len(modes)} modes chosen where {low if low == high else f'{low} to {high}'} can be"
        )
    if len(set(modes)) < len(modes) and not modal.again:
        raise IllegalAction("700.2d", "the same mode can't be chosen twice")
    for number in modes:
        if not 1 <= number <= len(modal.modes):
            raise IllegalAction("700.2", f"there is no mode {number}")
        if number not in legal:
            raise IllegalAction("700.2a", f"mode {number} has no legal targets")
    game.cite("700.2a")
    if len(set(modes)) < len(modes):
        game.cite("700.2d")
    if chooser != player:
        game.cite("700.2e")
    ordered = tuple(sorted(modes))
    steps = tuple(modal.modes[n - 1] for n in ordered)
    chosen: ab.Effect = steps[0] if len(steps) == 1 else ab.Sequence(steps)
    return swap(effect, modal, chosen), ordered


ANY_X = 1_000_000
"""Stands for an X that is yet to be chosen, where only as much as it might be matters."""


def _could_target(ctx: Context, mode: ab.Effect, x: int | None) -> bool:
    """CR 601.2b, 700.2a: whether the mode would have legal targets, with X as it is going to be chosen after the modes."""
    if "X" in ctx.letters or not any(isinstance(v, ab.X) and v.name == "X" for v in walk(mode)):
        return can_target(ctx, mode)
    ctx.letters["X"] = ANY_X if x is None else x
    try:
        return can_target(ctx, mode)
    finally:
        del ctx.letters["X"]


def walk_effects(value: Any) -> Iterable[Any]:
    """Values within an effect, not those of abilities that it gives to others."""
    yield value
    if isinstance(value, tuple | list):
        for item in value:
            yield from walk_effects(item)
    elif isinstance(value, msgspec.Struct) and not isinstance(
        value, ab.Later | ab.WhenYouDo | ab.Gains | ab.TokenKind | ab.Emblem | ab.SetUpAbility
    ):
        for name in value.__struct_fields__:
            yield from walk_effects(getattr(value, name))


def swap(value: Any, old: Any, new: Any) -> Any:
    """The value with one value inside it replaced."""
    if value is old:
        return new
    if isinstance(value, tuple):
        return tuple(swap(item, old, new) for item in value)
    if isinstance(value, msgspec.Struct):
        changed = {n: swap(getattr(value, n), old, new) for n in value.__struct_fields__}
        if any(changed[n] is not getattr(value, n) for n in changed):
            return replace(value, **changed)
    return value


def can_target(ctx: Context, effect: ab.Effect) -> bool:
    """Whether there are enough legal targets for the instruction (CR 700.2a, 601.2c)."""
    from engine.queries import targets

    return targets.possible(ctx, target_slots.bind(effect)[1])


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


def _paid_condition(effect: ab.Effect, paid: CastInfo) -> bool | None:
    """Whether the condition of an instruction, if it only asks what was paid for this spell, holds; None if it asks anything else."""
    from engine.queries import conditions

    if not isinstance(effect, ab.Conditional):
        return None
    condition, turned = effect.condition, False
    if isinstance(condition, ab.Negated):
        condition, turned = condition.condition, True
    if not isinstance(condition, ab.WasPaid):
        return None
    return conditions.paid(paid, condition.cost) != turned


# ---- X (601.2b, 107.3) ---------------------------------------------------------------------------------------------


def announce_x(
    ctx: Context, player: PlayerId, costs: Iterable[ab.Cost], said: int | None, free: bool = False
) -> int | None:
    """CR 107.3a-b, 601.2b: the value of X, if a cost that is going to be paid has one. Returns None if there is none."""
    letters: set[str] = set()
    for value in walk(tuple(costs)):
        if isinstance(value, ab.PayMana):
            letters |= {s for s in parse_mana(value.mana).symbols if s in ("X", "Y", "Z")}
        elif isinstance(value, ab.X):
            letters.add(value.name)
    if not letters:
        if free:
            if said:
                raise IllegalAction("107.3b", "X can only be 0 where no cost with X is paid")
            ctx.game.cite("107.3b")
            ctx.letters["X"] = 0
            return 0
        if said is not None:
            raise IllegalAction("107.3a", f"{ctx.game.name(ctx.source)} has no X in its cost")
        return None
    if letters - {"X"}:
        raise Unsupported(f"a cost with {', '.join(sorted(letters - {'X'}))}")
    x = (
        said
        if said is not None
        else ctx.game.decide(
            Decision(player, "x", f"What is X for {ctx.game.name(ctx.source)}?", low=0, high=-1)
        )
    )
    if x < 0:
        raise IllegalAction("107.1b", "X can't be less than zero")
    ctx.game.cite("107.3a")
    ctx.letters["X"] = x
    return int(x)


# ---- targets and division (601.2c-d) ---------------------------------------------------------------------------------


def announce_targets(
    ctx: Context, effect: ab.Effect | None, choices: Choices, before: tuple[TargetSlot, ...] = ()
) -> tuple[ab.Effect | None, tuple[TargetSlot, ...]]:
    """CR 601.2c-d: choose targets and divide. `before`: slots that no instruction names (an Aura's target, 303.4a)."""
    from engine.queries import default_choices

    slots: tuple[TargetSlot, ...] = ()
    if effect is not None:
        effect, slots = target_slots.bind(effect)
    if before and slots:
        raise Unsupported("an Aura spell with further targets")
    slots = before + slots
    if not slots:
        if choices.targets:
            raise IllegalAction("601.2c", f"{ctx.game.name(ctx.source)} has no targets")
        if choices.divide is not None:
            raise IllegalAction("601.2d", f"{ctx.game.name(ctx.source)} divides nothing among targets")
        return effect, ()
    ctx.game.cite("601.2c", "115.1b" if before else "115.1a" if ctx.object == ctx.source else "115.1c")
    helps = [default_choices.helps(effect, index) for index in range(len(slots))]
    slots = tuple(choosing.choose_targets(ctx, slots, choices.targets, helps))
    named = [thing for slot in slots for thing in slot.chosen]
    if named:
        words = ", ".join(ctx.game.name(thing) for thing in named)
        ctx.game.note(f"{ctx.controller} chooses as target: {words}", "601.2c", about=named)
    return effect, divide(ctx, effect, slots, choices)


def divide(
    ctx: Context, effect: ab.Effect | None, slots: tuple[TargetSlot, ...], choices: Choices
) -> tuple[TargetSlot, ...]:
    """CR 601.2d: the player announces the division; each target gets at least one."""
    from engine.queries import numbers

    game, done, divided = ctx.game, list(slots), False
    for part in walk_effects(effect):
        if getattr(part, "divided", "") != "as you choose":
            continue
        noun, wanted = (part.on, part.number) if isinstance(part, ab.AddCounters) else (part.to, part.amount)
        if not isinstance(noun, ab.Slot):
            continue  # divided as it resolves
        slot = done[noun.index]
        if not slot.chosen:
            continue
        amount = numbers.value(replace_targets(ctx, tuple(done)), wanted)
        if amount < len(slot.chosen):
            game.cite("601.2d")
            raise IllegalAction("601.2d", f"{amount} can't be divided among {len(slot.chosen)} targets")
        if choices.divide is not None:
            shares = tuple(choices.divide.get(t, 0) for t in slot.chosen)
            if sum(shares) != amount or min(shares) < 1 or set(choices.divide) - set(slot.chosen):
                raise IllegalAction("601.2d", f"{amount} must be divided among the targets, at least 1 each")
        else:
            question = f"How is {amount} divided?"
            shares = tuple(game.decide(Decision(ctx.controller, "divide", question, slot.chosen, 1, amount)))
        game.cite("601.2d")
        done[noun.index] = replace(slot, divided=shares)
        divided = True
    if choices.divide is not None and not divided:
        raise IllegalAction("601.2d", f"{game.name(ctx.source)} divides nothing among targets")
    return tuple(done)


def replace_targets(ctx: Context, slots: tuple[TargetSlot, ...]) -> Context:
    """The same frame with these targets chosen."""
    import dataclasses

    return dataclasses.replace(ctx, targets=slots)


def tell_targets(game: Game, player: PlayerId, of: ObjectId, slots: Iterable[TargetSlot]) -> None:
    """CR 601.2c, 601.2i: things have become targets."""
    chosen = dict.fromkeys(t for slot in slots for t in slot.chosen)
    if chosen:
        game.happen([ev.BecomesTarget(thing=t, of=of, by=player) for t in chosen])
    if any(_opposes(game, player, thing) for thing in chosen):
        game.happen(ev.Performed(verb="commit a crime", player=player, object=of))


def _opposes(game: Game, player: PlayerId, thing: Thing) -> bool:
    """CR 700.13: an opponent, a permanent, spell or ability that one controls, or a card in the graveyard of one: to target it is a crime."""
    if isinstance(thing, str):
        return thing in game.opponents(player)
    obj = game.object(thing)
    if obj.zone in ("battlefield", "stack"):
        return game.controller(thing) in game.opponents(player)
    return obj.zone == "graveyard" and obj.owner in game.opponents(player)


# ---- the total cost (601.2f, 118.7) ------------------------------------------------------------------------------------


def increased(symbols: Sequence[str], more: Iterable[str]) -> list[str]:
    """CR 601.2f: the cost with an amount added."""
    return [*symbols, *(s for text in more for s in parse_mana(text).symbols if s != "0")]


def reduced(symbols: Sequence[str], less: Iterable[str]) -> list[str]:
    """CR 118.7: the cost less these amounts of mana. Colored reductions come first, each from its own color while there is any, then from generic
    mana (118.7b-c); generic ones only ever from generic mana (118.7a)."""
    generic = sum(int(s) for s in symbols if s.isdigit())
    other = [s for s in symbols if not s.isdigit()]
    amounts: list[str] = []
    for text in less:
        amounts.extend(parse_mana(text).symbols)
    plain = 0
    for symbol in amounts:
        if symbol.isdigit():
            plain += int(symbol)
            continue
        if symbol == "S":
            plain += 1  # 118.7g
            continue
        if symbol in ("X", "Y", "Z"):
            raise Unsupported("a cost reduced by {X}")
        kinds = [p for p in symbol.split("/") if p in COLOR_OF or p == "C"]  # 118.7e-f
        match = next((s for k in kinds for s in other if s == k), None)
        if match is None:
            match = next((s for k in kinds for s in other if k in s.split("/")), None)
        if match is not None:
            other.remove(match)
        else:
            plain += 1
    generic = max(0, generic - plain)
    return ([str(generic)] if generic or not other else []) + other


def cost_changes(
    applied: Iterable[tuple[ab.CostChange, Context]], symbols: Sequence[str], game: Game
) -> list[str]:
    """CR 601.2f: increases first, then reductions."""
    from engine.queries import numbers

    more: list[str] = []
    less: list[str] = []
    cut: list[tuple[str, int]] = []
    least = 0
    for change, ctx in applied:
        times = 1 if change.times is None else max(0, numbers.value(ctx, change.times))
        amount = change.mana
        if amount == "{X}" and change.times is not None:
            amount, times = f"{{{times}}}", 1  # "{X} less ..., where X is ..." (107.3i)
        if amount == "{X}" and change.times is not None:
            amount = "{1}"  # X is how many times over: so much generic mana
        elif "X" in parse_mana(amount).symbols:
            raise Unsupported("a cost changed by {X}")
        if change.how == "at least":
            least = max(least, parse_mana(amount).mana_value)
        elif change.least:
            cut.extend([(amount, change.least)] * times)
        else:
            (more if change.how == "more" else less).extend([amount] * times)
    if not more and not less and not cut and not least:
        return list(symbols)
    game.cite("601.2f", *(("118.7",) if less or cut else ()))
    total = increased(symbols, more)
    for amount, left in cut:
        total = _cut(total, amount, left)
    return _at_least(reduced(total, less) if less else total, least)


def _mana_in(symbols: Iterable[str]) -> int:
    """How much mana a cost asks for."""
    return sum(int(s) if s.isdigit() else 1 for s in symbols)


def _cut(symbols: Sequence[str], amount: str, left: int) -> list[str]:
    """A reduction of generic mana that doesn't bring the mana in the cost below so much (CR 118.7a)."""
    if any(not s.isdigit() for s in parse_mana(amount).symbols):
        raise Unsupported(f"a cost reduced by {amount}, but not to less than {left} mana")
    by = min(parse_mana(amount).mana_value, max(0, _mana_in(symbols) - left))
    return reduced(symbols, [f"{{{by}}}"]) if by else list(symbols)


def _at_least(symbols: list[str], least: int) -> list[str]:
    """CR 601.2f: last comes what sets the total cost itself: what is lacking is paid with generic mana."""
    lacking = least - _mana_in(symbols)
    return [*symbols, str(lacking)] if lacking > 0 else symbols


Announce = Callable[[], None]
