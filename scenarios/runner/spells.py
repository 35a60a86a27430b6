"""Casting, activating, playing lands and special actions, as a scenario says them (CR 601, 602, 116)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import planes
from engine.errors import IllegalAction
from engine.game import Choices
from engine.model import ObjectId, PlayerId, Thing, plain
from engine.queries import object_abilities
from engine.rules.casting import activating, casting, special_actions
from engine.rules.costs import activated_abilities
from engine.rules.stack import priority
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner import board, choices, combat, deeds
from scenarios.runner.session import Session

Attempt: TypeAlias = Callable[[tuple[Thing, ...] | None], ObjectId | None]
"""To act with these things as targets."""
CASTABLE = ("hand", "command", "graveyard", "exile", "library")
ACTIVE = ("battlefield", "hand", "graveyard", "exile", "command", "stack", "library")
"""Where an object with an ability to activate is looked for."""
FROM_GRAVEYARD = frozenset({"flashback", "escape", "unearth", "disturb", "retrace", "jumpstart", "embalm"})
"""First words of keywords by which cards are cast from a graveyard."""


def cast(session: Session, action: t.Cast, hurry: bool) -> None:
    """CR 601: cast a card. `hurry`: as things stand, with nothing resolved for it."""
    if _face_down_already(session, action):
        name, of = action.card, action
        special(
            session,
            t.Special(
                object=name, action="turn face up", by=of.by, choose=of.choose, pay=of.pay, where=of.where
            ),
            hurry,
        )
        return
    if not hurry and (action.alternative is not None or _is_elsewhere(session, action)):
        session.after_what_allows(action, lambda: _offered(session, action))
    by, id = _card_to_play(session, action)
    face = _face(session, id, action.card, action.face)
    own = choices.own_targets(session.game, id, face, action)
    if own is not None:
        action = choices.with_targets_of_triggers(action, own)
    action = choices.with_later_targets(
        action, choices.effects_of_card(session.game, id, face if face is None or face >= 0 else 0)
    )
    waiting = None if hurry else _waiting(session, action, id)
    if waiting is not None:
        _as_it_resolves(session, action, id, waiting)
        return
    session.declare_nothing()
    if not hurry and choices.at_sorcery_speed(session.game, id, face):
        session.sorcery_time(by, action)
    session.until_priority(by, hurry)
    session.begin(action)
    made = choices.of_cast(session.game, session.names, action, by, id, face)

    def go(things: tuple[Thing, ...] | None, said: Choices = made) -> ObjectId:
        divide = choices.divided(session.names, action, things)
        return casting.cast(session.game, by, id, replace(said, targets=things, divide=divide))

    meant = choices.with_costs_meant(session.game, id, face, made)
    ways: list[Attempt] = [go, *(partial(go, said=said) for said in meant)]
    spell = _first_legal(session, action.targets, ways)
    session.made(spell)
    if action.label is not None and spell is not None:
        session.names.label(action.label, spell)


def _face_down_already(session: Session, action: t.Cast) -> bool:
    """Whether what is "morphed" is a face-down permanent: it is turned face up (CR 702.37e)."""
    if action.alternative not in ("morph", "megamorph", "disguise") or action.from_ is not None:
        return False
    found = session.names.candidates(action.card, ("hand", "battlefield"))
    return bool(found) and all(
        session.game.object(i).zone == "battlefield" and session.game.object(i).face_down for i in found
    )


def _waiting(session: Session, action: t.Cast, id: ObjectId) -> ObjectId | None:
    """CR 702.35a, 702.94a: the triggered ability on the stack as which the card is cast when it resolves, if the keyword is of that kind."""
    if plain(action.alternative or "") not in casting.keyword_ways.RESOLVING:
        return None
    game = session.game
    if game.pending and not game.stack():
        priority.give(game, game.turn.priority)
    for each in game.stack():
        of = game.object(each).stack
        if of is not None and game.object(each).kind == "ability" and session.names.now(of.source) == id:
            return each
    return None


def _is_elsewhere(session: Session, action: t.Cast | t.Play) -> bool:
    """Whether the card is in no hand: something may have to resolve first that lets it be played from where it is."""
    stacked = session.game.stack() or session.game.pending
    return bool(stacked) and not session.names.candidates(action.card, ("hand", "command"))


def _offered(session: Session, action: t.Cast) -> bool:
    found = session.names.candidates(action.card, CASTABLE)
    return any(_waiting(session, action, id) is not None for id in found)


def _as_it_resolves(session: Session, action: t.Cast, card: ObjectId, ability: ObjectId) -> None:
    """The card is cast as the ability resolves; what the action says of the spell are the answers to what is asked then. Raises IllegalAction."""
    answers: list[t.Answer] = [*action.choose]
    if action.modes:
        modes = tuple(t.Number(value=m) if isinstance(m, int) else t.Words(text=m) for m in action.modes)
        answers.append(t.AnswerTo(kind="mode", answer=t.Several(items=modes), where=action.where))
    if action.x is not None:
        answers.append(t.AnswerTo(kind="x", answer=t.Number(value=action.x), where=action.where))
    answers += [choices.target_answer(name) for name in action.targets or ()]
    session.begin(replace(action, choose=tuple(answers)))
    while ability in session.game.stack() and not session.game.over:
        session.pass_()
    spell = session.names.now(card)
    if session.game.object(spell).zone != "stack":
        raise IllegalAction("601.3", f"{session.game.name(card)} isn't cast as the ability resolves")
    session.made(spell)
    if action.label is not None:
        session.names.label(action.label, spell)


def activate(session: Session, action: t.Activate, hurry: bool) -> None:
    """CR 602: activate an ability of an object. `hurry`: see `cast`."""
    if action.deed is not None:
        id, action = deeds.meant(session, action)
        _activate(session, action, action.by or session.names.side(id), id, hurry)
        return
    if not hurry:
        settle(session, action)
        if action.by not in (None, *map(session.names.side, session.names.candidates(action.object, ACTIVE))):
            session.after_what_allows(action, lambda: False)
    found = session.names.candidates(action.object, ACTIVE)
    if not found:
        found, action = _by_its_text(session, action)
    wanted = action.ability
    if isinstance(wanted, str) and not hurry and session.game.stack() and not action.illegal:
        session.until(lambda: any(choices.could_mean(session.game, i, wanted) for i in found))
    if action.by is not None:
        found = [i for i in found if session.names.side(i) == action.by] or found
    by = session.by(action, [session.names.side(i) for i in found], f"an object named {action.object.text}")
    found = [i for i in found if session.names.side(i) == by] or found
    if len(found) > 1 and not session.names.alike(found):
        found = [i for i in found if _can_be_tapped_for_it(session, by, i, action)] or found
    id = (
        found[0]
        if len(found) == 1 or session.names.alike(found)
        else session.names.one(action.object, among=found)
    )
    _activate(session, action, by, id, hurry)


_SAYS = re.compile(r"[:{]|\w \w")
"""In what can be an ability's text: a colon, a symbol, or several words."""


