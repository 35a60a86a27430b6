"""What all verbs share: who acts, on what, in which order, and noting what was done (CR 101.3-101.4, 608.2c-f, 609.3)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from engine import abilities as ab
from engine import binding
from engine.abilities.tree import rewrite
from engine.actions.registry import actor
from engine.errors import Unsupported
from engine.game import Assumption, Context, Decision, Game, is_forced
from engine.game import events as ev
from engine.model import OUTSIDE, ObjectId, PlayerId, Thing
from engine.queries import citations, descriptions
from engine.rules import choosing
from engine.rules.effects import commander, components

PLAYER_WORDS = frozenset({"player", "opponent"})

# ---- who ----------------------------------------------------------------------------------------------------------


def actors(ctx: Context, who: Any, help: bool | None = None) -> list[PlayerId]:
    """CR 608.2e, 101.4: the players who carry out the instruction, in APNAP order."""
    if isinstance(who, ab.You) and not who.said:
        if len(ctx.you()) > 1 and ctx.actor is None:
            raise Unsupported(
                "a plane's instruction that names nobody, where teams have one turn together (CR 901.12c)"
            )
        return [actor(ctx)]
    if isinstance(who, ab.Fixed):
        found = [t for t in who.things if isinstance(t, str)]
    else:
        found = choosing.players(ctx, who, chooser=actor(ctx), help=help)
        ctx.game.cite(*citations.of_question(ctx, who))
    if isinstance(who, ab.EachPlayer) and who.word in ONE_AFTER_ANOTHER and ctx.controller in found:
        order = in_turn(ctx.game, found)
        first = order.index(ctx.controller) + ONE_AFTER_ANOTHER[who.word]
        return [*order[first:], *order[:first]]
    return in_turn(ctx.game, found)


ONE_AFTER_ANOTHER = {"from you": 0, "from you, behind": 0, "from next": 1}
"""How players are spoken of who do something one after the other, and how many places after the controller the first of them is."""


def gone(ctx: Context, who: Any) -> list[PlayerId]:
    """CR 800.4: the players that the noun refers to who have left the game."""
    if not ctx.game.left or not isinstance(who, ab.ThatPlayer | ab.Slot | ab.Fixed | ab.TargetPlayer):
        return []
    return [t for t in descriptions.referents(ctx, who) if isinstance(t, str) and not ctx.game.exists(t)]


def in_turn(game: Game, players: Iterable[PlayerId]) -> list[PlayerId]:
    """CR 101.4: the players still in the game, in APNAP order."""
    wanted = set(players)
    return [p for p in game.apnap() if p in wanted]


def asked(ctx: Context, who: Any) -> list[PlayerId]:
    """CR 101.4, 118.12: the players who are asked whether they do something: of "any player", each in APNAP order until one does."""
    if isinstance(who, ab.AnyPlayer):
        return [p for p in ctx.game.apnap() if descriptions.is_player(ctx, who, p)]
    return actors(ctx, who)


def the_actor(ctx: Context, who: Any) -> PlayerId:
    """The one player who carries out the instruction. Raises Unsupported if several would."""
    found = actors(ctx, who)
    if len(found) != 1:
        raise Unsupported(
            "several players doing together what one does at a time"
            if found
            else "an instruction that nobody carries out"
        )
    return found[0]


def speak_of_player(ctx: Context, who: Any, player: PlayerId) -> None:
    """Note that the instruction now speaks of this player: what follows with "they", "that player" means them."""
    if not isinstance(who, ab.You):
        ctx.mention((player,), PLAYER_WORDS, at=who.at)


def choosers(ctx: Context, who: Any) -> Iterator[PlayerId]:
    """Each player who carries out an instruction to choose. CR 801.5c: where none who could is within range, it is the closest one to the left."""
    anyone = False
    for player in each_actor(ctx, who):
        anyone = True
        yield player
    if not anyone and ctx.game.seating.reach and isinstance(who, ab.AnyPlayer) and who.which == "opponent":
        for player in ctx.game.opponents(ctx.controller)[:1]:
            ctx.game.cite("801.5c")
            ctx.mention([player], ["opponent"], at=who.at)
            yield player


def each_actor(ctx: Context, who: Any) -> Iterable[PlayerId]:
    """Each player who carries out the instruction in turn; each is spoken of as their turn comes, with words of their own if they do it as one of
    several (engine.actions.together)."""
    party, ctx.party = ctx.party, None
    if party is not None:
        for player in actors(ctx, who):
            with party.turn_of(ctx, player):
                yield player
        ctx.mentions[:] = party.base
        return
    for player in actors(ctx, who):
        speak_of_player(ctx, who, player)
        with ctx.about(binding.addresses(who), player):
            yield player


# ---- on what ------------------------------------------------------------------------------------------------------


def things(
    ctx: Context,
    noun: ab.Recipient,
    *,
    by: PlayerId | None = None,
    among: Sequence[Thing] | None = None,
    help: bool | None = None,
    question: str = "",
    fits: choosing.Fits | None = None,
) -> list[Thing]:
    """The things that the noun speaks of, chosen by `by` (default: who acts) where there is a choice (see choosing.things). Ids as they were spoken of."""
    if _tell_of_nothing_outside(ctx, noun) and ctx.game.any_commander:
        fits = _into_commander_game(ctx, fits)
    found = choosing.things(ctx, noun, by or actor(ctx), among, help, question, fits)
    ctx.game.cite(*citations.of_question(ctx, noun))
    return found


def _tell_of_nothing_outside(ctx: Context, noun: ab.Recipient) -> bool:
    """CR 400.11: whether a card outside the game is asked for; where the position names none of the player's, there is taken to be none."""
    if not any(isinstance(n, ab.InZone) and n.zone == OUTSIDE for n in ab.walk(noun)):
        return False
    ctx.game.cite("108.3b", "400.11", "400.11c")
    if ctx.game.main is not None:
        ctx.game.cite("729.4")
    has_none_outside(ctx.game, actor(ctx))
    return True


