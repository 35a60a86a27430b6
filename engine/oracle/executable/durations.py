"""Durations that are executable (CR 611.2)."""

from __future__ import annotations

from engine import abilities as ab
from engine.oracle.executable.tables import WORDING, part_of_speech, words
from engine.rules.effects import durations

part_of_speech(ab.Duration, durations.DURATIONS)

words(ab.ThisTurn, said=WORDING)
words(ab.Always, said=WORDING)
words(ab.Until, moment=durations.MOMENTS)
