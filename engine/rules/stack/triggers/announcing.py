"""Putting triggered abilities that wait onto the stack (CR 603.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Context, Decision, Game, Pending
from engine.game import events as ev
from engine.keywords import APART
from engine.model import CastInfo, Characteristics, ObjectId, OnStack, PlayerId
from engine.queries import changed_rules, citations
from engine.queries import modes as modes_
from engine.rules import choosing
from engine.rules.effects import layers
from engine.rules.processing import targeting
from engine.rules.stack.triggers import letters
from engine.rules.stack.triggers.matching import keyword_rule


def put_on_stack(game: Game) -> bool:
    """CR 603.3b: waiting triggered abilities go onto the stack, the active player's first, each player's in the order they choose."""
    if not game.pending:
        return False
    waiting, game.pending = game.pending, ()
    _of_who_has_left(game, waiting)
    several = len({p.controller for p in waiting}) > 1
    for player in game.apnap():
        together = game.seating.together(player)
        if player != next(p for p in game.apnap() if p in together):
            continue
        # CR 805.7: a team puts all of theirs there in any order.
        mine = sorted((p for p in waiting if p.controller in together), key=lambda p: p.timestamp)
        if len({p.controller for p in mine}) > 1:
            game.cite("805.7")
        if len(mine) > 1:
            mine = [mine[i] for i in _order(game, player, mine)]
        times = Counter((p.source, p.ability) for p in mine)
        for pending in mine:
            game.cite(*(("603.3b",) if several or len(mine) > 1 else ()))
            announce(game, pending, times[pending.source, pending.ability])
    return True


def _of_who_has_left(game: Game, waiting: Sequence[Pending]) -> None:
    """CR 800.4d: abilities that a player who has left the game would control aren't put onto the stack."""
    for pending in waiting:
        if game.players[pending.controller].lost:
            told = f"{_label(game, pending.source)}'s ability isn't put onto the stack: {pending.controller} has left the game"
            game.note(told, "800.4d", about=(pending.source,), cause=pending.cause, kind="kept")


def _order(game: Game, player: PlayerId, mine: Sequence[Pending]) -> Sequence[int]:
    """CR 603.3b: in which order they go onto the stack; the player is asked where it could matter, by names where these tell them apart."""
    first = mine[0]
    if all(p.ability == first.ability and p.mentions == first.mentions for p in mine[1:]):
        return range(len(mine))
    question = "In which order do the abilities go on the stack (first one resolves last)?"
    places = {_label(game, p.source): place for place, p in enumerate(mine)}
    if len(places) < len(mine):
        told = tuple(_label(game, p.source) for p in mine)
        decision = Decision(player, "order", question, tuple(range(len(mine))), told=told)
        picked: Sequence[int] = game.decide(decision)
        return picked
    return [places[label] for label in game.decide(Decision(player, "order", question, tuple(places)))]


