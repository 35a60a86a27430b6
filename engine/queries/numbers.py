"""Evaluating numbers (CR 107, 202.3, 208, 608.2h, 700.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from engine import abilities as ab
from engine.binding import LINKED
from engine.errors import Unsupported
from engine.game import Context
from engine.model import SYMBOL_OF, ObjectId, PlayerId, Thing
from engine.queries import asking, changed_rules, descriptions, history, references
from engine.queries.asking import NUMBERS, count, value
from engine.queries.stats import DIFFERENT, player_stat, stat

__all__ = [
    "AMONG", "CHOSEN", "MONSTROSITY", "MORPH", "NUMBERS", "ROUNDINGS", "count", "devotion", "letter", "undefined", "undefined_amount", "value",
]  # fmt: skip


CHOSEN = {
    "the chosen number": ("number", "607.2d"),
    "the last noted life total": ("noted", "607.2e"),
    "the life paid as ~ entered": ("life paid", "607.2g"),
    "the life paid as it entered": ("life paid", "607.2g"),
}
"""The names of numbers that were chosen, paid or noted for the source, or by an instruction of the same text: under what each is remembered, and by which rule
that is what the name means."""
MONSTROSITY = "X of monstrosity"
"""Under what a permanent remembers with which number it became monstrous (CR 701.37c)."""
MORPH = "X of morph"
"""Under what a permanent remembers the X that was chosen for the cost for which it was turned face up (CR 702.37f)."""


def letter(ctx: Context, name: str) -> int:
    """CR 107.3: X (or another letter) as the text defines it, else as it was chosen for a cost: of the spell or ability, or of what the source
    became by it (701.37c, 702.37f). Raises Unsupported where nothing defines it."""
    if name in ctx.letters:
        return ctx.letters[name]
    if name in CHOSEN:
        remembered, rule = CHOSEN[name]
        ctx.game.cite(rule)
        return int(descriptions.chosen_value(ctx, remembered) or 0)
    if name == "X":
        if ctx.cast is not None and ctx.cast.x is not None:
            return ctx.cast.x
        for id in (ctx.object, ctx.source):
            known = id in ctx.game.objects or id in ctx.game.past
            cast = ctx.game.object(id).cast if known and ctx.game.object(id).zone == "stack" else None
            if cast is not None and cast.x is not None:
                return cast.x
        for remembered, rule in ((MONSTROSITY, "701.37c"), (MORPH, "702.37f")):
            kept = ctx.game.object(ctx.source).chosen_value(remembered) if ctx.source else None
            if kept is not None:
                ctx.game.cite(rule)
                return int(kept)
        if _unchosen_x(ctx):
            ctx.game.cite("107.3g")
            return 0
        if _still_to_choose(ctx):
            return 0
        if _unchosen_x_of_morph(ctx):
            ctx.game.cite("702.37f")
            return 0
    raise Unsupported(f"an {name} that nothing defines")


def undefined(ctx: Context, name: str) -> bool:
    """CR 107.3f: whether nothing has given the letter a value."""
    try:
        letter(ctx, name)
    except Unsupported:
        return True
    return False


def undefined_amount(ctx: Context, wanted: ab.Selection | None) -> str:
    """CR 107.3f: the letter that stands for how many are chosen, where nothing defines it; else ""."""
    if (
        isinstance(wanted, ab.Exactly)
        and isinstance(wanted.number, ab.X)
        and undefined(ctx, wanted.number.name)
    ):
        return wanted.number.name
    return ""


def _unchosen_x(ctx: Context) -> bool:
    """CR 107.3g, 107.3m: the source has X in its mana cost and is no spell, nor was it one for which X was chosen."""
    game, id = ctx.game, ctx.source
    if not id or ctx.object not in (0, id) and game.object(ctx.object).kind != "ability":
        return False
    obj = game.object(id)
    stack = game.object(ctx.object).stack if ctx.object in game.objects else None
    if obj.zone == "stack" or (stack is not None and stack.kind == "activated"):
        return False
    cost = obj.base.mana_cost
    return cost is not None and "X" in cost.symbols


def _still_to_choose(ctx: Context) -> bool:
    """CR 601.2a-b: the spell that speaks of its own X is on the stack, and its X has not been announced yet."""
    if not ctx.source or ctx.object not in (0, ctx.source):
        return False
    obj = ctx.game.object(ctx.source)
    cost = obj.base.mana_cost
    return obj.zone == "stack" and obj.kind == "card" and cost is not None and "X" in cost.symbols


def _unchosen_x_of_morph(ctx: Context) -> bool:
    """CR 702.37f: the X is that of the source's morph cost, which was not paid as it was turned face up: none was chosen."""
    abilities = ctx.game.characteristics(ctx.source).abilities if ctx.source else ()
    return any(
        isinstance(part, ab.PayMana) and "{X}" in part.mana
        for each in abilities
        if isinstance(each, ab.Keyword) and each.name in ("morph", "megamorph", "disguise")
        for part in each.costs
    )


