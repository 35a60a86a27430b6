"""What ships with the program instead of the official text: the rules in our own words, the players' words, their questions.

In come the tables beside this module and in `rules_db/data`; out come their entries (`load` and its like) and, by
`installing`, an edition named `digest` in the database.
"""

from rules_db.digest.entries import (
    Entry,
    Slang,
    load,
    load_asked,
    load_common,
    load_glossary,
    load_slang,
    load_terms,
    load_words,
)

__all__ = [
    "Entry",
    "Slang",
    "installing",
    "load",
    "load_asked",
    "load_common",
    "load_glossary",
    "load_slang",
    "load_terms",
    "load_words",
]
