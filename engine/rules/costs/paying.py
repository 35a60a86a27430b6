"""A payment under way: what the player wishes to pay with, what is used already, and the symbols of mana costs (CR 107.3a, 118.1, 601.2g-h)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, Game
from engine.model import ObjectId, PlayerId, parse_mana
from engine.queries import changed_rules, descriptions, numbers
from engine.rules.costs import limits
from engine.rules.effects import rule_changes

Wanted = Sequence[str | ObjectId | tuple[ObjectId, ...]]
"""What the player said to pay with: mana and life in words ("{R}{R}", "2 life"), objects by id, or by the ids of all that may be meant."""

Step = Callable[[], object]
"""What pays a part of a cost that has been prepared: chosen for, and found payable."""


class Wishes:
    """The objects that the player named to pay with and that aren't used yet, each as the ids of all that the name may mean."""

    def __init__(self) -> None:
        self.left: list[tuple[ObjectId, ...]] = []

    def __bool__(self) -> bool:
        return bool(self.left)

    def among(self, options: Iterable[ObjectId], most: int = -1) -> list[ObjectId]:
        """The options that are named, one for each wish, at most so many."""
        free = list(options)
        found: list[ObjectId] = []
        for wish in self.left:
            meant = next((i for i in wish if i in free), None)
            if meant is not None and len(found) != most:
                found.append(meant)
                free.remove(meant)
        return found

    def take(self, ids: Iterable[ObjectId]) -> None:
        """These are used; what names one of them is fulfilled."""
        for id in ids:
            wish = next((w for w in self.left if id in w), None)
            if wish is not None:
                self.left.remove(wish)

    def copy(self) -> Wishes:
        """The same wishes, for a trial."""
        copied = Wishes()
        copied.left = list(self.left)
        return copied


@dataclass
class Paying:
    """A payment under way. `wanted`: objects the player named and that aren't used yet; `tapped`, `gone`: objects that a part of the cost is going to
    tap or take away, so that mana abilities leave them alone; `helpers`: what else may pay for mana (convoke and its like), `helped`: those that do;
    `total`: what effects make of the mana in the cost once it is announced how its symbols are paid (CR 601.2f); `mana`: of a mana ability; `most`: how often mana abilities can be activated for it, by object and index, where
    that has turned out; `bent`: how many costs of it are waterbend costs (701.67c); `spend`: "any type" or "any color" where mana can be spent as though it were that (609.4b)."""

    ctx: Context
    payer: PlayerId
    wanted: Wishes = field(default_factory=Wishes)
    mana_wanted: str = ""
    life_wanted: int = 0
    total: Callable[[Sequence[str]], list[str]] = list
    tapped: set[ObjectId] = field(default_factory=set)
    gone: set[ObjectId] = field(default_factory=set)
    helpers: tuple[Any, ...] = ()
    spent: tuple[str, ...] = ()
    life_for_mana: int = 0
    sacrificed: tuple[ObjectId, ...] = ()
    convoked: tuple[ObjectId, ...] = ()
    helped: tuple[tuple[str, ObjectId], ...] = ()
    stand_in: tuple[Any, ...] = ()
    mana: bool = False
    part_of: Paying | None = None
    most: dict[tuple[ObjectId, int], int] = field(default_factory=dict)
    spend_exactly: tuple[Any, ...] | None = None
    spend: str = ""
    bent: int = 0

    @property
    def game(self) -> Game:
        """The game of the context."""
        return self.ctx.game


def begin_payment(ctx: Context, payer: PlayerId, pay: Wanted = (), besides: Paying | None = None) -> Paying:
    """A payment with the player's wishes sorted out. Raises ValueError for a wish that is neither mana, life nor an object. `besides`: a payment that
    this one is a part of: what that one is going to take away or tap is spoken for (CR 118.10), and what is named for it may be used here."""
    made = Paying(ctx, payer)
    if besides is not None:
        made.tapped |= besides.tapped
        made.gone |= besides.gone | besides.tapped
        made.wanted, made.part_of = besides.wanted, besides
    for wish in pay:
        if not isinstance(wish, str):
            made.wanted.left.append((wish,) if isinstance(wish, int) else wish)
        elif wish.strip().endswith("life"):
            made.life_wanted += int(wish.split()[0])
        else:
            made.mana_wanted += str(parse_mana(wish))
    return made


