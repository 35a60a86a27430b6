"""Relations of an object to others (`Having`): attached, blocking, targeting, exiled with, sharing a name (CR 201.2a, 303.4, 506-511, 607.2a, 115.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, attachments, game_of, link_of, mana_value, names, own_link, seen
from engine.game import events as ev
from engine.model import PERMANENT_TYPES, ObjectId, PooledMana, Thing, plain, subtypes
from engine.queries import asking, combat_state, object_abilities, references
from engine.queries.designations import SECTORS, partner

Relation = Callable[[Context, Any, ab.Recipient], bool]
OF_PLAYERS = frozenset({"that it's attacking", "opponent of"})
"""Relations in which players stand, too."""


Related = Callable[[Context, ObjectId], Iterable[Thing]]


def _any(related: Related) -> Relation:
    """The relation that holds if anything so related fits the noun."""

    def holds(ctx: Context, id: ObjectId, noun: ab.Recipient) -> bool:
        return any(asking.matches(ctx, noun, other) for other in related(ctx, id))

    return holds


PARTICULAR = (ab.This, ab.That, ab.Slot, ab.Fixed)
"""Nouns that stand for particular objects, which may be gone."""


def _fighting(related: Related) -> Relation:
    """The relation of combat that holds with anything that fits the noun; with a particular object that is gone as it did when that last was in combat
    (CR 608.2h)."""
    plainly = _any(related)

    def holds(ctx: Context, id: ObjectId, noun: ab.Recipient) -> bool:
        if plainly(ctx, id, noun):
            return True
        game = ctx.game
        if not isinstance(noun, PARTICULAR) or id not in game.objects:
            return False
        gone = [t for t in asking.meant(ctx, noun) if isinstance(t, int) and t not in game.objects]
        return any(t in related(replace(ctx, game=game.past[t][0]), id) for t in gone if t in game.past)

    return holds


def hosts(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 701.3a: what it is attached to."""
    host = ctx.game.object(id).attached_to
    if host is not None:
        yield host


