"""What nouns mean where nothing is left to choose: all that they can mean, and what they refer to (CR 109, 608.2c, 608.2h)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine import abilities as ab
from engine.binding import is_singular, words_of
from engine.errors import Unsupported
from engine.game import Context, known, seen, type_words
from engine.model import Mention, ObjectId, PlayerId, Thing
from engine.queries import asking, piles, references, targets
from engine.queries.descriptions.amounts import amount
from engine.queries.descriptions.finding import matching
from engine.queries.descriptions.player_nouns import controller_or_owner, defending


def _that(ctx: Context, noun: ab.That | ab.SameSubject) -> list[Thing]:
    """CR 400.7: what was mentioned, as it was and as it is now."""
    spoken = references.things(ctx, noun)
    return list(dict.fromkeys(t for s in spoken for t in ((s, ctx.now(s)) if isinstance(s, int) else (s,))))


def names_zone(which: ab.Selection) -> bool:
    """Whether the description says where things are."""
    return isinstance(which, ab.Which) and any(isinstance(q, ab.InZone) for q in which.before + which.after)


BARE_ZONES = ("graveyard", "hand", "library")
"""Where cards have no counters (CR 122.2)."""


def current(ctx: Context, thing: Thing, which: ab.Selection) -> Thing:
    """An object that this text moved is asked about where it went if the description names a card or a zone, else as it was (CR 400.7, 608.2h); and
    about counters where it can have any (122.2)."""
    if isinstance(thing, str):
        return thing
    if ctx.game.object(thing).zone in BARE_ZONES and any(
        isinstance(n, ab.WithCounter) for n in ab.walk(which)
    ):
        return ctx.now(thing)
    return ctx.now(thing) if "card" in words_of(which) or names_zone(which) else thing


def which_fit(ctx: Context, group: Iterable[Thing], which: ab.Selection | None) -> list[Thing]:
    """Those of what was spoken of that the description is true of; where it says cards, each card that a permanent was by itself (CR 712.21c)."""
    if which is None:
        return list(group)
    return [t for t in _as_cards(ctx, group, which) if asking.described(ctx, which, current(ctx, t, which))]


def which_may_fit(
    ctx: Context, group: Iterable[Thing], which: ab.Selection, least: int
) -> tuple[list[Thing], bool]:
    """The same, with unknown cards left out where there are so many without them, and whether any were (see `known`)."""
    things = _as_cards(ctx, group, which)
    return known(ctx.game, things, lambda t: asking.described(ctx, which, current(ctx, t, which)), least)


def _as_cards(ctx: Context, group: Iterable[Thing], which: ab.Selection) -> Iterable[Thing]:
    return [c for t in group for c in references.cards(ctx, t)] if "card" in words_of(which) else group


def _top(ctx: Context, noun: ab.TopOfLibrary) -> list[Thing]:
    """CR 401, 404.2: the top cards of the libraries or graveyards, or the topmost of those that fit."""
    count = max(0, asking.value(ctx, noun.number))
    theirs = [p for p in ctx.game.apnap() if asking.is_player(ctx, noun.whose, p)]
    return [id for p in theirs for id in topmost(ctx, noun, p)[:count]]


def topmost(ctx: Context, noun: ab.TopOfLibrary, player: PlayerId) -> list[ObjectId]:
    """The cards of the player's zone that the noun can mean, from the top, or the other way round."""
    zone, _, end = (noun.zone or "library").partition(" ")
    if zone == "graveyard":
        ctx.game.cite("404.2")
    there = ctx.game.staying_in_library(player) if zone == "library" else ctx.game.zone(zone, player)
    if end == "bottom":
        there = there[::-1]
    return [id for id in there if noun.which is None or asking.described(ctx, noun.which, id)]


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
    kinds = {word.lower() for word in noun.noun.split()} - {"permanent", "card"}
    placed = (ctx.game.object(to).zone == "battlefield") is not noun.noun.endswith(" card")
    return [to] if placed and kinds <= set(type_words(seen(ctx.game, to))) else []


asking.MEANT.update(
    {
        ab.This: lambda ctx, noun: list(dict.fromkeys((ctx.source, ctx.now(ctx.source)))),
        ab.Chosen: lambda ctx, noun: matching(ctx, noun.which),
        ab.Each: lambda ctx, noun: matching(ctx, noun.which),
        ab.That: _that,
        ab.Host: lambda ctx, noun: host(ctx, noun),
        ab.Slot: lambda ctx, noun: targets.still_legal(ctx, noun),
        ab.Fixed: lambda ctx, noun: list(noun.things),
        ab.TopOfLibrary: _top,
        ab.Together: lambda ctx, noun: list(
            dict.fromkeys(t for part in noun.parts for t in asking.meant(ctx, part))
        ),
        ab.OneOf: lambda ctx, noun: which_fit(ctx, asking.meant(ctx, noun.of), noun.which),
        ab.Rest: lambda ctx, noun: list(references.rest(ctx, noun)),
        ab.Pile: lambda ctx, noun: piles.chosen(ctx),
        ab.EachOf: lambda ctx, noun: asking.meant(ctx, noun.of),
        ab.Haunted: lambda ctx, noun: list(ctx.game.object(ctx.source).linked_objects("haunted") or ()),
        ab.SameTokens: lambda ctx, noun: _nothing_replaced(),
        ab.SameSubject: _that,
    }
)


