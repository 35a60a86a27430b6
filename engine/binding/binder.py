"""The pass over a card's abilities that gives each word which refers back the addresses of what it refers to (CR 608.2c).

It goes in the order of reading. What stands in quotation marks is a text of its own, about what has it; what a delayed or reflexive ability says goes on from the
text that sets it up (603.7c); what is said behind an instruction is read after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from msgspec import structs

from engine import abilities as ab
from engine.abilities.base import Node, Speaking
from engine.binding.candidates import HOST, LINKED, SOURCE, Candidate, Spoken
from engine.binding.introducers import (
    ATTACKED,
    INSTRUCTIONS,
    STEP,
    SUBJECTS,
    holders,
    of_event,
    of_noun,
    owner_of,
)
from engine.binding.words import SELF, words_of

BEARER = Candidate((SOURCE,), frozenset({SELF}))
"""What every text may speak of without having said so: the object that has it."""
REFERRING = (
    ab.That,
    ab.SameSubject,
    ab.Rest,
    ab.ThatPlayer,
    ab.PlayerOrController,
    ab.ThatMuch,
    ab.HowMany,
    ab.Did,
)
"""The words that refer back."""
QUIET = (ab.Number, ab.Quality, ab.Selection, ab.Condition)
"""Parts of speech whose nouns are not spoken of: a size, a description, a question."""
DOERS = {"who": 0, "whose": 0, "by": 0, "under": 0, "cause": ATTACKED}
"""The fields of an event pattern that say who does it; these players are spoken of under the event's own address."""
ASKED_OF = (ab.Fits, ab.WasPaid, ab.WasCast)
"""Conditions that are asked of a subject, which is spoken of by that."""
LATER_LINKED = frozenset({"exiled", "chosen", "revealed", "the Ring tempts", "sacrificed"})
"""What a linked ability can have done to what another speaks of (CR 607.2)."""


class Reference(NamedTuple):
    """A word that refers back, what it refers to (None: nothing was spoken of), and the place of its ability among those of its face (from 0)."""

    word: Any
    meant: Candidate | None
    place: int


