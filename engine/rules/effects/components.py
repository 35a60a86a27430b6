"""Permanents that several cards and tokens represent: merged ones (CR 730) and melded ones (712.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import walk
from engine.errors import Unsupported
from engine.game import Decision, Game
from engine.game import events as ev
from engine.model import Card, Characteristics, Component, GameObject, plain
from engine.rules.effects import faces
from engine.rules.effects.faces import FACE_DOWN

# ---- what it is ---------------------------------------------------------------------------------------------------


def face_up_values(obj: GameObject) -> Characteristics | None:
    """CR 708.8, 730.2f: what a face-down permanent starts from when it is turned face up: what it was before it was turned face down (itself, or the copy
    that it entered as), else its card, or what its components are together; None if nothing is known about it."""
    if obj.components:
        return values(obj.components)
    if obj.base.other is not None:
        return obj.base.other
    return None if obj.card is None else faces.base(obj.card, "battlefield", obj.face)


def component(obj: GameObject, since: int = 0) -> Component:
    """The one component that an object is which one card, token or copy represents (CR 730.2; a copy of a spell is a token from now on, 608.3f)."""
    base = face_up_values(obj) if obj.face_down else obj.base
    if obj.face_down and not obj.base.name and replace(obj.base, other=None) != FACE_DOWN:
        raise Unsupported("merging with a face-down permanent that an effect gave other characteristics")
    if base is None:
        raise Unsupported("merging with a card that nothing is known about")
    return Component(
        "card" if obj.kind == "card" else "token", base, obj.card, obj.face, obj.transformed, obj.face_down, obj.face_down_as,
        obj.commander, since,
    )  # fmt: skip


def of(obj: GameObject) -> tuple[Component, ...]:
    """What represents the object: its components, or itself alone."""
    return obj.components or (
        Component("card", obj.base, obj.card, obj.face, obj.transformed, commander=obj.commander),
    )


def is_merged(obj: GameObject) -> bool:
    """CR 730.2: whether something has merged with the permanent; what was melded alone is no merged permanent."""
    return any(c.since for c in obj.components)


def holds_instant(obj: GameObject) -> bool:
    """CR 730.2g: whether one of the components is an instant or sorcery card."""
    return any(c.base is not None and c.base.types & {"instant", "sorcery"} for c in obj.components)


def is_double_faced(part: Component) -> bool:
    """CR 712.1, 730.2i: whether the component is a double-faced card or token."""
    return part.card is not None and len(part.card.faces) > 1 and part.card.layout in faces.TWO_SIDED


def merged(before: Characteristics, part: Characteristics, on_top: bool) -> Characteristics:
    """CR 730.2a, 702.140e: the characteristics of what is on top, with the abilities of both."""
    if before.halves or part.halves:
        raise Unsupported("merging with a permanent that has two halves")
    return replace(part if on_top else before, abilities=(*before.abilities, *part.abilities))


def values(components: Sequence[Component]) -> Characteristics:
    """CR 730.2a, 702.140e: what the components are together, as far as no other effect is concerned."""
    found = _applied(components, ())
    turned = [replace(c, base=_flipped(c)) for c in components]
    if turned != list(components):
        return replace(found, other=replace(_applied(turned, ()), other=None))
    return replace(found, other=None)  # 730.2i: it isn't double-faced


def in_order(obj: GameObject, copies: Sequence[tuple[int, Characteristics]]) -> Characteristics:
    """CR 613.2a, 730.2a: what the permanent is by copy effects (each with its timestamp) and by what has merged with it, in timestamp order."""
    return _applied(obj.components, copies)


def _applied(
    components: Sequence[Component], copies: Sequence[tuple[int, Characteristics]]
) -> Characteristics:
    present: list[int] = []
    found = Characteristics()
    steps = [*((c.since, n) for n, c in enumerate(components)), *((stamp, -1) for stamp, _ in copies)]
    copied = iter(values for _, values in copies)
    for _, n in sorted(steps):
        if n < 0:
            found = next(copied)
        elif (own := components[n].base) is not None:
            found = merged(found, own, n < min(present)) if present else own
            present.append(n)
    return found


def _flipped(part: Component) -> Characteristics | None:
    """CR 730.2h: of a flip card, or a copy of one, its other characteristics."""
    return part.base if part.base is None or is_double_faced(part) else part.base.turned()


def fields(components: tuple[Component, ...]) -> dict[str, Any]:
    """CR 730.2a, 730.2d-e: what the permanent is that these represent: a token and face down if the topmost is; a commander if any is (903.3b-c)."""
    top = components[0]
    base = values(components)
    return {
        "components": components,
        "kind": top.kind,
        "card": None,
        "face": 0,
        "transformed": False,
        "face_down": top.face_down,
        "face_down_as": top.face_down_as,
        "base": replace(FACE_DOWN, other=base) if top.face_down else base,
        "commander": next((c.commander for c in components if c.commander is not None), None),
    }


# ---- melding ------------------------------------------------------------------------------------------------------


def counterpart(card: Card) -> str:
    """CR 712.4a: the name of the other card of the pair, which the ability of a meld card says; "" where it has none."""
    if card.layout != "meld":
        return ""
    melding = [n for n in walk(card.faces[0].abilities) if isinstance(n, ab.Keyworded) and n.verb == "meld"]
    return next((n.name for each in melding for n in walk(each.what) if isinstance(n, ab.Named)), "")


def melds(front: GameObject, other: GameObject, into: str = "") -> bool:
    """CR 701.42b: whether the two are the cards of a meld pair (that melds into this): the one with the ability to meld, and its counterpart. Tokens aren't."""
    if front.kind != "card" or other.kind != "card" or front.card is None or other.card is None:
        return False
    named = counterpart(front.card)
    paired = bool(named) and plain(named) == plain(other.card.faces[0].name)
    return paired and front.owner == other.owner and into in ("", front.card.faces[1].name)


