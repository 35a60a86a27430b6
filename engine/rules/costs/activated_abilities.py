"""The activated abilities that objects have, where they function, and when they may be activated (CR 113.6, 602.1, 602.5, 606.3)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from engine import abilities as ab
from engine.binding import bound
from engine.errors import IllegalAction, Unsupported
from engine.game import COMBAT_STEPS, STEPS, Context, Game
from engine.game import events as ev
from engine.keywords import RULES, keyword_costs
from engine.model import ObjectId, PlayerId
from engine.queries import changed_rules, citations, conditions, descriptions, object_abilities, states
from engine.rules.costs import own_zone
from engine.rules.costs.mana_abilities import is_mana_ability
from engine.rules.effects import layers, rule_changes


def all_abilities(game: Game, id: ObjectId) -> list[ab.Activated]:
    """Every activated ability of the object, wherever it functions: written ones and those that its keywords mean (CR 113.3b, 702.1)."""
    return [ability for ability, _ in named(game, id)]


def named(game: Game, id: ObjectId) -> list[tuple[ab.Activated, str]]:
    """The abilities with the keyword that each comes from, or ""."""

    found: list[tuple[ab.Activated, str]] = []
    for ability in object_abilities.abilities_of(game, id):
        match ability:
            case ab.Activated(word=word):
                found.append((ability, word if word in RULES else ""))  # else an ability word (207.2c)
            case ab.Keyword():
                found.extend((meant, ability.name) for meant in keyword_costs.activated(ability))
    if game.seating.deploy and "creature" in game.characteristics(id).types:
        found += [(ability, "") for ability in DEPLOY]
    return found


DEPLOY: tuple[ab.Activated, ...] = bound(
    (
        ab.Activated(
            (ab.TapSymbol(),),
            ab.Lasting(ab.This(), (ab.UnderControlOf(ab.TargetPlayer("teammate")),), ab.Always()),
            (ab.Only("as a sorcery"),),
        ),
    )
)
"""CR 804.2: with the option to deploy creatures each creature can be given to a teammate."""


def abilities(game: Game, player: PlayerId, id: ObjectId) -> list[ab.Activated]:
    """The activated abilities of the object that function where it is (of a card that stays in the command zone, there: CR 311.4) and that the player could ever activate (CR 113.6, 602.2). Their order is that of
    the text; whether the costs can be paid and the time is right is not asked here."""

    def make() -> list[ab.Activated]:
        obj = game.object(id)
        found = []
        for ability, _ in named(game, id):
            if functions_in(ability) != ("battlefield" if obj.functions_in_command else obj.zone):
                continue
            controlled = obj.zone == "battlefield" or obj.functions_in_command
            mine = (game.controller(id) if controlled else obj.owner) == player
            if mine or any(_anyone(game, id, player, r) for r in ability.restrictions):
                found.append(ability)
        return found

    result: list[ab.Activated] = game.cached(("activated", player, id), make)
    return result


def _anyone(game: Game, id: ObjectId, player: PlayerId, restriction: ab.Restriction) -> bool:
    """CR 602.2: another player may activate it if it says so."""

    if not isinstance(restriction, ab.AnyoneMay):
        return False
    if not game.in_range(player, id):
        game.cite("801.6")
        return False
    return descriptions.is_player(Context(game, game.controller(id), id), restriction.who, player)


def functions_in(ability: ab.Activated) -> str:
    """CR 113.6, 113.6m: the zone in which it can be activated: the battlefield, unless its cost or effect moves its object out of another one."""
    for restriction in ability.restrictions:
        if isinstance(restriction, ab.Only) and restriction.when.startswith("from your "):
            return restriction.when.removeprefix("from your ")
        if isinstance(restriction, ab.Only) and (zone := _zone_asked(restriction.condition)):
            return zone
    return str(getattr(ability, "zone", "")) or own_zone.functions_in(ability) or "battlefield"


def _zone_asked(condition: ab.Condition | None) -> str:
    """CR 113.6b, 702.62b: the zone that a condition of activating says its object must be in; a suspended card is in exile."""
    if not isinstance(condition, ab.Fits) or not isinstance(condition.what, ab.This):
        return ""
    for node in ab.walk(condition.which):
        if isinstance(node, ab.InZone):
            return node.zone
        if isinstance(node, ab.Is) and node.state == "suspended":
            return "exile"
    return ""


def _unmet(
    game: Game, id: ObjectId, ability: ab.Activated, condition: ab.Condition
) -> tuple[str, None, tuple[str, ...]]:
    """CR 602.5b: what to say of a condition under which an ability can be activated and which doesn't hold, and the rules that it comes of."""
    name, rules = (
        game.name(id),
        (*RULES_OF.get(ability.word, ()), *citations.of_condition(game, id, condition)),
    )
    match condition:
        case ab.StateIs(state=state) if state.startswith("class level exactly "):
            now, wanted = states.class_level(game, id), state.removeprefix("class level exactly ")
            return f"{name} is level {now}, and that ability needs level {wanted}", None, rules
    return f"the condition of {name}'s ability does not hold", None, rules


