"""Cards in hands and libraries: draw, discard, mill, reveal, look at, search, shuffle (CR 121, 401, 701.9, 701.17, 701.20, 701.23, 701.24)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from engine import abilities as ab
from engine import binding
from engine.actions import looking, zones
from engine.actions.acting import (
    actors,
    ask,
    attempted,
    done,
    each_actor,
    happen,
    number,
    objects,
    outside_the_game,
    pick_things,
    pick_word,
    so_much_each,
    speak_of_player,
)
from engine.actions.registry import acting, performs
from engine.actions.zones import movable
from engine.errors import Undecided, Unsupported
from engine.game import Context, Decision, Game, LogEntry
from engine.game import events as ev
from engine.model import OUTSIDE, ObjectId, PlayerId, Thing
from engine.queries import changed_rules, descriptions, history, numbers, references
from engine.rules.choosing import unfound
from engine.rules.effects import faces, rule_changes

# ---- draw, discard, mill --------------------------------------------------------------------------------------------


@performs(ab.Draw)
def draw(ctx: Context, effect: ab.Draw) -> None:
    """CR 121.2, 121.2c-d: each player draws so many cards, one at a time, the active player all of theirs first. Cards drawn in the place of a draw count
    among those drawn this way (608.2c), but what is done with a card that was drawn isn't done with them (121.6c)."""
    if effect.what not in ("", "additional", "another", UP_TO):
        raise Unsupported(f"drawing {effect.what} cards")
    drawn: list[ObjectId] = []
    by, began, count = [], 0, 0
    said = {p: _how_many(ctx, effect, p) for p in actors(ctx, effect.who)} if effect.what == UP_TO else {}
    for player in each_actor(ctx, effect.who):
        cards = said[player] if effect.what == UP_TO else number(ctx, effect.number)
        if cards == 0:
            continue
        by.append(player)
        if len(by) > 1:
            ctx.game.cite("121.2d" if ctx.game.seating.shared else "121.2c")
        began = len(ctx.game.log)
        entries = happen(ctx, ev.DrawCards(player=player, number=cards, source=ctx.source))
        drawn += _drawn(entries, player)
        count += len(_drawn(ctx.game.log[began:], player))
    if count and not drawn:
        ctx.game.cite("614.11b")
    done(ctx, drawn, "drawn", words=("card",), amount=count)
    attempted(ctx, bool(by), by)


UP_TO = "up to"
"""Where the player says how many cards they draw, up to the number."""


def _how_many(ctx: Context, effect: ab.Draw, player: PlayerId) -> int:
    """CR 101.4, 608.2d: all players say how many cards they draw before any of them does."""
    most = number(ctx, effect.number)
    question = f"how many cards does {player} draw?"
    return int(ask(ctx, Decision(player, "number", question, low=0, high=most, default=most))) if most else 0


def _drawn(entries: Sequence[LogEntry], player: PlayerId) -> list[ObjectId]:
    """The cards that the player drew, as they were in the library."""
    moves = [h.event for h in entries if isinstance(h.event, ev.MoveZone)]
    return [m.object for m in moves if m.verb == "draw" and m.by == player and m.was]


