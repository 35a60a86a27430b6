"""Finding cards by name: a scenario's own, those of JUDGE_CARDS, the user's imports, and the pool that ships with the project, in this order.

In come names, and files of cards to import or to compile; out come cards as abilities (``engine.model.cards``), or Unreadable with the line that can't
be read, or UnknownCard with the nearest names. Names match without case, accents or punctuation, a card of several faces by its whole name or any
face's; only the cards that are asked for are read: the pool and the imports are SQLite files with an index of names, and of a JUDGE_CARDS file only the
names are looked at.

    cards = Cards()
    cards.find("grizzly bears")
"""

from scenarios.cards.database import imports_path
from scenarios.cards.files import Record, records, tidy
from scenarios.cards.finding import Cards, find, standing_sources
from scenarios.cards.imports import Taken, import_file, imported
from scenarios.cards.pool import LAST_WORDS, Pool, build_pool, pool_source
from scenarios.cards.problems import DeclinedLine, UnknownCard, Unreadable
from scenarios.cards.reading import read
from scenarios.cards.rulings import NoRulings, Ruling, card_rulings, import_rulings, is_rulings
from scenarios.cards.streams import CardFileProblem

__all__ = [
    "LAST_WORDS",
    "CardFileProblem",
    "Cards",
    "DeclinedLine",
    "NoRulings",
    "Pool",
    "Record",
    "Ruling",
    "Taken",
    "UnknownCard",
    "Unreadable",
    "build_pool",
    "card_rulings",
    "find",
    "import_file",
    "import_rulings",
    "imported",
    "imports_path",
    "is_rulings",
    "pool_source",
    "read",
    "records",
    "standing_sources",
    "tidy",
]
