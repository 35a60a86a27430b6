"""How a scenario begins: players, their cards, whose turn it is."""

from __future__ import annotations

from typing import Any

import msgspec

from scenarios.format.types.common import Base, Count, Name, Pool, PowerToughness, Share, Step


class StickerSetup(Base, frozen=True, kw_only=True):
    """A sticker of a sheet, or on an object: what one of `name`, `ability`, `pt` and `art` says."""

    name: str = ""
    ability: str = ""
    pt: PowerToughness | None = None
    art: str = ""
    tickets: int = 0
    after: int = 0


class CardSetup(Base, frozen=True, kw_only=True):
    """A card, or ``count`` alike, where the game begins."""

    name: str
    count: int = 1
    label: str | None = None
    tapped: bool = False
    sick: bool = False
    counters: dict[str, int] = msgspec.field(default_factory=dict)
    damage: int = 0
    attached_to: Name | None = None
    merged_with: tuple[Name, ...] = ()
    copy_of: str | None = None
    emblem: bool = False
    companion: bool = False
    owner: str | None = None
    face_down: bool | str = False
    face: str | None = None
    token: bool = False
    chosen: dict[str, Name] = msgspec.field(default_factory=dict)
    commander: bool = False
    commander_casts: int | None = None
    attacked_this_turn: bool | Name = False
    entered_this_turn: bool = False
    dealt_damage_by: tuple[Share, ...] = ()
    exiled_with: Name | None = None
    imprinted: tuple[Name, ...] = ()
    haunting: Name | None = None
    ring_bearer: bool = False
    paired_with: Name | None = None
    crewed: bool = False
    prepared: bool = False
    level: int | None = None
    monstrous: bool = False
    renowned: bool = False
    suspected: bool = False
    saddled: bool = False
    solved: bool = False
    foretold: bool = False
    plotted: bool = False
    on_an_adventure: bool = False
    unlocked: tuple[Name, ...] = ()
    lights: tuple[int, ...] = ()
    stickers: tuple[StickerSetup, ...] = ()
    without: tuple[int, ...] = ()
    """Lines of the card's text, from 1, that are left out."""


UNKNOWN = "unknown"


UNKNOWN_LIBRARY = (CardSetup(name=UNKNOWN, count=40),)


class PlayerSetup(Base, frozen=True, kw_only=True):
    name: str
    life: int | None = None
    battlefield: tuple[CardSetup, ...] = ()
    hand: tuple[CardSetup, ...] = ()
    library: tuple[CardSetup, ...] = UNKNOWN_LIBRARY
    graveyard: tuple[CardSetup, ...] = ()
    exile: tuple[CardSetup, ...] = ()
    command: tuple[CardSetup, ...] = ()
    plane: tuple[CardSetup, ...] = ()
    planar_deck: tuple[CardSetup, ...] = ()
    vanguard: tuple[CardSetup, ...] = ()
    schemes: tuple[CardSetup, ...] = ()
    scheme_deck: tuple[CardSetup, ...] = ()
    conspiracies: tuple[CardSetup, ...] = ()
    attraction_deck: tuple[CardSetup, ...] = ()
    junkyard: tuple[CardSetup, ...] = ()
    ante: tuple[CardSetup, ...] = ()
    outside_the_game: tuple[CardSetup, ...] = ()
    stickers: tuple[StickerSetup, ...] = ()
    mana: Pool = Pool()
    counters: dict[str, int] = msgspec.field(default_factory=dict)
    lands_played: int = 0
    max_hand_size: int | None = None
    commander_damage: tuple[Share, ...] = ()
    cast_this_turn: tuple[Count, ...] = ()
    died_this_turn: tuple[Count, ...] = ()
    life_gained_this_turn: int = 0
    life_lost_this_turn: int = 0
    drawn_this_turn: int = 0
    monarch: bool = False
    city_s_blessing: bool = False
    initiative: bool = False
    speed: int | None = None
    ring_tempted: int = 0
    dungeon: Name | None = None
    completed_dungeons: tuple[Name, ...] = ()


class OwnCard(Base, frozen=True, kw_only=True):
    """A card of the user's own: its fields by their Scryfall names, all scalars as text."""

    name: str
    fields: dict[str, Any]


class TurnSetup(Base, frozen=True, kw_only=True):
    """Whose turn it is as the scenario begins; without a player, the first one's."""

    player: str | None = None
    number: int = 1
    step: Step = Step.PRECOMBAT_MAIN
