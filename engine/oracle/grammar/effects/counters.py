"""Counters on objects and players (CR 122): put, removed, moved, doubled."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AddCounters,
    CountersOn,
    Each,
    EachPlayer,
    Effect,
    HowMany,
    Keyworded,
    Literally,
    MoveCounters,
    Number,
    Objects,
    Optional,
    Players,
    RemoveCounters,
    SameReceiver,
    Target,
    That,
    ThatMuch,
    ThatPlayer,
    Times,
    Which,
    X,
    You,
)
from engine.oracle.kernel import alone, rule, series, words

GOT = ("poison", "experience", "rad")
"""Kinds that players are said to get."""


WITH_SYMBOLS = ("energy", "ticket")
"""Kinds that are said by a symbol (CR 107.14, 107.17)."""


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
    provided=lambda v: v.kind not in WITH_SYMBOLS,
)
for _rounded in ("up", "down"):
    rule(
        Effect,
        f"{{who?}} put[s] {{number:half {_rounded}}} {{kind:any counter kind}} counters on {{on:Recipient}}, rounded {_rounded}",
        AddCounters,
    )
# Of one of several kinds (CR 608.2d).
_CHOSEN: dict[str, Any] = {"number": Literally(1), "kind": "", "provided": lambda v: bool(v.kinds)}
rule(
    Effect,
    "{who?} put[s] your choice of {kinds:counters to choose from} on {on:Recipient}",
    AddCounters,
    said="each",
    **_CHOSEN,
)
rule(
    Effect,
    "{who?} put[s] your choice of a {kinds:kinds to choose from} counter on {on:Recipient}",
    AddCounters,
    said="a choice",
    **_CHOSEN,
)
rule(Effect, "{who?} put[s] a {kinds:kinds to choose from} counter on {on:Recipient}", AddCounters, **_CHOSEN)
rule(
    Effect,
    "{who?} put[s] {kinds:counters to choose from} on {on:Recipient}",
    AddCounters,
    said="each plainly",
    **_CHOSEN,
)
rule(
    Effect,
    "{who?} put[s] your choice of a counter from among {kinds:kinds from among} on {on:Recipient}",
    AddCounters,
    said="from among",
    **_CHOSEN,
)
# Of several kinds at once, on the same thing: "two +1/+1 counters and a stun counter on it".
_AND_MORE = "counters besides"
alone(_AND_MORE, f"one of {_AND_MORE}")
rule(
    f"one of {_AND_MORE}", "{number:count} {kind:any counter kind} counter(s)", AddCounters, on=SameReceiver()
)
rule(f"one of {_AND_MORE}", "a counter from among {kinds:kinds to choose from}", AddCounters, on=SameReceiver(), number=Literally(1), kind="",
     provided=lambda v: bool(v.kinds))  # fmt: skip
rule(
    Effect,
    f"{{who?}} put[s] {{number:count}} {{kind:any counter kind}} counter(s) and {{also:{_AND_MORE}}} on {{on:Recipient}}",
    AddCounters,
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
rule(
    Effect,
    "put another {kind:any counter kind} counter on {on:Objects}",
    AddCounters,
    number=Literally(1),
    said="another",
)
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
for _kind, _symbol in (("energy", "{E}"), ("ticket", "{TK}")):
    for _n in range(1, 10):
        rule(Effect, f"you get {_symbol * _n}", AddCounters(Literally(_n), _kind, You()))
        rule("next effect", f"get {_symbol * _n}", AddCounters(Literally(_n), _kind, You(), said="goes on"))
        rule(Effect, f"you get {_symbol * _n} for each {{each:each thing}}", AddCounters, number=Literally(_n), kind=_kind, on=You(),
             provided=lambda v: v.each is not None)  # fmt: skip
    rule(Effect, f"you get that many {_symbol}", AddCounters(ThatMuch("many"), _kind, You()))
    rule(Effect, f"you get X {_symbol}", AddCounters(X(), _kind, You()))

# ---- on several things at once, and on players (CR 122.1) ----
alone("more counters", "counters elsewhere")
rule("counters elsewhere", "{number:count} {kind:any counter kind} counter(s) on {on:Recipient}", AddCounters)
rule(
    Effect,
    "{who?} put[s] {number:count} {kind:any counter kind} counter(s) on {on:Recipient} and {also:more counters}",
    AddCounters,
)
rule(
    Effect,
    "{who?} put[s] {number:count} {kind:any counter kind} counter(s) on {on:Recipient}, {also:counters elsewhere and more}",
    AddCounters,
)
series("counters elsewhere and more", "counters elsewhere", last="and", pair=", and", low=2)
words("kind had", {kind: kind for kind in GOT})
_HAVE: dict[str, Any] = {"provided": lambda v: isinstance(v.on, Players) and v.on != EachPlayer(word="")}
rule("each thing", "{kind:kind had} counter {on:player subject} (has|have)", CountersOn, **_HAVE)
rule(Number, "the number of {kind:kind had} counters {on:player subject} (has|have)", CountersOn, **_HAVE)

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

_LOST: _Fields = {"number": None, "said": "loses"}
rule(Effect, "{source:player subject} lose[s] all {kind:any counter kind} counters", RemoveCounters, **_LOST, provided=lambda v: v.kind != "")  # fmt: skip
rule(Effect, "{source:player subject} lose[s] all counters", RemoveCounters, kind="", **_LOST)

# So many altogether, whichever of the things they are taken from.
rule("taken from among", "{which:which@many}", Each, word="")
for _of, _how in ((_KIND, {"provided": lambda v: v.kind != ""}), ("", {"kind": ""})):
    rule(
        Effect,
        f"{{who?}} remove[s] {{number:count}} {_of}counter(s) from among {{source:taken from among}}",
        RemoveCounters,
        among=True,
        **_how,
    )

rule(
    Effect,
    "put those counters on {to:Objects}",
    MoveCounters,
    number=None,
    kind="",
    source=That(the=True),
    put=True,
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

rule(
    Effect,
    "{who?} pay[s] any amount of {E}",
    RemoveCounters,
    number=None,
    kind="energy",
    source=You(said=False),
    up_to=True,
)
rule("each thing", "{E} paid this way", HowMany("removed", "energy counter"))
rule(Number, "the amount of {E} paid this way", HowMany("removed", "energy counter"))

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


def _of_many_words(what: Any) -> bool:
    """Whether the figures are said before it: "the power of each creature", "of target creature you control"."""
    return isinstance(what, Each) or (
        isinstance(what, Target) and isinstance(what.which, Which) and bool(what.which.after)
    )


words("figures doubled", {w: w for w in ("power", "toughness", "power and toughness")})
_NOW = "until end of turn"
for _verb in ("double", "triple"):
    rule(Effect, f"{_verb} {{what:possessor}} {{word:figures doubled}} {_NOW}", Keyworded, verb=_verb,
         provided=lambda v: v.what is not None and not _of_many_words(v.what))  # fmt: skip
    rule(Effect, f"{_verb} the {{word:figures doubled}} of {{what:Objects}} {_NOW}", Keyworded, verb=_verb,
         provided=lambda v: _of_many_words(v.what))  # fmt: skip
words("every kind", {"counters": "each kind of counter"})

# Gone on with: "each opponent sacrifices a creature and gets a poison counter".
for _kind in GOT:
    rule("same subject effect", f"gets a {_kind} counter", AddCounters(Literally(1), _kind, ThatPlayer("")))
    rule("same subject effect", f"gets {{number:number word}} {_kind} counters", AddCounters, kind=_kind, on=ThatPlayer(""),
         provided=lambda v: v.number != Literally(1))  # fmt: skip
    rule(
        "effect of you",
        f"get {{number:count}} {_kind} counter(s)",
        AddCounters,
        kind=_kind,
        on=You(said=False),
    )
rule("plain sentence", "you may {effect:effect of you}", Optional, who=You())


# ---- up to so many, and no more than so many altogether (CR 608.2d) ----
_TOTAL = "this ability can't cause the total number of"


def _at_most(
    number: Number, kind: str, on: Objects, again: str, what: Objects, most: Number
) -> AddCounters | None:
    return AddCounters(number, kind, on, most=most) if (kind, on) == (again, what) else None


def _take_at_most(value: AddCounters) -> dict[str, Any] | None:
    match value:
        case AddCounters(number=number, kind=kind, on=Objects() as on, most=Number() as most) if (
            value == AddCounters(number, kind, on, most=most)
        ):
            return {"number": number, "kind": kind, "on": on, "again": kind, "what": on, "most": most}
    return None


rule("sentence.", f"put up to {{number:count}} {{kind:any counter kind}} counters on {{on:Objects}}. {_TOTAL} {{again:any counter kind}} counters on {{what:Objects}} to be greater than {{most:number word}}.",
     _at_most, makes=AddCounters, undo=_take_at_most)  # fmt: skip
