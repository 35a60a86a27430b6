"""Moving objects: destroy, exile, sacrifice, return, put, search, shuffle (CR 400-406, 701)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from engine.abilities import (
    Chosen,
    Conditional,
    Destroy,
    Each,
    EachPlayer,
    Effect,
    Exactly,
    ExchangeZones,
    Exile,
    Is,
    Literally,
    LookAt,
    Objects,
    OneOf,
    Optional,
    OwnerOf,
    Players,
    Put,
    Rest,
    Reveal,
    RevealUntil,
    Sacrifice,
    SameSubject,
    Search,
    Sequence,
    Shuffle,
    Target,
    That,
    ThatMuch,
    ThatPlayer,
    This,
    Together,
    TopOfLibrary,
    UntilLeaves,
    WhereX,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.kernel import GRAMMAR, alone, rule, series, words

rule(Effect, "destroy {what:these}", Destroy)


def _destroyed(value: Effect) -> Destroy | None:
    """The destroying that the sentence ends with."""
    match value:
        case Destroy():
            return value
        case Optional(effect=inner) | WhereX(effect=inner):
            return _destroyed(inner)
        case Conditional(effect=inner, otherwise=None):
            return _destroyed(inner)
        case Sequence(steps=(*_, last)):
            return _destroyed(last)
    return None


def _with(value: Effect, **fields: Any) -> Effect:
    """The same sentence, other things said of the destroying in it."""
    match value:
        case Sequence(steps=(*before, last)):
            return replace(value, steps=(*before, _with(last, **fields)))
        case Optional() | WhereX() | Conditional():
            return replace(value, effect=_with(value.effect, **fields))
    return replace(value, **fields)


def _bury(effect: Effect, said: str) -> Effect | None:
    found = _destroyed(effect)
    if found is None or found.cant_be_regenerated:
        return None
    many = GRAMMAR.is_plural(found.what) or (isinstance(found.what, Each) and said == "they")  # each of them
    if many != (said in _SEVERAL):
        return None
    return _with(effect, cant_be_regenerated=True, said=said)


def _dug_up(value: Effect, said: str) -> dict[str, Any] | None:
    found = _destroyed(value)
    if found is None or not found.cant_be_regenerated or found.said != said:
        return None
    return {"effect": _with(value, cant_be_regenerated=False, said="")}


_SEVERAL = ("they", "those creatures", "creatures destroyed this way", "artifacts destroyed this way", "permanents destroyed this way")  # fmt: skip
rule("destroying", "{:plain sentence}", provided=lambda v: _destroyed(v) is not None)
for _them in (
    "it",
    "that creature",
    "the creature",
    "that permanent",
    "a creature destroyed this way",
    *_SEVERAL,
):
    for _sentence in ("sentence.", "trigger sentence."):
        rule(_sentence, f"{{effect:destroying}}. {_them} can't be regenerated.", partial(_bury, said=_them), undo=partial(_dug_up, said=_them),
             makes=(Destroy, Optional, WhereX, Conditional, Sequence))  # fmt: skip
for _did in ("did", "did not"):
    rule("destroying", f"if {{condition:{_did}}}, {{effect:plain sentence}}", Conditional, provided=lambda v: _destroyed(v) is not None)  # fmt: skip
for _them, _many in (("it", False), ("they", True)):
    rule(Effect, f"destroy {{what:these}} and {_them} can't be regenerated", Destroy, cant_be_regenerated=True, said=f"and {_them}",
         provided=partial(lambda v, many: GRAMMAR.is_plural(v.what) == many, many=_many))  # fmt: skip


rule(Effect, "{who?} exile[s] {what:these}", Exile)
rule(Effect, "{who?} exile[s] {what:these} face down", Exile, face_down=True)
rule(Effect, "{who?} exile[s] {what:these} until {until:leaving}", Exile)
for _zone in ("graveyard", "hand"):
    rule(
        Effect,
        f"{{who?}} exile[s] {{what}} from your {_zone}",
        Exile,
        origin=_zone,
        provided=lambda v: v.what == This() or isinstance(v.what, That),
    )
rule("leaving", "{what:subject} leave[s] the battlefield", UntilLeaves)
# The kinds of the counters, each so many times over.
rule(
    Effect,
    "{who?} exile[s] {what} with {counters:exiled counters} on (it|them)@what",
    Exile,
    provided=lambda v: bool(v.counters),
)
rule("exiled counters", "a {kind:any counter kind} counter", lambda kind: (kind,), makes=tuple,
     undo=lambda v: {"kind": v[0]} if len(v) == 1 else None)  # fmt: skip
rule("exiled counters", "{number:plain number word} {kind:any counter kind} counters", lambda number, kind: (kind,) * number.value, makes=tuple,
     undo=lambda v: {"number": Literally(len(v)), "kind": v[0]} if len(v) > 1 and len(set(v)) == 1 else None,
     provided=lambda v: len(v) > 1)  # fmt: skip
rule(Effect, "{who?} sacrifice[s] {what:these}", Sacrifice, provided=lambda v: not _by_its_own(v))
rule(Effect, "{who?} sacrifice[s] {what:one for each}", Sacrifice)
_BY_ITS_OWN = "is sacrificed by its controller"
rule(Effect, f"each {{which:which@one}} {_BY_ITS_OWN}", lambda which: Sacrifice(Each(which, "each"), EachPlayer()), makes=Sacrifice,
     undo=lambda v: {"which": v.what.which}, provided=lambda v: _by_its_own(v))  # fmt: skip


def _by_its_own(value: Sacrifice) -> bool:
    """Whether each of them is sacrificed by whoever controls it."""
    return value.who == EachPlayer() and isinstance(value.what, Each) and value.what.word == "each"


rule(Effect, "{who?} exile[s] {what:one for each}", Exile)

rule(Effect, "{who?} reveal[s] {what:these}", Reveal)
rule(
    Effect,
    "{who?} look[s] at {what:these}",
    LookAt,
    provided=lambda v: (
        isinstance(v.what, (TopOfLibrary, That))
        or getattr(v.what, "word", "") == "zone"
        or (isinstance(v.what, Target) and any(n == Is("face-down") for n in walk(v.what)))
    ),
)

rule("plain sentence", "you may look at {what} for as long as (it remains|they remain)@what exiled", LookAt, who=You(), kept=True,
     provided=lambda v: isinstance(v.what, That))  # fmt: skip

# ---- to hand ----


def _known(value: Put) -> bool:
    """Whether the zone that it comes from isn't part of its description."""
    return isinstance(value.what, (This, That))


