"""The interaction of continuous effects: what every object is after the layers of CR 613.

In come a game and an object; out go its characteristics, its controller, the abilities it has, and its way through the layers, told step by step.
Effects that change rules of the game, and no object, are in `order` as those without a layer (613.11): engine.queries.changed_rules asks about them.
"""

from engine.rules.effects.layers.asking import (
    alone,
    barred,
    base_power_toughness,
    begun,
    characteristics,
    controller,
    held,
    in_progress,
    link,
    no_effects,
    walk,
)
from engine.rules.effects.layers.effects import ContinuousEffect, in_the_way, makes_effects
from engine.rules.effects.layers.order import LAYERS, RULE_OF, layer_of
from engine.rules.effects.layers.resolving import with_choices
from engine.rules.effects.layers.telling import NO_ABILITIES, LayerStep
from engine.rules.effects.layers.values import AbilityInstance, LayeredObject, intrinsic

__all__ = [
    "LAYERS",
    "NO_ABILITIES",
    "RULE_OF",
    "AbilityInstance",
    "ContinuousEffect",
    "LayerStep",
    "LayeredObject",
    "alone",
    "barred",
    "base_power_toughness",
    "begun",
    "characteristics",
    "controller",
    "held",
    "in_progress",
    "in_the_way",
    "intrinsic",
    "layer_of",
    "link",
    "makes_effects",
    "no_effects",
    "walk",
    "with_choices",
]
