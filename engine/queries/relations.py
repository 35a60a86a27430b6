"""Relations of an object to others (`Having`) and what happened to it (`Happened`) (CR 303.4, 506-511, 201.2a, 115.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import events as ev
from engine.game.context import Context
from engine.game.events import Happened
from engine.game.last_known import attachments, game_of, mana_value, names, seen
from engine.model.objects import ObjectId, Thing
from engine.queries.designations import partner

Relation = Callable[[Context, ObjectId, ab.Objects], bool]
Related = Callable[[Context, ObjectId], Iterable[Thing]]


def _any(related: Related) -> Relation:
    """The relation that holds if anything so related fits the noun."""

    def holds(ctx: Context, id: ObjectId, noun: ab.Objects) -> bool:
        from engine.queries import descriptions

        return any(descriptions.matches(ctx, noun, other) for other in related(ctx, id))

    return holds


def hosts(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 701.3a: what it is attached to."""
    host = ctx.game.object(id).attached_to
    if host is not None:
        yield host


def attached_by(ctx: Context, id: ObjectId) -> Iterable[Thing]:
    """CR 701.3a: what is attached to it."""
    return attachments(ctx.game, id)


def _attached_as(subtype: str) -> Related:
    def related(ctx: Context, id: ObjectId) -> Iterator[Thing]:
        for other in attachments(ctx.game, id):
            if subtype in seen(ctx.game, other).subtypes:
                yield other

    return related


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


