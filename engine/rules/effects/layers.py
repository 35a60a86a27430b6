"""The interaction of continuous effects: what every object is after the layers of CR 613.

All objects are worked out together, once for every state of the game (`Game.cached`). While that goes on, `characteristics` and
`controller` answer with the values reached so far, so that descriptions ("creatures with flying") are tested against the layer at hand.
A board on which no effect changes anything takes a short way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.errors import Unsupported
from engine.game import saved_contexts
from engine.game.context import Context
from engine.game.doors import doors
from engine.model import counters
from engine.model.characteristics import BASIC_LAND_TYPES, Characteristics
from engine.model.mana import COLORS, SYMBOL_OF
from engine.model.objects import GameObject, ObjectId, PlayerId, Thing
from engine.queries import citations, type_changes
from engine.rules.effects import copying

if TYPE_CHECKING:
    from engine.game import Game

LAYERS: tuple[str, ...] = ("2", "4", "5", "6", "7a", "7b", "7c", "7d")
"""The layers and sublayers after the first (CR 613.1, 613.4). Layer 3, changes of text, has no effects in the vocabulary."""

RULE_OF = {
    "1": "613.2a", "1b": "613.2b", "2": "613.1b", "4": "613.1d", "5": "613.1e", "6": "613.1f",
    "7a": "613.4a", "7b": "613.4b", "7c": "613.4c", "7d": "613.4d",
}  # fmt: skip

_PT_COUNTER = re.compile(r"([+-]\d+)/([+-]\d+)\Z")


class LayerStep(msgspec.Struct, frozen=True):
    """One line of an object's walk through the layers. `rule`: the CR number of the layer; `source`: whose effect (0: a rule or counter);
    `out_of_order`: applied after a later timestamp because it depended on that effect (613.8); `also`: further rules applied."""

    layer: str
    rule: str
    source: ObjectId
    timestamp: int
    text: str
    before: str
    after: str
    out_of_order: bool = False
    also: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that this step of the walk applies."""
        return (self.rule, *self.also)


class Has(msgspec.Struct, frozen=True):
    """An ability that an object has at some point of the layers. `since`: the timestamp of the effect that gave it, 0 for its own (CR 613.7a);
    `own`: among its copiable values, so that it can be characteristic-defining (604.3a)."""

    ability: ab.Ability
    since: int
    key: tuple[Any, ...]
    own: bool


class Work(msgspec.Struct, frozen=True):
    """An object on its way through the layers."""

    values: Characteristics
    has: tuple[Has, ...]
    controller: PlayerId
    base_power: int | None = None
    base_toughness: int | None = None


class Part(msgspec.Struct, frozen=True):
    """A continuous effect: of a static ability, of a resolved spell or ability (`floating`), or of counters (CR 611.1, 122.1)."""

    key: tuple[Any, ...]
    source: ObjectId
    timestamp: tuple[int, ...]
    changes: tuple[ab.Change, ...]
    what: ab.Recipient | None = None
    condition: ab.Condition | None = None
    affected: tuple[Thing, ...] | None = None
    cda: bool = False
    floating: Any = None
    ability: Any = None


Op = tuple[Any, ...]
"""What a change comes to for one object, with everything in it worked out: a word and its values."""


def layer_of(change: ab.Change, cda: bool = False) -> str | None:
    """CR 613.1, 613.4: the layer of a change; None for one that changes rules of the game instead (613.11)."""
    match change:
        case ab.CopyOf():
            return "1"
        case ab.UnderControlOf():
            return "2"
        case ab.ChosenType(what=what):
            return "5" if what == "color" else "4"
        case ab.Types() | ab.LosesTypes() | ab.EveryType():
            return "4"
        case ab.Colors():
            return "5"
        case ab.Gains() | ab.GainsActivated() | ab.Loses() | ab.LosesAll() | ab.GainsChoice():
            return "6"
        case ab.DefinedPT():
            return "7a" if cda else "7b"
        case ab.BasePT():
            return "7b"
        case ab.ModifyPT():
            return "7c"
        case ab.SwitchPT():
            return "7d"
    return None


# ---- static abilities with changes of characteristics ------------------------------------------------------------------


class _Layered(msgspec.Struct, frozen=True):
    ability: ab.Ability
    statics: tuple[ab.Static, ...]
    cdas: tuple[bool, ...]
    zones: tuple[frozenset[str], ...]


_known: dict[int, _Layered] = {}
_carry: dict[int, tuple[tuple[ab.Ability, ...], bool, bool]] = {}


def _layered(ability: ab.Ability) -> _Layered:
    """The statics that an ability is or means and that change characteristics or control."""
    known = _known.get(id(ability))
    if known is not None and known.ability is ability:
        return known
    from engine.keywords import statics

    found = tuple(s for s in statics(ability) if any(layer_of(c) for c in s.changes))
    entry = _Layered(ability, found, tuple(defines(s) for s in found), tuple(zones_named(s) for s in found))
    if len(_known) > 20_000:
        _known.clear()
    _known[id(ability)] = entry
    return entry


