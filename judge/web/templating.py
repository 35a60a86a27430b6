"""The pages' templates."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

from judge import __version__
from judge.web.answers import packed

STATIC = (resources.files("judge.web") / "static", resources.files("judge.html") / "static")
"""Where static files are: the pages' own, and those of the rulings in them."""


class Templates:
    """The templates of `judge/web/templates`. What is put into one is escaped; a variable that isn't given is an error."""

    def __init__(self) -> None:
        self._made = Environment(
            loader=PackageLoader("judge.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._made.globals |= {"static": static, "version": __version__}

    async def page(
        self,
        request: Request,
        name: str,
        status: int = 200,
        headers: dict[str, str] | None = None,
        **given: Any,
    ) -> Response:
        """A page made of a template. `error` is none where none is given."""
        given = {"error": None, "status": status, "path": request.url.path, **given}
        told = self._made.get_template(name).render(given)
        return await packed(request, told.encode(), "text/html; charset=utf-8", status, headers)


@cache
def static(name: str) -> str:
    """Where a static file is, with its version, so that browsers may keep it for ever."""
    for folder in STATIC:
        found = folder / name
        if found.is_file():
            return f"/static/{name}?v={hashlib.sha256(found.read_bytes()).hexdigest()[:12]}"
    raise FileNotFoundError(f"there is no static file {name}")
