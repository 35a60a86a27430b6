"""How often, and how much of it, something happened: numbers and conditions over the turn (CR 107.3i, 119, 120, 601.2i, 608.2i).

An amount is a tally of the events that triggers wait for. What is asked of "an opponent" is asked of each by themselves: two opponents who cast one spell each
are no opponent who cast two.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from engine.abilities import (
    AllOf,
    AnyPlayer,
    Casts,
    Chosen,
    Comparison,
    Condition,
    CountOf,
    EachPlayer,
    EventHappened,
    EventPattern,
    InZone,
    IsDealtDamage,
    LifeChanges,
    Literally,
    Moves,
    Negated,
    Noun,
    Number,
    PlayerAttacks,
    PlayerDoes,
    PlayerHas,
    Players,
    PlayerStat,
    PlayersWho,
    Selection,
    StatOf,
    Tally,
    That,
    ThatPlayer,
    This,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.grammar.descriptions import add_other, drop_other, has_other
from engine.oracle.kernel import rule, words

YOU, THEY, ONE_OF_THEM = You(), ThatPlayer("they"), ThatPlayer()
ANYBODY = AnyPlayer()
_BATTLEFIELD = "battlefield"
_SPELL = Noun(form="spell")


def _counting(
    said: str,
    make: Callable[[Selection], EventPattern],
    field: str,
    provided: Callable[[Selection], bool] = bool,
) -> None:
    """Register "the number of THINGS said this turn" and "for each THING said this turn"; `field`: where the event holds the things."""

    def tally(which: Selection) -> Tally:
        return Tally(make(which))

    def take(value: Tally) -> dict[str, Any] | None:
        noun = getattr(value.what, field, None)
        which = noun.which if isinstance(noun, Chosen) else noun
        return {"which": which} if isinstance(which, Selection) and value == tally(which) else None

    fixed: dict[str, Any] = {
        "makes": Tally,
        "undo": take,
        "provided": lambda v: (f := take(v)) is not None and provided(f["which"]),
    }
    rule(Number, f"the number of {{which:which@many}} {said} this turn", tally, **fixed)
    rule("each thing", f"{{which:which@one}} {said} this turn", tally, **fixed)


# ---- spells that were cast (CR 601.2i) -------------------------------------------------------------------------------


def _only_spells(which: Selection) -> bool:
    """Whether spells are spoken of, and not merely "spells": those a player has a number of."""
    nouns = [n for n in walk(which) if isinstance(n, Noun)]
    return (
        bool(nouns)
        and all(n.form == "spell" for n in nouns)
        and not any(isinstance(n, InZone) for n in walk(which))
    )


def _not_plain(who: Players, which: Selection) -> bool:
    """Of you, "spells" alone is a number that you have."""
    return _only_spells(which) and (who != YOU or which != _SPELL)


_casters: tuple[tuple[Players, str], ...] = (
    (YOU, "you've cast"),
    (THEY, "they've cast"),
    (EachPlayer("opponent", ""), "your opponents have cast"),
    (ANYBODY, "cast"),
)
for _who, _said in _casters:
    _counting(_said, partial(Casts, _who), "which", partial(_not_plain, _who))  # fmt: skip


# ---- what players did --------------------------------------------------------------------------------------------------
def _done(who: Players, verb: str, which: Selection) -> PlayerDoes:
    return PlayerDoes(who, verb, Chosen(which))


_doers: tuple[tuple[Players, str], ...] = ((YOU, "you've {}"), (YOU, "you {}"), (THEY, "they've {}"))
for _who, _said in _doers:
    for _verb, _past in (("sacrifice", "sacrificed"), ("discard", "discarded"), ("create", "created")):
        if (_said == "you {}") == (_verb == "create"):
            _counting(_said.format(_past), partial(_done, _who, _verb), "what")
_counting(
    "you've cycled or discarded", lambda which: PlayerDoes(YOU, "cycle or discard", Chosen(which)), "what"
)


# ---- what moved (CR 400.7, 603.6, 700.4) ---------------------------------------------------------------------------------
def _fell(which: Selection, whose: Players | None = None, origin: str = _BATTLEFIELD) -> Moves:
    return Moves(Chosen(which), origin=origin, to="graveyard", verb="put", whose=whose)


_FELL = "put into your graveyard from the battlefield"
_counting(_FELL, partial(_fell, whose=YOU), "what")
_counting("that were put into graveyards from the battlefield", _fell, "what")
_counting("put into their graveyard from anywhere", partial(_fell, whose=THEY, origin=""), "what")
_counting(
    "you had enter under your control",
    lambda which: Moves(Chosen(which), to=_BATTLEFIELD, verb="enters", under=YOU),
    "what",
)
_counting(
    "that entered the battlefield under your control",
    lambda which: Moves(Chosen(which), to=_BATTLEFIELD, verb="entering", under=YOU),
    "what",
)

# ---- life and damage (CR 119.3, 120.3) -------------------------------------------------------------------------------------
_OPPONENTS = EachPlayer("opponent", "")
_THAT_PLAYER = ThatPlayer()
_TO_THEM = "to your opponents"
_HOWS: tuple[tuple[Literal["gain", "lose"], str], ...] = (("gain", "gained"), ("lose", "lost"))
_KINDS: tuple[tuple[Literal["", "combat"], str], ...] = (("", "damage"), ("combat", "combat damage"))
_HURT: tuple[Literal["opponent", "player"], ...] = ("opponent", "player")
for _how, _past in _HOWS:
    for _who, _said, _how_said in (
        (YOU, "the amount of life you've {}", "have"),
        (YOU, "the life you've {}", "life"),
        (THEY, "the amount of life they {}", ""),
        (THEY, "the life they {}", "life"),
        (_THAT_PLAYER, "the life that player {}", "life"),
        (_OPPONENTS, "the total life {} by your opponents", "by"),
        (_OPPONENTS, "the total amount of life your opponents {}", "total"),
        (EachPlayer(word="all"), "the total life {} by all players", "by"),
    ):
        rule(Number, f"{_said.format(_past)} this turn", Tally(LifeChanges(_who, _how), said=_how_said))
    rule("each thing", f"1 life you {_past} this turn", Tally(LifeChanges(YOU, _how)))
    rule(
        "each thing",
        f"1 life your opponents have {_past} this turn",
        Tally(LifeChanges(_OPPONENTS, _how), said="have"),
    )
rule(Number, "the amount of life you lost this turn", PlayerStat, stat="life lost", of=YOU)
for _category, _said in (
    (Number, "the damage dealt to {whom:hurt} this turn"),
    ("each thing", "1 damage dealt to {whom:hurt} this turn"),
):
    rule(_category, _said, lambda whom: Tally(IsDealtDamage(whom)), makes=Tally,
         undo=lambda v: {"whom": v.what.whom} if isinstance(v.what, IsDealtDamage) and v == Tally(IsDealtDamage(v.what.whom)) else None)  # fmt: skip
rule(Number, "the amount of damage dealt to {whom:hurt} this turn", lambda whom: Tally(IsDealtDamage(whom), said="amount"), makes=Tally,
     undo=lambda v: {"whom": v.what.whom} if isinstance(v.what, IsDealtDamage) and v == Tally(IsDealtDamage(v.what.whom), said="amount") else None)  # fmt: skip
rule(Number, "the damage already dealt to {whom:hurt} this turn", lambda whom: Tally(IsDealtDamage(whom), said="already"), makes=Tally,
     undo=lambda v: {"whom": v.what.whom} if isinstance(v.what, IsDealtDamage) and v == Tally(IsDealtDamage(v.what.whom), said="already") else None)  # fmt: skip
words(
    "hurt", {YOU: "you", _OPPONENTS: "your opponents", _THAT_PLAYER: "that player", That(): "it", This(): "~"}
)
rule(
    Number,
    f"the total amount of noncombat damage dealt {_TO_THEM} this turn",
    Tally(IsDealtDamage(_OPPONENTS, "noncombat")),
)
rule(Number, "the number of cards they've drawn this turn", PlayerStat, stat="cards drawn", of=THEY)

# ---- asked of players: so much or more -------------------------------------------------------------------------------------
rule(Condition, "{who:player subject} drew {number:number word} or more cards this turn", PlayerHas, stat="cards drawn", op=">=",
     provided=lambda v: v.who != YOU)  # fmt: skip
rule(Condition, "{who:player subject} (has|have) drawn {number:number word} or more cards this turn", PlayerHas, stat="cards drawn", op=">=",
     said="have")  # fmt: skip
rule(
    Condition,
    "{who:player subject} cast {number:number word} or more spells this turn",
    PlayerHas,
    stat="spells cast",
    op=">=",
)
rule(
    Condition,
    "{who:player subject} (was|were) dealt {number:digits} or more damage this turn",
    PlayerHas,
    stat="damage taken",
    op=">=",
)
for _stat, _past in (("life gained", "gained"), ("life lost", "lost")):
    rule(
        Condition,
        f"you've {_past} {{number:digits}} or more life this turn",
        PlayerHas,
        who=YOU,
        stat=_stat,
        op=">=",
        said="have",
    )
    rule(
        "who clause",
        f"who {_past} {{number:digits}} or more life this turn",
        PlayerHas,
        who=ONE_OF_THEM,
        stat=_stat,
        op=">=",
    )
rule(
    "who clause",
    "who drew {number:number word} or more cards this turn",
    PlayerHas,
    who=ONE_OF_THEM,
    stat="cards drawn",
    op=">=",
)
for _kind, _said in _KINDS:
    rule(
        "who clause",
        f"who (was|were) dealt {_said} this turn",
        EventHappened(IsDealtDamage(ONE_OF_THEM, _kind)),
    )
    for _word in _HURT:
        _hurt = PlayersWho(EachPlayer(_word), EventHappened(IsDealtDamage(ONE_OF_THEM, _kind), said="that"))
        _all = PlayersWho(
            EachPlayer(_word, ""), EventHappened(IsDealtDamage(ONE_OF_THEM, _kind), said="that")
        )
        rule("counted one", f"{_word} that was dealt {_said} this turn", _hurt)
        rule("counted", f"{_word}s that were dealt {_said} this turn", _all)

# ---- under whose control things came (CR 603.6a) ----------------------------------------------------------------------------


def _had(who: Players, what: Any, number: Number | None = None, when: Any = "this turn") -> EventHappened:
    return EventHappened(Moves(what, to=_BATTLEFIELD, verb="enters", under=who), when, number, "had")


def _take_had(value: Any, when: str) -> dict[str, Any] | None:
    event = value.event if isinstance(value, EventHappened) else None
    if not isinstance(event, Moves) or event.under is None:
        return None
    return (
        {"who": event.under, "what": event.what}
        if value == _had(event.under, event.what, None, when)
        else None
    )


def _had_many(who: Players, number: Number, which: Selection) -> Comparison:
    """Of one of these players, each by themselves."""
    each = PlayersWho(who, _had(ONE_OF_THEM, Chosen(which), number))
    return Comparison(CountOf(each), ">=", Literally(1))


def _take_had_many(value: Comparison) -> dict[str, Any] | None:
    who = value.left.of if isinstance(value.left, CountOf) else None
    happened = who.condition if isinstance(who, PlayersWho) else None
    if not isinstance(who, PlayersWho) or not isinstance(happened, EventHappened) or happened.number is None:
        return None
    event = happened.event
    if not isinstance(event, Moves) or not isinstance(event.what, Chosen):
        return None
    found: dict[str, Any] = {"who": who.who, "number": happened.number, "which": event.what.which}
    return found if value == _had_many(**found) else None


for _when in ("this turn", "last turn"):
    rule(Condition, f"{{who:player subject}} had {{what:Objects}} enter under their control {_when}", partial(_had, when=_when), makes=EventHappened,
         undo=partial(_take_had, when=_when), provided=lambda v: _of_others(v) and not has_other(v.event.what.which))  # fmt: skip
rule(Condition, "you had {what:Objects} enter under your control last turn", lambda what: _had(YOU, what, None, "last turn"), makes=EventHappened,
     undo=lambda v: {"what": v.event.what} if isinstance(v.event, Moves) and v == _had(YOU, v.event.what, None, "last turn") else None,
     provided=lambda v: isinstance(v.event, Moves) and isinstance(v.event.what, Chosen))  # fmt: skip
rule(Condition, "{who:player subject} had {number:number word} or more {which:which@many} enter under their control this turn", _had_many,
     makes=Comparison, undo=_take_had_many, provided=lambda v: isinstance(v.left, CountOf) and isinstance(v.left.of, PlayersWho))  # fmt: skip
rule(Condition, "you had {number:number word} or more {which:which@many} enter under your control this turn",
     lambda number, which: _had(YOU, Chosen(which), number), makes=EventHappened,
     undo=lambda v: {"number": v.number, "which": v.event.what.which}
     if isinstance(v.event, Moves) and isinstance(v.event.what, Chosen) and v.number is not None and v == _had(YOU, v.event.what, v.number) else None)  # fmt: skip


def _had_another(which: Selection) -> EventHappened:
    return _had(ONE_OF_THEM, Chosen(add_other(which)))


rule(Condition, "that player had another {which:which@one} enter under their control this turn", _had_another, makes=EventHappened,
     undo=lambda v: {"which": w} if isinstance(v.event, Moves) and isinstance(v.event.what, Chosen) and (w := drop_other(v.event.what.which)) is not None
     and v == _had_another(w) else None)  # fmt: skip


def _of_others(value: EventHappened) -> bool:
    return (
        isinstance(value.event, Moves) and isinstance(value.event.what, Chosen) and value.event.under != YOU
    )


# ---- what players did not do ---------------------------------------------------------------------------------------------------
_NOT_DONE = "player plain"
rule(
    _NOT_DONE,
    "{who:player subject} didn't cast a {which:which@one}",
    Casts,
    provided=lambda v: _only_spells(v.which),
)
rule(_NOT_DONE, "{who:player subject} didn't attack", PlayerAttacks)
rule(_NOT_DONE, "{who:player subject} didn't attack with a {which:which@one}", lambda who, which: PlayerAttacks(who, using=Chosen(which)), makes=PlayerAttacks,
     undo=lambda v: {"who": v.who, "which": v.using.which} if isinstance(v.using, Chosen) and v == PlayerAttacks(v.who, using=Chosen(v.using.which)) else None)  # fmt: skip
for _how in ("gain", "lose"):
    rule(_NOT_DONE, f"{{who:player subject}} didn't {_how} life", LifeChanges, how=_how)
for _verb in ("sacrifice", "discard", "create"):
    rule(_NOT_DONE, f"{{who:player subject}} didn't {_verb} {{what:Objects}}", PlayerDoes, verb=_verb)
rule(_NOT_DONE, "{who:player subject} didn't play {what:a land}", PlayerDoes, verb="play")
words("a land", {Chosen(Noun((("land",),))): "a land"})
rule(Condition, "{event:player plain} this turn", lambda event: Negated(EventHappened(event)), makes=Negated,
     undo=lambda v: {"event": v.condition.event}
     if isinstance(v.condition, EventHappened) and v.condition == EventHappened(v.condition.event) else None)  # fmt: skip
rule(Condition, "{event:player past} last turn", EventHappened, when="last turn")
rule(Condition, "{who:player subject} has cast a {which:which@one} this turn", lambda who, which: EventHappened(Casts(who, which), said="have"), makes=EventHappened,
     undo=lambda v: {"who": v.event.who, "which": v.event.which}
     if isinstance(v.event, Casts) and v.event.who != YOU and v == EventHappened(Casts(v.event.who, v.event.which), said="have") else None,
     provided=lambda v: isinstance(v.event, Casts) and _only_spells(v.event.which))  # fmt: skip
rule(
    Condition,
    "you've been dealt {number:digits} or more damage this turn",
    PlayerHas,
    who=You(),
    stat="damage taken",
    op=">=",
    said="have",
)
rule(Condition, "{whom:player subject} has been dealt damage this turn", lambda whom: EventHappened(IsDealtDamage(whom), said="have"), makes=EventHappened,
     undo=lambda v: {"whom": v.event.whom}
     if isinstance(v.event, IsDealtDamage) and isinstance(v.event.whom, Players) and v.event.whom != YOU and v == EventHappened(IsDealtDamage(v.event.whom), said="have") else None)  # fmt: skip

# ---- how often an ability has resolved, or was activated (CR 603.7h) --------------------------------------------------------------
_RESOLUTIONS, _ACTIVATIONS = (StatOf(f"{how} this turn", This()) for how in ("resolutions", "activations"))
_RESOLVED = "this ability has resolved this turn"
_SO_OFTEN = f"time {_RESOLVED}"
for _n, _ordinal in ((1, "first"), (2, "second"), (3, "third"), (4, "fourth"), (5, "fifth"), (10, "tenth")):
    rule(Condition, f"this is the {_ordinal} {_SO_OFTEN}", Comparison(_RESOLUTIONS, "=", Literally(_n)))
    rule(
        "resolved so often",
        f"for the {_ordinal} time this turn",
        Comparison(_RESOLUTIONS, "=", Literally(_n)),
    )
    rule(Condition, f"it's the {_ordinal} time", Comparison(Literally(_n), "=", _RESOLUTIONS))
rule(Condition, f"this is the first or second {_SO_OFTEN}", Comparison(_RESOLUTIONS, "<=", Literally(2)))
rule(Number, f"the number of times {_RESOLVED}", _RESOLUTIONS)
rule(
    Condition,
    "this ability has been activated {right:number word} or more times this turn",
    Comparison,
    left=_ACTIVATIONS,
    op=">=",
)

for _it, _spell in (("~", This()), ("it", That()), ("that spell", That("spell"))):
    rule(
        Condition,
        f"no mana was spent to cast {_it}",
        Comparison(StatOf("mana spent", _spell), "=", Literally(0)),
    )

    rule(
        Condition,
        f"no colored mana was spent to cast {_it}",
        Comparison(StatOf("colors of mana spent", _spell), "=", Literally(0)),
    )

# ---- what the mana came from (CR 106.3) -----------------------------------------------------------------------------------------------
for _source, _its in (
    *((kind, f"a {kind}") for kind in ("Treasure", "Desert", "Cave", "Powerstone", "creature")),
    ("artifact", "an artifact"),
):
    for _it, _spell in (("~", This()), ("it", That()), ("that spell", That("spell"))):
        _from = StatOf(f"mana from a {_source}", _spell)
        rule(Condition, f"mana from {_its} was spent to cast {_it}", Comparison(_from, ">=", Literally(1)))
        rule(Condition, f"{{right:number word}} or more mana from {_source}s was spent to cast {_it}", Comparison, left=_from, op=">=",
             provided=lambda v: v.right != Literally(1))  # fmt: skip
        rule("each thing", f"mana from {_its} spent to cast {_it}", _from)
    rule(
        "each thing",
        f"mana from {_its} that was spent to cast ~",
        StatOf(f"mana from a {_source}", This(True)),
    )
    _for_it = StatOf(f"mana from a {_source} for the ability", This())
    rule(
        Condition,
        f"mana from {_its} was spent to activate this ability",
        Comparison(_for_it, ">=", Literally(1)),
    )
_S = "{S}"
# {S} that was spent is mana from a snow source (CR 107.4h).
for _it, _spell in (("~", This()), ("it", That())):
    _snow = StatOf("mana from a snow", _spell)
    rule(Number, f"the amount of {_S} spent to cast {_it}", _snow)
    rule("each thing", f"{_S} spent to cast {_it}", _snow)
    rule(Condition, f"{_S} was spent to cast {_it}", Comparison(_snow, ">=", Literally(1)))
rule(
    Condition,
    "you gained and lost life this turn",
    AllOf((EventHappened(LifeChanges(YOU, "gain")), EventHappened(LifeChanges(YOU, "lose")))),
)
