"""Keyword actions that make tokens: investigate, populate, incubate, amass, endure (CR 701.16, 701.36, 701.47, 701.53, 701.63)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions import tokens
from engine.actions.acting import (
    happen,
    on_battlefield,
    pick_things,
    words_for,
    yes,
)
from engine.actions.keyword_actions.doing import did, keyword_action
from engine.actions.limits import times
from engine.actions.predefined import predefined
from engine.game import Context
from engine.game import events as ev
from engine.model import Characteristics, ObjectId, PlayerId
from engine.rules.effects import continuous


def _creates(ctx: Context, player: PlayerId, token: ev.CreateToken, amount: int) -> list[ObjectId]:
    entries = happen(ctx, ev.CreateTokens(player=player, number=amount, token=token, by=player))
    made = [h.event.was for h in entries if isinstance(h.event, ev.CreateToken) and h.event.was]
    ctx.mention(made, {"token", *words_for(ctx, made)}, done="created", many=len(made) != 1, amount=len(made))
    return made


@keyword_action("investigate")
def investigate(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.16a, 111.10f: create a Clue token; so many times where a number is said."""
    clue = predefined("Clue")
    for _ in times(amount):
        ctx.game.cite("701.16a", clue.rule)
        _creates(ctx, player, ev.CreateToken(player=player, base=clue.base, source=ctx.source), 1)
        did(ctx, "investigate", player)


@keyword_action("populate")
def populate(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.36: create a copy of a creature token that the player controls, if there is one; so many times where a number is said."""
    for _ in times(amount):
        _populate(ctx, player)
        did(ctx, "populate", player)


def _populate(ctx: Context, player: PlayerId) -> None:
    game = ctx.game
    game.cite("701.36a")
    options = [
        i for i in game.battlefield()
        if game.objects[i].kind == "token" and game.controller(i) == player and "creature" in game.characteristics(i).types
    ]  # fmt: skip
    picked = pick_things(ctx, player, "choose a creature token to copy", options, help=True)
    if not picked:
        game.note(f"{player} has no creature token to populate", "701.36b", about=(player,), kind="kept")
    else:
        copy = tokens.copy_token(ctx, int(picked[0]), player)
        if copy is not None:
            _creates(ctx, player, copy, 1)


@keyword_action("incubate")
def incubate(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.53a, 111.10i: an Incubator token that enters with N +1/+1 counters."""
    known = predefined("Incubator")
    ctx.game.cite("701.53a", "701.53b", known.rule)
    token = ev.CreateToken(
        player=player,
        base=known.base,
        source=ctx.source,
        copied_card=known.card,
        counters=(("+1/+1", amount),) if amount else (),
    )
    _creates(ctx, player, token, 1)
    did(ctx, "incubate", player, amount)


@keyword_action("amass")
def amass(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.47a-c: with no Army, create a 0/0 black one of the subtype; put the counters on an Army; it becomes of the subtype too."""
    game = ctx.game
    game.cite("701.47a", "701.47b")
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


@keyword_action("endure")
def endure(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.63: an N/N white Spirit, or N +1/+1 counters on the permanent; 0 is nothing."""
    game = ctx.game
    if amount == 0:
        game.cite("701.63b")
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
