"""The declaration of attackers (CR 508.1): what can attack what, restrictions, requirements, bands, costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.base import Cost
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, CostPart, Decision, Game, Quote
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import bands as together
from engine.queries import changed_rules, combat_state, numbers
from engine.rules.combat import requirements, restrictions
from engine.rules.combat.restrictions import CANT, COSTS, MAY, MUST, WHEN
from engine.rules.costs import costs, split
from engine.rules.processing import combat_changes

GOADED = "goaded by "
"""How an object's marks say that a player has goaded it (CR 701.15b), followed by the player's key."""

ATTACK_COSTS = ("attack", "attack you", "attack you or planeswalkers you control")
"""The words of `ExtraCost.to` that are about attacking."""

Charge = tuple[Context, tuple[Cost, ...], ObjectId]


def declare_attackers(
    game: Game, attacks: Mapping[ObjectId, Thing], bands: Iterable[Iterable[ObjectId]] = ()
) -> None:
    """CR 508.1: the active player declares these attacks, in order: legality, bands, tapping, costs; then the creatures are attacking.

    Raises IllegalAction, with nothing changed, if any part of the declaration is not lawful."""
    combat = game.combat
    if combat is None:
        raise IllegalAction("506.1", "there is no combat phase going on")
    if combat.declared_attackers:
        raise IllegalAction("508.1", "attackers have been declared already in this combat")
    saved = game.fork()
    try:
        _declare(game, dict(attacks), tuple(tuple(band) for band in bands))
    except IllegalAction:
        game.restore(saved)
        raise


def _declare(game: Game, attacks: dict[ObjectId, Thing], bands: tuple[tuple[ObjectId, ...], ...]) -> None:
    player = game.turn.active
    for attacker, whom in attacks.items():
        check_attack(game, attacker, whom)
    _check_together(game, attacks)
    _check_requirements(game, player, attacks)
    _check_bands(game, attacks, bands)
    several = ("805.10a", "805.10b", "506.2b") if game.seating.shared else ("802.2", "802.3")
    game.cite("508.1", *(several if len(game.opponents(player)) > 1 and attacks else ()))
    for whom in attacks.values():
        if isinstance(whom, int) and "battle" in game.characteristics(whom).types:
            own = combat_state.protector(game, whom) == game.controller(whom)
            game.cite("310.5", *(() if own else ("310.8d",)))
    # CR 508.1f: tapping is no cost, and comes before the costs.
    tapping = [a for a in attacks if not restrictions.has(game, a, "vigilance")]
    watchful = [a for a in attacks if a not in tapping]
    if watchful:
        game.cite("702.20b")
    looked_at, game.citing = game.citing, ()  # what lets them attack is told of the attack
    if tapping:
        game.cite("508.1f")
        game.happen([ev.Tap(object=a) for a in tapping])
    game.chosen_to_attack = tuple(attacks)
    try:
        _pay(game, player, attacks)
    finally:
        game.chosen_to_attack = ()
    game.cite(*looked_at)
    # CR 508.1k: those still controlled by the active player become attacking creatures.
    staying = tuple(
        (a, w) for a, w in attacks.items() if a in game.objects and game.is_active(game.controller(a))
    )
    kept = tuple(tuple(m for m in band if m in dict(staying)) for band in bands)
    combat_changes.attack(game, staying, kept)
    if staying:
        game.cite("508.1k")
        game.happen(ev.AttackersDeclared(player=player, attacks=staying, bands=kept))
    else:
        game.note(f"{player} declares no attackers", "508.1", about=(player,), kind="choice")


# ---- what can attack --------------------------------------------------------------------------------------------


def attackers_able(game: Game) -> list[ObjectId]:
    """The active player's creatures that could be declared as attackers of something, each taken by itself, costs aside (CR 508.1a-c)."""
    player = game.turn.active
    whom = combat_state.attackable(game, player)
    mine = [i for i in game.battlefield() if game.is_active(game.controller(i))]
    return [i for i in mine if any(why_not(game, i, w) is None for w in whom)]


