"""Changes: the predicates of static abilities and of continuous effects ("gets +1/+1", "has flying", "can't block")."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, NamedTuple

from engine.abilities import (
    Ability,
    AllNames,
    AnyPlayer,
    AssignsDamageBy,
    Besides,
    Cant,
    CantHave,
    Change,
    Chosen,
    Colors,
    DoesntUntap,
    EitherOf,
    EveryType,
    Exactly,
    Gains,
    GainsActivated,
    GainsChoice,
    HandSize,
    HasText,
    Having,
    Is,
    Keyword,
    Literally,
    Loses,
    LosesTypes,
    ModifyPT,
    Must,
    Noun,
    Number,
    OfColor,
    OneOfChanges,
    Ruled,
    Selection,
    Static,
    That,
    ThatPlayer,
    Types,
    Which,
    X,
    You,
)
from engine.model import LAND
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import alone, rule, series, token, words
from engine.rules.effects import COUNTERS_KEPT_OFF

# ---- +1/+1 (layer 7c) ----


class Size(NamedTuple):
    power: Number
    toughness: Number
    signs: tuple[str, str]


_SIZE = re.compile(r"([+-])(\d+|X)/([+-])(\d+|X)$", re.I)


def _number(text: str) -> Number:
    return X() if text in "Xx" else Literally(int(text))


def _figure(value: Number) -> str:
    return "X" if isinstance(value, X) else str(getattr(value, "value", "?"))


def _read(text: str) -> Size | None:
    found = _SIZE.match(text)
    return Size(_number(found[2]), _number(found[4]), (found[1], found[3])) if found else None


def _write(value: Any) -> str | None:
    if not isinstance(value, Size) or not all(isinstance(n, (Literally, X)) for n in value[:2]):
        return None
    return f"{value.signs[0]}{_figure(value.power)}/{value.signs[1]}{_figure(value.toughness)}"


token("size change", "size", _read, _write)


def _sizes(value: ModifyPT) -> dict[str, Any]:
    return {"size": Size(value.power, value.toughness, value.signs)}


# ---- who can block (CR 509.1b) ----


# CR 702.158e
_SAME_SECTOR = Which((), Noun((("creature",),)), (Having("in the sector of", That(many=True)),))


def blocked_only_by(which: Selection) -> Cant:
    """It can't be blocked by what is nothing of the description."""
    return Cant("be blocked", by=Which((), Noun(), (Besides(which),)))


def only_blockers(change: Change) -> Selection | None:
    """What `blocked_only_by` was told."""
    match change:
        case Cant(by=Which(after=(Besides(which=which),))) if change == blocked_only_by(which):
            return which
    return None


def _blocked_by_many(number: Number) -> Cant:
    return Cant("be blocked by fewer", by=Chosen(Noun((("creature",),)), Exactly(number)))


def _how_many_block(change: Cant) -> dict[str, Any] | None:
    match change.by:
        case Chosen(amount=Exactly(number=number)) if change == _blocked_by_many(number):
            return {"number": number}
    return None


def _take_either_blocks(change: Cant) -> dict[str, Any] | None:
    which = only_blockers(change)
    if not isinstance(which, EitherOf) or which.joined != "and/or" or len(which.options) != 2:
        return None
    return {"a": which.options[0], "b": which.options[1]}


def _barred_from(abilities: tuple[Ability, ...], again: tuple[Ability, ...], said: str) -> CantHave | None:
    """CR 113.11: it loses what it can't have, which is said of the same abilities twice."""
    return CantHave(abilities, said) if abilities == again else None


def _take_barred(value: CantHave) -> dict[str, Any]:
    return {"abilities": value.abilities, "again": value.abilities}


