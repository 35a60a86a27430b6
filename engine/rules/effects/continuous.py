"""Effects that last for a time: how spells, abilities and rules begin continuous effects (CR 611.2).

What they affect and their numbers are settled as they begin; engine.rules.effects.durations ends them, engine.rules.effects.layers works out what
they make of objects, engine.queries.changed_rules to whom their changes of rules apply.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.abilities.tree import rewrite
from engine.errors import Unsupported
from engine.game import Context, Decision, Game, LastingEffect, saved_contexts
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import citations, descriptions, numbers, references
from engine.rules import choosing
from engine.rules.effects import copying, durations, layers, text_changes

IN_COMBAT = frozenset({"attacking", "blocking", "blocked", "unblocked", "blocked by"})
"""States that end with the combat (CR 506.4, 509.1h)."""
STAYING_OUT = (ab.Cant("phase in"),)
"""CR 702.26b: what is said of phased-out permanents, and so affects them."""


def add_floating(
    ctx: Context,
    what: ab.Recipient | None,
    changes: tuple[ab.Change, ...],
    duration: ab.Duration | None = None,
) -> list[int]:
    """CR 611.2: begin a continuous effect. Returns the ids of what was added to `game.floating`; none if it can't begin (611.2b).

    Changes of characteristics and control get their set of objects fixed (611.2c); changes of rules do too where the noun names particular
    things, and else apply to whatever fits. Numbers are worked out once (611.2d, 608.2h)."""
    game = ctx.game
    duration = duration if duration is not None else ab.Always()
    things = tuple(_as_now(ctx, t) for t in choosing.things(ctx, what)) if what is not None else ()
    if any(_phased_out(game, t) for t in things) and changes != STAYING_OUT:
        game.cite("702.26e")
        things = tuple(t for t in things if not _phased_out(game, t))
    frame = durations.ending(ctx, saved_contexts.frame_of(ctx), duration)
    if frame is None:
        game.note("the effect's time is over before it began: it does nothing", "611.2b", kind="kept")
        return []
    about = binding.addresses(what) if what is not None else ()
    frame = replace(frame, mentions=ctx.spoken(), subject=about)
    stamp = game.tick()
    groups: dict[tuple[Any, ...], list[Thing]] = {}
    chosen = tuple(_chosen(ctx, c, things) for c in changes)
    of_players = any(isinstance(t, str) for t in things)
    rules = [change for change in chosen if layers.layer_of(change) is None or of_players]
    shaping = tuple(c for c in chosen if c not in rules)
    _cite_face_down_copies(game, shaping, things)
    for thing in things if shaping else ():
        with ctx.about(about, thing):
            settling = _settled(ctx, _allowed(game, shaping, thing))
        if settling[0]:
            groups.setdefault(settling, []).append(thing)
    made: list[int] = []

    def add(**fields: Any) -> None:
        id = game.new_id()
        game.floating[id] = _floating(ctx, id, stamp, duration, **fields)
        made.append(id)

    for (settled, copied, control), members in groups.items():
        context = replace(frame, copied=copied, control=control or "")
        add(affected=tuple(members), changes=settled, context=context)
    if rules:
        settled = tuple(_frozen(ctx, c) for c in rules)
        if isinstance(what, ab.Each) and not (of_players or _over_by_then(what, settled)):
            add(what=what, changes=settled, context=frame)
        else:
            for some in _together(duration, things):
                add(affected=some, changes=settled, context=frame)
    if made:
        game.cite("611.2a" if not shaping else "611.2c")
        if any(isinstance(c, ab.Loses) for c in shaping) and _still_said(game, things):
            game.cite("113.12")
        if isinstance(duration, ab.ForAsLongAs):
            game.cite("611.2b")
        game.epoch += 1
        durations.note_control_changes(game)
    return made


def _over_by_then(what: ab.Recipient | None, changes: tuple[ab.Change, ...]) -> bool:
    """Whether the combat by which the noun describes things is over when the change applies: in an untap step nothing attacks or blocks (CR 506.4)."""
    later = any(isinstance(c, ab.DoesntUntap) for c in changes)
    words = (
        n.state if isinstance(n, ab.Is) else n.relation
        for n in ab.walk(what)
        if isinstance(n, ab.Is | ab.Having)
    )
    return later and not IN_COMBAT.isdisjoint(words)


def _together(duration: ab.Duration, things: tuple[Thing, ...]) -> list[tuple[Thing, ...]]:
    """Those of the things that one effect can last for: players whom it affects on a next turn of their own are affected each alone."""
    if isinstance(duration, ab.OnNextTurn):
        return [(thing,) for thing in things]
    return [things] if things else []


def _allowed(game: Game, changes: tuple[ab.Change, ...], thing: Thing) -> tuple[ab.Change, ...]:
    """CR 113.11: the changes without the abilities that the object can't have as the effect begins: that part of the effect never applies to it."""
    gained = [c for c in changes if isinstance(c, ab.Gains)]
    barred = layers.barred(game, thing) if gained and isinstance(thing, int) and thing in game.objects else ()
    if not any(copying.loses(a, barred) for c in gained for a in c.abilities):
        return changes
    names = ", ".join(game.ability_name(a) for c in gained for a in c.abilities if copying.loses(a, barred))
    game.note(f"{game.name(thing)} can't have {names}", "113.11", kind="kept", about=(thing,))
    kept = (
        replace(c, abilities=tuple(a for a in c.abilities if not copying.loses(a, barred)))
        if isinstance(c, ab.Gains)
        else c
        for c in changes
    )
    return tuple(c for c in kept if c != ab.Gains(()))


