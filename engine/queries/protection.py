"""Protection (CR 702.16)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Game
from engine.model import ObjectId, Thing
from engine.queries import changed_rules, targets


def protected(game: Game, thing: Thing, source: ObjectId) -> bool:
    """CR 702.16: whether the object or player has protection from the source."""
    return _protecting(game, thing, source) is not None


def variants(game: Game, thing: Thing, source: ObjectId) -> tuple[str, ...]:
    """CR 702.16g-k: the rules for the words of the protection ability that protects the thing from the source, to be cited where it does."""
    keyword = _protecting(game, thing, source)
    return () if keyword is None else _variant(keyword)


def _protecting(game: Game, thing: Thing, source: ObjectId) -> ab.Keyword | None:
    found = changed_rules.keywords(game, thing, "protection")
    return next((k for k in found if targets.has_quality(game, thing, k, source)), None)


def _variant(keyword: ab.Keyword) -> tuple[str, ...]:
    """CR 702.16g-k: what the words of a protection ability stand for, where they are more than one quality."""
    if keyword.note:
        return ("702.16j",) if keyword.note == "everything" else ("702.16h",)
    match keyword.which:
        case ab.EitherOf():
            return ("702.16g",)
        case ab.Which(after=(ab.ControlledBy(),)):
            return ("702.16k",)
    return ()
