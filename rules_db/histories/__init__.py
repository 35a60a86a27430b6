"""What became of rules from edition to edition.

In comes a number, a name or two editions; out come the stages of a rule and the editions that say a phrase (`history`),
or the changes between two editions (`diff`), with the words that came and went marked; of a quotation, where it differs from
the rule (`quoting`).
"""

from rules_db.histories.differences import Change, Difference, diff
from rules_db.histories.marking import Segment
from rules_db.histories.stages import History, Stage, history
from rules_db.histories.usage import Stretch

__all__ = ["Change", "Difference", "History", "Segment", "Stage", "Stretch", "diff", "history", "quoting"]
