"""What is done besides: 'if so, also ...' (CR 608.2c)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.abilities import Conditional, Effect, You
from engine.oracle.grammar.effects.common import PLAIN
from engine.oracle.kernel import GRAMMAR, rule

# ---- what is done besides ("also") ----
_ALSO = "also"
rule("sentence.", f"if {{condition:conditions}}, {_ALSO} {{effect:clause}}.", Conditional, said=_ALSO,
     provided=lambda v: getattr(v.effect, "who", PLAIN) == PLAIN)  # fmt: skip
rule("sentence.", f"if {{condition:conditions}}, {{who:those who}} {_ALSO} {{effect:third effect}}.", lambda condition, who, effect: _of_them(condition, who, effect),
     makes=Conditional, undo=lambda v: _take_of_them(v))  # fmt: skip
rule("those who", "{:Players}", provided=lambda v: not isinstance(v, You) and not GRAMMAR.is_plural(v))


def _of_them(condition: Any, who: Any, effect: Effect) -> Conditional | None:
    if getattr(effect, "who", None) != PLAIN:
        return None
    return Conditional(condition, replace(effect, who=who), said=_ALSO)


def _take_of_them(value: Conditional) -> dict[str, Any] | None:
    who = getattr(value.effect, "who", None)
    if value.said != _ALSO or who is None or who == PLAIN:
        return None
    plain = replace(value.effect, who=PLAIN)
    return {"condition": value.condition, "who": who, "effect": plain}