@dataclass
class Binder:
    """One pass: the next address; what was found: each word that refers, with what it means (None: nothing); what the costs of the ability just read are done to."""

    next: int = STEP
    found: list[Reference] = field(default_factory=list)
    paid: list[Candidate] = field(default_factory=list)
    place: int = 0
    depth: int = 0

    def root(self, value: Any) -> Any:
        """A text of its own: an ability, or abilities one after the other; `value` with its words bound."""
        if not isinstance(value, tuple):
            return self.bind(value, Spoken([BEARER]))
        text = Spoken(
            [BEARER]
        )  # the paragraphs of a spell go on from one another, and from its additional costs
        made = []
        depth = self.depth
        self.depth += 1
        for place, ability in enumerate(value):
            self.place = place if not depth else self.place
            if isinstance(ability, ab.SpellAbility):
                made.append(self.fields(ability, text, False))
                continue
            own = Spoken([BEARER])
            made.append(self.bind(ability, own))
            text.said += self.paid
            self.paid = []
        self.depth = depth
        return tuple(made)

    # ---- one value ----

    def bind(self, value: Any, spoken: Spoken, quiet: bool = False, beside: tuple[int, ...] = ()) -> Any:
        """The value with its words bound, by what was spoken of before it; notes what it speaks of. `quiet`: its nouns are not spoken of; `beside`: the addresses of what
        the same verb acts on together with it."""
        if isinstance(value, tuple):
            return tuple(self.bind(v, spoken, quiet, beside) for v in value)
        if not isinstance(value, Node):
            return value
        if getattr(value, "to", ()) and isinstance(value, REFERRING):
            return value
        if isinstance(value, Speaking) and not value.at:
            value = structs.replace(value, at=self.next)
            self.next += STEP
        special = SPECIAL.get(type(value))
        if special is not None:
            return special(self, value, spoken, quiet, beside)
        if isinstance(value, ab.Ability):
            alone = getattr(value, "changed_if", None)  # asked of the ability itself, as it is announced
            made = self.fields(value, Spoken([BEARER]), False, but=("changed_if",))
            return structs.replace(made, changed_if=self.bind(alone, Spoken([BEARER]))) if alone else made
        if isinstance(value, ab.EventPattern):
            return self.event(value, spoken)
        if isinstance(value, ab.Recipient):
            return self.noun(value, spoken, quiet, beside)
        if isinstance(value, QUIET):
            if isinstance(value, ASKED_OF):
                what = self.bind(value.what, spoken, quiet)
                return self.fields(structs.replace(value, what=what), spoken, True, but=("what",))
            return self.fields(value, spoken, True)
        if isinstance(value, ab.Effect):
            return self.instruction(value, spoken)
        return self.fields(value, spoken, quiet)

    def fields(
        self, value: Any, spoken: Spoken, quiet: bool, but: tuple[str, ...] = (), order: tuple[str, ...] = ()
    ) -> Any:
        """The value with each field bound in turn: those in `order` first, the others as they stand."""
        names = [*order, *(n for n in value.__struct_fields__ if n not in order)]
        changed = {}
        for name in names:
            old = getattr(value, name)
            if name in but or not isinstance(old, Node | tuple):
                continue
            new = self.bind(old, spoken, quiet)
            if new is not old:
                changed[name] = new
        return structs.replace(value, **changed) if changed else value

    # ---- nouns ----

    def noun(self, noun: Any, spoken: Spoken, quiet: bool, beside: tuple[int, ...] = ()) -> Any:
        """A noun: what it is described by first, then the noun itself."""
        if isinstance(noun, ab.ControllerOf | ab.OwnerOf | ab.EachOf | ab.OneOf | ab.Together):
            inner = {}
            here = len(spoken.said)
            for name in noun.__struct_fields__:
                old = getattr(noun, name)
                if isinstance(old, Node | tuple):
                    inner[name] = self.bind(old, spoken, quiet, beside if isinstance(noun, ab.EachOf) else ())
            noun = structs.replace(noun, **inner)
            if isinstance(noun, ab.EachOf) and len(spoken.said) > here:  # "each of them ... its power"
                spoken.add(replace(spoken.said[-1], many=False))
            if isinstance(noun, ab.OneOf) and len(spoken.said) > here:  # "one of them ... the rest"
                spoken.said[-1] = replace(spoken.said[-1], group=True)
        else:
            noun = self.fields(noun, spoken, True)
        said = of_noun(noun)
        targeted = isinstance(noun, ab.Target | ab.TargetPlayer)
        if said is not None and (targeted or not quiet):
            for holder in holders(noun):
                spoken.add(holder)
            spoken.add(said)
        return noun

    # ---- instructions ----

    def instruction(self, effect: Any, spoken: Spoken) -> Any:
        """A verb with its nouns and numbers: who does it, to what, how much; then what it makes."""
        first = [n for n in ("who", "source", "on", "what") if n in effect.__struct_fields__]
        if isinstance(effect, ab.DealDamage) and (not effect.equal or not effect.first):
            first = ["source", "to", "amount"]
        changed: dict[str, Any] = {}
        beside: tuple[int, ...] = ()
        for name in [*first, *(n for n in effect.__struct_fields__ if n not in first)]:
            old = getattr(effect, name)
            if not isinstance(old, Node | tuple) or name == "if_":
                continue
            here = len(spoken.said)
            quiet = isinstance(effect, ab.Search) and name == "what"
            new = self.bind(old, spoken, quiet, beside if isinstance(old, ab.Recipient) else ())
            if isinstance(old, ab.Objects):
                beside += tuple(a for c in spoken.said[here:] for a in c.to)
            if new is not old:
                changed[name] = new
        effect = structs.replace(effect, **changed) if changed else effect
        speaks = INSTRUCTIONS.get(type(effect))
        for said in speaks(effect) if speaks is not None else ():
            spoken.add(said)
        if isinstance(effect, ab.CastCard) and effect.if_ is not None:  # asked of the spell that it would be
            effect = structs.replace(effect, if_=self.bind(effect.if_, _of_the_spell(spoken)))
        if isinstance(effect, ab.Put) and effect.whose is None and effect.zone != "battlefield":
            noun = of_noun(effect.what) or Candidate(getattr(effect.what, "to", ()))
            if owner_of(noun).to:
                spoken.add(owner_of(noun))
        return effect

    def event(self, pattern: Any, spoken: Spoken) -> Any:
        """An event pattern: its nouns, the subject last."""
        subject: Candidate | None = None
        nouns: list[Candidate] = []
        changed = {}
        for name in pattern.__struct_fields__:
            old = getattr(pattern, name)
            if not isinstance(old, Node | tuple):
                continue
            own = Spoken([*spoken.said])
            here = len(own.said)
            changed[name] = self.bind(old, own, not isinstance(old, ab.Recipient))
            said = own.said[here:]
            if isinstance(old, ab.That) and changed[name].to == (SOURCE,):
                changed[name] = ab.This(at=changed[name].at)
            if name in SUBJECTS and isinstance(old, ab.You):
                words = frozenset({"player"})
                said = [Candidate((changed[name].at,), words, object=False, player=True)]
            if name in DOERS:
                said = [
                    replace(c, to=(pattern.at + DOERS[name],)) if c.player and not c.object else c
                    for c in said
                ]
            if name in SUBJECTS and isinstance(pattern, ab.IsDealtDamage | ab.DealsDamage) is False:
                subject = said[-1] if said else None
                nouns += said[:-1]
            else:
                nouns += said
        pattern = structs.replace(pattern, **changed)
        if isinstance(pattern, ab.DealsDamage | ab.IsDealtDamage):
            subject = self._subject_of_damage(pattern, nouns)
            nouns = [c for c in nouns if c is not subject]
        fields = (getattr(pattern, name) for name in pattern.__struct_fields__)
        named = tuple(noun.at for noun in fields if isinstance(noun, ab.Recipient))
        for candidate in of_event(pattern, nouns, subject, named):
            spoken.add(candidate)
        return pattern

    def _subject_of_damage(self, pattern: Any, nouns: list[Candidate]) -> Candidate | None:
        noun = pattern.source if isinstance(pattern, ab.DealsDamage) else pattern.whom
        wanted = of_noun(noun) if noun is not None else None
        return next((c for c in nouns if wanted is not None and c.to == wanted.to), None)

    def note(self, node: Any, meant: Candidate | None, spoken: Spoken | None = None) -> Any:
        """The word with the addresses of what it means; what it calls it counts from now on, too."""
        node = structs.replace(node, to=meant.to if meant is not None else ())
        self.found.append(Reference(node, meant, self.place))
        if meant is not None and spoken is not None:
            said = words_of(node) if isinstance(node, ab.Recipient) else frozenset()
            spoken.add(replace(meant, words=meant.words | (said - {"object"}), done="", amount=False))
        return node


