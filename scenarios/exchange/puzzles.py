"""Forge's puzzle files (`.pzl`) and the game states that it saves: a section `[metadata]` of `Key:Value`, a section `[state]` of `Key=Value`.

A key of the state is a player (`human`, `ai`, `p0`, ...) and a word; a zone's cards stand between semicolons, each with its attributes behind bars
(`puzzle_cards`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from engine.model import counters
from scenarios.exchange import puzzle_cards
from scenarios.exchange.imported import Imported, Unsaid, short
from scenarios.format import ScenarioError, nearest, together
from scenarios.format.types import Text, Where

ZONES = {
    "battlefield": "battlefield", "play": "battlefield", "cardsinplay": "battlefield", "hand": "hand", "cardsinhand": "hand",
    "library": "library", "cardsinlibrary": "library", "graveyard": "graveyard", "cardsingraveyard": "graveyard",
    "exile": "exile", "cardsinexile": "exile", "command": "command", "cardsincommand": "command", "sideboard": "outside the game",
}  # fmt: skip
NUMBERS = {
    "life": "life", "landsplayed": "lands played", "numringtemptedyou": "ring tempted", "speed": "speed",
}  # fmt: skip
"""A player's numbers, and the keys of a scenario that say the same."""
UNSAYABLE = {
    "landsplayedlastturn": "lands played last turn", "precast": "spells that are resolved before the puzzle begins",
    "putonstack": "spells that are put on the stack", "persistentmana": "mana that stays in the pool",
}  # fmt: skip
ACTIVE = ("activeplayer", "activephase", "turn", "removesummoningsickness")
STEPS = {
    "untap": "untap", "upkeep": "upkeep", "draw": "draw", "main": "precombat main", "main1": "precombat main",
    "combatbegin": "beginning of combat", "begincombat": "beginning of combat",
    "combatdeclareattackers": "declare attackers", "declareattackers": "declare attackers",
    "combatdeclareblockers": "declare blockers", "declareblockers": "declare blockers",
    "combatfirststrikedamage": "first strike damage", "firststrikedamage": "first strike damage",
    "combatdamage": "combat damage", "combatend": "end of combat", "endcombat": "end of combat",
    "main2": "postcombat main", "endofturn": "end step", "cleanup": "cleanup",
}  # fmt: skip
"""The phases by what Forge calls them, without case, spaces and underscores."""
ASKING = ("name", "goal", "turns", "description", "url", "difficulty")
SECTION = re.compile(r"\[(.+)\]")
PLAYER = re.compile(r"(human|ai|p\d{1,2})(\w+)", re.IGNORECASE)
STATE_LINE = re.compile(
    r"(?im)^\s*(?:active(?:player|phase)|(?:human|ai|p\d)(?:life|battlefield|hand|library|cardsinplay))\s*="
)


class Line(msgspec.Struct):
    """What a line of a section says; `key` as it stands there, `at` its column."""

    number: int
    key: str
    value: str
    at: int


def is_puzzle(text: str) -> bool:
    """Whether the text has the sections of a puzzle, or lines of a game state."""
    return re.search(r"(?im)^\s*\[(?:metadata|state)\]\s*$", text) is not None or bool(
        STATE_LINE.search(text)
    )


def read(text: str, file: str) -> Imported:
    """The puzzle as a scenario's data. Raises ScenarioError with all that is wrong."""
    reading = _Reading(file)
    sections = reading.sections(text)
    data = reading.metadata(sections.pop("metadata", []))
    data |= reading.state(sections.pop("state", []))
    for name, lines in sections.items():
        reading.unsaid += [Unsaid(line.number, f"[{name}] {line.key}: {line.value}") for line in lines]
    if not reading.faults and not reading.players:
        reading.fault(Line(0, "", "", 0), "no player is there", expected="keys such as humanlife=20")
    if reading.faults:
        raise together(reading.faults, Text(text))
    return Imported(data, tuple(sorted(reading.unsaid, key=lambda each: each.line)), tuple(reading.remarks))