def attacked(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 508.1b: what it is attacking."""
    combat = game_of(ctx.game, id).combat
    for attacker, whom in combat.attackers if combat else ():
        if attacker == id:
            yield whom


def targeted(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 115.9b: what the spell or ability targets, without targets that are gone."""
    stack = ctx.game.object(id).stack
    for slot in stack.targets if stack else ():
        yield from (thing for thing in slot.chosen if ctx.game.exists(thing))


def targets_only(ctx: Context, id: ObjectId, noun: ab.Objects) -> bool:
    """CR 115.9c: a single object or player was chosen, and it fits."""
    from engine.queries import descriptions

    stack = ctx.game.object(id).stack
    chosen = {thing for slot in stack.targets for thing in slot.chosen} if stack else set()
    return len(chosen) == 1 and all(ctx.game.exists(t) and descriptions.matches(ctx, noun, t) for t in chosen)


def _shares(of: Callable[[Context, ObjectId], Iterable[object]]) -> Relation:
    """The relation that holds if what the noun speaks of has at least one of these in common with it: of the objects that fit a description
    another one, for each has everything in common with itself."""

    def holds(ctx: Context, id: ObjectId, noun: ab.Objects) -> bool:
        from engine.queries import descriptions

        mine = set(of(ctx, id))
        others = descriptions.meant(ctx, noun)
        itself = not isinstance(noun, ab.Chosen | ab.Each)
        return bool(mine) and any(
            (itself or o != id) and isinstance(o, int) and not mine.isdisjoint(of(ctx, o)) for o in others
        )

    return holds


def _creature_types(ctx: Context, id: ObjectId) -> Iterable[object]:
    values = seen(ctx.game, id)
    if values.types & {"creature", "kindred"}:
        if len(values.types - {"creature", "kindred"}) and values.subtypes:
            raise Unsupported("which subtypes of an object with several card types are creature types")
        return values.subtypes
    return ()


def blocked_this_turn(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 509.1: the attackers that it was declared as a blocker for this turn."""
    for h in ctx.game.this_turn(ev.BlockersDeclared):
        if isinstance(h.event, ev.BlockersDeclared):
            yield from (attacker for blocker, attacker in h.event.blocks if blocker == id)


def blockers_this_turn(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 509.1: the creatures that were declared as its blockers this turn."""
    for h in ctx.game.this_turn(ev.BlockersDeclared):
        if isinstance(h.event, ev.BlockersDeclared):
            yield from (blocker for blocker, attacker in h.event.blocks if attacker == id)


def damagers_this_turn(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 120.3: the sources that dealt damage to it this turn."""
    for h in ctx.game.this_turn(ev.Damage):
        if isinstance(h.event, ev.Damage) and h.event.to == id and h.event.amount > 0:
            yield h.event.source


def exilers(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 607.2a: the objects with which it was exiled: those whose linked abilities speak of it."""
    for other in ctx.game.objects.values():
        if id in dict(other.linked).get("exiled", ()):
            yield other.id


def ability_source(ctx: Context, id: ObjectId) -> Iterator[Thing]:
    """CR 113.7: the object that the ability on the stack came from."""
    stack = ctx.game.object(id).stack
    if stack is not None and stack.source:
        yield stack.source


RELATIONS: dict[str, Relation] = {
    "from": _any(ability_source),
    "attached to": _any(hosts),
    "enchanting": _any(hosts),
    "equipping": _any(hosts),
    "attached by": _any(attached_by),
    "enchanted by": _any(_attached_as("Aura")),
    "equipped by": _any(_attached_as("Equipment")),
    "blocking": _any(blocked_attackers),
    "blocked by": _any(blockers),
    "blocking or blocked by": _any(lambda ctx, id: [*blocked_attackers(ctx, id), *blockers(ctx, id)]),
    "attacking": _any(attacked),
    "targeting": _any(targeted),
    "targeting only": targets_only,
    "blocked this turn": _any(blocked_this_turn),
    "blocked this turn by": _any(blockers_this_turn),
    "dealt damage this turn by": _any(damagers_this_turn),
    "exiled with": _any(exilers),
    "paired with": _any(lambda ctx, id: [partner(ctx.game, id)] if partner(ctx.game, id) else []),
    "sharing a name with": _shares(lambda ctx, id: names(ctx.game, id)),
    "sharing a color with": _shares(lambda ctx, id: seen(ctx.game, id).colors),
    "sharing a card type with": _shares(lambda ctx, id: seen(ctx.game, id).types),
    "sharing a creature type with": _shares(_creature_types),
    "sharing a mana value with": _shares(lambda ctx, id: [mana_value(ctx.game, id)]),
}
"""What each relation word says of an object and others."""


# ---- what happened to an object ---------------------------------------------------------------------------------

Occurrence = Callable[[Context, ev.Happening, ObjectId], bool]


def _entered(ctx: Context, event: ev.Happening, id: ObjectId) -> bool:
    """CR 700.15: it came to the battlefield."""
    match event:
        case ev.MoveZone():
            return event.to == "battlefield" and event.was == id
        case ev.CreateToken():
            return event.was == id
        case _:
            return False


def _dealt_damage(ctx: Context, event: ev.Happening, id: ObjectId) -> bool:
    """CR 120.3: it was dealt damage."""
    return isinstance(event, ev.Damage) and event.to == id and event.amount > 0


def _dealt_damage_by(player: bool, you: bool = False, combat: bool = False) -> Occurrence:
    """CR 120.3: it dealt damage: to anything, to a player, to you."""

    def occurred(ctx: Context, event: ev.Happening, id: ObjectId) -> bool:
        if (
            not isinstance(event, ev.Damage)
            or event.source != id
            or event.amount <= 0
            or (combat and not event.combat)
        ):
            return False
        return (not player or isinstance(event.to, str)) and (not you or event.to == ctx.controller)

    return occurred


def _attacked(ctx: Context, event: ev.Happening, id: ObjectId) -> bool:
    """CR 508.1, 508.4: it was declared as an attacker."""
    return isinstance(event, ev.AttackersDeclared) and any(a == id for a, _ in event.attacks)


def _blocked(ctx: Context, event: ev.Happening, id: ObjectId) -> bool:
    """CR 509.1: it was declared as a blocker."""
    return isinstance(event, ev.BlockersDeclared) and any(b == id for b, _ in event.blocks)


def _was_blocked(ctx: Context, event: ev.Happening, id: ObjectId) -> bool:
    """CR 509.1h: a blocker was declared for it."""
    return isinstance(event, ev.BlockersDeclared) and any(a == id for _, a in event.blocks)


def _activated(ctx: Context, event: ev.Happening, id: ObjectId) -> bool:
    """CR 700.10: an ability of it was activated."""
    return isinstance(event, ev.AbilityActivated) and event.object == id


def _targeted(ctx: Context, event: ev.Happening, id: ObjectId) -> bool:
    """CR 115.1: it became a target."""
    return isinstance(event, ev.BecomesTarget) and event.thing == id


def _moved(to: str, verb: str = "") -> Occurrence:
    """CR 400.7: it came to its zone that way."""
    return lambda ctx, event, id: (
        isinstance(event, ev.MoveZone)
        and event.was == id
        and event.to == to
        and (not verb or event.verb == verb)
    )


HAPPENED: dict[str, Occurrence] = {
    "entered": _entered,
    "dealt damage": _dealt_damage,
    "was dealt damage": _dealt_damage,
    "dealt damage to": _dealt_damage_by(player=False),
    "dealt damage to a player": _dealt_damage_by(player=True),
    "dealt damage to you": _dealt_damage_by(player=True, you=True),
    "dealt combat damage to a player": _dealt_damage_by(player=True, combat=True),
    "attacked": _attacked,
    "blocked": _blocked,
    "was blocked": _was_blocked,
    "attacked or blocked": lambda ctx, event, id: _attacked(ctx, event, id) or _blocked(ctx, event, id),
    "was activated": _activated,
    "became the target": _targeted,
    "was discarded": _moved("graveyard", "discard"),
    "was milled": _moved("graveyard", "mill"),
    "was put into a graveyard": _moved("graveyard"),
    "was exiled": _moved("exile"),
}
"""What each verb of `Happened` asks of the log."""


def period(ctx: Context, when: str) -> list[Happened]:
    """The part of the log that a time speaks of."""
    if when not in PERIODS:
        raise Unsupported(f"the time {when!r}")
    return PERIODS[when](ctx)


def _last_turn(ctx: Context) -> list[Happened]:
    before: int = ctx.game.turn.number - 1
    return [h for h in ctx.game.log if h.turn == before]


def _this_combat(ctx: Context) -> list[Happened]:
    game = ctx.game
    return [h for h in game.log if game.combat is not None and h.combat == game.combat.number]


def _before_this_spell(ctx: Context) -> list[Happened]:
    """CR 702.40a: the turn up to the moment at which the source was cast; nothing if it wasn't cast this turn."""
    turn = ctx.game.this_turn()
    for at, entry in enumerate(turn):
        if isinstance(entry.event, ev.SpellCast) and entry.event.object == ctx.source:
            return turn[:at]
    return []


PERIODS: dict[str, Callable[[Context], list[Happened]]] = {
    "this turn": lambda ctx: ctx.game.this_turn(),
    "before this spell this turn": _before_this_spell,
    "last turn": _last_turn,
    "this combat": _this_combat,
    "ever": lambda ctx: ctx.game.log,
    "this game": lambda ctx: ctx.game.log,
}
"""The parts of the log that the words for a time speak of."""


SINCE_UPKEEP = ("came under your control", "since your last upkeep")


def tells(what: str, when: str) -> bool:
    """Whether `happened` can say whether that happened to something in the time."""
    return (what, when) == SINCE_UPKEEP or (what in HAPPENED and when in PERIODS)


def happened(ctx: Context, what: str, when: str, id: ObjectId) -> bool:
    """CR 608.2i: whether that happened to the object in the time."""
    if (what, when) == SINCE_UPKEEP:
        # 702.30a: under this player's control only since the upkeep before this one
        return bool(ctx.game.object(id).since > ctx.game.upkeeps.get(ctx.controller, (0, 0))[0])
    if what not in HAPPENED:
        raise Unsupported(f"whether something {what!r}")
    return any(HAPPENED[what](ctx, h.event, id) for h in period(ctx, when))
