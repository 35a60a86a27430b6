"""The game: state, abilities, card language, rules (see README).

Importing anything of the engine imports its floors, from the ground up: each upper floor hangs its functions into the doors and tables of
the lower ones (engine.game.doors), so nobody else has to think of it.
"""

from engine import abilities, model, keywords, game, queries  # noqa: F401, I001
from engine.rules import choosing, effects, processing  # noqa: F401
from engine import actions  # noqa: F401
from engine.rules import costs, stack, casting, combat, turn  # noqa: F401
from engine import playing, setup  # noqa: F401
