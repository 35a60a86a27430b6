"""The grammar: categories and their rules, as registered, and as compiled for reading and writing.

A *category* is what a slot can hold: a base class of the vocabulary, or a name for a printing context. It is one of

* rules (templates and the values they stand for),
* a series of another category's values ("a, b, and c"), whose value is a tuple,
* a sort of token (mana, sizes), whose value is what a function makes of the token.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.oracle.kernel.templates import Inflected, Piece, Slot, parse
from engine.oracle.kernel.tokens import CAPITAL, fold, tokenise

Category = str | type


class GrammarError(Exception):
    """A rule that can't work: unknown field or category, left recursion, a fixed field with a slot."""


class Rule(msgspec.Struct, frozen=True, eq=False):
    """One template and its value. `slots`: fields in the order of their slots; `build` makes the value of a reading (None:
    it isn't one), `undo` gives the slots' values to write from (None: this rule doesn't write that value)."""

    category: str
    pieces: tuple[Piece, ...]
    slots: tuple[str, ...]
    build: Callable[[tuple[Any, ...]], Any]
    undo: Callable[[Any], Mapping[str, Any] | None]
    of: tuple[type, ...] | None
    constant: Any = None
    is_constant: bool = False


class Series(msgspec.Struct, frozen=True):
    """A list of values. Token lists hold the words between: `sep` between two, `last` before the last (None: as any), `pair`
    between exactly two."""

    element: str
    first: str
    final: str
    sep: tuple[str, ...]
    last: tuple[str, ...] | None
    pair: tuple[str, ...] | None
    low: int
    high: int


class Token(msgspec.Struct, frozen=True):
    """A sort of token: the value that it stands for (None: none), and the token of a value (None: none)."""

    kind: str
    read: Callable[[str], Any]
    write: Callable[[Any], str | None]


class Node:
    """A state of a category's trie: where the next piece leads, and the rules that end here."""

    __slots__ = ("ends", "literals", "slots")

    def __init__(self) -> None:
        self.literals: dict[str, Node] = {}
        self.slots: list[tuple[str, Node]] = []
        self.ends: list[Rule] = []


def category_name(category: Category) -> str:
    return category if isinstance(category, str) else category.__name__


def token_kind(token: str) -> str:
    """The sort that first-token sets know a token by, besides its letters."""
    head = token[0]
    if head == "{":
        return "<symbol>"
    if "/" in token and (head in "+-*" or head.isdigit() or head in "xyz"):
        return "<size>"
    if head.isdigit() or head in "+-":
        return "<number>"
    return "<word>"


