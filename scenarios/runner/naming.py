"""What the names in a scenario name: players by key, objects by label, by card name, `bob's NAME`, `NAME #2` (scenario format: players)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from engine.game import Game
from engine.model import CARD_TYPES, COLORS, OUTSIDE, Card, Face, GameObject, ObjectId, Thing, plain
from scenarios.format import ScenarioError, nearest
from scenarios.format.types import UNKNOWN, Name
from scenarios.runner.short_names import meant, nicknamed

ORDER = ("battlefield", "stack", "graveyard", "exile", "hand", "command", "ante", "library", OUTSIDE)
"""Where a name is looked for, in this order, unless what it is for says otherwise."""
NO_NAMES = frozenset(
    {
        *COLORS, *CARD_TYPES, "colorless", "yes", "no", "true", "false", "none", "nothing", "all", "any", "top", "bottom", "heads", "tails",
        "win", "lose", "left", "right", "odd", "even", "hand", "library", "graveyard", "exile", "battlefield", "mana", "life", "damage",
    }
)  # fmt: skip
"""Words that mean something else than a name that they begin."""
_NUMBERED = re.compile(r"(.+?)\s*#\s*([1-9][0-9]{0,5})")
_POSSESSED = re.compile(r"(.+?)(?:'s|’s|'|’)\s+(.+)")


class NothingNamed(ScenarioError):
    """Nothing in the game bears a name: not yet, or never."""


def numbered(text: str, players: Sequence[str]) -> str:
    """A name without the number (`NAME #2`) and the player (`bob's NAME`) that tell it from others."""
    found = _NUMBERED.fullmatch(text)
    text = found[1] if found else text
    possessed = _POSSESSED.fullmatch(text)
    return possessed[2] if possessed and possessed[1] in players else text


class Names:
    """Labels and the names of everything in a game."""

    def __init__(self, game: Game, is_card: Callable[[str], bool] = lambda _name: False) -> None:
        self.game = game
        self.labels: dict[str, ObjectId] = {}
        self.is_card = is_card
        """Whether a card is called so: its whole name is never short for another."""

    def label(self, label: str, id: ObjectId) -> None:
        """Let the label stand for this object and what it becomes."""
        self.labels[label] = id

    def label_of(self, id: ObjectId) -> str:
        """The label of an object, or ""."""
        return next((label for label, first in self.labels.items() if self.now(first) == id), "")

    def call(self, thing: Thing) -> str:
        """What to call a thing: its label, a player's key, a name."""
        if isinstance(thing, str):
            return thing
        return self.label_of(thing) or self.game.name(thing)

    def now(self, id: ObjectId) -> ObjectId:
        """What a labelled object has become by going from zone to zone (CR 400.7 makes it new; a label follows the card)."""
        return [id, *self.after(id)][-1]

    # ---- looking up -------------------------------------------------------------------------------------------

    def candidates(self, name: Name, zones: Sequence[str] = ORDER) -> list[ObjectId]:
        """The objects that the name may mean: the one labelled so, or all that bear it in the first zone where any does."""
        if name.text in self.labels:
            return [self.now(self.labels[name.text])]
        numbered = self.numbered(name) if "battlefield" in zones else None
        if numbered is not None and self.game.object(numbered).zone in zones:
            return [numbered]
        for zone in zones:
            found = self.bearing(name, zone)
            if found:
                return found
        full = self.full(name)
        return self.candidates(full, zones) if full != name else []

    def everywhere(self, name: Name, among: Iterable[ObjectId] | None = None) -> list[list[ObjectId]]:
        """The objects that the name may mean, zone by zone; on the stack a spell of the name and abilities of such a source are told apart. `among`: what a
        name can be short for, where that is not everything."""
        if name.text in self.labels:
            return [[self.now(self.labels[name.text])]]
        groups = []
        numbered = self.numbered(name)
        if numbered is not None:
            groups.append([numbered])
        for zone in ORDER:
            found = self.bearing(name, zone)
            abilities = [i for i in found if self.game.object(i).kind == "ability"]
            if numbered is None or zone != "battlefield":
                groups += [[i for i in found if i not in abilities], abilities]
        if any(groups):
            return [found for found in groups if found]
        full = self.full(name, among)
        return self.everywhere(full) if full != name else []

    def numbered(self, name: Name) -> ObjectId | None:
        """What the permanent is now that `NAME #2` is; None where there have not been so many (`first_numbered`)."""
        first = self.first_numbered(name)
        return self.now(first) if first is not None else None

    def first_numbered(self, name: Name) -> ObjectId | None:
        """The permanent that `NAME #2` is, counted in order of creation among all that have been on the battlefield under the name (`bob's
        NAME #2`: and that player's control); None where there have not been so many."""
        found = _NUMBERED.fullmatch(name.text)
        if found is None or name.text in self.labels:
            return None
        text, side = self.possessed(found[1])
        ids = [
            i
            for i in sorted({*self.game.past, *self.game.objects})
            if self.game.object(i).zone == "battlefield"
        ]
        there = [i for i in ids if self.bears(i, plain(text)) and side in ("", self.side(i))]
        again = {later for i in there for later in self.after(i)}  # what left and came back
        there = [i for i in there if i not in again]
        number = int(found[2])
        return there[number - 1] if number <= len(there) else None

    def after(self, id: ObjectId) -> Iterator[ObjectId]:
        """What the object became, one after the other (CR 400.7)."""
        seen = {id}
        while (id := self.game.became.get(id, id)) not in seen:
            seen.add(id)
            yield id

    def full(self, name: Name, among: Iterable[ObjectId] | None = None) -> Name:
        """The name that this one is short for, if it is short for a name in the game (or one `among` these) and nothing bears it; else the same. Raises
        ScenarioError where it is short for several."""
        text, numbered, possessed = name.text, _NUMBERED.fullmatch(name.text), None
        text = numbered[1] if numbered else text
        if text in self.labels or text in self.game.players:
            return name
        bare = re.sub("^the +", "", text, flags=re.IGNORECASE)
        if bare in self.labels:
            return Name(text=bare, where=name.where)
        possessed = _POSSESSED.fullmatch(text)
        if possessed and possessed[1] in self.game.players:
            text = possessed[2]
        else:
            possessed = None
        if len(text) < 3 or text.lower() in NO_NAMES:
            return name
        ids = self.game.objects if among is None else among
        known = {plain(called): called for i in ids for called in self._all_names(i)}
        if plain(text) in known:
            return name
        found = meant(text, known)
        if self.is_card(text):  # "Urborg" is a card, and what one calls another
            found = tuple(map(plain, nicknamed(text, known.values())))
        if possessed and len(found) > 1:
            found = tuple(n for n in found if self._has(possessed[1], n)) or found
        if len({frozenset(i for i in ids if known[n] in self._all_names(i)) for n in found}) == 1:
            found = found[:1]  # a face and its card
        if len(found) > 1:
            told = " or ".join(known[n] for n in found[:4])
            right = f"{possessed[1]}'s {known[found[0]]}" if possessed else known[found[0]]
            raise ScenarioError(
                name.where, f"'{name.text}' can mean several", expected=told, wrong=name.text, right=right
            )
        if not found and text.lower().endswith(" token"):
            tokens = [i for i in ids if self.game.object(i).kind == "token"]
            short = self.full(Name(text=text[: -len(" token")], where=name.where), tokens).text
            found = (plain(f"{short} token"),) if plain(short) in known else ()
            known |= dict.fromkeys(found, f"{short} Token")
        if not found:
            return name
        whole = known[found[0]]
        whole = f"{possessed[1]}'s {whole}" if possessed else whole
        whole = f"{whole} #{numbered[2]}" if numbered else whole
        return Name(text=whole, where=name.where)

    def possessed(self, text: str) -> tuple[str, str]:
        """`bob's NAME` as the name and the player, the player "" where none is named."""
        found = _POSSESSED.fullmatch(text)
        return (found[2], found[1]) if found and found[1] in self.game.players else (text, "")

    def _has(self, player: str, wanted: str) -> bool:
        return any(
            wanted in map(plain, self._all_names(i)) and self.side(i) == player for i in self.game.objects
        )

    def _all_names(self, id: ObjectId) -> list[str]:
        """What an object is called, and its card and the faces of that."""
        obj = self.game.object(id)
        if obj.unknown or obj.kind == "ability":
            return []
        now = self.game.characteristics(id).name if obj.zone in ("battlefield", "stack") else ""
        names = [now, obj.base.name]
        if obj.card is not None:
            names += [obj.card.name, *(face.name for face in _named_faces(obj.card))]
        return [each for each in names if each]

    def bearing(self, name: Name, zone: str) -> list[ObjectId]:
        """The objects of a zone that bear the name, in order of creation."""
        text, number, side = name.text, 0, None
        numbered = _NUMBERED.fullmatch(text)
        if numbered:
            text, number = numbered[1], int(numbered[2])
        found = self._named(text, zone)
        if not found:
            possessed = _POSSESSED.fullmatch(text)
            if possessed and possessed[1] in self.game.players:
                side, text = possessed[1], possessed[2]
                found = [i for i in self._named(text, zone) if self.side(i) == side]
        if number:
            return found[number - 1 : number]
        return found

    def _named(self, text: str, zone: str) -> list[ObjectId]:
        wanted = plain(text)
        ids = self.game.in_zone(zone)
        found = [i for i in ids if self.bears(i, wanted)]
        if not found and wanted.endswith(" token"):
            bare = wanted.removesuffix(" token")
            found = [i for i in ids if self.game.object(i).kind == "token" and self.bears(i, bare)]
        if not found:  # what a copy, a face-down or a renamed permanent is as a card
            found = [i for i in ids if wanted in card_names(self.game.objects[i])]
        return sorted(found)

    def side(self, id: ObjectId) -> str:
        """The controller of a permanent, of something on the stack or of what functions in the command zone, the owner of a card elsewhere (CR 108.4)."""
        obj = self.game.object(id)
        controlled = obj.zone in ("battlefield", "stack") or obj.functions_in_command
        return self.game.controller(id) if controlled else obj.owner

    def bears(self, id: ObjectId, wanted: str) -> bool:
        """Whether the object is called so now: by its name, or by another face's of the card that it is."""
        obj = self.game.object(id)
        if obj.unknown:
            return wanted == UNKNOWN
        if obj.kind == "ability":
            source = obj.stack.source if obj.stack else 0
            bare = re.sub(r"s ability$", "", wanted)  # "Prodigal Pyromancer's ability", as `plain` writes it
            return source != 0 and plain(
                self.game.characteristics(source).name or self.game.object(source).base.name
            ) in (wanted, bare)
        if self.is_called(id, wanted):
            return True
        if obj.face_down or obj.card is None or len(obj.card.faces) < 2:
            return False
        known = card_names(obj)
        return plain(self.game.characteristics(id).name) in known and wanted in known

    def is_called(self, id: ObjectId, wanted: str) -> bool:
        """Whether this is the object's name now (CR 201.2). The last word of a token's, "Token" (111.4), can be left out, and so can one that isn't of its name be
        said, or its subtype: "Wicked Role token" of one that is named Wicked (111.10)."""
        now = self.game.characteristics(id)
        current = plain(now.name)
        if self.game.object(id).kind != "token" or wanted == "":
            return wanted != "" and current == wanted
        bare = wanted.removesuffix(" token")
        return current.removesuffix(" token") == bare or (
            now.name != "" and bare in {f"{current} {plain(each)}" for each in now.subtypes}
        )

    def face_named(self, id: ObjectId, text: str) -> str:
        """The face or half of the card that the text names, or ""."""
        card = self.game.object(id).card
        faces = card.faces if card is not None and len(card.faces) > 1 else ()
        return next((face.name for face in faces if plain(face.name) == plain(text)), "")

    # ---- one object -------------------------------------------------------------------------------------------

    def one(self, name: Name, zones: Sequence[str] = ORDER, among: Iterable[Thing] | None = None) -> ObjectId:
        """The object that the name means. Raises ScenarioError if there is none, or several between which the name does not tell."""
        found = self.candidates(name, zones)
        if among is not None:
            allowed = set(among)
            found = [i for i in found if i in allowed] or found
        if not found:
            raise self.nothing(name)
        if len(found) > 1 and not self.alike(found):
            found = self.cards_among_copies(found)
        if len(found) > 1 and not self.alike(found):
            raise ScenarioError(
                name.where,
                f"'{name.text}' names {len(found)} objects",
                expected=f"one of them: {self.told_apart(name, found)}",
                wrong=name.text,
                right=self.label_of(found[0]) or _NUMBERED.sub(r"\1", name.text) + " #1",
            )
        return found[0]

    def cards_among_copies(self, found: list[ObjectId]) -> list[ObjectId]:
        """Of permanents of one name, of which one is its card and all others are tokens or copies of another card: that one. A token is called so as one
        (`Pestermite token`)."""
        themselves = [i for i in found if self._is_itself(i)]
        return themselves if len(themselves) == 1 else found

    def _is_itself(self, id: ObjectId) -> bool:
        """Whether the object is a card, and has the name that is printed on it."""
        obj = self.game.object(id)
        return obj.kind == "card" and plain(self.game.characteristics(id).name) in card_names(obj)

    def counted(self, name: Name) -> tuple[Name, int]:
        """`NAME xN` as the name and the number; a name alone is one."""
        times = re.fullmatch(r"(.+\S)\s+x([1-9][0-9]{0,3})", name.text)
        if times is None or name.text in self.labels:
            return name, 1
        return Name(text=times[1], where=name.where), int(times[2])

    def several(self, name: Name, taken: Iterable[ObjectId]) -> list[ObjectId]:
        """The objects that `NAME` or `NAME xN` means beside those that are taken: of several that nothing tells apart any. Raises ScenarioError."""
        name, number = self.counted(name)
        found = self.candidates(name)
        free = [i for i in found if i not in set(taken)] or found
        if len(free) <= 1 or not self.alike(free):
            if number == 1:
                return [self.one(name, among=free)]
            if number != len(free):
                raise ScenarioError(
                    name.where,
                    f"'{name.text}' names {len(free)} objects",
                    expected=self.told_apart(name, free),
                )
        if len(free) < number:
            raise ScenarioError(name.where, f"there are {len(free)} of '{name.text}', and not {number}")
        return free[:number]

    def thing(self, name: Name, zones: Sequence[str] = ORDER) -> Thing:
        """The player or object that the name means; see `one`."""
        if name.text in self.game.players and name.text not in self.labels:
            return name.text
        return self.one(name, zones)

    def alike(self, ids: Sequence[ObjectId]) -> bool:
        """Whether nothing tells the objects apart but when they came."""
        told = {self._state(i) for i in ids}
        return len(told) == 1

    def _state(self, id: ObjectId) -> object:
        obj = self.game.object(id)
        sick = obj.zone == "battlefield" and obj.since > self.game.players[obj.controller].turn_began
        bare = msgspec.structs.replace(obj, id=0, timestamp=0, since=int(sick), counter_times=())
        attached = tuple(sorted(i for i in self.game.battlefield() if self.game.objects[i].attached_to == id))
        aimed = tuple(s for s in self.game.stack() if self._aims_at(s, id))
        combat = self.game.combat
        fights = (
            tuple(w for a, w in combat.attackers if a == id) + tuple(b for b, _ in combat.blockers if b == id)
            if combat
            else ()
        )
        return (bare, attached, aimed, fights, self.label_of(id))

    def _aims_at(self, spell: ObjectId, id: ObjectId) -> bool:
        stack = self.game.objects[spell].stack
        return stack is not None and any(id in slot.chosen for slot in stack.targets)

    def told_apart(self, name: Name, ids: Sequence[ObjectId]) -> str:
        """How to name each of several objects."""
        text = _NUMBERED.sub(r"\1", name.text)
        return ", ".join(
            self.label_of(i) or f"'{text} #{n}' ({self.side(i)}'s)" for n, i in enumerate(ids, 1)
        )

    def nothing(self, name: Name) -> ScenarioError:
        """The error for a name that nothing bears."""
        known = set(self.labels) | set(self.game.players)
        for obj in self.game.objects.values():
            if not obj.unknown and obj.base.name:
                known.add(obj.base.name)
        near = nearest(name.text, sorted(known))
        return NothingNamed(name.where, f"no object is named '{name.text}'", near=near, wrong=name.text)


def card_names(obj: GameObject) -> frozenset[str]:
    """The plain names of the card that an object is: the whole card's and its faces'."""
    if obj.card is None:
        return frozenset()
    return frozenset({plain(obj.card.name), *(plain(face.name) for face in _named_faces(obj.card))})


def _named_faces(card: Card) -> tuple[Face, ...]:
    """The faces by which a card is called: a prepare spell's name is that of copies alone (CR 722.4)."""
    return card.faces[:1] if card.layout == "prepare" else card.faces
