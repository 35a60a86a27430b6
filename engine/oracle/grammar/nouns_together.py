"""Several things of which something has to hold together: "up to four cards with different names" (CR 201.2b, 601.2c, 608.2d)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    Alike,
    Chosen,
    Condition,
    ControlledBy,
    Controls,
    Each,
    EitherOf,
    Literally,
    Noun,
    Objects,
    OneOf,
    Other,
    PlayerKind,
    Selection,
    Target,
    Together,
    UpTo,
    Which,
    You,
)
from engine.oracle.grammar.descriptions import add_other, clear, drop_other, has_other
from engine.oracle.grammar.nouns import take_followed
from engine.oracle.kernel import alone, rule, series

for _what in ("names", "powers", "mana values"):
    rule("alike", f"with different {_what}", Alike(_what))
    rule("alike", f"that have different {_what}", Alike(_what, said="have"))
rule("alike", "with equal toughness", Alike("toughness", same=True))
rule("alike", "controlled by different players", Alike("controllers"))
rule("alike", "controlled by the same player", Alike("controllers", same=True))
for _type in ("card", "permanent"):
    rule("alike", f"that share a {_type} type", Alike(f"{_type} types", same=True))
for _type in ("creature", "land"):
    rule("alike", f"that share a {_type} type", Alike(f"{_type} types", same=True))
rule("alike", "that share a color", Alike("colors", same=True))
rule("alike", "with the same name", Alike("names", same=True))
alone("alike alone", "alike")
rule("head of several", "{:plain head}")
rule("head of several", "{before:comma befores} {noun:noun}", Which, provided=clear)


def _described(which: Any, alike: tuple[Alike, ...], after: tuple[Any, ...] = ()) -> Which:
    if isinstance(which, Which):
        return Which(which.before, which.noun, (*alike, *after))
    return Which((), which, (*alike, *after))


def _take(which: Any, several: bool) -> dict[str, Any] | None:
    found = take_followed(which)
    after: tuple[Any, ...] = found["after"] if found is not None else ()
    if found is None or not isinstance(after[0], Alike) or (len(after) > 1) != several:
        return None
    return {"which": found["which"], "alike": after[:1], **({"after": after[1:]} if several else {})}


def _make(kind: type[Any], amount: Any, which: Any, alike: Any, after: Any = ()) -> Any:
    return kind(_described(which, alike, after), amount)


def _undo(value: Any, several: bool) -> dict[str, Any] | None:
    found = _take(value.which, several)
    return None if found is None or value.amount is None else {**found, "amount": value.amount}


def _others(amount: Any, which: Any, alike: Any) -> Target:
    return Target(add_other(_described(which, alike)), amount)


def _take_others(value: Target) -> dict[str, Any] | None:
    rest = drop_other(value.which) if has_other(value.which) else None
    return _undo(Target(rest, value.amount), False) if rest is not None else None


for _after, _several in (("", False), (" {after:afters}", True)):
    for _kind, _head in ((Target, "{amount:amount of} target"), (Chosen, "{amount:amount of many}")):
        rule(Objects, f"{_head} {{which:head of several@amount}} {{alike:alike alone}}{_after}", partial(_make, _kind), makes=_kind,
             undo=partial(_undo, several=_several))  # fmt: skip
rule(Objects, "{amount:amount of many} {which:head of several@amount} {after:afters} {alike:alike alone}", lambda amount, which, after, alike: Chosen(_behind(which, after, alike), amount),
     makes=Chosen, undo=lambda v: {**found, "amount": v.amount} if v.amount is not None and (found := _take_behind(v.which)) and v == Chosen(v.which, v.amount) else None)  # fmt: skip


def _behind(which: Any, after: Any, alike: tuple[Alike, ...]) -> Which:
    before, head = (which.before, which.noun) if isinstance(which, Which) else ((), which)
    return Which(before, head, (*after, *alike))


def _take_behind(which: Any) -> dict[str, Any] | None:
    """Where it is said last of all."""
    found = take_followed(which)
    after: tuple[Any, ...] = found["after"] if found is not None else ()
    if found is None or len(after) < 2 or not isinstance(after[-1], Alike):
        return None
    return {"which": found["which"], "after": after[:-1], "alike": after[-1:]}


# So many that there are (CR 201.2b).
rule(Condition, "{who:player subject} control[s] {number:number word} or more {which:head of several@many} {alike:alike alone}", lambda who, number, which, alike: Controls(who, _described(which, alike), number=number),
     makes=Controls, undo=lambda v: {**found, "who": v.who, "number": v.number} if (found := _take(v.which, False)) and v == Controls(v.who, v.which, number=v.number) else None,
     provided=lambda v: v.number is not None and bool(_take(v.which, False)) and v.which.after[0].same)  # fmt: skip
rule(Objects, "{amount:amount of} other target {which:head of several@amount} {alike:alike alone}", _others, makes=Target, undo=_take_others)  # fmt: skip
rule(Objects, "{amount:amount of many} {which:head of several@amount} {alike:alike alone} {of:from group}",
     lambda amount, which, alike, of: OneOf(amount, of, _described(which, alike)), makes=OneOf,
     undo=lambda v: {**found, "amount": v.amount, "of": v.of} if (found := _take(v.which, False)) is not None else None)  # fmt: skip

# Of which the source may be one itself: "~ and enchantment creatures you control".
series("source and a group", "group beside it", first="the source", last="and", low=2, high=2)
rule(
    "group beside it",
    "{which:which@many}",
    Each,
    provided=lambda v: not has_other(v.which) and _of_yours(v.which),
)
rule("subject", "{parts:source and a group}", Together)


def _of_yours(which: Selection) -> bool:
    return isinstance(which, Which) and any(
        isinstance(q, ControlledBy) and q.who == You() for q in which.after
    )


_OTHERS = EitherOf((add_other(Noun((("creature",),))), Noun(form="spell")))
rule(Objects, "up to one other target creature or spell", Target(_OTHERS, UpTo(Literally(1))))


# ---- a second and a third target, and targets of several sorts (CR 601.2c) ----
def _nth_target(which: Selection, said: str) -> Target:
    """Another than those before it (CR 601.2c)."""
    nth = Other(said=said)
    return Target(
        Which((nth, *which.before), which.noun, which.after)
        if isinstance(which, Which)
        else Which((nth,), which)
    )


def _take_nth_target(value: Target, said: str) -> dict[str, Any] | None:
    match value.which:
        case Which(before=(Other(), *before), noun=noun, after=after):
            which = Which(tuple(before), noun, after) if before or after else noun
            return {"which": which} if value == _nth_target(which, said) else None
    return None


for _said in ("second", "third"):
    rule(Objects, f"a {_said} target {{which:which@one}}", partial(_nth_target, said=_said), makes=Target,
         undo=partial(_take_nth_target, said=_said), provided=lambda v: v.amount is None)  # fmt: skip
_OPPONENT = PlayerKind("opponent")
rule(Objects, "target opponent, {a:which@one}, or {b:which@one}", lambda a, b: Target(EitherOf((_OPPONENT, a, b))), makes=Target,
     undo=lambda v: {"a": o[1], "b": o[2]} if isinstance(v.which, EitherOf) and len(o := v.which.options) == 3 and v == Target(EitherOf((_OPPONENT, o[1], o[2]))) else None,
     provided=lambda v: isinstance(v.which, EitherOf) and all(isinstance(o, Which) and o.after for o in v.which.options[1:]))  # fmt: skip
