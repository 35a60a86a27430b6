"""Assist (CR 702.132): another player may pay generic mana of a spell's total cost."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Context, Decision, Game
from engine.model import ObjectId, PlayerId
from engine.queries import changed_rules
from engine.rules.costs import costs
from engine.rules.costs.cost_changes import with_cost_changes


def assisted(game: Game, spell: ObjectId, player: PlayerId, symbols: list[str]) -> list[str]:
    """CR 702.132a: what is left of the total cost when the player that the caster chose, if any, has paid some of its generic mana."""
    generic = sum(int(s) for s in symbols if s.isdigit())
    others = tuple(p for p in game.apnap() if p != player)
    if not generic or not others or not changed_rules.has_keyword(game, spell, "assist"):
        return symbols
    question = f"Which player is asked to help to pay for {game.name(spell)}?"
    chosen = game.decide(Decision(player, "objects", question, others, 0, 1, default=()))
    if not chosen:
        return symbols
    helper = str(chosen[0])
    asked = Decision(helper, "number", "How much generic mana is paid?", low=0, high=generic, default=0)
    amount = int(game.decide(asked))
    if amount:
        game.cite("702.132a")
        costs.pay(Context(game, helper, spell), (ab.PayMana(f"{{{amount}}}"),), helper)
    less = ab.CostChange("less", "{1}", ab.Literally(amount))
    return with_cost_changes([(less, Context(game, player, spell))], symbols, game)
