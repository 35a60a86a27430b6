"""The verbs: what an instruction does, with its nouns and numbers (CR 608.2, 701)."""

from __future__ import annotations

from typing import Literal

from engine.abilities.base import (
    Ability,
    Change,
    Condition,
    Cost,
    Duration,
    Effect,
    Number,
    Objects,
    Players,
    Recipient,
    Selection,
)
from engine.abilities.nouns import You

PLAIN = You(said=False)


class Destroy(Effect):
    """CR 701.8. `cant_be_regenerated`: nothing can regenerate it in the place of this (CR 701.19c); `said`: of what that is said, or how."""

    what: Objects
    cant_be_regenerated: bool = False
    said: str = ""


class Exile(Effect):
    """CR 701.13. `face_down`: face down; `until`: until then (CR 610.3)."""

    what: Objects
    who: Players = PLAIN
    until: Duration | None = None
    face_down: bool = False
    counters: tuple[str, ...] = ()
    origin: str = ""  # the zone said with "from", where what is exiled is named without one


class Put(Effect):
    """Put or return objects to a zone. `verb`: put or return; `zone`: battlefield, hand, library top, library bottom, library, graveyard, exile;
    `whose`: whose zone (None: the owner's); `under`: under whose control; `state`: tapped, attacking, transformed, face down, ...;
    `origin`: the zone said with "from"; `counters`: enters with, `additional` where that is said of them; `order`: any order, random order; `being`: what it is
    from then on, as it enters (CR 611.2e), and how it is called there ("it", "that creature"); `fronted`: the zone is said before the things;
    `attacked`: whom or what it enters attacking (508.4), where that is said; `nth`: its place in a library from the top, `beneath`: so many cards above it."""

    what: Objects
    zone: str
    who: Players = PLAIN
    verb: Literal["put", "return", "put back"] = "put"
    origin: str = ""
    origin_of: Players | None = None
    whose: Players | None = None
    under: Players | None = None
    state: tuple[str, ...] = ()
    counters: tuple[tuple[int, str], ...] = ()
    order: str = ""
    nth: int = 0
    beneath: Number | None = None
    attached: Recipient | None = None  # to what it enters attached (CR 303.4f)
    additional: bool = False
    being: tuple[Change, ...] = ()
    called: str = ""
    fronted: bool = False
    attacked: Recipient | None = None


class Sacrifice(Effect):
    """CR 701.21. `word`: the keyword ability that has it done, where events speak of that (exploit: CR 702.110b)."""

    what: Objects
    who: Players = PLAIN
    word: str = ""


class Discard(Effect):
    """CR 701.9. `at_random`; `what` fits cards in the player's hand."""

    what: Objects
    who: Players = PLAIN
    at_random: bool = False


class Draw(Effect):
    """CR 121."""

    number: Number
    who: Players = PLAIN
    what: str = ""  # "additional" or "another" where it is said; "up to": the player says how many


class Mill(Effect):
    """CR 701.17."""

    number: Number
    who: Players = PLAIN


class Reveal(Effect):
    """CR 701.20."""

    what: Objects
    who: Players = PLAIN
    where: str = ""


class RevealUntil(Effect):
    """Reveal cards from the top of the library until one (or so many) fits."""

    which: Selection
    who: Players = PLAIN
    whose: Players | None = None
    number: Number | None = None
    verb: Literal["reveal", "exile"] = "reveal"


class LookAt(Effect):
    """Look at cards: top of a library, a hand, face-down objects; `kept`: for as long as they remain exiled (CR 406.3)."""

    what: Objects
    who: Players = PLAIN
    kept: bool = False


class Search(Effect):
    """Search a zone for cards (CR 701.23). What is done with them are further instructions; the cards found are what "that card" means."""

    what: Objects
    who: Players = PLAIN
    zones: tuple[str, ...] = ("library",)
    whose: Players | None = None
    joined: Literal["and", "and/or", "or"] = "and"


class Shuffle(Effect):
    """CR 701.24. `what`: cards shuffled in first."""

    who: Players = PLAIN
    what: Objects | None = None
    whose: Players | None = None


class Attach(Effect):
    """CR 701.3."""

    what: Objects
    to: Objects
    who: Players = PLAIN


class Unattach(Effect):
    """CR 701.3d."""

    what: Objects


class Tap(Effect):
    """CR 701.26. `state`: tap, untap, or tap or untap (chosen). `word`: what the source does to it by that, where events speak of it (enlists: CR 702.154c)."""

    what: Objects
    state: Literal["tap", "untap", "tap or untap"] = "tap"
    who: Players = PLAIN
    word: str = ""


