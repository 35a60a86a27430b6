"""Which step of a ruling led to which: the causal graph of a game, and the path that leads to given steps.

The engine says of most steps what led to them (`Step.cause`): what a spell does to the spell, a trigger to the event that it triggered on. What turn-based and
state-based actions do, and what damage results in, has its causes in earlier steps about the same things, which are found here.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Game, Step
from engine.game import events as ev
from engine.model import ObjectId, Thing

NEAREST = 4
"""How many earlier steps about a thing can have led to what a state-based action does to it."""


class Causes:
    """The causal graph of a game as it stands."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.steps: list[Step] = game.steps
        self.events: dict[int, ev.GameEvent] = {}
        self._moments: dict[int, int] = {}
        for entry in game.log:
            # what isn't told is logged with the step that led to it, which is another event's own
            if entry.step >= 0 and self.steps[entry.step].kind in ("event", "before"):
                self.events.setdefault(entry.step, entry.event)
                self._moments.setdefault(entry.step, entry.moment)
        self._about: dict[Thing, list[int]] = {}
        for step in self.steps:
            for thing in dict.fromkeys(step.about):
                self._about.setdefault(thing, []).append(step.index)
        self._earlier = {later: id for id, later in game.became.items()}
        self.announced: dict[int, range] = self._announcements()
        """By each step with which a spell was cast or an ability activated, the steps from the first to the last of that (CR 601.2, 602.2)."""

    def of(self, index: int) -> tuple[int, ...]:
        """The steps that led to a step, the nearest first."""
        step = self.steps[index]
        found = [step.cause] if step.cause >= 0 else []
        found += self.announced.get(step.cause, ())
        event = self.events.get(index)
        if event is not None:
            found += self._replacements(index)
        if any(rule.startswith("704.") for rule in step.rules) or isinstance(event, ev.PlayerLoses):
            found += self._of_state(index)
        match event:
            case ev.Damage(combat=True, source=source, to=to):
                found += self._dealt_at_once(index, source)
                found += self._of_combat(index, (source, to))
                found += self._effects_on(index, source)
            case ev.Damage(source=source, to=to):
                found += self._effects_on(index, source)
                found += self._fought(index, source, to)
            case ev.LoseLife(source=source) | ev.GainLife(source=source) | ev.AddCounters(source=source):
                found += self._damage_at_once(index, source)
            case ev.MoveZone(object=id) if self.game.object(id).zone == "stack":
                found += self._kept_on_the_stack(index, id)
            case None if step.kind == "resolution" and step.about:
                found += self._kept_on_the_stack(index, step.about[0])
                found += [
                    i
                    for i in self._before(index, step.about[0])
                    if isinstance(self.events.get(i), ev.SetFields)
                ]
            case None if step.kind == "kept" and any(rule.startswith("510.1") for rule in step.rules):
                # of an attacker that is only blocked nothing else is to be found
                if not isinstance(self.events.get(step.cause), ev.BlockersDeclared):
                    found += self._out_of_combat(index)
            case None if step.kind == "layer":
                found += self._effects_on(index, step.about[0])
                found += [i for thing in step.about[1:] for i in self._before(index, thing)[:1]]
        return tuple(cause for cause in dict.fromkeys(found) if cause < index)

    def path(self, ends: Iterable[int]) -> dict[int, int]:
        """The steps from which these came, themselves among them, each with how far it is from the nearest end."""
        found = dict.fromkeys(ends, 0)
        edge = list(found)
        while edge:
            following = []
            for index in edge:
                for cause in self.of(index):
                    if cause not in found:
                        found[cause] = found[index] + 1
                        following.append(cause)
            edge = following
        return dict(sorted(found.items()))

    def about(self, thing: Thing) -> list[int]:
        """The steps about a thing, whatever zones it has been in meanwhile, in order."""
        found = {index for each in self.history(thing) for index in self._about.get(each, ())}
        return sorted(found)

    def history(self, thing: Thing) -> list[Thing]:
        """CR 400.7: the objects that a thing was before it changed zones, the latest first, from itself on."""
        found = [thing]
        while isinstance(thing, int) and (earlier := self._earlier.get(thing)) is not None:
            if earlier in found:
                break
            found.append(earlier)
            thing = earlier
        return found

    def idle_beside(self, steps: Iterable[int]) -> list[int]:
        """CR 607: the abilities that did nothing of the objects whose other abilities did these steps: that they did nothing is why it is as it is."""
        of = {self._source(self.steps[self.steps[i].cause]) for i in steps if self.steps[i].cause >= 0} - {0}
        return [step.index for step in self.steps if step.kind == "idle" and self._source(step) in of]

    def _source(self, step: Step) -> ObjectId:
        """The source of the ability that resolved at a step, 0 if none did."""
        id = step.about[0] if step.kind in ("resolution", "idle") and step.about else ""
        stack = self.game.object(id).stack if isinstance(id, int) else None
        return stack.source if stack is not None and stack.kind != "spell" else 0

    def _announcements(self) -> dict[int, range]:
        found: dict[int, range] = {}
        begun: list[int] = []
        for index, event in self.events.items():
            match event:
                case ev.MoveZone(verb="cast") | ev.PutOnStack():
                    begun.append(index)
                case ev.SpellCast() | ev.AbilityActivated(mana=False) if begun:
                    steps = range(begun.pop(), index + 1)
                    found |= dict.fromkeys(steps, steps)
        return found

    # ---- what the engine leaves open --------------------------------------------------------------------------------

    def _replacements(self, index: int) -> list[int]:
        """CR 614.6, 615.1: the effects that made of something else what then happened: told just before it, or before what happened at the same time, of the
        same things."""
        step = self.steps[index]
        things = {earlier for thing in step.about for earlier in self.history(thing)}
        moment = self._moments.get(index)
        found = []
        nearest = True
        for i in range(index - 1, -1, -1):
            before = self.steps[i]
            if before.kind == "replacement":
                if nearest or not things.isdisjoint(before.about):
                    found.append(i)
            elif before.kind == "event" and self._moments.get(i) == moment:
                nearest = False
            else:
                break
        return found

    def _before(self, index: int, thing: Thing) -> list[int]:
        """The earlier steps about a thing, the latest first."""
        return [i for i in reversed(self._about.get(thing, ())) if i < index]

    def _of_state(self, index: int) -> list[int]:
        """CR 704.3: what brought about the state that a state-based action looks at."""
        found = []
        for thing in self.steps[index].about:
            earlier = [
                i for i in self._before(index, thing) if not self._passing(i) and not self._dealt_by(i, thing)
            ]
            found += earlier[:NEAREST]
        return sorted(set(found), reverse=True)

    def _kept_on_the_stack(self, index: int, thing: Thing) -> list[int]:
        """CR 101.2, 608.2b: what was kept from happening to a spell or ability, which resolves, or goes where it goes, because of that."""
        return [i for i in self._before(index, thing) if self.steps[i].kind in ("kept", "replacement")]

    def _dealt_by(self, index: int, thing: Thing) -> bool:
        """CR 120.3: whether the step tells of damage that the thing deals to something else, which does nothing to itself."""
        event = self.events.get(index)
        return isinstance(event, ev.Damage) and event.to != thing and event.source == thing

    def _passing(self, index: int) -> bool:
        """Whether a step leaves nothing behind that could matter later to what it is about: of a fight the damage is left (CR 701.14a)."""
        event = self.events.get(index)
        if isinstance(
            event, ev.Tap | ev.Untap | ev.AddMana | ev.SpellCast | ev.AbilityActivated | ev.TurnBegins
        ):
            return True
        if isinstance(event, ev.Performed) and event.verb == "fights":
            return True
        return self.steps[index].kind in ("choice", "payment")

    def _of_combat(self, index: int, things: Iterable[Thing]) -> list[int]:
        """CR 510.1: the attack and the block that a creature deals its combat damage for."""
        things = tuple(things)
        found: list[int] = []
        for kind in (ev.BlockersDeclared, ev.AttackersDeclared):
            for i in range(index - 1, -1, -1):
                if isinstance(self.events.get(i), kind):
                    if set(things).intersection(_in_declaration(self.events[i])):
                        found.append(i)
                    break
        return found

    def _out_of_combat(self, index: int) -> list[int]:
        """CR 506.4: what left combat since attackers were declared, so that damage is not dealt."""
        found = []
        for i in range(index - 1, -1, -1):
            if isinstance(self.events.get(i), ev.AttackersDeclared):
                break
            if any(rule.startswith("506.4") for rule in self.steps[i].rules):
                found.append(i)
        return found[:NEAREST]

    def _effects_on(self, index: int, thing: Thing) -> list[int]:
        """The steps that gave a thing what it has: effects that last, counters, what is attached to it."""
        found = []
        for i in self._before(index, thing):
            event = self.events.get(i)
            lasting = isinstance(event, ev.AddCounters | ev.RemoveCounters | ev.Attach | ev.SetFields)
            if lasting or self.steps[i].kind == "effect":
                found.append(i)
        return found[:NEAREST]

    def _dealt_at_once(self, index: int, source: ObjectId) -> list[int]:
        """CR 510.1c: the other damage of the same source, with which this was assigned."""
        found = []
        for i in range(index - 1, -1, -1):
            if self._moments.get(i) != self._moments.get(index):
                break
            event = self.events[i]
            if isinstance(event, ev.Damage) and event.source == source:
                found.append(i)
        return found

    def _fought(self, index: int, source: ObjectId, to: Thing) -> list[int]:
        """CR 701.14a: the damage that was dealt in return, with which the fight is told."""
        found = []
        for i in range(index - 1, -1, -1):
            if self._moments.get(i) != self._moments.get(index):
                break
            event = self.events[i]
            if isinstance(event, ev.Damage) and (event.source, event.to) == (to, source):
                found.append(i)
        return found

    def _damage_at_once(self, index: int, source: ObjectId) -> list[int]:
        """CR 120.3: the damage that this is a result of."""
        for i in range(index - 1, -1, -1):
            if self._moments.get(i) not in (None, self._moments.get(index)):
                break
            event = self.events.get(i)
            if isinstance(event, ev.Damage) and event.source == source:
                return [i]
        return []


def _in_declaration(event: ev.GameEvent) -> tuple[Thing, ...]:
    """Who attacks whom, or who blocks whom."""
    match event:
        case ev.AttackersDeclared(attacks=attacks):
            return tuple(t for pair in attacks for t in pair)
        case ev.BlockersDeclared(blocks=blocks, unblocked=unblocked):
            return (*(t for pair in blocks for t in pair), *unblocked)
    return ()
