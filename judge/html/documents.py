"""Rulings put into templates: an article, a page of one, a page of several, an index of pages."""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from judge.html import view

if TYPE_CHECKING:
    from jinja2 import Environment

    from scenarios.runner import Ruling

_FILES = resources.files("judge.html") / "static"
STYLE = (_FILES / "ruling.css").read_text(encoding="utf-8")
"""The style sheet of the articles."""
SCRIPT = (_FILES / "ruling.js").read_text(encoding="utf-8")
"""The script of the articles: the steps of the board, arrows, dark and light."""


class Shown(NamedTuple):
    """A ruling to be shown: on the text of which scenario, and the name of its page where each has one."""

    ruling: Ruling
    source: str
    page: str = ""


def fragment(ruling: Ruling, source: str, *, place: int = 1, level: int = 2) -> str:
    """The ruling as an <article>. `source`: the scenario's text; `place`: a number that no other article of the page has; `level`: of its heading."""
    shown = view.View(ruling, f"r{place}")
    name = f"{view.file_name(view.heading(ruling))}.yaml"
    return _render(
        "ruling.html", view=shown, ruling=ruling, source=source, name=name, place=place, level=level
    )


def page(ruling: Ruling, source: str) -> str:
    """The ruling as a whole document that loads nothing."""
    return _document(view.heading(ruling), [fragment(ruling, source, level=1)])


def document(rulings: Sequence[Shown], title: str) -> str:
    """Several rulings on one page, with a list of them at its top."""
    if len(rulings) == 1:
        return page(rulings[0].ruling, rulings[0].source)
    articles = [fragment(each.ruling, each.source, place=n) for n, each in enumerate(rulings, 1)]
    return _document(title, articles, [(f"#ruling-{n}", each.ruling) for n, each in enumerate(rulings, 1)])


def index(rulings: Sequence[Shown], title: str) -> str:
    """A page with a link to the page of each ruling."""
    return _document(title, [], [(quote(each.page), each.ruling) for each in rulings])


def _document(title: str, articles: Sequence[str], links: Sequence[tuple[str, Ruling]] = ()) -> str:
    """A document whose policy lets it run its own script and style, and load nothing."""
    return _render(
        "document.html",
        title=title,
        articles=articles,
        links=links,
        style=STYLE,
        script=SCRIPT,
        style_hash=_hash(STYLE),
        script_hash=_hash(SCRIPT),
    )


def _hash(text: str) -> str:
    """What a content security policy calls an inline text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _render(template: str, **values: Any) -> str:
    return _templates().get_template(template).render(**values)


@functools.cache
def _templates() -> Environment:
    # Here, since only pages need it.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("judge.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"symbols": view.symbols, "data_url": view.data_url, "heading": view.heading}
    return made
