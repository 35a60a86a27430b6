"""What nouns mean: which objects and players fit a description, and which an instruction speaks of (CR 109, 115, 608.2c-d, 201.5).

A description is tested (`fits`, `matching`); a noun in an event pattern or a static ability's subject is tested too (`matches`); a noun in an
instruction is evaluated (`things`, `players`), which may ask a player to choose and notes what was spoken of.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game.context import Context
from engine.game.decisions import Decision, Kind
from engine.game.last_known import game_of, is_permanent, is_spell, known, names, seen, type_words
from engine.model.cards import plain
from engine.model.characteristics import PERMANENT_TYPES
from engine.model.objects import GameObject, Mention, ObjectId, PlayerId, Thing
from engine.queries import conditions, numbers, object_abilities, piles, references, targets
from engine.queries.relations import HAPPENED, RELATIONS, happened
from engine.queries.states import STATES
from engine.queries.stats import PLAYER_STATS, STATS, stat

__all__ = [
    "HAPPENED", "PLAYER_STATS", "RELATIONS", "STATES", "STATS", "amount", "described", "fits", "is_player", "matches",
    "matching", "meant", "players", "things", "words_of",
]  # fmt: skip

OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}

# ---- descriptions ---------------------------------------------------------------------------------------------


def fits(ctx: Context, selection: ab.Selection, thing: Thing) -> bool:
    """CR 109.2: whether the thing is what the description speaks of, where the description means it to be: a permanent on the battlefield, unless
    it says card, spell, source, or names a zone."""
    return _fits(ctx, selection, thing, placed=True)


def described(ctx: Context, selection: ab.Selection, thing: Thing) -> bool:
    """Whether the description is true of the thing wherever it is: for sources with a quality (702.16a), for "if it's a creature", for a card
    that would be cast ("creature spells")."""
    return _fits(ctx, selection, thing, placed=False)


def _fits(ctx: Context, selection: ab.Selection, thing: Thing, placed: bool) -> bool:
    true = DESCRIPTIONS.get(type(selection))
    if true is None:
        raise Unsupported(f"the description {type(selection).__name__}")
    return true(ctx, selection, thing, placed)


def _is_which(ctx: Context, which: ab.Which, thing: Thing, placed: bool) -> bool:
    """A noun with its qualities: all hold, the greatest and least among what the others hold of."""
    qualities = which.before + which.after
    zones = [q for q in qualities if isinstance(q, ab.InZone)]
    zoned = bool(zones)
    # whose zone it is in is asked first: of an unknown card elsewhere nothing else need be known
    if not all(_has(ctx, quality, thing, which.noun) for quality in zones):
        return False
    if not _fits(ctx, which.noun, thing, placed and not zoned):
        return False
    plain_ones = [q for q in qualities if not isinstance(q, ab.Extreme | ab.InZone)]
    if not all(_has(ctx, quality, thing, which.noun) for quality in plain_ones):
        return False
    extremes = [q for q in qualities if isinstance(q, ab.Extreme)]
    pool = ab.Which((*zones, *plain_ones), which.noun)
    return all(_is_extreme(ctx, quality, thing, pool) for quality in extremes)


def _is_any_target(ctx: Context, selection: ab.AnyTarget, thing: Thing, placed: bool) -> bool:
    """CR 115.4: a creature, player, planeswalker or battle."""
    if isinstance(thing, str):
        return ctx.game.exists(thing)
    return is_permanent(ctx.game.object(thing)) and bool(
        seen(ctx.game, thing).types & {"creature", "planeswalker", "battle"}
    )


def _is_player_kind(ctx: Context, kind: ab.PlayerKind, thing: Thing, placed: bool) -> bool:
    """CR 102: a player, or an opponent of "you"."""
    if not isinstance(thing, str) or not ctx.game.exists(thing):
        return False
    return kind.who == "player" or thing != ctx.controller


DESCRIPTIONS: dict[type[ab.Selection], Callable[[Context, Any, Thing, bool], bool]] = {
    ab.Noun: lambda ctx, noun, thing, placed: _is_noun(ctx, noun, thing, placed),
    ab.Which: _is_which,
    ab.EitherOf: lambda ctx, either, thing, placed: any(_fits(ctx, o, thing, placed) for o in either.options),
    ab.AnyTarget: _is_any_target,
    ab.PlayerKind: _is_player_kind,
    ab.ThisOne: lambda ctx, this, thing, placed: thing in (ctx.source, ctx.now(ctx.source)),
}
"""What each description asks of a thing; last: whether it has to be where the description means it to be (CR 109.2)."""


def _is_noun(ctx: Context, noun: ab.Noun, thing: Thing, placed: bool) -> bool:
    if noun.form == "player":
        return isinstance(thing, str) and ctx.game.exists(thing)
    if isinstance(thing, str):
        return False
    obj = ctx.game.object(thing)
    if placed and not _is_form(obj, noun.form):
        return False
    if noun.form in ("token", "card") and obj.kind != noun.form:
        return False
    if noun.form == "permanent" and not noun.kinds and not is_permanent(obj):
        return False
    return not noun.kinds or any(all(_is_word(ctx, thing, word) for word in run) for run in noun.kinds)


def _is_form(obj: GameObject, form: str) -> bool:
    """CR 109.2, 109.2a-c: whether the object is where, and the sort of thing, that the word speaks of."""
    if form not in FORMS:
        raise Unsupported(f"the noun {form!r}")
    return FORMS[form](obj)


FORMS: dict[str, Callable[[GameObject], bool]] = {
    "": is_permanent,
    "permanent": is_permanent,
    "card": lambda obj: obj.kind == "card",
    "spell": is_spell,
    "token": lambda obj: is_permanent(obj) and obj.kind == "token",
    "source": lambda obj: obj.kind != "ability",
    "ability": lambda obj: obj.zone == "stack" and obj.kind == "ability",
    "player": lambda obj: False,
}
"""CR 109.2: which objects each form of a noun can speak of, and where they are."""


def _is_word(ctx: Context, id: ObjectId, word: str) -> bool:
    """CR 205: has the type, supertype or subtype; "permanent" of a card or spell is 110.4a-b; "~" is the source itself."""
    if word == "~":
        return id in (ctx.source, ctx.now(ctx.source))
    values = seen(ctx.game, id)
    if word in values.types or word in values.subtypes or word in values.supertypes:
        return True
    if word == "permanent":
        obj = ctx.game.object(id)
        return is_permanent(obj) or bool(values.types & PERMANENT_TYPES)
    return word.lower() in type_words(values)


def _has(ctx: Context, quality: ab.Quality, thing: Thing, noun: ab.Selection) -> bool:
    """Whether the quality is true of the thing, described by the noun."""
    match quality:
        case ab.Not(quality=inner):
            return not _has(ctx, inner, thing, noun)
        case ab.AnyOf(qualities=several):
            return any(_has(ctx, one, thing, noun) for one in several)
        case ab.Other():
            return thing not in _spoken_of(ctx, noun)
        case ab.Extreme():
            return _is_extreme(ctx, quality, thing, noun)
    if isinstance(thing, str):
        return _player_has(ctx, quality, thing)
    true = QUALITIES.get(type(quality))
    if true is None:
        raise Unsupported(f"the quality {type(quality).__name__}")
    return true(ctx, quality, thing)


JOINING = (ab.Not, ab.AnyOf, ab.Other, ab.Extreme)
"""Qualities that `_has` works out by the others and by the noun they stand with."""


def _in_state(ctx: Context, quality: ab.Is, id: ObjectId) -> bool:
    """A state named by one word."""
    if quality.state not in STATES:
        raise Unsupported(f"the state {quality.state!r}")
    return STATES[quality.state](ctx, id)


def _controlled(ctx: Context, quality: ab.ControlledBy, id: ObjectId) -> bool:
    """CR 108.4: under the control of such a player; only what is on the battlefield or the stack, and emblems, have a controller."""
    obj = ctx.game.object(id)
    held = obj.zone in ("battlefield", "stack") or obj.kind == "emblem"
    if not held or (quality.owned and obj.owner != ctx.game.controller(id)):
        return False
    return is_player(ctx, quality.who, ctx.game.controller(id))


def _zoned(ctx: Context, quality: ab.InZone, id: ObjectId) -> bool:
    """CR 400.1: in the zone, of those players."""
    obj = ctx.game.object(id)
    if quality.zone not in ZONES:
        raise Unsupported(f"the zone {quality.zone!r}")
    theirs = quality.who is None or is_player(ctx, quality.who, obj.owner)
    cast_from = obj.cast.origin if quality.word == "from" and is_spell(obj) and obj.cast is not None else ""
    return (cast_from or obj.zone) == quality.zone and not obj.phased_out and theirs


ZONES = frozenset({"library", "hand", "battlefield", "graveyard", "stack", "exile", "command"})
"""CR 400.1."""


def _with_keyword(ctx: Context, quality: ab.With, id: ObjectId) -> bool:
    """CR 702: has the keyword ability, in any form."""
    seen(ctx.game, id)
    names = ABILITIES_OF.get(quality.keyword, (quality.keyword,))
    return any(object_abilities.has(ctx.game, id, name) for name in names)


ABILITIES_OF: dict[str, tuple[str, ...]] = {
    "cycling ability": ("cycling", "typecycling"),
    "kicker ability": ("kicker", "multikicker"),
    "morph ability": ("morph", "megamorph"),
    "disguise ability": ("disguise",),
}
"""Abilities that several keywords are forms of (CR 702.29f, 702.33c, 702.37b)."""


def _compares(ctx: Context, quality: ab.Compared, id: ObjectId) -> bool:
    """A number of the object against another; what has no such number fits nothing."""
    value = stat(ctx, quality.stat, id)
    return value is not None and OPERATORS[quality.op](value, numbers.value(ctx, quality.to))


def _with_counter(ctx: Context, quality: ab.WithCounter, id: ObjectId) -> bool:
    """CR 122.1: has a counter of the kind, or of any."""
    obj = ctx.game.object(id)
    return obj.counter(quality.kind) > 0 if quality.kind else any(n > 0 for _, n in obj.counters)


def _related(ctx: Context, quality: ab.Having, id: ObjectId) -> bool:
    """Stands in the relation to what the noun speaks of."""
    if quality.relation not in RELATIONS:
        raise Unsupported(f"the relation {quality.relation!r}")
    return RELATIONS[quality.relation](ctx, id, quality.objects)


QUALITIES: dict[type[ab.Quality], Callable[[Context, Any, ObjectId], bool]] = {
    ab.Is: _in_state,
    ab.OfColor: lambda ctx, quality, id: quality.color in seen(ctx.game, id).colors,
    ab.OfType: lambda ctx, quality, id: _is_word(ctx, id, quality.word),
    ab.Besides: lambda ctx, quality, id: not described(ctx, quality.which, id),
    ab.ControlledBy: _controlled,
    ab.OwnedBy: lambda ctx, quality, id: is_player(ctx, quality.who, ctx.game.object(id).owner),
    ab.InZone: _zoned,
    ab.With: _with_keyword,
    ab.Compared: _compares,
    ab.WithCounter: _with_counter,
    ab.Named: lambda ctx, quality, id: plain(quality.name) in names(ctx.game, id),
    ab.OfTheChosen: lambda ctx, quality, id: _is_of_chosen(ctx, quality, id),
    ab.Having: _related,
    ab.Happened: lambda ctx, quality, id: happened(ctx, quality.what, quality.when, id),
}
"""What each quality asks of an object; with `JOINING`, all that the engine knows."""


def _player_has(ctx: Context, quality: ab.Quality, player: PlayerId) -> bool:
    match quality:
        case (
            ab.ControlledBy() | ab.OwnedBy() | ab.Is() | ab.OfColor() | ab.OfType() | ab.With() | ab.InZone()
        ):
            return False  # what is said of objects is true of no player ("target creature you control or player")
        case ab.Compared(stat=word, op=op, to=to):
            if word not in PLAYER_STATS:
                raise Unsupported(f"the stat {word!r} of a player")
            return OPERATORS[op](PLAYER_STATS[word](ctx, player), numbers.value(ctx, to))
        case _:
            raise Unsupported(f"the quality {type(quality).__name__} of a player")


def _is_extreme(ctx: Context, quality: ab.Extreme, thing: Thing, pool: ab.Selection) -> bool:
    """Whether the thing's stat is the greatest or least among the pool (several may tie)."""
    if isinstance(thing, str):
        raise Unsupported("the greatest or least among players")
    mine = stat(ctx, quality.stat, thing)
    among = matching(ctx, quality.among if quality.among is not None else pool)
    if quality.among is not None and thing not in among and ctx.now(thing) == thing:
        return False  # it is one of them, not only as great
    values = [n for n in (stat(ctx, quality.stat, t) for t in among if isinstance(t, int)) if n is not None]
    if mine is None or not values:
        return False
    return mine >= max(values) if quality.most == "greatest" else mine <= min(values)


