"""What changed in the words of a rule."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from rapidfuzz.distance import Indel

from rules_db.concordance import wording
from rules_db.notation import typography

SHORT = 2  # so few words kept between longer changes are no help to a reader


class Segment(msgspec.Struct, frozen=True):
    """Words of a rule: `same` as before, `added`, or `removed`."""

    op: str
    text: str


def same_words(text: str, other: str) -> bool:
    """Whether two rules read the same, the numbers of other rules in them, typography and quotes that got lost aside."""
    if text == other or wording.neutral_words(text) == wording.neutral_words(other):
        return True
    return wording.neutral_words(_unquoted(text)) == wording.neutral_words(_unquoted(other))


def _unquoted(text: str) -> str:
    """A text without quotes, apostrophes and the question marks that some copies have in their places."""
    return re.sub("[\"'?]", "", typography.fold(text))


def marked(before: str, after: str) -> tuple[Segment, ...]:
    """The words of `after` beside those of `before`; what only typography tells apart is the same."""
    old, new = before.split(), after.split()
    edits = Indel.opcodes([_plain(word) for word in old], [_plain(word) for word in new])
    pieces: list[tuple[bool, list[str], list[str]]] = []  # whether the same, words before, words after
    for edit in edits:
        same = edit.tag == "equal"
        piece = (same, old[edit.src_start : edit.src_end], new[edit.dest_start : edit.dest_end])
        if pieces and not same and not pieces[-1][0]:
            pieces[-1][1].extend(piece[1])
            pieces[-1][2].extend(piece[2])
        else:
            pieces.append(piece)
    segments: list[Segment] = []
    for same, gone, come in _without_crumbs(pieces):
        if same:
            segments.append(Segment("same", " ".join(come)))
            continue
        segments += [
            Segment(op, " ".join(words)) for op, words in (("removed", gone), ("added", come)) if words
        ]
    return tuple(segments)


def _plain(word: str) -> str:
    return _unquoted(word) or word


def _without_crumbs(
    pieces: Sequence[tuple[bool, list[str], list[str]]],
) -> list[tuple[bool, list[str], list[str]]]:
    """The pieces, a word or two that stayed between long changes put into them."""
    found: list[tuple[bool, list[str], list[str]]] = []
    for place, (same, gone, come) in enumerate(pieces):
        small = same and len(come) <= SHORT and 0 < place < len(pieces) - 1
        if small and all(
            len(beside[1]) + len(beside[2]) > 3 * SHORT for beside in (pieces[place - 1], pieces[place + 1])
        ):
            same = False
        if found and not same and not found[-1][0]:
            found[-1] = (False, found[-1][1] + gone, found[-1][2] + come)
        else:
            found.append((same, gone, come))
    return found
