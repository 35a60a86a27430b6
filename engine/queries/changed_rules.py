"""Which changed rules apply to whom: what objects and players can't, may or must do, what they have or cost (CR 101.2, 613.10, 613.11).

The changes in force are found by engine.rules.effects.rules_in_force, after the layers; here they are asked about.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.lines import opened
from engine.abilities.remembered import by_identity
from engine.errors import Unsupported
from engine.game import ChangedRule, Context, Game, doors, saved_contexts
from engine.model import SYMBOL_OF, ObjectId, PlayerId, PooledMana, Thing
from engine.queries import asking, object_abilities, static_abilities


class Applied(msgspec.Struct, frozen=True):
    """A change of rules that applies to the thing asked about. `ctx`: the frame for the words in the change; `source`: whose effect;
    `floating`: the id of the lasting effect it is part of, 0 for a static ability."""

    change: Any
    ctx: Any
    source: ObjectId
    timestamp: int
    floating: int = 0


def at_most(kind: str) -> str:
    """CR 122.4: the word of `Ruled` for a permanent that can't have more than a number of counters of the kind."""
    return f"at most so many {kind} counters"


# ---- what applies -------------------------------------------------------------------------------------------------------


def _context(game: Game, rule: ChangedRule) -> Context:
    if rule.floating and rule.floating in game.floating:
        return saved_contexts.context_of(game, game.floating[rule.floating])
    return Context(game, game.controller(rule.source), rule.source)


def _applied(game: Game, rule: ChangedRule, ctx: Context | None = None) -> Applied:
    return Applied(rule.change, ctx or _context(game, rule), rule.source, rule.timestamp[0], rule.floating)


def _context_for(game: Game, rule: ChangedRule, thing: Thing) -> Context:
    """The frame for the words of the change as it is asked of one player or object: "they" are the one of its players, or objects, that is asked about."""
    ctx = _context(game, rule)
    if isinstance(rule.what, ab.Players | ab.Each) and rule.what.at:
        ctx.focus = {**ctx.focus, rule.what.at: (thing,)}
    return ctx


def _applies(ctx: Context, rule: ChangedRule, thing: Thing) -> bool:
    if rule.affected is not None:
        if thing not in rule.affected:
            return False
    elif isinstance(rule.what, ab.This):
        if thing != rule.source:
            return False
    elif isinstance(rule.what, ab.Host | ab.Fixed | ab.Together):
        if thing not in static_abilities.subjects(ctx, rule.what):
            return False
    elif rule.what is None or not asking.matches(ctx, rule.what, thing):
        return False
    if isinstance(rule.condition, ab.NotIgnored) and ignored(ctx.game, rule.source, thing):
        return False
    return rule.condition is None or asking.holds(ctx, rule.condition)


def ignored(game: Game, source: ObjectId, thing: Thing) -> bool:
    """CR 116.2d: whether the player, or the controller of the object, has paid this turn to ignore the effect of the source."""
    player = thing if isinstance(thing, str) else game.controller(thing)
    return bool(game.uses.get((IGNORED, game.turn.number, source, player)))


IGNORED = "ignore an effect"


def changes_on(game: Game, thing: Thing, kind: type[ab.Change]) -> list[Applied]:
    """CR 613.10, 613.11: every change of this kind that applies to the object or player now, in timestamp order."""
    found = []
    for rule in doors.rules_in_force(game).get(kind, ()):
        if not rule.spells and _applies(ctx := _context_for(game, rule, thing), rule, thing):
            found.append(_applied(game, rule, ctx))
    return found


def spell_changes(game: Game, spell: ObjectId, player: PlayerId, kind: type[ab.Change]) -> list[Applied]:
    """CR 601.2f, 601.3: every change of this kind that abilities about spells and cards make for this one, cast by the player.

    What an ability of the spell says of itself is found by `changes_on`."""
    # CR 601.3: a description of spells is asked of the card that would become one.
    fits = asking.fits if game.object(spell).zone == "stack" else asking.described
    found = []
    for rule in doors.rules_in_force(game).get(kind, ()):
        if not rule.spells:
            continue
        ctx = _context(game, rule)
        if rule.whose is not None and not asking.matches(ctx, rule.whose, player):
            continue
        if rule.which is None or not fits(ctx, rule.which, spell):
            continue
        if rule.condition is None or asking.holds(ctx, rule.condition):
            found.append(_applied(game, rule))
    return found


def cant_be_countered(game: Game, spell: ObjectId) -> bool:
    """CR 101.2: whether an effect says so of it, or of the spells that its player casts; a copy was cast by nobody (707.10)."""
    if cant(game, spell, "be countered"):
        return True
    cast = game.object(spell).cast
    by = "" if cast is None else cast.by
    return bool(by) and any(
        applied.change.what == "be countered" and not _of_the_next(game, applied.floating)
        for applied in spell_changes(game, spell, by, ab.Cant)
    )


def _of_the_next(game: Game, floating: int) -> bool:
    """CR 611.2f: whether the effect waits for the next spell that fits, and is about none before."""
    return floating in game.floating and game.floating[floating].uses == 1


