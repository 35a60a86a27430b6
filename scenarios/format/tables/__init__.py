"""The scenario format as tables: every key, what it holds, and what it means.

Reader, schema and writer all run on these; a key is added here and in ``types``, and nowhere else. Nodes come in and typed values go out, by the kinds
(``kinds``) that the tables are made of; ``documents`` holds the two whole ones, SCENARIO and RULINGS.
"""

from scenarios.format.tables.documents import RULINGS, SCENARIO

__all__ = ["RULINGS", "SCENARIO"]
