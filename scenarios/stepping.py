"""A game played step by step: a scenario that grows by an action at a time, and can be taken back and written down.

    table = Table(scenario)
    for option in table.options():     # what the player whose turn it is to act can do
        print(option.text)
    table.take(option.action)          # or raises Asked, with what has to be answered first

After each step the scenario is played anew from its beginning: what is seen is what its file will show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.errors import IllegalAction, Undecided
from engine.game import Game
from engine.model import ObjectId
from engine.playing import Action
from scenarios import asking
from scenarios.format import ScenarioError, data, dump, read_data
from scenarios.format import types as t
from scenarios.runner import answers, board
from scenarios.runner.answering import ScriptedDecider
from scenarios.runner.playing import Play
from scenarios.runner.results import Board, Event

Step = dict[str, Any]
"""An action as a scenario writes it."""
PLAYED = ("players", "cards", "turn", "answers", "rules", "title")
"""What is kept of a scenario beside its actions: nothing that it asks or expects."""


class Option(msgspec.Struct, frozen=True):
    """Something that can be done now: in words, and as an action of a scenario."""

    text: str
    action: Step


class Asked(Exception):
    """A step needs an answer first: `question`, and the `options` that there are; without any, a number or a list."""

    def __init__(self, undecided: Undecided) -> None:
        told = str(undecided)
        _, _, self.question = told.partition("has no answer for: ")
        self.question = self.question.partition("; it may be")[0] or told
        self.options = _numbered(undecided.options)
        super().__init__(told)


def _numbered(options: Sequence[str]) -> tuple[str, ...]:
    """The options in words; of several of one name with their numbers, in the order in which they came."""
    seen: dict[str, int] = {}
    found = []
    for option in options:
        seen[option] = seen.get(option, 0) + 1
        found.append(f"{option} #{seen[option]}" if options.count(option) > 1 else option)
    return tuple(found)


class Table:
    """A game that goes on from where a scenario ends; its expectations and questions are left out. Raises what playing the scenario does."""

    def __init__(self, scenario: t.Scenario) -> None:
        whole = data(scenario)
        self.base = {key: whole[key] for key in PLAYED if key in whole}
        self.steps: list[Step] = list(whole.get("do", ()))
        self.given = len(self.steps)
        self.play = self._played(self.steps)

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.play.game

    def board(self) -> Board:
        """The board as it stands."""
        return board.describe(self.game, self.play.names)

    def told(self, since: int = 0) -> list[Event]:
        """What happened, from this step of the game's trace on."""
        return [Event(s.index, s.text, s.rules, s.cause, s.when) for s in self.game.steps[since:]]

    def options(self) -> list[Option]:
        """What the player can do who has priority, or has to declare attackers or blockers; each as an action of a scenario."""
        return [Option(str(action), self._step(action)) for action in self.game.legal_actions()]

    def take(self, step: Step) -> None:
        """Go on by a step. Raises Asked where it needs an answer (give it in the step's `choose`), IllegalAction or ScenarioError; the game is then as before."""
        play = self._played([*self.steps, step])
        self.steps.append(step)
        self.play = play

    def undo(self) -> bool:
        """Take the last step back; whether there was one that had been taken here."""
        if len(self.steps) == self.given:
            return False
        self.steps.pop()
        self.play = self._played(self.steps)
        return True

    def answer(self, words: str) -> answers.Answered:
        """A question in words about the game as it stands. Raises ScenarioError."""
        return asking.answer(self.play, t.InWords(text=words))

    def what(self, name: str) -> answers.Answered:
        """What an object is now, and why. Raises ScenarioError."""
        return asking.answer(self.play, t.What(object=t.Name(text=name)))

    def written(self) -> str:
        """The game so far as the text of a scenario file."""
        document = read_data({**self.base, "do": self.steps})
        assert isinstance(document, t.Scenario)
        return dump(document)

    def _played(self, steps: Sequence[Step]) -> Play:
        """The game after some steps. Whoever sat down at the table answers everything; what the file left open takes its default."""
        scenario = read_data({**self.base, "do": list(steps)})
        assert isinstance(scenario, t.Scenario)
        decider = ScriptedDecider(scenario.answers)
        game, names = board.lay(scenario, decider)
        decider.names = names
        play = Play(scenario, game, names, decider)
        play.open()
        for place, action in enumerate(scenario.do):
            decider.strict = place >= self.given
            play.current = action
            try:
                play.act(action)
            except Undecided as undecided:
                raise Asked(undecided) from None
        return play

    def _step(self, action: Action) -> Step:
        """An action of the engine's as a scenario writes it."""
        by = {"by": action.player}
        match action.kind:
            case "pass":
                return {"pass": action.player}
            case "attack":
                return {"attack": {self._name(id): self._thing(whom) for id, whom in action.attacks}}
            case "block":
                blocks = {self._name(id): [self._name(each) for each in whom] for id, whom in action.blocks}
                return {"block": blocks, **by}
            case "activate":
                return {"activate": self._name(action.object), "ability": action.ability + 1, **by}
            case "special":
                return {"special": self._name(action.object), "action": action.special, **by}
            case _:
                verb = "cast" if action.kind == "cast" else "play"
                return {verb: self._name(action.object), **self._which(action), **by}

    def _which(self, action: Action) -> Step:
        """Which face of a card, and from where if not from the hand."""
        obj = self.game.objects[action.object]
        said: Step = {}
        if action.face is not None and obj.card is not None:
            said["face"] = obj.card.faces[action.face].name
        if obj.zone != "hand":
            said["from"] = obj.zone
        return said

    def _thing(self, thing: ObjectId | str) -> str:
        return thing if isinstance(thing, str) else self._name(thing)

    def _name(self, id: ObjectId) -> str:
        """What a scenario calls an object: its label, or its name with its number where several in its zone bear it."""
        names, game = self.play.names, self.game
        for label, labelled in names.labels.items():
            if names.now(labelled) == id:
                return label
        name = game.name(id)
        alike = names.bearing(t.Name(text=name), game.objects[id].zone)
        return name if len(alike) < 2 or id not in alike else f"{name} #{alike.index(id) + 1}"


def joined(steps: Sequence[Mapping[str, Any]]) -> Step:
    """Several declarations as one: all attackers, or all blockers of a player. Raises ScenarioError for anything else."""
    for verb in ("attack", "block"):
        if all(verb in step for step in steps):
            whole = dict(steps[0])
            whole[verb] = {name: whom for step in steps for name, whom in step[verb].items()}
            return whole
    raise ScenarioError(t.NOWHERE, "only attackers, or blockers, are declared together")


__all__ = ["Asked", "IllegalAction", "Option", "Step", "Table", "joined"]
