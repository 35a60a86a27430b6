"""A random game: random actions that the rules allow, checked one by one."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace

from engine import playing
from engine.errors import IllegalAction, Unsupported
from engine.game import Choices, Game, printing
from engine.model import ObjectId, PlayerId, Thing
from engine.playing import Action
from engine.rules.casting import ways
from engine.rules.combat import attackers, blockers
from engine.rules.effects import layers
from engine.rules.turn import turn
from tests.random_games import invariants
from tests.random_games.deciding import Answered, RandomDecider, Repeating
from tests.random_games.positions import Position, position

ACTIONS = 60
"""How many actions a game has at most."""
AGAIN = 8
TRIES = 12
"""How many actions are tried before the player passes."""
QUESTIONS_EVERY = 8


class Broken(Exception):
    """Something doesn't hold."""


@dataclass(frozen=True)
class Done:
    """An action that was taken, and what was answered in it."""

    action: Action
    answers: tuple[Answered, ...]


@dataclass
class Played:
    """A game as it was played. `amiss`: what broke, if anything; `tried`: the action that it broke in; `refusals`: what the engine doesn't support."""

    seed: str
    position: Position
    game: Game
    ids: list[ObjectId]
    done: list[Done] = field(default_factory=list)
    tried: Done | None = None
    amiss: str = ""
    refusals: list[str] = field(default_factory=list)


def play(seed: str, players: int | None = None, checked: bool = True) -> Played:
    """The game of a seed."""
    rng = Random(seed)
    board = position(rng, players or rng.choice((2, 2, 2, 3, 4)))
    decider = RandomDecider(rng)
    game, ids = board.game(decider)
    played = Played(seed, board, game, ids)
    try:
        _begin(played, decider)
        _go(played, rng, decider, checked)
    except Broken as error:
        played.amiss = str(error)
    except Unsupported as error:  # where nothing can go back: the game ends here
        played.refusals.append(error.what)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        played.amiss = f"{type(error).__name__}: {error} ({last.filename.rpartition('/')[2]}:{last.lineno})"
    return played


def _begin(played: Played, decider: RandomDecider) -> None:
    playing.start(played.game)
    played.done.append(Done(Action("pass", "", text="the game begins"), tuple(decider.said)))
    decider.said = []
    _check(played.game)


def _go(played: Played, rng: Random, decider: RandomDecider, checked: bool) -> None:
    game = played.game
    for number in range(ACTIONS):
        if game.over:
            return
        if checked and number % QUESTIONS_EVERY == 0:
            _asked_in_vain(game, rng)
        before = invariants.state(game)
        aside = game.fork()
        _one_action(played, rng, decider, checked)
        if not checked:
            continue
        if differ := invariants.differences(before, invariants.state(aside)):
            raise Broken(f"the action changed {', '.join(differ)} of a copy of the game made before")
        _check(game)
        if number % QUESTIONS_EVERY == 0:
            _copy_plays(game, rng)


def _one_action(played: Played, rng: Random, decider: RandomDecider, checked: bool) -> None:
    """One action is taken: of those that are tried the first that is legal, or a pass."""
    game = played.game
    for action in _tries(game, rng):
        before = invariants.state(game) if checked else {}
        decider.said = []
        played.tried = Done(action, ())
        try:
            playing.act(game, action)
        except (IllegalAction, Unsupported) as refused:
            played.tried = Done(action, tuple(decider.said))
            if checked and (differ := invariants.differences(before, invariants.state(game))):
                raise Broken(f"a refused action changed {', '.join(differ)}: {refused}") from None
            if isinstance(refused, Unsupported):
                if (
                    action.kind == "pass"
                    or action.kind in ("attack", "block")
                    and not action.attacks + action.blocks
                ):
                    raise
                played.refusals.append(refused.what)
            continue
        except Exception:
            played.tried = Done(action, tuple(decider.said))
            raise
        played.done.append(Done(action, tuple(decider.said)))
        played.tried = None
        return
    decider.said = []
    decider.by_default = True
    try:
        playing.act(game, action)
    except IllegalAction as refused:
        raise Broken(f"{action} is refused: {refused}") from None
    finally:
        decider.by_default = False
    played.done.append(Done(action, tuple(decider.said)))


def _tries(game: Game, rng: Random) -> Iterator[Action]:
    """Actions to try, a pass or the declaration of nothing last."""
    match turn.needs_declaration(game):
        case "attackers":
            yield from _declared_attacks(game, rng)
            return
        case "blockers":
            yield from _declared_blocks(game, rng)
            return
    holder = game.turn.priority
    if holder is None:
        raise Broken("nobody has priority, and nothing is to be declared")
    if rng.random() < _eagerness(game, holder):
        found = [a for a in playing._candidates(game.fork(), None) if a.kind != "pass"]
        rng.shuffle(found)
        found.sort(key=lambda a: _last(game, a) and rng.random() < 0.8)
        yield from (_in_some_way(game, rng, action) for action in found[:TRIES])
    for _ in range(AGAIN):  # what was answered at random may be refused (CR 510.1c)
        yield Action("pass", holder, text=f"{holder} passes")


