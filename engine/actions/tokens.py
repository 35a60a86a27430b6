"""Creating tokens (CR 111, 701.7) and copying permanents and cards as tokens (707.2, 111.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import entering_attacking, zones
from engine.actions.acting import (
    attempted,
    each_actor,
    gone,
    happen,
    number,
    one_object,
    pick_things,
    the_actor,
    things,
    words_for,
)
from engine.actions.predefined import predefined
from engine.actions.registry import acting, performs
from engine.actions.zones import merged
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.model import CARD_TYPES, SUPERTYPES, Characteristics, ObjectId, PlayerId, Thing
from engine.rules.effects import attaching, copying, faces, substituting

STATES = frozenset({"tapped", "attacking", "blocking", "attached"})
"""What a token can enter as."""


@performs(ab.Create)
def create(ctx: Context, effect: ab.Create) -> None:
    """CR 701.7a, 111.2: each player creates so many tokens, which they own and control; all enter at once."""
    create_together(ctx, [creation(ctx, effect)])


Creation = tuple[ab.Create, list[ev.CreateTokens], list[PlayerId]]
"""An instruction to create tokens, what is about to be created, and the players who create any of it."""


def creation(ctx: Context, effect: ab.Create) -> Creation:
    """CR 701.7a: the tokens that are about to be created."""
    for state in effect.state:
        if state not in STATES:
            raise Unsupported(f"creating a token {state}")
    states = " ".join(effect.state)
    events: list[ev.CreateTokens] = []
    by = []
    for player in each_actor(ctx, effect.who):
        amount = number(ctx, effect.number) * (1 if effect.each is None else number(ctx, effect.each))
        before = len(events)
        with acting(ctx, player):
            for event in kinds(ctx, effect.token, player):
                made = _entering(ctx, effect, states, player, event)
                if made is None or not amount:
                    continue
                free = "attacking" in effect.state and effect.whom is None
                among = tuple(entering_attacking.attackable(ctx, player)) if free else ()
                events.append(
                    ev.CreateTokens(player=player, number=amount, token=made, by=player, attackable=among)
                )
        if len(events) > before:
            by.append(player)
    return effect, events, by


def create_together(ctx: Context, parts: Sequence[Creation]) -> None:
    """CR 701.7a, 608.2f: all of the tokens of one creation, or of one for each of several things, are created at once; equal ones of one player are one
    event, which effects may change (614.16). Each instruction speaks of its own, the first of what came of none of them."""
    game = ctx.game
    for effect, _, _ in parts:
        game.cite(*(("800.4b",) if gone(ctx, effect.who) else ()))
    entries = happen(ctx, _joined([e for _, events, _ in parts for e in events]))
    made = [h.event.was for h in entries if isinstance(h.event, ev.CreateToken) and h.event.was]
    zones.link_spoken_of(ctx, "created with", made)
    known = {e.token.base: n for n, (_, events, _) in reversed(list(enumerate(parts))) for e in events}
    for n, (effect, _, _) in enumerate(parts):
        created = [i for i in made if known.get(game.object(i).base, 0) == n]
        with ctx.carrying_out(effect.at):
            words = {"token", *words_for(ctx, created)}
            ctx.mention(created, words, done="created", many=len(created) != 1, amount=len(created))
    by = list(dict.fromkeys(p for _, _, players in parts for p in players))
    attempted(ctx, bool(by), by)


def _joined(events: list[ev.CreateTokens]) -> list[ev.GameEvent]:
    """The events with the numbers of equal ones added up."""
    found: dict[ev.CreateTokens, int] = {}
    for event in events:
        kind = replace(event, number=0)
        found[kind] = found.get(kind, 0) + event.number
    return [replace(kind, number=amount) for kind, amount in found.items()]


def _entering(
    ctx: Context, effect: ab.Create, states: str, player: PlayerId, event: ev.CreateToken
) -> ev.CreateToken | None:
    """How the token enters: tapped, attacking, attached, with counters. None where it isn't created (CR 303.4i, 111.5)."""
    game = ctx.game
    fights: Thing | None = None
    attached: Thing | None = None
    aura = "Aura" in event.base.subtypes
    attaches = "attached" in states or (
        effect.whom is not None and (aura or "Equipment" in event.base.subtypes) and not _fights(states)
    )
    if effect.whom is not None and "attacking" in states and not attaches:
        fights = entering_attacking.whom(ctx, player, effect.state, effect.whom)
    elif effect.whom is not None:
        found = [
            ctx.now(t) if isinstance(t, int) else t
            for t in things(ctx, effect.whom, question="choose what the token is attached to")
        ]
        if len(found) > 1:
            raise Unsupported("tokens attached to, attacking or blocking several things")
        if attaches:
            attached = found[0] if found else None
        elif _fights(states):
            fights = found[0] if found and game.exists(found[0]) else None
        else:
            raise Unsupported("a token created for something that it is neither attached to nor fighting")
    elif attaches:
        raise Unsupported("a token created attached to something that isn't said")
    if aura:
        options = attaching.could_enchant(game, event)
        if attached is None and not attaches:
            if not options:
                game.note(
                    "the Aura token has nothing it could enchant and is not created", "303.4g", kind="kept"
                )
                return None
            attached = pick_things(ctx, player, "choose what the token enchants", options)[0]
        elif attached is None or attached not in options:
            game.note("the Aura token could not enchant that and is not created", "303.4i", kind="kept")
            return None
    elif attached is not None and "Equipment" in event.base.subtypes:
        ahead, token = game.entering(event)
        if not attaching.equipment_may_be_attached(ahead, token, attached):
            game.cite("301.5e")
            attached = None
    elif attached is not None:
        # CR 303.4h: what is neither enters unattached.
        attached = None
    return replace(
        event, tapped="tapped" in states, attacking=fights if "attacking" in states else None,
        blocking=fights if "blocking" in states and isinstance(fights, int) else None, attached_to=attached,
        counters=merged([*event.counters, *((kind, n) for n, kind in effect.counters)]),
    )  # fmt: skip


