"""Matching events against event patterns: what triggers (CR 603.2) and what replacement effects watch for (614.1) have in common.

`match(ctx, pattern, event)` is None where the event does not fit, else the mentions that it gives to the text that follows ("it", "that player",
"that much"): the subject last, since "it" means the latest (engine.queries.references). `before=True` asks about an event that has not happened yet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import STEPS
from engine.game import events as ev
from engine.game.context import Context
from engine.model.objects import Mention, ObjectId, Thing
from engine.queries import combat_state, references

Found = list[Mention] | None


def match(ctx: Context, pattern: ab.Event, event: ev.Happening, *, before: bool = False) -> Found:
    """The mentions of the event if it fits the pattern, else None. Raises Unsupported for a pattern with no meaning here."""
    if type(event) not in kinds(pattern):
        return None
    matcher = MATCHERS.get(type(pattern))
    if matcher is None:
        raise Unsupported(f"the event pattern {type(pattern).__name__}")
    return matcher(ctx, pattern, event, before)


def kinds(pattern: ab.Event) -> frozenset[type[ev.Happening]]:
    """The types of event that the pattern can fit, for indexing."""
    match pattern:
        case ab.OrEvents(events=events):
            return frozenset().union(*(kinds(e) for e in events))
        case ab.Provided(event=inner):
            return kinds(inner)
        case ab.PlayerDoes(verb=verb):
            if verb in PLAYER_VERBS:
                return frozenset(PLAYER_VERBS[verb][0])
            if verb not in DONE_BY_PLAYERS and verb not in UNPLAYED:
                raise Unsupported(f"an event in which a player does this: {verb!r}")
            return frozenset({ev.Performed})
        case ab.ObjectDoes(verb=verb):
            if verb in OBJECT_VERBS:
                return frozenset(OBJECT_VERBS[verb][0])
            if deed(verb) not in DONE_BY_OBJECTS:
                raise Unsupported(f"an event in which something does this: {verb!r}")
            return _STATE_CHANGES
    return KINDS.get(type(pattern), frozenset())


def met(ctx: Context, pattern: ab.Event, event: ev.Happening) -> tuple[ab.Event, Found]:
    """The pattern that the event fits, the one of several where any of them will do (CR 603.2), and its mentions; None where it fits none."""
    if isinstance(pattern, ab.OrEvents):
        for each in pattern.events:
            found = met(ctx, each, event)
            if found[1] is not None:
                return found
        return pattern, None
    return pattern, match(ctx, pattern, event)


# ---- helpers ----------------------------------------------------------------------------------------------------


def words_for(ctx: Context, noun: Any, thing: Thing) -> frozenset[str]:
    """The nouns by which later words can call a thing of an event."""
    if isinstance(thing, str):
        return frozenset({"player", "opponent"})
    words = set(ctx.game.characteristics(thing).types) | set(ctx.game.characteristics(thing).subtypes)
    words |= {"card", "permanent", "spell", "token", "object", "source", "ability"}
    if isinstance(noun, ab.This | ab.Host):
        words.add(references.SELF)  # "that creature" is the other one
    return frozenset(words)


def _thing(ctx: Context, noun: Any, thing: Thing, amount: int | None = None, done: str = "") -> Mention:
    return Mention((thing,), words_for(ctx, noun, thing), done, False, amount)


def _fits(ctx: Context, noun: Any, thing: Thing) -> bool:
    from engine.queries import descriptions

    return noun is None or descriptions.matches(ctx, noun, thing)


def _player(ctx: Context, noun: Any, player: str) -> bool:
    from engine.queries import descriptions

    return noun is None or descriptions.matches(ctx, noun, player)


def _selected(ctx: Context, which: Any, thing: Thing) -> bool:
    from engine.queries import descriptions

    return descriptions.fits(ctx, which, thing)


# ---- zones ------------------------------------------------------------------------------------------------------


def _moves(ctx: Context, p: ab.Moves, e: ev.Happening, before: bool) -> Found:
    game = ctx.game
    if isinstance(e, ev.CreateToken):
        if p.to != "battlefield" or p.origin:
            return None
        if (
            not before
            and e.was
            and (p.under is None or _player(ctx, p.under, e.player))
            and _fits(ctx, p.what, e.was)
        ):
            return [
                Mention((game.controller(e.was),), frozenset({"player", "controller"})),
                _thing(ctx, p.what, e.was),
            ]
        return None
    if not isinstance(e, ev.MoveZone):
        return None
    obj = game.object(e.object)
    if p.origin and obj.zone != p.origin:
        return None
    if p.to and e.to != p.to:
        return None
    if p.verb == "leaves" and p.origin and e.to == p.origin:
        return None
    if p.verb in VERBS_OF_MOVES:
        if e.verb not in VERBS_OF_MOVES[p.verb]:
            return None
        if p.verb == "drawn first in the turn" and not _first_drawn(ctx, e):
            return None
    elif p.verb and p.verb not in PLAIN_MOVES:
        raise Unsupported(f"an event in which something is {p.verb!r}")
    if p.whose is not None and not _player(ctx, p.whose, obj.owner):
        return None
    if p.cause is not None and (e.caused_by is None or not _player(ctx, p.cause, e.caused_by)):
        return None
    entering = e.to == "battlefield"
    if entering and p.under is not None and not _player(ctx, p.under, e.controller or obj.owner):
        return None
    # What enters is judged as it is on the battlefield (CR 603.6a), what leaves as it last was (603.10a).
    judged = e.was if entering and not before and e.was else e.object
    if isinstance(p.what, ab.This):
        fits = ctx.source in (e.object, e.was) and ctx.source != 0
    elif entering and before:
        fits = fits_entering(ctx, p.what, e)
    else:
        fits = _fits(ctx, p.what, judged)
    if not fits:
        return None
    held = game.controller(judged) if judged in game.objects or judged in game.past else obj.owner
    player = obj.owner if p.whose is not None else e.by or held  # "a player's hand": that player's
    return [Mention((player,), frozenset({"player", "opponent"})), _thing(ctx, p.what, judged)]


def _first_drawn(ctx: Context, e: ev.MoveZone) -> bool:
    """CR 702.94a: whether the card is the first that its owner drew in the turn."""
    drawn = (h.event for h in ctx.game.this_turn(ev.MoveZone))
    first = next((d for d in drawn if isinstance(d, ev.MoveZone) and d.verb == "draw" and d.by == e.by), e)
    return first is e


def fits_entering(ctx: Context, noun: Any, e: ev.MoveZone | ev.CreateToken) -> bool:
    """CR 614.12: whether what enters would fit as it would exist on the battlefield."""
    ahead, id = ctx.game.entering(e)
    if isinstance(e, ev.CreateToken):
        return _fits(Context(ahead, ctx.controller, ctx.source), noun, id)
    source = id if ctx.source == e.object else ctx.source
    return _fits(Context(ahead, ctx.controller, source, mentions=ctx.mentions), noun, id)


PLAIN_MOVES = frozenset(
    {
        "enters",
        "dies",
        "leaves",
        "put",
        "entering",
        "entering the battlefield",
        "dying",
        "leaving the battlefield",
    }
)
"""Verbs of Moves that the zones say all about."""

VERBS_OF_MOVES = {
    "exiled": {"exile"}, "milled": {"mill"}, "discarded": {"discard"}, "sacrificed": {"sacrifice"}, "destroyed": {"destroy"},
    "returned": {"return"}, "drawn": {"draw"}, "drawn first in the turn": {"draw"}, "put as it resolves": {"resolve"},
}  # fmt: skip


# ---- combat -----------------------------------------------------------------------------------------------------


def _attacks(ctx: Context, p: ab.Attacks, e: ev.AttackersDeclared, before: bool) -> Found:
    if p.alone and len(e.attacks) != 1:
        return None
    if p.others is not None:
        from engine.queries import numbers

        if len(e.attacks) - 1 < numbers.value(ctx, p.others):
            return None
    if isinstance(p.what, ab.Chosen) and isinstance(p.what.amount, ab.OneOrMore):
        together = tuple(a for a, w in e.attacks if _fits(ctx, p.what, a) and _fits(ctx, p.whom, w))
        if not together:
            return None
        attacked = tuple(
            dict.fromkeys(d for a in together if (d := combat_state.defending_player(ctx.game, a)))
        )
        found = [
            Mention(
                together, words_for(ctx, p.what, together[0]), many=len(together) > 1, amount=len(together)
            )
        ]
        if len(attacked) == 1:
            found.insert(0, Mention(attacked, frozenset({"player", "opponent", "defending player"})))
        return found
    for attacker, whom in e.attacks:
        if ctx.only in (None, attacker) and _fits(ctx, p.what, attacker) and _fits(ctx, p.whom, whom):
            defender = (
                combat_state.defending_player(ctx.game, attacker) or ctx.game.side_of(whom) or ctx.controller
            )
            return [
                Mention((defender,), frozenset({"player", "opponent", "defending player"})),
                _thing(ctx, p.what, attacker),
            ]
    return None


def _player_attacks(ctx: Context, p: ab.PlayerAttacks, e: ev.AttackersDeclared, before: bool) -> Found:
    if not e.attacks or not _player(ctx, p.who, e.player):
        return None
    using = [(a, w) for a, w in e.attacks if _fits(ctx, p.using, a) and _fits(ctx, p.whom, w)]
    if not using or len(using) < _least(ctx, p.using):
        return None
    defenders = tuple(dict.fromkeys(w for _, w in using if isinstance(w, str)))
    found = [
        Mention(tuple(a for a, _ in using), frozenset({"creature"}), many=len(using) != 1, amount=len(using))
    ]
    if len(defenders) == 1:
        found.insert(0, Mention(defenders, frozenset({"player", "opponent", "defending player"})))
    return [Mention((e.player,), frozenset({"player", "opponent"})), *found]


def _least(ctx: Context, noun: Any) -> int:
    from engine.queries import numbers

    amount = getattr(noun, "amount", None)
    return numbers.value(ctx, amount.number) if isinstance(amount, ab.Exactly) else 1


def as_blocker(id: ObjectId) -> tuple[str, ObjectId]:
    """What tells a creature that blocks from others, where it doesn't matter how many attackers it blocks (CR 509.3a)."""
    return "blocks", id


