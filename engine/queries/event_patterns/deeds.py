"""Events that a verb names: what players do, and what objects do or have done to them (CR 603.2, 701)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import abilities as ab
from engine.binding import ATTACKED
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.model import Mention, ObjectId, PlayerId, Thing
from engine.queries import designations, history
from engine.queries.asking import KINDS_BY_WORDS, MATCHERS, Events, Found
from engine.queries.event_patterns.nouns import (
    PLAYER_WORDS,
    fits,
    is_player,
    mention,
    token_fits,
    words_for,
)

LOST = "lose control of"
CONTROL_CHANGES = "control changes"
"""The verb of an ev.Performed: a player (`other`) controls the object now that another (`player`) did."""
Deed = tuple[PlayerId, tuple[Thing, ...], int | None]
Read = Callable[[Any], Deed | None]


def _player_does(ctx: Context, p: ab.PlayerDoes, e: ev.GameEvent, before: bool) -> Found:
    """CR 603.2: who does it, what it is done to, and how much of it; the how manieth time in the turn, where that is asked (of the door that is unlocked, 709.5h: which of
    the two it is)."""
    if before and isinstance(e, ev.CreateToken):
        return None  # what may be replaced is the creating of so many (614.16), not each token's coming to be
    if before and isinstance(e, ev.Performed):
        return None  # nor a roll of the planar die, which has no numerical result (901.9d)
    done = _lost(ctx, e) if p.verb == LOST else _done_by_player(p.verb, e)
    if done is None or not is_player(ctx, p.who, done[0]):
        return None
    player, things, amount = done
    by = getattr(e, "caused_by", None)
    if p.cause is not None and (by is None or not is_player(ctx, p.cause, by)):
        return None
    if p.what is not None:
        if before and isinstance(e, ev.CreateTokens):
            if not token_fits(ctx, p.what, e):
                return None
        elif not things or not all(fits(ctx, p.what, t) for t in things):
            return None
        elif isinstance(e, ev.Discard) and _asks(p.what) and history.discarded_unseen(ctx.game, e.object):
            ctx.game.cite("701.9c")
            return None
    if p.nth and (amount if p.verb == "unlock this door" else _how_manieth(ctx, e, player)) != p.nth:
        return None
    found = [Mention((player,), PLAYER_WORDS, "", False, amount)]
    if p.cause is not None and by is not None:
        found.append(Mention((by,), PLAYER_WORDS, at=p.at + ATTACKED))
    if things:
        found.append(
            Mention(
                tuple(things),
                words_for(ctx, p.what, things[0]),
                p.verb,
                len(things) > 1,
                amount,
                p.what.at if p.what is not None else 0,
            )
        )
    return found


def _done_by_player(verb: str, e: ev.GameEvent) -> Deed | None:
    """Who did that in the event, with what, and how much of it; None if the event is another."""
    known = PLAYER_VERBS.get(verb)
    if known is not None:
        types, read = known
        return read(e) if isinstance(e, tuple(types)) else None
    if not isinstance(e, ev.Performed) or e.verb != verb or e.player is None:
        return None
    return e.player, ((e.object,) if e.object else ()), e.number


def _lost(ctx: Context, e: ev.GameEvent) -> Deed | None:
    """CR 603.10d: who loses control of what: another player comes to control it, or it leaves the battlefield."""
    if isinstance(e, ev.MoveZone):
        gone = ctx.game.object(e.object).zone == "battlefield" and e.to != "battlefield"
        return (ctx.game.controller(e.object), (e.object,), None) if gone else None
    if isinstance(e, ev.Performed) and e.verb == CONTROL_CHANGES and e.player is not None:
        return e.player, (e.object,), None
    return None


def _how_manieth(ctx: Context, e: ev.GameEvent, player: PlayerId) -> int:
    """The place of the event among those of its type that the player has done this turn; the next place for one that has not happened yet."""
    same = [
        h.event
        for h in ctx.game.this_turn()
        if type(h.event) is type(e) and getattr(h.event, "player", None) == player
    ]
    # Each event by itself: two draws of one player are equal as values.
    return next((at for at, each in enumerate(same, 1) if each is e), len(same) + 1)


def _rolled(e: ev.RollDice | ev.Performed) -> Deed | None:
    """CR 706.2, 706.7: a roll, with the sum of its results; one of the planar die has none."""
    if isinstance(e, ev.RollDice):
        return e.player, (), sum(e.results)
    return (e.player, (), 0) if e.player is not None and e.verb == "roll the planar die" else None


AS_YOU_CASCADE = "cascade"
"""What is done as a player cascades: the ability that cascades asks for it, with an event that doesn't happen by itself (CR 702.85b)."""
PLAYER_VERBS: dict[str, tuple[set[type[ev.GameEvent]], Read]] = {
    AS_YOU_CASCADE: ({ev.Performed}, lambda e: (e.player, (), None) if e.verb == AS_YOU_CASCADE else None),
    "draw": ({ev.Draw}, lambda e: (e.player, (), 1)),
    "draw one or more": ({ev.DrawCards}, lambda e: (e.player, (), e.number) if e.number else None),  # an instruction to draw, as a whole (121.2a)
    "draw two or more": ({ev.DrawCards}, lambda e: (e.player, (), e.number) if e.number > 1 else None),
    "mill one or more": ({ev.Mill}, lambda e: (e.player, (), e.number) if e.number else None),
    "discard": ({ev.Discard}, lambda e: (e.player, (e.object,), 1)),
    "cycle or discard": ({ev.Discard}, lambda e: (e.player, (e.object,), 1)),  # cycling is discarding, too (702.29d)
    "sacrifice": ({ev.Sacrifice}, lambda e: (e.player, (e.object,), 1)),
    "mill": ({ev.MoveZone}, lambda e: (e.by, (e.was or e.object,), 1) if e.verb == "mill" and e.by else None),
    "put onto the battlefield": (
        {ev.MoveZone},
        lambda e: (e.controller or e.by, (e.was,), 1) if e.to == "battlefield" and e.was and (e.controller or e.by) else None,
    ),
    "shuffle": ({ev.Shuffle}, lambda e: (e.player, (), None)),
    "play": ({ev.LandPlayed, ev.SpellCast}, lambda e: (e.player, (e.object,), None)),  # casting a card is playing it, too (701.18b)
    "create": ({ev.CreateTokens, ev.CreateToken}, lambda e: (e.player, (), e.number) if isinstance(e, ev.CreateTokens) else (e.player, (e.was,), 1)),
    "complete a dungeon": ({ev.DungeonCompleted}, lambda e: (e.player, (), None)),
    "lose": ({ev.PlayerLoses}, lambda e: (e.player, (), None)),
    "copy": ({ev.SpellCopied}, lambda e: (e.player, (e.object,), None)),
    "counter": ({ev.Counter}, lambda e: (e.by, (e.object,), None) if e.by else None),
    "pay life": ({ev.LoseLife}, lambda e: (e.player, (), e.amount) if e.how == "pay" else None),
    "clash and win": ({ev.Performed}, lambda e: (e.player, (), None) if e.verb == "clash" and e.number else None),
    "roll one or more dice": ({ev.RollDice, ev.Performed}, lambda e: _rolled(e)),
    "roll a natural 20": ({ev.Performed}, lambda e: (e.player, (), e.number) if e.verb == "roll a die" and e.number == 20 else None),
    "flip a coin": ({ev.FlipCoins}, lambda e: (e.player, (), e.number)),
    LOST: ({ev.Performed, ev.MoveZone}, lambda e: None),  # see _lost: whose it was is asked of the game
    "gain control from another": ({ev.Performed}, lambda e: (e.other, (e.object,), None) if e.verb == CONTROL_CHANGES else None),
}  # fmt: skip
"""Verbs that have events of their own."""


