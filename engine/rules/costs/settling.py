"""What is announced about a cost before it is paid: X, and which of several costs (CR 107.3a-b, 118.13, 601.2b)."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, Decision, DefaultDecider, doors
from engine.model import PlayerId, parse_mana
from engine.queries import numbers
from engine.rules.costs import limits
from engine.rules.costs.paying import Paying, mana_symbols, split
from engine.rules.costs.payment import GENERIC
from engine.rules.costs.preparing import prepare


def settle(made: Paying, costs: tuple[ab.Cost, ...]) -> tuple[ab.Cost, ...]:
    """CR 601.2b: the payer announces which of several costs is going to be paid; what they named to pay with says which, where it does."""
    if made.wanted or made.mana_wanted or made.life_wanted:
        ways = list(islice(_alternatives(made.ctx, costs), MOST_WAYS))
        if 1 < len(ways) < MOST_WAYS:
            judged = sorted(
                (unmet, n) for n, way in enumerate(ways) if (unmet := _unmet(made, way)) is not None
            )
            if judged and (len(judged) == 1 or judged[0][0] < judged[1][0]):
                return _bending(made, ways[judged[0][1]])
    return _bending(made, _asked(made, costs))


def _bending(made: Paying, costs: tuple[ab.Cost, ...]) -> tuple[ab.Cost, ...]:
    """CR 701.67a-b: for so much generic mana as is in waterbend costs, untapped artifacts and creatures of the payer's may be tapped."""
    bent = [c for c in costs if isinstance(c, ab.PayMana) and c.by == "waterbend"]
    if not bent:
        return costs
    game = made.game
    most = sum(int(s) for cost in bent for s in mana_symbols(made.ctx, cost) if s.isdigit())
    able = [
        i
        for i in game.battlefield()
        if game.controller(i) == made.payer and not game.object(i).tapped and i not in made.tapped
        if game.characteristics(i).types & {"artifact", "creature"}
    ]
    named = made.wanted.among(able)
    game.cite("701.67a", *(("701.67b",) if len(costs) > len(bent) else ()))
    first = sorted(able, key=lambda i: i not in named)[:most]
    made.helpers += tuple(("waterbend", i, frozenset({GENERIC})) for i in first)
    made.bent += len(bent)
    return costs


def _asked(made: Paying, costs: tuple[ab.Cost, ...]) -> tuple[ab.Cost, ...]:
    """CR 601.2b: the same, as the payer decides."""
    settled: list[ab.Cost] = []
    for at, cost in enumerate(costs):
        match cost:
            case ab.TimesOver():
                settled.extend(_asked(made, _repeated(made.ctx, cost)))
            case ab.EitherCost(options=options):
                picked = _decided(made, options, (*settled, *costs[at + 1 :]))
                settled.extend(_asked(made, options[picked]))
            case _:
                settled.append(cost)
    return tuple(settled)


def _decided(made: Paying, options: tuple[tuple[ab.Cost, ...], ...], others: tuple[ab.Cost, ...]) -> int:
    """CR 118.3, 601.2b: which of the costs the payer decides to pay. Offered first is one that can be paid together with the others."""
    payable = [i for i, option in enumerate(options) if doors.can_pay(made.ctx, option, made.payer)]
    if not payable:
        raise IllegalAction("118.3", "none of the costs to choose from can be paid")
    if len(payable) == 1:
        return payable[0]
    together = (i for i in payable if doors.can_pay(made.ctx, (*options[i], *others), made.payer))
    named = {
        f"{_words(options[i])}{'' if times == 1 else f' ({times})'}": i
        for i, times in _numbered(options, payable)
    }
    usual = next(together, payable[0])
    default = next(words for words, i in named.items() if i == usual)
    decision = Decision(made.payer, "word", "Which cost is paid?", tuple(named), default=default)
    return named[made.game.decide(decision)[0]]


def _numbered(options: tuple[tuple[ab.Cost, ...], ...], places: list[int]) -> Iterator[tuple[int, int]]:
    """Each place, and the how-manieth it is of those whose options are called the same."""
    seen: dict[str, int] = {}
    for place in places:
        words = _words(options[place])
        seen[words] = seen.get(words, 0) + 1
        yield place, seen[words]


def _words(option: tuple[ab.Cost, ...]) -> str:
    """What to call a cost when it is asked about: what is done, and how much mana or life is paid."""
    return " and ".join(_word(part) for part in option)


def _word(part: ab.Cost) -> str:
    match part:
        case ab.PayMana(mana=mana):
            return f"pay {mana}"
        case ab.Do(action=ab.PayLife(amount=ab.Literally(value=life))):
            return f"pay {life} life"
        case ab.Do(action=ab.Keyworded(verb=verb) | ab.Put(verb=verb) | ab.Transform(verb=verb)):
            return verb
        case ab.Do(action=ab.RemoveCounters(kind=kind)):
            return f"remove {kind} counters"
        case ab.Do(action=action):
            return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(action).__name__).lower()
    return type(part).__name__


