"""Abilities: spell, activated, triggered, static, replacement and keyword abilities (CR 113.3)."""

from __future__ import annotations

from typing import Literal

from engine.abilities.base import (
    Ability,
    Change,
    Condition,
    Cost,
    Effect,
    EventPattern,
    Number,
    Players,
    Recipient,
    Restriction,
    Selection,
)


class SpellAbility(Ability):
    """The instructions of an instant or sorcery: one paragraph of its text (CR 113.3a). `word`: the ability word said before it (CR 207.2c)."""

    effect: Effect
    word: str = ""


class Activated(Ability):
    """Cost: effect (CR 113.3b, 602). `zone`: "" as the rules say, else where it can be activated from; `changed`: how much more or less it
    costs, by its own words (CR 601.2f), if `changed_if` holds; `limits_last`: the restrictions are said behind that."""

    costs: tuple[Cost, ...]
    effect: Effect
    restrictions: tuple[Restriction, ...] = ()
    word: str = ""
    changed: tuple[Change, ...] = ()
    changed_if: Condition | None = None
    limits_last: bool = False


class Triggered(Ability):
    """When, whenever or at an event, an effect (CR 113.3c, 603). `when`: the word said; `condition`: the intervening "if" (603.4)."""

    event: EventPattern
    effect: Effect
    when: Literal["when", "whenever", "at"] = "whenever"
    condition: Condition | None = None
    restrictions: tuple[Restriction, ...] = ()
    word: str = ""


class Static(Ability):
    """Always true while it functions: the changes apply to the subject (CR 113.3d, 604). `condition`: "as long as"; `first`: said first; `also`: more
    sentences of the same paragraph."""

    what: Recipient
    changes: tuple[Change, ...]
    condition: Condition | None = None
    first: bool = False
    word: str = ""
    said: str = (
        ""  # "if" where that is said for "as long as"; "it" where the subject is taken up by that word
    )


class StaticSpells(Ability):
    """A static ability about spells or cards outside the battlefield that fit: their costs, when they may be cast (CR 601.3, 601.2f).

    `whose`: cast by whom; `which`: which spells; `said`: how they are spoken of: "each", and "behind" where their qualities are said behind who casts them."""

    which: Selection
    whose: Players | None
    changes: tuple[Change, ...]
    condition: Condition | None = None
    word: str = ""
    said: Literal["", "each", "behind", "each behind", "that"] = ""


class Replacement(Ability):
    """If the event would happen, this instead (CR 614). `effect`: what happens instead, in which ThatMuch and That speak of the event;
    `how`: "instead", "as" ("as this enters, choose"), "prevent", "double" for how it is said; `condition`: only if it holds; `optional`: who may."""

    event: EventPattern
    effect: Effect
    how: str = "instead"
    condition: Condition | None = None
    optional: Players | None = None
    word: str = ""


class TriggersMore(Ability):
    """How often other abilities trigger (CR 603.2d): `times` more often than once, or (-1) not at all. `cause`: for which event, None for any;
    `whose`: the abilities of what, None for anything's."""

    cause: EventPattern | None = None
    whose: Selection | None = None
    times: int = 1
    word: str = ""


class Enters(Ability):
    """The permanent (or those that fit) enters tapped, with counters, as a copy, ... (CR 614.1c, 614.12). `state`: tapped, ...; `unless`: a condition
    against; `costs`: unless paid; `counters`: with so many of a kind, `each`: times over; `copy`: may enter as a copy. `kinds`: with a counter of as many
    different ones of these kinds as `counters` says (None: one), as its controller chooses."""

    what: Recipient
    state: str = ""
    counters: Number | None = None
    kind: str = ""
    each: Number | None = None
    unless: Condition | None = None
    condition: Condition | None = None
    unless_costs: tuple[Cost, ...] = ()
    additional: bool = False
    changes: tuple[Change, ...] = ()
    optional: bool = False
    word: str = ""
    kinds: tuple[str, ...] = ()


class Keyword(Ability):
    """A keyword ability, named as CR 702 names it, with what it takes: a cost, a number, a quality (protection from, enchant, landwalk, typecycling, affinity).
    `spares`: the Auras that this protection does not remove (CR 702.16n)."""

    name: str
    costs: tuple[Cost, ...] = ()
    number: Number | None = None
    which: Selection | None = None
    effect: Effect | None = None
    note: str = ""
    spares: Recipient | None = None


class Keywords(Ability):
    """A line of several keyword abilities, with commas (CR 702.1); each counts as an ability of its own."""

    abilities: tuple[Ability, ...]


class Chapter(Ability):
    """A chapter ability of a Saga (CR 714.2). `numbers`: the chapters; `word`: the ability word or flavor word before it, which mean nothing (207.2c-d)."""

    numbers: tuple[int, ...]
    effect: Effect
    word: str = ""


class Level(Ability):
    """A level bar of a leveler (CR 711) or of a Class (CR 716, with `costs`): from `low` to `high` (0: no end), size if given, abilities. `word`: the sign
    between a Class's level and its abilities, where that is no new paragraph."""

    low: int
    high: int
    abilities: tuple[Ability, ...]
    power: str = ""
    toughness: str = ""
    costs: tuple[Cost, ...] = ()
    word: str = ""


class Paragraph(Ability):
    """Sentences of one paragraph that are abilities each; they count as one paragraph when written. `joined`: the word that makes one sentence of them."""

    abilities: tuple[Ability, ...]
    joined: Literal["", "and", "it also", "each if", "or turned"] = ""


class ThisAbility(Ability):
    """The ability that says so ("except it has this ability") (CR 707.9a)."""


class OpeningHand(Ability):
    """What a player may do with the card in their opening hand (CR 103.6), or any time they could mulligan (103.5b). `deed`: "begin" the game with it on the
    battlefield, `counters` on it; "reveal" it; "mulligan": `effect` alone is done while it is in the hand; else `effect` is done if the player does. `condition`: only if it holds."""

    deed: Literal["begin", "reveal", "mulligan"] = "begin"
    effect: Effect | None = None
    condition: Condition | None = None
    counters: tuple[tuple[int, str], ...] = ()


class TextOnly(Ability):
    """A statement about the card that makes no ability in the game (deck construction, ...), named by `rule`. `number`, `name`: how many cards of which name a
    deck may hold ("" for any number)."""

    rule: str
    number: str = ""
    name: str = ""


class Only(Restriction):
    """Activate only at some time or under a condition: `when`: as a sorcery, once each turn, during your turn, during combat, ...; `condition` if it is one;
    `also`: a second limit said with it."""

    when: str = ""
    condition: Condition | None = None
    number: int = 0
    also: Only | None = None  # "and only ..."


class AnyoneMay(Restriction):
    """Any player (or these) may activate the ability (CR 602.2); `only`: at no other time."""

    who: Players
    only: Only | None = None


class TriggersOnce(Restriction):
    """This ability triggers only so often each turn; `do`: what it says is done only so often each turn (CR 603.2h)."""

    number: int = 1
    do: bool = False
