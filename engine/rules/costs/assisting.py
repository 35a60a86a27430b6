"""Assist (CR 702.132): another player may pay generic mana of a spell's total cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import abilities as ab
from engine.game import Context, Decision, Game
from engine.model import ObjectId, PlayerId
from engine.queries import changed_rules
from engine.rules.costs import costs
from engine.rules.costs.cost_changes import reduced

Total = Callable[[Sequence[str]], list[str]]


def assisted(game: Game, spell: ObjectId, player: PlayerId, total: Total, symbols: Sequence[str]) -> Total:
    """CR 702.132a: what is left of the total cost when the player that the caster chose, if any, has paid some of its generic mana."""
    others = tuple(p for p in game.apnap() if p != player)
    if not others or not changed_rules.has_keyword(game, spell, "assist"):
        return total
    generic = sum(int(s) for s in total(symbols) if s.isdigit())
    if not generic:
        return total
    question = f"Which player is asked to help to pay for {game.name(spell)}?"
    chosen = game.decide(Decision(player, "objects", question, others, 0, 1, default=()))
    if not chosen:
        return total
    helper = str(chosen[0])
    asked = Decision(helper, "number", "How much generic mana is paid?", low=0, high=generic, default=0)
    amount = int(game.decide(asked))
    if amount:
        game.cite("702.132a")
        costs.pay(Context(game, helper, spell), (ab.PayMana(f"{{{amount}}}"),), helper)
    return lambda announced: reduced(total(announced), [f"{{{amount}}}"])
