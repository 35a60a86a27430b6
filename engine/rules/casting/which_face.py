"""Which face or half of a card is cast, and what it says as a spell (CR 709.3, 712.11b, 715.3)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Choices, Decision, Game
from engine.model import Card, Characteristics, GameObject, PlayerId, plain
from engine.queries import changed_rules
from engine.rules.casting.method import Method
from engine.rules.effects import copying, faces


def face_of(game: Game, player: PlayerId, obj: GameObject, choices: Choices, resolving: bool = False) -> int:
    """The face or half that is cast; -1 for both halves fused (CR 702.102a). `resolving`: an effect lets the player cast it; another face than the front
    is then offered only if it costs no more, for the effect may speak of a highest mana value (715.3a, 712.11b)."""
    card = obj.card
    if card is None or len(card.faces) == 1:
        return 0
    said = choices.face
    if said == "fuse" or choices.alternative == "fuse":
        fused = card.layout == "split" and all(
            any(isinstance(a, ab.Keyword) and a.name == "fuse" for a in _opened(f.abilities))
            for f in card.faces
        )
        if not fused and not any(
            isinstance(a, ab.Keyword) and a.name == "fuse" for f in card.faces for a in _opened(f.abilities)
        ):
            raise IllegalAction("702.102a", f"{card.name} has no fuse")
        if obj.zone != "hand":
            raise IllegalAction("702.102a", f"{card.name} can be fused only from a hand")
        game.cite("702.102a")
        return -1
    if isinstance(said, int) and not isinstance(said, bool):
        if not 0 <= said < len(card.faces):
            raise IllegalAction("601.3", f"{card.name} has no face {said}")
        chosen = said
    elif said:
        names = [plain(f.name) for f in card.faces]
        if plain(str(said)) not in names:
            raise IllegalAction("601.3", f"{card.name} has no face called {said}")
        chosen = names.index(plain(str(said)))
    elif card.layout == "split":
        options = tuple(f.name for f in card.faces)
        picked = game.decide(Decision(player, "word", f"Which half of {card.name} is cast?", options))[0]
        chosen = options.index(picked)
    elif resolving and not choices.alternative and _cheaper_back(card):
        options = tuple(f.name for f in card.faces)
        decision = Decision(
            player, "word", f"Which face of {card.name} is cast?", options, default=options[:1]
        )
        chosen = options.index(game.decide(decision)[0])
    elif card.layout == "modal_dfc" and "land" in card.faces[0].characteristics().types:
        chosen = 1
    else:
        chosen = 0
    if card.layout == "split":
        if any("Room" in f.characteristics().subtypes for f in card.faces):
            raise Unsupported("casting a Room")
        game.cite("709.3", "709.3a")
    elif card.layout in ("adventure", "omen") and chosen:
        game.cite("715.3")
    elif card.layout == "modal_dfc" and chosen:
        game.cite("712.11b")
    elif chosen and choices.alternative != "disturb":
        raise IllegalAction("712.11", f"{card.name} can't be cast with its back face up")
    return chosen


def _cheaper_back(card: Card) -> bool:
    """CR 712.11b, 715.3: whether the card could be cast with its other face or as an Adventure, for no more mana than by its front."""
    if card.layout not in ("adventure", "omen", "modal_dfc"):
        return False
    front, back = (f.characteristics() for f in card.faces[:2])
    if "land" in front.types | back.types or front.mana_cost is None or back.mana_cost is None:
        return False
    return back.mana_cost.mana_value <= front.mana_cost.mana_value


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


def keyword_of(game: Game, obj: GameObject, face: int, name: str) -> ab.Keyword | None:
    """The keyword ability of the face that would be cast, or one that the card has been given."""

    if obj.card is not None and face >= 0:
        for ability in _opened(obj.card.faces[face].abilities):
            if isinstance(ability, ab.Keyword) and ability.name == name:
                return None if _lost(game, obj, ability) else ability
        if face and obj.card.layout != "split":
            return None
    given = changed_rules.keywords(game, obj.id, name)
    if obj.card is not None and obj.card.layout == "split":
        # CR 709.3a: of what is printed, only the chosen half counts; off the stack the card has both halves' abilities (709.4).
        printed = [a for half in obj.card.faces for a in _opened(half.abilities)]
        given = [k for k in given if k not in printed]
    return given[0] if given else None


def _lost(game: Game, obj: GameObject, printed: ab.Ability) -> bool:
    """CR 613.1f: whether an effect has taken an ability of the face that is up away from the card where it is."""
    if obj.face_down or printed not in copying.opened(obj.base.abilities):
        return False
    return printed not in copying.opened(game.characteristics(obj.id).abilities)
