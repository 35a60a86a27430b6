"""Ranked search: which rules answer to some words.

In come the words of a question, with an edition; out come hits, best first, each with the text that says most and the
places in it where the words stand. The index that is read here is written by `store.indexing`.
"""

from rules_db.searching.hits import Hit, is_digest, search

__all__ = ["Hit", "is_digest", "search"]
