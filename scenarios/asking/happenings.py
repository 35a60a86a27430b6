"""What can have happened to whom, in the words in which people ask about it, found in the log of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from engine.game import Game, LogEntry
from engine.game import events as ev
from engine.model import ObjectId, Thing, plain
from scenarios.format import ScenarioError, nearest
from scenarios.format import types as t
from scenarios.runner import fates
from scenarios.runner.session import Session

Finder = Callable[[Game, ev.GameEvent], tuple[Thing, ...]]
"""To whom or what the event happened in this way; nobody where it is another event."""


def _moved(to: str = "", verb: str = "", origin: str = "") -> Finder:
    """Objects that went to a zone, in a way, from a zone: by what they were and what they became."""

    def found(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
        if not isinstance(event, ev.MoveZone) or not event.was:
            return ()
        fits = to in ("", event.to) and verb in ("", event.verb)
        if not fits or (origin and game.object(event.object).zone != origin):
            return ()
        return (event.object, event.was)

    return found


def _players_move(to: str, verb: str) -> Finder:
    """Players whose cards went to a zone in this way, and the cards."""
    moved = _moved(to, verb)

    def found(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
        things = moved(game, event)
        if not things or not isinstance(event, ev.MoveZone):
            return ()
        who = event.by if event.by is not None and verb == "sacrifice" else game.object(event.object).owner
        return (who, *things)

    return found


def _field(kind: type[ev.GameEvent], *names: str) -> Finder:
    """What stands in these fields of an event of the kind."""

    def found(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
        return tuple(getattr(event, name) for name in names) if isinstance(event, kind) else ()

    return found


def _attached(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
    return (event.object, event.to) if isinstance(event, ev.Attach) and event.to is not None else ()


def _unattached(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
    return (event.object,) if isinstance(event, ev.Attach) and event.to is None else ()


def _enters(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
    if isinstance(event, ev.CreateToken):
        return (event.was,)
    return _moved(to="battlefield")(game, event)


def _countered(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
    if isinstance(event, ev.Counter):  # a card is told by its move
        return (event.object,) if game.object(event.object).kind in ("ability", "copy") else ()
    return _moved(verb="counter")(game, event)


def _attacks(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
    return (
        (event.player, *(a for a, _ in event.attacks))
        if isinstance(event, ev.AttackersDeclared) and event.attacks
        else ()
    )


def _attacked(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
    return tuple(w for _, w in event.attacks) if isinstance(event, ev.AttackersDeclared) else ()


def _blocks(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
    return (
        (event.player, *(b for b, _ in event.blocks))
        if isinstance(event, ev.BlockersDeclared) and event.blocks
        else ()
    )


def _blocked(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
    return tuple(a for _, a in event.blocks) if isinstance(event, ev.BlockersDeclared) else ()


def _triggers(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
    if isinstance(event, ev.PutOnStack) and event.stack.kind == "triggered":
        return (event.stack.source, event.was, event.controller)
    return ()


def _becomes(*words: str) -> Finder:
    """Things that became so: the CR's word for it begins like one of these."""

    def found(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
        if isinstance(event, ev.SetFields) and not event.quiet and event.verb.startswith(words):
            return (event.thing,)
        if isinstance(event, ev.Performed) and event.verb.startswith(words):
            return tuple(x for x in (event.player, event.object) if x)
        return ()

    return found


def _resolves(game: Game, event: ev.GameEvent) -> tuple[Thing, ...]:
    """CR 608.1: what resolved, what it became, and the source of an ability."""
    if not isinstance(event, ev.MoveZone | ev.CeaseToExist) or game.object(event.object).zone != "stack":
        return ()
    if not fates.resolved(game, event):
        return ()
    source = game.object(event.object).stack
    after = (event.was,) if isinstance(event, ev.MoveZone) else ()
    return (event.object, *after, *((source.source,) if source is not None and source.source else ()))


class Happening(msgspec.Struct, frozen=True):
    """A kind of thing that happens: its words (the first is shown), how it is found, the rule that says what it is."""

    words: tuple[str, ...]
    find: Finder
    rule: str


HAPPENINGS = (
    Happening(("dies", "die", "died", "dying", "dead", "death", "deaths"), _moved("graveyard", origin="battlefield"), "700.4"),
    Happening(("destroyed", "destroy", "destruction", "is destroyed"), _moved(verb="destroy"), "701.8a"),
    Happening(("sacrificed", "sacrifice", "sacrifices", "is sacrificed"), _players_move("", "sacrifice"), "701.21a"),
    Happening(("exiled", "exile", "is exiled"), _moved("exile"), "701.13a"),
    Happening(("discarded", "discard", "discards", "is discarded"), _players_move("", "discard"), "701.9a"),
    Happening(("draws", "draw", "drew", "drawn", "draws a card", "draw a card"), _players_move("hand", "draw"), "121.1"),
    Happening(("milled", "mill", "mills"), _players_move("", "mill"), "701.17a"),
    Happening(("countered", "is countered", "counter"), _countered, "701.6a"),
    Happening(("enters", "enter", "entered", "come in", "enters the battlefield", "enter the battlefield"), _enters, "603.6a"),
    Happening(("leaves", "leave", "left", "leaves the battlefield", "leave the battlefield"), _moved(origin="battlefield"), "603.6c"),
    Happening(("returned", "returns", "return", "bounced", "is returned"), _moved("hand", origin="battlefield"), "400.7"),
    Happening(("cast", "casts", "is cast"), _field(ev.SpellCast, "object", "player"), "601.2i"),
    Happening(("resolves", "resolve", "resolved"), _resolves, "608.1"),
    Happening(("copied", "is copied"), _field(ev.SpellCopied, "object"), "707.10"),
    Happening(("activated", "activates", "activate"), _field(ev.AbilityActivated, "object", "player"), "602.2"),
    Happening(("triggers", "trigger", "triggered"), _triggers, "603.2"),
    Happening(("attacks", "attack", "attacked with", "attacking"), _attacks, "508.1"),
    Happening(("attacked", "is attacked"), _attacked, "508.1b"),
    Happening(("blocks", "block", "blocking"), _blocks, "509.1"),
    Happening(("blocked", "is blocked", "becomes blocked"), _blocked, "509.1h"),
    Happening(("targeted", "target", "is targeted", "becomes the target"), _field(ev.BecomesTarget, "thing"), "115.1"),
    Happening(("dealt damage", "damaged", "damage", "takes damage", "take damage", "is dealt damage"), _field(ev.Damage, "to"), "120.3"),
    Happening(("deals damage", "deal damage", "dealt"), _field(ev.Damage, "source"), "120.1"),
    Happening(("gains life", "gain life", "gained life"), _field(ev.GainLife, "player"), "119.3"),
    Happening(("loses life", "lose life", "lost life"), _field(ev.LoseLife, "player"), "119.3"),
    Happening(("lost", "loses", "lose", "lose the game", "loses the game"), _field(ev.PlayerLoses, "player"), "104.3"),
    Happening(("won", "wins", "win", "win the game", "wins the game"), _field(ev.PlayerWins, "player"), "104.2"),
    Happening(("tapped", "taps", "tap", "becomes tapped"), _field(ev.Tap, "object"), "701.26a"),
    Happening(("untapped", "untaps", "untap"), _field(ev.Untap, "object"), "701.26b"),
    Happening(("gets counters", "get counters", "gets a counter", "get a counter"), _field(ev.AddCounters, "thing"), "122.6"),
    Happening(("loses counters", "lose counters", "loses a counter"), _field(ev.RemoveCounters, "thing"), "122.1"),
    Happening(("attached", "becomes attached", "is attached"), _attached, "701.3a"),
    Happening(("unattached", "becomes unattached", "become unattached", "falls off", "fall off", "fell off", "detached"), _unattached, "701.3d"),
    Happening(("played", "plays", "play", "plays a land"), _field(ev.LandPlayed, "object", "player"), "116.2a"),
    Happening(("completes a dungeon", "completed a dungeon", "complete a dungeon", "completed", "completes", "complete"), _field(ev.DungeonCompleted, "player", "object"), "309.7"),
    Happening(("transforms", "transform", "transformed"), _becomes("transforms"), "701.27a"),
    Happening(("regenerates", "regenerate", "regenerated"), _becomes("regenerates"), "701.19a"),
    Happening(("phases out", "phase out", "phased out"), _becomes("phases out"), "702.26b"),
    Happening(("phases in", "phase in", "phased in"), _becomes("phases in"), "702.26c"),
    Happening(("turned face up", "turns face up", "turn face up", "unmorphed"), _becomes("is turned face up"), "708.7"),
    Happening(("turned face down", "turns face down", "turn face down"), _becomes("is turned face down"), "708.2a"),
    Happening(("fights", "fight", "fought"), _becomes("fights"), "701.14a"),
    Happening(("explores", "explore", "explored"), _becomes("explore"), "701.44a"),
    Happening(("connives", "connive", "connived"), _becomes("connive"), "701.50a"),
    Happening(("exerted", "exerts", "exert"), _becomes("exert"), "701.43a"),
    Happening(("becomes the monarch", "become the monarch", "became the monarch"), _becomes("become the monarch"), "725.1"),
    Happening(("put into a library", "put into the library", "put into library", "shuffled into a library", "tucked"), _moved("library"), "400.7"),
    Happening(("reveals", "reveal", "revealed"), _becomes("reveal"), "701.20a"),
    Happening(("scries", "scry"), _becomes("scry"), "701.22a"),
    Happening(("surveils", "surveil"), _becomes("surveil"), "701.25a"),
    Happening(("searches", "search"), _becomes("search"), "701.23a"),
)  # fmt: skip
"""What can be asked about."""
BY_WORDS = {plain(words): each for each in HAPPENINGS for words in each.words}


def named(words: str, where: t.Where) -> Happening:
    """What the words mean. Raises ScenarioError, with what is near."""
    bare = re.sub(r"^(?:is|was|were|has|have|been|gets?|got|did|does|it|to) ", "", plain(words))
    found = BY_WORDS.get(plain(words)) or BY_WORDS.get(bare)
    if found is None:
        raise ScenarioError(
            where,
            f"'{words}' is nothing that can be asked about",
            expected=f"one of {', '.join(each.words[0] for each in HAPPENINGS)}",
            near=nearest(words, sorted(w for each in HAPPENINGS for w in each.words)),
        )
    return found


_OF = re.compile(r"(?:the |a |an )?(.+?)s? (?:of|by|from) (.+)", re.IGNORECASE)


def split(text: str, where: t.Where) -> tuple[t.Name, Happening]:
    """`bears dies`, `trigger of bears`: whom it is about, and what happens. Raises ScenarioError."""
    words = text.split()
    for at in range(1, len(words)):
        found = BY_WORDS.get(plain(" ".join(words[at:])))
        if found is not None:
            return t.Name(text=" ".join(words[:at]), where=where), found
    of = _OF.fullmatch(text)
    if of is not None and plain(of[1]) in BY_WORDS:
        return t.Name(text=of[2], where=where), BY_WORDS[plain(of[1])]
    raise ScenarioError(
        where,
        f"'{text}' is nothing that can be asked about",
        expected=f"who or what, and what happens: bears dies, trigger of bears ({', '.join(each.words[0] for each in HAPPENINGS)})",
        near=nearest(words[-1], sorted(w for each in HAPPENINGS for w in each.words)) if words else (),
    )


def whom(session: Session, name: t.Name) -> frozenset[Thing]:
    """The player, or every object that has been what the name says, with what it was before and became (CR 400.7). Raises ScenarioError."""
    game, names = session.game, session.names
    if name.text in game.players and name.text not in names.labels:
        return frozenset((name.text,))
    ids = set(names.candidates(name))
    if name.text in names.labels:
        ids.add(names.labels[name.text])
    elif not ids or "#" not in name.text:
        ids.update(_once_called(game, name.text))
    if not ids:
        raise names.nothing(name)
    return frozenset(_lives(game, ids))


OF_SPELLS = ("cast", "resolves", "countered", "copied")


def could_be_meant(game: Game, words: str) -> Iterator[list[ObjectId]]:
    """Those whom a question about such a happening can be about, where a name is short for several: to whom it happened; else, since most of it happens to
    permanents alone, the permanents."""
    happening = BY_WORDS[plain(words)]
    yield [
        thing
        for entry in game.log
        for thing in happening.find(game, entry.event)
        if isinstance(thing, int) and thing in {*game.objects, *game.past}
    ]
    if happening.words[0] not in OF_SPELLS:
        yield game.battlefield()


def _once_called(game: Game, text: str) -> Iterator[ObjectId]:
    """Objects that are gone and were called so."""
    wanted = plain(text)
    for id, (_, obj) in game.past.items():
        if not obj.unknown and plain(obj.base.name) in (wanted, f"{wanted} token"):
            yield id


def _lives(game: Game, ids: set[ObjectId]) -> set[Thing]:
    """The objects with what they were and became."""
    before: dict[ObjectId, list[ObjectId]] = {}
    for old, new in game.became.items():
        before.setdefault(new, []).append(old)
    found: set[Thing] = set()
    left = list(ids)
    while left:
        id = left.pop()
        if id not in found:
            found.add(id)
            left += [*before.get(id, ()), *((game.became[id],) if id in game.became else ())]
    return found


def told(game: Game, entry: LogEntry) -> int:
    """The step of the ruling that tells of it, or the last before it, where none does; -1 for none."""
    if 0 <= entry.step < len(game.steps):
        return entry.step
    at = next(n for n, each in enumerate(game.log) if each is entry)
    return max((e.step for e in game.log[:at]), default=-1)


def entries(game: Game, happening: Happening, about: frozenset[Thing]) -> list[LogEntry]:
    """The entries of the log that tell that it happened to one of these."""
    return [e for e in game.log if not about.isdisjoint(happening.find(game, e.event))]
