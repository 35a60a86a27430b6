"""A rule through the editions: when it came, what became of it, under which numbers."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence

import msgspec

from rules_db import lookup
from rules_db.concordance import BESIDE, Chain, Link
from rules_db.errors import RulesError, UnknownRule
from rules_db.histories import usage
from rules_db.histories.marking import Segment, marked, same_words
from rules_db.lookup import byname
from rules_db.notation import asking, numbers
from rules_db.store import digest_names, editions, numbered


class Stage(msgspec.Struct, frozen=True):
    """A rule in one edition, and what became of it since the edition before.

    `changes` holds any of `first` (the oldest installed edition has it already), `came`, `renumbered`, `moved` (to
    another section), `reworded`, `weak` (the match with the edition before is doubtful), `split` (it was a part of the
    rule `origin`), `merged` (the rules `others` went into it), `divided` (the rules `others` were split from it), `gone`;
    none of them when nothing changed. `origin` is its number in the edition before. A `partial` edition stands beside the
    full ones: its stage is compared with the edition named in `beside`, and nothing is compared with it.
    """

    edition: str
    number: str
    title: str
    text: str
    changes: tuple[str, ...]
    others: tuple[str, ...]
    words: tuple[Segment, ...]
    origin: str = ""
    partial: bool = False
    beside: str = ""


class History(msgspec.Struct, frozen=True):
    """A rule through all installed editions, oldest first.

    Asked for by words, it is the rule that the words name in `edition`, and `said` tells which editions say them. Words
    that name nothing, but that rules say, have no rule and no stages. `below`: what stands under it in `edition`, which has
    histories of its own.
    """

    number: str
    edition: str
    title: str
    stages: tuple[Stage, ...]
    said: tuple[usage.Stretch, ...] = ()
    below: tuple[str, ...] = ()


def history(connection: sqlite3.Connection, query: str, edition: str | None = None) -> History:
    """The rule that a number or name means in an edition (the newest that has it), followed both ways; of words, also where they are said.

    Raises RulesError when no full edition is installed, UnknownRule when none has the rule.
    """
    chain = Chain(connection)
    if not chain.names:
        what = "full edition" if editions.installed(connection) else "edition"
        raise RulesError(f"no {what} is installed, so there is no history; see `judge rules import`")
    start = editions.resolve(connection, edition)
    if start == digest_names.ID:
        start = chain.names[-1]
    said: tuple[usage.Stretch, ...] = ()
    if not asking.looks_like_a_number(query):
        said = usage.stretches(connection, query, chain.names)
    named = _called(connection, query, chain.names if edition is None else [start])
    if not named and said and edition is None:
        return History("", said[-1].last, "", (), said)
    start, number = named or _number(connection, query, start, chain.names if edition is None else [start])
    entry = lookup.entry_of(connection, number, start)
    assert entry is not None
    if start in chain.names:
        place, followed = start, number
    else:
        place, followed = _from_partial(chain, number, start)
    at = chain.names.index(place)
    stages = [*_backward(chain, at, followed), *_forward(chain, at, followed)]
    below = tuple(line.number for line in entry.children)
    return History(number, start, entry.title, tuple(_with_partial(chain, stages)), said, below)


def _called(connection: sqlite3.Connection, query: str, chain: Sequence[str]) -> tuple[str, str] | None:
    """The newest edition that calls a rule so, and the rule's number there; what is called obsolete is older."""
    for obsolete in (False, True):
        for edition in reversed(chain):
            for name in byname.own_names(connection, query, edition):
                as_asked = ("(obsolete" in name.shown.lower()) == obsolete
                if as_asked and name.numbers and numbered.exists(connection, name.numbers[0], edition):
                    return edition, name.numbers[0]
    for name in byname.exactly(connection, query, edition):
        own = name.filed == edition and ("(obsolete" in name.shown.lower()) == obsolete
        if own and name.numbers and numbered.exists(connection, name.numbers[0], edition):
            return edition, name.numbers[0]
    for name in byname.exactly(connection, query, chain[-1]):
        if name.numbers:
            return chain[-1], name.numbers[0]
    return None


def _from_partial(chain: Chain, number: str, partial: str) -> tuple[str, str]:
    """The full edition beside a partial one, and the number that a rule of the partial one has there."""
    host, links = chain.beside(partial)
    origins = links.to_older(number)
    if not origins:
        raise RulesError(
            f"{partial} is a partial edition, and {host}, the full one beside it, has nothing like its {number}"
        )
    return host, origins[0].old


def _number(
    connection: sqlite3.Connection, query: str, edition: str, chain: Sequence[str]
) -> tuple[str, str]:
    """The edition and number that a query means; an old number is looked for in older editions."""
    try:
        return edition, lookup.rule(connection, query, edition).entries[0].number
    except UnknownRule as error:
        wanted = asking.normal(query)
        for name in reversed(chain):
            if wanted and lookup.entry_of(connection, wanted, name) is not None:
                return name, wanted
        raise error


