"""Casting and playing cards as an instruction says, now or for a time (CR 601.3b, 608.2g)."""

from __future__ import annotations

from engine.abilities import CastCard, Effect, That
from engine.oracle.kernel import rule

rule(Effect, "{who?} cast[s] {what}", CastCard)
rule(Effect, "{who?} play[s] {what}", CastCard, verb="play")
_FREE = "without paying (its mana cost|their mana costs)@what"
rule(Effect, f"{{who?}} cast[s] {{what}} {_FREE}", CastCard, free=True)
rule(Effect, f"{{who?}} play[s] {{what}} {_FREE}", CastCard, verb="play", free=True)

for _said, _many in (("the copy", False), ("the copies", True)):
    rule("made copy", _said, That, noun="copy", many=_many)
rule(Effect, "{who?} cast[s] {what:made copy}", CastCard)
rule(Effect, f"{{who?}} cast[s] {{what:made copy}} {_FREE}", CastCard, free=True)

# A permission for a time: the word "may" belongs to it, since whether to do so is asked whenever it could be done.
for _verb in ("cast", "play"):
    for _free, _how in ((False, ""), (True, f" {_FREE}")):
        rule(
            "plain sentence",
            f"{{who:player subject}} may {_verb} {{what}}{_how} {{duration}}",
            CastCard,
            verb=_verb,
            free=_free,
        )
        rule(
            "plain sentence",
            f"{{duration}}, {{who:player subject}} may {_verb} {{what}}{_how}",
            CastCard,
            verb=_verb,
            free=_free,
            first=True,
        )
