"""Rules that static abilities change for players: what they can't do, may do, must skip (CR 101.2, 305.2, 402.2, 500.11, 601.3)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    AllOf,
    AnyPlayer,
    Cant,
    Chosen,
    ControlledBy,
    DuringStep,
    Each,
    EachPlayer,
    EitherOf,
    Exactly,
    HandSize,
    Having,
    InZone,
    Is,
    Lasting,
    Literally,
    May,
    Must,
    Not,
    Noun,
    Number,
    OfColor,
    Paragraph,
    Quality,
    Recipient,
    Ruled,
    Selection,
    Static,
    StaticSpells,
    This,
    ThisTurn,
    TurnOf,
    Which,
    You,
)
from engine.oracle.grammar.effects.mana import is_spell
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import alone, rule, series
from engine.queries import changed_rules


def _abilities_paid(of: Any, what: str) -> May:
    """Said of the activated abilities of such things."""
    source = Chosen(of.which) if isinstance(of, Each) else of
    return May(what, Which((), Noun(form="ability"), (Having("from", source),)))


def _take_abilities_paid(value: May, what: str) -> dict[str, Any] | None:
    quality = value.which.after[0] if isinstance(value.which, Which) and value.which.after else None
    source = quality.objects if isinstance(quality, Having) else None
    if not isinstance(source, Chosen):
        return None
    return {"of": Each(source.which)} if value == _abilities_paid(Each(source.which), what) else None


# ---- what players can't do ----
rule(
    "player change",
    "can't cast more than one spell each turn",
    Cant,
    what="cast more than one spell each turn",
)
rule("player change", "can't cast {whom:counted}", Cant, what="cast spells", provided=lambda v: _spells(v))
rule(
    "player change", "can't draw more than one card each turn", Cant, what="draw more than one card each turn"
)
rule("player change", "can't play lands", Cant, what="play lands")
for _end in ("win the game", "lose the game"):
    rule("player change", f"can't {_end}", Cant, what=_end)
_NO_LIFE = "for having 0 or less life"
rule("player change", f"(doesn't|don't) lose the game {_NO_LIFE}", Cant, what="lose the game at no life")
# CR 119.7-8: a life total that can't change is neither gained nor lost.
rule(
    "static", "{what:whose} life total can't change.", Static, changes=(Cant("gain life"), Cant("lose life"))
)
# Two players' sentences in one (CR 104.3).
rule("player sentence", "{what:player subject} {changes:player changes@what}", Static)
series("player sentences", "player sentence", last="and", low=2, high=2)
rule("static", "{abilities:player sentences}.", Paragraph, joined="and")
rule(
    "static",
    "{what:player subject} {changes:player changes@what} during your turn.",
    Static,
    condition=TurnOf(You()),
)
rule(
    "static",
    "{what:player subject} {changes:player changes@what} during combat.",
    Static,
    condition=DuringStep("combat"),
)
rule("static", "as long as {condition:Condition}, {what:player subject} {changes:player changes@what} during your turn.",
     lambda condition, what, changes: Static(what, changes, AllOf((condition, TurnOf(You()))), first=True), makes=Static,
     undo=lambda v: {"what": v.what, "changes": v.changes, "condition": v.condition.conditions[0]}
     if v.first and isinstance(v.condition, AllOf) and len(v.condition.conditions) == 2 and v.condition.conditions[1] == TurnOf(You()) else None)  # fmt: skip
rule(
    "static", "{what:player subject} {changes:player changes@what} as long as {condition:conditions}.", Static
)
rule(
    "static",
    "as long as {condition:conditions}, {what:player subject} {changes:player changes@what}.",
    Static,
    first=True,
)


def _spells(value: Cant) -> bool:
    """CR 601.3: casting is said of spells only."""
    which = getattr(value.whom, "which", None)
    noun = getattr(which, "noun", which)
    return getattr(noun, "form", "") == "spell" and bool(getattr(noun, "kinds", ()) or which is not noun)


rule(
    "static",
    "{which:which@many} can't be cast.",
    StaticSpells,
    whose=None,
    changes=(Cant("be cast"),),
    provided=lambda v: (
        "spell" in (getattr(v.which, "form", ""), getattr(getattr(v.which, "noun", None), "form", ""))
    ),
)
rule("player change", "can't cast more than one {whom:counted one} each turn", Cant, what="cast more than one spell each turn",
     provided=lambda v: _spells(v))  # fmt: skip
_SORCERY_TIME = "any time they could cast a sorcery"
rule(
    "player change",
    f"can cast spells only {_SORCERY_TIME}",
    Cant("cast spells except as a sorcery"),
)
rule(
    "player change",
    "can cast spells only during their own turns",
    Cant("cast spells except in their own turns"),
)
_IN_THEIRS = (
    Cant("cast spells except in their own turns"),
    Cant("activate abilities except in their own turns"),
)
_OWN_TURNS = "only during their own turns"
rule(
    "static",
    f"{{what:player subject}} can cast spells and activate abilities {_OWN_TURNS}.",
    Static,
    changes=_IN_THEIRS,
)
rule(
    "player change",
    "can cast spells only during your turn",
    Cant("cast spells except in their own turns", whom=Each(Noun(form="spell"))),
)
rule("player change", "can cast no more than {number:number word} spells each turn", lambda number: _so_many_spells(number), makes=Cant,
     undo=lambda v: {"number": v.whom.amount.number} if isinstance(v.whom, Chosen) and isinstance(v.whom.amount, Exactly)
     and v == _so_many_spells(v.whom.amount.number) else None)  # fmt: skip


def _so_many_spells(number: Number) -> Cant:
    return Cant("cast more spells each turn", whom=Chosen(Noun(form="spell"), Exactly(number)))


_HAND = InZone("hand", You(), "from")
_FROM_HAND = (
    Cant("play lands", whom=Each(Which((), Noun((("land",),), "card"), (_HAND,)))),
    Cant("cast spells", whom=Each(Which((), Noun(form="spell"), (_HAND,)))),
)
_ITS_PLACE = "from your hand"
rule("static", f"you can't play lands or cast spells {_ITS_PLACE}.", Static(You(), _FROM_HAND))


def _shut(what: Recipient, whom: Recipient) -> Static:
    changes = (Cant("cast spells"), Cant("activate abilities", whom=whom))
    return Static(what, changes, TurnOf(You()), first=True)


def _take_shut(value: Static) -> dict[str, Any] | None:
    whom = getattr(value.changes[-1], "whom", None)
    if not isinstance(whom, Recipient) or value != _shut(value.what, whom):
        return None
    return {"what": value.what, "whom": whom}


def _barred(what: Recipient, quality: Quality) -> Static:
    """Spells of a quality can't be cast, and lands of it can't be played."""
    spells, lands = (
        Each(Which((), noun, (quality,))) for noun in (Noun(form="spell"), Noun((("land",),), "card"))
    )
    return Static(what, (Cant("cast spells", whom=spells), Cant("play lands", whom=lands)))


def _take_barred(value: Static) -> dict[str, Any] | None:
    match value.changes[0]:
        case Cant(whom=Each(which=Which(after=(quality,)))) if value == _barred(value.what, quality):
            return {"what": value.what, "quality": quality}
    return None


_CAST_OR_PLAY = "can't cast spells or play lands"
rule(
    "static",
    f"{{what:player subject}} {_CAST_OR_PLAY} {{quality:quality after}}.",
    _barred,
    makes=Static,
    undo=_take_barred,
)
_CANT_DO = "can't cast spells or activate abilities of {whom:counted}"
rule("static", f"during your turn, {{what:player subject}} {_CANT_DO}.", _shut, makes=Static, undo=_take_shut)

# ---- life totals that damage doesn't bring below a number (CR 614.1a) ----
_YOUR_TOTAL = "your life total"
_REDUCES = f"damage that would reduce {_YOUR_TOTAL} to less than {{changes:least life}}"
alone("least life", "least life change")
for _n in (1, 7):
    rule(
        "least life change",
        f"{_n} reduces it to {_n} instead",
        Ruled("damage reduces life no further", Literally(_n)),
    )
rule("static", f"{_REDUCES}.", Static, what=You())
rule("timed sentence", f"{{duration:Duration}}, {_REDUCES}", Lasting, what=You(), first=True)
rule("static", f"if {{condition}}, {_REDUCES}.", Static, what=You(), word="")
rule("static", f"as long as {{condition}}, {_REDUCES}.", Static, what=You(), first=True)

# ---- damage with the results of a keyword that its source lacks (CR 609.4) ----
_AS_THOUGH = "as though its source had"
_POISONOUS = Static(You(), (Ruled(f"{changed_rules.DEALT_AS_THOUGH} infect"),))
rule("static", f"all damage is dealt to you {_AS_THOUGH} infect.", _POISONOUS)
rule("static", f"as long as {{condition}}, all damage is dealt to you {_AS_THOUGH} infect.", Static, what=You(),
     changes=_POISONOUS.changes, first=True)  # fmt: skip
rule("static", f"all damage is dealt {_AS_THOUGH} wither.",
     Static(Each(Noun((("creature",),))), (Ruled(f"{changed_rules.DEALT_AS_THOUGH} wither"),)))  # fmt: skip

# ---- devotion (CR 700.5a) ----
_EVERY = "each color and each combination of colors"
rule("static", f"your devotion to {_EVERY} is increased by {{number:number word}}.", lambda number: _devoted(number), makes=Static,
     undo=lambda v: {"number": n} if (n := getattr(v.changes[0], "number", None)) is not None and v == _devoted(n) else None)  # fmt: skip


def _devoted(number: Number) -> Static:
    return Static(You(), (Ruled(changed_rules.MORE_DEVOTION, number),))


# ---- looking at more cards (CR 614.1a, 701.25b) ----
_SCRY = "if you would scry a number of cards"
rule("static", f"{_SCRY}, scry {{changes:more scried}} instead.", Static, what=You())
alone("more scried", "more scried change")
rule(
    "more scried change",
    "that many cards plus {number:number word}",
    Ruled,
    rule="scry that many cards and more",
)

# ---- searching a part of a library (CR 701.23f) ----
_INSTEAD = "that player searches {changes:part searched} instead"
for _said, _who in (("a player", EachPlayer(word="")), ("an opponent", EachPlayer("opponent", ""))):
    rule("static", f"if {_said} would search a library, {_INSTEAD}.", Static, what=_who)
alone("part searched", "part searched change")
rule(
    "part searched change",
    "the top {number:number word} cards of that library",
    Ruled,
    rule="searches the top cards of the library alone",
)
_LOOK = "you may look at an additional"
rule("static", f"{_LOOK} {{changes:more seen}} each time you surveil.", Static, what=You())
alone("more seen", "more seen change")
rule("more seen change", "{number:number word} cards", May, what="look at additional cards to surveil")

# ---- mana that isn't lost (CR 106.4) ----
for _color in ("", *changed_rules.KEPT_COLORS):
    rule(
        "player change",
        f"(doesn't|don't) lose unspent {_color} mana as steps and phases end",
        Ruled(f"{changed_rules.KEEPS}: {_color}" if _color else changed_rules.KEEPS),
    )

_LOST = "if you would lose unspent mana"
for _kind in changed_rules.TURNED:
    rule(
        "static",
        f"{_LOST}, that mana becomes {_kind} instead.",
        Static,
        what=You(),
        changes=(Ruled(f"{changed_rules.BECOMES}: {_kind}"),),
    )

# ---- lands, hand size, steps ----
_EACH_TURN = "on each of your turns"
_TOP_CARD = "the top card of your library"
rule(
    "static",
    f"you may play an additional land {_EACH_TURN}.",
    Static,
    what=You(),
    changes=(May("play an additional land"),),
)
rule("static", f"you may play {{changes:more lands}} {_EACH_TURN}.", Static, what=You())
rule(
    "static",
    f"you may play any number of lands {_EACH_TURN}.",
    Static(You(), (May("play any number of lands"),)),
)
for _when in ("on", "during"):
    rule("static", f"each player may play an additional land {_when} each of their turns.", Static, what=EachPlayer(), changes=(May("play an additional land"),),
         said="" if _when == "on" else "during")  # fmt: skip
alone("more lands", "more lands change")
rule("more lands change", "{number:number word} additional lands", May, what="play an additional land")
for _how, _said in (("more", " increased by"), ("less", " reduced by"), ("set", "")):
    alone(f"hand size {_how}", f"hand size {_how} change")
    rule(f"hand size {_how} change", "{number:number word}", HandSize, how=_how)
    rule("static", f"{{what:whose}} maximum hand size is{_said} {{changes:hand size {_how}}}.", Static)
for _step, _word in (
    ("draw", "draw step"),
    ("untap", "untap step"),
    ("upkeep", "upkeep step"),
    ("combat", "combat phase"),
):
    rule("static", f"skip your {_word}.", Static, what=You(), changes=(Must(f"skip {_step}"),))
    rule("static", f"skip your {_word} if {{condition:Condition}}.", Static, what=You(), changes=(Must(f"skip {_step}"),), said="if",
         provided=lambda v: v.condition is not None)  # fmt: skip
    rule("player change", f"(skips|skip) their {_word}(s)@out", Must(f"skip {_step}"))

# CR 614.10: who skips it, said by the name of a player in the singular, of each of whom it is true.
_EXTRA = Must("skip extra turn")
for _said, _who in (("a player", EachPlayer(word="")), ("an opponent", EachPlayer("opponent", ""))):
    _BEGUN = f"{_said} would begin an extra turn"
    rule(
        "static",
        f"if {_BEGUN}, that player skips that turn instead.",
        Static(_who, (_EXTRA,)),
    )

# ---- untapping (CR 502.3) ----
for _whose in ("each other player", "each opponent"):
    _too = (Ruled(f"untap during {_whose}'s untap step"),)
    _step = f"during {_whose}'s untap step"
    rule("static", f"untap {{what:Objects}} {_step}.", Static, changes=_too)
    rule(
        "static",
        f"as long as {{condition}}, untap {{what:Objects}} {_step}.",
        Static,
        changes=_too,
        first=True,
    )
rule(
    "static",
    "{what:Objects} untap during each player's untap step.",
    Static,
    changes=(Ruled("untap during each player's untap step"),),
)


def _limit(number: Number, which: Selection) -> Cant:
    return Cant("untap more", whom=Chosen(which, Exactly(number)))


def _take_limit(value: Cant) -> dict[str, Any] | None:
    whom = value.whom
    if not isinstance(whom, Chosen) or not isinstance(whom.amount, Exactly):
        return None
    number, which = whom.amount.number, whom.which
    return {"number": number, "which": which} if value == _limit(number, which) else None


for _whose in ("their untap steps", "their untap step", "your untap step"):
    rule("player change", f"can't untap more than {{number:number word}} {{which:which@number}} during {_whose}", _limit, makes=Cant,
         undo=_take_limit)  # fmt: skip

# ---- casting at any time (CR 601.3b) ----
alone("cast at any time", "flash change")
rule("flash change", "{which:which@many}", May, what="cast spells as though they had flash")
_AS_FLASH = "as though they had flash"
rule("static", f"you may cast {{changes:cast at any time}} {_AS_FLASH}.", Static, what=You())
rule(
    "static", f"players may cast {{changes:cast at any time}} {_AS_FLASH}.", Static, what=EachPlayer(word="")
)
rule(
    "static",
    f"any player may cast {{changes:cast at any time}} {_AS_FLASH}.",
    Static,
    what=AnyPlayer(word="any"),
)
rule("flash change", "{a:which@many} and {b:which@many}", lambda a, b: May("cast spells as though they had flash", EitherOf((a, b), "and")), makes=May,
     undo=lambda v: {"a": v.which.options[0], "b": v.which.options[1]} if isinstance(v.which, EitherOf) and v.which.joined == "and" and len(v.which.options) == 2 else None,
     provided=lambda v: isinstance(v.which, EitherOf) and v == May("cast spells as though they had flash", v.which) and all(is_spell(o) for o in v.which.options))  # fmt: skip
rule(
    "plain sentence",
    f"{{duration}}, you may cast {{changes:cast at any time}} {_AS_FLASH}",
    Lasting,
    what=You(),
    first=True,
)
rule(
    "plain sentence",
    f"you may cast {{changes:cast at any time}} this turn {_AS_FLASH}",
    Lasting,
    what=You(),
    duration=ThisTurn("turn"),
)
for _shown, _mine, _theirs in (
    ("top card of the library", _TOP_CARD, "the top card of their (library|libraries)"),
    ("hand", "your hand", "their (hand|hands)"),
):
    rule(
        "static", f"play with {_mine} revealed.", Static, what=You(), changes=(Must(f"reveal the {_shown}"),)
    )
    rule("player change", f"play[s] with {_theirs} revealed", Must, what=f"reveal the {_shown}")
rule(
    "static",
    f"you may look at {_TOP_CARD} any time.",
    Static,
    what=You(),
    changes=(May("see the top of the library"),),
)

_CREATURES = Noun((("creature",),))
_SEEN: tuple[tuple[str, Quality], ...] = (
    ("you don't control", Not(ControlledBy(You()))),
    ("your opponents control", ControlledBy(EachPlayer("opponent", ""))),
)
for _of_whom, _theirs_seen in _SEEN:
    _hidden = May("see face-down creatures", Which((Is("face-down"),), _CREATURES, (_theirs_seen,)))
    rule("static", f"you may look at face-down creatures {_of_whom} any time.", Static(You(), (_hidden,)))
    rule("static", f"you may look at {_TOP_CARD} and at face-down creatures {_of_whom} any time.",
         Static(You(), (May("see the top of the library"), _hidden)))  # fmt: skip
rule("static", "you may look at cards exiled with ~.", Static(You(), (May("see cards exiled with it"),)))

_RATHER, _LIFE = "rather than pay that mana", "you may pay 2 life"
for _color, _symbol in zip(COLORS, "WUBRG", strict=True):
    _LEAVE = May("pay 2 life for colored mana", Which((OfColor(_color),), Noun()))
    rule("static", f"for each {{{_symbol}}} in a cost, {_LIFE} {_RATHER}.", Static(You(), (_LEAVE,)))

# ---- mana spent as though it were other mana (CR 609.4b) ----
_AS_RED = "as though it were red"
rule(
    "static",
    f"you may spend white mana {_AS_RED} mana.",
    Static(You(), (May(f"spend white mana {_AS_RED}"),)),
)
_AS_OTHER = "spend mana as though it were mana of"
for _as in ("any color", "any type"):
    _may = f"spend mana as though it were of {_as}"
    rule("static", f"you may {_AS_OTHER} {_as}.", Static(You(), (May(_may),)))
    rule("static", f"players may {_AS_OTHER} {_as}.", Static(EachPlayer(word=""), (May(_may),)))
    alone(f"paid with {_as}", f"paid with {_as} change")
    rule(f"paid with {_as} change", "cast {which:spells to cast}", May, what=_may)
    rule(f"paid with {_as} change", "activate abilities of {of:counted}", partial(_abilities_paid, what=_may), makes=May,
         undo=partial(_take_abilities_paid, what=_may))  # fmt: skip
    rule("static", f"you may {_AS_OTHER} {_as} to {{changes:paid with {_as}}}.", Static, what=You())
    rule(
        "static",
        f"you may {_AS_OTHER} {_as} to pay the activation costs of ~'s abilities.",
        Static(You(), (_abilities_paid(This(), _may),)),
    )
