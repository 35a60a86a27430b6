"""Restrictions, requirements and permissions of combat and of activating (CR 101.2, 508.1, 509.1, 602.5)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    AssignsDamageBy,
    CanBeBlockedOnlyBy,
    Cant,
    ControlledBy,
    Cost,
    Each,
    EachPlayer,
    EitherOf,
    ExtraCost,
    Lasting,
    May,
    Must,
    Not,
    Noun,
    PayMana,
    Static,
    ThisTurn,
    Together,
    Which,
    With,
    You,
)
from engine.oracle.kernel import rule

# ---- what attacks and blocks what ----


def _only(keyword: str) -> Cant:
    creatures = Which((), Noun((("creature",),)), (Not(With(keyword)),))
    return Cant("block", whom=Each(creatures))


def _take_only(value: Cant) -> dict[str, Any] | None:
    which = getattr(value.whom, "which", None)
    quality = which.after[0] if isinstance(which, Which) and which.after else None
    if (
        isinstance(quality, Not)
        and isinstance(quality.quality, With)
        and value == _only(quality.quality.keyword)
    ):
        return {"keyword": quality.quality.keyword}
    return None


_YOU_AND_YOURS = Together((You(), Each(Which((), Noun((("planeswalker",),)), (ControlledBy(You()),)))))
for _context in ("static", "effect"):
    _change = f"{_context} change"
    rule(_change, "can block only creatures with {keyword:bare keyword}", _only, undo=_take_only, makes=Cant)
    rule(_change, "can't {what:deed} unless {unless:Condition}", Cant)
    rule(_change, "can't block {whom:counted}", Cant, what="block")
    rule(_change, "can't block {whom:one blocked}", Cant, what="block")
    rule(_change, "can't enter", Cant, what="enter")
    rule(_change, "can't attack you", Cant, what="attack", whom=You())
    rule(_change, "can't attack you or planeswalkers you control", Cant("attack", whom=_YOU_AND_YOURS))
    rule(_change, "can block any number of creatures", May, what="block any number of creatures")
    rule(
        _change,
        "can block creatures with shadow as though (it|they) had shadow",
        May,
        what="block shadow as though it had shadow",
    )
    rule(_change, "assign[s] no combat damage", AssignsDamageBy, how="nothing")
_ITS_DAMAGE = "its combat damage"
rule("one blocked", "{:Objects}", provided=lambda v: type(v).__name__ in ("This", "That", "Target", "Host"))
rule(
    "static change", "can block an additional creature each combat", May, what="block an additional creature"
)
rule(
    "static change",
    "can block an additional {number:number word} creatures each combat",
    May,
    what="block an additional creature",
)
rule("effect change", "can block an additional creature", May, what="block an additional creature")
rule(
    "static change",
    "can attack as though (it|they) didn't have defender",
    May,
    what="attack as though it didn't have defender",
)
rule("static change", "can attack as though (it|they) had haste", May, what="attack as though it had haste")
rule("Effect", "{what:subject} can attack this turn as though (it|they) didn't have defender", Lasting,
     changes=(May("attack as though it didn't have defender"),), duration=ThisTurn("turn"))  # fmt: skip
rule(
    "static",
    "all creatures able to block {what:Objects} do so.",
    Static,
    changes=(Must("be blocked by all"),),
)
rule("Effect", "all creatures able to block {what:Objects} this turn do so", Lasting, changes=(Must("be blocked by all"),),
     duration=ThisTurn("turn"))  # fmt: skip
rule("static", f"you may have {{what:Objects}} assign {_ITS_DAMAGE} as though it weren't blocked.", Static,
     changes=(AssignsDamageBy("as though it weren't blocked"),))  # fmt: skip
rule(
    "static",
    "you may choose not to untap {what:Objects} during your untap step.",
    Static,
    changes=(May("choose not to untap"),),
)

# ---- abilities that can't be activated (CR 602.5) ----
_INACTIVE = Cant("have its activated abilities activated")
_MANA_ONLY = Cant("have its activated abilities activated unless they're mana abilities")
for _cant, _rest in ((_INACTIVE, ""), (_MANA_ONLY, " unless they're mana abilities")):
    rule("static", f"{{what:subject}} {{changes:static changes@what}}, and (its|their)@what activated abilities can't be activated{_rest}.",
         lambda what, changes, cant=_cant: Static(what, (*changes, cant)), makes=Static,
         undo=partial(lambda v, cant: {"what": v.what, "changes": v.changes[:-1]}
         if len(v.changes) > 1 and v == Static(v.what, (*v.changes[:-1], cant)) else None, cant=_cant))  # fmt: skip
    rule(
        "static",
        f"{{what:possessor}} activated abilities can't be activated{_rest}.",
        Static,
        changes=(_cant,),
    )
    rule(
        "static",
        f"activated abilities of {{what:counted}} can't be activated{_rest}.",
        Static,
        changes=(_cant,),
    )

# ---- costs to attack and block (CR 508.1h, 509.1d) ----
_THEY_PAY = "unless their controller pays {mana:mana}"


def _charge(mana: str, *to: str) -> tuple[ExtraCost, ...]:
    costs: tuple[Cost, ...] = (PayMana(mana),)
    return tuple(ExtraCost(costs, deed) for deed in to)


def _take_charge(value: Static, *to: str) -> dict[str, Any] | None:
    first = value.changes[0] if value.changes else None
    if not isinstance(first, ExtraCost) or len(first.costs) != 1 or not isinstance(first.costs[0], PayMana):
        return None
    mana = first.costs[0].mana
    return {"what": value.what, "mana": mana} if value == Static(value.what, _charge(mana, *to)) else None


for _to, _said in (
    (("attack",), "attack unless its controller pays {mana:mana}"),
    (("block",), "block unless its controller pays {mana:mana}"),
    (("attack", "block"), "attack or block unless its controller pays {mana:mana}"),
    (("attack you",), f"attack you {_THEY_PAY} for each creature they control that's attacking you"),
    (("attack you or planeswalkers you control",),
     f"attack you or planeswalkers you control {_THEY_PAY} for each of those creatures"),
):  # fmt: skip
    rule("static", f"{{what:subject}} can't {_said}.", lambda what, mana, to=_to: Static(what, _charge(mana, *to)), makes=Static,
         undo=partial(lambda v, to: _take_charge(v, *to), to=_to))  # fmt: skip

# ---- targets (CR 115.4, 702.11) ----


def _opposing(form: Literal["spell", "ability"]) -> Which:
    return Which((), Noun(form=form), (ControlledBy(EachPlayer("opponent", "")),))


for _context in ("static", "effect"):
    for _said, _by in (
        ("spells or abilities your opponents control", EitherOf((_opposing("spell"), _opposing("ability")))),
        ("spells or abilities", EitherOf((Noun(form="spell"), Noun(form="ability")))),
        ("abilities your opponents control", _opposing("ability")),
    ):
        rule(f"{_context} change", f"can't be the (target|targets) of {_said}", Cant("be the target", by=_by))
    rule(
        f"{_context} change",
        "can't be the (target|targets) of {by:which@many}",
        Cant,
        what="be the target",
        provided=lambda v: _form(v.by) == "spell",
    )


def _form(which: Any) -> str:
    noun = getattr(which, "noun", which)
    return getattr(noun, "form", "")


# Where the time is said before the exception.
rule(
    "Effect",
    "{what:subject} can't be blocked this turn except by {which:which@many}",
    lambda what, which: Lasting(what, (CanBeBlockedOnlyBy(which),), ThisTurn("turn, before")),
    makes=Lasting,
    undo=lambda v: (
        {"what": v.what, "which": c.which}
        if isinstance(c := v.changes[0], CanBeBlockedOnlyBy)
        and c.which is not None
        and v == Lasting(v.what, (CanBeBlockedOnlyBy(c.which),), ThisTurn("turn, before"))
        else None
    ),
)
