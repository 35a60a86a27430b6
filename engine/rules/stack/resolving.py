"""Resolving spells and abilities (CR 608)."""

from __future__ import annotations

from engine import abilities as ab
from engine import actions
from engine.abilities.remembered import by_identity
from engine.actions import entering_attacking
from engine.game import Context, Decision, Game, of_stack
from engine.game import events as ev
from engine.keywords import AT_RESOLUTION, LATER, RULES
from engine.model import GameObject, ObjectId, OnStack, PlayerId
from engine.queries import changed_rules, conditions, stats, targets
from engine.rules import choosing
from engine.rules.effects import as_cast, continuous, copying, faces, rooms, text_changes
from engine.rules.stack import triggers


def resolve(game: Game, id: ObjectId) -> None:
    """CR 608.2-608.3: the object on top of the stack resolves."""
    saved = game.cause
    game.cite("608.1")
    text_changes.reword_spell(game, id)
    obj = game.objects[id]
    name = game.name(id)
    if obj.stack is not None and obj.stack.kind != "spell" and obj.stack.source not in (0, *game.objects):
        game.cite("113.7a")  # the ability does not need its source any more
    game.cause = game.note(
        f"{name} resolves", about=(id,), cause=game.announced.get(id, game.cause), kind="resolution"
    )
    try:
        if obj.stack is None:
            raise AssertionError("an object without an effect on the stack")
        if obj.stack.kind == "triggered" and not _still_if(game, obj):
            game.note(
                f"the condition of {name} no longer holds, so it does nothing",
                "603.4",
                *_too_late(obj.stack),
                about=(id, obj.stack.source) if obj.stack.source else (id,),
                kind="unresolved",
            )
            game.happen(ev.CeaseToExist(object=id))
        elif (illegal := _all_targets_illegal(game, obj)) and not _becomes_creature(game, obj):
            game.note(
                f"every target of {name} is illegal: it doesn't resolve",
                "608.2b",
                *as_cast.undone(obj),
                about=(id, *(thing for slot in obj.stack.targets for thing in slot.chosen)),
                kind="unresolved",
            )
            if obj.kind == "card":
                game.happen(ev.MoveZone(object=id, to="graveyard", verb="put"))
            else:
                game.happen(ev.CeaseToExist(object=id))
        elif _mutating(obj) and not illegal:
            _merge(game, obj)
        elif obj.stack.kind == "spell" and obj.base.is_permanent_card and not _resolves_as_instant(game, obj):
            _permanent(game, obj)
        else:
            _perform(game, obj)
    finally:
        game.cause = saved


def _resolves_as_instant(game: Game, obj: GameObject) -> bool:
    return bool(game.characteristics(obj.id).types & {"instant", "sorcery"})


def _still_if(game: Game, obj: GameObject) -> bool:
    """CR 603.4: the intervening "if" is checked again."""
    assert obj.stack is not None
    ability = obj.stack.ability
    if not isinstance(ability, ab.Triggered) or ability.condition is None:
        return True
    return conditions.holds(of_stack(game, obj), ability.condition)


def _too_late(stack: OnStack) -> tuple[str, ...]:
    """CR 702.95c: what is to be paired has to be there still as the ability resolves."""
    return (
        ("702.95c",) if isinstance(stack.ability, ab.Triggered) and stack.ability.word == "soulbond" else ()
    )


def _all_targets_illegal(game: Game, obj: GameObject) -> bool:
    """CR 608.2b: a spell or ability all of whose targets are illegal does not resolve."""
    assert obj.stack is not None
    slots = [slot for slot in obj.stack.targets if slot.chosen]
    if not slots:
        return False
    ctx = of_stack(game, obj)
    choosing.settle(ctx)
    legal = [targets.still_legal(ctx, slot) for slot in slots]
    for slot, rest in zip(slots, legal, strict=True):
        for thing in slot.chosen:
            if thing not in rest:
                why = targets.why_not_still(ctx, ctx.targets.index(slot), thing)
                told, also = ("", ()) if why is None else (f": {why.reason}", (why.rule, *why.also))
                game.note(
                    f"{game.name(thing)} is an illegal target now{told}",
                    "608.2b",
                    *also,
                    about=(thing,),
                    kind="kept",
                )
    return not any(legal)


