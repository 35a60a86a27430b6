"""Everything that can come of a scenario: each alternative of the decisions that nothing answers is played, and the distinct outcomes are told with the
choices that lead to them.

`states` says when two games are the same whatever the ids of their objects, `alternatives` what can be answered to a decision, `deciding` answers so,
`branching` plays in stages that can be taken up again, `search` plays all branches, `graph` tells which choices decide what, `outcomes` puts it in words.

    found = explore(scenario).exploration
    for outcome in found.outcomes:
        print(outcome.says, outcome.decided_by)
"""

from scenarios.exploring.exploring import Explored, explore
from scenarios.exploring.search import Progress

__all__ = ["Explored", "Progress", "explore"]
