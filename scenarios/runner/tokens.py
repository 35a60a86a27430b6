"""Tokens that stand on the battlefield as a position begins: predefined ones by name, others by the words that create them (CR 111.3, 111.10)."""

from __future__ import annotations

import re

from engine import abilities as ab
from engine.actions import tokens
from engine.game import Context, Game
from engine.model import COLORS, Card, Characteristics, PlayerId
from scenarios.wording import ability


def described(game: Game, player: PlayerId, said: str) -> Card | Characteristics | None:
    """What a token is that is called so: "Food", "1/1 white Soldier", "2/2 green Bear creature with trample". None for words that describe none."""
    found = _read(said)
    if found is None:
        return None
    cited = game.citing
    made = tokens.kinds(Context(game, player), found, player)[0]
    game.citing = cited  # nothing is created
    return made.copied_card or made.base


def bare(said: str) -> str:
    """The words without the "token" at their end: "Grizzly Bears token" is a token that is that card (CR 111.11)."""
    return re.sub(r"\s+tokens?$", "", said.strip(), flags=re.IGNORECASE)


def _colored(what: str) -> str:
    """The words with the color that a token has of which no color is said: none (CR 105.2c)."""
    sized = re.match(r"(\d+/\d+) (.+)", what)
    if sized is None or set(what.lower().split()) & {*COLORS, "colorless"}:
        return what
    return f"{sized[1]} colorless {sized[2]}"


def _read(said: str) -> ab.TokenKind | None:
    what, joined, rest = said.partition(" with ")
    what = re.sub(r" tokens?$", "", what)
    if re.match(r"\d+/\d+ ", what) and not re.search(r"\bcreature\b", what):
        what += " creature"  # only creatures have power and toughness (CR 208.1, 301.7)
    what = _colored(what)
    for article in ("a", "an"):
        found = ability(f"{{T}}: Create {article} {what} token{joined}{rest}.")
        match found:
            case (ab.Activated(effect=ab.Create(token=token)),) if token.copy_of is None and _is_described(
                token
            ):
                return token
    return None


def _is_described(token: ab.TokenKind) -> bool:
    """Whether more is said of it than the name of a card (CR 111.11)."""
    return bool(token.predefined or token.words or token.power is not None)