@performs(ab.Discard)
def discard(ctx: Context, effect: ab.Discard) -> None:
    """CR 701.9a-b, 101.4: each player picks from their hand (unless another is to choose, or chance), in APNAP order; then all discard at once."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    by = []
    for player in each_actor(ctx, effect.who):
        if changed_rules.made_to(game, ctx.object, player, changed_rules.MADE_TO_DISCARD):
            game.note(f"{player} can't be made to discard", "101.2", about=(player,), kind="kept")
            continue
        hand = game.zone("hand", player)
        with acting(ctx, player):
            found = _discarded(ctx, effect, player, hand)
        found = [i for i in found if i in hand]
        events += [
            ev.Discard(object=i, player=player, source=ctx.source, caused_by=ctx.controller) for i in found
        ]
        if found:
            by.append(player)
    if len(by) > 1:
        game.cite("101.4", *(("805.6",) if game.seating.shared else ()))
    ids = [e.object for e in events if isinstance(e, ev.Discard)]
    entries = happen(ctx, events)
    went = [h.event.object for h in entries if isinstance(h.event, ev.Discard)]
    went += [i for i in ids if i not in went and i in ctx.moved]
    seen = [i for i in went if not history.discarded_unseen(game, i)]
    if len(seen) < len(went):
        game.cite("701.9c")  # nothing that is asked about them is known
    done(ctx, seen, "discarded", words=("card",), amount=len(went))
    attempted(ctx, bool(ids), by)


def _discarded(
    ctx: Context, effect: ab.Discard, player: PlayerId, hand: tuple[ObjectId, ...]
) -> list[ObjectId]:
    """The cards that one player discards."""
    if not effect.at_random:
        if isinstance(effect.what, ab.Chosen | ab.Each):
            whole = _whole_hand(effect.what)
            if whole:
                return list(hand)
            return objects(ctx, effect.what, by=player, among=hand, question="choose what to discard")
        return objects(ctx, effect.what, by=player, question="choose what to discard")
    if not isinstance(effect.what, ab.Chosen):
        raise Unsupported("discarding at random what is not just so many cards")
    ctx.game.cite("701.9b")
    options = descriptions.matching(ctx, effect.what.which, hand)
    low, high = descriptions.amount(ctx, effect.what.amount)
    most = len(options) if high < 0 else min(high, len(options))
    if low != high:  # the player says how many, chance says which
        question = f"How many cards does {player} discard at random?"
        ctx.game.cite("107.1c")
        low = int(ask(ctx, Decision(player, "number", question, low=min(low, most), high=most, default=most)))
    return [
        t
        for t in by_chance(ctx, player, f"which cards does {player} discard at random?", options, low)
        if isinstance(t, int)
    ]


def _whole_hand(noun: ab.Recipient) -> bool:
    """Whether "discard your hand" is meant: every card, whatever it is."""
    match noun:
        case ab.Each(which=ab.Noun(kinds=(), form="card")):
            return True
        case ab.Each(
            which=ab.Which(before=(), noun=ab.Noun(kinds=(), form="card"), after=(ab.InZone(zone="hand"),))
        ):
            return True
    return False


def by_chance(
    ctx: Context, player: PlayerId, question: str, options: Sequence[Thing], number: int
) -> list[Thing]:
    """What chance picks. The engine doesn't roll dice: the scenario says what came up, or nothing depends on it.

    Unknown cards are all alike, so which of them is picked makes no difference."""
    count = min(number, len(options))
    alike = all(isinstance(o, int) and ctx.game.object(o).unknown for o in options)
    if count == len(options) or alike:
        return list(options[:count])
    return pick_things(ctx, player, question + " (chance)", options, count, count)


@performs(ab.Mill)
def mill(ctx: Context, effect: ab.Mill) -> None:
    """CR 701.17a-b: so many cards from the top of the library into the graveyard, at once; as many as there are."""
    entries, by = so_much_each(
        ctx,
        effect.who,
        effect.number,
        lambda player, cards: ev.Mill(player=player, number=cards, source=ctx.source),
    )
    milled = [
        h.event
        for h in entries
        if isinstance(h.event, ev.MoveZone) and h.event.verb == "mill" and h.event.was
    ]
    # CR 701.17c: the milled card is found in the zone it went to, so later words speak of it as it is there.
    done(ctx, [m.was for m in milled], "milled", words=("card",), amount=len(milled))
    attempted(ctx, bool(by), by)


# ---- reveal and look ------------------------------------------------------------------------------------------------


@performs(ab.Reveal)
def reveal(ctx: Context, effect: ab.Reveal) -> None:
    """CR 701.20a-b: the cards are shown to everyone and stay where they are."""
    if effect.where not in ("", "hand", "from your hand", "in your hand"):
        raise Unsupported(f"revealing cards {effect.where!r}")
    game = ctx.game
    found: list[ObjectId] = []
    by = []
    for player in each_actor(ctx, effect.who):
        hand = game.zone("hand", player) if effect.where else None
        with acting(ctx, player):
            mine = [
                i
                for i in objects(ctx, effect.what, among=hand, question="choose what to reveal")
                if i in game.objects
            ]
        if any(game.objects[i].face_down and game.objects[i].zone == "battlefield" for i in mine):
            game.cite("708.12")
        happen(ctx, [ev.Performed(verb="reveal", player=player, object=i) for i in mine])
        found += mine
        if mine:
            by.append(player)
    done(ctx, found, "revealed", words=("card",), many=_many(effect.what, found))
    link(ctx, found)
    attempted(ctx, bool(found), by)


def link(ctx: Context, ids: list[ObjectId]) -> None:
    """CR 607.2: what was revealed, for linked abilities of the source."""
    zones.link(ctx, "revealed", ids)


def _many(noun: ab.Recipient, found: Sequence[Thing]) -> bool:
    """Whether what was done was said in the plural: by its number for top cards, else by how many there were."""
    if isinstance(noun, ab.TopOfLibrary):
        return noun.number != ab.Literally(1)
    return len(found) != 1


@performs(ab.LookAt)
def look_at(ctx: Context, effect: ab.LookAt) -> None:
    """CR 701.20e: as revealing, but only the player sees the cards."""
    game = ctx.game
    by = []
    found: list[ObjectId] = []
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            seen = [
                i for i in objects(ctx, effect.what, question="choose what to look at") if i in game.objects
            ]
        found += seen
        if effect.kept:
            looking.let(ctx, player, seen)
        if seen:
            by.append(player)
            game.note(
                f"{player} looks at {len(seen)} card{'s' if len(seen) != 1 else ''}",
                "406.3" if effect.kept else "701.20e",
                about=(player,),
            )
    done(ctx, found, "looked at", words=("card",), many=_many(effect.what, found))
    attempted(ctx, bool(found), by)


@performs(ab.RevealUntil)
def reveal_until(ctx: Context, effect: ab.RevealUntil) -> None:
    """CR 701.20a, 401: cards from the top of the library, one after another, until one (or so many) fits."""
    game = ctx.game
    wanted = 1 if effect.number is None else number(ctx, effect.number)
    group: list[ObjectId] = []
    fitting: list[ObjectId] = []
    for player in each_actor(ctx, effect.who):
        owners = [player]
        if effect.whose is not None:
            owners = [p for p in game.apnap() if descriptions.is_player(ctx, effect.whose, p)]
        for owner in owners:
            count = 0
            for id in game.zone("library", owner):
                if count >= wanted:
                    break
                known(game, id, owner)
                if descriptions.described(ctx, effect.which, id):
                    count += 1
                    fitting.append(id)
                group.append(id)
            if effect.verb == "reveal":
                happen(
                    ctx,
                    [
                        ev.Performed(verb="reveal", player=player, object=i)
                        for i in group
                        if game.object(i).owner == owner
                    ],
                )
            else:
                # One at a time, as each is exiled before the next is looked at.
                for id in [i for i in group if i in game.objects and game.objects[i].owner == owner]:
                    happen(
                        ctx, ev.MoveZone(object=id, to="exile", verb="exile", by=player, source=ctx.source)
                    )
    participle = "revealed" if effect.verb == "reveal" else "exiled"
    done(ctx, group, participle, words=("card",), many=True)
    done(
        ctx,
        fitting,
        "picked",
        words={"card", *descriptions.words_of(effect.which)},
        many=wanted != 1,
        at=ctx.at + binding.PICKED,
    )
    attempted(ctx, bool(group))


def known(game: Game, id: ObjectId, owner: PlayerId) -> None:
    """Refuse to say what an unknown card of a library is. Raises Undecided."""
    if game.object(id).unknown:
        raise Undecided(f"what is in {owner}'s library decides this: list its cards from the top")


# ---- search and shuffle ---------------------------------------------------------------------------------------------


@performs(ab.Search)
def search(ctx: Context, effect: ab.Search) -> None:
    """CR 701.23: look through the zones and find cards that fit. In a hidden zone cards with a stated quality may be left unfound (701.23b),
    plain cards may not (701.23d)."""
    game = ctx.game
    found: list[ObjectId] = []
    offered: list[ObjectId] = []
    by = []
    many = False
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            owners = [player]
            if effect.whose is not None:
                owners = [p for p in game.apnap() if descriptions.is_player(ctx, effect.whose, p)]
                for owner in owners:
                    speak_of_player(ctx, effect.whose, owner)
            searched = list(effect.zones)
            if "library" in searched and changed_rules.cant(game, player, "search libraries"):
                game.note(f"{player} can't search libraries", "101.2", about=(player,), kind="kept")
                searched.remove("library")
            if effect.joined == "and/or" and len(searched) > 1:
                searched = _zones(ctx, player, searched)
            if not searched:
                continue
            by.append(player)
            if len(by) > 1:
                game.cite("701.23i")
            ctx.searched = (*ctx.searched, *searched)
            pool = [i for z in searched for o in owners for i in _searched_of(game, player, z, o)]
            mine = _find_each(ctx, player, effect.what, pool, all_zones=effect.joined == "and")
            fresh = [o for o in owners if "library" in searched and not _searching(ctx, player, o)]
            happen(ctx, [ev.Performed(verb="search", player=player, other=o) for o in fresh])
            many = many or not _single(ctx, effect.what)
            found += mine
            offered += pool
    ctx.mention(offered, ("card",), done=references.OFFERED, many=True, at=ctx.at + binding.OFFERED)
    done(
        ctx, found, "found", words={"card", *descriptions.words_of(effect.what)}, many=many or len(found) > 1
    )
    attempted(ctx, bool(by), by)


def _searching(ctx: Context, player: PlayerId, owner: PlayerId) -> bool:
    """CR 701.23h: whether the player is searching that library by this text already, which isn't shuffled yet: it is searched but once."""
    if ctx.searched.count("library") < 2:
        return False
    for entry in reversed(ctx.game.this_turn()):
        match entry.event:
            case ev.Shuffle(player=shuffled) if shuffled == owner:
                return False
            case ev.Performed(verb="search", player=by, other=whose) if by == player and whose == owner:
                ctx.game.cite("701.23h")
                return True
    return False


