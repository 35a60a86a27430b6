"""What happened before a position begins: spells that were cast this turn, creatures that died, life gained or lost, what is linked, paired, crewed.

    game = Game(["alice", "bob"])
    bears = put(game, "alice", card)
    begin(game, "alice", "postcombat main")
    attacked(game, [bears], "bob")               # earlier this turn
    cast(game, "alice", other)

It stands in the log as what happened this turn and is told as a step; nothing triggers, and nothing changes but what is said here.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import HAUNTED, designations, dungeon_cards, dungeons, lasting, ring
from engine.game import Context, Game, LogEntry, doors
from engine.game import events as ev
from engine.model import Card, Characteristics, GameObject, ObjectId, PlayerId, Thing, Zone, linked_to, plain
from engine.queries import COMPLETED, RING_BEARER, abilities_of, paired_with, relations
from engine.rules.costs import activated_abilities
from engine.rules.effects import as_cast, faces, prepared, rooms
from engine.rules.effects import designations as designated

UNKNOWN = Characteristics()


def happened(game: Game, told: str, *events: ev.GameEvent, combat: int = 0) -> None:
    """Let these events have happened at once, earlier this turn."""
    step = game.note(f"before: {told}", cause=-1, kind="before")
    moment = game.tick()
    game.log.extend(LogEntry(event, moment, game.turn.number, step, combat) for event in events)
    game.epoch += 1


def cast(game: Game, player: PlayerId, card: Card | None) -> None:
    """The player cast a spell this turn, of which nothing else is left. None: one that nothing is known of."""
    spell = _gone(game, player, card, "stack")
    happened(
        game, f"{player} cast {game.name(spell)}", ev.SpellCast(player=player, object=spell, origin="hand")
    )


def died(game: Game, player: PlayerId, card: Card | Characteristics) -> None:
    """A permanent of the player's died this turn; its card is the newest of its name in the graveyard, if there is one."""
    was = _gone(game, player, card, "battlefield")
    name = game.object(was).base.name
    became = next(
        (i for i in game.zone("graveyard", player) if game.objects[i].base.name == name and i not in game.became.values()),
        0,
    )  # fmt: skip
    if became:
        game.became[was] = became
    happened(game, f"{name} died", ev.MoveZone(object=was, to="graveyard", verb="destroy", was=became))


def attacked(game: Game, attackers: Sequence[ObjectId], whom: Thing) -> None:
    """These creatures attacked this turn."""
    told = f"{', '.join(game.name(i) for i in attackers)} attacked {game.name(whom)}"
    declared = ev.AttackersDeclared(
        player=game.controller(attackers[0]), attacks=tuple((i, whom) for i in attackers)
    )
    happened(game, told, declared)


def entered(game: Game, id: ObjectId) -> None:
    """The permanent entered the battlefield this turn (CR 302.6: its controller has not had it since the turn began)."""
    before = _gone(game, game.objects[id].owner, game.objects[id].card or game.objects[id].base, "hand")
    game.became[before] = id
    game.put_object(replace(game.objects[id], since=max(game.objects[id].timestamp, 1)))
    put = ev.MoveZone(object=before, to="battlefield", controller=game.controller(id), was=id)
    happened(game, f"{game.name(id)} entered the battlefield", put)


def dealt_damage(game: Game, source: ObjectId, to: Thing, amount: int) -> None:
    """The source dealt so much damage this turn; what is marked on a creature is said beside it."""
    told = f"{game.name(source)} dealt {amount} damage to {game.name(to)}"
    happened(game, told, ev.Damage(source=source, to=to, amount=amount))


def life_changed(game: Game, player: PlayerId, amount: int) -> None:
    """The player gained so much life this turn, or (a negative amount) lost it; what they have now is said beside it."""
    if amount >= 0:
        happened(game, f"{player} gained {amount} life", ev.GainLife(player=player, amount=amount))
    else:
        happened(game, f"{player} lost {-amount} life", ev.LoseLife(player=player, amount=-amount))


