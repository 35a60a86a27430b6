"""Dungeon cards, which every player owns outside the game (CR 309.2): their rooms, with what each does, in the words of the vocabulary."""

from __future__ import annotations

import msgspec

from engine import abilities as ab
from engine.binding import bound
from engine.model import Characteristics
from engine.queries import ENTERING

YOU = ab.You()
ONE, TWO, THREE = map(ab.Literally, (1, 2, 3))
CREATURE = ab.Noun((("creature",),))
A_TARGET = ab.Target(CREATURE)
TREASURE = ab.Create(ONE, ab.TokenKind(predefined="Treasure"))
TOP = ab.TopOfLibrary
UNTIL_MINE = ab.Until("next turn", YOU)


class Room(msgspec.Struct, frozen=True):
    """CR 309.4: one room: its name, what its ability does, and the rooms to which arrows point from it (none from the bottommost)."""

    name: str
    effect: ab.Effect
    leads: tuple[str, ...] = ()


class Dungeon(msgspec.Struct, frozen=True):
    """CR 309.1: a dungeon card; `rooms` from the topmost on. `quality`: it is entered only by venturing into what is called so (701.49d)."""

    name: str
    rooms: tuple[Room, ...]
    quality: str = ""

    def room(self, name: str) -> Room:
        """The room of the name. Raises StopIteration if it has none."""
        return next(room for room in self.rooms if room.name == name)

    @property
    def base(self) -> Characteristics:
        """CR 309.4c: the card's characteristics, with an ability for each room."""
        abilities = tuple(
            ab.Triggered(
                ab.PlayerDoes(YOU, ENTERING + room.name, ab.This()), room.effect, "when", word="room"
            )
            for room in self.rooms
        )
        return Characteristics(
            name=self.name,
            types=frozenset({"dungeon"}),
            subtypes=frozenset({self.quality} - {""}),
            abilities=bound(abilities),
        )


def _gains(what: ab.Recipient, *changes: ab.Change) -> ab.Effect:
    return ab.Lasting(what, changes, UNTIL_MINE)


def _creature(name: str, subtypes: str, power: int, toughness: int, *keywords: str, color: str = "black", number: ab.Number = ONE) -> ab.Create:  # fmt: skip
    """So many creature tokens."""
    return ab.Create(
        number,
        ab.TokenKind(
            name=name, words=(*subtypes.split(), "creature"), colors=(color,), power=ab.Literally(power), toughness=ab.Literally(toughness),
            abilities=tuple(ab.Keyword(k) for k in keywords),
        ),
    )  # fmt: skip


def _a(*kinds: str) -> ab.Chosen:
    return ab.Chosen(ab.Noun(tuple((k,) for k in kinds)))


def _unless(cost: ab.Effect) -> ab.Effect:
    """Each player loses 2 life, or does that."""
    loss = ab.LoseLife(TWO, ab.EachPlayer("player", "each"))
    return ab.Unless(loss, ab.ThatPlayer("they"), (ab.Do(cost),))


def _scry(number: ab.Number) -> ab.Effect:
    return ab.Keyworded("scry", number)


_THAT_CARD = ab.Noun(form="card")
_IN_EXILE = ab.Fits(ab.That(many=True), ab.Which((), _THAT_CARD, (ab.InZone("exile"),)))
_EXILED = ab.Sequence(
    (
        ab.Exile(TOP(TWO, YOU)),
        ab.CastCard(ab.That("card", many=True), YOU, "play", duration=ab.ForAsLongAs(_IN_EXILE)),
    ),
    ".",
)
_DRAWN = ab.Sequence((ab.Draw(THREE), ab.Reveal(ab.That(many=True))), "and")
_ONE_OF_THEM = ab.OneOf(ab.Exactly(ONE), ab.That(many=True))
_LAND = ab.Chosen(ab.Which((ab.Is("basic"),), ab.Noun((("land",),), form="card")))
_FETCH = ab.Sequence(
    (ab.Search(_LAND, whose=YOU), ab.Reveal(ab.That()), ab.Put(ab.That(), "hand", whose=YOU), ab.Shuffle()), "then"
)  # fmt: skip
_RAISED = ab.OneOf(ab.Exactly(ONE), ab.That(many=True), ab.Noun((("creature",),), form="card"))
_THRONE = ab.Sequence(
    (
        ab.Reveal(TOP(ab.Literally(10), YOU)),
        ab.Put(_RAISED, "battlefield", counters=((3, "+1/+1"),)),
        _gains(ab.That(), ab.Gains((ab.Keyword("hexproof"),))),
        ab.Then(ab.Shuffle()),
    ),
    ".",
)
_DRAIN = ab.Sequence((ab.LoseLife(ONE, ab.EachPlayer("opponent", "each")), ab.GainLife(ONE, YOU)), "and")
_TOLL = ab.Sequence(
    (
        ab.Discard(ab.Chosen(_THAT_CARD)),
        ab.Sacrifice(ab.Together((_a("artifact"), _a("creature"), _a("land")), "and")),
    ),
    "and",
)

