"""Games that begin with the cards of another: one that is restarted (CR 727), and a subgame with its end (CR 729)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.errors import Unsupported
from engine.game import Game
from engine.game import events as ev
from engine.model import (
    OUTSIDE,
    UNTIL_USED,
    Card,
    Characteristics,
    Commander,
    GameObject,
    ObjectId,
    Player,
    Zone,
)
from engine.queries import supplementary_decks
from engine.rules.effects import faces

GOING_ON = ("steps", "assumptions", "next_id", "clock", "moment", "passing", "cause", "citing", "decider")
"""What of a game belongs to the ruling, and not to the one or the other of a main game and its subgame."""

FROM = ("library", "hand", "graveyard", "exile", "battlefield", "stack", "command")
"""The zones in whose order the cards of a game come to the library of the next, before that is shuffled."""


def restart(game: Game, event: ev.GameRestarts) -> None:
    """CR 727.1-2, 727.5: the game ends, and all its cards, but for those that an effect has left in exile, are the decks of another."""
    if any(obj.base.types & SUPPLEMENTARY for obj in _held(game, "command")):
        raise Unsupported("a game with supplementary cards that is restarted (CR 727.2)")
    cards = [obj for zone in FROM for obj in _held(game, zone) if obj.id not in event.left]
    left = [game.objects[id] for id in event.left if id in game.objects]
    _begin_anew(game, cards)
    for obj in left:  # the effect that left it there still speaks of it
        game.zones[("exile", "")] = (*game.zone("exile"), obj.id)
        game.put_object(replace(obj, counters=(), marks=(), chosen=(), linked=()))


def begin_subgame(game: Game, event: ev.SubgameBegins) -> None:
    """CR 729.2, 729.2a-c: new zones, with the cards of the libraries alone, and what the variants have in the command zone; of supplementary cards those of the
    decks, which lie as they lay."""
    cards = [*_held(game, "library"), *(obj for obj in _held(game, "command") if goes_along(obj))]
    left = [obj for zone in FROM if zone not in ("library", "command") for obj in _held(game, zone)]
    _begin_anew(game, cards)
    for obj in left:
        _lies_outside(game, obj)


def _lies_outside(game: Game, obj: GameObject) -> None:
    """CR 729.4: a card of the main game is outside the subgame; it is known there by the same id. Of several in one permanent none can be told apart."""
    if len(_cards(obj)) != 1 or obj.components:
        return
    made = GameObject(
        id=obj.id,
        kind="card",
        owner=obj.owner,
        controller=obj.owner,
        zone=OUTSIDE,
        lights=obj.lights,
        base=Characteristics() if obj.card is None else faces.base(obj.card, OUTSIDE, 0),
        card=obj.card,
        timestamp=game.tick(),
        unknown=obj.unknown,
        reads_as=obj.reads_as,
    )
    game.zones[(OUTSIDE, obj.owner)] = (*game.zone(OUTSIDE, obj.owner), made.id)
    game.put_object(made)


def take_from_main_game(game: Game, id: ObjectId) -> None:
    """CR 729.4, 729.4a: a card of a main game that is brought into the subgame leaves its zone there; what triggers on that waits until that game goes on."""
    if game.main is None or id not in game.main.game.objects:
        return
    main = game.main.game.fork()
    for name in GOING_ON:
        setattr(main, name, getattr(game, name))
    main.epoch += 1
    if main.objects[id].zone == OUTSIDE:
        take_from_main_game(main, id)
    else:
        game.cite("729.4")
        waiting = main.pending
        main.happen(ev.MoveZone(object=id, to=OUTSIDE))
        if main.pending != waiting:
            told = f"what triggers on {game.name(id)} leaving the main game waits until that goes on"
            main.note(told, "729.4a", about=(id,), kind="effect")
    for name in GOING_ON:
        setattr(game, name, getattr(main, name))
    game.main = replace(game.main, game=main)


def end_subgame(game: Game, event: ev.SubgameEnds) -> None:
    """CR 729.5, 729.5a-c: the cards of the subgame are put into their owners' libraries, but for commanders that were in its command zone; supplementary cards
    go back to their decks, those that were face up to the bottom."""
    for player in game.order:
        _clear(game, game.zone("library", player))
    _clear(game, [i for i in game.zone("command") if goes_along(game.objects[i])])
    for obj in sorted(
        event.cards, key=lambda each: supplementary_decks.is_of_deck(each) and not each.face_down
    ):
        _anew(game, obj, "command" if obj.zone == "command" else "library")


def goes_along(obj: GameObject) -> bool:
    """CR 729.2a-c: whether it goes from the command zone of the main game to that of the subgame: a vanguard, a commander or a card of a supplementary deck."""
    if obj.commander is not None or "vanguard" in obj.base.types:
        return True
    return obj.face_down and supplementary_decks.is_of_deck(obj)


def _clear(game: Game, ids: Iterable[ObjectId]) -> None:
    for id in list(ids):
        obj = game.objects[id]
        key = (obj.zone, "" if obj.zone == "command" else obj.owner)
        game.zones[key] = tuple(i for i in game.zones[key] if i != id)
        game.take_object(id)


def _held(game: Game, zone: Zone | str) -> list[GameObject]:
    """All objects of the zone, phased-out ones too (CR 727.2); all players' in turn order."""
    shared = [game.objects[i] for i in game.zones.get((zone, ""), ())]
    return shared + [game.objects[i] for p in game.order for i in game.zones.get((zone, p), ())]