def _searched_of(game: Game, player: PlayerId, zone: str, owner: PlayerId) -> Sequence[ObjectId]:
    """CR 701.23f: the cards of the zone that the player looks through, which of a library may be the top ones alone."""
    cards = game.zone(zone, owner)
    if zone == OUTSIDE:
        return outside_the_game(game, player)
    if zone != "library":
        return cards
    found = [a for a in changed_rules.changes_on(game, player, ab.Ruled) if a.change.rule == TOP_ALONE]
    if found:
        game.cite("701.23f", "614.1a")
    return cards[: min([numbers.value(a.ctx, a.change.number) for a in found], default=len(cards))]


TOP_ALONE = "searches the top cards of the library alone"
rule_changes.heed_players(ab.Ruled, (TOP_ALONE,), "number")


def _zones(ctx: Context, player: PlayerId, zones: list[str]) -> list[str]:
    """CR 608.2d: which of the zones the player searches, at least one of them; all of them by default."""
    some = [c for n in range(len(zones), 0, -1) for c in combinations(zones, n)]
    picked = pick_word(ctx, player, "choose which zones to search", [" and ".join(c) for c in some])
    return str(picked).split(" and ")


def _single(ctx: Context, noun: ab.Recipient) -> bool:
    return isinstance(noun, ab.Chosen) and descriptions.amount(ctx, noun.amount)[1] == 1


