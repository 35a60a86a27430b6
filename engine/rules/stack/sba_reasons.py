"""What is told of state-based actions (CR 704) besides what they do: what keeps one from applying where it looks as though it did, and what has made a creature so
small that it dies."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Game
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import changed_rules
from engine.rules.effects import layers


def first(game: Game, *key: object) -> bool:
    """Whether this is told for the first time."""
    game.uses[key] = game.uses.get(key, 0) + 1
    return game.uses[key] == 1


def _because(game: Game, thing: Thing, what: str) -> str:
    """CR 101.2: whose effect it is."""
    effect = changed_rules.against(game, thing, what)
    return f" because of {game.name(effect.source)}" if effect and effect.source else ""


def cant_lose(game: Game, player: PlayerId, what: str, reason: str, rules: tuple[str, ...]) -> None:
    """CR 101.2: the player would lose the game, and an effect says that they can't."""
    if first(game, "can't lose", player, what, rules):
        told = f"{player} can't lose the game{_because(game, player, what)}, though {reason}"
        game.note(told, "101.2", *rules, about=(player,), kind="kept")


def spared_legends(game: Game, ids: list[ObjectId]) -> None:
    """CR 101.2, 704.5j: permanents of one name and controller to which an effect keeps the legend rule from applying."""
    what = "be affected by the legend rule"
    if len(ids) > 1 and first(game, what, *ids):
        told = f"the legend rule doesn't apply to {game.name(ids[0])}{_because(game, ids[0], what)}"
        game.note(told, "704.5j", "101.2", about=ids, kind="kept")


def without_chapters(game: Game, id: ObjectId) -> None:
    """CR 714.2d, 714.4: a Saga that has lost its chapter abilities is not sacrificed, however many lore counters it has."""
    printed = any(isinstance(a, ab.Chapter) for a in game.objects[id].base.abilities)
    if not printed or not game.objects[id].counter("lore") or not first(game, "no chapters", id):
        return
    taken = [
        s for s in layers.walk(game, id) if "305.7" in s.rules or (s.layer == "6" and s.before != s.after)
    ]
    sources = dict.fromkeys(game.name(s.source) for s in taken if s.source)
    because = f" because of {' and '.join(sources)}" if sources else ""
    why = dict.fromkeys(rule for s in taken for rule in ("305.7", "613.1d", "613.1f") if rule in s.rules)
    told = f"{game.name(id)} has no chapter abilities{because}, and is not sacrificed"
    game.note(told, "714.4", *why, "714.2d", "704.5s", about=(id,), kind="kept")


def of_size(game: Game, id: ObjectId) -> None:
    """CR 613: what static abilities of other permanents have done to a creature that dies by its toughness, which nothing else tells of."""
    for step in () if layers.no_effects(game) else layers.walk(game, id):
        sized = step.layer.startswith("7") and _toughness(step.after) < _toughness(step.before)
        if "611.3a" in step.rules and step.source != id and (sized or "305.7" in step.rules):
            told = f"{game.name(id)}: {step.after}, by {step.text} (layer {step.layer})"
            rules = [rule for rule in step.also if rule.startswith(("305.7", "613.8"))]
            game.note(told, *rules, step.rule, about=(id, step.source), cause=-1, kind="layer")


def _toughness(size: str) -> int:
    return int(size.partition("/")[2])
