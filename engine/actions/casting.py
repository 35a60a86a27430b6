"""Casting and playing cards as an instruction says: now, or for a time (CR 601.3, 608.2g, 611.2)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from engine import abilities as ab
from engine import keywords
from engine.actions import looking
from engine.actions.acting import actors, attempted, objects, pick_things, words_for
from engine.actions.registry import actor, performs
from engine.errors import IllegalAction, Unsupported
from engine.game import Choices, Context, Decision, Game, doors
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import conditions, descriptions, object_abilities
from engine.rules.effects import as_cast, continuous

Fits = Callable[[Game, ObjectId], bool]
"""Whether a card is what may be cast, in the game in which it is as what it would be cast (CR 601.3e); asked of the spell, too (601.2e)."""


@performs(ab.CastCard)
def cast_card(ctx: Context, effect: ab.CastCard, each: bool = False) -> None:
    """CR 608.2g, 601.3b, 611.2: cards are cast (or lands played) now, or the player may do so for the duration. `each`: the player may do so, and
    chooses for each of several whether to (707.12a)."""
    if effect.note not in ("", ab.TIME_FIRST, ab.LOOK, ab.IF_ABLE):
        raise Unsupported(f"casting cards {effect.note!r}")
    player = actors(ctx, effect.who)
    if len(player) != 1:
        raise Unsupported("several players casting cards")
    if effect.duration is not None:
        _permission(ctx, effect)
        return
    game = ctx.game
    fits = fitting(ctx, effect)

    def castable(which: ab.Selection | None, thing: Thing) -> bool:
        return isinstance(thing, int) and bool(_faces(ctx, effect.verb, ctx.now(thing), fits))

    question = f"choose what to {effect.verb}"
    ids = objects(ctx, effect.what, by=player[0], question=question, fits=castable)
    if each and len(ids) > 1:
        copies = all(i in game.objects and game.objects[i].kind == "copy" for i in ids)
        game.cite("608.2d", *(("707.12a",) if copies else ()))
        wanted = pick_things(
            ctx, player[0], f"choose which of them to {effect.verb}, in order", ids, 0, len(ids), help=True
        )
        ids = [i for i in wanted if isinstance(i, int)]
    if effect.origin:
        ids = [i for i in ids if i in game.objects and game.objects[i].zone == effect.origin]
    if effect.note == ab.IF_ABLE:
        ids = [i for i in ids if _has_to(game, player[0], i)]
    cast: list[ObjectId] = []
    for id in ids:
        made = (
            cast_now(ctx, player[0], id, effect.verb, effect.free, fits, effect.costs)
            if id in game.objects
            else 0
        )
        if made:
            cast.append(made)
    ctx.mention(cast, {"spell", "card", *words_for(ctx, cast)}, done="cast", many=len(cast) != 1)
    attempted(ctx, bool(cast))


def _has_to(game: Game, player: PlayerId, id: ObjectId) -> bool:
    """CR 118.8c: whether the player, told to cast it if able, does: they need not where a cost that it has to be paid for with asks for cards of some
    quality in a hidden zone, whatever they have there."""
    obj = game.object(id)
    abilities = object_abilities.abilities_of(game, id) if not obj.unknown else ()
    costs = [
        cost
        for each in abilities
        if isinstance(each, ab.Static) and isinstance(each.what, ab.This)
        for change in each.changes
        if isinstance(change, ab.ExtraCost) and change.to == "cast" and not change.optional
        for cost in change.costs
    ]
    if not any(_of_hidden_cards(cost) for cost in costs):
        return True
    game.cite("118.8c")
    question = f"cast {game.name(id)}, which {player} need not?"
    return bool(game.decide(Decision(player, "may", question, (True, False)))[0])


def _of_hidden_cards(cost: ab.Cost) -> bool:
    """Whether the cost is paid with cards of a stated quality in a hand or library (CR 400.2)."""
    if not isinstance(cost, ab.Do):
        return False
    hidden = isinstance(cost.action, ab.Discard) or any(
        isinstance(n, ab.InZone) and n.zone in ("hand", "library") for n in ab.walk(cost.action)
    )
    return hidden and any(
        (isinstance(n, ab.Quality) and not isinstance(n, ab.InZone)) or (isinstance(n, ab.Noun) and n.kinds)
        for n in ab.walk(cost.action)
    )


def can_cast(ctx: Context, effect: ab.CastCard) -> bool:
    """CR 608.2d, 608.2g: whether there may be something to cast or play of what the instruction lets its player choose among."""
    match effect.what:
        case ab.Chosen(which=which) if effect.duration is None:
            among = descriptions.candidates(ctx, which)
        case ab.OneOf(of=of) if effect.duration is None:
            among = descriptions.referents(ctx, of)
        case _:
            return True
    fits = fitting(ctx, effect)
    found = (ctx.now(t) for t in among if isinstance(t, int))
    return any(ctx.game.object(i).unknown or _faces(ctx, effect.verb, i, fits) for i in found)


def fitting(ctx: Context, effect: ab.CastCard) -> Fits:
    """CR 601.3e, 715.3a: what the instruction says of the spell, asked of a card as what it would be cast, and of the spell on the stack."""
    which = effect.what.which if isinstance(effect.what, ab.Chosen | ab.OneOf) else None

    def fits(game: Game, id: ObjectId) -> bool:
        seen = dataclasses.replace(ctx, game=game, mentions=list(ctx.mentions))
        if which is not None:
            card = game.object(id).zone != "stack" and isinstance(effect.what, ab.Chosen)
            said = which if card else _of_spell(which)
            if not (descriptions.fits if card else descriptions.described)(seen, said, id):
                return False
        if effect.if_ is None:
            return True
        seen.mention((id,), {"spell", "card", *words_for(seen, (id,))}, at=effect.at)
        return conditions.holds(seen, effect.if_)

    return fits


def _of_spell(which: ab.Selection) -> ab.Selection:
    """The description without the zone that the card is in before it is cast."""
    match which:
        case ab.Which(before=before, noun=noun, after=after):
            left = [tuple(q for q in qs if not isinstance(q, ab.InZone)) for qs in (before, after)]
            return ab.Which(left[0], noun, left[1])
        case ab.EitherOf(options=options):
            return ab.EitherOf(tuple(_of_spell(option) for option in options))
    return which


def _faces(ctx: Context, verb: str, id: ObjectId, fits: Fits) -> tuple[int, ...]:
    """CR 601.3e, 305.9: the faces as which the card may be cast, or played as a land, by the instruction."""
    card = ctx.game.object(id).card
    able = {*as_cast.faces_cast(card), *(as_cast.faces_played(card) if verb == "play" else ())}
    return tuple(n for n in sorted(able) if fits(as_cast.as_cast(ctx.game, id, n), id))


def cast_now(
    ctx: Context,
    player: PlayerId,
    id: ObjectId,
    verb: str = "cast",
    free: bool = False,
    fits: Fits | None = None,
    rather: tuple[ab.Cost, ...] = (),
) -> ObjectId:
    """CR 608.2g, 101.3: cast the card as a face that may be cast, or play it as a land; 0 where that is impossible."""
    game = ctx.game
    obj = game.objects[id]
    if obj.unknown:
        raise Unsupported("casting a card that nothing is known about")
    able = _faces(ctx, verb, id, fits or (lambda seen, card: True))
    if not able:
        game.cite("305.9" if not as_cast.faces_cast(obj.card) else "608.2g")
        return 0
    face = _face_chosen(ctx, player, id, able)
    try:
        if face in as_cast.faces_played(obj.card):
            made: ObjectId = doors.play_land(game, player, id, face, resolving=True)
        else:
            said = Choices(face=face if len(able) > 1 or face else None)
            made = doors.cast(game, player, id, said, resolving=True, free=free, fits=fits, rather=rather)
    except IllegalAction as impossible:
        why = f"{player} can't {verb} {game.name(id)}: {impossible.reason}"
        game.note(why, impossible.rule, about=(id,), kind="kept")
        return 0
    ctx.moved[id] = made
    game.cite("608.2g")
    return made


def _face_chosen(ctx: Context, player: PlayerId, id: ObjectId, able: tuple[int, ...]) -> int:
    """CR 709.3, 712.11b, 712.12, 715.3: the face, if there is a choice; the first one is the default."""
    card = ctx.game.object(id).card
    if len(able) == 1 or card is None:
        return able[0]
    names = tuple(card.faces[n].name for n in able)
    what = "half" if card.layout == "split" else "face"
    decision = Decision(player, "word", f"Which {what} of {card.name} is it?", names, default=names[:1])
    return able[names.index(ctx.game.decide(decision)[0])]


def of_the_spell(condition: ab.Condition) -> bool:
    """CR 601.3e: whether a condition said behind "you may cast it" is about the spell that the card would become."""
    match condition:
        case ab.Fits(what=ab.That(), which=which):
            return any(isinstance(n, ab.Noun) and n.form == "spell" for n in ab.walk(which))
    return any(isinstance(n, ab.That) and n.noun == "spell" for n in ab.walk(condition))


def casting_if(effect: ab.Effect, condition: ab.Condition) -> ab.Effect | None:
    """The instruction to cast now, with the condition of what is cast; None for another instruction."""
    match effect:
        case ab.Optional(effect=ab.CastCard(duration=None) as cast):
            return replace(effect, effect=replace(cast, if_=condition))
        case ab.CastCard(duration=None):
            return replace(effect, if_=condition)
    return None


@performs(ab.CastFor)
def cast_for(ctx: Context, effect: ab.CastFor) -> None:
    """CR 608.2g, 702.35a, 702.62a: the card is cast for the cost of its own keyword; where that can't be done nothing happens (101.3)."""
    game, player = ctx.game, actor(ctx)
    cast: list[ObjectId] = []
    for id in objects(ctx, effect.what):
        if id not in game.objects:
            continue
        try:
            spell = doors.cast(game, player, id, Choices(alternative=effect.keyword), resolving=True)
        except IllegalAction as impossible:
            game.note(
                f"{player} can't cast {game.name(id)}: {impossible.reason}",
                impossible.rule,
                about=(id,),
                kind="kept",
            )
            continue
        ctx.moved[id] = spell
        game.cite("608.2g")
        if effect.keyword == "suspend" and not object_abilities.has(game, spell, "suspend"):
            _give_haste(ctx, spell)
        cast.append(spell)
    ctx.mention(cast, {"spell", "card", *words_for(ctx, cast)}, done="cast", many=len(cast) != 1)
    attempted(ctx, bool(cast))


