"""The combat damage step (CR 510): who deals damage in it, how it is assigned, and dealing it all at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec
from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Combat, Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import bands, changed_rules, combat_state, damage
from engine.rules.combat import restrictions
from engine.rules.combat.restrictions import ASSIGNS, has
from engine.rules.processing import combat_changes

FIRST = "first strike damage"

Shares = dict[Thing, int]
Assignment = dict[ObjectId, Shares]


class Division(msgspec.Struct, frozen=True):
    """What a creature's combat damage can be assigned to (CR 510.1).

    `tiers`: recipients in groups: those of a later group may get damage only once each of the earlier ones is assigned enough (702.19b-c);
    `by`: the player who divides it; `rule`: under which an unlawful division is refused."""

    source: ObjectId
    amount: int
    tiers: tuple[tuple[Thing, ...], ...]
    by: PlayerId
    rule: str

    @property
    def recipients(self) -> tuple[Thing, ...]:
        """Everything that can get a share, in order."""
        return tuple(thing for tier in self.tiers for thing in tier)


# ---- the step -----------------------------------------------------------------------------------------------------


def first_strike_step_needed(game: Game) -> bool:
    """CR 510.4, 702.4b, 702.7b: whether there are two damage steps, because somebody in combat has first or double strike."""
    return any(has(game, id, "first strike", "double strike") for id in _fighting(game))


def deal_combat_damage(game: Game) -> list[ev.LogEntry]:
    """CR 510.1-2: every creature that deals damage in this step assigns it, then all of it is dealt at once. Returns the log entries.

    Raises IllegalAction if an assignment that was given is not lawful now."""
    combat = combat_state.require(game)
    first = game.turn.step == FIRST
    if first:
        struck = frozenset(i for i in _fighting(game) if has(game, i, "first strike", "double strike"))
        doubly = frozenset(i for i in struck if has(game, i, "double strike"))
        combat_changes.set_combat(game, replace(combat, struck=struck, struck_doubly=doubly))
        game.cite("510.4")
    elif combat.struck:
        game.cite("510.4")
    _cite_strikes(game)
    if any(_amount(game, source) <= 0 for source in _fighting(game)):
        game.cite("510.1a")
    divisions = _divisions(game)
    if game.seating.shared:
        game.cite("805.10f")
    elif len({of.by for of in divisions.values()}) > 2:
        game.cite("802.5")  # the active player first, then each defending player in turn order
    assigned = _assign_all(game, divisions, ask=True)
    now = combat_state.require(game)
    kept = tuple((s, shares) for s, shares in now.assigned if s not in divisions)
    combat_changes.set_combat(
        game, replace(now, assigned=kept, first_strike_done=now.first_strike_done or first)
    )
    events: list[ev.GameEvent] = [
        ev.Damage(source=source, to=thing, amount=amount, combat=True)
        for source, shares in assigned.items()
        for thing, amount in shares.items()
        if amount > 0
    ]
    idle = _tell_idle(game, divisions)
    _tell_excess(game, assigned)
    if not events:
        if not idle:
            none = ("120.8",) if any(_amount(game, source) <= 0 for source in _fighting(game)) else ()
            game.note("no combat damage is dealt", "510.1", *none, kind="kept")
        return []
    game.cite(*dict.fromkeys(divisions[source].rule for source in assigned), "510.2")
    _cite_undeterred(game, now, assigned)
    return game.happen(events)


def _tell_idle(game: Game, divisions: Collection[ObjectId]) -> bool:
    """CR 506.4c, 510.1c-d, 702.19f: tell of the creatures that deal no combat damage because what they would deal it to is gone. Returns whether there are any."""
    combat, told_of = combat_state.require(game), len(game.steps)
    for id in _fighting(game):
        if id in divisions or not strikes_now(game, id) or _amount(game, id) <= 0:
            continue
        name, attacked = game.name(id), dict(combat.attackers).get(id)
        if attacked is None:
            told = f"{name} blocks nothing any more, and assigns no combat damage"
            game.note(told, "510.1d", about=(id,), kind="kept")
        elif combat_state.is_blocked(game, id) and not combat_state.blockers_of(game, id):
            told = f"{name} stays blocked with no creature blocking it, and assigns no combat damage"
            game.note(told, "510.1c", "509.1h", about=(id, *_defenders(game, id)), kind="kept")
        elif attacked == "":
            rules = ("506.4c", "702.19f") if has(game, id, "trample") else ("506.4c",)
            told = f"{name} attacks nothing any more, and assigns no combat damage"
            game.note(told, *rules, about=(id, *_defenders(game, id)), kind="kept")
    return len(game.steps) > told_of


def _tell_excess(game: Game, assigned: Assignment) -> None:
    """CR 702.19f: tell that trample doesn't take damage beyond the planeswalker that is attacked."""
    for id, shares in assigned.items():
        whom = combat_state.attacked(game, id)
        if not isinstance(whom, int) or tramples_over(game, id) or not has(game, id, "trample"):
            continue
        if "planeswalker" in game.characteristics(whom).types and shares.get(whom, 0) > game.object(
            whom
        ).counter("loyalty"):
            told = f"{game.name(id)} attacks {game.name(whom)}, so none of its damage goes to {game.controller(whom)}"
            game.note(told, "702.19f", about=(id, game.controller(whom)), kind="kept")


