"""Cards: draw, discard, mill, and the keyword actions that take at most a number (CR 121, 701)."""

from __future__ import annotations

from engine.abilities import Chosen, Discard, Draw, Effect, Keyworded, Mill, Noun
from engine.oracle.kernel import rule

rule(Effect, "{who?} draw[s] {number:count} card(s)", Draw)
rule(Effect, "{who?} draw[s] cards equal to {number:Number}", Draw, what="equal")
rule(Effect, "{who?} mill[s] {number:count} card(s)", Mill)
rule(Effect, "{who?} discard[s] {what:Objects}", Discard)
rule(Effect, "{who?} discard[s] a card at random", Discard, what=Chosen(Noun(form="card")), at_random=True)

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
):
    _form = {"scry": "(scries|scry)", "monstrosity": "monstrosity", "support": "support"}.get(
        _verb, f"{_verb}[s]"
    )
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
