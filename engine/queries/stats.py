"""Numbers that objects and players have: the words of `StatOf`, `Compared`, `PlayerStat` and `PlayerHas` (CR 107, 208, 202.3, 119, 122, 402)."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable

from engine.errors import Unsupported
from engine.game import (
    Context,
    GainLife,
    LoseLife,
    MoveZone,
    SpellCast,
    doors,
    link_of,
    mana_value,
    names,
    own_link,
    seen,
)
from engine.game import events as ev
from engine.model import SYMBOL_OF, CastInfo, Characteristics, Link, ObjectId, PlayerId
from engine.queries.designations import COMPLETED

OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
"""How one number is compared with another."""


def compare(left: int, op: str, right: int) -> bool:
    """One number against another: op is one of = < > <= >=."""
    return OPERATORS[op](left, right)


PARTY = ("Cleric", "Rogue", "Warrior", "Wizard")


def power(ctx: Context, id: ObjectId) -> int | None:
    """CR 208.3, 208.5: a creature's power; a noncreature permanent has none."""
    values = seen(ctx.game, id)
    if "creature" in values.types:
        return values.power or 0
    return None if ctx.game.object(id).zone == "battlefield" else values.power


def toughness(ctx: Context, id: ObjectId) -> int | None:
    """CR 208.3, 208.5: a creature's toughness; a noncreature permanent has none."""
    values = seen(ctx.game, id)
    if "creature" in values.types:
        return values.toughness or 0
    return None if ctx.game.object(id).zone == "battlefield" else values.toughness


def size(ctx: Context, id: ObjectId) -> int | None:
    """CR 208.1: power and toughness together."""
    both = power(ctx, id), toughness(ctx, id)
    return None if None in both else sum(n for n in both if n is not None)


TOTALS = ("total mana value", "total power")
"""What several things that are picked together may have no more of in all: of each it is what it adds to that."""


def base_power(ctx: Context, id: ObjectId) -> int | None:
    """CR 208.4b: power as defined or set, without what modifies it."""
    return doors.base_power_toughness(ctx.game, id)[0]


def base_toughness(ctx: Context, id: ObjectId) -> int | None:
    """CR 208.4b: toughness as defined or set, without what modifies it."""
    return doors.base_power_toughness(ctx.game, id)[1]


def loyalty(ctx: Context, id: ObjectId) -> int | None:
    """CR 306.5b-c: a planeswalker's loyalty is its loyalty counters; elsewhere it is the printed one."""
    obj = ctx.game.object(id)
    values = seen(ctx.game, id)
    if "planeswalker" not in values.types:
        return None
    return obj.counter("loyalty") if obj.zone == "battlefield" else values.loyalty


def colors(ctx: Context, id: ObjectId) -> int | None:
    """CR 105.2: how many colors it is."""
    return len(seen(ctx.game, id).colors)


def _cast_of(ctx: Context, id: ObjectId) -> CastInfo | None:
    """CR 601.2: how the object was cast; a token that is being created (without an id yet, 614.12) was not."""
    return ctx.game.object(id).cast if id else None


def spent(ctx: Context, id: ObjectId) -> int | None:
    """CR 601.2h: how much mana was spent to cast it; none for what was not cast."""
    cast = _cast_of(ctx, id)
    return len(cast.mana_spent) if cast is not None else 0


def colors_spent(ctx: Context, id: ObjectId) -> int | None:
    """CR 702.44a: how many colors of mana were spent to cast it; none for what was not cast."""
    cast = _cast_of(ctx, id)
    return (
        len({symbol for symbol in cast.mana_spent if symbol in SYMBOL_OF.values()}) if cast is not None else 0
    )


def of_one_color(ctx: Context, id: ObjectId) -> int | None:
    """CR 601.2h, 105.1: how much mana of one color was spent to cast it, of that of which it was most."""
    cast = _cast_of(ctx, id)
    return max((cast.mana_spent.count(symbol) for symbol in SYMBOL_OF.values()), default=0) if cast else 0


def targets(ctx: Context, id: ObjectId) -> int | None:
    """CR 115.9a: how many times something was chosen as a target of the spell or ability."""
    stack = ctx.game.object(id).stack
    return sum(len(slot.chosen) for slot in stack.targets) if stack is not None else None