def _by_its_text(session: Session, action: t.Activate) -> tuple[list[ObjectId], t.Activate]:
    """The objects with the ability, where no object but the text of one is named (`{T}: Add {G}`, or opening words of it), and the activation of
    it. Raises ScenarioError where nothing has such an ability."""
    text, game = action.object.text, session.game
    for zone in ACTIVE if _SAYS.search(text) and action.ability is None else ():
        there = [
            i
            for i in game.in_zone(zone)
            if not game.object(i).unknown and action.by in (None, session.names.side(i))
        ]
        found = [i for i in there if choices.has_ability(game, session.names.side(i), i, text)]
        if found:
            called = session.names.call(found[0])
            named = t.Name(text=called, where=action.object.where)
            return found, replace(action, ability=text, object=named)
    raise session.names.nothing(action.object)


def settle(session: Session, action: t.Activate) -> None:
    """What is to be activated is the permanent that a spell becomes: it resolves first."""
    found = session.names.candidates(action.object, ACTIVE)
    if found and all(_becomes_permanent(session, i) for i in found):
        session.resolve_all()


def aims_at_what_resolves(session: Session, action: t.Action) -> bool:
    """Whether a target is called as nothing is but a permanent spell on the stack: what is meant can be the permanent that it becomes."""
    for name in (action.targets or ()) if isinstance(action, t.Cast | t.Activate) else ():
        found = session.names.candidates(name)
        if found and all(_becomes_permanent(session, i) for i in found):
            return True
    return False


