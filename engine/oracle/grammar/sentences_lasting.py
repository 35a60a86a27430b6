"""Continuous effects of spells and abilities, and how long they last (CR 611.2)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from engine.abilities import (
    Ability,
    Always,
    BasePT,
    Cant,
    Change,
    DoesntUntap,
    Duration,
    EachOf,
    Effect,
    ForAsLongAs,
    Gains,
    GainsChoice,
    Lasting,
    Literally,
    Loses,
    May,
    ModifyPT,
    Must,
    Number,
    Objects,
    Players,
    Recipient,
    Reworded,
    SameSubject,
    Sequence,
    StatOf,
    SwitchPT,
    That,
    This,
    ThisTurn,
    Types,
    UnderControlOf,
    Until,
    You,
)
from engine.oracle.grammar.changes import Size
from engine.oracle.grammar.effects.tokens import TokenSize
from engine.oracle.kernel import GRAMMAR, alone, rule, series


def _not_control(value: Lasting) -> bool:
    return not any(isinstance(c, (UnderControlOf, SwitchPT, Reworded)) for c in value.changes)


def _sized(what: Recipient, size: Any, duration: Duration, each: Number, additional: bool = False) -> Lasting:
    return Lasting(what, (ModifyPT(size.power, size.toughness, size.signs, each, additional),), duration)


def _take_sized(value: Lasting, additional: bool = False) -> dict[str, Any] | None:
    change = value.changes[0]
    if len(value.changes) != 1 or value.first or not isinstance(change, ModifyPT) or change.each is None:
        return None
    if change.additional != additional:
        return None
    return {
        "what": value.what,
        "size": Size(change.power, change.toughness, change.signs),
        "duration": value.duration,
        "each": change.each,
    }


def _rewording(value: Lasting) -> dict[str, Any] | None:
    if len(value.changes) != 1 or value.first or not isinstance(value.changes[0], Reworded):
        return None
    return {"what": value.what, "change": value.changes[0], "duration": value.duration}


rule(Effect, "switch the power and toughness of each of {what:each of} {duration:Duration}", lambda what, duration: Lasting(EachOf(what), (SwitchPT(),), duration), makes=Lasting,
     undo=lambda v: {"what": v.what.of, "duration": v.duration} if isinstance(v.what, EachOf) and v == Lasting(EachOf(v.what.of), (SwitchPT(),), v.duration) else None)  # fmt: skip
rule("plain sentence", "{duration:Duration}, you gain control of {what:Objects} and (it gains|they gain)@what {abilities:said abilities}", lambda duration, what, abilities: _taken_and_able(duration, what, abilities),
     makes=Lasting, undo=lambda v: _take_taken_and_able(v))  # fmt: skip


def _taken_and_able(duration: Duration, what: Any, abilities: Any) -> Lasting:
    return Lasting(what, (UnderControlOf(You()), Gains(abilities)), duration, first=True)


def _take_taken_and_able(value: Lasting) -> dict[str, Any] | None:
    match value.changes:
        case (UnderControlOf(), Gains(abilities=abilities)) if value == _taken_and_able(
            value.duration, value.what, abilities
        ):
            return {"duration": value.duration, "what": value.what, "abilities": abilities}
    return None


rule(
    Effect,
    "{what:subject} get[s] {size:size change} {duration:Duration} for each {each:each thing}",
    _sized,
    makes=Lasting,
    undo=_take_sized,
)
rule(
    Effect,
    "{what:subject} get[s] an additional {size:size change} {duration:Duration} for each {each:each thing}",
    lambda what, size, duration, each: _sized(what, size, duration, each, True),
    makes=Lasting,
    undo=lambda v: _take_sized(v, True),
)


# Several effects for the same time: "until end of turn, your creatures get +1/+1 and theirs get -1/-1".
rule(
    "for the time",
    "{what:subject} {changes:effect changes@what}",
    Lasting,
    duration=Always(),
    first=True,
    provided=_not_control,
)
rule(
    "for the time",
    "{what:each subject} each {changes:effect changes@many}",
    Lasting,
    duration=Always(),
    first=True,
    provided=_not_control,
)
series("for the same time", "for the time", last="and", low=2)


def _for_a_time(duration: Duration, steps: tuple[Lasting, ...]) -> Sequence:
    return Sequence(tuple(replace(step, duration=duration) for step in steps), "and")


def _take_for_a_time(value: Sequence) -> dict[str, Any] | None:
    first = value.steps[0]
    if not isinstance(first, Lasting) or first.duration == Always():
        return None
    plain = tuple(replace(s, duration=Always()) for s in value.steps if isinstance(s, Lasting) and s.first)
    found: dict[str, Any] = {"duration": first.duration, "steps": plain}
    return found if value == _for_a_time(**found) else None


rule(
    "timed sentence",
    "{duration:Duration}, {steps:for the same time}",
    _for_a_time,
    makes=Sequence,
    undo=_take_for_a_time,
)


def _required(deed: str, when: str, duration: Duration) -> None:
    """Register what must be done to a thing that is named: "blocks it this turn if able"."""

    def make(what: Recipient, whom: Recipient) -> Lasting:
        return Lasting(what, (Must(deed, whom, when),), duration)

    def undo(value: Lasting) -> dict[str, Any] | None:
        change = value.changes[0]
        if not isinstance(change, Must) or change.whom is None or value != make(value.what, change.whom):
            return None
        return {"what": value.what, "whom": change.whom}

    rule(
        Effect,
        f"{{what:subject}} {deed}[s] {{whom:Objects}} {when} if able",
        make,
        undo=undo,
        makes=Lasting,
    )


# The time is part of what they must do (CR 508.1d, 509.1c).
_THIS_COMBAT = "this combat"
for _deed in ("attack", "block"):
    for _when, _duration in (("this turn", ThisTurn("turn")), (_THIS_COMBAT, Until("end of combat"))):
        rule(
            Effect,
            f"{{what:subject}} {_deed}[s] {_when} if able",
            Lasting,
            changes=(Must(_deed, when=_when),),
            duration=_duration,
        )
        _required(_deed, _when, _duration)


def _attacking_whom(what: Recipient, whom: Recipient, when: str, duration: Duration) -> Lasting:
    return Lasting(what, (Must("attack", whom, when),), duration)


def _take_attacking_whom(value: Lasting, when: str, duration: Duration) -> dict[str, Any] | None:
    whom = value.changes[0].whom if isinstance(value.changes[0], Must) else None
    if whom is None or value != _attacking_whom(value.what, whom, when, duration):
        return None
    return {"what": value.what, "whom": whom}


for _when, _duration in (("this turn", ThisTurn("turn")), (_THIS_COMBAT, Until("end of combat"))):
    rule(Effect, f"{{what:subject}} attack[s] {{whom:player object}} {_when} if able", partial(_attacking_whom, when=_when, duration=_duration),
         makes=Lasting, undo=partial(_take_attacking_whom, when=_when, duration=_duration),
         provided=lambda v: not isinstance(v.what, EachOf))  # fmt: skip
rule(
    Effect,
    "{what:subject} attack[s] or block[s]@what this turn if able",
    Lasting,
    changes=(Must("attack", when="this turn"), Must("block", when="this turn")),
    duration=ThisTurn("turn"),
)
for _when, _duration in (("this turn", ThisTurn("turn")), (_THIS_COMBAT, Until("end of combat"))):
    rule(
        "same subject effect",
        f"attack[s]@one {_when} if able",
        Lasting(SameSubject(), (Must("attack", when=_when),), _duration),
    )
    rule(
        "same subjects effect",
        f"attack {_when} if able",
        Lasting(SameSubject(many=True), (Must("attack", when=_when),), _duration),
    )
rule(Effect, "{what:subject} {changes:effect changes@what} {duration}", Lasting, provided=_not_control)
rule(
    Effect,
    "{what:subject} also {changes:effect changes@what} {duration}",
    Lasting,
    also=True,
    provided=_not_control,
)
rule(
    "timed sentence",
    "{duration}, {what:subject} {changes:effect changes@what}",
    Lasting,
    first=True,
    provided=_not_control,
)
rule(
    Effect,
    "{what:subject} {changes:effect changes@what}",
    Lasting,
    duration=Always(),
    provided=lambda v: (
        all(isinstance(c, (BasePT, Gains, Loses, ModifyPT)) for c in v.changes)
        or (v.changes == (Cant("be countered"),) and v.what != This())
        or (len(v.changes) == 1 and isinstance(v.changes[0], DoesntUntap) and v.changes[0].next_only)
    ),
)


def _chosen_first(abilities: tuple[Ability, ...], what: Recipient, duration: Duration) -> Lasting:
    return Lasting(what, (GainsChoice(abilities, "first"),), duration)


def _take_chosen_first(value: Lasting) -> dict[str, Any] | None:
    match value.changes:
        case (GainsChoice(abilities=abilities),) if value == _chosen_first(
            abilities, value.what, value.duration
        ):
            return {"abilities": abilities, "what": value.what, "duration": value.duration}
    return None


for _sentence in ("sentence.", "trigger sentence."):
    rule(_sentence, "choose {abilities:choice of abilities}. {what:subject} gain[s] that ability {duration:Duration}.", _chosen_first, makes=Lasting,
         undo=_take_chosen_first)  # fmt: skip
alone("having", "something had")
rule("something had", "(has|have) {abilities:said abilities}", Gains)
rule(
    Effect,
    "{what:subject} {changes:having@what} {duration}",
    Lasting,
    verbs=(0,),
    provided=lambda v: isinstance(v.duration, ForAsLongAs),
)
rule(Effect, "{what:subject} get[s]@what {size:size change} and {changes:having@what} {duration:Duration}", lambda what, size, changes, duration: Lasting(what, (_by(size), *changes), duration, verbs=(0,)),
     makes=Lasting, undo=lambda v: _take_by(v))  # fmt: skip


def _by(size: Size) -> ModifyPT:
    return ModifyPT(size.power, size.toughness, size.signs)


def _take_by(value: Lasting) -> dict[str, Any] | None:
    match value.changes:
        case (ModifyPT() as by, Gains() as had) if value.verbs == (0,) and not value.first:
            size = Size(by.power, by.toughness, by.signs)
            found = {"what": value.what, "changes": (had,), "duration": value.duration, "size": size}
            return found if _by(size) == by and isinstance(value.duration, ForAsLongAs) else None
    return None


rule("timed sentence", "{duration}, {what:subject} {changes:having@what}", Lasting, first=True, verbs=(0,),
     provided=lambda v: isinstance(v.duration, ForAsLongAs))  # fmt: skip
rule(
    Effect,
    "{what:subject} (is|are) {changes:being@what} {duration}",
    Lasting,
    verbs=(0,),
    provided=lambda v: isinstance(v.duration, ForAsLongAs),
)
rule(
    Effect,
    "{what:subject} (is a|are) {words:added type@what} in addition to (its|their)@what other types {duration:Duration}",
    lambda what, words, duration: Lasting(what, (Types(words, add=True),), duration, verbs=(0,)),
    makes=Lasting,
    undo=lambda v: (
        {"what": v.what, "words": t.words, "duration": v.duration}
        if len(v.changes) == 1
        and isinstance(t := v.changes[0], Types)
        and v == Lasting(v.what, (Types(t.words, add=True),), v.duration, verbs=(0,))
        and isinstance(v.duration, ForAsLongAs)
        else None
    ),
)
rule(
    "same subject effect",
    "{changes:effect changes@one} {duration}",
    Lasting,
    what=SameSubject(),
    provided=_not_control,
)
rule(
    "same subjects effect",
    "{changes:effect changes@many} {duration}",
    Lasting,
    what=SameSubject(many=True),
    provided=_not_control,
)
rule("same subject effect", "{changes:effect changes@one}", Lasting, what=SameSubject(), duration=Always(),
     provided=lambda v: len(v.changes) == 1 and isinstance(v.changes[0], DoesntUntap) and v.changes[0].next_only)  # fmt: skip
_UNDEFENDED = "as though it didn't have defender"
rule(
    "same subject effect",
    f"can attack this turn {_UNDEFENDED}",
    Lasting(SameSubject(), (May(f"attack {_UNDEFENDED}"),), ThisTurn("turn")),
)
rule("next effect", "{:same subjects effect}")
rule("next clause", "{:same subjects effect}")
rule(
    Effect,
    "{what:subject} must be blocked this turn if able",
    Lasting,
    changes=(Must("be blocked", when="this turn"),),
    duration=ThisTurn("turn"),
)
rule(
    "same subject effect",
    "must be blocked this turn if able",
    Lasting(SameSubject(), (Must("be blocked", when="this turn"),), ThisTurn("turn")),
)
# Each of several, said of them together: "two target creatures each get +1/+1".
rule(
    Effect,
    "{what:each subject} each {changes:effect changes@many} {duration}",
    Lasting,
    provided=_not_control,
)
rule("timed sentence", "{duration}, {what:each subject} each {changes:effect changes@many}", Lasting, first=True, provided=_not_control)  # fmt: skip
rule("each subject", "{of:several}", EachOf, behind=True)
rule("each subject", "they", EachOf(That(many=True), True))
rule(Effect, "switch {what:switched} power and toughness {duration}", Lasting, changes=(SwitchPT(),))
# CR 612: text-changing effects
_KINDS = {
    "color": "one color word",
    "basic land type": "one basic land type",
    "creature type": "one creature type",
}
_OTHER = "with another"
for _kind, _word in _KINDS.items():
    rule("rewording", f"{_word} {_OTHER}", Reworded((_kind,)))
rule(
    "rewording",
    f"{_KINDS['color']} {_OTHER} or {_KINDS['basic land type']} {_OTHER}",
    Reworded(("color", "basic land type")),
)
_BARRED = "the new creature type can't be"
rule(
    "rewording",
    f"{_KINDS['creature type']} {_OTHER}. {_BARRED} {{besides:bare type}}",
    Reworded,
    kinds=("creature type",),
)
rule("rewording", f"{_KINDS['creature type']} with {{new:bare type}}", Reworded, kinds=("creature type",))
_ALL = "all instances of"
_REWORDING = f"change the text of {{what:Objects}} by replacing {_ALL} {{change:rewording}}"
rule(Effect, _REWORDING + " {duration:Duration}", lambda what, change, duration: Lasting(what, (change,), duration), makes=Lasting,
     undo=lambda v: f if (f := _rewording(v)) and v.duration != Always() else None)  # fmt: skip
rule(Effect, _REWORDING, lambda what, change: Lasting(what, (change,), Always()), makes=Lasting,
     undo=lambda v: {k: x for k, x in f.items() if k != "duration"} if (f := _rewording(v)) and v.duration == Always() else None)  # fmt: skip


def _of_base_size(what: Recipient, size: Any, abilities: Any, duration: Duration) -> Lasting:
    return Lasting(what, (BasePT(size.power, size.toughness), Gains(abilities)), duration, verbs=(1, 1))


def _take_of_base_size(value: Lasting) -> dict[str, Any] | None:
    match value.changes:
        case (BasePT(power=Number() as power, toughness=Number() as toughness), Gains(abilities=abilities)):
            found: dict[str, Any] = {
                "what": value.what,
                "size": TokenSize(power, toughness),
                "abilities": abilities,
                "duration": value.duration,
            }
            return found if value == _of_base_size(**found) else None
    return None


rule(Effect, "{what:subject} (has|have)@what base power and toughness {size:size} and (has|have)@what {abilities:said abilities} {duration:Duration}",
     _of_base_size, makes=Lasting, undo=_take_of_base_size)  # fmt: skip
# "Change its base power to ..." and "its base power becomes ..." (CR 208.4a, 613.4b)
_BASES = (
    ("base power and toughness", True, True),
    ("base power", True, False),
    ("base toughness", False, True),
)


def _based(what: Recipient, number: Number, duration: Duration, p: bool, t: bool) -> Lasting:
    return Lasting(what, (BasePT(number if p else None, number if t else None),), duration)


def _take_based(value: Lasting, p: bool, t: bool) -> dict[str, Any] | None:
    change = value.changes[0]
    if not isinstance(change, BasePT) or p == t:
        return None
    number = change.power if p else change.toughness
    return (
        {"what": value.what, "number": number, "duration": value.duration}
        if number is not None and value == _based(value.what, number, value.duration, p, t)
        else None
    )


def _take_based_for_good(value: Lasting, p: bool, t: bool) -> dict[str, Any] | None:
    found = _take_based(value, p, t) if value.duration == Always() else None
    return None if found is None else {"what": found["what"], "number": found["number"]}


def _as_big(what: Recipient, of: Objects, duration: Duration) -> Lasting:
    return Lasting(what, (BasePT(StatOf("power", of), StatOf("toughness", of)),), duration)


def _take_as_big(value: Lasting) -> dict[str, Any] | None:
    change = value.changes[0]
    of = change.power.of if isinstance(change, BasePT) and isinstance(change.power, StatOf) else None
    return (
        {"what": value.what, "of": of, "duration": value.duration}
        if of is not None and value == _as_big(value.what, of, value.duration)
        else None
    )


for _base, _p, _t in _BASES[1:]:
    rule(Effect, f"change {{what:possessor}} {_base} to {{number:Number}} {{duration:Duration}}", partial(_based, p=_p, t=_t), makes=Lasting,
         undo=partial(_take_based, p=_p, t=_t))  # fmt: skip
    rule(Effect, f"change {{what:possessor}} {_base} to {{number:Number}}", partial(_based, duration=Always(), p=_p, t=_t), makes=Lasting,
         undo=partial(_take_based_for_good, p=_p, t=_t))  # fmt: skip
rule(Effect, "change {what:possessor} base power and toughness to {of:possessor} power and toughness {duration:Duration}", _as_big, makes=Lasting, undo=_take_as_big)  # fmt: skip
rule("switched", "{:Objects}'s", provided=lambda v: not GRAMMAR.is_plural(v) and v != That())
rule("switched", "its", That)

# CR 119.7-8
_FIXED = (Cant("gain life"), Cant("lose life"))
rule(
    Effect,
    "{what:player subject} {changes:player changes@what} {duration}",
    Lasting,
    provided=lambda v: _of_player(v),
)
rule(
    "timed sentence",
    "{duration}, {what:player subject} {changes:player changes@what}",
    Lasting,
    first=True,
    provided=lambda v: _of_player(v),
)
rule(Effect, "{what:whose} life total can't change {duration}", Lasting, changes=_FIXED)
rule(
    "timed sentence", "{duration}, {what:whose} life total can't change", Lasting, changes=_FIXED, first=True
)
rule(
    "timed sentence",
    "{duration}, you {changes:player gain}",
    Lasting,
    what=You(),
    first=True,
    provided=lambda v: _you_gain(v),
)
rule(Effect, "you {changes:player gain} {duration}", Lasting, what=You(), provided=lambda v: _you_gain(v))
alone("player gain", "player gain change")
rule("player gain change", "gain {abilities:said abilities}", Gains)
# The word "may" belongs to the permission: whether to use it is asked whenever it could be used (CR 305.2, 601.3b).
rule("plain sentence", "{what:player subject} may {changes:leave} {duration}", Lasting)
alone("leave", "leave given")
rule("leave given", "play an additional land", May, what="play an additional land")
for _some in ("", "up to "):
    rule("leave given", f"play {_some}{{number:number word}} additional lands", May, what="play additional lands" if _some else "play an additional land",
         provided=lambda v: v.number not in (None, Literally(1)))  # fmt: skip


def _you_gain(value: Lasting) -> bool:
    """Whether all that it does is to give you abilities for a while: these a text says that you gain, as it says that you have what you have for good."""
    return value.what == You() and len(value.changes) == 1 and isinstance(value.changes[0], Gains)


def _of_player(value: Lasting) -> bool:
    """Whether it is said with the player as its subject."""
    return _not_control(value) and not _you_gain(value) and value.changes != _FIXED


# Two effects for one time, which is said once.
def _for_now(what: Recipient | Players, changes: tuple[Change, ...]) -> Lasting:
    return Lasting(what, changes, Always(), first=True)


def _take_for_now(value: Lasting) -> dict[str, Any] | None:
    return (
        {"what": value.what, "changes": value.changes}
        if value == _for_now(value.what, value.changes)
        else None
    )


rule(
    "clause of the time",
    "{what:player subject} {changes:player changes@what}",
    _for_now,
    makes=Lasting,
    undo=_take_for_now,
    provided=_of_player,
)
rule(
    "clause of the time",
    "{what:subject} {changes:effect changes@what}",
    _for_now,
    makes=Lasting,
    undo=_take_for_now,
    provided=_not_control,
)
rule("clause of the time", "you {changes:player gain}", lambda changes: _for_now(You(), changes), makes=Lasting,
     undo=lambda v: {"changes": v.changes} if _take_for_now(v) is not None and _you_gain(v) else None)  # fmt: skip


def _at_one_time(one: Lasting, other: Lasting, joined: Literal["and", ","]) -> Sequence:
    return Sequence((one, replace(other, duration=one.duration)), joined)


def _take_at_one_time(value: Sequence, joined: str) -> dict[str, Any] | None:
    match value.steps:
        case (Lasting(first=True) as one, Lasting(first=True) as other) if (
            one.duration == other.duration and value.joined == joined
        ):
            return {"one": one, "other": replace(other, duration=Always())}
    return None


_JOINS: tuple[tuple[str, Literal["and", ","]], ...] = ((" and", "and"), (", and", ","))
for _and, _joined in _JOINS:
    rule("plain sentence", f"{{one:timed sentence}}{_and} {{other:clause of the time}}", partial(_at_one_time, joined=_joined), makes=Sequence,
         undo=partial(_take_at_one_time, joined=_joined))  # fmt: skip