def _is_of_chosen(ctx: Context, quality: ab.OfTheChosen, id: ObjectId) -> bool:
    """CR 607.2d: has the color, type or name that was chosen for the source (or by an instruction of the same text)."""
    what = quality.what
    value = quality.value if quality.value != "" else chosen_value(ctx, what)
    if what not in OF_THE_CHOSEN:
        raise Unsupported(f"the chosen {what}")
    if value is None:
        return False
    return OF_THE_CHOSEN[what](ctx, value, id)


def _named_so(ctx: Context, value: Any, id: ObjectId) -> bool:
    return plain(value) in names(ctx.game, id)


OF_THE_CHOSEN: dict[str, Callable[[Context, Any, ObjectId], bool]] = {
    "color": lambda ctx, value, id: bool(value in seen(ctx.game, id).colors),
    "name": _named_so,
    "card name": _named_so,
    "number": lambda ctx, value, id: bool(stat(ctx, "mana value", id) == value),
} | dict.fromkeys(
    ("type", "card type", "creature type", "land type", "basic land type", "kind"),
    lambda ctx, value, id: _is_word(ctx, id, value),
)
"""What being of the chosen color, type, name or number means (CR 607.2d)."""

TYPES_CHOSEN = ("creature type", "card type", "land type", "basic land type", "kind")
CHOSEN_AS = {
    "type": ("type", *TYPES_CHOSEN),
    "name": ("name", "card name"),
    "card name": ("card name", "name"),
}
CHOSEN_AS |= {what: (what, "type") for what in TYPES_CHOSEN}
"""What "the chosen type" can be the choice of."""


