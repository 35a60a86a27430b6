"""What is done to objects where they are: tap, untap, attach, transform, turn over, phase, and designations (CR 701.3, 701.26-28, 708, 710, 712)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.actions import lasting, zones
from engine.actions.acting import (
    ask,
    attempted,
    done,
    each_actor,
    happen,
    objects,
    on_battlefield,
    permanents,
    things,
    words_for,
)
from engine.actions.registry import acting, performs
from engine.errors import Unsupported
from engine.game import Context, Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import changed_rules, combat_state
from engine.rules.effects import attaching, components, continuous, copying, faces, phasing, prepared, rooms

# ---- tap and untap --------------------------------------------------------------------------------------------------


@performs(ab.Tap)
def tap(ctx: Context, effect: ab.Tap) -> None:
    """CR 701.26a-b: only untapped permanents can be tapped, only tapped ones untapped; all at once."""
    game = ctx.game
    entering = ctx.entering
    if entering is not None and isinstance(effect.what, ab.This) and effect.state == "tap":
        ctx.entering = replace(entering, tapped=True)
        return
    events: list[ev.GameEvent] = []
    by = []
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            helps = {"tap": False, "untap": True}.get(effect.state)
            for id in permanents(ctx, effect.what, help=helps, question=f"choose what to {effect.state}"):
                down = effect.state == "tap" or (effect.state == "tap or untap" and _taps(ctx, player, id))
                if down and not game.objects[id].tapped:
                    events.append(ev.Tap(object=id))
                elif not down and game.objects[id].tapped:
                    events.append(ev.Untap(object=id))
        by.append(player)
    entries = happen(ctx, events)
    ids = [h.event.object for h in entries if isinstance(h.event, ev.Tap)]
    up = [h.event.object for h in entries if isinstance(h.event, ev.Untap)]
    if ids or effect.state == "tap":
        done(ctx, ids, "tapped")
    if up or effect.state == "untap":
        done(ctx, up, "untapped")
    attempted(ctx, bool(events), by)


def _taps(ctx: Context, player: PlayerId, id: ObjectId) -> bool:
    """Which of "tap or untap" is done: what changes something, unless the player says otherwise."""
    tapped = ctx.game.objects[id].tapped
    words = ("untap", "tap") if tapped else ("tap", "untap")
    return bool(ask(ctx, Decision(player, "word", f"tap or untap {ctx.game.name(id)}?", words))[0] == "tap")


# ---- attach ---------------------------------------------------------------------------------------------------------


@performs(ab.Attach)
def attach(ctx: Context, effect: ab.Attach) -> None:
    """CR 701.3a-c: moved onto the object or player if it can be there; else, or if it is there already, nothing happens (701.3b)."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    attached: list[ObjectId] = []
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            ids = permanents(ctx, effect.what, help=True, question="choose what to attach")
            where = _elsewhere(ctx, effect.to, ids)
            if not where or not ids:
                continue
            if len(where) > 1:
                raise Unsupported("something attached to one of several things")
            for id in ids:
                if not attaching.may_be_attached(game, id, where[0], _also(ctx, effect.to)):
                    game.note(
                        f"{game.name(id)} can't be attached to {game.name(where[0])} and doesn't move",
                        "701.3b",
                        *_why_not(game, id),
                        about=(id, where[0]),
                        kind="kept",
                    )
                elif game.objects[id].attached_to == where[0]:
                    game.note(
                        f"{game.name(id)} is attached to {game.name(where[0])} already",
                        "701.3b",
                        about=(id, where[0]),
                        kind="kept",
                    )
                else:
                    events.append(ev.Attach(object=id, to=where[0]))
                    attached.append(id)
    happen(ctx, events)
    done(ctx, attached, "attached")
    attempted(ctx, bool(events))


