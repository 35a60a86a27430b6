"""Continuous effects (CR 611): what abilities objects have, which changed rules apply to whom, effects that last for a time.

Changes of characteristics and control are worked out by engine.rules.effects.layers; what is asked here are the changes of rules that come after
all of these (CR 613.10, 613.11), and keyword abilities.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from engine import abilities as ab
from engine import keywords as keyword_abilities
from engine.abilities.tree import rewrite
from engine.errors import Unsupported
from engine.game import saved_contexts
from engine.game.context import Context
from engine.game.decisions import Decision
from engine.model.objects import GameObject, ObjectId, PlayerId, Thing
from engine.queries import citations
from engine.rules import choosing
from engine.rules.effects import copying, layers, rule_changes

if TYPE_CHECKING:
    from engine.game import Floating, Game


class Applied(msgspec.Struct, frozen=True):
    """A change of rules that applies to the thing asked about. `ctx`: the frame for the words in the change; `source`: whose effect;
    `floating`: the id of the lasting effect it is part of, 0 for a static ability."""

    change: Any
    ctx: Any
    source: ObjectId
    timestamp: int
    floating: int = 0


class _Rule(msgspec.Struct, frozen=True):
    change: ab.Change
    source: ObjectId
    timestamp: tuple[int, ...]
    what: ab.Recipient | None = None
    condition: ab.Condition | None = None
    affected: tuple[Thing, ...] | None = None
    floating: int = 0
    which: ab.Selection | None = None
    whose: ab.Players | None = None
    spells: bool = False


# ---- abilities -------------------------------------------------------------------------------------------------------

_meanings: dict[int, tuple[ab.Ability, tuple[ab.Ability, ...]]] = {}


def _meaning(ability: ab.Ability) -> tuple[ab.Ability, ...]:
    known = _meanings.get(id(ability))
    if known is not None and known[0] is ability:
        return known[1]
    found = keyword_abilities.meaning(ability)
    if len(_meanings) > 20_000:
        _meanings.clear()
    _meanings[id(ability)] = (ability, found)
    return found


def abilities_of(game: Game, id: ObjectId) -> tuple[ab.Ability, ...]:
    """CR 113, 702.1: every ability that the object has (or last had), each on its own; keyword abilities that stand for other abilities
    are replaced by those, whose `word` names the keyword."""
    return tuple(m for a in game.characteristics(id).abilities for m in _meaning(a))


def keywords(game: Game, thing: Thing, name: str) -> list[ab.Keyword]:
    """CR 702: each instance of the keyword ability that the object or player has."""
    if isinstance(thing, str):
        return [
            k
            for applied in changes_on(game, thing, ab.Gains)
            for k in copying.opened(applied.change.abilities)
            if isinstance(k, ab.Keyword) and k.name == name
        ]
    return [
        a
        for a in copying.opened(game.characteristics(thing).abilities)
        if isinstance(a, ab.Keyword) and a.name == name
    ]


def has_keyword(game: Game, thing: Thing, name: str) -> bool:
    """CR 702: whether the object or player has the keyword ability in any form."""
    if isinstance(thing, int):
        return any(
            isinstance(a, ab.Keyword) and a.name == name for a in game.characteristics(thing).abilities
        )
    return bool(keywords(game, thing, name))


def protected(game: Game, thing: Thing, source: ObjectId) -> bool:
    """CR 702.16: whether the object or player has protection from the source."""
    from engine.queries import targets

    return any(targets.has_quality(game, thing, k, source) for k in keywords(game, thing, "protection"))


# ---- changes of rules ------------------------------------------------------------------------------------------------

_rule_statics: dict[int, tuple[ab.Ability, tuple[ab.Static | ab.StaticSpells, ...]]] = {}
_CASTING = (ab.CostChange, ab.ExtraCost, ab.OtherCost, ab.May, ab.Cant)


def _statics_of(ability: ab.Ability) -> tuple[ab.Static | ab.StaticSpells, ...]:
    known = _rule_statics.get(id(ability))
    if known is not None and known[0] is ability:
        return known[1]
    found = tuple(m for m in _meaning(ability) if isinstance(m, ab.Static | ab.StaticSpells))
    if len(_rule_statics) > 20_000:
        _rule_statics.clear()
    _rule_statics[id(ability)] = (ability, found)
    return found


def functions(obj: GameObject, ability: ab.Static | ab.StaticSpells) -> bool:
    """CR 113.6: whether the static ability does anything where its object is."""
    zones = layers.zones_named(ability)
    if zones:
        return obj.zone in zones  # 113.6b
    if obj.zone == "battlefield" or obj.kind == "emblem":
        return True
    if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This):
        # 113.6d-g, 604.5, 604.6: about casting or countering the object itself
        return any(isinstance(c, _CASTING) for c in ability.changes)
    return False


def _rules(game: Game) -> dict[type[Any], list[_Rule]]:
    if layers.in_progress(game):
        return _find_rules(game)
    found: dict[type[Any], list[_Rule]] = game.cached("changes of rules", lambda: _find_rules(game))
    return found


def _find_rules(game: Game) -> dict[type[Any], list[_Rule]]:
    found: dict[type[Any], list[_Rule]] = {}
    begun = layers.begun(game)
    kept: set[tuple[Any, ...]] = set()
    for id, obj in game.objects.items():
        if obj.phased_out or not (obj.base.abilities or obj.zone in ("battlefield", "stack")):
            continue
        near = obj.zone in ("battlefield", "stack") or obj.kind == "emblem"
        if not near and not any(_statics_of(a) for a in copying.opened(obj.base.abilities)):
            continue
        for held in layers.held(game, id):
            place = 0
            for static in _statics_of(held.ability):
                layered = isinstance(static, ab.Static) and any(layers.layer_of(c) for c in static.changes)
                key = (*held.key, place)
                place += layered
                if not functions(obj, static):
                    continue
                stamp = (max(obj.timestamp, held.since), 0, id)
                affected = begun[key][1] if layered and key in begun else None  # 613.6
                kept.add(key)
                for change in static.changes:
                    fixed = affected if layers.layer_of(change) is None and not _of_players(static) else None
                    found.setdefault(type(change), []).append(_rule(change, id, stamp, static, fixed))
    for key, (part, affected) in begun.items():
        if key not in kept and part.ability is not None:
            for change in part.changes:
                if layers.layer_of(change) is None:
                    rule = _Rule(change, part.source, part.timestamp, affected=affected)
                    found.setdefault(type(change), []).append(rule)
    for floating in game.floating.values():
        if floating.uses == 0:
            continue
        stamp = (floating.timestamp, 1, floating.id)
        for change in floating.changes:
            rule = _Rule(
                change,
                floating.source,
                stamp,
                floating.what,
                affected=floating.affected,
                floating=floating.id,
            )
            found.setdefault(type(change), []).append(rule)
        if isinstance(floating.ability, ab.Static | ab.StaticSpells):
            for change in floating.ability.changes:
                rule = replace(
                    _rule(change, floating.source, stamp, floating.ability, None), floating=floating.id
                )
                found.setdefault(type(change), []).append(rule)
    for kind, rules in found.items():
        if kind in rule_changes.WORDED:
            for rule in rules:
                rule_changes.check(rule.change)
        rules.sort(key=lambda r: r.timestamp)
    return found


def _of_players(static: ab.Static | ab.StaticSpells) -> bool:
    return isinstance(static, ab.Static) and isinstance(static.what, ab.Players)


def _rule(
    change: ab.Change,
    source: ObjectId,
    stamp: tuple[int, ...],
    static: ab.Static | ab.StaticSpells,
    affected: tuple[Thing, ...] | None,
) -> _Rule:
    if isinstance(static, ab.StaticSpells):
        return _Rule(
            change,
            source,
            stamp,
            condition=static.condition,
            which=static.which,
            whose=static.whose,
            spells=True,
        )
    return _Rule(
        change, source, stamp, static.what, None if affected is not None else static.condition, affected
    )


def _frame(game: Game, rule: _Rule) -> Context:
    if rule.floating and rule.floating in game.floating:
        return saved_contexts.context_of(game, game.floating[rule.floating])
    return Context(game, game.controller(rule.source), rule.source)


def _applies(ctx: Context, rule: _Rule, thing: Thing) -> bool:
    from engine.queries import conditions, descriptions

    if rule.affected is not None:
        if thing not in rule.affected:
            return False
    elif isinstance(rule.what, ab.This):
        if thing != rule.source:
            return False
    elif isinstance(rule.what, ab.Host | ab.Fixed | ab.Together):
        if thing not in layers.subjects(ctx, rule.what):
            return False
    elif rule.what is None or not descriptions.matches(ctx, rule.what, thing):
        return False
    return rule.condition is None or conditions.holds(ctx, rule.condition)


def changes_on(game: Game, thing: Thing, kind: type[ab.Change]) -> list[Applied]:
    """CR 613.10, 613.11: every change of this kind that applies to the object or player now, in timestamp order."""
    found = []
    for rule in _rules(game).get(kind, ()):
        if rule.spells:
            continue
        ctx = _frame(game, rule)
        if _applies(ctx, rule, thing):
            found.append(
                Applied(rule.change, _frame(game, rule), rule.source, rule.timestamp[0], rule.floating)
            )
    return found


def spell_changes(game: Game, spell: ObjectId, player: PlayerId, kind: type[ab.Change]) -> list[Applied]:
    """CR 601.2f, 601.3: every change of this kind that abilities about spells and cards make for this one, cast by the player.

    What an ability of the spell says of itself is found by `changes_on`."""
    from engine.queries import conditions, descriptions

    # CR 601.3: a description of spells is asked of the card that would become one.
    fits = descriptions.fits if game.object(spell).zone == "stack" else descriptions.described
    found = []
    for rule in _rules(game).get(kind, ()):
        if not rule.spells:
            continue
        ctx = _frame(game, rule)
        if rule.whose is not None and not descriptions.matches(ctx, rule.whose, player):
            continue
        if rule.which is None or not fits(ctx, rule.which, spell):
            continue
        if rule.condition is None or conditions.holds(ctx, rule.condition):
            found.append(
                Applied(rule.change, _frame(game, rule), rule.source, rule.timestamp[0], rule.floating)
            )
    return found


def _speaks_of(ctx: Context, noun: ab.Recipient | ab.Selection | None, thing: Thing | None) -> bool:
    """Whether the `by` or `whom` of a change covers what is asked about; said of nothing it covers all, and asked of nothing only that."""
    from engine.queries import descriptions

    if noun is None:
        return True
    if thing is None:
        return False
    return (
        descriptions.fits(ctx, noun, thing)
        if isinstance(noun, ab.Selection)
        else descriptions.matches(ctx, noun, thing)
    )


def cant(game: Game, thing: Thing, what: str, by: Thing | None = None, whom: Thing | None = None) -> bool:
    """CR 101.2: whether an effect says that the object or player can't do, or have done to it, what `what` says (by, or to, that other one)."""
    from engine.queries import conditions

    for applied in changes_on(game, thing, ab.Cant):
        change = applied.change
        if (
            change.what != what
            or not _speaks_of(applied.ctx, change.by, by)
            or not _speaks_of(applied.ctx, change.whom, whom)
        ):
            continue
        if change.unless is None or not conditions.holds(applied.ctx, change.unless):
            return True
    return False


