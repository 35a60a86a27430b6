"""Which rules decide. A rule decides where it made a difference, and what every spell or combat goes by makes none: a rule weighs more the fewer of the
library's rulings apply it, the nearer it stands to what is asked about on the causal path, if the question speaks of it, and by what kind of rule it is."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from functools import cache
from importlib import resources

from engine.game import Step

DECIDING = 3
"""How many rules decide at most."""
PER_STEP = 0.15
"""What a rule loses in weight for each step between it and what is asked about."""
PER_STEP_OF_ONE = 0.6
"""The same for a single statement: of several, each is to name what decides it, and not what led to all of them."""
PER_PLACE = 0.03
"""What it loses for each rule before it in the step, where the reasons stand first and what follows from them last."""
BEHIND = 4.5
"""How much less than the heaviest a rule may weigh that decides, too."""
PREPARED = 2.5
"""What a rule of casting, activating, paying or choosing loses for a statement about what came of it, where it is applied as the spell or ability is announced."""
PREPARES = ("106.", "107.", "115.", "118.", "202.", "303.4a", "601.2", "602.2", "605.", "700.2")
OFF_PATH, BY_TURN = 0.7, 3.0
"""What it loses if nothing on the causal path applies it; and if it is only applied by what the turn does by itself (CR 703)."""
ASKED = 2.0
"""What it gains if the question's words are its own."""
CHOSEN = 2.0
"""What it gains if it is applied as a choice is carried out that makes the difference."""
ROLES = {
    "603.4": 1.0, "511.3": -3.0, "704.5": 0.7, "704.7": -1.5, "614.": 0.6, "615.": 0.6, "616.": 0.6, "603.2b": -0.7, "122.2": -1.2, "601.": 0.3, "602.": 0.3, "608.": 0.3, "117.": 0.3, "405.": 0.3, "701.": -0.7, "115.": -0.7, "601.3": 1.3, "101.2": 0.7,
    **dict.fromkeys(("601.2a", "601.2h", "601.2i", "602.2a", "405.1", "608.1", "608.2n", "117.4", "611.3a", "611.3b"), -0.7),
    **{f"{number}.": -0.8 for number in range(500, 515)},
    **{f"506.4{letter}": -0.8 for letter in "abcdef"}, "506.4": -1.5, "305.6": -0.7,
}  # fmt: skip
"""What a rule gains or loses by what it is: conditions of triggers, state-based actions, replacement and prevention make a difference wherever they apply, and so do the steps of
casting and resolving that are not common to all spells; the course of turn and combat, what all spells and abilities go by, that something triggers as a step begins, what a keyword action is
and what may be a target, seldom; that what dies leaves combat, and that lands give mana, hardly ever."""
OF_TURNS = ("500.", "502.", "504.", "508.8", "514.", "703.")
TABLE = "commonness.tsv"
_WORD = re.compile(r"[a-z]{3,}")
_SAID_OF_ALL = frozenset(
    [
        "the",
        "and",
        "for",
        "with",
        "what",
        "how",
        "many",
        "much",
        "does",
        "does",
        "that",
        "this",
        "from",
        "when",
        "his",
        "her",
        "its",
        "can",
        "you",
    ]
)


def weights(
    steps: Iterable[Step],
    path: Mapping[int, int],
    question: str = "",
    text_of: Callable[[str], str] | None = None,
    chosen: Collection[int] = (),
    per_step: float = PER_STEP,
    announced: Container[int] = (),
) -> dict[str, float]:
    """Of each rule that the steps apply, how much it decides; the heaviest first. `path`: the steps that led to what is asked about, with their distance from
        it; `text_of`: a rule's heading and text, to compare the question with; `chosen`: the steps with which a choice that makes the difference began to be
        carried out; `per_step`: what a rule loses for each step between; `announced`: the steps with which spells were cast and abilities activated, where that is not
    what is asked about."""
    found: dict[str, float] = {}
    steps = list(steps)
    rules = {rule for step in steps for rule in step.rules}
    gains = _asked(_words(question), {rule: _words(text_of(rule)) for rule in rules}) if text_of else {}
    for step in steps:
        away = per_step * path[step.index] if step.index in path else _off_path(step)
        for place, rule in enumerate(step.rules):
            weight = rarity(rule) + _role(rule) + ASKED * gains.get(rule, 0.0) - away - PER_PLACE * place
            if step.index in announced and rule.startswith(PREPARES):
                weight -= PREPARED
            if step.index in chosen:
                weight += CHOSEN
            if weight > found.get(rule, -math.inf):
                found[rule] = weight
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def _role(rule: str) -> float:
    return next((ROLES[part] for part in (rule, rule[:5], rule[:4]) if part in ROLES), 0.0)


def _off_path(step: Step) -> float:
    return BY_TURN if step.cause < 0 and any(rule.startswith(OF_TURNS) for rule in step.rules) else OFF_PATH


def rarity(rule: str) -> float:
    """How rare the rule is among the library's rulings: 0 if all of them apply it."""
    number, of = commonness()
    return math.log(number / of.get(rule, 1))


@cache
def commonness() -> tuple[int, dict[str, int]]:
    """How many rulings the library has, and how many of them apply each rule (made by `python -m tests.commonness`)."""
    lines = resources.files("scenarios.explaining").joinpath(TABLE).read_text("utf-8").splitlines()
    counts = {rule: int(number) for rule, _, number in (line.partition("\t") for line in lines)}
    return counts.pop("rulings"), counts


def _words(text: str) -> frozenset[str]:
    """The words of a text that say something, without the ending of a plural."""
    return frozenset(_stem(word) for word in _WORD.findall(text.lower())) - _SAID_OF_ALL


def _stem(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 else word


def _asked(asked: frozenset[str], texts: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """How much of what is asked each rule's text speaks of, from 0 to 1; a word that many of the texts have counts for little."""
    having = {word: sum(word in text for text in texts.values()) for word in asked}
    worth = {word: 1 / number for word, number in having.items() if number}
    whole = sum(worth.values())
    return {
        rule: sum(worth.get(word, 0.0) for word in asked & text) / whole if whole else 0.0
        for rule, text in texts.items()
    }
