"""The positions that cards are played in: alone, where nothing is found and nothing can be chosen, and a full board. Each is built once and forked."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec.structs import replace

from engine import abilities as ab
from engine import keywords, setup
from engine.actions.predefined import predefined
from engine.game import Game
from engine.game import events as ev
from engine.model import Card, Characteristics, Face, ObjectId, Thing, Zone
from engine.rules.casting import casting
from engine.rules.effects import attaching
from engine.rules.stack import state_based_actions
from scenarios.cards import Cards
from tests.sweep.cards import card

HERE = Path(__file__).resolve().parent
PLAYERS = ("alice", "bob")
LIFE = 60
"""Enough for many plays one after another."""

FIELD = (
    "Plains", "Island", "Swamp", "Mountain", "Snow-Covered Forest", "Grizzly Bears", "Hill Giant", "Storm Crow", "Elvish Warrior", "Glory Seeker", "Walking Corpse",
    "Ornithopter", "Isamaru, Hound of Konda", "Nyxborn Courser", "Everykind", "Sky Skiff", "Millstone", "Telepathy", "Jace Beleren",
)  # fmt: skip
"""What each player has on the battlefield, besides tokens and what is attached: cards of every type, with little text of their own, none of which changes what
an object is: on such a board each is worked out alone, but where the card that is played says otherwise."""

ATTACHED = ("Curiosity", "Mask of Memory")
HAND = ("Goblin Piker", "Shock", "Divination", "Memnite", "Everykind", "Mountain")
GRAVEYARD = (
    "Grizzly Bears",
    "Everykind",
    "Shock",
    "Divination",
    "Millstone",
    "Telepathy",
    "Jace Beleren",
    "Forest",
)
EXILE = ("Coral Merfolk",)
LIBRARY = (
    "Hill Giant", "Forest", "Shock", "Memnite", "Telepathy", "Island", "Divination", "Jace Beleren", "Sky Skiff", "Walking Corpse", "Everykind", "Everyspell", "Mask of Memory", "Curiosity",
    "Isamaru, Hound of Konda", "Plains", "Swamp", "Mountain", "Radiant Fountain", "Giant Growth",
)  # fmt: skip


def _new() -> Game:
    """A game whose cards can name any other one (CR 111.11, 201.4)."""
    game = Game(PLAYERS)
    game.reference = Cards().as_printed
    return game


@cache
def alone() -> Game:
    """Both players have mana, and libraries of one kind of land that little finds; nobody has anything else."""
    game = _new()
    for player in PLAYERS:
        setup.player(game, player, life=LIFE, unlimited_mana=True)
        for _ in range(30):
            setup.put(game, player, card("Wastes"), "library")
    return _begun(game)


@cache
def full() -> Game:
    """Both players have something of every kind in every zone, and counters."""
    game = _new()
    for player in PLAYERS:
        setup.player(
            game, player, life=LIFE, unlimited_mana=True, counters={"energy": 5, "poison": 1, "experience": 1}
        )
        _furnish(game, player)
    return _begun(game)


def _furnish(game: Game, player: str) -> None:
    placed = {name: setup.put(game, player, card(name)) for name in FIELD}
    for name in ATTACHED:
        setup.put(game, player, card(name), attached_to=placed["Glory Seeker"])
    for token in ("treasure", "food"):
        setup.put(game, player, predefined(token).base, token=True)
    setup.put(game, player, SAPROLING, token=True)
    bears = game.objects[placed["Grizzly Bears"]]
    game.put_object(replace(bears, counters=(("+1/+1", 2),)))
    game.put_object(replace(game.objects[placed["Millstone"]], counters=(("charge", 2),), tapped=True))
    game.put_object(replace(game.objects[placed["Hill Giant"]], damage=1, tapped=True))
    for zone, names in (("hand", HAND), ("graveyard", GRAVEYARD), ("exile", EXILE), ("library", LIBRARY)):
        for name in names:
            setup.put(game, player, card(name), zone)


SAPROLING = Characteristics(
    name="Saproling", colors=frozenset({"green"}), types=frozenset({"creature"}), subtypes=frozenset({"Saproling"}), power=1, toughness=1
)  # fmt: skip


def _begun(game: Game) -> Game:
    setup.begin(game, "alice", "precombat main", number=3)
    for player in game.order:
        game.put_player(replace(game.players[player], turn_began=game.tick()))
    game.turn = replace(game.turn, priority="alice")
    return game


@cache
def answering() -> Game:
    """The full board with bob's spells and an ability on the stack, for cards that answer them; alice has priority."""
    game = full().fork()
    game.turn = replace(game.turn, active="bob", priority="bob")
    for name in ("Goblin Piker", "Divination", "Shock"):
        _cast(game, name)
    game.turn = replace(game.turn, priority="alice")
    return game


