"""Replacement and prevention effects (CR 614, 615) and their interaction (616).

`process` offers one event to every effect that applies to it. Each applies at most once to an event and what it became (614.5); of several,
the affected player chooses, self-replacement effects first, then those that change control, copy effects, back faces up, the rest (616.1a-f).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Floating, Game, saved_contexts
from engine.game import events as ev
from engine.game.context import Context
from engine.game.decisions import Decision
from engine.model.objects import ObjectId, PlayerId
from engine.queries import combat_state, event_patterns
from engine.rules.effects import commander

CATEGORIES = ("self", "control", "copy", "back face", "other")
"""CR 616.1a-e, in the order in which one of them must be chosen."""
ORDER = ("616.1a", "616.1b", "616.1c", "616.1d", "616.1e")
"""The rule by which one of a category is chosen before the rest."""


@dataclass
class Applicable:
    """An effect that can change the event now. `apply` gives the events that happen instead (possibly none)."""

    key: Any
    source: ObjectId
    text: str
    rules: tuple[str, ...]
    apply: Callable[[ev.Happening], list[ev.Happening]]
    category: str = "other"
    quiet: bool = False
    optional: PlayerId | None = None
    usual: bool = True


def process(game: Game, event: ev.Happening) -> list[ev.Happening]:
    """The event as the effects leave it: itself, others in its place, or none."""
    while True:
        if forbidden(game, event):
            return []
        all_ = list(applicable(game, event))
        found = [a for a in all_ if a.key not in event.replaced_by]
        if any(not a.quiet and a.key in event.replaced_by for a in all_):
            game.cite("614.5")
        if not found:
            if (
                isinstance(event, ev.MoveZone | ev.CreateToken)
                and event.counters
                and (event.to if isinstance(event, ev.MoveZone) else "battlefield") == "battlefield"
            ):
                from engine.rules.effects import entering

                event = entering.changed_counters(game, event)
            return [event]
        first = min(CATEGORIES.index(a.category) for a in found)
        if any(CATEGORIES.index(a.category) != first for a in found):
            game.cite(ORDER[first])
            found = [a for a in found if CATEGORIES.index(a.category) == first]
        chosen = found[0] if len(found) == 1 else _choose(game, event, found)
        if chosen.optional is not None and not _wanted(game, chosen):
            event = replace(event, replaced_by=(*event.replaced_by, chosen.key))
            continue
        game.cite(*chosen.rules, *_of_event(game, event))
        if not chosen.quiet:
            game.note(chosen.text, about=(chosen.source,) if chosen.source else ())
        results = [replace(e, replaced_by=(*event.replaced_by, chosen.key)) for e in chosen.apply(event)]
        if len(results) == 1:
            event = results[0]
            continue
        return [final for e in results for final in process(game, e)]


def _of_event(game: Game, event: ev.Happening) -> tuple[str, ...]:
    """What the rules say of replacing just such events."""
    match event:
        case ev.Draw(player=player):
            return ("614.11",) if game.zone("library", player) else ("614.11", "121.6a")
        case ev.DrawCards():
            return ("121.2a",)
        case ev.CreateTokens() | ev.AddCounters():
            return ("614.16",)
        case ev.GainLife():
            return ("119.10",)
    return ()


def affected_player(game: Game, event: ev.Happening) -> PlayerId:
    """CR 616.1: the affected player, or the affected object's controller (its owner, where it has none)."""
    match event:
        case ev.AddCounters(entering=True, by=player) if player is not None:
            return player
        case ev.Damage(to=thing) | ev.AddCounters(thing=thing) | ev.SetFields(thing=thing):
            return game.side_of(thing) or game.turn.active
        case ev.MoveZone(controller=player, to="battlefield") if player is not None:
            return player
        case (
            ev.MoveZone(object=id)
            | ev.Destroy(object=id)
            | ev.Untap(object=id)
            | ev.Tap(object=id)
            | ev.Counter(object=id)
        ):
            return game.controller(id)
    player = getattr(event, "player", None)
    return player if isinstance(player, str) else game.turn.active