def chosen_value(ctx: Context, what: str) -> Any:
    """CR 607.2d: the value chosen by an earlier instruction (`ctx.chosen`, by what was chosen), else for the source; None if none was."""
    chosen = ctx.chosen
    made = ctx.game.object(ctx.source) if ctx.source else None
    for word in CHOSEN_AS.get(what, (what,)):
        if word in chosen:
            return chosen[word]
        if made is not None and made.chosen_value(word) is not None:
            return made.chosen_value(word)
    return None


def _spoken_of(ctx: Context, noun: ab.Selection) -> set[Thing]:
    """What "another" and "other" leave out: the things of this sort that were spoken of last in the same text, else the source itself."""
    same = [t for t in ctx.others if _sort(ctx, noun, t)]
    if same:
        return set(same)
    for mention in reversed(ctx.mentions):
        if mention.things and all(_sort(ctx, noun, t) for t in mention.things):
            return {*mention.things, *(ctx.now(t) for t in mention.things if isinstance(t, int))}
    return {ctx.source, ctx.now(ctx.source)}


def _sort(ctx: Context, noun: ab.Selection, thing: Thing) -> bool:
    """Whether the thing is, or last was, of the sort that the noun names, where the noun means it to be."""
    if isinstance(thing, int) and ctx.game.object(thing).unknown:
        return False
    return fits(ctx, noun, thing)


