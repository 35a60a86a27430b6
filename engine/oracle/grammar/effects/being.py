"""What something is said to be: by static abilities (CR 604, 613.1), and as it is put onto the battlefield (611.2e)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    BasePT,
    Change,
    Colors,
    Conditional,
    Effect,
    Gains,
    Later,
    Loses,
    Optional,
    Put,
    Recipient,
    Sequence,
    Static,
    Then,
    Types,
    WhenYouDo,
)
from engine.oracle.grammar.effects.kinds import Changes, added, of_a_type, take_added
from engine.oracle.kernel import GRAMMAR, alone, rule, series, words

rule("static", "{what:subject} (is|are) {changes:being@what}.", Static, provided=lambda v: not _kept_apart(v))
rule(
    "plainly being",
    "{what:subject} (is|are) {changes:being@what}",
    Static,
    provided=lambda v: not any(isinstance(c, Types) and c.still for c in v.changes),
)


def _kept_apart(value: Static) -> tuple[str, ...]:
    """The types that it keeps, said in a sentence of their own (CR 205.1b)."""
    return next((c.still for c in value.changes if isinstance(c, Types) and not c.within), ())


def _static_still(value: Static, still: tuple[str, ...]) -> Static:
    return replace(
        value,
        changes=tuple(
            replace(c, still=still) if isinstance(c, Types) and not c.within else c for c in value.changes
        ),
    )


for _words, _many in (("it's still a land", False), ("they're still lands", True)):
    rule("static", f"{{being:plainly being}}. {_words}.", lambda being: _static_still(being, ("land",)), makes=Static,
         undo=partial(lambda v, many: {"being": _static_still(v, ())} if _kept_apart(v) == ("land",) and GRAMMAR.is_plural(v.what) == many else None, many=_many))  # fmt: skip
rule("static", "{what:subject} lose[s]@what all abilities and (is|are)@what {changes:being@what}.",
     lambda what, changes: Static(what, (Loses(), *changes)), makes=Static,
     undo=lambda v: {"what": v.what, "changes": v.changes[1:]} if len(v.changes) > 1 and v == Static(v.what, (Loses(), *v.changes[1:])) else None)  # fmt: skip


def _being_without(what: Recipient, changes: Changes) -> Static | None:
    return None if any(isinstance(c, Gains) for c in changes) else Static(what, (*changes, Loses()))


rule("static", "{what:subject} (is|are) {changes:being@what} and lose[s]@what all abilities.", _being_without, makes=Static,
     undo=lambda v: {"what": v.what, "changes": v.changes[:-1]} if len(v.changes) > 1 and v == Static(v.what, (*v.changes[:-1], Loses())) else None)  # fmt: skip


# Changes, and what it is besides: its size, its abilities, and then a color and a type on top of its own.
alone("one static change", "static change")
series("listed static changes", "static change", last=None, low=2)
rule(
    "colored too",
    "{:being@out}",
    provided=lambda v: (
        any(isinstance(c, Colors) and c.add for c in v) and not any(isinstance(c, Gains) for c in v)
    ),
)


def _take_also_being(value: Static, several: bool) -> dict[str, Any] | None:
    at = next((n for n, c in enumerate(value.changes) if isinstance(c, Colors)), 0)
    if at == 0 or (at > 1) != several or value != Static(value.what, value.changes):
        return None
    return {"what": value.what, "changes": value.changes[:at], "being": value.changes[at:]}


for _some, _and in (("one static change", ""), ("listed static changes", ",")):
    rule("static", f"{{what:subject}} {{changes:{_some}@what}}{_and} and (is|are)@what {{being:colored too@what}}.",
         lambda what, changes, being: Static(what, (*changes, *being)), makes=Static, undo=partial(_take_also_being, several=bool(_and)))  # fmt: skip


# ---- what it is alone: "... and loses all other card types and abilities" (CR 205.1a) ----
rule("only kind", "{:being@out}")
rule("only kind", "a {words:types said}", lambda words: (Types(words),), makes=tuple,
     undo=lambda v: {"words": v[0].words} if len(v) == 1 and v == (Types(getattr(v[0], "words", ())),) else None)  # fmt: skip
rule("only kind", "a {words:types said} with {abilities:said abilities}", lambda words, abilities: (Types(words), Gains(abilities)), makes=tuple,
     undo=lambda v: {"words": v[0].words, "abilities": v[1].abilities} if len(v) == 2 and _kinds_of(v) == (Types, Gains) else None)  # fmt: skip
rule("only kind", "a {colors:token colors} {words:types said} with {abilities:said abilities}",
     lambda colors, words, abilities: (Colors(colors), Types(words), Gains(abilities)), makes=tuple,
     undo=lambda v: {"colors": v[0].colors, "words": v[1].words, "abilities": v[2].abilities} if _kinds_of(v) == (Colors, Types, Gains) else None)  # fmt: skip
_LOST: dict[tuple[tuple[str, ...], bool], str] = {
    ((), True): "abilities",
    (("card types",), False): "card types",
    (("card types",), True): "card types and abilities",
    (("card types", "creature types"), True): "abilities, card types, and creature types",
}


def _kinds_of(value: Changes) -> tuple[type[Change], ...]:
    return tuple(type(c) for c in value)


def _only(kind: Changes, alone: tuple[str, ...], lost: bool) -> Changes | None:
    """What it is, and that it loses all others of these kinds of types, and all other abilities."""
    if not any(isinstance(c, Types) and not c.add and not c.still and not c.alone for c in kind):
        return None
    said = tuple(replace(c, alone=alone) if isinstance(c, Types) else c for c in kind)
    return (*said, Loses(other=True)) if lost else said


def _take_only(value: Changes, alone: tuple[str, ...], lost: bool) -> Changes | None:
    kind = tuple(replace(c, alone=()) if isinstance(c, Types) else c for c in (value[:-1] if lost else value))
    return kind if kind and _only(kind, alone, lost) == value else None


rule("only one", "{:only kind@out}", provided=lambda v: not _has_size(v))
rule("only one", "{kind:sized kind@out} and (has|have)@out {abilities:said abilities}", lambda kind, abilities: (*kind, Gains(abilities)), makes=tuple,
     undo=lambda v: {"kind": v[:-1], "abilities": v[-1].abilities} if _has_size(v) else None)  # fmt: skip


def _has_size(value: Changes) -> bool:
    """Whether it is of a size, and has abilities besides."""
    return isinstance(value[-1], Gains) and BasePT in _kinds_of(value)


for (_alone, _lost), _said in _LOST.items():
    for _kind, _and, _it in (("only kind", " and", ""), ("only one", ", and it", "it")):
        rule("static", f"{{what:subject}} (is|are)@what {{kind:{_kind}@what}}{_and} lose[s]@what all other {_said}.",
             partial(lambda what, kind, alone, lost, it: None if (c := _only(kind, alone, lost)) is None else Static(what, c, said=it),
                     alone=_alone, lost=_lost, it=_it),
             makes=Static,
             undo=partial(lambda v, alone, lost, it: {"what": v.what, "kind": k} if v == Static(v.what, v.changes, said=it)
             and (k := _take_only(v.changes, alone, lost)) is not None else None, alone=_alone, lost=_lost, it=_it))  # fmt: skip

# ---- as it is put onto the battlefield (CR 611.2e) ----
words(
    "one put", {"it": "it's", **{w: f"{w} is" for w in ("that creature", "the creature", "that permanent")}}
)
words("each put", {"each of them": "each of them is"})
words("several put", {"they": "they're", "those creatures": "those creatures are"})
rule("what one is", "{:being}")
rule("what one is", "a {words:types said}", lambda words: (Types(words),), makes=tuple,
     undo=lambda v: {"words": v[0].words} if len(v) == 1 and isinstance(v[0], Types) and v[0] == Types(v[0].words) else None)  # fmt: skip
for _is, _a, _their, _types in (
    ("what one is", "a ", "its", "type run"),
    ("what several are", "", "their", "added type@many"),
):
    for _of in ("", "creature"):
        rule(_is, f"{_a}{{words:{_types}}} in addition to {_their} other {_of} types", lambda words, of=_of: (Types(words, add=True, of=of),), makes=tuple,
             undo=partial(lambda v, of: {"words": v[0].words} if len(v) == 1 and isinstance(v[0], Types) and v[0] == Types(v[0].words, add=True, of=of) else None, of=_of))  # fmt: skip
    rule(_is, f"{_a}{{colors:token colors}} {{words:{_types}}} in addition to {_their} other colors and types",
         lambda colors, words: (Colors(colors, add=True), Types(words, add=True)), makes=tuple, undo=lambda v: _take_colored_too(v))  # fmt: skip


for _kind in ("new kind", "able kind"):
    rule("what one is", f"{{kind:{_kind}@one}} in addition to its other types", added, undo=take_added, makes=tuple,
         provided=lambda v: not of_a_type(v))  # fmt: skip
rule("colored kind", "a {colors:token colors} {words:type run}", lambda colors, words: (Colors(colors), Types(words)), makes=tuple,
     undo=lambda v: {"colors": v[0].colors, "words": v[1].words} if len(v) == 2 and v == (Colors(v[0].colors), Types(v[1].words)) else None)  # fmt: skip
for _several, _and in (("one static change", " and"), ("listed static changes", ", and")):
    rule("static", f"{{what:subject}} {{changes:{_several}@what}}{_and} (is|are)@what {{kind:colored kind}}.",
         lambda what, changes, kind: Static(what, (*changes, *kind)), makes=Static,
         undo=partial(lambda v, several: {"what": v.what, "changes": v.changes[:-2], "kind": v.changes[-2:]}
         if (len(v.changes) > 3) == several and len(v.changes) > 2 and v == Static(v.what, v.changes) and isinstance(v.changes[-2], Colors) else None,
         several=_several == "listed static changes"))  # fmt: skip


def _take_colored_too(value: Changes) -> dict[str, Any] | None:
    match value:
        case (Colors(colors=colors, add=True), Types(words=words, add=True, of="")):
            return {"colors": colors, "words": words}
    return None


def _being(effect: Effect, changes: tuple[Change, ...], called: str) -> Effect | None:
    """The instruction, at the end of which something is put onto the battlefield, with what that is said to be; without changes: with nothing said."""
    match effect:
        case Put(zone="battlefield") if bool(effect.being) != bool(changes):
            return replace(effect, being=changes, called=called)
        case Optional(effect=inner) | Then(effect=inner) | Later(effect=inner):
            found = _being(inner, changes, called)
            return None if found is None else replace(effect, effect=found)
        case Sequence(steps=(*_, last)) if effect.joined != ".":
            found = _being(last, changes, called)
            return None if found is None else replace(effect, steps=(*effect.steps[:-1], found))
    return None


def _last_put(effect: Effect) -> Put | None:
    match effect:
        case Put():
            return effect
        case Optional(effect=inner) | Then(effect=inner) | Later(effect=inner):
            return _last_put(inner)
        case Sequence(steps=(*_, last)) if effect.joined != ".":
            return _last_put(last)
    return None


def _take_being(value: Effect) -> dict[str, Any] | None:
    put = _last_put(value)
    if put is None or not put.being:
        return None
    return {"put": _being(value, (), ""), "changes": put.being, "called": put.called}


rule("putting down", "{:plain sentence}", provided=lambda v: _last_put(v) is not None)
for _called, _is in (
    ("one put", "what one is"),
    ("each put", "what one is"),
    ("several put", "what several are"),
):
    rule("put and being", f"{{put:putting down}}. {{called:{_called}}} {{changes:{_is}}}.", lambda put, called, changes: _being(put, changes, called),
         makes=(Put, Optional, Then, Later, Sequence), undo=_take_being)  # fmt: skip
for _sentence in ("sentence.", "trigger sentence."):
    rule(_sentence, "{:put and being}")
rule("sentence.", "if {condition:did}, {effect:put and being}", Conditional)
rule("sentence.", "when you do, {effect:put and being}", WhenYouDo)
