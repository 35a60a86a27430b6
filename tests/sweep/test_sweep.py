"""One part in 200 of the sweep, another one for each commit; and that the sweep sees what it is there to see."""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine.game import events as ev
from engine.model import Card, Face
from tests.sweep import __main__ as main
from tests.sweep import boards, cards, doing, invariants, plays, report, sweeping

PARTS = 200
"""Of the whole pool, about 116 cards: as many as two cores play in some ten seconds."""
SHARES = 8
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
    known = plays.Known()
    played = [cards.card(name) for name in names]
    failures = [f for card in played for f in sweeping.play(card, new=known.add(card))]
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


def test_an_answer_that_the_rules_refuse_is_taken_back() -> None:
    evidence = ab.Keyworded("collect evidence", ab.Literally(12))
    enters = ab.Moves(ab.This(), to="battlefield", verb="enters")
    assert not sweeping.play(_card(ab.Triggered(enters, ab.Optional(ab.You(), evidence))))
    bewildered = ab.Triggered(enters, ab.Sequence((evidence, ab.Keyworded("bewilder"))))
    found = sweeping.play(_card(bewildered), "cast from the hand")
    assert {f.kind for f in found} == {"refused"} and any("otherwise" in f.where for f in found)


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


def test_what_is_built_alike_is_copied_and_stolen_once() -> None:
    known = plays.Known()
    draws, gains = ab.Draw(ab.Literally(1)), ab.GainLife(ab.Literally(2), ab.You())
    assert known.add(_card(ab.Activated((), draws)))
    assert known.add(_card(ab.Activated((), gains)))
    assert not known.add(_card(ab.Activated((), gains), ab.Activated((), draws)))
    names = {p.name for p in plays.of_card(_card(ab.Activated((), gains)), new=False)}
    assert names < {p.name for p in plays.of_card(_card(ab.Activated((), gains)))} and "events" in names


def test_an_interrupted_sweep_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.jsonl"
    kept = sweeping.Failure(cards.part(3, 9000)[0], "refused", "an old failure", "somewhere")
    first = main.Played(kept.card, 0.1, (kept,))
    results.write_bytes(msgspec.json.encode(first) + b'\n{"card":"broken o')
    with pytest.raises(SystemExit):
        main.main(["--part", "3/9000", "--processes", "1", "--results", str(results)])
    assert "an old failure" in capsys.readouterr().out
    lines = [msgspec.json.decode(line, type=main.Played) for line in results.read_bytes().splitlines()]
    assert [played.card for played in lines] == cards.part(3, 9000)
