"""The manual of the scenario format: every key with what it holds, its default and an example; and a cookbook of common questions.

Made from the reader's own tables (`scenarios.format.tables`), so that it can't say anything else than what is read. `page` is docs/scenarios.md; `about` is what
`judge help scenarios KEY` prints.
"""

from scenarios.manual.cookbook import Recipe, recipes
from scenarios.manual.page import about, page
from scenarios.manual.reference import Entry, examples, sections

__all__ = ["Entry", "Recipe", "about", "examples", "page", "recipes", "sections"]
