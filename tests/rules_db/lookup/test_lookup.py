"""Look-up, glossary, search and citations: by number, by name, misspelt, in players' words."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules_db
from rules_db import digest, lookup
from rules_db.concordance import Counterparts
from rules_db.errors import RulesError, UnknownRule
from rules_db.lookup import rules, terms
from rules_db.notation import naming, numbers, references
from rules_db.opening import database
from rules_db.store import editions
from rules_db.store.digest_names import DATE
from rules_db.texts import reading
from tests.rules_db import measuring
from tests.rules_db.conftest import edition_file, need_texts


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("702.19b", "702.19b"),
        ("Rule 702.19B.", "702.19b"),
        ("702", "702"),
        ("7", "7"),
        ("trample", "702.19"),
        ("state based actons", "704"),
        ("deathtuch", "702.2"),
        ("fizzle", "608.2b"),
        ("summoning sickness", "302.6"),
        ("Combat Damage Step", "510"),
    ],
)
def test_a_fresh_install_finds_rules(home: Path, query: str, number: str) -> None:
    assert rules_db.rule(query).entries[0].number == number


def test_an_entry_brings_its_surroundings(all_editions: Path) -> None:
    entry = rules_db.rule("702.19b").entries[0]
    assert [line.number for line in entry.headings] == ["7", "702", "702.19"]
    assert entry.headings[2].title == "Trample"
    assert len(entry.examples) == 2
    assert "702.19c" in [line.number for line in entry.referred_by]
    assert entry.digest
    keyword = rules_db.rule("702.19").entries[0]
    assert [line.number for line in keyword.children] == [f"702.19{letter}" for letter in "abcdefg"]
    assert {ruling.number for ruling in keyword.rulings} == {"502.9"}


def test_ranges(home: Path) -> None:
    assert [e.number for e in rules_db.rule("601.2a–d").entries] == ["601.2a", "601.2b", "601.2c", "601.2d"]
    assert [e.title for e in rules_db.rule("702.19-702.21").entries] == ["Trample", "Vigilance", "Ward"]


@pytest.mark.parametrize(
    ("asked", "found", "missing"),
    [
        ("702.19-20", ["702.19", "702.20"], ()),
        ("704.5a-c, 7", ["704.5a", "704.5b", "704.5c", "7"], ()),
        ("704.5g 704.5g", ["704.5g"], ()),
        ("704.5g 704.9", ["704.5g"], ("704.9",)),
        ("100.6-9", ["100.6", "100.7"], ("100.9",)),
        ("702.21-702.19", ["702.19", "702.20", "702.21"], ()),
        ("104.6-105.1", ["104.6", "105.1"], ()),
    ],
)
def test_several_numbers_and_ranges(
    home: Path, asked: str, found: list[str], missing: tuple[str, ...]
) -> None:
    answer = rules_db.rule(asked)
    assert [entry.number for entry in answer.entries] == found
    assert answer.missing == missing


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("702.19b Trample", "702.19b"),
        ("704.5g. State-Based Actions", "704.5g"),
        ("the stack", "405"),
        ("an artifact", "301"),
    ],
)
def test_a_rule_as_it_is_quoted(home: Path, asked: str, number: str) -> None:
    assert rules_db.rule(asked).entries[0].number == number


@pytest.mark.parametrize(
    ("asked", "found", "missing"),
    [
        ("trample 702.2b", ["702.19", "702.2b"], ()),
        ("702.2b trample", ["702.2b", "702.19"], ()),
        ("702.999 Trample", ["702.19"], ("702.999",)),
        ("flying and reach", ["702.9", "702.17"], ()),
        ("deathtouch trample", ["702.2", "702.19"], ()),
        ("ward {2}, 704.5a-b & the stack", ["702.21", "704.5a", "704.5b", "405"], ()),
    ],
)
def test_several_of_which_some_are_names(
    home: Path, asked: str, found: list[str], missing: tuple[str, ...]
) -> None:
    answer = rules_db.rule(asked)
    assert (answer.how, [entry.number for entry in answer.entries]) == ("several", found)
    assert answer.missing == missing


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("{W/P}", "107.4f"),
        ("{r/p}", "107.4f"),
        ("{2/G}", "107.4e"),
        ("{B/G}", "107.4e"),
        ("{T}:", "107.5"),
        ("+1", "606.4"),
        ("[−7]", "606.4"),
        ("-X ability", "606.4"),
        ("+1/+1", "122.1a"),
        ("sublayer 7B", "613.4b"),
        ("layer seven", "613.1g"),
        ("protection from red", "702.16"),
        ("ward—pay 3 life", "702.21"),
        ("cumulative upkeep {1}", "702.24"),
        ("scry 2", "701.22"),
        ("affinity for artifacts", "702.41"),
        ("first main phase", "505"),
        ("wicked role token", "111.10q"),
        ("landfall", "207.2c"),
        ("a flying counter", "122.1b"),
    ],
)
def test_what_no_rule_has_as_its_title_is_found_as_it_is_written(home: Path, asked: str, number: str) -> None:
    assert rules_db.rule(asked).entries[0].number == number
    assert rules_db.search(asked)[0].number == number


def test_the_set_of_terms_is_found_by_name(home: Path) -> None:
    for asked, answers in measuring.questions("terms"):
        if "planeswalker" not in asked and "loyalty" not in asked:  # questions, not names
            assert answers & {entry.number for entry in rules_db.rule(asked).entries}, asked


@pytest.mark.parametrize("asked", ["draw from empty library", "damage from lifelink", "creature for mana"])
def test_only_keywords_have_parameters(home: Path, asked: str) -> None:
    with pytest.raises(UnknownRule, match="is called"):
        rules_db.rule(asked)


def test_a_long_range_says_what_it_leaves_out(home: Path) -> None:
    answer = rules_db.rule("700.1-709.1")
    assert len(answer.entries) == rules.MOST
    assert answer.remark.startswith(f"the first {rules.MOST} of ")


@pytest.mark.parametrize("nonsense", ["702..19", "99999", "702/19b"])
def test_no_number_is_told_how_numbers_are_written(home: Path, nonsense: str) -> None:
    with pytest.raises(UnknownRule, match=r"is no rule number; .*702\.19-21"):
        rules_db.rule(nonsense)


def test_an_unknown_number_says_where_its_rule_is(all_editions: Path) -> None:
    with pytest.raises(UnknownRule, match=r"today's 702\.19b is 502\.9b there"):
        rules_db.rule("702.19b", "2003")
    with pytest.raises(UnknownRule, match=r"the 502\.9b of 2007-10-01 is 702\.19b here"):
        rules_db.rule("502.9b")


def _everything_that_the_digest_is_asked() -> list[str]:
    """Every title, glossary term and players' word that a fresh install knows, and some numbers."""
    entries = digest.load()
    names = [entry.title for entry in entries if entry.title]
    names += [term.term for term in digest.load_glossary()]
    names += [word.phrase for word in (*digest.load_slang(), *digest.load_terms())]
    return list(dict.fromkeys([*names, *(entry.number for entry in entries[::10])]))


