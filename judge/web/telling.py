"""How an error is told: as JSON by the API, as a piece of HTML to the page's script, as a page to people."""

from __future__ import annotations

import html
import logging

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response

from judge.service import NotAnswered
from judge.web.answers import Gone, Problem, problem
from judge.web.templating import Templates
from judge.web.turns import Full

ERRORS = (Full, NotAnswered, msgspec.MsgspecError, UnicodeError, HTTPException, Gone, Exception)
"""Each is told; the last are faults of the program."""
LOG = logging.getLogger("judge.web")


class Teller:
    """Tells errors."""

    def __init__(self, templates: Templates) -> None:
        self.templates = templates

    async def __call__(self, request: Request, error: Exception) -> Response:
        """What is answered in the place of an answer."""
        if isinstance(error, (Gone, ClientDisconnect)):
            return Response(status_code=499)  # which nobody reads
        status, told, headers = problem(error)
        if status == 500:
            LOG.error("%s %s: %s", request.method, request.url.path, told.message, exc_info=error)
        if request.url.path.startswith("/api"):
            return as_json(status, told, headers)
        if is_json(request):
            piece = f'<p class="error" role="alert">{html.escape(told.message)}</p>'
            return HTMLResponse(piece, status, headers)
        return await self.templates.page(request, "error.html", status, headers, error=told)


def as_json(status: int, told: Problem, headers: dict[str, str] | None = None) -> Response:
    """An error as the API tells it."""
    return Response(msgspec.json.encode({"error": told}), status, headers, media_type="application/json")


def is_json(request: Request) -> bool:
    """Whether a request brings JSON, as the page's script does."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"