def _into_commander_game(ctx: Context, fits: choosing.Fits | None) -> choosing.Fits:
    """CR 903.11, 903.11a: a card is brought into a Commander game only if its owner has none of its name there and its colors are the commander's."""

    def may_come(which: ab.Selection | None, thing: Thing) -> bool:
        if not (
            fits(which, thing) if fits is not None else which is None or descriptions.fits(ctx, which, thing)
        ):
            return False
        if not isinstance(thing, int) or ctx.game.object(thing).zone != OUTSIDE:
            return True
        refused = commander.kept_outside(ctx.game, thing)
        if refused:
            ctx.game.note(refused, "903.11", "903.11a", about=(thing,), kind="kept")
        return not refused

    return may_come


def outside_the_game(game: Game, player: PlayerId) -> list[ObjectId]:
    """CR 701.23j, 903.11: the cards of the player outside the game that could be brought into it."""
    game.cite("701.23j", "400.11", *(("729.4",) if game.main is not None else ()))
    has_none_outside(game, player)
    cards = game.zone(OUTSIDE, player)
    return [i for i in cards if not (game.any_commander and commander.kept_outside(game, i))]


def has_none_outside(game: Game, player: PlayerId) -> bool:
    """Whether the position names no card that the player owns outside the game; that is an assumption, then."""
    if game.zone(OUTSIDE, player):
        return False
    taken = Assumption(player, "cards outside the game", "none: the position names none")
    if taken not in game.assumptions:
        game.assumptions.append(taken)
    return True


def objects(ctx: Context, noun: ab.Recipient, **how: Any) -> list[ObjectId]:
    """The objects among `things`, followed to what they have become through this text (CR 400.7j); a target that this text has moved to another zone is
    no more what was targeted (CR 400.7): only later words for it ("it", "that card") find it."""
    found = (t for t in things(ctx, noun, **how) if isinstance(t, int))
    if _targeted(noun):
        found = (t for t in found if not _gone_elsewhere(ctx, t))
    spoken = list(dict.fromkeys(found))
    if any(t in ctx.moved for t in spoken):
        _cite_found_again(ctx, [t for t in spoken if t in ctx.moved])
    if any(t in ctx.game.parted for t in spoken):
        merged = any(components.is_merged(ctx.game.object(t)) for t in spoken if t in ctx.game.parted)
        ctx.game.cite("730.3c" if merged else "712.21c")
    return list(dict.fromkeys(now for t in spoken for now in ctx.all_now(t)))


def _cite_found_again(ctx: Context, moved: list[ObjectId]) -> None:
    """CR 400.7e, 400.7j: objects that the event of the trigger, or this text, has moved are found where they went, unless they are gone from there
    (400.7); what a delayed triggered ability speaks of: 603.7c."""
    game = ctx.game
    known = ctx.object in game.objects or ctx.object in game.past
    stack = game.object(ctx.object).stack if known else None
    before = dict(stack.moved) if stack is not None else {}
    delayed = stack is not None and stack.kind == "triggered" and stack.ability is None
    for thing in moved:
        if delayed and thing in before:
            game.cite("603.7c")
        elif ctx.now(thing) not in game.objects:
            game.cite("400.7")
        elif ctx.now(thing) != ctx.moved[thing] and "madness" in game.object(ctx.moved[thing]).marks:
            game.cite("400.7k")
        elif game.object(ctx.now(thing)).zone == "stack":
            game.cite("400.7h")
        elif ctx.now(thing) in _played(game):
            game.cite("400.7i")
        else:
            game.cite("400.7e" if thing in before else "400.7j")


