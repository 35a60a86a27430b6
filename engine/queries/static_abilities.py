"""Static abilities: where they function, and what they speak of (CR 604, 113.6, 611.3a)."""

from __future__ import annotations

from engine import abilities as ab
from engine.abilities.remembered import by_identity
from engine.game import Context
from engine.model import OUTSIDE, GameObject, Thing
from engine.queries import asking

_CASTING = (ab.CostChange, ab.ExtraCost, ab.OtherCost, ab.May, ab.Cant)


@by_identity
def zones_named(static: ab.Static | ab.StaticSpells | ab.Enters) -> frozenset[str]:
    """CR 113.6b: the zones that the ability says it works from ("as long as this card is in your graveyard")."""
    found: set[str] = set()
    if static.condition is not None:
        if (denied := _denied(static.condition)) is not None:
            return EVERYWHERE - {denied}
        for node in ab.walk(static.condition):
            if isinstance(node, ab.Fits) and isinstance(node.what, ab.This):
                found.update(n.zone for n in ab.walk(node.which) if isinstance(n, ab.InZone))
    if static.word == "max speed" and not isinstance(static, ab.Enters):
        found.update(_zones_granted(static))
    return frozenset(found)


EVERYWHERE = frozenset({"battlefield", "stack", "hand", "library", "graveyard", "exile", "command", OUTSIDE})
"""The zones of a game, and outside of it (CR 400.1, 113.6c)."""


def _denied(condition: ab.Condition) -> str | None:
    """The zone in which the ability says that it does not work ("as long as this isn't on the battlefield")."""
    match condition:
        case ab.Negated(
            condition=ab.Fits(what=ab.This(), which=ab.Which(before=(), after=(ab.InZone(zone=zone),)))
        ):
            return zone
    return None


def works_elsewhere(static: ab.Static) -> bool:
    """CR 113.6c: whether the ability says in which zone it does not function."""
    return static.condition is not None and _denied(static.condition) is not None


def _zones_granted(static: ab.Static | ab.StaticSpells) -> set[str]:
    """CR 702.178b: the zones out of which the costs of the abilities that it grants move its object."""
    moved = [
        action
        for change in static.changes
        if isinstance(change, ab.Gains)
        for ability in change.abilities
        if isinstance(ability, ab.Activated)
        for action in ab.walk(ability.costs)
        if isinstance(action, ab.Exile | ab.Put | ab.Discard) and isinstance(action.what, ab.This)
    ]
    return {"hand" if isinstance(a, ab.Discard) else a.origin for a in moved} - {""}


def functions(obj: GameObject, ability: ab.Static | ab.StaticSpells) -> bool:
    """CR 113.6: whether the static ability does anything where its object is."""
    zones = zones_named(ability)
    if zones:
        return obj.zone in zones  # 113.6b
    if obj.zone == "battlefield" or obj.functions_in_command:
        return True
    if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This):
        # 113.6d-g, 604.5, 604.6: about casting or countering the object itself
        return any(isinstance(c, _CASTING) for c in ability.changes)
    return False


CHOSEN_BEFORE = "chosen before the game"
"""Said of a static ability that defines a color by a choice made for a commander before the game begins (CR 607.2p, 903.4b)."""

FOR_CASTING = frozenset({
    "affinity", "assist", "bargain", "cascade", "casualty", "conspire", "convoke", "delve", "demonstrate", "flash", "improvise", "kicker", "rebound",
    "replicate", "split second", "storm",
})  # fmt: skip
"""Keywords that change how a spell is cast, or work as it is cast or resolves."""


@by_identity
def grants_for_casting(ability: ab.Static) -> bool:
    """CR 113.6e, 113.6k: whether the ability grants its own object a keyword that means something on the stack alone."""
    return isinstance(ability.what, ab.This) and any(
        isinstance(granted, ab.Keyword) and granted.name in FOR_CASTING
        for change in ability.changes
        if isinstance(change, ab.Gains)
        for granted in change.abilities
    )


_ELSEWHERE = ab.Not(ab.InZone("battlefield", None, "on"))
"""In whatever other zone: of cards there that nothing is known of nothing can be asked, and nothing is changed."""


def subjects(ctx: Context, what: ab.Recipient) -> list[Thing]:
    """What the subject of a static ability means now (CR 611.3a)."""
    match what:
        case ab.This():
            return [ctx.source]
        case ab.Host():
            host = ctx.game.objects[ctx.source].attached_to if ctx.source in ctx.game.objects else None
            return [] if host is None else [host]
        case ab.Fixed(things=things):
            return list(things)
        case ab.Together(parts=parts):
            return list(dict.fromkeys(t for p in parts for t in subjects(ctx, p)))
        case ab.EachOf(of=of):
            return subjects(ctx, of)
        case ab.Each(which=ab.Which(after=after) as which) if any(q == _ELSEWHERE for q in after):
            known = (
                i
                for i, obj in ctx.game.objects.items()
                if not obj.unknown and obj.zone not in ("battlefield", OUTSIDE)
            )
            return [i for i in known if asking.fits(ctx, which, i)]
        case ab.Each(which=which):
            return asking.meant(ctx, ab.Each(which))
    return asking.referents(ctx, what)


_OF_NO_SOURCE = (
    ab.Each, ab.Which, ab.EitherOf, ab.Noun, ab.Not, ab.AnyOf, ab.OwnedBy, ab.InZone, ab.Named, ab.OriginallyPrinted, ab.OfType, ab.OfColor, ab.Is, ab.With,
    ab.WithCounter, ab.ControlledBy, ab.You, ab.EachPlayer, ab.AnyPlayer,
)  # fmt: skip


@by_identity
def same_for_player(what: ab.Recipient) -> bool:
    """Whether the subject means the same in all abilities of one player's objects: it speaks neither of its source nor of choices."""
    return all(
        isinstance(n, _OF_NO_SOURCE) and not (isinstance(n, ab.Noun) and any("~" in run for run in n.kinds))
        for n in ab.walk(what)
    )
