"""Triggered abilities (CR 603): what triggers, from where, looking back where the rules say so, and going onto the stack."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.remembered import by_identity, by_object
from engine.game import Delayed, Game, Pending
from engine.game import events as ev
from engine.game.context import Context
from engine.game.decisions import Decision
from engine.model.characteristics import Characteristics
from engine.model.objects import Mention, ObjectId, OnStack, PlayerId
from engine.queries import citations, event_patterns
from engine.rules.effects import trigger_times

Candidate = tuple[ObjectId, ab.Triggered, int, PlayerId]
"""A triggered ability of an object: which of several equal ones it is (each is an ability of its own), and who controls it."""


def functions_in(ability: ab.Ability, on_permanent: bool = True) -> frozenset[str]:
    """CR 113.6: the zones from which a triggered ability can trigger.

    On the battlefield, unless its trigger or its condition speaks of the object in another zone: being cast (113.6b: on the stack), cycled or
    discarded, being in the graveyard, or moving between other zones; or its effect moves the object out of another zone (113.6m)."""
    if not isinstance(ability, ab.Triggered):
        return frozenset({"battlefield"})
    zones: set[str] = set()
    _zones_of_event(ability.event, zones)
    if named := _zones_of_condition(ability.condition):
        zones = set(named)
    if zones <= {"battlefield"} and (moved_from := _functions_by_effect(ability)):
        zones = {moved_from}
    return frozenset(zones or {"battlefield"})


def _functions_by(ability: ab.Triggered) -> tuple[str, ...]:
    """CR 113.6: the rule by which a triggered ability functions elsewhere than on the battlefield."""
    zones: set[str] = set()
    _zones_of_event(ability.event, zones)
    if _zones_of_condition(ability.condition):
        return ("113.6b",)
    if "battlefield" not in zones:
        return ("113.6k",)
    return ("113.6m",) if zones == {"battlefield"} and _functions_by_effect(ability) else ()


def _functions_by_effect(ability: ab.Triggered) -> str:
    """CR 113.6m: the zone in which the ability functions because its effect moves its object out of it; not if the trigger is what puts it there."""
    return "" if _about_itself(ability.event) else _moves_itself_from(ability.effect)


def _about_itself(event: ab.Event) -> bool:
    """Whether the trigger is for something that happens to the object itself, or to what it is attached to."""
    match event:
        case ab.OrEvents(events=events):
            return any(_about_itself(e) for e in events)
        case ab.Provided(event=inner):
            return _about_itself(inner)
    return any(isinstance(getattr(event, field), ab.This | ab.Host) for field in event.__struct_fields__)


def _moves_itself_from(effect: ab.Effect) -> str:
    """CR 113.6m: the zone that the effect says it moves the object out of, unless an earlier part of it put the object there."""
    from engine.rules.costs import mana

    for part in mana.parts(effect):
        if isinstance(part, ab.Put | ab.Exile) and isinstance(part.what, ab.This):
            return part.origin
    return ""


def _zones_of_event(event: ab.Event, zones: set[str]) -> None:
    match event:
        case ab.OrEvents(events=events):
            for each in events:
                _zones_of_event(each, zones)
        case ab.Provided(event=inner, condition=condition):
            _zones_of_event(inner, zones)
            if named := _zones_of_condition(condition):
                zones.clear()
                zones.update(named)
        case ab.Moves(what=ab.Haunted()):
            zones.add("exile")  # CR 702.55c
        case ab.Moves(what=ab.This(), origin=origin, to=to):
            # CR 603.6c, 603.10a: a leaves-the-battlefield trigger looks back; any other move is seen from where the object comes to.
            if origin == "battlefield" or to == "battlefield":
                zones.add("battlefield")
            elif origin:
                zones.update({origin, to} if to else {origin})
            else:
                zones.update(
                    {"battlefield", "hand", "library", "stack", "graveyard", "exile"}
                    if to != "battlefield"
                    else {"battlefield"}
                )
        case ab.Casts(which=which) if _is_self(which):
            zones.add("stack")
        case ab.PlayerDoes(verb="cycle" | "discard", what=ab.This()):
            zones.update({"graveyard", "exile", "hand"})
        case ab.PlayerDoes(verb="mill", what=ab.This()):
            zones.update({"library", "graveyard"})
        case _:
            zones.add("battlefield")


def _is_self(which: Any) -> bool:
    return isinstance(which, ab.ThisOne)


def _zones_of_condition(condition: ab.Condition | None) -> list[str]:
    match condition:
        case ab.Fits(what=ab.This(), which=ab.Which(before=before, after=after)):
            named = [q.zone for q in (*before, *after) if isinstance(q, ab.InZone)]
            return [*named, *("exile" for q in before if q == ab.Is("suspended"))]
        case ab.AllOf(conditions=parts) | ab.AnyHolds(conditions=parts):
            return [z for p in parts for z in _zones_of_condition(p)]
    return []


LOOKS_BACK = (ev.CeaseToExist, ev.Sacrifice, ev.Destroy, ev.Counter, ev.PlayerLoses, ev.Discard)


def looks_back(game: Game, event: ev.Happening, before: Game) -> bool:
    """CR 603.10: leaving the battlefield, phasing out, going unattached, losing control, being countered, a player losing are judged by the moment before."""
    if isinstance(event, ev.MoveZone):
        obj = before.objects.get(event.object)
        if obj is None or event.to == "battlefield":  # CR 603.6a: what enters is judged by the moment after
            return False
        return obj.zone in ("battlefield", "graveyard", "stack") or event.to in ("hand", "library")
    if isinstance(event, ev.Attach):
        return event.to is None
    if isinstance(event, ev.SetFields):
        return bool(event.fields.get("phased_out"))  # 603.10a
    return isinstance(event, LOOKS_BACK)


def candidates(game: Game) -> dict[type[ev.Happening], list[Candidate]]:
    """The triggered abilities of all objects in the zones where they function, by the event types they wait for."""

    def gather() -> dict[type[ev.Happening], list[Candidate]]:
        from engine.rules.effects import continuous

        found: dict[type[ev.Happening], list[Candidate]] = {}
        for id, obj in game.objects.items():
            if obj.phased_out or obj.kind == "ability" or (obj.zone in ("library",) and obj.unknown):
                continue
            if obj.zone not in ("battlefield", "command", "stack") and not _has_triggers(obj.base):
                continue
            for ability, nth in _told_apart(continuous.abilities_of(game, id)):
                zones = functions_in(ability)
                if obj.zone not in zones and not (obj.zone == "command" and obj.kind == "emblem"):
                    continue
                for kind in event_patterns.kinds(ability.event):
                    found.setdefault(kind, []).append((id, ability, nth, game.controller(id)))
        return found

    return game.cached_values("triggered abilities", gather)


@by_object
def _told_apart(abilities: tuple[ab.Ability, ...]) -> list[tuple[ab.Triggered, int]]:
    """The triggered abilities, each with the number of equal ones before it: two that say the same are two abilities (CR 113.2c)."""
    triggered = [ability for ability in abilities if isinstance(ability, ab.Triggered)]
    if len(triggered) < 2:
        return [(ability, 0) for ability in triggered]
    before: Counter[ab.Triggered] = Counter()
    found = []
    for ability in triggered:
        found.append((ability, before[ability]))
        before[ability] += 1
    return found


@by_identity
def _has_triggers(base: Characteristics) -> bool:
    return any(isinstance(a, ab.Triggered | ab.Paragraph | ab.Keyword | ab.Keywords) for a in base.abilities)


def collect(game: Game, entries: list[ev.Happened], before: Game) -> None:
    """CR 603.2: note every ability that these events trigger; they wait until a player would receive priority (603.3)."""
    from engine.rules.costs import mana

    waiting: list[Pending] = []
    for entry in entries:
        event = entry.event
        views = [before] if looks_back(game, event, before) else [game]
        seen: set[tuple[ObjectId, int, int]] = set()
        if isinstance(event, ev.MoveZone) and views == [before]:
            views.append(
                game
            )  # its own abilities where it came to ("put into a graveyard from anywhere", 603.6c)
        for view in views:
            for id, ability, nth, controller in candidates(view).get(type(event), ()):
                if (
                    view is game
                    and len(views) > 1
                    and not (isinstance(event, ev.MoveZone) and id == event.was and _from_anywhere(ability))
                ):
                    continue
                key = (id, _index(ability), nth)
                if key in seen and len(views) > 1 and view is game:
                    continue
                new = triggered_by(game, view, id, ability, controller, entry, nth)
                if new:
                    seen.add(key)
                    waiting.extend(new)
        for delayed in list(game.delayed.values()):
            waiting.extend(_delayed(game, delayed, entry))
    game.pending = game.pending + tuple(waiting)
    check_states(game)
    mana.resolve_triggered(game)


def _index(ability: ab.Ability) -> int:
    return hash(ability)


def _from_anywhere(ability: ab.Triggered) -> bool:
    """Whether the trigger is for a move to this zone from anywhere, not from the battlefield alone."""
    zones = functions_in(ability)
    if not _about_itself(ability.event) and all(
        isinstance(p, ab.Moves) and p.origin for p in _each_pattern(ability.event)
    ):
        return False  # CR 603.10a: it looks back, to when the object was not yet where the ability functions
    return "graveyard" in zones or "exile" in zones or "hand" in zones


def triggered_by(
    game: Game,
    view: Game,
    id: ObjectId,
    ability: ab.Triggered,
    controller: PlayerId,
    entry: ev.Happened,
    nth: int = 0,
) -> list[Pending]:
    """How often, and with what mentions, the event triggers the ability; once for each attacker, blocker, ... that fits (603.2c)."""
    event = entry.event
    found: list[list[Mention]] = []
    pattern = ability.event
    for only in _parts(ability.event, event):
        ctx = Context(view, controller, id)
        ctx.only = only
        fitted, mentions = event_patterns.met(ctx, ability.event, event)
        if mentions is None:
            continue
        if _has_been(ctx, fitted, entry):
            told = f"{view.name(id)}'s ability doesn't trigger: this was not the first time this turn"
            game.note(told, "603.2", about=(id,), cause=entry.step)
            continue
        found.append(mentions)
        pattern = fitted
    if not found:
        return []
    times = trigger_times.times(game, view, id, event)
    if not times:
        return []
    rules = citations.of_trigger(pattern, event, gone=id not in game.objects) + _functions_by(ability)
    if times > 1:
        rules += ("603.2d",)
    if batched(pattern):
        rules += ("603.2c",)
        key = ("batch", id, ability, nth, entry.moment, _batch_of(pattern, event))
        if key in game.uses:
            _join(game, key, id, found, _moved(event))
            return []
        game.uses[key] = 1
        found = found[:1]
    out = []
    for mentions in found:
        if ability.condition is not None:
            from engine.queries import conditions

            ctx = Context(game if view is game else view, controller, id, mentions=list(mentions))
            game_ctx = Context(game, controller, id, mentions=list(mentions))
            if not conditions.holds(game_ctx if view is game else _mixed(ctx, game_ctx), ability.condition):
                asked = (
                    "603.4",
                    *_keyword_rule(ability),
                    *citations.of_condition(game, id, ability.condition),
                )
                game.note(
                    f"{view.name(id)}'s ability doesn't trigger: its condition doesn't hold",
                    *asked,
                    about=(id,),
                    cause=entry.step,
                )
                continue
        # What didn't trigger for its condition has used up no limit.
        if not _allowed(game, ability, (id, ability, nth), entry):
            continue
        moved = _moved(event)
        waiting = Pending(
            controller,
            id,
            ability,
            tuple(mentions),
            moved,
            timestamp=view.object(id).timestamp,
            cause=entry.step,
            nth=nth,
            rules=rules,
        )
        out += [waiting] * times
    return out


def _has_been(ctx: Context, pattern: ab.Event, entry: ev.Happened) -> bool:
    """Whether the event is one "for the first time each turn" that has happened this turn before, whoever was there to see it."""
    if not isinstance(pattern, ab.Provided) or pattern.note != event_patterns.FIRST:
        return False
    for earlier in ctx.game.this_turn():
        if earlier.moment < entry.moment and event_patterns.match(ctx, pattern, earlier.event) is not None:
            return True
    return False


def _mixed(looking_back: Context, now: Context) -> Context:
    """CR 603.4: the condition is asked of the game as it is now; what is gone answers as it last was."""
    return now


def _moved(event: ev.Happening) -> tuple[tuple[ObjectId, ObjectId], ...]:
    if isinstance(event, ev.MoveZone) and event.was:
        return ((event.object, event.was),)
    return ()


def _parts(pattern: ab.Event, event: ev.Happening) -> list[Any]:
    """Events that stand for several at once, one by one: each attacker, each block (CR 508.3a, 509.3)."""
    if isinstance(event, ev.AttackersDeclared):
        if batched(pattern):
            return [None]  # CR 603.2c: once, for all of them
        if ab.PlayerAttacks not in _simple(pattern):
            return [a for a, _ in event.attacks]
    if isinstance(event, ev.BlockersDeclared):
        found = [part for each in _each_pattern(pattern) for part in _of_blocks(each, event)]
        return list(dict.fromkeys(found)) or [None]
    return [None]


def _of_blocks(pattern: ab.Event, event: ev.BlockersDeclared) -> list[Any]:
    """CR 509.3a-d: each block, where the pattern names both creatures; else each creature that blocks or becomes blocked, however many the
    other side has; each that isn't blocked (509.3g)."""
    match pattern:
        case ab.Blocks(whom=None):
            return [event_patterns.as_blocker(blocker) for blocker, _ in event.blocks]
        case ab.BecomesBlocked(by=None):
            return [attacker for _, attacker in event.blocks]
        case ab.Blocks() | ab.BecomesBlocked():
            return list(event.blocks)
        case ab.AttacksUnblocked():
            return list(event.unblocked)
    return []


