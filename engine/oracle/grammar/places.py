"""Where an object is, among what, and of what size it is (CR 113.6b, 208.1, 404.2)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AllOf,
    AnyHolds,
    Attacks,
    Compared,
    Comparison,
    Condition,
    Controls,
    CountOf,
    Each,
    EventHappened,
    Fits,
    Happened,
    Having,
    InZone,
    Is,
    Literally,
    Negated,
    Noun,
    Number,
    Objects,
    OwnedBy,
    Selection,
    That,
    This,
    TopOfLibrary,
    WasCast,
    WasPaid,
    Which,
    You,
)
from engine.oracle.grammar.effects.tokens import TokenSize
from engine.oracle.kernel import rule

YOU = You()


def _placed(what: Any, zone: InZone) -> Fits:
    return Fits(what, Which((), Noun(), (zone,)))


rule(Condition, "~ is in your graveyard with a {which:noun@one} directly above it", lambda which: _above(which, None), makes=AllOf,
     undo=lambda v: _take_above(v, False))  # fmt: skip
rule(Condition, "~ is in your graveyard with {number:number word} or more {which:noun@many} above it", lambda number, which: _above(which, number), makes=AllOf,
     undo=lambda v: _take_above(v, True))  # fmt: skip


def _above(which: Selection, number: Number | None) -> AllOf:
    """CR 404.2: cards above this one in its graveyard; without a number: one directly above it."""
    relation = "directly above" if number is None else "above"
    there = Each(Which((), which, (InZone("graveyard", YOU), Having(relation, This()))))
    return AllOf((_GRAVEYARD, Comparison(CountOf(there), ">=", number or Literally(1))))


def _take_above(value: AllOf, several: bool) -> dict[str, Any] | None:
    match value.conditions:
        case (_, Comparison(left=CountOf(of=Each(which=Which(noun=which))), right=number)):
            found: dict[str, Any] = {"which": which, **({"number": number} if several else {})}
            return found if value == _above(which, number if several else None) else None
    return None


rule(Condition, "{what:subject} (is|are) {size:size}", lambda what, size: Fits(what, _of_size(size)), makes=Fits,
     undo=lambda v: {"what": v.what, "size": s} if (s := _take_size(v.which)) is not None and v == Fits(v.what, _of_size(s)) else None)  # fmt: skip


def _of_size(size: TokenSize) -> Which:
    return Which((Compared("power", "=", size.power), Compared("toughness", "=", size.toughness)), Noun())


def _take_size(which: Selection) -> TokenSize | None:
    match which:
        case Which(
            before=(Compared(stat="power", to=power), Compared(stat="toughness", to=toughness)),
            noun=Noun(kinds=()),
        ):
            return TokenSize(power, toughness)
    return None


_GRAVEYARD = _placed(This(), InZone("graveyard", YOU))
rule(Condition, "~ is the only {which:noun@one} in your graveyard", lambda which: _alone_there(which), makes=AllOf,
     undo=lambda v: {"which": w} if (w := _take_alone(v)) is not None else None)  # fmt: skip


def _alone_there(which: Selection) -> AllOf:
    """It is one of them, and there is one."""
    there = Each(Which((), which, (InZone("graveyard", YOU),)), "each")
    return AllOf(
        (
            _placed(This(), InZone("graveyard", YOU)),
            Fits(This(), which),
            Comparison(CountOf(there), "=", Literally(1)),
        )
    )


def _take_alone(value: AllOf) -> Selection | None:
    second = value.conditions[1] if len(value.conditions) == 3 else None
    return second.which if isinstance(second, Fits) and value == _alone_there(second.which) else None


rule(
    Condition,
    "~ is in your graveyard or on the battlefield",
    AnyHolds((_GRAVEYARD, _placed(This(), InZone("battlefield")))),
)
rule(Condition, "~ is in your graveyard", _GRAVEYARD)
rule(Condition, "~ is in your graveyard and {condition:Condition}", lambda condition: AllOf((_GRAVEYARD, condition)), makes=AllOf,
     undo=lambda v: {"condition": v.conditions[1]} if len(v.conditions) == 2 and v.conditions[0] == _GRAVEYARD else None)  # fmt: skip
rule(Condition, "~ is on the battlefield", _placed(This(), InZone("battlefield")))
rule(Condition, "it's on the battlefield", _placed(That(), InZone("battlefield")))
rule(Condition, "~ isn't on the battlefield", Negated(_placed(This(), InZone("battlefield"))))
rule(Condition, "~ is in the command zone", _placed(This(), InZone("command")))
_COMMANDER = Is("commander")
rule(Condition, "you control your commander", Controls(YOU, Which((_COMMANDER,), Noun(), (OwnedBy(YOU),))))


# ---- where it came from, as a permanent or as a spell (CR 400.7, 601.2a) ----
_COME = "come under your control"
for _it, _what in (("~", This()), ("it", That())):
    for _zone in ("graveyard", "library"):
        _came = Fits(_what, Which((), Noun(), (Happened(f"entered from your {_zone}"),)))
        _whence = f"your {_zone}"
        rule(
            Condition,
            f"{_it} entered from {_whence} or was cast from {_whence}",
            AnyHolds((_came, WasCast(_what, zone=_zone))),
        )
    _attacked = EventHappened(Attacks(_what))
    _arrived = Fits(_what, Which((), Noun(), (Happened("came under your control"),)))
    rule(
        Condition,
        f"{_it} didn't attack or {_COME} this turn",
        AllOf((Negated(_attacked), Negated(_arrived))),
    )

# ---- the other end of an ordered zone (CR 401.2, 404.2) ----
for _zone in ("library", "graveyard"):
    _bottom = f"the bottom card of {{whose:whose}} {_zone}"
    rule(Objects, _bottom, TopOfLibrary, number=Literally(1), zone=f"{_zone} bottom")

# ---- what held as it was cast (CR 601.2i, 608.2i) ----


def _cast_while(which: Selection) -> WasCast:
    return WasCast(This(), holding=Controls(YOU, which))


_SHOWN = WasPaid("additional cost", This())
rule(Condition, "you controlled a {which:which@one} as you cast ~", _cast_while, makes=WasCast,
     undo=lambda v: {"which": v.holding.which} if isinstance(v.holding, Controls) and v == _cast_while(v.holding.which) else None)  # fmt: skip
# What is revealed is what the additional cost names.
rule(Condition, "you revealed a {card:noun@one} or controlled a {which:noun@one} as you cast ~", lambda card, which: _shown_or(card, which), makes=AnyHolds,
     undo=lambda v: _take_shown_or(v))  # fmt: skip


def _shown_or(card: Selection, which: Selection) -> AnyHolds | None:
    if not isinstance(which, Noun) or card != replace(which, form="card"):
        return None
    return AnyHolds((_SHOWN, _cast_while(which)))


def _take_shown_or(value: AnyHolds) -> dict[str, Any] | None:
    match value.conditions:
        case (shown, WasCast(holding=Controls(which=Noun() as which))) if shown == _SHOWN:
            card = replace(which, form="card")
            return {"card": card, "which": which} if value == _shown_or(card, which) else None
    return None
