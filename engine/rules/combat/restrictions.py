"""The words of combat in the ability vocabulary, and how they are asked for (CR 508.1c-d, 509.1b-c, 613.11).

Restrictions, requirements and permissions are changes of rules (`Cant`, `Must`, `May`, ...) that continuous effects apply to creatures, players and
planeswalkers. The tables below list every word that combat understands; a word about attacking or blocking that is missing is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from engine import abilities as ab
from engine.abilities.base import Change, Recipient, Selection
from engine.errors import Unsupported
from engine.game import Context, Game
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import changed_rules, conditions, descriptions, numbers, object_abilities
from engine.rules.effects import rule_changes

CANT = {
    "attack": "508.1c",
    "block": "509.1b",
    "attack or block": "508.1c",
    "attack alone": "506.5",
    "block alone": "506.5",
    "attack or block alone": "506.5",
    "be blocked": "509.1b",
    "be blocked by more than one creature": "509.1b",
    "be blocked by fewer": "509.1b",
    "attack with more": "508.1c",
    "be attacked by more": "508.1c",
    "block with more": "509.1b",
}
"""`Cant.what`: restrictions of combat, each with the rule that it is checked under. `whom`: what may not be attacked or blocked; `by`: by what not."""

LIMITS = ("attack with more", "be attacked by more", "block with more")
"""Those that are said of a player: `by` is the greatest number of such creatures that together may attack, attack that player, or block.
Of an attacker that can't "be blocked by fewer", it is the least number that may block it."""

MUST = {
    "attack": "508.1d",
    "attack or block": "508.1d",
    "attack with": "508.1d",
    "block": "509.1c",
    "be blocked": "509.1c",
    "be blocked by all": "509.1c",
}
"""`Must.what`: requirements. `whom`: what has to be attacked or blocked, or (attack with) beside what else the creature has to attack, or (be blocked, be blocked by all) by which creatures. "be blocked" asks for
one blocker at least, "be blocked by all" is a requirement of its own for each creature."""

WHEN = ("", "each combat", "each turn", "this turn", "this combat")
"""`Must.when`: each means every declaration while the effect lasts (CR 508.1d, last sentence)."""

MAY = {
    "attack as though it didn't have defender": "702.3b",
    "attack as though it had haste": "702.10b",
    "block an additional creature": "509.1a",
    "block any number of creatures": "509.1a",
    "block shadow as though it had shadow": "702.28b",
    "be blocked as though it didn't have landwalk": "609.4",
}
"""`May.what`: permissions. `number`: how many additional creatures (one if none is given); `which`: only such attackers."""

COSTS = {
    "attack": "508.1h",
    "attack you": "508.1h",
    "attack you or planeswalkers you control": "508.1h",
    "block": "509.1d",
}
"""`ExtraCost.to`: costs to attack (with that creature; the controller of the effect or what they control) and to block."""

ASSIGNS = {
    "toughness": "510.1a",
    "as though it weren't blocked": "510.1c",
    "nothing": "510.1a",
}
"""`AssignsDamageBy.how`: by toughness rather than power; as an unblocked creature, if its controller wants; no combat damage at all."""

_AT_WHOM = ("attack", "attack or block", "block")
rule_changes.heed(ab.Cant, _AT_WHOM, "whom")
rule_changes.heed(ab.Cant, ("be blocked", "be blocked by fewer"), "by")
rule_changes.heed_players(ab.Cant, LIMITS[::2], "by")
rule_changes.heed(ab.Cant, LIMITS[1:2], "by", players=True)
rule_changes.heed(ab.Cant, CANT.keys() - {*_AT_WHOM, *LIMITS, "be blocked", "be blocked by fewer"})
_BLOCKING_MORE = ("block an additional creature", "block any number of creatures")
rule_changes.heed(ab.May, _BLOCKING_MORE[:1], "number")
rule_changes.heed(ab.May, _BLOCKING_MORE[1:])
rule_changes.heed(ab.May, MAY.keys() - {*_BLOCKING_MORE}, "which")
rule_changes.heed(ab.Must, MUST, "whom", "when")
rule_changes.MUST_WHEN.update(WHEN)
rule_changes.heed(ab.ExtraCost, COSTS)
rule_changes.heed(ab.AssignsDamageBy, ASSIGNS)

C = TypeVar("C", bound=Change)


def changes(
    game: Game, thing: Thing, kind: type[C], words: dict[str, str], of: tuple[str, ...]
) -> Iterator[tuple[C, Context]]:
    """The changes of this kind on a thing whose word (`what`, `to` or `how`) is one of `of`, each with the frame of its text.

    Raises Unsupported for a word about combat that `words` lacks."""
    for applied in changed_rules.changes_on(game, thing, kind):
        change: Any = applied.change
        word = _word(change)
        if word in of:
            yield change, applied.ctx
        elif word not in words and _about_combat(change, word):
            raise Unsupported(
                f"the combat rule {type(change).__name__}: {word} ({game.name(applied.source)})"
            )


