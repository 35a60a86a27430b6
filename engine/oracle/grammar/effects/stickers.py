"""Stickers (CR 123)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    Condition,
    Effect,
    EventPattern,
    Fits,
    HowMany,
    Is,
    Keyworded,
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
rule("each thing", "unique vowel on that sticker", HowMany("stickered", "unique vowel"))
rule(Number, "the number of unique vowels on that sticker", HowMany("stickered", "unique vowel"))
