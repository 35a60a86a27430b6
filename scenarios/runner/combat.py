"""Attacks, blocks and the assignment of combat damage, as a scenario says them (CR 508-510)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.errors import IllegalAction, Undecided
from engine.game import Game
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import combat_state
from engine.rules.combat import attackers, combat
from engine.rules.turn import turn
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner.session import MAX_PASSES, Session


def attack(session: Session, action: t.Attack) -> None:
    """CR 508.1: the next declare attackers step comes, and the attackers are declared: what has their names then, when the stack has resolved."""
    game, names = session.game, session.names
    _to_declaration(session, "attackers")
    attacks: dict[ObjectId, Thing] = {}
    # Of several of one name only the active player's can be meant (CR 508.1a).
    others = [i for i in game.battlefield() if not game.is_active(game.controller(i))]
    for each in action.attackers:
        if _is_everything(session, each.attacker):
            whom = _attacked(session, each)
            able = [i for i in attackers.attackers_able(game) if i not in attacks]
            attacks |= {i: whom for i in able if attackers.why_not(game, i, whom) is None}
            continue
        meant = names.several(each.attacker, (*attacks, *others))
        attacks |= dict.fromkeys(meant, _attacked(session, each))
    sides = [_declaring(game, names.side(i)) for i in attacks]
    by = session.by(action, sides or [game.turn.active], "attackers")
    if not game.is_active(by):
        raise IllegalAction("508.1", f"it is {game.turn.active}'s turn, and only the active player attacks")
    session.begin(action)
    bands = tuple(tuple(session.names.one(n) for n in band) for band in action.bands)
    turn.declare_attackers(session.game, attacks, bands)  # CR 508.2: then the active player gets priority


EVERYTHING = frozenset({"all", "everything", "all creatures", "everyone", "all attackers"})
"""For the attackers: all that could attack, each taken by itself."""


def _is_everything(session: Session, name: t.Name) -> bool:
    return name.text.strip().lower() in EVERYTHING and name.text not in session.names.labels


def _declaring(game: Game, player: PlayerId) -> PlayerId:
    """CR 805.10b, 805.10d: who declares: the player, or the first of the team that declares together."""
    return next(iter(game.team(player)), player) if game.seating.shared else player


def declare(session: Session, action: t.Attack | t.Block) -> None:
    """CR 508.1, 509.1: the attackers or the blockers are declared."""
    if isinstance(action, t.Attack):
        attack(session, action)
    else:
        block(session, action)


def together(actions: Sequence[t.Attack | t.Block]) -> t.Attack | t.Block:
    """Actions that declare the same, as the one declaration that they are."""
    first = actions[0]
    choose = tuple(answer for each in actions for answer in each.choose)
    if isinstance(first, t.Attack):
        attackers = tuple(a for each in actions if isinstance(each, t.Attack) for a in each.attackers)
        return replace(first, attackers=attackers, choose=choose)
    blockers = tuple(b for each in actions if isinstance(each, t.Block) for b in each.blockers)
    return replace(first, blockers=blockers, choose=choose)


def declared_with(session: Session, action: t.Attack | t.Block, before: Sequence[t.Attack | t.Block]) -> bool:
    """Whether the creatures of an action have been declared together with those of the actions right before it."""
    fight = session.game.combat
    if fight is None:
        return False
    pairs = fight.attackers if isinstance(action, t.Attack) else fight.blockers
    free = [id for id, _ in pairs]
    for name in (name for each in (*before, action) for name in _declared_by(session, each)):
        known, number = session.names.counted(name)
        meant = [id for id in session.names.candidates(known) if id in free][:number]
        if len(meant) < number:
            return False
        free = [id for id in free if id not in meant]
    return True


def _declared_by(session: Session, action: t.Attack | t.Block) -> Iterator[t.Name]:
    """The names of the creatures that an action declares."""
    if isinstance(action, t.Attack):
        yield from (each.attacker for each in action.attackers)
        return
    for each in _declared(session, action):
        yield from [each.blocker] if _attacker_first(session, each) is None else each.blocks or ()


def _declared(session: Session, action: t.Block) -> Iterator[t.Blocker]:
    """The blocks; `{blocker: X}`, where nothing is called so, is X that blocks the only attacker."""
    for each in action.blockers:
        if each.blocker.text == "blocker" and each.blocks and not session.names.candidates(each.blocker):
            yield from (t.Blocker(blocker=name, blocks=None, where=each.where) for name in each.blocks)
        else:
            yield each


def _attacked(session: Session, of: t.Attacker) -> Thing:
    """What is attacked; where nothing is said, the only opponent."""
    if of.attacks is not None:
        return session.names.thing(of.attacks)
    opponents = session.game.opponents(session.game.turn.active)
    if len(opponents) != 1:
        expected = f"{{{of.attacker.text}: {' or '.join(opponents)}}}"
        raise ScenarioError(of.where, f"it isn't said what '{of.attacker.text}' attacks", expected=expected)
    return opponents[0]


def _blocked(session: Session, of: t.Blocker) -> tuple[ObjectId, ...]:
    """What is blocked; where nothing is said, the only attacker."""
    names = session.names
    if of.blocks is not None:
        return tuple(names.one(n) for n in of.blocks)
    attacking = combat_state.attackers(session.game)
    if len(attacking) != 1:
        expected = f"{{{of.blocker.text}: {' or '.join(map(names.call, attacking)) or 'an attacker'}}}"
        raise ScenarioError(of.where, f"it isn't said what '{of.blocker.text}' blocks", expected=expected)
    return attacking


def _attacker_first(session: Session, of: t.Blocker) -> tuple[ObjectId, ...] | None:
    """The blockers where they are said of what they block, `{attacker: [blockers]}`: the one attacks, and those are others' creatures that don't."""
    attacking = set(combat_state.attackers(session.game))
    if not of.blocks or not set(session.names.candidates(of.blocker)) & attacking:
        return None
    if any(not _names_no_attacker(session, name, attacking) for name in of.blocks):
        return None
    found: list[ObjectId] = []
    for name in of.blocks:
        found += session.names.several(name, found)
    return tuple(found)


def _names_no_attacker(session: Session, name: t.Name, attackers: set[ObjectId]) -> bool:
    """Whether the name is one of something on the battlefield that doesn't attack."""
    found = session.names.candidates(name, ("battlefield",))
    return bool(found) and not set(found) & attackers


