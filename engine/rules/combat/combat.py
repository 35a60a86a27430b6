"""The combat phase (CR 506-511): the doors to it. Each part stands in a module of its own.

combat_state: who attacks, blocks and defends, and who leaves combat; combat_attackers: the declaration of attackers; combat_blockers: that of
blockers; combat_rules: the words of restrictions, requirements, permissions and costs; combat_requirements: how many requirements can be obeyed;
combat_damage: the damage steps.
"""

from __future__ import annotations

from engine.game import Game
from engine.model.objects import PlayerId
from engine.queries.combat_state import (
    attackable,
    attacked,
    attackers,
    become_blocked,
    blocked_by,
    blockers_of,
    choose_attacked,
    defending_player,
    defending_players,
    is_blocked,
    maintain,
    protector,
    put_attacking,
    put_blocking,
    remove,
    reselect_attacked,
    without,
)
from engine.rules.combat.attackers import attackers_able, check_attack, declare_attackers, had_to_attack
from engine.rules.combat.blockers import blockers_able, check_block, declare_blockers
from engine.rules.combat.combat_damage import assign, deal_combat_damage, first_strike_step_needed
from engine.rules.combat.restrictions import summoning_sick


def undeclared(game: Game) -> list[PlayerId]:
    """CR 802.4: the defending players who have yet to declare blockers, in turn order after the active player."""
    combat = game.combat
    if combat is None or combat.declared_blockers:
        return []
    # Where every attacker has left combat, there still is a defending player who declares nothing.
    players = defending_players(game) or game.opponents(game.turn.active)[:1]
    return [p for p in players if p not in combat.blocks_declared]


__all__ = [
    "assign",
    "attackable",
    "attacked",
    "attackers",
    "attackers_able",
    "become_blocked",
    "blocked_by",
    "blockers_able",
    "blockers_of",
    "check_attack",
    "check_block",
    "choose_attacked",
    "deal_combat_damage",
    "declare_attackers",
    "declare_blockers",
    "defending_player",
    "defending_players",
    "first_strike_step_needed",
    "had_to_attack",
    "is_blocked",
    "maintain",
    "protector",
    "put_attacking",
    "put_blocking",
    "remove",
    "reselect_attacked",
    "summoning_sick",
    "undeclared",
    "without",
]
