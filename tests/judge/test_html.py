"""Rulings as pages: what stands in them, and that they load nothing."""

from __future__ import annotations

import html
import json
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from judge.__main__ import command_line
from judge.html import SCRIPT, STYLE, fragment, page
from judge.html.writing import NotWritten, check, write
from scenarios.runner import Ruling, run_file_drawn, run_text

FIGHT = """
title: Deathtouch <script>alert("title")</script> & trample
question: How much goes through, if <b>deathtouch</b> counts?
cards:
  - {name: "Wurm <script>alert(1)</script>", mana_cost: "{3}{G/U}", type_line: Creature — Wurm, oracle_text: "Deathtouch, trample", power: 7, toughness: 6}
players:
  alice:
    battlefield: [{card: "Wurm <script>alert(1)</script>", as: wurm}]
  bob:
    battlefield: [Grizzly Bears]
turn: {player: alice, step: declare attackers}
do:
  - attack: {wurm: bob}
  - block: {Grizzly Bears: wurm}
expect:
  life: {bob: 14}
ask:
  - what: wurm
"""
VOID = {"meta", "input", "br", "link", "img", "hr", "path", "circle", "line"}


class Read(HTMLParser):
    """A page as a reader sees it: its tags, the text outside of scripts, and what isn't closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.wrong: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if len(dict(attrs)) != len(attrs):
            self.wrong.append(f"{tag}: an attribute twice")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"/{tag} at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.text += data


@pytest.fixture(scope="module")
def ruling() -> Ruling:
    [found] = run_text(FIGHT, pictures=True)
    return found


@pytest.fixture(scope="module")
def read(ruling: Ruling) -> Read:
    return Read(page(ruling, FIGHT))


def test_every_element_is_closed_and_every_id_is_one(read: Read) -> None:
    ids = [attrs["id"] for _, attrs in read.tags if "id" in attrs]
    assert read.wrong == []
    assert len(ids) == len(set(ids))


def test_nothing_is_loaded_and_nothing_is_inline(read: Read) -> None:
    for tag, attrs in read.tags:
        assert "src" not in attrs and tag not in ("link", "img", "iframe", "object")
        assert (attrs.get("href") or "#").startswith(("#", "data:text/yaml"))
        assert "style" not in attrs and not any(name.startswith("on") for name in attrs)
    assert "http" not in STYLE + SCRIPT.replace("http://www.w3.org/2000/svg", "")
    assert "url(" not in STYLE and "@import" not in STYLE


def test_names_and_texts_cannot_become_markup(read: Read, ruling: Ruling) -> None:
    assert [tag for tag, _ in read.tags].count("script") == 1
    assert ruling.title in read.text and ruling.question in read.text
    assert "Wurm <script>alert(1)</script>" in read.text


def test_all_of_the_ruling_is_there(read: Read, ruling: Ruling) -> None:
    said = " ".join(read.text.split())
    assert ruling.status in said
    for index in ruling.why:
        assert ruling.timeline[index].text in said
    for event in ruling.timeline:
        assert event.text in said
    for cite in ruling.cites:
        assert cite.rule in said and cite.heading in said
        assert " ".join(cite.text.split()) in said
    for answered in ruling.answers:
        assert answered.answer.split("(")[0] in said
    assert " ".join(FIGHT.split()) in said


def test_a_rule_has_a_pop_up_wherever_it_is_cited(read: Read) -> None:
    ids = {attrs["id"] for _, attrs in read.tags if "id" in attrs}
    wanted = {attrs["popovertarget"] for _, attrs in read.tags if "popovertarget" in attrs}
    assert wanted and wanted <= ids


def test_articles_of_one_page_keep_apart(ruling: Ruling) -> None:
    both = Read(fragment(ruling, FIGHT, place=1) + fragment(ruling, FIGHT, place=2))
    ids = [attrs["id"] for _, attrs in both.tags if "id" in attrs]
    assert both.wrong == [] and len(ids) == len(set(ids))


def test_a_file_at_fault_is_shown_with_its_mistake() -> None:
    text = "players: {alice: {hand: [Shokc]}}\ndo: [{cast: Shokc}]"
    [found] = run_text(text)
    read = Read(page(found, text))
    assert read.wrong == [] and found.status == "invalid"
    assert found.detail.strip().replace("<text>:1:", "line 1:") in html.unescape(read.text)


# ---- boards -------------------------------------------------------------------------------------------------------


def test_the_boards_show_before_each_step_and_after(ruling: Ruling) -> None:
    pictures = ruling.pictures
    assert pictures is not None and pictures.whole
    first, last = pictures.scenes[0], pictures.scenes[-1]
    assert [seat.life for seat in first.seats] == [20, 20] and [seat.life for seat in last.seats] == [20, 14]
    assert len(pictures.after) == len(ruling.timeline)
    blocked = pictures.scenes[
        next(i for i, e in zip(pictures.after, ruling.timeline, strict=True) if "blocks" in e.text)
    ]
    [wurm], [bears] = (seat.zones["battlefield"] for seat in blocked.seats)
    assert wurm.tapped and wurm.label == "wurm" and wurm.values.mana_cost == "{3}{G/U}"
    assert {(arrow.kind, arrow.start, arrow.end) for arrow in blocked.arrows} == {
        ("attack", wurm.id, "bob"),
        ("block", bears.id, wurm.id),
    }
    assert [card.values.name for card in last.seats[1].zones["graveyard"]] == ["Grizzly Bears"]


def test_what_is_undone_leaves_no_board() -> None:
    """An action that is only tried, and one that is refused, leave the boards as they were."""
    text = """
