"""What spells and abilities cost more or less (CR 118.7, 601.2f, 602.2b)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from engine.abilities import (
    AllOf,
    AnyPlayer,
    Cant,
    Casts,
    Condition,
    CostChange,
    Do,
    Each,
    EachPlayer,
    EitherOf,
    EventHappened,
    ExtraCost,
    Having,
    Host,
    Literally,
    Minus,
    Negated,
    Not,
    Noun,
    Objects,
    OwnedBy,
    Paragraph,
    PayLife,
    Players,
    Selection,
    Static,
    StaticSpells,
    StatOf,
    That,
    ThePlayer,
    This,
    TurnOf,
    WasPaid,
    Which,
    You,
)
from engine.oracle.grammar.descriptions import clear
from engine.oracle.grammar.effects.mana import is_spell
from engine.oracle.grammar.nouns import followed, take_followed
from engine.oracle.kernel import alone, rule, words

_HOWS: tuple[Literal["less", "more"], ...] = ("less", "more")
YOU = You()

# ---- by how much -----------------------------------------------------------------------------------------------


def _price(name: str, deed: str, **fixed: Any) -> None:
    """Register how much more or less it costs to do so, as the tuple of the one change `name`."""
    change = f"{name} change"
    alone(name, change)
    for how in _HOWS:
        rule(change, f"{{mana:plain mana}} {how} to {deed}", CostChange, how=how, **fixed)
        rule(
            change,
            f"{{mana:plain mana}} {how} to {deed} for each {{times:each thing}}",
            CostChange,
            how=how,
            **fixed,
        )
        rule(
            change,
            f"{{mana:X mana}} {how} to {deed}, where X is {{times:Number}}",
            CostChange,
            how=how,
            **fixed,
        )
    rule(change, f"up to {{mana:plain mana}} less to {deed}", CostChange, how="less", up_to=True, **fixed)


rule("X mana", "{:mana}", provided=lambda v: v == "{X}")
rule("plain mana", "{:mana}", provided=lambda v: v != "{X}")
_price("price", "cast")
_price("activation price", "activate", abilities="activated")
_price("cut", "activate", abilities="activated", least=1)
_SAFE = Cant("be countered")
rule("life price change", "an additional {amount:amount} life to cast", lambda amount: ExtraCost((Do(PayLife(amount)),)), makes=ExtraCost,
     undo=lambda v: {"amount": a.amount} if len(v.costs) == 1 and isinstance(v.costs[0], Do) and isinstance(a := v.costs[0].action, PayLife)
     and v == ExtraCost((Do(PayLife(a.amount)),)) else None)  # fmt: skip
alone("life price", "life price change")
rule("safe price", "{change:price change} and can't be countered", lambda change: (change, _SAFE), makes=tuple,
     undo=lambda v: {"change": v[0]} if v[1:] == (_SAFE,) else None)  # fmt: skip
# What the reduction doesn't take off generic mana (CR 118.7c).
alone("colored price", "colored price change")
rule("colored price change", "{mana:plain mana} less to cast", CostChange, how="less", colored=True)
_PAID_SO = "colored mana you pay"
_COLORED_ALONE = f"this effect reduces only the amount of {_PAID_SO}"

# ---- of a spell, by itself -------------------------------------------------------------------------------------
rule("static", "~ costs {changes:price}.", Static, what=This())
_BARGAINED = WasPaid("bargained", This())
rule("static", "~ costs {changes:price} if it's bargained.", Static, what=This(), condition=_BARGAINED)
rule("static", "~ costs {changes:price} if {condition:conditions}.", Static, what=This())
rule("static", "if {condition}, ~ costs {changes:price}.", Static, what=This(), first=True, said="")
rule(
    "static",
    "~ costs {changes:price} as long as {condition:conditions}.",
    Static,
    what=This(),
    said="as long as",
)
rule("static", "~ costs {changes:price} {condition:time limit}.", Static, what=This(), said="at a time")
rule(
    "static",
    "as long as {condition:conditions}, ~ costs {changes:price}.",
    Static,
    what=This(),
    first=True,
    said="as long as",
)


def _twice(one: CostChange, first: Condition, two: CostChange, second: Condition, said: str) -> Paragraph:
    return Paragraph((Static(This(), (one,), first), Static(This(), (two,), second)), said)  # type: ignore[arg-type]


def _take_twice(value: Paragraph, said: str) -> dict[str, Any] | None:
    match value.abilities:
        case (
            Static(changes=(CostChange() as one,), condition=Condition() as first),
            Static(changes=(CostChange() as two,), condition=Condition() as second),
        ):
            if value == _twice(one, first, two, second, said):
                return {"one": one, "first": first, "two": two, "second": second}
    return None


# Each reduction under its own condition (CR 601.2f).
for _next, _joined in ((" and", "and"), (". it also costs", "it also")):
    rule("static", f"~ costs {{one:price change}} if {{first:conditions}}{_next} {{two:price change}} if {{second:conditions}}.", partial(_twice, said=_joined),
         makes=Paragraph, undo=partial(_take_twice, said=_joined))  # fmt: skip
_BEYOND = "beyond the first"
rule("each thing", "target", StatOf("targets", That()))
alone("for each target", "strive change")
rule("strive change", f"{{mana:mana}} more to cast for each target {_BEYOND}", CostChange, how="more",
     times=Minus(StatOf("targets", This()), Literally(1)))  # fmt: skip
rule("static", "~ costs {changes:for each target}.", Static, what=This())

# ---- of spells that somebody casts -----------------------------------------------------------------------------
words(
    "caster",
    {
        YOU: "you cast",
        EachPlayer("opponent", ""): "your opponents cast",
        ThePlayer("enchanted"): "enchanted player casts",
    },
)
rule("sorts of spells", "{a:which@many} and {b:which@many}", lambda a, b: EitherOf((a, b), "and"), makes=EitherOf,
     undo=lambda v: {"a": v.options[0], "b": v.options[1]} if v.joined == "and" and len(v.options) == 2 else None,
     provided=lambda v: all(is_spell(o) for o in v.options))  # fmt: skip
rule("spells cast", "{:which}", provided=is_spell)
rule("spells cast", "{:sorts of spells}")


def behind(which: Selection, whose: Players, after: Any, changes: Any, said: Any) -> StaticSpells:
    """The qualities of the spells are said behind who casts them."""
    return StaticSpells(followed(which, after), whose, changes, said=said)


def take_behind(value: StaticSpells, said: str, whose: Players | None = None) -> dict[str, Any] | None:
    """What `behind` was told; `whose`: where the words say it themselves."""
    if value.said != said or whose not in (None, value.whose):
        return None
    found = take_followed(value.which)
    own = {} if whose is not None else {"whose": value.whose}
    return None if found is None else {**found, **own, "changes": value.changes}


for _price_of in ("price", "life price", "safe price", "colored price"):
    _terms, _end = f"{{changes:{_price_of}}}", f". {_COLORED_ALONE}" * (_price_of == "colored price")
    rule("spell price", f"{{which:spells cast@many}} {{whose:caster}} cost {_terms}{_end}", StaticSpells)
    rule("spell price", f"{{which:spells cast@many}} cost {_terms}{_end}", StaticSpells, whose=None)
    for _each, _number, _verb in (("", "many", "cost"), ("each ", "one", "costs")):
        rule("spell price", f"{_each}{{which:plain head@{_number}}} {{whose:caster}} {{after:afters@{_number}}} {_verb} {_terms}{_end}",
             partial(behind, said=f"{_each}behind"), makes=StaticSpells, undo=partial(take_behind, said=f"{_each}behind"),
             provided=lambda v: isinstance(v.which, Which) and is_spell(v.which) and clear(v.which))  # fmt: skip
_NOT_MINE = Not(OwnedBy(You(said=False)))
rule("spell price", "{which:plain head@many} you cast but don't own cost {changes:price}", lambda which, changes: behind(which, YOU, (_NOT_MINE,), changes, "behind"), makes=StaticSpells,
     undo=lambda v: {"which": f["which"], "changes": v.changes} if (f := take_behind(v, "behind", YOU)) and f["after"] == (_NOT_MINE,) else None)  # fmt: skip
rule(
    "spell price",
    "each {which:spells cast@one} {whose:caster} costs {changes:price}",
    StaticSpells,
    said="each",
)


def _nth(which: Selection, nth: int) -> Condition:
    """Before the spell is cast, so many of the kind have been cast this turn (CR 601.2f, 601.2i)."""
    so_far = EventHappened(Casts(YOU, which), number=Literally(nth))
    return Negated(so_far) if nth == 1 else AllOf((_once(which, nth - 1), Negated(so_far)))


def _once(which: Selection, times: int) -> EventHappened:
    return EventHappened(Casts(YOU, which), number=Literally(times))


def _nth_costs(which: Selection, changes: Any, nth: int) -> StaticSpells:
    return StaticSpells(which, YOU, changes, _nth(which, nth))


for _n, _ordinal in ((1, "first"), (2, "second")):
    rule("static", f"the {_ordinal} {{which:which@one}} you cast each turn costs {{changes:price}}.", partial(_nth_costs, nth=_n),
         makes=StaticSpells, provided=lambda v: is_spell(v.which),
         undo=partial(lambda v, nth: {"which": v.which, "changes": v.changes} if v == _nth_costs(v.which, v.changes, nth) else None, nth=_n))  # fmt: skip


# ---- in the turns of a player (CR 601.2f) ----
def _nth_in_turns(which: Selection, condition: Condition, changes: Any, nth: int) -> StaticSpells:
    return StaticSpells(which, YOU, changes, AllOf((condition, _nth(which, nth))))


def _take_nth_in_turns(value: StaticSpells, nth: int) -> dict[str, Any] | None:
    whole = value.condition
    if not isinstance(whole, AllOf) or not isinstance(whole.conditions[0], TurnOf):
        return None
    found: dict[str, Any] = {"which": value.which, "condition": whole.conditions[0], "changes": value.changes}
    return found if value == _nth_in_turns(**found, nth=nth) else None


_OF_MINE, _OF_THEIRS = TurnOf(YOU, "during each of your turns"), TurnOf(AnyPlayer("opponent"), "during")
words("counted turns", {_OF_MINE: "during each of your turns", _OF_THEIRS: "during each opponent's turn"})
for _n, _ordinal in ((1, "first"), (2, "second")):
    rule("static", f"the {_ordinal} {{which:which@one}} you cast {{condition:counted turns}} costs {{changes:price}}.", partial(_nth_in_turns, nth=_n),
         makes=StaticSpells, provided=lambda v: is_spell(v.which), undo=partial(_take_nth_in_turns, nth=_n))  # fmt: skip
_THEN_CAST = "behind, in turns"
words("turns behind", {TurnOf(YOU, "during"): "during your turn", Negated(TurnOf(YOU, "during")): "during turns other than yours",
                       TurnOf(AnyPlayer("opponent"), "during"): "during each opponent's turn"})  # fmt: skip
rule(
    "static",
    "{which:spells cast@many} {whose:caster} {condition:turns behind} cost {changes:price}.",
    StaticSpells,
    said=_THEN_CAST,
)
rule("static", "{:spell price}.", provided=lambda v: v.condition is None)


def _if(ability: StaticSpells, condition: Condition) -> StaticSpells:
    return replace(ability, condition=condition)


def _take_if(value: StaticSpells) -> dict[str, Any] | None:
    if value.condition is None:
        return None
    return {"ability": replace(value, condition=None), "condition": value.condition}


rule(
    "static",
    "as long as {condition:conditions}, {ability:spell price}.",
    _if,
    makes=StaticSpells,
    undo=_take_if,
)
rule("static", "{condition:times of turns}, {ability:spell price}.", _if, makes=StaticSpells, undo=_take_if)
_MINE = TurnOf(YOU, "during")
words("times of turns", {_MINE: "during your turn", Negated(_MINE): "during turns other than yours"})

# ---- of abilities ----------------------------------------------------------------------------------------------
for _keyword in ("equip", "cycling", "ninjutsu", "boast"):
    _price(f"{_keyword} price", "activate", abilities=_keyword)
    rule("static", f"{_keyword} abilities you activate cost {{changes:{_keyword} price}}.", Static, what=YOU)
_THE_COST = "the mana in that cost"
_FLOOR = f"this effect can't reduce {_THE_COST} to less than one mana"
_SPARED = "unless they're mana abilities"
_price("price but for mana", "activate", abilities="activated but for mana")
_price("cut but for mana", "activate", abilities="activated but for mana", least=1)
_BUT_MANA = "that aren't mana abilities"
_price("loyalty price", "activate", abilities="loyalty")
rule("host", "{:Objects}", provided=lambda v: isinstance(v, Host))
rule("static", "activated abilities of {what:host} cost {changes:activation price}.", Static)
for _terms in (
    "{changes:activation price}",
    f"{{changes:price but for mana}} {_SPARED}",
    f"{{changes:cut}}. {_FLOOR}",
):
    rule("static", f"activated abilities cost {_terms}.", Static, what=Each(Noun(form="source")))
    rule("static", f"activated abilities of {{what:counted}} cost {_terms}.", Static)
    rule("static", f"{{what:possessor}} activated abilities cost {_terms}.", Static)
rule("static", "loyalty abilities of {what:counted} cost {changes:loyalty price}.", Static)
rule(
    "static",
    f"abilities you activate {_BUT_MANA} cost {{changes:cut but for mana}}. {_FLOOR}.",
    Static,
    what=YOU,
)


# ---- of abilities with a target (CR 601.2f, 602.2b) ----
def _targeting(target: Objects, changes: tuple[CostChange, ...], who: Players) -> Static:
    of = Which((), Noun(form="ability"), (Having("targeting", target),))
    return Static(who, tuple(replace(change, of=of) for change in changes))


def _take_targeting(value: Static, who: Players) -> dict[str, Any] | None:
    match value.changes:
        case (CostChange(of=Which(after=(Having(objects=target),))) as change,):
            found: dict[str, Any] = {"target": target, "changes": (replace(change, of=None),)}
            return found if value == _targeting(**found, who=who) else None
    return None


for _who, _said in ((YOU, "you activate"), (EachPlayer("opponent", ""), "your opponents activate")):
    for _keyword, _abilities in (("equip price", "equip abilities"), ("activation price", "abilities")):
        rule("static", f"{_abilities} {_said} that target {{target:Objects}} cost {{changes:{_keyword}}}.", partial(_targeting, who=_who), makes=Static,
             undo=partial(_take_targeting, who=_who))  # fmt: skip
_ACTIVATED = "loyalty abilities you activate"
rule(
    "static",
    f"planeswalkers' {_ACTIVATED} cost {{changes:additional loyalty}}.",
    Static,
    what=Each(Noun((("planeswalker",),))),
)
alone("additional loyalty", "additional loyalty cost")
rule(
    "additional loyalty cost",
    "an additional {costs:loyalty cost} to activate",
    ExtraCost,
    to="activate a loyalty ability",
)
