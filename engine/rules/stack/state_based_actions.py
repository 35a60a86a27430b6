"""State-based actions (CR 704): checked whenever a player would get priority, performed all at once, again and again until none applies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from engine import abilities as ab
from engine.actions import designations, dungeons, planes, schemes, supplementary
from engine.game import Decision, Game, of_nonlegendary_creature
from engine.game import events as ev
from engine.model import Characteristics, GameObject, ObjectId, PlayerId, plain
from engine.queries import changed_rules, numbers, object_abilities, protection
from engine.rules.effects import (
    attaching,
    battles,
    commander,
    continuous,
    day_and_night,
    fates,
    prepared,
    sectors,
)
from engine.rules.stack import sba_reasons
from engine.rules.stack.leaving import leave

Events = list[ev.GameEvent]

SAID_BESIDES: dict[str, tuple[str, ...]] = {
    "704.5a": ("104.3b",),
    "704.5b": ("104.3c",),
    "704.5c": ("104.3d",),
    "704.5f": ("701.8b",),
    "704.5g": ("120.5",),
    "704.5i": ("306.9",),
    "704.5m": ("303.4c",),
    "704.5q": ("122.3",),
    "704.5r": ("122.4",),
    "704.5s": ("714.4", "714.2d"),
    "704.5t": ("309.6",),
    "704.5u": ("702.158c",),
    "704.5v": ("310.7", "310.4c"),
    "704.5w": ("310.10", "310.8f"),
    "704.5x": ("310.10", "310.8f"),
    "704.5z": ("702.179a",),
    "704.6a": ("810.8c",),
    "704.6b": ("810.8d",),
    "704.6e": ("314.6", "904.10"),
    "704.6c": ("104.3j", "903.10a"),
}
"""State-based actions that the rules tell of elsewhere, too."""


def check(game: Game) -> bool:
    """CR 704.3: perform every state-based action that applies, as one event. Returns whether any did."""
    if game.over:
        return False
    if day_and_night.follow(game):
        return True
    events: Events = []
    rules: list[tuple[str, ...]] = []
    for rule in _RULES:
        for number, event in rule(game):
            if event in events:  # CR 704.7
                at = events.index(event)
                rules[at] += (number, *SAID_BESIDES.get(number, ()), "704.7")
            else:
                events.append(event)
                told = not (isinstance(event, ev.SetFields) and event.quiet)
                rules.append(
                    (number, *SAID_BESIDES.get(number, ()), *_besides(game, number, event)) if told else ()
                )
    changed = {e.thing for e in events if isinstance(e, ev.RemoveCounters)}
    for n, event in enumerate(events):
        if isinstance(event, ev.MoveZone | ev.Destroy) and event.object in changed:
            rules[n] += ("704.8",)
    _tell(game, zip(events, rules, strict=True))
    phenomenon = planes.left_alone(game)
    objects = game.objects
    touched = [i for i in game.zone("battlefield") if objects[i].deathtouched and not objects[i].phased_out]
    if phenomenon and not events:
        planes.go_on(game)
        return True
    if events:
        game.cite("704.3", *(("704.8",) if _leaves_changed(events) else ()))
        before = len(game.log)
        kept = _once(game, events)
        game.cite(
            *(
                rule
                for n, event in enumerate(events)
                if isinstance(event, ev.Attach) and n not in kept
                for rule in rules[n]
            )
        )
        game.happen([events[n] for n in kept], [rules[n] for n in kept])
        done = len(game.log) > before
        _forget(game, touched)
        if not done:
            return _finish(game)
        _finish(game)
        return True
    _forget(game, touched)
    return _finish(game)


def _leaves_changed(events: Events) -> bool:
    """CR 704.8: whether what leaves is changed by others of the actions, too: what it was is what it was before any of them."""
    gone = {e.object for e in events if isinstance(e, ev.MoveZone | ev.Destroy)}
    changed = {e.thing for e in events if isinstance(e, ev.RemoveCounters | ev.AddCounters)}
    return bool(gone & changed)


def _besides(game: Game, number: str, event: ev.GameEvent) -> tuple[str, ...]:
    """CR 704.7: lethal damage and a touch of death would destroy it both, as one event; 702.12b: what is indestructible isn't saved from toughness 0."""
    if not isinstance(event, ev.Destroy | ev.MoveZone):
        return ()
    if number == "704.5f" and changed_rules.has_keyword(game, event.object, "indestructible"):
        return ("702.12b",)
    both = number == "704.5g" and game.objects[event.object].deathtouched
    return ("704.7",) if both else ()


