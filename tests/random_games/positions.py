"""Boards to begin from: random cards that are read whole, in random zones of two to four players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random

from engine import setup
from engine.game import Decider, Game
from engine.model import Card, ObjectId
from scenarios.cards import Cards, Unreadable, pool_source

PLAYERS = ("alice", "bob", "carol", "dave")
LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
STEPS = ("upkeep", "precombat main", "precombat main", "beginning of combat", "postcombat main", "end step")


@cache
def names() -> tuple[str, ...]:
    """The names of the cards of the shipped pool."""
    pool = pool_source()
    assert pool is not None
    return tuple(sorted(pool.names()))


@cache
def whole(name: str) -> Card | None:
    """The card, if it is read whole."""
    try:
        return Cards().find(name)
    except Unreadable:
        return None


@dataclass
class Entry:
    """A card of a position."""

    card: Card
    zone: str
    tapped: bool = False
    sick: bool = False
    counters: dict[str, int] = field(default_factory=dict)
    attached: int | None = None
    """To which of all cards it is attached, in their order."""


@dataclass
class Position:
    """A board: for each player the cards, those of a library from the top."""

    players: tuple[str, ...]
    cards: dict[str, list[Entry]]
    step: str
    life: int
    more: list[tuple[str, Card]] = field(default_factory=list)  # permanents put last

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """All cards in the order in which they are put."""
        for player in self.players:
            for entry in self.cards[player]:
                yield player, entry

    def game(self, decider: Decider) -> tuple[Game, list[ObjectId]]:
        """The game that stands so, and the ids of the cards in order."""
        made = Game(self.players, decider)
        ids = []
        for player in self.players:
            setup.player(made, player, life=self.life, unlimited_mana=True)
        for player, entry in self.entries():
            ids.append(
                setup.put(
                    made, player, entry.card, entry.zone, tapped=entry.tapped, sick=entry.sick, counters=entry.counters
                )
            )  # fmt: skip
        for (_, entry), id in zip(self.entries(), ids, strict=True):
            if entry.attached is not None:
                setup.attach(made, id, ids[entry.attached])
        for player, card in self.more:
            ids.append(setup.put(made, player, card))
        setup.begin(made, self.players[0], self.step, 3)
        return made, ids


def random_card(rng: Random, land: float = 0.1) -> Card:
    """A card that is read whole; a basic land now and then."""
    if rng.random() < land:
        found = whole(rng.choice(LANDS))
        assert found is not None
        return found
    while True:
        card = whole(rng.choice(names()))
        if card is not None and _playable(card):
            return card


def legend(rng: Random) -> Card:
    """A card that can be a commander (CR 903.3)."""
    while True:
        card = random_card(rng, 0)
        types = card.faces[0].type_line.split()
        if "Legendary" in types and "Creature" in types:
            return card


def _playable(card: Card) -> bool:
    types = card.faces[0].type_line.split()
    return not {"Vanguard", "Conspiracy", "Scheme", "Phenomenon", "Plane", "Dungeon"} & set(types)


def _stands(card: Card) -> bool:
    """Whether it can be on the battlefield by itself as a position begins."""
    types = set(card.faces[0].type_line.split())
    return not types & {"Instant", "Sorcery", "Battle"}


def position(rng: Random, players: int) -> Position:
    """A board for so many players."""
    who = PLAYERS[:players]
    cards: dict[str, list[Entry]] = {}
    for player in who:
        mine = cards[player] = []
        many = rng.choice((3, 4, 5, 8))
        while len(mine) < many:
            card = random_card(rng, 0.2)
            if _stands(card):
                counters = (
                    {"+1/+1": 1} if "Creature" in card.faces[0].type_line and rng.random() < 0.15 else {}
                )
                mine.append(Entry(card, "battlefield", rng.random() < 0.15, rng.random() < 0.15, counters))
        if rng.random() < 0.15:
            mine.append(Entry(legend(rng), "command"))
        mine += [Entry(random_card(rng), "hand") for _ in range(rng.randint(3, 8))]
        mine += [Entry(random_card(rng), "graveyard") for _ in range(rng.randint(0, 3))]
        mine += [Entry(random_card(rng, 0.4), "library") for _ in range(rng.randint(8, 14))]
    made = Position(who, cards, rng.choice(STEPS), rng.choice((4, 7, 20, 20, 40)))
    _attach(rng, [entry for _, entry in made.entries()])
    return made


def _attach(rng: Random, entries: list[Entry]) -> None:
    """Most Auras and Equipment that are there, to some creature each."""
    there = [(place, e) for place, e in enumerate(entries) if e.zone == "battlefield"]
    creatures = [place for place, e in there if "Creature" in e.card.faces[0].type_line]
    for _, entry in there:
        types = entry.card.faces[0].type_line.split()
        if (
            creatures
            and {"Aura", "Equipment"} & set(types)
            and "Creature" not in types
            and rng.random() < 0.8
        ):
            entry.attached = rng.choice(creatures)
