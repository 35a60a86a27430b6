"""What a text has spoken of so far, in the order of reading, and which of it a later word means (CR 608.2c).

A word agrees with what was called by its noun; else with what may be what the noun says (a permanent may be a creature). Of all that agree, what was spoken of last
is meant; the object that has the ability is never "that creature", since a text calls itself "this creature".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine.binding.words import SELF, whose_words
from engine.model import CARD_TYPES, PERMANENT_TYPES, subtypes

SOURCE = -1
"""The address of the object that has the ability."""
HOST = -2
"""The address of what that object is attached to."""
LINKED = {"exiled": -3, "chosen": -4, "revealed": -5, "the Ring tempts": -6, "sacrificed": -7}
"""The addresses of what the linked ability did something to, by what it did (CR 607.2)."""
TARGETED = -8
"""The address of the players who were targets of the linked ability (CR 607.1)."""
HELD = -9
"""The address of what the things are attached to that the instruction attaches: "another" is other than that."""

PLAYERS = frozenset({"player", "opponent"})
ANYTHING = frozenset({"card", "object", "source", "permanent", "recipient"})
ANY_TARGET = "target"
"""Among the words of "any target", which may be a creature, but is called none (CR 115.4)."""
KINDS_OF_THING = frozenset({"spell", "ability", "token", "copy", "mana", "hand", "library", "graveyard"})
TYPES = frozenset(CARD_TYPES)
CREATURE_TYPES = frozenset(word.lower() for word in subtypes.CREATURE)


@dataclass(frozen=True)
class Candidate:
    """Something spoken of: its addresses, the nouns that it was called by, whether in the plural (None: either will do), the participle of what was done to it, and
    what kinds of words can mean it. `group`: "the rest" can be left of it; `loose`: other nouns than those said may be used of it, as of what an event is about;
    `target`: it is chosen before anything is carried out; `named_only`: "it" doesn't mean it; `made`: the
    instruction makes or finds it; `event`: the address of the event that it is of, `subject`: as what that is said of; `source`: the addresses of what dealt the damage."""

    to: tuple[int, ...]
    words: frozenset[str] = frozenset()
    many: bool | None = False
    done: str = ""
    object: bool = True
    player: bool = False
    amount: bool = False
    group: bool = False
    loose: bool = False
    target: bool = False
    named_only: bool = False
    made: bool = False
    event: int = 0
    subject: bool = False
    source: tuple[int, ...] = ()
    aside: bool = False  # nothing but "other" is said of it


def alternatives(noun: str) -> list[list[str]]:
    """The words of "creature or planeswalker card": one list for each alternative."""
    parts = whose_words(noun).replace(",", " or ").split(" or ")
    return [[word.lower() for word in part.split()] for part in parts if part.split()]


def distance(noun: str, said: Candidate) -> int | None:
    """How far the noun is from what the thing was called: 0 by that very word, more where it may be that; None where it can't be."""
    ranks = [r for wanted in alternatives(noun) if (r := _distance(wanted, said)) is not None]
    return min(ranks, default=None)


def _distance(wanted: list[str], said: Candidate) -> int | None:
    words = said.words
    if SELF in words:
        return None
    last = wanted[-1]
    if any("-control" in word and word not in words for word in wanted):
        return None
    if all(word in words for word in wanted):
        of_event = said.event > 0 or not words.isdisjoint({"token", "object"})
        vague = wanted in (["permanent"], ["object"]) or (wanted == ["card"] and of_event)
        return 1 if vague or ANY_TARGET in words else 0
    if last == "creature" and words & CREATURE_TYPES:
        return 0
    if last in KINDS_OF_THING:
        made = last == "spell" and ("card" in words or not words) and said.done == "cast"
        return 1 if said.loose or made else None
    if last in ANYTHING:
        if last == "permanent":
            if "spell" in words:
                return None
            return 1 if words & PERMANENT_TYPES else 2
        if last == "card" and ("token" in words or said.named_only or ANY_TARGET in words):
            return None  # CR 115.4: any target is on the battlefield or a player
        return 1 if last != "object" else 2
    if said.loose or not words & TYPES:
        return 2
    return 4 if words & PERMANENT_TYPES else None


DOUBTFUL = Candidate((), many=None)
"""What "it" means behind a sentence of what happens later: that sentence's things are not this one's, and what was spoken of before it is not meant either."""
BEARER = Candidate((SOURCE,), frozenset({SELF}))
"""What every text may speak of without having said so: the object that has it."""


