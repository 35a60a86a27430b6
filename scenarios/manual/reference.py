"""The keys of the format, section by section, from the reader's tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from typing import Any

import msgspec
import yaml

from scenarios.format.kinds import Field
from scenarios.format.tables import actions, cards, documents, expect, setup, stickers
from scenarios.format.types import CardSetup as Card
from scenarios.format.types import PlayerSetup, Pool, Scenario, StickerSetup, TurnSetup


class Entry(msgspec.Struct, frozen=True):
    """A key: what it holds, what is taken without it, what there is to say, an example."""

    section: str
    key: str
    holds: str
    default: str
    about: str
    example: str


@cache
def examples() -> dict[str, dict[str, str]]:
    """An example of each key, as YAML, by section and key."""
    text = (resources.files("scenarios.manual") / "examples.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = yaml.safe_load(text)
    return found


@cache
def sections() -> dict[str, tuple[Entry, ...]]:
    """All keys, by the section that they stand in."""
    found = {
        "a scenario": _entries("a scenario", documents.SCENARIO_FIELDS, Scenario),
        "a player": _entries("a player", setup.PLAYER_SETUP.fields, PlayerSetup),
        "a card": _entries("a card", (each for each, _zones in cards.CARD.FIELDS), Card),
        "a sticker": _entries("a sticker", stickers.STICKER.fields, StickerSetup),
        "turn": _entries("turn", setup.TURN_SETUP.fields, TurnSetup),
        "an action": _entries("an action", actions.OPTIONS, None),
    }
    for verb, (struct, value, own) in actions.VERBS.items():
        found[verb] = _entries(verb, (value, *own), struct)
    found["expect"] = _entries("expect", expect.EXPECT.fields, None)
    found["an object's properties"] = _entries("an object's properties", expect.PROPERTIES.fields, None)
    return {name: tuple(entries) for name, entries in found.items()}


def _entries(section: str, fields: Iterable[Field], struct: type[msgspec.Struct] | None) -> Iterator[Entry]:
    known = examples().get(section, {})
    for each in fields:
        default = "required" if each.required else _default(struct, each.attribute)
        also = f"also {', '.join(f'`{name}`' for name in each.also)}" if each.also else ""
        about = "; ".join(part for part in (each.about, also) if part)
        yield Entry(section, each.key, each.kind.expected, default, about, known.get(each.key, ""))


def _default(struct: type[msgspec.Struct] | None, attribute: str) -> str:
    """What is taken where the key isn't given, in words; "" for nothing."""
    if struct is None:
        return ""
    of: Any = next((f for f in msgspec.structs.fields(struct) if f.name == attribute), None)
    if of is None or of.default is msgspec.NODEFAULT:
        return ""
    match of.default:
        case None | () | "" | Pool():
            return ""
        case True | False as flag:
            return "true" if flag else "false"
        case (Card(name=name, count=count),):
            return f"{name} x{count}"
        case int() | str() as value:
            return str(value)
        case TurnSetup():
            return "turn 1, the first player's precombat main phase, or its upkeep where the first moment that an action names is turn 1's upkeep"
        case _:
            return ""
