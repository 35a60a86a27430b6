"""Finding the replacement effects that apply to an event: of static abilities, of resolved spells and abilities; carrying them out (CR 614)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Besides, Context, Game, Instance, LastingEffect, at_once, doors, saved_contexts
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import (
    changed_rules,
    conditions,
    descriptions,
    event_patterns,
    object_abilities,
    static_abilities,
)
from engine.rules.effects import entering, layers, prevention, substituting
from engine.rules.effects.candidates import Applicable, is_used, keyword_rules, use, use_up
from engine.rules.effects.rule_replacements import rules_for


def applicable(game: Game, event: ev.GameEvent) -> Iterator[Applicable]:
    """Every replacement and prevention effect that could change the event now."""
    yield from rules_for(game, event)
    if not isinstance(event, ev.StepBegins | ev.SpendMana | ev.EmptyPool | ev.SpellCast | ev.BecomesTarget):
        for source, ability, nth in static_replacements(game, event):
            yield from of_ability(game, event, source, ability, nth)
        for floating in list(game.floating.values()):
            yield from of_floating(game, event, floating)


def static_replacements(game: Game, event: ev.GameEvent) -> list[tuple[ObjectId, Any, int]]:
    """The replacement abilities in force, and those of the object that enters or moves itself (CR 614.12, 614.13), each with the number of equal ones
    of its object before it: those are abilities of their own (CR 113.2c)."""

    def gather() -> list[tuple[ObjectId, Any, int]]:
        found: list[tuple[ObjectId, Any, int]] = []
        in_command = [i for i in game.zone("command") if game.objects[i].functions_in_command]  # 113.6
        for id in [*game.battlefield(), *in_command]:
            its = object_abilities.abilities_of(game, id)
            found += _numbered(
                id, [a for a in its if isinstance(a, ab.Replacement | ab.Enters) and not _as_it_turns(a)]
            )
        for id in game.in_zone("graveyard"):
            its = object_abilities.abilities_of(game, id)
            found += _numbered(
                id, [a for a in its if isinstance(a, ab.Enters) and _works_from(a, "graveyard")]
            )
        return found

    found = list(game.cached_values("replacement abilities", gather))
    if (
        isinstance(event, ev.MoveZone)
        and event.object in game.objects
        and (game.objects[event.object].zone != "battlefield")
    ):
        found += _numbered(event.object, [a for a in _own(game, event) if _of_itself(a)])
    elif isinstance(event, ev.CreateToken):
        found += _numbered(0, [a for a in _own(game, event) if isinstance(a, ab.Enters) or _as_it_enters(a)])
    elif isinstance(event, ev.SetFields) and event.verb in TURNING and event.thing in game.objects:
        its = object_abilities.abilities_of(_turned(game, event), int(event.thing))
        found += _numbered(int(event.thing), [a for a in its if _as_it_turns(a)])
    elif isinstance(event, ev.Discard | ev.Counter) and event.object in game.objects:
        its = object_abilities.abilities_of(game, event.object)
        found += _numbered(event.object, [a for a in its if isinstance(a, ab.Replacement)])
    return found


def _numbered(id: ObjectId, abilities: Sequence[Any]) -> list[tuple[ObjectId, Any, int]]:
    return [(id, ability, abilities[:at].count(ability)) for at, ability in enumerate(abilities)]


def _works_from(ability: ab.Enters, zone: str) -> bool:
    """CR 113.6b: whether the ability says that it works from there."""
    return ability.condition is not None and zone in static_abilities.zones_named(ability)


TURNING = {"is turned face up": ("614.1e", "708.11"), "transforms": ("712.20",)}
"""What is done to a permanent that an "As this ..." ability can be about, which it would have afterward; and the rules by which that applies."""


def _as_it_turns(ability: Any) -> bool:
    """CR 614.1e, 712.20: "as this is turned face up ..." or "as this transforms ..."."""
    return (
        isinstance(ability, ab.Replacement)
        and ability.how == "as"
        and isinstance(ability.event, ab.ObjectDoes)
    )


def _turned(game: Game, event: ev.SetFields) -> Game:
    """CR 708.11, 712.20: the game in which the permanent has been turned face up, or has transformed."""
    ahead = game.fork()
    obj = ahead.objects[int(event.thing)]
    ahead.put_object(replace(obj, **{k: v for k, v in event.fields.items() if k in obj.__struct_fields__}))
    return ahead


def _as_it_enters(ability: Any) -> bool:
    """CR 614.1c, 614.12a: "as this enters, ..."."""
    return isinstance(ability, ab.Replacement) and ability.how == "as" and _about_itself(ability.event)


def _of_itself(ability: Any) -> bool:
    """CR 113.6, 614.12: whether it is a replacement ability about its own source, which then applies where that comes from."""
    match ability:
        case ab.Enters():
            return True  # entering.applicable asks whose arrival it is about
        case ab.Replacement(event=event):
            return _about_itself(event)
    return False


def _about_itself(event: ab.EventPattern) -> bool:
    match event:
        case ab.OrEvents(events=events):
            return any(_about_itself(e) for e in events)
        case ab.Provided(event=inner):
            return _about_itself(inner)
        case ab.Moves(what=what) | ab.PlayerDoes(what=what):
            return isinstance(what, ab.This)
    return False


def _own(game: Game, event: ev.MoveZone | ev.CreateToken) -> tuple[Any, ...]:
    """The abilities that the moving object has; for one that enters, as it would exist on the battlefield (CR 614.12)."""
    if isinstance(event, ev.MoveZone) and event.to != "battlefield":
        return object_abilities.abilities_of(game, event.object)
    ahead, id = game.entering(event)
    has = object_abilities.abilities_of(ahead, id)
    if isinstance(event, ev.MoveZone) and not event.face_down:
        _cite_lost(game, event, has, ahead, id)
    return has


def _cite_lost(game: Game, event: ev.MoveZone, has: tuple[Any, ...], ahead: Game, id: ObjectId) -> None:
    """CR 614.12: what takes away the abilities of its text that say how it enters, as it would be on the battlefield, is applied."""
    base = event.base or game.objects[event.object].base
    if any(_of_itself(a) and a not in has for a in base.abilities):
        taking = ("305.7", "613.1f")
        game.cite(*(r for r in taking if any(r in s.rules for s in layers.walk(ahead, id))), "614.12")


def of_ability(
    game: Game, event: ev.GameEvent, source: ObjectId, ability: Any, nth: int = 0
) -> Iterator[Applicable]:
    """A replacement ability of an object, if it applies. `nth`: which of several equal ones of the object it is."""
    if isinstance(ability, ab.Enters):
        yield from entering.applicable(game, event, source, ability, nth)
        return
    controller = _controller(game, event, source)
    ctx = Context(game, controller, source)
    found = event_patterns.match(ctx, ability.event, event, before=True)
    if found is None:
        return
    ctx.mentions.extend(found)
    if ability.condition is not None:
        if not conditions.holds(ctx, ability.condition):
            return
        ctx.mentions += conditions.speaks_of(ctx, ability.condition)
    key = entering.key_of(event, source, ability, nth)
    sort = _sort_of(game, event, ability)
    optional = None
    if ability.optional is not None:
        optional = descriptions.players(ctx, ability.optional)[0]
    own = isinstance(event, ev.MoveZone | ev.CreateToken) and getattr(event, "object", 0) == source
    yield Applicable(
        key=key, source=source, text=f"{game.name(source)}'s replacement effect applies" if source else "a replacement effect applies",
        rules=(*sort, *_much(ability), *_of_source(game, event), *keyword_rules(*_holder(game, event, source, own), ability.word)),
        optional=optional,
        apply=lambda e: instead(game, ctx, ability, e, key),
        category="self" if own and ability.how == "self" else "other",
        adds_tokens=_adds_tokens(ability.effect),
        instead=() if sort == ("615.1a",) else ("614.6",),
    )  # fmt: skip


def _adds_tokens(effect: ab.Effect) -> bool:
    """CR 614.5: whether to the tokens that would be created it adds a number of its own: all kinds of them are one event."""
    return isinstance(effect, ab.Sequence) and any(
        isinstance(step, ab.Create) and isinstance(step.number, ab.Literally) for step in effect.steps
    )


def _holder(game: Game, event: ev.GameEvent, source: ObjectId, own: bool) -> tuple[Game, ObjectId]:
    """CR 614.12: the source of the ability; as it would exist on the battlefield, if it is what enters."""
    match event:
        case ev.CreateToken() | ev.MoveZone(to="battlefield") if own:
            return game.entering(event)
    return (game, source)


def _sort_of(game: Game, event: ev.GameEvent, ability: ab.Replacement) -> tuple[str, ...]:
    """CR 614.1a, 614.1c, 614.1e, 615.1a: what makes it a replacement or prevention effect; 303.4k: of an Aura that is attached as it is turned face up."""
    if ability.how == "as" and isinstance(event, ev.SetFields):
        attached = event.verb == "is turned face up" and any(
            isinstance(n, ab.Attach) for n in ab.walk(ability.effect)
        )
        return (*TURNING[event.verb], *(("303.4k",) if attached else ()))
    if ability.how == "as":
        return ("614.1c",)
    return ("615.1a",) if ability.how == "prevent" or prevents(ability.effect) else ("614.1a",)


def _of_source(game: Game, event: ev.GameEvent) -> tuple[str, ...]:
    """CR 609.7c: whether it goes for damage of a source that isn't on the battlefield."""
    elsewhere = isinstance(event, ev.Damage) and game.object(event.source).zone != "battlefield"
    return ("609.7c",) if elsewhere else ()


