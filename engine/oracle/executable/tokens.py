"""Tokens that are executable: what is created, and how it enters (CR 111)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine import keywords
from engine.actions import predefined, tokens
from engine.errors import Unsupported
from engine.oracle.executable.changes import exceptions
from engine.oracle.executable.shared_words import COLOR_WORDS
from engine.oracle.executable.tables import CHECKED, OPEN, WORDING, Path, checks, words


def predefined_token(word: str) -> bool:
    """The name of a token that the rules describe (CR 111.10), or none."""
    try:
        return word == "" or bool(predefined.predefined(word))
    except Unsupported:
        return False


words(ab.Create, state=tokens.STATES, counters=OPEN, said=WORDING)
words(
    ab.TokenKind,
    name=OPEN,
    words=CHECKED,
    colors=COLOR_WORDS,
    predefined=predefined_token,
    apart=WORDING,
    name_last=WORDING,
)


@checks(ab.TokenKind)
def token_kind(token: ab.TokenKind, path: Path) -> Iterator[str]:
    """CR 111: tokens by name, described, or copies."""
    if token.copy_of is not None:
        if token.words or token.colors or token.abilities or token.name or token.power is not None:
            yield "a token that is a copy, described further than by its exceptions"
        yield from exceptions(token.exceptions)
        if _of_no_zone(token.copy_of):
            yield "a copy of a card that is in no zone"
        if any(isinstance(e, ab.AlsoEnters) for e in token.exceptions):
            yield "a token that is a copy and enters with counters besides"
    elif token.exceptions:
        yield "a token with exceptions that is no copy"
    meant = [m for a in token.abilities for m in keywords.meaning(a)]
    if any(isinstance(a, ab.Replacement) and a.how == "as" for a in meant):
        yield "a token with a choice as it enters"
    if not (path and isinstance(path[-1], ab.Create)) and token != ab.TokenKind():
        yield "a token that nobody creates"


def _of_no_zone(copied: ab.Recipient) -> bool:
    """A card with a name, wherever there is one."""
    if not isinstance(copied, ab.Chosen):
        return False
    parts = list(ab.walk(copied.which))
    cards = any(isinstance(part, ab.Noun) and part.form == "card" for part in parts)
    return cards and not any(isinstance(part, ab.InZone | ab.Having) for part in parts)


@checks(ab.Create)
def create(effect: ab.Create, path: Path) -> Iterator[str]:
    """CR 111: how tokens enter."""
    if "attached" in effect.state and effect.whom is None:
        yield "a token created attached to something that isn't said"
