"""What is made to happen around a card on the battlefield, and to it: the events that abilities wait for (CR 603.2, 614.1), and its ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

from msgspec.structs import replace

from engine import abilities as ab
from engine import keywords, setup
from engine.game import Choices, Game
from engine.game import events as ev
from engine.model import Card, Face, ObjectId, PlayerId
from engine.model.objects import ZONES
from engine.queries import event_patterns, object_abilities
from engine.queries.event_patterns import DONE_BY_OBJECTS, DONE_BY_PLAYERS
from engine.rules.casting import special_actions
from tests.sweep import boards, doing
from tests.sweep.cards import card

# ---- what players do with a card ----

PERMANENT = ab.Target(ab.Noun((), "permanent"))


def _instant(name: str, effect: ab.Effect) -> Card:
    return Card(name, (Face(name, "{1}", "Instant", (ab.SpellAbility(effect),)),))


COPY_SPELL = _instant(
    "Echo", ab.Sequence((ab.CopySpell(ab.Target(ab.Noun((), "spell"))), ab.Optional(ab.You(), ab.NewTargets(ab.That("copy")))))
)  # fmt: skip
COPY = _instant("Mirror", ab.Create(ab.Literally(1), ab.TokenKind(copy_of=PERMANENT)))
STEAL = _instant("Theft", ab.Lasting(PERMANENT, (ab.UnderControlOf(ab.You()),), ab.Always()))
BLINK = _instant("Flicker", ab.Sequence((ab.Exile(PERMANENT), ab.Put(ab.That(), "battlefield", verb="return", under=ab.OwnerOf(ab.That())))))  # fmt: skip
PHASE = _instant("Haze", ab.Transform(PERMANENT, "phase out"))
TRANSFORM = _instant("Change", ab.Transform(PERMANENT, "transform"))


def fates(each: doing.Each, game: Game, id: ObjectId) -> None:
    """The card is copied, stolen, phased out and blinked, each from the same position, with a turn cycle where more may follow."""
    two_faced = game.objects[id].card is not None and len(game.objects[id].card.faces) > 1  # type: ignore[union-attr]
    for name, player, wand, cycle in (
        ("copied", "alice", COPY, False),
        ("copied by the opponent", "bob", COPY, False),
        ("stolen", "bob", STEAL, True),
        ("phased out", "alice", PHASE, True),
        ("blinked", "alice", BLINK, False),
        *([("transformed", "alice", TRANSFORM, False)] if two_faced else []),
    ):
        action = partial(_fate, id=id, player=player, wand=wand, cycle=cycle)
        each.apart(name, action, disturbed=False)


def ends(each: doing.Each, game: Game, id: ObjectId) -> None:
    """The card leaves in each way."""
    each.apart("destroyed", partial(_leaves, event=ev.Destroy(object=id), cycle=True))
    each.apart("sacrificed", partial(_leaves, event=ev.Sacrifice(object=id, player="alice")))
    for zone, verb in (("hand", "return"), ("exile", "exile"), ("library", "put")):
        each.apart(f"put into the {zone}", partial(_leaves, event=ev.MoveZone(object=id, to=zone, verb=verb)))


def _leaves(game: Game, event: ev.GameEvent, cycle: bool = False) -> None:
    before = len(game.steps)
    doing.happen(game, event)
    if cycle and len(game.steps) > before + 1 and doing.goes_on(game, 0):
        doing.turn_cycle(game, 0, fight="")


def _fate(game: Game, id: ObjectId, player: PlayerId, wand: Card, cycle: bool = False) -> None:
    doing.with_card(game, wand, (id,), player)
    if cycle:
        doing.turn_cycle(game, doing.latest(game, id), fight="")


# ---- events ----

Deed = Callable[[Game], None]


def all_happen(each: doing.Each, game: Game, id: ObjectId) -> None:
    """The events that abilities wait for, one after another in the same game; what has ended it is undone."""
    waited, text = waited_for(game, id), repr(game.characteristics(id).abilities)
    host = game.objects[id].attached_to
    of_host = _of_the_object(host) if isinstance(host, int) else ()
    for name, deed in (*_of_players(), *_of_the_others()):
        if _fits(_tells(name), waited.anything):
            _next(each, game, id, name, deed)
    for name, deed in _of_the_object(id):
        if _fits(_tells(name), waited.itself) and (" counters o" not in name or name.split()[0] in text):
            _next(each, game, id, name, deed)
    for name, deed in of_host:
        if _fits(_tells(name), waited.anything) and "counters" not in name:
            _next(each, game, id, f"its host: {name}", deed)


def _next(each: doing.Each, game: Game, id: ObjectId, name: str, deed: Deed) -> None:
    each.in_turn(name, deed)
    if game.over or id not in game.objects:
        each.begin_anew()


class Move(NamedTuple):
    """A change of zones, "" for any; it stands beside the types of event."""

    origin: str
    to: str


Kind = type[ev.GameEvent] | str | Move
"""A type of event, the verb of something that is performed, or a change of zones."""


class Waited(NamedTuple):
    """The kinds of event that abilities speak of: of themselves or of whatever it may be, and of anything else alone."""

    itself: set[Kind]
    anything: set[Kind]


def waited_for(game: Game, id: ObjectId) -> Waited:
    """What the object's abilities wait for: what triggers them, is replaced, or ends what they do (CR 603.2, 614.1)."""
    waited = Waited(set(), set())
    for ability in object_abilities.abilities_of(game, id):
        for node in (n for m in keywords.meaning(ability) for n in ab.walk(m)):
            if isinstance(node, ab.EventPattern):
                kinds = _spoken_of(node)
                waited.itself.update(kinds)
                if not isinstance(getattr(node, "what", None) or getattr(node, "source", None), ab.This):
                    waited.anything.update(kinds)
            if isinstance(node, ab.Prevent):
                waited.anything.add(ev.Damage)
            if isinstance(node, ab.Effect | ab.Prevent):
                waited.itself.update(ALWAYS)
    return waited


