"""Many lands tapped for mana one after another, written down together where nothing could tell the difference (CR 605.3).

Each is activated for itself; but each of its events makes everything that watches be asked again, and with a thousand lands nothing else is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, PooledMana
from engine.queries import event_patterns, object_abilities
from engine.rules.costs.activated_abilities import abilities
from engine.rules.costs.tap_costs import check_tap_symbol
from engine.rules.effects import layers

ENOUGH = 20
"""From how many on mana abilities are activated together."""

EVENTS = frozenset({ev.Tap, ev.AbilityActivated, ev.AddMana})


def is_plain(ability: ab.Activated) -> bool:
    """Whether the ability is "{T}: Add" so much mana of said kinds, and nothing else."""
    match ability:
        case ab.Activated(
            costs=(ab.TapSymbol(),),
            effect=ab.AddMana(
                mana=(_,),
                who=ab.You(),
                number=None,
                any_="",
                note="",
                spend=None,
                among=None,
                additional=False,
            ),
            restrictions=(),
            changed=(),
        ):
            return True
    return False


def unwatched(game: Game) -> bool:
    """Whether nothing triggers on, replaces, forbids or changes the cost of what happens as lands are tapped for mana, nor comes and goes with it."""

    def look() -> bool:
        lasting = game.floating.values()
        if game.delayed or any(f.ability is not None or _speaks_of_it((f.what, f.changes)) for f in lasting):
            return False
        return not any(
            _could_tell(ability)
            for id, obj in game.objects.items()
            if obj.zone != "library" and not obj.unknown
            for ability in object_abilities.abilities_of(game, id)
        )

    result: bool = game.cached("tapping for mana is unwatched", look)
    return result


def _could_tell(ability: ab.Ability) -> bool:
    """Whether the ability may do something, or something else, on account of a land that is tapped for mana."""
    match ability:
        case ab.Triggered(event=event) | ab.Replacement(event=event):
            try:
                watched = event_patterns.kinds(event)
            except Unsupported:
                return True
            return bool(watched & EVENTS) or any(isinstance(n, ab.Meets) for n in ab.walk(event))
        case ab.Static(condition=condition):
            return condition is not None or _speaks_of_it(ability)
    return False


def _speaks_of_it(effect: Any) -> bool:
    """Whether a continuous effect forbids something, changes a cost, or depends on what is tapped."""
    return any(
        isinstance(n, ab.Cant | ab.CostChange) or (isinstance(n, ab.Is) and n.state in ("tapped", "untapped"))
        for n in ab.walk(effect)
    )


def activate(
    game: Game, player: PlayerId, ids: Sequence[tuple[ObjectId, int]], kinds: tuple[str, ...]
) -> None:
    """CR 605.3, 106.12: activate these plain mana abilities, objects and indices, each of which makes mana of these kinds."""
    events: list[ev.GameEvent] = []
    rules: list[tuple[str, ...]] = []
    for id, index in ids:
        check_tap_symbol(game, id, tapped=False)
        now = game.characteristics(id)
        ability = abilities(game, player, id)[index]
        snow = "snow" in now.supertypes
        mana = tuple(PooledMana(kind, snow=snow, source=id) for kind in kinds)
        events.append(ev.Tap(object=id, mana=True))
        events.append(ev.AbilityActivated(player=player, object=id, ability=0, mana=True, which=ability))
        events.append(ev.AddMana(player=player, mana=mana, source=id, tapped=True))
        basic = ability in layers.intrinsic(now)
        rules += [(), ("605.3b", "305.6") if basic else ("605.3b",), ("106.12",)]
    game.happen(events, rules)
