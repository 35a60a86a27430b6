"""The API: a table of what is asked where, each answered by the function of `questions` of that name."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge.web.answers import Answers, Lane, json_of, packed
from judge.web.forms import of_json, of_words

MOST_QUERY = 500

Text = Annotated[str, Meta(description="One or several scenarios in YAML.")]
Edition = Annotated[
    str,
    Meta(
        description="An installed edition of the rules: a date or the start of one, or `digest`; the newest if left out.",
        max_length=40,
    ),
]
Words = Annotated[str, Meta(min_length=1, max_length=MOST_QUERY)]
Questions = Annotated[list[Words], Meta(min_length=1, max_length=20)]
Parts = Annotated[list[str], Meta(max_length=20)]
Branches = Annotated[int, Meta(ge=1, le=1_000_000)]
Hits = Annotated[int, Meta(ge=1, le=200, description="How many are answered at most.")]


class Asked(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a question gives."""


class OfScenario(Asked):
    text: Text
    edition: Edition | None = None


class OfQuestions(Asked):
    text: Text
    questions: Annotated[Questions, Meta(description="In words, as `judge ask` takes them.")]
    number: Annotated[int, Meta(ge=1, description="Which scenario, where the text holds several.")] | None = (
        None
    )
    edition: Edition | None = None


class OfExploration(Asked):
    text: Text
    over: Annotated[Parts, Meta(description="These decisions only: targets, modes, orders, ...")] = []
    limit: Annotated[Branches, Meta(description="How many branches are played at most.")] | None = None


class OfText(Asked):
    text: Text


class OfRule(Asked):
    q: Annotated[Words, Meta(description="A number, a range or a name: 702.19b, 704.5a-c, trample.")]
    edition: Edition | None = None


class OfSearch(Asked):
    q: Annotated[Words, Meta(description="What the rule is about, in any words.")]
    edition: Edition | None = None
    limit: Hits = 10


class OfTerm(Asked):
    term: Annotated[Words, Meta(description="A term of the glossary, or a name of a rule.")]
    edition: Edition | None = None


class OfDiff(Asked):
    old: Edition
    new: Edition
    section: Annotated[str, Meta(max_length=20, description="Only this chapter, section or rule.")] | None = (
        None
    )


class OfCard(Asked):
    name: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=200,
            description="A card's name, or words of it that no other card's name has.",
        ),
    ]


class OfCards(Asked):
    q: Annotated[Words, Meta(description="Words of a name, or beginnings of them.")]
    limit: Hits = 20


class OfSchema(Asked):
    of: Annotated[str, Meta(description="`scenario` or `ruling`.", max_length=20)] = "scenario"


class OfExample(Asked):
    name: Annotated[Words, Meta(description="A name that `/api/examples` lists.")]


class OfNothing(Asked):
    pass


class Endpoint(msgspec.Struct, frozen=True):
    """`function`: of `questions`; `given`: what it takes; `tells`: what it answers, by the name that `openapi` knows it by; `about`: in a line."""

    path: str
    function: str
    given: type[Asked]
    tells: str
    about: str
    method: str = "GET"
    lane: Lane = "lookups"


ENDPOINTS = (
    Endpoint("/api/run", "run", OfScenario, "Rulings", "The rulings on scenarios.", "POST", "scenarios"),
    Endpoint(
        "/api/ask", "ask", OfQuestions, "Asked", "A ruling that answers questions.", "POST", "scenarios"
    ),
    Endpoint(
        "/api/explore",
        "explore",
        OfExploration,
        "Rulings",
        "All that can come of scenarios.",
        "POST",
        "scenarios",
    ),
    Endpoint(
        "/api/validate",
        "validate",
        OfText,
        "Faults",
        "What is wrong with a text; nothing is played.",
        "POST",
        "scenarios",
    ),
    Endpoint("/api/schema", "schema", OfSchema, "Schema", "The JSON Schema of scenarios or rulings."),
    Endpoint("/api/rule/{q:path}", "rule", OfRule, "Rules", "Rules by number, range or name."),
    Endpoint("/api/search", "search", OfSearch, "Hits", "Rules by words, the best first."),
    Endpoint("/api/glossary/{term:path}", "glossary", OfTerm, "Entries", "The glossary entries of a term."),
    Endpoint("/api/history/{q:path}", "history", OfRule, "History", "A rule through the installed editions."),
    Endpoint("/api/diff", "diff", OfDiff, "Difference", "What changed between two editions."),
    Endpoint("/api/card/{name:path}", "card", OfCard, "Card", "A card as the engine understands it."),
    Endpoint("/api/cards", "cards", OfCards, "Names", "The names of cards that have these words."),
    Endpoint("/api/editions", "editions", OfNothing, "Editions", "The installed editions, the newest first."),
    Endpoint(
        "/api/examples",
        "examples",
        OfNothing,
        "Examples",
        "The cookbook: scenarios that answer common questions.",
    ),
    Endpoint("/api/examples/{name:path}", "example", OfExample, "Example", "One of these scenarios."),
)


def routes(answers: Answers) -> list[Route]:
    """The routes of the API, but for the document that tells them."""
    return [
        *(_route(answers, endpoint) for endpoint in ENDPOINTS),
        _health(answers),
    ]


def given_by(request: Request, form: type[Asked]) -> dict[str, Any]:
    """What the path and the query of a request give. Raises HTTPException."""
    given: dict[str, Any] = {**request.query_params, **request.path_params}
    return msgspec.to_builtins(of_words(given, form))  # type: ignore[no-any-return]


def _route(answers: Answers, endpoint: Endpoint) -> Route:
    async def answer(request: Request) -> Response:
        if endpoint.method == "POST":
            body = await json_of(request, answers.limits)
            given = msgspec.to_builtins(of_json(body, endpoint.given))
        else:
            given = given_by(request, endpoint.given)
            await request.body()
        told = await answers.ask(request, endpoint.lane, endpoint.function, given)
        return await packed(request, told, "application/json")

    return Route(endpoint.path, answer, methods=[endpoint.method], name=f"api-{endpoint.function}")


def _health(answers: Answers) -> Route:
    async def health(_request: Request) -> JSONResponse:
        busy = {name: {"answering": t.served, "waiting": t.queued} for name, t in answers.turns.items()}
        return JSONResponse({"status": "ok", **busy})

    return Route("/api/health", health)
