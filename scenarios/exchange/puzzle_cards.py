"""The cards of a Forge puzzle: `Grizzly Bears|Tapped|Counters:P1P1=3|Id:7`, and tokens by the names of Forge's scripts, `t:w_1_1_soldier`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from engine.model import counters, subtypes
from scenarios.exchange.imported import Entry, Unsaid
from scenarios.format.tables.cards import CardKind

FLAGS = {
    "tapped": ("tapped", True), "summonsick": ("sick", True), "iscommander": ("commander", True),
    "isringbearer": ("ring-bearer", True), "transformed": ("face", "back"), "modal": ("face", "back"),
    "facedown": ("face down", True), "prepared": ("prepared", True), "monstrous": ("monstrous", True), "renowned": ("renowned", True),
    "suspected": ("suspected", True), "solved": ("solved", True), "foretold": ("foretold", True), "plotted": ("plotted", True),
    "onadventure": ("on an adventure", True),
}  # fmt: skip
"""Attributes without a value, and what a scenario says for them."""
NOTHING = frozenset({"set", "art", "id", "noetbtrigs"})
"""Attributes that say nothing of the position: which printing it is, what others call it; that nothing triggers is always so here."""
REFERRING = {
    "attachedto": "attached to", "attaching": "attached to", "exiledwith": "exiled with",
}  # fmt: skip
"""Attributes whose value is another card's number."""
ZONES_OF = {each.key: zones for each, zones in CardKind.FIELDS}
"""For each key of a card, the zones in which it means something."""
COLORS = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green", "c": "colorless"}
NAMED_TOKENS = frozenset({"treasure", "food", "clue", "blood", "gold", "map", "powerstone", "junk", "shard"})
"""Tokens that the rules define by name (CR 111.10)."""
TOKEN_KEYWORDS = {
    "deathtouch": "deathtouch", "defender": "defender", "firststrike": "first strike", "doublestrike": "double strike",
    "flash": "flash", "flying": "flying", "haste": "haste", "hexproof": "hexproof", "indestructible": "indestructible",
    "lifelink": "lifelink", "menace": "menace", "prowess": "prowess", "reach": "reach", "trample": "trample",
    "vigilance": "vigilance",
}  # fmt: skip
CREATURES = {re.sub(r"\W", "", each).lower(): each for each in subtypes.CREATURE}
_CHANGE = re.compile(r"([pm])(\d+)([pm])(\d+)")


class PuzzleCard(msgspec.Struct):
    """A card as a line has it."""

    player: str
    zone: str
    line: int
    written: str

    @property
    def name(self) -> str:
        return self.written.split("|")[0].strip()

    @property
    def attributes(self) -> list[tuple[str, str]]:
        """Each attribute, in small letters, and its value."""
        parts = (each.strip().partition(":") for each in self.written.split("|")[1:])
        return [(key.strip().lower(), value.strip()) for key, _, value in parts if key.strip()]

    @property
    def id(self) -> str:
        return next((value for key, value in self.attributes if key == "id"), "")


class Table:
    """The cards of a puzzle in their zones, as entries of a scenario. `rested`: no creature is summoning sick, whatever is said of it."""

    def __init__(self, cards: Sequence[PuzzleCard], players: Sequence[str], rested: bool) -> None:
        self.players, self.rested = players, rested
        self.zones: dict[tuple[str, str], list[Entry]] = {}
        self.unsaid: list[Unsaid] = []
        self.faults: list[tuple[PuzzleCard, str]] = []
        self.may_trigger = False
        self._by_id: dict[str, PuzzleCard] = {}
        for card in cards:
            if card.id and card.id in self._by_id:
                self.faults.append((card, f"two cards have the Id:{card.id}"))
            elif card.id:
                self._by_id[card.id] = card
        self._meant = {
            number
            for card in cards
            for key, value in card.attributes
            if key in REFERRING or key == "imprinting"
            for number in value.split(",")
        }
        self._away = {card.id for card in cards if card.id and named(card) is None}
        for card in cards:
            entry = self._entry(card)
            if entry is not None:
                self.zones.setdefault((card.player, card.zone), []).append(entry)

    def _entry(self, card: PuzzleCard) -> Entry | None:
        entry = named(card)
        if entry is None:
            told = (
                f"the token {card.name} is not on the board: put it there in words"
                if card.name
                else "a card without a name"
            )
            self._lost(card, told)
            return None
        if card.id and card.id in self._meant:
            entry["as"] = label(card)
        if card.zone == "battlefield" and not any(key == "noetbtrigs" for key, _ in card.attributes):
            self.may_trigger = True
        for key, value in card.attributes:
            for said, meant in self._said(card, key, value):
                if card.zone in ZONES_OF[said]:
                    entry[said] = meant
                else:
                    self._lost(card, f"'{key}' means nothing in the zone {card.zone}")
        if self.rested:
            entry.pop("sick", None)
        return entry

    def _lost(self, card: PuzzleCard, told: str) -> None:
        where = f"{card.player}'s {card.zone}"
        self.unsaid.append(
            Unsaid(
                card.line, f"{where}: {card.name}: {told}" if card.name not in told else f"{where}: {told}"
            )
        )

    def _said(self, card: PuzzleCard, key: str, value: str) -> Iterator[tuple[str, object]]:
        """What an attribute says, as keys of a scenario's card; what can't be said is kept in `unsaid`, what is wrong in `faults`."""
        if key in FLAGS:
            yield FLAGS[key]
            if value:
                self._lost(card, f"{key}: {value}")
        elif key in REFERRING:
            yield from self._referred(card, REFERRING[key], value)
        elif key in VALUES:
            yield from VALUES[key](self, card, value)
        elif key not in NOTHING:
            self._lost(card, f"{key}{':' if value else ''}{value}")

    def _referred(self, card: PuzzleCard, said: str, number: str) -> Iterator[tuple[str, object]]:
        other = self._by_id.get(number)
        if other is None:
            self.faults.append((card, f"{card.name}: no card has the Id:{number}"))
        elif number in self._away:
            self._lost(card, f"{said} {other.name}, which isn't on the board")
        else:
            yield said, label(other)

    def _imprinting(self, card: PuzzleCard, value: str) -> Iterator[tuple[str, object]]:
        names = [
            meant for number in value.split(",") for _, meant in self._referred(card, "imprinted", number)
        ]
        if names:
            yield "imprinted", names

    def _counters(self, card: PuzzleCard, value: str) -> Iterator[tuple[str, object]]:
        """CR 122.1."""
        kinds = counted(value)
        if kinds is None:
            self.faults.append((card, f"{card.name}: expected counters such as P1P1=3, found '{value}'"))
            return
        for kind in [kind for kind in kinds if not counters.known(kind)]:
            self._lost(card, f"{kinds.pop(kind)} {kind} counters, which no card or rule knows")
        if kinds:
            yield "counters", kinds

    def _damage(self, card: PuzzleCard, value: str) -> Iterator[tuple[str, object]]:
        if re.fullmatch(r"\d{1,9}", value):
            yield "damage", int(value)
        else:
            self.faults.append((card, f"{card.name}: expected a number after Damage:, found '{value}'"))

    def _player(self, card: PuzzleCard, said: str, value: str) -> Iterator[tuple[str, object]]:
        name = {"p0": "human", "p1": "ai"}.get(value.lower(), value.lower())
        if name in self.players:
            yield said, name
        else:
            self.faults.append((card, f"{card.name}: expected {' or '.join(self.players)}, found '{value}'"))

    def _chosen(self, card: PuzzleCard, what: str, value: str) -> Iterator[tuple[str, object]]:
        known = {
            "color": set(COLORS.values()) - {"colorless"},
            "creature type": {each.lower() for each in subtypes.CREATURE},
        }
        if what in known and value.lower() not in known[what]:
            self._lost(card, f"chosen: {value}")
        elif value:
            yield "chosen", {what: value.lower() if what == "color" else value}


