"""The pages, made on the server: they work without a script, and show what the API answers."""

from __future__ import annotations

import time
from typing import Any, Literal
from urllib.parse import parse_qs

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from judge import service
from judge.service import NotAnswered
from judge.web import api
from judge.web.answers import PACKED, Answers, body_of, json_of, packed, problem
from judge.web.forms import of_json, of_words
from judge.web.telling import is_json
from judge.web.templating import STATIC, Templates
from judge.web.turns import Full
from scenarios.format.types import EXPLORED

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
EDITIONS_KEPT = 60.0
"""Seconds until it is looked again which editions are installed."""
HTML = "text/html; charset=utf-8"


class OfRulings(api.Asked):
    """What the page's script, or its form, gives."""

    text: api.Text
    what: Literal["run", "explore", "ask"] = "run"
    questions: api.Questions | None = None
    over: api.Parts = []
    limit: api.Branches | None = None
    edition: api.Edition | None = None


class OfForm(OfRulings):
    """What the form gives besides."""

    form: Literal["articles", "page"] = "articles"


class Site:
    """The pages."""

    def __init__(self, answers: Answers, templates: Templates) -> None:
        self.answers, self.templates = answers, templates
        self._editions: list[str] = []
        self._looked = -EDITIONS_KEPT

    def routes(self) -> list[BaseRoute]:
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
            Mount("/static", GZipMiddleware(Static(), 1000, PACKED)),
        ]

    async def index(self, request: Request) -> Response:
        """The editor, with an example in it."""
        name = request.query_params.get("example", "")
        text = service.example(name)["text"] if name else BEGINNING
        return await self._editor(request, "index.html", text=text, edition="")

    async def run(self, request: Request) -> Response:
        """The rulings on a text: for the script, a piece of HTML; for a form, the page with the editor and the rulings, or the rulings as a file."""
        if is_json(request):
            given = of_json(await json_of(request, self.answers.limits), OfRulings)
            return await packed(request, (await self._html(request, given)).encode(), HTML)
        form = _of_form(await body_of(request, self.answers.limits))
        fields: dict[str, Any] = {
            "text": form.text,
            "edition": form.edition or "",
            "over": form.over,
            "limit": form.limit,
        }
        try:
            told = await self._html(request, form)
        except (NotAnswered, Full) as error:
            status, why, headers = problem(error)
            return await self._editor(request, "run.html", status, headers, **fields, ruling="", error=why)
        if form.form == "page":
            kept = {"Content-Disposition": 'attachment; filename="ruling.html"'}
            return await packed(request, told.encode(), HTML, headers=kept)
        return await self._editor(request, "run.html", **fields, ruling=Markup(told))

    async def _html(self, request: Request, given: OfRulings) -> str:
        told = await self.answers.ask(request, "scenarios", "html", msgspec.to_builtins(given))
        return msgspec.json.decode(told, type=str)

    async def _editor(
        self,
        request: Request,
        name: str,
        status: int = 200,
        headers: dict[str, str] | None = None,
        **given: Any,
    ) -> Response:
        """A page with the editor."""
        if time.monotonic() - self._looked > EDITIONS_KEPT:
            found = await self._found(request, "editions", api.OfNothing, {})
            self._editions, self._looked = [each["id"] for each in found["editions"]], time.monotonic()
        more = {"editions": self._editions, "examples": service.examples(), "explored": EXPLORED}
        return await self.templates.page(request, name, status, headers, **more, **given)

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
                return await self.templates.page(request, f"{name}.html", **variables)
            try:
                found = await self._found(request, function, form, given | {key: asked})
            except (NotAnswered, Full) as error:
                status, told, headers = problem(error)
                if name == "card":
                    variables["names"] = await self._names(request, asked)
                return await self.templates.page(
                    request, f"{name}.html", status, headers, **variables, error=told
                )
            variables[variable] = found[variable] if variable in ("hits", "entries") else found
            return await self.templates.page(request, f"{name}.html", **variables)

        return page

    async def diff(self, request: Request) -> Response:
        """What changed between two editions, and which there are to choose from."""
        query = request.query_params
        wanted = {
            name: query[name].strip() for name in ("old", "new", "section") if query.get(name, "").strip()
        }
        editions = await self._found(request, "editions", api.OfNothing, {})
        names = [each["id"] for each in editions["editions"]]
        newest, before = (*names, "", "")[:2]
        variables: dict[str, Any] = {
            "old": before,
            "new": newest,
            "section": "",
            "editions": names,
            "found": None,
            **wanted,
        }
        if "old" not in wanted or "new" not in wanted:
            return await self.templates.page(request, "diff.html", **variables)
        try:
            variables["found"] = await self._found(request, "diff", api.OfDiff, wanted)
        except (NotAnswered, Full) as error:
            status, told, headers = problem(error)
            return await self.templates.page(request, "diff.html", status, headers, **variables, error=told)
        return await self.templates.page(request, "diff.html", **variables)

    async def _names(self, request: Request, words: str) -> list[str]:
        """The names of cards that have these words."""
        found = await self._found(request, "cards", api.OfCards, {"q": words})
        return list(found["names"])

    async def _found(
        self, request: Request, function: str, form: type[api.Asked], given: dict[str, Any]
    ) -> Any:
        asked = msgspec.to_builtins(of_words(given, form))
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

    def __init__(self) -> None:
        super().__init__(directory=None)
        self.all_directories = [str(folder) for folder in STATIC]

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or what is said in its place."""
        response = await super().get_response(path, scope)
        if response.status_code == 200 and scope["query_string"].startswith(b"v="):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def _of_form(body: bytes) -> OfForm:
    """What a form gives, urlencoded, with the line ends that browsers make. Raises HTTPException and UnicodeError."""
    try:
        fields = parse_qs(body.decode("ascii"), errors="strict", max_num_fields=40)
    except ValueError as error:
        raise HTTPException(400, f"this is no form: {error}") from None
    given: dict[str, Any] = {"text": "", **{name: said[-1] for name, said in fields.items()}}
    given["text"] = given["text"].replace("\r\n", "\n")
    if "as" in given:
        given["form"] = given.pop("as")
    if "question" in given:
        given["questions"] = [given.pop("question")]
    if "over" in fields:
        given["over"] = fields["over"]
    return of_words(given, OfForm)
