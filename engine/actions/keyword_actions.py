"""Keyword actions that a player does, most with a number: scry, surveil, proliferate, explore, amass, ... (CR 701)."""

from __future__ import annotations

from collections.abc import Callable

from engine import abilities as ab
from engine.actions import cards, keyword_abilities, ring, tokens
from engine.actions.acting import (
    ask,
    attempted,
    done,
    each_actor,
    happen,
    number,
    on_battlefield,
    ordered,
    permanents,
    pick_things,
    pick_word,
    things,
    words_for,
    yes,
)
from engine.actions.counters import counters_on
from engine.actions.objects import marked
from engine.actions.predefined import predefined
from engine.actions.registry import acting, performs
from engine.errors import IllegalAction, Undecided, Unsupported
from engine.game import doors
from engine.game import events as ev
from engine.game.context import Context
from engine.model.objects import ObjectId, PlayerId, Thing

Does = Callable[[Context, ab.Keyworded, PlayerId, int], None]


@performs(ab.Keyworded)
def keyworded(ctx: Context, effect: ab.Keyworded) -> None:
    """CR 701: each player does the keyword action, in APNAP order."""
    action = KEYWORD_ACTIONS.get(effect.verb)
    if action is None:
        raise Unsupported(f"the keyword action {effect.verb!r}")
    if effect.word and effect.verb not in WITH_WORD:
        raise Unsupported(f"to {effect.verb} {effect.word!r}")
    by = []
    for player in each_actor(ctx, effect.who):
        amount = 1 if effect.number is None else number(ctx, effect.number)
        with acting(ctx, player):
            action(ctx, effect, player, amount)
        by.append(player)
    attempted(ctx, bool(by), by)


def did(ctx: Context, verb: str, player: PlayerId, amount: int = 0) -> None:
    """The player has done it: abilities may watch for that, whatever came of it (CR 701.22d, 701.25d, ...)."""
    happen(ctx, ev.Performed(verb=verb, player=player, number=amount))


# ---- libraries ------------------------------------------------------------------------------------------------------


