"""CR 121, 701.9, 701.17, 701.20, 701.23, 701.24: cards in hands and libraries."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine import setup
from engine.errors import Undecided, Unsupported
from engine.game import events as ev
from engine.rules.processing import event_processing
from tests.engine.actions.table import (
    A_CARD,
    BEAR,
    CARD,
    EACH,
    IT,
    OGRE,
    ONE,
    OPPONENTS,
    THREE,
    TWO,
    WALL,
    YOU,
    answer,
    do,
    hand,
    names,
    table,
)  # fmt: skip

BASIC = ab.Chosen(ab.Noun((("basic", "land"),), form="card"))


def test_cards_are_drawn_one_by_one() -> None:
    game = table()
    ctx = do(game, ab.Draw(TWO, EACH))
    assert names(game, "hand", "alice") == ["Bear", "Wide Field"] and len(game.zone("hand", "bob")) == 2
    drawn = [h.event.player for h in game.log if isinstance(h.event, ev.Draw)]
    assert drawn == ["alice", "alice", "bob", "bob"] and ctx.mentions[-1].amount == 4


def test_many_more_draws_than_cards() -> None:
    game = table()
    ctx = do(game, ab.Draw(ab.Literally(1_000_000_000)))
    assert len(game.zone("hand", "alice")) == 3 and not game.zone("library", "alice")
    assert ctx.mentions[-1].amount == 3 and game.players["alice"].drew_from_empty
    assert [s.text for s in game.steps].count("alice drew from an empty library") == 2


def test_many_more_draws_than_can_be_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_processing, "MOST_DRAWN", 2)
    with pytest.raises(Unsupported, match="1,000,000 draws: the limit is 2 that come to something"):
        do(table(), ab.Draw(ab.Literally(1_000_000)))


def test_milling_many_more_than_there_are() -> None:
    game = table()
    do(game, ab.Mill(ab.Literally(1_000_000_000), EACH))
    assert not game.zone("library", "alice") and len(game.zone("graveyard", "bob")) == 3


def test_the_discarding_player_chooses() -> None:
    game = table()
    bear, ogre = hand(game, BEAR, "bob"), hand(game, OGRE, "bob")
    answer(game, ogre)
    ctx = do(game, ab.Discard(A_CARD, OPPONENTS))
    assert game.zone("hand", "bob") == (bear,) and ctx.mentions[-1].things == (ogre,)


def test_the_whole_hand() -> None:
    game = table()
    hand(game, BEAR)
    setup.unknown(game, "alice", 2, "hand")
    do(game, ab.Discard(ab.Each(CARD)))
    assert game.zone("hand", "alice") == () and len(game.zone("graveyard", "alice")) == 3


def test_what_is_discarded_at_random_is_asked_for() -> None:
    game = table()
    hand(game, BEAR)
    ogre = hand(game, OGRE)
    asked = answer(game, ogre)
    do(game, ab.Discard(A_CARD, at_random=True))
    assert names(game, "graveyard", "alice") == ["Ogre"] and "chance" in asked.asked[0].question


def test_mill_as_many_as_there_are() -> None:
    game = table()
    ctx = do(game, ab.Mill(ab.Literally(5), ab.EachPlayer("opponent")))
    assert len(game.zone("graveyard", "bob")) == 3 and ctx.mentions[-1].amount == 3
    assert set(ctx.mentions[-1].things) == set(game.zone("graveyard", "bob"))


def test_search_finds_reveals_and_shuffles() -> None:
    game = table()
    steps = (ab.Search(BASIC), ab.Reveal(IT), ab.Put(IT, "hand"), ab.Shuffle())
    do(game, ab.Sequence(steps, joined="then"))
    assert names(game, "hand", "alice") == ["Wide Field"]
    assert any(isinstance(h.event, ev.Shuffle) for h in game.log)


def test_failing_to_find_is_allowed_for_a_quality_only() -> None:
    game = table(())
    ctx = do(game, ab.Search(BASIC))
    assert ctx.mentions[-1].done == "found" and ctx.mentions[-1].things == () and ctx.did
    game = table()
    asked = answer(game, (game.zone("library", "alice")[2],))
    do(game, ab.Sequence((ab.Search(A_CARD), ab.Put(IT, "hand"))))
    assert asked.asked[0].low == 1 and names(game, "hand", "alice") == ["Rock"]


def test_unknown_cards_are_not_searched_for_a_quality() -> None:
    game = table()
    setup.unknown(game, "bob", 5)
    do(game, ab.Search(ab.Chosen(ab.Noun((("Goblin",),), form="card")), ab.EachPlayer("opponent")))
    assert "unknown cards in a choice" in [each.question for each in game.assumptions]
    do(game, ab.Search(BASIC, ab.EachPlayer("opponent")))


def test_top_cards_and_the_rest() -> None:
    game = table()
    top = game.zone("library", "alice")
    answer(game, top[1])
    looks = ab.LookAt(ab.TopOfLibrary(THREE, YOU))
    one = ab.Put(ab.OneOf(ab.Exactly(ONE), ab.That(many=True)), "hand")
    do(game, ab.Sequence((looks, one, ab.Put(ab.Rest(), "library bottom", order="any"))))
    assert names(game, "hand", "alice") == ["Wide Field"] and len(game.zone("library", "alice")) == 2


def test_reveal_until() -> None:
    game = table()
    steps = (
        ab.RevealUntil(ab.Noun((("land",),), form="card")),
        ab.Put(ab.That("card"), "battlefield"),
        ab.Put(ab.Rest(), "graveyard"),
    )
    do(game, ab.Sequence(steps))
    assert "Wide Field" in names(game, "battlefield") and names(game, "graveyard", "alice") == ["Bear"]
    game = table()
    setup.unknown(game, "bob", 1)
    with pytest.raises(Undecided):
        do(game, ab.RevealUntil(ab.Noun((("Goblin",),), form="card"), ab.EachPlayer("opponent")))


def test_shuffling_cards_in() -> None:
    game = table()
    hand(game, WALL)
    do(game, ab.Shuffle(what=ab.Each(ab.Which((), CARD, (ab.InZone("hand", YOU),)))))
    assert game.zone("hand", "alice") == () and len(game.zone("library", "alice")) == 4
