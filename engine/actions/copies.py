"""Copying spells and abilities, and choosing new targets (CR 115.7, 707.10, 707.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.actions import limits
from engine.actions.acting import actors, attempted, each_actor, happen, number, objects, things, words_for
from engine.actions.registry import acting, performs
from engine.errors import Unsupported
from engine.game import Context, Decision, Game, of_stack
from engine.game import events as ev
from engine.model import PERMANENT_TYPES, CastInfo, ObjectId, OnStack, PlayerId, TargetSlot, Thing
from engine.rules import choosing
from engine.rules.effects import continuous, copying

# ---- copies of spells and abilities -----------------------------------------------------------------------------------


@performs(ab.CopySpell)
def copy_spell(ctx: Context, effect: ab.CopySpell) -> None:
    """CR 707.10: copies go onto the stack with the same modes, targets, X and costs paid; they are neither cast nor activated."""
    game = ctx.game
    follows, ctx.new_targets_follow = ctx.new_targets_follow, False
    made: list[ObjectId] = []
    for player in each_actor(ctx, effect.who):
        times = 1 if effect.times is None else number(ctx, effect.times)
        with acting(ctx, player):
            originals = [
                t
                for t in things(ctx, effect.what, help=True, question="choose what to copy")
                if isinstance(t, int)
            ]
        for id in originals:
            if effect.targets is not None:
                made += _aimed(ctx, id, player, effect)
                continue
            for _ in limits.times(times):
                if ctx.game.object(id).zone == "stack":
                    made += copy_onto_stack(ctx, id, player, effect.exceptions)
                else:
                    made += copy_card(ctx, ctx.now(id), player, effect.exceptions)
    many = (
        effect.times is not None or len(made) > 1
    )  # "copy it N times" speaks of copies, if only one comes of it
    ctx.mention(made, {"copy", "spell", *words_for(ctx, made)}, done="copied", many=many)
    if follows:
        ctx.copies = tuple(made)
    else:
        become_targets(game, [i for i in made if game.objects[i].stack is not None])
    attempted(ctx, bool(made))


def _aimed(ctx: Context, id: ObjectId, player: PlayerId, effect: ab.CopySpell) -> list[ObjectId]:
    """CR 707.10d-e: a copy for each of the things that it could target, or one for the one that is named, if that is a legal target wherever the original has one."""
    obj = ctx.game.object(id)
    if obj.zone != "stack" or obj.stack is None or effect.targets is None:
        return []
    each = isinstance(effect.targets, ab.Each)
    before = {t for slot in obj.stack.targets for t in slot.chosen}
    with acting(ctx, player):
        found = things(ctx, effect.targets, help=True, question="choose what the copy targets")
    named = dict.fromkeys(ctx.now(t) if isinstance(t, int) else t for t in found)
    ctx.game.cite("707.10d" if each else "707.10e")
    made: list[ObjectId] = []
    for thing in named:
        slots = None if each and thing in before else _all_aimed(ctx, id, player, thing)
        if slots is not None:
            made += copy_onto_stack(ctx, id, player, effect.exceptions, targets=slots)
    return made


def _all_aimed(ctx: Context, id: ObjectId, player: PlayerId, thing: Thing) -> tuple[TargetSlot, ...] | None:
    """CR 707.10d-e: the targets of a copy of which each is the thing; None if it isn't a legal target for each, or nothing is targeted."""
    obj = ctx.game.object(id)
    assert obj.stack is not None
    theirs = of_stack(ctx.game, obj)
    theirs.controller = player
    slots: list[TargetSlot] = []
    for slot in obj.stack.targets:
        if slot.chosen:
            if len(slot.chosen) > 1 or thing not in choosing.open_targets(theirs, slot.noun, tuple(slots)):
                return None
            slot = replace(slot, chosen=(thing,))
        slots.append(slot)
    return tuple(slots) if any(slot.chosen for slot in slots) else None


