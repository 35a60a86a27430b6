"""Cards that a text names, found without the engine."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.model import plain
from scenarios import mentions
from scenarios.cards import Cards
from scenarios.cards.pool import pool_source


@pytest.fixture(scope="module", autouse=True)
def _pool() -> None:
    """The index of the pool is there once a card has been asked for."""
    Cards().find("Grizzly Bears")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Does Blood Moon stop Urborg, Tomb of Yawgmoth?", ["Blood Moon", "Urborg, Tomb of Yawgmoth"]),
        ("i bolt it with lightning bolt, then fire // ice", ["lightning bolt", "fire // ice"]),
        ("Blood Artist's trigger; Sakura-Tribe Elder.", ["Blood Artist", "Sakura-Tribe Elder"]),
        ("no card at all is named here", []),
        ("", []),
    ],
)
def test_names_are_found_in_running_text(text: str, names: list[str]) -> None:
    found = mentions.cards_of(text)
    assert [card.name for card in found if " " in card.name] == names
    assert all(text[card.start : card.end] == card.name for card in found)


@pytest.mark.parametrize(
    ("text", "misspelt", "card"),
    [
        ("can I Ligthning Bolt it", ["ligthning"], ("Instant",)),
        ("my Tarmagoyf has no counters", ["tarmagoyf"], ("Creature",)),
        ("a misspelt wrod alone", ["wrod"], ()),
    ],
)
def test_misspelt_names_are_found_when_asked_for(
    text: str, misspelt: list[str], card: tuple[str, ...]
) -> None:
    found = mentions.cards_of(text, misspelt)
    assert len(found) == len(card)
    assert all(set(card) <= set(one.about) for one in found)
    assert all(word in one.name.lower() for one, word in zip(found, misspelt, strict=False))


def test_a_card_is_told_by_its_keywords_types_and_deeds() -> None:
    (found,) = mentions.cards_of("my Pelakka Wurm")
    assert "trample" in found.keywords
    assert {"Creature", "Triggered"} <= set(found.about)


def test_a_record_as_cards_are_imported_is_told_too() -> None:
    assert mentions.told(b'{"name": "A", "type_line": "Creature", "keywords": ["Trample"]}') == (
        ("Trample",),
        ("Creature",),
    )


def test_names_are_compared_as_the_index_has_them() -> None:
    pool = pool_source()
    assert pool is not None
    for name in [*list(pool.names())[::50], "Lim-Dûl's Vault", "Æther Vial", "Fire // Ice"]:
        assert mentions.plain(name) == plain(name)


def test_neither_engine_nor_cards_are_loaded() -> None:
    code = "import sys; from scenarios.mentions import cards_of; cards_of('Blood Moon'); print(any(m.startswith(('engine', 'scenarios.cards')) for m in sys.modules))"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "False"
    )
