"""The words of rules as they are compared: without what only renumbering or fashion changed."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from rapidfuzz.distance import Indel

from rules_db.notation import stems, typography

# What the rules came to call things: rules that differ only in these words are alike.
_RENAMED = (
    ("comes into play", "enters the battlefield"),
    ("come into play", "enter the battlefield"),
    ("came into play", "entered the battlefield"),
    ("coming into play", "entering the battlefield"),
    ("enters play", "enters the battlefield"),
    ("enters the battlefield", "enters"),
    ("enter the battlefield", "enter"),
    ("entered the battlefield", "entered"),
    ("entering the battlefield", "entering"),
    ("put into play", "put onto the battlefield"),
    ("puts it into play", "puts it onto the battlefield"),
    ("leaves play", "leaves the battlefield"),
    ("leave play", "leave the battlefield"),
    ("left play", "left the battlefield"),
    ("in play zone", "battlefield"),
    ("in play", "on the battlefield"),
    ("from play", "from the battlefield"),
    ("removed from the game zone", "exile zone"),
    ("removed from the game", "exiled"),
    ("remove from the game", "exile"),
    ("state based effect", "state based action"),
    ("his or her", "their"),
    ("he or she", "they"),
    ("him or her", "them"),
    ("converted mana cost", "mana value"),
    ("mana pool", "mana"),
    ("spell is played", "spell is cast"),
    ("spell was played", "spell was cast"),
    ("abilities are played", "abilities are activated"),
    ("ability is played", "ability is activated"),
    ("local enchantment", "aura"),
    ("at end of turn", "at the beginning of the end step"),
    ("end of turn step", "end step"),
    ("is unblockable", "can't be blocked"),
)
_SOME = r"(?:(?:a|an|any|its|that|the|this|activated|creature|instant|mana|sorcery) ){0,3}"
_PLAYED = (
    (re.compile(r"\bplay(s|ed|ing)? spells (and|or) (?=abilities)"), r"cast\1 spells \2 activate\1 "),
    (re.compile(rf"\bplay(s|ed|ing)? (?={_SOME}spells?\b)"), r"cast\1 "),
    (re.compile(rf"\bplay(s|ed|ing)? (?={_SOME}abilit)"), r"activate\1 "),
)  # spells were played once, as were abilities
_EMPTY = """a an and any are as at be been by can for from has have if in into is it its of on or that the their them then
they this those to was when which who will with"""
EMPTY_WORDS = frozenset(map(stems.stem, _EMPTY.split()))
_SEE = re.compile(
    r"\(?\bsee (?:also )?(?:rules?|sections?) \d+(?:\.\d+[a-z]*)?(?:[-–][a-z]\b)?"
    r"(?:,? (?:and|or|through|to)? ?(?:rules? )?\d+(?:\.\d+[a-z]*)?(?:[-–][a-z]\b)?)*(?:, [\"“][^\"”]*[\"”])?[.)]*",
    re.IGNORECASE,
)  # where else to read says nothing of what a rule is about
_RULE_NUMBER = re.compile(r"\d{3,4}(?:\.\d{1,3}[a-z]{0,2})?")


@functools.lru_cache(maxsize=50_000)
def neutral_words(text: str) -> tuple[str, ...]:
    """A rule's words, the numbers of other rules made alike."""
    return _neutral(typography.words(text))


@functools.lru_cache(maxsize=50_000)
def modern_words(text: str) -> tuple[str, ...]:
    """The words as a text of today would have them."""
    plain = " ".join(_neutral(typography.words(_SEE.sub("", text))) or neutral_words(text))
    for before, after in _RENAMED:
        if before in plain:
            plain = plain.replace(before, after)
    if "play" in plain:
        for pattern, now in _PLAYED:
            plain = pattern.sub(now, plain)
    return tuple(map(stems.stem, plain.split()))


def _neutral(words: Iterable[str]) -> tuple[str, ...]:
    return tuple("#" if word[0].isdigit() and _RULE_NUMBER.fullmatch(word) else word for word in words)


def alike(text: str, other: str) -> float:
    """How alike two texts read, from 0 to 1: words in their order, and in part in whatever order."""
    words, others = modern_words(text), modern_words(other)
    in_order = Indel.normalized_similarity(words, others)
    bags = [sorted(word for word in side if word not in EMPTY_WORDS) for side in (words, others)]
    return max(in_order, (in_order + Indel.normalized_similarity(*bags)) / 2)
