"""Nouns for objects: heads with their qualities, and how they are picked (CR 109, 115)."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from engine.abilities import (
    AnyNumber,
    AnyTarget,
    Besides,
    Between,
    Chosen,
    Compared,
    ControlledBy,
    CountersOn,
    Each,
    EachOf,
    EachPlayer,
    EitherOf,
    Everything,
    Exactly,
    Extreme,
    Haunted,
    Having,
    Host,
    InZone,
    Is,
    Literally,
    Not,
    Noun,
    Objects,
    OneOf,
    OneOrMore,
    Other,
    PlayerKind,
    Recipient,
    Rest,
    SameSubject,
    Selection,
    StatOf,
    Target,
    That,
    ThatMuch,
    ThatPlayer,
    This,
    ThisOne,
    Together,
    TopOfLibrary,
    UpTo,
    Which,
    With,
    X,
    You,
)
from engine.oracle.kernel import GRAMMAR, plural, rule, series, words

# ---- heads ------------------------------------------------------------------------------------------------------

rule(
    "kind", "{a:type word}", lambda a: (a,), undo=lambda v: {"a": v[0]} if len(v) == 1 else None, makes=tuple
)
rule(
    "kind",
    "{a:bare type} {b:type word}",
    lambda a, b: (a, b),
    undo=lambda v: {"a": v[0], "b": v[1]} if len(v) == 2 else None,
    makes=tuple,
)
rule(
    "kind",
    "{a:bare type} {b:bare type} {c:type word}",
    lambda a, b, c: (a, b, c),
    undo=lambda v: {"a": v[0], "b": v[1], "c": v[2]} if len(v) == 3 else None,
    makes=tuple,
)
for _word in ("or", "and", "and/or"):
    series(f"kinds {_word}", "kind", last=_word, low=2)
series("kinds one", "kind", last=None, low=1, high=1)

_FORMS = ("card", "spell", "token", "source", "permanent")
rule("noun", "{kinds:kinds one}", Noun)
for _word in ("or", "and", "and/or"):
    rule("noun", f"{{kinds:kinds {_word}}}", Noun, joined=_word)
for _form in _FORMS:
    rule("noun", f"{_form}(s)", Noun, form=_form)
    rule("noun", f"{{kinds:kinds one@one}} {_form}(s)@out", Noun, form=_form)
    for _word in ("or", "and", "and/or"):
        rule("noun", f"{{kinds:kinds {_word}@one}} {_form}(s)@out", Noun, form=_form, joined=_word)
rule("noun", "{kinds:kinds one@one} permanent card(s)@out", lambda kinds: Noun(((*kinds[0], "permanent"),), "card"), makes=Noun,
     undo=lambda v: {"kinds": (v.kinds[0][:-1],)}
     if v.form == "card" and len(v.kinds) == 1 and len(v.kinds[0]) > 1 and v.kinds[0][-1] == "permanent" else None)  # fmt: skip
rule("noun", "card or token", EitherOf((Noun(form="card"), Noun(form="token"))))
rule("noun", "permanent card(s)", Noun, kinds=(("permanent",),), form="card")
rule("noun", "permanent spell(s)", Noun, kinds=(("permanent",),), form="spell")

_ACTIVATED, _TRIGGERED = (Which((Is(how),), Noun(form="ability")) for how in ("activated", "triggered"))
rule(
    Objects,
    "target spell, activated ability, or triggered ability",
    Target(EitherOf((Noun(form="spell"), _ACTIVATED, _TRIGGERED))),
)

# ---- heads with qualities ---------------------------------------------------------------------------------------


def _ends_in_a_noun(quality: Any) -> bool:
    """Whether the quality's last word is a noun that can have qualities of its own."""
    if isinstance(quality, Compared):
        own = isinstance(quality.to, CountersOn) and quality.to.on == This()
        return not own and not isinstance(quality.to, (Literally, X, StatOf))
    if isinstance(quality, Besides):
        return quality.which != ThisOne()
    if isinstance(quality, Having):
        return isinstance(quality.objects, Chosen | Target)
    return isinstance(quality, Extreme) and quality.among is not None