def _becomes_creature(game: Game, obj: GameObject) -> bool:
    """CR 608.3b, 702.140b: a bestowed Aura spell or a mutating creature spell without a legal target goes on resolving as a creature spell."""
    if not _mutating(obj):
        return _no_longer_bestowed(game, obj)
    told = f"{game.name(obj.id)} ceases to be a mutating creature spell"
    game.note(told, "702.140b", "608.3b", about=(obj.id,))
    return True


def _mutating(obj: GameObject) -> bool:
    """CR 702.140a: whether it is a mutating creature spell."""
    return obj.cast is not None and obj.cast.alternative == "mutate" and obj.stack is not None


def _merge(game: Game, obj: GameObject) -> None:
    """CR 608.3d, 702.140c: a mutating creature spell merges with its target; its controller chooses whether on top of it or under it."""
    assert obj.stack is not None
    into, player = obj.stack.targets[0].chosen[0], game.controller(obj.id)
    assert isinstance(into, int)
    game.cite("608.3d", "702.140c", *(("608.3f",) if obj.kind == "copy" else ()))
    question = f"put {game.name(obj.id)} on the top or on the bottom of {game.name(into)}?"
    place = game.decide(Decision(player, "word", question, ("top", "bottom")))[0]
    game.happen(ev.Merges(object=obj.id, into=into, on_top=place == "top"))


def _no_longer_bestowed(game: Game, obj: GameObject) -> bool:
    """CR 702.103e, 608.3b: a bestowed Aura spell without a legal target goes on resolving as a creature spell."""
    bestowal = continuous.bestowal(game, obj.id)
    if bestowal is None:
        return False
    del game.floating[bestowal.id]
    game.epoch += 1
    game.note(f"{game.name(obj.id)} ceases to be bestowed", "702.103e", "608.3b", about=(obj.id,))
    return True


def _permanent(game: Game, obj: GameObject) -> None:
    """CR 608.3: a permanent spell becomes a permanent; an Aura enters attached (608.3c)."""
    assert obj.stack is not None
    controller = game.controller(obj.id)
    attached = None
    if "Aura" in game.characteristics(obj.id).subtypes and obj.stack.targets and obj.stack.targets[0].chosen:
        attached = obj.stack.targets[0].chosen[0]
    game.cite("608.3a" if attached is None else "608.3c")
    if obj.kind == "copy":
        game.cite("608.3f", "111.13", "707.10f")
    if obj.face > 0 and obj.card is not None and obj.card.layout == "modal_dfc":
        game.cite("712.13")
    now = game.characteristics(obj.id)
    devoid = any(
        isinstance(a, ab.Keyword) and a.name == "devoid" for a in now.abilities
    )  # its own, wherever it is (702.114a)
    if now.colors != obj.base.colors and not devoid:
        game.cite("112.4")  # the effect goes on applying to the permanent
    face_down = obj.face_down
    sneaking = obj.cast is not None and obj.cast.alternative == "sneak"
    if sneaking:
        game.cite("702.190b")
    attacking = entering_attacking.in_its_place(of_stack(game, obj)) if sneaking else None
    back = bool(obj.cast is not None and obj.cast.alternative in ("more than meets the eye", "disturb"))
    if back and obj.cast is not None and obj.cast.alternative == "disturb":
        game.cite("702.146b")
    entries = game.happen(
        ev.MoveZone(
            object=obj.id, to="battlefield", controller=controller, verb="resolve", by=controller, attached_to=attached,
            face=obj.face if obj.card is not None else None, face_down=face_down, face_down_as=obj.face_down_as,
            transformed=back, tapped=sneaking, attacking=attacking if "creature" in obj.base.types else None, cast=obj.cast,
            base=faces.whole(obj.base) if obj.kind == "copy" else None, marks=_unlocked(obj),
        )
    )  # fmt: skip
    became = [h.event.was for h in entries if isinstance(h.event, ev.MoveZone) and h.event.object == obj.id]
    if obj.id in game.objects:
        game.cite("608.3e")
        game.happen(ev.MoveZone(object=obj.id, to="graveyard", verb="put", by=controller))
        return
    _open_door(game, controller, obj, became)
    _set_up_later(game, obj, became)


