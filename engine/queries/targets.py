"""Targets: finding them in a text, what may be chosen for them, and whether they are still legal (CR 115, 601.2c, 608.2b).

Each use of the word "target" is a slot (115.3). `bind` puts `Slot` nouns where the text says "target"; the slots are filled as the spell is cast or the
ability is put on the stack, and are checked once, as it starts to resolve.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from engine import abilities as ab
from engine.abilities.base import Node
from engine.errors import IllegalAction, Unsupported
from engine.game.context import Context
from engine.game.decisions import Decision
from engine.game.last_known import known
from engine.model.objects import CastInfo, ObjectId, TargetSlot, Thing
from engine.queries import changed_rules, citations, conditions, default_choices, descriptions
from engine.queries import modes as modes_

if TYPE_CHECKING:
    from engine.game import Game

N = TypeVar("N", bound=Node)

UNTARGETABLE = ("be the target", "be the target of spells or abilities", "be targeted")
"""The words of `Cant` that forbid to choose its subject as a target; `by` says of what."""
IGNORE_HEXPROOF = "target as though it didn't have hexproof"
IGNORE_SHROUD = "target as though it didn't have shroud"

# ---- finding the targets of a text ------------------------------------------------------------------------------------


def bind(effect: N, cast: CastInfo | None = None) -> tuple[N, tuple[TargetSlot, ...]]:
    """CR 115.1, 115.3: the effect with each "target ..." replaced by a slot, and the empty slots in the order of the text.

    What waits for later has targets of its own: delayed and reflexive triggered abilities (603.7, 603.12), abilities that something gains. With `cast`,
    instructions that depend on a cost that wasn't paid have none (601.2c). Modes must be chosen before. A noun that stands inside another's
    description ("target creature target player controls") comes first."""
    slots: list[TargetSlot] = []
    return _bound(_spelled_out(effect), slots, cast), tuple(slots)


def _spelled_out(node: Any) -> Any:
    """The effect with each instruction that is short for others put as those (engine.actions.expands)."""
    from engine import actions

    if isinstance(node, tuple):
        return tuple(_spelled_out(part) for part in node)
    if not isinstance(node, ab.Effect) or isinstance(node, ab.TokenKind):
        return node
    node = actions.expands(node)
    changed = {}
    for name in node.__struct_fields__:
        old = getattr(node, name)
        if isinstance(old, (ab.Effect, tuple)):
            new = _spelled_out(old)
            if new != old:
                changed[name] = new
    return msgspec.structs.replace(node, **changed) if changed else node


def _bound(node: Any, slots: list[TargetSlot], cast: CastInfo | None) -> Any:
    match node:
        case tuple():
            return tuple(_bound(part, slots, cast) for part in node)
        case ab.Ability():
            return node
        case ab.TokenKind(copy_of=copied):
            return (
                msgspec.structs.replace(node, copy_of=_bound(copied, slots, cast))
                if copied is not None
                else node
            )
        case ab.Modal():
            raise Unsupported("targets of a modal text before its modes are chosen")
        case ab.WhenYouDo():
            return node
        case ab.Later():
            return msgspec.structs.replace(node, event=_bound(node.event, slots, cast))
        case ab.Conditional(condition=ab.WasPaid(cost=cost, what=ab.This())) if cast is not None:
            branch = "effect" if conditions.paid(cast, cost) else "otherwise"
            return msgspec.structs.replace(node, **{branch: _bound(getattr(node, branch), slots, cast)})
        case ab.Target() | ab.TargetPlayer():
            inner = _fields_bound(node, slots, cast)
            slots.append(TargetSlot(inner))
            return ab.Slot(len(slots) - 1)
        case Node():
            return _fields_bound(node, slots, cast)
        case _:
            return node


def _fields_bound(node: Any, slots: list[TargetSlot], cast: CastInfo | None) -> Any:
    changed = {}
    for name in node.__struct_fields__:
        old = getattr(node, name)
        if isinstance(old, (Node, tuple)):
            new = _bound(old, slots, cast)
            if new != old:
                changed[name] = new
    return msgspec.structs.replace(node, **changed) if changed else node


def amounts(ctx: Context, noun: ab.Recipient) -> tuple[int, int]:
    """CR 115.6, 601.2c: the least and the most targets for the slot, -1 for no bound."""
    match noun:
        case ab.Target(amount=amount) | ab.TargetPlayer(amount=amount):
            return descriptions.amount(ctx, amount)
        case _:
            raise Unsupported(f"the target {type(noun).__name__}")


# ---- what may be chosen -------------------------------------------------------------------------------------------


def legal(ctx: Context, noun: ab.Recipient, already: Sequence[TargetSlot] = ()) -> list[Thing]:
    """CR 115.2, 115.4, 115.5: everything that can be chosen for the slot's noun. `already`: the slots before it, for "another target".

    `ctx.object` is the spell or ability on the stack (or the card, before it is cast), `ctx.source` its source."""
    match noun:
        case ab.Target(which=which):
            candidates = descriptions.candidates(ctx, which)
        case ab.TargetPlayer():
            candidates = list(ctx.game.apnap())
        case _:
            raise Unsupported(f"the target {type(noun).__name__}")
    least = amounts(ctx, noun)[0]
    return known(
        ctx.game, ctx.controller, candidates, lambda t: why_not(ctx, noun, t, already) is None, max(1, least)
    )


def why_not(
    ctx: Context, noun: ab.Recipient, thing: Thing, already: Sequence[TargetSlot] = ()
) -> tuple[str, str] | None:
    """Why the thing can't be a target: the rule and the reason in plain words; None if it can."""
    name = ctx.game.name(thing)
    if not ctx.game.exists(thing):
        return ("115.2", f"{name} is not there any more")
    if thing == ctx.object and ctx.object:
        return ("115.5", f"{name} can't target itself")
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
        return (
            "115.4" if isinstance(fitting, ab.AnyTarget) else "115.1",
            f"{name} is not what the target has to be",
        )
    return untargetable(ctx, thing)


