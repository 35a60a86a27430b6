"""In whose name and about what a text speaks: the frame in which nouns, numbers and conditions get their meaning (CR 109.5, 608.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from engine.game.events import CreateToken, MoveZone
from engine.model import CastInfo, Link, Mention, ObjectId, PlayerId, TargetSlot, Thing

if TYPE_CHECKING:
    from engine.abilities import Roll
    from engine.game.game import Game
    from engine.model import GameObject


class Party(Protocol):
    """Several players who carry out one text together (CR 101.4, 608.2e); engine.actions.together has it."""

    base: list[Mention]

    def turn_of(self, ctx: Context, player: PlayerId) -> AbstractContextManager[None]:
        """While it lasts the text speaks of this player."""
        ...


@dataclass
class Context:
    """`controller` is "you"; `source` is "this object" (it may be gone: last known information then, CR 608.2h); `object` is the spell or ability
    on the stack that is resolving, 0 for static abilities; `targets` are its chosen targets by slot; `mentions` what was spoken of so far, oldest first;
    `moved` maps objects that this text (or the event that triggered it) moved to what they became (CR 400.7); `letters` defines X and other letters.
    `at` is the address of the instruction that is being carried out; `focus` tells of what is done to each of several things in turn which one it is, by address.
    `did` tells whether the last optional or paid instruction was carried out ("if you do").

    What the text chose and did so far: `chosen` values by what they are (607.2d); `searched` zones (701.23); `clash_won` (701.30d); the last
    `flip`, what was `rolled` last, and what is `rolling`, by whom, for the how manieth time (705, 706); `again`, how many times more the instructions are to be carried out (-1: once, and as often as that is said again); `piles` by their names, and the `pile` chosen (700.3); `copies` whose new targets are still to be chosen (707.10c).
    What an instruction is told of the next one: `sides_follow` (heads or tails are asked about), `new_targets_follow`, `otherwise` (what happens, in a word or two, where it isn't done).

    Roles while something is asked or carried out: `actor`, who carries out an instruction without a subject; `party`, the players who do it
    together (101.4); `entering`, the event onto which choices made "as it enters" go (614.12a); `others`, what else "another" leaves out (what the source was, or what is attached now); `only`, the one
    attacker or pair that a trigger is matched with (603.2c); `link`, which text of the source speaks (607.5; None: what it is now); `settled_targets`, the targets that were legal as it began to resolve (608.2b);
    `control`, the player that an effect settled to gain control (611.2c); `looked`, objects whose mana abilities are being looked at (106.7);
    `tapped_for_mana` and `kinds` (106.12, 605.3), the mana that is wanted of the ability; `pays_for`, what is being cast or activated (601.2h, 602.2b, 605.3); `allowed`: a static ability let the player take the action (603.7g)."""

    game: Game
    controller: PlayerId
    source: ObjectId = 0
    object: ObjectId = 0
    targets: tuple[TargetSlot, ...] = ()
    mentions: list[Mention] = field(default_factory=list)
    moved: dict[ObjectId, ObjectId] = field(default_factory=dict)
    letters: dict[str, int] = field(default_factory=dict)
    at: int = 0
    focus: dict[int, tuple[Thing, ...]] = field(default_factory=dict)
    cast: CastInfo | None = None
    did: bool = True
    did_by: list[PlayerId] = field(default_factory=list)
    chosen: dict[str, Any] = field(default_factory=dict)
    actor: PlayerId | None = None
    party: Party | None = None
    entering: MoveZone | CreateToken | None = None
    others: tuple[Thing, ...] = ()
    link: Link | None = None
    only: ObjectId | tuple[ObjectId, ObjectId] | None = None
    settled_targets: tuple[tuple[Thing, ...], ...] | None = None
    control: PlayerId | None = None
    looked: frozenset[ObjectId] = frozenset()
    searched: tuple[str, ...] = ()
    clash_won: bool | None = None
    flip: str = ""
    rolled: tuple[int, ...] = ()
    rolling: tuple[Roll, PlayerId, int] | None = None
    again: int | None = None
    sides_follow: bool = False
    new_targets_follow: bool = False
    otherwise: str = ""
    copies: tuple[ObjectId, ...] = ()
    piles: dict[str, tuple[Thing, ...]] | None = None
    pile: str = ""
    tapped_for_mana: bool = False
    kinds: tuple[str, ...] | None = None
    pays_for: Literal["", "spell", "ability", "mana ability"] = ""
    allowed: bool = False

    def mention(
        self,
        things: Iterable[Thing],
        words: Iterable[str] = (),
        done: str = "",
        many: bool = False,
        amount: int | None = None,
        at: int = 0,
    ) -> None:
        """Note that the text spoke of these things, called by these words, or did this to them. `at`: the address, if it is not the instruction's own."""
        self.mentions.append(Mention(tuple(things), frozenset(words), done, many, amount, at or self.at))

    @contextmanager
    def carrying_out(self, at: int) -> Iterator[None]:
        """While it lasts, what is spoken of is spoken of by the instruction, cost or event with the address (0: by whatever it was)."""
        before, self.at = self.at, at or self.at
        try:
            yield
        finally:
            self.at = before

    @contextmanager
    def about(self, addresses: Iterable[int], thing: Thing) -> Iterator[None]:
        """While it lasts, the words that refer to what was spoken of under the addresses mean this one thing of it (CR 608.2f)."""
        before = self.focus
        self.focus = {**before, **{at: (thing,) for at in addresses if at > 0}}
        try:
            yield
        finally:
            self.focus = before

    def you(self) -> tuple[PlayerId, ...]:
        """CR 109.5, 901.12c: whom "you" means: the controller; of a plane's or phenomenon's text both of a team that has its turns and its life together."""
        game = self.game
        if not game.seating.one_life or not game.exempt(self.source):
            return (self.controller,)
        game.cite("901.12c")
        return tuple(p for p in game.apnap() if p in game.seating.team(self.controller))

    def reaches(self, thing: Thing) -> bool:
        """CR 801.2, 801.18, 901.13: whether the thing is within the range of influence of whom the text speaks for. Planes and phenomena reach all of the game."""
        game = self.game
        if not self.controller or game.in_range(self.controller, thing):
            return True
        if game.exempt(self.source):
            game.cite("801.18", "901.13")
            return True
        return False

    def spoken(self) -> tuple[Mention, ...]:
        """What was spoken of so far, for a text that goes on later (CR 603.7c): its targets, and of what is done to each of several things the one in turn."""
        chosen = self.settled_targets or tuple(slot.chosen for slot in self.targets)
        targets = (
            Mention(things, at=slot.noun.at)
            for slot, things in zip(self.targets, chosen, strict=False)
            if getattr(slot.noun, "at", 0)
        )
        kept = (m for m in (*targets, *self.mentions) if m.at not in self.focus)
        return (*kept, *(Mention(things, at=at) for at, things in self.focus.items()))

    def now(self, id: ObjectId) -> ObjectId:
        """What an object spoken of has become through the moves of this text or its cause (CR 400.7), and by madness after it was discarded (400.7k)."""
        while id in self.moved:
            id = self._uncast(self.moved[id])
        return id

    def all_now(self, id: ObjectId) -> tuple[ObjectId, ...]:
        """As `now`; of a permanent that several cards and tokens represented, all that it has become (CR 730.3c, 712.21c)."""
        while id in self.moved:
            if id in self.game.parted:
                return tuple(now for part in self.game.parted[id] for now in self.all_now(part))
            id = self._uncast(self.moved[id])
        return (id,)

    def _uncast(self, id: ObjectId) -> ObjectId:
        """CR 400.7k: where a card is that was discarded into exile and not cast from there."""
        left = self.game.object(id)
        if left.zone != "exile" or "madness" not in left.marks:
            return id
        there = self.game.became.get(id, id)
        return id if self.game.object(there).zone in ("stack", "hand", "library") else there


def of_source(game: Game, source: ObjectId) -> Context:
    """The frame of a static ability of an object."""
    return Context(game, game.controller(source), source)


def of_stack(game: Game, obj: GameObject) -> Context:
    """The frame in which a spell or ability on the stack speaks."""
    stack = obj.stack
    assert stack is not None
    source = obj.id if stack.kind == "spell" else stack.source
    ctx = Context(
        game, game.controller(obj.id), source, object=obj.id, targets=stack.targets, mentions=list(stack.mentions),
        moved=dict(stack.moved), cast=obj.cast, link=stack.link,
    )  # fmt: skip
    if obj.cast is not None and obj.cast.x is not None:
        ctx.letters["X"] = obj.cast.x
    return ctx
