"""What joins instructions, events and abilities: in which order it is read, and which part knows what was spoken of in which other (CR 608.2c, 603.7, 700.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec import structs

from engine import abilities as ab
from engine.abilities.base import Node, Speaking
from engine.binding.candidates import BEARER, DOUBTFUL, HOST, SOURCE, Candidate, Spoken
from engine.binding.introducers import STEP, of_noun
from engine.binding.special import SPECIAL
from engine.binding.words import asks_what_was_paid, is_singular, runs_of, whose_words, words_of

if TYPE_CHECKING:
    from engine.binding.binder import Binder


# ---- events of several kinds ----------------------------------------------------------------------------------------------


def _or_events(b: Binder, pattern: ab.OrEvents, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 603.2: whichever of the events happens, "it" is what that one is said of."""
    events = []
    each: list[list[Candidate]] = []
    for event in pattern.events:
        own = spoken.copy()
        here = len(own.said)
        events.append(b.bind(event, own))
        each.append(own.said[here:])
    said_of = min((c.event for said in each for c in said if c.event), default=0)
    for said in each:
        spoken.said += [replace(c, event=said_of) if c.event else c for c in said]
    for kind in ("player", "amount", "other", "object"):
        last = [
            next(
                (
                    c
                    for c in reversed(said)
                    if (c.object and not c.subject and c.event if kind == "other" else getattr(c, kind))
                ),
                None,
            )
            for said in each
        ]
        there = [c for c in last if c is not None]
        if len(there) > 1:
            to = tuple(dict.fromkeys(a for c in there for a in c.to))
            words = frozenset().union(*(c.words for c in there))
            spoken.add(replace(there[-1], to=to, words=words, event=said_of if there[-1].event else 0))
    return structs.replace(pattern, events=tuple(events))


