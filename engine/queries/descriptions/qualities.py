"""Testing the qualities of an object: states, colors, types, controllers, zones, keywords, numbers, what was chosen (CR 105, 108.4, 122, 205, 607.2d)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.cards import first_printed
from engine.errors import Unsupported
from engine.game import Context, is_named, is_spell, mana_value, names, seen, source_with_links
from engine.model import BASIC_LAND_TYPES, OUTSIDE, ObjectId, parse_mana
from engine.queries import asking, changed_rules
from engine.queries.descriptions.forms import is_word
from engine.queries.history import happened, nth
from engine.queries.relations import RELATIONS
from engine.queries.states import STATES
from engine.queries.stats import OPERATORS, TOTALS, stat


def _in_state(ctx: Context, quality: ab.Is, id: ObjectId) -> bool:
    """A state named by one word."""
    if quality.state not in STATES:
        raise Unsupported(f"the state {quality.state!r}")
    return STATES[quality.state](ctx, id)


def _controlled(ctx: Context, quality: ab.ControlledBy, id: ObjectId) -> bool:
    """CR 108.4: under the control of such a player; only what is on the battlefield or the stack, and what functions in the command zone, have a controller."""
    obj = ctx.game.object(id)
    held = obj.zone in ("battlefield", "stack") or obj.functions_in_command
    if not held or (quality.owned and obj.owner != ctx.game.controller(id)):
        return False
    return asking.is_player(ctx, quality.who, ctx.game.controller(id))


def _zoned(ctx: Context, quality: ab.InZone, id: ObjectId) -> bool:
    """CR 400.1: in the zone, of those players."""
    obj = ctx.game.object(id)
    if quality.zone not in ZONES:
        raise Unsupported(f"the zone {quality.zone!r}")
    theirs = quality.who is None or asking.is_player(ctx, quality.who, obj.owner)
    came_from = ""
    if quality.word in ("from", "cast from") and is_spell(obj) and obj.cast is not None:
        came_from = obj.cast.origin
    elif (
        quality.word == "from" and obj.zone == "battlefield"
    ):  # a land that was played, of which nothing else tells
        came_from = next((ctx.game.object(old).zone for old, new in ctx.game.became.items() if new == id), "")
    return (came_from or obj.zone) == quality.zone and not obj.phased_out and theirs


ZONES = frozenset(
    {"library", "hand", "battlefield", "graveyard", "stack", "exile", "command", "ante", OUTSIDE}
)
"""CR 400.1, and outside the game, which is none (400.11)."""


def _with_keyword(ctx: Context, quality: ab.With, id: ObjectId) -> bool:
    """CR 702: has the keyword ability, in any form."""
    seen(ctx.game, id)
    if quality.keyword in WALKS:  # CR 702.14b: which land it is written with tells them apart
        walks = changed_rules.keywords(ctx.game, id, "landwalk")
        return any(k.which == ab.Noun(((WALKS[quality.keyword],),)) for k in walks)
    names = ABILITIES_OF.get(quality.keyword, (quality.keyword,))
    return any(changed_rules.has_keyword(ctx.game, id, name) for name in names)


WALKS = {f"{land.lower()}walk": land for land in BASIC_LAND_TYPES}
"""The landwalk abilities that have a name of their own (CR 702.14a)."""
_FORMS_OF = {
    "cycling": ("cycling", "typecycling"),
    "kicker": ("kicker", "multikicker"),
    "morph": ("morph", "megamorph"),
    "disguise": ("disguise",),
}
ABILITIES_OF = {
    f"{name} {word}": forms for name, forms in _FORMS_OF.items() for word in ("ability", "abilities")
}
"""Abilities that several keywords are forms of (CR 702.29f, 702.33c, 702.37b)."""


def _compares(ctx: Context, quality: ab.Compared, id: ObjectId) -> bool:
    """A number of the object against another; what has no such number fits nothing."""
    value, to = stat(ctx, quality.stat, id), quality.to
    if value is None:
        return False
    if not isinstance(to, ab.Literally):
        to = rewrite(to, lambda node: _its_own(node, quality.stat, id))
    if quality.stat in TOTALS and value < 0:
        return True  # together with others it may do
    return OPERATORS[quality.op](value, asking.value(ctx, to))


def _its_own(node: Any, compared: str, id: ObjectId) -> Any:
    """CR 608.2c: "its" other numbers, and "its controller", are those of the object that the description is held against."""
    match node:
        case ab.StatOf(stat=word, of=of) if word != compared and _is_it(of):
            return replace(node, of=ab.Fixed((id,)))
        case ab.ControllerOf(of=of) | ab.OwnerOf(of=of) if _is_it(of):
            return replace(node, of=ab.Fixed((id,)))
    return node


def _is_it(noun: ab.Objects) -> bool:
    """Whether the noun is a bare "it"."""
    return isinstance(noun, ab.That) and not (noun.noun or noun.done or noun.many or noun.the)


def _with_counter(ctx: Context, quality: ab.WithCounter, id: ObjectId) -> bool:
    """CR 122.1: has a counter of the kind, or of any."""
    obj = ctx.game.object(id)
    return obj.counter(quality.kind) > 0 if quality.kind else any(n > 0 for _, n in obj.counters)


def _costed(ctx: Context, quality: ab.WithCost, id: ObjectId) -> bool:
    """CR 202.1: has one of the mana costs, symbol for symbol, or one of the symbols in its mana cost; what has none fits nothing."""
    cost = seen(ctx.game, id).mana_cost
    if cost is None:
        return False
    if quality.among:
        return any(symbol in cost.symbols for symbol in quality.costs)
    return any(sorted(parse_mana(each).symbols) == sorted(cost.symbols) for each in quality.costs)


def _related(ctx: Context, quality: ab.Having, id: ObjectId) -> bool:
    """Stands in the relation to something that the noun means."""
    if quality.relation not in RELATIONS:
        raise Unsupported(f"the relation {quality.relation!r}")
    return RELATIONS[quality.relation](ctx, id, quality.objects)


def _is_of_chosen(ctx: Context, quality: ab.OfTheChosen, id: ObjectId) -> bool:
    """CR 607.2d: has the color, type or name that was chosen for the source (or by an instruction of the same text)."""
    what = quality.what
    value = quality.value if quality.value != "" else chosen_value(ctx, what)
    if what not in OF_THE_CHOSEN:
        raise Unsupported(f"the chosen {what}")
    if value is None:
        return False
    return OF_THE_CHOSEN[what](ctx, value, id)


def _named_so(ctx: Context, value: Any, id: ObjectId) -> bool:
    """CR 201.2: has the chosen name."""
    return is_named(ctx.game, id, value)


def _of_two_names(ctx: Context, value: Any, id: ObjectId) -> bool:
    """CR 702.106f: has one of the two chosen names."""
    return any(
        _named_so(ctx, name, id) for name in (value, chosen_value(ctx, OTHER_NAME)) if name is not None
    )


def _of_the_other_name(ctx: Context, value: Any, id: ObjectId) -> bool:
    """CR 702.106f: has that of the two chosen names which the spell spoken of hasn't; either, where it has both."""
    spells = [t for m in ctx.spoken() if "spell" in m.words for t in m.things if isinstance(t, int)]
    both = [name for name in (value, chosen_value(ctx, OTHER_NAME)) if name is not None]
    has = [name for name in both if spells and is_named(ctx.game, spells[-1], name)]
    others = both if len(has) == len(both) else [name for name in both if name not in has]
    return any(_named_so(ctx, name, id) for name in others)