VALUES: dict[str, Callable[[Table, PuzzleCard, str], Iterator[tuple[str, object]]]] = {
    "counters": Table._counters,
    "damage": Table._damage,
    "imprinting": Table._imprinting,
    "owner": lambda table, card, value: table._player(card, "owner", value),
    "enchantingplayer": lambda table, card, value: table._player(card, "attached to", value),
    "chosencolor": lambda table, card, value: table._chosen(card, "color", value),
    "chosentype": lambda table, card, value: table._chosen(card, "creature type", value),
    "namedcard": lambda table, card, value: table._chosen(card, "card name", value),
}
"""Attributes with a value of their own kind."""


def label(card: PuzzleCard) -> str:
    """What a card that others refer to is called in the scenario."""
    entry = named(card) or {}
    words = entry.get("token") or card.name
    return f"{words} ({card.id})"


def named(card: PuzzleCard) -> Entry | None:
    """The card by its name, a token by the words that create it; None for a token whose script's name isn't understood."""
    if not card.name:
        return None
    if not card.name.lower().startswith("t:"):
        return {"card": card.name}
    words = token(card.name[2:].strip()) if card.name.startswith("t:") else None
    return None if words is None else {"token": words}


def token(script: str) -> str | None:
    """A token's script in words (CR 111.3): `w_1_1_soldier_flying` is "1/1 white Soldier creature with flying". None where a part of it isn't understood."""
    parts = script.lower().split("_")
    if len(parts) < 3 or not re.fullmatch(r"c|[wubrg]{1,5}", parts[0]):
        return None
    colors = " and ".join(COLORS[letter] for letter in parts[0])
    if parts[1] == "a" and parts[2] in NAMED_TOKENS and parts[0] == "c":
        return parts[2].capitalize() if parts[3:] in ([], ["sac"], ["draw"]) else None
    if len(parts) < 4 or not (parts[1].isdigit() and parts[2].isdigit()):
        return None
    rest = parts[3:]
    also = [word for letter, word in (("e", "enchantment"), ("a", "artifact")) if letter in rest[:1]]
    rest = rest[len(also) :]
    kinds = []
    while rest and rest[0] in CREATURES:
        kinds.append(CREATURES[rest.pop(0)])
    if not kinds or any(word not in TOKEN_KEYWORDS for word in rest):
        return None
    keywords = [TOKEN_KEYWORDS[word] for word in rest]
    told = f"{parts[1]}/{parts[2]} {colors} {' '.join(kinds)} {' '.join([*also, 'creature'])}"
    listed = (
        " and ".join(keywords) if len(keywords) < 3 else f"{', '.join(keywords[:-1])}, and {keywords[-1]}"
    )
    return f"{told} with {listed}" if keywords else told


def counted(written: str) -> dict[str, int] | None:
    """Counters as Forge writes them, by the names that the rules have for them: `P1P1=3,LOYALTY=4`. None for what is none."""
    found = {}
    for each in filter(None, (part.strip() for part in written.split(","))):
        match = re.fullmatch(r"([\w +/-]+?)(?:=(\d{1,9}))?", each)
        if match is None:
            return None
        kind = match[1].lower().replace("_", " ")
        if change := _CHANGE.fullmatch(kind):
            sign = {"p": "+", "m": "-"}
            kind = f"{sign[change[1]]}{change[2]}/{sign[change[3]]}{change[4]}"
        if number := int(match[2] or 1):
            found[kind] = number
    return found
