"""Static abilities: what is always so (CR 604), what a permanent enters with (614.1c), what costs are (601.2f)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AllOf,
    AnyPlayer,
    BecomeState,
    Cant,
    Casts,
    Change,
    Choose,
    Condition,
    Cost,
    Do,
    DoesntUntap,
    DuringStep,
    Each,
    Enters,
    ExtraCost,
    Gains,
    Happened,
    HowMany,
    InZone,
    Literally,
    LookAt,
    Moves,
    Must,
    Negated,
    Not,
    Noun,
    Nth,
    Number,
    ObjectDoes,
    Paragraph,
    PayLife,
    PlayerDoes,
    Quality,
    Recipient,
    Replacement,
    Ruled,
    Selection,
    Sequence,
    StateIs,
    Static,
    StaticSpells,
    That,
    ThatMuch,
    ThePlayer,
    This,
    Together,
    TurnOf,
    UnderControlOf,
    WasPaid,
    Which,
    You,
)
from engine.abilities.tree import walk
from engine.model import CARD_TYPES, SYMBOL_OF, counters
from engine.oracle.grammar.descriptions import clear
from engine.oracle.grammar.effects.mana import is_spell
from engine.oracle.grammar.nouns import followed, take_followed
from engine.oracle.grammar.prices import behind, take_behind
from engine.oracle.kernel import alone, rule, series, words
from engine.queries import changed_rules, targets

rule("static", "{what:subject} {changes:static changes@what}.", Static)
rule("static", "{what:each of the source and others} each {changes:static changes@many}.", Static)
alone("staying tapped", "stays tapped")
rule(
    "stays tapped",
    "(doesn't|don't) untap during (its controller's untap step|their controllers' untap steps)",
    DoesntUntap,
)
rule("stays tapped", "(doesn't|don't) untap during your untap step", DoesntUntap, whose=You())
rule("static", "{what:subject} {changes:staying tapped@what} if {condition:conditions}.", Static)
rule("static", "{what:subject} {changes:static changes@what} as long as {condition:conditions}.", Static)
rule("static", "{what:subject} also {changes:static changes@what} as long as {condition:conditions}.", Static, said="also",
     provided=lambda v: v.condition is not None)  # fmt: skip
rule("static", "{what:subject} {changes:static changes@what} if {condition:conditions}.", Static, said="if",
     provided=lambda v: v.condition is not None and (all(isinstance(c, Cant) for c in v.changes) or _of_itself(v))
     and not any(isinstance(n, ThePlayer) for n in walk(v.condition)))  # fmt: skip


def _unless(what: Recipient, changes: tuple[Change, ...], condition: Condition) -> Static:
    return Static(what, changes, Negated(condition), said="unless")


def _take_unless(value: Static) -> dict[str, Any] | None:
    condition = value.condition.condition if isinstance(value.condition, Negated) else None
    if condition is None or value != _unless(value.what, value.changes, condition):
        return None
    return {"what": value.what, "changes": value.changes, "condition": condition}


# "Can't ... unless" and "doesn't untap unless" have rules of their own.
rule("static", "{what:subject} {changes:static changes@what} unless {condition:Condition}.", _unless, makes=Static, undo=_take_unless,
     provided=lambda v: not any(isinstance(c, Cant | Must | DoesntUntap) for c in v.changes) or _untargetable(v.changes))  # fmt: skip


def _untargetable(changes: tuple[Change, ...]) -> bool:
    return len(changes) == 1 and isinstance(changes[0], Cant) and changes[0].what == targets.UNTARGETABLE


def _of_itself(value: Static) -> bool:
    """Whether the ability is about its source alone, and the condition asks what that has done."""
    return value.what == This() and any(isinstance(n, Happened) for n in walk(value.condition))


# ---- one change of things in several zones ----
_EVERYWHERE = Together((
    Each(Which((), Noun(form="card"), (Not(InZone("battlefield", None, "on")),)), "all"), Each(Noun(form="spell")), Each(Noun(form="permanent")),
))  # fmt: skip
_OFF = "that aren't on the battlefield"
rule("subject", f"all cards {_OFF}, spells, and permanents", _EVERYWHERE)
series("same subjects", "same subject", last="and", low=1)
rule("same subject", "{:subject}", provided=lambda v: not isinstance(v, Together))
rule("static", "{what:subject} {changes:static changes@what}. the same is true for {others:same subjects}.",
     lambda what, changes, others: Static(Together((what, *others), "the same"), changes), makes=Static,
     undo=lambda v: {"what": v.what.parts[0], "changes": v.changes, "others": v.what.parts[1:]}
     if isinstance(v.what, Together) and v.what.joined == "the same" and v == Static(v.what, v.changes) else None)  # fmt: skip
# What is so while it isn't (CR 611.3a): the condition of the sentence before, denied.
rule(
    "under a condition",
    "{:static}",
    provided=lambda v: isinstance(v, Static) and v.condition is not None and v.said != "otherwise",
)


def _otherwise(first: Static, what: Recipient, changes: tuple[Change, ...]) -> Paragraph | None:
    if first.condition is None:
        return None
    return Paragraph((first, Static(what, changes, Negated(first.condition), said="otherwise")))


def _take_otherwise(value: Paragraph) -> dict[str, Any] | None:
    match value.abilities:
        case (Static() as first, Static(what=what, changes=changes, said="otherwise")) if value == _otherwise(
            first, what, changes
        ):
            return {"first": first, "what": what, "changes": changes}
    return None


rule(
    "permanent line",
    "{first:under a condition} otherwise, {what:subject} {changes:static changes@what}.",
    _otherwise,
    makes=Paragraph,
    undo=_take_otherwise,
)
_EACH_COMBAT = (Must("attack", when="each combat"),)
rule("static", "~ attacks each combat if able unless {condition:Condition}.", lambda condition: Static(This(), _EACH_COMBAT, Negated(condition), said="unless"), makes=Static,
     undo=lambda v: {"condition": v.condition.condition} if isinstance(v.condition, Negated) and v == Static(This(), _EACH_COMBAT, v.condition, said="unless") else None)  # fmt: skip
rule(
    "static",
    "{what:subject} {changes:static changes@what} during your turn.",
    Static,
    condition=TurnOf(You(), "during"),
    said="during",
)


rule("static", "{what:subject} {changes:static changes@what} during extra turns.", Static, condition=StateIs("extra turn"), said="during")  # fmt: skip


def _of_defender(condition: Condition) -> bool:
    return any(isinstance(n, ThePlayer) and n.role == "defending" for n in walk(condition))


def _not_against(what: Recipient, condition: Condition) -> Static:
    """CR 508.1c: it can attack no player of whom that is so."""
    return Static(what, (Cant("attack", unless=Negated(condition)),), said="if")


def _take_not_against(value: Static) -> dict[str, Any] | None:
    change = value.changes[0]
    unless = change.unless if isinstance(change, Cant) else None
    if (
        not isinstance(unless, Negated)
        or not _of_defender(unless)
        or value != _not_against(value.what, unless.condition)
    ):
        return None
    return {"what": value.what, "condition": unless.condition}


rule("static", "{what:subject} can't attack if {condition:Condition}.", _not_against, makes=Static, undo=_take_not_against,
     provided=lambda v: _take_not_against(v) is not None)  # fmt: skip
rule(
    "static",
    "as long as {condition:conditions}, {what:subject} {changes:static changes@what}.",
    Static,
    first=True,
)
rule(
    "said as long as",
    "{:static}",
    provided=lambda v: isinstance(v, Static) and v.first and v.condition is not None and not _in_own_turn(v),
)
rule("static", "during your turn, {while:said as long as}", lambda **both: _in_turn_too(both["while"]), makes=Static,
     undo=lambda v: {"while": replace(v, condition=v.condition.conditions[1])} if _in_own_turn(v) else None)  # fmt: skip


def _in_turn_too(static: Static) -> Static | None:
    """CR 611.3a: what is so while something else is, in its controller's own turns alone."""
    return (
        None if static.condition is None else replace(static, condition=AllOf((_MY_TURN, static.condition)))
    )


