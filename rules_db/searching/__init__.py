"""Ranked search: which rules answer to some words.

In come the words of a question, with an edition and, from above, what finds the cards that they name; out come hits, best
first, each with the text that says most and the places in it where the words stand, and as what misspelt words were taken. The index that is read here is written by `store.indexing`.
"""

from rules_db.searching.hits import Hit, Searched, search
from rules_db.searching.questions import CardsOf, Named

__all__ = ["CardsOf", "Hit", "Named", "Searched", "search"]
