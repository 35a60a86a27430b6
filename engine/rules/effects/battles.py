"""Battles and who protects them (CR 310.8, 310.10, 310.11a)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.game import Decision, Game
from engine.game import events as ev
from engine.model import Characteristics, LinkedTo, ObjectId, PlayerId
from engine.queries import combat_state
from engine.rules.effects import candidates

Chosen = tuple[tuple[LinkedTo, Any], ...]
"""The values chosen for a permanent (CR 607.2d)."""


def able(game: Game, controller: PlayerId, siege: bool) -> tuple[PlayerId, ...]:
    """CR 310.10, 310.11a: who can go on protecting a battle: an opponent of its controller if it is a Siege, else whoever it is."""
    return tuple(game.reached(controller)) if siege else tuple(game.apnap())


def suitable(game: Game, controller: PlayerId, siege: bool) -> tuple[PlayerId, ...]:
    """CR 310.8a, 310.11a: who can protect a battle of that controller: an opponent if it is a Siege, without a battle type the controller alone."""
    return tuple(game.reached(controller)) if siege else (controller,)


def choose(game: Game, controller: PlayerId, options: tuple[PlayerId, ...], name: str) -> PlayerId:
    """CR 310.8a: the controller chooses the protector."""
    if len(options) == 1:
        return options[0]
    return str(game.decide(Decision(controller, "player", f"Who protects {name}?", options))[0])


def with_protector(game: Game, controller: PlayerId, base: Characteristics, chosen: Chosen) -> Chosen:
    """CR 310.8: what was chosen for a permanent that is on the battlefield already; a battle's protector, too, where only one player can be it."""
    if "battle" not in base.types or combat_state.PROTECTOR in dict(chosen):
        return chosen
    options = suitable(game, controller, "Siege" in base.subtypes)
    return (*chosen, (combat_state.PROTECTOR, options[0])) if len(options) == 1 else chosen


def entering(
    game: Game, event: ev.MoveZone | ev.CreateToken, controller: PlayerId, siege: bool, name: str
) -> Iterator[candidates.Applicable]:
    """CR 310.8a, 310.11a: as a battle enters, its controller chooses its protector."""
    options = suitable(game, controller, siege)
    if options:
        yield candidates.Applicable(
            key=("protector", event.object if isinstance(event, ev.MoveZone) else 0), source=0, text=f"{name} enters with a protector",
            rules=("310.8a", "310.11a") if siege else ("310.8a",), quiet=True, apply=_protected(game, controller, options, name),
        )  # fmt: skip


def _protected(
    game: Game, controller: PlayerId, options: tuple[PlayerId, ...], name: str
) -> Callable[[ev.GameEvent], list[ev.GameEvent]]:
    def apply(event: ev.GameEvent) -> list[ev.GameEvent]:
        assert isinstance(event, ev.MoveZone | ev.CreateToken)
        picked = choose(game, controller, options, name)
        return [replace(event, chosen=(*event.chosen, (combat_state.PROTECTOR, picked)))]

    return apply


def unprotected(game: Game, battles: list[ObjectId]) -> list[tuple[str, ev.GameEvent]]:
    """CR 310.10, 704.5w-x: a battle that isn't attacked and has no protector, or one who can't be that, gets another; if nobody can be, it goes."""
    found: list[tuple[str, ev.GameEvent]] = []
    attacked = {whom for _, whom in game.combat.attackers} if game.combat is not None else set()
    for id in battles:
        controller = game.controller(id)
        siege = "Siege" in game.characteristics(id).subtypes
        now = combat_state.protector(game, id)
        own = siege and now == controller
        if now in able(game, controller, siege) or (id in attacked and not own):
            continue
        options = suitable(game, controller, siege)
        rule = "704.5x" if own else "704.5w"
        if options:
            picked = choose(game, controller, options, game.name(id))
            kept = tuple(
                (what, value) for what, value in game.objects[id].chosen if what != combat_state.PROTECTOR
            )
            fields = {"chosen": (*kept, (combat_state.PROTECTOR, picked))}
            found.append((rule, ev.SetFields(thing=id, verb=f"is protected by {picked}", fields=fields)))
        else:
            found.append((rule, ev.MoveZone(object=id, to="graveyard", verb="put")))
    return found