# ---- what there is that fits --------------------------------------------------------------------------------------


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
        return [thing for thing in among if described(ctx, selection, thing)]
    return [thing for thing in candidates(ctx, selection) if fits(ctx, selection, thing)]


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
    best = max(values.values()) if quality.most == "greatest" else min(values.values())
    return [thing for thing, value in values.items() if value == best]


def in_exile(quality: ab.Node) -> bool:
    """CR 607.2a: what was exiled with something is looked for in exile, though no zone is said."""
    return isinstance(quality, ab.Having) and quality.relation == "exiled with"


def candidates(ctx: Context, selection: ab.Selection) -> list[Thing]:
    """CR 109.2: the things in the places that the description speaks of."""
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
                    return sorted(game.objects)
                case _:
                    raise Unsupported(f"a {form} in no named zone")
        case ab.Which(before=before, noun=noun, after=after):
            zones = [q for q in before + after if isinstance(q, ab.InZone)]
            if not zones and any(in_exile(q) for q in before + after):
                return list(game.in_zone("exile"))
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
        case ab.EitherOf(options=options):
            return list(dict.fromkeys(thing for option in options for thing in candidates(ctx, option)))
        case ab.AnyTarget():
            return [*game.battlefield(), *game.apnap()]
        case ab.PlayerKind():
            return list(game.apnap())
        case _:
            raise Unsupported(f"the description {type(selection).__name__}")


# ---- nouns that are tested ------------------------------------------------------------------------------------------


def matches(ctx: Context, noun: ab.Recipient, thing: Thing) -> bool:
    """Whether the thing is (one of those) the noun speaks of: for event patterns, static subjects, relations. Nobody chooses anything."""
    match noun:
        case ab.Chosen(which=which) | ab.Each(which=which) | ab.Target(which=which):
            return fits(ctx, which, thing)
        case ab.Together(parts=parts):
            return any(matches(ctx, part, thing) for part in parts)
        case ab.Objects():
            return thing in meant(ctx, noun)
        case ab.Players():
            return isinstance(thing, str) and is_player(ctx, noun, thing)
        case _:
            raise Unsupported(f"the noun {type(noun).__name__} in a pattern")


def meant(ctx: Context, noun: ab.Recipient) -> list[Thing]:
    """All things that the noun can speak of, without choosing among them or noting that they were spoken of."""
    if isinstance(noun, ab.Players):
        return [p for p in ctx.game.apnap() if is_player(ctx, noun, p)]
    speaks_of = MEANT.get(type(noun))
    if speaks_of is None:
        raise Unsupported(f"the noun {type(noun).__name__} where nothing can be chosen")
    return speaks_of(ctx, noun)


def _that(ctx: Context, noun: ab.That) -> list[Thing]:
    """What was spoken of, as it was and as it is now."""
    spoken = references.things(ctx, noun)
    return list(dict.fromkeys(t for s in spoken for t in ((s, ctx.now(s)) if isinstance(s, int) else (s,))))


def _top(ctx: Context, noun: ab.TopOfLibrary) -> list[Thing]:
    """CR 401: the top cards of the libraries."""
    count = max(0, numbers.value(ctx, noun.number))
    theirs = [p for p in ctx.game.apnap() if is_player(ctx, noun.whose, p)]
    return [id for p in theirs for id in ctx.game.zone("library", p)[:count]]


