"""Events of attacks and blocks, targets, graveyards, counters and other players' turns (CR 508.3, 509.3, 603.2, 603.6)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    ELSEWHERE,
    AnyNumber,
    AnyPlayer,
    Attacks,
    BecomesBlocked,
    BecomesTarget,
    Blocks,
    Casts,
    Chosen,
    Compared,
    ControlledBy,
    CountersPut,
    EitherOf,
    EventPattern,
    Exactly,
    InZone,
    IsDealtDamage,
    Literally,
    Moves,
    Noun,
    Number,
    Objects,
    OneOrMore,
    OrEvents,
    PlayerAttacks,
    PlayerDoes,
    Players,
    Selection,
    StepBegins,
    Target,
    Which,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.kernel import rule

# ---- combat ----
rule(EventPattern, "{what:subject} block[s] or become[s]@what blocked by {other:Objects}",
     lambda what, other: OrEvents((Blocks(what, other), BecomesBlocked(what, other))), makes=OrEvents,
     undo=lambda v: _either_way(v))  # fmt: skip
rule(EventPattern, "{who:player subject} attack[s] with {using:attackers}", PlayerAttacks)
rule(
    EventPattern, "{who:player subject} attack[s] {whom:player object} with {using:attackers}", PlayerAttacks
)
rule("attackers", "one or more {which:which@many}", lambda which: Chosen(which, OneOrMore()), makes=Chosen,
     undo=lambda v: {"which": v.which} if v.amount == OneOrMore() else None)  # fmt: skip
rule("attackers", "creatures", Chosen(Noun((("creature",),)), AnyNumber()))
rule("attackers", "{:so many}")
# CR 508.1k: all that attack and fit, taken together.
rule("attackers", "{which:noun@many} with total power {power:digits} or greater", lambda which, power: _strong(which, power), makes=Chosen,
     undo=lambda v: _take_strong(v))  # fmt: skip
rule("so many", "{number:number word} or more {which:which@many}", lambda number, which: Chosen(which, Exactly(number)), makes=Chosen,
     undo=lambda v: {"which": v.which, "number": v.amount.number} if isinstance(v.amount, Exactly) else None,
     provided=lambda v: v.amount != Exactly(Literally(1)))  # fmt: skip


def _strong(which: Selection, power: Number) -> Chosen:
    return Chosen(Which((), which, (Compared("total power", ">=", power),)), OneOrMore())


def _take_strong(value: Chosen) -> dict[str, Any] | None:
    match value.which:
        case Which(noun=which, after=(Compared(to=power),)):
            return {"which": which, "power": power} if value == _strong(which, power) else None
    return None


def _either_way(value: OrEvents) -> dict[str, Any] | None:
    first = value.events[0]
    if len(value.events) != 2 or not isinstance(first, Blocks) or first.whom is None:
        return None
    return (
        {"what": first.what, "other": first.whom}
        if value.events[1] == BecomesBlocked(first.what, first.whom)
        else None
    )


for _kind in ("", "combat", "noncombat"):
    rule(
        EventPattern, f"you're dealt {_kind} damage".replace("  ", " "), IsDealtDamage, whom=You(), kind=_kind
    )

# ---- targets ----
_ANY = EitherOf((Noun(form="spell"), Noun(form="ability")))
rule(
    EventPattern,
    "{what:subject} become[s] the target of a spell or ability {by:player subject} control[s]",
    BecomesTarget,
    of=_ANY,
)

rule(
    EventPattern,
    "{what:player subject} become[s] the target of a spell or ability {by:player subject} control[s]",
    BecomesTarget,
    of=_ANY,
)
# Each of them that becomes a target is an event (CR 603.2c).
rule(EventPattern, "{you:player subject} or {what:subject} become[s]@what the target of a spell or ability {by:player subject} control[s]",
     lambda you, what, by: _targeted(you, what, by), makes=OrEvents, undo=lambda v: _take_targeted(v))  # fmt: skip


def _targeted(you: Any, what: Any, by: Any) -> OrEvents:
    return OrEvents((BecomesTarget(you, _ANY, by), BecomesTarget(what, _ANY, by)))


def _take_targeted(value: OrEvents) -> dict[str, Any] | None:
    match value.events:
        case (BecomesTarget(what=Players() as you, by=by), BecomesTarget(what=Objects() as what)) if (
            by is not None
        ):
            return {"you": you, "what": what, "by": by} if value == _targeted(you, what, by) else None
    return None


# ---- zones ----
rule(
    EventPattern,
    "{what:subject} (is|are) put into {whose:whose} graveyard from the battlefield",
    Moves,
    origin="battlefield",
    to="graveyard",
    verb="put",
)
rule(
    EventPattern,
    "{what:subject} (is|are) put into your graveyard from your library",
    Moves,
    origin="library",
    to="graveyard",
    verb="put",
    whose=You(),
)
rule(
    EventPattern, "{what:subject} leave[s] {whose:whose} graveyard", Moves, origin="graveyard", verb="leaves"
)
rule(
    EventPattern,
    "{what:subject} enter[s] under {under:other's} control",
    Moves,
    to="battlefield",
    verb="enters",
)
rule("other's", "an opponent's", AnyPlayer("opponent"))

# ---- what players do ----
_OPPOSED = "an opponent controls"
rule(EventPattern, f"a spell or ability {_OPPOSED} causes you to discard {{what:Objects}}", PlayerDoes, who=You(), verb="discard",
     cause=AnyPlayer("opponent"), provided=lambda v: v.what is not None)  # fmt: skip
rule(EventPattern, "{who:player subject} play[s] {what:Objects}", PlayerDoes, verb="play")
rule(EventPattern, "{who:player subject} create[s] {what:Objects}", PlayerDoes, verb="create")
rule(
    EventPattern,
    "{by:player subject} put[s] one or more {kind:any counter kind} counters on {on:Recipient}",
    CountersPut,
)


def _unplaced(value: Casts) -> bool:
    return not any(isinstance(p, InZone) for p in walk(value.which))


for _zone in ("graveyard", "hand"):
    rule(
        EventPattern,
        f"{{who:player subject}} cast[s] a {{which:which@one}} from your {_zone}",
        Casts,
        zone=_zone,
        provided=lambda v: v.who == You() and _unplaced(v),
    )
rule(EventPattern, "{who:player subject} cast[s] a {which:which@one} from a graveyard", Casts, zone="graveyard",
     provided=lambda v: v.who != You() and _unplaced(v))  # fmt: skip
rule(
    EventPattern,
    "{who:player subject} cast[s] a {which:which@one} from exile",
    Casts,
    zone="exile",
    provided=_unplaced,
)

for _whose, _yours in (("your", True), ("their", False)):
    rule(EventPattern, f"{{who:player subject}} cast[s] a {{which:which@one}} from anywhere other than {_whose} hand", Casts, zone=ELSEWHERE,
         provided=partial(lambda v, yours: (v.who == You()) == yours and _unplaced(v), yours=_yours))  # fmt: skip

# ---- steps ----
for _step in ("upkeep", "end step", "draw step"):
    rule("time", f"the beginning of the {_step} of {{whose:player object}}", StepBegins, step=_step, word="of",
         provided=lambda v: type(v.whose).__name__ == "ControllerOf")  # fmt: skip

# CR 603.6c: of a permanent that is named as a target, wherever it would be put from.
rule("one aimed at", "{:Objects}", provided=lambda v: isinstance(v, Target) and v.amount is None)
rule(
    EventPattern,
    "{what:one aimed at} is put into your graveyard",
    Moves,
    origin="battlefield",
    to="graveyard",
    verb="is put",
    whose=You(),
)

# ---- attacks of several, and on you ----
rule(EventPattern, "{what:subject} and at least {others:number word} other creatures attack", Attacks, provided=lambda v: v.others != Literally(1))  # fmt: skip
_YOUR_WALKER = Chosen(Which((), Noun((("planeswalker",),)), (ControlledBy(You()),)))
rule(EventPattern, "{what:subject} attack[s] you or a planeswalker you control", lambda what: OrEvents((Attacks(what, You()), Attacks(what, _YOUR_WALKER))),
     makes=OrEvents, undo=lambda v: {"what": v.events[0].what}
     if isinstance(v.events[0], Attacks) and v == OrEvents((Attacks(v.events[0].what, You()), Attacks(v.events[0].what, _YOUR_WALKER)))
     else None)  # fmt: skip
_WALKER_OF_ONE = "a planeswalker an opponent controls"
_OPPONENT, _ONE_OF_THEM = AnyPlayer("opponent"), AnyPlayer("opponent", "one of")
_THEIR_WALKER = Chosen(Which((), Noun((("planeswalker",),)), (ControlledBy(_OPPONENT),)))
rule(EventPattern, f"{{what:subject}} attack[s] one of your opponents or {_WALKER_OF_ONE}",
     lambda what: OrEvents((Attacks(what, _ONE_OF_THEM), Attacks(what, _THEIR_WALKER))), makes=OrEvents,
     undo=lambda v: {"what": v.events[0].what} if isinstance(v.events[0], Attacks)
     and v == OrEvents((Attacks(v.events[0].what, _ONE_OF_THEM), Attacks(v.events[0].what, _THEIR_WALKER))) else None)  # fmt: skip
