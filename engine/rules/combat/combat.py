"""The combat phase (CR 506-511): the doors to it. Each part stands in a module of its own.

engine.queries.combat_state: who attacks, blocks and defends; engine.rules.processing.combat_changes: who enters and leaves combat; attackers and
blockers: their declarations; restrictions: the words of restrictions, requirements, permissions and costs; requirements: how many requirements
can be obeyed; combat_damage: the damage steps.
"""

from __future__ import annotations

from engine.queries import (
    attackable,
    attacked,
    attackers,
    blocked_by,
    blockers_of,
    defending_player,
    defending_players,
    is_blocked,
    protector,
)
from engine.rules.combat.attackers import attackers_able, check_attack, declare_attackers, had_to_attack
from engine.rules.combat.blockers import blockers_able, check_block, declare_blockers, undeclared
from engine.rules.combat.combat_damage import assign, deal_combat_damage, first_strike_step_needed
from engine.rules.combat.restrictions import summoning_sick
from engine.rules.processing import maintain, put_attacking, put_blocking, remove, without

__all__ = [
    "assign",
    "attackable",
    "attacked",
    "attackers",
    "attackers_able",
    "blocked_by",
    "blockers_able",
    "blockers_of",
    "check_attack",
    "check_block",
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
    "summoning_sick",
    "undeclared",
    "without",
]