def _why_not(game: Game, id: ObjectId) -> tuple[str, ...]:
    """CR 301.5b-c, 303.4j: what is said of just such attachments that can't be there."""
    now = game.characteristics(id)
    if "Aura" in now.subtypes:
        return ("303.4j",)
    if "Equipment" in now.subtypes:
        return ("301.5b", "301.5c") if "creature" in now.types else ("301.5b",)
    return ()


def _also(ctx: Context, to: ab.Recipient) -> str:
    """CR 702.6e: an equip ability for planeswalkers attaches to one as though it were a creature."""
    noun = ctx.targets[to.index].noun if isinstance(to, ab.Slot) and to.index < len(ctx.targets) else to
    own = ctx.game.objects.get(ctx.source)
    equips = own is not None and "Equipment" in ctx.game.characteristics(own.id).subtypes
    if not equips or not any(isinstance(n, ab.Noun) and ("planeswalker",) in n.kinds for n in ab.walk(noun)):
        return ""
    ctx.game.cite("702.6e")
    return "planeswalker"


def _hosts(ctx: Context, to: ab.Recipient) -> list[Thing]:
    return [
        ctx.now(t) if isinstance(t, int) else t
        for t in things(ctx, to, help=True, question="choose what to attach it to")
    ]


def _elsewhere(ctx: Context, to: ab.Recipient, ids: list[ObjectId]) -> list[Thing]:
    """What the objects are attached to next: "another" is other than what they are attached to now."""
    hosts = tuple(h for i in ids if (h := ctx.game.objects[i].attached_to) is not None)
    saved, ctx.others = ctx.others, hosts
    try:
        return _hosts(ctx, to)
    finally:
        ctx.others = saved


@performs(ab.Unattach)
def unattach(ctx: Context, effect: ab.Unattach) -> None:
    """CR 701.3d: it stays on the battlefield, attached to nothing."""
    ids = [i for i in permanents(ctx, effect.what) if ctx.game.objects[i].attached_to is not None]
    happen(ctx, [ev.Attach(object=i, to=None) for i in ids])
    done(ctx, ids, "unattached")
    attempted(ctx, bool(ids))


# ---- what one word does to an object --------------------------------------------------------------------------------

Happens = Callable[[Context, PlayerId, list[ObjectId]], list[ev.GameEvent]]


TRANSFORMING = ("701.27c", "701.27d", "701.27f")
CONVERTING = ("701.28c", "701.28d", "701.28e")
"""Why something doesn't transform, or convert: it isn't double-faced, its other face is no permanent's, it has since it was told to."""