def _tell(game: Game, found: Iterable[tuple[ev.GameEvent, tuple[str, ...]]]) -> None:
    """Tell what keeps state-based actions from applying, and why creatures die by their toughness."""
    cited, game.citing = game.citing, ()
    for id in _census(game).sagas:
        if not final_chapter(game, id):
            sba_reasons.without_chapters(game, id)
    for ids in _spared_legends(game):
        sba_reasons.spared_legends(game, ids)
    for event, rules in found:
        if isinstance(event, ev.Destroy | ev.MoveZone) and {"704.5f", "704.5g"}.intersection(rules):
            sba_reasons.of_size(game, event.object)
    game.citing = cited


def _spared_legends(game: Game) -> list[list[ObjectId]]:
    """CR 704.5j: the legendary permanents of one name and controller which the legend rule isn't applied to."""
    there = _census(game).legends
    names = Counter(what.name for _, what in there)
    groups: dict[tuple[str, str], list[ObjectId]] = {}
    for id, what in there:
        if names[what.name] > 1 and changed_rules.cant(game, id, "be affected by the legend rule"):
            groups.setdefault((game.controller(id), what.name), []).append(id)
    return list(groups.values())


def _forget(game: Game, touched: list[ObjectId]) -> None:
    """CR 704.5h: damage by a source with deathtouch counts in the next check alone; what survived that one is safe from it."""
    still = [i for i in touched if i in game.objects]
    if still:
        game.happen(
            [ev.SetFields(thing=i, verb="", fields={"deathtouched": False}, quiet=True) for i in still]
        )


def _once(game: Game, events: Events) -> list[int]:
    """Which of them happen: a permanent that several state-based actions would move is moved once; putting it into the graveyard beats destroying it, and either
    leaves nothing that would become unattached, unless it is indestructible (CR 702.12b)."""
    moved = {e.object for e in events if isinstance(e, ev.MoveZone)}
    destroyed = {e.object for e in events if isinstance(e, ev.Destroy)}
    leaving = moved | {i for i in destroyed if not changed_rules.has_keyword(game, i, "indestructible")}
    gone: set[ObjectId] = set()
    out: list[int] = []
    for n, event in enumerate(events):
        if isinstance(event, ev.Destroy) and event.object in moved:
            continue
        if isinstance(event, ev.Attach) and event.object in leaving:
            continue
        if isinstance(event, ev.MoveZone):
            if event.object in gone:
                continue
            gone.add(event.object)
        out.append(n)
    return out


def _finish(game: Game) -> bool:
    """CR 104.2a, 104.2c, 104.4a, 104.4d: the last player or team in the game wins; if all lost at once it is a draw."""
    if game.over:
        return False
    left = [p for p in game.order if not game.players[p].lost]
    if len(left) == len(game.order):
        return False
    for player in game.order:
        if game.players[player].lost:
            leave(game, player)
    if not left:
        game.cite("104.4a", *(("104.4d",) if game.seating.teams else ()))
        game.happen(ev.GameDrawn(reason="all players lost at the same time"))
        return True
    if not game.opponents(left[0]):
        game.happen(_last_ones(game, left[0]))
        return True
    return False


def _last_ones(game: Game, player: PlayerId) -> Events:
    """CR 104.2a, 104.2c: the only player left wins, or every player of the only team that is left, those who had lost before, too."""
    if not game.seating.teams:
        game.cite("104.2a")
        return [ev.PlayerWins(player=player, reason="all opponents have left the game")]
    game.cite("104.2a", "104.2c", "104.3g")
    reason = "all other teams have left the game"
    return [ev.PlayerWins(player=p, reason=reason) for p in game.seating.team(player)]