def _simple(pattern: ab.Event) -> set[type[ab.Event]]:
    match pattern:
        case ab.OrEvents(events=events):
            return {k for e in events for k in _simple(e)}
        case ab.Provided(event=inner):
            return _simple(inner)
    return {type(pattern)}


def batched(pattern: ab.Event) -> bool:
    """CR 603.2c: "one or more" triggers once for all that happens at once."""
    match pattern:
        case ab.OrEvents(events=events):
            return any(batched(e) for e in events)
        case ab.Provided(event=inner):
            return batched(inner)
    field = SEVERAL.get(type(pattern))
    noun = getattr(pattern, field) if field else None
    return isinstance(noun, ab.Chosen) and isinstance(noun.amount, ab.OneOrMore)


def _batch_of(pattern: ab.Event, event: ev.Happening) -> Any:
    """CR 603.2c: what is told apart among the things that happen at once: "one or more creatures deal damage to a player" is met once for
    each player (or other recipient) that is dealt damage, "a player ... one or more" once for each player."""
    if isinstance(event, ev.Damage):
        dealt = next((p for p in _each_pattern(pattern) if isinstance(p, ab.DealsDamage)), None)
        if dealt is not None and dealt.whom is not None:
            return event.to
    return None


def _each_pattern(pattern: ab.Event) -> list[ab.Event]:
    match pattern:
        case ab.OrEvents(events=events):
            return [p for e in events for p in _each_pattern(e)]
        case ab.Provided(event=inner):
            return _each_pattern(inner)
    return [pattern]