def scry(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.22a-b: look at the top cards, put any number on the bottom and the rest back on top, in any order; scry 0 is nothing."""
    if amount == 0:
        ctx.game.cite("701.22b")
        return
    ctx.game.cite("701.22a")
    _sort(ctx, player, player, amount, "library bottom")
    did(ctx, "scry", player, amount)


def surveil(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.25a, 701.25c: look at the top cards, put any number into the graveyard and the rest back on top, in any order."""
    if amount == 0:
        ctx.game.cite("701.25c")
        return
    ctx.game.cite("701.25a")
    _sort(ctx, player, player, amount, "graveyard")
    did(ctx, "surveil", player, amount)


def fateseal(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.29a: as scry, with an opponent's library."""
    picked = pick_things(ctx, player, "choose an opponent", ctx.game.opponents(player), help=False)
    if picked and amount:
        ctx.game.cite("701.29a")
        _sort(ctx, player, str(picked[0]), amount, "library bottom")
        did(ctx, "fateseal", player, amount)


def _sort(ctx: Context, player: PlayerId, owner: PlayerId, amount: int, away: str) -> None:
    """Look at the top cards of a library and divide them between its top and somewhere else."""
    game = ctx.game
    seen = cards.top(game, owner, amount)
    if not seen:
        return
    game.note(f"{player} looks at the top {len(seen)} of {owner}'s library", about=(player,))
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


def _any_number(ctx: Context, player: PlayerId, question: str, options: list[ObjectId]) -> list[ObjectId]:
    """CR 608.2d: any number of the cards, none unless the player says otherwise."""
    from engine.game.decisions import Decision

    answer = ask(ctx, Decision(player, "objects", question, tuple(options), 0, len(options), help=False))
    return [i for i in options if i in answer]


def reordered(id: ObjectId, place: int, player: PlayerId) -> ev.MoveZone:
    """A card that is put elsewhere in the library it is in."""
    return ev.MoveZone(object=id, to="library", place=place, verb="put", by=player)


def learn(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.48a: the player may discard a card and draw one. (Cards outside the game are none of the engine's.)"""
    ctx.game.cite("701.48a")
    hand = ctx.game.zone("hand", player)
    if hand and yes(ctx, player, "discard a card to draw a card (learn)?"):
        picked = pick_things(ctx, player, "choose a card to discard", hand)
        happen(
            ctx,
            [
                ev.Discard(object=int(i), player=player, source=ctx.source, caused_by=ctx.controller)
                for i in picked
            ],
        )
        happen(ctx, ev.DrawCards(player=player, number=1, source=ctx.source))
    else:
        ctx.game.note(
            f"{player} is taken to have no Lesson card outside the game", "701.48a", about=(player,)
        )
    did(ctx, "learn", player)


def discover(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.57: exile cards from the top until one is no land and costs no more than N; cast it free or put it into the hand; the rest go to
    the bottom in a random order."""

    game = ctx.game
    game.cite("701.57a")
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
            try:
                cast = bool(doors.cast(game, player, found, resolving=True, free=True))
            except IllegalAction as impossible:
                game.note(
                    f"{player} can't cast {game.name(found)}: {impossible.reason}",
                    impossible.rule,
                    about=(found,),
                )
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


# ---- tokens ---------------------------------------------------------------------------------------------------------


def _creates(ctx: Context, player: PlayerId, token: ev.CreateToken, amount: int) -> list[ObjectId]:
    entries = happen(ctx, ev.CreateTokens(player=player, number=amount, token=token, by=player))
    made = [h.event.was for h in entries if isinstance(h.event, ev.CreateToken) and h.event.was]
    ctx.mention(made, {"token", *words_for(ctx, made)}, done="created", many=len(made) != 1, amount=len(made))
    return made


def investigate(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.16a, 111.10f: create a Clue token; so many times where a number is said."""
    clue = predefined("Clue")
    for _ in range(amount):
        ctx.game.cite("701.16a", clue.rule)
        _creates(ctx, player, ev.CreateToken(player=player, base=clue.base, source=ctx.source), 1)
        did(ctx, "investigate", player)


def populate(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.36: create a copy of a creature token that the player controls, if there is one."""
    game = ctx.game
    game.cite("701.36a")
    options = [
        i for i in game.battlefield()
        if game.objects[i].kind == "token" and game.controller(i) == player and "creature" in game.characteristics(i).types
    ]  # fmt: skip
    picked = pick_things(ctx, player, "choose a creature token to copy", options, help=True)
    if picked:
        copy = tokens.copy_token(ctx, int(picked[0]), player)
        if copy is not None:
            _creates(ctx, player, copy, 1)
    did(ctx, "populate", player)


def incubate(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.53a, 111.10i: an Incubator token that enters with N +1/+1 counters."""
    known = predefined("Incubator")
    ctx.game.cite("701.53a", known.rule)
    token = ev.CreateToken(
        player=player,
        base=known.base,
        source=ctx.source,
        copied_card=known.card,
        counters=(("+1/+1", amount),) if amount else (),
    )
    _creates(ctx, player, token, 1)
    did(ctx, "incubate", player, amount)


def amass(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.47a-c: with no Army, create a 0/0 black one of the subtype; put the counters on an Army; it becomes of the subtype too."""
    from engine.model.characteristics import Characteristics
    from engine.rules.effects import continuous

    game = ctx.game
    game.cite("701.47a")
    subtype = _singular(effect.word or "Zombies")
    if not _armies(ctx, player):
        base = Characteristics(
            name=f"{subtype} Army Token", colors=frozenset({"black"}), types=frozenset({"creature"}), subtypes=frozenset({subtype, "Army"}),
            power=0, toughness=0,
        )  # fmt: skip
        _creates(ctx, player, ev.CreateToken(player=player, base=base, source=ctx.source), 1)
    picked = pick_things(ctx, player, "choose an Army", _armies(ctx, player), help=True)
    for army in picked:
        assert isinstance(army, int)
        if amount:
            happen(ctx, ev.AddCounters(thing=army, kind="+1/+1", number=amount, by=player, source=ctx.source))
        if army in game.objects and subtype not in game.characteristics(army).subtypes:
            continuous.add_floating(ctx, ab.Fixed((army,)), (ab.Types((subtype,), add=True),), ab.Always())
    # CR 701.47c: "the amassed Army" is the one chosen.
    ctx.mention(picked, {"army", *words_for(ctx, picked)}, done="amassed")
    did(ctx, "amass", player, amount)


IRREGULAR = {"Elves": "Elf", "Dwarves": "Dwarf", "Wolves": "Wolf", "Zombies": "Zombie", "Faeries": "Faerie"}


def _singular(word: str) -> str:
    """A creature type as amass names it: in the plural."""
    return IRREGULAR.get(word, word.removesuffix("s"))


def _armies(ctx: Context, player: PlayerId) -> list[ObjectId]:
    game = ctx.game
    return [
        i for i in game.battlefield()
        if game.controller(i) == player and "Army" in game.characteristics(i).subtypes and "creature" in game.characteristics(i).types
    ]  # fmt: skip


def endure(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.63: an N/N white Spirit, or N +1/+1 counters on the permanent; 0 is nothing."""
    from engine.model.characteristics import Characteristics

    game = ctx.game
    if amount == 0:
        return
    id = tokens.the_creature(ctx, effect.what)
    game.cite("701.63a")
    player = game.controller(id) if id is not None and (id in game.objects or id in game.past) else player
    here = id is not None and on_battlefield(game, id)
    if here and yes(
        ctx, player, f"put {amount} +1/+1 counters on {game.name(id or 0)} (else create a Spirit)?"
    ):
        happen(ctx, ev.AddCounters(thing=id or 0, kind="+1/+1", number=amount, by=player, source=ctx.source))
    else:
        base = Characteristics(
            name="Spirit Token", colors=frozenset({"white"}), types=frozenset({"creature"}), subtypes=frozenset({"Spirit"}), power=amount,
            toughness=amount,
        )  # fmt: skip
        _creates(ctx, player, ev.CreateToken(player=player, base=base, source=ctx.source), 1)
    happen(ctx, ev.Performed(verb="endures", object=id or 0, number=amount))


# ---- counters -------------------------------------------------------------------------------------------------------


def proliferate(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.34a: another counter of each kind they have for any number of permanents and players with counters; so many times over."""
    game = ctx.game
    for _ in range(amount):
        everything: list[Thing] = [*game.battlefield(), *game.apnap()]
        options = [t for t in everything if counters_on(game, t)]
        game.cite("701.34a")
        # The default takes what is the player's own; whatever else should get counters is said in the scenario.
        picked = pick_things(
            ctx, player, "choose what gets another counter of each kind", options, 0, -1, help=True
        )
        events: list[ev.Happening] = [
            ev.AddCounters(thing=t, kind=kind, number=1, by=player, source=ctx.source)
            for t in picked
            for kind in counters_on(game, t)
        ]
        happen(ctx, events)
        did(ctx, "proliferate", player)


def bolster(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.39a: N +1/+1 counters on a creature of the player's with the least toughness."""
    game = ctx.game
    game.cite("701.39a")
    mine = [
        i
        for i in game.battlefield()
        if game.controller(i) == player and "creature" in game.characteristics(i).types
    ]
    least = min((game.characteristics(i).toughness or 0 for i in mine), default=0)
    options = [i for i in mine if (game.characteristics(i).toughness or 0) == least]
    picked = pick_things(ctx, player, "choose a creature to bolster", options, help=True)
    happen(
        ctx,
        [
            ev.AddCounters(thing=i, kind="+1/+1", number=amount, by=player, source=ctx.source)
            for i in picked
            if amount
        ],
    )
    ctx.mention(picked, words_for(ctx, picked), done="bolstered")


def adapt(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.46a: N +1/+1 counters if it has none."""
    id = tokens.the_creature(ctx, effect.what)
    ctx.game.cite("701.46a")
    if id is not None and on_battlefield(ctx.game, id):
        if not ctx.game.objects[id].counter("+1/+1") and amount:
            happen(ctx, ev.AddCounters(thing=id, kind="+1/+1", number=amount, by=player, source=ctx.source))
        happen(ctx, ev.Performed(verb="adapts", object=id))


def monstrosity(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.37a-b: if it isn't monstrous, N +1/+1 counters and it becomes monstrous."""
    id = tokens.the_creature(ctx, effect.what)
    if id is None or not on_battlefield(ctx.game, id) or "monstrous" in ctx.game.objects[id].marks:
        return
    events: list[ev.Happening] = []
    if amount:
        events.append(ev.AddCounters(thing=id, kind="+1/+1", number=amount, by=player, source=ctx.source))
    events += marked(ctx, id, "monstrous", "becomes monstrous", "701.37a")
    happen(ctx, events)


def blight(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.68a, 701.68c: N -1/-1 counters on a creature the player controls, which is the blighted creature."""
    game = ctx.game
    game.cite("701.68a")
    mine = [
        i
        for i in game.battlefield()
        if game.controller(i) == player and "creature" in game.characteristics(i).types
    ]
    picked = pick_things(ctx, player, "choose a creature to blight", mine)
    happen(
        ctx,
        [
            ev.AddCounters(thing=i, kind="-1/-1", number=amount, by=player, source=ctx.source)
            for i in picked
            if amount
        ],
    )
    ctx.mention(picked, words_for(ctx, picked), done="blighted")
    did(ctx, "blight", player, amount)


def time_travel(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.56a: for any number of one's permanents and suspended cards with time counters, add one or remove one."""
    game = ctx.game
    for _ in range(amount):
        game.cite("701.56a")
        options = [
            i for i in game.battlefield() if game.controller(i) == player and game.objects[i].counter("time")
        ]
        options += [
            i
            for i in game.in_zone("exile")
            if game.objects[i].owner == player and game.objects[i].counter("time")
        ]
        picked = pick_things(ctx, player, "choose what travels in time", options, 0, -1)
        events: list[ev.Happening] = []
        for thing in picked:
            how = pick_word(
                ctx,
                player,
                f"a time counter on {game.name(thing)}: remove one or add one?",
                ("remove", "add"),
            )
            if how == "add":
                events.append(
                    ev.AddCounters(thing=thing, kind="time", number=1, by=player, source=ctx.source)
                )
            else:
                events.append(ev.RemoveCounters(thing=thing, kind="time", number=1))
        happen(ctx, events)
        did(ctx, "time travel", player)


# ---- creatures that do something --------------------------------------------------------------------------------------


def explore(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.44d: each of the permanents explores, one after another."""
    for id in _subjects(ctx, effect):
        for _ in range(amount):
            explore_with(ctx, id)


def _subjects(ctx: Context, effect: ab.Keyworded) -> list[ObjectId]:
    """The permanents that do it: what is named, else the source; in APNAP order of their controllers (CR 701.44d, 701.50d)."""
    game = ctx.game
    found = (
        [ctx.source]
        if effect.what is None
        else [t for t in things(ctx, effect.what, help=True) if isinstance(t, int)]
    )
    order = game.apnap()
    return sorted(
        found, key=lambda i: order.index(game.controller(i)) if game.controller(i) in order else len(order)
    )


def explore_with(ctx: Context, id: ObjectId) -> None:
    """CR 701.44a-c: reveal the top card: a land goes to the hand; else a +1/+1 counter, and the card may go to the graveyard. A permanent that has
    left explores by last known information."""
    game = ctx.game
    player = game.controller(id)
    now = ctx.now(id)
    game.cite("701.44a")
    library = game.zone("library", player)
    if library:
        card = library[0]
        cards.known(game, card, player)
        cards.revealed(ctx, player, [card])
        land = "land" in game.characteristics(card).types
        ctx.mention((card,), {"card", *words_for(ctx, (card,))}, done="revealed")
        if land:
            happen(ctx, ev.MoveZone(object=card, to="hand", verb="put", by=player, source=ctx.source))
        else:
            _grows(ctx, now, player)
            if yes(ctx, player, f"put {game.name(card)} into the graveyard?", default=False):
                happen(
                    ctx, ev.MoveZone(object=card, to="graveyard", verb="put", by=player, source=ctx.source)
                )
    else:
        # CR 701.44a: no land card is revealed.
        _grows(ctx, now, player)
    happen(ctx, ev.Performed(verb="explores", object=id))


def _grows(ctx: Context, id: ObjectId, player: PlayerId) -> None:
    if on_battlefield(ctx.game, id):
        happen(ctx, ev.AddCounters(thing=id, kind="+1/+1", number=1, by=player, source=ctx.source))


def connive(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.50d-e: each of the permanents connives, one after another; with a number, for so many cards."""
    for id in _subjects(ctx, effect):
        connive_with(ctx, id, amount)


def connive_with(ctx: Context, id: ObjectId, amount: int) -> None:
    """CR 701.50a-c, 701.50e: its controller draws, then discards as many; a +1/+1 counter on it for each nonland card discarded."""
    game = ctx.game
    player = game.controller(id)
    game.cite("701.50a")
    if amount:
        happen(ctx, ev.DrawCards(player=player, number=amount, source=ctx.source))
    hand = game.zone("hand", player)
    picked = pick_things(ctx, player, f"choose {amount} to discard", hand, amount, amount)
    if any(isinstance(i, int) and game.object(i).unknown for i in picked):
        raise Undecided(
            f"whether {player} discards a land decides this: list the cards in their hand and library"
        )
    nonland = [i for i in picked if isinstance(i, int) and "land" not in game.characteristics(i).types]
    entries = happen(
        ctx,
        [
            ev.Discard(object=i, player=player, source=ctx.source, caused_by=ctx.controller)
            for i in picked
            if isinstance(i, int)
        ],
    )
    went = {h.event.object for h in entries if isinstance(h.event, ev.Discard)}
    grows = len([i for i in nonland if i in went or i not in game.objects])
    now = ctx.now(id)
    if grows and on_battlefield(game, now):
        happen(ctx, ev.AddCounters(thing=now, kind="+1/+1", number=grows, by=player, source=ctx.source))
    happen(ctx, ev.Performed(verb="connives", object=id))


# ---- face down --------------------------------------------------------------------------------------------------------


def manifest(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.40a, 701.40e: cards (the top of the library, unless others are named) enter face down as 2/2 creatures, one at a time."""
    _face_down(ctx, effect, player, amount, "manifest", "701.40a")


def cloak(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.58a, 701.58e: as manifesting, with ward {2}."""
    _face_down(ctx, effect, player, amount, "cloak", "701.58a")


def _face_down(
    ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int, verb: str, rule: str
) -> None:
    game = ctx.game
    if effect.what is None:
        ids = cards.top(game, player, amount)
    else:
        ids = [ctx.now(t) for t in things(ctx, effect.what) if isinstance(t, int)]
    made = [m for i in ids for m in _enters_face_down(ctx, i, player, verb, rule)]
    ctx.mention(made, {"card", *words_for(ctx, made)}, done=f"{verb}ed", many=len(made) != 1)


def _enters_face_down(ctx: Context, id: ObjectId, player: PlayerId, verb: str, rule: str) -> list[ObjectId]:
    if id not in ctx.game.objects:
        return []
    ctx.game.cite(rule)
    move = ev.MoveZone(
        object=id,
        to="battlefield",
        controller=player,
        verb=verb,
        by=player,
        source=ctx.source,
        face_down=True,
        face_down_as=verb,
    )
    return [
        h.event.was
        for h in happen(ctx, move)
        if isinstance(h.event, ev.MoveZone) and h.event.was and h.event.to == "battlefield"
    ]


def manifest_dread(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.62: look at the top two cards, manifest one, the other goes to the graveyard."""
    game = ctx.game
    seen = cards.top(game, player, 2)
    game.cite("701.62a")
    picked = pick_things(ctx, player, "choose the card to manifest", seen) if seen else []
    made = [
        m
        for i in picked
        if isinstance(i, int)
        for m in _enters_face_down(ctx, i, player, "manifest", "701.40a")
    ]
    rest = [i for i in seen if i not in picked and i in game.objects]
    happen(
        ctx, [ev.MoveZone(object=i, to="graveyard", verb="put", by=player, source=ctx.source) for i in rest]
    )
    ctx.mention(made, {"card", *words_for(ctx, made)}, done="manifested")
    did(ctx, "manifest dread", player)


# ---- the rest -----------------------------------------------------------------------------------------------------------


def clash(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.30: the player and an opponent reveal their top cards and may put them on the bottom; the higher mana value wins."""
    game = ctx.game
    game.cite("701.30b")
    opponent = pick_things(ctx, player, "choose an opponent to clash with", game.opponents(player))
    shown: dict[PlayerId, ObjectId] = {}
    for each in [p for p in game.apnap() if p == player or p in opponent]:
        library = game.zone("library", each)
        if library:
            cards.known(game, library[0], each)
            shown[each] = library[0]
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
    did(ctx, "clash", player)


def could(ctx: Context, verb: str, player: PlayerId, amount: int) -> bool:
    """CR 118.3: whether the player could do it as a cost (CR 701.59b, 701.61a)."""
    game = ctx.game
    yard = game.zone("graveyard", player)
    if verb == "collect evidence":
        return sum(game.characteristics(i).mana_value for i in yard) >= amount
    return len(yard) >= 3 or any(
        game.controller(i) == player and "Food" in game.characteristics(i).subtypes
        for i in game.battlefield()
    )


def collect_evidence(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.59a-b: exile cards from the graveyard with total mana value N or more; with too little, nothing."""
    game = ctx.game
    yard = game.zone("graveyard", player)
    if sum(game.characteristics(i).mana_value for i in yard) < amount:
        attempted(ctx, False)
        return
    picked = [
        i
        for i in pick_things(ctx, player, f"choose cards of total mana value {amount} or more", yard, 1, -1)
        if isinstance(i, int)
    ]
    if sum(game.characteristics(i).mana_value for i in picked) < amount:
        raise IllegalAction("701.59a", f"the cards chosen have a total mana value of less than {amount}")
    game.cite("701.59a")
    happen(
        ctx, [ev.MoveZone(object=i, to="exile", verb="exile", by=player, source=ctx.source) for i in picked]
    )
    done(ctx, picked, "exiled", words=("card",))
    did(ctx, "collect evidence", player, amount)


def forage(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.61a: exile three cards from the graveyard or sacrifice a Food."""
    game = ctx.game
    foods = [
        i
        for i in game.battlefield()
        if game.controller(i) == player and "Food" in game.characteristics(i).subtypes
    ]
    yard = game.zone("graveyard", player)
    ways = (["exile three cards"] if len(yard) >= 3 else []) + (["sacrifice a Food"] if foods else [])
    if not ways:
        return
    game.cite("701.61a")
    way = ways[0] if len(ways) == 1 else pick_word(ctx, player, "how to forage?", ways)
    if way == "sacrifice a Food":
        picked = pick_things(ctx, player, "choose a Food to sacrifice", foods)
        happen(ctx, [ev.Sacrifice(object=int(i), player=player, source=ctx.source) for i in picked])
    else:
        picked = pick_things(ctx, player, "choose three cards to exile", yard, 3, 3)
        happen(
            ctx,
            [
                ev.MoveZone(object=int(i), to="exile", verb="exile", by=player, source=ctx.source)
                for i in picked
            ],
        )
    did(ctx, "forage", player)


def ascend(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.131a: with ten or more permanents, the player has the city's blessing from now on."""
    game = ctx.game
    obj = game.players[player]
    if (
        "city's blessing" not in obj.marks
        and len([i for i in game.battlefield() if game.controller(i) == player]) >= 10
    ):
        game.cite("702.131a")
        happen(
            ctx,
            ev.SetFields(
                thing=player,
                verb="gets the city's blessing",
                fields={"marks": (*obj.marks, "city's blessing")},
            ),
        )


def support_or_earthbend(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.41a, 701.66a: these have targets, which stand in the instruction that `expands` puts in their place before they are chosen."""
    raise Unsupported(f"{effect.verb} without its targets")


def double(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.10b-c: +X/+0 where X is its power now, -X/-0 if that is negative."""
    from engine.rules.effects import continuous

    if effect.what is None:
        raise Unsupported("doubling what isn't said")
    game = ctx.game
    if effect.word.endswith("counters"):
        _double_counters(ctx, effect, player)
        return
    game.cite("701.10b")
    for id in permanents(ctx, effect.what, help=True):
        values = game.characteristics(id)
        power = (values.power or 0) if effect.word in ("power", "power and toughness") else 0
        tough = (values.toughness or 0) if effect.word in ("toughness", "power and toughness") else 0
        change = ab.ModifyPT(
            ab.Literally(abs(power)),
            ab.Literally(abs(tough)),
            ("-" if power < 0 else "+", "-" if tough < 0 else "+"),
        )
        continuous.add_floating(ctx, ab.Fixed((id,)), (change,), ab.ThisTurn())


def _double_counters(ctx: Context, effect: ab.Keyworded, player: PlayerId) -> None:
    """CR 701.10e: as many more of the counters as there are, on each of them; of every kind, where none is named."""
    assert effect.what is not None
    kind = effect.word.removesuffix("counters").strip()
    ctx.game.cite("701.10e")
    doubled: list[ev.Happening] = [
        ev.AddCounters(thing=id, kind=k, number=n, by=player, source=ctx.source)
        for id in permanents(ctx, effect.what, help=True)
        for k, n in counters_on(ctx.game, id).items()
        if kind in ("", k)
    ]
    happen(ctx, doubled)


WITH_WORD = frozenset({"amass", "double", "proliferate"})
"""Keyword actions that take a word: the subtype of an Army, what is doubled, that it is done again."""

KEYWORD_ACTIONS: dict[str, Does] = {
    "scry": scry, "surveil": surveil, "fateseal": fateseal, "learn": learn, "discover": discover, "investigate": investigate,
    "populate": populate, "incubate": incubate, "amass": amass, "endure": endure, "proliferate": proliferate, "bolster": bolster,
    "adapt": adapt, "monstrosity": monstrosity, "blight": blight, "time travel": time_travel, "explore": explore, "connive": connive,
    "manifest": manifest, "cloak": cloak, "manifest dread": manifest_dread, "clash": clash, "collect evidence": collect_evidence,
    "forage": forage, "ascend": ascend, "support": support_or_earthbend, "earthbend": support_or_earthbend, "double": double,
    "the Ring tempts": ring.tempt,
    **keyword_abilities.DONE,
}  # fmt: skip
"""Each keyword action by its verb. Any other verb is refused."""
