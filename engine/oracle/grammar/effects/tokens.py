"""Creating tokens (CR 111, 701.7)."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.abilities import (
    Conditional,
    Create,
    DefinedPT,
    Effect,
    Literally,
    Number,
    Optional,
    Sequence,
    Together,
    TokenKind,
    X,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.grammar.effects.common import PLAIN
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import rule, series, token, words


class TokenSize(NamedTuple):
    """A size as written, power and toughness."""

    power: Number
    toughness: Number


_SIZE = re.compile(r"(\d+|X)/(\d+|X)$", re.I)


def _number(text: str) -> Number:
    return X() if text in "Xx" else Literally(int(text))


def _shown(value: Number | None) -> str:
    return "X" if isinstance(value, X) else str(getattr(value, "value", "?"))


token(
    "size",
    "size",
    lambda t: TokenSize(_number(m[1]), _number(m[2])) if (m := _SIZE.match(t)) else None,
    lambda v: f"{_shown(v.power)}/{_shown(v.toughness)}" if isinstance(v, TokenSize) else None,
)
words("no color", {(): "colorless"})
series("colors and", "color", last="and")
rule("token colors", "{:no color}")
rule("token colors", "{:colors and}")
series("type run", "bare type", last=None, sep="")
words("state word", {s: s for s in ("legendary", "tapped", "snow")})


def _token(
    size: TokenSize, colors: tuple[str, ...], words: tuple[str, ...], abilities: tuple[Any, ...] = ()
) -> TokenKind:
    return TokenKind(
        words=words, colors=colors, power=size.power, toughness=size.toughness, abilities=abilities
    )


def _take(value: TokenKind) -> dict[str, Any] | None:
    if value.power is None or value.toughness is None:
        return None
    size = TokenSize(value.power, value.toughness)
    slots: dict[str, Any] = {"size": size, "colors": value.colors, "words": value.words}
    if value.abilities:
        slots["abilities"] = value.abilities
    return slots if _token(**slots) == value else None


def _with_apart(create: Create, abilities: tuple[Any, ...], apart: Any = "has") -> Create | None:
    """The token with abilities that the next sentence says it has."""
    if create.token.abilities or create.token.copy_of is not None:
        return None
    return replace(create, token=replace(create.token, abilities=abilities, apart=apart))


def _whole_and_so_many(value: Create, many: bool) -> bool:
    return _several(value) == many and _sized_or_not(value.token)


def _sized_and_so_many(value: Create, many: bool) -> bool:
    return _several(value) == many and _sized_if_creature(value.token)


def _sized_or_not(value: TokenKind) -> bool:
    """Whether it is no creature, or one whose size is said with it."""
    return value.power is not None or "creature" not in value.words


def _sized_if_creature(value: TokenKind) -> bool:
    """Whether a creature's size is said: by what the token has."""
    return "creature" not in value.words or any(isinstance(n, DefinedPT) for n in walk(value.abilities))


def _several(value: Create) -> bool:
    return value.number != Literally(1) or value.each is not None


def _single(value: Create) -> bool:
    return value.number == Literally(1)


def _take_apart(value: Create, apart: str = "has") -> dict[str, Any] | None:
    if value.token.apart != apart:
        return None
    bare = replace(value, token=replace(value.token, abilities=(), apart=""))
    return {"create": bare, "abilities": value.token.abilities}


def _with_size(create: Create, power: Number, toughness: Number) -> Create:
    return replace(create, token=replace(create.token, power=power, toughness=toughness, apart="size"))


def _take_size_apart(value: Create) -> dict[str, Any] | None:
    token = value.token
    if token.apart != "size":
        return None
    bare = replace(value, token=replace(token, power=None, toughness=None, apart=""))
    return {"create": bare, "power": token.power, "toughness": token.toughness}


_HEAD = "{size:size} {colors:token colors} {words:type run} token(s)@out"
_ALL = tuple(COLORS)
for _with_them in ("", " with {abilities:said abilities}"):
    rule("token kind", "{size:size} {words:type run} token(s)@out" + _with_them + " (that's|that are)@out all colors", lambda size, words, abilities=(): _token(size, _ALL, words, abilities),
         makes=TokenKind, undo=partial(lambda v, able: _take_all_colors(v, able), able=bool(_with_them)))  # fmt: skip