def _give_haste(ctx: Context, spell: ObjectId) -> None:
    """CR 702.62a: a creature spell has haste though its card had suspend in exile alone."""
    haste = tuple(a for a in keywords.meaning(ab.Keyword("suspend")) if isinstance(a, ab.Static))
    continuous.add_floating(ctx, ab.Fixed((spell,)), (ab.Gains(haste),), ab.Always())


def each_of_them(what: ab.Objects) -> bool:
    """Whether any of several cards may be cast: spells of whatever kind out of them, or the cards among them that fit."""
    if not isinstance(what, ab.OneOf) or what.amount != ab.Everything() or what.which is None:
        return False
    return what.which == ab.Noun(form="spell") or "card" in descriptions.words_of(what.which)


def _permission(ctx: Context, effect: ab.CastCard) -> None:
    """CR 601.3b, 611.2: the player may cast or play the cards for the duration, from where they are."""
    assert effect.duration is not None
    out_of = (
        effect.what if isinstance(effect.what, ab.OneOf) and effect.what.amount == ab.Everything() else None
    )
    which = out_of.which if out_of is not None and out_of.which is not None else None
    spells = which is not None and "spell" in descriptions.words_of(which)
    what = out_of.of if out_of is not None and spells else effect.what
    ids = [i for i in objects(ctx, what) if i in ctx.game.objects]
    if what is not effect.what:  # "they" are these
        ctx.mention(ids, {"card", "spell"}, many=True, at=effect.what.at)
    then: Literal["", "your graveyard", "a graveyard"] = (
        "" if not effect.then else "your graveyard" if effect.then.startswith("your") else "a graveyard"
    )
    said = which if spells and which != ab.Noun(form="spell") else None
    changes: list[ab.Change] = [ab.May("be played" if effect.verb == "play" else "be cast", said, then=then)]
    if effect.free:
        changes.append(ab.OtherCost(()))
    if effect.spend:
        changes.append(ab.May(f"spend mana as though it were of {effect.spend}"))
    players = actors(ctx, effect.who)
    if players != [ctx.controller]:
        raise Unsupported("another player than the controller being allowed to cast cards for a time")
    if effect.note == ab.LOOK:
        looking.let(ctx, ctx.controller, ids)
    if ids:
        continuous.add_floating(ctx, ab.Fixed(tuple(ids)), tuple(changes), effect.duration)
    attempted(ctx, bool(ids))
