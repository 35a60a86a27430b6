"""Copiable values and copies (CR 707), face-down objects (708.2)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.lines import opened as opened
from engine.abilities.remembered import by_identity
from engine.binding import LINKED, unbound
from engine.errors import Unsupported
from engine.game import Context, Game, LastingEffect
from engine.keywords import statics
from engine.model import Characteristics, GameObject, ObjectId
from engine.queries import numbers, type_changes
from engine.rules.effects import components, faces
from engine.rules.effects.faces import FACE_DOWN

WARDED = frozenset({"disguise", "cloak"})
"""CR 702.168a, 701.58a: face-down permanents that have ward {2}."""


def before_layers(obj: GameObject) -> Characteristics:
    """CR 708.2, 613.1: what the object starts from: its printed or defined values, or those of a face-down object."""
    if not obj.face_down:
        return obj.base
    base = replace(obj.base, other=None)
    return face_down_values(obj) if base.name or base == FACE_DOWN else base


def face_down_values(obj: GameObject) -> Characteristics:
    """CR 708.2a, 406.3: a face-down permanent or spell is a 2/2 creature with nothing else; a face-down card elsewhere is nothing."""
    if obj.zone not in ("battlefield", "stack"):
        return Characteristics()
    if obj.face_down_as in WARDED:
        return replace(FACE_DOWN, abilities=(ab.Keyword("ward", costs=(ab.PayMana("{2}"),)),))
    return FACE_DOWN


def copiable(game: Game, id: ObjectId) -> Characteristics:
    """CR 613.2c, 707.2: the object's values after layer 1: copy effects in timestamp order, then face-down status."""
    obj = game.objects[id]
    values = before_layers(obj)
    copies = [
        (f.timestamp, with_status(obj, f.context.copied))
        for f in copy_effects(game, id)
        if f.context is not None and f.context.copied is not None
    ]
    if copies:
        values = components.in_order(obj, copies) if obj.components else copies[-1][1]
    if obj.face_down:
        values = before_layers(obj)
    return replace(values, abilities=opened(values.abilities)) if values.abilities else values


def with_status(obj: GameObject, values: Characteristics) -> Characteristics:
    """CR 707.3, 110.5c: what copied values become on the object: of a flip card's, those of the half that its status says."""
    return values.turned() if obj.flipped else values


def copy_effects(game: Game, id: ObjectId) -> list[LastingEffect]:
    """The copy effects that apply to the object, earliest first. Their values were settled when they began (CR 707.2b)."""
    found = [
        f
        for f in game.floating.values()
        if f.affected is not None and id in f.affected and any(isinstance(c, ab.CopyOf) for c in f.changes)
    ]
    return sorted(found, key=lambda f: f.timestamp)


def copy_of(game: Game, id: ObjectId) -> Characteristics:
    """CR 707.2: the values that a copy of the object has now; as it last existed if it is gone (608.2h). That it is flipped isn't copied."""
    if id in game.objects:
        obj, values = game.objects[id], copiable(game, id)
        if obj.card is not None and obj.card.layout in faces.TWO_SIDED:
            return replace(values, other=None)  # 707.8: the face that is up
        return values.turned() if obj.flipped else values
    earlier, _ = game.past[id]
    return copy_of(earlier, id)


def copied(ctx: Context, id: ObjectId, exceptions: tuple[ab.Change, ...] = ()) -> Characteristics:
    """CR 707.2, 707.9: the values of a copy of the object, with the exceptions that the copy effect states."""
    values = copy_of(ctx.game, id)
    if values.colors:
        ctx.game.cite("707.2a")
    if any(_is_linked(ability) for ability in values.abilities):
        ctx.game.cite("707.7")
    ctx.game.cite(*_of_original(ctx.game, ctx.game.object(id)))
    return with_exceptions(ctx, values, exceptions)


@by_identity
def _is_linked(ability: ab.Ability) -> bool:
    """CR 607: whether the ability speaks of what another one of the same object has done."""
    spoken = (n for n in ab.walk(ability) if isinstance(n, ab.That))
    return any(address in n.to for n in spoken for address in LINKED.values())


def _of_original(game: Game, obj: GameObject) -> tuple[str, ...]:
    """The rules of what the copied object is: a copy itself, double-faced, prototyped, an Adventure or an Omen."""
    layout = obj.card.layout if obj.card is not None else ""
    rules = (
        ["707.3"] if obj.id in game.objects and (copy_effects(game, obj.id) or _entered_as_copy(obj)) else []
    )
    if layout in faces.TWO_SIDED and obj.zone == "battlefield":
        rules.append("707.8")
    if layout in faces.TWO_SIDED and obj.zone == "stack":
        rules.append("707.10g")
    if obj.cast is not None and obj.cast.alternative == "prototype":
        rules += ["718.2a", "718.3c"] if obj.zone == "stack" else ["718.2a", "718.3d"]
    if obj.base.prepare_spell is not None:
        rules.append("722.2b")
    if layout in ("adventure", "omen") and obj.face and obj.zone == "stack":
        section = "720" if "Omen" in obj.base.subtypes else "715"
        rules += [f"{section}.2b", f"{section}.3c"]
    return tuple(rules)


copy_with = copied


def other_face(obj: GameObject) -> Characteristics:
    """CR 701.27a, 707.8a: the other face of a double-faced permanent: that of its card or, of a token that was created as a copy, the copied one."""
    assert obj.card is not None
    if obj.kind == "token" and obj.base.other is not None:
        return obj.base.turned()
    return faces.printed(obj.card, 0 if obj.transformed else 1)


