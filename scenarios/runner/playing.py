"""Playing a scenario: its actions in order, and what sits between them (scenario format: do).

Before an action of a player the others pass until that player has priority. Where the action needs an empty stack, or a step of this turn that has not
come, the stack resolves and the turn goes on first. An action that must be refused (`illegal`) is tried as things stand; nothing is resolved for it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from engine.errors import IllegalAction, Undecided
from engine.game import Game
from engine.game import events as ev
from engine.model.cards import plain
from engine.model.objects import ObjectId, PlayerId, Thing
from engine.rules.stack import priority
from engine.rules.turn import state_based_actions, turn
from scenarios.format import types as t
from scenarios.format.errors import ScenarioError
from scenarios.runner import board, expecting
from scenarios.runner.answering import ScriptedDecider, say
from scenarios.runner.naming import Names
from scenarios.runner.results import Check

MAX_PASSES = 5_000
"""How many times players may pass for one action to become possible; more is an endless loop of optional actions (README: limits)."""
CASTABLE = ("hand", "command", "graveyard", "exile", "library")
MAIN = ("precombat main", "postcombat main")


class Player:
    """Plays one scenario on a game. `checks` collects what `check` and `illegal` find."""

    def __init__(self, scenario: t.Scenario, game: Game, names: Names, decider: ScriptedDecider) -> None:
        self.scenario = scenario
        self.game = game
        self.names = names
        self.decider = decider
        self.checks: list[Check] = []
        self.trying = False
        self.current: t.Action | None = None

    # ---- the whole ----------------------------------------------------------------------------------------------

    def play(self) -> None:
        """All actions, then the rest of the stack, then on to `until`. Raises IllegalAction for an action that the rules refuse."""
        self.open()
        for action in self.scenario.do:
            self.current = action
            self.act(action)
        self._deal()
        self.current = None
        until = self.scenario.until
        if until is not None:
            self._to(until)
        self.resolve_all()
        self._close()

    def open(self) -> None:
        """CR 117.5: somebody gets priority where the game stands, except in the steps without (502.4, 514.3)."""
        if self.game.turn.step not in ("untap", "cleanup"):
            priority.give(self.game)

    def act(self, action: t.Action) -> None:
        """One action."""
        if self.game.over and not isinstance(action, t.Check):
            raise ScenarioError(action.where, f"the game is over: {self.game.over}")
        if not isinstance(action, t.Assign):
            self._deal()
        if action.at is not None:
            self._to(action.at)
        if isinstance(action, t.Check):
            for expect in action.expect:
                self.checks.extend(expecting.check(self.game, self.names, expect, self.attempt))
                expecting.explain(self.game, self.names, expect)
        elif action.illegal:
            self._refused(action)
        else:
            if action.wait:
                self._wait(action)
            self._do(action)

    def _begin(self, action: t.Action) -> None:
        """The action proper begins: what comes up from now until the next one is answered by its `choose`, and what sat before it is over."""
        if not self.trying:
            self._close()
        self.decider.expect(action.choose)

    def _close(self) -> None:
        """An answer in `choose` that nothing asked for is an error."""
        unused = self.decider.unused()
        if unused:
            asked = "; ".join(d.question for d in self.decider.asked) or "nothing was asked"
            raise ScenarioError(
                unused[0].where, f"nothing asked for the answer '{say(unused[0])}'; what was asked: {asked}"
            )

    # ---- trying ---------------------------------------------------------------------------------------------------

    def attempt(self, action: t.Action) -> IllegalAction | None:
        """Try an action on a copy of the game: None if it is legal, else why not."""
        with self._aside():
            self.trying = True
            self.decider.strict = False
            try:
                self._do(action, hurry=True)
            except IllegalAction as refused:
                return refused
        return None

    def _aside(self) -> _Aside:
        return _Aside(self)

    def _refused(self, action: t.Action) -> None:
        """CR 732.1: an action that must be refused; the game goes on as if it had not been tried."""
        told = expecting.tell(action)
        refused = self.attempt(action)
        wanted = f"refused under {action.illegal}" if isinstance(action.illegal, str) else "refused"
        if refused is None:
            self.checks.append(Check(f"{told}: {wanted}", False, "it is legal", str(action.where)))
            return
        self.game.note(f"{told}: not legal, {refused.reason}", refused.rule)
        holds = action.illegal is True or action.illegal == refused.rule
        found = "" if holds else f"refused under {refused.rule}: {refused.reason}"
        self.checks.append(Check(f"{told}: {wanted}", holds, found, str(action.where)))

    def _wait(self, action: t.Action) -> None:
        """`wait`: everyone passes until the action is legal, at the latest to the end of the step."""
        start = (self.game.turn.number, self.game.turn.step)
        for _ in range(MAX_PASSES):
            refused = self.attempt(action)
            if refused is None:
                return
            saved = self.game.fork(), self.decider.saved()
            turn.go_on(self.game)
            if self.game.over or (self.game.turn.number, self.game.turn.step) != start:
                self.game.restore(saved[0])
                self.decider.restore(saved[1])
                raise refused
        raise Undecided(f"waiting for '{expecting.tell(action)}' went on for {MAX_PASSES} passes")

    # ---- the verbs ------------------------------------------------------------------------------------------------

    def _do(self, action: t.Action, hurry: bool = False) -> None:
        """Carry out an action. `hurry`: as things stand, with nothing resolved for it and no step left."""
        match action:
            case t.Cast():
                self._cast(action, hurry)
            case t.Activate():
                self._activate(action, hurry)
            case t.Play():
                self._play(action, hurry)
            case t.Special():
                self._special(action, hurry)
            case t.Attack():
                self._attack(action, hurry)
            case t.Block():
                self._block(action, hurry)
            case t.Assign():
                self._assign(action, hurry)
            case t.Pass(player=player):
                self._until_priority(player, hurry)
                self._begin(action)
                priority.require(self.game, player, "pass")
                priority.pass_(self.game)
            case t.Resolve(count=count):
                self._begin(action)
                self._resolve(action, count)
            case t.To(moment=moment):
                self._begin(action)
                self._to(moment)
            case t.Concede(player=player):
                self._begin(action)
                self._concede(player)
            case t.Check():
                raise ScenarioError(action.where, "a check is no action that can be legal or not")

    # ---- going on -------------------------------------------------------------------------------------------------

    def resolve_all(self) -> None:
        """Everyone passes until the stack is empty."""
        for _ in range(MAX_PASSES):
            if not self.game.over and self.game.pending and not self.game.stack():
                priority.give(self.game, self.game.turn.priority)  # CR 603.3: as the next player gets it
            if self.game.over or not self.game.stack():
                return
            self._pass()
        raise Undecided(f"the stack did not empty in {MAX_PASSES} passes")

    def _pass(self) -> None:
        """The least that lets the game go on. A label of a spell or ability goes over to the (first) token that it makes as it resolves."""
        game = self.game
        top, before = (game.stack() or (0,))[0], len(game.log)
        turn.go_on(game)
        label = (
            next((label for label, id in self.names.labels.items() if id == top), None)
            if top not in game.stack()
            else None
        )
        if label is not None and game.became.get(top) not in game.battlefield():
            made = next((h.event.was for h in game.log[before:] if isinstance(h.event, ev.CreateToken)), None)
            if made is not None:
                self.names.label(label, made)

    def _resolve(self, action: t.Action, count: int | str) -> None:
        if count == "all":
            self.resolve_all()
            return
        number = 1 if count == "top" else int(count)
        for _ in range(number):
            stack = self.game.stack()
            if not stack:
                raise ScenarioError(action.where, "nothing is on the stack to resolve")
            for _ in range(MAX_PASSES):
                if self.game.over or stack[0] not in self.game.stack():
                    break
                self._pass()

    def _to(self, moment: t.Moment) -> None:
        number = moment.turn
        if not self._is_now(moment):
            self.resolve_all()
        step = moment.step.value if moment.step is not None else "untap"
        turn.to_step(self.game, step, number)  # as far as the game goes: that it ends on the way is an answer

    def _is_now(self, moment: t.Moment) -> bool:
        turn_now, step_now = self.game.turn.number, self.game.turn.step
        return moment.turn in (None, turn_now) and moment.step in (None, step_now)

    def _until_priority(self, player: PlayerId, hurry: bool = False) -> None:
        """The others pass until the player has priority. `hurry`: nothing may resolve and no step end on the way."""
        for _ in range(MAX_PASSES):
            game = self.game
            if game.over or game.turn.priority == player or game.players[player].lost:
                return
            waits = turn.needs_declaration(game)
            holder = game.turn.priority
            if hurry and (holder is None or self._all_but(holder) or waits):
                return
            self._pass()
        raise Undecided(f"{player} did not get priority in {MAX_PASSES} passes")

    def _all_but(self, holder: PlayerId) -> bool:
        """Whether everybody but the holder of priority has passed: another pass would resolve something or end the step."""
        game = self.game
        return all(p == holder or p in game.turn.passed for p in game.order if not game.players[p].lost)

    def _declare_nothing(self) -> None:
        """An action in a declare step comes after the declaration: it declares nothing if the scenario did not."""
        for _ in range(MAX_PASSES):
            if not turn.needs_declaration(self.game):
                return
            self._pass()

    def _sorcery_time(self, player: PlayerId, action: t.Action) -> None:
        """CR 307.1: the stack resolves, and in the player's own turn the next main phase comes; not where something permits the action at once."""
        game = self.game
        if not game.stack() and (game.turn.active != player or game.turn.step in MAIN):
            return
        if not self.trying and self.attempt(action) is None:
            return
        self.resolve_all()
        if game.turn.active != player or game.turn.step in MAIN:
            return
        start = game.turn.number
        saved = game.fork(), self.decider.saved()
        for _ in range(MAX_PASSES):
            self._pass()
            if game.over or game.turn.number != start:
                game.restore(saved[0])
                self.decider.restore(saved[1])
                return
            if game.turn.step in MAIN:
                return

    # ---- casting and activating -----------------------------------------------------------------------------------

    def _by(self, action: t.Action, sides: Sequence[PlayerId], what: str) -> PlayerId:
        """Who acts: who the scenario says, or the only one who can."""
        if action.by is not None:
            return action.by
        found = list(dict.fromkeys(sides))
        if len(found) > 1:
            raise ScenarioError(
                action.where, f"{' and '.join(found)} have {what}", expected="'by' and the player who acts"
            )
        return found[0]

    def _card_to_play(self, action: t.Cast | t.Play) -> tuple[PlayerId, ObjectId]:
        name = action.card
        zones: tuple[str, ...] = CASTABLE
        if action.from_ is not None:
            zones = (action.from_.zone.value,)
        elif isinstance(action, t.Cast) and action.alternative is not None:
            zones = ("hand", "graveyard", "exile", "command", "library")
            if plain(action.alternative).split()[:1] in (
                ["flashback"],
                ["escape"],
                ["unearth"],
                ["disturb"],
                ["retrace"],
                ["jumpstart"],
                ["embalm"],
            ):
                zones = ("graveyard", "hand", "exile", "command", "library")
        found: list[ObjectId] = []
        for zone in zones:
            found = self.names.candidates(name, (zone,))
            if action.from_ is not None and action.from_.player is not None:
                found = [i for i in found if self.game.object(i).owner == action.from_.player]
            elif action.by is not None:
                found = [i for i in found if self.names.side(i) == action.by] or found
            if found:
                break
        elsewhere = not found
        if elsewhere:  # the rules say why it can't be cast from there
            found = self.names.candidates(name)
        if not found:
            raise self.names.nothing(name)
        by = self._by(action, [self.names.side(i) for i in found], f"a card named {name.text}")
        mine = [i for i in found if self.names.side(i) == by] or found
        if len(mine) > 1 and not elsewhere and not self.names.alike(mine):
            mine = [self.names.one(name, (self.game.object(mine[0]).zone,), mine)]
        return by, mine[0]

    def _face(self, id: ObjectId, name: t.Name, face: str | None) -> int | None:
        """The face to cast or play: the one said, or the one that the card was named by."""
        card = self.game.object(id).card
        if card is None or len(card.faces) < 2:
            return None
        if face is not None:
            if plain(face) in ("fuse", "fused", "both"):
                return -1
            return board.face_of(card, face, name.where)
        if name.text in self.names.labels:
            return None
        wanted = plain(name.text)
        return next((n for n, each in enumerate(card.faces) if plain(each.name) == wanted), None)

    def _targets(self, targets: Sequence[t.Name] | None) -> Iterator[tuple[Thing, ...] | None]:
        """The things that the names of targets may mean, most likely first: one name can be borne in several zones."""
        if targets is None:
            yield None
            return
        each: list[list[Thing]] = []
        for name in targets:
            if name.text in self.game.players and name.text not in self.names.labels:
                each.append([name.text])
                continue
            zones = self.names.everywhere(name)
            if not zones:
                raise self.names.nothing(name)
            options: list[Thing] = []
            for found in zones:
                if len(found) > 1 and not self.names.alike(found):
                    if len(zones) == 1:
                        self.names.one(name)  # raises
                    continue
                options.append(found[0])
            if not options:
                self.names.one(name)
            each.append(options)
        yield from itertools.islice(itertools.product(*each), 64)

    def _first_legal(
        self, targets: Sequence[t.Name] | None, go: Callable[[tuple[Thing, ...] | None], ObjectId | None]
    ) -> ObjectId | None:
        """Act with the first reading of the targets' names that is legal; if none is, the first refusal stands."""
        refused: IllegalAction | None = None
        for things in list(self._targets(targets)):
            saved, answers = self.game.fork(), self.decider.saved()
            try:
                return go(things)
            except IllegalAction as error:
                self.game.restore(saved)
                self.decider.restore(answers)
                refused = refused or error
        assert refused is not None
        raise refused

    def _cast(self, action: t.Cast, hurry: bool) -> None:
        from engine.rules.casting import casting
        from scenarios.runner import choices

        by, id = self._card_to_play(action)
        face = self._face(id, action.card, action.face)
        self._declare_nothing()
        if not hurry and choices.at_sorcery_speed(self.game, id, face):
            self._sorcery_time(by, action)
        self._until_priority(by, hurry)
        self._begin(action)
        made = choices.of_cast(self.game, self.names, action, id, face)

        def go(things: tuple[Thing, ...] | None) -> ObjectId:
            divide = choices.divided(self.names, action, things)
            return casting.cast(self.game, by, id, replace(made, targets=things, divide=divide))

        spell = self._first_legal(action.targets, go)
        if action.label is not None and spell is not None:
            self.names.label(action.label, spell)

    def _activate(self, action: t.Activate, hurry: bool) -> None:
        from engine.rules.casting import activating
        from engine.rules.costs import activated_abilities
        from scenarios.runner import choices

        zones = ("battlefield", "hand", "graveyard", "exile", "command", "stack", "library")
        found = self.names.candidates(action.object, zones)
        if found and not hurry and all(self._becomes_permanent(i) for i in found):
            self.resolve_all()
            found = self.names.candidates(action.object, zones)
        if not found:
            raise self.names.nothing(action.object)
        if action.by is not None:
            found = [i for i in found if self.names.side(i) == action.by] or found
        by = self._by(action, [self.names.side(i) for i in found], f"an object named {action.object.text}")
        found = [i for i in found if self.names.side(i) == by] or found
        id = (
            found[0]
            if len(found) == 1 or self.names.alike(found)
            else self.names.one(action.object, among=found)
        )
        self._declare_nothing()
        index = choices.which_ability(self.game, by, id, action)
        if not hurry and choices.ability_at_sorcery_speed(self.game, by, id, index):
            self._sorcery_time(by, action)
        self._until_priority(by, hurry)
        self._begin(action)
        known = activated_abilities.abilities(self.game, by, id)
        if not known:
            raise IllegalAction("602.2", f"{self.game.name(id)} has no ability that {by} can activate")
        made = choices.of_activation(self.names, action, known[index])

        def go(things: tuple[Thing, ...] | None) -> ObjectId | None:
            divide = choices.divided(self.names, action, things)
            return activating.activate(self.game, by, id, index, replace(made, targets=things, divide=divide))

        ability = self._first_legal(action.targets, go)
        if action.label is not None:
            self.names.label(action.label, ability if ability is not None else id)

    def _becomes_permanent(self, id: ObjectId) -> bool:
        """Whether it is a permanent spell: what is to be activated is the permanent that it becomes."""
        obj = self.game.object(id)
        return obj.zone == "stack" and obj.kind != "ability" and obj.base.is_permanent_card

    def _play(self, action: t.Play, hurry: bool) -> None:
        from engine.rules.casting import special_actions

        by, id = self._card_to_play(action)
        self._declare_nothing()
        if not hurry:
            self._sorcery_time(by, action)
        self._until_priority(by, hurry)
        self._begin(action)
        land = special_actions.play_land(self.game, by, id, self._face(id, action.card, action.face) or 0)
        if action.label is not None:
            self.names.label(action.label, land)

    def _special(self, action: t.Special, hurry: bool) -> None:
        from engine.rules.casting import special_actions

        id = self.names.one(action.object)
        by = self._by(action, [self.names.side(id)], action.object.text)
        self._until_priority(by, hurry)
        self._begin(action)
        made = special_actions.take(self.game, by, id, action.action or "")
        if action.label is not None:
            self.names.label(action.label, made)

    # ---- combat ---------------------------------------------------------------------------------------------------

    def _attack(self, action: t.Attack, hurry: bool) -> None:
        attacks = {self.names.one(a.attacker): self.names.thing(a.attacks) for a in action.attackers}
        by = self._by(action, [self.names.side(i) for i in attacks] or [self.game.turn.active], "attackers")
        if self.game.turn.active != by:
            raise IllegalAction(
                "508.1", f"it is {self.game.turn.active}'s turn, and only the active player attacks"
            )
        self._to_declaration("attackers")
        self._begin(action)
        bands = tuple(tuple(self.names.one(n) for n in band) for band in action.bands)
        turn.declare_attackers(self.game, attacks, bands)  # CR 508.2: then the active player gets priority

    def _to_declaration(self, what: str) -> None:
        """Everyone passes until the attackers or blockers of this turn's next combat are to be declared."""
        rule, step = ("508.1", "declare attackers") if what == "attackers" else ("509.1", "declare blockers")
        start = self.game.turn.number
        for _ in range(MAX_PASSES):
            game = self.game
            waits = turn.needs_declaration(game)
            if waits == what:
                return
            if game.over or game.turn.number != start or (what == "blockers" and waits == "attackers"):
                raise IllegalAction(rule, f"no {step} step of this turn is left to come")
            if what == "blockers" and game.turn.step in (
                "first strike damage",
                "combat damage",
                "end of combat",
            ):
                raise IllegalAction(rule, f"the {step} step of this combat is over")
            self._pass()
        raise Undecided(f"the {step} step did not come in {MAX_PASSES} passes")

    def _block(self, action: t.Block, hurry: bool) -> None:
        blocks = {
            self.names.one(b.blocker): tuple(self.names.one(n) for n in b.blocks) for b in action.blockers
        }
        if blocks:
            by = self._by(action, [self.names.side(i) for i in blocks], "blockers")
        else:
            defenders = [p for p in self.game.order if p != self.game.turn.active]
            by = self._by(action, defenders, "a chance to block")
        self._to_declaration("blockers")
        self._begin(action)
        turn.declare_blockers(self.game, by, blocks)  # CR 509.2

    def _assign(self, action: t.Assign, hurry: bool) -> None:
        """CR 510.1: how combat damage will be assigned in the coming damage step. Damage is assigned and dealt with nothing between (510.2), so the next
        action that assigns nothing comes after it; an assignment of a creature that has one already is for the step after."""
        from engine.rules.combat import combat

        sources = [self.names.one(each.source) for each in action.damage]
        if self.game.combat is not None and {source for source, _ in self.game.combat.assigned} & set(
            sources
        ):
            self._deal()
        self._until_blocked()
        self._begin(action)
        for source, each in zip(sources, action.damage, strict=True):
            combat.assign(
                self.game, source, {self.names.thing(share.to): share.amount for share in each.shares}
            )

    def _deal(self) -> None:
        """Everyone passes until the damage that has been assigned is dealt."""
        for _ in range(MAX_PASSES):
            game = self.game
            if (
                game.over
                or game.combat is None
                or not game.combat.assigned
                or game.turn.step == "combat damage"
            ):
                return
            self._pass()

    def _until_blocked(self) -> None:
        """Everyone passes until blocks have been declared, since damage can't be assigned before; nobody who has not blocked does."""
        for _ in range(MAX_PASSES):
            game = self.game
            early = (
                game.turn.step in ("beginning of combat", "declare attackers")
                and game.combat is not None
                and game.combat.attackers
            )
            if game.over or not (early or turn.needs_declaration(game) == "blockers"):
                return
            self._pass()

    # ---- the rest -------------------------------------------------------------------------------------------------

    def _concede(self, player: PlayerId) -> None:
        """CR 104.3a: a player can concede at any time and leaves the game at once."""
        game = self.game
        game.cite("104.3a")
        game.happen(ev.PlayerLoses(player=player, reason="concedes"))
        state_based_actions.check(game)  # CR 104.2a: who is left wins at once
        if not game.over and (game.turn.priority is None or game.players[game.turn.priority].lost):
            priority.give(game)


class _Aside:
    """What happens inside leaves no trace: the game, the answers and the labels are put back."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def __enter__(self) -> None:
        player = self.player
        self.game = player.game.fork()
        self.answers = player.decider.saved()
        self.strict = player.decider.strict
        self.trying = player.trying
        self.labels = dict(player.names.labels)

    def __exit__(self, *_: object) -> None:
        player = self.player
        player.game.restore(self.game)
        player.decider.restore(self.answers)
        player.decider.strict = self.strict
        player.trying = self.trying
        player.names.labels = self.labels