def _unlocked(spell: GameObject) -> tuple[str, ...]:
    """CR 709.5d: the designation with which a permanent enters that was cast as this half."""
    return (rooms.UNLOCKED[spell.face],) if spell.base.halves and spell.face >= 0 else ()


def _open_door(game: Game, player: PlayerId, spell: GameObject, became: list[ObjectId]) -> None:
    """CR 709.5d, 709.5h: what waits for the half to be unlocked triggers as the permanent enters with it."""
    there = [i for i in became if i in game.objects and rooms.open_halves(game.objects[i])]
    for id in there if spell.base.halves else ():
        game.cite("709.5d")
        game.happen(rooms.told(game, player, id, rooms.open_halves(game.objects[id])))


def _set_up_later(game: Game, spell: GameObject, became: list[ObjectId]) -> None:
    """CR 702.109a, 702.152a: what the spell's alternative cost means for the permanent at the next end step."""
    paid = spell.cast.alternative if spell.cast is not None else ""
    there = [id for id in became if id in game.objects and game.objects[id].zone == "battlefield"]
    if paid not in LATER or not there:
        return
    ctx = Context(game, game.controller(there[0]), there[0], cast=spell.cast)
    game.cite(RULES[paid], "608.3g")
    actions.perform(ctx, LATER[paid])


def _is_another_now(game: Game, ability: GameObject) -> bool:
    """CR 707.11: whether the source has become a copy of something since the ability was put on the stack, which names it still."""
    source = ability.stack.source if ability.stack is not None else 0
    return source in game.objects and any(
        f.timestamp > ability.timestamp for f in copying.copy_effects(game, source)
    )


def _perform(game: Game, obj: GameObject) -> None:
    """CR 608.2c-n: the instructions in the order written; then the spell goes to its owner's graveyard, the ability is gone."""
    stack = obj.stack
    assert stack is not None
    ctx = of_stack(game, obj)
    cited = game.citing
    choosing.settle(ctx)
    game.citing = cited  # which targets are illegal has been told
    _note_resolution(game, stack)
    if isinstance(stack.ability, ab.Triggered) and stack.ability.word in AT_RESOLUTION:
        game.cite(AT_RESOLUTION[stack.ability.word])
    if obj.face < 0 and obj.card is not None and obj.card.layout == "split" and stack.kind == "spell":
        game.cite("702.102d")
    if stack.kind != "spell" and _is_another_now(game, obj):
        game.cite("707.11")
    if stack.effect is not None and not _done_already(game, stack):
        before = len(game.log), tuple(game.floating), tuple(game.delayed)
        actions.perform(ctx, stack.effect)
        game.credit(game.cause)
        nothing = before == (len(game.log), tuple(game.floating), tuple(game.delayed))
        if obj.kind == "ability" and nothing and len(game.steps) == game.cause + 1:
            game.found_idle(game.cause)
        if stack.ability is not None:
            actions.remember_targets(ctx)
        if ctx.did and _times_to_do(stack):
            triggers.note_done(game, _instance(stack))
    if game.another is None:
        finish(game, obj)


