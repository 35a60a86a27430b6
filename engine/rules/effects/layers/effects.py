"""The continuous effects that take part in the layers: of static abilities, of resolved spells and abilities, of counters (CR 611, 604, 122.1)."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from engine import abilities as ab
from engine.abilities.lines import opened
from engine.abilities.remembered import by_identity, by_object
from engine.errors import Unsupported
from engine.game import LastingEffect
from engine.keywords import statics
from engine.model import GameObject, Link, ObjectId, Sticker, Thing, counters
from engine.queries import CHOSEN_BEFORE, grants_for_casting, type_changes, zones_named
from engine.rules.effects.layers.order import changes_in, layers_of
from engine.rules.effects.layers.values import AbilityInstance, Key, printed

_PT_COUNTER = re.compile(r"([+-]\d+)/([+-]\d+)\Z")


class ContinuousEffect(msgspec.Struct, frozen=True):
    """A continuous effect: of a static ability, of a resolved spell or ability (`floating`), or of counters (CR 611.1, 122.1)."""

    key: Key
    source: ObjectId
    timestamp: tuple[int, ...]
    changes: tuple[ab.Change, ...]
    what: ab.Recipient | None = None
    condition: ab.Condition | None = None
    affected: tuple[Thing, ...] | None = None
    cda: bool = False
    floating: LastingEffect | None = None
    ability: ab.Static | None = None

    @property
    def layers(self) -> frozenset[str]:
        """The layers in which it does something."""
        return layers_of(self.changes, self.cda)

    def changes_in(self, layer: str) -> tuple[ab.Change, ...]:
        """What it changes in the layer."""
        return changes_in(self.changes, layer, self.cda)

    @property
    def link(self) -> Link | None:
        """CR 607.5: the text that its ability is of: None for the source's own, else what tells the effect that gave the source the ability."""
        return ("given", *self.key[:-3]) if self.ability is not None and len(self.key) > 3 else None

    @property
    def of_sticker(self) -> bool:
        """Whether a sticker is what it comes from."""
        return bool(self.ability is None and self.key[0] == "sticker")

    @property
    def of_counters(self) -> bool:
        """Whether counters are what it comes from."""
        return bool(self.key[0] == "counter")


# ---- static abilities ---------------------------------------------------------------------------------------------------


class _Layered(msgspec.Struct, frozen=True):
    """Static abilities that change characteristics or control; for each whether it defines, and the zones that it names."""

    statics: tuple[ab.Static, ...]
    cdas: tuple[bool, ...]
    zones: tuple[frozenset[str], ...]


@by_identity
def _layered(ability: ab.Ability) -> _Layered:
    """The statics that an ability is or means and that change characteristics or control."""
    found = tuple(s for s in statics(ability) if layers_of(s.changes))
    return _Layered(found, tuple(defines(s) for s in found), tuple(zones_named(s) for s in found))


def defines(static: ab.Static) -> bool:
    """CR 604.3a: a characteristic-defining ability, if the object's own: colors, subtypes, power or toughness of itself, unconditionally."""
    if not isinstance(static.what, ab.This) or static.condition is not None:
        return False
    for change in static.changes:
        match change:
            case ab.DefinedPT() | ab.EveryType() | ab.Colors():
                continue
            case ab.ChosenType(what="color") if static.said == CHOSEN_BEFORE:
                continue  # 607.2p
            case ab.Types(words=words) if not any(type_changes.sorted_words(words)[:2]):
                continue
        return False
    return bool(static.changes)


@by_identity
def carries(abilities: tuple[ab.Ability, ...]) -> tuple[bool, bool]:
    """Whether abilities as printed hold a static that changes characteristics: anywhere at all, and outside the battlefield."""
    found = [_layered(a) for a in opened(abilities)]
    anywhere = any(e.statics for e in found)
    outside = any(cda or zones for e in found for cda, zones in zip(e.cdas, e.zones, strict=True))
    return anywhere, outside


def of_abilities(obj: GameObject, has: tuple[AbilityInstance, ...]) -> list[ContinuousEffect]:
    """The effects of the static abilities of an object that has these abilities (CR 604.2, 611.3)."""
    made: list[ContinuousEffect] = []
    for place, held in enumerate(has):
        entry = _layered(held.ability)
        for n, static in enumerate(entry.statics):
            cda = held.own and entry.cdas[n]
            zones = entry.zones[n]
            if not (cda or obj.zone in zones if zones or cda else _functions_here(obj, static)):
                continue
            if any(isinstance(c, ab.CopyOf) for c in static.changes):
                raise Unsupported("a static ability that makes something a copy")
            stamp = (max(obj.timestamp, held.since), 0, obj.id, place, n)  # 613.7a, 613.7n
            made.append(
                ContinuousEffect(
                    (*held.key, n), obj.id, stamp, static.changes, static.what, static.condition,
                    cda=cda, ability=static,
                )
            )  # fmt: skip
    return made


