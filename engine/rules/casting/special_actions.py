"""Special actions (CR 116): playing lands (305), turning face up (708.7), suspend, foretell, plot (702)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import planes
from engine.errors import IllegalAction, Unsupported
from engine.game import NOTHING_SAID, Choices, Context, Decision, Game, doors
from engine.game import events as ev
from engine.keywords import X_AT_LEAST_1, statics
from engine.model import OUTSIDE, GameObject, ObjectId, PlayerId
from engine.queries import changed_rules, numbers, static_abilities
from engine.rules.casting import keyword_ways, timing, ways, which_face
from engine.rules.casting.timing import check_split_second
from engine.rules.costs import announce_x, costs, sorcery_time
from engine.rules.effects import (
    as_cast,
    components,
    continuous,
    copying,
    durations,
    faces,
    rooms,
    rule_changes,
)
from engine.rules.stack import priority


def play_land(
    game: Game, player: PlayerId, card: ObjectId, face: int = 0, *, resolving: bool = False
) -> ObjectId:
    """CR 116.2a, 305.1-3: the player plays a land. Returns the permanent. `resolving`: an effect lets them play it as it resolves (305.2a)."""
    saved = game.fork()
    try:
        if not resolving:
            priority.require(game, player, "play a land")
        made = _play_land(game, player, card, face, resolving)
    except (IllegalAction, Unsupported):
        game.restore(saved)
        raise
    if not resolving:
        priority.acted(game, player)
    return made


def _play_land(game: Game, player: PlayerId, card: ObjectId, face: int, resolving: bool) -> ObjectId:
    obj = game.object(card)
    if obj.unknown:
        raise Unsupported("playing an unknown card")
    if obj.reads_as:
        raise Unsupported(f"{game.name(card)}: {obj.reads_as}")
    if card not in game.objects or obj.zone in ("stack", "battlefield"):
        raise IllegalAction("305.1", f"{game.name(card)} is not somewhere it could be played from")
    if obj.card is not None:
        two = obj.card.layout == "modal_dfc"
        if (
            two
            and face == 0
            and "land" not in obj.card.faces[0].characteristics().types
            and len(obj.card.faces) > 1
        ):
            face = 1 if "land" in obj.card.faces[1].characteristics().types else 0
        if face and not two:
            raise IllegalAction("712.12", f"{game.name(card)} can't be played with its back face up")
        now = faces.printed(obj.card, face)
    else:
        now = obj.base
    leave: ObjectId = 0
    if "land" not in now.types:
        raise IllegalAction("305.1", f"{now.name} is not a land")
    if not game.is_active(player):
        raise IllegalAction("305.3", f"it is not {player}'s turn")
    if not resolving:
        sorcery_time(game, player, "305.1")
        if not (obj.zone == "hand" and obj.owner == player):
            if not _let(game, player, card, face):
                raise IllegalAction("305.1", f"nothing lets {player} play {now.name} from the {obj.zone}")
            applied = ways.permission(as_cast.as_cast(game, card, face), player, card, PLAY_FROM)
            leave = applied.source if applied is not None else 0
    if changed_rules.cant(game, player, "play lands", whom=card):
        effect = changed_rules.against(game, player, "play lands", whom=card)
        of = f" of {game.name(effect.source)}" if effect is not None else ""
        raise IllegalAction("101.2", f"an effect{of} keeps {player} from playing {now.name}")
    if game.players[player].lands_played >= lands_allowed(game, player):
        game.cite("305.2")
        raise IllegalAction(
            "305.2b",
            f"{player} has played {game.players[player].lands_played} of {lands_allowed(game, player)} lands this turn",
        )
    game.cite(*(("305.2a",) if game.players[player].lands_played else ()))
    game.cite("116.2a", "305.1", *(("805.4c",) if game.seating.shared else ()))
    if face:
        game.cite("712.12")
    entries = game.happen(
        ev.MoveZone(object=card, to="battlefield", controller=player, verb="play", by=player, face=face)
    )
    moved = [h.event for h in entries if isinstance(h.event, ev.MoveZone) and h.event.object == card]
    made = moved[0].was if moved else 0
    game.happen(ev.LandPlayed(player=player, object=made, leave=leave))
    return made


def _let(game: Game, player: PlayerId, card: ObjectId, face: int) -> bool:
    """CR 305.1, 712.12, 715.3d: whether a rule or effect lets the player play the card, with this face up, from where it is."""
    if ways.adventuring(game, player, card):
        game.cite("715.3d")
        return True
    mayhem = which_face.keyword_of(as_cast.as_cast(game, card, face), card, "mayhem")
    obj = game.object(card)
    if (
        mayhem is not None
        and not mayhem.costs
        and obj.owner == player
        and keyword_ways.discarded(game, player, obj)
    ):
        game.cite("702.187c")
        return True
    return ways.permission(as_cast.as_cast(game, card, face), player, card, PLAY_FROM) is not None


def lands_allowed(game: Game, player: PlayerId) -> int:
    """CR 305.2: one, and more where effects say so."""
    allowed = 1
    for applied in changed_rules.changes_on(game, player, ab.May):
        change = applied.change
        if change.what == ANY_LANDS:
            allowed += game.players[player].lands_played + 1
        if change.what in MORE_LANDS:
            allowed += 1 if change.number is None else numbers.value(applied.ctx, change.number)
    return allowed


LOOKING = frozenset({"see the top of the library", "see face-down creatures"})
"""Words of May about what a player knows (CR 401.3, 708.5). No rule asks about them: they permit no action that changes the game, what players choose is
said by the scenario, and a default choice looks at no card's face. To play with cards *revealed* is another thing, and is no such word."""
SHOWN = frozenset({"reveal the top card of the library", "reveal the hand"})
"""Words of Must about what players play with revealed (CR 701.20): for the same reason no rule asks about them."""
ANY_LANDS = "play any number of lands"
MORE_LANDS = frozenset({"play an additional land", "play additional lands"})
PLAY_FROM = frozenset({"be played", "play lands", "play cards"})