POISON = {10: "ten", 15: "fifteen", 20: "twenty", 25: "twenty-five"}
"""With how many poison counters a player or team loses, in words (CR 704.5c, 704.6b, 810.11)."""

Found = list[tuple[str, ev.GameEvent]]


def players_lose(game: Game) -> Found:
    """CR 704.5a-c: 0 or less life, a draw from an empty library, ten poison counters; 704.6a-b: a team's life and poison; 704.6c: 21 combat damage by one
    commander."""
    found: Found = []
    for id, player in game.players.items():
        if player.lost or any(isinstance(e, ev.PlayerLoses) and e.player == id for _, e in found):
            continue
        reasons = []
        if player.life <= 0:
            reasons.append(("704.6a" if game.seating.one_life else "704.5a", f"{id} has {player.life} life"))
        if player.drew_from_empty:
            reasons.append(("704.5b", f"{id} drew from an empty library"))
        if player.counter("poison") >= game.seating.poison:
            rule = "704.6b" if game.seating.one_poison else "704.5c"
            game.cite(*(("904.13c",) if game.seating.own_poison else ()))
            reasons.append((rule, f"{id} has {POISON[game.seating.poison]} or more poison counters"))
        if commander.lethal(game, id):
            reasons.append(("704.6c", f"{id} was dealt 21 or more combat damage by one commander"))
        reasons = _not_spared(game, id, reasons)
        if reasons:
            lost = fates.loses(game, id, reasons[0][1])
            found += [(rule, event) for rule, _ in reasons for event in lost]
    if any(p.drew_from_empty for p in game.players.values()):
        for id, player in game.players.items():
            if player.drew_from_empty:
                # CR 704.5b looks back to the last check only.
                found.append(
                    ("704.5b", ev.SetFields(thing=id, verb="", fields={"drew_from_empty": False}, quiet=True))
                )
    return found


