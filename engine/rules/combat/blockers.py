"""The declaration of blockers (CR 509.1): what can block what, evasion abilities, restrictions, requirements, costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from engine import abilities as ab
from engine.abilities.base import Recipient
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import changed_rules, combat_state, descriptions, numbers, protection
from engine.rules.combat import requirements, restrictions
from engine.rules.combat.attackers import Charge, pay_all
from engine.rules.combat.restrictions import CANT, COSTS, MAY, MUST, WHEN, has
from engine.rules.processing import combat_changes

MAX_OPTIONS = 256
"""How many sets of attackers one creature may choose among before requirements are refused as too many to compare."""

Blocks = dict[ObjectId, tuple[ObjectId, ...]]


def undeclared(game: Game) -> list[PlayerId]:
    """CR 802.4, 805.10d: the defending players who have yet to declare blockers, in turn order after the active player; of a team, which declares
    together, the first."""
    combat = game.combat
    if combat is None or combat.declared_blockers:
        return []
    # Where every attacker has left combat, there still is a defending player who declares nothing.
    players = combat_state.defending_players(game) or game.opponents(game.turn.active)[:1]
    together = dict.fromkeys(game.team(p)[0] if game.seating.shared else p for p in players)
    return [p for p in together if p not in combat.blocks_declared]


def declare_blockers(
    game: Game, player: PlayerId, blocks: Mapping[ObjectId, ObjectId | Iterable[ObjectId]]
) -> None:
    """CR 509.1: a defending player declares these blocks; each blocker goes with one attacker or several.

    Several defending players declare in turn order (802.4). Raises IllegalAction, with nothing changed, if the declaration is not lawful."""
    combat = game.combat
    if combat is None or not combat.declared_attackers:
        raise IllegalAction("509.1", "no attackers have been declared")
    if player in combat.blocks_declared:
        raise IllegalAction("509.1", f"{player} has declared blockers already in this combat")
    saved = game.fork()
    try:
        _declare(game, player, {b: (a,) if isinstance(a, int) else tuple(a) for b, a in blocks.items()})
    except IllegalAction:
        game.restore(saved)
        raise


def _declare(game: Game, player: PlayerId, blocks: Blocks) -> None:
    blocks = {b: whom for b, whom in blocks.items() if whom}
    for blocker, whom in blocks.items():
        if len(set(whom)) != len(whom):
            raise IllegalAction("509.1a", f"{game.name(blocker)} can't block the same creature twice")
        for attacker in whom:
            check_block(game, player, blocker, attacker)
        _check_capacity(game, blocker, whom)
    refusal = _refused_together(game, _attackers_of(game, player), blocks)
    if refusal is not None:
        raise refusal
    _check_requirements(game, player, blocks)
    several = len(combat_state.defending_players(game)) > 1
    game.cite(
        "509.1", *(("805.10d",) if game.seating.shared else ("802.4", "802.4a", "802.4b") if several else ())
    )
    charges = [c for b in blocks for c in _charges(game, b)]
    if charges:
        game.cite("509.1d")
    pay_all(game, player, charges, "509.1f")
    # CR 509.1g: those still controlled by the defending player become blocking creatures.
    still = combat_state.attackers(game)
    staying = tuple(
        (b, tuple(a for a in whom if a in still))
        for b, whom in blocks.items()
        if b in game.objects and game.controller(b) in game.seating.together(player)
    )
    combat_changes.block(game, player, staying)
    mine = _attackers_of(game, player)
    pairs = tuple((b, a) for b, _ in staying for a in combat_state.blocked_by(game, b))
    unblocked = tuple(a for a in mine if not combat_state.is_blocked(game, a))
    if mine:
        declared = tuple((b, a) for b, whom in staying for a in whom)
        game.cite("509.1h", *_heeded(game, declared), *_by_the_band(game, player, declared, pairs))
    if not pairs:
        game.note(f"{player} declares no blockers", "509.1", about=(player,), kind="choice")
    if mine:
        game.happen(ev.BlockersDeclared(player=player, blocks=pairs, unblocked=unblocked))


EVASION = {
    "menace": "702.111b",
    "shadow": "702.28b",
    "horsemanship": "702.31b",
    "fear": "702.36b",
    "intimidate": "702.13b",
    "skulk": "702.118b",
}
"""Abilities of attackers that let only some creatures block them."""


Pairs = tuple[tuple[ObjectId, ObjectId], ...]
"""Blockers, each with what it blocks."""


def _heeded(game: Game, pairs: Pairs) -> tuple[str, ...]:
    """CR 509.1b: the abilities in spite of which these blocks are lawful."""
    found = []
    for blocker, attacker in pairs:
        if has(game, attacker, "flying"):
            found.append("702.9b" if has(game, blocker, "flying") else "702.17b")
        found += [rule for name, rule in EVASION.items() if has(game, attacker, name)]
    return tuple(dict.fromkeys(found))


def _by_the_band(game: Game, player: PlayerId, declared: Pairs, pairs: Pairs) -> tuple[str, ...]:
    """CR 702.22g: whether a creature blocks one of a band that it couldn't block by itself: what that one has, the others don't."""
    more = [(b, a) for b, a in pairs if (b, a) not in declared]
    return ("702.22g",) if any(_evaded(game, player, b, a) is not None for b, a in more) else ()


def _attackers_of(game: Game, player: PlayerId) -> list[ObjectId]:
    """CR 509.1a, 802.4b, 805.10d: the creatures attacking the player, their planeswalkers or battles that they protect, the only ones that they may block.
    What an attacker of nothing can be blocked by does not change (506.4c)."""
    defending = game.seating.together(player)
    return [a for a in combat_state.attackers(game) if combat_state.defending_player(game, a) in defending]


# ---- what can block what -----------------------------------------------------------------------------------------------


def blockers_able(game: Game, player: PlayerId) -> dict[ObjectId, list[ObjectId]]:
    """The player's creatures that could block something, each taken by itself, with the attackers that it could block (CR 509.1a-b)."""
    found = {}
    for blocker in game.battlefield():
        if game.controller(blocker) in game.seating.together(player):
            whom = [a for a in _attackers_of(game, player) if why_not_block(game, player, blocker, a) is None]
            if whom:
                found[blocker] = whom
    return found


