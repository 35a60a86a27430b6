"""How permanents enter the battlefield: tapped, with counters, with choices made, as copies (CR 614.1c-e, 614.12, 306.5b, 310.4b, 714.3a)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, Decision, Game, doors
from engine.game import events as ev
from engine.model import Characteristics, ObjectId, PlayerId
from engine.queries import PREPARED, conditions, event_patterns, numbers
from engine.rules import choosing
from engine.rules.effects import (
    attaching,
    battles,
    candidates,
    copying,
    day_and_night,
    faces,
    layers,
    prepared,
)

Entering = ev.MoveZone | ev.CreateToken


def applicable(
    game: Game, event: ev.GameEvent, source: ObjectId, ability: ab.Enters, nth: int = 0
) -> Iterator[Any]:
    """An "enters ..." ability, if it applies to the object that enters. `nth`: which of several equal ones of its object it is."""
    if not isinstance(event, ev.MoveZone | ev.CreateToken) or (
        isinstance(event, ev.MoveZone) and event.to != "battlefield"
    ):
        return
    own = (isinstance(event, ev.MoveZone) and event.object == source) or (
        isinstance(event, ev.CreateToken) and source == 0
    )
    ctx = context(game, event, source)
    if isinstance(ability.what, ab.This):
        if not own:
            return
    elif own or not event_patterns.fits_entering(ctx, ability.what, event):
        # CR 614.12: an ability about a class of permanents does not reach the arrival of its own source.
        return
    with as_it_would_be(ctx, event, ability.condition, ability.unless):
        if ability.condition is not None:
            if not conditions.holds(ctx, ability.condition):
                return
            ctx.mentions += conditions.speaks_of(ctx, ability.condition)
        if ability.unless is not None and conditions.holds(ctx, ability.unless):
            return
    copies = any(isinstance(c, ab.CopyOf) for c in ability.changes)
    if ability.word == "sunburst" and (
        ctx.cast is None or ctx.cast.paid or game.objects[source].zone != "stack"
    ):
        game.cite("702.44b")
    name = game.name(event.object) if isinstance(event, ev.MoveZone) else event.base.name
    yield candidates.Applicable(
        key=key_of(event, source, ability, nth), source=source, text=f"{name} enters {_said(ability)}", rules=(_sort_of(ability), "614.12", *candidates.keyword_rules(*(game.entering(event) if own else (game, source)), ability.word)),
        apply=lambda e: _entered(ctx, ability, e), category="control" if ability.state == UNDER_AN_OPPONENT else "copy" if copies else "other", quiet=not copies,
        optional=ctx.controller if ability.optional and ability.state != NOT_AT_ALL else None, left_to=_whom_it_is_left_to(ctx, ability), usual=not copies or event.copies < 2,
        state=ability.state,
    )  # fmt: skip


def of_effect(ctx: Context, event: ev.GameEvent, ability: ab.Enters, id: int) -> Iterator[Any]:
    """CR 611.2c, 614.1d: an effect of a while that says how something enters, if it is about what enters: the object that it was said of, in whatever zone
    that was then (400.7a), or what fits."""
    if not isinstance(event, Entering) or (isinstance(event, ev.MoveZone) and event.to != "battlefield"):
        return
    what = ability.what
    if isinstance(what, ab.Fixed):
        if not isinstance(event, ev.MoveZone) or event.object not in what.things:
            return
    elif not event_patterns.fits_entering(ctx, what, event):
        return
    asked = ability.condition
    if isinstance(asked, ab.Fits) and not event_patterns.fits_entering(ctx, ab.Chosen(asked.which), event):
        return
    name = ctx.game.name(event.object) if isinstance(event, ev.MoveZone) else event.base.name
    yield candidates.Applicable(
        key=("floating", id), source=ctx.source, text=f"{name} enters {_said(ability)}", rules=("614.1d", "611.2c"),
        apply=lambda e: _entered(ctx, ability, e), quiet=ability.state != UNDER_YOU, category="control" if ability.state == UNDER_YOU else "other",
    )  # fmt: skip


def key_of(event: ev.GameEvent, source: ObjectId, ability: ab.Ability, nth: int = 0) -> tuple[Any, ...]:
    """CR 614.5, 707.5: an ability of what enters that it has got by a copy effect isn't the one that has been applied before, if that said the same;
    nor is another of several equal ones (113.2c)."""
    own = event.object if isinstance(event, ev.MoveZone) else 0
    copies = event.copies if isinstance(event, Entering) and own == source else 0
    return (source, ability, copies, nth) if copies or nth else (source, ability)


def _whom_it_is_left_to(ctx: Context, ability: ab.Enters) -> tuple[PlayerId, ...]:
    """CR 702.104a: tribute is for an opponent to pay, whom the controller chooses."""
    return tuple(ctx.game.reached(ctx.controller)) if ability.word == "tribute" else ()


def _sort_of(ability: ab.Enters) -> str:
    """CR 614.1c-d: "this enters with ...", "this enters as ..."; or how this, or others, enter."""
    how = bool(ability.kind or ability.kinds or ability.changes)
    return "614.1c" if how and isinstance(ability.what, ab.This) else "614.1d"


def context(game: Game, event: Entering, source: ObjectId) -> Context:
    """The frame of an ability that speaks as something enters: "you" is who will control it, for its own abilities."""
    if isinstance(event, ev.CreateToken):
        made = Context(
            game, (event.under or event.player) if source == 0 else game.controller(source), source
        )
        if source == 0:
            made.letters["X"] = 0  # 107.3m: no spell became it for which X was chosen
        return made
    if event.object == source:
        obj = game.objects[source]
        ctx = Context(game, event.controller or obj.owner, source, cast=event.cast or obj.cast)
        # CR 107.3m: X is what was chosen for the spell that becomes it, else 0
        chosen = ctx.cast.x if ctx.cast is not None and obj.zone == "stack" else None
        ctx.letters["X"] = chosen or 0
        ctx.mention((source,), ("creature", "permanent", "card"))
        return ctx
    return Context(game, game.controller(source), source)


def _said(ability: ab.Enters) -> str:
    if ability.state == NOT_AT_ALL:
        return "for a cost alone"
    if ability.kind:
        return f"with {ability.kind} counters"
    if ability.kinds:
        return "with counters of a chosen kind"
    return ability.state or "as its text says"


NOT_AT_ALL = "not at all"
"""The state of what enters for a cost alone, and is put into its owner's graveyard else."""
UNDER_AN_OPPONENT = "under an opponent's control"
"""The state of what enters so (CR 616.1b)."""
UNDER_YOU = "under your control"
"""The state of what enters under the control of the player whose effect it is, instead of another's (CR 616.1b)."""
STATES = frozenset({"", "tapped", "untapped", PREPARED, NOT_AT_ALL, UNDER_AN_OPPONENT, UNDER_YOU})


