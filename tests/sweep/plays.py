"""What is done with a card: each play begins from a board that has the card in a zone, and raises for whatever goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from engine import abilities as ab
from engine import keywords
from engine.actions import planes
from engine.game import Choices, Context, Game
from engine.game import events as ev
from engine.model import SUPPLEMENTARY, Card, Face, ObjectId, PlayerId
from engine.queries import object_abilities
from engine.rules.casting import special_actions, ways
from engine.rules.costs import activated_abilities
from engine.rules.stack import priority
from tests.sweep import boards, deeds, doing, moments

PERMANENTS = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
SPELLS = frozenset({"instant", "sorcery"})


Run = Callable[[doing.Each, Game, ObjectId], None]


class Play(NamedTuple):
    """`zone`: where the card is as it begins; `run`: what is done, with the game and the card's id."""

    name: str
    board: Callable[[], Game]
    zone: str
    run: Run
    face: int = 0
    laden: bool = False


class Known:
    """How the cards are built that were met: of which types of values each ability of an object with these card types. Being copied, stolen, phased out
    and blinked is the same to all that are built alike."""

    def __init__(self) -> None:
        self._built: set[tuple[frozenset[str], frozenset[type]]] = set()

    def add(self, card: Card) -> bool:
        """Note the card. False if something that was met has each of its abilities."""
        built = {
            (face.characteristics().types, frozenset(type(n) for n in ab.walk(a)))
            for face in card.faces
            for a in face.abilities or ((),)
        }
        new = not built <= self._built
        self._built |= built
        return new


def of_card(card: Card, new: bool = True) -> Iterator[Play]:
    """Every play of the card; if it isn't `new`, without those that are the same for whatever is built like it."""
    types = {t for face in card.faces for t in face.characteristics().types}
    if types & SUPPLEMENTARY:
        yield from _in_the_command_zone()
        return
    yield from _casting(card, types, new)
    for at, face in enumerate(card.faces):
        if face.characteristics().types & PERMANENTS and (
            at == 0 or card.layout in ("transform", "modal_dfc")
        ):
            yield from _on_the_battlefield(card, at, new)
    if any(face.abilities for face in card.faces):
        yield from _elsewhere(card)


# ---- casting ----


def _casting(card: Card, types: set[str], new: bool) -> Iterator[Play]:
    for zone in ("hand", "graveyard"):
        yield Play(f"cast from the {zone}", boards.full, zone, _cast_each_way)
    yield Play("cast alone", boards.alone, "hand", _cast_each_way)
    if _answers(card):
        yield Play("cast in answer", boards.answering, "hand", _cast_each_way)
    for name, board in _apt_moments(card.faces):
        if board is moments.eventful or _at_instant_speed(card):
            yield Play(f"cast {name}", board, "hand", _cast_each_way)
    if types & SPELLS and new:
        yield Play("copied on the stack", boards.full, "hand", _once(_copied))
    for action in special_actions.ACTIONS:
        if any(isinstance(a, ab.Keyword) and a.name == action for f in card.faces for a in f.abilities):
            yield Play(action, boards.full, "hand", _once(partial(_special, action=action)))


def _answers(card: Card) -> bool:
    """Whether the card speaks of spells or abilities on the stack and may be cast while they are there."""
    words = repr([face.abilities for face in card.faces])
    return ("'spell'" in words or "ability'" in words) and _at_instant_speed(card)


def _at_instant_speed(card: Card) -> bool:
    """CR 117.1a, 702.8a: an instant, or with flash."""
    return any(
        "instant" in face.characteristics().types
        or any(isinstance(a, ab.Keyword) and a.name == "flash" for a in face.abilities)
        for face in card.faces
    )


CONDITIONS = (ab.EventHappened, ab.StateIs, ab.Comparison, ab.Exists, ab.PlayerHas, ab.DuringStep)
"""Conditions that are more likely to hold when much has happened."""


def _apt_moments(faces: Iterable[Face]) -> Iterator[tuple[str, Callable[[], Game]]]:
    """The moments that the abilities speak of: combat, what happened this turn."""
    nodes = [n for face in faces for a in face.abilities for n in ab.walk(a)]
    said = repr([face.abilities for face in faces])
    if any(word in said for word in ("attack", "block", "'combat'")):
        yield "while attacking", moments.attacking
        yield "while attacked", moments.attacked
    if any(isinstance(n, CONDITIONS) for n in nodes) or "this turn'" in said:
        yield "late in the turn", moments.eventful
    if any(isinstance(n, ab.Only | ab.DuringStep) and "upkeep" in repr(n) for n in nodes):
        yield "in the upkeep", moments.upkeep


