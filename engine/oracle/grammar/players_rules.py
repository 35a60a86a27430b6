"""Rules that static abilities change for players: what they can't do, may do, must skip (CR 101.2, 305.2, 402.2, 500.11, 601.3)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    Cant,
    EachPlayer,
    HandSize,
    Lasting,
    May,
    Must,
    Recipient,
    Static,
    StaticSpells,
    ThisTurn,
    TurnOf,
    You,
)
from engine.oracle.kernel import alone, rule

# ---- what players can't do ----
rule(
    "player change",
    "can't cast more than one spell each turn",
    Cant,
    what="cast more than one spell each turn",
)
rule("player change", "can't cast {whom:counted}", Cant, what="cast spells", provided=lambda v: _spells(v))
rule("player change", "can't play lands", Cant, what="play lands")
rule("player change", "can't win the game", Cant, what="win the game")
rule(
    "static",
    "{what:player subject} {changes:player changes@what} during your turn.",
    Static,
    condition=TurnOf(You()),
)
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


def _shut(what: Recipient, whom: Recipient) -> Static:
    changes = (Cant("cast spells"), Cant("activate abilities", whom=whom))
    return Static(what, changes, TurnOf(You()), first=True)


def _take_shut(value: Static) -> dict[str, Any] | None:
    whom = getattr(value.changes[-1], "whom", None)
    if not isinstance(whom, Recipient) or value != _shut(value.what, whom):
        return None
    return {"what": value.what, "whom": whom}


_CANT_DO = "can't cast spells or activate abilities of {whom:counted}"
rule("static", f"during your turn, {{what:player subject}} {_CANT_DO}.", _shut, makes=Static, undo=_take_shut)


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
alone("more lands", "more lands change")
rule("more lands change", "{number:number word} additional lands", May, what="play an additional land")
rule("more lands change", "any number of lands", May, what="play any number of lands")
for _how, _said in (("more", "increased by"), ("less", "reduced by")):
    alone(f"hand size {_how}", f"hand size {_how} change")
    rule(f"hand size {_how} change", "{number:number word}", HandSize, how=_how)
    rule("static", f"{{what:whose}} maximum hand size is {_said} {{changes:hand size {_how}}}.", Static)
for _step, _word in (
    ("draw", "draw step"),
    ("untap", "untap step"),
    ("upkeep", "upkeep step"),
    ("combat", "combat phase"),
):
    rule("static", f"skip your {_word}.", Static, what=You(), changes=(Must(f"skip {_step}"),))

# ---- casting and playing from elsewhere (CR 601.3) ----
for _zone, _said in (("graveyard", "your graveyard"), ("library top", "the top of your library")):
    rule(
        "static",
        f"you may play lands from {_said}.",
        Static,
        what=You(),
        changes=(May("play lands", zone=_zone),),
    )
    rule(
        "static",
        f"you may play lands and cast spells from {_said}.",
        Static,
        what=You(),
        changes=(May("play cards", zone=_zone),),
    )
    alone(f"cast from {_zone}", f"cast from {_zone} change")
    rule(f"cast from {_zone} change", f"{{which:which@many}} from {_said}", May, what="cast spells", zone=_zone,
         provided=lambda v: v.which is not None)  # fmt: skip
    rule("static", f"you may cast {{changes:cast from {_zone}}}.", Static, what=You())
alone("cast at any time", "flash change")
rule("flash change", "{which:which@many}", May, what="cast spells as though they had flash")
_AS_FLASH = "as though they had flash"
rule("static", f"you may cast {{changes:cast at any time}} {_AS_FLASH}.", Static, what=You())
rule(
    "static", f"players may cast {{changes:cast at any time}} {_AS_FLASH}.", Static, what=EachPlayer(word="")
)
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
