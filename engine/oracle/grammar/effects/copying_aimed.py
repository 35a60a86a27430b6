"""Copies that target what the text says (CR 707.10d-e)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import CopySpell, Each, Effect, Noun, Optional, Selection, Sequence, That, Which
from engine.oracle.grammar.effects.common import PLAIN
from engine.oracle.kernel import rule


def _last(value: Effect) -> CopySpell | None:
    """The copying that the sentence ends with."""
    match value:
        case CopySpell(times=None, targets=None):
            return value
        case Optional(effect=inner) | Sequence(steps=(*_, inner)):
            return _last(inner)
    return None


def _with(value: Effect, **fields: Any) -> Effect:
    """The same sentence, other things said of the copying in it."""
    match value:
        case Sequence(steps=(*before, last)):
            return replace(value, steps=(*before, _with(last, **fields)))
        case Optional():
            return replace(value, effect=_with(value.effect, **fields))
    return replace(value, **fields)


def _aimed_at(value: Effect) -> CopySpell | None:
    """The copying that the sentence ends with, of a copy whose target is said."""
    match value:
        case CopySpell(targets=targets) if targets is not None and not isinstance(targets, Each):
            return value
        case Optional(effect=inner) | Sequence(steps=(*_, inner)):
            return _aimed_at(inner)
    return None


def _undo(value: Effect) -> dict[str, Any] | None:
    found = _aimed_at(value)
    return {"effect": _with(value, targets=None), "targets": found.targets} if found is not None else None


rule("copying last", "{:plain sentence}", provided=lambda v: _last(v) is not None)
for _sentence in ("sentence.", "trigger sentence."):
    rule(_sentence, "{effect:copying last}. the copy targets {targets:Objects}.", lambda effect, targets: _with(effect, targets=targets),
         makes=(CopySpell, Optional, Sequence), undo=_undo)  # fmt: skip

# ---- a copy for each that the original could target ----
_DIFFERENT = "each copy targets a different one"


def _head(which: Selection) -> Selection:
    return which.noun if isinstance(which, Which) else which


# "Other" is than what the original targets, which gets no copy.
def _for_each(who: Any, which: Selection, noun: Noun, said: str) -> CopySpell | None:
    return (
        CopySpell(That("spell"), who=who, targets=Each(which, "each"), said=said)
        if _head(which) == noun
        else None
    )


def _take_for_each(value: CopySpell, said: str) -> dict[str, Any] | None:
    which = value.targets.which if isinstance(value.targets, Each) else None
    noun = _head(which) if which is not None else None
    if which is None or not isinstance(noun, Noun) or value != _for_each(value.who, which, noun, said):
        return None
    return {"who": value.who, "which": which, "noun": noun}


def _plainly(value: CopySpell, said: str) -> dict[str, Any] | None:
    found = _take_for_each(value, said)
    return {k: v for k, v in found.items() if k != "who"} if found and found["who"] == PLAIN else None


for _said in ("that the spell", "that spell"):
    _each = f"that spell for each other {{which:which@one}} {_said} could target. {_DIFFERENT} of those {{noun:noun@many}}"
    rule(
        Effect,
        f"copy {_each}",
        partial(_for_each, PLAIN, said=_said),
        makes=CopySpell,
        undo=partial(_plainly, said=_said),
    )
    rule(Effect, f"{{who:player subject}} (copies|copy) {_each}", partial(_for_each, said=_said), makes=CopySpell,
         undo=partial(_take_for_each, said=_said), provided=lambda v: v.who != PLAIN)  # fmt: skip
