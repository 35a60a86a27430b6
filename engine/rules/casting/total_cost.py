"""What a spell costs: additional costs (CR 601.2b, 118.8), the total (601.2f), and what helps to pay it (702.51a, 702.66a, 702.126a)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Choices, Context, Decision, Game, mana_value
from engine.keywords import APART, RULED, TapPower, instance
from engine.model import SYMBOL_OF, Mention, ObjectId, PlayerId, plain
from engine.queries import changed_rules, conditions, descriptions, object_abilities
from engine.rules.casting.method import Method
from engine.rules.costs import GENERIC, CostChanges, Paying, can_sacrifice, choices_of_costs, preparing
from engine.rules.effects import rule_changes


def base_costs(game: Game, spell: ObjectId, method: Method) -> tuple[ab.Cost, ...]:
    """CR 601.2f: the mana cost, or the alternative cost that was announced. No mana cost can't be paid (118.6)."""
    if method.costs is not None:
        return method.costs
    cost = game.characteristics(spell).mana_cost
    if cost is None:
        raise IllegalAction("118.6", f"{game.name(spell)} has no mana cost, which can't be paid")
    return (ab.PayMana(str(cost), by=_x_paid(game, spell)),)


X_PAID = frozenset({"X in B"})
"""Words of Ruled, said of a spell by itself, and of `PayMana.by`: with what mana alone its X is paid."""
rule_changes.heed(ab.Ruled, X_PAID)


def _x_paid(game: Game, spell: ObjectId) -> str:
    """CR 601.2h: what the spell's own text says of the mana that may be spent on X."""
    for ability in object_abilities.abilities_of(game, spell):
        if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This):
            for change in ability.changes:
                if isinstance(change, ab.Ruled) and change.rule in X_PAID:
                    return change.rule
    return ""


def cost_has_x(game: Game, spell: ObjectId) -> bool:
    """CR 107.3b: X is 0 where a cost without X is paid instead of a mana cost with it."""
    cost = game.characteristics(spell).mana_cost
    return cost is not None and "X" in cost.symbols


OPTIONAL = {
    "kicker": ("702.33a", False), "multikicker": ("702.33c", True), "sticker kicker": ("702.33h", False), "buyback": ("702.27a", False), "entwine": ("702.42a", False),
    "replicate": ("702.56a", True), "squad": ("702.157a", True), "offspring": ("702.175a", False), "bargain": ("702.166a", False),
    "conspire": ("702.78a", False), "casualty": ("702.153a", False), "teamwork": ("702.194a", False),
    "gift": ("702.174a", False),
}  # fmt: skip
"""Keywords that are optional additional costs (CR 118.8b): the rule, and whether they can be paid several times."""

conditions.OFFERED.update(OPTIONAL)


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


def _teamwork(keyword: ab.Keyword) -> tuple[ab.Cost, ...]:
    """CR 702.194a: creatures of that power together are tapped."""
    if keyword.number is None:
        raise Unsupported("teamwork without its number")
    return (TapPower(keyword.number, "joins"),)


OWN_COSTS: dict[str, Callable[[ab.Keyword], tuple[ab.Cost, ...]]] = {
    "bargain": lambda keyword: BARGAIN, "conspire": _conspire, "casualty": _casualty, "gift": lambda keyword: (), "teamwork": _teamwork,
    "sticker kicker": lambda keyword: (*keyword.costs, ab.Do(ab.Keyworded("sticker kick"))),
}  # fmt: skip
"""Keywords whose costs are not written with them."""