def transform(
    ctx: Context, player: PlayerId, ids: list[ObjectId], rules: tuple[str, str, str] = TRANSFORMING
) -> list[ev.GameEvent]:
    """CR 701.27a, 701.27c-d, 701.27f, 712.9: to its other face, with a new timestamp (613.7g); only what is double-faced, only if it hasn't
    transformed since the ability was put on the stack, never into an instant or sorcery."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    for id in ids:
        obj = game.objects[id]
        if obj.components:
            events += _components_transform(ctx, id, rules)
            continue
        two_sided = (
            obj.card is not None
            and len(obj.card.faces) > 1
            and obj.card.layout in ("transform", "modal_dfc", "double_faced_token", "reversible_card")
        )
        if not two_sided or obj.card is None or obj.face_down:
            game.note(
                f"{game.name(id)} is not double-faced and doesn't transform",
                "712.15a" if two_sided and obj.face_down else rules[0],
                "712.9",
                about=(id,),
                kind="kept",
            )
            continue
        kept = _kept_from_transforming(ctx, id, rules)
        if kept:
            game.note(f"{game.name(id)} can't transform", *kept, about=(id,), kind="kept")
            continue
        if id == ctx.now(ctx.source) and _transformed_since(ctx, id):
            game.note(
                f"{game.name(id)} has transformed since the ability was put on the stack",
                rules[2],
                about=(id,),
                kind="kept",
            )
            continue
        face = 0 if obj.transformed else 1
        values = copying.other_face(obj)
        if values.types & {"instant", "sorcery"}:
            game.note(
                f"{game.name(id)} can't transform into an instant or sorcery",
                rules[1],
                "712.10",
                about=(id,),
                kind="kept",
            )
            continue
        fields = {"face": face, "transformed": not obj.transformed, "base": values, "new timestamp": True}
        game.cite("701.27a", "712.18", "712.8e" if face else "712.8d")
        events.append(ev.SetFields(thing=id, verb="transforms", fields=fields))
    return events


def _components_transform(ctx: Context, id: ObjectId, rules: tuple[str, str, str]) -> list[ev.GameEvent]:
    """CR 730.2i, 712.4c: of a permanent with several components each that can transform does so."""
    game, obj = ctx.game, ctx.game.objects[id]
    fields = None if obj.face_down else components.transformed(obj)
    if fields is None:
        rule = rules[0] if components.is_merged(obj) else "712.4c"
        game.note(f"{game.name(id)} can't transform", rule, about=(id,), kind="kept")
        return []
    kept = _kept_from_transforming(ctx, id, rules)
    if kept:
        game.note(f"{game.name(id)} can't transform", *kept, about=(id,), kind="kept")
        return []
    if id == ctx.now(ctx.source) and _transformed_since(ctx, id):
        return []
    game.cite("701.27a", "730.2i")
    return [ev.SetFields(thing=id, verb="transforms", fields={**fields, "new timestamp": True})]


def _kept_from_transforming(ctx: Context, id: ObjectId, rules: tuple[str, str, str]) -> tuple[str, ...]:
    """CR 101.2, 701.28f, 702.145b, 702.145e: why a double-faced permanent doesn't transform or convert; () if nothing keeps it from that."""
    for name, rule in (("daybound", "702.145b"), ("nightbound", "702.145e")):
        if changed_rules.has_keyword(ctx.game, id, name):
            return (rule,)
    if not _can_not(ctx, id, "transform"):
        return ()
    return ("101.2", "701.28f") if rules is CONVERTING else ("101.2",)


def _can_not(ctx: Context, id: ObjectId, what: str) -> bool:
    return bool(changed_rules.cant(ctx.game, id, what))


def _transformed_since(ctx: Context, id: ObjectId) -> bool:
    """CR 701.27f: since the ability that is resolving was put on the stack."""
    if not ctx.object:
        return False
    for entry in reversed(ctx.game.log):
        match entry.event:
            case ev.PutOnStack(was=was) if was == ctx.object:
                return False
            case ev.SetFields(thing=thing, verb="transforms" | "converts") if thing == id:
                return True
    return False


