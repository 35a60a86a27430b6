"""Imported for its effect: what a worker needs is loaded, and what the program works out once is worked out, before anybody asks.

The process from which workers are forked imports this, so that a new one answers within milliseconds. No database stays open: a connection must not be shared by
two processes.
"""

from __future__ import annotations

import gc

from judge import service
from scenarios.cards import standing_sources

SCENARIO = """\
players:
  alice: {hand: [Shock], mana: unlimited}
  bob: {battlefield: [Grizzly Bears]}
do: [{cast: Shock, targets: Grizzly Bears}]
"""


def warm() -> None:
    """Answer a question of each kind."""
    service.run(SCENARIO)
    service.validate(SCENARIO)
    service.rule("100.1", "digest")
    service.search("first strike", "digest")
    service.card("Fire // Ice")  # written back by all of the grammar
    service.card_names("forest")  # of which what all names are without case and accents stays
    standing_sources.cache_clear()
    gc.collect()
    gc.freeze()  # so that a fork's collections don't write to what it shares


warm()
