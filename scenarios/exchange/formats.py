"""The formats that can be read, and how a file's format is recognized: by its content, and by its suffix where that doesn't tell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

import msgspec

from scenarios.exchange import deck_files, deck_lists, puzzles
from scenarios.exchange.imported import Deck, Imported
from scenarios.format import ScenarioError
from scenarios.format.types import Where


class Format(msgspec.Struct, frozen=True):
    """A format. `position` or `deck` reads a text of it (and its file's name), and raises ScenarioError with the line; `is_it` says whether a text is one."""

    name: str
    what: str
    suffixes: tuple[str, ...]
    is_it: Callable[[str], bool]
    position: Callable[[str, str], Imported] | None = None
    deck: Callable[[str, str], Deck] | None = None


FORMATS = {
    each.name: each
    for each in (
        Format("pzl", "a Forge puzzle or game state", (".pzl",), puzzles.is_puzzle, position=puzzles.read),
        Format("dek", "a Magic Online deck", (".dek",), deck_files.is_dek, deck=deck_files.read_dek),
        Format("cod", "a Cockatrice deck", (".cod",), deck_files.is_cod, deck=deck_files.read_cod),
        Format("deck", "a deck list", (".txt", ".dec", ".mwdeck"), deck_lists.is_list, deck=deck_lists.read),
    )
}
"""By what `--as` calls them; the first that takes a text for its own is the one."""


def format_of(text: str, file: str, named: str | None = None) -> Format:
    """The format that is named, or else the text's, or else that of the file's suffix. Raises ScenarioError."""
    if named is not None:
        if named not in FORMATS:
            raise ScenarioError(
                Where(file), "no such format", found=f"'{named}'", expected=" or ".join(FORMATS)
            )
        return FORMATS[named]
    for each in FORMATS.values():
        if each.is_it(text):
            return each
    suffix = PurePath(file).suffix.lower()
    for each in FORMATS.values():
        if suffix in each.suffixes:
            return each
    known = ", ".join(f"{each.what} ({name})" for name, each in FORMATS.items())
    raise ScenarioError(Where(file), "the file is none of these: " + known)
