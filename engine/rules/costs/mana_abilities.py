"""Which abilities are mana abilities (CR 605.1)."""

from __future__ import annotations

from typing import Any

from engine import abilities as ab


def parts(effect: ab.Effect) -> list[ab.Effect]:
    """The instructions of an effect, one by one, those under a condition included."""
    match effect:
        case ab.Sequence(steps=steps):
            return [p for step in steps for p in parts(step)]
        case ab.Conditional(effect=inner, otherwise=otherwise):
            return parts(inner) + (parts(otherwise) if otherwise is not None else [])
        case (
            ab.Optional(effect=inner)
            | ab.ForEach(effect=inner)
            | ab.WhereX(effect=inner)
            | ab.Then(effect=inner)
            | ab.Mode(effect=inner)
            | ab.Unless(effect=inner)
        ):
            return parts(inner)
        case ab.Modal(modes=modes):
            return [p for mode in modes for p in parts(mode)]
    return [effect]


def has_target(value: Any) -> bool:
    """Whether the word "target" is anywhere in it (CR 115.1)."""
    return any(isinstance(node, ab.Target | ab.TargetPlayer) for node in ab.walk_own(value))


def makes_mana(effect: ab.Effect) -> bool:
    """Whether it could add mana (CR 605.1a)."""
    return any(isinstance(p, ab.AddMana) for p in parts(effect))


def is_mana_ability(ability: ab.Ability) -> bool:
    """CR 605.1a: activated, no target, could add mana, no loyalty ability."""
    return (
        isinstance(ability, ab.Activated)
        and makes_mana(ability.effect)
        and not has_target(ability.effect)
        and not any(isinstance(c, ab.Loyalty) for c in ability.costs)
    )


def is_triggered_mana_ability(ability: ab.Ability) -> bool:
    """CR 605.1b: triggers from mana being made, no target, could add mana."""
    return (
        isinstance(ability, ab.Triggered)
        and makes_mana(ability.effect)
        and not has_target(ability.effect)
        and from_mana(ability.event)
    )


def from_mana(event: ab.EventPattern) -> bool:
    """Whether the event can only be that mana is made (CR 605.1b, 106.12)."""
    match event:
        case ab.TapsForMana():
            return True
        case ab.PlayerDoes(verb="add mana"):
            return True
        case ab.OrEvents(events=events):
            return all(from_mana(e) for e in events)
        case ab.Provided(event=inner):
            return from_mana(inner)
    return False
