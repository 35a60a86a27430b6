"""Melding: the sentence of a meld card that names its counterpart and what they meld into (CR 701.42, 712.4a)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AllOf,
    Chosen,
    Conditional,
    ControlledBy,
    Controls,
    Effect,
    EventPattern,
    Fits,
    Keyworded,
    Noun,
    OwnedBy,
    Selection,
    This,
    Triggered,
    Which,
    You,
)
from engine.oracle.kernel import rule

_BOTH = Fits(This(), Which((), Noun(), (ControlledBy(You(), owned=True),)))


def _here(partner: Which) -> AllOf:
    """Both are the player's."""
    return AllOf(
        (_BOTH, Controls(You(), Which(partner.before, partner.noun, (*partner.after, OwnedBy(You())))))
    )


def _meld(partner: Which, into: str) -> Keyworded:
    mine = Which(partner.before, partner.noun, (*partner.after, ControlledBy(You(), owned=True)))
    return Keyworded("meld", what=Chosen(mine), word=into)


def _taken(effect: Effect) -> dict[str, Any] | None:
    """The counterpart and the name of what the two become."""
    match effect:
        case Keyworded(verb="meld", what=Chosen(which=Which(after=(*after, _)) as which), word=into):
            return {"partner": Which(which.before, which.noun, tuple(after)), "into": into}
    return None


def _at_once(partner: Selection, into: str) -> Conditional | None:
    return Conditional(_here(partner), _meld(partner, into)) if isinstance(partner, Which) else None


def _when(event: EventPattern, partner: Selection, into: str) -> Triggered | None:
    if not isinstance(partner, Which):
        return None
    return Triggered(event, _meld(partner, into), "at", _here(partner))


def _untriggered(value: Triggered) -> dict[str, Any] | None:
    found = _taken(value.effect)
    made = found and _when(value.event, **found)
    return {"event": value.event, **found} if found and made == value else None


def _unconditional(value: Conditional) -> dict[str, Any] | None:
    found = _taken(value.effect)
    return found if found and _at_once(**found) == value else None


_MELD = "if you both own and control ~ and a {partner:which@one}, exile them, then meld them into {into:card name}."
rule("sentence.", _MELD, _at_once, undo=_unconditional, makes=Conditional)
rule("triggered", f"at {{event:trigger time}}, {_MELD}", _when, undo=_untriggered, makes=Triggered)
