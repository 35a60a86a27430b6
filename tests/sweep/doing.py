"""What brings a game forward in a sweep: actions of players, the stack resolved, turns, with the invariants checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from msgspec.structs import replace

from engine import setup
from engine.errors import IllegalAction
from engine.game import Choices, Game
from engine.game import events as ev
from engine.game.decisions import Decider
from engine.model import Card, ObjectId, PlayerId
from engine.rules.casting import activating, casting
from engine.rules.combat import attackers, blockers
from engine.rules.stack import priority
from engine.rules.turn import passing, turn
from tests.sweep import invariants
from tests.sweep.answers import ANSWERS, Disturbing, Watching, Yielding

MOST_REFUSED = 3
"""How many answers are taken back in one play."""


class NotEnded(Exception):
    """A play that went on for longer than the sweep waits: no failure of a card."""


class Each:
    """Several things done from one position, each with all who answer: what goes wrong with one keeps none of the others from being done. `tell` raises
    it all."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._beginning = game.fork()
        self._wrong: list[Exception] = []

    def apart(self, name: str, action: Callable[[Game], object], disturbed: bool = True) -> None:
        """Do it in a copy of the game. `disturbed`: with a disturbance, too."""
        self._try(name, action, self._game.fork(), disturbed)

    def in_turn(self, name: str, action: Callable[[Game], object]) -> None:
        """Do it in the game itself, which is as before if anything goes wrong."""
        saved = self._game.fork()
        if not self._try(name, action, self._game):
            self._game.restore(saved)

    def begin_anew(self) -> None:
        """Go back to the position."""
        self._game.restore(self._beginning.fork())

    def _try(self, name: str, action: Callable[[Game], object], game: Game, disturbed: bool = True) -> bool:
        """With default answers; then from the same position with those of each who has answered otherwise."""
        saved = game.fork()
        watching = Watching()
        done = self._tried(name, action, game, watching)
        for other in sorted(watching.differing):
            self._otherwise(f"{name}, {other}", action, saved, ANSWERS[other])
        if watching.resolving and disturbed:
            self._tried(f"{name}, disturbed", action, saved.fork(), Disturbing())
        return done

    def _otherwise(
        self, name: str, action: Callable[[Game], object], saved: Game, other: Callable[[], Decider]
    ) -> None:
        """With another's answers; each that the rules refuse is taken back for the default one (CR 733.1)."""
        refused: frozenset[int] = frozenset()
        for _ in range(MOST_REFUSED):
            decider = Yielding(other, refused)
            try:
                self._tried(name, action, saved.fork(), decider, refusable=True)
                return
            except IllegalAction:
                refused |= {decider.asked}
        self._tried(name, action, saved.fork(), Yielding(other, refused))

    def _tried(
        self,
        name: str,
        action: Callable[[Game], object],
        game: Game,
        decider: Decider,
        refusable: bool = False,
    ) -> bool:
        """Whether it went well; what went wrong is kept. Raises IllegalAction where that is `refusable`."""
        before, game.decider = game.decider, decider
        try:
            action(game)
        except Exception as problem:
            if refusable and isinstance(problem, IllegalAction):
                raise
            if not isinstance(problem, NotEnded):
                problem.add_note(name)
                self._wrong.append(problem)
            return False
        finally:
            game.decider = before
        return True

    def tell(self) -> None:
        """Raise what has gone wrong."""
        if self._wrong:
            raise ExceptionGroup("several plays", self._wrong)


@contextmanager
def holding(game: Game, player: PlayerId) -> Iterator[None]:
    """The player has priority for an action; it is the active player's again if they do nothing."""
    game.turn = replace(game.turn, priority=player)
    yield
    if game.turn.priority == player and not game.stack():
        game.turn = replace(game.turn, priority=game.turn.active)


def allowed(action: Callable[[], object]) -> bool:
    """Take a player's action; False where the rules forbid it (CR 733.1)."""
    try:
        action()
    except IllegalAction:
        return False
    return True


def cast(game: Game, id: ObjectId, choices: Choices, player: PlayerId = "alice") -> bool:
    """CR 601: the player casts the card, if that is legal."""
    return allowed(lambda: casting.cast(game, player, id, choices))


def activate(game: Game, id: ObjectId, index: int, player: PlayerId = "alice") -> bool:
    """CR 602: the player activates the ability, if that is legal."""
    return allowed(lambda: activating.activate(game, player, id, index))


def with_card(game: Game, card: Card, targets: tuple[ObjectId | PlayerId, ...], player: PlayerId) -> bool:
    """The player casts an instant of the sweep's own at the targets, and the stack resolves. False where that is illegal."""
    with holding(game, player):
        done = cast(game, setup.put(game, player, card, "hand"), Choices(targets=targets), player)
    if done:
        settle(game)
    return done


