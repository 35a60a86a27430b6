"""Static abilities that say several things of their subject at once: a keyword for each of several conditions, all that a land loses (CR 604, 611.3)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    Cant,
    Change,
    Condition,
    Each,
    EachPlayer,
    Gains,
    Loses,
    LosesTypes,
    Paragraph,
    Recipient,
    Static,
    This,
    You,
)
from engine.oracle.kernel import rule, series

# ---- a change for each condition ----
for _if in ("if", "as long as"):
    _had = "keyword" + _if
    rule(_had, f"{{abilities:said abilities}} {_if} {{condition:conditions}}", lambda abilities, condition: Static(This(), (Gains(abilities),), condition),
         makes=Static, undo=lambda v: {"abilities": v.changes[0].abilities, "condition": v.condition} if isinstance(v.changes[0], Gains) else None)  # fmt: skip
    series(f"{_had}s", _had, last="and", low=2)


def _listed(what: Recipient, each: tuple[Static, ...], said: str) -> Paragraph:
    return Paragraph(tuple(replace(one, what=what, said=said) for one in each), "each if")


def _take_listed(value: Paragraph, said: str) -> dict[str, Any] | None:
    if value.joined != "each if" or not all(isinstance(one, Static) for one in value.abilities):
        return None
    what = value.abilities[0].what  # type: ignore[attr-defined]
    each: tuple[Any, ...] = tuple(replace(one, what=This(), said="") for one in value.abilities)
    return {"what": what, "each": each} if value == _listed(what, each, said) else None


for _if, _said in (("if", "if"), ("as long as", "")):
    rule("static", f"{{what:subject}} (has|have) {{each:keyword{_if}s}}.", partial(_listed, said=_said), makes=Paragraph,
         undo=partial(_take_listed, said=_said))  # fmt: skip

# ---- lands without their types and abilities (CR 305.7, 613.1d, 613.1f) ----
_LOST = (LosesTypes(("land types",), "all"), Loses())
_TYPES_AND = "lose[s] all land types and abilities"


def _bare(what: Recipient, abilities: Any, said: str) -> Static:
    return Static(what, (*_LOST, Gains(abilities)), said=said)


def _take_bare(value: Static, said: str) -> dict[str, Any] | None:
    match value.changes:
        case (_, _, Gains(abilities=abilities)) if value == _bare(value.what, abilities, said):
            return {"what": value.what, "abilities": abilities}
    return None


for _gain, _said in ((", and (it gains|they gain)@what", "they gain"), (" and (has|have)@what", "and has")):
    rule("static", f"{{what:subject}} {_TYPES_AND}{_gain} {{abilities:said abilities}}.", partial(_bare, said=_said), makes=Static,
         undo=partial(_take_bare, said=_said))  # fmt: skip


# ---- two subjects under one condition (CR 611.3a) ----
def _both(
    condition: Condition,
    what: Recipient,
    changes: tuple[Change, ...],
    other: Recipient,
    more: tuple[Change, ...],
) -> Paragraph:
    return Paragraph(
        (Static(what, changes, condition, first=True), Static(other, more, condition, first=True)), "and"
    )


def _take_both(value: Paragraph) -> dict[str, Any] | None:
    match value.abilities:
        case (
            Static(condition=Condition() as condition, what=This() as what, changes=changes),
            Static(what=Each() as other, changes=more),
        ):
            found: dict[str, Any] = {
                "condition": condition,
                "what": what,
                "changes": changes,
                "other": other,
                "more": more,
            }
            return found if value == _both(**found) else None
    return None


rule("static", "as long as {condition:conditions}, {what:own name} {changes:static changes@what} and {other:counted} {more:static changes@other}.", _both,
     makes=Paragraph, undo=_take_both)  # fmt: skip
_UNLOST, _UNWON = "you can't lose the game", "your opponents can't win the game"
_NO_END = (
    Static(You(), (Cant("lose the game"),)),
    Static(EachPlayer("opponent", ""), (Cant("win the game"),)),
)


def _no_end(condition: Condition, said: str) -> Paragraph:
    """The game is neither lost nor won, as long as something is so (CR 104.2b, 104.3e)."""
    one, other = (replace(static, condition=condition, first=True, said=said) for static in _NO_END)
    return Paragraph((one, other), "and")


for _if, _said in (("as long as", ""), ("if", "if")):
    rule("static", f"{_if} {{condition:conditions}}, {_UNLOST} and {_UNWON}.", partial(_no_end, said=_said), makes=Paragraph,
         undo=partial(lambda v, said: {"condition": v.abilities[0].condition} if getattr(v.abilities[0], "condition", None) is not None
         and v == _no_end(v.abilities[0].condition, said) else None, said=_said))  # fmt: skip
rule("own name", "~", This())