def _defenders(game: Game, id: ObjectId) -> tuple[Thing, ...]:
    """CR 508.5: the player who might have been dealt damage."""
    defender = combat_state.defending_player(game, id)
    return () if defender is None else (defender,)


def _cite_undeterred(game: Game, combat: Combat, assigned: Iterable[ObjectId]) -> None:
    """CR 506.4a-b: whether creatures deal damage though by now they couldn't have attacked or blocked, or are tapped or untapped."""
    attacking = dict(combat.attackers)
    for id in assigned:
        could = "attack" if id in attacking else "block"
        if any(
            applied.change.what in (could, "attack or block")
            for applied in changed_rules.changes_on(game, id, ab.Cant)
        ):
            game.cite("506.4a")
        if game.object(id).tapped != (id in attacking) and not has(game, id, "vigilance"):
            game.cite("506.4b")


def _cite_strikes(game: Game) -> None:
    """CR 702.4b-d, 702.7b-c: the rules about first and double strike that have a say in who deals damage in this step."""
    combat = combat_state.require(game)
    for id in _fighting(game):
        double, first = has(game, id, "double strike"), has(game, id, "first strike")
        if game.turn.step == FIRST:
            if double:
                game.cite("702.4b")
            elif first:
                game.cite("702.7b")
        elif id in combat.struck_doubly:
            game.cite("702.4b" if double else "702.4c")
        elif id in combat.struck:
            game.cite("702.4d" if double else "702.7b" if first else "702.7c")
        elif combat.struck and first:
            game.cite("702.7c")


def assign(game: Game, source: ObjectId, shares: Mapping[Thing, int], by: PlayerId | None = None) -> None:
    """CR 510.1c-e: say how a creature will assign its combat damage in the coming damage step. `by`: who says so, if it matters who does.

    Raises IllegalAction if that is unlawful as things stand (with the assignments given so far, and the default for the rest), or another player's
    to say (702.22j-k)."""
    combat = game.combat
    if combat is None or source not in _fighting(game):
        raise IllegalAction("510.1", f"{game.name(source)} is neither attacking nor blocking")
    given = dict(combat.assigned)
    given[source] = tuple((thing, amount) for thing, amount in shares.items() if amount)
    saved = game.fork()
    combat_changes.set_combat(game, replace(combat, assigned=tuple(given.items())))
    try:
        divisions = {id: d for id in _fighting(game) if (d := division(game, id, ask=False)) is not None}
        if source not in divisions:
            raise IllegalAction("510.1a", f"{game.name(source)} assigns no combat damage")
        if by is not None and by != (divider := divisions[source].by):
            banding = divider != game.controller(source)
            rule = (
                ("702.22j" if source in dict(combat.attackers) else "702.22k")
                if banding
                else divisions[source].rule
            )
            raise IllegalAction(rule, f"{divider} divides the combat damage of {game.name(source)}, not {by}")
        _assign_all(game, divisions, ask=False)
    except IllegalAction:
        game.restore(saved)
        raise
    game.citing = saved.citing  # the rules are cited where the damage is dealt


