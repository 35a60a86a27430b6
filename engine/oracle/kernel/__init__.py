"""The machinery of the two-way grammar: what a rule author uses is imported from here.

    rule(Effect, "{who?} draw[s] {number:count} card(s)", Draw)

See `templates` for the signs that a template may hold and `grammar` for what each function registers.
"""

from engine.oracle.kernel.grammar import Grammar
from engine.oracle.kernel.reader import Outcome, read
from engine.oracle.kernel.rules import GrammarError
from engine.oracle.kernel.tokens import join, tokenise
from engine.oracle.kernel.writer import write

GRAMMAR = Grammar(frozenset({"Number", "count", "amount"}))
rule = GRAMMAR.rule
words = GRAMMAR.words
series = GRAMMAR.series
alone = GRAMMAR.alone
token = GRAMMAR.token
plural = GRAMMAR.plural
elide = GRAMMAR.elide
bare = GRAMMAR.bare

__all__ = [
    "GRAMMAR",
    "Grammar",
    "GrammarError",
    "Outcome",
    "alone",
    "bare",
    "elide",
    "join",
    "plural",
    "read",
    "rule",
    "series",
    "token",
    "tokenise",
    "words",
    "write",
]