def happen(game: Game, *events: ev.GameEvent) -> None:
    """Let the events happen at once, as though an effect did it, and everything that comes of it resolve."""
    game.happen(events)
    priority.give(game)
    settle(game)


def settle(game: Game, most: int = 150) -> None:
    """CR 608: all players pass until the stack is empty; then everything is in order. Raises NotEnded."""
    for _ in range(most):
        if game.over:
            return
        if not game.stack():
            invariants.check(game)
            return
        _watch(game)
        passing.pass_(game)
    raise NotEnded("the stack did not get empty")


def _watch(game: Game) -> None:
    """Note that there is something on the stack, or disturb it, as the decider says."""
    decider, top = game.decider, game.objects[game.stack()[0]]
    if isinstance(decider, Watching):
        decider.resolving |= top.kind == "ability" or bool(top.stack and top.stack.targets)
    elif isinstance(decider, Disturbing) and not decider.done:
        decider.done = True
        _disturb(game)


def _disturb(game: Game) -> None:
    """The first target of what is on top of the stack and the permanent that it came from leave (CR 608.2b, 608.2h, 113.7a)."""
    stack = game.objects[game.stack()[0]].stack
    if stack is None:
        return
    targets = [t for slot in stack.targets for t in slot.chosen if isinstance(t, int) and t in game.objects]
    leaving = [
        t
        for t in (*targets[:1], stack.source)
        if t in game.objects and game.objects[t].zone in ("battlefield", "graveyard")
    ]
    if leaving:
        game.happen([ev.MoveZone(object=t, to="exile", verb="exile") for t in dict.fromkeys(leaving)])
        priority.give(game)


def latest(game: Game, id: ObjectId) -> ObjectId:
    """What the object has become (CR 400.7)."""
    while id in game.became and game.became[id] != id:
        id = game.became[id]
    return id


def goes_on(game: Game, id: ObjectId) -> bool:
    """Whether something that has happened waits for later turns: an effect or trigger that lasts, a choice made for the object, turns and steps changed."""
    obj, turn = game.objects.get(id), game.turn
    return bool(
        game.floating or game.delayed or turn.extra_turns or turn.extra_phases
        or (obj is not None and (obj.chosen or obj.linked or obj.marks or obj.counters))
        or any(p.skips for p in game.players.values())
    )  # fmt: skip


Fight = Literal["", "attacks", "is blocked", "blocks"]


def turn_cycle(game: Game, id: ObjectId, fight: Fight = "attacks") -> None:
    """Play to the same step of the player's next turn. The object, or what it is attached to, attacks with others and nothing blocks it; attacks alone and is blocked;
    or blocks; or nobody attacks but what has to."""
    start = game.turn.number
    for _ in range(200):
        if game.over or (game.turn.number >= start + 2 and game.turn.step == "precombat main"):
            break
        there = latest(game, id)
        host = game.objects[there].attached_to if there in game.objects else None
        _go_on(game, host if isinstance(host, int) else there, fight)
    else:
        raise NotEnded("the turn did not end")
    settle(game)


def _go_on(game: Game, id: ObjectId, fight: Fight) -> None:
    waits = turn.needs_declaration(game) if fight else ""
    own = game.turn.active == "alice"
    if waits == "attackers" and not (own and fight == "blocks") and _attack(game, id, fight):
        return
    if waits == "blockers" and (fight == "is blocked" or not own) and _block(game, id):
        return
    passing.go_on(game)


def _attack(game: Game, id: ObjectId, fight: Fight) -> bool:
    """The object attacks, with two others if it isn't going to be blocked; where it can't, others do."""
    able = _first(attackers.attackers_able(game), id)
    whom = game.opponents(game.turn.active)[0]
    tries = [able[:3], able[:1], able[1:2]] if fight == "attacks" else [able[:1], able[1:2]]
    return any(
        allowed(lambda t=t: turn.declare_attackers(game, dict.fromkeys(t, whom)))  # type: ignore[misc]
        for t in tries
        if t
    )


def _block(game: Game, id: ObjectId) -> bool:
    for player in blockers.undeclared(game):
        able = blockers.blockers_able(game, player)
        for blocker in _first([b for b in able if able[b]], id)[:2]:
            pair = {blocker: (able[blocker][0],)}
            if allowed(lambda p=player, d=pair: turn.declare_blockers(game, p, d)):  # type: ignore[misc]
                return True
    return False


def _first(ids: list[ObjectId], id: ObjectId) -> list[ObjectId]:
    """The ids, with this one before the others if it is among them."""
    return [id, *(i for i in ids if i != id)] if id in ids else ids