def _choose(game: Game, event: ev.Happening, found: list[Applicable]) -> Applicable:
    """CR 616.1: one of those that apply is chosen; quiet ones that change nothing about the others go first."""
    for option in found:
        if option.quiet:
            return option
    game.cite("616.1")
    texts = tuple(dict.fromkeys(a.text for a in found))
    if len(texts) == 1:
        return found[0]
    picked = game.decide(
        Decision(
            player=affected_player(game, event), kind="replacement", options=tuple(range(len(found))),
            question="Which effect applies first? " + "; ".join(f"{i + 1}: {a.text}" for i, a in enumerate(found)),
        )
    )  # fmt: skip
    which: int = picked[0]
    return found[which]


def _wanted(game: Game, option: Applicable) -> bool:
    assert option.optional is not None
    answer = game.decide(
        Decision(option.optional, "may", f"Apply: {option.text}?", (True, False), default=option.usual)
    )
    return bool(answer[0])


# ---- what can't happen (CR 101.2, 614.17) -------------------------------------------------------------------------


def forbidden(game: Game, event: ev.Happening) -> bool:
    """Whether an effect or rule says that this can't happen; replacement effects then have nothing to replace (CR 614.17)."""
    from engine.rules.effects import continuous
    from engine.rules.processing import damage_results

    match event:
        case ev.Destroy(object=id):
            if id not in game.objects:
                return True
            if continuous.has_keyword(game, id, "indestructible"):
                game.cite("702.12b")
                game.note(f"{game.name(id)} is indestructible and is not destroyed", about=(id,))
                return True
        case ev.GainLife(player=player, amount=amount):
            if amount > 0 and continuous.cant(game, player, "gain life"):
                game.note(f"{player} can't gain life", "101.2", "119.7", about=(player,))
                return True
            return amount <= 0
        case ev.LoseLife(player=player, amount=amount):
            if amount > 0 and continuous.cant(game, player, "lose life"):
                game.note(f"{player} can't lose life", "101.2", "119.8", about=(player,))
                return True
            return amount <= 0
        case ev.Counter(object=id):
            if id not in game.objects:
                return True
            if continuous.cant(game, id, "be countered"):
                game.note(f"{game.name(id)} can't be countered", "101.2", about=(id,))
                return True
        case ev.AddCounters(number=number, entering=True):
            return number <= 0
        case ev.AddCounters(thing=thing, number=number):
            if number <= 0 or (isinstance(thing, int) and thing not in game.objects):
                return True
            if continuous.cant_have(game, thing, event.kind):
                game.note(f"{game.name(thing)} can't have {event.kind} counters", "101.2", about=(thing,))
                return True
        case ev.Draw(player=player):
            return bool(game.players[player].lost) or _draws_no_more(game, player)
        case ev.Damage(amount=amount, to=to):
            return amount <= 0 or not game.exists(to) or not damage_results.can_be_dealt(game, event)
        case ev.Tap(object=id):
            return id not in game.objects or game.objects[id].tapped
        case ev.Untap(object=id):
            return id not in game.objects or not game.objects[id].tapped
        case ev.Sacrifice(object=id, player=player):
            # CR 701.21a: only a permanent that the player controls.
            if id not in game.objects or game.controller(id) != player:
                return True
            if continuous.cant(game, id, "be sacrificed"):
                game.note(f"{game.name(id)} can't be sacrificed", "101.2", about=(id,))
                return True
        case ev.MoveZone(object=id, to="battlefield") if id in game.objects:
            if continuous.cant(game, id, "enter"):
                game.note(f"{game.name(id)} can't enter the battlefield", "101.2", about=(id,))
                return True
        case ev.MoveZone(object=id):
            return id not in game.objects
    return False


def _draws_no_more(game: Game, player: PlayerId) -> bool:
    """CR 101.2, 121.3: whether the player can't draw, or has drawn the one card that an effect allows in a turn."""
    from engine.queries import stats
    from engine.rules.effects import continuous

    if continuous.cant(game, player, "draw cards"):
        game.note(f"{player} can't draw cards", "101.2", about=(player,))
        return True
    if not continuous.cant(game, player, "draw more than one card each turn"):
        return False
    drawn = stats.drawn(Context(game, player, 0), player) > 0
    if drawn:
        game.note(f"{player} can't draw another card this turn", "101.2", "121.3", about=(player,))
    return drawn


# ---- finding what applies -------------------------------------------------------------------------------------------


