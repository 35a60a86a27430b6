"""The keywords that are ways of casting a card: whether each can be used now, and at what cost (CR 118.9, 702)."""

from __future__ import annotations

from collections.abc import Callable

from engine import abilities as ab
from engine.game import Game
from engine.game import events as ev
from engine.keywords import REDUCED
from engine.model import GameObject, PlayerId, subtypes
from engine.queries import conditions
from engine.rules.casting.method import Method
from engine.rules.costs import cost_changes

Make = Callable[[Game, PlayerId, GameObject, ab.Keyword, bool], Method | None]


def _spelled(obj: GameObject) -> bool:
    """Whether it is going to be an instant or a sorcery on the stack."""
    return bool(obj.base.types & {"instant", "sorcery"})


def _from(
    zone: str, rule: str, more: tuple[ab.Cost, ...] = (), own_cost: bool = True, instants: bool = False, face: int | None = None, free: bool = False,
) -> Make:  # fmt: skip
    """A keyword that lets its owner cast the card from a zone: the graveyard (CR 702.34a, 702.81a, 702.127a, 702.133a, 702.138a, 702.146a, 702.180a), or where
    it lies as a trigger of the keyword resolves (702.35a, 702.62a, 702.94a)."""

    def make(
        game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
    ) -> Method | None:
        if obj.zone != zone or obj.owner != player or (instants and not _spelled(obj)):
            return None
        costs = () if free else price(keyword) if own_cost else None
        besides = keyword.costs if keyword.note and own_cost else ()
        return Method(keyword.name, costs, (*more, *besides), face=face, free=free, rule=rule)

    return make


def _instead(
    rule: str, condition: Callable[[Game, PlayerId], bool] | None = None, face: int | None = None
) -> Make:
    """A keyword that is an alternative cost, from wherever the card can be cast (CR 702.74a and its like)."""

    def make(
        game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
    ) -> Method | None:
        if not anywhere or (condition is not None and not condition(game, player)):
            return None
        return Method(keyword.name, price(keyword), face=face, rule=rule)

    return make


def price(keyword: ab.Keyword) -> tuple[ab.Cost, ...] | None:
    """The cost of a keyword; None, the mana cost of the card that has it, where none is written with it, or what is written comes on top of that."""
    return None if keyword.note else keyword.costs or None


def _face_down(rule: str) -> Make:
    """CR 702.37a, 702.37c, 702.168a-b: face down for {3}."""

    def make(
        game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
    ) -> Method | None:
        if not anywhere:
            return None
        return Method(keyword.name, (ab.PayMana("{3}"),), face_down_as=keyword.name, rule=rule)

    return make