SEVERAL: dict[type[ab.Event], str] = {
    ab.Attacks: "what", ab.Moves: "what", ab.DealsDamage: "source", ab.IsDealtDamage: "whom", ab.PlayerDoes: "what", ab.ObjectDoes: "what", ab.BecomesTapped: "what",
    ab.CountersPut: "on",
}  # fmt: skip
"""Where "one or more" in an event makes it trigger once for all that happens at once; anywhere else it has no meaning."""


def _join(
    game: Game,
    key: Any,
    id: ObjectId,
    found: list[list[Mention]],
    moved: tuple[tuple[ObjectId, ObjectId], ...],
) -> None:
    """Add what else happened at once to the mention of an ability that has triggered for the whole batch."""
    pending = list(game.pending)
    for index, waiting in enumerate(pending):
        if (waiting.source, waiting.ability, waiting.nth) == (id, *key[2:4]) and waiting.mentions:
            for mentions in found:
                subject, more = waiting.mentions[-1], mentions[-1]
                amount = (
                    None if subject.amount is None or more.amount is None else subject.amount + more.amount
                )
                joined = Mention(
                    (*subject.things, *more.things), subject.words | more.words, subject.done, True, amount
                )
                waiting = replace(
                    waiting, mentions=(*waiting.mentions[:-1], joined), moved=(*waiting.moved, *moved)
                )
            pending[index] = waiting
    game.pending = tuple(pending)


