"""Instructions in their order, and those that stand in for what comes later in the text (CR 608.2c)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.actions import damage, together, tokens
from engine.actions.acting import PLAYER_WORDS, actors, frozen, things, yes
from engine.actions.registry import perform, performs
from engine.actions.repetition import as_often_as_said, takes_place_of_another, written_out
from engine.actions.willingness import said
from engine.errors import Unsupported
from engine.game import Context
from engine.queries import citations
from engine.rules import choosing


@performs(ab.SameFor, flow=True)
def same_for(ctx: Context, effect: ab.SameFor) -> None:
    """CR 608.2c: the instruction, and then the same with each of the other keyword abilities, or kinds of things, in the place of the one it names."""
    if effect.nouns:
        picked = next(n for n in ab.walk(effect.effect) if isinstance(n, ab.Chosen | ab.Each))
        for which in (picked.which, *(_of_kind(picked.which, noun) for noun in effect.nouns)):
            perform(ctx, rewrite(effect.effect, partial(_with_which, picked, which)))
        return
    named = next(n.keyword for n in ab.walk(effect.effect) if isinstance(n, ab.With))
    ctx.game.cite("608.2c")
    for keyword in (named, *effect.keywords):
        perform(ctx, rewrite(effect.effect, partial(_with_keyword, named, keyword)))


def _of_kind(which: ab.Selection, new: ab.Selection) -> ab.Selection:
    """The description with another head and what is said before that; what is said behind it goes on."""
    old = which.noun if isinstance(which, ab.Which) else which
    head = new.noun if isinstance(new, ab.Which) else new
    if isinstance(head, ab.Noun) and isinstance(old, ab.Noun) and not head.form:
        head = replace(head, form=old.form)
    before = new.before if isinstance(new, ab.Which) else ()
    return ab.Which(before, head, which.after if isinstance(which, ab.Which) else ())


def _with_which(picked: ab.Chosen | ab.Each, which: ab.Selection, node: Any) -> Any:
    return replace(node, which=which) if node == picked else node


def _with_keyword(old: str, new: str, node: Any) -> Any:
    match node:
        case ab.With(keyword=name) if name == old:
            return replace(node, keyword=new)
        case ab.Keyword(name=name) if name == old:
            return replace(node, name=new)
    return node


@performs(ab.Sequence, flow=True)
def sequence(ctx: Context, effect: ab.Sequence) -> None:
    """CR 608.2c: the instructions in the order written; one that a later "instead" replaces is not carried out."""
    steps = _last_apart(_with_subjects(effect.steps))
    if effect.joined == "," and all(isinstance(step, ab.Create) for step in steps):
        _create_several(ctx, steps)
        return
    if effect.joined == "," and steps and written_out(ctx, steps):
        return
    repeating = [
        n for n, step in enumerate(steps) if any(isinstance(i, ab.RepeatProcess) for i in ab.walk(step))
    ]
    if effect.joined != "." or not repeating:
        _in_order(ctx, steps)
        return
    process, rest = steps[: repeating[-1] + 1], steps[repeating[-1] + 1 :]
    as_often_as_said(ctx, partial(_in_order, ctx, process))
    if rest:
        _in_order(ctx, rest)


def _last_apart(steps: tuple[ab.Effect, ...]) -> tuple[ab.Effect, ...]:
    """CR 608.2c: "if you can't" asks about the last of several instructions before it alone, which is therefore a step by itself."""
    found: list[ab.Effect] = []
    for step, after in zip(steps, (*steps[1:], None), strict=True):
        asked = isinstance(after, ab.Conditional) and any(
            isinstance(n, ab.Did) and not n.able for n in ab.walk(after.condition)
        )
        parts = step.steps if asked and isinstance(step, ab.Sequence) and step.joined == "then" else (step,)
        found.extend(parts)
    return tuple(found)


def _create_several(ctx: Context, steps: tuple[Any, ...]) -> None:
    """CR 701.7a: tokens of several kinds that one instruction lists are created together."""
    parts: list[tokens.Creation] = []
    for step in steps:
        with ctx.carrying_out(step.at):
            parts.append(tokens.creation(ctx, step))
    tokens.create_together(ctx, parts)


def _in_order(ctx: Context, steps: tuple[ab.Effect, ...]) -> None:
    """The instructions one after the other."""
    did, at = False, 0
    while at < len(steps):
        step = steps[at]
        at += 1
        later: list[ab.Conditional] = []
        while at < len(steps) and takes_place_of_another(steps[at]):
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
        with_it = of_the_prevented(steps, at - 1)
        if with_it:
            _prevent(ctx, step, with_it)
            at += len(with_it)
            continue
        if isinstance(step, ab.CopySpell) and _chooses_targets(steps[at] if at < len(steps) else None):
            ctx.new_targets_follow = True
        if isinstance(step, ab.Flip) and any(
            isinstance(n, ab.FlipOrRoll) and n.result in ("heads", "tails") for n in ab.walk(steps)
        ):
            ctx.sides_follow = True
        if at < len(steps) and says_how_it_enters(steps[at], step):
            perform(ctx, steps[at])
            at += 1
        ctx.otherwise = _if_not_done(step, steps[at : at + 1])
        perform(ctx, step)
        did = did or ctx.did
    ctx.did = ctx.did if steps and _is_up_to_players(steps[-1]) else did


def _if_not_done(step: ab.Effect, following: tuple[ab.Effect, ...]) -> str:
    """CR 118.12, 608.2d: what happens where a player doesn't do what they may, as the next instruction says."""
    match step, following:
        case ab.Optional(), (
            ab.Conditional(condition=ab.Negated(condition=ab.Did()), effect=effect, instead=False),
        ):
            return said(effect)
    return ""