def combined_face(front: GameObject) -> Characteristics:
    """CR 712.4a, 712.8g: the combined back face of the pair."""
    assert front.card is not None
    return faces.printed(front.card, 1)


def melded(permanent: GameObject, front: GameObject, other: GameObject) -> GameObject:
    """CR 701.42a, 712.8g: the permanent that the two cards are together."""
    face = combined_face(front)
    pair = (
        Component("card", face, front.card, 1, commander=front.commander),
        Component("card", None, other.card, commander=other.commander),
    )
    stickers = sorted((*front.stickers, *other.stickers), key=lambda each: each.since)  # 123.5a
    return replace(permanent, **fields(pair), stickers=tuple(stickers))


# ---- what becomes of it -------------------------------------------------------------------------------------------


def with_merged(host: GameObject, joining: GameObject, on_top: bool, stamp: int) -> GameObject:
    """CR 730.2, 730.2c: the permanent with the object on top of it or under it. It is the same object as before."""
    before = host.components or (component(host),)
    added = component(joining, stamp)
    if host.flipped and _flipped(added) is not added.base:
        added = replace(added, base=_flipped(added))  # 730.2h
    stickers = tuple(replace(each, since=stamp) for each in joining.stickers)  # 123.5b, 613.7k
    parts = (added, *before) if on_top else (*before, added)
    return replace(host, **fields(parts), stickers=(*host.stickers, *stickers))


def as_merged(top: GameObject, under: Sequence[GameObject], stamp: int) -> GameObject:
    """CR 730.2: the permanent as it is after merging with each of these, which lie under it, topmost first."""
    parts = [replace(component(top), since=stamp), *(component(obj, stamp) for obj in under)]
    return replace(top, **fields((*parts[:-1], replace(parts[-1], since=0))))


def flipped(obj: GameObject) -> dict[str, Any]:
    """CR 710.2, 730.2h: the fields of the permanent as it is flipped: each component that is a flip card has its other characteristics."""
    if not obj.components:
        return {"base": obj.base.turned()}
    return fields(tuple(replace(c, base=_flipped(c)) for c in obj.components))