Instance = tuple[ObjectId, ab.Triggered, int]
"""One ability of one object: a limit is each ability's own."""


def _allowed(game: Game, ability: ab.Triggered, instance: Instance, entry: ev.Happened) -> bool:
    """CR 603.2h: limits on how often the ability triggers in a turn, counted as it triggers; or as what it says to do but once is done."""
    for limit in ability.restrictions:
        if not isinstance(limit, ab.TriggersOnce):
            continue
        if limit.do:
            if times_done(game, instance) >= limit.number:
                told = f"{game.name(instance[0])}'s ability doesn't trigger: that has been done this turn"
                game.note(told, "603.2h", about=(instance[0],), cause=entry.step)
                return False
            continue
        key = ("triggered this turn", game.turn.number, instance)
        game.uses[key] = game.uses.get(key, 0) + 1
        if game.uses[key] > limit.number:
            return False
    return True


def times_done(game: Game, instance: Instance) -> int:
    """CR 603.2h: how often this turn the ability's controller has done what it says to do only so often each turn."""
    return game.uses.get(("done this turn", game.turn.number, instance), 0)


def note_done(game: Game, instance: Instance) -> None:
    """CR 603.2h: the controller of the ability has done what it says."""
    key = ("done this turn", game.turn.number, instance)
    game.uses[key] = game.uses.get(key, 0) + 1


