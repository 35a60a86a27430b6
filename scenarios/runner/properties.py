"""What a scenario expects of an object, held against what it is: its characteristics, its status, what it does in combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine import abilities as ab
from engine.game import Game
from engine.model import COLORS, ObjectId, Thing, plain
from engine.queries import changed_rules, object_abilities, printed, states
from engine.rules.effects import layers
from scenarios import wording
from scenarios.explaining import ANYTHING, Aspect, Subject
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner import lapsed
from scenarios.runner.naming import ORDER, Names


class Held:
    """One thing found: holds or not, and what was there; `subject`: what it speaks of."""

    __slots__ = ("found", "holds", "subject", "what")

    def __init__(self, what: str, holds: bool, found: str = "", subject: Subject = ANYTHING) -> None:
        self.what, self.holds, self.found, self.subject = what, holds, found, subject


def speaking(
    things: Sequence[Thing], aspect: Aspect, found: Iterable[Held], layers: str = ""
) -> Iterator[Held]:
    """What was found, as said of these things; of characteristics, which layers they come of (CR 613.1)."""
    subject = Subject(tuple(things), aspect, layers=layers)
    for held in found:
        held.subject = subject
        yield held


def of_object(game: Game, names: Names, wanted: t.ObjectCheck) -> Iterator[Held]:
    zone = wanted.properties.zone
    ids = names.candidates(wanted.name, ORDER)
    if not ids:
        raise names.nothing(wanted.name)
    if wanted.name.text not in names.labels and zone is not None and wanted.any:
        ids = names.bearing(wanted.name, zone.value) or ids
    if not wanted.any:
        for place, id in enumerate(ids, 1):
            called = wanted.name.text if len(ids) == 1 else f"{wanted.name.text} #{place}"
            yield from of(game, names, id, called, wanted.properties)
        return
    tries = [list(of(game, names, id, f"any {wanted.name.text}", wanted.properties)) for id in ids]
    # The one that complies, or else the nearest.
    yield from min(tries, key=lambda held: sum(not h.holds for h in held))


def explain(game: Game, names: Names, expect: t.Expect) -> None:
    """CR 613: note, for each object whose characteristics are asked for, which effects made it what it is."""
    for wanted in expect.objects or ():
        if not any(getattr(wanted.properties, key) is not None for key in LAYERED):
            continue
        for id in names.candidates(wanted.name, ORDER):
            if id in game.objects:
                _explain_printed(game, id, wanted.properties, {step.layer for step in layers.walk(game, id)})
                lapsed.note(game, id)
                walked(game, id)


def walked(game: Game, id: ObjectId) -> None:
    """CR 613: note the object's way through the layers."""
    for step in layers.walk(game, id):
        told = f"{game.name(id)}: {step.after}, by {step.text} (layer {step.layer})"
        game.note(told, *step.rules, about=(id,), cause=-1, kind="layer")


def _explain_printed(game: Game, id: ObjectId, want: t.Properties, changed: set[str]) -> None:
    """CR 202.2, 208.2a, 709-720: note by which rules what is asked for is as printed, where no effect changes it."""
    rules: list[str] = []
    if (want.colors is not None or want.not_colors is not None) and "5" not in changed:
        rules += printed.of_colors(game, id)
    if not changed & {"7b"} and any(
        getattr(want, key) is not None for key in ("power", "toughness", "pt", "base_pt")
    ):
        rules += printed.of_size(game, id)
    rules += printed.of_parts(game, id)
    if rules:
        game.note(f"{game.name(id)} is so as printed", *rules, about=(id,), cause=-1, kind="layer")


LAYERED = (
    "power", "toughness", "pt", "base_pt", "has", "lacks", "types", "subtypes", "not_types", "not_subtypes",
    "colors", "not_colors", "controller", "name",
)  # fmt: skip
"""The properties of objects that continuous effects change."""


