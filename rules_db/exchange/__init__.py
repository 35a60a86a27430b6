"""Whole editions in and out of the database.

In come files and addresses, read by `importing` and `fetching` or held against the installed editions by `identifying`;
out come an edition's text (`exporting`) and what it has against itself (`checking`). Each is a module of its own, and loads
when it is imported: nobody who exports waits for what downloads.
"""

__all__ = ["checking", "exporting", "fetching", "identifying", "importing"]