def finish(game: Game, obj: GameObject) -> None:
    """CR 608.2m-n: all instructions have been followed: the spell goes to its owner's graveyard or where else it goes, the ability is gone."""
    if obj.id not in game.objects and obj.kind == "card" and not game.over:
        game.cite("608.2m")
        game.credit(game.cause)
    if obj.id not in game.objects or game.over:
        return
    if obj.kind != "card":
        game.happen(ev.CeaseToExist(object=obj.id))
        return
    if obj.cast is not None and "buyback" in obj.cast.paid:
        game.cite("702.27a")
        game.happen(ev.MoveZone(object=obj.id, to="hand", verb="put"))
    elif as_cast.cast_as(obj, "Adventure"):
        game.cite("715.3d")
        mark = as_cast.on_adventure(game.controller(obj.id))
        game.happen(ev.MoveZone(object=obj.id, to="exile", verb="put", marks=(mark,)))
    elif as_cast.cast_as(obj, "Omen"):
        game.cite("720.3d")
        game.happen(ev.MoveZone(object=obj.id, to="library", verb="put"))
        game.happen(ev.Shuffle(player=obj.owner))
    elif _rebounds(game, obj):
        _rebound(game, obj)
    else:
        game.cite("608.2n")
        game.happen(ev.MoveZone(object=obj.id, to="graveyard", verb="resolve"))


@by_identity
def _asks_how_often(ability: ab.Ability) -> bool:
    """Whether the ability asks how often it has resolved."""
    return any(isinstance(n, ab.StatOf) and n.stat == "resolutions this turn" for n in ab.walk(ability))


def _note_resolution(game: Game, stack: OnStack) -> None:
    """CR 603.7h: the ability is resolving once more this turn; kept of those alone that ask."""
    if stack.ability is None or not _asks_how_often(stack.ability):
        return
    key = (stats.RESOLVED, game.turn.number, stack.source, stack.ability, stack.nth)
    game.uses[key] = game.uses.get(key, 0) + 1
    game.cite("603.7h")


def _rebounds(game: Game, obj: GameObject) -> bool:
    """CR 702.88a: a spell with rebound that its owner cast from the hand."""
    from_hand = obj.cast is not None and obj.cast.origin == "hand" and game.controller(obj.id) == obj.owner
    return from_hand and changed_rules.has_keyword(game, obj.id, "rebound")


def _rebound(game: Game, obj: GameObject) -> None:
    """CR 702.88a: exile instead of the graveyard, and a chance to cast it free at the beginning of the next upkeep."""
    game.cite("702.88a")
    entries = game.happen(ev.MoveZone(object=obj.id, to="exile", verb="exile"))
    moved = [h.event for h in entries if isinstance(h.event, ev.MoveZone) and h.event.object == obj.id]
    if not moved or moved[0].to != "exile":
        return
    ctx = Context(game, obj.controller, moved[0].was)
    again = ab.Optional(ab.You(), ab.CastCard(ab.Fixed((moved[0].was,)), free=True))
    actions.perform(ctx, ab.Later(ab.StepBegins("upkeep", ab.You(), "your next"), again))


def _times_to_do(stack: OnStack) -> int:
    """CR 603.2h: how often each turn a triggered ability says that what it says is to be done; 0 for no limit."""
    restrictions = stack.ability.restrictions if isinstance(stack.ability, ab.Triggered) else ()
    return next((r.number for r in restrictions if isinstance(r, ab.TriggersOnce) and r.do), 0)


def _instance(stack: OnStack) -> tuple[ObjectId, ab.Triggered, int]:
    assert isinstance(stack.ability, ab.Triggered)
    return stack.source, stack.ability, stack.nth


def _done_already(game: Game, stack: OnStack) -> bool:
    """CR 603.2h: what is to be done only once each turn has been done since the ability triggered."""
    often = _times_to_do(stack)
    if not often or triggers.times_done(game, _instance(stack)) < often:
        return False
    game.note(
        f"{game.name(stack.source)} has done this already this turn",
        "603.2h",
        about=(stack.source,),
        kind="kept",
    )
    return True