def traditional(game: Game) -> list[GameObject]:
    """CR 729.5, 729.5a-c: the cards that go to the main game: those of libraries, hands, ..., and of the command zone commanders, vanguards and those that were in
    supplementary decks."""
    every = (obj for zone in FROM for obj in _held(game, zone) if _cards(obj))
    return [o for o in every if o.zone != "command" or goes_along(o) or supplementary_decks.is_of_deck(o)]


def _begin_anew(game: Game, cards: list[GameObject]) -> None:
    """New zones that hold these cards, players as they begin, and nothing of what lasted, waited or was remembered (CR 729.1b)."""
    before = game.snapshot()
    outside = {i: obj for i, obj in game.objects.items() if obj.zone == OUTSIDE}
    for id, obj in game.objects.items():
        game.past[id] = (before, obj)
    game.objects = outside
    game.zones = {key: ids for key, ids in game.zones.items() if key[0] == OUTSIDE}
    game.floating, game.delayed, game.pending, game.announced = {}, {}, (), {}
    game.combat = None
    any_commander = game.any_commander
    game.begin_history()
    game.any_commander = any_commander
    game.log = game.log[:]
    game.log.clear()
    for player in game.players.values():
        game.put_player(_as_begun(player))
    for obj in cards:
        stays = (
            obj.commander is not None or "vanguard" in obj.base.types or supplementary_decks.is_of_deck(obj)
        )
        _anew(game, obj, "command" if stays else "library")
    game.epoch += 1


SUPPLEMENTARY = frozenset({"plane", "phenomenon", "scheme", "conspiracy", "dungeon"})


def _as_begun(player: Player) -> Player:
    """CR 103.4: a player as the game starts; one who has left stays away."""
    return Player(
        id=player.id,
        life=player.starting_life,
        starting_life=player.starting_life,
        starting_hand=player.starting_hand,
        hand_size=player.starting_hand,
        unlimited_mana=player.unlimited_mana,
        stickers=player.stickers,
        pool=tuple(mana for mana in player.pool if mana.lasts == UNTIL_USED),
        lost=player.lost,
        marks=player.marks if player.lost else (),
    )


def _cards(obj: GameObject) -> list[tuple[Card | None, Commander | None]]:
    """The cards that represent the object (CR 712.4a, 730.2): none for a token, a copy, an ability or an emblem."""
    if obj.components:
        return [(part.card, part.commander) for part in obj.components if part.kind == "card"]
    is_card = obj.kind == "card" and (obj.unknown or obj.card is not None)
    return [(obj.card, obj.commander)] if is_card else []


def _anew(game: Game, obj: GameObject, zone: Zone) -> None:
    """The cards of the object as new objects, at the bottom of the library or in the command zone (CR 400.7, 103.2c)."""
    for card, commander in _cards(obj):
        lies: Zone = "library" if commander is None and zone == "command" and obj.components else zone
        made = GameObject(
            id=game.new_id(),
            kind="card",
            owner=obj.owner,
            controller=obj.owner,
            zone=lies,
            lights=obj.lights,
            base=Characteristics() if card is None else faces.base(card, lies, 0),
            card=card,
            timestamp=game.tick(),
            unknown=obj.unknown,
            commander=None if commander is None else replace(commander, casts=0),
            face_down=lies == "command" and supplementary_decks.is_of_deck(obj),
            reads_as=obj.reads_as,
        )
        key = (lies, "" if lies == "command" else obj.owner)
        game.zones[key] = (*game.zones.get(key, ()), made.id)
        game.put_object(made)
        game.became[obj.id] = made.id
