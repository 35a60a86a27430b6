"""Copies (CR 707): what enters or becomes a copy of what, and what the copy is excepted from (707.9)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    AlsoEnters,
    Always,
    AsOne,
    BasePT,
    Chosen,
    Colors,
    ControlledBy,
    CopyOf,
    Duration,
    Each,
    Effect,
    Enters,
    Gains,
    InZone,
    Lasting,
    Literally,
    LosesTypes,
    NotCopied,
    Objects,
    Recipient,
    Renamed,
    This,
    ThisAbility,
    Types,
    Which,
)
from engine.oracle.grammar.effects.tokens import TokenSize
from engine.oracle.grammar.words import SORTED_TYPES
from engine.oracle.kernel import alone, rule, series, words

# ---- exceptions (CR 707.9) ----
series("except changes", "except change", last="and")
series("except abilities", "except ability", last="and")
rule("except ability", "{:said ability}")
rule("except ability", "this ability", ThisAbility())
rule("except change", "(it has|they have) {abilities:except abilities}", Gains)
for _said, _words in (
    ("", "(it isn't|they aren't) legendary"),
    ("not", "(it's|they're) not legendary"),
    ("if that is", "(it isn't|they aren't) legendary if that permanent is legendary"),
    ("the token", "the token(s)@out (isn't|aren't) legendary"),
):
    rule("except change", _words, LosesTypes, words=("legendary",), said=_said)
for _of in ("", "creature "):
    rule(
        "except change",
        f"(it's a|they're) {{words:types said}} in addition to (its|their)@out other {_of}types",
        Types,
        add=True,
        of=_of.strip(),
    )
words(
    "supertypes said",
    {("legendary",): "legendary", ("snow",): "snow", ("legendary", "snow"): "legendary and snow"},
)
rule(
    "except change",
    "(it's|they're) {words:supertypes said} in addition to (its|their)@out other types",
    Types,
    add=True,
)
rule("except change", "its name is ~", Renamed())
rule("except change", "it doesn't copy that {of:copied noun}'s color", lambda of: NotCopied("color"), makes=NotCopied,
     undo=lambda v: {"of": "creature"})  # fmt: skip
words("copied noun", {"creature": "creature"})
for _counters, _one in (
    ("an additional {kind:any counter kind} counter", True),
    ("{counters:count} additional {kind:any counter kind} counters", False),
):
    for _if in ("", " if it's a {word:card type}"):
        _fixed: dict[str, Any] = {"counters": Literally(1)} if _one else {}
        if not _if:
            _fixed["word"] = ""
        rule(
            "except change",
            f"it enters with {_counters} on it{_if}",
            AlsoEnters,
            **_fixed,
        )
words("card type", {t: t for t in SORTED_TYPES})
rule("except change", "(it's|they're) {size:size}", lambda size: BasePT(size.power, size.toughness), makes=BasePT,
     undo=lambda v: {"size": s} if (s := _size(v)) else None)  # fmt: skip


def _size(change: Any) -> TokenSize | None:
    if not isinstance(change, BasePT) or change.power is None or change.toughness is None or change.twice:
        return None
    return TokenSize(change.power, change.toughness)


def _kind(also: bool = False, **slots: Any) -> AsOne:
    size, colors = slots.get("size"), slots.get("colors")
    return AsOne(
        (
            *([BasePT(size.power, size.toughness)] if size else ()),
            *([Colors(colors, add=also)] if colors is not None else ()),
            Types(slots["words"], add=slots.get("add", False)),
        )
    )


def _undo_kind(names: frozenset[str], add: bool, also: bool) -> Any:
    def undo(value: AsOne) -> dict[str, Any] | None:
        slots: dict[str, Any] = (
            {"words": value.changes[-1].words} if isinstance(value.changes[-1], Types) else {}
        )
        if (size := _size(value.changes[0])) is not None:
            slots["size"] = size
        if colors := [c.colors for c in value.changes if isinstance(c, Colors)]:
            slots["colors"] = colors[0]
        if frozenset(slots) != names or _kind(also, **slots, add=add) != value:
            return None
        return slots

    return undo


def _kind_rule(said: str, names: frozenset[str], add: bool, rest: str = "", also: bool = False) -> None:
    """Register what a copy is in place of what it copies: "a 4/4 black Zombie", or in addition."""
    rule(
        "except change",
        f"(it's a|they're) {said} {{words:types said}}{rest}",
        lambda **slots: _kind(also, **slots, add=add),
        undo=_undo_kind(names, add, also),
        makes=AsOne,
    )


_SIZE, _COLORS = "{size:size}", "{colors:token colors}"
_kind_rule(f"{_SIZE} {_COLORS}", frozenset({"size", "colors", "words"}), False)
_kind_rule(_COLORS, frozenset({"colors", "words"}), False)
_kind_rule(_SIZE, frozenset({"size", "words"}), False)
_kind_rule(_SIZE, frozenset({"size", "words"}), True, " in addition to (its|their)@out other types")
_kind_rule(
    f"{_SIZE} {_COLORS}",
    frozenset({"size", "colors", "words"}),
    True,
    " in addition to (its|their)@out other types",
)
_kind_rule(_COLORS, frozenset({"colors", "words"}), True, " in addition to (its|their)@out other types")
_BOTH = " in addition to (its|their)@out other colors and types"
_kind_rule(f"{_SIZE} {_COLORS}", frozenset({"size", "colors", "words"}), True, _BOTH, True)
_kind_rule(_COLORS, frozenset({"colors", "words"}), True, _BOTH, True)

# ---- several of them said of one subject ("it isn't legendary, is ..., and has ...") ----
_THEIRS = "in addition to (its|their)@out other types"


def _with(
    words: tuple[str, ...], abilities: tuple[Any, ...], size: TokenSize | None = None, colors: Any = None
) -> AsOne:
    """What it is in addition, with abilities."""
    said: dict[str, Any] = {"words": words, "size": size, "colors": colors}
    first = _kind(add=True, **{name: value for name, value in said.items() if value is not None})
    return AsOne((*first.changes, Gains(abilities)))


def _take_with(value: AsOne, sized: bool, colored: bool) -> dict[str, Any] | None:
    match value.changes:
        case (*first, Types(words=words), Gains(abilities=abilities)):
            size = _size(first[0]) if first else None
            colors = next((c.colors for c in first if isinstance(c, Colors)), None)
            found: dict[str, Any] = {"words": words, "abilities": abilities}
            found |= {"size": size} if size else {}
            found |= {} if colors is None else {"colors": colors}
            return (
                found
                if (size is not None, colors is not None) == (sized, colored) and value == _with(**found)
                else None
            )
    return None


for _said, _sized, _colored in (
    ("", False, False),
    (f"{_SIZE} ", True, False),
    (f"{_COLORS} ", False, True),
    (f"{_SIZE} {_COLORS} ", True, True),
):
    rule("except change", f"(it's a|they're) {_said}{{words:types said}} with {{abilities:except abilities}} {_THEIRS}", _with, makes=AsOne,
         undo=partial(_take_with, sized=_sized, colored=_colored))  # fmt: skip
rule("except change", "(it's|they're) {size:size} and (has|have) {abilities:except abilities}",
     lambda size, abilities: AsOne((BasePT(size.power, size.toughness), Gains(abilities))), makes=AsOne,
     undo=lambda v: {"size": s, "abilities": v.changes[1].abilities} if len(v.changes) == 2 and isinstance(v.changes[1], Gains) and (s := _size(v.changes[0])) else None)  # fmt: skip
rule("except change", "it {first:excepted first}, {second:excepted second}, and has {abilities:except abilities}",
     lambda first, second, abilities: AsOne((first, second, Gains(abilities))), makes=AsOne, undo=lambda v: _take_three(v))  # fmt: skip
rule("except change", "it isn't legendary and has {abilities:except abilities}", lambda abilities: AsOne((LosesTypes(("legendary",)), Gains(abilities))),
     makes=AsOne, undo=lambda v: {"abilities": v.changes[1].abilities} if len(v.changes) == 2 and v.changes[0] == LosesTypes(("legendary",)) and isinstance(v.changes[1], Gains) else None)  # fmt: skip
rule("except change", "it has {abilities:except abilities} and isn't legendary", lambda abilities: AsOne((Gains(abilities), LosesTypes(("legendary",)))),
     makes=AsOne, undo=lambda v: {"abilities": v.changes[0].abilities} if len(v.changes) == 2 and v.changes[1] == LosesTypes(("legendary",)) and isinstance(v.changes[0], Gains) else None)  # fmt: skip
rule("excepted first", "isn't legendary", LosesTypes(("legendary",)))
rule("excepted second", f"is a {{words:types said@one}} {_THEIRS}", Types, add=True)


def _take_three(value: AsOne) -> dict[str, Any] | None:
    match value.changes:
        case (LosesTypes() as first, Types() as second, Gains(abilities=abilities)):
            return {"first": first, "second": second, "abilities": abilities}
    return None


# ---- what is copied ----
alone("one copy", "copy")
rule("copy", "a copy of {what:Objects}", CopyOf)
alone("excepted copy", "copy excepted")
rule(
    "copy excepted",
    "a copy of {what:Objects}, except {exceptions:except changes@out}",
    CopyOf,
    provided=lambda v: v.exceptions != (),
)

# ---- entering as a copy (CR 614.1c, 707.5) ----


def _qualities(value: Chosen) -> tuple[Any, ...]:
    return value.which.after if isinstance(value.which, Which) else ()


def _in_a_zone(value: Chosen) -> bool:
    return any(isinstance(q, InZone) for q in _qualities(value))


def _controlled(value: Chosen) -> bool:
    return any(isinstance(q, ControlledBy) for q in _qualities(value))


rule("original", "any {which:which@one}", Chosen, provided=_in_a_zone)
rule("original", "a {which:which@one}", Chosen, provided=_controlled)
for _excepted, _rest in (("", ""), (", except", ", except {exceptions:except changes@one}")):
    alone(f"chosen copy{_excepted}", f"copy chosen{_excepted}")
    rule(f"copy chosen{_excepted}", "a copy of {what:original}" + _rest, CopyOf,
         provided=(lambda v: v.exceptions != ()) if _rest else None)  # fmt: skip
    for _state in ("", "tapped"):
        rule(
            "static",
            f"you may have ~ enter {_state} as {{changes:chosen copy{_excepted}}}.",
            Enters,
            what=This(),
            state=_state,
            optional=True,
        )
rule("static", "{what:subject} enter[s] as {changes:one copy}.", Enters)

# ---- becoming a copy (CR 611.2, 707.4) ----


def _until(what: Recipient, copied: Objects, duration: Duration, exceptions: tuple[Any, ...]) -> Lasting:
    return Lasting(what, (CopyOf(copied, exceptions),), duration)


def _take_until(value: Lasting) -> dict[str, Any] | None:
    match value:
        case Lasting(changes=(CopyOf(what=copied, exceptions=(_, *_) as exceptions),), first=False) if (
            value.duration != Always()
        ):
            return {
                "what": value.what,
                "copied": copied,
                "duration": value.duration,
                "exceptions": exceptions,
            }
    return None


rule(
    Effect,
    "{what:subject} become[s] a copy of {copied:Objects} {duration:Duration}, except {exceptions:except changes@one}",
    _until,
    undo=_take_until,
    makes=Lasting,
)
rule(Effect, "{what:subject} become copies of {copied:Objects} {duration:Duration}", lambda what, copied, duration: Lasting(what, (CopyOf(copied),), duration, verbs=(0,)), makes=Lasting,
     undo=lambda v: {"what": v.what, "copied": c.what, "duration": v.duration} if isinstance(c := v.changes[0], CopyOf)
     and v == Lasting(v.what, (CopyOf(c.what),), v.duration, verbs=(0,)) else None,
     provided=lambda v: isinstance(v.what, Each) and v.duration != Always())  # fmt: skip
rule(Effect, "{what:subject} become[s] {changes:excepted copy@one}", Lasting, duration=Always())
rule(
    "plain sentence", "{duration}, {what:subject} become[s] {changes:excepted copy@one}", Lasting, first=True
)
