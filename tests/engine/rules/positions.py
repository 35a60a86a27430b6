"""Small cards and positions for tests of the rules; none is a card of the game."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine import setup
from engine.game import Game
from engine.model.cards import Card, Face
from engine.model.objects import ObjectId

CREATURE = ab.Noun((("creature",),))
ANY = ab.Target(ab.AnyTarget())
YOU = ab.You()
LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


def card(
    name: str,
    cost: str = "",
    line: str = "Instant",
    *abilities: ab.Ability,
    pt: tuple[int, int] | None = None,
    loyalty: int | None = None,
) -> Card:
    """A card of one face."""
    power, toughness = (str(pt[0]), str(pt[1])) if pt else (None, None)
    return Card(
        name,
        (Face(name, cost, line, abilities, power, toughness, None if loyalty is None else str(loyalty)),),
    )


def basic(kind: str) -> Card:
    """A basic land."""
    return card(kind, "", f"Basic Land — {kind}")


def spell(effect: ab.Effect) -> ab.SpellAbility:
    """The instructions of an instant or sorcery."""
    return ab.SpellAbility(effect)


def damage(amount: int, to: ab.Recipient = ANY) -> ab.DealDamage:
    """The spell deals damage."""
    return ab.DealDamage(ab.This(), ab.Literally(amount), to)


def game(*lands: str, step: str = "precombat main", active: str = "alice") -> Game:
    """Alice with basic lands, in a main phase of hers, with priority."""
    made = Game(["alice", "bob"])
    setup.begin(made, active, step)
    for kind in lands:
        setup.put(made, "alice", basic(kind))
    made.turn = replace(made.turn, priority="alice")
    return made


def hand(made: Game, what: Card, player: str = "alice") -> ObjectId:
    """Put the card into a hand."""
    return setup.put(made, player, what, "hand")


def field(made: Game, what: Card, player: str = "alice", sick: bool = False) -> ObjectId:
    """Put the card onto the battlefield."""
    id = setup.put(made, player, what)
    if sick:
        made.put_object(replace(made.objects[id], since=made.tick()))
    return id


def tapped(made: Game) -> list[str]:
    """Names of tapped permanents."""
    return sorted(made.name(i) for i in made.battlefield() if made.object(i).tapped)
