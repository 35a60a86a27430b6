"""Continuous effects and what alters events: layers, copies, replacement, prevention, entering, attaching, phasing, designations (CR 611-616, 707).

In come a game and an event or an object; out go characteristics, changed rules, and the events that take an event's place.
"""

from engine.rules.effects import (
    as_cast,
    attaching,
    battles,
    candidates,
    commander,
    continuous,
    copying,
    day_and_night,
    designations,
    durations,
    entering,
    faces,
    interaction,
    layers,
    next_spell,
    phasing,
    prevention,
    prohibited,
    replacement,
    rule_changes,
    rule_replacements,
    rules_in_force,
    substituting,
    text_changes,
    trigger_times,
)
from engine.rules.effects.designations import can_be_paired
from engine.rules.effects.rule_changes import COUNTERS_KEPT_OFF

__all__ = [
    "COUNTERS_KEPT_OFF",
    "as_cast",
    "attaching",
    "battles",
    "can_be_paired",
    "candidates",
    "commander",
    "continuous",
    "copying",
    "day_and_night",
    "designations",
    "durations",
    "entering",
    "faces",
    "interaction",
    "layers",
    "next_spell",
    "phasing",
    "prevention",
    "prohibited",
    "replacement",
    "rule_changes",
    "rule_replacements",
    "rules_in_force",
    "substituting",
    "text_changes",
    "trigger_times",
]