_MY_TURN = TurnOf(You(), "during")


def _in_own_turn(value: Static) -> bool:
    both = value.condition.conditions if isinstance(value.condition, AllOf) else ()
    return value.first and len(both) == 2 and both[0] == _MY_TURN


rule("static", "{what:player subject} {changes:player changes@what}.", Static)
rule("static", "you control {what:Objects}.", Static, changes=(UnderControlOf(You()),))
rule(
    "static",
    "during your turn, {what:subject} {changes:static changes@what}.",
    Static,
    condition=TurnOf(You(), "during"),
    word="",
)


for _when, _going_on in (
    ("your end step", DuringStep("end", You())),
    ("your upkeep", DuringStep("upkeep", You())),
    ("combat", DuringStep("combat")),
):
    rule(
        "static",
        f"during {_when}, {{what:subject}} {{changes:static changes@what}}.",
        Static,
        condition=_going_on,
        first=True,
    )


# ---- at most so many counters (CR 122.4) ----
def _capped(kind: str, number: Number) -> Static:
    return Static(This(), (Ruled(changed_rules.at_most(kind), number),))


def _take_capped(value: Static) -> dict[str, Any] | None:
    match value.changes:
        case (Ruled(rule=rule, number=number),) if number is not None:
            kind = _CAPPED.get(rule, "")
            return {"kind": kind, "number": number} if value == _capped(kind, number) else None
    return None


