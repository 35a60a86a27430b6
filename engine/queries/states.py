"""States of objects that one word names (`Is`), each with its rule (CR 110.5, 105.2, 205.4, 506-509, 700)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from engine import abilities as ab
from engine.game import Context, Game, attachments, game_of, is_permanent, mana_value, seen
from engine.model import BASIC_LAND_TYPES, ObjectId
from engine.queries import changed_rules, object_abilities
from engine.queries.designations import BY_PREPARATION, RING_BEARER, partner
from engine.queries.stats import STATS

State = Callable[[Context, ObjectId], bool]


def tapped(ctx: Context, id: ObjectId) -> bool:
    """CR 110.5, 701.26: tapped; only a permanent can be."""
    obj = ctx.game.object(id)
    return is_permanent(obj) and obj.tapped


def untapped(ctx: Context, id: ObjectId) -> bool:
    """CR 110.5: a permanent that is not tapped."""
    obj = ctx.game.object(id)
    return is_permanent(obj) and not obj.tapped


def attacking(ctx: Context, id: ObjectId) -> bool:
    """CR 508.1k: an attacking creature stays one until it is removed from combat or combat ends."""
    combat = game_of(ctx.game, id).combat
    return combat is not None and any(a == id for a, _ in combat.attackers)


def blocking(ctx: Context, id: ObjectId) -> bool:
    """CR 509.1g."""
    combat = game_of(ctx.game, id).combat
    return combat is not None and any(b == id for b, _ in combat.blockers)


def blocked(ctx: Context, id: ObjectId) -> bool:
    """CR 509.1h: it stays blocked though its blockers leave combat."""
    combat = game_of(ctx.game, id).combat
    return combat is not None and attacking(ctx, id) and id in combat.blocked


def unblocked(ctx: Context, id: ObjectId) -> bool:
    """CR 509.1h: attacking, and no blockers were declared for it; before blockers are declared it is neither."""
    combat = game_of(ctx.game, id).combat
    return combat is not None and attacking(ctx, id) and combat.declared_blockers and id not in combat.blocked


def attacking_alone(ctx: Context, id: ObjectId) -> bool:
    """CR 506.5: the only attacking creature."""
    combat = game_of(ctx.game, id).combat
    return combat is not None and [a for a, _ in combat.attackers] == [id]


def blocking_alone(ctx: Context, id: ObjectId) -> bool:
    """CR 506.5: the only blocking creature."""
    combat = game_of(ctx.game, id).combat
    return combat is not None and [b for b, _ in combat.blockers] == [id]


def token(ctx: Context, id: ObjectId) -> bool:
    """CR 111.1: a token is a permanent (or was one when it last existed)."""
    return ctx.game.object(id).kind == "token"


def face_down(ctx: Context, id: ObjectId) -> bool:
    """CR 110.5, 708."""
    return ctx.game.object(id).face_down


def of_a_most_common_color(ctx: Context, id: ObjectId) -> bool:
    """CR 105.2: shares a color with the most common one among all permanents, or with one of those that are tied for that."""
    game = game_of(ctx.game, id)
    count = Counter(c for i in game.battlefield() for c in seen(game, i).colors)
    most = max(count.values(), default=0)
    return any(count[c] == most for c in seen(ctx.game, id).colors) if most else False


def colorless(ctx: Context, id: ObjectId) -> bool:
    """CR 105.2c."""
    return not seen(ctx.game, id).colors


def monocolored(ctx: Context, id: ObjectId) -> bool:
    """CR 105.2a."""
    return len(seen(ctx.game, id).colors) == 1


def multicolored(ctx: Context, id: ObjectId) -> bool:
    """CR 105.2b."""
    return len(seen(ctx.game, id).colors) > 1


def colored(ctx: Context, id: ObjectId) -> bool:
    """CR 105.2: of at least one color."""
    return bool(seen(ctx.game, id).colors)


def _attached(ctx: Context, id: ObjectId, subtype: str, controller: str | None = None) -> bool:
    game = game_of(ctx.game, id)
    return any(
        subtype in game.characteristics(a).subtypes
        and (controller is None or game.controller(a) == controller)
        for a in attachments(game, id)
    )


def enchanted(ctx: Context, id: ObjectId) -> bool:
    """CR 303.4b: an Aura is attached to it."""
    return _attached(ctx, id, "Aura")


def equipped(ctx: Context, id: ObjectId) -> bool:
    """CR 301.5a: an Equipment is attached to it."""
    return _attached(ctx, id, "Equipment")


def modified(ctx: Context, id: ObjectId) -> bool:
    """CR 700.9: with a counter, equipped, or enchanted by an Aura that its own controller controls."""
    obj = ctx.game.object(id)
    return is_permanent(obj) and (
        any(n > 0 for _, n in obj.counters)
        or equipped(ctx, id)
        or _attached(ctx, id, "Aura", ctx.game.controller(id))
    )


def historic(ctx: Context, id: ObjectId) -> bool:
    """CR 700.6: legendary, an artifact, or a Saga."""
    values = seen(ctx.game, id)
    return "legendary" in values.supertypes or "artifact" in values.types or "Saga" in values.subtypes


def outlaw(ctx: Context, id: ObjectId) -> bool:
    """CR 700.12."""
    return bool(seen(ctx.game, id).subtypes & {"Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"})


def goaded(ctx: Context, id: ObjectId) -> bool:
    """CR 701.15b: marked as goaded by at least one player, or said to be by an effect."""
    obj = ctx.game.object(id)
    marked = any(mark.startswith("goaded") for mark in obj.marks)
    return is_permanent(obj) and (
        marked or any(a.change.rule == "goaded" for a in changed_rules.changes_on(ctx.game, id, ab.Ruled))
    )


def kicked(ctx: Context, id: ObjectId) -> bool:
    """CR 702.33d: a kicker or multikicker cost of the spell was paid."""
    cast = ctx.game.object(id).cast
    return cast is not None and any(paid in ("kicker", "multikicker") for paid in cast.paid)


def with_an_adventure(ctx: Context, id: ObjectId) -> bool:
    """CR 715.2: a spell whose card has an Adventure for its other set of characteristics; face down it has none (708.2)."""
    obj = ctx.game.object(id)
    card = obj.card
    return card is not None and not obj.face_down and any("Adventure" in f.type_line for f in card.faces[1:])


def of_preparation(ctx: Context, id: ObjectId) -> bool:
    """CR 722.3c-d: a prepare spell: a spell that was the copy in exile of what was prepared, or a copy of such a spell."""
    cast = ctx.game.object(id).cast
    return cast is not None and cast.alternative == BY_PREPARATION


def transformed(ctx: Context, id: ObjectId) -> bool:
    """CR 701.27: its back face shows."""
    obj = ctx.game.object(id)
    return is_permanent(obj) and obj.transformed and not obj.face_down


def activated(ctx: Context, id: ObjectId) -> bool:
    """CR 113.3b: an activated ability on the stack."""
    stack = ctx.game.object(id).stack
    return stack is not None and stack.kind == "activated"


def triggered(ctx: Context, id: ObjectId) -> bool:
    """CR 113.3c: a triggered ability on the stack."""
    stack = ctx.game.object(id).stack
    return stack is not None and stack.kind == "triggered"


def loyalty(ctx: Context, id: ObjectId) -> bool:
    """CR 606.1-2: a loyalty ability on the stack."""
    stack = ctx.game.object(id).stack
    return (
        stack is not None
        and isinstance(stack.ability, ab.Activated)
        and any(isinstance(cost, ab.Loyalty) for cost in stack.ability.costs)
    )


NAMED_ACTIVATED = ("exhaust", "boast", "outlast")
"""Keywords whose activated abilities are spoken of by their names."""


def activated_by(word: str, ctx: Context, id: ObjectId) -> bool:
    """CR 702.107a, 702.128a, 702.129a, 702.142a, 702.177a: an activated ability on the stack that is the keyword ability, or was said behind its word."""
    stack = ctx.game.object(id).stack
    return stack is not None and isinstance(stack.ability, ab.Activated) and stack.ability.word == word


def warped(ctx: Context, id: ObjectId) -> bool:
    """CR 702.185c: a spell that was cast for its warp cost."""
    cast = ctx.game.object(id).cast
    return cast is not None and cast.alternative == "warp"


def suspended(ctx: Context, id: ObjectId) -> bool:
    """CR 702.62b: a card in exile with suspend and a time counter."""
    obj = ctx.game.object(id)
    suspend = obj.zone == "exile" and obj.counter("time") > 0
    return suspend and object_abilities.has(ctx.game, id, "suspend")


def kept(ctx: Context, id: ObjectId) -> bool:
    """CR 702.62a: a spell, or the permanent it became, of which the player who cast it has not lost control."""
    obj = ctx.game.object(id)
    return obj.cast is not None and obj.cast.by == ctx.game.controller(id) and obj.since <= obj.timestamp


def hasty_by_riot(ctx: Context, id: ObjectId) -> bool:
    """CR 702.136a: it entered without the counter of its riot ability."""
    return bool(ctx.game.object(id).chosen_value("riot") == "haste")


def commander(ctx: Context, id: ObjectId) -> bool:
    """CR 903.3: an attribute of the card itself."""
    return ctx.game.object(id).commander is not None


def _supertype(word: str) -> State:
    """CR 205.4: has the supertype."""
    return lambda ctx, id: word in seen(ctx.game, id).supertypes


def _marked(word: str) -> State:
    """A designation that an object has until it leaves its zone (monstrous 701.37b, renowned 702.112b, suspected 701.60b, ...)."""
    return lambda ctx, id: word in ctx.game.object(id).marks


def _stickered(kind: str = "") -> State:
    """CR 123.4: has a sticker (of that kind) on it."""
    return lambda ctx, id: any(kind in ("", each.kind) for each in ctx.game.object(id).stickers)


CLASS_LEVELS = (1, 2, 3)
"""The levels there are: two class level bars, and the first level without one (CR 716.1)."""


def class_level(game: Game, id: ObjectId) -> int:
    """CR 716.2b, 716.2d: the level that the permanent was given last, 1 if none."""
    marks = game.object(id).marks
    return max((n for n in CLASS_LEVELS if f"class level {n}" in marks), default=1)


def _of_level(number: int, exactly: bool) -> State:
    """CR 716.2a: is that level, or that or greater."""
    if exactly:
        return lambda ctx, id: class_level(ctx.game, id) == number
    return lambda ctx, id: class_level(ctx.game, id) >= number


MARKS = (
    "monstrous", "prepared", "renowned", "suspected", "saddled", "solved", "harnessed", "madness", "tribute paid",
)  # fmt: skip


def is_sick(game: Game, id: ObjectId) -> bool:
    """CR 302.6: a creature that its controller hasn't controlled continuously since their most recent turn began, and that has no haste."""
    return _is_new(game, id) and not _has_haste(game, id)


