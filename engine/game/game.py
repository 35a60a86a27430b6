"""The Game: it owns players, objects, zones, the stack, the turn, effects, triggers and the log (architecture: State).

Values inside are immutable; changing something replaces it in one of the game's dicts, so `fork` is a shallow copy. What the rules do
with the game stands in engine.rules; the methods here are the doors to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from engine.errors import Unsupported
from engine.game import printing
from engine.game.at_once import AtOnce
from engine.game.combat import Combat
from engine.game.deciding import decide
from engine.game.decisions import Decider, Decision, DefaultDecider, is_forced
from engine.game.doors import ValuesSoFar, doors
from engine.game.events import CreateToken, GameEvent, LogEntry, MoveZone
from engine.game.lasting import Delayed, LastingEffect, Pending
from engine.game.quotes import Quotes
from engine.game.ruling import Assumption, Step, StepKind
from engine.game.seating import Seating
from engine.game.turn import Another, Starting, Turn
from engine.model import Card, Characteristics, GameObject, ObjectId, Player, PlayerId, Thing, Zone

SHARED_ZONES = ("battlefield", "stack", "exile", "command", "ante")
Remembered = TypeVar("Remembered")


MAX_STEPS = 20_000
"""How many ruling steps a game may take before it is stopped as endless (README: limits)."""


class Game:
    """A game of Magic. Make one with `Game(["alice", "bob"])`, put things in it with engine.setup, and act with engine.rules."""

    def __init__(
        self, players: Sequence[PlayerId], decider: Decider | None = None, seating: Seating | None = None
    ) -> None:
        self.order: tuple[PlayerId, ...] = tuple(players)
        self.players: dict[PlayerId, Player] = {p: Player(p) for p in players}
        self.seats = self.order  # who sits around the table as this turn began, in turn order (CR 801.2c)
        self.seating = seating or Seating()
        self.objects: dict[ObjectId, GameObject] = {}
        self.zones: dict[tuple[str, PlayerId], tuple[ObjectId, ...]] = {}
        self.turn = Turn(active=self.order[0])
        self.combat: Combat | None = None
        self.combats = 0
        self.floating: dict[int, LastingEffect] = {}
        self.delayed: dict[int, Delayed] = {}
        self.pending: tuple[Pending, ...] = ()
        self.log: list[LogEntry] = []
        self.steps: list[Step] = []
        self.assumptions: list[Assumption] = []
        self.announced: dict[ObjectId, int] = {}  # the step in which each object on the stack came there
        self.past: dict[ObjectId, tuple[Game, GameObject]] = {}
        self.declared: dict[
            int, Game
        ] = {}  # the game as attackers or blockers were declared, by the moment (CR 608.2i)
        self.became: dict[ObjectId, ObjectId] = {}
        # what permanents became that several cards and tokens represented (CR 730.3c)
        self.parted: dict[ObjectId, tuple[ObjectId, ...]] = {}
        self.over: str = ""
        self.winners: tuple[PlayerId, ...] = ()
        self.drawn = False
        self.next_id = 1
        self.clock = 1
        self.moment = 0
        self.epoch = 0  # goes up with whatever happens
        self.passing = 0  # how much of it was such as can't change what objects are (`passed`)
        self.cause = -1
        self.citing: tuple[str, ...] = ()
        self.main: Main | None = None  # the game in which this one is a subgame (CR 729.1a)
        self.begin_history()
        self._begin_roles()
        self.decider: Decider = decider or DefaultDecider()
        self.reference: Callable[[str], Card | None] | None = (
            None  # the card of a name, in the game or not (CR 201.4)
        )
        self.wording: Callable[[Any], str] | None = (
            None  # the opening words of an ability, if anybody can write
        )
        self.layering: ValuesSoFar | None = None  # the layers while they are being worked out (CR 613)
        self.values_may_pass = False  # an effect asks about what passes: life, turns, what happened
        self._cache: dict[Any, Any] = {}
        self._cache_epoch = -1
        self._values: dict[str, Any] = {}
        self._values_epoch = self._values_lasting = -1

    def begin_history(self) -> None:
        """What rules remember of the course of the game."""
        self.starting: Starting | None = None  # the mulligans, while the game is started (CR 103.5)
        self.another: Another | None = None  # the game that an effect has begin (CR 727, 729)
        # the game as each player was about to leave it (CR 800.4i)
        self.left: dict[PlayerId, Game] = {}
        self.won_subgame: tuple[PlayerId, ...] = ()  # who won the subgame that ended last
        self.starting_player: PlayerId = ""  # CR 103.1, in a game whose start was played
        # how often an ability was used this turn or this object's life, by key
        self.uses: dict[Any, int] = {}
        self.day_or_night: str | None = None  # CR 731.1
        # who controlled each permanent when that was last looked at
        self.controllers: dict[ObjectId, PlayerId] = {}
        # when each player's last two upkeeps began (CR 702.30a)
        self.upkeeps: dict[PlayerId, tuple[int, int]] = {}
        # whose the previous turn was, where it began and ended in the log
        self.previous_turn: tuple[PlayerId, int, int] = ("", 0, 0)
        self.turn_order_anchor: PlayerId | None = None  # whose turn the extra turns were put in after
        self.any_commander = False  # the rules of commanders are asked about only then
        self.commanders_stayed: frozenset[ObjectId] = frozenset()  # their owners were asked (CR 903.9a)
        # since when permanents have been world permanents (CR 704.5k): the moment, or before the first the timestamp
        self.worlds: dict[ObjectId, tuple[int, int]] = {}
        self.any_paired = False
        self.any_ring_bearer = False
        # how many objects resolved with nothing chosen, and states since
        self.loop_states: tuple[int, tuple[Any, ...]] = (0, ())
        # whether a player has declined on the way to do what would have kept an instruction from being carried out
        self.loop_unless = False
        # since a player's action: how many resolved, and the least stack
        self.resolved_in_a_row: tuple[int, int] | None = None

    def _begin_roles(self) -> None:
        """What is under way while something is asked or carried out."""
        self.halt = ""  # the step in which the game has been told to stop, though nobody gets priority in it
        self.former_controllers: dict[
            ObjectId, PlayerId
        ] = {}  # of what has just changed control (CR 603.10d)
        # what is entering the battlefield while a replacement effect of that is applied (CR 614.13c)
        self.arriving: tuple[ObjectId, ...] = ()
        self.replacing: tuple[Any, ...] = ()  # the effects whose replacement is being carried out (CR 614.5)
        self.settling: tuple[GameEvent, ...] = ()  # what of the events at hand has been replaced already
        self.at_once = AtOnce()  # the rest of them, and what effects do to them together
        # whose counters are asked about (CR 122.6a)
        self.entering_event: MoveZone | CreateToken | None = None
        # what enters is, while its own abilities say how, what it would be on the battlefield (CR 614.12); a token has the id 0
        self.entering_as: dict[ObjectId, Characteristics] = {}
        self.activating: tuple[tuple[ObjectId, int], ...] = ()  # mana abilities being activated (CR 605.3c)
        self.chosen_to_attack: tuple[ObjectId, ...] = ()  # while attackers are declared (CR 508.1)
        self.quotes: Quotes | None = None  # where somebody asks: the costs that are worked out (CR 601.2f)

    # ---- state ------------------------------------------------------------------------------------------------

    def fork(self) -> Game:
        """A copy that can go its own way; the values inside are shared (they never change)."""
        copy = Game.__new__(Game)
        copy.__dict__.update(self.__dict__)
        for name in (
            "players",
            "objects",
            "zones",
            "floating",
            "delayed",
            "past",
            "declared",
            "became",
            "parted",
            "announced",
            "uses",
            "upkeeps",
            "controllers",
        ):
            setattr(copy, name, getattr(self, name).copy())
        copy._forget()
        copy.log = self.log[:]
        copy.steps = self.steps[:]
        copy.assumptions = self.assumptions[:]
        return copy

    def restore(self, saved: Game) -> None:
        """CR 733.1: go back to an earlier fork of this game; `saved` is used up. What the two remember together may speak of objects that there were
        only in what is undone, and whose ids others get."""
        self.__dict__.update(saved.__dict__)
        self._values = {}

    def snapshot(self) -> Game:
        """A fork to look back at (CR 603.10, 608.2h): nothing may happen in it, so the logs stay shared."""
        copy = Game.__new__(Game)
        copy.__dict__.update(self.__dict__)
        for name in ("players", "objects", "zones", "floating"):
            setattr(copy, name, getattr(self, name).copy())
        copy._forget()
        return copy

    def _forget(self) -> None:
        """What is remembered speaks of the game that this one is a copy of; but what objects are is the same in both as yet."""
        self._cache, self._cache_epoch = {}, -1
        self._values = self._values.copy()
        self.layering = None

    def new_id(self) -> ObjectId:
        """An id that no object has had."""
        self.next_id += 1
        return self.next_id - 1

    def tick(self) -> int:
        """The next timestamp (CR 613.7)."""
        self.clock += 1
        return self.clock

    def put_object(self, obj: GameObject) -> None:
        """Replace (or add) an object's values. Only engine.rules.processing.state_changes and engine.setup call this."""
        before = self.objects.get(obj.id)
        self.objects[obj.id] = obj
        if _is_bare(obj) if before is None else _differ_in_passing(before, obj):
            self.passed()
        else:
            self.epoch += 1

    def take_object(self, id: ObjectId) -> None:
        """Take an object away that is nowhere any more. Only engine.rules.processing.state_changes calls this."""
        if _is_bare(self.objects.pop(id)):
            self.passed()
        else:
            self.epoch += 1

    def put_player(self, player: Player) -> None:
        """Replace a player's values. Only engine.rules.processing.state_changes and engine.setup call this."""
        before = self.players[player.id]
        self.players[player.id] = player
        if (before.lost, before.counters, before.marks) == (player.lost, player.counters, player.marks):
            self.passed()
        else:
            self.epoch += 1

    def passed(self) -> None:
        """Say that something changed that no characteristic of an object is made of: life, mana, damage, what is tapped, the step, the log."""
        self.epoch += 1
        self.passing += 1

    def zone(self, zone: str, player: PlayerId = "") -> tuple[ObjectId, ...]:
        """The objects in a zone, top first; of one player for library, hand and graveyard."""
        return self.zones.get((zone, "" if zone in SHARED_ZONES else player), ())

    def staying_in_library(self, player: PlayerId) -> tuple[ObjectId, ...]:
        """CR 614.13c: the player's library without what is entering the battlefield out of it just now."""
        cards = self.zone("library", player)
        if not self.arriving or set(self.arriving).isdisjoint(cards):
            return cards
        self.cite("614.13c")
        return tuple(id for id in cards if id not in self.arriving)

    def in_zone(self, zone: str) -> list[ObjectId]:
        """The objects in a zone, all players' together, in turn order."""
        if zone in SHARED_ZONES:
            return [i for i in self.zone(zone) if not self.objects[i].phased_out]
        return [i for p in self.order for i in self.zone(zone, p)]

    def battlefield(self) -> list[ObjectId]:
        """Permanents that are phased in (CR 702.26b)."""
        return self.in_zone("battlefield")

    def stack(self) -> tuple[ObjectId, ...]:
        """Objects on the stack, top first (CR 405)."""
        return self.zone("stack")

    # ---- questions --------------------------------------------------------------------------------------------

    def exists(self, thing: Thing) -> bool:
        """Whether the object still is the object it was, or the player is in the game."""
        return (
            thing in self.players and not self.players[thing].lost
            if isinstance(thing, str)
            else thing in self.objects
        )

    def object(self, id: ObjectId) -> GameObject:
        """The object, or as it last existed (CR 608.2h)."""
        return self.objects[id] if id in self.objects else self.past[id][1]

    def characteristics(self, id: ObjectId) -> Characteristics:
        """What the object is now, after all continuous effects (CR 613); if it is gone, what it last was (CR 608.2h)."""
        if id in self.entering_as:
            return self.entering_as[id]
        if id not in self.objects:
            game, _ = self.past[id]
            return game.characteristics(id)
        return doors.characteristics(self, id)

    def controller(self, id: ObjectId) -> PlayerId:
        """Who controls the object (CR 108.4, 613.1b), or last did."""
        if id not in self.objects:
            game, _ = self.past[id]
            return game.controller(id)
        return doors.controller(self, id)

    def cached(self, key: Any, make: Any) -> Any:
        """`make()`, remembered until something happens."""
        if self._cache_epoch != self.epoch:
            self._cache = {}
            self._cache_epoch = self.epoch
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]

    def cached_values(self, key: str, make: Callable[[], Remembered]) -> Remembered:
        """`make()`, remembered until something happens that could change what an object is: for what is worked out from characteristics,
        controllers, zones and lasting effects alone, and holds on to no game (or is put in anew with `cache_values`)."""
        if self._values_epoch != self.epoch:
            self._drop_values()
        if key in self._values:
            found: Remembered = self._values[key]
            return found
        made = make()
        self.cache_values(key, made)
        return made

    def known_value(self, key: str) -> Any:
        """What `cached_values` remembers under the key, or None."""
        if self._values_epoch != self.epoch:
            self._drop_values()
        return self._values.get(key)

    def cache_values(self, key: str, value: Any) -> None:
        """Remember this for `cached_values`."""
        self._values[key] = value

    def _drop_values(self) -> None:
        """Forget what was worked out from the values of objects if something happened that these could hang on."""
        lasting = self.epoch - self.passing
        if self.values_may_pass or lasting != self._values_lasting:
            self._values, self.values_may_pass = {}, False
        self._values_epoch, self._values_lasting = self.epoch, lasting

    def side_of(self, thing: Any) -> PlayerId | None:
        """The player that a thing belongs to: itself for a player, the controller for an object."""
        if isinstance(thing, str):
            return thing if thing in self.players else None
        return (
            self.controller(thing)
            if isinstance(thing, int) and (thing in self.objects or thing in self.past)
            else None
        )

    def opponents(self, player: PlayerId) -> list[PlayerId]:
        """CR 102.2, 102.3: the players still in the game who are not on the player's team, in turn order after them."""
        at = self.order.index(player)
        team = self.seating.team(player)
        return [
            p for p in self.order[at + 1 :] + self.order[:at] if not self.players[p].lost and p not in team
        ]

    def reached(self, player: PlayerId, source: ObjectId = 0) -> list[PlayerId]:
        """CR 801.5a, 801.11: the player's opponents within their range of influence, of whom alone what they control can speak. `source`: what speaks of them, if
        that can be a plane (801.18)."""
        return [p for p in self.opponents(player) if self.in_range(player, p) or self.exempt(source)]

    def team(self, player: PlayerId) -> list[PlayerId]:
        """CR 102.4: the player and those on their team who are still in the game; the player alone where there are no teams."""
        return [p for p in self.seating.team(player) if not self.players[p].lost]

    def in_range(self, player: PlayerId, thing: Thing) -> bool:
        """CR 801.2, 801.2d: whether the other player, or an object that they control, own where nobody controls it, or protect, is within the
        player's range of influence."""
        limit = dict(self.seating.reach).get(player) if self.seating.reach else None
        if limit is None or thing == player:
            return True
        if self.exempt(thing):
            return True
        if isinstance(thing, int):
            if thing not in self.objects and thing not in self.past:
                return True
            obj = self.object(thing)
            placed = obj.zone in ("battlefield", "stack")
            sides = {self.controller(thing) if placed else obj.owner, obj.chosen_value("protector")}
            return any(self.in_range(player, side) for side in sides if isinstance(side, str))
        if thing not in self.seats or player not in self.seats:
            return thing not in self.players
        apart = abs(self.seats.index(thing) - self.seats.index(player))
        return min(apart, len(self.seats) - apart) <= limit

    def exempt(self, thing: Thing) -> bool:
        """CR 801.18, 901.13: whether it is a plane or phenomenon, or an ability of one: ranges of influence are nothing to it."""
        if not isinstance(thing, int) or (thing not in self.objects and thing not in self.past):
            return False
        obj = self.object(thing)
        if obj.stack is not None and obj.stack.source:
            return self.exempt(obj.stack.source)
        card = obj.card
        return card is not None and not card.faces[0].characteristics().types.isdisjoint(
            ("plane", "phenomenon")
        )

    def neighbors(self, player: PlayerId) -> tuple[PlayerId, PlayerId]:
        """CR 803.1a-b: who sits to the player's left, and to their right; turn order goes to the left (103.1)."""
        at = self.seats.index(player)
        return self.seats[(at + 1) % len(self.seats)], self.seats[at - 1]

    @property
    def winner(self) -> PlayerId | None:
        """Who has won the game; of a team, the first in its order (`winners` has all of them)."""
        return self.winners[0] if self.winners else None

    def teammates(self, player: PlayerId) -> list[PlayerId]:
        """CR 102.3: the others still in the game who are on the player's team."""
        return [p for p in self.team(player) if p != player]

    def apnap(self) -> list[PlayerId]:
        """CR 101.4: players in the game, the active one first, then in turn order."""
        at = self.order.index(self.turn.active)
        return [p for p in self.order[at:] + self.order[:at] if not self.players[p].lost]

    def active_players(self) -> list[PlayerId]:
        """CR 102.1, 805.4a: the active player, or each of the active team who is in the game."""
        return [p for p in self.seating.together(self.turn.active) if not self.players[p].lost]

    def is_active(self, player: PlayerId) -> bool:
        """CR 102.1, 805.4a: whether it is the player's turn, or their team's."""
        return player in self.seating.together(self.turn.active)

    def has_priority(self, player: PlayerId) -> bool:
        """CR 117.1, 805.5: whether the player has priority, or their team."""
        holder = self.turn.priority
        return holder is not None and player in self.seating.together(holder)

    def name(self, thing: Thing) -> str:
        """What to call an object or player in a step: a player's key, an object's name."""
        if isinstance(thing, str):
            return thing
        obj = self.object(thing)
        if obj.unknown:
            return "an unknown card"
        if obj.face_down:
            return "a face-down card"
        if obj.kind == "ability" and obj.stack is not None:
            return f"{self.name(obj.stack.source)}'s ability" if obj.stack.source else "a rule's ability"
        if obj.kind == "emblem" and not obj.base.name:
            return f"{obj.owner}'s emblem"
        return obj.base.name or "an object without a name"

    def ability_name(self, ability: Any) -> str:
        """What to call an ability in a step: a keyword by its name, another by its opening words; "an ability" where nobody can write them."""
        if name := getattr(ability, "name", ""):
            return str(name)
        return (self.wording(ability) if self.wording is not None else "") or "an ability"

    def this_turn(self, kind: type[GameEvent] | None = None) -> list[LogEntry]:
        """What happened this turn so far."""
        return [h for h in self.log[self.turn.began :] if kind is None or isinstance(h.event, kind)]

    # ---- doing ------------------------------------------------------------------------------------------------

    def happen(
        self, events: GameEvent | Iterable[GameEvent], rules: Sequence[tuple[str, ...]] = ()
    ) -> list[LogEntry]:
        """The one way anything changes: events that happen at once. Replacement and prevention effects apply (CR 614-616), what is left
        happens, is logged, and triggers abilities (CR 603.2). `rules`: for each of the events those by which it happens. Returns the log entries."""
        return doors.happen(self, [events] if isinstance(events, GameEvent) else list(events), rules)

    def hypothetically(self, event: GameEvent) -> tuple[Game, GameEvent]:
        """CR 614.12: the game as it would be if the event had happened as it is, and the event as it happened there. This game is not changed."""
        ahead = self.fork()
        if isinstance(event, MoveZone) and event.object in ahead.objects:
            ahead.past[event.object] = (self.snapshot(), ahead.objects[event.object])
        return ahead, doors.apply(ahead, event)

    def entering(self, event: MoveZone | CreateToken) -> tuple[Game, ObjectId]:
        """CR 614.12: the game as it would be if the object had entered (or gone where it goes), and the object's id there."""
        ahead, happened = self.hypothetically(event)
        assert isinstance(happened, MoveZone | CreateToken)
        return ahead, happened.was

    def legal_actions(self, player: PlayerId | None = None) -> list[Any]:
        """CR 117.1: what the player (or whoever has priority or must declare) could do now, as values of engine.playing.Action."""
        return doors.legal_actions(self, player)

    def act(self, action: Any) -> None:
        """Take one of these actions. Raises IllegalAction with the rule, Unsupported or Undecided; the game is then as before."""
        doors.act(self, action)

    def __str__(self) -> str:
        return printing.board(self)

    def decide(self, decision: Decision) -> Any:
        """Put a decision to the decider; the answer is checked against the decision's options."""

        return decide(self, decision, forced=is_forced(decision))

    def cite(self, *rules: str) -> None:
        """Say that these rules are being applied; the next step of the ruling carries them."""
        self.citing += tuple(r for r in dict.fromkeys(rules) if r not in self.citing)

    def credit(self, step: int) -> None:
        """Rules that were applied without anything coming of it belong to this step, and not to whatever happens next."""
        if self.citing and 0 <= step < len(self.steps):
            told = self.steps[step]
            more = tuple(r for r in self.citing if r not in told.rules)
            self.steps[step] = msgspec.structs.replace(told, rules=told.rules + more)
            self.citing = ()

    def found_idle(self, step: int) -> None:
        """What resolved at the step has done nothing."""
        told = self.steps[step]
        self.steps[step] = msgspec.structs.replace(told, text=f"{told.text} and does nothing", kind="idle")

    def note(
        self,
        text: str,
        *rules: str,
        about: Iterable[Thing] = (),
        cause: int | None = None,
        kind: StepKind = "told",
    ) -> int:
        """Record a step of the ruling, with the rules cited since the last one. Returns its index."""
        if len(self.steps) >= MAX_STEPS:
            raise Unsupported(f"a ruling of more steps than {MAX_STEPS:,}: the limit is {MAX_STEPS:,}")
        cited = self.citing + tuple(r for r in rules if r not in self.citing)
        self.citing = ()
        turn = self.turn
        step = Step(
            index=len(self.steps),
            text=text,
            rules=cited,
            cause=self.cause if cause is None else cause,
            about=tuple(about),
            when=turn.moment,
            kind=kind,
        )
        self.steps.append(step)
        return step.index


class Main(msgspec.Struct, frozen=True):
    """CR 729.1a: a main game as it was discontinued, and the subgame that an effect has its players play."""

    game: Game
    wanted: Another


ZoneName = Zone


def _differ_in_passing(before: GameObject, now: GameObject) -> bool:
    """Whether the two have the same characteristics, controller, place and counters: what changed, if anything, passes (`Game.passed`)."""
    if before.base is not now.base or before.zone != now.zone or before.counters != now.counters:
        return False
    return all(getattr(before, name) == getattr(now, name) for name in _LASTING_FIELDS)


def _is_bare(obj: GameObject) -> bool:
    """Whether the object is an ability on the stack, which has no abilities of its own: what other objects are doesn't hang on its being there."""
    return obj.kind == "ability" and not obj.base.abilities


_LASTING_FIELDS = tuple(
    name
    for name in GameObject.__struct_fields__
    if name not in ("base", "zone", "counters", "tapped", "damage", "deathtouched")
)
