"""Replacement effects of zones, life and draws, and prevention by static abilities (CR 614.1a, 614.6, 615.1a)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    AddCounters,
    Always,
    AnyPlayer,
    Chosen,
    Create,
    DealsDamage,
    Discard,
    Draw,
    Effect,
    EventPattern,
    Exile,
    GainLife,
    HalfOf,
    Instead,
    IsDealtDamage,
    LifeChanges,
    Literally,
    LoseLife,
    Mill,
    Minus,
    Moves,
    Negated,
    Noun,
    ObjectDoes,
    OrEvents,
    PlayerDoes,
    Plus,
    Prevent,
    Provided,
    Put,
    Regenerate,
    Replacement,
    Sacrifice,
    Sequence,
    That,
    ThatMuch,
    ThatPlayer,
    This,
    ThisTurn,
    Times,
    TurnOf,
    WasCast,
    You,
)
from engine.oracle.grammar.sentences import in_order
from engine.oracle.kernel import rule, series

# ---- what would happen ----


def _uncast(what: Any) -> Provided:
    return Provided(Moves(what, to="battlefield", verb="enters"), Negated(WasCast(That())))


_FROM_PLAY = "from the battlefield"
rule("would", "{what:subject} would die", Moves, origin="battlefield", to="graveyard", verb="dies")
rule("would", "{what:subject} would be put into a graveyard from anywhere", Moves, to="graveyard", verb="put")
rule(
    "would",
    "{what:subject} would be put into {whose:whose} graveyard from anywhere",
    Moves,
    to="graveyard",
    verb="put",
)
rule(
    "would",
    f"{{what:subject}} would be put into a graveyard {_FROM_PLAY}",
    Moves,
    origin="battlefield",
    to="graveyard",
    verb="put",
)
rule(
    "would",
    "{what:subject} would enter and it wasn't cast",
    lambda what: _uncast(what),
    makes=Provided,
    undo=lambda v: (
        {"what": v.event.what} if isinstance(v.event, Moves) and v == _uncast(v.event.what) else None
    ),
)
rule("would be destroyed", "{what:subject} would be destroyed", ObjectDoes, verb="destroyed")
for _instead, _how in (("{effect:regenerating}", "instead"), ("instead {effect:clause}", "instead first")):
    rule("static", f"if {{event:would be destroyed}}, {_instead}.", Replacement, how=_how,
         provided=lambda v: isinstance(v.effect, Regenerate) == (v.how == "instead"))  # fmt: skip
rule("regenerating", "{:clause}", provided=lambda v: isinstance(v, Regenerate))
rule("would", "{what:subject} would leave the battlefield", Moves, origin="battlefield", verb="leaves")
rule("would", "{who:player subject} would gain life", LifeChanges, how="gain")
rule("would", "{who:player subject} would lose life", LifeChanges, how="lose")
rule("would", "{who:player subject} would pay life", PlayerDoes, verb="pay life")
rule("would", "{who:player subject} would draw a card", PlayerDoes, verb="draw")
for _number in ("one", "two"):
    rule(
        "would",
        f"{{who:player subject}} would draw {_number} or more cards",
        PlayerDoes,
        verb=f"draw {_number} or more",
    )
rule("would", "{who:player subject} would mill one or more cards", PlayerDoes, verb="mill one or more")
rule("would", "{who:player subject} would lose the game", PlayerDoes, verb="lose")
rule(
    "would",
    "{what:permanents alone} would be put into a graveyard",
    Moves,
    origin="battlefield",
    to="graveyard",
    verb="put as permanents",
)
rule(
    "permanents alone",
    "{:subject}",
    provided=lambda v: isinstance(v, Chosen) and v.which == Noun(form="permanent"),
)

# ---- what happens instead ----
_LIFE = ThatMuch("much")


def _life(verb: type[Any]) -> Any:
    return lambda v: (
        {"who": v.who, "more": v.amount.right}
        if isinstance(v.amount, Plus) and v == verb(Plus(_LIFE, v.amount.right), v.who)
        else None
    )


def _twice(verb: type[Any]) -> Any:
    return lambda v: {"who": v.who} if v == verb(Times(2, _LIFE), v.who) else None


for _verb, _word in ((GainLife, "gain"), (LoseLife, "lose")):
    rule("instead of it", f"{{who:replacing player}} {_word}[s] that much life plus {{more:digits}}",
         lambda who, more, verb=_verb: verb(Plus(_LIFE, more), who), makes=_verb, undo=_life(_verb))  # fmt: skip
    rule("instead of it", f"{{who:replacing player}} {_word}[s] twice that much life", lambda who, verb=_verb: verb(Times(2, _LIFE), who),
         makes=_verb, undo=_twice(_verb))  # fmt: skip
    rule("instead of it", f"{{who:replacing player}} {_word}[s] no life", _verb, amount=Literally(0))
_MANY = ThatMuch("many")
for _counted, _word in ((Draw, "draw"), (Mill, "mill")):
    rule("instead of it", f"{{who:replacing player}} {_word}[s] that many cards plus {{more:number word}}",
         lambda who, more, verb=_counted: verb(Plus(_MANY, more), who), makes=_counted,
         undo=lambda v: {"who": v.who, "more": v.number.right} if isinstance(v.number, Plus) and v.number.left == _MANY else None)  # fmt: skip
    rule("instead of it", f"{{who:replacing player}} {_word}[s] twice that many cards", lambda who, verb=_counted: verb(Times(2, _MANY), who), makes=_counted,
         undo=lambda v: {"who": v.who} if v.number == Times(2, _MANY) else None)  # fmt: skip
rule("instead of it", "{:clause}")
rule("replacing player", "you", You())
rule("replacing player", "they", ThatPlayer("they"))
rule("replacing player", "that player", ThatPlayer("player"))
rule(
    "static",
    "if {event:would}, {effect:instead of it} instead.",
    Replacement,
    provided=lambda v: not _prevents(v.effect),
)
for _while in ("", " while {condition}"):
    rule(
        "static",
        f"if {{event:would}}{_while}, instead {{effect:instead of it}}.",
        Replacement,
        how="instead first",
        provided=lambda v: not _prevents(v.effect),
    )
rule(
    "static",
    "if {event:would} while {condition}, {effect:instead of it} instead.",
    Replacement,
    provided=lambda v: not _prevents(v.effect),
)
rule("static", "as long as {condition}, if {event:would}, {effect:instead of it} instead.", Replacement, word="as long as",
     provided=lambda v: not _prevents(v.effect))  # fmt: skip
rule(
    "static",
    "if {event:would}, you may {effect:instead of it} instead.",
    Replacement,
    optional=You(),
    provided=lambda v: not _prevents(v.effect),
)


# What goes on from that, in sentences of its own (CR 608.2c, 614.6).
def _and_then(event: EventPattern, first: Effect, rest: tuple[Effect, ...], how: str) -> Replacement | None:
    whole = Sequence((first, *rest), ".")
    return Replacement(event, whole, how=how) if not _prevents(first) and in_order(whole) else None


def _take_and_then(value: Replacement, how: str) -> dict[str, Any] | None:
    match value.effect:
        case Sequence(steps=(first, *rest), joined=".") if rest and value.condition is None:
            found: dict[str, Any] = {"event": value.event, "first": first, "rest": tuple(rest)}
            return found if value == _and_then(**found, how=how) else None
    return None


series("further sentences", "sentence.", last=None, sep="")
for _order, _words in (
    ("instead", "{first:instead of it} instead"),
    ("instead first", "instead {first:instead of it}"),
):
    rule("static", f"if {{event:would}}, {_words}. {{rest:further sentences}}", partial(_and_then, how=_order), makes=Replacement,
         undo=partial(_take_and_then, how=_order))  # fmt: skip

# Exiled rather than put anywhere else: of the object itself, and of one for good (CR 614.1a).
_LEAVES = "would leave the battlefield"
rule(
    "static",
    "if {event:leaving it}, exile it instead of putting it anywhere else.",
    Replacement,
    effect=Exile(That()),
    how="instead of anywhere else",
)
rule("leaving it", f"{{what:subject}} {_LEAVES}", Moves, origin="battlefield", verb="leaves")
for _many in (False, True):
    _it = "them" if _many else "it"
    rule("sentence.", f"if {{event:leaving it}}, exile {_it} instead of putting {_it} anywhere else.", Instead, effect=Exile(That(many=_many)), duration=Always())  # fmt: skip
rule(
    "static",
    "if {event:would}, instead {effect:one after another}.",
    Replacement,
    how="instead first",
    provided=lambda v: not _prevents(v.effect),
)
rule("one after another", "{:joined}", provided=lambda v: isinstance(v, Sequence) and v.joined == "then")

# For a turn: what a spell or ability leaves behind (CR 611.2).
rule("sentence.", "if {event:would} this turn, {effect:instead of it} instead.", Instead, duration=ThisTurn("turn"),
     provided=lambda v: not _prevents(v.effect))  # fmt: skip

for _order, _words in (
    ("duration first", "{effect:instead of it} instead"),
    ("instead first", "instead {effect:instead of it}"),
):
    rule("sentence.", f"{{duration:Duration}}, if {{event:would}}, {_words}.", Instead, said=_order,
         provided=lambda v: not _prevents(v.effect) and v.duration != ThisTurn("turn"))  # fmt: skip
# The next time alone (CR 614.3).
for _order, _words in (
    ("", "{effect:instead of it} instead"),
    ("instead first", "instead {effect:instead of it}"),
):
    rule("sentence.", f"the next time {{event:would}} this turn, {_words}.", Instead, duration=ThisTurn("turn"), next_only=True, said=_order,
         provided=lambda v: not _prevents(v.effect))  # fmt: skip

# ---- discarded because of an opponent (CR 701.9) ----
_OPPOSED = "a spell or ability an opponent controls"
rule("would be discarded", f"{_OPPOSED} causes you to discard {{what:Objects}}", Moves, to="graveyard", verb="discarded",
     cause=AnyPlayer("opponent"), provided=lambda v: isinstance(v.what, This))  # fmt: skip
rule("static", "if {event:would be discarded}, {effect:clause} instead of putting it into your graveyard.", Replacement,
     provided=lambda v: isinstance(v.effect, Put))  # fmt: skip
_INTO_GRAVE = "instead of into your graveyard"
rule("card discarded", "an effect causes you to discard {what:Objects}", Moves, to="graveyard", verb="discarded",
     whose=You(said=False), cause=AnyPlayer("player"), provided=lambda v: not isinstance(v.what, This))  # fmt: skip
rule("static", f"if {{event:card discarded}}, discard it, but you may {{effect:clause}} {_INTO_GRAVE}.", Replacement,
     optional=You(), provided=lambda v: isinstance(v.effect, Put))  # fmt: skip

# ---- damage that would be dealt (CR 615) ----
_ALL = Prevent(None, None, None, "", Always())
_Kind = Literal["", "combat", "noncombat"]
_KINDS: tuple[_Kind, ...] = ("", "combat", "noncombat")


def _both_ways(what: Any, kind: _Kind) -> Replacement:
    return Replacement(OrEvents((IsDealtDamage(what, kind), DealsDamage(what, kind))), _ALL, "prevent")


def _take_both_ways(value: Replacement, kind: _Kind) -> dict[str, Any] | None:
    event = value.event.events[0] if isinstance(value.event, OrEvents) else None
    return (
        {"what": event.whom}
        if isinstance(event, IsDealtDamage) and value == _both_ways(event.whom, kind)
        else None
    )


for _kind in _KINDS:
    _said = f"{_kind} damage".strip()
    rule("would be dealt", f"{_said} would be dealt to {{whom:damaged ones}}", IsDealtDamage, kind=_kind)
    rule(
        "would be dealt",
        f"{{source:subject}} would deal {_said} to {{whom:damaged ones}}",
        DealsDamage,
        kind=_kind,
    )
    rule(f"all to {_kind}", "{whom:damaged ones}", IsDealtDamage, kind=_kind)
    rule(f"all to {_kind}", "{whom:damaged ones} by {by:Objects}", IsDealtDamage, kind=_kind)
    rule(f"all {_kind} damage", f"to {{:all to {_kind}}}")
    rule(f"all {_kind} damage", f"by {{:all by {_kind}}}")
    _prevented = f"prevent all {_said} that would be dealt {{event:all {_kind} damage}}."
    rule("static", f"as long as {{condition}}, {_prevented}", Replacement, how="prevent", effect=_ALL)
    rule(
        "static",
        f"during your turn, {_prevented}",
        Replacement,
        how="prevent",
        effect=_ALL,
        condition=TurnOf(You(), "during"),
    )
    rule("static", f"prevent all {_said} that would be dealt {{event:all {_kind} damage}} during your turn.", Replacement, how="prevent",
         effect=_ALL, condition=TurnOf(You(), "during, last"))  # fmt: skip
    rule(f"all by {_kind}", "{source:Objects}", DealsDamage, kind=_kind)
    rule(
        "static",
        f"prevent all {_said} that would be dealt to {{event:all to {_kind}}}.",
        Replacement,
        how="prevent",
        effect=_ALL,
    )
    rule(
        "static",
        f"prevent all {_said} that would be dealt by {{event:all by {_kind}}}.",
        Replacement,
        how="prevent",
        effect=_ALL,
    )
    rule("static", f"prevent all {_said} that would be dealt to and dealt by {{what:Objects}}.", partial(_both_ways, kind=_kind),
         makes=Replacement, undo=partial(_take_both_ways, kind=_kind))  # fmt: skip
rule("prevented", "prevent that damage", _ALL)
rule("prevented", "prevent {amount:digits} of that damage", lambda amount: Prevent(amount, None, None, "", Always()), makes=Prevent,
     undo=lambda v: {"amount": v.amount} if v.amount is not None and v == Prevent(v.amount, None, None, "", Always()) else None)  # fmt: skip
_ROUNDINGS: tuple[Literal["up", "down"], ...] = ("up", "down")
for _rounded in _ROUNDINGS:
    rule(
        "prevented",
        f"prevent half that damage, rounded {_rounded}",
        Prevent(HalfOf(ThatMuch("much"), _rounded), None, None, "", Always()),
    )
rule("prevented", "prevent all but {left:digits} of that damage", lambda left: Prevent(Minus(ThatMuch("much"), left), None, None, "", Always()),
     makes=Prevent, undo=lambda v: {"left": v.amount.right} if isinstance(v.amount, Minus) and v == Prevent(v.amount, None, None, "", Always())
     else None)  # fmt: skip
rule("static", "if {event:would be dealt}, {effect:prevented}.", Replacement)
rule("static", "if {event:would be dealt} while {condition}, {effect:prevented}.", Replacement)
rule("static", "if {event:would be dealt} while {condition}, {effect:prevented text.}.", Replacement)
rule(
    "static",
    "if {event:would be dealt}, {effect:done for damage} instead.",
    Replacement,
)
rule(
    "done for damage",
    "{:clause}",
    provided=lambda v: isinstance(v, AddCounters | Create | Discard | Draw | GainLife | Sacrifice),
)
series("prevented sentences", "sentence.", first="prevented.", last=None, sep="", low=2)
rule("prevented.", "{:prevented}.")
rule("prevented text", "{steps:prevented sentences}", Sequence, joined=".")
series("prevented and", "Effect", first="prevented", last="and", low=2)
rule("prevented text.", "{steps:prevented and}", Sequence, joined="and")
rule("static", "if {event:would be dealt}, {effect:prevented text}", Replacement)
rule("static", "if {event:would be dealt}, {effect:prevented text.}.", Replacement)


def _prevents(effect: Effect) -> bool:
    return isinstance(effect, Prevent)
