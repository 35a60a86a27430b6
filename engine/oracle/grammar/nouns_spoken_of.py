"""Nouns for what the text has spoken of, or what the object is attached to (CR 608.2c, 301.5a, 303.4b)."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

from typing import Any, Literal

from engine.abilities import (
    AnyNumber,
    Chosen,
    Each,
    EachOf,
    EitherOf,
    Everything,
    Exactly,
    Haunted,
    Having,
    Host,
    InZone,
    Literally,
    Noun,
    Number,
    Objects,
    OneOf,
    Quality,
    Rest,
    SameSubject,
    Selection,
    StatOf,
    Target,
    That,
    This,
    Together,
    UpTo,
    Which,
)
from engine.binding import WHOSE
from engine.model import CREATURE
from engine.oracle.grammar.descriptions import add_other, drop_other, has_other
from engine.oracle.kernel import rule, series, words

SAID = "creature card permanent land artifact enchantment token spell planeswalker Equipment Aura ability source Vehicle Wall Archer Wizard Sliver Rat Saga Dragon Mountain Island".split()
words(
    "said noun",
    {
        "creature or planeswalker": "creature(s) or planeswalker(s)",
        "permanent or player": "permanent(s) or player(s)",
    }
    | {
        s: f"{s}(s)" if s not in ("ability", "Equipment") else f"({s}|{s if s != 'ability' else 'abilities'})"
        for s in SAID
    },
)
words(
    "done",
    {
        d: d
        for d in (
            "exiled",
            "sacrificed",
            "revealed",
            "discarded",
            "chosen",
            "milled",
            "returned",
            "destroyed",
        )
    },
)
# Of an event between two creatures: the one that the trigger isn't first of all about.
rule(Objects, "the other creature", That("creature", way=True, the=True))
rule(Objects, "the amassed Army", That("Army", done="amassed"))
rule(Objects, "the Army you amassed", That("Army", done="amassed", the=True))
rule(Objects, "that target", That("target"))
rule(Objects, "each of those permanents and/or players", EachOf(That("recipient", many=True)))
rule(Objects, "that spell or ability", That("spell or ability"))
rule(Objects, "that {noun:said noun@one}", That, provided=lambda v: v.noun != "")
words("card of a kind", {f"{kind} card": f"{kind} card(s)" for kind in ("land", "nonland", "creature", "permanent", "artifact")})  # fmt: skip
rule(Objects, "that {noun:card of a kind@one}", That)
rule(Objects, "the {noun:card of a kind@one}", That, the=True)
rule(Objects, "those {noun:card of a kind@many}", That, many=True)
rule(Objects, "that {noun:creature type said}", That)
rule("creature type said", "{:bare type}", provided=lambda v: v in CREATURE)
rule(Objects, "those {noun:said noun@many}", That, many=True, provided=lambda v: v.noun != "")
rule(Objects, "the {noun:said noun@one}", That, the=True, provided=lambda v: v.noun != "")
# Of two that are told apart by who controls them, as they were when they were picked.
words(
    "said noun of whom",
    {f"{s} {whose}": f"{s} {whose}" for s in ("creature", "permanent") for whose in WHOSE},
)
rule(Objects, "the {noun:said noun of whom}", That, the=True)
rule(Objects, "the {done:done} {noun:said noun of whom}", That)
rule(Objects, "the {done:done} {noun:said noun@one}", That)
rule(Objects, "the {done:done} {noun:said noun@many}", That, many=True)
words(
    "said card",
    {f"{kind} card": f"{kind} card(s)" for kind in ("creature", "land", "artifact", "enchantment")},
)
rule(Objects, "that {noun:said card@one}", That)
rule(Objects, "those {noun:said card@many}", That, many=True)
rule(Objects, "the {done:done} {noun:said card@one}", That)
rule(Objects, "target spell or permanent", Target(EitherOf((Noun(form="spell"), Noun(form="permanent")))))
rule(Objects, "a {a:which@one} or a {b:which@one}", lambda a, b: Chosen(EitherOf((a, b), "or a")), makes=Chosen,
     undo=lambda v: {"a": v.which.options[0], "b": v.which.options[1]}
     if isinstance(v.which, EitherOf) and len(v.which.options) == 2 and v == Chosen(EitherOf(v.which.options, "or a")) and not has_other(v.which.options[0]) else None,
     provided=lambda v: isinstance(v.which, EitherOf) and not has_other(v.which.options[0]))  # fmt: skip
rule(Objects, "another {a:which@one} or a {b:which@one}", lambda a, b: Chosen(EitherOf((add_other(a), b), "or a")), makes=Chosen,
     undo=lambda v: {"a": first, "b": v.which.options[1]}
     if isinstance(v.which, EitherOf) and len(v.which.options) == 2 and v == Chosen(EitherOf(v.which.options, "or a"))
     and (first := drop_other(v.which.options[0])) is not None else None)  # fmt: skip
rule(Objects, "the rest", Rest)
rule(Objects, "the rest of the cards", Rest, word="rest of the cards")
rule(Objects, "the creature it haunts", Haunted())
rule(Objects, "the creature ~ haunts", Haunted(own=False))
for _word in ("other", "others"):
    rule(Objects, f"the {_word}", Rest, word=_word)
rule(Objects, "all other cards revealed this way", Rest, word="all other cards revealed this way")


def _in_exile(which: Selection) -> bool:
    """Whether it is cards in exile that are described."""
    return isinstance(which, Which) and any(isinstance(q, InZone) and q.zone == "exile" for q in which.after)


rule(
    "group",
    "those {done:done} {noun:said noun@many}",
    That,
    many=True,
    the=True,
    provided=lambda v: v.noun != "" and v.done != "",
)
rule("group", "them", That, many=True)
rule("group", "those {noun:said noun@many}", That, many=True, provided=lambda v: v.noun != "")
rule("group", "the {done:done} {noun:said noun@many}", That, many=True)
rule("from group", "from among {:group}")
rule("from group", "from it", That, noun="hand", many=True)
for _it, _what in (("~", This()), ("it", That())):
    _EXILED = Each(Which((), Noun(form="card"), (Having("exiled with", _what),)))
    rule("from group", f"from among cards exiled with {_it}", _EXILED)
    rule(Objects, f"the cards exiled with {_it}", Each(_EXILED.which, "the"))
# What a permanent was crafted from (CR 702.167c).
for _it, _what in (("~", This()), ("it", That())):
    _USED = Having("used to craft", _what)
    _CRAFTED = Which((), Noun(form="card"), (_USED,))
    for _category in (Objects, "counted"):
        rule(_category, f"the exiled cards used to craft {_it}", Each(_CRAFTED, "the"))
    rule(
        Number,
        f"the {{stat:stat}} of the exiled card used to craft {_it}",
        StatOf,
        of=Chosen(_CRAFTED),
        first=True,
    )
rule("from group", "from among {which:which@many}", Each, provided=lambda v: _in_exile(v.which))
rule("how many of", "{number:number word}", Exactly)
rule("how many of", "up to {number:number word}", UpTo)
rule("how many of", "any number", AnyNumber)
rule(
    Objects, "{amount:how many of} of {of:group}", OneOf, provided=lambda v: getattr(v.of, "done", None) == ""
)
_CHANCES: tuple[Literal["at random", "chosen at random"], ...] = ("at random", "chosen at random")
for _chance in _CHANCES:
    rule(
        Objects,
        f"{{amount:how many of}} of {{of:group}} {_chance}",
        OneOf,
        random=_chance,
        provided=lambda v: getattr(v.of, "done", None) == "",
    )
rule(Objects, "either of {of:group}", OneOf, amount=Exactly(Literally(1)), either=True)
# "Put one onto the battlefield and the other into your hand": of what the sentence speaks of.
rule("some of it", "{amount:plain amount}", OneOf, of=That(many=True, the=True))
rule("plain amount", "{number:plain number word}", Exactly)
rule(Objects, "a {which:which@one} {of:from group}", OneOf, amount=Exactly(Literally(1)))
rule(
    Objects,
    "{amount:amount of many} {which:which@amount} {of:from group}",
    OneOf,
    provided=lambda v: v.amount != Exactly(Literally(1)),
)


def _from_it(which: Selection, after: tuple[Quality, ...]) -> OneOf:
    """What is said behind "from it" is told from what is said before that: it is said of a noun that stands alone."""
    noun = which if isinstance(which, Which) else Which((), which)
    return OneOf(Exactly(Literally(1)), That("hand", many=True), Which((), noun, after))


def _take_from_it(value: OneOf) -> dict[str, Any] | None:
    match value.which:
        case Which(noun=Which() as noun, after=after) if after:
            which = noun if noun.before or noun.after else noun.noun
            return {"which": which, "after": after} if value == _from_it(which, after) else None
    return None


rule(Objects, "a {which:which@one} from it {after:afters}", _from_it, makes=OneOf, undo=_take_from_it)
rule(Objects, "all {which:which@many} {of:from group}", OneOf, amount=Everything(), provided=lambda v: _head(v.which) != "spell")  # fmt: skip


def _head(which: Any) -> str:
    """What form of thing is described."""
    return getattr(getattr(which, "noun", which), "form", "")


# One card and/or another out of a group: up to one for each of the kinds.
series("kinds sought", "kind sought", last="and/or", low=2)
rule("kind sought", "a {:which@one}", provided=lambda v: not has_other(v))


def _of_each_kind(kinds: tuple[Selection, ...], of: That) -> Together:
    return Together(tuple(OneOf(UpTo(Literally(1)), of, kind) for kind in kinds), "and/or")


def _take_kinds(value: Together) -> dict[str, Any] | None:
    kinds = tuple(p.which for p in value.parts if isinstance(p, OneOf) and p.which is not None)
    of = getattr(value.parts[0], "of", None)
    if not isinstance(of, That) or len(kinds) < 2 or value != _of_each_kind(kinds, of):
        return None
    return {"kinds": kinds, "of": of}


rule(Objects, "{kinds:kinds sought} {of:from group}", _of_each_kind, makes=Together, undo=_take_kinds)
rule(Objects, "itself", SameSubject)

_DEALT = "dealt damage"
for _noun in ("creature", "permanent"):
    rule("done this way thing", f"a {_noun} {_DEALT} this way", That(_noun, done=_DEALT, way=True))
rule("subject", "{:done this way thing}")
rule(
    "done this way things",
    "creatures dealt damage this way",
    That("creature", many=True, done=_DEALT, way=True),
)
rule("subject", "{:done this way things}")

for _how, _nouns in (
    (
        "enchanted",
        (
            "creature",
            "land",
            "artifact",
            "permanent",
            "enchantment",
            "planeswalker",
            "card",
            "Equipment",
            "Wall",
            "Forest",
            "Island",
            "Swamp",
            "Mountain",
            "Village",
            "artifact creature",
            "creature card",
            "instant card",
        ),
    ),
    ("equipped", ("creature", "permanent")),
    ("fortified", ("land",)),
):
    for _noun in _nouns:
        rule(Objects, f"{_how} {_noun}", Host, how=_how, noun=_noun)
