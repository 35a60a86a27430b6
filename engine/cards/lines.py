"""Compiled cards: how they are written as data and read back. The pool that ships with the project is a file of such lines beside this module."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.abilities.base import from_data, to_data
from engine.model import Card, Face

POOL = "pool.jsonl.gz"
"""The shipped pool's file name in this package: a compiled card a line, as `to_json` writes it."""


def to_json(card: Card) -> bytes:
    """A card as one line of JSON; what has its default is left out."""
    faces = []
    for face in card.faces:
        data = {
            name: getattr(face, name)
            for name in Face.__struct_fields__
            if getattr(face, name) not in ("", None, ())
        }
        data["abilities"] = to_data(face.abilities)
        faces.append(data)
    return msgspec.json.encode({"name": card.name, "layout": card.layout, "faces": faces})


def from_json(line: bytes | str) -> Card:
    """The card that `to_json` wrote. Raises KeyError for a type that the vocabulary lacks, msgspec.DecodeError for no JSON."""
    data: dict[str, Any] = msgspec.json.decode(line)
    faces = []
    for face in data["faces"]:
        values = {**face, "abilities": from_data(face["abilities"])}
        values["color_indicator"] = tuple(face.get("color_indicator", ()))
        faces.append(Face(**values))
    return Card(name=data["name"], faces=tuple(faces), layout=data["layout"])
