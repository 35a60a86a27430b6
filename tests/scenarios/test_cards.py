"""Card files of every shape become the same records; cards are found by name, the nearest source first."""

from __future__ import annotations

import gzip
import json
import sqlite3
from pathlib import Path

import pytest

from rules_db.errors import DatabaseProblem
from scenarios import cards
from scenarios.cards import CardFileProblem, records, tidy

BEAR = {
    "name": "Plain Bear",
    "layout": "normal",
    "mana_cost": "{1}{G}",
    "type_line": "Creature — Bear",
    "oracle_text": "",
    "power": "2",
    "toughness": "2",
}
TWO_FACED = {
    "name": "Day Wolf // Night Wolf",
    "layout": "transform",
    "card_faces": [
        {
            "name": "Day Wolf",
            "mana_cost": "{G}",
            "type_line": "Creature — Wolf",
            "oracle_text": "",
            "power": "1",
            "toughness": "1",
        },
        {
            "name": "Night Wolf",
            "mana_cost": "",
            "color_indicator": ["G"],
            "type_line": "Creature — Wolf",
            "oracle_text": "",
            "power": "3",
            "toughness": "3",
        },
    ],
}
TOKEN = {"name": "Bear Token", "layout": "token", "type_line": "Token Creature — Bear"}
MTGJSON = {
    "meta": {},
    "data": {
        "Plain Bear": [{"name": "Plain Bear", "layout": "normal", "manaCost": "{1}{G}", "type": "Creature — Bear", "text": "", "power": "2", "toughness": "2"}],
        "Day Wolf // Night Wolf": [
            {"faceName": "Day Wolf", "layout": "transform", "manaCost": "{G}", "type": "Creature — Wolf", "text": "", "power": "1", "toughness": "1"},
            {"faceName": "Night Wolf", "layout": "transform", "manaCost": "", "colorIndicator": ["G"], "type": "Creature — Wolf", "text": "", "power": "3", "toughness": "3"},
        ],
    },
}  # fmt: skip


def forms() -> dict[str, bytes]:
    lines = "\n".join(json.dumps({**each, "source": "x"}) for each in (BEAR, TWO_FACED, TOKEN)).encode()
    scryfall = json.dumps([{**BEAR, "legalities": {}}, TWO_FACED, TOKEN]).encode()
    return {
        "lines": lines,
        "packed": gzip.compress(lines),
        "scryfall": scryfall,
        "with a mark": b"\xef\xbb\xbf" + scryfall,
        "mtgjson": json.dumps(MTGJSON).encode(),
    }


@pytest.mark.parametrize("form", forms())
def test_every_shape_gives_the_same_records(form: str, tmp_path: Path) -> None:
    file = tmp_path / "cards"
    file.write_bytes(forms()[form])
    found = sorted(records(file), key=lambda r: str(r["name"]))
    assert found == [TWO_FACED, BEAR]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no cards"),
        (b"hello", "holds no cards"),
        (b"[1, 2]", "expected cards"),
        (b'[{"name": ', "no JSON"),
        (b'{"name": "A", "layout": "normal"}\n{"nam', ":2: no JSON"),
        (b'{"data": [1]}', "by names"),
        (b'{"data": {"A": 3}}', "no list of faces"),
        (b"\x1f\x8bbroken", "can't be read"),
        (b"[" * 100_000, "JSON|deep"),
        (b'[{"name": ""}]', "with a 'name'"),
        (b'[{"name": "A", "mana_cost": 5}]', "the card 'A': its 'mana_cost' is '5': expected a text"),
        (b'[{"name": "A", "type_line": ["Instant"]}]', "type_line.*expected a text"),
        (b'[{"name": "A", "power": true}]', "power.*expected a text"),
        (b'[{"name": "A", "layout": ["x"]}]', "layout.*expected a text"),
        (b'[{"name": "A", "color_indicator": "G"}]', "color_indicator.*expected a list of colors"),
        (b'[{"name": "A", "card_faces": "x"}]', "card_faces.*expected a list of faces"),
        (b'{"name": "B"}\n{"name": "A", "card_faces": [{"oracle_text": "x"}]}', ":2: a face of 'A'"),
        (b'{"name": "B"}\n{"name": "A", "card_faces": [{"name": 5}]}', ":2: a face of 'A'.*with a 'name'"),
        (b'{"data": {"A": [{"text": 5}]}}', "the card 'A': its 'oracle_text' is '5'"),
        (b'{"data": {"A // B": [{"text": "x", "faceName": "A"}, {"faceName": 5}]}}', "a face of 'A // B'"),
    ],
)
def test_what_is_no_card_file_is_told(content: bytes, words: str, tmp_path: Path) -> None:
    file = tmp_path / "cards"
    file.write_bytes(content)
    with pytest.raises(CardFileProblem, match=words):
        list(records(file))
    with pytest.raises(CardFileProblem):
        cards.import_file(file)
    assert not cards.imports_path().exists()


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(CardFileProblem, match="No such file"):
        list(records(tmp_path / "nothing"))


