"""Writing: the words of a value. For a category, the first rule that fits the value and whose slots can be written: rules for just
that value come first, then those for its type in the order registered, then those that may hold a sort of token."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
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
    return _Writer(grammar, marks or {}).tokens(category, value, plural)


MOST = 200_000
"""Of how many parts the words are remembered before all are forgotten."""


class _Writer:
    """One writing. What was written of a part is remembered: rules that fail late leave it to the next (`_written` keeps the part itself, so that its identity stays its own), and texts
    share most of their parts (`said`, unless marks make a difference)."""

    def __init__(self, grammar: Grammar, marks: Marks) -> None:
        self.grammar = grammar
        self.marks = marks
        self.said = grammar.said
        if len(self.said) > MOST:
            self.said.clear()
        self._written: dict[tuple[str, int, bool], tuple[Any, list[str] | None]] = {}

    def tokens(self, category: str, value: Any, plural: bool) -> list[str] | None:
        key = (category, id(value), plural)
        found = self._written.get(key)
        if found is None:
            words = (
                self._marked(category, value, plural) if self.marks else self._said(category, value, plural)
            )
            found = self._written[key] = (value, words)
        return found[1]

    def _said(self, category: str, value: Any, plural: bool) -> list[str] | None:
        key = (category, value, plural)
        try:
            return self.said[key]
        except KeyError:
            words = self.said[key] = self._unmarked(category, value, plural)
            return words

    def _marked(self, category: str, value: Any, plural: bool) -> list[str] | None:
        words = self._unmarked(category, value, plural)
        mark = self.marks.get(id(value))
        return _marked(words, mark) if mark and words else words

    def _unmarked(self, category: str, value: Any, plural: bool) -> list[str] | None:
        grammar = self.grammar
        writers = grammar.writers.get(category)
        if writers is not None:
            for made in writers.for_value(value):
                slots = made.undo(value)
                words = None if slots is None else self._rule(made, slots, plural)
                if words is not None:
                    return words
            return None
        spec = grammar.series_.get(category)
        if spec is not None:
            return self._series(spec, value, plural)
        shown = grammar.tokens[category].write(value)
        return None if shown is None else [shown]

    def _rule(self, made: Rule, slots: Mapping[str, Any], plural: bool) -> list[str] | None:
        out: list[str] = []
        for piece in made.pieces:
            if isinstance(piece, str):
                out.append(piece)
            elif isinstance(piece, Slot):
                many = self._many(piece.number, slots, plural)
                words = self.tokens(piece.category, slots[piece.field], many)
                if words is None:
                    return None
                out += words
            elif isinstance(piece, Inflected):
                many = self._many(piece.number, slots, plural)
                out += _tokens(piece.plural if many else piece.singular)
        return out

    def _many(self, number: str, slots: Mapping[str, Any], plural: bool) -> bool:
        if not number:
            return plural
        if number in ("one", "many"):
            return number == "many"
        return self.grammar.is_plural(slots[number])

    def _series(self, spec: Series, values: Any, plural: bool) -> list[str] | None:
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
            ending = is_last and spec.last is not None
            category = spec.first if not i else spec.final if ending else spec.element
            words = self.tokens(category, value, plural)
            if words is None:
                return None
            out += words
        return out


_tokens = cache(tokenise)


def _marked(words: list[str], mark: str) -> list[str]:
    """The words with the mark behind the last of them that is one."""
    last = max((n for n, word in enumerate(words) if word[-1].isalnum() or word[-1] in "})"), default=-1)
    if last >= 0 and not words[last].endswith(mark):
        return [*words[:last], words[last] + mark, *words[last + 1 :]]
    return words


def write(grammar: Grammar, category: str, value: Any, marks: Marks | None = None) -> str | None:
    """The text of the value in this category, or None if no rule writes it. `marks`: what is put behind the words of parts of it."""
    grammar.ready()
    words = write_tokens(grammar, category, value, marks=marks)
    return None if words is None else join(words)