def _spoken_of(node: ab.EventPattern) -> set[Kind]:
    if any(isinstance(n, ab.EventPattern) for n in ab.walk(node) if n is not node):
        return set()  # one of several, each of which speaks for itself
    kinds = event_patterns.kinds(node)
    if isinstance(node, ab.PlayerDoes | ab.ObjectDoes) and ev.Performed in kinds:
        return {event_patterns.deed(node.verb), ev.SetFields}
    found: set[Kind] = set(kinds - {ev.Performed, ev.SetFields})
    if isinstance(node, ab.Moves):
        found = (found - {ev.MoveZone}) | {Move(node.origin, node.to)}
    return found


ALWAYS: set[Kind] = {ev.AddCounters, ev.Damage, ev.BecomesTarget}
"""What is made to happen to anything that does anything."""


def _fits(told: frozenset[Kind], waited: set[Kind]) -> bool:
    """Whether what happens is waited for."""
    return bool(told & waited) or any(_same(t, w) for t in told for w in waited)


def _same(told: Kind, waited: Kind) -> bool:
    if not (isinstance(told, Move) and isinstance(waited, Move)):
        return False
    return all(w in (t, "") or w not in ZONES for t, w in zip(told, waited, strict=True))


def _tells(name: str) -> frozenset[Kind]:
    """The kinds of event that happen where the deed is done; where a spell is cast, those alone that nothing else makes happen."""
    found = _all_told()[name]
    if " casts " not in name:
        return found
    return frozenset(k for k in found - _without_spells() if not (isinstance(k, Move) and "stack" in k))


@cache
def _without_spells() -> frozenset[Kind]:
    names = [n for n in _all_told() if " casts " not in n and n != BECOMES_TARGET]
    return frozenset(k for name in names for k in _all_told()[name])


@cache
def _all_told() -> dict[str, frozenset[Kind]]:
    """Found by doing each deed once around a card that has no abilities, what is done to it in one game, so that there is something to undo."""
    board = boards.full().fork()
    id = boards.place(board, card("Spined Wurm"), "battlefield")
    of_it = board.fork()
    found = {name: _told(board.fork(), deed) for name, deed in (*_of_players(), *_of_the_others())}
    return found | {name: _told(of_it, deed) for name, deed in _of_the_object(id)}


def _told(game: Game, deed: Deed) -> frozenset[Kind]:
    before = len(game.log)
    deed(game)
    events = [h.event for h in game.log[before:]]
    verbs = {e.verb for e in events if isinstance(e, ev.Performed)}
    moves = {Move(game.object(e.object).zone, e.to) for e in events if isinstance(e, ev.MoveZone)}
    return frozenset({type(e) for e in events} - {ev.Performed}) | verbs | moves


def _event(*events: ev.GameEvent) -> Deed:
    return lambda game: doing.happen(game, *events)