def announce_additional(
    ctx: Context, player: PlayerId, choices: Choices
) -> tuple[tuple[str, ...], tuple[ab.Cost, ...]]:
    """CR 601.2b, 118.8: which optional additional costs the player is going to pay, and those that must be paid. Returns the names paid, one for each
    time, and the costs. An optional cost that nobody spoke of is asked about; the default is not to pay it."""
    game, spell = ctx.game, ctx.object
    paid: list[str] = []
    more: list[ab.Cost] = []
    asked = [plain(a) for a in choices.additional]
    known: set[str] = set()
    kicks = None if choices.kicked is None else int(choices.kicked)
    kickers = [k for name in conditions.KICKED for k in changed_rules.keywords(game, spell, name)]
    if kicks and not kickers:
        raise IllegalAction("702.33a", f"{game.name(spell)} has no kicker")
    for name, (rule, often) in OPTIONAL.items():
        keywords = changed_rules.keywords(game, spell, name)
        known.add(name)
        counts: list[int] = []
        left = asked.count(name)
        for keyword in keywords:
            shown = instance(keyword, name)
            times = sum(1 for a in asked if a != name and a and plain(shown).startswith(a))
            if len(keywords) > 1 and name in APART and not often:
                times, left = times + min(left, 1), max(0, left - 1)
            else:
                times += left
            if name in conditions.KICKED and kicks is not None:
                times = kicks if often else min(kicks, 1)
                kicks -= times
            if not times and name not in asked and (name not in conditions.KICKED or choices.kicked is None):
                times = _ask(game, player, shown, often)
            if times > 1 and not often:
                raise IllegalAction(rule, f"{name} can be paid only once")
            counts.append(times)
            game.cite(*(("601.2b", rule) if times else ()))
            parts = OWN_COSTS[name](keyword) if name in OWN_COSTS else keyword.costs
            more.extend(parts * times)
            paid.extend(["kicker" if name in conditions.KICKED else name] * times)
            paid.extend([shown] * times if shown != name else ())
        if len(keywords) > 1 and name in APART and any(counts):
            _each_for_itself(game, name, [instance(k) for k in keywords], counts, often)
    if kicks:
        raise IllegalAction("702.33a", f"{game.name(spell)} can't be kicked so often")
    extra = _extra_costs(game, player, spell)
    known |= {"additional cost" for _, optional in extra if optional}
    for change, optional in extra:
        if not optional:
            more.extend(change.costs)
            game.cite("118.8")
        elif "additional cost" in asked or (not asked and _ask(game, player, "the additional cost", False)):
            more.extend(change.costs)
            paid.append("additional cost")
            game.cite("118.8b")
    _check_known(game, spell, asked, known, paid)
    return tuple(paid), tuple(more)


def _check_known(game: Game, spell: ObjectId, asked: list[str], known: set[str], paid: list[str]) -> None:
    """CR 601.2b: whether each additional cost that the player named is one of the spell's, and is paid."""
    for name in asked:
        if name not in known and not any(plain(p).startswith(name) for p in paid):
            raise Unsupported(f"the additional cost {name!r}")
        if not any(plain(p).startswith(name) for p in paid):
            raise IllegalAction("601.2b", f"{game.name(spell)} has no additional cost {name!r}")


def _each_for_itself(game: Game, name: str, shown: list[str], counts: list[int], often: bool) -> None:
    """CR 702.56b, 702.78b, 702.153b, 702.157b, 702.175b: each of several instances triggers for its own payment. They are told apart by their mana; those
    with the same have to be paid alike, and once."""
    alike = [
        [n for other, n in zip(shown, counts, strict=True) if other == one] for one in dict.fromkeys(shown)
    ]
    if any(len(group) > 1 and (often or len(set(group)) > 1) for group in alike):
        raise Unsupported(f"several instances of {name} with the same cost, of which not all are paid once")
    game.cite(APART[name])


def promised(game: Game, player: PlayerId) -> PlayerId:
    """CR 702.174a: the opponent to whom a gift is promised."""
    others = tuple(game.reached(player))
    decision = Decision(player, "objects", "To whom is the gift promised?", others, 1, 1)
    return str(game.decide(decision)[0])


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


def imposed(game: Game, player: PlayerId, spell: ObjectId) -> list[ab.ExtraCost]:
    """CR 118.8, 601.2f: the additional costs that the spell has to be paid for with now."""
    return [change for change, optional in _extra_costs(game, player, spell) if not optional]


def _changes(
    game: Game, player: PlayerId, spell: ObjectId, kind: type[ab.Change]
) -> list[tuple[Any, Context]]:
    """Changes of the kind for this spell: what it says of itself, in the frame of the one who casts it, and what effects say of it."""
    own: list[tuple[Any, Context]] = []
    for ability in object_abilities.abilities_of(game, spell):
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
            if ability.condition is not None:
                if not conditions.holds(ctx, ability.condition):
                    continue
                ctx.mentions += conditions.speaks_of(ctx, ability.condition)
            own.extend((c, ctx) for c in ability.changes if isinstance(c, kind))
    applied = [
        *changed_rules.changes_on(game, spell, kind),
        *changed_rules.spell_changes(game, spell, player, kind),
    ]
    return own + [(a.change, a.ctx) for a in applied if a.source != spell]