RULES_OF = {"class level": ("716.2a",)}
"""CR 716.2a: what gives abilities that rules stand for their conditions."""


def _limits(ability: ab.Activated) -> Iterator[ab.Restriction]:
    """Its restrictions, each for itself ("only as a sorcery and only once")."""
    for restriction in ability.restrictions:
        yield restriction
        if isinstance(restriction, ab.Only) and restriction.also is not None:
            yield restriction.also
        if isinstance(restriction, ab.AnyoneMay) and restriction.only is not None:
            yield restriction.only


def check_allowed(game: Game, player: PlayerId, id: ObjectId, ability: ab.Activated) -> None:
    """CR 602.5, 606.3: raises IllegalAction where a prohibition, a restriction or the time forbids it."""

    ctx = Context(game, player, id)
    is_mana = is_mana_ability(ability)
    for applied in (
        *changed_rules.changes_on(game, id, ab.Cant),
        *changed_rules.changes_on(game, player, ab.Cant),
    ):
        change = applied.change
        if change.what == IN_OWN_TURNS and not game.is_active(player):
            raise IllegalAction(
                "602.5",
                f"an effect of {game.name(applied.source)} keeps {player} from activating abilities in others' turns",
                also=("101.2",),
            )
        if change.what not in CANT or (change.what in NOT_MANA and is_mana) or _spared(change, ability):
            continue
        if change.unless is not None and conditions.holds(applied.ctx, change.unless):
            continue
        if change.whom is not None and not _about(applied.ctx, change.whom, id):
            continue
        raise IllegalAction(
            "602.5",
            f"an effect of {game.name(applied.source)} keeps {game.name(id)}'s abilities from being activated",
            also=("101.2",),
        )
    for restriction in _limits(ability):
        match restriction:
            case ab.AnyoneMay(who=who):
                if not descriptions.is_player(Context(game, game.controller(id), id), who, player):
                    raise IllegalAction("602.2", f"{player} may not activate {game.name(id)}'s ability")
            case ab.Only(when=when, condition=condition, number=number):
                if ability.word not in RULES and ability not in game.object(id).base.abilities:
                    game.cite("113.10a")
                if when and not when.startswith("from your "):
                    if when not in ONLY:
                        raise Unsupported(f"an ability that can be activated only {when}")
                    ONLY[when](game, player, id, ability, number)
                if condition is not None and not conditions.holds(ctx, condition):
                    raise IllegalAction("602.5b", *_unmet(game, id, ability, condition))
                if condition is not None:
                    game.cite(*citations.of_time(game, condition))
            case _:
                raise Unsupported(f"the restriction {type(restriction).__name__}")
    if is_loyalty(ability):
        done = sum(
            isinstance(e := entry.event, ev.AbilityActivated)
            and e.object == id
            and isinstance(e.which, ab.Activated)
            and is_loyalty(e.which)
            for entry in game.this_turn(ev.AbilityActivated)
        )
        if done > changed_rules.may(game, id, LOYAL_TWICE):
            raise IllegalAction(
                "606.3", f"a loyalty ability of {game.name(id)} was activated this turn already"
            )
        if not changed_rules.may(game, id, LOYAL_AS_INSTANT):
            sorcery_time(game, player, "606.3")


