"""Events that can't happen, so that nothing replaces them (CR 101.2, 614.17)."""

from __future__ import annotations

from engine.game import Context, Game
from engine.game import events as ev
from engine.model import OUTSIDE, SUPPLEMENTARY, ObjectId, PlayerId, Thing
from engine.queries import changed_rules, damage, stats, supplementary_decks


def _out_of_reach(game: Game, event: ev.GameEvent) -> bool:
    """CR 801.10, 801.13a, 801.18: whether what would be done is done by something whose controller's range of influence doesn't go so far."""
    source = getattr(event, "source", 0)
    if not source or (source not in game.objects and source not in game.past):
        return False
    if game.exempt(source):
        return False
    by = game.controller(source)
    done_to = [getattr(event, name, None) for name in ("object", "thing", "player")]
    if isinstance(event, ev.Damage):
        done_to.append(event.to)
    far = [t for t in done_to if isinstance(t, int | str) and t and not game.in_range(by, t)]
    if far:
        game.note(
            f"{game.name(far[0])} is out of {by}'s range of influence",
            *(("801.10", "801.13a") if event.replaced_by else ("801.10",)), about=(far[0],), kind="kept",
        )  # fmt: skip
    return bool(far)


def _stays_outside(game: Game, id: ObjectId) -> bool:
    """CR 108.5, 309.2d: a nontraditional card is brought into the game by no effect but venturing, which brings a dungeon card of its own."""
    obj = game.objects.get(id)
    if obj is None or obj.zone != OUTSIDE:
        return False
    nontraditional = bool(obj.base.types & {*SUPPLEMENTARY, "dungeon"}) or supplementary_decks.is_of_deck(obj)
    if nontraditional:
        rule = "309.2d" if "dungeon" in obj.base.types else "108.5"
        told = f"{game.name(id)} is no traditional Magic card and stays outside the game"
        game.note(told, rule, about=(id,), kind="kept")
    return nontraditional


def _stays_in_command(game: Game, event: ev.MoveZone) -> bool:
    """CR 400.4b: a conspiracy, phenomenon, plane, scheme or vanguard card leaves the command zone for no other zone."""
    obj = game.objects.get(event.object)
    if obj is None or obj.zone != "command" or event.to == "command" or not obj.base.types & SUPPLEMENTARY:
        return False
    game.note(f"{game.name(obj.id)} stays in the command zone", "400.4b", about=(obj.id,), kind="kept")
    return True


def forbidden(game: Game, event: ev.GameEvent) -> bool:
    """Whether an effect or rule says that this can't happen; replacement effects then have nothing to replace (CR 614.17)."""
    if isinstance(event, ev.MoveZone) and (
        _stays_outside(game, event.object) or _stays_in_command(game, event)
    ):
        return True
    return (bool(game.seating.reach) and _out_of_reach(game, event)) or _forbidden(game, event)


