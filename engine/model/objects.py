"""Objects: cards, tokens, copies, spells, abilities on the stack, emblems (CR 109, 110, 111, 113, 114)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.abilities.base import Ability, Condition, Effect
from engine.model.cards import Card
from engine.model.characteristics import Characteristics
from engine.model.stickers import Sticker

ObjectId = int
PlayerId = str
Thing = int | str
"""An object (its id) or a player (its key)."""

Zone = Literal[
    "library", "hand", "battlefield", "graveyard", "stack", "exile", "command", "ante", "outside the game"
]
ZONES: tuple[Zone, ...] = ("library", "hand", "battlefield", "graveyard", "stack", "exile", "command", "ante")


OUTSIDE: Zone = "outside the game"
"""CR 400.11: where an object is that is in none of the zones. It is no zone, but objects there are kept as those of one."""


Link = tuple[Any, ...]
"""Which of an object's texts a linked ability is of (CR 607.5): () its own, else what tells the effect that it has the ability from."""
LinkedTo = str | tuple[str, Link]
"""What was chosen for an object, or done to others by it, by the word for that; with the text that it was for, unless that is its own."""


def linked_to(what: str, link: Link) -> LinkedTo:
    """CR 607.1, 607.5: under what a choice or deed is remembered."""
    return (what, link) if link else what


SUPPLEMENTARY = frozenset({"plane", "phenomenon", "vanguard", "scheme", "conspiracy"})
"""Card types of cards that stay in the command zone all game (CR 311.2, 312.2, 313.2, 314.2, 315.2)."""


class TargetSlot(msgspec.Struct, frozen=True, gc=False):
    """One use of the word "target" in a spell or ability, and what was chosen for it (CR 115.3, 601.2c). `noun` is the vocabulary's; `divided`: the share of
    each chosen thing where something is divided (601.2d); `by`: the noun for the player who chooses, where the text names another than its controller."""

    noun: Any
    chosen: tuple[Thing, ...] = ()
    divided: tuple[int, ...] = ()
    by: Any = None


class Mention(msgspec.Struct, frozen=True, gc=False):
    """Something that a text or an event spoke of, for later words to refer back to (see engine.queries.references).

    `words`: the nouns it was called by; `done`: the participle of what was done to it; `many`: spoken of in the plural;
    `amount`: a number that goes with it ("that much"); `at`: the address of the noun or instruction that spoke of it (engine.binding)."""

    things: tuple[Thing, ...]
    words: frozenset[str] = frozenset()
    done: str = ""
    many: bool = False
    amount: int | None = None
    at: int = 0


class CastInfo(msgspec.Struct, frozen=True, gc=False):
    """What was chosen and paid for a spell as it was cast, or for an ability as it was activated (CR 601.2, 602.2)."""

    by: PlayerId  # "" for a copy, which nobody cast (CR 707.10)
    origin: str = ""
    x: int | None = None
    modes: tuple[int, ...] = ()
    paid: tuple[str, ...] = ()  # names of the additional and alternative costs paid, one entry for each time
    mana_spent: tuple[str, ...] = ()
    life_for_mana: int = 0  # life paid for Phyrexian mana symbols (CR 107.4f)
    sacrificed: tuple[ObjectId, ...] = ()
    convoked: tuple[ObjectId, ...] = ()  # the creatures that convoked the spell (CR 702.51c)
    alternative: str = ""
    promised: PlayerId | None = None  # the opponent promised a gift (CR 702.174a)
    held: tuple[Condition, ...] = ()  # what its text asks that held as it had been cast
    in_main: bool = False  # cast in a main phase of the one who cast it
    leave: ObjectId = 0  # the object with the effect that let the player cast it
    then_exiled: bool = False  # that effect has it exiled rather than put into a graveyard


class OnStack(msgspec.Struct, frozen=True, gc=False):
    """What a spell or ability on the stack will do: its effect with target nouns replaced by slots (CR 608.2). `nth`: which of several equal
    abilities of its source a triggered one is."""

    effect: Effect | None
    targets: tuple[TargetSlot, ...] = ()
    mentions: tuple[Mention, ...] = ()
    ability: Ability | None = None
    source: ObjectId = 0
    kind: Literal["spell", "activated", "triggered"] = "spell"
    nth: int = 0
    link: Link | None = None  # which text of its source the ability is of (CR 607.5)
    moved: tuple[
        tuple[ObjectId, ObjectId], ...
    ] = ()  # objects that the cause moved, and what they became (CR 400.7)


class Commander(msgspec.Struct, frozen=True, gc=False):
    """CR 903.3: what makes a card a commander, in whatever zone it is. `number` tells the commanders of a game apart; `casts`: how often it has been
    cast from the command zone (903.8); `color`: the one that was chosen for it before the game began (903.4b)."""

    number: int
    casts: int = 0
    color: str = ""


class Component(msgspec.Struct, frozen=True, gc=False):
    """One of the cards and tokens that represent a merged permanent (CR 730.2) or a melded one (712.4a).

    `base`: what it is by itself, as a face that is up, before any effect; None for a card that is combined with the component before it and has no characteristics of
    its own. `since`: the timestamp with which it merged, 0 for what the permanent was before."""

    kind: Literal["card", "token"]
    base: Characteristics | None
    card: Card | None = None
    face: int = 0
    transformed: bool = False
    face_down: bool = False
    face_down_as: str = ""
    commander: Commander | None = None
    since: int = 0


