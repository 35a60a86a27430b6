"""Turns, phases and steps that an ability lets a player skip as they would begin, and what that player does then (CR 614.10)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import turns
from engine.game import Context, Decision, Game, Owed, doors
from engine.model import ObjectId, PlayerId
from engine.queries import conditions, descriptions, object_abilities

BEGINS = {"turn": "turn", "draw step": "draw", "combat": "combat"}
"""By the words of an event that would begin, what it is to engine.rules.turn."""


def skipped_instead(game: Game, player: PlayerId, names: set[str]) -> bool:
    """CR 614.10, 614.10b: whether the player skips what would begin, which one of these words names; what they do if they do waits for what begins next."""
    for source, ability in _offered(game, player, names):
        question = f"{game.name(source)}: skip the {min(names)}?"
        if (
            ability.optional is not None
            and not game.decide(Decision(player, "may", question, (False, True)))[0]
        ):
            continue
        game.cite("614.10")
        rest = ability.effect.steps[1] if isinstance(ability.effect, ab.Sequence) else None
        if isinstance(rest, ab.Conditional):
            game.turn = replace(game.turn, owed=(*game.turn.owed, Owed(player, source, rest.effect)))
        return True
    return False


def _offered(game: Game, player: PlayerId, names: set[str]) -> Iterator[tuple[ObjectId, ab.Replacement]]:
    """The abilities of permanents by which the player can skip it."""
    for id in game.battlefield():
        for ability in object_abilities.abilities_of(game, id):
            if not isinstance(ability, ab.Replacement) or not isinstance(ability.event, ab.StepBegins):
                continue
            first = ability.effect.steps[0] if isinstance(ability.effect, ab.Sequence) else ability.effect
            if not isinstance(first, ab.SkipStep) or first.when != ab.WOULD_BEGIN:
                continue
            if turns.SKIPPED[first.what] not in names or BEGINS.get(ability.event.step) not in names:
                continue
            ctx, whose = Context(game, game.controller(id), id), ability.event.whose
            if whose is not None and not descriptions.is_player(ctx, whose, player):
                continue
            if ability.condition is None or conditions.holds(ctx, ability.condition):
                yield id, ability


def done_first(game: Game) -> None:
    """CR 614.10b: what players do for having skipped something is the first thing that happens in what does begin."""
    owed, game.turn = game.turn.owed, replace(game.turn, owed=())
    for each in owed:
        game.cite("614.10b")
        told = f"{each.player} goes on with what {game.name(each.source)} says"
        game.note(told, about=(each.player, each.source), kind="effect")
        doors.perform(Context(game, each.player, each.source), each.effect)