def _fights(states: str) -> bool:
    """CR 508.4, 509.4: whether the token enters attacking or blocking."""
    return "attacking" in states or "blocking" in states


def kinds(ctx: Context, token: ab.TokenKind, player: PlayerId) -> list[ev.CreateToken]:
    """The token that the words describe: predefined (111.10), a copy (707.2; one for each of several things copied), or with the
    characteristics that are said and no others (111.3)."""
    if token.copy_of is not None:
        return _copies(ctx, token, player)
    if token.predefined:
        if token.exceptions:
            raise Unsupported("a predefined token with exceptions")
        known = predefined(token.predefined)
        ctx.game.cite(known.rule)
        base = known.base
        if token.abilities or token.words or token.colors or token.power is not None or token.name:
            base = _added(ctx, base, token)
        return [ev.CreateToken(player=player, base=base, source=ctx.source, copied_card=known.card)]
    if replace(token, at=0) == ab.TokenKind(name=token.name):
        return [_by_name(ctx, token.name, player)]
    return [ev.CreateToken(player=player, base=described(ctx, token), source=ctx.source)]


def _by_name(ctx: Context, name: str, player: PlayerId) -> ev.CreateToken:
    """CR 111.11: what the card of that name is in the Oracle reference."""
    known = ctx.game.reference(name) if ctx.game.reference is not None else None
    face = known.faces[0] if known is not None else None
    if known is None or face is None or not (face.abilities or face.power or "Basic" in face.type_line):
        raise Unsupported(f"a token called {name}: no card of that name is at hand whose text can be read")
    ctx.game.cite("111.11")
    return ev.CreateToken(player=player, base=faces.base(known, "battlefield"), source=ctx.source)


def _added(ctx: Context, base: Characteristics, token: ab.TokenKind) -> Characteristics:
    """CR 111.10: the effect may modify or add to the predefined characteristics."""
    said = described(ctx, token)
    return replace(
        base,
        name=token.name or base.name,
        colors=said.colors or base.colors,
        supertypes=base.supertypes | said.supertypes,
        types=base.types | said.types,
        subtypes=base.subtypes | said.subtypes,
        abilities=base.abilities + said.abilities,
        power=said.power if said.power is not None else base.power,
        toughness=said.toughness if said.toughness is not None else base.toughness,
    )


def described(ctx: Context, token: ab.TokenKind) -> Characteristics:
    """CR 111.3-4: the token's characteristics; without a name of its own it is called by its subtypes and the word Token."""
    supertypes = frozenset(w for w in token.words if w.lower() in SUPERTYPES)
    types = frozenset(w.lower() for w in token.words if w.lower() in CARD_TYPES)
    subtypes = [w for w in token.words if w not in supertypes and w.lower() not in CARD_TYPES]
    abilities: tuple[ab.Ability, ...] = token.abilities
    if token.exceptions:
        raise Unsupported("a token described with exceptions")
    return Characteristics(
        name=token.name or " ".join([*subtypes, "Token"]),
        colors=frozenset(token.colors),
        supertypes=frozenset(s.lower() for s in supertypes),
        types=types,
        subtypes=frozenset(subtypes),
        abilities=abilities,
        power=None if token.power is None else number(ctx, token.power),
        toughness=None if token.toughness is None else number(ctx, token.toughness),
    )


