"""Events in which it matters how many or how much: counters one by one, so much damage at once, so many attackers (CR 120.10, 122.6, 508.3, 603.2c)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AnyPlayer,
    Attacks,
    BecomesBlocked,
    Blocks,
    Chosen,
    Comparison,
    Condition,
    ControlledBy,
    CountersPut,
    DealsDamage,
    EitherOf,
    EventPattern,
    Fits,
    InZone,
    IsDealtDamage,
    Literally,
    Noun,
    OneOrMore,
    PlayerAttacks,
    PlayerKind,
    PlayerStat,
    PlayersWho,
    Provided,
    Selection,
    StateIs,
    ThatPlayer,
    This,
    Together,
    Which,
    You,
)
from engine.oracle.grammar.descriptions import add_other, drop_other, has_other
from engine.oracle.kernel import rule

# ---- counters: "a counter" is each of those that are put at once, "one or more" all of them ----
_A_KIND = "a {kind:any counter kind} counter"
rule(EventPattern, f"{_A_KIND} is put on {{on:Recipient}}", CountersPut, each=True)
rule(EventPattern, f"{_A_KIND} is removed from {{on:Recipient}}", CountersPut, how="removed", each=True)
rule(EventPattern, f"{{by:player subject}} put[s] {_A_KIND} on {{on:Recipient}}", CountersPut, each=True)
rule(EventPattern, "a counter is put on {on:Recipient}", CountersPut, kind="", each=True)
rule(EventPattern, "{by:player subject} put[s] a counter on {on:Recipient}", CountersPut, kind="", each=True)
rule(EventPattern, "one or more counters are put on {on:Recipient}", CountersPut, kind="")
rule(
    EventPattern,
    "one or more {kind:any counter kind} counters are removed from {on:Recipient}",
    CountersPut,
    how="removed",
)
rule(
    EventPattern,
    "{by:player subject} put[s] one or more counters on {on:damaged ones}",
    CountersPut,
    kind="",
)
rule(EventPattern, "the {number:ordinal} {kind:any counter kind} counter is put on {on:Objects}", CountersPut)
rule("ordinal", "tenth", Literally(10))
rule("ordinal", "twelfth", Literally(12))
rule(
    EventPattern,
    "the last {kind:any counter kind} counter is removed from {on:Objects}",
    CountersPut,
    how="removed",
    number=Literally(0),
)
# CR 113.6b: what is said of a card in exile functions there.
rule(
    "one event",
    "{event:EventPattern} while it's exiled",
    Provided,
    condition=Fits(This(), Which((), Noun(form="card"), (InZone("exile"),))),
)

_YOU_OR_WALKER = "you or a planeswalker you control"
_YOU_OR_YOURS = Together((You(), Chosen(Which((), Noun((("planeswalker",),)), (ControlledBy(You()),)))), "or")
# ---- so much damage (CR 120.10, 510.2) ----
for _kind in ("", "combat", "noncombat"):
    _damage = f"{{least:digits}} or more {_kind} damage".replace("  ", " ")
    rule(EventPattern, f"{{source:subject}} deal[s] {_damage} to {{whom:Recipient}}", DealsDamage, kind=_kind)
    rule(EventPattern, f"{{whom:Recipient}} (is|are) dealt {_damage}", IsDealtDamage, kind=_kind)
    _exact = f"exactly {{least:digits}} {_kind} damage".replace("  ", " ")
    rule(
        EventPattern,
        f"{{source:subject}} deal[s] {_exact} to {{whom:damaged ones}}",
        DealsDamage,
        kind=_kind,
        exactly=True,
    )
    rule(
        EventPattern,
        f"{_kind} damage is dealt to {{whom:damaged ones}}".strip(),
        IsDealtDamage,
        kind=_kind,
        said="dealt to",
    )
    rule(
        EventPattern,
        f"{_kind} damage is dealt to {_YOU_OR_WALKER}".strip(),
        IsDealtDamage(_YOU_OR_YOURS, _kind, said="dealt to"),
    )
    _excess = f"excess {_kind} damage".replace("  ", " ")
    rule(EventPattern, f"{{whom:Recipient}} (is|are) dealt {_excess}", IsDealtDamage, kind=_kind, excess=True)
_ONE_SOURCE = Chosen(Noun(form="source"))
rule(
    EventPattern,
    "{whom:Recipient} (is|are) dealt {least:digits} or more damage by a single source",
    IsDealtDamage,
    by=_ONE_SOURCE,
)

# ---- so many creatures (CR 508.3a, 509.3e) ----
rule(EventPattern, "{what:so many} attack", Attacks)
rule(EventPattern, "{what:so many} attack {whom:attacked}", Attacks)
rule(EventPattern, "{what:subject} block[s] {whom:so many}", Blocks)
rule(EventPattern, "{what:subject} become[s] blocked by {by:so many}", BecomesBlocked)
_ONE = Literally(1)
rule(EventPattern, "{what:subject} and at least one other creature attack", Attacks, others=_ONE)
rule(EventPattern, "{what:subject} and at least one other {along:which@one} attack", lambda what, along: Attacks(what, others=_ONE, along=add_other(along)),
     makes=Attacks, undo=lambda v: _beside(v), provided=lambda v: v.along != add_other(_CREATURE))  # fmt: skip
rule(EventPattern, "{what:subject} and at least {others:number word} {along:which@many} attack", Attacks,
     provided=lambda v: v.others != _ONE and not has_other(v.along))  # fmt: skip
_CREATURE: Selection = Noun((("creature",),))


def _beside(value: Attacks) -> dict[str, Any] | None:
    rest = drop_other(value.along) if value.along is not None else None
    return {"what": value.what, "along": rest} if rest is not None and value.others == _ONE else None


# ---- whom: players of some sort, several at once (CR 508.3b, 603.2c) ----
_AT_THE_TOP = PlayersWho(
    AnyPlayer(), Comparison(PlayerStat("life", ThatPlayer()), ">=", PlayerStat("greatest life", You()))
)
_TIED = "tied for most life"
rule("attacked", f"the player with the most life or {_TIED}", _AT_THE_TOP)
_MOST_LIFE = Comparison(PlayerStat("life", You()), ">=", PlayerStat("greatest life", You()))
rule(Condition, f"you have the most life or are {_TIED}", _MOST_LIFE)
for _sort, _one in ((AnyPlayer(), "a player"), (AnyPlayer("opponent"), "an opponent")):
    rule("player of a sort", f"{_one} {{condition:who clause@one}}", PlayersWho, who=_sort)
rule("attacked", "{:player of a sort}")
rule(
    EventPattern,
    "{who:player subject} attack[s] {whom:player of a sort}",
    PlayerAttacks,
    provided=lambda v: v.using is None,
)
rule(EventPattern, "{source:subject} deal[s] damage to {whom:player of a sort}", DealsDamage)
rule(EventPattern, "{source:subject} deal[s] combat damage to {whom:player of a sort}", DealsDamage, kind="combat")  # fmt: skip
rule("who clause", "who (has|have) the initiative", StateIs("initiative", ThatPlayer()))
for _several, _who in (("players", PlayerKind()), ("of your opponents", PlayerKind("opponent"))):
    rule(EventPattern, f"{{source:subject}} deal combat damage to one or more {_several}", DealsDamage, kind="combat", whom=Chosen(_who, OneOrMore()),
         provided=lambda v: isinstance(v.source, Chosen) and isinstance(v.source.amount, OneOrMore))  # fmt: skip
_WALKER = Chosen(EitherOf((PlayerKind(), Noun((("planeswalker",),)))))
rule(
    EventPattern,
    "{who:player subject} attack[s] a player or planeswalker with {using:attackers}",
    PlayerAttacks,
    whom=_WALKER,
)
rule(EventPattern, "{who:player subject} attack[s] a {walkers:which@one} with {using:attackers}",
     lambda who, walkers, using: PlayerAttacks(who, Chosen(walkers), using), makes=PlayerAttacks,
     undo=lambda v: {"who": v.who, "walkers": v.whom.which, "using": v.using} if isinstance(v.whom, Chosen) else None,
     provided=lambda v: isinstance(v.whom, Chosen) and v.whom != _WALKER and not has_other(v.whom.which))  # fmt: skip
_WALKERS = "one or more planeswalkers you control"
rule(
    EventPattern,
    f"{{who:player subject}} attack[s] {_WALKERS}",
    PlayerAttacks,
    whom=Chosen(Which((), Noun((("planeswalker",),)), (ControlledBy(You()),)), OneOrMore()),
)
_YOU_AND_YOURS = Together(
    (You(), Chosen(Which((), Noun((("planeswalker",),)), (ControlledBy(You()),)), OneOrMore())), "and/or"
)
rule(
    EventPattern,
    f"{{who:player subject}} attack[s] you and/or {_WALKERS}",
    PlayerAttacks,
    whom=_YOU_AND_YOURS,
)
