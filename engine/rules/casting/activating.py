"""Activating abilities that go on the stack, loyalty abilities among them (CR 602.2, 606)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import NOTHING_SAID, Choices, Context, Game
from engine.game import events as ev
from engine.keywords import RULES, keyword_costs
from engine.model import CastInfo, Characteristics, ObjectId, OnStack, PlayerId
from engine.queries import object_abilities
from engine.rules import choosing
from engine.rules.casting import proposal
from engine.rules.casting.timing import check_split_second
from engine.rules.costs import (
    DEPLOY,
    abilities,
    announce_x,
    begin_payment,
    changes_of_activation,
    check_allowed,
    cost_changes,
    costs,
    is_mana_ability,
    mana_activation,
    named,
    own_zone,
    settle,
    split,
    told_apart,
    used_by_another,
    with_cost_changes,
)
from engine.rules.effects import layers
from engine.rules.processing import tell_crime, tell_targets
from engine.rules.stack import priority


def activate(
    game: Game, player: PlayerId, id: ObjectId, index: int, choices: Choices = NOTHING_SAID
) -> ObjectId | None:
    """CR 602.2: the player activates an ability of the object, by its index among `abilities`. Returns the ability on the stack, or None for a mana
    ability. Raises IllegalAction; the game is then as before (CR 733.1)."""
    saved = game.fork()
    try:
        priority.require(game, player, "activate an ability")
        known = abilities(game, player, id)
        if not 0 <= index < len(known):
            raise IllegalAction("602.2", f"{player} can activate no such ability of {game.name(id)}")
        ability = known[index]
        if is_mana_ability(ability):
            mana_activation.activate(game, player, id, index, kinds=choices.mana or None, pay=choices.pay)
            made = None
        else:
            made = _activate(game, player, id, ability, choices)
    except (IllegalAction, Unsupported):
        game.restore(saved)
        raise
    priority.acted(game, player)
    return made


def _activate(
    game: Game, player: PlayerId, id: ObjectId, ability: ab.Activated, choices: Choices
) -> ObjectId:
    """CR 602.2a-b: the ability is put on the stack, its choices are announced, its cost is paid, and it is activated."""
    check_split_second(game)
    check_allowed(game, player, id, ability)
    held = told_apart(game, id, ability)
    keyword = next((k for a, k in named(game, id) if a == ability), "")
    game.cite(
        "602.2a",
        *_keyword_rule(keyword),
        *_granted_elsewhere(game, id, ability),
        *_of_another_name(game, id, ability),
        *(("113.6j",) if own_zone.paid_from(ability.costs) else ()),
    )
    if any(isinstance(r, ab.AnyoneMay) for r in ability.restrictions):
        game.cite("602.1b")
    if ability in DEPLOY:
        game.cite("804.2")
    if held and used_by_another(game, id, ability, held):
        game.cite("602.5c")
    stack = OnStack(
        effect=None, ability=ability, source=id, kind="activated", link=layers.link(game, id, ability)
    )
    entries = game.happen(ev.PutOnStack(controller=player, base=Characteristics(), stack=stack, text=keyword))
    on_stack = next(h.event.was for h in entries if isinstance(h.event, ev.PutOnStack))
    info = CastInfo(by=player, origin=game.object(id).zone, alternative=keyword)
    ctx = Context(game, player, id, object=on_stack, cast=info, link=stack.link, pays_for="ability")
    effect, modes = proposal.announce_modes(ctx, player, ability.effect, choices.modes, x=choices.x)
    x = announce_x(ctx, player, ability.costs, _given_x(ctx, ability.effect, choices.x))
    if x is not None:
        game.cite("107.3k")
    info = replace(info, modes=modes, x=x)
    ctx.cast = info
    made = begin_payment(ctx, player, choices.pay)
    settled = settle(made, ability.costs)
    effect, slots = proposal.announce_targets(ctx, effect, choices)
    stack = replace(stack, effect=effect, targets=slots)
    ctx.targets = slots
    proposal.announced(game, on_stack, "announced", stack, info)
    tell_targets(game, player, on_stack, slots)
    symbols, others = split(ctx, settled)
    changes = changes_of_activation(ctx, id, ability, keyword)
    cost_changes.quote(
        ctx, player, ((f"{keyword or 'activation'} cost", settled, "602.1a"),), settled, changes
    )
    made.total = lambda announced: with_cost_changes([(c, inner) for c, inner, _ in changes], announced, game)
    costs.pay_total(made, symbols, others)
    proposal.paid(ctx, made, "announced", stack, info)
    game.happen(
        ev.AbilityActivated(
            player=player, object=id, ability=on_stack, keyword=keyword, which=ability, held=held
        )
    )
    if keyword == "typecycling":
        game.cite("702.29f")
    if keyword in keyword_costs.CYCLING:
        game.happen(ev.Performed(verb="cycle", player=player, object=ctx.now(id), x=x))
    tell_crime(game, player, on_stack, slots)
    return on_stack


def _given_x(ctx: Context, effect: ab.Effect, said: int | None) -> int | None:
    """CR 107.3c: the X of the cost that the text of the ability defines, which nobody chooses; else the one that was said."""
    if not isinstance(effect, ab.WhereX) or not effect.apart:
        return said
    x = max(0, choosing.value(ctx, effect.number))
    ctx.game.cite("107.3c")
    if said is not None and said != x:
        raise IllegalAction("107.3c", f"X is {x}")
    return x


def _keyword_rule(keyword: str) -> tuple[str, ...]:
    """CR 702: the rule of the keyword whose ability is activated."""
    more = {"forecast": ("702.57b",), "craft": ("702.167b",)}.get(keyword, ())
    return (RULES[keyword], *more) if keyword in RULES else ()


def _of_another_name(game: Game, id: ObjectId, ability: ab.Activated) -> tuple[str, ...]:
    """CR 201.5b: whether the ability speaks of its object by a name, and the object has it from one of another name."""
    if ability in game.objects[id].base.abilities or not any(
        isinstance(n, ab.This) for n in ab.walk(ability)
    ):
        return ()
    keys = [h.key for h in layers.held(game, id) if h.ability == ability]
    begun = layers.begun(game).items()
    gained = (effect for key, (effect, _) in begun if any(key == k[: len(key)] for k in keys))
    changes = (c for effect in gained for c in effect.changes)
    return ("201.5b",) if any(isinstance(c, ab.GainsActivated) for c in changes) else ()


def _granted_elsewhere(game: Game, id: ObjectId, ability: ab.Activated) -> tuple[str, ...]:
    """CR 702.178b: whether a max speed ability grants it off the battlefield."""
    if game.object(id).zone == "battlefield":
        return ()
    statics = (a for a in object_abilities.abilities_of(game, id) if isinstance(a, ab.Static))
    gains = (c for s in statics if s.word == "max speed" for c in s.changes if isinstance(c, ab.Gains))
    return ("702.178b",) if any(ability in gained.abilities for gained in gains) else ()