def copy_card(
    ctx: Context, id: ObjectId, player: PlayerId, exceptions: tuple[ab.Change, ...] = ()
) -> list[ObjectId]:
    """CR 707.12: a copy of a card in the zone it is in, to be cast; one that is not cast is gone the next time state-based actions are checked (704.5e)."""
    game = ctx.game
    obj = game.objects.get(id)
    if obj is None or obj.kind not in ("card", "copy") or obj.zone in ("stack", "battlefield"):
        return []
    if exceptions:
        raise Unsupported("a copy of a card with exceptions")
    if obj.unknown or obj.card is None or obj.reads_as:
        raise Unsupported("a copy of a card that nothing is known about")
    entries = happen(ctx, ev.CopyCard(player=player, object=id))
    game.cite("707.12")
    return [h.event.was for h in entries if isinstance(h.event, ev.CopyCard) and h.event.was]


def copy_onto_stack(
    ctx: Context,
    id: ObjectId,
    player: PlayerId,
    exceptions: tuple[ab.Change, ...] = (),
    without: str = "",
    targets: tuple[TargetSlot, ...] | None = None,
) -> list[ObjectId]:
    """CR 707.10, 707.10b: a copy of the spell or ability, as it is or last was on the stack. `without`: the keyword whose instruction is left out; `targets`:
    in the place of the original's."""
    game = ctx.game
    obj = game.object(id)
    if obj.zone != "stack" or obj.stack is None:
        # CR 707.10: only what is, or last was, on the stack can be copied so.
        return []
    bestowal = continuous.bestowal(game, id)
    ability = obj.kind == "ability"
    if ability and exceptions:
        raise Unsupported("a copy of an ability with exceptions")
    base = obj.base if ability else copying.copied(ctx, id, exceptions)
    stack = obj.stack if targets is None else replace(obj.stack, targets=targets)
    event = ev.PutOnStack(
        controller=player, base=base, stack=_but_for(stack, without), copy=not ability, card=obj.card, face=obj.face, cast=_decided(obj.cast),
        text=f"a copy of {game.name(id)}",
    )  # fmt: skip
    entries = happen(ctx, event)
    made = [h.event.was for h in entries if isinstance(h.event, ev.PutOnStack) and h.event.was]
    game.cite("707.10", *(("707.10b",) if ability else ()))
    if obj.cast is not None and obj.cast.modes:
        game.cite("700.2g")
    if not ability and base.other is not None and base.types & PERMANENT_TYPES:
        game.cite("707.10g")
    if bestowal is not None:
        game.cite("702.103c")
        for copy in made:
            continuous.add_floating(ctx, ab.Fixed((copy,)), bestowal.changes, bestowal.duration)
    if not ability:
        happen(ctx, [ev.SpellCopied(player=player, object=m) for m in made])
    return made


def _decided(info: CastInfo | None) -> CastInfo | None:
    """CR 707.10: what was decided for the original as it was cast or activated. A copy is not cast: by nobody, from nowhere, and no mana was spent."""
    if info is None:
        return None
    return replace(
        info, by="", origin="", mana_spent=(), convoked=(), held=(), in_main=False, leave=0, then_exiled=False
    )


def _but_for(stack: OnStack, verb: str) -> OnStack:
    """What a spell will do, without the instruction of a keyword ability."""
    match stack.effect:
        case ab.Sequence(steps=steps) if verb:
            left = tuple(s for s in steps if not (isinstance(s, ab.Keyworded) and s.verb == verb))
            return replace(stack, effect=replace(stack.effect, steps=left))
    return stack


def become_targets(game: Game, ids: list[ObjectId]) -> None:
    """CR 115.1, 601.2c: what copies target become their targets."""
    events = [
        ev.BecomesTarget(thing=t, of=i, by=game.controller(i))
        for i in ids
        if i in game.objects and (stack := game.objects[i].stack) is not None
        for slot in stack.targets
        for t in slot.chosen
    ]
    if events:
        game.happen(events)


# ---- new targets ------------------------------------------------------------------------------------------------------


