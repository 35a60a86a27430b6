"""Outcomes in words: what is so at the end of one and not of all, and the choices that lead to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine import abilities as ab
from engine.game import Game
from engine.model import Characteristics
from scenarios.runner.results import Board, BoardObject, BoardPlayer, Choice
from scenarios.wording import words


def told(choice: Choice) -> str:
    """A choice in words: `bob: choose a target (creature): bears`."""
    time = f" (time {choice.time})" if choice.time > 1 else ""
    return f"{choice.by}: {choice.question}{time}: {choice.answer}"


def differences(boards: Sequence[Board], games: Sequence[Game]) -> list[tuple[str, ...]]:
    """For each of the boards, and the games that they are of, what is so there and not on all of them; of that, what is so on few of them, as far as it
    tells them apart."""
    all_facts = [Counter([*facts(b), *lasting(game)]) for b, game in zip(boards, games, strict=True)]
    common = all_facts[0].copy() if all_facts else Counter[str]()
    for each in all_facts[1:]:
        common &= each
    own = [each - common for each in all_facts]
    spread = Counter((fact, n) for each in own for fact, number in each.items() for n in range(1, number + 1))
    rare = [
        Counter(
            {f: sum(2 * spread[f, n] <= len(own) for n in range(1, number + 1)) for f, number in each.items()}
        )
        for each in own
    ]
    told = [+each for each in rare]
    usual = Counter({f: n for (f, n), times in spread.items() if 2 * times > len(own) and ": " in f})
    for each, few in zip(own, told, strict=True):
        if not few:
            few.update({f"gone: {fact}": number for fact, number in (usual - each).items()})
    seen = Counter(frozenset(each.items()) for each in told)
    return [
        tuple(
            _times(fact, n)
            for fact, n in (few if few and seen[frozenset(few.items())] == 1 else all_).items()
        )
        for few, all_ in zip(told, own, strict=True)
    ]


def _times(fact: str, number: int) -> str:
    return f"{fact} (x{number})" if number > 1 else fact


def facts(board: Board) -> Iterator[str]:
    """What there is to say of a board, each thing in a sentence."""
    if board.winner:
        yield f"{board.winner} wins"
    elif board.over:
        yield f"the game is over: {board.over}"
    for player in board.players:
        yield from _of_player(player)
    if board.stack:
        yield f"the stack: {', '.join(board.stack)}"
    yield f"turn {board.turn}, {board.active}'s {board.step}"


def lasting(game: Game) -> Iterator[str]:
    """What the board doesn't show: abilities that permanents have gained or lost, and effects that last."""
    for id in game.battlefield():
        printed, now = _keywords(game.objects[id].base), _keywords(game.characteristics(id))
        for keyword in sorted(now - printed):
            yield f"{game.name(id)} has {keyword}"
        for keyword in sorted(printed - now):
            yield f"{game.name(id)} has lost {keyword}"
    for effect in game.floating.values():
        if effect.affected is None or any(game.exists(thing) for thing in effect.affected):
            changes = ", ".join(filter(None, (words("change", change) for change in effect.changes)))
            yield f"an effect of {game.name(effect.source)} lasts{f': {changes}' if changes else ''}"


def _keywords(of: Characteristics) -> set[str]:
    return {ability.name for ability in of.abilities if isinstance(ability, ab.Keyword)}


def _of_player(of: BoardPlayer) -> Iterator[str]:
    yield f"{of.player} has {of.life} life"
    if of.lost:
        yield f"{of.player} has lost"
    for kind, number in of.counters.items():
        yield f"{of.player} has {number} {kind} counters"
    if of.mana not in ("", "unlimited"):
        yield f"{of.player} has {of.mana}"
    for zone, objects in of.zones.items():
        for each in objects:
            for _ in range(each.count):
                yield f"{of.player}'s {zone}: {_words(each)}"
    for zone, number in of.hidden.items():
        yield f"{of.player}'s {zone}: {number} unknown"


def _words(of: BoardObject) -> str:
    label = f" [{of.label}]" if of.label and of.label != of.name else ""
    notes = f" ({', '.join(of.notes)})" if of.notes else ""
    return f"{of.name}{label}{notes}"
