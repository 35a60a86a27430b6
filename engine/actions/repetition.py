"""Instructions carried out several times, or with a letter that stands for a number (CR 107.3, 608.2c)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import Any, TypeGuard

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.abilities.tree import rewrite
from engine.actions import tokens
from engine.actions.acting import attempted, number, things
from engine.actions.limits import MOST_TIMES, times
from engine.actions.options import payers_of
from engine.actions.registry import perform, performs
from engine.actions.willingness import wants
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.model import Mention, PlayerId, Thing
from engine.queries import citations, references
from engine.rules import choosing


@performs(ab.RepeatProcess)
def repeat_process(ctx: Context, effect: ab.RepeatProcess) -> None:
    """CR 608.2c: what has been carried out of the text is carried out again, after this."""
    if effect.often == "until nobody does":
        ctx.again = -1 if ctx.did else 0
        ctx.game.cite("608.2c")
        return
    ctx.again = -1 if effect.times is None else max(number(ctx, effect.times), 0)
    ctx.game.cite("608.2c")


def as_often_as_said(ctx: Context, process: Callable[[], None]) -> None:
    """CR 608.2c: the instructions of a text, and again as long as one of them says so. Each time they speak of what was done that time; what comes after
    them speaks of all of it.

    Raises Unsupported where that doesn't end."""
    base, own = len(ctx.mentions), list[Mention]()
    left: int | None = None
    for _ in range(MOST_TIMES):
        ctx.again = None
        before = len(ctx.game.log)
        process()
        own += ctx.mentions[base:]
        del ctx.mentions[base:]
        if left is None and ctx.again != -1:
            left = ctx.again or 0
        if left is not None:
            left -= 1
            if left < 0:
                break
        elif len(ctx.game.log) == before:
            break  # nothing happened, and nothing would if it were done again (732.1b)
    else:
        raise Unsupported(f"a process repeated more than {MOST_TIMES} times")
    ctx.mentions += own


@performs(ab.ForEach, flow=True)
def for_each(ctx: Context, effect: ab.ForEach) -> None:
    """CR 608.2f: the instruction for each thing in turn, players in APNAP order; or so many times."""
    did = False
    each = _one_by_one(effect)
    about: list[Thing] = []
    if each is None:
        assert isinstance(effect.each, ab.Number)
        turns = times(number(ctx, effect.each))
    else:
        ctx.game.cite("608.2f")
        about = (
            list(references.things(ctx, ab.That(to=each.to)))
            if isinstance(each, ab.HowMany)
            else things(ctx, each)
        )
        turns = range(len(about))
    if each is not None and _at_once(effect.effect):
        _unless_paid(ctx, effect.effect, binding.addresses(each), about)
        return
    addresses = () if each is None else binding.addresses(each)
    if each is not None and _chosen_first(effect.effect, addresses):
        about = _those_wanted(ctx, effect.effect, addresses, about)
        _together(ctx, effect.effect.effect, addresses, about, len(about))
        return
    if _together(ctx, effect.effect, addresses, about, len(turns)):
        return
    base = len(ctx.mentions)
    own: list[Mention] = []
    for n in turns:
        with ctx.about(binding.addresses(each), about[n]) if each is not None else nullcontext():
            perform(ctx, effect.effect)
        did = did or ctx.did
        own += ctx.mentions[
            base:
        ]  # in each turn "it" is what that turn spoke of; afterwards "they" are all of these
        del ctx.mentions[base:]
    ctx.mentions += own
    ctx.did = did


def _together(
    ctx: Context, effect: ab.Effect, addresses: tuple[int, ...], about: list[Thing], often: int
) -> bool:
    """CR 608.2f: carry out for all of the things, or all of the times, at once what can be. False: it can't."""
    if _creates(effect):
        _create_for_each(ctx, effect, addresses, about, often)
        return True
    if addresses and _moves_things(effect, addresses):
        what = _meant_for_each(ctx, effect, addresses, about)
        perform(ctx, replace(effect, what=ab.Fixed(tuple(dict.fromkeys(what)))))
        return True
    all_of_it = None if _speaks_of(effect, addresses) else _as_one(effect, often)
    if all_of_it is not None:
        ctx.game.cite("608.2f")
        perform(ctx, all_of_it)
    return all_of_it is not None


