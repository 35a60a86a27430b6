"""Who controlled what an earlier instruction was done to, and what died of it (CR 400.7, 608.2c, 608.2h)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    ControlledBy,
    CountOf,
    Did,
    Everything,
    Noun,
    Number,
    OneOf,
    Players,
    Selection,
    That,
    ThatPlayer,
    Which,
    You,
)
from engine.oracle.grammar.this_way import described, group_of
from engine.oracle.kernel import rule


def _lost(which: Selection, who: Players, done: str) -> CountOf:
    mine = ControlledBy(who)
    whole = (
        Which(which.before, which.noun, (*which.after, mine))
        if isinstance(which, Which)
        else Which((), which, (mine,))
    )
    return CountOf(OneOf(Everything(), group_of(done), whole))


def _take_lost(value: CountOf, who: Players, done: str) -> dict[str, Any] | None:
    match value.of:
        case OneOf(which=Which(before=before, noun=noun, after=(*rest, _)), of=That()):
            which = Which(before, noun, tuple(rest)) if before or rest else noun
            return {"which": which} if value == _lost(which, who, done) else None
    return None


for _who, _said in ((You(), "you controlled"), (ThatPlayer("they"), "they controlled")):
    for _done in ("destroyed", "returned"):
        for _number, _category, _that in (
            ("the number of {which:which@many}", Number, "that were"),
            ("{which:which@one}", "each thing", "that was"),
        ):
            rule(_category, f"{_number} {_said} {_that} {_done} this way", partial(_lost, who=_who, done=_done), makes=CountOf,
                 undo=partial(_take_lost, who=_who, done=_done))  # fmt: skip

# ---- what died of it (CR 700.4) ----
_DIED = "put into a graveyard"
rule("did", "a {which:which@one} dies this way", Did, done=_DIED, again="dies", provided=described)
for _one in ("creature", "permanent"):
    _kind = Noun((("creature",),)) if _one == "creature" else Noun(form="permanent")
    rule("did", f"that {_one} dies this way", Did(done=_DIED, which=_kind, again="that dies"))
