"""By what right a card is cast (CR 601.3) and for what cost (118.9): permissions, and which of the ways to cast it is taken."""

from __future__ import annotations

import dataclasses
from itertools import permutations
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.errors import IllegalAction, Unsupported
from engine.game import Choices, Context, Game, own_link
from engine.game import events as ev
from engine.keywords import APART, RULES, instance
from engine.model import PERMANENT_TYPES, GameObject, ObjectId, PlayerId, plain
from engine.queries import BY_PREPARATION, changed_rules, conditions, descriptions, numbers, object_abilities
from engine.rules.casting import timing
from engine.rules.casting.keyword_ways import ALTERNATIVES, FACE_DOWN, RESOLVING
from engine.rules.casting.method import Method
from engine.rules.costs import costs
from engine.rules.effects import as_cast, commander, prepared, rule_changes


def choose_method(
    game: Game,
    player: PlayerId,
    card: ObjectId,
    face: int,
    choices: Choices,
    resolving: bool = False,
    free: bool = False,
    rather: tuple[ab.Cost, ...] = (),
) -> Method:
    """CR 601.2b, 601.3: the way of casting that the player announces; without a word from them the ordinary one, or the only one there is."""
    found = methods(game, player, card, face, resolving, free, rather)
    wanted = _wanted(choices)
    name = game.name(card)
    if wanted:
        if resolving:
            found = [*found, *_defeated(game, card)]
        for method in found:
            if _called(method, wanted):
                if sum(m.costs is not None for m in found) > 1:
                    game.cite("118.9a")
                return method
        _refuse(game, card, face, wanted, found)
        raise IllegalAction("601.2b", f"{name} has no alternative cost {choices.alternative!r}")
    seen = as_cast.as_cast(game, card, face)
    if (
        found
        and not resolving
        and timing.timing_now(game, player) is not None
        and not _instant_like(seen, card)
    ):
        found = [m for m in found if m.flash] + found  # what can be done now
    if not found:
        if face and face not in as_cast.faces_cast(game.object(card).card):
            if game.object(card).base.prepare_spell is not None:
                raise IllegalAction(
                    "722.3", f"{name} can't be cast as its prepare spell, of which only copies are cast"
                )
            raise IllegalAction("712.11", f"{name} can't be cast with its back face up")
        zone = game.object(card).zone
        owner = game.object(card).owner
        decides = game.players[owner].controlled_by == player and zone == "hand"
        instead = f": {owner} casts it, and {player} makes the decisions (723.5)" if decides else ""
        raise IllegalAction(
            "601.3",
            f"nothing lets {player} cast {name} from {'that' if zone == 'hand' else 'the'} {zone}{instead}",
        )
    if not resolving and choices.x is None and not choices.pay:
        return _affordable(seen, player, card, found)
    return found[0]


def _wanted(choices: Choices) -> str:
    """The way of casting that the player names, in plain letters."""
    return plain(choices.alternative) if choices.alternative and choices.alternative != "fuse" else ""


def _called(method: Method, wanted: str) -> bool:
    return bool(method.name) and plain(method.instance).startswith(wanted)


def _refuse(game: Game, card: ObjectId, face: int, wanted: str, found: list[Method]) -> None:
    """CR 601.3, 118.9a: why a card isn't cast by the keyword that is named: what permits to cast it from there can be another alternative cost."""
    if wanted in ALTERNATIVES or wanted in RESOLVING:
        obj = game.object(card)
        told = f"{game.name(card)} can't be cast with {wanted} from the {obj.zone}"
        of = RULES.get(wanted, ())
        also = (of,) if isinstance(of, str) else of
        if others := [m.name for m in found if m.name and (m.costs is not None or m.rule == "702.34a")]:
            told, also = (
                f"{told}: {others[0]} is an alternative cost, too, and only one is applied",
                (*also, "118.9a"),
            )
        raise IllegalAction("601.3", told, also=also)


