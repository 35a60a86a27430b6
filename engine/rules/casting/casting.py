"""Casting spells, step by step (CR 601.2a-i), and whether it may be done at all (601.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.remembered import by_identity
from engine.errors import IllegalAction, Unsupported
from engine.game import NOTHING_SAID, Choices, Context, Game, doors
from engine.game import events as ev
from engine.keywords import APART, REDUNDANT
from engine.model import SUPPLEMENTARY, CastInfo, GameObject, Mention, ObjectId, OnStack, PlayerId, TargetSlot
from engine.queries import changed_rules, conditions, object_abilities
from engine.rules.casting import keyword_ways, proposal, splicing, timing, total_cost, ways, which_face
from engine.rules.casting.method import Method
from engine.rules.casting.timing import check_split_second
from engine.rules.costs import (
    CostChanges,
    Paying,
    announce_x,
    assisting,
    begin_payment,
    cost_changes,
    costs,
    mana_payment,
    settle,
    split,
    with_cost_changes,
)
from engine.rules.effects import (
    as_cast,
    attaching,
    commander,
    continuous,
    faces,
    layers,
    next_spell,
    prepared,
)
from engine.rules.processing import tell_crime, tell_targets
from engine.rules.stack import priority


def cast(
    game: Game,
    player: PlayerId,
    card: ObjectId,
    choices: Choices = NOTHING_SAID,
    *,
    resolving: bool = False,
    free: bool = False,
    fits: Callable[[Game, ObjectId], bool] | None = None,
    rather: tuple[ab.Cost, ...] = (),
) -> ObjectId:
    """CR 601.2: the player casts the card, with what has been chosen. Returns the spell. Raises IllegalAction with the rule that forbids it; the game is
    then as before (CR 733.1).

    `resolving`: an effect lets the player cast it while it resolves: any time, from where it is (608.2g); `free`: without paying its mana cost, or `rather`: for these costs instead;
    `fits`: whether the spell that is proposed is one that the effect lets them cast (601.2e)."""
    saved = game.fork()
    try:
        if not resolving:
            priority.require(game, player, "cast a spell")
        spell = _cast(game, player, card, choices, resolving, free, fits, rather)
    except (IllegalAction, Unsupported):
        game.restore(saved)
        raise
    if not resolving:
        priority.acted(game, player)
    return spell


@dataclass
class Casting:
    """A spell that is being cast. `obj`: the card as it was before; `not_now`: what speaks against casting it now if it isn't instant-like (CR 307.1);
    `costs`: all parts of its cost so far, `more`: whether additional ones are among them; `imposed`: those that effects ask for before there are targets; `less`: generic mana that the way of casting takes off, `off`: other mana that it does;
    `given`: what is given up for it;
    `spend`: what mana may be spent as though it were, where the card was (609.4b)."""

    game: Game
    player: PlayerId
    obj: GameObject
    choices: Choices
    face: int
    method: Method
    not_now: IllegalAction | None
    info: CastInfo
    ctx: Context
    costs: tuple[ab.Cost, ...] = ()
    announced: cost_changes.Announced = ()
    more: bool = False
    imposed: tuple[ab.ExtraCost, ...] = ()
    less: int = 0
    off: str = ""
    given: tuple[Mention, ...] = ()
    spend: str = ""
    effect: ab.Effect | None = None
    stack: OnStack = field(default_factory=lambda: OnStack(effect=None))

    @property
    def spell(self) -> ObjectId:
        """The spell on the stack."""
        return self.ctx.object


def _cast(
    game: Game,
    player: PlayerId,
    card: ObjectId,
    choices: Choices,
    resolving: bool,
    free: bool,
    fits: Callable[[Game, ObjectId], bool] | None,
    rather: tuple[ab.Cost, ...],
) -> ObjectId:
    casting = _proposed(game, player, card, choices, resolving, free, rather)
    _check_begin(casting, resolving)
    made = _announce_choices(casting)
    _announce_targets(casting, made)
    if not resolving and timing.flash_by_targets(game, casting.spell):
        timing.check_time(game, player, casting.spell, casting.method, casting.not_now)
    _check_proposed(casting, fits)
    tell_targets(game, player, casting.spell, casting.ctx.targets)
    _pay(casting, made)
    _become_cast(casting)
    return casting.spell


def _proposed(
    game: Game,
    player: PlayerId,
    card: ObjectId,
    choices: Choices,
    resolving: bool,
    free: bool,
    rather: tuple[ab.Cost, ...],
) -> Casting:
    """CR 601.2a, 601.3: the face and the way of casting are chosen, and the card is put onto the stack."""
    obj = _castable_object(game, card, choices)
    said = which_face.said_face(obj, choices)
    if said is None:
        able = as_cast.faces_cast(obj.card) if resolving else ways.open_faces(game, player, card, choices)
        said = which_face.choose_face(game, player, obj, able)
    method = ways.choose_method(game, player, card, said, choices, resolving, free, rather)
    face = said if method.face is None else method.face
    which_face.cite_face(game, obj, face)
    _check_evaluated(game, player, obj, face, method)
    printed = which_face.values_of(obj, face, method)
    if "kindred" in printed.types:
        game.cite("308.1")
    if "land" in printed.types:
        raise IllegalAction("305.9", f"{printed.name} is a land and can't be cast as a spell")
    if never := printed.types & SUPPLEMENTARY:
        rule = UNCASTABLE[min(never)]
        raise IllegalAction(
            rule, f"{printed.name} is a {min(never)} card, which stays in the command zone and can't be cast"
        )
    if not resolving:
        check_split_second(game)
    aftermath = which_face.keyword_of(as_cast.as_cast(game, card, face), card, "aftermath")
    if obj.zone != "graveyard" and aftermath is not None:
        raise IllegalAction("702.127a", f"{printed.name} can be cast only from a graveyard")
    not_now = timing.timing_now(game, player)
    info = CastInfo(
        by=player, origin=obj.zone, alternative=method.name, paid=tuple(dict.fromkeys((method.name, method.instance))) if method.name else (),
        in_main=game.is_active(player) and game.turn.step.endswith("main"), **ways.left_by(method, obj, player),
    )  # fmt: skip
    spend = mana_payment.spending_on(game, player, card)
    spell = _put_onto_stack(game, player, card, face, method, info)
    ctx = Context(game, player, spell, object=spell, cast=info, pays_for="spell")
    return Casting(game, player, obj, choices, face, method, not_now, info, ctx, spend=spend)


def _check_evaluated(game: Game, player: PlayerId, obj: GameObject, face: int, method: Method) -> None:
    """CR 601.3e: the values that it would have as it is cast are what leave to cast it from where it is speaks of; 406.3b, 601.3f: of cards that lie face
    down in exile, whoever casts one has to be able to look at it."""
    leave = method.permission
    if (
        leave is not None
        and obj.zone == "exile"
        and obj.face_down
        and leave.change.which not in (None, ab.Noun(form="spell"))
    ):
        if not ways.may_look(game, player, obj):
            raise IllegalAction("601.3f", f"{player} may not look at that card", also=("406.3b",))
        game.cite("406.3b", "601.3f")
    if (
        leave is not None
        and as_cast.as_cast(game, obj.id, face) is not game
        or method.face_down_as
        and obj.zone != "hand"
    ):
        game.cite("601.3e")


UNCASTABLE = {
    "plane": "311.2",
    "phenomenon": "312.2",
    "vanguard": "313.2",
    "scheme": "314.2",
    "conspiracy": "315.3",
}
"""Card types that are never cast, each with the rule that says so."""


def _castable_object(game: Game, card: ObjectId, choices: Choices) -> GameObject:
    """CR 601.3: the card, if it is known and somewhere that cards are cast from."""
    obj = game.object(card)
    if card not in game.objects or obj.zone in ("stack", "battlefield"):
        raise IllegalAction("601.3", f"{game.name(card)} is not somewhere it could be cast from")
    if obj.unknown:
        raise Unsupported("casting an unknown card")
    if obj.reads_as:
        raise Unsupported(f"{game.name(card)}: {obj.reads_as}")
    if choices.origin and choices.origin != obj.zone:
        raise IllegalAction("601.3", f"{game.name(card)} is in the {obj.zone}, not in the {choices.origin}")
    return obj


def _put_onto_stack(
    game: Game, player: PlayerId, card: ObjectId, face: int, method: Method, info: CastInfo
) -> ObjectId:
    """CR 601.2a: the card moves to the stack and becomes a spell."""
    event = ev.MoveZone(
        object=card, to="stack", verb="cast", controller=player, by=player, face=face, face_down=bool(method.face_down_as),
        face_down_as=method.face_down_as, transformed=method.name in keyword_ways.TRANSFORMED, stack=OnStack(effect=None), cast=info,
    )  # fmt: skip
    game.cite("601.2a")
    if game.object(card).face_down and not method.face_down_as:
        game.cite("406.3a")
    if method.rule != "601.3":
        game.cite(method.rule)
    if method.name in APART and len(changed_rules.keywords(game, card, method.name)) > 1:
        game.cite(APART[method.name])
    if method.permission is not None and method.permission.change.rather:
        game.cite("118.9b")
    if method.face_down_as:
        held = game.objects[card].card
        two_sided = held is not None and held.layout in faces.TWO_SIDED
        game.cite("708.2", "708.2a", "708.4", *(("712.15",) if two_sided else ()))
    if event.transformed:
        game.cite("712.11a", "712.8c", *(("712.11d",) if method.name in keyword_ways.TRANSFORMED else ()))
    if method.name == "prototype":
        game.cite("718.3", "718.3b", *(("718.3a",) if game.objects[card].zone != "hand" else ()))
    entries = game.happen(event)
    moved = [h.event for h in entries if isinstance(h.event, ev.MoveZone) and h.event.object == card]
    if not moved or moved[0].to != "stack":
        raise IllegalAction("601.2a", f"{game.name(card)} can't be put onto the stack")
    if method.name == "bestow":
        _bestow(game, player, moved[0].was)
    if any(not held.own and held.since for held in layers.held(game, moved[0].was)):
        game.cite("610.5")
    next_spell.begin_to_apply(game, player, moved[0].was)
    return moved[0].was


def _check_begin(casting: Casting, resolving: bool) -> None:
    """CR 601.3, 601.3a: time and prohibitions, asked before the choices are announced; a value of X yet to be chosen may be what an effect prohibits no
    more."""
    game, player, spell = casting.game, casting.player, casting.spell
    if not resolving and not timing.flash_by_targets(game, spell):
        timing.check_time(game, player, spell, casting.method, casting.not_now)
    try:
        timing.check_prohibited(game, player, spell)
    except IllegalAction:
        if not total_cost.cost_has_x(game, spell) or not _could_be_permitted(casting):
            raise
        game.cite("601.3a")
    timing.check_when(game, player, spell, casting.not_now)


LARGEST_X = 30
"""As far as values of X are tried for one with which a spell isn't prohibited."""


