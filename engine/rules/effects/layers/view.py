"""All objects on their way through the layers together (CR 613).

While a view is at work, questions about characteristics and controllers are answered with the values reached so far, so that descriptions
("creatures with flying") are tested against the layer at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.game import Context, Game, LastingEffect, saved_contexts
from engine.model import Characteristics, ObjectId, PlayerId, Thing
from engine.queries import conditions, static_abilities
from engine.rules.effects import copying
from engine.rules.effects.layers import dependency, telling
from engine.rules.effects.layers.effects import (
    ContinuousEffect,
    of_abilities,
    of_counters,
    of_floating,
    of_printed,
    of_stickers,
    takes_part,
)
from engine.rules.effects.layers.operations import Operation, Several, apply_all
from engine.rules.effects.layers.order import LAYERS, layers_of
from engine.rules.effects.layers.resolving import refers, resolve, speaks_of_each
from engine.rules.effects.layers.steady import is_steady
from engine.rules.effects.layers.values import (
    AbilityInstance,
    Key,
    LayeredObject,
    finished,
    printed,
    starting,
    with_intrinsic,
)

Shared = dict[tuple[ab.Recipient, PlayerId, bool], tuple[ObjectId, ...]]
"""What a subject means to a player, where that doesn't hang on whose ability says it."""


def _addresses(effect: ContinuousEffect) -> tuple[int, ...]:
    """Under which addresses the effect speaks of what it affects."""
    if effect.floating is not None and effect.floating.context is not None:
        return effect.floating.context.subject
    return binding.addresses(effect.what) if effect.what is not None else ()


def _has_something(game: Game, effect: LastingEffect) -> bool:
    """CR 400.7, 611.2c: whether a lasting effect is not about objects alone that have all become others, which it never applies to again."""
    affected = effect.affected
    return affected is None or any(isinstance(thing, str) or thing in game.objects for thing in affected)


