"""Who enters and leaves combat: the changes of the combat's record (CR 506.4, 508.1k, 508.4, 509.1g-h, 509.4)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Combat, Game
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import (
    attackable,
    attackers,
    bands,
    defender_of,
    defending_player,
    defending_players,
    may_fight,
    may_stay_attacked,
    require,
)


def set_combat(game: Game, combat: Combat | None) -> None:
    """Put the combat's new value in place; what depends on it (who is attacking) is worked out anew."""
    game.combat = combat
    game.passed()


# ---- entering combat ----------------------------------------------------------------------------------------------------


def put_attacking(game: Game, id: ObjectId, whom: Thing) -> bool:
    """CR 508.4, 506.3a-e: the creature is attacking without having been declared. Returns whether it is: a noncreature, a battle, a creature of
    another player or one whose target can't be attacked any more is not."""
    combat = game.combat
    if combat is None or id in attackers(game):
        return False
    types = game.characteristics(id).types
    active = game.turn.active
    never = {
        "506.3a": "creature" not in types,
        "506.3f": "battle" in types,
        "506.3b": not game.is_active(game.controller(id)),
        "508.4a": whom not in attackable(game, active),
    }
    if any(never.values()):
        game.cite(
            *(rule for rule, holds in never.items() if holds), *(("506.3c",) if never["508.4a"] else ())
        )
        return False
    game.cite("508.4", "508.4c", *(("508.4d", "506.3d") if combat.declared_blockers else ()))
    set_combat(game, _with_attacks(game, combat, ((id, whom),)))
    return True


def put_blocking(game: Game, id: ObjectId, attacker: ObjectId) -> bool:
    """CR 509.4, 506.3a, 506.3d-e: the creature is blocking without having been declared, and the attacker becomes blocked (509.3c). Returns whether
    it is: the attacker must be attacking its controller, or what that player defends."""
    combat = game.combat
    if combat is None or attacker not in attackers(game):
        game.cite("509.4a")
        return False
    types = game.characteristics(id).types
    never = {
        "506.3a": "creature" not in types,
        "506.3f": "battle" in types,
        "509.4a": defending_player(game, attacker) not in game.seating.together(game.controller(id)),
    }
    if any(never.values()):
        game.cite(
            *(rule for rule, holds in never.items() if holds), *(("506.3e",) if never["509.4a"] else ())
        )
        return False
    game.cite("509.4", "509.4b")
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


def attack(
    game: Game, attacks: tuple[tuple[ObjectId, Thing], ...], bands: tuple[tuple[ObjectId, ...], ...]
) -> None:
    """CR 508.1k: the declared creatures become attacking creatures."""
    combat = require(game)
    set_combat(game, replace(_with_attacks(game, combat, attacks), bands=bands, declared_attackers=True))


def attack_another(game: Game, id: ObjectId, whom: Thing) -> None:
    """CR 508.7a: the attacking creature stays in combat and is attacking another player or permanent from here on."""
    combat = require(game)
    defender = defender_of(game, whom)
    changed = replace(
        combat,
        attackers=tuple((a, whom if a == id else w) for a, w in combat.attackers),
        defenders=(*combat.defenders, *([(id, defender)] if defender is not None else [])),
        controllers=(
            *combat.controllers,
            *([(whom, game.controller(whom))] if not isinstance(whom, str) else []),
        ),
        lost=tuple((a, kind) for a, kind in combat.lost if a != id),
    )
    set_combat(game, changed)


def block(game: Game, player: PlayerId, blocks: tuple[tuple[ObjectId, tuple[ObjectId, ...]], ...]) -> None:
    """CR 509.1g-h, 702.22h: the declared creatures become blocking creatures, what they block and its bands become blocked."""
    combat = require(game)
    spread = tuple(
        (b, tuple(dict.fromkeys(m for a in whom for m in _band_of(combat, a)))) for b, whom in blocks
    )
    if spread != blocks:
        game.cite("702.22h", *_outlasting(game, combat))
    declared = combat.blocks_declared.union(game.seating.together(player))
    changed = replace(
        combat,
        blockers=(*combat.blockers, *spread),
        blocked=combat.blocked.union(a for _, whom in spread for a in whom),
        controllers=(*combat.controllers, *((b, game.controller(b)) for b, _ in blocks)),
        blocks_declared=declared,
        declared_blockers=declared.issuperset(defending_players(game)),
    )
    game.cite("509.1g")
    set_combat(game, changed)


def become_blocked(game: Game, id: ObjectId) -> None:
    """CR 509.1h: an effect says that the attacker becomes blocked; nothing blocks it."""
    combat = require(game)
    set_combat(game, replace(combat, blocked=combat.blocked | {id}))


def _outlasting(game: Game, combat: Combat) -> tuple[str, ...]:
    """CR 702.22e: whether a band goes on though too few of its creatures have banding any more to begin one."""
    return ("702.22e",) if any(band and not bands.can_band(game, band) for band in combat.bands) else ()


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


# ---- leaving combat -----------------------------------------------------------------------------------------------------


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


def remove(game: Game, id: ObjectId) -> None:
    """CR 506.4: an effect or regeneration removes the permanent from combat."""
    combat = game.combat
    if combat is None:
        return
    if any(w == id for _, w in combat.attackers):
        game.cite("506.4c")
    elif id in dict(combat.attackers) or id in dict(combat.blockers):
        game.cite("506.4", *_out_of_band(combat, id))
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
        if not may_fight(game, combat, id):
            changed = _stop(game, changed, id, keep_attacked=True)
    for whom in dict.fromkeys(w for _, w in combat.attackers if isinstance(w, int)):
        if not may_stay_attacked(game, combat, whom):
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
        game.cite(*_out_of_band(combat, id))
        both = ("506.4d",) if any(w == id for _, w in attackers_before) else ()
        game.note(f"{game.name(id)} is removed from combat", "506.4", *both, about=(id,))
    return changed


def _out_of_band(combat: Combat, id: ObjectId) -> tuple[str, ...]:
    """CR 702.22f: whether it leaves others with whom it is in a band."""
    return ("702.22f",) if any(id in band and len(band) > 1 for band in combat.bands) else ()


def _kind_attacked(game: Game, whom: ObjectId) -> str:
    """CR 702.19e asks whether what left combat was a planeswalker. The printed type answers where it has no such type any more."""
    obj = game.object(whom)
    now = game.characteristics(whom).types
    if "battle" in now or ("battle" in obj.base.types and "planeswalker" not in now):
        return "battle"
    return "planeswalker"
