"""Words that refer back: "it", "that creature", "the exiled cards", "that player", "that much" (CR 608.2c, 608.2h, 607).

What each word refers to was settled when its card was read (engine.binding): it has the addresses of the nouns, instructions and events that it means. Here what those
have come to is looked up: nothing, one or several things, or a number. What was not carried out, was replaced, or made nothing, has come to nothing: what is done to it is
impossible and ignored (CR 101.3, 609.3), and as a number it is 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine import abilities as ab
from engine.binding import CONTROLLER, HOST, LINKED, OWNER, SOURCE, STEP, TARGETED, alternatives
from engine.game import Context, link_of, type_words
from engine.model import PERMANENT_TYPES, SAID_OF_STICKERS, Mention, ObjectId, PlayerId, Thing
from engine.queries import asking

PLAYER_WORDS = frozenset({"player", "opponent", "you"})
ANYTHING = frozenset(
    {"card", "object", "source", "permanent", "spell", "token", "copy", "ability", "recipient"}
)


def things(ctx: Context, noun: ab.That | ab.SameSubject) -> tuple[Thing, ...]:
    """The objects that the noun refers back to, as they were spoken of (ids are not followed through moves: see Context.now)."""
    found = [*spoken_of(ctx, noun.to), *_linked(ctx, noun)]
    if noun.many and SOURCE in noun.to and ctx.source not in found:  # it and others, spoken of one by one
        found.insert(0, ctx.source)
    if isinstance(noun, ab.That) and noun.noun in BOTH:
        return tuple(found)
    if isinstance(noun, ab.That) and noun.many and not noun.noun and all(isinstance(t, str) for t in found):
        return tuple(found)
    found = [t for t in found if isinstance(t, int)]
    if isinstance(noun, ab.That) and noun.done.startswith("put into "):
        found = [t for t in found if isinstance(t, int) and in_graveyard(ctx, ctx.now(t), noun.done)]
    if isinstance(noun, ab.That) and not noun.done and noun.noun in PERMANENT_TYPES:
        _cite_changed(ctx, noun.noun, found)
    if isinstance(noun, ab.That) and noun.done and noun.way and noun.noun:
        found = [t for t in found if isinstance(t, int) and _is_any(ctx, t, noun.noun)]
    if isinstance(noun, ab.That) and noun.by is not None:
        by = noun.by
        found = [t for t in found if isinstance(t, int) and asking.is_player(ctx, by, _doer(ctx, t))]
    return tuple(_once(ctx, found))


def _doer(ctx: Context, id: ObjectId) -> PlayerId:
    """CR 608.2c: who did what was last done to it; of what nobody is told, its owner."""
    ids = {id, ctx.now(id)}
    for entry in reversed(ctx.game.log):
        player = getattr(entry.event, "by", None) or getattr(entry.event, "player", None)
        if player and not ids.isdisjoint((getattr(entry.event, "object", 0), getattr(entry.event, "was", 0))):
            return str(player)
    return ctx.game.object(id).owner


def _cite_changed(ctx: Context, noun: str, found: Iterable[Thing]) -> None:
    """CR 608.2k: what the words speak of is that object still, though it isn't of the type any more by which it was called."""
    chosen = {t for slot in ctx.targets for t in slot.chosen}
    there = [t for t in found if isinstance(t, int) and t not in chosen and t in ctx.game.objects]
    if any(ctx.game.objects[t].zone == "battlefield" and not _is(ctx, t, noun) for t in there):
        ctx.game.cite("608.2k")


def in_graveyard(ctx: Context, id: ObjectId, done: str) -> bool:
    """Whether the object went to a graveyard, and to "your" one where that is said."""
    obj = ctx.game.object(id)
    return obj.zone == "graveyard" and ("your" not in done or obj.owner == ctx.controller)


BOTH = ("permanent or player", "player or permanent", "recipient", "player", "opponent")
"""Nouns that mean players, too."""


def _once(ctx: Context, found: Iterable[Thing]) -> Iterator[Thing]:
    """Each thing once, though it was spoken of before and after it moved (CR 400.7)."""
    seen: set[Thing] = set()
    for thing in found:
        now = ctx.now(thing) if isinstance(thing, int) else thing
        if now not in seen:
            seen.add(now)
            yield thing


def spoken_of(ctx: Context, to: tuple[int, ...]) -> list[Thing]:
    """All that was spoken of under the addresses; under one that several things in turn go by, the one in turn."""
    found: list[Thing] = []
    said = False
    for at in to:
        if at > 0:
            here = _at(ctx, at)
            said = said or here is not None
            found += here or ()
    if not found and to and min(to) > 0:
        ctx.game.cite("608.2c")
    if said:
        return list(dict.fromkeys(found))
    if SOURCE in to:
        found.append(ctx.source)
    if HOST in to and ctx.source:
        host = ctx.game.object(ctx.source).attached_to
        found += [host] if host is not None else []
    return list(dict.fromkeys(found))


