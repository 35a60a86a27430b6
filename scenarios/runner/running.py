"""From a scenario to its ruling: play, check, join the cited rules with their text, and say how it ended."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from engine.errors import IllegalAction, Undecided, Unsupported
from engine.game import Assumption, Game
from engine.model import Thing
from engine.rules.choosing import IN_A_SEARCH
from rules_db.errors import DatabaseProblem, RulesError
from scenarios import exploring
from scenarios.cards import CardFileProblem, Unreadable
from scenarios.explaining import Subject, Why, changes, why
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner import board, citing, expecting, faults, nearly, properties, telling
from scenarios.runner.answering import ScriptedDecider
from scenarios.runner.answers import Answered, NotUnderstood
from scenarios.runner.pictures import Pictures, Recorder, Watched
from scenarios.runner.playing import Play
from scenarios.runner.results import Assumed, Board, Changed, Check, Cited, Event, Exploration, Ruling, Status


def run_document(
    document: t.Scenario | t.Rulings,
    file: str = "",
    edition: str | None = None,
    *,
    cite: bool = True,
    keep_game: bool = False,
    pictures: bool = False,
    progress: exploring.Progress | None = None,
) -> Ruling:
    """The ruling on a scenario. `edition`: of the rules that are cited, if not the one that the scenario names; `cite`: with the text of those rules;
    `keep_game`: with the game as it stands at the end, which can be large; `pictures`: with the boards on the way, which take longer; `progress`: told of each branch that `explore` plays. Never raises."""
    began = time.perf_counter()
    if isinstance(document, t.Rulings):
        detail = f"{document.where}: this is a rulings file, which `judge check` checks"
        return Ruling(file=file, title=title(document, file), status="refused", detail=detail)
    made, status, detail = _played(document, progress, pictures)
    detail = detail or made.failures()
    game = made.game
    cites = made.cites()
    explained = Explained()
    wanted = edition or (document.rules.text if document.rules else None)
    try:
        if cite and cites:
            cites = citing.with_text(cites, wanted)
        elif wanted is not None:
            citing.check_edition(wanted)
        if cites and (cite or made.explored is not None):
            explained = made.explained(cites)
    except RulesError as error:
        if status in ("right", "wrong"):
            where = document.where if edition or document.rules is None else document.rules.where
            status, detail = _unread(error, where)
    ruling = Ruling(
        file=file,
        title=title(document, file),
        status=status,
        question=document.question or "",
        detail=detail,
        answers=tuple(made.answers),
        checks=explained.checks or tuple(made.checks),
        changed=explained.changed,
        deciding=explained.why.deciding,
        beside=explained.why.beside,
        why=explained.why.told,
        path=explained.why.path,
        timeline=timeline(game) if game is not None else (),
        cites=cites,
        assumptions=assumptions(game) if game is not None else (),
        board=made.final,
        ms=since(began),
        exploration=explained.exploration or made.exploration,
    )
    if keep_game and game is not None and status != "invalid":
        ruling.remember(game)
    if pictures:
        ruling.draw(made.drawn())
    return ruling


def _played(
    document: t.Scenario, progress: exploring.Progress | None, pictures: bool
) -> tuple[_Run, Status, str]:
    """The run of the scenario, and how it ended; with answers taken more freely where the written ones fit nothing."""
    made = _Run(document, progress, pictures)
    status, detail = made.go()
    if status == "invalid" and made.could_be_freer():
        again = _Run(document, progress, pictures, freely=True)
        if (ended := again.go())[0] in ("right", "wrong"):
            made, (status, detail) = again, ended
            if made.game is not None:
                made.game.assumptions.append(TAKEN_FREELY)
    return made, status, detail


MOST_EXPLAINED = 4
"""How many objects that have changed are followed through the layers where nothing in particular is asked."""
TAKEN_FREELY = Assumption(
    "the file", "answers", "each is for the first decision that it fits, in whatever order they stand"
)


def _unread(error: RulesError, where: t.Where) -> tuple[Status, str]:
    """How a ruling ends whose rules can't be read: the scenario is at fault where it names an edition, and not where another process holds them."""
    if isinstance(error, DatabaseProblem):
        return "refused", f"the rules can't be read: {error}"
    return "invalid", f"{where}: {error}"


def title(document: t.Scenario | t.Rulings, file: str) -> str:
    """What a document is called: its title or its place."""
    if isinstance(document, t.Rulings):
        return "rulings"
    line = document.where.line  # 0: it is not from a text
    return document.title or os.path.basename(file) + (f":{line}" if line else "")


def at_fault(error: ScenarioError, file: str, began: float) -> Ruling:
    """The ruling on a document that is no scenario."""
    name = os.path.basename(file)
    error = faults.all_told(error, error.partial)
    return Ruling(file=file, title=name, status="invalid", detail=error.page, ms=since(began))


def crashed(file: str, began: float) -> Ruling:
    """The ruling on a file whose reading made the program fail, with the traceback of the exception that is being handled."""
    name = os.path.basename(file)
    return Ruling(file=file, title=name, status="crashed", detail=traceback.format_exc(), ms=since(began))


