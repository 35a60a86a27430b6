"""Loops (CR 104.4b, 732): a state of the game that keeps coming back with nothing chosen on the way comes back for ever; a loop in which something is
chosen, or that grows, ends when a player says so, and is refused when nobody does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.remembered import by_identity
from engine.errors import Undecided
from engine.game import Delayed, Game, LastingEffect
from engine.game import events as ev
from engine.model import GameObject, Mention, ObjectId, PlayerId, TargetSlot, Thing
from engine.queries import object_abilities, stats

QUIET = 24
"""How many objects resolve one after the other, without an action or a choice of a player, before states are compared: loops are rare."""
LONGEST = 64
"""The longest period, in objects that resolve, of a loop that is seen."""
TIMES = 3
"""How often a state has to come back: effects that work only so many times a turn have run out by then."""
MAX_RESOLVED = 500
"""How many objects may resolve one after the other, without an action of a player, while the stack gets no smaller (README: limits)."""


def broken(game: Game) -> None:
    """A player did or chose something, or a step began: what follows is no repetition of what was (CR 732.1)."""
    game.loop_states, game.loop_unless = (0, ()), False


def acted(game: Game) -> None:
    """A player took an action: what resolves from here on is counted anew."""
    broken(game)
    game.resolved_in_a_row = None


def resolved(game: Game) -> None:
    """CR 104.4b: after an object has resolved, the game is a draw if its state has come back so often that nothing can end the loop.

    Raises Undecided for a loop that goes on otherwise: players settle how often it repeats (CR 732.1b, 732.2a)."""
    if game.over or not game.stack():
        acted(game)
        return
    row, lowest = game.resolved_in_a_row or (0, len(game.stack()) + 1)
    if len(game.stack()) < lowest:
        lowest = len(game.stack())
    else:
        row += 1
    count, states = game.loop_states
    if row > MAX_RESOLVED:
        raise Undecided(
            f"{MAX_RESOLVED} spells and abilities have resolved one after the other and the stack is no smaller. "
            + (
                "Nobody chose anything on the way: if that never ends, the game is a draw (CR 104.4b, 732.4), but it doesn't come back to where it was, or something counts what has happened and may end it"
                if count >= MAX_RESOLVED // 2
                else "It is a loop that somebody has to end: players say how often it is repeated (CR 732.1b, 732.2a)"
            )
        )
    game.resolved_in_a_row = (row, lowest)
    if count >= QUIET:
        now = Moment(game)
        enough = _often_enough(game)
        if enough is not None and sum(now == before for before in states) >= max(TIMES, enough):
            drawn(game, "a loop of mandatory actions that nothing ends")
            return
        states = (*states[-LONGEST * TIMES :], now)
    game.loop_states = (count + 1, states)


def _often_enough(game: Game) -> int | None:
    """CR 104.4b, 608.2i: how often a state has to come back before no count of what has happened can end the loop: each round adds to a count at least
    one or, always, nothing. None: the count is held against what isn't known, or changes what objects are."""
    found = 0
    for (zone, _), ids in game.zones.items():
        if zone in ("library", "hand"):
            continue
        for id in ids:
            for ability in object_abilities.abilities_of(game, id):
                most = _most_asked(ability)
                if most is None:
                    return None
                found = max(found, most)
    return found


@by_identity
def _most_asked(ability: ab.Ability) -> int | None:
    """The highest number that the ability holds a count of what has happened against; 0 if it asks for none, None if it isn't a plain number."""
    found, settled = 0, set[int]()
    for node in ab.walk(ability):
        match node:
            case (
                ab.Comparison(left=count, right=ab.Literally(n))
                | ab.Comparison(left=ab.Literally(n), right=count)
            ):
                if any(map(_counts, ab.walk(count))):
                    found, settled = max(found, n), settled | {id(each) for each in ab.walk(count)}
            case ab.PlayerHas(number=ab.Literally(n)) | ab.EventHappened(number=ab.Literally(n)) if _counts(
                node
            ):
                found, settled = max(found, n), settled | {id(node)}
    if any(_counts(node) for node in _deciding(ability) if id(node) not in settled):
        return None
    return found


def _counts(node: ab.Node) -> bool:
    """CR 608.2i: whether it asks how often or how much of something has happened."""
    return (
        isinstance(node, ab.Tally)
        or (isinstance(node, ab.EventHappened) and node.number is not None)
        or (
            isinstance(node, ab.PlayerHas | ab.PlayerStat | ab.StatOf) and node.stat in stats.OF_WHAT_HAPPENED
        )
    )


def _deciding(ability: ab.Ability) -> Iterator[ab.Node]:
    """Where a count can end a loop of itself: in conditions, in what tells objects apart, and in what goes on all the time. What an instruction does so much
    of is seen in the state that it leaves."""
    if not isinstance(ability, ab.Triggered | ab.Activated):
        yield from ab.walk(ability)
        return
    for node in ab.walk(ability):
        if isinstance(node, ab.Condition | ab.Quality | ab.Ability) and node is not ability:
            yield from ab.walk(node)