def applicable(game: Game, event: ev.Happening) -> Iterator[Applicable]:
    """Every replacement and prevention effect that could change the event now."""
    yield from rules_for(game, event)
    if not isinstance(event, ev.StepBegins | ev.SpendMana | ev.EmptyPool | ev.SpellCast | ev.BecomesTarget):
        for source, ability in static_replacements(game, event):
            yield from of_ability(game, event, source, ability)
        for floating in list(game.floating.values()):
            yield from of_floating(game, event, floating)


def static_replacements(game: Game, event: ev.Happening) -> list[tuple[ObjectId, Any]]:
    """The replacement abilities in force, and those of the object that enters or moves itself (CR 614.12, 614.13)."""
    from engine.rules.effects import continuous

    def gather() -> list[tuple[ObjectId, Any]]:
        found = []
        emblems = [i for i in game.zone("command") if game.objects[i].kind == "emblem"]  # 113.6, 114.4
        for id in [*game.battlefield(), *emblems]:
            for ability in continuous.abilities_of(game, id):
                if isinstance(ability, ab.Replacement | ab.Enters):
                    found.append((id, ability))
        return found

    found: list[tuple[ObjectId, Any]] = list(game.cached("replacement abilities", gather))
    if (
        isinstance(event, ev.MoveZone)
        and event.object in game.objects
        and (game.objects[event.object].zone != "battlefield")
    ):
        found += [(event.object, a) for a in _own(game, event) if _of_itself(a)]
    elif isinstance(event, ev.CreateToken):
        from engine import keywords

        own = [m for a in event.base.abilities for m in keywords.meaning(a)]
        found += [(0, a) for a in own if isinstance(a, ab.Enters)]
        if any(isinstance(a, ab.Replacement) and a.how == "as" for a in own):
            raise Unsupported("a token with a choice as it enters")
    elif isinstance(event, ev.Discard | ev.Mill | ev.Counter) and isinstance(
        getattr(event, "object", None), int
    ):
        id = event.object  # type: ignore[union-attr]
        if id in game.objects:
            found += [(id, a) for a in continuous.abilities_of(game, id) if isinstance(a, ab.Replacement)]
    return found


def _of_itself(ability: Any) -> bool:
    """CR 113.6, 614.12: whether it is a replacement ability about its own source, which then applies where that comes from."""
    match ability:
        case ab.Enters():
            return True  # entering.applicable asks whose arrival it is about
        case ab.Replacement(event=event):
            return _about_itself(event)
    return False


def _about_itself(event: ab.Event) -> bool:
    match event:
        case ab.OrEvents(events=events):
            return any(_about_itself(e) for e in events)
        case ab.Provided(event=inner):
            return _about_itself(inner)
        case ab.Moves(what=what) | ab.PlayerDoes(what=what):
            return isinstance(what, ab.This)
    return False


def _own(game: Game, event: ev.MoveZone) -> tuple[Any, ...]:
    """The abilities that the moving object has; for one that enters, as it would exist on the battlefield (CR 614.12)."""
    from engine.rules.effects import continuous

    if event.to != "battlefield":
        return continuous.abilities_of(game, event.object)
    ahead, id = game.entering(event)
    return continuous.abilities_of(ahead, id)


def keyword_rule(word: str) -> tuple[str, ...]:
    """CR 702: the rule of the keyword that an ability is (part of) the meaning of, by the ability's word."""
    from engine.keywords import RULES

    return (RULES[word],) if word in RULES else ()


def of_ability(game: Game, event: ev.Happening, source: ObjectId, ability: Any) -> Iterator[Applicable]:
    """A replacement ability of an object, if it applies."""
    from engine.queries import conditions
    from engine.rules.effects import entering

    if isinstance(ability, ab.Enters):
        yield from entering.applicable(game, event, source, ability)
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
    key = (source, ability)
    optional = None
    if ability.optional is not None:
        from engine.queries import descriptions

        optional = descriptions.players(ctx, ability.optional)[0]
    own = isinstance(event, ev.MoveZone | ev.CreateToken) and getattr(event, "object", 0) == source
    yield Applicable(
        key=key, source=source, text=f"{game.name(source)}'s replacement effect applies" if source else "a replacement effect applies",
        rules=(_sort_of(ability), *keyword_rule(ability.word)), optional=optional,
        apply=lambda e: instead(game, ctx, ability.effect, e, key, ability.how),
        category="self" if own and ability.how == "self" else "other",
    )  # fmt: skip


