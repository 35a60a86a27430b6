"""What is announced about a cost before it is paid: X, and which of several costs (CR 107.3a-b, 118.13, 601.2b)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, Decision, doors
from engine.model import PlayerId, parse_mana
from engine.queries import numbers
from engine.rules.costs import limits
from engine.rules.costs.paying import Paying


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
        payable = [i for i, option in enumerate(cost.options) if doors.can_pay(made.ctx, option, made.payer)]
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
