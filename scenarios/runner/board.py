"""The position that a scenario begins from, as a Game; and the board at its end, as words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine import setup
from engine.game import Assumption, Decider, Game, Seating, emperors_reach
from engine.game import events as ev
from engine.model import (
    COLORS,
    OUTSIDE,
    Card,
    Characteristics,
    ObjectId,
    Player,
    PlayerId,
    Thing,
    Zone,
    plain,
)
from engine.queries import designations, object_abilities
from engine.rules.effects import components
from engine.rules.stack import triggers
from engine.rules.turn import starting
from scenarios import wording
from scenarios.cards import Cards, UnknownCard, Unreadable
from scenarios.cards import read as read_card
from scenarios.format import ScenarioError, nearest
from scenarios.format import types as t
from scenarios.runner import before, counters, derived, opening, stickers, tokens
from scenarios.runner.naming import Names, NothingNamed
from scenarios.runner.results import Board, BoardObject, BoardPlayer

HIDDEN = frozenset({"library", "hand"})
SUPPLEMENTARY: dict[str, bool | None] = {
    "plane": False, "planar deck": True, "vanguard": False, "schemes": False, "scheme deck": True, "conspiracies": None,
    "attraction deck": True, "junkyard": False,
}  # fmt: skip
"""The supplementary cards of a player, all in the command zone, and whether they are face down; None where each says so."""
SET_UP: tuple[Zone, ...] = (
    "battlefield", "hand", "library", "graveyard", "exile", "command", "ante", OUTSIDE,
)  # fmt: skip
COUNTED = {
    "loyalty": "its printed loyalty",
    "defense": "its printed defense",
    "lore": "the one of its arrival",
}


FACE_DOWN_AS = {"manifested": "manifest", "cloaked": "cloak", "disguised": "disguise", "morphed": "morph"}
"""How a permanent became face down, and the keyword that did it (CR 701.40, 701.58, 702.168, 702.37)."""


def lay(
    scenario: t.Scenario, decider: Decider, first_id: ObjectId = 1, kind: type[Game] = Game
) -> tuple[Game, Names]:
    """The game that a scenario describes, ready for its first action; `first_id`: of its objects; `kind`: of game. Raises ScenarioError, Unreadable."""
    counters.check(scenario)
    cards = Cards(_as_written(own.fields) for own in scenario.cards)
    game = kind([player.name for player in scenario.players], decider, _seating(scenario))
    game.reference = cards.as_printed
    game.wording = wording.opening
    game.next_id = first_id
    names = Names(game, cards.knows)
    attached: list[tuple[ObjectId, t.Name]] = []
    chosen: list[tuple[ObjectId, dict[str, t.Name]]] = []
    laid: list[tuple[ObjectId, t.CardSetup]] = []
    for player in scenario.players:
        _lay_player(game, scenario, player)
        for zone, entries in _all_entries(player):
            for entry in entries:
                # CR 103.3: what a player will draw first is on top of the library.
                lies: Zone = "library" if zone == "hand" and scenario.start is not None else zone
                for id in _put(game, cards, player.name, lies, entry):
                    laid.append((id, entry))
                    _begin_as_vanguard(game, player, id)
                    if entry.label is not None:
                        names.label(entry.label, id)
                    if entry.attached_to is not None:
                        attached.append((id, entry.attached_to))
                    if entry.chosen:
                        chosen.append((id, entry.chosen))
    for remark in scenario.remarks:
        game.assumptions.append(Assumption("the file", remark.about, remark.taken))
    # Only now everything that they may name is there.
    for id, name in attached:
        setup.attach(game, id, _host(game, names, id, name))
    for id, values in chosen:
        setup.choose(game, id, [(what, _value(names, what, value)) for what, value in values.items()])
    setup.colors_of_commanders(game)
    for player in scenario.players:
        dealt = [(_commander(game, names, share.to), share.amount) for share in player.commander_damage]
        setup.commander_damage(game, player.name, dealt)
    stickers.lay(game, scenario, laid)
    if scenario.start is not None:
        starting.begin(game, scenario.start)
        return game, names
    turn = scenario.turn
    from_upkeep = opening.from_upkeep(scenario, game.order[0])
    setup.begin(game, turn.player or game.order[0], "upkeep" if from_upkeep else turn.step.value, turn.number)
    _step_begun(game, begins_now=from_upkeep or _resolves_what_triggers(scenario, game))
    for id, entry in laid:
        if entry.owner is not None:
            setup.settle_control(game, id)
    before.lay(game, names, cards, scenario, laid)
    return game, names


def _lay_player(game: Game, scenario: t.Scenario, player: t.PlayerSetup) -> None:
    """A player's life, mana, counters and the like. Raises ScenarioError."""
    try:
        setup.player(
            game,
            player.name,
            life=_of_team(scenario, player, lambda each: each.life),
            mana=player.mana.mana,
            generic=player.mana.generic,
            unlimited_mana=player.mana.unlimited,
            counters=player.counters | _poison(scenario, player),
            lands_played=player.lands_played,
            hand_size=7 if player.max_hand_size is None else player.max_hand_size,
        )
    except ValueError as error:
        raise ScenarioError(player.mana.where, str(error)) from None
    if player.mana.unlimited:
        told = "costs of mana are met out of nothing, in any color"
        game.assumptions.append(Assumption(player.name, "mana", told))


