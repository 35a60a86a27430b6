"""What an instruction means before it is carried out: keyword actions with targets spelled out, and whether a verb is good for what it is done to."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions.counters import HARMFUL
from engine.queries import SPELLED_OUT, default_choices

GROWING = "+1/+1"


def expands(effect: ab.Effect) -> ab.Effect:
    """The instruction in other words where the CR defines it so and the words have targets or name a zone; else itself.

    For engine.queries.target_slots.bind, before targets are looked for: support (701.41a), earthbend (701.66a), and "return ... from your graveyard"
    said of the verb, which describes the noun."""
    match effect:
        case ab.Keyworded(verb="support", number=number) if number is not None:
            others = ab.Target(ab.Which((ab.Other(),), ab.Noun((("creature",),))), ab.UpTo(number))
            return ab.AddCounters(ab.Literally(1), GROWING, others)
        case ab.Keyworded(verb="earthbend", number=number) if number is not None:
            return earthbend(number)
        case ab.Put(origin=origin) if origin:
            located = in_zone(effect.what, origin, effect.origin_of)
            return effect if located is effect.what else replace(effect, what=located)
    return effect


SPELLED_OUT |= {ab.Keyworded: expands, ab.Put: expands}


def earthbend(number: ab.Number) -> ab.Effect:
    """CR 701.66a: a land becomes a 0/0 creature with haste as well, gets counters, and comes back when it dies or is exiled."""
    land = ab.Target(ab.Which((), ab.Noun((("land",),)), (ab.ControlledBy(ab.You()),)))
    changes = (
        ab.Types(("creature",), add=True), ab.BasePT(ab.Literally(0), ab.Literally(0)), ab.Gains((ab.Keyword("haste"),)),
    )  # fmt: skip
    it = ab.That("land")
    leaves = ab.OrEvents(
        (ab.Moves(it, "battlefield", "graveyard", "dies"), ab.Moves(it, "battlefield", "exile", "put"))
    )
    back = ab.Put(ab.That(), "battlefield", verb="return", state=("tapped",), under=ab.You())
    return ab.Sequence(
        (
            ab.Lasting(land, changes, ab.Always()),
            ab.AddCounters(number, GROWING, it),
            ab.Later(leaves, back),
        )
    )


def in_zone(noun: ab.Objects, zone: str, whose: ab.Players | None) -> ab.Objects:
    """The noun, described as being in the zone ("from your graveyard"), where it describes things at all."""
    match noun:
        case ab.Target(which=which) | ab.Chosen(which=which) | ab.Each(which=which):
            if _names_zone(which):
                return noun
            return replace(noun, which=_located(which, ab.InZone(zone, whose)))
    return noun


def _names_zone(which: ab.Selection) -> bool:
    match which:
        case ab.Which(before=before, noun=noun, after=after):
            return any(isinstance(q, ab.InZone) for q in before + after) or _names_zone(noun)
        case ab.EitherOf(options=options):
            return any(_names_zone(o) for o in options)
    return False


def _located(which: ab.Selection, where: ab.InZone) -> ab.Selection:
    match which:
        case ab.Which(after=after):
            return replace(which, after=(*after, where))
        case ab.EitherOf(options=options):
            return replace(which, options=tuple(_located(o, where) for o in options))
    return ab.Which((), which, (where,))


HARMS = (
    ab.Destroy, ab.Exile, ab.Sacrifice, ab.Discard, ab.Mill, ab.Counter, ab.DealDamage, ab.LoseLife, ab.RemoveFromCombat,
    ab.SkipStep,
)  # fmt: skip
HELPS = (
    ab.Draw,
    ab.GainLife,
    ab.Regenerate,
    ab.Prevent,
    ab.Attach,
    ab.CopySpell,
    ab.ExtraTurn,
    ab.AddMana,
    ab.Create,
)
BAD_CHANGES = (ab.Loses, ab.DoesntUntap)


def purpose(effect: ab.Effect) -> bool | None:
    """Whether what the instruction does is good for what it is done to (True), harm (False), or neither or both (None): for the defaults of
    decisions. the `help` of engine.rules.choosing.choose_targets for the instruction that a target stands in."""
    match effect:
        case ab.Sequence(steps=steps):
            return _first(steps)
        case (
            ab.Optional(effect=inner)
            | ab.Conditional(effect=inner)
            | ab.Unless(effect=inner)
            | ab.WhereX(effect=inner)
        ):
            return purpose(inner)
        case ab.ForEach(effect=inner):
            return purpose(inner)
        case ab.Modal(modes=modes):
            return _first(modes)
        case ab.Put(zone=zone, verb=verb):
            return (
                True
                if zone == "battlefield" or (zone == "hand" and effect.origin == "graveyard")
                else None
                if verb == "put"
                else False
            )
        case ab.Tap(state=state):
            return {"tap": False, "untap": True}.get(state)
        case ab.Transform(verb=verb):
            return {
                "goad": False,
                "detain": False,
                "suspect": None,
                "phase out": None,
                "explore": True,
                "connive": True,
                "heal": True,
            }.get(verb)
        case ab.Keyworded():
            return True if effect.what is not None else None
        case ab.AddCounters(kind=kind):
            return kind not in HARMFUL
        case ab.Lasting(changes=changes):
            return of_changes(changes)
    if isinstance(effect, HARMS):
        return False
    return True if isinstance(effect, HELPS) else None


def _first(steps: tuple[ab.Effect, ...]) -> bool | None:
    return next((p for p in map(purpose, steps) if p is not None), None)


def of_changes(changes: tuple[ab.Change, ...]) -> bool | None:
    """Whether a continuous effect is good for what it affects, judged by its first change that is one or the other."""
    for change in changes:
        match change:
            case ab.ModifyPT(signs=signs, power=power):
                weakens = "-" in signs or (isinstance(power, ab.Literally) and power.value < 0)
                return not weakens
            case ab.Gains() | ab.GainsChoice() | ab.May():
                return True
            case ab.Cant() if default_choices.lets_some_block(change):
                continue
            case ab.Cant(what=what):
                return (
                    what in ("be blocked", "be countered", "be destroyed", "be regenerated")
                    and what != "be regenerated"
                )
            case ab.Must() | ab.UnderControlOf():
                return False
        if isinstance(change, BAD_CHANGES):
            return False
    return None


def purposes(effect: ab.Effect, slots: int) -> tuple[bool | None, ...]:
    """For each target slot of an instruction, whether what is done to it is good for it: the `help` of engine.rules.choosing.choose_targets."""
    found: list[bool | None] = [None] * slots
    _purposes(effect, found)
    return tuple(found)


def _purposes(effect: Any, found: list[bool | None]) -> None:
    """Each slot gets the purpose of the first instruction that it stands in."""
    for name, value in _fields(effect):
        if isinstance(value, ab.Effect):
            _purposes(value, found)
        elif isinstance(value, tuple) and value and isinstance(value[0], ab.Effect):
            for step in value:
                _purposes(step, found)
        else:
            for node in ab.walk(value):
                if isinstance(node, ab.Slot) and found[node.index] is None:
                    found[node.index] = _of_field(effect, name)


def _fields(effect: Any) -> list[tuple[str, Any]]:
    return [(name, getattr(effect, name)) for name in effect.__struct_fields__]


def _of_field(effect: ab.Effect, name: str) -> bool | None:
    """The purpose of an instruction for what stands in one of its fields: who deals damage, fights or is copied is not hurt by it."""
    match effect, name:
        case ab.DealDamage(), "source":
            return True
        case ab.Fight(), _:
            return name == "what"
        case ((ab.MoveCounters() | ab.Exchange() | ab.ExchangeLife() | ab.Unless()), _):
            return None
        case ((ab.Lasting() | ab.AddCounters() | ab.Create()), "who"):
            return True
    return purpose(effect)