def cant_have(game: Game, thing: Thing, kind: str) -> bool:
    """CR 101.2, 614.17: whether counters of the kind, or any, can't be put on it."""
    return cant(game, thing, "have counters") or cant(game, thing, f"have {kind} counters")


def may(game: Game, thing: Thing, what: str) -> bool:
    """Whether an effect allows the object or player what `what` names."""
    return any(applied.change.what == what for applied in changes_on(game, thing, ab.May))


def must_skip(game: Game, player: PlayerId, what: str) -> bool:
    """CR 500.11: whether an effect in force makes the player skip the named step, phase or turn."""
    return any(applied.change.what == f"skip {what}" for applied in changes_on(game, player, ab.Must))


def hand_size(game: Game, player: PlayerId) -> int | None:
    """CR 402.2, 613.11: the player's maximum hand size, None for none; effects in timestamp order."""
    from engine.queries import numbers

    size: int | None = game.players[player].hand_size
    for applied in changes_on(game, player, ab.HandSize):
        change = applied.change
        if change.how == "none":
            size = None
            continue
        number = numbers.value(applied.ctx, change.number)
        if change.how == "set":
            size = number
        elif size is not None:
            size = size + number if change.how == "more" else size - number
    return size if size is None else max(size, 0)


def use_up_untap(game: Game, player: PlayerId) -> None:
    """CR 502.3: effects that keep permanents from untapping in their controller's next untap step end with that step."""
    for floating in list(game.floating.values()):
        if not any(isinstance(c, ab.DoesntUntap) and c.next_only for c in floating.changes):
            continue
        things = floating.affected or ()
        left = tuple(
            t for t in things if isinstance(t, int) and t in game.objects and game.controller(t) != player
        )
        if left != things:
            _end(game, floating, left)


