"""Verbs that are executable: single instructions (CR 608.2, 701). How instructions join is in `joining`, tokens are in `tokens`."""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine.abilities.tree import walk
from engine.actions import (
    REFUSED,
    VERBS,
    choices,
    copies,
    designations,
    keyword_actions,
    objects,
    turns,
    zones,
)
from engine.errors import Unsupported
from engine.model import OUTSIDE, STICKER_KINDS
from engine.oracle.executable.shared_words import DAMAGE_KINDS, in_any
from engine.oracle.executable.tables import CHECKED, OPEN, WORDING, Path, checks, part_of_speech, words
from engine.queries import descriptions
from engine.rules.casting import casting
from engine.rules.costs import mana, mana_abilities, mana_payment, producing

part_of_speech(ab.Effect, VERBS)


@checks(ab.Effect)
def refused(effect: ab.Effect, path: Path) -> Iterator[str]:
    """Verbs whose function says only why they aren't done."""
    if type(effect) in REFUSED:
        yield REFUSED[type(effect)]


# ---- where things are put (CR 400, 401) ----

SAID_FROM = frozenset({"", "hand", "graveyard"})
"""The zones that are said behind "from" of what is moved, rather than by its description."""
COUNTERED_TO = frozenset({"", "hand", "exile", "library top", "library bottom", "library top or bottom"})
"""Where a countered card can go other than to its owner's graveyard (CR 701.6a)."""

words(
    ab.Put,
    fronted=WORDING,
    zone=CHECKED,
    verb=WORDING,  # what was returned, what put
    origin=SAID_FROM | {"command", "exile"},
    state=zones.STATES,
    counters=OPEN,
    order=zones.ORDERS,
    additional=WORDING,
    called=WORDING,
)
words(ab.Destroy, said=WORDING)
words(ab.Exile, counters=OPEN, origin=SAID_FROM)
words(ab.Sacrifice, word=frozenset({"", "exploit", "devour"}))
words(ab.Draw, what=frozenset({"", "additional", "another", "up to"}))
words(ab.Reveal, where=frozenset({"", "from your hand"}))
words(ab.RevealUntil, verb=frozenset({"reveal", "exile"}))
words(ab.Search, zones=frozenset({"library", "hand", "graveyard", OUTSIDE}), joined=WORDING)


@checks(ab.Put)
def put(effect: ab.Put, path: Path) -> Iterator[str]:
    """CR 400, 401: where things are put, and as what."""
    if not effect.origin:
        yield from _unplaced(effect.what)
    if effect.zone == "library":
        if not effect.nth and effect.beneath is None:
            yield "a card put into a library at no named place"
    elif effect.zone not in zones.PLACES or effect.zone == "exile":
        yield f"putting something into {effect.zone!r}"
    if effect.zone != "battlefield" and (effect.state or effect.under is not None):
        yield f"putting something into {effect.zone!r} in a state or under control"
    if effect.being and effect.zone != "battlefield":
        yield f"what something is in {effect.zone!r}"


@checks(ab.Exile)
def exile(effect: ab.Exile, path: Path) -> Iterator[str]:
    """CR 701.13: from the battlefield, or from a zone that is named."""
    yield from _unplaced(effect.what)


def _unplaced(noun: ab.Objects) -> Iterator[str]:
    """CR 109.2: cards are looked for in the zone that the description names."""
    match noun:
        case ab.Together(parts=parts):
            for part in parts:
                if isinstance(part, ab.Objects):
                    yield from _unplaced(part)
        case ab.Target(which=which) | ab.Chosen(which=which) | ab.Each(which=which):
            nodes = list(walk(which))
            head = next((n for n in nodes if isinstance(n, ab.Noun)), None)
            placed = any(isinstance(n, ab.InZone) or descriptions.in_exile(n) for n in nodes)
            if head is not None and head.form == "card" and not placed:
                yield "a card in no named zone"


@checks(ab.RevealUntil)
def reveal_until(effect: ab.RevealUntil, path: Path) -> Iterator[str]:
    """CR 608.2c: of several that are looked for, "those cards" are these where the text speaks of the rest, too; else it may mean all that were revealed."""
    told = (ab.Rest, ab.OneOf)
    if effect.number is not None and not any(isinstance(n, told) for n in walk(path[0] if path else effect)):
        yield "whether 'those cards' are all that are revealed or those that were looked for"


@checks(ab.Search)
def search(effect: ab.Search, path: Path) -> Iterator[str]:
    """CR 701.23: for a number of cards that fit."""
    parts = effect.what.parts if isinstance(effect.what, ab.Together) else (effect.what,)
    if not all(isinstance(part, ab.Chosen | ab.Each) for part in parts):
        yield "searching for what is not a number of cards that fit"


@checks(ab.Discard)
def discard(effect: ab.Discard, path: Path) -> Iterator[str]:
    """CR 701.9b."""
    if effect.at_random and not isinstance(effect.what, ab.Chosen):
        yield "discarding at random what is not just so many cards"


