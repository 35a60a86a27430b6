"""Commanders (CR 903): cast from the command zone for a tax, back there from elsewhere, and 21 combat damage by one of them.

A scenario says which cards are commanders; a card in the command zone is one. Life totals and decks are as the scenario says (903.5-903.7).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.base import to_data
from engine.abilities.lines import opened
from engine.game import Decision, Game
from engine.game import events as ev
from engine.keywords import statics
from engine.model import COLOR_OF, COLORS, OUTSIDE, Card, Commander, GameObject, ObjectId, PlayerId
from engine.queries import CHOSEN_BEFORE
from engine.rules.effects import components

LETHAL = 21
"""CR 903.10a: so much combat damage by one commander."""


def designate(game: Game, id: ObjectId, casts: int = 0) -> None:
    """CR 903.3: the card is a commander, in whatever zone; its owner has cast it so often from the command zone."""
    obj = game.objects[id]
    game.put_object(replace(obj, commander=Commander(id, casts)))
    game.any_commander = True
    game.commanders_stayed |= {id}


def chooses_color(obj: GameObject) -> bool:
    """CR 903.4b: whether the object is a commander for which a color is chosen before the game begins."""
    held = (s for ability in opened(obj.base.abilities) for s in statics(ability))
    return obj.commander is not None and any(s.said == CHOSEN_BEFORE for s in held)


def choose_color(game: Game, id: ObjectId) -> None:
    """CR 903.4b: the color that was chosen for the commander, as the position says; else its owner says which."""
    obj = game.objects[id]
    assert obj.commander is not None
    color = obj.chosen_value("color")
    if color is None:
        question = f"which color was chosen for {game.name(id)} before the game began?"
        color = game.decide(Decision(obj.owner, "word", question, COLORS))[0]
    game.put_object(replace(obj, commander=replace(obj.commander, color=color), chosen=()))


# ---- casting ------------------------------------------------------------------------------------------------------


def castable(obj: GameObject, player: PlayerId) -> bool:
    """CR 903.8: its owner may cast a commander from the command zone."""
    return obj.zone == "command" and obj.commander is not None and obj.owner == player


def tax(game: Game, obj: GameObject) -> tuple[ab.Cost, ...]:
    """CR 903.8: {2} more for each time before that it was cast from the command zone."""
    if obj.commander is None or obj.zone != "command":
        return ()
    game.cite("903.8", *(("702.124d",) if _has_two(game, obj.owner) else ()))
    return (ab.PayMana("{2}"),) * obj.commander.casts


def _has_two(game: Game, player: PlayerId) -> bool:
    """CR 702.124a: whether the player has two commanders."""
    return sum(o.commander is not None and o.owner == player for o in game.objects.values()) > 1


def cast(game: Game, event: ev.SpellCast) -> None:
    """CR 903.8: count it."""
    obj = game.objects.get(event.object)
    if obj is not None and obj.commander is not None and event.origin == "command":
        counted = replace(obj.commander, casts=obj.commander.casts + 1)
        game.put_object(replace(obj, commander=counted))


# ---- going back ---------------------------------------------------------------------------------------------------


def returning(game: Game) -> list[tuple[str, ev.GameEvent]]:
    """CR 704.6d, 903.9a: a commander that came to a graveyard or exile since the last check may go to the command zone."""
    if not game.any_commander:
        return []
    stayed = game.commanders_stayed
    found: list[tuple[str, ev.GameEvent]] = []
    for id in [*game.in_zone("graveyard"), *game.in_zone("exile")]:
        obj = game.objects[id]
        if obj.commander is None or id in stayed:
            continue
        if _wanted(game, obj):
            game.cite("903.9a")
            found.append(("704.6d", ev.MoveZone(object=id, to="command", verb="put", by=obj.owner)))
        else:
            game.commanders_stayed |= {id}
    return found


def _wanted(game: Game, obj: GameObject) -> bool:
    question = f"put {game.name(obj.id)} into the command zone?"
    return bool(game.decide(Decision(obj.owner, "may", question, (True, False), default=True))[0])


def goes_back(event: ev.MoveZone, obj: GameObject) -> bool:
    """CR 903.9b: whether the command zone may take the place of a hand or library."""
    return obj.commander is not None and event.to in ("hand", "library") and not event.apart


# ---- damage -------------------------------------------------------------------------------------------------------


def lethal(game: Game, player: PlayerId) -> bool:
    """CR 704.6c, 903.10a: whether one commander has dealt the player 21 or more combat damage in the course of the game; which in Brawl is nothing (903.12h)."""
    if not game.any_commander:
        return False
    dealt = dict(game.players[player].commander_damage)
    for entry in game.log:
        event = entry.event
        if isinstance(event, ev.Damage) and event.combat and event.to == player and event.source:
            commander = game.object(event.source).commander
            if commander is not None:
                dealt[commander.number] = dealt.get(commander.number, 0) + event.amount
    enough = any(amount >= LETHAL for amount in dealt.values())
    if enough and game.seating.variant == "brawl":
        game.cite("903.12h")
        game.credit(len(game.steps) - 1)
        return False
    if enough and len(dealt) > 1:
        game.cite("702.124d")
    return enough


# ---- color identity -----------------------------------------------------------------------------------------------


def colors(game: Game, player: PlayerId) -> list[str]:
    """CR 903.4, 903.4f: the mana symbols of the colors in the color identity of the player's commander (of both, 702.124c); none without one."""
    if not game.any_commander:
        return []
    mine = [
        part.card
        for o in game.objects.values()
        if o.commander is not None and o.owner == player
        for part in components.of(o)
        if part.commander is not None
    ]
    if len(mine) > 1:
        game.cite("702.124c")
    found = {symbol for card in mine if card is not None for symbol in identity(card)}
    chosen = {
        o.commander.color for o in game.objects.values() if o.commander is not None and o.owner == player
    }
    if chosen - {""}:
        game.cite("903.4b")
    found |= {symbol for symbol, color in COLOR_OF.items() if color in chosen}
    return [symbol for symbol in COLOR_OF if symbol in found]