def _end(game: Game, floating: Floating, left: tuple[Thing, ...] = ()) -> None:
    if left:
        game.floating[floating.id] = replace(floating, affected=left)
    else:
        del game.floating[floating.id]
    game.epoch += 1


# ---- effects that last for a time -----------------------------------------------------------------------------------------


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
    frame = _ending(ctx, saved_contexts.frame_of(ctx), duration)
    if frame is None:
        game.note("the effect's time is over before it began: it does nothing", "611.2b")
        return []
    frame = replace(frame, mentions=tuple(ctx.mentions))
    stamp = game.tick()
    groups: dict[tuple[Any, ...], list[Thing]] = {}
    rules: list[ab.Change] = []
    chosen = tuple(_chosen(ctx, c) for c in changes)
    for change in chosen:
        if layers.layer_of(change) is None or any(isinstance(t, str) for t in things):
            rules.append(change)
    shaping = tuple(c for c in chosen if c not in rules)
    for thing in things if shaping else ():
        groups.setdefault(_settled(ctx, shaping, thing, len(things) > 1), []).append(thing)
    made: list[int] = []

    def add(**fields: Any) -> None:
        id = game.new_id()
        game.floating[id] = _floating(ctx, id, stamp, duration, **fields)
        made.append(id)

    for (settled, copied, control), members in groups.items():
        add(
            affected=tuple(members),
            changes=settled,
            context=replace(frame, copied=copied, control=control or ""),
        )
    if rules:
        settled = tuple(_frozen(ctx, c) for c in rules)
        if isinstance(what, ab.Each) and not any(isinstance(t, str) for t in things):
            add(what=what, changes=settled, context=frame)
        elif things:
            add(affected=things, changes=settled, context=frame)
    if made:
        game.cite("611.2a" if not shaping else "611.2c")
        if isinstance(duration, ab.ForAsLongAs):
            game.cite("611.2b")
        game.epoch += 1
        layers.note_control_changes(game)
    return made