NOTHING_NAMED = frozenset(
    {
        "draw",
        "draw one or more",
        "draw two or more",
        "mill one or more",
        "shuffle",
        "lose",
        "pay life",
        "clash and win",
        "roll one or more dice",
        "roll a natural 20",
        "flip a coin",
    }
)
"""Verbs whose events don't say what it is done with."""


CAUSED = frozenset({"discard"})
"""Verbs whose events say whose spell or ability has it done."""


REPLACED_VERBS = frozenset(
    {
        "draw",
        "draw one or more",
        "draw two or more",
        "mill one or more",
        "discard",
        "create",
        "sacrifice",
        "lose",
        "pay life",
        "roll one or more dice",
        "flip a coin",
    }
)
"""Verbs whose events can be replaced before they happen (CR 614.1)."""


DONE_BY_PLAYERS = frozenset(
    {
        "scry", "surveil", "manifest dread", "discover", "investigate", "proliferate", "clash", "collect evidence", "give a gift", "become the monarch", "forage",
        "take the initiative", "venture into the dungeon",
        "blight", "earthbend", "firebend", "airbend", "waterbend", "unlock this door", "fully unlock a Room",
        "cycle", "foretell", "search", "exert", "win a coin flip", "lose a coin flip", "commit a crime", "the Ring tempts",
        "chaos ensues", "roll the planar die", "roll a die's highest natural result", "planeswalk to", "planeswalk away from", "encounter", "set in motion", "open an Attraction", "roll to visit",
        "put a sticker", "put a name sticker",
    }
)  # fmt: skip
"""Verbs that some code performs as an ev.Performed of that name (a test compares them with the code)."""


