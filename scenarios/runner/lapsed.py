"""Static abilities that don't apply to what a scenario speaks of, though it looks as though they did: their sources have lost them or are gone (CR 611.3a-b).

The game tells of the effects that apply; of those that don't any more, it is told here.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import ObjectId
from engine.queries import static_abilities
from engine.rules.effects import layers

MOST_GONE = 6
"""How many of the permanents that have left the battlefield are looked at, the latest first."""


def note(game: Game, id: ObjectId) -> None:
    """Note which static abilities of other permanents are about the permanent and have been lost, or were of permanents that have left."""
    if id not in game.objects or game.objects[id].zone != "battlefield":
        return
    cited, game.citing = game.citing, ()
    for source in game.battlefield():
        if source != id and any(_about(game, source, ability, id) for ability in _lost(game, source)):
            _tell_lost(game, id, source)
    for source, step in _gone(game):
        before = game.past[source][0]
        if id in before.objects and any(s.source == source for s in layers.walk(before, id)):
            told = f"{game.name(source)}'s ability applies to {game.name(id)} no longer: it has left the battlefield"
            game.note(told, "611.3b", about=(id,), cause=step, kind="layer")
    game.citing = cited


def _lost(game: Game, source: ObjectId) -> list[ab.Static]:
    """The static abilities of its text that the permanent hasn't any more."""
    now = game.characteristics(source).abilities
    printed = (a for a in game.objects[source].base.abilities if isinstance(a, ab.Static))
    return [a for a in printed if a not in now]


def _about(game: Game, source: ObjectId, ability: ab.Static, id: ObjectId) -> bool:
    """CR 611.3a: whether the ability would apply to the permanent."""
    ctx = Context(game, game.controller(source), source)
    return ability.what is not None and id in static_abilities.subjects(ctx, ability.what)


def _tell_lost(game: Game, id: ObjectId, source: ObjectId) -> None:
    taking = [
        s for s in layers.walk(game, source) if "305.7" in s.rules or (s.layer == "6" and s.before != s.after)
    ]
    for step in taking[:1]:
        rules = [rule for rule in step.also if rule.startswith(("305.7", "613.8"))]
        told = f"{game.name(source)} has lost the ability that would apply to {game.name(id)}, by {step.text} (layer {step.layer})"
        game.note(told, *rules, step.rule, about=(id,), cause=-1, kind="layer")


def _gone(game: Game) -> Iterator[tuple[ObjectId, int]]:
    """The permanents with static abilities that have left the battlefield, each with the step at which it did."""
    found = 0
    for entry in reversed(game.log):
        match entry.event:
            case ev.MoveZone(object=id) if entry.step >= 0 and id in game.past and not _is_back(game, id):
                obj = game.past[id][1]
                static = any(isinstance(a, ab.Static) for a in obj.base.abilities)
                if obj.zone == "battlefield" and static and found < MOST_GONE:
                    found += 1
                    yield id, entry.step


def _is_back(game: Game, id: ObjectId) -> bool:
    """CR 400.7: whether what has left is there again, as another object."""
    seen = {id}
    while (now := game.became.get(id)) is not None and now not in seen:
        seen.add(now)
        id = now
    return id in game.objects and game.objects[id].zone == "battlefield"