def _as_now(ctx: Context, thing: Thing) -> Thing:
    """CR 400.7: what the text has made of a card that it spoke of; a permanent that has left is not affected as a card."""
    if isinstance(thing, str) or thing in ctx.game.objects:
        return thing
    now = ctx.now(thing)
    left = ctx.game.object(thing).zone == "battlefield"
    return (
        now
        if now in ctx.game.objects and (ctx.game.objects[now].zone == "battlefield" or not left)
        else thing
    )


def add_ability(ctx: Context, ability: ab.Ability, duration: ab.Duration) -> int | None:
    """CR 611.2: an ability that is in force for a time though no object has it. Returns its id in `game.floating`."""
    frame = _ending(ctx, saved_contexts.frame_of(ctx), duration)
    if frame is None:
        return None
    id = ctx.game.new_id()
    ctx.game.floating[id] = _floating(ctx, id, ctx.game.tick(), duration, ability=ability, context=frame)
    ctx.game.epoch += 1
    return id


def _floating(ctx: Context, id: int, stamp: int, duration: ab.Duration, **fields: Any) -> Floating:
    from engine.game import Floating

    game = ctx.game
    return Floating(
        id=id, source=ctx.source, controller=ctx.controller, timestamp=stamp, duration=duration, began_turn=game.turn.number,
        began_active=game.turn.active, **fields,
    )  # fmt: skip


def _ending(ctx: Context, frame: saved_contexts.Frame, duration: ab.Duration) -> saved_contexts.Frame | None:
    """What the duration speaks of, settled now; None if it is over before it began (CR 611.2b)."""
    settle = DURATIONS.get(type(duration))
    if settle is None:
        raise Unsupported(f"the duration {type(duration).__name__}")
    return settle(ctx, frame, duration)