def _functions_here(obj: GameObject, static: ab.Static) -> bool:
    """CR 113.6, 113.6e: abilities of instants and sorceries function on the stack, so do those that grant the spell what it is cast by; others on the
    battlefield, those of an emblem or a card that stays in the command zone there."""
    if obj.zone == "stack":
        return bool(obj.base.types & {"instant", "sorcery"}) or grants_for_casting(static)
    return obj.zone == "battlefield" or obj.functions_in_command


@by_object
def of_printed(obj: GameObject) -> list[ContinuousEffect]:
    """The effects of the object's static abilities as printed."""
    return of_abilities(obj, printed(obj).has)


# ---- counters and lasting effects ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _changes_of_counters(kind: str, number: int) -> tuple[ab.Change, ...]:
    """CR 122.1a-b: what so many counters of the kind do."""
    sized = _PT_COUNTER.match(kind)
    if sized:
        power, toughness = (ab.Literally(int(n) * number) for n in sized.groups())
        return (ab.ModifyPT(power, toughness),)
    if kind in counters.KEYWORDS or kind.startswith("hexproof from "):
        return (ab.Gains((ab.Keyword(kind),)),)
    return ()


def of_counters(obj: GameObject) -> list[ContinuousEffect]:
    """CR 122.1a-b: the effects of the counters on the object, each kind with its own timestamp (613.7c)."""
    if not obj.counters:
        return []
    times = dict(obj.counter_times)
    return [
        ContinuousEffect(
            ("counter", obj.id, kind), 0, (times.get(kind, obj.timestamp), 0, obj.id), changes, affected=(obj.id,)
        )
        for kind, number in obj.counters
        if (changes := _changes_of_counters(kind, number))
    ]  # fmt: skip


@by_object
def of_stickers(obj: GameObject) -> list[ContinuousEffect]:
    """CR 123.6-123.8, 613.7k: the effects of the stickers on the object, none earlier than the object itself."""
    sized = obj.zone == "battlefield" or "creature" in obj.base.types or "Vehicle" in obj.base.subtypes
    return [
        ContinuousEffect(
            ("sticker", obj.id, each.number), 0, (max(each.since, obj.timestamp), 2, obj.id, n), changes, affected=(obj.id,)
        )
        for n, each in enumerate(obj.stickers)
        if (changes := _changes_of_sticker(each)) and (sized or each.kind != "power and toughness")
    ]  # fmt: skip


def _changes_of_sticker(sticker: Sticker) -> tuple[ab.Change, ...]:
    match sticker.kind:
        case "name":
            return (ab.WordInName(sticker.text, sticker.after),)
        case "ability":
            return (ab.Gains(sticker.abilities),)
        case "power and toughness":
            return (ab.BasePT(ab.Literally(sticker.power), ab.Literally(sticker.toughness)),)
    return ()  # 123.9


def of_floating(floating: LastingEffect) -> ContinuousEffect:
    """The effect of a resolved spell or ability, or of a rule."""
    return ContinuousEffect(
        ("floating", floating.id), floating.source, (floating.timestamp, 1, floating.id), floating.changes,
        what=floating.what, affected=floating.affected, floating=floating,
    )  # fmt: skip


@by_object
def takes_part(obj: GameObject) -> bool:
    """Whether the object is looked at with all others: what is in play, and what has effects or counters elsewhere (CR 702.26b)."""
    return not obj.phased_out and (
        obj.zone in ("battlefield", "stack")
        or obj.functions_in_command
        or bool(obj.counters)
        or bool(obj.stickers)
        or carries(obj.base.abilities)[1]
    )


@by_object
def makes_effects(obj: GameObject) -> bool:
    """Whether the object itself may have a static ability that changes characteristics where it is."""
    if not obj.base.abilities:
        return False
    anywhere, outside = carries(obj.base.abilities)
    return outside or (anywhere and (obj.zone in ("battlefield", "stack") or obj.functions_in_command))


# ---- timestamps that matter ---------------------------------------------------------------------------------------------


def in_the_way(one: GameObject, other: GameObject) -> bool:
    """CR 613.7: whether it may matter which of the two objects has the earlier timestamp: static abilities of both set something in the same layer, and
    not each for its own object alone."""
    pairs = ((a, b) for a in of_printed(one) for b in of_printed(other))
    return any(
        a.changes_in(layer) != b.changes_in(layer) and _sets(a, b, layer)
        for a, b in pairs
        if not (isinstance(a.what, ab.This) and isinstance(b.what, ab.This))
        for layer in a.layers & b.layers
    )


def _sets(one: ContinuousEffect, other: ContinuousEffect, layer: str) -> bool:
    changes = (*one.changes_in(layer), *other.changes_in(layer))
    match layer:
        case "2" | "7b":
            return True
        case "4":
            return any(
                isinstance(c, ab.LosesTypes) or (isinstance(c, ab.Types) and not c.add) for c in changes
            )
        case "5":
            return any(isinstance(c, ab.Colors) and not c.add for c in changes)
        case "6":
            return any(isinstance(c, ab.Loses | ab.CantHave) for c in changes)
    return False
