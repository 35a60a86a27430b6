"""The targets of a text: each use of the word "target" is a slot (CR 115.1, 115.3).

`bind` puts `Slot` nouns where the text says "target"; the slots are filled as the spell is cast or the ability is put on the stack
(engine.rules.choosing), and are checked once, as it starts to resolve.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from engine import abilities as ab
from engine.abilities.base import Node
from engine.abilities.tree import rewrite, said_with_a_time, walk_own, with_parts
from engine.binding import bound_apart
from engine.errors import Unsupported
from engine.game import Context
from engine.model import CastInfo, PlayerId, TargetSlot
from engine.queries import asking
from engine.queries.conditions import paid

N = TypeVar("N", bound=Node)


def spread(ctx: Context, effect: N) -> N:
    """CR 115.3, 601.2c: the effect with what is done "for each opponent" to a target written out for each player, each with a target of their own."""

    def each(node: Any) -> Any:
        match node:
            case ab.ForEach(each=ab.EachPlayer() as who, effect=inner) if _targets(inner):
                players = [p for p in ctx.game.apnap() if asking.is_player(ctx, who, p)]
                return ab.Sequence(
                    tuple(
                        ab.ForEach(ab.Fixed((p,), at=who.at), _with_player(inner, who.at, p)) for p in players
                    ),
                    ",",
                    at=node.at,
                )
        return node

    made: N = rewrite(effect, each)
    return made


def _targets(effect: ab.Effect) -> bool:
    """Whether the instruction has a target, be it that of which a token is a copy."""
    kind = effect.effect if isinstance(effect, ab.Optional) else effect
    copied = kind.token.copy_of if isinstance(kind, ab.Create) else None
    return any(isinstance(n, ab.Target | ab.TargetPlayer) for n in (*walk_own(effect), *walk_own(copied)))


def _with_player(effect: ab.Effect, at: int, player: PlayerId) -> Any:
    """The instruction with the player in turn named in what its targets are."""

    def name(node: Any) -> Any:
        return ab.Fixed((player,), at=at) if isinstance(node, ab.ThatPlayer) and at in node.to else node

    def target(node: Any) -> Any:
        return with_parts(node, lambda part: rewrite(part, name)) if isinstance(node, ab.Target) else node

    return rewrite(effect, target)


def bind(effect: N, cast: CastInfo | None = None) -> tuple[N, tuple[TargetSlot, ...]]:
    """CR 115.1, 115.3: the effect with each "target ..." replaced by a slot, and the empty slots in the order of the text.

    What waits for later has targets of its own: delayed and reflexive triggered abilities (603.7, 603.12; but see `said_with_a_time`), abilities that
    something gains. With `cast`,
    instructions that depend on a cost that wasn't paid have none (601.2c). Modes must be chosen before. A noun that stands inside another's
    description ("target creature target player controls") comes first."""
    slots: list[TargetSlot] = []
    return _bound(_spelled_out(effect), slots, cast), tuple(slots)


SPELLED_OUT: dict[type[ab.Effect], Callable[[Any], ab.Effect]] = {}
"""For instructions that the CR defines by others, which may have targets: the function that puts those in their place. Upper floors fill it."""


def _spelled_out(node: Any) -> Any:
    """The effect with each instruction that is short for others put as those (CR 701.41a, 701.66a)."""
    if isinstance(node, tuple):
        return with_parts(node, _spelled_out)
    if not isinstance(node, ab.Effect) or isinstance(node, ab.TokenKind):
        return node
    spell_out = SPELLED_OUT.get(type(node))
    if spell_out is not None:
        node = bound_apart(spell_out(node), node.at)
    return with_parts(node, lambda part: _spelled_out(part) if isinstance(part, ab.Effect | tuple) else part)


def _bound(node: Any, slots: list[TargetSlot], cast: CastInfo | None) -> Any:
    def part(inner: Any) -> Any:
        return _bound(inner, slots, cast)

    match node:
        case ab.Ability() | ab.WhenYouDo():
            return node
        case ab.TokenKind(copy_of=copied):
            return msgspec.structs.replace(node, copy_of=part(copied)) if copied is not None else node
        case ab.Modal():
            raise Unsupported("targets of a modal text before its modes are chosen")
        case ab.Later() if not said_with_a_time(node):
            return msgspec.structs.replace(node, event=part(node.event))
        case ab.WhereX(effect=effect):
            return msgspec.structs.replace(
                node, effect=part(_with_letter(effect, node)), number=part(node.number)
            )
        case ab.Conditional(condition=ab.WasPaid(cost=cost, what=ab.This())) if cast is not None:
            branch = "effect" if paid(cast, cost) else "otherwise"
            return msgspec.structs.replace(node, **{branch: part(getattr(node, branch))})
        case ab.Choose(who=who, objects=ab.Target() as target) if not isinstance(who, ab.You):
            slots.append(TargetSlot(with_parts(_as_said_by(who, target), part), by=who))
            return msgspec.structs.replace(node, objects=ab.Slot(len(slots) - 1, at=target.at))
        case ab.Target(by=by) if by is not None:
            slots.append(TargetSlot(with_parts(msgspec.structs.replace(node, by=None), part), by=by))
            return ab.Slot(len(slots) - 1, at=node.at)
        case ab.Target() | ab.TargetPlayer():
            inner = with_parts(node, part)
            slots.append(TargetSlot(inner))
            return ab.Slot(len(slots) - 1, at=node.at)
        case _:
            return with_parts(node, part)


def _as_said_by(who: ab.Players, noun: N) -> N:
    """The target's description as the player who chooses it is its subject: "another player" is another than that one."""

    def other(node: Any) -> Any:
        if isinstance(node, ab.AnyPlayer) and node.which == "other player":
            return ab.OtherThan(ab.AnyPlayer("player"), ab.ThatPlayer(to=(who.at,)), at=node.at)
        return node

    made: N = rewrite(noun, other)
    return made


def _with_letter(effect: ab.Effect, definition: ab.WhereX) -> ab.Effect:
    """CR 107.3c, 601.2c: targets are chosen before the letter is worked out: what they say with it, they say with what defines it."""

    def letter(node: Any) -> Any:
        return definition.number if isinstance(node, ab.X) and node.name == definition.name else node

    def target(node: Any) -> Any:
        return rewrite(node, letter) if isinstance(node, ab.Target | ab.TargetPlayer) else node

    made: ab.Effect = rewrite(effect, target)
    return made
