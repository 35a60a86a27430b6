"""Moving objects between zones: destroy, exile, put, return, sacrifice, counter (CR 400-406, 610.3, 701.6, 701.8, 701.13, 701.21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import entering_attacking, lasting, looking
from engine.actions.acting import (
    actors,
    attempted,
    done,
    each_actor,
    gone,
    happen,
    number,
    objects,
    on_battlefield,
    ordered,
    permanents,
    pick_things,
    pick_word,
    things,
    words_for,
)
from engine.actions.registry import acting, performs
from engine.errors import Unsupported
from engine.game import Context, Game, LastingEffect, link_of
from engine.game import events as ev
from engine.model import GameObject, LinkedTo, ObjectId, PlayerId, Thing, linked_to
from engine.queries import changed_rules, numbers, object_abilities
from engine.rules.effects import attaching, continuous, durations, faces, interaction, phasing
from engine.rules.processing import aftermath

# ---- destroy, sacrifice, counter ------------------------------------------------------------------------------------


@performs(ab.Destroy)
def destroy(ctx: Context, effect: ab.Destroy) -> None:
    """CR 701.8a: to their owners' graveyards, at once. What is indestructible or regenerates has not been destroyed (701.8b-c)."""
    ids = permanents(ctx, effect.what, help=False, question="choose what is destroyed")
    words = words_for(ctx, ids)
    entries = happen(
        ctx,
        [ev.Destroy(object=i, source=ctx.source, no_regeneration=effect.cant_be_regenerated) for i in ids],
    )
    done(ctx, [h.event.object for h in entries if isinstance(h.event, ev.Destroy)], "destroyed", words=words)
    attempted(ctx, bool(ids))


@performs(ab.Sacrifice)
def sacrifice(ctx: Context, effect: ab.Sacrifice) -> None:
    """CR 701.21a, 101.4: each player chooses among the permanents they control, in APNAP order; then all are sacrificed at once."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    by = []
    for player in each_actor(ctx, effect.who):
        mine = [
            i
            for i in game.battlefield()
            if game.controller(i) == player and not cant(game, i, "be sacrificed")
        ]
        mine = [i for i in mine if not _kept_safe(ctx, player, i)]
        with acting(ctx, player):
            among = mine if isinstance(effect.what, ab.Chosen | ab.Each) else None
            found = objects(ctx, effect.what, by=player, among=among, question="choose what to sacrifice")
        found = [i for i in found if i in mine]
        events += [ev.Sacrifice(object=i, player=player, source=ctx.source, word=effect.word) for i in found]
        if found:
            by.append(player)
    if len(by) > 1:
        game.cite("101.4", *(("805.6",) if game.seating.shared else ()))
    ids = [e.object for e in events if isinstance(e, ev.Sacrifice)]
    words = words_for(ctx, ids)
    entries = happen(ctx, events)
    done(
        ctx, [h.event.object for h in entries if isinstance(h.event, ev.Sacrifice)], "sacrificed", words=words
    )
    attempted(ctx, bool(ids), by)


def _kept_safe(ctx: Context, player: PlayerId, id: ObjectId) -> bool:
    """CR 101.2: whether an effect says that this spell or ability can't cause the player to sacrifice the permanent."""
    if not changed_rules.made_to(ctx.game, ctx.object, player, changed_rules.MADE_TO_SACRIFICE, id):
        return False
    told = f"{player} can't be made to sacrifice {ctx.game.name(id)}"
    ctx.game.note(told, "101.2", about=(id,), kind="kept")
    return True


def cant(game: Game, thing: Thing, what: str) -> bool:
    """CR 101.2: whether an effect says that it can't."""
    return bool(changed_rules.cant(game, thing, what))


