"""The appliers: what each event changes in the game. Nothing else changes a game once it has begun (architecture: Events)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.errors import Unsupported
from engine.game import Assumption, Context, Game, doors
from engine.game import events as ev
from engine.model import (
    OUTSIDE,
    UNTIL_USED,
    Characteristics,
    GameObject,
    ObjectId,
    PlayerId,
    Thing,
)
from engine.queries import COMPLETED, DREW, changed_rules
from engine.rules.effects import commander, components, continuous, faces
from engine.rules.processing import chance, combat_changes, new_games
from engine.rules.processing.new_objects import (
    brought_in,
    copy_card,
    create_emblem,
    create_token,
    put_on_stack,
)
from engine.rules.processing.places import enter, joins_combat, leave


def apply(game: Game, event: ev.GameEvent) -> ev.GameEvent:
    """Carry the event out. Returns it with what only now is known (the new object's id) filled in."""
    applier = APPLIERS.get(type(event))
    if applier is None:
        raise Unsupported(f"the event {type(event).__name__}")
    changed = applier(game, event)
    if isinstance(event, PASSING):
        game.passed()
    else:
        game.epoch += 1
    return changed if changed is not None else event


# ---- zones ------------------------------------------------------------------------------------------------------


def move_zone(game: Game, event: ev.MoveZone) -> ev.GameEvent | None:
    """CR 400.7: the object leaves its zone and becomes a new one in the other."""
    obj = game.objects.get(event.object)
    if obj is None:
        return replace(event, was=0)
    if event.to in ("hand", "library", "graveyard") and game.controller(obj.id) != obj.owner:
        game.cite("400.3")
    if obj.face_down and obj.zone in ("battlefield", "stack") and event.to not in ("battlefield", "stack"):
        game.cite("708.9")
    if obj.zone == "stack" and obj.cast is not None and "splice" in obj.cast.paid:
        game.cite("702.47e")
    if obj.zone == OUTSIDE:
        game.cite("400.11b")
        new_games.take_from_main_game(game, obj.id)
    if obj.stickers:
        game.cite("123.5", *(() if event.to in HIDDEN else ("400.7m",)))
    entering = _by_default(game, obj, event)
    becomes = obj.zone == "stack" and event.to == "battlefield"
    given = changed_rules.given_as_spell(game, obj.id) if becomes else []
    leave(game, obj)
    there = _put_there(game, obj, entering)
    new = there[0]
    game.became[obj.id] = new.id
    if len(there) > 1:
        game.parted[obj.id] = tuple(part.id for part in there)
    if becomes:
        _still_affected(game, obj.id, new.id, "400.7a")
    for giver, gains in given:
        game.cite("400.7b", "611.3d")
        ctx = Context(game, game.controller(giver), giver)
        continuous.add_floating(ctx, ab.Fixed((new.id,)), (gains,), ab.Always())
    if event.to == "battlefield" and event.joins in game.floating:
        begun = game.floating[event.joins]
        affected = (*(begun.affected or ()), new.id)  # 613.7n: its own static abilities come first
        game.floating[begun.id] = replace(begun, affected=affected, timestamp=game.tick())
        game.epoch += 1
        game.cite("611.2e")
    if event.to == "battlefield" and obj.zone != "stack" and obj.card is not None:
        game.cite(*_of_layout(obj.card.layout, bool(new.face)))
    if (
        event.to == "battlefield"
        and event.face_down
        and obj.card is not None
        and obj.card.layout in faces.TWO_SIDED
    ):
        game.cite("712.15")
    if event.to == "battlefield" and new.base.halves and not new.marks:
        game.cite("709.5")  # neither half was cast, and both are locked
    if event.to == "battlefield":
        joins_combat(game, new.id, event.attacking, event.blocking)
    if event.linked is not None and event.linked[0] in game.objects:
        source = game.objects[event.linked[0]]
        linked = dict(source.linked)
        those = (part.id for part in there if not event.apart or part.zone == "exile")  # 730.3e
        linked[event.linked[1]] = (*linked.get(event.linked[1], ()), *those)
        game.put_object(replace(source, linked=tuple(linked.items())))
    return replace(event, was=new.id, parts=game.parted.get(obj.id, ()))


def _by_default(game: Game, obj: GameObject, event: ev.MoveZone) -> ev.MoveZone:
    """CR 110.2b: a permanent spell that somebody has taken becomes a permanent whose controller by default is the one who put it onto the stack; what
    took the spell goes on for the permanent (400.7a)."""
    taken = obj.zone == "stack" and event.to == "battlefield" and obj.controller != game.controller(obj.id)
    if not taken or event.controller != game.controller(obj.id):
        return event
    game.cite("110.2b")
    return replace(event, controller=obj.controller)


def _put_there(game: Game, obj: GameObject, event: ev.MoveZone) -> list[GameObject]:
    """CR 400.7, 730.3, 712.21: what the object becomes where it goes: one object, or one for each component of a permanent, the topmost first."""
    if event.to == "library" and event.place > len(game.zone("library", obj.owner)):
        game.cite("401.7")
    if not obj.components:
        new = _moved(obj, event, game.new_id(), game.tick())
        if event.melded_with in game.objects:
            other = game.objects[event.melded_with]
            leave(game, other)
            new = components.melded(new, obj, other)
            game.became[other.id] = new.id
            game.cite(*(("123.5a",) if new.stickers else ()))
        enter(game, new, event.place)
        return [new]
    there: dict[int, GameObject] = {}
    order = event.order or tuple(range(len(obj.components)))
    apart = {n: (zone, at) for n, zone, at in event.apart}
    public = [n for n in order if apart.get(n, (event.to, 0))[0] not in HIDDEN]
    keeper = components.keeps_stickers(game, obj, public)
    for place, n in enumerate(order):
        single = components.alone(obj, obj.components[n])
        single = single if n == keeper else replace(single, stickers=())
        its = replace(event, to=apart[n][0], place=apart[n][1]) if n in apart else event
        there[n] = _moved(single, its, game.new_id(), game.tick())
        enter(game, there[n], its.place if its.place < 0 or n in apart else its.place + place)
    return [there[n] for n in sorted(there)]


def merges(game: Game, event: ev.Merges) -> None:
    """CR 730.2b-c: the object leaves its zone and is a part of the permanent, which stays the object that it was; 702.140f: what is said of the one is said of the other."""
    joining, host = game.objects[event.object], game.objects[event.into]
    game.cite(*(("123.5b",) if joining.stickers or host.stickers else ()))
    leave(game, joining)
    game.put_object(components.with_merged(host, joining, event.on_top, game.tick()))
    game.became[joining.id] = host.id
    _still_affected(game, joining.id, host.id, "702.140f")


def _of_layout(layout: str, back: bool) -> tuple[str, ...]:
    """The rule that says as what a card of the layout is put onto the battlefield, other than as a spell that resolves."""
    if layout in faces.TWO_SIDED:
        return () if back else ("712.14",)
    return {"prototype": ("718.4",), "adventure": ("715.4",), "omen": ("720.4",), "prepare": ("722.4",)}.get(
        layout, ()
    )


def _moved(obj: GameObject, event: ev.MoveZone, id: ObjectId, stamp: int) -> GameObject:
    """CR 400.7: the object that it becomes."""
    resolves = obj.zone == "stack" and event.to == "battlefield"
    transformed = _enters_transformed(obj, event)
    face = 1 if transformed else event.face or 0
    return GameObject(
        id=id,
        kind="token" if obj.kind == "copy" and event.to == "battlefield" else obj.kind,  # CR 707.10f
        owner=obj.owner,
        controller=event.controller or obj.owner,
        zone=event.to,  # type: ignore[arg-type]
        base=_base_of_moved(obj, event, face),
        card=obj.card,
        face=face,
        timestamp=stamp,
        since=stamp,
        linked=(
            *(obj.linked if resolves else ()),
            *event.links,
        ),  # what was exiled as the spell was paid for (607.2q)
        tapped=event.tapped,
        face_down=event.face_down,
        face_down_as=event.face_down_as,
        transformed=transformed,
        counters=tuple((k, n) for k, n in event.counters if n > 0),
        attached_to=event.attached_to,
        chosen=event.chosen,
        marks=event.marks,
        cast=obj.cast if event.cast is None and resolves else event.cast,
        stack=event.stack,
        unknown=obj.unknown,
        commander=obj.commander,
        lights=obj.lights,
        stickers=() if event.to in HIDDEN else obj.stickers,  # 123.5, 400.7m
        reads_as=obj.reads_as,
    )


HIDDEN = ("library", "hand", OUTSIDE)
"""CR 400.2: the zones that are not public; what is outside the game is in none."""


def _enters_transformed(obj: GameObject, event: ev.MoveZone) -> bool:
    two_sided = obj.card is not None and len(obj.card.faces) > 1 and obj.card.layout in faces.TWO_SIDED
    return event.transformed and two_sided


def _base_of_moved(obj: GameObject, event: ev.MoveZone, face: int) -> Characteristics:
    if event.base is not None:
        return event.base
    if event.face_down:
        return faces.FACE_DOWN
    if obj.card is not None and not (obj.kind == "copy" and event.to == "battlefield"):
        return faces.base(obj.card, event.to, face)
    return obj.base


def _still_affected(game: Game, spell: ObjectId, permanent: ObjectId, rule: str) -> None:
    """CR 400.7a, 702.140f: what changed a spell's characteristics or controller goes on changing the permanent that it becomes, or merges with."""
    for effect in list(game.floating.values()):
        if effect.changes and effect.affected is not None and spell in effect.affected:
            game.cite(rule)
            followed = tuple(permanent if thing == spell else thing for thing in effect.affected)
            game.floating[effect.id] = replace(effect, affected=followed)
        elif (shield := _damage_by(effect.ability, spell, permanent)) is not effect.ability:
            game.cite("400.7c", "609.7a")
            game.floating[effect.id] = replace(effect, ability=shield)


def _damage_by(ability: Any, spell: ObjectId, permanent: ObjectId) -> Any:
    """CR 609.7a: what is said of damage by a permanent spell is said of damage by the permanent that it becomes, too."""

    def follow(node: Any) -> Any:
        if isinstance(node, ab.Fixed) and spell in node.things:
            return replace(node, things=(*node.things, permanent))
        return node

    match ability:
        case ab.Prevent(by=by) if (followed := rewrite(by, follow)) is not by:
            return replace(ability, by=followed)
        case ab.Instead(event=event) if (followed := rewrite(event, follow)) is not event:
            return replace(ability, event=followed)
    return ability


def restamp(game: Game, stamps: Mapping[ObjectId, int]) -> None:
    """CR 613.7m: these objects have these timestamps."""
    for id, stamp in stamps.items():
        if game.objects[id].timestamp != stamp:
            _fields(game, id, timestamp=stamp)


def dungeon_completed(game: Game, event: ev.DungeonCompleted) -> None:
    """CR 309.7."""
    player = game.players[event.player]
    mark = COMPLETED + game.objects[event.object].base.name
    game.put_player(replace(player, marks=(*player.marks, mark)))
    leave(game, game.objects[event.object])


def cease(game: Game, event: ev.CeaseToExist) -> None:
    """CR 704.5d-e, 112.2: it is simply gone."""
    if event.object in game.objects:
        leave(game, game.objects[event.object])


def shuffle(game: Game, event: ev.Shuffle) -> None:
    """CR 701.24: nobody knows the order now. The engine keeps the cards as they were, and says so among the assumptions where it could matter; or puts on top what chance is said to have brought there."""
    library = game.zone("library", event.player)
    top = tuple(id for id in event.top if id in library)
    game.zones[("library", event.player)] = (*top, *(id for id in library if id not in top))
    cards = [game.objects[i] for i in game.zone("library", event.player)]
    if changed_rules.must(game, event.player, "reveal the top card of the library"):
        game.cite("701.20d")
    if len(cards) < 2:
        game.cite("701.24e")
    known = {c.base.name for c in cards if not c.unknown}
    if top:
        return
    if len(known) > 1 or (known and any(c.unknown for c in cards)):
        game.assumptions.append(
            Assumption(
                event.player,
                "the order of the library after shuffling (chance, CR 701.24)",
                "as it was before",
            )
        )


# ---- permanents and players ----------------------------------------------------------------------------------------


def _fields(game: Game, thing: Thing, **fields: Any) -> None:
    if isinstance(thing, str):
        game.put_player(replace(game.players[thing], **fields))
    elif thing in game.objects:
        game.put_object(replace(game.objects[thing], **fields))


def add_counters(game: Game, event: ev.AddCounters) -> None:
    """CR 122.1, 122.6."""
    _set_counter(game, event.thing, event.kind, event.number)


def remove_counters(game: Game, event: ev.RemoveCounters) -> ev.RemoveCounters:
    """CR 122.1: as many as are there, at most. Returns the event with how many were removed."""
    holder = game.players[event.thing] if isinstance(event.thing, str) else game.objects.get(event.thing)
    there = holder.counter(event.kind) if holder is not None else event.number
    _set_counter(game, event.thing, event.kind, -event.number)
    return replace(event, number=min(event.number, there))


def _set_counter(game: Game, thing: Thing, kind: str, change: int) -> None:
    holder = game.players[thing] if isinstance(thing, str) else game.objects.get(thing)
    if holder is None:
        return
    counts = dict(holder.counters)
    counts[kind] = max(0, counts.get(kind, 0) + change)
    counters = tuple((k, n) for k, n in counts.items() if n)
    if isinstance(holder, GameObject) and change > 0:
        times = {**dict(holder.counter_times), kind: game.tick()}  # CR 613.7c
        _fields(game, thing, counters=counters, counter_times=tuple(times.items()))
        return
    _fields(game, thing, counters=counters)
    if isinstance(thing, str) and kind == "poison" and game.seating.one_poison:
        game.cite("810.10", *(("810.10b",) if change < 0 else ()))  # a team has them together
        for other in game.seating.as_one(thing):
            rest = tuple((k, n) for k, n in game.players[other].counters if k != kind)
            shared = ((kind, counts[kind]),) if counts[kind] else ()
            _fields(game, other, counters=(*rest, *shared))


def damage(game: Game, event: ev.Damage) -> None:
    """CR 120.3: its results are events of their own (engine.rules.processing.damage_results)."""


def mark_damage(game: Game, event: ev.MarkDamage) -> None:
    """CR 120.3e, 704.5h: marked on the creature."""
    obj = game.objects.get(event.object)
    if obj is not None:
        game.put_object(
            replace(obj, damage=obj.damage + event.number, deathtouched=obj.deathtouched or event.deathtouch)
        )


def gain_life(game: Game, event: ev.GainLife) -> None:
    """CR 119.3."""
    life = game.players[event.player].life
    if life <= 0 < life + event.amount and game.cause >= 0 and game.steps[game.cause].kind == "resolution":
        game.cite("704.4")  # it was 0 or less while something resolves
    _set_life(game, event.player, life + event.amount)


def lose_life(game: Game, event: ev.LoseLife) -> None:
    """CR 119.3."""
    _set_life(game, event.player, game.players[event.player].life - event.amount)


def _set_life(game: Game, player: PlayerId, life: int) -> None:
    """CR 810.9: a team has one life total."""
    if game.seating.one_life:
        game.cite("810.9")
    for each in game.seating.as_one(player):
        game.put_player(replace(game.players[each], life=life))


def tap(game: Game, event: ev.Tap) -> None:
    """CR 701.26a."""
    _fields(game, event.object, tapped=True)


def untap(game: Game, event: ev.Untap) -> None:
    """CR 701.26b."""
    _fields(game, event.object, tapped=False)


def attach(game: Game, event: ev.Attach) -> None:
    """CR 701.3: a new timestamp (613.7e); what its static abilities modify is what it is attached to now (604.4)."""
    before = game.objects[event.object].attached_to
    if before is not None and before != event.to is not None:
        game.cite("604.4")
    _fields(game, event.object, attached_to=event.to, timestamp=game.tick())


def set_fields(game: Game, event: ev.SetFields) -> None:
    """Whatever the event says."""
    fields = dict(event.fields)
    if fields.pop("new timestamp", False):
        fields["timestamp"] = game.tick()
    _fields(game, event.thing, **fields)


def add_mana(game: Game, event: ev.AddMana) -> None:
    """CR 106.4."""
    player = game.players[event.player]
    game.put_player(replace(player, pool=player.pool + tuple(event.mana)))


def spend_mana(game: Game, event: ev.SpendMana) -> None:
    """CR 106.4."""
    player = game.players[event.player]
    pool = list(player.pool)
    for mana in event.mana:
        pool.remove(mana)
    if any(mana.lasts == UNTIL_USED for mana in event.mana):
        pool = [replace(m, lasts="") if m.lasts == UNTIL_USED else m for m in pool]
    game.put_player(replace(player, pool=tuple(pool)))


def empty_pool(game: Game, event: ev.EmptyPool) -> None:
    """CR 106.4, 500.5."""
    player = game.players[event.player]
    kept = (
        changed_rules.left_of_mana(game, event.player)
        if event.by_effect
        else changed_rules.kept_mana(game, event.player, event.over)
    )
    game.put_player(replace(player, pool=kept))


# ---- turn, combat, end of the game ---------------------------------------------------------------------------------


def land_played(game: Game, event: ev.LandPlayed) -> None:
    """CR 305.2."""
    player = game.players[event.player]
    game.put_player(replace(player, lands_played=player.lands_played + 1))


def become_blocked(game: Game, event: ev.BecomeBlocked) -> None:
    """CR 509.1h."""
    combat_changes.become_blocked(game, event.object)


def remove_from_combat(game: Game, event: ev.RemoveFromCombat) -> None:
    """CR 506.4."""
    combat_changes.remove(game, event.object)


def attacks_another(game: Game, event: ev.AttacksAnother) -> None:
    """CR 508.7a."""
    combat_changes.attack_another(game, event.object, event.whom)


def player_loses(game: Game, event: ev.PlayerLoses) -> None:
    """CR 104.3, 800.4a."""
    game.put_player(replace(game.players[event.player], lost=event.reason))


def player_wins(game: Game, event: ev.PlayerWins) -> None:
    """CR 104.2."""
    game.put_player(replace(game.players[event.player], won=True))
    game.winners = (*game.winners, event.player)
    verb = "win" if len(game.winners) > 1 else "wins"
    game.over = f"{' and '.join(game.winners)} {verb}: {event.reason}"
    for id in game.zone("ante"):
        game.cite("407.2")
        _fields(game, id, owner=event.player)


def game_drawn(game: Game, event: ev.GameDrawn) -> None:
    """CR 104.4; 104.4e-f, 801.15: players for whom alone it is a draw leave the game, which goes on for the others."""
    for id in event.players:
        player = game.players[id]
        game.put_player(
            replace(player, lost=f"the game is a draw for {id}: {event.reason}", marks=(*player.marks, DREW))
        )
    if event.players and any(not game.players[p].lost for p in game.order):
        return
    game.drawn = True
    game.over = f"the game is a draw: {event.reason}"


def _logged(game: Game, event: ev.GameEvent) -> None:
    """The event is its own whole effect: it is logged, and abilities may watch for it."""


APPLIERS: dict[type[ev.GameEvent], Callable[[Game, Any], ev.GameEvent | None]] = {
    ev.MoveZone: move_zone,
    ev.Merges: merges,
    ev.CreateToken: create_token,
    ev.CreateTokens: _logged,
    ev.CreateEmblem: create_emblem,
    ev.BroughtIn: brought_in,
    ev.DungeonCompleted: dungeon_completed,
    ev.CeaseToExist: cease,
    ev.PutOnStack: put_on_stack,
    ev.CopyCard: copy_card,
    ev.Destroy: _logged,
    ev.Sacrifice: _logged,
    ev.Discard: _logged,
    ev.Draw: _logged,
    ev.DrawCards: _logged,
    ev.Mill: _logged,
    ev.Shuffle: shuffle,
    ev.Counter: _logged,
    ev.Damage: damage,
    ev.MarkDamage: mark_damage,
    ev.GainLife: gain_life,
    ev.LoseLife: lose_life,
    ev.Tap: tap,
    ev.Untap: untap,
    ev.AddCounters: add_counters,
    ev.RemoveCounters: remove_counters,
    ev.Attach: attach,
    ev.SetFields: set_fields,
    ev.Performed: _logged,
    ev.RollDice: chance.roll_dice,
    ev.FlipCoins: chance.flip_coins,
    ev.AddMana: add_mana,
    ev.SpendMana: spend_mana,
    ev.EmptyPool: empty_pool,
    ev.TurnBegins: _logged,
    ev.StepBegins: _logged,
    ev.SpellCast: commander.cast,
    ev.SpellCopied: _logged,
    ev.AbilityActivated: _logged,
    ev.BecomesTarget: _logged,
    ev.LandPlayed: land_played,
    ev.AttackersDeclared: _logged,
    ev.BlockersDeclared: _logged,
    ev.BecomeBlocked: become_blocked,
    ev.RemoveFromCombat: remove_from_combat,
    ev.AttacksAnother: attacks_another,
    ev.PlayerLoses: player_loses,
    ev.PlayerWins: player_wins,
    ev.GameDrawn: game_drawn,
    ev.GameRestarts: new_games.restart,
    ev.SubgameBegins: new_games.begin_subgame,
    ev.SubgameEnds: new_games.end_subgame,
}

PASSING = (
    ev.Destroy, ev.Sacrifice, ev.Discard, ev.Draw, ev.DrawCards, ev.Mill, ev.Shuffle, ev.Counter, ev.CreateTokens, ev.Damage, ev.MarkDamage,
    ev.GainLife, ev.LoseLife, ev.Tap, ev.Untap, ev.AddCounters, ev.RemoveCounters, ev.Attach, ev.SetFields, ev.Performed, ev.RollDice, ev.FlipCoins, ev.AddMana,
    ev.SpendMana, ev.EmptyPool, ev.TurnBegins, ev.StepBegins, ev.SpellCast, ev.SpellCopied, ev.AbilityActivated, ev.BecomesTarget,
    ev.LandPlayed, ev.AttackersDeclared, ev.BlockersDeclared, ev.PutOnStack, ev.CeaseToExist,
)  # fmt: skip
"""Events that change at most one object or player, by methods of Game (`put_object`, `take_object`, `put_player`), which know whether
characteristics can hang on it."""


doors.apply = apply