NO_LIFE = "pay life to cast spells or activate abilities"
NO_LIFE_BUT_FOR_MANA = "pay life for what is no mana ability"
NO_SACRIFICE = "sacrifice to cast spells or activate abilities"
"""Words of Cant about what players pay with (CR 118.3)."""


def pays_no_life(made: Paying) -> bool:
    """CR 101.2: whether an effect keeps the payer from paying life to cast the spell or activate the ability."""
    what = made.ctx.pays_for
    if what in ("spell", "ability") and changed_rules.cant(made.game, made.payer, NO_LIFE_BUT_FOR_MANA):
        return True
    return bool(what) and changed_rules.cant(made.game, made.payer, NO_LIFE)


def life_to_pay(made: Paying) -> int:
    """CR 119.4, 119.8: how much life the payer can pay for what the cost is of."""
    if pays_no_life(made):
        made.game.cite("101.2")
        return 0
    return changed_rules.life_to_pay(made.game, made.payer)


def can_sacrifice(made: Paying, id: ObjectId) -> bool:
    """CR 101.2, 701.21a: whether nothing keeps the payer from sacrificing the permanent for what the cost is of. A cost that a spell or ability of
    somebody's asks for as it resolves is caused by that."""
    ctx = made.ctx
    if changed_rules.cant(made.game, id, "be sacrificed"):
        return False
    if ctx.pays_for:
        return not changed_rules.cant(made.game, made.payer, NO_SACRIFICE, whom=id)
    return not changed_rules.made_to(made.game, ctx.object, made.payer, changed_rules.MADE_TO_SACRIFICE, id)


rule_changes.heed_players(ab.Cant, (NO_LIFE, NO_LIFE_BUT_FOR_MANA))
rule_changes.heed_players(ab.Cant, (NO_SACRIFICE,), "whom")


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


X_IN = "X in "
"""Begins the word of `PayMana.by` that says which mana alone may be spent on X."""
ALONE = "/x"
"""Ends the symbol of a mana of X that has to be of that color."""


def mana_symbols(ctx: Context, cost: ab.PayMana) -> list[str]:
    """The symbols of a cost of mana, so many times over (CR 107.3a, 118.4)."""
    times = max(0, numbers.value(ctx, cost.times)) if cost.times is not None else 1
    symbols: list[str] = []
    if cost.of is not None:
        return [*_mana_cost_of(ctx, cost.of)] * times
    for symbol in parse_mana(cost.mana).symbols:
        if symbol == "X" and cost.by.startswith(X_IN):
            symbols.extend([cost.by.removeprefix(X_IN) + ALONE] * letter(ctx, symbol))
            ctx.game.cite("601.2h")
            continue
        if symbol in ("X", "Y", "Z"):
            symbol = str(letter(ctx, symbol))
        symbols.append(symbol)
    if times <= limits.MANY:
        return symbols * times
    generic = sum(int(s) for s in symbols if s.isdigit()) * times
    others = [s for s in symbols if not s.isdigit()]
    limits.check(times if others else 0, limits.MOST_TIMES, "times over a cost")
    return [str(generic), *(others * times)]


def _mana_cost_of(ctx: Context, what: ab.Objects) -> Iterator[str]:
    """CR 107.3h: the symbols of an object's mana cost that an effect asks for: an {X} is 0 but for a spell, of which it is what was chosen."""
    game = ctx.game
    for id in (i for i in descriptions.referents(ctx, what) if isinstance(i, int)):
        cost = game.characteristics(id).mana_cost
        if cost is None:
            raise IllegalAction("118.6", f"{game.name(id)} has no mana cost, which can't be paid")
        obj = game.object(id)
        x = obj.cast.x if obj.zone == "stack" and obj.cast is not None else 0
        if "X" in cost.symbols:
            game.cite("107.3h")
        yield from (str(x or 0) if symbol == "X" else symbol for symbol in cost.symbols)


def letter(ctx: Context, name: str) -> int:
    """CR 107.3: the value announced for a letter of the cost."""
    if name not in ctx.letters:
        raise Unsupported(f"a cost with {{{name}}} whose value was not announced")
    return ctx.letters[name]