def _entered(ctx: Context, ability: ab.Enters, event: ev.GameEvent) -> list[ev.GameEvent]:
    """The event with what the ability says about how the object enters, or whether."""
    assert isinstance(event, ev.MoveZone | ev.CreateToken)
    if ability.state == NOT_AT_ALL:
        return _for_a_cost(ctx, ability, event)
    return [_changed(ctx, ability, event)]


def _changed(ctx: Context, ability: ab.Enters, event: Entering) -> Entering:
    game = ctx.game
    if ability.unless_costs and not doors.can_pay(ctx, ability.unless_costs, ctx.controller):
        with_others = any(isinstance(e, ev.MoveZone) and e.to == "battlefield" for e in game.settling)
        game.cite(*(("614.12b",) if with_others else ()))
    elif ability.unless_costs:
        wish = game.decide(Decision(ctx.controller, "may", "Pay the cost as it enters?", (True, False)))
        if wish[0]:
            doors.pay(ctx, ability.unless_costs, ctx.controller)
            return event
    if ability.state not in STATES:
        raise Unsupported(f"entering {ability.state!r}")
    if ability.state == PREPARED:
        event = _prepared(game, event)
    elif ability.state == UNDER_AN_OPPONENT:
        event = _given_away(ctx, event)
    elif ability.state == UNDER_YOU:
        event = _under(event, ctx.controller)
    elif ability.state:
        event = replace(event, tapped=ability.state == "tapped")
    if ability.counters is not None and own_x(ability.counters):
        game.cite("107.3m")
    if ability.kind:
        with as_it_would_be(ctx, event, ability.counters, ability.each):
            number = numbers.value(ctx, ability.counters) if ability.counters is not None else 1
            if ability.each is not None:
                number *= numbers.value(ctx, ability.each)
        event = with_counters(event, ability.kind, number)
    if ability.kinds:
        event = _of_choice(ctx, ability, event)
    if ability.word == "tribute":
        event = (
            replace(event, marks=(*event.marks, "tribute paid")) if isinstance(event, ev.MoveZone) else event
        )
    for change in ability.changes:
        event = _with_change(ctx, change, event)
    return event


