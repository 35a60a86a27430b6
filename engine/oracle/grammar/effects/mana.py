"""Adding mana (CR 106)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AddMana,
    Chosen,
    Effect,
    EitherOf,
    Having,
    Instead,
    Noun,
    ProduceInstead,
    Replacement,
    Selection,
    TapsForMana,
    ThatMuch,
    Which,
)
from engine.oracle.kernel import alone, rule, series, words

series("mana choice", "mana", last="or")
rule(Effect, "{who?} add[s] {mana:mana choice}", AddMana)
rule(Effect, "{who?} add[s] {mana:mana choice} for each {number:each thing}", AddMana)
for _what in ("any color", "the chosen color"):
    rule(Effect, f"{{who?}} add[s] one mana of {_what}", AddMana, mana=(), any_=_what)
for _what in ("any color", "any type"):
    rule(
        Effect,
        f"{{who?}} add[s] one mana of {_what} that {{among:subject}} could produce",
        AddMana,
        mana=(),
        any_=_what,
    )
rule(
    Effect,
    "{who?} add[s] one mana of any type {among:subject} produced",
    AddMana,
    mana=(),
    any_="any type produced",
)
rule(Effect, "add {mana:one mana} or one mana of the chosen color", AddMana, any_="or the chosen color")
# On top of what something was tapped for (CR 106.12a, 605.1b).
_MORE = "{who?} add[s] an additional"
rule(Effect, f"{_MORE} {{mana:one mana}}", AddMana, additional=True)
rule(Effect, f"{_MORE} {{mana:one mana}} for each {{number:each thing}}", AddMana, additional=True)
for _what in ("any color", "the chosen color"):
    rule(Effect, f"{_MORE} one mana of {_what}", AddMana, mana=(), any_=_what, additional=True)
rule(
    Effect,
    f"{_MORE} one mana of any type {{among:subject}} produced",
    AddMana,
    mana=(),
    any_="any type produced",
    additional=True,
)
rule(
    Effect,
    f"{_MORE} {{number:number word}} mana in any combination of colors",
    AddMana,
    mana=(),
    any_="any combination of colors",
    additional=True,
)
_IDENTITY = "your commander's color identity"
rule(
    Effect,
    f"{{who?}} add[s] one mana of any color in {_IDENTITY}",
    AddMana,
    mana=(),
    any_="commander's colors",
)
rule(
    Effect, "{who?} add[s] {number:number word} mana of any one color", AddMana, mana=(), any_="any one color"
)
rule(
    Effect,
    "{who?} add[s] {number:number word} mana in any combination of colors",
    AddMana,
    mana=(),
    any_="any combination of colors",
)

series("mana and/or", "mana", last="and/or", low=2)
rule(
    Effect,
    "{who?} add[s] {number:number word} mana in any combination of {mana:mana and/or}",
    AddMana,
    any_="any combination",
)
KEPT = "until end of turn"
_EMPTYING = "lose this mana as steps and phases end"
# ---- mana that can be spent on some things only (CR 106.6) ----


def _for_spells(sentence: str, said: str, one: bool) -> None:
    """Register what mana is said to be for in the next sentence, in the singular or the plural."""

    def make(effect: AddMana, which: Selection) -> AddMana:
        return replace(effect, spend=which, spend_one=one)

    def undo(value: AddMana) -> dict[str, Any] | None:
        if value.spend is None or value.spend_one != one or not is_spell(value.spend):
            return None
        return {"effect": replace(value, spend=None, spend_one=False), "which": value.spend}

    rule(sentence, f"{{effect:adding}}. spend this mana only to cast {said}.", make, makes=AddMana, undo=undo)


for _sentence in ("sentence.", "trigger sentence."):
    _for_spells(_sentence, "a {which:spell to cast}", True)
    _for_spells(_sentence, "{which:spells to cast}", False)
rule("spell to cast", "{:which@one}", provided=lambda v: is_spell(v))
rule("spells to cast", "{:which@many}", provided=lambda v: is_spell(v))
rule("adding", "{:Effect}", provided=lambda v: isinstance(v, AddMana) and v.spend is None and not v.note)
for _sentence in ("sentence.", "trigger sentence."):
    rule(_sentence, f"{{effect:adding}}. {KEPT}, you don't {_EMPTYING}.", lambda effect: replace(effect, note=KEPT), makes=AddMana,
         undo=lambda v: {"effect": replace(v, note="")} if v.note == KEPT and v.spend is None else None)  # fmt: skip


def is_spell(which: Selection) -> bool:
    """Whether spells are described."""
    head = which.noun if isinstance(which, Which) else which
    return isinstance(head, Noun) and head.form == "spell"


rule(Effect, "{who?} add[s] {number:count} mana of any one color", AddMana, mana=(), any_="any one color",
     provided=lambda v: isinstance(v.number, ThatMuch))  # fmt: skip
rule(Effect, "{who?} add[s] an amount of {mana:one mana} equal to {number:Number}", AddMana)
alone("one mana", "mana")

# ---- other mana in its place (CR 106.12b) ----
rule("tapping for mana", "{who:player subject} tap[s] {what:Objects} for mana", TapsForMana)
rule("tapping for mana", "{what:subject} (is|are) tapped for mana", TapsForMana, who=None)
words("produced times", {2: "twice", 3: "three times"})
rule("other mana", "{times:produced times} as much of that mana instead", ProduceInstead)
rule("other mana", "{mana:one mana} instead of any other type", ProduceInstead)
rule("other mana", "{mana:one mana} instead of any other type and amount", ProduceInstead, whole=True)
rule("static", "if {event:tapping for mana}, it produces {effect:other mana}.", Replacement)
rule("Effect", "{duration:Duration}, if {event:tapping for mana}, it produces {effect:other mana}", Instead)

# ---- for spells and for abilities of the same things (CR 106.6) ----


def _either(effect: AddMana, which: Selection, source: Selection) -> AddMana:
    return replace(effect, spend=EitherOf((which, _abilities_of(source))))


def _abilities_of(source: Selection) -> Which:
    return Which((), Noun(form="ability"), (Having("from", Chosen(source)),))


def _take_either(value: AddMana) -> dict[str, Any] | None:
    match value.spend:
        case EitherOf(options=(which, Which(after=(Having(objects=Chosen(which=source)),)) as abilities)) if (
            not value.spend_one and abilities == _abilities_of(source)
        ):
            return {"effect": replace(value, spend=None), "which": which, "source": source}
    return None


def _either_one(effect: AddMana, which: Selection, source: Selection) -> AddMana:
    return replace(_either(effect, which, source), spend_one=True)


def _take_either_one(value: AddMana) -> dict[str, Any] | None:
    found = _take_either(replace(value, spend_one=False)) if value.spend_one else None
    return found and {**found, "effect": replace(found["effect"], spend_one=False)}


def _for_abilities(effect: AddMana, source: Selection) -> AddMana:
    return replace(effect, spend=_abilities_of(source))


def _take_for_abilities(value: AddMana) -> dict[str, Any] | None:
    match value.spend:
        case Which(after=(Having(objects=Chosen(which=source)),)) as abilities if abilities == _abilities_of(
            source
        ):
            return {"effect": replace(value, spend=None), "source": source}
    return None


_ANY_ABILITY = Noun(form="ability")
for _sentence in ("sentence.", "trigger sentence."):
    _only = "{effect:adding}. spend this mana only to"
    rule(_sentence, f"{_only} cast a {{which:spell to cast}} or activate an ability of a {{source:which@one}}.", _either_one, makes=AddMana,
         undo=_take_either_one)  # fmt: skip
    rule(
        _sentence,
        f"{_only} activate abilities of {{source:which@many}}.",
        _for_abilities,
        makes=AddMana,
        undo=_take_for_abilities,
    )
    rule(_sentence, f"{_only} activate abilities.", lambda effect: replace(effect, spend=_ANY_ABILITY), makes=AddMana,
         undo=lambda v: {"effect": replace(v, spend=None)} if v.spend == _ANY_ABILITY and not v.spend_one else None)  # fmt: skip
for _sentence in ("sentence.", "trigger sentence."):
    rule(_sentence, "{effect:adding}. spend this mana only to cast {which:spells to cast} or activate abilities of {source:which@many}.", _either,
         makes=AddMana, undo=_take_either)  # fmt: skip
