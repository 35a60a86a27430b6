"""The table of keyword abilities that mean other abilities, and the words that several families use."""

from __future__ import annotations

from collections.abc import Callable

from engine import abilities as ab
from engine.errors import Unsupported

Expansion = Callable[[ab.Keyword], tuple[ab.Ability, ...]]
EXPANSIONS: dict[str, Expansion] = {}
"""What each keyword means, by the name that CR 702 gives it, in lower case."""
RULES: dict[str, str] = {
    "boast": "702.142a",
    "forecast": "702.57a",
    "exhaust": "702.177a",
    "power-up": "702.193a",
    "max speed": "702.178a",
    "anchor word": "614.12c",
    "∞": "702.186b",
    "chapter": "714.2b",
    "visit": "702.159a",
    "room": "309.4c",
    "crew": "702.122a",
    "saddle": "702.171a",
    "reconfigured": "702.151b",
    "leveler": "711.2a",
    "station symbol": "721.2a",
    "station symbol with a size": "721.2b",
    "class": "716.2a",
    "class level": "716.2a",
    "siege": "310.11b",
    "devour of a quality": "702.82c",
    "bloodthirst x": "702.54b",
    "vanishing without a number": "702.63b",
    "modular by sunburst": "702.44c",
    "ward of x": "702.21a",
}
"""The rule that says what a keyword means, cited where one of the abilities it stands for does something."""

AT_RESOLUTION: dict[str, str] = {"rampage": "702.23b", "ward of x": "702.21b"}
"""Rules by which an ability that a keyword means works something out only as it resolves, by the ability's word."""

ONE = ab.Literally(1)
YOU = ab.You()
THIS = ab.This()
IT = ab.That()
CREATURE = ab.Noun((("creature",),))
PERMANENT = ab.Noun(form="permanent")
YOURS = ab.ControlledBy(ab.You())
UNTIL_END_OF_TURN = ab.ThisTurn()
SORCERY = ab.Only("as a sorcery")


AT_MANA_COST = frozenset({"encore", "scavenge", "embalm", "unearth", "replicate", "plot"})
"""Keywords that are granted at the price of the mana cost of what has them, which they get as it is known there (CR 702.56a, 702.97a)."""


REDUCED = "its mana cost reduced by"
"""What is written with a keyword whose cost is the mana cost of the card that has it, less what is written as its cost (CR 702.143d)."""


def means(name: str, rule: str) -> Callable[[Expansion], Expansion]:
    """Register what the keyword of this name means, by the rule of that number."""

    def register(make: Expansion) -> Expansion:
        EXPANSIONS[name] = make
        RULES[name] = rule
        return make

    return register


def number(keyword: ab.Keyword) -> ab.Number:
    """The N of a keyword written with a number. Raises Unsupported if there is none."""
    if keyword.number is None:
        raise Unsupported(f"{keyword.name} without its number")
    return keyword.number


def costs(keyword: ab.Keyword) -> tuple[ab.Cost, ...]:
    """The cost of a keyword written with one. Raises Unsupported if there is none."""
    if not keyword.costs:
        raise Unsupported(f"{keyword.name} without its cost")
    return keyword.costs


def instance(keyword: ab.Keyword, name: str = "") -> str:
    """CR 702.33f, 702.56b, 702.152b, 702.157b, 702.175b: what a payment for this instance of the keyword is called: its name, or the one given, and the
    mana of its cost."""
    return f"{name or keyword.name} {mana_words(keyword.costs)}".strip()


def mana_words(costs: tuple[ab.Cost, ...]) -> str:
    """The mana among the costs, as it is written."""
    return "".join(c.mana for c in costs if isinstance(c, ab.PayMana))


def gets(
    what: ab.Recipient, power: ab.Number, toughness: ab.Number, sign: str = "+", each: ab.Number | None = None
) -> ab.Lasting:
    """It gets +power/+toughness until end of turn."""
    return ab.Lasting(what, (ab.ModifyPT(power, toughness, (sign, sign), each),), UNTIL_END_OF_TURN)


def dies(what: ab.Objects = THIS) -> ab.Moves:
    """CR 700.4: from the battlefield to a graveyard."""
    return ab.Moves(what, "battlefield", "graveyard", "dies")


def enters(what: ab.Objects = THIS) -> ab.Moves:
    """CR 603.6a."""
    return ab.Moves(what, "", "battlefield", "enters")


ONE_OR_MORE = "one or more"
"""What craft is written with where its controller decides how many things they craft with (CR 702.167a)."""
X_AT_LEAST_1 = "X can't be 0"
"""What suspend with an X for its number is written with (CR 107.3d)."""


def your_upkeep() -> ab.StepBegins:
    """CR 503."""
    return ab.StepBegins("upkeep", YOU, "your")


def counter_on_this(kind: str) -> ab.Condition:
    """This has such a counter on it (or had, if it is gone: CR 603.10a)."""
    return ab.Fits(THIS, ab.Which((), PERMANENT, (ab.WithCounter(kind),)))


def enters_with(kind: str, how_many: ab.Number, word: str) -> ab.Enters:
    """CR 614.1c: this permanent enters with so many counters, as the keyword `word` says."""
    return ab.Enters(THIS, counters=how_many, kind=kind, word=word)
