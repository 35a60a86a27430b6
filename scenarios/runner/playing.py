"""Playing a scenario: its actions in order, and what sits between them (scenario format: do).

Before an action of a player the others pass until that player has priority. Where the action needs an empty stack, or a step of this turn that has not
come, the stack resolves and the turn goes on first. An action that must be refused (`illegal`) is tried as things stand; nothing is resolved for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.errors import IllegalAction, Undecided, Unsupported
from engine.game import Assumption, Game
from engine.model import ObjectId, PlayerId
from engine.rules.effects import fates
from engine.rules.stack import priority, state_based_actions
from engine.rules.turn import games, passing
from scenarios import asking
from scenarios.explaining import Subject
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner import combat, expecting, nearly, opening, properties, spells, telling
from scenarios.runner.answering import ScriptedDecider, say
from scenarios.runner.answers import Answered
from scenarios.runner.naming import Names, NothingNamed
from scenarios.runner.results import Check
from scenarios.runner.session import MAX_PASSES, PRIORITY, TIMING, Session

Acted = TypeVar("Acted")

NOT_YET = ("115.", "118.3", "601.2c", "601.2h", "602.2")
"""The rules by which an action is refused that has no legal target or can't be paid, or whose ability the object lacks: what resolves can change that."""


class Play(Session):
    """Plays one scenario on a game. `checks` collects what `check` and `illegal` find."""

    def __init__(self, scenario: t.Scenario, game: Game, names: Names, decider: ScriptedDecider) -> None:
        super().__init__(game, names, decider)
        self.scenario = scenario
        self.checks: list[Check] = []
        self.answers: list[Answered] = []
        self.first: list[bool] = []  # which questions are answered before the game goes on to its end
        self.early: dict[int, Answered] = {}
        self.taken: dict[
            int, Answered
        ] = {}  # answers about actions of the scenario, given as these were taken

    def play(self) -> None:
        """All actions, then the rest of the stack, then on to `until`; whether every answer was asked for (`answered`) is not looked at. Raises IllegalAction
        for an action that the rules refuse."""
        for stage in self.stages()[:-1]:
            stage()

    def stages(self) -> tuple[Callable[[], None], ...]:
        """The parts that a play consists of, in order. Each goes on from the game, names and answers as they are, and from nothing else."""
        acts = (partial(self._take, action) for action in self.scenario.do)
        return (self.open, *acts, self.deal, self._go_on, self._settle, self._end, self.answered)

    def _take(self, action: t.Action) -> None:
        self.current = action
        for place, question in enumerate(self.scenario.ask):
            if place not in self.taken and (now := asking.asked_of(self, question, action)) is not None:
                self.taken[place] = self._answer(now)
        self.act(action)

    def _go_on(self) -> None:
        """As far as the scenario says, or to the end of a combat that its actions began."""
        self.current = None
        self.first = [asking.asked_before_the_end(self, question) for question in self.scenario.ask]
        self.early = self._answers(n for n, now in enumerate(self.first) if now and n not in self.taken)
        until = self.scenario.until
        opening.finish(self)
        if until is not None:
            self.to(until)
        elif self._leaves_a_combat():
            self.fight()

    def _settle(self) -> None:
        """Everything on the stack resolves; a game that is started by that begins."""
        self.resolve_all()
        while self.game.starting is not None:
            opening.finish(self)
            self.resolve_all()

    def _end(self) -> None:
        """The questions that are answered at the end."""
        late = self._answers(n for n, now in enumerate(self.first) if not now and n not in self.taken)
        self.answers += [found for _, found in sorted((self.taken | self.early | late).items())]

    def answered(self) -> None:
        """Raises ScenarioError for answers that nothing asked for."""
        self.close()
        if (left := self.decider.left()) and not self.game.over:
            raise ScenarioError(left[0].where, f"nothing asked for the answer '{say(left[0])}'")

    def _answers(self, places: Iterable[int]) -> dict[int, Answered]:
        """The answers to those of the scenario's questions as things stand, by their places."""
        return {place: self._answer(self.scenario.ask[place]) for place in places}

    def _answer(self, question: t.Question) -> Answered:
        """The answer to a question as things stand, held against what it must be."""
        try:
            answered = asking.answer(self, question)
        except ScenarioError as fault:
            if not isinstance(question, t.InWords):
                raise
            return asking.not_understood(
                question, fault
            )  # the game, and what else is asked, stands without it
        self.checks.extend(asking.check(self, question, answered))
        return answered

    def _leaves_a_combat(self) -> bool:
        """Whether the actions end in a combat that they began, and nothing says how far the game goes on: neither an action, nor an expectation that
        speaks of the step or of who attacks and blocks."""
        begun = any(isinstance(a, t.Attack | t.Block) and not a.illegal for a in self.scenario.do)
        for expect in self.scenario.expect:
            combat = any(o.properties.attacking or o.properties.blocking for o in expect.objects or ())
            if combat or expect.step is not None:
                return False
        acts = [action for action in self.scenario.do if not isinstance(action, t.Check | t.Ask)]
        last = t.Attack | t.Block | t.Cast | t.Activate | t.Special | t.Concede
        return begun and not self.game.over and isinstance(acts[-1], last)

    def open(self) -> None:
        """CR 117.5: somebody gets priority where the game stands, except in the steps without (502.4, 514.3)."""
        if self.game.starting is None and self.game.turn.step not in ("untap", "cleanup"):
            priority.give(self.game)

    def act(self, action: t.Action) -> None:
        """One action."""
        self._act(action)
        games.resume(self.game)  # CR 729.5: a subgame may have ended otherwise than by passing

    def _act(self, action: t.Action) -> None:
        if self.game.over and not (isinstance(action, t.Check | t.Ask) and action.at is None):
            raise ScenarioError(action.where, f"the game is over: {self.game.over}")
        if not isinstance(action, t.Assign):
            self.deal()
        opening.finish(self, action)
        if action.at is not None:
            self.to(action.at)
        if isinstance(action, t.Check):
            for expect in action.expect:
                nearly.note(self.game, self.names, expect)
                checks = expecting.check(self.game, self.names, expect, self.attempt)
                told = (expecting.with_the_stack(self.game, each) for each in checks)
                self.checks.extend(expecting.at_the_time(self.game, each) for each in told)
                properties.explain(self.game, self.names, expect)
        elif isinstance(action, t.Ask):
            self.answers.extend(map(self._answer, action.questions))
        elif action.illegal:
            self._refused(action)
        else:
            if action.wait:
                self._wait(action)
            self._once_it_is_there(action, lambda: self.carry_out(action))

    def _once_it_is_there(self, action: t.Action, act: Callable[[], Acted]) -> Acted:
        """Act; where the action names what isn't there yet, after as much of the stack has resolved as brings it. Raises ScenarioError for what never comes."""
        before = self.game.fork(), self.decider.saved(), dict(self.names.labels)
        missing: NothingNamed | IllegalAction | None = None
        while True:
            saved = self.game.fork(), self.decider.saved(), dict(self.names.labels)
            try:
                return act()
            except NothingNamed as error:
                missing = missing or error
                stacked = saved[0].stack()
                self._back(before if not stacked else saved)
                if not stacked:
                    raise missing from None
            except IllegalAction as error:
                self._back(saved)
                if not spells.aims_at_what_resolves(self, action):
                    if not self._legal_later(action, act, error):
                        raise missing if isinstance(missing, IllegalAction) else error from None
                    self._assume_later(action)
                missing = missing or error
            self.resolve(action, "top")

    def _legal_later(self, action: t.Action, act: Callable[[], Acted], now: IllegalAction) -> bool:
        """Whether what waits on the stack makes the action legal, which can't be aimed or paid yet: the mana that it adds, the creature that it makes of a
        land. It is tried; the game is as it was before."""
        if not (self.game.stack() and now.rule.startswith(NOT_YET)):
            return False
        before = self.game.fork(), self.decider.saved(), dict(self.names.labels)
        try:
            while self.game.stack():
                self.resolve(action, "top")
                saved = self.game.fork(), self.decider.saved(), dict(self.names.labels)
                try:
                    act()
                except (IllegalAction, NothingNamed):
                    self._back(saved)
                else:
                    return True
            return False
        except (ScenarioError, Unsupported, Undecided):
            return False
        finally:
            self._back(before)

    def _assume_later(self, action: t.Action) -> None:
        """Note once that the action waits for what is on the stack."""
        later = Assumption("the file", telling.tell(action), "once what is on the stack has made it legal")
        if later not in self.game.assumptions:
            self.game.assumptions.append(later)

    def _back(self, saved: tuple[Game, Any, dict[str, ObjectId]]) -> None:
        self.game.restore(saved[0])
        self.decider.restore(saved[1])
        self.names.labels = saved[2]

    def _refused(self, action: t.Action) -> None:
        """CR 733.1: an action that must be refused, for a reason of its own; the game goes on as if it had not been tried."""
        told = telling.tell(action)
        if isinstance(action, t.Activate):
            spells.settle(self, action)
        elif isinstance(action, t.Attack) and not self.game.turn.step.startswith("declare"):
            self.resolve_all()  # as before an attack that is legal
        refused = self._once_it_is_there(action, lambda: self.attempt(action))
        if refused is not None and refused.rule == PRIORITY:
            refused = self._with_priority(action, refused)
        refused, beside = self._own_reason(action, refused)
        refused = refused or self._answer_not_allowed(action)
        wanted = f"refused under {action.illegal}" if isinstance(action.illegal, str) else "refused"
        if refused is None:
            found = f"it is legal{beside}"
            self.checks.append(Check(f"{told}: {wanted}", False, found, str(action.where)))
            return
        step = self.game.note(
            f"{told}: not legal, {refused.reason}", refused.rule, *refused.also, kind="refused"
        )
        holds = action.illegal is True or _is_under(action, refused)
        found = "" if holds else f"refused under {refused.rule}: {refused.reason}"
        check = Check(f"{told}: {wanted}{beside}", holds, found, str(action.where))
        self.checks.append(check.about(Subject((), "legal", (step,))))

    def _answer_not_allowed(self, action: t.Action) -> IllegalAction | None:
        """Why an answer that goes with a legal action can't be given, now or as its spell or ability and what that triggers go onto the stack and resolve."""
        if not (action.choose or getattr(action, "targets", ())):
            return None
        with self.aside():
            self.trying = True
            self.decider.strict = False
            try:
                self.carry_out(action, hurry=True)
                if isinstance(action, t.Cast | t.Activate | t.Play | t.Special):
                    self.resolve_all()
            except (IllegalAction, ScenarioError, Undecided, Unsupported):
                pass
            found = self.decider.now.not_allowed()
        return found.refused if found is not None else None

    def _own_reason(self, action: t.Action, now: IllegalAction | None) -> tuple[IllegalAction | None, str]:
        """Why the action is refused (None: it is legal), and what is to be said of the stack beside that. Of an action that what waits on the stack makes
        impossible, and that is refused without it, too, the reason is that one: the other passes."""
        waits = ", ".join(dict.fromkeys(map(self.game.name, self.game.stack())))
        tried = isinstance(action, t.Cast | t.Activate | t.Play | t.Special)
        if (
            not waits
            or not tried
            or (now is not None and action.illegal is not True and _is_under(action, now))
        ):
            return now, f" ({waits} on the stack)" if now is None and waits else ""
        try:
            later = self._once_resolved(action)
        except (ScenarioError, Undecided, Unsupported):
            return now, f" ({waits} on the stack)" if now is None else ""
        if now is None:
            hint = (
                f"; once that has resolved, it is refused under {later.rule}: `- resolve: all` before it"
                if later
                else ""
            )
            return now, f" ({waits} on the stack{hint})"
        if later is None:
            return now, f" while {waits} is on the stack; it is legal once that has resolved"
        passes = now.rule in TIMING if action.illegal is True else _is_under(action, later)
        return (later if passes else now), ""

    def _once_resolved(self, action: t.Action) -> IllegalAction | None:
        """Why the action would be refused if what is on the stack had resolved; None if it would be legal."""
        with self.aside():
            self.trying, self.decider.strict = True, False
            self.resolve_all()
            self.until_priority(action.by or self.game.turn.active, hurry=True)
            refused = self.attempt(action)
            if refused is not None and refused.rule == PRIORITY:
                refused = self._with_priority(action, refused)
            return refused

    def _with_priority(self, action: t.Action, refused: IllegalAction) -> IllegalAction | None:
        """What is wrong with the action where its player has priority: that they have none now is no reason of its own. The game goes on to there in this
        step; where it can't, that stands."""
        step = self.game.turn.step
        for _ in range(MAX_PASSES):
            saved = self.game.fork(), self.decider.saved(), dict(self.names.labels)
            self.pass_()
            if self.game.over or self.game.turn.step != step:
                self._back(saved)
                return refused
            again = self.attempt(action)
            if again is None or again.rule != PRIORITY:
                return again
        return refused

    def _wait(self, action: t.Action) -> None:
        """`wait`: everyone passes until the action is legal, at the latest to the end of the step. Raises the last refusal that was for more than
        priority, which passes."""
        start = (self.game.turn.number, self.game.turn.step)
        reason: IllegalAction | None = None
        missing: NothingNamed | None = None
        for _ in range(MAX_PASSES):
            try:
                refused = self.attempt(action)
            except NothingNamed as error:
                missing = error
            else:
                if refused is None:
                    return
                if reason is None or refused.rule != PRIORITY:
                    reason = refused
            saved = self.game.fork(), self.decider.saved()
            passing.go_on(self.game)
            if self.game.over or (self.game.turn.number, self.game.turn.step) != start:
                self.game.restore(saved[0])
                self.decider.restore(saved[1])
                raise reason or missing or Undecided(f"'{telling.tell(action)}' could not be tried")
        raise Undecided(f"waiting for '{telling.tell(action)}' went on for {MAX_PASSES} passes")

    def carry_out(self, action: t.Action, hurry: bool = False) -> None:
        """Carry out an action. `hurry`: as things stand, with nothing resolved for it and no step left."""
        match action:
            case t.Cast():
                spells.cast(self, action, hurry)
            case t.Activate():
                spells.activate(self, action, hurry)
            case t.Play():
                spells.play(self, action, hurry)
            case t.Special():
                spells.special(self, action, hurry)
            case t.Attack() | t.Block():
                self._declare(action)
            case t.Assign():
                combat.assign(self, action)
            case t.Pass(player=player):
                player = action.by or player or self.game.turn.priority or ""
                self.until_priority(player, hurry)
                self.begin(action)
                priority.require(self.game, player, "pass")
                self.going(passing.pass_)
            case t.Resolve(count=count):
                self.begin(action)
                self.resolve(action, count)
            case t.To(moment=moment):
                self.begin(action)
                self.to(moment)
            case t.Concede(player=player):
                self.begin(action)
                self._concede(player)
            case t.Mulligan() | t.Keep():
                place = next(
                    (n for n, each in enumerate(self.scenario.do) if each is action), len(self.scenario.do)
                )
                opening.declare(self, action, self.scenario.do[place + 1 :], hurry)
            case t.Check() | t.Ask():
                raise ScenarioError(
                    action.where, "checking and asking are no actions that can be legal or not"
                )

    def _declare(self, action: t.Attack | t.Block) -> None:
        """CR 508.1, 509.1: attackers (and blockers) are declared all at once. What the actions right after it declare belongs to the same declaration,
        unless they have one of their own to come, in another combat."""
        before = self._beside(action, -1) if not self.trying else []
        if before and combat.declared_with(self, action, before):
            self.begin(action)
            return
        after = self._beside(action, 1) if not self.trying else []
        if after and not self._is_followed(action, after[0]):
            action = combat.together((action, *after))
        combat.declare(self, action)

    def _is_followed(self, action: t.Attack | t.Block, by: t.Action) -> bool:
        """Whether another such declaration comes after this one for the other action."""
        with self.aside():
            try:
                combat.declare(self, action)
                self.trying = True
                self.carry_out(by)
            except (IllegalAction, ScenarioError):
                return False
        return True

    def _beside(self, action: t.Attack | t.Block, way: int) -> list[t.Attack | t.Block]:
        """The actions right before (-1) or after (1) it that declare the same, with nothing between, in the order of the file."""
        acts, found = self.scenario.do, list[t.Attack | t.Block]()
        place = next((n for n, each in enumerate(acts) if each is action), None)
        while place is not None and 0 <= (place := place + way) < len(acts):
            each = acts[place]
            if not isinstance(each, t.Attack | t.Block) or type(each) is not type(action) or each.illegal:
                break
            moments = {(m.turn, m.step) for m in (each.at, action.at) if m is not None}
            if len(moments) > 1 or len({each.by, action.by} - {None}) > 1:
                break
            found.append(each)
        return found[::way]

    def _concede(self, player: PlayerId) -> None:
        """CR 104.3a: a player can concede at any time and leaves the game at once."""
        game = self.game
        game.cite("104.3a", *(("723.6",) if game.players[player].controlled_by is not None else ()))
        game.cite(*(("810.8b",) if game.seating.shared else ()))
        game.happen(fates.loses(game, player, "concedes"))
        state_based_actions.check(game)  # CR 104.2a: who is left wins at once
        if not game.over and game.turn.step not in ("untap", "cleanup"):
            # CR 800.4a, 704.3: what they leave behind is looked at before anybody acts; who has passed has still passed.
            passed, stack = game.turn.passed, game.stack()
            priority.give(game, game.turn.priority)
            if game.stack() == stack:
                game.turn = replace(game.turn, passed=passed)


def _is_under(action: t.Action, refused: IllegalAction) -> bool:
    """Whether the refusal is under the rule that the action says, or one of the step in which that is looked at."""
    under = (refused.rule, *refused.also, *expecting.refused_in(action, refused.rule))
    return any(expecting.cites(rule, str(action.illegal)) for rule in under)