MEANT: dict[type[ab.Recipient], Callable[[Context, Any], list[Thing]]] = {
    ab.This: lambda ctx, noun: list(dict.fromkeys((ctx.source, ctx.now(ctx.source)))),
    ab.Chosen: lambda ctx, noun: matching(ctx, noun.which),
    ab.Each: lambda ctx, noun: matching(ctx, noun.which),
    ab.That: _that,
    ab.Host: lambda ctx, noun: host(ctx, noun),
    ab.Slot: lambda ctx, noun: targets.still_legal(ctx, noun),
    ab.Fixed: lambda ctx, noun: list(noun.things),
    ab.TopOfLibrary: _top,
    ab.Together: lambda ctx, noun: list(dict.fromkeys(t for part in noun.parts for t in meant(ctx, part))),
    ab.OneOf: lambda ctx, noun: [
        t for t in meant(ctx, noun.of) if noun.which is None or described(ctx, noun.which, t)
    ],
    ab.Rest: lambda ctx, noun: list(references.rest(ctx)),
    ab.Pile: lambda ctx, noun: piles.chosen(ctx),
    ab.EachOf: lambda ctx, noun: meant(ctx, noun.of),
    ab.Haunted: lambda ctx, noun: list(dict(ctx.game.object(ctx.source).linked).get("haunted", ())),
    ab.SameTokens: lambda ctx, noun: _nothing_replaced(),
    ab.SameSubject: lambda ctx, noun: _that(ctx, ab.That(many=noun.many)),
}
"""What each noun for objects can speak of (players: `PLAYERS`)."""


def _nothing_replaced() -> list[Thing]:
    """An instruction done instead of another is completed by it as the other is reached (engine.actions.flow)."""
    raise Unsupported("what an instruction that takes the place of none is done to")


def host(ctx: Context, noun: ab.Host) -> list[Thing]:
    """CR 303.4e, 301.5a: what the source is attached to, or last was; it counts only as long as it is what the noun says."""
    to = ctx.game.object(ctx.source).attached_to
    if to is None:
        return []
    if noun.noun == "player" or isinstance(to, str):
        return [to] if isinstance(to, str) and noun.noun == "player" else []
    fitting = noun.noun == "permanent" or noun.noun.lower() in type_words(seen(ctx.game, to))
    return [to] if fitting else []


def is_player(ctx: Context, who: ab.Recipient, player: PlayerId) -> bool:
    """CR 102, 109.5: whether the player is (one of those) the noun speaks of."""
    true = PLAYERS.get(type(who))
    if true is None:
        raise Unsupported(f"the noun {type(who).__name__} for players")
    return true(ctx, who, player)


def _of_kind(ctx: Context, who: Any, player: PlayerId) -> bool:
    """CR 102.2: any player, or any but "you"."""
    return ctx.game.exists(player) and (who.which == "player" or player != ctx.controller)


def _controls_it(ctx: Context, who: ab.ControllerOf, player: PlayerId) -> bool:
    return any(player == controller_or_owner(ctx, t) for t in _of(ctx, who.of) if isinstance(t, int))


def _owns_it(ctx: Context, who: ab.OwnerOf, player: PlayerId) -> bool:
    return any(player == ctx.game.object(t).owner for t in _of(ctx, who.of) if isinstance(t, int))


def _is_either(ctx: Context, who: ab.PlayerOrController, player: PlayerId) -> bool:
    """CR 608.2h: the player spoken of as what could have been an object, or the controller, or last controller, of the object. A target's description may
    speak so of a target chosen before it (601.2c)."""
    spoken = [(m.words, m.things) for m in ctx.mentions]
    chosen = [(words_of(slot.noun), slot.chosen) for slot in ctx.targets]
    for words, meant in (*reversed(spoken), *reversed(chosen)):
        if who.noun in words and words & {"player", "opponent"}:
            return any(
                player == (controller_or_owner(ctx, thing) if isinstance(thing, int) else thing)
                for thing in meant
            )
    raise Unsupported(f"which player or {who.noun} is spoken of")


def _is_one_who(ctx: Context, who: ab.PlayersWho, player: PlayerId) -> bool:
    return is_player(ctx, who.who, player) and _true_of(ctx, who.condition, player)


def _attacks_now(ctx: Context, who: ab.AttackingPlayer, player: PlayerId) -> bool:
    """CR 506.2."""
    return ctx.game.combat is not None and player == ctx.game.turn.active


def _promised(ctx: Context) -> PlayerId | None:
    """CR 702.174a: the opponent chosen as the spell was cast, remembered by what it became."""
    cast = ctx.cast if ctx.cast is not None and ctx.cast.promised else ctx.game.object(ctx.source).cast
    return cast.promised if cast is not None else None


