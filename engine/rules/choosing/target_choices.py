"""Choosing modes and targets, and checking the targets as the spell or ability starts to resolve (CR 115, 601.2c, 603.3c-d, 608.2b, 700.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, Decision
from engine.model import CastInfo, Mention, PlayerId, TargetSlot, Thing
from engine.queries import asking, citations, default_choices, descriptions, target_slots, targets, words_of
from engine.queries import modes as modes_
from engine.rules.choosing import letters
from engine.rules.choosing.division import divide, most_targets
from engine.rules.choosing.given_targets import assign, hand_out, why_apart
from engine.rules.choosing.unknown_cards import noted


def choose_targets(
    ctx: Context,
    slots: Sequence[TargetSlot],
    answers: Sequence[Thing | tuple[Thing, ...]] | None = None,
    help: Sequence[bool | None] | None = None,
    at_most: Mapping[int, int] | None = None,
) -> tuple[TargetSlot, ...]:
    """CR 601.2c, 115.3: the slots, filled. `answers`: what the player says, in order of the text: things for all slots together, or a tuple of things for each
    slot; None: the player is asked slot by slot (`help`: whether it is good for the target; `at_most`: see `most_targets`). Raises IllegalAction for answers that can't be, and where there are too few targets."""
    if answers is not None and any(isinstance(answer, tuple) for answer in answers):
        done = assign(ctx, tuple(slots), tuple(a if isinstance(a, tuple) else (a,) for a in answers))
        _cite(ctx, done)
        return done
    if answers is not None:
        done = hand_out(ctx, tuple(slots), tuple(a for a in answers if not isinstance(a, tuple)))
        _cite(ctx, done)
        return done
    made = list(slots)
    for index in _in_order_of_choosing(ctx, slots):
        slot, done, later = slots[index], tuple(made[:index]), tuple(slots[index + 1 :])
        asked = ctx.controller if slot.by is None else _who_chooses(ctx, slot.by)
        low, high = targets.amounts(ctx, slot.noun)
        options = open_targets(ctx, slot.noun, done)
        if (low, high) == (1, 1):
            options = [
                t for t in options if targets.possible(ctx, later, (*done, targets.filled(slot, (t,))))
            ]
        options = targets.with_enough(ctx, slot.noun, options, low)
        if ctx.game.quotes is not None and ctx.game.quotes.aimless:
            low = min(low, len(options))
        if len(options) < low:
            raise IllegalAction(
                "601.2c", f"there are not enough targets: {low} needed, {len(options)} possible"
            )
        most = len(options) if high < 0 else min(high, len(options))
        most = max(low, min(most, (at_most or {}).get(index, most)))
        wanted = help[index] if help is not None else None
        agreeing = (
            partial(targets.go_together, ctx, slot.noun)
            if descriptions.alike(getattr(slot.noun, "which", None))
            else None
        )
        question = Decision(
            asked,
            "target",
            _question(slot.noun),
            tuple(options),
            low,
            most,
            wanted,
            together=agreeing,
            barred=partial(_why_not, ctx, slot.noun, done),
        )
        made[index] = targets.filled(slot, tuple(ctx.game.decide(question)) if most else ())
        if not targets.go_together(ctx, slot.noun, made[index].chosen):
            raise IllegalAction("601.2c", why_apart(slot.noun))
    _cite(ctx, made)
    return tuple(made)


def _why_not(
    ctx: Context, noun: ab.Recipient, already: Sequence[TargetSlot], thing: Thing
) -> targets.WhyNot | None:
    """CR 601.2c: why the thing can't be this target, the others as they have been chosen."""
    return targets.why_not(ctx, noun, thing, already)


def _question(noun: ab.Recipient) -> str:
    """What is asked where a target is chosen, by a player or by chance."""
    words = " or ".join(sorted(w for w in words_of(noun) if "-control" not in w))
    return f"choose a target ({words}){' (chance)' if getattr(noun, 'random', False) else ''}"


