"""Each question handed to what answers it, and its answer held against what the scenario says that it must be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.errors import IllegalAction
from engine.model import parse_mana, plain
from scenarios.asking import choosing, costs, history, legality, standing, what, why, words
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner import answers as data
from scenarios.runner import expecting, properties
from scenarios.runner.answers import Answered
from scenarios.runner.results import Check
from scenarios.runner.session import Session

ANSWERS: dict[type[t.QuestionBase], Callable[[Session, Any], Answered]] = {
    t.What: what.what,
    t.Why: why.why,
    t.WhyNot: why.why_not,
    t.Can: legality.can,
    t.CanDo: legality.can_do,
    t.Cost: costs.cost,
    t.Choices: choosing.choices,
    t.HowOften: history.how_often,
    t.HowMuch: history.how_much,
    t.Who: history.who,
    t.Which: standing.which,
    t.When: history.when,
    t.Order: history.order,
}
"""What answers each kind of question."""


def answer(session: Session, question: t.Question) -> Answered:
    """The answer to a question, as the game stands; the game is the same afterwards. Raises ScenarioError for names that nothing bears."""
    game = session.game
    asked, question = question, meant(session, question)
    citing, game.citing = game.citing, ()
    try:
        found = _found(session, question)
    finally:
        game.citing = citing
    return _placed(_in_its_words(found, asked) if isinstance(asked, t.InWords) else found, question)


YES_OR_NO = re.compile(r"(?:is|are|did|does|do|was|were|has|have|will)\b", re.IGNORECASE)
"""How a question begins that is answered yes or no."""


def _in_its_words(found: Answered, asked: t.InWords) -> Answered:
    """The answer to a question in words: with those, and yes or no first if they ask for that."""
    told = found.answer
    if isinstance(found.data, data.Why) and YES_OR_NO.match(asked.text):
        told = f"{'yes' if found.data.so else 'no'}: {told}"
    return replace(found, ask=asked.text, answer=told)


def _found(session: Session, question: t.Question) -> Answered:
    """The answer; where the action that is asked about has `at`, as things will stand then."""
    if isinstance(question, t.Can | t.Cost | t.Choices) and question.action is not None:
        at = question.action.at
        if at is not None:
            with session.aside():
                session.trying = True
                try:
                    session.to(at)
                except IllegalAction as error:
                    told = f"{error.reason}: ask this in `do`, before that moment"
                    raise ScenarioError(at.where, told) from error
                now = replace(question, action=replace(question.action, at=None))
                return ANSWERS[type(question)](session, now)
    return ANSWERS[type(question)](session, question)


def _placed(found: Answered, question: t.Question) -> Answered:
    return Answered(found.ask, found.answer, found.data, found.rules, found.path, str(question.where))


def meant(session: Session, question: t.Question) -> t.Question:
    """The question; one in words as the table has it. Raises ScenarioError."""
    return words.understood(session, question) if isinstance(question, t.InWords) else question


def not_understood(question: t.InWords, fault: ScenarioError) -> Answered:
    """What is said where an answer would be, of a question in words that has none: why, and what could be asked."""
    why = fault.detail
    told = why if why.startswith("not understood") else f"not understood: {why}"
    return Answered(question.text, told, data.NotUnderstood(why, fault.near), where=str(question.where))


def asked_before_the_end(session: Session, question: t.Question) -> bool:
    """Whether the question is about what waits now: it is answered before the stack resolves and combat is fought out."""
    try:
        question = meant(session, question)
    except ScenarioError:  # at the end it may be known, or is told
        return False
    match question:
        case t.Choices(action=None) | t.Order():
            return True
        case t.Who(what=said):
            return "priority" in said
        case t.Can(action=action) | t.Cost(action=action) | t.Choices(action=action):
            return isinstance(action, t.Block)
        case t.CanDo(do=verb):
            return verb == "block"
    return False


def asked_of(session: Session, question: t.Question, action: t.Action) -> t.Question | None:
    """The question as it is answered where the action is about to be taken; None if it isn't about this action: whether it can be taken, what it costs, what can
    be chosen for it."""
    try:
        question = meant(session, question)
    except ScenarioError:
        return None
    if (
        not isinstance(question, t.Can | t.Cost | t.Choices)
        or question.action is None
        or question.action.at is not None
    ):
        return None
    asked = question.action
    match asked, action:
        case (t.Cast(), t.Cast()) if plain(asked.card.text) == plain(action.card.text):
            return replace(question, action=replace(asked, at=action.at))
        case (t.Activate(), t.Activate()) if (asked.object.text, asked.ability) == (
            action.object.text,
            action.ability,
        ):
            return replace(question, action=replace(asked, at=action.at))
    return None


# ---- what the answer must be ----------------------------------------------------------------------------------------


def check(session: Session, question: t.Question, answered: Answered) -> Iterator[Check]:
    """One check for what the answer must be, and one for each rule that it must cite."""
    where = str(question.where)
    found = answered.answer.replace("\n", "; ")
    if question.answer is not None:
        for said, holds in _held(session, question, question.answer, answered):
            yield Check(f"{answered.ask} {said}", holds, "" if holds else found, where)
    for number in question.cites:
        [held] = expecting.check_cites(t.Expect(cites=(number,)), answered.rules)
        cited = ", ".join(answered.rules)
        yield Check(
            f"{answered.ask} {held.what}", held.holds, "" if held.holds else f"its rules are {cited}", where
        )


def _held(
    session: Session, question: t.Question, wanted: t.Wanted, answered: Answered
) -> Iterator[tuple[str, bool]]:
    match wanted:
        case bool():
            yield ("yes" if wanted else "no"), _yes(question, answered.data) is wanted
        case int():
            yield str(wanted), _number(answered.data) == wanted
        case t.Properties():
            yield from _properties(session, wanted, answered.data)
        case t.Among(exactly=exactly, without=without):
            names = _names(answered.data)
            if exactly is not None:
                counted = {plain(name) for name in exactly}
                fits = all(any(plain(n) in group for group in names) for n in exactly)
                yield (
                    f"exactly {', '.join(exactly) or 'nothing'}",
                    fits and all(group & counted for group in names),
                )
            for name in without or ():
                yield f"not {name}", not any(plain(name) in group for group in names)
        case _:
            for text in wanted:
                yield text, _says(answered, text)


def _yes(question: t.Question, found: data.Data) -> bool:
    match found:
        case data.Legal(legal=legal):
            return legal
        case data.Total(payable=payable):
            return payable
        case data.Why(so=so):
            return so
    raise ScenarioError(question.where, "the answer to this question is neither yes nor no")


def _number(found: data.Data) -> int:
    match found:
        case data.Count(number=number):
            return number
        case data.Total(mana_value=number):
            return number
        case data.PlayerIs(life=number):
            return number
        case data.Times(moments=moments):
            return len(moments)
        case data.Standing(count=number):
            return number
        case data.Ordered(stack=stack):
            return len(stack)
    return len(_names(found))


def _names(found: data.Data) -> list[frozenset[str]]:
    """The names in an answer, each with all that the same thing is called."""
    match found:
        case data.Doable(actions=actions):
            return [frozenset(plain(n) for n in each.names) for each in actions]
        case data.Players(players=players):
            return [frozenset((plain(p),)) for p in players]
        case data.Standing(names=names):
            return [_called(name) for name in names]
        case data.Ordered(stack=stack):
            return [frozenset((plain(w.name), plain(f"{w.controller}'s {w.name}"))) for w in stack]
        case data.Open(choices=choices):
            return [_called(option) for choice in choices for option in choice.options]
    return []


def _called(option: str) -> frozenset[str]:
    """What an option of a choice can be called: with and without whose it is; a mode by its number, too."""
    whole = plain(option)
    number, _, text = option.partition(" (")
    return frozenset(
        (whole, plain(option.partition("'s ")[2]) or whole, plain(number), plain(text.rstrip(")")) or whole)
    )


def _says(answered: Answered, text: str) -> bool:
    """Whether the words are one of the names of the answer, the mana of a cost, or stand in the answer or in the way to it."""
    match answered.data:
        case data.Total(mana=mana):
            if text.startswith("{"):
                return sorted(parse_mana(text).symbols) == sorted(parse_mana(mana).symbols)
        case data.Players(players=()):
            return text.lower() in ("nobody", "none", "no one") or plain(text) in plain(answered.answer)
    if any(plain(text) in group for group in _names(answered.data)):
        return True
    told = " ".join((answered.answer, *(reason.text for reason in answered.path)))
    return f" {plain(text)} " in f" {plain(told)} " or text.lower() in told.lower()


def _properties(session: Session, wanted: t.Properties, found: data.Data) -> Iterator[tuple[str, bool]]:
    """The properties of the object that the answer is about."""
    if isinstance(found, data.WhatIs):
        for held in properties.of(session.game, session.names, found.object, "it", wanted):
            yield held.what, held.holds
