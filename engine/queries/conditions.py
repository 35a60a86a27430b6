"""Whether conditions hold (CR 603.4, 608.2c, 611.3a, 602.5b)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import (
    COMBAT_STEPS,
    MAIN_PHASES,
    STEPS,
    AttackersDeclared,
    Context,
    Game,
    StepBegins,
    TurnBegins,
)
from engine.model import COLORS, CastInfo, Mention, PlayerId, Thing
from engine.queries import asking, descriptions, history, references
from engine.queries.asking import CONDITIONS, holds
from engine.queries.designations import COMPLETED
from engine.queries.states import STATES
from engine.queries.stats import compare, player_stat

__all__ = [
    "ANCHOR",
    "BEFORE",
    "CLASHED",
    "CONDITIONS",
    "FLIPPED",
    "GAME_STATES",
    "KICKED",
    "MOST_COMMON",
    "PAID_AS",
    "PLAYER_STATES",
    "SIDES",
    "TIMES",
    "holds",
    "paid",
    "payable",
    "speaks_of",
]

ANCHOR = "anchor word"
"""What is chosen as a permanent enters whose abilities are marked with words (CR 614.12c)."""

SIDES = "friend or foe"
"""What is chosen for each player, under which the choice is kept with the player's name behind it (CR 608.2d)."""

TIMES: dict[str, tuple[str, ...]] = {
    "upkeep": ("upkeep",),
    "combat": COMBAT_STEPS,
    "declare attackers": ("declare attackers",),
    "declare blockers": ("declare blockers",),
    "end": ("end step",),
    "end of combat": ("end of combat",),
    "main phase": MAIN_PHASES,
}
"""CR 500.1: the steps that are meant by the name of a step or phase that goes on."""


def _exists(ctx: Context, condition: ab.Exists) -> bool:
    """There are so many that fit, where the description says."""
    number = 1 if condition.number is None else asking.value(ctx, condition.number)
    return compare(len(descriptions.matching(ctx, condition.which)), condition.op, number)


def _player_has(ctx: Context, condition: ab.PlayerHas) -> bool:
    """A number of the player compares so."""
    wanted = asking.value(ctx, condition.number)
    return _of_players(
        ctx,
        condition.who,
        lambda player: compare(player_stat(ctx, condition.stat, player), condition.op, wanted),
    )


BEFORE = {
    "before attackers are declared": "declare attackers",
    "before blockers are declared": "declare blockers",
    "before the combat damage step": "first strike damage",
}
"""CR 506.7a-b, 506.7d: times of a turn that end with a point of its first combat phase: the step that begins there."""
WITHIN = {"combat before blockers are declared": False, "combat after blockers are declared": True}
"""CR 506.7c: times of every combat phase: whether its declare blockers step has begun."""


AFTER = {"after the upkeep step": "upkeep", "after combat": "end of combat"}
"""CR 503.2: times of a turn that begin as the first step of the name ends."""


def _already(ctx: Context, step: str) -> bool:
    """CR 503.2: the first such step of the turn has ended; a turn that goes on in a later step is past it."""
    begun = [h.event.step for h in ctx.game.this_turn(StepBegins) if isinstance(h.event, StepBegins)]
    past = [STEPS.index(s) for s in (*begun, ctx.game.turn.step) if s in STEPS]
    return begun.count(step) > 1 or max(past) > STEPS.index(step)


def _not_yet(ctx: Context, step: str) -> bool:
    """CR 506.7a-b, 506.7d-e: neither that step nor one that comes after it has begun this turn: where the step is skipped, it is too late as the
    combat phase goes on without it."""
    begun = [h.event.step for h in ctx.game.this_turn(StepBegins) if isinstance(h.event, StepBegins)]
    return all(STEPS.index(s) < STEPS.index(step) for s in (*begun, ctx.game.turn.step) if s in STEPS)


def _blocks_declared(game: Game) -> bool:
    """CR 506.7c, 506.7f: whether the declare blockers step of the combat phase that goes on has begun."""
    if game.turn.step != "end of combat":
        return STEPS.index(game.turn.step) >= STEPS.index("declare blockers")
    return game.combat is not None and bool(game.combat.attackers or game.combat.blocks_declared)


def _has_turn(ctx: Context, who: ab.Players) -> bool:
    """CR 102.1, 805.4a: whether it is such a player's turn, alone or with their team."""
    return any(descriptions.is_player(ctx, who, p) for p in ctx.game.active_players())