def _until_turn(
    ctx: Context, frame: saved_contexts.Frame, duration: ab.UntilYourNextTurn | ab.UntilEndOfNextTurn
) -> saved_contexts.Frame | None:
    from engine.queries import descriptions

    return replace(frame, until=tuple(descriptions.players(ctx, duration.who)))


def _until_step(
    ctx: Context, frame: saved_contexts.Frame, duration: ab.UntilStep
) -> saved_contexts.Frame | None:
    from engine.queries import descriptions

    if duration.step not in STEPS:
        raise Unsupported(f"a duration until the step {duration.step!r}")
    return replace(
        frame, until=tuple(descriptions.players(ctx, duration.whose)) if duration.whose is not None else ()
    )


def _until_leaves(
    ctx: Context, frame: saved_contexts.Frame, duration: ab.UntilLeaves
) -> saved_contexts.Frame | None:
    there = tuple(t for t in layers.subjects(ctx, duration.what) if _there(ctx.game, t))
    return replace(frame, while_there=there) if there else None


Settles = Callable[[Context, saved_contexts.Frame, Any], "saved_contexts.Frame | None"]
DURATIONS: dict[type[ab.Duration], Settles] = {
    ab.ThisTurn: lambda ctx, frame, duration: frame,
    ab.Always: lambda ctx, frame, duration: frame,
    ab.UntilYourNextTurn: _until_turn,
    ab.UntilEndOfNextTurn: _until_turn,
    ab.UntilStep: _until_step,
    ab.UntilLeaves: _until_leaves,
    ab.WhileBestowed: lambda ctx, frame, duration: frame,
    ab.ForAsLongAs: lambda ctx, frame, duration: frame if _goes_on(ctx, duration.condition) else None,
}
"""CR 611.2a-b: how each duration begins; `is_over` says when it ends."""


STEPS = frozenset(
    {
        "untap", "upkeep", "draw", "end step", "cleanup", "end of combat", "precombat main", "postcombat main", "combat", "turn",
        "combat damage", "declare blockers", "beginning of combat", "declare attackers",
    }
)  # fmt: skip
"""What an effect can last until (CR 611.2a): the beginning of the step or turn, or the end of the combat phase (511.3)."""


def _there(game: Game, thing: Thing) -> bool:
    return isinstance(thing, int) and thing in game.objects and game.objects[thing].zone == "battlefield"


def _goes_on(ctx: Context, condition: ab.Condition) -> bool:
    from engine.queries import conditions

    if any(isinstance(n, ab.This) for n in ab.walk(condition)) and ctx.source not in ctx.game.objects:
        return False  # what a "for as long as" says of an object ends with the object
    return conditions.holds(ctx, condition)


def _chosen(ctx: Context, change: ab.Change) -> ab.Change:
    """The change with its choice made, if it leaves one to the controller (CR 608.2d)."""
    if isinstance(change, ab.GainsChoice):
        number = len(change.abilities)
        names = [
            a.name if isinstance(a, ab.Keyword) else f"ability {n + 1}"
            for n, a in enumerate(change.abilities)
        ]
        picked = ctx.game.decide(Decision(ctx.controller, "word", "Which ability is gained?", tuple(names)))
        return ab.Gains((change.abilities[names.index(picked[0])],)) if number else ab.Gains(())
    return change


def _settled(ctx: Context, changes: tuple[ab.Change, ...], thing: Thing, several: bool) -> tuple[Any, ...]:
    """The changes for one object: numbers, what is copied, who gains control."""
    from engine.queries import descriptions

    made: list[ab.Change] = []
    copied = None
    control: PlayerId | None = None
    if several and isinstance(thing, int):
        ctx.mention((thing,), ctx.game.characteristics(thing).types)
    for change in changes:
        match change:
            case ab.CopyOf(what=what, exceptions=exceptions):
                originals = _originals(ctx, what, thing)
                if len(originals) != 1:
                    raise Unsupported("a copy of other than one object")
                copied = copying.copied(ctx, originals[0], exceptions)
                change = ab.CopyOf(ab.Fixed((originals[0],)))
            case ab.UnderControlOf(who=who):
                players = choosing.players(ctx, who)
                if len(players) != 1:
                    raise Unsupported("control by other than one player")
                control = players[0]
                change = ab.UnderControlOf(ab.You())
            case ab.ChosenType(what=what, add=add):
                picked = descriptions.chosen_value(ctx, what)
                if picked is None:
                    raise Unsupported(f"a {what} that was not chosen")
                change = ab.Colors((picked,), add) if what == "color" else ab.Types((picked,), add)
        made.append(_frozen(ctx, change))
    if several and isinstance(thing, int):
        ctx.mentions.pop()
    return tuple(made), copied, control


