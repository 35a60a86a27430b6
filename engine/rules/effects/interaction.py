"""The interaction of replacement and prevention effects: which applies first, each once, until none applies (CR 616)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import changed_rules
from engine.rules.effects.candidates import Applicable
from engine.rules.effects.entering import no_permanent, with_copy_counters
from engine.rules.effects.prohibited import forbidden, kept_out
from engine.rules.effects.replacement import applicable

CATEGORIES = ("self", "control", "copy", "back face", "other")
"""CR 616.1a-e, in the order in which one of them must be chosen."""


ORDER = ("616.1a", "616.1b", "616.1c", "616.1d", "616.1e")
"""The rule by which one of a category is chosen before the rest."""


def process(game: Game, event: ev.GameEvent) -> list[ev.GameEvent]:
    """The event as the effects leave it: itself, others in its place, or none."""
    seen: tuple[Any, ...] | None = None
    while True:
        told = len(game.steps)
        if forbidden(game, event):
            if told < len(game.steps) and waiting_for(game, event):
                game.cite("614.17c")
                game.credit(told)
            return []
        all_ = list(applicable(game, event))
        found = [a for a in all_ if a.key not in event.replaced_by and not _added(game, event, a)]
        if any(not a.quiet and a.key in event.replaced_by for a in all_):
            game.cite("614.5")
        if not found and isinstance(event, ev.MoveZone | ev.CreateToken) and event.copy_counters:
            event = with_copy_counters(event)
            continue
        if not found:
            if (
                isinstance(event, ev.MoveZone | ev.CreateToken)
                and event.counters
                and (event.to if isinstance(event, ev.MoveZone) else "battlefield") == "battlefield"
            ):
                event = changed_counters(game, event)
            turned = no_permanent(game, event) if isinstance(event, ev.MoveZone) else None
            if turned is not None:
                event = turned
                continue
            return [] if kept_out(game, event) else [event]
        if seen is not None and not all(a.quiet for a in found):
            game.cite("616.1f", *(() if all(a.key in seen for a in found) else ("616.2",)))
        seen = tuple(a.key for a in all_)
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
            game.cite(*chosen.instead)
            game.note(chosen.text, about=_concerned(game, event, chosen.source), kind="replacement")
        if isinstance(event, ev.CreateTokens) and chosen.adds_tokens:
            game.at_once = replace(game.at_once, added=(*game.at_once.added, (event.player, chosen.key)))
        results = [_replaced(e, event, chosen) for e in _applied(game, event, chosen)]
        if len(results) == 1:
            event = results[0]
            continue
        return [final for e in results for final in process(game, e)]


def _applied(game: Game, event: ev.GameEvent, by: Applicable) -> list[ev.GameEvent]:
    """What happens instead. CR 614.13c: what is entering the battlefield meanwhile is left out where cards leave the top of the library it is in."""
    if not isinstance(event, ev.MoveZone) or event.to != "battlefield":
        return by.apply(event)
    saved, game.arriving = game.arriving, (*game.arriving, event.object)
    try:
        return by.apply(event)
    finally:
        game.arriving = saved


def _added(game: Game, event: ev.GameEvent, by: Applicable) -> bool:
    """CR 614.5: whether the effect, which adds so many tokens to those that a player creates, has done so: they create tokens of several kinds in one event."""
    return isinstance(event, ev.CreateTokens) and (event.player, by.key) in game.at_once.added


def cite_nothing_dealt(game: Game, events: Sequence[ev.Damage]) -> None:
    """CR 614.7, 614.7a: that effects would have changed the damage which, being 0, isn't dealt at all."""
    if any(waiting_for(game, replace(event, amount=1)) for event in events):
        game.cite("614.7", "614.7a")


def waiting_for(game: Game, event: ev.GameEvent) -> bool:
    """Whether effects would replace the event. Asked of a copy, so that nothing is told of it."""
    return any(not a.quiet for a in applicable(game.fork(), event))


def _replaced(result: ev.GameEvent, event: ev.GameEvent, by: Applicable) -> ev.GameEvent:
    """CR 614.5: what has been applied isn't applied again; 614.16: counters that a replacement effect puts are put by an effect."""
    told = (*event.replaced_by, by.key)
    if isinstance(result, ev.AddCounters) and not by.quiet:
        return replace(result, replaced_by=told, by_effect=True)
    return replace(result, replaced_by=told)


