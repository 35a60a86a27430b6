"""The scripted decider: the answers of a scenario, and the documented default for what they leave open (scenario format: answers).

`choose` on an action holds answers in order: the first of them is used up by the first decision that it fits. A player's queue under `answers` serves
what `choose` did not: the earliest answer of it that fits. What neither answers takes its default, noted as an assumption unless only one answer was
legal; under `strict` it is an error.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeGuard

from msgspec.structs import replace

from engine.errors import Undecided
from engine.game import Decision, Defaulted, Game, default_answer, is_forced, shares_in_order
from engine.model import SYMBOL_OF, ObjectId, plain
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner import barred
from scenarios.runner.choices import modes_asked_for
from scenarios.runner.keeping import Answers
from scenarios.runner.naming import Names

THINGS = frozenset({"target", "objects", "player", "order", "divide"})
"""Kinds of decision whose options are objects and players."""
SYMBOLS = {**SYMBOL_OF, "colorless": "C"} | {symbol.lower(): symbol for symbol in "WUBRGC"}
SEVERAL = frozenset({"target", "objects", "player", "word", "mode"})
"""Kinds of decision that can take several options at once, in no order."""
YES = frozenset({"yes", "true", "y"})
NO = frozenset({"no", "false", "n"})
CALLED = {
    "over": "top", "on top": "top", "under": "bottom", "on bottom": "bottom", "1": "first pile", "2": "second pile", "first": "first pile",
    "second": "second pile", "pile 1": "first pile", "pile 2": "second pile",
}  # fmt: skip
"""How else places and piles are said (CR 702.140c, 700.3)."""
NONE = frozenset({"none", "nothing"})
NEW_TARGETS = ("choose a target for ", "change the target of ")
"""How the questions begin by which targets are changed, which to leave as they are is an answer, too."""
_SORTED = re.compile("choose the cards that go to the (bottom|graveyard)")
"""CR 701.22a, 701.25a: where scry and surveil put cards; one word answers for all of them."""
_LISTED = re.compile(r"(?:^|[;?]\s*)\d+:\s*")
"""Before each option of a question that lists them: "1: ...; 2: ..."."""


_TIMES = re.compile(r"(.*\S) x(\d{1,2})")
"""Several of one name: "Forest x3"."""


class _Unfit(Exception):
    """The answer does not fit the decision."""


class ScriptedDecider:
    """Answers decisions from a scenario. `names` is set once the game stands."""

    def __init__(self, answers: Iterable[t.Answers] = (), strict: bool = False, freely: bool = False) -> None:
        self.queues: dict[str, list[t.Answer]] = {a.player: list(a.queue) for a in answers}
        self.now = Answers()
        self.kept: list[Answers] = []
        self.spells: frozenset[ObjectId] = frozenset()
        self.division: tuple[t.Share, ...] | None = None
        self.strict = strict
        self.freely = freely  # in whatever order they stand, and several in a row as one where a decision takes them all
        self.could_be_freer = False
        self.names: Names | None = None
        self.meant_before: frozenset[tuple[str, ObjectId]] = frozenset()
        self.wanted = ""  # the effect that was chosen last of several that would replace an event
        self.face = ""  # the face or half by which a card was named that was chosen last

    # ---- what the runner does with it -------------------------------------------------------------------------

    def expect(self, answers: Iterable[t.Answer]) -> None:
        """The answers that go with the action that begins now."""
        newest = max(self.names.game.objects, default=0) if self.names is not None else 0
        self.now = Answers(tuple(answers), newest)
        self.division = None

    def made(self, id: ObjectId) -> None:
        """The spell or ability that the action going on has put on the stack."""
        self.spells |= {id}
        self.now.spells |= {id}

    @property
    def asked(self) -> list[Decision]:
        """What has been asked since the action began."""
        return self.now.asked

    def keep(self) -> None:
        """The answers of the action that is over stay with what it put on the stack."""
        if self.now.answers:
            self.kept.append(self.now)
            self.now = Answers()

    def left(self) -> tuple[t.Answer, ...]:
        """Answers of the players' queues that nothing has asked for."""
        return tuple(answer for queue in self.queues.values() for answer in queue)

    def unused(self) -> list[Answers]:
        """Answers of `choose` that nothing has asked for, action by action."""
        return [each for each in (*self.kept, self.now) if each.answers]

    def waiting(self) -> tuple[t.Answer, ...]:
        """The same, one after the other."""
        return tuple(answer for each in self.unused() for answer in each.answers)

    def saved(self) -> Any:
        """The state of the queues, for `restore`."""
        return (
            {p: list(q) for p, q in self.queues.items()},
            self.now.copy(),
            [each.copy() for each in self.kept],
            self.spells,
            self.division,
            self.face,
            self.wanted,
        )

    def restore(self, saved: Any) -> None:
        """Go back to what `saved` gave."""
        queues, now, kept, self.spells, self.division, self.face, self.wanted = saved
        self.queues = {p: list(q) for p, q in queues.items()}
        self.now, self.kept = now.copy(), [each.copy() for each in kept]

    # ---- the Decider ------------------------------------------------------------------------------------------

    def decide(self, game: Game, decision: Decision) -> Any:
        """The scenario's answer, or the default."""
        concerned = [each for each in self.kept if isinstance(game, Game) and each.concern(game, self.spells)]
        for each in (self.now, *concerned):
            each.asked.append(decision)
        named, self.face = self.face, ""
        if decision.kind == "word" and named in decision.options:
            return (named,)
        if decision.kind == "divide" and self.division is not None:
            try:
                found = self._division(decision, self.division)
                self.division = None
                return found
            except _Unfit:
                pass
        wanted, self.wanted = self.wanted, ""
        for each in (self.now, *concerned):
            self._note_barred(decision, each)
            if (taken := self._said(decision, each)) is not None:
                if decision.kind == "replacement" and decision.told:
                    self.wanted = decision.told[decision.options.index(taken[0])]
                return taken
        self.meant_before = frozenset()
        queue = self.queues.get(decision.player, [])
        for place, answer in enumerate(queue):
            try:
                found = self.fit(decision, answer)
            except _Unfit:
                continue
            del queue[place]
            return found
        if decision.kind == "may" and wanted and decision.question == f"Apply: {wanted}?":
            return (True,)  # it was named of several, and so is to be applied (CR 616.1)
        return self.default(game, decision)

    def _note_barred(self, decision: Decision, given: Answers) -> None:
        """Note why the decision doesn't allow what the action's next answer names, should nothing else ask for it."""
        answer = next((each for each in given.answers if _may_be_of(each, decision.player)), None)
        if answer is None or self.names is None:
            return
        found = barred.why(self.names, decision, answer)
        if found is not None:
            given.barred.append(found)

    def _said(self, decision: Decision, given: Answers) -> Any:
        """What an action's answers say to the decision; used up. None if they say nothing: only the first that the player can give is tried, or all in
        turn where they are taken `freely`."""
        mine = [n for n, answer in enumerate(given.answers) if _may_be_of(answer, decision.player)]
        if mine and decision.question.startswith(NEW_TARGETS) and _is_yes(given.answers[mine[0]]):
            del given.answers[mine[0]]  # "you may choose new targets": yes, and this is the one
            return self._said(decision, given)
        self.meant_before = given.targets
        for place in mine:
            answer = given.answers[place]
            try:
                found = self.fit(decision, answer)
            except _Unfit:
                continue
            joint = self._joint(decision, list(given.answers)[place:])
            if not self.freely:
                self.could_be_freer |= bool(joint) or place != mine[0]
                if place != mine[0]:
                    return None
                joint = ()
            for _ in range(len(joint) or 1):
                del given.answers[place]
            while isinstance(answer, t.AnswerTo | t.AnswerOf):
                answer = answer.answer
            if decision.kind == "target" and isinstance(answer, t.Words) and not joint:
                given.targets |= {(answer.text, each) for each in found}
            return self.fit(decision, t.Several(items=joint)) if joint else found
        return None

    def default(self, game: Game, decision: Decision) -> Any:
        """The documented default, noted as an assumption where there was a choice. Raises Undecided under `strict`."""
        answer = default_answer(game, decision)
        if decision.forced or is_forced(decision):
            return answer
        if self.strict:
            options = tuple(self.say(game, option) for option in decision.options)
            listed = (
                f"; it may be {', '.join(options)}"
                if options
                else f"; a number from {decision.low} to {decision.high}"
            )
            raise Undecided(
                f"strict, and {decision.player} has no answer for: {decision.question}{listed}", options
            )
        return Defaulted(answer)

    # ---- fitting ----------------------------------------------------------------------------------------------

    def fit(self, decision: Decision, answer: t.Answer) -> Any:
        """The answer in the form that the decision wants. Raises _Unfit."""
        if isinstance(answer, t.AnswerTo):
            return self._fit_kind(decision, answer)
        if isinstance(answer, t.AnswerOf):
            if answer.player != decision.player:
                raise _Unfit
            return self.fit(decision, answer.answer)
        match decision.kind:
            case "number" | "x" | "die":
                if not isinstance(answer, t.Number):
                    raise _Unfit
                return self._number(decision, answer.value)
            case "divide":
                if not isinstance(answer, t.Division):
                    return self._in_order(decision, answer)
                return self._division(decision, answer.shares)
            case _:
                if isinstance(answer, t.Division):
                    raise _Unfit
                return self._picked(decision, answer)

    def _joint(self, decision: Decision, answers: Sequence[t.Answer]) -> tuple[t.Words, ...]:
        """As many of the answers, from the first on, as the decision takes as one: `[Bears, Angel]` for one that is asked for both; empty where it isn't
        more than one."""
        if decision.high == 1 or decision.kind not in SEVERAL:
            return ()
        meant = (
            a.answer if isinstance(a, t.AnswerTo) and a.kind == decision.kind else a for a in answers
        )  # `targets` of what triggers
        words = tuple(itertools.takewhile(lambda answer: isinstance(answer, t.Words), meant))
        for size in range(len(words), 1, -1):
            try:
                self.fit(decision, t.Several(items=words[:size]))
                return tuple(each for each in words[:size] if isinstance(each, t.Words))
            except _Unfit:
                continue
        return ()

    def _fit_kind(self, decision: Decision, answer: t.AnswerTo) -> Any:
        inner = answer.answer
        if answer.kind == "target" and decision.kind == "target" and isinstance(inner, t.Division):
            names = t.Several(
                items=tuple(t.Words(text=share.to.text, where=share.where) for share in inner.shares)
            )
            picked = self._picked(decision, names)
            self.division = inner.shares
            return picked
        kinds = {"x": ("x", "number")}.get(answer.kind, (answer.kind,))
        if decision.kind not in kinds:
            raise _Unfit
        return self.fit(decision, inner)

    def _number(self, decision: Decision, value: int) -> Any:
        if decision.options:
            if value not in decision.options:
                raise _Unfit
            return (value,)
        if value < decision.low or (decision.high >= 0 and value > decision.high):
            raise _Unfit
        return value

    def _division(self, decision: Decision, shares: Sequence[t.Share]) -> tuple[int, ...]:
        found = [0] * len(decision.options)
        for share in shares:
            place = self._option(decision, share.to.text, share.where, [])
            found[place] += share.amount
        return self._whole(decision, tuple(found))

    @staticmethod
    def _whole(decision: Decision, shares: tuple[int, ...]) -> tuple[int, ...]:
        """The shares, if they are lawful ones. Raises _Unfit."""
        most = decision.most or (decision.high,) * len(shares)
        lawful = all(decision.low <= n <= m for n, m in zip(shares, most, strict=True))
        if sum(shares) != decision.high or not lawful:
            raise _Unfit
        return shares

    def _in_order(self, decision: Decision, answer: t.Answer) -> tuple[int, ...]:
        """A division said by numbers, in the order of what gets a share; or by names alone, where there is a limit to what each can get: the first
        named gets as much as it can."""
        items = answer.items if isinstance(answer, t.Several) else (answer,)
        shares = tuple(item.value for item in items if isinstance(item, t.Number))
        if len(shares) == len(items) == len(decision.options):
            return self._whole(decision, shares)
        if not decision.most:
            raise _Unfit
        named: list[int] = []
        for item in items:
            if not isinstance(item, t.Words):
                raise _Unfit
            named.append(self._option(decision, item.text, item.where, named))
        return self._whole(decision, shares_in_order(decision, named))

    def _picked(self, decision: Decision, answer: t.Answer) -> tuple[Any, ...]:
        items = _one_by_one(decision, answer.items if isinstance(answer, t.Several) else (answer,))
        sorted_ = _SORTED.search(decision.question)
        if sorted_ and len(items) == 1 and isinstance(items[0], t.Words):
            if plain(items[0].text) in ("top", "on top", "keep"):
                return ()
            if plain(items[0].text) in (sorted_[1], f"to the {sorted_[1]}"):
                return decision.options
        if _is_none(items) and not self._is_named(decision, items[0].text):
            if decision.kind == "may" and False in decision.options:
                return (False,)  # none of it
            items = ()
        if decision.kind == "order" and not isinstance(answer, t.Several):
            raise _Unfit  # one name is no order
        taken: list[int] = []
        free: list[str] = []
        for item in items:
            if isinstance(item, t.AnswerTo | t.AnswerOf):
                item = item.answer
            if isinstance(item, t.Number):
                text, where = str(item.value), item.where
            elif isinstance(item, t.Words):
                text, where = item.text, item.where
            else:
                raise _Unfit
            beyond = decision.beyond(text) if decision.beyond is not None else None
            if beyond is not None and not self._is_named(decision, text):
                free.append(beyond)
            elif decision.kind == "word" and not decision.options:
                if isinstance(item, t.Number) or text.strip().lower() in YES | NO | NONE:
                    raise _Unfit
                free.append(text)  # any card's name
            else:
                taken.append(self._option(decision, text, where, taken))
        size = len(taken) + len(free)
        if decision.kind == "order":
            # What is not named keeps its place behind what is.
            taken.extend(n for n in range(len(decision.options)) if n not in taken)
        elif size < decision.low or (decision.high >= 0 and size > decision.high):
            raise _Unfit
        return (*(decision.options[n] for n in taken), *free)

    def _is_named(self, decision: Decision, text: str) -> bool:
        return any(isinstance(option, str) and plain(option) == plain(text) for option in decision.options)

    def _option(self, decision: Decision, text: str, where: t.Where, taken: Sequence[int]) -> int:
        """The place among the options of what the text names. Raises _Unfit."""
        options = decision.options
        wanted = text.strip().lower()
        free = [n for n in range(len(options)) if n not in taken or decision.kind == "mode"]
        if decision.kind == "word":
            wanted = CALLED.get(wanted, wanted) if CALLED.get(wanted) in options else wanted
        exact = next((n for n in free if options[n] == text.strip()), None)
        if exact is not None and isinstance(options[exact], str):
            return exact  # "-1/+1" is no other "+1/-1"
        for n in free:
            option = options[n]
            if isinstance(option, bool):
                if wanted in (YES if option else NO) or _is_about(decision, text, option):
                    return n
            elif isinstance(option, str) and (
                option == text.strip() or option.lower() == wanted or plain(option) == plain(text)
            ):
                return n
        if not plain(text) or wanted in YES | NO | NONE:
            raise _Unfit  # and are no opening words
        if decision.kind == "mode":
            return self._mode(decision, text, free)
        if options == tuple(range(len(options))) and decision.kind in ("order", "replacement"):
            return self._numbered(decision, text, free)
        if decision.kind not in THINGS:
            for n in free:
                if wanted in SYMBOLS and _symbols(options[n]) == {SYMBOLS[wanted]}:
                    return n
            for n in free:
                option = options[n]
                if not isinstance(option, bool) and (
                    str(option).lower() == wanted
                    or (len(wanted) > 2 and str(option).lower().startswith(wanted))
                ):
                    return n
        assert self.names is not None
        here = [n for n in free if isinstance(options[n], int) and not isinstance(options[n], bool)]
        if here:
            try:
                groups = self.names.everywhere(t.Name(text=text, where=where), [options[n] for n in here])
            except ScenarioError:  # short for several of them
                raise _Unfit from None
            here.sort(key=lambda n: (text, options[n]) in self.meant_before)  # said again: another of them
            for group in groups:
                for n in here:
                    if options[n] in group or self.names.now(options[n]) in group:
                        self.face = self.names.face_named(options[n], text)
                        return n
            for group in groups:  # what is gone by the name of what it has become
                for n in here:
                    if self.names.now(options[n]) in group:
                        return n
        for n in free:
            if not isinstance(options[n], int | str) and plain(
                self.say(self.names.game, options[n])
            ).startswith(plain(text)):
                return n
        raise _Unfit

    def _numbered(self, decision: Decision, text: str, free: Sequence[int]) -> int:
        """An option that is told in the question ("1: ...; 2: ..."), by its number from 1 or words of its text."""
        if text.strip().isdigit():
            number = int(text)
            if number - 1 in free:
                return number - 1
            raise _Unfit
        told = _LISTED.split(decision.question)[1:]
        for n in free:
            if n < len(told) and f" {plain(text)}" in f" {plain(told[n])}":
                return n
        raise _Unfit

    def _mode(self, decision: Decision, text: str, free: Sequence[int]) -> int:
        """A mode by its number from 1 or its opening words."""
        if text.strip().isdigit():
            number = int(text)
            for n in free:
                if decision.options[n] == number:
                    return n
            raise _Unfit
        assert self.names is not None
        words = modes_asked_for(self.names.game, decision)
        found = [
            n
            for n in free
            if decision.options[n] <= len(words)
            and plain(words[decision.options[n] - 1]).startswith(plain(text))
        ]
        if len({decision.options[n] for n in found}) == 1:
            return found[0]
        raise _Unfit

    # ---- in words ---------------------------------------------------------------------------------------------

    def say(self, game: Game, option: Any) -> str:
        """An option in words."""
        if isinstance(option, bool):
            return "yes" if option else "no"
        if isinstance(option, int) and (option in game.objects or option in game.past):
            return self.names.call(option) if self.names else game.name(option)
        if isinstance(option, int | str):
            return str(option)
        source = getattr(option, "source", 0)
        return f"{game.name(source)}'s ability" if source else type(option).__name__


