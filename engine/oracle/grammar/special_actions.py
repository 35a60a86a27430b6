"""What players may do at any time that they have priority, as special actions (CR 116.2c-e)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    Always,
    Cant,
    Chosen,
    Cost,
    Do,
    Effect,
    Exactly,
    Exile,
    InZone,
    Lasting,
    Loses,
    May,
    NotIgnored,
    Noun,
    Number,
    Recipient,
    Sequence,
    Static,
    ThatPlayer,
    This,
    ThisAbility,
    TurnOf,
    UntilPaid,
    Which,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.grammar.effects.kinds import Changes
from engine.oracle.kernel import alone, rule

# ---- ended for a price (CR 116.2c) ----
_OWN = Loses((ThisAbility(),))


def _loses_this(what: Recipient, changes: Changes) -> Lasting:
    return Lasting(what, (_OWN, *changes), Always())


rule(Effect, "{what:subject} lose[s]@what this ability and become[s]@what {changes:becoming@what}", _loses_this, makes=Lasting,
     undo=lambda v: {"what": v.what, "changes": v.changes[1:]} if v.changes and v == _loses_this(v.what, v.changes[1:]) else None)  # fmt: skip


def _priced(effect: Effect, old: type[Always | UntilPaid], new: Always | UntilPaid) -> Effect | None:
    """The text with the duration of the effect that it begins with changed."""
    match effect:
        case Lasting(duration=duration) if isinstance(duration, old):
            return replace(effect, duration=new)
        case Sequence(steps=(first, *rest)):
            begun = _priced(first, old, new)
            return None if begun is None else replace(effect, steps=(begun, *rest))
    return None


def _until_paid(effect: Effect, costs: tuple[Cost, ...]) -> Effect | None:
    return _priced(effect, Always, UntilPaid(You(), costs))


def _take_until_paid(value: Effect) -> dict[str, Any] | None:
    first = value.steps[0] if isinstance(value, Sequence) else value
    if not isinstance(first, Lasting) or not isinstance(first.duration, UntilPaid):
        return None
    effect = _priced(value, UntilPaid, Always())
    return {"effect": effect, "costs": first.duration.costs} if first.duration.who == You() else None


rule("text to be ended", "{:sentence.}")
rule("text to be ended", "{steps:sentences}", Sequence, joined=".")
rule("text", "{effect:text to be ended} you may {costs:spoken costs} to end this effect.", _until_paid,
     makes=(Lasting, Sequence), undo=_take_until_paid)  # fmt: skip

# ---- discarded at any time (CR 116.2e) ----
rule(
    "static",
    "you may discard ~ any time you could cast an instant.",
    Static(This(), (May("be discarded at any time"),)),
)

# ---- ignored for a turn (CR 116.2d) ----
_INACTIVE = Cant("have its activated abilities activated")
_IGNORE = "to ignore this effect"
_BY = ("any player", "its controller", "that creature's controller")


def _to_ignore(ability: Static, costs: tuple[Cost, ...], said: str) -> Static | None:
    return replace(ability, condition=NotIgnored(costs, said)) if ability.condition is None else None


def _take_to_ignore(value: Static, said: str) -> dict[str, Any] | None:
    match value.condition:
        case NotIgnored(costs=costs, said=who) if who == said:
            return {"ability": replace(value, condition=None), "costs": costs}
    return None


rule("ignoring cost", "exile {number:number word} cards from their graveyard", lambda number: _exiling(number), makes=Do,
     undo=lambda v: _take_exiling(v))  # fmt: skip
rule(
    "ignoring cost", "{:spoken cost}", provided=lambda v: not any(isinstance(n, ThatPlayer) for n in walk(v))
)
alone("ignoring costs", "ignoring cost")
rule("static to ignore", "{what:player subject} {changes:player changes@what}.", Static)
rule("static to ignore", "{what:subject} {changes:static changes@what}, and (its|their)@what activated abilities can't be activated.",
     lambda what, changes: Static(what, (*changes, _INACTIVE)), makes=Static,
     undo=lambda v: {"what": v.what, "changes": v.changes[:-1]} if len(v.changes) > 1 and v == Static(v.what, (*v.changes[:-1], _INACTIVE)) else None)  # fmt: skip
for _who in _BY:
    rule("static", f"{{ability:static to ignore}} {_who} may {{costs:ignoring costs}} for that player {_IGNORE} until end of turn.",
         partial(_to_ignore, said=_who), makes=Static, undo=partial(_take_to_ignore, said=_who))  # fmt: skip


def _exiling(number: Number) -> Do:
    """So many cards of one's graveyard."""
    card = Which((), Noun(form="card"), (InZone("graveyard", You(), "from"),))
    return Do(Exile(Chosen(card, Exactly(number))))


def _take_exiling(value: Do) -> dict[str, Any] | None:
    match value.action:
        case Exile(what=Chosen(amount=Exactly(number=number))) if value == _exiling(number):
            return {"number": number}
    return None


# CR 702.6a, 602.5d: when equip abilities can be activated.
_AT_ANY_TIME = "any time you could cast an instant"
_EQUIPPING = Static(You(), (May("activate equip abilities as an instant"),))
rule("static", f"you may activate equip abilities {_AT_ANY_TIME}.", _EQUIPPING)
rule("static", f"during your turn, you may activate equip abilities {_AT_ANY_TIME}.", replace(_EQUIPPING, condition=TurnOf(You(), "during"), first=True))  # fmt: skip
