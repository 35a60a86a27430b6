"""CR 508.1d, 509.1c: the search for the most requirements, held against trying everything."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.rules.combat.requirements import best_total

OPTIONS = st.dictionaries(
    st.integers(0, 5),
    st.dictionaries(st.integers(1, 3), st.integers(0, 2), max_size=3).map(
        lambda d: [(0, 0), *((s, o) for o, s in sorted(d.items()))]
    ),
    max_size=5,
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(OPTIONS, st.integers(0, 3), st.integers(-1, 3))
def test_nothing_better_is_missed(options: dict[int, list[tuple[int, int]]], least: int, enough: int) -> None:
    def lawful(chosen: Mapping[int, int]) -> bool:
        """Option 1 wants so many to choose it, or nobody."""
        return sum(o == 1 for o in chosen.values()) not in range(1, least)

    def shared(chosen: Mapping[int, int]) -> int:
        return len({2, 3} & set(chosen.values()))

    totals = []
    for whole in product(*options.values()):
        chosen = {c: o for c, (_, o) in zip(options, whole, strict=True)}
        if lawful(chosen):
            totals.append(sum(score for score, _ in whole) + shared(chosen))
    found = best_total(options, lawful, dict.fromkeys(options), enough, shared, 2)
    assert (found > enough) == (max(totals) > enough)
    assert found == enough or found in totals


def test_many_creatures_that_are_alike_are_no_trouble() -> None:
    options = {c: [(0, None), *((0, a) for a in range(5))] for c in range(12)}

    def pairs(chosen: Mapping[int, int | None]) -> bool:
        return all(sum(o == a for o in chosen.values()) != 1 for a in range(5))

    def blocked(chosen: Mapping[int, int | None]) -> int:
        return len(set(chosen.values()) - {None})

    assert best_total(options, pairs, dict.fromkeys(options), 4, blocked, 5) == 5