_WITH_OTHER = Keyword("bands with other")
# Said of what has it now ("has") and of what gets it for a while ("gains"): otherwise the two are one.
for _context in ("static", "effect"):
    for _more, _said in ((False, ""), (True, "an additional ")):
        rule(f"{_context} change", f"get[s] {_said}{{size:size change}}",
             lambda size, more=_more: ModifyPT(size.power, size.toughness, size.signs, additional=more), makes=ModifyPT,
             undo=partial(lambda v, more: _sizes(v) if v.each is None and v.additional == more else None, more=_more))  # fmt: skip
        rule(f"{_context} change", f"get[s] {_said}{{size:size change}} for each {{each:each thing}}",
             lambda size, each, more=_more: ModifyPT(size.power, size.toughness, size.signs, each, more), makes=ModifyPT,
             undo=partial(lambda v, more: {**_sizes(v), "each": v.each} if v.each is not None and v.additional == more else None, more=_more))  # fmt: skip
    rule(f"{_context} change", "lose[s] all abilities", Loses())
    rule(f"{_context} change", "lose[s] all other abilities", Loses(other=True))
    rule(f"{_context} change", "lose[s] all “_ bands with other” abilities", Loses((_WITH_OTHER,)))
    rule(
        f"{_context} change",
        "lose[s] banding and all “_ bands with other” abilities",
        Loses((Keyword("banding"), _WITH_OTHER)),
    )
    rule(
        f"{_context} change", "lose[s] all creature types", LosesTypes, words=("creature types",), said="all"
    )
    rule(f"{_context} change", "lose[s] all land types", LosesTypes, words=("land types",), said="all")
    rule(
        f"{_context} change",
        "lose[s] {abilities:said abilities}",
        Loses,
        provided=lambda v: bool(v.abilities),
    )
    for _barred, _can_not in (("said abilities", "have or gain"), ("choice of abilities", "have")):
        rule(
            f"{_context} change",
            f"lose[s] {{abilities:said abilities}} and can't {_can_not} {{again:{_barred}}}",
            partial(_barred_from, said=_can_not),
            makes=CantHave,
            undo=partial(lambda v, said: _take_barred(v) if v.said == said else None, said=_can_not),
        )
    rule(f"{_context} change", "can't {what:deed}", Cant)
    rule(f"{_context} change", "can't be blocked by {by:which@many}", Cant, what="be blocked",
         provided=lambda v: only_blockers(v) is None)  # fmt: skip
    rule(
        f"{_context} change",
        "can't be blocked by more than one creature",
        Cant,
        what="be blocked by more than one creature",
    )
    rule(f"{_context} change", "can't be blocked except by {which:which@many}", blocked_only_by, makes=Cant,
         undo=lambda v: {"which": which} if (which := only_blockers(v)) is not None else None)  # fmt: skip
    rule(
        f"{_context} change",
        "can be blocked only by creatures in the same sector",
        blocked_only_by(_SAME_SECTOR),
    )
    rule(f"{_context} change", "can't be blocked except by {a:which@many} and/or {b:which@many}", lambda a, b: blocked_only_by(EitherOf((a, b), "and/or")),
         makes=Cant, undo=_take_either_blocks)  # fmt: skip
    rule(
        f"{_context} change",
        "can't be blocked except by {number:number word} or more creatures",
        _blocked_by_many,
        makes=Cant,
        undo=_how_many_block,
    )
    rule(f"{_context} change", "can't have counters put on (it|them)", Cant, what="have counters")
    for _kind in COUNTERS_KEPT_OFF:
        rule(
            f"{_context} change",
            f"can't have {_kind} counters put on (it|them)",
            Cant,
            what=f"have {_kind} counters",
        )
    rule(f"{_context} change", "attack[s] each combat if able", Must, what="attack", when="each combat")
    rule(
        f"{_context} change",
        "attack[s] {whom:whom to attack} each combat if able",
        Must,
        what="attack",
        when="each combat",
        provided=lambda v: v.whom is not None,
    )
    rule(f"{_context} change", "attack[s] each turn if able", Must, what="attack", when="each turn")
    rule(f"{_context} change", "block[s] each combat if able", Must, what="block", when="each combat")
    rule(
        f"{_context} change",
        "attack[s] or block[s] each combat if able",
        Must,
        what="attack or block",
        when="each combat",
    )
    rule(f"{_context} change", "must be blocked if able", Must, what="be blocked")
    series(f"{_context} changes", f"{_context} change", last="and")
