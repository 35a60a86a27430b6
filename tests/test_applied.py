"""The table of the rules that are applied says what the library shows."""

from __future__ import annotations

import yaml

from rules_db.texts.reading import read_document
from tests import applied
from tests.rules_db.conftest import EDITIONS, SEEDS, need_texts


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


def test_every_example_of_the_texts_has_its_row() -> None:
    need_texts()
    there: dict[tuple[str, str], int] = {}
    for path in (*EDITIONS[-1:], *SEEDS):
        document = read_document(path.read_bytes())
        name = path.stem if path in EDITIONS else path.name[:3]
        for rule in document.rules:
            there[name, rule.number] = there.get((name, rule.number), 0) + len(rule.examples)
        for ruling in document.rulings:
            key = (name, f"{ruling.number} {ruling.label}")
            there[key] = there.get(key, 0) + ruling.text.count("Example:")
    rows = [(row["edition"], row["rule"], row["number"]) for row in applied.table(applied.EXAMPLES)]
    assert len(rows) == len(set(rows))
    assert set(rows) == {(*key, str(n)) for key, count in there.items() for n in range(1, count + 1)}


def test_the_scenario_of_an_example_cites_its_rule_or_the_row_says_why_not() -> None:
    every = applied.rules()
    cited: dict[str, list[set[str]]] = {}
    for row in applied.table(applied.EXAMPLES):
        told = f"{row['edition']} {row['rule']}/{row['number']}"
        assert row["now"] in every, f"{told}: {row['now']} is no rule"
        if not row["scenario"]:
            assert row["reason"], f"{told} has neither a scenario nor a reason"
            continue
        name, number = row["scenario"].split("#")
        if name not in cited:
            with (applied.ROOT / "scenarios" / "library" / name).open(encoding="utf-8") as file:
                cited[name] = [set(applied.cited(d)) for d in yaml.load_all(file, Loader=yaml.CBaseLoader)]
        assert row["reason"] or row["now"] in cited[name][int(number) - 1], (
            f"{told}: {row['scenario']} doesn't cite {row['now']}"
        )
