"""Adding mana (CR 106)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AddMana,
    Cant,
    Change,
    Chosen,
    Duration,
    Effect,
    EitherOf,
    Gains,
    Having,
    Instead,
    Is,
    Keyword,
    Keyworded,
    Literally,
    Noun,
    OwnedBy,
    ProduceInstead,
    Replacement,
    Selection,
    Sequence,
    TapsForMana,
    ThatMuch,
    ThisTurn,
    WhereX,
    Which,
    You,
)
from engine.abilities.tree import rewrite, walk
from engine.oracle.kernel import alone, rule, series, words

series("mana choice", "mana", last="or")
rule(Effect, "{who?} add[s] {mana:mana choice}", AddMana)
rule(Effect, "{who?} add[s] {mana:mana choice} for each {number:each thing}", AddMana)
rule("so much", "{:number word}", provided=lambda v: v != Literally(1))
rule("so much", "that much", ThatMuch("much"))
rule(Effect, "{who?} add[s] {number:so much} {mana:one mana}", AddMana)
_UNSPENT = "unspent mana"
rule(Effect, f"{{who:player subject}} lose[s] all {_UNSPENT}", Keyworded, verb="lose unspent mana")
rule(Effect, "you add the mana lost this way", Keyworded("add the mana lost", who=You()))
rule(Effect, f"double the amount of each type of {_UNSPENT} you have", Keyworded("double", word=_UNSPENT))
for _what in ("any color", "the chosen color", "that color"):
    rule(Effect, f"{{who?}} add[s] one mana of {_what}", AddMana, mana=(), any_=_what)
rule(
    Effect,
    "{who?} add[s] one mana of any color among {among:counted}",
    AddMana,
    mana=(),
    any_="any color among",
)
rule(
    Effect,
    "{who?} add[s] {number:number word} mana of different colors",
    AddMana,
    mana=(),
    any_="different colors",
)
_CHOSEN_FIRST = "choose a color of"
rule("sentence.", f"{_CHOSEN_FIRST} {{among:Objects}}. add one mana of that color.", AddMana, mana=(), who=You(said=False), any_="a color chosen among",
     provided=lambda v: isinstance(v.among, Chosen))  # fmt: skip
_THAT_COLOR = "mana of that color"
rule(
    Effect,
    f"{{who?}} add[s] one {_THAT_COLOR} for each {{number:each thing}}",
    AddMana,
    mana=(),
    any_="that color",
)
rule(
    Effect,
    f"{{who?}} add[s] an amount of {_THAT_COLOR} equal to {{number:Number}}",
    AddMana,
    mana=(),
    any_="that color, so much",
)
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
rule(
    Effect,
    "{who?} add[s] one mana of any of {among:possessor} colors",
    AddMana,
    mana=(),
    any_="any of its colors",
)
rule(
    "plain sentence",
    "for each color among {among:counted}, add one mana of that color",
    AddMana,
    mana=(),
    any_="each of their colors",
)
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


YOUR_COMMANDER = Which((Is("commander"),), Noun(form="spell"), (OwnedBy(You()),))
"""A spell that has words of its own."""


def _for_spells(sentence: str, said: str, one: bool) -> None:
    """Register what mana is said to be for in the next sentence, in the singular or the plural."""

    def make(effect: Effect, which: Selection) -> Effect:
        if isinstance(effect, WhereX):
            return replace(effect, effect=make(effect.effect, which))
        return replace(effect, spend=which, spend_one=one)

    def undo(value: Effect) -> dict[str, Any] | None:
        adds = _added(value)
        if (
            adds is None
            or adds.spend is None
            or adds.spend_one != one
            or adds.gives
            or not is_spell(adds.spend)
            or adds.spend == YOUR_COMMANDER
        ):
            return None
        plain = replace(adds, spend=None, spend_one=False)
        return {
            "effect": replace(value, effect=plain) if isinstance(value, WhereX) else plain,
            "which": adds.spend,
        }

    rule(
        sentence,
        f"{{effect:adding}}. spend this mana only to cast {said}.",
        make,
        makes=(AddMana, WhereX),
        undo=undo,
    )


def _added(effect: Effect) -> AddMana | None:
    """The instruction that adds mana, if it is all that there is, with its X or without."""
    inner = effect.effect if isinstance(effect, WhereX) else effect
    return inner if isinstance(inner, AddMana) else None


for _sentence in ("sentence.", "trigger sentence."):
    _for_spells(_sentence, "a {which:spell to cast}", True)
    _for_spells(_sentence, "{which:spells to cast}", False)
# ---- what a spell gets on which it is spent (CR 106.6) ----
_SAFE, _FAST = (Cant("be countered"),), (Gains((Keyword("haste"),)),)
_RIOTOUS = (Gains((Keyword("riot"),)),)


def _giving(gives: tuple[Change, ...], until: Duration | None, only: bool) -> tuple[Any, Any]:
    """How an instruction to add mana gets that, and is without it; `only`: the mana can be spent on nothing else."""

    def make(effect: AddMana, which: Selection) -> AddMana:
        if only:
            return replace(effect, spend=which, spend_one=True, gives=gives, gives_until=until)
        return replace(effect, gives=gives, gives_to=which, gives_until=until)

    def undo(value: AddMana) -> dict[str, Any] | None:
        which = value.spend if only else value.gives_to
        if which is None or value.gives != gives:
            return None
        plain = replace(value, gives=(), gives_to=None, gives_until=None)
        plain = replace(plain, spend=None, spend_one=False) if only else plain
        return {"effect": plain, "which": which} if make(plain, which) == value else None

    return make, undo


for _sentence in ("sentence.", "trigger sentence."):
    for _gives, _until, _alone, _said in (
        (
            _SAFE,
            None,
            True,
            "spend this mana only to cast a {which:spell to cast}, and that spell can't be countered",
        ),
        (
            _SAFE,
            None,
            False,
            "if that mana is spent on a {which:spell to cast}, that spell can't be countered",
        ),
        (
            _FAST,
            ThisTurn(),
            False,
            "if that mana is spent on a {which:spell to cast}, it gains haste until end of turn",
        ),
        (_FAST, None, False, "if that mana is spent on a {which:spell to cast}, it gains haste"),
        (_RIOTOUS, None, False, "if that mana is spent on a {which:spell to cast}, it gains riot"),
    ):
        _make, _undo = _giving(_gives, _until, _alone)
        rule(_sentence, f"{{effect:adding}}. {_said}.", _make, makes=AddMana, undo=_undo)
for _some, _number, _or in (("spell", "one", "or a"), ("spells", "many", "or")):
    rule(f"{_some} to cast", f"{{:plain {_some} to cast}}")
    rule(f"{_some} to cast", f"{{options:either {_some}}}", EitherOf, joined=_or)
    rule(
        f"plain {_some} to cast",
        f"{{:which@{_number}}}",
        provided=lambda v: isinstance(v, Noun | Which) and is_spell(v),
    )
    series(f"either {_some}", f"plain {_some} to cast", last=_or, low=2, high=2)
rule(
    "adding",
    "{:Effect}",
    provided=lambda v: (
        isinstance(v, AddMana) and v.spend is None and not v.gives and v.when_spent is None and not v.note
    ),
)
rule(
    "adding",
    "{:plain sentence}",
    provided=lambda v: isinstance(v, WhereX) and (adds := _added(v)) is not None and adds.spend is None,
)


def is_spell(which: Selection) -> bool:
    """Whether spells are described."""
    head = which.noun if isinstance(which, Which) else which
    if isinstance(which, EitherOf):
        return all(map(is_spell, which.options))
    return is_spell(head) if isinstance(head, Which) else isinstance(head, Noun) and head.form == "spell"


# ---- mana that isn't lost before the turn ends (CR 106.4) ----


def _kept(effect: Effect, note: str) -> Effect | None:
    """The instructions with the remark on the one of them that adds mana."""
    adding = [n for n in walk(effect) if isinstance(n, AddMana)]
    if len(adding) != 1 or adding[0].note == note:
        return None
    found: Effect = rewrite(effect, lambda n: replace(n, note=note) if isinstance(n, AddMana) else n)
    return found


for _who, _whose in (("you", You(said=False)), ("they", None)):
    for _sentence in ("sentence.", "trigger sentence."):
        rule(_sentence, f"{{effect:instructing}}. until end of turn, {_who} don't {_EMPTYING}.",
             partial(lambda effect, whose: e if _adds_for(e := _kept(effect, KEPT), whose) else None, whose=_whose), makes=(AddMana, Sequence, WhereX),
             undo=partial(lambda v, whose: {"effect": e} if _adds_for(e := _kept(v, ""), whose) else None, whose=_whose))  # fmt: skip
rule("instructing", "{:plain sentence}")


def _adds_for(effect: Effect | None, whose: You | None) -> bool:
    """Whether the mana is yours, or (None) somebody else's."""
    return effect is not None and all(
        (n.who == You(said=False)) == (whose is not None) for n in walk(effect) if isinstance(n, AddMana)
    )


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
rule("other mana", "colorless mana instead of any other type", ProduceInstead(("{C}",), said="colorless"))
rule("static", "if {event:tapping for mana}, it produces {effect:other mana}.", Replacement)
rule("Effect", "{duration:Duration}, if {event:tapping for mana}, it produces {effect:other mana}", Instead)