def drawn(game: Game, reason: str) -> None:
    """CR 104.4b, 104.4f, 801.16: the game is a draw; where players have a range of influence, for those who control an object of the loop, and those
    within range of them."""
    game.cite(*(("732.6",) if game.loop_unless else ()))
    if not game.seating.reach:
        game.cite("104.4b", "732.4")
        game.happen(ev.GameDrawn(reason=reason))
        return
    about = (t for step in game.steps[-LONGEST:] if step.kind == "resolution" for t in step.about)
    by = {game.controller(t) for t in about if isinstance(t, int) and t in game.objects}
    by |= {
        game.past[t][1].controller
        for step in game.steps[-LONGEST:]
        if step.kind == "resolution"
        for t in step.about
        if isinstance(t, int) and t in game.past
    }
    by |= {game.controller(i) for i in game.stack()}
    reached = tuple(
        p for p in game.order if not game.players[p].lost and any(game.in_range(each, p) for each in by)
    )
    game.cite("104.4f", "801.16", "732.4")
    game.happen(ev.GameDrawn(reason=reason, players=reached))
    broken(game)


class Moment:
    """Everything that the further course of the game depends on, with objects called by their places instead of their ids (CR 400.7).

    The objects in the zones are looked at only where all else has come back."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, game: Game) -> None:
        self._game = game.snapshot()
        broken(self._game)  # it needs no earlier moments
        self._all_else = (
            game.turn.number,
            game.turn.step,
            {where: len(ids) for where, ids in game.zones.items() if ids},
            game.combat,
            self._game.players,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moment) and self._all_else == other._all_else and self._zones == other._zones

    @cached_property
    def _zones(self) -> dict[tuple[str, PlayerId], Any]:
        return _Places(self._game).all_told()


class _Places:
    """What is in a game and what lasts in it, with each object called by its place."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._places: dict[ObjectId, Any] = {
            id: (zone, player, at) for (zone, player), ids in game.zones.items() for at, id in enumerate(ids)
        }

    def all_told(self) -> dict[tuple[str, PlayerId], Any]:
        """What is in each zone; under names that are no zones, what lasts and what waits."""
        game = self._game
        told = {
            (zone, player): ids if zone == "library" else tuple(self._object(game.objects[i]) for i in ids)
            for (zone, player), ids in game.zones.items()
            if ids
        }
        told["lasting", ""] = tuple(self._lasting(f) for f in game.floating.values() if not self._idle(f))
        told["delayed", ""] = tuple(self._delayed(d) for d in game.delayed.values())
        return told

    def _of(self, thing: Thing | None) -> Any:
        if thing is None or isinstance(thing, str):
            return thing
        past = self._game.object(thing).base if thing in self._game.past else None
        return self._places.get(thing) or ("gone", past)

    def _each(self, things: Iterable[Thing | None]) -> tuple[Any, ...]:
        return tuple(self._of(t) for t in things)

    def _mentions(self, mentions: Iterable[Mention]) -> Any:
        return tuple((m.words, m.done, m.amount, m.at, self._each(m.things)) for m in mentions)

    def _targets(self, slots: Iterable[TargetSlot]) -> Any:
        return tuple((slot.noun, slot.divided, self._each(slot.chosen)) for slot in slots)

    def _moved(self, moved: Iterable[tuple[ObjectId, ObjectId]]) -> Any:
        return tuple((self._of(a), self._of(b)) for a, b in moved)

    def _idle(self, effect: LastingEffect) -> bool:
        """CR 400.7, 611.2c: a change of objects that have all become others does nothing any more."""
        if effect.ability is not None or effect.exiled or not effect.affected:
            return False
        return not any(isinstance(t, str) or t in self._game.objects for t in effect.affected)

    def _lasting(self, effect: LastingEffect) -> Any:
        bare = replace(effect, id=0, source=0, timestamp=0, affected=None, context=None, exiled=())
        exiled = tuple((self._of(id), zone) for id, zone in effect.exiled)
        frame = effect.context
        words = frame and (
            replace(frame, object=0, targets=(), mentions=(), moved={}, while_there=(), link=None),
            self._of(frame.object),
            self._targets(frame.targets),
            self._mentions(frame.mentions),
            self._moved(frame.moved.items()),
            self._each(frame.while_there),
        )
        affected = None if effect.affected is None else self._each(effect.affected)
        return bare, self._of(effect.source), affected, exiled, words

    def _delayed(self, waiting: Delayed) -> Any:
        bare = replace(waiting, id=0, source=0, mentions=(), moved=(), log_from=0)
        return bare, self._of(waiting.source), self._mentions(waiting.mentions), self._moved(waiting.moved)

    def _object(self, obj: GameObject) -> Any:
        game, place = self._game, self._of
        sick = obj.since > game.players[obj.controller].turn_began
        bare = replace(
            obj, id=0, timestamp=0, since=int(sick), counter_times=(), attached_to=None, linked=(), stack=None
        )
        linked = tuple((words, self._each(ids)) for words, ids in obj.linked)
        stack = obj.stack
        waiting = stack and (
            stack.effect,
            stack.ability,
            stack.kind,
            place(stack.source) if stack.source else None,
            self._targets(stack.targets),
            self._mentions(stack.mentions),
        )
        return bare, place(obj.attached_to), linked, waiting