def _much(ability: ab.Replacement) -> tuple[str, ...]:
    """CR 615.10: whether it prevents a certain amount of any damage that it applies to."""
    first = ability.effect.steps[0] if isinstance(ability.effect, ab.Sequence) else ability.effect
    own = ("702.64b",) if ability.word == "absorb" else ()
    return ("615.10", *own) if isinstance(first, ab.Prevent) and first.amount is not None else ()


def _controller(game: Game, event: ev.GameEvent, source: ObjectId) -> PlayerId:
    if (
        isinstance(event, ev.MoveZone)
        and event.object == source
        and event.to == "battlefield"
        and event.controller
    ):
        return event.controller
    if not source:
        return (event.under or event.player) if isinstance(event, ev.CreateToken) else game.turn.active
    return game.controller(source)


def of_floating(game: Game, event: ev.GameEvent, floating: LastingEffect) -> Iterator[Applicable]:
    """A replacement effect or prevention shield that a spell or ability made (CR 611.2, 614.3, 615.1)."""
    effect = floating.ability
    if effect is None or floating.uses == 0:
        return
    if isinstance(effect, ab.Prevent):
        yield from prevention.applicable(game, event, floating, effect)
        return
    if isinstance(effect, ab.Enters):
        yield from entering.of_effect(saved_contexts.context_of(game, floating), event, effect, floating.id)
        return
    if isinstance(effect, ab.Regenerate):
        if isinstance(event, ev.Destroy) and event.object in (floating.affected or ()):
            if event.no_regeneration:
                game.cite("701.19c")  # the shield is there, and does not apply
                return

            if changed_rules.cant(game, event.object, "be regenerated"):
                game.cite("701.19c")
                return
            yield Applicable(
                key=("regeneration", floating.id), source=event.object, rules=("701.19a", "614.8", "614.4"),
                text=f"{game.name(event.object)} regenerates instead of being destroyed",
                apply=lambda e: regenerate(game, e, floating),
            )  # fmt: skip
        return
    if isinstance(effect, ab.Instead):
        ctx = saved_contexts.context_of(game, floating)
        found = event_patterns.match(ctx, effect.event, event, before=True)
        if found is None:
            return
        instance = _instance(effect.event, event)
        if is_used(game, floating, instance):
            return
        if effect.amount is not None and not (
            isinstance(event, ev.Damage)
            and floating.left > 0
            and prevention.share_of(game, floating, event) != 0
        ):
            return
        ctx.mentions.extend(found)
        key = ("floating", floating.id)

        def apply(e: ev.GameEvent) -> list[ev.GameEvent]:
            if effect.amount is not None and isinstance(e, ev.Damage):
                return _so_much(game, ctx, effect, e, floating)
            if floating.uses > 0:
                use(game, floating, e, instance)
            return instead(game, ctx, effect, e, key)

        yield Applicable(
            key=key,
            source=floating.source,
            text=f"the effect of {game.name(floating.source)} applies",
            rules=("615.1a", "615.4") if prevents(effect.effect) else ("614.1a", "614.4"),
            apply=apply,
            adds_tokens=_adds_tokens(effect.effect),
            instead=() if prevents(effect.effect) else ("614.6",),
        )