def _sort_of(ability: ab.Replacement) -> str:
    """CR 614.1a, 614.1c, 615.1a: what makes it a replacement or prevention effect."""
    if ability.how == "as":
        return "614.1c"
    return "615.1a" if ability.how == "prevent" or prevents(ability.effect) else "614.1a"


def _controller(game: Game, event: ev.Happening, source: ObjectId) -> PlayerId:
    if (
        isinstance(event, ev.MoveZone)
        and event.object == source
        and event.to == "battlefield"
        and event.controller
    ):
        return event.controller
    if not source:
        return event.player if isinstance(event, ev.CreateToken) else game.turn.active
    return game.controller(source)


def of_floating(game: Game, event: ev.Happening, floating: Floating) -> Iterator[Applicable]:
    """A replacement effect or prevention shield that a spell or ability made (CR 611.2, 614.3, 615.1)."""
    from engine.rules.effects import prevention

    effect = floating.ability
    if effect is None or floating.uses == 0:
        return
    if isinstance(effect, ab.Prevent):
        yield from prevention.applicable(game, event, floating, effect)
        return
    if isinstance(effect, ab.Regenerate):
        if isinstance(event, ev.Destroy) and event.object in (floating.affected or ()):
            from engine.rules.effects import continuous

            if event.no_regeneration:
                game.cite("701.19c")  # the shield is there, and does not apply
                return

            if continuous.cant(game, event.object, "be regenerated"):
                game.cite("701.19c")
                return
            yield Applicable(
                key=("regeneration", floating.id), source=event.object, rules=("701.19a", "614.8"),
                text=f"{game.name(event.object)} regenerates instead of being destroyed",
                apply=lambda e: regenerate(game, e, floating),
            )  # fmt: skip
        return
    if isinstance(effect, ab.Instead):
        ctx = saved_contexts.context_of(game, floating)
        found = event_patterns.match(ctx, effect.event, event, before=True)
        if found is None:
            return
        ctx.mentions.extend(found)
        key = ("floating", floating.id)

        def apply(e: ev.Happening) -> list[ev.Happening]:
            if floating.uses > 0:
                use_up(game, floating)
            return instead(game, ctx, effect.effect, e, key, "instead")

        yield Applicable(
            key=key,
            source=floating.source,
            text=f"the effect of {game.name(floating.source)} applies",
            rules=("615.1a" if prevents(effect.effect) else "614.1a",),
            apply=apply,
        )


def use_up(game: Game, floating: Floating) -> None:
    """One use less; the last one ends the effect."""
    now = game.floating.get(floating.id)
    if now is None:
        return
    if now.uses == 1:
        del game.floating[floating.id]
    elif now.uses > 1:
        game.floating[floating.id] = replace(now, uses=now.uses - 1)
    game.epoch += 1


def regenerate(game: Game, event: ev.Happening, floating: Floating | None) -> list[ev.Happening]:
    """CR 701.19a-b: instead of being destroyed: remove all damage, tap it, remove it from combat."""
    assert isinstance(event, ev.Destroy)
    if floating is not None:
        use_up(game, floating)
    id = event.object
    events: list[ev.Happening] = [
        ev.SetFields(thing=id, verb="regenerates", fields={"damage": 0, "deathtouched": False}),
        ev.Tap(object=id),
    ]
    if combat_state.involves(game, id):
        events.append(ev.RemoveFromCombat(object=id))
    return events


def instead(
    game: Game, ctx: Context, effect: ab.Effect, event: ev.Happening, key: Any, how: str
) -> list[ev.Happening]:
    """What happens in place of the event: the events that the replacement's instruction makes.

    An instruction made of single events is caught and takes the event's place among what happens at once; others are carried out now."""
    from engine import actions
    from engine.rules.effects import substituting

    if how == "as":
        from engine.rules.effects import entering

        return entering.choose_as_enters(game, ctx, effect, event)
    changed = substituting.substitute(game, ctx, effect, event)
    if changed is not None:
        return changed
    left: list[ev.Happening] = []
    if isinstance(effect, ab.Sequence) and isinstance(effect.steps[0], ab.Prevent):
        # CR 615.5: what a prevention effect does besides follows at once; it speaks of the damage as it would have been.
        game.cite("615.5")
        left = substituting.substitute(game, ctx, effect.steps[0], event) or []
        dealt = sum(e.amount for e in left if isinstance(e, ev.Damage))
        if isinstance(event, ev.Damage):
            ctx.mention((), ("damage",), done="prevented", amount=event.amount - dealt)
        effect = replace(effect, steps=effect.steps[1:])
    saved = game.replacing
    game.replacing = (*saved, *event.replaced_by, key)
    try:
        actions.perform(ctx, effect)
    finally:
        game.replacing = saved
    return left


