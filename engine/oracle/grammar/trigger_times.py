"""How often abilities trigger (CR 603.2d): "... causes a triggered ability of ... to trigger, that ability triggers an additional time"."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import Attacks, Chosen, Moves, Objects, OrEvents, This, TriggersMore, You
from engine.oracle.kernel import rule

# ---- events as nouns: "a creature entering", "creatures entering or dying" ----
_FIELD = "the battlefield"
for _said in ("entering", f"entering {_FIELD}"):
    rule("occurrence", f"{{what:subject}} {_said}", Moves, to="battlefield", verb=_said)
    rule(
        "occurrence",
        f"{{what:subject}} {_said} under your control",
        Moves,
        to="battlefield",
        verb=_said,
        under=You(),
    )
rule("occurrence", "{what:subject} dying", Moves, origin="battlefield", to="graveyard", verb="dying")
rule("occurrence", "{what:subject} attacking", Attacks)


def _either(what: Objects, one: Moves, other: Moves) -> OrEvents:
    return OrEvents((replace(one, what=what), replace(other, what=what)))


def _take_either(value: OrEvents, one: Moves, other: Moves) -> dict[str, Any] | None:
    first = value.events[0]
    return (
        {"what": first.what}
        if isinstance(first, Moves) and value == _either(first.what, one, other)
        else None
    )


_ENTERING = Moves(This(), to="battlefield", verb=f"entering {_FIELD}")
_LEAVING = Moves(This(), origin="battlefield", verb="leaves")
_DYING = Moves(This(), origin="battlefield", to="graveyard", verb="dying")
for _one, _other, _said in (
    (_ENTERING, _DYING, f"entering {_FIELD} or dying"),
    (replace(_ENTERING, verb="entering"), _LEAVING, f"entering or leaving {_FIELD}"),
):
    rule("occurrence", f"{{what:subject}} {_said}", partial(_either, one=_one, other=_other), makes=OrEvents,
         undo=partial(_take_either, one=_one, other=_other))  # fmt: skip

# ---- more often, and not at all ----
rule("static", "{cause:occurrence} don't cause abilities to trigger.", TriggersMore, whose=None, times=-1)
_AGAIN = "that ability triggers an additional time"
rule("static", f"if {{cause:occurrence}} causes a triggered ability of a {{whose:which@one}} to trigger, {_AGAIN}.", TriggersMore, times=1,
     provided=lambda v: v.whose is not None)  # fmt: skip
rule("static", f"if a triggered ability of a {{whose:which@one}} triggers, {_AGAIN}.", TriggersMore, cause=None, times=1,
     provided=lambda v: v.whose is not None)  # fmt: skip
rule("static", "if a triggered ability of {whose:Objects} triggers, it triggers an additional time.",
     lambda whose: TriggersMore(None, whose.which, word="it"), makes=TriggersMore,
     undo=lambda v: {"whose": Chosen(v.whose)} if v.cause is None and v.word == "it" and v.times == 1 and v.whose is not None else None)  # fmt: skip
