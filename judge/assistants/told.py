"""What an assistant is told: of a ruling the page that `judge run` prints, and the same as short data; likewise of rules and cards.

An assistant's context is dear. What is told is short unless all of it is wanted, and never longer than `MOST`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import (
    Any,
    Required,  # what schemas are made of, up to Python 3.12
)

import msgspec
from typing_extensions import TypedDict

from scenarios import pages
from scenarios.runner import Ruling

MOST = 16_000
"""So many characters a text has, at most."""
MOST_OF_ALL = 60_000
"""The same where all is wanted."""
MANY = 30
"""So many rules below a rule, outcomes, checks or steps are told, at most, unless all is wanted."""
LONGEST = 3_000
"""So many characters a single text of the data has, at most; rules of the game are shorter."""

WHAT_TO_DO = {
    "wrong": "A check does not hold. Where it is one of your own `expect`, what was found is the answer: tell that. Where an action is refused by the rules, the rule named is the answer.",
    "refused": "The program can't rule on this. Say so and name the reason; don't answer from memory. Rules that bear on it: search_rules, look_up_rule.",
    "invalid": "The text of the scenario is at fault and nothing was ruled. Mend what is named and call again; `scenario_help` explains any key.",
    "crashed": "The program is at fault, and there is no ruling. Say so; don't answer from memory.",
}
"""What an assistant does with a ruling that isn't right."""
FORMS = {
    "YAML syntax": 'Names with a colon or # stand in "quotes", mana in braces too: "{2}{G}"; brackets and braces are closed; a list item begins with `- `.',
    "unknown key in a scenario": "A scenario has the keys players: {alice: {hand: [...], battlefield: [...], mana: ...}, bob: {...}}, do: [{cast: X, targets: Y}, ...], and expect: {...} or ask: [...].",
    "unknown verb": "Each item of `do` begins with its verb: `- cast: X`, with `by: bob`, `targets: Y` below it.",
    "expected expect: a mapping": "As `expect: {Bears: dies, bob: {life: 17}}`.",
    "no card is named": "A card that is really called so but isn't known is described under `cards`: with its text from the player or its current Oracle text, and say so in the answer.",
    "nothing is known about": "`library: [top card, next card, ...]` names what is drawn or searched for.",
}
"""How it is written, where the detail of an invalid ruling has these words: the faults that those who write from memory make."""


class Part(TypedDict, total=False):
    """A question and its answer, a check and whether it holds, or something that changed or happened; each with the numbers of the rules that decide it."""

    what: Required[str]
    answer: str
    because: list[str]
    holds: bool
    found: str
    when: str
    rules: list[str]


class RuleText(TypedDict, total=False):
    """A rule's number, and its text in the edition shown."""

    number: Required[str]
    title: str
    text: str


class Ending(TypedDict, total=False):
    """One way in which the scenario can end: what is so in it, and the choices that lead there."""

    says: Required[list[str]]
    choices: list[str]
    rules: list[str]
    default: bool


class ShortRuling(TypedDict, total=False):
    """A ruling. `status`: right, wrong (a check fails), refused (not supported), invalid (the text is at fault) or crashed; `detail`: why; `answers` to
    questions asked; `checks` expected; `changed` since the beginning; `why`: the steps that led there; `rules` that decide, with their text; `also`: others applied."""

    status: Required[str]
    title: Required[str]
    question: str
    detail: str
    answers: list[Part]
    checks: list[Part]
    changed: list[Part]
    outcomes: list[Ending]
    outcomes_in_all: int
    why: list[Part]
    assumed: list[str]
    rules: list[RuleText]
    also: list[str]
    happened: list[Part]


class Rulings(TypedDict):
    """The rulings on the scenarios of a text, in their order."""

    rulings: list[ShortRuling]


class Fault(TypedDict):
    """A fault of a scenario's text: its line and column from 1, and the line as it would be right where that is known. Kind `refused`: a card that can't be read."""

    message: str
    line: int
    column: int
    corrected: str
    kind: str


class Faults(TypedDict):
    """What is wrong with a text; nothing if it can be played."""

    faults: list[Fault]