def counters(ctx: Context, id: ObjectId) -> int | None:
    """CR 122.1: how many counters are on it, of whatever kinds."""
    return sum(number for _, number in ctx.game.object(id).counters)


def _of_color(symbol: str) -> Callable[[Context, ObjectId], int | None]:
    """CR 601.2h, 106.3: how much mana of the color was spent to cast it."""

    def spent_of(ctx: Context, id: ObjectId) -> int | None:
        cast = ctx.game.object(id).cast
        return sum(1 for mana in cast.mana_spent if mana == symbol) if cast is not None else 0

    return spent_of


def kicks(ctx: Context, id: ObjectId) -> int | None:
    """CR 702.33c-d: how many times a kicker or multikicker cost was paid for it."""
    cast = ctx.game.object(id).cast
    return sum(1 for paid in cast.paid if paid == "kicker") if cast is not None else 0


def devoured(ctx: Context, id: ObjectId) -> int:
    """CR 702.82b: how many permanents were sacrificed for its devour ability as it entered."""
    before = {e.object for h in ctx.game.log if isinstance(e := h.event, MoveZone) and e.was == id}
    return sum(
        isinstance(h.event, ev.Sacrifice) and h.event.word == "devour" and h.event.source in {id, *before}
        for h in ctx.game.log
    )


def convoking(ctx: Context, id: ObjectId) -> int:
    """CR 702.51c: how many creatures convoked it, wherever they are now; none for what was not cast."""
    cast = _cast_of(ctx, id)
    return len(cast.convoked) if cast is not None else 0


def mutations(ctx: Context, id: ObjectId) -> int:
    """CR 702.140d, 730.2: how many times spells have merged with the permanent."""
    return sum(part.since > 0 for part in ctx.game.object(id).components)


RESOLVED = "resolved this turn"
"""Under what the game remembers how often an ability has resolved in a turn (CR 603.7h)."""


def resolutions(ctx: Context, id: ObjectId) -> int | None:
    """CR 603.7h, 707.10b: how often the ability that is resolving has resolved this turn, this time and copies of it included."""
    stack = ctx.game.object(ctx.object).stack if ctx.object else None
    if stack is None or stack.ability is None:
        raise Unsupported("how often an ability has resolved that is not on the stack")
    return ctx.game.uses.get((RESOLVED, ctx.game.turn.number, stack.source, stack.ability, stack.nth), 0)


def activations(ctx: Context, id: ObjectId) -> int | None:
    """CR 602.2: how often the ability that is resolving has been activated this turn."""
    stack = ctx.game.object(ctx.object).stack if ctx.object else None
    if stack is None or stack.ability is None:
        raise Unsupported("how often an ability has been activated that is not on the stack")
    return sum(
        isinstance(h.event, ev.AbilityActivated)
        and h.event.object == stack.source
        and h.event.which == stack.ability
        for h in ctx.game.this_turn(ev.AbilityActivated)
    )


FROM_A = "mana from a "
"""What the words of stats begin with that count mana by what produced it: of the spell that was cast, or (`FOR_IT`) the ability that is resolving."""
FOR_IT = " for the ability"


def mana_from(ctx: Context, id: ObjectId, kind: str) -> int:
    """CR 106.3, 601.2h: how much mana from sources with the word on their type line was spent to cast the object, or what it was on the stack."""
    spells = {id}
    for h in ctx.game.log:
        if isinstance(h.event, MoveZone) and h.event.was == id:
            spells.add(h.event.object)
    return sum(
        1
        for h in ctx.game.log
        if isinstance(h.event, ev.SpendMana) and h.event.on in spells
        for mana in h.event.mana
        if mana.source and kind in _kinds(seen(ctx.game, mana.source))
    )


def _kinds(it: Characteristics) -> frozenset[str]:
    """CR 205.1: the words of its type line."""
    return it.subtypes | it.supertypes | it.types


OF_WHAT_HAPPENED = frozenset(
    {
        "life gained", "life lost", "damage taken", "cards drawn", "spells cast", "resolutions this turn", "activations this turn",
    }
)  # fmt: skip
"""CR 608.2i: the numbers that look back at what has happened this turn."""
OF_THE_ABILITY = frozenset({"resolutions this turn", "activations this turn"})
"""Stats that are not its source's, but the ability's that is resolving."""

