"""Positions to begin from: put cards, tokens and counters where they are wanted, without events (nothing triggers, nothing is replaced).

    game = Game(["alice", "bob"])
    bears = put(game, "alice", card)                     # on the battlefield, ready to attack
    pike = put(game, "alice", other, attached_to=bears)
    unknown(game, "bob", 40)                             # a library nobody has looked at
    begin(game, "alice", "precombat main")

Timestamps follow the order of the calls (CR 613.7).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine import abilities as ab
from engine.actions import kept_as, planes
from engine.game import COMBAT_STEPS, MAIN_PHASES, SHARED_ZONES, STEPS, Combat, Context, Game, Turn
from engine.keywords import meaning
from engine.model import (
    COLOR_OF,
    SUPPLEMENTARY,
    UNTIL_USED,
    Card,
    Characteristics,
    GameObject,
    ObjectId,
    PlayerId,
    PooledMana,
    Sticker,
    Thing,
    Zone,
)
from engine.queries import supplementary_decks
from engine.rules.effects import battles, components, copying, entering, faces
from engine.rules.effects import commander as commanders


def put(
    game: Game,
    player: PlayerId,
    card: Card | Characteristics,
    zone: Zone = "battlefield",
    *,
    owner: PlayerId | None = None,
    face: int = 0,
    token: bool = False,
    tapped: bool = False,
    sick: bool = False,
    face_down: bool = False,
    face_down_as: str = "",
    counters: Mapping[str, int] | None = None,
    damage: int = 0,
    attached_to: Thing | None = None,
    chosen: Iterable[tuple[str, Any]] = (),
    commander: bool = False,
    commander_casts: int = 0,
    lights: tuple[int, ...] = (),
    place: int = -1,
) -> ObjectId:
    """Put one card (or a token, given its characteristics) into a zone: at the bottom, or at `place` from the top.

    `player` controls it on the battlefield and owns it unless `owner` does; `sick`: it came under their control this turn (CR 302.6). A card in the command zone is a commander (CR 903.6), unless its type keeps it there; so is another with `commander`. `face_down_as`: the keyword action that turned it face down; else it is its own keyword, or it was manifested. A planeswalker, battle or Saga has the counters it would have entered with (CR 306.5b, 310.4b, 714.3a) unless `counters` names that kind.
    """
    of = card if isinstance(card, Card) else None
    base = faces.base(card, zone, face) if isinstance(card, Card) else card
    timestamp = 0 if zone == "command" and not base.types.isdisjoint(FROM_THE_BEGINNING) else game.tick()
    kinds = intrinsic_counters(base) if zone == "battlefield" and not face_down else {}
    kinds |= counters or {}
    obj = GameObject(
        id=game.new_id(),
        kind="token" if token or of is None else "card",
        owner=owner or player,
        controller=player if zone in ("battlefield", "stack") else owner or player,
        zone=zone,
        base=base,
        card=of,
        face=face,
        timestamp=timestamp,
        since=timestamp if sick else 0,
        tapped=tapped,
        face_down=face_down,
        face_down_as=(face_down_as or _turned_by(base, zone)) if face_down else "",
        flipped=bool(of and face and of.layout == "flip"),
        transformed=bool(of and face and of.layout == "transform"),
        counters=tuple((kind, number) for kind, number in kinds.items() if number),
        damage=damage,
        lights=lights,
        attached_to=attached_to,
        chosen=tuple(chosen),
    )
    if zone == "battlefield":
        obj = msgspec.structs.replace(obj, chosen=battles.with_protector(game, player, base, obj.chosen))
    id = _place(game, obj, place)
    if commander or _is_commander(obj):
        commanders.designate(game, id, commander_casts)
    return id


def _turned_by(base: Characteristics, zone: Zone) -> str:
    """CR 702.37a, 702.168a, 701.40a: the keyword by which a card can have been cast face down; a permanent without one was manifested."""
    own = {ability.name for ability in base.abilities if isinstance(ability, ab.Keyword)}
    return next(
        (name for name in ("disguise", "megamorph", "morph") if name in own),
        "manifest" if zone == "battlefield" else "",
    )


def _is_commander(obj: GameObject) -> bool:
    """CR 903.6, 717.6a: whether the object is a commander where nothing else is said."""
    own = obj.card is not None and not supplementary_decks.is_of_deck(obj)
    return own and obj.zone == "command" and obj.base.types.isdisjoint(SUPPLEMENTARY)


FROM_THE_BEGINNING = ("vanguard", "conspiracy")
"""CR 613.7i-j: types of cards that have been there since the beginning of the game."""


def mark(game: Game, id: ObjectId, designation: str) -> None:
    """Give an object a designation, as the CR names it."""
    obj = game.objects[id]
    game.put_object(msgspec.structs.replace(obj, marks=(*obj.marks, designation)))


def represent(game: Game, id: ObjectId, others: Sequence[Card]) -> None:
    """Say that a permanent is represented by more cards, which lie under it: the counterpart of a meld card whose back face is up (CR 712.4a), or what it has merged
    with (730.2). Raises ValueError for a card that is no counterpart of a meld card."""
    obj = game.objects[id]
    under = [put(game, obj.owner, card, "exile") for card in others]
    parts = [game.objects[i] for i in under]
    for part in parts:
        game.zones[("exile", "")] = tuple(i for i in game.zone("exile") if i != part.id)
        game.take_object(part.id)
    if obj.card is not None and obj.card.layout == "meld" and obj.face == 1:
        if len(parts) != 1 or not components.melds(obj, parts[0]):
            raise ValueError(
                f"{obj.card.faces[1].name} is {obj.card.faces[0].name} melded with {components.counterpart(obj.card)}"
            )
        game.put_object(components.melded(obj, obj, parts[0]))
        return
    game.put_object(components.as_merged(obj, parts, game.tick()))


def copy(game: Game, id: ObjectId, card: Card, face: int = 0) -> None:
    """Say that a permanent is a copy of the card, with the exceptions of the copy effect of its own (CR 707.2, 707.9). Raises ValueError where that effect has it
    enter with counters, which aren't known."""
    obj = game.objects[id]
    change = next((c for c in ab.walk(obj.base.abilities) if isinstance(c, ab.CopyOf)), None)
    exceptions = change.exceptions if change is not None else ()
    if any(isinstance(each, ab.AlsoEnters) for each in exceptions) and not obj.counters:
        raise ValueError(f"{obj.base.name} enters as a copy with counters: say which it has")
    cited = game.citing
    values = copying.with_exceptions(
        Context(game, obj.controller, id),
        faces.base(card, "battlefield", face),
        entering.keeping(exceptions, obj.base),
    )
    game.citing = cited  # it became a copy before
    own = {kind: n for kind, n in intrinsic_counters(values).items() if not obj.counter(kind)}
    game.put_object(msgspec.structs.replace(obj, base=values, counters=(*obj.counters, *own.items())))


