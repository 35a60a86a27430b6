"""A scenario in play: its game, its names and answers, and the passing of priority between its actions (scenario format: do)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from engine.errors import IllegalAction, Undecided
from engine.game import COMBAT_STEPS, Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.rules.choosing import IN_A_SEARCH
from engine.rules.stack import priority
from engine.rules.turn import passing, turn
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner import barred
from scenarios.runner.answering import ScriptedDecider, say
from scenarios.runner.naming import Names

MAX_PASSES = 5_000
"""How many times players may pass for one action to become possible; more is an endless loop of optional actions (README: limits)."""
PRIORITY = "117.1"
"""The rule under which an action of a player without priority is refused: a reason that passes."""
UNPERMITTED = ("601.3", "602.2", PRIORITY)
"""Rules under which an action is refused that what waits on the stack may come to permit (Snapcaster Mage, Act of Treason)."""
TIMING = frozenset({"117.1", "117.1a", "117.1b", "307.1", "302.1", "301.1", "303.1", "306.1", "305.1", "305.3", "116.2a", "602.5d", "606.3", "508.1", "509.1", "601.3a", "702.8a"})  # fmt: skip
"""Rules that say when an action can be taken: at another time it may be legal."""
FOUGHT = ("combat damage", "end of combat")
MAIN = ("precombat main", "postcombat main")


class Session(ABC):
    """A game that a scenario is played on. `current`: the action that is going on; `trying`: it is only tried, on a copy."""

    def __init__(self, game: Game, names: Names, decider: ScriptedDecider) -> None:
        self.game = game
        self.names = names
        self.decider = decider
        self.trying = False
        self.current: t.Action | None = None

    @abstractmethod
    def carry_out(self, action: t.Action, hurry: bool = False) -> None:
        """Carry out an action. `hurry`: as things stand, with nothing resolved for it and no step left. Raises IllegalAction."""

    def begin(self, action: t.Action) -> None:
        """The action proper begins: what comes up from now until the next one is answered by its `choose`, and what sat before it is over.

        A combat goes on with what its declarations made trigger: their answers wait for it."""
        if not self.trying:
            if self.game.stack() or self.game.pending or self.game.turn.step in COMBAT_STEPS:
                self.decider.keep()
            else:
                self.close()
                self.decider.kept = []
        self.decider.expect(action.choose)

    def made(self, id: ObjectId | None) -> None:
        """The spell or ability that the action put on the stack: its answers stay with it."""
        if id is not None:
            self.decider.made(id)

    def close(self) -> None:
        """An answer in `choose` that nothing asked for is an error."""
        unused = self.decider.unused()
        if unused:
            answer = unused[0].answers[0]
            asked = "; ".join(map(self._asked, unused[0].asked)) or "nothing was asked"
            told = f"nothing asked for the answer '{say(answer)}'; what was asked: {asked}"
            not_allowed = unused[0].not_allowed()
            if not_allowed is not None and not_allowed.answer is answer:
                told = f"the answer '{say(answer)}' is not legal: {not_allowed.reason} (CR {not_allowed.rule}); what was asked: {asked}"
            unfound = next((a for a in self.game.assumptions if a.question == IN_A_SEARCH), None)
            told += (
                f"; {unfound.player} searched cards that nothing is known about: {unfound.answer}"
                if unfound
                else ""
            )
            raise ScenarioError(answer.where, told)

    def _asked(self, decision: Decision) -> str:
        """A question with its options."""
        options = barred.listed(self.names, decision)
        return f"{decision.question}: {options}" if options else decision.question

    # ---- trying ---------------------------------------------------------------------------------------------------

    def attempt(self, action: t.Action) -> IllegalAction | None:
        """Try an action on a copy of the game: None if it is legal, else why not."""
        with self.aside():
            self.trying = True
            self.decider.strict = False
            try:
                self.carry_out(action, hurry=True)
            except IllegalAction as refused:
                return refused
        return None

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What happens inside leaves no trace: the game, the answers and the labels are put back."""
        game, answers, labels = self.game.fork(), self.decider.saved(), dict(self.names.labels)
        strict, trying = self.decider.strict, self.trying
        try:
            yield
        finally:
            self.game.restore(game)
            self.decider.restore(answers)
            self.decider.strict, self.trying = strict, trying
            self.names.labels = labels

    # ---- passing --------------------------------------------------------------------------------------------------

    def resolve_all(self) -> None:
        """Everyone passes until the stack is empty."""
        for _ in range(MAX_PASSES):
            if not self.game.over and self.game.pending and not self.game.stack():
                priority.give(self.game, self.game.turn.priority)  # CR 603.3: as the next player gets it
            if self.game.over or not self.game.stack():
                return
            self.pass_()
        raise Undecided(f"the stack did not empty in {MAX_PASSES} passes")

    def pass_(self) -> None:
        """The least that lets the game go on."""
        self.going(passing.go_on)

    def go_on(self, game: Game) -> None:
        """The least that lets the game go on, on its way to a step."""
        passing.go_on(game)

    def going(self, on: Callable[[Game], object]) -> None:
        """The game goes on. A label of a spell or ability goes over to the (first) token that it makes as it resolves."""
        game = self.game
        top, before = (game.stack() or (0,))[0], len(game.log)
        on(game)
        label = (
            next((label for label, id in self.names.labels.items() if id == top), None)
            if top not in game.stack()
            else None
        )
        if label is not None and game.became.get(top) not in game.battlefield():
            made = next((h.event.was for h in game.log[before:] if isinstance(h.event, ev.CreateToken)), None)
            if made is not None:
                self.names.label(label, made)

    def resolve(self, action: t.Action, count: int | str | t.Name) -> None:
        """Everyone passes until so much of the stack has resolved: "top", "all", a number, or down to what is named (of several of one name, the
        topmost). Raises ScenarioError where there is less."""
        if count == "all":
            self.resolve_all()
            return
        number = self._down_to(count) if isinstance(count, t.Name) else 1 if count == "top" else int(count)
        for _ in range(number):
            stack = self.game.stack()
            if not stack:
                raise ScenarioError(action.where, "nothing is on the stack to resolve")
            for _ in range(MAX_PASSES):
                if self.game.over or stack[0] not in self.game.stack():
                    break
                self.pass_()

    def _down_to(self, name: t.Name) -> int:
        """How much of the stack is above what is named, with that itself. Raises ScenarioError for what isn't on the stack."""
        if self.game.pending and not self.game.stack():
            priority.give(self.game, self.game.turn.priority)
        stack = self.game.stack()
        found = [i for i in self.names.candidates(name, ("stack",)) if i in stack]
        if not found:
            raise ScenarioError(
                name.where,
                f"'{name.text}' is not on the stack",
                expected=" or ".join(["top", "all", *dict.fromkeys(self.game.name(i) for i in stack)]),
            )
        return min(stack.index(i) for i in found) + 1

    def to(self, moment: t.Moment) -> None:
        """The stack resolves and the game goes on to the moment, or as far as it goes."""
        number = moment.turn
        if moment.step is None and number == self.game.turn.number and self.is_now(moment):
            return
        if moment.next and self.is_now(moment):
            while self.is_now(moment) and not self.game.over:
                self.pass_()
        if not self.is_now(moment):
            self.resolve_all()
        step = moment.step.value if moment.step is not None else None
        if moment.whose is not None and number is None:
            self._to_turn_of(moment.whose, step)
            return
        passing.to_step(
            self.game, step, number, self.go_on
        )  # as far as the game goes: that it ends on the way is an answer
        active = self.game.turn.active
        if moment.whose is not None and not self.game.is_active(moment.whose) and not self.game.over:
            raise ScenarioError(moment.where, f"turn {number} is {active}'s, and not {moment.whose}'s")
        if self.game.over and not self.is_now(moment):
            self.game.note(
                f"the game is over before {'turn ' + str(number) + ' ' if number else ''}{step or 'begins'}",
                "104.1",
            )

    def _to_turn_of(self, player: PlayerId, step: str | None) -> None:
        """Go on to the next such step of a turn of the player's, which can be the one that it is; without a step to where a turn begins."""
        for _ in range(MAX_PASSES):
            passing.to_step(self.game, step, None if step else self.game.turn.number + 1)
            if self.game.over or self.game.is_active(player):
                return
            if step is not None:
                passing.to_step(self.game, "cleanup")
                self.pass_()
        raise Undecided(f"{player}'s {step or 'turn'} did not come")

    def is_now(self, moment: t.Moment) -> bool:
        """Whether the game stands there."""
        turn_now, step_now = self.game.turn.number, self.game.turn.step
        theirs = moment.whose is None or self.game.is_active(moment.whose)
        return theirs and moment.turn in (None, turn_now) and moment.step in (None, step_now)

    def until_priority(self, player: PlayerId, hurry: bool = False) -> None:
        """The others pass until the player has priority. `hurry`: nothing may resolve and no step end on the way."""
        for _ in range(MAX_PASSES):
            game = self.game
            if game.over or game.has_priority(player) or game.players[player].lost:
                return
            waits = turn.needs_declaration(game)
            holder = game.turn.priority
            if hurry and (holder is None or self._all_but(holder) or waits):
                return
            self.pass_()
        raise Undecided(f"{player} did not get priority in {MAX_PASSES} passes")

    def _all_but(self, holder: PlayerId) -> bool:
        """Whether everybody but the holder of priority has passed: another pass would resolve something or end the step."""
        game = self.game
        passed = game.turn.passed.union(game.seating.together(holder))
        return all(p in passed for p in game.order if not game.players[p].lost)

    def declare_nothing(self) -> None:
        """An action in a declare step comes after the declaration: it declares nothing if the scenario did not."""
        for _ in range(MAX_PASSES):
            if not turn.needs_declaration(self.game):
                return
            self.pass_()

    def sorcery_time(self, player: PlayerId, action: t.Action) -> None:
        """CR 307.1: the stack resolves, and in the player's own turn the next main phase comes; not where something permits the action at once."""
        game = self.game
        if not game.stack() and (not game.is_active(player) or game.turn.step in MAIN):
            return
        if not self.trying and self.attempt(action) is None:
            return
        self.resolve_all()
        if not game.is_active(player) or game.turn.step in MAIN:
            return
        start = game.turn.number
        saved = game.fork(), self.decider.saved()
        for _ in range(MAX_PASSES):
            self.pass_()
            if game.over or game.turn.number != start:
                game.restore(saved[0])
                self.decider.restore(saved[1])
                return
            if game.turn.step in MAIN:
                return

    def after_what_allows(self, action: t.Action, is_offered: Callable[[], bool]) -> None:
        """As much of the stack resolves as is needed for the action to be permitted: for the card to have the way of casting that is named (Snapcaster Mage
        gives flashback), to be cast from where it is, for the player to control the permanent; nothing does if it isn't even then. `is_offered`: whether an ability on the stack lets it be cast so (madness)."""

        def is_permitted() -> bool:
            refused = None if is_offered() else self.attempt(action)
            return refused is None or refused.rule not in UNPERMITTED

        self.until(is_permitted)

    def until(self, holds: Callable[[], bool]) -> None:
        """As much of the stack resolves as is needed for something to hold; nothing does if it doesn't even then."""
        saved = self.game.fork(), self.decider.saved(), dict(self.names.labels)
        for _ in range(MAX_PASSES):
            if holds():
                return
            if self.game.over or not self.game.stack():
                break
            self.pass_()
        self.game.restore(saved[0])
        self.decider.restore(saved[1])
        self.names.labels = saved[2]

    def deal(self) -> None:
        """Everyone passes until the damage that has been assigned is dealt."""
        for _ in range(MAX_PASSES):
            game = self.game
            if (
                game.over
                or game.combat is None
                or not game.combat.assigned
                or game.turn.step == "combat damage"
            ):
                return
            self.pass_()

    def fight(self) -> None:
        """The combat that is going on is fought out: everyone passes, and declares nothing more, until its damage is dealt."""
        combat = self.game.combats
        for _ in range(MAX_PASSES):
            game = self.game
            if game.over or game.combat is None or game.combats != combat or game.turn.step in FOUGHT:
                return
            self.pass_()

    # ---- who acts -------------------------------------------------------------------------------------------------

    def by(self, action: t.Action, sides: Sequence[PlayerId], what: str) -> PlayerId:
        """Who acts: who the scenario says, or the only one who can."""
        if action.by is not None:
            return action.by
        found = list(dict.fromkeys(sides))
        if len(found) > 1:
            raise ScenarioError(
                action.where, f"{' and '.join(found)} have {what}", expected="'by' and the player who acts"
            )
        return found[0]
