"""The verbs of chance: coins and dice (CR 705, 706)."""

from __future__ import annotations

from typing import Literal

from engine.abilities.base import Effect, Number, Objects, Players
from engine.abilities.verbs import PLAIN


class Flip(Effect):
    """Flip coins (CR 705): so many, or again and again `until` one is lost."""

    number: Number | None = None
    who: Players = PLAIN
    until: Literal["", "lose"] = ""


class Roll(Effect):
    """Roll dice (CR 706): `number` of them (None: one); so many of the lowest rolls `ignored`; `add` to the result. `table`: results by range, low, high
    (0: no end) and what happens. `said`: "sided" where the sides of the dice are said in a word (706.1a); `store`: on what the results are stored (706.8a)."""

    sides: int
    who: Players = PLAIN
    table: tuple[tuple[int, int, Effect], ...] = ()
    number: Number | None = None
    ignored: int = 0
    add: Number | None = None
    said: str = ""
    store: Objects | None = None


class RollAgain(Effect):
    """Of the row of a table: the dice are rolled again (CR 706.3c); `stored`: any number of the results stored on it are rerolled (706.8b)."""

    stored: Objects | None = None
    who: Players = PLAIN


class RollMore(Effect):
    """In the place of a roll or a flip: so many more dice or coins than that, of which as many are ignored (CR 614.1a, 706.6)."""

    number: int = 1
