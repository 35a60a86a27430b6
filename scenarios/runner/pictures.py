"""Boards as data for those who draw them: before the first action, after each line of the timeline, at the end. Made only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from engine.game import Game
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import designations
from scenarios import wording
from scenarios.asking.what import values
from scenarios.runner import board
from scenarios.runner.answers import Values
from scenarios.runner.naming import Names

MOST = 300
"""Of how many different boards pictures are kept; of what comes after, only that of the end."""


class Drawn(msgspec.Struct, frozen=True):
    """An object on a board. `id`: by which arrows and hosts name it; `called`: where it has no name of its own, what it is called; `host`: what it is
    attached to; `said`: an ability's words, for one on the stack; `marks`: what else there is to say of it."""

    id: int
    called: str
    values: Values
    kind: str
    label: str = ""
    tapped: bool = False
    face_down: bool = False
    counters: dict[str, int] = {}
    damage: int = 0
    host: int | str | None = None
    side: str = ""
    said: str = ""
    marks: tuple[str, ...] = ()


class Arrow(msgspec.Struct, frozen=True):
    """What a thing attacks, blocks or targets."""

    kind: Literal["attack", "block", "target"]
    start: int
    end: int | str


class Seat(msgspec.Struct, frozen=True):
    """A player on a board. `zones`: what is known to be in each that is not empty; `hidden`: how many unknown cards are in it; `marks`: monarch and the like."""

    player: str
    life: int
    counters: dict[str, int] = {}
    mana: str = ""
    zones: dict[str, tuple[Drawn, ...]] = {}
    hidden: dict[str, int] = {}
    lost: str = ""
    marks: tuple[str, ...] = ()