def defines(static: ab.Static) -> bool:
    """CR 604.3a: a characteristic-defining ability, if the object's own: colors, subtypes, power or toughness of itself, unconditionally."""
    if not isinstance(static.what, ab.This) or static.condition is not None:
        return False
    for change in static.changes:
        match change:
            case ab.DefinedPT() | ab.EveryType():
                continue
            case ab.Colors():
                continue
            case ab.Types(words=words) if not any(type_changes.sorted_words(words)[:2]):
                continue
        return False
    return bool(static.changes)


def zones_named(static: ab.Static | ab.StaticSpells) -> frozenset[str]:
    """CR 113.6b: the zones that the ability says it works from ("as long as this card is in your graveyard")."""
    found: set[str] = set()
    if static.condition is not None:
        for node in ab.walk(static.condition):
            if isinstance(node, ab.Fits) and isinstance(node.what, ab.This):
                found.update(n.zone for n in ab.walk(node.which) if isinstance(n, ab.InZone))
    return frozenset(found)


def _carries(abilities: tuple[ab.Ability, ...]) -> tuple[bool, bool]:
    """Whether abilities as printed hold a static that changes characteristics: anywhere at all, and outside the battlefield."""
    if not abilities:
        return (False, False)
    known = _carry.get(id(abilities))
    if known is not None and known[0] is abilities:
        return known[1:]
    found = [_layered(a) for a in copying.opened(abilities)]
    anywhere = any(e.statics for e in found)
    outside = any(cda or zones for e in found for cda, zones in zip(e.cdas, e.zones, strict=True))
    if len(_carry) > 20_000:
        _carry.clear()
    _carry[id(abilities)] = (abilities, anywhere, outside)
    return anywhere, outside


# ---- the short way: objects that no effect touches -----------------------------------------------------------------------

_plain: dict[tuple[Any, ...], tuple[Any, Work]] = {}


def intrinsic(values: Characteristics) -> tuple[ab.Ability, ...]:
    """CR 305.6: the mana abilities of a land's basic land types."""
    if "land" not in values.types or type_changes.BASIC.isdisjoint(values.subtypes):
        return ()
    return tuple(MANA_OF[t] for t in BASIC_LAND_TYPES if t in values.subtypes)


MANA_OF: dict[str, ab.Ability] = {
    kind: ab.Activated((ab.TapSymbol(),), ab.AddMana(("{" + SYMBOL_OF[color] + "}",)))
    for kind, color in zip(BASIC_LAND_TYPES, COLORS, strict=True)
}


def _finished(values: Characteristics, has: Iterable[Has], zone: str) -> Characteristics:
    power, toughness = values.power, values.toughness
    if zone == "battlefield":
        if "creature" not in values.types:
            power = toughness = None  # 208.3
        else:
            power, toughness = power or 0, toughness or 0  # 208.5
    return replace(values, abilities=tuple(h.ability for h in has), power=power, toughness=toughness)


def _counter_changes(obj: GameObject) -> list[tuple[str, int, ab.Change]]:
    """CR 122.1a-b: what counters do: the kind, their timestamp (613.7c), the change."""
    found: list[tuple[str, int, ab.Change]] = []
    times = dict(obj.counter_times)
    for kind, number in obj.counters:
        at = times.get(kind, obj.timestamp)
        sized = _PT_COUNTER.match(kind)
        if sized:
            power, toughness = (ab.Literally(int(n) * number) for n in sized.groups())
            found.append((kind, at, ab.ModifyPT(power, toughness)))
        elif kind in counters.KEYWORDS or kind.startswith("hexproof from "):
            found.append((kind, at, ab.Gains((ab.Keyword(kind),))))
    return found


# ---- all objects together ---------------------------------------------------------------------------------------------


