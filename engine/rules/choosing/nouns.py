"""The nouns of instructions: what they speak of, chosen by a player where there is a choice, and noted as spoken of (CR 101.3, 608.2c-d, 609.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, Decision, Kind, known
from engine.model import PlayerId, Thing
from engine.queries import descriptions, is_singular, numbers, references, targets, words_of
from engine.rules.choosing import letters, piles
from engine.rules.choosing.target_choices import settle
from engine.rules.choosing.unknown_cards import noted

Fits = Callable[[ab.Selection | None, Thing], bool]
"""Whether the thing can be picked for the description."""


def things(
    ctx: Context,
    noun: ab.Recipient,
    chooser: PlayerId | None = None,
    among: Sequence[Thing] | None = None,
    help: bool | None = None,
    question: str = "",
    fits: Fits | None = None,
) -> list[Thing]:
    """The things that the noun of an instruction speaks of, as they were spoken of (ids are not followed through moves: see Context.now).

    `Chosen` and `OneOf` ask `chooser` (default: "you") to pick (CR 608.2d); `among`: out of what, where the instruction says so rather than the noun;
    `help`: whether it is good for what is picked; `fits`: what can be picked, where that isn't the description's to say (601.3e). What was spoken of is
    noted for later words."""
    match noun:
        case ab.Chosen():
            return _chosen(ctx, noun, chooser or ctx.controller, among, help, question, fits)
        case ab.OneOf():
            return _picked_of(ctx, noun, chooser, help, question, fits)
        case ab.EachOf(of=of):
            return things(ctx, of, chooser, among, help, question)
        case ab.Together(parts=parts):
            found = list(
                dict.fromkeys(t for part in parts for t in things(ctx, part, chooser, among, help, question))
            )
            ctx.mention(found, words_of(noun), many=True, at=noun.at)
            return found
        case ab.Pile(by=by):
            by_whom = _the_one(ctx, by) if by is not None else chooser or ctx.controller
            found = piles.contents(ctx, noun, by_whom)
            ctx.mention(found, ["card"], references.PICKED, many=True, at=noun.at)
            return found
        case ab.Each(which=which):
            found = descriptions.matching(ctx, which, among)
            _cite_others(ctx, which, found)
            _speak_of_target_players(ctx, which)
            ctx.mention(found, words_of(noun), many=True, at=noun.at)
            return found
        case ab.Players():
            return list(players(ctx, noun, chooser, help))
        case _:
            return _spoken_of(ctx, noun)


def _cite_others(ctx: Context, which: ab.Selection, found: Sequence[Thing]) -> None:
    """CR 608.2j: a color that is asked for is what counts, whatever other colors the object has."""
    colored = isinstance(which, ab.Which) and any(
        isinstance(q, ab.OfColor) for q in (*which.before, *which.after)
    )
    if colored and any(len(ctx.game.characteristics(i).colors) > 1 for i in found if isinstance(i, int)):
        ctx.game.cite("608.2j")


def _picked_of(
    ctx: Context,
    noun: ab.OneOf,
    chooser: PlayerId | None,
    help: bool | None,
    question: str,
    fits: Fits | None,
) -> list[Thing]:
    """CR 608.2d: what is picked of the things spoken of before."""
    which, asked = noun.which, chooser or ctx.controller
    together = descriptions.together(ctx, which)
    group = things(ctx, noun.of, chooser)
    if fits is not None:
        options = [t for t in group if fits(which, t)]
    elif which is None:
        options = descriptions.which_fit(ctx, group, which)
    else:
        least = descriptions.amount(ctx, noun.amount)[0]
        options = noted(ctx.game, asked, descriptions.which_may_fit(ctx, group, which, least))
    question = (question or "choose among those") + (" (chance)" if noun.random else "")
    picked = pick(ctx, asked, options, noun.amount, help, question, together)
    ctx.mention(picked, words_of(noun), references.PICKED, many=not is_singular(noun.amount), at=noun.at)
    return picked


def _spoken_of(ctx: Context, noun: ab.Recipient) -> list[Thing]:
    """What a noun means that leaves no choice, noted as spoken of."""
    if isinstance(noun, ab.Slot):
        settle(ctx)
    mention = descriptions.mention_of(ctx, noun)
    ctx.mentions.append(replace(mention, at=noun.at))
    return list(mention.things)


def _chosen(
    ctx: Context,
    noun: ab.Chosen,
    asked: PlayerId,
    among: Sequence[Thing] | None,
    help: bool | None,
    question: str,
    fits: Fits | None,
) -> list[Thing]:
    """CR 608.2d: what the player, or the one whom the noun names, picks."""
    called = words_of(noun)
    question = question or "choose " + " ".join(sorted(called))
    if noun.random:
        question += " (chance)"
    if noun.by is not None:
        asked = _the_one(ctx, noun.by)
    name = numbers.undefined_amount(ctx, noun.amount)
    options = can_be_picked(ctx, asked, noun.which, None if name else noun.amount, among, fits)
    if name:
        letters.as_done(ctx, name, len(options))
    picked = pick(ctx, asked, options, noun.amount, help, question, descriptions.together(ctx, noun.which))
    ctx.mention(picked, called, many=not is_singular(noun.amount), at=noun.at)
    return picked


def _the_one(ctx: Context, by: ab.Players) -> PlayerId:
    """The player who chooses. Raises Unsupported for several."""
    choosing = players(ctx, by)
    if len(choosing) != 1:
        raise Unsupported("a choice by several players together")
    return choosing[0] if ctx.game.exists(choosing[0]) else _in_place_of(ctx, choosing[0])


def _in_place_of(ctx: Context, gone: PlayerId) -> PlayerId:
    """CR 800.4g: who makes the choice of a player who has left the game: another player, as the controller chooses; for an opponent another opponent."""
    game = ctx.game
    others = [p for p in game.apnap() if game.in_range(ctx.controller, p)]
    opponents = [p for p in others if p in game.opponents(ctx.controller)]
    was_opponent = gone not in game.seating.team(ctx.controller)
    game.cite("800.4g")
    question = f"who chooses in place of {gone}?"
    found = pick(
        ctx, ctx.controller, list(opponents if was_opponent and opponents else others), None, False, question
    )
    return str(found[0])


def _speak_of_target_players(ctx: Context, which: ab.Selection) -> None:
    """ "Target player's hand", "creatures target player controls": the player is spoken of, too."""
    for slot in ab.walk(which):
        if not isinstance(slot, ab.Slot):
            continue
        named = targets.still_legal(ctx, slot)
        if any(isinstance(t, str) for t in named):
            ctx.mention(named, ("player", "opponent"), at=slot.at)


def players(
    ctx: Context, noun: ab.Recipient, chooser: PlayerId | None = None, help: bool | None = None
) -> list[PlayerId]:
    """The players that the noun of an instruction speaks of, in APNAP order (CR 101.4)."""
    asked = chooser or ctx.controller
    found: list[Thing]
    match noun:
        case ab.AnyPlayer():
            options: list[Thing] = [p for p in ctx.game.apnap() if descriptions.is_player(ctx, noun, p)]
            found = pick(ctx, asked, options, None, help, "choose a player")
            ctx.mention(found, words_of(noun), at=noun.at)
        case ab.ThePlayer(role="defending"):
            ctx.game.cite(*(("805.10e",) if ctx.game.seating.shared else ()))
            found = pick(
                ctx, asked, list(descriptions.defending(ctx)), None, False, "choose a defending player"
            )
            ctx.mention(found, ["player"], at=noun.at)
        case ab.ThePlayer(role="active" | "whose turn it is" | "attacking") if ctx.game.seating.shared:
            together = [p for p in ctx.game.apnap() if descriptions.is_player(ctx, noun, p)]
            ctx.game.cite("805.10c" if noun.role == "attacking" else "805.9")
            found = pick(ctx, ctx.controller, together, None, help, f"choose one as the {noun.role} player")
            ctx.mention(found, ["player"], at=noun.at)
        case ab.Slot() | ab.Fixed():
            found = things(ctx, noun, chooser)
        case ab.ControllerOf(of=of) | ab.OwnerOf(of=of):
            found = list(descriptions.holders(ctx, noun, things(ctx, of, chooser, help=help)))
            ctx.mention(found, ["player"], many=len(found) > 1, at=noun.at)
        case ab.SeveralPlayers(parts=parts):
            named = {p for part in parts for p in players(ctx, part, chooser, help)}
            found = [p for p in ctx.game.apnap() if p in named]
            ctx.mention(found, ["player"], many=True, at=noun.at)
        case ab.You():
            found = list(ctx.you())
        case _:
            found = _spoken_of(ctx, noun)
    return [p for p in found if isinstance(p, str)]


def can_be_picked(
    ctx: Context,
    asked: PlayerId,
    which: ab.Selection,
    wanted: ab.Selection | None,
    among: Sequence[Thing] | None = None,
    fits: Fits | None = None,
) -> list[Thing]:
    """What the player can pick for the description (see `noted` for unknown cards); `fits` as in `things`."""
    least = descriptions.amount(ctx, wanted)[0]
    if fits is not None:
        open_to = descriptions.candidates(ctx, which) if among is None else among
        return noted(ctx.game, asked, known(ctx.game, open_to, lambda t: fits(which, t), least))
    if isinstance(which, ab.Which) and any(isinstance(q, ab.Extreme) for q in which.before + which.after):
        return descriptions.matching(ctx, which, among)
    if among is not None:
        found = known(ctx.game, among, lambda t: descriptions.described(ctx, which, t), least)
        return noted(ctx.game, asked, found)
    options = descriptions.candidates(ctx, which)
    found = known(ctx.game, options, lambda t: descriptions.fits(ctx, which, t), least)
    return noted(ctx.game, asked, found)


def pick(
    ctx: Context,
    chooser: PlayerId,
    options: Sequence[Thing],
    wanted: ab.Selection | None,
    help: bool | None,
    question: str,
    together: Callable[[Sequence[Thing]], bool] | None = None,
) -> list[Any]:
    """CR 608.2d, 609.3: the player chooses so many of the options, as many as there are if there are too few (101.3); `together` as in Decision."""
    low, high = descriptions.amount(ctx, wanted)
    there = descriptions.most_together(together, options)
    most = there if high < 0 else min(high, there)
    least = min(low, most)
    if low > most:
        ctx.game.cite("609.3", *(() if most else ("101.3",)))
    if most == 0:
        return []
    kind: Kind = "player" if all(isinstance(o, str) for o in options) else "objects"
    return list(
        ctx.game.decide(
            Decision(chooser, kind, question, tuple(options), least, most, help, together=together)
        )
    )
