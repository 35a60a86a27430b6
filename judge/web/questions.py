"""What the web's workers answer, each as the API hands it on: the functions of `judge.service`, a name around what they return."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from judge import service

_PLACES = re.compile(
    r"""(File (?:"|&#34;))[^"&]*?/((?:judge|scenarios|rules_db|engine)/[^"&]*|[^/"&]*\.py)(?=["&])"""
)
"""A file in a traceback, of which nobody has to know where it lies."""


def run(text: str, edition: str | None = None) -> dict[str, Any]:
    """The rulings on a text."""
    return {"rulings": _told(service.run(text, edition))}


def explore(text: str, over: Sequence[str] = (), limit: int | None = None) -> dict[str, Any]:
    """The rulings with all that can come."""
    return {"rulings": _told(service.explore(text, over, limit))}


def ask(
    text: str, questions: Sequence[str], number: int | None = None, edition: str | None = None
) -> dict[str, Any]:
    """The ruling that answers questions in words."""
    (ruling,) = _told([service.ask(text, questions, number, edition)])
    return {"ruling": ruling}


def validate(text: str) -> dict[str, Any]:
    """What is wrong with a text."""
    return {"faults": service.validate(text)}


def rule(q: str, edition: str | None = None) -> Any:
    """The rules that a number, a range or a name means."""
    return service.rule(q, edition)


def search(q: str, edition: str | None = None, limit: int = 10) -> dict[str, Any]:
    """The rules that answer to words."""
    return {"hits": service.search(q, edition, limit)}


def glossary(term: str, edition: str | None = None) -> dict[str, Any]:
    """The glossary entries of a term."""
    return {"entries": service.glossary(term, edition)}


def history(q: str, edition: str | None = None) -> Any:
    """A rule through the editions."""
    return service.history(q, edition)


def diff(old: str, new: str, section: str | None = None) -> Any:
    """What changed between two editions."""
    return service.diff(old, new, section)


def card(name: str) -> Any:
    """A card."""
    return service.card(name)


def cards(q: str, limit: int = 20) -> dict[str, Any]:
    """The names of cards that have these words."""
    return {"names": service.card_names(q, limit)}


def editions() -> dict[str, Any]:
    """The installed editions, the newest first, and the digest."""
    return {"editions": service.editions()}


def schema(of: str = "scenario") -> Any:
    """The JSON Schema of scenarios or of rulings."""
    return service.schema(of)


def examples() -> dict[str, Any]:
    """The scenarios of the cookbook."""
    return {"examples": service.examples()}


def example(name: str) -> Any:
    """One of them with its text."""
    return service.example(name)


def html(
    text: str,
    what: str = "run",
    form: str = "articles",
    questions: Sequence[str] = (),
    over: Sequence[str] = (),
    limit: int | None = None,
    edition: str | None = None,
) -> str:
    """The rulings on a text as HTML."""
    return _without_places(service.html(text, what, form, questions, over, limit, edition))


def _told(rulings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rulings as strangers may read them: a traceback names the program's modules, not where they lie on this machine."""
    for ruling in rulings:
        if ruling["status"] == "crashed":
            ruling["detail"] = _without_places(ruling["detail"])
    return rulings


def _without_places(told: str) -> str:
    return _PLACES.sub(r"\1\2", told)
