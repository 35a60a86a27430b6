"""Whether an action is legal, the nearest that would be, and all that a player can do (CR 101, 117.1, 601.3, 602.5, 508.1, 509.1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import IllegalAction
from engine.game import events as ev
from engine.model import PlayerId
from engine.playing import legal_actions
from engine.queries import changed_rules
from engine.rules.effects import rule_replacements
from engine.rules.turn import turn
from scenarios.asking import costs, declarations
from scenarios.asking.choosing import offered
from scenarios.asking.moments import moments
from scenarios.asking.weighing import weighed
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner.answers import Act, Answered, Doable, Legal, Reason
from scenarios.runner.session import TIMING, Session
from scenarios.runner.telling import tell

UNPAID = frozenset({"118.3", "601.2h", "602.2b", "508.1j", "509.1f"})
"""Rules by which an action fails because its cost isn't paid."""
KINDS = {"play": "play a land"}
"""The verbs of scenarios that the engine has other words for."""


def can(session: Session, question: t.Can) -> Answered:
    """CR 101: whether the action is legal as things stand. Raises ScenarioError for a name that nothing bears."""
    action = question.action
    asked = f"can {tell(action)}?"
    before = len(session.game.steps)
    with session.aside():
        session.trying, session.decider.strict = True, False
        try:
            session.carry_out(action, hurry=True)
        except IllegalAction as refused:
            error = refused
        else:
            told = tuple(Reason(s.text, s.rules, s.when) for s in session.game.steps[before:])
            return Answered(
                asked, "yes", Legal(True), weighed(r for reason in told for r in reason.rules), told
            )
    if isinstance(action, t.Block) and error.rule == "509.1":
        supposed = _if_attacked(session, action, asked)
        if supposed is not None:
            return supposed
    near = tuple(_nearest(session, action, error.rule))
    answer = f"no: {error.reason}" + "".join(f"; {each}" for each in near)
    return Answered(asked, answer, Legal(False, error.rule, error.reason, near), (error.rule,))


def _if_attacked(session: Session, action: t.Block, asked: str) -> Answered | None:
    """CR 509.1: whether the block would be legal if the creatures that are named attacked in their controller's next combat; None where they can't."""
    game, names = session.game, session.names
    blocked = [name for each in action.blockers for name in each.blocks or ()]
    ids = {names.one(name) for name in blocked}
    sides = {names.side(id) for id in ids}
    if not ids or len(sides) != 1 or any(game.object(id).zone != "battlefield" for id in ids):
        return None
    called = " and ".join(dict.fromkeys(name.text for name in blocked))
    attackers = tuple(
        t.Attacker(attacker=name, where=name.where) for name in {n.text: n for n in blocked}.values()
    )
    before = len(game.steps)
    with session.aside():
        session.trying, session.decider.strict = True, False
        try:
            _to_turn_of(session, sides.pop())
            session.carry_out(t.Attack(attackers=attackers, where=action.where))
        except (IllegalAction, ScenarioError):
            return None
        try:
            session.carry_out(action)
        except IllegalAction as refused:
            reason = f"{refused.reason}, if {called} attacks"
            return Answered(asked, f"no: {reason}", Legal(False, refused.rule, reason), (refused.rule,))
        told = tuple(Reason(s.text, s.rules, s.when) for s in session.game.steps[before:])
        told = tuple(each for each in told if "509.1" in each.rules)
    reason = f"if {called} attacks"
    rules = weighed(rule for each in told for rule in each.rules)
    return Answered(asked, f"yes, {reason}", Legal(True, reason=reason), rules or ("509.1",), told)


def _to_turn_of(session: Session, player: PlayerId) -> None:
    """The game goes on to the player's turn, if it isn't, before its combat."""
    while not session.game.is_active(player) and not session.game.over:
        session.to(t.Moment(turn=session.game.turn.number + 1, step=t.Step.UPKEEP))


def _nearest(session: Session, action: t.Action, rule: str) -> Iterator[str]:
    """What would be legal: other targets, another time, other attacks or blocks."""
    if isinstance(action, t.Cast | t.Activate) and action.targets:
        targets = offered(session, action)
        if targets:
            yield f"it can target {', '.join(targets)}"
            return
    if isinstance(action, t.Block) and action.blockers:
        yield from _blocks(session, action)
    if rule in UNPAID:
        total = costs.total(session, action)
        if total:
            yield f"it costs {total}"
    if rule in TIMING:
        later = _later(session, action)
        if later:
            yield f"it can be done {later}"