def _so_much(
    game: Game, ctx: Context, effect: ab.Instead, event: ev.Damage, floating: LastingEffect
) -> list[ev.GameEvent]:
    """CR 614.9: so much of the damage is dealt to something else; what is not used of the effect is left for other damage."""
    now = game.floating.get(floating.id)
    if now is None:
        return [event]
    others = saved_contexts.context_of(game, floating)
    prevention.divide(
        game, now, event, lambda e: event_patterns.match(others, effect.event, e, before=True) is not None
    )
    share = prevention.share_of(game, floating, event)
    most = min(event.amount, now.left if share is None else share)
    found = event_patterns.match(others, effect.event, replace(event, amount=most), before=True)
    others.mentions.extend(found or ())
    moved = instead(game, others, effect, replace(event, amount=most), ("floating", floating.id))
    if not most or moved == [replace(event, amount=most)]:
        return [event]  # CR 614.9: there is nothing that it could be dealt to
    if now.left > most:
        game.floating[floating.id] = replace(now, left=now.left - most)
    else:
        del game.floating[floating.id]
    game.epoch += 1
    rest = [replace(event, amount=event.amount - most)] if event.amount > most else []
    return [*rest, *moved]


def regenerate(game: Game, event: ev.GameEvent, floating: LastingEffect | None) -> list[ev.GameEvent]:
    """CR 701.19a-b: instead of being destroyed: remove all damage, tap it, remove it from combat."""
    assert isinstance(event, ev.Destroy)
    if floating is not None:
        use_up(game, floating.id)
    return substituting.regenerated(game, event.object)


