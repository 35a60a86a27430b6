"""Public pages on the web: a card's, by its name. Nothing here asks the web.

A rule has none that lasts: Wizards of the Coast publish the rules as one text for each edition, without a place for each number.
"""

from __future__ import annotations

from urllib.parse import quote_plus

SEARCH = "https://scryfall.com/search?q="
"""Scryfall's search, which shows the card itself where just one answers."""


def card_page(name: str) -> str:
    """The address of a card's page: Scryfall's search for exactly this name, the whole name of a card of several faces ("Fire // Ice") or a face's.

    For cards that are printed: a scenario's own cards have no page. Raises ValueError for a name without letters."""
    told = " ".join(name.split())
    if not told:
        raise ValueError("a card's page is looked up by its name, which is empty")
    # The search takes either sort of quotation marks; a name may hold the straight ones.
    opening, closing = "“”" if '"' in told else '""'
    return SEARCH + quote_plus(f"!{opening}{told}{closing}", errors="replace")
