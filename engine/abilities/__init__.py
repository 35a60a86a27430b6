"""The ability vocabulary: what card text says, as plain data (see base.py for the parts of speech).

Every name of the modules below can be taken from here: `from engine import abilities as ab; ab.Destroy(...)`.
"""

from engine.abilities.abilities import *  # noqa: F403
from engine.abilities.base import *  # noqa: F403
from engine.abilities.bound import *  # noqa: F403
from engine.abilities.chance import *  # noqa: F403
from engine.abilities.changes import *  # noqa: F403
from engine.abilities.conditions import *  # noqa: F403
from engine.abilities.costs import *  # noqa: F403
from engine.abilities.durations import *  # noqa: F403
from engine.abilities.events import *  # noqa: F403
from engine.abilities.instructions import *  # noqa: F403
from engine.abilities.nouns import *  # noqa: F403
from engine.abilities.numbers import *  # noqa: F403
from engine.abilities.tree import *  # noqa: F403
from engine.abilities.verbs import *  # noqa: F403
