"""Under which rules something holds: why an ability triggered, how a number was worked out, what a condition asked.

The modules that match, count and ask (engine.queries.event_patterns, numbers, conditions) are asked far more often than a ruling tells of, so they cite
nothing. The rules that they go by stand here, and are cited where the answer takes effect: as an ability triggers, as an instruction is carried
out, as an object's way through the layers is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine import abilities as ab
from engine.cards import FIRST_PRINTED
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import COLORS, SUPPLEMENTARY, GameObject, ObjectId, PlayerId
from engine.queries import asking, type_changes
from engine.queries.stats import PARTY

# ---- words that the rules define --------------------------------------------------------------------------------

WORDS: dict[str, str] = {
    "basic": "205.4c",
    "snow": "205.4g",
    "ring-bearer": "701.54e",
    "with an Adventure": "715.2a",
    "stickered": "123.4",
    "with a art sticker": "123.9",
    "modified": "700.9",
    "historic": "700.6",
    "outlaw": "700.12a",
    "goaded": "701.15b",
    "transformed": "701.27g",
    "suspended": "702.62b",
    "enchanted": "303.4b",
    "equipped": "301.5a",
    "blocked": "509.1h",
    "unblocked": "509.1h",
    "attacking alone": "506.5",
    "blocking alone": "506.5",
    "colorless": "105.2c",
    "monocolored": "105.2a",
    "multicolored": "105.2b",
    "commander": "903.3",
    "monstrous": "701.37b",
    "prepare": "722.3d",
    "prepared": "722.3a",
    "renowned": "702.112b",
    "suspected": "701.60b",
    "saddled": "702.171b",
    "monarch": "725.1",
    "no monarch": "725.1",
    "initiative": "726.1",
    "completed a dungeon": "309.7",
    "city's blessing": "702.131c",
    "descended": "700.11",
    "exhaust": "702.177b",
    "warped": "702.185c",
    "max speed": "702.179e",
    "harnessed": "701.64b",
    "solved": "719.3c",
    "tribute paid": "702.104b",
    "full party": "700.8c",
    "day": "731.1",
    "night": "731.1",
}
"""Words for what an object, a player or the game is, each with the rule that says when."""

PAID: dict[str, str] = {
    "kicked": "702.33d",
    "bargained": "702.166b",
    "foretold": "702.143c",
    "escape": "702.138b",
    "gift": "702.174k",
    "teamwork": "702.194b",
}
"""What is said of a spell for which a cost was paid."""

STATS: dict[str, str] = {
    "party": "700.8",
    "mana value": "202.3",
    "loyalty": "306.5c",
    "base power": "208.4b",
    "base toughness": "208.4b",
    "times kicked": "702.33d",
    "creatures devoured": "702.82b",
    "creatures that convoked": "702.51c",
    "targets": "115.9a",
    **dict.fromkeys(("stored results", "stored results in all", "equal stored results"), "706.8c"),
}
"""Numbers of objects and players, each with the rule that says how it is worked out."""


DIFFERENT = {
    "names": "201.2b",
    "powers": "208.1",
    "mana values": "202.3",
    "colors": "105.2",
    "kinds of counters": "122.1",
}
RELATIONS: dict[str, str] = {
    "exiled before the game with": "607.2n",
    "sharing a name with": "201.2a",
    "named differently from": "201.2c",
    "targeting": "115.9b",
    "targeting only": "115.9c",
    "convoked": "702.51c",
    "exiled with": "607.2a",
    "used to craft": "702.167c",
    "created with": "607.2c",
    "put onto the battlefield with": "607.2c",
}
"""How objects stand to others, each with the rule that says when they do."""


DONE = {"amassed": "701.47c", "blighted": "701.68c"}
"""What a text speaks of by what was done to it, each with the rule that says what that is."""
FROM_THE_HAND = {"cycling": "702.29b", "transmute": "702.53b", "reinforce": "702.77b"}
"""Keywords of abilities that are activated from the hand, and exist in other zones, too."""


def of_words(*nodes: ab.Node | None) -> tuple[str, ...]:
    """The rules that define what the words of a text speak of. What is denied, or is one of several that would do, has been asked, too."""
    return tuple(dict.fromkeys(rule for node in nodes if node is not None for rule in _defined(node)))


def _defined(node: ab.Node) -> Iterator[str]:
    for part in ab.walk(node):
        match part:
            case ab.Is(state=word) | ab.StateIs(state=word) if word in WORDS:
                yield WORDS[word]
            case ab.Is(state=cost) | ab.WasPaid(cost=cost) if cost in PAID:
                yield PAID[cost]
            case ab.WasPaid(cost=cost) if cost.startswith("beheld "):
                yield "701.4b"
            case ab.WasPaid(cost=cost) if cost.startswith("kicker "):
                yield "702.33f"
            case ab.Compared(stat=stat) | ab.StatOf(stat=stat) | ab.StatAmong(stat=stat) if stat in STATS:
                yield STATS[stat]
            case ab.PlayerStat(stat=stat) | ab.PlayerHas(stat=stat) if stat in STATS:
                yield STATS[stat]
            case ab.OriginallyPrinted(expansion=expansion):
                yield FIRST_PRINTED[expansion]
            case ab.GainsActivated(stickers=True):
                yield "123.7a"
            case ab.HasText(what=what):
                yield "612.5" if what is None else "612.6"
            case ab.AllNames():
                yield "612.7"
            case ab.Renamed():
                yield "612.8"
            case ab.DifferentAmong(what=what):
                yield DIFFERENT[what]
            case ab.Devotion():
                yield "700.5"
            case ab.That(noun="card", done="milled"):
                yield "701.17c"
            case ab.Noun(kinds=kinds) if any("outlaw" in words for words in kinds):
                yield "700.12a"
            case ab.That(done=done) if done in DONE:
                yield DONE[done]
            case ab.With(keyword=name) if name in FROM_THE_HAND:
                yield FROM_THE_HAND[name]
            case ab.EventHappened(event=ab.PlayerAttacks()):
                yield "508.6"
            case ab.Haunted():
                yield "702.55c"
            case ab.OfTheChosen(what="sector"):
                yield "702.158d"
            case ab.HalfOf():
                yield "107.1a"
            case ab.ThePlayer(role="enchanted"):
                yield "303.4b"
            case ab.ThePlayer(role="monarch"):
                yield "725.5"
            case ab.ThePlayer(role="defending"):
                yield "508.5"
            case ab.PlayerDoes(verb="commit a crime"):
                yield "700.13"
            case ab.Happened(what="was activated"):
                yield "700.10"
            case ab.Having(relation=relation) if relation in RELATIONS:
                yield RELATIONS[relation]


IN_COMMAND = {
    "plane": ("109.4d", "311.4", "901.7"), "phenomenon": ("109.4d", "312.5", "901.7"), "vanguard": ("109.4e", "313.4", "902.7"), "scheme": ("109.4f", "314.4", "904.8"),
    "conspiracy": ("109.4g", "315.5"),
}  # fmt: skip
"""The rules by which abilities of cards function in the command zone, and whose they are (109.4d-g), by the card's type."""


