"""What instructions leave behind: delayed and reflexive triggers, continuous and replacement effects (CR 603.7, 603.12, 611.2, 614.3)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.actions import damage, lasting
from engine.actions.acting import attempted, frozen, number, objects
from engine.actions.registry import performs
from engine.game import Context, Delayed, Game, Pending
from engine.keywords import REDUNDANT
from engine.model import Thing
from engine.queries import changed_rules
from engine.rules import choosing
from engine.rules.effects import continuous
from engine.rules.processing import narration


@performs(ab.Later)
def later(ctx: Context, effect: ab.Later) -> None:
    """CR 603.7: a delayed triggered ability, whose words keep the meaning they have now (603.7c-g)."""
    game = ctx.game
    if effect.after:
        _whose_time(ctx, effect)
    id, rule = game.tick(), _made_by(ctx)
    game.delayed[id] = Delayed(
        id=id,
        controller=ctx.controller,
        source=ctx.source,
        event=frozen(ctx, effect.event),
        effect=frozen(ctx, effect.effect),
        mentions=ctx.spoken(),
        moved=tuple(ctx.moved.items()),
        once=effect.once,
        duration=effect.duration,
        x=ctx.letters.get("X"),
        made_turn=game.turn.number,
        made_active=game.turn.active,
        log_from=len(game.log),
        rule=rule,
    )
    if any(isinstance(part, ab.X) for part in ab.walk(effect.effect)):
        game.cite("107.3n")
    if isinstance(effect.event, ab.StepBegins) and effect.event.step == game.turn.step == "end step":
        game.cite("513.2")
    told = f"{game.name(ctx.source) if ctx.source else 'a rule'} sets up a delayed triggered ability"
    game.note(told, "603.7", "603.7a", rule, kind="trigger")


def _made_by(ctx: Context) -> str:
    """CR 603.7d-g: the rule by which a delayed triggered ability has its source and its controller: of a spell, of an ability, of a static ability that
    replaces something, or of one that lets a player take an action."""
    if ctx.object:
        return "603.7e" if ctx.game.object(ctx.object).kind == "ability" else "603.7d"
    if ctx.game.replacing:
        return "603.7f"
    return "603.7g" if ctx.allowed else "603.7e"


def _whose_time(ctx: Context, effect: ab.Later) -> None:
    """CR 603.7c: whose step is waited for, where that is said behind the instruction, of a player of whom the instruction speaks:
    the owner of what returns then, for one."""
    named = {a for n in ab.walk(effect.event) if isinstance(n, ab.ThatPlayer) for a in n.to}
    for noun in ab.walk(effect.effect):
        if isinstance(noun, ab.OwnerOf | ab.ControllerOf) and noun.at in named:
            choosing.players(ctx, noun)


@performs(ab.WhenYouDo, flow=True)
def when_you_do(ctx: Context, effect: ab.WhenYouDo) -> None:
    """CR 603.12: a reflexive triggered ability: it triggers at once if the instruction before was carried out; or (608.2p) it triggers as this ability
    resolves for the how manieth time."""
    game = ctx.game
    if not (ctx.did if effect.condition is None else choosing.holds(ctx, effect.condition)):
        return
    on_resolution = any(
        isinstance(n, ab.StatOf) and n.stat == "resolutions this turn" for n in ab.walk(effect.condition)
    )
    game.cite("608.2p" if on_resolution else "603.12")
    step = game.note(
        f"the reflexive ability of {game.name(ctx.source)} triggers",
        about=(ctx.source,) if ctx.source else (),
        kind="trigger",
    )
    game.pending += (
        Pending(
            controller=ctx.controller, source=ctx.source, ability=None, mentions=ctx.spoken(), moved=tuple(ctx.moved.items()),
            timestamp=game.tick(), cause=step, effect=frozen(ctx, effect.effect), x=ctx.letters.get("X"),
        ),
    )  # fmt: skip


@performs(ab.Lasting)
def lasting_effect(ctx: Context, effect: ab.Lasting) -> None:
    """CR 611.2: a continuous effect for the duration; what it affects and its numbers are settled now (611.2c, 608.2h)."""
    game = ctx.game
    hexproof = _hexproof_lost(ctx, effect)
    ids = [
        i
        for what, changes in _for_each_controller(ctx, effect)
        for i in continuous.add_floating(ctx, what, changes, effect.duration)
    ]
    begun = [game.floating[i] for i in ids if i in game.floating]
    for affected, told in narration.lasting(game, begun):
        game.cite(*_redundant(game, affected, effect.changes), *hexproof)
        game.note(told, "611.2a", about=affected, kind="effect")
    if any(isinstance(c, ab.UnderControlOf) for c in effect.changes):
        by = [(f.context.control if f.context is not None else "") or f.controller for f in begun]
        attempted(ctx, bool(begun), by)


def _for_each_controller(
    ctx: Context, effect: ab.Lasting
) -> list[tuple[ab.Recipient | None, tuple[ab.Change, ...]]]:
    """CR 608.2e: what changes how; where each player gains control of something, what each gains, settled before any of them does."""
    whose = [c.who for c in effect.changes if isinstance(c, ab.UnderControlOf)]
    if not whose or not isinstance(whose[0], ab.EachPlayer):
        return [(effect.what, effect.changes)]
    parts: list[tuple[ab.Recipient | None, tuple[ab.Change, ...]]] = []
    ctx.game.cite("608.2e")
    for player in choosing.players(ctx, whose[0]):
        with ctx.about(binding.addresses(whose[0]), player):
            gained = ab.Fixed(tuple(choosing.things(ctx, effect.what)))
        to = ab.UnderControlOf(ab.Fixed((player,)))  # type: ignore[arg-type]
        changes = tuple(to if isinstance(c, ab.UnderControlOf) else c for c in effect.changes)
        parts.append((gained, changes))
    return parts


def _hexproof_lost(ctx: Context, effect: ab.Lasting) -> tuple[str, ...]:
    """CR 702.11e: whether something has hexproof from a quality, which it loses with hexproof."""
    game = ctx.game
    lost = {
        k.name
        for c in effect.changes
        if isinstance(c, ab.Loses)
        for k in c.abilities
        if isinstance(k, ab.Keyword)
    }
    if "hexproof" not in lost:
        return ()
    having = (k for i in game.battlefield() for k in changed_rules.keywords(game, i, "hexproof"))
    return ("702.11e",) if any(k.which is not None or k.note for k in having) else ()


def _redundant(game: Game, things: Sequence[Thing], changes: Sequence[ab.Change]) -> tuple[str, ...]:
    """CR 702: the rules by which keywords that things gain add nothing to those that they have already."""
    gained = {
        k.name for c in changes if isinstance(c, ab.Gains) for k in c.abilities if isinstance(k, ab.Keyword)
    }
    return tuple(
        REDUNDANT[name]
        for name in sorted(gained & REDUNDANT.keys())
        if any(len(changed_rules.keywords(game, thing, name)) > 1 for thing in things)
    )


def _with_sources(ctx: Context, event: ab.EventPattern) -> ab.EventPattern:
    """CR 609.7a: a source of damage that the effect has somebody choose is chosen now."""
    match event:
        case ab.DealsDamage(source=ab.Chosen(by=ab.You()) as source):
            ctx.game.cite("609.7a", "120.7")
            return replace(
                event, source=ab.Fixed(tuple(damage.chosen_sources(ctx, source)), still=source.which)
            )
        case ab.IsDealtDamage(by=ab.Chosen(by=ab.You()) as source):
            ctx.game.cite("609.7a", "120.7")
            return replace(event, by=ab.Fixed(tuple(damage.chosen_sources(ctx, source)), still=source.which))
    return event


@performs(ab.Instead)
def instead(ctx: Context, effect: ab.Instead) -> None:
    """CR 614.3: a replacement effect for the duration, or for the next time the event would happen (614.9)."""
    event, inner = _with_sources(ctx, frozen(ctx, effect.event)), frozen(ctx, effect.effect)
    amount = None if effect.amount is None else number(ctx, effect.amount)
    settled = replace(
        effect, event=event, effect=inner, amount=None if amount is None else ab.Literally(amount)
    )
    if amount == 0:
        return
    lasting.set_up(ctx, settled, effect.duration, uses=1 if effect.next_only else -1, left=amount or 0)


def _worked_out(ctx: Context, change: ab.Change) -> ab.Change:
    """CR 608.2h, 611.2d: how much less is worked out once, unless it is asked of the spell itself."""
    if not isinstance(change, ab.CostChange) or change.times is None:
        return change
    if any(isinstance(n, ab.That | ab.StatOf) for n in ab.walk(change.times)):
        return change
    return replace(change, times=ab.Literally(max(number(ctx, change.times), 0)))


def _entering(ctx: Context, ability: ab.Enters, duration: ab.Duration) -> None:
    """CR 608.2h, 611.2c, 614.1d: how something enters: the object spoken of, wherever it is now, or whatever fits for the duration."""
    settled = ability
    if ability.counters is not None:
        settled = replace(settled, counters=ab.Literally(max(number(ctx, ability.counters), 0)))
    if isinstance(ability.what, ab.That):
        settled = replace(settled, what=ab.Fixed(tuple(i for i in objects(ctx, ability.what) if i)))
    lasting.set_up(ctx, settled, duration)
    ctx.game.note(
        f"an effect of {ctx.game.name(ctx.source)} says how something enters",
        "614.1d",
        about=(ctx.source,),
        kind="effect",
    )


@performs(ab.AboutSpells)
def about_spells(ctx: Context, effect: ab.AboutSpells) -> None:
    """CR 611.2, 611.2f: what spells cost, have or may do for the duration, or the next one alone."""
    ability = frozen(ctx, effect.ability)
    if isinstance(ability, ab.Enters):
        _entering(ctx, ability, effect.duration)
        return
    if isinstance(ability, ab.StaticSpells):
        ability = replace(ability, changes=tuple(_worked_out(ctx, c) for c in ability.changes))
    lasting.set_up(ctx, ability, effect.duration, uses=1 if effect.next_only else -1)
    told = "the next such spell" if effect.next_only else "such spells"
    ctx.game.note(
        f"an effect of {ctx.game.name(ctx.source)} is about {told}",
        "611.2f" if effect.next_only else "611.2a",
        about=(ctx.source,),
        kind="effect",
    )
