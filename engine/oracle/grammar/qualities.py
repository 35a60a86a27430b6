"""Qualities: what is said of a noun before it ("tapped", "nonblack") and after it ("you control", "with flying")."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    AnyOf,
    AnyPlayer,
    Besides,
    Chosen,
    Compared,
    ControlledBy,
    Each,
    EachPlayer,
    EitherOf,
    Exactly,
    Extreme,
    Happened,
    Having,
    InZone,
    Is,
    Literally,
    Not,
    Noun,
    Number,
    OfColor,
    OfTheChosen,
    OfType,
    Other,
    OwnedBy,
    OwnerOf,
    Players,
    Quality,
    StatOf,
    TargetPlayer,
    That,
    ThatPlayer,
    ThePlayer,
    This,
    ThisOne,
    Together,
    Which,
    With,
    WithCost,
    WithCounter,
    X,
    You,
)
from engine.abilities.tree import walk
from engine.model import CREATURE, LAND, PLANESWALKER
from engine.oracle.grammar.effects.tokens import TokenSize
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import rule, series, words

STATES = (
    "tapped untapped attacking blocking blocked unblocked face-down enchanted equipped modified legendary basic snow"
    " colorless multicolored monocolored historic suspected goaded outlaw monstrous prepared renowned saddled transformed kicked prepare commander suspended stickered"
).split()
_SINGLE: dict[Quality, str] = {Is(s): s for s in STATES} | {OfColor(c): c for c in COLORS}
_NON: dict[Quality, str] = {
    Not(Is(s)): f"non{s}"
    for s in ("legendary", "basic", "snow", "token", "attacking", "blocking", "commander")
}
_NON |= {Not(OfColor(c)): f"non{c}" for c in COLORS}
_NON |= {Not(OfType(t)): f"non{t}" for t in ("artifact", "creature", "enchantment", "land", "planeswalker")}
_NON |= {
    Not(OfType(t)): f"non-{t}"
    for t in sorted((*CREATURE, *LAND, *PLANESWALKER, "Aura", "Equipment", "Vehicle", "Saga"))
    if " " not in t
}

words("quality single", _SINGLE)
words("quality non", _NON)
series("qualities or", "quality single", last="or", low=2)
rule("quality before", "{:quality single}")
rule("quality before", "{:quality non}")
rule("quality before", "other", Other)
rule("quality before", "face-up", Not(Is("face-down")))
rule("quality before", "exiled", InZone("exile"))
rule("quality before", "{qualities:qualities or}", AnyOf)
series("qualities and/or", "quality single", last="and/or", low=2)
rule("quality before", "{qualities:qualities and/or}", AnyOf, joined="and/or")

# ---- after ------------------------------------------------------------------------------------------------------------

rule("quality after", "{who:player subject} control[s]", ControlledBy)
_ANOTHERS = OwnedBy(AnyPlayer("other player"))
rule("quality after", "{who:player subject} own[s]", OwnedBy, provided=lambda v: v != _ANOTHERS)
rule("quality after", "owned by another player", _ANOTHERS)
rule("quality after", "{who:player subject} (doesn't|don't) own", lambda who: Not(OwnedBy(who)), makes=Not,
     undo=lambda v: {"who": v.quality.who} if isinstance(v.quality, OwnedBy) else None)  # fmt: skip
rule("quality after", "you own and control", ControlledBy(You(), owned=True))
rule(
    "quality after",
    "{who:player subject} (doesn't|don't) control",
    lambda who: Not(ControlledBy(who)),
    undo=lambda v: {"who": v.quality.who} if isinstance(v.quality, ControlledBy) else None,
    makes=Not,
)
rule("quality after", "with {keyword:bare keyword}", With)
rule("quality after", "that (has|have) {keyword:bare keyword}", With, has=True)
rule(
    "quality after",
    "without {keyword:bare keyword}",
    lambda keyword: Not(With(keyword)),
    undo=lambda v: {"keyword": v.quality.keyword} if isinstance(v.quality, With) else None,
    makes=Not,
)
rule("quality after", "without {a:bare keyword} or {b:bare keyword}", lambda a, b: Not(AnyOf((With(a), With(b)))), makes=Not,
     undo=lambda v: _two_keywords(v.quality) if isinstance(v.quality, AnyOf) else None)  # fmt: skip
series("keywords lacked", "keyword lacked", last="or", low=3)
rule("keyword lacked", "{keyword:bare keyword}", With)
rule("quality after", "without {keywords:keywords lacked}", lambda keywords: Not(AnyOf(keywords)), makes=Not,
     undo=lambda v: {"keywords": v.quality.qualities} if isinstance(v.quality, AnyOf) and len(v.quality.qualities) > 2 and all(isinstance(q, With) and not q.has for q in v.quality.qualities)
     and v.quality.joined == "or" else None)  # fmt: skip
rule("quality after", "with no abilities", Is("without abilities"))


def _two_keywords(value: AnyOf) -> dict[str, Any] | None:
    match value:
        case AnyOf(qualities=(With(has=False, keyword=a), With(has=False, keyword=b)), joined="or"):
            return {"a": a, "b": b}
    return None


for _joined, _least in (("or", 3), ("and/or", 2)):
    series(f"keywords {_joined}", "bare keyword", last=_joined, low=_least)
    rule("quality after", f"with {{keywords:keywords {_joined}}}", partial(lambda keywords, joined: AnyOf(tuple(With(k) for k in keywords), joined), joined=_joined), makes=AnyOf,
         undo=partial(lambda v, joined: _take_keywords(v, joined, False), joined=_joined))  # fmt: skip
    rule("quality after", f"that (has|have) {{keywords:keywords {_joined}}}", partial(lambda keywords, joined: AnyOf(tuple(With(k, has=True) for k in keywords), joined), joined=_joined), makes=AnyOf,
         undo=partial(lambda v, joined: _take_keywords(v, joined, True), joined=_joined))  # fmt: skip
rule("quality after", "that (doesn't|don't) have {keywords:keywords or}", lambda keywords: Not(AnyOf(tuple(With(k, has=True) for k in keywords))), makes=Not,
     undo=lambda v: _take_keywords(v.quality, "or", True) if isinstance(v.quality, AnyOf) else None)  # fmt: skip


def _take_keywords(value: AnyOf, joined: str, has: bool) -> dict[str, Any] | None:
    if value.joined != joined or not all(isinstance(q, With) and q.has == has for q in value.qualities):
        return None
    return {"keywords": tuple(q.keyword for q in value.qualities if isinstance(q, With))}


rule("quality after", "with {a:bare keyword} or {b:bare keyword}", lambda a, b: AnyOf((With(a), With(b))), makes=AnyOf, undo=_two_keywords)  # fmt: skip
rule("quality after", "with {stat:stat} {to:figure} or less", Compared, op="<=")
rule("quality after", "with {stat:stat} {to:figure} or greater", Compared, op=">=")
rule("quality after", "with {stat:stat} {to:figure}", Compared, op="=")
series("figures", "digits", last="or", low=2)
rule(
    "quality after",
    "with {stat:stat} {figures:figures}",
    lambda stat, figures: _any_figure(stat, figures),
    makes=AnyOf,
    undo=lambda v: _take_figures(v),
)


def _any_figure(stat: str, figures: tuple[Number, ...]) -> AnyOf:
    """ "With power 4, 5, or 6"."""
    return AnyOf(tuple(Compared(stat, "=", figure) for figure in figures))


def _take_figures(value: AnyOf) -> dict[str, Any] | None:
    compared = [q for q in value.qualities if isinstance(q, Compared)]
    if len(compared) != len(value.qualities) or not compared:
        return None
    parts = {"stat": compared[0].stat, "figures": tuple(q.to for q in compared)}
    return parts if value == _any_figure(compared[0].stat, tuple(q.to for q in compared)) else None


TOTALS = ("total mana value", "total power")
_TOTAL = "total "
for _text in ("or less", "less than or equal to"):
    _figure = "{to:figure} or less" if _text == "or less" else "less than or equal to {to:Number}"
    rule("quality after", f"with total {{stat:stat}} {_figure}", lambda stat, to: Compared(_TOTAL + stat, "<=", to), makes=Compared,
         undo=lambda v: {"stat": v.stat.removeprefix(_TOTAL), "to": v.to} if v.stat in TOTALS and v == Compared(v.stat, "<=", v.to) else None)  # fmt: skip
for _op, _said in (("<=", "less"), (">=", "greater")):
    rule(
        "quality after",
        f"with total power and toughness {{to:figure}} or {_said}",
        Compared,
        stat="total power and toughness",
        op=_op,
    )
    rule("quality after", f"with power or toughness {{to:figure}} or {_said}", lambda to, op=_op: _either_size(op, to), makes=AnyOf,
         undo=partial(lambda v, op: {"to": v.qualities[0].to} if isinstance(v.qualities[0], Compared) and v == _either_size(op, v.qualities[0].to) else None, op=_op))  # fmt: skip


def _take_counted(value: Compared, of_a_kind: bool) -> dict[str, Any] | None:
    kind = value.stat.removesuffix("counters").strip()
    if not value.stat.endswith("counters") or value.op != ">=" or value.briefly or bool(kind) != of_a_kind:
        return None
    return {"number": value.to, "kind": kind} if kind else {"number": value.to}


def _either_size(op: Any, to: Number) -> AnyOf:
    return AnyOf((Compared("power", op, to), Compared("toughness", op, to)))


for _many, _cost in ((False, "its mana cost"), (True, "their mana costs")):
    rule("quality after", f"with {{X}} in {_cost}", WithCost(("X",), among=True, many=_many))
rule("quality after", "with a mana cost that contains {X}", WithCost(("X",), among=True, said="contains"))
series("mana costs", "mana", last="or")
rule("quality after", "with mana cost {costs:mana costs}", WithCost)
rule("quality after", "with {stat:stat} less than {to:Number}", Compared, op="<")
rule("quality after", "with {stat:stat} greater than {to:Number}", Compared, op=">")
rule("quality after", "with {stat:stat} less than or equal to {to:Number}", Compared, op="<=")
rule("quality after", "with a {kind:any counter kind} counter on (it|them)", WithCounter)
rule("quality after", "with no {kind:any counter kind} counters on (it|them)@out", lambda kind: Not(WithCounter(kind, many=True)),
     undo=lambda v: {"kind": v.quality.kind} if isinstance(v.quality, WithCounter) and v.quality.kind and v.quality.many else None, makes=Not)  # fmt: skip
rule(
    "quality after",
    "with {kind:any counter kind} counters on (it|them)@out",
    WithCounter,
    many=True,
    provided=lambda v: v.kind != "",
)
for _on, _counted in (("", "counters"), ("{kind:any counter kind} ", "")):
    rule("quality after", f"with {{number:number word}} or more {_on}counters on (it|them)@out", lambda number, kind="": Compared(f"{kind} counters".strip(), ">=", number),
         makes=Compared, undo=partial(_take_counted, of_a_kind=bool(_on)))  # fmt: skip
rule(
    "quality after", "that (has|have) a {kind:any counter kind} counter on (it|them)", WithCounter, said="has"
)
rule("quality after", "that (doesn't|don't) have a {kind:any counter kind} counter on (it|them)", lambda kind: Not(WithCounter(kind, said="has")),
     undo=lambda v: {"kind": v.quality.kind} if isinstance(v.quality, WithCounter) and v.quality == WithCounter(v.quality.kind, said="has") and v.quality.kind else None,
     makes=Not)  # fmt: skip
rule("quality after", "with fewer than {number:number word} {kind:any counter kind} counters on (it|them)@out",
     lambda number, kind: Compared(f"{kind} counters", "<", number), makes=Compared,
     undo=lambda v: {"number": v.to, "kind": v.stat.removesuffix(" counters")} if v.op == "<" and v.stat.endswith(" counters") and not v.briefly else None)  # fmt: skip
rule("quality after", "with a counter on (it|them)", WithCounter)
rule("quality after", "with counters on (it|them)", WithCounter, many=True, kind="")
rule("quality after", "with no counters on (it|them)", Not(WithCounter()))
rule("quality after", "without a {kind:any counter kind} counter on (it|them)", lambda kind: Not(WithCounter(kind)),
     undo=lambda v: {"kind": v.quality.kind} if isinstance(v.quality, WithCounter) and v.quality.kind else None, makes=Not)  # fmt: skip
rule("quality after", "of the chosen {what:chosen thing}", OfTheChosen)
rule("quality after", "of that {what:chosen thing}", OfTheChosen, said="that")
_BY_EACH = OfTheChosen("creature types")
for _category in ("quality after", "relative"):
    rule(_category, "of a type chosen this way", _BY_EACH)
_CHOSEN_OF_ALL = Having("among", That("", True, "chosen", way=True))
rule("quality after", "not chosen this way", Not(_CHOSEN_OF_ALL))
_BY_NOBODY = Not(Having("among", That("", True, "chosen", way=True, the=True)))
rule("quality after", "that (wasn't|weren't) chosen this way", _BY_NOBODY)
words("chosen thing", {w: w for w in ("color", "type")})
rule("quality after", "of the {what:own choice} of your choice", OfTheChosen, said="your choice")
words("own choice", {w: w for w in ("color", "creature type")})
rule("quality after", "with the chosen name", OfTheChosen("name"))
rule("quality after", "with that name", OfTheChosen("card name"))
rule("quality after", "with mana value of the chosen quality", OfTheChosen("odd or even"))
rule("quality after", "without mana value of the chosen quality", Not(OfTheChosen("odd or even")))
rule("quality after", "with a basic land type", Is("of a basic land type"))
_PLAYERS = EachPlayer(word="")
_JOINS: tuple[Literal["or", "and"], ...] = ("or", "and")


def _of_several(who: Players) -> bool:
    """Whether the zones of several players are meant, each having one."""
    return (isinstance(who, EachPlayer) and who.word == "") or who == OwnerOf(That(many=True))


_WORDS: tuple[Literal["in", "from"], ...] = ("in", "from")
for _word in _WORDS:
    for _zone, _zones in (("graveyard", "graveyards"), ("hand", "hands"), ("library", "libraries")):
        rule(
            "quality after",
            f"{_word} {{who:whose}} {_zone}",
            InZone,
            zone=_zone,
            word=_word,
            provided=lambda v: not _of_several(v.who),
        )
        rule(
            "quality after",
            f"{_word} {{who:whose}} {_zones}",
            InZone,
            zone=_zone,
            word=_word,
            provided=lambda v: _of_several(v.who) and v.who != _PLAYERS,
        )
    rule("quality after", f"{_word} graveyards", InZone, zone="graveyard", who=_PLAYERS, word=_word)
    for _join in _JOINS:
        rule("quality after", f"{_word} graveyards {_join} libraries",
             AnyOf((InZone("graveyard", _PLAYERS, _word), InZone("library", _PLAYERS, _word)), _join))  # fmt: skip
    rule("quality after", f"{_word} a graveyard", InZone, zone="graveyard", word=_word)
    rule("quality after", f"{_word} a single graveyard", InZone, zone="graveyard", word=_word, single=True)
    rule("quality after", f"{_word} exile", InZone, zone="exile", word=_word)
    rule(
        "quality after",
        f"{_word} each graveyard",
        InZone,
        zone="graveyard",
        who=EachPlayer(word="each of"),
        word=_word,
    )
    rule(
        "quality after",
        f"{_word} all graveyards",
        InZone,
        zone="graveyard",
        who=EachPlayer(word="all"),
        word=_word,
    )
rule("quality after", "in all players' hands", InZone("hand", EachPlayer(word="all")))
rule("quality after", "from all hands", InZone("hand", EachPlayer(word="all"), "from"))
rule("quality after", "from the battlefield", InZone, zone="battlefield", word="from")
_IN_EXILE = InZone("exile")
rule("quality after", "in exile and in {who:whose} graveyard", lambda who: AnyOf((_IN_EXILE, InZone("graveyard", who)), "and"), makes=AnyOf,
     undo=lambda v: {"who": v.qualities[1].who} if isinstance(v.qualities[1], InZone) and v.qualities[1].who is not None
     and v == AnyOf((_IN_EXILE, InZone("graveyard", v.qualities[1].who)), "and") else None)  # fmt: skip
for _either in ("or", "and", "and/or"):
    for _word in _WORDS:
        rule(
            "quality after",
            f"{_word} {{who:whose}} hand {_either} graveyard",
            partial(lambda who, word, joined: _two_zones(who, word, joined), word=_word, joined=_either),
            makes=AnyOf,
            undo=partial(
                lambda v, word, joined: _take_two_zones(v, word, joined), word=_word, joined=_either
            ),
        )


def _two_zones(who: Players, word: Any, joined: Any) -> AnyOf:
    again = ThatPlayer("they") if isinstance(who, TargetPlayer) else who  # chosen once (CR 601.2c)
    return AnyOf((InZone("hand", who, word), InZone("graveyard", again, word)), joined)


def _take_two_zones(value: AnyOf, word: Any, joined: Any) -> dict[str, Any] | None:
    who = value.qualities[0].who if isinstance(value.qualities[0], InZone) else None
    return {"who": who} if who is not None and value == _two_zones(who, word, joined) else None


rule("quality after", "from outside the game", InZone, zone="outside the game", word="from")
_EXILE = InZone("exile", None, "from")
for _yours, _theirs in (("your graveyard", You()), ("graveyards", _PLAYERS)):
    rule(
        "quality after", f"from {_yours} or from exile", AnyOf((InZone("graveyard", _theirs, "from"), _EXILE))
    )
rule(
    "quality after",
    "from graveyards or exile",
    AnyOf((InZone("graveyard", _PLAYERS, "from"), _EXILE), "or a"),
)
_ELSEWHERE = "from anywhere other than"
for _hand, _whose in (("your hand", You()), ("their hands", ThatPlayer("they"))):
    rule("quality after", f"{_ELSEWHERE} {_hand}", Not(InZone("hand", _whose, "from")))
rule("quality after", "that (isn't|aren't) on the battlefield", Not(InZone("battlefield", None, "on")))
rule("quality after", "on the battlefield", InZone, zone="battlefield", word="on")
rule("quality after", "from the battlefield", InZone, zone="battlefield", word="from")
rule("quality after", "other than ~", Besides(ThisOne()))
rule("quality after", "other than a {which:which@one}", Besides)
rule("quality after", "except for {which:which@many}", Besides, said="except for")
_TOKENS = Noun(form="token")
rule("quality after", "except for {a:which@many} and tokens", lambda a: Besides(EitherOf((a, _TOKENS), "and"), said="except for"), makes=Besides,
     undo=lambda v: {"a": v.which.options[0]} if isinstance(v.which, EitherOf) and v == Besides(EitherOf((v.which.options[0], _TOKENS), "and"), said="except for") else None,
     provided=lambda v: isinstance(v.which, EitherOf) and isinstance(v.which.options[0], Noun) and not v.which.options[0].form)  # fmt: skip
rule("quality after", "attached to {which:which@many}", lambda which: Having("attached to", Each(which)), makes=Having,
     undo=lambda v: {"which": v.objects.which} if isinstance(v.objects, Each) and v == Having("attached to", Each(v.objects.which)) else None)  # fmt: skip
rule("quality after", "except for ~", Besides, which=ThisOne(), said="except for")
rule("quality after", "(that's|that are) {:relative}")
rule("quality after", "(that isn't|that aren't) {quality:relative}", Not)
rule("relative", "all colors", Not(AnyOf(tuple(Not(OfColor(c)) for c in COLORS))))
rule("relative", "of the chosen {what:chosen thing}", OfTheChosen)
rule("relative", "a commander", Is("commander"))
rule("relative", "a token", Is("token"))
rule("relative", "{:a type}")
rule("relative", "{:quality single}")
rule(
    "relative",
    "both {a:quality single} and {b:quality single}",
    lambda a, b: _both(a, b),
    makes=Not,
    undo=lambda v: _take_both(v),
)


def _both(a: Quality, b: Quality) -> Not:
    """Both are true of it: it isn't so that it lacks one or the other."""
    return Not(AnyOf((Not(a), Not(b))))