def _shown(connection: sqlite3.Connection, number: str, edition: str) -> tuple[str, str]:
    line = numbered.line_of(connection, number, edition)
    return line.title, line.text or line.title


def _stage(
    connection: sqlite3.Connection,
    edition: str,
    number: str,
    before: str,
    link: Link | None,
    origins: Callable[[str], Sequence[Link]] | None = None,
) -> Stage:
    """A rule in an edition beside what it came from in the edition `before`; `origins` tells where others came from."""
    title, text = _shown(connection, number, edition)
    if link is None:
        return Stage(edition, number, title, text, ("came" if before else "first",), (), ())
    changes: list[str] = []
    words: tuple[Segment, ...] = ()
    if link.old != number:
        section = numbers.section_of(link.old), numbers.section_of(number)
        stayed = section[0] == section[1] or any(
            link.old == section[0] for link in (origins(section[1]) if origins is not None else ())[:1]
        )
        changes.append("renumbered" if stayed else "moved")
    _, old_text = _shown(connection, link.old, before)
    if not same_words(old_text, text):
        changes.append("reworded")
        words = marked(old_text, text)
    if link.kind in ("weak", "near"):
        changes.append("weak")
    elif link.kind == "split":
        changes.append("split")
    return Stage(edition, number, title, text, tuple(changes), (), words, link.old)


def _origins(chain: Chain, at: int) -> Callable[[str], Sequence[Link]] | None:
    return (lambda number: chain.older(at, number)) if at else None


def _backward(chain: Chain, at: int, number: str) -> list[Stage]:
    """The stages up to and with the edition in place `at`, oldest first."""
    stages: list[Stage] = []
    while True:
        before = chain.names[at - 1] if at else ""
        links = chain.older(at, number) if at else []
        main = next((link for link in links if link.kind != "merged"), None)
        stage = _stage(chain.connection, chain.names[at], number, before, main, _origins(chain, at))
        stages.append(_with_others(stage, chain, at, main, links))
        if main is None:
            return stages[::-1]
        number, at = main.old, at - 1


def _with_others(stage: Stage, chain: Chain, at: int, main: Link | None, links: Sequence[Link]) -> Stage:
    """A stage with the rules that went into it, or were split from what it was."""
    merged = tuple(link.old for link in links if link.kind == "merged")
    divided: tuple[str, ...] = ()
    if main is not None and main.kind not in BESIDE:
        divided = tuple(link.new for link in chain.newer(at - 1, main.old) if link.kind == "split")
    named = (("merged",) if merged else ()) + (("divided",) if divided else ())
    return msgspec.structs.replace(stage, changes=stage.changes + named, others=merged + divided)


def _forward(chain: Chain, at: int, number: str) -> list[Stage]:
    """The stages after the edition in place `at`; where the rule itself is gone, those of each rule that was split from it, too."""
    stages: list[Stage] = []
    heirs: dict[tuple[int, str], Link] = {}
    while at + 1 < len(chain.names):
        links = chain.newer(at, number)
        main = next((link for link in links if link.kind not in BESIDE), None)
        before, at = chain.names[at], at + 1
        heirs.update({(at, link.new): link for link in links if link.kind == "split"})
        if main is None:
            into = tuple(link.new for link in links)
            changes = ("gone", *sorted({"weak" if link.kind == "near" else link.kind for link in links}))
            stages.append(Stage(chain.names[at], "", "", "", changes, into, (), number))
            return [*stages, *_of_heirs(chain, heirs)]
        stage = _stage(chain.connection, chain.names[at], main.new, before, main, _origins(chain, at))
        stages.append(_with_others(stage, chain, at, main, chain.older(at, main.new)))
        number = main.new
    return stages


def _of_heirs(chain: Chain, heirs: Mapping[tuple[int, str], Link]) -> list[Stage]:
    """The stages of the rules that were split from one that is gone, each from the edition on that has it first."""
    found: list[Stage] = []
    for (at, number), link in heirs.items():
        found.append(_stage(chain.connection, chain.names[at], number, chain.names[at - 1], link))
        found += _forward(chain, at, number)
    return found


def _with_partial(chain: Chain, stages: Sequence[Stage]) -> list[Stage]:
    """The stages, and after each those of the partial editions that stand beside it and have the rule."""
    found = []
    partials = [edition.id for edition in editions.installed(chain.connection, "partial")]
    hosts = {partial: chain.host(partial) for partial in partials}
    for stage in stages:
        found.append(stage)
        for partial in partials:
            if hosts[partial] != stage.edition or "gone" in stage.changes:
                continue
            main = next(iter(chain.beside(partial)[1].to_newer(stage.number)), None)
            if main is not None and main.kind not in BESIDE:
                there = _stage(chain.connection, partial, main.new, stage.edition, main)
                found.append(msgspec.structs.replace(there, partial=True, beside=stage.edition))
    return found
