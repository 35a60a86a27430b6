"""What something becomes or is: its size, colors, types and abilities in one noun (CR 205.1, 613.1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    BasePT,
    Change,
    Colors,
    EveryType,
    Gains,
    Literally,
    Number,
    Renamed,
    Types,
    X,
)
from engine.oracle.grammar.effects.tokens import TokenSize
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import rule, series

Changes = tuple[Change, ...]

# ---- types as said: "Elemental artifact creature" ----
rule("types said", "creature(s)@out", ("creature",))
rule("types said", "{run:type run} creature(s)@out", lambda run: (*run, "creature"), makes=tuple,
     undo=lambda v: {"run": v[:-1]} if len(v) > 1 and v[-1] == "creature" else None)  # fmt: skip
rule("types said", "{:type run}", provided=lambda v: v[-1] != "creature")

# ---- the whole of what it becomes: the parts in the order said ----


def _parts(value: Changes, *kinds: type[Change]) -> bool:
    return tuple(type(c) for c in value) == kinds


def plain_types(change: Change) -> bool:
    """Whether the change gives types in the place of others, none of which stay."""
    return isinstance(change, Types) and not change.add and not change.still


def _sized(size: TokenSize, words: tuple[str, ...]) -> Changes:
    return (BasePT(size.power, size.toughness), Types(words))


def _take_sized(value: Changes) -> dict[str, Any] | None:
    if not _parts(value, BasePT, Types) or not plain_types(value[1]):
        return None
    size, types = value
    assert isinstance(size, BasePT) and isinstance(types, Types)
    if size.power is None or size.toughness is None or size.twice:
        return None
    if not (isinstance(size.power, Literally | X) and isinstance(size.toughness, Literally | X)):
        return None
    return {"size": TokenSize(size.power, size.toughness), "words": types.words}


def _colored(size: TokenSize, colors: tuple[str, ...], words: tuple[str, ...]) -> Changes:
    base, types = _sized(size, words)
    return (base, Colors(colors), types)


def _take_colored(value: Changes) -> dict[str, Any] | None:
    if not _parts(value, BasePT, Colors, Types):
        return None
    rest = _take_sized((value[0], value[2]))
    colors = value[1]
    assert isinstance(colors, Colors)
    return None if rest is None or colors.add else {**rest, "colors": colors.colors}


def _typed(words: tuple[str, ...], size: TokenSize) -> Changes:
    return (Types(words), BasePT(size.power, size.toughness))


def _take_typed(value: Changes) -> dict[str, Any] | None:
    return _take_sized((value[1], value[0])) if _parts(value, Types, BasePT) else None


def _colored_typed(colors: tuple[str, ...], words: tuple[str, ...], size: TokenSize) -> Changes:
    return (Colors(colors), *_typed(words, size))


def _take_colored_typed(value: Changes) -> dict[str, Any] | None:
    if not _parts(value, Colors, Types, BasePT):
        return None
    rest = _take_typed(value[1:])
    colors = value[0]
    assert isinstance(colors, Colors)
    return None if rest is None or colors.add else {**rest, "colors": colors.colors}


def _legendary(build: Callable[..., Changes], **said: Any) -> Changes:
    """The kind with its supertype, said first (CR 205.4b)."""
    return tuple(
        replace(c, words=("legendary", *c.words)) if isinstance(c, Types) else c for c in build(**said)
    )


def _take_legendary(
    take: Callable[[Changes], dict[str, Any] | None], value: Changes
) -> dict[str, Any] | None:
    types = [c for c in value if isinstance(c, Types)]
    if len(types) != 1 or types[0].words[:1] != ("legendary",):
        return None
    return take(tuple(replace(c, words=c.words[1:]) if isinstance(c, Types) else c for c in value))


_A = "(a|)@out"
_SIZE = "base power and toughness {size:size}"
rule("new kind", f"{_A} {{size:size}} {{words:types said@out}}", _sized, undo=_take_sized, makes=tuple)
rule(
    "new kind",
    f"{_A} {{size:size}} {{colors:token colors}} {{words:types said@out}}",
    _colored,
    undo=_take_colored,
    makes=tuple,
)
for _parts_said, _build, _unbuild in (
    ("{size:size} {words:types said@out}", _sized, _take_sized),
    ("{size:size} {colors:token colors} {words:types said@out}", _colored, _take_colored),
):
    rule("new kind", f"a legendary {_parts_said}", partial(_legendary, _build), undo=partial(_take_legendary, _unbuild), makes=tuple)  # fmt: skip
rule("sized kind", f"{_A} {{words:types said@out}} with {_SIZE}", _typed, undo=_take_typed, makes=tuple)
rule(
    "sized kind",
    f"{_A} {{colors:token colors}} {{words:types said@out}} with {_SIZE}",
    _colored_typed,
    undo=_take_colored_typed,
    makes=tuple,
)


def _equalled(words: tuple[str, ...], number: Number) -> Changes | None:
    return None if isinstance(number, Literally | X) else (Types(words), BasePT(number, number))


def _take_equalled(value: Changes) -> dict[str, Any] | None:
    if not _parts(value, Types, BasePT) or not plain_types(value[0]):
        return None
    types, size = value
    assert isinstance(types, Types) and isinstance(size, BasePT)
    if (
        size.twice
        or size.power is None
        or size.power != size.toughness
        or isinstance(size.power, Literally | X)
    ):
        return None
    return {"words": types.words, "number": size.power}


rule(
    "sized kind",
    f"{_A} {{words:types said@out}} with power and toughness each equal to {{number:Number}}",
    _equalled,
    undo=_take_equalled,
    makes=tuple,
)


def added(kind: Changes) -> Changes | None:
    """Kinds that come on top of what the thing is (CR 205.1b)."""
    if any(isinstance(c, Colors) for c in kind):
        return None
    return tuple(replace(c, add=True) if isinstance(c, Types) else c for c in kind)


def take_added(value: Changes) -> dict[str, Any] | None:
    types = [c for c in value if isinstance(c, Types)]
    if (
        len(value) < 2
        or not types
        or any(isinstance(c, Colors) or (isinstance(c, Types) and not c.add) for c in value)
    ):
        return None
    return {"kind": tuple(replace(c, add=False) if isinstance(c, Types) else c for c in value)}


for _category in ("being", "becoming"):
    rule(
        _category,
        "{kind:sized kind@out} in addition to (its|their)@out other types",
        added,
        undo=take_added,
        makes=tuple,
    )


def _colored_too(kind: Changes) -> Changes | None:
    """Colors and kinds that come on top of what the thing is (CR 105.3, 205.1b)."""
    if not any(isinstance(c, Colors) for c in kind):
        return None
    return tuple(replace(c, add=True) if isinstance(c, Types | Colors) else c for c in kind)


def _take_colored_too(value: Changes) -> dict[str, Any] | None:
    both = [c for c in value if isinstance(c, Types | Colors)]
    if not any(isinstance(c, Colors) for c in both) or not all(c.add for c in both):
        return None
    return {"kind": tuple(replace(c, add=False) if isinstance(c, Types | Colors) else c for c in value)}


def _recolored(kind: Changes) -> Changes | None:
    """Another color, and kinds that come on top of what the thing is (CR 105.3, 205.1b)."""
    if not any(isinstance(c, Colors) for c in kind):
        return None
    return tuple(replace(c, add=True) if isinstance(c, Types) else c for c in kind)


def _take_recolored(value: Changes) -> dict[str, Any] | None:
    colors, types = ([c for c in value if isinstance(c, kind)] for kind in (Colors, Types))
    if not colors or any(c.add for c in colors) or not types or not all(c.add for c in types):
        return None
    return {"kind": tuple(replace(c, add=False) if isinstance(c, Types) else c for c in value)}


def of_a_type(value: Changes) -> bool:
    """Whether a card type is among what it is."""
    return any(isinstance(c, Types) and c.words[-1].islower() for c in value)


for _category in ("being", "becoming"):
    for _kind in ("new kind", "able kind"):
        for _added_to, _make, _take in (
            ("types", added, take_added),
            ("types", _recolored, _take_recolored),
            ("colors and types", _colored_too, _take_colored_too),
        ):
            rule(_category, f"{{kind:{_kind}@out}} in addition to (its|their)@out other {_added_to}", _make, undo=_take, makes=tuple, provided=of_a_type)  # fmt: skip


rule("colored kind", f"{_A} {{colors:token colors}} {{words:types said@out}}", lambda colors, words: (Colors(colors), Types(words)), makes=tuple,
     undo=lambda v: _take_colored_only(v))  # fmt: skip
for _category in ("being", "becoming"):
    rule(_category, "{kind:colored kind@out} in addition to (its|their)@out other colors and types", _colored_too, undo=_take_colored_too, makes=tuple,
         provided=lambda v: not any(isinstance(c, BasePT) for c in v))  # fmt: skip


def _able(kind: Changes, abilities: tuple[Any, ...]) -> Changes:
    return (*kind, Gains(abilities))


def _take_able(value: Changes) -> dict[str, Any] | None:
    last = value[-1]
    return {"kind": value[:-1], "abilities": last.abilities} if isinstance(last, Gains) else None


rule("becoming", "{:new kind}")
rule("becoming", "{:sized kind}")
rule("becoming", "{:able kind@out}")


def _one(change: Change) -> Changes:
    return (change,)


def _only(value: Changes, kind: type[Change]) -> Any:
    return value[0] if len(value) == 1 and isinstance(value[0], kind) else None


rule("becoming", "a {words:types said}", lambda words: _one(Types(words)), makes=tuple,
     undo=lambda v: {"words": t.words} if (t := _only(v, Types)) and plain_types(t) else None)  # fmt: skip
rule("becoming", "a {words:types said} with {abilities:said abilities}", lambda words, abilities: (Types(words), Gains(abilities)), makes=tuple,
     undo=lambda v: {"words": v[0].words, "abilities": v[1].abilities} if _parts(v, Types, Gains) and plain_types(v[0]) else None)  # fmt: skip
rule("becoming", "a {words:types said} in addition to its other types", lambda words: _one(Types(words, add=True)), makes=tuple,
     undo=lambda v: {"words": t.words} if (t := _only(v, Types)) and t == Types(t.words, add=True) else None)  # fmt: skip
_OF_CREATURES = "in addition to (its|their) other creature types"
rule("becoming", f"a {{words:types said}} {_OF_CREATURES}", lambda words: _one(Types(words, add=True, of="creature")), makes=tuple,
     undo=lambda v: {"words": t.words} if (t := _only(v, Types)) and t == Types(t.words, add=True, of="creature") else None)  # fmt: skip
rule("becoming", "{colors:token colors} in addition to (its|their) other colors", lambda colors: _one(Colors(colors, add=True)), makes=tuple,
     undo=lambda v: {"colors": c.colors} if (c := _only(v, Colors)) is not None and c.add else None)  # fmt: skip
rule("becoming", "all colors", (Colors(tuple(COLORS)),))
rule("becoming", "{colors:token colors}", lambda colors: _one(Colors(colors)), makes=tuple,
     undo=lambda v: {"colors": c.colors} if (c := _only(v, Colors)) is not None and not c.add else None)  # fmt: skip
rule("becoming", "{:one copy}")
rule("legendary kind", "a legendary {words:types said}", lambda words: _one(Types(("legendary", *words))), makes=tuple,
     undo=lambda v: {"words": t.words[1:]} if (t := _only(v, Types)) and plain_types(t) and t.words[0] == "legendary" else None)  # fmt: skip
rule("becoming", "{:legendary kind}")
# With a name that is set (CR 612.8).
for _kind in ("new kind", "sized kind", "able kind", "legendary kind"):
    rule("becoming", f"{{kind:{_kind}@out}} named {{name:card name}}", lambda kind, name: (*kind, Renamed(name)), makes=tuple,
         undo=lambda v: {"kind": v[:-1], "name": v[-1].name} if len(v) > 1 and isinstance(v[-1], Renamed) and v[-1].name else None)  # fmt: skip

# ---- what static abilities say that something is (CR 604, 613.1) ----
for _kind in ("new kind", "sized kind"):
    rule("being", f"{{:{_kind}}}")
rule("being", "{:able kind@out}")


def _colored_only(colors: tuple[str, ...], words: tuple[str, ...]) -> Changes:
    return (Colors(colors), Types(words))


def _take_colored_only(value: Changes) -> dict[str, Any] | None:
    if not _parts(value, Colors, Types) or not plain_types(value[1]):
        return None
    colors, types = value
    assert isinstance(colors, Colors) and isinstance(types, Types)
    return None if colors.add else {"colors": colors.colors, "words": types.words}


rule(
    "being",
    f"{_A} {{colors:token colors}} {{words:types said@out}}",
    _colored_only,
    undo=_take_colored_only,
    makes=tuple,
)


def _keeping(kind: Changes, still: str) -> Changes | None:
    if not any(isinstance(c, Types) and not c.add and not c.still for c in kind):
        return None
    return tuple(replace(c, still=(still,), within=True) if isinstance(c, Types) else c for c in kind)


def _take_keeping(value: Changes) -> dict[str, Any] | None:
    kept = [c.still for c in value if isinstance(c, Types) and c.within]
    if len(kept) != 1 or len(kept[0]) != 1:
        return None
    return {
        "kind": tuple(replace(c, still=(), within=False) if isinstance(c, Types) else c for c in value),
        "still": kept[0][0],
    }


rule("able kind", "{kind:new kind@out} with {abilities:said abilities}", _able, undo=_take_able, makes=tuple)
rule("able kind", "{kind:sized kind@out} and {abilities:said abilities}", _able, undo=_take_able, makes=tuple,
     provided=lambda v: isinstance(v[-1], Gains) and len(v[-1].abilities) == 1)  # fmt: skip
rule("able kind", "{kind:sized kind@out}, {abilities:abilities behind}", _able, undo=_take_able, makes=tuple)
series("abilities behind", "said ability", last="and", pair=", and", low=2)
# Every creature type, said among the abilities (CR 205.3m).
_ALL_TYPES = EveryType("creature")
rule("able kind", "{kind:new kind@out} with all creature types", lambda kind: (*kind, _ALL_TYPES), makes=tuple,
     undo=lambda v: {"kind": v[:-1]} if len(v) > 1 and v[-1] == _ALL_TYPES and not isinstance(v[-2], Gains) else None)  # fmt: skip
rule("able kind", "{kind:new kind@out} with {abilities:said abilities} and all creature types", lambda kind, abilities: (*kind, Gains(abilities), _ALL_TYPES),
     makes=tuple, undo=lambda v: {"kind": v[:-2], "abilities": v[-2].abilities} if len(v) > 2 and v[-1] == _ALL_TYPES and isinstance(v[-2], Gains) else None,
     provided=lambda v: len(v) > 2 and isinstance(v[-2], Gains) and len(v[-2].abilities) == 1)  # fmt: skip
for _type in ("land", "planeswalker"):
    rule("kept type", f"(that's still a {_type}|that are still {_type}s)@out", _type)
for _category in ("being", "becoming"):
    for _kind in ("new kind", "sized kind", "able kind"):
        rule(
            _category,
            f"{{kind:{_kind}@out}} {{still:kept type@out}}",
            _keeping,
            undo=_take_keeping,
            makes=tuple,
        )