def _of_team(
    scenario: t.Scenario, player: t.PlayerSetup, what: Callable[[t.PlayerSetup], int | None]
) -> int | None:
    """What is said of the player or, in a game in which teams have it together (CR 810.9, 810.10), of any of the team."""
    together = _seating(scenario).as_one(player.name)
    said = [what(player), *(what(each) for each in scenario.players if each.name in together)]
    return next((value for value in said if value is not None), None)


def _poison(scenario: t.Scenario, player: t.PlayerSetup) -> dict[str, int]:
    if not _seating(scenario).one_poison:
        return {}  # said with the player's own counters
    number = _of_team(scenario, player, lambda each: each.counters.get("poison"))
    return {} if number is None else {"poison": number}


def _seating(scenario: t.Scenario) -> Seating:
    """Who plays together, and how, with the options that the variant has where no others are said (CR 800.2, 809.3, 811.2)."""
    beside = scenario.variant in (t.EMPEROR, t.ALTERNATING)
    option = scenario.attack_option
    emperors = tuple(team[len(team) // 2] for team in scenario.teams) if scenario.variant == t.EMPEROR else ()
    reach = scenario.range_of_influence
    players = [player.name for player in scenario.players]
    if reach is None and emperors:
        reach = emperors_reach(scenario.teams)
    elif reach is None and scenario.variant == t.ALTERNATING:
        reach = 2
    ranges = dict.fromkeys(players, reach) if isinstance(reach, int) else reach or {}
    both = scenario.variant == t.ARCHENEMY_COMMANDER
    of_commanders = t.COMMANDER if both else scenario.variant
    variant = of_commanders if of_commanders in (t.COMMANDER, t.BRAWL) else ""
    against_one = scenario.variant == t.ARCHENEMY and bool(scenario.teams)
    return Seating(
        teams=scenario.teams,
        shared=scenario.variant == t.TWO_HEADED or against_one or both,
        one_life=scenario.variant == t.TWO_HEADED or both,
        own_poison=both,
        archenemies=_archenemies(scenario),
        reach=tuple(ranges.items()),
        attack="beside" if beside else option if option in ("left", "right") else "",
        deploy=scenario.deploy_creatures or bool(emperors),
        emperors=emperors,
        one_planar_deck=scenario.single_planar_deck,
        variant=variant,
    )


def _archenemies(scenario: t.Scenario) -> tuple[PlayerId, ...]:
    """CR 904.2a, 904.3, 904.12b: who has schemes, in a game of Archenemy."""
    if scenario.variant not in (t.ARCHENEMY, t.ARCHENEMY_COMMANDER):
        return ()
    return tuple(p.name for p in scenario.players if p.schemes or p.scheme_deck)


def _host(game: Game, names: Names, id: ObjectId, name: t.Name) -> Thing:
    """What a permanent of the set-up is attached to. Raises ScenarioError where it isn't there."""
    try:
        return names.thing(name, ("battlefield", "graveyard"))
    except NothingNamed as error:
        right = "a player or permanent of the set-up, said with the Aura or Equipment: {card: Bonesplitter, attached to: Grizzly Bears}"
        told = f"{game.name(id)} is attached to '{name.text}', which isn't there"
        raise ScenarioError(error.where, told, expected=right, near=error.near) from None


def _begin_as_vanguard(game: Game, player: t.PlayerSetup, id: ObjectId) -> None:
    """CR 902.4, 902.5: what the player's vanguard card makes of the values that the file doesn't say."""
    obj = game.objects[id]
    if obj.card is not None and obj.zone == "command" and "vanguard" in obj.base.types:
        setup.vanguard(
            game, player.name, obj.card, life=player.life is None, hand=player.max_hand_size is None
        )


def _all_entries(player: t.PlayerSetup) -> Iterator[tuple[Zone, tuple[t.CardSetup, ...]]]:
    """What the player has, zone by zone; supplementary cards in the command zone."""
    for zone in SET_UP:
        yield zone, _entries(player, zone)
    for sort, face_down in SUPPLEMENTARY.items():
        cards = getattr(player, sort.replace(" ", "_"))
        if face_down is not None:
            cards = tuple(replace(each, face_down=face_down) for each in cards)
        yield "command", cards


def _entries(player: t.PlayerSetup, zone: Zone) -> tuple[t.CardSetup, ...]:
    """What the player has in the zone, the lands that the mana was said as among it."""
    lands = _lands(player.mana) if zone == "battlefield" else ()
    return (*getattr(player, zone.replace(" ", "_")), *lands)


def _resolves_what_triggers(scenario: t.Scenario, game: Game) -> bool:
    """Whether the first thing to be done is to resolve what is on the stack, where nothing is: what triggers as the step begins is meant."""
    first = scenario.do[0] if scenario.do else None
    return isinstance(first, t.Resolve) and first.at is None and not game.stack()


def _step_begun(game: Game, begins_now: bool) -> None:
    """CR 603.2b: what triggers as the step begins doesn't, since the game stands in that step and not before it; but it does where the step begins now. Notes which."""
    step = game.turn.step
    named = next((name for name in map(game.name, _triggering(game, step))), None)
    if named is None:
        return
    about = f"what triggers as the {step} begins ({named})"
    if begins_now:
        game.happen([ev.StepBegins(step=step, player=player) for player in game.active_players()])
    taken = (
        "triggers: the position is that of the step's beginning, since there is nothing else to resolve"
        if begins_now
        else "has triggered before: `turn` says the step before for it to trigger"
    )
    game.assumptions.append(Assumption("the file", about, taken))


def _triggering(game: Game, step: str) -> Iterator[ObjectId]:
    """Objects that have a trigger for this step where they are (CR 113.6)."""
    for id, obj in game.objects.items():
        found = () if obj.unknown else object_abilities.abilities_of(game, id)
        triggered = (a for a in found if isinstance(a, ab.Triggered) and obj.zone in triggers.functions_in(a))
        if any(isinstance(n, ab.StepBegins) and n.step == step for a in triggered for n in ab.walk(a.event)):
            yield id


def _lands(mana: t.Pool) -> list[t.CardSetup]:
    """The untapped lands that a player's mana was said as."""
    return [t.CardSetup(name=each.name.text, count=each.count, where=each.where) for each in mana.lands]


def _as_written(fields: dict[str, Any]) -> dict[str, Any]:
    """A card of the user's own: one without a text has not lost it."""
    faces = [{**face, "lost": False} for face in fields.get("card_faces", ())]
    return {**fields, "lost": False} | ({"card_faces": faces} if faces else {})


def _put(game: Game, cards: Cards, player: PlayerId, zone: Zone, entry: t.CardSetup) -> Iterable[ObjectId]:
    if plain(entry.name) == t.UNKNOWN:
        return setup.unknown(game, player, entry.count, zone)
    if zone == "battlefield" and _is_card_as_token(game, cards, player, entry.name):
        entry = replace(entry, name=tokens.bare(entry.name), token=True)
    if zone == "command" and (of := derived.emblem_of(cards, entry.name)):
        entry = replace(entry, name=of, emblem=True)
    card = _found(game, cards, player, zone, entry)
    face = 0
    if isinstance(card, Card):
        face = (
            face_of(card, entry.face, entry.where)
            if entry.face is not None
            else _named_face(card, entry.name, zone)
        )
        _check_permanent(card, face, zone, entry)
    made = []
    given = derived.counters(game, player, zone, entry, card, face)
    if entry.emblem and isinstance(card, Card):
        return derived.emblems(game, player, card, entry)
    casts = _commander_casts(game, player, zone, entry)
    for _ in range(entry.count):
        id = setup.put(
            game,
            player,
            card,
            zone,
            owner=entry.owner,
            face=face,
            token=entry.token,
            tapped=entry.tapped,
            sick=entry.sick or entry.entered_this_turn,
            face_down=bool(entry.face_down),
            face_down_as=FACE_DOWN_AS.get(entry.face_down, "") if isinstance(entry.face_down, str) else "",
            counters=entry.counters or given,
            damage=entry.damage or sum(share.amount for share in entry.dealt_damage_by),
            commander=entry.commander,
            commander_casts=casts,
            lights=entry.lights,
        )
        made.append(id)
        derived.copy(game, cards, id, entry)
        _note_manifested(game, player, entry, id)
        if entry.companion:
            setup.mark(game, id, "companion")
        if (
            zone == "battlefield"
            and isinstance(card, Card)
            and (under := _under(game, cards, entry, card, face))
        ):
            setup.represent(game, id, under)
        if zone == "battlefield" and not entry.face_down:
            intrinsic = setup.intrinsic_counters(game.objects[id].base)
            for kind in intrinsic.keys() - entry.counters.keys():
                game.assumptions.append(
                    Assumption(
                        player, f"{kind} counters on {game.name(id)}", f"{intrinsic[kind]}: {COUNTED[kind]}"
                    )
                )
    return made


def _is_card_as_token(game: Game, cards: Cards, player: PlayerId, said: str) -> bool:
    """Whether the words are a card's name with "token" behind it, and no card or token of their own."""
    bare = tokens.bare(said)
    return (
        bare != said
        and not cards.knows(said)
        and cards.knows(bare)
        and tokens.described(game, player, said) is None
    )


def _note_manifested(game: Game, player: PlayerId, entry: t.CardSetup, id: ObjectId) -> None:
    """CR 701.40a: what nothing of its own turned face down is taken for manifested."""
    if entry.face_down is True and game.objects[id].face_down_as == "manifest":
        about = f"how {game.objects[id].base.name} came to be face down"
        game.assumptions.append(Assumption(player, about, "it was manifested"))


def _under(game: Game, cards: Cards, entry: t.CardSetup, card: Card, face: int) -> list[Card]:
    """CR 712.4a, 730.2: the cards that represent a permanent beside the one that it is called by."""
    other = components.counterpart(card) if face == 1 else ""
    names = [other] if other else [name.text for name in entry.merged_with]
    return [found for name in names if isinstance(found := _card(game, cards, entry, name), Card)]


def _commander_casts(game: Game, player: PlayerId, zone: Zone, entry: t.CardSetup) -> int:
    """CR 903.8: how often a commander has been cast from the command zone; one on the battlefield once, if nothing is said."""
    if entry.commander_casts is not None or not entry.commander or zone != "battlefield":
        return entry.commander_casts or 0
    told = f"times {entry.name} has been cast from the command zone"
    game.assumptions.append(Assumption(player, told, "1: it is on the battlefield"))
    return 1


def _found(
    game: Game, cards: Cards, player: PlayerId, zone: Zone, entry: t.CardSetup
) -> Card | Characteristics:
    """The card of the name, or the only one whose name begins with it and a comma (as an assumption says); on the battlefield, where no card has it, the
    token that the words describe, as where it is said to be a token."""
    if zone == "battlefield" and entry.token:
        token = tokens.described(game, player, entry.name)
        if token is not None:
            return token
    try:
        try:
            return _card(game, cards, entry, entry.name)
        except UnknownCard as error:
            token = tokens.described(game, player, entry.name) if zone == "battlefield" else None
            if token is not None:
                return token
            called = cards.nicknamed(entry.name)
            if len(called) != 1:
                raise before.unknown(entry.where, entry.name, error, entry.token) from None
            game.assumptions.append(Assumption("the file", entry.name, f"the card {called[0]}"))
            return _card(game, cards, entry, called[0])
    except Unreadable as error:
        raise error.at(entry.where) from None


def _card(game: Game, cards: Cards, entry: t.CardSetup, name: str) -> Card:
    return _without(game, cards, entry, name) if entry.without else cards.find(name)


def _without(game: Game, cards: Cards, entry: t.CardSetup, name: str) -> Card:
    """The card without some lines of its text, which an assumption names first. Raises ScenarioError, UnknownCard, Unreadable."""
    record = cards.record(name)
    if record is None:
        told = f"the words of {name} are not at hand, so that none of its lines can be left out"
        raise ScenarioError(entry.where, told, expected="a file with its text: judge cards import FILE")
    faces = record.get("card_faces") or ()
    if faces:
        of = _face_without(faces, entry, name)
        parted = faces[of]
    else:
        parted, of = record, -1
    lines = (parted.get("oracle_text") or "").split("\n")
    called = parted.get("name") or name
    if max(entry.without) > len(lines):
        told = f"{called} has no line {max(entry.without)} of its own"
        raise ScenarioError(entry.where, told, expected=f"a number from 1 to {len(lines)}")
    kept = [line for n, line in enumerate(lines, 1) if n not in entry.without]
    for n in sorted(entry.without, reverse=True):
        game.assumptions.insert(
            0, Assumption("the file", f"line {n} of {called}", f'left out: "{lines[n - 1]}"')
        )
    changed = {**parted, "oracle_text": "\n".join(kept), "lost": False}
    if of < 0:
        return read_card(changed)
    return read_card(
        {
            **record,
            "card_faces": [changed if n == of else face for n, face in enumerate(faces)],
            "lost": False,
        }
    )


def _face_without(faces: Sequence[dict[str, Any]], entry: t.CardSetup, name: str) -> int:
    """The face of the card whose lines are left out: the one that it is named by, or that is up. Raises ScenarioError."""
    named = [plain(str(face.get("name") or "")) for face in faces]
    said = plain(entry.face) if entry.face is not None else ""
    if said in ("front", "1", "back", "2"):
        return int(said in ("back", "2"))
    for wanted in (said, plain(name)):
        if wanted in named:
            return named.index(wanted)
    return 0


def _check_permanent(card: Card, face: int, zone: Zone, entry: t.CardSetup) -> None:
    """CR 110.4, 304.4, 307.4: an instant or sorcery is no permanent. Raises ScenarioError."""
    if (
        zone == "battlefield"
        and not entry.face_down
        and not card.faces[face].characteristics().is_permanent_card
    ):
        raise ScenarioError(
            entry.where, f"{card.name} is no permanent card, and can't be on the battlefield (CR 110.4a)"
        )


def face_of(card: Card, words: str, where: t.Where) -> int:
    """The face of a card that the words name: `front`, `back`, its number, or its name. Raises ScenarioError."""
    wanted = plain(words)
    names = [plain(face.name) for face in card.faces]
    known = (
        {"front": 0, "1": 0}
        | ({"back": 1} if len(names) > 1 else {})
        | {str(n): n - 1 for n in range(1, len(names) + 1)}
    )
    known |= {name: n for n, name in enumerate(names)}
    if wanted not in known:
        faces = [face.name for face in card.faces]
        raise ScenarioError(
            where,
            f"{card.name} has no face '{words}'",
            expected=f"one of {', '.join(faces)}",
            near=nearest(words, faces),
        )
    return known[wanted]


def _named_face(card: Card, name: str, zone: Zone) -> int:
    """The face that a permanent was named by: a double-faced card named by its back is there with the back up (CR 712.9)."""
    if zone != "battlefield":
        return 0
    wanted = plain(name)
    return next((n for n, face in enumerate(card.faces) if plain(face.name) == wanted), 0)


def _commander(game: Game, names: Names, name: t.Name) -> ObjectId:
    """The commander that the name means. Raises ScenarioError for what is none."""
    id = names.one(name, SET_UP)
    if game.objects[id].commander is None:
        raise ScenarioError(name.where, f"'{name.text}' is no commander")
    return id


def _value(names: Names, what: str, value: t.Name) -> Any:
    """A value chosen for a permanent: a player or object where it names one, a word otherwise."""
    if what == "color" and value.text.lower() not in COLORS:
        raise ScenarioError(
            value.where,
            f"'{value.text}' is no color",
            expected=f"one of {', '.join(COLORS)}",
            near=nearest(value.text, COLORS),
        )
    if what in ("player", "opponent") and value.text not in names.game.players:
        raise ScenarioError(
            value.where, f"no player is named '{value.text}'", near=nearest(value.text, names.game.players)
        )
    return value.text.lower() if what == "color" else value.text


# ---- the end ------------------------------------------------------------------------------------------------------


def describe(game: Game, names: Names) -> Board:
    """The board as it stands."""
    return Board(
        turn=game.turn.number,
        active=game.turn.active,
        step=game.turn.step,
        players=tuple(_player(game, names, p) for p in game.order),
        stack=tuple(game.name(i) for i in game.stack()),
        winner=" and ".join(game.winners),
        over=game.over,
    )


def zones_of(game: Game, names: Names, player: PlayerId) -> tuple[dict[str, list[ObjectId]], dict[str, int]]:
    """The known objects on a player's side, zone by zone, and how many unknown ones are there beside."""
    known: dict[str, list[ObjectId]] = {}
    hidden: dict[str, int] = {}
    for zone in SET_UP:
        ids = [i for i in game.in_zone(zone) if names.side(i) == player]
        seen = [i for i in ids if not game.objects[i].unknown]
        if len(ids) > len(seen):
            hidden[zone] = len(ids) - len(seen)
        if seen:
            known[zone] = seen
    return known, hidden


def mana_of(player: Player) -> str:
    """The mana in a player's pool, in symbols."""
    return "unlimited" if player.unlimited_mana else "".join(f"{{{m.symbol}}}" for m in player.pool)


def _player(game: Game, names: Names, id: PlayerId) -> BoardPlayer:
    player = game.players[id]
    known, hidden = zones_of(game, names, id)
    zones = {zone: _objects(game, names, ids) for zone, ids in known.items()}
    return BoardPlayer(
        player=id,
        life=player.life,
        counters=dict(player.counters),
        mana=mana_of(player),
        zones=zones,
        hidden=hidden,
        lost=player.lost,
    )


def _objects(game: Game, names: Names, ids: Sequence[ObjectId]) -> tuple[BoardObject, ...]:
    """The objects described, those alike counted together."""
    found: dict[tuple[str, tuple[str, ...], str], int] = {}
    for id in ids:
        now = game.characteristics(id)
        key = (now.name or game.name(id), notes(game, names, id, now), names.label_of(id))
        found[key] = found.get(key, 0) + 1
    return tuple(BoardObject(name, count, said, label) for (name, said, label), count in found.items())


def notes(game: Game, names: Names, id: ObjectId, now: Characteristics) -> tuple[str, ...]:
    """What there is to say of an object beside its name."""
    obj = game.objects[id]
    said = []
    if obj.zone == "battlefield" and "creature" in now.types:
        said.append(f"{now.power}/{now.toughness}")
    if obj.kind == "token":
        said.append("token")
    if obj.tapped:
        said.append("tapped")
    if obj.face_down:
        said.append("face down")
    said.extend(f"{each.kind} sticker {each.text}" for each in obj.stickers)
    said.extend(f"{number} {kind} counter{'s' if number != 1 else ''}" for kind, number in obj.counters)
    if obj.damage:
        said.append(f"{obj.damage} damage")
    if obj.attached_to is not None and game.exists(obj.attached_to):
        said.append(f"attached to {names.call(obj.attached_to)}")
    combat = game.combat
    if combat is not None:
        said.extend(f"attacking {names.call(what)}" for attacker, what in combat.attackers if attacker == id)
        said.extend(
            f"blocking {', '.join(names.call(a) for a in blocked) or 'nothing any more'}"
            for blocker, blocked in combat.blockers
            if blocker == id
        )
    if obj.zone == "battlefield" and obj.owner != game.controller(id):
        said.append(f"owned by {obj.owner}")
    if obj.commander is not None:
        said.append("commander")
    said.extend(f"chosen {what}: {value}" for what, value in obj.chosen)
    said.extend(designations.in_words(mark, names.call) for mark in obj.marks)
    return tuple(said)