def _during(ctx: Context, condition: ab.DuringStep) -> bool:
    """CR 500.1: the step or phase is going on, or the declaration is still to come."""
    if condition.step in BEFORE:
        return _not_yet(ctx, BEFORE[condition.step])
    if condition.step in AFTER:
        return _already(ctx, AFTER[condition.step])
    if condition.step in WITHIN:
        if ctx.game.turn.step not in COMBAT_STEPS:
            return False
        if WITHIN[condition.step]:
            return _blocks_declared(ctx.game)
        return STEPS.index(ctx.game.turn.step) < STEPS.index("declare blockers")
    theirs = condition.whose is None or _has_turn(ctx, condition.whose)
    return ctx.game.turn.step in TIMES[condition.step] and theirs


def _happened(ctx: Context, condition: ab.EventHappened) -> bool:
    """CR 608.2i: an event that fits happened so often in the time."""
    number = 1 if condition.number is None else asking.value(ctx, condition.number)
    return history.count(ctx, condition.event, condition.when) >= number


def _was_cast(ctx: Context, condition: ab.WasCast) -> bool:
    """CR 601.2: cast, by those players and from that zone where they are named. A copy of a spell was not (707.10)."""
    return any(
        info.by
        and (condition.who is None or descriptions.is_player(ctx, condition.who, info.by))
        and (not condition.zone or info.origin == condition.zone)
        and (not condition.during or info.in_main)
        and (condition.holding is None or condition.holding in info.held)
        for info in _casts(ctx, condition.what)
    )


def _of_players(ctx: Context, who: ab.Players, true: Callable[[PlayerId], bool]) -> bool:
    """Whether it is true of the players: of each where all are meant ("each opponent"), of at least one for "an opponent", "a player"."""
    found = [p for p in ctx.game.apnap() if descriptions.is_player(ctx, who, p)]
    others = isinstance(who, ab.OtherThan) and isinstance(who.who, ab.EachPlayer)
    if others or isinstance(who, (ab.EachPlayer, ab.PlayersWho)):
        return all(true(player) for player in found)
    return any(true(player) for player in found)


def _controls(ctx: Context, who: ab.Players, which: ab.Selection, op: str, number: ab.Number | None) -> bool:
    """CR 109.4: so many permanents that fit are controlled by the player."""
    fitting = [t for t in descriptions.matching(ctx, which) if isinstance(t, int)]
    together = descriptions.together(ctx, which)

    def true(player: PlayerId) -> bool:
        theirs = [id for id in fitting if ctx.game.controller(id) == player]
        mine = descriptions.most_together(together, theirs)
        return compare(mine, op, 1 if number is None else asking.value(ctx, number))

    return _of_players(ctx, who, true)


def _fits(ctx: Context, what: ab.Objects, which: ab.Selection, past: str = "") -> bool:
    """The description is true of the objects spoken of, as they are or last were (CR 608.2h): of all of them, and there are some. What is chosen or
    bare ("a creature is ...") need only be one that there is."""
    if isinstance(what, ab.Chosen):
        return any(
            descriptions.described(ctx, which, thing) for thing in descriptions.matching(ctx, what.which)
        )
    found = [descriptions.current(ctx, thing, which) for thing in descriptions.referents(ctx, what)]
    if (
        not past
        and descriptions.names_zone(which)
        and any(isinstance(t, int) and t not in ctx.game.objects for t in found)
    ):
        return False  # CR 400.7, 603.4: what is gone is in no zone now, wherever it was last
    if any(isinstance(n, ab.Noun) and n.form == "card" for n in ab.walk(which)):
        with _as_revealed(ctx.game, found):
            return bool(found) and all(descriptions.described(ctx, which, thing) for thing in found)
    return bool(found) and all(descriptions.described(ctx, which, thing) for thing in found)


@contextmanager
def _as_revealed(game: Game, things: Iterable[Thing]) -> Iterator[None]:
    """CR 708.12: while it lasts, those of the things that are face-down permanents are what their cards are, for what asks about the cards."""
    objects = [game.objects[t] for t in things if isinstance(t, int) and t in game.objects]
    hidden = {o.id: o.card.faces[0].characteristics() for o in objects if o.face_down and o.card is not None}
    saved = game.entering_as
    game.entering_as = saved | hidden
    try:
        yield
    finally:
        game.entering_as = saved