# The owner's zone is where a thing goes if no other is said (CR 400.3): Put.whose is None.
rule(
    "other whose",
    "{:whose}",
    provided=lambda v: not (isinstance(v, OwnerOf) and isinstance(v.of, That) and not v.of.noun),
)
_OWN = "(its owner's hand|their owners' hands)@what"
_ONE_OWNER = OwnerOf(SameSubject(many=True))
"""One owner of several things, whose zone is meant ("return them to their owner's hand")."""
for _zone, _place in (
    ("hand", "hand"),
    ("library top", "library"),
    ("library bottom", "library"),
    ("graveyard", "graveyard"),
):
    _prep = {
        "hand": "into",
        "library top": "on top of",
        "library bottom": "on the bottom of",
        "graveyard": "into",
    }[_zone]
    rule(
        Effect,
        f"{{who?}} put[s] {{what:these}} {_prep} their owner's {_place}",
        Put,
        zone=_zone,
        whose=_ONE_OWNER,
    )
rule(
    Effect,
    "{who?} return[s] {what:these} to their owner's hand",
    Put,
    zone="hand",
    verb="return",
    whose=_ONE_OWNER,
)
rule(Effect, f"{{who?}} return[s] {{what:these}} to {_OWN}", Put, zone="hand", verb="return")
rule(Effect, "{who?} return[s] {what:these} to {whose:other whose} hand", Put, zone="hand", verb="return")
rule(Effect, "{who?} return[s] to {whose:whose} hand {what:these}", Put, zone="hand", verb="return", fronted=True)  # fmt: skip
rule(Effect, "{who?} return[s] to the battlefield {what:these}", Put, zone="battlefield", verb="return", fronted=True)  # fmt: skip
rule(Effect, "put onto the battlefield under your control {what:these}", Put, zone="battlefield", under=You(), fronted=True)  # fmt: skip
rule(Effect, "{who?} return[s] {what} from {origin_of:whose} graveyard to {whose:whose} hand", Put, zone="hand", verb="return",
     origin="graveyard", provided=_known)  # fmt: skip
