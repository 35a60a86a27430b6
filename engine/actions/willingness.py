"""Whether a player can and wants to do what they may do, and what is left undone if not (CR 608.2d)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import (
    actors,
    number,
    on_battlefield,
    yes,
)
from engine.actions.casting import can_cast
from engine.errors import UnknownCard
from engine.game import Context, doors
from engine.model import PlayerId
from engine.queries import SPARED, changed_rules, descriptions, numbers, references, stats
from engine.rules import choosing


def wants(ctx: Context, player: PlayerId, effect: ab.Effect, otherwise: str = "") -> bool:
    """CR 608.2d: whether the player, who may have the instruction carried out, can and does. Where unknown cards would decide it, they don't by default."""
    question, sure = question_of(ctx, effect, otherwise), True
    try:
        if not possible(ctx, player, effect):
            ctx.game.cite("608.2d")
            return False
    except UnknownCard:
        sure = False
    sure = sure and not _of_unknown_cards(ctx, effect)
    return yes(ctx, player, question, default=sure and not isinstance(effect, ab.RepeatProcess))


def _of_unknown_cards(ctx: Context, effect: ab.Effect) -> bool:
    """Whether it is to cast or play a card that nothing is known about, or to do something to such of several unknown cards as a description fits: without a
    word from the player it isn't done."""
    match effect:
        case ab.Reveal(what=ab.OneOf(of=ab.That() as noun)) | ab.Put(what=ab.OneOf(of=ab.That() as noun)):
            cards = [ctx.now(i) for i in references.things(ctx, noun) if isinstance(i, int)]
            return any(ctx.game.object(i).unknown for i in cards)
        case ab.Sequence(steps=(first, *_)) | ab.Conditional(effect=first):
            return _of_unknown_cards(ctx, first)
        case ab.CastCard(what=ab.That() as noun, duration=None):
            cards = [ctx.now(i) for i in references.things(ctx, noun) if isinstance(i, int)]
            return bool(cards) and all(ctx.game.object(i).unknown for i in cards)
    return False


def question_of(ctx: Context, effect: ab.Effect, otherwise: str = "") -> str:
    """How to ask whether a player wants to have the instruction carried out."""
    source = ctx.game.name(ctx.source) if ctx.source else "the effect"
    rather = f" (else {otherwise})" if otherwise else ""
    return f"carry out what {source} allows ({said(effect)}){rather}?"


def said(effect: ab.Effect) -> str:
    """An instruction in a word or two: its verbs."""
    match effect:
        case ab.EitherWay(options=options):
            return " or ".join(said(o) for o in options)
        case ab.Sequence(steps=steps):
            return ", ".join(said(s) for s in steps)
        case ab.Conditional(effect=inner) | ab.WhereX(effect=inner) | ab.ForEach(effect=inner):
            return said(inner)
        case ab.Put(zone=zone, verb=verb):
            return f"{verb} to {zone}"
        case ab.Choose(options=(word,)):
            return word
        case ab.RepeatProcess():
            return "repeat this process"
        case ab.Keyworded(verb=verb) | ab.Transform(verb=verb):
            return verb
    name = type(effect).__name__
    return "".join((" " + c.lower()) if c.isupper() else c for c in name).strip()