class View:
    """The values of all objects at one state of the game, complete or in the making."""

    def __init__(self, game: Game, trace: ObjectId = 0) -> None:
        self.game = game
        self.works: dict[ObjectId, Work] = {}
        self.running: dict[tuple[Any, ...], tuple[Part, tuple[Thing, ...]]] = {}
        self.domain: list[ObjectId] = []
        self.fixed: list[Part] = []
        self.layer = "1"
        self.trace = trace
        self.steps: list[LayerStep] = []
        self.late = False
        self.early = False
        self._shown: dict[ObjectId, tuple[Work, Characteristics]] = {}
        self._parts: dict[ObjectId, tuple[tuple[Has, ...], list[Part]]] = {}

    # -- single objects --

    def work(self, id: ObjectId) -> Work:
        """The object as far as it has come."""
        found = self.works.get(id)
        if found is None:
            found = self.works[id] = self.start(id)
            if self.layer > "4":
                found = self.works[id] = self.with_intrinsic(found, id)
        return found

    def start(self, id: ObjectId) -> Work:
        """CR 613.1: the object after layer 1."""
        game = self.game
        obj = game.objects[id]
        values = copying.copiable(game, id)
        has = tuple(Has(a, 0, (id, n), True) for n, a in enumerate(values.abilities))
        controller = (
            obj.controller if obj.zone in ("battlefield", "stack", "command") else obj.owner
        )  # 108.4a
        return Work(replace(values, abilities=()), has, controller, values.power, values.toughness)

    def with_intrinsic(self, work: Work, id: ObjectId) -> Work:
        """CR 305.6: the mana abilities that basic land types give, after layer 4."""
        mana = intrinsic(work.values)
        if not mana:
            return work
        return replace(
            work, has=work.has + tuple(Has(a, 0, (id, "basic", n), False) for n, a in enumerate(mana))
        )

    def shown(self, id: ObjectId) -> Characteristics:
        """The characteristics of the object as far as they have come."""
        work = self.work(id)
        known = self._shown.get(id)
        if known is not None and known[0] is work:
            return known[1]
        made = _finished(work.values, work.has, self.game.objects[id].zone)
        self._shown[id] = (work, made)
        return made

    # -- effects --

    def gather(self) -> None:
        """Find the objects and lasting effects that matter."""
        game = self.game
        present: list[ObjectId] = []
        for id, obj in game.objects.items():
            if obj.phased_out:
                continue  # 702.26b
            if (
                obj.zone in ("battlefield", "stack")
                or obj.kind == "emblem"
                or obj.counters
                or _carries(obj.base.abilities)[1]
            ):
                present.append(id)
            for kind, at, change in _counter_changes(obj):
                self.fixed.append(Part(("counter", id, kind), 0, (at, 0, id), (change,), affected=(id,)))
        self.domain = present
        for floating in game.floating.values():
            if any(layer_of(c) not in (None, "1") for c in floating.changes):
                self.fixed.append(
                    Part(
                        ("floating", floating.id), floating.source, (floating.timestamp, 1, floating.id), floating.changes,
                        what=floating.what, affected=floating.affected, floating=floating,
                    )
                )  # fmt: skip

    def parts_of(self, id: ObjectId) -> list[Part]:
        """The effects of the static abilities that the object has now (CR 604.2, 611.3)."""
        has = self.work(id).has
        known = self._parts.get(id)
        if known is not None and known[0] is has:
            return known[1]
        obj = self.game.objects[id]
        made: list[Part] = []
        for place, held in enumerate(has):
            entry = _layered(held.ability)
            for n, static in enumerate(entry.statics):
                cda = held.own and entry.cdas[n]
                zones = entry.zones[n]
                if not (
                    cda or (obj.zone in zones if zones else obj.zone == "battlefield" or obj.kind == "emblem")
                ):
                    continue
                if any(isinstance(c, ab.CopyOf) for c in static.changes):
                    raise Unsupported("a static ability that makes something a copy")
                stamp = (max(obj.timestamp, held.since), 0, id, place, n)  # 613.7a, 613.7n
                made.append(
                    Part(
                        (*held.key, n),
                        id,
                        stamp,
                        static.changes,
                        static.what,
                        static.condition,
                        cda=cda,
                        ability=static,
                    )
                )
        self._parts[id] = (has, made)
        return made

    def existing(self) -> Iterator[Part]:
        """Every effect there is now."""
        yield from self.fixed
        for id in self.domain:
            yield from self.parts_of(id)

    def candidates(self, layer: str, done: set[tuple[Any, ...]]) -> list[Part]:
        """The effects to be applied in the layer: those that exist, and those that began to apply in an earlier one (CR 613.6)."""
        found = {p.key: p for p in self.existing() if self.acts_in(p, layer)}
        for key, (part, _) in self.running.items():
            if key not in found and self.acts_in(part, layer):
                found[key] = part
        return sorted((p for p in found.values() if p.key not in done), key=lambda p: p.timestamp)

    def acts_in(self, part: Part, layer: str) -> bool:
        """Whether a part of the effect belongs to the layer."""
        return any(layer_of(c, part.cda) == layer for c in part.changes)

    def context(self, part: Part) -> Context:
        """Who "you" and what "this" is for the effect."""
        if part.floating is not None:
            return saved_contexts.context_of(self.game, part.floating)
        return Context(self.game, self.work(part.source).controller if part.source else "", part.source)

    def subjects(self, part: Part) -> tuple[Thing, ...]:
        """What the effect applies to: as it began (CR 613.6, 611.2c), or what fits now (611.3a)."""
        if part.key in self.running:
            return self.running[part.key][1]
        if part.affected is not None:
            return tuple(t for t in part.affected if t in self.game.objects)
        from engine.queries import conditions

        if part.what is None:
            return ()
        ctx = self.context(part)
        if part.condition is not None:
            if not conditions.holds(ctx, part.condition):
                return ()
            ctx.mentions += conditions.speaks_of(ctx, part.condition)
        return tuple(t for t in subjects(ctx, part.what) if isinstance(t, int) and t in self.game.objects)

    def ops(self, part: Part, layer: str) -> dict[Thing, tuple[Op, ...]]:
        """What the effect does in the layer to each thing it applies to."""
        changes = [c for c in part.changes if layer_of(c, part.cda) == layer]
        things = self.subjects(part)
        if all(_same_for_all(c) for c in changes):
            made = tuple(resolve(self.context(part), c, 0) for c in changes) if things else ()
            return dict.fromkeys(things, made)
        found: dict[Thing, tuple[Op, ...]] = {}
        for thing in things:
            ctx = self.context(part)
            ctx.mention((thing,), self.work(thing).values.types if isinstance(thing, int) else ())
            found[thing] = tuple(resolve(ctx, c, thing) for c in changes)
        return found

    def exists(self, part: Part) -> bool:
        """Whether the effect is there now, or has begun to apply."""
        if part.ability is None or part.key in self.running:
            return True
        return any(p.key == part.key for p in self.parts_of(part.source))

    def apply(self, part: Part, layer: str) -> None:
        """Carry out the part of the effect that belongs to the layer."""
        doing = self.ops(part, layer)
        self.running.setdefault(part.key, (part, tuple(doing)))
        for thing, ops in doing.items():
            if not isinstance(thing, int):
                continue
            work = before = self.work(thing)
            for n, op in enumerate(ops):
                work = carry_out(work, op, (*part.key, thing, n), part.timestamp[0])
            if work is not before:
                self.works[thing] = work
                if thing == self.trace:
                    self.tell(part, layer, before, work)

    # -- layers --

    def run(self) -> None:
        """Apply everything, layer after layer."""
        for layer in LAYERS:
            self.layer = layer
            self.run_layer(layer)
            if layer == "4":
                for id in list(self.works):
                    self.works[id] = self.with_intrinsic(self.works[id], id)
            elif layer == "7b":
                for id, work in self.works.items():
                    if (work.base_power, work.base_toughness) != (work.values.power, work.values.toughness):
                        self.works[id] = replace(
                            work, base_power=work.values.power, base_toughness=work.values.toughness
                        )

    def run_layer(self, layer: str) -> None:
        """CR 613.3, 613.7, 613.8: characteristic-defining abilities first; timestamp order but for dependencies, asked anew after each effect."""
        done: set[tuple[Any, ...]] = set()
        postponed: set[tuple[Any, ...]] = set()
        while True:
            pending = self.candidates(layer, done)
            if not pending:
                return
            group = [p for p in pending if p.cda] or pending
            if layer not in ("4", "6") and not any(
                may_depend(a, b, layer, self) for a in group for b in group if a is not b
            ):
                for part in group:  # nothing here can change another: no need to ask again
                    self.apply(part, layer)
                    done.add(part.key)
                continue
            part = self.next_of(group, layer)
            self.late, self.early = part.key in postponed, part is not group[0]
            postponed.update(p.key for p in group[: group.index(part)])
            self.apply(part, layer)
            self.late = self.early = False
            done.add(part.key)

    def next_of(self, group: list[Part], layer: str) -> Part:
        """CR 613.8b: the earliest effect that depends on none of the others; loops of dependency count for nothing."""
        if len(group) == 1:
            return group[0]
        needs = self.dependencies(group, layer)
        reach = {k: _reachable(k, needs) for k in needs}
        for part in group:
            if all(part.key in reach[other] for other in needs[part.key]):
                return part
        return group[0]

    def dependencies(self, group: list[Part], layer: str) -> dict[tuple[Any, ...], set[tuple[Any, ...]]]:
        """CR 613.8a: for each effect those it depends on, found by applying each other one first on trial."""
        needs: dict[tuple[Any, ...], set[tuple[Any, ...]]] = {p.key: set() for p in group}
        signs: dict[tuple[Any, ...], Any] = {}
        for first in group:
            asking = [p for p in group if p is not first and may_depend(p, first, layer, self)]
            if not asking:
                continue
            for part in asking:
                if part.key not in signs:
                    signs[part.key] = self.sign(part, layer)
            saved = (self.works, self.running, self.trace)
            self.works, self.running, self.trace = dict(self.works), dict(self.running), 0
            try:
                self.apply(first, layer)
                for part in asking:
                    if self.sign(part, layer) != signs[part.key]:
                        needs[part.key].add(first.key)
            finally:
                self.works, self.running, self.trace = saved
        return needs

    def sign(self, part: Part, layer: str) -> Any:
        """What the dependency test compares: whether the effect exists, what it applies to, what it does."""
        return self.ops(part, layer) if self.exists(part) else None

    # -- telling --

    def tell(self, part: Part, layer: str, before: Work, after: Work) -> None:
        """Note a step of the traced object's walk."""
        if part.key[0] == "counter":
            text = f"{part.key[2]} counters"
        else:
            text = self.game.name(part.source) if part.source else "a lasting effect"
        was, now = describe(before, layer), describe(after, layer)
        also = self.reasons(part, layer)
        self.steps.append(
            LayerStep(layer, RULE_OF[layer], part.source, part.timestamp[0], text, was, now, self.late, also)
        )

    def reasons(self, part: Part, layer: str) -> tuple[str, ...]:
        """The rules by which the effect applies here and now: what makes it, and its place in the order."""
        from engine.keywords import RULES

        found: list[str] = []
        if part.key[0] == "counter":
            found.append("122.1a" if layer == "7c" else "122.1b")
        if part.ability is not None and part.ability.word in RULES:
            found.append(RULES[part.ability.word])
        if part.cda:
            found.append("604.3")
        elif part.ability is not None:
            found.append("611.3a")
            found += citations.of_words(part.what, part.condition)
        changes = [c for c in part.changes if layer_of(c, part.cda) == layer]
        found += citations.of_words(*changes)
        if layer == "4":
            found += citations.of_types(changes)
        if self.late or self.early:  # it waited for another, or another waits for it
            found.append("613.8b")
        elif layer != "7c" and any(s.layer == layer for s in self.steps):
            found.append("613.3" if "604.3" in self.steps[-1].also else "613.7")
        if part.ability is not None and not any(p.key == part.key for p in self.parts_of(part.source)):
            found.append("613.6")
        return tuple(found)