@performs(ab.Counter)
def counter(ctx: Context, effect: ab.Counter) -> None:
    """CR 701.6a: off the stack without resolving; a countered spell goes to its owner's graveyard, or where the effect says."""
    game = ctx.game
    ids = [
        i
        for i in objects(ctx, effect.what, help=False)
        if i in game.objects and game.objects[i].zone == "stack"
    ]
    to, place = named_place(ctx, effect.to or "graveyard", ctx.controller)
    words = words_for(ctx, ids)
    graveyard = [ev.MoveZone(object=i, to="graveyard", verb="counter", source=ctx.source) for i in ids]
    if to != "graveyard" and any(interaction.waiting_for(game, move) for move in graveyard):
        game.cite("614.15", "616.1a")
    entries = happen(
        ctx, [ev.Counter(object=i, source=ctx.source, by=ctx.controller, to=to, place=place) for i in ids]
    )
    done(
        ctx,
        [h.event.object for h in entries if isinstance(h.event, ev.Counter)],
        "countered",
        words=words,
    )
    attempted(ctx, bool(ids))


# ---- exile --------------------------------------------------------------------------------------------------------


@performs(ab.Exile)
def exile(ctx: Context, effect: ab.Exile) -> None:
    """CR 701.13a, 610.3: to exile, from wherever they are; "until" something happens they come back right after it."""
    game = ctx.game
    ids: list[ObjectId] = []
    by: dict[ObjectId, PlayerId] = {}
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            found = [
                i
                for i in objects(ctx, effect.what, help=False, question="choose what is exiled")
                if movable(game, i) and effect.origin in ("", game.objects[i].zone)
            ]
        ids += [i for i in found if i not in ids]
        by |= dict.fromkeys(found, player)
    if effect.until is not None and over_already(ctx, effect.until):
        stack = game.object(ctx.object).stack if ctx.object else None
        rule = "610.3b" if stack is not None and stack.kind == "triggered" else "610.3a"
        game.note(
            "what it was to be exiled until has happened already, so nothing is exiled", rule, kind="kept"
        )
        attempted(ctx, False)
        return
    words = words_for(ctx, ids)
    counters = tuple((kind, 1) for kind in effect.counters)
    before = {i: game.objects[i].zone for i in ids}
    entries = happen(
        ctx,
        [
            ev.MoveZone(
                object=i, to="exile", verb="exile", by=by[i], source=ctx.source, face_down=effect.face_down, counters=merged(counters),
                marks=looking.looked_at(ctx, by[i], i) if effect.face_down else (),
            )
            for i in ids
        ],
    )  # fmt: skip
    moved = {
        h.event.object: h.event.was
        for h in entries
        if isinstance(h.event, ev.MoveZone) and h.event.to == "exile" and h.event.was
    }
    exiled = [i for i in ids if i in moved]
    parts = {i: game.parted.get(i, (moved[i],)) for i in exiled}
    link(ctx, "exiled", [part for i in exiled for part in parts[i]])
    done(ctx, exiled, "exiled", words={*words, "card"})
    if effect.face_down and exiled:
        game.cite("406.3")
    if effect.until is not None and exiled:
        lasting.set_up(
            ctx,
            effect,
            effect.until,
            affected=tuple(part for i in exiled for part in parts[i]),
            exiled=tuple((part, before[i]) for i in exiled for part in parts[i]),
        )
    attempted(ctx, bool(ids), dict.fromkeys(by.values()))