def _originals(ctx: Context, what: ab.Recipient, thing: Thing) -> list[ObjectId]:
    """CR 707.2: what is copied. "That creature" isn't what becomes the copy, though that was spoken of later than what was chosen before."""
    found = [t for t in choosing.things(ctx, what) if isinstance(t, int)]
    if found == [thing] and isinstance(what, ab.That):
        with choosing.passing_over(ctx, thing) as earlier:
            if earlier:
                return [t for t in choosing.things(ctx, what) if isinstance(t, int)]
    return found


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
    """CR 608.2d, 611.2d: what the abilities say of a choice that this text had made ("protection from the color of your choice")."""
    chosen = ctx.chosen

    def settle(node: Any) -> Any:
        if isinstance(node, ab.OfTheChosen) and node.what == "color" and node.what in chosen:
            return ab.OfColor(chosen[node.what])
        return node

    settled: tuple[ab.Ability, ...] = rewrite(abilities, settle)
    return settled


def expire(game: Game, moment: str) -> list[int]:
    """CR 514.2, 611.2a: end the effects whose duration is over at this moment. Returns their ids.

    Moments: "cleanup", "end of combat" (as the combat phase ends), "turn of ALICE" (it begins), "beginning of STEP of ALICE",
    "end of STEP". Those that last as long as something is so end whenever it no longer is: any moment will do."""
    over = [
        f
        for f in list(game.floating.values())
        if not isinstance(f.ability, ab.Exile)
        and is_over(game, f, moment)  # 610.3: the return of a card is an event of its own
    ]
    for floating in over:
        del game.floating[floating.id]
    if over:
        game.epoch += 1
        layers.note_control_changes(game)
    return [f.id for f in over]


def _bestowed(game: Game, thing: Thing) -> bool:
    """CR 702.103f-g: a bestowed Aura spell, or a permanent that it became, as long as that is attached."""
    obj = game.objects.get(thing) if isinstance(thing, int) else None
    return obj is not None and (
        obj.zone == "stack" or (obj.zone == "battlefield" and obj.attached_to is not None)
    )


def bestowal(game: Game, id: ObjectId) -> Floating | None:
    """CR 702.103b: the effect that makes the object a bestowed Aura, or None."""
    return next(
        (
            f
            for f in game.floating.values()
            if isinstance(f.duration, ab.WhileBestowed) and id in (f.affected or ())
        ),
        None,
    )


def is_over(game: Game, floating: Floating, moment: str) -> bool:
    """Whether the duration of the effect ends at this moment (see `expire`)."""
    frame = floating.context
    until: tuple[PlayerId, ...] = frame.until if isinstance(frame, saved_contexts.Frame) else ()
    match floating.duration:
        case ab.ThisTurn():
            return moment == "cleanup"
        case ab.UntilEndOfNextTurn():
            later = game.turn.number > floating.began_turn
            return moment == "cleanup" and later and game.turn.active in until
        case ab.UntilYourNextTurn():
            return any(moment == f"turn of {player}" for player in until)
        case ab.UntilStep(step=step):
            if step in ("combat", "end of combat"):
                return moment == "end of combat"
            if step == "turn":
                return any(moment == f"turn of {player}" for player in until or game.order)
            players = until or game.order
            return any(moment == f"beginning of {step} of {player}" for player in players)
        case ab.UntilLeaves():
            return not (
                isinstance(frame, saved_contexts.Frame) and any(_there(game, t) for t in frame.while_there)
            )
        case ab.ForAsLongAs(condition=condition):
            return not _goes_on(saved_contexts.context_of(game, floating), condition)
        case ab.WhileBestowed():
            return not any(_bestowed(game, t) for t in floating.affected or ())
    return False


_is_over = is_over