def drawn(game: Game, player: PlayerId, number: int) -> None:
    """The player drew so many cards this turn."""
    moves = []
    for _ in range(number):
        card = _gone(game, player, None, "library")
        moves.append(ev.MoveZone(object=card, to="hand", verb="draw", by=player))
    for move in moves:
        happened(game, f"{player} drew a card", ev.Draw(player=player), move)


def link(game: Game, host: ObjectId, done: str, ids: Iterable[ObjectId]) -> None:
    """CR 607.2a: the object's linked abilities have done that ("exiled") to these."""
    obj = game.objects[host]
    ids = tuple(ids)
    known = dict(obj.linked)
    key = linked_to(done, ())
    known[key] = (*known.get(key, ()), *ids)
    game.put_object(replace(obj, linked=tuple(known.items())))
    if done == "exiled":
        _until(game, host, ids)


def exiled_before_the_game(game: Game, id: ObjectId, name: str) -> None:
    """CR 607.2n: the card was exiled before the game, with a card of this name."""
    obj = game.objects[id]
    game.put_object(replace(obj, marks=(*obj.marks, f"{relations.EXILED_BEFORE} {plain(name)}")))


def _until(game: Game, host: ObjectId, ids: Sequence[ObjectId]) -> None:
    """CR 610.3: what the object exiled "until" something happens comes back then, to where its ability takes things from."""
    for ability in abilities_of(game, host):
        for exile in ab.walk(ability):
            if isinstance(exile, ab.Exile) and exile.until is not None:
                named = (n.zone for n in ab.walk(ability) if isinstance(n, ab.InZone))
                came = exile.origin or next(named, "battlefield")
                exiled = tuple((id, typing.cast(Zone, came)) for id in ids)
                context = Context(game, game.controller(host), host)
                lasting.set_up(context, exile, exile.until, affected=tuple(ids), exiled=exiled)
                return


def haunt(game: Game, card: ObjectId, creature: ObjectId) -> None:
    """CR 702.55b: the card in exile haunts the creature."""
    link(game, card, HAUNTED, [creature])


def pair(game: Game, one: ObjectId, other: ObjectId) -> None:
    """CR 702.95c: the creatures are paired, under the control of the first one's controller."""
    player = game.controller(one)
    game.any_paired = True
    for id, partner in ((one, other), (other, one)):
        obj = game.objects[id]
        game.put_object(replace(obj, marks=(*obj.marks, paired_with(partner, player))))


def unlock(game: Game, room: ObjectId, halves: Sequence[int]) -> None:
    """CR 709.5c: these halves of the permanent were unlocked: 0 the left one, 1 the right one."""
    if halves:
        obj = game.objects[room]
        game.put_object(replace(obj, marks=(*obj.marks, *(rooms.UNLOCKED[n] for n in halves))))


def crew(game: Game, vehicle: ObjectId) -> bool:
    """CR 702.122a: the Vehicle was crewed this turn, and is a creature until it ends. False where it has no such ability."""
    player = game.controller(vehicle)
    for ability, keyword in activated_abilities.named(game, vehicle):
        if keyword == "crew":
            doors.perform(Context(game, player, vehicle), ability.effect)
            return True
    return False


def prepare(game: Game, id: ObjectId) -> bool:
    """CR 722.3a, 722.3c: the permanent is prepared, and a copy of its prepare spell is in exile. False where it has none."""
    if prepared.spell_of(game, id) is None:
        return False
    pending = game.pending
    game.happen(prepared.marked(game, id, prepared=True))
    game.pending = pending
    return True


DESIGNATIONS = ("monstrous", "renowned", "suspected", "saddled", "solved")
"""What a permanent can have become (CR 701.37b, 702.112b, 701.60a, 702.171b, 719.3b)."""
IN_EXILE = ("foretold", "plotted", "on an adventure")
"""How a card can have come to be in exile, so that its owner may cast it from there (CR 702.143a, 702.170c, 715.3d)."""