def merged(counters: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Counters of one kind together."""
    total: dict[str, int] = {}
    for kind, n in counters:
        total[kind] = total.get(kind, 0) + n
    return tuple(total.items())


def movable(game: Game, id: ObjectId) -> bool:
    """Whether the object can go anywhere: it exists, is phased in, and is no token that has left the battlefield (CR 111.8, 702.26b)."""
    obj = game.objects.get(id)
    if obj is None or obj.phased_out or obj.kind in ("ability", "emblem"):
        return False
    if obj.kind == "token" and obj.zone != "battlefield":
        game.cite("111.8")
        return False
    return not (obj.kind == "copy" and obj.zone not in ("stack", "battlefield"))


def link(ctx: Context, done_to: str, ids: list[ObjectId]) -> None:
    """CR 607.2: the source's other abilities can speak of what this one did that to; 607.2q: and those of the permanent that a spell becomes."""
    game = ctx.game
    if ctx.entering is not None:  # 614.12a: of what is about to enter
        made = (linked_to(done_to, link_of(ctx)), tuple(ids))
        ctx.entering = replace(ctx.entering, links=(*ctx.entering.links, made)) if ids else ctx.entering
        return
    source = ctx.now(ctx.source) if ctx.source else 0
    if not ids or source not in game.objects or game.objects[source].kind == "ability":
        return
    linked, key = dict(game.objects[source].linked), linked_to(done_to, link_of(ctx))
    linked[key] = (*(i for i in linked.get(key, ()) if i in game.objects), *ids)
    game.happen(
        ev.SetFields(thing=source, verb="remembers", fields={"linked": tuple(linked.items())}, quiet=True)
    )


def link_spoken_of(ctx: Context, relation: str, ids: list[ObjectId]) -> None:
    """CR 607.2c: the same for what an ability created or put onto the battlefield, if another speaks of that."""
    source = ctx.now(ctx.source) if ctx.source else 0
    if ids and source in ctx.game.objects and object_abilities.speaks_of(ctx.game, source, relation):
        link(ctx, object_abilities.LINKING[relation], ids)


def over_already(ctx: Context, until: ab.Duration) -> bool:
    """CR 610.3a-b: whether what the exile lasts until has happened since the ability was put on the stack or triggered."""
    match until:
        case ab.UntilLeaves(what=ab.This()):
            # The source as it was then: if it left and came back, it is another object (CR 400.7).
            return not on_battlefield(ctx.game, ctx.source)
        case ab.UntilLeaves(what=what):
            return not all(on_battlefield(ctx.game, i) for i in objects(ctx, what))
    return False


def over(game: Game, moment: str = "") -> list[LastingEffect]:
    """CR 610.3: the exiles whose "until" has come about. `moment` as for engine.rules.effects.continuous.expire."""
    exiles = [f for f in game.floating.values() if isinstance(f.ability, ab.Exile | ab.Transform)]
    return [f for f in exiles if durations.is_over(game, f, moment)]


def return_events(game: Game, floating: LastingEffect) -> list[ev.GameEvent]:
    """CR 610.3, 610.3c: each object still in exile goes back to the zone it came from, permanents under their owners' control."""
    events: list[ev.GameEvent] = []
    if isinstance(floating.ability, ab.Transform):
        there = phasing.held(game, floating)
        return phasing.in_events(game, there, tapped=there if floating.ability.tapped else ())
    for id, zone in floating.exiled:
        obj = game.objects.get(id)
        if obj is None or obj.zone != "exile" or obj.kind == "token":
            continue
        if zone == "battlefield":
            event = ev.MoveZone(
                object=id, to="battlefield", controller=obj.owner, verb="return", source=floating.source
            )
            events += [e for e in [entering_attached(game, event, obj.owner)] if e is not None]
        else:
            events.append(ev.MoveZone(object=id, to=zone, verb="return", source=floating.source))
    return events


def return_exiled(game: Game, moment: str = "") -> bool:
    """CR 610.3, 610.3d: bring back, at once, everything whose time in exile is over; right after each event, and before effects expire at a
    moment of the turn. True if there was anything."""
    ended = over(game, moment)
    if not ended:
        return False
    for floating in ended:
        game.floating.pop(floating.id, None)
    game.epoch += 1
    for rule in sorted({"610.4" if isinstance(f.ability, ab.Transform) else "610.3" for f in ended}):
        game.cite(rule, *((f"{rule}d",) if len(ended) > 1 else ()))
    if any(zone == "battlefield" for floating in ended for _, zone in floating.exiled):
        game.cite("610.3c")
    events = [e for floating in ended for e in return_events(game, floating)]
    if events:
        game.happen(events)
    return True


aftermath.FOLLOWS["exile"] = lambda game, entries, before: return_exiled(game)


# ---- put and return -------------------------------------------------------------------------------------------------

PLACES: dict[str, tuple[str, int]] = {
    "battlefield": ("battlefield", 0), "hand": ("hand", 0), "graveyard": ("graveyard", 0), "exile": ("exile", 0),
    "ante": ("ante", 0),
    "library top": ("library", 0), "library bottom": ("library", -1), "library top or bottom": ("library", -1),
}  # fmt: skip
"""The zones and places that Put and Counter name, and what they are to the engine."""

STATES = frozenset(
    {
        "tapped",
        "attacking",
        "transformed",
        "crafted",
        "attacking in its place",
        "face down",
    }
)
"""What a permanent can enter as (CR 614.12)."""


@performs(ab.Put)
def put(ctx: Context, effect: ab.Put) -> None:
    """CR 400.3, 400.7, 110.2a: objects go to a zone, always their owner's; onto the battlefield under the control of the one who puts them there,
    unless another is named."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    words: set[str] = set()
    ids: list[ObjectId] = []
    by = []
    for state in effect.state:
        if state not in STATES:
            raise Unsupported(f"putting something onto the battlefield {state}")
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            helps = effect.zone in ("battlefield", "hand") or None
            found = objects(ctx, effect.what, help=helps, question=f"choose what to {effect.verb}")
            found = [i for i in found if i not in ids and movable(game, i) and _still_there(ctx, effect, i)]
            found = _antes(ctx, player, found) if effect.zone == "ante" else found
            found = _own(ctx, effect, player, found)
            words |= words_for(ctx, found)
            ids += found
            made = _moves(ctx, effect, player, found)
            events += made
            if made:
                by.append(player)
    if effect.being:
        joins = continuous.begin_as_entering(ctx, effect.being)
        events = [replace(e, joins=joins) if isinstance(e, ev.MoveZone) else e for e in events]
    entries = happen(ctx, events)
    went = [
        h.event.object
        for h in entries
        if isinstance(h.event, ev.MoveZone) and h.event.object in ids and h.event.was
    ]
    if effect.zone == "battlefield":
        became = [h.event.was for h in entries if isinstance(h.event, ev.MoveZone) and h.event.object in went]
        link_spoken_of(ctx, "put onto the battlefield with", [i for i in became if i])
    done(ctx, went, "returned" if effect.verb == "return" else "put", words=words)
    attempted(ctx, bool(events), by)


def _own(ctx: Context, effect: ab.Put, player: PlayerId, ids: list[ObjectId]) -> list[ObjectId]:
    """CR 608.2e, 400.3: where the owners of things put them somewhere, each does so with their own."""
    who, what = effect.who, effect.what
    if not (isinstance(who, ab.OwnerOf) and isinstance(who.of, ab.That) and isinstance(what, ab.That)):
        return ids
    return [i for i in ids if ctx.game.objects[i].owner == player] if who.of.to == what.to else ids


def _antes(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ObjectId]:
    """CR 407.4: what the player can ante: nothing that another owns."""
    ctx.game.cite("407.4")
    for id in ids:
        if ctx.game.objects[id].owner != player:
            told = f"{player} doesn't own {ctx.game.name(id)} and can't ante it"
            ctx.game.note(told, "407.4", about=(id,), kind="kept")
    return [id for id in ids if ctx.game.objects[id].owner == player]


def _still_there(ctx: Context, effect: ab.Put, id: ObjectId) -> bool:
    """CR 400.7: what is moved from a zone that the instruction names must still be in it; what has changed zones on its own is another object."""
    return not effect.origin or ctx.game.objects[id].zone == effect.origin


def _moves(ctx: Context, effect: ab.Put, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """The moves of what one player puts somewhere."""
    game = ctx.game
    to, place = _place(ctx, effect, player)
    if to == "battlefield":
        return _onto_battlefield(ctx, effect, player, ids)
    if effect.state or effect.under is not None:
        raise Unsupported(f"putting something into the {to} {', '.join(effect.state) or 'under control'}")
    if to == "library" and len(ids) > 1:
        ids = _in_order(ctx, effect, player, ids)
    if to == "library" and place >= 0:
        # The first in the order ends up topmost (CR 401.4).
        ids = list(reversed(ids))
    kinds = _counters(ctx, effect)
    return [
        ev.MoveZone(
            object=i, to=to, place=place, verb=effect.verb, by=player, source=ctx.source, counters=kinds
        )
        for i in ids
        if not (game.objects[i].zone == to and to != "library")
    ]


def _place(ctx: Context, effect: ab.Put, player: PlayerId) -> tuple[str, int]:
    match effect.zone:
        case "library" if effect.nth > 0:
            return "library", effect.nth - 1
        case "library" if effect.beneath is not None:
            return "library", numbers.value(ctx, effect.beneath)  # with fewer cards it is the last (401.7)
    return named_place(ctx, effect.zone, player)


def named_place(ctx: Context, zone: str, player: PlayerId) -> tuple[str, int]:
    """CR 400.1, 401: the zone and the place in it that the word names; the player chooses where it leaves a choice."""
    if zone not in PLACES:
        raise Unsupported(f"putting something into {zone!r}")
    if zone == "library top or bottom":
        zone = f"library {pick_word(ctx, player, 'top or bottom of the library?', ('top', 'bottom'))}"
    return PLACES[zone]


RANDOM = frozenset({"random", "random order"})
ORDERS = RANDOM | {"", "any"}
"""In what order cards are put into a library: as their owner likes where nothing is said, as the one who puts them likes, or at random."""


def _in_order(ctx: Context, effect: ab.Put, player: PlayerId, ids: list[ObjectId]) -> list[ObjectId]:
    """CR 401.4: cards that go to one library at once are put there in the order their owner likes, or at random."""
    if effect.order not in ORDERS:
        raise Unsupported(f"cards put into a library in {effect.order!r}")
    if effect.order in RANDOM:
        ctx.game.cite("401.4")
        return ordered(ctx, player, "in what order do they come by chance (top first)?", ids)
    owners = list(dict.fromkeys(ctx.game.objects[i].owner for i in ids))
    found: list[ObjectId] = []
    for owner in owners:
        mine = [i for i in ids if ctx.game.objects[i].owner == owner]
        chooser = player if effect.order else owner
        found += ordered(ctx, chooser, "in what order are they put there (top first)?", mine)
    return found


def _counters(ctx: Context, effect: ab.Put) -> tuple[tuple[str, int], ...]:
    return merged([(kind, n) for n, kind in effect.counters])


def _can_be_there(game: Game, id: ObjectId, states: str) -> bool:
    """CR 110.4a, 712.14a: whether it would be a permanent, with its back face up if it enters transformed."""
    card = game.objects[id].card
    if "transformed" in states and card is not None and card.layout == "transform":
        return card.faces[-1].characteristics().is_permanent_card
    return game.characteristics(id).is_permanent_card


def _onto_battlefield(
    ctx: Context, effect: ab.Put, player: PlayerId, ids: list[ObjectId]
) -> list[ev.GameEvent]:
    """CR 110.2a, 304.4, 307.4, 508.4: how objects enter that are put onto the battlefield."""
    game = ctx.game
    states = " and ".join(effect.state)
    events: list[ev.GameEvent] = []
    for id in ids:
        obj = game.objects[id]
        if obj.zone == "battlefield":
            continue
        controller = player
        if effect.under is not None:
            controller = _under(ctx, effect.under, id)
        if "face down" in states:
            game.cite("708.3")
        elif not obj.unknown and not _can_be_there(game, id, states):
            rule = "304.4" if "instant" in game.characteristics(id).types else "307.4"
            game.note(
                f"{game.name(id)} can't enter the battlefield and stays where it is",
                rule,
                *(("712.14b",) if _two_sided(obj) else ()),
                about=(id,),
                kind="kept",
            )
            continue
        whom = entering_attacking.whom(ctx, controller, effect.state, effect.attacked)
        event = ev.MoveZone(
            object=id, to="battlefield", controller=controller, verb=effect.verb, by=player, source=ctx.source,
            tapped="tapped" in states, transformed="transformed" in states, face_down="face down" in states,
            attacking=whom, counters=_counters(ctx, effect), links=_crafted_from(ctx) if "crafted" in states else (),
        )  # fmt: skip
        if event.transformed and (obj.card is None or len(obj.card.faces) < 2 or obj.card.layout == "split"):
            # CR 712.14a: what is no double-faced card stays where it is.
            game.note(
                f"{game.name(id)} is no double-faced card and stays where it is",
                "712.14a",
                about=(id,),
                kind="kept",
            )
            continue
        settled = (
            _attached(ctx, effect.attached, event)
            if effect.attached is not None
            else entering_attached(game, event, controller)
        )
        if settled is not None:
            events.append(settled)
    return events


def _crafted_from(ctx: Context) -> tuple[tuple[LinkedTo, tuple[ObjectId, ...]], ...]:
    """CR 702.167c: what was exiled to pay for the craft ability, but for its source."""
    exiled = (t for m in ctx.mentions if m.done == "exiled" for t in m.things if isinstance(t, int))
    return (
        (
            linked_to("used to craft", ()),
            tuple(now for t in exiled if t != ctx.source for now in ctx.all_now(t)),
        ),
    )


def _two_sided(obj: GameObject) -> bool:
    return obj.card is not None and obj.card.layout == "modal_dfc"


def _attached(ctx: Context, to: ab.Recipient, event: ev.MoveZone) -> ev.MoveZone | None:
    """CR 303.4i, 301.5e: attached to what is said; an Aura that can't enchant that stays where it is, an Equipment enters unattached."""
    game = ctx.game
    found = [
        ctx.now(t) if isinstance(t, int) else t
        for t in things(ctx, to, question="choose what it is attached to")
    ]
    if len(found) > 1:
        raise Unsupported("something that enters attached to several things")
    there = found[0] if found and game.exists(found[0]) else None
    obj = game.objects[event.object]
    face = 1 if event.transformed else event.face or 0
    base = obj.base if obj.card is None else faces.base(obj.card, "battlefield", face)
    if "Aura" in base.subtypes:
        if there is None or there not in attaching.could_enchant(game, event):
            game.note(
                f"{game.name(obj.id)} can't enchant that and stays where it is",
                "303.4i",
                about=(obj.id,),
                kind="kept",
            )
            return None
        return replace(event, attached_to=there)
    if there is None or not base.subtypes & {"Equipment", "Fortification"}:
        game.cite("303.4h")
        return event
    ahead, entered = game.entering(event)
    if not attaching.equipment_may_be_attached(ahead, entered, there):
        game.cite("301.5e")
        return event
    return replace(event, attached_to=there)


def _under(ctx: Context, under: ab.Players, id: ObjectId) -> PlayerId:
    """Under whose control it enters: its owner's, or that of the one player meant (CR 110.2a)."""
    if isinstance(under, ab.OwnerOf):
        return ctx.game.objects[id].owner
    found = actors(ctx, under) or gone(
        ctx, under
    )  # 800.4b: under the control of one who has left it doesn't enter
    if len(found) != 1:
        raise Unsupported("a permanent that enters under the control of several players")
    return found[0]


def entering_attached(game: Game, event: Any, controller: PlayerId) -> Any:
    """CR 303.4f-g: an Aura that enters other than by resolving: the player who puts it there chooses what it enchants; with nothing to enchant
    it stays where it is (None)."""
    obj = game.objects[event.object]
    if obj.unknown or event.attached_to is not None:
        return event
    base = (
        obj.base
        if obj.card is None
        else faces.base(obj.card, "battlefield", 1 if event.transformed else event.face or 0)
    )
    if "Aura" not in base.subtypes:
        return event
    options = attaching.could_enchant(game, event)
    if not options:
        game.note(
            f"{game.name(obj.id)} has nothing it could enchant and stays where it is",
            "303.4g",
            about=(obj.id,),
            kind="kept",
        )
        return None
    game.cite("303.4f")
    ctx = Context(game, controller, obj.id)
    picked = pick_things(ctx, controller, f"choose what {game.name(obj.id)} enchants", options)
    return replace(event, attached_to=picked[0])


def count_of(ctx: Context, amount: ab.Number | None) -> int:
    """The number, one where none is said."""
    return 1 if amount is None else number(ctx, amount)
