"""Events of combat: attackers and blockers are declared (CR 508.3, 509.3)."""

from __future__ import annotations

from typing import Any

from engine import abilities as ab
from engine.binding import ATTACKED
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.model import Mention, ObjectId, PlayerId
from engine.queries import asking, combat_state
from engine.queries.asking import KINDS, MATCHERS, Found
from engine.queries.event_patterns.nouns import (
    PLAYER_WORDS,
    fits,
    is_player,
    mention,
    words_for,
)


def _attacks(ctx: Context, p: ab.Attacks, e: ev.AttackersDeclared, before: bool) -> Found:
    """CR 508.3a: a creature is declared as an attacker; "one or more", "two or more": all that fit, together, for each player that they attack where one is named."""
    if p.alone and len(e.attacks) != 1:
        return None
    if isinstance(p.what, ab.Chosen) and isinstance(p.what.amount, ab.OneOrMore | ab.Exactly):
        together = tuple(
            a for a, w in e.attacks if ctx.only in (None, w) and fits(ctx, p.what, a) and fits(ctx, p.whom, w)
        )
        if len(together) < _least(ctx, p.what):
            return None
        attacked = tuple(
            dict.fromkeys(d for a in together if (d := combat_state.defending_player(ctx.game, a)))
        )
        found = [
            Mention(
                together,
                words_for(ctx, p.what, together[0]),
                many=len(together) > 1,
                amount=len(together),
                at=p.what.at,
            )
        ]
        if len(attacked) == 1:
            found.insert(
                0, Mention(attacked, frozenset({*PLAYER_WORDS, "defending player"}), at=p.at + ATTACKED)
            )
        return found
    for attacker, whom in e.attacks:
        if (
            ctx.only in (None, attacker)
            and fits(ctx, p.what, attacker)
            and fits(ctx, p.whom, whom)
            and _with_enough_others(ctx, p, e, attacker)
        ):
            defender = (
                combat_state.defending_player(ctx.game, attacker) or ctx.game.side_of(whom) or ctx.controller
            )
            kind = ab.Players if isinstance(whom, str) else ab.Objects
            said = [mention(ctx, p.whom, whom)] if isinstance(p.whom, kind) else []
            return [
                *said,
                Mention((defender,), frozenset({*PLAYER_WORDS, "defending player"}), at=p.at + ATTACKED),
                mention(ctx, p.what, attacker),
            ]
    return None


def _with_enough_others(ctx: Context, p: ab.Attacks, e: ev.AttackersDeclared, attacker: ObjectId) -> bool:
    """CR 508.3a: whether so many other creatures are declared as attackers with it."""
    if p.others is None:
        return True
    others = [a for a, _ in e.attacks if a != attacker and (p.along is None or asking.fits(ctx, p.along, a))]
    return len(others) >= asking.value(ctx, p.others)


def _player_attacks(ctx: Context, p: ab.PlayerAttacks, e: ev.AttackersDeclared, before: bool) -> Found:
    """CR 508.3c-e: a player attacks, with so many creatures that fit."""
    if not e.attacks:
        return None
    player = _attacking(ctx, p, e)
    if player is None:
        return None
    shared = ctx.game.seating.shared
    own = [(a, w) for a, w in e.attacks if not shared or ctx.game.controller(a) == player]
    each, total = _taken_together(p.using)
    using = [(a, w) for a, w in own if ctx.only in (None, w) and fits(ctx, each, a) and fits(ctx, p.whom, w)]
    if not using or len(using) < _least(ctx, p.using):
        return None
    if total is not None:
        power = sum(asking.value(ctx, ab.StatOf("power", ab.Fixed((a,)))) for a, _ in using)
        if power < asking.value(ctx, total):
            return None
    defenders = tuple(dict.fromkeys(w for _, w in using if isinstance(w, str)))
    found = [
        Mention(
            tuple(a for a, _ in using),
            frozenset({"creature"}),
            many=len(using) != 1,
            amount=len(using),
            at=p.using.at if p.using is not None else 0,
        )
    ]
    if len(defenders) == 1:
        found.insert(
            0, Mention(defenders, frozenset({*PLAYER_WORDS, "defending player"}), at=p.at + ATTACKED)
        )
    whom = dict.fromkeys(w for _, w in using)
    said = [mention(ctx, p.whom, w) for w in whom] if isinstance(p.whom, ab.Players | ab.Chosen) else []
    return [Mention((player,), PLAYER_WORDS), *said, *found]


def _taken_together(using: ab.Objects | None) -> tuple[ab.Objects | None, ab.Number | None]:
    """What each of the attackers has to be, and the total power that they have to have together."""
    match using:
        case ab.Chosen(
            which=ab.Which(before=(), noun=noun, after=(ab.Compared(stat="total power", op=">=", to=total),))
        ):
            return ab.Chosen(noun, at=using.at), total
    return using, None