def _in_order_of_choosing(ctx: Context, slots: Sequence[TargetSlot]) -> list[int]:
    """CR 601.7b, 602.3b: where the controller and another player choose targets for a spell or an activated ability, the controller does first, but for
    targets that hang on what was chosen before them. Otherwise the order is that of the text."""
    theirs = [slot.by is not None and _who_chooses(ctx, slot.by) != ctx.controller for slot in slots]
    on_stack = ctx.game.object(ctx.object).stack if ctx.object else None
    if all(theirs) or not any(theirs) or on_stack is None or on_stack.kind == "triggered":
        return list(range(len(slots)))
    if any(targets.depends(slot.noun) and not theirs[n] and any(theirs[:n]) for n, slot in enumerate(slots)):
        return list(range(len(slots)))
    ctx.game.cite("601.7b" if on_stack.kind == "spell" else "602.3b")
    return sorted(range(len(slots)), key=lambda index: theirs[index])


def name_choosers(
    ctx: Context, slots: Sequence[TargetSlot], effect: ab.Effect | None, triggered: bool = False
) -> None:
    """CR 601.2c: where the text has another player choose a target, who that is: settled by the controller, if it says no more than "an opponent", out of
    those who have something to choose. Later words, and those of the target's own description, speak of that player. `effect`: the text that may say who it is."""
    for index, slot in enumerate(slots):
        if slot.by is None:
            continue
        named, several = _said_to_choose(ctx, slot.by, effect), False
        if isinstance(slot.by, ab.AnyPlayer):
            able = [p for p in named if targets.legal(_with_chooser(ctx, slot, p), slot.noun, slots[:index])]
            question = "choose a player to choose the target"
            named = (
                list(ctx.game.decide(Decision(ctx.controller, "player", question, tuple(able))))
                if able
                else []
            )
            several = len(able) > 1
        if ctx.controller not in named and not triggered:
            ctx.game.cite(*_said_of(ctx, several))
        ctx.mention(named, ("player", "opponent"), at=slot.by.at)


def _said_to_choose(ctx: Context, by: ab.Players, effect: ab.Effect | None) -> list[PlayerId]:
    """The players whom the noun means as targets are chosen: also those of whom the same text has only said who they are ("its controller may have ... of their choice")."""
    if isinstance(by, ab.ThatPlayer) and not any(m.at in by.to for m in ctx.mentions):
        said = (n for n in ab.walk(effect) if isinstance(n, ab.ControllerOf | ab.OwnerOf) and n.at in by.to)
        return [t for noun in said for t in descriptions.referents(ctx, noun) if isinstance(t, str)]
    return [p for p in ctx.game.apnap() if asking.is_player(ctx, by, p)]


def _said_of(ctx: Context, several: bool) -> tuple[str, ...]:
    """CR 601.7, 601.7a, 602.3, 602.3a: the rules by which another player chooses for a spell or an ability, and which of several does."""
    on_stack = ctx.game.object(ctx.object).stack if ctx.object else None
    rule = "601.7" if on_stack is not None and on_stack.kind == "spell" else "602.3"
    return (rule, f"{rule}a") if several else (rule,)


def _with_chooser(ctx: Context, slot: TargetSlot, player: PlayerId) -> Context:
    return replace(ctx, mentions=[*ctx.mentions, Mention((player,), at=slot.by.at)])


def _who_chooses(ctx: Context, by: ab.Players) -> PlayerId:
    """The player who was named to choose the target; the controller where there is none."""
    named = [t for m in ctx.mentions if m.at == by.at for t in m.things if isinstance(t, str)]
    return named[-1] if named else ctx.controller


def open_targets(ctx: Context, noun: ab.Recipient, already: Sequence[TargetSlot] = ()) -> list[Thing]:
    """CR 115.2: everything that the player can choose for the slot's noun; that unknown cards are left out is noted."""
    return noted(ctx.game, ctx.controller, targets.legal_if_known(ctx, noun, already))


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


