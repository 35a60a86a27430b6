"""Every word that refers back is bound: of the cards of the pool, and of what the rules themselves write as abilities (CR 608.2c, 111.10, 701.54, 702, 725)."""

from __future__ import annotations

import ast
import gzip
from importlib import resources
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.actions import designations, dungeon_cards, predefined, ring
from engine.binding import bound, references, unbound
from engine.binding.binder import given_to_itself
from engine.cards import POOL, from_json
from engine.keywords import EXPANSIONS, expand

REFUSALS = ("Unsupported", "Undecided", "IllegalAction")
ROOT = Path(__file__).resolve().parents[3]
OF = 20
"""One card of so many of the pool is looked at, the same each time."""


def one_in_twenty() -> list[tuple[str, tuple[ab.Ability, ...]]]:
    """The abilities of faces of whole cards, with the names of the faces."""
    faces = []
    with gzip.open(Path(str(resources.files("engine.cards") / POOL))) as lines:
        for line in lines:
            name = line[: line.index(b",")]
            if crc32(name) % OF == 0 and b'"declined"' not in line:
                faces += [(face.name, face.abilities) for face in from_json(line).faces]
    return faces


def nothing_meant(value: Any) -> list[str]:
    return [repr(found.word) for found in references(unbound(value)) if found.meant is None]


def test_every_word_of_whole_cards_is_bound() -> None:
    faces = one_in_twenty()
    assert len(faces) > 500
    assert {name: wrong for name, abilities in faces if (wrong := nothing_meant(abilities))} == {}
    altered = [name for name, told in faces if unbound(bound(told)) != rewrite(told, given_to_itself)]
    assert altered == []


@pytest.mark.parametrize("name", sorted(EXPANSIONS))
def test_every_word_of_what_keywords_mean_is_bound(name: str) -> None:
    keyword = ab.Keyword(
        name,
        costs=(ab.PayMana("{1}"),),
        number=ab.Literally(1),
        which=ab.Noun((("land",),), "card"),
        note="a card" if name == "gift" else "",
    )
    meaning = expand(keyword)
    assert nothing_meant(meaning) == []
    assert unbound(bound(unbound(meaning))) == unbound(meaning)


@pytest.mark.parametrize("name", sorted(predefined.TOKENS))
def test_every_word_of_predefined_tokens_is_bound(name: str) -> None:
    abilities = predefined.TOKENS[name][1]().abilities
    assert nothing_meant(abilities) == []


def test_every_word_of_the_ring_and_of_the_monarch_is_bound() -> None:
    for abilities in ring._abilities():
        assert nothing_meant(abilities) == []
    assert nothing_meant((*designations.MONARCHY, *designations.INITIATIVE)) == []


@pytest.mark.parametrize("name", sorted(dungeon_cards.DUNGEONS))
def test_every_word_of_the_dungeons_is_bound_and_their_arrows_lead_to_rooms(name: str) -> None:
    dungeon = dungeon_cards.DUNGEONS[name]
    assert nothing_meant(dungeon.base.abilities) == []
    assert {to for room in dungeon.rooms for to in room.leads} == {room.name for room in dungeon.rooms[1:]}
    assert [room.name for room in dungeon.rooms if not room.leads] == [dungeon.rooms[-1].name]


def test_nothing_refuses_in_play_with_what_words_refer_to() -> None:
    """What words refer to is settled as a card is read: only the reading of cards may decline with it."""
    refusing = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted((ROOT / "engine").rglob("*.py"))
        if not {"oracle", "binding"} & set(path.parts)
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in REFUSALS
        if "refers to" in ast.unparse(call)
    ]
    assert refusing == []
