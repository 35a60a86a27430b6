"""Descriptions and nouns: which objects and players fit a description, and which a noun means when nothing is left to choose (CR 109, 115, 608.2c, 201.5).

In come the context of a text and a description or noun; out go things, or whether a thing is one of them. `fits` and `described` test a
description, `matching` finds all that fits; `matches` tests a noun, `meant` finds all that it can mean, `referents` and `players` what it refers to.
"""

from engine.binding import is_singular, words_of
from engine.queries.asking import (
    DESCRIPTIONS,
    MEANT,
    PLAYERS,
    QUALITIES,
    described,
    fits,
    is_player,
    matches,
    meant,
)
from engine.queries.descriptions.amounts import AMOUNTS, amount
from engine.queries.descriptions.finding import candidates, in_exile, matching, to_behold
from engine.queries.descriptions.fitting import JOINING
from engine.queries.descriptions.forms import FORMS
from engine.queries.descriptions.nouns import (
    current,
    holders,
    host,
    mention_of,
    names_zone,
    players,
    referents,
    topmost,
    which_fit,
    which_may_fit,
)
from engine.queries.descriptions.player_nouns import ROLES, controller_or_owner, defending
from engine.queries.descriptions.qualities import OF_THE_CHOSEN, ZONES, chosen_value, settled
from engine.queries.descriptions.together import ALIKE, alike, go_together, is_total, most_together, together
from engine.queries.stats import OPERATORS

__all__ = [
    "ALIKE",
    "AMOUNTS",
    "DESCRIPTIONS",
    "FORMS",
    "JOINING",
    "MEANT",
    "OF_THE_CHOSEN",
    "OPERATORS",
    "PLAYERS",
    "QUALITIES",
    "ROLES",
    "ZONES",
    "alike",
    "amount",
    "candidates",
    "chosen_value",
    "controller_or_owner",
    "current",
    "which_fit",
    "which_may_fit",
    "defending",
    "described",
    "fits",
    "go_together",
    "holders",
    "host",
    "in_exile",
    "is_player",
    "is_singular",
    "is_total",
    "matches",
    "matching",
    "meant",
    "mention_of",
    "most_together",
    "names_zone",
    "players",
    "referents",
    "settled",
    "to_behold",
    "together",
    "topmost",
    "words_of",
]
