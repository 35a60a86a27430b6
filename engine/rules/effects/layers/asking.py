"""What an object is, asked from outside: characteristics, controller, abilities, and the way through the layers (CR 613).

All objects are worked out together, once for every state of the game (`Game.cached_values`). A board on which no effect changes anything takes a
short way: each object alone.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine import keywords
from engine.abilities.remembered import by_object
from engine.game import Game, doors, own_link
from engine.model import Characteristics, GameObject, Link, ObjectId, PlayerId, Thing
from engine.rules.effects import copying
from engine.rules.effects.layers.effects import ContinuousEffect, makes_effects, of_counters
from engine.rules.effects.layers.order import RULE_OF, layers_of
from engine.rules.effects.layers.resolving import of_counters as counters_do
from engine.rules.effects.layers.telling import LayerStep
from engine.rules.effects.layers.values import (
    AbilityInstance,
    Key,
    LayeredObject,
    controller_before,
    finished,
    printed,
    with_intrinsic,
)
from engine.rules.effects.layers.view import View


def in_progress(game: Game) -> bool:
    """Whether the layers of this game are being worked out: answers are partial then, and must not be remembered."""
    return game.layering is not None


def _compute(game: Game, trace: ObjectId = 0) -> View:
    view = View(game, trace)
    outer, game.layering = game.layering, view
    citing = game.citing  # what is asked on the way cites rules for no step
    try:
        view.run()
    finally:
        game.layering, game.citing = outer, citing
    if not view.steady:
        game.values_may_pass = True
    return view


def no_effects(game: Game) -> bool:
    """Whether no effect changes any object's characteristics or controller, so that each can be taken alone."""

    known = game.known_value("no effects")
    if known is None:
        known = _look_for_effects(game)
        game.cache_values("no effects", known)
    return bool(known)


def _look_for_effects(game: Game) -> bool:
    if any(layers_of(f.changes) for f in game.floating.values()):
        return False
    return not any(
        obj.stickers or makes_effects(obj)
        for obj in game.objects.values()
        if obj.base.abilities or obj.stickers
    )


@by_object
def alone(obj: GameObject) -> LayeredObject:
    """The object on a board without effects: its own values, mana of basic land types, counters."""
    work = with_intrinsic(printed(obj), obj)
    for effect in of_counters(obj):
        for change in effect.changes:
            work = counters_do(change).apply(work, effect.key, effect.timestamp[0])
    return replace(work, values=finished(work.values, work.has, obj.zone))


def _view(game: Game) -> View:
    if game.layering is not None:
        assert isinstance(game.layering, View)
        return game.layering
    found = game.cached_values("layers", lambda: _compute(game))
    if found.game is not game:  # worked out for the game that this one is a copy of
        found = found.seen_from(game)
        game.cache_values("layers", found)
    return found


def _work(game: Game, id: ObjectId) -> LayeredObject:
    """What the object has come to; its `values` lack what `View.shown` adds."""
    if game.layering is None and no_effects(game):
        return alone(game.objects[id])
    return _view(game).work(id)


def characteristics(game: Game, id: ObjectId) -> Characteristics:
    """CR 613: what an existing object is, after all continuous effects that apply to it; during the layers, as far as they have come."""
    if game.layering is None and no_effects(game):
        return alone(game.objects[id]).values
    return _view(game).shown(id)


def controller(game: Game, id: ObjectId) -> PlayerId:
    """CR 108.4, 613.1b: who controls the object; its owner, if it is a card that has no controller."""
    if game.layering is None and no_effects(game):
        return controller_before(game.objects[id])
    return _view(game).work(id).controller


def base_power_toughness(game: Game, id: ObjectId) -> tuple[int | None, int | None]:
    """CR 208.4b: base power and toughness: after effects that define or set them, before those that modify them."""
    if id not in game.objects:
        return base_power_toughness(game.past[id][0], id)
    work = _work(game, id)
    if game.objects[id].zone == "battlefield" and "creature" not in work.values.types:
        return None, None
    return work.base_power, work.base_toughness


def held(game: Game, id: ObjectId) -> tuple[AbilityInstance, ...]:
    """The abilities that an existing object has, with where they are from."""
    return _work(game, id).has


def barred(game: Game, id: ObjectId) -> tuple[ab.Ability, ...]:
    """CR 113.11: the abilities that effects keep an existing object from having."""
    return _work(game, id).barred


def link(game: Game, id: ObjectId, ability: ab.Ability) -> Link:
    """CR 607.5, 707.7: which of the object's texts the ability is of: that of its own abilities, or the effect that gave it."""
    if id not in game.objects:
        return link(game.past[id][0], id, ability)
    for mine in (True, False):
        for instance in held(game, id):
            if instance.own is mine and ability in (instance.ability, *keywords.meaning(instance.ability)):
                return own_link(game, id) if mine and len(instance.key) == 2 else instance.link
    return own_link(game, id)


def begun(game: Game) -> dict[Key, tuple[ContinuousEffect, tuple[Thing, ...]]]:
    """CR 613.6: effects that have begun to apply in some layer, with what they apply to, by their key."""
    return {} if no_effects(game) else _view(game).running


def walk(game: Game, id: ObjectId) -> list[LayerStep]:
    """The object's way through the layers: which effect changed what, in the order of application."""
    if id not in game.objects:
        return walk(game.past[id][0], id)
    steps: list[LayerStep] = []
    obj = game.objects[id]
    start = copying.before_layers(obj)
    for floating in copying.copy_effects(game, id):
        copy = floating.context.copied if floating.context is not None else None
        if copy is None:
            continue
        source = floating.source
        steps.append(
            LayerStep(
                "1",
                RULE_OF["1"],
                source,
                floating.timestamp,
                game.name(source),
                start.name,
                copy.name,
                also=("110.5c",) if obj.flipped else (),
            )
        )
        start = copy
    if obj.face_down and "conspiracy" in obj.base.types:
        steps.append(
            LayerStep(
                "1b",
                RULE_OF["1b"],
                id,
                obj.timestamp,
                "face down",
                obj.base.name,
                "no characteristics",
                also=("315.5b",),
            )
        )
    elif obj.face_down:
        steps.append(
            LayerStep(
                "1b", RULE_OF["1b"], id, obj.timestamp, "face down", obj.base.name, "a 2/2 creature", also=("708.2a",)
            )
        )  # fmt: skip
    return steps + _with_a_size(_compute(game, trace=id).steps)


def _with_a_size(steps: list[LayerStep]) -> list[LayerStep]:
    """CR 208.5: that a creature of no size is 0/0 is said of none that is given one."""
    if not any(step.layer in ("7a", "7b") for step in steps):
        return steps
    return [replace(step, also=tuple(rule for rule in step.also if rule != "208.5")) for step in steps]


doors.characteristics = characteristics
doors.controller = controller
doors.base_power_toughness = base_power_toughness