# ---- what a noun refers to -------------------------------------------------------------------------------------------


def referents(ctx: Context, noun: ab.Recipient) -> list[Thing]:
    """The things that the noun refers to, as they were mentioned (ids are not followed through moves: see Context.now).

    Raises Unsupported where a player would have to choose: choosing is no question (engine.rules.choosing)."""
    match noun:
        case ab.This():
            return [ctx.source]
        case ab.That() | ab.SameSubject():
            return list(references.things(ctx, noun))
        case ab.Slot():
            return targets.still_legal(ctx, noun)
        case ab.Chosen(which=which, amount=wanted):
            return _without_choice(ctx, matching(ctx, which), wanted)
        case ab.OneOf(amount=wanted, of=of, which=of_which):
            group = referents(ctx, of)
            return _without_choice(ctx, which_fit(ctx, group, of_which), wanted)
        case ab.EachOf(of=of):
            return referents(ctx, of)
        case ab.Together(parts=parts):
            return list(dict.fromkeys(t for part in parts for t in referents(ctx, part)))
        case ab.Each() | ab.Host() | ab.TopOfLibrary() | ab.Pile() | ab.Rest() | ab.Fixed():
            if isinstance(noun, ab.Fixed) and noun.rule:
                ctx.game.cite(noun.rule)
            return asking.meant(ctx, noun)
        case ab.Players():
            return list(players(ctx, noun))
        case ab.Target():
            raise Unsupported(
                "a target that was not chosen as the spell was cast or the ability put on the stack"
            )
        case _:
            raise Unsupported(f"the noun {type(noun).__name__} in an instruction")


def mention_of(ctx: Context, noun: ab.Recipient) -> Mention:
    """CR 608.2c: what the noun refers to, for later words to refer to. Raises Unsupported where a player would have to choose."""
    return replace(_mention(ctx, noun), at=noun.at)


def _mention(ctx: Context, noun: ab.Recipient) -> Mention:
    found = tuple(referents(ctx, noun))
    match noun:
        case ab.Slot(index=index):
            target = ctx.targets[index].noun
            many = getattr(target, "amount", None) is not None and not is_singular(target.amount)
            return Mention(found, words_of(target), many=many)
        case ab.TopOfLibrary(number=number):
            return Mention(found, frozenset({"card"}), many=number != ab.Literally(1))
        case ab.Rest() | ab.Fixed():
            return Mention(found, words_of(noun), many=len(found) != 1)
        case ab.ThatPlayer() | ab.ControllerOf() | ab.OwnerOf():
            return Mention(found, words_of(noun), many=len(found) > 1)
        case ab.Each() | ab.EachPlayer() | ab.PlayersWho() | ab.SeveralPlayers() | ab.Together():
            return Mention(found, words_of(noun), many=True)
        case _:
            return Mention(found, words_of(noun))


def players(ctx: Context, noun: ab.Recipient) -> list[PlayerId]:
    """The players that the noun refers to, in APNAP order (CR 101.4). Raises Unsupported where a player would have to choose."""
    found: list[Thing]
    match noun:
        case ab.You():
            return list(ctx.you())
        case ab.AnyPlayer():
            options: list[Thing] = [p for p in ctx.game.apnap() if asking.is_player(ctx, noun, p)]
            found = _without_choice(ctx, options, None)
        case ab.ThePlayer(role="defending"):
            found = _without_choice(ctx, list(defending(ctx)), None)
        case ab.Slot() | ab.Fixed():
            found = referents(ctx, noun)
        case ab.ThatPlayer():
            found = list(references.player(ctx, noun))
        case ab.ControllerOf(of=of) | ab.OwnerOf(of=of):
            found = list(holders(ctx, noun, referents(ctx, of)))
        case ab.TargetPlayer():
            raise Unsupported(
                "a target that was not chosen as the spell was cast or the ability put on the stack"
            )
        case ab.SeveralPlayers(parts=parts):
            named = {p for part in parts for p in players(ctx, part)}
            found = [p for p in ctx.game.apnap() if p in named]
        case ab.Players():
            found = [p for p in ctx.game.apnap() if asking.is_player(ctx, noun, p)]
        case _:
            raise Unsupported(f"the noun {type(noun).__name__} for players")
    return [p for p in found if isinstance(p, str)]


def holders(ctx: Context, noun: ab.ControllerOf | ab.OwnerOf, of: list[Thing]) -> list[PlayerId]:
    """CR 108.3-4: the controllers or owners of the objects, in APNAP order."""
    control = isinstance(noun, ab.ControllerOf)
    ids = (t for t in of if isinstance(t, int))
    held = {controller_or_owner(ctx, id) if control else ctx.game.object(id).owner for id in ids}
    return [p for p in ctx.game.apnap() if p in held]


def _without_choice(ctx: Context, options: list[Thing], wanted: ab.Selection | None) -> list[Thing]:
    """The options, where all of them are asked for (CR 609.3: as many as there are). Raises Unsupported where some would be chosen."""
    if options and len(options) > amount(ctx, wanted)[0]:
        raise Unsupported("a question that turns on a choice nobody is asked to make")
    return options


asking.REFERENTS[ab.Recipient] = referents
