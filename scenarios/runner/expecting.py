"""What a scenario expects, held against the game: one check for each thing said, and what was found where it does not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Game
from engine.model.cards import plain
from engine.model.objects import ObjectId, Thing
from scenarios import wording
from scenarios.format import types as t
from scenarios.format.errors import ScenarioError
from scenarios.runner.naming import ORDER, Names
from scenarios.runner.results import Check

ZONES = ("battlefield", "hand", "library", "graveyard", "exile", "command")
Try = Callable[[t.Action], IllegalAction | None]
"""Tries an action on a copy of the game: None if it is legal."""


class Held:
    """One thing found: holds or not, and what was there."""

    __slots__ = ("found", "holds", "what")

    def __init__(self, what: str, holds: bool, found: str = "") -> None:
        self.what, self.holds, self.found = what, holds, found


def check(game: Game, names: Names, expect: t.Expect, attempt: Try) -> list[Check]:
    """Every key of an `expect` but `cites` and `outcomes`, checked. Raises ScenarioError for a name that nothing bears."""
    where = str(expect.where)
    return [
        Check(held.what, held.holds, "" if held.holds else held.found, where)
        for held in _held(game, names, expect, attempt)
    ]


def check_cites(expect: t.Expect, cited: Sequence[str]) -> list[Check]:
    """The rule numbers that the ruling must cite."""
    return [
        Check(
            f"cites {number}",
            number in cited,
            "" if number in cited else f"the ruling cites {', '.join(cited) or 'nothing'}",
            str(expect.where),
        )
        for number in expect.cites or ()
    ]


def _held(game: Game, names: Names, expect: t.Expect, attempt: Try) -> Iterator[Held]:
    for life in expect.life or ():
        for player in _players(game, life.player):
            has = game.players[player].life
            yield Held(f"{player} has {life.value} life", has == life.value, f"{player} has {has}")
    for zone in ZONES:
        for entry in getattr(expect, zone) or ():
            yield from _zone(game, names, zone, entry)
    if expect.stack is not None:
        yield _stack(game, names, expect.stack)
    for wanted in expect.objects or ():
        yield from _object(game, names, wanted)
    for tapped, checks in ((True, expect.tapped), (False, expect.untapped)):
        for counts in checks or ():
            yield from _tapped(game, names, counts, tapped)
    for counters in expect.counters or ():
        for player in _players(game, counters.player):
            for kind, number in counters.counters.items():
                has = game.players[player].counter(kind)
                yield Held(f"{player} has {number} {kind} counters", has == number, f"{player} has {has}")
    for mana in expect.mana or ():
        yield from _mana(game, mana)
    yield from _standing(game, expect)
    for action in expect.can or ():
        refused = attempt(action)
        found = f"refused: {refused.reason} (CR {refused.rule})" if refused else ""
        yield Held(f"can: {tell(action)}", refused is None, found)
    for action in expect.cannot or ():
        refused = attempt(action)
        if refused is not None:
            game.note(f"{tell(action)}: not legal, {refused.reason}", refused.rule)
        yield Held(f"cannot: {tell(action)}", refused is not None, "it is legal")


def _players(game: Game, player: str) -> Sequence[str]:
    return game.order if player == t.ALL else (player,)


# ---- zones --------------------------------------------------------------------------------------------------------


def _in_zone(game: Game, names: Names, zone: str, player: str) -> list[ObjectId]:
    return [i for i in game.in_zone(zone) if player == t.ALL or names.side(i) == player]


def _count(names: Names, ids: Sequence[ObjectId], name: t.Name) -> int:
    """How many of the objects the name fits: the one labelled so, or all that bear it."""
    if name.text in names.labels:
        return sum(i == names.now(names.labels[name.text]) for i in ids)
    return sum(names.bears(i, plain(name.text)) for i in ids)


def _zone(game: Game, names: Names, zone: str, entry: t.ZoneCheck) -> Iterator[Held]:
    ids = _in_zone(game, names, zone, entry.player)
    place = f"{entry.player}'s {zone}" if entry.player != t.ALL else f"the {zone}"
    match entry.holds:
        case t.Size(size=size):
            yield Held(f"{place} has {size}", len(ids) == size, f"{len(ids)}: {_list(game, ids)}")
        case t.AtLeast(names=wanted):
            for text, counts in _grouped(wanted).items():
                number = sum(c.count for c in counts)
                has = _count(names, ids, counts[0].name)
                what = f"{place} holds {text}" + (f" x{number}" if number != 1 else "")
                yield Held(what, has >= number, f"{place} holds {_list(game, ids)}")
            if not wanted:
                yield Held(f"{place} is given no names", True)
        case t.Exactly(counts=exact):
            for count in exact:
                has = _count(names, ids, count.name)
                yield Held(
                    f"{place} holds exactly {count.count} {count.name.text}",
                    has == count.count,
                    f"{has}; {place} holds {_list(game, ids)}",
                )


def _grouped(wanted: Sequence[t.Count]) -> dict[str, list[t.Count]]:
    found: dict[str, list[t.Count]] = {}
    for count in wanted:
        found.setdefault(count.name.text, []).append(count)
    return found


def _list(game: Game, ids: Sequence[ObjectId]) -> str:
    counted = Counter(game.characteristics(i).name or game.name(i) for i in ids)
    return ", ".join(name if n == 1 else f"{name} x{n}" for name, n in counted.items()) or "nothing"


def _stack(game: Game, names: Names, wanted: int | tuple[t.Name, ...]) -> Held:
    stack = game.stack()
    there = ", ".join(game.name(i) for i in stack) or "nothing"
    if isinstance(wanted, int):
        return Held(f"the stack has {wanted}", len(stack) == wanted, f"{len(stack)}: {there}")
    fits = len(wanted) == len(stack) and all(
        _is(names, i, name) for i, name in zip(stack, wanted, strict=True)
    )
    return Held(f"the stack is {', '.join(n.text for n in wanted) or 'empty'}", fits, there)


def _is(names: Names, id: ObjectId, name: t.Name) -> bool:
    if name.text in names.labels:
        return names.now(names.labels[name.text]) == id
    return id in names.bearing(name, names.game.object(id).zone)


def _tapped(game: Game, names: Names, wanted: t.PlayerCounts, tapped: bool) -> Iterator[Held]:
    word = "tapped" if tapped else "untapped"
    ids = _in_zone(game, names, "battlefield", wanted.player)
    for count in wanted.counts:
        has = _count(names, [i for i in ids if game.objects[i].tapped == tapped], count.name)
        yield Held(
            f"{wanted.player} has {count.count} {word} {count.name.text}", has == count.count, f"{has} {word}"
        )


def _mana(game: Game, wanted: t.ManaCheck) -> Iterator[Held]:
    for player in _players(game, wanted.player):
        pool = Counter(m.symbol for m in game.players[player].pool)
        there = "".join(f"{{{m.symbol}}}" for m in game.players[player].pool) or "nothing"
        if isinstance(wanted.mana, t.Pool):
            written = "".join(f"{{{s}}}" for s in wanted.mana.mana) or "no mana"
            yield Held(f"{player} has {written}", pool == Counter(wanted.mana.mana), there)
        else:
            for symbol, number in wanted.mana.items():
                yield Held(f"{player} has {number} {{{symbol}}}", pool[symbol] == number, there)


def _standing(game: Game, expect: t.Expect) -> Iterator[Held]:
    over = game.over or "the game goes on"
    if expect.winner is not None:
        yield Held(
            f"{expect.winner} wins",
            game.winner == expect.winner,
            f"{game.winner} wins" if game.winner else over,
        )
    for player in expect.lost or ():
        yield Held(f"{player} has lost", bool(game.players[player].lost), f"{player} is in the game")
    if expect.draw is not None:
        yield Held(
            "the game is a draw" if expect.draw else "the game is no draw", game.drawn == expect.draw, over
        )
    if expect.step is not None:
        yield Held(f"it is the {expect.step.value} step", game.turn.step == expect.step.value, game.turn.step)
    if expect.turn is not None:
        yield Held(f"it is turn {expect.turn}", game.turn.number == expect.turn, f"turn {game.turn.number}")


# ---- objects ------------------------------------------------------------------------------------------------------


def _object(game: Game, names: Names, wanted: t.ObjectCheck) -> Iterator[Held]:
    zone = wanted.properties.zone
    ids = names.candidates(wanted.name, ORDER)
    if not ids:
        raise names.nothing(wanted.name)
    if wanted.name.text not in names.labels and zone is not None and wanted.any:
        ids = names.bearing(wanted.name, zone.value) or ids
    if not wanted.any:
        for place, id in enumerate(ids, 1):
            called = wanted.name.text if len(ids) == 1 else f"{wanted.name.text} #{place}"
            yield from _properties(game, names, id, called, wanted.properties)
        return
    tries = [list(_properties(game, names, id, f"any {wanted.name.text}", wanted.properties)) for id in ids]
    # The one that complies, or else the nearest.
    yield from min(tries, key=lambda held: sum(not h.holds for h in held))


def explain(game: Game, names: Names, expect: t.Expect) -> None:
    """CR 613: note, for each object whose characteristics are asked for, which effects made it what it is."""
    from engine.rules.effects import layers

    for wanted in expect.objects or ():
        if not any(getattr(wanted.properties, key) is not None for key in LAYERED):
            continue
        for id in names.candidates(wanted.name, ORDER):
            if id in game.objects:
                for step in layers.walk(game, id):
                    told = f"{game.name(id)}: {step.after}, by {step.text} (layer {step.layer})"
                    game.note(told, *step.rules, about=(id,), cause=-1)


LAYERED = (
    "power", "toughness", "pt", "base_pt", "has", "lacks", "types", "subtypes", "not_types", "not_subtypes",
    "colors", "not_colors", "controller", "name",
)  # fmt: skip
"""The properties of objects that continuous effects change."""


def _properties(game: Game, names: Names, id: ObjectId, called: str, want: t.Properties) -> Iterator[Held]:
    gone = id not in game.objects
    if gone:
        yield Held(f"{called} is there", False, "it has ceased to exist")
        return
    obj, now = game.objects[id], game.characteristics(id)

    def same(what: str, wanted: Any, found: Any) -> Held:
        return Held(f"{called}: {what} {_show(wanted)}", wanted == found, _show(found))

    if want.power is not None:
        yield same("power", want.power, now.power)
    if want.toughness is not None:
        yield same("toughness", want.toughness, now.toughness)
    if want.pt is not None:
        yield same("is", f"{want.pt.power}/{want.pt.toughness}", f"{now.power}/{now.toughness}")
    if want.base_pt is not None:
        from engine.rules.effects import layers

        power, toughness = layers.base_power_toughness(game, id)
        yield same("base", f"{want.base_pt.power}/{want.base_pt.toughness}", f"{power}/{toughness}")
    for words, wanted in ((want.has, True), (want.lacks, False)):
        for text in words or ():
            has = has_ability(game, id, text, want.where)
            yield Held(
                f"{called} {'has' if wanted else 'lacks'} {text}",
                has == wanted,
                f"it {'has' if has else 'lacks'} it: {_abilities(game, id)}",
            )
    types = {*now.types, *now.supertypes}
    for words, wanted in ((want.types, True), (want.not_types, False)):
        for text in words or ():
            yield Held(
                f"{called} is {'' if wanted else 'not '}of type {text}",
                (text.lower() in types) == wanted,
                _words(types),
            )
    subtypes = {s.lower() for s in subtypes_of(game, id)}
    for words, wanted in ((want.subtypes, True), (want.not_subtypes, False)):
        for text in words or ():
            yield Held(
                f"{called} is {'' if wanted else 'not '}of subtype {text}",
                (text.lower() in subtypes) == wanted,
                _words(now.subtypes),
            )
    for words, wanted in ((want.colors, True), (want.not_colors, False)):
        for text in words or ():
            has = not now.colors if text.lower() == "colorless" else text.lower() in now.colors
            yield Held(
                f"{called} is {'' if wanted else 'not '}{text}",
                has == wanted,
                _words(now.colors) if now.colors else "colorless",
            )
    if want.colors == ():
        yield Held(f"{called} is colorless", not now.colors, _words(now.colors))
    if want.tapped is not None:
        yield Held(
            f"{called} is {'tapped' if want.tapped else 'untapped'}",
            obj.tapped == want.tapped,
            "tapped" if obj.tapped else "untapped",
        )
    for kind, number in (want.counters or {}).items():
        yield same(f"{kind} counters", number, obj.counter(kind))
    if want.damage is not None:
        yield same("damage", want.damage, obj.damage)
    if want.attached_to is not None:
        yield _attached(game, names, id, called, want.attached_to)
    if want.attacking is not None:
        yield _attacking(game, names, id, called, want.attacking)
    if want.blocking is not None:
        yield _blocking(game, names, id, called, want.blocking)
    if want.controller is not None:
        yield same(
            "is controlled by",
            want.controller,
            game.controller(id) if obj.zone in ("battlefield", "stack") else "nobody (CR 108.4)",
        )
    if want.face_up is not None:
        yield Held(
            f"{called} is face {'up' if want.face_up else 'down'}",
            obj.face_down != want.face_up,
            "face down" if obj.face_down else "face up",
        )
    if want.name is not None:
        yield Held(f"{called}: name {want.name}", names.bears(id, plain(want.name)), now.name or "no name")
    if want.zone is not None:
        yield same("zone", want.zone.value, obj.zone)


def subtypes_of(game: Game, id: ObjectId) -> frozenset[str]:
    """Its subtypes, every creature type for what has all of them (CR 702.73)."""
    return game.characteristics(id).subtypes


def has_ability(game: Game, id: ObjectId, text: str, where: t.Where) -> bool:
    """Whether the object has a keyword, or the ability that the words mean. Raises ScenarioError for words that mean none."""
    from engine.rules.effects import continuous

    if continuous.has_keyword(game, id, text.lower()):
        return True
    if wording.is_keyword(text):
        return False
    meant = wording.ability(text, game.characteristics(id).name)
    if meant is None:
        raise ScenarioError(
            where,
            f"'{text}' is no ability that can be read",
            expected="a keyword such as flying, or an ability's text",
        )
    has = {*continuous.abilities_of(game, id), *game.characteristics(id).abilities}
    shields = {part for each in has for part in _against(each)}
    return all(each in has or (_against(each) and shields.issuperset(_against(each))) for each in meant)


def _against(ability: ab.Ability) -> list[tuple[object, ...]]:
    """CR 702.11f, 702.16g: what protection or hexproof is from, each quality an ability of its own, wherever its words stand."""
    if not isinstance(ability, ab.Keyword) or ability.which is None:
        return []
    found: list[tuple[object, ...]] = []
    which = ability.which
    parts = which.options if isinstance(which, ab.EitherOf) and which.joined == "and" else (which,)
    for part in parts:
        if isinstance(part, ab.Which):
            found.append((ability.name, part.noun, frozenset((*part.before, *part.after))))
        else:
            found.append((ability.name, part))
    return found


def _abilities(game: Game, id: ObjectId) -> str:
    """Its abilities in words."""
    from engine.rules.effects import continuous

    said = [getattr(a, "name", "") or type(a).__name__.lower() for a in continuous.abilities_of(game, id)]
    return ", ".join(said) or "no abilities"


def _attached(game: Game, names: Names, id: ObjectId, called: str, to: t.Name) -> Held:
    host = game.objects[id].attached_to
    there = names.call(host) if host is not None and game.exists(host) else "nothing"
    if to.text.lower() in ("nothing", "none") and to.text not in names.labels:
        return Held(f"{called} is attached to nothing", there == "nothing", there)
    wanted = _things(names, to)
    return Held(f"{called} is attached to {to.text}", host in wanted, there)


def _things(names: Names, name: t.Name) -> list[Thing]:
    if name.text in names.game.players and name.text not in names.labels:
        return [name.text]
    found: list[Thing] = list(names.candidates(name))
    if not found:
        raise names.nothing(name)
    return found


def _attacking(game: Game, names: Names, id: ObjectId, called: str, wanted: bool | t.Name) -> Held:
    what = next((w for a, w in game.combat.attackers if a == id), None) if game.combat else None
    there = f"it attacks {names.call(what)}" if what is not None else "it does not attack"
    if isinstance(wanted, bool):
        return Held(
            f"{called} {'attacks' if wanted else 'does not attack'}", (what is not None) == wanted, there
        )
    return Held(f"{called} attacks {wanted.text}", what is not None and what in _things(names, wanted), there)


def _blocking(game: Game, names: Names, id: ObjectId, called: str, wanted: bool | tuple[t.Name, ...]) -> Held:
    what = next((a for b, a in game.combat.blockers if b == id), None) if game.combat else None
    there = (
        f"it blocks {', '.join(names.call(a) for a in what) or 'nothing any more'}"
        if what is not None
        else "it does not block"
    )
    if isinstance(wanted, bool):
        return Held(
            f"{called} {'blocks' if wanted else 'does not block'}", (what is not None) == wanted, there
        )
    text = ", ".join(n.text for n in wanted)
    fits = (
        what is not None
        and len(what) == len(wanted)
        and all(any(a in _things(names, n) for a in what) for n in wanted)
    )
    return Held(f"{called} blocks {text}", fits, there)


# ---- words --------------------------------------------------------------------------------------------------------


def _show(value: Any) -> str:
    return "none" if value is None else str(value)


def _words(words: Any) -> str:
    return ", ".join(sorted(words)) or "none"


def tell(action: t.Action) -> str:
    """An action in a few words."""
    verb = type(action).__name__.lower()
    match action:
        case t.Cast(card=card) | t.Play(card=card):
            said = f"{verb} {card.text}"
        case t.Activate(object=name) | t.Special(object=name):
            said = f"{verb} {name.text}"
        case t.Attack(attackers=attackers):
            said = "attack with " + (
                ", ".join(f"{a.attacker.text} ({a.attacks.text})" for a in attackers) or "nothing"
            )
        case t.Block(blockers=blockers):
            said = "block " + (
                ", ".join(f"{', '.join(n.text for n in b.blocks)} with {b.blocker.text}" for b in blockers)
                or "nothing"
            )
        case t.Pass(player=player) | t.Concede(player=player):
            said = f"{verb} {player}"
        case t.Resolve(count=count):
            said = f"resolve {count}"
        case t.To(moment=moment):
            said = "go to " + tell_moment(moment)
        case t.Assign(damage=damage):
            said = "assign " + "; ".join(
                f"{a.source.text}: {', '.join(f'{s.to.text} {s.amount}' for s in a.shares)}" for a in damage
            )
        case t.Check():
            said = "check"
    targets = getattr(action, "targets", None)
    if targets:
        said += " targeting " + ", ".join(name.text for name in targets)
    return f"{action.by}: {said}" if action.by else said


def tell_moment(moment: t.Moment) -> str:
    """`turn 2 upkeep`."""
    parts = [f"turn {moment.turn}"] if moment.turn is not None else []
    return " ".join([*parts, moment.step.value] if moment.step is not None else parts)