def _fits(ctx: Context, which: ab.Selection, thing: Thing, already: Sequence[TargetSlot]) -> bool:
    """Whether it fits the description. "Another" leaves out what was chosen for the slots before; nouns in it that stand for these mean what was
    chosen."""
    before = (ctx.targets, ctx.others, ctx.settled_targets)
    ctx.targets = tuple(already)
    ctx.others = tuple(chosen for slot in already for chosen in slot.chosen)
    ctx.settled_targets = tuple(slot.chosen for slot in already)
    try:
        return descriptions.fits(ctx, which, thing)
    finally:
        ctx.targets, ctx.others, ctx.settled_targets = before


def untargetable(ctx: Context, thing: Thing) -> tuple[str, str] | None:
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
        if change.what in UNTARGETABLE and _forbids(ctx, applied.ctx, change):
            return ("101.2", f"{name} can't be the target of that")
    return None


def _shielded(ctx: Context, thing: Thing, name: str) -> tuple[str, str] | None:
    """CR 702.11, 702.16b, 702.18: what the permanent's or player's own keywords keep from targeting it."""
    game = ctx.game
    if changed_rules.keywords(game, thing, "shroud") and not _ignores(ctx, IGNORE_SHROUD, thing):
        return ("702.18a", f"{name} has shroud")
    holder = game.side_of(thing)
    if (
        holder is not None
        and ctx.controller in game.opponents(holder)
        and not _ignores(ctx, IGNORE_HEXPROOF, thing)
    ):
        for keyword in changed_rules.keywords(game, thing, "hexproof"):
            if keyword.which is None and not keyword.note:
                return ("702.11b" if isinstance(thing, int) else "702.11c", f"{name} has hexproof")
            if has_quality(game, thing, keyword, ctx.source):
                return ("702.11d", f"{name} has hexproof from that")
    for keyword in changed_rules.keywords(game, thing, "protection"):
        if has_quality(game, thing, keyword, ctx.source):
            return ("702.16b", f"{name} has protection from {game.name(ctx.source)}")
    return None