def clear(value: Which) -> bool:
    """Whether it is plain which alternatives the qualities are said of: "with flying" said after "artifact or creature" is not."""
    if any(_ends_in_a_noun(q) for q in value.after[:-1]):
        return False  # what follows is said of that noun
    noun = value.noun
    several = isinstance(noun, Noun) and len(noun.kinds) > 1
    if not several:
        return True
    assert isinstance(noun, Noun)
    if not noun.form and any(not isinstance(q, Other) for q in value.before):
        return False
    return not any(
        isinstance(q, With) or (isinstance(q, Compared) and q.stat != "mana value") for q in value.after
    )


series("befores", "quality before", last=None, sep="")
series("comma befores", "quality non", last=None, sep=",", low=2)
series("afters", "quality after", last=None, sep="")
rule("which", "{:noun}")
rule("which", "{options:alternatives}", EitherOf, provided=lambda v: _apart(v.options))
series("alternatives", "alternative", last="or", low=2)
rule("alternative", "{:noun}")
rule("alternative", "{before:befores} {noun:single noun}", Which, provided=lambda v: not _nons(v))
rule("alternative", "{noun:single noun} {after:afters}", Which, before=())
rule(
    "alternative",
    "{before:befores} {noun:single noun} {after:afters}",
    Which,
    provided=lambda v: not _nons(v),
)
rule("single noun", "{:noun}", provided=lambda v: isinstance(v, Noun) and len(v.kinds) < 2)
rule("which", "{before:befores} {noun:noun}", Which, provided=lambda v: clear(v) and not _nons(v))
rule("which", "{before:comma befores} {noun:noun}", Which, provided=clear)
rule("which", "{noun:noun} {after:afters}", Which, before=(), provided=clear)
rule(
    "which",
    "{before:befores} {noun:noun} {after:afters}",
    Which,
    provided=lambda v: clear(v) and not _nons(v),
)
rule("which", "{before:comma befores} {noun:noun} {after:afters}", Which, provided=clear)


# Two kinds, the second with a quality of its own, and what is said of both: "creatures and nonbasic lands your opponents control".
rule("which", "{a:single noun@many} and {before:befores} {b:single noun@many} {after:afters}", lambda a, before, b, after: Which((), EitherOf((a, Which(before, b)), "and"), after),
     makes=Which, undo=lambda v: {"a": e.options[0], "before": e.options[1].before, "b": e.options[1].noun, "after": v.after}
     if isinstance(e := v.noun, EitherOf) and len(e.options) == 2 and isinstance(e.options[1], Which) and not v.before
     and v == Which((), EitherOf((e.options[0], Which(e.options[1].before, e.options[1].noun)), "and"), v.after) else None,
     provided=lambda v: isinstance(v.noun, EitherOf) and all(_of_both(q) for q in v.after))  # fmt: skip


def _of_both(quality: Any) -> bool:
    """Whether it is plain that the quality is said of both kinds."""
    return isinstance(quality, ControlledBy)


def _apart(options: tuple[Selection, ...]) -> bool:
    """Whether each of several descriptions plainly has its own qualities, so that they can't be read as one noun of several kinds: "land or nonblack
    creature", "artifact, enchantment, or creature with flying", "spell or creature"."""
    heads = [o.noun if isinstance(o, Which) else o for o in options]
    if not all(isinstance(h, Noun) and len(h.kinds) < 2 for h in heads):
        return False
    forms = {getattr(h, "form", "") for h in heads}
    before = [isinstance(o, Which) and bool(o.before) for o in options]
    after = [isinstance(o, Which) and bool(o.after) for o in options]
    if has_other(options[0]) or any(has_other(o) for o in options) or any(after[:-1]):
        return False
    if (
        before != sorted(before)
        or "card" in forms
        or (len(forms) > 1 and not forms <= {"", "permanent", "spell"})
    ):
        return False
    last = options[-1]
    if len(forms) > 1 and getattr(heads[-1], "form", "") == "spell":
        return False  # "instant or sorcery spell"
    if after[-1]:
        assert isinstance(last, Which)
        if len(forms) > 1 or len(options) < 3 or not all(_of_creatures(q) for q in last.after):
            return False
        kinds = [h.kinds for h in heads if isinstance(h, Noun)]
        others = {word for kind in kinds[:-1] for run in kind for word in run}
        return all(kinds) and ("creature",) in kinds[-1] and not others & {"creature", "Vehicle"}
    return any(before) or "spell" in forms and len(forms) > 1


