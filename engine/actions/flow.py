"""What joins instructions: order, choice, condition, payment, repetition, and what comes later (CR 608.2c-f, 700.2, 603.7, 603.12, 118.12)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.actions import lasting, together
from engine.actions.acting import (
    actors,
    ask,
    asked,
    attempted,
    frozen,
    number,
    on_battlefield,
    speak_of_player,
    speak_of_targets,
    things,
    yes,
)
from engine.actions.choices import all_chosen
from engine.actions.registry import acting, perform, performs
from engine.errors import Undecided, Unsupported
from engine.game import Delayed, Pending
from engine.game.context import Context
from engine.game.decisions import Decision
from engine.model.objects import PlayerId
from engine.queries import citations, references
from engine.queries.descriptions import words_of
from engine.queries.references import SELF, SPARED, UNDONE
from engine.rules import choosing
from engine.rules.processing import narration

MOST_REPEATS = 1000
"""How often a process may be repeated before the ruling is given up as endless."""


@performs(ab.SameFor, flow=True)
def same_for(ctx: Context, effect: ab.SameFor) -> None:
    """CR 608.2c: the instruction, and then the same with each of the other keyword abilities in the place of the one it names."""
    named = next(n.keyword for n in ab.walk(effect.effect) if isinstance(n, ab.With))
    ctx.game.cite("608.2c")
    for keyword in (named, *effect.keywords):
        perform(ctx, rewrite(effect.effect, partial(_with_keyword, named, keyword)))


def _with_keyword(old: str, new: str, node: Any) -> Any:
    match node:
        case ab.With(keyword=name) if name == old:
            return replace(node, keyword=new)
        case ab.Keyword(name=name) if name == old:
            return replace(node, name=new)
    return node


# ---- order --------------------------------------------------------------------------------------------------------


@performs(ab.Sequence, flow=True)
def sequence(ctx: Context, effect: ab.Sequence) -> None:
    """CR 608.2c: the instructions in the order written; one that a later "instead" replaces is not carried out."""
    steps = _with_subjects(effect.steps)
    did, at = False, 0
    while at < len(steps):
        step = steps[at]
        at += 1
        later: list[ab.Conditional] = []
        while at < len(steps) and _instead(steps[at]):
            later.append(steps[at])  # type: ignore[arg-type]
            at += 1
        if later:
            step = _in_place_of(ctx, step, later)
        following = together.of_each(steps, at) if not later and together.of_several(step) else []
        if following:
            together.each_of(ctx, step, following)
            at += len(following)
            did = did or ctx.did
            continue
        if isinstance(step, ab.Later) and any(isinstance(n, ab.Flip | ab.Roll) for n in ab.walk(step.effect)):
            results = _about_chance(steps[at:])
            step = replace(step, effect=ab.Sequence((step.effect, *results))) if results else step
            at += len(results)
        if isinstance(step, ab.CopySpell) and _chooses_targets(steps[at] if at < len(steps) else None):
            ctx.new_targets_follow = True
        if isinstance(step, ab.Flip) and any(
            isinstance(n, ab.FlipOrRoll) and n.result in ("heads", "tails") for n in ab.walk(steps)
        ):
            ctx.sides_follow = True
        perform(ctx, step)
        if (
            not ctx.did
            and _hangs_on_cost(step)
            and not any(isinstance(n, ab.Did) for n in ab.walk(steps[at:]))
        ):
            _targets_spared(ctx, step)
        did = did or ctx.did
    ctx.did = did


def _hangs_on_cost(step: ab.Effect) -> bool:
    """Whether the instruction is carried out only "if you do"."""
    return isinstance(step, ab.Conditional) and isinstance(step.condition, ab.Did) and step.otherwise is None


def _about_chance(steps: tuple[ab.Effect, ...]) -> tuple[ab.Effect, ...]:
    """CR 603.7, 608.2c: the instructions that go on with what the coin or die comes up: they wait for it, if it is for later."""
    found: list[ab.Effect] = []
    for step in steps:
        if not isinstance(step, ab.Conditional) or not any(
            isinstance(n, ab.FlipOrRoll) for n in ab.walk(step.condition)
        ):
            break
        found.append(step)
    return tuple(found)


def _with_subjects(steps: tuple[ab.Effect, ...]) -> tuple[ab.Effect, ...]:
    """The instructions with the subject said once ("... gains flying for a time and *can't be blocked*") in each that goes on with it."""
    done: list[ab.Effect] = []
    for step in steps:
        before = done[-1] if done else None
        match step, before:
            case ab.Lasting(what=ab.SameSubject()), ab.Lasting(what=subject):
                step = replace(step, what=_twice(subject))
            case ab.Prevent(by=ab.SameSubject()), ab.Prevent(to=ab.Objects() as subject):
                step = replace(step, by=_twice(subject))
        done.append(step)
    return tuple(done)


def _twice(subject: ab.Recipient) -> Any:
    """The subject once more; what is chosen as the instruction is carried out would be chosen anew."""
    if isinstance(subject, ab.Chosen | ab.OneOf):
        raise Unsupported("a second effect on what was chosen for the first")
    return subject


@performs(ab.Then, flow=True)
def then(ctx: Context, effect: ab.Then) -> None:
    """CR 608.2c: the next instruction in the order written."""
    perform(ctx, effect.effect)


def _instead(step: ab.Effect) -> bool:
    return isinstance(step, ab.Conditional) and step.instead


def _in_place_of(ctx: Context, step: ab.Effect, later: list[ab.Conditional]) -> ab.Effect:
    """CR 608.2c: later text changes what earlier text means: the last "instead" whose condition holds takes the instruction's place."""
    speak_of_targets(ctx, step)
    for conditional in reversed(later):
        ctx.game.cite(*citations.of_question(ctx, conditional.condition))
        if choosing.holds(ctx, conditional.condition):
            ctx.game.cite("608.2c")
            _speak_of_source(ctx, conditional)
            if isinstance(conditional.effect, ab.Create) and conditional.effect.token == THOSE_TOKENS:
                return _so_many_tokens(step, conditional.effect.number)
            told = _received_as(step, conditional.effect)
            if isinstance(step, ab.Conditional) and isinstance(step.condition, ab.Did):
                return replace(step, effect=told)  # it, too, only "if you do"
            return told
    otherwise = [c.otherwise for c in later if c.otherwise is not None]
    if otherwise:
        raise Unsupported("an instruction replaced under a condition, with another for when it does not hold")
    return step


