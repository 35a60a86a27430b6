"""The engine's tables with a hook before each function: what it is asked about can be noted, or answered wrongly.

Verbs do nothing, conditions, qualities and descriptions answer the opposite, numbers are one more, events never fit, nouns mean nothing. What no table of
functions is asked for (abilities, changes, costs, restrictions, durations, some nouns) is taken out of the cards, as they are found, or put otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

import engine  # noqa: F401  (all tables are full)
from engine import abilities as ab
from engine.abilities.base import Ability, Change, Cost, Duration, Node, Restriction
from engine.abilities.tree import walk, with_parts
from engine.actions import FLOW, VERBS
from engine.keywords import EXPANSIONS, keyword_costs
from engine.model import Card
from engine.oracle.executable import entries
from engine.oracle.executable.tables import TYPES
from engine.queries import asking
from engine.queries.descriptions import amounts, fitting
from engine.rules.costs.action_costs import ACTIONS
from engine.rules.effects import continuous
from engine.rules.effects.substituting import SUBSTITUTES
from scenarios.cards import Cards

Hit = Callable[[Node], bool]
"""Asked with each value that a table is asked about: whether it is to be answered wrongly."""

INERT = ab.TextOnly("903.3")
"""What takes the place of an ability that is taken out."""

TAKEN_OUT = (Change, Cost, Restriction)
"""Parts of speech of which the tables hold no functions, and of which a text can have none."""

SPELLED_OUT = ("support", "earthbend")
"""Keyword actions that are other instructions before anything is carried out."""

OTHERWISE: dict[type[Node], Callable[[Any], Any]] = {
    Ability: lambda ability: INERT,
    Duration: lambda duration: ab.ThisTurn() if isinstance(duration, ab.Always) else ab.Always(),
    ab.Target: lambda noun: ab.Chosen(noun.which, noun.amount),
    ab.TargetPlayer: lambda noun: ab.You(),
    ab.Together: lambda noun: noun.parts[0],
    ab.SeveralPlayers: lambda noun: noun.parts[0],
    ab.EachOf: lambda noun: ab.This(),
    ab.Grantor: lambda noun: ab.This(),
    ab.Pile: lambda noun: ab.This(),
    ab.Meets: lambda event: replace(event, condition=ab.Negated(event.condition)),
    ab.StepBegins: lambda event: replace(event, step="end step") if event.step == "turn" else event,
    ab.SkipStep: lambda effect: replace(effect, when="next") if effect.when == ab.WOULD_BEGIN else effect,
    ab.OneOf: lambda noun: noun.of,
    ab.SameSubject: lambda noun: ab.This(),
    ab.SameReceiver: lambda noun: ab.This(),
    ab.SameTokens: lambda noun: ab.This(),
    ab.OneOrMore: lambda amount: None,
    ab.Modal: lambda effect: replace(effect, note="") if effect.note else effect.modes[0].effect,
    ab.Cleaved: lambda effect: effect.printed,
    ab.TokenKind: lambda token: (
        replace(token, colors=())
        if token.colors
        else replace(token, predefined="Food" if token.predefined == "Gold" else "Gold")
    ),
    ab.AddMana: lambda effect: replace(effect, mana=("{C}",), any_="") if effect.any_ else effect,
    ab.Keyworded: lambda effect: ab.Sequence(()) if effect.verb in SPELLED_OUT else effect,
}
"""What takes the place of values that the rules of the engine look for by their type."""


def entries_of(node: Node) -> Iterator[str]:
    """The entries that a table is asked about with a value: its own, and those of what it holds that is no part of speech (the kind of a token, a mode)."""
    yield from entries.of_node(node)
    for name in node.__struct_fields__:
        held = getattr(node, name)
        for part in held if isinstance(held, tuple) else (held,):
            if isinstance(part, Node) and not isinstance(part, tuple(TYPES)):
                yield from entries_of(part)


def _around(table: dict[Any, Any], place: int, hit: Hit, wrong: Callable[..., Any]) -> None:
    """Every function of the table asks the hook first; `place`: which of its arguments is the value; `wrong`: from the function and its arguments."""
    for kind, function in list(table.items()):

        def hooked(*args: Any, function: Any = function) -> Any:
            return wrong(function, *args) if hit(args[place]) else function(*args)

        table[kind] = hooked


def _opposite(function: Callable[..., Any], *args: Any) -> bool:
    return not function(*args)


def _no_verb(function: Callable[..., Any], ctx: Any, effect: Any) -> None:
    """Nothing is done; what joins instructions says itself that they were."""
    if type(effect) in FLOW:
        ctx.did = True


def hook(hit: Hit) -> None:
    """Put the hook before every function. For a process of its own: nothing takes it off."""
    _around(VERBS, 1, hit, _no_verb)
    for table in (asking.CONDITIONS, asking.QUALITIES, asking.DESCRIPTIONS, asking.PLAYERS):
        _around(table, 1, hit, _opposite)
    _around(asking.NUMBERS, 1, hit, lambda function, *args: function(*args) + 1)
    _around(asking.MATCHERS, 1, hit, lambda function, *args: None)
    _around(amounts.AMOUNTS, 1, hit, lambda function, *args: (0, 0))
    _around(SUBSTITUTES, 1, hit, lambda function, ctx, effect, event: [event])
    for kind, action in ACTIONS.items():
        ACTIONS[kind] = action._replace(prepare=_payment(action.prepare, hit))
    for nouns in (asking.MEANT, asking.REFERENTS):
        _around(nouns, 1, hit, lambda function, *args: [])
    joined, extreme = fitting.has, fitting._is_extreme

    def has(ctx: Any, quality: Any, thing: Any, noun: Any) -> bool:
        inner = isinstance(quality, fitting.JOINING)
        return joined(ctx, quality, thing, noun) != (inner and hit(quality))

    def is_extreme(ctx: Any, quality: Any, thing: Any, pool: Any) -> bool:
        return extreme(ctx, quality, thing, pool) != hit(quality)

    fitting.has, fitting._is_extreme = has, is_extreme


def _payment(prepare: Callable[..., Any], hit: Hit) -> Callable[..., Any]:
    """A verb as a cost, for which nothing is paid where the hook says so."""
    return lambda made, action: (lambda: None) if hit(action) else prepare(made, action)


def of_cards(used: Callable[[Card], Card]) -> None:
    """Every card that a scenario finds is what the function makes of it."""
    find = Cards.find
    Cards.find = lambda self, name: used(find(self, name))  # type: ignore[method-assign]


def of_makers(used: Callable[[Any], Any]) -> None:
    """What keywords mean, and the lasting effects that the rules themselves make, are what the function makes of them."""
    for name, expansion in list(EXPANSIONS.items()):

        def made(keyword: ab.Keyword, expansion: Any = expansion) -> Any:
            return used(expansion(keyword))

        EXPANSIONS[name] = made
    activated = keyword_costs.activated
    keyword_costs.activated = lambda keyword: used(activated(keyword))
    begin = continuous.add_floating

    def begun(ctx: Any, what: Any, changes: Any, duration: Any = None) -> list[int]:
        return begin(ctx, what, used(changes), used(duration))

    continuous.add_floating = begun


NO_CHANGE = ab.Gains(())
"""What is left where the only change is taken out: no effect changes nothing, and none is written so."""


def without(entry: str) -> Callable[[Any], Any]:
    """Takes out or puts otherwise, in what it is given, each value of the entry that no table of functions is asked for."""

    def cut(part: Any) -> Any:
        if isinstance(part, tuple):
            left = tuple(p for p in part if not (isinstance(p, TAKEN_OUT) and _is_of(p, entry)))
            if part and not left and isinstance(part[0], ab.Change):
                left = (NO_CHANGE,)
            return with_parts(left, cut)
        if isinstance(part, TAKEN_OUT) and _is_of(part, entry):
            return None
        if (put := _put(part)) is not None and _is_of(part, entry):
            return put(part)
        return with_parts(part, cut)

    return cut


def card_without(card: Card, entry: str) -> Card:
    """The card without the values of the entry."""
    cut = without(entry)
    faces = tuple(replace(face, abilities=cut(face.abilities)) for face in card.faces)
    return replace(card, faces=faces)


def _is_of(part: Node, entry: str) -> bool:
    return entry in entries.of_node(part)


def _put(part: Any) -> Callable[[Any], Any] | None:
    return next((make for kind, make in OTHERWISE.items() if isinstance(part, kind)), None)


def in_value(value: Any) -> Iterator[str]:
    """The entries in a value that `without` takes out or puts otherwise."""
    for node in walk(value):
        if isinstance(node, TAKEN_OUT) or _put(node) is not None:
            yield from entries.of_node(node)


def in_card(card: Card) -> Iterator[str]:
    """The entries of the card that `without` takes out or puts otherwise."""
    for face in card.faces:
        yield from in_value(face.abilities)
