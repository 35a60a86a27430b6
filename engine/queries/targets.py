"""What can be a target, and whether what was chosen still is one (CR 115, 601.2c, 608.2b, 702.11, 702.16, 702.18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import msgspec

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, Game, known
from engine.model import ObjectId, TargetSlot, Thing
from engine.queries import asking, changed_rules
from engine.queries.descriptions.amounts import amount
from engine.queries.descriptions.finding import candidates
from engine.queries.descriptions.misfits import Misfit, misfit
from engine.queries.descriptions.player_nouns import controller_or_owner
from engine.queries.descriptions.together import alike
from engine.queries.descriptions.together import go_together as all_as_said

UNTARGETABLE = "be the target"
"""The words of `Cant` that forbid to choose its subject as a target; `by` says of what."""


IGNORE_HEXPROOF = "target as though it didn't have hexproof"


# ---- what may be chosen -------------------------------------------------------------------------------------------


def amounts(ctx: Context, noun: ab.Recipient) -> tuple[int, int]:
    """CR 115.6, 601.2c: the least and the most targets for the slot, -1 for no bound."""
    match noun:
        case ab.Target(amount=wanted) | ab.TargetPlayer(amount=wanted):
            return amount(ctx, wanted)
        case _:
            raise Unsupported(f"the target {type(noun).__name__}")


def nameable(ctx: Context, noun: ab.Recipient) -> list[Thing]:
    """CR 109.2: everything where the slot's noun looks, whether it fits or not."""
    match noun:
        case ab.Target(which=which):
            return candidates(ctx, which)
        case ab.TargetPlayer():
            return list(ctx.game.apnap())
        case _:
            raise Unsupported(f"the target {type(noun).__name__}")


def legal(ctx: Context, noun: ab.Recipient, already: Sequence[TargetSlot] = ()) -> list[Thing]:
    """CR 115.2, 115.4, 115.5: everything that can be chosen for the slot's noun. `already`: the slots before it, for "another target".

    `ctx.object` is the spell or ability on the stack (or the card, before it is cast), `ctx.source` its source."""
    return legal_if_known(ctx, noun, already)[0]


def legal_if_known(
    ctx: Context, noun: ab.Recipient, already: Sequence[TargetSlot] = ()
) -> tuple[list[Thing], bool]:
    """See `legal`; and whether unknown cards were left out."""
    options = nameable(ctx, noun)
    least = amounts(ctx, noun)[0]
    return known(
        ctx.game, options, lambda t: why_not(ctx, noun, t, already, briefly=True) is None, max(1, least)
    )


class WhyNot(NamedTuple):
    """Why something can't be a target: the rule, the reason in plain words, further rules that it comes of."""

    rule: str
    reason: str
    also: tuple[str, ...] = ()


def why_not(
    ctx: Context, noun: ab.Recipient, thing: Thing, already: Sequence[TargetSlot] = (), briefly: bool = False
) -> WhyNot | None:
    """Why the thing can't be a target; None if it can. `briefly`: it isn't said what it is instead of what it has to be."""
    name = ctx.game.name(thing)
    if isinstance(thing, int) and ctx.object and ctx.game.became.get(thing) == ctx.object:
        return WhyNot("115.5", f"{name} can't target itself")
    if not ctx.game.exists(thing):
        return WhyNot("115.2", f"{name} is not there any more")
    if thing == ctx.object and ctx.object:
        return WhyNot("115.5", f"{name} can't target itself")
    if not ctx.reaches(thing):
        return WhyNot(
            "801.4",
            f"{name} is out of {ctx.controller}'s range of influence",
            ("809.6a",) if ctx.game.seating.many_generals else (),
        )
    fitting = (
        ab.PlayerKind(noun.which)
        if isinstance(noun, ab.TargetPlayer)
        else noun.which
        if isinstance(noun, ab.Target)
        else None
    )
    if fitting is None:
        raise Unsupported(f"the target {type(noun).__name__}")
    if not _fits(ctx, fitting, thing, already):
        rule = "115.4" if isinstance(fitting, ab.AnyTarget) else "115.1"
        if isinstance(thing, int) and ctx.game.object(thing).kind == "ability":
            rule = "113.9"
        told = f"{name} is not what the target has to be"
        lacks = None if briefly else _misfit(ctx, fitting, thing, already)
        return WhyNot(rule, told) if lacks is None else WhyNot(rule, f"{told}: it {lacks[0]}", lacks[1])
    if (
        isinstance(noun, ab.TargetPlayer)
        and noun.of is not None
        and not asking.is_player(ctx, noun.of, str(thing))
    ):
        return WhyNot("115.1", f"what the target has to be is not true of {name}")
    return untargetable(ctx, thing)