def _received_as(step: ab.Effect, effect: ab.Effect) -> ab.Effect:
    """The damage that takes the place of other damage, dealt to what that would be dealt to."""
    if not isinstance(effect, ab.DealDamage) or not isinstance(effect.to, ab.SameReceiver):
        return effect
    dealing = damage_of(step)
    if dealing is None:
        raise Unsupported("damage in place of what is no damage")
    source = dealing.source if effect.source == ab.That() else effect.source
    return replace(effect, source=source, to=dealing.to, divided=dealing.divided)


def damage_of(step: ab.Effect) -> ab.DealDamage | None:
    """The damage that the one instruction is, to one noun."""
    if isinstance(step, ab.Conditional | ab.WhereX):
        return damage_of(step.effect)
    return step if isinstance(step, ab.DealDamage) and not step.also else None


THOSE_TOKENS = ab.TokenKind(copy_of=ab.SameTokens())
"""The tokens of the instruction that is replaced ("create four of those tokens instead")."""


def _so_many_tokens(step: ab.Effect, number: ab.Number) -> ab.Effect:
    """The instruction with another number of the same tokens."""
    made = step.steps[-1] if isinstance(step, ab.Sequence) else step
    if not isinstance(made, ab.Create):
        raise Unsupported("tokens instead of what creates none")
    made = replace(made, number=number)
    return replace(step, steps=(*step.steps[:-1], made)) if isinstance(step, ab.Sequence) else made


