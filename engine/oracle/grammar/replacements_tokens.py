"""Tokens that are created besides others, or in their place (CR 614.1a, 614.16, 701.7b)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    Chosen,
    Create,
    Effect,
    EitherOf,
    Literally,
    Noun,
    Number,
    PlayerDoes,
    Replacement,
    Selection,
    Sequence,
    ThatMuch,
    TokenKind,
    Which,
    You,
)
from engine.oracle.kernel import rule, series

_SO_MANY = ThatMuch("many")
_UNDER_YOURS = "would be created under your control"
_THOSE = Create(_SO_MANY, TokenKind())
_Joined = Literal["plus", "plus an additional"]


def _are_tokens(which: Selection) -> bool:
    noun = which.noun if isinstance(which, Which) else which
    return isinstance(noun, Noun) and noun.form == "token"


rule("made tokens", "{:which@many}", provided=_are_tokens)


def _created(which: Selection, effect: Effect, how: str = "instead") -> Replacement:
    return Replacement(PlayerDoes(You(), "create", Chosen(which)), effect, how)


def _which(value: Replacement, how: str) -> Selection | None:
    match value.event:
        case PlayerDoes(what=Chosen(which=which)) if value == _created(which, value.effect, how):
            return which
    return None


# ---- besides ----
def _besides(which: Selection, token: TokenKind, number: Number, joined: _Joined, how: str) -> Replacement:
    return _created(which, Sequence((_THOSE, Create(number, token)), joined), how)


def _take_besides(value: Replacement, how: str, joined: _Joined, one: bool) -> dict[str, Any] | None:
    which = _which(value, how)
    match value.effect:
        case Sequence(steps=(first, Create(number=number, token=token))) if (
            which is not None and first == _THOSE
        ):
            if value == _besides(which, token, number, joined, how) and (number == Literally(1) or not one):
                return {"which": which, "token": token} | ({} if one else {"number": number})
    return None


_JOINED: tuple[tuple[_Joined, str], ...] = (
    ("plus", "plus {number:count} {token:token kind@number}"),
    ("plus an additional", "plus an additional {token:token kind@one}"),
)
for _joined, _said in _JOINED:
    _one = "number:" not in _said
    for _how, _template in (
        ("instead", f"if one or more {{which:made tokens}} {_UNDER_YOURS}, those tokens {_said} are created instead."),
        ("instead first", f"if you would create one or more {{which:made tokens}}, instead create those tokens {_said}."),
    ):  # fmt: skip
        rule("static", _template, partial(lambda which, token, joined, how, number=Literally(1): _besides(which, token, number, joined, how), joined=_joined, how=_how),
             makes=Replacement, undo=partial(_take_besides, how=_how, joined=_joined, one=_one))  # fmt: skip


# ---- in their place ----
def _others(which: Selection, token: TokenKind) -> Replacement:
    return _created(which, Create(_SO_MANY, token))


rule("static", f"if one or more {{which:made tokens}} {_UNDER_YOURS}, that many {{token:token kind@many}} are created instead.",
     _others, makes=Replacement,
     undo=lambda v: {"which": w, "token": v.effect.token} if isinstance(v.effect, Create) and v.effect.token != TokenKind() and (w := _which(v, "instead")) is not None
     and v == _others(w, v.effect.token) else None)  # fmt: skip


# ---- one of each of several kinds, for each of any of them ----
def _of_each(names: tuple[str, ...]) -> Replacement:
    kinds = EitherOf(tuple(Noun(((name,),), "token") for name in names))
    return _created(kinds, Sequence(tuple(Create(_SO_MANY, TokenKind(predefined=n)) for n in names), ","))


def _take_of_each(value: Replacement) -> dict[str, Any] | None:
    steps = value.effect.steps if isinstance(value.effect, Sequence) else ()
    names = tuple(s.token.predefined for s in steps if isinstance(s, Create))
    return {"names": names} if names and value == _of_each(names) else None


for _name in ("Treasure", "Food", "Clue"):
    rule("sort of token", _name, _name)
series("sorts of token", "sort of token", last="or", low=2)
rule("static", "if you would create a {names:sorts of token} token, instead create one of each.", _of_each, makes=Replacement, undo=_take_of_each)  # fmt: skip