def _provided(b: Binder, pattern: ab.Provided, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 603.2: the event, then what is asked of it."""
    event = b.bind(pattern.event, spoken)
    condition = b.bind(pattern.condition, spoken.copy())
    yours = isinstance(getattr(event, "who", None), ab.You)
    if yours and isinstance(condition, ab.TurnOf) and isinstance(condition.who, ab.AnyPlayer):
        theirs = of_noun(condition.who)  # "during each opponent's turn, ... that player"
        assert theirs is not None
        spoken.add(replace(theirs, many=None))
    return structs.replace(pattern, event=event, condition=condition)


# ---- what joins instructions -----------------------------------------------------------------------------------------------


def _conditional(
    b: Binder, effect: ab.Conditional, spoken: Spoken, quiet: bool, beside: tuple[int, ...]
) -> Any:
    """CR 608.2c: what is said behind the instruction is read after it, though it asks of nothing that the instruction makes; "otherwise" goes on from before the
    instruction."""
    before = spoken.copy()
    if effect.after:
        inner = b.bind(effect.effect, spoken)
        asked = Spoken([c for c in spoken.said if c.named_only or not _results(inner).intersection(c.to)])
        condition = b.bind(effect.condition, asked.of_the_spell())
        if effect.otherwise is None:
            return structs.replace(effect, effect=inner, condition=condition)
    else:
        condition = b.bind(effect.condition, spoken)
        for noun in ab.walk(condition):  # whichever of two targets was asked about is spoken of
            if isinstance(noun, ab.That) and noun.to and noun.noun != whose_words(noun.noun):
                spoken.add(Candidate(noun.to, frozenset(whose_words(noun.noun).split())))
        before = spoken.copy()
        inner = b.bind(effect.effect, spoken)
    otherwise = None
    known = {
        c.to for c in before.said
    }  # of what the instruction speaks of, "otherwise" knows what was there without it
    before.said += [c for c in spoken.said[len(before.said) :] if c.target or c.to in known]
    if effect.otherwise is not None:
        otherwise = b.bind(effect.otherwise, before)
        spoken.said += [c for c in before.said if c not in spoken.said]
    return structs.replace(effect, condition=condition, effect=inner, otherwise=otherwise)


def _results(effect: ab.Effect) -> set[int]:
    """The addresses of what comes of the one instruction that stands before an "if". Of several the "if" belongs to the last, and may ask what came of the others."""
    single = effect.effect if isinstance(effect, ab.Optional) else effect
    return set() if isinstance(single, ab.Sequence) else {getattr(single, "at", 0)} - {0}


def _sequence(b: Binder, effect: ab.Sequence, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 608.2c: one instruction after the other; an "instead" takes the place of the one before it."""
    steps: list[Any] = []
    before: int | None = None
    replaced: Any = None
    for step in effect.steps:
        instead = isinstance(step, ab.Conditional) and step.instead
        start = len(spoken.said)
        steps.append(b.step(step, spoken, before if instead else None, replaced))
        before, replaced = (before, replaced) if instead else (start, steps[-1])
    picked = [s for s in steps if isinstance(s, ab.Choose) and s.objects is not None]
    if effect.joined == "and" and len(picked) == len(steps):
        # one and up to two others are chosen, and "them" is all of these
        words = frozenset().union(*(words_of(s.objects) for s in picked if s.objects is not None))
        many = any(not is_singular(getattr(s.objects, "amount", None)) for s in picked)
        together = Candidate(tuple(s.at for s in picked), words, True, "chosen", loose=True, group=True)
        spoken.said += [together] if many else []
    return structs.replace(effect, steps=tuple(steps))


def _unless(b: Binder, effect: ab.Unless, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    inner = b.bind(effect.effect, spoken)
    return b.fields(structs.replace(effect, effect=inner), spoken, False, but=("effect",), order=("who",))


def _where_x(b: Binder, effect: ab.WhereX, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    inner = b.bind(effect.effect, spoken)
    before = spoken.copy()
    # What is made with the letter is not what the letter is worked out from.
    last = before.said[-1].to[0] // STEP if before.said and before.said[-1].made else 0
    while before.said and before.said[-1].made and before.said[-1].to[0] // STEP == last:
        before.said.pop()
    lettered = {
        node.at for node in ab.walk(inner) if isinstance(node, Speaking) and _counted_with(node, effect.name)
    }
    before.said = [c for c in before.said if not lettered.intersection(c.to)]
    return structs.replace(effect, effect=inner, number=b.bind(effect.number, before))


def _counted_with(node: Any, letter: str) -> bool:
    """Whether the letter says how many or how much the noun or instruction speaks of."""
    amount = getattr(node, "amount", None)
    numbers = (getattr(node, "number", None), getattr(amount, "number", None), amount)
    return any(isinstance(n, ab.X) and n.name == letter for number in numbers for n in ab.walk(number))


def counted(number: Any) -> ab.Recipient | None:
    """The things that a number counts one by one ("for each creature you control")."""
    return number.of if isinstance(number, ab.CountOf) else None


def _for_each(b: Binder, effect: ab.ForEach, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 608.2f: inside, the one thing in turn is spoken of; afterwards all that was spoken of inside, together."""
    each = b.bind(effect.each, spoken)
    noun = counted(each) if isinstance(each, ab.Number) else each
    said = of_noun(noun) if noun is not None else None
    if said is None and isinstance(noun, ab.That) and noun.to:
        said = Candidate(noun.to, words_of(noun) - {"object"}, False, loose=True)
    if isinstance(each, ab.HowMany) and each.to:
        said = Candidate(each.to, frozenset({each.noun}), False, loose=True)
    here = len(spoken.said)
    if said is not None:
        spoken.add(replace(said, many=False, group=False))
    inner = b.bind(effect.effect, spoken)
    after = spoken.said[here + (said is not None) :]
    spoken.said[here:] = [
        *(replace(c, many=None if c.many is False else c.many, group=c.group or c.object) for c in after),
    ]
    return structs.replace(effect, each=each, effect=inner)


def _create(b: Binder, effect: ab.Create, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """Tokens "for each" thing: the one in turn can be spoken of."""
    who = b.bind(effect.who, spoken)
    each = b.bind(effect.each, spoken)
    noun = counted(each) if each is not None else None
    said = of_noun(noun) if noun is not None else None
    if said is not None:
        spoken.add(replace(said, many=False, group=False))
    return b.instruction(structs.replace(effect, who=who, each=each), spoken)


def _later(b: Binder, effect: ab.Later, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 603.7: the event, and what happens then; or the other way about, as it is said."""
    own = spoken.copy()
    if effect.after:
        inner = b.bind(effect.effect, own)
        return structs.replace(
            effect, effect=inner, event=b.bind(effect.event, own), duration=b.bind(effect.duration, own)
        )
    event = b.bind(effect.event, own)
    inner = b.bind(effect.effect, own)
    if any(c.object and not c.event and c.to != (SOURCE,) for c in own.said[len(spoken.said) :]):
        spoken.add(DOUBTFUL)
    return structs.replace(effect, event=event, effect=inner, duration=b.bind(effect.duration, own))


def _instead(b: Binder, effect: ab.Instead, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    own = spoken.copy()
    event = b.bind(effect.event, own)
    return structs.replace(
        effect, event=event, effect=b.bind(effect.effect, own), duration=b.bind(effect.duration, own)
    )


def _about(b: Binder, effect: ab.AboutSpells, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 611.2: how something enters is said of what the text has spoken of; what is said of spells that are to come is a text of its own,
    but for who casts them ("... spells that player casts")."""
    ability = effect.ability
    if isinstance(ability, ab.StaticSpells) and ability.whose is not None:
        ability = structs.replace(ability, whose=b.bind(ability.whose, spoken.copy(), True))
    bound = b.fields(ability, spoken, True) if isinstance(ability, ab.Enters) else b.bind(ability, Spoken([]))
    return structs.replace(effect, ability=bound, duration=b.bind(effect.duration, spoken.copy()))


def _lasting(b: Binder, effect: ab.Lasting, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 611.2: the subject, what becomes of it, how long."""
    first: type[Any] = ab.Target if b.spell and _is_other(effect.what) else ab.UnderControlOf
    given = [n for n, c in enumerate(effect.changes) if any(isinstance(v, first) for v in ab.walk(c))]
    changes = list(effect.changes)
    for n in (
        given
    ):  # "target opponent gains control of ...", "each other creature becomes a copy of target creature"
        changes[n] = b.bind(changes[n], spoken)
    here = len(spoken.said)
    if isinstance(effect.what, ab.SameSubject) and b.subject is not None:  # "... and can't be blocked"
        what: Any = b.note(b.addressed(effect.what), b.subject)
    else:
        what = b.bind(effect.what, spoken, False, b.gone)
    subject = tuple(a for c in spoken.said[here:] for a in c.to)
    b.subject = spoken.said[-1] if len(spoken.said) > here else b.subject
    inner = spoken.copy()
    if not isinstance(what, ab.Players):
        inner.said += [replace(c, many=False) for c in spoken.said[here:] if c.many or c.group]
    changes = [c if n in given else _change(b, c, inner, subject) for n, c in enumerate(changes)]
    return structs.replace(effect, what=what, changes=tuple(changes), duration=b.bind(effect.duration, inner))


def _is_other(what: Any) -> bool:
    return any(isinstance(v, ab.Other) for v in ab.walk(what))


def _change(b: Binder, change: Any, spoken: Spoken, subject: tuple[int, ...]) -> Any:
    """What becomes of the subject: a copy is never one of the subject itself. What the text exiled is "the exiled card" in abilities that it gives, too
    (CR 607.1a, 607.1d)."""
    new = {}
    before, b.around = b.around, spoken if isinstance(change, ab.Gains | ab.HasText) else None
    host, b.host = b.host, None if isinstance(change, ab.Gains | ab.HasText) else b.host
    for name in change.__struct_fields__:
        old = getattr(change, name)
        if isinstance(old, Node | tuple):
            new[name] = b.bind(old, spoken, False, subject if isinstance(old, ab.Objects) else ())
    b.around, b.host = before, host
    return structs.replace(change, **new) if new else change


def _in_quotes(b: Binder, value: Any, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """Abilities that something is given: texts of their own."""
    host, b.host = b.host, None
    inner = b.root(value.abilities)
    b.host = host
    return b.fields(structs.replace(value, abilities=inner), spoken, quiet, but=("abilities",))


def _optional(b: Binder, effect: ab.Optional, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    return b.fields(effect, spoken, False, order=("who",))


def _plain(b: Binder, effect: Any, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    return b.fields(effect, spoken, False)


def _pay_cost(b: Binder, effect: ab.PayCost, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 603.12a: how often a cost is paid can be spoken of, where that is left to the player."""
    effect = b.fields(effect, spoken, False)
    if effect.times is not None:
        spoken.add(Candidate((effect.at,), done="paid", object=False, amount=True, many=None))
    return effect


def _modal(b: Binder, effect: ab.Modal, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 700.2: each mode goes on from what stands before all of them."""
    who = b.bind(effect.who, spoken)
    more = b.bind(effect.more, Spoken(list(spoken.said))) if effect.more is not None else None
    before = list(spoken.said)
    modes = []
    for mode in effect.modes:
        own = Spoken(list(before))
        modes.append(b.bind(mode, own))
        spoken.said += own.said[len(before) :]
    return structs.replace(effect, who=who, modes=tuple(modes), more=more)


def _roll(b: Binder, effect: ab.Roll, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 706.3a: each row of the table goes on from the roll, not from the other rows."""
    bound = b.instruction(structs.replace(effect, table=()), spoken)
    before = list(spoken.said)
    rows = []
    for low, high, row in effect.table:
        own = Spoken(list(before))
        rows.append((low, high, b.bind(row, own)))
        spoken.said += own.said[len(before) :]
    return structs.replace(bound, table=tuple(rows))


def _villainous(
    b: Binder, effect: ab.VillainousChoice, spoken: Spoken, quiet: bool, beside: tuple[int, ...]
) -> Any:
    """CR 701.55a: each of the two goes on from the player who chooses."""
    who = b.bind(effect.who, spoken)
    before = list(spoken.said)
    bound = {}
    for name in ("one", "other"):
        own = Spoken(list(before))
        bound[name] = b.bind(getattr(effect, name), own)
        spoken.said += own.said[len(before) :]
    return structs.replace(effect, who=who, **bound)


def _do(b: Binder, cost: ab.Do, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """A cost is done to what is chosen as it is paid: that is spoken of by what was done."""
    own = spoken.copy()
    here = len(own.said)
    action = b.bind(cost.action, own)
    made = own.said[here:]
    products = [c for c in made if c.to[0] == action.at]
    for candidate in made:
        if candidate.to in ((SOURCE,), (HOST,)) or candidate.player:
            spoken.add(candidate)
    for candidate in products:
        own_words = candidate.words | {"card", "permanent"}
        said = replace(candidate, words=own_words, object=not candidate.amount or "card" in candidate.words)
        spoken.add(said)
        b.paid.append(said)
    return structs.replace(cost, action=action)


def _pay_mana(b: Binder, cost: ab.PayMana, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    return b.fields(cost, spoken, True)


OF_ATTACHMENTS = frozenset(
    {"artifact", "card", "enchantment", "permanent", "spell", "aura", "equipment", "fortification"}
)
"""What an Aura or Equipment is itself."""


def _which(b: Binder, which: ab.Which, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """ "Another" is other than something that was spoken of before, of the sort that its noun says."""
    which = b.fields(which, spoken, True)
    if not any(isinstance(q, ab.Other) and not q.to for q in which.before):
        return which
    runs = runs_of(which.noun)
    meant = b.attached or spoken.left_out(runs, b.choosing, not b.spell)
    if meant is BEARER and b.host is not None and not any(OF_ATTACHMENTS.intersection(run) for run in runs):
        meant = Spoken([BEARER, b.host]).left_out(
            runs, False, False
        )  # on an Aura, other than what it enchants
    return structs.replace(
        which,
        before=tuple(b.note(q, meant) if isinstance(q, ab.Other) and not q.to else q for q in which.before),
    )


# ---- abilities -------------------------------------------------------------------------------------------------------------


def _triggered(b: Binder, ability: ab.Triggered, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    own = Spoken([BEARER])
    return b.fields(ability, own, False, order=("event", "condition", "effect"))


def _of_those_that_fit(ability: ab.Static) -> ab.Static:
    """CR 611.3a: what is so of each of several things "as long as it's ..." is so of those of them that fit."""
    match ability:
        case ab.Static(first=False, what=ab.Each(which=which) as each, condition=condition):
            no = isinstance(condition, ab.Negated)
            match condition.condition if isinstance(condition, ab.Negated) else condition:
                case ab.Fits(what=ab.That(noun="", many=False, done=""), which=asked, past="" | "not"):
                    quality: ab.Quality = ab.Besides(asked) if no else ab.Not(ab.Besides(asked))
                    narrowed = structs.replace(each, which=ab.Which((), which, (quality,)))
                    return structs.replace(ability, what=narrowed, condition=None)
    return ability


def _static(b: Binder, ability: ab.Static, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 604: the condition, the subject, what is so of each; a condition said behind is asked of all."""
    ability = _of_those_that_fit(ability)
    own = spoken.copy() if asks_what_was_paid(ability) else Spoken([BEARER])
    condition = b.bind(ability.condition, own) if ability.first else None
    if isinstance(condition, ab.Controls) and (condition.op, condition.number) == ("=", ab.Literally(1)):
        condition = b.addressed(condition)  # "exactly one creature, that creature ..."
        own.add(Candidate((condition.at,), words_of(condition.which)))
    here = len(own.said)
    what = b.bind(ability.what, own)
    subject = tuple(a for c in own.said[here:] for a in c.to)
    inner = own.copy()
    inner.said += [replace(c, many=False) for c in own.said[here:] if c.many or c.group]
    if not ability.first:
        condition = b.bind(ability.condition, inner.copy())
    changes = tuple(_change(b, c, inner, subject) for c in ability.changes)
    return structs.replace(ability, condition=condition, what=what, changes=changes)


def _replacement(
    b: Binder, ability: ab.Replacement, spoken: Spoken, quiet: bool, beside: tuple[int, ...]
) -> Any:
    own = Spoken([BEARER])
    return b.fields(ability, own, False, order=("event", "condition", "optional", "effect"))


def _holder(b: Binder, ability: Any, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """Abilities that stand together on a card: each a text of its own."""
    return structs.replace(ability, abilities=b.root(ability.abilities))


def _paragraph(b: Binder, ability: ab.Paragraph, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    return structs.replace(ability, abilities=b.root(_of_the_same(ability.abilities)))


def _of_the_same(abilities: tuple[Any, ...]) -> tuple[Any, ...]:
    """CR 608.2c: sentences that go on about what the source is attached to: "Enchanted creature can't block. *It* has reach."."""
    host: ab.Host | None = None
    made = []
    for ability in abilities:
        what = getattr(ability, "what", None)
        if isinstance(what, ab.Host):
            host = what
        elif host is not None and what == ab.That():
            ability = structs.replace(ability, what=host)
        made.append(ability)
    return tuple(made)


SPECIAL.update(
    {
        ab.OrEvents: _or_events,
        ab.Provided: _provided,
        ab.Conditional: _conditional,
        ab.Unless: _unless,
        ab.WhereX: _where_x,
        ab.ForEach: _for_each,
        ab.Create: _create,
        ab.Later: _later,
        ab.Instead: _instead,
        ab.AboutSpells: _about,
        ab.Lasting: _lasting,
        ab.Gains: _in_quotes,
        ab.HasText: _in_quotes,
        ab.TokenKind: _in_quotes,
        ab.Emblem: _in_quotes,
        ab.Optional: _optional,
        ab.Sequence: _sequence,
        ab.Then: _plain,
        ab.Mode: _plain,
        ab.SameFor: _plain,
        ab.RepeatProcess: _plain,
        ab.Cleaved: _plain,
        ab.PayCost: _pay_cost,
        ab.WhenYouDo: _plain,
        ab.Modal: _modal,
        ab.Roll: _roll,
        ab.VillainousChoice: _villainous,
        ab.Do: _do,
        ab.PayMana: _pay_mana,
        ab.Which: _which,
        ab.Triggered: _triggered,
        ab.Static: _static,
        ab.Replacement: _replacement,
        ab.Keywords: _holder,
        ab.Paragraph: _paragraph,
    }
)
"""What joins other things."""