def _eagerness(game: Game, holder: PlayerId) -> float:
    """How likely the player does something."""
    if game.stack():
        return 0.25
    return 0.9 if game.turn.active == holder and game.turn.step.endswith("main") else 0.15


def _in_some_way(game: Game, rng: Random, action: Action) -> Action:
    """CR 118.9: the card is cast in one of the ways that there are."""
    if action.kind != "cast" or rng.random() < 0.5:
        return action
    found = ways.methods(game.fork(), action.player, action.object, action.face or 0)
    names = [way.name for way in found if way.name]
    said = rng.choice(names) if names else ""
    return replace(action, choices=Choices(alternative=said)) if said else action


def _last(game: Game, action: Action) -> bool:
    """Whether the action is seldom legal, or seldom does anything."""
    if action.kind == "special":
        return True
    land = "land" in game.characteristics(action.object).types
    return land and action.kind == "activate"


def _declared_attacks(game: Game, rng: Random) -> Iterator[Action]:
    active = game.turn.active
    whom = playing._attackable(game)
    for chance in (0.6, 0.3):
        found = tuple((i, rng.choice(whom)) for i in attackers.attackers_able(game) if rng.random() < chance)
        yield Action("attack", active, attacks=found, text=f"{active} attacks")
    yield from _as_the_rules_want(game, Action("attack", active, text=f"{active} attacks with nothing"))


def _declared_blocks(game: Game, rng: Random) -> Iterator[Action]:
    player = blockers.undeclared(game)[0]
    for chance in (0.6, 0.3):
        able = blockers.blockers_able(game, player).items()
        found = tuple((i, (rng.choice(a),)) for i, a in able if rng.random() < chance)
        yield Action("block", player, blocks=found, text=f"{player} blocks")
    yield from _as_the_rules_want(game, Action("block", player, text=f"{player} blocks nothing"))


def _as_the_rules_want(game: Game, action: Action) -> Iterator[Action]:
    """CR 508.1d, 509.1c: the empty declaration, or what a refusal of it says that obeys more requirements."""
    while True:
        yield action
        try:
            playing.act(game.fork(), action)
            return
        except IllegalAction as refused:
            better = tuple((refused.better or {}).items())
        if not better or better in (action.attacks, action.blocks):
            return
        action = replace(action, **{"attacks" if action.kind == "attack" else "blocks": better})


# ---- what must hold ---------------------------------------------------------------------------------------------------


def _check(game: Game) -> None:
    for what in invariants.broken(game):
        raise Broken(what)


def _asked_in_vain(game: Game, rng: Random) -> None:
    """A question leaves the game as it was."""
    before = invariants.state(game)
    game.fork()
    printing.board(game)
    for id in rng.sample(list(game.objects), min(4, len(game.objects))):
        layers.walk(game, id)
    for action in rng.sample(found := list(playing._candidates(game.fork(), None)), min(8, len(found))):
        playing._possible(game, action)
    if rng.random() < 0.1:
        playing.legal_actions(game)
    if differ := invariants.differences(before, invariants.state(game)):
        raise Broken(f"a question changed {', '.join(differ)}")


def _copy_plays(game: Game, rng: Random) -> None:
    """What happens in a copy doesn't happen in the game."""
    before = invariants.state(game)
    ahead = game.fork()
    mine = Random(rng.random())
    ahead.decider = RandomDecider(mine)
    for _ in range(3):
        if ahead.over:
            break
        for action in _tries(ahead, mine):
            try:
                playing.act(ahead, action)
                break
            except (IllegalAction, Unsupported):
                continue
    if differ := invariants.differences(before, invariants.state(game)):
        raise Broken(f"what happened in a copy changed {', '.join(differ)}")


def replayed(played: Played) -> str:
    """What differs when the same is done again, or ""."""
    decider = Repeating()
    game, _ = played.position.game(decider)
    repeat(game, decider, played.done)
    differ = [
        d
        for d in invariants.differences(invariants.state(played.game), invariants.state(game))
        if d != "decider"
    ]
    return f"played again, it differs in {', '.join(differ)}" if differ else ""


def repeat(game: Game, decider: Repeating, done: Sequence[Done]) -> None:
    """Do all that again."""
    for number, each in enumerate(done):
        decider.expect(each.answers)
        if number == 0:
            playing.start(game)
        else:
            playing.act(game, each.action)


def turned_action(action: Action, turned: Any) -> Action:
    """The same action in a game where things have other ids and keys."""

    def thing(one: Thing) -> Any:
        return turned(one)

    player: PlayerId = thing(action.player)
    return replace(
        action,
        player=player,
        object=thing(action.object) if action.object else 0,
        attacks=tuple((thing(a), thing(w)) for a, w in action.attacks),
        blocks=tuple((thing(b), tuple(thing(a) for a in them)) for b, them in action.blocks),
    )
