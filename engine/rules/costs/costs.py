"""Costs: what must be done to pay them, whether that can be done, and doing it (CR 118, 601.2f-h, 602.2b).

`pay` pays; `can_pay` asks whether it could be done now. The objects given up are chosen first, then mana is made and spent, then the rest is
paid, what is random or uncovers library cards last (601.2h).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Game
from engine.game import events as ev
from engine.game.context import Context
from engine.game.decisions import Decision, DefaultDecider
from engine.model.mana import parse_mana
from engine.model.objects import ObjectId, PlayerId
from engine.rules import choosing

Wanted = Sequence[str | ObjectId]
"""What the player said to pay with: mana and life in words ("{R}{R}", "2 life"), objects by id."""


class TapPower(ab.Cost):
    """Other creatures of the payer are tapped whose power together is at least this: what crew and saddle cost (CR 702.122a, 702.171a).
    `verb`: what each of them does to the source."""

    number: ab.Number
    verb: str = "crews"


@dataclass
class Paying:
    """A payment under way. `wanted`: objects the player named and that aren't used yet; `tapped`, `gone`: objects that a part of the cost is going to
    tap or take away, so that mana abilities leave them alone; `helpers`: what else may pay for mana (convoke and its like); `mana`: of a mana ability."""

    ctx: Context
    payer: PlayerId
    wanted: list[ObjectId] = field(default_factory=list)
    mana_wanted: str = ""
    life_wanted: int = 0
    tapped: set[ObjectId] = field(default_factory=set)
    gone: set[ObjectId] = field(default_factory=set)
    helpers: tuple[Any, ...] = ()
    spent: tuple[str, ...] = ()
    life_for_mana: int = 0
    sacrificed: tuple[ObjectId, ...] = ()
    helped: tuple[tuple[str, ObjectId], ...] = ()
    mana: bool = False
    spend_exactly: tuple[Any, ...] | None = None

    @property
    def game(self) -> Game:
        """The game of the context."""
        return self.ctx.game


def paying(ctx: Context, payer: PlayerId, pay: Wanted = ()) -> Paying:
    """A payment with the player's wishes sorted out. Raises ValueError for a wish that is neither mana, life nor an object."""
    made = Paying(ctx, payer)
    for wish in pay:
        if isinstance(wish, int):
            made.wanted.append(wish)
        elif wish.strip().endswith("life"):
            made.life_wanted += int(wish.split()[0])
        else:
            made.mana_wanted += str(parse_mana(wish))
    return made


def pay(ctx: Context, costs: Iterable[ab.Cost], payer: PlayerId, pay: Wanted = ()) -> Paying:
    """CR 118.1-3: pay a cost, as an instruction or as part of casting or activating. Raises IllegalAction where it can't be paid; the caller
    restores the game."""
    made = paying(ctx, payer, pay)
    symbols, others = split(ctx, settle(made, tuple(costs)))
    pay_total(made, symbols, others)
    return made


def can_pay(ctx: Context, costs: Iterable[ab.Cost], payer: PlayerId) -> bool:
    """CR 118.3: whether the player could pay all of it now. Tried out in a copy of the game."""
    trial = ctx.game.fork()
    trial.decider = DefaultDecider()
    copy = dataclasses.replace(
        ctx,
        game=trial,
        mentions=list(ctx.mentions),
        moved=dict(ctx.moved),
        letters=dict(ctx.letters),
    )
    try:
        pay(copy, costs, payer)
    except IllegalAction:
        return False
    return True


