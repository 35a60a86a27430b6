"""Imported files as the text of a scenario: a comment that says where it comes from and what it lacks, and the YAML."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import Any

import msgspec

from scenarios.cards import Cards, UnknownCard, Unreadable
from scenarios.exchange.deck_lists import finish
from scenarios.exchange.formats import format_of
from scenarios.exchange.imported import Imported
from scenarios.format import ScenarioError, dump, read_data, read_text
from scenarios.format.types import CardSetup, Rulings, Scenario, Where

NAMES = ("alice", "bob", "carol", "dan")
"""What players are called whose decks come without a name."""


class Written(msgspec.Struct, frozen=True):
    """The text of a scenario, and what to tell whoever imports it: what the file says and the scenario doesn't, how something was understood, and the names
    that no card has (which stay in the scenario)."""

    text: str
    unsaid: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def import_file(file: str, named: str | None = None) -> Written:
    """A file, or standard input for `-`, as a scenario; `named`: its format, if it isn't to be recognized. Raises ScenarioError."""
    return import_text(_text(file), file, named)


def import_text(text: str, file: str, named: str | None = None) -> Written:
    """A text as a scenario. Raises ScenarioError."""
    found = format_of(text, file, named)
    if found.position is None:
        return _decks([("", text, file)], named)
    return _written(found.position(text, file), f"{file} ({found.what})")


def import_decks(files: Sequence[tuple[str, str]], named: str | None = None) -> Written:
    """Decks as the players of one scenario, in turn order: a player's name ("" for any) and the file. Raises ScenarioError."""
    return _decks([(player, _text(file), file) for player, file in files], named)


def _text(file: str) -> str:
    """The text of a file. Raises ScenarioError."""
    if os.path.isdir(file):
        raise ScenarioError(Where(file), "it is a folder", expected="a puzzle, or a deck for each player")
    return read_text(file)


def _decks(given: Sequence[tuple[str, str, str]], named: str | None) -> Written:
    players: dict[str, Any] = {}
    unsaid: list[Any] = []
    remarks: list[str] = []
    titles: list[str] = []
    said = [player for player, *_ in given if player]
    others = (name for name in chain(NAMES, (f"player {n}" for n in count(5))) if name not in said)
    for player, text, file in given:
        found = format_of(text, file, named)
        if found.deck is None:
            raise ScenarioError(
                Where(file), f"this is {found.what}, a position of its own", expected="a deck"
            )
        deck = finish(found.deck(text, file))
        name = player or next(others)
        if name in players:
            raise ScenarioError(Where(file), f"{name} has two decks")
        players[name] = deck.zones
        titles += [deck.title] if deck.title else []
        about = f"{file}: " if len(given) > 1 else ""
        unsaid += [f"{about}{each}" for each in deck.unsaid]
        remarks += [f"{about}{each}" for each in deck.remarks]
    remarks.append(
        "libraries are in the order of the lists, top first; `start: PLAYER` begins a game with opening hands"
    )
    if len(players) == 1:
        players[next(others)] = {}
    data: dict[str, Any] = {"title": " against ".join(titles)} if titles else {}
    if any("command" in zones for zones in players.values()):
        data["variant"] = "commander"
        remarks.append("with a commander it is taken as a game of Commander; `variant: brawl` says otherwise")
    files = ", ".join(file for _, _, file in given)
    told = Imported({**data, "players": players}, (), tuple(remarks))
    return _written(told, files, unsaid)


def _written(imported: Imported, source: str, unsaid: Sequence[str] = ()) -> Written:
    document = read_data(imported.data)
    assert not isinstance(document, Rulings)
    lost = (*unsaid, *map(str, imported.unsaid))
    unknown = tuple(_unknown(document))
    comment = [f"Imported from {source}."]
    for heading, lines in (
        ("The file says this, too, for which a scenario has no words:", lost),
        ("How it was understood:", imported.remarks),
        ("No card is called so:", unknown),
    ):
        comment += [heading, *(f"  {line}" for line in lines)] if lines else []
    head = "".join(f"# {_plain(line)}\n" for line in comment)
    return Written(head + dump(document), lost, imported.remarks, unknown)


def _plain(line: str) -> str:
    """A line of a comment: whatever the file holds, it ends where the line does, and a scenario's text can hold it."""
    indent = len(line) - len(line.lstrip(" "))
    shown = "".join(sign if sign.isprintable() else " " for sign in line)
    return " " * indent + " ".join(shown.split())


def _unknown(scenario: Scenario) -> Iterator[str]:
    """The names of cards that no source of cards has."""
    cards = Cards()
    asked = set()
    for player in scenario.players:
        for zone in player.__struct_fields__:
            held = getattr(player, zone)
            for card in held if isinstance(held, tuple) else ():
                if isinstance(card, CardSetup) and not card.token and card.name not in asked:
                    asked.add(card.name)
                    if card.name != "unknown" and not _known(cards, card.name):
                        yield card.name


def _known(cards: Cards, name: str) -> bool:
    try:
        cards.find(name)
    except UnknownCard:
        return len(cards.nicknamed(name)) == 1
    except Unreadable:
        return True
    return True
