"""What a position holds that comes of a card and is not that card: emblems, permanents that are copies, counters of its own (CR 114, 122.6a, 707)."""

from __future__ import annotations

import re

from engine import setup
from engine.game import Assumption, Game
from engine.model import Card, Characteristics, ObjectId, PlayerId, Zone, plain
from scenarios.cards import Cards, UnknownCard, Unreadable
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner import before

_EMBLEM = re.compile(r"(?:the )?emblem (?:of|from) (.+)|(.+?)(?:['’]s)? emblem", re.IGNORECASE)


def emblem_of(cards: Cards, said: str) -> str:
    """The card whose emblem the words name: "Domri Rade emblem", "emblem of Domri Rade"; "" where they name none."""
    found = _EMBLEM.fullmatch(said.strip())
    name = (found[1] or found[2]) if found is not None and not cards.knows(said) else ""
    return name if name and cards.knows(name) else ""


def emblems(game: Game, player: PlayerId, card: Card, entry: t.CardSetup) -> list[ObjectId]:
    """The emblem that the card makes, as often as the entry says. Raises ScenarioError."""
    try:
        return [setup.emblem(game, player, card) for _ in range(entry.count)]
    except ValueError as error:
        raise ScenarioError(entry.where, str(error)) from None


def copy(game: Game, cards: Cards, id: ObjectId, entry: t.CardSetup) -> None:
    """The permanent becomes a copy of the card that the entry says, if it does. Raises ScenarioError, Unreadable."""
    if entry.copy_of is None:
        return
    try:
        card = cards.find(entry.copy_of)
        wanted = plain(entry.copy_of)
        face = next((n for n, face in enumerate(card.faces) if plain(face.name) == wanted), 0)
        if not card.faces[face].characteristics().is_permanent_card:
            raise ValueError(f"no permanent is a copy of {entry.copy_of} (CR 110.4a)")
        setup.copy(game, id, card, face)
    except UnknownCard as error:
        raise before.unknown(entry.where, entry.copy_of, error) from None
    except Unreadable as error:
        raise error.at(entry.where) from None
    except ValueError as error:
        raise ScenarioError(entry.where, str(error)) from None


def counters(
    game: Game, player: PlayerId, zone: Zone, entry: t.CardSetup, card: Card | Characteristics, face: int
) -> dict[str, int]:
    """The counters that a permanent would have entered with, where nothing is said of any."""
    if zone != "battlefield" or entry.face_down or entry.counters or not isinstance(card, Card):
        return {}
    given = setup.own_counters(card, face)
    for kind, number in given.items():
        told = f"{kind} counters on {card.name}"
        game.assumptions.append(Assumption(player, told, f"{number}: it would have entered with them"))
    return given