def _at(ctx: Context, at: int) -> list[Thing] | None:
    """What was spoken of under one address; None if nothing has been said there."""
    mentions = [m for m in ctx.mentions if m.at == at]
    if at in ctx.focus:
        return [*ctx.focus[at], *_with_the_player(ctx.focus[at], mentions)]
    if mentions:
        if any(m.done == "cast" for m in mentions):
            ctx.game.cite(*_played(ctx, mentions))
        return [t for m in mentions for t in m.things]
    slots = [n for n, slot in enumerate(ctx.targets) if getattr(slot.noun, "at", 0) == at]
    if slots:
        chosen = ctx.settled_targets or tuple(slot.chosen for slot in ctx.targets)
        return [t for n in slots for t in chosen[n]]
    role, noun = at % STEP, at - at % STEP
    if role in (CONTROLLER, OWNER):
        return _holders(ctx, noun, role)
    return None


def _played(ctx: Context, mentions: list[Mention]) -> Iterator[str]:
    """CR 400.7h-i: what the text let be cast or played is found as the spell or the land that it became."""
    for thing in (t for m in mentions for t in m.things if isinstance(t, int)):
        yield "400.7i" if "land" in ctx.game.object(thing).base.types else "400.7h"


def _with_the_player(focus: tuple[Thing, ...], mentions: list[Mention]) -> list[Thing]:
    """The objects of an event whose only player is the one in turn: "whenever a player casts a spell, *that player* copies *it*"."""
    spoken = [t for m in mentions for t in m.things]
    players = {t for t in spoken if isinstance(t, str)}
    event = all(len(m.things) == 1 for m in mentions)
    return [t for t in spoken if isinstance(t, int)] if event and players == set(focus) else []


def _holders(ctx: Context, at: int, role: int) -> list[Thing] | None:
    """CR 108.3-4, 608.2h: the controllers or owners of the objects spoken of, as they were."""
    objects = _at(ctx, at)
    if objects is None:
        return None
    held: list[Thing] = []
    for id in objects:
        if isinstance(id, int):
            held.append(ctx.game.controller(id) if role == CONTROLLER else ctx.game.object(id).owner)
    return list(dict.fromkeys(held))


def _linked(ctx: Context, noun: ab.That | ab.SameSubject) -> list[ObjectId]:
    """CR 607.2: what the linked ability of the object did that to."""
    done = [participle for participle, at in LINKED.items() if at in noun.to]
    if not done or not ctx.source:
        return []
    source = ctx.game.object(ctx.source)
    if "exiled" in done:
        ctx.game.cite("607.2a")
    found = [id for participle in done for id in source.linked_objects(participle, link_of(ctx)) or ()]
    if ctx.object:
        return found
    return [id for id in found if id in ctx.game.objects]  # 604.7: no last known information


def agrees(noun: str, mention: Mention) -> bool:
    """Whether the thing was called by that noun; "permanent" and "object" take up any noun of their kind."""
    words = {word.lower() for word in mention.words}
    for wanted in alternatives(noun):
        if all(word in words for word in wanted):
            return True
        if wanted == ["permanent"] and words & PERMANENT_TYPES and not words & {"card", "spell"}:
            return True
    return False


def resembles(ctx: Context, noun: str, mention: Mention) -> bool:
    """Whether the things themselves are what the noun says, though they were called otherwise ("exile target creature ... that card")."""
    ids = [thing for thing in mention.things if isinstance(thing, int)]
    return bool(ids) and any(
        all(_is(ctx, id, w) for id in ids for w in wanted) for wanted in alternatives(noun)
    )


def _is_any(ctx: Context, id: ObjectId, noun: str) -> bool:
    return any(all(_is(ctx, id, word) for word in wanted) for wanted in alternatives(noun))


def _is(ctx: Context, id: ObjectId, word: str) -> bool:
    obj = ctx.game.object(id)
    if word in ANYTHING:
        return True
    return not obj.unknown and word in type_words(ctx.game.characteristics(id))


def player(ctx: Context, noun: ab.ThatPlayer) -> tuple[PlayerId, ...]:
    """The player (or players) that the noun refers back to."""
    found = tuple(t for t in spoken_of(ctx, noun.to) if isinstance(t, str)) + _targeted(ctx, noun)
    return tuple(
        p for p in found if "opponent" not in noun.word or p not in ctx.game.seating.team(ctx.controller)
    )