# ---- the others ----------------------------------------------------------------------------------------------------


def take(
    game: Game, player: PlayerId, id: ObjectId, action: str = "", choices: Choices = NOTHING_SAID
) -> ObjectId:
    """CR 116.2: the player takes the named special action with the object. Returns what became of it. Raises IllegalAction; the game is then as before."""
    if not action:
        action = (
            "turn face up"
            if game.object(id).face_down
            else next(
                (a for a in ACTIONS if _has(game, id, a) or a in game.object(id).marks),
                "unlock" if game.object(id).base.halves else "",
            )
        )
    if action not in ACTIONS:
        raise Unsupported(f"the special action {action!r}")
    saved = game.fork()
    try:
        priority.require(game, player, action)
        made = ACTIONS[action](game, player, id, choices)
    except (IllegalAction, Unsupported):
        game.restore(saved)
        raise
    priority.acted(game, player)
    return made


def _pay(ctx: Context, parts: tuple[ab.Cost, ...], player: PlayerId, named: Any) -> None:
    """CR 116.2, 118.13c: the cost of the action is paid; how symbols are paid that can be paid in several ways is chosen as it is."""
    if any("/" in part.mana for part in parts if isinstance(part, ab.PayMana)):
        ctx.game.cite("118.13c")
    costs.pay(ctx, parts, player, named)


def _has(game: Game, id: ObjectId, name: str) -> bool:

    return changed_rules.has_keyword(game, id, name)