def prevents(effect: ab.Effect) -> bool:
    """CR 615.1a: whether the instruction, or the first of several, prevents damage."""
    first = effect.steps[0] if isinstance(effect, ab.Sequence) else effect
    return isinstance(first, ab.Prevent)


# ---- replacement that the rules themselves make ----------------------------------------------------------------------


def rules_for(game: Game, event: ev.Happening) -> Iterator[Applicable]:
    """Replacement effects of keyword abilities, counters and card types."""
    from engine.rules.effects import continuous, entering

    match event:
        case ev.MoveZone(object=id, to=to) if id in game.objects:
            obj = game.objects[id]
            if (
                obj.zone == "stack"
                and obj.cast is not None
                and obj.cast.alternative in EXILED_FROM_STACK
                and to != "exile"
            ):
                rule = EXILED_FROM_STACK[obj.cast.alternative]
                if to != "battlefield" or obj.cast.alternative == "flashback":
                    yield Applicable(
                        ("leaves the stack", id), id, f"{game.name(id)} is exiled instead, as it was cast with {obj.cast.alternative}",
                        (rule,), lambda e: [replace(e, to="exile", place=0)],
                    )  # fmt: skip
            if obj.zone == "battlefield" and "unearthed" in obj.marks and to != "exile":
                yield Applicable(
                    ("unearth", id), id, f"{game.name(id)} was unearthed and is exiled instead", ("702.84a",),
                    lambda e: [replace(e, to="exile", place=0)],
                )  # fmt: skip
            if obj.zone == "battlefield" and to == "graveyard" and obj.counter("finality"):
                yield Applicable(
                    ("finality", id), id, f"{game.name(id)} has a finality counter and is exiled instead", ("122.1h",),
                    lambda e: [replace(e, to="exile", place=0)],
                )  # fmt: skip
            if event.verb == "discard" and to == "graveyard" and continuous.has_keyword(game, id, "madness"):
                yield Applicable(
                    ("madness", id), id, f"{game.name(id)} is discarded into exile", ("702.35a",),
                    lambda e: [replace(e, to="exile", marks=("madness",))],
                )  # fmt: skip
            if commander.goes_back(event, obj):
                # 903.9b is no exception for one destination alone: offered again where another effect sends it elsewhere.
                yield Applicable(
                    ("commander", id, to), id, f"{game.name(id)} is put into the command zone instead", ("903.9b",),
                    lambda e: [replace(e, to="command", place=0, verb="put")], optional=obj.owner,
                )  # fmt: skip
            if to == "battlefield":
                yield from entering.intrinsic(game, event)
        case ev.CreateToken():
            yield from entering.intrinsic(game, event)
        case ev.Destroy(object=id) if id in game.objects and game.objects[id].counter("shield"):
            yield from _umbra_armor(game, id)
            yield Applicable(
                ("shield counter", id), id, f"a shield counter is removed from {game.name(id)} instead", ("122.1c",),
                lambda e: [ev.RemoveCounters(thing=id, kind="shield", number=1)],
            )  # fmt: skip
        case ev.Destroy(object=id) if id in game.objects:
            yield from _umbra_armor(game, id)
        case ev.Draw(player=player):
            yield from _dredge(game, player)
        case ev.LoseLife(how="damage"):
            yield from _no_further(game, event)
        case ev.Untap(object=id) if id in game.objects and game.objects[id].counter("stun"):
            yield Applicable(
                ("stun counter", id), id, f"a stun counter is removed from {game.name(id)} instead of untapping it", ("122.1d",),
                lambda e: [ev.RemoveCounters(thing=id, kind="stun", number=1)],
            )  # fmt: skip
        case ev.Damage(to=to, source=source):
            from engine.rules.effects import prevention

            whole = prevention.preventable(game, event)
            if isinstance(to, int) and to in game.objects and game.objects[to].counter("shield"):
                off = ev.RemoveCounters(thing=to, kind="shield", number=1)
                yield Applicable(
                    ("shield counter", to), to, f"the damage is prevented and a shield counter removed from {game.name(to)}"
                    if whole else f"a shield counter is removed from {game.name(to)}, but the damage can't be prevented",
                    ("122.1c",) if whole else ("122.1c", "615.12"), lambda e: [off] if whole else [e, off],
                )  # fmt: skip
            if whole and continuous.protected(game, to, source):
                yield Applicable(
                    ("protection", to, source),
                    source,
                    f"protection prevents the damage to {game.name(to)}",
                    ("702.16e",),
                    lambda e: [],
                )


