"""The pages' templates."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

STATIC = resources.files("judge.web") / "static"


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
        self._made.globals |= {"static": static, "version": program_version()}

    def page(
        self,
        request: Request,
        name: str,
        status: int = 200,
        headers: dict[str, str] | None = None,
        **given: Any,
    ) -> HTMLResponse:
        """A page made of a template. `error` is none where none is given."""
        given = {"error": None, "status": status, "path": request.url.path, **given}
        told = self._made.get_template(name).render(
            {k: v if isinstance(v, Markup) else msgspec.to_builtins(v) for k, v in given.items()}
        )
        return HTMLResponse(told, status, headers)


@cache
def static(name: str) -> str:
    """Where a static file is, with its version, so that browsers may keep it for ever."""
    found = STATIC / name
    if not found.is_file():
        raise FileNotFoundError(f"judge/web/static has no {name}")
    return f"/static/{name}?v={hashlib.sha256(found.read_bytes()).hexdigest()[:12]}"


def program_version() -> str:
    """Which version of the program this is."""
    try:
        return version("judge")
    except PackageNotFoundError:  # run from its sources
        return ""
