"""Casting spells (CR 601): permission and time, proposal, total cost, payment; the ways of casting that keywords give (702)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import abilities as ab
from engine import events as ev
from engine.decisions import Decision
from engine.game import Game
from engine.model import subtypes
from engine.model.cards import Card, plain
from engine.model.characteristics import Characteristics
from engine.model.mana import parse_mana
from engine.model.objects import CastInfo, GameObject, ObjectId, OnStack, PlayerId, TargetSlot
from engine.rules import assisting, commander, copying, costs, faces, proposing, splicing
from engine.rules.activating import check_split_second, sorcery_time
from engine.rules.context import Context
from engine.rules.payment import GENERIC
from engine.rules.proposing import NOTHING_SAID, Choices
from engine.ruling import IllegalAction, Unsupported

TIMES = {
    "creature": "302.1", "artifact": "301.1", "enchantment": "303.1", "planeswalker": "306.1", "battle": "310.1", "sorcery": "307.1",
}  # fmt: skip
"""The rule by which a spell of the type is cast only in one's own main phase with an empty stack."""


class Method(msgspec.Struct, frozen=True):
    """A way to cast a card: in the ordinary way, or with an alternative cost or permission (CR 118.9, 601.3).

    `costs`: None for the mana cost; `more`: costs on top that the way itself asks for; `face`: the face it turns up; `face_down_as`: the keyword
    that casts it face down; `flash`: at any time; `rule`: where it comes from."""

    name: str = ""
    costs: tuple[ab.Cost, ...] | None = None
    more: tuple[ab.Cost, ...] = ()
    face: int | None = None
    face_down_as: str = ""
    flash: bool = False
    free: bool = False
    rule: str = "601.3"


def cast(
    game: Game,
    player: PlayerId,
    card: ObjectId,
    choices: Choices = NOTHING_SAID,
    *,
    resolving: bool = False,
    free: bool = False,
) -> ObjectId:
    """CR 601.2: the player casts the card, with what has been chosen. Returns the spell. Raises IllegalAction with the rule that forbids it; the game is
    then as before (CR 732.1).

    `resolving`: an effect lets the player cast it while it resolves: any time, from where it is (608.2g); `free`: without paying its mana cost."""
    from engine.rules import priority

    saved = game.fork()
    try:
        if not resolving:
            priority.require(game, player, "cast a spell")
        spell = _cast(game, player, card, choices, resolving, free)
    except (IllegalAction, Unsupported):
        game.restore(saved)
        raise
    if not resolving:
        priority.acted(game, player)
    return spell


def _cast(
    game: Game, player: PlayerId, card: ObjectId, choices: Choices, resolving: bool, free: bool
) -> ObjectId:
    obj = game.object(card)
    if card not in game.objects or obj.zone in ("stack", "battlefield"):
        raise IllegalAction("601.3", f"{game.name(card)} is not somewhere it could be cast from")
    if obj.unknown:
        raise Unsupported("casting an unknown card")
    if obj.reads_as:
        raise Unsupported(f"{game.name(card)}: {obj.reads_as}")
    if choices.origin and choices.origin != obj.zone:
        raise IllegalAction("601.3", f"{game.name(card)} is in the {obj.zone}, not in the {choices.origin}")
    face = face_of(game, player, obj, choices, resolving)
    method = choose_method(game, player, card, face, choices, resolving, free)
    if method.face is not None:
        face = method.face
    printed = _values(obj, face, method)
    if "land" in printed.types:
        raise IllegalAction("305.9", f"{printed.name} is a land and can't be cast as a spell")
    if not resolving:
        check_split_second(game)
    if obj.zone != "graveyard" and _keyword(game, obj, face, "aftermath") is not None:
        raise IllegalAction("702.127a", f"{printed.name} can be cast only from a graveyard")
    stack_empty_for = _timing_now(game, player)

    # 601.2a
    origin = obj.zone
    info = CastInfo(
        by=player, origin=origin, alternative=method.name, paid=(method.name,) if method.name else (),
        in_main=game.turn.active == player and game.turn.step.endswith("main"),
    )  # fmt: skip
    event = ev.MoveZone(
        object=card, to="stack", verb="cast", controller=player, by=player, face=face, face_down=bool(method.face_down_as),
        face_down_as=method.face_down_as, transformed=method.name in TRANSFORMED, stack=OnStack(effect=None), cast=info,
    )  # fmt: skip
    game.cite("601.2a")
    if method.name:
        game.cite(method.rule)
    if method.face_down_as:
        game.cite("708.2a")
    entries = game.happen(event)
    moved = [h.event for h in entries if isinstance(h.event, ev.MoveZone) and h.event.object == card]
    if not moved or moved[0].to != "stack":
        raise IllegalAction("601.2a", f"{game.name(card)} can't be put onto the stack")
    spell = moved[0].was
    if method.name == "bestow":
        _bestow(game, player, spell)
    if not resolving:
        check_time(game, player, spell, method, stack_empty_for)
    check_prohibited(game, player, spell)
    _check_when(game, player, spell, stack_empty_for)

    # 601.2b-d
    ctx = Context(game, player, spell, object=spell, cast=info)
    spliced, choices = splicing.announce(ctx, player, choices)
    paid, extra = announce_additional(ctx, player, choices)
    every = "entwine" in paid
    extra += commander.tax(game, obj)
    extra += tuple(cost for splice in spliced for cost in splice.costs)
    effect, modes = proposing.announce_modes(
        ctx, player, splicing.joined(effect_of(game, spell), spliced), choices.modes, every, choices.x
    )
    extra += _per_mode(game, spell, modes)
    paid = info.paid + paid
    base = base_costs(game, spell, method)
    everything = (*base, *method.more, *extra)
    x = proposing.announce_x(ctx, player, everything, choices.x, free=_cost_has_x(game, spell))
    info = replace(
        info, modes=modes, x=x, paid=paid, promised=_promised(game, player) if "gift" in paid else None
    )
    ctx.cast = info
    made = costs.paying(ctx, player, choices.pay)
    settled = costs.settle(made, everything)
    less = 0
    if method.name == "emerge":
        victim, less = _emerging(made)
        settled = (*settled, victim)
    effect = proposing.settle_paid(effect, info)
    if method.name == "overload":
        effect = overloaded(effect)
    effect, slots = proposing.announce_targets(ctx, effect, choices, _aura_slots(game, spell))
    ctx.targets = slots
    stack = OnStack(effect=effect, targets=slots)
    game.happen(ev.SetFields(thing=spell, verb="proposed", fields={"stack": stack, "cast": info}, quiet=True))

    # 601.2f-h
    if extra or method.more:
        game.cite("601.2f")
    symbols, others = costs.split(ctx, settled)
    symbols = total(ctx, spell, player, symbols, less)
    symbols = assisting.assisted(game, spell, player, symbols)
    made.helpers = helpers(game, player, spell, symbols)
    costs.pay_total(made, symbols, others)
    if symbols or others:
        game.cite("601.2h")
    info = replace(info, mana_spent=made.spent, sacrificed=made.sacrificed)
    stack = replace(stack, mentions=tuple(ctx.mentions), moved=tuple(ctx.moved.items()))
    game.happen(ev.SetFields(thing=spell, verb="proposed", fields={"stack": stack, "cast": info}, quiet=True))

    # 601.2i
    game.cite("601.2i")
    game.happen(ev.SpellCast(player=player, object=spell, origin=origin))
    proposing.tell_targets(game, player, spell, slots)
    return spell


