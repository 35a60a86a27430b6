"""Abilities named by what is done as their cost: `sacrifice: Mogg Fanatic`, `discard: Street Wraith`, `tap: Prodigal Sorcerer` (CR 118.1, 602.1a)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Game
from engine.model import ObjectId
from engine.rules.costs import activated_abilities
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner.session import Session

ANYWHERE = ("battlefield", "hand", "graveyard")
PERMANENTS = ("battlefield",)
ZONES = {
    "sacrifice": PERMANENTS,
    "tap": PERMANENTS,
    "untap": PERMANENTS,
    "return": PERMANENTS,
    "discard": ("hand",),
}
"""Where that is to which a deed is done; anywhere where it isn't said."""


def meant(session: Session, action: t.Activate) -> tuple[ObjectId, t.Activate]:
    """The object whose ability is meant and the activation of that ability: the named object's own where it has one that asks for the deed, else that of
    the only other of its controller's that does. Raises ScenarioError where there is none, or several."""
    deed = action.deed or ""
    found = session.names.candidates(action.object, ZONES.get(deed, ANYWHERE))
    if not found:
        raise session.names.nothing(action.object)
    own = [(i, n) for i in found for n, of_itself in _asking(session.game, i, deed) if of_itself]
    if own:
        id, number = next((pair for pair in own if _ready(session.game, pair[0], deed)), own[0])
        return id, replace(action, ability=number, deed=None)
    side = action.by or session.names.side(found[0])
    others = [
        (i, n)
        for i in session.game.battlefield()
        if session.game.controller(i) == side
        for n, of_itself in _asking(session.game, i, deed)
        if not of_itself
    ]
    pay = action.pay or (t.Words(text=action.object.text, where=action.object.where),)
    ways = [(i, replace(action, ability=n, deed=None, pay=pay)) for i, n in others]
    if len(ways) > 1:
        ways = [way for way in ways if _legal(session, *way)] or ways
    told = dict.fromkeys(session.names.call(i) for i, _ in ways)
    if not ways or len(told) > 1:
        what = "no ability asks" if not ways else f"the abilities of {' and '.join(told)} ask"
        raise ScenarioError(
            action.where,
            f"{what} to {deed} {action.object.text}",
            expected=f"`to:` and one of them: {', '.join(told)}" if told else None,
        )
    return ways[0]


def check_payment(session: Session, action: t.Activate) -> None:
    """What is to be sacrificed, tapped, ... is where that is done. Raises NothingNamed where it isn't, or not yet."""
    for answer in action.pay or ():
        zones = ZONES.get(str(action.ability))
        if (
            zones is None
            or not isinstance(answer, t.Words)
            or "{" in answer.text
            or answer.text.endswith(" life")
        ):
            continue
        name = t.Name(text=re.sub(r" x[0-9]+$", "", answer.text), where=answer.where)
        if not session.names.candidates(name, zones):
            raise session.names.nothing(name)


def _legal(session: Session, id: ObjectId, action: t.Activate) -> bool:
    label = "the one with the ability"
    with session.aside():
        session.names.label(label, id)
        named = replace(
            action, object=t.Name(text=label, where=action.object.where), by=session.names.side(id)
        )
        return session.attempt(named) is None


def _ready(game: Game, id: ObjectId, deed: str) -> bool:
    return deed != "tap" or not game.object(id).tapped


def _asking(game: Game, id: ObjectId, deed: str) -> Iterator[tuple[int, bool]]:
    """The abilities, by their number from 1, whose cost asks for the deed; whether it is the object itself that it is done to."""
    player = game.controller(id) if game.object(id).zone == "battlefield" else game.object(id).owner
    for number, ability in enumerate(activated_abilities.abilities(game, player, id), 1):
        for cost in ability.costs:
            match cost:
                case ab.TapSymbol() if deed == "tap":
                    yield number, True
                case ab.UntapSymbol() if deed == "untap":
                    yield number, True
                case ab.Do(ab.Sacrifice(what) | ab.Discard(what) | ab.Exile(what) | ab.Put(what)) if (
                    _is_called(cost.action, deed)
                ):
                    yield number, isinstance(what, ab.This)


def _is_called(effect: ab.Effect, deed: str) -> bool:
    return effect.verb == deed if isinstance(effect, ab.Put) else type(effect).__name__.lower() == deed