def emblem(game: Game, player: PlayerId, card: Card) -> ObjectId:
    """Give the player the emblem that the card makes (CR 114.1). Raises ValueError where it makes none, or several different ones."""
    found = {
        each
        for face in card.faces
        for each in ab.walk(face.characteristics().abilities)
        if isinstance(each, ab.Emblem)
    }
    if len(found) != 1:
        raise ValueError(f"{card.name} makes {'several emblems' if found else 'no emblem'}")
    abilities = found.pop().abilities
    now = game.tick()
    obj = GameObject(
        id=game.new_id(), kind="emblem", owner=player, controller=player, zone="command", timestamp=now,
        since=now, base=Characteristics(abilities=abilities),
    )  # fmt: skip
    return _place(game, obj, -1)


def stick(game: Game, id: ObjectId, stickers: Iterable[Sticker]) -> None:
    """Say which stickers are on an object, the oldest first (CR 123, 613.7k)."""
    on = tuple(msgspec.structs.replace(each, since=game.tick()) for each in stickers)
    if on:
        game.put_object(msgspec.structs.replace(game.objects[id], stickers=on))


def sheets(game: Game, id: PlayerId, stickers: Iterable[Sticker]) -> None:
    """Say which stickers the player has access to (CR 123.2c)."""
    game.put_player(msgspec.structs.replace(game.players[id], stickers=tuple(stickers)))


