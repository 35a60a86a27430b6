"""Casting and playing cards as an instruction says, now or for a time (CR 601.3b, 608.2g)."""

from __future__ import annotations

from itertools import product
from typing import Any

from engine.abilities import (
    IF_ABLE,
    LOOK,
    TIME_FIRST,
    CastCard,
    Do,
    Duration,
    Each,
    Effect,
    Everything,
    Noun,
    Objects,
    OneOf,
    PayLife,
    RemoveCounters,
    Selection,
    StatOf,
    That,
    This,
    You,
)
from engine.oracle.grammar.effects.mana import is_spell
from engine.oracle.grammar.on_stack import form_of
from engine.oracle.kernel import rule, series, words

rule(Effect, "{who?} cast[s] {what}", CastCard)
rule(Effect, "{who?} play[s] {what}", CastCard, verb="play")
_FREE = "without paying (its mana cost|their mana costs)@what"
rule(Effect, f"{{who?}} cast[s] {{what}} {_FREE}", CastCard, free=True)
rule(Effect, f"{{who?}} cast[s] {{what}} {_FREE} if able", CastCard, free=True, note=IF_ABLE)
rule(Effect, f"{{who?}} play[s] {{what}} {_FREE}", CastCard, verb="play", free=True)

rule(
    Effect,
    "cast {what} from your graveyard",
    CastCard,
    origin="graveyard",
    provided=lambda v: v.what in (This(), That()),
)
# For another cost than the mana cost (CR 118.9): the pronoun is the spell's.
rule("gerund of it", "{:gerund}")
_ENERGY = "an amount of {E}"
for _its, _spell in (("its", This(True)), ("the spell's", This())):
    _worth = StatOf("mana value", _spell)
    rule("gerund of it", f"paying life equal to {_its} mana value", Do(PayLife(_worth)))
    rule(
        "gerund of it",
        f"paying {_ENERGY} equal to {_its} mana value",
        Do(RemoveCounters(_worth, "energy", You())),
    )
series("gerunds of it", "gerund of it", last="and")
rule(
    Effect,
    "{who?} cast[s] {what} by {costs:gerunds of it} rather than paying its mana cost",
    CastCard,
    provided=lambda v: bool(v.costs),
)

# Spells of a kind, or any, out of several cards, as many as one likes (CR 601.3e).
rule("spells among", "{which:which@many} {of:from group}", OneOf, amount=Everything(), provided=lambda v: v.which is not None and is_spell(v.which))  # fmt: skip
rule(Effect, f"{{who?}} cast[s] {{what:spells among}} {_FREE}", CastCard, free=True)
rule("all as spells", "spells {of:from group}", OneOf, amount=Everything(), which=Noun(form="spell"))
rule(
    "cards among",
    "{which:which@many} {of:from group}",
    OneOf,
    amount=Everything(),
    provided=lambda v: form_of(v.which) == "card",
)
rule("what is cast", "{:cards among}")
rule("what is cast", "{:Objects}", provided=lambda v: not isinstance(v, OneOf) or v.amount != Everything())
rule("what is cast", "{:all as spells}")
rule("what is cast", "{:spells among}", provided=lambda v: _is_sort(v))
for _said, _many in (("the copy", False), ("the copies", True)):
    rule("made copy", _said, That, noun="copy", many=_many)
rule(Effect, "{who?} cast[s] {what:made copy}", CastCard)
rule(Effect, f"{{who?}} cast[s] {{what:made copy}} {_FREE}", CastCard, free=True)


def _is_sort(what: Objects) -> bool:
    """Whether it is whatever can be cast out of a group as a spell of some sort, said without "all"."""
    if not isinstance(what, OneOf) or what.amount != Everything() or not isinstance(what.of, That):
        return False
    return what.which is not None and is_spell(what.which)


