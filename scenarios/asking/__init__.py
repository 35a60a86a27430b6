"""Questions of a scenario (`ask`), answered on its game as it stands: what, why, can, cost, choices, how often, how much, who, when, in which order.

In come questions as `scenarios.format` reads them and the session that the scenario is played in; out come answers (`scenarios.runner.answers`): in
words, as data, with their rules, and the checks of what the scenario says that they must be. A question changes nothing: what has to be tried is
tried in a copy of the game.
"""

from scenarios.asking.answering import answer, asked_before_the_end, asked_of, check, not_understood

__all__ = ["answer", "asked_before_the_end", "asked_of", "check", "not_understood"]
