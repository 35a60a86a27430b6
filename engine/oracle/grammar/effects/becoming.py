"""What becomes something else for a time: animated lands, creatures turned into others, colors and types of one's choice, copies (CR 205.1, 613.1)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    Always,
    BasePT,
    Change,
    Choose,
    ChosenType,
    Colors,
    Duration,
    Effect,
    EveryType,
    Gains,
    Keyword,
    Lasting,
    Literally,
    LosesAll,
    Noun,
    Number,
    OfTheChosen,
    Optional,
    Recipient,
    Sequence,
    Static,
    Types,
    WhereX,
    Which,
    X,
)
from engine.oracle.grammar.effects.tokens import TokenSize
from engine.oracle.kernel import GRAMMAR, rule

Changes = tuple[Change, ...]

# ---- types as said: "Elemental artifact creature" ----
rule("types said", "creature(s)@out", ("creature",))
rule("types said", "{run:type run} creature(s)@out", lambda run: (*run, "creature"), makes=tuple,
     undo=lambda v: {"run": v[:-1]} if len(v) > 1 and v[-1] == "creature" else None)  # fmt: skip
rule("types said", "{:type run}", provided=lambda v: v[-1] != "creature")

# ---- the whole of what it becomes: the parts in the order said ----


def _parts(value: Changes, *kinds: type[Change]) -> bool:
    return tuple(type(c) for c in value) == kinds


def _plain_types(change: Change) -> bool:
    return isinstance(change, Types) and not change.add and not change.still


def _sized(size: TokenSize, words: tuple[str, ...]) -> Changes:
    return (BasePT(size.power, size.toughness), Types(words))


def _take_sized(value: Changes) -> dict[str, Any] | None:
    if not _parts(value, BasePT, Types) or not _plain_types(value[1]):
        return None
    size, types = value
    assert isinstance(size, BasePT) and isinstance(types, Types)
    if size.power is None or size.toughness is None or size.twice:
        return None
    if not (isinstance(size.power, Literally | X) and isinstance(size.toughness, Literally | X)):
        return None
    return {"size": TokenSize(size.power, size.toughness), "words": types.words}


def _colored(size: TokenSize, colors: tuple[str, ...], words: tuple[str, ...]) -> Changes:
    base, types = _sized(size, words)
    return (base, Colors(colors), types)


def _take_colored(value: Changes) -> dict[str, Any] | None:
    if not _parts(value, BasePT, Colors, Types):
        return None
    rest = _take_sized((value[0], value[2]))
    colors = value[1]
    assert isinstance(colors, Colors)
    return None if rest is None or colors.add else {**rest, "colors": colors.colors}


def _typed(words: tuple[str, ...], size: TokenSize) -> Changes:
    return (Types(words), BasePT(size.power, size.toughness))


def _take_typed(value: Changes) -> dict[str, Any] | None:
    return _take_sized((value[1], value[0])) if _parts(value, Types, BasePT) else None


def _colored_typed(colors: tuple[str, ...], words: tuple[str, ...], size: TokenSize) -> Changes:
    return (Colors(colors), *_typed(words, size))


def _take_colored_typed(value: Changes) -> dict[str, Any] | None:
    if not _parts(value, Colors, Types, BasePT):
        return None
    rest = _take_typed(value[1:])
    colors = value[0]
    assert isinstance(colors, Colors)
    return None if rest is None or colors.add else {**rest, "colors": colors.colors}


_A = "(a|)@out"
_SIZE = "base power and toughness {size:size}"
rule("new kind", f"{_A} {{size:size}} {{words:types said@out}}", _sized, undo=_take_sized, makes=tuple)
rule(
    "new kind",
    f"{_A} {{size:size}} {{colors:token colors}} {{words:types said@out}}",
    _colored,
    undo=_take_colored,
    makes=tuple,
)
rule("sized kind", f"{_A} {{words:types said@out}} with {_SIZE}", _typed, undo=_take_typed, makes=tuple)
rule(
    "sized kind",
    f"{_A} {{colors:token colors}} {{words:types said@out}} with {_SIZE}",
    _colored_typed,
    undo=_take_colored_typed,
    makes=tuple,
)


def _equalled(words: tuple[str, ...], number: Number) -> Changes | None:
    return None if isinstance(number, Literally | X) else (Types(words), BasePT(number, number))


def _take_equalled(value: Changes) -> dict[str, Any] | None:
    if not _parts(value, Types, BasePT) or not _plain_types(value[0]):
        return None
    types, size = value
    assert isinstance(types, Types) and isinstance(size, BasePT)
    if (
        size.twice
        or size.power is None
        or size.power != size.toughness
        or isinstance(size.power, Literally | X)
    ):
        return None
    return {"words": types.words, "number": size.power}


rule(
    "sized kind",
    f"{_A} {{words:types said@out}} with power and toughness each equal to {{number:Number}}",
    _equalled,
    undo=_take_equalled,
    makes=tuple,
)


def _added(kind: Changes) -> Changes | None:
    """Kinds that come on top of what the thing is (CR 205.1b)."""
    if any(isinstance(c, Colors) for c in kind):
        return None
    return tuple(replace(c, add=True) if isinstance(c, Types) else c for c in kind)


def _take_added(value: Changes) -> dict[str, Any] | None:
    types = [c for c in value if isinstance(c, Types)]
    if (
        len(value) < 2
        or not types
        or any(isinstance(c, Colors) or (isinstance(c, Types) and not c.add) for c in value)
    ):
        return None
    return {"kind": tuple(replace(c, add=False) if isinstance(c, Types) else c for c in value)}


for _category in ("being", "becoming"):
    rule(
        _category,
        "{kind:sized kind@out} in addition to (its|their)@out other types",
        _added,
        undo=_take_added,
        makes=tuple,
    )


def _able(kind: Changes, abilities: tuple[Any, ...]) -> Changes:
    return (*kind, Gains(abilities))


def _take_able(value: Changes) -> dict[str, Any] | None:
    last = value[-1]
    return {"kind": value[:-1], "abilities": last.abilities} if isinstance(last, Gains) else None


rule("becoming", "{:new kind}")
rule("becoming", "{:sized kind}")
rule("becoming", "{:able kind@out}")


def _one(change: Change) -> Changes:
    return (change,)


def _only(value: Changes, kind: type[Change]) -> Any:
    return value[0] if len(value) == 1 and isinstance(value[0], kind) else None


rule("becoming", "a {words:types said}", lambda words: _one(Types(words)), makes=tuple,
     undo=lambda v: {"words": t.words} if (t := _only(v, Types)) and _plain_types(t) else None)  # fmt: skip
rule("becoming", "a {words:types said} in addition to its other types", lambda words: _one(Types(words, add=True)), makes=tuple,
     undo=lambda v: {"words": t.words} if (t := _only(v, Types)) and t == Types(t.words, add=True) else None)  # fmt: skip
rule("becoming", "{colors:token colors}", lambda colors: _one(Colors(colors)), makes=tuple,
     undo=lambda v: {"colors": c.colors} if (c := _only(v, Colors)) is not None and not c.add else None)  # fmt: skip
rule("becoming", "{:one copy}")

# ---- sentences ----
rule(Effect, "{what:subject} become[s] {changes:becoming@what} {duration}", Lasting)
rule("plain sentence", "{duration}, {what:subject} become[s] {changes:becoming@what}", Lasting, first=True)
rule(Effect, "{what:subject} become[s] {changes:becoming@what}", Lasting, duration=Always())


def _loses_first(what: Recipient, changes: Changes, duration: Duration) -> Lasting:
    return Lasting(what, (LosesAll(), *changes), duration)


def _take_loses_first(value: Lasting) -> dict[str, Any] | None:
    if len(value.changes) < 2 or value.changes[0] != LosesAll() or value.first:
        return None
    return {"what": value.what, "changes": value.changes[1:], "duration": value.duration}


def _loses_last(what: Recipient, changes: Changes, duration: Duration) -> Lasting:
    return Lasting(what, (*changes, LosesAll()), duration)


def _take_loses_last(value: Lasting) -> dict[str, Any] | None:
    if len(value.changes) < 2 or value.changes[-1] != LosesAll() or value.first:
        return None
    return {"what": value.what, "changes": value.changes[:-1], "duration": value.duration}


def _loses_for_good(what: Recipient, changes: Changes) -> Lasting:
    return _loses_first(what, changes, Always())


rule(Effect, "{what:subject} lose[s]@what all abilities and become[s]@what {changes:becoming@what}", _loses_for_good, makes=Lasting,
     undo=lambda v: {"what": v.what, "changes": v.changes[1:]} if v.duration == Always() and _take_loses_first(v) is not None else None)  # fmt: skip


def _changed_over(
    duration: Duration, what: Recipient, changes: Changes, abilities: tuple[Any, ...]
) -> Lasting:
    """It becomes that, without its own abilities and with others (CR 613.1f)."""
    return Lasting(what, (*changes, LosesAll(), Gains(abilities)), duration, first=True)


def _take_changed_over(value: Lasting) -> dict[str, Any] | None:
    last = value.changes[-1]
    if (
        not value.first
        or len(value.changes) < 3
        or value.changes[-2] != LosesAll()
        or not isinstance(last, Gains)
    ):
        return None
    return {
        "duration": value.duration,
        "what": value.what,
        "changes": value.changes[:-2],
        "abilities": last.abilities,
    }


rule(
    "plain sentence",
    "{duration:Duration}, {what:subject} become[s]@what {changes:becoming@what}, lose[s]@what all abilities, and gain[s]@what {abilities:said abilities}",
    _changed_over,
    undo=_take_changed_over,
    makes=Lasting,
)
rule(
    Effect,
    "{what:subject} lose[s]@what all abilities and become[s]@what {changes:becoming@what} {duration:Duration}",
    _loses_first,
    undo=_take_loses_first,
    makes=Lasting,
)
rule(
    Effect,
    "{what:subject} become[s]@what {changes:becoming@what} and lose[s]@what all abilities {duration:Duration}",
    _loses_last,
    undo=_take_loses_last,
    makes=Lasting,
)


def _lost_for_now(duration: Duration, what: Recipient, changes: Changes) -> Lasting:
    return Lasting(what, (LosesAll(), *changes), duration, first=True)


rule("plain sentence", "{duration:Duration}, {what:subject} lose[s]@what all abilities and become[s]@what {changes:becoming@what}", _lost_for_now, makes=Lasting,
     undo=lambda v: {"duration": v.duration, "what": v.what, "changes": v.changes[1:]}
     if v.first and len(v.changes) > 1 and v.changes[0] == LosesAll() else None)  # fmt: skip

# ---- what static abilities say that something is (CR 604, 613.1) ----
for _kind in ("new kind", "sized kind"):
    rule("being", f"{{:{_kind}}}")
rule("being", "{:able kind@out}")


def _colored_only(colors: tuple[str, ...], words: tuple[str, ...]) -> Changes:
    return (Colors(colors), Types(words))


def _take_colored_only(value: Changes) -> dict[str, Any] | None:
    if not _parts(value, Colors, Types) or not _plain_types(value[1]):
        return None
    colors, types = value
    assert isinstance(colors, Colors) and isinstance(types, Types)
    return None if colors.add else {"colors": colors.colors, "words": types.words}


rule(
    "being",
    f"{_A} {{colors:token colors}} {{words:types said@out}}",
    _colored_only,
    undo=_take_colored_only,
    makes=tuple,
)


def _keeping(kind: Changes, still: str) -> Changes | None:
    if not any(isinstance(c, Types) and not c.add and not c.still for c in kind):
        return None
    return tuple(replace(c, still=(still,), within=True) if isinstance(c, Types) else c for c in kind)


def _take_keeping(value: Changes) -> dict[str, Any] | None:
    kept = [c.still for c in value if isinstance(c, Types) and c.within]
    if len(kept) != 1 or len(kept[0]) != 1:
        return None
    return {
        "kind": tuple(replace(c, still=(), within=False) if isinstance(c, Types) else c for c in value),
        "still": kept[0][0],
    }


rule("able kind", "{kind:new kind@out} with {abilities:said abilities}", _able, undo=_take_able, makes=tuple)
rule("able kind", "{kind:sized kind@out} and {abilities:said abilities}", _able, undo=_take_able, makes=tuple)
# Every creature type, said among the abilities (CR 205.3m).
_ALL_TYPES = EveryType("creature type")
rule("able kind", "{kind:new kind@out} with all creature types", lambda kind: (*kind, _ALL_TYPES), makes=tuple,
     undo=lambda v: {"kind": v[:-1]} if len(v) > 1 and v[-1] == _ALL_TYPES and not isinstance(v[-2], Gains) else None)  # fmt: skip
rule("able kind", "{kind:new kind@out} with {abilities:said abilities} and all creature types", lambda kind, abilities: (*kind, Gains(abilities), _ALL_TYPES),
     makes=tuple, undo=lambda v: {"kind": v[:-2], "abilities": v[-2].abilities} if len(v) > 2 and v[-1] == _ALL_TYPES and isinstance(v[-2], Gains) else None,
     provided=lambda v: len(v) > 2 and isinstance(v[-2], Gains) and len(v[-2].abilities) == 1)  # fmt: skip
for _type in ("land", "planeswalker"):
    rule("kept type", f"(that's still a {_type}|that are still {_type}s)@out", _type)
for _category in ("being", "becoming"):
    for _kind in ("new kind", "sized kind", "able kind"):
        rule(
            _category,
            f"{{kind:{_kind}@out}} {{still:kept type@out}}",
            _keeping,
            undo=_take_keeping,
            makes=tuple,
        )
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
     lambda what, changes: Static(what, (LosesAll(), *changes)), makes=Static,
     undo=lambda v: {"what": v.what, "changes": v.changes[1:]} if len(v.changes) > 1 and v == Static(v.what, (LosesAll(), *v.changes[1:])) else None)  # fmt: skip


def _being_without(what: Recipient, changes: Changes) -> Static | None:
    return None if any(isinstance(c, Gains) for c in changes) else Static(what, (*changes, LosesAll()))


rule("static", "{what:subject} (is|are) {changes:being@what} and lose[s]@what all abilities.", _being_without, makes=Static,
     undo=lambda v: {"what": v.what, "changes": v.changes[:-1]} if len(v.changes) > 1 and v == Static(v.what, (*v.changes[:-1], LosesAll())) else None)  # fmt: skip

# ---- "It's still a land." (CR 205.1b) ----


def _lasting(value: Effect) -> Lasting | None:
    """What makes something into something else in a sentence, where it is what the sentence begins with."""
    match value:
        case Lasting():
            return value
        case Optional(effect=effect) | WhereX(effect=effect):
            return _lasting(effect)
        case Sequence(steps=(first, *_)):
            return _lasting(first)
    return None


def _animates(value: Effect) -> bool:
    lasting = _lasting(value)
    return lasting is not None and any(_plain_types(c) for c in lasting.changes)


def _with_still(value: Effect, old: tuple[str, ...], new: tuple[str, ...]) -> Effect | None:
    if isinstance(value, Optional | WhereX):
        inner = _with_still(value.effect, old, new)
        return None if inner is None else replace(value, effect=inner)
    if isinstance(value, Sequence):
        first = _with_still(value.steps[0], old, new)
        return None if first is None else replace(value, steps=(first, *value.steps[1:]))
    if not isinstance(value, Lasting):
        return None
    changes = tuple(
        replace(c, still=new) if isinstance(c, Types) and not c.add and c.still == old and not c.within else c
        for c in value.changes
    )
    return None if changes == value.changes else replace(value, changes=changes)


def _lands(value: Effect) -> bool:
    lasting = _lasting(value)
    return lasting is not None and GRAMMAR.is_plural(lasting.what)


def _a_land(value: Effect) -> bool:
    lasting = _lasting(value)
    return lasting is not None and not GRAMMAR.is_plural(lasting.what)


rule("animating", "{:plain sentence}", provided=_animates)
for _sentence in ("sentence.", "trigger sentence."):
    for _words, _kept, _many in (
        ("it's still a land", ("land",), False),
        ("they're still lands", ("land",), True),
        ("it's still a planeswalker", ("planeswalker",), False),
    ):
        rule(_sentence, f"{{effect:animating}}. {_words}.", provided=_lands if _many else _a_land, make=lambda effect, kept=_kept: _with_still(effect, (), kept), makes=(Lasting, Optional, WhereX, Sequence),
             undo=partial(lambda v, kept: {"effect": e} if (e := _with_still(v, kept, ())) is not None else None, kept=_kept))  # fmt: skip

# ---- of one's choice (CR 608.2d): chosen as the effect is carried out ----


def _choosing(what: Recipient, kind: str, change: Change, duration: Duration) -> Sequence:
    return Sequence((Choose(kind), Lasting(what, (change,), duration)), "and")


def _take_choosing(value: Sequence, kind: str, change: Change) -> dict[str, Any] | None:
    lasting = value.steps[-1]
    if not isinstance(lasting, Lasting) or value != _choosing(lasting.what, kind, change, lasting.duration):
        return None
    return {"what": lasting.what, "duration": lasting.duration}


_FROM_COLOR = Gains((Keyword("protection", which=Which((), Noun(), (OfTheChosen("color"),))),))
rule("keyword", "protection from the chosen color", _FROM_COLOR.abilities[0])


def _choose_and(predicate: str, kind: str, change: Change) -> None:
    """Register what is said of a thing with a choice in it, made first."""

    def make(what: Recipient, duration: Duration) -> Sequence:
        return _choosing(what, kind, change, duration)

    def undo(value: Sequence) -> dict[str, Any] | None:
        return _take_choosing(value, kind, change)

    rule(
        Effect,
        f"{{what:subject}} {predicate} of your choice {{duration:Duration}}",
        make,
        undo=undo,
        makes=Sequence,
    )


for _kind in ("color", "creature type", "basic land type"):
    _choose_and(f"become[s] the {_kind}", _kind, ChosenType(_kind, add=False))
_choose_and("gain[s] protection from the color", "color", _FROM_COLOR)
