"""A word or a few for what is so of an object, brought into the shape of the table of properties (scenario format: expect).

- Hill Giant: [lives, 2 damage]             # {zone: battlefield}, {damage: 2}
- Shark: [3/3, flying]                      # {pt: 3/3}, {has: flying}
- Walking Ballista: 2 +1/+1 counters        # {counters: 2 +1/+1}
- Serra Angel: controlled by bob            # {controller: bob}
"""

from __future__ import annotations

import re

from scenarios.format.nodes import Mapping, Node, Scalar

KEYWORDS = (
    "deathtouch|defender|double strike|fear|first strike|flash|flying|haste|hexproof|horsemanship|indestructible|infect|intimidate|islandwalk|swampwalk|"
    "forestwalk|mountainwalk|plainswalk|landwalk|lifelink|menace|persist|phasing|prowess|reach|shadow|shroud|skulk|toxic [0-9]+|trample|undying|vigilance|wither|"
    "changeling|devoid|hexproof from .+|protection from .+"
)
"""Keyword abilities that are said alone; others with `has`."""
TYPES = "artifact|battle|creature|enchantment|land|planeswalker|legendary|snow|basic"
COLORS = "white|blue|black|red|green|colorless"
SAID: tuple[tuple[str, str], ...] = (
    (r"(?:has )?(?P<damage>[0-9]+) (?:points? of )?damage(?: (?:marked )?on it| marked)?|(?:marked )?damage:? (?P<more>[0-9]+)", "damage"),
    (r"(?:has |with )?(?P<none>no) damage(?: (?:marked )?on it| marked)?", "damage"),
    (r"(?:is |at )*level (?P<n>[0-9]+)", "level"),
    (r"power:? (?P<n>-?[0-9]+)", "power"),
    (r"toughness:? (?P<n>-?[0-9]+)", "toughness"),
    (r"(?:has |with )?(?P<bare>no) counters?(?: on it)?", "counters"),
    (r"(?:has |with )?no (?P<gone>[^ ]+(?: [^ ]+)?) counters?(?: on it)?", "counters"),
    (r"(?:at |has |with )?(?P<kind>loyalty|defense):? (?P<n>[0-9]+)|(?:at |has |with )?(?P<count>[0-9]+) (?P<what>loyalty|defense)", "counters"),
    (r"(?:has |with )?(?P<all>(?:an? |[0-9]+ )?[^ ]+(?: [^ ]+)?) counters?(?: on it)?", "counters"),
    (r"(?:still )?(?:attached to|equipped to|enchanting|equipping) (?P<it>.+)", "attached to"),
    (r"controlled by (?P<who>.+)|under (?P<of>.+?)['’]s control", "controller"),
    (rf"(?:is |still )*not (?:an? )?(?P<type>{TYPES})(?: any ?more| any longer)?|no longer (?:an? )?(?P<once>{TYPES})", "not types"),
    (rf"(?:is |still |now )*an? (?P<type>{TYPES})|(?:is |still |now )+(?P<now>{TYPES})", "types"),
    (rf"(?:is |still |now )*(?P<color>{COLORS})", "colors"),
    (rf"(?:is |still )*not (?P<color>{COLORS})", "not colors"),
    (rf"(?:has lost|lacks|without|loses|lost|doesn['’]?t have|has no|no) (?P<lacks>.+)|not (?P<bare>{KEYWORDS})", "lacks"),
    (rf"(?:(?:still )?has|has gained|with|gains|still) (?P<has>.+)|(?P<bare>{KEYWORDS})", "has"),
)  # fmt: skip
"""How it is said, and the property that it is: the words of the (first) group that is there are its value."""


def spoken(node: Scalar) -> Mapping | None:
    """The property that the words say; None where they say none of these."""
    text = " ".join(node.text.split())
    for pattern, key in SAID:
        match = re.fullmatch(pattern, text, re.IGNORECASE)
        if match is not None:
            return Mapping([(_like(node, key), _value(node, key, match))], node.line, node.column)
    return None


def _value(node: Scalar, key: str, match: re.Match[str]) -> Node:
    found = {name: each for name, each in match.groupdict().items() if each is not None}
    if key == "counters" and "bare" in found:
        return Mapping([], node.line, node.column)
    if key == "counters" and "gone" in found:
        return Mapping([(_like(node, found["gone"]), _like(node, "0"))], node.line, node.column)
    if key == "counters" and "all" not in found:
        kind, number = (found.get(a) or found[b] for a, b in (("kind", "what"), ("n", "count")))
        return Mapping([(_like(node, kind.lower()), _like(node, number))], node.line, node.column)
    said = next(iter(found.values()))
    if key == "damage" and "none" in found:
        said = "0"
    if key in ("types", "not types", "colors", "not colors"):
        said = said.lower()
    return _like(node, re.sub(r"^an? ", "", said, flags=re.IGNORECASE) if key == "counters" else said)


def _like(node: Scalar, text: str) -> Scalar:
    return Scalar(text, True, node.line, node.column)