def given_to_spells(game: Game) -> list[tuple[ChangedRule, tuple[ab.Ability, ...]]]:
    """CR 400.7b: what static abilities give to spells, and to nothing else."""
    gains = doors.rules_in_force(game).get(ab.Gains, ())
    given = (r for r in gains if not r.floating and isinstance(r.what, ab.Each) and _of_spells(r.what))
    return [(r, r.change.abilities) for r in given if isinstance(r.change, ab.Gains)]


def given_as_spell(game: Game, spell: ObjectId) -> list[tuple[ObjectId, ab.Gains]]:
    """CR 400.7b, 611.3d: what this spell is given so that functions on the battlefield, each with its source."""
    found = []
    for rule, abilities in given_to_spells(game):
        lasting = tuple(a for a in abilities if not _for_casting(a))
        if lasting and _applies(_context(game, rule), rule, spell):
            found.append((rule.source, ab.Gains(lasting)))
    return found


def _for_casting(ability: ab.Ability) -> bool:
    return isinstance(ability, ab.Keyword) and ability.name in AS_CAST


AS_CAST = static_abilities.FOR_CASTING | {
    "buyback", "cleave", "emerge", "entwine", "escalate", "freerunning", "gravestorm", "overload", "prowl", "ripple", "spectacle", "splice", "surge",
    "undaunted", "web-slinging",
}  # fmt: skip
"""Keywords that mean nothing on the battlefield."""


@by_identity
def _of_spells(what: ab.Each) -> bool:
    return any(isinstance(n, ab.Noun) and n.form == "spell" for n in ab.walk(what.which))


# ---- keywords -----------------------------------------------------------------------------------------------------------


def keywords(game: Game, thing: Thing, name: str) -> list[ab.Keyword]:
    """CR 702: each instance of the keyword ability that the object or player has."""
    if isinstance(thing, int):
        return object_abilities.keywords_of(game, thing, name)
    return [
        k
        for applied in changes_on(game, thing, ab.Gains)
        for k in opened(applied.change.abilities)
        if isinstance(k, ab.Keyword) and k.name == name
    ]


def has_keyword(game: Game, thing: Thing, name: str) -> bool:
    """CR 702: whether the object or player has the keyword ability in any form."""
    if isinstance(thing, int):
        return object_abilities.has(game, thing, name)
    return bool(keywords(game, thing, name))


# ---- what can't, may and must be done -----------------------------------------------------------------------------------


def _speaks_of(ctx: Context, noun: ab.Recipient | ab.Selection | None, thing: Thing | None) -> bool:
    """Whether the `by` or `whom` of a change covers what is asked about; said of nothing it covers all, and asked of nothing only that."""
    if noun is None:
        return True
    if thing is None:
        return False
    return (
        asking.fits(ctx, noun, thing) if isinstance(noun, ab.Selection) else asking.matches(ctx, noun, thing)
    )


def cant(game: Game, thing: Thing, what: str, by: Thing | None = None, whom: Thing | None = None) -> bool:
    """CR 101.2: whether an effect says that the object or player can't do, or have done to it, what `what` says (by, or to, that other one)."""
    if against(game, thing, what, by, whom) is not None:
        return True
    if not isinstance(thing, str) or what not in TEAMS:
        return False
    forbidden = any(against(game, each, what, by, whom) is not None for each in game.teammates(thing)) and (
        game.seating.one_poison if what == POISON else game.seating.one_life
    )
    if forbidden:
        game.cite(TEAMS[what])
    return forbidden


POISON = "have poison counters"
TEAMS = {
    "win the game": "810.8a",
    "lose the game": "810.8a",
    "lose the game at no life": "810.8a",
    "gain life": "810.9g",
    "lose life": "810.9h",
    POISON: "810.10c",
}
"""CR 810.8a, 810.9g-h: what nobody can of a team that plays as one, if one of them can't."""


def against(
    game: Game, thing: Thing, what: str, by: Thing | None = None, whom: Thing | None = None
) -> Applied | None:
    """CR 101.2: the effect that forbids it, if any does."""
    for applied in changes_on(game, thing, ab.Cant):
        change = applied.change
        if (
            change.what != what
            or not _speaks_of(applied.ctx, change.by, by)
            or not _speaks_of(applied.ctx, change.whom, whom)
        ):
            continue
        if change.unless is None or not asking.holds(applied.ctx, change.unless):
            return applied
    return None


UNTAPPED_TOO: dict[str, ab.Players] = {
    "untap during each other player's untap step": ab.EachPlayer("other player"),
    "untap during each opponent's untap step": ab.EachPlayer("opponent"),
    "untap during each player's untap step": ab.EachPlayer(),
}
"""CR 502.3: the words of `Ruled` for permanents that untap in the untap steps of other players, too, and of which."""


MADE_TO_SACRIFICE, MADE_TO_DISCARD = "be made to sacrifice", "be made to discard"


