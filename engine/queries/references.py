"""Words that refer back: "it", "that creature", "the exiled cards", "that player", "that much" (CR 608.2c, 608.2h, 607).

A text mentions things as it is carried out (`Context.mentions`, oldest first; what the event that triggered it spoke of comes before).
The latest mention whose noun agrees is meant.
"""

from __future__ import annotations

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, link_of, type_words
from engine.model import CARD_TYPES, PERMANENT_TYPES, Mention, ObjectId, PlayerId, Thing

SELF = "this"
"""The word that a mention of the source itself carries."""
PLAYER_WORDS = frozenset({"player", "opponent", "you"})
ANYTHING = frozenset({"card", "object", "source"})


def things(ctx: Context, noun: ab.That) -> tuple[Thing, ...]:
    """The objects that the noun refers back to, as they were spoken of (ids are not followed through moves: see Context.now)."""
    return antecedent(ctx, noun).things


def antecedent(ctx: Context, noun: ab.That) -> Mention:
    """The mention that is meant. Raises Unsupported where none agrees."""
    spoken = [m for m in ctx.mentions if is_of_objects(m)]
    if noun.noun == "permanent or player":
        spoken = [m for m in ctx.mentions if {"permanent", "player"} <= m.words]
    if noun.done:
        return _done(ctx, noun, spoken)
    if noun.noun:
        # a text seldom calls its own source "that creature": what else agrees comes first
        others = [m for m in spoken if SELF not in m.words and set(m.things) != {ctx.source}]
        found = None
        for group in (others, spoken):
            agreeing = [m for m in group if agrees(noun.noun, m)]
            found = found or _of_number(
                agreeing or [m for m in group if resembles(ctx, noun.noun, m)], noun.many
            )
    else:
        found = _of_number(spoken, noun.many)
        if found is None and not spoken and not noun.many and _stands_alone(ctx):
            return Mention((ctx.source,), frozenset({SELF}))
    if found is None:
        raise Unsupported(f"what {_words(noun)!r} refers to")
    if found.done == UNDONE:
        ctx.game.cite("608.2c")
    return found


def _stands_alone(ctx: Context) -> bool:
    """Whether "it" can only be the source: where nothing was spoken of, and the source does not speak of what it is attached to."""
    known = ctx.source in ctx.game.objects or ctx.source in ctx.game.past
    return known and ctx.game.object(ctx.source).attached_to is None


def _of_number(mentions: list[Mention], many: bool) -> Mention | None:
    """The latest mention in the plural or singular; a plural one that came to a single thing serves for a singular, and a single copy for "the copies"."""
    mentions = [m for m in mentions if m.done not in (OFFERED, SPARED)]
    for mention in reversed(mentions):
        if mention.many == many or (many and len(mention.things) > 1):
            return mention
    if many:
        return next((m for m in reversed(mentions) if m.done == "copied"), None)
    return next((m for m in reversed(mentions) if len(m.things) == 1), None)


def _done(ctx: Context, noun: ab.That, spoken: list[Mention]) -> Mention:
    """What an instruction did that to (all of them in the plural or "this way"); else what a linked ability did it to (CR 607.2)."""
    fitting = [m for m in spoken if m.done == noun.done]
    if noun.way and noun.noun and noun.done == DEALT:
        return _among_dealt(ctx, noun, fitting)
    if noun.noun:
        fitting = [m for m in fitting if agrees(noun.noun, m)] or [
            m for m in fitting if resembles(ctx, noun.noun, m)
        ]
    if fitting and (noun.many or noun.way):
        together = tuple(dict.fromkeys(thing for m in fitting for thing in m.things))
        return Mention(together, fitting[-1].words, noun.done, noun.many, fitting[-1].amount)
    if fitting:
        return fitting[-1]
    if not noun.way and ctx.source:
        linked = ctx.game.object(ctx.source).linked_objects(noun.done, link_of(ctx))
        if linked is not None:
            return Mention(tuple(linked), frozenset({noun.noun or "card"}), noun.done, noun.many)
        if noun.done == "exiled" and _exiles(ctx):
            return Mention((), frozenset({noun.noun or "card"}), noun.done, noun.many)
    if noun.way or noun.many:
        return Mention((), frozenset({noun.noun or "card"}), noun.done, noun.many)
    raise Unsupported(f"what {_words(noun)!r} refers to")


DEALT = "dealt damage"
"""The participle of a mention of what was dealt damage."""


def _among_dealt(ctx: Context, noun: ab.That, fitting: list[Mention]) -> Mention:
    """CR 608.2c: the things dealt damage by instructions of this text that are what the noun says."""
    found = dict.fromkeys(
        t
        for m in fitting
        for t in m.things
        if isinstance(t, int)
        and any(all(_is(ctx, t, w) for w in wanted) for wanted in alternatives(noun.noun))
    )
    return Mention(tuple(found), frozenset({noun.noun}), noun.done, noun.many or len(found) != 1)


