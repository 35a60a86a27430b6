"""What ships with the program instead of the official text: the rules in our own words, the players' words, their questions.

In come the tables beside this module and in `rules_db/data`; out come their entries (`load` and its like) and, by
`installing`, an edition named `digest` in the database. `signature` tells whether the files are still the installed ones.
"""

from rules_db.digest.entries import (
    Entry,
    Slang,
    load,
    load_asked,
    load_common,
    load_glossary,
    load_slang,
    load_words,
)
from rules_db.digest.files import signature

__all__ = [
    "Entry",
    "Slang",
    "installing",
    "load",
    "load_asked",
    "load_common",
    "load_glossary",
    "load_slang",
    "load_words",
    "signature",
]
