"""Which of the rules of an answer decide it: what holds of every spell, every combat, every effect comes last."""

from __future__ import annotations

from collections.abc import Iterable

ORDINARY = (
    "104.2", "104.3", "106", "115.1", "116", "117", "118.1", "118.5", "119.3", "120.3", "122.1", "400.7", "405", "500", "506.4", "508.1", "509.1", "510.1d", "510.2", "601.2",
    "602.2", "603.2", "603.3", "605", "608.1", "608.2n", "608.3a", "611.3a", "700.4", "701.8a", "701.26", "704.3",
)  # fmt: skip
"""Rules by which everything of a kind happens: a rule of this number, or a letter of it that isn't asked about."""
SPECIAL = (
    "119.7",
    "120.3b",
    "120.3d",
    "508.1b",
    "508.1c",
    "508.1d",
    "509.1b",
    "509.1c",
    "601.2f",
    "603.2d",
    "603.2e",
    "603.3b",
    "603.3d",
)
"""Letters of these that say more."""


def weighed(rules: Iterable[str]) -> tuple[str, ...]:
    """The rules, each once, in their order, but those that hold of everything of the kind last."""
    every = tuple(dict.fromkeys(rules))
    return (*(r for r in every if not ordinary(r)), *(r for r in every if ordinary(r)))


def ordinary(rule: str) -> bool:
    """Whether the rule holds of everything of its kind."""
    return not rule.startswith(SPECIAL) and any(_below(rule, number) for number in ORDINARY)


def _below(rule: str, number: str) -> bool:
    """Whether it is the rule, one of its letters, or one of the section."""
    rest = rule.removeprefix(number)
    return rest != rule and (not rest or rest[0] == "." or rest.isalpha())
