"""When a spell may be cast, and what forbids it (CR 117.1a, 601.2e, 601.3)."""

from __future__ import annotations

from typing import Any

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import changed_rules, citations, conditions, descriptions, numbers, object_abilities
from engine.rules.casting.method import Method
from engine.rules.costs import sorcery_time
from engine.rules.effects import rule_changes

TIMES = {
    "creature": "302.1", "artifact": "301.1", "enchantment": "303.1", "planeswalker": "306.1", "battle": "310.1", "sorcery": "307.1",
}  # fmt: skip
"""The rule by which a spell of the type is cast only in one's own main phase with an empty stack."""


def timing_now(game: Game, player: PlayerId) -> IllegalAction | None:
    """What speaks against casting a spell that isn't instant-like now, asked before the spell itself is on the stack (CR 307.1)."""
    try:
        sorcery_time(game, player, "307.1")
    except IllegalAction as reason:
        return reason
    return None


def check_time(
    game: Game, player: PlayerId, spell: ObjectId, method: Method, reason: IllegalAction | None
) -> None:
    """CR 117.1a, 304.1, 702.8a: instants and what has flash at any time, the rest in one's own main phase with an empty stack."""
    if method.name == "plot" and reason is not None:
        raise IllegalAction("702.170d", reason.reason)
    types = game.characteristics(spell).types
    if reason is None or "instant" in types:
        return
    if method.flash or changed_rules.has_keyword(game, spell, "flash"):
        game.cite("702.8a", *(("601.3d",) if flash_on_condition(game, spell) else ()))
        return
    allowed = [
        *changed_rules.changes_on(game, spell, ab.May),
        *changed_rules.spell_changes(game, spell, player, ab.May),
    ]
    for applied in allowed:
        if applied.change.what in FLASH:
            game.cite("601.3b", *(("601.3d",) if flash_on_condition(game, spell) else ()))
            return
    for applied in changed_rules.changes_on(game, player, ab.May):
        change = applied.change
        if change.what in FLASH and (
            change.which is None or descriptions.fits(applied.ctx, change.which, spell)
        ):
            game.cite("601.3b")
            return
    rule = next(
        (
            TIMES[t]
            for t in ("sorcery", "creature", "artifact", "enchantment", "planeswalker", "battle")
            if t in types
        ),
        "117.1a",
    )
    raise IllegalAction(rule, reason.reason)


def flash_on_condition(game: Game, spell: ObjectId) -> bool:
    """CR 601.3d: whether the spell says of itself that under some condition it has flash, or may be cast as though it had."""
    return any(
        isinstance(change, ab.May) and change.what in FLASH
        or isinstance(change, ab.Gains) and any(isinstance(a, ab.Keyword) and a.name == "flash" for a in change.abilities)
        for ability in object_abilities.abilities_of(game, spell)
        if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This) and ability.condition is not None
        for change in ability.changes
    )  # fmt: skip


def flash_by_targets(game: Game, spell: ObjectId) -> bool:
    """CR 601.3b: whether the spell says of itself that it may be cast as though it had flash if it has certain targets, which are chosen only as it is cast."""
    return any(
        isinstance(ability, ab.Static) and isinstance(ability.what, ab.This)
        and any(isinstance(change, ab.May) and change.what in FLASH for change in ability.changes)
        and any(isinstance(n, ab.Having) and n.relation == "targeting" for n in ab.walk(ability.condition))
        for ability in object_abilities.abilities_of(game, spell)
    )  # fmt: skip


def goes_on(
    game: Game, player: PlayerId, spell: ObjectId, method: Method, not_now: IllegalAction | None
) -> tuple[str, ...]:
    """CR 601.6, 601.6a: the rules by which the spell is cast although, once its costs are paid, an effect would prohibit it or its flash is gone."""
    try:
        check_prohibited(game, player, spell)
    except IllegalAction:
        return ("601.6",)
    if not_now is None or not flash_on_condition(game, spell):
        return ()
    saved = game.fork()
    try:
        check_time(saved, player, spell, method, not_now)
    except IllegalAction:
        return ("601.6a",)
    return ()


FLASH = frozenset({"be cast as though it had flash", "cast spells as though they had flash"})


def _check_legendary(game: Game, player: PlayerId, spell: ObjectId) -> None:
    """CR 205.4e: a legendary instant or sorcery needs a legendary creature or planeswalker of the player's."""
    now = game.characteristics(spell)
    if "legendary" not in now.supertypes or not now.types & {"instant", "sorcery"}:
        return
    for id in game.battlefield():
        values = game.characteristics(id)
        if (
            game.controller(id) == player
            and "legendary" in values.supertypes
            and values.types & {"creature", "planeswalker"}
        ):
            game.cite("205.4e")
            return
    raise IllegalAction(
        "205.4e", f"{player} controls neither a legendary creature nor a legendary planeswalker"
    )


