"""What a scenario expects, held against the game: one check for each thing said, and what was found where it does not hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from engine.errors import IllegalAction
from engine.game import Game
from engine.game import events as ev
from engine.model import OUTSIDE, SUBTYPES, ObjectId, plain
from engine.queries import designations
from scenarios.explaining import Subject
from scenarios.format import types as t
from scenarios.runner import fates
from scenarios.runner.naming import Names, card_names
from scenarios.runner.properties import Held, of_object, speaking
from scenarios.runner.results import Check
from scenarios.runner.telling import tell

ZONES = ("battlefield", "hand", "library", "graveyard", "exile", "command", "ante", OUTSIDE)


Try = Callable[[t.Action], IllegalAction | None]
"""Tries an action on a copy of the game: None if it is legal."""


def check(game: Game, names: Names, expect: t.Expect, attempt: Try) -> list[Check]:
    """Every key of an `expect` but `cites`, `cites not` and `outcomes`, checked. Raises ScenarioError for a name that nothing bears."""
    where = str(expect.where)
    since = len(game.steps)
    return [
        Check(held.what, held.holds, "" if held.holds else held.found, where).about(
            replace(held.subject, since=since)
        )
        for held in _held(game, names, expect, attempt)
    ]


def with_the_stack(game: Game, check: Check) -> Check:
    """A check on the way that doesn't hold, with what has not resolved yet: whoever wrote it may have forgotten to say `resolve`."""
    stack = ", ".join(game.name(i) for i in game.stack())
    if check.holds or not stack:
        return check
    told = replace(
        check, found=f"{check.found} ({stack} on the stack; `- resolve all` before lets it resolve first)"
    )
    return told.about(check.subject) if check.subject is not None else told


def at_the_time(game: Game, check: Check) -> Check:
    """A check on the way, with the turn and step in which it was made."""
    told = replace(check, when=game.turn.moment)
    return told.about(check.subject) if check.subject is not None else told


KEYWORDS = re.compile(r"702\.")


def refused_in(action: t.Action, rule: str) -> tuple[str, ...]:
    """The rules of the steps of declaring, casting or activating in which what is refused under the rule is looked at."""
    keyword = KEYWORDS.match(rule) is not None
    match action:
        case t.Block() if keyword:
            return ("509.1b",)
        case t.Attack() if keyword or rule == "302.6":
            return ("508.1a",) if rule == "302.6" else ("508.1c",)
        case t.Cast() | t.Activate():
            begun = ("602.2b",) if isinstance(action, t.Activate) else ()
            if rule == "118.3":
                return ("601.2h", *begun)
            return ("601.2c", *begun) if keyword or rule.startswith("115.") else ()
    return ()


def check_cites(expect: t.Expect, cited: Sequence[str]) -> list[Check]:
    """The rule numbers that the ruling must cite, and those that it must not: the rule itself, or one below it (613.8: 613.8a)."""
    where = str(expect.where)

    def plays(number: str) -> bool:
        return any(cites(rule, number) for rule in cited)

    found = f"the ruling cites {', '.join(cited) or 'nothing'}"
    wanted = ((f"cites {number}", plays(number)) for number in expect.cites or ())
    unwanted = ((f"doesn't cite {number}", not plays(number)) for number in expect.cites_not or ())
    return [Check(what, holds, "" if holds else found, where) for what, holds in (*wanted, *unwanted)]


def cites(rule: str, number: str) -> bool:
    """Whether the rule is the number's own or one below it (305.2: 305.2b)."""
    return rule == number or _is_below(rule, number)


def _is_below(rule: str, number: str) -> bool:
    """Whether the rule is a subrule of the number, or a rule of that section."""
    rest = rule.removeprefix(number)
    return rest != rule and rest[0] == "." if "." not in number else rest != rule and rest.isalpha()


