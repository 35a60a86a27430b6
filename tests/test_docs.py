"""The examples of docs/python.md run in their order, and print what is written below them."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scenarios import cards
from tests.conftest import Furnish

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "python.md"
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A block of Python, the line where it stands, and what it prints, None where the page doesn't say."""

    line: int
    code: str
    printed: str | None


def examples(page: str) -> list[Example]:
    """The examples of a page; a block of text belongs to the Python that it follows."""
    found: list[Example] = []
    for match in BLOCK.finditer(page):
        language, block = match[1], match[2]
        line = page[: match.start()].count("\n") + 2
        if language == "python":
            found.append(Example(line, block, None))
        elif found and found[-1].printed is None:
            found[-1] = found[-1]._replace(printed=block)
    return found


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(furnish(tmp_path / "home")))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    monkeypatch.chdir(ROOT)
    cards.standing_sources.cache_clear()


def test_the_examples_print_what_is_written_below_them() -> None:
    found = examples(PAGE.read_text(encoding="utf-8"))
    assert len(found) > 5 and any(example.printed for example in found)
    names: dict[str, Any] = {"__name__": "docs"}
    for example in found:
        # Padded, so that a traceback names the line of the page.
        code = compile("\n" * (example.line - 1) + example.code, str(PAGE), "exec")
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(code, names)
        if example.printed is not None:
            assert output.getvalue() == example.printed, f"{PAGE.name}:{example.line}"
        else:
            assert output.getvalue() == "", f"{PAGE.name}:{example.line} prints what the page doesn't show"


def test_blocks_of_text_belong_to_the_python_before_them() -> None:
    page = "```text\nno\n```\n\n```python\na = 1\n```\n\n```python\nprint(a)\n```\n\nso:\n\n```text\n1\n```\n"
    assert examples(page) == [Example(6, "a = 1\n", None), Example(10, "print(a)\n", "1\n")]