def check_block(game: Game, player: PlayerId, blocker: ObjectId, attacker: ObjectId) -> None:
    """CR 509.1a-b: raise IllegalAction if the creature can't block that attacker, all else aside."""
    refusal = why_not_block(game, player, blocker, attacker)
    if refusal is not None:
        raise refusal


def why_not_block(
    game: Game, player: PlayerId, blocker: ObjectId, attacker: ObjectId
) -> IllegalAction | None:
    """CR 509.1a-b: why the player's creature can't block the attacker, or None if it can."""
    return (
        _unable(game, player, blocker)
        or _not_blockable(game, player, attacker)
        or _evaded(game, player, blocker, attacker)
        or _restricted(game, blocker, attacker)
    )


def _unable(game: Game, player: PlayerId, id: ObjectId) -> IllegalAction | None:
    """CR 509.1a, 506.3: an untapped creature of the defending player, no battle."""
    name = game.name(id)
    obj = game.objects.get(id)
    if obj is None or obj.zone != "battlefield" or obj.phased_out:
        return IllegalAction("509.1a", f"{name} is not on the battlefield")
    if game.controller(id) not in game.seating.together(player):
        return IllegalAction("509.1a", f"{name} is not controlled by {player}, the defending player")
    types = game.characteristics(id).types
    if "creature" not in types:
        return IllegalAction("506.3", f"{name} is not a creature")
    if "battle" in types:
        return IllegalAction("509.1a", f"{name} is a battle")
    if obj.tapped:
        return IllegalAction("509.1a", f"{name} is tapped")
    return None


def _not_blockable(game: Game, player: PlayerId, attacker: ObjectId) -> IllegalAction | None:
    if attacker not in combat_state.attackers(game):
        return IllegalAction("509.1a", f"{game.name(attacker)} is not attacking")
    if combat_state.defending_player(game, attacker) not in game.seating.together(player):
        whom = combat_state.attacked(game, attacker)
        battle = isinstance(whom, int) and "battle" in game.characteristics(whom).types
        return IllegalAction(
            "310.8c" if battle else "509.1a",
            f"{game.name(attacker)} is not attacking {player} or what {player} defends",
        )
    return None


def _may(game: Game, id: ObjectId, *what: str, attacker: ObjectId | None = None) -> bool:
    """Whether the creature has one of the permissions, for this attacker where the permission is only about some."""
    for change, ctx in restrictions.changes(game, id, ab.May, MAY, what):
        if change.which is None or (attacker is not None and descriptions.fits(ctx, change.which, attacker)):
            return True
    return False