def possible(ctx: Context, player: PlayerId, effect: ab.Effect) -> bool:
    """CR 608.2d: whether the player could begin it: a cost can be paid, there is something to sacrifice, discard or put."""
    game = ctx.game
    match effect:
        case ab.PayCost(who=who, costs=parts):
            payers = actors(ctx, who) if not isinstance(who, ab.You) else [player]
            return all(doors.can_pay(ctx, parts, p) for p in payers)
        case ab.PayLife(amount=ab.X(name=letter)) if numbers.undefined(ctx, letter):
            return True  # CR 107.3f, 119.4b: it is chosen as it is paid, and 0 life can always be paid
        case ab.PayLife(amount=amount):
            return number(ctx, amount) <= game.players[player].life and not cant_lose_life(ctx, player)
        case ab.Sacrifice(what=ab.Chosen(which=which, amount=amount_), who=ab.You()):
            mine = [i for i in game.battlefield() if game.controller(i) == player]
            return len(descriptions.matching(ctx, which, mine)) >= _least(ctx, amount_)
        case ab.Sacrifice(what=ab.This(), who=ab.You()):
            return (
                on_battlefield(game, ctx.now(ctx.source)) and game.controller(ctx.now(ctx.source)) == player
            )
        case ab.Discard(what=ab.Chosen(which=which, amount=amount_), who=ab.You()):
            return len(descriptions.matching(ctx, which, game.zone("hand", player))) >= _least(ctx, amount_)
        case (
            ab.Put(what=ab.Chosen(which=which, amount=amount_))
            | ab.Exile(what=ab.Chosen(which=which, amount=amount_))
        ):
            wanted = None if numbers.undefined_amount(ctx, amount_) else amount_
            open_to_choice = choosing.can_be_picked(ctx, player, which, wanted)
            return len(open_to_choice) >= _least(ctx, amount_)
        case ab.Tap(what=ab.Chosen(which=which, amount=amount_), state="tap"):
            untapped = [
                i
                for i in descriptions.matching(ctx, which)
                if isinstance(i, int) and not game.object(i).tapped
            ]
            return len(untapped) >= _least(ctx, amount_)
        case ab.Mill(number=amount):
            # CR 701.17b: a player can't choose to mill more cards than there are.
            return number(ctx, amount) <= len(game.zone("library", player))
        case ab.RemoveCounters(number=amount, kind=kind, source=ab.This()) if amount is not None and kind:
            return game.object(ctx.source).counter(kind) >= number(ctx, amount)
        case ab.Keyworded(verb="behold", what=noun):
            return bool(descriptions.to_behold(ctx, noun, player))
        case ab.CastCard():
            return can_cast(ctx, effect)
        case ab.Draw(who=who):
            ones_own = isinstance(who, ab.You)
            could = not any(cant_draw(ctx, p) for p in ([player] if ones_own else actors(ctx, who)))
            if not could or (ones_own and not game.zone("library", player)):
                game.cite("121.3" if ones_own else "121.3a")
            return could
        case ab.EitherWay(options=options):
            return any(possible(ctx, player, option) for option in options)
        case ab.Sequence(steps=steps):
            # Later steps may speak of what earlier ones do; what can be told now is told of those that are like costs.
            return all(possible(ctx, player, s) for s in steps[:1]) and all(
                possible(ctx, player, s) for s in steps[1:] if isinstance(s, ab.PayCost | ab.PayLife)
            )
    return True


def _least(ctx: Context, wanted: ab.Selection | None) -> int:
    """How many have to be there: none where the number is still to be chosen (CR 107.3f)."""
    return 0 if numbers.undefined_amount(ctx, wanted) else descriptions.amount(ctx, wanted)[0]


def spare(ctx: Context, effect: ab.Effect) -> None:
    """CR 608.2c: what a player could have moved or cast and did not is still among "the rest" of its group."""
    for node in ab.walk(effect):
        match node:
            case (
                ab.Put(what=ab.That() as noun)
                | ab.Exile(what=ab.That() as noun)
                | ab.CastCard(what=ab.That() as noun)
            ):
                ctx.mention(references.things(ctx, noun), ("card",), done=SPARED)


def cant_draw(ctx: Context, player: PlayerId) -> bool:
    """CR 121.3, 121.2b: whether the player can't draw, or has drawn the one card that an effect allows in a turn."""
    if changed_rules.cant(ctx.game, player, "draw cards"):
        return True
    limited = changed_rules.cant(ctx.game, player, "draw more than one card each turn")
    return limited and stats.drawn(ctx, player) > 0


def cant_lose_life(ctx: Context, player: PlayerId) -> bool:
    """CR 119.8."""
    return changed_rules.cant(ctx.game, player, "lose life")
