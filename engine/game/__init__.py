"""The state of a game: players, objects, zones, the turn, the events so far, what is asked of players, and the trace that becomes a ruling.

In come the vocabulary and the things of a game (floor 1); out goes `Game`, which owns all of it, with the records inside it, and `doors`, by which
these lower floors reach the rules above. What the rules do with a game stands on the floors above.
"""

from engine.game import (
    at_once,
    choices,
    combat,
    context,
    deciding,
    decisions,
    events,
    game,
    last_known,
    lasting,
    links,
    printing,
    quotes,
    ruling,
    saved_contexts,
    seating,
    turn,
)
from engine.game.at_once import AtOnce, Besides, Instance, Shares
from engine.game.choices import NOTHING_SAID, Choices
from engine.game.combat import Combat
from engine.game.context import Context, of_stack
from engine.game.deciding import Defaulted
from engine.game.decisions import (
    Decider,
    Decision,
    Declarer,
    DefaultDecider,
    Kind,
    default_answer,
    is_forced,
    shares_in_order,
)
from engine.game.doors import doors
from engine.game.events import (
    AttackersDeclared,
    GainLife,
    LogEntry,
    LoseLife,
    MoveZone,
    SpellCast,
    StepBegins,
    TurnBegins,
)
from engine.game.game import MAX_STEPS, SHARED_ZONES, Game, Main
from engine.game.last_known import (
    DOUBLE_FACED,
    attachments,
    game_of,
    is_permanent,
    is_spell,
    known,
    mana_value,
    names,
    seen,
    type_words,
)
from engine.game.lasting import ChangedRule, Delayed, LastingEffect, Pending
from engine.game.links import link_of, own_link, source_with_links
from engine.game.quotes import CostPart, Quote, Quotes
from engine.game.ruling import Assumption, Step, StepKind
from engine.game.seating import Seating, emperors_reach
from engine.game.turn import COMBAT_STEPS, MAIN_PHASES, STEPS, Another, Owed, Starting, Turn

__all__ = [
    "Assumption",
    "AtOnce",
    "AttackersDeclared",
    "Besides",
    "COMBAT_STEPS",
    "ChangedRule",
    "Choices",
    "Combat",
    "Context",
    "CostPart",
    "DOUBLE_FACED",
    "Decider",
    "Declarer",
    "Decision",
    "DefaultDecider",
    "Defaulted",
    "Delayed",
    "GainLife",
    "Game",
    "Instance",
    "Kind",
    "LastingEffect",
    "LogEntry",
    "LoseLife",
    "MAIN_PHASES",
    "MAX_STEPS",
    "MoveZone",
    "NOTHING_SAID",
    "Owed",
    "Pending",
    "Quote",
    "Quotes",
    "SHARED_ZONES",
    "STEPS",
    "Seating",
    "Shares",
    "SpellCast",
    "Step",
    "StepKind",
    "StepBegins",
    "TurnBegins",
    "Another",
    "Main",
    "Starting",
    "Turn",
    "at_once",
    "attachments",
    "choices",
    "combat",
    "context",
    "deciding",
    "decisions",
    "default_answer",
    "doors",
    "events",
    "emperors_reach",
    "game",
    "game_of",
    "is_forced",
    "is_permanent",
    "is_spell",
    "known",
    "last_known",
    "lasting",
    "link_of",
    "links",
    "mana_value",
    "names",
    "of_stack",
    "own_link",
    "printing",
    "quotes",
    "ruling",
    "saved_contexts",
    "seating",
    "seen",
    "shares_in_order",
    "source_with_links",
    "turn",
    "type_words",
]
