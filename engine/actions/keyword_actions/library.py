"""Keyword actions with cards of a library: scry, surveil, fateseal, learn, discover, clash (CR 701.22, 701.25, 701.29-30, 701.48, 701.57)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions import cards, casting
from engine.actions.acting import (
    PLAYER_WORDS,
    ask,
    happen,
    has_none_outside,
    ordered,
    pick_things,
    words_for,
    yes,
)
from engine.actions.keyword_actions.doing import AT_ONCE, did, keyword_action
from engine.game import Context, Decision, Game, doors, mana_value
from engine.game import events as ev
from engine.model import OUTSIDE, ObjectId, PlayerId
from engine.queries import changed_rules, event_patterns, numbers, object_abilities
from engine.rules.effects import commander, rule_changes

SCRIES_MORE = "scry that many cards and more"
SURVEILS_MORE = "look at additional cards to surveil"
rule_changes.heed_players(ab.Ruled, (SCRIES_MORE,), "number")
rule_changes.heed_players(ab.May, (SURVEILS_MORE,), "number")


@keyword_action("scry")
def scry(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.22a-b: look at the top cards, put any number on the bottom and the rest back on top, in any order; scry 0 is nothing. How many were looked at is what
    it comes to."""
    if amount == 0:
        ctx.game.cite("701.22b")
        return
    ctx.game.cite("701.22a")
    amount += _more(ctx, player, SCRIES_MORE)
    did(ctx, "scry", player, _sort(ctx, player, player, amount, "library bottom"))