def _held(game: Game, names: Names, expect: t.Expect, attempt: Try) -> Iterator[Held]:
    for life in expect.life or ():
        for player in _players(game, life.player):
            has = game.players[player].life
            what = f"{player} has {life.value} life"
            yield Held(what, has == life.value, f"{player} has {has}", Subject((player,), "life"))
    for speed in expect.speed or ():
        for player in _players(game, speed.player):
            now = game.players[player].speed or 0
            what = f"{player} has speed {speed.value}"
            yield Held(what, now == speed.value, f"{player} has {now}", Subject((player,), "any"))
    for zone in ZONES:
        for entry in getattr(expect, zone.replace(" ", "_")) or ():
            yield from _zone(game, names, zone, entry)
    if expect.stack is not None:
        yield from speaking(game.stack(), "stack", [_stack(game, names, expect.stack)])
    for wanted in expect.objects or ():
        yield from fates.of_object(game, names, wanted)
        if fates.beside(wanted.properties):
            yield from of_object(game, names, wanted)
    for tapped, checks in ((True, expect.tapped), (False, expect.untapped)):
        for counts in checks or ():
            yield from _tapped(game, names, counts, tapped)
    for counters in expect.counters or ():
        for player in _players(game, counters.player):
            if not counters.counters:
                there = ", ".join(f"{n} {kind}" for kind, n in game.players[player].counters if n)
                yield Held(f"{player} has no counters", not there, there, Subject((player,), "counters"))
            for kind, number in counters.counters.items():
                has = game.players[player].counter(kind)
                what = f"{player} has {number} {kind} counters"
                yield Held(what, has == number, f"{player} has {has}", Subject((player,), "counters"))
    for mana in expect.mana or ():
        yield from speaking(_players(game, mana.player), "mana", _mana(game, mana))
    yield from speaking((), "game", _outcome(game, expect))
    yield from _moment(game, expect)
    yield from _designations(game, expect)
    for action in expect.can or ():
        refused = attempt(action)
        found = f"refused: {refused.reason} (CR {refused.rule})" if refused else ""
        yield Held(f"can: {tell(action)}", refused is None, found)
    for action in expect.cannot or ():
        refused = attempt(action)
        step: tuple[int, ...] = ()
        if refused is not None:
            told = f"{tell(action)}: not legal, {refused.reason}"
            step = (game.note(told, refused.rule, *refused.also),)
        subject = Subject((), "legal", step)
        yield Held(f"cannot: {tell(action)}", refused is not None, "it is legal", subject)


def _players(game: Game, player: str) -> Sequence[str]:
    return game.order if player == t.ALL else (player,)


def _in_zone(game: Game, names: Names, zone: str, player: str) -> list[ObjectId]:
    return [i for i in game.in_zone(zone) if player == t.ALL or names.side(i) == player]


def _count(names: Names, ids: Sequence[ObjectId], name: t.Name) -> int:
    """How many of the objects the name fits: the one labelled so, or all that bear it."""
    if name.text in names.labels:
        return sum(i == names.now(names.labels[name.text]) for i in ids)
    if name.text.capitalize() not in SUBTYPES:
        name = names.full(name)
    return sum(_called(names, i, plain(name.text)) for i in ids)


def _called(names: Names, id: ObjectId, wanted: str) -> bool:
    """Whether the object counts as one of the name: a permanent by what it is called now, or by its whole card; a face-down card in exile by the card."""
    obj = names.game.object(id)
    if obj.card is not None and obj.face_down and obj.zone == "exile":
        return wanted in card_names(obj)
    if not names.bears(id, wanted):
        return False
    if obj.zone != "battlefield" or obj.card is None or len(obj.card.faces) < 2:
        return True
    others = {plain(face.name) for n, face in enumerate(obj.card.faces) if n != obj.face}
    return wanted not in others or plain(names.game.characteristics(id).name) == wanted


def _zone(game: Game, names: Names, zone: str, entry: t.ZoneCheck) -> Iterator[Held]:
    ids = _in_zone(game, names, zone, entry.player)
    place = f"{entry.player}'s {zone}" if entry.player != t.ALL else f"the {zone}"

    def about(wanted: Iterable[t.Count]) -> Subject:
        """Those of the name that are there, or else those that are elsewhere."""
        there = [i for c in wanted for i in ids if _count(names, [i], c.name)]
        return Subject(tuple(there or (i for c in wanted for i in names.candidates(c.name))), "zone")

    match entry.holds:
        case t.Size(size=size):
            whose = (entry.player,) if zone == "hand" and entry.player != t.ALL else ()
            there = Subject((*(ids or _that_left(game, zone, entry.player)), *whose), "zone")
            yield Held(f"{place} has {size}", len(ids) == size, f"{len(ids)}: {_list(game, ids)}", there)
        case t.AtLeast(names=wanted):
            for text, counts in _grouped(wanted).items():
                number = sum(c.count for c in counts)
                has = _count(names, ids, counts[0].name)
                what = f"{place} holds {text}" + (f" x{number}" if number != 1 else "")
                yield Held(what, has >= number, f"{place} holds {_list(game, ids)}", about(counts))
            if not wanted:
                yield Held(f"{place} is given no names", True)
        case t.Whole():
            subject = about(entry.holds.exactly)
            yield from speaking(subject.things, "zone", [_whole(game, names, place, ids, entry.holds)])
        case t.Exactly(counts=exact):
            for count in exact:
                has = _count(names, ids, count.name)
                yield Held(
                    f"{place} holds exactly {count.count} {count.name.text}",
                    has == count.count,
                    f"{has}; {place} holds {_list(game, ids)}",
                    about((count,)),
                )