def _of_creatures(quality: Any) -> bool:
    """Whether the quality can only be said of creatures."""
    if isinstance(quality, Not):
        return _of_creatures(quality.quality)
    return isinstance(quality, With) or (
        isinstance(quality, Compared) and quality.stat in ("power", "toughness")
    )


def _nons(value: Which) -> bool:
    return sum(isinstance(q, Not) for q in value.before) > 1


def has_other(which: Selection) -> bool:
    return isinstance(which, Which) and which.before[:1] == (Other(),)


def add_other(which: Selection) -> Selection:
    if isinstance(which, Which):
        return Which((Other(), *which.before), which.noun, which.after)
    return Which((Other(),), which)


def drop_other(which: Selection) -> Selection | None:
    if not has_other(which):
        return None
    assert isinstance(which, Which)
    if which.before[1:] or which.after:
        return Which(which.before[1:], which.noun, which.after)
    return which.noun


def _plain(value: Any) -> bool:
    return not has_other(value.which)


# ---- how picked -------------------------------------------------------------------------------------------------

rule(Objects, "~", This)
rule(Objects, "it", That)
rule(Objects, "them", That, many=True)
rule("subject", "{:Objects}", provided=lambda v: v != That(many=True))
rule("subject", "they", That, many=True)


def _or_another(which: Selection) -> Chosen:
    return Chosen(EitherOf((ThisOne(), add_other(which))))


def _take_another(value: Chosen) -> dict[str, Any] | None:
    which = value.which
    if (
        value.amount is not None
        or not isinstance(which, EitherOf)
        or which.joined != "or"
        or len(which.options) != 2
    ):
        return None
    rest = drop_other(which.options[1]) if which.options[0] == ThisOne() else None
    return None if rest is None else {"which": rest}


rule("subject", "~ or another {which:which@one}", _or_another, undo=_take_another, makes=Chosen)

rule(Objects, "target {which:which@one}", Target, provided=_plain)
rule(Objects, "any target", Target(AnyTarget()))
rule(Objects, "any other target", Target(Which((Other(),), AnyTarget())))
rule(Objects, "{amount:amount of} target(s)@amount", Target, which=AnyTarget())


def _other_targets(amount: Selection, which: Selection) -> Target:
    return Target(add_other(which), amount)


def _take_other_targets(value: Target) -> Mapping[str, Any] | None:
    rest = drop_other(value.which) if value.amount is not None else None
    return None if rest is None else {"amount": value.amount, "which": rest}


_PLAYER, _OPPONENT, _WALKER = PlayerKind(), PlayerKind("opponent"), Noun((("planeswalker",),))
_CREATURE = Noun((("creature",),))
for _said, _options in (
    ("creature or player", (_CREATURE, _PLAYER)),
    ("creature or opponent", (_CREATURE, _OPPONENT)),
    ("creature, player, or planeswalker", (_CREATURE, _PLAYER, _WALKER)),
):
    rule(Objects, f"target {_said}", Target(EitherOf(_options)))
    rule(Objects, f"up to one target {_said}", Target(EitherOf(_options), UpTo(Literally(1))))
PLAYERS: tuple[Literal["player", "opponent"], ...] = ("player", "opponent")
_PLANESWALKER = Noun((("planeswalker",),))
for _who in PLAYERS:
    _either = EitherOf((PlayerKind(_who), _PLANESWALKER))
    rule(Objects, f"target {_who} or planeswalker", Target(_either))
    rule("who or permanent", f"a {_who} or planeswalker", Chosen(_either))
    rule(
        "who or permanent", f"a {_who} or battle", Chosen(EitherOf((PlayerKind(_who), Noun((("battle",),)))))
    )


def _another(kind: type[Target] | type[Chosen]) -> dict[str, Any]:
    def undo(value: Any) -> Mapping[str, Any] | None:
        rest = drop_other(value.which) if value.amount is None else None
        return None if rest is None else {"which": rest}

    return {"make": lambda which: kind(add_other(which)), "undo": undo, "makes": kind}


