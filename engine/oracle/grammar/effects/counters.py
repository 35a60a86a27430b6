"""Counters on objects and players (CR 122)."""

from __future__ import annotations

from engine.abilities import AddCounters, Effect, Literally, RemoveCounters, You
from engine.oracle.kernel import rule

rule(Effect, "{who?} put[s] {number:count} {kind:any counter kind} counter(s) on {on:Recipient}", AddCounters)
rule(
    Effect,
    "{who?} put[s] {number:count} {kind:any counter kind} counter(s) on {on:Recipient} for each {each:each thing}",
    AddCounters,
)
rule(
    Effect,
    "{who?} remove[s] {number:count} {kind:any counter kind} counter(s) from {source:Recipient}",
    RemoveCounters,
)
rule(
    Effect,
    "{who?} remove[s] all {kind:any counter kind} counters from {source:Recipient}",
    RemoveCounters,
    number=None,
)
for _n, _symbols in enumerate(("{E}", "{E}{E}", "{E}{E}{E}", "{E}{E}{E}{E}", "{E}{E}{E}{E}{E}"), 1):
    rule(Effect, f"you get {_symbols}", AddCounters(Literally(_n), "energy", You()))