# ---- for spells and for abilities of the same things (CR 106.6) ----


def _either(effect: AddMana, which: Selection, source: Selection) -> AddMana:
    return replace(effect, spend=EitherOf((which, abilities_of(source))))


def abilities_of(source: Selection) -> Which:
    return Which((), Noun(form="ability"), (Having("from", Chosen(source)),))


def _take_either(value: AddMana) -> dict[str, Any] | None:
    match value.spend:
        case EitherOf(
            joined="or", options=(which, Which(after=(Having(objects=Chosen(which=source)),)) as abilities)
        ) if not value.spend_one and abilities == abilities_of(source):
            return {"effect": replace(value, spend=None), "which": which, "source": source}
    return None


def _either_one(effect: AddMana, which: Selection, source: Selection) -> AddMana:
    return replace(_either(effect, which, source), spend_one=True)


def _take_either_one(value: AddMana) -> dict[str, Any] | None:
    found = _take_either(replace(value, spend_one=False)) if value.spend_one else None
    return found and {**found, "effect": replace(found["effect"], spend_one=False)}


def _for_abilities(effect: AddMana, source: Selection) -> AddMana:
    return replace(effect, spend=abilities_of(source))


def _take_for_abilities(value: AddMana) -> dict[str, Any] | None:
    match value.spend:
        case Which(after=(Having(objects=Chosen(which=source)),)) as abilities if abilities == abilities_of(
            source
        ):
            return {"effect": replace(value, spend=None), "source": source}
    return None


