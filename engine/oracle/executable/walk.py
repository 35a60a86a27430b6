"""The one walk over an ability that collects what of it is not executable."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import cache
from typing import Any, NamedTuple

from engine import abilities as ab
from engine.abilities.base import Node, holding
from engine.oracle.executable.tables import CHECKS, TYPES, WORDS, Check, Path, Sort


@cache
def missing(ability: ab.Ability, before: ab.Ability | None = None) -> tuple[str, ...]:
    """What of the ability the engine would ignore, misread or refuse, each thing once, in the order of the text; nothing if it is executable.

    `before`: the paragraph before it: a paragraph of a spell may say what happens instead of that one's only instruction (CR 608.2c)."""
    if (
        isinstance(before, ab.SpellAbility)
        and isinstance(ability, ab.SpellAbility)
        and _single(before.effect)
        and isinstance(ability.effect, ab.Conditional)
        and ability.effect.instead
    ):
        return tuple(dict.fromkeys(_lacks(ab.Sequence((before.effect, ability.effect)), ())))
    return tuple(dict.fromkeys(_lacks(ability, ())))


def _single(effect: ab.Effect) -> bool:
    """Whether it is one instruction."""
    return not isinstance(effect, ab.Sequence | ab.Modal) or (
        isinstance(effect, ab.Sequence) and effect.joined != "."
    )


class _Known(NamedTuple):
    """All that the tables say of a type."""

    part_of_speech: str
    has_function: bool
    words: tuple[tuple[str, Callable[[str], bool]], ...]
    checks: tuple[Check, ...]
    fields: tuple[str, ...]


@cache
def _known(kind: type[Node]) -> _Known:
    root = next((r for r in kind.__mro__ if r in TYPES), None)
    allowed = {name: WORDS.get((kind, name), Sort.OPEN) for name in kind.__struct_fields__}
    return _Known(
        root.__name__.lower() if root else "value",
        root is not None and kind in TYPES[root],
        tuple((name, _test(words)) for name, words in allowed.items() if not isinstance(words, Sort)),
        tuple(check for base in reversed(kind.__mro__) for check in CHECKS.get(base, ())),
        holding(kind),
    )


def _test(words: Container[str] | Callable[[str], bool]) -> Callable[[str], bool]:
    return words if callable(words) else words.__contains__


def _lacks(value: Any, path: Path) -> Iterator[str]:
    """What is missing of a value, then of what it holds. Nothing is asked about what a value holds that has no function itself."""
    if isinstance(value, tuple):
        for item in value:
            yield from _lacks(item, path)
        return
    if not isinstance(value, Node):
        return
    kind = type(value)
    known = _known(kind)
    if not known.has_function:
        yield f"{known.part_of_speech} {kind.__name__}"
        return
    for name, allows in known.words:
        for word in _strings(getattr(value, name)):
            if not allows(word):
                yield f"{kind.__name__}.{name} {word!r}"
    for check in known.checks:
        yield from check(value, path)
    inner = (*path, value)
    for name in known.fields:
        held = getattr(value, name)
        if held:
            yield from _lacks(held, inner)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings(item)