def _reachable(
    key: tuple[Any, ...], needs: dict[tuple[Any, ...], set[tuple[Any, ...]]]
) -> set[tuple[Any, ...]]:
    found: set[tuple[Any, ...]] = set()
    waiting = list(needs[key])
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting.extend(needs[other])
    return found


def subjects(ctx: Context, what: ab.Recipient) -> list[Thing]:
    """What the subject of a static ability means now (CR 611.3a)."""
    match what:
        case ab.This():
            return [ctx.source]
        case ab.Host():
            host = ctx.game.objects[ctx.source].attached_to if ctx.source in ctx.game.objects else None
            return [] if host is None else [host]
        case ab.Fixed(things=things):
            return list(things)
        case ab.Together(parts=parts):
            return list(dict.fromkeys(t for p in parts for t in subjects(ctx, p)))
        case ab.EachOf(of=of):
            return subjects(ctx, of)
        case ab.Each(which=which):
            from engine.queries import descriptions

            return descriptions.matching(ctx, which)
    from engine.queries import descriptions

    return descriptions.referents(ctx, what)


# ---- dependencies that can be ruled out beforehand -------------------------------------------------------------------------

_ALWAYS_SAFE: tuple[type[ab.Node], ...] = (
    ab.This, ab.Host, ab.Fixed, ab.Each, ab.Chosen, ab.Together, ab.Which, ab.EitherOf, ab.Not, ab.AnyOf, ab.Other, ab.OwnedBy, ab.InZone,
    ab.Named, ab.Literally, ab.Plus, ab.Minus, ab.Times, ab.HalfOf, ab.CountersOn, ab.WithCounter, ab.TurnOf, ab.DuringStep, ab.AllOf,
    ab.AnyHolds, ab.Negated, ab.Comparison, ab.You, ab.EachPlayer, ab.AnyPlayer, ab.CountOf, ab.Exists, ab.Fits, ab.Change,
)  # fmt: skip
_TYPES = (ab.Noun, ab.OfType)
_CONTROL = (ab.ControlledBy, ab.Controls, ab.ControllerOf)
_SIZES = (ab.Compared, ab.StatOf, ab.StatAmong, ab.Extreme)
_SAFE: dict[str, tuple[type[ab.Node], ...]] = {
    "2": (*_TYPES, ab.OfColor, ab.With, *_SIZES),
    "4": (*_CONTROL, ab.OfColor, *_SIZES),
    "5": (*_CONTROL, *_TYPES, ab.With, *_SIZES),
    "6": (*_CONTROL, *_TYPES, ab.OfColor, *_SIZES),
    "7": (*_CONTROL, *_TYPES, ab.OfColor, ab.With, ab.Is),
}
"""Kinds of words whose meaning the effects of a layer can't change. A description made of these alone can't come to fit other objects."""