def _chooses_targets(step: ab.Effect | None) -> bool:
    """Whether the instruction lets a player choose the targets of a copy just made (CR 707.10c)."""
    match step:
        case ab.NewTargets(what=ab.That()):
            return True
        case ab.Optional(effect=inner) | ab.Sequence(steps=(inner, *_)):
            return _chooses_targets(inner)
    return False


# ---- choice and condition -------------------------------------------------------------------------------------------


@performs(ab.Optional, flow=True)
def optional(ctx: Context, effect: ab.Optional) -> None:
    """CR 608.2d: each of the players may have it carried out; what is impossible can't be chosen. "If you do" asks whether it was (118.12)."""
    if together.of_several(effect):
        together.each_of(ctx, effect, [])
        return
    doing: list[PlayerId] = []
    for player in asked(ctx, effect.who):
        speak_of_player(ctx, effect.who, player)
        with acting(ctx, player):
            if not wants(ctx, player, effect.effect):
                continue
            perform(ctx, effect.effect)
            if ctx.did:
                doing.append(player)
            if doing and isinstance(effect.who, ab.AnyPlayer):
                break
    if not doing:
        left_undone(ctx, effect.effect)
    attempted(ctx, bool(doing), doing)


def wants(ctx: Context, player: PlayerId, effect: ab.Effect) -> bool:
    """CR 608.2d: whether the player, who may have the instruction carried out, can and does."""
    speak_of_targets(ctx, effect)
    if not possible(ctx, player, effect):
        ctx.game.cite("608.2d")
        return False
    return yes(ctx, player, question_of(ctx, effect))


def question_of(ctx: Context, effect: ab.Effect) -> str:
    """How to ask whether a player wants to have the instruction carried out."""
    source = ctx.game.name(ctx.source) if ctx.source else "the effect"
    return f"carry out what {source} allows ({said(effect)})?"


def said(effect: ab.Effect) -> str:
    """An instruction in a word or two: its verbs."""
    match effect:
        case ab.Sequence(steps=steps):
            return ", ".join(said(s) for s in steps)
        case (
            ab.Conditional(effect=inner)
            | ab.WhereX(effect=inner)
            | ab.ForEach(effect=inner)
            | ab.Repeat(effect=inner)
        ):
            return said(inner)
        case ab.Put(zone=zone, verb=verb):
            return f"{verb} to {zone}"
        case ab.Keyworded(verb=verb) | ab.Transform(verb=verb):
            return verb
    name = type(effect).__name__
    return "".join((" " + c.lower()) if c.isupper() else c for c in name).strip()


def possible(ctx: Context, player: PlayerId, effect: ab.Effect) -> bool:
    """CR 608.2d: whether the player could begin it: a cost can be paid, there is something to sacrifice, discard or put."""
    from engine.queries import descriptions
    from engine.rules.costs import costs

    game = ctx.game
    match effect:
        case ab.PayCost(who=who, costs=parts):
            payers = actors(ctx, who) if not isinstance(who, ab.You) else [player]
            return all(costs.can_pay(ctx, parts, p) for p in payers)
        case ab.PayLife(amount=amount):
            return number(ctx, amount) <= game.players[player].life and not cant_lose_life(ctx, player)
        case ab.Sacrifice(what=ab.Chosen(which=which, amount=amount_), who=ab.You()):
            mine = [i for i in game.battlefield() if game.controller(i) == player]
            return len(descriptions.matching(ctx, which, mine)) >= descriptions.amount(ctx, amount_)[0]
        case ab.Sacrifice(what=ab.This(), who=ab.You()):
            return (
                on_battlefield(game, ctx.now(ctx.source)) and game.controller(ctx.now(ctx.source)) == player
            )
        case ab.Discard(what=ab.Chosen(which=which, amount=amount_), who=ab.You()):
            return (
                len(descriptions.matching(ctx, which, game.zone("hand", player)))
                >= descriptions.amount(ctx, amount_)[0]
            )
        case (
            ab.Put(what=ab.Chosen(which=which, amount=amount_))
            | ab.Exile(what=ab.Chosen(which=which, amount=amount_))
        ):
            open_to_choice = choosing.can_be_picked(ctx, player, which, amount_)
            return len(open_to_choice) >= descriptions.amount(ctx, amount_)[0]
        case ab.Tap(what=ab.Chosen(which=which, amount=amount_), state="tap"):
            untapped = [
                i
                for i in descriptions.matching(ctx, which)
                if isinstance(i, int) and not game.object(i).tapped
            ]
            return len(untapped) >= descriptions.amount(ctx, amount_)[0]
        case ab.Mill(number=amount):
            # CR 701.17b: a player can't choose to mill more cards than there are.
            return number(ctx, amount) <= len(game.zone("library", player))
        case ab.RemoveCounters(number=amount, kind=kind, source=ab.This()) if amount is not None and kind:
            return game.object(ctx.source).counter(kind) >= number(ctx, amount)
        case ab.Sequence(steps=steps):
            # Later steps may speak of what earlier ones do; what can be told now is told of those that are like costs.
            return all(possible(ctx, player, s) for s in steps[:1]) and all(
                possible(ctx, player, s) for s in steps[1:] if isinstance(s, ab.PayCost | ab.PayLife)
            )
    return True


