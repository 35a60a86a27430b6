"""CR 107.4, 118.3, 601.2g-h: a payment is found exactly when there is one."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.mana import parse_mana
from engine.rules.costs.payment import EVERY, GENERIC, Payment, Source, Unit, find

KINDS = "WUBRGC"


def land(key: str, kinds: str, **fields: object) -> Source:
    return Source(key, tuple((frozenset(k),) for k in kinds), group=key, **fields)  # type: ignore[arg-type]


def cost(text: str) -> tuple[str, ...]:
    return parse_mana(text).symbols


def used(payment: Payment | None) -> set[object]:
    assert payment is not None
    return {u.source.key for u in payment.uses}


def test_two_colored_lands_are_sorted_out() -> None:
    assert used(find(cost("{W}{U}"), [land("a", "WU"), land("b", "W")])) == {"a", "b"}
    assert find(cost("{W}{W}"), [land("a", "WU"), land("b", "U")]) is None


def test_versatile_lands_stay() -> None:
    lands = [land("any", "WUBRG"), land("dual", "WU"), land("island", "U")]
    assert used(find(cost("{U}"), lands)) == {"island"}
    assert used(find(cost("{W}{U}"), lands)) == {"dual", "island"}


def test_dear_sources_come_last() -> None:
    lands = [land("treasure", "WUBRG", rank=4), land("forest", "G")]
    assert used(find(cost("{1}"), lands)) == {"forest"}
    assert used(find(cost("{R}"), lands)) == {"treasure"}
    assert used(find(cost("{1}"), [land("forest", "G"), land("treasure", "R", rank=4, first=True)])) == {
        "treasure"
    }


def test_phyrexian_symbols_cost_life_only_without_mana() -> None:
    with_mana = find(cost("{1}{G/P}"), [land("a", "G"), land("b", "W")], life=20)
    assert with_mana is not None and with_mana.life == 0
    without = find(cost("{1}{G/P}"), [land("a", "W")], life=20)
    assert without is not None and without.life == 2
    assert find(cost("{1}{G/P}"), [land("a", "W")], life=1) is None
    wanted = find(cost("{G/P}"), [land("a", "G")], life=20, with_life=1)
    assert wanted is not None and wanted.life == 2 and not wanted.uses


def test_hybrids() -> None:
    assert find(cost("{2/W}"), [land("a", "G")]) is None
    assert used(find(cost("{2/W}"), [land("a", "G"), land("b", "G")])) == {"a", "b"}
    assert used(find(cost("{2/W}"), [land("a", "G"), land("b", "W")])) == {"b"}
    assert used(find(cost("{W/U}{W/U}"), [land("a", "U"), land("b", "W")])) == {"a", "b"}
    assert used(find(cost("{C/W}"), [land("a", "C")])) == {"a"}


def test_snow_and_colorless() -> None:
    assert find(cost("{S}"), [land("a", "G")]) is None
    assert used(find(cost("{S}"), [land("a", "G"), land("b", "G", snow=True)])) == {"b"}
    assert find(cost("{C}"), [land("a", "WUBRG")]) is None


def test_stand_ins_pay_generic_mana_only() -> None:
    delve = [Source(f"card {i}", ((frozenset({GENERIC}),),), rank=2, direct=True) for i in range(7)]
    assert find(cost("{7}{U}"), [*delve, land("a", "U")]) is not None
    assert find(cost("{6}{U}{U}"), [*delve, land("a", "U")]) is None


def test_a_filter_is_paid_before_it_pays() -> None:
    signet = Source("signet", ((frozenset("W"), frozenset("U")),), group="signet", needs=("1",))
    assert find(cost("{W}"), [signet]) is None, "it can't pay for itself"
    assert used(find(cost("{W}{U}"), [signet, land("forest", "G")])) == {"signet", "forest"}
    other = Source("other", ((frozenset("B"), frozenset("R")),), group="other", needs=("1",))
    assert find(cost("{1}"), [signet, other]) is None, "nor can two pay for each other"
    assert used(find(cost("{W}{B}{R}"), [signet, other, land("forest", "G")])) == {
        "signet",
        "other",
        "forest",
    }


def test_many_mana_from_one_source() -> None:
    ring = Source("ring", ((frozenset("C"), frozenset("C")),), group="ring")
    assert used(find(cost("{2}"), [land("a", "G"), land("b", "G"), ring])) == {"ring"}
    assert used(find(cost("{1}"), [land("a", "G"), ring])) == {"a"}
    assert used(find(cost("{2}{G}"), [land("a", "G"), ring])) == {"a", "ring"}


def test_one_tap_for_one_of_several_abilities() -> None:
    pain = [
        Source("c", ((frozenset("C"),),), group="x"),
        Source("br", ((frozenset("B"),), (frozenset("R"),)), group="x", rank=3),
    ]
    paid = find(cost("{1}"), pain)
    assert used(paid) == {"c"}
    assert used(find(cost("{R}"), pain)) == {"br"}
    assert find(cost("{1}{R}"), pain) is None


SYMBOLS = st.sampled_from(["1", "2", "W", "U", "G", "C", "S", "W/U", "2/W", "G/P", "C/G", "W/U/P"])
UNITS = st.frozensets(st.sampled_from("WUGC"), min_size=1, max_size=3)


@st.composite
def sources(draw: st.DrawFn) -> list[Source]:
    made = []
    for key in range(draw(st.integers(0, 4))):
        makes = draw(
            st.lists(st.lists(UNITS, min_size=1, max_size=2).map(tuple), min_size=1, max_size=2).map(tuple)
        )
        needs = draw(st.sampled_from([(), (), ("1",), ("W/U",), ("G",)]))
        group = draw(st.sampled_from([("own", key), ("shared",)]))
        made.append(
            Source(
                key,
                makes,
                group=group,
                needs=needs,
                rank=draw(st.integers(0, 2)),
                snow=draw(st.booleans()),
                direct=draw(st.booleans()),
            )
        )
    return made


def by_hand(symbols: tuple[str, ...], means: list[Source], life: int) -> bool:
    """The slow way: play out every order of activation and every way to spend, mana by mana."""
    ways = []
    for symbol in symbols:
        if symbol.isdigit():
            ways.append([(["*"] * int(symbol), 0)])
            continue
        parts = symbol.split("/")
        options: list[tuple[list[str], int]] = []
        for part in parts:
            options.append(([], 2) if part == "P" else (["*", "*"], 0) if part == "2" else ([part], 0))
        ways.append(options)
    for way in product(*ways):
        if sum(w[1] for w in way) <= life and _reach(
            frozenset(), (), sorted(n for w in way for n in w[0]), means
        ):
            return True
    return False


Mana = tuple[Unit, bool, bool]


def _can(mana: Mana, need: str, direct_ok: bool) -> bool:
    unit, snow, direct = mana
    if direct and not direct_ok:
        return False
    return need == "*" or (need == "S" and snow) or (need != "S" and need in unit)


def _spend(pool: tuple[Mana, ...], needs: list[str], direct_ok: bool) -> list[tuple[Mana, ...]]:
    """Every pool that can be left after paying."""
    if not needs:
        return [pool]
    left = []
    for i, mana in enumerate(pool):
        if _can(mana, needs[0], direct_ok):
            left.extend(_spend((*pool[:i], *pool[i + 1 :]), needs[1:], direct_ok))
    return left


def _reach(used_up: frozenset[object], pool: tuple[Mana, ...], needs: list[str], means: list[Source]) -> bool:
    if _spend(pool, needs, True):
        return True
    for source in means:
        if source.key in used_up or source.group in used_up:
            continue
        asked = [["*"] * int(s) if s.isdigit() else s.split("/") for s in source.needs]
        choices = [list(c) for c in product(*([["*"] if s[0] == "*" else s for s in asked]))]
        for choice in choices:
            for rest in set(_spend(pool, choice, False)):
                for units in source.makes:
                    more = tuple((unit, source.snow, source.direct) for unit in units)
                    if _reach(used_up | {source.key, source.group}, (*rest, *more), needs, means):
                        return True
    return False


@settings(max_examples=300, deadline=None)
@given(st.lists(SYMBOLS, max_size=4).map(tuple), sources(), st.sampled_from([0, 2, 20]))
def test_found_exactly_when_there_is_one(symbols: tuple[str, ...], means: list[Source], life: int) -> None:
    payment = find(symbols, means, life=life)
    assert (payment is not None) == by_hand(symbols, means, life)
    if payment is not None:
        assert len({u.source.group for u in payment.uses}) == len(payment.uses)
        assert payment.life <= life
        for use in payment.uses:
            assert all(
                kind in unit for kind, unit in zip(use.kinds, use.source.makes[use.alternative], strict=True)
            )


@given(st.lists(st.sampled_from("WUBRG"), min_size=1, max_size=8), st.data())
def test_many_lands(symbols: list[str], data: st.DataObject) -> None:
    lands = [land(f"l{i}", s + data.draw(st.sampled_from(["", "C", "WU"]))) for i, s in enumerate(symbols)]
    shuffled = data.draw(st.permutations(lands))
    assert find(tuple(symbols), shuffled) is not None
    assert find((*symbols, "1"), shuffled) is None
    assert frozenset(KINDS) == EVERY


@pytest.mark.parametrize("number", [15, 40])
def test_like_sources_are_tried_once(number: int) -> None:
    rings = [Source(i, ((frozenset("C"), frozenset("C")),), group=i) for i in range(number)]
    assert find((str(2 * number),), rings) is not None
    assert find((str(2 * number + 1),), rings) is None
    assert find(("W",), rings) is None


def mana(symbols: str) -> list[Source]:
    """So many mana in a pool."""
    return [Source(("pool", n), ((frozenset(kind),),), pooled=True) for n, kind in enumerate(symbols)]


@settings(max_examples=200, deadline=None)
@given(st.lists(SYMBOLS, max_size=5).map(tuple), sources(), st.sampled_from([0, 2, 20]))
def test_counting_uses_the_same_means_as_matching_mana_by_mana(
    symbols: tuple[str, ...], means: list[Source], life: int
) -> None:
    exact, counted = find(symbols, means, life=life), find(symbols, means, life=life, by_mana=0)
    assert (exact is None) == (counted is None)
    if exact is not None and counted is not None:
        assert counted.life == exact.life
        assert [u.source for u in counted.uses] == [u.source for u in exact.uses]
        assert_pays(counted, symbols)


POOLS = st.lists(
    st.tuples(UNITS, st.integers(1, 9), st.booleans(), st.booleans(), st.integers(0, 2)), max_size=5
)
"""Kinds of plain sources: what each makes, how many there are, whether they are snow, whether for the cost alone, how dear."""


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(["7", "W", "U", "S", "W/U", "2/W", "G/P", "C/G", "W/U/P"]), max_size=9).map(
        tuple
    ),
    POOLS,
    st.sampled_from([0, 4]),
)
def test_counting_many_plain_means(
    symbols: tuple[str, ...], kinds: list[tuple[Unit, int, bool, bool, int]], life: int
) -> None:
    means = [
        Source((n, i), ((unit,),), rank=rank, snow=snow, direct=direct)
        for n, (unit, times, snow, direct, rank) in enumerate(kinds)
        for i in range(times)
    ]
    exact, counted = find(symbols, means, life=life, by_mana=1000), find(symbols, means, life=life, by_mana=0)
    assert (exact is None) == (counted is None)
    if exact is not None and counted is not None:
        assert counted.life == exact.life
        assert {u.source for u in counted.uses} == {u.source for u in exact.uses}
        assert_pays(counted, symbols)


def assert_pays(payment: Payment, symbols: tuple[str, ...]) -> None:
    """What is spent on the cost, taken by itself, pays it: each source once, no mana for what it can't be spent on."""
    assert len({u.source.key for u in payment.uses}) == len(payment.uses)
    spent = [
        Source((n, i), ((frozenset(kind),),), snow=use.source.snow)
        for n, use in enumerate(payment.uses)
        for i, (kind, on) in enumerate(zip(use.kinds, use.spent_on, strict=True))
        if on == "cost"
    ]
    assert all(
        kind in unit
        for use in payment.uses
        for kind, unit in zip(use.kinds, use.source.makes[use.alternative], strict=True)
    )
    again = find(symbols, spent, life=payment.life, with_life=payment.life // 2, by_mana=1000)
    assert again is not None and len(again.uses) == len(spent)


def test_a_thousand_mana() -> None:
    paid = find(("999", "R"), mana("R" * 500 + "G" * 500))
    assert paid is not None and len(paid.uses) == 1000
    assert find(("999", "R", "R"), mana("R" * 1000)) is None
    assert find(("997", "W", "W"), mana("R" * 998 + "W")) is None
    lands = [land(f"{n}", "WU") for n in range(500)] + [land(f"w{n}", "W") for n in range(500)]
    paid = find((*["U"] * 500, *["W"] * 500), lands)
    assert paid is not None and sum(u.kinds == ("U",) for u in paid.uses) == 500
    assert find((*["U"] * 501, *["W"] * 400), lands) is None
    assert find(("1000000",), mana("R" * 1000)) is None


def test_many_that_make_several() -> None:
    tombs = [Source(n, ((frozenset("C"), frozenset("C")),), group=n) for n in range(300)]
    paid = find(("500", "R"), [*tombs, land("mountain", "R")])
    assert paid is not None and len(paid.uses) == 251


def test_many_symbols_that_can_be_paid_in_several_ways() -> None:
    assert find(("W/P",) * 40, mana("W" * 39), life=20) == find(("W/P",) * 40, mana("W" * 39), life=2)
    assert find(("W/P",) * 40, mana("W" * 29), life=20) is None
    paid = find(("2/W",) * 30, mana("G" * 20 + "W" * 20))
    assert paid is not None and len(paid.uses) == 40