def speaks_of(ctx: Context, condition: ab.Condition) -> list[Mention]:
    """CR 608.2c: what later words of the same sentence can refer to after the condition ("as long as this is an Equipment, it ..."), in the
    order of the text. Of several that would do, only those are spoken of that need be asked."""
    match condition:
        case ab.AllOf(conditions=several) | ab.AnyHolds(conditions=several):
            spoken: list[Mention] = []
            for each in several:
                spoken += speaks_of(ctx, each)
                if holds(ctx, each) == isinstance(condition, ab.AnyHolds):
                    break
            return spoken
        case ab.Negated(condition=inner):
            return speaks_of(ctx, inner)
        case ab.Fits(what=what) if not isinstance(what, ab.Chosen):
            return [descriptions.mention_of(ctx, what)]
        case ab.WasPaid(what=what) | ab.WasCast(what=what) if not isinstance(what, ab.This):
            return [descriptions.mention_of(ctx, what)]
        case ab.Controls(who=who, which=which, at=at) if at:
            fitting = [t for t in descriptions.matching(ctx, which) if isinstance(t, int)]
            mine = [t for t in fitting if asking.is_player(ctx, who, ctx.game.controller(t))]
            return [Mention(tuple(mine), at=at)]
        case _:
            return []


def _casts(ctx: Context, what: ab.Objects) -> list[CastInfo]:
    """How the objects were cast: the spell itself, or the spell that the permanent was (CR 601.2, 702.33d)."""
    if isinstance(what, ab.This):
        if not ctx.source:
            return []  # a token that is being created was not cast (614.12)
        obj = ctx.game.object(ctx.source)
        announcing = (
            ctx.cast is not None and ctx.object == ctx.source
        )  # what has been announced so far (601.2b)
        own = (
            ctx.cast
            if announcing
            else obj.cast
            if obj.cast is not None
            else ctx.cast
            if not ctx.object
            else None
        )
        return [own] if own is not None else []
    spoken = descriptions.referents(ctx, what)
    found = [ctx.game.object(thing).cast for thing in spoken if isinstance(thing, int) and thing]
    return [info for info in found if info is not None]


KICKED = ("kicker", "multikicker", "sticker kicker")
PAID_AS = {
    "kicked": KICKED,
    "gift": ("gift",),
    "bargained": ("bargain",),
    "foretold": ("foretell",),
    "evidence": ("additional cost",),
    "additional cost": ("additional cost",),
}
"""CR 702.33d, 702.143c, 702.166b: what is said of a spell for which the cost of a keyword was paid."""


BEHELD = "beheld "
"""CR 701.4b: begins what is said of a spell for which something of a quality was beheld, as an additional cost."""


OF_THE_CASTING = ("escape", "foretold")
"""CR 702.138b, 702.143c: said of what was cast so, and not of a copy (707.10), for which such a cost counts as paid."""


def paid(info: CastInfo, cost: str) -> bool:
    """CR 601.2b, 702.33d: whether the additional or alternative cost was paid; "kicked" is a paid kicker or multikicker."""
    names = PAID_AS.get(cost, (cost,)) if not cost.startswith(BEHELD) else ("additional cost",)
    if cost in OF_THE_CASTING and not info.by:
        return False
    return any(name in names for name in (*info.paid, info.alternative))


OFFERED: set[str] = {"additional cost", "alternative cost"}
"""Names of the costs that casting offers (CR 118.8-9): entered by the modules that offer them (engine.rules.casting)."""


def payable(cost: str) -> bool:
    """Whether some cost that casting offers goes by the name."""
    return cost.startswith(BEHELD) or all(
        name in OFFERED for name in PAID_AS.get(cost, (cost.split(" {")[0],))
    )