def open_faces(game: Game, player: PlayerId, card: ObjectId, choices: Choices) -> list[int]:
    """CR 601.3e, 709.3a, 712.11c, 715.3a, 720.3a: the faces or halves as which the player could cast the card in the way that they announce."""
    wanted = _wanted(choices)
    return [
        face
        for face in as_cast.faces_cast(game.object(card).card)
        if any(not wanted or _called(m, wanted) for m in methods(game, player, card, face))
    ]


def _affordable(game: Game, player: PlayerId, card: ObjectId, found: list[Method]) -> Method:
    """CR 118.9a: the ordinary way, unless the player has no mana for it and an effect lets them cast the card for nothing."""
    unpaid = next(
        (m for m in found if m.free and m.costs == () and not m.face_down_as and m.name == UNPAID), None
    )
    cost = game.characteristics(card).mana_cost
    if unpaid is None or found[0].costs is not None:
        return found[0]
    if cost is None:
        game.cite("118.6a")
        return unpaid
    symbols = "".join(f"{{{s}}}" for s in cost.symbols if s != "X")
    if not symbols or costs.can_pay(Context(game, player, card), (ab.PayMana(symbols),), player):
        return found[0]
    return unpaid


UNPAID = "without paying its mana cost"


def _instant_like(seen: Game, card: ObjectId) -> bool:
    """CR 117.1a, 702.8a: whether the card as such can be cast at any time."""
    return "instant" in seen.characteristics(card).types or changed_rules.has_keyword(seen, card, "flash")


def methods(
    game: Game,
    player: PlayerId,
    card: ObjectId,
    face: int,
    resolving: bool = False,
    free: bool = False,
    rather: tuple[ab.Cost, ...] = (),
) -> list[Method]:
    """CR 118.9, 601.3: every way in which the player could cast this face of the card from where it is, the ordinary one first."""
    held = game.object(card).card
    if held is not None and face > 0 and held.layout not in as_cast.CHOSEN:
        front = methods(game, player, card, 0, resolving, free, rather)
        return [m for m in front if m.face == face]  # CR 712.11a, 712.11d
    seen = as_cast.as_cast(game, card, face)
    ordinary = _ordinary(seen, player, card, face, resolving, free, rather)
    found = [ordinary] if ordinary is not None else []
    for name, make in (*ALTERNATIVES.items(), *(RESOLVING.items() if resolving else ())):
        keywords = changed_rules.keywords(seen, card, name)
        if name in APART and len({instance(k) for k in keywords}) < len(keywords):
            raise Unsupported(f"several instances of {name} with the same cost")
        for keyword in keywords:
            able = _anywhere(game, player, card, name, ordinary) or _so_alone(game, player, card, name)
            method = make(seen, player, seen.object(card), keyword, able)
            if method is not None and method not in found:
                found.append(method)
    found.extend(m for m in _granted(seen, player, card, ordinary) if m not in found)
    if ordinary is not None:
        found.extend(_other_costs(seen, player, card))
        found.extend(_flashed(seen, player, card))
    return found


def _granted(seen: Game, player: PlayerId, card: ObjectId, ordinary: Method | None) -> list[Method]:
    """CR 113.6e, 601.2b: the alternative costs of keywords that effects give to spells alone, of what this card would be as one."""
    given = changed_rules.given_to_spells(seen)
    names = {a.name for _, granted in given for a in granted if isinstance(a, ab.Keyword)} & {*ALTERNATIVES}
    if not names or ordinary is None:
        return []
    ahead = as_cast.on_stack(seen, card, player)
    found = (
        ALTERNATIVES[name](seen, player, seen.object(card), keyword, True)
        for name in sorted(names)
        for keyword in changed_rules.keywords(ahead, card, name)
    )
    return [method for method in found if method is not None]


