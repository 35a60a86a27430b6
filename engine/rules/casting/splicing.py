"""Splice: the text of cards in the hand added to a spell as it is cast (CR 702.47)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Choices, Context
from engine.model import ObjectId, PlayerId, plain
from engine.queries import changed_rules
from engine.rules.effects import copying

WORD = "splice "


class Spliced(NamedTuple):
    """A card that is spliced onto a spell: what it costs and what it adds."""

    card: ObjectId
    costs: tuple[ab.Cost, ...]
    effects: tuple[ab.Effect, ...]


def announce(ctx: Context, player: PlayerId, choices: Choices) -> tuple[tuple[Spliced, ...], Choices]:
    """CR 601.2b, 702.47a-b: the cards that the player says are spliced onto the spell, in that order, each once; and the other choices."""
    asked = [name for name in choices.additional if name.lower().startswith(WORD)]
    found: list[Spliced] = []
    for name in asked:
        card = _in_hand(ctx, player, plain(name[len(WORD) :]), tuple(s.card for s in found))
        keyword = next((k for k in changed_rules.keywords(ctx.game, card, "splice") if _onto(ctx, k)), None)
        if keyword is None:
            raise IllegalAction(
                "702.47a", f"{ctx.game.name(card)} can't be spliced onto {ctx.game.name(ctx.object)}"
            )
        opened = copying.opened(ctx.game.object(card).base.abilities)
        found.append(
            Spliced(card, keyword.costs, tuple(a.effect for a in opened if isinstance(a, ab.SpellAbility)))
        )
        ctx.game.note(
            f"{player} reveals {ctx.game.name(card)} and splices it",
            "702.47a",
            "702.47b",
            about=(card,),
            kind="choice",
        )
    rest = tuple(name for name in choices.additional if name not in asked)
    return tuple(found), replace(choices, additional=rest)


def _in_hand(ctx: Context, player: PlayerId, name: str, taken: tuple[ObjectId, ...]) -> ObjectId:
    for id in ctx.game.zone("hand", player):
        if id not in taken and not ctx.game.object(id).unknown and plain(ctx.game.name(id)) == name:
            return id
    rule = "702.47b" if any(plain(ctx.game.name(id)) == name for id in taken) else "702.47a"
    raise IllegalAction(rule, f"{player} has no such card in hand to splice")


def _onto(ctx: Context, keyword: ab.Keyword) -> bool:
    """CR 702.47a: whether the spell is of the quality."""
    what = ctx.game.characteristics(ctx.object)
    words = what.types | what.subtypes | what.supertypes
    return isinstance(keyword.which, ab.Noun) and any(set(run) <= words for run in keyword.which.kinds)


def joined(own: ab.Effect | None, spliced: tuple[Spliced, ...]) -> ab.Effect | None:
    """CR 702.47b-c: the spell's own instructions first, then those of the cards in the order chosen."""
    added = tuple(effect for splice in spliced for effect in splice.effects)
    if not added:
        return own
    return ab.Sequence((own, *added)) if own is not None else ab.Sequence(added)