def _object_does(ctx: Context, p: ab.ObjectDoes, e: ev.GameEvent, before: bool) -> Found:
    """CR 603.2: an object does it, or has it done to it."""
    known = OBJECT_VERBS.get(p.verb)
    if known is not None:
        types, read = known
        if not isinstance(e, tuple(types)):
            return None
        thing, other = read(e)
        if not thing:
            return None
    elif p.verb == UNATTACHED:
        thing, other = _becomes_unattached(ctx, e)
        if not thing:
            return None
    elif isinstance(e, ev.Performed):
        if e.verb != deed(p.verb) or not e.object:
            return None
        thing, other = e.object, e.other
    elif isinstance(e, ev.SetFields) and isinstance(e.thing, int):
        if e.verb != deed(p.verb):
            return None
        thing, other = e.thing, None
    else:
        return None
    if not fits(ctx, p.what, thing) or (
        p.other is not None and (other is None or not fits(ctx, p.other, other))
    ):
        return None
    others = [mention(ctx, p.other, other)] if other is not None else []
    return [*others, mention(ctx, p.what, thing)]


def deed(verb: str) -> str:
    """What an object does, as the event calls it: the face that an object turns into is the one that has the ability (CR 701.27)."""
    return "transforms" if verb == "transforms into this" else verb


def _becomes_unattached(ctx: Context, e: ev.GameEvent) -> tuple[ObjectId, Thing | None]:
    """CR 701.3d: what was attached is moved away, leaves the battlefield, or the object that it was attached to leaves. The game is that of the moment before (603.10c)."""
    if isinstance(e, ev.Attach):
        before = ctx.game.objects[e.object].attached_to if e.object in ctx.game.objects else None
        still = isinstance(before, str) or before in ctx.game.objects
        return (e.object, before) if before is not None and before != e.to and still else (0, None)
    if not isinstance(e, ev.MoveZone) or ctx.game.object(e.object).zone != "battlefield":
        return 0, None
    own = ctx.game.object(e.object).attached_to
    if own is not None:
        return e.object, own
    source = ctx.game.objects.get(ctx.source)
    if source is not None and source.attached_to == e.object:
        return source.id, e.object
    return 0, None


def _becomes_attached(e: ev.Attach | ev.MoveZone | ev.CreateToken) -> tuple[ObjectId, Thing | None]:
    """CR 701.3: what is moved onto something, and what enters attached (303.4, 608.3c)."""
    if isinstance(e, ev.Attach):
        return (0 if e.to is None else e.object), e.to
    return (0 if e.attached_to is None else e.was), e.attached_to


UNATTACHED = "becomes unattached"


OBJECT_VERBS: dict[str, tuple[set[type[ev.GameEvent]], Callable[[Any], tuple[ObjectId, Thing | None]]]] = {
    "attached": ({ev.Attach, ev.MoveZone, ev.CreateToken}, _becomes_attached),
    "mutates": ({ev.Merges}, lambda e: (e.into, e.object)),
    "becomes plotted": ({ev.Performed}, lambda e: (e.object if e.verb == "plot" else 0, None)),
    "destroyed": ({ev.Destroy}, lambda e: (e.object, None)),
    "exploits": ({ev.Sacrifice}, lambda e: (e.source if e.word == "exploit" else 0, e.object)),
}


DONE_BY_OBJECTS = frozenset(
    {
        "explores", "connives", "fights", "transforms", "is turned face up", "phases in", "phases out", "becomes monstrous", "becomes prepared", "becomes renowned",
        "crews", "becomes crewed", "enlists", "becomes saddled", "becomes level 2", "becomes level 3", "exert",
        "evolves", "mentors", "trains", "is visited",
    }
)  # fmt: skip
"""Verbs that some code performs as an ev.Performed or ev.SetFields of that name (a test compares them with the code)."""


def _kinds_of_player_deed(pattern: ab.PlayerDoes) -> Events:
    """The types of event in which a player does this. Raises Unsupported for a verb that no event tells of."""
    if pattern.verb in PLAYER_VERBS:
        return frozenset(PLAYER_VERBS[pattern.verb][0])
    named = pattern.verb in DONE_BY_PLAYERS or pattern.verb.startswith(designations.ENTERING)
    if not named:
        raise Unsupported(f"an event in which a player does this: {pattern.verb!r}")
    return frozenset({ev.Performed})


def _kinds_of_object_deed(pattern: ab.ObjectDoes) -> Events:
    """The types of event in which an object does this, or has it done to it. Raises Unsupported for a verb that no event tells of."""
    if pattern.verb in OBJECT_VERBS:
        return frozenset(OBJECT_VERBS[pattern.verb][0])
    if pattern.verb == UNATTACHED:
        return frozenset({ev.Attach, ev.MoveZone})
    if deed(pattern.verb) not in DONE_BY_OBJECTS:
        raise Unsupported(f"an event in which something does this: {pattern.verb!r}")
    return frozenset({ev.Performed, ev.SetFields})


MATCHERS.update(
    {
        ab.PlayerDoes: _player_does,
        ab.ObjectDoes: _object_does,
    }
)


KINDS_BY_WORDS.update({ab.PlayerDoes: _kinds_of_player_deed, ab.ObjectDoes: _kinds_of_object_deed})


def _asks(noun: ab.Recipient) -> bool:
    """Whether the words ask for a characteristic, and not for a card alone."""
    return any(isinstance(n, ab.Quality) or (isinstance(n, ab.Noun) and n.kinds) for n in ab.walk(noun))