AS_HASTY = "have its abilities activated as though it had haste"
"""CR 602.5a, 609.4: the word of May for a creature whose tap symbol need not wait."""


def waits_to_tap(game: Game, id: ObjectId) -> bool:
    """CR 602.5a: whether it is too new for its tap symbol to be paid, and no effect says that this doesn't matter."""
    return is_sick(game, id) and not changed_rules.may(game, id, AS_HASTY)


def is_hasty(game: Game, id: ObjectId) -> bool:
    """CR 702.10b-c: such a creature that has haste."""
    return _is_new(game, id) and _has_haste(game, id)


def _is_new(game: Game, id: ObjectId) -> bool:
    """CR 302.6: a creature that its controller hasn't controlled continuously since their most recent turn began."""
    if "creature" not in game.characteristics(id).types:
        return False
    return game.object(id).since > game.players[game.controller(id)].turn_began


def _has_haste(game: Game, id: ObjectId) -> bool:
    return any(isinstance(a, ab.Keyword) and a.name == "haste" for a in game.characteristics(id).abilities)


def enlistable(ctx: Context, id: ObjectId) -> bool:
    """CR 702.154a: untapped, not chosen to attack, and with haste or under the same control since the turn began."""
    chosen = ctx.game.chosen_to_attack
    return not ctx.game.object(id).tapped and id not in chosen and not is_sick(ctx.game, id)