def _played(game: Game) -> set[ObjectId]:
    """CR 305.1: the lands that were played this turn."""
    return {e.event.object for e in game.this_turn(ev.LandPlayed) if isinstance(e.event, ev.LandPlayed)}


def _targeted(noun: ab.Recipient) -> bool:
    """Whether the noun itself says "target"."""
    match noun:
        case ab.Slot():
            return True
        case ab.EachOf(of=inner):
            return _targeted(inner)
        case ab.Together(parts=parts):
            return all(_targeted(part) for part in parts)
    return False


def _gone_elsewhere(ctx: Context, id: ObjectId) -> bool:
    now = ctx.game.objects.get(ctx.now(id))
    gone = now is not None and now.zone != ctx.game.object(id).zone
    if gone:
        ctx.game.cite("400.7")
    return gone


def permanents(ctx: Context, noun: ab.Recipient, **how: Any) -> list[ObjectId]:
    """The objects that are on the battlefield and phased in; others can't have it done to them (CR 101.3, 702.26b)."""
    return [i for i in objects(ctx, noun, **how) if on_battlefield(ctx.game, i)]


def on_battlefield(game: Game, id: ObjectId) -> bool:
    """Whether the object is a permanent now (phased out ones don't count, CR 702.26b)."""
    return id in game.objects and game.objects[id].zone == "battlefield" and not game.objects[id].phased_out


def one_object(ctx: Context, noun: ab.Recipient, **how: Any) -> ObjectId | None:
    """The one object the noun speaks of, None if there is none now. Raises Unsupported for several."""
    found = objects(ctx, noun, **how)
    if len(found) > 1:
        raise Unsupported("several objects where the instruction takes one")
    return found[0] if found else None


def number(ctx: Context, amount: ab.Number) -> int:
    """CR 107.1b: the amount, never less than 0."""
    found = choosing.value(ctx, amount)
    ctx.game.cite(*citations.of_question(ctx, amount), *(("107.1b",) if found < 0 else ()))
    return max(0, found)


# ---- doing --------------------------------------------------------------------------------------------------------


def happen(ctx: Context, events: ev.GameEvent | Sequence[ev.GameEvent]) -> list[ev.LogEntry]:
    """Make the events happen at once, and follow the objects that they move."""
    if not isinstance(events, ev.GameEvent) and not events:
        return []
    entries = ctx.game.happen(events)
    for entry in entries:
        if isinstance(entry.event, ev.MoveZone) and entry.event.was:
            ctx.moved[entry.event.object] = entry.event.was
            if entry.event.melded_with:
                ctx.moved[entry.event.melded_with] = entry.event.was
    return entries


def done(
    ctx: Context,
    things: Iterable[Thing],
    participle: str,
    *,
    words: Iterable[str] = (),
    amount: int | None = None,
    many: bool | None = None,
    at: int = 0,
) -> None:
    """Note what was done, to what, for "the exiled card", "for each card discarded this way", "that much"."""
    found = tuple(things)
    called = set(words) | words_for(ctx, found)
    ctx.mention(
        found, called, done=participle, many=len(found) != 1 if many is None else many, amount=amount, at=at
    )


def words_for(ctx: Context, things: Iterable[Thing]) -> set[str]:
    """The nouns by which later words can call the things: their types and subtypes, and card, permanent, spell or player by where they are."""
    words: set[str] = set()
    for thing in things:
        if isinstance(thing, str):
            words |= PLAYER_WORDS
            continue
        obj = ctx.game.object(thing)
        if not obj.unknown:
            values = ctx.game.characteristics(thing)
            words |= values.types | {s.lower() for s in values.subtypes}
        words.add(
            {"battlefield": "permanent", "stack": "spell" if obj.kind != "ability" else "ability"}.get(
                obj.zone, "card"
            )
        )
        if obj.kind == "token":
            words.add("token")
    return words


def so_much_each(
    ctx: Context, who: Any, amount: ab.Number, made: Callable[[PlayerId, int], ev.GameEvent]
) -> tuple[list[ev.LogEntry], list[PlayerId]]:
    """CR 101.4: each player does so much, all at once; what happened, and who did it. What would be none of it is no event."""
    events, by = [], []
    if _for_each_held(who, amount):
        addresses = binding.addresses(who.of)
        for thing in things(ctx, who.of):
            with ctx.about(addresses, thing):
                for player in descriptions.holders(ctx, who, [thing]):
                    much = number(ctx, amount)
                    events += [made(player, much)] if much else []
                    by += [player] if much else []
        return happen(ctx, events), list(dict.fromkeys(by))
    for player in each_actor(ctx, who):
        much = number(ctx, amount)
        if much:
            events.append(made(player, much))
            by.append(player)
    return happen(ctx, events), by


