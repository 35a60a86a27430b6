"""Qualities that cards of casual variants and of the draft speak of: sectors, the ante, two chosen names (CR 407, 702.106f, 702.158)."""

from __future__ import annotations

from engine.abilities import Having, InZone, OfTheChosen
from engine.oracle.kernel import rule

for _said, _how in (
    ("the chosen sector", ""),
    ("that sector", "that"),
    ("the sector of your choice", "your choice"),
):
    rule("quality after", f"in {_said}", OfTheChosen("sector", said=_how))
rule("quality after", "in the same sector as {objects:related object}", Having, relation="in the sector of")
rule("quality after", "with one of the chosen names", OfTheChosen("one of the names"))
rule("quality after", "with the other chosen name", OfTheChosen("other of the names"))
rule("quality after", "in the ante", InZone, zone="ante", word="in")
rule("quality after", "from the ante", InZone, zone="ante", word="from")
