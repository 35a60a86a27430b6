"""What nearly happened to what a scenario speaks of, and the rule by which it didn't, or why what seems to protect a thing didn't (CR 120.6, 702.11, 704.5g, 704.6b).

The game tells of what was kept from happening; of what nothing began to do, it is told here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import changed_rules
from scenarios.format import types as t
from scenarios.runner.naming import ORDER, Names

Told = tuple[str, tuple[str, ...], tuple[Thing, ...], int]
"""What is told, its rules, what it is about, and the step that it is told of (-1: of none)."""
SHIELDS = {"hexproof": "702.11b", "shroud": "702.18a", "protection": "702.16b"}
"""What keeps permanents from being targets, and from nothing else that is done to them but by protection (CR 702.16)."""


def note(game: Game, names: Names, expect: t.Expect) -> None:
    """Note what nearly happened to what is expected of objects and players, before it is held against the game."""
    _note(game, _told(game, names, expect))


def note_of_all(before: Game, game: Game, survivors: bool) -> None:
    """Note what nearly happened to what was on the battlefield, where nothing in particular is expected. `survivors`: to what is damaged, too."""
    were = [id for id, obj in before.objects.items() if obj.zone == "battlefield"]
    dead = [now for id in were if (now := game.became.get(id)) is not None]
    _note(game, (told for id in dead for told in _not_targeted(game, id)))
    hurt = [id for id in were if id in game.objects and game.objects[id].damage > before.objects[id].damage]
    _note(game, (told for id in hurt if survivors for told in _survives(game, id)))


def _note(game: Game, told: Iterable[Told]) -> None:
    cited, game.citing = game.citing, ()
    for text, rules, about, cause in dict.fromkeys(told):
        game.note(text, *rules, about=about, cause=cause, kind="kept")
    game.citing = cited


def _told(game: Game, names: Names, expect: t.Expect) -> Iterator[Told]:
    for wanted in expect.objects or ():
        zone, dies = wanted.properties.zone, wanted.properties.dies
        ids = names.candidates(wanted.name, ORDER)
        if dies is False or (zone is not None and zone.value == "battlefield"):
            for id in ids:
                yield from _survives(game, id)
        if dies:
            for id in ids:
                yield from _not_targeted(game, id)
    for life in expect.life or ():
        yield from _blocked(game, life.player)
    if expect.lost == () and game.seating.shared:
        yield from _not_poisoned(game)


def _survives(game: Game, id: ObjectId) -> Iterator[Told]:
    """CR 120.6, 704.5g: a creature with damage on it that isn't lethal."""
    obj = game.objects.get(id)
    if obj is None or obj.zone != "battlefield" or not obj.damage:
        return
    toughness = game.characteristics(id).toughness
    if toughness is not None and toughness > obj.damage:
        told = f"{game.name(id)} has {obj.damage} damage marked on it and toughness {toughness}, so that isn't lethal"
        yield told, ("704.5g", "120.6"), (id,), -1


def _not_targeted(game: Game, id: ObjectId) -> Iterator[Told]:
    """CR 115.10a, 702.11b, 702.18a: hexproof, shroud and protection don't help against what doesn't target."""
    for entry in game.log:
        match entry.event:
            case ev.MoveZone(object=was, was=now, source=_) if now == id and entry.step >= 0:
                cause = game.steps[entry.step].cause
                by = game.steps[cause] if cause >= 0 else None
                if by is None or by.kind != "resolution" or game.object(was).zone != "battlefield":
                    continue
                spell = by.about[0]
                stack = game.object(spell).stack if isinstance(spell, int) else None
                if stack is None or any(was in slot.chosen for slot in stack.targets):
                    continue
                for keyword, rule in SHIELDS.items():
                    if changed_rules.has_keyword(game, was, keyword):
                        told = f"{game.name(spell)} doesn't target {game.name(was)}, so its {keyword} doesn't help"
                        yield told, (rule, "115.10a"), (id,), entry.step


def _blocked(game: Game, player: PlayerId) -> Iterator[Told]:
    """CR 509.1h, 510.1c: attackers of a player whom nothing has damaged, which were blocked and so dealt their damage to blockers."""
    attackers: set[ObjectId] = set()
    dealing: set[ObjectId] = set()
    blocked: dict[ObjectId, int] = {}
    for entry in game.log:
        match entry.event:
            case ev.Damage(to=to) | ev.LoseLife(player=to) if to == player:
                return
            case ev.Damage(combat=True, source=source):
                dealing.add(source)
            case ev.AttackersDeclared(attacks=attacks):
                attackers |= {attacker for attacker, whom in attacks if whom == player}
            case ev.BlockersDeclared(blocks=blocks) if entry.step >= 0:
                blocked |= {attacker: entry.step for _, attacker in blocks}
    for attacker, step in blocked.items():
        if attacker in attackers & dealing:
            told = f"{game.name(attacker)} is blocked, so it deals no combat damage to {player}"
            yield told, ("510.1c", "509.1h"), (player,), step


def _not_poisoned(game: Game) -> Iterator[Told]:
    """CR 704.6b, 810.8d: a team loses with more poison counters than a player."""
    for team in dict.fromkeys(tuple(game.seating.together(player)) for player in game.order):
        number = max(
            game.players[player].counter("poison") for player in team
        )  # CR 810.10: all of them count as having it
        if 10 <= number < game.seating.poison:
            told = f"{' and '.join(team)} have {number} poison counters, and a team loses with {game.seating.poison}"
            yield told, ("704.6b", "810.8d"), tuple(team), -1
