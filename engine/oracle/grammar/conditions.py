"""Conditions: what follows "if", "as long as", "unless" (CR 603.4, 611.3a)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AllOf,
    AnyOf,
    AnyPlayer,
    Comparison,
    Condition,
    Controls,
    Did,
    DuringStep,
    Extreme,
    Fits,
    Is,
    Literally,
    Named,
    Negated,
    Noun,
    PlayerHas,
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
    You,
)
from engine.oracle.grammar.descriptions import add_other, drop_other, has_other
from engine.oracle.grammar.qualities import STATES
from engine.oracle.kernel import rule, token, words

# ---- what players control ----
rule(Condition, "you control {noun:noun@many} named {one:card name} and {other:card name}", lambda noun, one, other: _named_both(noun, one, other), makes=AllOf,
     undo=lambda v: _take_named_both(v))  # fmt: skip


def _named_both(noun: Selection, *names: str) -> AllOf:
    return AllOf(tuple(Controls(You(), Which((), noun, (Named(name),)), said="together") for name in names))


def _take_named_both(value: AllOf) -> dict[str, Any] | None:
    found = [(c.which.noun, c.which.after[0].name) for c in value.conditions if isinstance(c, Controls) and isinstance(c.which, Which)
             and len(c.which.after) == 1 and isinstance(c.which.after[0], Named)]  # fmt: skip
    if len(found) != 2 or value != _named_both(found[0][0], found[0][1], found[1][1]):
        return None
    return {"noun": found[0][0], "one": found[0][1], "other": found[1][1]}


rule(
    Condition,
    "{who:player subject} control[s] a {which:which@one}",
    Controls,
    provided=lambda v: not has_other(v.which) and not _or_tied(v),
)
rule(Condition, "{who:player subject} control[s] {number:number word} or more {which:which@many}", Controls)
rule(
    Condition,
    "{who:player subject} control[s] {number:number word} or fewer {which:which@many}",
    Controls,
    op="<=",
)
rule(
    Condition,
    "{who:player subject} control[s] at least {number:number word} {which:which@many}",
    Controls,
    said="at least",
)
rule(
    Condition, "{who:player subject} control[s] no {which:which@many}", Controls, op="=", number=Literally(0)
)
rule(Condition, "{who:player subject} control[s] another {which:which@one}", lambda who, which: Controls(who, _add(which)),
     undo=lambda v: None if (rest := _drop(v)) is None else {"who": v.who, "which": rest}, makes=Controls)  # fmt: skip


def _or_tied(value: Controls) -> bool:
    """What has more than anything else, or as much: that is said of you with its tie (engine.oracle.grammar.situations)."""
    after = value.which.after if isinstance(value.which, Which) and not value.which.before else ()
    extreme = after[0] if len(after) == 1 else None
    return (
        value.who == You()
        and isinstance(extreme, Extreme)
        and extreme == Extreme("greatest", extreme.stat)
        and extreme.stat in ("power", "toughness")
    )


# ---- what objects are ----
words("state", {Is(s): s for s in STATES if s not in ("outlaw", "commander", "suspended")})
rule("state", "{:quality non}")
rule("state", "{qualities:qualities or}", AnyOf)
rule("state", "{qualities:qualities and/or}", AnyOf, joined="and/or")


def _state(what: object, state: Quality) -> Fits:
    assert hasattr(what, "__struct_fields__")
    return Fits(what, Which((state,), Noun()))  # type: ignore[arg-type]


def _take_state(value: Fits) -> dict[str, object] | None:
    which = value.which
    if value.past or not isinstance(which, Which):
        return None
    if which == Which(which.before, Noun()) and len(which.before) == 1:
        return {"what": value.what, "state": which.before[0]}
    return None


rule(
    Condition,
    "{what:subject} (is|are) {state:state}",
    _state,
    undo=_take_state,
    makes=Fits,
    provided=lambda v: v.what != That(),
)
rule(Condition, "it's {state:state}", lambda state: _state(That(), state), makes=Fits,
     undo=lambda v: _take_state(v) if v.what == That() else None)  # fmt: skip
_A_TOKEN = Fits(This(), Noun(form="token"))
rule(Condition, "~ isn't a token", Negated(_A_TOKEN))
rule(Condition, "it isn't a token", Negated(Fits(That(), Noun(form="token"))))
rule(Condition, "it's a {which:which@one}", Fits, what=That(), provided=lambda v: not _is_state(v))


def _is_state(value: Fits) -> bool:
    return _take_state(value) is not None


# ---- players ----
rule(
    Condition, "{who:player subject} (has|have) {number:digits} or more life", PlayerHas, stat="life", op=">="
)
rule(
    Condition, "{who:player subject} (has|have) {number:digits} or less life", PlayerHas, stat="life", op="<="
)
rule(
    Condition, "{who:player subject} (has|have) exactly {number:digits} life", PlayerHas, stat="life", op="="
)
rule(
    Condition,
    "{who:player subject} (has|have) {number:number word} or more cards in hand",
    PlayerHas,
    stat="cards in hand",
    op=">=",
)
rule(
    Condition,
    "{who:player subject} (has|have) {number:number word} or more unspent mana",
    PlayerHas,
    stat="unspent mana",
    op=">=",
)
rule(
    Condition,
    "{who:player subject} (has|have) {number:number word} or fewer cards in hand",
    PlayerHas,
    stat="cards in hand",
    op="<=",
)
rule(
    Condition,
    "{who:player subject} (has|have) no cards in hand",
    PlayerHas,
    stat="cards in hand",
    op="=",
    number=Literally(0),
)
rule(Condition, "it's your turn", TurnOf, who=You())
rule(Condition, "it's your main phase", DuringStep("main phase", You()))
_PAID = Fits(This(), Which((Is("tribute paid"),), Noun()))
rule(Condition, "tribute wasn't paid", Negated(_PAID))
rule(Condition, "evidence was collected", WasPaid("evidence", This()))
rule(Condition, "a {kind:bare type} was beheld", lambda kind: WasPaid(f"beheld {kind}", This()), makes=WasPaid,
     undo=lambda v: {"kind": v.cost.removeprefix("beheld ")} if v.cost.startswith("beheld ") and v.what == This() else None)  # fmt: skip
rule(Condition, "~'s additional cost was paid", WasPaid("additional cost", This()))
rule(Condition, "~'s additional cost wasn't paid", Negated(WasPaid("additional cost", This())))
rule(Condition, "~ was cast using teamwork", WasPaid("teamwork", This()))
_OTHER_COST = "alternative cost "
# CR 118.9: an alternative cost without a name of its own, told by its mana, as casting names it.
rule(Condition, "the {cost:mana} cost was paid", lambda cost: WasPaid(_OTHER_COST + cost, This()), makes=WasPaid,
     undo=lambda v: {"cost": v.cost.removeprefix(_OTHER_COST)} if v.cost.startswith(_OTHER_COST) and v.what == This() else None)  # fmt: skip
rule(Condition, "the gift was promised", WasPaid("gift", This()))
rule(Condition, "the gift wasn't promised", Negated(WasPaid("gift", This())))
rule(Condition, "it's not your turn", Negated(TurnOf(You())))
rule(Condition, "you're the monarch", StateIs, state="monarch", who=You())
rule(Condition, "you have the city's blessing", StateIs, state="city's blessing", who=You())

# ---- history ----
for _what, _words in ((This(), "~"), (That(), "it")):
    for _cost in ("kicked", "bargained", "unearthed", "foretold"):
        rule(Condition, f"{_words} was {_cost}", WasPaid, cost=_cost, what=_what)
    rule(Condition, f"{_words} escaped", WasPaid, cost="escape", what=_what)
    rule(Condition, f"{_words} was kicked with its {{cost:which kicker}} kicker", WasPaid, what=_what)
    for _cost in ("evoke", "blitz", "dash", "madness", "emerge", "prowl", "surge", "spectacle"):
        _whose = "its" if _words == "it" else "~'s"
        rule(Condition, f"{_whose} {_cost} cost was paid", WasPaid, cost=_cost, what=_what)
    rule(
        Condition, f"{_words} was kicked twice", Comparison(StatOf("times kicked", _what), "=", Literally(2))
    )
    rule(Condition, f"you cast {_words}", WasCast, what=_what, who=You())
    rule(Condition, f"{_words} was cast", WasCast, what=_what)
    rule(Condition, f"{_words} wasn't kicked", Negated(WasPaid("kicked", _what)))

_KICKER = "kicker "
# CR 702.33f: one of two kickers, told by its cost, as casting names it.
token(
    "which kicker",
    "symbol",
    lambda t: _KICKER + t,
    lambda v: v.removeprefix(_KICKER) if isinstance(v, str) and v.startswith(_KICKER) else None,
)

rule("did", "you do", Did, who=You())
rule("did", "they do", Did, who=ThatPlayer("they"))
rule("did", "that player does", Did, who=ThatPlayer("player"))
rule("did", "the player does", Did, who=ThatPlayer("the player"))
rule("did", "a player does", Did, who=AnyPlayer())
rule("did not", "the player doesn't", Negated(Did(ThatPlayer("the player"))))
rule("did not", "that player doesn't", Negated(Did(ThatPlayer("player"))))
rule("did not", "you can't", Negated(Did(You(), able=False)))
rule("did not", "they can't", Negated(Did(ThatPlayer("they"), able=False)))
rule("did not", "the player can't", Negated(Did(ThatPlayer("the player"), able=False)))
rule("did not", "that player can't", Negated(Did(ThatPlayer("player"), able=False)))
rule("did not", "no one does", Negated(Did(AnyPlayer())))
for _searched in ("search", "searched"):
    rule("did", f"you {_searched} your library this way", Did(done=_searched, noun="library"))
rule("did not", "you don't", Negated(Did(You())))
for _thing in ("it", "the card", "that card"):
    for _place in ("into your hand", "onto the battlefield"):
        rule(
            "did not", f"you don't put {_thing} {_place}", Negated(Did(You(), again=f"put {_thing} {_place}"))
        )
rule("did not", "they don't", Negated(Did(ThatPlayer("they"))))


def _add(which: Selection) -> Selection:
    return add_other(which)


def _drop(value: Controls) -> Selection | None:
    return drop_other(value.which) if value == Controls(value.who, value.which) else None
