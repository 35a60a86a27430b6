"""Deck lists of several programs as the zones of a scenario."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.exchange import FORMATS, import_decks, import_text
from scenarios.exchange.deck_lists import finish
from scenarios.format import ScenarioError
from scenarios.runner import run_text

ARENA = """\
About
Name Bears

Companion
1 Plain Otter (IKO) 226

Deck
4 Lightning Bolt (STA) 42
20 Mountain

Sideboard
1 Plain Otter (IKO) 226
3 Shock (M21) 159
"""
ONLINE = "4 Lightning Bolt\r\n20 Mountain\r\n\r\n3 Fire/Ice\r\n"
DEK = """<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <Cards CatID="1" Quantity="4" Sideboard="false" Name="Lightning Bolt" Annotation="0" />
  <Cards CatID="2" Quantity="3" Sideboard="true" Name="Fire/Ice" />
</Deck>
"""
COD = """<?xml version="1.0"?>
<cockatrice_deck version="1">
  <deckname>Bears</deckname>
  <zone name="main"><card number="4" name="Forest"/></zone>
  <zone name="side"><card number="1" name="Shock"/></zone>
  <zone name="tokens"><card number="2" name="Bear"/></zone>
</cockatrice_deck>
"""


def zones(text: str, form: str = "deck") -> dict[str, list[Any]]:
    reader = FORMATS[form].deck
    assert reader is not None
    return finish(reader(text, "a")).zones


def test_arenas_sections_are_zones() -> None:
    assert zones(ARENA) == {
        "library": [{"card": "Lightning Bolt", "count": 4}, {"card": "Mountain", "count": 20}],
        "outside the game": [{"card": "Plain Otter", "companion": True}, {"card": "Shock", "count": 3}],
    }


def test_the_cards_after_an_empty_line_are_the_sideboard_and_it_is_told() -> None:
    assert zones(ONLINE)["outside the game"] == [{"card": "Fire // Ice", "count": 3}]
    assert "the cards after the empty line are taken as the sideboard" in import_text(ONLINE, "a").remarks
    several = import_text("4 Forest\n\n3 Shock\n\n2 Mountain", "a")
    assert "outside the game" not in several.text and "no line says Sideboard" in several.text


@pytest.mark.parametrize(
    ("line", "zone", "name", "number"),
    [
        ("4 Forest", "library", "Forest", 4),
        ("4x Forest", "library", "Forest", 4),
        ("4xForest", "library", "Forest", 4),
        ("1 Bear, the Great [CMR#12] *F*", "library", "Bear, the Great", 1),
        ("1 Day /// Night (MID) 1", "library", "Day // Night", 1),
        ("SB: 2 Shock", "outside the game", "Shock", 2),
        ("1 Old King *CMDR*", "command", "Old King", 1),
        ("//Sideboard\n1 Shock", "outside the game", "Shock", 1),
        ("SIDEBOARD:\n1 Shock", "outside the game", "Shock", 1),
        ("Commander (1)\n1 Old King", "command", "Old King", 1),
        ("# my deck\nCreatures (3)\n3 Plain Bear", "library", "Plain Bear", 3),
        ("\ufeff3 Plain Bear", "library", "Plain Bear", 3),
        ("2 1996 Bears", "library", "1996 Bears", 2),
    ],
)
def test_lines_as_people_write_them(line: str, zone: str, name: str, number: int) -> None:
    assert zones(line) == {zone: [{"card": name, **({"count": number} if number > 1 else {})}]}


def test_what_is_no_part_of_the_deck_is_told() -> None:
    assert import_text("1 Forest\nMaybeboard\n2 Shock", "a").unsaid == (
        "line 3: 2 Shock: no part of the deck",
    )
    assert import_text(COD, "a.cod").unsaid == ("line 6: 2 Bear in the zone 'tokens'",)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("4 Forest\nhello", "a:2:1: expected a number and a card's name"),
        ("0 Forest", "a:1:1: expected 1 to 10,000 of a card, found '0'"),
        ("Deck\n\nSideboard", "none of these"),
        ("hello", "none of these"),
        ("", "none of these"),
        ("<Deck><Cards Quantity='1' Name='X'/>", "a:1:37: no XML"),
        ("<Deck>\n<Cards Quantity='x' Name='X'/></Deck>", "a:2:1: expected 1 to 10,000 of 'X', found 'x'"),
        ("<Deck>\n<Cards Quantity='1'/></Deck>", "a:2:1: a card without a name"),
        ("<Deck></Deck>", "no card is in the deck"),
        ("<x><Deck ><Cards Quantity='1' Name='X'/></Deck></x>", "expected <Deck>, found '<x>'"),
        ('<!DOCTYPE d [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>\n<Deck><Cards Quantity="1" Name="&c;"/></Deck>', "document type"),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_lines(text: str, told: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        import_text(text, "a")
    assert told in caught.value.page


@pytest.mark.parametrize(("text", "form"), [(ARENA, "deck"), (ONLINE, "deck"), (DEK, "dek"), (COD, "cod")])
def test_a_format_is_recognized_by_its_content(text: str, form: str) -> None:
    assert import_text(text, "-").text == import_text(text, "-", form).text
    assert [name for name, each in FORMATS.items() if each.is_it(text)][0] == form


@pytest.mark.parametrize(
    ("text", "card", "number"),
    [(ONLINE, "Lightning Bolt", 4), (DEK, "Lightning Bolt", 4), (COD, "Forest", 4)],
)
def test_a_deck_begins_a_game(text: str, card: str, number: int) -> None:
    written = import_text(text, "a")
    assert written.unknown == ()
    [ruling] = run_text(written.text + f"expect: {{library: {{alice: {{{card}: {number}}}}}}}")
    assert ruling.status == "right", ruling.detail
    [opened] = run_text(
        import_text("60 Forest", "a").text + "start: alice\nexpect: {hand: {alice: {Forest: 7}}}"
    )
    assert opened.status == "right", opened.detail


def test_a_commander_makes_it_a_game_of_commander() -> None:
    written = import_text("1 Isamaru, Hound of Konda *CMDR*\n99 Plains", "a")
    [ruling] = run_text(written.text + "expect: {life: {alice: 40}, command: {alice: 1}}")
    assert ruling.status == "right", ruling.detail


def test_several_decks_are_several_players(tmp_path: Any) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.dek"
    one.write_text(ARENA)
    two.write_text(DEK)
    written = import_decks([("carol", str(one)), ("", str(two))])
    assert "carol:" in written.text and "alice:" in written.text and "bob:" not in written.text
    with pytest.raises(ScenarioError, match="carol has two decks"):
        import_decks([("carol", str(one)), ("carol", str(two))])


def test_cards_that_nobody_knows_stay_and_are_named_once() -> None:
    written = import_text("4 Nonesuch Bear\n2 Shock\n1 Grizzly Bears\n\n1 Nonesuch Bear", "a")
    assert written.unknown == ("Nonesuch Bear",) and written.text.count("Nonesuch Bear") == 3


NAMES = st.lists(
    st.sampled_from(["Bear", "Plain", "Shock", "of", "the", "Æther", "King's", "1996", "X", "Co-op,"]), min_size=1, max_size=4
).map(" ".join)  # fmt: skip
DECKS = st.lists(st.tuples(st.integers(1, 99), NAMES), min_size=1, max_size=8)


@settings(max_examples=50, deadline=None)
@given(DECKS, DECKS, st.sampled_from(["{} {}", "{}x {}", "{} {} (M10) 12", "{}  {}  *F*"]))
def test_a_list_that_is_written_is_read_as_meant(
    main: list[tuple[int, str]], side: list[tuple[int, str]], shape: str
) -> None:
    text = "\n".join(["Deck", *(shape.format(*each) for each in main), "", "Sideboard", *(shape.format(*each) for each in side)])  # fmt: skip
    found = zones(text)
    for zone, meant in (("library", main), ("outside the game", side)):
        assert each_of(found[zone]) == [name for number, name in meant for _ in range(number)]


@settings(max_examples=40, deadline=None)
@given(DECKS, DECKS)
def test_a_file_that_is_written_is_read_as_meant(
    main: list[tuple[int, str]], side: list[tuple[int, str]]
) -> None:
    from xml.sax.saxutils import quoteattr

    cards = [(each, flag) for deck, flag in ((main, "false"), (side, "true")) for each in deck]
    text = "".join(
        f"<Cards Quantity='{n}' Sideboard='{flag}' Name={quoteattr(name)}/>\n" for (n, name), flag in cards
    )
    found = zones(f"<Deck>{text}</Deck>", "dek")
    assert each_of(found["library"]) + each_of(found["outside the game"]) == [
        name for (number, name), _ in cards for _ in range(number)
    ]


def each_of(entries: list[Any]) -> list[str]:
    return [entry["card"] for entry in entries for _ in range(entry.get("count", 1))]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.sampled_from([*FORMATS, None]))
def test_whatever_a_file_holds_it_is_read_or_refused(text: str, form: str | None) -> None:
    try:
        written = import_text(text, "a", form)
    except ScenarioError as error:
        assert str(error).startswith("a")
    else:
        assert run_text(written.text)[0].status != "crashed"