def turn_face_up(game: Game, player: PlayerId, id: ObjectId, choices: Choices) -> ObjectId:
    """CR 116.2b, 702.37e, 702.168d, 708.7-8: pay the cost that it would have face up, then turn it face up."""
    obj = game.object(id)
    if obj.zone == "command":
        return _reveal(game, player, obj)
    if id not in game.objects or obj.zone != "battlefield" or not obj.face_down:
        raise IllegalAction("116.2b", f"{game.name(id)} is not a face-down permanent")
    if game.controller(id) != player:
        raise IllegalAction("116.2b", f"{player} doesn't control that permanent")
    base = components.face_up_values(obj)
    if base is None:
        raise IllegalAction("708.7", "it has no face to turn up")
    ahead = game.fork()
    ahead.put_object(replace(obj, base=base, face_down=False, face_down_as=""))
    keyword = _turned_up_by(ahead, id)
    values = copying.copiable(ahead, id)
    ways: list[tuple[tuple[ab.Cost, ...], str]] = []
    if keyword is not None:
        ways.append((keyword.costs, "702.168d" if keyword.name == "disguise" else "702.37e"))
    if (
        obj.face_down_as in ("manifest", "cloak")
        and "creature" in values.types
        and values.mana_cost is not None
    ):
        cost = (ab.PayMana(str(values.mana_cost)),)
        ways.append((cost, "701.40b" if obj.face_down_as == "manifest" else "701.58b"))
    if not ways:
        rule = {"manifest": "701.40b", "cloak": "701.58b"}.get(obj.face_down_as, "702.37e")
        raise IllegalAction(rule, "it would have no cost to be turned face up for")
    ctx = Context(game, player, id)
    found, rule = _way_up(ctx, player, obj, keyword, ways)
    x = announce_x(ctx, player, found, choices.x)
    if x is not None:
        disguised = keyword is not None and keyword.name == "disguise"
        game.cite("107.3d", *(("702.168e",) if disguised else ()))
    _pay(ctx, found, player, choices.pay)
    game.cite("116.2b", rule, "708.8")
    game.happen(
        ev.SetFields(
            thing=id,
            verb="is turned face up",
            fields=components.turned_up(game, obj) | _chosen_x(obj, x),
        )
    )
    if keyword is not None and keyword.name == "megamorph":
        game.cite("702.37b")
        game.happen(ev.AddCounters(thing=id, kind="+1/+1", number=1, by=player, source=id))
    return id


def _reveal(game: Game, player: PlayerId, obj: GameObject) -> ObjectId:
    """CR 116.2j, 702.106c, 905.4a: turn a face-down conspiracy face up, which reveals the name chosen for it."""
    printed = obj.card.faces[0].abilities if obj.card is not None else ()
    agendas = {a.name for a in printed if isinstance(a, ab.Keyword)} & {"hidden agenda", "double agenda"}
    if not (agendas and obj.face_down and obj.owner == player):
        raise IllegalAction("116.2j", f"that is no face-down conspiracy of {player}'s in the command zone")
    game.cite("116.2j", "702.106c", "905.4a", *(("702.106d",) if obj.chosen else ()))
    game.cite(*(("702.106f",) if "double agenda" in agendas else ()))
    fields = {"face_down": False, "new timestamp": True}  # 613.7j
    game.happen(ev.SetFields(thing=obj.id, verb="is turned face up", fields=fields))
    return obj.id


EITHER = {
    ("manifest", "disguise"): "701.40d", ("manifest", "morph"): "701.40c", ("manifest", "megamorph"): "701.40c",
    ("cloak", "disguise"): "701.58d", ("cloak", "morph"): "701.58c", ("cloak", "megamorph"): "701.58c",
}  # fmt: skip
"""As what a card is face down and the keyword that it has: the rule by which it can be turned up in the way of either."""


def _way_up(
    ctx: Context,
    player: PlayerId,
    obj: GameObject,
    keyword: ab.Keyword | None,
    ways: list[tuple[tuple[ab.Cost, ...], str]],
) -> tuple[tuple[ab.Cost, ...], str]:
    """CR 701.40c-d, 701.58c-d: a manifested or cloaked card with morph or disguise is turned up for that cost or for its mana cost, as its controller chooses."""
    if len(ways) < 2 or keyword is None:
        return ways[0]
    game = ctx.game
    game.cite(EITHER[obj.face_down_as, keyword.name])
    able = costs.can_pay(ctx, ways[0][0], player) or not costs.can_pay(ctx, ways[1][0], player)
    question = f"Turn {game.name(obj.id)} up for its {keyword.name} cost (and not for its mana cost)?"
    wish = game.decide(Decision(player, "may", question, (True, False), default=able))
    return ways[0] if wish[0] else ways[1]


def _turned_up_by(ahead: Game, id: ObjectId) -> ab.Keyword | None:
    """CR 702.37e, 702.168d: the ability by which it can be turned face up, if it would have one face up, with what affects it then."""
    for name in ("morph", "megamorph", "disguise"):
        for keyword in changed_rules.keywords(ahead, id, name):
            return keyword
    return None


