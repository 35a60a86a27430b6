"""What keyword abilities have done that card texts have no words for: backup, haunt, gift, aura swap, help with costs (CR 702), Class levels (CR 716)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import happen, permanents, pick_things, things
from engine.actions.keyword_actions.doing import keyword_action
from engine.actions.objects import marked
from engine.actions.zones import link, movable
from engine.binding import bound
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.model import PlayerId
from engine.queries import object_abilities, paired_with, partner
from engine.rules.effects import attaching, can_be_paired, continuous, copying


@keyword_action("backup")
def backup(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.165a, 702.165c: another creature gains the abilities printed on the source below its backup ability, but for more of those."""
    if effect.what is None:
        raise Unsupported("backup for nothing named")
    printed = copying.opened(ctx.game.object(ctx.source).base.abilities)
    at = next((n for n, a in enumerate(printed) if isinstance(a, ab.Keyword) and a.name == "backup"), None)
    below = () if at is None else tuple(a for a in printed[at + 1 :] if not _is_backup(a))
    others = [i for i in permanents(ctx, effect.what) if i != ctx.now(ctx.source)]
    if others and below:
        ctx.game.cite("702.165a", *_as_printed(ctx, printed))
        continuous.add_floating(ctx, ab.Fixed(tuple(others)), (ab.Gains(below),), ab.ThisTurn())


def _as_printed(ctx: Context, printed: tuple[ab.Ability, ...]) -> tuple[str, ...]:
    """CR 702.165b-d: whether it makes a difference that the abilities are those printed: of what it copies, without what was gained, with what was lost."""
    obj = ctx.game.object(ctx.source)
    now = copying.opened(ctx.game.characteristics(ctx.source).abilities)
    found = ["702.165b"] if obj.card is not None and obj.base.name != obj.card.name else []
    found += ["702.165c"] if any(a not in printed for a in now) else []
    found += ["702.165d"] if any(a not in now for a in printed) else []
    return tuple(found)


def _is_backup(ability: ab.Ability) -> bool:
    return isinstance(ability, ab.Keyword) and ability.name == "backup"


