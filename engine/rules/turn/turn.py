"""The turn: its phases and steps, turn-based actions, and going from one to the next (CR 500-514, 703)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import RADIATION, attractions, ended, planes, schemes
from engine.game import (
    COMBAT_STEPS,
    MAIN_PHASES,
    STEPS,
    Combat,
    Decision,
    Game,
    Pending,
)
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import changed_rules, object_abilities
from engine.rules.combat import combat, combat_damage
from engine.rules.effects import durations, phasing
from engine.rules.stack import loops, priority, state_based_actions, triggers
from engine.rules.turn import untap_step
from engine.rules.turn.skipping import done_first, skipped_instead

BEGUN = {
    "upkeep": "503.1a", "declare attackers": "508.2b", "declare blockers": "509.2a", "first strike damage": "510.3a", "combat damage": "510.3a",
}  # fmt: skip
"""Steps, each with the rule that puts what has triggered by then on the stack before the active player gets priority."""
LAST_OF_PHASE = frozenset({"draw", "precombat main", "end of combat", "postcombat main", "cleanup"})


def advance(game: Game) -> None:
    """End the step that is going on and begin the next one in which something happens, up to someone having priority.

    In the untap and cleanup steps nobody gets priority (CR 502.4, 514.3); their turn-based actions are done and the game goes on."""
    if game.over:
        return
    _end_step(game)
    if game.turn.step == "cleanup" and game.turn.priority is not None:
        begin_step(game, "cleanup")  # CR 514.3a: players had priority, so another cleanup step follows
        return
    step = _following(game)
    if step is None:
        begin_turn(game)
        return
    begin_step(game, step)


def begin_turn(game: Game) -> None:
    """CR 500.1, 500.7, 805.4: the next turn: an extra one if there is one, else the next player's, or the next team's."""
    turn = game.turn
    staying = tuple((p, mark) for p, mark in turn.extra_turns if not game.players[p].lost)
    if staying != turn.extra_turns:
        game.cite("800.4k")
        turn = replace(turn, extra_turns=staying)
    if turn.extra_turns:
        active, extra = turn.extra_turns[-1]
        rest = turn.extra_turns[:-1]
    else:
        active, extra, rest = _next_player(game, game.turn_order_anchor or turn.active), 0, ()
    if extra:
        game.turn_order_anchor = game.turn_order_anchor or turn.active
    else:
        game.turn_order_anchor = None
        rest = turn.extra_turns
    game.previous_turn = (turn.active, turn.began, len(game.log))
    game.turn = replace(turn, extra_turns=rest, first_of_game=False)
    _take_turn(game, active, extra)


def begin_first_turn(game: Game) -> None:
    """CR 103.8: the starting player, or starting team, takes the first turn; of two of them, the draw step of that is skipped (103.8a-b)."""
    two = len(game.order) == 2 or game.seating.shared
    game.turn = replace(game.turn, first_of_game=two)
    game.cite("103.8")
    _take_turn(game, game.starting_player, extra=0)


def _take_turn(game: Game, active: PlayerId, extra: int) -> None:
    """CR 500.1, 805.4: the player, or the team, takes a turn; `extra`: the mark of an extra one, which tells it apart."""
    turn = game.turn
    together = [p for p in game.seating.together(active) if not game.players[p].lost]
    active = together[0]
    number = turn.number + 1
    game.turn = replace(
        turn, number=number, active=active, step="untap", priority=None, passed=frozenset(), extra_phases=(), extra_steps=(), alone="",
        began=len(game.log), step_began=len(game.log), resume="", mains=0, extra=extra,
    )  # fmt: skip
    skipping = next((p for p in together if "turn" in game.players[p].skips), None)
    forbidden = extra and any(changed_rules.must_skip(game, p, "extra turn") for p in together)
    let = (
        None
        if forbidden or skipping
        else next((p for p in together if skipped_instead(game, p, {"turn"})), None)
    )
    if (
        forbidden or skipping is not None or let is not None
    ):  # 805.8: of several effects each has the team skip a turn of its own
        if skipping is not None and not forbidden:
            _use_skip(game, skipping, "turn")
        waits = ("723.1b",) if any(game.players[p].to_be_controlled_by for p in together) else ()
        game.note(f"{active} skips the turn", "500.11", "614.1b", *waits, about=(active,), kind="kept")
        begin_turn(game)
        return
    seats = tuple(p for p in game.order if not game.players[p].lost)
    if game.seating.reach and seats != game.seats:
        game.cite("801.2c")
    game.seats = seats
    if len(together) > 1:
        game.cite("805.4")
    began = game.tick()
    for each in together:
        now = game.players[each]
        game.put_player(replace(now, lands_played=0, turn_began=began, turns=now.turns + 1))
    for each in game.order:
        if each not in together and game.players[each].lands_played:
            game.put_player(replace(game.players[each], lands_played=0))

    for each in together:
        _expire(game, f"turn of {each}")
    _controlled(game, together)
    if planes.controlled_by(game, active):
        primary = ("901.12b",) if game.seating.one_life else ()
        game.note(f"{active} is the planar controller", "311.5", "901.6", *primary, about=(active,))
    game.happen(ev.TurnBegins(player=active, number=number, extra=bool(extra)))
    done_first(game)
    first = "untap"
    if _team_skips(game, first):
        first = _skip(game, first) or "cleanup"
    begin_step(game, first)


def _controlled(game: Game, active: Sequence[PlayerId]) -> None:
    """CR 723.1: at the beginning of a turn the control of a player in the last one ends, and what waits for the active player's next turn begins."""
    for player in game.order:
        now = game.players[player]
        taken = now.to_be_controlled_by if player in active else None
        if taken is not None and not game.exists(taken):
            game.cite("800.4b")
            taken = None
        if now.controlled_by is None and taken is None:
            continue
        waiting = None if player in active else now.to_be_controlled_by
        game.put_player(replace(now, controlled_by=taken, to_be_controlled_by=waiting))
        if taken is not None:
            game.cite(*(("723.9",) if taken == player else ()))
            game.note(
                f"{taken} controls {player} during this turn", "723.1", about=(player, taken), kind="effect"
            )


