"""Numbers as words ("two cards"), as digits ("3 damage"), as X, as "that many" (CR 107)."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

from engine.abilities import CountersOn, CountOf, HalfOf, Literally, Number, StatOf, ThatMuch, Times, X
from engine.oracle.kernel import plural, rule, token, words

WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty".split()
VALUES = [*range(1, 17), 20]

plural(Literally, lambda n: n.value != 1)
for kind in (X, ThatMuch, CountOf, StatOf, CountersOn, HalfOf, Times):
    plural(kind, True)

# ---- as words ----
words("count", {Literally(1): "a", **{Literally(v): w for v, w in zip(VALUES[1:], WORDS[1:], strict=True)}})
rule("count", "X", X())
rule("count", "that many", ThatMuch("many"))
words("number word", {Literally(v): w for v, w in zip(VALUES, WORDS, strict=True)})
rule("number word", "X", X())

# ---- as digits ----


def _digits(text: str) -> Number | None:
    return Literally(int(text)) if text.isdigit() else None


def _shown(value: object) -> str | None:
    return str(value.value) if isinstance(value, Literally) and value.value >= 0 else None


def _int(text: str) -> int | None:
    return int(text) if text.isdigit() else None


token("digits", "number", _digits, _shown)
token("integer", "number", _int, lambda v: str(v) if isinstance(v, int) else None)
rule("figure", "{:digits}")
rule("figure", "X", X())
rule("amount", "{:figure}")
rule("amount", "that much", ThatMuch("much"))

# ---- counted ("equal to ...", "for each ...") ----
rule(Number, "the number of {of:counted}", CountOf)
rule(Number, "{of:possessor} {stat:stat}", StatOf)
rule(Number, "the number of {kind:any counter kind} counters on {on:Objects}", CountersOn)
rule("each thing", "{of:counted one}", CountOf)
rule("each thing", "{kind:any counter kind} counter on {on:Objects}", CountersOn)
words("stat", {s: s for s in ("power", "toughness", "mana value", "loyalty", "base power", "base toughness")})
rule("any counter kind", "{:counter kind}")
rule("any counter kind", "{:size counter}")
