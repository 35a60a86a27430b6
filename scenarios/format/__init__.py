"""The scenario format, version 1: YAML text in, typed scenarios out, and every error with its place.

``read`` and ``read_file`` give scenarios, ``documents`` also the rulings files; ``schema`` gives the JSON Schema that
editors complete from; ``dump`` writes a scenario back.  What the keys mean is told in ``tables``, once for all of them.

Limits: 2,000 permanents and 10,000 other cards a scenario, 2,000,000 characters a file, 200,000 values a document with
its aliases written out, 40 lists and mappings in one another (``kinds`` and ``nodes`` define them).
"""

from scenarios.format.errors import ScenarioError, nearest
from scenarios.format.reader import documents, read, read_file
from scenarios.format.schema import schema
from scenarios.format.writer import dump

__all__ = ["ScenarioError", "documents", "dump", "nearest", "read", "read_file", "schema"]
