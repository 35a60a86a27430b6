"""Positions in the midst of a game: combat with attackers and blockers, and a turn in which much has happened already."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from engine.game import Choices, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.rules.casting import special_actions
from engine.rules.turn import passing, turn
from tests.sweep import boards, doing


def named(game: Game, player: PlayerId, name: str, zone: str = "battlefield") -> ObjectId:
    """The player's object of that name in the zone."""
    ids = game.zone(zone, player)
    return next(i for i in ids if game.objects[i].controller == player and game.name(i) == name)


@cache
def attacking() -> Game:
    """Alice attacks with two creatures, of which bob blocks one; blockers have been declared."""
    return _fighting("alice", "bob")


@cache
def attacked() -> Game:
    """The same, the other way round."""
    return _fighting("bob", "alice")


def _fighting(attacker: PlayerId, defender: PlayerId) -> Game:
    game = boards.full().fork()
    game.turn = replace(game.turn, active=attacker, priority=attacker)
    attackers = [named(game, attacker, n) for n in ("Everykind", "Nyxborn Courser")]
    passing.to_step(game, "declare attackers")
    turn.declare_attackers(game, dict.fromkeys(attackers, defender))
    passing.to_step(game, "declare blockers")
    turn.declare_blockers(game, defender, {named(game, defender, "Grizzly Bears"): (attackers[0],)})
    game.turn = replace(game.turn, priority="alice")
    return game


@cache
def upkeep() -> Game:
    """Alice's upkeep."""
    game = boards.full().fork()
    game.turn = replace(game.turn, step="upkeep")
    return game


@cache
def eventful() -> Game:
    """Alice's second main phase: both players have gained and lost life, drawn, discarded, milled, sacrificed; creatures died, tokens were made, counters
    put, spells cast, a land played, creatures attacked; alice is the monarch."""
    game = boards.full().fork()
    alice = game.players["alice"]
    game.put_player(replace(alice, marks=(*alice.marks, "monarch")))
    for player in boards.PLAYERS:
        _happened(game, player)
    doing.allowed(lambda: special_actions.play_land(game, "alice", named(game, "alice", "Mountain", "hand")))
    for name in ("Shock", "Divination"):
        doing.cast(game, named(game, "alice", name, "hand"), Choices())
        doing.settle(game)
    passing.to_step(game, "declare attackers")
    attackers = [named(game, "alice", n) for n in ("Everykind", "Nyxborn Courser", "Isamaru, Hound of Konda")]
    turn.declare_attackers(game, dict.fromkeys(attackers, "bob"))
    passing.to_step(game, "postcombat main")
    return game


def _happened(game: Game, player: PlayerId) -> None:
    other = next(p for p in boards.PLAYERS if p != player)
    doing.happen(game, ev.GainLife(player=player, amount=4))
    doing.happen(game, ev.LoseLife(player=player, amount=2))
    doing.happen(game, ev.DrawCards(player=player, number=1))
    doing.happen(game, ev.Mill(player=player, number=1))
    piker = named(game, player, "Goblin Piker", "hand")
    doing.happen(game, ev.Discard(object=piker, player=player, caused_by=other))
    doing.happen(game, ev.Sacrifice(object=named(game, player, "Food Token"), player=player))
    doing.happen(game, ev.Destroy(object=named(game, player, "Walking Corpse")))
    doing.happen(game, ev.MoveZone(object=game.zone("graveyard", player)[0], to="exile", verb="exile"))
    doing.happen(game, ev.MoveZone(object=named(game, player, "Sky Skiff"), to="hand", verb="return"))
    token = ev.CreateToken(player=player, base=boards.SAPROLING)
    doing.happen(game, ev.CreateTokens(player=player, number=1, token=token))
    bears = named(game, player, "Grizzly Bears")
    doing.happen(game, ev.AddCounters(thing=bears, kind="+1/+1", number=1, by=player))