def check_attack(game: Game, attacker: ObjectId, whom: Thing) -> None:
    """CR 508.1a-c: raise IllegalAction if the creature can't attack that player, planeswalker or battle, all else aside."""
    refusal = why_not(game, attacker, whom)
    if refusal is not None:
        raise refusal
    if restrictions.summoning_sick(game, attacker) and _hasty(game, attacker):
        game.cite("702.10b")
    if len(as_though(game, attacker)) > 1:
        game.cite("609.4a")


def as_though(game: Game, attacker: ObjectId) -> list[str]:
    """CR 609.4, 609.4a: what the creature attacks as though it had or hadn't, without which it couldn't attack."""
    needed = {
        "attack as though it had haste": restrictions.summoning_sick(game, attacker)
        and not restrictions.has(game, attacker, "haste"),
        "attack as though it didn't have defender": restrictions.has(game, attacker, "defender"),
    }
    return [what for what, needs in needed.items() if needs and _may(game, attacker, what)]


def why_not(game: Game, attacker: ObjectId, whom: Thing) -> IllegalAction | None:
    """CR 508.1a-c: why the creature can't attack that thing, or None if it can."""
    return _unable(game, attacker) or _not_attackable(game, whom) or _restricted(game, attacker, whom)


def _unable(game: Game, id: ObjectId) -> IllegalAction | None:
    """CR 508.1a, 506.3: an untapped creature of the active player, no battle, not summoning sick."""
    name = game.name(id)
    obj = game.objects.get(id)
    if obj is None or obj.zone != "battlefield" or obj.phased_out:
        return IllegalAction("508.1a", f"{name} is not on the battlefield")
    if not game.is_active(game.controller(id)):
        return IllegalAction(
            "508.1a", f"{name} is not controlled by {game.turn.active}, the attacking player"
        )
    types = game.characteristics(id).types
    if "creature" not in types:
        return IllegalAction("506.3", f"{name} is not a creature")
    if "battle" in types:
        return IllegalAction("508.1a", f"{name} is a battle")
    if obj.tapped:
        return IllegalAction("508.1a", f"{name} is tapped")
    if restrictions.summoning_sick(game, id) and not _hasty(game, id):
        return IllegalAction(
            "302.6", f"{name} came under {game.turn.active}'s control this turn and has no haste"
        )
    if restrictions.has(game, id, "defender") and not _may(
        game, id, "attack as though it didn't have defender"
    ):
        return IllegalAction("702.3b", f"{name} has defender")
    return None


def _hasty(game: Game, id: ObjectId) -> bool:
    return restrictions.has(game, id, "haste") or _may(game, id, "attack as though it had haste")


def _may(game: Game, id: ObjectId, what: str) -> bool:
    return any(True for _ in restrictions.changes(game, id, ab.May, MAY, (what,)))


def _not_attackable(game: Game, whom: Thing) -> IllegalAction | None:
    """CR 506.2, 508.1b, 310.8b: a defending player, a planeswalker of theirs, a battle that they protect."""
    active = game.turn.active
    if whom in combat_state.attackable(game, active):
        return None
    defender = combat_state.defender_of(game, whom) if isinstance(whom, str) or whom in game.objects else None
    if defender in game.opponents(active) and (
        rule := combat_state.unattackable(game, active, str(defender))
    ):
        return IllegalAction(rule, f"{defender} sits where {active} can't attack them")
    if isinstance(whom, int) and whom in game.objects and "battle" in game.characteristics(whom).types:
        return IllegalAction(
            "310.8b", f"{game.name(whom)} is not protected by an opponent of {game.turn.active}"
        )
    rule = "506.3" if isinstance(whom, int) else "506.2"
    return IllegalAction(rule, f"{game.name(whom)} can't be attacked by {game.turn.active}'s creatures")


def _restricted(game: Game, id: ObjectId, whom: Thing) -> IllegalAction | None:
    """CR 508.1c: effects by which this creature can't attack that thing."""
    ahead = restrictions.facing(game, id, combat_state.defender_of(game, whom))
    for change, ctx in restrictions.changes(ahead, id, ab.Cant, CANT, ("attack", "attack or block")):
        if restrictions.names(ctx, change.whom, whom) and restrictions.forbids(change, ctx):
            of = "" if change.whom is None else f" {game.name(whom)}"
            because = restrictions.because(game, id, ctx.source)
            return IllegalAction("508.1c", f"{game.name(id)} can't attack{of}{because}")
    return None