_CAPPED = {changed_rules.at_most(kind): kind for kind in (*counters.KINDS, "+1/+1", "-1/-1")}
rule(
    "static",
    "~ can't have more than {number:number word} {kind:any counter kind} counters on it.",
    _capped,
    makes=Static,
    undo=_take_capped,
)

# ---- entering (CR 614.1c) ----
rule("static", "{what:subject} enter[s] tapped.", Enters, state="tapped")
rule("static", "{what:subject} enter[s] prepared.", Enters, state="prepared")
rule("static", "{what:subject} enter[s] tapped unless {unless:conditions}.", Enters, state="tapped")
rule(
    "static",
    "{what:subject} enter[s] with {counters:count} {kind:any counter kind} counter(s) on (it|them)@what.",
    Enters,
    provided=lambda v: not any(isinstance(n, ThatMuch) for n in walk(v.counters)),
)
rule(
    "static",
    "{what:subject} enter[s] tapped with {counters:count} {kind:any counter kind} counter(s) on (it|them)@what.",
    Enters,
    state="tapped",
)
rule("static", "if ~ was kicked, it enters with {counters:count} {kind:any counter kind} counter(s) on it.", Enters,
     what=This(), condition=WasPaid("kicked", This()))  # fmt: skip
rule(
    "static",
    "{what:subject} enter[s] with a {kind:any counter kind} counter on (it|them)@what for each {each:each thing}.",
    Enters,
    counters=Literally(1),
    provided=lambda v: not any(isinstance(n, HowMany) for n in walk(v.each)),
)
for _what in (
    "color",
    "creature type",
    "player",
    "opponent",
    "card type",
    "basic land type",
    "card name",
    "nonland card name",
    "creature card name",
    "artifact card name",
    "land card name",
    "nonbasic land card name",
    "noncreature, nonland card name",
    "nonartifact, nonland card name",
):
    for _it, _entering in (("~", This()), ("it", That())):
        rule("static", f"as {_it} enters, choose a {_what}.", Replacement, how="as",
             event=Moves(_entering, to="battlefield", verb="enters"), effect=Choose(_what))  # fmt: skip

rule(
    "static",
    "as ~ enters, {effect:limited choice}.",
    Replacement,
    how="as",
    event=Moves(This(), to="battlefield", verb="enters"),
)
rule(
    "static",
    "as you cascade, {effect:plain sentence}.",
    Replacement,
    how="as",
    event=PlayerDoes(You(), "cascade"),
)
rule("limited choice", "choose odd or even", Choose("odd or even"))
rule(
    "limited choice",
    "{:choice on arrival}",
    provided=lambda v: isinstance(v, Choose) and (v.what == "number" or (v.what == "" and v.among is None)),
)
rule("choice on arrival", "{:Effect}")
rule("limited choice", "an opponent chooses a creature type", Choose("creature type", AnyPlayer("opponent")))
rule("limited choice", "choose a color other than {besides:color}", Choose, what="color")
_LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
words("land type chosen", {w: w for w in _LANDS})
words("card type chosen", {w: w for w in CARD_TYPES})
for _what, _category in (
    ("color", "color"),
    ("basic land type", "land type chosen"),
    ("card type", "card type chosen"),
):
    series(f"{_what} options", _category, last="or", low=2)
    rule(
        "limited choice",
        f"choose {{options:{_what} options}}",
        Choose,
        what=_what,
        provided=lambda v: len(v.options) > 1,
    )
_ANY_HAND = LookAt(Each(Which((), Noun(form="card"), (InZone("hand", AnyPlayer("opponent")),)), "zone"))
_ANY_NAME = "choose any card name"
rule(
    "limited choice",
    f"look at an opponent's hand, then {_ANY_NAME}",
    Sequence((_ANY_HAND, Choose("card name")), "then"),
)

# ---- as it is turned face up, or transforms (CR 614.1e, 708.11, 712.20) ----
for _turned, _words in (("is turned face up", "is turned face up"), ("transforms", "transforms")):
    rule(
        "static",
        f"as ~ {_words}, {{effect:sentence.}}",
        Replacement,
        how="as",
        event=ObjectDoes(This(), _turned),
    )

