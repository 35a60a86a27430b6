"""What mana can be spent on, where more is said of that than spells of a kind and abilities of their like (CR 106.6)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AddMana,
    AlsoEnters,
    Casts,
    Chosen,
    Conditional,
    CopySpell,
    Effect,
    EitherOf,
    Having,
    Later,
    Literally,
    NewTargets,
    Noun,
    Optional,
    Selection,
    Sequence,
    ThisTurn,
    Which,
    You,
)
from engine.oracle.grammar.effects.mana import YOUR_COMMANDER, abilities_of
from engine.oracle.kernel import rule, series

_ANY_ABILITY = Noun(form="ability")


def _only_for(effect: AddMana, spend: Selection, one: bool) -> AddMana:
    return replace(effect, spend=spend, spend_one=one)


def _take_only(value: AddMana, spend: Selection, one: bool) -> dict[str, Any] | None:
    plain = replace(value, spend=None, spend_one=False)
    return {"effect": plain} if value == _only_for(plain, spend, one) else None


def _either(effect: AddMana, which: Selection, source: Selection) -> AddMana:
    return _only_for(effect, EitherOf((which, abilities_of(source)), "or a"), True)


def _take_either(value: AddMana) -> dict[str, Any] | None:
    match value.spend:
        case EitherOf(options=(which, Which(after=(Having(objects=Chosen(which=source)),)))):
            plain = replace(value, spend=None, spend_one=False)
            found: dict[str, Any] = {"effect": plain, "which": which, "source": source}
            return found if value == _either(**found) else None
    return None


def _ability_first(effect: AddMana, which: Selection) -> AddMana:
    return _only_for(effect, EitherOf((_ANY_ABILITY, which)), True)


def _take_ability_first(value: AddMana) -> dict[str, Any] | None:
    match value.spend:
        case EitherOf(options=(_, which)):
            plain = replace(value, spend=None, spend_one=False)
            return {"effect": plain, "which": which} if value == _ability_first(plain, which) else None
    return None


def _grown(effect: AddMana, which: Selection, kind: str, said: str) -> AddMana | None:
    """CR 106.6: of one mana, which is spent at most once."""
    if effect.number not in (None, Literally(1)) or any(len(m) > 3 for m in effect.mana):
        return None
    return replace(effect, gives=(AlsoEnters(Literally(1), kind, said=said),), gives_to=which)


def _take_grown(value: AddMana, said: str) -> dict[str, Any] | None:
    match value.gives:
        case (AlsoEnters(kind=kind),) if value.gives_to is not None:
            plain = replace(value, gives=(), gives_to=None)
            found: dict[str, Any] = {"effect": plain, "which": value.gives_to, "kind": kind}
            return found if value == _grown(**found, said=said) else None
    return None


for _sentence in ("sentence.", "trigger sentence."):
    for _spent in ("this mana is spent to cast", "that mana is spent on"):
        rule(_sentence, f"{{effect:adding}}. if {_spent} a {{which:spell to cast}}, that creature enters with an additional {{kind:any counter kind}} counter on it.",
             partial(_grown, said=_spent), makes=AddMana, undo=partial(_take_grown, said=_spent))  # fmt: skip
    _only = "{effect:adding}. spend this mana only to"
    rule(_sentence, f"{_only} cast your commander.", partial(_only_for, spend=YOUR_COMMANDER, one=True), makes=AddMana,
         undo=partial(_take_only, spend=YOUR_COMMANDER, one=True))  # fmt: skip
    rule(_sentence, f"{_only} cast a {{which:spell to cast}} or to activate an ability of a {{source:which@one}}.", _either, makes=AddMana, undo=_take_either)  # fmt: skip
    rule(_sentence, f"{_only} activate an ability or cast a {{which:spell to cast}}.", _ability_first, makes=AddMana, undo=_take_ability_first)  # fmt: skip


# ---- what triggers as it is spent (CR 106.6, 603.7) ----
def _when_spent(effect: AddMana, which: Selection, then: Effect, said: str) -> AddMana:
    event = Casts(You(), which, coming=said)
    return replace(effect, when_spent=Later(event, then, duration=ThisTurn("turn")))


def _take_when_spent(value: AddMana, said: str) -> dict[str, Any] | None:
    match value.when_spent:
        case Later(event=Casts(which=which), effect=then):
            plain = replace(value, when_spent=None)
            found: dict[str, Any] = {"effect": plain, "which": which, "then": then}
            return found if value == _when_spent(**found, said=said) else None
    return None


rule(
    "then copied",
    "{:plain sentence}",
    provided=lambda v: not isinstance(v, Sequence | Conditional | Optional),
)
rule("then copied", "{steps:copied and aimed}", Sequence, joined="and")
series("copied and aimed", "new aim", first="copying it", last="and", low=2, high=2)
rule("copying it", "{:Effect}", provided=lambda v: isinstance(v, CopySpell))
rule(
    "new aim",
    "you may {effect:Effect}",
    Optional,
    who=You(),
    provided=lambda v: isinstance(v.effect, NewTargets),
)
for _sentence in ("sentence.", "trigger sentence."):
    for _spent in ("that mana is spent", "you spend this mana"):
        rule(_sentence, f"{{effect:adding}}. when {_spent} to cast a {{which:spell to cast}}, {{then:then copied}}.", partial(_when_spent, said=_spent), makes=AddMana,
             undo=partial(_take_when_spent, said=_spent))  # fmt: skip
