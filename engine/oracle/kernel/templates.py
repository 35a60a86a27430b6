"""Templates: the English of one rule, with slots and inflections.

{field}            a slot; its category is the field's annotation; the field's own name, if that is no struct
{field:category}   the same, with a category of its own
{:category}        the value itself, read as that category ("inclusion")
{who?}             a subject that may be left out, as `Grammar.elide` says
{which@one} {which@many} {changes@what}   the number that the words inside take: singular, plural, as the slot `what`
draw[s]  search[es]     a verb: agrees with the nearest slot before it that is no Number, else with what is around the template
card(s)  class(es)      a noun: agrees with the nearest slot before it that is a number, else with what is around the template
(has|have)              singular|plural of anything else; agrees as verbs do
...@what                after any of these three: agrees with that slot; @one, @many: settled; @out: with what is around
^                       the next word begins with a capital
_                       the next word begins with a small letter, though a quotation begins with it
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.oracle.kernel.tokens import tokenise


class Slot(NamedTuple):
    """A place for a value. `field` "" is inclusion; `category` "" is the annotation's; `number` as in the template."""

    field: str
    category: str = ""
    number: str = ""
    optional: bool = False


class Inflected(NamedTuple):
    """A word with a singular and a plural form ("" for none at all). `noun`: of the sort that a Number rules."""

    singular: str
    plural: str
    noun: bool = False
    number: str = ""


Piece = str | Slot | Inflected

_SLOT = re.compile(r"\{([a-z_]*)(\?)?(?:@([a-z_]+))?(?::([^}@]+))?(?:@([a-z_]+))?\}")
_FORMS = re.compile(
    r"(?P<verb>[\w'-]+)\[(?P<vs>e?s)\](?:@(?P<v>\w+))?"
    r"|(?P<noun>[\w'-]+)\((?P<ns>e?s)\)(?:@(?P<n>\w+))?"
    r"|\((?P<one>[^()|]*)\|(?P<many>[^()|]*)\)(?:@(?P<a>\w+))?"
)


def parse(template: str) -> tuple[Piece, ...]:
    """The pieces of a template, words as `tokenise` makes them."""
    pieces: list[Piece] = []
    at = 0
    for match in _SLOT.finditer(template):
        pieces += _words(template[at : match.start()])
        field, optional, number, category, number2 = match.groups()
        pieces.append(Slot(field, category or "", number or number2 or "", bool(optional)))
        at = match.end()
    return tuple(pieces + _words(template[at:]))


def _words(text: str) -> list[Piece]:
    pieces: list[Piece] = []
    at = 0
    for match in _FORMS.finditer(text):
        pieces += tokenise(text[at : match.start()])
        if verb := match["verb"]:
            pieces.append(Inflected(verb + match["vs"], verb, False, match["v"] or ""))
        elif noun := match["noun"]:
            pieces.append(Inflected(noun, noun + match["ns"], True, match["n"] or ""))
        else:
            pieces.append(Inflected(match["one"], match["many"], False, match["a"] or ""))
        at = match.end()
    return pieces + list(tokenise(text[at:]))
