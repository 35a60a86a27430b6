"""Names with a comma that nobody put in quotes: in brackets and braces YAML ends an item at the comma, and takes the rest for another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing

Known = Callable[[str], bool]
"""Whether a card is called so."""


def joined(node: Node, known: Known) -> list[tuple[Scalar, str]]:
    """Put the halves of such names together again, in place: neighbours in a list, keys and values of a mapping in braces, that together are the name of a
    card and aren't names each. Returns where, and the names."""
    found: list[tuple[Scalar, str]] = []
    for each in _all(node):
        if type(each) is Sequence and each.flow:
            _join_items(each, known, found)
        elif type(each) is Mapping and each.flow:
            _join_pairs(each, known, found)
    return found


def _all(node: Node) -> Iterator[Node]:
    seen: set[int] = set()
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if id(each) in seen:  # an alias
            continue
        seen.add(id(each))
        yield each
        if type(each) is Sequence:
            waiting.extend(reversed(each.items))
        elif type(each) is Mapping:
            waiting.extend(value for _, value in reversed(each.pairs))


def _whole(first: Node, second: Node, known: Known) -> Scalar | None:
    """The two as one name, if they are one."""
    if type(first) is not Scalar or type(second) is not Scalar or not first.plain or not second.plain:
        return None
    if not (first.text[:1].isalpha() and second.text[:1].isalpha()):
        return None
    text = f"{first.text}, {second.text}"
    if not known(text):
        title = second.text.startswith("the ")  # of a legend that no source has
        if not title or known(first.text) or known(second.text):
            return None
    elif known(first.text) and known(second.text):
        return None
    return Scalar(text, True, first.line, first.column)


def _join_items(of: Sequence, known: Known, found: list[tuple[Scalar, str]]) -> None:
    place = 0
    while place + 1 < len(of.items):
        whole = _whole(of.items[place], of.items[place + 1], known)
        if whole is not None:
            of.items[place : place + 2] = [whole]
            found.append((whole, whole.text))
        else:
            place += 1


def _join_pairs(of: Mapping, known: Known, found: list[tuple[Scalar, str]]) -> None:
    place = 0
    while place + 1 < len(of.pairs):
        (key, value), (next_key, next_value) = of.pairs[place], of.pairs[place + 1]
        if is_nothing(value):
            whole = _whole(key, next_key, known)  # {Jace, the Mind Sculptor: ...}
            pair: tuple[Scalar | None, Node | None] = (whole, next_value)
        else:
            whole = _whole(value, next_key, known) if is_nothing(next_value) else None
            pair = (key, whole)  # {card: Jace, the Mind Sculptor}
        if whole is not None and pair[0] is not None and pair[1] is not None:
            of.pairs[place : place + 2] = [(pair[0], pair[1])]
            found.append((whole, whole.text))
        else:
            place += 1
