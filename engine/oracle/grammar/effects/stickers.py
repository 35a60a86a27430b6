"""Stickers (CR 123)."""

from __future__ import annotations

from functools import partial
from string import ascii_lowercase
from typing import Any

from engine.abilities import (
    Condition,
    Effect,
    EventPattern,
    Fits,
    HowMany,
    Is,
    Keyworded,
    MoveSticker,
    Noun,
    Number,
    Objects,
    PlayerDoes,
    Quality,
    Which,
)
from engine.oracle.kernel import rule, words

_KINDS = ("name", "art", "ability", "power and toughness")
_SAID = {"": "a sticker"} | {kind: f"a {kind} sticker" for kind in _KINDS}
_SAID |= {
    f"{one} or {other}": f"a {one} or {other} sticker" for one in _KINDS for other in _KINDS if one != other
}
words("sticker kind", _SAID)
rule(Effect, "{who?} put[s] {word:sticker kind} on {what:Objects}", Keyworded, verb="put a sticker")
_QUALITY: dict[str, Quality] = {}


def _fits(what: Objects, kind: str) -> Fits:
    return Fits(what, Which((), Noun(), (_QUALITY[kind],)))


def _take(value: Fits, kind: str) -> dict[str, Any] | None:
    return {"what": value.what} if value == _fits(value.what, kind) else None


for _kind in ("", *_KINDS):
    _verb = f"put {_SAID[_kind]}"
    rule(
        EventPattern,
        f"{{who:player subject}} put[s] {_SAID[_kind]} on {{what:Objects}}",
        PlayerDoes,
        verb=_verb,
    )
    rule("quality after", f"with {_SAID[_kind]} on (it|them)", Is(f"with {_SAID[_kind]}"))
    _QUALITY[_kind] = Is(f"with {_SAID[_kind]}")
    rule(Condition, f"{{what:subject}} (has|have) {_SAID[_kind]} on (it|them)", partial(_fits, kind=_kind), makes=Fits, undo=partial(_take, kind=_kind))  # fmt: skip
_MOVED = {kind: said for kind, said in _SAID.items() if " or " not in kind}
words("sticker moved", _MOVED)
rule(Effect, "{who?} move[s] {kind:sticker moved} from {source:Objects} onto {to:Objects}", MoveSticker)

# ---- what is said of a sticker that was put on something (CR 123.6d-e, 123.8a) ----
words(
    "sticker letter",
    {letter: letter.upper() for letter in ascii_lowercase} | {"unique vowel": "unique vowel"},
)
words(
    "sticker letters",
    {letter: f"{letter.upper()}s" for letter in ascii_lowercase} | {"unique vowel": "unique vowels"},
)
_THERE = "on that sticker"
rule("each thing", f"{{noun:sticker letter}} {_THERE}", HowMany, done="stickered")
rule(Number, f"the number of {{noun:sticker letters}} {_THERE}", HowMany, done="stickered")
for _size in ("power", "toughness"):
    rule(Number, f"that sticker's {_size}", HowMany("stickered", _size))