def _take_both(value: Not) -> dict[str, Any] | None:
    match value.quality:
        case AnyOf(qualities=(Not(quality=a), Not(quality=b))) if value == _both(a, b):
            return {"a": a, "b": b}
    return None


rule("quality after", "you own but don't control", _both(OwnedBy(You()), Not(ControlledBy(You()))))
rule("quality after", "you control but don't own", _both(ControlledBy(You()), Not(OwnedBy(You()))))
rule("quality after", "you own that {who:player subject} control[s]", lambda who: _both(OwnedBy(You()), ControlledBy(who)), makes=Not,
     undo=lambda v: {"who": b.who} if (b := _second_of_both(v)) is not None and isinstance(b, ControlledBy) and v == _both(OwnedBy(You()), b) else None)  # fmt: skip


def _second_of_both(value: Not) -> Quality | None:
    both = value.quality.qualities if isinstance(value.quality, AnyOf) else ()
    return both[1].quality if len(both) == 2 and isinstance(both[1], Not) else None


def _base_size(size: Any) -> Not:
    return _both(Compared("base power", "=", size.power), Compared("base toughness", "=", size.toughness))


def _take_base_size(value: Not) -> dict[str, Any] | None:
    match value.quality:
        case AnyOf(qualities=(Not(quality=Compared(to=power)), Not(quality=Compared(to=toughness)))):
            size = TokenSize(power, toughness)
            return {"size": size} if value == _base_size(size) else None
    return None