def _given_away(ctx: Context, event: Entering) -> Entering:
    """CR 110.2a: it enters under the control of an opponent whom the player chooses under whose control it would enter."""
    options = tuple(ctx.game.reached(ctx.controller))
    if not options:
        return event
    picked = ctx.game.decide(
        Decision(ctx.controller, "player", "Under whose control does it enter?", options)
    )
    return _under(event, picked[0])


def _under(event: Entering, player: PlayerId) -> Entering:
    """CR 616.1b: the event with the permanent entering under the player's control."""
    if isinstance(event, ev.CreateToken):
        return replace(event, under=player)
    return replace(event, controller=player)


def _prepared(game: Game, event: Entering) -> Entering:
    """CR 722.3a: it enters prepared if it has a prepare spell as it is going to enter."""
    game.cite("722.3a")
    if prepared.spell_of(*game.entering(event)) is None:
        return event
    return replace(event, marks=(*event.marks, PREPARED))


def _for_a_cost(ctx: Context, ability: ab.Enters, event: Entering) -> list[ev.GameEvent]:
    """CR 614.1a: something is done in the place of its entering; if it was, the object enters after all, and else is put into its owner's graveyard:
    a token isn't created then, for it would cease to exist there (701.7a, 704.5d)."""
    game, costs = ctx.game, ability.unless_costs
    game.cite("614.1a")
    able = doors.can_pay(ctx, costs, ctx.controller)
    if not able and any(
        doors.can_pay(ctx, (cost,), ctx.controller) for cost in map(_less_of, costs) if cost is not None
    ):
        raise Unsupported("a part of what has to be done for a permanent to enter")
    question = Decision(ctx.controller, "may", "Pay the cost for it to enter?", (True, False))
    if able and (not ability.optional or game.decide(question)[0]):
        doors.pay(ctx, costs, ctx.controller)
        return [event]
    if not isinstance(event, ev.MoveZone):
        game.note(
            f"the token of {event.base.name} would go to a graveyard and isn't created",
            "701.7a",
            "704.5d",
            kind="kept",
        )
        return []
    return [
        replace(event, to="graveyard", place=0, controller=None, attached_to=None, tapped=False, counters=())
    ]


def _less_of(cost: ab.Cost) -> ab.Cost | None:
    """The cost with one thing in the place of several; None where it asks for no more."""
    match cost:
        case ab.Do(action=ab.Sacrifice(what=ab.Chosen(which=which, amount=amount))) if amount is not None:
            return ab.Do(ab.Sacrifice(ab.Chosen(which)))
    return None


def _of_choice(ctx: Context, ability: ab.Enters, event: Entering) -> Entering:
    """CR 614.12a: with a counter of a kind that its controller chooses before it enters, or with one of each of several."""
    number = numbers.value(ctx, ability.counters) if ability.counters is not None else 1
    most = min(number, len(ability.kinds))
    question = "Which kind of counter does it enter with?"
    ctx.game.cite("614.12a")
    for kind in ctx.game.decide(Decision(ctx.controller, "word", question, ability.kinds, most, most)):
        event = with_counters(event, kind, 1)
    return event