def _fighting(game: Game) -> tuple[ObjectId, ...]:
    """The attacking creatures, then the blocking ones."""
    if game.combat is None:
        return ()
    return tuple(dict.fromkeys((*dict(game.combat.attackers), *dict(game.combat.blockers))))


def strikes_now(game: Game, id: ObjectId) -> bool:
    """CR 510.4, 702.4b-d, 702.7b-c: whether the creature assigns combat damage in the step that is going on."""
    combat = combat_state.require(game)
    if game.turn.step == FIRST:
        return has(game, id, "first strike", "double strike")
    return id not in combat.struck or has(game, id, "double strike")


def _divisions(game: Game) -> dict[ObjectId, Division]:
    """CR 510.1, 802.5: those who assign damage now: the active player's creatures, then the others' in turn order."""
    order = game.apnap()
    fighting = sorted(_fighting(game), key=lambda i: order.index(game.controller(i)))
    found = {i: division(game, i, ask=True) for i in fighting if strikes_now(game, i)}
    return {i: d for i, d in found.items() if d is not None}


# ---- what a creature can assign damage to ---------------------------------------------------------------------------


def division(game: Game, source: ObjectId, ask: bool) -> Division | None:
    """CR 510.1a-d: how much combat damage the creature assigns, and to what; None if it assigns none.

    `ask`: put the choice of an optional way of assigning to its controller (else it is not taken)."""
    amount = _amount(game, source)
    if amount <= 0:
        return None
    if source in combat_state.attackers(game):
        return _of_attacker(game, source, amount, ask)
    return _of_blocker(game, source, amount)


def _amount(game: Game, source: ObjectId) -> int:
    """CR 510.1a: its power, unless an effect says otherwise."""
    values = game.characteristics(source)
    ways = _ways(game, source)
    if "nothing" in ways:
        return 0
    return (values.toughness if "toughness" in ways else values.power) or 0


def _ways(game: Game, source: ObjectId) -> set[str]:
    return {c.how for c, _ in restrictions.changes(game, source, ab.AssignsDamageBy, ASSIGNS, tuple(ASSIGNS))}


def _of_attacker(game: Game, source: ObjectId, amount: int, ask: bool) -> Division | None:
    """CR 510.1b-c, 702.19: what an attacking creature can assign damage to."""
    player = game.controller(source)
    blockers = combat_state.blockers_of(game, source)
    beyond = _beyond(game, source)
    over = tramples_over(game, source)
    trample = over or has(game, source, "trample")
    unblocked = not combat_state.is_blocked(game, source)
    if (
        not unblocked
        and "as though it weren't blocked" in _ways(game, source)
        and _unblocked_wanted(game, source, player, ask)
    ):
        unblocked = True
    if unblocked:
        if not over:
            beyond = beyond[:1] if combat_state.attacked(game, source) is not None else ()
        if ask and not beyond:
            whom = dict(game.combat.attackers).get(source) if game.combat is not None else None
            game.cite(
                "510.1b", *(("800.4e",) if isinstance(whom, str) and whom and not game.exists(whom) else ())
            )
        rule = "702.19e" if _lost(game, source) else "702.19c"
        return Division(source, amount, beyond, player, rule if over else "510.1b") if beyond else None
    if trample:
        by = _divider(game, blockers, player, combat_state.defending_player(game, source), "702.22j")
        tiers = ((blockers,) if blockers else ()) + beyond
        if by != player:
            tiers = (blockers,)
        elif ask and over and _lost(game, source):
            game.cite("702.19e")
        return Division(source, amount, tiers, by, "702.19b" if blockers else "702.19d") if tiers else None
    if not blockers:
        if ask:
            game.cite("510.1c")
        return None
    by = _divider(game, blockers, player, combat_state.defending_player(game, source), "702.22j")
    return Division(source, amount, (blockers,), by, "510.1c")


