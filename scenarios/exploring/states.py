"""The state of a game whatever the ids and timestamps of its objects: two games with the same form go on alike.

A game is taken as a graph. Its nodes are objects (also those that are gone and still spoken of, CR 608.2h), lasting effects, and records such as
"attacks alice"; an arrow is an id that stands in one of them. Nodes get colors: what they are, then what they are joined to, and so on until no color
splits. Nodes of a color that no other node has are told apart for good. What is left falls into components; each is described by its colors (where two
nodes of one component still have the same, the older one is told apart first), and the form of the game is the collection of these descriptions. So equal
forms always mean equal games; games that differ in nothing but which of several equal things came first have, as a rule, the same form.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import msgspec

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Combat, Delayed, Game, LastingEffect, Pending, Turn
from engine.model import Card, Characteristics, GameObject, ManaCost, ObjectId, Player, Thing
from scenarios.exploring.history import unwatched

Form = tuple[Any, ...]
"""The form of a game, to be compared with others of the same `Forms`."""


FIRST_ID = 1 << 40
"""The id of the first object of a game that is explored: no other number in it is as large."""
LEAVES = (Card, Characteristics, ManaCost, ab.Node)
"""Values that hold no ids."""
SKIPPED: dict[type, frozenset[str]] = {
    GameObject: frozenset({"id", "timestamp", "since", "counter_times"}),
    LastingEffect: frozenset({"id", "timestamp"}),
    Delayed: frozenset({"id", "log_from"}),
    Pending: frozenset({"timestamp", "cause", "rules"}),
    Turn: frozenset({"began", "step_began"}),
    Player: frozenset({"turn_began"}),
    Combat: frozenset(
        {"attackers", "blockers", "blocked", "defenders", "struck", "struck_doubly", "controllers"}
    ),
}
"""Fields that tell when something came, and those that are looked at otherwise."""
UNSEEN: dict[type, frozenset[str]] = {
    GameObject: frozenset({"cast", "deathtouched"}),
    Turn: frozenset({"priority", "passed"}),
}
"""Fields besides in which two outcomes don't differ."""
GAME_FIELDS = (
    "over",
    "winners",
    "drawn",
    "day_or_night",
    "turn_order_anchor",
    "halt",
    "order",
    "starting_player",
)
NO_FIELDS: frozenset[str] = frozenset()


class Shape(msgspec.Struct, frozen=True):
    """A node: what it is (a number for each different thing), and the ids that stand in it, in their order."""

    token: int
    ids: tuple[ObjectId, ...] = ()