def _take_all_colors(value: TokenKind, able: bool) -> dict[str, Any] | None:
    slots = _take(value) if value.colors == _ALL and bool(value.abilities) == able else None
    return {k: v for k, v in slots.items() if k != "colors"} if slots is not None else None


rule("token kind", _HEAD, _token, makes=TokenKind, undo=lambda v: None if v.abilities else _take(v))
rule(
    "token kind",
    _HEAD + " with {abilities:said abilities}",
    _token,
    makes=TokenKind,
    undo=lambda v: _take(v) if v.abilities else None,
)
rule("token kind", _HEAD + " named {name:name of a token}",
     lambda size, colors, words, name: replace(_token(size, colors, words), name=name), makes=TokenKind,
     undo=lambda v: {**t, "name": v.name} if v.name and not v.abilities and (t := _take(replace(v, name=""))) else None)  # fmt: skip
rule("token kind", _HEAD + " named {name:name of a token} with {abilities:said abilities}",
     lambda size, colors, words, name, abilities: replace(_token(size, colors, words, abilities), name=name), makes=TokenKind,
     undo=lambda v: {**t, "name": v.name} if v.name and v.abilities and (t := _take(replace(v, name=""))) else None)  # fmt: skip
rule("name of a token", "{:card name}", provided=lambda v: "," not in v)

rule("token kind", _HEAD + " with {abilities:said abilities} named {name:name of a token}",
     lambda size, colors, words, name, abilities: replace(_token(size, colors, words, abilities), name=name, name_last=True), makes=TokenKind,
     undo=lambda v: {**t, "name": v.name}
     if v.name and v.abilities and v.name_last and (t := _take(replace(v, name="", name_last=False))) else None)  # fmt: skip

# What is no creature has no size, and that of others is said by an ability of theirs (CR 111.3, 604.3).
_SIZELESS = "{colors:token colors} {words:type run} token(s)@out"


def _unsized(
    colors: tuple[str, ...], words: tuple[str, ...], abilities: tuple[Any, ...] = (), name: str = ""
) -> TokenKind:
    return TokenKind(name=name, words=words, colors=colors, abilities=abilities)


def _take_unsized(value: TokenKind, named: bool, able: bool) -> dict[str, Any] | None:
    if (
        value.power is not None
        or bool(value.name) != named
        or bool(value.abilities) != able
        or not value.words
    ):
        return None
    slots: dict[str, Any] = {"colors": value.colors, "words": value.words}
    slots |= {"name": value.name} if named else {}
    slots |= {"abilities": value.abilities} if able else {}
    return slots if _unsized(**slots) == value else None


for _named in (False, True):
    for _able in (False, True):
        rule("token kind", f"{_SIZELESS}{' named {name:name of a token}' * _named}{' with {abilities:said abilities}' * _able}", _unsized, makes=TokenKind,
             undo=partial(_take_unsized, named=_named, able=_able), provided=lambda v: _sized_if_creature(v))  # fmt: skip


# ---- legends with their names said first: "create Voja, a legendary 2/2 ... token" ----
def _legend(name: str, kind: TokenKind) -> TokenKind | None:
    return None if kind.name else replace(kind, name=name, words=("legendary", *kind.words))


def _take_legend(value: TokenKind) -> dict[str, Any] | None:
    if not value.name or value.words[:1] != ("legendary",):
        return None
    return {"name": value.name, "kind": replace(value, name="", words=value.words[1:])}


rule(
    "named token",
    "{name:card name}, a legendary {kind:token kind@one}",
    _legend,
    undo=_take_legend,
    makes=TokenKind,
)
rule(Effect, "{who?} create[s] {token:named token}", Create, number=Literally(1))

# ---- copies (CR 707.2, 707.9) ----
rule("token kind", "token(s) (that's a copy|that are copies)@out of {copy_of:Objects}", TokenKind)
rule(
    "token kind",
    "token(s) (that's a copy|that are copies)@out of {copy_of:Objects}, except {exceptions:except changes@out}",
    TokenKind,
)
PREDEFINED = (
    "Treasure",
    "Food",
    "Clue",
    "Blood",
    "Map",
    "Powerstone",
    "Gold",
    "Junk",
    "Lander",
    "Mutagen",
    "Vibranium",
    "Shard",
    "Incubator",
    "Walker",
)
for _name in PREDEFINED:
    rule("token kind", f"{_name} token(s)", TokenKind, predefined=_name)