# ---- delayed and state triggers ---------------------------------------------------------------------------------------


def _delayed(game: Game, delayed: Delayed, entry: ev.Happened) -> list[Pending]:
    """CR 603.7: a delayed triggered ability, once for each attacker, blocker, ... that fits (603.2c), and its end if it triggers but once."""
    waiting: list[Pending] = []
    ctx = Context(
        game, delayed.controller, delayed.source, mentions=list(delayed.mentions), moved=dict(delayed.moved)
    )
    for only in _parts(delayed.event, entry.event):
        ctx.only = only
        found = event_patterns.match(ctx, delayed.event, entry.event)
        if found is None:
            continue
        if not trigger_times.times(game, game, 0, entry.event):
            continue
        subject_last = found if not isinstance(entry.event, ev.StepBegins) else []
        waiting.append(
            Pending(
                delayed.controller, delayed.source, None, (*delayed.mentions, *subject_last),
                (*delayed.moved, *_moved(entry.event)), game.tick(), entry.step, effect=delayed.effect, x=delayed.x,
                rules=("603.7", *citations.of_trigger(delayed.event, entry.event, gone=False)),
            )
        )  # fmt: skip
        if delayed.once:
            game.delayed.pop(delayed.id, None)
            break
        if batched(delayed.event):
            break
    if waiting and not delayed.once and batched(delayed.event):
        key = ("delayed batch", delayed.id, entry.moment, _batch_of(delayed.event, entry.event))
        if key in game.uses:
            return []
        game.uses[key] = 1
    return waiting


def check_states(game: Game) -> None:
    """CR 603.8: state triggers trigger as soon as the state holds, also in the middle of a resolution, and not again while the ability is waiting or on
    the stack."""
    from engine.queries import conditions
    from engine.rules.effects import continuous

    def gather() -> list[Instance]:
        return [
            (id, a, nth)
            for id in game.battlefield()
            for a, nth in _told_apart(continuous.abilities_of(game, id))
            if isinstance(a.event, ab.Meets)
        ]

    if game.over:
        return
    for id, ability, nth in game.cached_values("state triggers", gather):
        assert isinstance(ability.event, ab.Meets)
        instance = (id, ability, nth)
        waiting = any((p.source, p.ability, p.nth) == instance for p in game.pending)
        on_stack = any(
            (s := game.objects[i].stack) is not None and (s.source, s.ability, s.nth) == instance
            for i in game.stack()
        )
        ctx = Context(game, game.controller(id), id)
        if not waiting and not on_stack and conditions.holds(ctx, ability.event.condition):
            game.pending += (Pending(ctx.controller, id, ability, (), (), game.tick(), nth=nth),)


# ---- onto the stack ---------------------------------------------------------------------------------------------------


def put_on_stack(game: Game) -> bool:
    """CR 603.3b: waiting triggered abilities go onto the stack, the active player's first, each player's in the order they choose."""
    if not game.pending:
        return False
    waiting, game.pending = game.pending, ()
    if len({p.controller for p in waiting}) > 1:
        game.cite("603.3b")
    for player in game.apnap():
        mine = sorted((p for p in waiting if p.controller == player), key=lambda p: p.timestamp)
        if len(mine) > 1:
            game.cite("603.3b")
            order = tuple(range(len(mine)))
            if any(p.ability != mine[0].ability or p.mentions != mine[0].mentions for p in mine[1:]):
                order = game.decide(
                    Decision(
                        player, "order", "In which order do the abilities go on the stack (first one resolves last)?",
                        tuple(_label(game, p.source) for p in mine),
                    )
                ) if len({_label(game, p.source) for p in mine}) == len(mine) else game.decide(
                    Decision(player, "order", "In which order do the abilities go on the stack (first one resolves last)?", order)
                )  # fmt: skip
                if order and isinstance(order[0], str):
                    names = [_label(game, p.source) for p in mine]
                    order = tuple(names.index(name) for name in order)
            mine = [mine[i] for i in order]
        for pending in mine:
            announce(
                game, pending, sum(p.source == pending.source and p.ability == pending.ability for p in mine)
            )
    return True


