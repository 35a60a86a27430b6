"""Conditions that are executable (CR 608.2i, 603.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine.abilities.tree import walk
from engine.oracle.executable.shared_words import in_any, player_stat_word
from engine.oracle.executable.tables import OPEN, WORDING, Path, checks, part_of_speech, words
from engine.queries import conditions, descriptions, history, states
from engine.rules.effects import layers

part_of_speech(ab.Condition, conditions.CONDITIONS)


words(ab.Comparison, op=descriptions.OPERATORS, past=WORDING, said=WORDING)
words(ab.Controls, op=descriptions.OPERATORS, said=WORDING)
words(ab.Fits, past=WORDING)
words(ab.Exists, op=descriptions.OPERATORS, said=WORDING)
words(ab.PlayerHas, stat=player_stat_word, op=descriptions.OPERATORS, said=WORDING)
words(ab.TurnOf, said=WORDING)
words(ab.DuringStep, step=in_any(conditions.TIMES, conditions.BEFORE, conditions.AFTER, conditions.WITHIN))
words(ab.EventHappened, when=history.PERIODS, said=WORDING)
words(ab.WasPaid, cost=conditions.payable)
words(ab.WasCast, zone=frozenset({"", "hand", "graveyard", "library"}), during=frozenset({"", "main phase"}))
words(ab.Did, done=OPEN, noun=OPEN, was=WORDING, again=WORDING)
UNSHOWN = {f"green is the {conditions.MOST_COMMON}"}
"""Of no card at hand, so that no scenario could fail without it."""
words(
    ab.StateIs, state=in_any(conditions.GAME_STATES.keys() - UNSHOWN, states.STATES, conditions.PLAYER_STATES)
)
words(ab.WordChosen, word=OPEN)
words(ab.NotIgnored, said=WORDING)
words(ab.FlipOrRoll, result=in_any(conditions.FLIPPED, conditions.CLASHED), said=WORDING)


@checks(ab.NotIgnored)
def not_ignored(condition: ab.NotIgnored, path: Path) -> Iterator[str]:
    """CR 116.2d: asked where changes of rules are, of the static ability of a permanent."""
    holder = path[-1] if path else None
    if not isinstance(holder, ab.Static) or any(layers.layer_of(c) for c in holder.changes):
        yield "an effect to be ignored that is no change of rules"


@checks(ab.StateIs)
def state_is(condition: ab.StateIs, path: Path) -> Iterator[str]:
    """What is said of a player is a state of players."""
    if condition.who is not None and condition.state not in conditions.PLAYER_STATES:
        yield f"the state {condition.state!r} of a player"


@checks(ab.Did)
def did(condition: ab.Did, path: Path) -> Iterator[str]:
    """Who of several players did something is not kept with what was done: it is told by who does it in the text, or by whose it was (CR 701.9a, 701.21a)."""
    if (
        not condition.done
        or condition.who is None
        or (condition.done in conditions.TOLD_BY_WHOSE and condition.which is not None)
    ):
        return
    if not isinstance(condition.who, ab.You) or any(_by_another(node) for node in walk(path[0])):
        yield "what a player did this way"


def _by_another(node: object) -> bool:
    """Whether another player than you does what the instruction says, or may."""
    return isinstance(node, ab.Effect) and not isinstance(getattr(node, "who", ab.You()), ab.You)