def convert(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 701.28a: as transforming, by another name."""
    return [
        replace(e, verb="converts") if isinstance(e, ev.SetFields) else e
        for e in transform(ctx, player, ids, CONVERTING)
    ]


def flip(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 710.2-4: a flip permanent has its other characteristics from now on; it can't flip back. So has what is a copy of one (110.5c)."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    for id in ids:
        obj = game.objects[id]
        if obj.flipped:
            game.note(f"{game.name(id)} is flipped already", "710.4", about=(id,), kind="kept")
        if obj.flipped or obj.face_down or copying.copy_of(game, id).other is None:
            continue
        game.cite("710.2", "710.1c", *(("730.2h",) if obj.components else ()))
        fields = {"flipped": True, **components.flipped(obj)}
        events.append(ev.SetFields(thing=id, verb="flips", fields=fields))
    return events


def turn_face_up(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 708.7-8, 701.40g: a face-down permanent is as printed again, with a new timestamp (613.7f); an instant or sorcery card stays face down."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    for id in ids:
        obj = game.objects[id]
        if not obj.face_down:
            continue
        values = components.face_up_values(obj)
        if values is None:
            raise Unsupported("turning face up what nothing is known about")
        if obj.zone == "exile" and obj.card is not None:
            game.cite("406.3")
            fields = {"face_down": False, "base": faces.base(obj.card, "exile")}
            events.append(ev.SetFields(thing=id, verb="is turned face up in exile", fields=fields))
            continue
        if values.types & {"instant", "sorcery"} or components.holds_instant(obj):
            happen(ctx, ev.Performed(verb="reveal", player=game.controller(id), object=id))
            game.note(
                "an instant or sorcery card stays face down",
                "730.2g" if obj.components else "701.58g" if obj.face_down_as == "cloak" else "701.40g",
                about=(id,),
                kind="kept",
            )
            continue
        game.cite("708.8")
        events.append(
            ev.SetFields(thing=id, verb="is turned face up", fields=components.turned_up(game, obj))
        )
    return events


def turn_face_down(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 708.2b, 712.16: a 2/2 creature without anything else; a double-faced permanent can't be turned face down."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    for id in ids:
        obj = game.objects[id]
        if obj.face_down or any(components.is_double_faced(c) for c in components.of(obj)):
            merged = bool(obj.components) and components.is_merged(obj)
            rule = "708.2b" if obj.face_down else "730.2j" if merged else "712.16"
            game.note(f"{game.name(id)} can't be turned face down", rule, about=(id,), kind="kept")
            continue
        game.cite("708.2a")
        events.append(
            ev.SetFields(thing=id, verb="is turned face down", fields=components.turned_down(game, obj))
        )
    return events


def phase_out(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 702.26b, 702.26g: with what is attached to it."""
    return phasing.out_events(ctx.game, ids)


def become_plotted(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 702.170c-d: cards in exile are plotted: their owners may cast them in later turns without paying for them."""
    game = ctx.game
    found = [i for i in ids if game.objects[i].zone == "exile" and game.objects[i].kind == "card"]
    if found:
        game.cite("702.170c")
    events: list[ev.GameEvent] = []
    for id in found:
        obj = game.objects[id]
        fields = {"marks": (*obj.marks, "plotted"), "chosen": (*obj.chosen, ("turn", game.turn.number))}
        events += [
            ev.SetFields(thing=id, verb="becomes plotted", fields=fields),
            ev.Performed(verb="plot", player=obj.owner, object=id),
        ]
    return events


def become_foretold(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 702.143d: cards in exile are foretold: their owners may cast them in later turns for the foretell cost that they have."""
    game = ctx.game
    found = [
        game.objects[i] for i in ids if game.objects[i].zone == "exile" and game.objects[i].kind == "card"
    ]
    if found:
        game.cite("702.143d")
    return [
        ev.SetFields(
            thing=obj.id,
            verb="becomes foretold",
            fields={"marks": (*obj.marks, "foretold"), "chosen": (*obj.chosen, ("turn", game.turn.number))},
        )
        for obj in found
    ]


def become_blocked(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 509.1h, 702.22i: attackers that aren't blocked become so, with all of the band that they are in."""
    game = ctx.game
    whole = [m for i in ids for m in combat_state.band_of(game, i)]
    if any(m not in ids for m in whole):
        game.cite("702.22i")
    there = [m for m in dict.fromkeys(whole) if m in combat_state.attackers(game)]
    return [ev.BecomeBlocked(object=m) for m in there if not combat_state.is_blocked(game, m)]


def marked(ctx: Context, id: ObjectId, mark: str, verb: str, rule: str) -> list[ev.GameEvent]:
    """A designation that a permanent gets once (CR 701.37b, 701.60, 701.64, 702.112b, ...)."""
    obj = ctx.game.objects[id]
    if mark in obj.marks:
        return []
    ctx.game.cite(rule)
    return [ev.SetFields(thing=id, verb=verb, fields={"marks": (*obj.marks, mark)})]


def _designates(mark: str, verb: str, rule: str) -> Happens:
    def designate(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
        return [e for i in ids for e in marked(ctx, i, mark, verb, rule)]

    return designate


def goad(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 701.15a, 701.15d: goaded by the player until their next turn; by the same player once."""
    for id in ids:
        marks = ctx.game.objects[id].marks
        if f"goaded by {player}" in marks:
            ctx.game.cite("701.15d")
        elif any(mark.startswith("goaded by ") for mark in marks):
            ctx.game.cite("701.15c")
    return [
        e for i in ids for e in marked(ctx, i, f"goaded by {player}", f"is goaded by {player}", "701.15a")
    ]


def detain(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 701.35a: it neither attacks nor blocks, and none of its activated abilities can be used, until the player's next turn."""
    changes = (ab.Cant("attack"), ab.Cant("block"), ab.Cant("have its activated abilities activated"))
    if ids:
        ctx.game.cite("701.35a")
        until = ab.Until("next turn", ab.Fixed((player,)))  # type: ignore[arg-type]
        continuous.add_floating(ctx, ab.Fixed(tuple(ids)), changes, until)
    return [ev.Performed(verb="is detained", object=i, player=None) for i in ids]


def exert(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 701.43a: it won't untap in the next untap step of the one who exerts it, whoever controls it then."""
    if ids:
        again = any(e.verb == "exert" and e.object in ids for e in _performed(ctx.game))
        untapped = any(not ctx.game.objects[i].tapped for i in ids)
        ctx.game.cite("701.43a", *(("701.43b",) if again or untapped else ()))
        whose = ab.You() if player == ctx.controller else ab.Fixed((player,))
        stays = ab.DoesntUntap(next_only=True, whose=whose)  # type: ignore[arg-type]
        continuous.add_floating(ctx, ab.Fixed(tuple(ids)), (stays,), ab.Always())
    return [ev.Performed(verb="exert", player=player, object=i) for i in ids]


def _performed(game: Game) -> list[ev.Performed]:
    """What was done in this turn."""
    return [h.event for h in game.this_turn(ev.Performed) if isinstance(h.event, ev.Performed)]


def suspect(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 701.60a, 701.60c-d: suspected, with menace and unable to block for as long as it is."""
    fresh = [i for i in ids if "suspected" not in ctx.game.objects[i].marks]
    if len(fresh) < len(ids):
        ctx.game.cite("701.60d")
    events = [e for i in fresh for e in marked(ctx, i, "suspected", "becomes suspected", "701.60a")]
    for id in fresh:
        changes = (ab.Gains((ab.Keyword("menace"),)), ab.Cant("block"))
        while_suspected = ab.ForAsLongAs(
            ab.Fits(ab.Fixed((id,)), ab.Which((ab.Is("suspected"),), ab.Noun(form="permanent")))
        )
        happen(ctx, events)
        events = []
        ctx.game.cite("701.60c")
        continuous.add_floating(ctx, ab.Fixed((id,)), changes, while_suspected)
    return events


def unsuspect(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 701.60a: suspected no longer; what was so for as long as it was suspected ends."""
    return [
        ev.SetFields(
            thing=i,
            verb="is suspected no longer",
            fields={"marks": tuple(m for m in ctx.game.objects[i].marks if m != "suspected")},
        )
        for i in dict.fromkeys(ids)
        if "suspected" in ctx.game.objects[i].marks
    ]


def heal(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 701.69a: all damage marked on it is removed; that a source with deathtouch has dealt it damage stays so (704.5h)."""
    damaged = [i for i in ids if ctx.game.objects[i].damage]
    return [ev.SetFields(thing=i, verb="is healed", fields={"damage": 0}) for i in damaged]


def crewed(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 702.122e: a Vehicle becomes crewed as its crew ability resolves."""
    return [ev.Performed(verb="becomes crewed", player=player, object=i) for i in ids]


def prepare(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 722.3a: prepared; only what has a prepare spell and isn't prepared can become that."""
    return [e for i in dict.fromkeys(ids) for e in prepared.marked(ctx.game, i, prepared=True)]


def unprepare(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 722.3b: prepared no longer."""
    return [e for i in dict.fromkeys(ids) for e in prepared.marked(ctx.game, i, prepared=False)]


def unlock(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 709.5f: a locked half that the player chooses is unlocked."""
    game, events = ctx.game, []
    for id in ids:
        if able := rooms.locked(game, id):
            game.cite("709.5f")
            events += rooms.unlocking(game, player, id, rooms.which(game, player, id, able, "unlocked"))
    return events


def lock_or_unlock(ctx: Context, player: PlayerId, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 709.5f-g: a half that the player chooses is unlocked if it is locked, locked if it is unlocked."""
    game, events = ctx.game, []
    for id in ids:
        if both := tuple(range(len(rooms.halves_of(game, id)))):
            half = rooms.which(game, player, id, both, "locked or unlocked")
            closed = half in rooms.locked(game, id)
            game.cite("709.5f" if closed else "709.5g")
            events += rooms.unlocking(game, player, id, half) if closed else rooms.locking(game, id, half)
    return events


OBJECT_ACTIONS: dict[str, Happens] = {
    "unlock a door of": unlock,
    "lock or unlock a door of": lock_or_unlock,
    "transform": transform,
    "convert": convert,
    "flip": flip,
    "turn face up": turn_face_up,
    "turn face down": turn_face_down,
    "phase out": phase_out,
    "become blocked": become_blocked,
    "goad": goad,
    "detain": detain,
    "exert": exert,
    "suspect": suspect,
    "be no longer suspected": unsuspect,
    "heal": heal,
    "harness": _designates("harnessed", "becomes harnessed", "701.64a"),
    "become prepared": prepare,
    "become unprepared": unprepare,
    "become renowned": _designates("renowned", "becomes renowned", "702.112b"),
    "become crewed": crewed,
    "become saddled": _designates("saddled", "becomes saddled", "702.171b"),
    "become plotted": become_plotted,
    "become foretold": become_foretold,
    "become solved": _designates("solved", "becomes solved", "719.3b"),
}
"""What each verb of Transform does to an object. Any other verb is refused."""


def _turned_in_exile(game: Game, verb: str, id: ObjectId) -> bool:
    """CR 406.3, 702.170c: a card that was exiled face down can be turned face up there, and one in exile can become plotted."""
    return (
        verb in ("turn face up", "become plotted", "become foretold")
        and id in game.objects
        and game.objects[id].zone == "exile"
    )


@performs(ab.Transform)
def object_action(ctx: Context, effect: ab.Transform) -> None:
    """CR 701: what the verb says, done to each of the objects at once."""
    action = OBJECT_ACTIONS.get(effect.verb)
    if action is None:
        raise Unsupported(f"to {effect.verb} something")
    did: list[ObjectId] = []
    events: list[ev.GameEvent] = []
    if effect.until is not None and zones.over_already(ctx, effect.until):
        stack = ctx.game.object(ctx.object).stack if ctx.object else None
        rule = "610.4c" if stack is not None and stack.kind == "triggered" else "610.4b"
        ctx.game.note(
            "what it was to be phased out until has happened already, so nothing phases out",
            rule,
            kind="kept",
        )
        attempted(ctx, False)
        return
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            helps = effect.verb not in ("goad", "detain", "suspect", "phase out", "turn face down")
            found = objects(ctx, effect.what, help=helps, question=f"choose what to {effect.verb}")
            ids = [
                i for i in found if on_battlefield(ctx.game, i) or _turned_in_exile(ctx.game, effect.verb, i)
            ]
            if effect.verb == "exert" and len(ids) < len(found):
                ctx.game.cite("701.43c")
            events += action(ctx, player, ids)
            did += ids
    happen(ctx, events)
    if effect.until is not None:
        away = tuple(i for i in did if i in ctx.game.objects and ctx.game.objects[i].phased_out)
        made = lasting.set_up(ctx, effect, effect.until, affected=away)
        phasing.hold(ctx.game, away, made)
    ctx.mention(did, words_for(ctx, did), done=binding.PARTICIPLES.get(effect.verb, ""), many=len(did) != 1)
    attempted(ctx, bool(did))
