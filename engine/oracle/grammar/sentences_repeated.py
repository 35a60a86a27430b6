"""The same done again with other kinds of things: "then do the same for Bears and Elves" (CR 608.2c)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import Chosen, Each, Effect, Noun, SameFor, Selection, Which, You
from engine.abilities.tree import walk
from engine.oracle.grammar.effects.common import PLAIN
from engine.oracle.kernel import rule, series

series("kinds done too", "kind done too", last="and")
rule("kind done too", "{kind:bare type}", lambda kind: Noun(((kind,),)), makes=Noun,
     undo=lambda v: {"kind": v.kinds[0][0]} if v == Noun(((v.kinds[0][0],),)) else None)  # fmt: skip
series("ones done too", "one done too", last="and")
rule("one done too", "a {noun:noun@one}", lambda noun: noun, makes=Noun, undo=lambda v: {"noun": v})
series("several done too", "cards done too", last="and", high=1)
rule("cards done too", "{:which@many}", provided=lambda v: not isinstance(v, Which) or not v.after)
_LISTS = {"kinds": "kinds done too", "ones": "ones done too", "several": "several done too"}


def _again(effect: Effect, nouns: tuple[Selection, ...], said: str) -> SameFor | None:
    return SameFor(effect, nouns=nouns, said=said) if _picks(effect) else None


def _picks(effect: Effect) -> bool:
    """Whether it is plain in the place of what the others stand: the instruction picks things of one kind, and no other."""
    picked = [n for n in walk(effect) if isinstance(n, Chosen | Each)]
    heads = [n.which.noun if isinstance(n.which, Which) else n.which for n in picked]
    return len(heads) == 1 and isinstance(heads[0], Noun) and len(heads[0].kinds) == 1


def _take(value: SameFor, said: str) -> dict[str, Any] | None:
    return {"effect": value.effect, "nouns": value.nouns} if value.nouns and value.said == said else None


def _by_you(value: SameFor) -> bool:
    who = getattr(value.effect, "who", PLAIN)
    return isinstance(who, You)


for _list, _category in _LISTS.items():
    for _you, _verb in (
        (True, "do the same"),
        (False, "does the same"),
        (True, "repeat this process"),
        (False, "repeats this process"),
    ):
        _said = f"{_verb}, {_list}"
        rule("joined", f"{{effect:Effect}}, then {_verb} for {{nouns:{_category}}}", partial(_again, said=_said), makes=SameFor, undo=partial(_take, said=_said),
             provided=partial(lambda v, you: _by_you(v) == you, you=_you))  # fmt: skip
    _said = f"then, {_list}"
    rule("text", f"{{effect:several sentences}} then repeat this process for {{nouns:{_category}}}.", partial(_again, said=_said), makes=SameFor,
         undo=partial(_take, said=_said))  # fmt: skip
