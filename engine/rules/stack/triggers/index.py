"""Which triggered abilities there are, by the events for which they wait (CR 603.2, 113.2c)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from engine import abilities as ab
from engine import keywords
from engine.abilities.remembered import by_identity
from engine.game import Game
from engine.game import events as ev
from engine.model import GameObject, ObjectId
from engine.queries import event_patterns
from engine.rules.effects import layers
from engine.rules.stack.triggers.limits import Instance
from engine.rules.stack.triggers.matching import Candidate
from engine.rules.stack.triggers.zones import functions_in


class Index(msgspec.Struct, frozen=True):
    """The triggered abilities of a game. `waiting`: by the type of event, then by their object; `of_states`: those that wait for no event but for a
    state of the game (CR 603.8)."""

    waiting: dict[type[ev.GameEvent], dict[ObjectId, list[Candidate]]]
    of_states: list[Instance]

    def all(self, kind: type[ev.GameEvent]) -> Iterable[Candidate]:
        """The abilities that wait for events of this type."""
        return (candidate for found in self.waiting.get(kind, {}).values() for candidate in found)

    def of(self, kind: type[ev.GameEvent], id: ObjectId) -> Iterable[Candidate]:
        """Those of one object."""
        return self.waiting.get(kind, {}).get(id, ())


def index(game: Game) -> Index:
    """The triggered abilities of all objects in the zones where they function."""
    return game.cached_values("triggered abilities", lambda: _gather(game))


def _gather(game: Game) -> Index:
    found = Index({}, [])
    unaffected = layers.no_effects(game)
    affected = {thing for effect in game.floating.values() for thing in effect.affected or ()}
    for id, obj in game.objects.items():
        if obj.phased_out or obj.kind == "ability" or (obj.unknown and obj.zone == "library"):
            continue
        plain = (
            not obj.face_down
            and not obj.counters
            and not obj.base.halves
            and "Siege" not in obj.base.subtypes
        )
        if unaffected and plain:
            # It has the abilities that it is printed with; what else it has by the rules are mana abilities.
            abilities = obj.base.abilities
        elif (
            obj.zone in ("battlefield", "command", "stack")
            or id in affected
            or _may_trigger(obj.base.abilities)
        ):
            abilities = game.characteristics(id).abilities
        else:
            continue
        if abilities and (triggered := _triggered(abilities)):
            _add(game, found, obj, triggered)
    return found


def _add(game: Game, found: Index, obj: GameObject, triggered: Iterable[tuple[ab.Triggered, int]]) -> None:
    for ability, nth in triggered:
        if (obj.zone == "battlefield" or obj.functions_in_command) and isinstance(ability.event, ab.Meets):
            found.of_states.append((obj.id, ability, nth))
        if obj.zone in functions_in(ability) or obj.functions_in_command:
            candidate = (obj.id, ability, nth, game.controller(obj.id))
            for kind in _kinds(ability.event):
                found.waiting.setdefault(kind, {}).setdefault(obj.id, []).append(candidate)


_kinds = by_identity(event_patterns.kinds)


@by_identity
def _triggered(abilities: tuple[ab.Ability, ...]) -> tuple[tuple[ab.Triggered, int], ...]:
    """The triggered abilities among the meanings of these, each with the number of equal ones before it: two that say the same are two abilities
    (CR 113.2c)."""
    triggered = [m for a in abilities for m in keywords.meaning(a) if isinstance(m, ab.Triggered)]
    if len(triggered) < 2:
        return tuple((ability, 0) for ability in triggered)
    before: Counter[ab.Triggered] = Counter()
    found = []
    for ability in triggered:
        found.append((ability, before[ability]))
        before[ability] += 1
    return tuple(found)


@by_identity
def _may_trigger(abilities: tuple[ab.Ability, ...]) -> bool:
    return any(isinstance(a, ab.Triggered | ab.Paragraph | ab.Keyword | ab.Keywords) for a in abilities)