class View:
    """The values of all objects at one state of the game, complete or in the making.

    `running`: the effects that have begun to apply, with what they apply to (CR 613.6); `steps`: the way of the object `trace`; `late`, `early`: whether
    the effect that is being applied waited for another, or others wait for it; `steady`: whether all hangs only on what objects are and where."""

    def __init__(self, game: Game, trace: ObjectId = 0) -> None:
        self.game = game
        self.works: dict[ObjectId, LayeredObject] = {}
        self.running: dict[Key, tuple[ContinuousEffect, tuple[Thing, ...]]] = {}
        self.layer = "1"
        self.trace = trace
        self.steps: list[telling.LayerStep] = []
        self.late = False
        self.early = False
        self.steady = True
        self._shown: dict[ObjectId, tuple[LayeredObject, Characteristics]] = {}
        self._made: dict[ObjectId, tuple[tuple[AbilityInstance, ...], list[ContinuousEffect]]] = {}
        self._existing: list[ContinuousEffect] | None = None
        # CR 702.26b: what is phased out is treated as though it didn't exist
        self.domain = [
            id
            for id, obj in game.objects.items()
            if not (obj.unknown and obj.zone == "library" and not obj.counters) and takes_part(obj)
        ]
        self.fixed = [
            e
            for obj in game.objects.values()
            if obj.counters and not obj.phased_out
            for e in of_counters(obj)
        ]
        self.fixed += [
            e
            for obj in game.objects.values()
            if obj.stickers and not obj.phased_out
            for e in of_stickers(obj)
        ]
        self.fixed += [
            of_floating(f)
            for f in game.floating.values()
            if layers_of(f.changes) - {"1"} and _has_something(game, f)
        ]
        self._copied = {
            thing
            for f in game.floating.values()
            if f.affected is not None and "1" in layers_of(f.changes)
            for thing in f.affected
        }

    def seen_from(self, game: Game) -> View:
        """The same values for a copy of the game in the same state."""
        other = View.__new__(View)
        other.__dict__.update(self.__dict__)
        other.game = game
        other.works, other._shown = dict(self.works), dict(self._shown)
        return other

    # ---- single objects ----

    def work(self, id: ObjectId) -> LayeredObject:
        """The object as far as it has come."""
        found = self.works.get(id)
        if found is None:
            found = self._start(id)
            if self.layer > "4":
                found = with_intrinsic(found, self.game.objects[id])
            self.works[id] = found
        return found

    def _start(self, id: ObjectId) -> LayeredObject:
        """CR 613.1: the object after layer 1."""
        obj = self.game.objects[id]
        return starting(obj, copying.copiable(self.game, id)) if id in self._copied else printed(obj)

    def _put(self, id: ObjectId, work: LayeredObject) -> None:
        before = self.works.get(id)
        self.works[id] = work
        if before is None or before.has is not work.has:
            self._existing = None

    def shown(self, id: ObjectId) -> Characteristics:
        """The characteristics of the object as far as they have come."""
        work = self.work(id)
        known = self._shown.get(id)
        if known is not None and known[0] is work:
            return known[1]
        made = finished(work.values, work.has, self.game.objects[id].zone)
        self._shown[id] = (work, made)
        return made

    # ---- effects ----

    def _of_object(self, id: ObjectId) -> list[ContinuousEffect]:
        """The effects of the static abilities that the object has now (CR 604.2, 611.3)."""
        has = self.work(id).has
        known = self._made.get(id)
        if known is not None and known[0] is has:
            return known[1]
        obj = self.game.objects[id]
        own = id not in self._copied and has is printed(obj).has
        made = of_printed(obj) if own else of_abilities(obj, has)
        self._made[id] = (has, made)
        return made

    def existing(self) -> list[ContinuousEffect]:
        """Every effect there is now."""
        if self._existing is None:
            self._existing = [*self.fixed, *(e for id in self.domain for e in self._of_object(id))]
            self.steady = self.steady and all(is_steady(e) for e in self._existing)
        return self._existing

    def candidates(self, layer: str, done: set[Key]) -> list[ContinuousEffect]:
        """The effects to be applied in the layer: those that exist, and those that began to apply in an earlier one (CR 613.6)."""
        found = {p.key: p for p in self.existing() if layer in p.layers and p.key not in done}
        for key, (effect, _) in self.running.items():
            if key not in found and layer in effect.layers and key not in done:
                found[key] = effect
        return sorted(found.values(), key=lambda p: p.timestamp)

    def comes_from_ability(self, effect: ContinuousEffect) -> bool:
        """Whether the ability that the effect comes from is there now."""
        return any(p.key == effect.key for p in self._of_object(effect.source))

    def exists(self, effect: ContinuousEffect) -> bool:
        """Whether the effect is there now, or has begun to apply."""
        return effect.ability is None or effect.key in self.running or self.comes_from_ability(effect)

    def context(self, effect: ContinuousEffect) -> Context:
        """Who "you" and what "this" is for the effect."""
        if effect.floating is not None:
            return saved_contexts.context_of(self.game, effect.floating)
        you = self.work(effect.source).controller if effect.source else ""
        return Context(self.game, you, effect.source, link=effect.link)

    def _subjects(self, effect: ContinuousEffect, shared: Shared | None) -> tuple[Thing, ...]:
        """What the effect applies to: as it began (CR 613.6, 611.2c), or what fits now (611.3a)."""
        if effect.key in self.running:
            return self.running[effect.key][1]
        if effect.affected is not None:
            return tuple(t for t in effect.affected if t in self.game.objects)
        what = effect.what
        if what is None:
            return ()
        ctx = self.context(effect)
        if effect.condition is not None:
            if not conditions.holds(ctx, effect.condition):
                return ()
            ctx.mentions += conditions.speaks_of(ctx, effect.condition)
        same = shared is not None and effect.floating is None and static_abilities.same_for_player(what)
        # 801.18, 901.12c: what a plane says of "you" reaches further
        key = (what, ctx.controller, self.game.exempt(ctx.source)) if same else None
        if shared is not None and key is not None and key in shared:
            return shared[key]
        found = tuple(
            t for t in static_abilities.subjects(ctx, what) if isinstance(t, int) and t in self.game.objects
        )
        if shared is not None and key is not None:
            shared[key] = found
        return found

    def outcome(
        self, effect: ContinuousEffect, layer: str, shared: Shared | None = None
    ) -> dict[Thing, tuple[Operation, ...]]:
        """What the effect does in the layer to each thing it applies to."""
        changes = effect.changes_in(layer)
        things = self._subjects(effect, shared)
        subject = _addresses(effect)
        if not any(speaks_of_each(c, subject) or isinstance(c, ab.GainsActivated) for c in changes):
            made = tuple(resolve(self._speaking(effect, c), c, 0) for c in changes) if things else ()
            return dict.fromkeys(things, made)
        found: dict[Thing, tuple[Operation, ...]] = {}
        for thing in things:
            for c in changes:
                ctx = self._speaking(effect, c)
                with ctx.about(subject, thing):
                    found[thing] = (*found.get(thing, ()), resolve(ctx, c, thing))
        return found

    def _speaking(self, effect: ContinuousEffect, change: ab.Change) -> Context:
        """The context in which the change is worked out, with what the condition speaks of if the change refers to anything."""
        ctx = self.context(effect)
        if effect.condition is not None and refers(change):
            ctx.mentions += conditions.speaks_of(ctx, effect.condition)
        return ctx

    def apply(self, effect: ContinuousEffect, layer: str) -> None:
        """Carry out the part of the effect that belongs to the layer."""
        doing = self.outcome(effect, layer)
        self.running.setdefault(effect.key, (effect, tuple(doing)))
        for thing, operations in doing.items():
            if not isinstance(thing, int):
                continue
            work = before = self.work(thing)
            for n, operation in enumerate(operations):
                work = operation.apply(work, (*effect.key, thing, n), effect.timestamp[0])
            if work is not before:
                self._put(thing, work)
                if thing == self.trace:
                    self.steps.append(telling.step(self, effect, layer, before, work))

    def _apply_together(self, group: list[ContinuousEffect], layer: str) -> None:
        """Carry out effects of which none changes what another applies to or does: each object is changed once, by all of them in order."""
        shared: Shared = {}
        doing: dict[ObjectId, list[Several]] = {}
        for effect in group:
            outcome = self.outcome(effect, layer, shared)
            self.running.setdefault(effect.key, (effect, tuple(outcome)))
            stamp = effect.timestamp[0]
            for thing, operations in outcome.items():
                if isinstance(thing, int):
                    doing.setdefault(thing, []).append((operations, effect.key, stamp))
        for id, several in doing.items():
            self._put(id, apply_all(self.work(id), id, several))

    @contextmanager
    def trial(self) -> Iterator[None]:
        """What is applied inside is undone at the end."""
        saved = (self.works, self.running, self.trace, self._existing)
        self.works, self.running, self.trace = dict(self.works), dict(self.running), 0
        try:
            yield
        finally:
            self.works, self.running, self.trace, self._existing = saved

    # ---- layers ----

    def run(self) -> None:
        """Apply everything, layer after layer."""
        for id in self.domain:
            self.work(id)
        for layer in LAYERS:
            self.layer = layer
            self._run_layer(layer)
            if layer == "4":
                for id, work in list(self.works.items()):
                    self._put(id, with_intrinsic(work, self.game.objects[id]))
            elif layer == "7b":
                for id, work in self.works.items():
                    if (work.base_power, work.base_toughness) != (work.values.power, work.values.toughness):
                        self.works[id] = replace(
                            work, base_power=work.values.power, base_toughness=work.values.toughness
                        )

    def _run_layer(self, layer: str) -> None:
        """CR 613.3, 613.7, 613.8: characteristic-defining abilities first; timestamp order but for dependencies, asked anew after each effect."""
        done: set[Key] = set()
        postponed: set[Key] = set()
        while pending := self.candidates(layer, done):
            group = [p for p in pending if p.cda] or pending
            if dependency.independent(group, layer):
                if self.trace:
                    for effect in group:
                        self.apply(effect, layer)
                else:
                    self._apply_together(group, layer)
                done.update(effect.key for effect in group)
                continue
            effect = dependency.next_of(self, group, layer)
            self.late, self.early = effect.key in postponed, effect is not group[0]
            postponed.update(p.key for p in group[: group.index(effect)])
            self.apply(effect, layer)
            self.late = self.early = False
            done.add(effect.key)