@pytest.mark.parametrize("installed", [DATE, "2012-06-01", "2003-03-15"])
def test_importing_loses_no_answers(
    installed: str, home: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a fresh install answers is answered with an official text, of whatever date, too."""
    rules_db.import_file(edition_file(installed))
    asked = _everything_that_the_digest_is_asked()
    with database() as connection:
        assert editions.newest(connection) == installed
        for query in asked[:: 1 if installed == DATE else 5]:
            found = lookup.rule(connection, query)
            assert found.how != "similar", query
            if installed == DATE:
                assert {entry.edition for entry in found.entries} == {installed}, query
        for term in digest.load_glossary()[:: 1 if installed == DATE else 5]:
            assert terms.glossary(connection, term.term)


@pytest.mark.parametrize(
    ("word", "edition", "number", "match"),
    [
        ("cmc", "2012", "202.3", "same"),
        ("sba", "2007", "420", "same"),
        ("fizzle", "2003", "413.2a", "same"),
        ("legend rule", "2003", "420.5e", "same"),
        ("layers", "2007", "418.5", "same"),
        ("layer", "2007", "418.5", ""),
        ("trample", "2003", "502.9", ""),
        ("mana burn", "2003", "300.4", "same"),
        ("remove from the game", "2012", "701.9", "same"),
    ],
)
def test_players_words_in_older_editions(
    all_editions: Path, word: str, edition: str, number: str, match: str
) -> None:
    entry = rules_db.rule(word, edition).entries[0]
    assert (entry.number, entry.match) == (number, match)


def test_every_players_word_leads_to_a_counterpart_or_is_said_not_to(all_editions: Path) -> None:
    with database() as connection:
        for edition in ("2003-03-15", "2012-06-01"):
            places = Counterparts(connection, edition)
            for word in digest.load_slang()[::5]:
                try:
                    entries = lookup.rule(connection, word.phrase, edition).entries
                except UnknownRule as unknown:
                    assert f"today {word.phrase!r} is {word.numbers[0]}" in str(unknown)
                    assert not any(places.of(number) for number in word.numbers)
                    continue
                for entry in entries:
                    there = places.of(entry.today) if entry.today else None
                    assert there is None or (there.number, there.kind) == (entry.number, entry.match)


@pytest.mark.parametrize(
    ("asked", "edition", "today"),
    [
        ("702.18b", "2012", "702.19b"),
        ("702.19b", "2012", "702.20b"),
        ("214.7a", "2003", None),
        ("502.9b", "2003", "702.19b"),
    ],
)
def test_the_digests_sentence_is_that_of_the_counterpart(
    all_editions: Path, asked: str, edition: str, today: str | None
) -> None:
    entry = rules_db.rule(asked, edition, digest=True).entries[0]
    sentences = {line.number: line.digest for line in digest.load()}
    assert (entry.today, entry.digest) == ((today, sentences[today]) if today else ("", ""))


def test_an_unknown_number_names_near_ones_and_other_editions(all_editions: Path) -> None:
    with pytest.raises(UnknownRule, match=r"502\.9a") as caught:
        rules_db.rule("502.9a")
    assert "2003-03-15" in str(caught.value)
    assert caught.value.near


def test_a_prefix_of_a_date_means_the_newest_it_fits(all_editions: Path) -> None:
    assert rules_db.rule("100.1", "2010").entries[0].edition == "2010-10-01"
    assert rules_db.rule("100.1", "2010-04").entries[0].edition == "2010-04-23"
    with pytest.raises(RulesError, match="1999"):
        rules_db.rule("100.1", "1999")


def test_the_glossary_has_its_entries_and_their_rules(all_editions: Path) -> None:
    entry = rules_db.glossary("last known information")[0]
    assert entry.term == "Last Known Information"
    assert "608.2h" in [line.number for line in entry.rules]
    assert rules_db.glossary("abilty")[0].how == "similar"


def test_the_glossary_of_a_fresh_install_is_the_digest(home: Path) -> None:
    entry = rules_db.glossary("flying")[0]
    assert (entry.how, entry.edition) == ("term", "digest")
    assert [line.number for line in entry.rules] == ["702.9", "702.9a", "702.9b", "702.9c"]
    assert rules_db.glossary("state-based action")[0].term == "State-Based Actions"
    assert [entry.term for entry in rules_db.glossary("active player")] == ["Active Player"]
    assert rules_db.glossary("partner with")[0].term.startswith("Partner,")


def test_the_digest_has_every_term_of_the_newest_glossary(home: Path) -> None:
    need_texts()
    official = reading.read_document(edition_file(DATE).read_bytes()).glossary
    ours = digest.load_glossary()
    places = []
    with database() as connection:
        for term in official:
            entries = terms.glossary(connection, term.term)
            assert {entry.how for entry in entries} == {"term"}, term.term
            answered = [naming.called(entry.term)[1] for entry in entries]
            assert frozenset().union(*answered) == naming.called(term.term)[1], term.term
            places += [next(t.line for t in ours if t.term == entry.term) for entry in entries]
            assert lookup.rule(connection, term.term).how != "similar", term.term
    assert len(official) == 726
    assert places == [term.line for term in ours]


def test_the_digests_glossary_cites_rules_that_exist() -> None:
    known = {entry.number for entry in digest.load()}
    for term in digest.load_glossary():
        cited = [number for number, _ in references.mentioned(term.text)]
        assert 1 <= len(cited) <= 3, term.term
        assert set(cited) <= known, term.term
        assert len(term.text.split()) < 40, term.term


@pytest.mark.parametrize(
    ("asked", "term"),
    [
        ("stapped", "Tapped"),
        ("last know information", "Last Known Information"),
        ("multi kicker", "Multikicker"),
    ],
)
def test_a_misspelt_term_is_guessed_and_said_to_be(home: Path, asked: str, term: str) -> None:
    entry = rules_db.glossary(asked)[0]
    assert (entry.how, entry.term) == ("similar", term)


@pytest.mark.parametrize(
    "asked", ["quxzzy blorp", "goblin", "sword", "wizard", "creature token", "mana type"]
)
def test_a_term_is_not_taken_as_one_that_merely_looks_like_it(home: Path, asked: str) -> None:
    with pytest.raises(UnknownRule, match="no entry"):
        rules_db.glossary(asked)
    with pytest.raises(UnknownRule, match="is called"):
        rules_db.rule(asked)


def test_the_terms_of_an_older_edition_are_its_own(all_editions: Path) -> None:
    assert rules_db.glossary("attack", "2012")[0].edition == "2012-06-01"
    assert rules_db.glossary("bury", "2003")[0].edition == "2003-03-15"
    for look_up in (rules_db.glossary, rules_db.rule):
        with pytest.raises(UnknownRule, match="editions that have it: 2026-06-19") as caught:
            look_up("goad", "2012")
        assert "2012" not in str(caught.value)


def test_search_marks_the_words_it_found(home: Path) -> None:
    hits = rules_db.search("lethal damage deathtouch")
    marked = {hit.text[start:end].lower() for hit in hits for start, end in hit.marks}
    assert "deathtouch" in marked


def test_search_puts_numbers_first_then_names(home: Path) -> None:
    hits = rules_db.search("704.5g trample")
    assert hits[0].number == "704.5g"
    assert hits[0].how == "number"
    assert rules_db.search("ward")[0].number == "702.21"
    assert rules_db.search("bounce")[0].how == "players' word"


@pytest.mark.parametrize("odd", ['"', "AND OR NOT", "a* (b", "':;", "{T}", "–", "∞"])
def test_search_takes_any_characters(home: Path, odd: str) -> None:
    rules_db.search(odd)


def test_an_empty_search_is_refused(home: Path) -> None:
    with pytest.raises(RulesError):
        rules_db.search("  ")


@pytest.mark.parametrize("fresh", [True, False])
def test_questions_in_players_words_find_their_rules(
    fresh: bool, home: Path, request: pytest.FixtureRequest
) -> None:
    if not fresh:
        request.getfixturevalue("all_editions")
    asked = measuring.questions("questions")
    assert len(asked) >= 100
    for floor in (asked, [(measuring.mistyped(question, 0, 2), answers) for question, answers in asked]):
        first, three, ten = measuring.shares(measuring.ranks(floor, measuring.search))
        assert first >= 0.74
        assert three >= 0.93
        assert ten >= 0.96


@pytest.mark.parametrize(
    ("name", "floors"), [("questions_held_out", (0.55, 0.8, 0.92)), ("questions_unseen", (0.6, 0.8, 0.9))]
)
def test_questions_that_nothing_is_fitted_to_find_their_rules(
    home: Path, name: str, floors: tuple[float, float, float]
) -> None:
    asked = [(measuring.mistyped(question, 0), answers) for question, answers in measuring.questions(name)]
    found = measuring.shares(measuring.ranks(asked, measuring.search))
    assert all(share >= floor for share, floor in zip(found, floors, strict=True)), found


def test_players_words_lead_to_rules_that_exist() -> None:
    known = {entry.number for entry in digest.load()}
    slang = digest.load_slang() + digest.load_terms()
    assert len(slang) >= 400
    assert {number for word in slang for number in word.numbers} <= known
    assert len({word.phrase for word in slang}) == len(slang)


def test_the_digest_has_every_number_in_order() -> None:
    listed = [entry.number for entry in digest.load()]
    assert listed == numbers.in_order(listed)
    assert sum("." in number for number in listed) == 3153


def test_citations_come_from_the_digest_until_a_text_is_there(home: Path) -> None:
    first, second = rules_db.citations(["704.5g", "999.9z"])
    assert (first.number, first.source, first.heading) == ("704.5g", "digest", "State-Based Actions")
    assert second.number is None


@pytest.mark.parametrize(
    ("asked", "edition", "number"),
    [
        ("702.19b", None, "702.19b"),
        ("702.19b", "2012-06-01", "702.18b"),
        ("704.5g", "2003", "420.5c"),
        ("733", "2003", "422"),
        ("702.19", "2010", "702.17"),
        ("306.5", "2003", None),
        ("728.1", "2012", None),
        ("702.2c", "2003", None),
    ],
)
def test_citations_of_other_editions(
    all_editions: Path, asked: str, edition: str | None, number: str | None
) -> None:
    citation = rules_db.citations([asked], edition)[0]
    assert citation.number == number
    if number is None:
        assert ("no such rule" in citation.text) is asked.startswith("702.")
        assert "none of the rules" in citation.text or asked.startswith("702.")