def timeline(game: Game) -> tuple[Event, ...]:
    """What happened in a game, step by step."""
    return tuple(Event(s.index, s.text, s.rules, s.cause, s.when) for s in game.steps)


def assumptions(game: Game) -> tuple[Assumed, ...]:
    """What was taken where nothing was said, each once."""
    found = (Assumed(a.player, a.question, a.answer) for a in game.assumptions)
    return tuple(dict.fromkeys(found))


def since(began: float) -> float:
    """The milliseconds since then."""
    return round((time.perf_counter() - began) * 1000, 2)


class Explained(NamedTuple):
    """Why it ended so: of the whole, of each check, and what is different from the beginning."""

    why: Why = Why()
    checks: tuple[Check, ...] = ()
    changed: tuple[Changed, ...] = ()
    exploration: Exploration | None = None


def _texts(cites: Sequence[Cited]) -> dict[str, str]:
    return {cite.rule: f"{cite.heading} {cite.text}" for cite in cites}


class _Run:
    """One scenario being played."""

    def __init__(
        self,
        scenario: t.Scenario,
        progress: exploring.Progress | None = None,
        watched: bool = False,
        freely: bool = False,
    ) -> None:
        self.scenario = scenario
        self.freely = freely
        self.watched = watched
        self.recorder: Recorder | None = None
        self.progress = progress
        self.exploration: Exploration | None = None
        self.explored: exploring.Explored | None = None
        self.rules: Sequence[str] | None = None
        self.game: Game | None = None
        self.before: Game | None = None
        self.checks: list[Check] = []
        self.answers: list[Answered] = []
        self.final: Board | None = None
        self.player: Play | None = None

    def go(self) -> tuple[Status, str]:
        """Play and check. How it ended, and why if not right or wrong."""
        try:
            return self._go()
        except ScenarioError as error:
            return "invalid", faults.all_told(error, self.scenario).page
        except Undecided as error:
            return "invalid", f"{self._where()}: {error}"
        except CardFileProblem as error:
            return "invalid", str(error)
        except DatabaseProblem as error:
            return "refused", f"a database can't be read: {error}"
        except RulesError as error:
            return "invalid", str(error)
        except Unreadable as error:
            return "refused", f"{error.where or self.scenario.where}: {error}"
        except Unsupported as error:
            return "refused", f"{self._where()}: not supported: {error.what}"
        except MemoryError:
            return "refused", f"{self._where()}: not supported: this takes more memory than there is"
        except Exception:
            return "crashed", traceback.format_exc()

    def could_be_freer(self) -> bool:
        """Whether answers could be for other decisions than the order in which they stand says."""
        return self.player is not None and self.player.decider.could_be_freer

    def _where(self) -> t.Where:
        """The action that is going on, or the whole scenario."""
        action = self.player.current if self.player is not None else None
        return self.scenario.where if action is None else action.where

    def _go(self) -> tuple[Status, str]:
        scenario = self.scenario
        if scenario.explore:
            return self._explore()
        for expect in scenario.expect:
            if expect.outcomes is not None:
                raise ScenarioError(expect.where, "'outcomes' without 'explore'", expected="explore: true")
        decider = ScriptedDecider(scenario.answers, scenario.strict, self.freely)
        game, names = board.lay(scenario, decider, kind=Watched if self.watched else Game)
        decider.names = names
        self.game = game
        if isinstance(game, Watched):
            self.recorder = Recorder(game, names)
        self.before = game.fork()
        player = self.player = Play(scenario, game, names, decider)
        self.checks, self.answers = player.checks, player.answers
        refused = self._play(player)
        if refused is None:
            for expect in scenario.expect:
                nearly.note(game, names, expect)
                self.checks.extend(expecting.check(game, names, expect, player.attempt))
                properties.explain(game, names, expect)
            if not scenario.expect and not self.answers:
                self._explain_changed(self.before, game, names.call)
            rules = citing.cited(game.steps)
            for expect in scenario.expect:
                self.checks.extend(expecting.check_cites(expect, rules))
                citing.check_known(expect, rules)
        self.final = board.describe(game, names)
        if refused is None:
            player.answered()
        return self._ended()

    def drawn(self) -> Pictures | None:
        """The boards on the way; None where nothing was played. Of an exploration, those of the play with the defaults."""
        if self.explored is not None:
            once = _Run(msgspec.structs.replace(self.scenario, explore=False, expect=()), watched=True)
            once.go()
            return once.drawn()
        return self.recorder.pictures() if self.recorder is not None else None

    def _explore(self) -> tuple[Status, str]:
        """Play every alternative; what is shown is the play with the defaults."""
        found = exploring.explore(self.scenario, self.progress)
        self.game, self.checks, self.final = found.game, found.checks, found.board
        self.exploration, self.rules = found.exploration, found.rules
        self.explored, self.answers = found, list(found.answers)
        if found.refused:
            return "refused", f"{self.scenario.where}: {found.refused}"
        return self._ended()

    def _ended(self) -> tuple[Status, str]:
        """How it is where all was played: a question that isn't understood is a fault of the file, if nothing worse is."""
        if not all(check.holds for check in self.checks):
            unfound = [a for a in self.game.assumptions if a.question == IN_A_SEARCH] if self.game else []
            unsure = [f"{a.player} searched cards that nothing is known about: {a.answer}" for a in unfound]
            # what was expected may be right for another library
            return ("refused", f"{self.scenario.where}: {unsure[0]}") if unsure else ("wrong", "")
        lost = [each for each in self.answers if isinstance(each.data, NotUnderstood)]
        told = "\n".join(f"{each.where}: not understood: '{each.ask}'" for each in lost)
        return ("invalid" if lost else "right"), told

    def _play(self, player: Play) -> IllegalAction | None:
        """Play it. An action that the rules refuse, where the scenario does not say so, is a check that fails; nothing after it counts."""
        try:
            player.play()
        except IllegalAction as refused:
            action = player.current
            what = telling.tell(action) if action is not None else "the game goes on"
            where = str(self._where())
            found = f"refused: {refused.reason} (CR {refused.rule}){self._without_mana(action, refused)}"
            step = player.game.note(
                f"{what}: not legal, {refused.reason}", refused.rule, *refused.also, kind="refused"
            )
            subject = Subject((), "legal", (step,))
            self.checks.append(Check(f"{what}: is legal", False, found, where).about(subject))
            return refused
        return None

    def _without_mana(self, action: t.Action | None, refused: IllegalAction) -> str:
        """What to write where a player can't pay mana whom the scenario gives neither mana nor lands; where what is chosen later is said as a payment."""
        if "nothing in the cost can be paid with" in refused.reason:
            return "; what is chosen as it resolves is an answer: `choose`"
        poor = [
            p.name
            for p in self.scenario.players
            if p.mana == t.Pool() and f"{p.name} can't pay {{" in refused.reason
        ]
        game = self.game
        if action is None or game is None or not poor:
            return ""
        lands = [i for i in game.battlefield() if game.controller(i) == poor[0]]
        if any("land" in game.characteristics(i).types for i in lands):
            return ""
        return f"; {poor[0]} has neither mana nor lands: `mana: unlimited` gives all that is needed"

    def _explain_changed(self, before: Game, game: Game, call: Callable[[Thing], str]) -> None:
        """CR 613: where nothing in particular is asked, note what nearly happened, and why what has changed is what it is."""
        weighty = any(c.subject.aspect in ("zone", "life", "values") for c in changes(before, game, call))
        nearly.note_of_all(before, game, survivors=not weighty)
        about = [c.subject for c in changes(before, game, call) if c.subject.aspect == "values"]
        ids = dict.fromkeys(thing for subject in about for thing in subject.things)
        for id in [thing for thing in ids if isinstance(thing, int)][:MOST_EXPLAINED]:
            properties.walked(game, id)

    def cites(self) -> tuple[Cited, ...]:
        """The rules that were applied, without their text."""
        if self.game is None:
            return ()
        rules = citing.cited((*self.answers, *self.game.steps)) if self.rules is None else self.rules
        return tuple(Cited(rule) for rule in rules)

    def explained(self, cites: Sequence[Cited]) -> Explained:
        """Why it ended so. `cites`: the rules that were applied, with their text."""
        if self.explored is not None:
            return self._outcomes_explained(self.explored, cites)
        game, before = self.game, self.before
        if game is None or before is None or self.player is None or self.final is None:
            return Explained()
        texts, asked = _texts(cites), self._asked()
        of_game = [(place, c.subject) for place, c in enumerate(self.checks) if c.subject is not None]
        found = [] if of_game or self.answers else changes(before, game, self.player.names.call)
        subjects = [subject for _, subject in of_game] or [change.subject for change in found]
        whole = why(game, subjects, asked, lambda rule: texts.get(rule, ""))
        checks = list(self.checks)
        for (place, _), rules in zip(of_game, whole.of_each, strict=False):
            checks[place] = msgspec.structs.replace(checks[place], rules=rules)
        if self.answers and not of_game:
            whole = Why(deciding=citing.first(self.answers))
        changed = tuple(
            Changed(change.text, rules) for change, rules in zip(found, whole.of_each, strict=False)
        )
        return Explained(whole, tuple(checks), changed)

    def _outcomes_explained(self, found: exploring.Explored, cites: Sequence[Cited]) -> Explained:
        texts = _texts(cites)
        told, deciding = found.explained(self._asked(), lambda rule: texts.get(rule, ""))
        return Explained(Why(deciding=deciding), exploration=told)

    def _asked(self) -> str:
        """What is asked, in words."""
        return f"{self.scenario.title or ''} {self.scenario.question or ''}"

    def failures(self) -> str:
        """The checks that failed, in a line."""
        return "; ".join(
            f"{check.where}: expected: {check.what}; found: {check.found}"
            for check in self.checks
            if not check.holds
        )
