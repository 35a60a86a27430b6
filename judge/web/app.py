"""The application: what is answered where."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware

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
        routes=[*api.routes(answers), *Site(answers, templates).routes()],
        middleware=[Middleware(Guards, names=names)],
        exception_handlers=dict.fromkeys(ERRORS, Teller(templates)),
        lifespan=lifespan,
    )
