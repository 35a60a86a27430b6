"""Actions as costs: which can be one, and one function a verb that checks it, chooses what it needs, and returns what pays it (CR 118.1, 118.3, 601.2h)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine import abilities as ab
from engine import actions
from engine.actions import cards
from engine.errors import IllegalAction, Unsupported
from engine.game import events as ev
from engine.game import link_of
from engine.model import ObjectId, linked_to
from engine.queries import changed_rules, descriptions, history, numbers, object_abilities
from engine.rules.costs import counter_costs
from engine.rules.costs.choices_of_costs import bounds, carry_out, choose, mine_in
from engine.rules.costs.paying import Paying, Step, can_sacrifice, life_to_pay, pays_no_life

Prepare = Callable[[Paying, Any], Step]


class AsCost(NamedTuple):
    """How a verb is a cost: in which form it can be one, and the function that prepares it."""

    fits: Callable[[Any], bool]
    prepare: Prepare


ACTIONS: dict[type[ab.Effect], AsCost] = {}
"""Instructions that can be a cost, and in which form (CR 118.1)."""


def as_cost(
    *kinds: type[ab.Effect], when: Callable[[Any], bool] = lambda action: True
) -> Callable[[Prepare], Prepare]:
    """Enter the function as the one that prepares these verbs as costs; `when`: in which form they can be one."""

    def enter(prepare: Prepare) -> Prepare:
        for kind in kinds:
            ACTIONS[kind] = AsCost(when, prepare)
        return prepare

    return enter


def is_cost(action: ab.Effect) -> bool:
    """Whether the action can be paid as a cost."""
    known = ACTIONS.get(type(action))
    return known is not None and known.fits(action)


def action_cost(made: Paying, action: ab.Effect) -> Step:
    """CR 118.1: an action as a cost; checked and its objects chosen now, carried out by the function returned."""
    if not is_cost(action):
        raise Unsupported(f"{type(action).__name__} as a cost")
    with made.ctx.carrying_out(action.at):
        step = ACTIONS[type(action)].prepare(made, action)

    def speaking() -> None:
        with made.ctx.carrying_out(action.at):
            step()

    return speaking


# ---- several, and life --------------------------------------------------------------------------------------------------


@as_cost(ab.Sequence, when=lambda action: all(is_cost(step) for step in action.steps))
def sequence(made: Paying, action: ab.Sequence) -> Step:
    """CR 118.1: several actions, all chosen for before the first is carried out."""
    parts = [action_cost(made, step) for step in action.steps]

    def all_parts() -> None:
        for part in parts:
            part()

    return all_parts


@as_cost(ab.PayLife)
def pay_life(made: Paying, action: ab.PayLife) -> Step:
    """CR 119.4: only as much life as there is can be paid, and none by a player who can't lose life (119.8); 0 can always be."""
    game, payer = made.game, made.payer
    life = max(0, numbers.value(made.ctx, action.amount))
    if life and game.seating.one_life:
        game.cite("119.4a")
    if life > life_to_pay(made):
        if pays_no_life(made):
            raise IllegalAction(
                "118.3", f"an effect keeps {payer} from paying life for that", also=("101.2",)
            )
        if changed_rules.cant(game, payer, "lose life"):
            raise IllegalAction("119.8", f"{payer} can't lose life, and so can't pay any")
        raise IllegalAction("119.4", f"{payer} has {game.players[payer].life} life, less than {life}")
    made.life_wanted -= min(life, made.life_wanted)
    if not life:
        game.cite("119.4b")

    def lose() -> None:
        if life > game.players[payer].life:
            raise IllegalAction("119.4", f"{payer} has less than {life} life")
        if life:
            game.happen(ev.LoseLife(player=payer, amount=life, source=made.ctx.source, how="pay"))
        made.ctx.mention((payer,), ("life", "player"), done="paid", amount=life)

    return lose


# ---- objects given up, tapped, shown ------------------------------------------------------------------------------------


@as_cost(ab.Sacrifice)
def sacrifice(made: Paying, action: ab.Sacrifice) -> Step:
    """CR 701.21a: permanents of one's own that can be sacrificed."""
    game, ctx, payer = made.game, made.ctx, made.payer

    def able(id: ObjectId) -> bool:
        return mine_in(game, payer, id, "battlefield") and can_sacrifice(made, id)

    ids = choose(made, action.what, "sacrifice", able)
    made.gone.update(ids)
    made.sacrificed += ids
    return lambda: carry_out(
        made, ids, "sacrificed", lambda i: ev.Sacrifice(object=i, player=payer, source=ctx.source)
    )


