"""The kinds of value that a scenario file holds; each reads, writes and describes itself.

In come nodes of YAML: ``read`` makes typed values of them (or raises ScenarioError at the node). Out go those values and, the other way, ``write``
turns them back into plain data, and ``schema`` is the JSON Schema of what is read. The format's own tables are put together from these (``tables``),
so that reader, schema and writer can't differ.
"""

from scenarios.format.kinds.base import MAX_CARDS, MAX_PERMANENTS, Kind, Reading, ScalarKind, Schema
from scenarios.format.kinds.containers import Delegate, Either, ListOf, MapOf, OrNames, Pairs, Wrap
from scenarios.format.kinds.mana import MANA_TYPES, PoolKind
from scenarios.format.kinds.moments import MomentKind, moment_in_words
from scenarios.format.kinds.records import Field, Record, field, plain_key
from scenarios.format.kinds.scalars import Flag, Number, OneOf, Pattern, PlainNumber, Text
from scenarios.format.kinds.terms import (
    Edition,
    Label,
    Named,
    Player,
    PowerToughnessKind,
    RuleNumber,
)

__all__ = [
    "Edition",
    "Either",
    "Field",
    "Flag",
    "Kind",
    "Label",
    "Delegate",
    "ListOf",
    "MANA_TYPES",
    "MAX_CARDS",
    "MAX_PERMANENTS",
    "MapOf",
    "MomentKind",
    "Named",
    "Number",
    "OneOf",
    "Pairs",
    "Pattern",
    "OrNames",
    "PlainNumber",
    "Player",
    "PoolKind",
    "PowerToughnessKind",
    "Reading",
    "Record",
    "RuleNumber",
    "ScalarKind",
    "Schema",
    "Text",
    "Wrap",
    "field",
    "moment_in_words",
    "plain_key",
]