def of(game: Game, names: Names, id: ObjectId, called: str, want: t.Properties) -> Iterator[Held]:
    """Each property that is wanted of the object, held against it."""
    if id not in game.objects:
        yield Held(f"{called} is there", False, "it has ceased to exist", Subject((id,), "zone"))
        return
    yield from speaking((id,), "values", _size(game, id, called, want), "17")
    yield from speaking((id,), "values", _abilities_held(game, id, called, want), "136")
    yield from speaking((id,), "values", _types(game, id, called, want), "134")
    yield from speaking((id,), "values", _colors(game, id, called, want), "135")
    yield from _status(game, names, id, called, want)
    yield from _standing(game, names, id, called, want)


def _same(called: str, what: str, wanted: Any, found: Any) -> Held:
    """That a value is as wanted."""
    return Held(f"{called}: {what} {_show(wanted)}", wanted == found, _show(found))


def _size(game: Game, id: ObjectId, called: str, want: t.Properties) -> Iterator[Held]:
    """CR 208: power and toughness."""
    now = game.characteristics(id)
    if want.power is not None:
        yield _same(called, "power", want.power, now.power)
    if want.toughness is not None:
        yield _same(called, "toughness", want.toughness, now.toughness)
    if want.pt is not None:
        yield _same(called, "is", f"{want.pt.power}/{want.pt.toughness}", f"{now.power}/{now.toughness}")
    if want.base_pt is not None:
        power, toughness = layers.base_power_toughness(game, id)
        yield _same(called, "base", f"{want.base_pt.power}/{want.base_pt.toughness}", f"{power}/{toughness}")


def _abilities_held(game: Game, id: ObjectId, called: str, want: t.Properties) -> Iterator[Held]:
    for words, wanted in ((want.has, True), (want.lacks, False)):
        for text in words or ():
            has = has_ability(game, id, text, want.where)
            yield Held(
                f"{called} {'has' if wanted else 'lacks'} {text}",
                has == wanted,
                f"it {'has' if has else 'lacks'} it: {_abilities(game, id)}",
            )


def _types(game: Game, id: ObjectId, called: str, want: t.Properties) -> Iterator[Held]:
    """CR 205: types, supertypes and subtypes, wanted or not."""
    now = game.characteristics(id)
    types = {*now.types, *now.supertypes}
    for words, wanted in ((want.types, True), (want.not_types, False)):
        for text in words or ():
            yield Held(
                f"{called} is {'' if wanted else 'not '}of type {text}",
                (text.lower() in types) == wanted,
                _words(types),
            )
    subtypes = {s.lower() for s in now.subtypes}
    for words, wanted in ((want.subtypes, True), (want.not_subtypes, False)):
        for text in words or ():
            yield Held(
                f"{called} is {'' if wanted else 'not '}of subtype {text}",
                (text.lower().replace("’", "'") in subtypes) == wanted,
                _words(now.subtypes),
            )


def _colors(game: Game, id: ObjectId, called: str, want: t.Properties) -> Iterator[Held]:
    """CR 105: colors, wanted or not."""
    now = game.characteristics(id)
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


def _status(game: Game, names: Names, id: ObjectId, called: str, want: t.Properties) -> Iterator[Held]:
    """Tapped or not, counters, damage, what it is attached to, attacks or blocks."""
    obj = game.objects[id]
    if want.tapped is not None:
        yield Held(
            f"{called} is {'tapped' if want.tapped else 'untapped'}",
            obj.tapped == want.tapped,
            "tapped" if obj.tapped else "untapped",
            Subject((id,), "tapped"),
        )
    counted = [
        _same(called, f"{kind} counters", number, obj.counter(kind))
        for kind, number in (want.counters or {}).items()
    ]
    if want.counters == {}:
        there = ", ".join(f"{number} {kind}" for kind, number in obj.counters if number)
        counted.append(Held(f"{called} has no counters", not there, there))
    if want.level is not None:
        counted.append(_same(called, "level", want.level, states.class_level(game, id)))
    if want.damage is not None:
        counted.append(_same(called, "damage", want.damage, obj.damage))
    yield from speaking((id,), "counters", counted)
    if want.attached_to is not None:
        yield from speaking((id,), "values", [_attached(game, names, id, called, want.attached_to)])
    for name in want.attachments or ():
        yield from speaking((id,), "values", [_bearing(game, names, id, called, name)])
    if want.attacking is not None:
        yield from speaking((id,), "combat", [_attacking(game, names, id, called, want.attacking)])
    if want.blocking is not None:
        yield from speaking((id,), "combat", [_blocking(game, names, id, called, want.blocking)])