@as_cost(ab.Discard, when=lambda action: not action.at_random or isinstance(action.what, ab.Chosen))
def discard(made: Paying, action: ab.Discard) -> Step:
    """CR 701.9: cards of one's own hand."""
    game, payer = made.game, made.payer
    if action.at_random and isinstance(action.what, ab.Chosen):
        return _discard_at_random(made, action.what)
    hand = game.zone("hand", payer)
    if not made.ctx.pays_for and changed_rules.made_to(
        game, made.ctx.object, payer, changed_rules.MADE_TO_DISCARD
    ):
        raise IllegalAction("118.3", f"an effect keeps {payer} from discarding for that", also=("101.2",))
    ids = choose(made, action.what, "discard", lambda i: mine_in(game, payer, i, "hand"), hand)
    made.gone.update(ids)
    return lambda: _discard(made, action.what, ids)


def _discard(made: Paying, what: ab.Recipient, ids: tuple[ObjectId, ...]) -> None:
    """CR 701.9c: a cost that asks for a characteristic isn't paid with cards that something puts into a hidden zone unseen."""
    carry_out(
        made,
        ids,
        "discarded",
        lambda i: ev.Discard(object=i, player=made.payer, source=made.ctx.source, cost=True),
    )
    asked = isinstance(what, ab.Chosen) and cards.has_quality(what.which)
    if asked and any(history.discarded_unseen(made.game, i) for i in ids):
        raise IllegalAction(
            "701.9c", "the discarded card goes to a hidden zone unseen: it has no such characteristic"
        )


def _discard_at_random(made: Paying, what: ab.Chosen) -> Step:
    """CR 601.2h, 701.9b: chance picks among the cards that are in the hand when this part of the cost is paid, after all that is not random."""
    game, ctx, payer = made.game, made.ctx, made.payer

    def options() -> list[ObjectId]:
        return [
            i
            for i in descriptions.matching(ctx, what.which, game.zone("hand", payer))
            if isinstance(i, int) and i not in made.gone
        ]

    low, _ = bounds(ctx, what.amount, len(options()))
    if len(options()) < low:
        raise IllegalAction("118.3", f"{payer} has {len(options())} of {low} cards to discard")

    def discard_them() -> None:
        question = f"which cards does {payer} discard at random?"
        picked = tuple(t for t in cards.by_chance(ctx, payer, question, options(), low) if isinstance(t, int))
        if len(picked) < low:
            raise IllegalAction("118.3", f"{payer} has {len(picked)} of {low} cards to discard")
        _discard(made, what, picked)

    return discard_them


@as_cost(ab.Exile, when=lambda action: not action.face_down and action.until is None and not action.counters)
def exile(made: Paying, action: ab.Exile) -> Step:
    """CR 701.13a: objects that are exiled; the spell or ability itself is none of them, nor another one, unless it says so."""
    game, ctx = made.game, made.ctx
    spells = "spell" in descriptions.words_of(action.what)

    def able(id: ObjectId) -> bool:
        return id in game.objects and (spells or game.object(id).zone != "stack") and id != ctx.object

    ids = choose(made, action.what, "exile", able)
    linked = (ctx.source, linked_to("exiled", link_of(ctx))) if ctx.source else None
    if ctx.object == ctx.source and object_abilities.speaks_of(made.game, ctx.source, "exiled with"):
        made.game.cite("607.2q")
    made.gone.update(ids)
    return lambda: carry_out(
        made,
        ids,
        "exiled",
        lambda i: ev.MoveZone(
            object=i, to="exile", verb="exile", by=made.payer, source=ctx.source, linked=linked
        ),
    )


@as_cost(ab.Tap, when=lambda action: action.state in ("tap", "untap"))
def tap_or_untap(made: Paying, action: ab.Tap) -> Step:
    """CR 701.26: untapped permanents are tapped, or tapped ones untapped; 702.154a: a creature tapped so enlists."""
    game, source = made.game, made.ctx.source
    if action.state == "untap":
        ids = choose(made, action.what, "untap", lambda i: i in game.objects and game.object(i).tapped)
        return lambda: carry_out(made, ids, "untapped", lambda i: ev.Untap(object=i))

    def able(id: ObjectId) -> bool:
        return id in game.objects and not game.object(id).tapped and id not in made.tapped

    ids = choose(made, action.what, "tap", able)
    made.tapped.update(ids)

    def tap() -> None:
        carry_out(made, ids, "tapped", lambda i: ev.Tap(object=i))
        if action.word == "enlists":
            for id in ids:
                game.happen(ev.Performed(verb="enlists", player=made.payer, object=source, other=id))

    return tap


RETURNS: dict[str, tuple[str, int]] = {
    "hand": ("hand", 0),
    "library top": ("library", 0),
    "library bottom": ("library", -1),
    "graveyard": ("graveyard", 0),
    "exile": ("exile", 0),
}
"""Where a cost may put objects: the zone, and the place in it."""


