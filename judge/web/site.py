"""The pages, made on the server: they work without a script, and show what the API answers."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from judge.service import NotAnswered
from judge.web import api
from judge.web.answers import Answers, body_of, json_of, problem
from judge.web.telling import is_json
from judge.web.templating import STATIC, Templates

BEGINNING = """\
title: Growing out of a bolt
question: Do the bears survive?
players:
  alice:
    hand: [Lightning Bolt]
    mana: unlimited
  bob:
    battlefield: [{card: Grizzly Bears, as: bears}]
    hand: [Giant Growth]
    mana: unlimited
do:
  - cast: Lightning Bolt
    targets: bears
  - cast: Giant Growth
    targets: bears
"""
"""What stands in the editor at first."""


class OfRulings(api.Asked):
    """What the page's script, or its form, gives."""

    text: api.Text
    what: str = "run"
    questions: list[str] = []
    over: list[str] = []
    limit: api.Branches | None = None
    edition: api.Edition | None = None


class Site:
    """The pages."""

    def __init__(self, answers: Answers, templates: Templates) -> None:
        self.answers, self.templates = answers, templates

    def routes(self) -> list[Route | Mount]:
        """Their routes."""
        looked_up = [
            Route(f"/{name}{tail}", self._look_up(name), name=f"{name}{tail}")
            for name in LOOK_UPS
            for tail in ("", "/{q:path}")
        ]
        return [
            Route("/", self.index),
            Route("/run", self.run, methods=["POST"]),
            Route("/diff", self.diff),
            *looked_up,
            Mount("/static", Static(directory=str(STATIC))),
        ]

    async def index(self, request: Request) -> Response:
        """The editor."""
        return self.templates.page(request, "index.html", text=BEGINNING)

    async def run(self, request: Request) -> Response:
        """The rulings on a text: for the script, a piece of HTML; for a form, the page with the editor and the rulings."""
        if is_json(request):
            given = msgspec.json.decode(await json_of(request, self.answers.limits), type=OfRulings)
            return HTMLResponse(await self._fragment(request, given))
        given = _of_form(await body_of(request, self.answers.limits))
        fields: dict[str, Any] = {"text": given.text, "what": given.what, "edition": given.edition or ""}
        try:
            ruling = await self._fragment(request, given)
        except NotAnswered as error:
            status, told, headers = problem(error)
            return self.templates.page(request, "run.html", status, headers, **fields, ruling="", error=told)
        return self.templates.page(request, "run.html", **fields, ruling=Markup(ruling))

    async def _fragment(self, request: Request, given: OfRulings) -> str:
        if given.what not in ("run", "explore", "ask"):
            raise HTTPException(400, "'what' is run, explore or ask")
        told = await self.answers.ask(request, "scenarios", "fragment", msgspec.to_builtins(given))
        return msgspec.json.decode(told, type=str)

    def _look_up(self, name: str) -> Any:
        """The page of a look-up by words: those of the path, or of the query of a form."""
        form, variable, function, key = LOOK_UPS[name]

        async def page(request: Request) -> Response:
            given: dict[str, Any] = {
                k: v for k, v in {**request.query_params, **request.path_params}.items() if v
            }
            asked = given.pop("q", "").strip()
            variables: dict[str, Any] = {
                "q": asked,
                "edition": given.get("edition", ""),
                variable: None,
                "names": [],
            }
            if not asked:
                return self.templates.page(request, f"{name}.html", **variables)
            try:
                found = await self._found(request, function, form, given | {key: asked})
            except NotAnswered as error:
                status, told, headers = problem(error)
                if name == "card":
                    variables["names"] = await self._names(request, asked)
                return self.templates.page(request, f"{name}.html", status, headers, **variables, error=told)
            variables[variable] = found[variable] if variable in ("hits", "entries") else found
            return self.templates.page(request, f"{name}.html", **variables)

        return page

    async def diff(self, request: Request) -> Response:
        """What changed between two editions, and which there are to choose from."""
        query = request.query_params
        wanted = {
            name: query[name].strip() for name in ("old", "new", "section") if query.get(name, "").strip()
        }
        editions = await self._found(request, "editions", api.OfNothing, {})
        names = [each["id"] for each in editions["editions"]]
        variables: dict[str, Any] = {
            "old": "",
            "new": "",
            "section": "",
            "editions": names,
            "found": None,
            **wanted,
        }
        if "old" not in wanted or "new" not in wanted:
            return self.templates.page(request, "diff.html", **variables)
        try:
            variables["found"] = await self._found(request, "diff", api.OfDiff, wanted)
        except NotAnswered as error:
            status, told, headers = problem(error)
            return self.templates.page(request, "diff.html", status, headers, **variables, error=told)
        return self.templates.page(request, "diff.html", **variables)

    async def _names(self, request: Request, words: str) -> list[str]:
        """The names of cards that have these words."""
        found = await self._found(request, "cards", api.OfCards, {"q": words})
        return list(found["names"])

    async def _found(
        self, request: Request, function: str, form: type[api.Asked], given: dict[str, Any]
    ) -> Any:
        asked = msgspec.to_builtins(msgspec.convert(given, form, strict=False))
        return msgspec.json.decode(await self.answers.ask(request, "lookups", function, asked))


LOOK_UPS: dict[str, tuple[type[api.Asked], str, str, str]] = {
    "rule": (api.OfRule, "found", "rule", "q"),
    "search": (api.OfSearch, "hits", "search", "q"),
    "glossary": (api.OfTerm, "entries", "glossary", "term"),
    "card": (api.OfCard, "found", "card", "name"),
    "history": (api.OfRule, "found", "history", "q"),
}
"""Each page of words: what is asked, the template's variable, the function that answers, and which of its parameters the words are."""


class Static(StaticFiles):
    """The static files; one that is asked for with its version never changes."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or what is said in its place."""
        response = await super().get_response(path, scope)
        if response.status_code == 200 and scope["query_string"].startswith(b"v="):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def _of_form(body: bytes) -> OfRulings:
    """What a form gives, urlencoded. Raises msgspec.ValidationError and UnicodeError."""
    fields = parse_qs(body.decode("ascii"), keep_blank_values=False, errors="strict", max_num_fields=20)
    given: dict[str, Any] = {name: said[-1] for name, said in fields.items()}
    if "question" in given:
        given["questions"] = [given.pop("question")]
    given.setdefault("text", "")
    return msgspec.convert(given, OfRulings, strict=False)