_ANY_ABILITY = Noun(form="ability")


def _or_any(effect: AddMana, which: Selection, to: bool) -> AddMana:
    return replace(effect, spend=EitherOf((which, _ANY_ABILITY), "or" if to else "or a"), spend_one=True)


def _take_or_any(value: AddMana, to: bool) -> dict[str, Any] | None:
    match value.spend:
        case EitherOf(options=(which, last)) if last == _ANY_ABILITY:
            plain = replace(value, spend=None, spend_one=False)
            return {"effect": plain, "which": which} if value == _or_any(plain, which, to) else None
    return None


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
    for _to in ("", "to "):
        rule(_sentence, f"{_only} cast a {{which:spell to cast}} or {_to}activate an ability.", partial(_or_any, to=bool(_to)), makes=AddMana,
             undo=partial(_take_or_any, to=bool(_to)))  # fmt: skip
    rule(_sentence, f"{_only} activate abilities.", lambda effect: replace(effect, spend=_ANY_ABILITY), makes=AddMana,
         undo=lambda v: {"effect": replace(v, spend=None)} if v.spend == _ANY_ABILITY and not v.spend_one else None)  # fmt: skip
for _sentence in ("sentence.", "trigger sentence."):
    rule(_sentence, "{effect:adding}. spend this mana only to cast {which:spells to cast} or activate abilities of {source:which@many}.", _either,
         makes=AddMana, undo=_take_either)  # fmt: skip