def choose_modes(ctx: Context, modal: ab.Modal) -> tuple[int, ...] | None:
    """CR 700.2b, 700.2d: the modes (counted from 1) that the controller chooses, out of those with legal targets; None if there are too few."""
    if modal.note not in modes_.NOTES or not isinstance(modal.who, ab.You):
        raise Unsupported(f"choosing modes: {modal.note or 'by another player'}")
    gone = modes_.chosen_before(ctx, modal)
    open_ones = [
        n
        for n, mode in enumerate(modal.modes, 1)
        if n not in gone and targets.possible(ctx, target_slots.bind(target_slots.spread(ctx, mode))[1])
    ]
    low, high = modes_.bounds(ctx, modal)
    options = modes_.options(modal, open_ones, high)
    if options and modal.more is not None and modal.low <= len(options) < low:
        raise Unsupported("choosing both modes where one of them can't be chosen")
    if len(options) < low:
        return None
    worth = modes_.pawprints(modal, options)
    most = high if worth else min(high, len(options))
    asked = "choose modes (chance)" if modal.note == modes_.AT_RANDOM else "choose modes"
    question = Decision(ctx.controller, "mode", asked, options, low, most, modes=modal.modes, worth=worth)
    return tuple(ctx.game.decide(question))


def announce(
    ctx: Context, effect: ab.Effect, cast: CastInfo | None = None
) -> tuple[ab.Effect, tuple[TargetSlot, ...], tuple[int, ...]] | None:
    """CR 603.3c-d: as a triggered ability is put on the stack, its modes and targets are chosen and what is divided is: the effect with its slots, the slots, the modes.
    None if no legal choice can be made: it is removed. `cast`: see `bind`."""
    modes: tuple[int, ...] = ()
    modal = modes_.modal_of(effect)
    if modal is not None:
        modes = choose_modes(ctx, modal) or ()
        if not modes:
            return None  # that none may be chosen ("up to one") doesn't keep it
        effect = modes_.with_modes(effect, modes)
        ctx.game.cite("603.3c", "700.2b")
    bound, slots = target_slots.bind(target_slots.spread(ctx, effect), cast)
    name_choosers(ctx, slots, effect, triggered=True)
    letters.before_targets(ctx, slots)
    if not targets.possible(ctx, slots):
        return None
    wanted = [default_choices.helps(bound, index) for index in range(len(slots))]
    if slots:
        ctx.game.cite("603.3d", "115.1d")
    if not slots:
        return bound, (), modes
    at_most = most_targets(ctx, bound)
    if any(
        at_most.get(index, low) < low
        for index, low in enumerate(targets.amounts(ctx, s.noun)[0] for s in slots)
    ):
        ctx.game.cite("601.2d")
        return None
    chosen_ones = choose_targets(ctx, slots, help=wanted, at_most=at_most)
    return bound, divide(ctx, bound, chosen_ones), modes


def settle(ctx: Context) -> bool:
    """CR 608.2b: as the spell or ability starts to resolve, check its targets: the illegal ones will not be affected. Returns whether it resolves:
    False if it has targets and all of them are illegal. Later calls don't check again."""
    if ctx.settled_targets is None:
        ctx.settled_targets = _settled(ctx)
    return not any(slot.chosen for slot in ctx.targets) or any(ctx.settled_targets)


def _settled(ctx: Context) -> tuple[tuple[Thing, ...], ...]:
    """The legal ones of what was chosen for each slot. Why one is illegal is cited."""
    settled: list[tuple[Thing, ...]] = []
    for index, slot in enumerate(ctx.targets):
        reasons = {thing: targets.why_not_still(ctx, index, thing) for thing in slot.chosen}
        ctx.game.cite(*(why[0] for why in reasons.values() if why is not None))
        legal = tuple(thing for thing in slot.chosen if reasons[thing] is None)
        if len(legal) > 1 and not targets.go_together(ctx, slot.noun, legal):
            totals = any(map(descriptions.is_total, descriptions.alike(getattr(slot.noun, "which", None))))
            if len(legal) > 2 or totals:
                raise Unsupported("targets that don't agree or differ any more as they had to together")
            # of two that have to agree or differ each is illegal beside the other; of more, and of a total, it isn't said which
            ctx.game.cite("608.2b")
            legal = ()
        settled.append(legal)
    return tuple(settled)