players:
  alice: {battlefield: [Grizzly Bears], hand: [Shock], mana: "{R}"}
  bob: {battlefield: [Grizzly Bears]}
do:
  - {attack: {bob's Grizzly Bears: alice}, illegal: true}
  - {cast: Shock, targets: bob}
expect: {can: [{pass: alice}], life: {bob: 18}}
"""
    [found] = run_text(text, pictures=True)
    pictures = found.pictures
    assert found.status == "right" and pictures is not None, found.detail
    assert not any(arrow.kind == "attack" for scene in pictures.scenes for arrow in scene.arrows)
    assert any(
        arrow.kind == "target" and arrow.end == "bob" for scene in pictures.scenes for arrow in scene.arrows
    )
    assert len(pictures.after) == len(found.timeline)


def test_pictures_are_no_part_of_a_ruling_as_data(ruling: Ruling) -> None:
    [plain] = run_text(FIGHT)
    assert plain.pictures is None
    with_pictures, without = (json.loads(msgspec.json.encode(each)) for each in (ruling, plain))
    assert with_pictures | {"ms": 0} == without | {"ms": 0}


def test_what_is_attached_lies_beneath_its_host_and_alike_cards_together() -> None:
    text = """
players:
  alice: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Bonesplitter, attached to: bears}, Forest x3]}
  bob: {}
"""
    [found] = run_text(text, pictures=True)
    read = page(found, text)
    group = read[read.index('<div class="group">') :]
    group = group[: group.index('<div class="row">')]
    assert group.index(">Grizzly Bears<") < group.index('class="strip') < group.index(">Bonesplitter<")
    assert "×3" in read and read.count(">Forest<") == 2  # the frame and its pop-up


def test_what_designates_something_is_said_in_words() -> None:
    text = """
cards: [{name: Own Wing, mana_cost: "{U}", type_line: Creature - Bird, oracle_text: Soulbond, power: 1, toughness: 1}]
players:
  alice: {battlefield: [{card: Own Wing, paired with: Grizzly Bears}, {card: Grizzly Bears, ring-bearer: true}], ring tempted: 1}
  bob: {}
