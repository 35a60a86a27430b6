"""Starting the game: the starting player, opening hands, mulligans, what is done with cards in opening hands, the first turn (CR 103).

    begin(game, "alice")             # each player has drawn a hand, and alice is the first to say whether she keeps it
    mulligan(game, "alice")
    keep(game, "bob")                # alice draws her new hand
    keep(game, "alice")              # the first turn begins

What chance brings to a hand is the top of the library as it lies, or the cards that `mulligan` names.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import planes
from engine.errors import IllegalAction, Undecided
from engine.game import Another, Assumption, Context, Decision, Game, Starting, Turn, doors
from engine.game import events as ev
from engine.model import OUTSIDE, GameObject, ObjectId, PlayerId
from engine.queries import object_abilities
from engine.rules import choosing
from engine.rules.effects import faces
from engine.rules.turn import turn


def begin(game: Game, player: PlayerId, anew: Another | None = None) -> None:
    """CR 103.1-103.5: the player (or their team) is to take the first turn; each player has their starting life total and draws a starting hand. `anew`: the
    effect that has restarted the game, which goes on before the first turn (727.4)."""
    player = _who_says_so(game) or player
    game.starting_player = game.team(player)[0] if game.seating.shared else player
    game.turn = Turn(number=0, active=game.starting_player, step="", mains=0)
    game.combat = None
    who = " and ".join(game.active_players())
    team: tuple[str, ...] = ("103.1a", "805.3") if game.seating.shared else ()
    if anew is None and game.main is None and game.seating.archenemies == (player,):
        team += ("103.1b", "904.6")
    game.note(f"{who} will take the first turn", "103.1", *team, about=game.active_players())
    _put_aside(game)
    for each in game.apnap():
        hand = game.players[each].starting_hand
        if len(game.zone("library", each)) < hand:
            game.cite(*(("727.3",) if anew is not None else ("729.3",) if game.main is not None else ()))
        game.cite(*_of_life(game), *(("103.4b", "103.5a") if hand != STARTING_HAND else ()))
        game.happen(ev.DrawCards(player=each, number=hand))
    game.starting = Starting(anew=anew)


def _who_says_so(game: Game) -> PlayerId:
    """CR 103.1c, 315.5a: the player whose conspiracy says that they are the starting player, or "". Raises Undecided for several."""
    found = {o.owner for i in game.zone("command") if _starts(o := game.objects[i]) and not o.face_down}
    if len(found) > 1:
        raise Undecided("which of several players starts, of whom each has a card that says so (chance)")
    for player in found:
        game.note(f"{player} is the starting player, as their card says", "103.1c", "315.5a", about=(player,))
    return next(iter(found), "")


def _starts(obj: GameObject) -> bool:
    return any(isinstance(a, ab.TextOnly) and a.rule == "103.1c" for a in obj.base.abilities)


def _put_aside(game: Game) -> None:
    """CR 103.2b-c, 103.2e: companions are revealed, commanders are face up in the command zone, and conspiracies are put there."""
    for player in game.apnap():
        for id in [i for i in game.zone(OUTSIDE, player) if "companion" in game.objects[i].marks]:
            told = f"{player} reveals {game.name(id)} as their companion"
            game.note(told, "103.2b", "702.139a", about=(player, id))
        for id in game.zone("command"):
            if game.objects[id].commander is not None and game.objects[id].owner == player:
                told = f"{player}'s commander {game.name(id)} is put into the command zone"
                game.note(told, "103.2c", "903.6", about=(player, id))
        for id in game.zone("command"):
            obj = game.objects[id]
            if obj.card is not None and "conspiracy" in faces.printed(obj.card).types and obj.owner == player:
                _conspire(game, obj)


def _conspire(game: Game, obj: GameObject) -> None:
    """CR 103.2e, 315.2, 702.106a, 905.4: a conspiracy is put into the command zone, face down if it has a hidden agenda."""
    told = f"{obj.owner} puts a conspiracy into the command zone" + (" face down" if obj.face_down else "")
    hidden: tuple[str, ...] = ("702.106a", "905.4a") if obj.face_down else ()
    hidden += ("702.106f",) if len(obj.chosen) > 1 else ()
    game.note(told, "103.2e", "315.2", "905.4", *hidden, about=(obj.owner, obj.id))


def _of_life(game: Game) -> tuple[str, ...]:
    """CR 103.4a-e, 903.7, 903.12f, 904.5, 904.13a-b: the rule for the starting life totals of the variant."""
    if game.seating.archenemies and game.seating.one_life:
        return ("103.4", "904.13a", "904.13b")
    if game.seating.archenemies:
        return ("103.4", "103.4e", "904.5")
    if game.seating.shared:
        return ("103.4", "103.4a")
    return ("103.4", *OF_LIFE.get(game.seating.variant, ()))


STARTING_HAND = 7
"""CR 103.5: how many cards a player draws as the game starts, unless a vanguard says otherwise (103.5a)."""
OF_LIFE = {"commander": ("103.4c", "903.7"), "brawl": ("103.4d", "903.12f")}


# ---- mulligans --------------------------------------------------------------------------------------------------------


def to_declare(game: Game) -> list[PlayerId]:
    """CR 103.5, 103.5d: who says now whether they take a mulligan: the next in turn order, or each of the next team."""
    if game.starting is None:
        return []
    said = {*game.starting.kept, *(player for player, _ in game.starting.declared)}
    left = [player for player in game.apnap() if player not in said]
    return [p for p in game.seating.together(left[0]) if p in left] if left else []


def mulligan(game: Game, player: PlayerId, drawn: Sequence[ObjectId] = ()) -> None:
    """CR 103.5: the player declares that they take a mulligan; once all have declared, those are taken. `drawn`: cards of the player's hand and library that
    chance brings to the new hand; the rest of it comes from the top of the library. Raises IllegalAction."""
    state = _declaring(game, player)
    if set_aside(game, player, state.mulligans(player)) >= game.players[player].starting_hand:
        raise IllegalAction("103.5", f"{player}'s opening hand would be no card", also=_free(game))
    _declared(game, replace(state, declared=(*state.declared, (player, tuple(drawn)))))


def keep(game: Game, player: PlayerId) -> None:
    """CR 103.5: the player keeps the hand, which is their opening hand. Raises IllegalAction."""
    state = _declaring(game, player)
    held = len(game.zone("hand", player))
    game.note(f"{player} keeps an opening hand of {held}", "103.5", about=(player,), kind="choice")
    _declared(game, replace(state, kept=(*state.kept, player)))


def go_on(game: Game) -> None:
    """The least that lets the game start: whose turn it is to declare keeps the hand, as an assumption."""
    player = to_declare(game)[0]
    game.assumptions.append(Assumption(player, "take a mulligan?", "no"))
    keep(game, player)


def _declaring(game: Game, player: PlayerId) -> Starting:
    """What has been declared before the player declares, who may do now what can be done any time they could mulligan (103.5b). Raises IllegalAction."""
    if game.starting is None:
        raise IllegalAction("103.5", "the game has begun, and mulligans are over")
    if player in game.starting.kept:
        raise IllegalAction("103.5", f"{player} has kept a hand, and takes no further mulligan")
    able = to_declare(game)
    if player not in able:
        raise IllegalAction("103.5", f"{' and '.join(able)} declares first")
    while (id := _instead(game, player)) is not None:
        game.cite("103.5b")
        ability = _ability(game, id, "mulligan")
        assert ability is not None
        _perform(game, player, id, ability.effect)
    return game.starting


def _instead(game: Game, player: PlayerId) -> ObjectId | None:
    """CR 103.5b: the card in hand with which the player does something as they could mulligan, if they do."""
    for id in game.zone("hand", player):
        if _ability(game, id, "mulligan") is not None:
            question = f"use {game.name(id)} before a mulligan?"
            if game.decide(Decision(player, "may", question, (True, False), default=False))[0]:
                return id
    return None


def _declared(game: Game, state: Starting) -> None:
    """All have declared: the mulligans are taken, and those who took one declare again; without any the opening hands are settled."""
    game.starting = state
    game.passed()
    if to_declare(game):
        return
    if state.declared:
        taken = dict(state.taken)
        for player, _ in state.declared:
            taken[player] = taken.get(player, 0) + 1
        game.starting = replace(state, declared=(), taken=tuple(taken.items()))
        _take_mulligans(game, dict(state.declared))
        return
    _from_opening_hands(game)
    planes.set_out(game, game.starting_player or game.order[0])
    if state.anew is not None and state.anew.then is not None:
        game.cite("727.4")
        carry_out(game, state.anew)
    game.starting = None
    turn.begin_first_turn(game)


def carry_out(game: Game, after: Another) -> None:
    """CR 727.4, 729.5: what the effect that had a game begin says is done then."""
    assert after.then is not None
    ctx = Context(game, after.controller, after.source, after.object, mentions=list(after.mentions))
    doors.perform(ctx, after.then)


def set_aside(game: Game, player: PlayerId, taken: int) -> int:
    """CR 103.5, 103.5c: how many cards the player puts on the bottom of their library after so many mulligans."""
    return taken - 1 if taken and _free(game) else taken


def _free(game: Game) -> tuple[str, ...]:
    """CR 103.5c, 800.6, 903.12g: the rules by which a player's first mulligan doesn't count."""
    brawl = ("903.12g",) if game.seating.variant == "brawl" else ()
    many = ("800.6",) if len(game.order) > 2 else ()
    return ("103.5c", *many, *brawl) if many or brawl else ()


def _take_mulligans(game: Game, drawn: dict[PlayerId, tuple[ObjectId, ...]]) -> None:
    """CR 103.5: all at once shuffle their hands into their libraries, draw new hands, and put cards on the bottom for the mulligans that they have taken."""
    state = game.starting
    assert state is not None
    for player in drawn:
        told = f"{player} takes a mulligan"
        if game.players[player].starting_hand != STARTING_HAND:
            game.cite("902.5a")
        first = _free(game) if state.mulligans(player) == 1 else ()
        together = ("103.5d", "805.3a") if game.seating.shared else ()
        game.note(told, "103.5", *first, *together, about=(player,), kind="choice")
    hands = [i for player in drawn for i in game.zone("hand", player)]
    game.happen(
        [
            ev.MoveZone(object=i, to="library", place=-1, verb="shuffle", by=game.objects[i].owner)
            for i in hands
        ]
    )
    for player, cards in drawn.items():
        game.happen(ev.Shuffle(player=player, top=tuple(game.became.get(i, i) for i in cards)))
    for player in drawn:
        game.happen(ev.DrawCards(player=player, number=game.players[player].starting_hand))
    for player in drawn:
        _put_back(game, player, set_aside(game, player, state.mulligans(player)))


def _put_back(game: Game, player: PlayerId, number: int) -> None:
    """CR 103.5: so many cards of the new hand go to the bottom of the library, in any order: the last of them lowest."""
    hand = game.zone("hand", player)
    number = min(number, len(hand))
    if number:
        question = f"choose {number} to put on the bottom of the library"
        picked = game.decide(Decision(player, "objects", question, hand, number, number))
        moves = [ev.MoveZone(object=i, to="library", place=-1, by=player) for i in picked]
        game.happen(moves, [("103.5",)] * len(moves))


# ---- opening hands ----------------------------------------------------------------------------------------------------


def _from_opening_hands(game: Game) -> None:
    """CR 103.6: the starting player, then each other in turn order, takes the actions that cards in their opening hand allow."""
    for player in game.apnap():
        able = [i for i in game.zone("hand", player) if _acts(game, player, i)]
        if not able:
            continue
        question = "choose which cards of the opening hand to act with, in order"
        picked = game.decide(Decision(player, "objects", question, tuple(able), 0, len(able)))
        for id in picked:
            if id in game.objects:  # what one of them does can take another away
                _act(game, player, id)


def _ability(game: Game, id: ObjectId, deed: str = "") -> ab.OpeningHand | None:
    """What the card lets its owner do from their opening hand, or (`mulligan`) any time they could mulligan."""
    for each in object_abilities.abilities_of(game, id):
        if isinstance(each, ab.OpeningHand) and (each.deed == "mulligan") == (deed == "mulligan"):
            return each
    return None


def _acts(game: Game, player: PlayerId, id: ObjectId) -> bool:
    ability = _ability(game, id)
    if ability is None:
        return False
    return ability.condition is None or choosing.holds(Context(game, player, source=id), ability.condition)


def _act(game: Game, player: PlayerId, id: ObjectId) -> None:
    """CR 103.6a-c: begin the game with the card on the battlefield, or reveal it; then what is done if its owner does."""
    ability = _ability(game, id)
    assert ability is not None
    game.cite("103.6", *(("103.6c", "805.3b") if game.seating.shared else ()))
    if ability.deed == "begin":
        game.cite("103.6a")
        _perform(game, player, id, ab.Put(ab.This(), "battlefield", counters=ability.counters))
    else:
        game.cite("103.6b")
        game.happen(ev.Performed(verb="reveal", player=player, object=id))
    if ability.effect is not None:
        _perform(game, player, id, ability.effect)


def _perform(game: Game, player: PlayerId, id: ObjectId, effect: ab.Effect | None) -> None:
    assert effect is not None
    doors.perform(Context(game, player, source=id, allowed=True), effect)
