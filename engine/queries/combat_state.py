"""Who is in combat, what is attacked and by whom it is defended (CR 506, 508.4-508.7, 509.4, 310.8)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Combat, Game
from engine.game.decisions import Decision
from engine.model.objects import ObjectId, PlayerId, Thing

ATTACKABLE_TYPES = ("planeswalker", "battle")


def set_combat(game: Game, combat: Combat | None) -> None:
    """Put the combat's new value in place; what depends on it (who is attacking) is worked out anew."""
    game.combat = combat
    game.passed()


def require(game: Game) -> Combat:
    """The combat that is going on. Raises ValueError outside a combat phase: callers make sure that there is one."""
    if game.combat is None:
        raise ValueError("there is no combat going on")
    return game.combat


# ---- questions --------------------------------------------------------------------------------------------------


def attackers(game: Game) -> tuple[ObjectId, ...]:
    """The attacking creatures (CR 508.1k), in the order of their declaration."""
    return tuple(a for a, _ in game.combat.attackers) if game.combat is not None else ()


def attacked(game: Game, attacker: ObjectId) -> Thing | None:
    """What the creature is attacking now: a player, planeswalker or battle; None if nothing any more (CR 506.4c) or if it isn't attacking."""
    if game.combat is None:
        return None
    for id, whom in game.combat.attackers:
        if id == attacker:
            return whom if whom != "" and _may_stay_attacked(game, game.combat, whom) else None
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


def protector(game: Game, battle: ObjectId) -> PlayerId | None:
    """CR 310.8: the player who protects the battle; None if nobody has been chosen yet (310.10)."""
    chosen = game.object(battle).chosen_value("protector")
    if chosen is not None:
        return str(chosen)
    # CR 310.8a, 310.11a: without a battle type its controller protects it; of a Siege in a two-player game only one player can.
    controller = game.controller(battle)
    if "Siege" not in game.characteristics(battle).subtypes:
        return controller
    opponents = game.opponents(controller)
    return opponents[0] if len(opponents) == 1 else None


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
    opponents, all of them are defending players (the option to attack multiple players)."""
    opponents = game.opponents(player)
    things: list[Thing] = [*opponents]
    for id in game.battlefield():
        types = game.characteristics(id).types
        planeswalker = "planeswalker" in types and game.controller(id) in opponents
        if planeswalker or ("battle" in types and protector(game, id) in opponents):
            things.append(id)
    return things


# ---- entering combat otherwise than by declaration ----------------------------------------------------------------------


def choose_attacked(game: Game, attacker: ObjectId, by: PlayerId) -> Thing:
    """CR 508.4: what a creature that enters attacking attacks, where the effect does not say."""
    options = tuple(attackable(game, game.turn.active))
    question = f"What does {game.name(attacker)} attack?"
    answer: Thing = game.decide(Decision(player=by, kind="objects", question=question, options=options))[0]
    return answer


def put_attacking(game: Game, id: ObjectId, whom: Thing) -> bool:
    """CR 508.4, 506.3a-c, 506.3f: the creature is attacking without having been declared. Returns whether it is: a noncreature, a battle, a creature of
    another player or one whose target can't be attacked any more is not."""
    combat = game.combat
    if combat is None or id in attackers(game):
        return False
    types = game.characteristics(id).types
    active = game.turn.active
    if (
        "creature" not in types
        or "battle" in types
        or game.controller(id) != active
        or whom not in attackable(game, active)
    ):
        return False
    game.cite("508.4")
    set_combat(game, _with_attacks(game, combat, ((id, whom),)))
    return True


def reselect_attacked(game: Game, attacker: ObjectId, whom: Thing) -> bool:
    """CR 508.7: the creature attacks something else from now on; it has not attacked again. Returns whether that is allowed (508.7c)."""
    combat = game.combat
    if (
        combat is None
        or attacker not in attackers(game)
        or whom not in attackable(game, game.controller(attacker))
    ):
        return False
    game.cite("508.7a")
    kept = replace(
        combat,
        attackers=tuple((a, whom if a == attacker else w) for a, w in combat.attackers),
        defenders=tuple((a, p) for a, p in combat.defenders if a != attacker),
        lost=tuple((a, k) for a, k in combat.lost if a != attacker),
    )
    set_combat(game, _with_records(game, kept, ((attacker, whom),)))
    return True


