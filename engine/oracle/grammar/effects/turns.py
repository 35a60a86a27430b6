"""The game and its turns: winning, losing, extra turns, skipped steps (CR 104, 500)."""

from __future__ import annotations

from engine.abilities import Effect, ExtraTurn, WinGame, You
from engine.oracle.kernel import rule

rule(Effect, "{who:player subject} win[s] the game", WinGame)
rule(Effect, "{who:player subject} lose[s] the game", WinGame, how="lose")
rule(Effect, "take an extra turn after this one", ExtraTurn, who=You(said=False))
rule(Effect, "{who:player subject} take[s] an extra turn after this one", ExtraTurn)
