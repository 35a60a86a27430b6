"""Stickers: put on objects by those who own them, and moved (CR 123)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions.acting import ask, attempted, done, each_actor, happen, objects, one_object, pick_word
from engine.actions.keyword_actions.doing import keyword_action
from engine.actions.registry import acting, performs
from engine.game import Context, Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Sticker, words_of_name

TICKET = "ticket"
ANY_OF = " or "
"""What stands between the kinds of which the sticker may be one."""


@keyword_action("put a sticker")
def put_sticker(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 123.3: the player puts a sticker of theirs (of the kind in `word`) on each of the objects that they own."""
    put: list[ObjectId] = []
    for id in (
        objects(ctx, effect.what, help=True, question="choose what to put a sticker on")
        if effect.what
        else ()
    ):
        for _ in range(amount):
            if _put_on(ctx, player, id, effect.word):
                put.append(id)
    done(ctx, put, "stickered", amount=len(put))
    attempted(ctx, bool(put), [player])


@performs(ab.MoveSticker)
def move_sticker(ctx: Context, effect: ab.MoveSticker) -> None:
    """CR 123.3b, 123.3d: a sticker of the player's goes from one object onto another that they own; its ticket cost isn't paid again."""
    game = ctx.game
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            source = one_object(ctx, effect.source, question="choose what a sticker is moved from")
            to = one_object(ctx, effect.to, question="choose what a sticker is moved to")
        if source not in game.objects or to not in game.objects or source == to:
            continue
        foreign = next((i for i in (to, source) if game.objects[i].owner != player), 0)
        if foreign:
            _kept(game, foreign, f"{player} doesn't own {game.name(foreign)} and moves no sticker", "123.3b")
            continue
        there = [s for s in game.objects[source].stickers if effect.kind in ("", s.kind)]
        if not there:
            _kept(game, source, f"no such sticker is on {game.name(source)}", "609.3")
            continue
        labels = _labels(there)
        sticker = there[labels.index(pick_word(ctx, player, "which sticker is moved?", labels))]
        game.cite("123.3d")
        rest = tuple(s for s in game.objects[source].stickers if s is not sticker)
        verb = f"loses the {sticker.kind} sticker {sticker.text}"
        happen(ctx, ev.SetFields(thing=source, verb=verb, fields={"stickers": rest}))
        place(ctx, player, to, sticker)


def unused(game: Game, player: PlayerId, kind: str = "") -> list[Sticker]:
    """CR 123.3: the stickers of their sheets that are on no object that the player owns."""
    on = {s.number for obj in game.objects.values() if obj.owner == player for s in obj.stickers}
    kinds = kind.split(ANY_OF) if kind else ()
    return [s for s in game.players[player].stickers if s.number not in on and (not kinds or s.kind in kinds)]


def _put_on(ctx: Context, player: PlayerId, id: ObjectId, kind: str) -> bool:
    game = ctx.game
    obj = game.objects.get(id)
    if obj is None:
        return False
    if obj.owner != player:
        _kept(game, id, f"{player} doesn't own {game.name(id)} and puts no sticker on it", "123.3b")
        return False
    there = unused(game, player, kind)
    payable = [s for s in there if s.tickets <= game.players[player].counter(TICKET)]
    if not payable:
        told = (
            f"{player} has no such sticker that is on nothing"
            if not there
            else f"{player} can't pay for a sticker"
        )
        _kept(game, id, told, "123.3" if not there else "123.3c")
        return False
    labels = _labels(payable)
    chosen = pick_word(ctx, player, f"which sticker goes on {game.name(id)}?", labels)
    sticker = payable[labels.index(chosen)]
    game.cite("123.3", "123.2c", *(("123.3a",) if len(there) > 1 else ()))
    _pay(ctx, player, sticker)
    place(ctx, player, id, sticker)
    return True


def _kept(game: Game, id: ObjectId, told: str, rule: str) -> None:
    game.note(told, rule, about=(id,), kind="kept")


def _labels(stickers: list[Sticker]) -> list[str]:
    """CR 123.3a: what they say; those that say the same are told apart by their numbers."""
    often = Counter(s.text for s in stickers)
    return [s.text if often[s.text] == 1 else f"{s.text} ({s.number})" for s in stickers]


def _pay(ctx: Context, player: PlayerId, sticker: Sticker) -> None:
    """CR 123.3c, 107.17a: the ticket cost."""
    if sticker.tickets:
        ctx.game.cite("123.3c", "107.17a")
        happen(ctx, ev.RemoveCounters(thing=player, kind=TICKET, number=sticker.tickets))


def place(ctx: Context, player: PlayerId, id: ObjectId, sticker: Sticker) -> None:
    """CR 123.6b, 613.7k: the sticker is on the object, with a new timestamp; who controls the object says where in its name a name sticker's words stand."""
    game = ctx.game
    if sticker.kind == "name":
        most = len(words_of_name(game.characteristics(id).name))
        question = f"behind how many words of {game.name(id)} does {sticker.text} stand?"
        where = ask(ctx, Decision(game.controller(id), "number", question, low=0, high=most, default=0))
        sticker = replace(sticker, after=where)
        game.cite("123.6b", *(("123.6a",) if most > 1 else ()))
    sticker = replace(sticker, since=game.tick())
    on = (*game.objects[id].stickers, sticker)
    verb = f"has the {sticker.kind} sticker {sticker.text} put on it"
    happen(ctx, ev.SetFields(thing=id, verb=verb, fields={"stickers": on}))
    for asked, amount in sticker.numbers.items():
        ctx.mention((), (asked,), done="stickered", amount=amount)
    happen(ctx, ev.Performed(verb="put a sticker", player=player, object=id))
    happen(ctx, ev.Performed(verb=f"put a {sticker.kind} sticker", player=player, object=id))