def _standing(game: Game, names: Names, id: ObjectId, called: str, want: t.Properties) -> Iterator[Held]:
    """Whose it is, which way up, its name, its zone."""
    obj = game.objects[id]
    if want.controller is not None:
        controlled = obj.zone in ("battlefield", "stack") or obj.functions_in_command
        there = game.controller(id) if controlled else "nobody (CR 108.4)"
        yield from speaking((id,), "values", [_same(called, "is controlled by", want.controller, there)], "2")
    if want.face_up is not None:
        yield Held(
            f"{called} is face {'up' if want.face_up else 'down'}",
            obj.face_down != want.face_up,
            "face down" if obj.face_down else "face up",
            Subject((id,), "any"),
        )
    if want.name is not None:
        found = game.characteristics(id).name or "no name"
        same = names.is_called(id, plain(want.name))
        yield Held(f"{called}: name {want.name}", same, found, Subject((id,), "values", layers="13"))
    if want.zone is not None:
        yield from speaking((id,), "zone", [_same(called, "zone", want.zone.value, obj.zone)])


def has_ability(game: Game, id: ObjectId, text: str, where: t.Where) -> bool:
    """Whether the object has a keyword, or the ability that the words mean. Raises ScenarioError for words that mean none."""
    if changed_rules.has_keyword(game, id, text.lower()):
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
    has = {*object_abilities.abilities_of(game, id), *game.characteristics(id).abilities}
    shields = {part for each in has for part in _against(each)}
    return all(
        each in has
        or (_against(each) and all(shields & {part, (part[0], "everything")} for part in _against(each)))
        for each in meant
    )


def _against(ability: ab.Ability) -> list[tuple[object, ...]]:
    """CR 702.11f, 702.16g, 702.16h, 702.16j: what protection or hexproof is from, each quality an ability of its own, wherever its words stand."""
    if not isinstance(ability, ab.Keyword):
        return []
    if ability.note == "everything":
        return [(ability.name, ability.note)]
    if ability.note in ("all colors", "each color"):
        noun = ab.Noun()
        return [(ability.name, noun, frozenset({ab.OfColor(color)})) for color in COLORS]
    if ability.which is None:
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
    said = [
        getattr(a, "name", "") or type(a).__name__.lower() for a in object_abilities.abilities_of(game, id)
    ]
    return ", ".join(said) or "no abilities"


def _attached(game: Game, names: Names, id: ObjectId, called: str, to: t.Name) -> Held:
    host = game.objects[id].attached_to
    there = names.call(host) if host is not None and game.exists(host) else "nothing"
    if to.text.lower() in ("nothing", "none") and to.text not in names.labels:
        return Held(f"{called} is attached to nothing", there == "nothing", there)
    wanted = _things(names, to)
    return Held(f"{called} is attached to {to.text}", host in wanted, there)


def _bearing(game: Game, names: Names, id: ObjectId, called: str, name: t.Name) -> Held:
    """CR 303.4, 301.5: what is attached to it; `attached` is also said of the Aura or Equipment itself."""
    wanted = _things(names, name)
    there = [i for i in game.battlefield() if game.objects[i].attached_to == id]
    holds = any(i in wanted for i in there) or game.objects[id].attached_to in wanted
    told = ", ".join(map(names.call, there)) or "nothing"
    return Held(f"{called} and {name.text} are attached", holds, f"{told} is attached to it")


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


def _show(value: Any) -> str:
    return "none" if value is None else str(value)


def _words(words: Any) -> str:
    return ", ".join(sorted(words)) or "none"