def _ordinary(
    seen: Game,
    player: PlayerId,
    card: ObjectId,
    face: int,
    resolving: bool,
    free: bool,
    rather: tuple[ab.Cost, ...] = (),
) -> Method | None:
    """CR 601.3: the ordinary way of casting it, if a rule or effect lets the player do so; `seen`: the game in which it is what would be cast (601.3e)."""
    obj = seen.object(card)
    unpaid = Method(UNPAID, (), free=True, rule="118.9")
    if resolving:
        return unpaid if free else Method(costs=rather, rule="118.9") if rather else Method()
    if obj.zone == "hand" and obj.owner == player:
        return Method()
    if commander.castable(obj, player):
        return Method(rule="903.8")
    if not face and adventuring(seen, player, card):
        return Method(rule="715.3d")
    if prepared.castable(seen, player, obj):
        return Method(BY_PREPARATION, rule="722.3c")
    if warped(seen, player, obj):
        return Method(rule="702.185a")
    if plotted(seen, player, obj):
        return Method("plot", (), free=True, rule="702.170d")
    applied = permission(seen, player, card, CAST_FROM)
    if applied is None:
        return None
    if _free(seen, player, card):
        return replace(unpaid, permission=applied)
    if applied.change.rather:
        return Method(costs=applied.change.costs, rule="118.9", permission=applied)
    return Method(more=applied.change.costs, permission=applied)


def left_by(method: Method, card: GameObject, player: PlayerId) -> dict[str, Any]:
    """What a spell remembers of the effect that lets the player cast it (CR 601.3): whose it is, and whether it has the spell exiled afterwards."""
    applied = method.permission
    if applied is None:
        return {}
    then = applied.change.then
    exiled = then == "a graveyard" or (then == "your graveyard" and card.owner == player)
    return {"leave": applied.source, "then_exiled": exiled}


def _anywhere(game: Game, player: PlayerId, card: ObjectId, name: str, ordinary: Method | None) -> bool:
    """Whether the player could cast the card from where it is: by a keyword that casts it face down, as a face-down spell (CR 702.37c, 708.4); as a
    prototyped spell (718.3a); bestowed, as an Aura spell (702.103d)."""
    if name not in (*FACE_DOWN, "prototype", "bestow") or game.object(card).zone == "hand":
        return ordinary is not None
    seen = as_cast.as_cast(game, card, int(name == "prototype"), name in FACE_DOWN, name == "bestow")
    return _ordinary(seen, player, card, 0, False, False) is not None


def _so_alone(game: Game, player: PlayerId, card: ObjectId, name: str) -> bool:
    """CR 601.3, 118.9: whether an effect lets the player cast the card from where it is by that keyword, and in no other way."""
    return name in BY_KEYWORD and permission(game, player, card, frozenset({BY_KEYWORD[name]})) is not None


BY_KEYWORD = {"blitz": "be cast using blitz", "mutate": "be cast using mutate"}
"""Words of May for leave to cast a card by the keyword alone; `zone` says from where. Those that a scenario shows."""


def adventuring(game: Game, player: PlayerId, card: ObjectId) -> bool:
    """CR 715.3d: whether the player exiled the card as an Adventure of theirs resolved, and may play it, but not as an Adventure."""
    obj = game.object(card)
    return obj.zone == "exile" and as_cast.on_adventure(player) in obj.marks


def warped(game: Game, player: PlayerId, obj: GameObject) -> bool:
    """CR 702.185a-b: whether it is the player's card, exiled by the trigger of its warp ability in an earlier turn."""
    there = obj.zone == "exile" and obj.owner == player and "warped" in obj.marks
    return there and obj.chosen_value("turn") != game.turn.number


def permission(
    game: Game, player: PlayerId, card: ObjectId, words: frozenset[str]
) -> changed_rules.Applied | None:
    """CR 601.3, 305.1: the effect that says one of the words and lets the player cast or play the card from where it is."""
    obj = game.object(card)
    for applied in changed_rules.changes_on(game, card, ab.May):
        zone = applied.change.zone
        if applied.change.what not in words or applied.ctx.controller != player or zone not in ("", obj.zone):
            continue
        if applied.change.which is None or descriptions.described(applied.ctx, applied.change.which, card):
            return applied
    found = [
        applied
        for applied in (
            *changed_rules.changes_on(game, player, ab.May),
            *changed_rules.spell_changes(game, card, player, ab.May),
        )
        if applied.change.what in words and _lets(game, player, obj, applied)
    ]
    # What asks nothing and can be used again comes first.
    return min(found, key=lambda a: (bool(a.change.costs), a.change.number is not None), default=None)


