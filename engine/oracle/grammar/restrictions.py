"""Restrictions, requirements and permissions of combat and of activating (CR 101.2, 508.1, 509.1, 602.5)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from engine.abilities import (
    AssignsDamageBy,
    Attacks,
    Cant,
    Change,
    Chosen,
    Condition,
    ControlledBy,
    Cost,
    Duration,
    Each,
    EachPlayer,
    Effect,
    EitherOf,
    EventHappened,
    Exactly,
    ExtraCost,
    Having,
    Lasting,
    May,
    Must,
    Not,
    Noun,
    Number,
    OwnerOf,
    PayMana,
    PlayerKind,
    Players,
    PlayersWho,
    Recipient,
    Selection,
    Static,
    That,
    ThatPlayer,
    This,
    ThisTurn,
    Together,
    Which,
    With,
    You,
)
from engine.oracle.grammar.changes import blocked_only_by, only_blockers
from engine.oracle.kernel import alone, rule

# ---- what attacks and blocks what ----


def _only(keyword: str) -> Cant:
    creatures = Which((), Noun((("creature",),)), (Not(With(keyword)),))
    return Cant("block", whom=Each(creatures))


def _take_only(value: Cant) -> dict[str, Any] | None:
    which = getattr(value.whom, "which", None)
    quality = which.after[0] if isinstance(which, Which) and which.after else None
    if (
        isinstance(quality, Not)
        and isinstance(quality.quality, With)
        and value == _only(quality.quality.keyword)
    ):
        return {"keyword": quality.quality.keyword}
    return None


_SEEN, _OWN_WALKERS = "a player it has already attacked", "planeswalkers its owner controls"
_ATTACKED = PlayersWho(EachPlayer(word=""), EventHappened(Attacks(This(), ThatPlayer())))
rule("its owner", "its owner", OwnerOf(That()))
_OWNED = OwnerOf(That())
_OWNER_AND_OWN = Together((_OWNED, Each(Which((), Noun((("planeswalker",),)), (ControlledBy(_OWNED),)))))
_YOU_AND_YOURS = Together((You(), Each(Which((), Noun((("planeswalker",),)), (ControlledBy(You()),)))))
for _context in ("static", "effect"):
    _change = f"{_context} change"
    rule(_change, "can block only creatures with {keyword:bare keyword}", _only, undo=_take_only, makes=Cant)
    rule(_change, "can't {what:deed} unless {unless:Condition}", Cant)
    rule(_change, "can't block {whom:counted}", Cant, what="block")
    rule(_change, "can't block {whom:one blocked}", Cant, what="block")
    rule(_change, "can't enter", Cant, what="enter")
    rule(_change, f"can't attack {_SEEN} this turn", Cant("attack", whom=_ATTACKED))
    rule(_change, "can't attack {whom:its owner}", Cant, what="attack")
    rule(
        _change,
        f"can't attack its owner or {_OWN_WALKERS}",
        Cant("attack", whom=_OWNER_AND_OWN),
    )
    rule(_change, "can't attack you", Cant, what="attack", whom=You())
    rule(_change, "can't attack you or planeswalkers you control", Cant("attack", whom=_YOU_AND_YOURS))
    rule(_change, "can block any number of creatures", May, what="block any number of creatures")
    rule(
        _change,
        "can block creatures with shadow as though (it|they) had shadow",
        May,
        what="block shadow as though it had shadow",
    )
    rule(
        _change,
        "can block creatures with shadow as though ~ had shadow",
        May,
        what="block shadow as though it had shadow",
        said="~",
    )
    rule(_change, "assign[s] no combat damage", AssignsDamageBy, how="nothing")
_YOURS = "spells and abilities you control"
_BARE = "they didn't have hexproof"
alone("creatures aimed at", "creatures aimed at change")
rule("creatures aimed at change", "{which:which@many}", May, what="target as though it didn't have hexproof")
rule(
    "static",
    f"{{changes:creatures aimed at}} can be the targets of {_YOURS} as though {_BARE}.",
    Static,
    what=You(),
)
rule("static", f"your opponents and {{which:which@many}} can be the targets of {_YOURS} as though {_BARE}.", lambda which: _aimed_at(which), makes=Static,
     undo=lambda v: {"which": w.options[1]} if isinstance(v.changes[0], May) and isinstance(w := v.changes[0].which, EitherOf) and v == _aimed_at(w.options[1]) else None)  # fmt: skip


def _aimed_at(which: Selection) -> Static:
    """CR 702.11e: opponents, and what is described."""
    both = EitherOf((PlayerKind("opponent"), which), "and")
    return Static(You(), (May("target as though it didn't have hexproof", both),))


_ITS_DAMAGE = "its combat damage"
_ONE_MORE = "can block an additional creature each combat"
rule("one blocked", "{:Objects}", provided=lambda v: type(v).__name__ in ("This", "That", "Target", "Host"))
rule(
    "static change", "can block an additional creature each combat", May, what="block an additional creature"
)
rule(
    "static change",
    f"{_ONE_MORE} for each {{number:each thing}}",
    May,
    what="block an additional creature",
)
rule(
    "static change",
    "can block an additional {number:number word} creatures each combat",
    May,
    what="block an additional creature",
)
rule("effect change", "can block an additional creature", May, what="block an additional creature")
rule(
    "static change",
    "can attack as though (it|they) didn't have defender",
    May,
    what="attack as though it didn't have defender",
)
rule("static change", "can attack as though (it|they) had haste", May, what="attack as though it had haste")
rule("Effect", "{what:subject} can attack this turn as though (it|they) didn't have defender", Lasting,
     changes=(May("attack as though it didn't have defender"),), duration=ThisTurn("turn"))  # fmt: skip
rule(
    "static",
    "all creatures able to block {what:Objects} do so.",
    Static,
    changes=(Must("be blocked by all"),),
)
rule("Effect", "all creatures able to block {what:Objects} this turn do so", Lasting, changes=(Must("be blocked by all"),),
     duration=ThisTurn("turn"))  # fmt: skip
rule("static", f"you may have {{what:Objects}} assign {_ITS_DAMAGE} as though it weren't blocked.", Static,
     changes=(AssignsDamageBy("as though it weren't blocked"),))  # fmt: skip
rule(
    "static",
    "you may choose not to untap {what:Objects} during your untap step.",
    Static,
    changes=(May("choose not to untap"),),
)

# ---- abilities that can't be activated (CR 602.5) ----
_INACTIVE = Cant("have its activated abilities activated")
_MANA_ONLY = Cant("have its activated abilities activated unless they're mana abilities")
for _cant, _rest in ((_INACTIVE, ""), (_MANA_ONLY, " unless they're mana abilities")):
    rule("static", f"{{what:subject}} {{changes:static changes@what}}, and (its|their)@what activated abilities can't be activated{_rest}.",
         lambda what, changes, cant=_cant: Static(what, (*changes, cant)), makes=Static,
         undo=partial(lambda v, cant: {"what": v.what, "changes": v.changes[:-1]}
         if len(v.changes) > 1 and v == Static(v.what, (*v.changes[:-1], cant)) else None, cant=_cant))  # fmt: skip
    rule(
        "static",
        f"{{what:possessor}} activated abilities can't be activated{_rest}.",
        Static,
        changes=(_cant,),
    )
    rule(
        "static",
        f"activated abilities of {{what:counted}} can't be activated{_rest}.",
        Static,
        changes=(_cant,),
    )

rule(
    Effect,
    "{what:possessor} activated abilities can't be activated {duration}",
    Lasting,
    changes=(_INACTIVE,),
)


def _and_inactive(duration: Duration, what: Recipient, changes: tuple[Change, ...]) -> Lasting:
    return Lasting(what, (*changes, _INACTIVE), duration, first=True)


rule("timed sentence", "{duration:Duration}, {what:subject} {changes:effect changes@what} and (its|their)@what activated abilities can't be activated", _and_inactive, makes=Lasting,
     undo=lambda v: {"duration": v.duration, "what": v.what, "changes": v.changes[:-1]}
     if v.first and len(v.changes) > 1 and v.changes[-1] == _INACTIVE else None)  # fmt: skip

# ---- landwalk that doesn't matter (CR 702.14c, 609.4) ----
_AS_THOUGH, _LACKED = "can be blocked as though", "they didn't have"
_UNWALKING = "be blocked as though it didn't have landwalk"
_CREATURES = Each(Noun((("creature",),)))
for _land in ("Plains", "Island", "Swamp", "Mountain", "Forest"):
    _walk = f"{_land.lower()}walk"
    rule(
        "static",
        f"creatures with {_walk} {_AS_THOUGH} {_LACKED} {_walk}.",
        Static(_CREATURES, (May(_UNWALKING, Noun(((_land,),))),)),
    )
_ANY_WALK = "landwalk abilities"
rule(
    "static",
    f"creatures with {_ANY_WALK} {_AS_THOUGH} {_LACKED} those abilities.",
    Static(_CREATURES, (May(_UNWALKING),)),
)

# ---- what a player can't block with (CR 509.1b): a noun described twice, to tell it from "creatures your opponents control can't block" ----


def _fighters_of(who: Players, which: Selection, deed: str) -> Static:
    return Static(Each(Which((), which, (ControlledBy(who),))), (Cant(deed),), word="")


def _take_fighters(value: Static, deed: str) -> dict[str, Any] | None:
    match value.what:
        case Each(which=Which(noun=which, after=(ControlledBy(who=who),))) if isinstance(
            which, Which
        ) or isinstance(who, PlayersWho):
            return {"who": who, "which": which} if value == _fighters_of(who, which, deed) else None
    return None


for _deed in ("attack", "block"):
    rule("static", f"{{who:player subject}} can't {_deed} with {{which:which@many}}.", partial(_fighters_of, deed=_deed), makes=Static,
         undo=partial(_take_fighters, deed=_deed),
         provided=partial(lambda v, deed: _take_fighters(v, deed) is not None, deed=_deed))  # fmt: skip

# ---- loyalty abilities at any time (CR 606.3) ----
_AS_INSTANT = "any time you could cast an instant"
_LOYAL = (May("have its loyalty abilities activated as an instant"),)
rule(
    "static",
    f"as long as {{condition:conditions}}, you may activate its loyalty abilities {_AS_INSTANT}.",
    Static,
    what=This(),
    changes=_LOYAL,
    first=True,
)
for _whose in ("", " on any player's turn"):
    rule("static", f"you may activate loyalty abilities of {{what:loyal ones}}{_whose} {_AS_INSTANT}.", Static, changes=_LOYAL, first=not _whose,
         provided=lambda v: v.condition is None)  # fmt: skip
# CR 606.3: two of them in a turn.
_TWICE, _ONCE = May("have its loyalty abilities activated twice"), "rather than only once"
rule(
    "static",
    f"you may activate the loyalty abilities of {{what:counted}} twice each turn {_ONCE}.",
    Static,
    changes=(_TWICE,),
    provided=lambda v: v.condition is None,
)
rule(
    "plain sentence",
    f"you may activate the loyalty abilities of {{what:counted}} twice this turn {_ONCE}",
    Lasting,
    changes=(_TWICE,),
    duration=ThisTurn("turn"),
)
rule(
    "plain sentence",
    f"you may activate loyalty abilities of ~ twice this turn {_ONCE}",
    Lasting(This(), (_TWICE,), ThisTurn("turn")),
)
rule("loyal ones", "{:Objects}", provided=lambda v: isinstance(v, This | Each))

# ---- costs to attack and block (CR 508.1h, 509.1d) ----
_THEY_PAY = "unless their controller pays {mana:mana}"


def _charge(mana: str, *to: str) -> tuple[ExtraCost, ...]:
    costs: tuple[Cost, ...] = (PayMana(mana),)
    return tuple(ExtraCost(costs, deed) for deed in to)


def _take_charge(value: Static, *to: str) -> dict[str, Any] | None:
    first = value.changes[0] if value.changes else None
    if not isinstance(first, ExtraCost) or len(first.costs) != 1 or not isinstance(first.costs[0], PayMana):
        return None
    mana = first.costs[0].mana
    return {"what": value.what, "mana": mana} if value == Static(value.what, _charge(mana, *to)) else None


for _to, _said in (
    (("attack",), "attack unless its controller pays {mana:mana}"),
    (("block",), "block unless its controller pays {mana:mana}"),
    (("attack", "block"), "attack or block unless its controller pays {mana:mana}"),
    (("attack you",), f"attack you {_THEY_PAY} for each creature they control that's attacking you"),
    (("attack you or planeswalkers you control",),
     f"attack you or planeswalkers you control {_THEY_PAY} for each of those creatures"),
):  # fmt: skip
    rule("static", f"{{what:subject}} can't {_said}.", lambda what, mana, to=_to: Static(what, _charge(mana, *to)), makes=Static,
         undo=partial(lambda v, to: _take_charge(v, *to), to=_to))  # fmt: skip


def _charge_each(what: Recipient, mana: str, times: Number, to: tuple[str, ...]) -> Static:
    costs: tuple[Cost, ...] = (PayMana(mana, times),)
    return Static(what, tuple(ExtraCost(costs, deed) for deed in to), said="you")


def _take_charge_each(value: Static, to: tuple[str, ...]) -> dict[str, Any] | None:
    match value.changes:
        case (ExtraCost(costs=(PayMana(mana=mana, times=Number() as times),)), *_):
            found: dict[str, Any] = {"what": value.what, "mana": mana, "times": times}
            return found if value == _charge_each(**found, to=to) else None
    return None


for _deeds, _words in (
    (("attack",), "attack"),
    (("block",), "block"),
    (("attack", "block"), "attack or block"),
):
    rule("static", f"{{what:the source}} can't {_words} unless you pay {{mana:plain mana}} for each {{times:each thing}}.", partial(_charge_each, to=_deeds), makes=Static,
         undo=partial(_take_charge_each, to=_deeds))  # fmt: skip


def _charge_while(condition: Condition, what: Recipient, mana: str, to: str) -> Static:
    return Static(what, _charge(mana, to), condition, first=True)


def _take_charge_while(value: Static, to: str) -> dict[str, Any] | None:
    found = _take_charge(replace(value, condition=None, first=False), to)
    return (
        None
        if found is None or value.condition is None or not value.first
        else {**found, "condition": value.condition}
    )


for _where, _said in (
    (
        "attack you or planeswalkers you control",
        f"attack you or planeswalkers you control {_THEY_PAY} for each of those creatures",
    ),
    ("block", f"block {_THEY_PAY} for each of those creatures"),
):
    rule("static", f"as long as {{condition:Condition}}, {{what:subject}} can't {_said}.", partial(_charge_while, to=_where), makes=Static,
         undo=partial(_take_charge_while, to=_where))  # fmt: skip


def _per_creature(number: Number, *to: str) -> tuple[ExtraCost, ...]:
    costs: tuple[Cost, ...] = (PayMana("{1}", number),)
    return tuple(ExtraCost(costs, deed) for deed in to)


def _take_per_creature(value: Static, *to: str) -> dict[str, Any] | None:
    first = value.changes[0] if value.changes else None
    cost = first.costs[0] if isinstance(first, ExtraCost) and len(first.costs) == 1 else None
    if not isinstance(cost, PayMana) or cost.times is None:
        return None
    found = {"what": value.what, "mana": "{X}", "number": cost.times}
    return found if value == Static(value.what, _per_creature(cost.times, *to)) else None


# The letter in the cost stands for a number that is worked out as the creatures attack (CR 107.3i, 508.1h).
_EACH_OF_THEM = "each creature they control"
_THEY_PAY_X = "unless their controller pays {mana:X mana}"
for _where, _said in (
    ("attack you", f"attack you {_THEY_PAY_X} for {_EACH_OF_THEM} that's attacking you"),
    ("attack you or planeswalkers you control",
     f"attack you or planeswalkers you control {_THEY_PAY_X} for each of those creatures"),
):  # fmt: skip
    rule("static", f"{{what:subject}} can't {_said}, where X is {{number:Number}}.",
         lambda what, mana, number, to=_where: Static(what, _per_creature(number, to)), makes=Static,
         undo=partial(lambda v, to: _take_per_creature(v, to), to=_where))  # fmt: skip

# What "you" pay for the creature itself.
for _deeds, _said in (
    (("attack",), "attack"),
    (("block",), "block"),
    (("attack", "block"), "attack or block"),
):
    rule("static", f"~ can't {_said} unless you {{costs:spoken costs}}.", lambda costs, deeds=_deeds: Static(This(), tuple(ExtraCost(costs, d) for d in deeds), said="you"),
         makes=Static, undo=partial(lambda v, deeds: {"costs": v.changes[0].costs} if isinstance(v.changes[0], ExtraCost)
         and v == Static(This(), tuple(ExtraCost(v.changes[0].costs, d) for d in deeds), said="you") else None, deeds=_deeds))  # fmt: skip


def _kept_apart(which: Selection) -> Static:
    """Neither blocks the other."""
    return Static(This(), (Cant("block", whom=Each(which)), Cant("be blocked", by=which)), said="either way")


rule("static", "~ can't block or be blocked by {which:which@many}.", _kept_apart, makes=Static,
     undo=lambda v: {"which": w} if (w := getattr(v.changes[-1], "by", None)) is not None and v == _kept_apart(w) else None)  # fmt: skip

# ---- how many creatures together can attack and block (CR 508.1c, 509.1b) ----


def _no_more(number: Number, which: Selection, what: str, who: Recipient) -> Static:
    return Static(who, (Cant(what, by=Chosen(which, Exactly(number))),))


def _take_no_more(value: Static, what: str, who: Recipient) -> dict[str, Any] | None:
    change = value.changes[0]
    by = change.by if isinstance(change, Cant) else None
    if not isinstance(by, Chosen) or not isinstance(by.amount, Exactly):
        return None
    found: dict[str, Any] = {"number": by.amount.number, "which": by.which}
    return found if value == _no_more(**found, what=what, who=who) else None


for _what, _deed, _who in (
    ("attack with more", "attack", EachPlayer(word="")),
    ("block with more", "block", EachPlayer(word="")),
    ("be attacked by more", "attack you", You()),
    ("be attacked by more", "attack ~", This()),
):
    rule("static", f"no more than {{number:number word}} {{which:which@number}} can {_deed} each combat.",
         partial(_no_more, what=_what, who=_who), makes=Static, undo=partial(_take_no_more, what=_what, who=_who))  # fmt: skip

# ---- the legend rule (CR 704.5j) ----
_NO_LEGEND_RULE = Cant("be affected by the legend rule")
rule("static", "the “_legend rule” doesn't apply.", Static(Each(Noun(form="permanent")), (_NO_LEGEND_RULE,)))
rule(
    "static",
    "the “_legend rule” doesn't apply to {what:counted}.",
    Static,
    changes=(_NO_LEGEND_RULE,),
)

# ---- targets (CR 115.4, 702.11) ----


def opposing(form: Literal["spell", "ability"]) -> Which:
    return Which((), Noun(form=form), (ControlledBy(EachPlayer("opponent", "")),))


for _context in ("static", "effect"):
    for _said, _by in (
        ("spells or abilities your opponents control", EitherOf((opposing("spell"), opposing("ability")))),
        ("spells or abilities", EitherOf((Noun(form="spell"), Noun(form="ability")))),
        ("abilities your opponents control", opposing("ability")),
    ):
        rule(f"{_context} change", f"can't be the (target|targets) of {_said}", Cant("be the target", by=_by))
    rule(
        f"{_context} change",
        "can't be the (target|targets) of {by:which@many}",
        Cant,
        what="be the target",
        provided=lambda v: _form(v.by) == "spell",
    )
    rule(
        f"{_context} change",
        "can't be the (target|targets) of {by:stack noun@many}",
        Cant,
        what="be the target",
        provided=lambda v: _form(v.by) == "ability" and _from_sources(v.by),
    )
    rule(
        f"{_context} change",
        "can't be the (target|targets) of {a:which@many} or {b:stack noun@many}",
        lambda a, b: Cant("be the target", by=EitherOf((a, b), "or a")),
        makes=Cant,
        undo=lambda v: (
            {"a": v.by.options[0], "b": v.by.options[1]}
            if isinstance(v.by, EitherOf) and len(v.by.options) == 2
            else None
        ),
        provided=lambda v: (
            v.what == "be the target"
            and isinstance(v.by, EitherOf)
            and v.by.joined == "or a"
            and _form(v.by.options[0]) == "spell"
            and _form(v.by.options[1]) == "ability"
            and _from_sources(v.by.options[1])
        ),
    )


def _from_sources(which: Any) -> bool:
    return isinstance(which, Which) and any(
        isinstance(q, Having) and q.relation == "from" for q in which.after
    )


def _form(which: Any) -> str:
    noun = getattr(which, "noun", which)
    return getattr(noun, "form", "")


# Where the time is said before the exception.
rule(
    "Effect",
    "{what:subject} can't be blocked this turn except by {which:which@many}",
    lambda what, which: Lasting(what, (blocked_only_by(which),), ThisTurn("turn, before")),
    makes=Lasting,
    undo=lambda v: (
        {"what": v.what, "which": which}
        if (which := only_blockers(v.changes[0])) is not None
        and v == Lasting(v.what, (blocked_only_by(which),), ThisTurn("turn, before"))
        else None
    ),
)