_sensitive: dict[tuple[int, str, bool], tuple[Any, bool]] = {}


def sensitive(part: Part, layer: str) -> bool:
    """Whether anything applied in the layer could change what the effect applies to or does."""
    if part.key[0] == "counter":
        return False
    if layer == "2" and part.floating is None:
        return True  # "you" is whoever controls the source
    if layer == "6" and any(isinstance(c, ab.GainsActivated) for c in part.changes):
        return True  # what it gives is what others have by then
    holder = part.ability if part.ability is not None else part.changes
    key = (id(holder), layer, part.affected is None)
    known = _sensitive.get(key)
    if known is not None and known[0] is holder:
        return known[1]
    safe = _ALWAYS_SAFE + _SAFE[layer[0]]
    asked: list[Any] = [] if part.affected is not None else [part.what, part.condition]
    for change in part.changes:
        if layer_of(change, part.cda) == layer and not isinstance(change, ab.Gains | ab.Loses):
            asked.append(change)
    found = any(
        not isinstance(n, safe) and not (isinstance(n, ab.Noun) and not n.kinds)
        for a in asked
        for n in ab.walk(a)
    )
    if len(_sensitive) > 20_000:
        _sensitive.clear()
    _sensitive[key] = (holder, found)
    return found


def may_depend(part: Part, other: Part, layer: str, view: View) -> bool:
    """Whether the dependency test of CR 613.8a is worth making: a cheap test that errs on the side of asking."""
    if part.cda != other.cda:
        return False  # 613.8a (c)
    if part.ability is not None and part.key not in view.running:
        if layer == "6" and any(isinstance(c, ab.Loses | ab.LosesAll) for c in other.changes):
            return True
        if layer == "4" and any(isinstance(c, ab.Types | ab.ChosenType) and not c.add for c in other.changes):
            return True
    if part.key in view.running and all(_same_for_all(c) for c in part.changes):
        return False
    return sensitive(part, layer)