def _alone(game: Game, attackers: Iterable[ObjectId]) -> str | None:
    """CR 506.5: that the only attacker can't attack alone, if it can't, and whose effect says so."""
    only = list(attackers)
    if len(only) != 1:
        return None
    words = ("attack alone", "attack or block alone")
    for change, ctx in restrictions.changes(game, only[0], ab.Cant, CANT, words):
        if restrictions.forbids(change, ctx):
            return f"{game.name(only[0])} can't attack alone{restrictions.because(game, only[0], ctx.source)}"
    return None


def _check_together(game: Game, attacks: Mapping[ObjectId, Thing]) -> None:
    """CR 508.1c: restrictions on the attacking creatures as a group."""
    alone = _alone(game, attacks)
    if alone is not None:
        raise IllegalAction("508.1c", alone)
    many = _too_many(game, attacks)
    if many is not None:
        raise IllegalAction("508.1c", f"attackers: {many}")
    if _of_several_players(game, attacks):
        game.cite("802.3a")


def _of_several_players(game: Game, attacks: Mapping[ObjectId, Thing]) -> bool:
    """CR 802.3a: whether several players are attacked, and a restriction holds for all attackers together or for those of one of the players."""
    if len({combat_state.defender_of(game, whom) for whom in attacks.values()}) < 2:
        return False
    whole = [*game.active_players(), *(w for w in attacks.values() if isinstance(w, str))]
    limited = any(
        any(True for _ in restrictions.limits(game, player, what))
        for player in dict.fromkeys(whole)
        for what in ("attack with more", "be attacked by more")
    )
    return limited or any(_alone(game, (each,)) is not None for each in attacks)


def _too_many(game: Game, attacks: Mapping[ObjectId, Thing]) -> str | None:
    """CR 508.1c: effects by which only so many creatures can attack, or attack one player."""
    found = None
    for player in game.active_players():
        found = found or restrictions.over_limit(game, player, "attack with more", attacks)
    for whom in dict.fromkeys(attacks.values()):
        here = [a for a, w in attacks.items() if w == whom]
        found = found or restrictions.over_limit(game, whom, "be attacked by more", here)
    return found


def _counted(game: Game, id: ObjectId) -> tuple[bool, ...]:
    """CR 508.1c: which limits on the number of attackers the creature is counted in."""
    active = game.turn.active
    found: tuple[bool, ...] = ()
    for player in game.active_players():
        found = (*found, *restrictions.counted_in(game, player, "attack with more", id))
    for whom in combat_state.attackable(game, active):
        found = (*found, *restrictions.counted_in(game, whom, "be attacked by more", id))
    return found


# ---- requirements -----------------------------------------------------------------------------------------------------


def requirements_obeyed(game: Game, id: ObjectId, whom: Thing) -> int:
    """CR 508.1d: how many requirements the creature obeys by attacking that thing."""
    found = 0
    ahead = restrictions.facing(game, id, combat_state.defender_of(game, whom))
    for change, ctx in restrictions.changes(ahead, id, ab.Must, MUST, ("attack", "attack or block")):
        if change.when not in WHEN:
            raise Unsupported(f"a creature that must attack {change.when!r}")
        found += restrictions.names(ctx, change.whom, whom)
    for goader in _goaders(game, id):
        # CR 701.15b: two requirements; a planeswalker or battle is no player other than the one who goaded.
        found += 1 + (isinstance(whom, str) and whom != goader)
    return found


def _goaders(game: Game, id: ObjectId) -> tuple[PlayerId, ...]:
    """CR 701.15c-d: each player who has goaded it, once."""
    marked = [m.removeprefix(GOADED) for m in game.object(id).marks if m.startswith(GOADED)]
    said = [
        a.ctx.controller for a in changed_rules.changes_on(game, id, ab.Ruled) if a.change.rule == "goaded"
    ]
    return tuple(dict.fromkeys(marked + said))


def _required(game: Game, id: ObjectId, whom: Thing) -> tuple[str, tuple[str, ...]]:
    """CR 508.1d: why the creature has to attack that thing, in words, and the rules besides."""
    ahead = restrictions.facing(game, id, combat_state.defender_of(game, whom))
    asked = restrictions.changes(ahead, id, ab.Must, MUST, ("attack", "attack or block"))
    sources = [ctx.source for change, ctx in asked if restrictions.names(ctx, change.whom, whom)]
    goaders = _goaders(game, id)
    told = restrictions.because(game, id, *sources)
    if goaders:
        told += f"{' and' if told else ''} as it is goaded by {' and '.join(goaders)}"
    return told, ("701.15b",) if goaders else ()