class Transform(Effect):
    """CR 701.27; `verb`: transform or convert, flip, turn face up, turn face down, phase out, phase in, exert, detain, goad, suspect, unlock, saddle ...:
    what is done to an object by a keyword action that takes nothing else (CR 701). `until`: what phases out so long phases in right after that (610.4),
    `tapped`: and is tapped as it does."""

    what: Objects
    verb: str = "transform"
    who: Players = PLAIN
    until: Duration | None = None
    tapped: bool = False


class Create(Effect):
    """Create tokens (CR 701.7, 111). `number` of them; `token` describes them; `state`: tapped, attacking, ...; `under`: under whose control."""

    number: Number
    token: TokenKind
    who: Players = PLAIN
    state: tuple[str, ...] = ()
    whom: Recipient | None = None
    counters: tuple[tuple[int, str], ...] = ()
    each: Number | None = None  # times over: "for each ..."
    said: str = ""  # how its state is said: "and that's", "enters" in a sentence of its own


class TokenKind(Effect):
    """What a token is: characteristics (CR 111.3-4); `predefined` for Treasure, Food, Clue, ... (CR 111.10); `copy_of` for copies (CR 707)."""

    name: str = ""
    words: tuple[str, ...] = ()  # supertypes, types and subtypes in the order said
    colors: tuple[str, ...] = ()
    power: Number | None = None
    toughness: Number | None = None
    abilities: tuple[Ability, ...] = ()
    predefined: str = ""
    copy_of: Objects | None = None
    exceptions: tuple[Change, ...] = ()
    # its abilities, or its size, are said in a sentence of their own
    apart: Literal["", "has", "those creatures", "those tokens", "size"] = ""
    name_last: bool = False  # its name is said behind them


class Counter(Effect):
    """Counter spells or abilities on the stack (CR 701.6). `to`: where it goes instead of the graveyard; `briefly`: that is said without
    saying "putting" again ("instead of into that player's graveyard")."""

    what: Objects
    to: str = ""
    briefly: bool = False


class CopySpell(Effect):
    """Copy a spell or ability on the stack (CR 707.10); that its controller may choose new targets is an instruction of its own. `targets`: what the
    copy targets instead (707.10e), or each of these, a copy for each that it could target and does not (707.10d); `said`: what is said to target."""

    what: Objects
    times: Number | None = None
    who: Players = PLAIN
    exceptions: tuple[Change, ...] = ()
    targets: Objects | None = None
    said: str = ""


class CopyCard(Effect):
    """Copy cards where they are; what the copies are for is said next (CR 707.12)."""

    what: Objects
    who: Players = PLAIN


class NewTargets(Effect):
    """The player may choose new targets, or the target changes to (CR 115.7)."""

    what: Objects
    who: Players = PLAIN
    how: str = "may choose new targets"
    to: Recipient | None = None


TIME_FIRST, LOOK, IF_ABLE = "time first", "look at", "if able"
"""Notes of `CastCard`: the time is said before what it costs; the player may also look at the cards, which changes nothing in the game (CR 406.3); the
player has to cast them if they can (118.8c)."""


class CastCard(Effect):
    """The player casts or plays cards as the instruction is carried out (CR 608.2g), or is allowed to for the duration. `if_`: only as a spell of which
    the condition holds (601.3e); a text says that behind the instruction. `spend`: as what mana may be spent to cast them so, "any type" or
    "any color" (609.4b); `spend_said`: how that is put. `costs`: for these rather than the mana cost (118.9); in them, This is the spell. `origin`: only from that
    zone. `then`: a spell cast by that leave is exiled rather than put there (614.1a); `then_said`: how it is called."""

    what: Objects
    who: Players = PLAIN
    verb: Literal["cast", "play"] = "cast"
    free: bool = False
    duration: Duration | None = None
    note: str = ""
    first: bool = False  # the duration is said first
    if_: Condition | None = None
    spend: str = ""
    spend_said: str = ""
    costs: tuple[Cost, ...] = ()
    origin: str = ""
    then: Literal[
        "", "your graveyard", "your graveyard this turn", "a graveyard", "a graveyard this turn"
    ] = ""
    then_said: str = ""