def _targets_spared(ctx: Context, effect: ab.Effect) -> None:
    """CR 608.2c: "it" in what follows would have been the target of what was to be paid for, and was not: nothing."""
    for node in ab.walk(effect):
        if isinstance(node, ab.Slot):
            choosing.things(ctx, node)
            spared = ctx.mentions.pop()
            ctx.mention((), spared.words, done=UNDONE, many=spared.many)


def left_undone(ctx: Context, effect: ab.Effect) -> None:
    """CR 608.2c: later words speak of what would have been revealed, found or made even if it wasn't: of nothing, not of what was said before."""
    for node in ab.walk(effect):
        match node:
            case (
                ab.Put(what=ab.That() as noun)
                | ab.Exile(what=ab.That() as noun)
                | ab.CastCard(what=ab.That() as noun)
            ):
                ctx.mention(references.things(ctx, noun), ("card",), done=SPARED)
            case ab.TopOfLibrary(number=amount):
                ctx.mention((), ("card",), done=UNDONE, many=amount != ab.Literally(1))
            case ab.Choose(objects=ab.Objects() as chosen):
                ctx.mention((), {"card"} if isinstance(chosen, ab.OneOf) else words_of(chosen), done=UNDONE)
            case ab.RevealUntil() | ab.Search():
                ctx.mention((), ("card",), done=UNDONE, many=True)
                ctx.mention((), ("card",), done=UNDONE)
            case ab.Create(number=amount, token=token):
                words = ("token", *(word.lower() for word in token.words), "creature")
                ctx.mention((), words, done=UNDONE, many=amount != ab.Literally(1))


def cant_lose_life(ctx: Context, player: PlayerId) -> bool:
    """CR 119.8."""
    from engine.rules.effects import continuous

    return continuous.cant(ctx.game, player, "lose life")


@performs(ab.Cleaved, flow=True)
def cleaved(ctx: Context, effect: ab.Cleaved) -> None:
    """CR 702.148a: which of the two it is was settled as the spell was cast (engine.rules.casting.proposal); as printed where none was cast."""
    perform(ctx, effect.printed)


@performs(ab.Conditional, flow=True)
def conditional(ctx: Context, effect: ab.Conditional) -> None:
    """CR 608.2c: only if the condition holds as the instruction is reached. What was done before it stays what "if you do" speaks of."""
    before = (ctx.did, ctx.did_by)
    about_before = any(isinstance(n, ab.Did) for n in ab.walk(effect.condition))
    if effect.instead:
        raise Unsupported("an instruction that replaces another which is not said before it")
    if effect.after:
        speak_of_targets(ctx, effect.effect)
    spoken = len(ctx.mentions)
    holds = choosing.holds(ctx, effect.condition)
    ctx.game.cite(*citations.of_question(ctx, effect.condition))
    if effect.after:
        del ctx.mentions[spoken:]  # said behind the instruction, whose words refer to what is before them
    chosen = effect.effect if holds else effect.otherwise
    if holds:
        _speak_of_source(ctx, effect)
    if chosen is None:
        attempted(ctx, False)
        left_undone(ctx, effect.effect)
    else:
        perform(ctx, chosen)
    if about_before:
        ctx.did, ctx.did_by = before


