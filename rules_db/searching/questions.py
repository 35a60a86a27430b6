"""A question as a search weighs it: what each of its words counts.

Words of a question count more than those of the story before it; what the rules call the same things, and what the cards
that are named are and do, counts beside them; turns of speech hardly count.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence

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


CardsOf = Callable[[str], Sequence[Named]]
"""Finds the cards that a text names. This package knows no cards: whoever does hands it in."""


class Wanted(msgspec.Struct, frozen=True):
    """The stems of a question and what each counts, from 0 to 1; the words that were respelt, and the cards it names."""

    stems: Mapping[str, float]
    respelt: Mapping[str, str]
    cards: tuple[str, ...]

    @property
    def said(self) -> frozenset[str]:
        """The stems that the question itself has."""
        return frozenset(stem for stem, worth in self.stems.items() if worth >= _STORY)


_EVERYDAY = 0.5  # what the rules' word for a player's word counts beside the word itself
_CARD = 0.3  # a word for what a card is or does
_KEYWORD, _KEYWORDS = 0.8, 0.2  # a keyword of a card, and all of them together
_CARDS = 0.1  # all such words together, beside the words of the question
_NAME = 1.0  # a word of a card's name
_STORY = 0.6  # a word of a sentence that asks nothing, in a long question
_FILLER = 0.2  # a word of a turn of speech
_LONG = 25  # words of a question that tells a story

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
    cards = _meant(connection, question, edition, cards_of(question)) if cards_of else ()
    plain = _without(question, [(card.start, card.end) for card in cards])
    words = stems.words(plain)
    instead = spelling.respelt(connection, words, edition)
    long = len(words) >= _LONG and "?" in plain
    wanted: dict[str, float] = {}

    def count(word: str, worth: float) -> None:
        stem = stems.stem(instead.get(word, word))
        wanted[stem] = max(wanted.get(stem, 0.0), worth)

    for sentence in _SENTENCE.findall(plain):
        worth = _STORY if long and "?" not in sentence else 1.0
        turns = [found.span() for found in _TURNS.finditer(sentence)]
        for word in stems.words(_without(sentence, turns)):
            count(word, worth)
        for start, end in turns:
            for word in stems.words(sentence[start:end]):
                count(word, _FILLER)
    _everyday(connection, wanted)
    for card in cards:
        for word in stems.words(card.name):
            count(word, _NAME)
    for words_of, most, share in (("keywords", _KEYWORD, _KEYWORDS), ("about", _CARD, _CARDS)):
        told = {stem for card in cards for word in getattr(card, words_of) for stem in stems.stems(word)}
        told -= wanted.keys()
        worth = min(most, share * sum(wanted.values()) / max(1, len(told)))
        wanted.update(dict.fromkeys(told, worth))
    return Wanted(wanted, instead, tuple(card.name for card in cards))


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


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """A text with blanks where some of it stood."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