def _has_none(session: Session, by: PlayerId, id: ObjectId) -> IllegalAction:
    """CR 602.2, 113.6: why an object has no ability that the player can activate: it has none, or those that it has function elsewhere."""
    game = session.game
    zone = game.object(id).zone
    held = [each for each in object_abilities.abilities_of(game, id) if isinstance(each, ab.Activated)]
    others = dict.fromkeys(activated_abilities.functions_in(each) for each in held)
    if held and zone not in others:
        told = (
            f"{game.name(id)} is on the {zone}"
            if zone in ("battlefield", "stack")
            else f"{game.name(id)} is in the {zone}"
        )
        return IllegalAction(
            "602.2", f"{told}, and its ability functions in the {' or '.join(others)}", also=("113.6",)
        )
    if held and not game.in_range(by, id):
        return IllegalAction("801.6", f"{game.name(id)} is out of {by}'s range of influence")
    return IllegalAction("602.2", f"{game.name(id)} has no ability that {by} can activate")


def _activate(session: Session, action: t.Activate, by: PlayerId, id: ObjectId, hurry: bool) -> None:
    """CR 602.2: the player activates the ability that the action names of this object."""
    deeds.check_payment(session, action)
    session.declare_nothing()
    if action.ability is not None and not activated_abilities.abilities(session.game, by, id):
        raise _has_none(session, by, id)
    index = choices.which_ability(session.game, by, id, action)
    offered = activated_abilities.abilities(session.game, by, id)
    if index < len(offered):
        action = choices.with_later_targets(action, (offered[index].effect,))
    if not hurry and choices.takes_unblocked(session.game, by, id, index):
        combat.until_blocked(session)
    if not hurry and choices.ability_at_sorcery_speed(session.game, by, id, index):
        session.sorcery_time(by, action)
        index = choices.which_ability(session.game, by, id, action)  # a Class may have got a level meanwhile
    session.until_priority(by, hurry)
    session.begin(action)
    known = activated_abilities.abilities(session.game, by, id)
    if not known:
        raise _has_none(session, by, id)
    made = choices.of_activation(session.names, action, by, known[index])

    def go(things: tuple[Thing, ...] | None) -> ObjectId | None:
        divide = choices.divided(session.names, action, things)
        return activating.activate(session.game, by, id, index, replace(made, targets=things, divide=divide))

    ability = _first_legal(session, action.targets, [go])
    session.made(ability)
    if action.label is not None:
        session.names.label(action.label, ability if ability is not None else id)


def _can_be_tapped_for_it(session: Session, by: PlayerId, id: ObjectId, action: t.Activate) -> bool:
    """Whether the ability that is meant asks for no tapping, or its object is untapped: of several of one name only such a one can be meant."""
    game = session.game
    try:
        index = choices.which_ability(game, by, id, action)
    except ScenarioError:
        return False
    known = activated_abilities.abilities(game, by, id)
    if index >= len(known):
        return False
    asked = any(isinstance(cost, ab.TapSymbol) for cost in known[index].costs)
    return not (asked and game.object(id).tapped)


def _becomes_permanent(session: Session, id: ObjectId) -> bool:
    """Whether it is a permanent spell: what is to be activated is the permanent that it becomes."""
    obj = session.game.object(id)
    return obj.zone == "stack" and obj.kind != "ability" and obj.base.is_permanent_card


def play(session: Session, action: t.Play, hurry: bool) -> None:
    """CR 305.1, 116.2a: play a land. `hurry`: see `cast`."""
    if not hurry and _is_elsewhere(session, action):
        session.after_what_allows(action, lambda: False)
    by, id = _card_to_play(session, action)
    card = session.game.object(id).card
    if card is not None and not any("Land" in face.type_line for face in card.faces):
        # CR 701.18b: playing a card that is no land is casting it.
        said = {
            key: getattr(action, key) for key in (*t.ActionBase.__struct_fields__, "card", "face", "from_")
        }
        cast(session, t.Cast(**said), hurry)
        return
    session.declare_nothing()
    if not hurry:
        session.sorcery_time(by, action)
    session.until_priority(by, hurry)
    session.begin(action)
    land = special_actions.play_land(session.game, by, id, _face(session, id, action.card, action.face) or 0)
    if action.label is not None:
        session.names.label(action.label, land)


def special(session: Session, action: t.Special, hurry: bool) -> None:
    """CR 116.2: take another special action. `hurry`: see `cast`."""
    if plain(action.object.text) == PLANAR_DIE:
        id, by = _planar_die(session, action)
    else:
        id = session.names.one(action.object)
        by = session.by(action, [session.names.side(id)], action.object.text)
    session.until_priority(by, hurry)
    session.begin(action)
    choices_made = choices.of_special(session.names, action, by)
    made = special_actions.take(session.game, by, id, action.action or "", choices_made)
    if action.label is not None:
        session.names.label(action.label, made)


PLANAR_DIE = "planar die"