@checks(ab.RollMore)
def roll_more(effect: ab.RollMore, path: Path) -> Iterator[str]:
    """It takes the place of a roll or a flip."""
    if not any(isinstance(outer, ab.Replacement) for outer in path):
        yield "more dice or coins but in the place of others"


@checks(ab.SkipDraw)
def skip_draw(effect: ab.SkipDraw, path: Path) -> Iterator[str]:
    """CR 614.10: a draw is skipped by what replaces it."""
    if not any(isinstance(outer, ab.Replacement | ab.Instead) for outer in path):
        yield "a draw skipped that is not replaced"


# ---- permanents, counters, damage (CR 120, 122, 701) ----

words(ab.Tap, state=frozenset({"tap", "untap", "tap or untap"}), word=frozenset({"", "enlists"}))
words(ab.Transform, verb=objects.OBJECT_ACTIONS)
words(ab.ExchangeZones, one=frozenset({"hand", "graveyard"}), other=frozenset({"graveyard", "library"}))
words(ab.ExchangeLife, stat=frozenset({"", "power", "toughness"}))
words(ab.BecomeState, state=designations.STATES)
words(ab.Separate, hiding=WORDING)
words(ab.Flip, until=frozenset({"", "lose"}))
words(ab.Reselect, among=frozenset({"player", "player or planeswalker", "player or permanent"}))
words(ab.Exchange, of=frozenset({"control", "text boxes"}))
words(
    ab.AddCounters,
    kind=OPEN,
    kinds=OPEN,
    divided=frozenset({"", "as you choose"}),
    said=WORDING,
    word=frozenset({"", "evolves", "mentors", "trains"}),
)
words(ab.RemoveCounters, kind=OPEN, said=WORDING)
words(ab.MoveCounters, put=WORDING)
words(ab.MoveCounters, kind=OPEN)
words(ab.MoveSticker, kind=frozenset({"", *STICKER_KINDS}))
words(ab.DealDamage, divided=frozenset({"", "as you choose", "evenly"}), said=WORDING)
words(ab.Prevent, kind=DAMAGE_KINDS, divided=frozenset({"", "as you choose"}), said=WORDING)


@checks(ab.AddCounters)
def add_counters(effect: ab.AddCounters, path: Path) -> Iterator[str]:
    """CR 122.1: a kind is named, unless the counters are those of the event that is replaced."""
    if not effect.kind and not effect.kinds and not any(isinstance(outer, ab.Replacement) for outer in path):
        yield "counters of no named kind"


@checks(ab.MoveCounters)
def move_counters(effect: ab.MoveCounters, path: Path) -> Iterator[str]:
    """CR 122.5: onto one thing; onto several, any number of one kind from one."""
    several = isinstance(effect.to, ab.Each) or getattr(effect.to, "amount", None) is not None
    one_source = isinstance(effect.source, ab.This)
    if several and not (isinstance(effect.to, ab.Each) and effect.up_to and effect.kind and one_source):
        yield "counters moved onto several things"


# ---- mana (CR 106) ----


def mana_symbols(text: str) -> bool:
    """Symbols of mana that can be added."""
    try:
        mana.mana_units(text)
    except (Unsupported, ValueError):
        return False
    return True


words(ab.AddMana, mana=mana_symbols, any_=mana.ANY, note=producing.LASTING, spend_one=WORDING)
words(ab.ProduceInstead, mana=mana_symbols, said=WORDING)


@checks(ab.AddMana)
def add_mana(effect: ab.AddMana, path: Path) -> Iterator[str]:
    """CR 106.3: which mana is said."""
    if not effect.mana and not effect.any_:
        yield "adding no named mana"
    if effect.when_spent is not None and not _waits(effect):
        yield "what triggers as mana is spent otherwise than one mana on casting a spell"


def _waits(effect: ab.AddMana) -> bool:
    """CR 603.7: set up for each mana, so it has to be one mana that is added; without a target, for which the ability would be no mana ability (605.1a)."""
    one = effect.number is None and all(len(mana.mana_units(text)) == 1 for text in effect.mana)
    match effect.when_spent:
        case ab.Later(event=ab.Casts(who=ab.You(), nth=0, zone=""), once=True, duration=ab.ThisTurn()):
            return one and not mana_abilities.has_target(effect.when_spent)
    return False


@checks(ab.ProduceInstead)
def produce_instead(effect: ab.ProduceInstead, path: Path) -> Iterator[str]:
    """CR 106.12b: in the place of mana that something is tapped for."""
    outer = path[-1] if path else None
    event = outer.event if isinstance(outer, ab.Replacement | ab.Instead) else None
    if not isinstance(event, ab.TapsForMana):
        yield "other mana in the place of what isn't tapped for mana"


# ---- spells (CR 601, 701.6, 707) ----