def _speak_of_source(ctx: Context, effect: ab.Conditional) -> None:
    """CR 608.2c: what deals the damage in "if this spell was kicked, it deals ..." is the spell that the condition speaks of."""
    dealing = isinstance(effect.effect, ab.DealDamage) and effect.effect.source == ab.That()
    if dealing and any(isinstance(n, ab.This) for n in ab.walk(effect.condition)):
        ctx.mention([ctx.source], [SELF])


@performs(ab.Unless, flow=True)
def unless(ctx: Context, effect: ab.Unless) -> None:
    """CR 118.12a: the player may pay (or do) something; if nobody does, the instruction is carried out.

    Where each of several players is asked about what happens to them, all choose in APNAP order first (101.4)."""
    ctx.game.cite("118.12a")
    distributed = getattr(effect.effect, "who", None)
    if isinstance(effect.who, ab.ThatPlayer) and isinstance(distributed, ab.EachPlayer | ab.PlayersWho):
        paid: list[PlayerId] = []
        unpaid: list[PlayerId] = []
        for player in actors(ctx, distributed):
            ctx.mention((player,), ("player", "opponent"))
            (paid if _pays(ctx, effect.costs, player) else unpaid).append(player)
        if unpaid:
            perform(ctx, replace(effect.effect, who=ab.Fixed(tuple(unpaid))))
        attempted(ctx, bool(paid), paid)
        return
    speak_of_targets(ctx, effect.effect)
    taken_up = getattr(effect.effect, "what", None)
    if isinstance(taken_up, ab.That) and taken_up.noun:
        things(ctx, taken_up)  # "counter *that spell* unless its controller pays"
    payers = []
    for player in asked(ctx, effect.who):
        if _pays(ctx, effect.costs, player):
            payers.append(player)
            break
    if not payers:
        perform(ctx, effect.effect)
    attempted(ctx, bool(payers), payers)


def _pays(ctx: Context, parts: tuple[ab.Cost, ...], player: PlayerId) -> bool:
    """CR 118.12: whether the player can and wants to pay; then it is paid."""
    from engine.rules.costs import costs

    if not costs.can_pay(ctx, parts, player):
        return False
    if not yes(ctx, player, f"pay for {ctx.game.name(ctx.source)}?"):
        return False
    with acting(ctx, player):
        costs.pay(ctx, parts, player)
    return True


@performs(ab.PayCost)
def pay_cost(ctx: Context, effect: ab.PayCost) -> None:
    """CR 118.12, 608.2g: the player pays, activating mana abilities if they like; who can't, doesn't (101.3)."""
    from engine.rules.costs import costs

    paying = []
    for player in actors(ctx, effect.who):
        if costs.can_pay(ctx, effect.costs, player):
            costs.pay(ctx, effect.costs, player)
            paying.append(player)
    attempted(ctx, bool(paying), paying)


@performs(ab.Mode, flow=True)
def mode_said(ctx: Context, effect: ab.Mode) -> None:
    """CR 207.2d, 700.2: what the mode says."""
    perform(ctx, effect.effect)


@performs(ab.Modal, flow=True)
def modal(ctx: Context, effect: ab.Modal) -> None:
    """CR 700.2, 608.2d: modes that were chosen as the spell was cast or the ability put on the stack stand in the text alone; others are chosen now."""
    if effect.note:
        raise Unsupported(f"choosing modes with the remark {effect.note!r}")
    did = False
    for mode in sorted(choose_modes(ctx, effect)):
        perform(ctx, effect.modes[mode - 1])
        did = did or ctx.did
    ctx.did = did


