"""The decider of an exploration: what the scenario answers is answered so; for the rest it follows a script, and keeps what else could be answered."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from engine.game import Context, Decision, Defaulted, Game, default_answer, is_forced
from engine.model import ObjectId, PlayerId, Thing
from scenarios.exploring import alternatives
from scenarios.exploring.states import Forms
from scenarios.format import types as t
from scenarios.runner.answering import THINGS, ScriptedDecider
from scenarios.runner.choices import modes_asked_for
from scenarios.runner.results import Choice

OF_THINGS = THINGS | {"player"}


class Taken(msgspec.Struct, frozen=True):
    """An answer that was taken, and how it is told; None where all that could be answered is the same."""

    answer: Any
    choice: Choice | None = None


class Made(msgspec.Struct, frozen=True):
    """A choice that was made, and how many steps of the ruling had been told then: what comes of it begins with the next."""

    choice: Choice
    step: int


class Fork(msgspec.Struct):
    """A decision of which not every answer has been tried: what was taken before it, and what is left to take."""

    before: tuple[Taken, ...]
    rest: list[Taken]


class ExploringDecider(ScriptedDecider):
    """`script`: what to take at the decisions that come up first; `taken`: what has been, since the game was last looked at; `forks`: the decisions
    after the script that have other answers; `made_so_far`: all choices on the way to where the game stands. `skipped`: why decisions were not explored, by
    their questions."""

    def __init__(self, scenario: t.Scenario, wanted: t.Explore, forms: Forms) -> None:
        super().__init__(scenario.answers, scenario.strict)
        self.forms = forms
        self.limit = wanted.limit
        self.kinds = alternatives.kinds(wanted.over)
        self.trying = False
        self.script: Sequence[Taken] = ()
        self.taken: list[Taken] = []
        self.forks: list[Fork] = []
        self.skipped: dict[str, str] = {}
        self.made_so_far: tuple[Made, ...] = ()
        self.current: dict[ObjectId, None] = {}

    def start(self, script: Sequence[Taken]) -> None:
        """Go on from a game as it stands, with these answers first."""
        self.script, self.taken, self.forks, self.current = script, [], [], {}

    def saved(self) -> Any:
        """The state of the queues, and what has been chosen."""
        return super().saved(), self.made_so_far

    def restore(self, saved: Any) -> None:
        """Go back to what `saved` gave."""
        queues, self.made_so_far = saved
        super().restore(queues)

    # ---- the Decider ------------------------------------------------------------------------------------------

    def default(self, game: Game, decision: Decision) -> Any:
        """What is to be tried of what nothing answers; the default for what is not explored."""
        if decision.forced or is_forced(decision):
            return default_answer(game, decision)
        assert self.names is not None
        if self.trying or game is not self.names.game or not self._explored(decision):
            return super().default(game, decision)
        why = alternatives.why_not(decision)
        if why:
            self.skipped.setdefault(decision.question, why)
            return super().default(game, decision)
        usual = default_answer(game, decision)
        taken = self._taken(game, lambda: self._ways(game, decision, usual))
        return Defaulted(taken.answer) if taken.answer == usual else taken.answer

    def declaration(self, game: Game, player: PlayerId, verb: str) -> dict[ObjectId, Any]:
        """What to attack or block with where no action says it (see engine.game.Declarer)."""
        assert self.names is not None
        kind = "attacks" if verb == "attack with" else "blocks"
        if self.trying or game is not self.names.game or kind not in self.kinds:
            return {}
        return dict(self._taken(game, lambda: self._declarations(game, player, verb, kind)).answer)

    def _explored(self, decision: Decision) -> bool:
        if alternatives.by_chance(decision):
            return "coin" in self.kinds
        return decision.kind in self.kinds

    def _taken(self, game: Game, ways: Callable[[], Iterator[Taken]]) -> Taken:
        """The way that the script says, else the first."""
        place = len(self.taken)
        if place < len(self.script):
            way = self.script[place]
        else:
            # All at once, since the game goes on from here; more than these are past the limit anyway.
            way, *rest = islice(ways(), self.limit + 1)
            if rest:
                self.forks.append(Fork(tuple(self.taken), rest))
            else:
                way = Taken(way.answer)
        self.taken.append(way)
        if way.choice is not None:
            self.made_so_far += (Made(way.choice, len(game.steps)),)
        return way

    # ---- what can be taken --------------------------------------------------------------------------------------

    def _ways(self, game: Game, decision: Decision, usual: Any) -> Iterator[Taken]:
        known: dict[int, Sequence[Hashable]] = {}

        def classes(options: Sequence[Any]) -> Sequence[Hashable]:
            if id(options) not in known:
                known[id(options)] = self._of_options(game, decision, options)
            return known[id(options)]

        by = "chance" if alternatives.by_chance(decision) else decision.player
        for number, answer in enumerate(alternatives.answers(decision, usual, classes)):
            words = self._words(game, decision, answer)
            yield Taken(answer, Choice(by, decision.kind, _asked(game, decision), words, number == 0))

    def _declarations(self, game: Game, player: PlayerId, verb: str, kind: str) -> Iterator[Taken]:
        question = f"what {player} {verb.split()[0]}s with"
        seen: set[Hashable] = set()
        for way in alternatives.declarations(game, player, verb, self._classes(game)):
            form = self._form(game, way)
            if form not in seen:
                yield Taken(way, Choice(player, kind, question, self._declared(way), not seen))
                seen.add(form)

    def _of_options(self, game: Game, decision: Decision, options: Sequence[Any]) -> Sequence[Hashable]:
        if decision.kind not in OF_THINGS or not any(_is_object(game, option) for option in options):
            return [(type(option).__name__, repr(option)) for option in options]
        return self._classes(game)(options)

    def _classes(self, game: Game) -> alternatives.Classes:
        assert self.names is not None
        labels = {label: self.names.now(id) for label, id in self.names.labels.items()}
        picked = [thing for taken in self.taken for thing in _things(taken.answer)]
        current = _at_hand(game)
        self.current |= dict.fromkeys(current)
        fixed = [id for id in self.current if id not in picked]
        return lambda options: self.forms.classes(game, labels, options, picked, fixed)

    # ---- in words ---------------------------------------------------------------------------------------------

    def _words(self, game: Game, decision: Decision, answer: Any) -> str:
        options = decision.options
        if decision.kind in ("number", "x"):
            return str(answer)
        if options and decision.kind in ("order", "replacement") and options == tuple(range(len(options))):
            told = re.split(r"(?:^|[;?]\s*)\d+:\s*", decision.question)[1:]
            return ", then ".join(told[n] if n < len(told) else str(n + 1) for n in answer)
        if decision.kind == "divide":
            return ", ".join(
                f"{n} to {self._call(game, o, options)}" for o, n in zip(options, answer, strict=True) if n
            )
        if decision.kind == "mode":
            said = modes_asked_for(game, decision)
            return " and ".join(said[n - 1] if n <= len(said) else f"mode {n}" for n in answer) or "none"
        joint = ", then " if decision.kind == "order" else ", "
        return joint.join(self._call(game, option, options) for option in answer) or "none"

    def _call(self, game: Game, option: Any, options: Sequence[Any]) -> str:
        """An option in words that tell it from the others, where they are not the same."""
        words = self.say(game, option)
        if not _is_object(game, option):
            return words
        assert self.names is not None
        like = [o for o in options if _is_object(game, o) and self.say(game, o) == words]
        if len(like) > 1 and len({self.names.side(o) for o in like}) > 1:
            words = f"{self.names.side(option)}'s {words}"
        return words

    def _declared(self, way: dict[ObjectId, Any]) -> str:
        assert self.names is not None
        call = self.names.call
        parts = []
        for id, whom in way.items():
            each = whom if isinstance(whom, tuple) else (whom,)
            parts.append(f"{call(id)}: {' and '.join(call(one) for one in each)}")
        return ", ".join(parts) or "nothing"

    def _form(self, game: Game, way: dict[ObjectId, Any]) -> Hashable:
        """What a declaration is, up to exchanging equal creatures."""
        assert self.names is not None
        labels = {label: self.names.now(id) for label, id in self.names.labels.items()}
        pairs = [
            (id, one) for id, whom in way.items() for one in (whom if isinstance(whom, tuple) else (whom,))
        ]
        return self.forms.declared(game, labels, pairs)


def _asked(game: Game, decision: Decision) -> str:
    """The question without the options that are told in it; of a target, what it is for."""
    question = re.split(r"[:;?]?\s*\b1:\s", decision.question)[0].rstrip("?: ") or decision.question
    if decision.kind == "target" and game.stack():
        question = f"{question.split(' (')[0]} ({game.name(game.stack()[0])})"
    return question


def _is_object(game: Game, option: Any) -> bool:
    return (
        isinstance(option, int)
        and not isinstance(option, bool)
        and (option in game.objects or option in game.past)
    )


def _things(answer: Any) -> Iterator[Thing]:
    """What stands in an answer."""
    if isinstance(answer, dict):
        for key, value in answer.items():
            yield key
            yield from _things(value)
    elif isinstance(answer, tuple):
        for each in answer:
            yield from _things(each)
    elif isinstance(answer, int | str) and not isinstance(answer, bool):
        yield answer


def _at_hand(game: Game) -> list[ObjectId]:
    """The objects that the engine is at as it asks: those that single variables of the functions that are running stand for. Nothing else knows which of
    several things it is that something is being done to."""
    found: dict[ObjectId, None] = {}
    frame = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] in ("engine", "scenarios"):
        if frame.f_globals["__name__"].startswith("engine."):
            for value in frame.f_locals.values():
                if isinstance(value, int) and not isinstance(value, bool):
                    if value in game.objects:
                        found[value] = None
                elif isinstance(value, Context):
                    for things in value.focus.values():
                        found.update(
                            dict.fromkeys(t for t in things if isinstance(t, int) and t in game.objects)
                        )
        frame = frame.f_back  # type: ignore[assignment]
    return list(found)
