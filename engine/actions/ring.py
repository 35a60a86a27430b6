"""The Ring tempts a player: the emblem named The Ring, and who bears it (CR 701.54)."""

from __future__ import annotations

from functools import cache

from engine import abilities as ab
from engine.actions.acting import happen, pick_things
from engine.actions.keyword_actions.doing import keyword_action
from engine.binding import bound
from engine.game import Context
from engine.game import events as ev
from engine.model import Characteristics, ObjectId, PlayerId
from engine.queries import RING_BEARER

NAME = "The Ring"
CREATURE = ab.Noun((("creature",),))
BEARER = ab.Which((ab.Is("ring-bearer"),), CREATURE, (ab.ControlledBy(ab.You()),))
"""CR 701.54e: "your Ring-bearer"."""


@cache
def _abilities() -> tuple[tuple[ab.Ability, ...], ...]:
    """CR 701.54c: what the emblem has from the first time on, from the second, the third and the fourth."""
    stronger = ab.Which((), CREATURE, (ab.Compared("power", ">", ab.StatOf("power", ab.Each(BEARER))),))
    legend = (ab.Types(("legendary",), add=True), ab.Cant("be blocked", by=stronger))
    one = ab.Literally(1)
    loot = ab.Sequence((ab.Draw(one), ab.Discard(ab.Chosen(ab.Noun(form="card")))), "then")
    gone = ab.Sacrifice(ab.That(), ab.ControllerOf(ab.That()))
    later = ab.Later(ab.StepBegins("end of combat"), gone, after=True)
    drain = ab.LoseLife(ab.Literally(3), ab.EachPlayer("opponent"))
    bearer = ab.Chosen(BEARER)
    levels = (
        (ab.Static(ab.Each(BEARER), legend),),
        (ab.Triggered(ab.Attacks(bearer), loot),),
        (ab.Triggered(ab.Blocks(ab.Chosen(CREATURE), bearer), later),),
        (ab.Triggered(ab.DealsDamage(bearer, "combat", ab.AnyPlayer()), drain),),
    )
    return tuple(map(bound, levels))


@keyword_action("the Ring tempts")
def tempt(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.54a, 701.54c-d: the player gets the emblem or more of it, and chooses a creature to bear the Ring."""
    game = ctx.game
    game.cite("701.54a")
    more_of_the_emblem(ctx, player)
    mine = [
        i
        for i in game.battlefield()
        if game.controller(i) == player and "creature" in game.characteristics(i).types
    ]
    chosen = pick_things(ctx, player, "choose your Ring-bearer", mine, help=True)
    mark = RING_BEARER + player
    events: list[ev.GameEvent] = []
    for id in game.battlefield():
        marks = tuple(m for m in game.objects[id].marks if m != mark)
        if id in chosen:
            marks = (*(m for m in marks if not m.startswith(RING_BEARER)), mark)
        if marks != game.objects[id].marks:
            verb = "becomes the Ring-bearer" if id in chosen else "is the Ring-bearer no longer"
            events.append(ev.SetFields(thing=id, verb=verb, fields={"marks": marks}))
    if events:
        game.any_ring_bearer = True
        game.cite("701.54b")
        happen(ctx, events)
    bearer = next((i for i in chosen if isinstance(i, int)), 0)
    happen(ctx, ev.Performed(verb="the Ring tempts", player=player, object=bearer))


def more_of_the_emblem(ctx: Context, player: PlayerId) -> None:
    """CR 701.54c: the emblem comes with the first time; each of the next three times it has an ability more."""
    game = ctx.game
    levels = _abilities()
    rings = [
        i for i, o in game.objects.items() if o.kind == "emblem" and o.owner == player and o.base.name == NAME
    ]
    game.cite("701.54c")
    if not rings:
        happen(
            ctx,
            ev.CreateEmblem(
                player=player, base=Characteristics(name=NAME, abilities=levels[0]), source=ctx.source
            ),
        )
        return
    ring: ObjectId = rings[0]
    now = game.objects[ring].base
    number = min(len(now.abilities) + 1, len(levels))
    more = tuple(a for level in levels[:number] for a in level)
    if more != now.abilities:
        base = Characteristics(name=NAME, abilities=more)
        happen(ctx, ev.SetFields(thing=ring, verb="has an ability more", fields={"base": base}))