PLAYERS: dict[type[ab.Recipient], Callable[[Context, Any, PlayerId], bool]] = {
    ab.You: lambda ctx, who, player: player == ctx.controller,
    ab.EachPlayer: _of_kind,
    ab.AnyPlayer: _of_kind,
    ab.TargetPlayer: _of_kind,
    ab.ThatPlayer: lambda ctx, who, player: player in references.player(ctx, who),
    ab.ControllerOf: _controls_it,
    ab.OwnerOf: _owns_it,
    ab.DefendingPlayer: lambda ctx, who, player: player in defending(ctx),
    ab.AttackingPlayer: _attacks_now,
    ab.ActivePlayer: lambda ctx, who, player: player == ctx.game.turn.active,
    ab.PromisedPlayer: lambda ctx, who, player: _promised(ctx) == player,
    ab.HostPlayer: lambda ctx, who, player: ctx.game.object(ctx.source).attached_to == player,
    ab.ChosenPlayer: lambda ctx, who, player: bool(player == chosen_value(ctx, "player")),
    ab.PlayersWho: _is_one_who,
    ab.OtherThan: lambda ctx, who, player: (
        is_player(ctx, who.who, player) and not is_player(ctx, who.than, player)
    ),
    ab.PlayerOrController: _is_either,
    ab.SeveralPlayers: lambda ctx, who, player: any(is_player(ctx, part, player) for part in who.parts),
    ab.Slot: lambda ctx, who, player: player in meant(ctx, who),
    ab.Fixed: lambda ctx, who, player: player in meant(ctx, who),
}
"""Which players each noun speaks of."""


def _of(ctx: Context, of: ab.Objects) -> list[Thing]:
    """The objects whose controller or owner is asked for: as they were spoken of, so that it is their last one (CR 608.2h)."""
    match of:
        case ab.This():
            return [ctx.source]
        case ab.That():
            return list(references.things(ctx, of))
        case _:
            return meant(ctx, of)


def controller_or_owner(ctx: Context, id: ObjectId) -> PlayerId:
    """CR 108.4a: the controller, or last controller; the owner of a card that has none."""
    obj = ctx.game.object(id)
    return (
        ctx.game.controller(id) if obj.zone in ("battlefield", "stack") or obj.kind == "emblem" else obj.owner
    )


def _true_of(ctx: Context, condition: ab.Condition, player: PlayerId) -> bool:
    """Whether the condition holds with the player as the one spoken of."""
    ctx.mentions.append(Mention((player,), frozenset({"player"})))
    try:
        return conditions.holds(ctx, condition)
    finally:
        ctx.mentions.pop()


def defending(ctx: Context) -> list[PlayerId]:
    """CR 508.5, 508.5a: the defending player of the attacking creature that the text is about; with no such creature, of every one."""
    combat = ctx.game.combat
    about = [ctx.source, *(t for m in reversed(ctx.mentions) for t in m.things if isinstance(t, int))]
    if ctx.source:
        to = ctx.game.object(ctx.source).attached_to
        about += [to] if isinstance(to, int) else []
    for id in about:
        known = game_of(ctx.game, id).combat if id in ctx.game.objects or id in ctx.game.past else None
        for fight in (combat, known):
            found = dict(fight.defenders).get(id) if fight is not None else None
            if found is not None:
                return [found]
    return sorted({p for _, p in combat.defenders}, key=ctx.game.order.index) if combat is not None else []


# ---- nouns that are evaluated ---------------------------------------------------------------------------------------


