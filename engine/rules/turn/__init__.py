"""The turn: phases and steps, turn-based actions, state-based actions (CR 500-514, 703, 704).

In comes a game; out it goes, a step further.
"""

from engine.rules.turn import state_based_actions, turn, untap_step

__all__ = ["state_based_actions", "turn", "untap_step"]
