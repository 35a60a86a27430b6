"""Replacements that the rules themselves make: commanders, flashback and its like, dredge, umbra armor, damage that reduces life no further (CR 614.1, 702.34a, 702.52a, 702.89a, 903.9b)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Context, Game, attachments
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import changed_rules, numbers, protection, supplementary_decks
from engine.rules.effects import commander, entering, prevention
from engine.rules.effects.candidates import Applicable


def rules_for(game: Game, event: ev.GameEvent) -> Iterator[Applicable]:
    """Replacement effects of keyword abilities, counters and card types."""
    offers = OFFERS.get(type(event))
    if offers is not None:
        yield from offers(game, event)


def _exiled_instead(key: Any, id: ObjectId, text: str, *rules: str) -> Applicable:
    return Applicable(key, id, text, rules, lambda e: [replace(e, to="exile", place=0)])


def _moves(game: Game, event: ev.MoveZone) -> Iterator[Applicable]:
    """Where a card or permanent goes: flashback and its like, unearth, finality counters, madness, commanders, and how it enters."""
    id, to = event.object, event.to
    obj = game.objects.get(id)
    if obj is None:
        return
    name, way = game.name(id), obj.cast.alternative if obj.cast is not None else ""
    if (
        obj.zone == "stack"
        and way in EXILED_FROM_STACK
        and to != "exile"
        and (to != "battlefield" or way == "flashback")
    ):
        text = f"{name} is exiled instead, as it was cast with {way}"
        granted = all(not isinstance(a, ab.Keyword) or a.name != way for a in obj.base.abilities)
        yield _exiled_instead(
            ("leaves the stack", id), id, text, EXILED_FROM_STACK[way], *(("400.7g",) if granted else ())
        )
    if obj.zone == "stack" and to == "graveyard" and obj.cast is not None and obj.cast.then_exiled:
        yield _exiled_instead(
            ("leave", id), id, f"{name} is exiled instead, as it was cast so", "614.1a", "400.7h"
        )
    if obj.zone == "battlefield" and "unearthed" in obj.marks and to != "exile":
        yield _exiled_instead(("unearth", id), id, f"{name} was unearthed and is exiled instead", "702.84a")
    if obj.zone == "battlefield" and to == "graveyard" and obj.counter("finality"):
        text = f"{name} has a finality counter and is exiled instead"
        yield _exiled_instead(("finality", id), id, text, "122.1h")
    if event.verb == "discard" and to == "graveyard" and changed_rules.has_keyword(game, id, "madness"):
        yield Applicable(
            ("madness", id), id, f"{name} is discarded into exile", ("702.35a",),
            lambda e: [replace(e, to="exile", marks=("madness",))],
        )  # fmt: skip
    if commander.goes_back(event, obj):
        # 903.9b is no exception for one destination alone: offered again where another effect sends it elsewhere.
        apart = tuple((n, "command", 0) for n, c in enumerate(obj.components) if c.commander is not None)
        yield Applicable(
            ("commander", id, to), id, f"{name} is put into the command zone instead", ("903.9b", *(("903.9c",) if apart else ())),
            lambda e: [replace(e, apart=apart) if apart else replace(e, to="command", place=0, verb="put")], optional=obj.owner,
            usual=obj.zone != "command",
        )  # fmt: skip
    if to not in SEES_ASTROTORIUM and obj.kind == "card" and supplementary_decks.of_attractions(obj):
        # 717.6: no exception for one destination alone, either
        text = f"{name} is put into the command zone instead"
        yield Applicable(
            ("astrotorium", id, to), id, text, ("717.6", "717.6a"), lambda e: [replace(e, to="command", place=0, verb="put")]
        )  # fmt: skip
    if to == "battlefield":
        yield from entering.intrinsic(game, event)


SEES_ASTROTORIUM = ("battlefield", "exile", "command")
"""CR 717.6: the zones that a card with an Astrotorium card back can be put into."""


def _destroyed(game: Game, event: ev.Destroy) -> Iterator[Applicable]:
    """CR 702.89a, 122.1c: umbra armor and shield counters."""
    id = event.object
    if id not in game.objects:
        return
    yield from _umbra_armor(game, id)
    if game.objects[id].counter("shield"):
        yield Applicable(
            ("shield counter", id), id, f"a shield counter is removed from {game.name(id)} instead", ("122.1c",),
            lambda e: [ev.RemoveCounters(thing=id, kind="shield", number=1)],
        )  # fmt: skip


def _untaps(game: Game, event: ev.Untap) -> Iterator[Applicable]:
    """CR 122.1d: stun counters."""
    id = event.object
    if id in game.objects and game.objects[id].counter("stun"):
        text = f"a stun counter is removed from {game.name(id)} instead of untapping it"
        off = ev.RemoveCounters(thing=id, kind="stun", number=1)
        yield Applicable(("stun counter", id), id, text, ("122.1d",), lambda e: [off])


def _damage(game: Game, event: ev.Damage) -> Iterator[Applicable]:
    """CR 122.1c, 702.16e: shield counters and protection prevent damage."""
    to, source = event.to, event.source
    whole = prevention.preventable(game, event)
    if isinstance(to, int) and to in game.objects and game.objects[to].counter("shield"):
        # CR 122.1c, 615.13: one effect, applied once to all damage dealt at once
        gone = any(
            isinstance(e, ev.RemoveCounters) and (e.thing, e.kind) == (to, "shield") for e in game.settling
        )
        off: list[ev.GameEvent] = [] if gone else [ev.RemoveCounters(thing=to, kind="shield", number=1)]
        yield Applicable(
            ("shield counter", to), to, f"the damage is prevented and a shield counter removed from {game.name(to)}"
            if whole else f"a shield counter is removed from {game.name(to)}, but the damage can't be prevented",
            ("122.1c",) if whole else ("122.1c", "615.12", "615.12a"), lambda e: off if whole else [e, *off], instead=("615.6",) if whole else (),
        )  # fmt: skip
    if protection.protected(game, to, source) and not whole:
        yield prevention.powerless(game, event, ("protection", to, source), source, "protection", "702.16e")
    elif protection.protected(game, to, source):
        text = f"protection prevents the damage to {game.name(to)}"
        yield Applicable(
            ("protection", to, source),
            source,
            text,
            (
                "702.16e",
                *(("613.10",) if isinstance(to, str) else ()),
                *protection.variants(game, to, source),
            ),
            lambda e: [],
            instead=("615.6",),
        )


def _umbra_armor(game: Game, host: ObjectId) -> Iterator[Applicable]:
    """CR 702.89a: instead of the enchanted permanent being destroyed, its damage is removed and the Aura destroyed."""
    for aura in attachments(game, host):
        if not any(changed_rules.has_keyword(game, aura, name) for name in UMBRA_ARMOR):
            continue

        def armor(event: ev.GameEvent, aura: ObjectId = aura) -> list[ev.GameEvent]:
            heal = ev.SetFields(
                thing=host, verb="damage is removed", fields={"damage": 0, "deathtouched": False}, quiet=True
            )
            return [heal, ev.Destroy(object=aura)]

        yield Applicable(
            ("umbra armor", aura),
            aura,
            f"{game.name(aura)} is destroyed instead of {game.name(host)}",
            ("702.89a",),
            armor,
        )


UMBRA_ARMOR = ("umbra armor", "totem armor")
"""The keyword's name, and the one it had before."""


