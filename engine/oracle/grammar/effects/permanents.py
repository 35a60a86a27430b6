"""What is done to permanents and spells where they are: tap, attach, transform, counter, copy (CR 701)."""

from __future__ import annotations

from engine.abilities import (
    Attach,
    BecomeState,
    CopySpell,
    Counter,
    Effect,
    RemoveFromCombat,
    Tap,
    Transform,
    Unattach,
    You,
)
from engine.oracle.kernel import rule

for _state in ("tap", "untap"):
    rule(Effect, f"{{who?}} {_state}[s] {{what}}", Tap, state=_state)
rule(Effect, "tap or untap {what}", Tap, state="tap or untap")
rule(Effect, "{who?} attach[es] {what} to {to:Objects}", Attach)
rule(Effect, "unattach {what}", Unattach)
for _verb in ("transform", "convert", "flip", "goad", "exert", "detain", "suspect"):
    rule(Effect, f"{{who?}} {_verb}[s] {{what}}", Transform, verb=_verb)
rule(Effect, "{who?} turn[s] {what} face up", Transform, verb="turn face up")
rule(Effect, "{who?} turn[s] {what} face down", Transform, verb="turn face down")
rule(Effect, "{what:subject} phase[s] out", Transform, verb="phase out")
rule(Effect, "counter {what}", Counter)
rule(Effect, "{who?} (copies|copy) {what}", CopySpell)
rule(Effect, "remove {what} from combat", RemoveFromCombat)
rule(Effect, "you become the monarch", BecomeState, state="monarch", who=You())
