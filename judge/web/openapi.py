"""The OpenAPI document, made of the table of endpoints and the types that they answer with."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from judge import __version__
from judge.web import api
from judge.web.answers import Problem
from rules_db.histories import Difference, History
from rules_db.lookup import Found, terms
from rules_db.searching import Hit
from rules_db.store import editions as stored
from scenarios.runner import Fault, Ruling

COMPONENT = "#/components/schemas/{name}"


class Rulings(msgspec.Struct):
    """One for each scenario of the text. A ruling's `status` says how it ended; that the rules refuse something is an answer, not an error."""

    rulings: list[Ruling]


class Asked(msgspec.Struct):
    """The ruling on the scenario, with what it answers to the questions."""

    ruling: Ruling


class Faults(msgspec.Struct):
    """What is wrong with a text; nothing if it can be played."""

    faults: list[Fault]


class Hits(msgspec.Struct):
    """Rules, the best first."""

    hits: list[Hit]


class Entries(msgspec.Struct):
    """Glossary entries."""

    entries: list[terms.GlossaryEntry]


class Card(msgspec.Struct):
    """A card: written back from what the engine knows of it, whether scenarios prove all parts of that, its public page, and as data."""

    name: str
    text: str
    proof: str
    link: str
    card: dict[str, Any]


class Names(msgspec.Struct):
    """Names of cards."""

    names: list[str]


class Editions(msgspec.Struct):
    """Editions of the rules."""

    editions: list[stored.Edition]


class About(msgspec.Struct):
    """A scenario of the cookbook."""

    name: str
    title: str
    question: str


class Examples(msgspec.Struct):
    """The cookbook: scenarios that answer common questions."""

    examples: list[About]


class Example(About):
    """One of them with its text."""

    text: str


class Error(msgspec.Struct):
    """Why there is no answer."""

    error: Problem


ANSWERS: dict[str, Any] = {
    "Rulings": Rulings,
    "Asked": Asked,
    "Faults": Faults,
    "Rules": Found,
    "Hits": Hits,
    "Entries": Entries,
    "History": History,
    "Difference": Difference,
    "Card": Card,
    "Names": Names,
    "Editions": Editions,
    "Examples": Examples,
    "Example": Example,
    "Schema": dict[str, Any],
}
PROBLEMS = {
    400: "The request is no question: a parameter is missing, unknown or of the wrong kind.",
    404: "Nothing is called or numbered so.",
    413: "The body is too large.",
    415: "The body isn't said to be JSON.",
    422: "The question can't be answered; the message says why.",
    429: "Too many questions wait; `Retry-After` says in how many seconds to ask again.",
    500: "The program is at fault.",
    503: "The answer would take more time or memory than one may; the message says which limit it is.",
}


@cache
def document() -> dict[str, Any]:
    """The document."""
    kinds = [*(kind for kind in ANSWERS.values() if isinstance(kind, type)), Error]
    forms = sorted({each.given for each in api.ENDPOINTS}, key=lambda form: form.__name__)
    made = msgspec.json.schema_components([*kinds, *forms], ref_template=COMPONENT)
    # Of several types of one name, that of rulings has it.
    named = msgspec.json.encode(made).replace(b"scenarios.runner.results.", b"")
    schemas, components = msgspec.json.decode(named)
    answers = dict(zip([*kinds, *forms], schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in api.ENDPOINTS:
        path = re.sub(r"\{(\w+):path\}", r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, path, answers, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "judge",
            "version": __version__,
            "description": "Answers rules questions about Magic: The Gathering. Unofficial fan content.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(
    endpoint: api.Endpoint, path: str, answers: dict[Any, Any], components: dict[str, Any]
) -> dict[str, Any]:
    kind = ANSWERS[endpoint.tells]
    answer = answers[kind] if isinstance(kind, type) else {"type": "object"}
    told: dict[str, Any] = {"200": _content("The answer.", answer)}
    told |= {str(status): _content(about, answers[Error]) for status, about in PROBLEMS.items()}
    operation = {"operationId": endpoint.function, "summary": endpoint.about, "responses": told}
    if endpoint.method == "POST":
        body = {"required": True, "content": {"application/json": {"schema": answers[endpoint.given]}}}
        return operation | {"requestBody": body}
    form = components[endpoint.given.__name__]
    parameters = [
        {
            "name": name,
            "in": "path" if f"{{{name}}}" in path else "query",
            "required": name in form["required"] if "required" in form else False,
            "schema": schema,
        }
        for name, schema in form["properties"].items()
    ]
    return operation | {"parameters": parameters}


def _content(about: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": about, "content": {"application/json": {"schema": schema}}}