class Forms:
    """Makes forms of games. `history`: what has happened counts, too, since something asks about it."""

    def __init__(self, history: bool = False) -> None:
        self.history = history
        self._tokens: dict[Hashable, int] = {}
        self._leaves: dict[int, tuple[Any, int]] = {}
        self._shapes: dict[tuple[int, bool], tuple[Any, Shape]] = {}
        self._gone: dict[ObjectId, tuple[Any, Shape]] = {}

    def going_on(self, game: Game, labels: dict[str, ObjectId], besides: Hashable = ()) -> Form:
        """The form of a game that goes on: everything that its further course depends on. `besides`: what else that is."""
        return (besides, *_Graph(self, game, labels, final=False).form())

    def outcome(self, game: Game, labels: dict[str, ObjectId]) -> Form:
        """The form of a game that has come to its end: what can be seen of it."""
        return _Graph(self, game, labels, final=True).form()

    def classes(
        self,
        game: Game,
        labels: dict[str, ObjectId],
        options: Sequence[Any],
        picked: Iterable[Thing],
        current: Iterable[ObjectId],
    ) -> list[Hashable]:
        """For each of the options its class: options of one class can be exchanged, and the game stays the same.

        `picked`: things that have been picked since the game stood like this, which stay where they are; `current`: objects that something is being done
        about. Where one of those could itself be exchanged, each option is a class of its own, since some of its like may have had their turn already."""
        graph = _Graph(self, game, labels, final=False, fixed=picked)
        return graph.classes(options, current)

    def declared(
        self, game: Game, labels: dict[str, ObjectId], pairs: Sequence[tuple[ObjectId, Thing]]
    ) -> Form:
        """The form of a game in which these creatures are about to attack or block these."""
        graph = _Graph(self, game, labels, final=False, pairs=pairs)
        return graph.form()

    # ---- nodes ------------------------------------------------------------------------------------------------

    def token(self, value: Hashable) -> int:
        """A number for the value."""
        return self._tokens.setdefault(value, len(self._tokens))

    def shape(self, value: Any, final: bool) -> Shape:
        """The node of a frozen value, remembered by its identity."""
        key = (id(value), final)
        known = self._shapes.get(key)
        if known is None or known[0] is not value:
            known = self._shapes[key] = (value, self.made(value, final))
        return known[1]

    def made(self, value: Any, final: bool) -> Shape:
        """The node of a value."""
        ids: list[ObjectId] = []
        template = self._template(value, ids, final)
        return Shape(self.token(template), tuple(ids))

    def gone(self, game: Game, id: ObjectId) -> Shape:
        """The node of an object that is gone, by what was last known of it."""
        before, obj = game.past[id]
        known = self._gone.get(id)
        if known is None or known[0] is not obj:
            shape = self.shape(obj, final=False)
            last = (self.leaf(before.characteristics(id)), before.controller(id))
            shape = Shape(self.token(("gone", shape.token, last)), shape.ids)
            known = self._gone[id] = (obj, shape)
        return known[1]

    def leaf(self, value: Any) -> int:
        """A number for a value without ids."""
        known = self._leaves.get(id(value))
        if known is None or known[0] is not value:
            try:
                number = self.token(("leaf", value))
            except TypeError:  # it holds something that can't be hashed
                number = self.token(("leaf", type(value).__name__, repr(value)))
            known = self._leaves[id(value)] = (value, number)
        return known[1]

    def _template(self, value: Any, ids: list[ObjectId], final: bool) -> Hashable:
        """The value with a mark in the place of each id; the ids go onto the list."""
        if value is None or isinstance(value, bool | str):
            return value
        if isinstance(value, int):
            if value < FIRST_ID:
                return value
            ids.append(value)
            return "@"
        if isinstance(value, LEAVES) and not _holds_ids(value):
            return self.leaf(value)
        if isinstance(value, msgspec.Struct):
            kind = type(value)
            skipped = SKIPPED.get(kind, NO_FIELDS) | (UNSEEN.get(kind, NO_FIELDS) if final else NO_FIELDS)
            names = (name for name in kind.__struct_fields__ if name not in skipped)
            return (kind.__name__, *(self._template(getattr(value, name), ids, final) for name in names))
        if isinstance(value, tuple | list):
            return tuple(self._template(item, ids, final) for item in value)
        if isinstance(value, dict):
            pairs = value.items()
            return tuple((self._template(k, ids, final), self._template(v, ids, final)) for k, v in pairs)
        if isinstance(value, frozenset | set):
            return tuple(self._template(item, ids, final) for item in sorted(value, key=repr))
        return self.leaf(value)


def _holds_ids(value: Any) -> bool:
    """Whether ids stand in a text that is being carried out."""
    return isinstance(value, ab.Node) and any(isinstance(node, ab.Fixed) for node in ab.walk(value))


