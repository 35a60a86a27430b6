"""Whether an instruction is good or bad for its targets: the rule of thumb behind default answers (scenario format, "answers"). No rule of the game."""

from __future__ import annotations

from typing import Any

from engine import abilities as ab
from engine.abilities.base import Node

HARMS: tuple[type[ab.Effect], ...] = (
    ab.Destroy, ab.Exile, ab.Counter, ab.DealDamage, ab.Sacrifice, ab.Discard, ab.LoseLife, ab.Mill, ab.PayLife,
    ab.RemoveFromCombat, ab.SkipStep, ab.ControlPlayer,
)  # fmt: skip
HELPS: tuple[type[ab.Effect], ...] = (
    ab.Draw,
    ab.GainLife,
    ab.Regenerate,
    ab.Prevent,
    ab.Attach,
    ab.ExtraTurn,
    ab.AddMana,
    ab.Create,
)


def helps(effect: Any, index: int) -> bool | None:
    """Whether what is done to the slot's target is good for it (True), harm (False) or neither as far as can be told (None)."""
    for verb in ab.walk(effect):
        if not isinstance(verb, ab.Effect):
            continue
        if any(_is_done_to(verb, name, index) for name in verb.__struct_fields__):
            told = _judge(verb, index)
            if told is not None:
                return told
    return None


def _is_slot(value: Any, index: int) -> bool:
    return isinstance(value, ab.Slot) and value.index == index


def _is_done_to(verb: ab.Effect, name: str, index: int) -> bool:
    """Whether the field is the slot's target, or what the verb is done to is that player's: "exile target player's graveyard"."""
    value = getattr(verb, name)
    return _is_slot(value, index) or (
        name == "what" and isinstance(value, Node) and any(_is_slot(each, index) for each in ab.walk(value))
    )


def _judge(verb: ab.Effect, index: int) -> bool | None:
    match verb:
        case ab.DealDamage(source=ab.Slot(index=at)) | ab.Fight(what=ab.Slot(index=at)) if at == index:
            return True  # one's own creature does it
        case ab.Fight():
            return False
        case ab.Tap(state=state):
            return {"tap": False, "untap": True}.get(state)
        case ab.AddCounters(kind=kind):
            return (
                False
                if kind.startswith("-") or kind in ("stun", "poison")
                else True
                if kind.startswith("+")
                else None
            )
        case ab.Put(what=ab.Slot(index=at), origin=origin, zone=zone) if at == index:
            if origin == "graveyard" or zone == "battlefield":
                return True
            return False if zone in ("hand", "graveyard") or zone.startswith("library") else None
        case ab.Lasting(changes=changes):
            return next((told for told in map(_judge_change, changes) if told is not None), None)
        case ab.Transform(verb="goad" | "detain" | "suspect"):
            return False
        case ab.Transform(verb="explore" | "connive" | "heal"):
            return True
        case _ if isinstance(verb, HARMS):
            return False
        case _ if isinstance(verb, HELPS):
            return True
        case _:
            return None


def lets_some_block(change: Node) -> bool:
    """Whether it can't be blocked but by some creatures, or by so many (CR 509.1b): how good that is depends on who could block."""
    match change:
        case (
            ab.Cant(what="be blocked by fewer")
            | ab.Cant(what="be blocked", by=ab.Which(after=(ab.Besides(),)))
        ):
            return True
    return False


def _judge_change(change: Node) -> bool | None:
    match change:
        case ab.ModifyPT(signs=signs):
            return "-" not in signs
        case ab.Gains() | ab.GainsChoice() | ab.May() | ab.Cant(what="be destroyed" | "be countered"):
            return True
        case ab.Cant(what="be blocked" | "be blocked by fewer"):
            return None if lets_some_block(change) else True
        case ab.Loses() | ab.CantHave() | ab.Cant() | ab.Must() | ab.UnderControlOf() | ab.DoesntUntap():
            return False
        case _:
            return None