STORED = "stored results"
"""Under what an object remembers the results of dice that are stored on it: for each the sides of the die, and the value (CR 706.8a)."""


def link_on(ctx: Context, id: ObjectId) -> Link:
    """CR 706.8c, 607.2e: the text of the object for which results are stored on it: that which speaks, if it speaks of itself."""
    return link_of(ctx) if id == ctx.source else own_link(ctx.game, id)


def stored(ctx: Context, id: ObjectId) -> tuple[tuple[int, int], ...]:
    """CR 706.8a, 706.8c: the results that this text of the object had stored on it."""
    return ctx.game.object(id).chosen_value(STORED, link_on(ctx, id)) or ()


def _alike(ctx: Context, id: ObjectId) -> int:
    """CR 706.8a: how many of the stored results have one value, at most."""
    return max(Counter(result for _, result in stored(ctx, id)).values(), default=0)


SYMBOLS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def _symbols_of(symbol: str) -> Callable[[Context, ObjectId], int | None]:
    """CR 107.4, 107.4e: how many mana symbols of the color are in its mana cost; hybrid symbols are of each of their colors."""

    def symbols(ctx: Context, id: ObjectId) -> int | None:
        cost = seen(ctx.game, id).mana_cost
        return sum(symbol in each.split("/") for each in cost.symbols) if cost is not None else 0

    return symbols


STATS: dict[str, Callable[[Context, ObjectId], int | None]] = {
    "power": power,
    "toughness": toughness,
    "base power": base_power,
    "base toughness": base_toughness,
    "mana value": lambda ctx, id: mana_value(ctx.game, id),
    "total mana value": lambda ctx, id: mana_value(ctx.game, id),
    "total power": power,
    "total power and toughness": size,
    "loyalty": loyalty,
    "colors": colors,
    "mana spent": spent,
    "colors of mana spent": colors_spent,
    "mana spent of one color": of_one_color,
    "colorless mana spent": _of_color("C"),
    "targets": targets,
    "counters": counters,
    "times kicked": kicks,
    "times mutated": mutations,
    "creatures devoured": devoured,
    "creatures that convoked": convoking,
    "stored results": lambda ctx, id: len(stored(ctx, id)),
    "stored results in all": lambda ctx, id: sum(result for _, result in stored(ctx, id)),
    "equal stored results": _alike,
    "resolutions this turn": resolutions,
    "activations this turn": activations,
    **{f"{color} mana spent": _of_color(symbol) for color, symbol in SYMBOLS.items()},
    **{f"{color} mana symbols": _symbols_of(symbol) for color, symbol in SYMBOLS.items()},
}
"""How each stat of an object is found: None if it has no such number."""


def stat(ctx: Context, word: str, id: ObjectId) -> int | None:
    """The object's stat of that name, last known if it is gone (CR 608.2h); None if it has none. "KIND counters" counts those."""
    found = STATS.get(word)
    if id not in ctx.game.objects and ctx.object:  # asked as something resolves
        ctx.game.cite("608.2h")
    if found is not None:
        return found(ctx, id)
    if word.endswith(" counters"):
        return ctx.game.object(id).counter(word.removesuffix(" counters"))
    if word.startswith(FROM_A):
        kind = word.removeprefix(FROM_A)
        return mana_from(ctx, ctx.object if kind.endswith(FOR_IT) else id, kind.removesuffix(FOR_IT))
    raise Unsupported(f"the stat {word!r} of an object")


def _told_apart(ctx: Context, id: ObjectId) -> frozenset[str]:
    """CR 201.2, 612.7: the object's names, where they can be counted."""
    if seen(ctx.game, id).all_names:
        raise Unsupported("the number of names where one object has all of them")
    return names(ctx.game, id)


DIFFERENT: dict[str, Callable[[Context, ObjectId], Iterable[str | int | None]]] = {
    "names": lambda ctx, id: _told_apart(ctx, id),
    "powers": lambda ctx, id: [power(ctx, id)],
    "mana values": lambda ctx, id: [mana_value(ctx.game, id)],
    "colors": lambda ctx, id: seen(ctx.game, id).colors,
    "kinds of counters": lambda ctx, id: [kind for kind, _ in ctx.game.object(id).counters],
}
"""What an object has of each thing of which there can be different ones among several (CR 105.2, 201.2b, 202.3, 208.1)."""

