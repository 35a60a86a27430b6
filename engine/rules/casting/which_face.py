"""Which face or half of a card is cast, and what it says as a spell (CR 709.3, 712.11b, 715.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Choices, Decision, Game
from engine.model import Card, Characteristics, GameObject, ObjectId, PlayerId, plain
from engine.queries import changed_rules
from engine.rules.casting.method import Method
from engine.rules.effects import faces


def said_face(obj: GameObject, choices: Choices) -> int | None:
    """The face or half that the player says is cast; -1 for both halves fused (CR 702.102a); None if they don't say."""
    card, said = obj.card, choices.face
    if card is None or len(card.faces) == 1:
        return 0
    if said == "fuse" or choices.alternative == "fuse":
        return _fused(obj, card)
    if isinstance(said, int) and not isinstance(said, bool):
        if not 0 <= said < len(card.faces):
            raise IllegalAction("601.3", f"{card.name} has no face {said}")
        return said
    if said:
        names = [plain(f.name) for f in card.faces]
        if plain(str(said)) not in names:
            raise IllegalAction("601.3", f"{card.name} has no face called {said}")
        return names.index(plain(str(said)))
    return None


def _fused(obj: GameObject, card: Card) -> int:
    """CR 702.102a: both halves of a split card with fuse, from the hand."""
    if not any(
        isinstance(a, ab.Keyword) and a.name == "fuse" for f in card.faces for a in _opened(f.abilities)
    ):
        raise IllegalAction("702.102a", f"{card.name} has no fuse")
    if obj.zone != "hand":
        raise IllegalAction("702.102a", f"{card.name} can be fused only from a hand")
    return -1


def choose_face(game: Game, player: PlayerId, obj: GameObject, able: Sequence[int]) -> int:
    """CR 709.3, 712.11b, 715.3: one of the faces or halves as which the card can be cast; of halves the player is asked, else the first is the default."""
    card = obj.card
    if card is None or len(able) < 2 or card.layout != "split":
        return able[0] if able else 0
    names = tuple(card.faces[n].name for n in able)
    return able[
        names.index(game.decide(Decision(player, "word", f"Which half of {card.name} is cast?", names))[0])
    ]


def cite_face(game: Game, obj: GameObject, face: int) -> None:
    """CR 702.102a, 709.3, 712.11b, 715.3, 720.3: say by which rule the face or half is cast."""
    card = obj.card
    if card is None or len(card.faces) == 1:
        return
    if face < 0:
        game.cite("702.102a", "702.102b", "702.102c", "709.4d")
    elif card.layout == "split":
        game.cite("709.3", "709.3a", "709.3b", *(("709.5a",) if faces.doors(card) else ()))
    elif card.layout == "meld":
        game.cite("712.8b")
    elif card.layout == "modal_dfc":
        game.cite("712.8f", *(("712.11b", "712.11c") if face else ()))
    elif face and card.layout in ("adventure", "omen"):
        section = "720" if "Omen" in card.faces[face].characteristics().subtypes else "715"
        game.cite(f"{section}.3", f"{section}.3a", f"{section}.3b")
    elif card.layout in ("adventure", "omen"):
        game.cite("720.4" if any("Omen" in f.characteristics().subtypes for f in card.faces) else "715.4")


def _opened(abilities: Iterable[ab.Ability]) -> Iterable[ab.Ability]:
    for ability in abilities:
        if isinstance(ability, ab.Keywords | ab.Paragraph):
            yield from _opened(ability.abilities)
        else:
            yield ability


def values_of(obj: GameObject, face: int, method: Method) -> Characteristics:
    """CR 601.2a, 708.2a: what the card says as a spell, cast with this face in this way."""
    if method.face_down_as:
        return faces.FACE_DOWN
    return faces.base(obj.card, "stack", face) if obj.card is not None else obj.base


def keyword_of(seen: Game, id: ObjectId, name: str) -> ab.Keyword | None:
    """The keyword ability of the card; `seen`: the game in which it is what would be cast (CR 601.3e, 709.3a, 715.3a)."""
    return next(iter(changed_rules.keywords(seen, id, name)), None)