def _could_be_permitted(casting: Casting) -> bool:
    """CR 601.3a: whether there is a value of X with which no effect prohibits the spell."""
    game, spell = casting.game, casting.spell
    for x in range(LARGEST_X + 1):
        ahead = game.fork()
        ahead.put_object(replace(ahead.objects[spell], cast=replace(casting.info, x=x)))
        try:
            timing.check_prohibited(ahead, casting.player, spell)
        except IllegalAction:
            continue
        return True
    return False


def _check_proposed(casting: Casting, fits: Callable[[Game, ObjectId], bool] | None) -> None:
    """CR 601.2e, 601.6: whether the spell can be cast as it has been proposed, with its modes, X and targets."""
    game, player, spell = casting.game, casting.player, casting.spell
    try:
        timing.check_prohibited(game, player, spell)
    except IllegalAction as refused:
        raise IllegalAction("601.6", refused.reason, also=("601.2e", refused.rule)) from refused
    if not ways.still_permitted(game, casting.method, spell) or (fits is not None and not fits(game, spell)):
        raise IllegalAction("601.2e", f"{game.name(spell)} isn't what {player} may cast so")


def _announce_choices(casting: Casting) -> Paying:
    """CR 601.2b: splicing, additional costs, modes, X, and which of several costs is paid. Returns the payment that begins with them."""
    game, player, ctx, method, spell = (
        casting.game, casting.player, casting.ctx, casting.method, casting.spell,
    )  # fmt: skip
    spliced, choices = splicing.announce(ctx, player, casting.choices)
    casting.choices = choices
    paid, extra = total_cost.announce_additional(ctx, player, choices)
    casting.imposed = tuple(total_cost.imposed(game, player, spell))
    tax = commander.tax(game, casting.obj)
    by_splicing = tuple(cost for splice in spliced for cost in splice.costs)
    said = effect_of(game, spell)
    joined = splicing.joined(said, spliced)
    every = "entwine" in paid
    ctx.cast = replace(casting.info, paid=casting.info.paid + paid)  # modes may hang on what will be paid
    if every:
        game.cite("702.42b")
    if spliced:
        game.cite("702.47c", "702.47d", "612.10")
    effect, modes = proposal.announce_modes(ctx, player, joined, choices.modes, every, choices.x)
    by_mode = total_cost.per_mode(game, spell, said, modes)
    casting.announced = (
        (
            "mana cost" if method.costs is None else f"{method.name} cost",
            total_cost.base_costs(game, spell, method),
            _rule_of_base(method),
        ),
        (f"additional cost of {method.name}", method.more, method.rule),
        (_names_of(paid) or "additional cost", extra, "118.8"),
        ("commander tax", tax, "903.8"),
        ("splicing", by_splicing, "702.47b"),
        ("modes", by_mode, "700.2h"),
    )
    everything = tuple(cost for _, costs, _ in casting.announced for cost in costs)
    extra += tax + by_splicing + by_mode
    x = announce_x(ctx, player, everything, choices.x, free=total_cost.cost_has_x(game, spell))
    promised = total_cost.promised(game, player) if "gift" in casting.info.paid + paid else None
    named = casting.info.paid + paid + (("splice",) if spliced else ())
    casting.info = replace(casting.info, modes=modes, x=x, paid=named, promised=promised)
    ctx.cast = casting.info
    made = begin_payment(ctx, player, choices.pay)
    made.spend = casting.spend
    casting.costs, casting.given = total_cost.given_up(made, player, settle(made, everything))
    casting.more = bool(extra or method.more)
    if method.name == "emerge":
        victim, casting.less = total_cost.emerging(made)
        casting.costs = (*casting.costs, victim)
    elif method.name == "harmonize":
        helper, casting.less = total_cost.harmonizing(made)
        casting.costs = (*casting.costs, *helper)
    elif method.name == "offering":
        victim, casting.off = total_cost.offering(made)
        casting.costs = (*casting.costs, victim)
    casting.effect = effect
    return made


