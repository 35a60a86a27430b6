"""Which rule of one edition is which of another.

In come two editions of the database, or a number of one; out come the links between their rules (`Chain`, kept in the
database once they are made) and a number's counterpart, with how surely it is that rule. `items`, `making`, `neighbours`
and `wording` compare texts, load what that takes, and are asked for only by those who compare.
"""

from rules_db.concordance.anchors import base_of, number_in
from rules_db.concordance.chains import Chain
from rules_db.concordance.counterparts import Counterparts
from rules_db.concordance.links import BESIDE, Counterpart, Link

__all__ = [
    "BESIDE",
    "Chain",
    "Counterpart",
    "Counterparts",
    "Link",
    "base_of",
    "items",
    "making",
    "neighbours",
    "number_in",
    "wording",
]
