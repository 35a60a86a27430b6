"""The face of the program: the command line and its reports.

In come words typed on a command line; out come pages, or JSON, and an exit status. `commands` parses what was typed, `answers` asks the libraries and
makes pages of what they say, `report` and `rulings` print; nothing is imported before it is needed, since most of the time goes into loading.
"""

__version__ = "0.2.0"
"""The version, here alone: the build reads it, and CHANGELOG.md begins with it."""
