"""The cookbook: common questions, each with the scenario that answers it."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec


class Recipe(msgspec.Struct, frozen=True):
    """A question and its scenario, as the text of its file."""

    file: str
    question: str
    text: str

    @property
    def title(self) -> str:
        """What its scenario is called."""
        return _said(self.text, "title")


@cache
def recipes() -> tuple[Recipe, ...]:
    """All of them, in the order of their files' names."""
    found = []
    for file in sorted(resources.files("scenarios.cookbook").iterdir(), key=lambda each: each.name):
        if file.name.endswith(".yaml"):
            text = file.read_text(encoding="utf-8")
            found.append(Recipe(file.name, _said(text, "question"), text))
    return tuple(found)


def _said(text: str, key: str) -> str:
    """What a line of the text says under this key."""
    line = next(line for line in text.splitlines() if line.startswith(f"{key}: "))
    return line.removeprefix(f"{key}: ").strip("\"'")