def settle(made: Paying, costs: tuple[ab.Cost, ...]) -> tuple[ab.Cost, ...]:
    """CR 601.2b: the payer announces which of several costs is going to be paid."""
    settled: list[ab.Cost] = []
    for cost in costs:
        if isinstance(cost, ab.TimesOver):
            settled.extend(settle(made, _repeated(made.ctx, cost)))
            continue
        if not isinstance(cost, ab.EitherCost):
            settled.append(cost)
            continue
        payable = [i for i, option in enumerate(cost.options) if can_pay(made.ctx, option, made.payer)]
        if not payable:
            raise IllegalAction("118.3", "none of the costs to choose from can be paid")
        decision = Decision(
            made.payer,
            "number",
            "Which cost is paid?",
            low=min(payable),
            high=max(payable),
            default=payable[0],
        )
        picked = payable[0] if len(payable) == 1 else made.game.decide(decision)
        if picked not in payable:
            raise IllegalAction("118.3", "that cost can't be paid")
        settled.extend(settle(made, cost.options[picked]))
    return tuple(settled)


def _repeated(ctx: Context, cost: ab.TimesOver) -> tuple[ab.Cost, ...]:
    """CR 702.24a: the parts, each so many times; life and cards from the top of the library, among which nothing is chosen, all together."""
    from engine.queries import numbers

    times = max(0, numbers.value(ctx, cost.times))
    parts: list[ab.Cost] = []
    for part in cost.costs:
        match part:
            case ab.Do(action=ab.PayLife(amount=ab.Literally(value=n))):
                parts.append(ab.Do(ab.PayLife(ab.Literally(n * times))))
            case ab.Do(action=ab.Mill(number=ab.Literally(value=n))):
                parts.append(ab.Do(ab.Mill(ab.Literally(n * times))))
            case ab.Do(action=ab.Exile(what=ab.TopOfLibrary(number=ab.Literally(value=n)) as top) as action):
                parts.append(ab.Do(replace(action, what=replace(top, number=ab.Literally(n * times)))))
            case ab.EitherCost(options=((ab.PayMana(mana=one),), (ab.PayMana(mana=two),))) if _single(
                one, two
            ):
                parts.append(
                    ab.PayMana(f"{{{one[1]}/{two[1]}}}" * times)
                )  # paid as a hybrid symbol is (107.4e)
            case _:
                parts.extend([part] * times)
    return tuple(parts)


def _single(*costs: str) -> bool:
    """Whether each is one symbol of a color."""
    return all(re.fullmatch(r"\{[WUBRG]\}", mana) for mana in costs)


def split(ctx: Context, costs: Iterable[ab.Cost]) -> tuple[list[str], list[ab.Cost]]:
    """The symbols of all mana in the costs, X replaced by its value (CR 107.3a), and the other costs."""
    symbols: list[str] = []
    others: list[ab.Cost] = []
    for cost in costs:
        if isinstance(cost, ab.PayMana):
            symbols.extend(mana_symbols(ctx, cost))
        else:
            others.append(cost)
    return symbols, others


def mana_symbols(ctx: Context, cost: ab.PayMana) -> list[str]:
    """The symbols of a cost of mana, so many times over (CR 107.3a, 118.4)."""
    from engine.queries import numbers

    times = max(0, numbers.value(ctx, cost.times)) if cost.times is not None else 1
    symbols: list[str] = []
    for symbol in parse_mana(cost.mana).symbols:
        if symbol in ("X", "Y", "Z"):
            symbol = str(letter(ctx, symbol))
        symbols.append(symbol)
    return symbols * times


def letter(ctx: Context, name: str) -> int:
    """CR 107.3: the value announced for a letter of the cost."""
    if name not in ctx.letters:
        raise Unsupported(f"a cost with {{{name}}} whose value was not announced")
    return ctx.letters[name]


# ---- paying ---------------------------------------------------------------------------------------------------------


def pay_total(made: Paying, symbols: Sequence[str], others: Sequence[ab.Cost]) -> None:
    """CR 601.2g-h: mana abilities, then everything is paid; what is random or shows library cards comes last."""
    from engine.rules.costs import mana

    steps: list[tuple[bool, Callable[[], None]]] = []
    loyalty = [c for c in others if isinstance(c, ab.Loyalty)]
    for cost in others:
        if not isinstance(cost, ab.Loyalty):
            steps.append((_late(cost), _prepare(made, cost)))
    if loyalty:
        steps.append((False, _prepare_loyalty(made, loyalty)))
    mana.pay(made, list(symbols))
    for late in (False, True):
        for is_late, step in steps:
            if is_late == late:
                step()
    if made.wanted:
        names = ", ".join(made.game.name(i) for i in made.wanted)
        raise IllegalAction("118.3", f"nothing in the cost can be paid with {names}")


