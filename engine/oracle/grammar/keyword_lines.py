"""Lines of keyword abilities that say more than a name with what it takes (CR 702): boast, forecast, two kickers, levels (711.2), keywords between
semicolons, and keyword abilities that are given with a cost said in a sentence of its own."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    Ability,
    Activated,
    AllOf,
    Always,
    Attacks,
    Change,
    Condition,
    Cost,
    CostChange,
    Do,
    Each,
    Effect,
    EitherCost,
    EventHappened,
    ExtraCost,
    Fits,
    Gains,
    Having,
    Is,
    Keyword,
    Lasting,
    Level,
    Literally,
    Modal,
    Mode,
    Negated,
    Noun,
    Number,
    ObjectDoes,
    Only,
    Paragraph,
    Recipient,
    Selection,
    SpellAbility,
    StateIs,
    Static,
    StepBegins,
    That,
    This,
    Together,
    Transform,
    Triggered,
    TurnOf,
    WasPaid,
    Which,
    You,
)
from engine.abilities.tree import walk
from engine.keywords import REDUCED
from engine.oracle.kernel import alone, join, rule, series, token, tokenise

# ---- activated abilities under a keyword's name ----
BOAST = (Only("", EventHappened(Attacks(This()))), Only("once each turn"))
"""CR 702.142a."""
FORECAST = (Only("from your hand"), Only("during your upkeep"), Only("once each turn"))
"""CR 702.57a-b."""
ONCE = (Only("once"),)
"""CR 702.177a, 702.193a."""
for _name, _restrictions in (
    ("boast", BOAST),
    ("forecast", FORECAST),
    ("exhaust", ONCE),
    ("power-up", ONCE),
):
    rule(
        Ability,
        f"{_name} — {{costs}}: {{effect:text}}",
        Activated,
        word=_name,
        restrictions=_restrictions,
    )
    rule(
        "spell line",
        f"{_name} — {{costs}}: {{effect:text}}",
        Activated,
        word=_name,
        restrictions=_restrictions,
    )

# ---- two kickers (CR 702.33b) ----


def _kickers(costs: tuple[Any, ...], other: tuple[Any, ...]) -> Paragraph:
    return Paragraph((Keyword("kicker", costs), Keyword("kicker", other)))


def _take_kickers(value: Paragraph) -> dict[str, Any] | None:
    match value.abilities:
        case (Keyword(name="kicker", costs=costs), Keyword(name="kicker", costs=other)):
            return {"costs": costs, "other": other}
    return None


rule("keyword line", "kicker {costs:mana cost alone} and/or {other:mana cost alone}", _kickers, makes=Paragraph,
     undo=_take_kickers)  # fmt: skip


# ---- a cost that is less, as what the keyword gives leave to cast (CR 601.2f) ----
def _cheaper(name: str, costs: tuple[Cost, ...], mana: str, times: Number) -> Paragraph:
    less = CostChange("less", mana, times)
    return Paragraph((Keyword(name, costs), Static(This(), (less,), WasPaid(name, This()))))


def _take_cheaper(value: Paragraph, name: str) -> dict[str, Any] | None:
    match value.abilities:
        case (Keyword(costs=costs), Static(changes=(CostChange(mana=mana, times=Number() as times),))):
            found: dict[str, Any] = {"costs": costs, "mana": mana, "times": times}
            return found if value == _cheaper(name, **found) else None
    return None


for _name in ("flashback",):
    rule("keyword line", f"{_name} {{costs:mana cost alone}}. ~ costs {{mana:X mana}} less to cast this way, where X is {{times:Number}}.",
         partial(_cheaper, _name), makes=Paragraph, undo=partial(_take_cheaper, name=_name))  # fmt: skip

# ---- gifts (CR 702.174) ----
for _gift in ("a Food", "a Treasure", "a card", "a tapped Fish", "an extra turn", "an Octopus"):
    rule("keyword", f"gift {_gift}", Keyword("gift", note=_gift))

# ---- one of two costs ----
rule(
    "keyword",
    "cumulative upkeep {costs:either mana}",
    Keyword,
    name="cumulative upkeep",
)
alone("either mana", "either mana cost")
rule("either mana cost", "{one:mana cost alone} or {two:mana cost alone}", lambda one, two: EitherCost((one, two)), makes=EitherCost,
     undo=lambda v: {"one": v.options[0], "two": v.options[1]} if len(v.options) == 2 else None)  # fmt: skip

# ---- between semicolons ----
series("parted keywords", "keyword", last=None, sep=";", low=2)
rule(
    "keyword line",
    "{abilities:parted keywords}",
    Paragraph,
    provided=lambda v: (
        all(isinstance(a, Keyword) for a in v.abilities) and not all(a.name == "kicker" for a in v.abilities)
    ),
)

# ---- levels (CR 711.2) and station symbols (721.2) ----
_RANGE = re.compile(r"(\d+)(?:-(\d+)|\+)$")
_SIZE = re.compile(r"[\d*]+/[\d*]+$")
token(
    "level range",
    "number",
    lambda t: t if _RANGE.match(t) else None,
    lambda v: v if isinstance(v, str) and _RANGE.match(v) else None,
)
token(
    "level size",
    "size",
    lambda t: t if _SIZE.match(t) else None,
    lambda v: v if isinstance(v, str) and _SIZE.match(v) else None,
)
# ---- a second mana cost and size (CR 702.160a) ----
rule("keyword line", "prototype {costs:mana cost alone} — {note:level size}", Keyword, name="prototype")

rule("level line", "{:Ability}")
rule("level line", "{:keyword line}")
series("level lines", "level line", last=None, sep="\n")


def _level(span: str, size: str, abilities: tuple[Ability, ...] = ()) -> Level:
    found = _RANGE.match(span)
    assert found is not None
    power, toughness = size.split("/")
    return Level(int(found[1]), int(found[2] or 0), abilities, power, toughness)


def _take_level(value: Level) -> dict[str, Any] | None:
    if not value.power or value.word:
        return None
    span = f"{value.low}-{value.high}" if value.high else f"{value.low}+"
    slots: dict[str, Any] = {"span": span, "size": f"{value.power}/{value.toughness}"}
    return slots | {"abilities": value.abilities} if value.abilities else slots


_HEAD = "LEVEL {span:level range}\n{size:level size}"
rule("permanent line", _HEAD, _level, makes=Level,
     undo=lambda v: _take_level(v) if not v.abilities else None)  # fmt: skip
rule("permanent line", _HEAD + "\n{abilities:level lines}", _level, makes=Level,
     undo=lambda v: _take_level(v) if v.abilities else None)  # fmt: skip

STATION = "station"
rule("permanent line", "STATION {span:level range}\n{abilities:level lines}",
     lambda span, abilities: Level(int(span.rstrip("+")), 0, abilities, word=STATION), makes=Level,
     undo=lambda v: {"span": f"{v.low}+", "abilities": v.abilities} if v.word == STATION else None)  # fmt: skip

# ---- protection that doesn't remove what gives it (CR 702.16n) ----


def _shields(value: Any) -> bool:
    return isinstance(value, Keyword) and value.name == "protection"


def _with_spared(value: Static, old: Recipient | None, new: Recipient | None) -> Static | None:
    """The static ability with other Auras spared by the protection that it gives; None if it gives none that spares just the old ones."""
    gained = [c for c in value.changes if isinstance(c, Gains)]
    if not any(
        isinstance(a, Keyword) and _shields(a) and a.spares == old for c in gained for a in c.abilities
    ):
        return None

    def spare(change: Change) -> Change:
        if not isinstance(change, Gains):
            return change
        return Gains(
            tuple(
                replace(a, spares=new) if isinstance(a, Keyword) and _shields(a) else a
                for a in change.abilities
            )
        )

    return replace(value, changes=tuple(spare(c) for c in value.changes))


rule(
    "protecting",
    "{what:subject} {changes:static changes@what}",
    Static,
    provided=lambda v: _with_spared(v, None, None) is not None,
)
for _spared, _said in ((This(), "~"), (Each(Noun((("Aura",),))), "Auras")):
    rule("static", f"{{value:protecting}}. this effect doesn't remove {_said}.", partial(_with_spared, old=None, new=_spared), makes=Static,
         undo=partial(lambda v, spared: {"value": s} if (s := _with_spared(v, spared, None)) is not None else None, spared=_spared))  # fmt: skip

_ALREADY = Having("attached no later than", This())


def _with_attached(value: Static, those: Selection) -> Static | None:
    """The static ability whose protection spares those of the description that were attached already (CR 702.16p)."""
    return _with_spared(value, None, Each(Which((), those, (_ALREADY,))))


def _take_attached(value: Static) -> dict[str, Any] | None:
    spared = next((n.spares for n in walk(value) if isinstance(n, Keyword) and n.spares is not None), None)
    match spared:
        case Each(which=Which(before=(), noun=those, after=(quality,))) if quality == _ALREADY:
            plain = _with_spared(value, spared, None)
            return {"value": plain, "those": those} if plain is not None else None
    return None


_THERE = "already attached to it"
rule(
    "static",
    f"{{value:protecting}}. this effect doesn't remove {{those:which@many}} that are {_THERE}.",
    _with_attached,
    makes=Static,
    undo=_take_attached,
)

# ---- Class levels (CR 716.2a) ----
alone("one level line", "level line")


def _class_level(costs: tuple[Cost, ...], low: Literally, abilities: tuple[Ability, ...], word: str) -> Level:
    return Level(low.value, 0, abilities, costs=costs, word=word)


def _take_class_level(value: Level, word: str) -> dict[str, Any] | None:
    if not value.costs or value.word != word:
        return None
    return {"costs": value.costs, "low": Literally(value.low), "abilities": value.abilities}


for _word, _form in (("", "\n{abilities:level lines}"), ("—", " — {abilities:one level line}")):
    rule("permanent line", "{costs:costs}: level {low:digits}" + _form, partial(_class_level, word=_word), makes=Level,
         undo=partial(_take_class_level, word=_word))  # fmt: skip

# ---- a cost that is said in a sentence of its own ----
MANA_COSTS = ("its mana cost", "that card's mana cost", "the card's mana cost")
"""How "the mana cost of the card that has it" is said; a keyword with such a note has no cost of its own."""


def _given(name: str, note: str) -> Gains:
    return Gains((Keyword(name, note=note),))


def _escaping(kind: type[Any], note: str, what: Any, costs: tuple[Any, ...], **how: Any) -> Any:
    return kind(what, (Gains((Keyword("escape", costs, note=note),)),), **how)


def _take_escaping(value: Any, note: str) -> dict[str, Any] | None:
    gained = (
        value.changes[0].abilities if len(value.changes) == 1 and isinstance(value.changes[0], Gains) else ()
    )
    own = gained[0] if len(gained) == 1 and isinstance(gained[0], Keyword) else None
    if own is None or not own.costs or own.note != note:
        return None
    found = {"what": value.what, "costs": own.costs} | (
        {"duration": value.duration} if isinstance(value, Lasting) else {}
    )
    return found if value == _escaping(type(value), note, **found) else None


def _foretold(kind: type[Any], what: Any, costs: tuple[Any, ...], **how: Any) -> Any:
    return kind(what, (Gains((Keyword("foretell", costs, note=REDUCED),)),), **how)


def _take_foretold(kind: type[Any], value: Any) -> dict[str, Any] | None:
    gained = value.changes[0].abilities if value.changes and isinstance(value.changes[0], Gains) else ()
    if len(gained) != 1 or not isinstance(gained[0], Keyword) or gained[0].note != REDUCED:
        return None
    how: dict[str, Any] = {"duration": Always()} if kind is Lasting else {}
    if value != _foretold(kind, value.what, gained[0].costs, **how):
        return None
    return {"costs": gained[0].costs} if kind is Lasting else {"what": value.what, "costs": gained[0].costs}


for _name in ("flashback", "escape", "blitz", "encore", "madness", "unearth", "scavenge", "embalm", "miracle", "evoke", "dash", "foretell", "harmonize", "plot"):  # fmt: skip
    for _note in MANA_COSTS:
        _then = f"the {_name} cost is equal to {_note}."
        rule(
            "sentence.",
            f"{{what:subject}} gain[s] {_name} {{duration}}. {_then}",
            Lasting,
            changes=(_given(_name, _note),),
        )
        rule(
            "trigger sentence.",
            f"{{what:subject}} gain[s] {_name} {{duration}}. {_then}",
            Lasting,
            changes=(_given(_name, _note),),
        )
        for _the, _said in (("the", ""), ("its", "its")):
            _has = f"{{what:subject}} (has|have) {_name}. {_the} {_name} cost is equal to {_note}."
            _fixed: dict[str, Any] = {"changes": (_given(_name, _note),), "said": _said}
            rule("static", _has, Static, provided=lambda v: v.condition is None, **_fixed)
            rule("static", f"as long as {{condition:conditions}}, {_has}", Static, first=True, **_fixed)
            rule(
                "static",
                f"during your turn, {_has}",
                Static,
                condition=TurnOf(You(), "during"),
                word="",
                **_fixed,
            )
# Less than the mana cost (CR 702.143d).
_LESS = f"{REDUCED} {{costs:mana cost alone}}."
rule("static", f"{{what:subject}} (has|have) foretell. its foretell cost is equal to {_LESS}", partial(_foretold, Static), makes=Static,
     undo=partial(_take_foretold, Static))  # fmt: skip
rule("sentence.", f"its foretell cost is {_LESS}", partial(_foretold, Lasting, That(), duration=Always()), makes=Lasting,
     undo=partial(_take_foretold, Lasting))  # fmt: skip
# More than the mana cost: "the card's mana cost plus ...".
for _note in MANA_COSTS:
    _then = f"escape cost is equal to {_note} plus {{costs:spoken costs}}."
    for _text, _category, _type in (
        (f"{{what:subject}} gain[s] escape {{duration:Duration}}. the {_then}", "sentence.", Lasting),
        (f"{{what:subject}} (has|have) escape. the {_then}", "static", Static),
    ):
        rule(
            _category,
            _text,
            partial(_escaping, _type, _note),
            makes=_type,
            undo=partial(_take_escaping, note=_note),
        )
for _name in ("replicate", "blitz", "dash", "evoke", "emerge"):
    rule(
        "spell ability change",
        f"{_name}. the {_name} cost is equal to its mana cost",
        _given(_name, "its mana cost"),
    )

# ---- exert (CR 701.43b-d, 508.1g): an optional cost to attack, and what is linked to it ----
EXERTED = Static(
    This(), (ExtraCost((Do(Transform(This(), "exert")),), to="attack", optional=True),), word="exert"
)
rule("permanent line", "you may exert ~ as it attacks.", EXERTED)


def _when_exerted(effect: Effect) -> Paragraph:
    return Paragraph((EXERTED, Triggered(ObjectDoes(This(), "exert"), effect, "when", word="exert")))


rule("permanent line", "you may exert ~ as it attacks. when you do, {effect:trigger text}", _when_exerted, makes=Paragraph,
     undo=lambda v: {"effect": v.abilities[1].effect} if isinstance(v.abilities[-1], Triggered) and v == _when_exerted(v.abilities[-1].effect) else None)  # fmt: skip

# ---- partners by name (CR 702.124j) ----
rule(
    "keyword line",
    "partner with {note:card name}",
    Keyword,
    name="partner with",
    provided=lambda v: v.note != "",
)

for _text in ("character select", "father & son", "friends forever", "survivors"):  # CR 702.124i
    rule("keyword", f"partner--{_text}", Keyword("partner", note=_text))

# ---- companions (CR 702.139): what the condition asks of a deck no game looks at, since a position says which card is the companion ----
token("word of a deck", "word", lambda t: t, lambda v: v if isinstance(v, str) and not v.isdigit() else None)
token("number of a deck", "number", lambda t: t, lambda v: v if isinstance(v, str) and v.isdigit() else None)
rule("said of a deck", "{:word of a deck}")
rule("said of a deck", "{:number of a deck}")
series("words of a deck", "said of a deck", last=None, sep="")
rule(
    "deck",
    "{said:words of a deck}",
    lambda said: join(list(said)),
    makes=str,
    undo=lambda v: {"said": tuple(tokenise(v))},
)
rule(
    "permanent line",
    "companion — {note:deck}.",
    Keyword,
    name="companion",
    provided=lambda v: "starting deck" in v.note,
)

# ---- paired by soulbond (CR 702.95b) ----
_IS_PAIRED = Fits(This(), Which((Is("paired"),), Noun()))
_PARTNER = Each(Which((), Noun((("creature",),)), (Having("paired with", This()),)))
_WITH_ANOTHER = "as long as ~ is paired with another creature"


def _pair(joined: str, changes: tuple[Change, ...]) -> Static:
    return Static(Together((This(), _PARTNER), joined), changes, _IS_PAIRED, first=True)  # type: ignore[arg-type]


# Each of the two, or both: the same, said otherwise.
for _joined, _said, _number in (
    ("and/or", "each of those creatures", "one"),
    ("and", "both creatures", "many"),
):
    rule("static", f"{_WITH_ANOTHER}, {_said} {{changes:static changes@{_number}}}.", partial(_pair, _joined), makes=Static,
         undo=partial(lambda v, joined: {"changes": v.changes} if v == _pair(joined, v.changes) else None, joined=_joined))  # fmt: skip

# ---- spree (CR 702.172a): modes, each with a cost of its own ----
series("spree modes", "spree mode", last=None, sep="", low=2)
rule(
    "spree mode",
    "\n+ {cost:mana} — {effect:text}",
    Mode,
    provided=lambda v: v.cost != "" and not isinstance(v.effect, Modal | Mode),
)


def _tiered(modes: tuple[Effect, ...]) -> Paragraph:
    """CR 702.183a: one mode, with its own cost."""
    return Paragraph((Keyword("tiered"), SpellAbility(Modal(1, 1, modes))))


def _spree(modes: tuple[Effect, ...]) -> Paragraph:
    return Paragraph((Keyword("spree"), SpellAbility(Modal(1, len(modes), modes))))


rule("tiered mode", "\n• {name:mode name} — {cost:mana} — {effect:text}", Mode,
     provided=lambda v: v.cost != "" and not isinstance(v.effect, Modal | Mode))  # fmt: skip
series("tiered modes", "tiered mode", last=None, sep="", low=2)
rule("spell line", "tiered {modes:tiered modes}", _tiered, makes=Paragraph,
     undo=lambda v: {"modes": s.effect.modes} if isinstance(s := v.abilities[-1], SpellAbility) and isinstance(s.effect, Modal) and v == _tiered(s.effect.modes)
     else None)  # fmt: skip
rule("spell line", "spree {modes:spree modes}", _spree, makes=Paragraph,
     undo=lambda v: {"modes": s.effect.modes} if isinstance(s := v.abilities[-1], SpellAbility) and isinstance(s.effect, Modal) and v == _spree(s.effect.modes)
     else None)  # fmt: skip

# ---- Cases (CR 719.3): solved at an end step, and what they can do once they are ----
_SOLVED = Which((Is("solved"),), Noun())
_UNSOLVED = Negated(Fits(This(), _SOLVED))


def _to_solve(condition: Condition) -> Triggered:
    event = StepBegins("end step", You(), "your")
    return Triggered(
        event, Transform(This(), "become solved"), "at", AllOf((condition, _UNSOLVED)), word="to solve"
    )


rule("permanent line", "to solve — {condition:conditions}.", _to_solve, makes=Triggered,
     undo=lambda v: {"condition": v.condition.conditions[0]} if isinstance(v.condition, AllOf) and v == _to_solve(v.condition.conditions[0]) else None)  # fmt: skip


# ---- abilities that are there only while something holds (CR 702.178a, 702.186b, 719.3c) ----
WHILE: dict[str, Condition] = {
    "solved": Fits(This(), _SOLVED),
    "max speed": StateIs("max speed", You()),
    "∞": Fits(This(), Which((Is("harnessed"),), Noun())),
}
"""What the words before the dash stand for."""


def _only_while(ability: Ability, word: str) -> Static:
    return Static(This(), (Gains((ability,)),), WHILE[word], word=word)


def _take_only_while(value: Static, word: str) -> dict[str, Any] | None:
    match value.changes:
        case (Gains(abilities=(ability,)),) if value == _only_while(ability, word):
            return {"ability": ability}
    return None


for _word in WHILE:
    for _line in ("permanent line", "spell line"):
        for _slot in ("{ability:Ability}", "{ability:keyword line}"):
            rule(_line, f"{_word} — {_slot}", partial(_only_while, word=_word), makes=Static,
                 undo=partial(_take_only_while, word=_word))  # fmt: skip
