"""Changes: what continuous effects do to their subject (CR 611, 613) and what rules they change for it.

A change is the predicate of a sentence: of a static ability ("Creatures you control *get +1/+1*"), of a resolving spell ("It *gains flying*
until end of turn"), of a token's description. The same values serve all three. Every change belongs to one layer
(CR 613.1), or changes rules instead of characteristics (CR 613.11).
"""

from __future__ import annotations

from typing import Literal

from engine.abilities.base import (
    Ability,
    Change,
    Condition,
    Cost,
    Number,
    Objects,
    Players,
    Recipient,
    Selection,
)

# ---- layers 1 and 2 -------------------------------------------------------------------------------------------


class CopyOf(Change):
    """Is a copy of the object, except for these changes (layer 1; CR 707.2, 707.9)."""

    what: Objects
    exceptions: tuple[Change, ...] = ()


class Renamed(Change):
    """Of a copy: its name is this one; "": the name that the object with the ability has (CR 707.9a, 201.5)."""

    name: str = ""


class NotCopied(Change):
    """Of a copy: it keeps its own value of the characteristic (CR 707.9c). `own`: what that is, where it isn't looked up."""

    what: Literal["color"]
    own: tuple[str, ...] | None = None


class AlsoEnters(Change):
    """Of what enters as a copy: with so many counters more, if it then is of the type ("": whatever it is) (CR 707.9e-f); of a spell on which mana is spent:
    what it becomes enters so (106.6). `said`: how the spending is put."""

    counters: Number
    kind: str
    word: str = ""
    said: str = ""


class AsOne(Change):
    """Of a copy: several changes said as one ("it's a 4/4 black Zombie")."""

    changes: tuple[Change, ...]


class UnderControlOf(Change):
    """Is controlled by the player (layer 2). `said`: "you" where the word stands in an instruction to you."""

    who: Players
    said: str = ""


# ---- layers 3 to 5 ----------------------------------------------------------------------------------------------


class Reworded(Change):
    """Has all instances of one word replaced with another in its text (layer 3; CR 612). `kinds`: of what kind the word may be (color, basic land type,
    creature type); `old`, `new`: the words, "" where they are chosen as it begins; `besides`: what can't be chosen."""

    kinds: tuple[str, ...]
    old: str = ""
    new: str = ""
    besides: str = ""


class HasText(Change):
    """Has this rules text in the place of its own (layer 3; CR 612.5): that of the object, with whatever else is printed there (612.6), and these abilities."""

    abilities: tuple[Ability, ...]
    what: Objects | None = None


class AllNames(Change):
    """Has the names of all nonlegendary creature cards besides its own (layer 3; CR 612.7)."""


class WordInName(Change):
    """Has a word more in its name, behind so many of its words (layer 3; CR 612.9)."""

    word: str
    after: int = 0


class Types(Change):
    """Has types (layer 4). `add`: in addition to its other types; else they replace those the rules say they replace (CR 205.1a-b).

    `words`: types, supertypes and subtypes in the order said."""

    words: tuple[str, ...]
    add: bool = False
    still: tuple[
        str, ...
    ] = ()  # types that it keeps though the rules would have them go ("it's still a land")
    of: str = ""  # the card type whose subtypes are spoken of ("in addition to its other land types")
    within: bool = False  # what it keeps is said in the same sentence ("that's still a land")
    alone: tuple[str, ...] = ()  # of what kinds it loses all others: card types, creature types


class LosesTypes(Change):
    """Is not of these types any more ("isn't a creature"). `said`: how it is put ("not", "the token")."""

    words: tuple[str, ...]
    said: str = ""


class ChosenType(Change):
    """Is of the type chosen for the source, in addition or instead; of the color, or of several. `said`: how that is put."""

    what: str
    add: bool = True
    said: str = ""


class EveryType(Change):
    """Is every subtype of the family (every creature type, every basic land type)."""

    family: str


class Colors(Change):
    """Has exactly these colors, or these in addition (layer 5). Empty: colorless."""

    colors: tuple[str, ...]
    add: bool = False


# ---- layer 6 ----------------------------------------------------------------------------------------------------


class Gains(Change):
    """Has or gains the abilities (layer 6)."""

    abilities: tuple[Ability, ...]


class Loses(Change):
    """Loses the abilities; empty: all abilities; `other`: all but those that the same effect gives it."""

    abilities: tuple[Ability, ...] = ()
    other: bool = False


class CantHave(Change):
    """Can't have the abilities: it loses those that it has, and no effect and no keyword counter gives it one (CR 113.11). `said`: how that is put."""

    abilities: tuple[Ability, ...]
    said: str = ""


class GainsActivated(Change):
    """Has the activated abilities that other objects have now. `loyalty`: the loyalty abilities alone, and by which word those are said; `stickers`: not
    those, but all abilities of the ability stickers on the objects (CR 123.7a)."""

    what: Recipient
    loyalty: Literal["", "all", "the"] = ""
    stickers: bool = False


class GainsChoice(Change):
    """Gains one of these abilities, as the controller chooses ("your choice of"). `said`: "first" where the choice is said in a sentence before."""

    abilities: tuple[Ability, ...]
    said: str = ""