# ---- what a change does to one object --------------------------------------------------------------------------------

_plain_changes: dict[int, tuple[ab.Change, bool]] = {}


def _same_for_all(change: ab.Change) -> bool:
    """Whether the change says the same of every object: it refers to none ("its mana value") by a noun."""
    if isinstance(
        change,
        ab.Types
        | ab.LosesTypes
        | ab.Colors
        | ab.EveryType
        | ab.Gains
        | ab.Loses
        | ab.LosesAll
        | ab.SwitchPT
        | ab.ChosenType,
    ):
        return True
    known = _plain_changes.get(id(change))
    if known is not None and known[0] is change:
        return known[1]
    found = not any(
        isinstance(n, ab.That | ab.ThatPlayer | ab.ThatMuch | ab.CountOf | ab.Tally) for n in ab.walk(change)
    )
    if len(_plain_changes) > 20_000:
        _plain_changes.clear()
    _plain_changes[id(change)] = (change, found)
    return found


def resolve(ctx: Context, change: ab.Change, thing: Thing) -> Op:
    """What the change comes to, numbers and choices worked out."""
    from engine.queries import descriptions, numbers

    def number(n: ab.Number | None) -> int | None:
        return None if n is None else n.value if isinstance(n, ab.Literally) else numbers.value(ctx, n)

    match change:
        case ab.UnderControlOf(who=who):
            settled = ctx.control
            found = [settled] if settled else descriptions.players(ctx, who)
            if len(found) != 1:
                raise Unsupported("control by other than one player")
            return ("control", found[0])
        case ab.Types(words=words, add=add, still=still):
            return ("types", words, add, still)
        case ab.LosesTypes(words=words):
            return ("loses types", words)
        case ab.ChosenType(what=what, add=add):
            chosen = descriptions.chosen_value(ctx, what)
            if chosen is None:
                return ("nothing",)
            return ("colors", frozenset((chosen,)), add) if what == "color" else ("types", (chosen,), add, ())
        case ab.EveryType(family=family):
            return ("every", family)
        case ab.Colors(colors=colors, add=add):
            if not set(colors) <= set(COLORS):
                raise Unsupported(f"the colors {', '.join(colors)}")
            return ("colors", frozenset(colors), add)
        case ab.Gains(abilities=gained):
            return ("gains", copying.opened(_with_choices(ctx, gained)))
        case ab.GainsActivated(what=what):
            return ("gains", _activated_of(ctx, what, thing))
        case ab.Loses(abilities=lost):
            return ("loses", lost)
        case ab.LosesAll():
            return ("loses all",)
        case ab.DefinedPT(power=power, toughness=toughness) | ab.BasePT(power=power, toughness=toughness):
            return ("set", number(power), number(toughness))
        case ab.ModifyPT(power=power, toughness=toughness, signs=signs, each=each):
            times = max(number(each) or 0, 0) if each is not None else 1  # 107.1b
            # 107.1b: what is worked out to be negative is zero; -1/-1 counters are written so
            up, out = (
                (number(n) or 0) if isinstance(n, ab.Literally) else max(number(n) or 0, 0)
                for n in (power, toughness)
            )
            return (
                "modify",
                *(n * times * (-1 if s == "-" else 1) for n, s in zip((up, out), signs, strict=True)),
            )
        case ab.SwitchPT():
            return ("switch",)
    raise Unsupported(f"the continuous effect {type(change).__name__}")


def _activated_of(ctx: Context, what: ab.Recipient, thing: Thing) -> tuple[ab.Ability, ...]:
    """CR 602.1, 702.1: the activated abilities of the other objects, those that keywords stand for among them, each once for each that has it."""
    from engine.rules.costs import keyword_costs

    return tuple(
        ability
        for other in subjects(ctx, what)
        if isinstance(other, int) and other != thing and other in ctx.game.objects
        for ability in copying.opened(ctx.game.characteristics(other).abilities)
        if isinstance(ability, ab.Activated)
        or (isinstance(ability, ab.Keyword) and keyword_costs.activated(ability))
    )