def made_to(game: Game, cause: ObjectId, player: PlayerId, what: str, id: ObjectId | None = None) -> bool:
    """CR 101.2: whether an effect says that the spell or ability on the stack can't cause the player to do so (to that permanent)."""
    return bool(cause) and cant(game, player, what, by=cause, whom=id)


def life_to_pay(game: Game, player: PlayerId) -> int:
    """CR 119.4, 119.8: how much life the player can pay; none if they can't lose life."""
    return 0 if cant(game, player, "lose life") else max(0, game.players[player].life)


DEALT_AS_THOUGH = "is dealt damage as though its source had"
"""The changed rule for what is dealt damage with the results that a keyword of its source would give it (CR 609.4, 702.80a, 702.90b): with the keyword."""
MORE_DEVOTION = "more devotion"
"""CR 700.5a: the word of `Ruled` for a player whose devotion to every color and combination of colors is greater by a number."""
FLIPS_END_WELL = "the first coins flipped each turn come up heads and are won"
"""CR 705.3: the word of `Ruled` for a player whose flips end so."""
KEPT_COLORS = ("white", "blue", "black", "red", "green")
KEEPS = "keeps unspent mana"
"""CR 106.4: the word of `Ruled` for players whose mana doesn't empty; followed by a color, for mana of that color."""


TURNED = {"colorless": "C"}
BECOMES = "unspent mana becomes"
"""CR 614.1a: the word of `Ruled` for players whose mana becomes mana of another kind rather than being lost; followed by that kind."""


def kept_mana(game: Game, player: PlayerId, over: tuple[str, ...]) -> tuple[PooledMana, ...]:
    """CR 106.4, 500.5: the mana in the pool that is not lost as the step or phase going on ends; `over`: until when other mana was kept."""
    said = {applied.change.rule for applied in changes_on(game, player, ab.Ruled)}
    turned = _turned(said)
    colors = {symbol for color, symbol in SYMBOL_OF.items() if f"{KEEPS}: {color}" in said}
    left: list[PooledMana] = []
    for mana in game.players[player].pool:
        lasting = bool(mana.lasts and mana.lasts not in over)
        if lasting or KEEPS in said or (mana.symbol in colors and not mana.anything):
            left.append(mana)
        elif turned:
            left.append(replace(mana, symbol=turned[0]))
    return tuple(left)


def left_of_mana(game: Game, player: PlayerId) -> tuple[PooledMana, ...]:
    """CR 106.4: what is left of the mana in the pool as an effect has the player lose it: none, or as much mana of another kind."""
    turned = _turned({applied.change.rule for applied in changes_on(game, player, ab.Ruled)})
    return tuple(replace(mana, symbol=turned[0]) for mana in game.players[player].pool) if turned else ()


def _turned(said: set[str]) -> list[str]:
    """The kind that unspent mana becomes instead of being lost, if these words of changed rules say so."""
    turned = [symbol for kind, symbol in TURNED.items() if f"{BECOMES}: {kind}" in said]
    if len(turned) > 1:
        raise Unsupported("unspent mana that several effects make mana of another kind")
    return turned


def cant_have(game: Game, thing: Thing, kind: str) -> bool:
    """CR 101.2, 614.17: whether counters of the kind, or any, can't be put on it."""
    if cant(game, thing, "have counters") or cant(game, thing, f"have {kind} counters"):
        return True
    shared = isinstance(thing, str) and kind == "poison" and game.seating.one_poison
    return shared and any(cant(game, each, "have counters") for each in game.seating.as_one(str(thing)))


def may(game: Game, thing: Thing, what: str) -> bool:
    """Whether an effect allows the object or player what `what` names."""
    return any(applied.change.what == what for applied in changes_on(game, thing, ab.May))


def dealt_as_though(game: Game, thing: Thing, keyword: str) -> bool:
    """CR 609.4: whether the thing is dealt damage as though its source had the keyword."""
    word = f"{DEALT_AS_THOUGH} {keyword}"
    return any(applied.change.rule == word for applied in changes_on(game, thing, ab.Ruled))


def must_skip(game: Game, player: PlayerId, what: str) -> bool:
    """CR 500.11: whether an effect in force makes the player skip the named step, phase or turn."""
    return any(applied.change.what == f"skip {what}" for applied in changes_on(game, player, ab.Must))


def must(game: Game, thing: Thing, what: str) -> bool:
    """Whether an effect has the object or player do what `what` names."""
    return any(applied.change.what == what for applied in changes_on(game, thing, ab.Must))


def hand_size(game: Game, player: PlayerId) -> int | None:
    """CR 402.2, 613.11: the player's maximum hand size, None for none; effects in timestamp order."""
    size: int | None = game.players[player].hand_size
    for applied in changes_on(game, player, ab.HandSize):
        change = applied.change
        if change.how == "none":
            size = None
            continue
        number = asking.value(applied.ctx, change.number)
        if change.how == "set":
            size = number
        elif size is not None:
            size = size + number if change.how == "more" else size - number
    return size if size is None else max(size, 0)
