"""Costs and mana: what must be paid, whether it can be, and paying it (CR 106, 118, 601.2f-h, 605).

In come a context, costs and the payer's wishes; out go events, or IllegalAction where it can't be paid.
"""

from engine.rules.costs import assisting, costs, keyword_costs, mana, payment

__all__ = ["assisting", "costs", "keyword_costs", "mana", "payment"]