# A permission for a time: the word "may" belongs to it, since whether to do so is asked whenever it could be done.
for _verb in ("cast", "play"):
    for _free, _how in ((False, ""), (True, f" {_FREE}")):
        rule(
            "plain sentence",
            f"{{who:player subject}} may {_verb} {{what:what is cast}}{_how} {{duration}}",
            CastCard,
            provided=lambda v: not isinstance(v.what, Each),
            verb=_verb,
            free=_free,
        )
        rule(
            "plain sentence",
            f"{{duration}}, {{who:player subject}} may {_verb} {{what:what is cast}}{_how}",
            CastCard,
            verb=_verb,
            free=_free,
            first=True,
        )

    rule(
        "plain sentence",
        f"{{who:player subject}} may {_verb} {{what:what is cast}} {{duration}} {_FREE}",
        CastCard,
        verb=_verb,
        free=True,
        note=TIME_FIRST,
    )
    # Of cards in exile face down (CR 406.3): who may play them may look at them all the while.
    rule(
        "plain sentence",
        f"you may look at and {_verb} {{what}} {{duration}}",
        CastCard,
        who=You(),
        verb=_verb,
        note=LOOK,
    )

for _done in ("exiled", "revealed", "milled"):
    rule("group", f"those {_done} cards", That("card", many=True, done=_done, the=True))

# With leave to spend other mana than the cost asks for (CR 118.14, 609.4b).
rule("what is paid for", "{:Objects}", provided=lambda v: not (isinstance(v, OneOf) and v.amount == Everything() and v.which is not None and is_spell(v.which)))  # fmt: skip
rule("what is paid for", "{:spells among}")
words("spent as", {w: w for w in ("any type", "any color")})
_AS_OTHER = "as though it were mana of {spend:spent as}"
_AS_THOUGH = f"you may spend mana {_AS_OTHER} to cast"
_SPENT = "can be spent to cast"
_ANY_TYPE = f"mana of any type {_SPENT}"
_SETTLED: dict[str, Any] = {"spend": "any type"}
for _spent in ("that spell", "it", "those spells", "them"):
    for _comma in (",", ""):
        _riders: tuple[tuple[str, str, dict[str, Any]], ...] = (
            (f"{_comma} and {_AS_THOUGH} {_spent}", f"{_comma} may {_spent}", {}),
            (f"{_comma} and {_ANY_TYPE} {_spent}", f"{_comma} can {_spent}", _SETTLED),
        )
        for _verb, (_rider, _put, _settled) in product(("cast", "play"), _riders):
            for _note, _look in (("", ""), (LOOK, "look at and ")):
                rule(
                    "plain sentence",
                    f"you may {_look}{_verb} {{what:what is paid for}} {{duration}}{_rider}",
                    CastCard,
                    who=You(),
                    verb=_verb,
                    note=_note,
                    spend_said=_put,
                    **_settled,
                )
            rule(
                "plain sentence",
                f"{{duration}}, you may {_verb} {{what:what is paid for}}{_rider}",
                CastCard,
                who=You(),
                verb=_verb,
                first=True,
                spend_said=_put,
                **_settled,
            )


# ---- spells of a sort out of cards that lie face down in exile, which the player may look at (CR 406.3b, 601.3f) ----
_LOOK_AT: dict[str, Any] = {"who": You(), "first": True, "note": LOOK}
_MAY_LOOK = "{duration:Duration}, you may look at"
_LOOKED: tuple[tuple[str, dict[str, Any]], ...] = (
    (f", and {_AS_THOUGH} those spells", {"spend_said": ", and may those spells"}),
    ("", {}),
)
for _spend, _paid in _LOOKED:
    _join = "," if _paid else " and"
    rule(
        "plain sentence",
        f"{_MAY_LOOK} them{_join} you may cast {{what:spells among}}{_spend}",
        CastCard,
        **_LOOK_AT,
        **_paid,
    )


def _if_it_is(duration: Duration, of: Objects, which: Selection) -> CastCard:
    return CastCard(OneOf(Everything(), of, which), duration=duration, **_LOOK_AT)


def _take_if_it_is(value: CastCard) -> dict[str, Any] | None:
    what = value.what
    if not isinstance(what, OneOf) or not isinstance(what.of, That) or what.of.many or what.which is None:
        return None
    found = {"duration": value.duration, "of": what.of, "which": what.which}
    return found if value.duration is not None and value == _if_it_is(**found) else None  # type: ignore[arg-type]


rule("plain sentence", f"{_MAY_LOOK} {{of:Objects}} and you may cast it if it's a {{which:which@one}}", _if_it_is, makes=CastCard, undo=_take_if_it_is,
     provided=lambda v: isinstance(v.what, OneOf) and v.what.which is not None and is_spell(v.what.which))  # fmt: skip