@keyword_action("surveil")
def surveil(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.25a, 701.25c: look at the top cards, put any number into the graveyard and the rest back on top, in any order."""
    if amount == 0:
        ctx.game.cite("701.25c")
        return
    ctx.game.cite("701.25a")
    _sort(ctx, player, player, amount + _seen_besides(ctx, player), "graveyard")
    did(ctx, "surveil", player, amount)


def _more(ctx: Context, player: PlayerId, word: str) -> int:
    """CR 614.1a: how many more cards the player looks at by effects that say so."""
    found = [a for a in changed_rules.changes_on(ctx.game, player, ab.Ruled) if a.change.rule == word]
    if found:
        ctx.game.cite("614.1a")
    return sum(numbers.value(a.ctx, a.change.number) for a in found)


def _seen_besides(ctx: Context, player: PlayerId) -> int:
    """CR 701.25b: how many additional cards the player looks at who is allowed to, and is asked for each effect."""
    number = 0
    for found in changed_rules.changes_on(ctx.game, player, ab.May):
        if found.change.what != SURVEILS_MORE:
            continue
        more = numbers.value(found.ctx, found.change.number)
        if yes(ctx, player, f"look at {more} additional cards"):
            ctx.game.cite("701.25b")
            number += more
    return number


@keyword_action("fateseal")
def fateseal(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.29a: as scry, with an opponent's library."""
    picked = pick_things(ctx, player, "choose an opponent", ctx.game.reached(player, ctx.source), help=False)
    if picked and amount:
        ctx.game.cite("701.29a")
        _sort(ctx, player, str(picked[0]), amount, "library bottom")
        did(ctx, "fateseal", player, amount)


def scry_together(ctx: Context, effect: ab.Keyworded, who: list[tuple[PlayerId, int]]) -> None:
    """CR 701.22c: each looks at the top cards at the same time; they decide in APNAP order, and then the cards move at the same time."""
    game = ctx.game
    seen = {player: _look(game, player, player, amount) for player, amount in who}
    moves: list[ev.GameEvent] = []
    for player, found in seen.items():
        if not found:
            continue
        gone = _any_number(
            ctx, player, "choose the cards that go to the bottom of the library (the rest stay on top)", found
        )
        gone = ordered(ctx, player, "in what order do they go to the bottom (top first)?", gone)
        kept = [i for i in found if i not in gone]
        again = ordered(ctx, player, "in what order do the rest lie on top (top first)?", kept)
        moves += [reordered(i, -1, player) for i in gone]
        moves += [reordered(i, 0, player) for i in reversed(again)] if again != kept else []
    game.cite("701.22a", "701.22c")
    happen(ctx, moves)
    for player, amount in who:
        if amount:
            did(ctx, "scry", player, len(seen[player]))


AT_ONCE["scry"] = scry_together


def _look(game: Game, player: PlayerId, owner: PlayerId, amount: int) -> list[ObjectId]:
    """The top cards of the library, which the player looks at."""
    seen = cards.top(game, owner, amount)
    if seen:
        game.note(f"{player} looks at the top {len(seen)} of {owner}'s library", about=(player,))
    return seen


def _sort(ctx: Context, player: PlayerId, owner: PlayerId, amount: int, away: str) -> int:
    """Look at the top cards of a library and divide them between its top and somewhere else. Returns how many were looked at."""
    seen = _look(ctx.game, player, owner, amount)
    if not seen:
        return 0
    where = "the bottom of the library" if away == "library bottom" else "the graveyard"
    gone = _any_number(ctx, player, f"choose the cards that go to {where} (the rest stay on top)", seen)
    if away == "graveyard":
        happen(
            ctx,
            [
                ev.MoveZone(object=i, to="graveyard", verb="surveil", by=player, source=ctx.source)
                for i in gone
            ],
        )
    else:
        gone = ordered(ctx, player, "in what order do they go to the bottom (top first)?", gone)
        happen(ctx, [reordered(i, -1, player) for i in gone])
    kept = [i for i in seen if i not in gone]
    again = ordered(ctx, player, "in what order do the rest lie on top (top first)?", kept)
    if again != kept:
        happen(ctx, [reordered(i, 0, player) for i in reversed(again)])
    return len(seen)


def _any_number(ctx: Context, player: PlayerId, question: str, options: list[ObjectId]) -> list[ObjectId]:
    """CR 608.2d: any number of the cards, none unless the player says otherwise."""
    answer = ask(ctx, Decision(player, "objects", question, tuple(options), 0, len(options), help=False))
    return [i for i in options if i in answer]


def reordered(id: ObjectId, place: int, player: PlayerId) -> ev.MoveZone:
    """A card that is put elsewhere in the library it is in."""
    return ev.MoveZone(object=id, to="library", place=place, verb="put", by=player)


@keyword_action("learn")
def learn(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.48a: the player may discard a card and draw one; who doesn't may put a Lesson card from outside the game into the hand."""
    game = ctx.game
    game.cite("701.48a")
    hand = game.zone("hand", player)
    lessons = [i for i in game.zone(OUTSIDE, player) if "Lesson" in game.characteristics(i).subtypes]
    if game.any_commander:
        lessons = [i for i in lessons if not commander.kept_outside(game, i)]
    if hand and yes(ctx, player, "discard a card to draw a card (learn)?", default=not lessons):
        picked = pick_things(ctx, player, "choose a card to discard", hand)
        discards = [
            ev.Discard(object=int(i), player=player, source=ctx.source, caused_by=ctx.controller)
            for i in picked
        ]
        gone = [h for h in happen(ctx, discards) if isinstance(h.event, ev.Discard)]
        if gone:
            happen(ctx, ev.DrawCards(player=player, number=1, source=ctx.source))
    elif lessons and yes(ctx, player, "put a Lesson card from outside the game into your hand (learn)?"):
        for i in pick_things(ctx, player, "choose a Lesson card", lessons):
            happen(ctx, ev.Performed(verb="reveal", player=player, object=int(i)))
            happen(ctx, ev.MoveZone(object=int(i), to="hand", verb="put", by=player, source=ctx.source))
    elif has_none_outside(game, player):
        game.note(f"{player} is taken to have no Lesson card outside the game", about=(player,))
    did(ctx, "learn", player)


def _at_most(amount: int) -> casting.Fits:
    """CR 701.57a: whether the spell has a mana value of no more than that."""
    return lambda game, id: mana_value(game, id) <= amount


@keyword_action("cascade")
def cascade(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.85b: what effects let the player do with the cards that were exiled, as they cascade, before one of them may be cast."""
    game = ctx.game
    exiled = next((m.things for m in reversed(ctx.mentions) if m.done == "exiled"), ())
    now = tuple(ctx.now(t) for t in exiled if isinstance(t, int))
    cascading = ev.Performed(verb=event_patterns.AS_YOU_CASCADE, player=player)
    for source in game.battlefield():
        theirs = Context(game, game.controller(source), source)
        for ability in object_abilities.abilities_of(game, source):
            if (
                isinstance(ability, ab.Replacement)
                and ability.how == "as"
                and event_patterns.match(theirs, ability.event, cascading) is not None
            ):
                game.note(
                    f"{game.name(source)} applies as {player} cascades", "702.85b", about=(source, player)
                )
                there = [i for i in now if i in game.objects]
                theirs.mention(there, ("card",), done="exiled", many=True, at=ability.event.at)
                doors.perform(theirs, ability.effect)


@keyword_action("discover")
def discover(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.57: exile cards from the top until one is no land and costs no more than N; cast it free or put it into the hand; the rest go to
    the bottom in a random order."""
    game = ctx.game
    game.cite("701.57a", "701.57b")
    gone: list[ObjectId] = []
    found: ObjectId | None = None
    while found is None:
        library = game.zone("library", player)
        if not library:
            break
        cards.known(game, library[0], player)
        values = game.characteristics(library[0])
        entries = happen(
            ctx, ev.MoveZone(object=library[0], to="exile", verb="exile", by=player, source=ctx.source)
        )
        id = next((h.event.was for h in entries if isinstance(h.event, ev.MoveZone) and h.event.was), 0)
        if not id:
            break
        gone.append(id)
        if "land" not in values.types and values.mana_value <= amount:
            found = id
    if found is not None:
        ctx.mention((found,), {"card", *words_for(ctx, (found,))}, done="discovered")
        cast = False
        if yes(ctx, player, f"cast {game.name(found)} without paying its mana cost?"):
            cast = bool(casting.cast_now(ctx, player, found, free=True, fits=_at_most(amount)))
        if not cast:
            happen(ctx, ev.MoveZone(object=found, to="hand", verb="put", by=player, source=ctx.source))
    rest = [i for i in gone if i != found and i in game.objects and game.objects[i].zone == "exile"]
    rest = ordered(ctx, player, "in what order do the other cards come by chance (top first)?", rest)
    happen(
        ctx,
        [
            ev.MoveZone(object=i, to="library", place=-1, verb="put", by=player, source=ctx.source)
            for i in rest
        ],
    )
    did(ctx, "discover", player, amount)


@keyword_action("clash")
def clash(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.30: the player and an opponent, who clashes, too, reveal their top cards and may put them on the bottom; the higher mana value wins."""
    game = ctx.game
    game.cite("701.30b")
    opponent = pick_things(ctx, player, "choose an opponent to clash with", game.reached(player))
    ctx.mention(opponent, PLAYER_WORDS)
    shown: dict[PlayerId, ObjectId] = {}
    both = [p for p in game.apnap() if p == player or p in opponent]
    for each in both:
        library = game.zone("library", each)
        if library:
            cards.known(game, library[0], each)
            shown[each] = library[0]
    game.cite("701.30c")
    happen(ctx, [ev.Performed(verb="reveal", player=p, object=i) for p, i in shown.items()])
    values = {p: game.characteristics(i).mana_value for p, i in shown.items()}
    away = [
        p
        for p, i in shown.items()
        if yes(ctx, p, f"put {game.name(i)} on the bottom of the library?", default=False)
    ]
    happen(ctx, [reordered(shown[p], -1, p) for p in away])
    best = max(values.values(), default=-1)
    won = player in values and values[player] == best and list(values.values()).count(best) == 1
    game.cite("701.30d")
    game.note(f"{player} {'wins' if won else 'does not win'} the clash", about=(player,))
    ctx.clash_won = won
    for each in both:
        did(ctx, "clash", each, int(won and each == player))
