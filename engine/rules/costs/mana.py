"""The kinds of mana that instructions and mana abilities add, before anything changes them (CR 106.1, 106.5, 106.7, 903.4f)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, seen
from engine.model import COLOR_OF, COLORS, SYMBOL_OF, parse_mana
from engine.queries import conditions, descriptions, numbers
from engine.rules.costs import limits
from engine.rules.costs.activated_abilities import all_abilities
from engine.rules.costs.mana_abilities import is_mana_ability, makes_mana
from engine.rules.costs.payment import Unit
from engine.rules.effects import commander

FIVE: tuple[str, ...] = tuple(SYMBOL_OF[color] for color in COLORS)


SIX = (*FIVE, "C")


Alternative = tuple[Unit, ...]


def alternatives(ctx: Context, effect: ab.AddMana) -> tuple[Alternative, ...]:
    """What the instruction may add now: each alternative is so many mana, each of one of the kinds given (CR 106.1, 106.3, 106.5)."""
    if effect.any_ == SO_MUCH and "color" not in ctx.chosen:
        return _of_each_color(ctx, effect)
    number = max(0, numbers.value(ctx, effect.number)) if effect.number is not None else 1
    fixed = [units for text in effect.mana for units in mana_units(text)]
    limits.check(number * max((len(f) for f in fixed), default=1), limits.MOST_MANA, "mana added at once")
    if effect.any_ not in ANY:
        raise Unsupported(f"adding mana of {effect.any_!r}")
    return ANY[effect.any_](ctx, effect, number, fixed)


SO_MUCH = "that color, so much"


def _of_each_color(ctx: Context, effect: ab.AddMana) -> tuple[Alternative, ...]:
    """CR 106.7: before the color is chosen, as much of each as there would be, which the color may say itself."""
    chosen = ctx.chosen
    try:
        found: list[Alternative] = []
        for color in COLORS:
            ctx.chosen = {**chosen, "color": color}
            found += alternatives(ctx, effect)
        return tuple(found)
    finally:
        ctx.chosen = chosen


Fixed = list[Alternative]


Kinds = Callable[[Context, ab.AddMana, int, Fixed], tuple[Alternative, ...]]


def _one_kind(allowed: Sequence[str]) -> Kinds:
    """CR 106.1b, 106.7: so many of one kind; of those that what is named could produce."""

    def kinds(ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed) -> tuple[Alternative, ...]:
        if effect.among is not None:
            return tuple((frozenset(k),) * number for k in _produced_by(ctx, effect.among, allowed))
        return tuple((frozenset(c),) * number for c in allowed) if number else ()

    return kinds


def _combination(ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed) -> tuple[Alternative, ...]:
    """Each of any of the colors."""
    choice = frozenset().union(*(unit for units in fixed for unit in units)) if fixed else frozenset(FIVE)
    return ((choice,) * number,) if number else ()


def _chosen_color(ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed) -> tuple[Alternative, ...]:
    """CR 607.2d."""
    color = descriptions.chosen_value(ctx, "color")
    if color is None:
        ctx.game.cite("607.5a")  # an undefined choice: no mana is added
    return ((frozenset(SYMBOL_OF[color]),) * number,) if color in SYMBOL_OF and number else ()


def _that_color(ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed) -> tuple[Alternative, ...]:
    """CR 106.7, 608.2d: of the color that the same text has chosen; before that, of any that can be."""
    if "color" in ctx.chosen:
        return _chosen_color(ctx, effect, number, fixed)
    return _one_kind(FIVE)(ctx, effect, number, fixed)


def _produced_now(ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed) -> tuple[Alternative, ...]:
    """CR 106.12a: of a type that was produced as the permanent was tapped for mana."""
    made = next((m for m in reversed(ctx.mentions) if m.done == "produced" and "mana" in m.words), None)
    if made is None:
        raise Unsupported("mana of a type that was produced, where none is spoken of")
    return (
        tuple((frozenset(kind),) * number for kind in SIX if f"{kind} mana" in made.words) if number else ()
    )


def _commanders_colors(
    ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed
) -> tuple[Alternative, ...]:
    """CR 903.4f: of the color identity of one's commander; nothing for who has none."""
    colors = commander.colors(ctx.game, ctx.controller) if number else []
    ctx.game.cite(*(commander.rules_of_identity(ctx.game, ctx.controller) if number else ()))
    return tuple((frozenset(c),) * number for c in colors)


def _colors_of(ctx: Context, effect: ab.AddMana) -> list[str]:
    """CR 105.2, 106.1a: the colors that the things named are, as they are or last were."""
    among = effect.among
    if isinstance(among, ab.Chosen | ab.Each):
        things = descriptions.matching(ctx, among.which)
    else:
        things = descriptions.referents(ctx, among) if among is not None else []
    seen_ = {color for thing in things if isinstance(thing, int) for color in seen(ctx.game, thing).colors}
    return [symbol for symbol in FIVE if COLOR_OF[symbol] in seen_]


def _one_of_their_colors(
    ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed
) -> tuple[Alternative, ...]:
    """Of one of the colors that something is; nothing for what is colorless (CR 106.5)."""
    return tuple((frozenset(kind),) * number for kind in _colors_of(ctx, effect)) if number else ()


def _each_of_their_colors(
    ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed
) -> tuple[Alternative, ...]:
    """One of each of the colors that the things are."""
    kinds = _colors_of(ctx, effect)
    return (tuple(frozenset(kind) for kind in kinds),) if kinds else ()


PRODUCED = "any type produced"