def settle_control(game: Game, id: ObjectId) -> None:
    """CR 110.2, 613.1b: a permanent whose controller isn't its owner, and would be by what is there anyway (an Aura of theirs), is its owner's without that."""
    obj = game.objects[id]
    if obj.zone == "battlefield" and obj.owner != obj.controller:
        game.put_object(msgspec.structs.replace(obj, controller=obj.owner))
        if game.controller(id) != obj.controller:
            game.put_object(obj)


def choose(game: Game, id: ObjectId, chosen: Iterable[tuple[str, Any]]) -> None:
    """Say what was chosen for a permanent as it entered (CR 607.2d): color, type, name, player, ..."""
    values = tuple((kept_as(what), value) for what, value in chosen)
    game.put_object(msgspec.structs.replace(game.objects[id], chosen=values))


def colors_of_commanders(game: Game) -> None:
    """Say which colors were chosen for commanders before the game began (CR 903.4b)."""
    for id in [i for i, obj in game.objects.items() if commanders.chooses_color(obj)]:
        commanders.choose_color(game, id)


def unknown(game: Game, player: PlayerId, number: int = 1, zone: Zone = "library") -> list[ObjectId]:
    """Put cards that nothing is known about at the bottom of a zone."""
    made = []
    nothing = Characteristics()
    for _ in range(number):
        obj = GameObject(
            id=game.new_id(),
            kind="card",
            owner=player,
            controller=player,
            zone=zone,
            base=nothing,
            timestamp=game.tick(),
            unknown=True,
        )
        game.put_object(obj)
        made.append(obj.id)
    key = (zone, "" if zone in SHARED_ZONES else player)
    game.zones[key] = (*game.zones.get(key, ()), *made)
    return made


def attach(game: Game, id: ObjectId, to: Thing) -> None:
    """Say that a permanent is attached to something (CR 301.5, 303.4)."""
    game.put_object(msgspec.structs.replace(game.objects[id], attached_to=to))


def player(
    game: Game,
    id: PlayerId,
    *,
    life: int | None = None,
    mana: Iterable[str] = (),
    generic: int = 0,
    unlimited_mana: bool = False,
    counters: Mapping[str, int] | None = None,
    lands_played: int = 0,
    hand_size: int = 7,
) -> None:
    """Set a player's values. `life`: 20 if not given, or what a team that shares its life begins with (CR 103.4a). `mana`: symbols of a pool, a color's or C each; `generic`: how much colorless mana beside it can be spent as any type. The pool
    stays through steps and phases until some of it is spent. Raises ValueError for another symbol."""
    start = game.seating.starting_life(id, len(game.order))
    pool = []
    for symbol in mana:
        if symbol not in COLOR_OF and symbol != "C":
            raise ValueError(f"{symbol!r} is no type of mana: one of W, U, B, R, G, C")
        pool.append(PooledMana(symbol, lasts=UNTIL_USED))
    pool += [PooledMana("C", lasts=UNTIL_USED, anything=True)] * generic
    game.put_player(
        msgspec.structs.replace(
            game.players[id],
            life=start if life is None else life,
            starting_life=start,
            pool=tuple(pool),
            unlimited_mana=unlimited_mana,
            counters=tuple((kind, number) for kind, number in (counters or {}).items() if number),
            lands_played=lands_played,
            hand_size=hand_size,
        )
    )


def vanguard(game: Game, id: PlayerId, card: Card, *, life: bool = True, hand: bool = True) -> None:
    """CR 902.4, 902.5, 313.6-7: the player's starting life total and their starting and maximum hand size are modified as their vanguard card says. `life`, `hand`:
    whether the life total and the maximum hand size that the player has are those that they begin with."""
    face, now = card.faces[0], game.players[id]
    start = now.starting_life + int(face.life_modifier or 0)
    size = now.hand_size + (int(face.hand_modifier or 0) if hand else 0)
    drawn = now.starting_hand + int(face.hand_modifier or 0)
    begun = msgspec.structs.replace(
        now, life=start if life else now.life, starting_life=start, hand_size=size, starting_hand=drawn
    )
    game.put_player(begun)
    told = f"{id}'s starting life total is {start}"
    game.note(
        f"{told}, and their maximum hand size {size}, by {card.name}",
        "902.4",
        "902.5",
        "902.5b",
        "313.6",
        "313.7",
        about=(id,),
    )