def _part(whole: int, parts: int, rounded: str) -> int:
    """CR 107.1a."""
    if rounded not in ROUNDINGS:
        raise Unsupported(f"rounding {rounded!r}")
    return ROUNDINGS[rounded](whole, parts)


def _up(whole: int, parts: int) -> int:
    return -(-whole // parts)


def _down(whole: int, parts: int) -> int:
    return whole // parts


ROUNDINGS = {"up": _up, "down": _down, "up each time": _up, "down each time": _down}
"""CR 107.1a: how a part of a whole is rounded."""


def _stat_among(ctx: Context, number: ab.StatAmong) -> int:
    """The greatest, least or total value among objects; none is 0."""
    if number.how not in AMONG:
        raise Unsupported(f"the {number.how} value of a stat")
    found = [n for n in (stat(ctx, number.stat, id) for id in _ids(ctx, number.of)) if n is not None]
    return AMONG[number.how](found) if found else 0


def _different_among(ctx: Context, number: ab.DifferentAmong) -> int:
    """How many different ones there are of what is named. Of an object with several names that share none with the others one counts (CR 201.2b)."""
    found = {frozenset(DIFFERENT[number.what](ctx, id)) for id in _ids(ctx, number.of)} - {frozenset()}
    if number.what != "names":
        return len({each for part in found for each in part})
    taken: set[object] = set()
    number_of_them = 0
    for names in sorted(found, key=len):
        if taken.isdisjoint(names):
            taken |= names
            number_of_them += 1
    return number_of_them


AMONG: dict[str, Callable[[list[int]], int]] = {"total": sum, "greatest": max, "highest": max}
"""What the words of StatAmong ask for."""


def as_they_left(ctx: Context, noun: ab.Node) -> Context:
    """CR 800.4i: where the noun speaks of one player, who has left the game, that is asked of the game as it was just before they left."""
    if not ctx.game.left:
        return ctx
    named = {
        p
        for n in ab.walk(noun)
        if isinstance(n, ab.ThatPlayer | ab.Fixed | ab.Slot)
        for p in descriptions.referents(ctx, n)
        if isinstance(p, str)
    }
    if len(named) != 1 or not named <= ctx.game.left.keys():
        return ctx
    ctx.game.cite("800.4i")
    return replace(ctx, game=ctx.game.left[named.pop()])


def _player_stat(ctx: Context, number: ab.PlayerStat) -> int:
    """A number of one player."""
    ctx = as_they_left(ctx, number.of)
    who = _members(ctx, number.of)
    if len(who) != 1 or not isinstance(who[0], str):
        raise Unsupported(f"the {number.stat} of {len(who)} players")
    return player_stat(ctx, number.stat, who[0])


def _members(ctx: Context, noun: ab.Recipient) -> list[Thing]:
    """The things that a number is about; for a description, everything that fits it."""
    match noun:
        case ab.Each() | ab.Chosen() | ab.Host() | ab.EachPlayer() | ab.PlayersWho():
            return asking.meant(ctx, noun)
        case _:
            return descriptions.referents(ctx, noun)


def _count_of(ctx: Context, number: ab.CountOf) -> int:
    found = _members(as_they_left(ctx, number.of), number.of)
    if ctx.game.parted:
        references.cite_parted(ctx, found)
    return len(found)


def _ids(ctx: Context, noun: ab.Recipient) -> list[ObjectId]:
    return [thing for thing in _members(ctx, noun) if isinstance(thing, int)]


def _stat_of(ctx: Context, word: str, of: ab.Objects) -> int:
    """CR 608.2h: of one object, last known if it is gone; 0 if there is none or it has no such number (107.2)."""
    found = _ids(ctx, of)
    if isinstance(of, ab.Chosen) and len(found) > 1:
        raise Unsupported(f"the {word} of one of several objects that nobody has chosen")
    if len(found) > 1 and isinstance(of, ab.That) and set(of.to) & set(LINKED.values()):
        ctx.game.cite("607.3")
        return sum(stat(ctx, word, id) or 0 for id in found)
    if len(found) > 1 and isinstance(of, ab.That) and _milled(ctx, of):
        ctx.game.cite("701.17d")
        return sum(stat(ctx, word, id) or 0 for id in found)
    if len(found) > 1:
        raise Unsupported(f"the {word} of several objects as one number")
    return (stat(ctx, word, found[0]) or 0) if found else 0


def _counters(ctx: Context, thing: Thing, kind: str) -> int:
    """CR 122.1: counters of the kind, or of any, on an object or player."""
    holder = ctx.game.players[thing] if isinstance(thing, str) else ctx.game.object(thing)
    return holder.counter(kind) if kind else sum(n for _, n in holder.counters)


def _counters_on(ctx: Context, number: ab.CountersOn) -> int:
    """CR 122.1, 810.10a: the counters of the kind on all that is meant; those that a team has are counted once."""
    things: list[Thing] = list(_members(ctx, number.on))
    if number.kind == "poison" and ctx.game.seating.one_poison:
        ctx.game.cite("810.10a")
        teams = [ctx.game.seating.as_one(t) for t in things if isinstance(t, str)]
        things = [t for n, t in enumerate(things) if not isinstance(t, str) or teams.index(teams[n]) == n]
    return sum(_counters(ctx, t, number.kind) for t in things)


def devotion(ctx: Context, player: PlayerId, colors: tuple[str, ...]) -> int:
    """CR 700.5: mana symbols of any of the colors among the mana costs of the permanents that the player controls; a hybrid symbol counts once."""
    symbols = {SYMBOL_OF[color] for color in colors}
    total = 0
    for id in ctx.game.battlefield():
        cost = ctx.game.characteristics(id).mana_cost if ctx.game.controller(id) == player else None
        total += (
            sum(1 for symbol in cost.symbols if symbols & set(symbol.split("/"))) if cost is not None else 0
        )
    more = [
        a
        for a in changed_rules.changes_on(ctx.game, player, ab.Ruled)
        if a.change.rule == changed_rules.MORE_DEVOTION
    ]
    if more:
        ctx.game.cite("700.5a")
    return total + sum(value(a.ctx, a.change.number) for a in more)


def _milled(ctx: Context, of: ab.That) -> bool:
    """CR 701.17d: whether "the milled card" is meant, of which a replacement effect has made several."""
    return any(mention.done == "milled" and mention.at in of.to for mention in ctx.mentions)


def _devotion(ctx: Context, number: ab.Devotion) -> int:
    """CR 700.5: your devotion to the colors that are said, or to the one that the same text has chosen (608.2d)."""
    colors = number.colors
    if not colors:
        ctx.game.cite("700.5")
        colors = (str(descriptions.chosen_value(ctx, "color")),)
    return devotion(ctx, ctx.controller, colors)


def _times_paid(ctx: Context, number: ab.TimesPaid) -> int:
    """CR 702.56a, 702.157a: how often the cost was paid as the source was cast."""
    cast = ctx.game.object(ctx.source).cast
    return cast.paid.count(number.cost) if cast is not None else 0


VOTES = "votes"
"""Under what a text keeps the votes of its last vote."""


def _votes(ctx: Context, number: ab.Votes) -> int:
    """CR 701.38: how many votes there were for the word, or at most for another."""
    counted = Counter(ctx.chosen.get(VOTES, ()))
    if number.rival:
        return max((n for word, n in counted.items() if word != number.word), default=0)
    return counted[number.word]


NUMBERS.update(
    {
        ab.Literally: lambda ctx, number: int(number.value),
        ab.X: lambda ctx, number: letter(ctx, number.name),
        ab.ThatMuch: lambda ctx, number: references.amount(ctx, number),
        ab.CountOf: _count_of,
        ab.StatOf: lambda ctx, number: _stat_of(ctx, number.stat, number.of),
        ab.StatAmong: _stat_among,
        ab.DifferentAmong: _different_among,
        ab.CountersOn: _counters_on,
        ab.PlayerStat: _player_stat,
        ab.Devotion: _devotion,
        ab.Tally: lambda ctx, number: history.tally(ctx, number.what, number.when),
        ab.Plus: lambda ctx, number: value(ctx, number.left) + value(ctx, number.right),
        ab.Minus: lambda ctx, number: value(ctx, number.left) - value(ctx, number.right),
        ab.PerEach: lambda ctx, number: value(ctx, number.number) * value(ctx, number.each),
        ab.TimesPaid: _times_paid,
        ab.Votes: _votes,
        ab.Times: lambda ctx, number: int(number.factor) * value(ctx, number.of),
        ab.HalfOf: lambda ctx, number: _part(value(ctx, number.of), number.parts, number.rounded),
        ab.HowMany: lambda ctx, number: references.how_many(ctx, number),
    }
)