def of_place(obj: GameObject) -> tuple[str, ...]:
    """CR 113.6, 114.4: the rules by which the object's abilities function in the command zone, if it is there."""
    if obj.zone != "command":
        return ()
    if obj.kind == "emblem":
        return ("114.4",)
    return next((IN_COMMAND[kind] for kind in sorted(obj.base.types & SUPPLEMENTARY)), ())


# ---- what an effect asks as it is carried out ---------------------------------------------------------------------

NOW = (
    ab.CountOf, ab.StatOf, ab.StatAmong, ab.DifferentAmong, ab.CountersOn, ab.PlayerStat, ab.Devotion, ab.Controls, ab.Exists, ab.PlayerHas,
    ab.Fits, ab.ControllerOf, ab.OwnerOf, ab.PlayerOrController,
)  # fmt: skip
"""What asks about the game as it is."""
BEFORE = (ab.Tally, ab.EventHappened, ab.Happened)
"""What asks about the game as it was."""
SPENT = frozenset(
    {"mana spent", "colors of mana spent", "times kicked", *(f"{color} mana spent" for color in COLORS)}
)
"""Numbers of the spell that a permanent was."""


def of_question(ctx: Context, *nodes: ab.Node | None) -> tuple[str, ...]:
    """CR 608.2h-i, 400.7d: what a number or a condition of a resolving text asks of the game, and the rules that define its words."""
    found = [*of_words(*nodes), *_either(ctx.game, ctx.controller, *nodes)]
    parts = [part for node in nodes if node is not None for part in ab.walk(node)]
    if _permanent(ctx.game, ctx.source) and any(_of_its_casting(part) for part in parts):
        found.append("400.7d")
    if "508.5" in found and len(ctx.game.order) > 2:
        found += ("508.5a", "802.2a")
    if "700.8" in found and _several_parts(ctx):
        found.append("700.8b")
    if any(isinstance(part, NOW) for part in parts):
        found.append("608.2h")
    if any(isinstance(part, BEFORE) for part in parts):
        found.append("608.2i")
    if any(isinstance(part, ab.X) for part in parts):
        found += _of_x(ctx)
    if any(isinstance(part, ab.StatAmong) and not asking.meant(ctx, part.of) for part in parts):
        found.append("107.2")
    if any(isinstance(part, ab.ControllerOf) and _uncontrolled(ctx, part.of) for part in parts):
        found.append("108.4a")
    if any(isinstance(part, ab.Did) and not part.done for part in parts):
        found.append("118.12")
    return tuple(dict.fromkeys(found))