def things(
    ctx: Context,
    noun: ab.Recipient,
    chooser: PlayerId | None = None,
    among: Sequence[Thing] | None = None,
    help: bool | None = None,
    question: str = "",
) -> list[Thing]:
    """The things that the noun of an instruction speaks of, as they were spoken of (ids are not followed through moves: see Context.now).

    `Chosen` and `OneOf` ask `chooser` (default: "you") to pick (CR 608.2d); `among`: out of what, where the instruction says so rather than the noun;
    `help`: whether it is good for what is picked. What was spoken of is noted for later words."""
    asked = chooser or ctx.controller
    match noun:
        case ab.Slot():
            found = targets.still_legal(ctx, noun)
            target = ctx.targets[noun.index].noun
            many = getattr(target, "amount", None) is not None and not _is_one(ctx, target.amount)
            ctx.mention(found, words_of(target), many=many)
            return found
        case ab.Chosen(which=which, amount=amount_, by=by):
            if noun.random:
                question = (question or "choose " + " ".join(sorted(words_of(noun)))) + " (chance)"
            if by is not None:
                choosing = players(ctx, by)
                if len(choosing) != 1:
                    raise Unsupported("a choice by several players together")
                asked = choosing[0]
            options = can_be_picked(ctx, asked, which, amount_, among)
            picked = pick(
                ctx, asked, options, amount_, help, question or "choose " + " ".join(sorted(words_of(noun)))
            )
            ctx.mention(picked, words_of(noun), many=amount_ is not None and not _is_one(ctx, amount_))
            return picked
        case ab.Each(which=which):
            found = matching(ctx, which, among)
            _speak_of_target_players(ctx, which)
            ctx.mention(found, words_of(noun), many=True)
            return found
        case ab.That():
            spoken = references.antecedent(ctx, noun)
            words = spoken.words | words_of(noun)
            ctx.mention(spoken.things, words, many=spoken.many)
            return list(spoken.things)
        case ab.OneOf(amount=amount_, of=of, which=which):
            group = things(ctx, of, chooser)
            options = [t for t in group if which is None or described(ctx, which, t)]
            picked = pick(ctx, asked, options, amount_, help, question or "choose among those")
            ctx.mention(picked, words_of(noun), references.PICKED, many=not _is_one(ctx, amount_))
            return picked
        case ab.EachOf(of=of):
            return things(ctx, of, chooser, among, help, question)
        case ab.This():
            ctx.mention([ctx.source], [references.SELF])
            return [ctx.source]
        case ab.Together(parts=parts):
            found = list(
                dict.fromkeys(t for part in parts for t in things(ctx, part, chooser, among, help, question))
            )
            ctx.mention(found, words_of(noun), many=True)
            return found
        case ab.Host():
            found = host(ctx, noun)
            ctx.mention(found, words_of(noun))
            return found
        case ab.TopOfLibrary(number=number):
            found = meant(ctx, noun)
            ctx.mention(found, ["card"], many=number != ab.Literally(1))
            return found
        case ab.Pile(by=by):
            choosing = players(ctx, by) if by is not None else [asked]
            if len(choosing) != 1:
                raise Unsupported("a choice by several players together")
            found = piles.contents(ctx, noun, choosing[0])
            ctx.mention(found, ["card"], references.PICKED, many=True)
            return found
        case ab.Rest() | ab.Fixed():
            found = meant(ctx, noun)
            ctx.mention(found, words_of(noun), many=len(found) != 1)
            return found
        case ab.Players():
            return list(players(ctx, noun, chooser, help))
        case ab.Target():
            raise Unsupported(
                "a target that was not chosen as the spell was cast or the ability put on the stack"
            )
        case _:
            raise Unsupported(f"the noun {type(noun).__name__} in an instruction")


def _speak_of_target_players(ctx: Context, which: ab.Selection) -> None:
    """ "Target player's hand", "creatures target player controls": the player is spoken of, too."""
    for slot in ab.walk(which):
        named = targets.still_legal(ctx, slot) if isinstance(slot, ab.Slot) else ()
        if any(isinstance(t, str) for t in named):
            ctx.mention(named, ("player", "opponent"))


def can_be_picked(
    ctx: Context, asked: PlayerId, which: ab.Selection, wanted: Any, among: Sequence[Thing] | None = None
) -> list[Thing]:
    """What can be picked (see `known` for unknown cards)."""
    if isinstance(which, ab.Which) and any(isinstance(q, ab.Extreme) for q in which.before + which.after):
        return matching(ctx, which, among)
    least = max(1, amount(ctx, wanted)[0])
    if among is not None:
        return known(ctx.game, asked, among, lambda t: described(ctx, which, t), least)
    return known(ctx.game, asked, candidates(ctx, which), lambda t: fits(ctx, which, t), least)


def players(
    ctx: Context, noun: ab.Recipient, chooser: PlayerId | None = None, help: bool | None = None
) -> list[PlayerId]:
    """The players that the noun of an instruction speaks of, in APNAP order (CR 101.4)."""
    asked = chooser or ctx.controller
    match noun:
        case ab.You():
            return [ctx.controller]
        case ab.AnyPlayer():
            options: list[Thing] = [p for p in ctx.game.apnap() if is_player(ctx, noun, p)]
            found = pick(ctx, asked, options, None, help, "choose a player")
            ctx.mention(found, words_of(noun))
        case ab.DefendingPlayer():
            found = pick(ctx, asked, list(defending(ctx)), None, False, "choose a defending player")
            ctx.mention(found, ["player"])
        case ab.Slot() | ab.Fixed():
            found = things(ctx, noun, chooser)
        case ab.ThatPlayer():
            found = list(references.player(ctx, noun))
            ctx.mention(found, words_of(noun), many=len(found) > 1)
        case ab.ControllerOf(of=of) | ab.OwnerOf(of=of):
            of_these = [t for t in things(ctx, of, chooser, help=help) if isinstance(t, int)]
            control = isinstance(noun, ab.ControllerOf)
            held = {controller_or_owner(ctx, t) if control else ctx.game.object(t).owner for t in of_these}
            found = [p for p in ctx.game.apnap() if p in held]
            ctx.mention(found, ["player"], many=len(found) > 1)
        case ab.TargetPlayer():
            raise Unsupported(
                "a target that was not chosen as the spell was cast or the ability put on the stack"
            )
        case ab.SeveralPlayers(parts=parts):
            named = {p for part in parts for p in players(ctx, part, chooser, help)}
            found = [p for p in ctx.game.apnap() if p in named]
            ctx.mention(found, ["player"], many=True)
        case ab.Players():
            found = [p for p in ctx.game.apnap() if is_player(ctx, noun, p)]
            ctx.mention(found, words_of(noun), many=isinstance(noun, (ab.EachPlayer, ab.PlayersWho)))
        case _:
            raise Unsupported(f"the noun {type(noun).__name__} for players")
    return [p for p in found if isinstance(p, str)]