def _cast_each_way(each: doing.Each, game: Game, id: ObjectId) -> None:
    """Each face in each way that it can be cast, with each of its modes; then the stack resolves, and a turn cycle follows where something waits for it."""
    card = game.objects[id].card
    assert card is not None
    for at, face in enumerate(card.faces):
        if "land" in face.characteristics().types:
            each.apart(face.name, partial(_play_land, id=id, face=at))
            continue
        for method in ways.methods(game.fork(), "alice", id, at):
            for modes in _modes(face):
                choices = Choices(face=at, alternative=method.name, modes=modes)
                each.apart(f"{face.name} {method.name} {modes or ''}", partial(_cast, id=id, choices=choices))


def _play_land(game: Game, id: ObjectId, face: int) -> None:
    if doing.allowed(lambda: special_actions.play_land(game, "alice", id, face)):
        doing.settle(game)


def _cast(game: Game, id: ObjectId, choices: Choices) -> None:
    if doing.cast(game, id, choices):
        doing.settle(game)
        there = doing.latest(game, id)
        ends = game.fork() if _has_memory(game, there) else None
        if doing.goes_on(game, there):
            doing.turn_cycle(game, there)
        if ends is not None:
            _again_and_again(ends.fork(), there)
            doing.happen(ends, ev.Destroy(object=there))


def _has_memory(game: Game, id: ObjectId) -> bool:
    """Whether it is a permanent that has come to something as it was cast or entered, which its other abilities may speak of (CR 607)."""
    obj = game.objects.get(id)
    return (
        obj is not None
        and obj.zone == "battlefield"
        and bool(obj.chosen or obj.linked or obj.marks or obj.counters)
    )


def _modes(face: Face) -> list[tuple[int, ...] | None]:
    """Each mode of a modal spell by itself (CR 700.2), besides what the answers choose."""
    found = [
        v
        for a in face.abilities
        if isinstance(a, ab.SpellAbility)
        for v in ab.walk_own(a.effect)
        if isinstance(v, ab.Modal)
    ]
    if len(found) != 1 or found[0].low > 1:
        return [None]
    return [None, *((n,) for n in range(1, len(found[0].modes) + 1))]


def _copied(game: Game, id: ObjectId) -> None:
    """CR 707.10: the spell is copied, with new targets."""
    if doing.cast(game, id, Choices()):
        doing.with_card(game, deeds.COPY_SPELL, (doing.latest(game, id),), game.turn.priority or "alice")
        doing.settle(game)


def _special(game: Game, id: ObjectId, action: str) -> None:
    """CR 116.2: the special action, and what it leads to on a later turn."""
    if not doing.allowed(lambda: special_actions.take(game, "alice", id, action)):
        return
    there = doing.latest(game, id)
    left = game.objects[there].counter("time") - 1
    if left > 0:
        doing.happen(game, ev.RemoveCounters(thing=there, kind="time", number=left))
    doing.turn_cycle(game, there)
    if there in game.objects and game.objects[there].zone == "exile":
        for method in ways.methods(game.fork(), "alice", there, 0):
            _cast(game.fork(), there, Choices(face=0, alternative=method.name))


# ---- on the battlefield ----


def _on_the_battlefield(card: Card, face: int, new: bool) -> Iterator[Play]:
    more = f" (face {face + 1})" if face else ""
    for name, board, run in (
        ("activate", boards.full, _activate_each),
        ("events", boards.full, deeds.all_happen),
        ("turns", boards.full, _once(doing.turn_cycle)),
        *([("fates", boards.full, deeds.fates)] if new else []),
        ("ends", boards.full, deeds.ends),
        ("used up", boards.full, _once(_again_and_again)),
        ("pays", boards.scarce, _once(_pays)),
        ("activate alone", boards.alone, _activate_each),
        ("turns alone", boards.alone, _once(doing.turn_cycle)),
        ("ends alone", boards.alone, deeds.ends),
    ):
        yield Play(name + more, board, "battlefield", run, face)
    words = repr(card.faces[face].abilities)
    if any(word in words for word in ("lock", "'combat'", "damage'", "IsDealtDamage")):
        yield Play(
            f"is blocked{more}",
            boards.full,
            "battlefield",
            _once(partial(doing.turn_cycle, fight="is blocked")),
            face,
        )
        yield Play(
            f"blocks{more}",
            boards.full,
            "battlefield",
            _once(partial(doing.turn_cycle, fight="blocks")),
            face,
        )
    for name, board in _apt_moments(card.faces[face : face + 1]):
        yield Play(f"activate {name}{more}", board, "battlefield", _activate_each, face)
        if board is moments.eventful:
            yield Play(f"turns {name}{more}", board, "battlefield", _once(doing.turn_cycle), face)
    if boards.taken_off(card.faces[face]):
        yield Play(f"activate laden{more}", boards.full, "battlefield", _activate_each, face, laden=True)