def says_how_it_enters(after: ab.Effect, step: ab.Effect) -> bool:
    """CR 608.2c: whether the instruction says how what the one before it puts onto the battlefield enters, as it does: that has to be known by then."""
    inner = after.effect if isinstance(after, ab.Conditional) else after
    about = isinstance(inner, ab.AboutSpells) and isinstance(inner.ability, ab.Enters)
    return about and any(isinstance(n, ab.Put) and n.zone == "battlefield" for n in ab.walk(step))


def _is_up_to_players(step: ab.Effect) -> bool:
    """Whether players may have it carried out: "if you do", after it, asks about that and not about what was done before it."""
    while isinstance(step, ab.Then | ab.Conditional | ab.WhereX):
        step = step.effect
    return isinstance(step, ab.Optional)


def _prevent(ctx: Context, step: ab.Effect, with_it: tuple[ab.Effect, ...]) -> None:
    """CR 107.3i, 615.5: a prevention effect with what it does besides, and with the letter for how much it prevents worked out."""
    if isinstance(step, ab.WhereX):
        ctx.letters[step.name] = choosing.value(ctx, step.number)
        _prevent(ctx, step.effect, with_it)
        del ctx.letters[step.name]
    elif isinstance(step, ab.Prevent):
        with ctx.carrying_out(step.at):
            damage.prevent(ctx, step, frozen(ctx, ab.Sequence(with_it)))


def of_the_prevented(steps: Sequence[ab.Effect], at: int) -> tuple[ab.Effect, ...]:
    """CR 615.5: of the instructions behind a prevention effect those that say what is done with the damage prevented by it, each time that it prevents some."""
    found: list[ab.Effect] = []
    first = steps[at]
    prevents = isinstance(first.effect if isinstance(first, ab.WhereX) else first, ab.Prevent)
    for step in steps[at + 1 :] if prevents else ():
        if isinstance(step, ab.Later) or not any(
            isinstance(n, ab.HowMany | ab.Did) and n.done == "prevented" for n in ab.walk(step)
        ):
            break
        found.append(step)
    return tuple(found)


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


def _in_place_of(ctx: Context, step: ab.Effect, later: list[ab.Conditional]) -> ab.Effect:
    """CR 608.2c: later text changes what earlier text means: the last "instead" whose condition holds takes the instruction's place; of several that are joined, that
    of the one which does the same, where it is said at the end."""
    for conditional in reversed(later):
        ctx.game.cite(*citations.of_question(ctx, conditional.condition))
        if not choosing.holds(ctx, conditional.condition):
            continue
        ctx.game.cite("608.2c")
        rather = conditional.effect
        if isinstance(rather, ab.Optional) and not conditional.early:
            if not yes(ctx, ctx.controller, f"carry out what {ctx.game.name(ctx.source)} allows instead?"):
                continue
            rather = rather.effect
        _speak_of_all(ctx, step, rather)
        at = None if conditional.early else place_of_alike(step, rather)
        if at is not None and isinstance(step, ab.Sequence):
            told = _so_much_rather(step.steps[at], rather)
            return replace(step, steps=(*step.steps[:at], told, *step.steps[at + 1 :]))
        return _so_much_rather(step, rather)
    otherwise = [c.otherwise for c in later if c.otherwise is not None]
    if otherwise:
        raise Unsupported("an instruction replaced under a condition, with another for when it does not hold")
    return step


