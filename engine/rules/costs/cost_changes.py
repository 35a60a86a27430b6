"""The total cost: what effects add to the mana of a cost and take off it (CR 118.7, 601.2f, 602.2b)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, CostPart, Game, Quote
from engine.model import COLOR_OF, ObjectId, PlayerId, parse_mana
from engine.queries import changed_rules, conditions, descriptions, numbers
from engine.rules.costs import limits, mana_abilities
from engine.rules.costs.paying import ALONE, split


def increased(symbols: Sequence[str], more: Iterable[str]) -> list[str]:
    """CR 601.2f: the cost with an amount added."""
    return [*symbols, *(s for text in more for s in parse_mana(text).symbols if s != "0")]


def reduced(symbols: Sequence[str], less: Iterable[str], *, colored: bool = False) -> list[str]:
    """CR 118.7: the cost less these amounts of mana. Colored reductions come first, each from its own color while there is any, then from generic
    mana (118.7b-c), unless the effect says that it takes off `colored` mana alone; generic ones only ever from generic mana (118.7a)."""
    generic = sum(int(s) for s in symbols if s.isdigit())
    other = [s for s in symbols if not s.isdigit()]
    amounts: list[str] = []
    for text in less:
        amounts.extend(parse_mana(text).symbols)
    plain = 0
    for symbol in amounts:
        if symbol.isdigit():
            plain += int(symbol)
            continue
        if symbol == "S":
            plain += 1  # 118.7g
            continue
        if symbol in ("X", "Y", "Z") or symbol.startswith("2/"):
            raise Unsupported(f"a cost reduced by {{{symbol}}}")
        kinds = [p for p in symbol.split("/") if p in COLOR_OF or p == "C"]  # 118.7e-f
        if sum(k in other for k in kinds) > 1:
            raise Unsupported(f"a cost reduced by {{{symbol}}} where either half is in it")
        match = next((s for k in kinds for s in other if s == k), None)
        if match is None:
            match = next((s for k in kinds for s in other if k in s.split("/")), None)
        if match is not None:
            other.remove(match)
        elif not colored:
            plain += 1
    generic = max(0, generic - plain)
    return ([str(generic)] if generic or not other else []) + other


def of_reductions(symbols: Sequence[str], less: Iterable[str]) -> tuple[str, ...]:
    """CR 118.7a-g: the rules by which amounts of mana are taken off such a cost."""
    found: list[str] = []
    amounts = [symbol for text in less for symbol in parse_mana(text).symbols]
    for symbol in amounts:
        if symbol.isdigit():
            found.append("118.7a")
        elif symbol == "S":
            found.append("118.7g")
        elif "/" in symbol:
            found.append("118.7f" if symbol.endswith("/P") else "118.7e")
        elif not (there := symbols.count(symbol)):
            found.append("118.7b")
        elif amounts.count(symbol) > there:
            found.append("118.7d" if symbol == "C" else "118.7c")
    return tuple(dict.fromkeys(found))


def with_cost_changes(
    applied: Iterable[tuple[ab.CostChange, Context]], symbols: Sequence[str], game: Game
) -> list[str]:
    """CR 601.2f: increases first, then reductions."""

    more: list[str] = []
    less: list[str] = []
    colored: list[str] = []
    cut: list[tuple[str, int]] = []
    least = 0
    for change, ctx in applied:
        times = 1 if change.times is None else max(0, numbers.value(ctx, change.times))
        amount = change.mana
        if amount == "{X}" and change.times is not None:
            amount, times = f"{{{times}}}", 1  # "{X} less ..., where X is ..." (107.3i)
        if amount == "{X}" and change.times is not None:
            amount = "{1}"  # X is how many times over: so much generic mana
        elif "X" in parse_mana(amount).symbols:
            raise Unsupported("a cost changed by {X}")
        if change.how == "at least":
            least = max(least, parse_mana(amount).mana_value)
        elif change.least:
            cut.extend((each, change.least) for each in _times_over(amount, times))
        else:
            amounts = more if change.how == "more" else colored if change.colored else less
            amounts.extend(_times_over(amount, times))
    if not more and not less and not cut and not least and not colored:
        return list(symbols)
    total = increased(symbols, more)
    if (less or cut or colored) and any(s.endswith(ALONE) for s in total):
        raise Unsupported("a reduced cost with an X on which some mana alone may be spent")
    game.cite("601.2f", *(("118.7", *of_reductions(total, less)) if less or cut or colored else ()))
    total = reduced(total, colored, colored=True)
    for amount, left in cut:
        total = _cut(total, amount, left)
    return _at_least(reduced(total, less) if less else total, least)


CostChanges = Sequence[tuple[ab.CostChange, Context, str]]
"""Changes of a cost, each in its frame, with the rule that makes it where that is a keyword's."""
ORDER = ("more", "cut", "less", "at least")
"""CR 601.2f: in which order changes apply."""


Announced = tuple[tuple[str, tuple[ab.Cost, ...], str], ...]
"""The parts of a cost as they are announced: what each is, its costs, its rule."""


