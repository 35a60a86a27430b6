"""How the events of a trigger are limited ("while ...", "for the first time each turn") and joined ("enters and whenever ...") (CR 603.2)."""

from __future__ import annotations

from engine.abilities import (
    AnyPlayer,
    Fits,
    Is,
    Noun,
    OrEvents,
    PlayerDoes,
    Provided,
    That,
    TurnOf,
    Which,
    You,
)
from engine.oracle.kernel import rule, series, words

# ---- limits that are part of the event ----


def _nth_in_a_turn(value: Provided) -> bool:
    """ "Your first spell during each opponent's turn": what is counted in the turns of a player is said so."""
    return bool(getattr(value.event, "nth", 0)) and isinstance(value.condition, TurnOf)


rule("one event", "{:EventPattern}")
rule(
    "one event",
    "{event:EventPattern} during {condition:turn of}",
    Provided,
    provided=lambda v: not _nth_in_a_turn(v),
)
# "While saddled" is said of what attacks.
rule(
    "one event",
    "{event:EventPattern} while saddled",
    Provided,
    condition=Fits(That(), Which((Is("saddled"),), Noun())),
)
rule(
    "one event", "{event:EventPattern} while {condition}", Provided, provided=lambda v: not _nth_in_a_turn(v)
)
rule("one event", "{event:EventPattern} for the first time each turn", Provided, note="first each turn")
rule("one event", "{event:nth of a turn} during {condition:each turn of}", Provided)
words("turn of", {TurnOf(You()): "your turn", TurnOf(AnyPlayer("opponent")): "an opponent's turn"})
words(
    "each turn of",
    {TurnOf(You()): "each of your turns", TurnOf(AnyPlayer("opponent")): "each opponent's turn"},
)

for _player, _they in ((You(), "you draw"), (AnyPlayer("opponent"), "they draw"), (AnyPlayer(), "they draw")):
    _except = f"except the first one {_they} in each of {'your' if _player == You() else 'their'} draw steps"
    _said = "you" if _player == You() else "an opponent" if _player == AnyPlayer("opponent") else "a player"
    _drawing = Provided(PlayerDoes(_player, "draw"), note="not the first of a draw step")
    rule("one event", f"{_said} draw{'' if _player == You() else 's'} a card {_except}", _drawing)
    rule("would", f"{_said} would draw a card {_except}", _drawing)

# ---- several events ----
rule("trigger event", "{:one event}")
for _joined in ("or", "or whenever", "and whenever", "or when", "and when"):
    series(f"events {_joined}", "one event", last=_joined, low=2)
    rule("trigger event", f"{{events:events {_joined}}}", OrEvents, joined=_joined)
rule("trigger time", "{:time}")
for _joined in ("and at", "or at"):
    series(f"events {_joined}", "one event", final="time", last=_joined, low=2, high=2)
    rule("trigger event", f"{{events:events {_joined}}}", OrEvents, joined=_joined)
    series(f"times {_joined}", "time", last=_joined, low=2, high=2)
    rule("trigger time", f"{{events:times {_joined}}}", OrEvents, joined=_joined)
for _joined in ("or whenever", "and whenever", "or when", "and when"):
    series(f"times {_joined}", "one event", first="time", last=_joined, low=2, high=2)
    rule("trigger time", f"{{events:times {_joined}}}", OrEvents, joined=_joined)