rule(Effect, "{who?} put[s] {what} into {whose:other whose} hand", Put, zone="hand")
rule(Effect, f"{{who?}} put[s] {{what}} into {_OWN}", Put, zone="hand")

# ---- to the battlefield ----
# CR 508.4: whom or what it enters attacking, where that is said.
for _control, _mine in (("", None), (" under your control", You())):
    rule(
        Effect,
        f"{{who?}} put[s] {{what}} onto the battlefield{_control} tapped and attacking {{attacked:attacked one}}",
        Put,
        zone="battlefield",
        state=("tapped", "attacking"),
        under=_mine,
        provided=lambda v: v.attacked is not None,
    )
for _state, _said in (
    ((), ""),
    (("tapped",), " tapped"),
    (("transformed",), " transformed"),
    (("face down",), " face down"),
    (("tapped", "transformed"), " tapped and transformed"),
    (("tapped", "attacking"), " tapped and attacking"),
):
    rule(
        Effect, f"{{who?}} put[s] {{what}} onto the battlefield{_said}", Put, zone="battlefield", state=_state
    )
    rule(
        Effect,
        f"{{who?}} put[s] {{what}} onto the battlefield{_said} under your control",
        Put,
        zone="battlefield",
        state=_state,
        under=You(),
    )
    rule(
        Effect,
        f"{{who?}} return[s] {{what:these}} to the battlefield{_said}",
        Put,
        zone="battlefield",
        verb="return",
        state=_state,
    )
    rule(
        Effect,
        f"{{who?}} return[s] {{what:these}} to the battlefield{_said} under your control",
        Put,
        zone="battlefield",
        verb="return",
        state=_state,
        under=You(),
    )
    rule(Effect, f"{{who?}} return[s] {{what:these}} to the battlefield{_said} under {{under:whose}} control", Put, zone="battlefield", verb="return",
         state=_state, provided=lambda v: v.under != You())  # fmt: skip
    rule(Effect, f"{{who?}} return[s] {{what}} from {{origin_of:whose}} graveyard to the battlefield{_said}", Put, zone="battlefield", verb="return",
         state=_state, origin="graveyard", provided=_known)  # fmt: skip

    rule(Effect, f"{{who?}} return[s] {{what:these}} to the battlefield{_said} under their owner's control", Put, zone="battlefield", verb="return", state=_state,
         under=_ONE_OWNER)  # fmt: skip

for _state, _said in (((), ""), (("tapped", "attacking"), " tapped and attacking")):
    rule(Effect, f"{{who?}} put[s] ~ from your hand onto the battlefield{_said}", Put, what=This(), zone="battlefield", state=_state,
         origin="hand", origin_of=You())  # fmt: skip
for _state, _said in ((("tapped",), " tapped"), (("transformed",), " transformed")):
    rule(Effect, f"put ~ from your graveyard onto the battlefield{_said}", Put, what=This(), zone="battlefield", state=_state,
         origin="graveyard", origin_of=You())  # fmt: skip
    rule(Effect, f"put ~ from exile onto the battlefield{_said}", Put, what=This(), zone="battlefield", state=_state,
         origin="exile")  # fmt: skip
rule(Effect, "put ~ on top of your library from your graveyard", Put, what=This(), zone="library top", whose=You(), origin="graveyard", origin_of=You())  # fmt: skip
for _nth, _said in ((2, "second"), (3, "third")):
    rule(Effect, f"put ~ from your graveyard into your library {_said} from the top", Put, what=This(), zone="library", nth=_nth,
         whose=You(), origin="graveyard", origin_of=You())  # fmt: skip