"""
    [found] = run_text(text, pictures=True)
    read = page(found, text)
    assert found.pictures is not None, found.detail
    marks = {card.values.name: card.marks for card in found.pictures.scenes[0].seats[0].zones["battlefield"]}
    assert marks == {
        "Own Wing": ("paired with Grizzly Bears",),
        "Grizzly Bears": ("paired with Own Wing", "alice's Ring-bearer"),
    }
    assert "paired with Own Wing" in read and "paired:" not in read


# ---- files --------------------------------------------------------------------------------------------------------

TWO = "title: One\nplayers: {alice: {}}\n---\ntitle: One\nplayers: {bob: {life: 3}}\n"


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.yaml"
    path.write_text(TWO)
    return path


def test_several_rulings_are_written_on_one_page_with_links(two: Path) -> None:
    out = two.parent / "all.html"
    write(run_file_drawn(two), str(out))
    read = Read(out.read_text())
    links = [attrs["href"] for tag, attrs in read.tags if tag == "a" and "download" not in attrs]
    assert links == ["#ruling-1", "#ruling-2"] and read.wrong == []
    assert {"ruling-1", "ruling-2"} <= {attrs.get("id") for _, attrs in read.tags}
    assert sorted(path.name for path in two.parent.iterdir()) == ["all.html", "two.yaml"]


def test_a_folder_gets_a_page_each_and_an_index(two: Path) -> None:
    folder = two.parent / "pages"
    write(run_file_drawn(two), f"{folder}/")
    assert sorted(path.name for path in folder.iterdir()) == ["index.html", "one-2.html", "one.html"]
    index = Read((folder / "index.html").read_text())
    assert [attrs["href"] for tag, attrs in index.tags if tag == "a"] == ["one.html", "one-2.html"]
    assert "bob: {life: 3}" in (folder / "one-2.html").read_text()
    assert "bob: {life: 3}" not in (folder / "one.html").read_text()


@pytest.mark.parametrize(
    ("out", "says"),
    [
        ("two.yaml", "the scenario itself"),
        ("a.png", "no name of a page"),
        ("none/a.html", "no folder"),
        ("two.yaml/pages/", "is a file"),
        ("-", "standard output"),
    ],
)
def test_where_no_page_can_be_written_is_said_before_anything_is_played(
    two: Path, out: str, says: str
) -> None:
    with pytest.raises(NotWritten, match=says):
        check(out if out == "-" else f"{two.parent}/{out}", [str(two)])
    assert two.read_text() == TWO


def test_nothing_is_left_half_written(two: Path) -> None:
    folder = two.parent / "pages"
    (folder / "one-2.html").mkdir(parents=True)  # in the way of the second page
    with pytest.raises(NotWritten, match="one-2.html"):
        write(run_file_drawn(two), str(folder))
    assert [path.name for path in folder.iterdir()] == ["one-2.html"]


def test_a_page_that_is_there_is_not_lost_to_a_mistake(two: Path) -> None:
    out = two.parent / "page.html"
    out.write_text("a good page")
    two.write_text(TWO.replace("bob:", "bob"))
    for file in (two, two.parent / "nosuch.yaml"):
        ran = CliRunner().invoke(command_line("run"), ["run", str(file), "--html", str(out)])
        assert ran.exit_code == 2 and f"nothing is written to {out}" in ran.output
    assert out.read_text() == "a good page"


def test_what_cannot_be_written_is_called_as_the_user_called_it(two: Path) -> None:
    with pytest.raises(NotWritten, match=r"^/proc/x\.html: "):
        write(run_file_drawn(two), "/proc/x.html")


def test_a_text_without_a_title() -> None:
    """What comes from no file is headed by no file's name, neither is a mistake in it."""
    untitled = "players: {alice: {}, bob: {}}\n"
    first, second = run_text(f"{untitled}---\n{untitled}", pictures=True)
    assert "<h1>Scenario</h1>" in page(first, untitled) and "<h1>Scenario in line 3</h1>" in page(
        second, untitled
    )
    [wrong] = run_text("players: {alice: {hand: [3]}, bob: {}}\ndoo: []\n", pictures=True)
    shown = page(wrong, "")
    assert "line 2:1: " in shown and "&lt;text&gt;" not in shown