def _targeted(ctx: Context, noun: ab.ThatPlayer) -> tuple[PlayerId, ...]:
    """CR 607.1: the players who were targets of the linked ability, each time that it resolved."""
    if TARGETED not in noun.to or not ctx.source:
        return ()
    ctx.game.cite("607.1")
    return ctx.game.object(ctx.source).chosen_value(TARGETS, link_of(ctx)) or ()


TARGETS = "targets"
"""Under what an object remembers the players who were targets of its linked ability."""


def amount(ctx: Context, noun: ab.ThatMuch) -> int:
    """How much, or how many, it came to; 0 where it came to nothing (CR 609.3)."""
    said = [m for m in ctx.mentions if m.at in noun.to]
    for mention in reversed(said):
        if mention.amount is not None:
            return mention.amount
    things = {t for m in said for t in m.things}
    objects = {t for t in things if isinstance(t, int)}
    return len(objects or things)  # an event's player is spoken of besides what it happens to


def how_many(ctx: Context, noun: ab.HowMany) -> int:
    """CR 608.2c: to how many things the instructions of this text did that; their amounts where they have one and name no things."""
    fitting = [m for m in ctx.mentions if m.at in noun.to and m.done == noun.done]
    if noun.done == "dealt excess damage":
        ctx.game.cite("120.10")
    of_sticker = noun.done == "stickered" and noun.noun in SAID_OF_STICKERS
    ctx.game.cite(*((SAID_OF_STICKERS[noun.noun],) if of_sticker else ()))
    if noun.noun.endswith("counter") or of_sticker:
        fitting = [m for m in fitting if noun.noun in m.words]
    if noun.noun in ("life", "damage") or noun.noun.endswith("counter") or of_sticker:
        return sum(m.amount for m in fitting if m.amount is not None)
    counted = {t for m in fitting for t in m.things}
    if noun.noun.split()[-1:] == ["card"]:
        counted = {t for thing in counted for t in cards(ctx, thing)}
        cite_parted(ctx, counted)
    if noun.noun:
        counted = {t for t in counted if isinstance(t, str) or _is_any(ctx, t, noun.noun)}
    if noun.origin:
        counted = {t for t in counted if isinstance(t, int) and ctx.game.object(t).zone == noun.origin}
    if noun.place:
        yours = noun.place == "hand"
        there = ctx.game.zone("hand", ctx.controller) if yours else ctx.game.in_zone(noun.place)
        counted = {t for t in counted if isinstance(t, int) and ctx.now(t) in there}
    if noun.of_one:
        owners = Counter(ctx.game.object(t).owner for t in counted if isinstance(t, int))
        return max(owners.values(), default=0)
    return len(counted) + sum(m.amount for m in fitting if m.amount is not None and not m.things)


def cards(ctx: Context, thing: Thing) -> tuple[Thing, ...]:
    """CR 111.6, 712.21: the cards that the object is where cards are spoken of: none of a token, each of those that represented a melded or merged permanent."""
    if isinstance(thing, str):
        return (thing,)
    parts = ctx.game.parted.get(thing, (thing,))
    return tuple(part for part in parts if ctx.game.object(part).kind != "token")


def cite_parted(ctx: Context, counted: Iterable[Thing]) -> None:
    """CR 712.21e, 730.3: where cards are counted, one permanent can be several of them."""
    found = set(counted)
    for whole, parts in ctx.game.parted.items():
        if len(found.intersection(parts)) > 1:
            merged = any(c.since for c in ctx.game.object(whole).components)
            ctx.game.cite("730.3" if merged else "712.21e")


PICKED = "picked"
"""The participle of a mention of things picked out of a group."""
OFFERED = "offered"
"""The participle of a mention of all that there was to choose from."""
COUNTED = "counted"
"""The participle of a mention of what a number counted one by one."""
SPARED = "spared"
"""The participle of a mention of what a player could have moved or cast and did not: it is still among "the rest" of its group."""


MOVED = frozenset(("put", "exiled", "cast", "played", "returned", "discarded"))
"""The participles of mentions of what has left its group, whatever else could have been done with it."""


def rest(ctx: Context, noun: ab.Rest) -> tuple[Thing, ...]:
    """What is left of the group, without what was picked out of it since."""
    group = spoken_of(ctx, noun.to)
    whole = set(group)
    since = max((n for n, m in enumerate(ctx.mentions) if m.at in noun.to), default=-1)
    later = ctx.mentions[since + 1 :]
    spared = {t for m in later if m.done == SPARED for t in m.things}
    spared -= {t for m in later if m.done in MOVED for t in m.things}
    picked = {
        t
        for m in later
        if m.done not in (SPARED, COUNTED)
        and (m.done in (PICKED, "chosen", "found") or set(m.things) < whole)
        for t in m.things
    }
    return tuple(thing for thing in group if thing not in picked - spared)