def _may_be_of(answer: t.Answer, player: str) -> bool:
    """Whether it isn't another player's."""
    return not isinstance(answer, t.AnswerOf) or answer.player == player


def _is_yes(answer: t.Answer) -> bool:
    inner = answer.answer if isinstance(answer, t.AnswerOf) else answer
    return isinstance(inner, t.Words) and inner.text.strip().lower() in YES


def _is_about(decision: Decision, text: str, answer: bool) -> bool:
    """Whether it is asked whether an effect is to replace an event, and the text names what the effect is of: `Stinkweed Imp` for whether that is dredged; or
    which of two things to do, and the text has words of the one for which the answer stands: `Spirit` for what enduring can make."""
    one, _, other = decision.question.partition(" (else ")
    if other:
        told = (plain(one), plain(other)) if answer else (plain(other), plain(one))
        said = re.compile(rf"\b{re.escape(plain(text))}s?\b")
        return said.search(told[0]) is not None and said.search(told[1]) is None
    if not answer:
        return False
    text = re.sub(r"^[a-z]+ (?=[A-Z])", "", text.strip())  # dredge Stinkweed Imp
    of = len(plain(text)) > 2 and f" {plain(text)} " in f" {plain(decision.question)} "
    return of and decision.kind == "may" and decision.question.startswith("Apply: ")