class _Graph:
    """One game as a graph. Objects have their ids; lasting effects and records have numbers below zero."""

    def __init__(
        self,
        forms: Forms,
        game: Game,
        labels: dict[str, ObjectId],
        final: bool,
        fixed: Iterable[Thing] = (),
        pairs: Iterable[tuple[ObjectId, Thing]] = (),
    ) -> None:
        self.forms, self.game, self.final = forms, game, final
        self.nodes: dict[int, Shape] = {}
        self.next = -1
        self._records(labels)
        for place, thing in enumerate(fixed):
            if isinstance(thing, int):
                self.record(("fixed", place), thing)
        for id, whom in pairs:
            self.record(
                ("declared", whom if isinstance(whom, str) else ""),
                id,
                *([whom] if isinstance(whom, int) else []),
            )
        self._objects()
        self._colors()

    def record(self, what: Hashable, *ids: ObjectId) -> None:
        """A node that says something of these."""
        self.add(Shape(self.forms.token(what), ids))

    def add(self, shape: Shape) -> int:
        self.nodes[self.next] = shape
        self.next -= 1
        return self.next + 1

    # ---- nodes ------------------------------------------------------------------------------------------------

    def _records(self, labels: dict[str, ObjectId]) -> None:
        game, forms = self.game, self.forms
        self.record(("game", *(getattr(game, name) for name in GAME_FIELDS)))
        self.add(forms.shape(game.turn, self.final))
        if game.starting is not None:
            self.add(forms.shape(game.starting, self.final))
        if game.main is not None:
            raise Unsupported("exploring what can come of a subgame (CR 729)")
        for each in game.players.values():
            self.add(forms.shape(each, self.final))
        for label, id in labels.items():
            self.record(("label", label), id)
        self.record(("stack",), *game.stack())
        for player in game.order:
            library = game.zone("library", player)
            known = tuple(i for i in library if not game.objects[i].unknown)
            places = tuple(n for n, i in enumerate(library) if i in known)
            self.record(("library", player, len(library), places), *known)
        if game.combat is not None:
            self._combat(game.combat)
        effects = {
            id: self.add(forms.shape(f, self.final)) for id, f in game.floating.items() if self._lasts(f)
        }
        for delayed in game.delayed.values():
            self.add(forms.shape(delayed, self.final))
        for pending in game.pending:
            self.add(forms.shape(pending, self.final))
        if not self.final:
            self._course(effects)

    def _lasts(self, effect: LastingEffect) -> bool:
        """Whether the effect is one that can be seen."""
        if not self.final or not effect.affected or effect.exiled or effect.ability is not None:
            return True
        return any(self.game.exists(thing) for thing in effect.affected)

    def _combat(self, combat: Combat) -> None:
        for attacker, whom in combat.attackers:
            self.record(
                ("attacks", whom if isinstance(whom, str) else ""),
                attacker,
                *([whom] if isinstance(whom, int) else []),
            )
        for blocker, whom_all in combat.blockers:
            self.record(("blocks",), blocker)
            for each in whom_all:
                self.record(("is blocked",), blocker, each)
        if self.final:
            return
        self.add(self.forms.shape(combat, final=False))
        for attacker, player in combat.defenders:
            self.record(("defends", player), attacker)
        for name in ("blocked", "struck", "struck_doubly"):
            for id in getattr(combat, name):
                self.record((name,), id)

    def _course(self, effects: dict[int, int]) -> None:
        """What the further course depends on, though it can't be seen: which came first, what was done."""
        game, forms = self.game, self.forms
        stamped = [(f.timestamp, effects[id]) for id, f in game.floating.items()]
        stamped += [(obj.timestamp, id) for id, obj in game.objects.items() if _acts_in_order(obj)]
        self.record(("in order",), *(id for _, id in sorted(stamped)))
        for id, obj in game.objects.items():
            if obj.zone != "battlefield":
                continue
            began = game.upkeeps.get(obj.controller, (0, 0))[0]
            sick = obj.since > game.players[obj.controller].turn_began
            self.record(("since", sick, obj.since <= obj.timestamp, obj.since > began), id)
            for kind, _ in obj.counter_times if len(obj.counters) > 1 else ():
                self.record(("counter", kind), id)
        for use in game.uses.items():
            self.add(forms.made(use, False))
        self.record(("previous turn", game.previous_turn[0]))
        for id in game.commanders_stayed:
            self.record(("stayed",), id)
        if game.worlds:
            self.record(("worlds",), *(i for i, _ in sorted(game.worlds.items(), key=lambda item: item[1])))
        if forms.history:
            for entry in unwatched(game.log):
                shape = forms.shape(entry.event, False)
                self.record(("happened", len(self.nodes), shape.token, entry.turn, entry.combat), *shape.ids)

    def _objects(self) -> None:
        game, forms = self.game, self.forms
        wanted = [id for id, obj in game.objects.items() if not (obj.unknown and obj.zone == "library")]
        wanted += [id for shape in self.nodes.values() for id in shape.ids]
        while wanted:
            id = wanted.pop()
            if id in self.nodes:
                continue
            if id in game.objects:
                shape = forms.shape(game.objects[id], self.final)
            elif id in game.past:
                shape = forms.gone(game, id)
            else:
                shape = Shape(forms.token("nothing"))
            self.nodes[id] = shape
            wanted.extend(shape.ids)

    # ---- colors -----------------------------------------------------------------------------------------------

    def _colors(self) -> None:
        self.colors = {node: shape.token for node, shape in self.nodes.items()}
        self.inward: dict[int, list[tuple[int, int]]] = {node: [] for node in self.nodes}
        for node, shape in self.nodes.items():
            for place, id in enumerate(shape.ids):
                self.inward[id].append((place, node))
        self._refine(self.nodes)

    def _refine(self, among: Iterable[int]) -> None:
        """Split colors by those of the neighbours until no color splits."""
        among = [node for node in among if self.nodes[node].ids or self.inward[node]]
        token, before = self.forms.token, 0
        while (number := len({self.colors[n] for n in among})) > before:
            before, old = number, self.colors
            fresh = dict(old)
            for node in among:
                out = tuple(old[i] for i in self.nodes[node].ids)
                back = sorted((place, old[n]) for place, n in self.inward[node])
                fresh[node] = token((old[node], out, tuple(back)))
            self.colors = fresh

    def _components(self) -> list[list[int]]:
        """The nodes that have not a color for themselves, by how they hang together without the others."""
        count: dict[int, int] = {}
        for color in self.colors.values():
            count[color] = count.get(color, 0) + 1
        left = {node for node, color in self.colors.items() if count[color] > 1}
        found = []
        while left:
            part, edge = [], [left.pop()]
            while edge:
                node = edge.pop()
                part.append(node)
                near = (*self.nodes[node].ids, *(n for _, n in self.inward[node]))
                for other in near:
                    if other in left:
                        left.remove(other)
                        edge.append(other)
            found.append(part)
        return found

    def _settled(self, part: list[int]) -> Form:
        """The description of a component, whose nodes have got different colors."""
        rounds = 0
        while len({self.colors[n] for n in part}) < len(part):
            rounds += 1
            groups: dict[int, list[int]] = {}
            for node in part:
                groups.setdefault(self.colors[node], []).append(node)
            tied = min((color, nodes) for color, nodes in groups.items() if len(nodes) > 1)[1]
            first = min(tied, key=self._age)
            self.colors[first] = self.forms.token(("first", rounds, self.colors[first]))
            self._refine(part)
        return self._described(part)

    def _age(self, node: int) -> tuple[int, int]:
        obj = self.game.objects.get(node)
        return (obj.timestamp if obj is not None else 0, abs(node))

    def _described(self, part: Iterable[int]) -> Form:
        return tuple(sorted((self.colors[n], tuple(self.colors[i] for i in self.nodes[n].ids)) for n in part))

    def form(self) -> Form:
        """The game's form."""
        parts = self._components()
        single = set(self.nodes).difference(*parts)
        return (self._described(single), tuple(sorted(self._settled(part) for part in parts)))

    def classes(self, options: Sequence[Any], current: Iterable[ObjectId]) -> list[Hashable]:
        """See `Forms.classes`."""
        parts = self._components()
        home = {node: place for place, part in enumerate(parts) for node in part}
        if any(id in home for id in current):
            return [("alone", option) for option in options]
        there: dict[int, int] = {}
        for option in options:
            if option in home:
                there[home[option]] = there.get(home[option], 0) + 1
        colors = dict(self.colors)
        found: list[Hashable] = []
        for option in options:
            if option not in home or there[home[option]] > 1:
                found.append(("alone", option))
            else:
                found.append((colors[option], self._settled(parts[home[option]])))
        return found


def _acts_in_order(obj: GameObject) -> bool:
    """Whether the object's timestamp may matter (CR 613.7): it has an ability that does something by being there."""
    return any(not isinstance(each, ab.Activated | ab.Triggered) for each in obj.base.abilities) or bool(
        obj.attached_to
    )