def _concerned(game: Game, event: ev.GameEvent, source: ObjectId) -> tuple[Thing, ...]:
    """The source of the effect, and the objects and players that the event would have happened to."""
    would = (getattr(event, name, None) for name in ("thing", "to", "object", "player", "source"))
    found = [thing for thing in would if thing in game.players or thing in game.objects]
    return tuple(dict.fromkeys((source, *found) if source else found))


def _of_event(game: Game, event: ev.GameEvent) -> tuple[str, ...]:
    """What the rules say of replacing just such events."""
    match event:
        case ev.Draw(player=player):
            return ("614.11",) if game.zone("library", player) else ("614.11", "121.6a")
        case ev.DrawCards():
            return ("121.2a",)
        case ev.CreateTokens(token=token):
            own = (isinstance(a, ab.Enters | ab.Replacement) for a in token.base.abilities)
            return ("614.16", "616.1g") if any(own) else ("614.16",)
        case ev.AddCounters():
            return ("614.16",)
        case ev.GainLife():
            return ("119.10",)
    return ()


def affected_player(game: Game, event: ev.GameEvent) -> PlayerId:
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


def _choose(game: Game, event: ev.GameEvent, found: list[Applicable]) -> Applicable:
    """CR 616.1: one of those that apply is chosen; quiet ones that change nothing about the others go first."""
    contrary = {a.state for a in found} >= {"tapped", "untapped"}
    for option in found:
        if option.quiet and not (contrary and option.state):
            return option
    found = sorted(found, key=lambda a: a.state == "untapped")
    game.cite("616.1", *(("400.6",) if isinstance(event, ev.MoveZone) else ()))
    texts = tuple(dict.fromkeys(a.text for a in found))
    if len(texts) == 1:
        return found[0]
    picked = game.decide(
        Decision(
            player=affected_player(game, event), kind="replacement", options=tuple(range(len(found))),
            question="Which effect applies first? " + "; ".join(f"{i + 1}: {a.text}" for i, a in enumerate(found)),
            told=tuple(a.text for a in found),
        )
    )  # fmt: skip
    which: int = picked[0]
    return found[which]


def _wanted(game: Game, option: Applicable) -> bool:
    assert option.optional is not None
    who = option.optional
    if option.left_to:  # one of those, whom that player chooses
        question = Decision(who, "player", f"Who decides: {option.text}?", option.left_to)
        who = game.decide(question)[0] if len(option.left_to) > 1 else option.left_to[0]
    answer = game.decide(Decision(who, "may", f"Apply: {option.text}?", (True, False), default=option.usual))
    return bool(answer[0])


def changed_counters(game: Game, event: ev.MoveZone | ev.CreateToken) -> ev.MoveZone | ev.CreateToken:
    """CR 122.6a: effects that change how many counters are put on a permanent, or say that none can be, apply to those it enters with."""
    ahead, id = game.entering(event)
    game.cite("122.6a")
    allowed = [(k, n) for k, n in event.counters if not changed_rules.cant_have(ahead, id, k)]
    if len(allowed) < len(event.counters):
        own = any(a.source == id for a in changed_rules.changes_on(ahead, id, ab.Cant))
        game.cite("101.2", "614.17d", *(("113.6i",) if own else ()))
    counters: list[tuple[str, int]] = []
    for kind, number in allowed:
        thing: int = event.object if isinstance(event, ev.MoveZone) else 0
        player = event.controller if isinstance(event, ev.MoveZone) else event.player
        ask = ev.AddCounters(thing=thing, kind=kind, number=number, by=player, entering=True)
        game.entering_event = event
        try:
            finals = process(game, ask) if number > 0 else []
        finally:
            game.entering_event = None
        total = sum(f.number for f in finals if isinstance(f, ev.AddCounters) and f.kind == kind)
        counters.append((kind, total))
        counters += [(f.kind, f.number) for f in finals if isinstance(f, ev.AddCounters) and f.kind != kind]
    return replace(event, counters=tuple((k, n) for k, n in counters if n))