def _speak_of_all(ctx: Context, step: ab.Effect, rather: ab.Effect) -> None:
    """CR 608.2c: "those creatures", said of what the replaced instruction speaks of, are all that it would have been carried out on."""
    meant = {at for node in ab.walk(rather) if isinstance(node, ab.That | ab.ThatPlayer) for at in node.to}
    for node in ab.walk(step):
        if isinstance(node, ab.Each) and node.at in meant:
            things(ctx, node)
        elif isinstance(node, ab.EachPlayer) and node.at in meant:
            ctx.mention(actors(ctx, node), PLAYER_WORDS, many=True, at=node.at)


def place_of_alike(step: ab.Effect, rather: ab.Effect) -> int | None:
    """CR 608.2c: of several instructions that are joined, the only one that does what the one said behind them does."""
    if not isinstance(step, ab.Sequence) or step.joined not in ("and", "then"):
        return None
    alike = [n for n, each in enumerate(step.steps) if type(each) is type(rather)]
    return alike[0] if len(alike) == 1 else None


def _so_much_rather(step: ab.Effect, rather: ab.Effect) -> ab.Effect:
    """What is carried out in place of the instruction."""
    if those_tokens(rather):
        return _so_many_tokens(step, rather)
    told = _of_another_size(step, _received_as(step, rather))
    if isinstance(step, ab.Conditional) and isinstance(step.condition, ab.Did):
        return replace(step, effect=told)  # it, too, only "if you do"
    return told


def _of_another_size(step: ab.Effect, effect: ab.Effect) -> ab.Effect:
    """CR 608.2c: where it's said to have another base power and toughness instead, it becomes what else it was said to become."""
    if not isinstance(step, ab.Lasting) or not isinstance(effect, ab.Lasting):
        return effect
    sized = [c for c in effect.changes if isinstance(c, ab.BasePT)]
    kept = tuple(c for c in step.changes if not isinstance(c, ab.BasePT))
    if (
        len(sized) != len(effect.changes)
        or len(kept) == len(step.changes)
        or not isinstance(effect.what, ab.That)
    ):
        return effect
    return replace(effect, what=step.what, changes=(*kept, *effect.changes))


def _received_as(step: ab.Effect, effect: ab.Effect) -> ab.Effect:
    """The damage that takes the place of other damage, dealt to what that would be dealt to; divided as was announced (CR 601.2d)."""
    if not isinstance(effect, ab.DealDamage):
        return effect
    dealing = damage_of(step)
    if effect.divided and isinstance(effect.to, ab.That) and dealing is not None and dealing.divided:
        return replace(effect, to=dealing.to)
    if not isinstance(effect.to, ab.SameReceiver):
        return effect
    if dealing is None:
        raise Unsupported("damage in place of what is no damage")
    said = isinstance(effect.source, ab.That) and not effect.source.noun
    source = dealing.source if said else effect.source
    return replace(effect, source=source, to=dealing.to, divided=dealing.divided)


def damage_of(step: ab.Effect) -> ab.DealDamage | None:
    """The damage that the one instruction is, to one noun."""
    if isinstance(step, ab.Conditional | ab.WhereX):
        return damage_of(step.effect)
    return step if isinstance(step, ab.DealDamage) and not step.also else None


def those_tokens(effect: ab.Effect) -> bool:
    """Whether it makes another number of the tokens of the instruction that it replaces ("create four of those tokens instead")."""
    return isinstance(effect, ab.Create) and isinstance(effect.token.copy_of, ab.SameTokens)


def _so_many_tokens(step: ab.Effect, instead: Any) -> ab.Effect:
    """The instruction with another number of the same tokens."""
    made = step.steps[-1] if isinstance(step, ab.Sequence) else step
    if not isinstance(made, ab.Create):
        raise Unsupported("tokens instead of what creates none")
    made = replace(made, number=instead.number)
    return replace(step, steps=(*step.steps[:-1], made)) if isinstance(step, ab.Sequence) else made


def _chooses_targets(step: ab.Effect | None) -> bool:
    """Whether the instruction lets a player choose the targets of a copy just made (CR 707.10c)."""
    match step:
        case ab.NewTargets(what=ab.That()):
            return True
        case ab.Optional(effect=inner) | ab.Sequence(steps=(inner, *_)):
            return _chooses_targets(inner)
    return False


@performs(ab.Cleaved, flow=True)
def cleaved(ctx: Context, effect: ab.Cleaved) -> None:
    """CR 702.148a: which of the two it is was settled as the spell was cast (engine.rules.casting.proposal); as printed where none was cast."""
    perform(ctx, effect.printed)


@performs(ab.Mode, flow=True)
def mode_said(ctx: Context, effect: ab.Mode) -> None:
    """CR 207.2d, 700.2: what the mode says."""
    perform(ctx, effect.effect)
