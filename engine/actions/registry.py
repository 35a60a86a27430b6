"""The table of verbs: which function carries out which instruction of the vocabulary (CR 608.2c, 609, 701)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.base import Node
from engine.abilities.tree import rewrite, walk, walk_own, with_parts
from engine.errors import Unsupported
from engine.game import Context, doors
from engine.model import PlayerId
from engine.queries import descriptions

Performer = Callable[[Context, Any], None]
Chosen = TypeVar("Chosen", bound=Performer)

VERBS: dict[type[ab.Effect], Performer] = {}
"""Each verb of the vocabulary and its function. A verb that the engine doesn't do has a function that says so."""

FLOW: set[type[ab.Effect]] = set()
"""What joins instructions; these set `Context.did` themselves."""


REFUSED: dict[type[ab.Effect], str] = {}
"""Verbs that the engine doesn't do, and what they would be: their functions only say so."""


def performs(*kinds: type[ab.Effect], flow: bool = False, refused: str = "") -> Callable[[Chosen], Chosen]:
    """Enter the function as the one that carries out these verbs; `refused`: what it is that it doesn't do."""

    def enter(function: Chosen) -> Chosen:
        for kind in kinds:
            VERBS[kind] = function
            if refused:
                REFUSED[kind] = refused
            if flow:
                FLOW.add(kind)
        return function

    return enter


def perform(ctx: Context, effect: ab.Effect, actor: PlayerId | None = None) -> None:
    """CR 608.2c: carry out one instruction. `actor`: who does what has no subject of its own ("you may", a payer); else the controller.

    Sets `ctx.did`: whether there was anything to do (CR 118.12). Raises Unsupported for what the engine doesn't do."""
    performer = VERBS.get(type(effect))
    if performer is None:
        raise Unsupported(f"the verb {type(effect).__name__}")
    with acting(ctx, actor):
        if type(effect) not in FLOW:
            if _speaks_of_own_choice(effect):
                effect = _with_own_choices(ctx, effect)
            if _asks_who_did(effect):
                effect = _with_those_who_did(ctx, effect)
            ctx.did = True
            ctx.did_by = []
        with ctx.carrying_out(effect.at):
            performer(ctx, effect)


@cache
def _asks_who_did(effect: Any) -> bool:
    """Whether it is about the players who did, or couldn't do, what the instruction before says ("each player who can't ...")."""
    return any(
        isinstance(n, ab.PlayersWho) and any(isinstance(m, ab.Did) for m in walk(n.condition))
        for n in walk(effect)
    )


@cache
def _speaks_of_own_choice(effect: Any) -> bool:
    """Whether the descriptions of the instruction's nouns speak of what its text has chosen, or leave to choose."""
    return any(isinstance(n, ab.OfTheChosen) and n.said for n in walk_own(effect))


def _with_own_choices(ctx: Context, effect: Any) -> Any:
    """CR 608.2d, 611.2c: the instruction with what is "of your choice", chosen now, and what is "of that color" settled, since what it sets up may last."""
    for what in [n.what for n in walk_own(effect) if isinstance(n, ab.OfTheChosen) and n.said == CHOSEN_NOW]:
        VERBS[ab.Choose](ctx, ab.Choose(what, ab.You(said=False)))

    def settle(node: Any) -> Any:
        if isinstance(node, ab.OfTheChosen) and node.said:
            value = descriptions.chosen_value(ctx, node.what)
            return node if value is None else replace(node, value=value)
        return node

    return rewrite(effect, settle)


CHOSEN_NOW = "your choice"


def _with_those_who_did(ctx: Context, node: Any) -> Any:
    """The instruction with those players named: its own outcome is about to take the place of the one before it."""
    if isinstance(node, ab.PlayersWho) and _asks_who_did(node):
        return ab.Fixed(
            tuple(p for p in ctx.game.apnap() if descriptions.is_player(ctx, node, p)), at=node.at
        )
    if isinstance(node, Node) and not _asks_who_did(node):
        return node
    return with_parts(node, lambda part: _with_those_who_did(ctx, part))


@contextmanager
def acting(ctx: Context, player: PlayerId | None) -> Iterator[None]:
    """While it lasts, instructions without a subject are carried out by the player (None: by whoever it was)."""
    if player is None:
        yield
        return
    before, ctx.actor = ctx.actor, player
    try:
        yield
    finally:
        ctx.actor = before


def actor(ctx: Context) -> PlayerId:
    """Who carries out an instruction without a subject."""
    return ctx.controller if ctx.actor is None else ctx.actor


doors.perform = perform