class Scene(msgspec.Struct, frozen=True):
    """A board at a moment. `stack`: top first."""

    moment: str
    seats: tuple[Seat, ...]
    stack: tuple[Drawn, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    over: str = ""


class Pictures(msgspec.Struct, frozen=True):
    """The boards of a scenario: the first before its first action, the last at its end. `after`: for each line of the timeline the place of the board as it
    was then; `whole`: whether none is left out."""

    scenes: tuple[Scene, ...]
    after: tuple[int, ...]
    whole: bool = True


class Watched(Game):
    """A game that lets itself be looked at after each step; its copies don't."""

    seen: Callable[[Game, int], None] = staticmethod(lambda game, step: None)

    def note(self, *args: object, **kwargs: object) -> int:
        """As in `Game`."""
        step = super().note(*args, **kwargs)  # type: ignore[arg-type]
        self.seen(self, step)
        return step


class Recorder:
    """Keeps the game as it stood after each step. What is undone is forgotten when other steps take the places of those."""

    def __init__(self, game: Watched, names: Names) -> None:
        self.game, self.names = game, names
        self.first = game.fork()
        self.kept: list[Game | None] = []
        game.seen = self._saw

    def _saw(self, game: Game, step: int) -> None:
        del self.kept[step:]
        last = self.kept[-1] if self.kept else self.first
        missing: list[Game | None] = [last] * (step - len(self.kept))
        self.kept += missing
        if last is not None and last.epoch == game.epoch:
            self.kept.append(last)
        else:
            self.kept.append(game.fork() if step < MOST else None)

    def pictures(self) -> Pictures:
        """All boards, each that is like the one before it once."""
        labels = self._labels()
        scenes = [_scene(self.first, labels)]
        made: dict[int, int] = {id(self.first): 0}
        after = []
        for game in self.kept[: len(self.game.steps)]:
            if game is not None and id(game) not in made:
                _add(scenes, _scene(game, labels))
                made[id(game)] = len(scenes) - 1
            after.append(made[id(game)] if game is not None else len(scenes) - 1)
        _add(scenes, _scene(self.game, labels))
        after += [len(scenes) - 1] * (len(self.game.steps) - len(after))
        return Pictures(tuple(scenes), tuple(after), None not in self.kept)

    def _labels(self) -> dict[ObjectId, str]:
        """The labels of all objects that a labelled one has been (CR 400.7)."""
        found: dict[ObjectId, str] = {}
        for label, id in self.names.labels.items():
            now: ObjectId | None = id
            while now is not None and now not in found:
                found[now] = label
                now = self.game.became.get(now)
        return found


def _add(scenes: list[Scene], scene: Scene) -> None:
    if scene != scenes[-1]:
        scenes.append(scene)


def _scene(game: Game, labels: dict[ObjectId, str]) -> Scene:
    """The board as it stands."""
    names = Names(game)
    game = game.fork()  # whoever looks at it must not find what is only about to enter
    game.entering_as, game.entering_event = {}, None
    names.game = game
    return Scene(
        moment=game.turn.moment,
        seats=tuple(_seat(game, names, labels, player) for player in game.order),
        stack=tuple(_drawn(game, names, labels, id) for id in game.stack()),
        arrows=tuple(_arrows(game)),
        over=game.over,
    )


def _seat(game: Game, names: Names, labels: dict[ObjectId, str], id: PlayerId) -> Seat:
    player = game.players[id]
    known, hidden = board.zones_of(game, names, id)
    zones = {zone: tuple(_drawn(game, names, labels, i) for i in ids) for zone, ids in known.items()}
    return Seat(
        player=id,
        life=player.life,
        counters=dict(player.counters),
        mana=board.mana_of(player),
        zones=zones,
        hidden=hidden,
        lost=player.lost,
        marks=player.marks,
    )


def _drawn(game: Game, names: Names, labels: dict[ObjectId, str], id: ObjectId) -> Drawn:
    obj = game.objects[id]
    ability = obj.stack.ability if obj.stack is not None and obj.kind == "ability" else None
    said = wording.ability_words(ability).replace("~", "this") if ability is not None else ""
    return Drawn(
        id=id,
        called=game.name(id),
        values=values(game.characteristics(id)),
        kind=obj.kind,
        label=labels.get(id, ""),
        tapped=obj.tapped,
        face_down=obj.face_down,
        counters=dict(obj.counters),
        damage=obj.damage,
        host=obj.attached_to if obj.attached_to is not None and game.exists(obj.attached_to) else None,
        side=names.side(id),
        said=said,
        marks=tuple(_marks(game, names, id)),
    )


def _marks(game: Game, names: Names, id: ObjectId) -> Iterator[str]:
    """What there is to say of an object that is neither a characteristic nor drawn."""
    obj = game.objects[id]
    if obj.kind in ("token", "copy", "emblem"):
        yield obj.kind
    if obj.zone == "battlefield" and obj.owner != game.controller(id):
        yield f"owned by {obj.owner}"
    if obj.commander is not None:
        yield "commander"
    if obj.cast is not None and obj.cast.x is not None:
        yield f"X is {obj.cast.x}"
    yield from (f"chosen {what}: {value}" for what, value in obj.chosen)
    yield from (designations.in_words(mark, names.call) for mark in obj.marks)


def _arrows(game: Game) -> Iterator[Arrow]:
    """Attacks and blocks (CR 508.1, 509.1), and the targets of what is on the stack (CR 115.1)."""
    combat = game.combat
    if combat is not None:
        yield from (Arrow("attack", id, whom) for id, whom in combat.attackers if _is_there(game, whom))
        yield from (Arrow("block", id, whom) for id, each in combat.blockers for whom in each)
    for id in game.stack():
        stack = game.objects[id].stack
        for whom in dict.fromkeys(thing for slot in stack.targets for thing in slot.chosen) if stack else ():
            if _is_there(game, whom):
                yield Arrow("target", id, whom)


def _is_there(game: Game, thing: Thing) -> bool:
    return thing in game.players if isinstance(thing, str) else thing in game.objects
