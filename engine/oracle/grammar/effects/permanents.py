"""What is done to permanents and spells where they are: tap, attach, transform, counter, copy (CR 701)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from engine.abilities import (
    AsOne,
    Attach,
    BasePT,
    BecomeState,
    Colors,
    CopyCard,
    CopySpell,
    Counter,
    Each,
    Effect,
    Exchange,
    Having,
    Keyworded,
    Literally,
    LosesTypes,
    NewTargets,
    Noun,
    Number,
    Objects,
    Optional,
    RemoveFromCombat,
    Reselect,
    Tap,
    That,
    ThatPlayer,
    Transform,
    Types,
    Unattach,
    Unless,
    Which,
    You,
)
from engine.oracle.grammar.effects.tokens import TokenSize
from engine.oracle.kernel import alone, rule, words

for _state in ("tap", "untap"):
    rule(Effect, f"{{who?}} {_state}[s] {{what:these}}", Tap, state=_state)
rule(Effect, "{who?} tap[s] {what:one for each}", Tap)
rule(Effect, "tap or untap {what}", Tap, state="tap or untap")
rule(Effect, "{who?} attach[es] {what} to {to:Objects}", Attach)
rule(Effect, "unattach {what}", Unattach, provided=lambda v: _take_all_from(v) is None)
rule(Effect, "unattach all Equipment from {host:Objects}", lambda host: _all_from(host), makes=Unattach,
     undo=lambda v: _take_all_from(v))  # fmt: skip


def _all_from(host: Objects) -> Unattach:
    """CR 701.3d: all Equipment attached to it."""
    return Unattach(Each(Which((), Noun((("Equipment",),)), (Having("attached to", host),)), ""))


def _take_all_from(value: Unattach) -> dict[str, Any] | None:
    match value.what:
        case Each(which=Which(after=(Having(objects=Objects() as host),))) if value == _all_from(host):
            return {"host": host}
    return None


for _verb in ("transform", "convert", "flip", "goad", "exert", "detain", "suspect", "harness"):
    rule(Effect, f"{{who?}} {_verb}[s] {{what}}", Transform, verb=_verb)
rule(Effect, "{what:subject} (is|are) no longer suspected", Transform, verb="be no longer suspected")
rule(Effect, "{what:subject} become[s] plotted", Transform, verb="become plotted")
rule(Effect, "{what:subject} become[s] foretold", Transform, verb="become foretold")
rule(Effect, "{who?} turn[s] {what} face up", Transform, verb="turn face up")
rule(Effect, "{who?} turn[s] {what} face down", Transform, verb="turn face down")
rule(Effect, "{what:subject} phase[s] out", Transform, verb="phase out")
_PHASING_IN = "as it phases in this way"
_UNTIL = "{what:subject} phase[s] out until {until:leaving}"
rule(Effect, _UNTIL, Transform, verb="phase out")
for _sentence in ("sentence.", "trigger sentence."):
    rule(
        _sentence,
        f"{_UNTIL}. tap that creature {_PHASING_IN}.",
        Transform,
        verb="phase out",
        tapped=True,
    )
rule(Effect, "{what:subject} become[s] blocked", Transform, verb="become blocked")
for _verb in ("become prepared", "become unprepared"):
    rule(Effect, f"{{what:subject}} {_verb.replace('become', 'become[s]')}", Transform, verb=_verb)
rule(Effect, "{who?} unlock[s] a locked door of {what}", Transform, verb="unlock a door of")
rule(Effect, "{who?} lock[s] or unlock[s]@who a door of {what}", Transform, verb="lock or unlock a door of")
rule(Effect, "all damage already dealt to {what} is healed", Transform, verb="heal")
rule(Effect, "your speed increases by {number:figure}", Keyworded, verb="increase speed", who=You())
rule(
    Effect,
    "{who?} airbend[s] {what:Objects}",
    Keyworded,
    verb="airbend",
    provided=lambda v: v.what is not None,
)
rule(Effect, "counter {what}", Counter)
rule(Effect, "counter all abilities", Counter, what=Each(Noun(form="ability"), "all"))


def _is_card(value: Any) -> bool:
    return isinstance(value.what, That) and value.what.noun == "card"


rule(Effect, "{who?} (copies|copy) {what}", CopyCard, provided=_is_card)
rule(Effect, "{who?} (copies|copy) {what}", CopySpell, provided=lambda v: not _is_card(v))
rule(Effect, "{who?} (copies|copy) {what}, except that the copy is {exceptions:copied colors}", CopySpell)
# CR 707.9: a spell is copied with exceptions, said of the copy.
rule(Effect, "{who?} (copies|copy) {what}, except the copy {exceptions:excepted of the copy}", CopySpell)
alone("excepted of the copy", "one excepted of the copy")
rule("one excepted of the copy", "isn't legendary", LosesTypes(("legendary",)))
_MORE = "in addition to its other types"
rule("one excepted of the copy", f"is a {{words:type run}} {_MORE}", Types, add=True)
rule(
    "one excepted of the copy",
    f"is a {{size:size}} {{words:type run}} {_MORE}",
    lambda size, words: AsOne((BasePT(size.power, size.toughness), Types(words, add=True))),
    makes=AsOne,
    undo=lambda v: _sized_too(v),
)


def _sized_too(value: AsOne) -> dict[str, Any] | None:
    match value.changes:
        case (BasePT(power=Number() as power, toughness=Number() as toughness), Types(words=words)):
            return {"size": TokenSize(power, toughness), "words": words}
    return None


alone("copied colors", "copied color")
rule("copied color", "{colors:token colors}", Colors)
rule(Effect, "{who?} (copies|copy) {what} {times:times}", CopySpell)
words("times", {Literally(2): "twice", Literally(3): "three times"})
rule(Effect, "{who?} (copies|copy) {what} for each {times:each thing}", CopySpell)
rule(Effect, "{who?} choose[s] new targets for {what:copied}", NewTargets, how="choose new targets")
rule("copied", "{:Objects}", provided=lambda v: v not in (That("copy"), That("copy", many=True)))
_SAME = ThatPlayer("")
rule(
    "next effect",
    "may choose a new target for that copy",
    Optional(_SAME, NewTargets(That("copy"), how="choose a new target")),
)
rule(
    "next effect",
    "may choose new targets for the copy",
    Optional(_SAME, NewTargets(That("copy"), how="choose new targets")),
)
rule("copied", "the copy", That, noun="copy")
rule("copied", "the copies", That, noun="copy", many=True)
rule(Effect, "you may change any targets of {what}", NewTargets, who=You(), how="may change any targets")
rule(Effect, "change the target of {what}", NewTargets, how="change the target")
rule(Effect, "change the target of {what} to {to:Objects}", NewTargets, how="change the target")
rule(Effect, "change a target of {what} to {to:Objects}", NewTargets, how="change a target")
rule(Effect, "exchange control of {what:these}", Exchange, provided=lambda v: v.duration is None)
rule(Effect, "exchange the text boxes of {what:these}", Exchange, of="text boxes")
rule(Effect, "exchange the text boxes of {what:these} {duration:Duration}", Exchange, of="text boxes")


def _counters(value: Effect) -> tuple[str, bool] | None:
    """Where a countered spell goes and how that is said, if that is what the sentence does."""
    inner = value.effect if isinstance(value, Unless) else value
    return (inner.to, inner.briefly) if isinstance(inner, Counter) else None


def _to(value: Effect, zone: str, briefly: bool) -> Effect:
    if isinstance(value, Unless):
        return replace(value, effect=_to(value.effect, zone, briefly))
    assert isinstance(value, Counter)
    return replace(value, to=zone, briefly=briefly)


def _countered_to(sentence: str, words_: str, zone: str, briefly: bool) -> None:
    """Register where a countered spell goes instead of the graveyard, as the next sentence says."""

    def make(effect: Effect) -> Effect:
        return _to(effect, zone, briefly)

    def undo(value: Effect) -> dict[str, Any] | None:
        return {"effect": _to(value, "", False)} if _counters(value) == (zone, briefly) else None

    rule(sentence, f"{{effect:countering}}. {words_}.", make, makes=(Counter, Unless), undo=undo)


_COUNTERED = "that spell is countered this way"
_OWNERS = "of its owner's library"
for _place, _zone in (
    ("exile it", "exile"),
    (f"put it on top {_OWNERS}", "library top"),
    (f"put it on the bottom {_OWNERS}", "library bottom"),
    (f"put that card on the top or bottom {_OWNERS}", "library top or bottom"),
    ("put it into its owner's hand", "hand"),
):
    for _rest, _briefly in (
        ("putting it into its owner's graveyard", False),
        ("into that player's graveyard", True),
    ):
        for _sentence in ("sentence.", "trigger sentence."):
            _countered_to(_sentence, f"if {_COUNTERED}, {_place} instead of {_rest}", _zone, _briefly)
rule("countering", "{:plain sentence}", provided=lambda v: _counters(v) == ("", False))


rule(Effect, "remove {what} from combat", RemoveFromCombat)
_AMONG: tuple[Literal["player", "player or planeswalker", "player or permanent"], ...] = (
    "player",
    "player or planeswalker",
    "player or permanent",
)
for _among in _AMONG:
    rule(Effect, f"reselect which {_among} {{what:Objects}} is attacking", Reselect, among=_among)
rule(Effect, "you become the monarch", BecomeState, state="monarch", who=You())
rule(Effect, "you take the initiative", BecomeState, state="initiative", who=You())
