"""Why a game went as it did: what led to what, and which rules decided it.

In come a game that has been played and what is asked of it (`Subject`); out goes `Why`: the steps on the causal path, those worth telling, and the deciding
rules. `causes` has the graph, `subjects` finds the steps that a statement turns on, `weighing` says how much each rule decides, `changes` what is different
from the beginning.
"""

from scenarios.explaining.causes import Causes
from scenarios.explaining.changes import Change, changes
from scenarios.explaining.subjects import ANYTHING, Aspect, Subject, ends
from scenarios.explaining.weighing import DECIDING
from scenarios.explaining.why import Why, why

__all__ = ["ANYTHING", "Aspect", "Causes", "Change", "DECIDING", "Subject", "Why", "changes", "ends", "why"]
