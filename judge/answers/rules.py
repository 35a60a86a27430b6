"""`judge rule`, `search` and `glossary`: a question to `rules_db` and the page made of its answer.

Loaded without the command line's library, which takes longer to load than a rule to be found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from judge.report import Page, print_json

if TYPE_CHECKING:
    from rules_db.lookup import Found


def rule(
    query: Sequence[str],
    edition: str | None = None,
    context: bool = False,
    digest: bool = False,
    json: bool = False,
) -> None:
    """Print the rules that a number, a range or a name means. Raises RulesError."""
    import rules_db
    from rules_db.errors import UnknownRule

    found = rules_db.rule(" ".join(query), edition, digest=digest or json)
    if json:
        print_json(found)
    else:
        _found_page(found, edition, context, digest)
    if found.missing:
        name = found.entries[0].edition
        where = "the digest" if name == "digest" else f"the edition of {name}"
        raise UnknownRule(f"{where} has no rule {', '.join(found.missing)}")


def _found_page(found: Found, edition: str | None, context: bool, digest: bool) -> None:
    page = Page()
    remark = _understood(found)
    if remark:
        page.add(remark, "italic")
        page.add()
    if found.remark:
        page.add(f"({found.remark})", "italic")
        page.add()
    for entry in found.entries:
        _rule_page(page, entry, context, digest)
    page.add(_source(found.entries[0].edition, edition), "dim")
    page.show()


def _understood(found: Found) -> str:
    """As what a name was understood; and what a player's word or a term of the digest's means, today if not there."""
    if found.how not in ("similar", "players' word", "term"):
        return ""
    remark = _taken_as(found.query, found.matched)
    if found.filed not in ("players", "digest") or not found.note:
        return remark
    elsewhere = any(
        (entry.today or entry.number, entry.match or "same") != (entry.number, "same")
        for entry in found.entries
    )
    return f"{remark or repr(found.matched)}{', in the rules of today' if elsewhere else ''}: {found.note}"


def _taken_as(query: str, matched: str) -> str:
    """That a name was understood as another one; nothing when it is the same."""
    return "" if query.lower() == matched.lower() else f"{query!r} is taken as {matched!r}"


def _rule_page(page: Page, entry: Any, context: bool, digest: bool) -> None:
    # Here, since `judge --help` needs no rules; whoever has an entry has loaded it.
    from rules_db.lookup import DOUBTS

    above = " > ".join(f"{line.number} {line.title}".strip() for line in entry.headings)
    if above:
        page.add(above, "dim")
    titled = f"{entry.number} {entry.title}".strip()
    if entry.text and entry.text != entry.title:
        if entry.title:
            page.add(titled, "bold")
            page.add(entry.text, indent=2)
        else:
            page.add(f"{entry.number} {entry.text}", "bold" if len(entry.text) < 60 else "")
    else:
        page.add(titled, "bold")
    if entry.duplicates:
        page.add(f"(this edition uses the number {entry.number} {entry.duplicates + 1} times)", "italic", 2)
    if entry.match and (entry.today != entry.number or entry.match != "same"):
        doubt = f", {DOUBTS[entry.match]}" if entry.match in DOUBTS else ""
        page.add(f"(now {entry.today}{doubt})", "italic", 2)
    if entry.formerly:
        page.add(f"({entry.formerly})", "italic", 2)
    if entry.was:
        page.add(f"({entry.was})", "italic", 2)
    for example in entry.examples:
        page.add(f"Example: {example}", "italic", 2)
    for child in entry.children:
        page.add(_in_a_line(child.number, child.title, child.text), indent=2)
    if digest and entry.edition != "digest":
        page.add(
            f"Digest: {entry.digest or ('a heading' if entry.match else 'it has no such rule')}", "green", 2
        )
    for ruling in entry.rulings:
        credit = " ".join(part for part in (ruling.attribution, ruling.date) if part)
        page.add(
            f"{ruling.label} ({ruling.number}): {ruling.text}" + (f" [{credit}]" if credit else ""), "cyan", 2
        )
    for label, lines in (("Refers to", entry.refers_to), ("Referred to by", entry.referred_by)):
        if not lines:
            continue
        if context:
            page.add(f"{label}:", "dim", 2)
            for line in lines:
                page.add(f"{line.number} {line.text or line.title}".strip(), indent=4)
        else:
            names = ", ".join(line.number or f"glossary “{line.title}”" for line in lines[:20])
            page.add(f"{label}: {names}" + (" ..." if len(lines) > 20 else ""), "dim", 2)
    page.add()


def _in_a_line(number: str, title: str, text: str) -> str:
    said = f"{title}: {text}" if title and text and text != title else text or title
    return f"{number} {said}".rstrip()


_NAMING_CARDS = 4  # words of a search that may name a card, and be about something else


def search(words: Sequence[str], edition: str | None = None, limit: int = 10, json: bool = False) -> int:
    """Print the rules that answer to some words; the exit status, 2 when there are none. Raises RulesError."""
    import rules_db
    from rules_db.errors import UnknownRule
    from scenarios.mentions import cards_of, ready

    asked = " ".join(words)
    if not ready() and len(asked.split()) >= _NAMING_CARDS:
        from scenarios.cards import pool_source  # once, and it takes a while

        pool_source()
    found = rules_db.searched(asked, edition, limit, cards_of)
    hits = found.hits
    if json:
        print_json(hits)
        return 0 if hits else 2
    if not hits:
        raise UnknownRule(f"nothing found for {asked!r}")
    page = Page()
    for word, instead in found.respelt.items():
        page.add(_taken_as(word, instead), "italic")
    for hit in hits:
        heading = hit.title or hit.heading
        page.add(
            f"{hit.number}  {heading}".rstrip() + (f"  ({hit.how})" if hit.how != "text" else ""), "bold"
        )
        if hit.text_of != hit.number:
            page.add(f"{hit.text_of}:", "dim", 4)
        if hit.text and hit.text != hit.title:
            page.add(hit.text, indent=4, marks=hit.marks)
    page.add()
    page.add(_source(hits[0].edition, edition), "dim")
    page.show()
    return 0


def glossary(term: Sequence[str], edition: str | None = None, json: bool = False) -> None:
    """Print a glossary entry and the rules it points to. Raises RulesError."""
    import rules_db

    asked = " ".join(term)
    entries = rules_db.glossary(asked, edition)
    if json:
        print_json(entries)
        return
    page = Page()
    for entry in entries:
        if entry.how == "similar":
            page.add(_taken_as(asked, entry.term), "italic")
        page.add(entry.term + (f" ({entry.how})" if entry.how in ("title", "players' word") else ""), "bold")
        page.add(entry.text, indent=2)
        for line in entry.rules:
            page.add(_in_a_line(line.number, line.title, line.text), "dim", 4)
        page.add()
    page.add(_source(entries[0].edition, edition), "dim")
    page.show()


def _source(edition: str, asked: str | None = None) -> str:
    """Where an answer comes from; and which other editions what was asked for fits."""
    if edition == "digest":
        return "digest in our own words; `judge rules fetch` or `judge rules import` gets the official text"
    return f"Comprehensive Rules, edition {edition}{_others(edition, asked)}"


def _others(edition: str, asked: str | None) -> str:
    if asked is None or asked == edition:
        return ""
    import rules_db

    others = [name for name in rules_db.editions_named(asked) if name != edition]
    listed = ", ".join(others[:4]) + (f" and {len(others) - 4} more" if others[4:] else "")
    return f" (the newest that {asked!r} fits; also {listed})" if others else ""
