"""What may be done with a card in an opening hand, or any time a player could mulligan (CR 103.5b, 103.6)."""

from __future__ import annotations

from typing import Any

from engine.abilities import Effect, Later, Negated, OpeningHand, StateIs, StepBegins, You
from engine.oracle.kernel import rule

# ---- on the battlefield as the game begins (CR 103.6a) ----
_HELD = "in your opening hand"
_BEGIN = "you may begin the game with"
_IN_PLAY = "on the battlefield"
rule("opening hand", f"if ~ is {_HELD}, {_BEGIN} it {_IN_PLAY}.", OpeningHand, deed="begin")


def _with_counter(kind: str, effect: Effect) -> OpeningHand:
    second = Negated(StateIs("starting player", You()))
    return OpeningHand("begin", effect, second, counters=((1, kind),))


def _take_counter(value: OpeningHand) -> dict[str, Any] | None:
    if len(value.counters) != 1 or value.effect is None:
        return None
    kind, effect = value.counters[0][1], value.effect
    return {"kind": kind, "effect": effect} if value == _with_counter(kind, effect) else None


rule(
    "opening hand",
    f"if ~ is {_HELD} and you're not the starting player, {_BEGIN} ~ {_IN_PLAY} with a {{kind:any counter kind}} counter on it. if you do, {{effect:sentence.}}",
    _with_counter,
    undo=_take_counter,
    makes=OpeningHand,
)

# ---- revealed (CR 103.6b) ----
for _said, _step, _whose in (
    ("the first upkeep", "upkeep", None),
    ("your first upkeep", "upkeep", You()),
    ("your first main phase", "first main phase", You()),
):
    _word = " ".join(_said.split()[:2])
    rule("first time", f"the beginning of {_said}", StepBegins, step=_step, whose=_whose, word=_word)
rule("for being revealed", "at {event:first time}, {effect:text}", Later)
rule("for being revealed", "{effect:Effect} at {event:first time}.", Later, after=True)
rule(
    "opening hand",
    "you may reveal ~ from your opening hand. if you do, {effect:for being revealed}",
    OpeningHand,
    deed="reveal",
)

# ---- any time one could mulligan (CR 103.5b) ----
rule(
    "opening hand",
    "any time you could mulligan and ~ is in your hand, you may {effect:text}",
    OpeningHand,
    deed="mulligan",
)

for _line in ("permanent line", "spell line"):
    rule(_line, "{:opening hand}")
