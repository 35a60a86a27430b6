"""The words of changed rules: what modules say they ask about is accepted, anything else refused (CR 101.2, 613.11)."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine.errors import Unsupported
from engine.rules.effects import rule_changes

BEAR = ab.Noun((("creature",),))


@pytest.mark.parametrize(
    "change",
    [
        ab.Cant("attack"),
        ab.Cant("be blocked", by=BEAR),
        ab.Cant("have +1/+1 counters"),
        ab.May("block any number of creatures"),
        ab.Must("attack", when="each combat"),
        ab.ExtraCost((ab.PayMana("{2}"),), to="attack"),
        ab.HandSize("none"),
    ],
)
def test_what_some_rule_asks_about_is_accepted(change: ab.Change) -> None:
    rule_changes.check(change)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (ab.Cant("swim"), "can't 'swim'"),
        (ab.Cant("be countered", by=BEAR), "can't 'be countered' with by"),
        (ab.Must("attack", when="each leap year"), "must attack 'each leap year'"),
        (ab.ExtraCost((ab.PayMana("{2}"),), to="breathe"), "an extra cost to 'breathe'"),
        (ab.AssignsDamageBy("charm"), "assigning damage by 'charm'"),
    ],
)
def test_what_no_rule_asks_about_is_refused(change: ab.Change, reason: str) -> None:
    with pytest.raises(Unsupported, match=reason.replace("(", "\\(")):
        rule_changes.check(change)


def test_words_are_said_of_players_or_of_objects() -> None:
    assert rule_changes.said_of(ab.Cant("draw cards"), players=True)
    assert not rule_changes.said_of(ab.Cant("draw cards"), players=False)
    assert rule_changes.said_of(ab.Cant("be blocked"), players=False)
    assert not rule_changes.said_of(ab.Cant("be blocked"), players=True)


def test_a_word_has_one_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rule_changes.WORDS, ab.Cant, {})
    rule_changes.heed(ab.Cant, ("hop",), "by")
    rule_changes.heed(ab.Cant, ("hop",), "by")
    with pytest.raises(ValueError, match="two meanings of Cant 'hop'"):
        rule_changes.heed_players(ab.Cant, ("hop",))
