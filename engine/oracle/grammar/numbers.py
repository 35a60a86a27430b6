"""Numbers as words ("two cards"), as digits ("3 damage"), as X, as "that many" (CR 107)."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

from typing import Literal

from engine.abilities import (
    AnyOf,
    Chosen,
    ControlledBy,
    CountersOn,
    CountOf,
    Devotion,
    DifferentAmong,
    Each,
    EachPlayer,
    HalfOf,
    Happened,
    Having,
    HowMany,
    InZone,
    Is,
    Literally,
    Minus,
    Noun,
    Number,
    Objects,
    OwnedBy,
    Players,
    PlayerStat,
    Plus,
    StatAmong,
    StatOf,
    Tally,
    Target,
    That,
    ThatMuch,
    ThatPlayer,
    This,
    Times,
    Which,
    X,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.grammar.effects.common import of_figure
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import plural, rule, series, token, words

WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()
VALUES = [*range(1, 21)]

plural(Literally, lambda n: n.value != 1)
for kind in (X, ThatMuch, CountOf, StatOf, CountersOn, HalfOf, Times, Tally, Plus, Minus):
    plural(kind, True)


def _power_and_toughness(of: Objects) -> Plus:
    return Plus(StatOf("power", of), StatOf("toughness", That()))


def _take_both(value: Plus) -> dict[str, Objects] | None:
    of = value.left.of if isinstance(value.left, StatOf) else None
    return {"of": of} if of is not None and value == _power_and_toughness(of) else None


# ---- as words ----
words("count", {Literally(1): "a", **{Literally(v): w for v, w in zip(VALUES[1:], WORDS[1:], strict=True)}})
rule("count", "X", X())
rule("count", "that many", ThatMuch("many"))
rule("count", "X minus {right:plain number word}", Minus, left=X())
words("number word", {Literally(v): w for v, w in zip(VALUES, WORDS, strict=True)})
rule("number word", "X", X())
rule("number word", "X plus {right:plain number word}", Plus, left=X(), spelled=True)
rule("number word", "X minus {right:plain number word}", Minus, left=X())
_LARGE = {99: "ninety-nine", 100: "one hundred"}
words("number word", {Literally(v): w for v, w in _LARGE.items()})
rule(
    "number word",
    "{:digits}",
    provided=lambda v: isinstance(v, Literally) and v.value > 20 and v.value not in _LARGE,
)
_MANY = len(WORDS)
rule(
    "number of counters",
    "{:number word}",
    provided=lambda v: not isinstance(v, Literally) or v.value <= _MANY,
)
rule("number of counters", "{:digits}", provided=lambda v: isinstance(v, Literally) and v.value > _MANY)

# ---- as digits ----


def _digits(text: str) -> Number | None:
    return Literally(int(text)) if text.isdigit() else None


def _shown(value: object) -> str | None:
    return str(value.value) if isinstance(value, Literally) and value.value >= 0 else None


def _int(text: str) -> int | None:
    return int(text) if text.isdigit() else None


token("digits", "number", _digits, _shown)
token("integer", "number", _int, lambda v: str(v) if isinstance(v, int) else None)
rule("figure", "{:digits}")
rule("figure", "X", X())
rule("amount", "{:figure}")
rule("amount", "that much", ThatMuch("much"))


# ---- counted ("equal to ...", "for each ...") ----
def _is_there(value: CountOf) -> bool:
    """CR 608.2i: what did something before need not be there now, and is counted by what it did (histories.py)."""
    parts = tuple(walk(value.of))
    if any(isinstance(part, Having) and part.relation == "convoked" for part in parts):
        return False
    before = any(isinstance(part, Happened) and part.what in LOOKED_BACK_TO for part in parts)
    return not before or any(isinstance(part, ControlledBy) for part in parts)


LOOKED_BACK_TO = ("attacked", "blocked", "attacked or blocked")

rule("addend", "the number of {of:counted}", CountOf, provided=lambda v: _is_there(v) and not v.total)
rule("addend", "the chosen number", X("the chosen number"))
rule("addend", "the total number of {of:counted}", CountOf, total=True)
rule("addend", "{of:possessor} {stat:stat}", StatOf)
rule(Number, "the number of colors it is", StatOf("colors", That()))
rule(
    Number,
    "the total number of {kind:any counter kind} counters among players",
    CountersOn,
    on=EachPlayer(word=""),
)
rule("addend", "their total {stat:among stat}", StatAmong, how="total", of=That(many=True))
rule(
    "addend",
    "the {stat:among stat} of {of:Objects}",
    StatOf,
    first=True,
    provided=lambda v: isinstance(v.of, Target | That) and v.of != That(),
)
rule(Number, "{:addend}")
rule(Number, "the number of {kind:any counter kind} counters on {on:Objects}", CountersOn)
for _counted in ("each thing", "counted thing"):
    rule(_counted, "{of:counted one}", CountOf, total=False, provided=_is_there)
rule("each thing", "{a:counted thing} and each {b:counted thing}", lambda a, b: Plus(a, b), makes=Plus,
     undo=lambda v: {"a": v.left, "b": v.right} if isinstance(v.left, CountOf) and isinstance(v.right, CountOf) else None)  # fmt: skip
rule(Number, "the number of counters it had on it", CountersOn("", That(), past=True))
rule(
    Number,
    "the number of {kind:any counter kind} counters it had on it",
    CountersOn,
    on=That(),
    past=True,
    provided=lambda v: v.kind != "",
)
rule(Number, "the number of counters on {on:Objects}", CountersOn, kind="")
rule("each thing", "counter on {on:Objects}", CountersOn, kind="")
rule("each thing", "{kind:any counter kind} counter on {on:Objects}", CountersOn)
words("stat", {s: s for s in ("power", "toughness", "mana value", "loyalty", "base power", "base toughness")})
rule("any counter kind", "{:counter kind}")
rule("any counter kind", "{:size counter}")

# ---- of players, among objects, sums (CR 107.1, 700.5) ----
rule(Number, "your devotion to {colors:devoted colors}", Devotion)
rule(Number, "your devotion to that color", Devotion, colors=(), said="that")
series("devoted colors", "color", last="and")
rule(Number, "{of:whose} life total", PlayerStat, stat="life")
rule(
    "each thing",
    "of {of:possessor} colors",
    StatOf,
    stat="colors",
    provided=lambda v: v.of != That(many=True),
)
_CONVERGED = "colors of mana spent"
for _it, _what in (("~", This()), ("it", That())):
    rule(
        Number,
        f"the number of {_CONVERGED} to cast {_it}",
        StatOf,
        stat="colors of mana spent",
        of=_what,
    )
for _it, _what in (("~", This()), ("it", That()), ("that spell", That("spell"))):
    rule(Number, f"the amount of mana spent to cast {_it}", StatOf("mana spent", _what))
    rule("each thing", f"mana spent to cast {_it}", StatOf("mana spent", _what))
rule("each thing", "creature blocking it beyond the first", Minus(CountOf(Each(Which((), Noun((("creature",),)), (Having("blocking", That()),)), "each")), Literally(1)))  # fmt: skip
rule("each thing", "creature it devoured", StatOf("creatures devoured", That()))
rule(Number, "the number of creatures that convoked ~", StatOf("creatures that convoked", This()))
rule(Number, "the number of times ~ was kicked", StatOf("times kicked", This()))
rule(Number, "the number of times ~ has mutated", StatOf("times mutated", This()))
rule(Number, "your speed", PlayerStat, stat="speed", of=You())
rule(Number, "the number of opponents you have", PlayerStat, stat="opponents", of=You())
rule("each thing", "color among {of:counted}", DifferentAmong, what="colors")
rule(Number, "the number of colors that spell is", StatOf("colors", That("spell")))
rule(Number, "that damage", ThatMuch("damage"))
_BY_THEM: tuple[Literal["damage it dealt", "damage ~ dealt", "damage those creatures dealt"], ...] = (
    "damage it dealt",
    "damage ~ dealt",
    "damage those creatures dealt",
)
for _dealt in _BY_THEM:
    rule(Number, f"the amount of {_dealt} to that player", ThatMuch(_dealt))
_LOOKED_AT = "looked at while scrying this way"
rule(Number, f"the number of cards {_LOOKED_AT}", ThatMuch("cards looked at"))
rule("each thing", f"card {_LOOKED_AT}", ThatMuch("cards looked at"))
_GAINED: tuple[Literal["amount of life you gained", "amount of life you lost"], ...] = (
    "amount of life you gained",
    "amount of life you lost",
)
for _life in _GAINED:
    rule(Number, f"the {_life}", ThatMuch(_life))
rule("each thing", "1 life you lost", ThatMuch("1 life you lost"))
rule("each thing", "1 life you gained", ThatMuch("1 life you gained"))
for _color in (c for c in COLORS if c != "red"):
    rule("each thing", f"unspent {_color} mana you have", PlayerStat, stat=f"unspent {_color} mana", of=You())
rule("each thing", "opponent you have", PlayerStat, stat="opponents", of=You())
rule(
    "each thing",
    "differently named dungeon you've completed",
    PlayerStat,
    stat="dungeons completed",
    of=You(),
)
for _stat, _many, _one in (
    (
        "basic land types",
        "basic land types among lands you control",
        "basic land type among lands you control",
    ),
    ("party", "creatures in your party", "creature in your party"),
    (
        "card types in graveyard",
        "card types among cards in your graveyard",
        "card type among cards in your graveyard",
    ),
    (
        "card types in all graveyards",
        "card types among cards in all graveyards",
        "card type among cards in all graveyards",
    ),
    ("spells cast", "spells you've cast this turn", "spell you've cast this turn"),
    ("cards drawn", "cards you've drawn this turn", "card you've drawn this turn"),
):
    rule(Number, f"the number of {_many}", PlayerStat, stat=_stat, of=You())
    rule("each thing", _one, PlayerStat, stat=_stat, of=You())
for _stat, _whose in (("commander casts", "your"), ("casts of commanders", "a")):
    rule(
        "each thing",
        f"time you've cast {_whose} commander from the command zone this game",
        PlayerStat,
        stat=_stat,
        of=You(),
    )
rule(
    Number,
    "the greatest mana value among your commanders",
    PlayerStat,
    stat="commanders' mana value",
    of=You(),
)
rule(Number, "the amount of life you gained this turn", PlayerStat, stat="life gained", of=You())
for _different in ("different powers", "different mana values", "colors"):
    _compared = _different.removeprefix("different ")
    rule(Number, f"the number of {_different} among {{of:counted}}", DifferentAmong, what=_compared)
    if _different != "colors":
        rule("each thing", f"{_different[:-1]} among {{of:counted}}", DifferentAmong, what=_compared)
rule(
    Number,
    "the number of different kinds of counters among {of:counted}",
    DifferentAmong,
    what="kinds of counters",
)
rule(Number, "the number of differently named {of:counted}", DifferentAmong, what="names")
rule("each thing", "differently named {of:counted one}", DifferentAmong, what="names")
for _color in COLORS:
    _stat = f"{_color} mana symbols"
    rule(
        Number,
        f"the number of {_stat} in the mana costs of {{of:counted}}",
        StatAmong,
        how="total",
        stat=_stat,
    )
    rule(
        "each thing",
        f"{_color} mana symbol in the mana costs of {{of:counted}}",
        StatAmong,
        how="total",
        stat=_stat,
    )
    rule(Number, f"the number of {_stat} in {{of:possessor}} mana cost", StatOf, stat=_stat)
    rule("each thing", f"{_color} mana symbol in {{of:possessor}} mana cost", StatOf, stat=_stat)
words("among stat", {s: s for s in ("power", "toughness", "mana value")})
for _how in ("greatest", "highest", "total"):
    rule(
        Number,
        f"the {_how} {{stat:among stat}} {'of' if _how == 'total' else 'among'} {{of:counted}}",
        StatAmong,
        how=_how,
    )
_OWN_COMMANDER, _OR_COMMAND = "a commander you own", "or in the command zone"


def _commanders(who: Players) -> Which:
    there = AnyOf((InZone("battlefield", None, "on"), InZone("command")))
    return Which((Is("commander"),), Noun(), (OwnedBy(who), there))


for _who, _owns in ((You(), "you"), (ThatPlayer("they"), "they")):
    rule(
        Number,
        f"the greatest mana value of a commander {_owns} own on the battlefield {_OR_COMMAND}",
        StatAmong("greatest", "mana value", Each(_commanders(_who))),
    )
rule(
    Number,
    f"the mana value of {_OWN_COMMANDER} on the battlefield {_OR_COMMAND}",
    StatOf("mana value", Chosen(_commanders(You())), first=True),
)


def _no_sum(value: Times | HalfOf) -> bool:
    """Whether it is plain what is doubled or halved: "twice A plus B" is not."""
    return not isinstance(value.of, (Plus, Minus))


rule(Number, "twice {of:Number}", Times, factor=2, provided=_no_sum)
rule(Number, "three times {of:Number}", Times, factor=3, provided=_no_sum)
rule(Number, "half {of:Number}, rounded up", HalfOf, rounded="up", provided=_no_sum)
rule(Number, "half {of:Number}, rounded down", HalfOf, rounded="down", provided=_no_sum)
rule(Number, "{left:figure} plus {right:Number}", Plus)
rule(Number, "{left:plain number word} plus {right:Number}", Plus, spelled=True)
rule(Number, "{left:addend} plus {right:addend}", Plus)
rule(Number, "{left:addend} minus {right:digits}", Minus)
rule(Number, "{left:addend} minus {right:addend}", Minus)
rule(Number, "{left:digits} minus {right:addend}", Minus)
rule("plain number word", "{:number word}", provided=lambda v: isinstance(v, Literally))
rule(Number, "{of:possessor} power plus its toughness", _power_and_toughness, undo=_take_both, makes=Plus)

# ---- what earlier instructions came to (CR 608.2c) ----
words(
    "done this way",
    {
        d: d
        for d in (
            "discarded",
            "destroyed",
            "sacrificed",
            "milled",
            "exiled",
            "revealed",
            "drawn",
            "returned",
            "tapped",
        )
    },
)
rule("each thing", "{noun:said noun@one} {done:done this way} this way", HowMany)
rule(Number, "the number of {noun:said noun@many} {done:done this way} this way", HowMany)
rule("each thing", "card exiled from their hand this way", HowMany("exiled", "card", origin="hand"))
rule("each thing", "card returned to your hand this way", HowMany("returned", "card", place="hand"))
_DIED = HowMany("destroyed", "creature", place="graveyard")
rule("each thing", "creature that died this way", _DIED)
rule(Number, "the number of creatures that died this way", _DIED)
_DISCARDED = HowMany("discarded", "card", of_one=True)  # a hand's cards are their owner's (CR 402.1)
_MOST = "the greatest number"
rule(Number, f"{_MOST} of cards a player discarded this way", _DISCARDED)
rule(Number, "the life lost this way", HowMany("lost", "life"))
rule("each thing", "1 life lost this way", HowMany("lost", "life"))
rule("each thing", "1 damage dealt this way", HowMany("dealt damage", "damage"))
rule(Number, "the damage dealt this way", HowMany("dealt damage", "damage"))
_EXCESS = "the amount of excess damage dealt"
rule(Number, f"{_EXCESS} this way", HowMany("dealt excess damage", "damage"))
rule(Number, f"{_EXCESS} to that creature this way", HowMany("dealt excess damage"))
rule(Number, "the excess damage dealt this way", HowMany("dealt excess damage", "life"))
rule(Number, "that excess damage", HowMany("dealt excess damage", "excess"))
rule("amount", "twice X", Times(2, X()))
for _factor, _times in ((3, "three"), (5, "five")):
    rule("amount", f"{_times} times X", Times(_factor, X()))
rule("each thing", "time ~ was kicked", StatOf("times kicked", This()))
rule("amount", "two times X", Times(2, X(), said="two times"))
rule("amount", "twice that much", Times(2, ThatMuch("much")))
rule("double damage", "double that damage", Times(2, ThatMuch("much"), said="double"))
rule("count", "twice X", Times(2, X()))
rule("count", "three times X", Times(3, X()))
rule("count", "twice that many", Times(2, ThatMuch("many")))

for _rounded in ("up", "down"):
    rule(f"half {_rounded}", "half {of:count}", HalfOf, rounded=_rounded, provided=of_figure)
rule("amount", "X plus {right:digits}", Plus, left=X())
