"""The one path by which anything changes (CR 608.2, 614-616, 603.2): replace, apply, log, trigger.

Events handed over together happen at once. Each is offered to replacement and prevention effects, broken into what it consists of (destruction
into a move to the graveyard, damage into its results), whose parts are offered to them too; what is left is applied, told and logged; then
comes what follows every event (engine.rules.processing.aftermath).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import AtOnce, Besides, Decision, Game, doors
from engine.game import events as ev
from engine.rules.effects import (
    candidates,
    components,
    designations,
    durations,
    interaction,
    prepared,
    replacement,
)
from engine.rules.processing import aftermath, combat_changes, damage_results, narration, state_changes

MOST_TOKENS = 2_000
"""How many tokens a player may create at once (README: limits)."""
MOST_DRAWN = 10_000
"""How many draws of one instruction may come to something (README: limits)."""


def happen(
    game: Game, events: list[ev.GameEvent], rules: Sequence[tuple[str, ...]] = ()
) -> list[ev.LogEntry]:
    """Make the events happen at once. `rules`: for each of them those by which it happens. Returns the log entries, those of their parts included.

    What is cited on account of an event is told with that event."""
    if game.over:
        return []
    if game.replacing:
        events = [
            replace(_of_contradictory(game, e), replaced_by=(*e.replaced_by, *game.replacing)) for e in events
        ]
    if len(events) == 1 and isinstance(events[0], ev.DrawCards):
        return _draw_cards(game, events[0])
    before = game.snapshot()
    game.moment += 1
    moment = game.moment
    outer, game.at_once = game.at_once, AtOnce()
    settled, cited = _settle_together(game, events, rules)
    besides, game.at_once = _used_up(game), outer
    entries = _apply(game, settled, cited, moment, before)
    _carry_out(game, besides)
    return entries


def _of_contradictory(game: Game, event: ev.GameEvent) -> ev.GameEvent:
    """CR 400.6: where the object of a replacement's move would be moved elsewhere by what happens at once, too, its controller chooses which it is."""
    if not isinstance(event, ev.MoveZone):
        return event
    for other in game.at_once.coming:
        if isinstance(other, ev.MoveZone | ev.Destroy | ev.Sacrifice) and other.object == event.object:
            to = other.to if isinstance(other, ev.MoveZone) else "graveyard"
            if to != event.to:
                game.cite("400.6")
                question = f"Where does {game.name(event.object)} go, which would go to both?"
                asked = Decision(game.controller(event.object), "word", question, (event.to, to))
                return other if game.decide(asked)[0] == to else event
    return event


def _used_up(game: Game) -> tuple[Besides, ...]:
    """CR 615.8: what has been used on damage of this moment is used up with it. Returns what prevention effects do besides."""
    for id in dict.fromkeys(id for id, _ in game.at_once.used):
        candidates.use_up(game, id)
    return game.at_once.besides


def _carry_out(game: Game, besides: Sequence[Besides]) -> None:
    """CR 615.5: what prevention effects do besides, once the rest has happened (121.7)."""
    for each in besides:
        game.cite(
            *each.rules, *(("121.7",) if any(isinstance(n, ab.Draw) for n in ab.walk(each.effect)) else ())
        )
        saved = game.replacing
        game.replacing = (*saved, *each.replaced_by)
        try:
            doors.perform(each.ctx, each.effect)
        finally:
            game.replacing = saved


def _apply(
    game: Game,
    settled: list[ev.GameEvent],
    cited: dict[int, tuple[str, ...]],
    moment: int,
    before: Game,
) -> list[ev.LogEntry]:
    """What is left of the events after replacement happens, and what follows it."""
    if not settled:
        return []
    drawing = [event for event in settled if isinstance(event, ev.DrawCards)]
    if drawing and len(drawing) < len(settled):
        raise Unsupported("cards that are drawn in the place of something, with something else at once")
    if drawing:  # CR 121.2, 614.11: several cards in the place of one are drawn one after another
        return [entry for event in drawing for entry in _draw_cards(game, event)]
    if any(isinstance(event, ev.Damage) for event in settled):
        settled = damage_results.with_excess(game, settled)
    settled, cited = _into_libraries(game, settled, cited)
    cause = game.cause
    entries: list[ev.LogEntry] = []
    for n, each in enumerate(settled):
        event = components.arranged(game, each) if isinstance(each, ev.MoveZone) else each
        game.cite(*cited.get(n, ()))
        if (
            isinstance(event, ev.MoveZone | ev.Merges | ev.CeaseToExist | ev.DungeonCompleted)
            and event.object in game.objects
        ):
            game.past[event.object] = (before, game.objects[event.object])
        if isinstance(event, ev.AttackersDeclared | ev.BlockersDeclared):
            game.declared[moment] = before
        entries.append(_record(game, state_changes.apply(game, event), moment))
    aftermath.follow(game, entries, before)
    game.cause = cause
    return entries