rule(
    "quality after", "with base power and toughness {size:size}", _base_size, makes=Not, undo=_take_base_size
)
rule("relative", "one or more colors", Is("colored"))
rule("a type", "a {word:bare type}", OfType)
rule("a type or token", "{:a type}")
rule("a type or token", "a token", Is("token"))
rule("bare types", "{word:bare type}", OfType)
series("types or", "a type or token", last="or", low=2)
for _joined, _said in (("or", "or"), ("and/or", "and/or")):
    series(f"several types {_joined}", "bare types", first="a type", last=_said, low=2)
    rule(
        "relative",
        f"{{qualities:several types {_joined}}}",
        AnyOf,
        joined=_joined,
        provided=lambda v: all(isinstance(q, OfType) for q in v.qualities),
    )
rule(
    "relative",
    "{qualities:types or}",
    AnyOf,
    joined="or a",
    provided=lambda v: all(isinstance(q, OfType) or q == Is("token") for q in v.qualities),
)
rule("relative", "{qualities:qualities or}", AnyOf)
rule("relative", "{qualities:qualities and/or}", AnyOf, joined="and/or")

# ---- relations (CR 303.4, 506-509, 115.9b, 120.3) ---------------------------------------------------------------------

rule("quality after", "attached to you", Having("attached to", You()))
for _whom, _words in (
    (You(), "you"),
    (EachPlayer("opponent", ""), "your opponents"),
    (ThePlayer("enchanted"), "enchanted player"),
    (ThatPlayer(), "that player"),
    (ThePlayer("defending"), "defending player"),
):
    rule("quality after", f"attacking {_words}", Having("attacking", _whom))
