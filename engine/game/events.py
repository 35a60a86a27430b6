"""Everything that can happen in a game (CR 608-616, 700-705), as frozen values.

Code that wants a change builds events and hands them to `Game.happen`; engine.rules.processing.event_processing lets replacement effects have their say and
applies what is left, with the appliers of engine.rules.processing.state_changes. Names are the CR's.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec

from engine import abilities as ab
from engine.model import (
    Card,
    CastInfo,
    Characteristics,
    GameObject,
    LinkedTo,
    ObjectId,
    OnStack,
    PlayerId,
    PooledMana,
    Thing,
    Zone,
)


class GameEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The root of all events. `replaced_by`: ids of the replacement effects that have changed this event already (CR 614.5)."""

    replaced_by: tuple[Hashable, ...] = ()


# ---- zones ----------------------------------------------------------------------------------------------------


class MoveZone(GameEvent, frozen=True, kw_only=True):
    """An object goes to another zone and becomes a new object (CR 400.7). `place`: 0 is the top of a library (-1 the bottom);
    `controller`: under whose control it enters; `verb`: what the move is called (destroy, sacrifice, discard, draw, mill, exile, cast, resolve, put, return, ...);
    `caused_by`: of a discard, as there; the rest is how it enters the battlefield (CR 614.12)."""

    object: ObjectId
    to: str
    place: int = 0
    controller: PlayerId | None = None
    verb: str = "put"
    by: PlayerId | None = None
    source: ObjectId = 0
    caused_by: PlayerId | None = None
    tapped: bool = False
    face_down: bool = False
    face_down_as: str = ""
    transformed: bool = False
    face: int | None = None
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: Thing | None = None
    attacking: Thing | None = None
    blocking: ObjectId | None = None
    chosen: tuple[tuple[LinkedTo, Any], ...] = ()
    links: tuple[
        tuple[LinkedTo, tuple[ObjectId, ...]], ...
    ] = ()  # what was chosen or exiled as it enters (607.2, 614.12a)
    marks: tuple[str, ...] = ()
    base: Characteristics | None = None  # copiable values it enters with, if not its own (copies: CR 707.5)
    copies: int = 0  # how many copy effects have made it what it enters as (707.5)
    copy_counters: tuple[
        tuple[str, int], ...
    ] = ()  # with what the last of them has it enter besides (707.9e)
    cast: CastInfo | None = None
    stack: OnStack | None = None
    linked: tuple[ObjectId, LinkedTo] | None = (
        None  # the object whose linked abilities speak of what was moved so (607.2a)
    )
    melded_with: ObjectId = 0  # the other card of a meld pair, with which it is one permanent (701.42a)
    joins: int = 0  # the lasting effect that applies to the permanent as it enters (CR 611.2e)
    order: tuple[
        int, ...
    ] = ()  # of a permanent that several cards and tokens represent: in which order they are put there, first one topmost (730.3a)
    apart: tuple[
        tuple[int, str, int], ...
    ] = ()  # which of these go to another zone, and to which place there (730.3e, 903.9c)
    was: ObjectId = 0  # the new id, filled in when it has happened
    parts: tuple[ObjectId, ...] = ()  # the new ids, where it became several objects (730.3)


class Merges(GameEvent, frozen=True, kw_only=True):
    """CR 730.2: an object merges with a permanent, on top of it or under it."""

    object: ObjectId
    into: ObjectId
    on_top: bool


class CreateToken(GameEvent, frozen=True, kw_only=True):
    """A token is created under a player's control (CR 111.2, 701.7). `under`: the control of another one than who creates it."""

    player: PlayerId
    base: Characteristics
    tapped: bool = False
    attacking: Thing | None = None
    blocking: ObjectId | None = None
    counters: tuple[tuple[str, int], ...] = ()
    source: ObjectId = 0
    copied_card: Card | None = None
    transformed: bool = False
    face: int = 0
    attached_to: Thing | None = None
    chosen: tuple[tuple[LinkedTo, Any], ...] = ()
    links: tuple[tuple[LinkedTo, tuple[ObjectId, ...]], ...] = ()
    marks: tuple[str, ...] = ()
    copies: int = 0
    copy_counters: tuple[tuple[str, int], ...] = ()
    was: ObjectId = 0
    under: PlayerId | None = None


class CreateTokens(GameEvent, frozen=True, kw_only=True):
    """So many tokens of one kind are about to be created, as one event that effects may multiply (CR 614, 701.7). `attackable`: what the player has
    each of them attack one of (508.4)."""

    player: PlayerId
    number: int
    token: CreateToken
    by: PlayerId | None = None
    attackable: tuple[Thing, ...] = ()