def _blocks(ctx: Context, p: ab.Blocks, e: ev.BlockersDeclared, before: bool) -> Found:
    only = ctx.only
    for blocker, attacker in e.blocks:
        if (
            only in (None, (blocker, attacker) if p.whom is not None else as_blocker(blocker))
            and _fits(ctx, p.what, blocker)
            and (p.whom is None or _fits(ctx, p.whom, attacker))
        ):
            return [_thing(ctx, p.whom, attacker), _thing(ctx, p.what, blocker)]
    return None


def _becomes_blocked(ctx: Context, p: ab.BecomesBlocked, e: ev.BlockersDeclared, before: bool) -> Found:
    only = ctx.only
    for blocker, attacker in e.blocks:
        if only not in (None, (blocker, attacker) if p.by is not None else attacker):
            continue
        if _fits(ctx, p.what, attacker) and (p.by is None or _fits(ctx, p.by, blocker)):
            others = [_thing(ctx, p.by, blocker)] if p.by is not None else []
            return [*others, _thing(ctx, p.what, attacker)]
    return None


def _unblocked(ctx: Context, p: ab.AttacksUnblocked, e: ev.BlockersDeclared, before: bool) -> Found:
    for attacker in e.unblocked:
        if ctx.only in (None, attacker) and _fits(ctx, p.what, attacker):
            return [_thing(ctx, p.what, attacker)]
    return None


