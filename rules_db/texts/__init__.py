"""Rules texts as they come: bytes of any year, encoding and layout, read into the pieces of a document.

In come the bytes of a file; out comes a `Document` of rules, headings, glossary, rulings and matter with the role of each
line, or `NotRulesText` with the line that fits nowhere. Nothing here knows of the database or of other editions.
"""

from rules_db.texts.decoding import MAX_BYTES
from rules_db.texts.documents import Document, Gloss, Heading, Matter, Rule, Term
from rules_db.texts.reading import read_document

__all__ = [
    "MAX_BYTES",
    "Document",
    "Gloss",
    "Heading",
    "Matter",
    "Rule",
    "Term",
    "read_document",
]