def _chosen_x(obj: GameObject, x: int | None) -> dict[str, object]:
    """CR 702.37f: the X of the cost is the X of the permanent's other abilities."""
    return {} if x is None else {"chosen": (*obj.chosen, (numbers.MORPH, x))}


def _in_hand(
    game: Game, player: PlayerId, id: ObjectId, name: str, rule: str, elsewhere: bool = False
) -> ab.Keyword:
    """The keyword of a card in the player's hand, or (`elsewhere`) in another zone where it functions for them, too."""
    obj = game.object(id)
    if not elsewhere and (id not in game.objects or obj.zone != "hand" or obj.owner != player):
        raise IllegalAction(rule, f"{game.name(id)} is not in {player}'s hand")
    found = changed_rules.keywords(game, id, name)
    if not found:
        raise IllegalAction(rule, f"{game.name(id)} has no {name}")
    return found[0]


def _exile(game: Game, player: PlayerId, id: ObjectId, face_down: bool, **fields: object) -> ObjectId:
    event = ev.MoveZone(object=id, to="exile", verb="exile", by=player, face_down=face_down, **fields)  # type: ignore[arg-type]
    entries = game.happen(event)
    return next(
        (h.event.was for h in entries if isinstance(h.event, ev.MoveZone) and h.event.object == id), 0
    )


def suspend(game: Game, player: PlayerId, id: ObjectId, choices: Choices) -> ObjectId:
    """CR 116.2f, 702.62a: when the card could begin to be cast, exile it with time counters."""
    keyword = _in_hand(game, player, id, "suspend", "702.62a")
    if "instant" not in game.characteristics(id).types and not changed_rules.has_keyword(game, id, "flash"):
        sorcery_time(game, player, "116.2f")
    check_split_second(game)  # it can't be begun to be cast then (702.61a)
    try:
        timing.check_prohibited(game, player, id)
    except IllegalAction as forbidden:
        raise IllegalAction("702.62c", forbidden.reason, also=(forbidden.rule,)) from forbidden
    ctx = Context(game, player, id)
    if keyword.number is None:
        raise Unsupported("suspend without a number")
    announced = (*keyword.costs, ab.PayMana("{X}")) if isinstance(keyword.number, ab.X) else keyword.costs
    if announce_x(ctx, player, announced, choices.x) is not None:
        game.cite("107.3d")
        if keyword.note == X_AT_LEAST_1 and not ctx.letters["X"]:
            raise IllegalAction("107.3d", f"X can't be 0 as {game.name(id)} is suspended")
    _pay(ctx, keyword.costs, player, choices.pay)
    game.cite("116.2f", "702.62a")
    return _exile(game, player, id, False, counters=(("time", numbers.value(ctx, keyword.number)),))


def foretell(game: Game, player: PlayerId, id: ObjectId, choices: Choices) -> ObjectId:
    """CR 116.2h, 702.143a: on one's own turn, pay {2} and exile the card face down."""
    keyword = _in_hand(game, player, id, "foretell", "702.143a")
    if not game.is_active(player):
        raise IllegalAction("116.2h", f"it is not {player}'s turn")
    _pay(Context(game, player, id), (ab.PayMana("{2}"),), player, choices.pay)
    game.cite("116.2h", "702.143a")
    made = _exile(game, player, id, True, marks=("foretold",), chosen=(("turn", game.turn.number),))
    if not changed_rules.keywords(game, made, "foretell"):  # it had foretell in the hand alone
        continuous.add_floating(
            Context(game, player, made), ab.Fixed((made,)), (ab.Gains((keyword,)),), ab.Always()
        )
    game.happen(ev.Performed(verb="foretell", player=player, object=made))
    return made


PLOT = "plot"
"""The word of May for the leave to plot cards that are in another zone than the hand (CR 702.170f)."""