# ---- damage, life, counters ---------------------------------------------------------------------------------------


def _deals_damage(ctx: Context, p: ab.DealsDamage, e: ev.Damage, before: bool) -> Found:
    if p.kind and (p.kind == "combat") != e.combat:
        return None
    if not _fits(ctx, p.source, e.source) or not _fits(ctx, p.whom, e.to):
        return None
    return [_thing(ctx, p.whom, e.to), _thing(ctx, p.source, e.source, e.amount, "damage")]


def _is_dealt(ctx: Context, p: ab.IsDealtDamage, e: ev.Damage, before: bool) -> Found:
    if p.kind and (p.kind == "combat") != e.combat:
        return None
    if not _fits(ctx, p.whom, e.to) or not _fits(ctx, p.by, e.source):
        return None
    return [_thing(ctx, p.by, e.source), _thing(ctx, p.whom, e.to, e.amount, "damage")]


def _life(ctx: Context, p: ab.LifeChanges, e: ev.Happening, before: bool) -> Found:
    if not isinstance(e, ev.GainLife if p.how == "gain" else ev.LoseLife) or not _player(
        ctx, p.who, e.player
    ):
        return None
    return [
        Mention(
            (e.player,),
            frozenset({"player", "opponent"}),
            "gained" if p.how == "gain" else "lost",
            False,
            e.amount,
        )
    ]