def became(game: Game, id: ObjectId, designation: str) -> None:
    """The permanent has the designation, since before this turn; what would trigger on it doesn't."""
    if designation == "suspected":  # 701.60c
        pending = game.pending
        doors.perform(Context(game, game.controller(id), id), ab.Transform(ab.Fixed((id,)), "suspect"))
        game.pending = pending
        return
    obj = game.objects[id]
    game.put_object(replace(obj, marks=(*obj.marks, designation)))


def reached_level(game: Game, id: ObjectId, level: int) -> None:
    """CR 716.2b: the Class has been given each level up to that one."""
    obj = game.objects[id]
    game.put_object(replace(obj, marks=(*obj.marks, *(f"class level {n}" for n in range(2, level + 1)))))


def exiled_as(game: Game, id: ObjectId, how: str) -> None:
    """CR 702.143a, 702.170c, 715.3d: the card was foretold or plotted on an earlier turn, or went on an adventure."""
    obj = game.objects[id]
    mark = as_cast.on_adventure(obj.owner) if how == "on an adventure" else how
    chosen = obj.chosen if how == "on an adventure" else (*obj.chosen, ("turn", game.turn.number - 1))
    game.put_object(
        replace(obj, marks=(*obj.marks, mark), chosen=chosen, face_down=obj.face_down or how == "foretold")
    )


def designate(game: Game, player: PlayerId, mark: str) -> None:
    """The player is the "monarch", has the "initiative" or the "city's blessing" (CR 725, 726, 702.131); what would trigger on it doesn't."""
    pending = game.pending
    if mark == designated.BLESSING:
        game.happen(designated.blessed(game, player))
    else:
        doors.perform(Context(game, player), ab.BecomeState(ab.You(), mark))
    game.pending = pending


def speed(game: Game, player: PlayerId, number: int) -> None:
    """The player has that speed (CR 702.179b)."""
    game.happen(designations.set_speed(game, player, number))


def tempted(game: Game, player: PlayerId, times: int, bearer: ObjectId | None = None) -> None:
    """CR 701.54b-c: the Ring has tempted the player so often, and the creature bears it; what would trigger on it doesn't."""
    pending = game.pending
    for _ in range(times):
        ring.more_of_the_emblem(Context(game, player), player)
    if bearer is not None:
        game.any_ring_bearer = True
        obj = game.objects[bearer]
        game.put_object(replace(obj, marks=(*obj.marks, RING_BEARER + player)))
    game.pending = pending


def venture(game: Game, player: PlayerId, dungeon: dungeon_cards.Dungeon, room: str) -> None:
    """CR 309.4: the player has ventured into the dungeon, and their marker is on the room; what triggered has resolved."""
    ctx, pending = Context(game, player), game.pending
    dungeons.move_marker(ctx, player, dungeons.bring(ctx, player, dungeon), room)
    game.pending = pending


def completed(game: Game, player: PlayerId, dungeon: dungeon_cards.Dungeon) -> None:
    """CR 309.7: the player has completed the dungeon."""
    marks = game.players[player].marks
    game.put_player(replace(game.players[player], marks=(*marks, COMPLETED + dungeon.name)))


def day_or_night(game: Game, what: str) -> None:
    """CR 731.1: it is day, or night."""
    game.day_or_night = what
    game.epoch += 1


def _gone(game: Game, player: PlayerId, card: Card | Characteristics | None, zone: Zone) -> ObjectId:
    """An object that was in a zone and has ceased to exist, to look back at (CR 608.2h)."""
    of = card if isinstance(card, Card) else None
    base = faces.base(card, zone, 0) if isinstance(card, Card) else card or UNKNOWN
    obj = GameObject(
        id=game.new_id(), kind="card" if card is None or of is not None else "token", owner=player, controller=player, zone=zone,
        base=base, card=of, timestamp=game.tick(), unknown=card is None,
    )  # fmt: skip
    game.put_object(obj)
    game.past[obj.id] = (game.snapshot(), obj)
    game.take_object(obj.id)
    return obj.id