def _announce_targets(casting: Casting, made: Paying) -> None:
    """CR 601.2c-d: targets and division, of what the text says with the costs that are paid."""
    ctx = casting.ctx
    casting.game.cite(*proposal.targets_if_paid(casting.effect))
    effect = proposal.settle_paid(casting.effect, casting.info)
    if casting.method.name == "overload":
        casting.game.cite("702.96b", "702.96c")
        effect = ways.overloaded(effect)
    own = _mutate_slots(casting) or _aura_slots(casting.game, casting.spell)
    effect, ctx.targets = proposal.announce_targets(ctx, effect, casting.choices, own)
    casting.stack = OnStack(effect=effect, targets=ctx.targets)
    proposal.announced(casting.game, casting.spell, "proposed", casting.stack, casting.info)


def _pay(casting: Casting, made: Paying) -> None:
    """CR 601.2f-h: the total cost, mana abilities, payment."""
    game, player, spell = casting.game, casting.player, casting.spell
    if casting.more:
        game.cite("601.2f")
    for_targets = total_cost.imposed(game, player, spell)
    for known in casting.imposed:
        for_targets.remove(known) if known in for_targets else None
    if for_targets:  # what spells with such targets cost besides
        game.cite("601.2f", "118.8")
        casting.costs = (
            *casting.costs,
            *settle(made, tuple(c for change in for_targets for c in change.costs)),
        )
    symbols, others = split(casting.ctx, casting.costs)
    changes = total_cost.changes(
        casting.ctx, spell, player, casting.method, casting.less, casting.off, casting.given
    )
    if casting.method.costs is not None and (casting.more or changes):
        game.cite("118.9d")
    cost_changes.quote(casting.ctx, player, casting.announced, casting.costs, changes)
    total = partial(_changed, game, changes)
    made.total = assisting.assisted(game, spell, player, total, symbols)
    made.helpers += total_cost.helpers(game, player, spell)
    costs.pay_total(made, symbols, others)
    if symbols or others:
        game.cite("601.2h")
    if game.players[player].controlled_by is not None:
        game.cite("723.3", *(("723.5a",) if symbols or others else ()))
    game.cite(*timing.goes_on(game, player, spell, casting.method, casting.not_now))
    proposal.paid(casting.ctx, made, "proposed", casting.stack, casting.info)


