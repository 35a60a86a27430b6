"""Piles that objects are separated into while an effect is carried out, and the choice of one (CR 700.3)."""

from __future__ import annotations

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, Decision
from engine.model import PlayerId, Thing
from engine.queries import FIRST, SECOND, chosen


def separated(ctx: Context, first: list[Thing], second: list[Thing]) -> None:
    """CR 700.3a: each of the objects is in one of the two piles; a pile may be empty (700.3d)."""
    ctx.piles = {FIRST: tuple(first), SECOND: tuple(second)}
    ctx.pile = ""


def contents(ctx: Context, noun: ab.Pile, chooser: PlayerId) -> list[Thing]:
    """The objects in the pile (CR 700.3b): the one that was chosen before, else the one that the player chooses now."""
    if noun.word == "that":
        return chosen(ctx)
    piles = ctx.piles
    if piles is None:
        raise Unsupported("a pile of what was not separated into piles")
    ctx.game.cite("608.2d", "700.3b")
    held = "; ".join(f"{name}: {_named(ctx, things)}" for name, things in piles.items())
    question = f"choose a pile ({held})"
    ctx.pile = ctx.game.decide(Decision(chooser, "word", question, (FIRST, SECOND)))[0]
    return chosen(ctx)


def _named(ctx: Context, things: tuple[Thing, ...]) -> str:
    return ", ".join(ctx.game.name(thing) for thing in things) or "empty"