def _word(change: Any) -> str:
    match change:
        case ab.ExtraCost(to=word) | ab.AssignsDamageBy(how=word):
            return word
        case _:
            return str(change.what)


def _about_combat(change: Change, word: str) -> bool:
    """Whether a word is combat's business: other modules have words of their own in the same kinds of changes."""
    return isinstance(change, ab.AssignsDamageBy) or any(
        w in word.split() for w in ("attack", "block", "blocked", "attacked")
    )


def names(ctx: Context, noun: Recipient | Selection | None, thing: Thing) -> bool:
    """Whether the noun of a change speaks of the thing; no noun speaks of everything."""
    if noun is None:
        return True
    if isinstance(noun, Selection):
        return bool(descriptions.fits(ctx, noun, thing))
    return bool(descriptions.matches(ctx, noun, thing))


def facing(game: Game, id: ObjectId, defender: PlayerId | None) -> Game:
    """CR 508.5: the game as it is, but with this player as the one that the creature's attack would make the defending player.

    Restrictions and requirements are asked for before anything attacks, and may turn on what "defending player" controls, in their own words
    or in the condition of the static ability. Where nothing in play says these words, it is the same game."""
    speakers: tuple[ObjectId, ...] = game.cached_values(
        "speak of the defending player", lambda: _speakers(game)
    )
    if not speakers or defender is None or game.combat is None:
        return game

    def make() -> Game:
        ahead = game.fork()
        assert game.combat is not None
        records = tuple((i, defender) for i in dict.fromkeys((*speakers, id)))
        ahead.combat = msgspec.structs.replace(game.combat, defenders=(*game.combat.defenders, *records))
        ahead.epoch += 1
        return ahead

    found: Game = game.cached(("facing", id, defender), make)
    return found


def _speakers(game: Game) -> tuple[ObjectId, ...]:
    """The sources of continuous effects whose words are about the defending player."""
    found = [
        id
        for id in game.battlefield()
        if any(isinstance(a, ab.Static) and _of_defender(a) for a in object_abilities.abilities_of(game, id))
    ]
    floating = [
        f.source for f in game.floating.values() if _of_defender(f.changes) or _of_defender(f.ability)
    ]
    return tuple(dict.fromkeys((*found, *floating)))


def _of_defender(value: Any) -> bool:
    return any(isinstance(node, ab.ThePlayer) and node.role == "defending" for node in ab.walk(value))


def forbids(change: ab.Cant, ctx: Context) -> bool:
    """Whether the restriction is in force: its "unless" does not hold."""
    return change.unless is None or not conditions.holds(ctx, change.unless)


def because(game: Game, id: ObjectId, *sources: ObjectId) -> str:
    """CR 508.1c-d, 509.1b-c: whose restriction or requirement it is, where that isn't the creature's own ability."""
    others = dict.fromkeys(game.name(source) for source in sources if source and source != id)
    return f" because of {' and '.join(others)}" if others else ""


def limits(game: Game, thing: Thing, what: str) -> Iterator[tuple[int, Selection, Context]]:
    """CR 508.1c, 509.1b: how many creatures of which kind effects name: at most for what a player does, at least for what blocks an attacker."""
    for change, ctx in changes(game, thing, ab.Cant, CANT, (what,)):
        by = change.by
        if not isinstance(by, ab.Chosen) or not isinstance(by.amount, ab.Exactly):
            raise Unsupported(f"a number of creatures that may {what.removesuffix(' with more')}")
        yield numbers.value(ctx, by.amount.number), by.which, ctx


def over_limit(game: Game, thing: Thing, what: str, ids: Iterable[ObjectId]) -> str | None:
    """By what and by how much the creatures together are too many, if they are."""
    together = tuple(ids)
    for most, which, ctx in limits(game, thing, what):
        if sum(descriptions.fits(ctx, which, i) for i in together) > most:
            return f"no more than {most} such creature{'s' * (most != 1)} because of {game.name(ctx.source)}"
    return None


def counted_in(game: Game, thing: Thing, what: str, id: ObjectId) -> tuple[bool, ...]:
    """Which of the limits on the player or permanent the creature is counted in."""
    return tuple(bool(descriptions.fits(ctx, which, id)) for _, which, ctx in limits(game, thing, what))


def has(game: Game, id: ObjectId, *keywords: str) -> bool:
    """Whether the object has any of the keyword abilities."""
    return any(changed_rules.has_keyword(game, id, keyword) for keyword in keywords)


def summoning_sick(game: Game, id: ObjectId) -> bool:
    """CR 302.6: its controller has not controlled it continuously since their most recent turn began. Haste is another matter (702.10b)."""
    return game.object(id).since > game.players[game.controller(id)].turn_began
