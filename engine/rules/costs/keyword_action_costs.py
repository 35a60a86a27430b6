"""Keyword actions as costs: collect evidence, forage, blight, behold. What they are done with is chosen first, as for every cost (CR 601.2b, 701.59, 701.61, 701.68)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Decision, doors
from engine.game import events as ev
from engine.model import ObjectId
from engine.queries import changed_rules, descriptions, numbers
from engine.rules.costs.action_costs import as_cost
from engine.rules.costs.choices_of_costs import carry_out, picked
from engine.rules.costs.paying import Paying, Step, can_sacrifice


def _graveyard(made: Paying) -> list[ObjectId]:
    return [i for i in made.game.zone("graveyard", made.payer) if i not in made.gone]


def _mine(made: Paying, word: str, fits: Callable[[ObjectId], bool]) -> list[ObjectId]:
    """The payer's permanents of that type or subtype that will do."""
    game = made.game
    return [
        i
        for i in game.battlefield()
        if game.controller(i) == made.payer
        and word in game.characteristics(i).types | game.characteristics(i).subtypes
        and i not in made.gone
        and fits(i)
    ]


def _exile(made: Paying, ids: tuple[ObjectId, ...]) -> None:
    def event(id: ObjectId) -> ev.GameEvent:
        return ev.MoveZone(object=id, to="exile", verb="exile", by=made.payer, source=made.ctx.source)

    carry_out(made, ids, "exiled", event)


def _done(made: Paying, verb: str, rule: str, number: int = 0) -> None:
    """The payer has done it: abilities may watch for that."""
    made.game.cite(rule)
    made.game.happen(ev.Performed(verb=verb, player=made.payer, number=number))


@as_cost(ab.Keyworded, when=lambda action: action.verb in (*KEYWORD_ACTIONS, BEHOLD))
def keyword_action(made: Paying, action: ab.Keyworded) -> Step:
    """CR 118.3: what can't be done can't be paid."""
    if action.verb == BEHOLD:
        return behold(made, action)
    number = max(0, numbers.value(made.ctx, action.number)) if action.number is not None else 0
    return KEYWORD_ACTIONS[action.verb](made, number)


def collect_evidence(made: Paying, number: int) -> Step:
    """CR 701.59a-b: cards of the graveyard with a total mana value of that number or more are exiled."""
    game, yard = made.game, _graveyard(made)

    def worth(ids: Sequence[ObjectId]) -> int:
        return sum(game.characteristics(i).mana_value for i in ids)

    if worth(yard) < number:
        raise IllegalAction("701.59b", f"{made.payer} can't collect evidence {number}")
    question = f"choose cards of total mana value {number} or more"
    ids = picked(made, yard, question, min(1, number), len(yard))
    if worth(ids) < number:
        raise IllegalAction("701.59a", f"the cards chosen have a total mana value of less than {number}")
    made.gone.update(ids)

    def pay() -> None:
        _exile(made, ids)
        _done(made, "collect evidence", "701.59a", number)

    return pay


def forage(made: Paying, number: int) -> Step:
    """CR 701.61a: three cards of the graveyard are exiled, or a Food is sacrificed."""
    game, yard = made.game, _graveyard(made)
    foods = _mine(made, "Food", lambda i: can_sacrifice(made, i))
    ways = {"exile three cards": yard if len(yard) >= 3 else [], "sacrifice a Food": foods}
    possible = [way for way, things in ways.items() if things]
    if not possible:
        raise IllegalAction("118.3", f"{made.payer} can't forage")
    named = [way for way in possible if made.wanted.among(ways[way])] or possible
    way = named[0]
    if len(named) > 1:
        way = str(game.decide(Decision(made.payer, "word", "how to forage?", tuple(named)))[0])
    count = 1 if way == "sacrifice a Food" else 3
    ids = picked(made, ways[way], f"what is used to {way}?", count, count)
    made.gone.update(ids)

    def pay() -> None:
        if way == "sacrifice a Food":
            made.sacrificed += ids
            source = made.ctx.source
            carry_out(
                made, ids, "sacrificed", lambda i: ev.Sacrifice(object=i, player=made.payer, source=source)
            )
        else:
            _exile(made, ids)
        _done(made, "forage", "701.61a")

    return pay


def blight(made: Paying, number: int) -> Step:
    """CR 701.68a-b: that many -1/-1 counters are put on a creature of the payer's that can have them."""
    game = made.game
    able = _mine(made, "creature", lambda i: not changed_rules.cant_have(game, i, "-1/-1"))
    if not able:
        raise IllegalAction("701.68b", f"{made.payer} can't blight {number}")
    ids = picked(made, able, "choose a creature to blight", 1, 1)

    def put(id: ObjectId) -> ev.GameEvent:
        source = made.ctx.source
        return ev.AddCounters(
            thing=id, kind="-1/-1", number=number, by=made.payer, source=source, by_effect=False
        )

    def pay() -> None:
        carry_out(made, ids, "blighted", put)
        _done(made, "blight", "701.68a", number)

    return pay


BEHOLD = "behold"


def behold(made: Paying, action: ab.Keyworded) -> Step:
    """CR 701.4a: a card of that quality in the payer's hand is revealed, or a permanent of theirs chosen that has it."""
    game, payer = made.game, made.payer
    able = [i for i in descriptions.to_behold(made.ctx, action.what, payer) if i not in made.gone]
    if not able:
        raise IllegalAction("118.3", f"{payer} has nothing of that quality to behold")
    ids = picked(made, able, "choose what to behold", 1, 1)

    def pay() -> None:
        shown = [i for i in ids if i in game.zone("hand", payer)]
        game.happen([ev.Performed(verb="reveal", player=payer, object=i) for i in shown])
        _done(made, BEHOLD, "701.4a")

    return pay


STICKER: ab.Effect = ab.Sequence(
    (
        ab.AddCounters(ab.Literally(1), "ticket", ab.You()),
        ab.Optional(ab.You(), ab.Keyworded("put a sticker", what=ab.This())),
    )
)


def sticker_kick(made: Paying, number: int) -> Step:
    """CR 702.33h: what comes with a paid sticker kicker: a ticket counter, and a sticker that may be put on the spell."""

    def pay() -> None:
        made.game.cite("702.33h")
        doors.perform(made.ctx, STICKER)

    return pay


KEYWORD_ACTIONS: dict[str, Callable[[Paying, int], Step]] = {
    "collect evidence": collect_evidence,
    "forage": forage,
    "blight": blight,
    "sticker kick": sticker_kick,
}
"""The keyword actions that can be a cost, each with what prepares it."""