def _counters(ctx: Context, p: ab.CountersPut, e: ev.Happening, before: bool) -> Found:
    if isinstance(e, ev.MoveZone | ev.CreateToken):
        return _entering_counters(ctx, p, e)
    if not isinstance(e, ev.AddCounters if p.how == "put" else ev.RemoveCounters):
        return None
    if p.kind and p.kind != e.kind:
        return None
    if p.effect and isinstance(e, ev.AddCounters) and e.cost:
        return None
    if isinstance(e, ev.AddCounters) and e.entering:
        # CR 122.6a: the permanent is judged as it would exist on the battlefield; a rule of "number" can't be met by one that is not there yet.
        entering = ctx.game.entering_event
        if p.number is not None or entering is None or not fits_entering(ctx, p.on, entering):
            return None
        if p.by is not None and (e.by is None or not _player(ctx, p.by, e.by)):
            return None
        return [
            Mention(
                (e.thing,) if e.thing else (),
                frozenset({"permanent", "creature"}),
                "counters",
                False,
                e.number,
            )
        ]
    if not _fits(ctx, p.on, e.thing):
        return None
    if p.by is not None and not (
        isinstance(e, ev.AddCounters) and e.by is not None and _player(ctx, p.by, e.by)
    ):
        return None
    if p.number is not None:
        from engine.queries import numbers

        holder = ctx.game.players[e.thing] if isinstance(e.thing, str) else ctx.game.object(e.thing)
        nth, now = numbers.value(ctx, p.number), holder.counter(e.kind)
        if not (now - e.number < nth <= now if p.how == "put" else now == nth):
            return None
    return [_thing(ctx, p.on, e.thing, e.number, "counters")]


def _entering_counters(ctx: Context, p: ab.CountersPut, e: ev.MoveZone | ev.CreateToken) -> Found:
    """CR 122.6: counters that a permanent enters with are put on it, by its controller (122.6a)."""
    given = sum(n for kind, n in e.counters if p.kind in ("", kind))
    if p.how != "put" or not given or not e.was or not _fits(ctx, p.on, e.was):
        return None
    if p.by is not None and not _player(ctx, p.by, ctx.game.controller(e.was)):
        return None
    if p.number is not None:
        from engine.queries import numbers

        if not 0 < numbers.value(ctx, p.number) <= given:
            return None
    return [_thing(ctx, p.on, e.was, given, "counters")]


# ---- spells, abilities, steps -------------------------------------------------------------------------------------


def _casts(ctx: Context, p: ab.Casts, e: ev.SpellCast, before: bool) -> Found:
    if (
        not _player(ctx, p.who, e.player)
        or not _selected(ctx, p.which, e.object)
        or (p.zone and e.origin != p.zone)
    ):
        return None
    if p.nth:
        cast = [h.event for h in ctx.game.this_turn(ev.SpellCast)]
        same = [
            c for c in cast
            if isinstance(c, ev.SpellCast) and c.player == e.player and c.object <= e.object
            and _selected(ctx, p.which, c.object) and (not p.zone or c.origin == p.zone)
        ]  # fmt: skip
        if len(same) != p.nth:
            return None
    return [Mention((e.player,), frozenset({"player", "opponent"})), _thing(ctx, None, e.object)]


def _expends(ctx: Context, p: ab.ManaSpent, e: ev.SpellCast, before: bool) -> Found:
    """CR 700.14: with this spell, the mana that the player spent to cast spells this turn has come to the number."""
    if not _player(ctx, p.who, e.player):
        return None
    from engine.queries import numbers

    cast = [h.event for h in ctx.game.this_turn(ev.SpellCast)]
    mine = [c.object for c in cast if isinstance(c, ev.SpellCast) and c.player == e.player]
    spent = {id: len(info.mana_spent) for id in mine if (info := ctx.game.object(id).cast) is not None}
    so_far = sum(n for id, n in spent.items() if id < e.object)
    if not so_far < numbers.value(ctx, p.number) <= so_far + spent.get(e.object, 0):
        return None
    return [Mention((e.player,), frozenset({"player", "opponent"})), _thing(ctx, None, e.object)]


