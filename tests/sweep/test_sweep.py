"""A two-hundredth of the sweep, another one for each commit; and that the sweep sees what it is there to see."""

from __future__ import annotations

import subprocess

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine.game import events as ev
from engine.model import Card, Face
from tests.sweep import boards, cards, doing, invariants, report, sweeping

PARTS = 200
SHARES = 4
"""How many tests the part is dealt out to, so that several processes can have their share."""


def part_of_the_commit() -> int:
    """Which part is played: told by the commit, so that each is the same wherever it is tested."""
    told = subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=boards.HERE, check=False
    )
    return int(told.stdout.strip()[:8] or "0", 16) % PARTS + 1


@pytest.mark.parametrize("share", range(SHARES))
def test_whole_cards_play(share: int) -> None:
    number = part_of_the_commit()
    names = cards.part(number, PARTS)[share::SHARES]
    failures = [f for name in names for f in sweeping.play(cards.card(name))]
    shown = "\n".join(report.table(failures, len(names), 0))
    assert not failures, f"python -m tests.sweep --part {number}/{PARTS}\n{shown}"


def _card(*abilities: ab.Ability) -> Card:
    face = Face("Odd Bear", "{1}{G}", "Creature — Bear", abilities, "2", "2")
    return Card("Odd Bear", (face,))


def test_what_the_engine_refuses_is_a_failure() -> None:
    unread = ab.Activated((), ab.Keyworded("bewilder"))
    kinds = {f.kind for f in sweeping.play(_card(unread), "activate")}
    assert kinds == {"refused"}


def test_what_is_asked_is_answered_otherwise_too() -> None:
    odd = ab.Triggered(
        ab.Moves(ab.This(), to="battlefield", verb="enters"), ab.Optional(ab.You(), ab.Keyworded("bewilder"))
    )
    found = sweeping.play(_card(odd), "cast from the hand")
    assert found and not any("least" in f.where for f in found)


def test_an_action_that_the_rules_forbid_is_no_failure() -> None:
    assert not sweeping.play(
        _card(
            ab.Activated((ab.Do(ab.Sacrifice(ab.Chosen(ab.Noun((("Dragon",),))))),), ab.Draw(ab.Literally(1)))
        )
    )


def test_a_game_that_is_out_of_order_is_seen() -> None:
    game = boards.full().fork()
    invariants.check(game)
    bears = next(i for i in game.battlefield() if game.name(i) == "Grizzly Bears")
    game.put_object(replace(game.objects[bears], counters=(), damage=5))
    with pytest.raises(invariants.OutOfOrder, match="state-based"):
        invariants.check(game)
    doing.happen(game, ev.GainLife(player="alice", amount=1))
    game.zones["exile", ""] = (*game.zones["exile", ""], game.zone("hand", "bob")[0])
    with pytest.raises(invariants.OutOfOrder, match="zone"):
        invariants.check(game)


def test_parts_are_the_whole() -> None:
    assert sorted(n for i in range(1, 8) for n in cards.part(i, 7)) == sorted(cards.whole())