def _evaded(game: Game, player: PlayerId, blocker: ObjectId, attacker: ObjectId) -> IllegalAction | None:
    """CR 509.1b: evasion abilities of the attacker, and protection, by which this creature can't block it."""

    def no(rule: str, why: str) -> IllegalAction:
        return IllegalAction(rule, f"{game.name(blocker)} can't block {game.name(attacker)}, which {why}")

    mine, theirs = game.characteristics(blocker), game.characteristics(attacker)
    if has(game, attacker, "flying") and not has(game, blocker, "flying", "reach"):
        return no("702.9b", "has flying")
    shadows = has(game, attacker, "shadow"), has(game, blocker, "shadow")
    shaded = _may(game, blocker, "block shadow as though it had shadow", attacker=attacker)
    if shadows == (True, False) and not shaded:
        return no("702.28b", "has shadow")
    if shadows == (False, True):
        return no("702.28b", "has no shadow")
    if has(game, attacker, "horsemanship") and not has(game, blocker, "horsemanship"):
        return no("702.31b", "has horsemanship")
    if has(game, attacker, "fear") and "artifact" not in mine.types and "black" not in mine.colors:
        return no("702.36b", "has fear")
    if has(game, attacker, "intimidate") and "artifact" not in mine.types and not mine.colors & theirs.colors:
        return no("702.13b", "has intimidate")
    if has(game, attacker, "skulk") and (mine.power or 0) > (theirs.power or 0):
        return no("702.118b", "has skulk and less power")
    defender = combat_state.defending_player(game, attacker) or player
    if _walks(game, defender, attacker):
        both = has(game, blocker, "landwalk")
        return no("702.14d" if both else "702.14c", f"has landwalk for a land that {defender} controls")
    if protection.protected(game, attacker, blocker):
        return no("702.16f", "has protection from it")
    return None


def _walks(game: Game, player: PlayerId, attacker: ObjectId) -> bool:
    """CR 702.14c: the defending player controls a land of the kind that one of its landwalk abilities names, and no effect lets it be blocked as though it
    didn't have that (609.4)."""
    spared = [
        change.which
        for change, _ in restrictions.changes(game, attacker, ab.May, MAY, ("be blocked as though it didn't have landwalk",))
    ]  # fmt: skip
    for keyword in changed_rules.keywords(game, attacker, "landwalk"):
        if None in spared or keyword.which in spared:
            game.cite("609.4")
            continue
        if keyword.which is None:
            raise Unsupported(f"{game.name(attacker)}'s landwalk: no kind of land is named")
        ctx = Context(game, game.controller(attacker), attacker)
        lands = [
            i
            for i in game.battlefield()
            if "land" in game.characteristics(i).types and game.controller(i) == player
        ]
        if any(descriptions.fits(ctx, keyword.which, i) for i in lands):
            return True
    return False


def _restricted(game: Game, blocker: ObjectId, attacker: ObjectId) -> IllegalAction | None:
    """CR 509.1b: effects by which this creature can't block, or can't block that attacker."""
    for cant, ctx in restrictions.changes(game, blocker, ab.Cant, CANT, ("block", "attack or block")):
        # What an "attack or block" restriction names is attacked, not blocked.
        of = cant.whom if cant.what == "block" else None
        if restrictions.names(ctx, of, attacker) and restrictions.forbids(cant, ctx):
            whom = f" {game.name(attacker)}" if of is not None else ""
            because = restrictions.because(game, blocker, ctx.source)
            return IllegalAction("509.1b", f"{game.name(blocker)} can't block{whom}{because}")
    defender = combat_state.defending_player(game, attacker) or game.controller(blocker)
    ahead = restrictions.facing(game, attacker, defender)
    for cant, ctx in restrictions.changes(ahead, attacker, ab.Cant, CANT, ("be blocked",)):
        if restrictions.names(ctx, cant.by, blocker) and restrictions.forbids(cant, ctx):
            by = f" by {game.name(blocker)}" if cant.by is not None else ""
            because = restrictions.because(game, attacker, ctx.source)
            return IllegalAction("509.1b", f"{game.name(attacker)} can't be blocked{by}{because}")
    return None


def _check_capacity(game: Game, blocker: ObjectId, whom: tuple[ObjectId, ...]) -> None:
    """CR 509.1a: one attacker, or as many more as effects allow."""
    if len(whom) > capacity(game, blocker, len(whom)):
        raise IllegalAction("509.1a", f"{game.name(blocker)} can't block {len(whom)} creatures")


def capacity(game: Game, blocker: ObjectId, enough: int) -> int:
    """How many attackers the creature can block, counted up to `enough`."""
    words = ("block an additional creature", "block any number of creatures")
    found = 1
    for change, ctx in restrictions.changes(game, blocker, ab.May, MAY, words):
        if change.which is not None:
            raise Unsupported(f"blocking additional creatures of one kind only ({game.name(blocker)})")
        if change.what == "block any number of creatures":
            return max(found, enough)
        found += 1 if change.number is None else numbers.value(ctx, change.number)
    return min(found, max(enough, 1))


