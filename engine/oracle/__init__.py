"""English to abilities and back: the text of a card is read into the vocabulary of engine.abilities, and written from it in the same words.

In comes a card's record (`read_card`) or a line of text (`read_line`); out goes a card, or a `Declined` that names each line in the way: one that the
grammar can't read, or that says what the engine can't carry out. Back from an ability to its words goes `write_paragraph`, of a whole face `write_face`.

`kernel` is the machinery of two-way rules, `grammar` the rules, `normalise` makes a text ready to read, `executable` knows what the engine carries out,
`coverage` measures how much of a corpus is read. This is the one place where the grammar's rules are tied to the machinery: they are loaded, all
together, the first time that anything is read or written.
"""

from engine.oracle import grammar
from engine.oracle.brackets import write_paragraph
from engine.oracle.coverage import CORPUS, Coverage, Decline, coverage
from engine.oracle.executable import missing
from engine.oracle.executable.entries import unproved
from engine.oracle.grammar.keyword_names import is_keyword_name
from engine.oracle.kernel import GRAMMAR
from engine.oracle.normalise import normalise
from engine.oracle.reading import (
    LOST,
    NO_PARAGRAPH,
    Declined,
    Line,
    line_category,
    read_card,
    read_line,
    write_face,
)

GRAMMAR.load(grammar.load)

__all__ = [
    "CORPUS",
    "LOST",
    "NO_PARAGRAPH",
    "Coverage",
    "Decline",
    "Declined",
    "Line",
    "coverage",
    "is_keyword_name",
    "line_category",
    "missing",
    "normalise",
    "read_card",
    "read_line",
    "unproved",
    "write_face",
    "write_paragraph",
]
