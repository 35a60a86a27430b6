"""Names of cards in what is said of a noun: 'named', 'not named' (CR 201)."""

from __future__ import annotations

from engine.abilities import AnyOf, Each, Having, Named, Not, Noun, OriginallyPrinted, Which
from engine.abilities.tree import walk
from engine.cards import FIRST_PRINTED
from engine.oracle.kernel import join, rule, series, token, tokenise, words

# ---- names (CR 201): words with capitals, and small ones between them ----
_SMALL = ("of", "the", "to", "in", "from", "and", "for", "with", "a", "'s", "'")
token(
    "word of a name",
    "word",
    lambda t: t if t[0].isupper() or t in _SMALL else None,
    lambda v: v if isinstance(v, str) else None,
)
series("words of a name", "word of a name", last=None, sep="")


def _title(words_: tuple[str, ...]) -> str:
    """What stands behind the comma of a name, its small words small."""
    text = join(list(words_))
    return text[0].lower() + text[1:] if words_[0][0].islower() else text


rule("card name", "{said:words of a name}", lambda said: join(list(said)), makes=str,
     undo=lambda v: {"said": tuple(tokenise(v))} if "," not in v else None,
     provided=lambda v: v[0].isupper())  # fmt: skip
rule("card name", "{said:words of a name}, {title:words of a name}", lambda said, title: f"{join(list(said))}, {_title(title)}", makes=str,
     undo=lambda v: dict(zip(("said", "title"), (tuple(tokenise(p)) for p in v.split(", ")), strict=True)) if v.count(", ") == 1 else None)  # fmt: skip
rule("quality after", "named {name:card name}", Named)
rule("quality after", "not named {name:card name}", lambda name: Not(Named(name)), makes=Not,
     undo=lambda v: {"name": v.quality.name} if isinstance(v.quality, Named) else None)  # fmt: skip
rule("quality after", "named {a:card name} or {b:card name}", lambda a, b: AnyOf((Named(a), Named(b))), makes=AnyOf,
     undo=lambda v: {"a": v.qualities[0].name, "b": v.qualities[1].name} if len(v.qualities) == 2 and all(isinstance(q, Named) for q in v.qualities) else None)  # fmt: skip
# Cards that were exiled before the game (CR 607.2n).
rule("quality after", "you exiled with cards named {name:card name}", lambda name: _exiled_with(name), makes=Having,
     undo=lambda v: {"name": name} if (name := _name_in(v)) and v == _exiled_with(name) else None)  # fmt: skip


def _name_in(value: Having) -> str:
    return next((n.name for n in walk(value) if isinstance(n, Named)), "")


def _exiled_with(name: str) -> Having:
    return Having("exiled before the game with", Each(Which((), Noun(form="card"), (Named(name),))))


words("expansion", {name: name for name in FIRST_PRINTED})
rule(
    "quality after",
    "with a name originally printed in the {expansion:expansion} expansion",
    OriginallyPrinted,
)