# ---- restrictions on the blocks as a group -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Bounds:
    """CR 509.1b, 702.111b: the least and greatest number of creatures that may block an attacker, if any do, with the rule of the least and whose each is."""

    low: int = 1
    high: int | None = None
    rule: str = "509.1b"
    because: tuple[str, str] = ("", "")


def _bounds(game: Game, attacker: ObjectId) -> _Bounds:
    found = _Bounds()
    if has(game, attacker, "menace"):
        found = replace(found, low=2, rule="702.111b", because=(", as it has menace", ""))
    for least, _, ctx in restrictions.limits(game, attacker, "be blocked by fewer"):
        if least > found.low:
            because = restrictions.because(game, attacker, ctx.source)
            found = replace(found, low=least, rule="509.1b", because=(because, ""))
    word = ("be blocked by more than one creature",)
    for cant, ctx in restrictions.changes(game, attacker, ab.Cant, CANT, word):
        if restrictions.forbids(cant, ctx):
            because = restrictions.because(game, attacker, ctx.source)
            found = replace(found, high=1, because=(found.because[0], because))
    return found


def _not_alone(game: Game, blocker: ObjectId) -> str | None:
    """CR 506.5: that the creature can't block alone, if it can't, and whose effect says so."""
    words = ("block alone", "attack or block alone")
    for change, ctx in restrictions.changes(game, blocker, ab.Cant, CANT, words):
        if restrictions.forbids(change, ctx):
            return f"{game.name(blocker)} can't block alone{restrictions.because(game, blocker, ctx.source)}"
    return None


def _refused_together(
    game: Game, attackers: Iterable[ObjectId], blocks: Mapping[ObjectId, tuple[ObjectId, ...]]
) -> IllegalAction | None:
    """CR 509.1b: restrictions that look at all blocks together."""
    blocking = [b for b, whom in blocks.items() if whom]
    for attacker in attackers:
        number = sum(attacker in blocks[b] for b in blocking)
        if not number:
            continue
        bounds = game.cached(("block bounds", attacker), lambda a=attacker: _bounds(game, a))
        low, high, name = bounds.low, bounds.high, game.name(attacker)
        if number < low:
            told = f"{name} can't be blocked by fewer than {low} creatures{bounds.because[0]}"
            return IllegalAction(bounds.rule, told)
        if high is not None and number > high:
            told = f"{name} can't be blocked by more than {high} creature{bounds.because[1]}"
            return IllegalAction("509.1b", told)
    alone = (
        game.cached(("not alone", blocking[0]), lambda: _not_alone(game, blocking[0]))
        if len(blocking) == 1
        else None
    )
    if alone is not None:
        return IllegalAction("509.1b", alone)
    if blocking and game.combat is not None:
        # Several defending players declare one after another (802.4): what blocks already is counted, too.
        together = dict.fromkeys((*dict(game.combat.blockers), *blocking))
        many = restrictions.over_limit(game, game.controller(blocking[0]), _BLOCK_LIMIT, together)
        if many is not None:
            return IllegalAction("509.1b", f"blockers: {many}")
    return None


_BLOCK_LIMIT = "block with more"


# ---- requirements -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Requirements:
    """The requirements of one declaration: of creatures to block, of attackers that all block them, and of attackers that any creature does."""

    to_block: dict[ObjectId, list[tuple[ab.Must, Context]]]
    blocked_by_all: dict[ObjectId, list[tuple[ab.Must, Context]]]
    blocked: dict[ObjectId, list[tuple[ab.Must, Context]]]

    def any(self) -> bool:
        """Whether there are any."""
        return any(m for kind in (self.to_block, self.blocked_by_all, self.blocked) for m in kind.values())

    def alone(self, blocker: ObjectId, whom: tuple[ObjectId, ...]) -> int:
        """Those that one creature obeys by blocking these."""
        if not whom:
            return 0
        return len(self.sources(blocker, whom))

    def sources(self, blocker: ObjectId, whom: tuple[ObjectId, ...]) -> list[ObjectId]:
        """Whose effects these are."""
        own = [
            ctx.source
            for m, ctx in self.to_block[blocker]
            if any(restrictions.names(ctx, _blocked(m), a) for a in whom)
        ]
        return own + [
            ctx.source
            for a in whom
            for m, ctx in self.blocked_by_all[a]
            if restrictions.names(ctx, m.whom, blocker)
        ]

    def shared(self, chosen: Mapping[ObjectId, tuple[ObjectId, ...]]) -> int:
        """Those that an attacker be blocked by at least one creature."""
        return sum(
            any(a in whom and restrictions.names(ctx, m.whom, b) for b, whom in chosen.items())
            for a, required in self.blocked.items()
            for m, ctx in required
        )

    def wanting(self, blocker: ObjectId) -> tuple[bool, ...]:
        """For which of the latter the creature would do."""
        return tuple(
            restrictions.names(ctx, m.whom, blocker)
            for required in self.blocked.values()
            for m, ctx in required
        )


