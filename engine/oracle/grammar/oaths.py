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
_MORE: tuple[tuple[str, str], ...] = (
    ("controls more creatures", "creatures"),
    ("controls more lands", "lands"),
    ("has more life", "life"),
    ("has more cards in hand", "cards in hand"),
)
_CHOOSES = "{who:player subject} chooses target player"


def _compared(stat: str, op: Literal["<", ">"]) -> Target:
    theirs = Compared(stat, op, PlayerStat(stat, _THEY))
    return Target(Which((), PlayerKind(), (theirs, Having("opponent of", _THEY))))


for _has, _stat in _MORE:
    rule(
        Effect,
        f"{_CHOOSES} who {_has} than they do {_AND_OPPOSED}",
        Choose,
        what="",
        objects=_compared(_stat, ">"),
    )
for _nth in ("first", "second"):
    rule(Players, f"the {_nth} player", ThatPlayer, word=f"{_nth} player")
    rule("did", f"the {_nth} player does", Did, who=ThatPlayer(f"{_nth} player"))