def _chosen_first(effect: ab.Effect, addresses: tuple[int, ...]) -> TypeGuard[ab.Optional]:
    """Whether it may be done for each, and at once for all for which it is."""
    if not isinstance(effect, ab.Optional) or not isinstance(effect.who, ab.You):
        return False
    return _creates(effect.effect) or _moves_things(effect.effect, addresses)


def _those_wanted(
    ctx: Context, effect: ab.Optional, addresses: tuple[int, ...], about: list[Thing]
) -> list[Thing]:
    """CR 608.2d, 608.2f: for which of the things the player has it done; that is chosen for all of them before it happens."""
    wanted: list[Thing] = []
    for thing in about:
        with ctx.about(addresses, thing):
            wanted += [thing] if wants(ctx, ctx.controller, effect.effect) else []
    return wanted


def _creates(effect: ab.Effect) -> TypeGuard[ab.Create]:
    return isinstance(effect, ab.Create) and not any(isinstance(n, ab.OfTheChosen) for n in ab.walk(effect))


def _speaks_of(effect: ab.Effect, addresses: tuple[int, ...]) -> bool:
    """Whether the instruction refers to the thing that it is carried out for."""
    told = (getattr(n, "to", ()) for n in ab.walk(effect))
    return any(set(addresses).intersection(to) for to in told if isinstance(to, tuple))


def _as_one(effect: ab.Effect, often: int) -> ab.Effect | None:
    """CR 608.2f: life that is gained or lost so many times at once, or counters that are put so often on what has been settled, as one instruction; several of
    these, each with all of it at once (608.2e)."""
    match effect:
        case ab.Sequence(steps=steps, joined="and") if steps:
            parts = [part for step in steps if (part := _as_one(step, often)) is not None]
            return replace(effect, steps=tuple(parts)) if len(parts) == len(steps) else None
        case ab.GainLife(amount=amount) | ab.LoseLife(amount=amount) if often:
            return replace(effect, amount=ab.Times(often, amount))
        case ab.AddCounters(
            number=number, on=ab.That() | ab.This() | ab.Slot() | ab.Each(), also=(), kinds=(), divided=""
        ) if often:
            return replace(effect, number=ab.Times(often, number))
    return None


def _create_for_each(
    ctx: Context, effect: ab.Create, addresses: tuple[int, ...], about: list[Thing], often: int
) -> None:
    """CR 608.2f: the tokens for all of the things, or of all the times, are created together."""
    events: list[ev.CreateTokens] = []
    by: list[PlayerId] = []
    _about_to_be_created(ctx, effect, addresses, about, often, events, by)
    tokens.create_together(ctx, [(effect, events, by)])


def _about_to_be_created(
    ctx: Context,
    effect: ab.Create,
    addresses: tuple[int, ...],
    about: list[Thing],
    often: int,
    events: list[ev.CreateTokens],
    by: list[PlayerId],
) -> None:
    """Add to the events and to the players who create what is about to be created for each of the things, or so often."""
    with ctx.carrying_out(effect.at):
        for n in range(often):
            with ctx.about(addresses, about[n]) if about else nullcontext():
                _, made, players = tokens.creation(ctx, effect)
            events += made
            by += players


def _moves_things(effect: Any, addresses: tuple[int, ...]) -> bool:
    """Whether it is an instruction that can be carried out for all of the things at once: what it is done to is all that differs (CR 608.2f)."""
    if not isinstance(effect, ab.Destroy | ab.Exile | ab.Put) or any(
        isinstance(n, ab.OfTheChosen) for n in ab.walk(effect)
    ):
        return False
    return not _speaks_of(replace(effect, what=ab.Fixed(())), addresses)


def _meant_for_each(
    ctx: Context, effect: Any, addresses: tuple[int, ...], about: Iterable[Thing]
) -> list[Thing]:
    """CR 608.2f: what the instruction is done to for each of the things, settled in their order; then it is done to all of that together."""
    found: list[Thing] = []
    with ctx.carrying_out(effect.at):
        for thing in about:
            with ctx.about(addresses, thing):
                found += things(ctx, effect.what)
    return found