class CreateEmblem(GameEvent, frozen=True, kw_only=True):
    """CR 114.1-2: a player gets an emblem, in the command zone, owned and controlled by them."""

    player: PlayerId
    base: Characteristics
    source: ObjectId = 0
    was: ObjectId = 0


class BroughtIn(GameEvent, frozen=True, kw_only=True):
    """CR 309.2a, 400.11: a card that the player owns comes from outside the game into the zone `to`."""

    player: PlayerId
    base: Characteristics
    to: Zone
    was: ObjectId = 0


class DungeonCompleted(GameEvent, frozen=True, kw_only=True):
    """CR 309.7: a dungeon card is removed from the game, by which its owner completes it."""

    player: PlayerId
    object: ObjectId


class CeaseToExist(GameEvent, frozen=True, kw_only=True):
    """A token or copy outside the battlefield or stack is gone (CR 704.5d-e, 707.10a)."""

    object: ObjectId


class PutOnStack(GameEvent, frozen=True, kw_only=True):
    """An ability or a copy of a spell is put onto the stack (CR 602.2a, 603.3, 707.10)."""

    controller: PlayerId
    base: Characteristics
    stack: OnStack
    copy: bool = False
    card: Card | None = None
    face: int = 0
    cast: CastInfo | None = None
    text: str = ""
    was: ObjectId = 0


class CopyCard(GameEvent, frozen=True, kw_only=True):
    """CR 707.12: a copy of a card is made in the zone where the card is; CR 722.3c: of the permanent's prepare spell in exile (`prepared`: its values)."""

    object: ObjectId
    player: PlayerId
    prepared: Characteristics | None = None
    was: ObjectId = 0


class Destroy(GameEvent, frozen=True, kw_only=True):
    """CR 701.8: move from the battlefield to the graveyard by destruction."""

    object: ObjectId
    source: ObjectId = 0
    no_regeneration: bool = False


class Sacrifice(GameEvent, frozen=True, kw_only=True):
    """CR 701.21. `word`: the keyword ability of the source that it is done for (exploit, devour)."""

    object: ObjectId
    player: PlayerId
    source: ObjectId = 0
    word: str = ""


class Discard(GameEvent, frozen=True, kw_only=True):
    """CR 701.9. `caused_by`: who controls the spell or ability that has it done (None: a cost, or the rules)."""

    object: ObjectId
    player: PlayerId
    source: ObjectId = 0
    cost: bool = False
    caused_by: PlayerId | None = None


class Draw(GameEvent, frozen=True, kw_only=True):
    """CR 121.1: one card. Several cards are several draws, one after another (121.2)."""

    player: PlayerId
    source: ObjectId = 0
    was: ObjectId = 0


class DrawCards(GameEvent, frozen=True, kw_only=True):
    """An instruction to draw several cards, before it is broken into single draws (CR 121.2, 614.11)."""

    player: PlayerId
    number: int
    source: ObjectId = 0


class Mill(GameEvent, frozen=True, kw_only=True):
    """CR 701.17: so many cards from the top of the library into the graveyard, at once."""

    player: PlayerId
    number: int
    source: ObjectId = 0


class Shuffle(GameEvent, frozen=True, kw_only=True):
    """CR 701.24: the library is in no known order from here on. `top`: cards that chance has brought to the top."""

    player: PlayerId
    top: tuple[ObjectId, ...] = ()


class GameRestarts(GameEvent, frozen=True, kw_only=True):
    """CR 727.1: the game ends and another begins with its cards, but for those that are left in exile."""

    left: tuple[ObjectId, ...] = ()


class SubgameBegins(GameEvent, frozen=True, kw_only=True):
    """CR 729.2: the libraries of the main game are the decks of a subgame."""


class SubgameEnds(GameEvent, frozen=True, kw_only=True):
    """CR 729.5: the cards of the subgame, as they were in it, go to the main game."""

    cards: tuple[GameObject, ...] = ()


class Counter(GameEvent, frozen=True, kw_only=True):
    """CR 701.6: a spell or ability leaves the stack without resolving. `to`: where a countered card goes; `by`: who controls the spell or ability that counters it."""

    object: ObjectId
    source: ObjectId = 0
    by: PlayerId | None = None
    to: str = "graveyard"
    place: int = 0


# ---- damage and life --------------------------------------------------------------------------------------------