def _lets(game: Game, player: PlayerId, card: GameObject, applied: changed_rules.Applied) -> bool:
    """CR 601.3: whether leave to cast or play from a zone goes for the card. A description of spells is asked of the card that would become one."""
    change = applied.change
    described = (w for w in (change.which, change.among) if w is not None)
    if not all(descriptions.described(applied.ctx, w, card.id) for w in described):
        return False
    if change.zone and not _in_place(game, player, card, change.zone):
        return False
    if change.number is None:
        return True
    most = numbers.value(applied.ctx, change.number)
    if change.what == "play lands":
        return _lands_played(game, player, applied.source) < most
    if change.each:
        return _types_left(game, player, card.id, applied.source, most)
    return _used(game, player, applied.source) < most


def _lands_played(game: Game, player: PlayerId, source: ObjectId) -> int:
    """How many lands the player has played this turn because an effect of the object let them."""
    played = (h.event for h in game.this_turn(ev.LandPlayed))
    return sum(isinstance(e, ev.LandPlayed) and e.player == player and e.leave == source for e in played)


def _types_left(game: Game, player: PlayerId, card: ObjectId, source: ObjectId, most: int) -> bool:
    """CR 110.4, 205.2b: whether for each spell cast so, and the card, a permanent type of its own is left. Which of its types a spell was cast for
    is taken to have been chosen so that it is."""
    kinds = [game.characteristics(card).types & CAST_TYPES]
    for entry in game.this_turn(ev.SpellCast):
        event = entry.event
        if isinstance(event, ev.SpellCast) and event.player == player:
            info = game.object(event.object).cast
            if info is not None and info.leave == source:
                kinds.append(game.characteristics(event.object).types & CAST_TYPES)
    places = [kind for kind in sorted(CAST_TYPES) for _ in range(most)]
    return any(
        all(place in kind for place, kind in zip(way, kinds, strict=True))
        for way in permutations(places, len(kinds))
    )


CAST_TYPES = PERMANENT_TYPES - {"land"}
"""CR 110.4: the types of the permanents that are cast; lands are played."""


def _used(game: Game, player: PlayerId, source: ObjectId) -> int:
    """How many spells the player has cast this turn because an effect of the object let them."""
    cast = [h.event for h in game.this_turn(ev.SpellCast)]
    infos = [game.object(e.object).cast for e in cast if isinstance(e, ev.SpellCast) and e.player == player]
    return sum(info is not None and info.leave == source for info in infos)


def still_permitted(game: Game, method: Method, spell: ObjectId) -> bool:
    """CR 601.2e: whether the spell, with X chosen, has the mana value that the permission to cast it speaks of."""
    applied = method.permission
    if applied is None or applied.change.which is None:
        return True
    ctx = dataclasses.replace(applied.ctx, game=game)
    compared = [
        q for q in ab.walk(applied.change.which) if isinstance(q, ab.Compared) and q.stat == "mana value"
    ]
    return all(descriptions.fits(ctx, ab.Which((), ab.Noun(form="spell"), (q,)), spell) for q in compared)


CAST_FROM = frozenset({"be cast", "be played", "cast spells", "play cards"})
"""Words of May that let a player cast a card from where it is; `zone` says from where, `which` what."""


def _in_place(game: Game, player: PlayerId, obj: GameObject, zone: str) -> bool:
    if zone in ("library top", "top of library"):
        library = game.zone("library", player)
        return bool(library) and library[0] == obj.id
    return obj.zone == zone


def _free(game: Game, player: PlayerId, card: ObjectId) -> bool:
    """Whether the permission comes without a mana cost (an OtherCost with no parts on the card)."""
    return any(
        a.change.costs == () and a.source != card for a in changed_rules.changes_on(game, card, ab.OtherCost)
    )