def _check_requirements(game: Game, player: PlayerId, blocks: Blocks) -> None:
    """CR 509.1c: no lawful declaration may obey more requirements than this one."""
    attackers = _attackers_of(game, player)
    mine = [
        i
        for i in game.battlefield()
        if game.controller(i) in game.seating.together(player) and "creature" in game.characteristics(i).types
    ]
    required = _Requirements(
        {b: _must(game, b, "block", "attack or block") for b in mine},
        {a: _must(game, a, "be blocked by all") for a in attackers},
        {a: _must(game, a, "be blocked") for a in attackers},
    )
    if not required.any():
        return
    options = {b: [(required.alone(b, s), s) for s in _sets(game, player, b, attackers)] for b in mine}
    total = sum(required.alone(b, whom) for b, whom in blocks.items()) + required.shared(blocks)
    game.cite("509.1c")
    alike = {
        b: (
            _not_alone(game, b) is None,
            restrictions.counted_in(game, player, _BLOCK_LIMIT, b),
            *required.wanting(b),
        )
        for b in mine
    }
    found: dict[ObjectId, tuple[ObjectId, ...]] = {}
    most = requirements.best_total(
        options,
        lambda chosen: _refused_together(game, attackers, chosen) is None,
        alike,
        total,
        required.shared,
        sum(len(each) for each in required.blocked.values()),
        found,
    )
    if total >= most:
        return
    more = {b: whom for b, whom in found.items() if whom}
    for b in mine:
        best, whom = max(options[b], key=lambda option: option[0])
        if best > required.alone(b, blocks.get(b, ())):
            because = restrictions.because(game, b, *required.sources(b, whom))
            told = f"{game.name(b)} has to block {game.name(whom[0])} if able{because}, and is able to"
            raise IllegalAction("509.1c", told, more)
    for a in attackers:
        if required.blocked[a] and not any(a in whom for whom in blocks.values()):
            because = restrictions.because(game, a, *(ctx.source for _, ctx in required.blocked[a]))
            raise IllegalAction(
                "509.1c", f"{game.name(a)} has to be blocked if able{because}, and could be", more
            )
    raise IllegalAction("509.1c", "the blocks obey fewer requirements than they could", more)


def _must(game: Game, id: ObjectId, *words: str) -> list[tuple[ab.Must, Context]]:
    found = list(restrictions.changes(game, id, ab.Must, MUST, words))
    for must, _ in found:
        if must.when not in WHEN:
            raise Unsupported(f"a creature that must block or be blocked {must.when!r}")
    return found


def _blocked(must: ab.Must) -> Recipient | None:
    """What a requirement to block names: an "attack or block" requirement names what is attacked."""
    return must.whom if must.what == "block" else None


def _sets(
    game: Game, player: PlayerId, blocker: ObjectId, attackers: list[ObjectId]
) -> list[tuple[ObjectId, ...]]:
    """Every set of attackers that the creature could block without paying a cost, the empty one included."""
    if _charges(game, blocker):
        return [()]
    able = [a for a in attackers if why_not_block(game, player, blocker, a) is None]
    found: list[tuple[ObjectId, ...]] = []
    for size in range(capacity(game, blocker, len(able)) + 1 if able else 1):
        for chosen in combinations(able, size):
            found.append(chosen)
            if len(found) > MAX_OPTIONS:
                raise Unsupported(
                    f"requirements to block, with so many ways for {game.name(blocker)} to block (CR 509.1c)"
                )
    return found


def _charges(game: Game, blocker: ObjectId) -> list[Charge]:
    """CR 509.1d: what has to be paid for the creature to block."""
    found = []
    for change, ctx in restrictions.changes(game, blocker, ab.ExtraCost, COSTS, ("block",)):
        if change.optional:
            raise Unsupported(f"an optional cost to block ({game.name(blocker)})")
        found.append((ctx, change.costs, blocker))
    return found
