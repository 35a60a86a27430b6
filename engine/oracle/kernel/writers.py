"""The rules of a category that may write a value, found by its shape: its type, and what of it rules can tell at a glance."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from engine.oracle.kernel.rules import Rule

_PLAIN = (str, int, bool, type(None))


def shape(held: Any) -> Hashable:
    """What is compared of a field: a plain value itself, the types of a tuple's items, the type of anything else. Values that are equal have equal shapes."""
    kind = type(held)
    if kind in _PLAIN:
        return held  # type: ignore[no-any-return]
    if kind is tuple:
        return tuple(int if type(item) is bool else type(item) for item in held)
    return kind


class Writers:
    """The rules of one category: those for just one value, those for a type, those that may hold a sort of token (the type is ...)."""

    def __init__(self, table: dict[Any, list[Rule]]) -> None:
        self._constants = {key: tuple(rules) for key, rules in table.items() if isinstance(key, tuple)}
        self._constant_types = {key[0] for key in self._constants}
        self._any = tuple(table.get(..., ()))
        self._of = {
            kind: (*rules, *self._any) for kind, rules in table.items() if not isinstance(kind, tuple)
        }
        self._told_by = {kind: _told_by(rules) for kind, rules in self._of.items()}
        self._found: dict[Hashable, tuple[Rule, ...]] = {}

    def for_value(self, value: Any) -> tuple[Rule, ...]:
        """The rules that may write the value, in the order in which they are tried."""
        kind = type(value)
        rules = self._of.get(kind)
        if rules is None:
            rules = self._any
        elif fields := self._told_by[kind]:
            key = (kind, *[shape(getattr(value, name)) for name in fields])
            found = self._found.get(key)
            if found is None:
                told = dict(zip(fields, key[1:], strict=True))
                found = self._found[key] = tuple(r for r in rules if _fits(r, told))
            rules = found
        if kind in self._constant_types:
            return (*self._constants.get((kind, value), ()), *rules)
        return rules


def _told_by(rules: tuple[Rule, ...]) -> tuple[str, ...]:
    """The fields by which rules differ, if they are many enough for a look at the value to be worth it."""
    if len(rules) < 4:
        return ()
    return tuple(dict.fromkeys(name for made in rules for name in made.fixed))


def _fits(made: Rule, told: dict[str, Hashable]) -> bool:
    return all(told[name] == shape(wanted) for name, wanted in made.fixed.items())
