"""Handing out the targets that a player names among the slots of a text (CR 115.3, 601.2c)."""

from __future__ import annotations

from itertools import permutations

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Context
from engine.model import TargetSlot, Thing
from engine.queries import targets


def why_apart(noun: ab.Recipient) -> str:
    """Why targets that are legal one by one can't be chosen together (CR 601.2c)."""
    if any(isinstance(q, ab.InZone) and q.single for q in ab.walk(noun)):
        return "the targets have to be in a single graveyard"
    return "the targets don't agree or differ as the text says that they have to together"


def assign(
    ctx: Context, slots: tuple[TargetSlot, ...], answers: tuple[tuple[Thing, ...], ...]
) -> tuple[TargetSlot, ...]:
    """The slots, each filled with what is said for it. Raises IllegalAction for what can't be a target."""
    if len(answers) != len(slots):
        raise IllegalAction(
            "601.2c", f"targets are given for {len(answers)} of {len(slots)} uses of the word target"
        )
    done: tuple[TargetSlot, ...] = ()
    for slot, mine in zip(slots, answers, strict=True):
        if _handed_out(ctx, (slot,), mine, done) is None:
            for thing in mine:
                told = targets.why_not(ctx, slot.noun, thing, done)
                if told is not None:
                    raise IllegalAction(told.rule, told.reason, also=told.also)
            _refuse(ctx, (slot,), mine)
            raise IllegalAction("601.2c", "those are not the targets that the spell or ability needs")
        done = (*done, targets.filled(slot, mine))
    return done


def hand_out(
    ctx: Context, slots: tuple[TargetSlot, ...], answers: tuple[Thing, ...]
) -> tuple[TargetSlot, ...]:
    """The slots with the answers handed out among them: in the order given if that is legal, else in any order that is. Raises IllegalAction."""
    found = _handed_out(ctx, slots, answers, ())
    if found is None and 1 < len(answers) <= 6:
        for order in permutations(answers):
            found = found or _handed_out(ctx, slots, order, ())
    if found is not None:
        return found
    _refuse(ctx, slots, answers)
    raise IllegalAction("601.2c", "those are not the targets that the spell or ability needs")


def _handed_out(
    ctx: Context, slots: tuple[TargetSlot, ...], answers: tuple[Thing, ...], done: tuple[TargetSlot, ...]
) -> tuple[TargetSlot, ...] | None:
    """The slots filled behind those that are done, with the answers in the order given; None where that is not legal."""
    if not slots:
        return done if not answers else None
    low, high = targets.amounts(ctx, slots[0].noun)
    most = len(answers) if high < 0 else min(high, len(answers))
    for number in range(most, low - 1, -1):
        mine = answers[:number]
        if len(set(mine)) < number or any(
            targets.why_not(ctx, slots[0].noun, thing, done, briefly=True) for thing in mine
        ):
            continue
        if not targets.go_together(ctx, slots[0].noun, mine):
            continue
        found = _handed_out(ctx, slots[1:], answers[number:], (*done, targets.filled(slots[0], mine)))
        if found is not None:
            return found
    return None


def _refuse(ctx: Context, slots: tuple[TargetSlot, ...], answers: tuple[Thing, ...]) -> None:
    """Raise IllegalAction with the rule that keeps the answers from being the targets, where it can be told."""
    if not slots:
        if answers:
            raise IllegalAction("115.1", "the spell or ability has no targets")
        return
    bounds = [targets.amounts(ctx, slot.noun) for slot in slots]
    low, high = sum(b[0] for b in bounds), -1 if any(b[1] < 0 for b in bounds) else sum(b[1] for b in bounds)
    if len(answers) < low or 0 <= high < len(answers):
        wanted = str(low) if low == high else f"{low} to {high}" if high >= 0 else f"{low} or more"
        raise IllegalAction("601.2c", f"{len(answers)} targets are given where {wanted} can be")
    before = [
        tuple(targets.filled(s, (a,)) for s, a in zip(slots[:n], answers, strict=False))
        for n in range(len(slots))
    ]
    for thing in answers:
        reasons = [targets.why_not(ctx, slot.noun, thing, before[n]) for n, slot in enumerate(slots)]
        if all(reasons):
            # the reason that goes furthest: it fits what the target has to be, and something else forbids it
            told = max((r for r in reasons if r is not None), key=lambda r: r[0] not in ("115.1", "115.4"))
            raise IllegalAction(told.rule, told.reason, also=told.also)
    if len(slots) > 1 and len(set(answers)) < len(answers) and all(b == (1, 1) for b in bounds):
        raise IllegalAction("601.2c", "the targets of that have to be different from one another")
    for slot in slots:
        if not targets.go_together(ctx, slot.noun, answers):
            raise IllegalAction("601.2c", why_apart(slot.noun))
    if len(set(answers)) < len(answers):
        raise IllegalAction("115.3", "the same target is chosen twice for one use of the word target")