def check_prohibited(game: Game, player: PlayerId, spell: ObjectId) -> None:
    """CR 101.2, 205.4e, 601.2e, 601.3: neither a rule nor an effect may prohibit it."""
    name = game.name(spell)
    _check_legendary(game, player, spell)
    on_spell = [
        *changed_rules.changes_on(game, spell, ab.Cant),
        *changed_rules.spell_changes(game, spell, player, ab.Cant),
    ]
    for applied in on_spell:
        unless = applied.change.unless
        if applied.change.what in CANT_BE_CAST and not _lifted(applied):
            raise IllegalAction(
                _rule_against(game, unless),
                f"an effect of {game.name(applied.source)} keeps {name} from being cast",
                also=("101.2",),
            )
        if unless is not None:
            game.cite(*citations.of_time(game, unless))
    for applied in changed_rules.changes_on(game, player, ab.Cant):
        change = applied.change
        if change.what not in CANT_CAST or _lifted(applied):
            continue
        if isinstance(change.whom, ab.Selection) and not descriptions.fits(applied.ctx, change.whom, spell):
            continue
        if isinstance(change.whom, ab.Recipient) and not descriptions.matches(
            applied.ctx, change.whom, spell
        ):
            continue
        raise IllegalAction(
            "601.3",
            f"an effect of {game.name(applied.source)} keeps {player} from casting {name}",
            also=("101.2",),
        )
    enough = _cast_enough(game, player, spell)
    if enough is not None:
        raise IllegalAction(
            "601.3",
            f"an effect of {game.name(enough)} keeps {player} from casting more spells this turn",
            also=("101.2",),
        )


def _rule_against(game: Game, unless: ab.Condition | None) -> str:
    """CR 601.3; 506.7f: in a combat phase without a declare blockers step there is no time after it."""
    after = ab.DuringStep("combat after blockers are declared")
    nobody = game.turn.step == "end of combat" and game.combat is not None and not game.combat.blocks_declared
    return "506.7f" if nobody and unless is not None and after in ab.walk(unless) else "601.3"


AS_A_SORCERY = "cast spells except as a sorcery"


IN_OWN_TURNS = "cast spells except in their own turns"
"""Words of Cant that leave its players some times to cast spells."""


def check_when(game: Game, player: PlayerId, spell: ObjectId, reason: IllegalAction | None) -> None:
    """CR 101.2, 601.3: an effect lets the player cast spells only when a sorcery could be cast, or only in their own turns."""
    for applied in changed_rules.changes_on(game, player, ab.Cant):
        what = applied.change.what
        if (what == AS_A_SORCERY and reason is not None) or (
            what == IN_OWN_TURNS and not game.is_active(player)
        ):
            raise IllegalAction(
                "601.3",
                f"an effect of {game.name(applied.source)} keeps {player} from casting {game.name(spell)} now",
                also=("101.2",),
            )


ONE_A_TURN = "cast more than one spell each turn"
"""The word of Cant that counts the spells its players cast in a turn."""
SO_MANY = "cast more spells each turn"
"""The same for another number, that of its `whom`."""


def _cast_enough(game: Game, player: PlayerId, spell: ObjectId) -> ObjectId | None:
    """CR 101.2, 601.3: the source of an effect that allows one spell (of a description) each turn, where the player has cast one this turn, before the
    effect or under it; None if there is none."""
    before = [
        h.event.object
        for h in game.this_turn()
        if isinstance(h.event, ev.SpellCast) and h.event.player == player
    ]
    for applied in changed_rules.changes_on(game, player, ab.Cant):
        change = applied.change
        if change.what == SO_MANY and len(before) >= numbers.value(applied.ctx, change.whom.amount.number):
            return applied.source
        if change.what != ONE_A_TURN or _lifted(applied):
            continue
        if change.whom is None:
            if before:
                return applied.source
        elif descriptions.matches(applied.ctx, change.whom, spell) and any(
            descriptions.matches(applied.ctx, change.whom, other) for other in before
        ):
            return applied.source
    return None


CANT_BE_CAST = frozenset({"be cast"})


CANT_CAST = frozenset({"cast spells"})
"""Words of Cant that forbid casting: said of a spell, and of a player (`whom`: which spells)."""


def _lifted(applied: Any) -> bool:

    return applied.change.unless is not None and conditions.holds(applied.ctx, applied.change.unless)


def check_split_second(game: Game) -> None:
    """CR 702.61a-b: split second on the stack leaves players nothing but mana abilities and special actions."""
    for id in game.stack():
        if changed_rules.has_keyword(game, id, "split second"):
            raise IllegalAction("702.61a", f"{game.name(id)} has split second and has not resolved yet")


rule_changes.heed(ab.Cant, CANT_BE_CAST)
rule_changes.heed_players(ab.Cant, (*CANT_CAST, ONE_A_TURN, SO_MANY, IN_OWN_TURNS), "whom")
rule_changes.heed_players(ab.Cant, (AS_A_SORCERY,))
rule_changes.heed(ab.May, FLASH, "which", players=True)