def _beyond(game: Game, source: ObjectId) -> tuple[tuple[Thing, ...], ...]:
    """CR 702.19b-f: what gets damage beyond the blockers: what is attacked, and with trample over planeswalkers the planeswalker's controller."""
    whom = combat_state.attacked(game, source)
    over = tramples_over(game, source)
    if whom is None:
        defender = combat_state.defending_player(game, source) if over and _lost(game, source) else None
        return ((defender,),) if defender is not None and game.exists(defender) else ()
    if over and isinstance(whom, int) and "planeswalker" in game.characteristics(whom).types:
        return ((whom,), (game.controller(whom),))
    return ((whom,),)


def _lost(game: Game, source: ObjectId) -> bool:
    """CR 702.19e: whether the planeswalker that it attacked has left combat: then the damage can be dealt to that one's controller."""
    return game.combat is not None and dict(game.combat.lost).get(source) == "planeswalker"


def tramples_over(game: Game, source: ObjectId) -> bool:
    """CR 702.19c: trample over planeswalkers."""
    if has(game, source, "trample over planeswalkers"):
        return True
    return any(k.note == "over planeswalkers" for k in changed_rules.keywords(game, source, "trample"))


def _unblocked_wanted(game: Game, source: ObjectId, player: PlayerId, ask: bool) -> bool:
    """CR 510.1c: an effect lets its controller assign its damage as an unblocked creature."""
    given = dict(combat_state.require(game).assigned).get(source)
    if given is not None:
        blockers = combat_state.blockers_of(game, source)
        return not any(thing in blockers for thing, _ in given)
    if not ask:
        return False
    question = f"Does {game.name(source)} assign damage as if unblocked?"
    return bool(game.decide(Decision(player=player, kind="may", question=question, options=(True, False)))[0])


def _of_blocker(game: Game, source: ObjectId, amount: int) -> Division | None:
    """CR 510.1d, 702.22k: what a blocking creature can assign damage to."""
    whom = combat_state.blocked_by(game, source)
    if not whom:
        return None
    player = game.controller(source)
    by = _divider(game, whom, player, game.turn.active, "702.22k")
    return Division(source, amount, (whom,), by, "510.1d")


def _divider(
    game: Game, fighting: tuple[ObjectId, ...], player: PlayerId, other: PlayerId | None, rule: str
) -> PlayerId:
    """CR 702.22j-k: the other side divides damage that goes to a group with a banding creature in it."""
    if other is not None and bands.divides_for_others(game, fighting):
        game.cite(rule)
        return other
    return player


# ---- dividing it ---------------------------------------------------------------------------------------------------------


def _assign_all(game: Game, divisions: Mapping[ObjectId, Division], ask: bool) -> Assignment:
    """CR 510.1e: everybody's assignment, checked as a whole. What was given comes first; of the rest each player is asked, or the default taken."""
    given = {s: dict(shares) for s, shares in combat_state.require(game).assigned if s in divisions}
    assigned: Assignment = {}
    for source, shares in given.items():
        _check_shape(game, divisions[source], shares)
        assigned[source] = shares
    for source, of in divisions.items():
        if source not in assigned:
            usual = default_shares(game, of, assigned)
            assigned[source] = _asked(game, of, usual) if ask and len(of.recipients) > 1 else usual
    for of in divisions.values():
        _check_enough(game, of, assigned)
    return {source: assigned[source] for source in divisions}