rule("whom to attack", "{:player object}", provided=lambda v: isinstance(v, AnyPlayer | ThatPlayer))
rule("static change", "get[s] {size:size change}, where X is {number:Number}", lambda size, number: _lettered(size, number), makes=ModifyPT,
     undo=lambda v: _take_lettered(v))  # fmt: skip


def _lettered(size: Size, number: Number) -> ModifyPT | None:
    """A static ability's X is worked out anew all the time (CR 107.3i, 611.3a): the number stands where the letter does."""
    if X() not in (size.power, size.toughness) or isinstance(number, (Literally, X)):
        return None
    power, toughness = (number if n == X() else n for n in (size.power, size.toughness))
    return ModifyPT(power, toughness, size.signs)


def _take_lettered(value: ModifyPT) -> dict[str, Any] | None:
    both = (value.power, value.toughness)
    number = next((n for n in both if not isinstance(n, (Literally, X))), None)
    if (
        number is None
        or value.each is not None
        or value.additional
        or any(n != number and not isinstance(n, Literally) for n in both)
    ):
        return None
    power, toughness = (X() if n == number else n for n in both)
    return {"size": Size(power, toughness, value.signs), "number": number}


rule("effect change", "become[s] {colors:token colors}", Colors)
rule("effect change", "gain[s] {abilities:said abilities}", Gains)
rule("effect change", "gain[s] your choice of {abilities:choice of abilities}", GainsChoice)
rule("effect change", "get[s] {a:size change} or {b:size change}",
     lambda a, b: OneOfChanges((ModifyPT(a.power, a.toughness, a.signs), ModifyPT(b.power, b.toughness, b.signs))), makes=OneOfChanges,
     undo=lambda v: {"a": _sizes(v.options[0])["size"], "b": _sizes(v.options[1])["size"]}
     if len(v.options) == 2 and all(isinstance(c, ModifyPT) for c in v.options) else None)  # fmt: skip


def _protected(which: Selection) -> Gains:
    return Gains((Keyword("protection", which=which),))


def _or_a_color(which: Selection) -> OneOfChanges:
    """Protection from this, or from one of the colors."""
    return OneOfChanges(
        (_protected(which), *(_protected(Which((OfColor(color),), Noun())) for color in COLORS))
    )


words("besides colors", {Noun((("artifact",),)): "artifacts", Which((Is("colorless"),), Noun()): "colorless"})
rule("effect change", "gain[s] protection from {which:besides colors} or from the color of your choice", _or_a_color, makes=OneOfChanges,
     undo=lambda v: {"which": v.options[0].abilities[0].which} if isinstance(v.options[0], Gains) and isinstance(v.options[0].abilities[0], Keyword)
     and v.options[0].abilities[0].which is not None and v == _or_a_color(v.options[0].abilities[0].which) else None)  # fmt: skip
series("choice of abilities", "keyword", last="or", low=2)
rule("effect change", "gain[s] all creature types", EveryType, family="creature")
rule("static change", "(has|have) {abilities:said abilities}", Gains)
rule("static change", "(has|have) all activated abilities of {what:Objects}", GainsActivated)
rule(
    "static change",
    "(has|have)@out the full text of {what:Objects} and (has|have)@out the text {abilities:said abilities}",
    HasText,
)
_BESIDES_ITS_OWN = "in addition to (its name|their names)"
rule("static change", f"(has|have) all names of nonlegendary creature cards {_BESIDES_ITS_OWN}", AllNames())
rule(
    "static change",
    "(has|have) all abilities of ability stickers on {what:Objects}",
    GainsActivated,
    stickers=True,
)
for _word in ("all", "the"):
    rule(
        "static change",
        f"(has|have) {_word} loyalty abilities of {{what:Objects}}",
        GainsActivated,
        loyalty=_word,
    )
