"""The doors by which lower floors reach upper ones: what happens, what an object is, carrying instructions out (see README: floors).

Each door is a function that a module upstairs hangs in as it is imported: `doors.happen = happen`. `engine/__init__.py` imports all floors,
so that every door is open before a game is played. New doors are a last resort: a table that the upper module fills, or a function moved
downstairs, is better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from engine.abilities.base import Cost, Effect
from engine.abilities.verbs import AddMana
from engine.game.choices import Choices
from engine.game.context import Context
from engine.game.events import GameEvent, LogEntry
from engine.game.lasting import ChangedRule
from engine.model import Characteristics, ObjectId, PlayerId, PooledMana

if TYPE_CHECKING:
    from engine.game.game import Game


class _CharacteristicsOf(Protocol):
    """CR 613: what an existing object is after all continuous effects."""

    def __call__(self, game: Game, id: ObjectId) -> Characteristics: ...


class _ControllerOf(Protocol):
    """CR 108.4: who controls an existing object."""

    def __call__(self, game: Game, id: ObjectId) -> PlayerId: ...


class _Happen(Protocol):
    """CR 614-616, 603.2: events that happen at once, after replacement. `rules`: for each event those by which it happens."""

    def __call__(
        self, game: Game, events: list[GameEvent], rules: Sequence[tuple[str, ...]] = ()
    ) -> list[LogEntry]: ...


class _Apply(Protocol):
    """The event carried out as it is, without replacement, triggers or telling. Returns it with what only now is known filled in."""

    def __call__(self, game: Game, event: GameEvent) -> GameEvent: ...


class _Perform(Protocol):
    """CR 608.2c: an instruction carried out in the name and with the words of a text."""

    def __call__(self, ctx: Context, effect: Effect) -> None: ...


class _BasePowerToughness(Protocol):
    """CR 208.4b: power and toughness after the effects that define or set them, before those that modify them."""

    def __call__(self, game: Game, id: ObjectId) -> tuple[int | None, int | None]: ...


class _LegalActions(Protocol):
    """CR 117.1: the actions (engine.playing.Action) that a player could take now."""

    def __call__(self, game: Game, player: PlayerId | None = None) -> list[Any]: ...


class _Act(Protocol):
    """CR 101: a player's action (engine.playing.Action), taken. Raises IllegalAction; the game is then as before."""

    def __call__(self, game: Game, action: Any) -> None: ...


class ValuesSoFar(Protocol):
    """What objects are as far as the layers have been worked out (CR 613)."""

    def shown(self, id: ObjectId) -> Characteristics:
        """The characteristics of the object as far as they have come."""
        ...


class _RulesInForce(Protocol):
    """CR 613.10, 613.11: every change of rules that is in force, by its kind, in timestamp order."""

    def __call__(self, game: Game) -> dict[type[Any], list[ChangedRule]]: ...


class _Pay(Protocol):
    """CR 118.1-3: a cost paid. Raises IllegalAction where it can't be; the caller restores the game. `pay`: what with, as the player said."""

    def __call__(
        self, ctx: Context, costs: Iterable[Cost], payer: PlayerId, pay: Sequence[str | ObjectId] = ()
    ) -> object: ...


class _CanPay(Protocol):
    """CR 118.3: whether the player could pay all of a cost now. `besides`: a payment under way, whose objects are spoken for."""

    def __call__(self, ctx: Context, costs: Iterable[Cost], payer: PlayerId, besides: Any = None) -> bool: ...


class _AddMana(Protocol):
    """CR 106.3-5: an instruction to add mana carried out."""

    def __call__(self, ctx: Context, effect: AddMana) -> None: ...


class _ActivateManaAbility(Protocol):
    """CR 605.3: a mana ability of an object, by its index there, activated and resolved. `kinds`: the mana that is wanted of it; `exactly`: the mana
    in the pool that its own cost is paid with; `besides`: the payment that it is activated for."""

    def __call__(
        self,
        game: Game,
        player: PlayerId,
        id: ObjectId,
        index: int,
        kinds: Sequence[str] | None = None,
        pay: Sequence[str | ObjectId] = (),
        exactly: tuple[PooledMana, ...] | None = None,
        besides: Any = None,
    ) -> None: ...


class _Cast(Protocol):
    """CR 601.2: a card cast; the spell is returned. Raises IllegalAction, the game then being as before. `resolving`: an effect lets the player cast it
    while it resolves (608.2g); `free`: without paying its mana cost, or `rather`: for these costs instead; `fits`: whether what is proposed may be cast so (601.2e)."""

    def __call__(
        self,
        game: Game,
        player: PlayerId,
        card: ObjectId,
        choices: Choices = ...,
        *,
        resolving: bool = False,
        free: bool = False,
        fits: Callable[[Game, ObjectId], bool] | None = None,
        rather: tuple[Cost, ...] = (),
    ) -> ObjectId: ...


class _PlayLand(Protocol):
    """CR 305.1: a land played; the permanent is returned. Raises IllegalAction, the game then being as before."""

    def __call__(
        self, game: Game, player: PlayerId, card: ObjectId, face: int = 0, *, resolving: bool = False
    ) -> ObjectId: ...


class Doors:
    """The doors, by name. Raises AttributeError, with the door's name, while nothing upstairs has hung one in."""

    characteristics: _CharacteristicsOf
    controller: _ControllerOf
    base_power_toughness: _BasePowerToughness
    rules_in_force: _RulesInForce
    happen: _Happen
    apply: _Apply
    perform: _Perform
    legal_actions: _LegalActions
    act: _Act
    pay: _Pay
    can_pay: _CanPay
    add_mana: _AddMana
    activate_mana_ability: _ActivateManaAbility
    cast: _Cast
    play_land: _PlayLand

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the door {name!r} is closed: import `engine` before playing")


doors = Doors()