def _of_players() -> Iterator[tuple[str, Deed]]:
    """What happens to players and what they do, each player in turn."""
    for p in boards.PLAYERS:
        other = "bob" if p == "alice" else "alice"
        yield f"{p} gains life", _event(ev.GainLife(player=p, amount=3))
        yield f"{p} loses life", _event(ev.LoseLife(player=p, amount=2))
        yield f"{p} draws", _event(ev.DrawCards(player=p, number=2))
        yield f"{p} mills", _event(ev.Mill(player=p, number=3))
        for name in ("Goblin Piker", "Mountain", "Shock"):
            yield f"{p} discards {name}", partial(_discards, player=p, by=other, name=name)
        for name in ("Swamp", "Snow-Covered Forest"):
            yield f"{p} taps {name} for mana", partial(_taps_for_mana, player=p, name=name)
        yield f"{p} creates a token", partial(_creates, player=p)
        yield f"{p} gets poison", _event(ev.AddCounters(thing=p, kind="poison", number=1, by=other))
        for name in ("Goblin Piker", "Memnite", "Telepathy", "Jace Beleren", "Mountain", "Everything"):
            yield f"{p}'s {name} enters", partial(_enters, player=p, name=name)
        for name in (
            "Fugitive Wizard",
            "Shock",
            "Divination",
            "Memnite",
            "Telepathy",
            "Everything",
            "Everyspell",
        ):
            yield f"{p} casts {name}", partial(_casts, player=p, name=name)
        yield f"{p} casts Shock on the other's turn", partial(_casts, player=p, name="Shock", turn=other)
        yield f"{p} plays a land", partial(_plays, player=p)
        for verb in sorted(DONE_BY_PLAYERS):
            yield f"{p}: {verb}", partial(_performs, player=p, verb=verb)


BECOMES_TARGET = "it becomes a target"
COUNTERS = ("+1/+1", "-1/-1", "charge", "loyalty", "lore", "time", "age", "level", "stun", "shield")


def _of_the_object(id: ObjectId) -> Iterator[tuple[str, Deed]]:
    """What happens to the card itself while it stays, and what it does."""
    yield "it is tapped", _event(ev.Tap(object=id))
    yield "it is untapped", _event(ev.Untap(object=id))
    for kind in COUNTERS:
        yield f"{kind} counters on it", _event(ev.AddCounters(thing=id, kind=kind, number=2, by="alice"))
        yield f"{kind} counters off it", lambda game, kind=kind: _off(game, id, kind)  # type: ignore[misc]
    yield "it deals damage to a player", _event(ev.Damage(source=id, to="bob", amount=2))
    yield "it deals damage to a creature", lambda game: _damages(game, id, "bob", out=True)
    yield "it is dealt damage", lambda game: _damages(game, id, "bob", out=False)
    yield BECOMES_TARGET, lambda game: _targeted(game, id, "bob")
    yield "something is attached to it", lambda game: _attached(game, id)
    for verb in sorted(
        DONE_BY_OBJECTS - {"becomes monstrous"}
    ):  # with an X or without, which abilities that are activated say
        yield f"it {verb}", _event(ev.Performed(verb=verb, player="alice", object=id, other="bob", number=1))

    for verb in ("planeswalk to", "planeswalk away from", "encounter", "set in motion"):
        yield f"it is what they {verb}", _event(ev.Performed(verb=verb, player="alice", object=id))


def _of_the_others() -> Iterator[tuple[str, Deed]]:
    """What happens to other permanents, of each player in turn."""
    for p in boards.PLAYERS:
        for name in ("Elvish Warrior", "Saproling", "Ornithopter", "Telepathy", "Plains", "Jace Beleren"):
            yield (
                f"{p}'s {name} is tapped",
                partial(_to, player=p, name=name, make=lambda i: ev.Tap(object=i)),
            )
            yield (
                f"{p}'s {name} is destroyed",
                partial(_to, player=p, name=name, make=lambda i: ev.Destroy(object=i)),
            )
        for name in ("Walking Corpse", "Saproling", "Millstone", "Island"):
            yield (
                f"{p}'s {name} is sacrificed",
                partial(_to, player=p, name=name, make=lambda i, p=p: ev.Sacrifice(object=i, player=p)),
            )
        yield f"{p}'s Everything dies", partial(_ends, player=p, how=lambda i: ev.Destroy(object=i))
        yield (
            f"{p}'s Everything is sacrificed",
            partial(_ends, player=p, how=lambda i, p=p: ev.Sacrifice(object=i, player=p)),
        )
        yield (
            f"{p}'s Storm Crow is exiled",
            partial(
                _to,
                player=p,
                name="Storm Crow",
                make=lambda i: ev.MoveZone(object=i, to="exile", verb="exile"),
            ),
        )
        yield (
            f"{p}'s Sky Skiff is bounced",
            partial(
                _to,
                player=p,
                name="Sky Skiff",
                make=lambda i: ev.MoveZone(object=i, to="hand", verb="return"),
            ),
        )
        yield (
            f"{p}'s Hill Giant is untapped",
            partial(_to, player=p, name="Hill Giant", make=lambda i: ev.Untap(object=i)),
        )
        yield (
            f"{p}'s Hill Giant grows",
            partial(
                _to,
                player=p,
                name="Hill Giant",
                make=lambda i, p=p: ev.AddCounters(thing=i, kind="+1/+1", number=1, by=p),
            ),
        )
        yield (
            f"{p}'s Nyxborn Courser does damage",
            partial(
                _to,
                player=p,
                name="Nyxborn Courser",
                make=lambda i, p=p: ev.Damage(source=i, to="alice" if p == "bob" else "bob", amount=2),
            ),
        )
        yield (
            f"{p}'s Glory Seeker is dealt damage",
            partial(_to, player=p, name="Glory Seeker", make=lambda i: ev.Damage(source=i, to=i, amount=1)),
        )
        yield f"{p}'s graveyard is left", partial(_leaves_graveyard, player=p)