def _whole(game: Game, names: Names, place: str, ids: Sequence[ObjectId], wanted: t.Whole) -> Held:
    """Whether these are there and nothing else, of a library in this order (CR 401.5): what has a label is found first, the others by their names."""
    if " library" in f" {place.removeprefix('the ')}" and _in_order(names, ids, wanted) is False:
        said = ", ".join(c.name.text for c in wanted.exactly for _ in range(c.count))
        there = ", ".join(game.characteristics(i).name or game.name(i) for i in ids)
        return Held(f"{place} holds exactly {said}, top first", False, f"{place} holds {there}")
    left = list(ids)
    missing = []
    labelled = [c for c in wanted.exactly if c.name.text in names.labels]
    for count in (*labelled, *(c for c in wanted.exactly if c not in labelled)):
        for _ in range(count.count):
            it = next((i for i in left if _count(names, [i], count.name)), None)
            if it is None:
                missing.append(count.name.text)
            else:
                left.remove(it)
    said = ", ".join(c.name.text + (f" x{c.count}" if c.count > 1 else "") for c in wanted.exactly)
    return Held(
        f"{place} holds exactly {said or 'nothing'}",
        not left and not missing,
        f"{place} holds {_list(game, ids)}",
    )


def _in_order(names: Names, ids: Sequence[ObjectId], wanted: t.Whole) -> bool | None:
    """Whether the objects are the named ones one by one, from the first; None where they aren't as many."""
    said = [c.name for c in wanted.exactly for _ in range(c.count)]
    if len(said) != len(ids):
        return None
    return all(_count(names, [i], name) for i, name in zip(ids, said, strict=True))


def _grouped(wanted: Sequence[t.Count]) -> dict[str, list[t.Count]]:
    found: dict[str, list[t.Count]] = {}
    for count in wanted:
        found.setdefault(count.name.text, []).append(count)
    return found


def _list(game: Game, ids: Sequence[ObjectId]) -> str:
    counted = Counter(game.characteristics(i).name or game.name(i) for i in ids)
    return ", ".join(name if n == 1 else f"{name} x{n}" for name, n in counted.items()) or "nothing"


def _stack(game: Game, names: Names, wanted: int | tuple[t.Name, ...]) -> Held:
    stack = game.stack()
    there = ", ".join(game.name(i) for i in stack) or "nothing"
    if isinstance(wanted, int):
        return Held(f"the stack has {wanted}", len(stack) == wanted, f"{len(stack)}: {there}")
    fits = len(wanted) == len(stack) and all(
        _is(names, i, name) for i, name in zip(stack, wanted, strict=True)
    )
    return Held(f"the stack is {', '.join(n.text for n in wanted) or 'empty'}", fits, there)


def _is(names: Names, id: ObjectId, name: t.Name) -> bool:
    if name.text in names.labels:
        return names.now(names.labels[name.text]) == id
    return id in names.bearing(name, names.game.object(id).zone)


def _that_left(game: Game, zone: str, player: str) -> tuple[ObjectId, ...]:
    """What has left the zone of the player (all: anybody's), as what it has become."""
    left = []
    for entry in game.log:
        match entry.event:
            case ev.MoveZone(object=id, was=now) if entry.step >= 0 and game.object(id).zone == zone:
                if player in (t.ALL, game.object(id).owner):
                    left.append(now)
    return tuple(left)