def _cast(game: Game, name: str) -> ObjectId:
    id = next(i for i in game.zone("hand", "bob") if game.name(i) == name)
    return casting.cast(game, "bob", id, resolving=True)


@cache
def scarce() -> Game:
    """Alice has lands for mana and cards to cast with it, and nothing else; bob has creatures."""
    game = _new()
    for player in PLAYERS:
        setup.player(game, player, life=LIFE)
        for name in LIBRARY:
            setup.put(game, player, card(name), "library")
    for name in ("Plains", "Island", "Swamp", "Mountain", "Forest", "Forest"):
        setup.put(game, "alice", card(name))
    for name in (*HAND, "Nyxborn Courser", "Hill Giant"):
        setup.put(game, "alice", card(name), "hand")
    setup.put(game, "bob", card("Grizzly Bears"))
    return _begun(game)


LADEN = 12
"""Enough counters for the dearest of abilities that take them off."""


LOYALTY = 3


def place(game: Game, of: Card, zone: Zone, face: int = 0, laden: bool = False) -> ObjectId:
    """Put alice's card into the zone. An Aura onto the battlefield is attached to something that it may be, made for it where there is nothing (CR 303.4),
    an Equipment to the first creature that it may be. `laden`: with many of the counters that its costs take off."""
    counters = dict.fromkeys(taken_off(of.faces[face]), LADEN) if laden else {}
    id = setup.put(game, "alice", of, zone, face=face, counters=counters)
    if zone == "battlefield":
        _make_viable(game, id)
    subtypes = game.characteristics(id).subtypes
    if zone == "battlefield" and "Aura" in subtypes:
        host = _host(game, id)
        for name in (*FIELD, *GRAVEYARD):
            if host is None:
                setup.put(game, "alice", card(name), "battlefield" if name in FIELD else "graveyard")
                host = _host(game, id)
        if host is not None:
            setup.attach(game, id, host)
    if zone == "battlefield" and "Equipment" in subtypes:
        mine = (i for i in game.battlefield() if game.controller(i) == "alice" and i != id)
        first = next((i for i in mine if attaching.equipment_may_be_attached(game, id, i)), None)
        if first is not None:
            setup.attach(game, id, first)
    if zone == "command":
        for other in ("Everywhere", "Every plan"):
            setup.put(game, "alice", card(other), zone, face_down=True)
    _come_to_rest(game, id)
    return id


def _come_to_rest(game: Game, id: ObjectId) -> None:
    """What state-based actions do before anybody has priority (CR 704.3), unless the card would be gone by that."""
    ahead = game.fork()
    for _ in range(10):
        if not state_based_actions.check(ahead):
            break
    if id in ahead.objects:
        ahead.pending = ()
        game.restore(ahead)


def _make_viable(game: Game, id: ObjectId) -> None:
    """Nothing that would be gone at once (CR 704.5f, 704.5i, 704.5j): counters on a creature without toughness, and on a planeswalker's back that says no
    loyalty, which has those of its front; no other legend of that name."""
    values = game.characteristics(id)
    if "planeswalker" in values.types and not game.objects[id].counter("loyalty"):
        game.put_object(
            replace(game.objects[id], counters=(*game.objects[id].counters, ("loyalty", LOYALTY)))
        )
    if "creature" in values.types and (values.toughness or 0) <= 0:
        counters = dict(game.objects[id].counters)
        counters["+1/+1"] = counters.get("+1/+1", 0) + 2 - (values.toughness or 0)
        game.put_object(replace(game.objects[id], counters=tuple(counters.items())))
    twins = [i for i in game.battlefield() if i != id and game.name(i) == values.name]
    if "legendary" in values.supertypes and twins:
        game.happen([ev.MoveZone(object=i, to="exile", verb="exile") for i in twins])


def taken_off(face: Face) -> set[str]:
    """The kinds of counters that costs of the face's abilities take off it (CR 118, 606.4)."""
    kinds = {"loyalty"} if "planeswalker" in face.characteristics().types else set()
    for ability in (m for a in face.abilities for m in keywords.meaning(a)):
        if isinstance(ability, ab.Activated):
            kinds |= {n.kind for n in ab.walk(ability.costs) if isinstance(n, ab.RemoveCounters) and n.kind}
    return kinds


def _host(game: Game, aura: ObjectId) -> Thing | None:
    """A player or object that the Aura may be attached to; of players the opponent, of objects the first."""
    things = (*reversed(game.order), *game.battlefield(), *game.in_zone("graveyard"))
    return next((t for t in things if t != aura and attaching.aura_may_be_attached(game, aura, t)), None)