def _one_by_one(decision: Decision, items: Sequence[t.Answer]) -> tuple[t.Answer, ...]:
    """The items of an answer, of which one may be several things of the same name."""
    if decision.kind not in THINGS:
        return tuple(items)
    found: list[t.Answer] = []
    for item in items:
        several = _TIMES.fullmatch(item.text) if isinstance(item, t.Words) else None
        found += [replace(item, text=several[1])] * int(several[2]) if several else [item]
    return tuple(found)


def _is_none(items: Sequence[t.Answer]) -> TypeGuard[tuple[t.Words]]:
    return len(items) == 1 and isinstance(items[0], t.Words) and items[0].text.lower() in NONE


def _symbols(option: Any) -> set[str]:
    """The symbols of an option that is mana ("{U}{U}"), else none."""
    known = isinstance(option, str) and re.fullmatch(r"(\{[WUBRGC]\})+", option)
    return set(re.findall("[WUBRGC]", option)) if known else set()


def say(answer: t.Answer) -> str:
    """An answer of a scenario as it may be written."""
    match answer:
        case t.Words(text=text):
            return text
        case t.Number(value=value):
            return str(value)
        case t.Several(items=items):
            return f"[{', '.join(say(item) for item in items)}]"
        case t.Division(shares=shares):
            return f"{{{', '.join(f'{s.to.text}: {s.amount}' for s in shares)}}}"
        case t.AnswerTo(kind=kind, answer=inner):
            return f"{{{kind}: {say(inner)}}}"
        case t.AnswerOf(player=player, answer=inner):
            return f"{{{player}: {say(inner)}}}"
