"""A question as a search weighs it: what each of its words counts.

Words of a question count more than those of the story before it; what the rules call the same things, and what the cards
that are named are and do, counts beside them; turns of speech hardly count.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from rules_db.notation import stems
from rules_db.searching import spelling
from rules_db.store import vocabulary


class Named(msgspec.Struct, frozen=True):
    """A card that a question names: where its name stands in the question, its keywords, and other words for what it is and does."""

    name: str
    start: int
    end: int
    keywords: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


CardsOf = Callable[[str, Collection[str]], Sequence[Named]]
"""Finds the cards that a text names; or, given misspelt words of it, those whose names they are in. This package knows no cards: whoever
does hands it in."""


class Wanted(msgspec.Struct, frozen=True):
    """The stems of a question and what each counts, from 0 to 1; the words that were respelt, and the cards it names."""

    stems: Mapping[str, float]
    respelt: Mapping[str, str]
    cards: tuple[str, ...]

    @property
    def said(self) -> frozenset[str]:
        """The stems that the question itself has."""
        return frozenset(stem for stem, worth in self.stems.items() if worth >= _STORY)

    @property
    def telling(self) -> frozenset[str]:
        """The stems that a reader looks for in an answer: not what is known of the cards besides their keywords."""
        return frozenset(stem for stem, worth in self.stems.items() if worth > _CARD)


_EVERYDAY = 0.5  # what the rules' word for a player's word counts beside the word itself
# A keyword of a card, another word for what it is or does; and all of them together, as a share of what the question counts.
_KEYWORD, _KEYWORDS = 0.6, 0.2
_CARD, _CARDS = 0.1, 0.1
_STORY = 0.6  # a word of a sentence that asks nothing, in a long question
_FILLER = 0.5  # a word of a turn of speech
_LONG = 18  # words of a question that tells a story

_TURNS = re.compile(
    r"\b(?:in response(?: to)?|at the end of|at that (?:point|moment|time)|at the same time|can (?:my|the|an|your) opponents?"
    r"|does (?:my|the|an|your) opponent|my opponent(?:'s)?|who is right|is (?:that|this|he|she) right|is (?:that|this) "
    r"(?:true|legal|correct|ok|possible)|what happens|how does (?:that|this|it) work|in the middle of|on my side|played? at my"
    r"|hey (?:guys|all|folks)|hi (?:guys|all|folks)|thanks?(?: in advance| you| a lot)?|my (?:friend|buddy|pal|playgroup)s?"
    r"|the judge|said|says|says that|i thought|out of play|for (?:me|him|her)|right now|or nothing|so that|each of)\b",
    re.IGNORECASE,
)
_LOYALTY = re.compile(
    r"(?<![\w/+−-])[+−-](?:\d+|X)\b(?!/|\s*(?:counter|power|until))"
)  # `her -2`; no `+1/+1`
_SENTENCE = re.compile(r"[^.?!\n]*(?:\.(?=\w)[^.?!\n]*)*[.?!\n]*")


def read(
    connection: sqlite3.Connection, question: str, edition: str, cards_of: CardsOf | None = None
) -> Wanted:
    """What the words of a question count. With `cards_of` the names of cards in it are known for what they are."""
    question = question.replace("’", "'")
    cards = _meant(connection, question, edition, cards_of(question, ())) if cards_of else ()
    plain = _without(question, cards)
    if cards_of and (unknown := vocabulary.unknown(connection, stems.words(plain), edition)):
        cards += tuple(cards_of(plain, unknown))
        plain = _without(plain, cards)
    instead = spelling.respelt(connection, stems.words(plain), edition)
    wanted = _said(question, instead)
    _everyday(connection, wanted)
    for words_of, most, share in (("keywords", _KEYWORD, _KEYWORDS), ("about", _CARD, _CARDS)):
        told = {stem for card in cards for word in getattr(card, words_of) for stem in stems.stems(word)}
        told -= wanted.keys()
        worth = min(most, share * sum(wanted.values()) / max(1, len(told)))
        wanted.update(dict.fromkeys(told, worth))
    return Wanted(wanted, instead, tuple(card.name for card in cards))


def _said(question: str, instead: Mapping[str, str]) -> dict[str, float]:
    """What the stems of a question count, sentence by sentence; some words are put right."""
    long = len(stems.words(question)) >= _LONG and "?" in question
    wanted: dict[str, float] = {}

    def count(text: str, worth: float) -> None:
        for word in stems.words(text):
            stem = stems.stem(instead.get(word, word))
            wanted[stem] = max(wanted.get(stem, 0.0), worth)

    for sentence in _SENTENCE.findall(question):
        count(_TURNS.sub(" ", sentence), _STORY if long and "?" not in sentence else 1.0)
        for turn in _TURNS.findall(sentence):
            count(turn, _FILLER)
    if _LOYALTY.search(question):
        count("loyalty ability cost", _EVERYDAY)
    return wanted


def _meant(
    connection: sqlite3.Connection, question: str, edition: str, cards: Sequence[Named]
) -> tuple[Named, ...]:
    """The cards without those whose names are words of the language that nothing says is a name, as `opt` or `Counter` first in a sentence."""
    plain = {
        card: word
        for card in cards
        if not (word := question[card.start : card.end])[0].isupper() or _begins(question, card.start)
        if len(stems.words(word)) == 1
    }
    unknown = vocabulary.unknown(connection, [word.lower() for word in plain.values()], edition)
    return tuple(card for card in cards if plain.get(card, "").lower() in ("", *unknown))


def _begins(text: str, start: int) -> bool:
    """Whether a sentence begins at a place."""
    before = text[:start].rstrip()
    return not before or before[-1] in ".!?:"


def _everyday(connection: sqlite3.Connection, wanted: dict[str, float]) -> None:
    """Add what the rules call the same things."""
    marks = ", ".join("?" * len(wanted))
    rows = connection.execute(f"SELECT word, rules FROM everyday WHERE word IN ({marks})", list(wanted))
    for word, meant in rows.fetchall():
        for stem in meant.split():
            wanted.setdefault(stem, _EVERYDAY * wanted[word])


def _without(text: str, cards: Sequence[Named]) -> str:
    """A text with blanks where the names of cards stand."""
    for card in cards:
        text = text[: card.start] + " " * (card.end - card.start) + text[card.end :]
    return text
