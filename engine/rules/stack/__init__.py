"""The stack: triggered abilities on their way to it, priority, resolving, loops (CR 117, 405, 603, 608, 732).

In come a game and what just happened; out go resolved spells and abilities.
"""

from engine.rules.stack import loops, priority, resolving, state_based_actions, triggers

__all__ = ["loops", "priority", "resolving", "state_based_actions", "triggers"]