_speaks_of_choices: dict[int, tuple[tuple[ab.Ability, ...], bool]] = {}


def _with_choices(ctx: Context, abilities: tuple[ab.Ability, ...]) -> tuple[ab.Ability, ...]:
    """CR 607.2d: "the chosen color" in what the source gives to others is the one chosen for the source, not for them; so is the Aura that the
    protection spares (702.16n)."""
    from engine.queries import descriptions

    known = _speaks_of_choices.get(id(abilities))
    if known is None or known[0] is not abilities:
        if len(_speaks_of_choices) > 20_000:
            _speaks_of_choices.clear()
        speaks = any(_of_source(n) for a in abilities for n in ab.walk(a))
        known = _speaks_of_choices[id(abilities)] = (abilities, speaks)
    if not known[1]:
        return abilities

    def settle(node: Any) -> Any:
        if isinstance(node, ab.OfTheChosen) and node.value == "":
            value = descriptions.chosen_value(ctx, node.what)
            if value is None:
                return node
            return ab.OfColor(value) if node.what == "color" else replace(node, value=value)
        if isinstance(node, ab.Keyword) and isinstance(node.spares, ab.This):
            return replace(node, spares=ab.Fixed((ctx.source,)), which=rewrite(node.which, settle))
        return node

    settled: tuple[ab.Ability, ...] = rewrite(abilities, settle)
    return settled


def _of_source(node: ab.Node) -> bool:
    """Whether it speaks of what gives the ability rather than of what has it."""
    if isinstance(node, ab.Keyword):
        return isinstance(node.spares, ab.This)
    return isinstance(node, ab.OfTheChosen) and node.value == ""


def carry_out(work: Work, op: Op, key: tuple[Any, ...], stamp: int) -> Work:
    """The object after the change."""
    values = work.values
    match op:
        case ("control", player):
            return replace(work, controller=player)
        case ("types", words, add, still):
            changed = replace(work, values=type_changes.has_types(values, words, add, still))
            if type_changes.sets_basic_land_type(words, add) and "land" in changed.values.types:
                # 305.7: abilities of its text go; in this layer nothing has been granted by other effects yet
                changed = replace(changed, has=())
            return changed
        case ("loses types", words):
            return replace(work, values=type_changes.loses_types(values, words))
        case ("every", family):
            return replace(work, values=type_changes.every_type(values, family))
        case ("colors", colors, add):
            return replace(work, values=replace(values, colors=values.colors | colors if add else colors))
        case ("gains", abilities):
            more = tuple(Has(a, stamp, (*key, n), False) for n, a in enumerate(abilities))
            return replace(work, has=work.has + more)
        case ("loses", lost):
            return replace(work, has=tuple(h for h in work.has if not copying.loses(h.ability, lost)))
        case ("loses all",):
            return replace(work, has=())
        case ("set", power, toughness):
            return replace(
                work,
                values=replace(
                    values,
                    power=values.power if power is None else power,
                    toughness=values.toughness if toughness is None else toughness,
                ),
            )
        case ("modify", power, toughness):
            return replace(
                work,
                values=replace(
                    values, power=(values.power or 0) + power, toughness=(values.toughness or 0) + toughness
                ),
            )
        case ("switch",):
            return replace(
                work, values=replace(values, power=values.toughness or 0, toughness=values.power or 0)
            )
        case ("nothing",):
            return work
    raise Unsupported(f"the change {op[0]}")


# ---- what others ask -----------------------------------------------------------------------------------------------

_computing: dict[int, View] = {}


def in_progress(game: Game) -> bool:
    """Whether the layers of this game are being worked out: answers are partial then, and must not be remembered."""
    return id(game) in _computing


def _compute(game: Game, trace: ObjectId = 0) -> View:
    view = View(game, trace)
    outer = _computing.get(id(game))
    _computing[id(game)] = view
    try:
        view.gather()
        for id_ in view.domain:
            view.work(id_)
        view.run()
    finally:
        if outer is None:
            del _computing[id(game)]
        else:
            _computing[id(game)] = outer
    return view


def _short(game: Game) -> bool:
    """Whether no effect changes any object's characteristics or controller, so that each can be taken alone."""

    def look() -> bool:
        if any(layer_of(c) for f in game.floating.values() for c in f.changes):
            return False
        for obj in game.objects.values():
            carried = _carries(obj.base.abilities)
            if carried[1] or (carried[0] and (obj.zone == "battlefield" or obj.kind == "emblem")):
                return False
        return True

    return bool(game.cached("layers are empty", look))


def _alone(game: Game, id_: ObjectId) -> Work:
    """The object on a board without effects: its own values, mana of basic land types, counters."""
    obj = game.objects[id_]
    key = (id(obj.base), obj.face_down, obj.face_down_as, obj.zone, obj.counters, id_, obj.controller)
    known = _plain.get(key)
    if known is not None and known[0] is obj.base:
        return known[1]
    view = View(game)
    work = view.with_intrinsic(view.start(id_), id_)
    for kind, at, change in _counter_changes(obj):
        ops = resolve(Context(game, obj.controller, id_), change, id_)
        work = carry_out(work, ops, ("counter", id_, kind), at)
    work = replace(work, values=_finished(work.values, work.has, obj.zone))
    if len(_plain) > 20_000:
        _plain.clear()
    _plain[key] = (obj.base, work)
    return work