def _next_player(game: Game, player: PlayerId) -> PlayerId:
    at = game.order.index(player)
    together = game.seating.together(player)
    for other in (*game.order[at + 1 :], *game.order[: at + 1]):
        if other in together and len(together) > 1:
            continue
        if game.players[other].lost:
            durations.lapse(game, other)
            phasing.passed_over(game, other)
            _expire(game, f"turn of {other}")
        else:
            return other
    return player


def _following(game: Game) -> str | None:
    """The next step of this turn, or None at its end (CR 500.1, 508.8, 510.4, 500.8)."""
    turn = game.turn
    step = turn.step
    if turn.extra_steps:  # CR 500.9: right after the step that they were added to
        game.turn = replace(turn, extra_steps=turn.extra_steps[1:])
        return turn.extra_steps[0]
    if (step in LAST_OF_PHASE and step != "cleanup") or turn.alone:
        if turn.extra_phases:
            # CR 500.8: the added phases come right after this one; then the turn goes on as it would have.
            phase, rest = turn.extra_phases[0], turn.extra_phases[1:]
            alone = phase if phase in STEPS else ""
            game.turn = replace(turn, extra_phases=rest, resume=turn.resume or step, alone=alone)
            if alone:
                game.cite("500.11")
            return FIRST_OF_PHASE.get(phase, phase)
        if turn.resume:
            step = turn.resume
            game.turn = replace(turn, resume="", alone="")
    if step == "cleanup":
        return None
    if step == "declare attackers" and not _anything_attacked(game):
        game.note("nothing attacks: there are no blockers and no combat damage", "508.8")
        return "end of combat"
    if step == "declare blockers" and not _anyone_strikes_first(game):
        return "combat damage"  # CR 510.4
    following = STEPS[STEPS.index(step) + 1]
    if following == "draw" and game.turn.first_of_game:
        game.note(
            f"{' and '.join(game.active_players())} {'skip' if game.seating.shared else 'skips'} the draw step of the first turn",
            *(("103.8b", "810.6", "800.7") if game.seating.shared else ("103.8a",)),
            about=(turn.active,),
            kind="kept",
        )
        game.turn = replace(game.turn, step="draw")
        return _following(game)
    if _team_skips(game, following):
        return _skip(game, following)
    return following


FIRST_OF_PHASE = {"combat": "beginning of combat", "main": "postcombat main", "beginning": "untap"}
"""With which step an added phase begins; one that is named by a step has that alone (CR 500.10)."""