def _into_libraries(
    game: Game, settled: list[ev.GameEvent], cited: dict[int, tuple[str, ...]]
) -> tuple[list[ev.GameEvent], dict[int, tuple[str, ...]]]:
    """CR 701.24f-g: of a library that is shuffled at the same time, what is put into a certain position in it ends up there."""
    shuffled = Counter(e.player for e in settled if isinstance(e, ev.Shuffle))
    if not shuffled:
        return settled, cited
    if max(shuffled.values()) > 1:
        game.cite("701.24f")
    last = [n for n, event in enumerate(settled) if _has_place(game, settled, n, event, shuffled)]
    if not last:
        return settled, cited
    game.cite("701.24g")
    order = [*(n for n in range(len(settled)) if n not in last), *last]
    return [settled[n] for n in order], {at: cited[n] for at, n in enumerate(order) if n in cited}


def _has_place(
    game: Game, settled: list[ev.GameEvent], at: int, event: ev.GameEvent, shuffled: Container[str]
) -> bool:
    """Whether the event puts a card into a place of a library that is shuffled, and doesn't shuffle it in: the shuffle would follow it."""
    if not isinstance(event, ev.MoveZone) or event.to != "library" or event.object not in game.objects:
        return False
    following = settled[at + 1] if at + 1 < len(settled) else None
    into = isinstance(following, ev.Shuffle) or event.verb == "shuffle"
    return game.objects[event.object].owner in shuffled and not into


def _settle_together(
    game: Game, events: Sequence[ev.GameEvent], rules: Sequence[tuple[str, ...]]
) -> tuple[list[ev.GameEvent], dict[int, tuple[str, ...]]]:
    """Events of one moment after replacement, with what they consist of; and what is cited on account of those after the first, by their place."""
    settled: list[ev.GameEvent] = []
    cited: dict[int, tuple[str, ...]] = {}
    outer = game.settling
    for n, event in enumerate(events):
        game.settling = (*outer, *settled)
        game.at_once = replace(game.at_once, coming=tuple(events[n + 1 :]))
        earlier = game.citing if settled else ()
        if settled:
            game.citing = ()
        if rules:
            game.cite(*rules[n])
        parts = settle(game, event)
        if settled and parts:
            cited[len(settled)] = game.citing
            game.citing = earlier
        elif settled:
            game.citing, later = earlier, game.citing
            game.cite(*later)
        settled.extend(parts)
    for gain in damage_results.lifelink(game, settled):
        game.settling = (*outer, *settled)
        earlier, game.citing = game.citing, ()
        elsewhere = damage_results.from_elsewhere(game, gain.source, "lifelink")
        game.cite("702.15b", "120.3f", *elsewhere, *(("702.15e",) if _several_gain(settled, gain) else ()))
        parts = settle(game, gain)
        cited[len(settled)], game.citing = game.citing, earlier
        settled.extend(parts)
    game.settling = outer
    settled = damage_results.kept_from_falling(game, settled)
    left = [
        n
        for n, e in enumerate(settled)
        if not (isinstance(e, ev.LoseLife) and e.how == "damage" and not e.amount)
    ]
    return [settled[n] for n in left], {at: cited[n] for at, n in enumerate(left) if n in cited}


def _several_gain(settled: Sequence[ev.GameEvent], gain: ev.GainLife) -> bool:
    """CR 702.15e: whether another source has gained the player life for its damage at the same time."""
    return any(
        isinstance(e, ev.GainLife) and e.player == gain.player and e.source != gain.source for e in settled
    )


def _record(game: Game, done: ev.GameEvent, moment: int) -> ev.LogEntry:
    """Log what has happened, and tell it."""
    combat = game.combat.number if game.combat is not None else 0
    entry = ev.LogEntry(done, moment, game.turn.number, game.cause, combat)
    # CR 608.2i: effects may look back at the log, so nothing that was worked out without this entry is remembered.
    game.log.append(entry)
    game.passed()
    text = narration.tell(game, done)
    if text is not None:
        entry = replace(entry, step=game.note(text[0], *text[1], about=text[2], kind="event"))
        game.log[-1] = entry
    if isinstance(done, ev.PutOnStack):
        game.announced[done.was] = entry.step
    elif isinstance(done, ev.SpellCast):
        game.announced[done.object] = entry.step
    return entry


def settle(game: Game, event: ev.GameEvent) -> list[ev.GameEvent]:
    """The event after replacement, followed by the events it consists of, each after replacement."""
    done: list[ev.GameEvent] = []
    for final in interaction.process(game, event):
        parts = consists_of(game, final)
        if isinstance(final, ev.Destroy | ev.Sacrifice | ev.Discard) and not any(
            isinstance(p, ev.MoveZone) for p in parts
        ):
            continue
        done.append(final)
        for part in parts:
            done.extend(
                settle(game, replace(part, replaced_by=final.replaced_by) if final.replaced_by else part)
            )
    return done