def a_file(tmp_path: Path, *given: dict[str, object]) -> Path:
    file = tmp_path / f"cards{len(list(tmp_path.iterdir()))}.jsonl"
    file.write_text("\n".join(json.dumps(each) for each in given))
    return file


def test_names_match_without_case_accents_and_punctuation_and_by_face(tmp_path: Path) -> None:
    cards.import_file(a_file(tmp_path, {**BEAR, "name": "Lim-Dûl's Bear"}, TWO_FACED))
    for name in ("lim-dul's bear", "LIMDULS BEAR", "Lim-Dûl's Bear"):
        assert cards.find(name).name == "Lim-Dûl's Bear"
    for name in ("night wolf", "Day Wolf", "Day Wolf // Night Wolf", "day wolf/night wolf"):
        assert cards.find(name).layout == "transform"


def test_the_nearer_source_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards.import_file(a_file(tmp_path, {**BEAR, "power": "3"}))
    assert cards.find("Plain Bear").faces[0].power == "3"
    monkeypatch.setenv("JUDGE_CARDS", str(a_file(tmp_path, {**BEAR, "power": "4"})))
    assert cards.find("Plain Bear").faces[0].power == "4"
    assert cards.Cards([{**BEAR, "power": "5"}]).find("plain bear").faces[0].power == "5"


def test_a_second_import_replaces_and_keeps_the_rest(tmp_path: Path) -> None:
    cards.import_file(a_file(tmp_path, BEAR, TWO_FACED))
    assert cards.import_file(a_file(tmp_path, {**BEAR, "power": "9"})).cards == 1
    assert cards.find("Plain Bear").faces[0].power == "9"
    assert sorted(str(r["name"]) for r in cards.imported()) == ["Day Wolf // Night Wolf", "Plain Bear"]


def test_an_unknown_name_gets_the_nearest(tmp_path: Path) -> None:
    cards.import_file(a_file(tmp_path, BEAR))
    with pytest.raises(cards.UnknownCard) as caught:
        cards.find("Plane Baer")
    assert caught.value.near[0] == "Plain Bear"


def test_a_damaged_database_is_told_and_left_alone(tmp_path: Path) -> None:
    cards.imports_path().write_bytes(b"this is no database, whatever it is" * 100)
    before = cards.imports_path().read_bytes()
    with pytest.raises(DatabaseProblem, match="damaged"):
        cards.find("Plain Bear")
    with pytest.raises(DatabaseProblem):
        cards.import_file(a_file(tmp_path, BEAR))
    assert cards.imports_path().read_bytes() == before


def test_a_database_of_another_version_is_told(tmp_path: Path) -> None:
    cards.import_file(a_file(tmp_path, BEAR))
    with sqlite3.connect(cards.imports_path()) as connection:
        connection.execute("UPDATE meta SET value = '999'")
    with pytest.raises(DatabaseProblem, match="another version"):
        cards.find("Plain Bear")


def test_the_pool_holds_abilities_and_no_texts(tmp_path: Path) -> None:
    text = "Frobnicate the quux of the seven bright lands that nobody has seen."
    odd = {**BEAR, "name": "Odd Bear", "oracle_text": text}
    path, total, whole = cards.build_pool(a_file(tmp_path, BEAR, TWO_FACED, odd), tmp_path / "pool.gz")
    assert (total, whole) == (3, 2)
    lines = gzip.decompress(path.read_bytes())
    words = text.split()
    longest = cards.LAST_WORDS + 1  # where reading stopped is told by the words before
    runs = [" ".join(words[at : at + longest]) for at in range(len(words) - longest + 1)]
    assert not any(run.encode() in lines for run in runs)
    pool = cards.Pool(lines.splitlines())
    assert pool.card("plain bear") == cards.Cards([BEAR]).find("Plain Bear")
    assert pool.card("night wolf") is not None
    with pytest.raises(cards.Unreadable, match="Odd Bear"):
        pool.card("odd bear")