def _bestow(game: Game, player: PlayerId, spell: ObjectId) -> None:
    """CR 702.103b: it becomes an Aura enchantment with enchant creature, no creature, until it ceases to be bestowed."""
    from engine.rules import continuous

    enchant = ab.Keyword("enchant", which=ab.Noun((("creature",),)))
    changes = (ab.LosesTypes(("creature",)), ab.Types(("Aura",), add=True), ab.Gains((enchant,)))
    ctx = Context(game, player, spell, object=spell)
    game.cite("702.103b")
    continuous.add_floating(ctx, ab.Fixed((spell,)), changes, ab.WhileBestowed())


def effect_of(game: Game, spell: ObjectId) -> ab.Effect | None:
    """The instructions of a spell: those of its paragraphs one after another (CR 608.2c); None for a permanent spell."""
    from engine.rules import continuous

    if not game.characteristics(spell).types & {"instant", "sorcery"}:
        return None
    effects = [a.effect for a in continuous.abilities_of(game, spell) if isinstance(a, ab.SpellAbility)]
    return effects[0] if len(effects) == 1 else ab.Sequence(tuple(effects)) if effects else None


def _aura_slots(game: Game, spell: ObjectId) -> tuple[TargetSlot, ...]:
    """CR 303.4a, 702.5a: an Aura spell has a target, which its enchant ability describes."""
    from engine.rules import continuous

    if "Aura" not in game.characteristics(spell).subtypes:
        return ()
    keywords = [k for k in continuous.keywords(game, spell, "enchant") if k.which is not None]
    if len(keywords) != 1 or keywords[0].which is None:
        raise Unsupported("an Aura without exactly one enchant ability")
    which = keywords[0].which
    game.cite("303.4a", "702.5a")
    if isinstance(which, ab.PlayerKind):
        return (TargetSlot(ab.TargetPlayer(which.who)),)
    return (TargetSlot(ab.Target(which)),)


# ---- which face (709.3, 712.11b, 715.3) -----------------------------------------------------------------------------


def face_of(game: Game, player: PlayerId, obj: GameObject, choices: Choices, resolving: bool = False) -> int:
    """The face or half that is cast; -1 for both halves fused (CR 702.102a). `resolving`: an effect lets the player cast it; another face than the front
    is then offered only if it costs no more, for the effect may speak of a highest mana value (715.3a, 712.11b)."""
    card = obj.card
    if card is None or len(card.faces) == 1:
        return 0
    said = choices.face
    if said == "fuse" or choices.alternative == "fuse":
        fused = card.layout == "split" and all(
            any(isinstance(a, ab.Keyword) and a.name == "fuse" for a in _opened(f.abilities))
            for f in card.faces
        )
        if not fused and not any(
            isinstance(a, ab.Keyword) and a.name == "fuse" for f in card.faces for a in _opened(f.abilities)
        ):
            raise IllegalAction("702.102a", f"{card.name} has no fuse")
        if obj.zone != "hand":
            raise IllegalAction("702.102a", f"{card.name} can be fused only from a hand")
        game.cite("702.102a")
        return -1
    if isinstance(said, int) and not isinstance(said, bool):
        if not 0 <= said < len(card.faces):
            raise IllegalAction("601.3", f"{card.name} has no face {said}")
        chosen = said
    elif said:
        names = [plain(f.name) for f in card.faces]
        if plain(str(said)) not in names:
            raise IllegalAction("601.3", f"{card.name} has no face called {said}")
        chosen = names.index(plain(str(said)))
    elif card.layout == "split":
        options = tuple(f.name for f in card.faces)
        picked = game.decide(Decision(player, "word", f"Which half of {card.name} is cast?", options))[0]
        chosen = options.index(picked)
    elif resolving and not choices.alternative and _cheaper_back(card):
        options = tuple(f.name for f in card.faces)
        decision = Decision(
            player, "word", f"Which face of {card.name} is cast?", options, default=options[:1]
        )
        chosen = options.index(game.decide(decision)[0])
    elif card.layout == "modal_dfc" and "land" in card.faces[0].characteristics().types:
        chosen = 1
    else:
        chosen = 0
    if card.layout == "split":
        if any("Room" in f.characteristics().subtypes for f in card.faces):
            raise Unsupported("casting a Room")
        game.cite("709.3", "709.3a")
    elif card.layout in ("adventure", "omen") and chosen:
        game.cite("715.3")
    elif card.layout == "modal_dfc" and chosen:
        game.cite("712.11b")
    elif chosen and choices.alternative != "disturb":
        raise IllegalAction("712.11", f"{card.name} can't be cast with its back face up")
    return chosen


