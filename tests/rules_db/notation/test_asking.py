"""Rule numbers as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_db.notation import asking, numbers
from rules_db.notation.asking import Asked

NUMBERS = st.builds(
    lambda section, rule, letter: f"{section}.{rule}{letter}",
    st.integers(100, 999),
    st.integers(1, 199),
    st.sampled_from(["", *numbers.LETTERS]),
)


@pytest.mark.parametrize(
    "written",
    [
        "702.19 b", "(702.19b)", "702,19b", "702.19b.", "CR702.19b", "CR 702.19b", "CR: 702.19b", "rule 702.19b", "702.19B",
        "§702.19b", "§ 702.19b", "Rule 702.19(b)", "702.19.b", "[702.19b]", "“702.19b”", "Comprehensive Rules 702.19b",
        "cr#702.19b", "rule no. 702.19b?", "702.19b", "subrule 702.19b", "702-19b", "702_19b", "702 19b", "702:19b", "70219b",
        "702.019b", "CR 702-19b",
    ],
)  # fmt: skip
def test_a_number_in_every_dress(written: str) -> None:
    assert asking.normal(written) == "702.19b"


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ("702.19-20", "702.19", "702.20"),
        ("702.19-702.21", "702.19", "702.21"),
        ("rules 702.19 to 702.21", "702.19", "702.21"),
        ("704.5a-c", "704.5a", "704.5c"),
        ("704.5a – 704.5c", "704.5a", "704.5c"),
        ("704.5y-6b", "704.5y", "704.6b"),
        ("702-704", "702", "704"),
        ("7-8", "7", "8"),
    ],
)
def test_a_range(written: str, first: str, last: str) -> None:
    assert asking.asked(written) == (Asked(first, last),)
    assert asking.normal(written) is None


@pytest.mark.parametrize(
    ("written", "singles"),
    [
        ("702.19b 704.5g", ["702.19b", "704.5g"]),
        ("rules 702.19b, 704.5g, and 7", ["702.19b", "704.5g", "7"]),
        ("704.5a, b and c", ["704.5a", "704.5b", "704.5c"]),
        ("702,703", ["702", "703"]),
        ("704.5g/h", ["704.5g", "704.5h"]),
    ],
)
def test_several(written: str, singles: list[str]) -> None:
    assert [one.first for one in asking.asked(written)] == singles
    assert all(one.first == one.last for one in asking.asked(written))


@pytest.mark.parametrize(
    "written", ["702..19", "12345", "702/19b", "7 02.19", "1/1", "0", "702.19-", "10 000"]
)
def test_what_looks_like_a_number_and_is_none(written: str) -> None:
    assert asking.asked(written) == ()
    assert asking.looks_like_a_number(written)


@pytest.mark.parametrize("written", ["", "-", "trample", "702.19b trample", "3 players", "a", "rule of law"])
def test_what_is_no_number(written: str) -> None:
    assert asking.asked(written) == ()


@given(st.lists(NUMBERS, min_size=1, max_size=5), st.sampled_from([", ", " ", "; ", " and ", " & "]))
def test_numbers_come_out_as_they_went_in(listed: list[str], between: str) -> None:
    assert [one.first for one in asking.asked(between.join(listed))] == listed


@given(st.text(alphabet="0123456789abc.,-–()§/ rule", max_size=25))
def test_what_comes_out_is_numbers(written: str) -> None:
    for one in asking.asked(written):
        for end in (one.first, one.last):
            assert numbers.NUMBER.fullmatch(end)
