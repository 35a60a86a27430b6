"""Rules as they are compiled: their pieces with agreement settled, how values are built and taken apart, and tries of them."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from engine.oracle.kernel.templates import Inflected, Piece, Slot
from engine.oracle.kernel.tokens import CAPITAL, SMALL, fold, tokenise


class GrammarError(Exception):
    """A rule that can't work: unknown field or category, left recursion, a fixed field with a slot."""


class Rule(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One template and its value. `slots`: fields in the order of their slots; `build` makes the value of a reading (None:
    it isn't one), `undo` gives the slots' values to write from (None: this rule doesn't write that value). `fixed`: the fields that a
    value has to have just so for that. `passes`: it stands for all values of the one category that it consists of."""

    category: str
    pieces: tuple[Piece, ...]
    slots: tuple[str, ...]
    build: Callable[[tuple[Any, ...]], Any]
    undo: Callable[[Any], Mapping[str, Any] | None]
    of: tuple[type, ...] | None
    constant: Any = None
    is_constant: bool = False
    fixed: Mapping[str, Any] = {}
    passes: bool = False

    @property
    def first_slot(self) -> str:
        """The category of the slot that the template begins with, "" if it begins with a word."""
        first = next((p for p in self.pieces if p not in (CAPITAL, SMALL)), "")
        return first.category if isinstance(first, Slot) else ""


class Series(msgspec.Struct, frozen=True, gc=False):
    """A list of values. Token lists hold the words between: `sep` between two, `last` before the last (None: as any), `pair`
    between exactly two. `joins`: the words that one of these begins with (None: one of them is no word at all)."""

    element: str
    first: str
    final: str
    sep: tuple[str, ...]
    last: tuple[str, ...] | None
    pair: tuple[str, ...] | None
    low: int
    high: int
    joins: frozenset[str] | None


class Token(msgspec.Struct, frozen=True, gc=False):
    """A sort of token: the value that it stands for (None: none), and the token of a value (None: none)."""

    kind: str
    read: Callable[[str], Any]
    write: Callable[[Any], str | None]


class Node:
    """A state of a category's trie: where the next piece leads, and the rules that end here. `corners`: rules that end here of categories that some rule begins with, and
    where that goes on; `moves`: where a token leads, for those asked about; `leaf`: nothing goes on."""

    __slots__ = ("corners", "ends", "leaf", "literals", "moves", "slots")

    def __init__(self) -> None:
        self.literals: dict[str, Node] = {}
        self.slots: list[tuple[str, Node]] = []
        self.ends: list[Rule] = []
        self.corners: list[tuple[Rule, Node]] = []
        self.moves: dict[str, Moves] = {}
        self.leaf = True


PASSED = Node()
"""Where the slot of a rule leads that passes on all values of its category."""
Moves = tuple[Node | None, tuple[tuple[str, Node], ...]]
"""Where a token leads from a state: by itself, and by slots."""


def said(field: str, unsaid: list[Any], where: Callable[[Any], bool] | None) -> Callable[[Any], bool]:
    return lambda value: getattr(value, field) not in unsaid and (where is None or where(value))


def settle(
    pieces: tuple[Piece, ...], field: str, number: str, keep: frozenset[str] = frozenset()
) -> tuple[Piece, ...]:
    """The pieces without their subject: what would agree with it is settled, but for slots of the categories of `keep`."""
    out: list[Piece] = []
    slots_seen = False
    for piece in pieces:
        if isinstance(piece, Inflected) and (
            piece.number == field or (not piece.number and not piece.noun and not slots_seen)
        ):
            out.append(piece._replace(number=number))
            continue
        if isinstance(piece, Slot):
            slots_seen = True
            if piece.number == field and piece.category not in keep:
                piece = piece._replace(number=number)
        out.append(piece)
    return tuple(out)


@cache
def _hints(made: type) -> dict[str, Any]:
    return typing.get_type_hints(made)


@cache
def _fields(made: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(made)


def _annotated(made: type, field: str, template: str) -> str:
    try:
        hint = _hints(made)[field]
    except KeyError:
        raise GrammarError(f"{made.__name__} has no field {field!r} ({template!r})") from None
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    names = [o.__name__ for o in options if isinstance(o, type) and issubclass(o, msgspec.Struct)]
    return str(names[0]) if len(names) == 1 else field


def slot_category(slot: Slot, make: Any, template: str) -> str:
    """The category of a slot: its own, or that of the field it fills."""
    if slot.category or not (isinstance(make, type) and issubclass(make, msgspec.Struct)):
        return slot.category
    return _annotated(make, slot.field, template)


def make_rule(
    category: str,
    pieces: tuple[Piece, ...],
    template: str,
    make: Any,
    options: dict[str, Any],
    numbers: frozenset[str],
) -> Rule:
    struct = make if isinstance(make, type) and issubclass(make, msgspec.Struct) else None
    filled: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Slot) and not piece.category:
            if struct is None:
                raise GrammarError(f"{template!r}: say the category of {piece.field!r}")
            piece = piece._replace(category=_annotated(struct, piece.field, template))
        filled.append(piece)
    done = _agree(tuple(filled), template, numbers)
    slots = tuple(p.field for p in done if isinstance(p, Slot))
    where = options["provided"]
    if struct is not None:
        return _struct_rule(category, done, slots, template, struct, options["fixed"], where)
    if options["fixed"]:
        raise GrammarError(f"{template!r}: fixed fields need a struct")
    if callable(make):
        if not options["undo"] or not options["makes"]:
            raise GrammarError(f"{template!r}: a function needs undo= and makes=")
        of = options["makes"] if isinstance(options["makes"], tuple) else (options["makes"],)
        return _function_rule(category, done, slots, make, options["undo"], of, where)
    if slots == ("",):
        return Rule(
            category,
            done,
            slots,
            lambda values: values[0] if where is None or where(values[0]) else None,
            lambda value: {"": value} if where is None or where(value) else None,
            None,
            passes=where is None and len([p for p in done if p not in (CAPITAL, SMALL)]) == 1,
        )
    if slots or make is None:
        raise GrammarError(f"{template!r}: no way to make a value")
    return Rule(category, done, (), lambda _: make, lambda _: {}, (), make, True)


def _struct_rule(
    category: str,
    pieces: tuple[Piece, ...],
    slots: tuple[str, ...],
    template: str,
    struct: type[msgspec.Struct],
    fixed: dict[str, Any],
    where: Callable[[Any], bool] | None,
) -> Rule:
    names = struct.__struct_fields__
    for name in (*slots, *fixed):
        if name not in names:
            raise GrammarError(f"{struct.__name__} has no field {name!r} ({template!r})")
    if set(slots) & set(fixed) or len(set(slots)) != len(slots):
        raise GrammarError(f"{template!r}: a field twice")
    expected = dict(fixed)
    missing = []
    for info in _fields(struct):
        if info.name not in slots and info.name not in fixed:
            if info.default is not msgspec.NODEFAULT:
                expected[info.name] = info.default
            elif info.default_factory is not msgspec.NODEFAULT:
                expected[info.name] = info.default_factory()
            else:
                missing.append(info.name)
    if missing:
        raise GrammarError(f"{template!r}: nothing says {', '.join(missing)} of {struct.__name__}")
    checks = tuple(expected.items())

    def build(values: tuple[Any, ...]) -> Any:
        value = struct(**dict(zip(slots, values, strict=True)), **fixed)
        return value if where is None or where(value) else None

    def undo(value: Any) -> Mapping[str, Any] | None:
        for name, wanted in checks:
            if getattr(value, name) != wanted:
                return None
        if where is not None and not where(value):
            return None
        return {name: getattr(value, name) for name in slots}

    return Rule(category, pieces, slots, build, undo, (struct,), fixed=expected)


def _function_rule(
    category: str,
    pieces: tuple[Piece, ...],
    slots: tuple[str, ...],
    make: Callable[..., Any],
    undo: Callable[[Any], Mapping[str, Any] | None],
    of: tuple[type, ...],
    where: Callable[[Any], bool] | None,
) -> Rule:
    def build(values: tuple[Any, ...]) -> Any:
        value = make(**dict(zip(slots, values, strict=True)))
        return value if value is None or where is None or where(value) else None

    def take_apart(value: Any) -> Mapping[str, Any] | None:
        return undo(value) if where is None or where(value) else None

    return Rule(category, pieces, slots, build, take_apart, of)


def _agree(pieces: tuple[Piece, ...], template: str, numbers: frozenset[str]) -> tuple[Piece, ...]:
    """Name, in each inflected piece, the slot it agrees with; "" is what is around the template."""
    out: list[Piece] = []
    before: list[Slot] = []
    fields = {p.field for p in pieces if isinstance(p, Slot)}
    for piece in pieces:
        if isinstance(piece, Slot):
            before.append(piece)
        if isinstance(piece, (Slot, Inflected)) and piece.number:
            if piece.number == "out":
                piece = piece._replace(number="")
            elif piece.number not in fields and piece.number not in ("one", "many"):
                raise GrammarError(f"{template!r}: nothing to agree with called {piece.number!r}")
        elif isinstance(piece, Inflected):
            near = [s.field for s in before if (s.category in numbers) == piece.noun and s.field]
            piece = piece._replace(number=near[-1] if near else "")
        out.append(piece)
    return tuple(out)


def make_trie(rules: list[Rule], within: Mapping[str, list[Rule]]) -> Node:
    """The states of a category: rules that begin with the same pieces share them. `within`: categories whose own rules are followed from here where one of these
    begins with them (left corners)."""
    root = Node()
    corners: dict[str, Node] = {}
    passing: list[tuple[str, Node]] = []
    waiting: list[tuple[Rule, Node | None]] = [(made, None) for made in rules]
    for made, completed in waiting:
        if made.passes and made.first_slot not in within:
            passing.append((made.first_slot, completed or PASSED))
            continue
        nodes = [root]
        for place, piece in enumerate(made.pieces):
            if isinstance(piece, Slot) and not place and piece.category in within:
                if piece.category not in corners:
                    corners[piece.category] = Node()
                    waiting += [(inner, corners[piece.category]) for inner in within[piece.category]]
                nodes = [corners[piece.category]]
            elif isinstance(piece, Slot):
                nodes = [_slot_edge(node, piece.category) for node in nodes]
            elif piece not in (CAPITAL, SMALL):
                nodes = [_word_edges(node, form) for form in _forms(piece) for node in nodes]
        for node in nodes:
            if completed is None:
                node.ends.append(made)
            else:
                node.corners.append((made, completed))
    root.slots += passing
    root.leaf = root.leaf and not passing
    return root


@cache
def _forms(piece: str | Inflected) -> tuple[tuple[str, ...], ...]:
    """The forms that a word can be read in, as they are compared."""
    if isinstance(piece, str):
        return (tuple(fold([piece])),)
    forms = {"one": (piece.singular,), "many": (piece.plural,)}.get(
        piece.number, (piece.singular, piece.plural)
    )
    return tuple(dict.fromkeys(tuple(fold(tokenise(form))) for form in forms))


def _word_edges(node: Node, words: tuple[str, ...]) -> Node:
    for word in words:
        following = node.literals.get(word)
        if following is None:
            following = node.literals[word] = Node()
            node.leaf = False
        node = following
    return node


def _slot_edge(node: Node, category: str) -> Node:
    for name, target in node.slots:
        if name == category:
            return target
    target = Node()
    node.slots.append((category, target))
    node.leaf = False
    return target
