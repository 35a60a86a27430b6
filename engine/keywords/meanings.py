"""Keyword abilities that stand for other abilities, each written as the abilities that CR 702 says it means.

The families register their keywords by name. A keyword that is in none of them is itself behaviour of the rules (flying, trample,
protection, kicker, ...) and is asked for by name where its rule is applied. `word` of an ability made here names the keyword.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.remembered import by_identity
from engine.binding import bound, unbound
from engine.errors import Unsupported
from engine.keywords import activated, arriving, attacking, casting, defining, dying, entering, upkeep, ways
from engine.keywords.registry import AT_MANA_COST, EXPANSIONS

assert all((activated, arriving, attacking, casting, defining, dying, entering, upkeep, ways))


def expand(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702: the abilities that the keyword ability means; none, if it is behaviour of the rules under its own name.

    Raises Unsupported for a keyword that lacks what it is written with (a number, a cost)."""
    make = EXPANSIONS.get(keyword.name)
    if keyword.name in AT_MANA_COST and keyword.note:
        return ()  # what it costs is known where something has it
    if make is None or (keyword.name in AT_MANA_COST and keyword.note):
        return ()  # what it costs at the price of a mana cost is known where something has it
    means: tuple[ab.Ability, ...] = bound(make(unbound(keyword)))
    return means


PAID_WITH_POWER = frozenset({"crew", "saddle"})
"""CR 702.122a, 702.171a: activated abilities whose costs the vocabulary has no words for (engine.rules.costs.keyword_costs)."""


@by_identity
def is_activated(ability: ab.Ability) -> bool:
    """CR 602.1, 702.1: whether the ability is an activated one, or a keyword that stands for one."""
    if not isinstance(ability, ab.Keyword):
        return isinstance(ability, ab.Activated)
    return ability.name in PAID_WITH_POWER or any(isinstance(a, ab.Activated) for a in expand(ability))


@by_identity
def meaning(ability: ab.Ability) -> tuple[ab.Ability, ...]:
    """The abilities that one ability stands for: itself, or what a keyword, level symbol or line of several means."""
    match ability:
        case ab.Keyword():
            return expand(ability) or (ability,)
        case ab.Level():
            return levels(ability)
        case ab.Chapter():
            return chapters(ability)
        case ab.StaticSpells(whose=ab.You(), changes=(ab.Gains() as gains,)):
            return (_of_spells(ability, gains),)
        case ab.Keywords(abilities=inner) | ab.Paragraph(abilities=inner):
            return tuple(m for a in inner for m in meaning(a))
    return (ability,)


@by_identity
def statics(ability: ab.Ability) -> tuple[ab.Static, ...]:
    """The static abilities among what the ability means."""
    return tuple(m for m in meaning(ability) if isinstance(m, ab.Static))


def _of_spells(ability: ab.StaticSpells, gains: ab.Gains) -> ab.Ability:
    """CR 604.3, 611.3a: what spells that a player casts have is had by those that the player controls, from when they are put on the stack."""
    mine = ab.ControlledBy(ab.You())
    match ability.which:
        case ab.Which() as said:
            described = _cast_from(said)
            which = replace(described, after=(*described.after, mine))
        case ab.Noun() as noun:
            which = ab.Which((), noun, (mine,))
        case _:
            return ability
    return ab.Static(ab.Each(which, ""), (gains,), ability.condition, word=ability.word)


def _cast_from(which: ab.Which) -> ab.Which:
    """The description of spells that are cast from a zone, which is asked of them on the stack (CR 601.2a), however many qualities stand behind it."""
    noun = _cast_from(which.noun) if isinstance(which.noun, ab.Which) else which.noun
    after = (replace(q, word="cast from") if isinstance(q, ab.InZone) else q for q in which.after)
    return replace(which, noun=noun, after=tuple(after))


def chapters(chapter: ab.Chapter) -> tuple[ab.Ability, ...]:
    """CR 714.2b-c: for each of its numbers, a trigger on the lore counter by which the Saga's counters reach that number."""
    return tuple(
        ab.Triggered(
            ab.CountersPut("lore", ab.This(), number=ab.Literally(number)),
            chapter.effect,
            "when",
            word="chapter",
        )
        for number in chapter.numbers
    )


def levels(level: ab.Level) -> tuple[ab.Ability, ...]:
    """CR 711.2a-b: a leveler's size and abilities while it has so many level counters; CR 716.2a: a Class's from its level on;
    CR 721.2a-b: what a station card has, and is, from so many charge counters on."""
    changes: tuple[ab.Change, ...] = (ab.Gains(level.abilities),) if level.abilities else ()
    if level.costs:
        reached = ab.StateIs(f"class level {level.low}")
        climb = ab.Activated(
            level.costs,
            ab.Keyworded("class level", ab.Literally(level.low), what=ab.This()),
            (ab.Only("as a sorcery"), ab.Only("", ab.StateIs(f"class level exactly {level.low - 1}"))),
            word="class level",
        )
        return (climb, ab.Static(ab.This(), changes, reached, word="class")) if changes else (climb,)
    if level.word == "station" and level.power:
        changes = (ab.Types(("creature",), add=True), *changes)
    if level.power:
        try:
            size = ab.BasePT(ab.Literally(int(level.power)), ab.Literally(int(level.toughness)))
        except ValueError:
            raise Unsupported(f"a level of size {level.power}/{level.toughness}") from None
        changes = (size, *changes)
    station = level.word == "station"
    counters = ab.CountersOn("charge" if station else "level", ab.This())
    enough: ab.Condition = ab.Comparison(counters, ">=", ab.Literally(level.low))
    if level.high:
        enough = ab.AllOf((enough, ab.Comparison(counters, "<=", ab.Literally(level.high))))
    word = "leveler" if not station else "station symbol with a size" if level.power else "station symbol"
    return (ab.Static(ab.This(), changes, enough, word=word),) if changes else ()
