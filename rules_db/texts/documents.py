"""What an importer finds in a rules document: the pieces, each with the lines it came from."""

from __future__ import annotations

import msgspec


class Rule(msgspec.Struct, frozen=True):
    """A rule or subrule. `title` is set when its whole text is a heading (`702.19. Trample`).

    `source` is what a collection says the text was taken from, `CompRules 2003/07/01`.
    """

    number: str
    text: str
    title: str
    examples: tuple[str, ...]
    line: int
    source: str = ""


class Heading(msgspec.Struct, frozen=True):
    """A chapter (`7`) or section (`702`), its title, and in the digest a sentence on what it covers."""

    number: str
    title: str
    line: int
    text: str = ""


class Term(msgspec.Struct, frozen=True):
    """A glossary entry."""

    term: str
    text: str
    line: int


class Gloss(msgspec.Struct, frozen=True):
    """A ruling or note that someone attached to a rule."""

    number: str
    label: str
    text: str
    attribution: str
    date: str
    line: int


class Matter(msgspec.Struct, frozen=True):
    """A named piece of front or back matter, verbatim."""

    name: str
    text: str
    line: int
    last_line: int


class Document(msgspec.Struct, frozen=True):
    """A rules document, every line of it in exactly one of these pieces.

    `roles` names the piece each non-blank line went to, by line number; `date` is ISO or empty; `dated_by` says
    where the date stood (`header`, `citation`, `page`); `remarks` are things the text says against itself.
    """

    date: str
    dated_by: str
    full: bool
    shape: str
    encoding: str
    line_ends: str
    headings: tuple[Heading, ...]
    rules: tuple[Rule, ...]
    glossary: tuple[Term, ...]
    rulings: tuple[Gloss, ...]
    matter: tuple[Matter, ...]
    roles: dict[int, str]
    remarks: tuple[str, ...]