rule(Objects, "another target {which:which@one}", **_another(Target), provided=lambda v: v.amount is None)
rule(Objects, "{amount:amount of} target {which:which@amount}", Target, provided=_plain)
rule(Objects, "a {which:which@one}", Chosen, provided=_plain)
rule(Objects, "another {which:which@one}", **_another(Chosen), provided=lambda v: v.amount is None)
rule(Objects, "{amount:amount of many} {which:which@amount}", Chosen)
_THEY = ThatPlayer("they")
rule(Objects, "a {which:which@one} of their choice", Chosen, provided=_plain, by=_THEY)
rule(Objects, "{amount:amount of many} {which:which@amount} of their choice", Chosen, by=_THEY)
rule("of your choice", "{:noun@one}")
rule(
    "of your choice", "{before:befores} {noun:noun@one}", Which, provided=lambda v: clear(v) and not _nons(v)
)
rule(Objects, "a {which:of your choice} of your choice", Chosen, provided=_plain, by=You())
rule(Objects, "a {which:of your choice} of your choice {after:afters}", lambda which, after: Chosen(_followed(which, after), by=You()),
     makes=Chosen, undo=lambda v: _take_followed(v) if v.by == You() and v.amount is None else None)  # fmt: skip


def _followed(which: Selection, after: Any) -> Which:
    """The noun with the qualities said behind it."""
    return Which(which.before, which.noun, after) if isinstance(which, Which) else Which((), which, after)


def _take_followed(value: Chosen) -> Mapping[str, Any] | None:
    which = value.which
    if not isinstance(which, Which) or not which.after or has_other(which):
        return None
    return {"which": Which(which.before, which.noun) if which.before else which.noun, "after": which.after}


# By chance (CR 701.9b): the description goes on behind the words.
for _amount, _noun in (
    ("a ", "{which:plain random@one}"),
    ("{amount:how many at random} ", "{which:plain random@amount}"),
):
    rule(Objects, f"{_amount}{_noun} at random {{after:afters}}", lambda which, after, amount=None: Chosen(_followed(which, after), amount, random=True),
         makes=Chosen, undo=partial(lambda v, many: _take_random(v, many), many=_amount != "a "))  # fmt: skip
rule("plain random", "{:noun}")
rule(
    "plain random",
    "{before:befores} {noun:noun}",
    Which,
    provided=lambda v: clear(v) and not _nons(v) and _plain_which(v),
)
rule("how many at random", "{number:number word}", Exactly, provided=lambda v: v.number != Literally(1))


def _plain_which(value: Which) -> bool:
    return not has_other(value)


def _take_random(value: Chosen, many: bool) -> Mapping[str, Any] | None:
    if not value.random or value.by is not None or (value.amount is not None) != many:
        return None
    found = _take_followed(value)
    return None if found is None else {**found, "amount": value.amount} if many else found


rule("amount of", "{number:number word}", Exactly, provided=lambda v: v.number != Literally(1))
rule("amount of", "up to {number:number word}", UpTo)
rule("amount of", "any number of", AnyNumber)
rule("amount of", "one or two", Between(1, 2))
rule("amount of", "one, two, or three", Between(1, 3))
rule("amount of many", "{:amount of}")
rule("amount of many", "one or more", OneOrMore)
rule("amount of many", "that many", Exactly(ThatMuch("many")))
plural(Exactly, lambda v: v.number != Literally(1))
plural(UpTo, lambda v: v.number != Literally(1))
plural(AnyNumber, True)
plural(Between, True)
plural(OneOrMore, True)

rule(Objects, "all {which:which@many}", Each, word="all")
rule(Objects, "all the {which:which@many}", Each, word="all the")
rule(Objects, "each {which:which@one}", Each, word="each")
# "Enchanted Equipment" is the one that the source is attached to, though the plural looks the same.
_HOSTED = Which((Is("enchanted"),), Noun((("Equipment",),)))
rule(Objects, "{which:which@many}", Each, provided=lambda v: v.which != _HOSTED)
rule("counted", "{which:which@many}", Each)
rule("counted one", "{which:which@one}", Each, word="each")