rule("quality after", "with (a|)@out even mana value(s)@out", Is("of even mana value"))
RELATED = {
    "targeting": "that target[s]",
    "blocking": "blocking",
    "blocked by": "blocked by",
    "blocking or blocked by": "blocking or blocked by",
    "targeting only": "that target[s] only",
    "sharing a mana value with": "with the same mana value as",
    "attached to": "attached to",
    "exiled with": "exiled with",
    "created with": "created with",
    "put onto the battlefield with": "put onto the battlefield with",
    "sharing a name with": "with the same name as",
    "sharing a color with": "that share[s] a color with",
    "sharing a creature type with": "that share[s] a creature type with",
    "sharing creature types with": "that share[s] at least one creature type with",
    "sharing a card type with": "that share[s] a card type with",
    "sharing a permanent type with": "that share[s] a permanent type with",
}
for _relation, _said in RELATED.items():
    rule("quality after", f"{_said} {{objects:related object}}", Having, relation=_relation,
         provided=lambda v: v.relation != "sharing a creature type with" or Is("commander") not in walk(v.objects))  # fmt: skip
rule(
    "quality after",
    "with a different name than {objects:all compared}",
    Having,
    relation="named differently from",
)
rule("all compared", "{:Objects}", provided=lambda v: type(v).__name__ in ("This", "That", "Each", "Target"))
rule("quality after", "that (doesn't|don't) have the same name as {objects:one compared}", lambda objects: Not(Having("sharing a name with", objects)), makes=Not,
     undo=lambda v: {"objects": v.quality.objects} if isinstance(v.quality, Having) and v.quality.relation == "sharing a name with" else None)  # fmt: skip