def block(session: Session, action: t.Block) -> None:
    """CR 509.1: the declare blockers step of this combat comes, and a player's blockers are declared: what has their names then."""
    names = session.names
    _to_declaration(session, "blockers")
    blocks: dict[ObjectId, tuple[ObjectId, ...]] = {}
    for each in _declared(session, action):
        if (turned := _attacker_first(session, each)) is not None:
            for blocker in turned:
                blocks[blocker] = (*blocks.get(blocker, ()), names.one(each.blocker))
            continue
        blocks |= dict.fromkeys(names.several(each.blocker, blocks), _blocked(session, each))
    if blocks:
        by = session.by(action, [_declaring(session.game, names.side(i)) for i in blocks], "blockers")
    else:
        defenders = [_declaring(session.game, p) for p in session.game.opponents(session.game.turn.active)]
        by = session.by(action, defenders, "a chance to block")
    session.begin(action)
    turn.declare_blockers(session.game, by, blocks)  # CR 509.2


def assign(session: Session, action: t.Assign) -> None:
    """CR 510.1: how combat damage will be assigned in the coming damage step. Damage is assigned and dealt with nothing between (510.2), so the next
    action that assigns nothing comes after it; an assignment of a creature that has one already is for the step after."""
    sources = [session.names.one(each.source) for each in action.damage if each.source is not None]
    if session.game.combat is not None and {source for source, _ in session.game.combat.assigned} & set(
        sources
    ):
        session.deal()
    until_blocked(session)
    sources = [_source(session, each) for each in action.damage]
    session.begin(action)
    for source, each in zip(sources, action.damage, strict=True):
        combat.assign(
            session.game,
            source,
            {session.names.thing(share.to): share.amount for share in each.shares},
            action.by,
        )


def _source(session: Session, of: t.Assignment) -> ObjectId:
    """Which creature assigns the damage; where none is named, the only one that fights all that get some (CR 510.1c, 510.1d). Raises ScenarioError."""
    if of.source is not None:
        return session.names.one(of.source)
    game = session.game
    to = {session.names.thing(share.to) for share in of.shares}
    facing: dict[ObjectId, set[Thing]] = {}
    for attacker in combat_state.attackers(game):
        facing[attacker] = {*combat_state.blockers_of(game, attacker)}
        if (whom := combat_state.attacked(game, attacker)) is not None:
            facing[attacker].add(whom)
        for blocker in combat_state.blockers_of(game, attacker):
            facing.setdefault(blocker, set()).add(attacker)
    found = [id for id, others in facing.items() if to <= others]
    if len(found) != 1:
        told = " or ".join(f"{{{session.names.call(id)}: {{...}}}}" for id in found)
        raise ScenarioError(
            of.where,
            "it isn't said which creature assigns this damage",
            expected=told or "{source: {recipient: damage}}",
        )
    return found[0]


def _to_declaration(session: Session, what: str) -> None:
    """Everyone passes until the attackers or blockers of this turn's next combat are to be declared."""
    rule, step = ("508.1", "declare attackers") if what == "attackers" else ("509.1", "declare blockers")
    start = session.game.turn.number
    for _ in range(MAX_PASSES):
        game = session.game
        waits = turn.needs_declaration(game)
        if waits == what:
            return
        if game.over or game.turn.number != start or (what == "blockers" and waits == "attackers"):
            raise IllegalAction(rule, f"no {step} step of this turn is left to come")
        if what == "blockers" and game.turn.step in (
            "first strike damage",
            "combat damage",
            "end of combat",
        ):
            raise IllegalAction(rule, f"the {step} step of this combat is over")
        session.pass_()
    raise Undecided(f"the {step} step did not come in {MAX_PASSES} passes")


def until_blocked(session: Session) -> None:
    """Everyone passes until blocks have been declared, since damage can't be assigned before; nobody who has not blocked does."""
    for _ in range(MAX_PASSES):
        game = session.game
        early = (
            game.turn.step in ("beginning of combat", "declare attackers")
            and game.combat is not None
            and game.combat.attackers
        )
        if game.over or not (early or turn.needs_declaration(game) == "blockers"):
            return
        session.pass_()