def _several_parts(ctx: Context) -> bool:
    """CR 700.8b: whether a creature of the player's could stand for several of the party."""
    mine = (i for i in ctx.game.battlefield() if ctx.game.controller(i) == ctx.controller)
    return any(len(ctx.game.characteristics(i).subtypes.intersection(PARTY)) > 1 for i in mine)


def _of_x(ctx: Context) -> Iterator[str]:
    """CR 107.3i-j: whether the X is that of several places of the spell, or of an ability that its source has gained."""
    obj = ctx.game.object(ctx.object) if ctx.object else None
    if obj is None or obj.cast is None or obj.cast.x is None:
        return
    if obj.stack is None or obj.stack.ability is None:
        if sum(isinstance(part, ab.X) for ability in obj.base.abilities for part in ab.walk(ability)) > 1:
            yield "107.3i"
    elif obj.stack.ability not in ctx.game.object(ctx.source).base.abilities:
        yield "107.3j"


def _uncontrolled(ctx: Context, what: ab.Objects) -> bool:
    """CR 108.4a: whether it is a card that is neither a permanent nor a spell."""
    found = [t for t in asking.referents(ctx, what) if isinstance(t, int)]
    return any(
        obj.kind == "card" and all(each.zone not in ("battlefield", "stack") for each in (obj, became))
        for obj, became in ((ctx.game.object(t), ctx.game.object(ctx.moved.get(t, t))) for t in found)
    )


def _of_its_casting(part: ab.Node) -> bool:
    """Whether it is about the spell that the source was: how it was cast, what was paid for it."""
    match part:
        case ab.WasPaid(what=ab.This() | ab.That()) | ab.WasCast(what=ab.This() | ab.That()) | ab.TimesPaid():
            return True
        case ab.StatOf(stat=stat, of=of):
            return stat in SPENT and not (isinstance(of, ab.That) and of.noun == "spell")
        case ab.Fits(what=ab.This() | ab.That(), which=which):
            return any(isinstance(n, ab.Is) and n.state == "kicked" for n in ab.walk(which))
    return False


def _permanent(game: Game, source: ObjectId) -> bool:
    """Whether the source is a permanent, or was one when it last existed."""
    return bool(source) and game.object(source).zone == "battlefield"


def of_condition(game: Game, source: ObjectId, condition: ab.Condition) -> tuple[str, ...]:
    """CR 603.4, 400.7d: what the condition of an ability of the source asks."""
    past = _permanent(game, source) and any(_of_its_casting(part) for part in ab.walk(condition))
    words = (*of_words(condition), *(_either(game, game.controller(source), condition) if source else ()))
    return (*words, "400.7d") if past else words


