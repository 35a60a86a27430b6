"""Damage prevented by instructions: to whom, by what source, how much, for how long, and in which order that is said (CR 615)."""

from __future__ import annotations

from typing import Any, Literal

from engine.abilities import (
    Duration,
    Effect,
    Host,
    Objects,
    Prevent,
    SameSubject,
    Sequence,
    Target,
    This,
    ThisTurn,
)
from engine.oracle.kernel import GRAMMAR, rule

Kind = Literal["", "combat", "noncombat"]
KINDS: tuple[Kind, ...] = ("", "combat", "noncombat")
_TURN = ThisTurn("turn")
_ALL: dict[str, Any] = {"amount": None, "duration": _TURN}

# ---- all damage (CR 615.1a) ----
_DEALT = "that would be dealt"
for _kind in KINDS:
    _all = f"prevent all {_kind} damage".replace("  ", " ")
    _some = f"{_kind} damage".strip()
    for _said, _words, _missing in (
        ("", f"{_DEALT} this turn", ("to", "by")),
        ("", f"{_DEALT} to {{to:damaged ones}} this turn", ("by",)),
        ("time first", f"{_DEALT} this turn to {{to:damaged ones}}", ("by",)),
        ("", f"{_DEALT} by {{by:Objects}} this turn", ("to",)),
        ("time first", f"{_DEALT} this turn by {{by:Objects}}", ("to",)),
        ("actively", "{by:subject} would deal this turn", ("to",)),
        ("that actively", "that {by:subject} would deal this turn", ("to",)),
        ("", f"{_DEALT} to {{to:damaged ones}} this turn by {{by:Objects}}", ()),
        ("time last", f"{_DEALT} to {{to:damaged ones}} by {{by:Objects}} this turn", ()),
        ("actively", "{by:subject} would deal to {to:damaged ones} this turn", ()),
        ("that actively", "that {by:subject} would deal to {to:damaged ones} this turn", ()),
    ):
        rule(
            Effect,
            f"{_all} {_words}",
            Prevent,
            said=_said,
            kind=_kind,
            **_ALL,
            **dict.fromkeys(_missing),
        )
    for _said, _words, _missing in (
        ("duration first", f"{_DEALT}", ("to", "by")),
        ("duration first", f"{_DEALT} to {{to:damaged ones}}", ("by",)),
        ("duration first", f"{_DEALT} by {{by:Objects}}", ("to",)),
        ("duration first, actively", "{by:subject} would deal", ("to",)),
    ):
        rule(
            "plain sentence",
            f"{{duration:Duration}}, {_all} {_words}",
            Prevent,
            amount=None,
            said=_said,
            kind=_kind,
            provided=lambda v: v.duration != _TURN,
            **dict.fromkeys(_missing),
        )
    # ---- the next time (CR 615.8) ----
    for _words, _missing in (
        (f"{{by:Objects}} would deal {_some} to {{to:damaged ones}} this turn", ()),
        (f"{{by:Objects}} would deal {_some} this turn", ("to",)),
        (f"{_some} would be dealt to {{to:damaged ones}} this turn", ("by",)),
    ):
        rule(
            "plain sentence",
            f"the next time {_words}, prevent that damage",
            Prevent,
            next_=True,
            kind=_kind,
            **_ALL,
            **dict.fromkeys(_missing),
        )

# ---- so much of it (CR 615.7) ----
_NEXT: dict[str, Any] = {"duration": _TURN, "next_": True}
_SO_MUCH = "prevent the next {amount:figure} damage that"
for _kind in KINDS:
    _next = _SO_MUCH.replace("damage", f"{_kind} damage".strip())
    for _said, _words, _missing in (
        ("", "would be dealt to {to:damaged ones} this turn", ("by",)),
        ("", "would be dealt by {by:Objects} this turn", ("to",)),
        ("", "would be dealt to {to:damaged ones} this turn by {by:Objects}", ()),
        ("actively", "{by:subject} would deal to {to:damaged ones} this turn", ()),
    ):
        rule(
            Effect,
            f"{_next} {_words}",
            Prevent,
            said=_said,
            kind=_kind,
            **_NEXT,
            **dict.fromkeys(_missing),
        )
_NEXT["kind"] = ""
for _order, _words in (
    ("time first", "would be dealt this turn to {to:damaged ones}"),
    ("", "would be dealt to {to:damaged ones} this turn"),
):
    rule(
        Effect,
        f"{_SO_MUCH} {_words}, divided as you choose",
        Prevent,
        by=None,
        divided="as you choose",
        said=_order,
        provided=lambda v: isinstance(v.to, Target),
        **_NEXT,
    )
rule(
    Effect,
    f"{_SO_MUCH} would be dealt this turn to {{to:damaged ones}}",
    Prevent,
    by=None,
    said="time first",
    **_NEXT,
)

# ---- both ways ----


def _both(what: Objects, kind: Kind, duration: Duration, said: str = "") -> Sequence:
    again = what if isinstance(what, (This, Host)) else SameSubject(GRAMMAR.is_plural(what))
    said = said if duration == _TURN else "duration first"
    to = Prevent(None, what, None, kind, duration, said=said)
    return Sequence((to, Prevent(None, None, again, kind, duration, said=said)), "and")


def _take_both(value: Sequence, kind: Kind, said: str = "") -> dict[str, Any] | None:
    first = value.steps[0]
    if not isinstance(first, Prevent) or not isinstance(first.to, Objects):
        return None
    if value != _both(first.to, kind, first.duration, said):
        return None
    return {"what": first.to, "duration": first.duration}


def _to_and_by(kind: Kind) -> None:
    """Register damage that is prevented both ways."""

    def this_turn(what: Objects) -> Sequence:
        return _both(what, kind, _TURN)

    def take_this_turn(value: Sequence) -> dict[str, Any] | None:
        found = _take_both(value, kind)
        return {"what": found["what"]} if found and found["duration"] == _TURN else None

    def for_a_time(duration: Duration, what: Objects) -> Sequence | None:
        return None if duration == _TURN else _both(what, kind, duration)

    def take_for_a_time(value: Sequence) -> dict[str, Any] | None:
        found = _take_both(value, kind)
        return found if found and found["duration"] != _TURN else None

    all_ = f"prevent all {kind} damage".replace("  ", " ")
    both = "that would be dealt to and dealt by {what:Objects}"
    rule(Effect, f"{all_} {both} this turn", this_turn, makes=Sequence, undo=take_this_turn)
    rule(Effect, f"{all_} that would be dealt to and by {{what:Objects}} this turn", lambda what: _both(what, kind, _TURN, "to and by"), makes=Sequence,
         undo=lambda v: {"what": f["what"]} if (f := _take_both(v, kind, "to and by")) and f["duration"] == _TURN else None)  # fmt: skip
    rule(
        "plain sentence",
        f"{{duration:Duration}}, {all_} {both}",
        for_a_time,
        makes=Sequence,
        undo=take_for_a_time,
    )


for _kind in KINDS:
    _to_and_by(_kind)
