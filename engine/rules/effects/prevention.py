"""Prevention effects that spells and abilities make (CR 615)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Besides, Decision, Game, LastingEffect, Shares, at_once, saved_contexts
from engine.game import events as ev
from engine.model import ObjectId
from engine.queries import changed_rules, descriptions
from engine.rules.effects import candidates


def preventable(game: Game, event: ev.Damage) -> bool:
    """CR 615.12: whether the damage can be prevented at all."""
    source = event.source
    if event.combat and changed_rules.cant(game, source, "have combat damage prevented"):
        return False
    return not event.unpreventable and not changed_rules.cant(game, source, "have damage prevented")


def powerless(
    game: Game, event: ev.Damage, key: Any, source: ObjectId, name: str, *rules: str
) -> candidates.Applicable:
    """CR 615.12: a prevention effect is applied to damage that can't be prevented, too, and prevents nothing of it."""
    words = ("have damage prevented", *(("have combat damage prevented",) if event.combat else ()))
    because = next((found for w in words if (found := changed_rules.against(game, event.source, w))), None)
    whose = because.source if because and not event.unpreventable else event.source
    of = "" if whose in (0, event.source) else f" because of {game.name(whose)}"
    return candidates.Applicable(
        key=key, source=source, text=f"{name} does not prevent the damage to {game.name(event.to)}, which can't be prevented{of}",
        rules=("615.12", *rules), apply=lambda e: [e], instead=(),
    )  # fmt: skip


def applicable(game: Game, event: ev.GameEvent, floating: LastingEffect, effect: ab.Prevent) -> Iterator[Any]:
    """A prevention shield or a prevention effect that lasts, if it applies to the damage."""
    if not isinstance(event, ev.Damage) or not _meant(game, event, floating, effect):
        return
    instance = event.to if effect.by is None else event.source
    if candidates.is_used(game, floating, instance):
        return
    if effect.amount is not None and (floating.left <= 0 or share_of(game, floating, event) == 0):
        return
    name = game.name(floating.source) if floating.source else "an effect"
    if not preventable(game, event):
        yield powerless(game, event, ("prevention", floating.id), floating.source, name)
        return

    def apply(e: ev.GameEvent) -> list[ev.GameEvent]:
        assert isinstance(e, ev.Damage)
        prevented = e.amount
        now = game.floating.get(floating.id)
        if effect.amount is not None and now is not None:
            divide(
                game, now, e, lambda other: _meant(game, other, floating, effect) and preventable(game, other)
            )
            share = share_of(game, floating, e)
            prevented = min(e.amount, now.left if share is None else share)
            left = now.left - prevented
            if left > 0:
                game.floating[floating.id] = replace(now, left=left)
            else:
                del game.floating[floating.id]
            game.epoch += 1
        if effect.next_ and effect.amount is None and now is not None:
            candidates.use(game, floating, e, instance)
        note(game, prevented, e)
        if floating.besides is not None and prevented:
            _do_besides(game, floating, effect, prevented, e)
        return [replace(e, amount=e.amount - prevented)] if e.amount > prevented else []

    yield candidates.Applicable(
        key=("prevention", floating.id), source=floating.source, text=f"{name} prevents damage to {game.name(event.to)}",
        rules=("615.1a", "615.4", *_extent(effect)), apply=apply, instead=(),
    )  # fmt: skip


def _extent(effect: ab.Prevent) -> tuple[str, ...]:
    """CR 615.7-9: how much a shield prevents, and whether it asks again what the source is."""
    if effect.amount is not None:
        return ("615.7",)
    still = effect.by.still if isinstance(effect.by, ab.Fixed) else None
    rechecked = still is not None and not (isinstance(still, ab.Noun) and not still.kinds)
    return (*(("615.8",) if effect.next_ else ()), *(("615.9", "609.7b") if rechecked else ()))