def _forbids(ctx: Context, theirs: Context, change: ab.Cant) -> bool:
    """Whether "can't be the target" speaks of this spell or ability: `by` describes it, in the frame of the effect."""
    if change.whom is not None:
        raise Unsupported("whom a thing can't be the target of")
    if change.unless is not None and conditions.holds(theirs, change.unless):
        return False
    if change.by is None:
        return True
    if isinstance(change.by, ab.Players):
        return descriptions.is_player(theirs, change.by, ctx.controller)
    if isinstance(change.by, ab.Recipient):
        return descriptions.matches(theirs, change.by, ctx.object or ctx.source)
    if ctx.object == 0:
        return _describes_ability(theirs, change.by, ctx)
    on_stack = ctx.object in ctx.game.objects and ctx.game.objects[ctx.object].zone == "stack"
    return (descriptions.fits if on_stack else descriptions.described)(theirs, change.by, ctx.object)


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
                if not isinstance(quality, ab.ControlledBy):
                    raise Unsupported("an ability that can't target a thing because of what it is")
            return all(
                descriptions.is_player(theirs, q.who, ctx.controller)
                for q in before + after
                if isinstance(q, ab.ControlledBy)
            )
        case _:
            raise Unsupported(f"the description {type(which).__name__} of abilities")