def _fits(ctx: Context, which: ab.Selection, thing: Thing, already: Sequence[TargetSlot]) -> bool:
    """Whether the thing fits the description. "Another", and nouns in it, may speak of what was chosen for the slots before."""
    settled = tuple(slot.chosen for slot in already)
    theirs = replace(ctx, targets=tuple(already), settled_targets=settled)
    return asking.fits(theirs, which, thing)


def _misfit(ctx: Context, which: ab.Selection, thing: Thing, already: Sequence[TargetSlot]) -> Misfit | None:
    """What the thing is instead of what is described."""
    settled = tuple(slot.chosen for slot in already)
    return misfit(replace(ctx, targets=tuple(already), settled_targets=settled), which, thing)


def untargetable(ctx: Context, thing: Thing) -> WhyNot | None:
    """What keeps this spell or ability from targeting the thing: shroud (702.18), hexproof (702.11), protection (702.16b), an effect (101.2)."""
    game = ctx.game
    name = game.name(thing)
    # The keywords speak of permanents and players (CR 702.11b-c, 702.16b, 702.18a), not of spells and cards in other zones.
    if isinstance(thing, str) or game.object(thing).zone == "battlefield":
        found = _shielded(ctx, thing, name)
        if found is not None:
            return found
    for applied in changed_rules.changes_on(game, thing, ab.Cant):
        change = applied.change
        if change.what == UNTARGETABLE and _forbids(ctx, applied.ctx, change):
            return WhyNot("101.2", f"{name} can't be the target of that")
    return None


def _shielded(ctx: Context, thing: Thing, name: str) -> WhyNot | None:
    """CR 702.11, 702.16b, 702.18: what the permanent's or player's own keywords keep from targeting it."""
    game = ctx.game
    if changed_rules.keywords(game, thing, "shroud"):
        return WhyNot("702.18a", f"{name} has shroud")
    holder = game.side_of(thing)
    if holder is not None and ctx.controller in game.opponents(holder) and not _ignores_hexproof(ctx, thing):
        for keyword in changed_rules.keywords(game, thing, "hexproof"):
            if keyword.which is None and not keyword.note:
                return WhyNot("702.11b" if isinstance(thing, int) else "702.11c", f"{name} has hexproof")
            if has_quality(game, thing, keyword, ctx.source):
                return WhyNot("702.11d", f"{name} has hexproof from that")
    for keyword in changed_rules.keywords(game, thing, "protection"):
        if has_quality(game, thing, keyword, ctx.source):
            return WhyNot("702.16b", f"{name} has protection from {game.name(ctx.source)}")
    return None


def _forbids(ctx: Context, theirs: Context, change: ab.Cant) -> bool:
    """Whether "can't be the target" covers this spell or ability: `by` describes it, from the point of view of the effect."""
    if change.whom is not None:
        raise Unsupported("whom a thing can't be the target of")
    if change.unless is not None and asking.holds(theirs, change.unless):
        return False
    if change.by is None:
        return True
    if isinstance(change.by, ab.Players):
        return asking.is_player(theirs, change.by, ctx.controller)
    if isinstance(change.by, ab.Recipient):
        return asking.matches(theirs, change.by, ctx.object or ctx.source)
    if ctx.object == 0:
        return _describes_ability(theirs, change.by, ctx)
    on_stack = ctx.object in ctx.game.objects and ctx.game.objects[ctx.object].zone == "stack"
    return (asking.fits if on_stack else asking.described)(theirs, change.by, ctx.object)


def _describes_ability(theirs: Context, which: ab.Selection, ctx: Context) -> bool:
    """Whether a description of spells and abilities fits the ability whose targets are being chosen before it is an object on the stack."""
    match which:
        case ab.Noun(form="spell"):
            return False
        case ab.Noun(form="ability", kinds=()):
            return True
        case ab.EitherOf(options=options):
            return any(_describes_ability(theirs, option, ctx) for option in options)
        case ab.Which(before=before, noun=noun, after=after):
            if not _describes_ability(theirs, noun, ctx):
                return False
            for quality in before + after:
                if isinstance(quality, ab.Having) and quality.relation == "from":
                    if not asking.matches(theirs, quality.objects, ctx.source):
                        return False
                elif not isinstance(quality, ab.ControlledBy):
                    raise Unsupported("an ability that can't target a thing because of what it is")
            return all(
                asking.is_player(theirs, q.who, ctx.controller)
                for q in before + after
                if isinstance(q, ab.ControlledBy)
            )
        case _:
            raise Unsupported(f"the description {type(which).__name__} of abilities")


