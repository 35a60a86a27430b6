"""An object on its way through the layers: its values, its abilities and where they are from, who controls it (CR 613.1)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.lines import opened
from engine.abilities.remembered import by_object
from engine.model import BASIC_LAND_TYPES, COLORS, SYMBOL_OF, Characteristics, GameObject, Link, PlayerId
from engine.queries import type_changes
from engine.rules.effects import copying, rooms

Key = tuple[Any, ...]
"""What tells abilities and effects apart: the object and the place among its abilities, or the effect that gave it, and so on inwards."""


class AbilityInstance(msgspec.Struct, frozen=True, gc=False):
    """An ability that an object has at some point of the layers. `since`: the timestamp of the effect that gave it, 0 for its own (CR 613.7a);
    `own`: among its copiable values, so that it can be characteristic-defining (604.3a)."""

    ability: ab.Ability
    since: int
    key: Key
    own: bool

    @property
    def link(self) -> Link:
        """CR 607.5: of an ability that it was given, what tells the effect that gave it, with whatever else that gave."""
        return ("given", *self.key[:-2])


class LayeredObject(msgspec.Struct, frozen=True, gc=False):
    """An object on its way through the layers. Its abilities are in `has`, not in `values`; those of `barred` it can't have
    (CR 113.11)."""

    values: Characteristics
    has: tuple[AbilityInstance, ...]
    controller: PlayerId
    base_power: int | None = None
    base_toughness: int | None = None
    barred: tuple[ab.Ability, ...] = ()


MANA_OF: dict[str, ab.Ability] = {
    kind: ab.Activated((ab.TapSymbol(),), ab.AddMana(("{" + SYMBOL_OF[color] + "}",)))
    for kind, color in zip(BASIC_LAND_TYPES, COLORS, strict=True)
}

DEFEATED: ab.Ability = ab.Triggered(
    ab.CountersPut("defense", ab.This(), "removed", number=ab.Literally(0)),
    ab.Sequence((ab.Exile(ab.This()), ab.Optional(ab.You(), ab.CastFor(ab.This(), "siege")))),
    "when",
    word="siege",
)
"""CR 310.11b: what every Siege has."""


def intrinsic(values: Characteristics) -> tuple[ab.Ability, ...]:
    """CR 305.6, 310.11b: the mana abilities of a land's basic land types; what a Siege does when it is defeated."""
    if "Siege" in values.subtypes:
        return (DEFEATED,)
    if "land" not in values.types or type_changes.BASIC.isdisjoint(values.subtypes):
        return ()
    return tuple(MANA_OF[t] for t in BASIC_LAND_TYPES if t in values.subtypes)


def controller_before(obj: GameObject) -> PlayerId:
    """CR 108.4a: the object's controller before any effect; the owner of a card that has none."""
    return obj.controller if obj.zone in ("battlefield", "stack", "command") else obj.owner


def starting(obj: GameObject, values: Characteristics) -> LayeredObject:
    """CR 613.1: the object with these copiable values, before the layers after the first."""
    values = rooms.now(values, obj)
    has = tuple(AbilityInstance(a, 0, (obj.id, n), True) for n, a in enumerate(values.abilities))
    return LayeredObject(
        replace(values, abilities=(), other=None), has, controller_before(obj), values.power, values.toughness
    )


@by_object
def printed(obj: GameObject) -> LayeredObject:
    """CR 613.1: an object that no copy effect applies to, after layer 1."""
    values = copying.before_layers(obj)
    return starting(obj, replace(values, abilities=opened(values.abilities)) if values.abilities else values)


def with_intrinsic(work: LayeredObject, obj: GameObject) -> LayeredObject:
    """CR 305.6, 310.11b: the object with the abilities that basic land types and Sieges have, after layer 4."""
    own = intrinsic(work.values)
    if not own:
        return work
    more = tuple(AbilityInstance(a, 0, (obj.id, "basic", n), False) for n, a in enumerate(own))
    return replace(work, has=work.has + more)


@by_object
def _abilities_in(has: tuple[AbilityInstance, ...]) -> tuple[ab.Ability, ...]:
    return tuple(h.ability for h in has)


def finished(values: Characteristics, has: tuple[AbilityInstance, ...], zone: str) -> Characteristics:
    """The characteristics that others see: with the abilities; power and toughness only where they mean something (CR 208.3, 208.5)."""
    power, toughness = values.power, values.toughness
    if zone == "battlefield":
        if "creature" not in values.types:
            power = toughness = None  # 208.3
        else:
            power, toughness = power or 0, toughness or 0  # 208.5
    return replace(values, abilities=_abilities_in(has), power=power, toughness=toughness)
