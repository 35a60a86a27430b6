"""Further events of zones: put there from wherever, milled, exiled, returned, entering from somewhere or under somebody's control (CR 603.6, 603.10a, 700.4)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    AnyPlayer,
    Chosen,
    EventPattern,
    Fits,
    Host,
    Is,
    Moves,
    Noun,
    OrEvents,
    Provided,
    That,
    ThePlayer,
    Which,
    You,
)
from engine.oracle.kernel import rule

_OPPONENT = AnyPlayer("opponent")


def _permanent(value: Moves) -> bool:
    """CR 109.2: whether the noun means a permanent: what happens to it happens on the battlefield."""
    noun = value.what
    if isinstance(noun, Host):
        return True
    which = noun.which if isinstance(noun, Chosen) else None
    inner = which.noun if isinstance(which, Which) else which
    return isinstance(inner, Noun) and inner.form in ("", "permanent", "token")


# ---- permanents, of which it is not said that they come from the battlefield ----
rule(EventPattern, "{what:subject} (is|are) put into a graveyard", Moves, origin="battlefield", to="graveyard", verb="put there", provided=_permanent)  # fmt: skip
rule(EventPattern, "{what:subject} (is|are) put into an opponent's graveyard", Moves, origin="battlefield", to="graveyard", verb="put there", whose=_OPPONENT,
     provided=_permanent)  # fmt: skip
rule(EventPattern, "{what:subject} (is|are) exiled from the battlefield", Moves, origin="battlefield", to="exile", verb="exiled from")  # fmt: skip
rule(EventPattern, "{what:subject} leave[s] the battlefield without dying", Moves, origin="battlefield", verb="leaves without dying")  # fmt: skip
rule(EventPattern, "{what:subject} (is|are) returned to {whose:whose} hand from the battlefield", Moves, origin="battlefield", to="hand", verb="returned from")  # fmt: skip
rule(EventPattern, "{what:subject} (is|are) returned to hand", Moves, origin="battlefield", to="hand", verb="returned to hand",
     provided=_permanent)  # fmt: skip

# ---- cards in other zones ----
rule(EventPattern, "{what:subject} are put into graveyards from anywhere", Moves, to="graveyard", verb="put into graveyards")  # fmt: skip
_OTHER_THAN = "from anywhere other than the battlefield"
rule(EventPattern, f"{{what:subject}} (is|are) put into a graveyard {_OTHER_THAN}", Moves, origin="not battlefield", to="graveyard", verb="put")  # fmt: skip
rule(EventPattern, f"{{what:subject}} (is|are) put into {{whose:whose}} graveyard {_OTHER_THAN}", Moves, origin="not battlefield", to="graveyard", verb="put")  # fmt: skip
rule(EventPattern, "{what:subject} (is|are) put into a graveyard from a library", Moves, origin="library", to="graveyard", verb="put")  # fmt: skip
rule(EventPattern, "{what:subject} (is|are) put into an opponent's graveyard from their library", Moves, origin="library", to="graveyard", verb="put",
     whose=_OPPONENT)  # fmt: skip
rule(EventPattern, "{what:subject} (is|are) put into {whose:whose} hand from your graveyard", Moves, origin="graveyard", to="hand", verb="put",
     provided=lambda v: v.whose == You())  # fmt: skip
rule(EventPattern, "{what:subject} (is|are) put into {whose:whose} library from your hand", Moves, origin="hand", to="library", verb="put",
     provided=lambda v: v.whose == You())  # fmt: skip
rule(EventPattern, "{what:subject} (is|are) put into exile", Moves, to="exile", verb="put there", provided=lambda v: not _permanent(v))  # fmt: skip
for _zone in ("graveyard", "library", "hand"):
    rule(EventPattern, f"{{what:subject}} (is|are) put into exile from your {_zone}", Moves, origin=_zone, to="exile", verb="put", whose=You())  # fmt: skip


def _exiled(what: Any, zone: str) -> Moves:
    return Moves(what, zone, "exile", "put", You())


def _either(what: Any) -> OrEvents:
    return OrEvents((_exiled(what, "library"), _exiled(what, "graveyard")), "and/or")


_OR_GRAVEYARD = "and/or your graveyard"
rule(EventPattern, f"{{what:subject}} (is|are) put into exile from your library {_OR_GRAVEYARD}", _either, makes=OrEvents,
     undo=lambda v: {"what": v.events[0].what} if isinstance(v.events[0], Moves) and v == _either(v.events[0].what) else None)  # fmt: skip
_OR_THE_FIELD = "and/or the battlefield"
rule(
    EventPattern,
    "{what:subject} (is|are) put into exile from graveyards",
    Moves,
    origin="graveyard",
    to="exile",
    verb="put",
)
rule(EventPattern, f"{{what:subject}} (is|are) put into exile from graveyards {_OR_THE_FIELD}", lambda what: _from_either(what), makes=OrEvents,
     undo=lambda v: {"what": v.events[0].what} if isinstance(v.events[0], Moves) and v == _from_either(v.events[0].what) else None)  # fmt: skip


def _from_either(what: Any) -> OrEvents:
    return OrEvents(
        tuple(Moves(what, origin, "exile", "put") for origin in ("graveyard", "battlefield")), "and/or"
    )


# A milled card may have gone elsewhere instead (CR 701.17c).
rule(EventPattern, "{what:subject} (is|are) milled", Moves, origin="library", verb="milled")

# ---- entering ----
rule("other's", "enchanted player's", ThePlayer("enchanted"))
rule("other's", "your team's", ThePlayer("your team"))
rule(
    EventPattern,
    "{what:subject} enter[s] from your hand",
    Moves,
    origin="hand",
    whose=You(),
    to="battlefield",
    verb="enters",
)


def _so(event: Moves, state: str, under: Any) -> Provided:
    there = Moves(event.what, to="battlefield", verb="enters", under=under)
    return Provided(there, Fits(That(), Which((Is(state),), Noun())))


def _take_so(value: Provided, state: str, under: Any) -> dict[str, Any] | None:
    what = value.event.what if isinstance(value.event, Moves) else None
    bare = Moves(what, to="battlefield", verb="enters") if what is not None else None
    return {"event": bare} if bare is not None and value == _so(bare, state, under) else None


for _state in ("tapped", "untapped"):
    for _under, _whose in ((You(), "your"), (_OPPONENT, "an opponent's")):
        rule("one event", f"{{event:entering with}} {_state} and under {_whose} control", partial(_so, state=_state, under=_under), makes=Provided,
             undo=partial(_take_so, state=_state, under=_under))  # fmt: skip
rule("entering with", "{what:subject} enter[s]", Moves, to="battlefield", verb="enters")