def _late(cost: ab.Cost) -> bool:
    """CR 601.2h: whether it is random or moves cards out of a library."""
    match cost:
        case ab.Do(action=ab.Mill()) | ab.Do(action=ab.Discard(at_random=True)):
            return True
        case ab.Do(action=ab.Exile(what=ab.TopOfLibrary())):
            return True
    return False


def _prepare(made: Paying, cost: ab.Cost) -> Callable[[], None]:
    """Choose what the part of the cost needs and check that it can be paid; the function returned pays it."""
    game, source = made.game, made.ctx.source
    match cost:
        case ab.TapSymbol():
            check_tap_symbol(game, source, tapped=False)
            made.tapped.add(source)
            return lambda: _happen(game, ev.Tap(object=source, mana=made.mana))
        case ab.UntapSymbol():
            check_tap_symbol(game, source, tapped=True)
            return lambda: _happen(game, ev.Untap(object=source))
        case ab.Do(action=action):
            return _action(made, action)
        case TapPower():
            return _tap_power(made, cost)
    raise Unsupported(f"the cost {type(cost).__name__}")


def _happen(game: Game, *events: ev.Happening) -> None:
    game.happen(list(events))


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
    if is_sick(game, source):
        raise IllegalAction(
            "302.6", f"{game.name(source)} came under its controller's control this turn and has no haste"
        )


def is_sick(game: Game, id: ObjectId) -> bool:
    """CR 302.6: a creature that its controller hasn't controlled continuously since their most recent turn began, and that has no haste."""
    from engine.rules.effects import continuous

    if "creature" not in game.characteristics(id).types:
        return False
    began = game.players[game.controller(id)].turn_began
    return game.object(id).since > began and not continuous.has_keyword(game, id, "haste")


def _prepare_loyalty(made: Paying, costs: Sequence[ab.Loyalty]) -> Callable[[], None]:
    """CR 606.4-6: all of them together are one cost; as many counters must be there as are removed."""
    from engine.queries import numbers

    game, source = made.game, made.ctx.source
    total = 0
    for cost in costs:
        amount = numbers.value(made.ctx, cost.amount)
        total += -abs(amount) if cost.sign in ("-", "−") else amount
    if total < 0 and game.object(source).counter("loyalty") < -total:
        raise IllegalAction("606.6", f"{game.name(source)} has fewer than {-total} loyalty counters")
    game.cite("606.4")
    if total < 0:
        return lambda: _happen(game, ev.RemoveCounters(thing=source, kind="loyalty", number=-total))
    if total > 0:
        return lambda: _happen(
            game,
            ev.AddCounters(
                thing=source, kind="loyalty", number=total, by=made.payer, source=source, cost=True
            ),
        )
    return lambda: None


PARTS = frozenset(
    {ab.PayMana, ab.EitherCost, ab.Loyalty, ab.TapSymbol, ab.UntapSymbol, ab.Do, ab.TimesOver, TapPower}
)
"""The parts of costs that can be paid."""

