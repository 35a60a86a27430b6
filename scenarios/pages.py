"""Rulings in plain words, line by line; each line says what it is, for those who print in color."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from rules_db.lookup import DOUBTS
from scenarios.explaining import DECIDING

if TYPE_CHECKING:
    from scenarios.runner import Board, BoardObject, Cited, Event, Ruling
    from scenarios.runner.results import Branch, Choice, Exploration, Outcome

Role = Literal[
    "text",
    "title",
    "heading",
    "answer",
    "asked",
    "detail",
    "holds",
    "fails",
    "when",
    "rule",
    "source",
    "assumption",
]
MOST_CHANGES = 6
"""How many lines of changes are shown."""
WIDTH = 84
"""How long a line of several steps may get."""
MOST_WITH_REASONS = 6
"""Of how many outcomes the page tells what led to them."""
MOST_RULES = 3
"""How many rules are named beside a step."""


class Line(NamedTuple):
    """A line of a page: its text, how far it is indented, and what it is. `rules`: the rules whose numbers stand at its end, as today's edition numbers them;
    `said`: the text without these, "" where it has none."""

    text: str = ""
    indent: int = 0
    role: Role = "text"
    rules: tuple[str, ...] = ()
    said: str = ""

    @property
    def words(self) -> str:
        """The text without the numbers of rules at its end."""
        return self.said or self.text


def text(lines: Iterable[Line]) -> str:
    """Lines as plain text."""
    return "\n".join(f"{' ' * line.indent}{line.text}" if line.text else "" for line in lines)


def answer(ruling: Ruling) -> str:
    """The status and why, in a line or a few."""
    if ruling.status not in ("right", "wrong"):
        return f"{ruling.status}: {reason(ruling)}"
    failed = [check for check in ruling.checks if not check.holds]
    number = len(ruling.checks)
    if ruling.answers and not failed:
        return "\n".join(f"{each.ask} {each.answer}" for each in ruling.answers)
    if not number:
        return f"{ruling.status}: nothing was expected"
    if not failed:
        return f"{ruling.status}: {'every check holds' if number > 1 else 'the check holds'}"
    how_many = f"{len(failed)} of {number} checks" if number > 1 else "the check"
    lines = [f"{ruling.status}: {how_many} {'fail' if len(failed) > 1 else 'fails'}"]
    lines += [f"expected: {check.what}; found: {check.found}" for check in failed]
    return "\n".join(lines)


def reason(ruling: Ruling) -> str:
    """The detail of a ruling in a line: of a traceback the last, which names the error."""
    lines = ruling.detail.strip().splitlines() or [""]
    return lines[-1] if ruling.status == "crashed" else lines[0]


def whole(ruling: Ruling) -> Iterator[Line]:
    """All of a ruling: the answer, what happened, all rules, the assumptions, the board."""
    yield from head(ruling)
    if ruling.exploration is not None:
        yield from exploration(ruling.exploration, ruling)
    yield from timeline(ruling)
    yield from rules(ruling)
    yield from assumptions(ruling)
    if ruling.board is not None:
        yield from board(ruling.board)


def short(ruling: Ruling) -> Iterator[Line]:
    """What a judge would show: the answer, why, the assumptions, the rules that decide."""
    yield from head(ruling)
    if ruling.exploration is not None:
        yield from exploration(ruling.exploration, ruling)
    yield from why(ruling)
    yield from assumed(ruling)
    yield from deciding(ruling)


def head(ruling: Ruling) -> Iterator[Line]:
    """Title, question, answer and what it consists of."""
    yield Line(ruling.title, 0, "title")
    if ruling.question:
        yield Line(f"Question: {ruling.question}")
    yield Line()
    yield Line(f"Answer: {ruling.status}", 0, "answer")
    if ruling.status in ("refused", "invalid", "crashed"):
        for line in ruling.detail.splitlines():
            yield Line(line, 2, "detail")
    yield from _answers(ruling)
    yield from checks(ruling)
    yield from changed(ruling)


def checks(ruling: Ruling) -> Iterator[Line]:
    """What was expected: each check that fails, then those that hold, those under the same rule together."""
    for check in ruling.checks:
        if not check.holds:
            where = f"  ({check.where})" if check.where else ""
            under = _under(check.rules[:1], ruling)
            words = f"{check.what}; found: {check.found}"
            yield Line(f"NO   {words}{under}{where}", 2, "fails", check.rules[:1], f"{words}{where}")
    held = [check for check in ruling.checks if check.holds]
    said = [check for check in held if not check.what.startswith(("cites ", "doesn't cite "))] or held
    moments = {check.when for check in said} - {""}
    by_rule: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for check in said:
        by_rule.setdefault((check.when, check.rules[:1]), []).append(check.what)
    for (when, rule), told in by_rule.items():
        then = f"{when}: " if when and (len(moments) > 1 or any(not check.when for check in said)) else ""
        words = f"{then}{'; '.join(told)}"
        yield Line(f"yes  {words}{_under(rule, ruling)}", 2, "holds", rule, words)


def changed(ruling: Ruling) -> Iterator[Line]:
    """What is different from the beginning."""
    for by, together in islice(groupby(ruling.changed, key=lambda change: change.rules[:1]), MOST_CHANGES):
        yield _ruled("; ".join(change.what for change in together), by, ruling)
    said = ruling.checks or ruling.changed or ruling.answers or ruling.exploration
    if ruling.status == "right" and not said:
        yield Line("nothing is different from the beginning", 2)


def why(ruling: Ruling) -> Iterator[Line]:
    """The steps that led to the answer, each with the rules that decided there."""
    told = [ruling.timeline[index] for index in ruling.why]
    if not told:
        return
    yield from _heading("Why")
    turn = when = ""
    for together in _joined(told):
        event = together[0]
        began = event.when.partition(", ")[0]
        moment = event.when if began != turn else event.when.removeprefix(f"{began}, ")
        said = f"{moment}: " if event.when != when else ""
        turn, when = began, event.when
        rules = dict.fromkeys(rule for each in together for rule in each.rules)
        telling = [rule for rule in (*ruling.deciding, *ruling.beside) if rule in rules]
        here = telling or together[0].rules[-1:]
        text = "; ".join(each.text for each in together)
        yield _ruled(f"{said}{text}", here[:MOST_RULES], ruling)


def _joined(told: Sequence[Event]) -> Iterator[list[Event]]:
    """The steps line by line: what follows at once by the same rules, or is the life lost by damage, in a line with what is before it."""
    line: list[Event] = []
    for event in told:
        alike = line and (event.rules == line[-1].rules or event.rules == ("119.3",))
        if alike and event.when == line[-1].when and sum(len(e.text) for e in (*line, event)) < WIDTH:
            line.append(event)
            continue
        if line:
            yield line
        line = [event]
    if line:
        yield line


def deciding(ruling: Ruling) -> Iterator[Line]:
    """The rules that decide with their text, and the numbers of the others on the way."""
    by_number = {cite.rule: cite for cite in ruling.cites}
    found = [by_number[rule] for rule in ruling.deciding if rule in by_number]
    if not found:
        return
    yield from _heading(f"Rules{source(ruling)}")
    for cite in found:
        text = f": {cite.text}" if cite.text else ""
        yield Line(f"{number(cite)}  {cite.heading}{text}".rstrip(), 2, "rule")
    others = sorted((by_number[r] for r in ruling.beside if r in by_number), key=lambda cite: cite.heading)
    if others:
        titles = (
            f"{', '.join(short_number(cite) for cite in together)} {heading}".rstrip()
            for heading, together in groupby(others, key=lambda cite: cite.heading)
        )
        yield Line(f"also: {'; '.join(titles)}", 2, "source")


def _ruled(said: str, rules: Sequence[str], ruling: Ruling) -> Line:
    """A line that ends with the numbers of its rules."""
    return Line(f"{said}{_under(rules, ruling)}", 2, "text", tuple(rules), said)


def _under(numbers: Sequence[str], ruling: Ruling) -> str:
    """The numbers of rules in the edition shown, in brackets."""
    shown = {cite.rule: short_number(cite) for cite in ruling.cites}
    return f"  [{', '.join(shown.get(rule, rule) for rule in numbers)}]" if numbers else ""


def _answers(ruling: Ruling) -> Iterator[Line]:
    """The answers to the scenario's questions, each with its rules and how it comes about."""
    numbers = {cite.rule: short_number(cite) for cite in ruling.cites}
    for each in ruling.answers:
        yield Line(each.ask[:1].upper() + each.ask[1:], 2, "heading")
        cited = ", ".join(numbers.get(rule, rule) for rule in each.rules[:DECIDING])
        *first, last = each.answer.split("\n")
        for line in first:
            yield Line(line, 4, "asked")
        yield Line(f"{last}  [{cited}]" if cited else last, 4, "asked")
        for reason in each.path:
            cited = ", ".join(numbers.get(rule, rule) for rule in reason.rules)
            yield Line(f"{reason.text}  [{cited}]" if cited else reason.text, 6)


