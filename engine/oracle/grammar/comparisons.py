"""Conditions over numbers, zones, histories and named states (CR 603.4, 611.3a, 608.2i)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    AnyOf,
    AnyPlayer,
    Chosen,
    Compared,
    Comparison,
    Condition,
    ControlledBy,
    Controls,
    CountersOn,
    CountOf,
    Devotion,
    DifferentAmong,
    Each,
    EachPlayer,
    Everything,
    Exists,
    Fits,
    Happened,
    Having,
    InZone,
    Is,
    IsDealtDamage,
    Literally,
    Negated,
    Not,
    Noun,
    Number,
    OfTheChosen,
    OneOf,
    PlayerHas,
    PlayerStat,
    Plus,
    Selection,
    StatAmong,
    StateIs,
    StatOf,
    Tally,
    TargetPlayer,
    That,
    ThatPlayer,
    ThePlayer,
    This,
    Together,
    TopOfLibrary,
    TurnOf,
    WasCast,
    Which,
    With,
    WithCounter,
    X,
    You,
)
from engine.actions import dungeon_cards
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import rule

YOU = You()

# ---- how many there are ----
rule(Condition, "there are {number:number word} or more {which:which@many}", Exists)


def _there(which: Selection, number: Number, op: Any, said: str) -> Exists:
    """Where what they do or where they are is said behind."""
    made = (
        Which((Is("attacking"),), which)
        if said == "attacking"
        else Which((), which, (InZone("battlefield", None, "on"),))
    )
    return Exists(made, op, number, said)


def _take_there(value: Exists, op: Any, said: str) -> dict[str, Any] | None:
    if not isinstance(value.which, Which) or value.number is None:
        return None
    found: dict[str, Any] = {"which": value.which.noun, "number": value.number}
    return found if value == _there(**found, op=op, said=said) else None


for _said, _are in (("attacking", "(is|are)@number attacking"), ("on", "(is|are)@number on the battlefield")):
    for _op, _count in ((">=", "{number:number word} or more"), ("=", "exactly {number:number word}")):
        rule(Condition, f"{_count} {{which:noun@number}} {_are}", partial(_there, op=_op, said=_said), makes=Exists,
             undo=partial(_take_there, op=_op, said=_said), provided=lambda v: isinstance(v.which, Which) and isinstance(v.which.noun, Noun))  # fmt: skip
rule(Condition, "there are {number:number word} or fewer {which:which@many}", Exists, op="<=")
rule(Condition, "there are no {which:which@many}", Exists, op="=", number=Literally(0))
rule(Condition, "there is a {which:which@one}", Exists)


rule(Condition, "you have {number:number word} or more {which:noun@many} in your graveyard", lambda number, which: _held_there(number, which), makes=Exists,
     undo=lambda v: {"number": v.number, "which": v.which.noun} if isinstance(v.which, Which) and v.number is not None and v == _held_there(v.number, v.which.noun) else None,
     provided=lambda v: isinstance(v.which, Which) and v.which.noun != Noun(form="card"))  # fmt: skip


def _held_there(number: Number, which: Selection) -> Exists:
    return Exists(Which((), which, (InZone("graveyard", YOU),)), ">=", number, "you have")


def _in_graveyard(which: Selection, number: Number) -> Comparison:
    """ "Seven or more cards are in your graveyard" is a comparison, to tell it from "there are seven or more cards ..."."""
    return Comparison(CountOf(Each(Which((), which, (InZone("graveyard", YOU),)))), ">=", number)


def _take_in_graveyard(value: Comparison) -> dict[str, Any] | None:
    left = value.left
    which = getattr(left.of, "which", None) if isinstance(left, CountOf) else None
    if isinstance(which, Which) and value == _in_graveyard(which.noun, value.right):
        return {"which": which.noun, "number": value.right}
    return None


rule(Condition, "{number:number word} or more {which:noun@many} are in your graveyard", _in_graveyard, undo=_take_in_graveyard,
     makes=Comparison)  # fmt: skip
rule(Condition, "there are {number:number of counters} or more {kind:any counter kind} counters on {on:Objects}",
     lambda number, kind, on: Comparison(CountersOn(kind, on), ">=", number), makes=Comparison,
     undo=lambda v: _counters(v, ">="))  # fmt: skip
rule(Condition, "there are no {kind:any counter kind} counters on {on:Objects}", lambda kind, on: Comparison(CountersOn(kind, on), "=", Literally(0)),
     makes=Comparison, undo=lambda v: {k: x for k, x in f.items() if k != "number"} if (f := _counters(v, "=")) and v.right == Literally(0) else None)  # fmt: skip


def _counters(value: Comparison, op: str) -> dict[str, Any] | None:
    left = value.left
    return (
        {"kind": left.kind, "on": left.on, "number": value.right}
        if isinstance(left, CountersOn) and value.op == op
        else None
    )


rule(Condition, "{who:player subject} control[s] more {which:which@many} than you", lambda who, which: Controls(who, which, ">", _mine(which)),
     makes=Controls, undo=lambda v: {"who": v.who, "which": v.which} if v == Controls(v.who, v.which, ">", _mine(v.which)) and v.who != YOU else None)  # fmt: skip
rule(Condition, "you control more {which:which@many} than {whose:compared player}", lambda which, whose: Controls(YOU, which, ">", _mine(which, whose)),
     makes=Controls, undo=lambda v: _more_than(v))  # fmt: skip
rule(
    "compared player",
    "{:Players}",
    provided=lambda v: v in (ThePlayer("defending"), ThePlayer("attacking")) or isinstance(v, TargetPlayer),
)


def _mine(which: Selection, whose: Any = YOU) -> CountOf:
    return CountOf(Each(Which((), which, (ControlledBy(whose),))))


def _more_than(value: Controls) -> dict[str, Any] | None:
    number = value.number
    which = getattr(number.of, "which", None) if isinstance(number, CountOf) else None
    if (
        value.who != YOU
        or not isinstance(which, Which)
        or not which.after
        or not isinstance(which.after[0], ControlledBy)
    ):
        return None
    whose = which.after[0].who
    return (
        {"which": value.which, "whose": whose}
        if value == Controls(YOU, value.which, ">", _mine(value.which, whose))
        else None
    )


# ---- numbers compared ----


def _so_many_held(number: Number) -> Comparison:
    """ "Exactly seven cards in your hand" is said of the zone, to tell it from "exactly seven cards in hand"."""
    return Comparison(CountOf(Each(Which((), Noun(form="card"), (InZone("hand", YOU),)))), "=", number)


rule(Condition, "you have exactly {number:number word} cards in your hand", _so_many_held, makes=Comparison,
     undo=lambda v: {"number": v.right} if v == _so_many_held(v.right) else None)  # fmt: skip
_STATS = ("power", "toughness", "mana value")
for _op, _said in ((">=", "or greater"), ("<=", "or less")):
    rule(Condition, f"{{left:own stat}} is {{right:figure}} {_said}", Comparison, op=_op)
    rule(Condition, f"{{left:own stat}} was {{right:figure}} {_said}", Comparison, op=_op, past=True)
    rule(Condition, f"{{left:total}} {{right:digits}} {_said}", Comparison, op=_op)
rule(Condition, "{left:own stat} is less than or equal to {right:compared number}", Comparison, op="<=")
rule(Condition, "{left:own stat} is less than {right:compared number}", Comparison, op="<")
rule(Condition, "{left:own stat} was less than {right:figure}", Comparison, op="<", past=True)
rule(Condition, "{left:own stat} is greater than {right:compared number}", Comparison, op=">")
rule(Condition, "{left:own stat} is {right:figure}", Comparison, op="=")
rule(Condition, "{left:own stat} is exactly {right:digits}", Comparison, op="=", said="exactly")
rule(Condition, "{right:digits} or more damage was dealt to {left:hurt so far}", Comparison, op=">=")
rule("hurt so far", "{whom:hurt} this turn", lambda whom: Tally(IsDealtDamage(whom)), makes=Tally,
     undo=lambda v: {"whom": v.what.whom} if isinstance(v.what, IsDealtDamage) and v == Tally(IsDealtDamage(v.what.whom)) else None)  # fmt: skip
for _op, _said in (
    (">", "greater than"),
    (">=", "greater than or equal to"),
    ("<", "less than"),
    ("<=", "less than or equal to"),
):
    rule(Condition, f"X is {_said} {{right:compared number}}", Comparison, left=X(), op=_op)
rule("a count", "the number of {of:counted}", CountOf)
for _it, _spell in (("it", That()), ("that spell", That("spell"))):
    rule("a count", f"the amount of mana spent to cast {_it}", StatOf("mana spent", _spell))
for _op, _said in ((">", "greater than"), ("<", "less than"), ("=", "equal to")):
    rule(Condition, f"{{left:a count}} is {_said} {{right:compared number}}", Comparison, op=_op)
rule("compared number", "{:Number}")
for _op, _said in ((">", "greater than"), ("<", "less than")):
    rule(Condition, f"{{left:own stat}} is {_said} ~'s", lambda left, op=_op: Comparison(left, op, StatOf(left.stat, This()), said="~'s"), makes=Comparison,
         undo=partial(lambda v, op: {"left": v.left} if isinstance(v.left, StatOf) and v == Comparison(v.left, op, StatOf(v.left.stat, This()), said="~'s") else None, op=_op))  # fmt: skip
rule("own stat", "{of:possessor} {stat:stat}", StatOf)
for _stat in ("power", "toughness"):
    rule("total", f"{{of:counted}} have total {_stat}", StatAmong, how="total", stat=_stat)
rule(Condition, "{left:devoted} is less than {right:number word}", Comparison, op="<")
rule("devoted", "your devotion to {colors:devoted colors}", Devotion)

# ---- what objects are and have ----


def _fits(what: Any, *after: Any) -> Fits:
    return Fits(what, Which((), Noun(), after))


def _quality(value: Fits, kind: type[Any]) -> Any:
    which = value.which
    if (
        isinstance(which, Which)
        and len(which.after) == 1
        and isinstance(which.after[0], kind)
        and value == _fits(value.what, which.after[0])
    ):
        return which.after[0]
    return None


rule(
    Condition,
    "{what:subject} (is|are) a {which:which@one}",
    Fits,
    provided=lambda v: v.what != That() and not _plain_state(v),
)
rule(Condition, "{what:subject} (has|have) {keyword:bare keyword}", lambda what, keyword: _fits(what, With(keyword)), makes=Fits,
     undo=lambda v: {"what": v.what, "keyword": q.keyword} if (q := _quality(v, With)) else None)  # fmt: skip
rule(Condition, "{what:subject} (has|have) a {kind:any counter kind} counter on (it|them)", lambda what, kind: _fits(what, WithCounter(kind)),
     makes=Fits, undo=lambda v: {"what": v.what, "kind": q.kind} if (q := _quality(v, WithCounter)) and q.kind and not q.many else None)  # fmt: skip
rule(Condition, "{what:subject} (has|have) a counter on (it|them)", lambda what: _fits(what, WithCounter()), makes=Fits,
     undo=lambda v: {"what": v.what} if _quality(v, WithCounter) == WithCounter() else None)  # fmt: skip
rule(Condition, "{what:subject} (has|have) {kind:any counter kind} counters on (it|them)", lambda what, kind: _fits(what, WithCounter(kind, many=True)), makes=Fits,
     undo=lambda v: {"what": v.what, "kind": q.kind} if (q := _quality(v, WithCounter)) and q.kind and q == WithCounter(q.kind, many=True) else None)  # fmt: skip
rule(Condition, "{what:subject} (has|have) counters on (it|them)", lambda what: _fits(what, WithCounter(many=True)), makes=Fits,
     undo=lambda v: {"what": v.what} if (q := _quality(v, WithCounter)) and q == WithCounter(many=True) else None)  # fmt: skip
rule(Condition, "{what:subject} (has|have) no {kind:any counter kind} counters on (it|them)",
     lambda what, kind: Negated(_fits(what, WithCounter(kind))), makes=Negated,
     undo=lambda v: {"what": v.condition.what, "kind": q.kind}
     if isinstance(v.condition, Fits) and (q := _quality(v.condition, WithCounter)) and q.kind else None)  # fmt: skip
rule(Condition, "{what:subject} (has|have) {number:number word} or more {kind:any counter kind} counters on (it|them)",
     lambda what, number, kind: Fits(what, Which((), Noun(), (_many(kind, number),))), makes=Fits,
     undo=lambda v: _take_many(v))  # fmt: skip
rule(Condition, "{what:subject} (has|have) {number:number word} or more counters on (it|them)@what",
     lambda what, number: Fits(what, Which((), Noun(), (Compared("counters", ">=", number),))), makes=Fits,
     undo=lambda v: {"what": v.what, "number": q.to} if (q := _quality(v, Compared)) and q == Compared("counters", ">=", q.to)
     and v == Fits(v.what, Which((), Noun(), (q,))) else None)  # fmt: skip
rule(Condition, "{what:subject} (has|have) {number:number word} or fewer {kind:any counter kind} counters on (it|them)",
     lambda what, number, kind: Fits(what, Which((), Noun(), (_many(kind, number, "<="),))), makes=Fits,
     undo=lambda v: _take_many(v, "<="))  # fmt: skip
rule(Condition, "{what:subject} (has|have) exactly {number:number word} {kind:any counter kind} counter(s)@number on (it|them)",
     lambda what, number, kind: Fits(what, Which((), Noun(), (_many(kind, number, "="),))), makes=Fits,
     undo=lambda v: _take_many(v, "="))  # fmt: skip
rule(Condition, "{what:subject} (has|have) fewer than {number:number word} {kind:any counter kind} counters on (it|them)",
     lambda what, number, kind: Fits(what, Which((), Noun(), (_many(kind, number, "<"),))), makes=Fits,
     undo=lambda v: _take_many(v, "<"))  # fmt: skip
rule(Condition, "{what:subject} (doesn't|don't) have a {kind:any counter kind} counter on (it|them)",
     lambda what, kind: Fits(what, Which((), Noun(), (Not(WithCounter(kind)),))), makes=Fits,
     undo=lambda v: {"what": v.what, "kind": q.quality.kind}
     if (q := _quality(v, Not)) and isinstance(q.quality, WithCounter) and q.quality.kind else None)  # fmt: skip
rule(Condition, "{on:player subject} (doesn't|don't) have any {kind:any counter kind} counters", lambda on, kind: Comparison(CountersOn(kind, on), "=", Literally(0), said="any"),
     makes=Comparison, undo=lambda v: {"on": v.left.on, "kind": v.left.kind} if isinstance(v.left, CountersOn) and v == Comparison(v.left, "=", Literally(0), said="any") else None)  # fmt: skip
_PUT_BY_IT = "put onto the battlefield with"
rule(
    Condition,
    f"it wasn't {_PUT_BY_IT} this ability",
    Negated(Fits(That(), Which((), Noun(), (Having(_PUT_BY_IT, This()),)), "was")),
)
rule(Condition, "it targets {objects:Objects}", lambda objects: _fits(That(), Having("targeting", objects)), makes=Fits,
     undo=lambda v: {"objects": q.objects} if v.what == That() and (q := _quality(v, Having)) and q.relation == "targeting" else None)  # fmt: skip


for _has, _not in (("(has|have)", False), ("(doesn't|don't) have", True)):
    rule(Condition, f"{{what:subject}} {_has} the chosen name", lambda what, no=_not: _named(what, no), makes=(Fits, Negated),
         undo=partial(lambda v, no: _take_named(v, no), no=_not))  # fmt: skip
    for _same in ("name", "mana value"):
        rule(Condition, f"{{what:subject}} {_has} the same {_same} as {{objects:compared objects}}",
             lambda what, objects, relation=f"sharing a {_same} with", no=_not: _negated(_fits(what, Having(relation, objects)), no), makes=(Fits, Negated),
             undo=partial(lambda v, relation, no: _take_same(v, relation, no), relation=f"sharing a {_same} with", no=_not))  # fmt: skip
_LARGER = AnyOf(tuple(Compared(s, ">", StatOf(s, This())) for s in ("power", "toughness")))
for _noun in ("creature", "permanent"):
    rule(Condition, f"that {_noun} has greater power or toughness than ~", _fits(That(_noun), _LARGER))
_MY_WALKERS = Chosen(Which((), Noun((("planeswalker",),)), (ControlledBy(YOU),)))
_AT_US = Having("attacking", Together((YOU, _MY_WALKERS), "and/or"))


def _against_us(number: Number) -> Comparison:
    """Of those that a player attacks with."""
    theirs = OneOf(Everything(), That("creature", many=True), Which((), Noun(), (_AT_US,)))
    return Comparison(CountOf(theirs), ">=", number)


_US = "you and/or planeswalkers you control"
rule(Condition, f"{{number:number word}} or more of those creatures are attacking {_US}", _against_us, makes=Comparison,
     undo=lambda v: {"number": v.right} if v == _against_us(v.right) else None)  # fmt: skip
rule("compared objects", "{:related object}")


def _negated(condition: Condition, no: bool) -> Condition:
    return Negated(condition) if no else condition


def _named(what: Any, no: bool) -> Condition:
    return _negated(_fits(what, OfTheChosen("card name", said="chosen")), no)


def _take_named(value: Any, no: bool) -> dict[str, Any] | None:
    inner = value.condition if isinstance(value, Negated) else value
    what = getattr(inner, "what", None)
    return {"what": what} if what is not None and value == _named(what, no) else None


def _take_same(value: Any, relation: str, no: bool) -> dict[str, Any] | None:
    inner = value.condition if isinstance(value, Negated) else value
    if not isinstance(inner, Fits):
        return None
    found = _quality(inner, Having)
    if found is None or found.relation != relation or isinstance(value, Negated) != no:
        return None
    return {"what": inner.what, "objects": found.objects}


for _it, _what in (("~", This()), ("it", That())):
    for _zone in ("your graveyard", "your library", "your hand", "exile"):
        rule(Condition, f"{_it} entered from {_zone}", _fits(_what, Happened(f"entered from {_zone}")))
for _it, _what in (("~", This()), ("it", That())):
    rule(
        Condition,
        f"{_it} came under your control this turn",
        _fits(_what, Happened("came under your control")),
    )
for _noun in ("creature", "permanent"):
    rule(Condition, f"{{who:player subject}} control[s] that {_noun}", lambda who, noun=_noun: _fits(That(noun), ControlledBy(who)), makes=Fits,
         undo=partial(lambda v, noun: {"who": q.who} if v.what == That(noun) and (q := _quality(v, ControlledBy)) else None, noun=_noun))  # fmt: skip
rule(Condition, "{what:subject} (is|are) attached to {objects:Objects}", lambda what, objects: _fits(what, Having("attached to", objects)), makes=Fits,
     undo=lambda v: {"what": v.what, "objects": q.objects} if (q := _quality(v, Having)) and q.relation == "attached to" else None)  # fmt: skip


def _attached(number: Number, which: Selection, to: Any) -> Comparison:
    return Comparison(CountOf(Each(Which((), which, (Having("attached to", to),)))), ">=", number)


def _take_attached(value: Comparison) -> dict[str, Any] | None:
    which = getattr(value.left.of, "which", None) if isinstance(value.left, CountOf) else None
    quality = which.after[0] if isinstance(which, Which) and len(which.after) == 1 else None
    if not isinstance(which, Which) or not isinstance(quality, Having):
        return None
    found = {"number": value.right, "which": which.noun, "to": quality.objects}
    return found if value == _attached(value.right, which.noun, quality.objects) else None


rule(
    Condition,
    "{number:number word} or more {which:noun@many} are attached to {to:Objects}",
    _attached,
    makes=Comparison,
    undo=_take_attached,
)


def _many(kind: str, number: Number, op: Literal[">=", "<=", "<", "="] = ">=") -> Any:
    return Compared(f"{kind} counters", op, number)


def _take_many(value: Fits, op: str = ">=") -> dict[str, Any] | None:
    found = _quality(value, Compared)
    if found is None or found.op != op or not found.stat.endswith(" counters"):
        return None
    return {"what": value.what, "number": found.to, "kind": found.stat.removesuffix(" counters")}


def _plain_state(value: Fits) -> bool:
    which = value.which
    return isinstance(which, Which) and which.noun == Noun()


rule(
    "top card",
    "the top card of {whose:whose} graveyard",
    TopOfLibrary,
    number=Literally(1),
    zone="graveyard",
)
# ---- players ----
_FOUR = "card types in graveyard"
_DELIRIOUS = "among cards in your graveyard"
rule(
    Condition,
    f"there are {{number:number word}} or more card types {_DELIRIOUS}",
    PlayerHas,
    who=YOU,
    stat=_FOUR,
    op=">=",
)
rule(
    Condition,
    "you have {number:number word} or more opponents",
    PlayerHas,
    who=YOU,
    stat="opponents",
    op=">=",
)
for _stat in ("life", "cards in hand"):
    _more, _rest = ("more life", "") if _stat == "life" else ("more cards in hand", "")
    rule(
        Condition,
        f"{{who:player subject}} (has|have) {_more} than you",
        PlayerHas,
        stat=_stat,
        op=">",
        number=PlayerStat(_stat, YOU),
    )
    rule(Condition, f"you have {_more} than an opponent", PlayerHas, who=AnyPlayer("opponent"), stat=_stat, op="<",
         number=PlayerStat(_stat, YOU))  # fmt: skip
rule(
    Condition,
    "{who:player subject} (has|have) {number:number word} or more poison counters",
    PlayerHas,
    stat="poison",
    op=">=",
    provided=lambda v: v.number != Literally(1),
)
rule(
    Condition,
    "{who:player subject} (is|are) poisoned",
    PlayerHas,
    stat="poison",
    op=">=",
    number=Literally(1),
)
rule(Condition, "you have at least {more:digits} life more than your starting life total",
     lambda more: PlayerHas(YOU, "life", ">=", Plus(PlayerStat("starting life", YOU), more)), makes=PlayerHas,
     undo=lambda v: {"more": v.number.right} if isinstance(v.number, Plus) and v == PlayerHas(YOU, "life", ">=", Plus(PlayerStat("starting life", YOU), v.number.right)) else None)  # fmt: skip
rule(Condition, "you have the initiative", StateIs("initiative", YOU))
rule(Condition, "you've completed a dungeon", StateIs("completed a dungeon", YOU))
rule(Condition, "you haven't completed a dungeon", Negated(StateIs("completed a dungeon", YOU)))
for _name in dungeon_cards.DUNGEONS:
    rule(Condition, f"you haven't completed {_name}", Negated(StateIs(f"completed {_name}", YOU)))
rule(Condition, "you have a full party", StateIs("full party", YOU))
rule(Condition, "you have max speed", StateIs("max speed", YOU))
rule(Condition, "you descended this turn", StateIs("descended", YOU))
rule(Condition, "you've been attacked this step", StateIs("attacked this step", YOU))
rule(Condition, "it's day", StateIs("day"))
rule(Condition, "it's night", StateIs("night"))
rule(Condition, "defending player is the monarch", StateIs("monarch", ThePlayer("defending")))
rule(Condition, "an opponent is the monarch", StateIs("monarch", AnyPlayer("opponent")))
rule(Condition, "there is no monarch", StateIs("no monarch"))
rule(Condition, "it's that player's turn", TurnOf(ThatPlayer()))
rule(Condition, "it's an opponent's turn", TurnOf(AnyPlayer("opponent")))

# ---- histories ----
for _what, _words in ((This(), "~"), (That(), "it")):
    for _zone in ("hand", "graveyard"):
        rule(Condition, f"you cast {_words} from your {_zone}", WasCast, what=_what, who=YOU, zone=_zone)
        rule(Condition, f"{_words} was cast from your {_zone}", WasCast, what=_what, zone=_zone)
        rule(Condition, f"you didn't cast {_words} from your {_zone}", Negated(WasCast(_what, YOU, _zone)))
    rule(Condition, f"{_words} wasn't cast", Negated(WasCast(_what)))

# ---- mana spent to cast it (CR 601.2h) ----


def _spent(color: str, what: Any, number: Number) -> Comparison:
    return Comparison(StatOf(f"{color} mana spent", what), ">=", number)


def _take_spent(value: Comparison, color: str, what: Any) -> dict[str, Any] | None:
    return (
        {"number": value.right}
        if value == _spent(color, what, value.right) and value.right != Literally(1)
        else None
    )


for _what, _words in ((This(), "~"), (That(), "it")):
    for _color, _symbol in zip((*COLORS, "colorless"), "WUBRGC", strict=True):
        rule(Condition, f"{{{_symbol}}} was spent to cast {_words}", _spent(_color, _what, Literally(1)))
        rule(Condition, f"at least {{number:number word}} {_color} mana was spent to cast {_words}", partial(_spent, _color, _what),
             makes=Comparison, undo=partial(_take_spent, color=_color, what=_what))  # fmt: skip


def _take_shared(value: Fits, relation: str) -> dict[str, Any] | None:
    found = _quality(value, Having)
    return (
        {"objects": found.objects}
        if value.what == That() and found is not None and found.relation == relation
        else None
    )


def _take_different(value: Comparison, what: str) -> dict[str, Any] | None:
    match value:
        case Comparison(
            left=DifferentAmong(
                what=said, of=Each(which=Which(before=(), noun=which, after=(ControlledBy(who=You()),)))
            ),
            op=">=",
        ) if said == what:
            return {"which": which, "number": value.right}
    return None


# ---- what happened last turn (CR 608.2i) ----
rule(
    Condition,
    "a player cast {number:number word} or more spells last turn",
    PlayerHas,
    who=AnyPlayer(),
    stat="spells cast last turn",
    op=">=",
)
rule(
    Condition,
    "no spells were cast last turn",
    PlayerHas(EachPlayer(), "spells cast last turn", "=", Literally(0)),
)
for _different in ("names", "powers", "mana values"):
    rule(Condition, f"you control {{number:number word}} or more {{which:which@many}} with different {_different}",
         lambda number, which, what=_different: Comparison(DifferentAmong(what, Each(Which((), which, (ControlledBy(YOU),)))), ">=", number),
         makes=Comparison, undo=partial(_take_different, what=_different))  # fmt: skip
rule(Condition, "{who:player subject} (doesn't|don't) control a {which:which@one}", lambda who, which: Negated(Controls(who, which)), makes=Negated,
     undo=lambda v: {"who": v.condition.who, "which": v.condition.which}
     if isinstance(v.condition, Controls) and v.condition == Controls(v.condition.who, v.condition.which) else None)  # fmt: skip
for _relation, _shared in (
    ("creature type", "a creature type"),
    ("color", "a color"),
    ("card type", "a card type"),
):
    rule(Condition, f"it shares {_shared} with {{objects:Objects}}",
         lambda objects, relation=_relation: _fits(That(), Having(f"sharing a {relation} with", objects)), makes=Fits,
         undo=partial(_take_shared, relation=f"sharing a {_relation} with"))  # fmt: skip