def _asked(game: Game, of: Division, usual: Shares) -> Shares:
    """CR 510.1c-d: the player divides the damage."""
    options = of.recipients
    question = f"How does {game.name(of.source)} assign {of.amount} combat damage?"
    default = tuple(usual.get(thing, 0) for thing in options)
    answer = game.decide(
        Decision(
            player=of.by,
            kind="divide",
            question=question,
            options=options,
            low=0,
            high=of.amount,
            default=default,
        )
    )
    return dict(zip(options, answer, strict=True))


def default_shares(game: Game, of: Division, assigned: Assignment) -> Shares:
    """The documented default: each recipient in order is assigned what is lethal, as far as the damage goes; what is left goes to the last one."""
    left = of.amount
    shares: Shares = {}
    recipients = of.recipients
    for thing in recipients[:-1]:
        shares[thing] = min(left, _lacking(game, of.source, thing, assigned))
        left -= shares[thing]
    shares[recipients[-1]] = left
    return shares


def _check_shape(game: Game, of: Division, shares: Shares) -> None:
    """CR 510.1a-d: all of the damage, to nothing but what the creature can assign damage to."""
    name = game.name(of.source)
    for thing, amount in shares.items():
        if thing not in of.recipients:
            raise IllegalAction(
                _outside(game, of, thing), f"{name} can't assign combat damage to {game.name(thing)}"
            )
        if amount < 0:
            raise IllegalAction("107.1b", f"{name} can't assign {amount} damage")
    if sum(shares.values()) != of.amount:
        total = sum(shares.values())
        raise IllegalAction("510.1a", f"{name} has to assign {of.amount} combat damage in all, not {total}")


def _outside(game: Game, of: Division, thing: Thing) -> str:
    """The rule that keeps this recipient out."""
    whom = combat_state.attacked(game, of.source)
    if (
        of.source in combat_state.attackers(game)
        and isinstance(whom, int)
        and thing == combat_state.defender_of(game, whom)
    ):
        return "702.19f"
    return "510.1c" if of.rule in ("702.19b", "702.19d") else of.rule


def _check_enough(game: Game, of: Division, assigned: Assignment) -> None:
    """CR 702.19b-c, 510.1e: nothing for a later group before each of the earlier ones is assigned enough, by all creatures together."""
    shares = assigned[of.source]
    for at, tier in enumerate(of.tiers):
        if not any(shares.get(thing, 0) for later in of.tiers[at + 1 :] for thing in later):
            return
        game.cite("702.19b")
        for thing in tier:
            if any(
                shares_of.get(thing, 0) and has(game, s, "deathtouch") for s, shares_of in assigned.items()
            ):
                game.cite("702.2c")
            if sum(shares_of.get(thing, 0) > 0 for shares_of in assigned.values()) > 1:
                game.cite("510.1e")
            if _lacking(game, of.source, thing, assigned, done=True) > 0:
                game_name = game.name(thing)
                rule = (
                    "702.19b"
                    if game.combat is not None and thing in dict(game.combat.blockers)
                    else "702.19c"
                )
                raise IllegalAction(
                    rule, f"{game.name(of.source)} has not assigned lethal damage to {game_name}"
                )


def _lacking(game: Game, source: ObjectId, thing: Thing, assigned: Assignment, done: bool = False) -> int:
    """CR 702.19b-c, 702.2c: how much more has to be assigned to it to be lethal (to a planeswalker: to reach its loyalty).

    `done`: the source's own share is counted as assigned (it is in `assigned`); else the source is about to assign."""
    if isinstance(thing, str):
        return 0
    values = game.characteristics(thing)
    already = {s: shares[thing] for s, shares in assigned.items() if shares.get(thing, 0) > 0}
    found = []
    if "creature" in values.types:
        if any(has(game, s, "deathtouch") for s in already):
            found.append(0)
        else:
            wanted = max(0, (values.toughness or 0) - game.object(thing).damage - sum(already.values()))
            found.append(min(1, wanted) if not done and has(game, source, "deathtouch") else wanted)
    if "planeswalker" in values.types and thing not in dict(combat_state.require(game).blockers):
        found = [max(0, damage.loyalty(game, thing) - sum(already.values()))]
    return max(found, default=0)