def _said_last(subject: Candidate, alike: list[Candidate]) -> Candidate:
    """Whom "that creature" means where an event is said of one and has another ("whenever a Warrior deals damage to a creature"): the one that was said last; never what
    the source is attached to, which the text would call "enchanted creature" or "it"."""
    others = [c for c in alike if c.event == subject.event and not c.subject and HOST not in c.to]
    return others[0] if others else subject


def _surely_an_object(any_target: Candidate, open_to: list[Candidate]) -> Candidate:
    """Whom "it" means behind "any target", which may be a player: rather an object that is a target, too."""
    others = [c for c in open_to if c.target and ANY_TARGET not in c.words and c.many == any_target.many]
    return others[0] if others else any_target


ONE_BY_ONE = ("", "chosen", "picked", "created", "found", "revealed")
"""What is done to a thing that "another" can be other than: it was picked or made, not one of all to which something was done."""
SET_APART = ("chosen", "created")
"""What is done to several things that "other" can be other than together."""
Runs = tuple[tuple[str, ...], ...]
"""The words of a noun: "artifact or Elf creature" is two runs; none for anything at all."""


def _of_the_sort(runs: Runs, said: Candidate) -> bool:
    """Whether the thing may be what the noun says."""
    if SELF in said.words:
        return True
    if not runs:
        return said.target
    return said.object and any(
        all(_may_be(word, said) for word in run) and not _still_a_card(run, said) for run in runs
    )


def _still_a_card(run: tuple[str, ...], said: Candidate) -> bool:
    """Whether it was called a card, and so is no permanent of the sort."""
    return "card" in said.words and "card" not in run and not said.event and not said.words.issuperset(run)


def _single(said: Candidate) -> bool:
    """Whether it was spoken of one by one, and not of all that there are."""
    return said.many is False or said.many is None and (not said.group or said.event > 0)


def _may_be(word: str, said: Candidate) -> bool:
    """Whether the thing was called by the word, or by nothing that is rather something else."""
    far = _distance([word], said)
    if far is None or far > 2:
        return False
    if word in KINDS_OF_THING:
        return True
    kinds = TYPES | CREATURE_TYPES if word in TYPES | CREATURE_TYPES else frozenset()
    return far < 2 or not said.words & (kinds | {"spell"})


OF_THE_EVENT = {
    "damage": "damage", "damage it dealt": "damage", "damage ~ dealt": "damage", "damage those creatures dealt": "damage",
    "cards looked at": "looked at",
}  # fmt: skip
"""Words for a number that only an event can have come to, and what such a number is called."""
TOLD_APART = ("first player", "second player")
"""Of two players, the one who was spoken of first, and the other."""
INTO_GRAVEYARDS = frozenset({"put", "milled", "discarded", "destroyed", "sacrificed", "countered"})
"""What instructions do to things that puts them into a graveyard, or may."""


def is_put(participle: str, done: str) -> bool:
    """Whether what "put into a graveyard this way" means may have been put there by an instruction that did this (CR 701)."""
    return participle.startswith("put into ") and done in INTO_GRAVEYARDS