class OneOfChanges(Change):
    """One of these changes, as the controller chooses when the effect begins (CR 608.2d)."""

    options: tuple[Change, ...]


# ---- layer 7 ----------------------------------------------------------------------------------------------------


class BasePT(Change):
    """Has base power and toughness (layer 7b). None: that one isn't set."""

    power: Number | None
    toughness: Number | None
    twice: bool = False  # "base power and base toughness" is said


class DefinedPT(Change):
    """A characteristic-defining power and toughness (layer 7a; CR 604.3)."""

    power: Number | None
    toughness: Number | None


class ModifyPT(Change):
    """Gets +power/+toughness (layer 7c). `signs` as written, for both: "+2/-1" is ("+", "-"); `each`: so many times over ("for each ...")."""

    power: Number
    toughness: Number
    signs: tuple[str, str] = ("+", "+")
    each: Number | None = None
    additional: bool = False  # said to come on top


class SwitchPT(Change):
    """Switch power and toughness (layer 7d)."""


# ---- rules of the game, changed for the subject (613.11) -----------------------------------------------------------


class Cant(Change):
    """Can't do, or have done to it, what `what` says (CR 101.2): attack, block, be blocked, be countered, be regenerated, attack alone, block alone,
    be sacrificed, untap, gain life, draw cards, cast spells, be the target ...; `by` / `whom`: said of whom or by what; `unless`, `if_`: conditions."""

    what: str
    by: Recipient | Selection | None = None
    whom: Recipient | Selection | None = None
    unless: Condition | None = None


class Must(Change):
    """Must do what `what` says, if able: attack, block, be blocked (CR 508.1d, 509.1c). `when`: "each combat", "each turn", "this turn", ""."""

    what: str
    whom: Recipient | None = None
    when: str = ""


class DoesntUntap(Change):
    """Doesn't untap during its controller's untap step (CR 502.3). `next_only`: only the next one. `whose`: the untap step of
    these players, where it is said otherwise."""

    next_only: bool = False
    whose: Players | None = None
    one: bool = False  # said of several things that have one controller
    said: str = ""  # by which words that controller is called


class May(Change):
    """May do what the rules would not allow: `what` names the permission (attack as though it didn't have defender, block an additional creature,
    be cast as though it had flash, play an additional land, cast spells from the top of the library, look at ...). `number` and `which` fill it.

    Of leave to cast or play from a zone: `among`: from among these cards; `number`: at most so many each turn (`each`: of each permanent type); `costs`: for these, on top of the others, or
    `rather` than the mana cost (in them, This is the spell); `then`: a spell cast so that would be put into that graveyard is exiled instead."""

    what: str
    which: Selection | None = None
    number: Number | None = None
    zone: str = ""
    among: Selection | None = None
    costs: tuple[Cost, ...] = ()
    rather: bool = False
    then: Literal["", "your graveyard", "a graveyard"] = ""
    each: Literal["", "permanent type"] = ""
    said: str = ""  # "if" where that is said for "as long as"; "one" where that is said for "a"


class CostChange(Change):
    """Spells or abilities that fit cost more or less, or at least so much (CR 601.2f). `abilities`: "" for spells, else the keyword or "activated";
    `least`: how much mana a reduction leaves to be paid; `up_to`: "up to" is said of the reduction; `colored`: it takes off colored mana alone;
    `of`: of which abilities, once they are on the stack with their targets."""

    how: Literal["more", "less", "at least"]
    mana: str
    times: Number | None = None
    abilities: str = ""
    least: int = 0
    up_to: bool = False
    colored: bool = False
    of: Selection | None = None


class ExtraCost(Change):
    """An additional cost to cast, attack, block, ... for the subject (CR 118.8). `less`: by what colored mana what is cast costs less if it is paid."""

    costs: tuple[Cost, ...]
    to: str = "cast"
    optional: bool = False
    less: str = ""


class OtherCost(Change):
    """May be cast for an alternative cost, under a condition if given (CR 118.9). Empty: without paying its mana cost. `flash`: and then as though
    it had flash."""

    costs: tuple[Cost, ...]
    condition: Condition | None = None
    flash: bool = False


class HandSize(Change):
    """Maximum hand size: none, set, or changed by (CR 402.2)."""

    how: Literal["none", "set", "more", "less"]
    number: Number | None = None


class AssignsDamageBy(Change):
    """Assigns combat damage otherwise: equal to its toughness, as though it weren't blocked, ... (CR 510.1)."""

    how: str


class ModifiesRoll(Change):
    """A roll of a die can be changed by who rolls it (CR 706.2a): for these costs its result is so much more or less; of no number: it is rerolled, if the
    natural result is the one said on a die of so many sides."""

    costs: tuple[Cost, ...]
    number: Number | None = None
    natural: int = 0
    sides: int = 0


class Ruled(Change):
    """A rule of the game that is changed for the subject and has no value of its own here: named by the CR's words for it
    ("damage isn't removed during cleanup", "can't have counters"). Each name has its function in engine.rules."""

    rule: str
    number: Number | None = None