def _plain_put(action: ab.Put) -> bool:
    return action.zone in RETURNS and not action.state and not action.counters and action.under is None


@as_cost(ab.Put, when=_plain_put)
def put(made: Paying, action: ab.Put) -> Step:
    """CR 118.3: objects returned to a hand or put somewhere else."""
    game, ctx = made.game, made.ctx
    ids = choose(made, action.what, action.verb, lambda i: i in game.objects and i != ctx.object)
    made.gone.update(ids)
    to, place = RETURNS[action.zone]

    def move(id: ObjectId) -> ev.GameEvent:
        return ev.MoveZone(object=id, to=to, place=place, verb=action.verb, by=made.payer, source=ctx.source)

    return lambda: carry_out(made, ids, "returned" if action.verb == "return" else "put", move)


@as_cost(ab.Reveal, when=lambda action: action.where in ("", "from your hand"))
def reveal(made: Paying, action: ab.Reveal) -> Step:
    """CR 701.20: cards of one's own hand."""
    game, payer = made.game, made.payer
    hand = game.zone("hand", payer)
    ids = choose(made, action.what, "reveal", lambda i: mine_in(game, payer, i, "hand"), hand)
    return lambda: carry_out(
        made, ids, "revealed", lambda i: ev.Performed(verb="reveal", player=payer, object=i)
    )


@as_cost(ab.Mill)
def mill(made: Paying, action: ab.Mill) -> Step:
    """CR 118.3, 701.17b: no fewer cards than it says."""
    game, ctx, payer = made.game, made.ctx, made.payer
    number = max(0, numbers.value(ctx, action.number))
    if len(game.zone("library", payer)) < number:
        raise IllegalAction("118.3", f"{payer}'s library has fewer than {number} cards")
    return lambda: game.happen(ev.Mill(player=payer, number=number, source=ctx.source))


# ---- counters, and what is carried out as an instruction is --------------------------------------------------------------


@as_cost(
    ab.AddCounters, when=lambda action: isinstance(action.on, ab.This | ab.Chosen) and action.each is None
)
def add_counters(made: Paying, action: Any) -> Step:
    """CR 118.3, 614.17: counters on the source, or on permanents that can have them."""
    return counter_costs.add(made, action, action.on)


as_cost(
    ab.RemoveCounters,
    when=lambda action: (
        isinstance(action.source, ab.Objects | ab.You) and not (action.up_to and action.number is not None)
    ),
)(counter_costs.remove)


@as_cost(ab.Unattach)
def unattach(made: Paying, action: ab.Unattach) -> Step:
    """CR 118.3, 701.3d: what is attached to something becomes unattached from it."""
    game = made.game

    def able(id: ObjectId) -> bool:
        return id in game.objects and game.object(id).attached_to is not None

    ids = choose(made, action.what, "unattach", able)
    return lambda: carry_out(made, ids, "unattached", lambda i: ev.Attach(object=i, to=None))


@as_cost(ab.Transform, when=lambda action: action.verb == "exert" and isinstance(action.what, ab.This))
def exert(made: Paying, action: ab.Transform) -> Step:
    """CR 701.43: a permanent on the battlefield."""
    game, source = made.game, made.ctx.source
    if source not in game.objects or game.object(source).zone != "battlefield":
        raise IllegalAction("118.3", f"{game.name(source)} can't be exerted")
    return as_instruction(made, action)


@as_cost(ab.GainLife, when=lambda action: isinstance(action.who, ab.AnyPlayer | ab.EachPlayer))
def others_gain_life(made: Paying, action: ab.GainLife) -> Step:
    """CR 118.1, 119.7: a cost that has a player gain life can't be paid if that player can't gain any."""
    game, ctx = made.game, made.ctx
    meant = [p for p in game.apnap() if descriptions.is_player(ctx, action.who, p)]
    unable = [p for p in meant if changed_rules.cant(game, p, "gain life")]
    if unable and isinstance(action.who, ab.AnyPlayer) and len(unable) < len(meant):
        raise Unsupported("a choice of players as a cost, of whom some can't gain life")
    if unable:
        raise IllegalAction("119.7", f"{unable[0]} can't gain life, and so that can't be a cost")
    if not meant:
        raise IllegalAction("118.3", "there is no player to gain the life")
    return as_instruction(made, action)


@as_cost(ab.Draw, ab.AddMana, ab.DealDamage)
def as_instruction(made: Paying, action: ab.Effect) -> Step:
    """CR 118.1, 118.11: what is carried out as a cost just as an instruction is; the cost is paid even where effects make another thing of it."""

    def pay() -> None:
        replaced = len(made.game.steps)
        actions.perform(made.ctx, action)
        if any("614.6" in step.rules for step in made.game.steps[replaced:]):
            made.game.credit(len(made.game.steps) - 1)
            made.game.cite("118.11")

    return pay
