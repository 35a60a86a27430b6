"""Writing: the words of a value. For a category, the first rule that fits the value and whose slots can be written: rules for just
that value come first, then those for its type in the order registered, then those that may hold a sort of token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.oracle.kernel.grammar import Grammar
from engine.oracle.kernel.rules import Rule, Series
from engine.oracle.kernel.templates import Inflected, Slot
from engine.oracle.kernel.tokens import join, tokenise

Marks = Mapping[int, str]
"""What is put behind the words of a value, by the value's identity."""


def write_tokens(
    grammar: Grammar, category: str, value: Any, plural: bool = False, marks: Marks | None = None
) -> list[str] | None:
    """The tokens of the value in this category, or None if no rule writes it. `plural`: the number of what is around it."""
    words = _unmarked(grammar, category, value, plural, marks)
    mark = marks.get(id(value)) if marks else None
    if not mark or not words:
        return words
    last = max((n for n, word in enumerate(words) if word[-1].isalnum() or word[-1] in "})"), default=-1)
    if last >= 0 and not words[last].endswith(mark):
        return [*words[:last], words[last] + mark, *words[last + 1 :]]
    return words


def _unmarked(
    grammar: Grammar, category: str, value: Any, plural: bool, marks: Marks | None
) -> list[str] | None:
    spec = grammar.series_.get(category)
    if spec is not None:
        return _series(grammar, spec, value, plural, marks)
    sort = grammar.tokens.get(category)
    if sort is not None:
        shown = sort.write(value)
        return None if shown is None else [shown]
    for made in grammar.writers[category].for_value(value):
        words = _rule(grammar, made, value, plural, marks)
        if words is not None:
            return words
    return None


def _rule(grammar: Grammar, made: Rule, value: Any, plural: bool, marks: Marks | None) -> list[str] | None:
    slots = made.undo(value)
    if slots is None:
        return None
    out: list[str] = []
    for piece in made.pieces:
        if isinstance(piece, str):
            out.append(piece)
        elif isinstance(piece, Slot):
            words = write_tokens(
                grammar,
                piece.category,
                slots[piece.field],
                _number(grammar, piece.number, slots, plural),
                marks,
            )
            if words is None:
                return None
            out += words
        elif isinstance(piece, Inflected):
            many = _number(grammar, piece.number, slots, plural)
            out += tokenise(piece.plural if many else piece.singular)
    return out


def _number(grammar: Grammar, number: str, slots: Any, plural: bool) -> bool:
    if not number:
        return plural
    if number in ("one", "many"):
        return number == "many"
    return grammar.is_plural(slots[number])


def _series(
    grammar: Grammar, spec: Series, values: Any, plural: bool, marks: Marks | None
) -> list[str] | None:
    if not isinstance(values, tuple) or not spec.low <= len(values) <= spec.high:
        return None
    out: list[str] = []
    for i, value in enumerate(values):
        is_last = i == len(values) - 1
        if i:
            if is_last and spec.last is not None:
                out += (spec.pair or ()) if len(values) == 2 else spec.last
            else:
                out += spec.sep
        category = spec.first if not i else spec.final if is_last and spec.last is not None else spec.element
        words = write_tokens(grammar, category, value, plural, marks)
        if words is None:
            return None
        out += words
    return out


def write(grammar: Grammar, category: str, value: Any, marks: Marks | None = None) -> str | None:
    """The text of the value in this category, or None if no rule writes it. `marks`: what is put behind the words of parts of it."""
    grammar.ready()
    words = write_tokens(grammar, category, value, marks=marks)
    return None if words is None else join(words)
