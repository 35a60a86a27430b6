"""What became of objects in the course of a scenario: what died, was destroyed or sacrificed, was countered or resolved (CR 608.1, 700.4, 701.6a, 701.8a, 701.21a)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId, Zone, plain
from scenarios.explaining import Subject
from scenarios.format import types as t
from scenarios.runner.naming import Names, card_names
from scenarios.runner.properties import Held


def of_object(game: Game, names: Names, wanted: t.ObjectCheck) -> Iterator[Held]:
    """`dies`, `countered` and the like of a check: of every object that was there under the name and could, or of any of them. Raises ScenarioError for a name that
    nothing bears."""
    for name, (where, done, happened) in FATES.items():
        said = getattr(wanted.properties, name)
        if said is None:
            continue
        ids = _that_were_in(game, names, wanted.name, where)
        if not ids:
            if names.candidates(wanted.name):
                yield Held(f"{wanted.name.text} {done}", not said, f"it was never on the {where}")
                continue
            raise names.nothing(wanted.name)
        fallen = set(_gone(game, where, happened))
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
    return not asked or not FATES.keys() >= set(asked)


def resolved(game: Game, event: ev.GameEvent) -> bool:
    """CR 608.1: whether it left the stack after it began to resolve, and not because its targets or its condition kept it from that (608.2a-b)."""
    if not isinstance(event, ev.MoveZone | ev.CeaseToExist):
        return False
    steps = [step for step in game.steps if event.object in step.about]
    begun = any(step.kind == "resolution" for step in steps)
    failed = any(step.kind == "unresolved" for step in steps)
    return begun and not failed and not (isinstance(event, ev.MoveZone) and event.verb == "counter")


def _by(verb: str) -> Callable[[Game, ev.GameEvent], bool]:
    return lambda game, event: isinstance(event, ev.MoveZone) and event.verb == verb


FATES: dict[str, tuple[Zone, str, Callable[[Game, ev.GameEvent], bool]]] = {
    "dies": (
        "battlefield",
        "dies",
        lambda game, event: isinstance(event, ev.MoveZone) and event.to == "graveyard",
    ),
    "countered": ("stack", "is countered", _by("counter")),
    "resolves": ("stack", "resolves", resolved),
    "destroyed": ("battlefield", "is destroyed", _by("destroy")),
    "sacrificed": ("battlefield", "is sacrificed", _by("sacrifice")),
}
"""The properties that tell what became of something: where it was then, how it is told, and which event leaving that zone it is."""


def _gone(game: Game, zone: str, happened: Callable[[Game, ev.GameEvent], bool]) -> Iterator[ObjectId]:
    """What left the zone in this way."""
    for entry in game.log:
        event = entry.event
        if (
            isinstance(event, ev.MoveZone | ev.CeaseToExist)
            and game.object(event.object).zone == zone
            and happened(game, event)
        ):
            yield event.object


def _that_were_in(game: Game, names: Names, name: t.Name, zone: str) -> list[ObjectId]:
    """The objects that were in the zone under the name, each as the object that it was there last."""
    name = names.full(name)
    if name.text in names.labels:
        first = names.labels[name.text]
        chain = [first, *names.after(first)]
        return [i for i in chain if game.object(i).zone == zone][-1:]
    numbered = names.first_numbered(name) if zone == "battlefield" else None
    if numbered is not None:
        return [i for i in (numbered, *names.after(numbered)) if game.object(i).zone == zone][-1:]
    text, side = names.possessed(name.text)
    ids = sorted({*game.objects, *game.past})
    there = [i for i in ids if game.object(i).zone == zone and game.object(i).kind != "ability"]
    there = [i for i in there if side in ("", game.controller(i))]
    found = [i for i in there if names.bears(i, plain(text))]
    # what was face down or a copy is called by its card, too
    found = found or [i for i in there if plain(text) in card_names(game.object(i))]
    return [i for i in found if not any(j in found for j in names.after(i))]


def _now(game: Game, names: Names, id: ObjectId) -> str:
    now = names.now(id)
    return f"it is in the {game.object(now).zone}" if now in game.objects else "it has ceased to exist"


def _called(game: Game, names: Names, name: t.Name, id: ObjectId, number: int) -> str:
    return name.text if number == 1 else f"{game.controller(id)}'s {name.text}"