def commander_damage(game: Game, id: PlayerId, dealt: Iterable[tuple[ObjectId, int]]) -> None:
    """How much combat damage each commander has dealt the player before the position (CR 903.10a)."""
    numbers = tuple((c.number, amount) for of, amount in dealt if (c := game.objects[of].commander))
    game.put_player(msgspec.structs.replace(game.players[id], commander_damage=numbers))


def begin(game: Game, active: PlayerId, step: str = "precombat main", number: int = 1) -> None:
    """Say whose turn it is and where in it the game stands. Turn 1 of the first of two players, or of the first team of two that have turns together, is
    the one whose draw step is skipped (CR 103.8a-c).

    A step's turn-based actions are done already, but for the declarations of attackers and blockers, which are still to come."""
    active = game.team(active)[0] if game.seating.shared else active
    first = number == 1 and active == game.order[0] and (len(game.order) == 2 or game.seating.shared)
    mains = sum(STEPS.index(main) <= STEPS.index(step) for main in MAIN_PHASES)
    game.turn = Turn(number=number, active=active, step=step, first_of_game=first, mains=mains)
    game.combat = None
    if step in COMBAT_STEPS:
        game.combats += 1
        at = COMBAT_STEPS.index(step)
        game.combat = Combat(number=game.combats, declared_attackers=at > 1, declared_blockers=at > 2)
    planes.controlled_by(game, active)
    _count_turns(game, active, number)
    game.epoch += 1


def _count_turns(game: Game, active: PlayerId, number: int) -> None:
    """CR 103.1, 500.1: whose turns those were that led here, one after the other in turn order, with this one."""
    sides = list(dict.fromkeys(tuple(game.team(p)) if game.seating.shared else (p,) for p in game.order))
    now = next(at for at, side in enumerate(sides) if active in side)
    for at, side in enumerate(sides):
        before = (now - at) % len(sides)
        for player in side:
            turns = len(range(before, number, len(sides)))
            game.put_player(msgspec.structs.replace(game.players[player], turns=turns))


def intrinsic_counters(base: Characteristics) -> dict[str, int]:
    """CR 306.5b, 310.4b, 714.3a: the counters that its type puts on a permanent as it enters."""
    found = {}
    if "planeswalker" in base.types and base.loyalty is not None:
        found["loyalty"] = base.loyalty
    if "battle" in base.types and base.defense is not None:
        found["defense"] = base.defense
    if "Saga" in base.subtypes:
        found["lore"] = 1
    return found


ALWAYS = frozenset({"", "fading", "vanishing", "modular", "graft"})
"""Keywords with which a permanent enters with counters whatever happens."""


def own_counters(card: Card, face: int = 0) -> dict[str, int]:
    """CR 614.1c: the counters of a fixed number with which the permanent's own text has it enter, whatever happens."""
    found: dict[str, int] = {}
    for ability in faces.base(card, "battlefield", face).abilities:
        for each in meaning(ability):
            match each:
                case ab.Enters(what=ab.This(), kind=kind, counters=ab.Literally(value=number)) if (
                    kind
                    and each.word in ALWAYS
                    and not (each.each or each.unless or each.condition or each.unless_costs or each.optional)
                ):
                    found[kind] = found.get(kind, 0) + number
    return found


def _place(game: Game, obj: GameObject, place: int) -> ObjectId:
    key = (obj.zone, "" if obj.zone in SHARED_ZONES else obj.owner)
    there = game.zones.get(key, ())
    at = len(there) if place < 0 else place
    game.zones[key] = there[:at] + (obj.id,) + there[at:]
    game.put_object(obj)
    return obj.id