def did(ctx: Context, condition: ab.Did) -> bool:
    """CR 608.2c: whether the instruction before was carried out; "this way": whether it was done to anything (that the noun fits)."""
    if condition.done in ("search", "searched"):
        return condition.noun in ctx.searched  # 701.23
    if condition.done and condition.which is not None:
        which = condition.which
        done_to = [t for m in ctx.mentions if m.at in condition.to for t in m.things]
        if condition.done.startswith("put into "):  # not what went elsewhere instead
            done_to = [
                t
                for t in done_to
                if isinstance(t, int) and references.in_graveyard(ctx, ctx.now(t), condition.done)
            ]
        if condition.who is not None and (
            condition.done in TOLD_BY_WHOSE or not isinstance(condition.who, ab.You)
        ):
            done_to = [t for t in done_to if _was_theirs(ctx, condition, t)]
        return bool(descriptions.which_fit(ctx, done_to, which))
    if condition.done:
        fitting = [m for m in ctx.mentions if m.at in condition.to and (m.things or m.amount)]
        if condition.noun:
            fitting = [
                m for m in fitting
                if references.agrees(condition.noun, m) or references.resembles(ctx, condition.noun, m)
            ]  # fmt: skip
        if condition.who is not None:
            raise Unsupported("what a player did this way")
        return bool(fitting)
    if condition.who is None or isinstance(condition.who, ab.You):
        return ctx.did
    return any(descriptions.is_player(ctx, condition.who, player) for player in ctx.did_by)


TOLD_BY_WHOSE = ("discarded", "sacrificed")
"""What is done by players to nothing but what is theirs, which tells who did it (CR 701.9a, 701.21a)."""


def _was_theirs(ctx: Context, condition: ab.Did, thing: Thing) -> bool:
    """CR 701.9a, 701.21a: cards are discarded by their owner, permanents are sacrificed by who controlled them."""
    if isinstance(thing, str):
        return False
    game = ctx.game
    player = game.controller(thing) if condition.done == "sacrificed" else game.object(thing).owner
    assert condition.who is not None
    return descriptions.is_player(ctx, condition.who, player)


def _flip_or_roll(ctx: Context, condition: ab.FlipOrRoll) -> bool:
    """CR 701.30d, 705.2: the last flip of this text (`ctx.flip`: "win", "lose", "heads", "tails"), or its last clash; whether the last two dice show the same (706.5)."""
    result = condition.result
    if result in CLASHED:
        return ctx.clash_won is True
    if result == DOUBLES:
        ctx.game.cite("706.5")
        return len(ctx.rolled) == 2 and ctx.rolled[0] == ctx.rolled[1]
    if result not in FLIPPED:
        raise Unsupported(f"the result {result!r} of a coin or die")
    return ctx.flip == result


CLASHED = frozenset({"win the clash"})  # 701.30d
DOUBLES = "doubles"  # 706.5
FLIPPED = frozenset({"win", "lose", "heads", "tails", DOUBLES})
"""What the words of FlipOrRoll ask: how a coin came up, who won a clash."""


# ---- named states of players and the game ---------------------------------------------------------------------------


def _mark(mark: str) -> Callable[[Context, PlayerId], bool]:
    """A designation that a player has (CR 725, 726, 702.131)."""
    return lambda ctx, player: mark in ctx.game.players[player].marks


def completed(ctx: Context, player: PlayerId) -> list[str]:
    """CR 309.7: the names of the dungeons that the player has completed, in their order."""
    marks = ctx.game.players[player].marks
    return [m.removeprefix(COMPLETED) for m in marks if m.startswith(COMPLETED)]


def full_party(ctx: Context, player: PlayerId) -> bool:
    """CR 700.8c."""
    return player_stat(ctx, "party", player) == 4


def descended(ctx: Context, player: PlayerId) -> bool:
    """CR 700.11: a permanent card was put into the player's graveyard this turn."""
    return history.descended(ctx, player) > 0


def attacked_this_step(ctx: Context, player: PlayerId) -> bool:
    """CR 508.1b, 508.6: in the step going on, a creature was declared as attacking the player."""
    if ctx.game.turn.step != "declare attackers" or ctx.game.combat is None:
        return False
    now = ctx.game.combat.number
    return any(
        h.combat == now
        and isinstance(h.event, AttackersDeclared)
        and any(whom == player for _, whom in h.event.attacks)
        for h in ctx.game.this_turn(AttackersDeclared)
    )


def being_attacked(ctx: Context, player: PlayerId) -> bool:
    """CR 506.3a, 508.1b: whether any creature is attacking the player now, rather than a planeswalker or battle."""
    combat = ctx.game.combat
    return combat is not None and any(whom == player for _, whom in combat.attackers)


MAX_SPEED = 4
"""CR 702.179e."""


