"""Damage (CR 120): what it results in, and how much of it is excess."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Besides, Context, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import can_be_dealt, changed_rules, descriptions, lethal, numbers


def results(game: Game, event: ev.Damage) -> list[ev.GameEvent]:
    """CR 120.3, 120.4c: what the damage results in: life loss, poison, marked damage, counters. Life for lifelink is gained for all that a source
    deals at once (`lifelink`).

    The source's abilities are those that it has, or last had (702.2e, 702.15c, 702.80b, 702.90d)."""
    if not can_be_dealt(game, event):
        return []
    if isinstance(event.to, str):
        return _to_player(game, event, event.to)
    return _to_permanent(game, event, event.to)


def lifelink(game: Game, events: Sequence[ev.GameEvent]) -> list[ev.GainLife]:
    """CR 120.3f, 702.15b, 702.15e: the life that each source with lifelink gains its controller: all that it deals at one time together, each source
    by itself."""
    dealt: dict[ObjectId, list[ev.Damage]] = {}
    for event in events:
        if isinstance(event, ev.Damage) and can_be_dealt(game, event):
            dealt.setdefault(event.source, []).append(event)
    return [
        ev.GainLife(
            player=_controller(game, source),
            amount=sum(event.amount for event in by_it),
            source=source,
            replaced_by=tuple(dict.fromkeys(key for event in by_it for key in event.replaced_by)),
        )
        for source, by_it in dealt.items()
        if source_has(game, source, "lifelink")
    ]


FROM_ELSEWHERE = {
    "deathtouch": ("702.2d", "702.2e"), "lifelink": ("702.15d", "702.15c"), "wither": ("702.80c", "702.80b"), "infect": ("702.90e", "702.90d"),
}  # fmt: skip
"""By which rules a keyword counts for damage of a source that is in another zone than the battlefield, and of one that is gone."""


def from_elsewhere(game: Game, source: ObjectId, keyword: str) -> tuple[str, ...]:
    """The rule of `FROM_ELSEWHERE`, if the source is on the battlefield no more or never was."""
    zone, gone = FROM_ELSEWHERE[keyword]
    if source not in game.objects:
        return (gone,)
    return (zone,) if game.objects[source].zone != "battlefield" else ()


def _to_player(game: Game, event: ev.Damage, player: PlayerId) -> list[ev.GameEvent]:
    """CR 120.3a-b, 120.3g."""
    found: list[ev.GameEvent] = []
    by = _controller(game, event.source)
    though = changed_rules.dealt_as_though(game, player, "infect")
    if though or source_has(game, event.source, "infect"):
        own = ("609.4",) if though else tuple(from_elsewhere(game, event.source, "infect"))
        game.cite("702.90b", "120.3b", *own)
        found.append(
            ev.AddCounters(thing=player, kind="poison", number=event.amount, by=by, source=event.source)
        )
    else:
        game.cite("120.3a")
        found.append(ev.LoseLife(player=player, amount=event.amount, source=event.source, how="damage"))
    toxic = total_toxic(game, event.source) if event.combat else 0
    if toxic > 0:
        game.cite("702.164c", "120.3g")
        found.append(ev.AddCounters(thing=player, kind="poison", number=toxic, by=by, source=event.source))
    return found


def _to_permanent(game: Game, event: ev.Damage, id: ObjectId) -> list[ev.GameEvent]:
    """CR 120.3c-e, 120.3h: each of its card types has its result."""
    types = game.characteristics(id).types
    found: list[ev.GameEvent] = []
    if "planeswalker" in types:
        game.cite("120.3c")
        found.append(ev.RemoveCounters(thing=id, kind="loyalty", number=event.amount))
    if "battle" in types:
        game.cite("120.3h", "310.6")
        found.append(ev.RemoveCounters(thing=id, kind="defense", number=event.amount))
    if "creature" in types:
        deathtouch = source_has(game, event.source, "deathtouch")
        if deathtouch:
            game.cite("702.2b", *from_elsewhere(game, event.source, "deathtouch"))
        though = changed_rules.dealt_as_though(game, id, "wither")
        if though or source_has(game, event.source, "wither", "infect"):
            game.cite(*(("609.4", "702.80a") if though else ()))
            for keyword, rule in (("wither", "702.80a"), ("infect", "702.90c")):
                if source_has(game, event.source, keyword):
                    game.cite(rule, *from_elsewhere(game, event.source, keyword))
            game.cite("120.3d")
            by = _controller(game, event.source)
            found.append(
                ev.AddCounters(
                    thing=id,
                    kind="-1/-1",
                    number=event.amount,
                    by=by,
                    source=event.source,
                    by_effect=not event.combat,
                )
            )
            if deathtouch:
                found.append(ev.MarkDamage(object=id, number=0, deathtouch=True))
        else:
            game.cite("120.3e")
            found.append(ev.MarkDamage(object=id, number=event.amount, deathtouch=deathtouch))
    return found


# ---- the least that damage leaves ---------------------------------------------------------------------------------


