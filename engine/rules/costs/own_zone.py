"""The zone that an ability moves its own object out of, and so functions in (CR 113.6j, 113.6m)."""

from __future__ import annotations

from engine import abilities as ab
from engine.rules.costs.mana_abilities import parts


def moved_from(effect: ab.Effect) -> str:
    """CR 113.6m: the zone that the effect, or what it sets up for later, says it moves the object out of, if the first part that moves it says one."""
    for part in parts(effect):
        if isinstance(part, ab.Later):
            later = moved_from(part.effect)
            if later:
                return later
        if isinstance(part, ab.CastCard) and _among(part.what) and part.origin:
            return part.origin
        if isinstance(part, ab.Put | ab.Exile | ab.Sacrifice | ab.Destroy) and _among(part.what):
            return _said(part) if isinstance(part, ab.Put | ab.Exile) else ""
    return ""


def functions_in(ability: ab.Activated) -> str:
    """CR 113.6j, 113.6m: the zone where an activated ability functions by its cost and effect; "" if they say none."""
    given_up = any(
        isinstance(c, ab.Do) and isinstance(c.action, ab.Sacrifice) and isinstance(c.action.what, ab.This)
        for c in ability.costs
    )
    return paid_from(ability.costs) or ("" if given_up else moved_from(ability.effect))


def paid_from(costs: tuple[ab.Cost, ...]) -> str:
    """CR 113.6j, 113.6m: the zone out of which the costs move or show the object."""
    for cost in costs:
        match cost:
            case ab.Do(action=ab.Discard(what=ab.This())):
                return "hand"
            case ab.Do(action=ab.Reveal(what=ab.This(), where="from your hand")):
                return "hand"
            case ab.Do(action=ab.Put() | ab.Exile() as action) if _among(action.what) and _said(action):
                return _said(action)
    return ""


def _among(what: ab.Recipient) -> bool:
    """Whether the noun is the object itself, or that and other things."""
    return isinstance(what, ab.This) or (
        isinstance(what, ab.Together) and any(isinstance(part, ab.This) for part in what.parts)
    )


def _said(part: ab.Put | ab.Exile) -> str:
    """The zone said with "from": of the object, or behind the other things that are moved together with it."""
    if part.origin or not isinstance(part.what, ab.Together):
        return part.origin
    said = [q for q in ab.walk(part.what.parts[-1]) if isinstance(q, ab.InZone) and q.word == "from"]
    return next((q.zone for q in said if isinstance(q.who, ab.You)), "")
