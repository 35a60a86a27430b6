"""Anchor words: abilities of which a permanent has those whose word was chosen as it entered (CR 614.12c, 607.2m)."""

from __future__ import annotations

from typing import Any

from engine.abilities import Ability, Choose, Gains, Moves, Paragraph, Replacement, Static, This, WordChosen
from engine.oracle.kernel import rule, series

ANCHOR = "anchor word"


def _anchored(word: str, ability: Ability) -> Static:
    """CR 614.12c: what a bullet point, an anchor word and an ability mean."""
    return Static(This(), (Gains((ability,)),), WordChosen(word), word=ANCHOR)


def _take_anchored(value: Static) -> dict[str, Any] | None:
    match value:
        case Static(condition=WordChosen(word=word), changes=(Gains(abilities=(ability,)),)) if (
            value == _anchored(word, ability)
        ):
            return {"word": word, "ability": ability}
    return None


rule(
    "anchored line", "\n• {word:mode name} — {ability:Ability}", _anchored, makes=Static, undo=_take_anchored
)
series("anchored lines", "anchored line", last=None, sep="", low=2, high=2)


def _with_choice(one: str, other: str, lines: tuple[Static, ...]) -> Paragraph | None:
    """The choice between two words, and what each of them stands for, in the order in which they are named."""
    if [line.condition for line in lines] != [WordChosen(one), WordChosen(other)]:
        return None
    entering = Moves(This(), to="battlefield", verb="enters")
    return Paragraph((Replacement(entering, Choose(ANCHOR, options=(one, other)), how="as"), *lines))


def _take_choice(value: Paragraph) -> dict[str, Any] | None:
    match value.abilities:
        case (Replacement(effect=Choose(options=(one, other))), *lines) if value == _with_choice(
            one, other, tuple(line for line in lines if isinstance(line, Static))
        ):
            return {"one": one, "other": other, "lines": tuple(lines)}
    return None


rule(
    "permanent line",
    "as ~ enters, choose {one:mode name} or {other:mode name}. {lines:anchored lines}",
    _with_choice,
    makes=Paragraph,
    undo=_take_choice,
)