def test_the_pool_is_the_same_every_time(tmp_path: Path) -> None:
    file = a_file(tmp_path, TWO_FACED, BEAR)
    one, two = (cards.build_pool(file, tmp_path / name)[0].read_bytes() for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(
    "type_line", ["Sorcery", "Instant", "Legendary Planeswalker — Jace", "Enchantment — Aura"]
)
def test_a_spell_that_lost_its_text_is_not_taken_for_one_that_does_nothing(type_line: str) -> None:
    with pytest.raises(cards.Unreadable, match="the record has none"):
        cards.Cards([{"name": "Lost", "type_line": type_line, "oracle_text": ""}]).find("Lost")


def test_a_creature_whose_text_a_file_has_lost_gets_it_back_or_is_declined() -> None:
    spider = {"name": "Giant Spider", "type_line": "Creature — Spider", "power": "2", "toughness": "4"}
    assert tidy(spider)["oracle_text"] == "Reach"
    lost = tidy({"name": "Vexing Beetle", "type_line": "Creature — Insect", "power": "3", "toughness": "3"})
    with pytest.raises(cards.Unreadable):
        cards.read(lost)
    assert "lost" not in tidy({**spider, "name": "Grizzly Bears"})
    assert tidy({**spider, "oracle_text": "Flying"})["oracle_text"] == "Flying"


@pytest.mark.parametrize(
    ("front_cost", "type_line", "color_indicator", "readable"),
    [
        ("{G}", "Creature — Wolf", None, False),
        ("{2}", "Creature — Wolf", None, False),
        ("{G}", "Creature — Wolf", ["G"], True),
        ("{G}", "Creature — Wolf", [], True),  # said to be colorless
        ("{G}", "Creature — Eldrazi Werewolf", None, True),
        ("{2}", "Artifact Creature — Construct", None, True),
        ("{2}{G}", "Artifact Creature — Golem", None, False),  # an artifact behind a colored front
        ("{G}", "Land", None, True),
    ],
)
def test_a_back_face_whose_color_is_unknown_is_declined(
    front_cost: str, type_line: str, color_indicator: list[str] | None, readable: bool
) -> None:
    """CR 204.1: a back face without mana cost has a color indicator; a record may have lost it."""
    front = {"name": "Day", "mana_cost": front_cost, "type_line": "Creature — Wolf"}
    back = {"name": "Night", "type_line": type_line}
    for face in (front, back):
        if "Creature" in face["type_line"]:
            face |= {"power": "1", "toughness": "1"}
    given = back if color_indicator is None else {**back, "color_indicator": color_indicator}
    record = tidy({"name": "Day // Night", "layout": "transform", "card_faces": [front, given]})
    if readable:
        assert cards.read(record).faces[1].color_indicator == (("green",) if color_indicator else ())
        return
    with pytest.raises(cards.Unreadable, match="back face without mana cost.*no color indicator") as caught:
        cards.read(record)
    assert [line.face for line in caught.value.lines] == ["Night"]


def test_a_flipped_half_needs_no_color_indicator() -> None:
    """CR 710.1c: flipping changes no color."""
    halves = [
        {"name": name, "mana_cost": cost, "type_line": "Creature — Fox", "power": "1", "toughness": "1"}
        for name, cost in (("Kit", "{W}"), ("Vixen", ""))
    ]
    assert cards.read(tidy({"name": "Kit // Vixen", "layout": "flip", "card_faces": halves})).layout == "flip"


@pytest.mark.parametrize(
    "second",
    [
        '{"name": "A", "oracle_text": 5}',
        '{"name": "A", "card_faces": [{"name": 5}]}',
        '{"name": "A", "card_faces": [5]}',
    ],
)
def test_a_line_of_a_card_file_is_told_by_its_number(
    second: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of JSON lines only the names are looked at before a card is asked for."""
    file = tmp_path / "cards"
    file.write_text(
        '{"name": "Plain Bear", "type_line": "Creature", "power": 2, "toughness": 2}\n\n' + second + "\n"
    )
    monkeypatch.setenv("JUDGE_CARDS", str(file))
    with pytest.raises(CardFileProblem, match="cards:3: "):
        cards.find("A")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE cards SET data = 'text'",
        "UPDATE cards SET data = 5",
        "UPDATE cards SET data = x'00'",
        "UPDATE cards SET data = CAST('{\"name\": 5}' AS BLOB)",
        "UPDATE cards SET name = x'ff00'",
    ],
)
def test_a_damaged_row_of_the_imports_is_told(damage: str, tmp_path: Path) -> None:
    cards.import_file(
        a_file(tmp_path, {"name": "Plain Bear", "type_line": "Creature", "power": "2", "toughness": "2"})
    )
    with sqlite3.connect(cards.imports_path()) as connection:
        connection.execute(damage)
    with pytest.raises(DatabaseProblem, match="is damaged; move it away and import the cards again"):
        cards.find("plain bear" if "data" in damage else "plane baer")