class Grammar:
    """All rules of one language. Register first; the first reading or writing compiles. `numbers`: the categories that nouns agree with."""

    def __init__(self, numbers: frozenset[str] = frozenset({"Number"})) -> None:
        self.numbers = numbers
        self._specs: list[tuple[str, str, Any, dict[str, Any]]] = []
        self.rules: dict[str, list[Rule]] = {}
        self.series_: dict[str, Series] = {}
        self.tokens: dict[str, Token] = {}
        self.tries: dict[str, Node] = {}
        self.first: dict[str, frozenset[str]] = {}
        self.writers: dict[str, dict[Any, list[Rule]]] = {}
        self.constants: set[str] = set()
        self._plurals: dict[type, Callable[[Any], bool]] = {}
        self._elisions: dict[str, list[tuple[str, Any, bool]]] = {}
        self._compiled = False
        self._loaders: list[Callable[[], None]] = []

    # ---- registering ------------------------------------------------------------------------------------------

    def rule(
        self,
        category: Category,
        template: str,
        make: Any = None,
        *,
        undo: Callable[[Any], Mapping[str, Any] | None] | None = None,
        makes: type | tuple[type, ...] | None = None,
        provided: Callable[[Any], bool] | None = None,
        **fixed: Any,
    ) -> None:
        """Register a template. `make` is one of: a struct type (its slots are its fields, `fixed` the fields that the words
        themselves say; the rest have their defaults); a function of the slots, with `undo` to take its value apart again
        and `makes`, the types of it; any other value, which the words stand for; nothing, for inclusion. `provided`: only
        values of which it is true are read or written by this rule."""
        options = {"undo": undo, "makes": makes, "provided": provided, "fixed": fixed}
        self._specs.append((category_name(category), template, make, options))
        self._compiled = False

    def words(self, category: Category, table: Mapping[Any, str]) -> None:
        """Register a table: value to template (without slots)."""
        for value, template in table.items():
            self.rule(category, template, value)

    def series(
        self,
        name: Category,
        element: Category,
        *,
        last: str | None = "and",
        sep: str = ",",
        pair: str | None = None,
        oxford: bool = True,
        first: Category | None = None,
        final: Category | None = None,
        low: int = 1,
        high: int = 99,
    ) -> None:
        """Register a list. "a", "a LAST b", "a SEP b SEP LAST c"; with `last` None only "a SEP b SEP c". `pair`: between two, if not
        LAST; `first`, `final`: categories of the first and the last element where they differ."""
        cut = tuple(_marked(sep))
        ends = None if last is None else ((*cut, *_marked(last)) if oxford else tuple(_marked(last)))
        two = None if last is None else tuple(_marked(last if pair is None else pair))
        kind = category_name(element)
        self.series_[category_name(name)] = Series(
            kind, category_name(first or element), category_name(final or element), cut, ends, two, low, high
        )
        self._compiled = False

    def alone(self, name: Category, element: Category) -> None:
        """Register the series of exactly one: for a tuple field that this printing has one value for."""
        self.series(name, element, last=None, high=1)

    def token(
        self, category: Category, kind: str, read: Callable[[str], Any], write: Callable[[Any], str | None]
    ) -> None:
        """Register a sort of token. `kind`: "symbol", "size", "number" or "word"; `read` is given the token's own letters."""
        self.tokens[category_name(category)] = Token(f"<{kind}>", read, write)
        self._compiled = False

    def plural(self, of: type, is_plural: Callable[[Any], bool] | bool) -> None:
        """Say whether values of the type are plural for the words that agree with them."""
        self._plurals[of] = is_plural if callable(is_plural) else (lambda _value: is_plural)

    def elide(self, category: Category, left_out: Any, *, plural: bool, into: Category | None = None) -> None:
        """Say what `{who?}` stands for where it is left out, in rules of the category; such rules go `into` a category."""
        name = category_name(category)
        self._elisions.setdefault(name, []).append((category_name(into or category), left_out, plural))

    def load(self, loader: Callable[[], None]) -> None:
        """Have this called before the first use: it imports the modules that register rules."""
        self._loaders.append(loader)

    def is_plural(self, value: Any) -> bool:
        """Whether words that agree with the value are plural. Unless said otherwise, they are not."""
        test = self._plurals.get(type(value))
        return test(value) if test else False

    # ---- compiling --------------------------------------------------------------------------------------------

    def ready(self) -> None:
        """Compile, if anything was registered since. Raises GrammarError."""
        if self._compiled:
            return
        while self._loaders:
            self._loaders.pop()()
        self._compiled = True
        self.rules = {}
        for category, template, make, options in self._specs:
            for made in self._expand(category, parse(template), template, make, options):
                self.rules.setdefault(made.category, []).append(made)
        self._check_categories()
        self.tries = {name: _trie(rules) for name, rules in self.rules.items()}
        self.first = self._first_sets()
        self._index_writers()

    def _expand(
        self, category: str, pieces: tuple[Piece, ...], template: str, make: Any, options: dict[str, Any]
    ) -> list[Rule]:
        made = []
        at = next((i for i, p in enumerate(pieces) if isinstance(p, Slot) and p.optional), None)
        if at is not None:
            subject = pieces[at]
            assert isinstance(subject, Slot)
            for into, value, many in self._elisions.get(category, []):
                number = "many" if many else "one"
                rest = _settle(pieces[:at] + pieces[at + 1 :], subject.field, number)
                fixed = {**options["fixed"], subject.field: value}
                made.append(_rule(into, rest, template, make, {**options, "fixed": fixed}, self.numbers))
        said = tuple(p._replace(optional=False) if isinstance(p, Slot) else p for p in pieces)
        where = options["provided"]
        if at is not None:
            field = said[at].field  # type: ignore[union-attr]
            unsaid = [value for _, value, _ in self._elisions.get(category, [])]
            where = _said(field, unsaid, where)
        return [_rule(category, said, template, make, {**options, "provided": where}, self.numbers), *made]

    def _check_categories(self) -> None:
        known = set(self.rules) | set(self.series_) | set(self.tokens)
        for name, rules in self.rules.items():
            for made in rules:
                for piece in made.pieces:
                    if isinstance(piece, Slot) and piece.category not in known:
                        raise GrammarError(
                            f"{name}: no rules for category {piece.category!r} in {made.pieces}"
                        )
        for name, spec in self.series_.items():
            for part in (spec.element, spec.first, spec.final):
                if part not in known:
                    raise GrammarError(f"series {name}: no rules for category {part!r}")

    def _first_sets(self) -> dict[str, frozenset[str]]:
        done: dict[str, frozenset[str]] = {}

        def visit(name: str, path: tuple[str, ...]) -> frozenset[str]:
            if name in path:
                raise GrammarError("left recursion: " + " > ".join((*path[path.index(name) :], name)))
            if name in done:
                return done[name]
            inner = (*path, name)
            found: set[str]
            if name in self.tokens:
                found = {self.tokens[name].kind}
            elif name in self.series_:
                found = set(visit(self.series_[name].first, inner))
            else:
                root = self.tries[name]
                found = set(root.literals)
                if root.ends:
                    raise GrammarError(f"{name}: a template without words")
                for category, _ in root.slots:
                    found |= visit(category, inner)
            done[name] = frozenset(found)
            return done[name]

        for name in [*self.rules, *self.series_, *self.tokens]:
            visit(name, ())
        return done

    def _index_writers(self) -> None:
        """For each category, the rules that may write a value of a type (or a constant): those made for it, and inclusions of
        categories that can, in the order registered."""
        keys: dict[str, set[Any]] = {name: {tuple} for name in self.series_}
        keys.update({name: {...} for name in self.tokens})
        keys.update({name: set() for name in self.rules})

        def of(made: Rule) -> set[Any]:
            if made.is_constant:
                return {(type(made.constant), made.constant)}
            if made.of is not None:
                return set(made.of)
            return set().union(
                *(keys[p.category] for p in made.pieces if isinstance(p, Slot) and not p.field)
            )

        changed = True
        while changed:
            changed = False
            for name, rules in self.rules.items():
                before = len(keys[name])
                for made in rules:
                    keys[name] |= of(made)
                changed |= len(keys[name]) != before
        self.writers = {}
        for name, rules in self.rules.items():
            table: dict[Any, list[Rule]] = {}
            for made in rules:
                for key in of(made):
                    table.setdefault(key, []).append(made)
            self.writers[name] = table
            if any(isinstance(key, tuple) for key in table):
                self.constants.add(name)