def _rule_of_base(method: Method) -> str:
    """CR 202.1a, 118.9: what says that the mana cost, or the alternative cost, is paid."""
    return "202.1a" if method.costs is None else method.rule


def _names_of(paid: Sequence[str]) -> str:
    """The additional costs that are paid, each by its fullest name."""
    return " and ".join(p for p in dict.fromkeys(paid) if not any(q != p and q.startswith(p) for q in paid))


def _changed(game: Game, changes: CostChanges, symbols: Sequence[str]) -> list[str]:
    """CR 601.2f: the mana of the cost as the changes make it."""
    return with_cost_changes([(change, ctx) for change, ctx, _ in changes], symbols, game)


def _become_cast(casting: Casting) -> None:
    """CR 601.2i: the spell has been cast."""
    game, player, spell = casting.game, casting.player, casting.spell
    several = (n for n in REDUNDANT if len(changed_rules.keywords(game, spell, n)) > 1)
    game.cite("601.2i", *(REDUNDANT[name] for name in several))
    prepared.used(game, casting.obj)
    if asked := _asked_of_casting(game.characteristics(spell).abilities):
        held = tuple(c for c in asked if conditions.holds(casting.ctx, c))
        cast = replace(casting.info if (known := game.object(spell).cast) is None else known, held=held)
        game.happen(ev.SetFields(thing=spell, verb="proposed", fields={"cast": cast}, quiet=True))
    game.happen(ev.SpellCast(player=player, object=spell, origin=casting.info.origin))
    tell_crime(game, player, spell, casting.ctx.targets)