def consists_of(game: Game, event: ev.GameEvent) -> list[ev.GameEvent]:
    """What an event is made of: the moves, life changes and marks that the rules say it means."""
    match event:
        case ev.Destroy(object=id) if id in game.objects:
            return [ev.MoveZone(object=id, to="graveyard", verb="destroy", source=event.source)]
        case ev.Sacrifice(object=id, player=player) if id in game.objects:
            return [ev.MoveZone(object=id, to="graveyard", verb="sacrifice", by=player, source=event.source)]
        case ev.Discard(object=id, player=player) if id in game.objects:
            return [
                ev.MoveZone(
                    object=id,
                    to="graveyard",
                    verb="discard",
                    by=player,
                    source=event.source,
                    caused_by=event.caused_by,
                )
            ]
        case ev.Draw(player=player):
            library = game.zone("library", player)
            if not library:
                return [
                    ev.SetFields(
                        thing=player, verb="drew from an empty library", fields={"drew_from_empty": True}
                    )
                ]
            return [ev.MoveZone(object=library[0], to="hand", verb="draw", by=player, source=event.source)]
        case ev.Mill(player=player, number=number):
            cards = game.staying_in_library(player)[: max(number, 0)]
            game.cite(*(("701.17b",) if len(cards) < number else ()))
            return [
                ev.MoveZone(object=i, to="graveyard", verb="mill", by=player, source=event.source)
                for i in cards
            ]
        case ev.Counter(object=id) if id in game.objects:
            obj = game.objects[id]
            if obj.kind == "ability" or obj.kind == "copy":
                return [ev.CeaseToExist(object=id)]
            return [
                ev.MoveZone(object=id, to=event.to, place=event.place, verb="counter", source=event.source)
            ]
        case ev.CreateTokens(number=number):
            if number > MOST_TOKENS:
                raise Unsupported(f"{number:,} tokens at once: the limit is {MOST_TOKENS:,}")
            return _tokens(game, event)
        case ev.Damage():
            return damage_results.results(game, event)
    return []


def _tokens(game: Game, event: ev.CreateTokens) -> list[ev.GameEvent]:
    """CR 508.4: of each token that enters attacking its controller chooses by itself what it attacks."""
    made = [event.token] * max(event.number, 0)
    if not event.attackable:
        return list(made)
    kind: Any = "player" if all(isinstance(o, str) for o in event.attackable) else "objects"
    asked = Decision(event.player, kind, "choose whom or what it is attacking", event.attackable)
    game.cite("508.4")
    return [replace(token, attacking=game.decide(asked)[0]) for token in made]


def _draw_cards(game: Game, event: ev.DrawCards) -> list[ev.LogEntry]:
    """CR 121.2: cards are drawn one at a time."""
    done: list[ev.LogEntry] = []
    for final in interaction.process(game, event):
        if isinstance(final, ev.DrawCards):
            if final.number > 1:
                game.cite("121.2")
            for number in range(final.number):
                if number > MOST_DRAWN:
                    raise Unsupported(
                        f"{final.number:,} draws: the limit is {MOST_DRAWN:,} that come to something"
                    )
                draw = ev.Draw(player=final.player, source=final.source, replaced_by=final.replaced_by)
                in_vain = _is_in_vain(game, draw)
                done.extend(happen(game, [draw]))
                if in_vain:
                    break
        else:
            done.extend(happen(game, [final]))
    return done


def _is_in_vain(game: Game, draw: ev.Draw) -> bool:
    """CR 121.4: whether the draw changes nothing, and so would all that follow: the player has drawn from the empty library already since state-based
    actions were last checked, and no effect replaces a draw."""
    if game.zone("library", draw.player) or not game.players[draw.player].drew_from_empty:
        return False
    return not any(True for _ in replacement.applicable(game, draw))


def _combat(game: Game, entries: list[ev.LogEntry], before: Game) -> None:
    """CR 506.4, 509.3c-d: what may stay in combat; attackers that what was put onto the battlefield blocks have become blocked."""
    combat_changes.maintain(game)
    put = [
        e.event.was
        for e in entries
        if isinstance(e.event, ev.MoveZone | ev.CreateToken) and e.event.blocking is not None
    ]
    blocks = dict(game.combat.blockers) if game.combat is not None else {}
    was = before.combat.blocked if before.combat is not None else frozenset()
    for id in put:
        game.happen([ev.BecomeBlocked(object=a, by=id, anew=a not in was) for a in blocks.get(id, ())])


def _designations(game: Game, entries: list[ev.LogEntry], before: Game) -> None:
    designations.ascend(game)
    designations.ring_bearers(game)
    designations.pairs(game)
    designations.worlds(game, before)
    prepared.copies(game, entries)


doors.happen = happen
aftermath.FOLLOWS["control"] = lambda game, entries, before: durations.note_control_changes(game)
aftermath.FOLLOWS["combat"] = _combat
aftermath.FOLLOWS["designations"] = _designations