class FoundRule(RuleText, total=False):
    """A rule with what stands below it; `examples` where all is wanted."""

    subrules: list[RuleText]
    more_subrules: int
    examples: list[str]
    refers_to: list[str]


class Rules(TypedDict):
    """Rules, and the date of the edition that they are of ("digest": sentences of our own)."""

    edition: str
    rules: list[FoundRule]


class CardRead(TypedDict, total=False):
    """A card as the engine reads it: its text written back, whether scenarios prove every part of it, and its public page."""

    name: Required[str]
    text: Required[str]
    proof: Required[str]
    link: str
    abilities: dict[str, Any]


def rulings(found: Sequence[Ruling], full: bool = False) -> tuple[str, Rulings]:
    """The pages of rulings, each with what to do where it isn't right, and their data: as many rulings as may be told."""
    texts: list[str] = []
    told: list[ShortRuling] = []
    left = MOST_OF_ALL if full else MOST
    for ruling in found:
        text, data = _page(ruling, full), _shorter(_short(ruling, full), full)
        left -= max(len(text), len(msgspec.json.encode(data)))
        if told and left < 0:
            break
        texts.append(text)
        told.append(data)
    if more := len(found) - len(told):
        texts.append(f"({more} scenario{'s' if more > 1 else ''} more: ask for fewer at once)")
    return "\n\n---\n\n".join(texts), Rulings(rulings=told)


def _page(ruling: Ruling, full: bool) -> str:
    lines = list((pages.whole if full else pages.short)(ruling))
    if full and ruling.exploration is not None:
        lines += [pages.Line(), *pages.tree(ruling.exploration.tree)]
    page = cut(pages.text(lines), full)
    if ruling.status not in WHAT_TO_DO:
        return page
    forms = [form for words, form in FORMS.items() if words in ruling.detail]
    return f"{page}\n\n({' '.join([WHAT_TO_DO[ruling.status], *forms])})"


def _shorter(data: Any, full: bool) -> Any:
    """The data with no text and no list that is too long: what is in a scenario may be of any length."""
    if isinstance(data, str):
        return data if len(data) <= LONGEST else f"{data[:LONGEST]}..."
    if isinstance(data, list):
        return [_shorter(each, full) for each in (data if full else data[:MANY])]
    if isinstance(data, dict):
        return {name: _shorter(each, full) for name, each in data.items()}
    return data


def _short(ruling: Ruling, full: bool) -> ShortRuling:
    told = ShortRuling(status=ruling.status, title=ruling.title)
    texts = {cite.rule: cite for cite in ruling.cites}
    parts: dict[str, Any] = {
        "question": ruling.question,
        "detail": ruling.detail,
        "answers": [_answered(answer) for answer in ruling.answers],
        "checks": [_checked(check) for check in ruling.checks if not check.what.startswith("cites ")],
        "changed": [Part(what=change.what, rules=list(change.rules)) for change in ruling.changed],
        "why": [_step(ruling.timeline[place]) for place in ruling.why],
        "assumed": [f"{each.player}: {each.question}: {each.answer}" for each in ruling.assumptions],
        "rules": [
            RuleText(number=texts[rule].number or rule, title=texts[rule].heading, text=texts[rule].text)
            for rule in ruling.deciding
            if rule in texts
        ],
        "also": list(ruling.beside),
        "happened": [_step(event) for event in ruling.timeline] if full else [],
    }
    if ruling.exploration is not None:
        ways = ruling.exploration.outcomes
        parts["outcomes"] = [_ending(way) for way in ways]
        parts["outcomes_in_all"] = len(ways)
    told.update({name: value for name, value in parts.items() if value})  # type: ignore[typeddict-item]
    return told


def _answered(answer: Any) -> Part:
    told = Part(what=answer.ask, answer=answer.answer, rules=list(answer.rules))
    because = [reason.text for reason in answer.path]
    return Part(because=because, **told) if because else told


def _checked(check: Any) -> Part:
    told = Part(what=check.what, holds=check.holds, rules=list(check.rules))
    return told if check.holds else Part(found=check.found, **told)


def _step(event: Any) -> Part:
    return Part(what=event.text, when=event.when, rules=list(event.rules))


