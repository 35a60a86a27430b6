"""Event patterns: what triggered abilities wait for and what replacement effects change (CR 603.2, 614).

Nouns inside a pattern are tested, not picked: `Chosen(which)` fits any object that fits, `You` the controller of the ability.
"""

from __future__ import annotations

from typing import Literal

from engine.abilities.base import Condition, EventPattern, Number, Objects, Players, Recipient, Selection


class Moves(EventPattern):
    """An object changes zones (CR 400.7, 603.6). `origin`, `to`: zones, "" for any. "enters" is to the battlefield, "dies" is
    from the battlefield to a graveyard (CR 700.4), "leaves" is from the battlefield to anywhere. `verb` is how it is said
    (enters, dies, leaves, put, returned, exiled, milled, ...); `whose`: whose graveyard, hand or library it comes to or from; `cause`: only if a
    spell or ability of these players has it discarded."""

    what: Objects
    origin: str = ""
    to: str = ""
    verb: str = ""
    whose: Players | None = None
    under: Players | None = None
    cause: Players | None = None


class Attacks(EventPattern):
    """Is declared as an attacker (CR 508.1, 508.3). `whom`: what it attacks; `alone`: it is the only attacker; `others`: together with
    at least so many other creatures, of the description `along`."""

    what: Objects
    whom: Recipient | None = None
    alone: bool = False
    others: Number | None = None
    along: Selection | None = None


class PlayerAttacks(EventPattern):
    """A player attacks with one or more creatures (CR 508.3c-d)."""

    who: Players
    whom: Recipient | None = None
    using: Objects | None = None


class Blocks(EventPattern):
    """Is declared as a blocker (of `whom`, if given) (CR 509.3a-c)."""

    what: Objects
    whom: Objects | None = None


class BecomesBlocked(EventPattern):
    """An attacking creature becomes blocked (by `by`, if given) (CR 509.3c-d)."""

    what: Objects
    by: Objects | None = None


class AttacksUnblocked(EventPattern):
    """Attacks and isn't blocked (CR 509.3g)."""

    what: Objects


class DealsDamage(EventPattern):
    """A source deals damage (CR 120). `kind`: combat, noncombat, or "" for any; `least`: at least so much of it, or (`exactly`) no more and no less."""

    source: Objects | None
    kind: Literal["", "combat", "noncombat"] = ""
    whom: Recipient | None = None
    least: Number | None = None
    exactly: bool = False


class IsDealtDamage(EventPattern):
    """Damage is dealt to an object or player, by whatever source or by `by`. `least`: at least so much of it; `excess`: damage beyond what was lethal (CR 120.10)."""

    whom: Recipient
    kind: Literal["", "combat", "noncombat"] = ""
    by: Objects | None = None
    least: Number | None = None
    excess: bool = False
    said: str = ""  # "dealt to" where the damage is said first


ELSEWHERE = "anywhere but the hand"
"""From where a spell is cast, of any zone but the player's hand."""


class Casts(EventPattern):
    """A player casts a spell (CR 601, 603.2). `nth`: which spell of that description of theirs that turn ("second"), 0 for any, -1 for any but
    the first; `zone`: from where; `coming`: how it is said that the next one is meant ("you next cast", "you cast your next"), or that it is kicked."""

    who: Players
    which: Selection
    nth: int = 0
    zone: str = ""
    coming: str = ""


class CastOrCopied(EventPattern):
    """A player casts or copies a spell ("magecraft")."""

    who: Players
    which: Selection


class Activates(EventPattern):
    """A player activates an ability of an object (`who` None: whoever). `what`: which ability, if not any; `exceptmana`: none but a mana ability."""

    who: Players | None
    of: Objects
    exceptmana: bool = False
    what: Selection | None = None


THAT_TURN = "that turn"
"""The letter for which the mark of the extra turn stands that an instruction before has made (CR 500.7)."""


WOULD_BEGIN = "as it would begin"
"""When that is skipped of which an ability says that it would begin (CR 614.10)."""


class StepBegins(EventPattern):
    """The named step or phase begins; of the turn of `whose` (None: of any turn; `word` "each", "the", "your") (CR 603.2b). `turn`: of that extra turn alone."""

    step: str
    whose: Players | None = None
    word: str = ""
    turn: Number | None = None


class BecomesTarget(EventPattern):
    """Is made a target by a spell or ability of the description."""

    what: Recipient
    of: Selection
    by: Players | None = None


class BecomesTapped(EventPattern):
    """Becomes tapped or untapped (`state`)."""

    what: Objects
    state: Literal["tapped", "untapped"] = "tapped"


class TapsForMana(EventPattern):
    """A player taps a permanent for mana (CR 106.12). `mana`: only if some of it is of that type: a symbol, or "the chosen color" (106.12a); `ability`: whichever
    ability of the permanent adds it, tapped or not."""

    who: Players | None
    what: Objects
    mana: str = ""
    ability: bool = False


class PlayerDoes(EventPattern):
    """A player does something with cards or objects: draws, discards, sacrifices, cycles, mills, plays, searches, shuffles, scries,
    surveils, explores, creates, transforms, exiles, ... `what` says which; `nth`: the which one in the turn; `at_once`: one or more; `cause`: only
    if a spell or ability of these players has it done."""

    who: Players
    verb: str
    what: Objects | None = None
    nth: int = 0
    cause: Players | None = None


class ObjectDoes(EventPattern):
    """An object does or undergoes something that has no pattern of its own: transforms, becomes monstrous, is turned face up, phases in,
    becomes attached, mutates, explores, ..."""

    what: Objects
    verb: str
    other: Recipient | None = None


class LifeChanges(EventPattern):
    """A player gains or loses life; `amount` compares where said."""

    who: Players
    how: Literal["gain", "lose"]


class CountersPut(EventPattern):
    """Counters of the kind ("" any) are put on, or removed from, an object or player. `number`: the nth counter, or the one after which so many are left;
    `each`: one of them, as many times as there are (CR 603.2c)."""

    kind: str
    on: Recipient
    how: Literal["put", "removed"] = "put"
    by: Players | None = None
    number: Number | None = None
    effect: bool = False  # only by an effect, not as a cost ("if an effect would put")
    each: bool = False


class DayNightTurns(EventPattern):
    """Day becomes night or night becomes day (CR 731.1)."""


class ManaSpent(EventPattern):
    """A player has spent this much mana on spells in the turn ("expend 4") (CR 700.14)."""

    who: Players
    number: Number


class OrEvents(EventPattern):
    """Any of the events. `joined`: the words between them, where each is a clause of its own ("enters and whenever you draw a card")."""

    events: tuple[EventPattern, ...]
    joined: str = "or"


class Meets(EventPattern):
    """A state that is watched: a state trigger (CR 603.8)."""

    condition: Condition


class Provided(EventPattern):
    """An event that counts only under a condition or limit that is part of it: "attacks while ...", "for the first time each turn", "during your turn".

    `note` names a limit with no condition of its own: first each turn."""

    event: EventPattern
    condition: Condition | None = None
    note: str = ""