rule(
    Effect,
    "{who?} put[s] ~ onto the battlefield from the command zone",
    Put,
    what=This(),
    zone="battlefield",
    origin="command",
)

_UNDER_YOURS = "onto the battlefield under your control"
rule(Effect, f"{{who?}} put[s] {{what}} from a graveyard {_UNDER_YOURS}", Put, zone="battlefield", under=You(), origin="graveyard",
     provided=_known)  # fmt: skip

# ---- attached to something (CR 303.4f, 301.5) ----
for _verb, _to in (("put", "onto"), ("return", "to")):
    for _state, _said in (((), ""), (("transformed",), " transformed")):
        for _mine, _whose in ((None, ""), (You(), " under your control")):
            rule(Effect, f"{{who?}} {_verb}[s] {{what}} {_to} the battlefield{_said}{_whose} attached to {{attached:Recipient}}",
                 Put, zone="battlefield", verb=_verb, state=_state, under=_mine, provided=lambda v: v.attached is not None)  # fmt: skip
rule(Effect, "{who?} return[s] {what} from {origin_of:whose} graveyard to the battlefield attached to {attached:Recipient}", Put, zone="battlefield",
     verb="return", origin="graveyard", provided=lambda v: _known(v) and v.attached is not None)  # fmt: skip

_EITHER_END = "the top or bottom of their library"

# How it enters, said behind under whose control.
_BEHIND = "tapped behind"
for _state, _said in ((("tapped",), "tapped"), (("tapped", "attacking"), "tapped and attacking")):
    rule(Effect, f"{{who?}} put[s] {{what}} onto the battlefield under your control {_said}", Put, zone="battlefield", state=_state, under=You(), called=_BEHIND)  # fmt: skip

rule(Effect, "{who?} put[s] {what} onto the battlefield under their control", Put, zone="battlefield", under=ThatPlayer("they"))  # fmt: skip
rule(Effect, "{who?} put[s] {what} onto the battlefield under its owner's control", Put, zone="battlefield", under=OwnerOf(That()))  # fmt: skip

# ---- with counters ----
for _verb, _to in (("put", "onto"), ("return", "to")):
    for _state, _said in (
        ((), ""),
        (("tapped",), " tapped"),
        (("tapped", "transformed"), " tapped and transformed"),
    ):
        rule(Effect, f"{{who?}} {_verb}[s] ~ from your graveyard {_to} the battlefield{_said} with {{counters:counters}} on it", Put, what=This(), zone="battlefield",
             verb=_verb, state=_state, origin="graveyard", origin_of=You())  # fmt: skip
        for _under, _whose in (
            (None, ""),
            (You(), " under your control"),
            (OwnerOf(That()), " under its owner's control"),
        ):
            rule(Effect, f"{{who?}} {_verb}[s] {{what}} {_to} the battlefield{_said}{_whose} with {{counters:counters}} on it",
                 Put, zone="battlefield", verb=_verb, state=_state, under=_under)  # fmt: skip
            rule(Effect, f"{{who?}} {_verb}[s] {{what:these}} {_to} the battlefield{_said}{_whose} with {{counters:additional counters}} on (it|them)@what",
                 Put, zone="battlefield", verb=_verb, state=_state, under=_under, additional=True)  # fmt: skip
alone("additional counters", "additional counters of a kind")
rule("additional counters of a kind", "an additional {kind:any counter kind} counter", lambda kind: (1, kind), makes=tuple,
     undo=lambda v: {"kind": v[1]} if v[0] == 1 else None)  # fmt: skip
rule("additional counters of a kind", "{number:plain number word} additional {kind:any counter kind} counters", lambda number, kind: (number.value, kind), makes=tuple,
     undo=lambda v: {"number": Literally(v[0]), "kind": v[1]} if v[0] > 1 else None, provided=lambda v: v[0] > 1)  # fmt: skip