def _originally_printed(ctx: Context, quality: ab.OriginallyPrinted, id: ObjectId) -> bool:
    """CR 206.3: has one of the names that were first printed in the expansion."""
    there = first_printed(quality.expansion)
    if not there.isdisjoint(names(ctx.game, id)):
        return True
    return seen(ctx.game, id).all_names and any(is_named(ctx.game, id, name) for name in there)


OTHER_NAME = "other name"
"""What is chosen besides the card name, where two are (CR 702.106f)."""

OF_THE_CHOSEN: dict[str, Callable[[Context, Any, ObjectId], bool]] = {
    "color": lambda ctx, value, id: bool(value in seen(ctx.game, id).colors),
    "name": _named_so,
    "card name": _named_so,
    "one of the names": _of_two_names,
    "other of the names": _of_the_other_name,
    "odd or even": lambda ctx, value, id: mana_value(ctx.game, id) % 2 == ("even", "odd").index(value),
    "sector": lambda ctx, value, id: value in ctx.game.object(id).marks,
    **dict.fromkeys(
        ("type", "creature type", "card type", "permanent type"),
        lambda ctx, value, id: is_word(ctx, id, value),
    ),
    "creature types": lambda ctx, value, id: any(is_word(ctx, id, word) for word in value),
}
"""What being of the chosen color, type or name means (CR 607.2d)."""


