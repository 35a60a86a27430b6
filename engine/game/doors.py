"""The doors by which lower floors reach upper ones: what happens, what an object is, carrying instructions out (see README: floors).

Each door is a function that a module upstairs hangs in as it is imported: `doors.happen = happen`. `engine/__init__.py` imports all floors,
so that every door is open before a game is played. New doors are a last resort: a table that the upper module fills, or a function moved
downstairs, is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from engine.abilities.base import Effect
from engine.game.context import Context
from engine.game.events import Happened, Happening
from engine.game.lasting import ChangedRule
from engine.model.characteristics import Characteristics
from engine.model.objects import ObjectId, PlayerId

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
        self, game: Game, events: list[Happening], rules: Sequence[tuple[str, ...]] = ()
    ) -> list[Happened]: ...


class _Apply(Protocol):
    """The event carried out as it is, without replacement, triggers or telling. Returns it with what only now is known filled in."""

    def __call__(self, game: Game, event: Happening) -> Happening: ...


class _Perform(Protocol):
    """CR 608.2c: an instruction carried out in the name and with the words of a text."""

    def __call__(self, ctx: Context, effect: Effect) -> None: ...


class _BasePowerToughness(Protocol):
    """CR 208.4b: power and toughness after the effects that define or set them, before those that modify them."""

    def __call__(self, game: Game, id: ObjectId) -> tuple[int | None, int | None]: ...


class ValuesSoFar(Protocol):
    """What objects are as far as the layers have been worked out (CR 613)."""

    def shown(self, id: ObjectId) -> Characteristics:
        """The characteristics of the object as far as they have come."""
        ...


class _RulesInForce(Protocol):
    """CR 613.10, 613.11: every change of rules that is in force, by its kind, in timestamp order."""

    def __call__(self, game: Game) -> dict[type[Any], list[ChangedRule]]: ...


class Doors:
    """The doors, by name. Raises AttributeError, with the door's name, while nothing upstairs has hung one in."""

    characteristics: _CharacteristicsOf
    controller: _ControllerOf
    base_power_toughness: _BasePowerToughness
    rules_in_force: _RulesInForce
    happen: _Happen
    apply: _Apply
    perform: _Perform

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the door {name!r} is closed: import `engine` before playing")


doors = Doors()