# ---- players --------------------------------------------------------------------------------------------------


def party(ctx: Context, player: PlayerId) -> int:
    """CR 700.8: the most of the four party types that different creatures of the player can stand for (700.8b)."""
    members = [
        seen(ctx.game, id).subtypes.intersection(PARTY)
        for id in ctx.game.battlefield()
        if ctx.game.controller(id) == player and "creature" in seen(ctx.game, id).types
    ]
    reached: set[frozenset[str]] = {frozenset()}
    for kinds in members:
        reached |= {have | {kind} for have in reached for kind in kinds}
    return max(len(have) for have in reached)


def domain(ctx: Context, player: PlayerId) -> int:
    """CR 305.6: how many of the basic land types there are among lands the player controls."""
    kinds: set[str] = set()
    for id in ctx.game.battlefield():
        if ctx.game.controller(id) == player and "land" in seen(ctx.game, id).types:
            kinds |= seen(ctx.game, id).subtypes & {"Plains", "Island", "Swamp", "Mountain", "Forest"}
    return len(kinds)


def graveyard_types(ctx: Context, player: PlayerId) -> int:
    """How many card types there are among cards in the player's graveyard (delirium)."""
    return len({kind for id in ctx.game.zone("graveyard", player) for kind in seen(ctx.game, id).types})


def all_graveyards_types(ctx: Context, player: PlayerId) -> int:
    """How many card types there are among cards in all graveyards."""
    return len(
        {
            kind
            for each in ctx.game.order
            for id in ctx.game.zone("graveyard", each)
            for kind in seen(ctx.game, id).types
        }
    )


def graveyard_mana_values(ctx: Context, player: PlayerId) -> int:
    """CR 202.3: how many different mana values there are among cards in the player's graveyard."""
    return len({mana_value(ctx.game, id) for id in ctx.game.zone("graveyard", player)})


def _size(zone: str) -> Callable[[Context, PlayerId], int]:
    """CR 400.1: how many cards are in the player's zone."""
    return lambda ctx, player: len(ctx.game.zone(zone, player))


def _counter(kind: str) -> Callable[[Context, PlayerId], int]:
    """CR 122.1, 810.10a: the player's counters of the kind."""

    def count(ctx: Context, player: PlayerId) -> int:
        if kind == "poison" and ctx.game.seating.one_poison:
            ctx.game.cite("810.10a")
        return ctx.game.players[player].counter(kind)

    return count


def _life(ctx: Context, player: PlayerId) -> int:
    """CR 119.1, 810.9a: the player's life total, or their team's."""
    if ctx.game.seating.one_life:
        ctx.game.cite("810.9a")
    return ctx.game.players[player].life


def starting_life(ctx: Context, player: PlayerId) -> int:
    """CR 103.4: 20, unless the game was set up otherwise."""
    return ctx.game.players[player].starting_life


def life_gained(ctx: Context, player: PlayerId) -> int:
    """CR 119.3, 119.9: life gained this turn."""
    return sum(
        h.event.amount
        for h in ctx.game.this_turn()
        if isinstance(h.event, GainLife) and h.event.player == player
    )


def life_lost(ctx: Context, player: PlayerId) -> int:
    """CR 119.3-4: life lost this turn, by damage and payment too."""
    return sum(
        h.event.amount
        for h in ctx.game.this_turn()
        if isinstance(h.event, LoseLife) and h.event.player == player
    )


def damage_taken(ctx: Context, player: PlayerId) -> int:
    """CR 120.3: damage dealt to the player this turn."""
    return sum(
        h.event.amount
        for h in ctx.game.this_turn()
        if isinstance(h.event, ev.Damage) and h.event.to == player
    )


def drawn(ctx: Context, player: PlayerId) -> int:
    """CR 121.1: cards drawn this turn; drawing from an empty library is none."""
    moves = (h.event for h in ctx.game.this_turn(MoveZone))
    return sum(1 for e in moves if isinstance(e, MoveZone) and e.verb == "draw" and e.by == player)


