"""Counters on objects and players (CR 122): put, removed, moved, doubled."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AddCounters,
    CountersOn,
    Each,
    Effect,
    HowMany,
    Keyworded,
    Literally,
    MoveCounters,
    Number,
    Players,
    RemoveCounters,
    ThatMuch,
    Times,
    X,
    You,
)
from engine.oracle.kernel import alone, rule, words

GOT = ("poison", "experience", "rad")
"""Kinds that players are said to get."""


def _put(value: AddCounters) -> bool:
    return value.kind not in GOT or not isinstance(value.on, Players)


rule(
    Effect,
    "{who?} put[s] {number:count} {kind:any counter kind} counter(s) on {on:Recipient}",
    AddCounters,
    provided=_put,
)
rule(
    Effect,
    "{who?} put[s] {number:count} {kind:any counter kind} counter(s) on {on:Recipient} for each {each:each thing}",
    AddCounters,
    provided=lambda v: v.kind != "energy",
)
_COUNTED = (Literally, X, ThatMuch, Times)
for _order, _rest in (
    ("", "on {on:Recipient} equal to {number:Number}"),
    ("number first", "equal to {number:Number} on {on:Recipient}"),
):
    rule(
        Effect,
        f"{{who?}} put[s] a number of {{kind:any counter kind}} counters {_rest}",
        AddCounters,
        said=_order,
        provided=lambda v: not isinstance(v.number, _COUNTED) and not isinstance(v.on, Players),
    )
rule(Effect, "{on:player subject} get[s] a number of {kind:any counter kind} counters equal to {number:Number}", AddCounters, said="number first",
     provided=lambda v: isinstance(v.on, Players) and not isinstance(v.number, _COUNTED))  # fmt: skip
rule(Effect, "you get an amount of {E} equal to {number:Number}", AddCounters, kind="energy", on=You(), said="amount",
     provided=lambda v: not isinstance(v.number, _COUNTED))  # fmt: skip
for _kind in GOT:
    rule(Effect, f"{{on:player subject}} get[s] {{number:count}} {_kind} counter(s)", AddCounters, kind=_kind)
    rule(
        Effect,
        f"{{on:player subject}} get[s] {{number:count}} {_kind} counter(s) for each {{each:each thing}}",
        AddCounters,
        kind=_kind,
    )
rule(
    Effect,
    "{who?} distribute[s] {number:count} {kind:any counter kind} counters among {on:Objects}",
    AddCounters,
    divided="as you choose",
)
for _n, _symbols in enumerate(("{E}" * n for n in range(1, 10)), 1):
    rule(Effect, f"you get {_symbols}", AddCounters(Literally(_n), "energy", You()))
    rule(Effect, f"you get {_symbols} for each {{each:each thing}}", AddCounters, number=Literally(_n), kind="energy", on=You(),
         provided=lambda v: v.each is not None)  # fmt: skip
rule(Effect, "you get that many {E}", AddCounters(ThatMuch("many"), "energy", You()))
rule(Effect, "you get X {E}", AddCounters(X(), "energy", You()))

# ---- on several things at once, and on players (CR 122.1) ----
alone("more counters", "counters elsewhere")
rule("counters elsewhere", "{number:count} {kind:any counter kind} counter(s) on {on:Recipient}", AddCounters)
rule(
    Effect,
    "{who?} put[s] {number:count} {kind:any counter kind} counter(s) on {on:Recipient} and {also:more counters}",
    AddCounters,
)
_HAVE = CountersOn("experience", You())
rule("each thing", "experience counter you have", _HAVE)
rule(Number, "the number of experience counters you have", _HAVE)

# ---- removed, moved (CR 122.5): of one kind, or of any ----
_KIND = "{kind:any counter kind} "
_Fields = dict[str, Any]
for _of, _fixed_kind in ((_KIND, None), ("", "")):
    _fixed: _Fields = {"provided": lambda v: v.kind != ""} if _fixed_kind is None else {"kind": _fixed_kind}
    _ways: tuple[tuple[str, _Fields], ...] = (
        (f"{{number:count}} {_of}counter(s)", {}),
        (f"all {_of}counters", {"number": None}),
        (f"up to {{number:number word}} {_of}counter(s)@number", {"up_to": True}),
        (f"any number of {_of}counters", {"number": None, "up_to": True}),
    )
    for _counters, _more in _ways:
        _said: _Fields = {**_fixed, **_more}
        rule(Effect, f"{{who?}} remove[s] {_counters} from {{source:Recipient}}", RemoveCounters, **_said)
        rule(
            Effect,
            f"{{who?}} move[s] {_counters} from {{source:Objects}} onto {{to:Objects}}",
            MoveCounters,
            **_said,
        )

rule(Effect, "put {source:possessor} counters on {to:Objects}", MoveCounters, number=None, kind="", put=True)

# ---- what came of it (CR 608.2c, 615.5) ----
rule("each thing", "1 damage prevented this way", HowMany("prevented", "damage"))
rule(Number, "the damage prevented this way", HowMany("prevented", "damage"))


def _removed(kind: str) -> HowMany:
    return HowMany("removed", f"{kind} counter")


for _category, _words in (
    ("each thing", "{}counter removed this way"),
    (Number, "the number of {}counters removed this way"),
):
    rule(_category, _words.format(""), HowMany("removed", "counter"))
    rule(_category, _words.format(_KIND), _removed, makes=HowMany,
         undo=lambda v: {"kind": v.noun.removesuffix(" counter")} if v.noun.endswith(" counter") and v.done == "removed" else None)  # fmt: skip

# ---- doubled (CR 701.10e) ----


def _doubled(kind: str, what: object) -> Keyworded:
    return Keyworded("double", what=what, word=f"{kind} counters")  # type: ignore[arg-type]


rule(Effect, "double the number of {kind:any counter kind} counters on {what:Objects}", _doubled, makes=Keyworded,
     undo=lambda v: {"kind": v.word.removesuffix(" counters"), "what": v.what}
     if v.verb == "double" and v.what is not None and v == _doubled(v.word.removesuffix(" counters"), v.what) else None)  # fmt: skip
rule(
    Effect,
    "double the number of {word:every kind} on {what:Objects}",
    Keyworded,
    verb="double",
    provided=lambda v: v.what is not None,
)
words("figures doubled", {w: w for w in ("power", "toughness", "power and toughness")})
_NOW = "until end of turn"
rule(Effect, f"double {{what:possessor}} {{word:figures doubled}} {_NOW}", Keyworded, verb="double",
     provided=lambda v: v.what is not None and not isinstance(v.what, Each))  # fmt: skip
rule(Effect, f"double the {{word:figures doubled}} of {{what:Objects}} {_NOW}", Keyworded, verb="double",
     provided=lambda v: isinstance(v.what, Each))  # fmt: skip
words("every kind", {"counters": "each kind of counter"})