rule("one compared", "{:Objects}", provided=lambda v: type(v).__name__ in ("This", "That", "Chosen"))
rule("quality after", "that target[s] only a single {which:which@one}", lambda which: Having("targeting only", Chosen(which, Exactly(Literally(1)))), makes=Having,
     undo=lambda v: {"which": v.objects.which} if isinstance(v.objects, Chosen) and v == Having("targeting only", Chosen(v.objects.which, Exactly(Literally(1)))) else None)  # fmt: skip
rule(
    "related object",
    "{:Objects}",
    provided=lambda v: type(v).__name__ in ("This", "That", "Host", "Chosen", "Target", "Grantor"),
)
# CR 506.4, 508.1b: whom or what it attacks; and what it blocks, said from the other side.
_YOURS = Chosen(Which((), Noun((("planeswalker",),)), (ControlledBy(You()),)))
_BOTH = Together((You(), _YOURS), "or")
rule("quality after", "attacking you or a planeswalker you control", Having("attacking", _BOTH))
rule("whom it attacks", "{:player object}")
rule("whom it attacks", "you or a planeswalker you control", _BOTH)
rule(
    "quality after",
    "(that's|that are) attacking {objects:whom it attacks}",
    Having,
    relation="that's attacking",
)
rule(
    "quality after", "(that's|that are) blocking {objects:related object}", Having, relation="that's blocking"
)
rule(
    "quality after",
    "(that's|that are) attached to {objects:related object}",
    Having,
    relation="that's attached to",
)
rule("quality after", "it's blocking", Having("that it's blocking", That()))
rule("quality after", "~ is blocking", Having("that it's blocking", This()))
# CR 115.9b: spells and abilities that target players, and either these or objects.
words("targeted player", {You(): "you", AnyPlayer(): "a player"})
series("targeted ones", "targeted one", first="targeted player", last="or", low=2, high=2)
rule("targeted one", "{:Objects}", provided=lambda v: isinstance(v, Chosen))
rule("quality after", "that target[s] {objects:targeted player}", Having, relation="targeting")
rule("quality after", "that target[s] {parts:targeted ones}", lambda parts: Having("targeting", Together(parts, "or")), makes=Having,
     undo=lambda v: {"parts": v.objects.parts} if isinstance(v.objects, Together) and v == Having("targeting", Together(v.objects.parts, "or")) else None)  # fmt: skip