def _anything_attacked(game: Game) -> bool:
    """CR 508.8: whether a creature was declared as an attacker or put onto the battlefield attacking, though it may be gone."""
    if game.combat is None or game.combat.attackers:
        return game.combat is not None
    return any(
        isinstance(h.event, ev.AttackersDeclared) and h.event.attacks and h.combat == game.combat.number
        for h in game.log[game.turn.began :]
    )


def _anyone_strikes_first(game: Game) -> bool:
    return combat_damage.first_strike_step_needed(game)


def _team_skips(game: Game, step: str) -> bool:
    """CR 500.11, 805.8: whether the step is skipped, by the active player or by any player of the active team."""
    skipped = any(_skips(game, player, step) for player in game.active_players())
    if skipped and game.seating.shared:
        game.cite("805.8")
    return skipped


def _skips(game: Game, player: PlayerId, step: str) -> bool:
    names = (
        {step}
        | ({"combat"} if step == "beginning of combat" else set())
        | ({"main"} if step.endswith("main") else set())
        | ({f"{step} of {game.turn.extra}"} if game.turn.extra else set())
    )
    if names & set(game.players[player].skips):
        _use_skip(game, player, next(iter(names & set(game.players[player].skips))))
        return True
    must = any(changed_rules.must_skip(game, player, name) for name in sorted(names))
    return must or skipped_instead(game, player, names)


def _use_skip(game: Game, player: PlayerId, what: str) -> None:
    skips = list(game.players[player].skips)
    skips.remove(what)
    game.put_player(replace(game.players[player], skips=tuple(skips)))


def _skip(game: Game, step: str) -> str | None:
    if step == "untap" and phasing.would_phase(game, game.turn.active):
        game.cite("702.26m")
    active = game.turn.active
    told = f"{active} skips the {step} step" + (", and so the draw of its turn" if step == "draw" else "")
    game.note(told, "500.11", "614.1b", about=(active,), kind="kept")
    after = "postcombat main" if step == "beginning of combat" else step
    game.turn = replace(game.turn, step="end of combat" if step == "beginning of combat" else after)
    return _following(game)


def _expire(game: Game, moment: str) -> bool:
    """CR 610.3, 611.2a, 603.7b, 701.15a: what lasts until this moment is over: cards come back from exile, effects and delayed triggers end. Returns
    whether a continuous effect did."""
    over = ended.expire(game, moment)
    if moment.startswith("turn of "):
        mark = f"goaded by {moment.removeprefix('turn of ')}"
        free = [i for i in game.zone("battlefield") if mark in game.objects[i].marks]
        game.happen(
            [
                ev.SetFields(
                    thing=i,
                    verb="is no longer goaded",
                    fields={"marks": tuple(m for m in game.objects[i].marks if m != mark)},
                )
                for i in free
            ]
        )
    return over


def end_early(game: Game) -> None:
    """CR 724.1c-f, 724.2c-f: an effect has ended the turn or the combat phase: state-based actions, then straight to the cleanup step or the next phase,
    without anybody having priority."""
    what, step = game.turn.ending, game.turn.step
    rule = "724.1" if what == "turn" else "724.2"
    while state_based_actions.check(game):
        game.cite(f"{rule}c")
    if game.over:
        return
    skipped = _waited_for(game, "end step" if what == "turn" else "end of combat")
    game.note(f"the {what} ends", f"{rule}d", *([f"{rule}e"] if skipped else []), kind="effect")
    _end_step(game)
    if step in COMBAT_STEPS:
        _end_combat(game)
        step = "end of combat"
    game.turn = replace(game.turn, ending="", step=step)
    following = "cleanup" if what == "turn" else _following(game)
    assert following is not None
    if game.pending:
        game.cite(f"{rule}f")
    begin_step(game, following)


def _waited_for(game: Game, step: str) -> bool:
    """CR 724.1e, 724.2e: whether an ability waits for the beginning of the step, which is skipped."""
    waiting = [d.event for d in game.delayed.values()]
    waiting += [
        a.event
        for i in game.battlefield()
        for a in object_abilities.abilities_of(game, i)
        if isinstance(a, ab.Triggered)
    ]
    return any(isinstance(n, ab.StepBegins) and n.step == step for event in waiting for n in ab.walk(event))


