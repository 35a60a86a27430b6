"""The Comprehensive Rules: import, index, look up, digest.

    import rules_db
    rules_db.import_file(Path("MagicCompRules.txt"))
    rules_db.rule("704.5g").entries[0].text
    rules_db.search("deathtouch trample")
    rules_db.citations(["704.5g", "702.19b"])

Every function opens the database in the user's data directory (`JUDGE_HOME`) for itself; the folders hold the same
functions on an open connection, for callers with many questions. From the ground up, each importing only what stands above it
in this table (`tests/rules_db/test_floors.py` holds the imports against it):

    errors        what goes wrong, in one sentence
    notation/     how numbers, names, words and dates are written and compared
    texts/        bytes of a rules text to the pieces of a document
    store/        the database's tables: editions, their rules, names and index, written and read
    digest/       the rules in our own words, as they ship and as an edition in the database
    opening       the database opened, built from the digest on first use
    concordance/  which rule of one edition is which of another
    exchange/     editions in and out: import, download, export, identify, check
    lookup/       one question, one rule: by number, by name, for a ruling
    searching/    which rules answer to some words
    histories/    what became of rules, edition by edition or between two

A folder is imported by its face: its `__init__` says what comes in and what goes out, and `__all__` lists what others may use.
Faces hand on names from modules that are light or that whoever comes needs anyway, and for the rest modules, which Python
loads only when somebody imports them (`from rules_db.store import editions`). So a face needs no machinery, type checkers see
every name, and `judge rule 704.5g` loads neither the matcher nor what reads texts, downloads or writes. What a function imports
inside itself, it does for the same reason, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rules_db.errors import RulesError, UnknownRule

if TYPE_CHECKING:
    from rules_db.exchange import checking, identifying, importing
    from rules_db.histories import Difference, History
    from rules_db.lookup import Found, citing, mentions, terms
    from rules_db.searching import CardsOf, Hit, Searched
    from rules_db.store import editions

__all__ = [
    "RulesError",
    "UnknownRule",
    "check",
    "citations",
    "diff",
    "edition_named",
    "editions_named",
    "export",
    "fetch",
    "glossary",
    "history",
    "identify",
    "import_file",
    "installed",
    "mentioned",
    "rule",
    "search",
    "searched",
]

# Modules are imported inside the functions so that one question loads only what answers it.


def rule(query: str, edition: str | None = None, *, digest: bool = False) -> Found:
    """A rule by number, name or players' word; see `lookup.rule`."""
    from rules_db import lookup
    from rules_db.opening import database

    with database() as connection:
        return lookup.rule(connection, query, edition, digest=digest)


def search(words: str, edition: str | None = None, limit: int = 10) -> list[Hit]:
    """The rules that answer to some words, best first; see `searching.search`."""
    return list(searched(words, edition, limit).hits)


def searched(
    words: str, edition: str | None = None, limit: int = 10, cards_of: CardsOf | None = None
) -> Searched:
    """The same, with how the words were understood; `cards_of` finds the cards that they name."""
    from rules_db import searching
    from rules_db.opening import database

    with database() as connection:
        found = searching.search(connection, words, edition, limit, cards_of)
        if found.hits or edition is not None:
            return found
        # What a fresh install answers is answered by one with older texts, too.
        return searching.search(connection, words, "digest", limit, cards_of)


def glossary(term: str, edition: str | None = None) -> list[terms.GlossaryEntry]:
    """A glossary entry; see `terms.glossary`."""
    from rules_db.lookup import terms
    from rules_db.opening import database

    with database() as connection:
        return terms.glossary(connection, term, edition)


def citations(numbers: Sequence[str], edition: str | None = None) -> list[citing.Citation]:
    """The rules that a ruling cites, with their text; see `citing.citations`."""
    from rules_db.lookup import citing

    return citing.citations(numbers, edition)


def mentioned(text: str, edition: str | None = None) -> list[mentions.Mention]:
    """The rule numbers that a text mentions, held against an edition (without one, the newest rules there are); see `mentions.mentions`. Raises RulesError."""
    from rules_db.lookup import mentions, standings
    from rules_db.opening import database

    with database() as connection:
        return mentions.mentions(text, standings.Shelf(connection, edition))


def import_file(path: Path, date: str = "", *, partial: bool = False) -> importing.Imported:
    """Take a rules text from disk into the database; see `importing.import_file`."""
    from rules_db.exchange import importing

    return importing.import_file(path, date, partial=partial)


def installed() -> list[editions.Edition]:
    """The installed editions from oldest to newest."""
    from rules_db.opening import database
    from rules_db.store import editions

    with database() as connection:
        return editions.installed(connection)


def edition_named(wanted: str) -> str:
    """The installed edition that a date or the start of one means; see `editions.resolve`."""
    return editions_named(wanted)[0]


def editions_named(wanted: str) -> list[str]:
    """The installed editions that a date or the start of one fits, the one it means first; see `editions.fitting`."""
    from rules_db.opening import database
    from rules_db.store import editions

    with database() as connection:
        return editions.fitting(connection, wanted)


def history(query: str, edition: str | None = None) -> History:
    """A rule through the installed editions; see `histories.history`."""
    from rules_db import histories
    from rules_db.opening import database

    with database() as connection:
        return histories.history(connection, query, edition)


def diff(old: str, new: str, section: str | None = None) -> Difference:
    """What changed between two editions; see `histories.diff`."""
    from rules_db import histories
    from rules_db.opening import database

    with database() as connection:
        return histories.diff(connection, old, new, section)


def identify(path: Path) -> identifying.Identified:
    """The edition a file is nearest to; see `identifying.identify_file`."""
    from rules_db.exchange import identifying
    from rules_db.opening import database

    with database() as connection:
        return identifying.identify_file(connection, path)


def check(edition: str | None = None) -> list[checking.Finding]:
    """What editions have against themselves; see `checking.check`."""
    from rules_db.exchange import checking
    from rules_db.opening import database

    with database() as connection:
        return checking.check(connection, edition)


def export(edition: str | None = None, style: str = "json") -> str:
    """An edition as JSON or Markdown text; see `exporting.export`."""
    from rules_db.exchange import exporting
    from rules_db.opening import database

    with database() as connection:
        return exporting.export(connection, edition, style)


def fetch(
    url: str | None = None, progress: Callable[[int, int | None], None] | None = None
) -> importing.Imported:
    """Download the official text and import it; see `fetching.fetch`."""
    from rules_db.exchange import fetching

    return fetching.fetch(url or fetching.RULES_PAGE, progress=progress)
