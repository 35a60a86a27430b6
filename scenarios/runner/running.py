"""From scenarios to rulings: play, check, join the cited rules with their text, and say how it ended."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Sequence

import msgspec

from engine.errors import IllegalAction, Undecided, Unsupported
from engine.game import Game
from rules_db.errors import RulesError
from scenarios.cards import CardFileProblem, Unreadable
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.format.reader import each_document, load
from scenarios.runner import board, expecting
from scenarios.runner.answering import ScriptedDecider
from scenarios.runner.playing import Player
from scenarios.runner.results import Assumed, Board, Check, Cited, Event, Ruling, Status


def run_file(path: str | os.PathLike[str], edition: str | None = None, *, cite: bool = True) -> list[Ruling]:
    """The rulings on every document of a file; for one at fault a ruling that says so. `cite`: with the text of the rules. Never raises."""
    file = os.fspath(path)
    began = time.perf_counter()
    try:
        found = list(each_document(load(path), file))
    except ScenarioError as error:
        found = [error]
    except Exception:
        title = os.path.basename(file)
        return [
            Ruling(file=file, title=title, status="crashed", detail=traceback.format_exc(), ms=_since(began))
        ]
    return [
        _at_fault(document, file, began)
        if isinstance(document, ScenarioError)
        else run(document, file, edition, cite=cite)
        for document in found
    ]


def _at_fault(error: ScenarioError, file: str, began: float) -> Ruling:
    """The ruling on a document that is no scenario."""
    title = os.path.basename(file)
    return Ruling(file=file, title=title, status="invalid", detail=str(error), ms=_since(began))


def run(
    document: t.Scenario | t.Rulings, file: str = "", edition: str | None = None, *, cite: bool = True
) -> Ruling:
    """The ruling on a scenario. `edition`: of the rules that are cited, if not the one that the scenario names. Never raises."""
    began = time.perf_counter()
    if isinstance(document, t.Rulings):
        return Ruling(
            file=file,
            title="rulings",
            status="refused",
            detail=f"{document.where}: rulings files are not supported yet",
        )
    title = document.title or f"{os.path.basename(file)}:{document.where.line}"
    made = _Run(document)
    status, detail = made.go()
    detail = detail or made.failures()
    steps = made.game.steps if made.game is not None else []
    cites = tuple(Cited(rule) for rule in cited(steps)) if made.game is not None else ()
    wanted = edition or (document.rules.text if document.rules else None)
    try:
        if cite and cites:
            cites = with_text(cites, wanted)
        elif wanted is not None:
            _check_edition(wanted)
    except RulesError as error:
        if status in ("right", "wrong"):
            where = document.where if edition or document.rules is None else document.rules.where
            status, detail = "invalid", f"{where}: {error}"
    return Ruling(
        file=file,
        title=title,
        status=status,
        question=document.question or "",
        detail=detail,
        checks=tuple(made.checks),
        timeline=tuple(Event(s.index, s.text, s.rules, s.cause, s.when) for s in steps),
        cites=cites,
        assumptions=tuple(
            dict.fromkeys(Assumed(a.player, a.question, a.answer) for a in made.game.assumptions)
        )
        if made.game
        else (),
        board=made.final,
        ms=_since(began),
    )


class _Run:
    """One scenario being played."""

    def __init__(self, scenario: t.Scenario) -> None:
        self.scenario = scenario
        self.game: Game | None = None
        self.checks: list[Check] = []
        self.final: Board | None = None
        self.player: Player | None = None

    def go(self) -> tuple[Status, str]:
        """Play and check. How it ended, and why if not right or wrong."""
        try:
            return self._go()
        except ScenarioError as error:
            return "invalid", str(error)
        except Undecided as error:
            return "invalid", f"{self._where()}: {error}"
        except CardFileProblem as error:
            return "invalid", str(error)
        except RulesError as error:
            return "invalid", str(error)
        except Unreadable as error:
            return "refused", f"{error.where or self.scenario.where}: {error}"
        except Unsupported as error:
            return "refused", f"{self._where()}: not supported: {error.what}"
        except Exception:
            return "crashed", traceback.format_exc()

    def _where(self) -> t.Where:
        """The action that is going on, or the whole scenario."""
        action = self.player.current if self.player is not None else None
        return self.scenario.where if action is None else action.where

    def _go(self) -> tuple[Status, str]:
        scenario = self.scenario
        for given, key in ((scenario.explore, "explore"), (scenario.ask, "ask")):
            if given:
                raise Unsupported(f"the key '{key}'")
        if any(expect.outcomes is not None for expect in scenario.expect):
            raise Unsupported("the key 'outcomes'")
        decider = ScriptedDecider(scenario.answers, scenario.strict)
        game, names = board.lay(scenario, decider)
        decider.names = names
        self.game = game
        player = self.player = Player(scenario, game, names, decider)
        self.checks = player.checks
        refused = self._play(player)
        if refused is None:
            for expect in scenario.expect:
                self.checks.extend(expecting.check(game, names, expect, player.attempt))
                expecting.explain(game, names, expect)
            rules = cited(game.steps)
            for expect in scenario.expect:
                self.checks.extend(expecting.check_cites(expect, rules))
                _known(expect, rules)
        self.final = board.describe(game, names)
        return ("right" if all(check.holds for check in self.checks) else "wrong"), ""

    def _play(self, player: Player) -> IllegalAction | None:
        """Play it. An action that the rules refuse, where the scenario does not say so, is a check that fails; nothing after it counts."""
        try:
            player.play()
        except IllegalAction as refused:
            action = player.current
            what = expecting.tell(action) if action is not None else "the game goes on"
            where = str(self._where())
            self.checks.append(
                Check(f"{what}: is legal", False, f"refused: {refused.reason} (CR {refused.rule})", where)
            )
            player.game.note(f"{what}: not legal, {refused.reason}", refused.rule)
            return refused
        return None

    def failures(self) -> str:
        """The checks that failed, in a line."""
        return "; ".join(
            f"{check.where}: expected: {check.what}; found: {check.found}"
            for check in self.checks
            if not check.holds
        )


def _known(expect: t.Expect, cited: Sequence[str]) -> None:
    """The rules that a scenario wants cited are rules. Raises ScenarioError."""
    for number in expect.cites or ():
        if number not in cited:
            import rules_db

            try:
                rules_db.rule(number, "digest")
            except rules_db.UnknownRule as error:
                raise ScenarioError(
                    expect.where, f"no rule has the number {number}", near=error.near
                ) from None


def cited(steps: Sequence[object]) -> list[str]:
    """The rule numbers of steps, each once, in the order of their first use."""
    return list(dict.fromkeys(rule for step in steps for rule in getattr(step, "rules", ())))


def with_text(cites: Sequence[Cited], edition: str | None) -> tuple[Cited, ...]:
    """The cited rules with their text from the rules database. Raises RulesError."""
    import rules_db

    found = rules_db.citations([cite.rule for cite in cites], edition)
    return tuple(
        msgspec.structs.replace(
            cite,
            number=rule.number,
            heading=rule.heading,
            text=rule.text,
            source=rule.source,
            match=rule.match,
        )
        for cite, rule in zip(cites, found, strict=True)
    )


def _check_edition(edition: str) -> None:
    """Raises RulesError when no such edition is installed."""
    import rules_db

    rules_db.edition_named(edition)


def _since(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 2)