@performs(ab.TakeForm)
def take_form(ctx: Context, effect: ab.TakeForm) -> None:
    """CR 208.2b, 707.2: as it enters or is turned face up it becomes one of several things, which is part of its copiable values."""
    game, options = ctx.game, _forms(effect.options)
    if effect.by == "coin":
        entries = happen(ctx, ev.FlipCoins(player=ctx.controller, sides=("heads", "tails")))
        shown = [side for e in entries if isinstance(e.event, ev.FlipCoins) for side in e.event.shown]
        picked = options[shown[-1] == "tails"]
    else:
        said = tuple(map(_form_said, options))
        name = game.name(ctx.source) if ctx.source else "the token"
        decision = Decision(ctx.controller, "word", f"What does {name} become?", said)
        picked = options[said.index(game.decide(decision)[0])]
    game.cite("208.2b", "707.2")
    entering = ctx.entering
    if entering is None:
        base = copying.with_form(ctx, game.objects[ctx.source].base, picked)
        happen(ctx, ev.SetFields(thing=ctx.source, verb="takes its form", fields={"base": base}))
    else:
        base = entering.base if entering.base is not None else copying.copy_of(game, ctx.source)
        ctx.entering = replace(entering, base=copying.with_form(ctx, base, picked))


def _forms(options: tuple[ab.Change, ...]) -> tuple[ab.Change, ...]:
    """The options, each in addition to other types if the last one is."""
    if not any(isinstance(c, ab.Types) and c.add for c in ab.walk(options[-1])):
        return options
    made: tuple[ab.Change, ...] = rewrite(
        options, lambda c: replace(c, add=True) if isinstance(c, ab.Types) else c
    )
    return made


def _form_said(form: ab.Change) -> str:
    """The form in short, as a decision names it: 2/2 flying."""
    said: list[str] = []
    for change in ab.walk(form):
        match change:
            case ab.BasePT(power=ab.Literally(value=power), toughness=ab.Literally(value=toughness)):
                said.append(f"{power}/{toughness}")
            case ab.Gains(abilities=abilities):
                said += [a.name for a in abilities if isinstance(a, ab.Keyword)]
    return " ".join(said)


@performs(ab.NewTargets)
def new_targets(ctx: Context, effect: ab.NewTargets) -> None:
    """CR 115.7: new targets are chosen (any number may stay, 115.7d), or targets are changed to other legal ones (115.7a)."""
    game = ctx.game
    copies, ctx.copies = ctx.copies, ()
    ids = [i for i in objects(ctx, effect.what) if i in game.objects and game.objects[i].stack is not None]
    player = actors(ctx, effect.who)
    if len(player) != 1:
        raise Unsupported("several players choosing new targets")
    to: list[Thing] | None = None
    if effect.to is not None:
        to = [ctx.now(t) if isinstance(t, int) else t for t in things(ctx, effect.to)]
        if len(to) != 1:
            attempted(ctx, False)
            return
    if effect.how not in HOW:
        raise Unsupported(f"new targets: {effect.how!r}")
    changed = False
    for id in ids:
        changed = (
            _retarget(ctx, id, player[0], HOW[effect.how], to[0] if to else None, bool(copies)) or changed
        )
    missed = [i for i in copies if i not in ids]
    become_targets(game, missed)
    attempted(ctx, True)


HOW = {
    "may choose new targets": "new", "choose new targets": "new", "choose a new target": "new", "change the target": "change",
    "change a target": "change one", "may change any targets": "change any",
}  # fmt: skip


