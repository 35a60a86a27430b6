"""What may be attached to what (CR 301.5, 303.4, 702.5, 702.6, 702.16c-d)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Context, Game, attachments
from engine.game import events as ev
from engine.model import ObjectId, Thing
from engine.queries import changed_rules, descriptions, targets
from engine.rules.effects import rule_changes


def enchants(game: Game, aura: ObjectId) -> tuple[ab.Selection, ...]:
    """CR 702.5a, 702.5c: what the Aura can enchant: what fits all of its enchant abilities; none if it has no such ability."""
    return tuple(k.which for k in changed_rules.keywords(game, aura, "enchant") if k.which is not None)


def aura_may_be_attached(game: Game, aura: ObjectId, to: Thing) -> bool:
    """CR 303.4c-d, 310.9, 704.5m: to an object or player that it can enchant, that exists, is not itself, has no protection from it."""
    if to == aura or not game.exists(to):
        return False
    if "battle" in game.characteristics(aura).types:
        game.cite("310.9")
        return False
    if isinstance(to, int) and (
        game.objects[to].phased_out or game.objects[to].zone not in ("battlefield", "graveyard")
    ):
        return False
    wanted = enchants(game, aura)
    if not game.in_range(game.controller(aura), to):
        game.cite("801.8")
        return False
    ctx = Context(game, game.controller(aura), aura)
    if not wanted or not all(descriptions.fits(ctx, which, to) for which in wanted):
        return False
    return not _kept_off(game, to, aura) and not changed_rules.cant(game, to, "be enchanted")


def _kept_off(game: Game, host: Thing, aura: ObjectId) -> bool:
    """CR 702.16c-d, 702.16n, 702.16p: whether protection keeps the Aura or Equipment from being attached; none that says it doesn't remove that, if it is
    there already."""
    if isinstance(host, int) and host not in game.battlefield():
        return False  # its ability functions on the battlefield (113.6)
    there = game.objects[aura].attached_to == host
    return any(
        targets.has_quality(game, host, keyword, aura) and not (there and _spared(game, host, keyword, aura))
        for keyword in changed_rules.keywords(game, host, "protection")
    )


def spared(game: Game, host: Thing, aura: ObjectId) -> tuple[str, ...]:
    """CR 702.16n, 702.16p: by which rule one of the protection abilities that the Aura or Equipment falls under, and which says so, doesn't remove it."""
    for keyword in changed_rules.keywords(game, host, "protection"):
        if targets.has_quality(game, host, keyword, aura) and _spared(game, host, keyword, aura):
            return ("702.16p",) if speaks_of_attached(keyword) else ("702.16n",)
    return ()


def left_attached(game: Game, giver: ObjectId) -> tuple[str, ...]:
    """CR 702.16n, 702.16p: by which rule protection that the Aura or Equipment has just begun to give doesn't remove what is attached to the same object."""
    host = game.objects[giver].attached_to if giver in game.objects else None
    if not isinstance(host, int) or host not in game.objects:
        return ()
    for keyword in changed_rules.keywords(game, host, "protection"):
        own = any(isinstance(n, ab.Fixed) and giver in n.things for n in ab.walk(keyword.spares))
        there = attachments(game, host)
        if own and any(
            targets.has_quality(game, host, keyword, a) and _spared(game, host, keyword, a) for a in there
        ):
            return ("702.16p",) if speaks_of_attached(keyword) else ("702.16n",)
    return ()


def speaks_of_attached(keyword: ab.Keyword) -> bool:
    """CR 702.16p: whether the protection spares what was attached already as it started to apply."""
    return any(isinstance(n, ab.Having) and n.relation == ALREADY for n in ab.walk(keyword.spares))


ALREADY = "attached no later than"
"""The relation of what was attached to something as soon as another Aura or Equipment was (CR 613.7e, 702.16p)."""


def _spared(game: Game, host: Thing, keyword: ab.Keyword, aura: ObjectId) -> bool:
    match keyword.spares:
        case None:
            return False
        case ab.Fixed(things=things):
            return aura in things
        case spared:
            return descriptions.matches(Context(game, game.controller(aura), aura), spared, aura)


def could_enchant(game: Game, event: ev.MoveZone | ev.CreateToken) -> list[Thing]:
    """CR 303.4f, 702.5a: what the Aura that enters could legally enchant, be it a card in a graveyard, judged as it would be on the battlefield."""
    ahead, id = game.entering(event)
    buried = (card for player in game.order for card in game.zone("graveyard", player))
    options: list[Thing] = [*game.battlefield(), *game.apnap(), *buried]
    return [t for t in options if aura_may_be_attached(ahead, id, t)]


def equipment_may_be_attached(game: Game, equipment: ObjectId, to: Thing, also: str = "") -> bool:
    """CR 301.5, 301.6, 704.5n: Equipment to a creature, Fortification to a land, not itself, without protection from it; no Equipment that is a creature
    or a battle (310.9). `also`: a type that does as well as the one that is asked for (702.6e)."""
    if (
        not isinstance(to, int)
        or to == equipment
        or to not in game.objects
        or game.objects[to].zone != "battlefield"
    ):
        return False
    if not game.in_range(game.controller(equipment), to):
        game.cite("801.9")
        return False
    what = game.characteristics(equipment)
    wanted = "creature" if "Equipment" in what.subtypes else "land"
    if not {wanted, also} & game.characteristics(to).types:
        return False
    if "battle" in what.types:
        game.cite("310.9")
        return False
    if "creature" in what.types and not changed_rules.has_keyword(game, equipment, "reconfigure"):
        return False
    if _limited(game, equipment, to):
        return False
    return not _kept_off(game, to, equipment) and not changed_rules.cant(game, to, "be equipped")


ONLY_TO = "be attached except to"
"""The word of Cant for what can be attached to things of a description alone."""
rule_changes.heed(ab.Cant, (ONLY_TO,), "whom")


def _limited(game: Game, what: ObjectId, to: ObjectId) -> bool:
    """CR 301.5, 701.3b: whether an effect lets it be attached to other things alone."""
    for applied in changed_rules.changes_on(game, what, ab.Cant):
        change = applied.change
        if (
            change.what == ONLY_TO
            and isinstance(change.whom, ab.Selection)
            and not descriptions.fits(applied.ctx, change.whom, to)
        ):
            game.cite("301.5", "101.2")
            return True
    return False


def may_be_attached(game: Game, what: ObjectId, to: Thing, also: str = "") -> bool:
    """CR 701.3a-b: whether an Aura, Equipment or Fortification could be attached to the thing. `also`: see `equipment_may_be_attached`."""
    subtypes = game.characteristics(what).subtypes
    if "Aura" in subtypes:
        return aura_may_be_attached(game, what, to)
    if subtypes & {"Equipment", "Fortification"}:
        return equipment_may_be_attached(game, what, to, also)
    return False