class Damage(GameEvent, frozen=True, kw_only=True):
    """CR 120: a source deals damage to an object or player. `excess`, `by`, `kinds` are filled in when it is dealt: the excess damage (120.10), and for
    damage to a player who controlled the source then, and its card types and subtypes (702.76a, 702.173a)."""

    source: ObjectId
    to: Thing
    amount: int
    combat: bool = False
    unpreventable: bool = False
    excess: int = 0
    by: PlayerId = ""
    kinds: frozenset[str] = frozenset()


class MarkDamage(GameEvent, frozen=True, kw_only=True):
    """CR 120.3e: a result of damage: it is marked on the creature; `deathtouch`: by a source with it (704.5h)."""

    object: ObjectId
    number: int
    deathtouch: bool = False


class GainLife(GameEvent, frozen=True, kw_only=True):
    """CR 119.3."""

    player: PlayerId
    amount: int
    source: ObjectId = 0


class LoseLife(GameEvent, frozen=True, kw_only=True):
    """CR 119.3. `how`: damage, pay, or "" for an effect."""

    player: PlayerId
    amount: int
    source: ObjectId = 0
    how: str = ""


# ---- states of permanents and players -------------------------------------------------------------------------------


class Tap(GameEvent, frozen=True, kw_only=True):
    """CR 701.26a. `mana`: tapped for the cost of a mana ability (CR 106.12)."""

    object: ObjectId
    mana: bool = False


class Untap(GameEvent, frozen=True, kw_only=True):
    """CR 701.26b. `step`: by the untap step (CR 502.3)."""

    object: ObjectId
    step: bool = False


class AddCounters(GameEvent, frozen=True, kw_only=True):
    """CR 122.6. `entering`: as the permanent enters (122.6a)."""

    thing: Thing
    kind: str
    number: int
    by: PlayerId | None = None
    source: ObjectId = 0
    entering: bool = False
    by_effect: bool = True  # CR 614.16: not as a cost, by a turn-based action or as a result of combat damage


class RemoveCounters(GameEvent, frozen=True, kw_only=True):
    """CR 122."""

    thing: Thing
    kind: str
    number: int


class Attach(GameEvent, frozen=True, kw_only=True):
    """CR 701.3. `to` None: becomes unattached."""

    object: ObjectId
    to: Thing | None


class SetFields(GameEvent, frozen=True, kw_only=True):
    """A permanent's or player's state changes in a way that has no event of its own: transforms, turns face up or down, phases, becomes monstrous,
    flips, is given a chosen value. `verb` is the CR's word for it; `fields`: the new values of the fields of GameObject or Player."""

    thing: Thing
    verb: str
    fields: dict[str, Any]
    quiet: bool = False


class Performed(GameEvent, frozen=True, kw_only=True):
    """A player or object did a keyword action or other thing that abilities may watch for: scry, surveil, search, cycle, explore, proliferate, crew, ...
    Nothing changes by the event itself. `x`: the X that was chosen for the cost of doing it (CR 107.3e)."""

    verb: str
    player: PlayerId | None = None
    object: ObjectId = 0
    other: Thing | None = None
    number: int = 0
    x: int | None = None


# ---- mana -------------------------------------------------------------------------------------------------------


class RollDice(GameEvent, frozen=True, kw_only=True):
    """CR 706.2: dice of so many sides are rolled at once. `ignored`: so many of the lowest rolls are ignored (706.6); `add`: what the instruction adds to the
    result. As it has happened: `natural`, the natural results of the rolls that are not ignored."""

    player: PlayerId
    sides: int
    number: int = 1
    ignored: int = 0
    add: int = 0
    natural: tuple[int, ...] = ()
    modified: tuple[int, ...] = ()  # by how much other effects have changed each (706.2a)

    @property
    def results(self) -> tuple[int, ...]:
        """CR 706.2: the results after the modifiers."""
        modified = self.modified or (0,) * len(self.natural)
        return tuple(n + self.add + more for n, more in zip(self.natural, modified, strict=True))


class FlipCoins(GameEvent, frozen=True, kw_only=True):
    """CR 705.1-2: so many coins are flipped at once, each of which can show one of `sides` ("win" and "lose", or "heads" and "tails"). `ignored`: so many of
    the flips, which the player chooses, are ignored. As it has happened: `shown`, what the others came to."""

    player: PlayerId
    sides: tuple[str, ...]
    number: int = 1
    ignored: int = 0
    shown: tuple[str, ...] = ()


class AddMana(GameEvent, frozen=True, kw_only=True):
    """CR 106.4. `tapped`: the permanent tapped for it, if it was (CR 106.12)."""

    player: PlayerId
    mana: tuple[PooledMana, ...]
    source: ObjectId = 0
    tapped: bool = False


