"""What an action costs in all, how that comes about, and whether it can be paid (CR 118, 508.1h, 601.2f, 602.2b)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Quote, Quotes
from engine.model import ObjectId, parse_mana
from scenarios import wording
from scenarios.asking.moments import moments
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner.answers import Answered, Part, Reason, Total
from scenarios.runner.session import Session
from scenarios.runner.telling import tell

WITH_COSTS = (t.Cast, t.Activate, t.Special, t.Attack, t.Block)
"""The actions that can cost something."""
ASKED = "what does it cost: {}?"
ITSELF = "its own text"
CHANGES = {"more": "costs more", "less": "costs less", "at least": "costs at least so much"}


def cost(session: Session, question: t.Cost) -> Answered:
    """CR 601.2f: the total cost of the action, with each part and change. Where it can't be taken now, as it would be when that is next possible.
    Raises ScenarioError for an action that can cost nothing, and names that nothing bears."""
    action = question.action
    if not isinstance(action, WITH_COSTS):
        raise ScenarioError(
            question.where, f"{tell(action)} has no cost", expected="cast, activate, special, attack or block"
        )
    asked = ASKED.format(tell(action))
    quote, refused = _quoted(session, action)
    if refused is not None and quote is None:
        return Answered(
            asked,
            f"it can't be done: {refused.reason}",
            Total("", 0, payable=False, reason=refused.reason),
            (refused.rule,),
        )
    if quote is None:
        return Answered(asked, "nothing", Total("", 0), ("118.5",))
    return _told(session, action, quote, refused)


def total(session: Session, action: t.Action) -> str:
    """The total cost of the action in words, "" where it has none or it isn't known."""
    quote, _ = _quoted(session, action)
    return _whole(quote) if quote is not None else ""


def _whole(quote: Quote) -> str:
    """The mana of a cost, and what else is paid."""
    mana = written(quote.mana)
    others = [cost_words(each) for each in quote.others]
    return ", ".join([mana, *others] if mana and mana != "{0}" else others) or "{0}"


def _quoted(session: Session, action: t.Action) -> tuple[Quote | None, IllegalAction | None]:
    """The cost as it is worked out when the action is tried, now or when it is possible next; and why it can't be taken now, if it can't."""
    quotes = Quotes()
    with session.aside():
        session.trying, session.decider.strict = True, False
        refused = _try(session, action, quotes)
        if refused is not None and not quotes:
            for _ in moments(session):
                with session.aside():
                    _try(session, action, quotes)
                if quotes:
                    break
        if refused is not None and refused.rule == "601.2c" and not quotes:
            quotes.aimless = True
            _try(session, action, quotes)
    return (quotes[0] if quotes else None), refused


def _try(session: Session, action: t.Action, quotes: Quotes) -> IllegalAction | None:
    """Try the action in the game at hand, which is a copy; what it costs is written down."""
    session.game.quotes = quotes
    try:
        session.carry_out(action, hurry=True)
    except IllegalAction as refused:
        return refused
    finally:
        session.game.quotes = None
    return None


def _told(session: Session, action: t.Action, quote: Quote, refused: IllegalAction | None) -> Answered:
    """A cost in words and as data."""
    asked = ASKED.format(tell(action))
    parts = tuple(_parts(session, quote))
    others = tuple(cost_words(each) for each in quote.others)
    mana = written(quote.mana)
    data = Total(
        mana=mana,
        mana_value=_value(mana),
        others=others,
        parts=parts,
        payable=refused is None,
        reason=refused.reason if refused is not None else "",
    )
    told = _whole(quote)
    if any("{X}" in part.amount for part in parts) and not getattr(action, "x", None):
        told += ", with X = 0"
    told += f"; {quote.player} can't do it now: {refused.reason}" if refused is not None else ""
    path = tuple(Reason(_line(part), part.rules) for part in parts)
    changed = [
        rule
        for part in reversed(parts)
        if part.source or part.what not in ("mana cost", "activation cost")
        for rule in reversed(part.rules)
    ]
    rules = dict.fromkeys((*((refused.rule,) if refused is not None else ()), *changed, "601.2f"))
    return Answered(asked, told, data, tuple(rules), path)


def _parts(session: Session, quote: Quote) -> Iterator[Part]:
    for part in quote.parts:
        total = written(part.mana)
        source = _source(session, part.source) if part.source else ""
        if part.what in CHANGES:
            more = _value(total) - _value(written(part.before))
            amount = f"{more:+d}" if more else "no change"
        else:
            amount = ", ".join(cost_words(each) for each in part.costs)
        yield Part(part.what, source, amount, total, part.rules)


def _value(mana: str) -> int:
    return parse_mana(mana).mana_value if mana else 0


def _source(session: Session, id: ObjectId) -> str:
    """Whose effect it is: that of the spell itself, which is on the stack only in the copy, or of something else."""
    there = id in session.game.objects or id in session.game.past
    return session.names.call(id) if there else ITSELF


def _line(part: Part) -> str:
    """A part in a line."""
    if part.what in CHANGES:
        return f"{part.source}: {CHANGES[part.what]} ({part.amount}): {part.total or '{0}'}"
    by = f", by {part.source}" if part.source else ""
    return f"{part.what}{by}: {part.amount}"


def written(symbols: Sequence[str]) -> str:
    """Symbols of mana as a cost is written: generic mana first, as one number; nothing for none at all."""
    generic = sum(int(s) for s in symbols if s.isdigit())
    others = [s for s in symbols if not s.isdigit()]
    first = [str(generic)] if generic or (symbols and not others) else []
    return "".join(f"{{{s}}}" for s in (*first, *others))


def cost_words(cost: ab.Cost) -> str:
    """A part of a cost in the words of a card."""
    said = wording.words("Cost", cost, "this")
    return said or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(cost).__name__).lower()
