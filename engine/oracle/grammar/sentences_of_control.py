"""Control gained, for a time or for good (CR 108.4, 613.2)."""

from __future__ import annotations

from typing import Any

from engine.abilities import Always, Duration, Effect, Lasting, LosesTypes, Players, UnderControlOf, You
from engine.oracle.kernel import rule


def _lasting(who: Players, what: Any, duration: Duration) -> Lasting:
    return Lasting(what, (UnderControlOf(who),), duration)


def _control(value: Lasting) -> dict[str, Any] | None:
    match value:
        case Lasting(changes=(UnderControlOf(said="", who=who),), first=False):
            return {"who": who, "what": value.what, "duration": value.duration}
    return None


def _control_always(value: Lasting) -> dict[str, Any] | None:
    found = _control(value)
    return (
        {k: v for k, v in found.items() if k in ("what", "who")}
        if found and value.duration == Always()
        else None
    )


rule(Effect, "gain control of {what:Objects} {duration:Duration}", lambda what, duration: _lasting(You(), what, duration), makes=Lasting,
     undo=lambda v: {k: x for k, x in f.items() if k != "who"} if (f := _control(v)) and f["who"] == You() else None)  # fmt: skip
rule("plain sentence", "{duration:Duration}, you gain control of {what:Objects}",
     lambda duration, what: Lasting(what, (UnderControlOf(You()),), duration, True), makes=Lasting,
     undo=lambda v: {"what": v.what, "duration": v.duration} if v == Lasting(v.what, (UnderControlOf(You()),), v.duration, True) else None)  # fmt: skip
rule(Effect, "you gain control of {what:Objects} {duration:Duration}", lambda what, duration: Lasting(what, (UnderControlOf(You(), "you"),), duration), makes=Lasting,
     undo=lambda v: {"what": v.what, "duration": v.duration} if v.duration != Always() and v == Lasting(v.what, (UnderControlOf(You(), "you"),), v.duration) else None)  # fmt: skip
rule(Effect, "{what:subject} (isn't|aren't) a creature {duration:Duration}", lambda what, duration: Lasting(what, (LosesTypes(("creature",)),), duration), makes=Lasting,
     undo=lambda v: {"what": v.what, "duration": v.duration} if v == Lasting(v.what, (LosesTypes(("creature",)),), v.duration) else None)  # fmt: skip
rule(Effect, "gain control of {what:Objects}", lambda what: _lasting(You(), what, Always()), makes=Lasting,
     undo=lambda v: {"what": f["what"]} if (f := _control_always(v)) and f["who"] == You() else None)  # fmt: skip
rule(Effect, "{who:player subject} gain[s] control of {what:Objects}", lambda who, what: _lasting(who, what, Always()), makes=Lasting,
     undo=lambda v: f if (f := _control_always(v)) and f["who"] != You() else None)  # fmt: skip