@keyword_action("haunt")
def haunt(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.55a-b: the card goes from the graveyard into exile and haunts the creature."""
    game, card = ctx.game, ctx.now(ctx.source)
    if effect.what is None:
        raise Unsupported("haunting nothing named")
    haunted = [t for t in things(ctx, effect.what) if isinstance(t, int)]
    if not movable(game, card) or game.objects[card].zone != "graveyard" or not haunted:
        return
    happen(ctx, ev.MoveZone(object=card, to="exile", verb="exile", by=player, source=ctx.source))
    gone = ctx.now(ctx.source)
    if gone in game.objects and game.objects[gone].zone == "exile":
        game.cite("702.55b")
        link(ctx, HAUNTED, haunted)


@keyword_action("give a gift")
def give(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.174b-c, 702.174j: the player has given a gift, as the permanent has entered or before all else that the spell does."""
    ctx.game.cite("702.174b", *(("702.174j",) if ctx.game.object(ctx.source).zone == "stack" else ()))
    named = object_abilities.keywords_of(ctx.game, ctx.source, "gift")
    ctx.game.cite(*(GIFTS[keyword.note] for keyword in named if keyword.note in GIFTS))
    happen(ctx, ev.Performed(verb="give a gift", player=player))


GIFTS = {
    "a Food": "702.174d",
    "a card": "702.174e",
    "a tapped Fish": "702.174f",
    "an extra turn": "702.174g",
    "a Treasure": "702.174h",
    "an Octopus": "702.174i",
}
"""The rule that says what each gift is."""


@keyword_action("warp away")
def warp_away(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.185a-b: the permanent is exiled; its card is warped, and can be cast from a later turn on."""
    turn = (("turn", ctx.game.turn.number),)
    for id in permanents(ctx, effect.what) if effect.what is not None else ():
        event = ev.MoveZone(
            object=id, to="exile", verb="exile", by=player, source=id, marks=("warped",), chosen=turn
        )
        ctx.game.cite("702.185b")
        happen(ctx, event)


@keyword_action("firebend")
def firebend(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.189b: the player has firebent."""
    happen(ctx, ev.Performed(verb="firebend", player=player))


@keyword_action("aura swap")
def aura_swap(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.65a-b, 701.12d-e: the source and an Aura card of the player's hand that may be where it is are exchanged; else nothing happens."""
    game, aura = ctx.game, ctx.now(ctx.source)
    obj = game.objects.get(aura)
    if (
        obj is None
        or obj.zone != "battlefield"
        or obj.kind != "card"
        or obj.owner != player
        or obj.attached_to is None
    ):
        game.cite("702.65b")
        return
    entering = [
        ev.MoveZone(object=i, to="battlefield", verb="put", by=player, controller=player, source=aura, attached_to=obj.attached_to)
        for i in game.zone("hand", player)
        if not game.objects[i].unknown and "Aura" in game.characteristics(i).subtypes
    ]  # fmt: skip
    able = {e.object: e for e in entering if obj.attached_to in attaching.could_enchant(game, e)}
    picked = pick_things(ctx, player, "choose the Aura card to exchange it with", tuple(able), help=True)
    if not picked:
        game.cite("702.65b")
        return
    game.cite("701.12d", "701.12e")
    happen(
        ctx, [ev.MoveZone(object=aura, to="hand", verb="put", by=player, source=aura), able[int(picked[0])]]
    )


@keyword_action("encode")
def encode(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.99a, 702.99c: the card of the spell is exiled encoded on a creature, which lets its controller cast copies of it for as long as the
    card is there."""
    game, spell = ctx.game, ctx.source
    if effect.what is None:
        raise Unsupported("encoding on nothing named")
    if spell not in game.objects or game.objects[spell].kind != "card":
        return
    creatures = permanents(ctx, effect.what, help=True, question="choose what the card is encoded on")
    if not creatures:
        return
    happen(ctx, ev.MoveZone(object=spell, to="exile", verb="exile", by=player, source=spell))
    card = ctx.now(spell)
    if card not in game.objects or game.objects[card].zone != "exile":
        return
    game.cite("702.99a", "702.99c")
    encoded = ab.Fixed((card,))
    cast = ab.Optional(ab.You(), ab.CastCard(ab.That("copy"), free=True))
    copy = ab.Optional(ab.You(), ab.Sequence((ab.CopyCard(encoded), cast)))
    hit = ab.DealsDamage(ab.This(), "combat", ab.AnyPlayer("player"))
    there = ab.Fits(encoded, ab.Which((), ab.Noun(form="card"), (ab.InZone("exile"),)))
    gained = bound(ab.Gains((ab.Triggered(hit, copy, word="cipher"),)))
    continuous.add_floating(ctx, ab.Fixed(tuple(creatures)), (gained,), ab.ForAsLongAs(there))


@keyword_action("class level")
def class_level(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 716.2a-b: the Class's level, a designation of the permanent, becomes that number."""
    for id in permanents(ctx, effect.what) if effect.what is not None else ():
        happen(ctx, marked(ctx, id, f"class level {amount}", f"becomes level {amount}", "716.2a"))


@keyword_action("pair")
def pair(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 702.95a, 702.95c-d: the source and another creature become paired, if both still can be."""
    game, own = ctx.game, ctx.source
    if effect.what is None:
        raise Unsupported("pairing with nothing named")
    others = [
        i
        for i in permanents(ctx, effect.what, help=True, question="choose what it is paired with")
        if i != own
    ]
    both = [own, *others[:1]]
    if len(both) < 2 or any(not can_be_paired(game, i, player) for i in both):
        game.cite("702.95c")
        return
    if any(partner(game, i) for i in both):
        game.cite("702.95d")
        return
    taken = any(partner(game, i) and can_be_paired(game, i, player) for i in game.battlefield())
    game.cite("702.95a", *(("702.95d",) if taken else ()))
    game.any_paired = True
    marks = {i: (*game.objects[i].marks, paired_with(other, player)) for i, other in (both, both[::-1])}
    happen(ctx, [ev.SetFields(thing=i, verb="becomes paired", fields={"marks": m}) for i, m in marks.items()])


HAUNTED = "haunted"
"""What a card in exile is linked to by haunting it."""
