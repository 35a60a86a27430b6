"""Reading: all values that a text can stand for, found from the top down with a memo on (category, position)."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.oracle.kernel.grammar import Grammar, token_kind
from engine.oracle.kernel.rules import PASSED, Moves, Node, Series
from engine.oracle.kernel.tokens import CAPITAL, fold, join, tokenise
from engine.oracle.kernel.writer import write_tokens

Readings = list[tuple[Any, int]]
END = ""
"""What stands behind the last token."""


class Outcome(NamedTuple):
    """What came of reading a text: one value; or none, with how far it went; or several, which is an error of the grammar.

    `values`: the distinct values that are written as the text; `read`: the longest stretch that was read, from the start;
    `stopped_at`: the token after it ("" at the end); `other`: how a value that was read is written instead, if none is exact."""

    values: tuple[Any, ...]
    read: str
    stopped_at: str
    other: str = ""

    @property
    def value(self) -> Any:
        """The one value, or None."""
        return self.values[0] if len(self.values) == 1 else None


class _Reader:
    def __init__(self, grammar: Grammar, tokens: list[str]) -> None:
        self.grammar = grammar
        self.own = tokens
        self.folded = [*fold(tokens), END]
        self.kinds = [*map(token_kind, self.folded[:-1]), END]
        self.memo: dict[tuple[str, int], Readings] = {}
        self.far = 0

    def read(self, category: str, at: int) -> Readings:
        key = (category, at)
        found = self.memo.get(key)
        if found is None:
            trie = self.grammar.tries.get(category)
            if trie is not None:
                found = self._rules(trie, at)
            elif category in self.grammar.series_:
                found = self._series(self.grammar.series_[category], at)
            else:
                found = self._token(category, at)
            self.memo[key] = found
        return found

    def may_start(self, category: str, at: int) -> bool:
        first = self.grammar.first[category]
        return self.folded[at] in first or self.kinds[at] in first

    def _rules(self, root: Node, at: int) -> Readings:
        found: Readings = []
        folded, memo = self.folded, self.memo
        far = at
        stack: list[tuple[Node, int, tuple[Any, ...]]] = [(root, at, ())]
        while stack:
            node, here, values = stack.pop()
            while True:
                for made in node.ends:
                    value = made.build(values)
                    if value is not None and (value, here) not in found:
                        found.append((value, here))
                for made, following in node.corners:
                    value = made.build(values)
                    if value is not None:
                        stack.append((following, here, (value,)))
                if here > far:
                    far = here
                if node.leaf:
                    break
                follow, edges = node.moves.get(folded[here]) or self._moves(node, here)
                for category, target in edges:
                    readings = memo.get((category, here))
                    if readings is None:
                        readings = self.read(category, here)
                    if target is PASSED:
                        found += [reading for reading in readings if reading not in found]
                        continue
                    for value, end in readings:
                        stack.append((target, end, (*values, value)))
                if follow is None:
                    break
                node, here = follow, here + 1
        if far > self.far:
            self.far = far
        return found

    def _moves(self, node: Node, here: int) -> Moves:
        """Where a state leads by the token: by the word itself, and by the slots that can begin with it. Remembered, for many texts ask."""
        token = self.folded[here]
        edges = tuple(edge for edge in node.slots if self.may_start(edge[0], here))
        found = node.moves[token] = (node.literals.get(token), edges)
        return found

    def _token(self, category: str, at: int) -> Readings:
        if not self.may_start(category, at):
            return []
        value = self.grammar.tokens[category].read(self.own[at])
        if value is None:
            return []
        self.far = max(self.far, at + 1)
        return [(value, at + 1)]

    def _series(self, spec: Series, at: int) -> Readings:
        found: Readings = []
        if not self.may_start(spec.first, at):
            return found
        stack: list[tuple[tuple[Any, ...], int]] = [
            ((value,), end) for value, end in self.read(spec.first, at)
        ]
        while stack:
            values, here = stack.pop()
            count = len(values)
            if (count == 1 or spec.last is None) and count >= spec.low:
                found.append((values, here))
            if count >= spec.high or (spec.joins is not None and self.folded[here] not in spec.joins):
                continue
            if spec.last is not None and count + 1 >= spec.low:
                words = spec.pair if count == 1 else spec.last
                for value, end in self._after(words or (), spec.final, here):
                    found.append(((*values, value), end))
            for value, end in self._after(spec.sep, spec.element, here):
                stack.append(((*values, value), end))
        return found

    def _after(self, words: tuple[str, ...], category: str, at: int) -> Readings:
        for word in words:
            if word == CAPITAL:
                continue
            if self.folded[at] != word:
                return []
            at += 1
        self.far = max(self.far, at)
        return self.read(category, at) if self.may_start(category, at) else []


def read(grammar: Grammar, category: str, text: str) -> Outcome:
    """Read a normalised text as a value of the category. A reading counts only if it is written back as the same text."""
    grammar.ready()
    tokens = tokenise(text)
    reader = _Reader(grammar, tokens)
    values: list[Any] = []
    other = ""
    if reader.may_start(category, 0):
        for value, end in reader.read(category, 0):
            if end != len(tokens) or value in values:
                continue
            words = write_tokens(grammar, category, value)
            written = "" if words is None else join(words)
            if written == text:
                values.append(value)
            else:
                other = written or "(nothing)"
    if values:
        return Outcome(tuple(values), text, "")
    far = min(reader.far, len(tokens))
    return Outcome((), join(tokens[:far]), tokens[far] if far < len(tokens) else "", other)