AS_COST: dict[type[ab.Effect], Callable[[Any], bool]] = {
    ab.Sequence: lambda action: all(is_cost(step) for step in action.steps),
    ab.Sacrifice: lambda action: True,
    ab.Discard: lambda action: not action.at_random or isinstance(action.what, ab.Chosen),
    ab.PayLife: lambda action: True,
    ab.LoseLife: lambda action: isinstance(action.who, ab.You),
    ab.Exile: lambda action: not action.face_down and action.until is None and not action.counters,
    ab.Tap: lambda action: action.state in ("tap", "untap"),
    ab.Put: lambda action: (
        action.zone in RETURNS and not action.state and not action.counters and action.under is None
    ),
    ab.RemoveCounters: lambda action: (
        isinstance(action.source, ab.Objects | ab.You) and not (action.up_to and action.number is not None)
    ),
    ab.Reveal: lambda action: action.where in ("", "from your hand"),
    ab.Mill: lambda action: True,
    ab.AddCounters: lambda action: isinstance(action.on, ab.This | ab.Chosen) and action.each is None,
    ab.Transform: lambda action: action.verb == "exert" and isinstance(action.what, ab.This),
    ab.Keyworded: lambda action: action.verb in ("collect evidence", "forage"),
    ab.GainLife: lambda action: True,
    ab.Draw: lambda action: True,
    ab.AddMana: lambda action: True,
    ab.Create: lambda action: True,
    ab.DealDamage: lambda action: isinstance(action.source, ab.This),
}
"""Instructions that can be a cost, and in which form (CR 118.1)."""


def is_cost(action: ab.Effect) -> bool:
    """Whether the action can be paid as a cost."""
    fits = AS_COST.get(type(action))
    return fits is not None and fits(action)


