"""What a player can do now, and doing it: the actions of a player as values (CR 101, 116, 117.1, 508.1, 509.1).

    start(game)                            # somebody gets priority
    for action in legal_actions(game):     # of the player who has it
        print(action)
    act(game, action)                      # the game goes on, or raises IllegalAction and is as before

An action is tried in a copy of the game, with default answers to what it asks; so a listed action can be taken. What the engine refuses to
judge (an unknown card, an unsupported line) is not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from engine.errors import IllegalAction, Undecided, Unsupported
from engine.game import Choices, DefaultDecider, Game, doors
from engine.model import OUTSIDE, ObjectId, PlayerId, Thing
from engine.rules.casting import activating, casting, special_actions
from engine.rules.combat import attackers, blockers
from engine.rules.costs import activated_abilities
from engine.rules.stack import priority
from engine.rules.turn import passing, turn

Kind = Literal["play a land", "cast", "activate", "special", "attack", "block", "pass"]


class Action(msgspec.Struct, frozen=True):
    """Something that a player does. `object`: the card or permanent it is done with, 0 for none; `face`: the face cast or played; `ability`: which
    of the object's activated abilities, from 0; `special`: the name of the special action (CR 116.2); `attacks` and `blocks`: a whole declaration;
    `choices`: what is said in advance (targets, modes, X, ...), anything else is asked of the game's decider; `text`: the action in words."""

    kind: Kind
    player: PlayerId
    object: ObjectId = 0
    face: int | None = None
    ability: int = 0
    special: str = ""
    attacks: tuple[tuple[ObjectId, Thing], ...] = ()
    blocks: tuple[tuple[ObjectId, tuple[ObjectId, ...]], ...] = ()
    choices: Choices = Choices()
    text: str = ""

    def __str__(self) -> str:
        return self.text or f"{self.player}: {self.kind}"


def start(game: Game) -> None:
    """CR 117.5: play begins where the game stands: the active player gets priority, but in the steps without (502.4, 514.3)."""
    if game.turn.step not in ("untap", "cleanup"):
        priority.give(game)


def act(game: Game, action: Action) -> None:
    """Take the action. Raises IllegalAction with the rule it breaks, and Unsupported for what the engine doesn't do; the game is then as before."""
    saved = game.fork()
    try:
        _act(game, action)
    except (IllegalAction, Unsupported, Undecided):
        game.restore(saved)
        raise


def _act(game: Game, action: Action) -> None:
    player, id = action.player, action.object
    match action.kind:
        case "pass":
            priority.require(game, player, "pass")
            passing.pass_(game)
        case "play a land":
            special_actions.play_land(game, player, id, action.face or 0)
        case "cast":
            choices = action.choices
            if action.face is not None:
                choices = msgspec.structs.replace(choices, face=action.face)
            casting.cast(game, player, id, choices)
        case "activate":
            activating.activate(game, player, id, action.ability, action.choices)
        case "special":
            special_actions.take(game, player, id, action.special, action.choices)
        case "attack":
            turn.declare_attackers(game, dict(action.attacks))
        case "block":
            turn.declare_blockers(game, player, dict(action.blocks))


def legal_actions(game: Game, player: PlayerId | None = None) -> list[Action]:
    """The actions that the player (the one who has priority, or who has to declare attackers or blockers) could take now.

    Of declarations those of each single creature are listed, and that of none. Combinations are for `act` to judge."""
    if game.over:
        return []
    asked = game.fork()  # what is looked at cites rules, and the game has none of it
    return [a for a in _candidates(asked, player) if _possible(asked, a)]


def _possible(game: Game, action: Action) -> bool:
    trial = game.fork()
    trial.decider = DefaultDecider()
    try:
        _act(trial, action)
    except (IllegalAction, Unsupported, Undecided):
        return False
    return True


def _candidates(game: Game, player: PlayerId | None) -> Iterator[Action]:
    waits = turn.needs_declaration(game)
    if waits == "attackers":
        if player is None or game.is_active(player):
            yield from _attacks(game)
        return
    if waits == "blockers":
        for defender in blockers.undeclared(game):
            if player is None or player in game.seating.together(defender):
                yield from _blocks(game, defender)
        return
    who = player or game.turn.priority
    if who is None:
        return
    for id, obj in list(game.objects.items()):
        if obj.unknown or obj.zone in ("stack",):
            continue
        if obj.card is not None and obj.zone in ("hand", "graveyard", "exile", "command", "library"):
            yield from _with_card(game, who, id)
        if obj.zone in ("battlefield", "hand", "graveyard", "exile", "command", OUTSIDE):
            name = game.name(id)
            for index, held in enumerate(activated_abilities.abilities(game, who, id)):
                called = game.wording(held) if game.wording is not None else ""
                text = f"{who} activates {called or f'ability {index + 1}'} of {name}"
                yield Action("activate", who, id, ability=index, text=text)
            for special in special_actions.ACTIONS:
                if special_actions.is_out_of_question(game, id, special):
                    continue
                yield Action("special", who, id, special=special, text=f"{who}: {special} ({name})")
    yield Action("pass", who, text=f"{who} passes")


def _with_card(game: Game, player: PlayerId, id: ObjectId) -> Iterator[Action]:
    """Casting or playing each face of a card; from a library only its top card comes in question."""
    obj = game.objects[id]
    if obj.zone == "library" and game.zone("library", obj.owner)[:1] != (id,):
        return
    if obj.zone == "hand" and obj.owner != player:
        return
    card = obj.card
    assert card is not None
    for face, each in enumerate(card.faces):
        which = face if len(card.faces) > 1 else None
        yield Action("play a land", player, id, face=which, text=f"{player} plays {each.name}")
        yield Action("cast", player, id, face=which, text=f"{player} casts {each.name}")


def _attacks(game: Game) -> Iterator[Action]:
    active = game.turn.active
    yield Action("attack", active, text=f"{active} attacks with nothing")
    for id in attackers.attackers_able(game):
        for whom in _attackable(game):
            text = f"{active} attacks {game.name(whom)} with {game.name(id)}"
            yield Action("attack", active, attacks=((id, whom),), text=text)


def _attackable(game: Game) -> list[Thing]:
    """CR 506.2, 508.1b: opponents, their planeswalkers, and battles; whether each may be attacked is tried."""
    others = [id for id in game.battlefield() if game.characteristics(id).types & {"planeswalker", "battle"}]
    return [*game.opponents(game.turn.active), *others]


def _blocks(game: Game, defender: PlayerId) -> Iterator[Action]:
    yield Action("block", defender, text=f"{defender} blocks nothing")
    for id, whom in blockers.blockers_able(game, defender).items():
        for attacker in whom:
            text = f"{defender} blocks {game.name(attacker)} with {game.name(id)}"
            yield Action("block", defender, blocks=((id, (attacker,)),), text=text)


doors.legal_actions = legal_actions
doors.act = act
