"""How many requirements a declaration can obey at most without disobeying a restriction (CR 508.1d, 509.1c): an exact search.

A declaration gives each creature one option (what it attacks, which attackers it blocks, or nothing). Options score the requirements that they
obey by themselves; `shared` scores those that several creatures obey together. The best total is found by branch and bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from engine.ruling import Unsupported

MAX_NODES = 200_000
"""How many partial declarations are tried before the engine gives up rather than guess."""

T = TypeVar("T")


def best_total(
    options: Mapping[int, Sequence[tuple[int, T]]],
    lawful: Callable[[Mapping[int, T]], bool],
    shared: Callable[[Mapping[int, T]], int] = lambda chosen: 0,
    shared_most: int = 0,
    enough: int | None = None,
) -> int:
    """The greatest number of requirements that a lawful declaration obeys.

    `options`: for each creature its possible options with their scores (doing nothing must be among them); `lawful`: whether a whole declaration
    disobeys no restriction; `shared`: the requirements it obeys as a whole, at most `shared_most`; `enough`: stop as soon as more than this is found.
    Raises Unsupported if there are too many declarations to try."""
    order = sorted(options, key=lambda c: -max(score for score, _ in options[c]))
    ranked = {c: sorted(options[c], key=lambda o: -o[0]) for c in order}
    ahead = [0] * (len(order) + 1)
    for at in range(len(order) - 1, -1, -1):
        ahead[at] = ahead[at + 1] + ranked[order[at]][0][0]
    best = -1
    nodes = 0

    def go(at: int, chosen: dict[int, T], total: int) -> None:
        nonlocal best, nodes
        nodes += 1
        if nodes > MAX_NODES:
            raise Unsupported("combat requirements of so many creatures at once (CR 508.1d, 509.1c)")
        if total + ahead[at] + shared_most <= best or (enough is not None and best > enough):
            return
        if at == len(order):
            whole = total + shared(chosen)
            if whole > best and lawful(chosen):
                best = whole
            return
        for score, option in ranked[order[at]]:
            chosen[order[at]] = option
            go(at + 1, chosen, total + score)
        chosen.pop(order[at], None)

    go(0, {}, 0)
    return best