def _action(made: Paying, action: ab.Effect) -> Callable[[], None]:
    """CR 118.1: an action as a cost; checked and its objects chosen now, carried out by the function returned."""
    from engine.queries import numbers

    if not is_cost(action):
        raise Unsupported(f"{type(action).__name__} as a cost")

    game, ctx, payer = made.game, made.ctx, made.payer
    match action:
        case ab.Sequence(steps=steps):
            parts = [_action(made, step) for step in steps]

            def all_parts() -> None:
                for part in parts:
                    part()

            return all_parts
        case ab.Sacrifice(what=what):
            ids = choose(
                made,
                what,
                "sacrifice",
                lambda i: _mine_in(game, payer, i, "battlefield") and not _cant(game, i, "be sacrificed"),
            )
            made.gone.update(ids)
            made.sacrificed += ids
            return lambda: _carry_out(
                made, ids, "sacrificed", lambda i: ev.Sacrifice(object=i, player=payer, source=ctx.source)
            )
        case ab.Discard(what=what, at_random=at_random):
            if at_random and isinstance(what, ab.Chosen):
                return _discard_at_random(made, what)
            ids = choose(
                made, what, "discard", lambda i: _mine_in(game, payer, i, "hand"), game.zone("hand", payer)
            )
            made.gone.update(ids)
            return lambda: _carry_out(
                made,
                ids,
                "discarded",
                lambda i: ev.Discard(object=i, player=payer, source=ctx.source, cost=True),
            )
        case ab.PayLife(amount=amount) | ab.LoseLife(amount=amount):
            life = max(0, numbers.value(ctx, amount))
            return _life(made, life)
        case ab.Exile(what=what, face_down=False, until=None, counters=()):
            from engine.queries import descriptions

            spells = "spell" in descriptions.words_of(what)
            ids = choose(
                made,
                what,
                "exile",
                lambda i: (
                    i in game.objects and (spells or game.object(i).zone != "stack") and i != ctx.object
                ),
            )
            made.gone.update(ids)
            return lambda: _carry_out(
                made,
                ids,
                "exiled",
                lambda i: ev.MoveZone(object=i, to="exile", verb="exile", by=payer, source=ctx.source),
            )
        case ab.Tap(what=what, state="tap"):
            ids = choose(
                made,
                what,
                "tap",
                lambda i: i in game.objects and not game.object(i).tapped and i not in made.tapped,
            )
            made.tapped.update(ids)
            word, source = action.word, ctx.source

            def tap() -> None:
                _carry_out(made, ids, "tapped", lambda i: ev.Tap(object=i))
                if word == "enlists":
                    for id in ids:
                        _happen(game, ev.Performed(verb="enlists", player=payer, object=source, other=id))

            return tap
        case ab.Tap(what=what, state="untap"):
            ids = choose(made, what, "untap", lambda i: i in game.objects and game.object(i).tapped)
            return lambda: _carry_out(made, ids, "untapped", lambda i: ev.Untap(object=i))
        case ab.Put(what=what, zone=zone, state=(), counters=(), under=None) if zone in RETURNS:
            ids = choose(made, what, action.verb, lambda i: i in game.objects and i != ctx.object)
            made.gone.update(ids)
            to, place = RETURNS[zone]
            done = "returned" if action.verb == "return" else "put"
            return lambda: _carry_out(
                made,
                ids,
                done,
                lambda i: ev.MoveZone(
                    object=i, to=to, place=place, verb=action.verb, by=payer, source=ctx.source
                ),
            )
        case ab.RemoveCounters():
            return _remove_counters(made, action)
        case ab.Reveal(what=what, where="" | "from your hand"):
            ids = choose(
                made, what, "reveal", lambda i: _mine_in(game, payer, i, "hand"), game.zone("hand", payer)
            )
            return lambda: _carry_out(
                made, ids, "revealed", lambda i: ev.Performed(verb="reveal", player=payer, object=i)
            )
        case ab.Mill(number=number):
            cards = max(0, numbers.value(ctx, number))
            if len(game.zone("library", payer)) < cards:
                raise IllegalAction("118.3", f"{payer}'s library has fewer than {cards} cards")
            return lambda: _happen(game, ev.Mill(player=payer, number=cards, source=ctx.source))
        case ab.AddCounters(on=ab.Chosen() as on, kind=kind, number=number):
            from engine.rules.effects import continuous

            ids = choose(
                made,
                on,
                "put counters on",
                lambda i: game.object(i).zone == "battlefield" and not continuous.cant_have(game, i, kind),
            )
            count = max(0, numbers.value(ctx, number))
            return lambda: _carry_out(
                made,
                ids,
                "counters",
                lambda i: ev.AddCounters(thing=i, kind=kind, number=count, by=payer, source=ctx.source),
            )
        case ab.Keyworded(verb=verb, number=least):
            from engine import actions
            from engine.actions.keyword_actions import could

            if not could(ctx, verb, payer, numbers.value(ctx, least) if least is not None else 0):
                raise IllegalAction("118.3", f"{payer} can't {verb}")
            return lambda: actions.perform(ctx, action)
        case ab.Transform(verb="exert", what=ab.This()):
            from engine import actions

            if ctx.source not in game.objects or game.object(ctx.source).zone != "battlefield":
                raise IllegalAction("118.3", f"{game.name(ctx.source)} can't be exerted")
            return lambda: actions.perform(ctx, action)
        case (
            ab.AddCounters(on=ab.This())
            | ab.GainLife()
            | ab.Create()
            | ab.Draw()
            | ab.AddMana()
            | ab.DealDamage(source=ab.This())
        ):
            from engine import actions

            if isinstance(action, ab.AddCounters):
                _may_get(made, action.kind)
            return lambda: actions.perform(ctx, action)
    raise Unsupported(f"{type(action).__name__} as a cost")


def _may_get(made: Paying, kind: str) -> None:
    """CR 118.3, 614.17: a counter that can't be put on the source can't be put there as a cost."""
    from engine.rules.effects import continuous

    if continuous.cant_have(made.game, made.ctx.source, kind):
        raise IllegalAction(
            "118.3", f"{made.game.name(made.ctx.source)} can't have {kind} counters put on it"
        )


