"""Stickers: markers on objects that change what they are (CR 123)."""

from __future__ import annotations

from collections import Counter
from string import ascii_lowercase
from typing import Literal

import msgspec

from engine.abilities.base import Ability

StickerKind = Literal["name", "ability", "power and toughness", "art"]
"""CR 123.1: the kinds of stickers."""
STICKER_KINDS: tuple[StickerKind, ...] = ("name", "ability", "power and toughness", "art")


SAID_OF_STICKERS: dict[str, str] = {
    **dict.fromkeys(ascii_lowercase, "123.6d"), "unique vowel": "123.6e", "power": "123.8a", "toughness": "123.8a",
}  # fmt: skip
"""The numbers that effects ask of a sticker, each with its rule."""


class Sticker(msgspec.Struct, frozen=True, gc=False):
    """A sticker of one of the sheets that a player has (CR 123.2), or as it is on an object.

    `number` tells it from all others (123.3a); `text`: the words, the ability's text, "4/4" or what the picture shows; `tickets`: its ticket cost (123.3c);
    `after`: behind how many words of the name a name sticker's stand (123.6b); `since`: its timestamp (613.7k)."""

    number: int
    kind: StickerKind
    text: str
    abilities: tuple[Ability, ...] = ()
    power: int = 0
    toughness: int = 0
    tickets: int = 0
    after: int = 0
    since: int = 0

    @property
    def numbers(self) -> dict[str, int]:
        """What effects ask of a sticker (`SAID_OF_STICKERS`), and how much that is: the letters of a name sticker, large or small (CR 123.6d), its
        different vowels (123.6e), the size of a power and toughness sticker (123.8a)."""
        match self.kind:
            case "name":
                letters = Counter(letter for letter in self.text.lower() if letter in ascii_lowercase)
                return {"unique vowel": len(set("aeiouy").intersection(letters)), **letters}
            case "power and toughness":
                return {"power": self.power, "toughness": self.toughness}
        return {}


def words_of_name(name: str) -> list[str]:
    """CR 123.6a: the words of a name; a blank line is none."""
    return [word for word in name.split() if word.strip("_")]


def with_word(name: str, word: str, after: int) -> str:
    """CR 123.6b-c: the name with the word behind so many of its own; at its end, if it has fewer."""
    parts, seen = name.split(), 0
    if after <= 0:
        return " ".join([word, *parts])
    for at, part in enumerate(parts):
        seen += bool(part.strip("_"))
        if seen == after:
            return " ".join([*parts[: at + 1], word, *parts[at + 1 :]])
    return " ".join([*parts, word])