def _mine(game: Game, player: PlayerId, name: str, zone: str = "battlefield") -> ObjectId | None:
    if zone == "battlefield":
        return next(
            (i for i in game.battlefield() if game.objects[i].controller == player and game.name(i) == name),
            None,
        )
    return next((i for i in game.zone(zone, player) if game.name(i) == name), None)


def _to(game: Game, player: PlayerId, name: str, make: Callable[[ObjectId], ev.GameEvent]) -> None:
    id = _mine(game, player, name)
    if id is not None:
        doing.happen(game, make(id))


def _ends(game: Game, player: PlayerId, how: Callable[[ObjectId], ev.GameEvent]) -> None:
    """One that is there, or is put there for it."""
    id = _mine(game, player, "Everything") or setup.put(game, player, card("Everything"))
    doing.happen(game, how(id))


def _in_hand(game: Game, player: PlayerId, name: str) -> ObjectId:
    id = _mine(game, player, name, "hand")
    return setup.put(game, player, card(name), "hand") if id is None else id


def _taps_for_mana(game: Game, player: PlayerId, name: str) -> None:
    land = _mine(game, player, name)
    with doing.holding(game, player):
        if land is not None and not game.objects[land].tapped and doing.activate(game, land, 0, player):
            doing.happen(game, ev.EmptyPool(player=player))


def _discards(game: Game, player: PlayerId, by: PlayerId, name: str) -> None:
    id = _in_hand(game, player, name)
    doing.happen(game, ev.Discard(object=id, player=player, caused_by=by))


def _creates(game: Game, player: PlayerId) -> None:
    token = ev.CreateToken(player=player, base=boards.SAPROLING)
    doing.happen(game, ev.CreateTokens(player=player, number=2, token=token))


def _enters(game: Game, player: PlayerId, name: str) -> None:
    doing.happen(game, ev.MoveZone(object=_in_hand(game, player, name), to="battlefield", controller=player))


def _casts(game: Game, player: PlayerId, name: str, turn: PlayerId = "") -> None:
    """On the player's own turn, but where another is named."""
    active = game.turn.active
    game.turn = replace(game.turn, active=turn or player)
    with doing.holding(game, player):
        done = doing.cast(game, _in_hand(game, player, name), Choices(), player)
    if done:
        doing.settle(game)
    game.turn = replace(game.turn, active=active, priority=active)


def _plays(game: Game, player: PlayerId) -> None:
    id = _in_hand(game, player, "Mountain")
    with doing.holding(game, player):
        doing.allowed(lambda: special_actions.play_land(game, player, id))
    doing.settle(game)


def _performs(game: Game, player: PlayerId, verb: str) -> None:
    done = _mine(game, player, "Isamaru, Hound of Konda") or 0
    doing.happen(game, ev.Performed(verb=verb, player=player, object=done, number=1))


def _off(game: Game, id: ObjectId, kind: str) -> None:
    number = game.objects[id].counter(kind)
    if number:
        doing.happen(game, ev.RemoveCounters(thing=id, kind=kind, number=number))


def _damages(game: Game, id: ObjectId, player: PlayerId, out: bool) -> None:
    other = _mine(game, player, "Hill Giant")
    if other is not None:
        source, to = (id, other) if out else (other, id)
        doing.happen(game, ev.Damage(source=source, to=to, amount=1))


def _targeted(game: Game, id: ObjectId, player: PlayerId) -> None:
    doing.with_card(game, PHASELESS, (id,), player)


PHASELESS = _instant("Glance", ab.Tap(PERMANENT, "untap"))


def _attached(game: Game, id: ObjectId) -> None:
    for name in ("Mask of Memory", "Curiosity"):
        attachment = _mine(game, "alice", name)
        if attachment is not None and "creature" in game.characteristics(id).types and attachment != id:
            doing.happen(game, ev.Attach(object=attachment, to=id))


def _leaves_graveyard(game: Game, player: PlayerId) -> None:
    ids = game.zone("graveyard", player)
    if ids:
        doing.happen(game, ev.MoveZone(object=ids[0], to="exile", verb="exile"))
