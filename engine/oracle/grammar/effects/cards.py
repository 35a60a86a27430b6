"""Cards: draw, discard, mill, and the keyword actions that take at most a number (CR 121, 701)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    Chosen,
    ControlledBy,
    CountOf,
    Discard,
    Draw,
    Each,
    Effect,
    Exactly,
    HalfOf,
    Keyworded,
    Literally,
    Mill,
    Minus,
    Noun,
    PerEach,
    Players,
    PlayerStat,
    Plus,
    Put,
    Sacrifice,
    Selection,
    SkipDraw,
    ThatMuch,
    ThatPlayer,
    Times,
    Which,
    X,
    You,
)
from engine.oracle.kernel import rule, words

rule(
    "cards",
    "{number:count} card(s)",
    lambda number: number,
    undo=lambda v: {"number": v},
    makes=(Literally, X, ThatMuch, Times),
)
rule("cards", "that many cards plus {right:plain number word}", Plus, left=ThatMuch("many"))
rule("cards", "that many cards minus {right:plain number word}", Minus, left=ThatMuch("many"))
rule("cards", "{number:count} card(s) for each {each:each thing}", PerEach)
for _rounded in ("up", "down"):
    rule("cards", f"{{:half {_rounded}}} cards, rounded {_rounded}")
rule("cards", "cards equal to {:Number}")
rule(Effect, "{who?} draw[s] {number:cards}", Draw)
rule(Effect, "{who?} draw[s] up to {number:cards}", Draw, what="up to")
rule(Effect, "{who?} draw[s] an additional card", Draw, number=Literally(1), what="additional")
rule("one per each", "for each {each:each thing}", lambda each: PerEach(Literally(1), each), makes=PerEach,
     undo=lambda v: {"each": v.each} if v.number == Literally(1) else None)  # fmt: skip
rule(
    Effect,
    "{who?} draw[s] an additional card {number:one per each}",
    Draw,
    what="additional",
)
rule(Effect, "{who?} draw[s] another card", Draw, number=Literally(1), what="another")
rule(
    Effect,
    "{who?} draw[s] {number:number word} additional cards",
    Draw,
    what="additional",
    provided=lambda v: v.number != Literally(1),
)
rule(Effect, "{who?} skip[s] that draw", SkipDraw)
rule(Effect, "{who?} mill[s] {number:cards}", Mill)
rule(Effect, "{who?} discard[s] {what:these}", Discard)
rule(Effect, "{who?} discard[s] {what:one for each}", Discard)
rule("one for each", "a {which:which@one} for each {each:each thing}", lambda which, each: Chosen(which, Exactly(PerEach(Literally(1), each))), makes=Chosen,
     undo=lambda v: {"which": v.which, "each": v.amount.number.each}
     if isinstance(v.amount, Exactly) and isinstance(v.amount.number, PerEach) and v == Chosen(v.which, Exactly(PerEach(Literally(1), v.amount.number.each))) else None)  # fmt: skip
rule(Effect, "{who?} discard[s] {what:Objects} at random", Discard, at_random=True)
# CR 701 verbs
for _verb in (
    "scry",
    "surveil",
    "fateseal",
    "bolster",
    "support",
    "adapt",
    "monstrosity",
    "discover",
    "amass",
    "incubate",
    "earthbend",
):
    _form = {
        "scry": "(scries|scry)",
        "monstrosity": "monstrosity",
        "support": "support",
        "earthbend": "earthbend",
    }.get(_verb, f"{_verb}[s]")
    if _verb != "amass":
        rule(Effect, f"{{who?}} {_form} {{number:figure}}", Keyworded, verb=_verb)
for _verb in (
    "investigate",
    "proliferate",
    "populate",
    "learn",
    "explore",
    "connive",
    "manifest dread",
    "venture into the dungeon",
    "time travel",
):
    if _verb in ("explore", "connive"):
        rule(Effect, f"{{what:subject}} {_verb}[s]", Keyworded, verb=_verb)
    else:
        rule(Effect, f"{{who?}} {_verb.split()[0]}[s]{_verb[len(_verb.split()[0]) :]}", Keyworded, verb=_verb)
rule(
    Effect,
    "{what:subject} connive[s] {number:figure}",
    Keyworded,
    verb="connive",
    provided=lambda v: v.number is not None,
)
rule(Effect, "{what:subject} explore[s] again", Keyworded, verb="explore", word="again")
rule(Effect, "{who?} proliferate[s] again", Keyworded, verb="proliferate", word="again")
words("army", {w: w for w in ("Orcs", "Zombies", "Goblins", "Slivers", "Elves", "Sphinxes")})
rule(Effect, "{who?} amass[es] {number:figure}", Keyworded, verb="amass")
rule(Effect, "{who?} amass[es] {word:army} {number:figure}", Keyworded, verb="amass")
rule(Effect, "{who?} clash[es] with an opponent", Keyworded, verb="clash")
# So many times over.
rule("so often", "twice", Literally(2))
rule("so often", "{:number word} times", provided=lambda v: v not in (Literally(1), Literally(2)))
rule("so often", "that many times", ThatMuch("many"))
for _verb, _form in (
    ("investigate", "investigate[s]"),
    ("proliferate", "proliferate[s]"),
    ("populate", "populate[s]"),
    ("manifest dread", "manifest[s] dread"),
):
    rule(Effect, f"{{who?}} {_form} {{number:so often}}", Keyworded, verb=_verb)
rule(Effect, "{who?} investigate[s] for each {number:each thing}", Keyworded, verb="investigate")
rule(
    Effect,
    "{who?} investigate[s] once for each {number:each thing}",
    Keyworded,
    verb="investigate",
    word="once",
)
rule(
    Effect,
    "{what:subject} explore[s] {number:so often}",
    Keyworded,
    verb="explore",
)
rule(
    Effect,
    "{who?} manifest[s] {what:Objects}",
    Keyworded,
    verb="manifest",
    provided=lambda v: v.what is not None,
)
rule(Effect, "{who?} cloak[s] {what:Objects}", Keyworded, verb="cloak", provided=lambda v: v.what is not None)
rule(
    Effect,
    "{who?} collect[s] evidence {number:figure}",
    Keyworded,
    verb="collect evidence",
    provided=lambda v: v.number is not None,
)
rule(Effect, "{who?} forage[s]", Keyworded, verb="forage")
rule(
    Effect, "{who?} behold[s] {what:beheld}", Keyworded, verb="behold", provided=lambda v: v.what is not None
)
rule("beheld", "a {which:which@one}", Chosen, provided=lambda v: v.amount is None)
rule(Effect, "{who?} planeswalk[s]", Keyworded, verb="planeswalk")
rule(Effect, "{who?} roll[s] the planar die", Keyworded, verb="roll the planar die")
rule(
    Effect,
    "{who?} abandon[s] {what:Objects}",
    Keyworded,
    verb="abandon",
    provided=lambda v: v.what is not None,
)
rule(Effect, "chaos ensues", Keyworded(verb="chaos ensues"))
rule(
    Effect,
    "{who?} blight[s] {number:figure}",
    Keyworded,
    verb="blight",
    provided=lambda v: v.number is not None,
)
rule(
    Effect,
    "{what:subject} endure[s] {number:figure}",
    Keyworded,
    verb="endure",
    provided=lambda v: v.number is not None,
)
_ROUNDED: tuple[Literal["up", "down"], ...] = ("up", "down")
_MINE: tuple[tuple[str, str, Players], ...] = (("they control", "their", ThatPlayer("they")), ("you control", "your", You()), ("that player controls", "their", ThatPlayer()))  # fmt: skip
for _rounded in _ROUNDED:
    for _control, _, _whose in _MINE:
        for _choice in ("", " of their choice"):
            rule("half of them", f"half the {{which:which@many}} {_control}{_choice}, rounded {_rounded}",
                 partial(lambda which, who, rounded, by: _half_held(which, who, rounded, by), who=_whose, rounded=_rounded, by=ThatPlayer("they") if _choice else None), makes=Chosen,
                 undo=partial(lambda v, who, rounded, by: _take_half_held(v, who, rounded, by), who=_whose, rounded=_rounded, by=ThatPlayer("they") if _choice else None))  # fmt: skip
    for _in, _whose in (("their", ThatPlayer("they")), ("your", You())):
        rule("half of them", f"half the cards in {_in} hand, rounded {_rounded}",
             Chosen(Noun(form="card"), Exactly(HalfOf(PlayerStat("cards in hand", _whose), _rounded))))  # fmt: skip
rule(Effect, "{who?} sacrifice[s] {what:half of them}", Sacrifice)
rule(Effect, "{who?} discard[s] {what:half of them}", Discard)
rule(
    Effect,
    "return {what:half of them} to (its owner's hand|their owners' hands)@what",
    Put,
    zone="hand",
    verb="return",
)


def _half_held(which: Selection, who: Players, rounded: Any, by: Players | None) -> Chosen:
    theirs = Which((), which, (ControlledBy(who),))
    return Chosen(theirs, Exactly(HalfOf(CountOf(Each(theirs)), rounded)), by=by)


def _take_half_held(value: Chosen, who: Players, rounded: Any, by: Players | None) -> dict[str, Any] | None:
    which = value.which.noun if isinstance(value.which, Which) else None
    return {"which": which} if which is not None and value == _half_held(which, who, rounded, by) else None


for _rounded in _ROUNDED:
    for _they, _their, _who in (("they", "their", ThatPlayer("they")), ("you", "your", You())):
        rule(
            "cards",
            f"half {_their} library, rounded {_rounded}",
            HalfOf(PlayerStat("cards in library", _who), _rounded),
        )
