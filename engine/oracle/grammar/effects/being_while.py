"""What something is said to be while something holds (CR 604, 611.3a, 613.1)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import Change, Condition, Gains, Recipient, Static, That, TurnOf, Types, You
from engine.oracle.grammar.effects.kinds import Changes
from engine.oracle.kernel import rule

_IT = That()


def _apart(value: Static) -> bool:
    """Whether the types that stay are said in a sentence of their own."""
    return any(isinstance(c, Types) and c.still and not c.within for c in value.changes)


def _plainly(value: Static) -> bool:
    return value.condition is not None and not _apart(value)


# What it is, in so many words; a type alone, and a type besides.
rule("while being", "{:being@out}")
rule("while being", "a {words:types said}", lambda words: (Types(words),), makes=tuple,
     undo=lambda v: {"words": v[0].words} if len(v) == 1 and isinstance(v[0], Types) and v[0] == Types(v[0].words) else None)  # fmt: skip
rule("while being", "a {words:types said} in addition to its other types", lambda words: (Types(words, add=True),), makes=tuple,
     undo=lambda v: {"words": v[0].words} if len(v) == 1 and isinstance(v[0], Types) and v[0] == Types(v[0].words, add=True) else None)  # fmt: skip


def _while(
    condition: Condition, what: Recipient, changes: Changes, more: tuple[Change, ...] = (), said: str = ""
) -> Static:
    return Static(what, (*changes, *more), condition, first=True, said=said)


rule("static", "as long as {condition:conditions}, {what:subject} is {changes:while being@one}.", Static, first=True,
     provided=lambda v: _plainly(v) and v.what != _IT)  # fmt: skip
rule(
    "static",
    "as long as {condition:conditions}, it's {changes:while being@one}.",
    Static,
    what=_IT,
    first=True,
    provided=_plainly,
)
rule(
    "static",
    "{what:subject} is {changes:while being@one} as long as {condition:conditions}.",
    Static,
    provided=_plainly,
)

# ---- and something besides ----
for _and, _more, _said in (
    (" and it has", "{more:said abilities}", "and it has"),
    (" and has", "{more:said abilities}", "and has"),
):
    rule("static", f"as long as {{condition:conditions}}, it's {{changes:while being@one}}{_and} {_more}.",
         partial(lambda condition, changes, more, said: _while(condition, _IT, changes, (Gains(more),), said), said=_said), makes=Static,
         undo=partial(lambda v, said: _take_more(v, said), said=_said))  # fmt: skip
for _and, _said in ((" and", "and"),):
    rule("static", f"as long as {{condition:conditions}}, it's {{changes:while being@one}}{_and} {{more:one static change@one}}.",
         partial(lambda condition, changes, more, said: _while(condition, _IT, changes, more, said), said=_said), makes=Static,
         undo=partial(lambda v, said: _take_change(v, said), said=_said), provided=lambda v: not isinstance(v.changes[-1], Gains))  # fmt: skip


def _take_more(value: Static, said: str) -> dict[str, Any] | None:
    last = value.changes[-1]
    if value.said != said or value.condition is None or not isinstance(last, Gains) or len(value.changes) < 2:
        return None
    slots = {"condition": value.condition, "changes": value.changes[:-1], "more": last.abilities}
    return slots if value == _while(value.condition, _IT, value.changes[:-1], (last,), said) else None


def _take_change(value: Static, said: str) -> dict[str, Any] | None:
    if value.said != said or value.condition is None or len(value.changes) < 2:
        return None
    slots = {"condition": value.condition, "changes": value.changes[:-1], "more": value.changes[-1:]}
    return (
        slots if value == _while(value.condition, _IT, value.changes[:-1], value.changes[-1:], said) else None
    )


# ---- in one's own turns ----
rule("static", "during your turn, {what:subject} (is|are)@what {changes:being@what}.", Static, condition=TurnOf(You(), "during"), word="",
     provided=lambda v: not _apart(v))  # fmt: skip
