"""The table of the rules that are applied says what the library shows."""

from __future__ import annotations

from tests import applied


def test_the_page_is_that_of_the_library() -> None:
    assert applied.PAGE.read_text(encoding="utf-8") == applied.page(), "run `python -m tests.applied`"


def test_what_is_set_apart_is_a_rule_with_a_reason_that_no_scenario_shows() -> None:
    every, names = applied.rules(), applied.named()
    for row in applied.table(applied.APART):
        assert row["number"] in every, f"{row['number']} is no rule"
        assert row["kind"] in applied.KINDS, f"{row['number']}: {row['kind']} is no kind"
        assert row["reason"], f"{row['number']} has no reason"
        assert row["number"] not in names, f"{row['number']} is shown: {names[row['number']]}"


def test_the_rows_stand_in_the_order_of_the_book() -> None:
    order, rows = list(applied.rules()), [row["number"] for row in applied.table(applied.APART)]
    assert rows == sorted(rows, key=order.index)


def test_only_rules_are_named() -> None:
    assert not sorted(set(applied.named()) - set(applied.rules()))
