"""What must come out the same in another form: played again, with other names, with a creature more that nothing looks at, with passes one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace as but
from random import Random
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Game
from engine.model import Card, Face
from engine.rules.turn import passing
from tests.random_games import playing
from tests.random_games.deciding import NotAsked, RandomDecider, Repeating
from tests.random_games.playing import Done, Played

OTHERS = {"alice": "zed", "bob": "yan", "carol": "xia", "dave": "wim"}
"""Other keys of the players, in the other order of the alphabet."""
BYSTANDER = Card("Bystander", (Face("Bystander", "{9}", "Creature", power="1", toughness="1"),))
COUNTING = (ab.Each, ab.CountOf, ab.Exists, ab.Controls, ab.Together, ab.EachPlayer)
"""Words that can look at a creature without anybody choosing it."""
Turned = Callable[[Any], Any]


def amiss(played: Played) -> str:
    """What differs, or ""."""
    return (
        playing.replayed(played)
        or players_renamed(played)
        or cards_renamed(played)
        or a_creature_more(played)
        or passes_one_by_one(played)
    )


def outcome(game: Game, turned: Turned, without: Iterable[int] = ()) -> list[Any]:
    """Where a game has come to, with other names for things and without some of them."""
    left = set(without)
    found: list[Any] = [
        (game.turn.number, game.turn.step, turned(game.turn.active), turned(game.turn.priority or ""))
    ]
    found += [
        (turned(p.id), p.life, len(p.pool), p.counters, p.lands_played, bool(p.lost), p.marks)
        for p in game.players.values()
    ]
    for (zone, player), ids in sorted(
        game.zones.items(), key=lambda each: (each[0][0], game.order.index(each[0][1]) if each[0][1] else 0)
    ):
        for id in ids:
            if id in left:
                continue
            obj, is_now = game.objects[id], game.characteristics(id)
            found.append(
                (
                    turned(id), zone, turned(player) if player else "", turned(is_now.name), sorted(is_now.types), sorted(is_now.colors), is_now.power,
                    is_now.toughness, len(is_now.abilities), turned(game.controller(id)), obj.tapped, obj.counters, obj.damage,
                    turned(obj.attached_to) if obj.attached_to is not None else None,
                )
            )  # fmt: skip
    return found + [step.rules for step in game.steps]


def _same(what: str, played: Played, game: Game, turned: Turned, without: Iterable[int] = ()) -> str:
    then, now = outcome(played.game, turned), outcome(game, lambda thing: thing, without)
    if then == now:
        return ""
    differ = next(((a, b) for a, b in zip(then, now, strict=False) if a != b), (len(then), len(now)))
    return f"{what}, it comes out otherwise: {differ[0]}; {differ[1]}"


def _repeated(game: Game, decider: Repeating, played: Played, turned: Turned) -> str:
    """Do in this game what was done in that one; what was in the way, or ""."""
    done = [Done(playing.turned_action(each.action, turned), each.answers) for each in played.done]
    try:
        playing.repeat(game, decider, done)
    except (NotAsked, IllegalAction, Unsupported) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def players_renamed(played: Played) -> str:
    """Nothing hangs on what players are called."""

    def turned(thing: Any) -> Any:
        return OTHERS.get(thing, thing) if isinstance(thing, str) else thing

    board = played.position
    other = but(
        board,
        players=tuple(map(turned, board.players)),
        cards={turned(p): cards for p, cards in board.cards.items()},
    )
    decider = Repeating(turned)
    game, _ = other.game(decider)
    what = "with other players' names"
    return _prefixed(what, _repeated(game, decider, played, turned)) or _same(what, played, game, turned)


def cards_renamed(played: Played) -> str:
    """CR 201.2: nothing hangs on what cards are called, as long as none says another's name, and it is no word that is a type, too."""
    texts = [str(face.abilities) for _, e in played.position.entries() for face in e.card.faces]
    called = {face.name: None for _, e in played.position.entries() for face in e.card.faces}
    new = {
        name: f"Card {99 - place}"
        for place, name in enumerate(called)
        if " " in name and not any(name in text for text in texts)
    }

    def turned(thing: Any) -> Any:
        if not isinstance(thing, str):
            return thing
        return new.get(thing) or " // ".join(new.get(half, half) for half in thing.split(" // "))

    def renamed(card: Card) -> Card:
        return replace(
            card,
            name=turned(card.name),
            faces=tuple(replace(face, name=turned(face.name)) for face in card.faces),
        )

    board = played.position
    cards = {p: [but(e, card=renamed(e.card)) for e in cards] for p, cards in board.cards.items()}
    decider = Repeating(turned)
    game, _ = but(board, cards=cards).game(decider)
    what = "with other cards' names"
    return _prefixed(what, _repeated(game, decider, played, turned)) or _same(what, played, game, turned)


def a_creature_more(played: Played) -> str:
    """A creature that nothing counts, and that nobody could choose, changes nothing."""
    if any(
        isinstance(node, COUNTING)
        for _, e in played.position.entries()
        for f in e.card.faces
        for a in f.abilities
        for node in ab.walk(a)
    ):
        return ""
    last = max(played.ids)

    def turned(thing: Any) -> Any:
        return thing + 1 if isinstance(thing, int) and not isinstance(thing, bool) and thing > last else thing

    board = but(played.position, more=[(played.position.players[-1], BYSTANDER)])
    decider = Repeating(turned)
    game, ids = board.game(decider)
    if _repeated(game, decider, played, turned):
        return ""  # somebody could choose it
    return _same("with a creature more", played, game, turned, ids[-1:])


def passes_one_by_one(played: Played) -> str:
    """What is on the stack resolves the same whether each player passes or the game goes on by itself."""
    game = played.game
    if game.over or game.turn.priority is None:
        return ""
    ends = []
    for on in (passing.go_on, passing.pass_):
        ahead = game.fork()
        ahead.decider = RandomDecider(Random(played.seed))
        try:
            for _ in range(6 * len(game.order)):
                if ahead.over or not ahead.stack():
                    break
                on(ahead)
        except (IllegalAction, Unsupported) as error:
            ends.append([str(error)])
        else:
            ends.append(outcome(ahead, lambda thing: thing))
    return "" if ends[0] == ends[1] else "with passes one by one, it comes out otherwise"


def _prefixed(what: str, problem: str) -> str:
    return f"{what}: {problem}" if problem else ""