def _cheaper_back(card: Card) -> bool:
    """CR 712.11b, 715.3: whether the card could be cast with its other face or as an Adventure, for no more mana than by its front."""
    if card.layout not in ("adventure", "omen", "modal_dfc"):
        return False
    front, back = (f.characteristics() for f in card.faces[:2])
    if "land" in front.types | back.types or front.mana_cost is None or back.mana_cost is None:
        return False
    return back.mana_cost.mana_value <= front.mana_cost.mana_value


def _opened(abilities: Iterable[ab.Ability]) -> Iterable[ab.Ability]:
    for ability in abilities:
        if isinstance(ability, ab.Keywords | ab.Paragraph):
            yield from _opened(ability.abilities)
        else:
            yield ability


def _values(obj: GameObject, face: int, method: Method) -> Characteristics:
    if method.face_down_as:
        return faces.FACE_DOWN
    return faces.base(obj.card, "stack", face) if obj.card is not None else obj.base


def _keyword(game: Game, obj: GameObject, face: int, name: str) -> ab.Keyword | None:
    """The keyword ability of the face that would be cast, or one that the card has been given."""
    from engine.rules import continuous

    if obj.card is not None and face >= 0:
        for ability in _opened(obj.card.faces[face].abilities):
            if isinstance(ability, ab.Keyword) and ability.name == name:
                return None if _lost(game, obj, ability) else ability
        if face and obj.card.layout != "split":
            return None
    given = continuous.keywords(game, obj.id, name)
    if obj.card is not None and obj.card.layout == "split":
        # CR 709.3a: of what is printed, only the chosen half counts; off the stack the card has both halves' abilities (709.4).
        printed = [a for half in obj.card.faces for a in _opened(half.abilities)]
        given = [k for k in given if k not in printed]
    return given[0] if given else None


def _lost(game: Game, obj: GameObject, printed: ab.Ability) -> bool:
    """CR 613.1f: whether an effect has taken an ability of the face that is up away from the card where it is."""
    if obj.face_down or printed not in copying.opened(obj.base.abilities):
        return False
    return printed not in copying.opened(game.characteristics(obj.id).abilities)


# ---- by what right (601.3) and for what cost (118.9) -----------------------------------------------------------------


def choose_method(
    game: Game,
    player: PlayerId,
    card: ObjectId,
    face: int,
    choices: Choices,
    resolving: bool = False,
    free: bool = False,
) -> Method:
    """CR 601.2b, 601.3: the way of casting that the player announces; without a word from them the ordinary one, or the only one there is."""
    found = methods(game, player, card, face, resolving, free)
    wanted = plain(choices.alternative) if choices.alternative and choices.alternative != "fuse" else ""
    name = game.name(card)
    if wanted:
        for method in found:
            if method.name and plain(method.name).startswith(wanted):
                return method
        if wanted in ALTERNATIVES or wanted in RESOLVING or wanted in NOT_DONE:
            if wanted in NOT_DONE and _keyword(game, game.object(card), max(face, 0), wanted) is not None:
                raise Unsupported(f"casting with {wanted}")
            raise IllegalAction(
                "601.3", f"{name} can't be cast with {wanted} from the {game.object(card).zone}"
            )
        raise IllegalAction("601.2b", f"{name} has no alternative cost {choices.alternative!r}")
    if (
        found
        and not resolving
        and _timing_now(game, player) is not None
        and not _instant_like(game, card, face)
    ):
        found = [m for m in found if m.flash] + found  # what can be done now
    if not found:
        zone = game.object(card).zone
        raise IllegalAction(
            "601.3", f"nothing lets {player} cast {name} from {'that' if zone == 'hand' else 'the'} {zone}"
        )
    if not resolving and choices.x is None and not choices.pay:
        return _affordable(game, player, card, found)
    return found[0]


def _affordable(game: Game, player: PlayerId, card: ObjectId, found: list[Method]) -> Method:
    """CR 118.9a: the ordinary way, unless the player has no mana for it and an effect lets them cast the card for nothing."""
    unpaid = next(
        (m for m in found if m.free and m.costs == () and not m.face_down_as and m.name == UNPAID), None
    )
    cost = game.characteristics(card).mana_cost
    if unpaid is None or found[0].costs is not None or cost is None:
        return found[0]
    symbols = "".join(f"{{{s}}}" for s in cost.symbols if s != "X")
    if not symbols or costs.can_pay(Context(game, player, card), (ab.PayMana(symbols),), player):
        return found[0]
    return unpaid


UNPAID = "without paying its mana cost"


def _instant_like(game: Game, card: ObjectId, face: int) -> bool:
    """CR 117.1a, 702.8a: whether the card as such can be cast at any time."""
    from engine.rules import continuous

    return (
        "instant" in game.characteristics(card).types
        or bool(face)
        or continuous.has_keyword(game, card, "flash")
    )


def methods(
    game: Game, player: PlayerId, card: ObjectId, face: int, resolving: bool = False, free: bool = False
) -> list[Method]:
    """CR 118.9, 601.3: every way in which the player could cast this face of the card from where it is, the ordinary one first."""
    obj = game.object(card)
    found: list[Method] = []
    unpaid = Method(UNPAID, (), free=True, rule="118.9")
    if resolving:
        found.append(unpaid if free else Method())
    elif obj.zone == "hand" and obj.owner == player:
        found.append(Method())
    elif commander.castable(obj, player):
        found.append(Method(rule="903.8"))
    elif _permitted(game, player, card, face):
        found.append(unpaid if _free(game, player, card) else Method())
    anywhere = bool(found)
    for name, make in (*ALTERNATIVES.items(), *(RESOLVING.items() if resolving else ())):
        keyword = _keyword(game, obj, max(face, 0), name)
        if keyword is not None:
            method = make(game, player, obj, keyword, anywhere)
            if method is not None:
                found.append(method)
    if anywhere:
        found.extend(_other_costs(game, player, card, face))
        found.extend(_flashed(game, player, card))
    return found