def choose_modes(ctx: Context, effect: ab.Modal) -> tuple[int, ...]:
    """CR 608.2d, 700.2: modes chosen as the instruction is carried out. Modes are numbered from 1."""
    from engine.actions.acting import the_actor

    player = the_actor(ctx, effect.who)
    options = tuple(range(1, len(effect.modes) + 1))
    if effect.again:
        options = tuple(n for n in options for _ in range(effect.high))
    listed = "; ".join(f"{n}: {said(m)}" for n, m in enumerate(effect.modes, 1))
    high = len(options) if effect.high < 0 else effect.high
    answer: tuple[int, ...] = ask(
        ctx, Decision(player, "mode", f"choose {effect.low} of: {listed}", options, effect.low, high)
    )
    return answer


# ---- repetition -----------------------------------------------------------------------------------------------------


@performs(ab.ForEach, flow=True)
def for_each(ctx: Context, effect: ab.ForEach) -> None:
    """CR 608.2f: the instruction for each thing in turn, players in APNAP order; or so many times."""
    did = False
    if isinstance(effect.each, ab.Number):
        for _ in range(number(ctx, effect.each)):
            perform(ctx, effect.effect)
            did = did or ctx.did
    else:
        before = len(ctx.mentions)
        ctx.game.cite("608.2f")
        for thing in things(ctx, effect.each):
            from engine.actions.acting import words_for

            ctx.mention((thing,), words_for(ctx, (thing,)))
            perform(ctx, effect.effect)
            did = did or ctx.did
        if isinstance(effect.effect, ab.Choose) and effect.effect.objects is not None:
            all_chosen(ctx, ctx.mentions[before:])
    ctx.did = did


@performs(ab.Repeat, flow=True)
def repeat(ctx: Context, effect: ab.Repeat) -> None:
    """CR 608.2c: the instruction so many times over, or once and again for as long as the condition holds."""
    did = False
    if effect.times is not None:
        if effect.condition is not None:
            raise Unsupported("repeating so many times under a condition")
        for _ in range(number(ctx, effect.times)):
            perform(ctx, effect.effect)
            did = did or ctx.did
        ctx.did = did
        return
    if effect.condition is None:
        raise Unsupported("repeating without an end")
    for _ in range(MOST_REPEATS):
        perform(ctx, effect.effect)
        did = did or ctx.did
        if ctx.game.over or not choosing.holds(ctx, effect.condition):
            ctx.did = did
            return
    raise Undecided(f"a process was repeated {MOST_REPEATS} times")


@performs(ab.WhereX, flow=True)
def where_x(ctx: Context, effect: ab.WhereX) -> None:
    """CR 107.3i, 608.2h: the letter is worked out once, as the first instruction that uses it is reached."""
    _with_letter(ctx, effect.effect, effect.number, effect.name)


def _with_letter(ctx: Context, effect: ab.Effect, defined: ab.Number, name: str) -> None:
    if isinstance(effect, ab.Sequence) and not any(_instead(s) for s in effect.steps):
        settled, did = False, False
        for step in effect.steps:
            if not settled and _uses(step, name):
                _with_letter(ctx, step, defined, name)
                settled = True
            else:
                perform(ctx, step)
            did = did or ctx.did
        ctx.did = did
        return
    speak_of_targets(ctx, effect)
    ctx.letters[name] = choosing.value(ctx, defined)
    stack = ctx.game.object(ctx.object).stack if ctx.object in ctx.game.objects else None
    triggered = (
        stack is not None and stack.kind == "triggered"
    )  # 107.3c speaks of spells and activated abilities
    ctx.game.cite("107.3" if triggered else "107.3c", *citations.of_question(ctx, defined))
    perform(ctx, effect)


def _uses(effect: ab.Effect, name: str) -> bool:
    return any(
        (isinstance(n, ab.X) and n.name == name) or (isinstance(n, ab.PayMana) and "{" + name + "}" in n.mana)
        for n in ab.walk(effect)
    )


# ---- later ----------------------------------------------------------------------------------------------------------


