"""The grammar: categories and their rules, as registered, and as compiled for reading and writing.

A *category* is what a slot can hold: a base class of the vocabulary, or a name for a printing context. It is one of

* rules (templates and the values they stand for),
* a series of another category's values ("a, b, and c"), whose value is a tuple,
* a sort of token (mana, sizes), whose value is what a function makes of the token.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.oracle.kernel.rules import (
    GrammarError,
    Node,
    Rule,
    Series,
    Token,
    make_rule,
    make_trie,
    said,
    settle,
    slot_category,
)
from engine.oracle.kernel.templates import Piece, Slot, parse
from engine.oracle.kernel.tokens import CAPITAL, tokenise
from engine.oracle.kernel.writers import Writers

Category = str | type
CORNER = 12
"""Up to how many rules a category may have to be read together with those that begin with it: reading it apart, to find that something else follows, costs more. Measured."""


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


def _begun(*words: tuple[str, ...]) -> frozenset[str] | None:
    """What these words begin with; None if some are no words at all."""
    said = [next((word for word in each if word != CAPITAL), None) for each in words]
    return None if None in said else frozenset(word for word in said if word is not None)


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
        self.writers: dict[str, Writers] = {}
        self.said: dict[tuple[str, Any, bool], list[str] | None] = {}
        self._plurals: dict[type, Callable[[Any], bool]] = {}
        self._elisions: dict[str, list[tuple[str, Any, bool]]] = {}
        self._said_as: dict[str, str] = {}
        self._bare: dict[str, list[tuple[str, Mapping[str, str], frozenset[str]]]] = {}
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
        cut = tuple(tokenise(sep))
        ends = None if last is None else ((*cut, *tokenise(last)) if oxford else tuple(tokenise(last)))
        two = None if last is None else tuple(tokenise(last if pair is None else pair))
        kind = category_name(element)
        self.series_[category_name(name)] = Series(
            kind,
            category_name(first or element),
            category_name(final or element),
            cut,
            ends,
            two,
            low,
            high,
            _begun(cut, *(words for words in (ends, two) if words is not None)),
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

    def elide(
        self,
        category: Category,
        left_out: Any,
        *,
        plural: bool,
        into: Category | None = None,
        read_as: Category | None = None,
    ) -> None:
        """Say what `{who?}` stands for where it is left out, in rules of the category; such rules go `into` a category. `read_as`: the category of the
        words where it is said."""
        name = category_name(category)
        if read_as is not None:
            self._said_as[name] = category_name(read_as)
        self._elisions.setdefault(name, []).append((category_name(into or category), left_out, plural))

    def bare(
        self,
        category: Category,
        into: Category,
        subjects: Mapping[str, str],
        keep: frozenset[str] = frozenset(),
    ) -> None:
        """Have what is said of a subject with the plain form of its verb in another category too ("have it *deal* 2 damage"): rules that
        begin with a slot of one of the categories of `subjects` begin with the one it names instead. `keep`: the categories of nouns, which
        go on agreeing with the subject."""
        self._bare.setdefault(category_name(category), []).append((category_name(into), subjects, keep))

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
        within = {name: rules for name, rules in self.rules.items() if len(rules) <= CORNER}
        self.tries = {name: make_trie(rules, within) for name, rules in self.rules.items()}
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
                rest = settle(pieces[:at] + pieces[at + 1 :], subject.field, number)
                fixed = {**options["fixed"], subject.field: value}
                made.append(make_rule(into, rest, template, make, {**options, "fixed": fixed}, self.numbers))
        said_as = self._said_as.get(category, "")
        whole = tuple(
            p._replace(optional=False, category=p.category or (said_as if p.optional else ""))
            if isinstance(p, Slot)
            else p
            for p in pieces
        )
        where = options["provided"]
        if at is not None:
            field = whole[at].field  # type: ignore[union-attr]
            unsaid = [value for _, value, _ in self._elisions.get(category, [])]
            where = said(field, unsaid, where)
        first = whole[0]
        for into, subjects, keep in self._bare.get(category, []):
            sort = slot_category(first, make, template) if isinstance(first, Slot) and first.field else ""
            if isinstance(first, Slot) and sort in subjects:
                begun = (
                    first._replace(category=subjects[sort]),
                    *settle(whole[1:], first.field, "many", keep),
                )
                made.append(
                    make_rule(into, begun, template, make, {**options, "provided": where}, self.numbers)
                )
        return [
            make_rule(category, whole, template, make, {**options, "provided": where}, self.numbers),
            *made,
        ]

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
                begun = [c for made in self.rules[name] if (c := made.first_slot)]
                for category in dict.fromkeys([*begun, *(c for c, _ in root.slots)]):
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
        self.said.clear()
        for name, rules in self.rules.items():
            table: dict[Any, list[Rule]] = {}
            for made in rules:
                for key in of(made):
                    table.setdefault(key, []).append(made)
            self.writers[name] = Writers(table)