def _tapped(game: Game, names: Names, wanted: t.PlayerCounts, tapped: bool) -> Iterator[Held]:
    word = "tapped" if tapped else "untapped"
    ids = _in_zone(game, names, "battlefield", wanted.player)
    for count in wanted.counts:
        called = [i for i in ids if _count(names, [i], count.name)]
        has = sum(game.objects[i].tapped == tapped for i in called)
        what = f"{wanted.player} has {count.count} {word} {count.name.text}"
        yield Held(what, has == count.count, f"{has} {word}", Subject(tuple(called), "tapped"))


def _mana(game: Game, wanted: t.ManaCheck) -> Iterator[Held]:
    for player in _players(game, wanted.player):
        pool = Counter(m.symbol for m in game.players[player].pool)
        there = "".join(f"{{{m.symbol}}}" for m in game.players[player].pool) or _emptied(game, player)
        if isinstance(wanted.mana, int):
            yield Held(f"{player} has {wanted.mana} mana", pool.total() == wanted.mana, there)
        elif isinstance(wanted.mana, t.Pool):
            written = "".join(f"{{{s}}}" for s in wanted.mana.mana) or "no mana"
            yield Held(f"{player} has {written}", pool == Counter(wanted.mana.mana), there)
        else:
            for symbol, number in wanted.mana.items():
                yield Held(f"{player} has {number} {{{symbol}}}", pool[symbol] == number, there)


def _emptied(game: Game, player: str) -> str:
    """That a pool has nothing, and when it was emptied, if it was (CR 500.5)."""
    for entry in reversed(game.log):
        if isinstance(entry.event, ev.EmptyPool) and entry.event.player == player and entry.step >= 0:
            when = game.steps[entry.step].when
            return f"nothing: unspent mana was lost as a step ended (CR 500.5; {when}), so a `- check:` before it sees the mana"
    return "nothing"


def _outcome(game: Game, expect: t.Expect) -> Iterator[Held]:
    """CR 104: who wins, who has lost."""
    over = game.over or "the game goes on"
    if expect.winner is not None:
        yield Held(
            f"{expect.winner} wins",
            expect.winner in game.winners,
            f"{' and '.join(game.winners)} wins" if game.winners else over,
        )
    if expect.lost == ():
        lost = [player for player in game.order if designations.has_lost(game, player)]
        yield Held("nobody has lost", not lost, f"{' and '.join(lost)} has lost")
    for player in expect.lost or ():
        yield Held(f"{player} has lost", designations.has_lost(game, player), f"{player} is in the game")
    if expect.draw is not None:
        yield Held(
            "the game is a draw" if expect.draw else "the game is no draw", game.drawn == expect.draw, over
        )


def _designations(game: Game, expect: t.Expect) -> Iterator[Held]:
    """CR 702.131, 725, 726, 731: who is the monarch, who has the initiative or the city's blessing; whether it is day or night."""
    for mark, wanted in (("monarch", expect.monarch), ("initiative", expect.initiative)):
        if wanted is not None:
            now = next((player for player in game.order if mark in game.players[player].marks), "")
            about = Subject(tuple(player for player in (wanted, now) if player), "any")
            told = {
                True: f"{wanted or 'nobody'} is the monarch",
                False: f"{wanted or 'nobody'} has the initiative",
            }
            yield Held(told[mark == "monarch"], now == wanted, f"{now or 'nobody'}", about)
    for player in expect.city_s_blessing or ():
        has = "city's blessing" in game.players[player].marks
        yield Held(f"{player} has the city's blessing", has, f"{player} doesn't", Subject((player,), "any"))
    if expect.day is not None:
        now = game.day_or_night or "neither"
        yield Held(f"it is {expect.day}", now == expect.day, f"it is {now}", Subject((), "game"))


def _moment(game: Game, expect: t.Expect) -> Iterator[Held]:
    """CR 500: how far the game has come."""
    if expect.step is not None:
        yield Held(f"it is the {expect.step.value} step", game.turn.step == expect.step.value, game.turn.step)
    if expect.active_player is not None:
        yield Held(
            f"it is {expect.active_player}'s turn",
            game.is_active(expect.active_player),
            f"it is {game.turn.active}'s",
        )
    if expect.turn is not None:
        yield Held(f"it is turn {expect.turn}", game.turn.number == expect.turn, f"turn {game.turn.number}")