def _planar_die(session: Session, action: t.Special) -> tuple[ObjectId, PlayerId]:
    """CR 901.9: the plane whose die is rolled, and who rolls it. Raises ScenarioError where no plane is face up."""
    up = planes.face_up(session.game)
    if not up:
        expected = "a plane that is face up, said with a player: plane: Akoum"
        raise ScenarioError(action.object.where, "there is no planar die in this game", expected=expected)
    return up[0], session.by(action, [session.game.controller(up[0])], action.object.text)


def _card_to_play(session: Session, action: t.Cast | t.Play) -> tuple[PlayerId, ObjectId]:
    """Who casts or plays which card. Raises ScenarioError for a name that no card bears, or several."""
    name = action.card
    zones = _zones(action)
    found: list[ObjectId] = []
    for zone in zones:
        found = session.names.candidates(name, (zone,))
        if action.from_ is not None and action.from_.player is not None:
            found = [i for i in found if session.game.object(i).owner == action.from_.player]
        elif action.by is not None:
            found = [i for i in found if session.names.side(i) == action.by] or found
        if found:
            break
    elsewhere = not found
    if elsewhere:  # the rules say why it can't be cast from there
        found = session.names.candidates(name)
        if action.from_ is not None and any(session.game.object(i).zone == "stack" for i in found):
            raise session.names.nothing(name)  # it may come there as it resolves
    if not found:
        raise session.names.nothing(name)
    by = session.by(action, [session.names.side(i) for i in found], f"a card named {name.text}")
    mine = [i for i in found if session.names.side(i) == by] or found
    if len(mine) > 1 and not elsewhere and not session.names.alike(mine):
        mine = [session.names.one(name, (session.game.object(mine[0]).zone,), mine)]
    return by, mine[0]


def _zones(action: t.Cast | t.Play) -> tuple[str, ...]:
    """The zones where the card is looked for, in this order."""
    if action.from_ is not None:
        return (action.from_.zone.value,)
    if isinstance(action, t.Cast) and action.alternative is not None:
        if plain(action.alternative).partition(" ")[0] in FROM_GRAVEYARD:
            return ("graveyard", "hand", "exile", "command", "library")
        return ("hand", "graveyard", "exile", "command", "library")
    return CASTABLE


def _face(session: Session, id: ObjectId, name: t.Name, face: str | None) -> int | None:
    """The face to cast or play: the one said, or the one that the card was named by."""
    card = session.game.object(id).card
    if card is None or (len(card.faces) < 2 and face is None):
        return None
    if face is not None:
        if plain(face) in ("fuse", "fused", "both"):
            return -1
        return board.face_of(card, face, name.where)
    if name.text in session.names.labels:
        return None
    wanted = plain(name.text)
    return next((n for n, each in enumerate(card.faces) if plain(each.name) == wanted), None)


def _targets(session: Session, targets: Sequence[t.Name] | None) -> Iterator[tuple[Thing, ...] | None]:
    """The things that the names of targets may mean, most likely first: one name can be borne in several zones."""
    if targets is None:
        yield None
        return
    each: list[list[Thing]] = []
    for place, name in enumerate(targets):
        before = sum(other.text == name.text for other in targets[:place])
        if name.text in session.game.players and name.text not in session.names.labels:
            each.append([name.text])
            continue
        zones = session.names.everywhere(name)
        if not zones:
            raise session.names.nothing(name)
        options: list[Thing] = []
        for found in zones:
            if not session.names.alike(found):
                found = session.names.cards_among_copies(found)
            if not session.names.alike(found):
                if len(zones) == 1:
                    session.names.one(name)  # raises
                continue
            options.append(found[min(before, len(found) - 1)])  # of equal ones another each time
        if not options:
            session.names.one(name)
        each.append(options)
    yield from itertools.islice(itertools.product(*each), 64)


def _first_legal(
    session: Session,
    targets: Sequence[t.Name] | None,
    ways: Sequence[Attempt],
) -> ObjectId | None:
    """Act with the first reading of the targets' names that is legal, in the first way; if none is, the first refusal stands. In the other ways only where
    what is named doesn't pay for it otherwise."""
    refused: IllegalAction | None = None
    for go, things in itertools.product(ways, list(_targets(session, targets))):
        if go is not ways[0] and refused is not None and refused.rule not in ("118.3", "601.2h"):
            break
        saved, answers = session.game.fork(), session.decider.saved()
        try:
            return go(things)
        except IllegalAction as error:
            session.game.restore(saved)
            session.decider.restore(answers)
            refused = refused or error
    assert refused is not None
    raise refused
