"""What earlier instructions of the same text were done to: "all land cards revealed this way", "if a creature card was exiled this way" (CR 608.2c)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AnyNumber,
    CountOf,
    Did,
    Everything,
    Noun,
    Number,
    Objects,
    OneOf,
    Selection,
    That,
)
from engine.oracle.grammar.descriptions import has_other
from engine.oracle.kernel import rule

DONE = ("revealed", "exiled", "milled", "discarded")


def _group(done: str) -> That:
    return That("card", many=True, done=done, way=True)


def _not_other(value: OneOf) -> bool:
    """ "All other cards revealed this way" are the rest."""
    return value.which is not None and not has_other(value.which)


for _done in DONE:
    rule("done group", f"{_done} this way", _group(_done))
rule(Objects, "all {which:which@many} {of:done group}", OneOf, amount=Everything(), provided=_not_other)
rule(Objects, "any number of {which:which@many} {of:done group}", OneOf, amount=AnyNumber())
rule("cards done", "cards {of:done group}", lambda of: of, undo=lambda v: {"of": v}, makes=That)
rule(Objects, "{:cards done}", provided=lambda v: v.way)


# ---- counted ------------------------------------------------------------------------------------------------------------


def _described(which: Selection) -> bool:
    """Whether more is said than a bare noun, which is counted by its word alone (engine.oracle.grammar.numbers)."""
    bare = isinstance(which, Noun) and (
        not which.kinds or (len(which.kinds) == 1 and len(which.kinds[0]) == 1 and which.form != "card")
    )
    return not bare and not has_other(which)


def _counted(which: Selection, of: That) -> CountOf:
    return CountOf(OneOf(Everything(), of, which))


def _take(value: CountOf) -> dict[str, Any] | None:
    match value.of:
        case OneOf(amount=Everything(), of=That(way=True, done=done) as of, which=which) if (
            which is not None and of == _group(done)
        ):
            return {"which": which, "of": of} if _described(which) else None
    return None


def _is_counted(value: CountOf) -> bool:
    return _take(value) is not None


rule(
    "each thing",
    "{which:which@one} {of:done group}",
    _counted,
    undo=_take,
    makes=CountOf,
    provided=_is_counted,
)
rule(
    Number,
    "the number of {which:which@many} {of:done group}",
    _counted,
    undo=_take,
    makes=CountOf,
    provided=_is_counted,
)

# ---- asked about ----------------------------------------------------------------------------------------------------------
for _done in DONE:
    for _was in ("is", "was"):
        rule("did", f"a {{which:which@one}} {_was} {_done} this way", Did, done=_done, was=_was == "was",
             provided=lambda v: v.which is not None and not has_other(v.which))  # fmt: skip
