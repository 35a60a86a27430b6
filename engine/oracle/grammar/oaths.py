"""A player chosen as a target by another, who has more or fewer of something; and the two of them, told apart by who was spoken of first (CR 115.1, 608.2c)."""

from __future__ import annotations

from typing import Literal

from engine.abilities import (
    Choose,
    Compared,
    Did,
    Effect,
    Having,
    PlayerKind,
    Players,
    PlayerStat,
    Target,
    ThatPlayer,
    Which,
)
from engine.oracle.kernel import rule

_THEY = ThatPlayer("they")
_AND_OPPOSED = "and is their opponent"
_SAID: tuple[tuple[str, str, Literal["<", ">"]], ...] = (
    ("who controls more creatures than they do", "creatures", ">"),
    ("who controls more lands than they do", "lands", ">"),
    ("who has more life than they do", "life", ">"),
    ("who has more cards in hand than they do", "cards in hand", ">"),
    (
        "whose graveyard has fewer creature cards in it than their graveyard does",
        "creature cards in graveyard",
        "<",
    ),
)
for _clause, _stat, _op in _SAID:
    _which = Which(
        (), PlayerKind(), (Compared(_stat, _op, PlayerStat(_stat, _THEY)), Having("opponent of", _THEY))
    )
    rule(
        Effect,
        f"{{who:player subject}} chooses target player {_clause} {_AND_OPPOSED}",
        Choose,
        what="",
        objects=Target(_which),
    )
for _nth in ("first", "second"):
    rule(Players, f"the {_nth} player", ThatPlayer, word=f"{_nth} player")
    rule("did", f"the {_nth} player does", Did, who=ThatPlayer(f"{_nth} player"))