def _cast_or_copied(ctx: Context, p: ab.CastOrCopied, e: ev.Happening, before: bool) -> Found:
    if (
        not isinstance(e, ev.SpellCast | ev.SpellCopied)
        or not _player(ctx, p.who, e.player)
        or not _selected(ctx, p.which, e.object)
    ):
        return None
    return [Mention((e.player,), frozenset({"player", "opponent"})), _thing(ctx, None, e.object)]


def _activates(ctx: Context, p: ab.Activates, e: ev.AbilityActivated, before: bool) -> Found:
    if (p.exceptmana and e.mana) or not _player(ctx, p.who, e.player) or not _fits(ctx, p.of, e.object):
        return None
    if p.what is not None and (not e.ability or not _selected(ctx, p.what, e.ability)):
        return None
    ability = (e.ability,) if e.ability else ()  # a mana ability is never on the stack (CR 605.3b)
    return [
        Mention((e.player,), frozenset({"player", "opponent"})),
        _thing(ctx, None, e.object),
        Mention(ability, frozenset({"ability"})),
    ]


def _step_begins(ctx: Context, p: ab.StepBegins, e: ev.StepBegins, before: bool) -> Found:
    if e.step not in _steps(p.step):
        return None
    if p.whose is not None and not _player(ctx, p.whose, e.player):
        return None
    return [Mention((e.player,), frozenset({"player", "opponent"}))]


def _steps(name: str) -> tuple[str, ...]:
    """CR 500.1, 505.1: the steps whose beginning is meant: a phase begins with its first step."""
    if name in STEP_WORDS:
        return STEP_WORDS[name]
    plain = next(
        (s for s in (name, name.removesuffix(" step"), name.removesuffix(" phase")) if s in STEPS), None
    )
    if plain is None:
        raise Unsupported(f"the beginning of the step {name!r}")
    return (plain,)


def step_named(name: str) -> bool:
    """Whether a step or phase has the name."""
    try:
        return bool(_steps(name))
    except Unsupported:
        return False


STEP_WORDS: dict[str, tuple[str, ...]] = {
    "combat": ("beginning of combat",),
    "combat phase": ("beginning of combat",),
    "end": ("end step",),
    "first main phase": ("precombat main",),
    "second main phase": ("postcombat main",),
    "main": ("precombat main", "postcombat main"),
    "main phase": ("precombat main", "postcombat main"),
}
"""Names of steps and phases other than those of engine.rules.turn."""


def _becomes_target(ctx: Context, p: ab.BecomesTarget, e: ev.BecomesTarget, before: bool) -> Found:
    if (
        not _fits(ctx, p.what, e.thing)
        or not _selected(ctx, p.of, e.of)
        or (p.by is not None and not _player(ctx, p.by, e.by))
    ):
        return None
    return [
        Mention((e.by,), frozenset({"player", "opponent"})),
        _thing(ctx, None, e.of),
        _thing(ctx, p.what, e.thing),
    ]


def _tapped(ctx: Context, p: ab.BecomesTapped, e: ev.Happening, before: bool) -> Found:
    if not isinstance(e, ev.Tap if p.state == "tapped" else ev.Untap) or not _fits(ctx, p.what, e.object):
        return None
    return [_thing(ctx, p.what, e.object)]


def _taps_for_mana(ctx: Context, p: ab.TapsForMana, e: ev.AddMana, before: bool) -> Found:
    if (
        not e.tapped
        or not _fits(ctx, p.what, e.source)
        or (p.who is not None and not _player(ctx, p.who, e.player))
    ):
        return None
    kinds = frozenset(f"{mana.symbol} mana" for mana in e.mana)
    made = Mention((e.source,), frozenset({"mana"}) | kinds, "produced", False, len(e.mana))
    return [made, Mention((e.player,), frozenset({"player", "opponent"})), _thing(ctx, p.what, e.source)]


# ---- what players and objects do -----------------------------------------------------------------------------------