def pick(
    ctx: Context,
    chooser: PlayerId,
    options: Sequence[Thing],
    amount_: ab.Selection | None,
    help: bool | None,
    question: str,
) -> list[Thing]:
    """CR 608.2d, 609.3: the player chooses so many of the options, as many as there are if there are too few (101.3)."""
    low, high = amount(ctx, amount_)
    most = len(options) if high < 0 else min(high, len(options))
    least = min(low, most)
    if low > most:
        ctx.game.cite("609.3")
    if most == 0:
        return []
    kind: Kind = "player" if all(isinstance(o, str) for o in options) else "objects"
    asked = Decision(chooser, kind, question, tuple(options), least, most, help)
    return list(ctx.game.decide(asked))


def amount(ctx: Context, selection: ab.Selection | None) -> tuple[int, int]:
    """How many can be picked: the least and the most, -1 for no bound. None: one."""
    if selection is None:
        return 1, 1
    bounds = AMOUNTS.get(type(selection))
    if bounds is None:
        raise Unsupported(f"the amount {type(selection).__name__}")
    return bounds(ctx, selection)


def _exactly(ctx: Context, selection: ab.Exactly) -> tuple[int, int]:
    n = max(0, numbers.value(ctx, selection.number))
    return n, n


AMOUNTS: dict[type[ab.Selection], Callable[[Context, Any], tuple[int, int]]] = {
    ab.Exactly: _exactly,
    ab.UpTo: lambda ctx, selection: (0, max(0, numbers.value(ctx, selection.number))),
    ab.Between: lambda ctx, selection: (selection.low, selection.high),
    ab.AnyNumber: lambda ctx, selection: (0, -1),
    ab.Everything: lambda ctx, selection: (10**9, -1),
    ab.OneOrMore: lambda ctx, selection: (1, -1),
}
"""How many of a noun can be picked: the least and the most."""


def _is_one(ctx: Context, selection: ab.Selection | None) -> bool:
    """Whether the amount is grammatically singular ("up to one target creature ... it")."""
    match selection:
        case None:
            return True
        case ab.Exactly(number=ab.Literally(value=1)) | ab.UpTo(number=ab.Literally(value=1)):
            return True
        case _:
            return False


def words_of(noun: ab.Recipient | ab.Selection) -> frozenset[str]:
    """The nouns that a text calls things by, in lower case: what later words can take up."""
    match noun:
        case ab.Noun(kinds=kinds, form=form):
            words = {word.lower() for run in kinds for word in run}
            return frozenset(words | ({form} if form else set()) or {"permanent"})
        case ab.Which(before=before, noun=inner, after=after):
            typed = {q.word.lower() for q in before + after if isinstance(q, ab.OfType)}
            token = {"token"} if ab.Is("token") in before + after else set()
            return words_of(inner) | typed | token
        case ab.EitherOf(options=options):
            return frozenset().union(*map(words_of, options))
        case ab.AnyTarget():
            return frozenset({"target", "permanent", "creature", "planeswalker", "battle", "player"})
        case ab.PlayerKind(who=who):
            return frozenset({"player", who})
        case ab.Each(which=ab.Which(after=(ab.InZone(zone=zone),)), word="zone"):
            return frozenset({"card", zone})
        case ab.Target(which=which) | ab.Chosen(which=which) | ab.Each(which=which):
            return words_of(which)
        case ab.EachOf(of=of):
            return words_of(of)
        case ab.TargetPlayer(which=which_player):
            return frozenset({"player", which_player})
        case ab.That(noun=said):
            return frozenset(said.lower().replace(" or ", " ").split())
        case ab.This():
            return frozenset({references.SELF})
        case ab.Host(noun=said):
            return frozenset({said.lower()})
        case ab.Together(parts=parts):
            return frozenset().union(*map(words_of, parts))
        case ab.OneOf(of=of, which=of_which):
            return words_of(of) | (words_of(of_which) if of_which is not None else frozenset())
        case ab.EachPlayer(which=player_kind) | ab.AnyPlayer(which=player_kind):
            return frozenset({"player", "opponent"} if player_kind == "opponent" else {"player"})
        case ab.TopOfLibrary():
            return frozenset({"card"})
        case ab.Players():
            return frozenset({"player"})
        case _:
            return frozenset({"object"})
