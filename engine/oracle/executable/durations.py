"""Durations that are executable (CR 611.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine.oracle.executable.tables import WORDING, Path, checks, part_of_speech, words
from engine.rules.effects import durations

part_of_speech(ab.Duration, durations.DURATIONS)

words(ab.ThisTurn, said=WORDING)
words(ab.Always, said=WORDING)
words(ab.Until, moment=durations.MOMENTS, said=WORDING)


@checks(ab.OnNextTurn)
def on_next_turn(duration: ab.OnNextTurn, path: Path) -> Iterator[str]:
    """CR 611.2a: of what players can't do, each on the next turn of their own."""
    holder = path[-1] if path else None
    if not isinstance(holder, ab.Lasting) or not isinstance(holder.what, ab.Players):
        yield "what is so on a turn to come, of other than players"
    elif not isinstance(duration.whose, ab.ThatPlayer) or not all(
        isinstance(c, ab.Cant) for c in holder.changes
    ):
        yield "what is so on a turn to come, of other than what they can't do"
