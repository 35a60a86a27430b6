"""Damage and life: deal, gain, lose, pay, fight, regenerate (CR 119, 120)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AnyTarget,
    Cant,
    ControllerOf,
    DealDamage,
    Each,
    EachOf,
    EachPlayer,
    Effect,
    Exactly,
    ExchangeLife,
    Fight,
    GainLife,
    HalfOf,
    Keyworded,
    Lasting,
    Literally,
    LoseLife,
    Note,
    Noun,
    Number,
    Objects,
    Optional,
    Other,
    PayLife,
    PerEach,
    PlayerStat,
    Plus,
    Recipient,
    Regenerate,
    SameReceiver,
    SameSubject,
    SetLife,
    Static,
    StatOf,
    Target,
    TargetPlayer,
    That,
    ThatMuch,
    ThatPlayer,
    This,
    ThisTurn,
    Times,
    Together,
    WhereX,
    Which,
    X,
    You,
)
from engine.oracle.grammar.effects.common import of_figure
from engine.oracle.kernel import GRAMMAR, alone, rule, series, words


def _each_time(source: Objects, amount: Number, to: Recipient, each: Number) -> DealDamage:
    return DealDamage(source, PerEach(amount, each), to)


_ITS_POWER = StatOf("power", That())
rule("damaged", "{:Recipient}", provided=lambda v: v != ThatPlayer("they"))
rule("damaged", "them", ThatPlayer, word="they")
rule("damaged", "{parts:receivers two}", Together, provided=lambda v: not isinstance(v.parts[1], EachPlayer))
series("receivers two", Recipient, last="and", low=2)
rule(
    "damage",
    "{number:amount} damage",
    lambda number: number,
    undo=lambda v: {"number": v},
    makes=(Literally, X, ThatMuch, Times, Plus),
)
for _rounded in ("up", "down"):
    rule(
        "damage",
        f"half {{of:amount}} damage, rounded {_rounded},",
        HalfOf,
        rounded=_rounded,
        provided=of_figure,
    )
    rule("life", f"half {{of:amount}} life, rounded {_rounded}", HalfOf, rounded=_rounded, provided=of_figure)
rule(
    Effect,
    "{source:subject} deal[s] {amount:damage} to {to:damaged}",
    DealDamage,
    provided=lambda v: v.source != SameSubject(),
)
rule(Effect, "{source:subject} also deal[s] {amount:damage} to {to:damaged}", DealDamage, said="also")
rule(Effect, "{source:subject} deal[s] {amount:damage} to {to:damaged} for each {each:each thing}", _each_time, makes=DealDamage,
     undo=lambda v: {"source": v.source, "amount": v.amount.number, "to": v.to, "each": v.amount.each}
     if isinstance(v.amount, PerEach) and v == DealDamage(v.source, v.amount, v.to) else None)  # fmt: skip
rule("same subject effect", "deal[s]@one {amount:damage} to {to:damaged}", DealDamage, source=SameSubject())
rule("sentence.", "{source:subject} deal[s] {amount:damage} to {to:damaged}. the damage can't be prevented.", DealDamage,
     unpreventable=True)  # fmt: skip
_AND_WHOLE = "and the damage can't be prevented"
rule(
    "clause",
    f"{{source:subject}} deal[s] {{amount:damage}} to {{to:damaged}} {_AND_WHOLE}",
    DealDamage,
    unpreventable=True,
    said="and",
)
_CONTROLLER = "that creature's controller"
rule("sentence.", f"{{dealing:dealing}}. excess damage is dealt to {_CONTROLLER} instead.", lambda dealing: _excessive(dealing), makes=(DealDamage, WhereX),
     undo=lambda v: _take_excessive(v))  # fmt: skip
rule(
    "dealing",
    "{:plain sentence}",
    provided=lambda v: isinstance(v.effect if isinstance(v, WhereX) else v, DealDamage),
)
_ITS_CONTROLLER = ControllerOf(That("creature"))


def _excessive(dealing: DealDamage | WhereX) -> DealDamage | WhereX | None:
    if isinstance(dealing, WhereX):
        inner = _excessive(dealing.effect) if isinstance(dealing.effect, DealDamage) else None
        return None if inner is None else replace(dealing, effect=inner)
    return replace(dealing, excess=_ITS_CONTROLLER) if dealing.excess is None and not dealing.also else None


def _take_excessive(value: DealDamage | WhereX) -> dict[str, Any] | None:
    if isinstance(value, WhereX):
        inner = _take_excessive(value.effect) if isinstance(value.effect, DealDamage) else None
        return None if inner is None else {"dealing": replace(value, effect=inner["dealing"])}
    return {"dealing": replace(value, excess=None)} if value.excess == _ITS_CONTROLLER else None


rule(
    Effect, "{source:subject} deal[s] damage to {to:damaged} equal to {amount:Number}", DealDamage, equal=True
)
rule(
    Effect,
    "{source:subject} deal[s] damage equal to {amount:Number} to {to:damaged}",
    DealDamage,
    equal=True,
    first=True,
)
rule(
    Effect,
    "{source:subject} deal[s] {amount:damage} divided as you choose among {to:Objects}",
    DealDamage,
    divided="as you choose",
)
rule(
    Effect,
    "{source:subject} deal[s] {amount:damage} divided evenly, rounded down, among {to:Objects}",
    DealDamage,
    divided="evenly",
)
rule(Effect, "{source:each subject} each deal damage equal to their power to {to:damaged}", lambda source, to: DealDamage(source, _ITS_POWER, to, equal=True, first=True),
     makes=DealDamage, undo=lambda v: {"source": v.source, "to": v.to} if isinstance(v.source, EachOf) and v == DealDamage(v.source, _ITS_POWER, v.to, equal=True, first=True) else None)  # fmt: skip
for _damage in ("damage", "double damage"):
    rule(
        "damage as before", f"{{source:subject}} deal[s] {{amount:{_damage}}}", DealDamage, to=SameReceiver()
    )
alone("one more", "more damage")
series("two more", "more damage", last="and", low=2)
rule("more damage", "{number:damage} to {to:Recipient}", lambda number, to: (number, to), makes=tuple,
     undo=lambda v: {"number": v[0], "to": v[1]})  # fmt: skip
for _said in ("another", "a third"):
    rule("more damage", f"{{number:damage}} to {_said} target", partial(lambda number, said: (number, Target(Which((Other(),), AnyTarget(said)))), said=_said), makes=tuple,
         undo=partial(lambda v, said: {"number": v[0]} if v[1] == Target(Which((Other(),), AnyTarget(said))) else None, said=_said))  # fmt: skip
rule("more damage", "{number:damage} to {a:more damaged} and {b:more damaged}", lambda number, a, b: (number, Together((a, b))), makes=tuple,
     undo=lambda v: {"number": v[0], "a": v[1].parts[0], "b": v[1].parts[1]} if isinstance(v[1], Together) and len(v[1].parts) == 2 and v[1].joined == "and" else None)  # fmt: skip
rule("more damaged", "{:Recipient}", provided=lambda v: isinstance(v, You | Each))
# The rounding stands between commas, and "and" has one then, too.
for _and, _halved in ((" and", False), (", and", True)):
    rule("Effect", f"{{source:subject}} deal[s] {{amount:damage}} to {{to:Recipient}}{_and} {{also:one more}}", DealDamage,
         provided=partial(lambda v, halved: isinstance(v.amount, HalfOf) == halved, halved=_halved))  # fmt: skip
rule("Effect", "{source:subject} deal[s] {amount:damage} to {to:Recipient}, {a:more damage}, and {b:more damage}",
     lambda source, amount, to, a, b: DealDamage(source, amount, to, also=(a, b)), makes=DealDamage,
     undo=lambda v: {"source": v.source, "amount": v.amount, "to": v.to, "a": v.also[0], "b": v.also[1]}
     if len(v.also) == 2 and v == DealDamage(v.source, v.amount, v.to, also=v.also) else None)  # fmt: skip

rule(
    "life",
    "{number:amount} life",
    lambda number: number,
    undo=lambda v: {"number": v},
    makes=(Literally, X, ThatMuch, Times, Plus),
)
rule("life", "{number:amount} life for each {each:each thing}", PerEach)
rule("life", "half {who:half whose} life, rounded {rounded:rounding}",
     lambda who, rounded: HalfOf(PlayerStat("life", who), rounded), makes=HalfOf,
     undo=lambda v: {"who": v.of.of, "rounded": v.rounded} if isinstance(v.of, PlayerStat) and v.of.stat == "life" else None)  # fmt: skip
rule("half whose", "{:whose}", provided=lambda v: isinstance(v, (You, ThatPlayer)))
words("rounding", {"up": "up", "down": "down"})
rule(Effect, "{who?} gain[s] {amount:life}", GainLife)
rule(Effect, "{who?} gain[s] life equal to {amount:Number}", GainLife, equal=True)
rule(Effect, "{who?} lose[s] {amount:life}", LoseLife)
rule(Effect, "{who?} lose[s] life equal to {amount:Number}", LoseLife, equal=True)
rule(Effect, "{who?} pay[s] {amount:amount} life", PayLife)
rule(Effect, "{who?} pay[s] any amount of life", PayLife, amount=X("any amount"))
for _it in ("~", "it"):
    rule(Number, f"the life paid as {_it} entered the battlefield", X(f"the life paid as {_it} entered"))
rule(Effect, "note your life total", Note(PlayerStat("life", You())))
rule("half life", "half {who:half whose} life, rounded {rounded:rounding}",
     lambda who, rounded: HalfOf(PlayerStat("life", who), rounded), makes=HalfOf,
     undo=lambda v: {"who": v.of.of, "rounded": v.rounded} if isinstance(v.of, PlayerStat) and v.of.stat == "life" else None)  # fmt: skip
rule(Effect, "{who?} pay[s] {amount:half life}", PayLife)
rule(
    Effect,
    "{who?} pay[s] life equal to {amount:Number}",
    PayLife,
    provided=lambda v: not isinstance(v.amount, Literally | X | HalfOf),
)
EACH_OTHER = SameSubject(many=True)
rule(Effect, "{what:subject} fight[s] {other:Objects}", Fight, provided=lambda v: v.other != EACH_OTHER)
rule(
    Effect,
    "{what:subject} fight each other",
    Fight,
    other=EACH_OTHER,
    provided=lambda v: GRAMMAR.is_plural(v.what),
)
rule(Effect, "regenerate {what}", Regenerate)

rule(Effect, "{who:whose} life total becomes {amount:figure}", SetLife)
_HAVE_IT = "you may have your life total become {amount:figure}"
rule("plain sentence", _HAVE_IT, lambda amount: Optional(You(), SetLife(You(), amount)), makes=Optional,
     undo=lambda v: {"amount": v.effect.amount} if isinstance(v.effect, SetLife) and v == Optional(You(), SetLife(You(), v.effect.amount)) else None)  # fmt: skip
rule(Effect, "{who:whose} life total becomes {amount:Number}", SetLife)
rule("bare effect", "{who:whose} life total become {amount:Number}", SetLife)
rule(Effect, "{who:whose} life total becomes equal to {amount:your starting life}", SetLife)
rule("your starting life", "your starting life total", PlayerStat("starting life", You()))
rule(Number, "the highest life total among all players", PlayerStat("greatest life", You()))
rule(Number, "the lowest life total among all players", PlayerStat("least life", You()))
rule(Effect, "double {who:whose} life total", Keyworded, verb="double", word="life total")
rule(Effect, "exchange life totals with {other:player object}", ExchangeLife, who=You(said=False))
rule(Effect, "redistribute any number of players' life totals", Keyworded("redistribute life totals"))
for _stat in ("power", "toughness"):
    rule(
        Effect,
        f"exchange {{who:whose}} life total with {{other:possessor}} {_stat}",
        ExchangeLife,
        stat=_stat,
    )
rule(Effect, "{who:two players} exchange life totals", ExchangeLife, other=SameSubject(many=True))
rule("two players", "two target players", TargetPlayer(amount=Exactly(Literally(2))))


# ---- damage that can't be prevented (CR 615.12): said of every source ----
_SOURCES, _UNPREVENTED = Each(Noun(form="source"), "all"), Cant("have damage prevented")
rule("static", "damage can't be prevented.", Static(_SOURCES, (_UNPREVENTED,)))
for _kind, _cant in (("damage", _UNPREVENTED), ("combat damage", Cant("have combat damage prevented"))):
    rule("static", f"{_kind} that would be dealt by {{what:subject}} can't be prevented.",
         lambda what, cant=_cant: Static(what, (cant,)), makes=Static,
         undo=partial(lambda v, cant: {"what": v.what} if v == Static(v.what, (cant,)) and v.what != _SOURCES else None, cant=_cant))  # fmt: skip
# Of a spell, where what makes it so is said first (CR 601.3, 615.12).
_STUBBORN, _NO_COUNTER = (Cant("be countered"), _UNPREVENTED), "can't be countered"
rule(
    "static",
    f"if {{condition:conditions}}, ~ {_NO_COUNTER} and the damage can't be prevented.",
    Static,
    what=This(),
    changes=_STUBBORN,
)
rule(Effect, "damage can't be prevented this turn", Lasting(_SOURCES, (_UNPREVENTED,), ThisTurn("turn")))