def _find_each(
    ctx: Context, player: PlayerId, noun: ab.Objects, pool: list[ObjectId], all_zones: bool
) -> list[ObjectId]:
    """CR 701.23a: the cards the player finds: of several that are named one by one another card for each, first offered what fits no other of them."""
    parts = noun.parts if isinstance(noun, ab.Together) else (noun,)
    mine: list[ObjectId] = []
    for at, part in enumerate(parts):
        if not isinstance(part, ab.Chosen | ab.Each):
            raise Unsupported("searching for what is not a number of cards that fit")
        later = [p.which for p in parts[at + 1 :] if isinstance(p, ab.Chosen | ab.Each)]
        left = [i for i in pool if i not in mine]
        sure = [i for i in left if not ctx.game.object(i).unknown]
        wanted = {i for which in later for i in descriptions.matching(ctx, which, sure)}
        mine += _find(ctx, player, part, sorted(left, key=lambda i: i in wanted), all_zones)
    return mine


def _find(
    ctx: Context, player: PlayerId, noun: ab.Chosen | ab.Each, pool: list[ObjectId], all_zones: bool
) -> list[ObjectId]:
    """CR 701.23b, 701.23d: the cards the player finds among those that are known to fit; that unknown cards are left unfound, as what has a stated quality
    may be, is an assumption. What fits in a zone that is not hidden has to be found, if that zone has to be searched."""
    game = ctx.game
    hidden = any(game.object(i).zone in history.HIDDEN_ZONES for i in pool)
    quality = has_quality(noun.which)
    sure = [i for i in pool if not (quality and game.object(i).unknown)]
    unsure = len(pool) - len(sure)
    options: list[Thing] = list(descriptions.matching(ctx, noun.which, sure))
    low, high = (0, -1) if isinstance(noun, ab.Each) else descriptions.amount(ctx, noun.amount)
    if unsure and (high < 0 or len(options) < max(high, 1)):
        unfound(game, player, (game.object(i).owner for i in pool))
    for id in sure:
        _tell_front_face(game, player, id, options)
    if not options and pool:
        rules = ("701.23a", "701.23c") if _undefined(ctx, noun.which) else ("701.23a",)
        rules = (*rules, "701.23b") if unsure else rules
        game.note(f"{player} finds nothing that fits", *rules, about=(player, *pool), kind="kept")
        return []
    shown = [i for i in options if isinstance(i, int) and game.object(i).zone not in history.HIDDEN_ZONES]
    if isinstance(noun, ab.Each):
        high = len(options)
        if quality and hidden:
            game.cite("701.23b")
            picked = _most(ctx, player, options, 0, high)  # whatever is said, what is in sight is found
            return [t for t in options if isinstance(t, int) and (t in shown or t in picked)]
        low = len(options)
    elif quality and hidden:
        low = min(low, len(shown)) if all_zones else 0
        game.cite("701.23b")
    elif all(game.object(i).zone == OUTSIDE for i in pool):
        low = 0  # 701.23j: the player may choose one
    else:
        game.cite("701.23a" if quality else "701.23d")
    picked = _most(ctx, player, options, low, high, descriptions.together(ctx, noun.which))
    return [t for t in picked if isinstance(t, int)]