def _prototyped(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.160a, 718.3: with the mana cost and size of the inset frame, from wherever the card can be cast as such a spell."""
    return Method("prototype", None, face=1, rule="702.160a") if anywhere else None


def _exiled(mark: str, rule: str, free: bool) -> Make:
    """CR 702.143a, 702.170d: a card that was foretold or plotted on an earlier turn."""

    def make(
        game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
    ) -> Method | None:
        if obj.zone != "exile" or obj.owner != player or mark not in obj.marks:
            return None
        if obj.chosen_value("turn") == game.turn.number:
            return None
        costs = less_than_printed(obj, keyword) if keyword.note == REDUCED else keyword.costs
        return Method(keyword.name, () if free else costs, free=free, rule=rule)

    return make


def less_than_printed(obj: GameObject, keyword: ab.Keyword) -> tuple[ab.Cost, ...]:
    """CR 702.143d, 118.7: the card's mana cost less what is written with the keyword; no cost that can be paid for a card without one (118.6)."""
    if obj.base.mana_cost is None:
        return (ab.PayMana(""),)
    less = [cost.mana for cost in keyword.costs if isinstance(cost, ab.PayMana)]
    left = cost_changes.reduced(obj.base.mana_cost.symbols, less)
    return (ab.PayMana("".join(f"{{{symbol}}}" for symbol in left) or "{0}"),)


def _madness(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.35a: while the madness trigger resolves."""
    if obj.zone != "exile" or obj.owner != player or not anywhere:
        return None
    return Method("madness", price(keyword), rule="702.35a")


def _lost_life(game: Game, player: PlayerId) -> bool:
    """CR 702.137a: an opponent lost life this turn."""
    return any(
        isinstance(h.event, ev.LoseLife)
        and h.event.player not in game.seating.team(player)
        and h.event.amount > 0
        for h in game.this_turn(ev.LoseLife)
    )


def _cast_before(game: Game, player: PlayerId) -> bool:
    """CR 702.117a: there was another spell this turn, of this team's."""
    team = game.seating.team(player)
    return any(
        isinstance(h.event, ev.SpellCast) and h.event.player in team for h in game.this_turn(ev.SpellCast)
    )


def _prowl(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.76a: if a source dealt combat damage to a player this turn that was the player's then and had one of the spell's creature types."""
    mine = game.characteristics(obj.id).subtypes.intersection(subtypes.CREATURE)
    hit = any(event.kinds & mine for event in _combat_hits(game, player))
    return Method("prowl", keyword.costs, rule="702.76a") if anywhere and hit else None


def _ran_freely(game: Game, player: PlayerId) -> bool:
    """CR 702.173a: whether a commander or an Assassin creature, under the player's control then, has hit a player in combat in this turn."""
    return any(
        {"creature", "Assassin"} <= event.kinds or game.object(event.source).commander is not None
        for event in _combat_hits(game, player)
    )


def _combat_hits(game: Game, player: PlayerId) -> list[ev.Damage]:
    """The combat damage to players in this turn by sources that the player controlled at that time."""
    damage = [h.event for h in game.this_turn(ev.Damage) if isinstance(h.event, ev.Damage)]
    return [e for e in damage if e.combat and isinstance(e.to, str) and e.amount and e.by == player]


def _mayhem(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.187b-c: from the graveyard, if the player discarded it this turn; for its mana cost where no other is written."""
    if not discarded(game, player, obj) or obj.owner != player:
        return None
    return Method("mayhem", price(keyword), rule="702.187b" if keyword.costs else "702.187c")


def discarded(game: Game, player: PlayerId, obj: GameObject) -> bool:
    """CR 702.187b: whether it is in a graveyard because the player discarded it this turn."""
    return obj.zone == "graveyard" and any(
        isinstance(h.event, ev.MoveZone)
        and h.event.verb == "discard"
        and h.event.was == obj.id
        and h.event.by in (None, player)
        for h in game.this_turn(ev.MoveZone)
    )


def _web_slinging(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.188a: for the cost and a tapped creature returned to its owner's hand."""
    return Method("web-slinging", keyword.costs, (RETURN_TAPPED,), rule="702.188a") if anywhere else None


def _warp(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.185a: from the hand alone."""
    in_hand = obj.zone == "hand" and obj.owner == player
    return Method("warp", price(keyword), rule="702.185a") if in_hand and anywhere else None


def _sneak(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.190a: in one's own declare blockers step, at any time; an unblocked creature is returned for it."""
    now = game.is_active(player) and game.turn.step == "declare blockers"
    if not (anywhere and now):
        return None
    return Method("sneak", keyword.costs, (RETURN_UNBLOCKED,), flash=True, rule="702.190a")


def _offering(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.48a: at any time, with a permanent sacrificed as an additional cost, which takes its mana cost off."""
    return Method("offering", None, flash=True, rule="702.48a") if anywhere else None


CARD = ab.Noun((), "card")
DISCARD = ab.Do(ab.Discard(ab.Chosen(CARD)))
DISCARD_LAND = ab.Do(ab.Discard(ab.Chosen(ab.Noun((("land",),), "card"))))
RETURN_TAPPED = ab.Do(
    ab.Put(
        ab.Chosen(ab.Which((ab.Is("tapped"),), ab.Noun((("creature",),)), (ab.ControlledBy(ab.You()),))),
        "hand",
        verb="return",
    )
)
RETURN_UNBLOCKED = ab.Do(
    ab.Put(
        ab.Chosen(
            ab.Which(
                (ab.Is("unblocked"), ab.Is("attacking")),
                ab.Noun((("creature",),)),
                (ab.ControlledBy(ab.You()),),
            )
        ),
        "hand",
        verb="return",
    )
)


ALTERNATIVES: dict[str, Make] = {
    "flashback": _from("graveyard", "702.34a", instants=True),
    "escape": _from("graveyard", "702.138a"),
    "jump-start": _from("graveyard", "702.133a", (DISCARD,), own_cost=False, instants=True),
    "retrace": _from("graveyard", "702.81a", (DISCARD_LAND,), own_cost=False),
    "disturb": _from("graveyard", "702.146a", face=1),
    "aftermath": _from("graveyard", "702.127a", own_cost=False),
    "evoke": _instead("702.74a"),
    "dash": _instead("702.109a"),
    "blitz": _instead("702.152a"),
    "overload": _instead("702.96a"),
    "spectacle": _instead("702.137a", _lost_life),
    "surge": _instead("702.117a", _cast_before),
    "awaken": _instead("702.113a"),
    "prowl": _prowl,
    "freerunning": _instead("702.173a", _ran_freely),
    "mayhem": _mayhem,
    "web-slinging": _web_slinging,
    "harmonize": _from("graveyard", "702.180a"),
    "warp": _warp,
    "sneak": _sneak,
    "offering": _offering,
    "bestow": _instead("702.103a"),
    "mutate": _instead("702.140a"),
    "emerge": _instead("702.119a"),
    "impending": _instead("702.176a"),
    "cleave": _instead("702.148a"),
    "more than meets the eye": _instead("702.162a", face=1),
    "prototype": _prototyped,
    "morph": _face_down("702.37c"),
    "megamorph": _face_down("702.37c"),
    "disguise": _face_down("702.168b"),
    "foretell": _exiled("foretold", "702.143a", free=False),
    "plot": _exiled("plotted", "702.170d", free=True),
}
FACE_DOWN = frozenset({"morph", "megamorph", "disguise"})
"""Keywords by which a card is cast face down (CR 708.4)."""


RESOLVING: dict[str, Make] = {
    "madness": _madness,
    "miracle": _from("hand", "702.94a"),
    "suspend": _from("exile", "702.62a", free=True),
}
"""Keywords for whose cost a card is cast only as a triggered ability of theirs resolves."""

conditions.OFFERED.update(ALTERNATIVES, RESOLVING)
TRANSFORMED = frozenset({"disturb", "more than meets the eye", "siege"})
