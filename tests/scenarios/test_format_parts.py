"""A text read in parts is the text read whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.format import Part, ScenarioError, YamlError, each_document, parts

PLAYERS = "players: {alice: , bob: }\n"
LINES = st.sampled_from(
    [
        "---\n", "---\n", "---\n", "--- \n", "---\t\n", "--- # a remark\n", "...\n", "# a remark\n", "\n", "----\n", " ---\n", "---a: b\n",
        "title: one\n", "question: |\n", "  some words\n", "  ---\n", "question: 'open\n", "  shut'\n", PLAYERS, "do: [\n", "]\n", "%YAML 1.1\n",
        "--- {players: {alice: , bob: }}\n", "doo: []\n", "title: two\r\n", "title: a\rb\n", "title: \x85\n", "until: &a upkeep\n", "until: *a\n",
    ]
)  # fmt: skip


def read(text: str, first_line: int = 1) -> tuple[list[str], bool]:
    """What the documents of a text are, and whether a fault in the YAML ended the reading."""
    found = list(each_document(text, "file.yaml", first_line))
    said = [str(each) if isinstance(each, ScenarioError) else repr(each) for each in found]
    return said, any(isinstance(each, YamlError) for each in found)


@given(st.lists(LINES, max_size=14))
@settings(max_examples=400, deadline=None)
def test_parts_read_as_the_whole(lines: list[str]) -> None:
    text = "".join(lines)
    found = parts(text)
    assert "".join(part.text for part in found) == text
    read_parts = [read(part.text, part.first_line) for part in found]
    if not any(broken for _, broken in read_parts):
        assert [each for said, _ in read_parts for each in said] == read(text)[0]
    elif len(found) == 1:
        assert read_parts == [read(text)]


def test_a_text_is_cut_where_documents_begin() -> None:
    text = "# a remark\n---\na: 1\n--- # two\nb: |\n  ---\n----\n---\n---"
    found = parts(text)
    assert found == [
        Part("# a remark\n---\na: 1\n", 1),
        Part("--- # two\nb: |\n  ---\n----\n", 4),
        Part("---\n", 8),
        Part("---", 9),
    ]


@pytest.mark.parametrize("text", ["", "a: 1\n", "%YAML 1.1\n---\na: 1\n---\nb: 2\n", "a: 1\r---\rb: 2"])
def test_what_can_not_be_cut_is_one_part(text: str) -> None:
    assert parts(text) == [Part(text)]
