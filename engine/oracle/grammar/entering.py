"""How permanents enter: tapped unless something is done, with counters under conditions (CR 614.1c, 614.12)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    Comparison,
    Do,
    Enters,
    Gains,
    Literally,
    Paragraph,
    PayLife,
    Reveal,
    Static,
    StatOf,
    This,
    WasPaid,
)
from engine.oracle.kernel import alone, rule, series

# ---- tapped, unless a cost is paid ----
alone("entering cost", "entering cost part")
rule("entering cost part", "{action:action cost}", Do)


def _paying(value: Enters, kind: type[Any]) -> bool:
    """Land texts call the land "it" after a payment of life, and by its name after a card is revealed."""
    cost = value.unless_costs[0] if value.unless_costs else None
    return isinstance(cost, Do) and isinstance(cost.action, kind)


for _kind, _name in ((PayLife, "it"), (Reveal, "~")):
    rule("static", f"as ~ enters, you may {{unless_costs:entering cost}}. if you don't, {_name} enters tapped.", Enters, what=This(), state="tapped",
         provided=partial(lambda v, kind: _paying(v, kind), kind=_kind))  # fmt: skip

# ---- tapped, if ----
rule(
    "static",
    "if {condition:conditions}, ~ enters tapped.",
    Enters,
    what=This(),
    state="tapped",
    provided=lambda v: v.condition is not None,
)

# ---- with counters ----
_KIND = "{kind:any counter kind}"


def _on_mana(value: Enters) -> bool:
    """ "If at least three white mana was spent ..." is said before; other conditions after."""
    condition = value.condition
    return (
        isinstance(condition, Comparison)
        and isinstance(condition.left, StatOf)
        and condition.left.stat.endswith("mana spent")
    )


ESCAPED = WasPaid("escape", This())
"""CR 702.138c: "~ escapes with ..."."""


def _after(value: Enters) -> bool:
    return (
        value.condition is not None
        and not _on_mana(value)
        and value.condition not in (WasPaid("kicked", This()), ESCAPED)
    )


rule(
    "static",
    f"~ escapes with {{counters:count}} {_KIND} counter(s) on it.",
    Enters,
    what=This(),
    condition=ESCAPED,
)


rule(
    "static",
    f"{{what:subject}} enter[s] with {{counters:count}} {_KIND} counter(s) on (it|them)@what if {{condition:conditions}}.",
    Enters,
    provided=_after,
)
rule(
    "static",
    f"if {{condition:conditions}}, ~ enters with {{counters:count}} {_KIND} counter(s) on it.",
    Enters,
    what=This(),
    provided=_on_mana,
)
rule("static", f"{{what:subject}} enter[s] with X {_KIND} counters on (it|them)@what, where X is {{counters:Number}}.", Enters,
     word="where X", provided=lambda v: not isinstance(v.counters, Literally))  # fmt: skip
rule("static", f"{{what:subject}} enter[s] with a number of {_KIND} counters on (it|them)@what equal to {{counters:Number}}.", Enters,
     provided=lambda v: not isinstance(v.counters, Literally))  # fmt: skip
rule(
    "static",
    f"{{what:subject}} enter[s] with an additional {_KIND} counter on (it|them)@what.",
    Enters,
    counters=Literally(1),
    additional=True,
)
rule("static", f"{{what:subject}} enter[s] with an additional {_KIND} counter on (it|them)@what for each {{each:each thing}}.", Enters,
     counters=Literally(1), additional=True)  # fmt: skip
rule("static", f"{{what:subject}} enter[s] with {{counters:count}} {_KIND} counters on (it|them)@what for each {{each:each thing}}.", Enters,
     provided=lambda v: v.counters != Literally(1))  # fmt: skip
rule("each thing", "time it was kicked", StatOf("times kicked", This()))
rule("each thing", "color of mana spent to cast it", StatOf("colors of mana spent", This()))


# ---- with counters of a kind that is chosen (CR 614.12a) ----
rule("a counter", f"a {_KIND} counter", lambda kind: kind, makes=str, undo=lambda v: {"kind": v})
series("counters to choose from", "a counter", last="or", low=2)
series("kinds to choose from", "any counter kind", last="or", low=2)
series("kinds from among", "any counter kind", last="and", low=2)
for _enters, _when in (("{what:subject} enter[s]", None), ("~ escapes", ESCAPED)):
    _fixed: dict[str, Any] = {"condition": _when} | ({} if _when is None else {"what": This()})
    rule(
        "static", f"{_enters} with your choice of {{kinds:counters to choose from}} on it.", Enters, **_fixed
    )
    rule(
        "static",
        f"{_enters} with your choice of a {{kinds:kinds to choose from}} counter on it.",
        Enters,
        word="a counter",
        **_fixed,
    )
    rule("static", f"{_enters} with your choice of {{counters:number word}} different counters on it from among {{kinds:kinds from among}}.",
         Enters, provided=lambda v: v.counters is not None, **_fixed)  # fmt: skip


# ---- tapped, and something besides ----
rule(
    "static",
    f"~ enters tapped and with {{counters:count}} {_KIND} counter(s) on it.",
    Enters,
    what=This(),
    state="tapped",
    word="and with",
)


def _stays(changes: tuple[Any, ...]) -> Paragraph:
    return Paragraph((Enters(This(), state="tapped"), Static(This(), changes)), "and")


rule("static", "~ enters tapped and {changes:staying tapped@one}.", _stays, makes=Paragraph,
     undo=lambda v: {"changes": v.abilities[1].changes} if isinstance(v.abilities[1], Static) and v == _stays(v.abilities[1].changes) else None)  # fmt: skip


# ---- with counters and abilities ----
def _both(condition: Any, counters: Any, kind: str, abilities: tuple[Any, ...]) -> Paragraph:
    entering = Enters(This(), counters=counters, kind=kind, condition=condition)
    return Paragraph((entering, Static(This(), (Gains(abilities),), condition)))


def _take_both(value: Paragraph) -> dict[str, Any] | None:
    match value.abilities:
        case (
            Enters(counters=counters, kind=kind, condition=WasPaid() as condition),
            Static(changes=(Gains(abilities=abilities),)),
        ):
            slots = {"condition": condition, "counters": counters, "kind": kind, "abilities": abilities}
            return slots if value == _both(condition, counters, kind, abilities) else None
    return None


rule("static", f"if {{condition:Condition}}, it enters with {{counters:count}} {_KIND} counter(s) on it and with {{abilities:said abilities}}.",
     _both, makes=Paragraph, undo=_take_both, provided=lambda v: _take_both(v) is not None)  # fmt: skip
rule(
    "static",
    "~ escapes with {abilities:said abilities}.",
    lambda abilities: Static(This(), (Gains(abilities),), ESCAPED),
    makes=Static,
    undo=lambda v: (
        {"abilities": v.changes[0].abilities}
        if isinstance(v.changes[0], Gains) and v == Static(This(), v.changes, ESCAPED)
        else None
    ),
)

# ---- under whose control (CR 616.1b) ----
_CHOSEN = "an opponent of your choice"
rule(
    "static", f"~ enters under the control of {_CHOSEN}.", Enters(This(), state="under an opponent's control")
)