def plot(game: Game, player: PlayerId, id: ObjectId, choices: Choices) -> ObjectId:
    """CR 116.2k, 702.170a, 702.170f: in one's main phase with an empty stack, pay the cost and exile the card."""
    elsewhere = id in game.objects and ways.permission(game, player, id, frozenset({PLOT})) is not None
    keyword = _in_hand(game, player, id, "plot", "702.170a", elsewhere=elsewhere)
    sorcery_time(game, player, "116.2k")
    _pay(Context(game, player, id), keyword.costs, player, choices.pay)
    game.cite("116.2k", "702.170a", *(("702.170f",) if game.object(id).zone != "hand" else ()))
    made = _exile(game, player, id, False, marks=("plotted",), chosen=(("turn", game.turn.number),))
    game.happen(ev.Performed(verb="plot", player=player, object=made))
    return made


def unlock(game: Game, player: PlayerId, id: ObjectId, choices: Choices) -> ObjectId:
    """CR 116.2m, 709.5e: at sorcery speed, a locked half is unlocked for its own mana cost."""
    if id not in game.objects or game.objects[id].zone != "battlefield" or game.controller(id) != player:
        raise IllegalAction("709.5e", f"{player} controls no such permanent")
    able = rooms.require_locked(game, id)
    sorcery_time(game, player, "116.2m")
    half = rooms.which(game, player, id, able, "unlocked")
    cost = rooms.halves_of(game, id)[half].mana_cost
    if cost is None:
        raise IllegalAction("118.6", "the half has no mana cost")
    _pay(Context(game, player, id), (ab.PayMana(str(cost)),), player, choices.pay)
    game.cite("116.2m", "709.5e")
    game.happen(rooms.unlocking(game, player, id, half))
    return id


def companion(game: Game, player: PlayerId, id: ObjectId, choices: Choices) -> ObjectId:
    """CR 116.2g, 702.139a, 702.139c: at sorcery speed, once, pay {3} and put the chosen companion from outside the game into the hand."""
    obj = game.object(id)
    if id not in game.objects or obj.zone != OUTSIDE or obj.owner != player or COMPANION not in obj.marks:
        raise IllegalAction("116.2g", f"{game.name(id)} is no companion of {player}'s outside the game")
    sorcery_time(game, player, "116.2g")
    costs.pay(Context(game, player, id), (ab.PayMana("{3}"),), player, choices.pay)
    game.cite("116.2g", "702.139a", "702.139c")
    entries = game.happen(ev.MoveZone(object=id, to="hand", verb="put", by=player))
    return next((h.event.was for h in entries if isinstance(h.event, ev.MoveZone)), 0)


def roll_planar_die(game: Game, player: PlayerId, id: ObjectId, choices: Choices) -> ObjectId:
    """CR 116.2i, 901.9: in one's main phase with an empty stack, for as much mana as the player has taken this action this turn before."""
    if id not in planes.face_up(game):
        raise IllegalAction("901.9", "the planar die is rolled where a plane or phenomenon is face up")
    sorcery_time(game, player, "901.9")
    key = ("roll the planar die", game.turn.number, player)
    before = game.uses.get(key, 0)
    costs.pay(Context(game, player, id), (ab.PayMana(f"{{{before}}}"),), player, choices.pay)
    game.uses[key] = before + 1
    game.cite("116.2i", "901.9", *(("901.12d",) if game.seating.one_life else ()))
    planes.roll_planar_die(Context(game, player), ab.Keyworded("roll the planar die"), player, 1)
    return id


def end_effect(game: Game, player: PlayerId, id: ObjectId, choices: Choices) -> ObjectId:
    """CR 116.2c: the player pays what an effect says to end it; the earliest, if several that the object has to do with can be ended so."""
    open_to = [
        f
        for f in game.floating.values()
        if isinstance(f.duration, ab.UntilPaid)
        and id in (f.source, *(f.affected or ()))
        and f.context is not None
        and player in f.context.until
    ]
    if not open_to:
        raise IllegalAction("116.2c", f"no effect of or on {game.name(id)} lets {player} end it")
    first = open_to[0]
    assert isinstance(first.duration, ab.UntilPaid)
    _pay(Context(game, player, first.source), first.duration.costs, player, choices.pay)
    game.cite("116.2c")
    for floating in open_to:
        if floating.timestamp == first.timestamp:  # the parts of one effect
            del game.floating[floating.id]
    game.epoch += 1
    game.note(f"{player} ends the effect on {game.name(id)}", about=(player, id), kind="event")
    durations.note_control_changes(game)
    return id