def _undefined(ctx: Context, which: ab.Selection) -> bool:
    """CR 701.23c: whether the description asks for what was to be chosen and has not been."""
    asked = (n for n in ab.walk(which) if isinstance(n, ab.OfTheChosen) and not n.value)
    return any(descriptions.chosen_value(ctx, n.what) is None for n in asked)


def _tell_front_face(game: Game, player: PlayerId, id: ObjectId, options: Sequence[Thing]) -> None:
    """CR 712.8a, 715.4, 720.4: why a card whose other face, Adventure or Omen may fit isn't found."""
    card = game.object(id).card
    if id in options or card is None or len(card.faces) < 2:
        return
    front, rule = (
        ("front face", "712.8a")
        if card.layout in faces.TWO_SIDED
        else (
            "normal characteristics",
            OTHERS.get("omen" if "Omen" in card.faces[1].type_line else card.layout, ""),
        )
    )
    if rule:
        game.note(
            f"{game.name(id)} has only its {front} there: {player} can't find it by the other",
            rule,
            about=(id,),
            kind="kept",
        )


OTHERS = {"adventure": "715.4", "omen": "720.4", "prepare": "722.4"}
"""The rule for cards that have their alternative characteristics nowhere but on the stack."""


def _most(
    ctx: Context,
    player: PlayerId,
    options: list[Thing],
    low: int,
    high: int,
    together: Callable[[Sequence[Thing]], bool] | None = None,
) -> list[Thing]:
    return pick_things(ctx, player, "choose what to find", options, low, high, help=None, together=together)