DUNGEONS: dict[str, Dungeon] = {
    d.name: d
    for d in (
        Dungeon(
            "Lost Mine of Phandelver",
            (
                Room("Cave Entrance", _scry(ONE), ("Goblin Lair", "Mine Tunnels")),
                Room("Goblin Lair", _creature("", "Goblin", 1, 1, color="red"), ("Storeroom", "Dark Pool")),
                Room("Mine Tunnels", TREASURE, ("Dark Pool", "Fungi Cavern")),
                Room("Storeroom", ab.AddCounters(ONE, "+1/+1", A_TARGET), ("Temple of Dumathoin",)),
                Room("Dark Pool", _DRAIN, ("Temple of Dumathoin",)),
                Room(
                    "Fungi Cavern",
                    _gains(A_TARGET, ab.ModifyPT(ab.Literally(4), ab.Literally(0), ("-", "-"))),
                    ("Temple of Dumathoin",),
                ),
                Room("Temple of Dumathoin", ab.Draw(ONE)),
            ),
        ),
        Dungeon(
            "Dungeon of the Mad Mage",
            (
                Room("Yawning Portal", ab.GainLife(ONE, YOU), ("Dungeon Level",)),
                Room("Dungeon Level", _scry(ONE), ("Goblin Bazaar", "Twisted Caverns")),
                Room("Goblin Bazaar", TREASURE, ("Lost Level",)),
                Room("Twisted Caverns", _gains(A_TARGET, ab.Cant("attack")), ("Lost Level",)),
                Room("Lost Level", _scry(TWO), ("Runestone Caverns", "Muiral's Graveyard")),
                Room("Runestone Caverns", _EXILED, ("Deep Mines",)),
                Room("Muiral's Graveyard", _creature("", "Skeleton", 1, 1, number=TWO), ("Deep Mines",)),
                Room("Deep Mines", _scry(THREE), ("Mad Wizard's Lair",)),
                Room(
                    "Mad Wizard's Lair",
                    ab.Sequence((_DRAWN, ab.Optional(YOU, ab.CastCard(_ONE_OF_THEM, free=True))), "."),
                ),
            ),
        ),
        Dungeon(
            "Tomb of Annihilation",
            (
                Room(
                    "Trapped Entry",
                    ab.LoseLife(ONE, ab.EachPlayer("player", "each")),
                    ("Veils of Fear", "Oubliette"),
                ),
                Room("Veils of Fear", _unless(ab.Discard(ab.Chosen(_THAT_CARD))), ("Sandfall Cell",)),
                Room(
                    "Sandfall Cell",
                    _unless(ab.Sacrifice(_a("artifact", "creature", "land"))),
                    ("Cradle of the Death God",),
                ),
                Room("Oubliette", _TOLL, ("Cradle of the Death God",)),
                Room(
                    "Cradle of the Death God",
                    _creature("The Atropal", "legendary God Horror", 4, 4, "deathtouch"),
                ),
            ),
        ),
        Dungeon(
            "Undercity",
            (
                Room("Secret Entrance", _FETCH, ("Forge", "Lost Well")),
                Room("Forge", ab.AddCounters(TWO, "+1/+1", A_TARGET), ("Trap!", "Arena")),
                Room("Lost Well", _scry(TWO), ("Arena", "Stash")),
                Room("Trap!", ab.LoseLife(ab.Literally(5), ab.TargetPlayer("player")), ("Archives",)),
                Room("Arena", ab.Transform(A_TARGET, "goad"), ("Archives", "Catacombs")),
                Room("Stash", TREASURE, ("Catacombs",)),
                Room("Archives", ab.Draw(ONE), ("Throne of the Dead Three",)),
                Room("Catacombs", _creature("", "Skeleton", 4, 1, "menace"), ("Throne of the Dead Three",)),
                Room("Throne of the Dead Three", _THRONE),
            ),
            "Undercity",
        ),
    )
}
"""Every dungeon by its name."""
