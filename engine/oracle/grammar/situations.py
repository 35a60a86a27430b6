"""Conditions joined, conditions over what was, and how much players have (CR 603.4, 608.2h, 119, 402, 404)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AllOf,
    AnyHolds,
    AnyPlayer,
    Compared,
    Comparison,
    Condition,
    ControlledBy,
    Controls,
    CountOf,
    Each,
    EachPlayer,
    EitherOf,
    Exists,
    Extreme,
    Fits,
    Happened,
    Having,
    InZone,
    Is,
    Literally,
    Negated,
    Not,
    Noun,
    OfColor,
    OwnedBy,
    PlayerHas,
    PlayerStat,
    Quality,
    Selection,
    StateIs,
    StatOf,
    That,
    ThatPlayer,
    This,
    TurnOf,
    WasCast,
    WasPaid,
    Which,
    With,
    WithCounter,
    X,
    You,
)
from engine.model import COLORS
from engine.oracle.grammar.descriptions import has_other
from engine.oracle.grammar.nouns import followed, take_followed
from engine.oracle.kernel import rule, series

YOU = You()

# ---- several (CR 603.4) ----
rule("conditions", "{:Condition}")
series("all conditions", Condition, last="and", low=2)
series("some conditions", Condition, last="or", low=2)
rule("conditions", "{conditions:all conditions}", AllOf)
rule("conditions", "{conditions:some conditions}", AnyHolds)


def _both(who: Any, a: Selection, b: Selection) -> AllOf:
    return AllOf((Controls(who, a), Controls(who, b)))


def _take_both(value: AllOf) -> dict[str, Any] | None:
    first, last = value.conditions[0], value.conditions[-1]
    if (
        not isinstance(first, Controls)
        or not isinstance(last, Controls)
        or value != _both(first.who, first.which, last.which)
    ):
        return None
    return {"who": first.who, "a": first.which, "b": last.which}


rule(Condition, "{who:player subject} control[s] a {a:which@one} and a {b:which@one}", _both, undo=_take_both, makes=AllOf,
     provided=lambda v: not any(has_other(c.which) for c in v.conditions if isinstance(c, Controls)))  # fmt: skip
rule(Condition, "{who:player subject} control[s] a {a:which@one}, a {b:which@one}, or a {c:which@one}",
     lambda who, a, b, c: Controls(who, EitherOf((a, b, c), "or a")), makes=Controls,
     undo=lambda v: dict(zip("abc", v.which.options, strict=True)) | {"who": v.who}
     if isinstance(v.which, EitherOf) and v.which.joined == "or a" and len(v.which.options) == 3 and v == Controls(v.who, v.which) else None)  # fmt: skip
rule(Condition, "{who:player subject} control[s] a {a:which@one} or a {b:which@one}", lambda who, a, b: Controls(who, EitherOf((a, b))), makes=Controls,
     undo=lambda v: {"who": v.who, "a": v.which.options[0], "b": v.which.options[1]}
     if isinstance(v.which, EitherOf) and v == Controls(v.who, EitherOf(v.which.options)) and len(v.which.options) == 2 else None,
     provided=lambda v: isinstance(v.which, EitherOf) and not any(has_other(o) for o in v.which.options))  # fmt: skip


def _bare(who: Any, which: Selection) -> AllOf:
    """Two predicates of one subject: it controls nothing of the kind, and holds nothing."""
    return AllOf(
        (Controls(who, which, "=", Literally(0)), PlayerHas(who, "cards in hand", "=", Literally(0)))
    )


rule(Condition, "{who:player subject} control[s] no {which:which@many} and (has|have)@who no cards in hand", _bare, makes=AllOf,
     undo=lambda v: {"who": c.who, "which": c.which} if isinstance(c := v.conditions[0], Controls) and v == _bare(c.who, c.which) else None)  # fmt: skip
rule(
    Condition,
    "{who:player subject} control[s] exactly {number:number word} {which:which@number}",
    Controls,
    op="=",
)
_TIED = "or tied for the greatest"
for _stat in ("power", "toughness"):
    rule(Condition, f"you control the {{which:noun@one}} with the greatest {_stat} {_TIED} {_stat}",
         lambda which, stat=_stat: Controls(YOU, Which((), which, (Extreme("greatest", stat),))), makes=Controls,
         undo=partial(lambda v, stat: {"which": v.which.noun}
         if isinstance(v.which, Which) and v == Controls(YOU, Which((), v.which.noun, (Extreme("greatest", stat),))) else None, stat=_stat))  # fmt: skip
_PLACES = {
    "on the battlefield": InZone("battlefield", None, "on"),
    "in your graveyard": InZone("graveyard", YOU, "in"),
    "in a graveyard": InZone("graveyard", None, "in"),
}
for _place, _zone in _PLACES.items():
    rule(Condition, f"a {{which:plain head@one}} is {_place}", lambda which, zone=_zone: Exists(followed(which, (zone,)), ">", Literally(0)), makes=Exists,
         undo=partial(lambda v, zone: {"which": f["which"]} if v == Exists(v.which, ">", Literally(0)) and (f := take_followed(v.which)) and f["after"] == (zone,) else None, zone=_zone))  # fmt: skip
for _it, _what in (("~", This()), ("it", That())):
    _KEPT = Which((), Noun(form="card"), (Having("exiled with", _what),))
    rule(Condition, f"a card is exiled with {_it}", Exists(_KEPT, ">", Literally(0)))
rule(Condition, "no {which:which@many} are on the battlefield", lambda which: Negated(Exists(which)), makes=Negated,
     undo=lambda v: {"which": v.condition.which} if isinstance(v.condition, Exists) and v == Negated(Exists(v.condition.which)) else None)  # fmt: skip

# ---- what was (CR 608.2h) ----


def _was(what: Any, *after: Quality) -> Fits:
    return Fits(what, Which((), Noun(), after), "was")


def _had(value: Any, kind: type[Any]) -> Any:
    which = value.which
    quality = which.after[0] if isinstance(which, Which) and len(which.after) == 1 else None
    return quality if isinstance(quality, kind) and value == _was(value.what, quality) else None


def _plain(which: Selection) -> bool:
    return not (isinstance(which, Which) and which.noun == Noun())


def _is_color(value: Any, past: str) -> OfColor | None:
    which = value.which
    color = which.before[0] if isinstance(which, Which) and len(which.before) == 1 else None
    return (
        color
        if isinstance(color, OfColor) and value == Fits(value.what, Which((color,), Noun()), past)
        else None
    )


rule(
    Condition,
    "{what:subject} (was|were) a {which:which@one}",
    Fits,
    past="was",
    provided=lambda v: _plain(v.which),
)
rule(Condition, "{what:subject} (wasn't|weren't) a {which:which@one}", lambda what, which: Negated(Fits(what, which, "was")), makes=Negated,
     undo=lambda v: {"what": v.condition.what, "which": v.condition.which}
     if isinstance(v.condition, Fits) and v.condition.past == "was" and _plain(v.condition.which) else None)  # fmt: skip
rule(Condition, "{what:subject} (isn't|aren't) a {which:which@one}", lambda what, which: Negated(Fits(what, which)), makes=Negated,
     undo=lambda v: {"what": v.condition.what, "which": v.condition.which}
     if isinstance(v.condition, Fits) and v.condition.past == "" and _plain(v.condition.which) else None)  # fmt: skip
rule(Condition, "it's not a {which:which@one}", lambda which: Negated(Fits(That(), which, "not")), makes=Negated,
     undo=lambda v: {"which": v.condition.which} if isinstance(v.condition, Fits) and v.condition == Fits(That(), v.condition.which, "not") else None)  # fmt: skip
rule(Condition, "{what:subject} (was|were) {state:state}", lambda what, state: Fits(what, Which((state,), Noun()), "was"), makes=Fits,
     undo=lambda v: {"what": v.what, "state": v.which.before[0]}
     if isinstance(v.which, Which) and len(v.which.before) == 1 and v == Fits(v.what, Which(v.which.before, Noun()), "was") else None,
     provided=lambda v: getattr(v.which, "before", ()) != (Is("kicked"),))  # fmt: skip
rule(Condition, "{what:subject} (was|were) {color:color quality}", lambda what, color: Fits(what, Which((color,), Noun()), "was"), makes=Fits,
     undo=lambda v: {"what": v.what, "color": c} if (c := _is_color(v, "was")) else None)  # fmt: skip
rule(Condition, "{what:subject} (is|are) {color:color quality}", lambda what, color: Fits(what, Which((color,), Noun())), makes=Fits,
     undo=lambda v: {"what": v.what, "color": c} if (c := _is_color(v, "")) and v.what != That() else None)  # fmt: skip
rule(Condition, "it's {color:color quality}", lambda color: Fits(That(), Which((color,), Noun())), makes=Fits,
     undo=lambda v: {"color": c} if (c := _is_color(v, "")) and v.what == That() else None)  # fmt: skip
rule("color quality", "{color:color}", OfColor)
_ALL_COLORS = Compared("colors", ">=", Literally(5))
for _past, _is in (("was", "(was|were)"), ("", "(is|are)")):
    rule(Condition, f"{{what:subject}} {_is} all colors", lambda what, past=_past: Fits(what, Which((), Noun(), (_ALL_COLORS,)), past), makes=Fits,
         undo=partial(lambda v, past: {"what": v.what} if v == Fits(v.what, Which((), Noun(), (_ALL_COLORS,)), past) else None, past=_past))  # fmt: skip
rule(Condition, "you controlled {what:Objects}", lambda what: _was(what, ControlledBy(YOU)), makes=Fits,
     undo=lambda v: {"what": v.what} if (q := _had(v, ControlledBy)) and q == ControlledBy(YOU) else None)  # fmt: skip
for _word in ("attacking alone", "blocking alone"):
    _state = Which((Is(_word),), Noun())
    rule(
        Condition,
        f"{{what:subject}} (is|are) {_word}",
        Fits,
        which=_state,
        provided=lambda v: v.what != That(),
    )
    rule(Condition, f"it's {_word}", Fits(That(), _state))
rule(Condition, "{what:subject} had a {kind:any counter kind} counter on (it|them)", lambda what, kind: _was(what, WithCounter(kind)), makes=Fits,
     undo=lambda v: {"what": v.what, "kind": q.kind} if (q := _had(v, WithCounter)) and q.kind else None)  # fmt: skip
rule(Condition, "{what:subject} had counters on (it|them)", lambda what: _was(what, WithCounter()), makes=Fits,
     undo=lambda v: {"what": v.what} if (q := _had(v, WithCounter)) and not q.kind and not q.many else None)  # fmt: skip
rule(Condition, "{what:subject} had no {kind:any counter kind} counters on (it|them)", lambda what, kind: Negated(_was(what, WithCounter(kind))),
     makes=Negated, undo=lambda v: {"what": v.condition.what, "kind": q.kind}
     if isinstance(v.condition, Fits) and (q := _had(v.condition, WithCounter)) and q.kind else None)  # fmt: skip
rule(Condition, "{what:subject} had {keyword:bare keyword}", lambda what, keyword: _was(what, With(keyword)), makes=Fits,
     undo=lambda v: {"what": v.what, "keyword": q.keyword} if (q := _had(v, With)) else None)  # fmt: skip
for _op, _said in ((">=", "or greater"), ("<=", "or less"), ("=", "")):
    for _past, _verb in (("", "(has|have)"), ("was", "had")):
        rule(Condition, f"{{what:subject}} {_verb} {{stat:stat}} {{to:figure}} {_said}".strip(),
             lambda what, stat, to, op=_op, past=_past: Fits(what, Which((), Noun(), (Compared(stat, op, to),)), past), makes=Fits,
             undo=partial(lambda v, op, past: {"what": v.what, "stat": q.stat, "to": q.to}
             if isinstance(v.which, Which) and len(v.which.after) == 1 and isinstance(q := v.which.after[0], Compared)
             and v == Fits(v.what, Which((), Noun(), (Compared(q.stat, op, q.to),)), past) else None, op=_op, past=_past))  # fmt: skip
_SUSPENDED = Which((Is("suspended"),), Noun(form="card"))
rule(Condition, "~ is suspended", Fits(This(), _SUSPENDED))
_THERE = [Fits(This(), Which((), Noun(), (InZone(zone),))) for zone in ("command", "battlefield")]
_EMINENT = "in the command zone or on the battlefield"
rule(Condition, f"~ is {_EMINENT}", AnyHolds(tuple(_THERE)))

rule(Condition, "it's a {a:which@one} or a {b:which@one}", lambda a, b: Fits(That(), EitherOf((a, b), "or a")), makes=Fits,
     undo=lambda v: {"a": v.which.options[0], "b": v.which.options[1]}
     if v.what == That() and not v.past and isinstance(v.which, EitherOf) and v.which.joined == "or a" and len(v.which.options) == 2 else None)  # fmt: skip

# ---- how it was cast ----
for _what, _words in ((This(), "~"), (That(), "it")):
    rule(Condition, f"{_words} was cast from a graveyard", WasCast(_what, zone="graveyard"))
    rule(
        Condition,
        f"{_words} was cast from anywhere other than your hand",
        AllOf((WasCast(_what), Negated(WasCast(_what, YOU, "hand")))),
    )
rule(Condition, "that spell was kicked", WasPaid("kicked", That("spell")))
rule(Condition, "X is {right:digits} or more", Comparison, left=X(), op=">=")

for _what, _words in ((This(), "~"), (That(), "it")):
    rule(Condition, f"you cast {_words} during your main phase", WasCast(_what, YOU, during="main phase"))

# ---- what players have ----
for _stat, _words in (("cards in graveyard", "graveyard"), ("cards in library", "library")):
    for _op, _more in ((">=", "or more"), ("<=", "or fewer")):
        rule(Condition, f"{{who:player subject}} (has|have) {{number:number word}} {_more} cards in their {_words}", PlayerHas, stat=_stat, op=_op,
             provided=lambda v: v.who != YOU)  # fmt: skip
        rule(
            Condition,
            f"you have {{number:number word}} {_more} cards in your {_words}",
            PlayerHas,
            who=YOU,
            stat=_stat,
            op=_op,
        )
rule(
    Condition,
    "{who:player subject} (has|have) exactly {number:number word} cards in hand",
    PlayerHas,
    stat="cards in hand",
    op="=",
)
rule(
    Condition,
    "{who:player subject} (has|have) fewer than {number:number word} cards in hand",
    PlayerHas,
    stat="cards in hand",
    op="<",
)
rule(Condition, "your library has no cards in it", PlayerHas(YOU, "cards in library", "=", Literally(0)))
for _stat, _more in (("cards in hand", "more cards in hand"), ("life", "more life")):
    rule(
        Condition,
        f"you have {_more} than each opponent",
        PlayerHas(EachPlayer("opponent"), _stat, "<", PlayerStat(_stat, YOU)),
    )
for _than, _compared_to in (("that player", ThatPlayer()), ("you", YOU)):
    for _stat, _more in (("cards in hand", "more cards in hand"), ("life", "more life")):
        rule(
            Condition,
            f"no opponent has {_more} than {_than}",
            Negated(PlayerHas(AnyPlayer("opponent"), _stat, ">", PlayerStat(_stat, _compared_to))),
        )
_START = PlayerStat("starting life", YOU)
_NOTED = "the last noted life total"
for _said, _compared in (
    ("greater than", PlayerHas(YOU, "life", ">", _START)),
    ("less than", PlayerHas(YOU, "life", "<", _START)),
    ("greater than or equal to", PlayerHas(YOU, "life", ">=", _START)),
    ("less than or equal to", PlayerHas(YOU, "life", "<=", _START)),
):
    rule(Condition, f"your life total is {_said} your starting life total", _compared)
    rule(Condition, f"your life total is {_said} {_NOTED} for ~", replace(_compared, number=X(_NOTED)))
_BURIED = "among cards in your graveyard"
rule(Condition, f"there are {{number:number word}} or more mana values {_BURIED}", PlayerHas, who=YOU, stat="mana values in graveyard",
     op=">=")  # fmt: skip
rule(Condition, "it's not that player's turn", Negated(TurnOf(ThatPlayer())))
rule(Condition, "it's not their turn", Negated(TurnOf(ThatPlayer("they"))))
for _turns, _said in enumerate(("first", "first or second", "first, second, or third"), 1):
    _early = PlayerHas(YOU, "turns", "<=", Literally(_turns))
    rule(Condition, f"it's your {_said} turn of the game", AllOf((TurnOf(YOU), _early)))


# ---- what is not so, and how many there are not (CR 603.4) ----
rule(Condition, "no opponent control[s]@one a {which:which@one}", lambda which: _no_opponent(which), makes=Negated,
     undo=lambda v: {"which": v.condition.which} if isinstance(v.condition, Controls) and v == _no_opponent(v.condition.which) else None)  # fmt: skip


rule(Condition, "any player controls a {which:which@one}", Controls, who=AnyPlayer(word="any"))


def _no_opponent(which: Selection) -> Negated:
    return Negated(Controls(AnyPlayer("opponent"), which, number=Literally(1)))


def _not_state(what: Any, state: Quality, past: str = "") -> Negated:
    return Negated(Fits(what, Which((state,), Noun()), past))


def _take_not_state(value: Negated, past: str) -> dict[str, Any] | None:
    fits = value.condition
    which = fits.which if isinstance(fits, Fits) else None
    if not isinstance(fits, Fits) or not isinstance(which, Which) or len(which.before) != 1:
        return None
    return (
        {"what": fits.what, "state": which.before[0]}
        if value == _not_state(fits.what, which.before[0], past)
        else None
    )


_UNSAID = (Is("kicked"), Is("enchanted"))
rule(Condition, "{what:subject} (isn't|aren't) {state:state}", _not_state, makes=Negated, undo=partial(_take_not_state, past=""),
     provided=lambda v: isinstance(v.condition, Fits) and v.condition.what != That())  # fmt: skip
rule(Condition, "{what:subject} (wasn't|weren't) {state:state}", partial(_not_state, past="was"), makes=Negated, undo=partial(_take_not_state, past="was"),
     provided=lambda v: isinstance(v.condition, Fits) and v.condition.which != Which((Is("kicked"),), Noun()))  # fmt: skip
rule(Condition, "it's not {state:state}", lambda state: _not_state(That(), state), makes=Negated,
     undo=lambda v: {"state": f["state"]} if (f := _take_not_state(v, "")) and f["what"] == That() else None)  # fmt: skip
for _verb, _past in (("(doesn't|don't) have", ""), ("didn't have", "was")):
    rule(Condition, f"{{what:subject}} {_verb} {{keyword:bare keyword}}",
         lambda what, keyword, past=_past: Negated(Fits(what, Which((), Noun(), (With(keyword),)), past)), makes=Negated,
         undo=partial(lambda v, past: {"what": v.condition.what, "keyword": v.condition.which.after[0].keyword}
         if isinstance(v.condition, Fits) and isinstance(v.condition.which, Which) and len(v.condition.which.after) == 1
         and isinstance(v.condition.which.after[0], With)
         and v == Negated(Fits(v.condition.what, Which((), Noun(), v.condition.which.after), past)) else None, past=_past))  # fmt: skip
rule(Condition, "there are fewer than {number:number word} {which:which@many}", Exists, op="<")
rule(Condition, "{what:subject} had {number:number word} or more {kind:any counter kind} counters on (it|them)",
     lambda what, number, kind: _was(what, Compared(f"{kind} counters", ">=", number)), makes=Fits,
     undo=lambda v: {"what": v.what, "number": q.to, "kind": q.stat.removesuffix(" counters")}
     if (q := _had(v, Compared)) and q.op == ">=" and q.stat.endswith(" counters") else None)  # fmt: skip
rule(Condition, "{what:subject} had no counters on (it|them)", lambda what: Negated(_was(what, WithCounter())), makes=Negated,
     undo=lambda v: {"what": v.condition.what} if isinstance(v.condition, Fits) and v == Negated(_was(v.condition.what, WithCounter())) else None)  # fmt: skip
rule(Condition, "{what:subject} had one or more counters on (it|them)", lambda what: _was(what, WithCounter("", True)), makes=Fits,
     undo=lambda v: {"what": v.what} if v == _was(v.what, WithCounter("", True)) else None)  # fmt: skip
rule(
    Condition,
    "a library has {number:number word} or fewer cards in it",
    PlayerHas,
    who=AnyPlayer(),
    stat="cards in library",
    op="<=",
    said="library",
)
rule(
    Condition,
    "a graveyard has {number:number word} or more cards in it",
    PlayerHas,
    who=AnyPlayer(),
    stat="cards in graveyard",
    op=">=",
    said="graveyard",
)
rule(Condition, "it's the first combat phase of the turn", StateIs("first combat phase"))


def _owned_in_exile(who: Any, which: Selection) -> Exists:
    return Exists(Which((), which, (OwnedBy(who), InZone("exile", None, "in"))), ">", Literally(0))


def _take_owned(value: Exists) -> dict[str, Any] | None:
    which = value.which
    if not isinstance(which, Which) or len(which.after) != 2 or not isinstance(which.after[0], OwnedBy):
        return None
    found: dict[str, Any] = {"who": which.after[0].who, "which": which.noun}
    return found if value == _owned_in_exile(**found) else None


rule(
    Condition,
    "{who:player subject} own[s] a {which:noun@one} in exile",
    _owned_in_exile,
    makes=Exists,
    undo=_take_owned,
)


# ---- compared with any opponent, and over all graveyards ----
def _yours(which: Selection) -> CountOf:
    return CountOf(Each(Which((), which, (ControlledBy(YOU),))))


_ALL_GRAVEYARDS = InZone("graveyard", EachPlayer(word="all"))
rule(Condition, "there are {number:number word} or more {which:noun@many} total in all graveyards",
     lambda number, which: Exists(Which((), which, (_ALL_GRAVEYARDS,)), ">=", number, "total"), makes=Exists,
     undo=lambda v: {"number": v.number, "which": v.which.noun} if isinstance(v.which, Which) and v.number is not None
     and v == Exists(Which((), v.which.noun, (_ALL_GRAVEYARDS,)), ">=", v.number, "total") else None)  # fmt: skip
_OPPONENT = AnyPlayer("opponent")
rule(
    Condition,
    "you have less life than an opponent",
    PlayerHas(_OPPONENT, "life", ">", PlayerStat("life", YOU), said="less"),
)
rule(Condition, "you control fewer {which:which@many} than an opponent", lambda which: Controls(_OPPONENT, which, ">", _yours(which), said="fewer"), makes=Controls,
     undo=lambda v: {"which": v.which} if v == Controls(_OPPONENT, v.which, ">", _yours(v.which), said="fewer") else None)  # fmt: skip

# ---- of a number that it has ----
rule(Condition, "it has {stat:stat} less than {to:Number}", lambda stat, to: Fits(That(), Which((), Noun(), (Compared(stat, "<", to),))), makes=Fits,
     undo=lambda v: {"stat": q.stat, "to": q.to} if v.what == That() and isinstance(v.which, Which) and len(v.which.after) == 1
     and isinstance(q := v.which.after[0], Compared) and v == Fits(That(), Which((), Noun(), (Compared(q.stat, "<", q.to),))) else None)  # fmt: skip
_NEVER_YET = Not(Happened("dealt damage to", "this game"))
rule(Condition, "it hasn't dealt damage yet", Fits(That(), Which((), Noun(), (_NEVER_YET,))))

# ---- mana spent on it, of whatever kind (CR 601.2h) ----
_ONE_COLOR, _COLORS_OF_IT = "the same color", "colors of mana"
for _what, _words in ((This(), "~"), (That(), "it")):
    rule(Condition, f"at least {{number:number word}} mana was spent to cast {_words}", partial(lambda number, what: Comparison(StatOf("mana spent", what), ">=", number), what=_what),
         makes=Comparison, undo=partial(lambda v, what: {"number": v.right} if v == Comparison(StatOf("mana spent", what), ">=", v.right) else None, what=_what))  # fmt: skip
    rule(
        Condition,
        f"at least {{right:number word}} mana of {_ONE_COLOR} was spent to cast {_words}",
        Comparison,
        left=StatOf("mana spent of one color", _what),
        op=">=",
    )
    rule(Condition, f"{{right:number word}} or more {_COLORS_OF_IT} were spent to cast {_words}", Comparison, left=StatOf("colors of mana spent", _what), op=">=",
         provided=lambda v: v.right != Literally(1))  # fmt: skip
# The symbols of colors said together (CR 107.4): so much mana of each of them.
for _what, _words in ((This(), "~"), (That(), "it")):
    for _color, _symbol in zip(COLORS, "WUBRG", strict=True):
        rule(
            Condition,
            f"{{{_symbol}}}{{{_symbol}}} was spent to cast {_words}",
            Comparison(StatOf(f"{_color} mana spent", _what), ">=", Literally(2), said="symbols"),
        )
        for _second, _other in zip(COLORS, "WUBRG", strict=True):
            if _second != _color:
                rule(
                    Condition,
                    f"{{{_symbol}}}{{{_other}}} was spent to cast {_words}",
                    AllOf(
                        tuple(
                            Comparison(StatOf(f"{c} mana spent", _what), ">=", Literally(1))
                            for c in (_color, _second)
                        )
                    ),
                )