def put_blocking(game: Game, id: ObjectId, attacker: ObjectId) -> bool:
    """CR 509.4, 506.3a, 506.3e-f: the creature is blocking without having been declared, and the attacker becomes blocked (509.3c). Returns whether
    it is: the attacker must be attacking its controller, or what that player defends."""
    combat = game.combat
    if combat is None or attacker not in attackers(game):
        return False
    types = game.characteristics(id).types
    if (
        "creature" not in types
        or "battle" in types
        or defending_player(game, attacker) != game.controller(id)
    ):
        return False
    game.cite("509.4")
    blockers = dict(combat.blockers)
    blockers[id] = (
        *blockers.get(id, ()),
        *(a for a in _band_of(combat, attacker) if a not in blockers.get(id, ())),
    )
    changed = replace(
        combat,
        blockers=tuple(blockers.items()),
        blocked=combat.blocked.union(_band_of(combat, attacker)),
        controllers=(*combat.controllers, (id, game.controller(id))),
    )
    set_combat(game, changed)
    return True


def become_blocked(game: Game, attacker: ObjectId) -> bool:
    """CR 509.1h, 702.22i: an effect says that the creature becomes blocked, and its band with it. Returns whether it was unblocked."""
    combat = game.combat
    if combat is None or attacker not in attackers(game) or attacker in combat.blocked:
        return False
    game.cite("509.1h")
    set_combat(game, replace(combat, blocked=combat.blocked.union(_band_of(combat, attacker))))
    return True


def _band_of(combat: Combat, attacker: ObjectId) -> tuple[ObjectId, ...]:
    """CR 702.22h: the attacker and those banded with it."""
    return next((band for band in combat.bands if attacker in band), (attacker,))


def _with_attacks(game: Game, combat: Combat, attacks: tuple[tuple[ObjectId, Thing], ...]) -> Combat:
    """The combat with these creatures attacking, and what has to be remembered of them."""
    return _with_records(game, replace(combat, attackers=(*combat.attackers, *attacks)), attacks)


def _with_records(game: Game, combat: Combat, attacks: tuple[tuple[ObjectId, Thing], ...]) -> Combat:
    defenders = tuple((a, p) for a, w in attacks if (p := defender_of(game, w)) is not None)
    known = dict(combat.controllers)
    permanents = [t for pair in attacks for t in pair if isinstance(t, int) and t not in known]
    controllers = tuple((t, game.controller(t)) for t in dict.fromkeys(permanents))
    return replace(
        combat, defenders=(*combat.defenders, *defenders), controllers=(*combat.controllers, *controllers)
    )


def attack(
    game: Game, attacks: tuple[tuple[ObjectId, Thing], ...], bands: tuple[tuple[ObjectId, ...], ...]
) -> None:
    """CR 508.1k: the declared creatures become attacking creatures."""
    combat = require(game)
    set_combat(game, replace(_with_attacks(game, combat, attacks), bands=bands, declared_attackers=True))


def block(game: Game, player: PlayerId, blocks: tuple[tuple[ObjectId, tuple[ObjectId, ...]], ...]) -> None:
    """CR 509.1g-h, 702.22h: the declared creatures become blocking creatures, what they block and its bands become blocked."""
    combat = require(game)
    spread = tuple(
        (b, tuple(dict.fromkeys(m for a in whom for m in _band_of(combat, a)))) for b, whom in blocks
    )
    if spread != blocks:
        game.cite("702.22h")
    declared = combat.blocks_declared | {player}
    changed = replace(
        combat,
        blockers=(*combat.blockers, *spread),
        blocked=combat.blocked.union(a for _, whom in spread for a in whom),
        controllers=(*combat.controllers, *((b, player) for b, _ in blocks)),
        blocks_declared=declared,
        declared_blockers=declared.issuperset(defending_players(game)),
    )
    set_combat(game, changed)


# ---- leaving combat -------------------------------------------------------------------------------------------------


def without(combat: Combat, id: ObjectId, kind: str = "planeswalker") -> Combat:
    """CR 506.4: the permanent is removed from combat: it stops attacking, blocking, being blocked or attacked. Its attackers go on attacking nothing
    (506.4c); `kind` says what they attacked. An attacker that leaves is out of its band too (702.22f)."""
    losing = tuple((a, kind) for a, w in combat.attackers if w == id and a != id)
    return replace(
        combat,
        attackers=tuple((a, "" if w == id else w) for a, w in combat.attackers if a != id),
        blockers=tuple((b, tuple(a for a in whom if a != id)) for b, whom in combat.blockers if b != id),
        blocked=combat.blocked - {id},
        bands=tuple(tuple(m for m in band if m != id) for band in combat.bands),
        controllers=tuple((c, p) for c, p in combat.controllers if c != id),
        lost=(*combat.lost, *losing),
    )