def _for_each_held(who: Any, amount: ab.Number) -> bool:
    """CR 608.2c: "the controller of each of those gains life equal to its ...": so much for each of the things."""
    if not isinstance(who, ab.ControllerOf | ab.OwnerOf) or not isinstance(who.of, ab.EachOf):
        return False
    addresses = set(binding.addresses(who.of)) - {0}
    return any(addresses.intersection(getattr(n, "to", ())) for n in ab.walk(amount))


def attempted(ctx: Context, did: bool, by: Iterable[PlayerId] = ()) -> None:
    """CR 118.12: whether the instruction was carried out as far as "if you do" asks: begun, whatever became of it."""
    ctx.did = did
    ctx.did_by = list(by)


FORGOTTEN: dict[str, Any] = {
    "actor": None, "party": None, "entering": None, "others": (), "only": None, "settled_targets": None, "control": None, "looked": frozenset(),
    "searched": (), "clash_won": None, "flip": "", "rolled": (), "rolling": None, "sides_follow": False, "new_targets_follow": False, "otherwise": "", "copies": (),
    "piles": None, "pile": "", "tapped_for_mana": False, "kinds": None,
}  # fmt: skip
"""What holds only while a text is carried out: an effect that goes on afterwards knows the values that were chosen, and none of this."""


def snapshot(ctx: Context, **changes: Any) -> Context:
    """The frame as it is now, for an effect that goes on after the text has been carried out."""
    values: dict[str, Any] = {
        "mentions": list(ctx.spoken()), "focus": {}, "moved": dict(ctx.moved), "letters": dict(ctx.letters), "did_by": list(ctx.did_by),
        **FORGOTTEN,
    } | changes  # fmt: skip
    return dataclasses.replace(ctx, **values)


# ---- asking -------------------------------------------------------------------------------------------------------


def ask(ctx: Context, decision: Decision) -> Any:
    """CR 608.2d: a choice that the effect offers, made as it is carried out."""
    if ctx.object and not is_forced(decision):
        ctx.game.cite("608.2d")
    return ctx.game.decide(decision)


def yes(ctx: Context, player: PlayerId, question: str, default: bool = True) -> bool:
    """CR 608.2d: whether the player does what they may do."""
    options = (True, False) if default else (False, True)
    return bool(ask(ctx, Decision(player, "may", question, options, default=default))[0])


def pick_things(
    ctx: Context,
    player: PlayerId,
    question: str,
    options: Sequence[Thing],
    low: int = 1,
    high: int = 1,
    help: bool | None = None,
    together: Callable[[Sequence[Thing]], bool] | None = None,
) -> list[Thing]:
    """CR 608.2d, 609.3: the player picks so many of the options, or as many as there are; `together` as in Decision."""
    there = descriptions.most_together(together, options)
    high = there if high < 0 else min(high, there)
    if low > high:
        ctx.game.cite("609.3", *(() if high else ("101.3",)))
    low = min(low, high)
    if high == 0:
        return []
    kind: Any = "player" if all(isinstance(o, str) for o in options) else "objects"
    question_of = Decision(player, kind, question, tuple(options), low, high, help, together=together)
    return list(ask(ctx, question_of))


def pick_word(
    ctx: Context,
    player: PlayerId,
    question: str,
    options: Sequence[Any],
    default: Any = None,
    beyond: Callable[[str], str | None] | None = None,
) -> Any:
    """One of several words or values; `beyond` as in Decision."""
    if not options and beyond is None:
        raise Unsupported(f"a choice without options: {question}")
    return ask(ctx, Decision(player, "word", question, tuple(options), default=default, beyond=beyond))[0]


def ordered(ctx: Context, player: PlayerId, question: str, ids: Sequence[ObjectId]) -> list[ObjectId]:
    """The objects in the order the player likes. Cards that nothing is known about come in no particular order."""
    if len(ids) < 2 or all(ctx.game.object(i).unknown for i in ids):
        return list(ids)
    return list(ask(ctx, Decision(player, "order", question, tuple(ids))))


# ---- looking into vocabulary values ---------------------------------------------------------------------------------


def frozen(ctx: Context, value: Any) -> Any:
    """CR 608.2h, 603.7c: the value with its targets and letters settled as they are now, for an effect that is carried out later."""

    def settle(node: Any) -> Any:
        match node:
            case ab.Slot():
                found = (ctx.now(t) if isinstance(t, int) else t for t in descriptions.meant(ctx, node))
                return ab.Fixed(tuple(found), at=node.at)
            case ab.X(name=name) if name in ctx.letters:
                return ab.Literally(ctx.letters[name])
            case ab.WhereX(name=name) if name in ctx.letters:
                raise Unsupported(f"the letter {name} defined twice in one text")
        return node

    return rewrite(value, settle)
