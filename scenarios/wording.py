"""Abilities in the words of the card language, and words as abilities (engine.oracle, both ways)."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine import abilities as ab
from engine import binding
from engine.binding import unbound
from engine.model import Face

LINES = ("permanent line", "spell line", "planeswalker line", "saga line")
"""The grammar's categories of paragraphs."""
LONGEST = 48
"""How many characters of an ability's text stand for it."""


def named(text: str, name: str) -> str:
    """The text with the name where an object calls itself, or what gave it an ability (CR 201.5a)."""
    return text.replace("~", name).replace("§", name)


def words(category: str, value: Any, name: str = "~") -> str:
    """The words of a value in a category of the grammar, "" where it has none. `name`: what the object calls itself."""
    # Here and below, since the grammar takes 50 ms to load, and few runs ask for words.
    from engine.oracle import write_paragraph

    try:
        text = write_paragraph(category, unbound(value))
    except KeyError:  # no such category
        return ""
    return named(text or "", name)


def ability_words(ability: ab.Ability) -> str:
    """An ability in words, "" where the grammar has none for it."""
    return next((text for line in LINES if (text := words(line, ability))), "")


@cache
def opening(ability: ab.Ability) -> str:
    """What an ability is called in a ruling: its opening words in quotation marks, "" where the grammar has none for it."""
    text = named(ability_words(ability), "this")
    if len(text) > LONGEST:
        text = text[: LONGEST - 3].rpartition(" ")[0].rstrip(" ,.:") + "..."
    return f'"{text}"' if text else ""


def marked_text(face: Face) -> str:
    """The text box of a face, with marks that say what its words refer to (engine.binding.marks)."""
    from engine.oracle import line_category, write_paragraph

    marks = binding.marks(face.abilities, binding.bound(face.abilities))
    category = line_category(face.type_line)
    lines = (write_paragraph(category, ability, marks) or "" for ability in face.abilities)
    return "\n".join(named(line, face.name) for line in lines)


def face_text(face: Face) -> str:
    """The text box of a face, a paragraph a line, written back from its abilities."""
    from engine.oracle import line_category

    category = line_category(face.type_line)
    return "\n".join(
        words(category, ability, face.name) or f"({type(ability).__name__})" for ability in face.abilities
    )


def ability(text: str, name: str = "") -> tuple[ab.Ability, ...] | None:
    """The abilities that a line of card text means, one or (for a list of keywords) several; None if it can't be read."""
    from engine.oracle import normalise, read_line

    line = normalise(text, name).text
    for said in (line, line[:1].upper() + line[1:]):
        for category in ("permanent line", "planeswalker line"):
            found = read_line(said, category).values
            if len(found) == 1:
                meant = found[0]
                return meant.abilities if isinstance(meant, ab.Keywords | ab.Paragraph) else (meant,)
    return None


def normalised(text: str, name: str) -> str:
    """Words of a card's text with "~" for the card's own name."""
    from engine.oracle import normalise

    return normalise(text, name).text


def is_keyword(text: str) -> bool:
    """Whether the words are the name of a keyword ability, though it may take a cost or number that is not said."""
    from engine.oracle import is_keyword_name

    return is_keyword_name(text)