def _ending(way: Any) -> Ending:
    choices = [f"{choice.by}: {choice.question}: {choice.answer}" for choice in way.decided_by]
    said = [f"it can't go on: {way.stopped}"] if way.stopped else list(way.says)
    return Ending(says=said, choices=choices, rules=list(way.rules), default=way.usual)


def faults(found: Sequence[Fault]) -> tuple[str, Faults]:
    """What is wrong with a text, in the order of its lines."""
    told: list[Fault] = list(found)
    if not told:
        return "nothing is wrong with it: run_scenario plays it", Faults(faults=[])
    lines = []
    for fault in told:
        lines.append(f"line {fault['line']}, column {fault['column']}: {fault['message']}")
        if fault["corrected"]:
            lines.append(f"    {fault['corrected'].strip()}    <- this would be right")
    return cut("\n".join(lines)), Faults(faults=told)


def rules(found: Any, full: bool = False) -> tuple[str, Rules]:
    """Rules that were looked up, as `service.rule` has them."""
    entries = found["entries"]
    lines = [found["note"]] if found.get("note") and found["how"] not in ("number", "range") else []
    told = []
    for entry in entries:
        rule = FoundRule(number=entry["number"])
        below = entry["children"] if full else entry["children"][:MANY]
        parts: dict[str, Any] = {
            "title": entry["title"] or (entry["headings"][-1]["title"] if entry["headings"] else ""),
            "text": entry["text"] if entry["text"] != entry["title"] else "",
            "subrules": [_rule_text(child) for child in below],
            "more_subrules": len(entry["children"]) - len(below),
            "examples": entry["examples"] if full else [],
            "refers_to": [other["number"] for other in entry["refers_to"]] if full else [],
        }
        rule.update({name: value for name, value in parts.items() if value})  # type: ignore[typeddict-item]
        told.append(rule)
        lines += [*_rule_lines(rule), *(f"  Example: {example}" for example in rule.get("examples", ()))]
    edition = entries[0]["edition"] if entries else ""
    return cut("\n".join([*lines, _source(edition)]), full), Rules(edition=edition, rules=told)


def hits(found: Sequence[Any]) -> tuple[str, Rules]:
    """Rules that a search found, best first, as `service.search` has them."""
    told = [FoundRule(number=hit["number"], title=hit["heading"], text=hit["text"]) for hit in found]
    edition = found[0]["edition"] if found else ""
    lines = [line for rule in told for line in _rule_lines(rule)]
    text = "\n".join([*lines, _source(edition)]) if told else "no rule answers to these words"
    return cut(text), Rules(edition=edition, rules=told)


def _rule_text(entry: Any) -> RuleText:
    text = entry["text"] if entry["text"] != entry["title"] else ""
    told = RuleText(number=entry["number"])
    if entry["title"]:
        told["title"] = entry["title"]
    if text:
        told["text"] = text
    return told


def _rule_lines(rule: FoundRule) -> Iterable[str]:
    """`702.19b Trample: text`, and what stands below it."""
    yield _one_rule(rule)
    for child in rule.get("subrules", ()):
        yield f"  {_one_rule(child)}"
    if more := rule.get("more_subrules"):
        yield f"  ({more} more below it: ask for them by number, or with `full`)"


def _one_rule(rule: RuleText) -> str:
    title, text = rule.get("title", ""), rule.get("text", "")
    return f"{rule['number']} {title}{': ' if title and text else ''}{text}".rstrip()


def _source(edition: str) -> str:
    return f"({'digest in our own words' if edition == 'digest' else f'Comprehensive Rules, {edition}'})"


def card(found: Any, full: bool = False) -> tuple[str, CardRead]:
    """A card, as `service.card` has it."""
    told = CardRead(name=found["name"], text=found["text"], proof=found["proof"])
    if found.get("link"):
        told["link"] = found["link"]
    if full:
        told["abilities"] = found["card"]
    return f"{found['text']}\n\n({found['proof']})", told


def cut(text: str, full: bool = False) -> str:
    """The text, or as many of its lines as may be told."""
    most = MOST_OF_ALL if full else MOST
    if len(text) <= most:
        return text
    whole = text[:most].rpartition("\n")[0] or text[:most]
    return f"{whole}\n(cut here: {len(text) - len(whole):,} characters more; ask for less at once)"