def _discard_at_random(made: Paying, what: ab.Chosen) -> Callable[[], None]:
    """CR 601.2h, 701.9b: chance picks among the cards that are in the hand when this part of the cost is paid, after all that is not random."""
    from engine.actions import cards
    from engine.queries import descriptions

    game, ctx, payer = made.game, made.ctx, made.payer

    def options() -> list[Any]:
        return [
            i for i in descriptions.matching(ctx, what.which, game.zone("hand", payer)) if i not in made.gone
        ]

    low, _ = bounds(ctx, what.amount, len(options()))
    if len(options()) < low:
        raise IllegalAction("118.3", f"{payer} has {len(options())} of {low} cards to discard")

    def discard() -> None:
        question = f"which cards does {payer} discard at random?"
        picked = tuple(t for t in cards.by_chance(ctx, payer, question, options(), low) if isinstance(t, int))
        if len(picked) < low:
            raise IllegalAction("118.3", f"{payer} has {len(picked)} of {low} cards to discard")
        _carry_out(
            made,
            picked,
            "discarded",
            lambda i: ev.Discard(object=i, player=payer, source=ctx.source, cost=True),
        )

    return discard


RETURNS: dict[str, tuple[str, int]] = {
    "hand": ("hand", 0),
    "library top": ("library", 0),
    "library bottom": ("library", -1),
    "graveyard": ("graveyard", 0),
    "exile": ("exile", 0),
}


def _mine_in(game: Game, payer: PlayerId, id: ObjectId, zone: str) -> bool:
    """CR 701.21a: only a permanent under one's own control, or a card of one's own."""
    return (
        id in game.objects
        and game.object(id).zone == zone
        and (game.controller(id) if zone == "battlefield" else game.object(id).owner) == payer
    )


def _cant(game: Game, id: ObjectId, what: str) -> bool:
    from engine.rules.effects import continuous

    return continuous.cant(game, id, what)


def _tap_power(made: Paying, cost: TapPower) -> Callable[[], None]:
    """CR 702.122a-b, 702.171a: other untapped creatures under the payer's control, of whatever number; being new does not matter (302.6)."""
    from engine.queries import numbers

    game, payer, source = made.game, made.payer, made.ctx.source
    needed = numbers.value(made.ctx, cost.number)

    def power(id: ObjectId) -> int:
        return _power_for(game, id, cost.verb)

    options = [
        i
        for i in game.battlefield()
        if i != source and game.controller(i) == payer and "creature" in game.characteristics(i).types and not game.object(i).tapped
        and i not in made.tapped and not _cant(game, i, "crew vehicles")
    ]  # fmt: skip
    picked = tuple(i for i in made.wanted if i in options)
    for id in picked:
        made.wanted.remove(id)
    if not picked:
        if sum(power(i) for i in options if power(i) > 0) < needed:
            raise IllegalAction(
                "118.3", f"the creatures that {payer} could tap have less than {needed} power together"
            )
        strongest = sorted(options, key=lambda i: (-power(i), i))
        enough: list[ObjectId] = []
        while sum(power(i) for i in enough) < needed:
            enough.append(strongest[len(enough)])
        offered = (
            *enough,
            *(i for i in options if i not in enough),
        )  # the default is the fewest that are enough
        low = min(len(enough), 1)
        picked = tuple(
            game.decide(
                Decision(payer, "objects", "Which creatures are tapped?", offered, low, max(len(enough), low))
            )
        )
    if sum(power(i) for i in picked) < needed:
        raise IllegalAction("118.3", f"those creatures have less than {needed} power together")
    made.tapped.update(picked)

    def tap() -> None:
        _carry_out(made, picked, "tapped", lambda i: ev.Tap(object=i))
        # CR 702.122b, 702.171c: each of them crews (or saddles) the source as the cost is paid.
        for id in picked:
            if cost.verb == "crews":
                _happen(game, ev.Performed(verb="crews", player=payer, object=id, other=source))
            else:
                _happen(game, ev.Performed(verb="saddles", player=payer, object=id, other=source))

    return tap


def _power_for(game: Game, id: ObjectId, verb: str) -> int:
    """CR 702.122c: the power with which a creature crews; effects may have it be greater, or its toughness, for that."""
    from engine.queries import numbers
    from engine.rules.effects import continuous

    now = game.characteristics(id)
    changes = continuous.changes_on(game, id, ab.Ruled)
    power = now.power or 0
    if any(a.change.rule == f"{verb} using its toughness" for a in changes):
        power = now.toughness or 0
    for applied in changes:
        if applied.change.rule == f"{verb} with more power" and applied.change.number is not None:
            power += numbers.value(applied.ctx, applied.change.number)
    return power


