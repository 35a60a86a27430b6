"""Activating mana abilities, and mana abilities that trigger: both resolve at once (CR 605.3-4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine import abilities as ab
from engine import actions
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, Game, doors
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, PooledMana
from engine.rules.costs import costs
from engine.rules.costs.activated_abilities import abilities, check_allowed, told_apart
from engine.rules.costs.cost_changes import activation_changes, changes_of_activation, quote
from engine.rules.costs.mana_abilities import is_triggered_mana_ability
from engine.rules.costs.paying import Paying, Wanted, begin_payment, split
from engine.rules.costs.producing import produce
from engine.rules.costs.settling import announce_x, settle
from engine.rules.effects import layers


def activate(
    game: Game,
    player: PlayerId,
    id: ObjectId,
    index: int,
    kinds: Sequence[str] | None = None,
    pay: Wanted = (),
    exactly: tuple[PooledMana, ...] | None = None,
    besides: Paying | None = None,
) -> None:
    """CR 605.3: activate a mana ability; it resolves at once. `kinds`: what mana is wanted of it, where it gives a choice; `exactly`: the mana that
    its own cost is paid with; `besides`: the payment that it is activated for."""

    ability = abilities(game, player, id)[index]
    check_allowed(game, player, id, ability)
    held = told_apart(game, id, ability)
    if any(isinstance(r, ab.Only) and r.when == "as an instant" for r in ability.restrictions):
        game.cite("602.5e")
    basic = ability in layers.intrinsic(game.characteristics(id))
    ctx = Context(game, player, id, link=layers.link(game, id, ability), pays_for="mana ability")
    made = begin_payment(ctx, player, pay, besides)
    made.mana = any(isinstance(c, ab.TapSymbol) for c in ability.costs)
    made.spend_exactly = exactly if exactly else None
    busy = game.activating
    if (id, index) in busy:
        raise IllegalAction("605.3c", "that ability is being activated already")
    game.activating = (*busy, (id, index))
    try:
        announce_x(ctx, player, ability.costs, None)
        settled = settle(made, ability.costs)
        symbols, others = split(ctx, settled)
        changes = changes_of_activation(ctx, id, ability)
        if besides is None:
            quote(ctx, player, (("activation cost", ability.costs, "602.1a"),), settled, changes)
        made.total = activation_changes(ctx, id, ability)
        costs.pay_total(made, symbols, others)
    finally:
        game.activating = busy
    game.cite("605.3b")
    if basic:
        game.cite("305.6")
    game.happen(ev.AbilityActivated(player=player, object=id, ability=0, mana=True, which=ability, held=held))
    ctx.pays_for = ""
    ctx.tapped_for_mana = made.mana
    ctx.kinds = None if kinds is None else tuple(kinds)
    _carry_out(ctx, ability.effect)
    resolve_triggered(game)


def _carry_out(ctx: Context, effect: ab.Effect) -> None:
    """CR 605.3b: the ability resolves."""
    if isinstance(effect, ab.AddMana):
        produce(ctx, effect)
        return

    actions.perform(ctx, effect)


def resolve_triggered(game: Game) -> None:
    """CR 605.4a: triggered mana abilities resolve at once, without the stack."""
    for _ in range(100):
        ready = [p for p in game.pending if p.ability is not None and is_triggered_mana_ability(p.ability)]
        if not ready:
            return
        game.pending = tuple(p for p in game.pending if not any(p is r for r in ready))
        for pending in ready:
            game.cite("605.4a")
            ctx = Context(
                game,
                pending.controller,
                pending.source,
                mentions=list(pending.mentions),
                moved=dict(pending.moved),
            )
            if pending.x is not None:
                ctx.letters["X"] = pending.x
            assert pending.ability is not None
            _carry_out(ctx, pending.ability.effect)
    raise Unsupported("mana abilities that trigger one another without an end")


doors.activate_mana_ability = activate
