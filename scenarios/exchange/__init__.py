"""Files of other programs as scenarios: Forge's puzzles, and deck lists as Arena, Magic Online, Cockatrice and people write them.

In comes a file's text; out comes the text of a scenario that reads as one, under a comment with everything that the file says and a scenario can't. `formats` is
the table of formats, each a module of its own; a new one gives an `Imported` and stands there.

    from scenarios.exchange import import_file
    print(import_file("puzzle.pzl").text)
"""

from scenarios.exchange.formats import FORMATS, Format
from scenarios.exchange.writing import Written, import_decks, import_file, import_text

__all__ = ["FORMATS", "Format", "Written", "import_decks", "import_file", "import_text"]