_SAID = "creature card permanent land artifact enchantment token spell planeswalker Equipment Aura ability source Vehicle".split()
words(
    "said noun",
    {
        "creature or planeswalker": "creature(s) or planeswalker(s)",
        "permanent or player": "permanent(s) or player(s)",
    }
    | {
        s: f"{s}(s)" if s not in ("ability", "Equipment") else f"({s}|{s if s != 'ability' else 'abilities'})"
        for s in _SAID
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
rule(Objects, "that spell or ability", That("spell or ability"))
rule(Objects, "that {noun:said noun@one}", That, provided=lambda v: v.noun != "")
rule(Objects, "those {noun:said noun@many}", That, many=True, provided=lambda v: v.noun != "")
rule(Objects, "the {noun:said noun@one}", That, the=True, provided=lambda v: v.noun != "")
rule(Objects, "the {done:done} {noun:said noun@one}", That)
rule(Objects, "the {done:done} {noun:said noun@many}", That, many=True)
rule(Objects, "target spell or permanent", Target(EitherOf((Noun(form="spell"), Noun(form="permanent")))))
rule(Objects, "a {a:which@one} or a {b:which@one}", lambda a, b: Chosen(EitherOf((a, b))), makes=Chosen,
     undo=lambda v: {"a": v.which.options[0], "b": v.which.options[1]}
     if isinstance(v.which, EitherOf) and len(v.which.options) == 2 and v == Chosen(EitherOf(v.which.options)) else None)  # fmt: skip
rule(Objects, "the rest", Rest)
rule(Objects, "the creature it haunts", Haunted())
rule(Objects, "the creature ~ haunts", Haunted(own=False))
for _word in ("other", "others"):
    rule(Objects, f"the {_word}", Rest, word=_word)
rule(Objects, "all other cards revealed this way", Rest, word="all other cards revealed this way")
rule("group", "them", That, many=True)
rule("group", "those {noun:said noun@many}", That, many=True, provided=lambda v: v.noun != "")
rule("group", "the {done:done} {noun:said noun@many}", That, many=True)
rule("from group", "from among {:group}")
rule("from group", "from it", That, noun="hand", many=True)
rule("how many of", "{number:number word}", Exactly)
rule("how many of", "up to {number:number word}", UpTo)
rule("how many of", "any number", AnyNumber)
rule(Objects, "{amount:how many of} of {of:group}", OneOf, provided=lambda v: v.of.done == "")
rule(Objects, "a {which:which@one} {of:from group}", OneOf, amount=Exactly(Literally(1)))
rule(
    Objects,
    "{amount:amount of many} {which:which@amount} {of:from group}",
    OneOf,
    provided=lambda v: v.amount != Exactly(Literally(1)),
)
rule(Objects, "a {which:which@one} from it {after:afters}", lambda which, after: OneOf(Exactly(Literally(1)), That("hand", many=True), Which((), which, after)),
     makes=OneOf, undo=lambda v: {"which": v.which.noun, "after": v.which.after}
     if isinstance(v.which, Which) and v == OneOf(Exactly(Literally(1)), That("hand", many=True), Which((), v.which.noun, v.which.after)) and v.which.after else None,
     provided=lambda v: isinstance(v.which, Which) and isinstance(v.which.noun, Which))  # fmt: skip
rule(Objects, "all {which:which@many} {of:from group}", OneOf, amount=Everything())
rule(Objects, "itself", SameSubject)
# Each of several, for itself: "each of up to two target creatures", "two target creatures each".
rule(
    "several",
    "{amount:amount of} target {which:which@amount}",
    Target,
    provided=lambda v: GRAMMAR.is_plural(v) and _plain(v),
)
rule("several", "{amount:amount of} target(s)@amount", Target, which=AnyTarget())
rule(
    "several",
    "{amount:amount of} other target {which:which@amount}",
    _other_targets,
    makes=Target,
    undo=_take_other_targets,
)
rule("several", "those {noun:said noun@many}", That, many=True, provided=lambda v: v.noun != "")
rule("those several", "them", That, many=True)
rule("each of", "{:several}")
rule("each of", "{:those several}")
rule(Objects, "each of {of:each of}", EachOf)
rule(
    Objects,
    "{amount:amount of} other target {which:which@amount}",
    _other_targets,
    makes=Target,
    undo=_take_other_targets,
)
# A target and those like it, by name or color.
series("target and others", "likes of it", first="one target", last="and", low=2, high=2)
rule("one target", "{:Objects}", provided=lambda v: isinstance(v, Target) and v.amount is None)
rule("likes of it", "{:Objects}", provided=lambda v: isinstance(v, Each) and has_other(v.which))
rule("subject", "{parts:target and others}", Together)
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
rule("zone", "{who:whose} {zone:named zone}", lambda who, zone: _zone_of(who, zone), makes=Each, undo=lambda v: _whose_zone(v))  # fmt: skip
rule("zone", "all graveyards", lambda: _zone_of(EachPlayer(word="all"), "graveyard"), makes=Each,
     undo=lambda v: {} if v == _zone_of(EachPlayer(word="all"), "graveyard") else None)  # fmt: skip
words("named zone", {z: z for z in ("hand", "graveyard", "library")})


def _zone_of(who: Any, zone: str) -> Each:
    """All the cards of a zone, said by naming it."""
    return Each(Which((), Noun(form="card"), (InZone(zone, who),)), "zone")


def _whose_zone(value: Any) -> Mapping[str, Any] | None:
    if not isinstance(value, Each):
        return None
    after = value.which.after if isinstance(value.which, Which) else ()
    if len(after) == 1 and isinstance(after[0], InZone) and after[0].who is not None:
        who, zone = after[0].who, after[0].zone
        return {"who": who, "zone": zone} if value == _zone_of(who, zone) else None
    return None


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
        ),
    ),
    ("equipped", ("creature", "permanent")),
    ("fortified", ("land",)),
):
    for _noun in _nouns:
        rule(Objects, f"{_how} {_noun}", Host, how=_how, noun=_noun)

