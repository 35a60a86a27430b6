"""What a thing lacks to fit a description, in words, with the rule that says what that is (CR 105.2, 108.4, 115.1, 202.3, 205, 208, 702)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Context
from engine.model import ObjectId, Thing
from engine.queries import asking, citations
from engine.queries.descriptions.fitting import has
from engine.queries.descriptions.forms import alternatives, is_word, runs
from engine.queries.stats import stat

Misfit = tuple[str, tuple[str, ...]]
"""What the thing is that doesn't fit, in words that go on from its name ("is green and white"), and the rules that say what that is."""


def misfit(ctx: Context, which: ab.Selection, thing: Thing) -> Misfit | None:
    """Why the description doesn't fit the thing; None if it is not known."""
    match which:
        case ab.PlayerKind(who=who):
            return f"is no {who}", ()
        case _ if isinstance(thing, str):
            return "is a player", ()
        case ab.AnyTarget():
            return _types(ctx, thing), ()
        case ab.EitherOf():
            found = [misfit(ctx, option, thing) for option in alternatives(which)]
            # of several descriptions the one that fits but for a quality says most
            return next((each for each in found if each and each[1]), found[-1])
        case ab.Which(before=before, noun=noun, after=after):
            own = _of_noun(ctx, noun, thing, placed=any(isinstance(q, ab.InZone) for q in (*before, *after)))
            if own is not None:
                return own
            lacking = next((q for q in (*before, *after) if not has(ctx, q, thing, noun)), None)
            return None if lacking is None else _of_quality(ctx, lacking, thing)
    return _of_noun(ctx, which, thing, placed=False)


def _of_noun(ctx: Context, noun: ab.Selection, id: ObjectId, placed: bool) -> Misfit | None:
    """CR 109.2, 205: that it is in another zone, or has none of the types. `placed`: the description names the zone."""
    if not isinstance(noun, ab.Noun):
        return misfit(ctx, noun, id)
    if not asking.described(ctx, noun, id):
        wanted = noun.kinds and not any(all(is_word(ctx, id, word) for word in kind) for kind in runs(noun))
        return (_types(ctx, id), ()) if wanted else None
    zone = ctx.game.object(id).zone
    if not placed and not asking.fits(ctx, noun, id):
        return f"is {'on the stack' if zone == 'stack' else f'in the zone {zone}'}", ("109.2",)
    return None


def _types(ctx: Context, id: ObjectId) -> str:
    """CR 205.1: its card types."""
    obj = ctx.game.object(id)
    types = " ".join(sorted(ctx.game.characteristics(id).types))
    if obj.kind == "ability":
        return "is an ability"
    if not types:
        return "has no card type"
    return f"is {'an' if types[0] in 'aeiou' else 'a'} {types}" + (" spell" if obj.zone == "stack" else "")


def _of_quality(ctx: Context, quality: ab.Quality, id: ObjectId) -> Misfit | None:
    """What it is that keeps it from having the quality."""
    now = ctx.game.characteristics(id)
    lacks, asked = ("is", quality.quality) if isinstance(quality, ab.Not) else ("is not", quality)
    match asked:
        case ab.OfColor() | ab.Is(state="monocolored" | "multicolored" | "colorless" | "colored"):
            return f"is {' and '.join(sorted(now.colors)) or 'colorless'}", _of_color(ctx, id)
        case ab.Compared(stat=word):
            value = stat(ctx, word, id)
            words = f"has no {word}" if value is None else f"has {word} {value}"
            return words, citations.of_words(asked) or RULES.get(word, ())
        case ab.OfType(word=word):
            return f"{lacks} {word}", ("205.1",)
        case ab.With(keyword=keyword):
            return f"{'has' if lacks == 'is' else 'does not have'} {keyword}", ("702.1",)
        case ab.ControlledBy():
            return f"is controlled by {ctx.game.controller(id)}", ("108.4",)
        case ab.OwnedBy():
            return f"is owned by {ctx.game.object(id).owner}", ("108.3",)
        case ab.InZone():
            zone = ctx.game.object(id).zone
            return f"is {'on the stack' if zone == 'stack' else f'in the zone {zone}'}", ()
        case ab.Is(state=state):
            return f"{lacks} {state}", citations.of_words(asked) or STATE_RULES.get(state, ())
        case ab.Other():
            return "is the one that it has to be other than", ()
        case ab.WithCounter(kind=kind):
            return f"{'has' if lacks == 'is' else 'has no'} {kind} counter".replace("  ", " "), ("122.1",)
    return None


def _of_color(ctx: Context, id: ObjectId) -> tuple[str, ...]:
    """CR 105.2, 202.2d: what colors it has; hybrid mana symbols in its cost give it all of theirs."""
    cost = ctx.game.characteristics(id).mana_cost
    return (
        ("105.2", "202.2d")
        if cost is not None and any("/" in symbol for symbol in cost.symbols)
        else ("105.2",)
    )


RULES = {
    "power": ("208.1",),
    "toughness": ("208.1",),
    "mana value": ("202.3",),
    "base power": ("208.4a",),
    "base toughness": ("208.4a",),
}
"""What says what each number is."""
STATE_RULES = {
    "tapped": ("110.5",),
    "untapped": ("110.5",),
    "attacking": ("508.1k",),
    "blocking": ("509.1g",),
    "blocked": ("509.1h",),
    "unblocked": ("509.1h",),
    "token": ("111.1",),
    "nontoken": ("111.1",),
}
"""What says what each state is."""
