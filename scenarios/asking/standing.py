"""What is in a zone, or what a player controls: by name, and how many (CR 108.4, 110.2, 400.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.game import Game
from engine.model import (
    CARD_TYPES,
    COLORS,
    SUBTYPES,
    SUPERTYPES,
    GameObject,
    ObjectId,
    PlayerId,
    plain,
)
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner.answers import Answered, Standing
from scenarios.runner.session import Session

ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe"), ("men", "man"), ("", ""))
"""What a plural ends with, and its singular."""
KINDS: dict[str, Callable[[GameObject], bool]] = {
    "thing": lambda _obj: True,
    "object": lambda _obj: True,
    "permanent": lambda obj: obj.zone == "battlefield",
    "card": lambda obj: obj.kind == "card",
    "token": lambda obj: obj.kind == "token",
    "tapped": lambda obj: obj.tapped,
    "untapped": lambda obj: not obj.tapped,
}
"""Words for objects that no characteristic says."""
KNOWN = frozenset((*KINDS, *CARD_TYPES, *SUPERTYPES, *COLORS, *(subtype.lower() for subtype in SUBTYPES)))
"""All words that may describe objects."""


def which(session: Session, question: t.Which) -> Answered:
    """The objects of a zone that the words describe, of one player or of all. Raises ScenarioError for words that describe nothing."""
    game = session.game
    fits = _described(session, question)
    ids = [id for id in _there(game, question.player, question.zone) if fits(id)]
    known = [id for id in ids if not game.objects[id].unknown]
    counted = Counter(session.names.call(id) for id in known)
    counted["unknown cards"] = len(ids) - len(known)
    told = ", ".join(f"{count} {name}" if count > 1 else name for name, count in counted.items() if count)
    told = f"{len(ids)}: {told}" if len(ids) > 1 else told
    whose = f"{question.player}'s" if question.player else "the"
    asked = f"which {question.kind}: {whose} {question.zone}?"
    return Answered(
        asked, told or "nothing", Standing(tuple(counted.elements()), len(ids)), (_rule(question),)
    )


def _rule(question: t.Which) -> str:
    """CR 110.2: who controls a permanent; 108.3: otherwise it is owned; 400.1: what a zone is."""
    if not question.player:
        return "400.1"
    return "110.2" if question.zone == "battlefield" else "108.3"


def _there(game: Game, player: PlayerId | None, zone: str) -> list[ObjectId]:
    """All that is in the zone and is the player's: controls, on the battlefield and the stack; else owns."""
    if zone in ("battlefield", "stack"):
        ids = list(game.battlefield()) if zone == "battlefield" else list(game.in_zone("stack"))
        return ids if player is None else [id for id in ids if game.controller(id) == player]
    return [id for id in game.in_zone(zone) if player in (None, game.objects[id].owner)]


def _described(session: Session, question: t.Which) -> Callable[[ObjectId], bool]:
    """Whether an object is what the words say: all of them one name, or each a quality. Raises ScenarioError."""
    game = session.game
    words = question.kind.strip().lower().removeprefix("all ").removeprefix("the ").split()
    named = {plain(each) for each in _singulars(" ".join(words))}
    if any(plain(obj.base.name) in named for obj in game.objects.values()):
        return lambda id: plain(game.characteristics(id).name) in named
    for word in words:
        if KNOWN.isdisjoint(_singulars(word)):
            raise ScenarioError(
                question.where,
                f"'{word}' is neither a name that is in the game nor a type, a color or a kind of object",
                expected="words such as creatures, untapped green creatures, tokens, cards, permanents",
                wrong=word,
            )
    return lambda id: not any(_qualities(game, id).isdisjoint(_singulars(word)) for word in words)


def _qualities(game: Game, id: ObjectId) -> frozenset[str]:
    """The words that are true of an object."""
    obj, now = game.objects[id], game.characteristics(id)
    kinds = {word for word, is_so in KINDS.items() if is_so(obj)}
    return frozenset(
        (*kinds, *now.types, *now.supertypes, *now.colors, *(subtype.lower() for subtype in now.subtypes))
    )


def _singulars(word: str) -> list[str]:
    return [word[: len(word) - len(end)] + single for end, single in ENDINGS if word.endswith(end)]