# ---- steps ----------------------------------------------------------------------------------------------------------


MANA_KEPT = {
    "end of combat": ("until end of combat",),
    "cleanup": ("until end of combat", "until end of turn"),
}
"""CR 500.5, 500.5a, 514.2: until when mana was kept that is lost as the step ends."""


def _end_step(game: Game) -> None:
    """CR 500.5: mana empties as each step and phase ends; effects that last until then end."""
    _empty_pools(game)
    if game.turn.step == "end of combat":
        _end_combat(game)
    _expire(game, f"end of {game.turn.step}")


def _empty_pools(game: Game) -> None:
    """CR 106.4, 500.5: unspent mana is lost as the step that goes on ends, that too which was kept until then, but for what an effect keeps."""
    over = MANA_KEPT.get(game.turn.step, ())
    for player in game.order:
        if changed_rules.kept_mana(game, player, over) != game.players[player].pool:
            game.cite("500.5", "106.4")
            game.happen(ev.EmptyPool(player=player, over=over))


def _end_combat(game: Game) -> None:
    """CR 511.3: what lasts until then ends, and everything is removed from combat."""
    if game.combat is not None:
        if _expire(game, "end of combat"):
            game.note("what lasted until the end of combat is over", "500.5a")
        if game.combat.attackers:
            game.cite("511.3")
            game.credit(len(game.steps) - 1)
        game.combat = None
        game.epoch += 1


def begin_step(game: Game, step: str) -> None:
    """CR 500.6, 703.4: the step begins, its turn-based actions are done, then the active player gets priority."""
    mains = game.turn.mains + (step in MAIN_PHASES)
    game.turn = replace(
        game.turn, step=step, priority=None, passed=frozenset(), step_began=len(game.log), mains=mains
    )
    game.passed()
    loops.broken(game)
    together = game.active_players()
    game.cause = -1
    if step == "beginning of combat":
        game.combats += 1
        game.combat = Combat(number=game.combats)

    for player in together:
        if _expire(game, f"beginning of {step} of {player}"):
            game.note(f"what lasted until {player}'s {step} is over", "500.4")
        if step == "upkeep":  # when the player's last upkeep and this one began (702.30a)
            game.upkeeps[player] = (game.upkeeps.get(player, (0, 0))[1], game.tick())
    game.happen([ev.StepBegins(step=step, player=player) for player in together])
    done_first(game)
    match step:
        case "untap":
            _untap(game, together)
            if game.halt != "untap":
                advance(game)
            return
        case "draw":
            game.cite("504.1", "703.4d", *(("805.4b", "805.6a", "121.2d") if len(together) > 1 else ()))
            if game.turn.number == 1 and len(game.order) > 2 and not game.seating.shared:
                game.cite("103.8c", "800.7")
            for player in together:
                game.happen(ev.DrawCards(player=player, number=1))
        case "precombat main":
            for player in together:
                schemes.set_in_motion(game, player)
            _sagas(game, together)
            for player in together:
                attractions.begins_main_phase(game, player)
            for player in together:
                _radiation(game, player)
        case "first strike damage" | "combat damage":
            combat_damage.deal_combat_damage(game)
        case "cleanup":
            _cleanup(game, together)
            return
        case "declare attackers" | "declare blockers":
            return  # CR 508.2, 509.2: priority comes after the declaration
    _first_priority(game)


def _first_priority(game: Game) -> None:
    """CR 117.3a: the active player gets priority in the step that has begun, after what has triggered was put on the stack."""
    if game.pending and game.turn.step in BEGUN:
        game.cite("117.3a", BEGUN[game.turn.step])
    priority.give(game)


def declare_attackers(
    game: Game, attacks: dict[ObjectId, Thing], bands: tuple[tuple[ObjectId, ...], ...] = ()
) -> None:
    """CR 508.1, 508.2: the active player declares attackers, then gets priority."""
    combat.declare_attackers(game, attacks, bands)
    _first_priority(game)


def declare_blockers(game: Game, player: PlayerId, blocks: dict[ObjectId, tuple[ObjectId, ...]]) -> None:
    """CR 509.1, 509.2: a defending player declares blockers; when all have, the active player gets priority."""
    combat.declare_blockers(game, player, blocks)
    if not needs_declaration(game):
        _first_priority(game)


