"""One question, one rule: by its number, by its name, or by whatever a player calls it.

In comes what somebody typed, with an edition; out comes the entry of each rule that it means (`rule`), a glossary's
entry (`terms`), what a ruling cites (`citing`), how a number stands that somebody
cites (`standings`), which numbers a text mentions (`mentions`), the names that lead to rules (`byname`), or `UnknownRule` with what is near.
"""

from rules_db.lookup.entries import DOUBTS, RuleEntry, Ruling, entry_of, kind_of
from rules_db.lookup.rules import Found, rule

__all__ = [
    "DOUBTS",
    "Found",
    "RuleEntry",
    "Ruling",
    "byname",
    "citing",
    "entry_of",
    "kind_of",
    "mentions",
    "mixed",
    "rule",
    "standings",
    "terms",
]