series("counters", "counters of a kind", last="and")
rule("counters of a kind", "a {kind:any counter kind} counter", lambda kind: (1, kind), makes=tuple,
     undo=lambda v: {"kind": v[1]} if v[0] == 1 else None)  # fmt: skip
rule("counters of a kind", "{number:number word} {kind:any counter kind} counters", lambda number, kind: (number.value, kind), makes=tuple,
     undo=lambda v: {"number": Literally(v[0]), "kind": v[1]} if v[0] > 1 else None,
     provided=lambda v: isinstance(v[0], int))  # fmt: skip

# ---- to a library or graveyard ----
rule(Effect, "{who?} ante[s] {what}", Put, zone="ante")
rule(Effect, "{who?} put[s] {what} back", Put, zone="library top", verb="put back")
rule(Effect, "{who?} put[s] {what} back in any order", Put, zone="library top", verb="put back", order="any")
for _place, _zone in (("on top", "library top"), ("on the bottom", "library bottom")):
    # "Its" library, whose else: what was searched or looked through is the one meant.
    for _order, _said in (("", ""), ("any", " in any order")):
        rule(Effect, f"{{who?}} put[s] {{what}} {_place}{_said}", Put, zone=_zone, whose=You(said=False), order=_order)  # fmt: skip
for _nth, _said in ((2, "second"), (3, "third")):
    rule(Effect, f"put {{what}} {_said} from the top", Put, zone="library", nth=_nth, whose=You(said=False))
    rule(
        Effect,
        f"put {{what}} into your library {_said} from the top",
        Put,
        zone="library",
        nth=_nth,
        whose=You(),
    )
rule(Effect, f"{{who:player subject}} put[s] {{what}} on their choice of {_EITHER_END}", Put,
     zone="library top or bottom", whose=ThatPlayer("they"))  # fmt: skip
rule(
    Effect,
    f"{{who:player subject}} put[s] {{what}} on {_EITHER_END}",
    Put,
    zone="library top or bottom",
)
for _nth, _said in ((2, "second"), (3, "third"), (4, "fourth"), (5, "fifth"), (7, "seventh")):
    rule(Effect, f"put {{what}} into its owner's library {_said} from the top", Put, zone="library", nth=_nth)
rule(Effect, "put {what} into its owner's library just beneath the top {beneath:number word} cards of that library", Put, zone="library")  # fmt: skip
for _zone, _words in (("library top", "on top of"), ("library bottom", "on the bottom of")):
    for _order, _said in (("", ""), ("any", " in any order"), ("random", " in a random order")):
        rule(
            Effect,
            f"{{who?}} put[s] {{what}} {_words} {{whose:other whose}} library{_said}",
            Put,
            zone=_zone,
            order=_order,
        )
        rule(
            Effect,
            f"{{who?}} put[s] {{what:these}} {_words} (its owner's library|their owners' libraries)@what{_said}",
            Put,
            zone=_zone,
            order=_order,
        )
rule(Effect, "{who?} put[s] {what} into {whose:other whose} graveyard", Put, zone="graveyard")
rule(
    Effect,
    "{who?} put[s] {what} into (its owner's graveyard|their owners' graveyards)@what",
    Put,
    zone="graveyard",
)
rule(Effect, "{who?} return[s] {what:these} to (its owner's graveyard|their owners' graveyards)@what", Put, zone="graveyard", verb="return")  # fmt: skip
rule(Effect, "{who?} shuffle[s]", Shuffle)
rule(Effect, "{who?} shuffle[s] {whose:whose} library", Shuffle)
rule(Effect, "{who?} shuffle[s] {what:these} into {whose:whose} library", Shuffle)
# CR 701.24d, 400.3: each to its own owner's; the source is among them.
rule(Effect, "{who?} shuffle[s] {what:these} into their owner's library", Shuffle,
     provided=lambda v: isinstance(v.what, Together) and v.what.parts[0] == This())  # fmt: skip
