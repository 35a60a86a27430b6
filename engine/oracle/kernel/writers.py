"""The rules of a category that may write a value, found by its shape: its type, and what of it rules can tell at a glance."""

from __future__ import annotations

from collections import Counter
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
    return kind  # type: ignore[return-value]


class Writers:
    """The rules of one category: those for just one value, those for a type, those that may hold a sort of token (the type is ...)."""

    def __init__(self, table: dict[Any, list[Rule]]) -> None:
        self._constants = {key: tuple(rules) for key, rules in table.items() if isinstance(key, tuple)}
        self._constant_types = {key[0] for key in self._constants}
        self._any = tuple(table.get(..., ()))
        self._of = {
            kind: _OfType((*rules, *self._any))
            for kind, rules in table.items()
            if not isinstance(kind, tuple)
        }

    def for_value(self, value: Any) -> tuple[Rule, ...]:
        """The rules that may write the value, in the order in which they are tried."""
        kind = type(value)
        of = self._of.get(kind)
        rules = self._any if of is None else of.for_value(value) if of.fields else of.rules
        if kind in self._constant_types:
            return (*self._constants.get((kind, value), ()), *rules)
        return rules


class _OfType:
    """The rules for values of a type. `fields`: those by which many rules tell at a glance whether a value is theirs."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules
        asked = Counter(name for made in rules for name in made.fixed)
        self.fields = tuple(name for name, times in asked.most_common(4) if times > 3)
        self._found: dict[Hashable, tuple[Rule, ...]] = {}
        self._shapes: list[tuple[tuple[int, Hashable], ...]] | None = None

    def for_value(self, value: Any) -> tuple[Rule, ...]:
        key = tuple([shape(getattr(value, name)) for name in self.fields])
        found = self._found.get(key)
        if found is None:
            if self._shapes is None:
                self._shapes = [
                    tuple(
                        (n, shape(made.fixed[name]))
                        for n, name in enumerate(self.fields)
                        if name in made.fixed
                    )
                    for made in self.rules
                ]
            found = self._found[key] = tuple(
                made
                for made, wanted in zip(self.rules, self._shapes, strict=True)
                if all(key[n] == held for n, held in wanted)
            )
        return found
