"""What an object is: its characteristics now, what a copy of it would be, and its way through the layers (CR 109.3, 613, 707.2)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Game
from engine.model import COLORS, Characteristics, ObjectId, PlayerId
from engine.queries import type_changes
from engine.rules.effects import copying, layers
from scenarios import wording
from scenarios.asking.weighing import weighed
from scenarios.format import types as t
from scenarios.runner.answers import Answered, Layer, PlayerIs, Reason, Values, WhatIs
from scenarios.runner.naming import Names
from scenarios.runner.session import Session

LAYERS = {
    "1": "copying", "1a": "copying", "1b": "face down", "2": "control", "3": "text", "4": "types", "5": "colors", "6": "abilities",
    "7a": "defined size", "7b": "size set", "7c": "size changed", "7d": "size switched",
}  # fmt: skip
"""CR 613.1, 613.4: what each layer is about."""


def what(session: Session, question: t.What) -> Answered:
    """CR 109.3: what the object is; how the player stands. Raises ScenarioError for a name that nothing bears, or several different objects."""
    game, names = session.game, session.names
    if question.object.text in game.players and question.object.text not in names.labels:
        return _player(game, question.object.text)
    id = names.one(question.object)
    return told(game, names, id, f"what is {question.object.text}?")


def _player(game: Game, name: PlayerId) -> Answered:
    """CR 119.1, 122.1, 106.4: life, counters, mana, and how many cards there are in each zone."""
    player = game.players[name]
    cards = {zone: len(game.zone(zone, name)) for zone in ("hand", "library", "graveyard")}
    mana = "".join(f"{{{m.symbol}}}" for m in player.pool)
    data = PlayerIs(name, player.life, dict(player.counters), mana, cards, player.lost)
    parts = [f"{player.life} life", *(f"{number} {kind} counters" for kind, number in player.counters)]
    parts += [f"{count} cards in the {zone}" for zone, count in cards.items()]
    parts += [f"mana {mana}"] if mana else []
    parts += [f"has lost: {player.lost}"] if player.lost else []
    return Answered(f"what is {name}?", f"{name}: {', '.join(parts)}", data, ("119.1",))


def told(game: Game, names: Names, id: ObjectId, asked: str) -> Answered:
    """What the object is, in words and as data."""
    obj = game.object(id)
    walk = layers.walk(game, id)
    steps = tuple(
        Layer(s.layer, s.text, s.timestamp, s.before, s.after, s.rules, s.out_of_order) for s in walk
    )
    now = values(game.characteristics(id))
    there = id in game.objects
    copiable = copying.copiable(game, id) if there else copying.before_layers(obj)
    data = WhatIs(
        object=id,
        zone=obj.zone if there else "nowhere any more",
        controller=names.side(id),
        now=now,
        copiable=values(copiable),
        base=layers.base_power_toughness(game, id),
        status=_status(game, names, id),
        layers=steps,
    )
    copied = as_copy(game, id)
    path = (*copied, *(Reason(layer_words(step), step.rules) for step in steps if step.before != step.after))
    order = (rule for step in reversed(steps) for rule in reversed(step.rules))
    rules = weighed((*order, *(rule for reason in copied for rule in reason.rules)))
    return Answered(asked, _sentence(data), data, rules or ("109.3",), path)


def as_copy(game: Game, id: ObjectId) -> tuple[Reason, ...]:
    """CR 707.2, 707.5: what is said first of a card that became a copy as it entered: no effect of a layer makes it so."""
    obj = game.object(id)
    if obj.card is None or obj.face_down or not obj.base.name:
        return ()
    printed = {obj.card.name, *(face.name for face in obj.card.faces)}
    if obj.base.name in printed:
        return ()
    return (
        Reason(f"{obj.card.name} is a copy of {obj.base.name}: these are its copiable values", ("707.2",)),
    )


def layer_words(step: Layer) -> str:
    """A step of the walk in a line."""
    late = ", after a later timestamp, on which it depends" if step.dependent else ""
    return f"layer {step.layer} ({LAYERS[step.layer]}), by {step.source} (timestamp {step.timestamp}{late}): {step.before} becomes {step.after}"


def values(of: Characteristics) -> Values:
    """Characteristics as data."""
    every = type_changes.FAMILIES["creature"]
    subtypes = of.subtypes if not of.subtypes >= every else of.subtypes - every | {"every creature type"}
    order = ("token", "snow", "legendary", "basic", "world")
    left = [*sorted(of.supertypes, key=lambda s: (order.index(s) if s in order else 9, s)), *sorted(of.types)]
    line = " ".join(word.capitalize() for word in left)
    return Values(
        name=of.name,
        mana_cost=str(of.mana_cost) if of.mana_cost is not None else "",
        colors=tuple(c for c in COLORS if c in of.colors),
        types=f"{line} — {' '.join(sorted(subtypes))}" if subtypes else line,
        power=of.power,
        toughness=of.toughness,
        loyalty=of.loyalty,
        abilities=tuple(_words(a) for a in of.abilities),
    )


def _words(ability: ab.Ability) -> str:
    """An ability in the words of a card."""
    return wording.ability_words(ability).replace("~", "this") or type(ability).__name__.lower()


def _status(game: Game, names: Names, id: ObjectId) -> tuple[str, ...]:
    """CR 110.5, 122, 120.6: what it is besides its characteristics."""
    obj = game.object(id)
    found = ["tapped"] if obj.tapped else []
    found += ["face down"] if obj.face_down else []
    found += [f"{number} {kind} counters" for kind, number in obj.counters]
    found += [f"{obj.damage} damage"] if obj.damage else []
    if obj.attached_to is not None and game.exists(obj.attached_to):
        found.append(f"attached to {names.call(obj.attached_to)}")
    return tuple(found)


def _sentence(data: WhatIs) -> str:
    """The object in a line."""
    now = data.now
    size = f"{now.power}/{now.toughness} " if now.power is not None and now.toughness is not None else ""
    colors = " and ".join(now.colors) or "colorless"
    has = f"with {'; '.join(now.abilities)}" if now.abilities else "without abilities"
    place = f"{data.controller}'s, {data.zone}" + "".join(f", {each}" for each in data.status)
    return f"{now.name or 'It'} is a {size}{colors} {now.types} {has} ({place})"