def _spared(change: ab.Cant, ability: ab.Activated) -> bool:
    """CR 602.5: whether the effect goes for abilities with {T} in their costs alone, or for loyalty abilities, and this is none."""
    if change.what == WITH_TAP:
        return not any(isinstance(c, ab.TapSymbol) for c in ability.costs)
    return (
        is_loyalty(ability) if change.what == NOT_LOYAL else change.what == LOYAL and not is_loyalty(ability)
    )


WITH_TAP = "have its activated abilities with {T} activated"
LOYAL = "have its loyalty abilities activated"
NOT_LOYAL = "activate abilities but for mana and loyalty abilities"
NOT_MANA = frozenset({"have its activated abilities activated unless they're mana abilities", "activate abilities that aren't mana abilities", NOT_LOYAL})  # fmt: skip
CANT = frozenset({"have its activated abilities activated", "activate abilities", WITH_TAP, LOYAL, *NOT_MANA})
"""Words of Cant that forbid activating (CR 602.5); said of an object or of a player."""


IN_OWN_TURNS = "activate abilities except in their own turns"
"""The word of Cant that leaves its players their own turns to activate abilities, mana abilities too."""
LOYAL_AS_INSTANT = "have its loyalty abilities activated as an instant"
"""The word of May for a permanent whose loyalty abilities ask for no time; still one of them each turn (606.3)."""
LOYAL_TWICE = "have its loyalty abilities activated twice"
"""The word of May for a permanent of whose loyalty abilities two can be activated in a turn, of one or of several such effects (606.3)."""
EQUIP_AS_INSTANT = "activate equip abilities as an instant"
"""The word of May for a player whose equip abilities wait for no main phase (CR 702.6a)."""


def _about(ctx: Context, whom: ab.Recipient | ab.Selection, id: ObjectId) -> bool:

    return (
        descriptions.fits(ctx, whom, id)
        if isinstance(whom, ab.Selection)
        else descriptions.matches(ctx, whom, id)
    )


def is_loyalty(ability: ab.Activated) -> bool:
    """CR 606.2."""
    return any(isinstance(c, ab.Loyalty) for c in ability.costs)


def sorcery_time(game: Game, player: PlayerId, rule: str = "307.5") -> None:
    """CR 307.5: raises IllegalAction unless it is the player's main phase and the stack is empty."""
    turn = game.turn
    if not game.is_active(player):
        raise IllegalAction(rule, f"it is not {player}'s turn")
    if turn.step not in ("precombat main", "postcombat main"):
        raise IllegalAction(rule, f"it is not a main phase but the {turn.step} step")
    if game.stack():
        raise IllegalAction(rule, "the stack is not empty")


def _as_sorcery(game: Game, player: PlayerId, id: ObjectId, ability: ab.Activated, number: int) -> None:
    if ability.word == "equip" and changed_rules.may(game, player, EQUIP_AS_INSTANT):
        _any_time(game, player, id, ability, number)
        return
    sorcery_time(game, player, "602.5d")


def _uses(
    game: Game, id: ObjectId, ability: ab.Activated, this_turn: bool
) -> dict[tuple[Hashable, ...], int]:
    """CR 602.5c: how often each of the object's abilities of these words has been activated: those that it has of several objects are several."""
    found = {held.key: 0 for held in layers.held(game, id) if _is_or_means(held.ability, ability)}
    for entry in game.this_turn(ev.AbilityActivated) if this_turn else game.log:
        event = entry.event
        if (
            isinstance(event, ev.AbilityActivated)
            and event.object == id
            and event.which == ability
            and event.held in found
        ):
            found[event.held] += 1
    return found


def _is_or_means(held: ab.Ability, ability: ab.Activated) -> bool:
    return held == ability or isinstance(held, ab.Keyword) and ability in keyword_costs.activated(held)


