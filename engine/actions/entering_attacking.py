"""Whom or what attacks that enters the battlefield attacking (CR 508.4)."""

from __future__ import annotations

from collections.abc import Container

from engine import abilities as ab
from engine.actions.acting import pick_things, things
from engine.game import Context
from engine.game import events as ev
from engine.model import PlayerId, Thing
from engine.queries import combat_state, descriptions


def whom(
    ctx: Context, controller: PlayerId, states: Container[str], said: ab.Recipient | None = None
) -> Thing | None:
    """CR 508.4, 508.4a: whom or what a permanent that enters in these states attacks: its controller chooses which defending player, or planeswalker or battle
    of theirs, where the effect doesn't say; 702.49c: the one that the creature returned for it attacked. None: nothing."""
    if "attacking in its place" in states:
        return in_its_place(ctx)
    if "attacking" not in states:
        return None
    options = attackable(ctx, controller) if said is None else as_said(ctx, said)
    if not options:
        return None
    ctx.game.cite("508.4")
    return pick_things(ctx, controller, "choose whom or what it is attacking", options)[0]


def attackable(ctx: Context, controller: PlayerId) -> list[Thing]:
    """CR 508.4: what a creature that enters attacking can be said to attack, what the source attacks first; nothing in others' turns or outside combat."""
    game = ctx.game
    if game.combat is not None and not game.is_active(controller):
        game.cite("506.3b")
    if game.combat is None or not game.is_active(controller):
        return []
    already = dict(game.combat.attackers).get(ctx.source)
    there = combat_state.attackable(game, controller)
    options: list[Thing] = []
    for player in game.opponents(controller):
        options += [
            player,
            *(t for t in there if t != player and combat_state.defender_of(game, t) == player),
        ]
    defenders = descriptions.defending(ctx)
    if len(defenders) == 1:
        options.sort(key=lambda o: game.side_of(o) != defenders[0])
    if already in options:
        options.sort(key=lambda o: o != already)
    return options


def in_its_place(ctx: Context) -> Thing | None:
    """CR 702.49c, 506.4: what the returned creature was attacking, if that can still be attacked."""
    game = ctx.game
    returned = {id for mention in ctx.mentions if mention.done == "returned" for id in mention.things}
    if game.combat is None:
        return None
    for entry in reversed(game.this_turn()):
        match entry.event:
            case ev.AttackersDeclared(attacks=attacks):
                found = [whom for attacker, whom in attacks if attacker in returned]
            case ev.MoveZone(was=was, attacking=whom) if was in returned and whom is not None:
                found = [whom]
            case _:
                continue
        for whom in found:
            there = not game.players[whom].lost if isinstance(whom, str) else whom in game.battlefield()
            if there:
                game.cite("702.49c")
                return whom
            game.cite("506.3c", "508.4a")
            return None
    return None


def as_said(ctx: Context, said: ab.Recipient) -> list[Thing]:
    """What the words say that it is attacking; of a player or something of theirs ("or a planeswalker they control"), what can be chosen. What has left the game
    or the battlefield is among it if nothing else is: then it attacks nothing (CR 506.3c, 508.4a)."""
    game = ctx.game
    found: list[Thing] = []
    for part in said.parts if isinstance(said, ab.Together) else (said,):
        if isinstance(part, ab.Chosen) and isinstance(said, ab.Together):
            found += descriptions.matching(ctx, part.which)
        else:
            found += [ctx.now(t) if isinstance(t, int) else t for t in things(ctx, part)]
    there = [t for t in dict.fromkeys(found) if game.exists(t)]
    if found and not any(t in combat_state.attackable(game, ctx.game.turn.active) for t in there):
        game.cite("508.4b")
    return there or found[:1]
