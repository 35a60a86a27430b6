"""What a search reads and how it weighs it: stems, shelves, the digest's numbers in other editions, titles without text."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules_db
from rules_db import digest
from rules_db.notation import stems
from rules_db.opening import database, open_database
from rules_db.searching import Named, hits
from rules_db.store import indexing


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with nothing but the digest."""
    home = tmp_path_factory.mktemp("fresh")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_HOME", str(home))
        open_database().close()
    return home


@pytest.mark.parametrize(
    "family",
    [
        ("cast", "casts", "casting"),
        ("copy", "copies", "copied", "copying"),
        ("tap", "taps", "tapped", "tapping"),
        ("control", "controls", "controlled", "controlling"),
        ("kill", "kills", "killed", "killing"),
        ("sacrifice", "sacrifices", "sacrificed", "sacrificing"),
        ("pass", "passes", "passed"),
        ("opponent", "opponent's", "Opponents"),
    ],
)
def test_forms_of_a_word_have_one_stem(family: tuple[str, ...]) -> None:
    assert len({stems.stem(word) for form in family for word in stems.words(form)}) == 1


def test_different_words_have_different_stems() -> None:
    words = ["ward", "wand", "counter", "count", "player", "play", "land", "landwalk", "die", "dice", "boss"]
    assert len({stems.stem(word) for word in words}) == len(words)


@given(st.text(max_size=60))
def test_any_text_has_stems_without_blanks(text: str) -> None:
    assert all(stem and not stem.isspace() for stem in stems.stems(text))


def test_the_best_question_of_a_rule_counts(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(fresh))
    with database(writable=True) as connection:
        documents = [
            ("100.1", ["swing", "team"]),
            ("100.1", ["nap"]),
            ("100.2", ["swing", "and", "much", "that", "is", "beside", "it"]),
        ]
        indexing.shelve(connection, "trial", documents)
        shelf = indexing.Shelf(connection, "trial")
        found = shelf.matches({"swing": 1.0, "nap": 0.1})
        rarity = shelf.rarities(["swing", "nap", "absent"])
        indexing.remove(connection, "trial")
        assert indexing.Shelf(connection, "trial").matches({"swing": 1.0}) == {}
    assert found["100.1"] > found["100.2"] > 0
    assert rarity["swing"] < rarity["nap"] < rarity["absent"]


@pytest.mark.parametrize("asked", ["counter a spell", "how does trample work", "what is first strike"])
def test_a_hit_always_says_something(asked: str, fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(fresh))
    for hit in rules_db.search(asked):
        assert hit.text
        assert hit.text != hit.title


def test_a_rule_that_is_only_a_title_shows_its_subrule(all_editions: Path) -> None:
    hit = rules_db.search("trample", "2026-06-19")[0]
    assert (hit.number, hit.title, hit.how) == ("702.19", "Trample", "title")
    assert hit.text_of.startswith("702.19")
    assert hit.text_of != hit.number
    assert hit.text == rules_db.rule(hit.text_of, "2026-06-19").entries[0].text


@pytest.mark.parametrize(
    "asked", ["how does trample work", "can I assign the extra trample damage to the player"]
)
def test_what_a_keyword_does_comes_before_its_fine_print(asked: str, all_editions: Path) -> None:
    numbers = [hit.number for hit in rules_db.search(asked, "2026-06-19")]
    assert numbers.index("702.19b") < 3
    assert "702.19d" not in numbers[: numbers.index("702.19b")]


def test_other_editions_know_rules_by_their_titles(all_editions: Path) -> None:
    with database() as connection:
        known = indexing.Shelf(connection, "2012-06-01").digested()[0]
        newest = indexing.Shelf(connection, "2026-06-19").digested()[0]
    assert known["702.18b"] == "702.19b"
    assert known["100.2"] == "100.2"  # every chapter has a section of general rules
    assert known["308"] == "-"  # the digest has no tribal cards
    assert all(ours in ("-", number) for number, ours in newest.items())
    assert set(newest.values()) <= {entry.number for entry in digest.load()} | {"-"}


def test_a_question_finds_its_rule_in_an_older_edition(all_editions: Path) -> None:
    assert "702.18b" in [hit.number for hit in rules_db.search("how does trample work", "2012-06-01")[:3]]


def test_marks_cover_every_form_of_a_word() -> None:
    text = "Tapped creatures can't block; blockers may be tapped."
    marked = [text[start:end] for start, end in hits._marks(text, {"tap", "block"})]
    assert marked == ["Tapped", "block", "tapped"]


def test_common_rules_and_asked_ones_exist() -> None:
    known = {entry.number for entry in digest.load()}
    assert set(digest.load_common()) <= known
    assert {number for number, _ in digest.load_asked()} <= known


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("deathtuch", "deathtouch"),
        ("tramlpe", "trample"),
        ("vigilence", "vigilance"),
        ("legandery", "legendary"),
        ("tokkens", "tokens"),
    ],
)
def test_a_misspelt_word_is_searched_for_as_what_it_means(
    written: str, meant: str, fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(fresh))
    found = rules_db.searched(f"what does {written} do")
    assert found.respelt == {written: meant}
    assert found.hits == rules_db.searched(f"what does {meant} do").hits


@pytest.mark.parametrize("asked", ["fizzle", "goyf", "xyzzyx", "mulligans", "Questing Beast"])
def test_a_word_that_is_known_or_near_to_none_stays(
    asked: str, fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(fresh))
    assert not set(rules_db.searched(asked).respelt) - {"questing"}


def test_a_card_counts_as_what_it_is(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(fresh))
    asked = "my Zyxgrub was blocked and the blocker is gone, how is its damage assigned"

    def cards_of(text: str, misspelt: Collection[str]) -> list[Named]:
        return [
            Named("Zyxgrub", text.index("Zyxgrub"), text.index("Zyxgrub") + 7, ("trample",), ("Creature",))
        ]

    with_card = rules_db.searched(asked, cards_of=cards_of)
    assert with_card.cards == ("Zyxgrub",)
    assert "702.19d" in [hit.number for hit in with_card.hits[:3]]
    assert "702.19d" not in [hit.number for hit in rules_db.search(asked)[:3]]


def test_a_word_of_the_language_is_no_card(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(fresh))

    def cards_of(text: str, misspelt: Collection[str]) -> list[Named]:
        if misspelt:
            return []
        return [Named(word, text.index(word), text.index(word) + len(word)) for word in ("counter", "Clone")]

    assert rules_db.searched("can I counter a Clone", cards_of=cards_of).cards == ("Clone",)


def test_the_question_counts_more_than_the_story(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(fresh))
    story = (
        "Hey guys, yesterday we played a four player game and it was my turn. I had drawn a land and cast a creature, he"
        " attacked my planeswalker with a big flying dragon, then we went to the end of the turn. "
    )
    asked = "How many cards may I keep in hand?"
    assert {"402.2", "514.1"} & {hit.number for hit in rules_db.search(story + asked)[:3]}
