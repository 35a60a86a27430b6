"""What words refer to, settled when a card is read (CR 608.2c): "it", "that creature", "they", "that much", "the rest", "this way".

In come abilities; out go the same with an address for each thing that they speak of, and for each word that refers back the addresses of what it refers to
(engine.queries.references looks them up as a game is played). `unbound` takes the addresses out again, for writing a text.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine import abilities as ab
from engine.abilities.base import Speaking
from engine.abilities.remembered import by_identity
from engine.abilities.tree import walk, with_parts
from engine.binding import constructions, referring
from engine.binding.binder import REFERRING, Binder, Reference
from engine.binding.candidates import HELD, HOST, LINKED, SOURCE, TARGETED, Candidate, alternatives
from engine.binding.introducers import ATTACKED, CONTROLLER, OFFERED, OWNER, PARTICIPLES, PICKED, STEP
from engine.binding.marks import marks
from engine.binding.words import SELF, WHOSE, is_singular, words_of

assert constructions, referring  # they fill the table of what is bound in ways of its own

__all__ = [
    "ATTACKED",
    "REFERRING",
    "CONTROLLER",
    "HELD",
    "HOST",
    "LINKED",
    "OFFERED",
    "OWNER",
    "PARTICIPLES",
    "PICKED",
    "SELF",
    "SOURCE",
    "STEP",
    "TARGETED",
    "Candidate",
    "addresses",
    "Reference",
    "alternatives",
    "bound",
    "bound_apart",
    "is_singular",
    "marks",
    "references",
    "said",
    "unbound",
    "unbound_words",
    "words_of",
    "WHOSE",
]


def references(value: Any) -> list[Reference]:
    """Every word of the abilities that refers to something, with what it refers to."""
    binder = Binder()
    binder.root(value)
    return binder.found


@by_identity
def bound(value: Any) -> Any:
    """An ability, an instruction or several, with its words bound. What has been bound stays as it is."""
    if any(isinstance(node, Speaking) and node.at for node in walk(value)):
        return value
    return Binder().root(value)


def bound_apart(effect: Any, at: int) -> Any:
    """An instruction that stands for the one with the address, with its words bound, under addresses of its own."""
    return Binder(next=(at + 1) * APART).root(effect)


APART = 10_000 * STEP
"""How far the addresses of what an instruction stands for are from those of its card."""


def addresses(noun: Any) -> tuple[int, ...]:
    """Under which addresses a noun speaks of its things."""
    if isinstance(noun, ab.EachOf):
        return addresses(noun.of)
    if isinstance(noun, ab.Together):
        return (noun.at, *(a for part in noun.parts for a in addresses(part)))
    own = (noun.at,) if isinstance(noun, Speaking) else ()
    return (*own, *noun.to) if isinstance(noun, REFERRING) else own


def unbound(value: Any) -> Any:
    """The value as it is written: without addresses."""
    value = with_parts(value, unbound)
    if isinstance(value, ab.This) and value.it:
        return ab.That()
    if isinstance(value, Speaking | ab.Controls) and value.at:
        value = structs.replace(value, at=0)
    return structs.replace(value, to=()) if isinstance(value, REFERRING) and value.to else value


def unbound_words(abilities: tuple[ab.Ability, ...]) -> list[tuple[int, str]]:
    """The words of a face's abilities that refer to nothing which was spoken of, each with the place of its ability (from 0)."""
    if not any(isinstance(node, REFERRING) for node in walk(abilities)):
        return []
    return [(each.place, said(each.word)) for each in references(abilities) if each.meant is None]


def said(word: Any) -> str:
    """A word that refers back, as it is said."""
    match word:
        case ab.That(noun=noun, many=many, done=done, way=way):
            first = ("those" if many else "that") if noun else ("they" if many else "it")
            return " ".join(w for w in (first, done, noun, "this way" * way) if w)
        case ab.ThatPlayer(word=player):
            return f"that {player}" if player in ("player", "opponent") else player or "the same player"
        case ab.ThatMuch(word=much):
            return f"that {much}"
        case ab.HowMany(done=done, noun=noun):
            return f"each {noun} {done} this way"
        case ab.Did(done=done):
            return f"{done} this way"
        case ab.Rest(word=rest):
            return f"the {rest}"
        case ab.Other():
            return "another"
        case ab.PlayerOrController(noun=noun):
            return f"that player or that {noun}'s controller"
    return "itself"