def _still_said(game: Game, things: Sequence[Thing]) -> bool:
    """CR 113.12: whether something is said of one of them that is no ability and can't be lost: that it can't do or have done to it what it says."""
    said = (f for f in game.floating.values() if any(isinstance(c, ab.Cant) for c in f.changes))
    return any(set(f.affected or ()) & set(things) for f in said)


def _cite_face_down_copies(game: Game, changes: tuple[ab.Change, ...], things: tuple[Thing, ...]) -> None:
    """CR 708.10: what a face-down permanent becomes a copy of shows once it is face up."""
    ids = [t for t in things if isinstance(t, int) and t in game.objects]
    if any(isinstance(c, ab.CopyOf) for c in changes) and any(game.objects[i].face_down for i in ids):
        game.cite("708.10")


def begin_as_entering(ctx: Context, changes: tuple[ab.Change, ...]) -> int:
    """CR 611.2e: begin an effect that says what permanents are from the moment that they enter; it affects those whose moves name its id
    (`MoveZone.joins`). Returns the id."""
    settled, _, _ = _settled(ctx, changes)
    id = ctx.game.new_id()
    frame = replace(saved_contexts.frame_of(ctx), mentions=ctx.spoken())
    ctx.game.floating[id] = _floating(
        ctx, id, ctx.game.tick(), ab.Always(), affected=(), changes=settled, context=frame
    )
    ctx.game.epoch += 1
    return id


def _phased_out(game: Game, thing: Thing) -> bool:
    """CR 702.26e: such a permanent isn't affected."""
    return isinstance(thing, int) and thing in game.objects and game.objects[thing].phased_out


def _as_now(ctx: Context, thing: Thing) -> Thing:
    """CR 400.7, 400.7j: what the text has made of a card that it spoke of; a permanent that has left is not affected as a card, but in exile ("it gains suspend")."""
    if isinstance(thing, str) or thing in ctx.game.objects:
        return thing
    now = ctx.now(thing)
    left = ctx.game.object(thing).zone == "battlefield"
    return (
        now
        if now in ctx.game.objects and (ctx.game.objects[now].zone in ("battlefield", "exile") or not left)
        else thing
    )


def add_ability(ctx: Context, ability: ab.Ability | ab.Effect, duration: ab.Duration) -> int | None:
    """CR 611.2: an ability that is in force for a time though no object has it. Returns its id in `game.floating`."""
    frame = durations.ending(ctx, saved_contexts.frame_of(ctx), duration)
    if frame is None:
        return None
    id = ctx.game.new_id()
    ctx.game.floating[id] = _floating(ctx, id, ctx.game.tick(), duration, ability=ability, context=frame)
    ctx.game.epoch += 1
    return id


def _floating(ctx: Context, id: int, stamp: int, duration: ab.Duration, **fields: Any) -> LastingEffect:
    game = ctx.game
    return LastingEffect(
        id=id, source=ctx.source, controller=ctx.controller, timestamp=stamp, duration=duration, began_turn=game.turn.number,
        began_active=game.turn.active, **fields,
    )  # fmt: skip


def _chosen(ctx: Context, change: ab.Change, things: tuple[Thing, ...]) -> ab.Change:
    """The change with its choice made, if it leaves one to the controller (CR 608.2d)."""
    if isinstance(change, ab.Loses) and ab.ThisAbility() in change.abilities:
        own = copying.this_ability(ctx)
        return ab.Loses(tuple(own if a == ab.ThisAbility() else a for a in change.abilities), change.other)
    if isinstance(change, ab.Reworded):
        return text_changes.chosen(ctx, change, tuple(t for t in things if isinstance(t, int)))
    if isinstance(change, ab.OneOfChanges):
        ways = tuple(_in_short(ctx, option) for option in change.options)
        picked = ctx.game.decide(Decision(ctx.controller, "word", "Which of these?", ways))
        ctx.game.cite("608.2d")
        return change.options[ways.index(picked[0])]
    if isinstance(change, ab.GainsChoice):
        number = len(change.abilities)
        names = [
            a.name if isinstance(a, ab.Keyword) else f"ability {n + 1}"
            for n, a in enumerate(change.abilities)
        ]
        picked = ctx.game.decide(Decision(ctx.controller, "word", "Which ability is gained?", tuple(names)))
        return ab.Gains((change.abilities[names.index(picked[0])],)) if number else ab.Gains(())
    return change


