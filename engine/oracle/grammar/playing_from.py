"""Leave to cast and play cards from other zones than the hand: of which cards, how often, for what more, and where the spell goes (CR 118.8-9, 601.3)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    Cant,
    Change,
    Discard,
    Do,
    EitherOf,
    Exile,
    Fits,
    InZone,
    Keyworded,
    Lasting,
    Literally,
    May,
    Noun,
    PayLife,
    PayMana,
    RemoveCounters,
    Sacrifice,
    Selection,
    Static,
    StatOf,
    This,
    ThisTurn,
    TurnOf,
    Which,
    You,
)
from engine.oracle.grammar.costs import is_action
from engine.oracle.grammar.effects.mana import is_spell
from engine.oracle.kernel import alone, rule, series

# ---- what it costs ----
rule("gerund", "paying {mana:mana}", PayMana)
rule("gerund", "{action:deed as cost}", Do, provided=lambda v: is_action(v.action))
rule("deed as cost", "paying {amount:figure} life", PayLife)
rule("deed as cost", "discarding {what:these}", Discard)
rule("deed as cost", "sacrificing {what:these}", Sacrifice)
rule("deed as cost", "exiling {what:these}", Exile)
rule("deed as cost", "removing {number:count} counter(s) from {source:Recipient}", RemoveCounters, kind="")
rule("deed as cost", "foraging", Keyworded("forage"))
series("gerunds", "gerund", last="and")
_NO_MANA = (Do(PayLife(StatOf("mana value", This()))),)

_Fields = dict[str, Any]
_MORE: tuple[tuple[_Fields, str], ...] = (
    ({"costs": ()}, ""),
    ({}, " by {{costs:gerunds}} in addition to paying {} other costs"),
)

# ---- where the spell goes (CR 614.1a) ----
_THIS_WAY, _GRAVE = "cast this way", "put into your graveyard"
_EXILED = f". if a spell {_THIS_WAY} would be {_GRAVE}, exile it instead"
_THEN: tuple[tuple[Literal["", "your graveyard"], str], ...] = (("", ""), ("your graveyard", _EXILED))


def _spells(value: May) -> bool:
    which = value.which
    return (
        all(map(is_spell, which.options))
        if isinstance(which, EitherOf)
        else which is not None and is_spell(which)
    )


def _lands(value: May) -> bool:
    """Whether lands of some kind are spoken of, not lands."""
    which = value.which
    noun = which.noun if isinstance(which, Which) else which
    if not isinstance(noun, Noun) or noun.form or which == Noun((("land",),)):
        return False
    return bool(noun.kinds) and all("land" in kind or kind[-1] in _BASIC for kind in noun.kinds)


_BASIC = ("Plains", "Island", "Swamp", "Mountain", "Forest")
rule("spells given", "{:which@many}", provided=is_spell)
rule("spells given", "{:sorts of spells}")


# ---- from a zone, of several spells ("playing leave") or of one ("one leave") ----
def _both(
    lands: Any, which: Selection, zone: str, then: str = "", costs: Any = (), among: Any = None
) -> tuple[Change, ...]:
    cast = May("cast spells", which, zone=zone, then=then, costs=costs, among=among)  # type: ignore[arg-type]
    return (May("play lands", lands, zone=zone, among=among), cast)


for _zone, _from in (
    ("graveyard", " from your graveyard"),
    ("library top", " from the top of your library"),
    ("", " from among {among:which@many}"),
):
    rule("playing leave", f"play lands{_from}", May, what="play lands", zone=_zone)
    rule(
        "playing leave",
        f"play {{which:which@many}}{_from}",
        May,
        what="play lands",
        zone=_zone,
        provided=_lands,
    )
    rule("playing leave", f"play lands and cast spells{_from}", May, what="play cards", zone=_zone)
    if _zone:
        rule("playing leave", f"plot {{which:which@many}}{_from}", May, what="plot", zone=_zone)
    for _then, _exiled in _THEN:
        for _costs, _paid in _MORE:
            rule("playing leave", f"cast {{which:spells given}}{_from}{_paid.format('their')}{_exiled}", May, what="cast spells", zone=_zone, then=_then, **_costs,
                 provided=_spells)  # fmt: skip
            rule("one leave", f"cast a {{which:which@one}}{_from}{_paid.format('its')}{_exiled}", May, what="cast spells", zone=_zone, number=Literally(1), then=_then, **_costs,
                 provided=_spells)  # fmt: skip
    rule("playing leaves", f"play lands and cast {{which:spells given}}{_from}", partial(lambda which, zone, among=None: _both(None, which, zone, among=among), zone=_zone), makes=tuple,
         undo=partial(lambda v, zone: _take_both(v, zone), zone=_zone), provided=lambda v: _is_both(v) and v[0].which is None and v[1].which != Noun(form="spell"))  # fmt: skip
    rule("playing leaves", f"play {{lands:which@many}} and cast {{which:spells given}}{_from}", partial(lambda lands, which, zone, among=None: _both(lands, which, zone, among=among), zone=_zone),
         makes=tuple, undo=partial(lambda v, zone: _take_both(v, zone), zone=_zone), provided=lambda v: _is_both(v) and _lands(v[0]))  # fmt: skip
rule(
    "playing leaves",
    "{one:playing leave}",
    lambda one: (one,),
    makes=tuple,
    undo=lambda v: {"one": v[0]} if len(v) == 1 else None,
)
alone("one leave only", "one leave")


def _is_both(value: tuple[Any, ...]) -> bool:
    return len(value) == 2 and all(isinstance(c, May) for c in value)


def _take_both(value: tuple[Any, ...], zone: str) -> dict[str, Any] | None:
    if not _is_both(value) or any(c.zone != zone for c in value):
        return None
    lands, cast = value
    if cast.which is None or value != _both(lands.which, cast.which, zone, among=cast.among):
        return None
    found = {"lands": lands.which, "which": cast.which, "among": cast.among}
    return {k: v for k, v in found.items() if v is not None}


_PAID_IN_LIFE, _COST = "pay life equal to its mana value", "its mana cost"
_BOTH, _IF = "play lands and cast spells", "if you cast a spell this way"
_TOP = "the top of your library"
rule("playing leave", f"{_BOTH} from {_TOP}. {_IF}, {_PAID_IN_LIFE} rather than pay {_COST}",
     May("play cards", zone="library top", costs=_NO_MANA, rather=True))  # fmt: skip

# ---- sentences ----
_MINE = You()
rule("static", "you may {changes:playing leaves}.", Static, what=_MINE)
rule(
    "static",
    "as long as {condition:conditions}, you may {changes:playing leaves}.",
    Static,
    what=_MINE,
    first=True,
)
rule(
    "static",
    "during your turn, you may {changes:playing leaves}.",
    Static,
    what=_MINE,
    condition=TurnOf(_MINE, "during"),
    word="",
)
rule("static", "once each turn, you may {changes:one leave only}.", Static, what=_MINE)
alone("leave for one", "counted leave")
rule("counted leave", "cast one {which:which@one} from your graveyard", May, what="cast spells", zone="graveyard", number=Literally(1), said="one", provided=_spells)  # fmt: skip
rule("static", "during each of your turns, you may {changes:leave for one}.", Static, what=_MINE, condition=TurnOf(_MINE, "during each of your turns"), word="")  # fmt: skip
for _when in ("once during each of your turns", "during each of your turns"):
    rule(
        "static",
        f"{_when}, you may {{changes:one leave only}}.",
        Static,
        what=_MINE,
        condition=TurnOf(_MINE, _when),
        word="",
    )
rule("plain sentence", "{duration}, you may {changes:playing leaves}", Lasting, what=_MINE, first=True)
rule(
    "plain sentence",
    "you may {changes:playing leaves} this turn",
    Lasting,
    what=_MINE,
    duration=ThisTurn("turn"),
)

# ---- itself, from where it is ----
alone("own leave", "leave of its own")
_OWN: _Fields = {"what": "be cast"}
for _zone, _from in (("graveyard", "your graveyard"), ("exile", "exile")):
    rule("leave of its own", f"from {_from}", May, zone=_zone, **_OWN)
    rule(
        "leave of its own",
        f"from {_from} by {{costs:gerunds}} in addition to paying its other costs",
        May,
        zone=_zone,
        **_OWN,
    )
    rule(
        "leave of its own",
        f"from {_from} by {{costs:gerunds}} rather than paying its mana cost",
        May,
        zone=_zone,
        rather=True,
        **_OWN,
    )
    for _keyword in ("blitz", "mutate"):
        rule(
            "leave of its own",
            f"from {_from} using its {_keyword} ability",
            May(f"be cast using {_keyword}", zone=_zone),
        )
rule("own leaves", "{:own leave}")
rule(
    "own leaves",
    "from your graveyard or from exile",
    tuple(May("be cast", zone=z) for z in ("graveyard", "exile")),
)
rule("static", "you may cast ~ {changes:own leaves}.", Static, what=This())
rule(
    "static",
    "you may cast ~ {changes:own leaves} as long as {condition}.",
    Static,
    what=This(),
    provided=lambda v: all(isinstance(c, May) and not c.said for c in v.changes),
)
_OF_EACH_TYPE = (
    May("play lands", zone="graveyard", number=Literally(1)),
    May("cast spells", Noun((("permanent",),), "spell"), Literally(1), "graveyard", each="permanent type"),
)
_LAND, _ONE_EACH = "play a land", "a permanent spell of each permanent type"
_ON_YOUR_TURNS = "during each of your turns"
rule("static", f"{_ON_YOUR_TURNS}, you may {_LAND} and cast {_ONE_EACH} from your graveyard.", Static(_MINE, _OF_EACH_TYPE, TurnOf(_MINE, _ON_YOUR_TURNS)))  # fmt: skip
_FROM_THERE = (
    May("be cast", zone="graveyard"),
    Cant("be cast", unless=Fits(This(), Which((), Noun(), (InZone("graveyard", You(), "from"),)))),
)
rule("static", "you may cast ~ from your graveyard, but not from anywhere else.", Static(This(), _FROM_THERE))
alone("own leave if", "leave of its own if")
rule("leave of its own if", "from your graveyard", May("be cast", zone="graveyard", said="if"))
rule("static", "you may cast ~ {changes:own leave if} if {condition}.", Static, what=This())