def asked(ruling: Ruling) -> Iterator[Line]:
    """The answers alone, with the rules that decide them in full; or why there are none."""
    if not ruling.answers:
        yield Line(reason(ruling), 0, "detail")
        return
    yield from _answers(ruling)
    deciding = {rule for each in ruling.answers for rule in each.rules[:DECIDING]}
    yield from rules(
        msgspec.structs.replace(ruling, cites=tuple(c for c in ruling.cites if c.rule in deciding))
    )


def timeline(ruling: Ruling) -> Iterator[Line]:
    """What happened, step by step, each with the rules that it happened by."""
    if not ruling.timeline:
        return
    yield from _heading("What happened")
    numbers = {cite.rule: short_number(cite) for cite in ruling.cites}
    when = None
    for event in ruling.timeline:
        if event.when != when:
            when = event.when
            yield Line(when, 2, "when")
        cited = ", ".join(numbers.get(rule, rule) for rule in event.rules)
        yield Line(f"{event.text}  [{cited}]" if cited else event.text, 4)


def rules(ruling: Ruling) -> Iterator[Line]:
    """The cited rules with their text, and where that is from."""
    if not ruling.cites:
        return
    yield from _heading("Rules")
    for cite in ruling.cites:
        yield Line(f"{number(cite)}  {cite.heading}".rstrip(), 2, "rule")
        if cite.text:
            yield Line(cite.text, 6)
    if said := source(ruling):
        yield Line(said.strip(), 2, "source")