def _ignores_hexproof(ctx: Context, thing: Thing) -> bool:
    """CR 702.11e: whether an effect lets the player target the thing as though it didn't have hexproof."""
    for applied in changed_rules.changes_on(ctx.game, ctx.controller, ab.May):
        if applied.change.what == IGNORE_HEXPROOF and (
            applied.change.which is None or asking.fits(applied.ctx, applied.change.which, thing)
        ):
            return True
    return False


def has_quality(game: Game, holder: Thing, keyword: ab.Keyword, source: ObjectId) -> bool:
    """CR 702.16a, 702.11d: whether the source has the quality of the holder's protection or "hexproof from" ability, wherever it is; last known if
    it is gone. From everything: 702.16j; from each color: 702.16h; from a player: 702.16k."""
    if isinstance(holder, int):
        theirs = Context(game, game.controller(holder), holder)
    else:
        theirs = Context(game, holder)
    match keyword.note:
        case "":
            pass
        case "everything":
            return True
        case "each color" | "all colors":
            return bool(game.characteristics(source).colors)
        case _:
            raise Unsupported(f"{keyword.name} from {keyword.note}")
    match keyword.which:
        case None:
            raise Unsupported(f"{keyword.name} from nothing")
        case ab.PlayerKind() as players:
            return asking.fits(theirs, players, controller_or_owner(theirs, source))
        case which:
            return asking.described(theirs, which, source)


# ---- several targets ----------------------------------------------------------------------------------------------


def possible(ctx: Context, slots: Sequence[TargetSlot], done: tuple[TargetSlot, ...] = ()) -> bool:
    """CR 601.2c, 603.3d, 700.2a-b: whether there is a legal choice for all of the slots, after those that are done."""
    if not slots:
        return True
    low, _ = amounts(ctx, slots[0].noun)
    options = with_enough(ctx, slots[0].noun, legal(ctx, slots[0].noun, done), low)
    if len(options) < low:
        return False
    if not any(depends(slot.noun) for slot in slots[1:]):
        return possible(ctx, slots[1:], (*done, filled(slots[0], tuple(options[:low]))))
    return any(
        possible(ctx, slots[1:], (*done, filled(slots[0], some)))
        for some in combinations(options, low)
        if go_together(ctx, slots[0].noun, some)
    )


def depends(noun: ab.Recipient) -> bool:
    """Whether what can be chosen hangs on what was chosen for the slots before."""
    return any(isinstance(node, ab.Other | ab.Slot) for node in ab.walk(noun))


def go_together(ctx: Context, noun: ab.Recipient, chosen: Sequence[Thing]) -> bool:
    """CR 601.2c: whether what has to hold of the targets together does: all in one player's zone, different names, the same controller."""
    single = any(isinstance(q, ab.InZone) and q.single for q in ab.walk(noun))
    if single and len({ctx.game.object(thing).owner for thing in chosen if isinstance(thing, int)}) > 1:
        return False
    return all_as_said(ctx, alike(getattr(noun, "which", None)), chosen)


def with_enough(ctx: Context, noun: ab.Recipient, options: list[Thing], low: int) -> list[Thing]:
    """The options that can be among so many targets that have to agree or differ in something."""
    if low < 2 or go_together(ctx, noun, options):
        return options
    return [
        t
        for t in options
        if any(
            go_together(ctx, noun, (t, *rest))
            for rest in combinations([o for o in options if o != t], low - 1)
        )
    ]


def filled(slot: TargetSlot, chosen: tuple[Thing, ...]) -> TargetSlot:
    """The slot with what was chosen for it."""
    return msgspec.structs.replace(slot, chosen=chosen)


# ---- still legal --------------------------------------------------------------------------------------------------


def still_legal(ctx: Context, slot: ab.Slot | TargetSlot) -> list[Thing]:
    """CR 608.2b: what was chosen for the slot, without what was illegal as the spell or ability started to resolve; without what is illegal now, as long
    as it has not."""
    index = ctx.targets.index(slot) if isinstance(slot, TargetSlot) else slot.index
    if index >= len(ctx.targets):
        raise Unsupported("a target that was not chosen")
    if ctx.settled_targets is not None:
        return list(ctx.settled_targets[index])
    return [
        thing for thing in ctx.targets[index].chosen if why_not_still(ctx, index, thing, briefly=True) is None
    ]


def why_not_still(ctx: Context, index: int, thing: Thing, briefly: bool = False) -> WhyNot | None:
    """CR 608.2b: why what was chosen for a slot is not legal any more: it has left its zone, is not what the target has to
    be, or something keeps it from being the target. None if it is legal."""
    if not ctx.game.exists(thing) or (isinstance(thing, int) and ctx.game.objects[thing].phased_out):
        return WhyNot("608.2b", f"{ctx.game.name(thing)} is not there any more")
    return why_not(ctx, ctx.targets[index].noun, thing, ctx.targets[:index], briefly)