PLAYER_STATES: dict[str, Callable[[Context, PlayerId], bool]] = {
    "monarch": _mark("monarch"),
    "initiative": _mark("initiative"),
    "completed a dungeon": lambda ctx, player: bool(completed(ctx, player)),
    "city's blessing": _mark("city's blessing"),
    "full party": full_party,
    "descended": descended,
    "attacked this step": attacked_this_step,
    "being attacked": being_attacked,
    "won the subgame": lambda ctx, player: player in ctx.game.won_subgame,
    "starting player": lambda ctx, player: player in ctx.game.seating.together(ctx.game.starting_player),
    "friend": lambda ctx, player: bool(ctx.chosen.get(f"{SIDES} {player}") == "friend"),
    "foe": lambda ctx, player: bool(ctx.chosen.get(f"{SIDES} {player}") == "foe"),
    "max speed": lambda ctx, player: player_stat(ctx, "speed", player) == MAX_SPEED,
}
"""How each state of a player is tested."""


def _combats(ctx: Context) -> int:
    """CR 506.1: how many combat phases of this turn have begun."""
    return len({h.combat for h in ctx.game.this_turn() if h.combat})


MOST_COMMON = "most common color"


def _most_common(color: str, ctx: Context) -> bool:
    """CR 105.2: whether as many permanents are of the color as of any, and some are."""
    count = Counter(c for id in ctx.game.battlefield() for c in ctx.game.characteristics(id).colors)
    return count[color] == max(count.values(), default=0) > 0


def _in_extra_turn(ctx: Context) -> bool:
    """CR 500.7: whether the turn going on was taken as an extra one."""
    begun = [h.event for h in ctx.game.this_turn(TurnBegins)]
    return any(isinstance(e, TurnBegins) and e.extra for e in begun)


GAME_STATES: dict[str, Callable[[Context], bool]] = {
    **{f"{color} is the {MOST_COMMON}": partial(_most_common, color) for color in COLORS},
    "day": lambda ctx: ctx.game.day_or_night == "day",
    "night": lambda ctx: ctx.game.day_or_night == "night",
    "neither day nor night": lambda ctx: ctx.game.day_or_night is None,
    "first combat phase": lambda ctx: ctx.game.combat is not None and _combats(ctx) == 1,
    "extra turn": lambda ctx: _in_extra_turn(ctx),
    "no monarch": lambda ctx: not any("monarch" in p.marks for p in ctx.game.players.values()),
}
"""How each state of the game is tested (CR 731)."""


def _state(ctx: Context, state: str, who: ab.Players | None) -> bool:
    """A named state: of the players if given, of the game, or else of the source (monstrous, renowned, ...)."""
    if who is not None:
        if state not in PLAYER_STATES:
            raise Unsupported(f"the state {state!r} of a player")
        return _of_players(ctx, who, lambda player: PLAYER_STATES[state](ctx, player))
    if state in GAME_STATES:
        return GAME_STATES[state](ctx)
    if state in STATES:
        return STATES[state](ctx, ctx.source)
    if state in PLAYER_STATES:
        return PLAYER_STATES[state](ctx, ctx.controller)
    raise Unsupported(f"the state {state!r}")


CONDITIONS.update(
    {
        ab.Comparison: lambda ctx, c: compare(asking.value(ctx, c.left), c.op, asking.value(ctx, c.right)),
        ab.Controls: lambda ctx, c: _controls(ctx, c.who, c.which, c.op, c.number),
        ab.Fits: lambda ctx, c: _fits(ctx, c.what, c.which, c.past),
        ab.Exists: _exists,
        ab.PlayerHas: _player_has,
        ab.TurnOf: lambda ctx, c: _has_turn(ctx, c.who),
        ab.DuringStep: _during,
        ab.EventHappened: _happened,
        ab.WasPaid: lambda ctx, c: any(paid(info, c.cost) for info in _casts(ctx, c.what)),
        ab.WasCast: _was_cast,
        ab.Did: lambda ctx, c: did(ctx, c),
        ab.AllOf: lambda ctx, c: all(holds(ctx, each) for each in c.conditions),
        ab.AnyHolds: lambda ctx, c: any(holds(ctx, each) for each in c.conditions),
        ab.Negated: lambda ctx, c: not holds(ctx, c.condition),
        ab.StateIs: lambda ctx, c: _state(ctx, c.state, c.who),
        ab.NotIgnored: lambda ctx, c: True,  # asked for each thing by itself (changed_rules.py)
        ab.WordChosen: lambda ctx, c: descriptions.chosen_value(ctx, ANCHOR) == c.word,
        ab.FlipOrRoll: _flip_or_roll,
    }
)
