"""Reading cards: each face's text, paragraph by paragraph, into abilities; or which paragraphs can't be read or carried out, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine import binding
from engine.abilities import Ability, Keyword, Level, PayMana
from engine.model import Card, Face
from engine.oracle import executable
from engine.oracle.brackets import read_paragraph, write_paragraph
from engine.oracle.kernel import Outcome
from engine.oracle.normalise import Normalised, normalise, paragraphs

LOST = "a card of this type has a text, and the record has none"
"""Why a record without text is declined: nothing but creatures and lands is printed so."""

COLOR_UNKNOWN = (
    "a back face without mana cost, and the record has no color indicator for it ([] for a colorless one)"
)
"""Why a record is declined whose back face could have any color."""

NO_PARAGRAPH = frozenset({LOST, COLOR_UNKNOWN})
"""What is wrong with a face as a whole and stands in `Line.text` for a paragraph."""

COLOR_LETTERS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


class Line(msgspec.Struct, frozen=True):
    """A paragraph that was not read: its place on its face (from 1), its normalised text, the longest stretch read, the token it stopped at; or several readings; or one
    that was read, but holds what the engine can't carry out (`lacks`; see engine.oracle.executable)."""

    face: str
    text: str
    read: str
    stopped_at: str
    other: str = ""
    readings: tuple[Ability, ...] = ()
    lacks: tuple[str, ...] = ()
    place: int = 0

    def __str__(self) -> str:
        if self.lacks:
            return f"{self.face}: {self.text!r} asks for what the engine can't do: " + "; ".join(self.lacks)
        if self.readings:
            return f"{self.face}: {self.text!r} has several readings: " + "; ".join(map(str, self.readings))
        if self.other:
            return f"{self.face}: {self.text!r} would be written {self.other!r}"
        if self.text in NO_PARAGRAPH:
            return f"{self.face}: {self.text}"
        return f"{self.face}: {self.text!r}: read as far as {self.read!r}, stopped at {self.stopped_at or 'the end'!r}"


class Declined(msgspec.Struct, frozen=True):
    """A card that isn't read whole, or that can't be played by what was read: the paragraphs in the way."""

    name: str
    lines: tuple[Line, ...]


_lines: dict[tuple[str, str], Outcome] = {}


LAYOUTS = {"aftermath": "split", "preparation": "prepare"}
"""Layouts that some card files name apart and the rules don't (CR 709, 702.127)."""


def line_category(type_line: str) -> str:
    """Which kind of paragraph the text of a card with this type line is made of."""
    types = type_line.partition("—")[0]
    if "Instant" in types or "Sorcery" in types:
        return "spell line"
    if "Planeswalker" in types:
        return "planeswalker line"
    if "Saga" in type_line:
        return "saga line"
    return "permanent line"


def normalise_face(record: Mapping[str, Any]) -> Normalised:
    """The face's text, ready to read."""
    type_line = record.get("type_line") or ""
    return normalise(
        record.get("oracle_text") or "",
        record.get("name") or "",
        legendary="Legendary" in type_line,
        planeswalker="Planeswalker" in type_line,
    )


def read_line(text: str, category: str) -> Outcome:
    """One normalised paragraph (readings are remembered: many cards share a line)."""
    key = (category, text)
    found = _lines.get(key)
    if found is None:
        found = _lines[key] = read_paragraph(category, text)
    return found


def read_face(record: Mapping[str, Any]) -> tuple[tuple[Ability, ...], tuple[Line, ...]]:
    """The abilities of a face, and the paragraphs that were declined: those that aren't read, and those that can't be carried out."""
    category = line_category(record.get("type_line") or "")
    abilities: list[Ability] = []
    declined: list[Line] = []
    name = record.get("name") or ""
    texts = paragraphs(normalise_face(record).text)
    for place, text in enumerate(texts, 1):
        outcome = read_line(text, category)
        if len(outcome.values) == 1:
            lacks = executable.missing(outcome.values[0], abilities[-1] if abilities else None)
            abilities.append(outcome.values[0])
            if lacks:
                declined.append(Line(name, text, outcome.read, "", lacks=lacks, place=place))
        else:
            declined.append(
                Line(name, text, outcome.read, outcome.stopped_at, outcome.other, outcome.values, place=place)
            )
    if not declined:
        declined += _referring_to_nothing(name, texts, tuple(abilities))
    if lacks_text(record):
        declined.append(Line(name, LOST, "", ""))
    return tuple(abilities), tuple(declined)


def _referring_to_nothing(name: str, texts: Sequence[str], abilities: tuple[Ability, ...]) -> list[Line]:
    """The paragraphs, all of them read, with words that refer to nothing that was spoken of (engine.binding)."""
    words: dict[int, list[str]] = {}
    for place, word in binding.unbound_words(abilities):
        words.setdefault(place, []).append(f"what {word!r} refers to")
    return [
        Line(name, texts[place], texts[place], "", lacks=tuple(dict.fromkeys(lacks)), place=place + 1)
        for place, lacks in words.items()
    ]