def attacked(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 508.1b: the player, planeswalker or battle that it is attacking."""
    whom = combat_state.attacked(game_of(ctx.game, id), id)
    if whom is not None:
        yield whom


def _opponent_of(ctx: Context, thing: Thing, noun: ab.Recipient) -> bool:
    """CR 102.2-3: whether the player is an opponent of one whom the noun means."""
    players = [t for t in asking.meant(ctx, noun) if isinstance(t, str)]
    return any(thing in ctx.game.opponents(p) for p in players)


def _attacked_by(ctx: Context, thing: Thing, noun: ab.Recipient) -> bool:
    """CR 508.1b, 608.2h: whether it is what the creature is attacking, or what one that is gone was attacking as it left. Raises Unsupported for a creature that
    has only been removed from combat."""
    for id in (t for t in asking.meant(ctx, noun) if isinstance(t, int)):
        there = id in ctx.game.objects
        if not there and id not in ctx.game.past:
            continue
        game = ctx.game if there else ctx.game.past[id][0]
        whom = combat_state.attacked(game, id)
        if whom == thing:
            ctx.game.cite(*(() if there else ("608.2h",)))
            return True
        removed = game.combat is not None and id not in combat_state.attackers(game)
        if there and removed and id in dict(game.combat.defenders if game.combat else ()):
            raise Unsupported("what a creature was attacking that has been removed from combat")
    return False


def blocked_attackers(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 509.1g: the attackers it is blocking."""
    combat = game_of(ctx.game, id).combat
    for blocker, attackers in combat.blockers if combat else ():
        if blocker == id:
            yield from attackers


def blockers(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 509.1h: the creatures that are blocking it."""
    combat = game_of(ctx.game, id).combat
    for blocker, attackers in combat.blockers if combat else ():
        if id in attackers:
            yield blocker


def targeted(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 115.9b: what the spell or ability targets, without targets that are gone."""
    stack = ctx.game.object(id).stack
    for slot in stack.targets if stack else ():
        yield from (thing for thing in slot.chosen if ctx.game.exists(thing))


def targets_only(ctx: Context, id: ObjectId, noun: ab.Recipient) -> bool:
    """CR 115.9c: a single object or player was chosen, and it fits."""
    stack = ctx.game.object(id).stack
    chosen = {thing for slot in stack.targets for thing in slot.chosen} if stack else set()
    return len(chosen) == 1 and all(ctx.game.exists(t) and asking.matches(ctx, noun, t) for t in chosen)


def _compared(ctx: Context, noun: ab.Recipient) -> list[Thing]:
    """CR 608.2h: the objects that something is compared with: "that creature" as it was when it last was one, "that card" as it is now."""
    match noun:
        case ab.This():
            return [ctx.source]
        case ab.That(noun=word):
            spoken = references.things(ctx, noun)
            return [ctx.now(t) if isinstance(t, int) and "card" in word.split() else t for t in spoken]
    return asking.meant(ctx, noun)


def _shares(of: Callable[[Context, ObjectId], Iterable[object]]) -> Relation:
    """The relation that holds if what the noun means has at least one of these in common with it: of the objects that fit a description
    another one, for each has everything in common with itself."""

    def holds(ctx: Context, id: ObjectId, noun: ab.Recipient) -> bool:
        mine = set(of(ctx, id))
        others = _compared(ctx, noun)
        itself = not isinstance(noun, ab.Chosen | ab.Each)
        return bool(mine) and any(
            (itself or o != id) and isinstance(o, int) and not mine.isdisjoint(of(ctx, o)) for o in others
        )

    return holds


def _like_a_commander(ctx: Context, id: ObjectId, noun: ab.Recipient) -> bool:
    """CR 903.3, 903.3e: whether it shares a creature type with a commander of the player, wherever that is; a commander has its own types in common with
    itself."""
    ctx.game.cite("903.3e")
    mine = set(creature_types(ctx, id))
    commanders = (
        o.id
        for o in ctx.game.objects.values()
        if o.commander is not None and asking.matches(ctx, noun, o.owner)
    )
    return any(not mine.isdisjoint(creature_types(ctx, c)) for c in commanders)


def _named_differently(ctx: Context, id: ObjectId, noun: ab.Recipient) -> bool:
    """CR 201.2c: it has a name, and none in common with any of those; what has no name is not named differently."""
    mine = set(names(ctx.game, id))
    others = (o for o in _compared(ctx, noun) if isinstance(o, int) and o != id)
    return bool(mine) and all(mine.isdisjoint(names(ctx.game, o)) for o in others)


def _of_a_color(ctx: Context, id: ObjectId, noun: ab.Recipient) -> bool:
    """CR 105.2, 702.16a: has one of the colors that what the noun means has, itself included."""
    colors = {
        color for o in asking.meant(ctx, noun) if isinstance(o, int) for color in seen(ctx.game, o).colors
    }
    return not colors.isdisjoint(seen(ctx.game, id).colors)


_CREATURE = frozenset(subtypes.CREATURE)


def creature_types(ctx: Context, id: ObjectId) -> Iterable[object]:
    """CR 205.3m: its creature types; an artifact creature's subtypes are not all of them."""
    values = seen(ctx.game, id)
    return values.subtypes & _CREATURE if values.types & {"creature", "kindred"} else ()


def damagers_this_turn(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 120.3: the sources that dealt damage to it this turn."""
    for h in ctx.game.this_turn(ev.Damage):
        if isinstance(h.event, ev.Damage) and h.event.to == id and h.event.amount > 0:
            yield h.event.source


def fought_this_turn(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 509.1a, 509.1h: what it blocked this turn, or was blocked by."""
    for h in ctx.game.this_turn(ev.BlockersDeclared):
        for blocker, attacker in h.event.blocks if isinstance(h.event, ev.BlockersDeclared) else ():
            if id in (blocker, attacker):
                yield attacker if id == blocker else blocker


def _worked(verb: str) -> Related:
    """CR 702.122b, 702.171c: the permanents of which the creature paid the crew or saddle cost this turn by being tapped."""

    def related(ctx: Context, id: ObjectId) -> Iterator[Thing]:
        for h in ctx.game.this_turn(ev.Performed):
            event = h.event
            if isinstance(event, ev.Performed) and (event.verb, event.object) == (verb, id) and event.other:
                yield event.other

    return related


def _convoked(ctx: Context, id: ObjectId, noun: ab.Recipient) -> bool:
    """CR 702.51c: it was tapped to pay for mana in the cost of the spell that became the permanent."""
    casts = [ctx.game.object(o).cast for o in asking.meant(ctx, noun) if isinstance(o, int)]
    return any(cast is not None and id in cast.convoked for cast in casts)


def _by(done: str) -> Related:
    """CR 607.2a, 607.2c: the objects by which that was done to it: those whose linked abilities speak of it."""

    def related(ctx: Context, id: ObjectId) -> Iterator[Thing]:
        game = ctx.game
        gone = [game.object(ctx.source)] if ctx.source in game.past and ctx.source not in game.objects else []
        for other in [*game.objects.values(), *gone]:
            link = link_of(ctx) if other.id == ctx.source else own_link(game, other.id)
            if other.linked and id in (other.linked_objects(done, link) or ()):
                if link and link[0] == "given":
                    game.cite("607.5")
                yield other.id

    return related


def _exiled_before(ctx: Context, id: ObjectId, noun: ab.Recipient) -> bool:
    """CR 607.2n: whether the player exiled the card before the game began, with cards that had the name."""
    obj = ctx.game.object(id)
    said = (plain(n.name) for n in ab.walk(noun) if isinstance(n, ab.Named))
    return obj.owner == ctx.controller and any(f"{EXILED_BEFORE} {name}" in obj.marks for name in said)


EXILED_BEFORE = "exiled before the game with"
"""The mark of a card that was exiled before the game, with the name of what it was exiled with behind (CR 607.2n)."""


def mana_spent(ctx: Context, id: ObjectId) -> Iterator[PooledMana]:
    """CR 106.6, 601.2h: the mana that was spent to cast it."""
    for h in ctx.game.this_turn(ev.SpendMana):
        if isinstance(h.event, ev.SpendMana) and h.event.on == id:
            yield from h.event.mana


def ability_source(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 113.7: the object that the ability on the stack came from."""
    stack = ctx.game.object(id).stack
    if stack is not None and stack.source:
        yield stack.source


def _cards_below(ctx: Context, id: ObjectId) -> list[Thing]:
    """CR 404.2: the cards below it in its graveyard, the next one first."""
    obj = ctx.game.object(id)
    there = ctx.game.zone("graveyard", obj.owner) if obj.zone == "graveyard" else ()
    ctx.game.cite("404.2")
    return list(there[there.index(id) + 1 :]) if id in there else []


def _sectors(ctx: Context, id: ObjectId) -> frozenset[str]:
    """CR 702.158e: the sector that the permanent is in."""
    ctx.game.cite("702.158e")
    return frozenset(SECTORS).intersection(ctx.game.object(id).marks)


def _attached_by_then(ctx: Context, id: ObjectId, noun: ab.Recipient) -> bool:
    """CR 613.7e, 702.16p: it was attached to what it is attached to before that was, or at the same time; what was there as the position began was so
    legally, and was there first."""
    obj = ctx.game.object(id)
    others = [ctx.game.object(o) for o in asking.meant(ctx, noun) if isinstance(o, int)]
    first = not any(
        isinstance(h.event, ev.Attach)
        and h.event.object == id
        or isinstance(h.event, ev.MoveZone | ev.CreateToken)
        and h.event.was == id
        for h in ctx.game.log
    )
    return any(o.attached_to == obj.attached_to and (first or obj.timestamp <= o.timestamp) for o in others)


RELATIONS: dict[str, Relation] = {
    "attached no later than": _attached_by_then,
    "above": _any(_cards_below),
    "directly above": _any(lambda ctx, id: _cards_below(ctx, id)[:1]),
    "cast using mana produced by": _any(lambda ctx, id: [m.source for m in mana_spent(ctx, id)]),
    "among": _any(lambda ctx, id: [id]),
    "from": _any(ability_source),
    "attached to": _any(hosts),
    "enchanted by": _any(
        lambda ctx, id: [a for a in attachments(ctx.game, id) if "Aura" in seen(ctx.game, a).subtypes]
    ),
    "of a color of": _of_a_color,
    "attacking": _any(attacked),
    "blocking": _fighting(blocked_attackers),
    "blocked by": _fighting(blockers),
    "blocking or blocked by": _fighting(lambda ctx, id: [*blocked_attackers(ctx, id), *blockers(ctx, id)]),
    "that's blocking": _fighting(blocked_attackers),
    "that's attached to": _any(hosts),
    "that it's blocking": _fighting(blockers),
    "that's attacking": _any(attacked),
    "that it's attacking": _attacked_by,
    "opponent of": _opponent_of,
    "targeting": _any(targeted),
    "targeting only": targets_only,
    "dealt damage this turn by": _any(damagers_this_turn),
    "blocked or blocked by this turn": _any(fought_this_turn),
    "convoked": _convoked,
    "crewed this turn": _any(_worked("crews")),
    "saddled this turn": _any(_worked("saddles")),
    **{relation: _any(_by(done)) for relation, done in object_abilities.LINKING.items()},
    "paired with": _any(lambda ctx, id: [partner(ctx.game, id)] if partner(ctx.game, id) else []),
    EXILED_BEFORE: _exiled_before,
    "sharing a name with": _shares(lambda ctx, id: names(ctx.game, id)),
    "named differently from": _named_differently,
    "sharing a color with": _shares(lambda ctx, id: seen(ctx.game, id).colors),
    "in the sector of": _shares(_sectors),
    "sharing a card type with": _shares(lambda ctx, id: seen(ctx.game, id).types),
    "sharing a permanent type with": _shares(lambda ctx, id: seen(ctx.game, id).types & PERMANENT_TYPES),
    **dict.fromkeys(("sharing a creature type with", "sharing creature types with"), _shares(creature_types)),
    "sharing a creature type with a commander of": _like_a_commander,
    "sharing a mana value with": _shares(lambda ctx, id: [mana_value(ctx.game, id)]),
}
"""How each relation of an object to others is tested."""
