"""Continuous effects and what alters events: layers, copies, replacement, prevention, entering, attaching, phasing, designations (CR 611-616, 707).

In come a game and an event or an object; out go characteristics, changed rules, and the events that take an event's place.
"""

from engine.rules.effects import (
    attaching,
    commander,
    continuous,
    copying,
    day_and_night,
    designations,
    durations,
    entering,
    faces,
    layers,
    phasing,
    prevention,
    replacement,
    rule_changes,
    rules_in_force,
    substituting,
    trigger_times,
)

__all__ = [
    "attaching",
    "commander",
    "continuous",
    "copying",
    "day_and_night",
    "designations",
    "durations",
    "entering",
    "faces",
    "layers",
    "phasing",
    "prevention",
    "replacement",
    "rule_changes",
    "rules_in_force",
    "substituting",
    "trigger_times",
]
