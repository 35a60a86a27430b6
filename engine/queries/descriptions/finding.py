"""Everything in the game that fits a description, in a fixed order (CR 109.2, 400.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context
from engine.model import OUTSIDE, ObjectId, PlayerId, Thing
from engine.queries import asking
from engine.queries.descriptions.forms import alternatives
from engine.queries.stats import stat


def matching(ctx: Context, selection: ab.Selection, among: Iterable[Thing] | None = None) -> list[Thing]:
    """Everything that fits the description, in a fixed order; out of `among` if given (then zones need not be named).

    Raises Unsupported for cards in no named zone where `among` is not given."""
    if isinstance(selection, ab.Which):
        extremes = [
            q for q in selection.before + selection.after if isinstance(q, ab.Extreme) and q.among is None
        ]
        if extremes:
            pool = matching(ctx, _without(selection, extremes), among)
            for quality in extremes:
                pool = _most(ctx, quality, pool)
            return pool
    if among is not None:
        return [thing for thing in among if asking.described(ctx, selection, thing)]
    return [thing for thing in candidates(ctx, selection) if asking.fits(ctx, selection, thing)]


def _without(selection: ab.Which, left_out: Sequence[ab.Quality]) -> ab.Which:
    """The description without some of its qualities."""
    before, after = (tuple(q for q in qs if q not in left_out) for qs in (selection.before, selection.after))
    return ab.Which(before, selection.noun, after)


def _most(ctx: Context, quality: ab.Extreme, pool: list[Thing]) -> list[Thing]:
    """Those of the pool that have the greatest or least value of the stat; several may tie."""
    if any(isinstance(thing, str) for thing in pool):
        raise Unsupported("the greatest or least among players")
    values: dict[Thing, int] = {
        t: n for t in pool if isinstance(t, int) and (n := stat(ctx, quality.stat, t)) is not None
    }
    if not values:
        return []
    best = max(values.values()) if quality.most not in ab.LEAST else min(values.values())
    return [thing for thing, value in values.items() if value == best]


IN_EXILE = ("exiled with", "exiled before the game with", "used to craft")
"""Relations of what is in exile."""


def in_exile(quality: ab.Node) -> bool:
    """CR 607.2a, 702.62b, 702.167c: what was exiled with something, and what is suspended, is looked for in exile, though no zone is said."""
    return isinstance(quality, ab.Having) and quality.relation in IN_EXILE or quality == ab.Is("suspended")


def candidates(ctx: Context, selection: ab.Selection) -> list[Thing]:
    """CR 109.2: the things in the zones that the description names or implies."""
    game = ctx.game
    match selection:
        case ab.Noun(form=form):
            match form:
                case "" | "permanent" | "token":
                    return list(game.battlefield())
                case "spell" | "ability":
                    return list(game.stack())
                case "player":
                    return list(game.apnap())
                case "source":
                    return sorted(id for id, obj in game.objects.items() if obj.zone != OUTSIDE)
                case _:
                    raise Unsupported(f"a {form} in no named zone")
        case ab.Which(before=before, noun=noun, after=after):
            zones = [q for q in before + after if isinstance(q, ab.InZone)]
            if not zones and any(in_exile(q) for q in before + after):
                return list(game.in_zone("exile"))
            if zones and zones[0].word == "cast from":
                return list(game.stack())  # spells cast from there are on the stack (CR 601.2a)
            if zones:
                return list(game.in_zone(zones[0].zone))
            several = [
                q
                for q in before + after
                if isinstance(q, ab.AnyOf) and any(isinstance(i, ab.InZone) for i in q.qualities)
            ]
            if several:
                named = [i for i in several[0].qualities if isinstance(i, ab.InZone)]
                if len(named) < len(several[0].qualities):
                    raise Unsupported("a zone as one of several qualities")
                return [id for zone in dict.fromkeys(i.zone for i in named) for id in game.in_zone(zone)]
            return candidates(ctx, noun)
        case ab.EitherOf():
            options = alternatives(selection)
            return list(dict.fromkeys(thing for option in options for thing in candidates(ctx, option)))
        case ab.AnyTarget():
            return [*game.battlefield(), *game.apnap()]
        case ab.PlayerKind():
            return list(game.apnap())
        case _:
            raise Unsupported(f"the description {type(selection).__name__}")


def to_behold(ctx: Context, noun: ab.Objects | None, player: PlayerId) -> list[ObjectId]:
    """CR 701.4a: the cards in the player's hand and the permanents of theirs that the noun describes, whatever is being cast left out."""
    assert isinstance(noun, ab.Chosen)
    game = ctx.game
    there = [i for i in game.battlefield() if game.controller(i) == player]
    hand = [i for i in game.zone("hand", player) if not game.objects[i].unknown]
    return [i for i in (*hand, *there) if asking.described(ctx, noun.which, i)]