def involves(game: Game, id: ObjectId) -> bool:
    """Whether the permanent attacks, blocks or is attacked (CR 506.4)."""
    combat = game.combat
    return combat is not None and (
        id in dict(combat.attackers)
        or id in dict(combat.blockers)
        or any(w == id for _, w in combat.attackers)
    )


def remove(game: Game, id: ObjectId) -> None:
    """CR 506.4: an effect or regeneration removes the permanent from combat."""
    combat = game.combat
    if combat is None:
        return
    if any(w == id for _, w in combat.attackers):
        game.cite("506.4c")
    elif id in dict(combat.attackers) or id in dict(combat.blockers):
        game.cite("506.4")
    else:
        return
    set_combat(game, without(combat, id, _kind_attacked(game, id)))


def maintain(game: Game) -> None:
    """CR 506.4: remove from combat what may not stay: what left the battlefield, phased out, changed controllers or stopped being of its kind.

    To be called whenever something has happened; it does nothing outside combat or when all is well."""
    combat = game.combat
    if combat is None or not combat.attackers:
        return
    fighting = [*dict(combat.attackers), *dict(combat.blockers)]
    changed = combat
    for id in fighting:
        if not _may_fight(game, combat, id):
            changed = _stop(game, changed, id, keep_attacked=True)
    for whom in dict.fromkeys(w for _, w in combat.attackers if isinstance(w, int)):
        if not _may_stay_attacked(game, combat, whom):
            losing = tuple((a, _kind_attacked(game, whom)) for a, w in changed.attackers if w == whom)
            gone = replace(
                changed, attackers=tuple((a, "" if w == whom else w) for a, w in changed.attackers)
            )
            changed = replace(gone, lost=(*gone.lost, *losing))
            game.note(
                f"{game.name(whom)} is removed from combat", "506.4c", about=(whom, *(a for a, _ in losing))
            )
    if changed != combat:
        set_combat(game, changed)


def _stop(game: Game, combat: Combat, id: ObjectId, keep_attacked: bool) -> Combat:
    """CR 506.4d: it stops fighting; whether it is attacked is another matter."""
    attackers_before = combat.attackers
    changed = without(combat, id)
    if keep_attacked:
        kept = tuple((a, w) for a, w in attackers_before if a != id)
        changed = replace(changed, attackers=kept, lost=combat.lost, controllers=combat.controllers)
    if id in game.objects and game.objects[id].zone == "battlefield":
        game.note(f"{game.name(id)} is removed from combat", "506.4", about=(id,))
    return changed


def _on_battlefield(game: Game, id: ObjectId) -> bool:
    obj = game.objects.get(id)
    return obj is not None and obj.zone == "battlefield" and not obj.phased_out


def _may_fight(game: Game, combat: Combat, id: ObjectId) -> bool:
    """CR 506.4: still a creature, no battle, under the same control."""
    if not _on_battlefield(game, id):
        return False
    types = game.characteristics(id).types
    expected = dict(combat.controllers).get(
        id, game.turn.active if id in dict(combat.attackers) else game.controller(id)
    )
    return "creature" in types and "battle" not in types and game.controller(id) == expected


def _may_stay_attacked(game: Game, combat: Combat, whom: Thing) -> bool:
    """CR 506.4, 506.4e: still a planeswalker or battle, under the same control; a player is attacked as long as in the game."""
    if isinstance(whom, str):
        return game.exists(whom)
    if not _on_battlefield(game, whom):
        return False
    types = game.characteristics(whom).types
    controller = game.controller(whom)
    if controller != dict(combat.controllers).get(whom, controller):
        return False
    return any(t in types for t in ATTACKABLE_TYPES)


def _kind_attacked(game: Game, whom: ObjectId) -> str:
    """CR 702.19e asks whether what left combat was a planeswalker. The printed type answers where it has no such type any more."""
    obj = game.object(whom)
    now = game.characteristics(whom).types
    if "battle" in now or ("battle" in obj.base.types and "planeswalker" not in now):
        return "battle"
    return "planeswalker"