def _blocks(session: Session, action: t.Block) -> Iterator[str]:
    """CR 509.1: what else these creatures can block, and what else can block what they were to."""
    with session.aside():
        session.trying = True
        try:
            declarations.go_to(session, "blockers")
        except IllegalAction:
            return
        ids = {id for each in action.blockers for id in session.names.candidates(each.blocker)}
        sides = dict.fromkeys(session.names.side(id) for id in ids)
        options = [d for side in sides for d in declarations.declared(session.game, side, "blockers")]
        theirs = [_declaration(session, d, "block").text for d in options if d.pair[0] in ids]
        others = [_declaration(session, d, "block").text for d in options if d.pair[0] not in ids]
        if theirs:
            yield f"legal is: {', '.join(theirs)}"
        elif others:
            yield f"legal is only: {', '.join(others)}"
        else:
            yield "no creature there can block"


def _declaration(session: Session, of: declarations.Declared, verb: str) -> Act:
    """An attack or block in words."""
    id, whom = of.pair
    call = session.names.call
    text = f"{call(id)} {verb}s {call(whom)}"
    if of.others:
        text += f" together with {', '.join(call(other) for other, _ in of.others)}"
    return Act(text, tuple(dict.fromkeys((call(id), session.game.name(id)))))


def _later(session: Session, action: t.Action) -> str:
    """When the action would be legal, as the game goes on by itself through a turn of each player; "" if at no time."""
    with session.aside():
        session.trying = True
        for when in moments(session):
            try:
                if session.attempt(action) is None:
                    # the turn goes on to the declaration for attacks and blocks
                    return (
                        when.rpartition("'s ")[0] + "'s" if isinstance(action, t.Attack | t.Block) else when
                    )
            except ScenarioError:
                break
    return ""


def can_do(session: Session, question: t.CanDo) -> Answered:
    """CR 117.1, 508.1, 509.1: every legal action of the player with that verb; of attacks and blocks what each creature can do, alone or with others."""
    player, verb = question.player, question.do
    if verb == "dredge":
        return _dredge(session, player)
    asked = f"what can {player} {'do' if verb == 'anything' else verb}?"
    with session.aside():
        session.trying = True
        try:
            actions = tuple(dict.fromkeys(_actions(session, player, verb)))
        except IllegalAction as error:
            return Answered(asked, f"nothing: {error.reason}", Doable(), (error.rule,))
    nothing = f"nothing that {player} could {'do' if verb == 'anything' else verb}"
    return Answered(asked, "; ".join(each.text for each in actions) or nothing, Doable(actions), _rules(verb))


def _dredge(session: Session, player: PlayerId) -> Answered:
    """CR 702.52a-b: the cards that the player could dredge instead of a draw: no action, but a replacement of one."""
    game, asked = session.game, f"what can {player} dredge?"
    rules = rule_replacements.OFFERS[ev.Draw](game, ev.Draw(player=player))
    acts = tuple(Act(session.names.call(each.source), (game.name(each.source),)) for each in rules)
    if acts:
        return Answered(asked, "; ".join(each.text for each in acts), Doable(acts), ("702.52a",))
    there = [i for i in game.zone("graveyard", player) if changed_rules.keywords(game, i, "dredge")]
    library = len(game.zone("library", player))
    names = ", ".join(session.names.call(i) for i in there)
    few = f"{player}'s library has {library} cards, fewer than {names} would mill"
    told = few if there else f"no card in {player}'s graveyard has dredge"
    return Answered(asked, f"nothing: {told}", Doable(), ("702.52b" if there else "702.52a",))


def _actions(session: Session, player: PlayerId, verb: str) -> Iterator[Act]:
    """The legal actions, in the game at hand, which is a copy. Raises IllegalAction where there is no time for any."""
    waits = turn.needs_declaration(session.game) if verb == "anything" else None
    if verb in ("attack", "block") or waits:
        what = waits or f"{verb}ers"
        declarations.go_to(session, what)
        for each in declarations.declared(session.game, player, what):
            yield _declaration(session, each, what.removesuffix("ers"))
        return
    session.until_priority(player, hurry=True)
    for action in legal_actions(session.game, player):
        if action.kind != "pass" and (verb == "anything" or action.kind == KINDS.get(verb, verb)):
            id = action.object
            yield Act(str(action), tuple(dict.fromkeys((session.names.call(id), session.game.name(id)))))


def _rules(verb: str) -> tuple[str, ...]:
    return {
        "cast": ("601.3",),
        "activate": ("602.2",),
        "play": ("116.2a",),
        "special": ("116.2",),
        "attack": ("508.1",),
        "block": ("509.1",),
    }.get(verb, ("117.1",))