def _copies(ctx: Context, token: ab.TokenKind, player: PlayerId) -> list[ev.CreateToken]:
    """CR 707.2, 707.9, 111.12: a token that is a copy has the copiable values of the original, as they last were if it is gone."""
    assert token.copy_of is not None
    ctx.game.cite("707.2")
    if token.words or token.colors or token.abilities or token.name or token.power is not None:
        raise Unsupported("a token that is a copy, described further than by its exceptions")
    game = ctx.game
    ids = [
        t
        for t in things(ctx, token.copy_of, help=True, question="choose what is copied")
        if isinstance(t, int)
    ]
    if not ids:
        game.cite("111.12")
    made = []
    for spoken in ids:
        now = ctx.now(spoken)
        id = now if now in game.objects and game.objects[now].zone == game.object(spoken).zone else spoken
        event = copy_token(ctx, id, player, token.exceptions)
        if event is not None:
            made.append(event)
    return made


def copy_token(
    ctx: Context, id: ObjectId, player: PlayerId, exceptions: tuple[ab.Change, ...] = ()
) -> ev.CreateToken | None:
    """CR 707.2, 707.8, 111.5: a token that copies the object; none for an instant or sorcery, or for what nobody knows."""
    game = ctx.game
    obj = game.object(id)
    if obj.unknown:
        raise Unsupported("copying a card that nothing is known about")
    base = copying.copied(ctx, id, exceptions)
    if base.types & {"instant", "sorcery"}:
        game.cite("111.5")
        return None
    card: Any = None
    if (
        obj.card is not None
        and len(obj.card.faces) > 1
        and obj.card.layout in ("transform", "modal_dfc", "double_faced_token")
        and not obj.face_down
    ):
        # CR 707.8a: a copy of a double-faced permanent has both faces, and enters with the same face up.
        game.cite("707.8a")
        card, base = obj.card, copying.both_faces(ctx, id, exceptions)
    return ev.CreateToken(
        player=player,
        base=base,
        source=ctx.source,
        copied_card=card,
        face=obj.face if card else 0,
        transformed=bool(card) and obj.transformed,
    )


def _instead(ctx: Context, effect: ab.Create, event: ev.CreateTokens) -> list[ev.GameEvent]:
    """CR 614.1a, 701.7b: other tokens, so many of them, in the place of those that would be created; without a description: so many of the same. How many
    there are is settled before anything changes what they are."""
    game = ctx.game
    game.cite("701.7b")
    amount = max(0, number(ctx, effect.number))
    if effect.token == ab.TokenKind(at=effect.token.at):
        return [replace(event, number=amount)]
    token = event.token
    if (
        token.tapped
        or token.counters
        or token.attached_to
        or event.attackable
        or token.attacking
        or token.blocking
    ):
        raise Unsupported(
            "other tokens for those that would enter tapped, fighting, attached or with counters"
        )
    found = kinds(ctx, effect.token, event.player)
    return [ev.CreateTokens(player=event.player, number=amount, token=made, by=event.by) for made in found]


substituting.SUBSTITUTES[(ab.Create, ev.CreateTokens)] = _instead


@performs(ab.TokenKind)
def token_kind(ctx: Context, effect: ab.TokenKind) -> None:
    """A description of a token is no instruction by itself."""
    raise Unsupported("a token that nobody creates")


@performs(ab.Emblem)
def emblem(ctx: Context, effect: ab.Emblem) -> None:
    """CR 114.1-2: the player gets an emblem with the abilities, in the command zone."""
    base = Characteristics(abilities=effect.abilities)
    by = list(each_actor(ctx, effect.who))
    happen(ctx, [ev.CreateEmblem(player=p, base=base, source=ctx.source) for p in by])
    attempted(ctx, bool(by), by)


def the_creature(ctx: Context, noun: ab.Objects | None) -> ObjectId | None:
    """The one object that a keyword action is about: what is named, else the source."""
    return ctx.now(ctx.source) if noun is None else one_object(ctx, noun)


def controller_of(ctx: Context, who: Any) -> PlayerId:
    """The one player who acts."""
    return the_actor(ctx, who)
