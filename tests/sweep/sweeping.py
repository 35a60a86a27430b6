"""Playing cards through: each play of a card in a game of its own, and what went wrong."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.errors import Undecided, Unsupported
from engine.model import Card
from tests.sweep import boards, doing, plays
from tests.sweep.invariants import OutOfOrder

ENDLESS = ("have resolved one after the other", "a ruling of more steps", "step did not come in")
"""Refusals of a game that somebody has to end (CR 732.1b): a matter of the answers, not of the card."""


class Endless(Exception):
    """Playing a card takes so long that it would never end."""


class Failure(msgspec.Struct, frozen=True):
    """`kind`: refused, crashed or out of order; `what`: the message, with the exception's name and place where it is a crash; `where`: the play and
    whose answers; `trace`: the innermost places that it came through."""

    card: str
    kind: str
    what: str
    where: str
    trace: tuple[str, ...] = ()


def play(card: Card, only: str = "", new: bool = True) -> list[Failure]:
    """Every failure of the card. `only`: the plays whose name begins so; `new`: whether it is built like no card before it (plays.Known)."""
    every = plays.of_card(card, new)
    return [f for each in every if each.name.startswith(only) for f in _play(card, each)]


def _play(card: Card, each: plays.Play) -> Iterator[Failure]:
    game = each.board().fork()
    try:
        id = boards.place(game, card, each.zone, each.face, each.laden)
        every = doing.Each(game)
        each.run(every, game, id)
        every.tell()
    except Exception as problem:
        for single in _singles(problem):
            if isinstance(single, Undecided | Unsupported) and any(e in str(single) for e in ENDLESS):
                continue
            yield _failure(card, each.name, single)


def _singles(problem: Exception) -> Iterator[Exception]:
    if isinstance(problem, ExceptionGroup):
        for inner in problem.exceptions:
            yield from _singles(inner)
    else:
        yield problem


def _failure(card: Card, where: str, problem: Exception) -> Failure:
    trace = tuple(
        f"{Path(f.filename).stem}.{f.name}:{f.lineno}" for f in traceback.extract_tb(problem.__traceback__)
    )
    where = ": ".join([where, *getattr(problem, "__notes__", ())])
    match problem:
        case Unsupported():
            return Failure(card.name, "refused", problem.what, where, trace[-8:])
        case OutOfOrder():
            return Failure(card.name, "out of order", str(problem), where)
        case _:
            what = f"{type(problem).__name__}: {problem} ({trace[-1]})"
            return Failure(card.name, "crashed", what, where, trace[-8:])
