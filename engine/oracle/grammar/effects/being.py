"""What static abilities say that something is (CR 604, 613.1)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from engine.abilities import (
    Gains,
    Loses,
    Recipient,
    Static,
    Types,
)
from engine.oracle.grammar.effects.kinds import Changes
from engine.oracle.kernel import GRAMMAR, rule

rule("static", "{what:subject} (is|are) {changes:being@what}.", Static, provided=lambda v: not _kept_apart(v))
rule(
    "plainly being",
    "{what:subject} (is|are) {changes:being@what}",
    Static,
    provided=lambda v: not any(isinstance(c, Types) and c.still for c in v.changes),
)


def _kept_apart(value: Static) -> tuple[str, ...]:
    """The types that it keeps, said in a sentence of their own (CR 205.1b)."""
    return next((c.still for c in value.changes if isinstance(c, Types) and not c.within), ())


def _static_still(value: Static, still: tuple[str, ...]) -> Static:
    return replace(
        value,
        changes=tuple(
            replace(c, still=still) if isinstance(c, Types) and not c.within else c for c in value.changes
        ),
    )


for _words, _many in (("it's still a land", False), ("they're still lands", True)):
    rule("static", f"{{being:plainly being}}. {_words}.", lambda being: _static_still(being, ("land",)), makes=Static,
         undo=partial(lambda v, many: {"being": _static_still(v, ())} if _kept_apart(v) == ("land",) and GRAMMAR.is_plural(v.what) == many else None, many=_many))  # fmt: skip
rule("static", "{what:subject} lose[s]@what all abilities and (is|are)@what {changes:being@what}.",
     lambda what, changes: Static(what, (Loses(), *changes)), makes=Static,
     undo=lambda v: {"what": v.what, "changes": v.changes[1:]} if len(v.changes) > 1 and v == Static(v.what, (Loses(), *v.changes[1:])) else None)  # fmt: skip


def _being_without(what: Recipient, changes: Changes) -> Static | None:
    return None if any(isinstance(c, Gains) for c in changes) else Static(what, (*changes, Loses()))


rule("static", "{what:subject} (is|are) {changes:being@what} and lose[s]@what all abilities.", _being_without, makes=Static,
     undo=lambda v: {"what": v.what, "changes": v.changes[:-1]} if len(v.changes) > 1 and v == Static(v.what, (*v.changes[:-1], Loses())) else None)  # fmt: skip
