"""Moving objects: destroy, exile, sacrifice, return, put, search, shuffle (CR 400-406, 701)."""

from __future__ import annotations

from engine.abilities import (
    Destroy,
    Effect,
    Exile,
    LookAt,
    OwnerOf,
    Put,
    Reveal,
    Sacrifice,
    Search,
    Shuffle,
    That,
    This,
    TopOfLibrary,
    UntilLeaves,
    You,
)
from engine.oracle.kernel import rule

rule(Effect, "destroy {what}", Destroy)
rule(
    "sentence.",
    "destroy {what}. it can't be regenerated.",
    Destroy,
    buried=True,
    provided=lambda v: _single(v),
)
rule(
    "sentence.",
    "destroy {what}. they can't be regenerated.",
    Destroy,
    buried=True,
    provided=lambda v: not _single(v),
)
rule(
    "trigger sentence.",
    "destroy {what}. it can't be regenerated.",
    Destroy,
    buried=True,
    provided=lambda v: _single(v),
)
rule(
    "trigger sentence.",
    "destroy {what}. they can't be regenerated.",
    Destroy,
    buried=True,
    provided=lambda v: not _single(v),
)


def _single(value: Destroy) -> bool:
    from engine.oracle.kernel import GRAMMAR

    return not GRAMMAR.is_plural(value.what)


rule(Effect, "{who?} exile[s] {what}", Exile)
rule(Effect, "{who?} exile[s] {what} until {until:leaving}", Exile)
rule("leaving", "{what:subject} leave[s] the battlefield", UntilLeaves)
rule(Effect, "{who?} sacrifice[s] {what}", Sacrifice)
rule(Effect, "{who?} reveal[s] {what}", Reveal)
rule(Effect, "{who?} look[s] at {what}", LookAt, provided=lambda v: isinstance(v.what, (TopOfLibrary, That)))

# ---- to hand ----


def _known(value: Put) -> bool:
    """Whether the zone that it comes from isn't part of its description."""
    return isinstance(value.what, (This, That))


# The owner's zone is where a thing goes if no other is said (CR 400.3): Put.whose is None.
rule(
    "other whose",
    "{:whose}",
    provided=lambda v: not (isinstance(v, OwnerOf) and isinstance(v.of, That) and not v.of.noun),
)
_OWN = "(its owner's hand|their owners' hands)@what"
rule(Effect, f"{{who?}} return[s] {{what}} to {_OWN}", Put, zone="hand", verb="return")
rule(Effect, "{who?} return[s] {what} to {whose:other whose} hand", Put, zone="hand", verb="return")
rule(Effect, "{who?} return[s] {what} from {origin_of:whose} graveyard to {whose:whose} hand", Put, zone="hand", verb="return",
     origin="graveyard", provided=_known)  # fmt: skip
rule(Effect, "{who?} put[s] {what} into {whose:other whose} hand", Put, zone="hand")
rule(Effect, f"{{who?}} put[s] {{what}} into {_OWN}", Put, zone="hand")

# ---- to the battlefield ----
for _state, _said in (
    ((), ""),
    (("tapped",), " tapped"),
    (("transformed",), " transformed"),
    (("tapped", "attacking"), " tapped and attacking"),
):
    rule(
        Effect, f"{{who?}} put[s] {{what}} onto the battlefield{_said}", Put, zone="battlefield", state=_state
    )
    rule(
        Effect,
        f"{{who?}} put[s] {{what}} onto the battlefield{_said} under your control",
        Put,
        zone="battlefield",
        state=_state,
        under=You(),
    )
    rule(
        Effect,
        f"{{who?}} return[s] {{what}} to the battlefield{_said}",
        Put,
        zone="battlefield",
        verb="return",
        state=_state,
    )
    rule(
        Effect,
        f"{{who?}} return[s] {{what}} to the battlefield{_said} under your control",
        Put,
        zone="battlefield",
        verb="return",
        state=_state,
        under=You(),
    )
    rule(Effect, f"{{who?}} return[s] {{what}} to the battlefield{_said} under {{under:whose}} control", Put, zone="battlefield", verb="return",
         state=_state, provided=lambda v: v.under != You())  # fmt: skip
    rule(Effect, f"{{who?}} return[s] {{what}} from {{origin_of:whose}} graveyard to the battlefield{_said}", Put, zone="battlefield", verb="return",
         state=_state, origin="graveyard", provided=_known)  # fmt: skip

# ---- to a library or graveyard ----
for _zone, _words in (("library top", "on top of"), ("library bottom", "on the bottom of")):
    for _order, _said in (("", ""), ("any", " in any order"), ("random", " in a random order")):
        rule(
            Effect,
            f"{{who?}} put[s] {{what}} {_words} {{whose:other whose}} library{_said}",
            Put,
            zone=_zone,
            order=_order,
        )
        rule(
            Effect,
            f"{{who?}} put[s] {{what}} {_words} (its owner's library|their owners' libraries)@what{_said}",
            Put,
            zone=_zone,
            order=_order,
        )
rule(Effect, "{who?} put[s] {what} into {whose:other whose} graveyard", Put, zone="graveyard")
rule(
    Effect,
    "{who?} put[s] {what} into (its owner's graveyard|their owners' graveyards)@what",
    Put,
    zone="graveyard",
)
rule(Effect, "{who?} shuffle[s]", Shuffle)
rule(Effect, "{who?} shuffle[s] {whose:whose} library", Shuffle)
rule(Effect, "{who?} shuffle[s] {what} into {whose:whose} library", Shuffle)
rule(Effect, "{who?} search[es] {whose:whose} library for {what}", Search)