def _instance(pattern: ab.EventPattern, event: ev.GameEvent) -> Instance:
    """See `at_once.instance`; other events than damage are each by themselves."""
    match pattern:
        case ab.Provided(event=inner):
            return _instance(inner, event)
    return at_once.instance(pattern, event.source, event.to) if isinstance(event, ev.Damage) else 0


def instead(
    game: Game, ctx: Context, ability: ab.Replacement | ab.Instead, event: ev.GameEvent, key: Any
) -> list[ev.GameEvent]:
    """What happens in place of the event: the events that the replacement's instruction makes.

    An instruction made of single events is caught and takes the event's place among what happens at once; others are carried out now."""
    effect = ability.effect
    if (
        isinstance(ability, ab.Replacement)
        and isinstance(ability.event, ab.ObjectDoes)
        and ability.how == "as"
    ):
        _besides(game, Besides((key,), ctx, effect, (*event.replaced_by, key), rules=()))
        return [event]
    if isinstance(ability, ab.Replacement) and ability.how == "as":
        return entering.choose_as_enters(game, ctx, effect, event)
    changed = substituting.substitute(game, ctx, effect, event)
    if isinstance(event, ev.MoveZone) and event_patterns.cards_alone(ctx, ability.event, event):
        return substituting.of_cards_alone(game, event, changed)
    if changed is not None:
        return changed
    if isinstance(effect, ab.Sequence) and isinstance(effect.steps[0], ab.Prevent):
        left = substituting.substitute(game, ctx, effect.steps[0], event) or []
        if isinstance(event, ev.Damage):
            dealt = sum(e.amount for e in left if isinstance(e, ev.Damage))
            ctx.mention((), ("damage",), done="prevented", amount=event.amount - dealt, at=effect.steps[0].at)
        rest = replace(effect, steps=effect.steps[1:])
        apart = (key, _instance(ability.event, event))
        _besides(game, Besides(apart, ctx, rest, (*event.replaced_by, key)))
        return left
    saved = game.replacing
    game.replacing = (*saved, *event.replaced_by, key)
    try:
        doors.perform(ctx, effect)
    finally:
        game.replacing = saved
    return []


def _besides(game: Game, new: Besides) -> None:
    """CR 615.5, 615.13: what a prevention effect does besides follows what happens at once, and is done once for all damage that it was applied to as one;
    it speaks of the damage as it would have been."""
    waiting = list(game.at_once.besides)
    for place, each in enumerate(waiting):
        if each.key == new.key:
            game.cite("615.13")
            before, now = each.ctx.mentions, new.ctx.mentions
            new.ctx.mentions = [at_once.together(a, b) for a, b in zip(before, now, strict=True)]
            waiting[place] = new
            break
    else:
        waiting.append(new)
    game.at_once = replace(game.at_once, besides=tuple(waiting))


def prevents(effect: ab.Effect) -> bool:
    """CR 615.1a: whether the instruction, or the first of several, prevents damage."""
    first = effect.steps[0] if isinstance(effect, ab.Sequence) else effect
    return isinstance(first, ab.Prevent)
