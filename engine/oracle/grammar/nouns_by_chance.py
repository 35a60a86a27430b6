"""What chance picks: a card at random (CR 701.9b), an object or a player chosen at random."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine.abilities import (
    AnyTarget,
    Chosen,
    Exactly,
    Literally,
    Noun,
    Objects,
    PlayerKind,
    Selection,
    Target,
    Which,
)
from engine.abilities.tree import walk
from engine.oracle.grammar.descriptions import clear, has_other, several_nons
from engine.oracle.grammar.nouns import followed, take_followed
from engine.oracle.kernel import rule

# Cards: where they are is said behind the words.
for _amount, _noun in (
    ("a ", "{which:plain random@one}"),
    ("{amount:how many at random} ", "{which:plain random@amount}"),
):
    rule(Objects, f"{_amount}{_noun} at random {{after:afters}}", lambda which, after, amount=None: Chosen(followed(which, after), amount, random=True),
         makes=Chosen, undo=partial(lambda v, many: _take_random(v, many), many=_amount != "a "), provided=lambda v: _of_cards(v.which))  # fmt: skip
rule("plain random", "{:noun}")
rule(
    "plain random",
    "{before:befores} {noun:noun}",
    Which,
    provided=lambda v: clear(v) and not several_nons(v) and _plain_which(v),
)
rule("how many at random", "{number:number word}", Exactly, provided=lambda v: v.number != Literally(1))


def _of_cards(which: Selection) -> bool:
    """Cards in a zone, or on the stack; not what is on the battlefield."""
    return any(isinstance(part, Noun) and part.form not in ("", "permanent", "token") for part in walk(which))


def _plain_which(value: Which) -> bool:
    return not has_other(value)


def _take_random(value: Chosen, many: bool) -> Mapping[str, Any] | None:
    if not value.random or value.by is not None or (value.amount is not None) != many:
        return None
    found = take_followed(value.which)
    return None if found is None else {**found, "amount": value.amount} if many else found


# What is on the battlefield, and players.
def _plain_thing(value: Chosen | Target) -> bool:
    return not has_other(value.which) and not _of_cards(value.which)


rule(Objects, "target {which:which@one} chosen at random", Target, random=True, provided=_plain_thing)
rule(Objects, "any target chosen at random", Target(AnyTarget(), random=True))
rule(Objects, "a {which:which@one} chosen at random", Chosen, random=True, provided=_plain_thing)
rule(
    Objects,
    "{amount:how many at random} {which:which@amount} chosen at random",
    Chosen,
    random=True,
    provided=_plain_thing,
)
rule(Objects, "an opponent chosen at random", Chosen(PlayerKind("opponent"), random=True))
