"""The database as tables: what every floor above reads from and writes to.

In comes a `Document` or the search's words, with an open connection; out come rows: which editions there are
(`editions`), what an edition has under a number (`numbered`), and the index that searches read (`indexing`).
Whole files of the user's data directory are written here, too; the database itself is opened in `rules_db.opening`.
"""

from rules_db.store.files import FILE_NAME, build_atomically, database_path, home, write_file
from rules_db.store.schema import check_version, create, problem, tables, transaction

__all__ = [
    "FILE_NAME",
    "build_atomically",
    "check_version",
    "create",
    "database_path",
    "digest_names",
    "editions",
    "faults",
    "home",
    "indexing",
    "numbered",
    "numbering",
    "problem",
    "renumbering",
    "shipped",
    "tables",
    "transaction",
    "vocabulary",
    "write_file",
    "writing",
]
