"""Why an answer of a scenario can't be given: what it names is none of the options of what is asked (CR 601.2c, 608.2d)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.errors import IllegalAction
from engine.game import Decision
from engine.model import Thing
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner.naming import Names

MOST = 8
"""So many options are listed at most."""
NUMBERS = frozenset({"number", "x"})
THINGS = frozenset({"target", "objects", "player"})


class Barred(msgspec.Struct, frozen=True):
    """An answer that a decision does not allow, and why."""

    answer: t.Answer
    rule: str
    reason: str

    @property
    def refused(self) -> IllegalAction:
        """The same as the refusal of an action that asks for it."""
        return IllegalAction(self.rule, self.reason)


def why(names: Names, decision: Decision, answer: t.Answer) -> Barred | None:
    """Why the answer can't be given to the decision; None where it speaks of something else, or can."""
    for each in _single(answer, decision.kind):
        match each:
            case t.Number(value=value) if decision.kind in NUMBERS and not decision.options:
                if value < decision.low or value > decision.high >= 0:
                    span = (
                        f"{decision.low} or more"
                        if decision.high < 0
                        else f"from {decision.low} to {decision.high}"
                    )
                    return Barred(answer, "608.2d", f"the number has to be {span}, and not {value}")
            case t.Number(value=value) if decision.kind == "mode" and value not in decision.options:
                told = ", ".join(map(str, decision.options))
                return Barred(answer, "700.2a", f"mode {value} can't be chosen: {told or 'none'} can")
            case t.Words() if decision.kind in THINGS:
                found = _of_thing(names, decision, answer, each)
                if found is not None:
                    return found
    return None


def _single(answer: t.Answer, kind: str) -> Iterator[t.Answer]:
    """The parts of an answer that can be for a decision of the kind."""
    match answer:
        case t.AnswerOf(answer=inner):
            yield from _single(inner, kind)
        case t.AnswerTo(kind=said, answer=inner):
            if said == kind:
                yield from _single(inner, kind)
        case t.Several(items=items):
            for item in items:
                yield from _single(item, kind)
        case _:
            yield answer


def _of_thing(names: Names, decision: Decision, answer: t.Answer, said: t.Words) -> Barred | None:
    meant = _meant(names, said)
    if not meant or any(thing in decision.options for thing in meant):
        return None
    if decision.barred is not None:
        for thing in meant:
            found = decision.barred(thing)
            if found is not None:
                return Barred(answer, found.rule, found.reason)
    can = listed(names, decision)
    return Barred(
        answer, "608.2d", f"{said.text} can't be chosen: {can} can" if can else f"{said.text} can't be chosen"
    )


def _meant(names: Names, said: t.Words) -> list[Thing]:
    if said.text in names.game.players and said.text not in names.labels:
        return [said.text]
    try:
        return [id for group in names.everywhere(t.Name(text=said.text, where=said.where)) for id in group]
    except ScenarioError:
        return []


def listed(names: Names, decision: Decision) -> str:
    """The options of a decision about objects or players, in words."""
    if decision.kind not in THINGS:
        return ""
    told = list(
        dict.fromkeys(names.call(each) if isinstance(each, int) else str(each) for each in decision.options)
    )
    return ", ".join(told[:MOST]) + (", ..." if len(told) > MOST else "")
