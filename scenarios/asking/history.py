"""What has happened in the game so far: how often, how much, when; and who stands how (CR 104, 117, 603.3b)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import Game, LogEntry
from engine.game import events as ev
from engine.model import Thing
from scenarios.asking import happenings
from scenarios.asking.weighing import weighed
from scenarios.format import ScenarioError, nearest
from scenarios.format import types as t
from scenarios.runner.answers import (
    Answered,
    Choice,
    Count,
    Moment,
    Ordered,
    Players,
    Reason,
    Times,
    Waiting,
)
from scenarios.runner.session import Session

# ---- how often, when ------------------------------------------------------------------------------------------------


def how_often(session: Session, question: t.HowOften) -> Answered:
    """How many times it has happened so far. Raises ScenarioError."""
    name, happening = happenings.split(question.event, question.where)
    found = happenings.entries(session.game, happening, happenings.whom(session, name))
    asked = f"how often: {name.text} {happening.words[0]}?"
    number = len(found)
    answer = {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
    return Answered(
        asked, answer, Count(number, _told(session.game, found)), *_why(session.game, found, happening.rule)
    )


def when(session: Session, question: t.When) -> Answered:
    """CR 500.1: in which turn and step it happened, each time. Raises ScenarioError."""
    name, happening = happenings.split(question.event, question.where)
    found = happenings.entries(session.game, happening, happenings.whom(session, name))
    moments = tuple(_moment(session.game, entry) for entry in found)
    asked = f"when: {name.text} {happening.words[0]}?"
    answer = "; ".join(
        f"turn {m.turn}, {m.active}'s {m.step}" + (f": {m.text}" if m.text else "") for m in moments
    )
    return Answered(asked, answer or "never", Times(moments), *_why(session.game, found, happening.rule))


def _moment(game: Game, entry: LogEntry) -> Moment:
    index = happenings.told(game, entry)
    step = game.steps[index] if index >= 0 else None
    active, _, name = (step.when if step else "").partition(", ")[2].partition("'s ")
    return Moment(entry.turn, active, name, index, step.text if step and entry.step >= 0 else "")


def _told(game: Game, entries: Sequence[LogEntry]) -> tuple[str, ...]:
    return tuple(game.steps[e.step].text for e in entries if 0 <= e.step < len(game.steps))


def _why(game: Game, entries: Sequence[LogEntry], rule: str) -> tuple[tuple[str, ...], tuple[Reason, ...]]:
    """The rules and the steps by which these happened; where nothing did, the rule that says what it would be."""
    steps = [game.steps[e.step] for e in entries if 0 <= e.step < len(game.steps)]
    steps = list({step.index: step for step in steps}.values())
    rules = weighed((*(r for step in steps for r in step.rules), rule))
    return rules, tuple(Reason(step.text, step.rules, step.when) for step in steps)


# ---- how much -------------------------------------------------------------------------------------------------------

Amount = Callable[[ev.GameEvent], tuple[int, Thing | None, Thing | None]]
"""How much of it an event is, whose and to whom."""


def _damage(event: ev.GameEvent) -> tuple[int, Thing | None, Thing | None]:
    return (event.amount, event.source, event.to) if isinstance(event, ev.Damage) else (0, None, None)


def _combat_damage(event: ev.GameEvent) -> tuple[int, Thing | None, Thing | None]:
    return _damage(event) if isinstance(event, ev.Damage) and event.combat else (0, None, None)


def _other_damage(event: ev.GameEvent) -> tuple[int, Thing | None, Thing | None]:
    return _damage(event) if isinstance(event, ev.Damage) and not event.combat else (0, None, None)


def _gained(event: ev.GameEvent) -> tuple[int, Thing | None, Thing | None]:
    return (event.amount, event.source, event.player) if isinstance(event, ev.GainLife) else (0, None, None)


def _lost(event: ev.GameEvent) -> tuple[int, Thing | None, Thing | None]:
    return (event.amount, event.source, event.player) if isinstance(event, ev.LoseLife) else (0, None, None)


def _mana(event: ev.GameEvent) -> tuple[int, Thing | None, Thing | None]:
    return (len(event.mana), event.source, event.player) if isinstance(event, ev.AddMana) else (0, None, None)


def _counters(event: ev.GameEvent) -> tuple[int, Thing | None, Thing | None]:
    return (event.number, event.source, event.thing) if isinstance(event, ev.AddCounters) else (0, None, None)


def _tokens(event: ev.GameEvent) -> tuple[int, Thing | None, Thing | None]:
    return (1, event.source, event.player) if isinstance(event, ev.CreateToken) else (0, None, None)


AMOUNTS: dict[str, tuple[Amount, str]] = {
    "damage": (_damage, "120.3"),
    "combat damage": (_combat_damage, "510.2"),
    "noncombat damage": (_other_damage, "120.3"),
    "life gained": (_gained, "119.3"),
    "life lost": (_lost, "119.3"),
    "mana": (_mana, "106.4"),
    "counters": (_counters, "122.6"),
    "tokens": (_tokens, "701.7a"),
}
"""What can be measured: how, and the rule that says what it is."""
ALIASES = {
    "life gain": "life gained",
    "lifegain": "life gained",
    "life": "life gained",
    "life loss": "life lost",
    "mana added": "mana",
    "tokens created": "tokens",
    "damage dealt": "damage",
}


def how_much(session: Session, question: t.HowMuch) -> Answered:
    """How much of it there has been so far, from and to those that are named. Raises ScenarioError."""
    words = question.what.lower().strip()
    known = AMOUNTS.get(ALIASES.get(words, words))
    if known is None:
        raise ScenarioError(
            question.where,
            f"'{question.what}' is nothing that can be measured",
            expected=f"one of {', '.join(AMOUNTS)}",
            near=nearest(words, AMOUNTS),
        )
    amount, rule = known
    source = happenings.whom(session, question.source) if question.source is not None else None
    to = happenings.whom(session, question.to) if question.to is not None else None
    found, total = [], 0
    for entry in session.game.log:
        number, whose, whom = amount(entry.event)
        if number and (source is None or whose in source) and (to is None or whom in to):
            found.append(entry)
            total += number
    asked = f"how much {words}" + (f" from {question.source.text}" if question.source else "")
    asked += f" to {question.to.text}?" if question.to else "?"
    return Answered(
        asked, str(total), Count(total, _told(session.game, found)), *_why(session.game, found, rule)
    )


# ---- who ------------------------------------------------------------------------------------------------------------


def who(session: Session, question: t.Who) -> Answered:
    """Which player wins, loses, has priority, is active, controls or owns an object. Raises ScenarioError."""
    game = session.game
    words = question.what.strip().rstrip("?")
    asked = f"who {words}?"
    verb, _, rest = words.partition(" ")
    if verb in ("controls", "owns", "control", "own") and rest:
        id = session.names.one(t.Name(text=rest, where=question.where))
        if verb.startswith("own"):
            return Answered(asked, game.object(id).owner, Players((game.object(id).owner,)), ("108.3",))
        side = game.controller(id)
        return Answered(asked, side, Players((side,)), ("108.4", "110.2"))
    found = WHO.get(words.lower())
    if found is None:
        raise ScenarioError(
            question.where,
            f"'who {words}' is nothing that can be asked",
            expected=f"one of {', '.join(sorted(WHO))}, controls NAME, owns NAME",
            near=nearest(words, WHO),
        )
    return found(game, asked)


def _wins(game: Game, asked: str) -> Answered:
    rules, path = _of_the_end(game, ev.PlayerWins, ev.PlayerLoses, ev.GameDrawn)
    if game.winners:
        told = f"{' and '.join(game.winners)}: {game.over}"
        return Answered(asked, told, Players(game.winners), rules or ("104.2a",), path)
    words = "nobody: the game is a draw" if game.drawn else f"nobody: {game.over or 'the game goes on'}"
    return Answered(asked, words, Players(), rules if game.over else ("104.1", *rules), path)


def _loses(game: Game, asked: str) -> Answered:
    rules, path = _of_the_end(game, ev.PlayerLoses)
    lost = tuple(p for p in game.order if game.players[p].lost)
    words = "; ".join(f"{p}: {game.players[p].lost}" for p in lost) or "nobody"
    return Answered(asked, words, Players(lost), rules or ("104.3",), path)


def _of_the_end(game: Game, *kinds: type[ev.GameEvent]) -> tuple[tuple[str, ...], tuple[Reason, ...]]:
    found = [e for e in game.log if isinstance(e.event, kinds)]
    steps = [game.steps[e.step] for e in found if 0 <= e.step < len(game.steps)]
    return weighed(rule for step in steps for rule in step.rules), tuple(
        Reason(s.text, s.rules, s.when) for s in steps
    )


def _priority(game: Game, asked: str) -> Answered:
    holder = game.turn.priority
    if holder is None or game.over:
        nobody = {"untap": "502.4", "cleanup": "514.3"}.get(game.turn.step, "117.3")
        return Answered(asked, "nobody", Players(), (nobody,))
    return Answered(asked, holder, Players((holder,)), (_rule_of_priority(game, holder), "117.3"))


def _rule_of_priority(game: Game, holder: str) -> str:
    """CR 117.3a-d: why this player has priority now."""
    if game.turn.passed:
        return "117.3d"
    kinds = (ev.SpellCast, ev.AbilityActivated, ev.StepBegins)
    last = next((e.event for e in reversed(game.log) if isinstance(e.event, kinds)), None)
    match last:
        case ev.SpellCast(player=player, object=id) if player == holder and id in game.stack():
            return "117.3c"
        case ev.AbilityActivated(player=player, ability=id) if player == holder and id in game.stack():
            return "117.3c"
        case ev.SpellCast() | ev.AbilityActivated():
            return "117.3b"
    return "117.3a"


def _active(game: Game, asked: str) -> Answered:
    return Answered(asked, game.turn.active, Players((game.turn.active,)), ("102.1",))


def _marked(mark: str, rule: str) -> Callable[[Game, str], Answered]:
    """Who has a designation of players: one of them, several, or nobody."""

    def of(game: Game, asked: str) -> Answered:
        found = tuple(p for p in game.order if mark in game.players[p].marks)
        return Answered(asked, " and ".join(found) or "nobody", Players(found), (rule,))

    return of


WHO: dict[str, Callable[[Game, str], Answered]] = {
    "wins": _wins,
    "won": _wins,
    "wins the game": _wins,
    "loses": _loses,
    "lost": _loses,
    "priority": _priority,
    "has priority": _priority,
    "active": _active,
    "is active": _active,
    "is the active player": _active,
    "active player": _active,
    "monarch": _marked("monarch", "725.1"),
    "initiative": _marked("initiative", "726.1"),
    "city's blessing": _marked("city's blessing", "702.131c"),
}
"""What can be asked of players."""


# ---- in which order -------------------------------------------------------------------------------------------------


def order(session: Session, question: t.Order) -> Answered:
    """CR 405.5, 603.3b: what waits on the stack, top first, and who could put which triggered abilities there in another order."""
    game = session.game
    stack = tuple(
        Waiting(session.names.call(id), _kind(game, id), game.controller(id)) for id in game.stack()
    )
    orders = tuple(_orders(session))
    lines = [f"{n}. {each.name} ({each.kind}, {each.controller}'s)" for n, each in enumerate(stack, 1)]
    lines += [f"{each.player} chooses the order of {', '.join(each.options)}" for each in orders]
    sides = list(dict.fromkeys(each.controller for each in stack if each.kind == "triggered ability"))
    if len(sides) > 1:
        lines.append(f"{' above '.join(sides)}: the active player's go on the stack first")
    rules = ("603.3b", "405.5") if orders or len(sides) > 1 else ("405.5",)
    return Answered(
        "what waits on the stack, and in which order?",
        "\n".join(lines) or "nothing waits",
        Ordered(stack, orders),
        rules,
    )


def _kind(game: Game, id: int) -> str:
    obj = game.object(id)
    if obj.kind != "ability" or obj.stack is None:
        return "spell"
    return f"{obj.stack.kind} ability"


def _orders(session: Session) -> list[Choice]:
    """Triggered abilities of one player that were put on the stack one after another, of different texts: their order was chosen."""
    game = session.game
    found = []
    waiting = [i for i in game.stack() if _kind(game, i) == "triggered ability"]
    for player in game.order:
        groups: dict[int, list[int]] = {}
        for id in waiting:
            if game.controller(id) == player:
                groups.setdefault(_since(game, id), []).append(id)
        for ids in groups.values():
            texts = {(game.object(i).stack.ability, game.object(i).stack.source) for i in ids}  # type: ignore[union-attr]
            if len(texts) > 1:
                names = tuple(session.names.call(i) for i in ids)
                found.append(
                    Choice(
                        player, "order", "in which order do they go on the stack?", names, len(ids), len(ids)
                    )
                )
    return found


def _since(game: Game, id: int) -> int:
    """Which other things were put onto the stack with it: nothing else happened between but that they got their targets."""
    with_it = (ev.PutOnStack, ev.BecomesTarget, ev.SetFields, ev.Performed)
    at = next(
        (n for n, e in enumerate(game.log) if isinstance(e.event, ev.PutOnStack) and e.event.was == id), -1
    )
    while at > 0 and isinstance(game.log[at - 1].event, with_it):
        at -= 1
    return at
