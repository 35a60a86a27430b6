"""Why outcomes come about: the choices that tell them apart, the rules by which those are made, what led from them to the end, and what the outcomes answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from engine.game import Game
from scenarios.explaining import DECIDING, Change, Subject, why
from scenarios.exploring.search import End
from scenarios.runner.answers import Answered, Reason
from scenarios.runner.results import Choice, Outcome

MOST_EXPLAINED = 40
"""Of how many outcomes it is told why."""


def explained(
    outcomes: Sequence[Outcome],
    ends: Sequence[End],
    became: Sequence[Sequence[Change]],
    question: str,
    text_of: Callable[[str], str] | None,
) -> tuple[tuple[Outcome, ...], tuple[str, ...]]:
    """The outcomes, each with its rules and the steps that led to it, and the rules that decide between them. `became`: what is different from the beginning
    in each; `question` and `text_of` as `why` has them."""
    decisive = {_asked(choice) for outcome in outcomes for choice in outcome.decided_by}
    common = Counter(text for changes in became for text in {change.text for change in changes})
    found: list[Outcome] = []
    weight: Counter[str] = Counter()
    for outcome, end, changes in zip(outcomes[:MOST_EXPLAINED], ends, became, strict=False):
        own = [change.subject for change in changes if common[change.text] < len(outcomes)]
        chosen = chosen_steps(end, decisive)
        told = why(end.game, own or _of(changes), question, text_of, chosen)
        path = tuple(_reasons(end.game, [i for i in told.told if i >= min(chosen, default=0)]))
        found.append(replace(outcome, rules=told.deciding, path=path))
        for place, rule in enumerate(told.deciding):
            weight[rule] += DECIDING - place
    return (*found, *outcomes[MOST_EXPLAINED:]), tuple(rule for rule, _ in weight.most_common(DECIDING))


def chosen_steps(end: End, decisive: Iterable[tuple[str, str]]) -> tuple[int, ...]:
    """The steps with which what was chosen began to be done, of the choices that tell outcomes apart."""
    wanted = set(decisive)
    steps = [made.step for made in end.made if _asked(made.choice) in wanted]
    return tuple(step for step in dict.fromkeys(steps) if step < len(end.game.steps))


def turning(outcomes: Sequence[Outcome], ends: Sequence[End]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the outcome turns on, and what was tried and makes no difference: who is asked what, in words."""
    tried = dict.fromkeys(_asked(made.choice) for end in ends for made in end.made)
    on = dict.fromkeys(_asked(choice) for outcome in outcomes for choice in outcome.decided_by)
    beside = [each for each in tried if each not in on]
    return tuple(_told(on)), tuple(_told(beside))


def answers(ends: Sequence[End], first: int) -> tuple[Answered, ...]:
    """The answers to the scenario's questions: one that is the same in every outcome as it is, of another what is so in which outcome."""
    found: list[Answered] = []
    for place, usual in enumerate(ends[first].answers):
        said: dict[str, list[int]] = {}
        rules: list[str] = []
        for number, end in enumerate(ends, 1):
            if place < len(end.answers):
                each = end.answers[place]
                said.setdefault(each.answer, []).append(number)
                rules += each.rules
        if len(said) > 1:
            parts = (
                f"{'; '.join(told.splitlines())} ({_numbers(numbers)})" for told, numbers in said.items()
            )
            told = "it depends on what is chosen:\n" + "\n".join(parts)
            usual = replace(usual, answer=told, rules=tuple(dict.fromkeys(rules)), path=())
        found.append(usual)
    return tuple(found)


def _numbers(numbers: Sequence[int]) -> str:
    return f"outcome{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def _asked(choice: Choice) -> tuple[str, str]:
    return choice.by, choice.question


def _told(asked: Iterable[tuple[str, str]]) -> Iterator[str]:
    for by, question in asked:
        yield f"{by}: {question}"


def _of(changes: Sequence[Change]) -> list[Subject]:
    return [change.subject for change in changes]


def _reasons(game: Game, steps: Iterable[int]) -> Iterator[Reason]:
    for step in (game.steps[index] for index in steps):
        yield Reason(step.text, step.rules, step.when)
