"""Scenarios played by the engine: position and actions in, ruling out.

    for ruling in run_file("scenarios/library/704-legend-rule.yaml"):
        print(ruling.status, ruling.checks)

Limits: see `playing.MAX_PASSES` and `engine.game.MAX_STEPS`.
"""

from scenarios.runner.results import Ruling
from scenarios.runner.running import run, run_file

__all__ = ["Ruling", "run", "run_file"]