def had_to_attack(game: Game, id: ObjectId) -> bool:
    """CR 506.6: whether an effect requires the creature to attack now."""
    words = ("attack", "attack or block")
    return bool(_goaders(game, id)) or any(True for _ in restrictions.changes(game, id, ab.Must, MUST, words))


def _with_others(game: Game, mine: Iterable[ObjectId]) -> list[tuple[ObjectId, Context, ab.Must]]:
    """The requirements on creatures to attack if certain others do."""
    return [(id, ctx, must) for id in mine for must, ctx in restrictions.changes(game, id, ab.Must, MUST, ("attack with",))]  # fmt: skip


def _joined(asked: list[tuple[ObjectId, Context, ab.Must]], attacking: Iterable[ObjectId]) -> int:
    """How many of these requirements are obeyed: the creature attacks, too, or none of those attacks with which it would have to."""
    there = set(attacking)
    return sum(
        id in there or not any(o != id and restrictions.names(ctx, must.whom, o) for o in there)
        for id, ctx, must in asked
    )


def _check_requirements(game: Game, player: PlayerId, attacks: Mapping[ObjectId, Thing]) -> None:
    """CR 508.1d: no lawful declaration may obey more requirements than this one."""
    mine = [
        i
        for i in game.battlefield()
        if game.is_active(game.controller(i)) and "creature" in game.characteristics(i).types
    ]
    asked = _with_others(game, mine)
    if not asked and not any(had_to_attack(game, i) for i in mine):
        return
    options: dict[ObjectId, list[tuple[int, Thing | None]]] = {}
    targets = combat_state.attackable(game, player)
    for id in mine:
        options[id] = [(0, None)]
        for whom in targets:
            # Nobody has to pay a cost to attack for the sake of a requirement.
            if why_not(game, id, whom) is None and not _charges(game, id, whom):
                options[id].append((requirements_obeyed(game, id, whom), whom))
    asked = [each for each in asked if len(options[each[0]]) > 1 or each[0] in attacks]
    obeyed = {a: requirements_obeyed(game, a, w) for a, w in attacks.items()}
    total = sum(obeyed.values()) + _joined(asked, attacks)

    def lawful(chosen: Mapping[ObjectId, Thing | None]) -> bool:
        attacking = {a: w for a, w in chosen.items() if w is not None}
        return _alone(game, attacking) is None and _too_many(game, attacking) is None

    game.cite("508.1d", *(("701.15b",) if any(_goaders(game, i) for i in mine) else ()))
    alone = {id for id, _, _ in asked} | (set(mine) if asked else set())
    alike = {id: (_alone(game, (id,)) is None, _counted(game, id), id if id in alone else 0) for id in mine}
    found: dict[ObjectId, Thing | None] = {}
    most = requirements.best_total(
        options,
        lawful,
        alike,
        total,
        shared=lambda chosen: _joined(asked, (a for a, w in chosen.items() if w is not None)),
        shared_most=len(asked),
        found=found,
    )
    if total >= most:
        return
    more = {a: w for a, w in found.items() if w is not None}
    for id in mine:
        best, better = max(options[id], key=lambda option: option[0])
        if obeyed.get(id, 0) < best and better is not None:
            how = f"attack {game.name(better)}" if id in attacks else "attack"
            because, rules = _required(game, id, better)
            told = f"{game.name(id)} has to {how} if able{because}, and is able to"
            raise IllegalAction("508.1d", told, more, rules)
    raise IllegalAction("508.1d", "the attacks obey fewer requirements than they could", more)


# ---- bands and costs -------------------------------------------------------------------------------------------------


