"""Triggered abilities (CR 603): which there are and where they function, what triggers them, looking back where the rules say so, and going onto
the stack.

In come the log entries of what happened; they wait in `game.pending`, and go onto the stack as a player would get priority.
"""

from engine.rules.stack.triggers.announcing import put_on_stack
from engine.rules.stack.triggers.collecting import collect
from engine.rules.stack.triggers.limits import note_done, times_done
from engine.rules.stack.triggers.patterns import OTHERS, SEVERAL
from engine.rules.stack.triggers.states import check_states
from engine.rules.stack.triggers.zones import functions_in

__all__ = [
    "OTHERS",
    "SEVERAL",
    "check_states",
    "collect",
    "functions_in",
    "note_done",
    "put_on_stack",
    "times_done",
]