def _view(game: Game) -> View:
    running = _computing.get(id(game))
    if running is not None:
        return running
    found: View = game.cached("layers", lambda: _compute(game))
    return found


def characteristics(game: Game, id: ObjectId) -> Characteristics:
    """CR 613: what an existing object is, after all continuous effects that apply to it; during the layers, as far as they have come."""
    if not in_progress(game) and _short(game):
        return _alone(game, id).values
    return _view(game).shown(id)


def controller(game: Game, id: ObjectId) -> PlayerId:
    """CR 108.4, 613.1b: who controls the object; its owner, if it is a card that has no controller."""
    if not in_progress(game) and _short(game):
        obj = game.objects[id]
        return obj.controller if obj.zone in ("battlefield", "stack", "command") else obj.owner
    return _view(game).work(id).controller


def base_power_toughness(game: Game, id: ObjectId) -> tuple[int | None, int | None]:
    """CR 208.4b: base power and toughness: after effects that define or set them, before those that modify them."""
    if id not in game.objects:
        return base_power_toughness(game.past[id][0], id)
    work = _alone(game, id) if not in_progress(game) and _short(game) else _view(game).work(id)
    if game.objects[id].zone == "battlefield" and "creature" not in work.values.types:
        return None, None
    return work.base_power, work.base_toughness


def held(game: Game, id: ObjectId) -> tuple[Has, ...]:
    """The abilities that an existing object has, with where they are from."""
    return _alone(game, id).has if not in_progress(game) and _short(game) else _view(game).work(id).has


def begun(game: Game) -> dict[tuple[Any, ...], tuple[Part, tuple[Thing, ...]]]:
    """CR 613.6: effects that have begun to apply in some layer, with what they apply to, by their key."""
    return {} if _short(game) else _view(game).running


def walk(game: Game, id: ObjectId) -> list[LayerStep]:
    """The object's way through the layers: which effect changed what, in the order of application."""
    if id not in game.objects:
        return walk(game.past[id][0], id)
    steps: list[LayerStep] = []
    obj = game.objects[id]
    start = copying.before_layers(obj)
    for floating in copying.copy_effects(game, id):
        copy = floating.context.copied
        steps.append(
            LayerStep(
                "1",
                RULE_OF["1"],
                floating.source,
                floating.timestamp,
                game.name(floating.source),
                start.name,
                copy.name,
            )
        )
        start = copy
    if obj.face_down:
        steps.append(
            LayerStep(
                "1b",
                RULE_OF["1b"],
                id,
                obj.timestamp,
                "face down",
                obj.base.name,
                "a 2/2 creature",
                also=("708.2a",),
            )  # fmt: skip
        )
    return steps + _compute(game, trace=id).steps


def describe(work: Work, layer: str) -> str:
    """The part of the object's values that the layer is about, in words."""
    values = work.values
    match layer[0]:
        case "2":
            return f"controlled by {work.controller}"
        case "4":
            left = " ".join([*sorted(values.supertypes), *sorted(values.types)])
            family = type_changes.FAMILIES["creature"]
            every = values.subtypes >= family
            right = sorted(values.subtypes - family if every else values.subtypes) + (
                ["every creature type"] if every else []
            )
            return f"{left} — {' '.join(right)}" if right else left
        case "5":
            return " and ".join(c for c in COLORS if c in values.colors) or "colorless"
        case "6":
            names = [h.ability.name if isinstance(h.ability, ab.Keyword) else "an ability" for h in work.has]
            return ", ".join(names) or "no abilities"
    return f"{values.power or 0}/{values.toughness or 0}"


# ---- changes of control --------------------------------------------------------------------------------------------------


def note_control_changes(game: Game) -> list[ObjectId]:
    """CR 302.6: give permanents whose controller has changed since the last call a new start of being controlled. Returns them.

    The last known controllers are kept in `game.controllers`; an object seen for the first time has not changed."""
    if any(
        isinstance(f.duration, ab.ForAsLongAs | ab.UntilLeaves | ab.WhileBestowed)
        for f in game.floating.values()
    ):
        from engine.rules.effects import continuous

        continuous.expire(game, "")  # such effects end at once (611.2b)
    known = game.controllers
    now = {id: controller(game, id) for id in game.zone("battlefield")}
    if now == known:
        return []
    game.controllers = now
    changed = [id for id, player in now.items() if known.get(id, player) != player]
    for id in changed:
        game.put_object(replace(game.objects[id], since=game.tick()))
    return changed


doors.characteristics = characteristics
doors.controller = controller
doors.base_power_toughness = base_power_toughness