class GameObject(msgspec.Struct, frozen=True, gc=False):
    """An object in a zone. Another zone makes another object with another id (CR 400.7).

    `base`: its values before any continuous effect: printed values, a token's, or a copied spell's (CR 707.2);
    `controller`: before control-changing effects (CR 108.4, 110.2); `timestamp`: CR 613.7; `since`: the timestamp from which its
    controller has controlled it continuously (CR 302.6)."""

    id: ObjectId
    kind: Literal["card", "token", "copy", "ability", "emblem"]
    owner: PlayerId
    controller: PlayerId
    zone: Zone
    base: Characteristics
    card: Card | None = None
    face: int = 0
    timestamp: int = 0
    since: int = 0
    tapped: bool = False
    flipped: bool = False
    face_down: bool = False
    face_down_as: str = ""  # the keyword that turned it face down (morph, disguise, manifest, ...)
    phased_out: bool = False
    transformed: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    counter_times: tuple[
        tuple[str, int], ...
    ] = ()  # when counters of each kind were last put on it (CR 613.7c)
    damage: int = 0
    deathtouched: bool = False  # a source with deathtouch has damaged it, and no check came since (CR 704.5h)
    attached_to: Thing | None = None
    chosen: tuple[
        tuple[LinkedTo, Any], ...
    ] = ()  # choices made for it: color, type, name, player, ... (CR 607.2d)
    linked: tuple[
        tuple[LinkedTo, tuple[ObjectId, ...]], ...
    ] = ()  # objects that its linked abilities speak of (CR 607)
    marks: tuple[
        str, ...
    ] = ()  # monstrous, renowned, suspected, exerted, goaded by ..., as the CR names them
    cast: CastInfo | None = None
    stack: OnStack | None = None
    unknown: bool = False  # a card that nothing is known about (scenario format: unknown cards)
    commander: Commander | None = None
    components: tuple[
        Component, ...
    ] = ()  # what represents it, topmost first, where that is more than one card or token
    lights: tuple[int, ...] = ()  # of an Attraction card: the numbers that are lit up on it (CR 717.1)
    stickers: tuple[Sticker, ...] = ()  # on it, in timestamp order (CR 123.1)
    reads_as: str = ""  # why the card can't be used, if its text could not be read

    @property
    def functions_in_command(self) -> bool:
        """CR 113.6, 114.4, 311.4, 312.4, 313.4, 314.4, 315.4: whether it is in the command zone and its abilities function there: an emblem, or a face-up card
        that stays there."""
        if self.zone != "command":
            return False
        return self.kind == "emblem" or (not self.face_down and not self.base.types.isdisjoint(SUPPLEMENTARY))

    def counter(self, kind: str) -> int:
        """How many counters of the kind are on it (CR 122)."""
        return next((n for k, n in self.counters if k == kind), 0)

    def chosen_value(self, what: str, link: Link = ()) -> Any:
        """CR 607.2d: the color, type, name, ... chosen for it and this text of it, or None."""
        key = linked_to(what, link)
        return next((v for k, v in self.chosen if k == key), None)

    def linked_objects(self, done: str, link: Link = ()) -> tuple[ObjectId, ...] | None:
        """CR 607.2a: the objects to which abilities of this text of it have done that, or None if nothing was done."""
        return dict(self.linked).get(linked_to(done, link))


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player (CR 102)."""

    id: PlayerId
    life: int = 20
    starting_life: int = 20  # CR 103.4
    pool: tuple[PooledMana, ...] = ()
    unlimited_mana: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    lands_played: int = 0
    hand_size: int = 7
    starting_hand: int = 7  # CR 103.5: how many cards the player draws as the game starts
    drew_from_empty: bool = False
    lost: str = ""  # why the player has lost, or ""
    won: bool = False
    turn_began: int = 0  # timestamp of the beginning of this player's most recent turn (CR 302.6)
    turns: int = 0
    marks: tuple[str, ...] = ()  # monarch, city's blessing, initiative, ... (CR 725, 702.131)
    commander_damage: tuple[
        tuple[int, int], ...
    ] = ()  # combat damage by commanders before the position that the game begins from (CR 903.10a)
    controlled_by: PlayerId | None = None  # who makes this player's decisions in the turn going on (CR 723)
    to_be_controlled_by: PlayerId | None = None  # and in the next turn that this player takes
    speed: int | None = None  # CR 702.179b: none until something sets it
    stickers: tuple[Sticker, ...] = ()  # those of the player's sticker sheets (CR 123.2c)
    skips: tuple[str, ...] = ()  # steps, phases, turns to skip the next time (CR 500.11)

    def counter(self, kind: str) -> int:
        """How many counters of the kind the player has (CR 122)."""
        return next((n for k, n in self.counters if k == kind), 0)


UNTIL_USED = "until some of it is used"
"""`PooledMana.lasts` of the mana that a position begins with."""


class PooledMana(msgspec.Struct, frozen=True, gc=False):
    """One mana in a pool: a color symbol or C (CR 106.1), from snow or not (107.4h), what it may be spent on."""

    symbol: str
    snow: bool = False
    spend: Any = None
    source: ObjectId = 0
    gives: Any = None  # what a spell gets for which it is spent: its AddMana instruction (CR 106.6)
    lasts: str = (
        ""  # until when it does not empty, if an effect says so, or it was there at the start (UNTIL_USED)
    )
    anything: bool = False  # it can be spent as mana of any type, as a position may say