# Where it is said before the token, "attacking" stands first.
for _tapped, _said in (
    ((), ""),
    (("tapped",), " tapped"),
    (("attacking", "tapped"), " tapped and attacking"),
):
    rule(
        Effect,
        f"{{who?}} create[s] {{number:count}}{_said} {{token:token kind@number}}",
        Create,
        state=_tapped,
    )
    rule(
        Effect,
        f"{{who?}} create[s] {{number:count}}{_said} {{token:token kind@number}} for each {{each:each thing}}",
        Create,
        state=_tapped,
    )
    rule(
        Effect,
        f"{{who?}} create[s] a number of{_said} {{token:token kind@many}} equal to {{number:Number}}",
        Create,
        state=_tapped,
    )
for _rounded in ("up", "down"):
    rule(
        Effect,
        f"{{who?}} create[s] {{number:half {_rounded}}} {{token:token kind@many}}, rounded {_rounded}",
        Create,
    )
# Abilities said in a sentence of their own are as much the token's as those said with it (CR 111.3).
for _apart, _many, _said in (
    ("has", False, "it has"),
    ("has", True, "they have"),
    ("those tokens", True, "those tokens have"),
):
    rule("creation apart", f"{{create:creation}}. {_said} {{abilities:said abilities}}.", partial(_with_apart, apart=_apart), makes=Create,
         undo=partial(_take_apart, apart=_apart), provided=partial(_whole_and_so_many, many=_many))  # fmt: skip
for _sentence in ("sentence.", "trigger sentence."):
    rule(_sentence, "{:creation apart}")
    rule(
        _sentence,
        "you may {effect:creation apart}",
        Optional,
        who=You(),
        provided=lambda v: _plainly(v.effect),
    )
rule("sentence.", "if {condition:did}, {effect:creation apart}", Conditional)
rule("creation", "{:Effect}", provided=lambda v: isinstance(v, Create))
# A creature's size is said by what the next sentence says that it has, or that its power and toughness are (CR 111.3-4).
rule("unsized creation", "create {number:count} {token:unsized token@number}", Create)
rule(
    "unsized creation",
    "{who:player subject} create[s] {number:count} {token:unsized token@number}",
    Create,
    provided=lambda v: v.who != PLAIN,
)
rule(
    "unsized token",
    _SIZELESS,
    _unsized,
    makes=TokenKind,
    undo=partial(_take_unsized, named=False, able=False),
    provided=lambda v: not _sized_if_creature(v),
)
for _sentence in ("sentence.", "trigger sentence."):
    for _apart, _many, _said in (
        ("has", False, "it has"),
        ("has", True, "they have"),
        ("those creatures", False, "those creatures have"),
    ):
        rule(_sentence, f"{{create:unsized creation}}. {_said} {{abilities:said abilities}}.", partial(_with_apart, apart=_apart), makes=Create,
             undo=partial(_take_apart, apart=_apart), provided=partial(_sized_and_so_many, many=_many))  # fmt: skip
    rule(_sentence, "{create:unsized creation}. its power is equal to {power:Number} and its toughness is equal to {toughness:Number}.", _with_size, makes=Create,
         undo=_take_size_apart)  # fmt: skip
rule(
    Effect,
    "{who?} create[s] {number:count} {token:token kind@number} (that's|that are)@number tapped and attacking",
    Create,
    state=("tapped", "attacking"),
)
rule(
    Effect,
    "{who?} create[s] {number:count} {token:token kind@number} (that's|that are)@number attacking",
    Create,
    state=("attacking",),
)
rule(
    Effect,
    "{who?} create[s] {number:count} {token:token kind@number} (that's|that are)@number tapped and attacking for each {each:each thing}",
    Create,
    state=("tapped", "attacking"),
)
rule(
    Effect,
    "{who?} create[s] {number:count} {token:token kind@number} attached to {whom:Recipient}",
    Create,
    state=("attached",),
    provided=lambda v: v.whom is not None and not v.token.predefined,
)
for _fighting, _said in ((("tapped", "attacking"), "tapped and attacking"), (("blocking",), "blocking")):
    rule(
        Effect,
        f"{{who?}} create[s] {{number:count}} {{token:token kind@number}} (that's|that are)@number {_said} {{whom:Recipient}}",
        Create,
        state=_fighting,
        provided=lambda v: v.whom is not None,
    )

