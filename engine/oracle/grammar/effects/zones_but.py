"""What goes to its owner's hand but for what is said at the end (CR 608.2c)."""

from __future__ import annotations

from typing import Any

from engine.abilities import Besides, Each, Effect, Put, Which
from engine.oracle.kernel import rule

# What stays is said at the end.
_TO_HANDS, _BUT = "to their owners' hands", "except for, at the end"
rule(Effect, f"return all {{which:noun@many}} {_TO_HANDS} except for {{besides:which@many}}", lambda which, besides: _but(which, besides), makes=Put,
     undo=lambda v: _take_but(v))  # fmt: skip


def _but(which: Any, besides: Any) -> Put:
    those = Each(Which((), which, (Besides(besides, said=_BUT),)), "all")
    return Put(those, zone="hand", verb="return")


def _take_but(value: Put) -> dict[str, Any] | None:
    match value.what:
        case Each(which=Which(before=(), noun=noun, after=(Besides(which=besides, said=said),))) if (
            said == _BUT
        ):
            return {"which": noun, "besides": besides} if value == _but(noun, besides) else None
    return None
