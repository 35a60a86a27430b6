"""Doing keyword actions: each by its verb, by each player in turn (CR 701)."""

from __future__ import annotations

from collections.abc import Callable

from engine import abilities as ab
from engine import binding
from engine.actions.acting import (
    actors,
    attempted,
    each_actor,
    happen,
    number,
)
from engine.actions.registry import acting, performs
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.model import PlayerId

Does = Callable[[Context, ab.Keyworded, PlayerId, int], None]


KEYWORD_ACTIONS: dict[str, Does] = {}
"""Each keyword action by its verb; any other verb is refused. The modules beside this one enter theirs with `keyword_action`."""


def keyword_action(*verbs: str) -> Callable[[Does], Does]:
    """Enter a function as what a player does when told to do one of these verbs."""

    def enter(function: Does) -> Does:
        for verb in verbs:
            KEYWORD_ACTIONS[verb] = function
        return function

    return enter


@performs(ab.Keyworded)
def keyworded(ctx: Context, effect: ab.Keyworded) -> None:
    """CR 701: each player does the keyword action, in APNAP order."""
    action = KEYWORD_ACTIONS.get(effect.verb)
    if action is None:
        raise Unsupported(f"the keyword action {effect.verb!r}")
    if effect.word and effect.verb not in WITH_WORD:
        raise Unsupported(f"to {effect.verb} {effect.word!r}")
    by = []
    together = AT_ONCE.get(effect.verb)
    if together is not None and len(players := list(actors(ctx, effect.who))) > 1:
        together(ctx, effect, [(p, _amount(ctx, effect, p)) for p in players])
        attempted(ctx, True, players)
        return
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            if effect.verb in WITH_CHOSEN_X and isinstance(effect.number, ab.X):
                WITH_CHOSEN_X[effect.verb](ctx, player)
            amount = 1 if effect.number is None else number(ctx, effect.number)
            action(ctx, effect, player, amount)
        by.append(player)
    attempted(ctx, bool(by), by)


def _amount(ctx: Context, effect: ab.Keyworded, player: PlayerId) -> int:
    """The number as it is asked of one of several players."""
    with acting(ctx, player), ctx.about(binding.addresses(effect.who), player):
        return 1 if effect.number is None else number(ctx, effect.number)


def did(ctx: Context, verb: str, player: PlayerId, amount: int = 0) -> None:
    """The player has done it: abilities may watch for that, whatever came of it (CR 701.22d, 701.25d, ...)."""
    happen(ctx, ev.Performed(verb=verb, player=player, number=amount))


AT_ONCE: dict[str, Callable[[Context, ab.Keyworded, list[tuple[PlayerId, int]]], None]] = {}
"""Keyword actions that several players do at once (CR 701.22c): each with the players and their numbers."""

WITH_CHOSEN_X: dict[str, Callable[[Context, PlayerId], None]] = {}
"""Keyword actions whose X, where nothing defines it, the player chooses as they do them (CR 107.3f)."""

WITH_WORD = frozenset(
    {
        "amass",
        "double",
        "explore",
        "investigate",
        "meld",
        "proliferate",
        "put a sticker",
        "triple",
        "venture into the dungeon",
    }
)
"""Keyword actions that take a word: the subtype of an Army, what is doubled, that it is done again, the kind of the sticker, or "once" for each of something, the quality of a dungeon."""