def own_x(number: ab.Number) -> bool:
    """CR 107.3m: whether the number is, or is worked out from, the X of the spell that the permanent was."""
    return any(isinstance(part, ab.X) and part.name == "X" for part in ab.walk(number))


def with_counters(event: Entering, kind: str, number: int) -> Entering:
    """The event with so many more counters of the kind on the object."""
    counts = dict(event.counters)
    counts[kind] = counts.get(kind, 0) + max(number, 0)
    return replace(event, counters=tuple(counts.items()))


def _enchanting(ctx: Context, event: Entering) -> Entering:
    """CR 303.4f: what enters as a copy of an Aura, and was no Aura spell, enters attached to what its controller chooses."""
    if not isinstance(event, ev.MoveZone) or event.attached_to is not None:
        return event
    if event.base is None or "Aura" not in event.base.subtypes:
        return event
    options = attaching.could_enchant(ctx.game, event)
    if not options:
        return event
    ctx.game.cite("303.4f")
    kind: Any = "player" if all(isinstance(o, str) for o in options) else "objects"
    question = f"choose what {event.base.name} enchants"
    return replace(
        event, attached_to=ctx.game.decide(Decision(ctx.controller, kind, question, tuple(options)))[0]
    )


def _with_change(ctx: Context, change: ab.Change, event: Entering) -> Entering:
    if isinstance(change, ab.CopyOf):
        picked = choosing.things(ctx, change.what)
        if not picked:
            return event
        base = copying.copy_with(ctx, int(picked[0]), _of_its_own(ctx, change.exceptions, event))
        ctx.game.cite("707.5", "707.2")
        entered = replace(event, base=base, copies=event.copies + 1, copy_counters=())
        return _enchanting(ctx, _entering_besides(ctx, change.exceptions, entered))
    raise Unsupported(f"entering with the change {type(change).__name__}")


def _entering_besides(ctx: Context, exceptions: tuple[ab.Change, ...], event: Entering) -> Entering:
    """CR 707.9e-f: the counters that it enters with besides, by what it is as a copy, unless another copy effect applies after this one."""
    base = event.base
    also = [e for e in exceptions if isinstance(e, ab.AlsoEnters)]
    assert base is not None
    for exception in also:
        if exception.word in ("", *base.types):
            ctx.game.cite("707.9f" if exception.word else "707.9e")
            more = (exception.kind, numbers.value(ctx, exception.counters))
            event = replace(event, copy_counters=(*event.copy_counters, more))
    return event


def with_copy_counters(event: Entering) -> Entering:
    """CR 707.9e: no further copy effect has applied: with the counters that the last one has it enter with besides."""
    for kind, number in event.copy_counters:
        event = with_counters(event, kind, number)
    return replace(event, copy_counters=())


def _of_its_own(ctx: Context, exceptions: tuple[ab.Change, ...], event: Entering) -> tuple[ab.Change, ...]:
    return keeping(
        exceptions, event.base if event.base is not None else copying.copy_of(ctx.game, ctx.source)
    )


def keeping(exceptions: tuple[ab.Change, ...], base: Characteristics) -> tuple[ab.Change, ...]:
    """CR 707.9a, 707.9c: the name and the color that something which enters as a copy keeps are those that it would have entered with."""

    def kept(change: ab.Change) -> ab.Change:
        match change:
            case ab.Renamed():
                return ab.Renamed(base.name)
            case ab.NotCopied(what=what):
                return ab.NotCopied(what, tuple(sorted(base.colors)))
        return change

    return tuple(map(kept, exceptions))


# ---- what the rules say -----------------------------------------------------------------------------------------------