class _Reading:
    """One reading of a puzzle: what was found, what is wrong, what can't be said."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[ScenarioError] = []
        self.unsaid: list[Unsaid] = []
        self.remarks: list[str] = []
        self.players: dict[str, dict[str, Any]] = {}
        self.cards: list[puzzle_cards.PuzzleCard] = []

    def fault(self, line: Line, message: str, **more: Any) -> None:
        self.faults.append(ScenarioError(Where(self.file, line.number, line.at), message, **more))

    def sections(self, text: str) -> dict[str, list[Line]]:
        """The lines of each section; what stands before any section is state."""
        found: dict[str, list[Line]] = {}
        name = "state"
        for number, written in enumerate(text.splitlines(), 1):
            line = written.strip()
            if not line or line.startswith(("#", "//")):
                continue
            if match := SECTION.fullmatch(line):
                name = match[1].strip().lower()
                continue
            lines = found.setdefault(name, [])
            if name == "state":
                key, sign, value = line.partition("=")
            else:
                parted = re.match(r"([\w ]+?)\s*[:=](.*)", line)
                key, sign, value = (parted[1], ":", parted[2]) if parted else (line, "", "")
            at = written.index(line) + 1
            if sign and key.strip():
                lines.append(Line(number, key.strip(), value.strip(), at))
            elif name != "state" and lines:
                lines[-1].value += f" {line}"
            else:
                self.fault(Line(number, "", "", at), "", expected="KEY=VALUE", found=f"'{line}'")
        return found

    def metadata(self, lines: list[Line]) -> dict[str, Any]:
        """What the puzzle is called and what it asks, as title and question."""
        said = {line.key.lower(): line for line in lines}
        told = {key: " ".join(line.value.replace("\\n", " ").split()) for key, line in said.items()}
        self.unsaid += [
            Unsaid(line.number, f"{line.key}: {line.value}") for k, line in said.items() if k not in ASKING
        ]
        aims = [f"{key}: {told[key]}" for key in ("goal", "turns") if told.get(key)]
        question = " ".join([told.get("description", ""), f"({', '.join(aims)})" if aims else ""]).strip()
        self.remarks += [f"{said[key].key}: {told[key]}" for key in ("url", "difficulty") if told.get(key)]
        both = {"title": told.get("name", ""), "question": question}
        return {key: words for key, words in both.items() if words}

    def state(self, lines: list[Line]) -> dict[str, Any]:
        """The position (CR 110, 400): players in the order of their numbers, and the turn."""
        said: dict[str, Line] = {}
        for line in lines:
            key = line.key.lower()
            if key in said:
                self.fault(line, f"{line.key} is said twice: in line {said[key].number}, too")
            said[key] = line
        for name in sorted(
            {_player(match[1]) for key in said if (match := PLAYER.fullmatch(key))}, key=_seat
        ):
            self.players[name] = {}
        for name in ("human", "ai"):
            self.players.setdefault(name, {})
        self.players = dict(sorted(self.players.items(), key=lambda each: _seat(each[0])))
        for key, line in said.items():
            match = PLAYER.fullmatch(key)
            if match is not None and key not in ACTIVE:
                self.of_player(_player(match[1]), match[2], line)
            elif key not in ACTIVE:
                self.unknown(line, ACTIVE)
        if not any(PLAYER.fullmatch(key) for key in said):
            self.players = {}
        rested = said.get("removesummoningsickness")
        self.lay(rested is not None and rested.value.lower() == "true")
        return {"players": self.players, "turn": self.turn(said)}

    def unknown(self, line: Line, known: Any) -> None:
        """A key that isn't known: a slip of the pen is a fault, anything else is told."""
        near = nearest(line.key.lower(), known, 1)
        if near and abs(len(near[0]) - len(line.key)) <= 2 and near[0][:1] == line.key[:1].lower():
            self.fault(line, "", expected="a key of a puzzle", found=f"'{line.key}'", near=near)
        else:
            self.unsaid.append(Unsaid(line.number, f"{line.key}={line.value}"))

    def of_player(self, player: str, word: str, line: Line) -> None:
        """What is said of a player."""
        if word in ZONES:
            for written in line.value.split(";"):
                if written.strip():
                    self.cards.append(
                        puzzle_cards.PuzzleCard(player, ZONES[word], line.number, written.strip())
                    )
        elif word in NUMBERS:
            if re.fullmatch(r"-?\d{1,9}", line.value) and (word == "life" or line.value[0] != "-"):
                if word == "life" or int(line.value):
                    self.players[player][NUMBERS[word]] = int(line.value)
            else:
                self.fault(line, "", expected=f"a number after {line.key}=", found=f"'{line.value}'")
        elif word == "counters":
            kinds = puzzle_cards.counted(line.value)
            if kinds is None:
                self.fault(line, "", expected="counters such as POISON=3", found=f"'{line.value}'")
            for kind, number in (kinds or {}).items():
                if counters.known(kind):
                    self.players[player].setdefault("counters", {})[kind] = number
                else:
                    self.unsaid.append(Unsaid(line.number, f"{player}: {number} {kind} counters"))
        elif word == "manapool":
            self.mana(player, line)
        elif word in UNSAYABLE:
            if line.value and line.value != "0":
                self.unsaid.append(Unsaid(line.number, f"{player}: {UNSAYABLE[word]}: {line.value}"))
        else:
            name = line.key[: len(line.key) - len(word)].lower()
            self.unknown(
                line, [f"{name}{each}" for each in (*ZONES, *NUMBERS, *UNSAYABLE, "counters", "manapool")]
            )

    def mana(self, player: str, line: Line) -> None:
        """CR 106.4: mana in the pool, as `R R G`."""
        symbols = re.findall(r"[WUBRGC]", line.value.upper())
        if re.sub(r"[WUBRGC\s{},]", "", line.value.upper()):
            self.unsaid.append(Unsaid(line.number, f"{player}: mana {line.value}"))
        elif symbols:
            self.players[player]["mana"] = "".join(f"{{{symbol}}}" for symbol in symbols)

    def lay(self, rested: bool) -> None:
        """The cards into their zones."""
        table = puzzle_cards.Table(self.cards, tuple(self.players), rested)
        for card, message in table.faults:
            self.fault(Line(card.line, "", "", 1), message)
        self.unsaid += table.unsaid
        for (player, zone), entries in table.zones.items():
            self.players[player][zone] = short(entries)
        for player, said in self.players.items():
            if "library" not in said:
                said["library"] = []
                self.remarks.append(f"no library of {player}'s is given: it is empty, as it is in Forge")
        if any(zone == "graveyard" and len(entries) > 1 for (_, zone), entries in table.zones.items()):
            self.remarks.append("a graveyard's first card is taken as the top one")
        if table.may_trigger:
            self.remarks.append("permanents are simply there: nothing triggers for their having entered")

    def turn(self, said: dict[str, Line]) -> dict[str, Any]:
        """CR 500.1: whose turn it is, the phase or step, and the turn's number."""
        turn: dict[str, Any] = {"player": next(iter(self.players), "human")}
        checks: dict[str, Callable[[str], Any]] = {
            "activeplayer": lambda value: _player(value) if _player(value) in self.players else None,
            "activephase": lambda value: STEPS.get(re.sub(r"[ _]", "", value)),
            "turn": lambda value: int(value) if re.fullmatch(r"\d{1,6}", value) else None,
        }
        wanted = {
            "activeplayer": ("player", " or ".join(self.players)),
            "activephase": ("step", "a phase such as MAIN1, COMBAT_BEGIN or END_OF_TURN"),
            "turn": ("number", "a number"),
        }
        for key, check in checks.items():
            line = said.get(key)
            if line is None or not line.value:
                continue
            found = check(line.value.lower())
            if found is None:
                expected = f"{wanted[key][1]} after {line.key}="
                self.fault(line, "", expected=expected, found=f"'{line.value}'", near=_near(key, line.value))
            else:
                turn[wanted[key][0]] = max(found, 1) if key == "turn" else found
        return turn


def _near(key: str, value: str) -> Iterator[str]:
    return iter(nearest(value.lower(), STEPS, 1) if key == "activephase" else ())


def _player(written: str) -> str:
    """The name of a player: the first two are called `human` and `ai`, by whichever name the file has them."""
    name = written.strip().lower()
    return {"p0": "human", "p1": "ai"}.get(name, name)


def _seat(name: str) -> int:
    return {"human": 0, "ai": 1}.get(name) or (int(name[1:]) if name[1:].isdigit() else 0)