@performs(ab.Later)
def later(ctx: Context, effect: ab.Later) -> None:
    """CR 603.7: a delayed triggered ability, whose words keep the meaning they have now (603.7c-e)."""
    game = ctx.game
    if effect.after:
        speak_of_targets(ctx, effect.effect)
    id = game.tick()
    game.delayed[id] = Delayed(
        id=id,
        controller=ctx.controller,
        source=ctx.source,
        event=frozen(ctx, effect.event),
        effect=frozen(ctx, effect.effect),
        mentions=tuple(ctx.mentions),
        moved=tuple(ctx.moved.items()),
        once=effect.once,
        duration=effect.duration,
        x=ctx.letters.get("X"),
        made_turn=game.turn.number,
        made_active=game.turn.active,
        log_from=len(game.log),
    )
    game.note(
        f"{game.name(ctx.source) if ctx.source else 'a rule'} sets up a delayed triggered ability", "603.7"
    )


@performs(ab.WhenYouDo, flow=True)
def when_you_do(ctx: Context, effect: ab.WhenYouDo) -> None:
    """CR 603.12: a reflexive triggered ability: it triggers at once if the instruction before was carried out."""
    game = ctx.game
    if not ctx.did or (effect.condition is not None and not choosing.holds(ctx, effect.condition)):
        return
    game.cite("603.12")
    step = game.note(
        f"the reflexive ability of {game.name(ctx.source)} triggers",
        about=(ctx.source,) if ctx.source else (),
    )
    game.pending += (
        Pending(
            controller=ctx.controller, source=ctx.source, ability=None, mentions=tuple(ctx.mentions), moved=tuple(ctx.moved.items()),
            timestamp=game.tick(), cause=step, effect=frozen(ctx, effect.effect), x=ctx.letters.get("X"),
        ),
    )  # fmt: skip


@performs(ab.Lasting)
def lasting_effect(ctx: Context, effect: ab.Lasting) -> None:
    """CR 611.2: a continuous effect for the duration; what it affects and its numbers are settled now (611.2c, 608.2h)."""
    from engine.rules.effects import continuous

    game = ctx.game
    begun = [
        game.floating[i]
        for i in continuous.add_floating(ctx, effect.what, effect.changes, effect.duration)
        if i in game.floating
    ]
    for affected, told in narration.lasting(game, begun):
        game.note(told, "611.2a", about=affected)


@performs(ab.Instead)
def instead(ctx: Context, effect: ab.Instead) -> None:
    """CR 614.3: a replacement effect for the duration, or for the next time the event would happen (614.9)."""
    event, inner = frozen(ctx, effect.event), frozen(ctx, effect.effect)
    lasting.set_up(
        ctx, replace(effect, event=event, effect=inner), effect.duration, uses=1 if effect.next_only else -1
    )


@performs(ab.SetUpAbility)
def set_up_ability(ctx: Context, effect: ab.SetUpAbility) -> None:
    """CR 603.7b, 611.2, 614.3: an ability of no object that is in force for a time: triggered, static or replacement."""
    match effect.ability:
        case ab.Triggered(event=event, effect=inner, condition=None, restrictions=()):
            perform(ctx, ab.Later(event=event, effect=inner, once=False, duration=effect.duration))
        case ab.Static(what=what, changes=changes, condition=None):
            perform(ctx, ab.Lasting(what, changes, effect.duration))
        case ab.Replacement(event=event, effect=inner, condition=None, optional=None, how="instead"):
            perform(ctx, ab.Instead(event, inner, effect.duration))
        case _:
            raise Unsupported(
                f"an ability that is in force for a time: {type(effect.ability).__name__} with more than its main parts"
            )


# ---- remarks --------------------------------------------------------------------------------------------------------

REMARKS: frozenset[str] = frozenset()
"""Sentences that only say how an earlier instruction goes, and that the engine follows anyway. Any other is refused."""


@performs(ab.Nothing)
def nothing(ctx: Context, effect: ab.Nothing) -> None:
    """A sentence that is no instruction of its own."""
    if effect.note not in REMARKS:
        raise Unsupported(f"the remark {effect.note!r}")
