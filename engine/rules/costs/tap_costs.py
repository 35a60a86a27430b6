"""The tap and untap symbols, and creatures tapped for their power (CR 107.5-6, 302.6, 602.5a, 702.122, 702.171)."""

from __future__ import annotations

from collections.abc import Callable

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Decision, Game
from engine.game import events as ev
from engine.keywords import TapPower
from engine.model import ObjectId
from engine.queries import changed_rules, numbers, states
from engine.rules.costs.choices_of_costs import carry_out
from engine.rules.costs.paying import Paying, Step
from engine.rules.effects import rule_changes


def check_tap_symbol(game: Game, source: ObjectId, tapped: bool) -> None:
    """CR 107.5-6, 118.3, 302.6, 602.5a: whether the tap (or untap) symbol of an object's ability can be paid."""
    obj = game.object(source)
    if source not in game.objects or obj.zone != "battlefield":
        raise IllegalAction("118.3", f"{game.name(source)} is not on the battlefield")
    if obj.tapped != tapped:
        game.cite("107.5" if not tapped else "107.6")
        raise IllegalAction(
            "107.6" if tapped else "107.5",
            f"{game.name(source)} is {'already tapped' if obj.tapped else 'untapped'}",
        )
    if states.waits_to_tap(game, source):
        raise IllegalAction(
            "302.6", f"{game.name(source)} came under its controller's control this turn and has no haste"
        )
    if states.is_hasty(game, source):
        game.cite("702.10c")


rule_changes.heed(ab.May, (states.AS_HASTY,))


def tap_symbol(made: Paying, cost: ab.TapSymbol) -> Step:
    """CR 107.5: the source becomes tapped; if the ability is a mana ability, it is tapped for mana (106.12)."""
    game, source = made.game, made.ctx.source
    check_tap_symbol(game, source, tapped=False)
    made.tapped.add(source)
    made.wanted.take((source,))
    return lambda: game.happen(ev.Tap(object=source, mana=made.mana))


def untap_symbol(made: Paying, cost: ab.UntapSymbol) -> Step:
    """CR 107.6: the source becomes untapped."""
    game, source = made.game, made.ctx.source
    check_tap_symbol(game, source, tapped=True)
    made.wanted.take((source,))
    return lambda: game.happen(ev.Untap(object=source))


def tap_power(made: Paying, cost: TapPower) -> Step:
    """CR 702.122a-b, 702.171a: other untapped creatures under the payer's control, of whatever number; being new does not matter (302.6)."""
    game, payer, source = made.game, made.payer, made.ctx.source
    needed = numbers.value(made.ctx, cost.number)

    def power(id: ObjectId) -> int:
        return _power_for(game, id, cost.verb)

    options = [
        i
        for i in game.battlefield()
        if i != source and game.controller(i) == payer and "creature" in game.characteristics(i).types and not game.object(i).tapped
        and i not in made.tapped and not (cost.verb == "crews" and changed_rules.cant(game, i, "crew Vehicles"))
    ]  # fmt: skip
    if cost.verb == "crews" and (
        unfit := made.wanted.among(i for i in game.battlefield() if i not in options)
    ):
        _refuse_crew(game, unfit[0])
    picked = tuple(made.wanted.among(options))
    made.wanted.take(picked)
    picked = picked or _picked(made, options, power, needed)
    if sum(power(i) for i in picked) < needed:
        raise IllegalAction("118.3", f"those creatures have less than {needed} power together")
    made.tapped.update(picked)

    def tap() -> None:
        carry_out(made, picked, "tapped", lambda i: ev.Tap(object=i))
        # CR 702.122b, 702.171c: each of them crews (or saddles) the source as the cost is paid.
        for id in picked:
            if cost.verb == "crews":
                game.happen(ev.Performed(verb="crews", player=payer, object=id, other=source))
            elif cost.verb == "saddles":
                game.happen(ev.Performed(verb="saddles", player=payer, object=id, other=source))

    return tap


def _refuse_crew(game: Game, id: ObjectId) -> None:
    """CR 702.122d: a creature of which an effect says so isn't tapped to crew a Vehicle."""
    if changed_rules.cant(game, id, "crew Vehicles"):
        raise IllegalAction("702.122d", f"{game.name(id)} can't crew Vehicles")


def _picked(
    made: Paying, options: list[ObjectId], power: Callable[[ObjectId], int], needed: int
) -> tuple[ObjectId, ...]:
    """CR 601.2b: the creatures that the payer chooses; offered first are the fewest that are enough."""
    if sum(power(i) for i in options if power(i) > 0) < needed:
        raise IllegalAction(
            "118.3", f"the creatures that {made.payer} could tap have less than {needed} power together"
        )
    strongest = sorted(options, key=lambda i: (-power(i), i))
    enough: list[ObjectId] = []
    while sum(power(i) for i in enough) < needed:
        enough.append(strongest[len(enough)])
    offered = (*enough, *(i for i in options if i not in enough))
    low = min(len(enough), 1)
    question = "Which creatures are tapped?"
    return tuple(
        made.game.decide(Decision(made.payer, "objects", question, offered, low, max(len(enough), low)))
    )


def _power_for(game: Game, id: ObjectId, verb: str) -> int:
    """CR 702.122d: the power with which a creature crews; effects may have it be greater, or its toughness, for that."""
    now = game.characteristics(id)
    changes = changed_rules.changes_on(game, id, ab.Ruled)
    power = now.power or 0
    if any(a.change.rule == f"{verb} using its toughness" for a in changes):
        power = now.toughness or 0
    for applied in changes:
        if applied.change.rule == f"{verb} with more power" and applied.change.number is not None:
            power += numbers.value(applied.ctx, applied.change.number)
    return power