def _player_does(ctx: Context, p: ab.PlayerDoes, e: ev.Happening, before: bool) -> Found:
    known = PLAYER_VERBS.get(p.verb)
    player: str
    things: tuple[Thing, ...]
    amount: int | None
    if known is None:
        if not isinstance(e, ev.Performed) or e.verb != p.verb or e.player is None:
            return None
        player, things, amount = e.player, ((e.object,) if e.object else ()), e.number
    else:
        types, read = known
        if not isinstance(e, tuple(types)):
            return None
        if before and isinstance(e, ev.CreateToken):
            return None  # what may be replaced is the creating of so many (614.16), not each token's coming to be
        got = read(e)
        if got is None:
            return None
        player, things, amount = got
    if not _player(ctx, p.who, player):
        return None
    by = getattr(e, "caused_by", None)
    if p.cause is not None and (by is None or not _player(ctx, p.cause, by)):
        return None
    if p.what is not None:
        things = tuple(t for t in things if isinstance(t, str) or t) or things
        if before and isinstance(e, ev.CreateTokens):
            from engine.rules.effects import substituting

            if not substituting.token_fits(ctx, p.what, e):
                return None
        elif not things or not all(_fits(ctx, p.what, t) for t in things):
            return None
    if p.nth:
        same = [
            h.event
            for h in ctx.game.this_turn()
            if type(h.event) is type(e) and getattr(h.event, "player", None) == player
        ]
        # Each event by itself: two draws of one player are equal as values.
        if next((at for at, each in enumerate(same, 1) if each is e), len(same) + 1) != p.nth:
            return None
    found = [Mention((player,), frozenset({"player", "opponent"}), "", False, amount)]
    if p.cause is not None and by is not None:
        found.append(Mention((by,), frozenset({"player", "opponent"}), "", False, None))
    if things:
        found.append(
            Mention(tuple(things), words_for(ctx, p.what, things[0]), p.verb, len(things) > 1, amount)
        )
    return found


Read = Callable[[Any], tuple[str, tuple[Thing, ...], int | None] | None]

PLAYER_VERBS: dict[str, tuple[set[type[ev.Happening]], Read]] = {
    "draw": ({ev.Draw}, lambda e: (e.player, (), 1)),
    "discard": ({ev.Discard}, lambda e: (e.player, (e.object,), 1)),
    "cycle or discard": ({ev.Discard}, lambda e: (e.player, (e.object,), 1)),  # cycling is discarding, too (702.29d)
    "sacrifice": ({ev.Sacrifice}, lambda e: (e.player, (e.object,), 1)),
    "mill": ({ev.Mill}, lambda e: (e.player, (), e.number)),
    "shuffle": ({ev.Shuffle}, lambda e: (e.player, (), None)),
    "play": ({ev.LandPlayed}, lambda e: (e.player, (e.object,), None)),
    "create": ({ev.CreateTokens, ev.CreateToken}, lambda e: (e.player, (), e.number) if isinstance(e, ev.CreateTokens) else (e.player, (e.was,), 1)),
    "win": ({ev.PlayerWins}, lambda e: (e.player, (), None)),
    "lose": ({ev.PlayerLoses}, lambda e: (e.player, (), None)),
    "add mana": ({ev.AddMana}, lambda e: (e.player, (e.source,), len(e.mana))),
}  # fmt: skip
"""Verbs that have events of their own."""

NOTHING_NAMED = frozenset({"draw", "mill", "shuffle", "win", "lose"})
"""Verbs whose events don't say what it is done with."""

CAUSED = frozenset({"discard"})
"""Verbs whose events say whose spell or ability has it done."""

REPLACED_VERBS = frozenset({"draw", "discard", "mill", "create", "sacrifice", "win", "lose", "add mana"})
"""Verbs whose events can be replaced before they happen (CR 614.1)."""

DONE_BY_PLAYERS = frozenset(
    {
        "scry", "surveil", "fateseal", "learn", "discover", "investigate", "populate", "incubate", "amass", "proliferate", "time travel",
        "manifest dread", "clash", "collect evidence", "give a gift", "become the monarch", "forage", "blight", "cycle", "foretell", "plot", "reveal", "search", "exert",
        "flip a coin", "win a coin flip", "lose a coin flip", "roll a die", "commit a crime", "the Ring tempts",
    }
)  # fmt: skip
"""Verbs that some code performs as an ev.Performed of that name (a test compares them with the code)."""