def _check_bands(
    game: Game, attacks: Mapping[ObjectId, Thing], bands: tuple[tuple[ObjectId, ...], ...]
) -> None:
    """CR 508.1e, 702.22c-d: bands of attackers of one thing, of whom at most one lacks banding."""
    members = [m for band in bands for m in band]
    if len(members) != len(set(members)):
        raise IllegalAction("702.22c", "a creature can be in only one band")
    for band in bands:
        for id in band:
            if id not in attacks:
                raise IllegalAction("702.22c", f"{game.name(id)} is in a band and does not attack")
        if len({attacks[id] for id in band}) > 1:
            raise IllegalAction(
                "702.22d",
                "creatures in a band have to attack the same player, planeswalker or battle",
                also=("802.3b",),
            )
        if not together.can_band(game, band):
            without = [id for id in band if not restrictions.has(game, id, "banding")]
            raise IllegalAction(
                "702.22c",
                f"{game.name(without[-1])} has no banding, and only one such creature can be in a band",
            )


def _charges(game: Game, id: ObjectId, whom: Thing) -> list[Charge]:
    """CR 508.1h: what has to be paid for this creature to attack that thing."""
    found = []
    for change, ctx in restrictions.changes(game, id, ab.ExtraCost, COSTS, ATTACK_COSTS):
        if not change.optional and _charged(game, change, ctx, whom):
            found.append((ctx, change.costs, id))
    return found


def _charged(game: Game, change: ab.ExtraCost, ctx: Context, whom: Thing) -> bool:
    """Whether the cost is for attacking that: anything, the effect's controller, or that player's planeswalkers too."""
    if change.to == "attack":
        return True
    planeswalker = isinstance(whom, int) and "planeswalker" in game.characteristics(whom).types
    theirs = planeswalker and game.side_of(whom) == ctx.controller
    return whom == ctx.controller or (theirs and change.to == "attack you or planeswalkers you control")


def _pay(game: Game, player: PlayerId, attacks: Mapping[ObjectId, Thing]) -> None:
    """CR 508.1g-j: optional costs are chosen, all costs locked in, then paid in full; of a team, each player for their own creatures."""
    charges = [c for a, w in attacks.items() for c in _charges(game, a, w)]
    if charges:
        game.cite("508.1h")
    for attacker, whom in attacks.items():
        for change, ctx in restrictions.changes(game, attacker, ab.ExtraCost, COSTS, ATTACK_COSTS):
            if change.optional and _charged(game, change, ctx, whom):
                question = f"Pay the optional cost as {game.name(attacker)} attacks?"
                if game.decide(
                    Decision(
                        player=game.controller(attacker),
                        kind="may",
                        question=question,
                        options=(False, True),
                        default=False,
                    )
                )[0]:
                    game.cite("508.1g")
                    charges.append((ctx, change.costs, attacker))
    pay_all(game, player, charges, "508.1j")


def pay_all(game: Game, player: PlayerId, charges: list[Charge], rule: str) -> None:
    """CR 508.1h-j, 509.1d-f: the amounts are settled first; then everything is paid, or the declaration is refused under `rule`."""
    settled = [(ctx, tuple(_locked(ctx, cost) for cost in parts), id) for ctx, parts, id in charges]
    payers = {id: game.controller(id) if game.seating.shared else player for _, _, id in settled}
    if settled and game.quotes is not None:
        game.quotes.append(_quoted(game, player, settled, rule))
    for ctx, parts, id in settled:
        try:
            costs.pay(ctx, parts, payers[id])
        except IllegalAction as refused:
            raise IllegalAction(
                rule, f"{payers[id]} can't pay the cost for {game.name(id)}: {refused.reason}"
            ) from refused


def _quoted(game: Game, player: PlayerId, charges: list[Charge], rule: str) -> Quote:
    """CR 508.1h, 509.1d: the whole cost, creature by creature."""
    mana: list[str] = []
    others: list[Cost] = []
    parts = []
    for ctx, asked, id in charges:
        symbols, rest = split(ctx, asked)
        mana += symbols
        others += rest
        what = f"for {game.name(id)}"
        parts.append(CostPart(what, ctx.source, asked, rules=("508.1h" if rule == "508.1j" else "509.1d",)))
    return Quote(player, charges[0][2], tuple(mana), tuple(others), tuple(parts))


def _locked(ctx: Context, cost: Cost) -> Cost:
    """CR 508.1h: a number of times that is counted is counted now."""
    if isinstance(cost, ab.PayMana) and cost.times is not None:
        return replace(cost, times=ab.Literally(numbers.value(ctx, cost.times)))
    return cost