def _retarget(ctx: Context, id: ObjectId, player: PlayerId, how: str, to: Thing | None, copy: bool) -> bool:
    """Choose the targets of one spell or ability anew; True if any is another than before."""
    game = ctx.game
    obj = game.objects[id]
    assert obj.stack is not None
    theirs = of_stack(game, obj)
    before = obj.stack.targets
    slots: list[TargetSlot] = list(before)
    only = _one_changed(ctx, theirs, id, player, to) if how == "change one" else None
    for index, slot in enumerate(before):
        chosen = list(slot.chosen)
        for at, old in enumerate(slot.chosen):
            if how == "change one" and (index, at) != only:
                continue
            able = choosing.open_targets(theirs, slot.noun, tuple(slots[:index]))
            legal = [t for t in able if t != old and _leaves_room(able, chosen, at, t, how)]
            if to is not None:
                options: list[Thing] = [to] if to in legal else []
            else:
                options = legal
            kept = old not in chosen[:at] and (index == 0 or old in able)
            chosen[at] = _other_target(game, id, player, old, options, how, kept)
        slots[index] = replace(slot, chosen=tuple(chosen))
    if how == "change" and any(
        old == new
        for was, now in zip(before, slots, strict=True)
        for old, new in zip(was.chosen, now.chosen, strict=True)
    ):
        # CR 115.7a: all or none.
        game.cite("115.7a")
        slots = list(before)
    if obj.cast is not None and obj.cast.modes:
        game.cite("700.2f")
    game.cite(
        "707.10c"
        if copy
        else {"new": "115.7d", "change one": "115.7b", "change any": "115.7c"}.get(how, "115.7a")
    )
    after = tuple(slots)
    was = [thing for slot in before for thing in slot.chosen]
    if after != before and any(
        t in was and t != o
        for s, b in zip(after, before, strict=True)
        for t, o in zip(s.chosen, b.chosen, strict=True)
    ):
        game.cite("115.7e")
    if after != before and any(slot.divided for slot in after):
        game.cite("115.7f")
    if after != before:
        fields: dict[str, Any] = {"stack": replace(obj.stack, targets=after)}
        game.happen(ev.SetFields(thing=id, verb="has new targets", fields=fields))
    fresh = [
        new
        for was, now in zip(before, after, strict=True)
        for old, new in zip(was.chosen, now.chosen, strict=True)
        if copy or new != old
    ]
    if fresh:
        game.happen([ev.BecomesTarget(thing=t, of=id, by=game.controller(id)) for t in fresh])
    return after != before


def _leaves_room(able: Sequence[Thing], chosen: Sequence[Thing], at: int, thing: Thing, how: str) -> bool:
    """CR 115.7e: whether the thing can be the target in this place: only the last set of targets is judged, so it may be a later one's, if that can be
    changed, too."""
    if thing in chosen[:at]:
        return False
    later = chosen[at + 1 :]
    if thing not in later:
        return True
    return how != "change one" and any(
        t not in (thing, *chosen[:at], *later) or t == chosen[at] for t in able
    )


def _other_target(
    game: Game, id: ObjectId, player: PlayerId, old: Thing, options: list[Thing], how: str, kept: bool
) -> Thing:
    """CR 115.7a, 115.7d: the target in the old one's place: one of the options, or the old one, where it may stay or there is no other."""
    name = game.name(id)
    if how == "change any" or (how == "new" and kept):
        question, options = f"choose a target for {name} (it has {game.name(old)})", [old, *options]
        decision = Decision(player, "target", question, tuple(options), 1, 1, default=old)
    else:
        decision = Decision(player, "target", f"change the target of {name} to", tuple(options))
    if not options:
        return old
    picked: Thing = game.decide(decision)[0]
    return picked


def _one_changed(
    ctx: Context, theirs: Context, id: ObjectId, player: PlayerId, to: Thing | None
) -> tuple[int, int] | None:
    """CR 115.7b: which one of its targets is changed: the slot and the place in it; None where none can be."""
    game = ctx.game
    stack = game.objects[id].stack
    assert stack is not None
    places: dict[Thing, tuple[int, int]] = {}
    for index, slot in enumerate(stack.targets):
        legal = choosing.open_targets(theirs, slot.noun, stack.targets[:index])
        for at, old in enumerate(slot.chosen):
            if any(t not in slot.chosen and to in (None, t) for t in legal):
                if old in places:
                    raise Unsupported("changing one of two targets that are the same thing")
                places[old] = (index, at)
    if len(places) < 2:
        return next(iter(places.values()), None)
    question = f"which target of {game.name(id)} is changed?"
    return places[game.decide(Decision(player, "target", question, tuple(places)))[0]]


@performs(ab.CopyCard)
def copy_cards(ctx: Context, effect: ab.CopyCard) -> None:
    """CR 707.12: cards are copied where they are, so that the copies can be cast."""
    game = ctx.game
    made: list[ObjectId] = []
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            ids = [i for i in objects(ctx, effect.what) if i in game.objects]
        if any(game.objects[i].unknown for i in ids):
            raise Unsupported("copying a card that nothing is known about")
        entries = happen(ctx, [ev.CopyCard(object=i, player=player) for i in ids])
        made += [h.event.was for h in entries if isinstance(h.event, ev.CopyCard) and h.event.was]
    game.cite("707.12")
    ctx.mention(made, {"copy", "card", *words_for(ctx, made)}, done="copied", many=len(made) > 1)
    attempted(ctx, bool(made))