UNPLAYED = frozenset({"fully unlock a Room"})
"""Verbs about cards that no game of this engine has, since it refuses them (CR 709.5): nobody does these."""


def _object_does(ctx: Context, p: ab.ObjectDoes, e: ev.Happening, before: bool) -> Found:
    known = OBJECT_VERBS.get(p.verb)
    if known is not None:
        types, read = known
        if not isinstance(e, tuple(types)):
            return None
        thing, other = read(e)
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
    if not _fits(ctx, p.what, thing) or (
        p.other is not None and (other is None or not _fits(ctx, p.other, other))
    ):
        return None
    others = [_thing(ctx, p.other, other)] if other is not None else []
    return [*others, _thing(ctx, p.what, thing)]


def deed(verb: str) -> str:
    """What an object does, as the event calls it: the face that an object turns into is the one that has the ability (CR 701.27)."""
    return "transforms" if verb == "transforms into this" else verb


def _becomes_attached(e: ev.Attach | ev.MoveZone | ev.CreateToken) -> tuple[ObjectId, Thing | None]:
    """CR 701.3: what is moved onto something, and what enters attached (303.4, 608.3c)."""
    if isinstance(e, ev.Attach):
        return (0 if e.to is None else e.object), e.to
    return (0 if e.attached_to is None else e.was), e.attached_to


OBJECT_VERBS: dict[str, tuple[set[type[ev.Happening]], Callable[[Any], tuple[ObjectId, Thing | None]]]] = {
    "destroyed": ({ev.Destroy}, lambda e: (e.object, None)),
    "countered": ({ev.Counter}, lambda e: (e.object, None)),
    "attached": ({ev.Attach, ev.MoveZone, ev.CreateToken}, _becomes_attached),
    "unattached": ({ev.Attach}, lambda e: (e.object, None)),
    "exploits": ({ev.Sacrifice}, lambda e: (e.source if e.word == "exploit" else 0, e.object)),
}


DONE_BY_OBJECTS = frozenset(
    {
        "explores", "connives", "adapts", "endures", "fights", "is detained", "transforms", "converts", "flips", "is turned face up",
        "is turned face down", "phases in", "phases out", "becomes monstrous", "becomes renowned", "crews", "saddles", "becomes crewed", "enlists", "becomes suspected", "becomes saddled",
        "becomes solved", "becomes harnessed", "becomes level 2", "becomes level 3", "is no longer suspected", "regenerates", "exert",
    }
)  # fmt: skip
"""Verbs that some code performs as an ev.Performed or ev.SetFields of that name (a test compares them with the code)."""


def _or(ctx: Context, p: ab.OrEvents, e: ev.Happening, before: bool) -> Found:
    for pattern in p.events:
        found = match(ctx, pattern, e, before=before)
        if found is not None:
            return found
    return None


def _provided(ctx: Context, p: ab.Provided, e: ev.Happening, before: bool) -> Found:
    from engine.queries import conditions

    found = match(ctx, p.event, e, before=before)
    if found is None:
        return None
    if p.note and p.note not in LIMITS:
        raise Unsupported(f"the limit {p.note!r} of an event")
    if p.note == NOT_THE_FIRST and _first_of_a_draw_step(ctx, e):
        return None
    if p.condition is not None:
        inner = Context(ctx.game, ctx.controller, ctx.source, mentions=[*ctx.mentions, *found])
        if not conditions.holds(inner, p.condition):
            return None
    return found


def _first_of_a_draw_step(ctx: Context, e: ev.Happening) -> bool:
    """CR 504.1: whether it is the first card that the player draws in a draw step of their own."""
    game = ctx.game
    if not isinstance(e, ev.Draw) or game.turn.step != "draw" or game.turn.active != e.player:
        return False
    drawn: list[ev.Happening] = []
    for entry in game.this_turn():
        if isinstance(entry.event, ev.StepBegins):
            drawn = []
        elif entry.event is e:
            break
        elif isinstance(entry.event, ev.Draw) and entry.event.player == e.player:
            drawn.append(entry.event)
    return not drawn