class AddCounters(Effect):
    """Put counters of the kind (CR 122.6). `also`: others, on other things, at the same time. `kinds`: of one of these kinds, as the one chooses who puts them.
    `most`: up to so many, and no more than makes this many altogether. `word`: what the source does by that, where events speak of it (mentors: CR 702.134c)."""

    number: Number
    kind: str
    on: Recipient
    who: Players = PLAIN
    each: Number | None = None
    also: tuple[AddCounters, ...] = ()
    divided: str = ""  # "as you choose" where they are distributed among several (CR 601.2d)
    said: str = ""  # "number first" where how many is said before what they are put on
    kinds: tuple[str, ...] = ()
    most: Number | None = None
    word: str = ""


class RemoveCounters(Effect):
    """CR 122. `kind` "": of whatever kinds. `up_to`: fewer will do; of no said number then: any number. `among`: so many altogether, from any of the things.
    `said`: how the counters are called that a condition has counted; "loses" of a player who loses them."""

    number: Number | None  # None: all
    kind: str
    source: Recipient
    who: Players = PLAIN
    up_to: bool = False
    among: bool = False
    said: str = ""


class MoveCounters(Effect):
    """CR 122.5. `kind` and `up_to` as for RemoveCounters. `put`: "put its counters on" is said (122.8)."""

    number: Number | None
    kind: str
    source: Objects
    to: Objects
    who: Players = PLAIN
    up_to: bool = False
    put: bool = False


class MoveSticker(Effect):
    """CR 123.3d: a sticker (of the kind, if one is said) is moved from one object onto another."""

    source: Objects
    to: Objects
    kind: str = ""
    who: Players = PLAIN


class DealDamage(Effect):
    """A source deals damage (CR 120). `divided`: "" each gets the amount; "as you choose", "evenly" (CR 601.2d).

    `excess`: whom its excess damage is dealt to instead (CR 120.4a). `also`: further amounts that it deals at the same time, and to what ("2 damage to one and 1 damage to another")."""

    source: Objects
    amount: Number
    to: Recipient
    divided: str = ""
    equal: bool = False  # "damage equal to ..." rather than "N damage"
    first: bool = False  # the equal amount is said before what is dealt it
    also: tuple[tuple[Number, Recipient], ...] = ()
    unpreventable: bool = False  # "the damage can't be prevented" (CR 615.12)
    said: str = ""  # "and" where that is said in the same sentence
    excess: Players | None = None


class Prevent(Effect):
    """Prevent damage (CR 615). `amount` None: all; `to`, `by`: said of whom and by what source; `kind`: combat, noncombat; `next_`: only the
    next so much, or the next time; `divided`: "as you choose" where that is divided among several (601.2d). `said`: how the words are ordered ("time first",
    "actively", ...)."""

    amount: Number | None
    to: Recipient | None
    by: Objects | None
    kind: Literal["", "combat", "noncombat"]
    duration: Duration
    next_: bool = False
    divided: Literal["", "as you choose"] = ""
    said: str = ""


class GainLife(Effect):
    """CR 119.3. `equal`: "life equal to" is said rather than a plain number."""

    amount: Number
    who: Players = PLAIN
    equal: bool = False


class LoseLife(Effect):
    """CR 119.3."""

    amount: Number
    who: Players = PLAIN
    equal: bool = False


class SetLife(Effect):
    """A life total becomes a number (CR 119.5)."""

    who: Players
    amount: Number


class ExchangeLife(Effect):
    """Exchange life totals, or a total with a number of an object, its `stat` (CR 119.7, 701.12g)."""

    who: Recipient
    other: Recipient
    stat: str = ""


class PayLife(Effect):
    """CR 119.4."""

    amount: Number
    who: Players = PLAIN


class Fight(Effect):
    """CR 701.14."""

    what: Objects
    other: Objects


class Regenerate(Effect):
    """CR 701.19."""

    what: Objects


class AddMana(Effect):
    """CR 106. `mana`: what is added, as alternatives of symbol strings ("{R}{R}"; several: chosen); `number`: so many times over;
    `any_`: "" or: any color, any one color, any combination of colors, any type, the chosen color, ...; `spend`: what it can be spent on;
    `note`: until when it isn't lost as steps and phases end (106.4)."""

    mana: tuple[str, ...]
    who: Players = PLAIN
    number: Number | None = None
    any_: str = ""
    note: str = ""
    spend: Selection | None = None
    spend_one: bool = False  # what it can be spent on is said in the singular
    among: Objects | None = None
    additional: bool = False  # said to come on top
    gives: tuple[Change, ...] = ()  # what a spell gets on which it is spent (CR 106.6), if it is
    gives_to: Selection | None = None  # such a spell
    gives_until: Duration | None = None
    when_spent: Effect | None = None  # a delayed triggered ability, set up as it is spent on such a spell