def _life(made: Paying, life: int) -> Callable[[], None]:
    """CR 119.4: only as much life as there is can be paid; 0 can always be."""
    game, payer = made.game, made.payer
    if life > game.players[payer].life and life > 0:
        raise IllegalAction("119.4", f"{payer} has less than {life} life")

    def lose() -> None:
        if life > game.players[payer].life:
            raise IllegalAction("119.4", f"{payer} has less than {life} life")
        if life:
            game.happen(ev.LoseLife(player=payer, amount=life, source=made.ctx.source, how="pay"))
        made.ctx.mention((payer,), ("life", "player"), done="paid", amount=life)

    return lose


def _how_many_of(made: Paying, action: ab.RemoveCounters, id: ObjectId, kind: str, there: int) -> int:
    """CR 107.1c, 601.2h: all of them; of "any number" the payer says how many."""
    if not action.up_to:
        return there
    question = f"How many {kind} counters are removed from {made.game.name(id)}?"
    taken: int = made.game.decide(Decision(made.payer, "number", question, low=0, high=there, default=there))
    return taken


def _remove_counters(made: Paying, action: ab.RemoveCounters) -> Callable[[], None]:
    """CR 122, 118.3: counters removed as a cost."""
    from engine.queries import numbers

    game, ctx = made.game, made.ctx
    kind = action.kind
    if isinstance(action.source, ab.Players) and not isinstance(action.source, ab.You):
        raise Unsupported("removing another player's counters as a cost")
    number = None if action.number is None else max(0, numbers.value(ctx, action.number))
    enough = number or 0  # all there are, or any number, can be none (CR 107.1c)

    def has(id: ObjectId) -> bool:
        counters = game.object(id).counters
        return id in game.objects and (not enough or any(n >= enough for k, n in counters if kind in ("", k)))

    if isinstance(action.source, ab.You):
        # CR 107.14: to pay {E} is to remove an energy counter from oneself.
        if number is None or not kind:
            raise Unsupported("removing counters of no said number or kind from a player as a cost")
        payer, paid = made.payer, number
        if game.players[payer].counter(kind) < paid:
            raise IllegalAction("118.3", f"{payer} has fewer than {paid} {kind} counters")
        return lambda: _happen(game, ev.RemoveCounters(thing=payer, kind=kind, number=paid))
    if isinstance(action.source, ab.This):
        ids: tuple[ObjectId, ...] = (ctx.source,)
        if enough and not has(ctx.source):
            raise IllegalAction(
                "118.3", f"{game.name(ctx.source)} has fewer than {enough} {kind or 'such'} counters"
            )
    elif isinstance(action.source, ab.Objects):
        ids = choose(made, action.source, "remove counters from", has)
    else:
        raise Unsupported("the counters of such a thing as a cost")
    events: list[ev.Happening] = []
    if number is None:
        wanted = [(id, k, n) for id in ids for k, n in game.object(id).counters if kind in ("", k) and n]
        for id, k, n in wanted:
            taken = _how_many_of(made, action, id, k, n)
            if taken:
                events.append(ev.RemoveCounters(thing=id, kind=k, number=taken))
            ctx.mention((id,), ("counter", f"{k} counter"), done="removed", amount=taken)
        return lambda: _happen(game, *events)
    for id in ids:
        kinds = [k for k, n in game.object(id).counters if kind in ("", k) and n >= enough]
        if enough and len(kinds) > 1:
            picked = game.decide(
                Decision(made.payer, "word", "Which kind of counter is removed?", tuple(kinds))
            )[0]
            kinds = [picked]
        for k in kinds[:1]:
            events.append(ev.RemoveCounters(thing=id, kind=k, number=number))
            ctx.mention((id,), ("counter", f"{k} counter"), done="removed", amount=number)
    return lambda: _happen(game, *events)


