"""Addresses of cards' pages: one search for exactly the name, whatever signs it holds."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.links import card_page


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("Plain Bear", "https://scryfall.com/search?q=%21%22Plain+Bear%22"),
        ("Day Wolf // Night Wolf", "https://scryfall.com/search?q=%21%22Day+Wolf+%2F%2F+Night+Wolf%22"),
        ("Bear's Æther, R&D", "https://scryfall.com/search?q=%21%22Bear%27s+%C3%86ther%2C+R%26D%22"),
        ('Bear, "Plain One"', "https://scryfall.com/search?q=%21%E2%80%9CBear%2C+%22Plain+One%22%E2%80%9D"),
        ("  Plain \n Bear ", "https://scryfall.com/search?q=%21%22Plain+Bear%22"),
    ],
)  # fmt: skip
def test_a_card_is_searched_by_its_exact_name(name: str, page: str) -> None:
    assert card_page(name) == page


@given(st.text(st.characters(codec="utf-8")).map(lambda text: " ".join(text.split())).filter(bool))
def test_every_name_comes_through_and_is_the_only_thing_asked(name: str) -> None:
    page = card_page(name)
    assert page.isascii() and not set(page) & set(" <>\"'`\\")
    asked = parse_qs(urlsplit(page).query, strict_parsing=True)
    assert list(asked) == ["q"] and asked["q"][0][:1] == "!" and asked["q"][0][2:-1] == name


def test_no_name_has_no_page() -> None:
    with pytest.raises(ValueError, match="empty"):
        card_page("  ")