def written_out(ctx: Context, steps: tuple[ab.Effect, ...]) -> bool:
    """CR 608.2f: carry out what is written out for each player (`target_slots.spread`): at once for all of them what can be, else for one after the other, for each of
    whom "it" is what was done for them. False: it isn't such a text."""
    if not all(isinstance(step, ab.ForEach) and isinstance(step.each, ab.Fixed) for step in steps):
        return False
    parts: list[Any] = list(steps)
    if all(_at_once_with_others(step.effect, binding.addresses(step.each)) for step in parts):
        _at_once_for_each(ctx, parts)
        return True
    did, base, own = False, len(ctx.mentions), list[Mention]()
    for step in parts:
        perform(ctx, step)
        did = did or ctx.did
        own += ctx.mentions[base:]
        del ctx.mentions[base:]
    ctx.mentions += own
    ctx.did = did
    return True


def _at_once_with_others(effect: ab.Effect, addresses: tuple[int, ...]) -> bool:
    return _chosen_first(effect, addresses) or _creates(effect) or _moves_things(effect, addresses)


def _at_once_for_each(ctx: Context, steps: list[Any]) -> None:
    """CR 608.2f: what is done to the targets of each, or created for each, all together."""
    found: list[Thing] = []
    events: list[ev.CreateTokens] = []
    by: list[PlayerId] = []
    done: Any = None
    for step in steps:
        addresses, about = binding.addresses(step.each), list(step.each.things)
        done = step.effect
        if isinstance(done, ab.Optional):
            about = _those_wanted(ctx, done, addresses, about)
            done = done.effect
        if _creates(done):
            _about_to_be_created(ctx, done, addresses, about, len(about), events, by)
        else:
            found += _meant_for_each(ctx, done, addresses, about)
    ctx.game.cite("608.2f")
    if _creates(done):
        tokens.create_together(ctx, [(done, events, by)])
    else:
        perform(ctx, replace(done, what=ab.Fixed(tuple(dict.fromkeys(found)))))


def _at_once(effect: ab.Effect) -> TypeGuard[ab.Unless]:
    """Whether it is done to the things themselves, unless somebody pays: those for which nobody pays leave together (CR 608.2f)."""
    return isinstance(effect, ab.Unless) and (
        isinstance(effect.effect, ab.Destroy | ab.Sacrifice | ab.Put)
        and isinstance(effect.effect.what, ab.That)
    )


def _unless_paid(ctx: Context, effect: ab.Unless, addresses: tuple[int, ...], about: list[Thing]) -> None:
    """CR 608.2f, 118.12a: for each of the things it is chosen whether to pay; then the instruction is carried out for all of the others at once."""
    ctx.game.cite("118.12a")
    spared: list[Thing] = []
    for thing in about:
        with ctx.about(addresses, thing):
            if payers_of(ctx, effect):
                spared.append(thing)
    left = ab.Fixed(tuple(t for t in about if t not in spared))

    def rest(node: Any) -> Any:
        spoken = isinstance(node, ab.That) and set(addresses).intersection(node.to)
        return left if spoken else node

    if left.things:
        perform(ctx, rewrite(effect.effect, rest))
    attempted(ctx, bool(spared))


def _one_by_one(effect: ab.ForEach) -> Any:
    """The noun whose things are spoken of one by one: where a number counts things, only if the instruction speaks of each."""
    each: Any = effect.each
    if not isinstance(each, ab.Number):
        return each
    counted = each.of if isinstance(each, ab.CountOf) else each
    if not isinstance(counted, ab.Recipient | ab.HowMany):
        return None
    addresses = set(binding.addresses(counted)) - {0}
    spoken = (getattr(n, "to", ()) for n in ab.walk(effect.effect))
    return counted if any(addresses.intersection(to) for to in spoken if isinstance(to, tuple)) else None


@performs(ab.WhereX, flow=True)
def where_x(ctx: Context, effect: ab.WhereX) -> None:
    """CR 107.3i, 608.2h: the letter is worked out once, as the first instruction that uses it is reached; what the text says of the X of the cost holds from when that is
    announced (107.3c)."""
    if effect.apart:
        perform(ctx, effect.effect)
        return
    _with_letter(ctx, effect.effect, effect.number, effect.name)


def _with_letter(ctx: Context, effect: ab.Effect, defined: ab.Number, name: str) -> None:
    one_by_one = isinstance(effect, ab.Sequence) and not any(takes_place_of_another(s) for s in effect.steps)
    if isinstance(effect, ab.Sequence) and one_by_one and not _uses(effect.steps[0], name):
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