def _not_spared(game: Game, player: PlayerId, reasons: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """CR 101.2: those of the reasons to lose that no effect makes void: that the player can't lose, or can't for having no life."""
    left = []
    for rule, reason in reasons:
        if changed_rules.cant(game, player, "lose the game"):
            sba_reasons.cant_lose(game, player, "lose the game", reason, (rule,))
        elif rule in ("704.5a", "704.6a") and changed_rules.cant(game, player, "lose the game at no life"):
            sba_reasons.cant_lose(game, player, "lose the game at no life", reason, (rule,))
        else:
            left.append((rule, reason))
    return left


def _told(game: Game, id: ObjectId, damage: int) -> bool:
    """Whether the ruling has said already that the permanent is indestructible with so much damage on it (CR 702.12b): nothing would happen again."""
    indestructible = changed_rules.has_keyword(game, id, "indestructible")
    return indestructible and not sba_reasons.first(game, "survives", id, damage)


class _Census(msgspec.Struct, frozen=True):
    """What state-based actions look for: the permanents of each kind, with their characteristics, and objects where they can't be."""

    creatures: list[tuple[ObjectId, Characteristics]]
    planeswalkers: list[ObjectId]
    battles: list[ObjectId]
    legends: list[tuple[ObjectId, Characteristics]]
    worlds: list[ObjectId]
    sagas: list[ObjectId]
    roles: list[ObjectId]
    attachments: list[tuple[ObjectId, Characteristics]]
    with_both_counters: list[ObjectId]
    too_many_counters: list[tuple[ObjectId, str, int]]
    strays: list[tuple[str, ObjectId]]


def _census(game: Game) -> _Census:
    return game.cached_values("what state-based actions look for", lambda: _take_census(game))


def _take_census(game: Game) -> _Census:
    there = [(i, game.characteristics(i)) for i in game.battlefield()]

    def attaches(id: ObjectId, what: Characteristics) -> bool:
        return game.objects[id].attached_to is not None or "Aura" in what.subtypes

    return _Census(
        creatures=[(i, what) for i, what in there if "creature" in what.types],
        planeswalkers=[i for i, what in there if "planeswalker" in what.types],
        battles=[i for i, what in there if "battle" in what.types],
        legends=[(i, what) for i, what in there if "legendary" in what.supertypes and what.name],
        worlds=[i for i, what in there if "world" in what.supertypes],
        sagas=[i for i, what in there if "Saga" in what.subtypes],
        roles=[i for i, what in there if "Role" in what.subtypes],
        attachments=[(i, what) for i, what in there if attaches(i, what)],
        with_both_counters=[i for i, _ in there if _pairs(game, i)],
        too_many_counters=[
            (i, kind, over) for i, _ in there if game.objects[i].counters for kind, over in _beyond(game, i)
        ],
        strays=[(rule, i) for i, obj in game.objects.items() if (rule := _why_gone(game, obj))],
    )


def creatures(game: Game) -> Found:
    """CR 704.5f-h: toughness 0 or less; lethal damage; damage from a source with deathtouch."""
    found: Found = []
    for id, what in _census(game).creatures:
        toughness = what.toughness or 0
        obj = game.objects[id]
        if toughness <= 0:
            found.append(("704.5f", ev.MoveZone(object=id, to="graveyard", verb="put")))
        elif obj.damage >= toughness and not _told(game, id, obj.damage):
            found.append(("704.5g", ev.Destroy(object=id)))
        elif obj.deathtouched:
            found.append(("704.5h", ev.Destroy(object=id)))
    return found


def planeswalkers(game: Game) -> Found:
    """CR 704.5i: a planeswalker with loyalty 0."""
    return [
        ("704.5i", ev.MoveZone(object=id, to="graveyard", verb="put"))
        for id in _census(game).planeswalkers
        if game.objects[id].counter("loyalty") == 0
    ]


def legends(game: Game) -> Found:
    """CR 704.5j: the legend rule."""
    groups: dict[tuple[str, str], list[ObjectId]] = {}
    there = _census(game).legends
    names = Counter(what.name for _, what in there)
    for id, what in there:
        if names[what.name] > 1 and not changed_rules.cant(game, id, "be affected by the legend rule"):
            groups.setdefault((game.controller(id), what.name), []).append(id)
    _with_all_names(game, there, groups)
    found: Found = []
    for (player, name), ids in groups.items():
        if len(ids) > 1:
            kept = game.decide(
                Decision(
                    player,
                    "objects",
                    f"Keep which {name}? The others go to the graveyard",
                    tuple(ids),
                )
            )
            found += [
                ("704.5j", ev.MoveZone(object=i, to="graveyard", verb="put")) for i in ids if i != kept[0]
            ]
    return found


def _with_all_names(
    game: Game, there: list[tuple[ObjectId, Characteristics]], groups: dict[tuple[str, str], list[ObjectId]]
) -> None:
    """CR 612.7: what has the names of all nonlegendary creature cards has one in common with all that have such a name, and with each other such thing."""
    having = [id for id, what in there if what.all_names]
    if not having:
        return
    for id, what in there:
        if what.all_names or of_nonlegendary_creature(game, plain(what.name)):
            one = groups.setdefault((game.controller(id), "of those that share a name"), [])
            if not changed_rules.cant(game, id, "be affected by the legend rule"):
                own = groups.get((game.controller(id), what.name), [])
                own[:] = [other for other in own if other != id]
                one.append(id)
                game.cite(*(("612.7",) if len(one) > 1 else ()))


def worlds(game: Game) -> Found:
    """CR 704.5k: the world rule: only the one that has been a world permanent for the shortest time stays; of a tie, none."""
    ids = _census(game).worlds
    since = {i: game.worlds.get(i, (0, game.objects[i].timestamp)) for i in ids}
    found: Found = []
    for id in ids:
        near = [since[i] for i in ids if i != id and game.in_range(game.controller(id), i)]
        if game.seating.reach:
            game.cite("801.12")
        if near and since[id] <= max(near):
            found.append(("704.5k", ev.MoveZone(object=id, to="graveyard", verb="put")))
    return found


def attachments(game: Game) -> Found:
    """CR 704.5m-p, 310.9: Auras attached illegally or to nothing; Equipment and Fortifications attached illegally; what is neither, or a creature or
    battle, but attached."""
    found: Found = []
    for id, what in _census(game).attachments:
        obj = game.objects[id]
        if "Aura" in what.subtypes and ("creature" not in what.types or obj.attached_to is None):
            if obj.attached_to is None or not attaching.aura_may_be_attached(game, id, obj.attached_to):
                host = obj.attached_to
                if host is not None and game.exists(host) and protection.protected(game, host, id):
                    spared = attaching.spared(game, host, id)
                    game.cite("702.16c", *protection.variants(game, host, id), *spared)
                if continuous.bestowal(game, id) is not None:
                    found.append(("702.103f", ev.Attach(object=id, to=None)))
                else:
                    found.append(("704.5m", ev.MoveZone(object=id, to="graveyard", verb="put")))
        elif obj.attached_to is None:
            continue
        elif "Equipment" in what.subtypes or "Fortification" in what.subtypes:
            if not attaching.equipment_may_be_attached(game, id, obj.attached_to):
                if game.exists(obj.attached_to) and protection.protected(game, obj.attached_to, id):
                    game.cite("702.16d", *protection.variants(game, obj.attached_to, id))
                found.append(("704.5n", ev.Attach(object=id, to=None)))
        else:
            found.append(("704.5p", ev.Attach(object=id, to=None)))
        if {"creature", "battle"} & what.types and obj.attached_to is not None:
            if "battle" in what.types:
                game.cite("310.9")
            if continuous.bestowal(game, id) is not None:
                continue  # CR 702.103f: what is bestowed is no Aura any more, and stays
            found = [
                f for f in found if not (isinstance(f[1], ev.Attach | ev.MoveZone) and f[1].object == id)
            ]
            found.append(("704.5p", ev.Attach(object=id, to=None)))
            if "Aura" in what.subtypes:
                game.cite("303.4d")
                found.append(("704.5m", ev.MoveZone(object=id, to="graveyard", verb="put")))
    return found


def gone(game: Game) -> Found:
    """CR 704.5d-e: tokens off the battlefield, copies of spells off the stack, copies of cards elsewhere."""
    return [(rule, ev.CeaseToExist(object=id)) for rule, id in _census(game).strays]


def _why_gone(game: Game, obj: GameObject) -> str:
    if obj.kind == "token" and obj.zone != "battlefield":
        return "704.5d"
    if obj.kind != "copy" or obj.zone in ("stack", "battlefield"):
        return ""
    return "" if obj.zone == "exile" and prepared.host(game, obj) is not None else "704.5e"


def _pairs(game: Game, id: ObjectId) -> int:
    obj = game.objects[id]
    return min(obj.counter("+1/+1"), obj.counter("-1/-1")) if obj.counters else 0


def counters_cancel(game: Game) -> Found:
    """CR 704.5q: +1/+1 and -1/-1 counters on one permanent go in pairs."""
    found: Found = []
    for id in _census(game).with_both_counters:
        for kind in ("+1/+1", "-1/-1"):
            found.append(("704.5q", ev.RemoveCounters(thing=id, kind=kind, number=_pairs(game, id))))
    return found


def _beyond(game: Game, id: ObjectId) -> list[tuple[str, int]]:
    """The kinds of counters of which an ability of the permanent allows it fewer than it has, and how many too many there are."""
    found = []
    rules = [a for a in changed_rules.changes_on(game, id, ab.Ruled) if a.change.number is not None]
    for kind in dict.fromkeys(kind for kind, _ in game.objects[id].counters) if rules else ():
        most = [
            numbers.value(a.ctx, a.change.number)
            for a in rules
            if a.change.rule == changed_rules.at_most(kind)
        ]
        if most and game.objects[id].counter(kind) > min(most):
            found.append((kind, game.objects[id].counter(kind) - min(most)))
    return found


def counters_beyond(game: Game) -> Found:
    """CR 704.5r: counters of a kind beyond the number that an ability of the permanent allows it."""
    return [
        ("704.5r", ev.RemoveCounters(thing=id, kind=kind, number=over))
        for id, kind, over in _census(game).too_many_counters
    ]


def sagas(game: Game) -> Found:
    """CR 704.5s, 714.4: a Saga with its last chapter reached, none of whose chapter abilities is on the stack or waiting."""
    found: Found = []
    for id in _census(game).sagas:
        last = final_chapter(game, id)
        if last == 0 or game.objects[id].counter("lore") < last:
            continue
        if not _awaited(game, id, "chapter"):
            found.append(("704.5s", ev.Sacrifice(object=id, player=game.controller(id))))
    return found


def _awaited(game: Game, id: ObjectId, word: str) -> bool:
    """CR 704.5s-t: whether an ability of the permanent or dungeon, of that kind, has triggered and not left the stack."""
    stack = (game.objects[i].stack for i in game.stack())
    on_stack = [s.ability for s in stack if s is not None and s.source == id]
    waiting = [p.ability for p in game.pending if p.source == id]
    return any(isinstance(a, ab.Triggered) and a.word == word for a in (*on_stack, *waiting))


def completed_dungeons(game: Game) -> Found:
    """CR 704.5t, 309.6: a dungeon with the venture marker on its bottommost room, none of whose room abilities is on the stack or waiting."""
    return [
        ("704.5t", ev.DungeonCompleted(player=game.objects[id].owner, object=id))
        for id in dungeons.dungeons(game)
        if not dungeons.room_of(game, id).leads and not _awaited(game, id, "room")
    ]


def schemes_done(game: Game) -> Found:
    """CR 704.6e, 314.6, 904.10: schemes that have come to an end go under their owners' scheme decks."""
    return [("704.6e", supplementary.to_bottom(i)) for i in schemes.done_with(game)]


def started_engines(game: Game) -> Found:
    """CR 704.5z, 702.179a: a player without speed who controls a permanent with start your engines! has speed 1."""
    if not object_abilities.somewhere(game, "start your engines!"):
        return []
    there = [i for i in game.battlefield() if object_abilities.has(game, i, "start your engines!")]
    drivers = dict.fromkeys(game.controller(i) for i in there)
    return [("704.5z", designations.set_speed(game, p, 1)) for p in drivers if game.players[p].speed is None]


def final_chapter(game: Game, id: ObjectId) -> int:
    """CR 714.2d: the greatest chapter number among the Saga's abilities."""
    numbers = [n for a in game.characteristics(id).abilities if isinstance(a, ab.Chapter) for n in a.numbers]
    return max(numbers, default=0)


def defeated(game: Game) -> Found:
    """CR 704.5v, 310.7: battles with defense 0 that are not the source of an ability that has triggered and is still to resolve."""
    return [
        ("704.5v", ev.MoveZone(object=id, to="graveyard", verb="put"))
        for id in _census(game).battles
        if game.objects[id].counter("defense") == 0
        and not any((s := game.objects[i].stack) is not None and s.source == id for i in game.stack())
        and not any(p.source == id for p in game.pending)
    ]


def unprotected(game: Game) -> Found:
    """CR 704.5w-x: battles without a protector, or with one who can't be that."""
    return battles.unprotected(game, _census(game).battles)


def roles(game: Game) -> Found:
    """CR 704.5y: of one player's Roles on one permanent, only the newest stays."""
    groups: dict[tuple[str, object], list[ObjectId]] = {}
    for id in _census(game).roles:
        if game.objects[id].attached_to is not None:
            groups.setdefault((game.controller(id), game.objects[id].attached_to), []).append(id)
    found: Found = []
    for ids in groups.values():
        newest = max(ids, key=lambda i: game.objects[i].timestamp)
        found += [("704.5y", ev.MoveZone(object=i, to="graveyard", verb="put")) for i in ids if i != newest]
    return found


_RULES = (
    players_lose,
    sectors.assigned,
    creatures,
    planeswalkers,
    legends,
    worlds,
    attachments,
    gone,
    counters_cancel,
    counters_beyond,
    sagas,
    defeated,
    unprotected,
    roles,
    completed_dungeons,
    started_engines,
    commander.returning,
    schemes_done,
)
"""CR 704.5, 704.6: each kind of state-based action."""