def _attacking(ctx: Context, p: ab.PlayerAttacks, e: ev.AttackersDeclared) -> PlayerId | None:
    """CR 508.3c, 805.10a: the attacking player who is meant; of a team that attacks together, the one whose creatures do."""
    if not ctx.game.seating.shared:
        return e.player if is_player(ctx, p.who, e.player) else None
    attacking = dict.fromkeys(ctx.game.controller(a) for a, _ in e.attacks)
    found = [player for player in attacking if is_player(ctx, p.who, player)]
    if len(found) > 1:
        raise Unsupported("an ability that triggers as a player attacks, where two of a team do (CR 805.10)")
    return found[0] if found else None


def _least(ctx: Context, noun: Any) -> int:
    """How many things "two or more" and the like ask for; one where nothing is said."""
    amount = getattr(noun, "amount", None)
    return asking.value(ctx, amount.number) if isinstance(amount, ab.Exactly) else 1


def as_blocker(id: ObjectId) -> tuple[str, ObjectId]:
    """What tells a creature that blocks from others, where it doesn't matter how many attackers it blocks (CR 509.3a)."""
    return "blocks", id


def _blocks(ctx: Context, p: ab.Blocks, e: ev.BlockersDeclared, before: bool) -> Found:
    """CR 509.3a-b, 509.3e: a creature blocks, or blocks such a creature, or so many of them."""
    only = ctx.only
    several = _so_many(p.whom)
    for blocker, attacker in e.blocks:
        if (
            only in (None, (blocker, attacker) if p.whom is not None and not several else as_blocker(blocker))
            and fits(ctx, p.what, blocker)
            and (p.whom is None or fits(ctx, p.whom, attacker))
        ):
            if several:
                found = [a for b, a in e.blocks if b == blocker and fits(ctx, p.whom, a)]
                if len(found) < _least(ctx, p.whom):
                    continue
                return [_together(ctx, p.whom, found), mention(ctx, p.what, blocker)]
            return [mention(ctx, p.whom, attacker), mention(ctx, p.what, blocker)]
    return None


def _so_many(noun: Any) -> bool:
    """CR 509.3e: whether one or more are meant, or so many, and not each of them by itself."""
    return isinstance(getattr(noun, "amount", None), ab.OneOrMore | ab.Exactly)


def _together(ctx: Context, noun: Any, found: list[ObjectId]) -> Mention:
    """Several of one side of a block, spoken of together."""
    words = words_for(ctx, noun, found[0])
    return Mention(tuple(found), words, many=len(found) > 1, amount=len(found), at=noun.at)


def _becomes_blocked(
    ctx: Context, p: ab.BecomesBlocked, e: ev.BlockersDeclared | ev.BecomeBlocked, before: bool
) -> Found:
    """CR 509.3c-e: an attacker becomes blocked, be it by an effect, or becomes blocked by such a creature, or by so many of them."""
    if isinstance(e, ev.BecomeBlocked):
        if not fits(ctx, p.what, e.object) or not (
            e.anew if p.by is None else e.by and fits(ctx, p.by, e.by)
        ):
            return None
        if _so_many(p.by) and _least(ctx, p.by) > 1:
            raise Unsupported("a trigger on so many blockers, where an effect adds one (CR 509.3e)")
        return [*([mention(ctx, p.by, e.by)] if p.by is not None else []), mention(ctx, p.what, e.object)]
    only = ctx.only
    several = _so_many(p.by)
    for blocker, attacker in e.blocks:
        if only not in (None, (blocker, attacker) if p.by is not None and not several else attacker):
            continue
        if fits(ctx, p.what, attacker) and (p.by is None or fits(ctx, p.by, blocker)):
            if several:
                found = [b for b, a in e.blocks if a == attacker and fits(ctx, p.by, b)]
                if len(found) < _least(ctx, p.by):
                    continue
                return [_together(ctx, p.by, found), mention(ctx, p.what, attacker)]
            others = [mention(ctx, p.by, blocker)] if p.by is not None else []
            return [*others, mention(ctx, p.what, attacker)]
    return None


def _unblocked(ctx: Context, p: ab.AttacksUnblocked, e: ev.BlockersDeclared, before: bool) -> Found:
    """CR 509.3g: an attacker is not blocked."""
    for attacker in e.unblocked:
        if ctx.only in (None, attacker) and fits(ctx, p.what, attacker):
            return [mention(ctx, p.what, attacker)]
    return None


MATCHERS.update(
    {
        ab.Attacks: _attacks,
        ab.PlayerAttacks: _player_attacks,
        ab.Blocks: _blocks,
        ab.BecomesBlocked: _becomes_blocked,
        ab.AttacksUnblocked: _unblocked,
    }
)
KINDS.update(
    {
        ab.Attacks: frozenset({ev.AttackersDeclared}),
        ab.PlayerAttacks: frozenset({ev.AttackersDeclared}),
        ab.Blocks: frozenset({ev.BlockersDeclared}),
        ab.BecomesBlocked: frozenset({ev.BlockersDeclared, ev.BecomeBlocked}),
        ab.AttacksUnblocked: frozenset({ev.BlockersDeclared}),
    }
)
