"""The turn: phases and steps, turn-based actions, passing priority from one to the next (CR 117.3d, 500-514, 703).

In comes a game; out it goes, a step further.
"""

from engine.rules.turn import games, passing, starting, turn, untap_step

__all__ = ["games", "passing", "starting", "turn", "untap_step"]