def _permitted(game: Game, player: PlayerId, card: ObjectId, face: int) -> bool:
    """CR 601.3: an effect lets the player cast the card from outside the hand; or a rule: a card on an adventure (715.3d)."""
    if let(game, player, card, CAST_FROM):
        return True
    obj = game.object(card)
    if obj.zone == "exile" and "on an adventure" in obj.marks and obj.owner == player and not face:
        game.cite("715.3d")
        return True
    return False


def let(game: Game, player: PlayerId, card: ObjectId, words: frozenset[str]) -> bool:
    """CR 601.3, 305.1: whether an effect that says one of the words lets the player cast or play the card from where it is."""
    from engine.rules import continuous, selecting

    obj = game.object(card)
    for applied in continuous.changes_on(game, card, ab.May):
        zone = applied.change.zone
        if applied.change.what in words and applied.ctx.controller == player and zone in ("", obj.zone):
            return True
    for applied in (
        *continuous.changes_on(game, player, ab.May),
        *continuous.spell_changes(game, card, player, ab.May),
    ):
        change = applied.change
        if change.what not in words:
            continue
        # CR 601.3: a description of spells is asked of the card that would become one.
        if change.which is not None and not selecting.described(applied.ctx, change.which, card):
            continue
        if change.zone and not _in_place(game, player, obj, change.zone):
            continue
        return True
    return False


CAST_FROM = frozenset(
    {"cast", "play", "be cast", "be played", "cast it", "play it", "cast spells", "play cards", "cast cards"}
)
"""Words of May that let a player cast a card from where it is; `zone` says from where, `which` what."""


def _in_place(game: Game, player: PlayerId, obj: GameObject, zone: str) -> bool:
    if zone in ("library top", "top of library"):
        library = game.zone("library", player)
        return bool(library) and library[0] == obj.id
    return obj.zone == zone


def _free(game: Game, player: PlayerId, card: ObjectId) -> bool:
    """Whether the permission comes without a mana cost (an OtherCost with no parts on the card)."""
    from engine.rules import continuous

    return any(
        a.change.costs == () and a.source != card for a in continuous.changes_on(game, card, ab.OtherCost)
    )


def _other_costs(game: Game, player: PlayerId, card: ObjectId, face: int) -> list[Method]:
    """CR 118.9: alternative costs that the card's text or an effect gives, if their condition holds. What effects say of spells is asked of the card
    before it is one, which tells of its front face alone."""
    from engine.rules import conditions, continuous

    found = []
    own = [
        (change, Context(game, player, card))
        for ability in continuous.abilities_of(game, card)
        if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This)
        for change in ability.changes
        if isinstance(change, ab.OtherCost)
        and (ability.condition is None or conditions.holds(Context(game, player, card), ability.condition))
    ]
    others = [(a.change, a.ctx) for a in continuous.changes_on(game, card, ab.OtherCost) if a.source != card]
    for_spells = continuous.spell_changes(game, card, player, ab.OtherCost)
    held = game.object(card).card
    if face and for_spells or (held is not None and held.layout == "split" and for_spells):
        game.note(f"an alternative cost for another face of {game.name(card)} is not offered", "118.9")
    else:
        others += [(a.change, a.ctx) for a in for_spells]
    for change, ctx in own + others:
        if change.condition is not None and not conditions.holds(ctx, change.condition):
            continue
        name = "alternative cost" if change.costs else UNPAID
        found.append(Method(name, change.costs, free=not change.costs, flash=change.flash, rule="118.9"))
    return found


FLASHED = "cast with flash"
"""The word of ExtraCost for what is paid besides so that the spell can be cast at any time."""


def _flashed(game: Game, player: PlayerId, card: ObjectId) -> list[Method]:
    """CR 601.3b, 118.8: the card may be cast as though it had flash for an additional cost."""
    from engine.rules import conditions, continuous

    ctx = Context(game, player, card)
    return [
        Method("as though it had flash", None, more=change.costs, flash=True, rule="601.3b")
        for ability in continuous.abilities_of(game, card)
        if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This)
        if ability.condition is None or conditions.holds(ctx, ability.condition)
        for change in ability.changes
        if isinstance(change, ab.ExtraCost) and change.to == FLASHED
    ]


# ---- keywords that are ways of casting (702) --------------------------------------------------------------------------

Make = Callable[[Game, PlayerId, GameObject, ab.Keyword, bool], Method | None]


def _spelled(obj: GameObject) -> bool:
    """Whether it is going to be an instant or a sorcery on the stack."""
    return bool(obj.base.types & {"instant", "sorcery"})


def _graveyard(
    rule: str, more: tuple[ab.Cost, ...] = (), own_cost: bool = True, instants: bool = False
) -> Make:
    """A keyword that lets its owner cast the card from the graveyard (CR 702.34a, 702.138a, 702.133a, 702.81a)."""

    def make(
        game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
    ) -> Method | None:
        if obj.zone != "graveyard" or obj.owner != player or (instants and not _spelled(obj)):
            return None
        return Method(keyword.name, price(keyword) if own_cost else None, more, rule=rule)

    return make


def _instead(rule: str, condition: Callable[[Game, PlayerId], bool] | None = None) -> Make:
    """A keyword that is an alternative cost, from wherever the card can be cast (CR 702.74a and its like)."""

    def make(
        game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
    ) -> Method | None:
        if not anywhere or (condition is not None and not condition(game, player)):
            return None
        return Method(keyword.name, price(keyword), rule=rule)

    return make


def price(keyword: ab.Keyword) -> tuple[ab.Cost, ...] | None:
    """The cost of a keyword; None, the mana cost of the card that has it, where none is written with it."""
    return keyword.costs or None


