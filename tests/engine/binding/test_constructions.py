"""What each construction of card English binds its words to (CR 608.2c, 603, 607, 109.5)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import abilities as ab
from engine.abilities.tree import walk
from engine.binding import LINKED, SOURCE, bound, marks, references, unbound, unbound_words
from engine.oracle import read_line, write_paragraph

SHORT = {
    "GAIN": "You gain life",
    "DRAW": "Draw a card",
    "LATER": "At the beginning of the next end step",
    "EOT": "until end of turn",
    "LIBRARY": "your library",
    "GRAVE": "your graveyard",
    "PLAY": "the battlefield",
    "UNTAPPING": "next untap step",
    "CONTROLS": "controller",
    "HARM": "combat damage to a player",
    "TOKEN": "1/1 white Goat creature token",
}
"""What is said often, so that no sentence of a card stands here whole."""
SPELLS = (
    "Destroy target creature(1). Its(1) CONTROLS draws two cards.",
    "Exile target artifact(1). Return that card(1) to PLAY under its(1) owner's control.",
    "Destroy target creature(1). Draw cards equal to its(1) power.",
    "Tap up to two target lands(1). They(1) don't untap during their CONTROLS's UNTAPPING.",
    "Create a TOKEN(1). Put a +1/+1 counter on it(1).",
    "Create two TOKENs(1). They(1) gain haste EOT.",
    "Target creature(1) deals damage equal to its(1) power to target planeswalker.",
    "Target creature(1) deals damage to itself(1) equal to its(1) power.",
    "Target player(1) discards a card. That player(1) loses 2 life.",
    "Each opponent loses 2 life(1). GAIN equal to the life lost this way(1).",
    "Sacrifice any number of Goats(1). Draw that many(1) cards(1).",
    "You gain 3 life(1). Put that many(1) +1/+1 counters on target Goat.",
    "Look at the top four cards of LIBRARY(1). Put one of them(1) into your hand and the rest(1) into GRAVE.",
    "Look at the top four cards of LIBRARY(1). You may reveal a Goat card from among them(1)(2) and put it(2) into your hand. Put the rest(1) on the bottom of LIBRARY in any order.",
    "Reveal cards from the top of LIBRARY until you reveal a Goat card(1). Put that card(1) into your hand and the rest(1) into GRAVE.",
    "Choose target Goat(1). Destroy it(1).",
    "Choose a Goat you control(1). Tap it(1).",
    "For each Goat you control(1), put a +1/+1 counter on it(1).",
    "Destroy all Goats(1). DRAW for each creature destroyed this way(1).",
    "Search LIBRARY for a Goat card(1), put it(1) onto PLAY, then shuffle.",
    "Mill three cards(1). Put all Goat cards milled this way(1) into your hand.",
    "You may sacrifice a Goat(1). If you do, draw cards equal to its(1) power.",
    "Counter target spell(1). Its(1) CONTROLS loses 1 life.",
    "Copy target sorcery spell(1). You may choose new targets for the copy(1).",
    "Target Goat(1) gets +2/+2 EOT. Untap it(1).",
    "Exile target Goat(1). LATER, return it(1) to PLAY under its(1) owner's control.",
    "Choose one —\n• Destroy target Goat(1). Its(1) CONTROLS draws a card.\n• Tap target Goat.",
    "Gain control of target Goat(1) EOT. Untap that creature(1). It(1) gains haste EOT.",
    "Put target Goat(1) on top of its owner's library. That player(1) mills a card.",
    "Destroy target Goat(1). If you do, its(1) CONTROLS gains 2 life.",
    "Exile target Goat(1). If it(1) was red, draw a card.",
    "Exile all Goats(1). Create that many(1) TOKENs.",
    "Target player(1) reveals their(1) hand(2). You choose a Goat card from it(2)(3). That player(1) discards that card(3).",
    "Destroy target Goat(1) and each other(1) Goat.",
    "Choose a Goat(1), then destroy all other(1) Goats.",
    "You may put a Goat card from your hand(1) onto PLAY. Sacrifice it(1) at the beginning of the next end step.",
)
"""Instructions of spells, with the same number behind what is spoken of and behind each word that refers to it."""
PERMANENTS = (
    "When ~ enters, it(this) deals 1 damage to target player.",
    "Whenever a Goat(1) enters, put a +1/+1 counter on it(1).",
    "Whenever a Goat(1) dies, return it(1) to its owner's hand.",
    "Whenever a Goat(1) attacks, each other(1) Goat you control gets +1/+1 EOT.",
    "Whenever ~ attacks, each other(this) Goat you control gets +1/+1 EOT.",
    "Whenever a land enters, each other(this) Goat you control gets +1/+1 EOT.",
    "Whenever an Elf enters, each other(this) Goat you control gets +1/+1 EOT.",
    "Enchanted creature(1) gets +1/+1 for each other(1) creature on PLAY.",
    "Whenever ~ deals HARM(1), that player(1) discards a card.",
    "Whenever ~ deals damage to a player(3)(1), you gain that much(1, 2, 3) life(1, 2, 3).",
    "Whenever another creature dies, ~ gets +1/+1 EOT. Tap it(this).",
    "Whenever an opponent casts a spell(1), that player(1) loses 1 life.",
    "Whenever you cast a Goat spell(1), copy it(1).",
    "Whenever ~ attacks, untap it(this).",
    "Whenever ~ or another Goat(1) enters, put a +1/+1 counter on it(1).",
    "Whenever equipped creature(1) attacks, it(1) gains trample EOT.",
    "Whenever enchanted creature dies, return ~ to its owner's hand.",
    "Sacrifice a Goat(1): You gain life equal to its(1) toughness.",
    "{T}, Discard a card(1): If it(1) was a Goat card, draw a card.",
    "If a Goat(1) would die, exile it(1) instead.",
    "At the beginning of each player's upkeep(1), that player(1) draws a card.",
    "Whenever one or more Goats(2) die(1), draw that many(1, 2) cards(1, 2).",
    "Whenever a Goat(1) blocks ~, destroy that creature(1).",
    "Whenever a creature(1) is dealt damage, destroy it(1).",
    "Whenever you sacrifice a permanent(1), if it(1) was a Goat, draw a card.",
    "When ~ enters, attach it(this) to target creature you control.",
    "Whenever a Goat(1) deals HARM, its(1) CONTROLS draws a card.",
    "Whenever you draw a card, target Goat(1) gets +1/+1 EOT. If it's red, untap it(1).",
)
"""The same of abilities of permanents: "this" is the object itself."""
MARK = re.compile(r"\((?:\d+|this|linked|its host)(?:, (?:\d+|this|linked|its host))*\)")


def read(text: str, category: str) -> Any:
    (value,) = read_line(text, category).values
    return value


@pytest.mark.parametrize(
    ("text", "category"),
    [*((t, "spell line") for t in SPELLS), *((t, "permanent line") for t in PERMANENTS)],
)
def test_words_refer_to_what_is_meant(text: str, category: str) -> None:
    for short, said in SHORT.items():
        text = text.replace(short, said)
    plain = read(MARK.sub("", text), category)
    assert write_paragraph(category, plain, marks(plain, bound(plain))) == text
    assert all(found.meant is not None for found in references(plain))


def that(value: Any, nth: int = 0) -> Any:
    """The nth word of the value that refers to an object or player by "it", "that ...", "they"."""
    return [n for n in walk(bound(value)) if isinstance(n, ab.That | ab.ThatPlayer)][nth]


def test_the_thing_beside_it_is_never_meant() -> None:
    """What one verb does to two things, it does to two: "attach it to target creature"."""
    attach = ab.Attach(ab.That(), ab.Target(ab.Noun((("creature",),))))
    assert that(attach).to == (SOURCE,)


def test_a_quoted_text_speaks_of_its_bearer_alone() -> None:
    own = ab.Triggered(ab.Attacks(ab.This()), ab.Tap(ab.That()))
    gains = ab.Lasting(ab.Target(ab.Noun((("creature",),))), (ab.Gains((own,)),), ab.ThisTurn())
    assert that(gains).to == (SOURCE,)


def test_otherwise_goes_on_from_before_the_instruction() -> None:
    fits = ab.Fits(ab.This(), ab.Noun((("creature",),)))
    token = ab.Create(ab.Literally(1), ab.TokenKind(words=("Goat",)))
    whole = ab.Conditional(fits, ab.Sequence((token, ab.Tap(ab.That()))), otherwise=ab.Tap(ab.That()))
    assert that(whole, 0).to != (SOURCE,) and that(whole, 1).to == (SOURCE,)


def test_modes_do_not_speak_of_each_other() -> None:
    exile = ab.Exile(ab.Target(ab.Noun((("creature",),))))
    modal = ab.Modal(1, 1, (exile, ab.Tap(ab.That())))
    assert that(modal).to == (SOURCE,)


def test_a_linked_ability_is_one_of_the_same_card() -> None:
    """CR 607.2a: "the exiled card" needs an ability that exiles."""
    exile = read("When ~ enters, exile target Goat.", "permanent line")
    back = read("When ~ dies, return the exiled card to its owner's hand.", "permanent line")
    assert that((exile, back)).to == (LINKED["exiled"],)
    assert that((back,)).to == () and len(unbound_words((back,))) == 1


def test_a_word_that_refers_to_nothing_is_told() -> None:
    ability = ab.SpellAbility(ab.Destroy(ab.That("card", many=True, done="milled", way=True)))
    assert unbound_words((ability,)) == [(0, "those milled card this way")]


def test_what_is_bound_stays_bound_and_can_be_taken_back() -> None:
    plain = read("Destroy target creature. Its controller draws two cards.", "spell line")
    assert bound(bound(plain)) == bound(plain) != plain
    assert unbound(bound(plain)) == plain


def test_no_two_parts_have_one_address() -> None:
    plain = read("Destroy target creature. Its controller draws two cards.", "spell line")
    addresses = [n.at for n in walk(bound(plain)) if getattr(n, "at", 0)]
    assert len(addresses) == len(set(addresses))