def _either(game: Game, player: PlayerId, *nodes: ab.Node | None) -> tuple[str, ...]:
    """CR 702.124e: what is said of the commander of a player who has two is said of either."""
    asked = (part for node in nodes if node is not None for part in ab.walk(node))
    if not game.any_commander or not any(isinstance(n, ab.Is) and n.state == "commander" for n in asked):
        return ()
    two = sum(o.commander is not None and o.owner == player for o in game.objects.values()) > 1
    return ("702.124e",) if two else ()


TIMES: dict[str, tuple[str, ...]] = {
    "before attackers are declared": ("506.7a", "506.7d"),
    "before blockers are declared": ("506.7b", "506.7d"),
    "before the combat damage step": ("506.7d",),
    "after the upkeep step": ("503.2",),
    "combat before blockers are declared": ("506.7b", "506.7c"),
    "combat after blockers are declared": ("506.7b", "506.7c"),
}
"""Times with respect to combat or a step, each with the rules that say when they are."""


def of_time(game: Game, condition: ab.Condition) -> tuple[str, ...]:
    """CR 506.7: what the times of a condition mean; where nobody attacks, the declare attackers step is the end of those before a later one."""
    found = [r for n in ab.walk(condition) if isinstance(n, ab.DuringStep) for r in TIMES.get(n.step, ())]
    idle = game.combat is not None and not game.combat.attackers and game.turn.step != "beginning of combat"
    if idle and found and "506.7a" not in found:
        found.append("506.7e")
    return tuple(dict.fromkeys(found))


# ---- why types are what they are ----------------------------------------------------------------------------------


def of_types(changes: Iterable[ab.Change]) -> tuple[str, ...]:
    """CR 205.1a-b, 305.7: whether the changes of types replace those that there were."""
    found: list[str] = []
    for change in changes:
        match change:
            case ab.Types(words=words, add=add) if type_changes.sets_basic_land_type(words, add):
                found.append("305.7")
            case ab.Types(words=words, add=add, still=still):
                kept = add or bool(still) or {"artifact", "creature"} <= {w.lower() for w in words}
                found.append("205.1b" if kept else "205.1a")
            case ab.LosesTypes():
                found.append("205.1a")
    return tuple(dict.fromkeys(found))


# ---- why an ability triggered -------------------------------------------------------------------------------------

DEEDS: dict[str, str] = {
    "commit a crime": "700.13",
    "mutates": "702.140d",
    "blight": "701.68d",
    "earthbend": "701.66b",
    "firebend": "702.189b",
    "airbend": "701.65b",
    "waterbend": "701.67c",
    "scry": "701.22d",
    "surveil": "701.25d",
    "manifest dread": "701.62b",
    "cycle": "702.29c",
    "cycle or discard": "702.29d",
    "discard": "701.9a",
    "sacrifice": "701.21a",
    "draw": "121.1",
    "lose": "603.9",
    "the Ring tempts": "701.54d",
    "play": "305.1",
    "search": "701.23a",
    "win a coin flip": "705.2",
    "lose a coin flip": "705.2",
    "clash": "701.30b",
    "give a gift": "702.174c",
    "become the monarch": "725.1",
    "take the initiative": "726.2",
    "complete a dungeon": "309.7",
    "venture into the dungeon": "309.5",
    "transforms": "701.27a",
    "transforms into this": "701.27e",
    "connives": "701.50f",
    "explores": "701.44b",
    "exploits": "702.110b",
    "evolves": "702.100b",
    "mentors": "702.134c",
    "trains": "702.149c",
    "becomes plotted": "702.170c",
    "becomes level 2": "716.2a",
    "becomes level 3": "716.2a",
    "becomes monstrous": "701.37b",
    "becomes prepared": "722.3a",
    "becomes renowned": "702.112b",
    "becomes crewed": "702.122e",
    "crews": "702.122b",
    "enlists": "702.154c",
    "exert": "701.43d",
    "phases out": "603.10b",
    "phases in": "702.26c",
    "attached": "701.3a",
}
"""What players and objects do, each with the rule that says when it is done, or how it triggers."""


def of_trigger(pattern: ab.EventPattern, event: ev.GameEvent, gone: bool) -> tuple[str, ...]:
    """CR 603.2, 603.6, 603.10: the rules by which the event met the trigger condition. `gone`: the source of the ability left with the event."""
    return tuple(dict.fromkeys([*(_met(pattern, event, gone) or ("603.2",)), *of_words(pattern)]))