rule(
    "static change",
    "(doesn't|don't) untap during (its controller's untap step|their controllers' untap steps)",
    DoesntUntap,
)
rule(
    "static change",
    "crew[s] Vehicles as though (its|their) power were {number:digits} greater",
    Ruled,
    rule="crews with more power",
)
rule(
    "static change",
    "crew[s] Vehicles using (its|their) toughness rather than (its|their) power",
    Ruled("crews using its toughness"),
)
rule(
    "static change",
    "station[s] permanents using (its|their) toughness rather than (its|their) power",
    Ruled("stations using its toughness"),
)
rule("static change", "(is|are) goaded", Ruled("goaded"))
rule("static change", "(doesn't|don't) untap during your untap step", DoesntUntap, whose=You())
rule("static change", "don't untap during their untap step", DoesntUntap, one=True, said="theirs")
rule(
    "effect change",
    "(doesn't|don't) untap during (its controller's untap step|their controllers' untap steps)",
    DoesntUntap,
)
rule(
    "effect change",
    "(doesn't|don't) untap during (its controller's next untap step|their controllers' next untap steps)",
    DoesntUntap,
    next_only=True,
)
rule(
    "effect change",
    "don't untap during their controller's next untap step",
    DoesntUntap,
    next_only=True,
    one=True,
)
for _theirs, _said in (
    ("their next untap step", "theirs"),
    ("that player's next untap step", "that player's"),
):
    rule("effect change", f"don't untap during {_theirs}", DoesntUntap, next_only=True, one=True, said=_said)
rule(
    "effect change",
    "(doesn't|don't) untap during your next untap step",
    DoesntUntap,
    next_only=True,
    whose=You(),
)
for _context in ("static", "effect"):
    rule(
        f"{_context} change",
        "assign[s] combat damage equal to (its|their) toughness rather than (its|their) power",
        AssignsDamageBy,
        how="toughness",
    )
rule(
    "static change",
    "(is a|are) {words:added type@out} in addition to (its|their)@out other types",
    Types,
    add=True,
)
alone("added type", "type word")
series("added land type", "type word", first="bare type", last=None, sep="", low=2, high=2)
rule("static change", "(is a|are) {words:added land type@out} in addition to (its|their)@out other types", Types, add=True,
     provided=lambda v: len(v.words) == 2 and (v.words[0] in LAND and v.words[1] == "land" or v.words[1] == "artifact"))  # fmt: skip
rule(
    "static change",
    "(is a|are) {words:added type@out} in addition to (its|their)@out other land types",
    Types,
    add=True,
    of="land",
)
rule(
    "static change",
    "(is a|are) {words:added type@out} in addition to (its|their)@out other creature types",
    Types,
    add=True,
    of="creature",
)
# CR 205.4a-b: a supertype comes on top of what the thing is, and takes nothing from it.
_SUPERTYPES = ("legendary", "snow", "basic")
for _supertype in _SUPERTYPES:
    rule("static change", f"(is|are) {_supertype}", Types((_supertype,), add=True, of="supertype"))
    rule("static change", f"(is|are) no longer {_supertype}", LosesTypes((_supertype,), "no longer"))

words("deed", {d: d for d in (
    "attack", "block", "attack or block", "be blocked", "be countered", "be regenerated", "be sacrificed", "attack alone", "block alone",
    "attack or block alone", "be equipped", "be enchanted", "crew Vehicles", "transform", "become untapped", "be copied", "phase out", "phase in",
)})  # fmt: skip

# ---- said of players ----
rule("player change", "(has|have) no maximum hand size", HandSize, how="none")
rule("player change", "(has|have) {abilities:said abilities}", Gains)
words(
    "player deed",
    {
        d: d
        for d in ("gain life", "draw cards", "cast spells", "lose the game", "lose life", "search libraries")
    },
)
rule("player change", "can't {what:player deed}", Cant)
rule("player change", "can't get counters", Cant, what="have counters")
for _kind in COUNTERS_KEPT_OFF:
    rule("player change", f"can't get {_kind} counters", Cant, what=f"have {_kind} counters")
# Said of what keeps its counters off first: "Counters can't be put on artifacts or lands."
rule(
    "static",
    "counters can't be put on {what:Objects}.",
    Static,
    changes=(Cant("have counters"),),
    first=True,
    provided=lambda v: v.condition is None,
)
series("player changes", "player change", last="and")