def needs_declaration(game: Game) -> str:
    """Which declaration the game waits for: "attackers", "blockers" or "" (CR 508.1, 509.1)."""
    combat = game.combat
    if combat is None:
        return ""
    if game.turn.step == "declare attackers" and not combat.declared_attackers:
        return "attackers"
    if game.turn.step == "declare blockers" and not combat.declared_blockers:
        return "blockers"
    return ""


def _untap(game: Game, active: Sequence[PlayerId]) -> None:
    """CR 502: phasing, day and night, then untapping all that is not kept tapped."""
    for player in active:
        phasing.phase(game, player)
    untap_step.day_night(game)
    for player in active:
        untap_step.untap(game, player)


def _sagas(game: Game, active: Sequence[PlayerId]) -> None:
    """CR 714.3c, 703.4f: lore counters on the active player's Sagas as the precombat main phase begins."""
    sagas = [
        i for i in game.battlefield()
        if game.controller(i) in active and "Saga" in game.characteristics(i).subtypes and has_chapters(game, i)
    ]  # fmt: skip
    if sagas:
        game.cite("714.3c", "703.4f", "505.4")
        game.happen(
            [
                ev.AddCounters(thing=i, kind="lore", number=1, by=game.controller(i), by_effect=False)
                for i in sagas
            ]
        )


def _radiation(game: Game, active: PlayerId) -> None:
    """CR 728.1: as the precombat main phase of a player with rad counters begins, an ability without a source triggers."""
    if game.players[active].counter("rad"):
        waiting = Pending(active, 0, None, timestamp=game.tick(), effect=RADIATION, rules=("728.1",))
        game.pending = (*game.pending, waiting)


def has_chapters(game: Game, id: int) -> bool:
    """CR 714.3: whether the permanent has a chapter ability."""
    return any(
        isinstance(a, ab.Chapter) or (isinstance(a, ab.Triggered) and a.word == "chapter")
        for a in object_abilities.abilities_of(game, id)
    )


def _unsaddle(game: Game) -> None:
    """CR 702.171b: what became saddled is so until the turn ends."""
    ended = [i for i in game.zone("battlefield") if "saddled" in game.objects[i].marks]
    if ended:
        game.cite("702.171b")
        game.happen(
            [
                ev.SetFields(
                    thing=i,
                    verb="is saddled no more",
                    fields={"marks": tuple(m for m in game.objects[i].marks if m != "saddled")},
                    quiet=True,
                )
                for i in ended
            ]
        )


def _discard_to_hand_size(game: Game, active: PlayerId) -> None:
    """CR 514.1, 402.2."""
    hand = game.zone("hand", active)
    limit = changed_rules.hand_size(game, active)
    effects = ("613.11",) if limit != game.players[active].hand_size else ()
    if limit is None and len(hand) > game.players[active].hand_size:
        game.note(
            f"{active} has no maximum hand size and discards nothing",
            "402.2",
            *effects,
            about=(active,),
            kind="kept",
        )
    if limit is not None and len(hand) > limit:
        game.cite("514.1", "402.2", *effects)
        over = len(hand) - limit
        picked = game.decide(
            Decision(active, "objects", f"Discard {over} to hand size", tuple(hand), over, over)
        )
        game.happen([ev.Discard(object=i, player=active) for i in picked])


def _cleanup(game: Game, active: Sequence[PlayerId]) -> None:
    """CR 514: discard to hand size; damage wears off and "this turn" ends at once; players get priority only if something is waiting (514.3a)."""
    for player in active:
        _discard_to_hand_size(game, player)
    damaged = [i for i in game.zone("battlefield") if game.objects[i].damage or game.objects[i].deathtouched]
    if damaged:
        game.note("damage wears off", "514.2", "120.6", about=damaged)
        game.happen(
            [
                ev.SetFields(
                    thing=i, verb="damage wears off", fields={"damage": 0, "deathtouched": False}, quiet=True
                )
                for i in damaged
            ]
        )
    _expire(game, "cleanup")
    _unsaddle(game)
    acted = state_based_actions.check(game)
    triggers.check_states(game)
    if acted or game.pending:
        game.cite("514.3a")
        if acted and not game.pending:
            game.credit(len(game.steps) - 1)
        priority.give(game)
        return
    if game.halt != "cleanup":
        _empty_pools(game)
        begin_turn(game)