def intrinsic(game: Game, event: Entering) -> Iterator[Any]:
    """CR 306.5b, 310.4b, 714.3a: loyalty, defense and lore counters; and what multiplies the counters it enters with (122.6a)."""
    base = _base(game, event)
    if base is None:
        return
    would_be = _abilities(game, event, base)
    wanted: list[tuple[str, int, str]] = []
    if "planeswalker" in base.types and base.loyalty is not None:
        x = event.cast.x if isinstance(event, ev.MoveZone) and event.cast is not None else None
        loyalty = base.loyalty or (x or 0)
        life = event.cast.life_for_mana if isinstance(event, ev.MoveZone) and event.cast is not None else 0
        if life and _has(would_be, "compleated"):
            game.cite("702.150a")
            loyalty = max(loyalty - life, 0)  # two counters for each symbol, as each is paid with 2 life
        wanted.append(("loyalty", loyalty, "306.5b"))
    if "battle" in base.types and base.defense is not None:
        wanted.append(("defense", base.defense, "310.4b"))
    chapters = [n for a in would_be if isinstance(a, ab.Chapter) for n in a.numbers]
    if "Saga" in base.subtypes and chapters and _has(would_be, "read ahead"):
        yield candidates.Applicable(
            key=("intrinsic", "lore"), source=0, text="it enters with a chosen number of lore counters", rules=("702.155b", "714.3b"), quiet=True,
            apply=lambda e: [_read_ahead(game, e, max(chapters))],
        )  # fmt: skip
    elif "Saga" in base.subtypes and (chapters or _keeps_intrinsic(game, event)):
        wanted.append(("lore", 1, "714.3a"))
    for kind, number, rule in wanted:
        if number:
            yield candidates.Applicable(
                key=("intrinsic", kind), source=0, text=f"it enters with {number} {kind} counters", rules=(rule,), quiet=True,
                apply=_adding(kind, number),
            )  # fmt: skip
    if (
        isinstance(event, ev.MoveZone)
        and not event.transformed
        and day_and_night.time(game) == "night"
        and _has(would_be, "daybound")
    ):
        yield candidates.Applicable(
            key=("daybound", event.object), source=event.object, text=f"{base.name} enters transformed, as it is night",
            rules=("702.145b",), apply=_transformed, category="back face",
        )  # fmt: skip
    if "battle" in base.types:
        yield from battles.entering(
            game, event, _controller(game, event), "Siege" in base.subtypes, base.name
        )


def _keeps_intrinsic(game: Game, event: Entering) -> bool:
    """CR 305.7, 714.3a: whether no effect takes all abilities of what enters; setting its land types takes those of its text, and not what each Saga has."""
    ahead, id = game.entering(event)
    return not any(s.layer == "6" and s.after == layers.NO_ABILITIES for s in layers.walk(ahead, id))


def _controller(game: Game, event: Entering) -> PlayerId:
    """Under whose control it enters."""
    if isinstance(event, ev.CreateToken):
        return event.player
    return event.controller or game.objects[event.object].owner


def _abilities(game: Game, event: Entering, base: Any) -> tuple[ab.Ability, ...]:
    """CR 614.12: the abilities that it would have on the battlefield, of those that say with what counters or which face it enters."""
    own = tuple(copying.opened(base.abilities))
    if "Saga" not in base.subtypes and not any(_has(own, name) for name in ("compleated", "daybound")):
        return own
    ahead, id = game.entering(event)
    return tuple(copying.opened(ahead.characteristics(id).abilities))


def _has(abilities: tuple[ab.Ability, ...], keyword: str) -> bool:
    return any(isinstance(a, ab.Keyword) and a.name == keyword for a in abilities)


def _read_ahead(game: Game, event: ev.GameEvent, last: int) -> ev.GameEvent:
    """CR 702.155b: with as many lore counters as its controller chooses, up to its final chapter number."""
    assert isinstance(event, Entering)
    question = f"with how many lore counters does it enter (1 to {last})?"
    asked = Decision(_controller(game, event), "number", question, (), 1, last, default=1)
    return with_counters(event, "lore", game.decide(asked))


def _transformed(event: ev.GameEvent) -> list[ev.GameEvent]:
    assert isinstance(event, ev.MoveZone)
    return [replace(event, transformed=True)]