def per_mode(
    game: Game, spell: ObjectId, effect: ab.Effect | None, modes: tuple[int, ...]
) -> tuple[ab.Cost, ...]:
    """CR 702.120a: escalate is paid once for each mode beyond the first; 700.2h, 702.172a: what modes with costs of their own cost."""
    more: tuple[ab.Cost, ...] = ()
    for modal in (v for v in ab.walk_own(effect) if isinstance(v, ab.Modal)):
        chosen = [modal.modes[n - 1] for n in modes]
        costly = tuple(ab.PayMana(mode.cost) for mode in chosen if isinstance(mode, ab.Mode) and mode.cost)
        if costly:
            by = [k for k in ("spree", "tiered") if changed_rules.has_keyword(game, spell, k)]
            game.cite("700.2h", *(RULED[k] for k in by))
        more += costly
    for keyword in changed_rules.keywords(game, spell, "escalate"):
        more += keyword.costs * max(0, len(modes) - 1)
        game.cite("702.120a")
    return more


def emerging(made: Paying) -> tuple[ab.Cost, int]:
    """CR 702.119a, 702.119c: the creature that is going to be sacrificed, and its mana value, by which the total cost is reduced."""
    game, player = made.game, made.payer
    keywords = changed_rules.keywords(game, made.ctx.object or made.ctx.source, "emerge")
    which = next((k.which for k in keywords if k.which is not None), ab.Noun((("creature",),)))
    options = [
        i
        for i in game.battlefield()
        if game.controller(i) == player and descriptions.fits(made.ctx, which, i) and can_sacrifice(made, i)
    ]
    if not options:
        raise IllegalAction("118.3", f"{player} has nothing to sacrifice for emerge")
    question = f"Which permanent is sacrificed for {game.name(made.ctx.source)}?"
    if any(k.which is not None for k in keywords):
        game.cite("702.119b")
    (victim,) = choices_of_costs.picked(made, options, question, 1, 1)
    game.cite("702.119c")
    return ab.Do(ab.Sacrifice(ab.Fixed((victim,)))), mana_value(game, victim)


def harmonizing(made: Paying) -> tuple[tuple[ab.Cost, ...], int]:
    """CR 702.180a-b: the untapped creature, if any, that is going to be tapped, and its power, by which the total cost is reduced."""
    game, player = made.game, made.payer
    options = [
        i
        for i in game.battlefield()
        if game.controller(i) == player and "creature" in game.characteristics(i).types
        if not game.object(i).tapped and i not in made.tapped
    ]
    question = f"Which creature is tapped for {game.name(made.ctx.source)}?"
    helper = choices_of_costs.picked(made, options, question, 0, 1) if options else ()
    if helper:
        game.cite("702.180b")
    power = sum(max(0, game.characteristics(i).power or 0) for i in helper)
    return tuple(ab.Do(ab.Tap(ab.Fixed((i,)))) for i in helper), power


def offering(made: Paying) -> tuple[ab.Cost, str]:
    """CR 702.48a-c: the permanent that is going to be sacrificed, and its mana cost, by which the total cost is reduced."""
    game, spell = made.game, made.ctx.source
    kinds = [k.which for k in changed_rules.keywords(game, spell, "offering") if k.which is not None]
    options = [
        i
        for i in game.battlefield()
        if game.controller(i) == made.payer and can_sacrifice(made, i)
        if any(descriptions.fits(made.ctx, which, i) for which in kinds)
    ]
    if not options:
        raise IllegalAction("118.3", f"{made.payer} has nothing to offer for {game.name(spell)}")
    (victim,) = choices_of_costs.picked(made, options, f"What is offered for {game.name(spell)}?", 1, 1)
    cost = game.characteristics(victim).mana_cost
    game.cite("702.48b")
    off = "".join(f"{{{s}}}" for s in cost.symbols if s != "X") if cost is not None else ""
    return ab.Do(ab.Sacrifice(ab.Fixed((victim,)))), off


def given_up(
    made: Paying, player: PlayerId, costs: tuple[ab.Cost, ...]
) -> tuple[tuple[ab.Cost, ...], tuple[Mention, ...]]:
    """CR 601.2b, 601.2f: where the spell costs less for each thing given up as an additional cost, these are chosen as that cost is announced. Returns
    the costs with what was chosen, and that under the addresses of these costs."""
    asked = {
        address
        for change, _ in _changes(made.game, player, made.ctx.source, ab.CostChange)
        for node in ab.walk(change.times)
        if isinstance(node, ab.HowMany)
        for address in node.to
    }
    settled: list[ab.Cost] = []
    chosen: list[Mention] = []
    for cost in costs:
        if not asked or not isinstance(cost, ab.Do) or cost.action.at not in asked:
            settled.append(cost)
            continue
        before = made.gone | made.tapped
        preparing.prepare(made, cost)
        ids = tuple(sorted((made.gone | made.tapped) - before))
        made.gone.difference_update(ids)
        made.tapped.difference_update(ids)
        action: Any = cost.action
        settled.append(replace(cost, action=replace(action, what=ab.Fixed(ids))))
        chosen.append(Mention(ids, done=GIVEN_UP[type(action)], many=True, at=action.at))
        made.game.cite("601.2b")
    return tuple(settled), tuple(chosen)