rule(
    "quality after",
    "dealt damage by {objects:related object} this turn",
    Having,
    relation="dealt damage this turn by",
)
rule("quality after", "that (has|have) an Adventure", Is("with an Adventure"))
_BRIEFLY: tuple[tuple[Literal["<", "<=", ">"], str], ...] = (
    ("<", "lesser"),
    ("<=", "equal or lesser"),
    (">", "greater"),
)
for _stat in ("power", "toughness", "mana value"):
    for _op, _than in _BRIEFLY:
        _own = StatOf(_stat, That())
        rule("quality after", f"with {_than} {_stat}", Compared(_stat, _op, _own, briefly="brief"))
        rule("quality after", f"with a {_than} {_stat}", Compared(_stat, _op, _own, briefly="an"))
    rule(
        "quality after", f"with higher {_stat}", Compared(_stat, ">", StatOf(_stat, That()), briefly="higher")
    )
rule("quality after", "with {of:possessor} mana value", lambda of: Compared("mana value", "=", StatOf("mana value", of), briefly="brief"), makes=Compared,
     undo=lambda v: {"of": v.to.of} if isinstance(v.to, StatOf) and v == Compared("mana value", "=", StatOf("mana value", v.to.of), briefly="brief") else None,
     provided=lambda v: isinstance(v.to, StatOf) and isinstance(v.to.of, That) and v.to.of.noun != "")  # fmt: skip