def _no_further(game: Game, event: ev.LoseLife) -> Iterator[Applicable]:
    """CR 614.1a: damage that would reduce a life total to less than a number reduces it to that number. What other damage dealt at the same
    time takes counts (120.4c)."""
    from engine.queries import numbers
    from engine.rules.effects import continuous

    player = event.player
    taken = sum(e.amount for e in game.settling if isinstance(e, ev.LoseLife) and e.player == player)
    life = game.players[player].life - taken
    for applied in continuous.changes_on(game, player, ab.Ruled):
        change = applied.change
        if change.rule != "damage reduces life no further" or change.number is None:
            continue
        least = numbers.value(applied.ctx, change.number)
        if life - event.amount >= least:
            continue
        if life < least:
            raise Unsupported("damage to a player whose life total is below the least that damage leaves")

        def stop(e: ev.Happening, left: int = life - least) -> list[ev.Happening]:
            assert isinstance(e, ev.LoseLife)
            return [replace(e, amount=left)] if left else []

        yield Applicable(
            ("no further", applied.source), applied.source, f"damage reduces {player}'s life total to {least} instead", ("614.1a",), stop,
        )  # fmt: skip


def _umbra_armor(game: Game, host: ObjectId) -> Iterator[Applicable]:
    """CR 702.89a: instead of the enchanted permanent being destroyed, its damage is removed and the Aura destroyed."""
    from engine.game.last_known import attachments
    from engine.rules.effects import continuous

    for aura in attachments(game, host):
        if not any(continuous.has_keyword(game, aura, name) for name in UMBRA_ARMOR):
            continue

        def armor(event: ev.Happening, aura: ObjectId = aura) -> list[ev.Happening]:
            heal = ev.SetFields(
                thing=host, verb="damage is removed", fields={"damage": 0, "deathtouched": False}, quiet=True
            )
            return [heal, ev.Destroy(object=aura)]

        yield Applicable(
            ("umbra armor", aura),
            aura,
            f"{game.name(aura)} is destroyed instead of {game.name(host)}",
            ("702.89a",),
            armor,
        )


UMBRA_ARMOR = ("umbra armor", "totem armor")
"""The keyword's name, and the one it had before."""


def _dredge(game: Game, player: PlayerId) -> Iterator[Applicable]:
    """CR 702.52a-b: with enough cards in the library, mill so many and return the card from the graveyard instead of drawing."""
    from engine.queries import numbers
    from engine.rules.effects import continuous

    library = len(game.zone("library", player))
    for id in game.zone("graveyard", player):
        if game.objects[id].unknown:
            continue
        for keyword in continuous.keywords(game, id, "dredge"):
            count = (
                numbers.value(Context(game, player, id), keyword.number) if keyword.number is not None else 0
            )
            if count <= library:
                mill = ev.Mill(player=player, number=count, source=id)
                back = ev.MoveZone(object=id, to="hand", verb="return", by=player, source=id)
                yield Applicable(
                    ("dredge", id), id, f"{game.name(id)} is dredged: {player} mills {count} instead of drawing", ("702.52a",),
                    lambda e, mill=mill, back=back: [mill, back], optional=player, usual=False,  # type: ignore[misc]
                )  # fmt: skip


EXILED_FROM_STACK = {
    "flashback": "702.34a",
    "aftermath": "702.127a",
    "jump-start": "702.133a",
    "harmonize": "702.180a",
}
