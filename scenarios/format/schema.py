"""The JSON Schema of scenario files, from the same tables as the reader."""

from __future__ import annotations

from scenarios.format.kinds import Schema
from scenarios.format.tables import RULINGS, SCENARIO


def schema() -> Schema:
    """The JSON Schema (2020-12) of a document of a scenario file; editors complete keys, verbs and steps from it."""
    defs: dict[str, Schema] = {}
    # No player is named here: a schema knows the form of a file, not its names.
    one, other = RULINGS.schema(defs), SCENARIO.schema(defs)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scenario, version 1",
        "if": {"required": ["rulings"]},
        "then": one,
        "else": other,
        "$defs": defs,
    }
