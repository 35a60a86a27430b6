"""Scenarios played by the engine: position and actions in, ruling out.

In come paths, YAML text, plain data or scenarios that `scenarios.format` has read; out come rulings, as data (``results``) that also print. Between them
a board is laid (``board``), the actions are played with what sits between them (``playing``, ``session``), decisions are answered (``answering``) and what
the scenario expects is held against the game (``expecting``).

    for ruling in run_file("scenarios/library/704-legend-rule.yaml"):
        print(ruling.answer)

Limits: see `session.MAX_PASSES` and `engine.game.MAX_STEPS`.
"""

from scenarios.runner.answers import Answered, NotUnderstood
from scenarios.runner.asking import Source, ask, ask_text, run, run_all, run_file, run_file_drawn, run_text
from scenarios.runner.results import Board, BoardObject, Check, Cited, Event, Ruling, Status
from scenarios.runner.running import at_fault, crashed, run_document, title
from scenarios.runner.validating import Fault, validate

__all__ = [
    "Answered",
    "Board",
    "BoardObject",
    "Check",
    "Cited",
    "Event",
    "Fault",
    "NotUnderstood",
    "Ruling",
    "Source",
    "Status",
    "ask",
    "ask_text",
    "at_fault",
    "crashed",
    "run",
    "run_all",
    "run_document",
    "run_file",
    "run_file_drawn",
    "run_text",
    "title",
    "validate",
]
