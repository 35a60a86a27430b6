"""What became of objects in the course of a scenario: what died, what was countered (CR 700.4, 701.6a)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId, plain
from scenarios.explaining import Subject
from scenarios.format import types as t
from scenarios.runner.naming import Names
from scenarios.runner.properties import Held


def of_object(game: Game, names: Names, wanted: t.ObjectCheck) -> Iterator[Held]:
    """`dies` and `countered` of a check: of every object that was there under the name and could, or of any of them. Raises ScenarioError for a name that
    nothing bears."""
    for said, where, done, verb in (
        (wanted.properties.dies, "battlefield", "dies", ""),
        (wanted.properties.countered, "stack", "is countered", "counter"),
    ):
        if said is None:
            continue
        ids = _that_were_in(game, names, wanted.name, where)
        if not ids:
            if names.candidates(wanted.name):
                yield Held(f"{wanted.name.text} {done}", not said, f"it was never on the {where}")
                continue
            raise names.nothing(wanted.name)
        fallen = set(_gone(game, where, verb))
        held = [
            Held(
                f"{_called(game, names, wanted.name, i, len(ids))} {'' if said else 'not: '}{done}",
                (i in fallen) == said,
                _now(game, names, i),
                Subject((i, names.now(i)), "zone"),
            )
            for i in ids
        ]
        yield from [min(held, key=lambda each: not each.holds)] if wanted.any else held


def beside(properties: t.Properties) -> bool:
    """Whether anything else is asked, or nothing at all."""
    asked = [f for f in properties.__struct_fields__ if f != "where" and getattr(properties, f) is not None]
    return not asked or not {"dies", "countered"}.issuperset(asked)


def _gone(game: Game, zone: str, verb: str) -> Iterator[ObjectId]:
    """What went from the zone to a graveyard, or left it by the verb."""
    for entry in game.log:
        match entry.event:
            case ev.MoveZone(object=id, to=to) as event if game.object(id).zone == zone:
                if event.verb == verb if verb else to == "graveyard":
                    yield id


def _that_were_in(game: Game, names: Names, name: t.Name, zone: str) -> list[ObjectId]:
    """The objects that were in the zone under the name, each as the object that it was there last."""
    name = names.full(name)
    if name.text in names.labels:
        chain = [names.labels[name.text]]
        while chain[-1] in game.became and game.became[chain[-1]] not in chain:
            chain.append(game.became[chain[-1]])
        return [i for i in chain if game.object(i).zone == zone][-1:]
    text, side = names.possessed(name.text)
    ids = sorted({*game.objects, *game.past})
    there = [i for i in ids if game.object(i).zone == zone and game.object(i).kind != "ability"]
    found = [i for i in there if names.bears(i, plain(text)) and side in ("", game.controller(i))]
    return [i for i in found if not any(j in found for j in _after(game, i))]


def _after(game: Game, id: ObjectId) -> Iterator[ObjectId]:
    """What the object became, one after the other."""
    seen = {id}
    while (id := game.became.get(id, id)) not in seen:
        seen.add(id)
        yield id


def _now(game: Game, names: Names, id: ObjectId) -> str:
    now = names.now(id)
    return f"it is in the {game.object(now).zone}" if now in game.objects else "it has ceased to exist"


def _called(game: Game, names: Names, name: t.Name, id: ObjectId, number: int) -> str:
    return name.text if number == 1 else f"{game.controller(id)}'s {name.text}"