def _ignores(ctx: Context, permission: str, thing: Thing) -> bool:
    """CR 702.11e: whether an effect lets the player target the thing as though it didn't have the keyword."""
    for applied in changed_rules.changes_on(ctx.game, ctx.controller, ab.May):
        if applied.change.what == permission and (
            applied.change.which is None or descriptions.fits(applied.ctx, applied.change.which, thing)
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
            return descriptions.fits(theirs, players, descriptions.controller_or_owner(theirs, source))
        case which:
            return descriptions.described(theirs, which, source)


# ---- choosing -----------------------------------------------------------------------------------------------------


def choose(
    ctx: Context,
    slots: Sequence[TargetSlot],
    answers: Sequence[Thing | tuple[Thing, ...]] | None = None,
    help: Sequence[bool | None] | None = None,
) -> tuple[TargetSlot, ...]:
    """CR 601.2c, 115.3: the slots, filled. `answers`: what the player says, in order of the text: things for all slots together, or a tuple of things for each
    slot; None: the player is asked slot by slot (`help`: whether it is good for the target). Raises IllegalAction for answers that can't be, and where there are too few targets."""
    if answers is not None and any(isinstance(answer, tuple) for answer in answers):
        return _assigned(ctx, tuple(slots), tuple(a if isinstance(a, tuple) else (a,) for a in answers))
    if answers is not None:
        return _filled(ctx, tuple(slots), tuple(a for a in answers if not isinstance(a, tuple)))
    done: tuple[TargetSlot, ...] = ()
    for index, slot in enumerate(slots):
        later = tuple(slots[index + 1 :])
        low, high = amounts(ctx, slot.noun)
        options = legal(ctx, slot.noun, done)
        if (low, high) == (1, 1):
            options = [t for t in options if possible(ctx, later, (*done, _with(slot, (t,))))]
        options = _with_enough(ctx, slot.noun, options, low)
        if len(options) < low:
            raise IllegalAction(
                "601.2c", f"there are not enough targets: {low} needed, {len(options)} possible"
            )
        most = len(options) if high < 0 else min(high, len(options))
        wanted = help[index] if help is not None else None
        words = " or ".join(sorted(descriptions.words_of(slot.noun)))
        question = Decision(
            ctx.controller, "target", f"choose a target ({words})", tuple(options), low, most, wanted
        )
        done = (*done, _with(slot, tuple(ctx.game.decide(question)) if most else ()))
        if not _in_one_zone(ctx, slot.noun, done[-1].chosen):
            raise IllegalAction("601.2c", "the targets have to be in a single graveyard")
    _cite(ctx, done)
    return done


def _cite(ctx: Context, slots: Sequence[TargetSlot]) -> None:
    """CR 115.1-4: the rules by which these targets were chosen."""
    ctx.game.cite("115.1", "601.2c")
    for slot in slots:
        if isinstance(slot.noun, ab.Target) and isinstance(slot.noun.which, ab.AnyTarget):
            ctx.game.cite("115.4")
        if any(isinstance(t, int) and ctx.game.objects[t].zone != "battlefield" for t in slot.chosen):
            ctx.game.cite("115.2")
        if not slot.chosen:
            ctx.game.cite("115.6")
        ctx.game.cite(*citations.of_words(slot.noun))


def _in_one_zone(ctx: Context, noun: ab.Recipient, chosen: Sequence[Thing]) -> bool:
    """CR 601.2c: whether the targets are all of one player, where their zone has to be a single one."""
    if not any(isinstance(q, ab.InZone) and q.single for q in ab.walk(noun)):
        return True
    return len({ctx.game.object(thing).owner for thing in chosen if isinstance(thing, int)}) < 2


def _with_enough(ctx: Context, noun: ab.Recipient, options: list[Thing], low: int) -> list[Thing]:
    """The options that can be among so many targets of one zone."""
    if low < 2 or _in_one_zone(ctx, noun, options):
        return options
    owners = [ctx.game.object(thing).owner for thing in options if isinstance(thing, int)]
    return [t for t in options if isinstance(t, int) and owners.count(ctx.game.object(t).owner) >= low]


def _with(slot: TargetSlot, chosen: tuple[Thing, ...]) -> TargetSlot:
    return msgspec.structs.replace(slot, chosen=chosen)


def possible(ctx: Context, slots: Sequence[TargetSlot], done: tuple[TargetSlot, ...] = ()) -> bool:
    """CR 601.2c, 603.3d, 700.2a-b: whether there is a legal choice for all of the slots, after those that are done."""
    if not slots:
        return True
    low, _ = amounts(ctx, slots[0].noun)
    options = _with_enough(ctx, slots[0].noun, legal(ctx, slots[0].noun, done), low)
    if len(options) < low:
        return False
    if not any(_depends(slot.noun) for slot in slots[1:]):
        return possible(ctx, slots[1:], (*done, _with(slots[0], tuple(options[:low]))))
    return any(
        possible(ctx, slots[1:], (*done, _with(slots[0], some))) for some in combinations(options, low)
    )


def _depends(node: Any) -> bool:
    """Whether what can be chosen hangs on what was chosen for the slots before."""
    if isinstance(node, tuple):
        return any(map(_depends, node))
    if isinstance(node, (ab.Other, ab.Slot)):
        return True
    return isinstance(node, Node) and any(_depends(getattr(node, name)) for name in node.__struct_fields__)


# ---- modes --------------------------------------------------------------------------------------------------------


def modal_of(effect: Any) -> ab.Modal | None:
    """The modal part of a text: the text itself, or one of its sentences."""
    match effect:
        case ab.Modal():
            return effect
        case ab.Sequence(steps=steps):
            return next((found for step in steps if (found := modal_of(step)) is not None), None)
        case _:
            return None


def with_modes(effect: Any, modes: Sequence[int]) -> Any:
    """CR 700.2: the text with only the chosen modes (counted from 1), in the order they are printed (608.2c)."""
    match effect:
        case ab.Modal(modes=all_modes):
            steps = tuple(all_modes[n - 1] for n in sorted(modes))
            return steps[0] if len(steps) == 1 else ab.Sequence(steps)
        case ab.Sequence(steps=steps):
            return msgspec.structs.replace(effect, steps=tuple(with_modes(step, modes) for step in steps))
        case _:
            return effect


def choose_modes(ctx: Context, modal: ab.Modal) -> tuple[int, ...] | None:
    """CR 700.2b, 700.2d: the modes (counted from 1) that the controller chooses, out of those with legal targets; None if there are too few."""
    if modal.note not in modes_.NOTES or not isinstance(modal.who, ab.You):
        raise Unsupported(f"choosing modes: {modal.note or 'by another player'}")
    gone = modes_.chosen_before(ctx, modal)
    open_ones = [n for n, mode in enumerate(modal.modes, 1) if n not in gone and possible(ctx, bind(mode)[1])]
    high = len(modal.modes) if modal.high < 0 else modal.high
    options = tuple(open_ones) * (high if modal.again else 1)
    if len(options) < modal.low:
        return None
    question = Decision(ctx.controller, "mode", "choose modes", options, modal.low, min(high, len(options)))
    return tuple(ctx.game.decide(question))


def announce(
    ctx: Context, effect: ab.Effect, cast: CastInfo | None = None
) -> tuple[ab.Effect, tuple[TargetSlot, ...], tuple[int, ...]] | None:
    """CR 603.3c-d: as a triggered ability is put on the stack, its modes and targets are chosen: the effect with its slots, the slots, the modes.
    None if no legal choice can be made: it is removed. `cast`: see `bind`."""
    modes: tuple[int, ...] = ()
    modal = modal_of(effect)
    if modal is not None:
        chosen = choose_modes(ctx, modal)
        if chosen is None:
            return None
        modes = chosen
        effect = with_modes(effect, modes)
        ctx.game.cite("603.3c", "700.2b")
    bound, slots = bind(effect, cast)
    if not possible(ctx, slots):
        return None
    wanted = [default_choices.helps(bound, index) for index in range(len(slots))]
    if slots:
        ctx.game.cite("603.3d", "115.1d")
    return bound, choose(ctx, slots, help=wanted) if slots else (), modes


# ---- handing out given answers ----------------------------------------------------------------------------------------


def _assigned(
    ctx: Context, slots: tuple[TargetSlot, ...], answers: tuple[tuple[Thing, ...], ...]
) -> tuple[TargetSlot, ...]:
    """The slots, each filled with what is said for it."""
    if len(answers) != len(slots):
        raise IllegalAction(
            "601.2c", f"targets are given for {len(answers)} of {len(slots)} uses of the word target"
        )
    done: tuple[TargetSlot, ...] = ()
    for slot, mine in zip(slots, answers, strict=True):
        if _handed_out(ctx, (slot,), mine, done) is None:
            for thing in mine:
                told = why_not(ctx, slot.noun, thing, done)
                if told is not None:
                    raise IllegalAction(*told)
            _refuse(ctx, (slot,), mine)
            raise IllegalAction("601.2c", "those are not the targets that the spell or ability needs")
        done = (*done, _with(slot, mine))
    _cite(ctx, done)
    return done


def _filled(
    ctx: Context, slots: tuple[TargetSlot, ...], answers: tuple[Thing, ...]
) -> tuple[TargetSlot, ...]:
    """The slots with the answers handed out among them: in the order given if that is legal, else in any order that is."""
    found = _handed_out(ctx, slots, answers, ())
    if found is None and 1 < len(answers) <= 6:
        for order in permutations(answers):
            found = found or _handed_out(ctx, slots, order, ())
    if found is not None:
        _cite(ctx, found)
        return found
    _refuse(ctx, slots, answers)
    raise IllegalAction("601.2c", "those are not the targets that the spell or ability needs")


def _handed_out(
    ctx: Context, slots: tuple[TargetSlot, ...], answers: tuple[Thing, ...], done: tuple[TargetSlot, ...]
) -> tuple[TargetSlot, ...] | None:
    if not slots:
        return done if not answers else None
    low, high = amounts(ctx, slots[0].noun)
    most = len(answers) if high < 0 else min(high, len(answers))
    for number in range(most, low - 1, -1):
        mine = answers[:number]
        if len(set(mine)) < number or any(why_not(ctx, slots[0].noun, thing, done) for thing in mine):
            continue
        if not _in_one_zone(ctx, slots[0].noun, mine):
            continue
        found = _handed_out(ctx, slots[1:], answers[number:], (*done, _with(slots[0], mine)))
        if found is not None:
            return found
    return None


def _refuse(ctx: Context, slots: tuple[TargetSlot, ...], answers: tuple[Thing, ...]) -> None:
    """Raise IllegalAction with the rule that keeps the answers from being the targets, where it can be told."""
    if not slots:
        if answers:
            raise IllegalAction("115.1", "the spell or ability has no targets")
        return
    bounds = [amounts(ctx, slot.noun) for slot in slots]
    low, high = sum(b[0] for b in bounds), -1 if any(b[1] < 0 for b in bounds) else sum(b[1] for b in bounds)
    if len(answers) < low or 0 <= high < len(answers):
        wanted = str(low) if low == high else f"{low} to {high}" if high >= 0 else f"{low} or more"
        raise IllegalAction("601.2c", f"{len(answers)} targets are given where {wanted} can be")
    before = [
        tuple(_with(s, (a,)) for s, a in zip(slots[:n], answers, strict=False)) for n in range(len(slots))
    ]
    for thing in answers:
        reasons = [why_not(ctx, slot.noun, thing, before[n]) for n, slot in enumerate(slots)]
        if all(reasons):
            # the reason that goes furthest: it fits what the target has to be, and something else forbids it
            told = max((r for r in reasons if r is not None), key=lambda r: r[0] not in ("115.1", "115.4"))
            raise IllegalAction(*told)
    if any(not _in_one_zone(ctx, slot.noun, answers) for slot in slots):
        raise IllegalAction("601.2c", "the targets have to be in a single graveyard")
    if len(set(answers)) < len(answers):
        raise IllegalAction("115.3", "the same target is chosen twice for one use of the word target")


# ---- still legal --------------------------------------------------------------------------------------------------


def settle(ctx: Context) -> bool:
    """CR 608.2b: as the spell or ability starts to resolve, check its targets: the illegal ones will not be affected. Returns whether it resolves:
    False if it has targets and all of them are illegal. (`still_legal` does the same at its first use where this was not called.)"""
    settled = _settled(ctx)
    return not any(slot.chosen for slot in ctx.targets) or any(settled)


def _settled(ctx: Context) -> tuple[tuple[Thing, ...], ...]:
    if ctx.settled_targets is None:
        ctx.settled_targets = tuple(
            tuple(thing for thing in slot.chosen if _is_still_legal(ctx, index, thing))
            for index, slot in enumerate(ctx.targets)
        )
    return ctx.settled_targets


def _is_still_legal(ctx: Context, index: int, thing: Thing) -> bool:
    """CR 608.2b: in the zone it was in, still what the target has to be, and nothing keeps it from being the target."""
    if not ctx.game.exists(thing) or (isinstance(thing, int) and ctx.game.objects[thing].phased_out):
        return False
    why = why_not(ctx, ctx.targets[index].noun, thing, ctx.targets[:index])
    if why is not None:
        ctx.game.cite(why[0])
    return why is None


def still_legal(ctx: Context, slot: ab.Slot | TargetSlot) -> list[Thing]:
    """CR 608.2b: what was chosen for the slot, without what was illegal as the spell or ability started to resolve. Before that (as later
    targets are chosen): what was chosen."""
    index = ctx.targets.index(slot) if isinstance(slot, TargetSlot) else slot.index
    if index >= len(ctx.targets):
        raise Unsupported("a target that was not chosen")
    return list(_settled(ctx)[index])