def _once(action: Callable[[Game, ObjectId], None]) -> Run:
    return lambda each, game, id: each.apart("", partial(action, id=id))


def _activate_each(each: doing.Each, game: Game, id: ObjectId) -> None:
    """CR 602: each activated ability, from the same position; where the object may go on being used, each after the others, too."""
    for player in game.order:
        for index, ability in enumerate(activated_abilities.abilities(game, player, id)):
            lasts = any(isinstance(v, ab.Lasting | ab.Later) for v in ab.walk(ability.effect))
            each.apart(
                f"ability {index + 1} of {player}",
                partial(_activate, id=id, index=index, player=player, lasts=lasts),
            )


def _activate(game: Game, id: ObjectId, index: int, player: PlayerId, lasts: bool) -> None:
    with doing.holding(game, player):
        done = doing.activate(game, id, index, player)
    doing.settle(game)
    if done and lasts:
        doing.turn_cycle(game, id)


def _again_and_again(game: Game, id: ObjectId) -> None:
    """All of its abilities one after another, several times over: levels, thresholds, what works only once."""
    for _ in range(3):
        for index in range(
            len(activated_abilities.abilities(game, "alice", id)) if id in game.objects else 0
        ):
            if id in game.objects and not game.over:
                doing.activate(game, id, index)
                doing.settle(game)
                if id in game.objects and game.objects[id].tapped:
                    doing.happen(game, ev.Untap(object=id))


def _pays(game: Game, id: ObjectId) -> None:
    """Spells are cast with mana of lands, and of the card if it makes any or changes what they cost."""
    if not _about_mana(game, id):
        return
    for name in ("Goblin Piker", "Shock", "Nyxborn Courser", "Memnite", "Hill Giant"):
        for card in [i for i in game.zone("hand", "alice") if game.name(i) == name][:1]:
            doing.cast(game, card, Choices())
            doing.settle(game)


def _about_mana(game: Game, id: ObjectId) -> bool:
    found = [m for a in object_abilities.abilities_of(game, id) for m in keywords.meaning(a)]
    kinds = (ab.AddMana, ab.CostChange, ab.ExtraCost, ab.OtherCost, ab.ProduceInstead)
    return any(isinstance(n, kinds) for a in found for n in ab.walk(a))


# ---- elsewhere ----


def _in_the_command_zone() -> Iterator[Play]:
    """CR 311.4, 313.4, 314.4: what stays there functions there and nowhere else."""
    yield Play("planeswalked to", boards.full, "command", _once(_planeswalked_to))
    yield Play("activate", boards.full, "command", _activate_each)
    yield Play("events", boards.full, "command", deeds.all_happen)
    yield Play("turns", boards.full, "command", _once(doing.turn_cycle))
    yield Play("activate alone", boards.alone, "command", _activate_each)
    yield Play("turns alone", boards.alone, "command", _once(doing.turn_cycle))


def _elsewhere(card: Card) -> Iterator[Play]:
    """In other zones: abilities that function there, and events that happen to the card."""
    for zone in ("hand", "graveyard", "exile"):
        yield Play(f"used in the {zone}", boards.full, zone, _used)
    yield Play("discarded", boards.full, "hand", _once(_discarded))
    yield Play("drawn", boards.full, "library", _once(_drawn))


def _planeswalked_to(game: Game, id: ObjectId) -> None:
    """CR 701.31b: it is on top of the planar deck, and alice planeswalks to it, and away again."""
    if id not in planes.face_up(game):
        return
    for _ in range(2):
        planes.planeswalk(Context(game, "alice"), ab.Keyworded("planeswalk"), "alice", 1)
        priority.give(game)
        doing.settle(game)


def _used(each: doing.Each, game: Game, id: ObjectId) -> None:
    """What can be activated there; a turn cycle, where the text speaks of the zone (CR 113.6)."""
    _activate_each(each, game, id)
    meant = [m for a in object_abilities.abilities_of(game, id) for m in keywords.meaning(a)]
    if repr(game.objects[id].zone) in repr(meant):
        each.apart("turns", partial(doing.turn_cycle, id=id))


def _discarded(game: Game, id: ObjectId) -> None:
    doing.happen(game, ev.Discard(object=id, player="alice", caused_by="bob"))


def _drawn(game: Game, id: ObjectId) -> None:
    """CR 702.94a: as the first card that is drawn in a turn."""
    ids = game.zones["library", "alice"]
    game.zones["library", "alice"] = (id, *(i for i in ids if i != id))
    doing.happen(game, ev.DrawCards(player="alice", number=1))
