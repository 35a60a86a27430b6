"""What can be chosen: targets, modes, options, and why something named can't be (CR 115, 601.2b-d, 608.2d)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.errors import IllegalAction
from engine.game import Decision, is_forced
from scenarios.format import types as t
from scenarios.runner.answers import Answered, Barred, Choice, Open
from scenarios.runner.choices import mode_words
from scenarios.runner.session import MAX_PASSES, Session
from scenarios.runner.telling import tell

CHOSEN = ("target", "mode", "objects", "player", "word", "may", "order", "divide", "number", "x")


def choices(session: Session, question: t.Choices) -> Answered:
    """What can be chosen as the action is taken, slot by slot, or by whoever has to choose next; and of what the action names what can't be."""
    action = question.action
    if action is None:
        return _next(session)
    asked = f"what can be chosen: {tell(_unsaid(action))}?"
    decisions, refused = _asked(session, _unsaid(action))
    words = _mode_words(session, action)
    found = tuple(_choice(session, decision, words) for decision in decisions)
    modes = [d for d in decisions if d.kind == "mode" and d.high == 1]
    if modes and isinstance(action, t.Cast | t.Activate):
        found = (*found[: decisions.index(modes[0]) + 1], *_of_modes(session, action, modes[0]))
    barred = tuple(_barred(session, action, decisions))
    rules = tuple(dict.fromkeys((*_rules(decisions), *(each.rule for each in barred))))
    lines = [_line(choice) for choice in found]
    lines += [f"not {each.name}: {each.reason} ({each.rule})" for each in barred]
    if refused is not None and not found:
        lines.append(f"nothing: {refused.reason}")
        rules = (refused.rule, *rules)
    return Answered(
        asked, "\n".join(lines) or "there is nothing to choose", Open(found, barred), rules or ("601.2c",)
    )


def _of_modes(session: Session, action: t.Cast | t.Activate, modes: Decision) -> Iterator[Choice]:
    """CR 601.2b-c, 700.2: what is chosen after the mode, for each mode that can be chosen."""
    for mode in dict.fromkeys(modes.options):
        decisions, _ = _asked(session, replace(_unsaid(action), modes=(mode,)))
        for decision in decisions:
            choice = _choice(session, decision)
            yield replace(choice, question=f"mode {mode}: {choice.question}")


def offered(session: Session, action: t.Cast | t.Activate) -> tuple[str, ...]:
    """CR 601.2c: what the first target of the action can be."""
    decisions, _ = _asked(session, _unsaid(action))
    slots = [d for d in decisions if d.kind == "target"]
    return _options(session, slots[0]) if slots else ()


def _unsaid(action: t.Action) -> t.Action:
    """The action without targets said, so that they are asked for."""
    return replace(action, targets=None, divide=None) if isinstance(action, t.Cast | t.Activate) else action


def _asked(session: Session, action: t.Action) -> tuple[list[Decision], IllegalAction | None]:
    """The decisions that come up as the action is taken, and why it can't be, if it can't."""
    refused = None
    with session.aside():
        session.trying, session.decider.strict = True, False
        try:
            session.carry_out(action, hurry=True)
        except IllegalAction as error:
            refused = error
        decisions = [d for d in session.decider.asked if d.kind in CHOSEN]
    return decisions, refused


def _next(session: Session) -> Answered:
    """Whatever is chosen next, as the game goes on by itself."""
    asked = "what is chosen next?"
    with session.aside():
        session.trying, session.decider.strict = True, False
        session.decider.asked.clear()
        start = session.game.turn.number
        open_ones: list[Decision] = []
        for _ in range(MAX_PASSES):
            open_ones = [d for d in session.decider.asked if not is_forced(d)]
            if open_ones or session.game.over or session.game.turn.number != start:
                break
            session.pass_()
        found = tuple(_choice(session, decision) for decision in open_ones[:1])
    answer = "; ".join(_line(choice) for choice in found) or "nothing more in this turn"
    return Answered(asked, answer, Open(found), _rules(open_ones[:1]) or ("608.2d",))


def _mode_words(session: Session, action: t.Action) -> Sequence[str]:
    """The modes of what is cast or activated, in words."""
    name = action.card if isinstance(action, t.Cast) else getattr(action, "object", None)
    ids = session.names.candidates(name) if name is not None else []
    return mode_words(session.game.characteristics(ids[0]).abilities) if ids else ()


def _choice(session: Session, decision: Decision, words: Sequence[str] = ()) -> Choice:
    return Choice(
        decision.player,
        decision.kind,
        decision.question,
        _options(session, decision, words),
        decision.low,
        decision.high,
    )


def _options(session: Session, decision: Decision, words: Sequence[str] = ()) -> tuple[str, ...]:
    """What can be picked, in words; of several things of one name, with whose they are."""
    said = [_say(session, decision, option, words) for option in decision.options]
    if decision.kind not in ("target", "objects") or len(set(said)) == len(said):
        return tuple(dict.fromkeys(said))
    return tuple(
        dict.fromkeys(
            f"{session.names.side(option)}'s {words}"
            if said.count(words) > 1 and isinstance(option, int)
            else words
            for option, words in zip(decision.options, said, strict=True)
        )
    )


def _say(session: Session, decision: Decision, option: Any, words: Sequence[str]) -> str:
    if decision.kind == "mode" and isinstance(option, int) and 0 < option <= len(words) and words[option - 1]:
        return f"{option} ({words[option - 1].replace('~', 'it')})"
    if decision.kind in ("mode", "number", "x", "die"):
        return str(option)
    if isinstance(option, int) and not isinstance(option, bool):
        return _label(session, option) or session.decider.say(session.game, option)
    return session.decider.say(session.game, option)


def _label(session: Session, id: int) -> str:
    """The label of an object, also if it has become another one since the choice."""
    for label, first in session.names.labels.items():
        now = first
        while now != id and now in session.game.became:
            now = session.game.became[now]
        if now == id:
            return label
    return ""


def _line(choice: Choice) -> str:
    """A choice in a line."""
    many = "" if choice.low == choice.high == 1 else f" ({_number(choice)})"
    if choice.kind in ("number", "x"):
        return f"{choice.player}: {choice.question.rstrip('?')}: {_number(choice)}"
    options = ", ".join(choice.options) or "nothing"
    return f"{choice.player}: {choice.question.rstrip('?')}{many}: {options}"


def _number(choice: Choice) -> str:
    if choice.high < 0:
        return f"{choice.low} or more"
    return str(choice.low) if choice.low == choice.high else f"{choice.low} to {choice.high}"


RULE_OF = {
    "target": "601.2c",
    "mode": "700.2a",
    "x": "107.3a",
    "divide": "601.2d",
    "order": "603.3b",
    "may": "608.2d",
}


def _rules(decisions: Sequence[Decision]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(RULE_OF.get(d.kind, "608.2d") for d in decisions))


def _barred(session: Session, action: t.Action, decisions: Sequence[Decision]) -> Iterator[Barred]:
    """What is illegal about the targets that the action names."""
    if not isinstance(action, t.Cast | t.Activate):
        return
    slots = [d for d in decisions if d.kind == "target"]
    for name in action.targets or ():
        things = (
            [session.names.thing(name)]
            if name.text in session.game.players
            else session.names.candidates(name)
        )
        if any(thing in slot.options for slot in slots for thing in things):
            continue
        refused = session.attempt(replace(action, targets=(name,), divide=None))
        if refused is None:
            continue
        if len(slots) > 1 and refused.rule == "601.2c":
            refused = IllegalAction("115.1", f"{name.text} is not what a target has to be")
        yield Barred(name.text, refused.rule, refused.reason)