def source(ruling: Ruling) -> str:
    """Where the rules' text is from, in brackets; "" without any."""
    named = ruling.cites[0].source
    if not named:
        return ""
    return f" ({'digest in our own words' if named == 'digest' else f'Comprehensive Rules, {named}'})"


def assumptions(ruling: Ruling) -> Iterator[Line]:
    """What was taken where the scenario left a decision open."""
    if not ruling.assumptions:
        return
    yield from _heading("Assumptions")
    for assumed in ruling.assumptions:
        yield Line(f"{assumed.player}: {assumed.question}: {assumed.answer}", 2, "assumption")


OF_MANA = ("mana", "generic mana in a pool")
"""What is assumed last, since it seldom matters."""


def assumed(ruling: Ruling) -> Iterator[Line]:
    """The same in a line, what players chose before what was laid out."""
    if ruling.assumptions:
        by: dict[tuple[str, str], list[str]] = {}
        explored = set(_explored(ruling))
        for assumed in sorted(ruling.assumptions, key=lambda each: each.question in OF_MANA):
            if (assumed.player, _bare(assumed.question)) in explored:
                continue
            who = by.setdefault((assumed.question.rstrip("?:"), assumed.answer), [])
            if assumed.player not in who:
                who.append(assumed.player)
        said = "; ".join(f"{' and '.join(who)}: {what}: {answer}" for (what, answer), who in by.items())
        if said:
            yield Line()
            yield Line(f"Assumed: {said}", 0, "assumption")


