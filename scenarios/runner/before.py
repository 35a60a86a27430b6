"""What a scenario says of the time before it begins: this turn's events, and what cards have to do with one another (engine.earlier)."""

from __future__ import annotations

from collections.abc import Sequence

from engine import abilities as ab
from engine import earlier
from engine.actions import dungeon_cards
from engine.game import Game
from engine.model import Card, Characteristics, ObjectId, plain
from scenarios.cards import Cards, UnknownCard, Unreadable
from scenarios.format import ScenarioError, slipped
from scenarios.format import types as t
from scenarios.runner import tokens
from scenarios.runner.naming import Names, NothingNamed


def lay(
    game: Game, names: Names, cards: Cards, scenario: t.Scenario, laid: Sequence[tuple[ObjectId, t.CardSetup]]
) -> None:
    """Let all of it have happened. `laid`: what stands where, and as what it was said. Raises ScenarioError for names of nothing, Unreadable."""
    for id, entry in laid:
        _of_card(game, names, cards, id, entry)
    for player in scenario.players:
        for count in player.died_this_turn:
            for _ in range(count.count):
                earlier.died(game, player.name, _card(game, cards, player.name, count))
        for count in player.cast_this_turn:
            for _ in range(count.count):
                earlier.cast(game, player.name, _spell(cards, count))
        for amount in (player.life_gained_this_turn, -player.life_lost_this_turn):
            if amount:
                earlier.life_changed(game, player.name, amount)
        earlier.drawn(game, player.name, player.drawn_this_turn)
        for mark, there in (
            ("monarch", player.monarch),
            ("city's blessing", player.city_s_blessing),
            ("initiative", player.initiative),
        ):
            if there:
                earlier.designate(game, player.name, mark)
        if player.speed is not None:
            earlier.speed(game, player.name, player.speed)
        _of_the_ring(game, player, laid)
        for name in player.completed_dungeons:
            earlier.completed(game, player.name, _dungeon(name)[0])
        if player.dungeon is not None:
            earlier.venture(game, player.name, *_dungeon(player.dungeon))
    for _ in range(scenario.storm_count):
        earlier.cast(game, game.turn.active, None)
    if scenario.day is not None:
        earlier.day_or_night(game, scenario.day)


def _of_the_ring(game: Game, player: t.PlayerSetup, laid: Sequence[tuple[ObjectId, t.CardSetup]]) -> None:
    """CR 701.54: who bears the Ring has been tempted by it once at least, and bears it alone. Raises ScenarioError."""
    bearers = [(id, entry) for id, entry in laid if entry.ring_bearer and game.controller(id) == player.name]
    if len(bearers) > 1 or (bearers and bearers[0][1].count > 1):
        raise ScenarioError(bearers[-1][1].where, f"{player.name} has one Ring-bearer at most (CR 701.54a)")
    if bearers or player.ring_tempted:
        most = max(player.ring_tempted, 1)
        earlier.tempted(game, player.name, min(most, 4), bearers[0][0] if bearers else None)


def _dungeon(name: t.Name) -> tuple[dungeon_cards.Dungeon, str]:
    """The dungeon of the name with its topmost room, or the dungeon that has the room of the name. Raises ScenarioError."""
    rooms = {plain(r.name): (d, r.name) for d in dungeon_cards.DUNGEONS.values() for r in d.rooms}
    known = {plain(d.name): (d, d.rooms[0].name) for d in dungeon_cards.DUNGEONS.values()}
    found = known.get(plain(name.text)) or rooms.get(plain(name.text))
    if found is None:
        names = ", ".join(dungeon_cards.DUNGEONS)
        raise ScenarioError(
            name.where, f"no dungeon and no room of one is named '{name.text}': the dungeons are {names}"
        )
    return found


def _drafted_with(cards: Cards, name: str) -> bool:
    """CR 607.2n: whether a card of the name has others exiled before the game begins."""
    card = cards.as_printed(name)
    return card is not None and any(
        isinstance(ability, ab.TextOnly) and ability.rule == "607.2n"
        for face in card.faces
        for ability in face.abilities
    )


def _exiled(names: Names, entry: t.CardSetup, name: t.Name) -> ObjectId:
    """A card in exile that a permanent exiled. Raises ScenarioError where it isn't there, since nothing says whose it is."""
    try:
        return names.one(name, ("exile",))
    except NothingNamed as error:
        right = f"its owner's exile to have it: exile: [{{card: {name.text}, exiled with: {entry.label or entry.name}}}]"
        raise ScenarioError(
            error.where, f"'{name.text}' is not in exile", expected=right, near=error.near
        ) from None