def turned_up(game: Game, obj: GameObject) -> dict[str, Any]:
    """CR 708.8, 613.7f, 730.2f: the fields of the permanent as it is turned face up, with each component that is face down."""
    if not obj.components:
        base = face_up_values(obj)
        return {"face_down": False, "face_down_as": "", "base": base, "new timestamp": True}
    game.cite("730.2f")
    parts = tuple(replace(c, face_down=False, face_down_as="") for c in obj.components)
    return fields(parts) | {"new timestamp": True}


def turned_down(game: Game, obj: GameObject) -> dict[str, Any]:
    """CR 708.2b, 613.7f, 730.2f: the fields of the permanent as it is turned face down, with each component that is face up."""
    if not obj.components:
        return {"face_down": True, "base": replace(FACE_DOWN, other=obj.base), "new timestamp": True}
    game.cite("730.2f")
    parts = tuple(replace(c, face_down=True) for c in obj.components)
    return fields(parts) | {"new timestamp": True}


def transformed(obj: GameObject) -> dict[str, Any] | None:
    """CR 730.2i, 712.4c, 712.10: each component that can transform turns its other face up; None if none can."""
    turned = tuple(_transformed(c) for c in obj.components)
    return None if turned == obj.components else fields(turned)


def _transformed(part: Component) -> Component:
    card = part.card
    if card is None or part.base is None or not is_double_faced(part) or card.layout == "meld":
        return part
    copied = part.kind == "token" and part.base.other is not None
    other = part.base.turned() if copied else faces.printed(card, 0 if part.transformed else 1)
    if other.types & {"instant", "sorcery"}:
        return part
    return replace(part, base=other, face=0 if part.transformed else 1, transformed=not part.transformed)


def alone(obj: GameObject, part: Component) -> GameObject:
    """What the component would be if it alone represented the permanent: what it is as it leaves the battlefield (CR 730.3)."""
    return replace(
        obj, kind=part.kind, base=part.base or obj.base, card=part.card, face=part.face, transformed=part.transformed,
        face_down=part.face_down, face_down_as=part.face_down_as, commander=part.commander, components=(),
    )  # fmt: skip


def keeps_stickers(game: Game, obj: GameObject, public: Sequence[int]) -> int:
    """CR 123.5c: which of the components that go to public zones keeps the stickers of the permanent, as its owner chooses; -1 where there are none."""
    if not obj.stickers or not public:
        return -1
    labels = _labels(obj)
    game.cite("123.5c")
    question = f"which of what {game.name(obj.id)} becomes keeps its stickers?"
    options = tuple(labels[n] for n in public)
    return labels.index(game.decide(Decision(obj.owner, "word", question, options))[0])


def _labels(obj: GameObject) -> list[str]:
    """What its components are called, told apart by their places."""
    return [f"{name(c)} ({n + 1})" if _same_name(obj, c) else name(c) for n, c in enumerate(obj.components)]


def name(part: Component) -> str:
    """What the component is called: by its card, where it has one."""
    return part.card.faces[0].name if part.card is not None else part.base.name if part.base else ""


ARRANGED = {
    "graveyard": ("730.3a", "712.21a"), "library": ("730.3a", "712.21a"), "exile": ("730.3b", "712.21b"),
}  # fmt: skip
"""Where the order of what represented a permanent is chosen as it goes there, and by which rules: of what merged, of what was melded."""


def arranged(game: Game, event: ev.MoveZone) -> ev.MoveZone:
    """CR 730.3a-b, 712.21a-b: the owner arranges the components in a graveyard or library; whoever exiles the permanent says in what order they came to exile."""
    obj = game.objects.get(event.object)
    if obj is None or not obj.components or event.order or event.to not in ARRANGED:
        return event
    player = event.by or obj.owner if event.to == "exile" else obj.owner
    labels = _labels(obj)
    game.cite(ARRANGED[event.to][0 if is_merged(obj) else 1])
    question = f"in what order do the cards of {game.name(obj.id)} go to the {event.to} (top first)?"
    answer = game.decide(Decision(player, "order", question, tuple(labels)))
    return replace(event, order=tuple(labels.index(label) for label in answer))


def _same_name(obj: GameObject, part: Component) -> bool:
    return sum(name(c) == name(part) for c in obj.components) > 1