def _face_down(rule: str) -> Make:
    """CR 702.37a, 702.37c, 702.168a-b: face down for {3}."""

    def make(
        game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
    ) -> Method | None:
        if not anywhere:
            return None
        return Method(keyword.name, (ab.PayMana("{3}"),), face_down_as=keyword.name, rule=rule)

    return make


def _disturb(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.146a: transformed, from the graveyard."""
    if obj.zone != "graveyard" or obj.owner != player:
        return None
    return Method("disturb", keyword.costs, face=1, rule="702.146a")


def _exiled(mark: str, rule: str, free: bool) -> Make:
    """CR 702.143a, 702.170d: a card that was foretold or plotted on an earlier turn."""

    def make(
        game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
    ) -> Method | None:
        if obj.zone != "exile" or obj.owner != player or mark not in obj.marks:
            return None
        if obj.chosen_value("turn") == game.turn.number:
            return None
        return Method(keyword.name, () if free else keyword.costs, free=free, rule=rule)

    return make


def _madness(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.35a: while the madness trigger resolves."""
    if obj.zone != "exile" or obj.owner != player or not anywhere:
        return None
    return Method("madness", price(keyword), rule="702.35a")


def _miracle(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.94a: while the miracle trigger resolves, from the hand."""
    if obj.zone != "hand" or obj.owner != player:
        return None
    return Method("miracle", price(keyword), rule="702.94a")


def _suspend(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.62a: without its mana cost, as the last time counter is gone."""
    if obj.zone != "exile" or obj.owner != player:
        return None
    return Method("suspend", (), free=True, rule="702.62a")


def _aftermath(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.127a: this half from the graveyard only."""
    return (
        Method("aftermath", None, rule="702.127a")
        if obj.zone == "graveyard" and obj.owner == player
        else None
    )


def _lost_life(game: Game, player: PlayerId) -> bool:
    """CR 702.137a: an opponent lost life this turn."""
    return any(
        isinstance(h.event, ev.LoseLife) and h.event.player != player and h.event.amount > 0
        for h in game.this_turn(ev.LoseLife)
    )


def _cast_before(game: Game, player: PlayerId) -> bool:
    """CR 702.117a: another spell was cast this turn."""
    return any(
        isinstance(h.event, ev.SpellCast) and h.event.player == player for h in game.this_turn(ev.SpellCast)
    )


def _prowl(
    game: Game, player: PlayerId, obj: GameObject, keyword: ab.Keyword, anywhere: bool
) -> Method | None:
    """CR 702.76a: if the player's source of one of its creature types dealt combat damage to a player this turn."""
    if not anywhere:
        return None
    for entry in game.this_turn(ev.Damage):
        event = entry.event
        if not (isinstance(event, ev.Damage) and event.combat and isinstance(event.to, str) and event.amount):
            continue
        source = game.object(event.source)
        if game.controller(source.id) == player and _shares_creature_type(game, obj.id, source.id):
            return Method("prowl", keyword.costs, rule="702.76a")
    return None


def _shares_creature_type(game: Game, one: ObjectId, other: ObjectId) -> bool:
    """CR 205.3m: whether two objects have a creature type in common."""
    mine, theirs = game.characteristics(one), game.characteristics(other)
    return bool({s for s in mine.subtypes & theirs.subtypes if s in subtypes.CREATURE})


CARD = ab.Noun((), "card")
DISCARD = ab.Do(ab.Discard(ab.Chosen(CARD)))
DISCARD_LAND = ab.Do(ab.Discard(ab.Chosen(ab.Noun((("land",),), "card"))))

ALTERNATIVES: dict[str, Make] = {
    "flashback": _graveyard("702.34a", instants=True),
    "escape": _graveyard("702.138a"),
    "jump-start": _graveyard("702.133a", (DISCARD,), own_cost=False, instants=True),
    "retrace": _graveyard("702.81a", (DISCARD_LAND,), own_cost=False),
    "disturb": _disturb,
    "aftermath": _aftermath,
    "evoke": _instead("702.74a"),
    "dash": _instead("702.109a"),
    "blitz": _instead("702.152a"),
    "overload": _instead("702.96a"),
    "spectacle": _instead("702.137a", _lost_life),
    "surge": _instead("702.117a", _cast_before),
    "awaken": _instead("702.113a"),
    "prowl": _prowl,
    "bestow": _instead("702.103a"),
    "emerge": _instead("702.119a"),
    "impending": _instead("702.176a"),
    "cleave": _instead("702.148a"),
    "morph": _face_down("702.37c"),
    "megamorph": _face_down("702.37c"),
    "disguise": _face_down("702.168b"),
    "foretell": _exiled("foretold", "702.143a", free=False),
    "plot": _exiled("plotted", "702.170d", free=True),
}
RESOLVING: dict[str, Make] = {"madness": _madness, "miracle": _miracle, "suspend": _suspend}
"""Keywords for whose cost a card is cast only as a triggered ability of theirs resolves."""
TRANSFORMED = frozenset({"disturb"})
NOT_DONE = frozenset(
    {
        "mutate", "prototype", "freerunning", "sneak", "warp", "web-slinging", "mayhem",
        "harmonize", "more than meets the eye",
    }
)  # fmt: skip
"""Keywords that are ways of casting which the engine refuses when they are asked for."""


def overloaded(effect: ab.Effect | None) -> ab.Effect | None:
    """CR 702.96a: every "target" reads "each"."""

    def change(value: Any) -> Any:
        if isinstance(value, ab.Target):
            if value.amount is not None:
                raise Unsupported("overload with several targets")
            return ab.Each(value.which, "each")
        if isinstance(value, ab.TargetPlayer):
            return ab.EachPlayer(value.which)
        if isinstance(value, tuple):
            return tuple(change(v) for v in value)
        if isinstance(value, msgspec.Struct):
            return replace(value, **{n: change(getattr(value, n)) for n in value.__struct_fields__})
        return value

    result: ab.Effect | None = change(effect)
    return result


# ---- when, and whether forbidden (117.1a, 601.3, 601.2e) --------------------------------------------------------------


def _timing_now(game: Game, player: PlayerId) -> IllegalAction | None:
    """What speaks against casting a spell that isn't instant-like now, asked before the spell itself is on the stack (CR 307.1)."""
    try:
        sorcery_time(game, player, "307.1")
    except IllegalAction as reason:
        return reason
    return None


def check_time(
    game: Game, player: PlayerId, spell: ObjectId, method: Method, reason: IllegalAction | None
) -> None:
    """CR 117.1a, 304.1, 702.8a: instants and what has flash at any time, the rest in one's own main phase with an empty stack."""
    from engine.rules import continuous, selecting

    if method.name == "plot" and reason is not None:
        raise IllegalAction("702.170d", reason.reason)
    types = game.characteristics(spell).types
    if reason is None or "instant" in types:
        return
    if method.flash or continuous.has_keyword(game, spell, "flash"):
        game.cite("702.8a")
        return
    allowed = [
        *continuous.changes_on(game, spell, ab.May),
        *continuous.spell_changes(game, spell, player, ab.May),
    ]
    for applied in allowed:
        if applied.change.what in FLASH:
            game.cite("601.3b")
            return
    for applied in continuous.changes_on(game, player, ab.May):
        change = applied.change
        if change.what in FLASH and (
            change.which is None or selecting.fits(applied.ctx, change.which, spell)
        ):
            game.cite("601.3b")
            return
    rule = next(
        (
            TIMES[t]
            for t in ("sorcery", "creature", "artifact", "enchantment", "planeswalker", "battle")
            if t in types
        ),
        "117.1a",
    )
    raise IllegalAction(rule, reason.reason)


FLASH = frozenset({"be cast as though it had flash", "cast spells as though they had flash", "be cast as though they had flash", "cast as though it had flash"})  # fmt: skip


def check_prohibited(game: Game, player: PlayerId, spell: ObjectId) -> None:
    """CR 101.2, 601.2e, 601.3: no effect may prohibit it."""
    from engine.rules import continuous, selecting

    name = game.name(spell)
    on_spell = [
        *continuous.changes_on(game, spell, ab.Cant),
        *continuous.spell_changes(game, spell, player, ab.Cant),
    ]
    for applied in on_spell:
        if applied.change.what in CANT_BE_CAST and not _lifted(applied):
            raise IllegalAction(
                "601.3", f"an effect of {game.name(applied.source)} keeps {name} from being cast"
            )
    for applied in continuous.changes_on(game, player, ab.Cant):
        change = applied.change
        if change.what not in CANT_CAST or _lifted(applied):
            continue
        if isinstance(change.whom, ab.Selection) and not selecting.fits(applied.ctx, change.whom, spell):
            continue
        if isinstance(change.whom, ab.Recipient) and not selecting.matches(applied.ctx, change.whom, spell):
            continue
        raise IllegalAction(
            "601.3", f"an effect of {game.name(applied.source)} keeps {player} from casting {name}"
        )
    if _cast_enough(game, player, spell):
        raise IllegalAction("601.3", f"an effect keeps {player} from casting more than one spell each turn")


AS_A_SORCERY = "cast spells except as a sorcery"
IN_OWN_TURNS = "cast spells except in their own turns"
"""Words of Cant that leave its players some times to cast spells."""


def _check_when(game: Game, player: PlayerId, spell: ObjectId, reason: IllegalAction | None) -> None:
    """CR 101.2, 601.3: an effect lets the player cast spells only when a sorcery could be cast, or only in their own turns."""
    from engine.rules import continuous

    for applied in continuous.changes_on(game, player, ab.Cant):
        what = applied.change.what
        if (what == AS_A_SORCERY and reason is not None) or (
            what == IN_OWN_TURNS and game.turn.active != player
        ):
            raise IllegalAction(
                "601.3",
                f"an effect of {game.name(applied.source)} keeps {player} from casting {game.name(spell)} now",
            )


ONE_A_TURN = "cast more than one spell each turn"
"""The word of Cant that counts the spells its players cast in a turn."""


def _cast_enough(game: Game, player: PlayerId, spell: ObjectId) -> bool:
    """CR 101.2, 601.3: an effect allows one spell (of a description) each turn, and the player has cast one this turn, before the effect or under it."""
    from engine.rules import continuous, selecting

    before = [
        h.event.object
        for h in game.this_turn()
        if isinstance(h.event, ev.SpellCast) and h.event.player == player
    ]
    for applied in continuous.changes_on(game, player, ab.Cant):
        change = applied.change
        if change.what != ONE_A_TURN or _lifted(applied):
            continue
        if change.whom is None:
            if before:
                return True
        elif selecting.matches(applied.ctx, change.whom, spell) and any(
            selecting.matches(applied.ctx, change.whom, other) for other in before
        ):
            return True
    return False


CANT_BE_CAST = frozenset({"be cast"})
CANT_CAST = frozenset({"cast spells", "cast", "cast this spell"})
"""Words of Cant that forbid casting: said of a spell, and of a player (`whom`: which spells)."""


def _lifted(applied: Any) -> bool:
    from engine.rules import conditions

    return applied.change.unless is not None and conditions.holds(applied.ctx, applied.change.unless)


# ---- costs (601.2b, 601.2f) -------------------------------------------------------------------------------------------


def base_costs(game: Game, spell: ObjectId, method: Method) -> tuple[ab.Cost, ...]:
    """CR 601.2f: the mana cost, or the alternative cost that was announced. No mana cost can't be paid (118.6)."""
    if method.costs is not None:
        return method.costs
    cost = game.characteristics(spell).mana_cost
    if cost is None:
        raise IllegalAction("118.6", f"{game.name(spell)} has no mana cost, which can't be paid")
    return (ab.PayMana(str(cost)),)


def _cost_has_x(game: Game, spell: ObjectId) -> bool:
    """CR 107.3b: X is 0 where a cost without X is paid instead of a mana cost with it."""
    cost = game.characteristics(spell).mana_cost
    return cost is not None and "X" in cost.symbols


OPTIONAL = {
    "kicker": ("702.33a", False), "multikicker": ("702.33c", True), "buyback": ("702.27a", False), "entwine": ("702.42a", False),
    "replicate": ("702.56a", True), "squad": ("702.157a", True), "offspring": ("702.175a", False), "bargain": ("702.166a", False),
    "conspire": ("702.78a", False), "casualty": ("702.153a", False),
    "gift": ("702.174a", False),
}  # fmt: skip
"""Keywords that are optional additional costs (CR 118.8b): the rule, and whether they can be paid several times."""
TOKEN = ab.Which((ab.Is("token"),), ab.Noun((), "permanent"))
BARGAIN = (
    ab.Do(
        ab.Sacrifice(
            ab.Chosen(ab.EitherOf((ab.Noun((("artifact",), ("enchantment",))), ab.Noun((), "token"))))
        )
    ),
)


def _conspire(keyword: ab.Keyword) -> tuple[ab.Cost, ...]:
    """CR 702.78a: two untapped creatures that each share a color with the spell are tapped."""
    alike = ab.Having("sharing a color with", ab.This())
    which = ab.Which((ab.Is("untapped"),), ab.Noun((("creature",),)), (ab.ControlledBy(ab.You()), alike))
    return (ab.Do(ab.Tap(ab.Chosen(which, ab.Exactly(ab.Literally(2))))),)


def _casualty(keyword: ab.Keyword) -> tuple[ab.Cost, ...]:
    """CR 702.153a: a creature of at least that power is sacrificed."""
    if keyword.number is None:
        raise Unsupported("casualty without its number")
    strong = ab.Compared("power", ">=", keyword.number)
    return (ab.Do(ab.Sacrifice(ab.Chosen(ab.Which((), ab.Noun((("creature",),)), (strong,))))),)


OWN_COSTS: dict[str, Callable[[ab.Keyword], tuple[ab.Cost, ...]]] = {
    "bargain": lambda keyword: BARGAIN, "conspire": _conspire, "casualty": _casualty, "gift": lambda keyword: (),
}  # fmt: skip
"""Keywords whose costs are not written with them."""


def announce_additional(
    ctx: Context, player: PlayerId, choices: Choices
) -> tuple[tuple[str, ...], tuple[ab.Cost, ...]]:
    """CR 601.2b, 118.8: which optional additional costs the player is going to pay, and those that must be paid. Returns the names paid, one for each
    time, and the costs. An optional cost that nobody spoke of is asked about; the default is not to pay it."""
    from engine.rules import continuous

    game, spell = ctx.game, ctx.object
    paid: list[str] = []
    more: list[ab.Cost] = []
    asked = [plain(a) for a in choices.additional]
    known: set[str] = set()
    kicks = None if choices.kicked is None else int(choices.kicked)
    kickers = [k for name in ("kicker", "multikicker") for k in continuous.keywords(game, spell, name)]
    if kicks and not kickers:
        raise IllegalAction("702.33a", f"{game.name(spell)} has no kicker")
    for name, (rule, often) in OPTIONAL.items():
        keywords = continuous.keywords(game, spell, name)
        known.add(name)
        for keyword in keywords:
            shown = f"{name} {mana_words(keyword)}".strip()
            times = sum(1 for a in asked if a == name or (a and plain(shown).startswith(a) and a != name))
            if name in ("kicker", "multikicker") and kicks is not None:
                times = kicks if often else min(kicks, 1)
                kicks -= times
            if (
                not times
                and name not in asked
                and (name not in ("kicker", "multikicker") or choices.kicked is None)
            ):
                times = _ask(game, player, shown, often)
            if times > 1 and not often:
                raise IllegalAction(rule, f"{name} can be paid only once")
            if times:
                game.cite("601.2b", rule)
            parts = OWN_COSTS[name](keyword) if name in OWN_COSTS else keyword.costs
            more.extend(parts * times)
            paid.extend(["kicker" if name == "multikicker" else name] * times)
            if times and shown != name:
                paid.extend([shown] * times)
    if kicks:
        raise IllegalAction("702.33a", f"{game.name(spell)} can't be kicked so often")
    for change, optional in _extra_costs(game, player, spell):
        if optional:
            known.add("additional cost")
            if "additional cost" in asked or (
                "additional cost" not in asked
                and not asked
                and _ask(game, player, "the additional cost", False)
            ):
                more.extend(change.costs)
                paid.append("additional cost")
                game.cite("118.8b")
        else:
            more.extend(change.costs)
            game.cite("118.8")
    for name in asked:
        if name not in known and not any(plain(p).startswith(name) for p in paid):
            raise Unsupported(f"the additional cost {name!r}")
        if not any(plain(p).startswith(name) for p in paid):
            raise IllegalAction("601.2b", f"{game.name(spell)} has no additional cost {name!r}")
    return tuple(paid), tuple(more)


def _promised(game: Game, player: PlayerId) -> PlayerId:
    """CR 702.174a: the opponent to whom a gift is promised."""
    others = tuple(game.opponents(player))
    if len(others) == 1:
        return others[0]
    decision = Decision(player, "objects", "To whom is the gift promised?", others, 1, 1)
    return str(game.decide(decision)[0])


def mana_words(keyword: ab.Keyword) -> str:
    """The mana of a keyword's cost, to tell two kickers apart (CR 702.33f)."""
    return "".join(c.mana for c in keyword.costs if isinstance(c, ab.PayMana))


def _ask(game: Game, player: PlayerId, what: str, often: bool) -> int:
    if often:
        return int(
            game.decide(Decision(player, "number", f"How often is {what} paid?", low=0, high=100, default=0))
        )
    return int(game.decide(Decision(player, "may", f"Is {what} paid?", (True, False), default=False))[0])


def _extra_costs(game: Game, player: PlayerId, spell: ObjectId) -> list[tuple[ab.ExtraCost, bool]]:
    """CR 118.8: additional costs in the spell's own text and from effects."""
    return [
        (change, change.optional)
        for change, _ in _changes(game, player, spell, ab.ExtraCost)
        if isinstance(change, ab.ExtraCost) and change.to == "cast"
    ]


def _changes(
    game: Game, player: PlayerId, spell: ObjectId, kind: type[ab.Change]
) -> list[tuple[Any, Context]]:
    """Changes of the kind for this spell: what it says of itself, in the frame of the one who casts it, and what effects say of it."""
    from engine.rules import conditions, continuous

    own: list[tuple[Any, Context]] = []
    for ability in continuous.abilities_of(game, spell):
        if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This):
            obj = game.object(spell)
            ctx = Context(
                game,
                player,
                spell,
                object=spell,
                cast=obj.cast,
                targets=obj.stack.targets if obj.stack is not None else (),
            )
            if obj.cast is not None and obj.cast.x is not None:
                ctx.letters["X"] = obj.cast.x
            if ability.condition is None or conditions.holds(ctx, ability.condition):
                own.extend((c, ctx) for c in ability.changes if isinstance(c, kind))
    applied = [
        *continuous.changes_on(game, spell, kind),
        *continuous.spell_changes(game, spell, player, kind),
    ]
    return own + [(a.change, a.ctx) for a in applied if a.source != spell]


def _per_mode(game: Game, spell: ObjectId, modes: tuple[int, ...]) -> tuple[ab.Cost, ...]:
    """CR 702.120a: escalate is paid once for each mode beyond the first; 700.2h, 702.172a: what modes with costs of their own cost."""
    from engine.rules import continuous

    if continuous.has_keyword(game, spell, "tiered"):
        raise Unsupported("casting a spell with tiered")
    more: tuple[ab.Cost, ...] = ()
    for modal in (v for v in proposing.walk_effects(effect_of(game, spell)) if isinstance(v, ab.Modal)):
        chosen = [modal.modes[n - 1] for n in modes]
        costly = tuple(ab.PayMana(mode.cost) for mode in chosen if isinstance(mode, ab.Mode) and mode.cost)
        if costly:
            game.cite("700.2h", *(("702.172a",) if continuous.has_keyword(game, spell, "spree") else ()))
        more += costly
    for keyword in continuous.keywords(game, spell, "escalate"):
        more += keyword.costs * max(0, len(modes) - 1)
        game.cite("702.120a")
    return more


def _emerging(made: costs.Paying) -> tuple[ab.Cost, int]:
    """CR 702.119a, 702.119c: the creature that is going to be sacrificed, and its mana value, by which the total cost is reduced."""
    from engine.rules import continuous
    from engine.rules.lastknown import mana_value

    game, player = made.game, made.payer
    options = [
        i
        for i in game.battlefield()
        if game.controller(i) == player
        and "creature" in game.characteristics(i).types
        and not continuous.cant(game, i, "be sacrificed")
    ]
    if not options:
        raise IllegalAction("118.3", f"{player} has no creature to sacrifice")
    named = [i for i in made.wanted if i in options]
    if named:
        picked = named[0]
        made.wanted.remove(picked)
    else:
        question = f"Which creature is sacrificed for {game.name(made.ctx.source)}?"
        picked = game.decide(Decision(player, "objects", question, tuple(options), 1, 1))[0]
    return ab.Do(ab.Sacrifice(ab.Fixed((picked,)))), mana_value(game, picked)


def total(ctx: Context, spell: ObjectId, player: PlayerId, symbols: list[str], less: int = 0) -> list[str]:
    """CR 601.2f: increases, then reductions, affinity (702.41a) among them. `less`: generic mana that the way of casting itself takes off."""
    from engine.rules import continuous, selecting

    game = ctx.game
    found = [(c, inner) for c, inner in _changes(game, player, spell, ab.CostChange) if c.abilities == ""]
    for keyword in continuous.keywords(game, spell, "affinity"):
        if keyword.which is None:
            raise Unsupported("affinity for nothing named")
        count = sum(
            1
            for t in selecting.matching(ctx, keyword.which)
            if isinstance(t, int) and game.controller(t) == player
        )
        game.cite("702.41a")
        found.append((ab.CostChange("less", "{1}", ab.Literally(count)), ctx))
    if less:
        found.append((ab.CostChange("less", "{1}", ab.Literally(less)), ctx))
    if continuous.has_keyword(game, spell, "undaunted"):
        found.append((ab.CostChange("less", "{1}", ab.Literally(len(game.opponents(player)))), ctx))
        game.cite("702.125a")
    return proposing.cost_changes(found, symbols, game)


def helpers(
    game: Game, player: PlayerId, spell: ObjectId, symbols: Iterable[str]
) -> tuple[tuple[str, ObjectId, frozenset[str]], ...]:
    """CR 702.51a, 702.126a, 702.66a: creatures, artifacts and cards that can pay instead of mana; what each can stand in for."""
    from engine.model.mana import SYMBOL_OF
    from engine.rules import continuous

    if not any(s != "0" for s in symbols):
        return ()
    found: list[tuple[str, ObjectId, frozenset[str]]] = []
    mine = [i for i in game.battlefield() if game.controller(i) == player and not game.object(i).tapped]
    if continuous.has_keyword(game, spell, "convoke"):
        for id in mine:
            now = game.characteristics(id)
            if "creature" in now.types:
                found.append(("convoke", id, frozenset(SYMBOL_OF[c] for c in now.colors) | {GENERIC}))
    if continuous.has_keyword(game, spell, "improvise"):
        found.extend(
            ("improvise", i, frozenset({GENERIC}))
            for i in mine
            if "artifact" in game.characteristics(i).types
        )
    if continuous.has_keyword(game, spell, "delve"):
        found.extend(("delve", i, frozenset({GENERIC})) for i in game.zone("graveyard", player))
    return tuple(found)


__all__ = [
    "ALTERNATIVES",
    "Choices",
    "Method",
    "cast",
    "effect_of",
    "face_of",
    "methods",
    "parse_mana",
    "sorcery_time",
]