def has_quality(which: ab.Selection) -> bool:
    """CR 701.23b: whether the description states a quality (anything beyond "card" and where it is)."""
    for node in ab.walk(which):
        match node:
            case ab.Noun(kinds=kinds):
                if kinds:
                    return True
            case ab.InZone() | ab.Which() | ab.You() | ab.Players() | ab.Exactly() | ab.Number():
                continue
            case ab.Quality() | ab.EitherOf():
                return True
    return False


@performs(ab.Shuffle)
def shuffle(ctx: Context, effect: ab.Shuffle) -> None:
    """CR 701.24: the library's cards are in no order that anyone knows; objects shuffled into it are put there first, and it is shuffled even
    if there are none (701.24c-d)."""
    game = ctx.game
    moves: list[ev.GameEvent] = []
    libraries: list[PlayerId] = []
    ids: list[ObjectId] = []
    for player in each_actor(ctx, effect.who):
        mine: list[ObjectId] = []
        with acting(ctx, player):
            if effect.what is not None:
                mine = [
                    i
                    for i in objects(ctx, effect.what, question="choose what to shuffle in")
                    if movable(game, i)
                ]
                ids += mine
                moves += [
                    ev.MoveZone(object=i, to="library", verb="shuffle", by=player, source=ctx.source)
                    for i in mine
                    if game.objects[i].zone != "library"
                ]
        if effect.whose is not None:
            libraries += [p for p in game.apnap() if descriptions.is_player(ctx, effect.whose, p)]
        elif mine and effect.what is not None:
            libraries += list(dict.fromkeys(game.objects[i].owner for i in mine))
        else:
            libraries.append(player)
    known = isinstance(effect.what, ab.This | ab.That)
    if effect.what is not None and not moves:
        game.cite("701.24c" if known else "701.24d")
    entries = happen(ctx, moves)
    if (
        moves
        and known
        and not any(isinstance(e.event, ev.MoveZone) and e.event.to == "library" for e in entries)
    ):
        game.cite("701.24c")  # something replaced the move
    shuffled = list(dict.fromkeys(libraries))
    if _apart(ctx):
        game.cite("701.24b")
    happen(ctx, [ev.Shuffle(player=p) for p in shuffled])
    if ids:
        done(ctx, ids, "shuffled", words=("card",))
    attempted(ctx, bool(shuffled))


def _apart(ctx: Context) -> bool:
    """CR 701.24b: whether cards that were found stay in the library while the rest of it is shuffled: they are put somewhere afterwards."""
    found = (ctx.now(t) for m in ctx.mentions if m.done == "found" for t in m.things if isinstance(t, int))
    return any(ctx.game.object(i).zone == "library" for i in found)


def top(game: Game, player: PlayerId, count: int) -> list[ObjectId]:
    """The top cards of a library, as many as there are."""
    return list(game.zone("library", player)[: max(0, count)])


def revealed(ctx: Context, player: PlayerId, ids: Sequence[ObjectId]) -> None:
    """CR 701.20a: show the cards to everyone."""
    happen(ctx, [ev.Performed(verb="reveal", player=player, object=i) for i in ids])