MOST_WAYS = 64
"""From how many ways to choose among costs on the player is asked, whatever they named."""


def _alternatives(ctx: Context, costs: tuple[ab.Cost, ...]) -> Iterator[tuple[ab.Cost, ...]]:
    """Every way to choose among the costs."""
    if not costs:
        yield ()
        return
    first, rest = costs[0], costs[1:]
    match first:
        case ab.TimesOver():
            yield from _alternatives(ctx, (*_repeated(ctx, first), *rest))
        case ab.EitherCost(options=options):
            for option in options:
                yield from _alternatives(ctx, (*option, *rest))
        case _:
            yield from ((first, *more) for more in _alternatives(ctx, rest))


def _unmet(made: Paying, costs: tuple[ab.Cost, ...]) -> tuple[int, int, int] | None:
    """How ill what the payer named suits these costs: the objects that can't even be there to make mana, all that the other parts have no use for,
    and the difference in mana. None for costs that can't be paid."""
    trial = made.game.fork()
    trial.decider = DefaultDecider()
    tried = dataclasses.replace(
        made,
        ctx=dataclasses.replace(made.ctx, game=trial, mentions=list(made.ctx.mentions), letters=dict(made.ctx.letters)),
        wanted=made.wanted.copy(),
        tapped=set(made.tapped),
        gone=set(made.gone),
    )  # fmt: skip
    try:
        symbols, others = split(tried.ctx, costs)
        for cost in others:
            if not isinstance(cost, ab.Loyalty):
                prepare(tried, cost)
    except IllegalAction:
        return None
    asked = sum(int(s) if s.isdigit() else 1 for s in symbols)
    life = max(0, tried.life_wanted - 2 * sum(1 for s in symbols if s.endswith("/P")))
    left = len(tried.wanted.left)
    said = parse_mana(made.mana_wanted).mana_value if made.mana_wanted else asked
    return max(0, left - asked), left + bool(life), abs(said - asked)


def _repeated(ctx: Context, cost: ab.TimesOver) -> tuple[ab.Cost, ...]:
    """CR 702.24a: the parts, each so many times; life and cards from the top of the library, among which nothing is chosen, all together."""

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
            case ab.PayMana(times=None) if times > limits.MANY:
                parts.append(replace(part, times=ab.Literally(times)))
            case _:
                limits.check(times, limits.MOST_TIMES, "times over a cost")
                parts.extend([part] * times)
    return tuple(parts)


def _single(*costs: str) -> bool:
    """Whether each is one symbol of a color."""
    return all(re.fullmatch(r"\{[WUBRG]\}", mana) for mana in costs)


def unsaid_x(ctx: Context, payer: PlayerId, costs: Iterable[ab.Cost]) -> None:
    """CR 107.3f: the X of a cost that is paid as something resolves, and that nothing defines, is chosen as it is paid."""
    shown = (v for v in ab.walk(tuple(costs)) if isinstance(v, ab.PayMana))
    if "X" in ctx.letters or not any("X" in parse_mana(cost.mana).symbols for cost in shown):
        return
    question = f"What is X for {ctx.game.name(ctx.source)}?"
    ctx.game.cite("107.3f")
    ctx.letters["X"] = int(ctx.game.decide(Decision(payer, "x", question, low=0, high=-1)))


def announce_x(
    ctx: Context, player: PlayerId, costs: Iterable[ab.Cost], said: int | None, free: bool = False
) -> int | None:
    """CR 107.3a-b, 601.2b: the value of X, if a cost that is going to be paid has one. Returns None if there is none."""
    letters: set[str] = set()
    for value in ab.walk(tuple(costs)):
        if isinstance(value, ab.PayMana):
            letters |= {s for s in parse_mana(value.mana).symbols if s in ("X", "Y", "Z")}
        elif isinstance(value, ab.X):
            letters.add(value.name)
    if not letters:
        if free:
            if said:
                raise IllegalAction("107.3b", "X can only be 0 where no cost with X is paid")
            ctx.game.cite("107.3b")
            ctx.letters["X"] = 0
            return 0
        if said is not None:
            raise IllegalAction("107.3a", f"{ctx.game.name(ctx.source)} has no X in its cost")
        return None
    if letters - {"X"}:
        raise Unsupported(f"a cost with {', '.join(sorted(letters - {'X'}))}")
    x = (
        said
        if said is not None
        else ctx.game.decide(
            Decision(player, "x", f"What is X for {ctx.game.name(ctx.source)}?", low=0, high=-1)
        )
    )
    if x < 0:
        raise IllegalAction("107.1b", "X can't be less than zero")
    ctx.game.cite("107.3a")
    ctx.letters["X"] = x
    return int(x)