def spells_cast(ctx: Context, player: PlayerId) -> int:
    """CR 601.2i: spells cast this turn."""
    return sum(1 for h in ctx.game.this_turn() if isinstance(h.event, SpellCast) and h.event.player == player)


def spells_last_turn(ctx: Context, player: PlayerId) -> int:
    """CR 601.2i, 608.2i: spells cast last turn."""
    last = ctx.game.turn.number - 1
    return sum(
        1
        for h in ctx.game.log
        if h.turn == last and isinstance(h.event, SpellCast) and h.event.player == player
    )


def commander_casts(ctx: Context, player: PlayerId) -> int:
    """CR 903.8: how often the player has cast commanders of theirs from the command zone this game."""
    mine = (o for o in ctx.game.objects.values() if o.commander is not None and o.owner == player)
    return sum(o.commander.casts for o in mine if o.commander is not None)


def speed(ctx: Context, player: PlayerId) -> int:
    """CR 702.179f: the player's speed, 0 if they have none."""
    has = ctx.game.players[player].speed
    if has is None and ctx.object:  # asked as something resolves
        ctx.game.cite("702.179f")
    return has or 0


def dungeons_completed(ctx: Context, player: PlayerId) -> int:
    """CR 309.7: how many dungeons of different names the player has completed."""
    return len({mark for mark in ctx.game.players[player].marks if mark.startswith(COMPLETED)})


def _unspent(symbol: str) -> Callable[[Context, PlayerId], int]:
    """CR 106.4: how much mana of the color is in the player's pool."""
    return lambda ctx, player: sum(
        mana.symbol == symbol and not mana.anything for mana in ctx.game.players[player].pool
    )


def _controlled(kind: str) -> Callable[[Context, PlayerId], int]:
    """How many permanents of the card type the player controls."""
    return lambda ctx, player: sum(
        ctx.game.controller(i) == player and kind in seen(ctx.game, i).types for i in ctx.game.battlefield()
    )


def commanders_mana_value(ctx: Context, player: PlayerId) -> int:
    """CR 903.3e: the greatest mana value among the player's commanders, wherever they are."""
    ctx.game.cite("903.3e")
    return max(
        (
            mana_value(ctx.game, o.id)
            for o in ctx.game.objects.values()
            if o.commander is not None and o.owner == player
        ),
        default=0,
    )


PLAYER_STATS: dict[str, Callable[[Context, PlayerId], int]] = {
    "life": _life,
    "starting life": starting_life,
    "greatest life": lambda ctx, player: max(ctx.game.players[p].life for p in ctx.game.apnap()),
    "least life": lambda ctx, player: min(ctx.game.players[p].life for p in ctx.game.apnap()),
    "cards in hand": _size("hand"),
    "cards in graveyard": _size("graveyard"),
    "cards in library": _size("library"),
    "creatures": _controlled("creature"),
    "lands": _controlled("land"),
    "poison": _counter("poison"),
    "party": party,
    "basic land types": domain,
    "card types in graveyard": graveyard_types,
    "card types in all graveyards": all_graveyards_types,
    "mana values in graveyard": graveyard_mana_values,
    "life gained": life_gained,
    "life lost": life_lost,
    "damage taken": damage_taken,
    "cards drawn": drawn,
    "spells cast": spells_cast,
    "spells cast last turn": spells_last_turn,
    "commander casts": commander_casts,
    "casts of commanders": commander_casts,
    "commanders' mana value": commanders_mana_value,
    "unspent mana": lambda ctx, player: len(ctx.game.players[player].pool),
    **{f"unspent {color} mana": _unspent(symbol) for color, symbol in SYMBOLS.items() if color != "red"},
    "opponents": lambda ctx, player: len(ctx.game.reached(player, ctx.source)),
    "speed": speed,
    "turns": lambda ctx, player: ctx.game.players[player].turns,
    "dungeons completed": dungeons_completed,
}
"""How each stat of a player is found."""


def player_stat(ctx: Context, word: str, player: PlayerId) -> int:
    """The player's stat of that name; "KIND counters" counts those."""
    found = PLAYER_STATS.get(word)
    if found is not None:
        return found(ctx, player)
    if word.endswith(" counters"):
        return ctx.game.players[player].counter(word.removesuffix(" counters"))
    raise Unsupported(f"the stat {word!r} of a player")
