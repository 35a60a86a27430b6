"""The combat phase: attackers, blockers, damage (CR 506-511).

In come a game in combat and the players' declarations; out go events, or IllegalAction with the rule.
"""

from engine.rules.combat import attackers, blockers, combat, combat_damage, requirements, restrictions

__all__ = ["attackers", "blockers", "combat", "combat_damage", "requirements", "restrictions"]