def _other_costs(seen: Game, player: PlayerId, card: ObjectId) -> list[Method]:
    """CR 118.9: alternative costs that the card's text or an effect gives, if their condition holds."""
    found = []
    own = [
        (change, Context(seen, player, card))
        for ability in object_abilities.abilities_of(seen, card)
        if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This)
        for change in ability.changes
        if isinstance(change, ab.OtherCost)
        and (ability.condition is None or conditions.holds(Context(seen, player, card), ability.condition))
    ]
    others = [
        (a.change, a.ctx) for a in changed_rules.changes_on(seen, card, ab.OtherCost) if a.source != card
    ]
    others += [(a.change, a.ctx) for a in changed_rules.spell_changes(seen, card, player, ab.OtherCost)]
    for change, ctx in own + others:
        if change.condition is not None and not conditions.holds(ctx, change.condition):
            continue
        name = "alternative cost" if change.costs else UNPAID
        found.append(Method(name, change.costs, free=not change.costs, flash=change.flash, rule="118.9"))
    return found


FLASHED = "cast with flash"
"""The word of ExtraCost for what is paid besides so that the spell can be cast at any time."""


def _flashed(game: Game, player: PlayerId, card: ObjectId) -> list[Method]:
    """CR 601.3c, 118.8: the card may be cast as though it had flash for an additional cost."""
    ctx = Context(game, player, card)
    return [
        Method("as though it had flash", None, more=change.costs, flash=True, rule="601.3c")
        for ability in object_abilities.abilities_of(game, card)
        if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This)
        if ability.condition is None or conditions.holds(ctx, ability.condition)
        for change in ability.changes
        if isinstance(change, ab.ExtraCost) and change.to == FLASHED
    ]


def _defeated(game: Game, card: ObjectId) -> list[Method]:
    """CR 310.11b, 712.11a: transformed, without paying its mana cost; nothing that has no other face can be cast so."""
    held = game.object(card).card
    if held is None or held.layout != "transform" or len(held.faces) < 2:
        return []
    return [Method("siege", (), free=True, face=1, rule="310.11b")]


def overloaded(effect: ab.Effect | None) -> ab.Effect | None:
    """CR 702.96a: every "target" reads "each"."""

    def change(value: Any) -> Any:
        match value:
            case ab.Target(which=which, amount=None):
                return ab.Each(which, "each")
            case ab.Target():
                raise Unsupported("overload with several targets")
            case ab.TargetPlayer(which="teammate"):
                raise Unsupported("overload with a teammate as a target")
            case ab.TargetPlayer(which="player" | "opponent" as which):
                return ab.EachPlayer(which)
        return value

    result: ab.Effect | None = rewrite(effect, change)
    return result


_LEAVE = ("which", "zone", "among", "costs", "then")
rule_changes.heed(ab.May, ("be cast", "cast spells"), *_LEAVE, "number", "each", players=True)
rule_changes.heed(ab.May, ("be played", "play cards"), *_LEAVE, players=True)
rule_changes.heed(ab.May, BY_KEYWORD.values(), "zone")
rule_changes.heed(ab.ExtraCost, ("cast", FLASHED))


def may_look(game: Game, player: PlayerId, obj: GameObject) -> bool:
    """CR 406.3: whether the player may look at the card, which lies face down in exile."""
    looking = (a for a in changed_rules.changes_on(game, player, ab.May) if a.change.what == SEE_EXILED)
    exiled = (game.object(a.source).linked_objects("exiled", own_link(game, a.source)) for a in looking)
    return as_cast.seen_by(player) in obj.marks or any(obj.id in (ids or ()) for ids in exiled)


SEE_EXILED = "see cards exiled with it"
"""The word of May for looking at what the source has exiled."""
rule_changes.heed_players(ab.May, (SEE_EXILED,))


def plotted(game: Game, player: PlayerId, obj: GameObject) -> bool:
    """CR 702.170c-d: whether it is the player's card that an effect of an earlier turn had become plotted, though it has no plot ability."""
    there = obj.zone == "exile" and obj.owner == player and "plotted" in obj.marks
    return (
        there
        and obj.chosen_value("turn") != game.turn.number
        and not changed_rules.has_keyword(game, obj.id, "plot")
    )