# ---- making rules ---------------------------------------------------------------------------------------------------


def _marked(text: str) -> list[str]:
    return tokenise(text)


def _said(field: str, unsaid: list[Any], where: Callable[[Any], bool] | None) -> Callable[[Any], bool]:
    return lambda value: getattr(value, field) not in unsaid and (where is None or where(value))


def _settle(pieces: tuple[Piece, ...], field: str, number: str) -> tuple[Piece, ...]:
    """The pieces without their subject: what would agree with it is settled."""
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
            if piece.number == field:
                piece = piece._replace(number=number)
        out.append(piece)
    return tuple(out)


def _annotated(made: type, field: str, template: str) -> str:
    try:
        hint = typing.get_type_hints(made)[field]
    except KeyError:
        raise GrammarError(f"{made.__name__} has no field {field!r} ({template!r})") from None
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    names = [o.__name__ for o in options if isinstance(o, type) and issubclass(o, msgspec.Struct)]
    return str(names[0]) if len(names) == 1 else field


def _rule(
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
    for info in msgspec.structs.fields(struct):
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

    return Rule(category, pieces, slots, build, undo, (struct,))


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


def _trie(rules: list[Rule]) -> Node:
    root = Node()
    for made in rules:
        nodes = [root]
        for piece in made.pieces:
            if piece == CAPITAL:
                continue
            nexts: list[Node] = []
            for node in nodes:
                if isinstance(piece, Slot):
                    nexts.append(_slot_edge(node, piece.category))
                elif isinstance(piece, Inflected):
                    forms = {piece.singular, piece.plural}
                    if piece.number in ("one", "many"):
                        forms = {piece.singular if piece.number == "one" else piece.plural}
                    for form in forms:
                        end = node
                        for word in fold(tokenise(form)):
                            end = end.literals.setdefault(word, Node())
                        nexts.append(end)
                else:
                    nexts.append(node.literals.setdefault(fold([piece])[0], Node()))
            nodes = nexts
        for node in nodes:
            node.ends.append(made)
    return root


def _slot_edge(node: Node, category: str) -> Node:
    for name, target in node.slots:
        if name == category:
            return target
    target = Node()
    node.slots.append((category, target))
    return target