rule(
    Effect,
    "{who?} create[s] {number:count} {token:token kind@number} (that's|that are)@number tapped and attacking {whom:attacked one}",
    Create,
    state=("tapped", "attacking"),
    provided=lambda v: isinstance(v.whom, Together),
)

rule(Effect, "{who?} create[s] {number:count} {token:token kind@number} and (that's|that are)@number tapped and attacking", Create,
     state=("tapped", "attacking"), said="and that's", provided=lambda v: v.token.copy_of is not None)  # fmt: skip
_FIGHTING = ("tapped", "attacking")
for _sentence in ("sentence.", "trigger sentence."):
    rule(_sentence, "{create:creation}. the token enters tapped and attacking.", lambda create: _fighting_apart(create, None), makes=Create,
         undo=lambda v: {"create": c} if (c := _take_fighting(v)) and v.whom is None else None)  # fmt: skip
    rule(_sentence, "{create:creation}. the token enters tapped and attacking {whom:attacked one}.", lambda create, whom: _fighting_apart(create, whom), makes=Create,
         undo=lambda v: {"create": c, "whom": v.whom} if (c := _take_fighting(v)) and v.whom is not None else None)  # fmt: skip


def _fighting_apart(create: Create, whom: Any) -> Create | None:
    """How the token enters is said in the next sentence."""
    if create.state or create.whom is not None or _several(create):
        return None
    return replace(create, state=_FIGHTING, whom=whom, said="enters")


def _take_fighting(value: Create) -> Create | None:
    return (
        replace(value, state=(), whom=None, said="")
        if value.state == _FIGHTING and value.said == "enters"
        else None
    )


# ---- Roles (CR 111.10j-r, 303.7) ----
words(
    "role token",
    {
        TokenKind(predefined=f"{r} Role"): f"{r} Role token"
        for r in ("Cursed", "Monster", "Royal", "Sorcerer", "Virtuous", "Wicked", "Young Hero")
    },
)
rule(Effect, "{who?} create[s] a {token:role token} attached to {whom:Recipient}", Create, number=Literally(1), state=("attached",),
     provided=lambda v: v.whom is not None)  # fmt: skip

# ---- of several kinds at once ----
for _state, _said in (((), ""), (("tapped",), " tapped")):
    rule("created", f"{{number:count}}{_said} {{token:token kind@number}}", Create, state=_state)
series("several created", "created", last="and", low=2)
rule(
    Effect,
    "create {steps:several created}",
    Sequence,
    joined=",",
    provided=lambda v: all(_plainly(s) for s in v.steps),
)
rule(Effect, "{who:player subject} create[s] {steps:several created}", lambda who, steps: Sequence(tuple(replace(s, who=who) for s in steps), ","), makes=Sequence,
     undo=lambda v: {"who": v.steps[0].who, "steps": tuple(replace(s, who=PLAIN) for s in v.steps)}
     if v.joined == "," and all(isinstance(s, Create) and s.who == v.steps[0].who != PLAIN for s in v.steps) else None)  # fmt: skip


def _plainly(value: Effect) -> bool:
    return isinstance(value, Create) and value.who == PLAIN


def _named_alone(value: Create) -> bool:
    """CR 111.11: whether the token is said by a name alone, that is none of a predefined token (111.10)."""
    return (
        value == Create(Literally(1), TokenKind(name=value.token.name), state=value.state)
        and value.token.name not in PREDEFINED
    )


for _entering, _state in (("", ()), ("tapped ", ("tapped",))):
    rule(Effect, f"create a {_entering}{{name:card name}} token", partial(lambda name, state: Create(Literally(1), TokenKind(name=name), state=state), state=_state),
         makes=Create, undo=partial(lambda v, state: {"name": v.token.name} if v.state == state and v.token.name and _named_alone(v) else None, state=_state),
         provided=_named_alone)  # fmt: skip
