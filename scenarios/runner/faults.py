"""All that is wrong with the names in a scenario, looked up without playing it: for a file that is at fault anyway, so that it needs to be mended only once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

import rules_db
from engine.game import Game
from engine.model import SUBTYPES, plain
from scenarios.cards import Cards, UnknownCard, Unreadable
from scenarios.format import ScenarioError, nearest, together
from scenarios.format import types as t
from scenarios.runner import before, counters, tokens
from scenarios.runner.naming import NO_NAMES, numbered
from scenarios.runner.short_names import meant

MOST = 50
"""So many are looked for at most: nobody mends more at once."""
ZONES = ("battlefield", "hand", "library", "graveyard", "exile", "command", "ante")


def all_told(error: ScenarioError, scenario: t.Scenario | None) -> ScenarioError:
    """The error, with all others that show without playing the scenario."""
    if scenario is None:
        return error
    found = list(error.every)
    told = {(each.where, each.wrong or each.found or each.message) for each in found}
    named = {each.where for each in found if each.wrong}
    for fault in _faults(scenario):
        if len(found) >= MOST:
            break
        key = (fault.where, fault.wrong or fault.message)
        if key not in told and (fault.where not in named or fault.wrong[:1].isdigit()):
            told.add(key)
            found.append(fault)
    return together(found, error.source or scenario.text)


def _faults(scenario: t.Scenario) -> Iterator[ScenarioError]:
    cards = Cards({**own.fields, "lost": False} for own in scenario.cards)
    game = Game([player.name for player in scenario.players] or ["alice", "bob"])
    known = list(game.order)
    for player in scenario.players:
        for zone in ZONES:
            for entry in getattr(player, zone):
                fault = _of_card(game, cards, player.name, zone, entry)
                if fault is not None:
                    yield fault
                known += [entry.name, *([entry.label] if entry.label else [])]
    known += [each.label for each in _all(scenario.do, t.ActionBase) if each.label]
    yield from counters.faults(scenario)
    yield from _of_names(scenario, cards, known)
    for expect in (*_all(scenario.expect, t.Expect), *_all(scenario.do, t.Expect)):
        for number in (*(expect.cites or ()), *(expect.cites_not or ())):
            try:
                rules_db.rule(number, "digest")
            except rules_db.UnknownRule as error:
                told = f"no rule has the number {number}"
                yield ScenarioError(expect.where, told, near=error.near, wrong=number)


def _of_card(game: Game, cards: Cards, player: str, zone: str, entry: t.CardSetup) -> ScenarioError | None:
    """What is wrong with a card's name, if anything is."""
    if plain(entry.name) == t.UNKNOWN:
        return None
    try:
        cards.find(entry.name)
    except UnknownCard as error:
        if zone == "battlefield" and (
            tokens.described(game, player, entry.name) is not None or cards.knows(tokens.bare(entry.name))
        ):
            return None
        if len(cards.nicknamed(entry.name)) != 1:
            return before.unknown(entry.where, entry.name, error, entry.token)
    except Unreadable:
        pass  # refused as it is laid
    return None


def _of_names(scenario: t.Scenario, cards: Cards, known: list[str]) -> Iterator[ScenarioError]:
    """Names in actions and checks that are near to one of the scenario's and are none."""
    plain_names = [plain(name) for name in known]
    for name in _all((scenario.do, scenario.expect), t.Name):
        text = numbered(name.text, [player.name for player in scenario.players])
        if text in known or plain(text) in (*plain_names, "unknown") or text.lower() in NO_NAMES:
            continue
        if meant(text, plain_names) or cards.knows(text) or text.capitalize() in SUBTYPES:
            continue
        near = nearest(text, known)
        if near:
            yield ScenarioError(name.where, f"nothing is named '{text}'", near=near, wrong=text)


def _all(value: Any, of: type[Any]) -> Iterator[Any]:
    """Every struct of the type in the value, at any depth."""
    if isinstance(value, of):
        yield value
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _all(getattr(value, field), of)
    elif isinstance(value, Iterable) and not isinstance(value, str | dict):
        for item in value:
            yield from _all(item, of)