ANY: dict[str, Kinds] = {
    "": lambda ctx, effect, number, fixed: tuple(dict.fromkeys(f * number for f in fixed)),
    "any color": _one_kind(FIVE),
    "any one color": _one_kind(FIVE),
    "any type": _one_kind(SIX),
    "any combination of colors": _combination,
    "any combination": _combination,
    PRODUCED: _produced_now,
    **dict.fromkeys(("any of its colors", "any color among", "a color chosen among"), _one_of_their_colors),
    "different colors": lambda ctx, effect, number, fixed: tuple(
        tuple(map(frozenset, kinds)) for kinds in combinations(FIVE, number)
    ),
    "each of their colors": _each_of_their_colors,
    "commander's colors": _commanders_colors,
    "the chosen color": _chosen_color,
    "that color": _that_color,
    SO_MUCH: _that_color,
    "or the chosen color": lambda ctx, effect, number, fixed: tuple(
        dict.fromkeys((*fixed, *_chosen_color(ctx, effect, number, fixed)))
    ),
}
"""What the words of AddMana.any_ mean."""


def mana_units(text: str) -> list[Alternative]:
    """What symbols such as {R}{R} or {2/W} stand for when mana is added (CR 106.1a, 106.8-11, 107.4): each way in which their halves can be chosen."""
    of_each = [_units_of(symbol) for symbol in parse_mana(text).symbols]
    return [tuple(unit for units in chosen for unit in units) for chosen in product(*of_each)]


def _units_of(symbol: str) -> list[Alternative]:
    """One symbol: mana of a kind, colorless mana for a number or a snow symbol, either half of a hybrid one."""
    colorless = frozenset("C")
    halves = [half for half in symbol.split("/") if half != "P"]
    kinds = frozenset(half for half in halves if half in SIX)
    numbers_ = [int(half) for half in halves if half.isdecimal()]
    if symbol == "S":
        return [(colorless,)]
    if len(kinds) + len(numbers_) < len(halves) or not halves:
        raise Unsupported(f"adding {{{symbol}}}")
    return [*([(kinds,)] if kinds else []), *((colorless,) * number for number in numbers_)]


def rules_of(effect: ab.AddMana) -> tuple[str, ...]:
    """CR 106.8-11: what goes for the symbols that aren't of one kind of mana."""
    symbols = {symbol for text in effect.mana for symbol in parse_mana(text).symbols}
    applied = {
        "106.8": any("/" in s and "P" not in s for s in symbols),
        "106.9": any(s.endswith("/P") for s in symbols),
        "106.10": any(s.isdecimal() for s in symbols),
        "106.11": "S" in symbols,
    }
    return tuple(rule for rule, holds in applied.items() if holds)


def _produced_by(ctx: Context, among: ab.Objects | None, allowed: Sequence[str]) -> list[str]:
    """CR 106.7: the kinds that those objects' mana abilities could make, whether or not they could be activated now."""

    game = ctx.game
    match among:
        case ab.Chosen(which=which) | ab.Each(which=which):
            things = descriptions.matching(ctx, which)
        case None:
            things = []
        case _:
            things = descriptions.referents(ctx, among)
    looked = ctx.looked
    kinds: set[str] = set()
    for thing in things:
        if not isinstance(thing, int) or thing in looked:
            continue
        for ability in all_abilities(game, thing):
            if is_mana_ability(ability):
                inner = Context(game, game.controller(thing), thing, looked=looked | {ctx.source, thing})
                for alternative in outputs(inner, ability.effect):
                    kinds |= {k for unit in alternative for k in unit}
    return [k for k in allowed if k in kinds]


def says_what(effect: ab.Effect) -> bool:
    """Whether `outputs` can tell what the effect of a mana ability adds."""
    match effect:
        case ab.AddMana(who=who):
            return isinstance(who, ab.You)
        case ab.Sequence(steps=(first, ab.Conditional(instead=True, otherwise=None, effect=other))):
            return says_what(first) and says_what(other)
        case ab.Sequence(steps=steps):
            return all(says_what(step) for step in steps if makes_mana(step))
        case ab.WhereX(effect=inner):
            return says_what(inner)
        case ab.Conditional(effect=inner, otherwise=otherwise, instead=False):
            return says_what(inner) and (otherwise is None or says_what(otherwise))
        case ab.Optional(effect=inner):
            return says_what(inner)
    return False


def outputs(ctx: Context, effect: ab.Effect) -> tuple[Alternative, ...]:
    """What a whole effect adds: its instructions' mana together. Empty: nothing now."""

    match effect:
        case ab.AddMana(who=who):
            if not isinstance(who, ab.You):
                raise Unsupported("mana that another player adds")
            return alternatives(ctx, effect)
        case ab.Sequence(
            steps=(first, ab.Conditional(instead=True, otherwise=None, effect=other, condition=condition))
        ):
            return outputs(ctx, other if conditions.holds(ctx, condition) else first)
        case ab.WhereX(effect=inner, number=number, name=name):
            letters, ctx.letters = ctx.letters, ctx.letters | {name: numbers.value(ctx, number)}
            try:
                return outputs(ctx, inner)
            finally:
                ctx.letters = letters
        case ab.Sequence(steps=steps):
            adding = [outputs(ctx, step) for step in steps if makes_mana(step)]
            return tuple(
                tuple(unit for alternative in combo for unit in alternative) for combo in product(*adding)
            )
        case ab.Conditional(condition=condition, effect=inner, otherwise=otherwise, instead=False):
            if conditions.holds(ctx, condition):
                return outputs(ctx, inner)
            return outputs(ctx, otherwise) if otherwise is not None else ((),)
        case ab.Optional(effect=inner):
            return outputs(ctx, inner)
    raise Unsupported(f"a mana ability with {type(effect).__name__}")