def _do_besides(
    game: Game, floating: LastingEffect, effect: ab.Prevent, prevented: int, event: ev.Damage
) -> None:
    """CR 615.5: what the effect does besides, right after the damage would have been dealt, once for all that it prevents at one time (615.13)."""
    assert floating.besides is not None
    key = ("prevention", floating.id)
    ctx = saved_contexts.context_of(game, floating)
    ctx.mention((), ("damage",), done="prevented", amount=prevented, at=effect.at)
    waiting = list(game.at_once.besides)
    for place, each in enumerate(waiting):
        if each.key == key:
            game.cite("615.13")
            ctx.mentions[-1] = at_once.together(each.ctx.mentions[-1], ctx.mentions[-1])
            waiting[place] = replace(each, ctx=ctx)
            break
    else:
        waiting.append(Besides(key, ctx, floating.besides, (*event.replaced_by, key)))
    game.at_once = replace(game.at_once, besides=tuple(waiting))


def _meant(game: Game, event: ev.Damage, floating: LastingEffect, effect: ab.Prevent) -> bool:
    """Whether it is damage that the effect speaks of: of that kind, by such a source, to such a recipient; within range (CR 801.13b)."""
    if effect.kind and (effect.kind == "combat") != event.combat:
        return False
    said = (effect.by is not None, effect.to is not None or floating.affected is not None)
    about = [
        thing for thing, asked in zip((event.source, event.to), said, strict=True) if asked or not any(said)
    ]
    if not game.exempt(floating.source) and not all(
        game.in_range(floating.controller, thing) for thing in about
    ):
        game.cite("801.13b")
        return False
    ctx = saved_contexts.context_of(game, floating)
    if floating.affected is not None:
        if event.to not in floating.affected:
            return False
    elif effect.to is not None and not descriptions.matches(ctx, effect.to, event.to):
        return False
    return effect.by is None or descriptions.matches(ctx, effect.by, event.source)


# ---- a shield for damage by several sources (CR 615.7) -------------------------------------------------------------


def divide(game: Game, floating: LastingEffect, event: ev.Damage, meant: Callable[[ev.Damage], bool]) -> None:
    """CR 615.7: where more damage that is meant is dealt at once than the shield is for, the player or the permanent's controller chooses which damage it
    is for."""
    if any(id == floating.id for id, _ in game.at_once.shares):
        return
    damage = [event]
    for later in game.at_once.coming:
        if isinstance(later, ev.Damage) and meant(later):
            damage.append(later)
    shares: Shares = ()
    if len(damage) > 1 and sum(e.amount for e in damage) > floating.left:
        shares = _chosen(game, floating, damage)
    game.at_once = replace(game.at_once, shares=(*game.at_once.shares, (floating.id, shares)))


def _chosen(game: Game, floating: LastingEffect, damage: list[ev.Damage]) -> Shares:
    """How much of each damage is to be prevented; nothing where neither their sources nor their recipients tell them apart."""
    apart = [tuple(e.source for e in damage), tuple(e.to for e in damage)]
    options = next((things for things in apart if len(set(things)) == len(damage)), None)
    if options is None:
        return ()
    prevents = isinstance(floating.ability, ab.Prevent)
    game.cite("615.7" if prevents else "614.9")
    name = game.name(floating.source) if floating.source else "the shield"
    most = tuple(e.amount for e in damage)
    decision = Decision(
        player=game.side_of(damage[0].to) or floating.controller, kind="divide", options=options, low=0, high=floating.left, most=most,
        question=f"Which damage does {name} {'prevent' if prevents else 'redirect'} ({floating.left} in all)?",
    )  # fmt: skip
    return tuple(((e.source, e.to), n) for e, n in zip(damage, game.decide(decision), strict=True))


def share_of(game: Game, floating: LastingEffect, event: ev.Damage) -> int | None:
    """How much of this damage the shield is to prevent; None: as much as it can."""
    shares = next((dict(shares) for id, shares in game.at_once.shares if id == floating.id), None)
    return shares.get((event.source, event.to), 0) if shares else None


def note(game: Game, prevented: int, event: ev.Damage) -> None:
    """Tell how much was prevented."""
    game.note(
        f"{prevented} of the {event.amount} damage to {game.name(event.to)} is prevented",
        "615.6",
        about=(event.to, event.source),
        kind="replacement",
    )
