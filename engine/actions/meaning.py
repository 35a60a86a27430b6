"""What an instruction means before it is carried out: keyword actions with targets, and zones said of a verb, spelled out."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.queries import SPELLED_OUT

GROWING = "+1/+1"


def expands(effect: ab.Effect) -> ab.Effect:
    """The instruction in other words where the CR defines it so and the words have targets or name a zone; else itself.

    For engine.queries.target_slots.bind, before targets are looked for: support (701.41a), earthbend (701.66a), and "return ... from your graveyard"
    said of the verb, which describes the noun."""
    match effect:
        case ab.Keyworded(verb="support", number=number) if number is not None:
            others = ab.Target(ab.Which((ab.Other(),), ab.Noun((("creature",),))), ab.UpTo(number))
            return ab.AddCounters(ab.Literally(1), GROWING, others)
        case ab.Keyworded(verb="earthbend", number=number) if number is not None:
            return earthbend(number)
        case ab.Put(origin=origin) if origin:
            located = in_zone(effect.what, origin, effect.origin_of)
            return effect if located is effect.what else replace(effect, what=located)
    return effect


SPELLED_OUT |= {ab.Keyworded: expands, ab.Put: expands}


def earthbend(number: ab.Number) -> ab.Effect:
    """CR 701.66a: a land becomes a 0/0 creature with haste as well, gets counters, and comes back when it dies or is exiled;
    701.66b: as that has been set up, the player has earthbent."""
    land = ab.Target(ab.Which((), ab.Noun((("land",),)), (ab.ControlledBy(ab.You()),)))
    changes = (
        ab.Types(("creature",), add=True), ab.BasePT(ab.Literally(0), ab.Literally(0)), ab.Gains((ab.Keyword("haste"),)),
    )  # fmt: skip
    it = ab.That("land")
    leaves = ab.OrEvents(
        (ab.Moves(it, "battlefield", "graveyard", "dies"), ab.Moves(it, "battlefield", "exile", "put"))
    )
    back = ab.Put(ab.That(), "battlefield", verb="return", state=("tapped",), under=ab.You())
    return ab.Sequence(
        (
            ab.Lasting(land, changes, ab.Always()),
            ab.AddCounters(number, GROWING, it),
            ab.Later(leaves, back),
            ab.Keyworded("have earthbent"),
        )
    )


def in_zone(noun: ab.Objects, zone: str, whose: ab.Players | None) -> ab.Objects:
    """The noun, described as being in the zone ("from your graveyard"), where it describes things at all."""
    match noun:
        case ab.Target(which=which) | ab.Chosen(which=which) | ab.Each(which=which):
            if _names_zone(which):
                return noun
            return replace(noun, which=_located(which, ab.InZone(zone, whose)))
    return noun


def _names_zone(which: ab.Selection) -> bool:
    match which:
        case ab.Which(before=before, noun=noun, after=after):
            return any(isinstance(q, ab.InZone) for q in before + after) or _names_zone(noun)
        case ab.EitherOf(options=options):
            return any(_names_zone(o) for o in options)
    return False


def _located(which: ab.Selection, where: ab.InZone) -> ab.Selection:
    match which:
        case ab.Which(after=after):
            return replace(which, after=(*after, where))
        case ab.EitherOf(options=options):
            return replace(which, options=tuple(_located(o, where) for o in options))
    return ab.Which((), which, (where,))
