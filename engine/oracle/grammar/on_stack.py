"""Nouns for what is on the stack: abilities by their kind, and spells and abilities in one breath (CR 113.3, 113.7, 115.9, 405.1)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    Activates,
    AnyOf,
    Casts,
    Chosen,
    Compared,
    Condition,
    Each,
    EitherOf,
    EventPattern,
    Fits,
    Having,
    Is,
    Later,
    Literally,
    Not,
    Noun,
    Objects,
    Target,
    That,
    This,
    ThisTurn,
    UpTo,
    Which,
    You,
)
from engine.oracle.grammar.descriptions import clear
from engine.oracle.kernel import alone, rule, series, words

# ---- abilities by their kind (CR 113.3b-c) ----
NAMED_ACTIVATED = ("boast", "outlast")
words("ability kind", {Is(s): s for s in ("activated", "triggered", "loyalty", "exhaust")})
rule("ability before", "{:ability kind}")
series("ability kinds", "ability kind", last="or", low=2)
rule("ability before", "{qualities:ability kinds}", AnyOf)
alone("ability befores", "ability before")
rule("plain ability", "(ability|abilities)@out", Noun, form="ability")
rule("one ability", "{:plain ability}")
rule("one ability", "{before:ability befores} {noun:plain ability@out}", Which)
rule("quality after", "with a single target", Compared, stat="targets", op="=", to=Literally(1))

# ---- with spells (CR 405.1) ----
alone("one before", "quality before")
rule("plain spell", "{:noun}", provided=lambda v: v.form == "spell")
rule("one spell", "{:plain spell}")
rule("one spell", "{before:one before} {noun:plain spell@out}", Which)
rule("on the stack", "{:one ability}")
rule("on the stack", "{:one spell}")
series("several on the stack", "on the stack", last="or", low=2)


def form_of(which: Any) -> str:
    """The form of the head noun."""
    noun = which.noun if isinstance(which, Which) else which
    return getattr(noun, "form", "")


def _with_ability(value: EitherOf) -> bool:
    return any(form_of(option) == "ability" for option in value.options)


rule("stack nouns", "{options:several on the stack@out}", EitherOf, provided=_with_ability)
rule("stack noun", "{:one ability}", provided=lambda v: form_of(v) == "ability")
rule("stack noun", "{:stack nouns}")
rule("stack noun", "{before:ability befores} {noun:plain ability@out} {after:afters}", Which, provided=clear)
rule("stack noun", "{noun:plain ability@out} {after:afters}", Which, before=(), provided=clear)
rule("stack noun", "{noun:stack nouns@out} {after:afters}", Which, before=(), provided=clear)
rule(Objects, "target {which:stack noun@one}", Target)
rule(Objects, "up to one target {which:stack noun@one}", Target, amount=UpTo(Literally(1)))

# ---- spells with permanents (CR 109.2) ----
rule("plain permanent", "{:noun}", provided=lambda v: v.form in ("", "permanent"))
rule("one permanent", "{:plain permanent}")
rule("one permanent", "{before:one before} {noun:plain permanent@out}", Which)
rule("spell or permanent", "{a:one spell} or {b:one permanent}", lambda a, b: EitherOf((a, b)), makes=EitherOf,
     undo=lambda v: {"a": v.options[0], "b": v.options[1]} if len(v.options) == 2 and v.joined == "or" else None)  # fmt: skip
rule("stack noun", "{:spell or permanent}")
rule("stack noun", "{noun:spell or permanent} {after:afters}", Which, before=(), provided=clear)

# ---- whose abilities they are (CR 113.7) ----
rule("quality after", "from {objects:a source}", Having, relation="from")
rule(
    "a source",
    "{which:which@many}",
    Each,
    provided=lambda v: form_of(v.which) == "source" and v.which != Noun(form="source"),
)
rule("a source", "a {which:which@one}", Chosen, provided=lambda v: form_of(v.which) == "source" and v.which != Noun(form="source"))  # fmt: skip


# ---- the next spell (CR 603.7) ----
rule("coming spell", "you next cast a {which:which@one}", Casts, who=You(), coming="you next cast")
rule("coming spell", "you cast your next {which:which@one}", Casts, who=You(), coming="you cast your next")
rule(
    "sentence.",
    "when {event:coming spell} this turn, {effect:plain sentence}.",
    Later,
    duration=ThisTurn("turn"),
)
rule("sentence.", "when {event:coming spell} this turn, {effect:copying}", Later, duration=ThisTurn("turn"))

# ---- activating them (CR 602.2, 603.2) ----
_ANY_SOURCE = Chosen(Noun(form="source"))
for _except, _said in ((False, ""), (True, " that isn't a mana ability")):
    rule(
        EventPattern,
        f"{{who:player subject}} activate[s] an ability{_said}",
        Activates,
        of=_ANY_SOURCE,
        exceptmana=_except,
    )
    rule(
        EventPattern,
        f"{{who:player subject}} activate[s] an ability of {{of:whose ability}}{_said}",
        Activates,
        exceptmana=_except,
    )
rule(EventPattern, "an ability of {of:whose ability} is activated", Activates, who=None)
rule(EventPattern, "{who:player subject} activate[s] a {what:loyal} of {of:whose ability}", Activates)
for _keyword in NAMED_ACTIVATED:
    _sort = Which((Is(_keyword),), Noun(form="ability"))
    rule(EventPattern, f"you activate a {_keyword} ability", Activates(You(), _ANY_SOURCE, what=_sort))
    rule(EventPattern, f"you activate ~'s {_keyword} ability", Activates(You(), This(), what=_sort))
_EXHAUSTING = Activates(You(), _ANY_SOURCE, what=Which((Is("exhaust"),), Noun(form="ability")))
rule("you have done", "activated an exhaust ability", _EXHAUSTING)
rule(EventPattern, "you activate an exhaust ability", _EXHAUSTING)
rule("loyal", "loyalty ability", Which((Is("loyalty"),), Noun(form="ability")))
rule(
    "whose ability",
    "{:Objects}",
    provided=lambda v: type(v).__name__ in ("Chosen", "Host", "This") and v != _ANY_SOURCE,
)
_NO_MANA_ABILITY = Which((), Noun(form="ability"), (Not(Is("mana ability")),))
rule(Condition, "it isn't a mana ability", Fits(That("ability"), _NO_MANA_ABILITY))
rule(Objects, "that spell or ability", That("spell or ability"))
