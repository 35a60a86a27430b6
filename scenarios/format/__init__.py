"""The scenario format, version 1: what may stand in a scenario file, and what it means.

In comes YAML text or plain data; out come typed scenarios (``types``), or a ScenarioError with the place of the fault. ``read`` and ``read_file`` give
scenarios, ``documents`` also the rulings files; ``schema`` gives the JSON Schema that editors complete from; ``dump`` writes a scenario back. What
the keys mean is told in ``tables``, once for all of them.

Limits: 2,000 permanents and 10,000 other cards a scenario, 2,000,000 characters a file, 200,000 values a document with its aliases written out, 40
lists and mappings in one another (``kinds`` and ``nodes`` define them).
"""

from scenarios.format.errors import ScenarioError, nearest, slipped, together
from scenarios.format.markdown import SUFFIXES as MARKDOWN_SUFFIXES
from scenarios.format.markdown import holds_documents
from scenarios.format.nodes import LOADER, YamlError
from scenarios.format.parts import Part, parts
from scenarios.format.reader import (
    STANDARD_INPUT,
    documents,
    each_document,
    load,
    read,
    read_data,
    read_file,
    read_text,
)
from scenarios.format.schema import schema
from scenarios.format.writer import data, dump

__all__ = [
    "LOADER",
    "MARKDOWN_SUFFIXES",
    "Part",
    "STANDARD_INPUT",
    "ScenarioError",
    "YamlError",
    "data",
    "documents",
    "dump",
    "each_document",
    "holds_documents",
    "load",
    "nearest",
    "parts",
    "read",
    "read_data",
    "read_file",
    "read_text",
    "schema",
    "slipped",
    "together",
]
