"""What damage and other things are done to where players and permanents are spoken of together: "you and creatures you control" (CR 109.5, 120.1)."""

from __future__ import annotations

from engine.abilities import (
    AnyPlayer,
    AnyTarget,
    Chosen,
    ControlledBy,
    Each,
    EitherOf,
    Noun,
    Objects,
    PlayerKind,
    Recipient,
    Selection,
    Target,
    ThatPlayer,
    ThePlayer,
    This,
    Together,
    Which,
    You,
)
from engine.oracle.kernel import rule, series


def _ours(value: Together) -> bool:
    """You and what you control."""
    if value.parts[0] != You():
        return False
    rest = value.parts[1]
    which = rest.which if isinstance(rest, Each) and rest.word == "" else None
    return isinstance(which, Which) and which.after[:1] == (ControlledBy(You()),)


def _one_of_a_side(value: Together) -> bool:
    """A player or a permanent of that player: "an opponent or a permanent an opponent controls"."""
    who, rest = value.parts
    if not isinstance(rest, Chosen) or rest.amount is not None or not isinstance(rest.which, Which):
        return False
    return who in (You(), AnyPlayer("opponent")) and rest.which.after == (ControlledBy(who),)


series("you and yours", Recipient, last="and", low=2, high=2)
series("you and/or yours", Recipient, last="and/or", low=2, high=2)
series("player or theirs", "Players", final=Objects, last="or", low=2, high=2)
rule("damaged ones", "{:Recipient}")
rule("damaged ones", "{parts:you and yours}", Together, provided=_ours)
rule("damaged ones", "{parts:you and/or yours}", Together, joined="and/or", provided=_ours)
rule("damaged ones", "{parts:player or theirs}", Together, joined="or", provided=_one_of_a_side)
rule("damaged ones", "{parts:target and others}", Together)
_CHOSEN = ThePlayer("chosen")


def _chosen_side(which: Selection) -> Together:
    return Together((_CHOSEN, Chosen(Which((), which, (ControlledBy(_CHOSEN),)))), "or")


rule("damaged ones", "the chosen player or a {which:noun@one} they control", _chosen_side, makes=Together,
     undo=lambda v: {"which": w.noun} if isinstance(w := getattr(v.parts[1], "which", None), Which) and v == _chosen_side(w.noun) else None)  # fmt: skip
rule("damaged ones", "~ and/or you", Together((This(), You()), "and/or"))
for _said, _which in (("permanent", Noun(form="permanent")), ("creature", Noun((("creature",),)))):
    rule("damaged ones", f"a {_said} or player", Chosen(EitherOf((_which, PlayerKind()))))

# CR 508.4: what something enters attacking.
_THEIR_PLANESWALKER = Chosen(Which((), Noun((("planeswalker",),)), (ControlledBy(ThatPlayer("they")),)))
rule("attacked one", "{:player object}")
rule(
    "attacked one",
    "{who:Players} or a planeswalker they control",
    lambda who: Together((who, _THEIR_PLANESWALKER), "or"),
    makes=Together,
    undo=lambda v: {"who": v.parts[0]} if v.parts[1:] == (_THEIR_PLANESWALKER,) else None,
)

# ---- targets that somebody else chooses, or that are said to be one's own choice (CR 601.7) ----
rule(Objects, "any target of {by:chooser} choice", lambda by: Target(AnyTarget(), by=by), makes=Target,
     undo=lambda v: {"by": v.by} if v == Target(AnyTarget(), by=v.by) else None)  # fmt: skip
rule(Objects, "target {which:plain head@one} of your choice", Target, by=You())
