"""Long files of cards: read piece by piece, wholly or not at all; what is no card is counted; official rulings beside the cards."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios import cards
from scenarios.cards import CardFileProblem, records
from tests.scenarios.test_cards import BEAR, TOKEN, TWO_FACED

KING = {
    "name": "Old King",
    "layout": "normal",
    "type_line": "Creature — Human",
    "power": "3",
    "toughness": "3",
}
LEFT_OUT = (
    TOKEN,
    {**BEAR, "layout": "art_series"},
    {**BEAR, "layout": "emblem"},
    {**TWO_FACED, "layout": "double_faced_token"},
)


def printings() -> dict[str, Any]:
    """MTGJSON's AllPrintings: sets with their cards, an entry a face, and much that no card needs."""

    def entry(name: str, **more: Any) -> dict[str, Any]:
        text = {"manaCost": "{1}{G}", "type": "Creature — Bear", "text": "", "power": "2", "toughness": "2"}
        other = {
            "foreignData": [{"name": "Ours", "cards": [{"name": "x"}]}],
            "identifiers": {"scryfallOracleId": name[:1]},
        }
        return {"name": name, "layout": "normal", **text, **other, **more}

    half = {"layout": "transform", "type": "Creature — Wolf"}
    day = entry(
        "Day Wolf // Night Wolf",
        **half,
        faceName="Day Wolf",
        side="a",
        manaCost="{G}",
        power="1",
        toughness="1",
    )
    night = entry(
        "Day Wolf // Night Wolf",
        **half,
        faceName="Night Wolf",
        side="b",
        manaCost="",
        power="3",
        toughness="3",
        colorIndicator=["G"],
    )
    one = {
        "name": "One",
        "cards": [night, entry("Plain Bear"), day],
        "tokens": [entry("Bear Token", layout="token")],
    }
    two = {"name": "Two", "cards": [entry("Plain Bear"), day, night], "booster": {"cards": [1, 2]}}
    return {"meta": {"version": "5.2.2"}, "data": {"ONE": one, "TWO": two}}


def test_all_printings_of_a_card_are_one_card(tmp_path: Path) -> None:
    file = tmp_path / "AllPrintings.json"
    file.write_text(json.dumps(printings()))
    bear, wolf = list(records(file))
    assert bear == {**BEAR, "oracle_id": "P"}
    assert wolf == {**TWO_FACED, "oracle_id": "D"}
    assert cards.import_file(file).cards == 2 and cards.find("Night Wolf").faces[1].power == "3"


