"""Putting decisions to players, and holding their answers against what may be answered (CR 601.2b-d, 608.2d, 733)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from engine.errors import Undecided
from engine.game.decisions import Decision, DefaultDecider
from engine.game.ruling import Assumption

if TYPE_CHECKING:
    from engine.game import Game

THINGS = ("target", "objects", "player", "order", "divide")
"""The kinds of decision whose options are objects and players (if they are ids and keys)."""


CHANCE = ("coin", "die")
"""The kinds of decision that nobody makes."""


class Defaulted(msgspec.Struct, frozen=True):
    """An answer that the decider was not given but took by itself: the ruling lists it among its assumptions."""

    answer: Any


def decide(game: Game, decision: Decision, forced: bool) -> Any:
    """The answer to the decision, checked: a tuple of options, an int for number and x, a tuple of shares for divide.

    `forced`: only one answer is legal, which makes no assumption. A player who is controlled by another is not asked: that one is (CR 723.5).
    Raises Undecided if the answer fits no option."""
    controller = game.players[decision.player].controlled_by
    if controller is not None and decision.kind not in CHANCE and game.exists(controller):
        if not forced:
            game.cite("723.5")
        decision = msgspec.structs.replace(decision, player=controller)
    elif not forced and decision.kind not in CHANCE and _controls_another(game, decision.player):
        game.cite("723.8")
    given = game.decider.decide(game, decision)
    default = isinstance(game.decider, DefaultDecider) or isinstance(given, Defaulted)
    answer = given.answer if isinstance(given, Defaulted) else given
    if isinstance(answer, list):
        answer = tuple(answer)
    wrong = why_wrong(decision, answer)
    if wrong:
        options = tuple(option_words(game, decision, option) for option in decision.options)
        choices = f"; the options are: {', '.join(options)}" if options else ""
        raise Undecided(f"{decision.player} is asked: {decision.question}: {wrong}{choices}", options)
    if decision.unless and answer == (False,):
        game.loop_unless = True  # CR 732.6: a loop goes on as though what is done otherwise were mandatory
    elif not forced:
        game.loop_states, game.loop_unless = (
            (0, ()),
            False,
        )  # CR 732.1: what follows is no repetition of what was
    if default and not (forced or decision.forced):
        game.assumptions.append(
            Assumption(decision.player, bare_question(decision), answer_words(game, decision, answer))
        )
    return answer


def _controls_another(game: Game, player: str) -> bool:
    """CR 723.8: whether the player makes another player's choices, too."""
    return any(each.controlled_by == player and each.id != player for each in game.players.values())


def why_wrong(decision: Decision, answer: Any) -> str:
    """What keeps the answer from fitting the decision, or ""."""
    low, high = decision.low, decision.high
    if decision.kind in ("number", "x"):
        if isinstance(answer, bool) or not isinstance(answer, int):
            return f"{answer!r} is no number"
        bounds = f"{low} or more" if high < 0 else f"{low} to {high}"
        return "" if low <= answer and (high < 0 or answer <= high) else f"{answer} is not {bounds}"
    if not isinstance(answer, tuple):
        return f"{answer!r} is no list of options"
    if decision.kind == "divide":
        if len(answer) != len(decision.options):
            return f"{len(answer)} shares for {len(decision.options)}"
        if any(isinstance(n, bool) or not isinstance(n, int) or n < low for n in answer):
            return f"each must get at least {low}"
        if any(n > most for n, most in zip(answer, decision.most, strict=False)):
            return f"they can get at most {', '.join(map(str, decision.most))}"
        return "" if not answer or sum(answer) == high else f"the shares {answer} do not add up to {high}"
    if decision.kind == "order":
        whole = Counter(map(repr, answer)) == Counter(map(repr, decision.options))
        return "" if whole else f"{answer!r} does not put all of the options in order"
    for picked in answer:
        offered = any(picked == option and type(picked) is type(option) for option in decision.options)
        if not offered and (
            decision.beyond is None or not isinstance(picked, str) or decision.beyond(picked) != picked
        ):
            return f"{picked!r} is not among what can be chosen"
    listed = [picked for picked in answer if decision.beyond is None or picked in decision.options]
    if Counter(map(repr, listed)) - Counter(map(repr, decision.options)):
        return "the same option is picked more than once"
    if len(answer) < low or 0 <= high < len(answer):
        wanted = str(low) if low == high else f"{low} or more" if high < 0 else f"{low} to {high}"
        return f"{len(answer)} picked where {wanted} can be"
    if decision.together is not None and not decision.together(answer):
        return "these can't be picked together: the text says how they have to differ or agree"
    total = sum(decision.counts(picked) for picked in answer) if decision.worth else 0
    return f"{total} together where {high} can be" if total > high >= 0 else ""


def bare_question(decision: Decision) -> str:
    """The question without the options that it tells."""
    return decision.question.partition(" 1: ")[0] if decision.told else decision.question


def option_words(game: Game, decision: Decision, option: Any) -> str:
    """An option as a user would name it."""
    if isinstance(option, bool):
        return "yes" if option else "no"
    if decision.told:
        return str(decision.told[option])
    if decision.kind in THINGS and (
        option in game.players or (isinstance(option, int) and option in game.objects)
    ):
        return game.name(option)
    return str(option)


def answer_words(game: Game, decision: Decision, answer: Any) -> str:
    """An answer as the ruling tells it."""
    match decision.kind:
        case "number" | "x":
            return str(answer)
        case "divide":
            pairs = zip(decision.options, answer, strict=True)
            return (
                ", ".join(f"{n} to {option_words(game, decision, option)}" for option, n in pairs)
                or "nothing"
            )
        case _:
            return ", ".join(option_words(game, decision, option) for option in answer) or "none"
