"""Numbers that are executable (CR 107, 608.2h)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine.actions import flow, together
from engine.oracle.executable.shared_words import COLOR_WORDS, player_stat_word, stat_word
from engine.oracle.executable.tables import OPEN, WORDING, Path, checks, part_of_speech, words
from engine.queries import conditions, history, numbers, stats
from engine.rules.costs import mana_abilities

part_of_speech(ab.Number, numbers.NUMBERS)

words(ab.Times, said=WORDING)
words(ab.X, name=OPEN)
words(ab.ThatMuch, word=WORDING)
words(ab.StatOf, stat=stat_word)
words(ab.DifferentAmong, what=stats.DIFFERENT)
words(ab.StatAmong, how=numbers.AMONG, stat=stat_word)
words(ab.CountersOn, kind=OPEN, past=WORDING)
words(ab.PlayerStat, stat=player_stat_word)
words(ab.Devotion, colors=COLOR_WORDS, said=frozenset({"", "that"}))
words(ab.Tally, when=history.PERIODS, said=WORDING)
words(ab.CountOf, total=WORDING)
words(ab.Plus, spelled=WORDING)
words(ab.HalfOf, rounded=numbers.ROUNDINGS)
words(
    ab.HowMany,
    done=OPEN,
    noun=OPEN,
    origin=frozenset({"", "hand"}),
    place=frozenset({"", "hand", "graveyard"}),
)
words(ab.Votes, word=OPEN)
words(ab.TimesPaid, cost=conditions.payable)


@checks(ab.HowMany)
def how_many(number: ab.HowMany, path: Path) -> Iterator[str]:
    """CR 615.5: how much damage was prevented is known only to the effect that prevents it."""
    outer = next((n for n in path if isinstance(n, ab.Replacement)), None)
    first = outer.effect.steps[0] if outer is not None and isinstance(outer.effect, ab.Sequence) else None
    around = next((n.steps for n in reversed(path) if isinstance(n, ab.Sequence)), ())
    after = any(
        any(n is step for n in path)
        for at in range(len(around))
        for step in flow.of_the_prevented(around, at)
    )
    if number.done == "prevented" and not isinstance(first, ab.Prevent) and not after:
        yield "damage that another effect prevents later"
    if number.of_one and any(together.of_ones_own(n) for step in around for n in ab.walk(step)):
        yield "what one player did, beside the most that any of them did"


@checks(ab.Tally)
def tally(number: ab.Tally, path: Path) -> Iterator[str]:
    """CR 608.2i: only events are counted in the log."""
    if not isinstance(number.what, ab.EventPattern):
        yield f"a tally of {type(number.what).__name__}"


@checks(ab.StatOf)
def of_the_ability(number: ab.StatOf, path: Path) -> Iterator[str]:
    """CR 605.3b: an ability that resolves from the stack can be asked how often it has; a mana ability never is there."""
    ability = next((n for n in path if isinstance(n, ab.Triggered | ab.Activated)), None)
    if number.stat in stats.OF_THE_ABILITY and (
        ability is None
        or mana_abilities.is_mana_ability(ability)
        or any(isinstance(n, ab.Later) for n in path)
    ):
        yield f"the {number.stat} of what doesn't resolve from the stack"
