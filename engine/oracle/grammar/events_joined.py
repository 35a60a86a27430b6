"""How the events of a trigger are limited ("while ...", "for the first time each turn") and joined ("enters and whenever ...") (CR 603.2)."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.abilities import (
    Activates,
    AnyPlayer,
    Casts,
    Chosen,
    DuringStep,
    EventPattern,
    Fits,
    Is,
    LifeChanges,
    Moves,
    Noun,
    ObjectDoes,
    OrEvents,
    PlayerAttacks,
    PlayerDoes,
    Players,
    Provided,
    That,
    ThatPlayer,
    TurnOf,
    Which,
    You,
)
from engine.oracle.grammar.events import KEYWORD_DEEDS, on_the_stack
from engine.oracle.kernel import rule, series, words

# ---- limits that are part of the event ----
FIRST_OF_ALL = "first each turn"


def _nth_in_a_turn(value: Provided) -> bool:
    """ "Your first spell during each opponent's turn": what is counted in the turns of a player is said so."""
    return bool(getattr(value.event, "nth", 0)) and isinstance(value.condition, TurnOf)


rule("one event", "{:EventPattern}")
rule(
    "one event",
    "{event:EventPattern} during {condition:turn of}",
    Provided,
    provided=lambda v: not _nth_in_a_turn(v),
)
rule(
    "one event",
    "{event:EventPattern} during your main phase",
    Provided,
    condition=DuringStep("main phase", You()),
)
# "While saddled" is said of what attacks.
rule(
    "one event",
    "{event:EventPattern} while saddled",
    Provided,
    condition=Fits(That(), Which((Is("saddled"),), Noun())),
)
rule(
    "one event",
    "{event:EventPattern} while {condition}",
    Provided,
    provided=lambda v: not _nth_in_a_turn(v) and not _as_it_enters(v) and not _as_it_turns(v),
)
# "Enters tapped" is said of how it is as it enters (CR 614.1d, 603.6a).
rule("entering", "{:EventPattern}", provided=lambda v: _enters(v) and v.under is None)
for _state in ("tapped", "untapped"):
    rule(
        "one event",
        f"{{event:entering}} {_state}",
        Provided,
        condition=Fits(That(), Which((Is(_state),), Noun())),
    )


def _enters(event: EventPattern) -> bool:
    return isinstance(event, Moves) and event.verb == "enters" and not event.origin


def _as_it_enters(value: Provided) -> bool:
    """Whether "tapped" or "untapped" is said of what enters, behind the verb."""
    said = [Fits(That(), Which((Is(state),), Noun())) for state in ("tapped", "untapped")]
    return _enters(value.event) and value.condition in said


def _as_it_turns(value: Provided) -> bool:
    """Whether it is said behind "transforms" what it turns into."""
    return (
        isinstance(value.event, ObjectDoes)
        and value.event.verb == "transforms"
        and isinstance(value.condition, Fits)
    )


rule("one event", "{event:EventPattern} for the first time each turn", Provided, note=FIRST_OF_ALL)
rule("one event", "{event:nth of a turn} during {condition:each turn of}", Provided)
words("turn of", {TurnOf(You()): "your turn", TurnOf(AnyPlayer("opponent")): "an opponent's turn"})
words(
    "each turn of",
    {TurnOf(You()): "each of your turns", TurnOf(AnyPlayer("opponent")): "each opponent's turn"},
)

for _player, _they in ((You(), "you draw"), (AnyPlayer("opponent"), "they draw"), (AnyPlayer(), "they draw")):
    _except = f"except the first one {_they} in each of {'your' if _player == You() else 'their'} draw steps"
    _said = "you" if _player == You() else "an opponent" if _player == AnyPlayer("opponent") else "a player"
    _drawing = Provided(PlayerDoes(_player, "draw"), note="not the first of a draw step")
    rule("one event", f"{_said} draw{'' if _player == You() else 's'} a card {_except}", _drawing)
    rule("would", f"{_said} would draw a card {_except}", _drawing)

# ---- several events ----
rule("trigger event", "{:one event}")
for _joined in ("or", "or whenever", "and whenever", "or when", "and when"):
    series(f"events {_joined}", "one event", last=_joined, low=2)
    rule("trigger event", f"{{events:events {_joined}}}", OrEvents, joined=_joined)
# Clauses that have commas of their own.
series("clauses of events", "one event", last=None, sep=", or", low=3)
rule("trigger event", "{events:clauses of events}", OrEvents, joined=", or")
rule("trigger time", "{:time}")
for _joined in ("and at", "or at"):
    series(f"events {_joined}", "one event", final="time", last=_joined, low=2, high=2)
    rule("trigger event", f"{{events:events {_joined}}}", OrEvents, joined=_joined)
    series(f"times {_joined}", "time", last=_joined, low=2, high=2)
    rule("trigger time", f"{{events:times {_joined}}}", OrEvents, joined=_joined)
for _joined in ("or whenever", "and whenever", "or when", "and when"):
    series(f"times {_joined}", "one event", first="time", last=_joined, low=2, high=2)
    rule("trigger time", f"{{events:times {_joined}}}", OrEvents, joined=_joined)


# ---- several deeds of one player: "you play a land or cast a spell" ----
_THEY = ThatPlayer("they")
"""Stands for the player in an event of which the player is still to be said."""
rule("deed of one", "play[s]@out {what:Objects}", PlayerDoes, who=_THEY, verb="play")
rule("deed of one", "create[s]@out {what:Objects}", PlayerDoes, who=_THEY, verb="create")
rule("deed of one", "sacrifice[s]@out {what:Objects}", PlayerDoes, who=_THEY, verb="sacrifice")
rule("deed of one", "discard[s]@out {what:Objects}", PlayerDoes, who=_THEY, verb="discard")
rule("deed of one", "draw[s]@out a card", PlayerDoes(_THEY, "draw"))
rule("deed of one", "cast[s]@out a {which:which@one}", Casts, who=_THEY, provided=on_the_stack)
rule("deed of one", "cast[s]@out a {which:which@one} from your graveyard", Casts, who=_THEY, zone="graveyard")
rule("deed of one", "attack[s]@out {whom:player object} with {using:attackers}", PlayerAttacks, who=_THEY)
rule(
    "deed of one",
    "draw[s]@out their {nth:nth} card each turn",
    PlayerDoes,
    who=_THEY,
    verb="draw",
    provided=lambda v: v.nth > 1,
)
rule(
    "deed of one",
    "cast[s]@out their {nth:nth} {which:which@one} each turn",
    Casts,
    who=_THEY,
    provided=lambda v: v.nth > 1 and on_the_stack(v),
)
for _verb, _form in KEYWORD_DEEDS.items():
    rule("deed of one", f"{_form}@out", PlayerDoes(_THEY, _verb))
rule("deed of one", "activate[s]@out an ability", Activates(_THEY, Chosen(Noun(form="source"))))
rule("deed of one", "activate[s]@out an ability of {of:whose ability}", Activates, who=_THEY)
series("deeds of one", "deed of one", last="or", low=2)


_DEEDS = PlayerDoes | Casts | PlayerAttacks | Activates


def _all_by(who: Players, events: tuple[_DEEDS, ...]) -> OrEvents:
    return OrEvents(tuple(structs.replace(e, who=who) for e in events))


def _by_one(value: OrEvents) -> dict[str, Any] | None:
    """The player who does all of it, and the deeds."""
    who = getattr(value.events[0], "who", None)
    if (
        value.joined != "or"
        or not isinstance(who, Players)
        or any(getattr(e, "who", None) != who for e in value.events)
    ):
        return None
    if not all(isinstance(e, _DEEDS) for e in value.events):
        return None
    done_to = {getattr(e, "what", None) for e in value.events}
    if len(done_to) == 1 and None not in done_to:
        return None  # what is done to the same is said once
    return {"who": who, "events": tuple(structs.replace(e, who=_THEY) for e in value.events)}


rule(EventPattern, "{who:player subject} {events:deeds of one@who}", _all_by, makes=OrEvents, undo=_by_one)
rule(EventPattern, "{who:player subject} gain[s] or lose[s]@who life", lambda who: OrEvents((LifeChanges(who, "gain"), LifeChanges(who, "lose"))), makes=OrEvents,
     undo=lambda v: {"who": v.events[0].who} if isinstance(v.events[0], LifeChanges) and v == OrEvents((LifeChanges(v.events[0].who, "gain"), LifeChanges(v.events[0].who, "lose"))) else None)  # fmt: skip
