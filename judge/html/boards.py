"""The boards of a ruling as a template draws them: alike cards together, what is attached beneath its host, each card's pop-up once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from scenarios.runner import Event, Ruling
from scenarios.runner.pictures import Drawn, Pictures, Scene, Seat

ROWS = ("creature", "planeswalker", "battle", "land")
"""Types whose permanents lie in rows of their own; others between the planeswalkers' and the lands'."""


class Group(NamedTuple):
    """A card, how many alike lie there, and what is attached to it."""

    card: Drawn
    number: int = 1
    under: tuple[Group, ...] = ()


class Step(NamedTuple):
    """A line of the timeline, and the place of the board as it was then."""

    scene: int
    text: str
    when: str = ""
    rules: tuple[str, ...] = ()


class Boards:
    """The boards of a ruling. `prefix`: of the ids that nothing else on the page may have."""

    def __init__(self, ruling: Ruling, pictures: Pictures, prefix: str) -> None:
        self.prefix = prefix
        self.scenes = pictures.scenes
        self.whole = pictures.whole
        self.before, self.after = pictures.scenes[0], pictures.scenes[-1]
        self.moved = len(pictures.scenes) > 1
        self.steps = _steps(ruling.timeline, pictures) if self.moved else []
        self._cards: dict[str, Drawn] = {}

    # ---- pop-ups ----------------------------------------------------------------------------------------------

    def card_id(self, card: Drawn) -> str:
        """The id of the pop-up of a card: one for all that would say the same."""
        key = repr(_alike(card))
        if key not in self._cards:
            self._cards[key] = card
        return f"{self.prefix}-card-{list(self._cards).index(key)}"

    @property
    def cards(self) -> Iterable[Drawn]:
        """The cards with a pop-up, as far as they have been drawn."""
        return tuple(self._cards.values())

    def status(self, card: Drawn) -> list[str]:
        """What there is to say of a card beside its characteristics."""
        said = ["tapped"] if card.tapped else []
        said += ["face down"] if card.face_down else []
        said += [f"{number} {kind} counters" for kind, number in card.counters.items()]
        said += [f"{card.damage} damage"] if card.damage else []
        return [*said, *card.marks]

    # ---- a card -----------------------------------------------------------------------------------------------

    def hue(self, card: Drawn) -> str:
        """The class of a card's color."""
        colors = card.values.colors
        land = "land" if "Land" in card.values.types else "colorless"
        return f"frame-{colors[0] if len(colors) == 1 else 'gold' if colors else land}"

    def marks(self, card: Drawn) -> Sequence[str]:
        """What its badges say."""
        attached = [f"attached to {card.host}"] if isinstance(card.host, str) else []
        return [*(["face down"] if card.face_down else []), *attached, *card.marks]

    def low(self, card: Drawn) -> bool:
        """Whether a low frame is enough: for lands that are nothing else."""
        return "Land" in card.values.types and card.values.power is None

    def text(self, card: Drawn) -> str:
        """The words in its box."""
        return card.said or "; ".join(card.values.abilities)

    def targets(self, scene: Scene, card: Drawn) -> list[str]:
        """What something on the stack targets, by name."""
        return [
            self._name(scene, arrow.end)
            for arrow in scene.arrows
            if arrow.kind == "target" and arrow.start == card.id
        ]

    def fights(self, scene: Scene, card: Drawn) -> list[str]:
        """What a creature attacks or blocks, in words."""
        return [
            f"{arrow.kind}s {self._name(scene, arrow.end)}"
            for arrow in scene.arrows
            if arrow.kind != "target" and arrow.start == card.id
        ]

    def _name(self, scene: Scene, thing: int | str) -> str:
        if isinstance(thing, str):
            return thing
        every = [
            *scene.stack,
            *(each for seat in scene.seats for zone in seat.zones.values() for each in zone),
        ]
        return next((each.label or each.values.name or each.called for each in every if each.id == thing), "")

    # ---- a player's side --------------------------------------------------------------------------------------

    def rows(self, scene: Scene, seat: Seat) -> list[list[Group]]:
        """The player's permanents in rows, each with what is attached to it; what is attached to something of another player's lies there."""
        there = {each.id for one in scene.seats for each in one.zones.get("battlefield", ())}
        hosts = [each for each in seat.zones.get("battlefield", ()) if each.host not in there]
        attached = [each for one in scene.seats for each in one.zones.get("battlefield", ())]
        pointed = {end for arrow in scene.arrows for end in (arrow.start, arrow.end)}
        found: dict[int, list[Group]] = {}
        for card in hosts:
            under = tuple(_under(card.id, attached))
            _put(found.setdefault(_row(card), []), Group(card, 1, under), pointed)
        return [found[row] for row in sorted(found)]

    def zones(self, scene: Scene, seat: Seat) -> list[tuple[str, list[Group], int]]:
        """The player's other zones: their known cards, and how many aren't."""
        pointed = {end for arrow in scene.arrows for end in (arrow.start, arrow.end)}
        told = []
        for zone in dict.fromkeys((*seat.zones, *seat.hidden)):
            if zone != "battlefield":
                groups: list[Group] = []
                for card in seat.zones.get(zone, ()):
                    _put(groups, Group(card), pointed)
                told.append((zone, groups, seat.hidden.get(zone, 0)))
        return told


def _steps(timeline: Sequence[Event], pictures: Pictures) -> list[Step]:
    """The beginning, then the lines of the timeline."""
    told = [
        Step(scene, event.text, event.when, event.rules)
        for event, scene in zip(timeline, pictures.after, strict=False)
    ]
    return [Step(0, "The beginning"), *told]


def _row(card: Drawn) -> int:
    words = card.values.types.lower().partition("—")[0].split()
    return next((place for place, each in enumerate(ROWS) if each in words), 1)


def _under(host: int, attached: Sequence[Drawn]) -> Iterator[Group]:
    """What is attached to a permanent, and what is to that."""
    for each in attached:
        if each.host == host:
            yield Group(each)
            yield from _under(each.id, [other for other in attached if other is not each])


def _put(groups: list[Group], new: Group, pointed: set[int | str]) -> None:
    """Add a card, to those alike where nothing tells it from them."""
    if not new.under and new.card.id not in pointed:
        for place, old in enumerate(groups):
            if not old.under and old.card.id not in pointed and _alike(old.card) == _alike(new.card):
                groups[place] = old._replace(number=old.number + new.number)
                return
    groups.append(new)


def _alike(card: Drawn) -> Drawn:
    """The card without what tells it from others that look the same."""
    return replace(card, id=0, host=None)
