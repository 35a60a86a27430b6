"""What effects do to one object in a layer, with every number and choice worked out: an operation each (CR 613.1).

A change of the vocabulary says "+1/+1 for each card in your hand"; the operation that it comes to says +3/+3. Operations are compared to find
out whether one effect depends on another (CR 613.8a).
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine import abilities as ab
from engine.model import Characteristics, ObjectId, PlayerId, with_word
from engine.queries import type_changes
from engine.rules.effects import copying, text_changes
from engine.rules.effects.layers.values import AbilityInstance, Key, LayeredObject


class SetController(msgspec.Struct, frozen=True, gc=False):
    """CR 613.1b."""

    player: PlayerId

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object under the player's control."""
        return replace(work, controller=self.player)


class ReplaceWord(msgspec.Struct, frozen=True, gc=False):
    """CR 612.2, 613.1c: a word of the object's own text and type line replaced; abilities that it was given are not part of its text (612.3)."""

    change: ab.Reworded

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object with the changed text."""
        has = tuple(
            replace(h, ability=text_changes.reworded(h.ability, self.change)) if h.own else h
            for h in work.has
        )
        return replace(work, values=text_changes.type_line(work.values, self.change), has=has)


class SetText(msgspec.Struct, frozen=True, gc=False):
    """CR 612.5-612.6, 613.1c: the rules text of the object is this; with `values`, all else that is printed is that of another object, `of`."""

    abilities: tuple[ab.Ability, ...]
    values: Characteristics | None = None
    of: ObjectId = 0

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object with that text, whose abilities are its own (604.3)."""
        text = ("text", key[-2], self.of, 0) if self.values is not None else key
        has = tuple(AbilityInstance(a, stamp, (*text, n), True) for n, a in enumerate(self.abilities))
        if self.values is None:
            return replace(work, has=has)
        printed = {name: getattr(self.values, name) for name in PRINTED}
        return replace(work, has=has, values=replace(work.values, **printed))


PRINTED = ("name", "mana_cost", "colors", "supertypes", "types", "subtypes", "power", "toughness")
"""What the full text of a card says besides its rules text (CR 612.6)."""


class SetName(msgspec.Struct, frozen=True, gc=False):
    """CR 612.8, 613.1c: a name in the place of any that the object had."""

    name: str

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object with that name alone."""
        return replace(work, values=replace(work.values, name=self.name, all_names=False))


class AddAllNames(msgspec.Struct, frozen=True, gc=False):
    """CR 612.7, 613.1c."""

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object with the names of all nonlegendary creature cards, besides its own."""
        return replace(work, values=replace(work.values, all_names=True))


class AddWord(msgspec.Struct, frozen=True, gc=False):
    """CR 612.9, 123.6c: a word in the object's name."""

    word: str
    after: int

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object with the longer name."""
        name = with_word(work.values.name, self.word, self.after)
        return replace(work, values=replace(work.values, name=name))


class SetTypes(msgspec.Struct, frozen=True, gc=False):
    """CR 205.1, 613.1d: types in place of others or, with `add`, besides them; those of `still` stay, all others of the kinds of `alone` go."""

    words: tuple[str, ...]
    add: bool
    still: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object with the types."""
        values = type_changes.has_types(work.values, self.words, self.add, self.still, self.alone)
        changed = replace(work, values=values)
        if type_changes.sets_basic_land_type(self.words, self.add) and "land" in changed.values.types:
            # 305.7: abilities of its text go; in this layer nothing has been granted by other effects yet
            changed = replace(changed, has=())
        return changed


class LoseTypes(msgspec.Struct, frozen=True, gc=False):
    """CR 205.1a, 613.1d."""

    words: tuple[str, ...]

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object without the types."""
        return replace(work, values=type_changes.loses_types(work.values, self.words))


class AddEveryType(msgspec.Struct, frozen=True, gc=False):
    """CR 205.3d, 613.1d: every subtype of a family."""

    family: str

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object with all of them."""
        return replace(work, values=type_changes.every_type(work.values, self.family))


