"""Keyword abilities about the upkeep (CR 503)."""

from __future__ import annotations

from engine import abilities as ab
from engine.keywords.registry import (
    ONE,
    THIS,
    YOU,
    costs,
    counter_on_this,
    enters_with,
    means,
    number,
    your_upkeep,
)


@means("cumulative upkeep", "702.24a")
def cumulative_upkeep(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.24a: an age counter at each upkeep, then the cost for each, or it is sacrificed."""
    aged = ab.CountersOn("age", THIS)
    price = (ab.TimesOver(costs(keyword), aged),)
    steps = ab.Sequence((ab.AddCounters(ONE, "age", THIS), ab.Unless(ab.Sacrifice(THIS), YOU, price)), "then")
    there = ab.Fits(THIS, ab.Which((), ab.Noun(), (ab.InZone("battlefield"),)))
    return (ab.Triggered(your_upkeep(), steps, "at", there, word="cumulative upkeep"),)


@means("echo", "702.30a")
def echo(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.30a: paid at the first upkeep under a new controller, or it is sacrificed."""
    new = ab.Fits(
        THIS,
        ab.Which(
            (ab.Happened("came under your control", "since your last upkeep"),), ab.Noun(form="permanent")
        ),
    )
    return (
        ab.Triggered(
            your_upkeep(), ab.Unless(ab.Sacrifice(THIS), YOU, costs(keyword)), "at", new, word="echo"
        ),
    )


@means("fading", "702.32a")
def fading(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.32a: a fade counter goes at each upkeep; when none can, it is sacrificed."""
    steps = ab.Conditional(
        counter_on_this("fade"), ab.RemoveCounters(ONE, "fade", THIS), otherwise=ab.Sacrifice(THIS)
    )
    return (
        enters_with("fade", number(keyword), "fading"),
        ab.Triggered(your_upkeep(), steps, "at", word="fading"),
    )


@means("vanishing", "702.63a")
def vanishing(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.63a-b: a time counter goes at each upkeep; with the last one it is sacrificed."""
    word = "vanishing" if keyword.number is not None else "vanishing without a number"
    tick = ab.Triggered(
        your_upkeep(), ab.RemoveCounters(ONE, "time", THIS), "at", counter_on_this("time"), word=word
    )
    last = ab.CountersPut("time", THIS, "removed", number=ab.Literally(0))
    end = ab.Triggered(last, ab.Sacrifice(THIS), "when", word=word)
    return (
        (enters_with("time", keyword.number, "vanishing"), tick, end)
        if keyword.number is not None
        else (tick, end)
    )