rule(Effect, "{who?} search[es] {whose:whose} library for {what:searched for}", Search)
rule(
    Effect,
    "{who?} search[es] {whose:whose} library and graveyard for {what:searched for}",
    Search,
    zones=("library", "graveyard"),
)
rule(
    Effect,
    "{who?} search[es] {whose:whose} library and/or graveyard for {what:searched for}",
    Search,
    zones=("library", "graveyard"),
    joined="and/or",
)
rule(
    Effect,
    "{who?} search[es] {whose:whose} graveyard and library for {what:searched for}",
    Search,
    zones=("graveyard", "library"),
)
rule(
    Effect,
    "{who?} search[es] {whose:whose} graveyard, hand, and library for {what:searched for}",
    Search,
    zones=("graveyard", "hand", "library"),
)
rule(
    Effect,
    "{who?} search[es] {whose:whose} graveyard, hand, and/or library for {what:searched for}",
    Search,
    zones=("graveyard", "hand", "library"),
    joined="and/or",
)
rule(
    Effect, "{who?} search[es] outside the game for {what:searched for}", Search, zones=("outside the game",)
)
# One card of each of several kinds (CR 701.23b).
_SOUGHT: tuple[Literal["and", "and/or"], ...] = ("and", "and/or")
for _joined in _SOUGHT:
    series(f"sought {_joined}", "one sought", last=_joined, low=2)
    rule("sought", f"{{parts:sought {_joined}}}", Together, joined=_joined)
rule("one sought", "{:Objects}", provided=lambda v: isinstance(v, Chosen) and v.amount is None)
rule("searched for", "{:Objects}")
rule("searched for", "{:sought}")

# ---- "and the rest on the bottom": a second place for what is left, the verb not said again ----
rule("rest placed", "{what:left over} into {whose:other whose} hand", Put, zone="hand")
rule("rest placed", "{what:left over} into {whose:other whose} graveyard", Put, zone="graveyard")
for _zone, _words in (("library top", "on top of"), ("library bottom", "on the bottom of")):
    for _order, _said in (("", ""), ("any", " in any order"), ("random", " in a random order")):
        rule(
            "rest placed",
            f"{{what:left over}} {_words} {{whose:other whose}} library{_said}",
            Put,
            zone=_zone,
            order=_order,
        )
for _order, _said in (("", ""), ("any", " in any order")):
    rule(
        "rest placed",
        f"{{what:left over}} back on top of {{whose:other whose}} library{_said}",
        Put,
        zone="library top",
        verb="put back",
        order=_order,
    )
    rule(
        Effect,
        f"{{who?}} put[s] {{what}} back on top of {{whose:other whose}} library{_said}",
        Put,
        zone="library top",
        verb="put back",
        order=_order,
    )
rule("placing", "put {what:some of it} back", Put, zone="library top", verb="put back")
rule(
    Effect,
    "exile one face down",
    Exile(OneOf(Exactly(Literally(1)), That(many=True, the=True)), face_down=True),
)
rule(
    "rest placed",
    "{what:left over} on the bottom in any order",
    Put,
    zone="library bottom",
    whose=You(said=False),
    order="any",
)
rule("left over", "{:Objects}", provided=lambda v: isinstance(v, (Rest, OneOf)))
_ONE_MORE = OneOf(Exactly(Literally(1)), Rest(""))
rule("left over", "one", _ONE_MORE)
rule("one placed", "{:rest placed}", provided=lambda v: v.what == _ONE_MORE)
for _category in ("clause", "next clause"):
    rule(_category, "{first:placing}, {second:one placed}, and {rest:rest placed}", lambda first, second, rest: Sequence((first, second, rest), "and"), makes=Sequence,
         undo=lambda v: dict(zip(("first", "second", "rest"), v.steps, strict=True)) if _three_places(v) else None)  # fmt: skip
    rule(_category, "{first:placing} and {rest:rest placed}", lambda first, rest: Sequence((first, rest), "and"), makes=Sequence,
         undo=lambda v: {"first": v.steps[0], "rest": v.steps[1]} if _two_places(v) else None)  # fmt: skip
for _state, _said in (((), ""), (("tapped",), " tapped")):
    rule(
        "placing",
        f"put {{what:some of it}} onto the battlefield{_said}",
        Put,
        zone="battlefield",
        state=_state,
    )