def ring_bearer(ctx: Context, id: ObjectId) -> bool:
    """CR 701.54b, 701.54e: the Ring-bearer of the player who controls it."""
    return RING_BEARER + ctx.game.controller(id) in ctx.game.object(id).marks


STATES: dict[str, State] = (
    {
        "ring-bearer": ring_bearer,
        "paired": lambda ctx, id: bool(partner(ctx.game, id)),
        "unpaired": lambda ctx, id: not partner(ctx.game, id),
        "enlistable": enlistable,
        "of a basic land type": lambda ctx, id: bool(seen(ctx.game, id).subtypes & set(BASIC_LAND_TYPES)),
        "of even mana value": lambda ctx, id: mana_value(ctx.game, id) % 2 == 0,
        "of odd mana value": lambda ctx, id: mana_value(ctx.game, id) % 2 == 1,
        "tapped": tapped,
        "untapped": untapped,
        "attacking": attacking,
        "blocking": blocking,
        "blocked": blocked,
        "unblocked": unblocked,
        "attacking alone": attacking_alone,
        "blocking alone": blocking_alone,
        "token": token,
        "face-down": face_down,
        "colorless": colorless,
        "of a most common color": of_a_most_common_color,
        "monocolored": monocolored,
        "multicolored": multicolored,
        "colored": colored,
        "without abilities": lambda ctx, id: not seen(ctx.game, id).abilities,  # CR 113.12: none, whatever of
        "enchanted": enchanted,
        "equipped": equipped,
        "modified": modified,
        "historic": historic,
        "outlaw": outlaw,
        "goaded": goaded,
        "kicked": kicked,
        "with an Adventure": with_an_adventure,
        "prepare": of_preparation,
        "transformed": transformed,
        "activated": activated,
        "triggered": triggered,
        "loyalty": loyalty,
        "warped": warped,
        "mana ability": lambda ctx, id: False,  # none is ever an object on the stack (CR 605.3b)
        "suspended": suspended,
        "kept by its caster": kept,
        "riot: haste": hasty_by_riot,
        "commander": commander,
        "stickered": _stickered(),
    }
    | {word: partial(activated_by, word) for word in NAMED_ACTIVATED}
    | {f"with a {kind} sticker": _stickered(kind) for kind in ("name", "art")}
    | {word: _supertype(word) for word in ("legendary", "basic", "snow")}
    | {word: _marked(word) for word in MARKS}
    | {f"class level {n}": _of_level(n, exactly=False) for n in CLASS_LEVELS[1:]}
    | {f"class level exactly {n}": _of_level(n, exactly=True) for n in CLASS_LEVELS[:-1]}
)
"""How each state of an object is tested."""


STATIONS_BY_TOUGHNESS = "stations using its toughness"


def _for_stationing(ctx: Context, id: ObjectId) -> int | None:
    """CR 702.184a, 702.184c: the power, or what effects have stand in for it, with which a creature stations a permanent."""
    rules = (a.change.rule for a in changed_rules.changes_on(ctx.game, id, ab.Ruled))
    if STATIONS_BY_TOUGHNESS not in rules:
        return STATS["power"](ctx, id)
    ctx.game.cite("702.184c")
    return STATS["toughness"](ctx, id)


STATS["power for stationing"] = _for_stationing
