"""An object's way through the layers told step by step: which effect changed what, and by which rules (CR 613)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine import abilities as ab
from engine.binding import LINKED
from engine.game import Game, own_link
from engine.game import events as ev
from engine.keywords import RULES
from engine.model import COLORS, Characteristics, ObjectId
from engine.queries import CHOSEN_BEFORE, citations, descriptions, type_changes, works_elsewhere
from engine.rules.effects.layers.effects import ContinuousEffect
from engine.rules.effects.layers.order import RULE_OF
from engine.rules.effects.layers.values import LayeredObject

if TYPE_CHECKING:
    from engine.rules.effects.layers.view import View


NO_ABILITIES = "no abilities"
"""How the walk says of an object that it has none."""


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


def step(
    view: View, effect: ContinuousEffect, layer: str, before: LayeredObject, after: LayeredObject
) -> LayerStep:
    """What the effect did in the layer to the object that is traced."""
    if effect.of_counters:
        text = f"{effect.key[2]} counters"
    elif effect.of_sticker:
        text = "a sticker"
    else:
        text = view.game.name(effect.source) if effect.source else "a lasting effect"
    was, now = describe(view.game, before, layer), describe(view.game, after, layer)
    if before.values.name != after.values.name:
        was, now = before.values.name or "no name", after.values.name
    also = _reasons(view, effect, layer)
    if (
        layer == "4"
        and "Vehicle" in after.values.subtypes
        and "creature" in after.values.types - before.values.types
    ):
        also += ("208.3", "301.7a", "301.7b")
    if layer == "6" and len(before.has) - len(after.has) > 1 and _loses_one(effect):
        also += ("113.10b",)
    also += ("113.11",) if any(isinstance(c, ab.CantHave) for c in effect.changes_in(layer)) else ()
    also += _of_kept_types(effect, before.values, after.values) if layer == "4" else ()
    if (
        layer == "6"
        and isinstance(effect.what, ab.Host)
        and view.game.controller(effect.source) != after.controller
    ):
        also += (
            ("301.5d",) if "Equipment" in view.game.characteristics(effect.source).subtypes else ("303.4e",)
        )
    if layer == "4" and not after.values.types:
        also += ("110.4c",)
    if layer == "4" and "creature" in after.values.types and after.values.toughness is None:
        also += ("208.5",)
    return LayerStep(
        layer, RULE_OF[layer], effect.source, effect.timestamp[0], text, was, now, view.late, also
    )


def _of_kept_types(
    effect: ContinuousEffect, before: Characteristics, after: Characteristics
) -> tuple[str, ...]:
    """CR 205.3d: whether a subtype is not gained for want of its type; 205.4b: whether supertypes stay though other types change."""
    words = {w for c in effect.changes_in("4") if isinstance(c, ab.Types) for w in c.words}
    wanting = type_changes.sorted_words(tuple(words))[2] - after.subtypes
    kept = before.supertypes == after.supertypes and bool(before.supertypes - {"basic", "token"})
    return (*(("205.3d",) if wanting else ()), *(("205.4b",) if kept else ()))


OF_STICKERS = {"3": ("612.9", "123.6", "123.6c"), "6": ("123.7",), "7b": ("123.8",)}
"""What stickers do in each layer, by which rules."""


def _reasons(view: View, effect: ContinuousEffect, layer: str) -> tuple[str, ...]:
    """The rules by which the effect applies here and now: what makes it, and its place in the order."""
    found: list[str] = []
    if effect.of_counters:
        found.append("122.1a" if layer == "7c" else "122.1b")
    if effect.of_sticker:
        found += OF_STICKERS[layer]
    if effect.ability is not None and effect.ability.word in RULES:
        found.append(_of_level(effect.ability) or RULES[effect.ability.word])
    if effect.source in view.game.objects:
        found += citations.of_place(view.game.objects[effect.source])
    found += _of_exiled(view.game, effect)
    if effect.ability is not None and effect.ability.said == CHOSEN_BEFORE:
        found += ("607.2p", "903.4b")
    if effect.cda:
        found.append("604.3")
    elif effect.ability is not None:
        found += ("611.3a",) if isinstance(effect.what, ab.This) else ("611.3a", "611.3b")
        found += citations.of_words(effect.what, effect.condition)
        found += ("113.6c",) if works_elsewhere(effect.ability) else ()
    changes = list(effect.changes_in(layer))
    found += citations.of_words(*changes)
    found += ("702.22b",) if any(_takes_banding(c) for c in changes) else ()
    if layer == "4":
        found += citations.of_types(_with_chosen_types(view, effect, changes))
    if layer == "7c" and effect.floating is not None and _became_creature_later(view, effect):
        found.append("208.3a")
    if layer == "5" and not effect.cda:
        found.append("105.3")
    if view.late or view.early:  # it waited for another, or another waits for it
        waited = view.late and any(s.out_of_order for s in view.steps if s.layer == layer)
        found += ("613.8b", "613.8c") if waited else ("613.8b",)
    elif layer != "7c" and any(s.layer == layer for s in view.steps):
        found.append("613.3" if "604.3" in view.steps[-1].also else "613.7")
        given = "613.7a" if effect.ability is not None else "613.7b"
        found.append("613.7c" if effect.of_counters else "613.7k" if effect.of_sticker else given)
        if (
            effect.floating is not None
            and view.steps[-1].source == view.trace
            and _as_it_entered(view.game, effect)
        ):
            found.append("613.7n")
        earlier = {s.source for s in view.steps if s.layer == layer}
        found += _of_first(view.game, earlier)
        if effect.ability is not None:
            found += _of_timestamp(view.game, effect, earlier)
        if layer in ("2", "5", "7b"):
            found.append("613.9")
    if effect.ability is not None and not view.comes_from_ability(effect):
        found.append("613.6")
    return tuple(found)


def _takes_banding(change: ab.Change) -> bool:
    """CR 702.22b: whether what has it loses banding, and "bands with other" with it."""
    lost = change.abilities if isinstance(change, ab.Loses) else ()
    return any(isinstance(a, ab.Keyword) and a.name == "banding" for a in lost)


def _with_chosen_types(view: View, effect: ContinuousEffect, changes: list[ab.Change]) -> list[ab.Change]:
    """The changes with the type that was chosen said (CR 607.2d)."""
    ctx = view.context(effect)
    return [
        ab.Types((str(descriptions.chosen_value(ctx, c.what)),), c.add) if isinstance(c, ab.ChosenType) else c
        for c in changes
    ]


def _of_level(ability: ab.Static) -> str:
    """CR 711.2b: the rule of a leveler's last level, which has no end."""
    return "711.2b" if ability.word == "leveler" and isinstance(ability.condition, ab.Comparison) else ""