FIRST = "first each turn"
"""A limit for which engine.rules.stack.triggers looks back through the turn."""
NOT_THE_FIRST = "not the first of a draw step"
LIMITS = frozenset({FIRST, NOT_THE_FIRST})
"""Limits of Provided."""


def _day_and_night(ctx: Context, p: ab.DayNightTurns, e: ev.Performed, before: bool) -> Found:
    """CR 730.1: not as it becomes day or night for the first time."""
    return [] if e.verb == DAY_AND_NIGHT else None


DAY_AND_NIGHT = "day and night change"
"""What is performed as day becomes night or night becomes day."""


def _never(ctx: Context, p: ab.Event, e: ev.Happening, before: bool) -> Found:
    """State triggers are not met by events (CR 603.8; engine.rules.stack.triggers checks them)."""
    return None


Matcher = Callable[[Context, Any, Any, bool], Found]
MATCHERS: dict[type[ab.Event], Matcher] = {
    ab.Moves: _moves,
    ab.Attacks: _attacks,
    ab.PlayerAttacks: _player_attacks,
    ab.Blocks: _blocks,
    ab.BecomesBlocked: _becomes_blocked,
    ab.AttacksUnblocked: _unblocked,
    ab.DealsDamage: _deals_damage,
    ab.IsDealtDamage: _is_dealt,
    ab.Casts: _casts,
    ab.CastOrCopied: _cast_or_copied,
    ab.ManaSpent: _expends,
    ab.DayNightTurns: _day_and_night,
    ab.Activates: _activates,
    ab.StepBegins: _step_begins,
    ab.BecomesTarget: _becomes_target,
    ab.BecomesTapped: _tapped,
    ab.TapsForMana: _taps_for_mana,
    ab.PlayerDoes: _player_does,
    ab.ObjectDoes: _object_does,
    ab.LifeChanges: _life,
    ab.CountersPut: _counters,
    ab.OrEvents: _or,
    ab.Provided: _provided,
    ab.Meets: _never,
}
_STATE_CHANGES: frozenset[type[ev.Happening]] = frozenset({ev.Performed, ev.SetFields})
_TAP: type[ev.Happening] = ev.Tap
_UNTAP: type[ev.Happening] = ev.Untap
_TAPPING = frozenset((_TAP, _UNTAP))
_MOVE: frozenset[type[ev.Happening]] = frozenset({ev.MoveZone, ev.CreateToken})
REPLACED: frozenset[type[ab.Event]] = frozenset(
    {
        ab.Moves,
        ab.DealsDamage,
        ab.IsDealtDamage,
        ab.LifeChanges,
        ab.CountersPut,
        ab.BecomesTapped,
        ab.TapsForMana,
    }
)
"""Patterns of events that are offered to replacement effects as they say (CR 614.1); the others are noted after what they speak of is done."""

KINDS: dict[type[ab.Event], frozenset[type[ev.Happening]]] = {
    ab.Moves: _MOVE,
    ab.Attacks: frozenset({ev.AttackersDeclared}),
    ab.PlayerAttacks: frozenset({ev.AttackersDeclared}),
    ab.Blocks: frozenset({ev.BlockersDeclared}),
    ab.BecomesBlocked: frozenset({ev.BlockersDeclared}),
    ab.AttacksUnblocked: frozenset({ev.BlockersDeclared}),
    ab.DealsDamage: frozenset({ev.Damage}),
    ab.IsDealtDamage: frozenset({ev.Damage}),
    ab.Casts: frozenset({ev.SpellCast}),
    ab.CastOrCopied: frozenset({ev.SpellCast, ev.SpellCopied}),
    ab.ManaSpent: frozenset({ev.SpellCast}),
    ab.DayNightTurns: frozenset({ev.Performed}),
    ab.Activates: frozenset({ev.AbilityActivated}),
    ab.StepBegins: frozenset({ev.StepBegins}),
    ab.BecomesTarget: frozenset({ev.BecomesTarget}),
    ab.BecomesTapped: _TAPPING,
    ab.TapsForMana: frozenset({ev.AddMana}),
    ab.LifeChanges: frozenset({ev.GainLife, ev.LoseLife}),
    ab.CountersPut: frozenset({ev.AddCounters, ev.RemoveCounters, *_MOVE}),
}
