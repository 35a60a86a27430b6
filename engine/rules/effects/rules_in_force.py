"""The changes of rules in force: what static abilities and lasting effects change but characteristics and control (CR 613.10, 613.11).

They come after all layers. engine.queries.changed_rules asks to whom each applies.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.lines import opened
from engine.abilities.remembered import by_identity, by_object
from engine.game import ChangedRule, Context, Game, doors
from engine.keywords import meaning
from engine.model import GameObject, ObjectId, Thing
from engine.queries import functions
from engine.rules.effects import durations, layers, rule_changes

Key = tuple[Any, ...]
Rules = dict[type[Any], list[ChangedRule]]
"""Changed rules by the kind of change, each kind in timestamp order."""


@by_identity
def _statics_of(ability: ab.Ability) -> tuple[ab.Static | ab.StaticSpells, ...]:
    """The static abilities that the ability is or stands for."""
    return tuple(m for m in meaning(ability) if isinstance(m, ab.Static | ab.StaticSpells))


class _Held(msgspec.Struct, frozen=True):
    """A static ability that an object has. `key`: the key of its effect in the layers, if it has one; `since`: when it was given."""

    static: ab.Static | ab.StaticSpells
    key: Key
    layered: bool
    since: int


@by_object
def _held(has: tuple[layers.AbilityInstance, ...]) -> tuple[_Held, ...]:
    """The static abilities among those that an object has."""
    found = []
    for instance in has:
        place = 0
        for static in _statics_of(instance.ability):
            layered = isinstance(static, ab.Static) and any(layers.layer_of(c) for c in static.changes)
            found.append(_Held(static, (*instance.key, place), layered, instance.since))
            place += layered
    return tuple(found)


@by_object
def _may_change_rules(obj: GameObject) -> bool:
    """Whether the object can have static abilities: it is in play, where it may have been given some, or some are printed on it."""
    if obj.phased_out:
        return False
    if obj.zone in ("battlefield", "stack") or obj.functions_in_command:
        return True
    return any(_statics_of(a) for a in opened(obj.base.abilities))


@by_object
def _of_one_alone(obj: GameObject) -> bool:
    """Whether the object has static abilities on a board where no effect gives or takes any."""
    return _may_change_rules(obj) and bool(_held(layers.alone(obj).has))


def rules_in_force(game: Game) -> Rules:
    """Every change of rules that is in force now, whomever it applies to."""
    if layers.in_progress(game):
        return _find(game)
    return game.cached_values("changes of rules", lambda: _find(game))


def _find(game: Game) -> Rules:
    found: Rules = {}
    _of_objects(game, found)
    _of_lasting_effects(game, found)
    for kind, rules in found.items():
        if kind in rule_changes.WORDS:
            for rule in rules:
                rule_changes.check(rule.change)
        rules.sort(key=lambda r: r.timestamp)
    return found


def _of_objects(game: Game, found: Rules) -> None:
    """The changes by static abilities, those among them that began to apply in the layers and whose ability is gone by now (CR 613.6)."""
    alone = layers.no_effects(game)
    begun = layers.begun(game)
    kept: set[Key] = set()
    for id, obj in game.objects.items():
        if obj.unknown and obj.zone == "library":
            continue
        if not (_of_one_alone(obj) if alone else _may_change_rules(obj)):
            continue
        for held in _held(layers.held(game, id)):
            static, key = held.static, held.key
            if not functions(obj, static):
                continue
            stamp = (max(obj.timestamp, held.since), 0, id)
            affected = begun[key][1] if held.layered and key in begun else None  # 613.6
            kept.add(key)
            for change in static.changes:
                fixed = affected if layers.layer_of(change) is None and not _of_players(static) else None
                said = _settled(game, id, change)
                found.setdefault(type(change), []).append(_rule(said, id, stamp, static, fixed))
    for key, (effect, things) in begun.items():
        if key not in kept and effect.ability is not None:
            for change in effect.changes:
                if layers.layer_of(change) is None:
                    rule = ChangedRule(change, effect.source, effect.timestamp, affected=things)
                    found.setdefault(type(change), []).append(rule)


def _of_lasting_effects(game: Game, found: Rules) -> None:
    """The changes by effects of resolved spells and abilities (CR 611.2)."""
    for floating in game.floating.values():
        if floating.uses == 0 or not durations.has_begun(game, floating):
            continue
        stamp = (floating.timestamp, 1, floating.id)
        for change in floating.changes:
            rule = ChangedRule(
                change, floating.source, stamp, floating.what, affected=floating.affected, floating=floating.id
            )  # fmt: skip
            found.setdefault(type(change), []).append(rule)
        if isinstance(floating.ability, ab.Static | ab.StaticSpells):
            for change in floating.ability.changes:
                rule = _rule(change, floating.source, stamp, floating.ability, None)
                found.setdefault(type(change), []).append(replace(rule, floating=floating.id))


def _settled(game: Game, id: ObjectId, change: ab.Change) -> ab.Change:
    """CR 607.2d: abilities that players get speak of what was chosen for the source that gives them."""
    if not isinstance(change, ab.Gains):
        return change
    abilities = layers.with_choices(Context(game, game.object(id).owner, id), change.abilities)
    return change if abilities is change.abilities else ab.Gains(abilities)


def _of_players(static: ab.Static | ab.StaticSpells) -> bool:
    return isinstance(static, ab.Static) and isinstance(static.what, ab.Players)


def _rule(
    change: ab.Change,
    source: ObjectId,
    stamp: tuple[int, ...],
    static: ab.Static | ab.StaticSpells,
    affected: tuple[Thing, ...] | None,
) -> ChangedRule:
    """The change that a static ability makes; `affected`: the objects to which it began to apply in the layers (CR 613.6)."""
    if isinstance(static, ab.StaticSpells):
        return ChangedRule(
            change, source, stamp, condition=static.condition, which=static.which, whose=static.whose, spells=True
        )  # fmt: skip
    condition = None if affected is not None else static.condition
    return ChangedRule(change, source, stamp, static.what, condition, affected)


doors.rules_in_force = rules_in_force