def _carry_out(
    made: Paying, ids: tuple[ObjectId, ...], done: str, event: Callable[[ObjectId], ev.Happening]
) -> None:
    """The same to each object, at once; the text that the cost belongs to may speak of them afterwards."""
    game, ctx = made.game, made.ctx
    for id in ids:
        if id not in game.objects:
            raise IllegalAction("118.3", f"{game.name(id)} is gone before the cost is paid")
    if not ids:
        return
    words: set[str] = {"card", "permanent"}
    for id in ids:
        words |= game.characteristics(id).types | game.characteristics(id).subtypes
    game.happen([event(id) for id in ids])
    for id in ids:
        if id not in game.objects and id in game.became:
            ctx.moved[id] = game.became[id]
    ctx.mention(ids, words, done=done, many=len(ids) > 1)


def choose(
    made: Paying,
    noun: ab.Objects,
    verb: str,
    able: Callable[[ObjectId], bool],
    among: Sequence[ObjectId] | None = None,
) -> tuple[ObjectId, ...]:
    """The objects that a cost speaks of; where it leaves a choice, what the player named or decides (CR 601.2b, 118.3)."""
    from engine.queries import descriptions, numbers

    game, ctx = made.game, made.ctx
    match noun:
        case ab.This():
            if not able(ctx.source):
                raise IllegalAction("118.3", f"{made.payer} can't {verb} {game.name(ctx.source)}")
            if ctx.source in made.wanted:
                made.wanted.remove(ctx.source)
            return (ctx.source,)
        case ab.Chosen(which=which, amount=amount):
            if among is None:
                fitting = list(descriptions.matching(ctx, which))
            else:
                fitting = [i for i in among if descriptions.fits(ctx, which, i)]
            options = [t for t in fitting if isinstance(t, int) and t not in made.gone and able(t)]
        case ab.Each(which=which):
            fitting = (
                list(descriptions.matching(ctx, which))
                if among is None
                else [i for i in among if descriptions.fits(ctx, which, i)]
            )
            return tuple(t for t in fitting if isinstance(t, int) and able(t))
        case ab.TopOfLibrary(number=number):
            count = max(0, numbers.value(ctx, number))
            top = game.zone("library", made.payer)[:count]
            if len(top) < count:
                raise IllegalAction("118.3", f"{made.payer}'s library has fewer than {count} cards")
            return top
        case _:
            things = [t for t in choosing.things(ctx, noun) if isinstance(t, int)]
            if not things or not all(able(t) for t in things):
                raise IllegalAction("118.3", f"{made.payer} can't {verb} that")
            return tuple(things)
    low, high = bounds(ctx, amount, len(options))
    if len(options) < low:
        raise IllegalAction("118.3", f"{made.payer} has {len(options)} of {low} things to {verb}")
    named = [i for i in made.wanted if i in options][:high]
    if named and len(named) >= low:
        for id in named:
            made.wanted.remove(id)
        return tuple(named)
    if high == 0:
        return ()
    decision = Decision(
        made.payer, "objects", f"What does {made.payer} {verb} as a cost?", tuple(options), low, high
    )
    return tuple(game.decide(decision))


def bounds(ctx: Context, amount: ab.Selection | None, available: int) -> tuple[int, int]:
    """How many of a noun: at least and at most (see engine.abilities.nouns)."""
    from engine.queries import numbers

    match amount:
        case None:
            return 1, 1
        case ab.Exactly(number=number):
            exact = max(0, numbers.value(ctx, number))
            return exact, exact
        case ab.UpTo(number=number):
            return 0, min(available, max(0, numbers.value(ctx, number)))
        case ab.AnyNumber():
            return 0, available
        case ab.OneOrMore():
            return 1, available
    raise Unsupported(f"the amount {type(amount).__name__} in a cost")
