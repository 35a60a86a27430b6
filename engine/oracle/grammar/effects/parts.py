"""Parts of several wholes, of life, of a hand, of what is controlled, whose rounding a sentence of its own says (CR 107.1a)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    Chosen,
    ControlledBy,
    CountOf,
    Discard,
    Each,
    Effect,
    Exactly,
    HalfOf,
    LoseLife,
    Noun,
    Number,
    PlayerStat,
    Sacrifice,
    Selection,
    Sequence,
    ThatPlayer,
    Which,
)
from engine.abilities.tree import rewrite, walk
from engine.oracle.kernel import rule

_UNSAID = "each time"
_THEY = ThatPlayer("they")


def _part(of: Number, parts: int) -> HalfOf:
    return HalfOf(of, "each time", parts)


def _held(which: Selection, parts: int) -> Chosen:
    theirs = Which((), which, (ControlledBy(_THEY),))
    return Chosen(theirs, Exactly(_part(CountOf(Each(theirs)), parts)))


def _take_held(value: Chosen, parts: int) -> dict[str, Any] | None:
    which = value.which.noun if isinstance(value.which, Which) else None
    return {"which": which} if which is not None and value == _held(which, parts) else None


for _parts, _said in ((2, "half"), (3, "a third of")):
    rule("part of life", f"{_said} their life", _part(PlayerStat("life", _THEY), _parts))
    rule("part of a hand", f"{_said} the cards in their hand",
         Chosen(Noun(form="card"), Exactly(_part(PlayerStat("cards in hand", _THEY), _parts))))  # fmt: skip
    rule("part held", f"{_said} the {{which:which@many}} they control", partial(_held, parts=_parts), makes=Chosen,
         undo=partial(_take_held, parts=_parts))  # fmt: skip
rule(Effect, "{who?} lose[s] {amount:part of life}", LoseLife)
rule(Effect, "{who?} discard[s] {what:part of a hand}", Discard)
rule(Effect, "{who?} sacrifice[s] {what:part held}", Sacrifice)


def _rounded(effect: Effect, old: str, new: Any) -> Effect | None:
    """The same with all its parts rounded so."""
    if not any(isinstance(n, HalfOf) and n.rounded == old for n in walk(effect)):
        return None

    def settle(node: Any) -> Any:
        return HalfOf(node.of, new, node.parts) if isinstance(node, HalfOf) and node.rounded == old else node

    return rewrite(effect, settle)  # type: ignore[no-any-return]


for _way in ("up", "down"):
    rule("sentence.", f"{{effect:plain sentence}}. round {_way} each time.", partial(_rounded, old=_UNSAID, new=f"{_way} {_UNSAID}"),
         makes=Sequence, undo=partial(lambda v, way: {"effect": e} if (e := _rounded(v, f"{way} {_UNSAID}", _UNSAID)) is not None else None, way=_way))  # fmt: skip
