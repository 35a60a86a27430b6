"""Rulings as pieces of HTML, made of their data."""

from __future__ import annotations

import html
from typing import Any

import msgspec


def rulings(found: list[dict[str, Any]]) -> str:
    """Rulings one after the other."""
    from scenarios import pages
    from scenarios.runner import Ruling

    told = msgspec.convert(found, list[Ruling])
    return "\n".join(
        f'<pre class="ruling">{html.escape(pages.text(pages.short(each)))}</pre>' for each in told
    )
