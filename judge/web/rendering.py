"""Rulings as HTML, made of their data."""

from __future__ import annotations

import html
from typing import Any

import msgspec

from scenarios import pages
from scenarios.runner import Ruling


def articles(found: list[dict[str, Any]], _source: str) -> str:
    """Rulings one after the other."""
    told = msgspec.convert(found, list[Ruling])
    return "\n".join(
        f'<article><pre class="ruling">{html.escape(pages.text(pages.short(each)))}</pre></article>'
        for each in told
    )


def page(found: list[dict[str, Any]], source: str) -> str:
    """Rulings as a whole page that loads nothing, to be kept."""
    return f'<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8"><title>judge</title>\n{articles(found, source)}\n</html>\n'
