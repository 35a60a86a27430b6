"""The rules that a ruling cites: which they are, and their text from the rules database."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import msgspec

import rules_db
from scenarios.explaining import DECIDING
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner.answers import Answered
from scenarios.runner.results import Cited


def check_known(expect: t.Expect, cited: Sequence[str]) -> None:
    """The rules that a scenario wants cited, or not cited, are rules. Raises ScenarioError."""
    for number in (*(expect.cites or ()), *(expect.cites_not or ())):
        if number not in cited:
            try:
                rules_db.rule(number, "digest")
            except rules_db.UnknownRule as error:
                told = f"no rule has the number {number}"
                raise ScenarioError(expect.where, told, near=error.near, wrong=number) from None


def cited(steps: Sequence[object]) -> list[str]:
    """The rule numbers of steps, each once, in the order of their first use."""
    return list(dict.fromkeys(rule for step in steps for rule in getattr(step, "rules", ())))


def first(answers: Sequence[Answered]) -> tuple[str, ...]:
    """The rules that decide several answers: the first of each, then the second, up to as many as decide."""
    ranked = [rule for rank in zip_longest(*(each.rules for each in answers)) for rule in rank if rule]
    return tuple(dict.fromkeys(ranked))[:DECIDING]


def with_text(cites: Sequence[Cited], edition: str | None) -> tuple[Cited, ...]:
    """The cited rules with their text from the rules database. Raises RulesError."""
    found = rules_db.citations([cite.rule for cite in cites], edition)
    return tuple(
        msgspec.structs.replace(
            cite,
            number=rule.number,
            heading=rule.heading,
            text=rule.text,
            source=rule.source,
            match=rule.match,
        )
        for cite, rule in zip(cites, found, strict=True)
    )


def check_edition(edition: str) -> None:
    """Raises RulesError when no such edition is installed."""
    rules_db.edition_named(edition)
