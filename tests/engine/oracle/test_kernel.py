"""The kernel of the grammar, on a small language of its own."""

from __future__ import annotations

import msgspec
import pytest

from engine.oracle.kernel import Grammar, GrammarError, join, read, tokenise, write


class Thing(msgspec.Struct, frozen=True):
    name: str
    count: int = 1


class Give(msgspec.Struct, frozen=True):
    who: str
    what: Thing
    gladly: bool = False


class Greet(msgspec.Struct, frozen=True):
    who: str


class Yield(msgspec.Struct, frozen=True):
    who: str


def small() -> Grammar:
    g = Grammar(frozenset({"count"}))
    g.words("count", {1: "a", 2: "two"})
    g.plural(int, lambda n: n != 1)
    g.words("name", {"apple": "apple(s)", "goose": "(goose|geese)"})
    g.words("who", {"you": "you", "she": "she"})
    g.plural(str, lambda s: s == "you")
    g.rule(Thing, "{count:count} {name:name@count}", Thing)
    g.rule("order", "{who?} give[s] {what}", Give)
    g.rule("order", "{who?} gladly give[s] {what}", Give, gladly=True)
    g.elide("order", "", plural=True)
    g.series("orders", "order", last="and")
    return g


@pytest.mark.parametrize(
    "text",
    [
        "Destroy two geese. They can't swim.",
        'It has "{T}: Add {G}." It naps.',
        "Pick one —\n• An egg.\n• {2}{R}, {T}: 5 eggs.",
        "Rescue—Eat an 8/8 goose.",
        "Her owner's goose, a unicorn, and an X/X elf.",
        "~'s power is +1/-1.",
    ],
)
def test_join_undoes_tokenise(text: str) -> None:
    assert join(tokenise(text)) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Give an apple", (Give("", Thing("apple")),)),
        ("You give two geese", (Give("you", Thing("goose", 2)),)),
        ("She gladly gives a goose", (Give("she", Thing("goose"), True),)),
        ("She gives a goose and give an apple", (Give("she", Thing("goose")), Give("", Thing("apple")))),
    ],
)
def test_both_ways(text: str, value: tuple[Give, ...]) -> None:
    g = small()
    assert read(g, "orders", text).values == (value,)
    assert write(g, "orders", value) == text


def test_three_in_a_series_take_commas() -> None:
    g = small()
    one = Give("", Thing("apple"))
    text = write(g, "orders", (one, one, one))
    assert text == "Give an apple, give an apple, and give an apple"
    assert read(g, "orders", text).value == (one, one, one)


@pytest.mark.parametrize(
    "text",
    ["Give a apple", "You gives an apple", "Give two apple", "give an apple", "Give an apple give an apple"],
)
def test_what_would_be_written_otherwise_is_not_read(text: str) -> None:
    assert read(small(), "orders", text).values == ()


def test_a_decline_says_where_it_stopped() -> None:
    outcome = read(small(), "orders", "You give two trees")
    assert (outcome.read, outcome.stopped_at) == ("You give two", "trees")


def test_two_values_for_one_text_are_both_named() -> None:
    g = small()
    g.rule("order", "{who:who} wave[s] a hand", Greet)
    g.rule("order", "{who:who} wave[s] a hand", Yield)
    assert set(read(g, "order", "She waves a hand").values) == {Greet("she"), Yield("she")}


def test_left_recursion_is_found_at_start() -> None:
    g = Grammar()
    g.rule("a", "{:b} more", provided=None)
    g.rule("b", "{:a} less")
    with pytest.raises(GrammarError, match="left recursion"):
        g.ready()


@pytest.mark.parametrize(
    ("template", "fixed", "match"),
    [
        ("{nobody:who} give", {}, "no field"),
        ("{who:who} give", {}, "nothing says what"),
        ("{who:who} give {what}", {"who": "x"}, "a field twice"),
        ("{who:somebody} give {what}", {}, "no rules for category"),
        ("{who:who} give[s]@when {what}", {}, "nothing to agree with"),
    ],
)
def test_rules_that_cannot_work_are_refused(template: str, fixed: dict[str, str], match: str) -> None:
    g = small()
    g.rule("order", template, Give, **fixed)
    with pytest.raises(GrammarError, match=match):
        g.ready()