class ProduceInstead(Effect):
    """What is tapped for mana produces other mana, or `times` as much, in the place of what it would (CR 106.12b). `mana`: a symbol that every
    mana becomes; `whole`: it is all that is produced, whatever the amount."""

    mana: tuple[str, ...] = ()
    times: int = 1
    whole: bool = False
    said: str = ""  # how the mana is called, where no symbol is said


class Keyworded(Effect):
    """A keyword action that a player does with at most a number: scry, surveil, investigate, proliferate, populate, explore, amass, bolster, support,
    learn, discover, venture into the dungeon, connive, incubate, manifest, ... (CR 701). `what`: the object that does it, if one does."""

    verb: str
    number: Number | None = None
    who: Players = PLAIN
    what: Objects | None = None
    word: str = ""


class Choose(Effect):
    """A choice to be used later: a color, type, name, number, player, opponent, mode word, or objects (CR 608.2d, 614.12a). `besides`: what can't be
    chosen ("a color other than red"); `random`: nobody chooses the player ("an opponent at random"); `among`: what objects of several kinds are chosen from,
    `fronted` where that is said before them."""

    what: str
    who: Players = PLAIN
    options: tuple[str, ...] = ()
    objects: Objects | None = None
    besides: str = ""
    random: bool = False
    among: Objects | None = None
    fronted: bool = False


class Note(Effect):
    """A number is noted for the source, to be spoken of as the last noted one by abilities linked to this (CR 607.2e)."""

    number: Number


class Separate(Effect):
    """Separate objects into two piles (CR 700.3). `hiding`: one of them is face down, so that only who made it knows what is in it."""

    what: Objects
    who: Players = PLAIN
    hiding: bool = False


class ClaimPrize(Effect):
    """CR 702.159b: what stands behind "Prize" on an Attraction, where its visit ability says to claim the prize."""

    prize: Effect


class ExtraTurn(Effect):
    """CR 500.7. `what`: turn, or the extra phase or step; `after`: after which; `said`: "behind" where that is said last, "briefly" with "there's"."""

    who: Players
    what: str = "turn"
    number: Number | None = None
    after: str = "this one"
    said: str = ""


class SkipStep(Effect):
    """CR 500.11. The player skips the named step, phase or turn, or so many of them."""

    who: Players
    what: str
    when: str = "next"
    number: Number | None = None


class SkipDraw(Effect):
    """CR 614.10: instead of the draw that is replaced, nothing."""

    who: Players


class EndTurn(Effect):
    """CR 724: the turn, or the combat phase, ends."""

    what: str = "turn"


class AnotherGame(Effect):
    """The game is restarted (CR 727), or a subgame is played (729). `leaving`: what is exempted (727.5); `then`: what is done before the first turn of the
    restarted game (727.4), or after the subgame (729.5)."""

    kind: Literal["restart", "subgame"]
    leaving: Objects | None = None
    then: Effect | None = None


class ControlPlayer(Effect):
    """CR 723: the player controls another during the next turn that that one takes."""

    whom: Players
    who: Players = PLAIN


class WinGame(Effect):
    """CR 104.2, 104.3: the player wins or loses the game, or it is a draw."""

    who: Players
    how: Literal["win", "lose", "draw"] = "win"


class BecomeState(Effect):
    """The player or game becomes something: the monarch, day, night; the player gets the city's blessing, the initiative, an emblem, poison counters are AddCounters."""

    who: Players
    state: str


class Emblem(Effect):
    """The player gets an emblem with the abilities (CR 114)."""

    abilities: tuple[Ability, ...]
    who: Players = PLAIN


class Exchange(Effect):
    """Exchange control of objects, or their text boxes, for a time if one is said (CR 701.12)."""

    what: Objects
    of: str = "control"
    duration: Duration | None = None


class Reselect(Effect):
    """Reselect which player, or which permanent, an attacking creature is attacking (CR 508.7). `among`: what can be chosen."""

    what: Objects
    among: Literal["player", "player or planeswalker", "player or permanent"] = "player or permanent"


class ExchangeZones(Effect):
    """Exchange all cards of two zones of a player (CR 701.12f)."""

    one: str
    other: str
    who: Players = PLAIN


class RemoveFromCombat(Effect):
    """CR 506.4."""

    what: Objects