def _in_short(ctx: Context, change: ab.Change) -> str:
    """What tells one of several changes from the others, in a word: "+1/-1", "red"."""
    match change:
        case ab.ModifyPT(power=power, toughness=toughness, signs=(up, out)):
            return f"{up}{numbers.value(ctx, power)}/{out}{numbers.value(ctx, toughness)}"
        case ab.Gains(abilities=(ab.Keyword(which=ab.Which(before=(ab.OfColor(color=color),))),)):
            return color
        case ab.Gains(abilities=(ab.Keyword(which=ab.Which(before=(ab.Is(state=state),))),)):
            return state
        case ab.Gains(abilities=(ab.Keyword(which=ab.Noun(kinds=((kind,),))),)):
            return kind
    raise Unsupported("a choice among changes of which nothing tells one from another")


def _settled(ctx: Context, changes: tuple[ab.Change, ...]) -> tuple[Any, ...]:
    """The changes for one object: numbers, what is copied, who gains control."""
    made: list[ab.Change] = []
    copied = None
    control: PlayerId | None = None
    for change in changes:
        match change:
            case ab.CopyOf(what=what, exceptions=exceptions):
                originals = _originals(ctx, what)
                if not originals:
                    continue  # "up to one": nothing is copied, and nothing becomes a copy
                if len(originals) > 1:
                    raise Unsupported("a copy of other than one object")
                copied = copying.copied(ctx, originals[0], exceptions)
                ctx.game.cite("707.4", "707.2b")
                change = ab.CopyOf(ab.Fixed((originals[0],)))
            case ab.UnderControlOf(who=who):
                named = choosing.players(ctx, who)
                players = [p for p in named if ctx.game.exists(p)]
                ctx.game.cite(*(("800.4b",) if len(players) < len(named) else ()))
                if not players:
                    continue  # nobody is there to gain control
                if len(players) > 1:
                    raise Unsupported("control by other than one player")
                control = players[0]
                change = ab.UnderControlOf(ab.You())
            case ab.ChosenType(what=what, add=add):
                picked = descriptions.chosen_value(ctx, what)
                if picked is None:
                    raise Unsupported(f"a {what} that was not chosen")
                if what in ("color", "colors"):
                    change = ab.Colors(picked if isinstance(picked, tuple) else (picked,), add)
                else:
                    change = ab.Types((picked,), add)
        made.append(_frozen(ctx, change))
    return tuple(made), copied, control


def _originals(ctx: Context, what: ab.Recipient) -> list[ObjectId]:
    """CR 707.2: what is copied."""
    return [t for t in choosing.things(ctx, what) if isinstance(t, int)]


def _frozen(ctx: Context, change: ab.Change) -> ab.Change:
    """CR 608.2h, 611.2d: the change with its numbers worked out; a size worked out to be negative is zero (107.1b)."""
    fields: dict[str, Any] = {}
    for name in change.__struct_fields__:
        value = getattr(change, name)
        if isinstance(value, ab.Number) and not isinstance(value, ab.Literally):
            amount = choosing.value(ctx, value)
            ctx.game.cite("611.2d", *citations.of_question(ctx, value))
            if amount < 0 and isinstance(change, ab.ModifyPT):
                ctx.game.cite("107.1b")
                amount = 0
            fields[name] = ab.Literally(amount)
        elif isinstance(change, ab.Gains) and name == "abilities":
            fields[name] = _with_choices(ctx, value)
    return replace(change, **fields) if fields else change


def _with_choices(ctx: Context, abilities: tuple[ab.Ability, ...]) -> tuple[ab.Ability, ...]:
    """CR 608.2d, 611.2d: what the abilities say of a choice that this text had made ("protection from the color of your choice"), and of what it has
    exiled (607.1d), and the source that they call by its name (201.5a)."""
    chosen = ctx.chosen
    spoken = {m.at for m in ctx.mentions}

    def settle(node: Any) -> Any:
        if isinstance(node, ab.OfTheChosen) and node.what == "color" and node.what in chosen:
            return ab.OfColor(chosen[node.what])
        if isinstance(node, ab.Grantor):
            return ab.Fixed((ctx.now(ctx.source),), rule="201.5a", at=node.at)
        if isinstance(node, ab.That) and node.done and spoken.intersection(node.to):
            ctx.game.cite("607.1d")
            return ab.Fixed(
                tuple(ctx.now(t) for t in references.things(ctx, node) if isinstance(t, int)), at=node.at
            )
        return node

    settled: tuple[ab.Ability, ...] = rewrite(abilities, settle)
    return settled


def bestowal(game: Game, id: ObjectId) -> LastingEffect | None:
    """CR 702.103b: the effect that makes the object a bestowed Aura, or None."""
    return next(
        (
            f
            for f in game.floating.values()
            if isinstance(f.duration, ab.WhileBestowed) and id in (f.affected or ())
        ),
        None,
    )
