"""Names cut short, as people call things: `Snapcaster`, `Goyf`, `the Bears` for the only name in the game that they can mean."""

from __future__ import annotations

from collections.abc import Iterable

from engine.model import plain

LEAST_PART = 4
"""How long a part of a word has to be to name something ("goyf")."""


def meant(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """The plain names among the known ones (plain too) that the words can mean: those that begin with them or hold them as words, else those with words
    that begin so, else those in which they stand at all. More than one: the words don't tell which."""
    wanted = plain(text).removeprefix("the ")
    if len(wanted) < 3:
        return ()
    names = [name for name in dict.fromkeys(known) if name]
    forms = (wanted, wanted.removesuffix("s")) if len(wanted) > LEAST_PART else (wanted,)
    for form in forms:
        if form in names:
            return (form,)
    for form in forms:
        found = [name for name in names if f" {form} " in f" {name} "]
        if found:
            return tuple(found)
    found = [name for name in names if f" {wanted}" in f" {name}"]
    if not found:
        found = [name for name in names if _in_order(wanted.split(), name.split())]
    if not found and len(wanted) >= LEAST_PART:
        found = [name for name in names if wanted in name]
    return tuple(found)


def nicknamed(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """The names that begin with these words and a comma: "Urborg" for "Urborg, Tomb of Yawgmoth"."""
    begun = f"{text.strip().lower()},"
    return tuple(dict.fromkeys(name for name in known if name.lower().startswith(begun)))


def _in_order(wanted: list[str], words: list[str]) -> bool:
    """Whether several words are all there, one after the other, others between them."""
    left = iter(words)
    return len(wanted) > 1 and all(any(word == each for each in left) for word in wanted)