@dataclass
class Spoken:
    """What was spoken of up to a place in the text, oldest first."""

    said: list[Candidate]

    def add(self, candidate: Candidate) -> None:
        """Note that the text speaks of it."""
        self.said.append(candidate)

    def copy(self) -> Spoken:
        """What was spoken of so far, for a branch of the text that the rest doesn't follow on."""
        return Spoken(list(self.said))

    def of_the_event(self, not_at: Iterable[int]) -> Spoken:
        """What an event is of, named or not, where there is any, less what stands under the addresses."""
        own = [c for c in self.said if not set(not_at).intersection(c.to)]
        return Spoken([c for c in own if c.event or (c.loose and not c.done)] or own)

    def of_the_spell(self) -> Spoken:
        """CR 601.3e: for a condition said behind "you may cast it": it is asked of the spell."""
        own = self.copy()
        if own.said and own.said[-1].named_only:
            own.add(replace(own.said[-1], named_only=False))
        return own

    def _latest(self, fits: Callable[[Candidate], bool], not_at: Iterable[int] = ()) -> list[Candidate]:
        """All that would do, the latest first."""
        left_out = set(not_at)
        return [c for c in reversed(self.said) if fits(c) and not left_out.intersection(c.to)]

    def thing(self, noun: str, many: bool, not_at: Iterable[int] = ()) -> Candidate | None:
        """What "it", "that creature", "those cards" means."""
        if noun == ANY_TARGET:  # the only one that the text has
            targets = self._latest(lambda c: c.target and c.object)
            return targets[0] if len({c.to for c in targets}) == 1 else None
        objects = self._latest(lambda c: c.object and not c.aside and bool(noun or not c.named_only), not_at)
        if noun in ("permanent or player", "player or permanent", "recipient"):
            both = [c for c in objects if c.player]
            objects = both or objects
        ranked: list[tuple[int, int, Candidate]] = []
        for age, said in enumerate(objects):
            far = (1 if SELF in said.words else 0) if not noun else distance(noun, said)
            if far is None:
                continue
            if said.many is not None and said.many != many:
                far += 10 if many else 5
            ranked.append((far if noun or far >= 5 else 0, age, said))
        if not ranked:
            return None
        far, _, best = min(ranked, key=lambda r: r[:2])
        if noun and best.subject:
            best = _said_last(best, [c for f, _, c in ranked if f == far])
        if not noun and ANY_TARGET in best.words:
            best = _surely_an_object(best, [c for _, _, c in ranked])
        if not best.to:
            return None
        if many and far >= 10:  # "those creatures" were spoken of one by one
            apart = [c for f, _, c in ranked if f < far + 5 and SELF not in c.words] or [best]
            return replace(best, to=tuple(dict.fromkeys(a for c in reversed(apart) for a in c.to)), many=True)
        return best

    def left_out(self, runs: Runs, targets: bool, itself: bool) -> Candidate | None:
        """What "another" is other than: of targets all that are chosen before it; else what was spoken of last, one by one, that may be of the sort, with what else
        the same event is of. `runs`: the words of the noun that it is said of, run by run; `itself`: whether the source may be of the sort."""
        alike = self._latest(
            lambda c: (_single(c) or c.done in SET_APART) and c.done in ONE_BY_ONE and _of_the_sort(runs, c)
        )
        if not itself and all(SELF in c.words for c in alike) and ("card",) not in runs:
            alike = self._apart_from(runs, targets) or alike
        if not itself or any(HOST in c.to for c in alike):
            alike = [c for c in alike if SELF not in c.words] or alike
        if not alike:
            return None
        if alike[0] is BEARER:
            return BEARER
        chosen = [c for c in alike if c.target]
        together = (
            chosen
            if targets and chosen
            else [c for c in alike if c.event == alike[0].event]
            if alike[0].event
            else alike[:1]
        )
        return replace(alike[0], to=tuple(dict.fromkeys(a for c in reversed(together) for a in c.to)))

    def _apart_from(self, runs: Runs, targets: bool) -> list[Candidate]:
        """What "other" is other than in a spell, which is no permanent itself: all of what was spoken of last ("Zombies ... other creatures"), or the target before."""
        return self._latest(
            lambda c: SELF not in c.words and c.object and (c.target if targets else _of_the_sort(runs, c))
        )

    def done(self, participle: str, noun: str = "") -> list[Candidate]:
        """What the instructions of the text did that to, the latest first."""
        found = self._latest(lambda c: c.done == participle or is_put(participle, c.done))
        if not found and participle == "chosen":  # what was searched for is chosen, too
            found = self._latest(lambda c: c.done == "found")
        return [
            c
            for c in found
            if not noun
            or noun in ("life", "damage")
            or noun.endswith("counter")
            or distance(noun, c) is not None
        ]

    def player_spoken_of(self, word: str) -> Candidate | None:
        """Whom "that player", "they" means."""
        players = self._latest(lambda c: c.player and (word != "attacking player" or word in c.words))
        if word in TOLD_APART:
            apart = {p.to: p for p in reversed(players)}
            return list(apart.values())[TOLD_APART.index(word)] if len(apart) >= len(TOLD_APART) else None
        only = [c for c in players if not c.object]
        return next(iter(only or players), None)

    def number(self, word: str) -> Candidate | None:
        """What "that much", "that many" is the number of."""
        if word in OF_THE_EVENT:
            measured = self._latest(lambda c: c.amount and OF_THE_EVENT[word] in c.words and not c.done)
            return next(iter(measured), None)
        counted = self._latest(lambda c: bool(c.done) and c.many is not False and not c.named_only)
        amounts = self._latest(lambda c: (c.amount and not c.named_only) or (word == "many" and c in counted))
        return next(iter(amounts or counted), None)

    def group(self) -> Candidate | None:
        """What "the rest" is left of."""
        return next(iter(self._latest(lambda c: c.group)), None)