def quote(
    ctx: Context, player: PlayerId, announced: Announced, settled: Iterable[ab.Cost], changes: CostChanges
) -> None:
    """CR 601.2f: where somebody asks, write down how the total cost comes about: what was announced, then each change with the total after it.
    `settled`: what is paid of what was announced, where that gave a choice."""
    game = ctx.game
    if game.quotes is None:
        return
    symbols, others = split(ctx, settled)
    parts = [CostPart(what, costs=costs, rules=(rule,)) for what, costs, rule in announced if costs]
    kinds = ["cut" if change.how == "less" and change.least else change.how for change, _, _ in changes]
    places = sorted(range(len(changes)), key=lambda n: ORDER.index(kinds[n]))
    mana = tuple(symbols)
    for count, place in enumerate(places, 1):
        change, inner, rule = changes[place]
        so_far = [changes[n][:2] for n in places[:count]]
        rules = ("601.2f", *(("118.7",) if change.how == "less" else ()), *((rule,) if rule else ()))
        before, mana = mana, tuple(with_cost_changes(so_far, symbols, game))
        parts.append(CostPart(change.how, inner.source, mana=mana, before=before, rules=rules))
    game.quotes.append(Quote(player, ctx.source, mana, tuple(others), tuple(parts)))


def _times_over(amount: str, times: int) -> list[str]:
    """The amount so many times; of generic mana, many times are one amount."""
    symbols = parse_mana(amount).symbols
    if times > limits.MANY and all(s.isdigit() for s in symbols):
        return [f"{{{sum(int(s) for s in symbols) * times}}}"]
    limits.check(times, limits.MOST_TIMES, "times over a cost")
    return [amount] * times


def _mana_in(symbols: Iterable[str]) -> int:
    """How much mana a cost asks for."""
    return sum(int(s) if s.isdigit() else 1 for s in symbols)


def _cut(symbols: Sequence[str], amount: str, left: int) -> list[str]:
    """A reduction of generic mana that doesn't bring the mana in the cost below so much (CR 118.7a)."""
    if any(not s.isdigit() for s in parse_mana(amount).symbols):
        raise Unsupported(f"a cost reduced by {amount}, but not to less than {left} mana")
    by = min(parse_mana(amount).mana_value, max(0, _mana_in(symbols) - left))
    return reduced(symbols, [f"{{{by}}}"]) if by else list(symbols)


def _at_least(symbols: list[str], least: int) -> list[str]:
    """CR 601.2f: last comes what sets the total cost itself: what is lacking is paid with generic mana."""
    lacking = least - _mana_in(symbols)
    return [*symbols, str(lacking)] if lacking > 0 else symbols


def _of_itself(ctx: Context, condition: ab.Condition) -> Context:
    """CR 113.1, 602.2a: the frame of a condition for an ability's cost; what is asked of "it" is asked of the ability on the stack, with its targets."""
    match condition:
        case ab.Fits(what=ab.That()) if ctx.object:
            return dataclasses.replace(ctx, source=ctx.object)
    return ctx


def activation_changes(
    ctx: Context, id: ObjectId, ability: ab.Activated, keyword: str = ""
) -> Callable[[Sequence[str]], list[str]]:
    """CR 601.2f, 602.2b: what effects make of the mana of the activation cost."""
    found = changes_of_activation(ctx, id, ability, keyword)
    return lambda symbols: with_cost_changes([(c, inner) for c, inner, _ in found], symbols, ctx.game)


def changes_of_activation(
    ctx: Context, id: ObjectId, ability: ab.Activated, keyword: str = ""
) -> CostChanges:
    """CR 601.2f, 602.2b: what changes the activation cost."""
    game = ctx.game
    found: list[tuple[ab.CostChange, Context, str]] = []
    if ability.changed_if is None or conditions.holds(
        _of_itself(ctx, ability.changed_if), ability.changed_if
    ):
        found += [(change, ctx, "") for change in ability.changed if isinstance(change, ab.CostChange)]
    if keyword == "power-up":
        found += _powered_up(ctx, id)
    for applied in (
        *changed_rules.changes_on(game, id, ab.CostChange),
        *changed_rules.changes_on(game, ctx.controller, ab.CostChange),
    ):
        what, of = applied.change.abilities, applied.change.of
        if of is not None and not (ctx.object and descriptions.fits(applied.ctx, of, ctx.object)):
            continue
        if what and (what == keyword.removeprefix("commander ") or (what in KINDS and KINDS[what](ability))):
            found.append((applied.change, applied.ctx, ""))
    return found


ENTERED = ab.Fits(ab.This(), ab.Which((), ab.Noun(form="permanent"), (ab.Happened("entered"),)))


def _powered_up(ctx: Context, id: ObjectId) -> list[tuple[ab.CostChange, Context, str]]:
    """CR 702.193a-b: in the turn in which the permanent entered, its mana cost is taken off; an X in that is 0 (202.3e)."""
    cost = ctx.game.characteristics(id).mana_cost
    off = "".join(f"{{{s}}}" for s in cost.symbols if s != "X") if cost is not None else ""
    if cost is None or not off or not conditions.holds(ctx, ENTERED):
        return []
    ctx.game.cite("702.193a", *(("702.193b",) if any(not s.isdigit() for s in cost.symbols) else ()))
    return [(ab.CostChange("less", off), ctx, "702.193a")]


KINDS: dict[str, Callable[[ab.Activated], bool]] = {
    "activated": lambda ability: True,
    "activated but for mana": lambda ability: not mana_abilities.is_mana_ability(ability),
    "loyalty": lambda ability: any(isinstance(cost, ab.Loyalty) for cost in ability.costs),
}
"""Which activated abilities a change of their costs is about (CR 602.1, 605.1a, 606.1)."""

KEYWORDS = frozenset({"equip", "cycling", "ninjutsu", "boast"})
"""Keyword abilities whose costs effects change by name; the one who activates it says which keyword it is."""
