"""Prevention effects that spells and abilities make (CR 615)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Game, LastingEffect, saved_contexts
from engine.game import events as ev
from engine.queries import changed_rules, descriptions
from engine.rules.effects import candidates


def preventable(game: Game, event: ev.Damage) -> bool:
    """CR 615.12: whether the damage can be prevented at all."""
    return not event.unpreventable and not changed_rules.cant(game, event.source, "have damage prevented")


def applicable(game: Game, event: ev.GameEvent, floating: LastingEffect, effect: ab.Prevent) -> Iterator[Any]:
    """A prevention shield or a prevention effect that lasts, if it applies to the damage."""
    if not isinstance(event, ev.Damage):
        return
    if effect.kind and (effect.kind == "combat") != event.combat:
        return
    ctx = saved_contexts.context_of(game, floating)
    if floating.affected is not None:
        if event.to not in floating.affected:
            return
    elif effect.to is not None and not descriptions.matches(ctx, effect.to, event.to):
        return
    if effect.by is not None and not descriptions.matches(ctx, effect.by, event.source):
        return
    if effect.amount is not None and floating.left <= 0:
        return
    if not preventable(game, event):
        game.cite("615.12")
        return
    name = game.name(floating.source) if floating.source else "an effect"

    def apply(e: ev.GameEvent) -> list[ev.GameEvent]:
        assert isinstance(e, ev.Damage)
        prevented = e.amount if effect.amount is None else min(e.amount, floating.left)
        now = game.floating.get(floating.id)
        if effect.amount is not None and now is not None:
            left = now.left - prevented
            if left > 0:
                game.floating[floating.id] = replace(now, left=left)
            else:
                del game.floating[floating.id]
            game.epoch += 1
        if effect.next_ and effect.amount is None and now is not None:
            candidates.use_up(game, floating)
        note(game, prevented, e)
        return [replace(e, amount=e.amount - prevented)] if e.amount > prevented else []

    yield candidates.Applicable(
        key=("prevention", floating.id), source=floating.source, text=f"{name} prevents damage to {game.name(event.to)}",
        rules=("615.1a", "615.7") if effect.amount is not None else ("615.1a",), apply=apply,
    )  # fmt: skip


def note(game: Game, prevented: int, event: ev.Damage) -> None:
    """Tell how much was prevented."""
    game.note(
        f"{prevented} of the {event.amount} damage to {game.name(event.to)} is prevented",
        "615.6",
        about=(event.to, event.source),
    )