@by_identity
def _asked_of_casting(abilities: tuple[ab.Ability, ...]) -> tuple[ab.Condition, ...]:
    """CR 608.2i: what a text will ask that held as the spell was cast."""
    found = (n.holding for a in abilities for n in ab.walk(a) if isinstance(n, ab.WasCast))
    return tuple(dict.fromkeys(c for c in found if c is not None))


def _bestow(game: Game, player: PlayerId, spell: ObjectId) -> None:
    """CR 702.103b: it becomes an Aura enchantment with enchant creature, no creature, until it ceases to be bestowed."""
    enchant = ab.Keyword("enchant", which=ab.Noun((("creature",),)))
    changes = (ab.LosesTypes(("creature",)), ab.Types(("Aura",), add=True), ab.Gains((enchant,)))
    ctx = Context(game, player, spell, object=spell)
    game.cite("702.103b", "702.103d")
    continuous.add_floating(ctx, ab.Fixed((spell,)), changes, ab.WhileBestowed())


def effect_of(game: Game, spell: ObjectId) -> ab.Effect | None:
    """The instructions of a spell: those of its paragraphs one after another (CR 608.2c); None for a permanent spell."""
    if not game.characteristics(spell).types & {"instant", "sorcery"}:
        return None
    effects = [a.effect for a in object_abilities.abilities_of(game, spell) if isinstance(a, ab.SpellAbility)]
    return effects[0] if len(effects) == 1 else ab.Sequence(tuple(effects)) if effects else None


def _mutate_slots(casting: Casting) -> tuple[TargetSlot, ...]:
    """CR 702.140a, 115.1e: a mutating creature spell targets a creature that isn't Human, with the same owner."""
    if casting.method.name != "mutate":
        return ()
    casting.game.cite("702.140a")
    mine = ab.OwnedBy(ab.OwnerOf(ab.This()))
    which = ab.Which((ab.Not(ab.OfType("Human")),), ab.Noun((("creature",),)), (mine,))
    return (TargetSlot(ab.Target(which)),)


def _aura_slots(game: Game, spell: ObjectId) -> tuple[TargetSlot, ...]:
    """CR 303.4a, 702.5a: an Aura spell has a target, which its enchant ability describes."""
    if "Aura" not in game.characteristics(spell).subtypes:
        return ()
    wanted = attaching.enchants(game, spell)
    if not wanted:
        raise Unsupported("an Aura spell without an enchant ability")
    game.cite("303.4a", "702.5a")
    which, *others = wanted
    if others:
        game.cite("702.5c")
        if any(isinstance(w, ab.PlayerKind) for w in wanted):
            raise Unsupported("an Aura with several enchant abilities that aren't all about objects")
        which = ab.Which((), which, tuple(ab.Not(ab.Besides(other)) for other in others))
    if isinstance(which, ab.PlayerKind):
        game.cite("702.5d")
        return (TargetSlot(ab.TargetPlayer(which.who)),)
    return (TargetSlot(ab.Target(which)),)


doors.cast = cast

__all__ = ["cast", "effect_of", "keyword_ways", "timing", "total_cost", "ways", "which_face"]