def ignore_effect(game: Game, player: PlayerId, id: ObjectId, choices: Choices) -> ObjectId:
    """CR 116.2d: the player pays what a static ability says to ignore its effect until end of turn."""
    there = id in game.objects and game.objects[id].zone == "battlefield"
    held = [s for a in game.characteristics(id).abilities for s in statics(a)] if there else []
    static = next((s for s in held if _about(Context(game, game.controller(id), id), s, player)), None)
    if static is None or not isinstance(static.condition, ab.NotIgnored):
        raise IllegalAction("116.2d", f"{game.name(id)} has no effect that {player} can ignore")
    if changed_rules.ignored(game, id, player):
        raise IllegalAction("116.2d", f"{player} ignores that effect already")
    _pay(Context(game, player, id), static.condition.costs, player, choices.pay)
    game.cite("116.2d")
    game.uses[changed_rules.IGNORED, game.turn.number, id, player] = 1
    game.epoch += 1
    game.note(f"{player} ignores the effect of {game.name(id)} this turn", about=(player, id), kind="event")
    return id


def _about(ctx: Context, static: ab.Static, player: PlayerId) -> bool:
    """Whether the static ability has an effect that can be ignored, and is about the player or a permanent that they control."""
    if not isinstance(static.condition, ab.NotIgnored):
        return False
    return any(
        (t if isinstance(t, str) else ctx.game.controller(t)) == player
        for t in static_abilities.subjects(ctx, static.what)
    )


def discard(game: Game, player: PlayerId, id: ObjectId, choices: Choices) -> ObjectId:
    """CR 116.2e: a card that says so is discarded at any time that the player has priority."""
    obj = game.object(id)
    if id not in game.objects or obj.zone != "hand" or obj.owner != player:
        raise IllegalAction("116.2e", f"{game.name(id)} is not in {player}'s hand")
    own = [s for a in game.characteristics(id).abilities for s in statics(a) if isinstance(s.what, ab.This)]
    if not any(c == ab.May(BE_DISCARDED) for s in own for c in s.changes):
        raise IllegalAction("116.2e", f"nothing lets {player} discard {game.name(id)} at any time")
    game.cite("116.2e")
    entries = game.happen(ev.Discard(object=id, player=player))
    return next((h.event.was for h in entries if isinstance(h.event, ev.MoveZone)), 0)


BE_DISCARDED = "be discarded at any time"
COMPANION = "companion"
"""What marks the card outside the game that the player revealed before the game as a companion (CR 103.2b)."""


ACTIONS: dict[str, Callable[[Game, PlayerId, ObjectId, Choices], ObjectId]] = {
    "turn face up": turn_face_up,
    "suspend": suspend,
    "foretell": foretell,
    "plot": plot,
    "unlock": unlock,
    "companion": companion,
    "roll the planar die": roll_planar_die,
    "end the effect": end_effect,
    "ignore the effect": ignore_effect,
    "discard": discard,
}
"""The special actions of CR 116.2 other than playing a land."""


def is_out_of_question(game: Game, id: ObjectId, action: str) -> bool:
    """Whether a glance shows that nobody could take the action with the object: most objects have nothing to do with it."""
    obj = game.objects[id]
    match action:
        case "end the effect":
            return not any(isinstance(f.duration, ab.UntilPaid) for f in game.floating.values())
        case "ignore the effect":
            held = game.characteristics(id).abilities if obj.zone == "battlefield" else ()
            return not any(isinstance(s.condition, ab.NotIgnored) for a in held for s in statics(a))
        case "discard":
            return obj.zone != "hand"
    return False


doors.play_land = play_land

rule_changes.heed(ab.May, ("play lands",), "which", "zone", "among", "number", players=True)
rule_changes.heed(ab.May, (BE_DISCARDED,))
rule_changes.heed(ab.May, (PLOT,), "which", "zone", players=True)
rule_changes.heed_players(ab.May, LOOKING, "which")
rule_changes.heed_players(ab.May, MORE_LANDS, "number")
rule_changes.heed_players(ab.May, (ANY_LANDS,))
rule_changes.heed_players(ab.Must, SHOWN)