def test_what_is_no_card_of_the_game_is_counted(tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    file.write_text(json.dumps([*LEFT_OUT, BEAR, TOKEN, {**KING, "layout": "vanguard"}]))
    taken = cards.import_file(file)
    assert taken.cards == 2
    assert taken.left_out == {"token": 2, "art_series": 1, "emblem": 1, "double_faced_token": 1}


def test_a_card_that_is_printed_on_both_sides_is_itself(tmp_path: Path) -> None:
    side = {**BEAR, "oracle_id": "1"}
    both = {"name": "Plain Bear // Plain Bear", "layout": "reversible_card", "card_faces": [side, side]}
    file = tmp_path / "all.json"
    file.write_text(json.dumps([both, {**both, "card_faces": [side, {**KING, "oracle_id": "2"}]}]))
    assert [each["name"] for each in records(file)] == ["Plain Bear", "Old King", "Plain Bear"]
    assert next(records(file)) == side


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[{"name": "Plain Bear"}, {"name": "Ol', "is cut off after 37 bytes"),
        ('[{"name": "Plain Bear"}, {"name": bear}]', r"is no JSON: lexical error.*\(byte 3[45]\)"),
        ('[{"name": "Plain Bear"},]', r"is no JSON: .*\(byte 2[45]\)"),
        ('[{"name": "Plain Bear"}] and more', "is no JSON: parse error: trailing garbage"),
        ('{"meta": {}, "data": {"Plain Bear": [{"name": "Pl', "is cut off after 49 bytes"),
        ('{"meta": {}, "data": {}}', "holds no cards"),
        ('{"meta": {}, "data": {"ONE": {"cards": [{"name": "A"}', "is cut off after 53 bytes"),
        ('{"meta": {}, "data": {"ONE": {"cards": [{"nome": "A"}]}}}', "expected cards with a 'name'"),
        ('[{"a": ' * 5_000, "nested too deeply"),
        ("[" * 60, "nested too deeply"),
    ],
)  # fmt: skip
def test_a_broken_file_is_told_with_its_place_and_nothing_is_taken(
    text: str, told: str, packed: bool, tmp_path: Path
) -> None:
    good, broken = tmp_path / "good.json", tmp_path / "broken.json"
    good.write_text(json.dumps([{**BEAR, "power": "5"}]))
    cards.import_file(good)
    broken.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    with pytest.raises(CardFileProblem, match=told):
        cards.import_file(broken)
    assert cards.find("Plain Bear").faces[0].power == "5"


def test_a_packed_file_that_is_cut_off_is_told(tmp_path: Path) -> None:
    file = tmp_path / "cards.json.gz"
    file.write_bytes(gzip.compress(json.dumps([BEAR] * 50).encode())[:-20])
    with pytest.raises(CardFileProblem, match="can't be read"):
        cards.import_file(file)


def test_a_fault_late_in_a_long_file_has_its_place(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    before = "[" + ",\n".join([json.dumps(BEAR)] * 2_000)
    file.write_text(f"{before}, nothing]")
    with pytest.raises(CardFileProblem) as caught:
        list(records(file))
    place = int(str(caught.value).rpartition("(byte ")[2].rstrip(")").replace(",", ""))
    assert 0 <= place - len(before.encode()) <= 8


@pytest.mark.parametrize(
    ("form", "packed"),
    [("array", False), ("array", True), ("atomic", False), ("printings", False), ("lines", False)],
)
def test_a_long_file_needs_little_memory(form: str, packed: bool, tmp_path: Path) -> None:
    """Two megabytes: what is in memory at once is a fraction of it."""
    printed = {**BEAR, "id": 0, "flavor_text": "x" * 1_500}
    many = [{**printed, "id": n} for n in range(1_000)]
    if form == "lines":
        text = "\n".join(map(json.dumps, many))
    elif form == "array":
        text = json.dumps(many)
    elif form == "atomic":
        text = json.dumps({"meta": {}, "data": {f"Bear {n}": [each] for n, each in enumerate(many)}})
    else:
        text = json.dumps({"meta": {}, "data": {"ONE": {"cards": many}}})
    file = tmp_path / "cards"
    file.write_bytes(gzip.compress(text.encode(), 1) if packed else text.encode())
    seen: list[tuple[int, int]] = []
    tracemalloc.start()
    number = sum(1 for _ in records(file, watch=lambda *at: seen.append(at)))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert number == (1 if form == "printings" else 1_000)
    assert len(text) > 1_600_000 and most < 700_000
    assert seen[-1] == (file.stat().st_size,) * 2 and seen == sorted(seen)


TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
SOME_CARDS = st.lists(
    st.fixed_dictionaries({"name": TEXTS.filter(str.strip), "oracle_text": TEXTS.filter(bool)}, optional={"power": TEXTS, "other": st.lists(st.integers())}),
    min_size=1, max_size=5,
)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(SOME_CARDS, st.sampled_from([None, 2]))
def test_every_form_reads_what_was_written(given_cards: list[dict[str, Any]], indent: int | None) -> None:
    import tempfile

    wanted = [{key: value for key, value in each.items() if key != "other"} for each in given_cards]
    forms = [json.dumps(given_cards, indent=indent), json.dumps(given_cards, ensure_ascii=False), "\n".join(map(json.dumps, given_cards)) + "\n"]  # fmt: skip
    with tempfile.NamedTemporaryFile() as file:
        for form in forms:
            Path(file.name).write_text(form, encoding="utf-8")
            counted: Counter[str] = Counter()
            assert list(records(Path(file.name), counted)) == wanted and not counted


RULINGS = [
    {"object": "ruling", "oracle_id": "b", "source": "wotc", "published_at": "2010-01-01", "comment": "It is later."},
    {"object": "ruling", "oracle_id": "b", "source": "wotc", "published_at": "2004-10-04", "comment": "It is a bear."},
    {"object": "ruling", "oracle_id": "w", "source": "scryfall", "published_at": "2004-10-04", "comment": "It is a wolf."},
]  # fmt: skip


def test_rulings_belong_to_cards_by_their_ids(tmp_path: Path) -> None:
    file, ruled = tmp_path / "cards.json", tmp_path / "rulings.json"
    file.write_text(json.dumps([{**BEAR, "oracle_id": "b"}, KING]))
    with pytest.raises(cards.NoRulings, match="no rulings are imported"):
        cards.card_rulings("Plain Bear")
    cards.import_file(file)
    with pytest.raises(cards.NoRulings, match="no rulings are imported"):
        cards.card_rulings("Plain Bear")
    ruled.write_text(json.dumps(RULINGS))
    assert cards.is_rulings(ruled) and not cards.is_rulings(file)
    for _ in range(2):  # they take the place of those before
        assert cards.import_rulings(ruled) == 3
    assert [each.text for each in cards.card_rulings("Plain Bear")] == ["It is a bear.", "It is later."]
    with pytest.raises(cards.NoRulings, match="Old King isn't among the cards"):
        cards.card_rulings("Old King")


def test_broken_rulings_leave_those_that_are_there(tmp_path: Path) -> None:
    file, ruled = tmp_path / "cards.json", tmp_path / "rulings.json"
    file.write_text(json.dumps([{**BEAR, "oracle_id": "b"}]))
    cards.import_file(file)
    ruled.write_text(json.dumps(RULINGS))
    cards.import_rulings(ruled)
    for broken in (json.dumps(RULINGS)[:-9], json.dumps([*RULINGS[:2], {"object": "ruling", "comment": 5}])):
        ruled.write_text(broken)
        with pytest.raises(CardFileProblem, match="cut off|expected rulings with"):
            cards.import_rulings(ruled)
    assert len(cards.card_rulings("Plain Bear")) == 2