# ---- as it enters, it becomes day (CR 614.1c, 731.1) ----
_NEITHER = "neither day nor night"
rule("static", f"if it's {_NEITHER}, it becomes day as ~ enters.", Replacement, how="as", effect=BecomeState(You(), "day"),
     event=Moves(This(), to="battlefield", verb="enters"), condition=StateIs(_NEITHER))  # fmt: skip

# ---- costs (CR 118.8, 601.2f) ----
alone("extra cost", "extra cost change")
rule("extra cost change", "{costs:spoken costs}", ExtraCost)
rule("static", "as an additional cost to cast ~, {changes:extra cost}.", Static, what=This())
alone("optional cost", "optional cost change")
rule("optional cost change", "{costs:spoken costs}", ExtraCost, optional=True)
rule("static", "as an additional cost to cast ~, you may {changes:optional cost}.", Static, what=This())
# Paid for less of one color of mana (CR 118.7, 118.8).
_OFFER = "as an additional cost to cast {which:which@many}, you may {costs:spoken costs}."
for _color, _symbol in SYMBOL_OF.items():
    _cut = f"those spells cost {{{_symbol}}} less to cast if you {{paid:paid said}} this way."
    rule("static", f"{_OFFER} {_cut} this effect reduces only the amount of {_color} mana you pay.",
         partial(lambda which, costs, paid, less: _offered(which, costs, less), less=f"{{{_symbol}}}"), makes=StaticSpells,
         undo=partial(lambda v, less: _take_offered(v, less), less=f"{{{_symbol}}}"))  # fmt: skip
words("paid said", {"paid": "paid life"})


def _offered(which: Selection, costs: tuple[Cost, ...], less: str) -> StaticSpells:
    return StaticSpells(which, You(), (ExtraCost(costs, optional=True, less=less),))


def _take_offered(value: StaticSpells, less: str) -> dict[str, Any] | None:
    costs = value.changes[0].costs if isinstance(value.changes[0], ExtraCost) else ()
    if len(costs) != 1 or not isinstance(costs[0], Do) or not isinstance(costs[0].action, PayLife):
        return None
    return (
        {"which": value.which, "costs": costs, "paid": "paid"}
        if value == _offered(value.which, costs, less)
        else None
    )


alone("spell ability", "spell ability change")
rule("spell ability change", "{abilities:said abilities}", Gains)
rule("static", "{which:which@many} you cast have {changes:spell ability}.", StaticSpells, whose=You())
rule(
    "static",
    "each {which:which@one} you cast has {changes:spell ability}.",
    StaticSpells,
    whose=You(),
    said="each",
)
for _each, _number, _has in (("", "many", "have"), ("each ", "one", "has")):
    rule("static", f"{_each}{{which:plain head@{_number}}} you cast {{after:afters@{_number}}} {_has} {{changes:spell ability}}.",
         partial(behind, whose=You(), said=f"{_each}behind"), makes=StaticSpells, undo=partial(take_behind, said=f"{_each}behind", whose=You()),
         provided=lambda v: isinstance(v.which, Which) and is_spell(v.which) and clear(v.which))  # fmt: skip


def _nth_has(which: Selection, changes: Any, after: tuple[Quality, ...] = ()) -> StaticSpells:
    """CR 608.2i: the first of those cast in the turn, from when it is put on the stack (601.2i)."""
    sort = followed(which, after) if after else which
    return StaticSpells(Which((), sort, (Nth(1, Casts(You(), sort)),)), You(), changes)


def _take_nth_has(value: StaticSpells, behind: bool) -> dict[str, Any] | None:
    sort = value.which.noun if isinstance(value.which, Which) else value.which
    said_behind = isinstance(sort, Which) and bool(sort.after)
    if value != _nth_has(sort, value.changes) or said_behind != behind:
        return None
    found = take_followed(sort) if behind else {"which": sort}
    return None if found is None else {**found, "changes": value.changes}


rule("static", "the first {which:which@one} you cast each turn has {changes:spell ability}.", _nth_has, makes=StaticSpells,
     undo=partial(_take_nth_has, behind=False), provided=lambda v: is_spell(v.which))  # fmt: skip
rule("static", "the first {which:plain head@one} you cast {after:afters@one} each turn has {changes:spell ability}.", _nth_has, makes=StaticSpells,
     undo=partial(_take_nth_has, behind=True), provided=lambda v: is_spell(v.which))  # fmt: skip
