"""The application: what is answered where."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from judge.web import api
from judge.web.answers import Answers
from judge.web.guards import Guards
from judge.web.limits import Limits
from judge.web.site import Site
from judge.web.telling import ERRORS, Teller
from judge.web.templating import Templates
from judge.workers import Workers


def application(
    limits: Limits | None = None, names: Collection[str] = (), workers: type[Workers] = Workers
) -> Starlette:
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

    return Starlette(
        routes=[
            Route("/api/openapi.json", openapi),
            *api.routes(answers),
            *Site(answers, templates).routes(),
        ],
        middleware=[Middleware(Guards, names=names)],
        exception_handlers=dict.fromkeys(ERRORS, Teller(templates)),
        lifespan=lifespan,
    )


async def openapi(_request: Request) -> Response:
    """The document that tells the API."""
    # Here, since few ask for it, and it needs all that is answered.
    from judge.web.openapi import document

    told = await asyncio.to_thread(document)
    return Response(msgspec.json.encode(told), media_type="application/json")