def _met(pattern: ab.EventPattern, event: ev.GameEvent, gone: bool) -> tuple[str, ...]:
    match pattern:
        case ab.Provided(event=inner):
            return _met(inner, event, gone)
        case ab.Attacks() | ab.PlayerAttacks() | ab.Blocks() | ab.BecomesBlocked() | ab.AttacksUnblocked():
            return _met_in_combat(pattern)
        case ab.Moves():
            return tuple(_moved(pattern, gone))
        case ab.PlayerDoes(verb="lose control of" | "gain control from another"):
            return ("603.10d",)
        case ab.PlayerDoes(verb="counter"):
            return ("603.10e",)
        case ab.PlayerDoes(verb="roll one or more dice") if (
            isinstance(event, ev.Performed) and event.verb == "roll the planar die"
        ):
            return ("706.7", "901.9d")
        case ab.ObjectDoes(verb="becomes unattached"):
            return ("603.10c", "701.3d")
        case ab.IsDealtDamage(excess=True):
            return ("120.10",)
        case ab.Casts():
            return ("601.2i",)
        case ab.CastOrCopied():
            return ("601.2i",) if isinstance(event, ev.SpellCast) else ("707.10",)
        case ab.ManaSpent():
            return ("700.14",)
        case ab.DayNightTurns():
            return ("731.1", "731.1a")
        case ab.Activates():
            return ("602.2b",)
        case ab.StepBegins(step=step):
            more = {
                "end of combat": ("511.2",),
                "first main phase": ("505.1b",),
                "second main phase": ("505.1b",),
            }
            return ("603.2b", "500.6", *more.get(step, ()))
        case ab.BecomesTarget() | ab.BecomesTapped():
            return ("603.2e",)
        case ab.LifeChanges(how="gain"):
            return ("119.9",)
        case ab.DealsDamage(source=source) if source is not None:
            return ("603.2", "120.9")
        case ab.CountersPut(how="put", number=number):
            return ("122.7",) if number is not None else ("122.6",)
        case ab.PlayerDoes(verb=verb) | ab.ObjectDoes(verb=verb) if verb in DEEDS:
            return (DEEDS[verb],)
    return ()


def _met_in_combat(pattern: ab.EventPattern) -> tuple[str, ...]:
    """CR 508.3, 509.3: attacking, blocking, being blocked or not."""
    match pattern:
        case ab.Attacks(what=what, alone=alone):
            rules = ("508.3a", "506.5") if alone else ("508.3a",)
            return rules if isinstance(what, ab.This | ab.Host) else (*rules, "508.2a")
        case ab.PlayerAttacks(whom=whom, using=using):
            if isinstance(whom, ab.You) or whom == ab.ThePlayer("enchanted"):
                return ("508.3b",)
            if whom is not None:
                return ("508.3e",)
            return ("508.3c",) if using is not None else ("508.3d",)
        case ab.Blocks(whom=whom):
            return ("509.3a",) if whom is None else (_by_how_many(whom, "509.3b"), *_described(whom))
        case ab.BecomesBlocked(by=by):
            return ("509.3c",) if by is None else (_by_how_many(by, "509.3d"), *_described(by))
        case ab.AttacksUnblocked():
            return ("509.3g",)
    return ()


def _by_how_many(other: ab.Recipient, one: str) -> str:
    """CR 509.3b, 509.3d-e: once for each of the others, or once for so many of them."""
    return "509.3e" if getattr(other, "amount", None) is not None else one


def _described(what: ab.Objects) -> tuple[str, ...]:
    """CR 509.3f: whether it has to have certain characteristics at that moment."""
    return ("509.3f",) if any(isinstance(n, ab.Which) for n in ab.walk(what)) else ()


def _moved(pattern: ab.Moves, gone: bool) -> Iterator[str]:
    """CR 603.6: zone-change triggers; those that look back (603.10a)."""
    if pattern.to == "battlefield":
        yield "603.6a"
        return
    if pattern.origin != "battlefield":
        yield "603.6"
        if pattern.origin == "graveyard":
            yield "603.10a"
        return
    yield "603.6c"
    if gone:
        yield "603.10a"
    if pattern.verb in ("dies", "dying"):
        yield "700.4"
