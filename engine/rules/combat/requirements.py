"""How many requirements a declaration can obey at most without disobeying a restriction (CR 508.1d, 509.1c): an exact search.

A declaration gives each creature one option (what it attacks, which attackers it blocks, or nothing). Options score the requirements that they
obey by themselves; `shared` scores those that several creatures obey together. The best total is found by branch and bound.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from engine.errors import Unsupported

MAX_NODES = 200_000
"""How many partial declarations are tried before the engine gives up rather than guess."""

T = TypeVar("T")


def best_total(
    options: Mapping[int, Sequence[tuple[int, T]]],
    lawful: Callable[[Mapping[int, T]], bool],
    alike: Mapping[int, Hashable],
    enough: int,
    shared: Callable[[Mapping[int, T]], int] = lambda chosen: 0,
    shared_most: int = 0,
    found: dict[int, T] | None = None,
) -> int:
    """A number of requirements greater than `enough` that a lawful declaration obeys, or `enough` if there is none.

    `options`: for each creature its possible options with their scores (doing nothing must be among them); `lawful`: whether a whole declaration
    disobeys no restriction; `found` is filled with the declaration that obeys more; `alike`: creatures with equal values here and equal options are interchangeable, so that it doesn't matter which of
    them does what; `shared`: the requirements that a declaration obeys as a whole, at most `shared_most`.
    Raises Unsupported if there are too many declarations to try."""
    ranked = {c: sorted(options[c], key=lambda o: -o[0]) for c in options}
    kinds: dict[Hashable, list[int]] = {}
    for c, ways in ranked.items():
        kinds.setdefault((tuple(ways), alike[c]), []).append(c)
    groups = sorted(kinds.values(), key=lambda group: -ranked[group[0]][0][0])
    order = [c for group in groups for c in group]
    same = [
        at > 0 and any({order[at - 1], c} <= set(group) for group in groups) for at, c in enumerate(order)
    ]
    ahead = [0] * (len(order) + 1)
    for at in range(len(order) - 1, -1, -1):
        ahead[at] = ahead[at + 1] + ranked[order[at]][0][0]
    best = enough
    nodes = 0

    def go(at: int, chosen: dict[int, T], total: int, last: int) -> None:
        nonlocal best, nodes
        nodes += 1
        if nodes > MAX_NODES:
            raise Unsupported("combat requirements of so many creatures at once (CR 508.1d, 509.1c)")
        if best > enough or total + ahead[at] + shared_most <= best:
            return
        if at == len(order):
            whole = total + shared(chosen)
            if whole > best and lawful(chosen):
                best = whole
                if found is not None:
                    found.clear()
                    found.update(chosen)
            return
        mine = ranked[order[at]]
        # Of creatures that are alike, each takes an option no earlier than the one before it: every division is tried once.
        for place in range(last if same[at] else 0, len(mine)):
            score, chosen[order[at]] = mine[place]
            go(at + 1, chosen, total + score, place)
        chosen.pop(order[at], None)

    go(0, {}, 0, 0)
    return best