def _keyword_rule(ability: ab.Triggered | None) -> tuple[str, ...]:
    """CR 702: the rule of the keyword that the ability is (part of) the meaning of."""
    from engine.keywords import RULES

    rule = RULES.get(ability.word) if ability is not None else None
    return (rule,) if rule is not None else ()


def _speaks_of_x(effect: ab.Effect | None) -> bool:
    """Whether an X in the effect is not defined by it."""
    parts = list(ab.walk(effect))
    return any(isinstance(p, ab.X) and p.name == "X" for p in parts) and not any(
        isinstance(p, ab.WhereX) for p in parts
    )


def _label(game: Game, source: ObjectId) -> str:
    """What a waiting ability is called: by its source, if it has one (CR 113.8, 724.2)."""
    return game.name(source) if source else "a rule"


def _own_aura(game: Game, pending: Pending) -> tuple[tuple[ObjectId, ObjectId], ...]:
    """CR 400.7f: an Aura's ability that triggered as what it enchants left the battlefield finds what the Aura became in the graveyard."""
    event = pending.ability.event if pending.ability is not None else None
    left = isinstance(event, ab.Moves) and event.origin == "battlefield" and isinstance(event.what, ab.Host)
    if not left or pending.source in game.objects:
        return ()
    moves = [h.event for h in game.this_turn(ev.MoveZone)]
    found = [
        e
        for e in moves
        if isinstance(e, ev.MoveZone) and e.object == pending.source and e.to == "graveyard" and e.was
    ]
    if found:
        game.cite("400.7f")
    return tuple((pending.source, e.was) for e in found)


def announce(game: Game, pending: Pending, times: int = 1) -> None:
    """CR 603.3c-d: the ability goes on the stack; its modes and targets are chosen; without a legal choice it is removed.

    `times` is how often its ability has triggered (CR 603.2c)."""
    from engine.queries import targets
    from engine.rules.casting import proposal

    ability = pending.ability
    effect = ability.effect if ability is not None else pending.effect
    pending = replace(pending, moved=(*pending.moved, *_own_aura(game, pending)))
    ctx = Context(
        game, pending.controller, pending.source, mentions=list(pending.mentions), moved=dict(pending.moved)
    )
    if pending.x is not None:
        ctx.letters["X"] = pending.x
    source = game.name(pending.source) if pending.source else "a rule"
    chosen = targets.announce(ctx, effect)
    if chosen is None:
        game.note(
            f"{source}'s ability has no legal target and is removed",
            "603.3d",
            about=(pending.source,),
            cause=pending.cause,
        )
        return
    effect, slots, modes = chosen
    base = Characteristics(
        name="", colors=game.characteristics(pending.source).colors if pending.source else frozenset()
    )
    from engine.model.objects import CastInfo

    stack = OnStack(
        effect=effect, targets=slots, mentions=pending.mentions, ability=ability, source=pending.source, kind="triggered",
        moved=pending.moved, nth=pending.nth,
    )  # fmt: skip
    saved = game.cause
    game.cause = pending.cause if pending.cause >= 0 else game.cause
    source_cast = game.object(pending.source).cast if pending.source else None
    x = pending.x if pending.x is not None else (source_cast.x if source_cast is not None else None)
    if pending.x is None and x is not None and _speaks_of_x(effect):
        game.cite("107.3m")
    info = CastInfo(by=pending.controller, modes=modes, x=x)
    game.cite("603.3", *pending.rules, *_keyword_rule(ability))
    if times > 1 and ability is not None and "603.2d" not in pending.rules:
        game.cite("603.2c")
    if ability is not None and ability.condition is not None:
        game.cite("603.4", *citations.of_condition(game, pending.source, ability.condition))
    if isinstance(effect, ab.Optional):
        game.cite("603.5")  # whether it is done is chosen as it resolves
    if ability is not None and isinstance(ability.event, ab.Meets):
        game.cite("603.8")
    entries = game.happen(
        ev.PutOnStack(
            controller=pending.controller,
            base=base,
            stack=stack,
            cast=info,
            text=f"{source}'s ability triggers",
        )
    )
    id = next(h.event.was for h in entries if isinstance(h.event, ev.PutOnStack))
    proposal.tell_targets(game, pending.controller, id, slots)
    game.cause = saved