def rules_of_identity(game: Game, player: PlayerId) -> tuple[str, ...]:
    """CR 903.4a, 903.4d-f: the rules by which the colors of the identity are what they are: there is none, or another face says some of them."""
    held = [
        o.card
        for o in game.objects.values()
        if o.commander is not None and o.owner == player and o.card is not None
    ]
    if not held:
        return ("903.4f",)
    layouts = {card.layout for card in held}
    back, other = layouts & {"transform", "modal_dfc"}, layouts & {"adventure", "omen", "prototype", "split"}
    return ("903.4a", *(("903.4d",) if back else ()), *(("903.4e",) if other else ()))


def kept_outside(game: Game, id: ObjectId) -> str:
    """CR 903.11a: why the card can't be brought into a Commander game from outside it; "" if it can."""
    obj = game.objects[id]
    named = (
        o for o in game.objects.values() if o.owner == obj.owner and o.zone != OUTSIDE and o.card is not None
    )
    if obj.card is not None and any(o.card.name == obj.card.name for o in named if o.card is not None):
        return f"{obj.owner} owns another {obj.card.name} in the game, so it stays outside"
    if obj.card is not None and not identity(obj.card) <= set(colors(game, obj.owner)):
        return f"{obj.card.name} has a color that {obj.owner}'s commander hasn't, so it stays outside"
    return ""


def identity(card: Card) -> frozenset[str]:
    """CR 903.4, 903.4d-e: the colors of the mana symbols in the costs and texts of its faces, of its indicators, and those it defines for itself."""
    found: set[str] = set()
    for face in card.faces:
        written = face.mana_cost + json.dumps(to_data(face.abilities))
        for symbol in re.findall(r"\{([^{}]*)\}", written):
            found.update(part for part in symbol.split("/") if part in COLOR_OF)
        named = {*face.color_indicator, *_defined(face.abilities)}
        found.update(symbol for symbol, color in COLOR_OF.items() if color in named)
    return frozenset(found)


def _defined(abilities: tuple[ab.Ability, ...]) -> Iterator[str]:
    """CR 604.3: the colors that an ability says the card itself is."""
    for ability in abilities:
        if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This) and ability.condition is None:
            for change in ability.changes:
                if isinstance(change, ab.Colors):
                    yield from change.colors