def told_apart(game: Game, id: ObjectId, ability: ab.Activated) -> tuple[Hashable, ...]:
    """CR 602.5c: what tells the ability that is activated from others of the object with the same words: the one least used."""
    if not ability.restrictions:
        return ()
    turn, before = _uses(game, id, ability, True), _uses(game, id, ability, False)
    return min(turn, key=lambda key: (turn[key], before[key]), default=())


def used_by_another(game: Game, id: ObjectId, ability: ab.Activated, held: tuple[Hashable, ...]) -> bool:
    """CR 602.5c: whether another ability of the object with the same words has been activated, whose restriction doesn't go for this one."""
    return any(times for key, times in _uses(game, id, ability, False).items() if key != held)


def _limit(times: int, this_turn: bool) -> Callable[[Game, PlayerId, ObjectId, ab.Activated, int], None]:
    def check(game: Game, player: PlayerId, id: ObjectId, ability: ab.Activated, number: int) -> None:
        if min(_uses(game, id, ability, this_turn).values(), default=0) >= (number or times):
            rules = (RULES[ability.word],) if ability.word in RULES else ()
            raise IllegalAction(
                "602.5b", f"{game.name(id)}'s ability can't be activated so often", also=rules
            )

    return check


def _in_steps(
    *steps: str, mine: bool | None = None
) -> Callable[[Game, PlayerId, ObjectId, ab.Activated, int], None]:
    def check(game: Game, player: PlayerId, id: ObjectId, ability: ab.Activated, number: int) -> None:
        theirs = game.is_active(player) if mine else game.turn.active in game.opponents(player)
        if mine is not None and not theirs:
            raise IllegalAction("602.5b", f"it is {game.turn.active}'s turn")
        if steps and game.turn.step not in steps:
            raise IllegalAction(
                "602.5b", f"{game.name(id)}'s ability can't be activated in the {game.turn.step} step"
            )

    return check


def _any_time(game: Game, player: PlayerId, id: ObjectId, ability: ab.Activated, number: int) -> None:
    """CR 602.5e, 304.5: whenever the player has priority."""
    if not game.has_priority(player):
        raise IllegalAction("602.5e", f"{player} couldn't cast an instant now")


FROM = frozenset({"from your hand", "from your graveyard"})
"""Words of ab.Only that say where an ability functions instead of when."""


ONLY: dict[str, Callable[[Game, PlayerId, ObjectId, ab.Activated, int], None]] = {
    "as a sorcery": _as_sorcery,
    "any time you could cast a sorcery": _as_sorcery,
    "as an instant": _any_time,
    "once each turn": _limit(1, this_turn=True),
    "no more than so often each turn": _limit(1, this_turn=True),
    "once": _limit(1, this_turn=False),
    "during your turn": _in_steps(mine=True),
    "during an opponent's turn": _in_steps(mine=False),
    "during combat": _in_steps(*COMBAT_STEPS),
    "during your upkeep": _in_steps("upkeep", mine=True),
    "before attackers are declared": _in_steps(
        "untap", "upkeep", "draw", "precombat main", "beginning of combat"
    ),
    "during your turn, before attackers are declared": _in_steps(
        "untap", "upkeep", "draw", "precombat main", "beginning of combat", mine=True
    ),
    "during the declare attackers step": _in_steps("declare attackers"),
    "during their turn": _in_steps(mine=True),
    "during their draw step": _in_steps("draw", mine=True),
    "during their turn before the end step": _in_steps(*STEPS[: STEPS.index("end step")], mine=True),
}
"""When an ability can be activated (CR 602.5b-e), by the words of ab.Only."""

rule_changes.heed(ab.Cant, CANT, "whom", players=True)
rule_changes.heed_players(ab.Cant, (IN_OWN_TURNS,))
rule_changes.heed(ab.May, (LOYAL_AS_INSTANT, LOYAL_TWICE))
rule_changes.heed_players(ab.May, (EQUIP_AS_INSTANT,))
