"""What is done to permanents and spells where they are: tap, attach, transform, counter, copy (CR 701)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    Attach,
    BecomeState,
    CopySpell,
    Counter,
    Effect,
    Exchange,
    Literally,
    NewTargets,
    RemoveFromCombat,
    Tap,
    That,
    Transform,
    Unattach,
    Unless,
    You,
)
from engine.oracle.kernel import rule, words

for _state in ("tap", "untap"):
    rule(Effect, f"{{who?}} {_state}[s] {{what:these}}", Tap, state=_state)
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
rule(Effect, "{who?} (copies|copy) {what} {times:times}", CopySpell)
words("times", {Literally(2): "twice", Literally(3): "three times"})
rule(Effect, "{who?} (copies|copy) {what} for each {times:each thing}", CopySpell)
rule(Effect, "{who?} choose[s] new targets for {what:copied}", NewTargets, how="choose new targets")
rule("copied", "{:Objects}", provided=lambda v: v not in (That("copy"), That("copy", many=True)))
rule("copied", "the copy", That, noun="copy")
rule("copied", "the copies", That, noun="copy", many=True)
rule(Effect, "change the target of {what}", NewTargets, how="change the target")
rule(Effect, "exchange control of {what:these}", Exchange)


def _counters(value: Effect) -> str | None:
    """Where a countered spell goes, if that is what the sentence does."""
    inner = value.effect if isinstance(value, Unless) else value
    return inner.to if isinstance(inner, Counter) else None


def _to(value: Effect, zone: str) -> Effect:
    if isinstance(value, Unless):
        return replace(value, effect=_to(value.effect, zone))
    assert isinstance(value, Counter)
    return replace(value, to=zone)


def _countered_to(sentence: str, words_: str, zone: str) -> None:
    """Register where a countered spell goes instead of the graveyard, as the next sentence says."""

    def make(effect: Effect) -> Effect:
        return _to(effect, zone)

    def undo(value: Effect) -> dict[str, Any] | None:
        return {"effect": _to(value, "")} if _counters(value) == zone else None

    rule(sentence, f"{{effect:countering}}. {words_}.", make, makes=(Counter, Unless), undo=undo)


_COUNTERED = "that spell is countered this way"
_TOP = "on top of its owner's library"
_PUT = "putting it into its owner's graveyard"
for _place, _zone in (
    ("exile it instead of {}", "exile"),
    (f"put it {_TOP} instead of {{}}", "library top"),
):
    for _sentence in ("sentence.", "trigger sentence."):
        _countered_to(_sentence, f"if {_COUNTERED}, {_place.format(_PUT)}", _zone)
rule("countering", "{:plain sentence}", provided=lambda v: _counters(v) == "")


rule(Effect, "remove {what} from combat", RemoveFromCombat)
rule(Effect, "you become the monarch", BecomeState, state="monarch", who=You())
