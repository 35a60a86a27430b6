"""How instructions join: sentences, "then", "and", "you may", "if", "unless", modes, durations (CR 608.2c).

The levels, each made of the next: *text* (a paragraph) of *sentences* of *clauses* of single instructions (Effect).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from engine.abilities import (
    Always,
    Conditional,
    Did,
    Duration,
    Effect,
    ForEach,
    Gains,
    Lasting,
    Later,
    Modal,
    Negated,
    Optional,
    PayCost,
    Players,
    Sequence,
    UnderControlOf,
    Unless,
    WhenYouDo,
    WhereX,
    You,
)
from engine.oracle.kernel import rule, series

# ---- paragraphs ----


def _in_order(value: Sequence) -> bool:
    """ "If you do" after a delayed trigger asks about what that did, so it belongs inside it."""
    return not any(isinstance(a, Later) and not a.after and _asks(b) for a, b in pairwise(value.steps))


def _asks(effect: Effect) -> bool:
    """Whether the instruction depends on the one before it ("if you do", "if you don't", "when you do")."""
    if isinstance(effect, WhenYouDo):
        return True
    condition = effect.condition if isinstance(effect, Conditional) else None
    return isinstance(condition, Did) or (
        isinstance(condition, Negated) and isinstance(condition.condition, Did)
    )


series("asking sentences", "sentence.", first="trigger sentence.", last=None, sep="", low=2, high=2)
rule("asking", "{steps:asking sentences}", Sequence, joined=".", provided=lambda v: _asks(v.steps[1]))
series("sentences", "sentence.", last=None, sep="", low=2)
series("trigger sentences", "sentence.", first="trigger sentence.", last=None, sep="", low=2)
rule("sentence.", "{:sentence}.")
rule("sentence.", "if {condition}, {effect:plain sentence}.", Conditional)
rule("sentence.", "if {condition:did}, {effect:plain sentence}.", Conditional)
rule("sentence.", "if {condition:did not}, {effect:plain sentence}.", Conditional)
rule("sentence.", "when you do, {effect:plain sentence}.", WhenYouDo)
rule("trigger sentence.", "{:plain sentence}.")
rule("text", "{:sentence.}")
rule("text", "{steps:sentences}", Sequence, joined=".", provided=_in_order)
rule("text", "{:modal}")
rule("trigger text", "{:trigger sentence.}")
rule("trigger text", "{steps:trigger sentences}", Sequence, joined=".", provided=_in_order)
rule("trigger text", "{:modal}")

# ---- sentences ----
rule("sentence", "{:plain sentence}")
rule("plain sentence", "{:joined}")
rule("plain sentence", "{who:player subject} may {effect:joined}", Optional)
rule("joined", "{:clause}")
series("then series", "clause", final="next clause", last="then", pair=", then", low=2)
rule("joined", "{steps:then series}", Sequence, joined="then")
rule("next clause", "{:clause}")
rule("next clause", "{:same subject effect}")
rule("next clause", "you may {effect:clause}", Optional, who=You())
rule("clause", "{:Effect}")
series("and series", "Effect", final="next effect", last="and", low=2)
rule("clause", "{steps:and series}", Sequence, joined="and")
rule("next effect", "{:Effect}")
rule("next effect", "{:same subject effect}")

rule("plain sentence", "{effect:clause} unless {who:player subject} pay[s] {costs:mana cost alone}", Unless)
rule(Effect, "{who?} pay[s] {costs:mana cost alone}", PayCost)
rule("plain sentence", "{effect:clause}, where X is {number:Number}", WhereX)
rule("plain sentence", "{effect:clause} if {condition}", Conditional, after=True)
rule("plain sentence", "{effect:clause} instead if {condition}", Conditional, after=True, instead=True)
rule("sentence.", "if {condition}, {effect:clause} instead.", Conditional, instead=True)
rule("plain sentence", "for each {each:each thing}, {effect:clause}", ForEach)

# ---- delayed triggers (CR 603.7) ----
rule("plain sentence", "at {event:time}, {effect:clause}", Later)
rule("sentence.", "at {event:time}, {effect:asking}", Later)
rule("clause", "{effect:Effect} at {event:time}", Later, after=True)

# ---- continuous effects (CR 611.2) ----


def _not_control(value: Lasting) -> bool:
    return not any(isinstance(c, UnderControlOf) for c in value.changes)


rule(Effect, "{what:subject} {changes:effect changes@what} {duration}", Lasting, provided=_not_control)
rule(
    "plain sentence",
    "{duration}, {what:subject} {changes:effect changes@what}",
    Lasting,
    first=True,
    provided=_not_control,
)
rule(
    Effect,
    "{what:subject} {changes:effect changes@what}",
    Lasting,
    duration=Always(),
    provided=lambda v: all(isinstance(c, Gains) for c in v.changes),
)
rule(Effect, "{what:player subject} {changes:player changes@what} {duration}", Lasting, provided=_not_control)


def _lasting(who: Players, what: Any, duration: Duration) -> Lasting:
    return Lasting(what, (UnderControlOf(who),), duration)


def _control(value: Lasting) -> dict[str, Any] | None:
    if len(value.changes) == 1 and isinstance(value.changes[0], UnderControlOf) and not value.first:
        return {"who": value.changes[0].who, "what": value.what, "duration": value.duration}
    return None


def _control_always(value: Lasting) -> dict[str, Any] | None:
    found = _control(value)
    return (
        {k: v for k, v in found.items() if k in ("what", "who")}
        if found and value.duration == Always()
        else None
    )


rule(Effect, "gain control of {what:Objects} {duration:Duration}", lambda what, duration: _lasting(You(), what, duration), makes=Lasting,
     undo=lambda v: {k: x for k, x in f.items() if k != "who"} if (f := _control(v)) and f["who"] == You() else None)  # fmt: skip
rule(Effect, "gain control of {what:Objects}", lambda what: _lasting(You(), what, Always()), makes=Lasting,
     undo=lambda v: {"what": f["what"]} if (f := _control_always(v)) and f["who"] == You() else None)  # fmt: skip
rule(Effect, "{who:player subject} gain[s] control of {what:Objects}", lambda who, what: _lasting(who, what, Always()), makes=Lasting,
     undo=lambda v: f if (f := _control_always(v)) and f["who"] != You() else None)  # fmt: skip

# ---- modes (CR 700.2) ----
series("modes", "mode", last=None, sep="", low=2)
rule("mode", "\n• {:text}", provided=lambda v: not isinstance(v, Modal))
for _n, _word in ((1, "one"), (2, "two"), (3, "three")):
    rule(
        "modal",
        f"choose {_word} —{{modes:modes}}",
        Modal,
        low=_n,
        high=_n,
        provided=lambda v: len(v.modes) >= v.high,
    )
    rule("modal", f"choose up to {_word} —{{modes:modes}}", Modal, low=0, high=_n)
rule("modal", "choose one or both —{modes:modes}", Modal, low=1, high=2, provided=lambda v: len(v.modes) == 2)
rule("modal", "choose one or more —{modes:modes}", lambda modes: Modal(1, len(modes), modes), makes=Modal,
     undo=lambda v: {"modes": v.modes} if len(v.modes) > 2 and v == Modal(1, len(v.modes), v.modes) else None)  # fmt: skip