class SpendMana(GameEvent, frozen=True, kw_only=True):
    """Mana leaves the pool to pay a cost (CR 106.4)."""

    player: PlayerId
    mana: tuple[PooledMana, ...]
    on: ObjectId = 0


class EmptyPool(GameEvent, frozen=True, kw_only=True):
    """CR 106.4, 500.5: unspent mana is lost, and what was kept until one of the times in `over`."""

    player: PlayerId
    over: tuple[str, ...] = ()
    by_effect: bool = False  # an effect says so: what is kept as steps and phases end is lost, too


# ---- the turn, combat, spells ---------------------------------------------------------------------------------------


class TurnBegins(GameEvent, frozen=True, kw_only=True):
    """CR 500.1."""

    player: PlayerId
    number: int
    extra: bool = False


class StepBegins(GameEvent, frozen=True, kw_only=True):
    """CR 500.6. `step` as in the scenario format ("upkeep", "precombat main", "declare attackers", ...)."""

    step: str
    player: PlayerId


class SpellCast(GameEvent, frozen=True, kw_only=True):
    """CR 601.2i: the spell has become cast."""

    player: PlayerId
    object: ObjectId
    origin: str = ""


class SpellCopied(GameEvent, frozen=True, kw_only=True):
    """CR 707.10."""

    player: PlayerId
    object: ObjectId


class AbilityActivated(GameEvent, frozen=True, kw_only=True):
    """CR 602.2b. `ability` is the object on the stack, 0 for a mana ability; `held` tells the object's equal abilities apart (602.5c)."""

    player: PlayerId
    object: ObjectId
    ability: ObjectId = 0
    keyword: str = ""
    mana: bool = False
    which: ab.Activated | None = None
    held: tuple[Hashable, ...] = ()


class BecomesTarget(GameEvent, frozen=True, kw_only=True):
    """CR 115, 601.2c: a thing became the target of a spell or ability on the stack."""

    thing: Thing
    of: ObjectId
    by: PlayerId


class LandPlayed(GameEvent, frozen=True, kw_only=True):
    """CR 305.1, 116.2a. `leave`: the object with the effect that let the player play it from where it was."""

    player: PlayerId
    object: ObjectId
    leave: ObjectId = 0


class AttackersDeclared(GameEvent, frozen=True, kw_only=True):
    """CR 508.1. `attacks`: attacker and what it attacks; `bands`: groups (702.22)."""

    player: PlayerId
    attacks: tuple[tuple[ObjectId, Thing], ...]
    bands: tuple[tuple[ObjectId, ...], ...] = ()


class BlockersDeclared(GameEvent, frozen=True, kw_only=True):
    """CR 509.1. `blocks`: blocker and attacker; `unblocked`: attackers that no creature blocks (509.1h)."""

    player: PlayerId
    blocks: tuple[tuple[ObjectId, ObjectId], ...]
    unblocked: tuple[ObjectId, ...] = ()


class BecomeBlocked(GameEvent, frozen=True, kw_only=True):
    """CR 509.1h, 509.3c-d: an effect makes an unblocked attacker a blocked one, though nothing blocks it, or puts a creature onto the battlefield that
    blocks it (`by`); `anew`: whether the attacker was unblocked."""

    object: ObjectId
    by: ObjectId = 0
    anew: bool = True


class RemoveFromCombat(GameEvent, frozen=True, kw_only=True):
    """CR 506.4."""

    object: ObjectId


class AttacksAnother(GameEvent, frozen=True, kw_only=True):
    """CR 508.7: which player or permanent the attacking creature is attacking has been reselected."""

    object: ObjectId
    whom: Thing


class PlayerLoses(GameEvent, frozen=True, kw_only=True):
    """CR 104.3."""

    player: PlayerId
    reason: str


class PlayerWins(GameEvent, frozen=True, kw_only=True):
    """CR 104.2."""

    player: PlayerId
    reason: str


class GameDrawn(GameEvent, frozen=True, kw_only=True):
    """CR 104.4. `players`: for whom, who leave the game with that (104.4e-f); empty for everybody."""

    reason: str
    players: tuple[PlayerId, ...] = ()


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """A log entry: an event that has happened. `moment`: events with the same moment happened at once; `turn`: turn number; `step`: index of the
    ruling step that tells of it."""

    event: GameEvent
    moment: int
    turn: int
    step: int = -1
    combat: int = 0  # which combat phase of the game it happened in, 0 outside combat