def _dredge(game: Game, player: PlayerId) -> Iterator[Applicable]:
    """CR 702.52a-b: with enough cards in the library, mill so many and return the card from the graveyard instead of drawing."""
    library = len(game.zone("library", player))
    for id in game.zone("graveyard", player):
        if game.objects[id].unknown:
            continue
        for keyword in changed_rules.keywords(game, id, "dredge"):
            count = (
                numbers.value(Context(game, player, id), keyword.number) if keyword.number is not None else 0
            )
            if count <= library:
                mill = ev.Mill(player=player, number=count, source=id)
                back = ev.MoveZone(object=id, to="hand", verb="return", by=player, source=id)
                yield Applicable(
                    ("dredge", id), id, f"{game.name(id)} is dredged: {player} mills {count} instead of drawing", ("702.52a",),
                    lambda e, mill=mill, back=back: [mill, back], optional=player, usual=False,  # type: ignore[misc]
                )  # fmt: skip
            else:
                game.cite("702.52b")


EXILED_FROM_STACK = {
    "flashback": "702.34a",
    "aftermath": "702.127a",
    "jump-start": "702.133a",
    "harmonize": "702.180a",
}


OFFERS: dict[type[ev.GameEvent], Callable[[Game, Any], Iterator[Applicable]]] = {
    ev.MoveZone: _moves,
    ev.CreateToken: entering.intrinsic,
    ev.Destroy: _destroyed,
    ev.Draw: lambda game, event: _dredge(game, event.player),
    ev.Untap: _untaps,
    ev.Damage: _damage,
}
"""What the rules offer for each kind of event."""