TYPES_CHOSEN = ("creature type", "card type", "permanent type", "basic land type")
CHOSEN_AS = {
    "type": ("type", *TYPES_CHOSEN),
    "name": ("name", "card name"),
    "card name": ("card name", "name"),
    "one of the names": ("card name",),
    "other of the names": ("card name",),
} | {what: (what, "type") for what in TYPES_CHOSEN}
"""What "the chosen type" can be the choice of."""


def chosen_value(ctx: Context, what: str) -> Any:
    """CR 607.2d: the value chosen by an earlier instruction (`ctx.chosen`, by what was chosen), else for the source; None if none was."""
    chosen = ctx.chosen
    made, link = source_with_links(ctx)
    for word in CHOSEN_AS.get(what, (what,)):
        if word in chosen:
            return chosen[word]
        if made is not None and made.chosen_value(word, link) is not None:
            return made.chosen_value(word, link)
    if what == "color" and made is not None and made.commander is not None and not link:
        return made.commander.color or None  # 607.2p: in whatever zone it is
    return None


def settled(ctx: Context, which: ab.Selection) -> ab.Selection:
    """CR 607.2d: the description with "the chosen type" and the like as what was chosen for the source, for use where something else is asked about."""

    def settle(node: Any) -> Any:
        if isinstance(node, ab.OfTheChosen) and node.value == "":
            value = chosen_value(ctx, node.what)
            return node if value is None else replace(node, value=value)
        return node

    found: ab.Selection = rewrite(which, settle)
    return found


asking.QUALITIES.update(
    {
        ab.Is: _in_state,
        ab.Alike: lambda ctx, quality, id: True,  # said of several together (together.py)
        ab.OfColor: lambda ctx, quality, id: quality.color in seen(ctx.game, id).colors,
        ab.OfType: lambda ctx, quality, id: is_word(ctx, id, quality.word),
        ab.Besides: lambda ctx, quality, id: not asking.described(ctx, quality.which, id),
        ab.ControlledBy: _controlled,
        ab.OwnedBy: lambda ctx, quality, id: asking.is_player(ctx, quality.who, ctx.game.object(id).owner),
        ab.InZone: _zoned,
        ab.With: _with_keyword,
        ab.Compared: _compares,
        ab.WithCounter: _with_counter,
        ab.WithCost: _costed,
        ab.Named: lambda ctx, quality, id: is_named(ctx.game, id, quality.name),
        ab.OriginallyPrinted: _originally_printed,
        ab.OfTheChosen: lambda ctx, quality, id: _is_of_chosen(ctx, quality, id),
        ab.Having: _related,
        ab.Nth: lambda ctx, quality, id: nth(ctx, quality.event, quality.when, id) == quality.number,
        ab.Happened: lambda ctx, quality, id: happened(ctx, quality.what, quality.when, id),
    }
)
