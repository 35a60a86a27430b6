"""The stickers of a scenario: those of the players' sheets and those on objects (CR 123)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engine import setup
from engine.game import Game
from engine.model import ObjectId, PlayerId, Sticker
from engine.rules.effects import faces
from scenarios.cards import Unreadable
from scenarios.cards import read as read_card
from scenarios.format import types as t


def lay(game: Game, scenario: t.Scenario, laid: Sequence[tuple[ObjectId, t.CardSetup]]) -> None:
    """Put each on its object, and note which ones the players have besides (CR 123.2c). Raises Unreadable for an ability's text."""
    numbers = itertools.count(1)
    sheets: dict[PlayerId, list[Sticker]] = {player.name: [] for player in scenario.players}
    for id, entry in laid:
        on = [sticker(said, next(numbers)) for said in entry.stickers]
        setup.stick(game, id, on)
        sheets[game.objects[id].owner] += on
    for player in scenario.players:
        on_nothing = [sticker(said, next(numbers)) for said in player.stickers]
        setup.sheets(game, player.name, [*on_nothing, *sheets[player.name]])


def sticker(said: t.StickerSetup, number: int) -> Sticker:
    """The sticker as the engine knows it. Raises Unreadable."""
    if said.name:
        return Sticker(number, "name", said.name, tickets=said.tickets, after=said.after)
    if said.pt is not None:
        size = f"{said.pt.power}/{said.pt.toughness}"
        return Sticker(
            number,
            "power and toughness",
            size,
            power=said.pt.power,
            toughness=said.pt.toughness,
            tickets=said.tickets,
        )
    if said.art:
        return Sticker(number, "art", said.art, tickets=said.tickets)
    record = {
        "name": "a sticker",
        "type_line": "Creature",
        "power": "0",
        "toughness": "0",
        "oracle_text": said.ability,
    }
    try:
        card = read_card(record)
    except Unreadable as error:
        raise error.at(said.where) from None
    return Sticker(number, "ability", said.ability, faces.printed(card).abilities, tickets=said.tickets)