def _of_card(game: Game, names: Names, cards: Cards, id: ObjectId, entry: t.CardSetup) -> None:
    if entry.entered_this_turn:
        earlier.entered(game, id)
    if entry.attacked_this_turn:
        opponents = game.opponents(game.controller(id))
        named = entry.attacked_this_turn
        earlier.attacked(game, [id], names.thing(named) if isinstance(named, t.Name) else opponents[0])
    for share in entry.dealt_damage_by:
        earlier.dealt_damage(game, names.one(share.to), id, share.amount)
    if entry.exiled_with is not None and _drafted_with(cards, entry.exiled_with.text):
        earlier.exiled_before_the_game(game, id, entry.exiled_with.text)
    elif entry.exiled_with is not None:
        earlier.link(game, names.one(entry.exiled_with, ("battlefield",)), "exiled", [id])
    if entry.imprinted:
        earlier.link(game, id, "exiled", [_exiled(names, entry, name) for name in entry.imprinted])
    if entry.haunting is not None:
        earlier.haunt(game, id, names.one(entry.haunting, ("battlefield",)))
    if entry.paired_with is not None:
        earlier.pair(game, id, names.one(entry.paired_with, ("battlefield",)))
    _unlock(game, id, entry)
    _has_become(game, id, entry)
    if entry.prepared and not earlier.prepare(game, id):
        raise ScenarioError(
            entry.where, f"{entry.name} can't be prepared: it has no prepare spell (CR 722.3a)"
        )
    if entry.crewed and not earlier.crew(game, id):
        raise ScenarioError(entry.where, f"{entry.name} can't be crewed: it has no such ability (CR 702.122)")


def _has_become(game: Game, id: ObjectId, entry: t.CardSetup) -> None:
    """The designations of a permanent, and by what a card is in exile. Raises ScenarioError."""
    for designation in earlier.DESIGNATIONS:
        if getattr(entry, designation):
            earlier.became(game, id, designation)
    for how in earlier.IN_EXILE:
        if getattr(entry, how.replace(" ", "_")):
            earlier.exiled_as(game, id, how)
    if entry.level is not None:
        if "Class" not in game.objects[id].base.subtypes:
            raise ScenarioError(
                entry.where, f"{entry.name} is no Class: what levels up has level counters (CR 711.2)"
            )
        earlier.reached_level(game, id, entry.level)


def _unlock(game: Game, id: ObjectId, entry: t.CardSetup) -> None:
    """CR 709.5c: the doors of a Room that are open: those that are said, and the half by which the card is named. Raises ScenarioError."""
    halves = [plain(h.name) for h in game.objects[id].base.halves]
    said = [plain(name.text) for name in entry.unlocked]
    if wrong := [name for name in entry.unlocked if plain(name.text) not in halves]:
        expected = " or ".join(h.name for h in game.objects[id].base.halves) or "it has no locked halves"
        raise ScenarioError(wrong[0].where, f"'{wrong[0].text}' is no half of {entry.name}: {expected}")
    said += [plain(n) for n in (entry.name, entry.face or "") if plain(n) in halves]
    earlier.unlock(game, id, [n for n, name in enumerate(halves) if name in said])


def _card(game: Game, cards: Cards, player: str, count: t.Count) -> Card | Characteristics:
    """The card of the name, or the token that the words describe. Raises ScenarioError."""
    try:
        return cards.find(count.name.text)
    except UnknownCard as error:
        token = tokens.described(game, player, count.name.text)
        if token is None:
            raise unknown(count.where, count.name.text, error) from None
        return token
    except Unreadable as error:
        raise error.at(count.where) from None


def _spell(cards: Cards, count: t.Count) -> Card | None:
    if count.name.text.lower() == t.UNKNOWN:
        return None
    try:
        return cards.find(count.name.text)
    except UnknownCard as error:
        raise unknown(count.where, count.name.text, error) from None
    except Unreadable as error:
        raise error.at(count.where) from None


def unknown(where: t.Where, name: str, error: UnknownCard, token: bool = False) -> ScenarioError:
    """The error for a card's name that nothing bears; to be raised. A name that a slip of the pen can explain stands in the corrected line."""
    near = sorted(error.near, key=lambda each: not slipped(name, each))
    slip = (
        bool(near)
        and slipped(name, near[0])
        and sum(each.lower().startswith(name.lower()) for each in near) < 2
    )
    bare = tokens.bare(name)
    if not slip and (bare != name or token):
        right = f"power, toughness and color with it: {{token: 1/1 white {bare}}}, or a card of your own below `cards`"
        return ScenarioError(where, f"'{name}' doesn't say what the token is", expected=right)
    expected = (
        None if slip else "one of the pool or of a file (judge cards import FILE), or its text below `cards`"
    )
    told = f"no card is named '{name}'"
    return ScenarioError(where, told, expected=expected, near=near, wrong=name if slip else "")