words(ab.Counter, to=COUNTERED_TO, briefly=WORDING)
words(ab.CopySpell, said=WORDING)
words(ab.NewTargets, how=copies.HOW)
words(
    ab.CastCard,
    origin=frozenset({"", "graveyard"}),
    verb=frozenset({"cast", "play"}),
    note=frozenset({"", ab.TIME_FIRST, ab.LOOK, ab.IF_ABLE}),
    spend=in_any({""}, mana_payment.AS_WHAT),
    spend_said=WORDING,
    then=WORDING,
    then_said=WORDING,
)
words(ab.CastFor, keyword=casting.keyword_ways.RESOLVING)


@checks(ab.CastCard)
def cast_card(effect: ab.CastCard, path: Path) -> Iterator[str]:
    """CR 601.3b: leave to cast for a time is given to the controller."""
    if effect.duration is not None and not isinstance(effect.who, ab.You):
        yield "another player than the controller being allowed to cast cards for a time"
    if effect.spend and effect.duration is None:
        yield "mana spent as though it were other mana, on what is cast at once"
    each = isinstance(effect.what, ab.OneOf) and effect.what.amount == ab.Everything()
    if effect.duration is not None and isinstance(effect.what, ab.OneOf | ab.Chosen) and not each:
        yield "leave for a time to cast one of several cards, whichever comes first"


@checks(ab.RemoveCounters)
def remove_counters(effect: ab.RemoveCounters, path: Path) -> Iterator[str]:
    """CR 118.3: from among several things as a cost alone."""
    if effect.among and not (path and isinstance(path[-1], ab.Do)):
        yield "counters removed from among several things by an effect"


# ---- choices, turns, keyword actions (CR 500.7, 608.2d, 701) ----

words(ab.TakeForm, by=frozenset({"choice", "coin"}))
words(ab.Choose, what=CHECKED, options=OPEN, besides=OPEN, fronted=WORDING)
words(ab.Roll, said=WORDING)
words(ab.EndTurn, what=turns.ENDED)
words(ab.AnotherGame, kind=turns.GAMES)
words(ab.ExtraTurn, what=CHECKED, after=CHECKED, said=WORDING)
words(ab.SkipStep, what=turns.SKIPPED, when=turns.SKIPPED_WHEN)
words(ab.WinGame, how=frozenset({"win", "lose", "draw"}))
words(ab.Keyworded, verb=keyword_actions.KEYWORD_ACTIONS, word=CHECKED)


@checks(ab.Choose)
def choose(effect: ab.Choose, path: Path) -> Iterator[str]:
    """CR 608.2d: what there is to choose from; a target is chosen as the text is put onto the stack, by one player (601.2c)."""
    named = ab.You | ab.ControllerOf | ab.OwnerOf | ab.AnyPlayer | ab.ThatPlayer
    if not isinstance(effect.who, named) and any(
        isinstance(node, ab.Target) for node in ab.walk(effect.objects)
    ):
        yield "a target that several players choose"
    listed = effect.what in choices.CHOICES or effect.what == choices.NUMBER
    if effect.objects is None and not effect.options and not listed:
        yield f"choosing {effect.what!r}"


@checks(ab.ExtraTurn)
def extra_turn(effect: ab.ExtraTurn, path: Path) -> Iterator[str]:
    """CR 500.7-8."""
    if effect.what != "turn" and effect.what not in turns.PHASES:
        yield f"an extra {effect.what}"
    after = turns.AFTER_TURN if effect.what == "turn" else turns.AFTER_PHASE
    if effect.what.endswith(" step"):
        after |= {"this step"}
    if effect.after not in after:
        yield f"an extra {effect.what} after {effect.after!r}"


@checks(ab.Keyworded)
def keyworded(effect: ab.Keyworded, path: Path) -> Iterator[str]:
    """CR 701: keyword actions that take a word or targets."""
    if effect.word and effect.verb not in keyword_actions.WITH_WORD:
        yield f"to {effect.verb} {effect.word!r}"
    if effect.verb in ("support", "earthbend") and effect.number is None:
        yield f"{effect.verb} without a number"
    if effect.verb == "double" and effect.what is None and effect.word not in ("life total", "unspent mana"):
        yield "doubling what isn't said"


@checks(ab.WhenYouDo)
def reflexive(effect: ab.WhenYouDo, path: Path) -> Iterator[str]:
    """CR 603.12, 707.9a: a reflexive ability is made by the one that it stands in, which "this ability" names."""
    if any(isinstance(n, ab.ThisAbility) for n in ab.walk(effect.effect)):
        yield "an ability that is had as the reflexive one's"


@checks(ab.ForEach)
def for_each(effect: ab.ForEach, path: Path) -> Iterator[str]:
    """CR 109.2: cards are counted where they are; those that were looked at or revealed are said to be so."""
    counted = effect.each.of if isinstance(effect.each, ab.CountOf) else effect.each
    if isinstance(counted, ab.Each) and counted.which == ab.Noun(form="card"):
        yield "each card, of which it isn't said where it is"
