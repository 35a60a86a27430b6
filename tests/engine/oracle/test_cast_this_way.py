"""What is said of a spell that was cast at once goes on from that, whatever it is called (CR 608.2g, 614.1a)."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine.oracle import read_line

_CAST = "You may cast target sorcery card from your graveyard. If "
_THERE = " would be put into a graveyard this turn,"
_ELSEWHERE = " exile it instead."


@pytest.mark.parametrize(("spell", "said"), [("that spell", ""), ("a spell cast this way", "this way")])
def test_where_a_spell_goes_that_was_cast_just_before(spell: str, said: str) -> None:
    (read,) = read_line(_CAST + spell + _THERE + _ELSEWHERE, "spell line").values
    (kept,) = (part for part in ab.walk(read) if isinstance(part, ab.Instead))
    assert (kept.said, kept.duration) == (said, ab.ThisTurn("turn"))
    assert kept.event == ab.Moves(ab.That("spell"), to="graveyard", verb="put")