# ---- words that refer ----------------------------------------------------------------------------------------------------


def _that(b: Binder, noun: ab.That, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    if noun.done:
        done = spoken.done(noun.done, noun.noun)
        if done:
            together = tuple(
                dict.fromkeys(a for c in (done if noun.many or noun.way else done[:1]) for a in c.to)
            )
            meant: Candidate | None = replace(done[0], to=together, many=noun.many, object=True)
        elif noun.done in LATER_LINKED and not noun.way:
            meant = Candidate((LINKED,), frozenset({noun.noun or "card"}), noun.many, loose=True)
        else:
            meant = None
        return b.note(noun, meant, None if quiet else spoken)
    if noun.noun in ("player", "opponent"):
        return b.note(noun, spoken.player_spoken_of(noun.noun), None if quiet else spoken)
    meant = spoken.thing(noun.noun, noun.many, beside)
    if meant is None and beside:
        meant = spoken.thing(noun.noun, noun.many)
    return b.note(noun, meant and replace(meant, many=noun.many), None if quiet else spoken)


def _same_subject(
    b: Binder, noun: ab.SameSubject, spoken: Spoken, quiet: bool, beside: tuple[int, ...]
) -> Any:
    return b.note(noun, spoken.thing("", noun.many) or spoken.thing("", not noun.many))


def _that_player(b: Binder, noun: ab.ThatPlayer, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    meant = spoken.player_spoken_of(noun.word)
    return b.note(noun, meant and replace(meant, object=False), None if quiet else spoken)


def _players_who(b: Binder, noun: ab.PlayersWho, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """In the condition, "that player" and "they" are each of them in turn."""
    who = b.bind(noun.who, spoken, True)
    said = of_noun(noun)
    assert said is not None
    own = spoken.copy()
    own.add(said)
    noun = structs.replace(noun, who=who, condition=b.bind(noun.condition, own))
    if not quiet:
        spoken.add(said)
    return noun


def _player_or_controller(
    b: Binder, noun: ab.PlayerOrController, spoken: Spoken, quiet: bool, beside: tuple[int, ...]
) -> Any:
    both = [c for c in reversed(spoken.said) if c.player and noun.noun in c.words]
    both = both or [c for c in reversed(spoken.said) if c.player and c.object]
    return b.note(noun, next(iter(both), None))


def _rest(b: Binder, noun: ab.Rest, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    group = spoken.group()
    noun = b.note(noun, group)
    if not quiet:
        words = group.words if group else frozenset({"card"})
        spoken.add(Candidate((noun.at,), words, noun.word != "other", loose=True))
    return noun


def _that_much(b: Binder, number: ab.ThatMuch, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    return b.note(number, spoken.number(number.word))


def _how_many(b: Binder, number: ab.HowMany, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    done = spoken.done(number.done, number.noun)
    to = tuple(dict.fromkeys(a for c in done for a in c.to))
    return b.note(number, replace(done[0], to=to) if done else None)


def _did(b: Binder, condition: ab.Did, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    condition = b.fields(condition, spoken, True)
    if not condition.done or condition.done in ("search", "searched"):
        return condition
    done = spoken.done(condition.done)
    to = tuple(dict.fromkeys(a for c in done for a in c.to))
    return b.note(condition, replace(done[0], to=to) if done else None)


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
    for said in each:
        spoken.said += said
    for kind in ("player", "amount", "object"):
        last = [next((c for c in reversed(said) if getattr(c, kind)), None) for said in each]
        there = [c for c in last if c is not None]
        if len(there) > 1:
            to = tuple(dict.fromkeys(a for c in there for a in c.to))
            words = frozenset().union(*(c.words for c in there))
            spoken.add(replace(there[-1], to=to, words=words))
    return structs.replace(pattern, events=tuple(events))


def _provided(b: Binder, pattern: ab.Provided, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 603.2: the event, then what is asked of it."""
    event = b.bind(pattern.event, spoken)
    return structs.replace(pattern, event=event, condition=b.bind(pattern.condition, spoken.copy()))


# ---- what joins instructions -----------------------------------------------------------------------------------------------


def _of_the_spell(spoken: Spoken) -> Spoken:
    """CR 601.3e: a condition said behind "you may cast it" is asked of the spell."""
    own = spoken.copy()
    if own.said and own.said[-1].named_only:
        own.add(replace(own.said[-1], named_only=False))
    return own


def _conditional(
    b: Binder, effect: ab.Conditional, spoken: Spoken, quiet: bool, beside: tuple[int, ...]
) -> Any:
    """CR 608.2c: what is said behind the instruction is read after it; "otherwise" goes on from before the instruction."""
    if effect.after:
        inner = b.bind(effect.effect, spoken)
        return structs.replace(
            effect, effect=inner, condition=b.bind(effect.condition, _of_the_spell(spoken))
        )
    condition = b.bind(effect.condition, spoken)
    before = spoken.copy()
    inner = b.bind(effect.effect, spoken)
    otherwise = None
    before.said += [c for c in spoken.said[len(before.said) :] if c.target]
    if effect.otherwise is not None:
        otherwise = b.bind(effect.otherwise, before)
        spoken.said += [c for c in before.said if c not in spoken.said]
    return structs.replace(effect, condition=condition, effect=inner, otherwise=otherwise)


def _unless(b: Binder, effect: ab.Unless, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    inner = b.bind(effect.effect, spoken)
    return b.fields(structs.replace(effect, effect=inner), spoken, False, but=("effect",), order=("who",))


def _where_x(b: Binder, effect: ab.WhereX, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    inner = b.bind(effect.effect, spoken)
    return structs.replace(effect, effect=inner, number=b.bind(effect.number, spoken))


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
    return structs.replace(
        effect, event=event, effect=b.bind(effect.effect, own), duration=b.bind(effect.duration, own)
    )


def _instead(b: Binder, effect: ab.Instead, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    own = spoken.copy()
    event = b.bind(effect.event, own)
    return structs.replace(
        effect, event=event, effect=b.bind(effect.effect, own), duration=b.bind(effect.duration, own)
    )


def _lasting(b: Binder, effect: ab.Lasting, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 611.2: the subject, what becomes of it, how long."""
    given = [n for n, c in enumerate(effect.changes) if isinstance(c, ab.UnderControlOf)]
    changes = list(effect.changes)
    for n in given:  # "target opponent gains control of ..."
        changes[n] = b.bind(changes[n], spoken)
    here = len(spoken.said)
    what = b.bind(effect.what, spoken)
    subject = tuple(a for c in spoken.said[here:] for a in c.to)
    inner = spoken.copy()
    if not isinstance(what, ab.Players):
        inner.said += [replace(c, many=False) for c in spoken.said[here:] if c.many]
    changes = [c if n in given else _change(b, c, inner, subject) for n, c in enumerate(changes)]
    return structs.replace(effect, what=what, changes=tuple(changes), duration=b.bind(effect.duration, inner))


def _change(b: Binder, change: Any, spoken: Spoken, subject: tuple[int, ...]) -> Any:
    """What becomes of the subject: a copy is never one of the subject itself."""
    new = {}
    for name in change.__struct_fields__:
        old = getattr(change, name)
        if isinstance(old, Node | tuple):
            new[name] = b.bind(old, spoken, False, subject if isinstance(old, ab.Objects) else ())
    return structs.replace(change, **new) if new else change


def _in_quotes(b: Binder, value: Any, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """Abilities that something is given: texts of their own."""
    inner = b.root(value.abilities)
    return b.fields(structs.replace(value, abilities=inner), spoken, quiet, but=("abilities",))


def _optional(b: Binder, effect: ab.Optional, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    return b.fields(effect, spoken, False, order=("who",))


def _plain(b: Binder, effect: Any, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    return b.fields(effect, spoken, False)


def _modal(b: Binder, effect: ab.Modal, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 700.2: each mode goes on from what stands before all of them."""
    who = b.bind(effect.who, spoken)
    before = list(spoken.said)
    modes = []
    for mode in effect.modes:
        own = Spoken(list(before))
        modes.append(b.bind(mode, own))
        spoken.said += own.said[len(before) :]
    return structs.replace(effect, who=who, modes=tuple(modes))


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


# ---- abilities -------------------------------------------------------------------------------------------------------------


def _triggered(b: Binder, ability: ab.Triggered, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    own = Spoken([BEARER])
    return b.fields(ability, own, False, order=("event", "condition", "effect"))


def _static(b: Binder, ability: ab.Static, spoken: Spoken, quiet: bool, beside: tuple[int, ...]) -> Any:
    """CR 604: the condition, the subject, what is so of each; a condition said behind is asked of all."""
    own = Spoken([BEARER])
    condition = b.bind(ability.condition, own) if ability.first else None
    here = len(own.said)
    what = b.bind(ability.what, own)
    subject = tuple(a for c in own.said[here:] for a in c.to)
    inner = own.copy()
    inner.said += [replace(c, many=False) for c in own.said[here:] if c.many]
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
    return structs.replace(ability, abilities=b.root(ability.abilities))


SPECIAL: dict[type[Any], Any] = {
    ab.That: _that,
    ab.SameSubject: _same_subject,
    ab.ThatPlayer: _that_player,
    ab.PlayersWho: _players_who,
    ab.PlayerOrController: _player_or_controller,
    ab.Rest: _rest,
    ab.ThatMuch: _that_much,
    ab.HowMany: _how_many,
    ab.Did: _did,
    ab.OrEvents: _or_events,
    ab.Provided: _provided,
    ab.Conditional: _conditional,
    ab.Unless: _unless,
    ab.WhereX: _where_x,
    ab.ForEach: _for_each,
    ab.Create: _create,
    ab.Later: _later,
    ab.Instead: _instead,
    ab.Lasting: _lasting,
    ab.Gains: _in_quotes,
    ab.TokenKind: _in_quotes,
    ab.Emblem: _in_quotes,
    ab.Optional: _optional,
    ab.Sequence: _plain,
    ab.Then: _plain,
    ab.Mode: _plain,
    ab.SameFor: _plain,
    ab.Cleaved: _plain,
    ab.PayCost: _plain,
    ab.WhenYouDo: _plain,
    ab.Modal: _modal,
    ab.Do: _do,
    ab.PayMana: _pay_mana,
    ab.Triggered: _triggered,
    ab.Static: _static,
    ab.Replacement: _replacement,
    ab.Keywords: _holder,
    ab.Paragraph: _paragraph,
}
"""What is bound otherwise than field by field."""
