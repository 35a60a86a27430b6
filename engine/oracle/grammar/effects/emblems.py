"""Emblems (CR 114)."""

from __future__ import annotations

from engine.abilities import Effect, Emblem
from engine.oracle.kernel import rule

rule(Effect, "{who?} get[s] an emblem with {abilities:said abilities}", Emblem)
