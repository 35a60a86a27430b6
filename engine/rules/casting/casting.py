"""Casting spells (CR 601): permission and time, proposal, total cost, payment; the ways of casting that keywords give (702)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Game
from engine.game import events as ev
from engine.game.context import Context
from engine.model.objects import CastInfo, ObjectId, OnStack, PlayerId, TargetSlot
from engine.rules.casting import proposal, splicing, timing, total_cost, ways, which_face
from engine.rules.casting.activating import check_split_second
from engine.rules.casting.proposal import NOTHING_SAID, Choices
from engine.rules.costs import assisting, costs
from engine.rules.effects import commander
from engine.rules.processing import targeting


def cast(
    game: Game,
    player: PlayerId,
    card: ObjectId,
    choices: Choices = NOTHING_SAID,
    *,
    resolving: bool = False,
    free: bool = False,
) -> ObjectId:
    """CR 601.2: the player casts the card, with what has been chosen. Returns the spell. Raises IllegalAction with the rule that forbids it; the game is
    then as before (CR 733.1).

    `resolving`: an effect lets the player cast it while it resolves: any time, from where it is (608.2g); `free`: without paying its mana cost."""
    from engine.rules.stack import priority

    saved = game.fork()
    try:
        if not resolving:
            priority.require(game, player, "cast a spell")
        spell = _cast(game, player, card, choices, resolving, free)
    except (IllegalAction, Unsupported):
        game.restore(saved)
        raise
    if not resolving:
        priority.acted(game, player)
    return spell


def _cast(
    game: Game, player: PlayerId, card: ObjectId, choices: Choices, resolving: bool, free: bool
) -> ObjectId:
    obj = game.object(card)
    if card not in game.objects or obj.zone in ("stack", "battlefield"):
        raise IllegalAction("601.3", f"{game.name(card)} is not somewhere it could be cast from")
    if obj.unknown:
        raise Unsupported("casting an unknown card")
    if obj.reads_as:
        raise Unsupported(f"{game.name(card)}: {obj.reads_as}")
    if choices.origin and choices.origin != obj.zone:
        raise IllegalAction("601.3", f"{game.name(card)} is in the {obj.zone}, not in the {choices.origin}")
    face = which_face.face_of(game, player, obj, choices, resolving)
    method = ways.choose_method(game, player, card, face, choices, resolving, free)
    if method.face is not None:
        face = method.face
    printed = which_face.values_of(obj, face, method)
    if "land" in printed.types:
        raise IllegalAction("305.9", f"{printed.name} is a land and can't be cast as a spell")
    if not resolving:
        check_split_second(game)
    if obj.zone != "graveyard" and which_face.keyword_of(game, obj, face, "aftermath") is not None:
        raise IllegalAction("702.127a", f"{printed.name} can be cast only from a graveyard")
    stack_empty_for = timing.timing_now(game, player)

    # 601.2a
    origin = obj.zone
    info = CastInfo(
        by=player, origin=origin, alternative=method.name, paid=(method.name,) if method.name else (),
        in_main=game.turn.active == player and game.turn.step.endswith("main"),
    )  # fmt: skip
    event = ev.MoveZone(
        object=card, to="stack", verb="cast", controller=player, by=player, face=face, face_down=bool(method.face_down_as),
        face_down_as=method.face_down_as, transformed=method.name in ways.TRANSFORMED, stack=OnStack(effect=None), cast=info,
    )  # fmt: skip
    game.cite("601.2a")
    if method.name:
        game.cite(method.rule)
    if method.face_down_as:
        game.cite("708.2a")
    entries = game.happen(event)
    moved = [h.event for h in entries if isinstance(h.event, ev.MoveZone) and h.event.object == card]
    if not moved or moved[0].to != "stack":
        raise IllegalAction("601.2a", f"{game.name(card)} can't be put onto the stack")
    spell = moved[0].was
    if method.name == "bestow":
        _bestow(game, player, spell)
    if not resolving:
        timing.check_time(game, player, spell, method, stack_empty_for)
    timing.check_prohibited(game, player, spell)
    timing.check_when(game, player, spell, stack_empty_for)

    # 601.2b-d
    ctx = Context(game, player, spell, object=spell, cast=info)
    spliced, choices = splicing.announce(ctx, player, choices)
    paid, extra = total_cost.announce_additional(ctx, player, choices)
    every = "entwine" in paid
    extra += commander.tax(game, obj)
    extra += tuple(cost for splice in spliced for cost in splice.costs)
    said = effect_of(game, spell)
    effect, modes = proposal.announce_modes(
        ctx, player, splicing.joined(said, spliced), choices.modes, every, choices.x
    )
    extra += total_cost.per_mode(game, spell, said, modes)
    paid = info.paid + paid
    base = total_cost.base_costs(game, spell, method)
    everything = (*base, *method.more, *extra)
    x = proposal.announce_x(ctx, player, everything, choices.x, free=total_cost.cost_has_x(game, spell))
    info = replace(
        info,
        modes=modes,
        x=x,
        paid=paid,
        promised=total_cost.promised(game, player) if "gift" in paid else None,
    )
    ctx.cast = info
    made = costs.paying(ctx, player, choices.pay)
    settled = costs.settle(made, everything)
    less = 0
    if method.name == "emerge":
        victim, less = total_cost.emerging(made)
        settled = (*settled, victim)
    effect = proposal.settle_paid(effect, info)
    if method.name == "overload":
        effect = ways.overloaded(effect)
    effect, slots = proposal.announce_targets(ctx, effect, choices, _aura_slots(game, spell))
    ctx.targets = slots
    stack = OnStack(effect=effect, targets=slots)
    game.happen(ev.SetFields(thing=spell, verb="proposed", fields={"stack": stack, "cast": info}, quiet=True))

    # 601.2f-h
    if extra or method.more:
        game.cite("601.2f")
    symbols, others = costs.split(ctx, settled)
    symbols = total_cost.total(ctx, spell, player, symbols, less)
    symbols = assisting.assisted(game, spell, player, symbols)
    made.helpers = total_cost.helpers(game, player, spell, symbols)
    costs.pay_total(made, symbols, others)
    if symbols or others:
        game.cite("601.2h")
    info = replace(info, mana_spent=made.spent, sacrificed=made.sacrificed)
    stack = replace(stack, mentions=tuple(ctx.mentions), moved=tuple(ctx.moved.items()))
    game.happen(ev.SetFields(thing=spell, verb="proposed", fields={"stack": stack, "cast": info}, quiet=True))

    # 601.2i
    game.cite("601.2i")
    game.happen(ev.SpellCast(player=player, object=spell, origin=origin))
    targeting.tell_targets(game, player, spell, slots)
    return spell


def _bestow(game: Game, player: PlayerId, spell: ObjectId) -> None:
    """CR 702.103b: it becomes an Aura enchantment with enchant creature, no creature, until it ceases to be bestowed."""
    from engine.rules.effects import continuous

    enchant = ab.Keyword("enchant", which=ab.Noun((("creature",),)))
    changes = (ab.LosesTypes(("creature",)), ab.Types(("Aura",), add=True), ab.Gains((enchant,)))
    ctx = Context(game, player, spell, object=spell)
    game.cite("702.103b")
    continuous.add_floating(ctx, ab.Fixed((spell,)), changes, ab.WhileBestowed())


def effect_of(game: Game, spell: ObjectId) -> ab.Effect | None:
    """The instructions of a spell: those of its paragraphs one after another (CR 608.2c); None for a permanent spell."""
    from engine.rules.effects import continuous

    if not game.characteristics(spell).types & {"instant", "sorcery"}:
        return None
    effects = [a.effect for a in continuous.abilities_of(game, spell) if isinstance(a, ab.SpellAbility)]
    return effects[0] if len(effects) == 1 else ab.Sequence(tuple(effects)) if effects else None


def _aura_slots(game: Game, spell: ObjectId) -> tuple[TargetSlot, ...]:
    """CR 303.4a, 702.5a: an Aura spell has a target, which its enchant ability describes."""
    from engine.rules.effects import continuous

    if "Aura" not in game.characteristics(spell).subtypes:
        return ()
    keywords = [k for k in continuous.keywords(game, spell, "enchant") if k.which is not None]
    if len(keywords) != 1 or keywords[0].which is None:
        raise Unsupported("an Aura without exactly one enchant ability")
    which = keywords[0].which
    game.cite("303.4a", "702.5a")
    if isinstance(which, ab.PlayerKind):
        return (TargetSlot(ab.TargetPlayer(which.who)),)
    return (TargetSlot(ab.Target(which)),)


__all__ = ["cast", "effect_of", "timing", "total_cost", "ways", "which_face"]
