"""Other games: the game is restarted (CR 727), or the players play a subgame (CR 729).

The effect that has another game begin says so in `Game.another`; nobody gets priority before that game is started, by the procedure of CR 103. During a subgame
`Game.main` is the main game as it was discontinued, and the game itself is the subgame.
"""

from __future__ import annotations

from engine.game import Another, Decision, Game, Main
from engine.game import events as ev
from engine.model import OUTSIDE
from engine.queries import supplementary_decks
from engine.rules.processing import new_games
from engine.rules.stack import loops, priority, resolving
from engine.rules.turn import starting


def begin(game: Game) -> None:
    """CR 727.1, 729.2: the game that an effect has asked for begins."""
    wanted, game.another = game.another, None
    assert wanted is not None
    if wanted.kind == "restart":
        _restart(game, wanted)
    else:
        _subgame(game, wanted)


def _restart(game: Game, wanted: Another) -> None:
    """CR 727.1, 727.1a: nobody wins or loses; a new game is started, by the player who controlled the effect."""
    far = ("727.7", "801.17") if game.seating.reach else ()
    inner = ("727.6",) if game.main is not None else ()
    left = ("727.5",) if wanted.leaving else ()
    game.note(
        "the game is restarted", "104.6", "727.1", "727.1a", "727.2", *left, *far, *inner, kind="effect"
    )
    commanders = [i for i in wanted.leaving if game.objects[i].commander is not None]
    game.cite(*(("727.5a",) if commanders else ()))
    game.happen(ev.GameRestarts(left=wanted.leaving))
    starting.begin(game, wanted.controller, wanted)


def _subgame(game: Game, wanted: Another) -> None:
    """CR 729.1a, 729.2: the main game is discontinued; chance says who goes first in the subgame."""
    players = tuple(p for p in game.order if not game.players[p].lost)
    question = "who goes first in the subgame? (chance)"
    alone = game.seating.archenemies if len(game.seating.archenemies) == 1 else ()
    game.cite(*(("103.1b", "904.6") if alone else ()))
    first = alone[0] if alone else game.decide(Decision(wanted.controller, "player", question, players))[0]
    inner = ("729.6",) if game.main is not None else ()
    apart = ("729.4b",) if any(game.players[p].counters for p in players) else ()
    lasting = ("729.1b",) if game.floating or game.delayed else ()
    taken = _commanded(game, {"vanguard": "729.2b", "commander": "729.2c", "deck": "729.2a"})
    game.note("a subgame begins", "729.1", "729.1a", "729.2", *inner, *lasting, *apart, *taken, kind="effect")
    main = game.fork()
    game.happen(ev.SubgameBegins())
    game.main = Main(main, wanted)
    starting.begin(game, first)


def _commanded(game: Game, rules: dict[str, str]) -> tuple[str, ...]:
    """The rules for what goes from one command zone to the other: vanguards, commanders and supplementary decks."""
    there = [game.objects[i] for i in game.zone("command")]
    found = {
        "vanguard": any("vanguard" in obj.base.types for obj in there),
        "commander": any(obj.commander is not None for obj in there),
        "deck": any(supplementary_decks.is_of_deck(obj) for obj in there),
    }
    return tuple(rule for sort, rule in rules.items() if found[sort])


def resume(game: Game) -> None:
    """CR 729.5: the subgame is over: its cards go to the libraries of the main game, and the spell or ability that began it finishes resolving. Nothing where
    no subgame is over."""
    while game.main is not None and game.over:
        winners, over, cards = game.winners, game.over, tuple(new_games.traditional(game))
        taken = _commanded(game, {"vanguard": "729.5b", "commander": "729.5c", "deck": "729.5a"})
        game.note(f"the subgame is over: {over}", "729.5", *taken, kind="effect")
        wanted = game.main.wanted
        _back(game, game.main.game.fork())
        game.won_subgame = winners
        game.happen(ev.SubgameEnds(cards=cards))
        for player in game.apnap():
            game.happen(ev.Shuffle(player=player))
        spell = game.objects.get(wanted.object)
        if wanted.then is not None:
            starting.carry_out(game, wanted)
        if spell is not None:
            resolving.finish(game, spell)
        priority.give(game)
        loops.resolved(game)


def _back(game: Game, main: Game) -> None:
    """The main game goes on; ids, timestamps and the steps of the ruling go on from those of the subgame, whose objects can still be named."""
    kept = {name: getattr(game, name) for name in (*new_games.GOING_ON, "epoch")}
    past, became, parted = game.past | main.past, main.became | game.became, main.parted | game.parted
    outside = set(game.objects)
    game.__dict__.update(main.__dict__)
    game.__dict__.update(kept)
    game.past, game.became, game.parted = past, became, parted
    for id in [i for i, obj in game.objects.items() if obj.zone == OUTSIDE and i not in outside]:
        owner = game.objects[id].owner
        game.past[id] = (game.snapshot(), game.objects[id])
        game.zones[(OUTSIDE, owner)] = tuple(i for i in game.zone(OUTSIDE, owner) if i != id)
        game.take_object(id)
    game.epoch += 1