GIVEN_UP: dict[type[ab.Effect], str] = {
    ab.Exile: "exiled", ab.Sacrifice: "sacrificed", ab.Tap: "tapped", ab.Discard: "discarded",
}  # fmt: skip
"""What can be done to any number of things as an additional cost, by how many of which a spell costs less."""


def _paid_for(ctx: Context, player: PlayerId, spell: ObjectId) -> list[tuple[ab.CostChange, Context, str]]:
    """CR 118.7, 601.2f: by how much a spell costs less for which an optional additional cost is paid that says so."""
    offered = [change for change, optional in _extra_costs(ctx.game, player, spell) if optional]
    times = ctx.cast.paid.count("additional cost") if ctx.cast is not None else 0
    cuts = [change.less for change in offered if change.less]
    if cuts and 0 < times < len(offered):
        raise Unsupported("several optional additional costs of which not all are paid")
    return [(ab.CostChange("less", cut, colored=True), ctx, "") for cut in cuts if times]


def changes(
    ctx: Context, spell: ObjectId, player: PlayerId, method: Method, less: int = 0, off: str = "", given: tuple[Mention, ...] = (),
) -> CostChanges:  # fmt: skip
    """CR 601.2f: what increases and reduces the mana of the cost, affinity (702.41a) among it. `less`: generic mana that the way of casting itself
    takes off; `off`: other mana that it does; `given`: what is given up for it."""
    game = ctx.game
    found = [(c, inner, "") for c, inner in _changes(game, player, spell, ab.CostChange) if c.abilities == ""]
    for change, inner, _ in found:
        if any(isinstance(n, ab.HowMany) for n in ab.walk(change.times)):
            inner.mentions.extend(given)
    found += _paid_for(ctx, player, spell)
    affinities = changed_rules.keywords(game, spell, "affinity")
    if len(affinities) > 1:
        game.cite("702.41b")
    for keyword in affinities:
        if keyword.which is None:
            raise Unsupported("affinity for nothing named")
        count = sum(
            1
            for t in descriptions.matching(ctx, keyword.which)
            if isinstance(t, int) and game.controller(t) == player
        )
        game.cite("702.41a")
        found.append((ab.CostChange("less", "{1}", ab.Literally(count)), ctx, "702.41a"))
    if less:
        found.append((ab.CostChange("less", "{1}", ab.Literally(less)), ctx, method.rule))
    if off:
        game.cite("702.48c")
        found.append((ab.CostChange("less", off), ctx, "702.48c"))
    undaunted = changed_rules.keywords(game, spell, "undaunted")
    for _ in undaunted:
        number = ab.Literally(len(game.reached(player)))
        found.append((ab.CostChange("less", "{1}", number), ctx, "702.125a"))
        game.cite("702.125a", *(("702.125c",) if len(undaunted) > 1 else ()))
        if any(game.players[p].lost for p in game.order):
            game.cite("702.125b")
    return found


def helpers(
    game: Game, player: PlayerId, spell: ObjectId
) -> tuple[tuple[str, ObjectId, frozenset[str]], ...]:
    """CR 702.51a, 702.126a, 702.66a: creatures, artifacts and cards that can pay instead of mana; what each can stand in for."""
    found: list[tuple[str, ObjectId, frozenset[str]]] = []
    mine = [i for i in game.battlefield() if game.controller(i) == player and not game.object(i).tapped]
    if changed_rules.has_keyword(game, spell, "convoke"):
        for id in mine:
            now = game.characteristics(id)
            if "creature" in now.types:
                found.append(("convoke", id, frozenset(SYMBOL_OF[c] for c in now.colors) | {GENERIC}))
    if changed_rules.has_keyword(game, spell, "improvise"):
        found.extend(
            ("improvise", i, frozenset({GENERIC}))
            for i in mine
            if "artifact" in game.characteristics(i).types
        )
    if changed_rules.has_keyword(game, spell, "delve"):
        found.extend(("delve", i, frozenset({GENERIC})) for i in game.zone("graveyard", player))
    return tuple(found)
