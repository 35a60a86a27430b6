"""`python -m tests.random_games --seed N --games K [--players 2-4]`: play, and say what broke and what was refused."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.random_games import alike, telling
from tests.random_games.playing import Played, play


def one(seed: str, players: int | None) -> Played:
    """The game of a seed, played and looked at in all ways."""
    played = play(seed, players)
    if not played.amiss:
        played.amiss = alike.amiss(played)
    return played


def main() -> int:
    """Exit status 1 when anything broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.random_games", description=__doc__)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--players", type=int, choices=(2, 3, 4))
    parser.add_argument("--brief", action="store_true", help="what broke in a line each, without scenarios")
    given = parser.parse_args()
    refusals: Counter[str] = Counter()
    amiss: Counter[str] = Counter()
    refused = actions = 0
    for number in range(given.first, given.first + given.games):
        played = one(f"{given.seed}/{number}", given.players)
        actions += len(played.done)
        refusals.update(set(played.refusals))
        refused += bool(played.refusals)
        if played.amiss:
            amiss[played.amiss.partition("\n")[0]] += 1
            print(
                f"# game {number}: {played.amiss}   ({telling.brief([*played.done, *filter(None, [played.tried])])})"
            )
            if not given.brief:
                print("---\n" + telling.scenario(played))
    print(
        f"{given.games} games, {actions} actions: {sum(amiss.values())} broken, {refused} with something refused"
    )
    for what, times in refusals.most_common():
        print(f"# {times:>5}  {what}")
    return 1 if amiss else 0


if __name__ == "__main__":
    sys.exit(main())