def announce(game: Game, pending: Pending, times: int = 1) -> None:
    """CR 603.3c-d: the ability goes on the stack; its modes and targets are chosen; without a legal choice it is removed.

    `times` is how often its ability has triggered (CR 603.2c)."""
    ability = pending.ability
    effect = ability.effect if ability is not None else pending.effect
    assert effect is not None, "a triggered ability says what it does"
    pending = replace(pending, moved=(*pending.moved, *_own_aura(game, pending)))
    link = layers.link(game, pending.source, ability) if ability is not None and pending.source else None
    ctx = Context(
        game, pending.controller, pending.source, mentions=list(pending.mentions), moved=dict(pending.moved), link=link
    )  # fmt: skip
    letters.known(ctx, pending, effect)
    source = _label(game, pending.source)
    chosen = choosing.announce(ctx, effect)
    if chosen is None:
        why, rule = (
            ("no mode is chosen for it", "603.3c")
            if modes_.modal_of(effect) is not None
            else ("it has no legal target", "603.3d")
        )
        game.note(
            f"{source}'s ability is removed: {why}",
            rule,
            about=(pending.source,),
            cause=pending.cause,
            kind="kept",
        )
        return
    effect, slots, modes = chosen
    stack = OnStack(
        effect=effect, targets=slots, mentions=tuple(ctx.mentions), ability=ability, source=pending.source, kind="triggered",
        moved=pending.moved, nth=pending.nth, link=link,
    )  # fmt: skip
    saved = game.cause
    game.cause = pending.cause if pending.cause >= 0 else game.cause
    info = CastInfo(by=pending.controller, modes=modes, x=ctx.letters.get("X"))
    colors = game.characteristics(pending.source).colors if pending.source else frozenset()
    _cite(game, pending, effect, times)
    event = ev.PutOnStack(
        controller=pending.controller,
        base=Characteristics(name="", colors=colors),
        stack=stack,
        cast=info,
        text=f"{source}'s ability triggers",
    )
    id = next(h.event.was for h in game.happen(event) if isinstance(h.event, ev.PutOnStack))
    targeting.tell_targets(game, pending.controller, id, slots)
    targeting.tell_crime(game, pending.controller, id, slots)
    game.cause = saved


def _cite(game: Game, pending: Pending, effect: ab.Effect | None, times: int) -> None:
    ability = pending.ability
    game.cite("603.3", *pending.rules, *keyword_rule(ability))
    if pending.source in game.objects and game.controller(pending.source) != pending.controller:
        game.cite(*(("603.3a",) if ability is not None else () if "603.7" in pending.rules else ("603.7e",)))
    if pending.source:
        game.cite(*citations.of_place(game.object(pending.source)))
    if any(changed_rules.has_keyword(game, id, "split second") for id in game.stack()):
        game.cite("603.2a", "702.61b")
    if ability is not None and ability.word in APART and pending.source:
        several = len(changed_rules.keywords(game, pending.source, ability.word)) > 1
        game.cite(*((APART[ability.word],) if several else ()))
    if times > 1 and ability is not None and "603.2d" not in pending.rules:
        game.cite("603.2c")
    if ability is not None and ability.condition is not None:
        if any(
            isinstance(n, ab.WasPaid) and n.cost.startswith("kicker {") for n in ab.walk(ability.condition)
        ):
            game.cite("607.2i")  # which of the costs that one ability lists
        game.cite("603.4", *citations.of_condition(game, pending.source, ability.condition))
    if (
        ability is not None
        and isinstance(ability.event, ab.PlayerDoes)
        and ability.event.verb == "lose"
        and pending.source not in game.objects
    ):
        game.cite("603.10f")
    if ability is not None and ability.word in ("exert", "enlist"):
        game.cite("607.2h")
    if isinstance(effect, ab.Optional):
        game.cite("603.5")  # whether it is done is chosen as it resolves
    if ability is not None and isinstance(ability.event, ab.Meets):
        game.cite("603.8")


def _label(game: Game, source: ObjectId) -> str:
    """What a waiting ability is called: by its source, if it has one (CR 113.8, 724.2)."""
    return game.name(source) if source else "a rule"


def _own_aura(game: Game, pending: Pending) -> tuple[tuple[ObjectId, ObjectId], ...]:
    """CR 400.7f: an Aura's ability that triggered as what it enchants left the battlefield finds what the Aura became in the graveyard."""
    event = pending.ability.event if pending.ability is not None else None
    left = isinstance(event, ab.Moves) and event.origin == "battlefield" and isinstance(event.what, ab.Host)
    if not left or pending.source in game.objects:
        return ()
    moves = [h.event for h in game.this_turn(ev.MoveZone)]
    found = [
        e
        for e in moves
        if isinstance(e, ev.MoveZone) and e.object == pending.source and e.to == "graveyard" and e.was
    ]
    if found:
        game.cite("400.7f", "603.6e")
    return tuple((pending.source, e.was) for e in found)