def _explored(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """Who was asked what where every answer was tried: what was taken there is no assumption."""
    if ruling.exploration is not None:
        for each in (*ruling.exploration.turns_on, *ruling.exploration.beside):
            by, _, question = each.partition(": ")
            yield by, _bare(question)


def _bare(question: str) -> str:
    """A question without what it is for and what can be answered."""
    return question.partition(" (")[0].partition("?")[0].rstrip(": ")


def board(of: Board) -> Iterator[Line]:
    """The board at the end: the stack, and each player's life and zones."""
    yield from _heading(f"The board: turn {of.turn}, {of.active}'s {of.step}")
    if of.over:
        yield Line(f"The game is over: {of.over}", 2, "heading")
    if of.stack:
        yield Line(f"stack (top first): {', '.join(of.stack)}", 2)
    for player in of.players:
        extra = [f"{number} {kind} counters" for kind, number in player.counters.items()]
        extra += [f"mana {player.mana}"] if player.mana else []
        extra += [f"lost: {player.lost}"] if player.lost else []
        yield Line(f"{player.player}: {player.life} life" + "".join(f", {each}" for each in extra), 2)
        for zone in dict.fromkeys([*player.zones, *player.hidden]):
            parts = [_object(each) for each in player.zones.get(zone, ())]
            if player.hidden.get(zone):
                parts.append(f"{player.hidden[zone]} unknown")
            yield Line(f"{zone}: {', '.join(parts)}", 4)


def _heading(words: str) -> Iterator[Line]:
    yield Line()
    yield Line(words, 0, "heading")


def number(cite: Cited) -> str:
    """A rule's number in the edition shown, and today's where that is another."""
    if cite.match == "none" and cite.source != "digest":
        return f"no number (now {cite.rule})"
    doubt = f", {DOUBTS[cite.match]}" if cite.match in DOUBTS else ""
    if cite.number in (None, cite.rule) and not doubt:
        return cite.rule
    return f"{cite.number} (now {cite.rule}{doubt})"


def short_number(cite: Cited) -> str:
    """The same for a line with many: `~310.4` where it is doubtful, `now 702.19c` where there was none."""
    if cite.match == "none" and cite.source != "digest":
        return f"now {cite.rule}"
    return ("~" if cite.match in DOUBTS else "") + (cite.number or cite.rule)


def _object(of: BoardObject) -> str:
    count = f" x{of.count}" if of.count > 1 else ""
    label = f" [{of.label}]" if of.label else ""
    notes = f" ({', '.join(of.notes)})" if of.notes else ""
    return f"{of.name}{count}{label}{notes}"


# ---- what can come of it ------------------------------------------------------------------------------------------


def exploration(of: Exploration, ruling: Ruling) -> Iterator[Line]:
    """The outcomes, each with the choices, the rules and the steps that lead to it; what makes no difference, and what was not explored."""
    number = len(of.outcomes)
    yield from _heading(
        f"{number} outcome{'s' if number != 1 else ''}, of {of.branches:,} branch{'es' if of.branches != 1 else ''}"
    )
    for place, outcome in enumerate(of.outcomes, 1):
        said = "; ".join(outcome.says) or "the same whatever is chosen"
        if outcome.stopped:
            said = f"it can't go on: {outcome.stopped}"
        usual = " (the default)" if outcome.usual and number > 1 else ""
        yield Line(f"{place}. {said}{usual}{_under(outcome.rules[:MOST_RULES], ruling)}", 2)
        for choice in outcome.decided_by:
            yield Line(f"if {_choice(choice)}", 5)
        if number <= MOST_WITH_REASONS and (because := _because(outcome)):
            yield Line(f"because {because}", 5)
        if outcome.ways > 1 and number > 1:
            yield Line(f"({outcome.ways:,} ways lead there)", 5)
    if of.beside and number > 1:
        yield Line(f"makes no difference: {'; '.join(of.beside)}", 2, "assumption")
    for note in of.notes:
        yield Line(note, 2, "assumption")


def _because(outcome: Outcome) -> str:
    """The last steps that led to an outcome, as many as fit on a line."""
    told: list[str] = []
    for step in reversed(outcome.path):
        if sum(len(each) + 2 for each in told) + len(step.text) <= WIDTH:
            told.insert(0, step.text)
    return "; ".join(dict.fromkeys(told))


def tree(branches: Iterable[Branch], indent: int = 2) -> Iterator[Line]:
    """The choices as a tree, to the outcomes by their numbers."""
    asked = None
    for branch in branches:
        if (branch.by, branch.question) != asked:
            asked = (branch.by, branch.question)
            yield Line(f"{branch.by}: {branch.question}", indent, "when")
        answers = " | ".join(branch.answers)
        yield Line(answers if branch.outcome is None else f"{answers}: outcome {branch.outcome}", indent + 2)
        yield from tree(branch.then, indent + 4)


def _choice(choice: Choice) -> str:
    time = f" (time {choice.time})" if choice.time > 1 else ""
    return f"{choice.by}: {choice.question}{time}: {choice.answer}"