def _forbidden(game: Game, event: ev.GameEvent) -> bool:
    match event:
        case ev.Destroy(object=id):
            if id not in game.objects:
                return True
            if changed_rules.has_keyword(game, id, "indestructible"):
                game.cite("702.12b")
                game.note(f"{game.name(id)} is indestructible and is not destroyed", about=(id,), kind="kept")
                return True
        case ev.GainLife(player=player, amount=amount):
            if amount > 0 and changed_rules.cant(game, player, "gain life"):
                _cant(game, f"{player} can't gain life", player, "gain life", "119.7")
                return True
            return amount <= 0
        case ev.LoseLife(player=player, amount=amount):
            if amount > 0 and changed_rules.cant(game, player, "lose life"):
                _cant(game, f"{player} can't lose life", player, "lose life", "119.8")
                return True
            return amount <= 0
        case ev.Counter(object=id):
            if id not in game.objects:
                return True
            if changed_rules.cant_be_countered(game, id):
                game.cite("113.6g")
                _cant(game, f"{game.name(id)} can't be countered", id, "be countered")
                return True
        case ev.AddCounters(number=number, entering=True):
            return number <= 0
        case ev.AddCounters(thing=thing, number=number):
            if number <= 0 or (isinstance(thing, int) and thing not in game.objects):
                return True
            if changed_rules.cant_have(game, thing, event.kind):
                _cant(game, f"{game.name(thing)} can't have {event.kind} counters", thing, "have counters")
                return True
        case ev.Draw(player=player):
            return bool(game.players[player].lost) or _draws_no_more(game, player)
        case ev.Damage(amount=amount, to=to):
            return amount <= 0 or not game.exists(to) or not damage.can_be_dealt(game, event)
        case ev.Tap(object=id):
            return id not in game.objects or game.objects[id].tapped
        case ev.Untap(object=id):
            return id not in game.objects or not game.objects[id].tapped
        case ev.Sacrifice(object=id, player=player):
            # CR 701.21a: only a permanent that the player controls.
            if id not in game.objects or game.controller(id) != player:
                return True
            if changed_rules.cant(game, id, "be sacrificed"):
                _cant(game, f"{game.name(id)} can't be sacrificed", id, "be sacrificed")
                return True
        case ev.MoveZone(object=id, to="battlefield"):
            if id in game.objects and changed_rules.cant(game, id, "enter"):
                game.cite(*(_of_face_down(event) if event.face_down else ()))
                _cant(game, f"{game.name(id)} can't enter the battlefield", id, "enter")
                return True
            return id not in game.objects or _of_who_has_left(game, event.controller)
        case ev.MoveZone(object=id):
            return id not in game.objects
        case ev.CreateTokens(player=player) | ev.CreateToken(player=player):
            return _of_who_has_left(game, player)
    return False


def _of_face_down(event: ev.MoveZone) -> tuple[str, ...]:
    """CR 701.40f, 701.58f: what isn't put onto the battlefield face down, as it can't enter."""
    return (
        ("701.58f",)
        if event.face_down_as == "cloak"
        else ("701.40f",)
        if event.face_down_as == "manifest"
        else ()
    )


def kept_out(game: Game, event: ev.GameEvent) -> bool:
    """CR 608.3e, 614.12: whether an effect keeps out what would enter as the copy that other effects have made of it."""
    if not isinstance(event, ev.MoveZone) or event.to != "battlefield" or event.base is None:
        return False
    ahead, id = game.entering(event)
    if not changed_rules.cant(ahead, id, "enter"):
        return False
    _cant(game, f"{game.name(event.object)} can't enter the battlefield as that", event.object, "")
    return True


def _cant(game: Game, told: str, thing: Thing, what: str, *rules: str) -> None:
    """CR 101.2: tell that an effect keeps it from happening, and whose that is."""
    effect = changed_rules.against(game, thing, what)
    because = f" because of {game.name(effect.source)}" if effect and effect.source not in (0, thing) else ""
    game.note(f"{told}{because}", "101.2", *rules, about=(thing,), kind="kept")


def _of_who_has_left(game: Game, player: PlayerId | None) -> bool:
    """CR 800.4b: nobody who is out of the game gets permanents or tokens."""
    if player is None or not game.players[player].lost:
        return False
    game.cite("800.4b")
    return True


def _draws_no_more(game: Game, player: PlayerId) -> bool:
    """CR 101.2, 121.3: whether the player can't draw, or has drawn the one card that an effect allows in a turn."""
    if changed_rules.cant(game, player, "draw cards"):
        _cant(game, f"{player} can't draw cards", player, "draw cards")
        return True
    if not changed_rules.cant(game, player, "draw more than one card each turn"):
        return False
    drawn = stats.drawn(Context(game, player, 0), player) > 0
    if drawn:
        _cant(
            game,
            f"{player} can't draw another card this turn",
            player,
            "draw more than one card each turn",
            "121.2b",
        )
    return drawn
