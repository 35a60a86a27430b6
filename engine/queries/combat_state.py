"""Who is in combat, what is attacked and by whom it is defended (CR 506, 508.4-508.7, 509.4, 310.8)."""

from __future__ import annotations

from engine.game import Combat, Game
from engine.model import ObjectId, PlayerId, Thing

PROTECTOR = "protector"
"""What is kept among the values chosen for a battle (CR 310.8)."""
ATTACKABLE_TYPES = ("planeswalker", "battle")


def require(game: Game) -> Combat:
    """The combat that is going on. Raises ValueError outside a combat phase: callers make sure that there is one."""
    if game.combat is None:
        raise ValueError("there is no combat going on")
    return game.combat


def attackers(game: Game) -> tuple[ObjectId, ...]:
    """The attacking creatures (CR 508.1k), in the order of their declaration."""
    return tuple(a for a, _ in game.combat.attackers) if game.combat is not None else ()


def attacked(game: Game, attacker: ObjectId) -> Thing | None:
    """What the creature is attacking now: a player, planeswalker or battle; None if nothing any more (CR 506.4c) or if it isn't attacking."""
    if game.combat is None:
        return None
    for id, whom in game.combat.attackers:
        if id == attacker:
            return whom if whom != "" and may_stay_attacked(game, game.combat, whom) else None
    return None


def blockers_of(game: Game, attacker: ObjectId) -> tuple[ObjectId, ...]:
    """The creatures that block the attacker now, in the order of their declaration."""
    return tuple(b for b, whom in game.combat.blockers if attacker in whom) if game.combat is not None else ()


def blocked_by(game: Game, blocker: ObjectId) -> tuple[ObjectId, ...]:
    """The attackers that the creature blocks now."""
    return dict(game.combat.blockers).get(blocker, ()) if game.combat is not None else ()


def is_blocked(game: Game, attacker: ObjectId) -> bool:
    """CR 509.1h: it became blocked, whatever became of its blockers."""
    return game.combat is not None and attacker in game.combat.blocked


def band_of(game: Game, attacker: ObjectId) -> tuple[ObjectId, ...]:
    """CR 702.22c: the attacker and those banded with it."""
    bands = game.combat.bands if game.combat is not None else ()
    return next((band for band in bands if attacker in band), (attacker,))


def protector(game: Game, battle: ObjectId) -> PlayerId | None:
    """CR 310.8: the player who protects the battle; None if nobody has been chosen (310.10)."""
    chosen = game.object(battle).chosen_value(PROTECTOR)
    return None if chosen is None else str(chosen)


def defender_of(game: Game, whom: Thing) -> PlayerId | None:
    """CR 508.5: who defends what is attacked: the player, the planeswalker's controller, the battle's protector (310.8d)."""
    if isinstance(whom, str):
        return whom or None
    return protector(game, whom) if "battle" in game.characteristics(whom).types else game.controller(whom)


def defending_player(game: Game, attacker: ObjectId) -> PlayerId | None:
    """CR 508.5, 506.2: the defending player that an ability of this creature speaks of, the last one if it attacks no more. For a creature that is
    not in combat: the only defending player there is in a two-player combat phase, else None."""
    if game.combat is None:
        return None
    whom = attacked(game, attacker)
    if whom is not None:
        return defender_of(game, whom)
    recorded = dict(game.combat.defenders).get(attacker)
    if recorded is not None:
        return recorded
    opponents = game.opponents(game.turn.active)
    return opponents[0] if len(opponents) == 1 else None


def defending_players(game: Game) -> list[PlayerId]:
    """CR 509.1, 802.4: the players who are attacked or whose planeswalkers or battles are, in turn order after the active player."""
    found = {defending_player(game, a) for a in attackers(game)}
    return [p for p in game.apnap() if p in found]


def attackable(game: Game, player: PlayerId) -> list[Thing]:
    """CR 506.2, 802.2: what the player's creatures may attack: opponents, their planeswalkers and the battles that they protect. With several
    opponents, all of them are defending players (the option to attack multiple players), but for those whom `unattackable` keeps out."""
    opponents = [p for p in game.opponents(player) if unattackable(game, player, p) is None]
    things: list[Thing] = [*opponents]
    for id in game.battlefield():
        types = game.characteristics(id).types
        planeswalker = "planeswalker" in types and game.controller(id) in opponents
        if planeswalker or ("battle" in types and protector(game, id) in opponents):
            things.append(id)
    return things


NEIGHBORS = {"left": ("803.1a", (0,)), "right": ("803.1b", (1,)), "beside": ("811.4", (0, 1))}
"""Whom alone a player can attack, and the rule that says so (CR 803.1a-b, 809.3c, 811.4)."""


def unattackable(game: Game, player: PlayerId, opponent: PlayerId) -> str | None:
    """CR 801.3, 803.1a-b, 809.3c, 811.4: the rule by which the player can't attack that opponent, for where they sit; None if they can."""
    if not game.in_range(player, opponent):
        return "801.3"
    if not game.seating.attack:
        return None
    rule, places = NEIGHBORS[game.seating.attack]
    if opponent in [game.neighbors(player)[n] for n in places]:
        return None
    return "809.3c" if game.seating.emperors else rule


def involves(game: Game, id: ObjectId) -> bool:
    """Whether the permanent attacks, blocks or is attacked (CR 506.4)."""
    combat = game.combat
    return combat is not None and (
        id in dict(combat.attackers)
        or id in dict(combat.blockers)
        or any(w == id for _, w in combat.attackers)
    )


def _on_battlefield(game: Game, id: ObjectId) -> bool:
    obj = game.objects.get(id)
    return obj is not None and obj.zone == "battlefield" and not obj.phased_out


def may_fight(game: Game, combat: Combat, id: ObjectId) -> bool:
    """CR 506.4: still a creature, no battle, under the same control."""
    if not _on_battlefield(game, id):
        return False
    types = game.characteristics(id).types
    expected = dict(combat.controllers).get(
        id, game.turn.active if id in dict(combat.attackers) else game.controller(id)
    )
    return "creature" in types and "battle" not in types and game.controller(id) == expected


def may_stay_attacked(game: Game, combat: Combat, whom: Thing) -> bool:
    """CR 506.4, 506.4e: still a planeswalker or battle, under the same control; a player is attacked as long as in the game."""
    if isinstance(whom, str):
        return game.exists(whom)
    if not _on_battlefield(game, whom):
        return False
    types = game.characteristics(whom).types
    controller = game.controller(whom)
    if controller != dict(combat.controllers).get(whom, controller):
        return False
    if "planeswalker" in types and "battle" not in types and protector(game, whom) not in (None, controller):
        game.cite("506.4e")  # it was a battle, too, and whoever protected it was another player
        return False
    return any(t in types for t in ATTACKABLE_TYPES)