words("letter", {X(): "X"})
rule("quality after", "with {stat:stat} less than {to:letter}", Compared, op="<")
_DEALT = "that dealt combat damage"
for _what, _said in (
    ("was milled", "that (was|were) milled this turn"),
    ("was dealt damage", "that (was|were) dealt damage this turn"),
    ("dealt damage", "dealt damage this turn"),
    ("dealt damage to", "that dealt damage this turn"),
    ("dealt damage to you", "that dealt damage to you this turn"),
    ("dealt combat damage to a player", f"{_DEALT} to a player this turn"),
    ("entered", "that entered this turn"),
    ("entered under your control", "that entered under your control this turn"),
    ("attacked", "that attacked this turn"),
    ("blocked", "that blocked this turn"),
    ("attacked or blocked", "that attacked or blocked this turn"),
):
    rule("quality after", _said, Happened, what=_what)
rule("quality after", "that didn't enter this turn", Not(Happened("entered")))
for _from in ("", " from the battlefield", " from their library", " from your library", " from anywhere"):
    rule(
        "quality after", f"that (was|were) put there{_from} this turn", Happened, what=f"was put there{_from}"
    )
for _deed in ("crewed", "saddled"):
    rule(
        "quality after",
        f"that {_deed} {{objects:related object}} this turn",
        Having,
        relation=f"{_deed} this turn",
    )
rule("quality after", "that shares a creature type with your commander", Having("sharing a creature type with a commander of", You()))  # fmt: skip
rule(
    "quality after",
    "using mana produced by {objects:related object}",
    Having,
    relation="cast using mana produced by",
)
rule("quality after", "that convoked {objects:related object}", Having, relation="convoked")
rule("quality after", "that didn't attack this turn", Not(Happened("attacked")))
for _most in ("greatest", "highest", "least", "lowest"):
    rule("quality after", f"with the {_most} {{stat:stat}}", Extreme, most=_most)
    rule("quality after", f"with the {_most} {{stat:stat}} among {{among:which@many}}", Extreme, most=_most)
rule("quality after", "with {stat:stat} equal to {to:Number}", Compared, op="=")
