"""How others enter, while something holds, untapped, with more counters, or with counters of several kinds (CR 614.1c-d, 614.12)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AboutSpells,
    AddCounters,
    Always,
    AnyPlayer,
    Chosen,
    Condition,
    Conditional,
    ControlledBy,
    Did,
    Discard,
    Do,
    Duration,
    Each,
    Effect,
    Enters,
    Exile,
    Fits,
    InZone,
    Literally,
    Mill,
    Moves,
    Note,
    Number,
    Optional,
    Paragraph,
    PayLife,
    PlayerStat,
    Put,
    RemoveCounters,
    Replacement,
    Reveal,
    Sacrifice,
    Sequence,
    That,
    ThatMuch,
    This,
    ThisTurn,
    Times,
    WasPaid,
    Which,
    X,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.kernel import rule, series, words

_KIND = "{kind:any counter kind}"
_KICKED = WasPaid("kicked", This())

# ---- untapped, tapped ----
rule(
    "static",
    "{what:subject} enter[s] untapped.",
    Enters,
    state="untapped",
    provided=lambda v: v.condition is None,
)
rule(
    "static",
    "~ enters tapped if {condition:conditions}.",
    Enters,
    what=This(),
    state="tapped",
    word="if",
    provided=lambda v: v.condition is not None,
)

# ---- with more counters ----
rule("static", f"{{what:subject}} enter[s] with {{counters:count}} additional {_KIND} counters on (it|them)@what.", Enters, additional=True,
     provided=lambda v: v.counters != Literally(1))  # fmt: skip
rule("static", f"{{what:subject}} enter[s] with an additional X {_KIND} counters on (it|them)@what, where X is {{counters:Number}}.", Enters,
     additional=True, word="where X", provided=lambda v: not isinstance(v.counters, Literally))  # fmt: skip
rule("static", f"{{what:subject}} enter[s] with a number of additional {_KIND} counters on (it|them)@what equal to {{counters:Number}}.", Enters,
     additional=True, provided=lambda v: not isinstance(v.counters, Literally))  # fmt: skip
rule("static", f"if ~ was kicked, it enters with {{counters:count}} additional {_KIND} counter(s) on it.", Enters, what=This(), additional=True,
     condition=_KICKED, provided=lambda v: v.counters != Literally(1))  # fmt: skip
rule("static", f"if ~ was kicked, it enters with a {_KIND} counter on it for each {{each:each thing}}.", Enters, what=This(), counters=Literally(1),
     condition=_KICKED)  # fmt: skip
rule(
    "static",
    f"~ enters with {{counters:count}} {_KIND} counter(s) on it unless {{unless:conditions}}.",
    Enters,
    what=This(),
    provided=lambda v: v.unless is not None,
)

# ---- while something holds ----
rule("plainly entering", "{what:subject} enter[s] tapped", Enters, state="tapped")
rule("plainly entering", "{what:subject} enter[s] untapped", Enters, state="untapped")
rule(
    "plainly entering",
    f"{{what:subject}} enter[s] with an additional {_KIND} counter on (it|them)@what",
    Enters,
    counters=Literally(1),
    additional=True,
)


def _while(condition: Condition, entering: Enters) -> Enters:
    return replace(entering, condition=condition, word="as long as")


def _take_while(value: Enters) -> dict[str, Any] | None:
    if value.word != "as long as" or value.condition is None:
        return None
    return {"condition": value.condition, "entering": replace(value, condition=None, word="")}


rule(
    "static",
    "as long as {condition:conditions}, {entering:plainly entering}.",
    _while,
    makes=Enters,
    undo=_take_while,
)


# ---- several sorts of counters (CR 122.6a) ----
def _sorts(counters: tuple[tuple[Number, str], ...], condition: Condition | None = None) -> Paragraph:
    return Paragraph(
        tuple(Enters(This(), counters=n, kind=k, condition=condition) for n, k in counters), "and"
    )


def _take_sorts(value: Paragraph, if_: bool) -> dict[str, Any] | None:
    entering = [a for a in value.abilities if isinstance(a, Enters)]
    counters = tuple((a.counters, a.kind) for a in entering if a.counters is not None)
    condition = entering[0].condition if entering else None
    if not counters or (condition is not None) != if_ or value != _sorts(counters, condition):
        return None
    return {"counters": counters} | ({"condition": condition} if if_ else {})


rule("counters of a sort", f"{{number:count}} {_KIND} counter(s)@number", lambda number, kind: (number, kind), makes=tuple,
     undo=lambda v: {"number": v[0], "kind": v[1]})  # fmt: skip
series("counters of sorts", "counters of a sort", last="and", low=2)
rule(
    "static",
    "~ enters with {counters:counters of sorts} on it.",
    _sorts,
    makes=Paragraph,
    undo=partial(_take_sorts, if_=False),
)
rule(
    "static",
    "if {condition:conditions}, ~ enters with {counters:counters of sorts} on it.",
    _sorts,
    makes=Paragraph,
    undo=partial(_take_sorts, if_=True),
)

# ---- for each of several things ----
for _plus, _each in (
    (
        f"a {_KIND} counter on it for each {{each:each thing}} and a {{other:any counter kind}} counter on it for each {{more:each thing}}",
        True,
    ),
    (
        f"a {_KIND} counter on it plus an additional {{other:any counter kind}} counter on it for each {{more:each thing}}",
        False,
    ),
):
    rule("static", f"~ enters with {_plus}.", lambda kind, other, more, each=None: _twice(kind, other, more, each), makes=Paragraph,
         undo=partial(lambda v, some: _take_twice(v, some), some=_each))  # fmt: skip


def _twice(kind: str, other: str, more: Number, each: Number | None) -> Paragraph:
    one = Enters(This(), counters=Literally(1), kind=kind, each=each)
    return Paragraph(
        (one, Enters(This(), counters=Literally(1), kind=other, each=more, additional=each is None)), "and"
    )


def _take_twice(value: Paragraph, some: bool) -> dict[str, Any] | None:
    match value.abilities:
        case (Enters(kind=kind, each=each), Enters(kind=other, each=more)) if (
            more is not None and (each is not None) == some
        ):
            found = {"kind": kind, "other": other, "more": more, "each": each}
            return (
                {k: v for k, v in found.items() if v is not None}
                if value == _twice(kind, other, more, each)
                else None
            )
    return None


# ---- not at all, unless something is paid (CR 614.1a) ----
_PLACED, _BURIED = "put ~ onto the battlefield", "put it into its owner's graveyard"
for _may in (False, True):
    rule("static", f"if ~ would enter, {'you may ' * _may}{{unless_costs:entering cost}} instead. if you do, {_PLACED}. if you don't, {_BURIED}.", Enters,
         what=This(), state="not at all", optional=_may, provided=lambda v: bool(v.unless_costs))  # fmt: skip

# ---- what is done as it enters, and the counters that come of it (CR 614.12a) ----
rule("limited choice", "{:done on arrival}")


def _arriving(deed: Effect, number: Number, may: bool, each: Number | None = None) -> Replacement:
    grow = AddCounters(number, "+1/+1", This(), each=each)
    steps: tuple[Effect, ...] = (deed, grow)
    if may:
        steps = (Optional(You(), deed), Conditional(Did(You()), grow))
    return Replacement(Moves(This(), to="battlefield", verb="enters"), Sequence(steps), how="as")


def _growing(deed: Effect, number: Number, each: Number, may: bool) -> Replacement:
    """However many that may be: none where nothing was done."""
    done = Optional(You(), deed) if may else deed
    grow = AddCounters(number, "+1/+1", This(), each=each)
    return Replacement(Moves(This(), to="battlefield", verb="enters"), Sequence((done, grow)), how="as")


_ON_ARRIVAL = Sacrifice | AddCounters | Exile | Discard | Reveal | Put | RemoveCounters | Mill
rule(
    "done on arrival",
    "{:clause}",
    provided=lambda v: isinstance(v, _ON_ARRIVAL) and v.who == You(said=False),
)
rule("done on arrival", "pay any amount of life", PayLife(X("any amount")))
rule("limited choice", "note your life total", Note(PlayerStat("life", You())))
for _does, _if_you_do in (
    ("{deed:done on arrival}. ~", False),
    ("you may {deed:done on arrival}. if you do, it", True),
):
    rule("static", f"as ~ enters, {_does} enters with {{number:so many}} +1/+1 counters on it.", partial(_arriving, may=_if_you_do), makes=Replacement,
         undo=partial(lambda v, may: _take_arriving(v, may), may=_if_you_do))  # fmt: skip
    rule("static", f"as ~ enters, {_does.removesuffix(' it')}{' ~' * _if_you_do} enters with {{number:count}} +1/+1 counter(s) on it.", partial(_arriving, may=_if_you_do), makes=Replacement,
         undo=partial(lambda v, may: _take_arriving(v, may), may=_if_you_do), provided=lambda v: not any(isinstance(n, ThatMuch) for n in walk(v.effect)))  # fmt: skip
for _does, _may in (("{deed:done on arrival}", False), ("you may {deed:done on arrival}", True)):
    rule("static", f"as ~ enters, {_does}. ~ enters with {{number:count}} +1/+1 counter(s) on it for each {{each:each thing}}.", partial(_growing, may=_may), makes=Replacement,
         undo=partial(lambda v, may: _take_growing(v, may), may=_may))  # fmt: skip
words("so many", {ThatMuch("many"): "that many", Times(2, ThatMuch("many")): "twice that many"})


def _take_growing(value: Replacement, may: bool) -> dict[str, Any] | None:
    match value.effect:
        case Sequence(steps=(first, AddCounters(number=number, each=Number() as each))):
            deed = first.effect if isinstance(first, Optional) else first
            found: dict[str, Any] = {"deed": deed, "number": number, "each": each}
            return found if value == _growing(**found, may=may) else None
    return None


def _take_arriving(value: Replacement, may: bool) -> dict[str, Any] | None:
    steps = value.effect.steps if isinstance(value.effect, Sequence) else ()
    if len(steps) != 2:
        return None
    deed = steps[0].effect if isinstance(steps[0], Optional) else steps[0]
    grow = steps[1].effect if isinstance(steps[1], Conditional) else steps[1]
    if (
        not isinstance(grow, AddCounters)
        or grow.each is not None
        or value != _arriving(deed, grow.number, may)
    ):
        return None
    return {"deed": deed, "number": grow.number}


# ---- of a while: how what is spoken of enters whenever it does, or whatever fits in a time (CR 611.2c, 614.1d) ----
words("what comes", {That("creature"): "that creature", That(): "it"})


def _of_a_while(
    what: Any,
    kind: str,
    counters: Number,
    duration: Duration | None = None,
) -> AboutSpells:
    entering = Enters(what, counters=counters, kind=kind, additional=True)
    return AboutSpells(entering, duration or Always(), first=duration is not None)


def _only_one(one: bool) -> dict[str, Any]:
    return {"counters": Literally(1)} if one else {}


def _take_of_a_while(value: AboutSpells, one: bool, timed: bool) -> dict[str, Any] | None:
    entering = value.ability
    if not isinstance(entering, Enters) or entering.counters is None or value.first != timed:
        return None
    found: dict[str, Any] = {"what": entering.what, "kind": entering.kind, "counters": entering.counters}
    found |= {"duration": value.duration} if timed else {}
    if value != _of_a_while(**found) or (entering.counters == Literally(1)) != one:
        return None
    return {k: v for k, v in found.items() if k != "counters"} if one else found


for _timed, _which in ((False, "{what:what comes}"), (True, "{duration:Duration}, {what:subject}")):
    for _one, _number in ((True, "an"), (False, "{counters:count}")):
        _text = f"{_which} enter[s] with {_number} additional {_KIND} counter{'' if _one else 's'} on (it|them)@what"
        rule("plain sentence" if _timed else Effect, _text, partial(_of_a_while, **_only_one(_one)), makes=AboutSpells,
             undo=partial(_take_of_a_while, one=_one, timed=_timed))  # fmt: skip


# Under whose control what would enter under another's does (CR 616.1b).
_ANOTHERS = "under an opponent's control"
_MINE = "it enters under your control instead"


def _taken_over(which: Any) -> AboutSpells:
    theirs = Each(Which((), which, (ControlledBy(AnyPlayer("opponent")),)))
    return AboutSpells(Enters(theirs, state="under your control"), ThisTurn("turn"))


rule("sentence.", f"if (a|an)@which {{which:noun@one}} would enter {_ANOTHERS} this turn, it enters under your control instead.", _taken_over,
     makes=AboutSpells, undo=lambda v: {"which": which} if (which := getattr(getattr(getattr(v.ability, "what", None), "which", None), "noun", None)) is not None
     and v == _taken_over(which) else None)  # fmt: skip


# Of what the instruction before puts onto the battlefield, if it enters as something of the sort.
def _if_it_is(which: Any, kind: str, counters: Number, said: str) -> AboutSpells:
    asked = Fits(That(), which)
    return AboutSpells(
        Enters(That(), counters=counters, kind=kind, additional=True, condition=asked, word=said), Always()
    )


def _take_if_it_is(value: AboutSpells, said: str, one: bool) -> dict[str, Any] | None:
    entering = value.ability
    if (
        not isinstance(entering, Enters)
        or not isinstance(entering.condition, Fits)
        or entering.counters is None
    ):
        return None
    found: dict[str, Any] = {
        "which": entering.condition.which,
        "kind": entering.kind,
        "counters": entering.counters,
    }
    if value != _if_it_is(**found, said=said) or (entering.counters == Literally(1)) != one:
        return None
    return {k: v for k, v in found.items() if k != "counters"} if one else found


for _if in ("a {which:which@one} enters this way", "it enters as a {which:which@one}"):
    for _one, _number in ((True, "an"), (False, "{counters:count}")):
        rule("sentence.", f"if {_if}, it enters with {_number} additional {_KIND} counter{'' if _one else 's'} on it.",
             partial(_if_it_is, said=_if.split()[-1], **_only_one(_one)), makes=AboutSpells,
             undo=partial(_take_if_it_is, said=_if.split()[-1], one=_one))  # fmt: skip


# ---- tapped, unless something was revealed that could be (CR 614.1c) ----
def _shown(which: Any, unless: Condition) -> Enters:
    card = Chosen(Which((), which, (InZone("hand", You(), "from"),)))
    return Enters(This(), state="tapped", unless_costs=(Do(Reveal(card)),), unless=unless, word="revealed")


def _take_shown(value: Enters) -> dict[str, Any] | None:
    match value.unless_costs:
        case (Do(action=Reveal(what=Chosen(which=Which(noun=which)))),) if value.unless is not None:
            found: dict[str, Any] = {"which": which, "unless": value.unless}
            return {**found, "again": which} if value == _shown(**found) else None
    return None


rule("static", "as ~ enters, you may reveal a {which:noun@one} from your hand. ~ enters tapped unless you revealed a {again:noun@one} this way or {unless:conditions}.",
     lambda which, again, unless: _shown(which, unless) if which == again else None, makes=Enters, undo=_take_shown)  # fmt: skip
