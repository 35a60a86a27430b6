"""The application: what is answered where."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from judge.web import api
from judge.web.answers import Answers, packed
from judge.web.guards import Guards
from judge.web.limits import Limits
from judge.web.site import Site
from judge.web.telling import ERRORS, Teller
from judge.web.templating import Templates
from judge.workers import Workers


def application(
    limits: Limits | None = None, names: Collection[str] = (), workers: type[Workers] = Workers
) -> ASGIApp:
    """The pages and the API, with workers of their own. `names`: the host names that they answer to; any if there are none."""
    answers = Answers(limits or Limits(), workers)
    templates = Templates()

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            await asyncio.to_thread(answers.start)
            yield
        finally:
            answers.stop()

    made = Starlette(
        routes=[
            Route("/api/openapi.json", openapi),
            *api.routes(answers),
            *Site(answers, templates).routes(),
        ],
        exception_handlers=dict.fromkeys(ERRORS, Teller(templates)),
        lifespan=lifespan,
    )
    return Guards(made, names)


async def openapi(request: Request) -> Response:
    """The document that tells the API."""
    # Here, since few ask for it, and it needs all that is answered.
    from judge.web.openapi import document

    told = await asyncio.to_thread(document)
    return await packed(request, msgspec.json.encode(told), "application/json")