class SetColors(msgspec.Struct, frozen=True, gc=False):
    """CR 105.3, 613.1e: colors in place of others or, with `add`, besides them."""

    colors: frozenset[str]
    add: bool

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object with the colors."""
        values = work.values
        colors = values.colors | self.colors if self.add else self.colors
        return replace(work, values=replace(values, colors=colors))


class GainAbilities(msgspec.Struct, frozen=True, gc=False):
    """CR 613.1f. `of`: for each of them the object that it is got from, if from any (those of one are linked with one another, 607.5)."""

    abilities: tuple[ab.Ability, ...]
    of: tuple[ObjectId, ...] = ()

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object with these abilities besides its others."""
        keys = [(*key[:-1], origin, key[-1]) for origin in self.of] or [key] * len(self.abilities)
        more = tuple(
            AbilityInstance(a, stamp, (*keys[n], n), False)
            for n, a in enumerate(self.abilities)
            if not copying.loses(a, work.barred)
        )
        return replace(work, has=work.has + more)


class LoseAbilities(msgspec.Struct, frozen=True, gc=False):
    """CR 613.1f."""

    abilities: tuple[ab.Ability, ...]

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object without these abilities."""
        return replace(work, has=tuple(h for h in work.has if not copying.loses(h.ability, self.abilities)))


class BarAbilities(msgspec.Struct, frozen=True, gc=False):
    """CR 113.11, 613.1f."""

    abilities: tuple[ab.Ability, ...]

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object without these abilities, and without what else gives it one of them."""
        kept = LoseAbilities(self.abilities).apply(work, key, stamp)
        return replace(kept, barred=work.barred + self.abilities)


class LoseAllAbilities(msgspec.Struct, frozen=True, gc=False):
    """CR 613.1f."""

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object without abilities."""
        return replace(work, has=())


class SetSize(msgspec.Struct, frozen=True, gc=False):
    """CR 613.4a-b: power or toughness as defined or set; None leaves one as it is."""

    power: int | None
    toughness: int | None

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object of that size."""
        values = work.values
        power = values.power if self.power is None else self.power
        toughness = values.toughness if self.toughness is None else self.toughness
        return replace(work, values=replace(values, power=power, toughness=toughness))


class ModifySize(msgspec.Struct, frozen=True, gc=False):
    """CR 613.4c: what is added to power and toughness."""

    power: int
    toughness: int

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object, larger or smaller."""
        values = work.values
        power, toughness = (values.power or 0) + self.power, (values.toughness or 0) + self.toughness
        return replace(work, values=replace(values, power=power, toughness=toughness))


class SwitchSize(msgspec.Struct, frozen=True, gc=False):
    """CR 613.4d."""

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object with power and toughness switched."""
        values = work.values
        return replace(work, values=replace(values, power=values.toughness or 0, toughness=values.power or 0))


class Nothing(msgspec.Struct, frozen=True, gc=False):
    """What a change does whose choice was never made (CR 607.2d)."""

    def apply(self, work: LayeredObject, key: Key, stamp: int) -> LayeredObject:
        """The object as it is."""
        return work


Operation = (
    SetController | ReplaceWord | SetText | SetName | AddAllNames | AddWord | SetTypes | LoseTypes | AddEveryType | SetColors | GainAbilities | LoseAbilities | BarAbilities
    | LoseAllAbilities | SetSize | ModifySize | SwitchSize | Nothing
)  # fmt: skip


Several = tuple[tuple[Operation, ...], Key, int]
"""What one effect does to an object, with the key and timestamp of the effect."""


def apply_all(work: LayeredObject, id: ObjectId, several: list[Several]) -> LayeredObject:
    """The object after what several effects do; sizes that are modified in a row are added up first."""
    power = toughness = 0
    modified = False
    for operations, key, stamp in several:
        for n, operation in enumerate(operations):
            if isinstance(operation, ModifySize):
                power, toughness, modified = power + operation.power, toughness + operation.toughness, True
                continue
            if modified:
                work = ModifySize(power, toughness).apply(work, (), 0)
                power, toughness, modified = 0, 0, False
            work = operation.apply(work, (*key, id, n), stamp)
    return ModifySize(power, toughness).apply(work, (), 0) if modified else work
