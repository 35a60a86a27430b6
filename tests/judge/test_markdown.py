"""Rulings as Markdown: what a scenario's author wrote marks nothing, messages are short enough, the page of the documentation is what is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from judge.markdown import CUT, NOBODY, PLACES, Place, escaped, length, markdown
from judge.output import visible
from scenarios import cards
from scenarios.runner import Board, BoardObject, Ruling, run_text
from scenarios.runner.results import BoardPlayer, Changed
from tests.conftest import Furnish
from tests.judge.test_commands import judge

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "markdown.md"
READER = MarkdownIt("commonmark").enable(["strikethrough", "table"])
NASTY = st.text(
    st.one_of(
        st.sampled_from("ab 1270.9b\\`*_~|<>[]()#&!@-+=:/{}\n\u00a0^$\"'w"), st.characters(codec="utf-8")
    ),
    min_size=1,
    max_size=40,
)
NAMES = NASTY.map(lambda name: " ".join(name.split())).filter(lambda name: name and visible(name) == name)


ESCAPE = r"\\[!-/:-@\[-`{-~]"
"""What is escaped: a sign of ASCII behind a backslash."""


def ruling(words: str = "x", name: str = "") -> Ruling:
    player = BoardPlayer("bob", 20, zones={"graveyard": (BoardObject(name),)} if name else {})
    return Ruling(
        file="",
        title=words,
        status="right",
        question=words,
        changed=(Changed(f"{words}; {name} dies; {name} is gone" if name else words, ("704.5g",)),),
        board=Board(1, "alice", "end step", (player,)),
    )


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(furnish(tmp_path / "home")))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    monkeypatch.chdir(ROOT)
    cards.standing_sources.cache_clear()


def leaves(page: str) -> list[Token]:
    return [leaf for token in READER.parse(page) for leaf in token.children or ()]


def shown(words: str) -> str:
    return " ".join(visible(words).split()).replace("@", NOBODY)


def read(page: str) -> list[str]:
    """What each paragraph and item of a page shows."""
    return [
        "".join(leaf.content for leaf in token.children or ())
        for token in READER.parse(page)
        if token.children
    ]


@settings(max_examples=60, deadline=None)
@given(NASTY.filter(lambda words: words.split() and visible(words).split()))
def test_what_an_author_wrote_is_shown_as_it_stands(words: str) -> None:
    for place in ("plain", "reddit"):
        page = markdown(ruling(words), place)
        assert [t.type for t in READER.parse(page)] == [
            t.type for t in READER.parse(markdown(ruling(), place))
        ]
        assert {leaf.type for leaf in leaves(page)} <= {"text", "code_inline", "strong_open", "strong_close"}
        title, question, _, changed = read(page)
        assert (title, question) == (shown(words), f"Question: {shown(words)}")
        assert changed == f"{shown(words)} [704.5g]"


@settings(max_examples=60, deadline=None)
@given(NASTY.filter(lambda words: words.split()))
@example("<=")
def test_chats_find_no_mark_of_their_own_in_it(words: str) -> None:
    """Discord and Reddit mark what CommonMark doesn't; nothing unescaped is left that could."""
    bare = re.sub(ESCAPE, "\N{MIDDLE DOT}", escaped(shown(words).replace("\u200b", ""), first=True))
    assert not re.search(r"[\\`*_~|<>\[\]#&$^]|://|@(?!\u200b)|\b[ur]/|^[-+=]|^\d+[.)]", bare)


@settings(max_examples=60, deadline=None)
@given(NASTY.filter(lambda words: words.split() and visible(words).split()))
def test_a_spoiler_ends_where_it_should(words: str) -> None:
    for place, (opening, closing) in (("discord", ("||", "||")), ("reddit", (">!", "!<"))):
        told = markdown(ruling(words), place, spoilers=True).split("\n")  # type: ignore[arg-type]
        (item,) = [line.removeprefix("- ") for line in told if line.startswith("- ")]
        assert item.startswith(opening) and item.endswith(closing)
        inside = re.sub(ESCAPE, "", item[2:-2])
        assert opening not in inside and closing not in inside


@settings(max_examples=60, deadline=None)
@given(NAMES)
def test_a_name_is_one_link_of_its_own_text(name: str) -> None:
    page = markdown(ruling("So it is", name), known=lambda _: True)
    found = leaves(page)
    places = [place for place, leaf in enumerate(found) if leaf.type == "link_open"]
    assert len(places) == 1
    assert str(found[places[0]].attrs["href"]).startswith("https://scryfall.com/search?q=")
    closed = next(place for place, leaf in enumerate(found) if leaf.type == "link_close")
    assert "".join(leaf.content for leaf in found[places[0] : closed]) == shown(name)
    assert read(page)[-1] == f"So it is; {shown(name)} dies; {shown(name)} is gone [704.5g]"


def test_only_names_with_a_page_are_links() -> None:
    assert "](" not in markdown(ruling("x", "Grizzly Bears"))
    assert "[Grizzly Bears](<https://" in markdown(
        ruling("x", "Grizzly Bears"), "discord", known=lambda _: True
    )
    longer = ruling("Forestry in a Forest", "Forest")
    assert markdown(longer, known=lambda _: True).count("[Forest](") == 1


@pytest.mark.parametrize("words", ["@x" * 3_000, "𝔊" * 4_000])
@pytest.mark.parametrize("place", ["discord", "reddit"])
def test_a_message_is_never_too_long(place: Place, words: str) -> None:
    most = PLACES[place].most
    assert most is not None
    many = Ruling("", words, "right", changed=tuple(Changed(f"line {n} {words[:60]}") for n in range(900)))
    for found in (many, ruling(words)):
        page = markdown(found, place, full=True, spoilers=True)
        assert length(page) <= most and CUT in page


@pytest.mark.usefixtures("home")
def test_what_is_too_long_leaves_out_the_texts_of_rules_first() -> None:
    text = (ROOT / "scenarios/cookbook/01-a-combat-trick.yaml").read_text(encoding="utf-8")
    (found,) = run_text(text)
    long = Ruling(
        **{f: getattr(found, f) for f in found.__struct_fields__ if f != "question"}, question="?" * 900
    )
    whole, short = markdown(long), markdown(long, "discord")
    deciding = next(cite for cite in long.cites if cite.rule == long.deciding[0])
    assert deciding.heading in short and "**Why**" in short and length(short) <= 2_000 < length(whole)


@pytest.mark.usefixtures("home")
def test_the_page_of_the_documentation_is_what_is_printed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(
        r"^```sh\njudge (run [^\n]*)\n```\n\n```markdown\n(.*?)^```$", text, re.MULTILINE | re.DOTALL
    )
    assert len(found) == 2
    for command, printed in found:
        assert judge(*command.split()).output == printed


@pytest.mark.usefixtures("home")
def test_options_that_contradict_one_another_are_told() -> None:
    file = "scenarios/cookbook/01-a-combat-trick.yaml"
    assert "no spoilers" in judge("run", "--markdown", "--spoilers", file).output
    assert "not as both" in judge("run", "--markdown", "--json", file).output


@pytest.mark.usefixtures("home")
def test_a_message_about_a_fault_stands_in_a_block_that_it_cant_leave() -> None:
    (found,) = run_text("title: x\nplayers: {'```': {hand: [Shock]}, bob: {hond: 3}}\n")
    page = markdown(found, "discord")
    assert found.status == "invalid" and page.count("```") == 2 and "`\u200b`\u200b`" in page
    assert [token.type for token in READER.parse(page)][-1] == "fence"