def _of_exiled(game: Game, effect: ContinuousEffect) -> tuple[str, ...]:
    """CR 604.7, 607.3: what a number comes to that is asked of "the exiled card" where there are several, or where it is exiled no more."""
    spoken = (n for c in effect.changes for n in ab.walk(c) if isinstance(n, ab.That) and n.done == "exiled")
    if effect.source not in game.objects or not any(LINKED["exiled"] in n.to for n in spoken):
        return ()
    ids = game.objects[effect.source].linked_objects("exiled", own_link(game, effect.source)) or ()
    gone = any(id not in game.objects for id in ids)
    return (*(("604.7",) if gone else ()), *(("607.3",) if len(ids) > 1 else ()))


def _of_timestamp(game: Game, effect: ContinuousEffect, earlier: set[ObjectId]) -> tuple[str, ...]:
    """CR 613.7d-j: what gave the object whose ability it is the timestamp that it has; 613.7m: at once with one of those whose effects came before."""
    obj = game.objects.get(effect.source)
    for entry in reversed(game.log):
        match entry.event:
            case ev.Attach(object=effect.source, to=to) if to is not None:
                return ("613.7e",)
            case ev.SetFields(thing=effect.source, fields=fields) if "new timestamp" in fields:
                if obj is not None and "conspiracy" in obj.base.types:
                    return ("613.7j",)
                return ("613.7f",) if "face_down" in fields else ("613.7g",)
            case ev.MoveZone(was=effect.source, to="command"):
                return ("613.7h",)
            case ev.MoveZone(was=effect.source) | ev.CreateToken(was=effect.source):
                at_once = any(
                    getattr(e.event, "was", 0) in earlier for e in game.log if e.moment == entry.moment
                )
                return ("613.7d", "613.7m") if at_once else ("613.7d",)
    return ()


def _of_first(game: Game, earlier: set[ObjectId]) -> tuple[str, ...]:
    """CR 613.7i-j: whether what came before is a vanguard's or a conspiracy's, which has its timestamp since the game began."""
    from_the_start = [game.objects[i] for i in earlier if i in game.objects and not game.objects[i].timestamp]
    types = frozenset().union(*(obj.base.types for obj in from_the_start))
    return (
        *(("613.7i",) if "vanguard" in types else ()),
        *(("613.7j",) if "conspiracy" in types else ()),
    )


def _as_it_entered(game: Game, effect: ContinuousEffect) -> bool:
    """CR 611.2e: whether the effect began as what it affects entered."""
    joined = (e.event.joins for e in game.log if isinstance(e.event, ev.MoveZone))
    return effect.floating is not None and effect.floating.id in joined


def _loses_one(effect: ContinuousEffect) -> bool:
    """CR 113.10b: whether what the effect takes away is one ability, of which the object may have several instances."""
    return any(isinstance(c, ab.Loses) and len(c.abilities) == 1 for c in effect.changes_in("6"))


def _became_creature_later(view: View, effect: ContinuousEffect) -> bool:
    """CR 208.3a: whether what made the object a creature came after the effect that changes its size."""
    return any(
        s.layer == "4"
        and s.timestamp > effect.timestamp[0]
        and "creature" in s.after
        and "creature" not in s.before
        for s in view.steps
    )


def describe(game: Game, work: LayeredObject, layer: str) -> str:
    """The part of the object's values that the layer is about, in words."""
    values = work.values
    match layer[0]:
        case "2":
            return f"controlled by {work.controller}"
        case "3" | "6":
            text = ", ".join(game.ability_name(held.ability) for held in work.has) or NO_ABILITIES
            return f"{_line(values)}: {text}" if layer == "3" else text
        case "4":
            return _line(values)
        case "5":
            return " and ".join(c for c in COLORS if c in values.colors) or "colorless"
    return f"{values.power or 0}/{values.toughness or 0}"


def _line(values: Characteristics) -> str:
    """The type line, in words."""
    left = " ".join([*sorted(values.supertypes), *sorted(values.types)])
    family = type_changes.FAMILIES["creature"]
    every = values.subtypes >= family
    right = sorted(values.subtypes - family if every else values.subtypes) + (
        ["every creature type"] if every else []
    )
    return f"{left} — {' '.join(right)}" if right else left