def both_faces(ctx: Context, id: ObjectId, exceptions: tuple[ab.Change, ...]) -> Characteristics:
    """CR 707.8a: what a token gets by copying something with two faces: the face that is up, and the other behind it. A copy effect that
    applies to the permanent is one of both its faces."""
    game, shown = ctx.game, copy_of(ctx.game, id)
    obj = game.object(id)
    copies = id in game.objects and bool(copy_effects(game, id))
    return with_exceptions(
        ctx, replace(shown, other=shown if copies else replace(other_face(obj), other=None)), exceptions
    )


def with_exceptions(
    ctx: Context, values: Characteristics, exceptions: tuple[ab.Change, ...]
) -> Characteristics:
    """CR 707.9a-d: the exceptions become part of the copiable values; an ability that defines what an exception states is not copied."""
    for change in exceptions:
        ctx.game.cite(
            "707.9a"
            if isinstance(change, ab.Gains)
            else "707.9c"
            if isinstance(change, ab.NotCopied)
            else "707.9b"
        )
        values = _except(ctx, values, change)
    if values.other is not None:
        values = replace(values, other=with_exceptions(ctx, values.other, exceptions))
    return values


def with_form(ctx: Context, values: Characteristics, form: ab.Change) -> Characteristics:
    """CR 208.2b: the copiable values of what has taken this form as it entered or was turned face up."""
    for change in form.changes if isinstance(form, ab.AsOne) else (form,):
        values = _except(ctx, values, change)
    return values


EXCEPTIONS: frozenset[type[ab.Change]] = frozenset(
    {
        ab.Gains,
        ab.Loses,
        ab.Types,
        ab.LosesTypes,
        ab.Colors,
        ab.BasePT,
        ab.NoManaCost,
        ab.Renamed,
        ab.NotCopied,
        ab.AsOne,
        ab.AlsoEnters,
    }
)
"""What a copy effect can except (CR 707.9)."""


def _except(ctx: Context, values: Characteristics, change: ab.Change) -> Characteristics:
    match change:
        case ab.Gains(abilities=gained):
            own = tuple(this_ability(ctx) if isinstance(a, ab.ThisAbility) else a for a in gained)
            return replace(values, abilities=(*opened(values.abilities), *opened(own)))
        case ab.Renamed(name=name):
            return replace(values, name=name or copy_of(ctx.game, ctx.source).name)
        case ab.NotCopied(own=own):  # what defines the color of the other isn't copied with it (707.9d)
            kept = frozenset(own) if own is not None else copy_of(ctx.game, ctx.source).colors
            return replace(_without(ctx, values, lambda c: isinstance(c, ab.Colors)), colors=kept)
        case ab.AlsoEnters():
            return values  # CR 707.9e: no modification of characteristics; engine.rules.effects.entering heeds it
        case ab.AsOne(changes=changes):
            return with_exceptions(ctx, values, changes)
        case ab.Loses(abilities=lost):
            return replace(
                values, abilities=tuple(a for a in opened(values.abilities) if lost and not loses(a, lost))
            )
        case ab.Types(words=words, add=add, still=()):
            if not add and type_changes.sorted_words(words)[2]:
                values = _without(ctx, values, lambda c: isinstance(c, ab.EveryType))
            return type_changes.has_types(values, words, add)
        case ab.LosesTypes(words=words):
            return type_changes.loses_types(values, words)
        case ab.Colors(colors=colors, add=add):
            if not add:
                values = _without(ctx, values, lambda c: isinstance(c, ab.Colors))
            return replace(values, colors=frozenset(colors) | (values.colors if add else frozenset()))
        case ab.NoManaCost():
            return replace(values, mana_cost=None)
        case ab.BasePT(power=power, toughness=toughness):
            values = _without(ctx, values, lambda c: isinstance(c, ab.DefinedPT))
            return replace(
                values,
                power=values.power if power is None else numbers.value(ctx, power),
                toughness=values.toughness if toughness is None else numbers.value(ctx, toughness),
            )
    raise Unsupported(f"a copy effect with the exception {type(change).__name__}")


def this_ability(ctx: Context) -> ab.Ability:
    """CR 707.9a, 116.2c: the ability on the stack whose effect speaks of itself."""
    stack = ctx.game.object(ctx.object).stack if ctx.object else None
    if stack is None or stack.ability is None:
        raise Unsupported("an effect that speaks of its own ability, and comes from none")
    return stack.ability


def _entered_as_copy(obj: GameObject) -> bool:
    own = obj.card is None or obj.base.name in {face.name for face in obj.card.faces}
    return obj.kind == "card" and not own and not obj.base.halves


def _without(ctx: Context, values: Characteristics, defines: Callable[[ab.Change], bool]) -> Characteristics:
    """CR 707.9d: without the characteristic-defining abilities that make such a change."""
    kept = tuple(
        a
        for a in opened(values.abilities)
        if not any(
            isinstance(s.what, ab.This) and s.condition is None and all(defines(c) for c in s.changes)
            for s in statics(a)
        )
    )
    if len(kept) < len(opened(values.abilities)):
        ctx.game.cite("707.9d")
    return replace(values, abilities=kept)


def loses(ability: ab.Ability, lost: tuple[ab.Ability, ...]) -> bool:
    """Whether an effect that removes `lost` removes this ability: every form of a keyword named alone, else the same ability (CR 702.1)."""
    for other in opened(lost):
        if isinstance(other, ab.Keyword) and isinstance(ability, ab.Keyword):
            bare = not other.costs and other.number is None and other.which is None and other.effect is None
            if (other.name, ability.name) == ("banding", "bands with other"):
                return True  # CR 702.22b
            if other.name == ability.name and (bare or _same(other, ability)):
                return True
        elif _same(other, ability):
            return True
    return False


def _same(one: ab.Ability, other: ab.Ability) -> bool:
    """Whether two abilities say the same, wherever they stand."""
    return bool(unbound(one) == unbound(other))