rule("placing", "put {what:some of it} into your hand", Put, zone="hand", whose=You())
rule("placing", "{:Effect}", provided=lambda v: isinstance(v, Put) and v.who == You(said=False))


_SAME = ThatPlayer("")


def _both_placed(who: Players, what: Objects, rest: Put) -> Sequence:
    """Another player does both."""
    return Sequence((Put(what, "battlefield", who=who), replace(rest, who=_SAME)), "and")


def _take_both_placed(value: Sequence) -> dict[str, Any] | None:
    first, *others = value.steps
    if (
        len(others) != 1
        or not isinstance(first, Put)
        or not isinstance(others[0], Put)
        or others[0].who != _SAME
    ):
        return None
    found: dict[str, Any] = {
        "who": first.who,
        "what": first.what,
        "rest": replace(others[0], who=You(said=False)),
    }
    return found if value == _both_placed(**found) else None


rule("clause", "{who:player subject} put[s] {what:Objects} onto the battlefield and {rest:rest placed}", _both_placed, makes=Sequence,
     undo=_take_both_placed, provided=lambda v: getattr(v.steps[0], "who", You()) != You(said=False))  # fmt: skip


def _two_places(value: Sequence) -> bool:
    """Whether things are put in one place and the rest in another."""
    return (
        value.joined == "and"
        and len(value.steps) == 2
        and all(isinstance(s, Put) for s in value.steps)
        and isinstance(getattr(value.steps[1], "what", None), (Rest, OneOf))
    )


def _three_places(value: Sequence) -> bool:
    """Whether one thing is put in one place, one in another and what is left in a third."""
    return (
        value.joined == "and"
        and len(value.steps) == 3
        and all(isinstance(s, Put) for s in value.steps)
        and getattr(value.steps[1], "what", None) == _ONE_MORE
        and isinstance(getattr(value.steps[2], "what", None), (Rest, OneOf))
    )


# ---- looking and revealing (CR 701.20) ----
_TOP = "cards from the top"
for _verb in ("reveal", "exile"):
    rule(Effect, f"{_verb} {_TOP} of your library until you {_verb} a {{which:which@one}}", RevealUntil,
         who=You(said=False), whose=You(), verb=_verb)  # fmt: skip
    rule(Effect, f"{_verb} {_TOP} of their library until they {_verb} a {{which:which@one}}", RevealUntil,
         who=You(said=False), whose=ThatPlayer("they"), verb=_verb)  # fmt: skip
    rule(Effect, f"{{who:player subject}} {_verb}[s] {_TOP} of their library until they {_verb} a {{which:which@one}}", RevealUntil,
         whose=ThatPlayer("they"), verb=_verb)  # fmt: skip
    rule(Effect, f"{_verb} {_TOP} of your library until you {_verb} {{number:so many}} {{which:which@many}}", RevealUntil,
         who=You(said=False), whose=You(), verb=_verb)  # fmt: skip
    rule(Effect, f"{{who:player subject}} {_verb}[s] {_TOP} of their library until they {_verb} {{number:so many}} {{which:which@many}}", RevealUntil,
         whose=ThatPlayer("they"), verb=_verb)  # fmt: skip
rule("so many", "{:number word}", provided=lambda v: v != Literally(1))
rule("so many", "that many", ThatMuch("many"))


# CR 608.2c: two places as the last of several deeds.
rule("two places", "{first:placing} and {rest:rest placed}", lambda first, rest: Sequence((first, rest), "and"), makes=Sequence,
     undo=lambda v: {"first": v.steps[0], "rest": v.steps[1]} if _two_places(v) else None)  # fmt: skip
series("deeds and places", "next effect", first="Effect", final="two places", last="and", low=3)


# ---- zones exchanged (CR 701.12f) ----
words("zone exchanged", {zone: zone for zone in ("hand", "graveyard", "library")})
rule(
    Effect,
    "exchange your {one:zone exchanged} and {other:zone exchanged}",
    ExchangeZones,
    provided=lambda v: v.one != v.other,
)
