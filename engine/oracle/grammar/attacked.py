"""What a creature is attacking, as a noun: "the player or planeswalker it's attacking" (CR 508.1b)."""

from __future__ import annotations

from typing import Any

from engine.abilities import Chosen, EitherOf, Having, Noun, PlayerKind, Recipient, That, This, Which
from engine.oracle.kernel import rule

_ONES = EitherOf((PlayerKind(), Noun((("planeswalker",),))))
_RELATION = "that it's attacking"


def _attacked(what: Any) -> Chosen:
    return Chosen(Which((), _ONES, (Having(_RELATION, what),)))


def _take(value: Chosen) -> dict[str, Any] | None:
    after = value.which.after if isinstance(value.which, Which) else ()
    what = after[0].objects if len(after) == 1 and isinstance(after[0], Having) else None
    return {"what": what} if what is not None and value == _attacked(what) else None


rule("attacker", "it's", That())
rule("attacker", "~ is", This())
for _noun in ("creature", "Vehicle"):
    rule("attacker", f"that {_noun} is", That(_noun))
rule(
    Recipient,
    "the player or planeswalker {what:attacker} attacking",
    _attacked,
    undo=_take,
    makes=Chosen,
)
