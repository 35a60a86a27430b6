"""Things of one color or of another, each color said with "all": "all white and all blue creatures" (CR 105.2)."""

from __future__ import annotations

from typing import Any

from engine.abilities import AnyOf, Each, Objects, OfColor, Selection, Which
from engine.oracle.kernel import rule

rule(Objects, "all {a:color quality} and all {b:color quality} {which:which@many}", lambda a, b, which: Each(_of_either(a, b, which), "all"), makes=Each,
     undo=lambda v: _take_of_either(v))  # fmt: skip
rule("color quality", "{:quality single}", provided=lambda v: isinstance(v, OfColor))


def _of_either(a: OfColor, b: OfColor, which: Selection) -> Which:
    both = AnyOf((a, b), "and")
    return (
        Which((both, *which.before), which.noun, which.after)
        if isinstance(which, Which)
        else Which((both,), which)
    )


def _take_of_either(value: Each) -> dict[str, Any] | None:
    match value:
        case Each(
            which=Which(
                before=(AnyOf(qualities=(OfColor() as a, OfColor() as b), joined="and"), *rest),
                noun=noun,
                after=after,
            )
        ):
            bare = Which(tuple(rest), noun, after) if rest or after else noun
            return {"a": a, "b": b, "which": bare} if value == Each(_of_either(a, b, bare), "all") else None
    return None