def lacks_text(record: Mapping[str, Any]) -> bool:
    """Whether the record has lost its text: it says so; or, unless it says that it has not, it is an instant or sorcery, of which none is without instructions (CR 304, 307);
    the same goes for artifacts, enchantments, planeswalkers and battles that are no creatures or lands."""
    if record.get("lost") is not None:
        return bool(record["lost"])
    types = set((record.get("type_line") or "").partition("—")[0].split())
    if types & {"Creature", "Land"}:
        return False
    wordy = {"Instant", "Sorcery", "Artifact", "Enchantment", "Planeswalker", "Battle"}
    return bool(types & wordy) and not (record.get("oracle_text") or "").strip()


DOUBLE_FACED = frozenset({"transform", "modal_dfc", "meld"})
"""Layouts with back faces that have a color of their own (CR 712); a flipped card keeps its front's (CR 710.1c)."""


def lacks_color(back: Mapping[str, Any], front: Mapping[str, Any]) -> bool:
    """Whether the color of a back face is unknown: CR 204.1 gives such a face a color indicator, and some files have lost it.

    One without it is colorless if it is a land, an Eldrazi, or an artifact behind a colorless front."""
    if back.get("mana_cost") or back.get("color_indicator") is not None:
        return False
    words = set((back.get("type_line") or "").split())
    if words & {"Land", "Eldrazi"}:
        return False
    colored = bool(set(front.get("mana_cost") or "") & set(COLOR_LETTERS) or front.get("color_indicator"))
    return colored or "Artifact" not in words


def _prototyped(faces: Sequence[Face]) -> list[Face] | None:
    """CR 718.2-3: a card with prototype, and what it is as a prototyped spell or permanent: the same with another mana cost, power and toughness."""
    for ability in faces[0].abilities if len(faces) == 1 else ():
        if isinstance(ability, Keyword) and ability.name == "prototype":
            power, _, toughness = ability.note.partition("/")
            mana = "".join(cost.mana for cost in ability.costs if isinstance(cost, PayMana))
            return [
                faces[0],
                msgspec.structs.replace(faces[0], mana_cost=mana, power=power, toughness=toughness),
            ]
    return None


def _stationed(face: Face) -> Face:
    """CR 721.2b-c: the power and toughness of a station card that is no creature belong to its last station symbol."""
    marks = [a for a in face.abilities if isinstance(a, Level) and a.word == "station"]
    if face.power is None or face.toughness is None or not marks:
        return face
    sized = msgspec.structs.replace(marks[-1], power=face.power, toughness=face.toughness)
    abilities = tuple(sized if a is marks[-1] else a for a in face.abilities)
    return msgspec.structs.replace(face, abilities=abilities, power=None, toughness=None)


def read_card(record: Mapping[str, Any]) -> Card | Declined:
    """The card of a record (see shared/cards/README.md for the fields), or why not."""
    faces: list[Face] = []
    declined: list[Line] = []
    parts = record.get("card_faces") or [record]
    for part in parts:
        abilities, lines = read_face(part)
        if part is not parts[0] and record.get("layout") in DOUBLE_FACED and lacks_color(part, parts[0]):
            lines += (Line(part.get("name") or "", COLOR_UNKNOWN, "", ""),)
        declined += lines
        faces.append(
            Face(
                name=part.get("name") or "",
                mana_cost=part.get("mana_cost") or "",
                type_line=(part.get("type_line") or "").replace("’", "'"),
                abilities=abilities,
                power=part.get("power"),
                toughness=part.get("toughness"),
                loyalty=part.get("loyalty"),
                defense=part.get("defense"),
                hand_modifier=part.get("hand_modifier"),
                life_modifier=part.get("life_modifier"),
                color_indicator=tuple(COLOR_LETTERS.get(c, c) for c in part.get("color_indicator") or ()),
            )
        )
    faces = [_stationed(face) for face in faces]
    name = record.get("name") or ""
    layout = LAYOUTS.get(record.get("layout") or "normal", record.get("layout") or "normal")
    if prototyped := _prototyped(faces):
        faces, layout = prototyped, "prototype"
    for face in faces:
        lacks = executable.of_face(face, layout)
        if lacks:
            declined.append(Line(face.name, face.type_line, "", "", lacks=lacks))
    if declined:
        return Declined(name, tuple(declined))
    return Card(name, tuple(faces), layout)


def write_face(face: Face) -> str | None:
    """The normalised text of a face, written from its abilities, or None if some ability can't be written."""
    lines = [write_paragraph(line_category(face.type_line), a) for a in face.abilities]
    return None if None in lines else "\n".join(line for line in lines if line)
