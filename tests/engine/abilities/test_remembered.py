"""Remembering by identity: once for each value, kept alive, never mistaken for another."""

from __future__ import annotations

import gc

import pytest

from engine import abilities as ab
from engine.abilities import remembered
from engine.abilities.lines import opened
from engine.abilities.remembered import by_identity

FLYING, HASTE = ab.Keyword("flying"), ab.Keyword("haste")


def test_the_same_value_is_worked_out_once_and_an_equal_one_anew() -> None:
    asked: list[tuple[int, ...]] = []

    @by_identity
    def total(numbers: tuple[int, ...]) -> int:
        asked.append(numbers)
        return sum(numbers)

    one = (1, 2)
    equal = (*one[:1], 2)
    assert one is not equal
    assert [total(one), total(one), total(equal)] == [3, 3, 3] and len(asked) == 2


def test_the_other_arguments_count_by_value() -> None:
    asked: list[int] = []

    @by_identity
    def times(numbers: tuple[int, ...], factor: int, more: int = 0) -> int:
        asked.append(factor)
        return sum(numbers) * factor + more

    one = (1, 2)
    assert [times(one, 2), times(one, 3), times(one, 2), times(one, 2, more=1)] == [6, 9, 6, 7]
    assert asked == [2, 3, 2]


def test_a_value_is_kept_alive_so_that_no_other_gets_its_identity() -> None:
    @by_identity
    def first(numbers: tuple[int, ...]) -> int:
        return numbers[0]

    for n in range(1000):
        assert first((n, n)) == n
        gc.collect(0)


def test_what_raises_an_error_is_tried_anew_and_nothing_is_also_remembered() -> None:
    asked: list[int] = []

    @by_identity
    def none_at_first(numbers: tuple[int, ...]) -> int | None:
        asked.append(1)
        if len(asked) == 1:
            raise ValueError("not yet")
        return None

    one = (1,)
    with pytest.raises(ValueError, match="not yet"):
        none_at_first(one)
    assert none_at_first(one) is None and none_at_first(one) is None and len(asked) == 2


def test_too_many_results_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST", 2)
    asked: list[int] = []

    @by_identity
    def same(numbers: tuple[int, ...]) -> tuple[int, ...]:
        asked.append(numbers[0])
        return numbers

    values = [(n, n) for n in range(3)]
    for value in [*values, values[0]]:
        assert same(value) is value
    assert asked == [0, 1, 2, 0]


def test_lines_and_paragraphs_are_opened() -> None:
    plain = (FLYING, HASTE)
    assert opened(plain) is plain
    inner = ab.Paragraph((ab.Keywords(plain), HASTE))
    assert opened((inner, FLYING)) == (FLYING, HASTE, HASTE, FLYING)