def no_permanent(game: Game, event: ev.MoveZone) -> ev.MoveZone | None:
    """CR 712.13a: a spell that would enter with its back face up, which is an instant or a sorcery, is put into its owner's graveyard instead; None of
    anything else."""
    obj = game.objects.get(event.object)
    if not event.transformed or event.to != "battlefield" or obj is None or obj.zone != "stack":
        return None
    if obj.face or obj.card is None or obj.card.layout not in faces.TWO_SIDED:
        return None
    if obj.card.faces[-1].characteristics().is_permanent_card:
        return None
    told = f"the back face of {obj.card.name} is no permanent's, so it does not enter the battlefield"
    game.note(told, "712.13a", about=(obj.id,), kind="replacement")
    return ev.MoveZone(
        object=obj.id, to="graveyard", verb=event.verb, by=event.by, source=event.source, replaced_by=event.replaced_by,
    )  # fmt: skip


def _adding(kind: str, number: int) -> Callable[[ev.GameEvent], list[ev.GameEvent]]:
    def apply(event: ev.GameEvent) -> list[ev.GameEvent]:
        assert isinstance(event, ev.MoveZone | ev.CreateToken)
        return [with_counters(event, kind, number)]

    return apply


def _base(game: Game, event: Entering) -> Any:
    if event.base is not None:
        return event.base
    if isinstance(event, ev.CreateToken):
        return None
    obj = game.objects[event.object]
    if event.face_down or obj.unknown:
        return None
    if obj.card is None:
        return obj.base
    return faces.base(
        obj.card, "battlefield", 1 if event.transformed and len(obj.card.faces) > 1 else event.face or 0
    )


@contextmanager
def as_it_would_be(ctx: Context, event: Entering, *texts: Any) -> Iterator[None]:
    """CR 614.12: while it lasts, what enters is what it would be on the battlefield, for texts of its own that speak of it."""
    game = ctx.game
    own = event.object if isinstance(event, ev.MoveZone) else 0
    if ctx.source != own or not any(isinstance(part, ab.This) for text in texts for part in ab.walk(text)):
        yield
        return
    ahead, id = game.entering(event)
    saved, game.entering_as = game.entering_as, {own: ahead.characteristics(id)}
    if not own:  # a token is nothing yet: what is asked about it is asked of what it would be
        token = replace(ahead.objects[id], id=own)
        ahead.put_object(token)
        game.past[own] = (ahead, token)
    try:
        yield
    finally:
        game.entering_as = saved
        game.past.pop(0, None)


AS_IT_ENTERS = (
    ab.AddCounters,
    ab.LookAt,
    ab.Reveal,
    ab.Sacrifice,
    ab.Choose,
    ab.BecomeState,
    ab.Discard,
    ab.Exile,
    ab.Mill,
    ab.Note,
    ab.PayLife,
    ab.Put,
    ab.RemoveCounters,
    ab.TakeForm,
)
"""Instructions that can be carried out as something enters: what they change goes onto the event."""


def choose_as_enters(game: Game, ctx: Context, effect: ab.Effect, event: ev.GameEvent) -> list[ev.GameEvent]:
    """CR 614.12a: "as this enters": choices and payments are made before it does; what they change goes onto the event."""
    game.cite("614.12a")

    assert isinstance(event, ev.MoveZone | ev.CreateToken)
    ctx.entering = event
    if any(isinstance(part, ab.Sacrifice) for part in ab.walk(effect)):
        _cite_of_others(game, event)
    saved = game.replacing
    game.replacing = (*saved, *event.replaced_by)
    try:
        with as_it_would_be(ctx, event, effect):
            doors.perform(ctx, effect)
    finally:
        game.replacing = saved
    done, ctx.entering = ctx.entering, None
    return [done]


def _cite_of_others(game: Game, event: Entering) -> None:
    """CR 614.13a-b: what enters at the same time isn't there to be chosen, nor is what has been chosen as an earlier effect was applied."""
    sooner, later = (
        any(isinstance(e, ev.MoveZone) and e.to == "battlefield" for e in events)
        for events in (game.settling, game.at_once.coming)
    )
    game.cite(*(("614.13a",) if sooner or later else ()))
    game.cite(*(("614.13b",) if sooner or event.replaced_by else ()))