rule(Objects, "the top card of {whose:whose} library", TopOfLibrary, number=Literally(1))
rule(
    Objects,
    "the top {number:number word} card(s)@number of {whose:whose} library",
    TopOfLibrary,
    provided=lambda v: v.number != Literally(1),
)

plural(Target, lambda v: v.amount is not None and _is_many(v.amount))
plural(Chosen, lambda v: v.amount is not None and _is_many(v.amount))
plural(Each, lambda v: v.word != "each")
plural(That, lambda v: v.many)
plural(Rest, lambda v: v.word != "other")
plural(OneOf, lambda v: _is_many(v.amount))
plural(EachOf, False)
plural(SameSubject, lambda v: v.many)
plural(Together, True)
plural(TopOfLibrary, lambda v: v.number != Literally(1))


def _is_many(amount: Selection) -> bool:
    return getattr(amount, "number", None) != Literally(1)


# ---- possessives ------------------------------------------------------------------------------------------------

rule("possessor", "its", That)
rule("possessor", "their", That, many=True)
rule(
    "possessor",
    "{:Objects}'s",
    provided=lambda v: (
        isinstance(v, (This, Target, Host)) or (isinstance(v, That) and v.noun != "" and not v.many)
    ),
)

rule(Recipient, "{:Objects}", provided=lambda v: v != That(many=True))
rule(Recipient, "{:Players}")
rule(Recipient, "{:who or permanent}")
for _who in PLAYERS:
    rule(Recipient, f"each {{which:which@one}} and each {_who}", lambda which, who=_who: Each(EitherOf((which, PlayerKind(who)), "and"), "each"),
         makes=Each, undo=partial(lambda v, who: _and_each(v, who), who=_who))  # fmt: skip


def _and_each(value: Each, who: Literal["player", "opponent"]) -> dict[str, Any] | None:
    which = value.which
    if (
        value.word != "each"
        or not isinstance(which, EitherOf)
        or which.joined != "and"
        or len(which.options) != 2
    ):
        return None
    return {"which": which.options[0]} if which.options[1] == PlayerKind(who) else None


# Several nouns that one verb takes ("destroy target artifact and target enchantment").
series("two or more", Objects, last="and", low=2)
rule("these", "{:Objects}")
rule("these", "{:zone}")
rule("these", "{who:whose} hand and graveyard", lambda who: Together((_zone_of(who, "hand"), _zone_of(who, "graveyard"))), makes=Together,
     undo=lambda v: {"who": a["who"]} if (a := _whose_zone(v.parts[0])) and v.parts == tuple(_zone_of(a["who"], z) for z in ("hand", "graveyard")) else None)  # fmt: skip
rule(
    "these",
    "{parts:two or more}",
    Together,
    # "All artifacts and enchantments" is one noun of two kinds.
    provided=lambda v: not any(isinstance(p, Each) and p.word == "" for p in v.parts[1:]),
)
series("receivers", Recipient, last="and", low=2)
