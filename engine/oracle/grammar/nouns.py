"""Nouns for objects: how what is described is picked, and how many (CR 109, 115)."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from engine.abilities import (
    AnyNumber,
    AnyPlayer,
    AnyTarget,
    Between,
    Chosen,
    Each,
    EachOf,
    EachPlayer,
    EitherOf,
    Exactly,
    Grantor,
    Happened,
    Host,
    InZone,
    Is,
    Literally,
    Not,
    Noun,
    Number,
    Objects,
    OneOf,
    OneOrMore,
    Other,
    PlayerKind,
    Quality,
    Recipient,
    Rest,
    SameSubject,
    Selection,
    Target,
    TargetPlayer,
    That,
    ThatMuch,
    ThatPlayer,
    ThePlayer,
    This,
    ThisOne,
    Times,
    Together,
    TopOfLibrary,
    UpTo,
    Which,
    X,
    You,
)
from engine.oracle.grammar.descriptions import add_other, clear, drop_other, has_other, several_nons
from engine.oracle.kernel import GRAMMAR, plural, rule, series, words

# ---- how picked -------------------------------------------------------------------------------------------------

rule(Objects, "~", This)
rule(Objects, "§", Grantor)
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


rule(Objects, "a {a:plain noun@one} or another {b:plain noun@one}", lambda a, b: Chosen(EitherOf((a, add_other(b)))), makes=Chosen,
     undo=lambda v: {"a": o[0], "b": b} if v.amount is None and isinstance(v.which, EitherOf) and len(o := v.which.options) == 2
     and isinstance(o[0], Noun) and isinstance(b := drop_other(o[1]), Noun) and v == Chosen(EitherOf((o[0], add_other(b)))) else None)  # fmt: skip
rule("plain noun", "{:noun}", provided=lambda v: isinstance(v, Noun) and len(v.kinds) == 1 and not v.form)
rule("subject", "~ or another {which:which@one}", _or_another, undo=_take_another, makes=Chosen)


def _plain(value: Any) -> bool:
    return not has_other(value.which)


rule(Objects, "target {which:which@one}", Target, provided=_plain)
rule(Objects, "any target", Target(AnyTarget()))
_HURT = Happened("was dealt damage")
rule(Objects, "any target that was dealt damage this turn", Target(Which((), AnyTarget(), (_HURT,))))
rule(Objects, "any target of their choice", Target(AnyTarget(), by=ThatPlayer("they")))
rule(Objects, "any other target", Target(Which((Other(),), AnyTarget())))
rule(Objects, "any target that isn't {quality:relative}", lambda quality: _any_but(quality), makes=Target,
     undo=lambda v: {"quality": v.which.after[0].quality} if isinstance(v.which, Which) and len(v.which.after) == 1
     and isinstance(v.which.after[0], Not) and v == _any_but(v.which.after[0].quality) else None)  # fmt: skip


def _any_but(quality: Quality) -> Target:
    return Target(Which((), AnyTarget(), (Not(quality),)))


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
    ("creature, planeswalker, or player", (_CREATURE, _WALKER, _PLAYER)),
    ("creature or spell", (_CREATURE, Noun(form="spell"))),
    ("creature token, player, or planeswalker", (Noun((("creature",),), "token"), _PLAYER, _WALKER)),
    (
        "artifact, creature, planeswalker, or opponent",
        (Noun((("artifact",),)), _CREATURE, _WALKER, _OPPONENT),
    ),
):
    rule(Objects, f"target {_said}", Target(EitherOf(_options)))
    rule(Objects, f"up to one target {_said}", Target(EitherOf(_options), UpTo(Literally(1))))
rule(
    Objects,
    "another target creature, planeswalker, or player",
    Target(Which((Other(),), EitherOf((_CREATURE, _WALKER, _PLAYER)))),
)
# CR 702.62b: a card in exile beside a permanent, each with what is said of it.
rule("suspended", "suspended card", Which((Is("suspended"),), Noun(form="card")))
rule("suspended", "suspended card {after:afters}", Which, before=(Is("suspended"),), noun=Noun(form="card"), provided=lambda v: bool(v.after))  # fmt: skip


def _or_suspended(kind: Any, joined: Any, word: dict[str, Any], permanent: Selection, card: Selection) -> Any:
    return kind(EitherOf((permanent, card), joined), **word)


def _take_or_suspended(value: Any, kind: Any, joined: Any, word: dict[str, Any]) -> Mapping[str, Any] | None:
    which = value.which
    if not isinstance(which, EitherOf) or len(which.options) != 2:
        return None
    parts = {"permanent": which.options[0], "card": which.options[1]}
    return parts if value == _or_suspended(kind, joined, word, **parts) else None


for _text, _kind, _joined, _word in (
    ("target {permanent:which@one} or {card:suspended}", Target, "or", {}),
    ("a {permanent:which@one} or {card:suspended}", Chosen, "or", {}),
    ("each {permanent:which@one} and each {card:suspended}", Each, "and", {"word": "each"}),
):
    rule(Objects, _text, partial(_or_suspended, _kind, _joined, _word), makes=_kind,
         undo=partial(_take_or_suspended, kind=_kind, joined=_joined, word=_word),
         provided=lambda v: isinstance(v.which, EitherOf) and not has_other(v.which.options[0]))  # fmt: skip
PLAYERS: tuple[Literal["player", "opponent"], ...] = ("player", "opponent")
rule(Objects, "target opponent, {a:which@one}, or {b:which@one}", lambda a, b: Target(EitherOf((PlayerKind("opponent"), a, b))), makes=Target,
     undo=lambda v: {"a": v.which.options[1], "b": v.which.options[2]} if v.amount is None and v.by is None and isinstance(v.which, EitherOf) and len(v.which.options) == 3
     and v.which.options[0] == PlayerKind("opponent") and v.which.joined == "or" else None)  # fmt: skip
_PLANESWALKER = Noun((("planeswalker",),))
for _who in PLAYERS:
    _either = EitherOf((PlayerKind(_who), _PLANESWALKER))
    rule(Objects, f"target {_who} or planeswalker", Target(_either))
    rule(Objects, f"target {_who} or battle", Target(EitherOf((PlayerKind(_who), Noun((("battle",),))))))
    rule(Objects, f"up to one target {_who} or planeswalker", Target(_either, UpTo(Literally(1))))
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
rule(
    Objects,
    "one or more target {which:which@many}",
    Target,
    amount=OneOrMore(),
    provided=lambda v: _plain(v) and v.amount is not None,
)
rule(Objects, "a {which:which@one}", Chosen, provided=_plain)
rule(Objects, "another {which:which@one}", **_another(Chosen), provided=lambda v: v.amount is None)
rule(Objects, "{amount:amount of many} {which:which@amount}", Chosen)
_THEY = ThatPlayer("they")
rule(Objects, "a {which:which@one} of their choice", Chosen, provided=_plain, by=_THEY)
rule(Objects, "{amount:amount of many} {which:which@amount} of their choice", Chosen, by=_THEY)
rule(Objects, "target {which:which@one} of their choice", Target, provided=_plain, by=_THEY)
rule("plain head", "{:noun}")
rule(
    "plain head",
    "{before:befores} {noun:noun}",
    Which,
    provided=lambda v: clear(v) and not several_nons(v),
)
rule(Objects, "a {which:plain head@one} of your choice", Chosen, provided=_plain, by=You())
rule(Objects, "a {which:plain head@one} of your choice {after:afters}", lambda which, after: Chosen(followed(which, after), by=You()),
     makes=Chosen, undo=lambda v: take_followed(v.which) if v.by == You() and v.amount is None else None)  # fmt: skip

for _text, _kind in (("target ", Target), ("a ", Chosen)):
    rule(Objects, f"{_text}{{which:plain head@one}} of {{by:chooser}} choice", _kind, provided=_plain)
    rule(Objects, f"{_text}{{which:plain head@one}} of {{by:chooser}} choice {{after:afters}}",
         partial(lambda which, by, after, kind: kind(followed(which, after), by=by), kind=_kind), makes=_kind,
         undo=lambda v: {**found, "by": v.by} if _others(v.by) and v.amount is None and (found := take_followed(v.which)) else None)  # fmt: skip
rule("chooser", "{:whose}", provided=lambda v: _others(v))


def _others(by: Any) -> bool:
    """Whether another player than the controller is named to choose."""
    return isinstance(by, (AnyPlayer, ThePlayer)) or by == ThatPlayer("player")


def followed(which: Selection, after: Any) -> Which:
    """The noun with the qualities said behind it."""
    return Which(which.before, which.noun, after) if isinstance(which, Which) else Which((), which, after)


def take_followed(which: Selection) -> Mapping[str, Any] | None:
    """The noun and the qualities said behind it."""
    if not isinstance(which, Which) or not which.after or has_other(which):
        return None
    return {"which": Which(which.before, which.noun) if which.before else which.noun, "after": which.after}


rule(Objects, "a number of cards from {who:whose} hand equal to {number:Number}", lambda who, number: _so_many_held(who, number), makes=Chosen,
     undo=lambda v: {"who": v.which.after[0].who, "number": v.amount.number} if isinstance(v.amount, Exactly) and isinstance(v.which, Which) and v.which.after
     and isinstance(v.which.after[0], InZone) and v == _so_many_held(v.which.after[0].who, v.amount.number) else None,
     provided=lambda v: isinstance(v.amount, Exactly) and not isinstance(v.amount.number, (Literally, X, ThatMuch)))  # fmt: skip


def _so_many_held(who: Any, number: Number) -> Chosen:
    return Chosen(Which((), Noun(form="card"), (InZone("hand", who, "from"),)), Exactly(number))


rule("amount of", "{number:number word}", Exactly, provided=lambda v: v.number != Literally(1))
rule("amount of", "up to {number:number word}", UpTo)
rule("amount of", "up to that many", UpTo(ThatMuch("many")))
rule("amount of", "up to twice X", UpTo(Times(2, X())))
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
rule(Objects, "the cards in {who:whose} hand", lambda who: Each(Which((), Noun(form="card"), (InZone("hand", who),)), "the"), makes=Each,
     undo=lambda v: {"who": v.which.after[0].who} if v.word == "the" else None)  # fmt: skip
# "Enchanted Equipment" is the one that the source is attached to, though the plural looks the same.
_HOSTED = Which((Is("enchanted"),), Noun((("Equipment",),)))
rule(Objects, "{which:which@many}", Each, provided=lambda v: v.which != _HOSTED)
rule("counted", "{which:which@many}", Each)
rule("counted one", "{which:which@one}", Each, word="each")

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
rule("several", "{amount:amount of} other target(s)@amount", lambda amount: _other_targets(amount, AnyTarget()), makes=Target,
     undo=lambda v: {"amount": v.amount} if v.amount is not None and v == _other_targets(v.amount, AnyTarget()) else None)  # fmt: skip
rule("several", "those {noun:said noun@many}", That, many=True, provided=lambda v: v.noun != "")
rule("those several", "them", That, many=True)
rule("each of", "{:several}")
rule("each of", "any number of {which:which@many}", Chosen, amount=AnyNumber())
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
rule("subject", "you and {what:Objects}", lambda what: Together((You(), what)), makes=Together,
     undo=lambda v: {"what": v.parts[1]} if len(v.parts) == 2 and v.parts[0] == You() and isinstance(v.parts[1], Each | Host | Target | This) and v.joined == "and" else None)  # fmt: skip
# Several groups, each with what is said of it alone: "Skeletons you control and other Zombies you control".
series("groups", "plain group", last="and", low=2)
rule("plain group", "{which:which@many}", Each, provided=lambda v: v.which != _HOSTED)
rule("subject", "{parts:groups}", Together, provided=lambda v: _each_its_own(v.parts))
# The source and others: "~ and other Wizards you control", "~ and enchanted creature each".
series("source and others", "one beside it", first="the source", last="and", low=2, high=2)
rule("the source", "~", This())
rule("one beside it", "{which:which@many}", Each, provided=lambda v: has_other(v.which))
rule("one beside it", "{:Objects}", provided=lambda v: isinstance(v, Host))
series("host and others", "others like it", first="the host", last="and", low=2, high=2)
rule("the host", "{:Objects}", provided=lambda v: isinstance(v, Host))
rule("others like it", "{which:which@many}", Each, provided=lambda v: has_other(v.which))
rule("subject", "{parts:host and others}", Together)
series("source and targets", "target beside it", first="the source", last="and", low=2, high=2)
rule("target beside it", "{:Objects}", provided=lambda v: isinstance(v, Target) and has_other(v.which))
rule("source and its target", "{parts:source and targets}", Together)
rule("each subject", "{of:source and its target}", EachOf, behind=True)
rule("subject", "{parts:source and others}", Together)
rule("each of the source and others", "{of:source and its host}", EachOf, behind=True)
rule(
    "source and its host",
    "{parts:source and others}",
    Together,
    provided=lambda v: isinstance(v.parts[1], Host),
)


def _each_its_own(parts: tuple[Any, ...]) -> bool:
    """Whether it is plain that what is said of one group is not said of another: each has words before it, or behind it, of its own."""
    if not all(isinstance(p, Each) for p in parts):
        return False
    whiches = [p.which for p in parts]
    qualified = [isinstance(w, Which) for w in whiches]
    behind = [isinstance(w, Which) and bool(w.after) for w in whiches]
    return (all(qualified) and all(b == behind[0] for b in behind)) or (
        not any(behind) and any(map(has_other, whiches[1:]))
    )


rule("zone", "{who:whose} {zone:named zone}", lambda who, zone: _zone_of(who, zone), makes=Each, undo=lambda v: _whose_zone(v))  # fmt: skip
rule("zone", "all graveyards", lambda: _zone_of(EachPlayer(word="all"), "graveyard"), makes=Each,
     undo=lambda v: {} if v == _zone_of(EachPlayer(word="all"), "graveyard") else None)  # fmt: skip
_ALL_OPPONENTS, _ANY_PLAYERS = EachPlayer("opponent", "all"), TargetPlayer(amount=AnyNumber())
rule("zone", "all opponents' graveyards", lambda: _zone_of(_ALL_OPPONENTS, "graveyard"), makes=Each,
     undo=lambda v: {} if v == _zone_of(_ALL_OPPONENTS, "graveyard") else None)  # fmt: skip
rule("zone", "any number of target players' graveyards", lambda: _zone_of(_ANY_PLAYERS, "graveyard"), makes=Each,
     undo=lambda v: {} if v == _zone_of(_ANY_PLAYERS, "graveyard") else None)  # fmt: skip
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


rule(Objects, "the top card of {whose:whose} library", TopOfLibrary, number=Literally(1))
rule(Objects, "the top card", TopOfLibrary(Literally(1), You(said=False)))
rule(
    Objects,
    "the top {number:number word} card(s)@number of {whose:whose} library",
    TopOfLibrary,
    provided=lambda v: v.number != Literally(1),
)

rule(
    Objects,
    "the top {number:number word} cards",
    TopOfLibrary,
    whose=You(said=False),
    provided=lambda v: v.number != Literally(1),
)

# The order of a graveyard counts for these (CR 404.2).
rule(Objects, "the top card of {whose:whose} graveyard", TopOfLibrary, number=Literally(1), zone="graveyard")
rule(
    Objects,
    "the top {which:which@one} of {whose:whose} graveyard",
    TopOfLibrary,
    number=Literally(1),
    zone="graveyard",
    provided=lambda v: isinstance(v.which, Noun) and v.which.form == "card" and bool(v.which.kinds),
)
rule(Objects, "that many cards from the top of {whose:whose} library", TopOfLibrary, number=ThatMuch("many"))
rule(
    Objects,
    "a number of cards from the top of {whose:whose} library equal to {number:Number}",
    TopOfLibrary,
    provided=lambda v: not isinstance(v.number, (Literally, X, ThatMuch)),
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
        isinstance(v, (This, Grantor, Target, Host)) or (isinstance(v, That) and v.noun != "" and not v.many)
    ),
)

rule("possessor", "the {done:done} {noun:said noun@many}'", That, many=True)
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
rule("these", "the cards from {who:whose} {zone:named zone}", lambda who, zone: _from_zone(who, zone), makes=Each,
     undo=lambda v: {"who": z.who, "zone": z.zone} if isinstance(v.which, Which) and len(v.which.after) == 1 and isinstance(z := v.which.after[0], InZone)
     and z.who is not None and v == _from_zone(z.who, z.zone) else None)  # fmt: skip


def _from_zone(who: Any, zone: str) -> Each:
    """All the cards of a zone that they are moved from."""
    return Each(Which((), Noun(form="card"), (InZone(zone, who, "from"),)), "zone")


series("source and a zone", "zone beside it", first="the source", last="and", low=2, high=2)
rule("zone beside it", "{:zone}")
rule("these", "{parts:source and a zone}", Together)
rule("zone or more", "{:zone}")
rule("zone or more", "{:Objects}")
series("zones and more", "zone or more", last="and", low=3)
rule(
    "these",
    "{parts:zones and more}",
    Together,
    provided=lambda v: isinstance(v.parts[0], Each) and v.parts[0].word == "zone",
)
rule("these", "{who:whose} hand and graveyard", lambda who: Together(_hand_and_graveyard(who)), makes=Together,
     undo=lambda v: {"who": a["who"]} if (a := _whose_zone(v.parts[0])) and v.parts == _hand_and_graveyard(a["who"]) else None)  # fmt: skip


def _hand_and_graveyard(who: Any) -> tuple[Each, Each]:
    """The two zones of one player, who is chosen once where they are a target (CR 601.2c)."""
    again = ThatPlayer("they") if isinstance(who, TargetPlayer) else who
    return (_zone_of(who, "hand"), _zone_of(again, "graveyard"))


rule(
    "these",
    "{parts:two or more}",
    Together,
    # "All artifacts and enchantments" is one noun of two kinds.
    provided=lambda v: (
        not any(isinstance(p, Each) and p.word == "" for p in v.parts[1:])
        and _zone_shared(v.parts) is None
        and _zone_said_once(v.parts) is None
    ),
)
# The zone said behind the last of several cards is that of all of them (CR 109.2).
rule("these", "{parts:two or more}", lambda parts: Together(_each_in_zone(parts, zone)) if (zone := _zone_shared(parts)) else None, makes=Together,
     undo=lambda v: {"parts": parts} if v.joined == "and" and (parts := _zone_said_once(v.parts)) else None)  # fmt: skip


def _after(noun: Any) -> tuple[Any, ...]:
    which = getattr(noun, "which", None)
    return which.after if isinstance(which, Which) else ()


def _of_cards(noun: Any) -> bool:
    """Whether it is one or more cards that are described."""
    if not isinstance(noun, (Chosen, Target, Each)) or getattr(noun, "word", "") == "zone":
        return False
    head = noun.which
    while isinstance(head, Which):
        head = head.noun
    return isinstance(head, Noun) and head.form == "card"


def _zone_shared(parts: tuple[Any, ...]) -> InZone | None:
    """The zone that the last of several cards is from, if the others are said to be in none."""
    *others, last = parts
    placed = [q for q in _after(last) if isinstance(q, InZone)]
    if len(placed) != 1 or _after(last)[-1] != placed[0] or not all(map(_of_cards, parts)):
        return None
    return None if any(isinstance(q, InZone) for part in others for q in _after(part)) else placed[0]


def _each_in_zone(parts: tuple[Any, ...], zone: InZone) -> tuple[Any, ...]:
    def placed(noun: Any) -> Any:
        which = noun.which
        before, head = (which.before, which.noun) if isinstance(which, Which) else ((), which)
        return replace(noun, which=Which(before, head, (*_after(noun), zone)))

    return (*map(placed, parts[:-1]), parts[-1])


def _zone_said_once(parts: tuple[Any, ...]) -> tuple[Any, ...] | None:
    *others, last = parts
    if not others or any(not _after(part) for part in others):
        return None
    bare = (*(_without_last(part) for part in others), last)
    zone = _zone_shared(bare)
    return bare if zone is not None and _each_in_zone(bare, zone) == parts else None


def _without_last(noun: Any) -> Any:
    which = noun.which
    rest = which.after[:-1]
    return replace(noun, which=Which(which.before, which.noun, rest) if which.before or rest else which.noun)


series("receivers", Recipient, last="and", low=2)
