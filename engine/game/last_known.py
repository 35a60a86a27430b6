"""Looking at objects, the present ones and those that are gone (CR 608.2h, 113.7a)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from engine.errors import UnknownCard, Unsupported
from engine.model import Characteristics, GameObject, ObjectId, Thing, plain

if TYPE_CHECKING:
    from engine.game.game import Game

DOUBLE_FACED = frozenset({"transform", "modal_dfc", "meld", "double_faced_token", "reversible_card"})


def game_of(game: Game, id: ObjectId) -> Game:
    """CR 608.2h: the game in which to look at the object: this one, or the one in which it last existed."""
    return game if id in game.objects else game.past[id][0]


def seen(game: Game, id: ObjectId) -> Characteristics:
    """The object's characteristics, last known if it is gone. Raises UnknownCard for a card that nothing is known about."""
    if game.object(id).unknown:
        raise UnknownCard("a question that turns on what an unknown card is")
    return game.characteristics(id)


def known(
    game: Game, options: Iterable[Thing], fits: Callable[[Thing], bool], least: int = 1
) -> tuple[list[Thing], bool]:
    """Those of the options of a choice that fit, and whether unknown cards were left out of them. Raises UnknownCard where the choice would turn on
    unknown cards: where without them there are fewer than must be chosen."""
    found: list[Thing] = []
    unsure: UnknownCard | None = None
    for thing in options:
        try:
            if fits(thing):
                found.append(thing)
        except UnknownCard as why:
            if isinstance(thing, str) or not game.object(thing).unknown:
                raise
            unsure = why
    if unsure is not None and len(found) < least:
        raise unsure
    return found, unsure is not None


def attachments(game: Game, thing: Thing) -> tuple[ObjectId, ...]:
    """CR 301.5, 303.4: the permanents attached to an object or player."""

    def all_attached() -> dict[Thing, tuple[ObjectId, ...]]:
        found: dict[Thing, tuple[ObjectId, ...]] = {}
        for id in game.battlefield():
            host = game.objects[id].attached_to
            if host is not None:
                found[host] = (*found.get(host, ()), id)
        return found

    where = game_of(game, thing) if isinstance(thing, int) else game
    if where is not game:
        return attachments(where, thing)
    attached: dict[Thing, tuple[ObjectId, ...]] = game.cached_values("attachments", all_attached)
    return attached.get(thing, ())


def names(game: Game, id: ObjectId) -> frozenset[str]:
    """CR 201.2: the object's names, in the form that `plain` gives; a split card off the stack has two (709.4a). Of all names of nonlegendary creature cards
    (612.7) those that objects have which are there, and one for the rest."""
    values = seen(game, id)
    own = frozenset(plain(part) for part in values.name.split(" // ")) if values.name else frozenset()
    if not values.all_names:
        return own
    known = (obj.id for obj in game.objects.values() if not obj.unknown)
    there = {plain(part) for other in known for part in seen(game, other).name.split(" // ")}
    return own | {name for name in there if of_nonlegendary_creature(game, name)} | {ALL_OTHERS}


ALL_OTHERS = "all other names of nonlegendary creature cards"
"""Stands for the names that nothing here has: two objects that have them all have them in common."""


def is_named(game: Game, id: ObjectId, name: str) -> bool:
    """CR 201.2, 612.7: whether the object has the name, of a card that is there or not."""
    key = plain(name)
    return key in names(game, id) or (seen(game, id).all_names and of_nonlegendary_creature(game, key))


def of_nonlegendary_creature(game: Game, name: str) -> bool:
    """CR 612.7, 108.1: whether a nonlegendary creature card of the Oracle card reference is called so (`plain`). Raises Unsupported where that can't be said."""
    here = (o.card for o in game.objects.values() if o.card is not None)
    card = next((c for c in here if name in (plain(face.name) for face in c.faces)), None)
    if card is None and game.reference is not None:
        card = game.reference(name)
    if card is None:
        return False
    face = card.faces[0]
    if not face.type_line or plain(face.name) != name:
        raise Unsupported(f"whether {name} is the name of a nonlegendary creature card")
    what = face.characteristics()
    return "creature" in what.types and "legendary" not in what.supertypes


def mana_value(game: Game, id: ObjectId) -> int:
    """CR 202.3: X counts as chosen on the stack (202.3e); a back face counts as its front (202.3b)."""
    values = seen(game, id)
    obj = game.object(id)
    if values.mana_cost is None:
        if obj.components:
            return _value_of_components(game, obj, values)
        card = obj.card
        back = card is not None and obj.kind == "card" and card.layout == "transform" and len(card.faces) > 1
        if back and card is not None and not obj.face_down and values.name == card.faces[1].name:
            game.cite("202.3b")
            return card.faces[0].characteristics().mana_value
        if card is not None and values.name in {face.name for face in card.faces[1:]}:
            game.cite("202.3b")
        return 0
    if obj.card is not None and obj.card.layout == "split":
        game.cite("202.3d", "709.4b")
    cost = values.mana_cost
    game.cite(*(("202.3f",) if any("/" in s and not s.endswith("P") for s in cost.symbols) else ()))
    game.cite(*(("202.3g",) if any(s.endswith("/P") for s in cost.symbols) else ()))
    if obj.zone == "stack" and obj.cast is not None and obj.cast.x is not None:
        if "X" in values.mana_cost.symbols:
            game.cite("202.3e")
        cost = cost.with_x(obj.cast.x)
    return cost.mana_value


def _value_of_components(game: Game, obj: GameObject, values: Characteristics) -> int:
    """CR 202.3c, 712.8g: the mana value of a melded permanent is that of its cards' front faces together; it has none as a copy of something else."""
    top, *rest = obj.components
    if obj.face_down or top.base is None or top.base.name != values.name or top.card is None:
        return 0
    if rest[0].base is None:
        game.cite("202.3c", "712.8g")
        cards = [top.card, *(c.card for c in rest if c.base is None and c.card is not None)]
        return sum(card.faces[0].characteristics().mana_value for card in cards)
    if top.transformed:
        raise Unsupported("the mana value of a merged permanent with a back face on top")
    return 0


def is_permanent(obj: GameObject) -> bool:
    """CR 110.1: whether it is (or last was) on the battlefield, and not phased out (702.26b)."""
    return obj.zone == "battlefield" and not obj.phased_out


def is_spell(obj: GameObject) -> bool:
    """CR 112.1: a card or a copy on the stack."""
    return obj.zone == "stack" and obj.kind != "ability"


def type_words(values: Characteristics) -> Iterator[str]:
    """The supertypes, types and subtypes, in lower case."""
    yield from values.supertypes
    yield from values.types
    yield from (word.lower() for word in values.subtypes)