def _exiles(ctx: Context) -> bool:
    """CR 607.2a: whether another ability of the source exiles cards, so that "the exiled card" is what that one exiled, nothing as yet."""
    return any(
        isinstance(node, ab.Exile)
        for ability in ctx.game.characteristics(ctx.source).abilities
        for node in ab.walk(ability)
    )


def _words(noun: ab.That) -> str:
    return " ".join(
        w
        for w in ("those" if noun.many else "that", noun.done, noun.noun or "(it)", "this way" * noun.way)
        if w
    )


def is_of_objects(mention: Mention) -> bool:
    """Whether objects were (or could have been) spoken of, and no players."""
    if mention.things:
        return any(isinstance(thing, int) for thing in mention.things)
    return bool(mention.words) and not mention.words <= PLAYER_WORDS


def alternatives(noun: str) -> list[list[str]]:
    """The words of "creature or planeswalker card": one list for each alternative."""
    return [
        [word.lower() for word in part.split()]
        for part in noun.replace(",", " or ").split(" or ")
        if part.split()
    ]


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
    if not ids:
        return bool(mention.words & (ANYTHING | set(CARD_TYPES) | {"permanent", "spell", "token"})) and any(
            wanted[-1] in ANYTHING for wanted in alternatives(noun)
        )
    return any(all(_is(ctx, id, word) for id in ids for word in wanted) for wanted in alternatives(noun))


def _is(ctx: Context, id: ObjectId, word: str) -> bool:
    obj = ctx.game.object(id)
    match word:
        case "card" | "object" | "source":
            return True
        case "permanent":
            return obj.zone == "battlefield"
        case "spell":
            return obj.zone == "stack" and obj.kind != "ability"
        case "ability":
            return obj.kind == "ability"
        case "token":
            return obj.kind == "token"
        case _:
            return not obj.unknown and word in type_words(ctx.game.characteristics(id))


def player(ctx: Context, noun: ab.ThatPlayer) -> tuple[PlayerId, ...]:
    """The player (or players) spoken of last. Raises Unsupported where none was."""
    for mention in reversed(ctx.mentions):
        found = tuple(thing for thing in mention.things if isinstance(thing, str))
        if not found:
            if (
                not mention.things
                and mention.words
                and mention.words <= PLAYER_WORDS
                and "you" not in mention.words
            ):
                return ()
            continue
        if "opponent" in noun.word and ctx.controller in found:
            continue
        return found
    raise Unsupported(f"which player {noun.word!r} refers to")


def amount(ctx: Context, noun: ab.ThatMuch) -> int:
    """The number spoken of last, or how many things the last instruction was done to. Raises Unsupported where there was none."""
    for mention in reversed(ctx.mentions):
        if mention.amount is not None:
            return mention.amount
        if (
            noun.word == "many"
            and mention.done not in ("", OFFERED)
            and (mention.many or len(mention.things) > 1)
        ):
            return len(mention.things)
    raise Unsupported(f"what 'that {noun.word}' refers to")


def how_many(ctx: Context, noun: ab.HowMany) -> int:
    """CR 608.2c: to how many things the instructions of this text did that; their amounts where they have one and name no things."""
    fitting = [m for m in ctx.mentions if m.done == noun.done]
    if noun.noun.endswith("counter"):
        fitting = [m for m in fitting if noun.noun in m.words]
    if noun.noun in ("life", "damage") or noun.noun.endswith("counter"):
        return sum(m.amount for m in fitting if m.amount is not None)
    if noun.noun:
        fitting = [m for m in fitting if agrees(noun.noun, m) or resembles(ctx, noun.noun, m)]
    counted = len({thing for m in fitting for thing in m.things})
    return counted + sum(m.amount for m in fitting if m.amount is not None and not m.things)


PICKED = "picked"
"""The participle of a mention of things picked out of a group."""


OFFERED = "offered"
"""The participle of a mention of all that there was to choose from: "those" are the chosen ones, "the rest" the others."""
UNDONE = "undone"
"""The participle of a mention of what an instruction that was not carried out would have spoken of: of nothing."""

SPARED = "spared"
"""The participle of a mention of what a player could have moved or cast and did not: it is still among "the rest" of its group."""


def rest(ctx: Context) -> tuple[Thing, ...]:
    """What is left of the group spoken of last, without what was picked out of it since."""
    for at in range(len(ctx.mentions) - 1, -1, -1):
        group = ctx.mentions[at]
        if group.done == UNDONE and group.many:
            return ()
        whole = set(group.things)
        part = any(m.many and whole <= set(m.things) for m in ctx.mentions[:at])
        if not group.many or part or not is_of_objects(group):
            continue
        later = ctx.mentions[at + 1 :]
        spared = {t for m in later if m.done == SPARED for t in m.things}
        picked = {
            t
            for m in later
            if m.done != SPARED and (m.done in (PICKED, "chosen") or set(m.things) < whole)
            for t in m.things
        } - spared
        return tuple(thing for thing in group.things if thing not in picked)
    raise Unsupported("what 'the rest' refers to")