def kept_from_falling(game: Game, events: list[ev.GameEvent]) -> list[ev.GameEvent]:
    """CR 120.4c-d, 614.1a: damage that would reduce a life total to less than a number reduces it to that number. It is the whole damage event that
    would, with all its results: the life that it gains the player counts, too, by lifelink or by an effect that prevents some of it."""
    for player in dict.fromkeys(e.player for e in events if isinstance(e, ev.LoseLife) and e.how == "damage"):
        least, source = _least_left(game, player)
        if least is None:
            continue
        life = game.players[player].life
        if life < least:
            raise Unsupported("damage to a player whose life total is below the least that damage leaves")
        gained = sum(e.amount for e in events if isinstance(e, ev.GainLife) and e.player == player)
        gained += sum(_gains(each, player) for each in game.at_once.besides)
        lost = sum(e.amount for e in events if isinstance(e, ev.LoseLife) and e.player == player)
        over = least - (life + gained - lost)
        if over <= 0:
            game.cite("120.4d")
            continue
        game.cite("614.1a", "614.6")
        text = f"damage reduces {player}'s life total to {least} instead"
        game.note(text, about=(source, player), kind="replacement")
        for n in reversed(range(len(events))):
            event = events[n]
            if isinstance(event, ev.LoseLife) and (event.player, event.how) == (player, "damage"):
                events[n] = replace(event, amount=event.amount - min(over, event.amount))
                over -= min(over, event.amount)
    return events


def _least_left(game: Game, player: PlayerId) -> tuple[int | None, ObjectId]:
    """The greatest number to less than which damage doesn't reduce the player's life total, and whose ability says so."""
    found = [
        (numbers.value(applied.ctx, applied.change.number), applied.source)
        for applied in changed_rules.changes_on(game, player, ab.Ruled)
        if applied.change.rule == "damage reduces life no further" and applied.change.number is not None
    ]
    return max(found, default=(None, ObjectId(0)))


def _gains(besides: Besides, player: PlayerId) -> int:
    """CR 615.5: how much life the player gains by what a prevention effect does besides."""
    ctx, effect = besides.ctx, besides.effect
    steps = effect.steps if isinstance(effect, ab.Sequence) else (effect,)
    gains = [e for e in steps if isinstance(e, ab.GainLife) and player in descriptions.players(ctx, e.who)]
    return sum(numbers.value(ctx, e.amount) for e in gains)


# ---- the source ---------------------------------------------------------------------------------------------------


def _then(game: Game, source: ObjectId) -> Game:
    """The game in which to look at the source: this one, or as it was when the source last existed (CR 608.2h)."""
    return game if source in game.objects or source not in game.past else game.past[source][0]


def source_has(game: Game, source: ObjectId, *keywords: str) -> bool:
    """Whether the source has, or last had, any of the keyword abilities; in whatever zone it is (CR 702.2d, 702.15d)."""
    then = _then(game, source)
    return any(changed_rules.has_keyword(then, source, keyword) for keyword in keywords)


def total_toxic(game: Game, source: ObjectId) -> int:
    """CR 702.164b: the sum of the numbers of its toxic abilities. Only a creature's count (120.3g)."""
    then = _then(game, source)
    if "creature" not in then.characteristics(source).types:
        return 0
    ctx = Context(then, then.controller(source), source)
    if len(changed_rules.keywords(then, source, "toxic")) > 1:
        game.cite("702.164b")
    return sum(
        numbers.value(ctx, k.number)
        for k in changed_rules.keywords(then, source, "toxic")
        if k.number is not None
    )


def _controller(game: Game, source: ObjectId) -> PlayerId:
    """CR 702.15b: the source's controller (its owner, where it has none)."""
    return game.controller(source)


# ---- how much ------------------------------------------------------------------------------------------------------


def with_excess(game: Game, events: Sequence[ev.GameEvent]) -> list[ev.GameEvent]:
    """CR 120.10: the events of one moment, with the excess of each damage event filled in, and what the source of damage to a player is as it deals it.
    To be called before any of them is applied.

    Damage by several sources counts together: what an earlier event of the batch deals leaves less to be lethal for the later ones."""
    dealt: dict[Thing, int] = {}
    touched: set[Thing] = set()
    done: list[ev.GameEvent] = []
    for event in events:
        if isinstance(event, ev.Damage) and isinstance(event.to, str):
            source = _then(game, event.source).characteristics(event.source)
            by = _controller(game, event.source)
            done.append(replace(event, by=by, kinds=source.types | source.subtypes))
            continue
        if not isinstance(event, ev.Damage) or isinstance(event.to, str) or not can_be_dealt(game, event):
            done.append(event)
            continue
        before = dealt.get(event.to, 0)
        needed = lethal(game, event.to, deathtouch=False)
        excess = 0
        for kind, most in needed.items():
            left = max(0, most - before)
            if kind == "creature" and event.to in touched:
                left = 0
            elif kind == "creature" and source_has(game, event.source, "deathtouch"):
                left = min(1, left)
            excess = max(excess, event.amount - left)
        dealt[event.to] = before + event.amount
        if source_has(game, event.source, "deathtouch"):
            touched.add(event.to)
        done.append(replace(event, excess=max(0, excess)))
    return done
