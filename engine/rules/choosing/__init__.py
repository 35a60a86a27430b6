"""What players choose as a text is announced or carried out: things, players, targets, modes, piles (CR 115, 601.2b-c, 603.3c-d, 608.2b-d, 700.2-3).

In come the context of a text and a noun of an instruction, or the slots of its targets; out go the things that are meant, chosen by a player where
the noun leaves a choice, and noted in the context as spoken of. Questions ask nobody and note nothing: they are engine.queries'.
"""

from engine.rules.choosing.asked import holds, value
from engine.rules.choosing.division import divide, most_targets
from engine.rules.choosing.nouns import Fits, can_be_picked, pick, players, things
from engine.rules.choosing.piles import separated
from engine.rules.choosing.target_choices import (
    announce,
    choose_modes,
    choose_targets,
    name_choosers,
    open_targets,
    settle,
)
from engine.rules.choosing.unknown_cards import IN_A_SEARCH, unfound

__all__ = [
    "IN_A_SEARCH",
    "Fits",
    "announce",
    "can_be_picked",
    "choose_modes",
    "choose_targets",
    "divide",
    "holds",
    "most_targets",
    "name_choosers",
    "noted",
    "open_targets",
    "pick",
    "players",
    "separated",
    "settle",
    "unfound",
    "things",
    "value",
]
