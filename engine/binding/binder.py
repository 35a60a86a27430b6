"""The pass over a card's abilities that gives each word which refers back the addresses of what it refers to (CR 608.2c).

It goes in the order of reading. What stands in quotation marks is a text of its own, about what has it; what a delayed or reflexive ability says goes on from the
text that sets it up (603.7c); what is said behind an instruction is read after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from msgspec import structs

from engine import abilities as ab
from engine.abilities.base import Node, Speaking, holding
from engine.abilities.tree import rewrite
from engine.binding.candidates import BEARER, HELD, HOST, SOURCE, Candidate, Spoken
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
from engine.binding.special import SPECIAL
from engine.binding.words import SELF, asks_what_was_paid, words_of

SOURCE_ALONE = (SOURCE,)
AS_A_CARD = Candidate(SOURCE_ALONE, frozenset({"card"}), named_only=True, loose=True)
"""The object that has the ability, after it was moved by it: it may be one of "those cards"."""
REFERRING = (
    ab.That,
    ab.SameSubject,
    ab.Rest,
    ab.ThatPlayer,
    ab.PlayerOrController,
    ab.ThatMuch,
    ab.HowMany,
    ab.Did,
    ab.Other,
)
"""The words that refer back."""
STAYING = (ab.AddCounters, ab.Transform, ab.Tap, ab.Attach, ab.Regenerate)
"""What isn't done to what has just been sacrificed."""
QUIET = (ab.Number, ab.Quality, ab.Selection, ab.Condition)
"""Parts of speech whose nouns are not spoken of: a size, a description, a question."""
DOERS = {"who": 0, "whose": 0, "by": 0, "under": 0, "cause": ATTACKED}
"""The fields of an event pattern that say who does it; these players are spoken of under the event's own address."""
ASKED_OF = (ab.Fits, ab.WasPaid, ab.WasCast)
"""Conditions that are asked of a subject, which is spoken of by that."""


class Reference(NamedTuple):
    """A word that refers back, what it refers to (None: nothing was spoken of), and the place of its ability among those of its face (from 0)."""

    word: Any
    meant: Candidate | None
    place: int


def _said_first(effect: Any) -> list[str]:
    """The fields of an instruction that are said before the others, in that order."""
    if isinstance(effect, ab.DealDamage) and (not effect.equal or not effect.first):
        return ["source", "to", "amount"]
    if isinstance(effect, ab.AddCounters) and effect.said:
        return ["who", "number", "on"]
    return [n for n in ("who", "source", "on", "what") if n in effect.__struct_fields__]


def amount_of(effect: Any, instead: Any) -> ab.Number | None:
    """How much the instruction comes to: what "twice that much" is twice of where another takes its place. Of several instructions it is the one that does what the
    other does, or else the only one."""
    asking = {type(n) for n in ab.walk(instead) if any(isinstance(m, ab.ThatMuch) for m in _numbers_of(n))}
    amounts = [(type(step), amount) for step in _each_of(effect) if (amount := _amount(step)) is not None]
    alike = [amount for kind, amount in amounts if kind in asking] or [amount for _, amount in amounts]
    return alike[0] if len(alike) == 1 else None


def _each_of(effect: Any) -> list[Any]:
    match effect:
        case ab.Sequence(steps=steps):
            return [inner for step in steps for inner in _each_of(step)]
        case ab.Then(effect=inner):
            return _each_of(inner)
    return [effect]


def _numbers_of(effect: Any) -> list[Any]:
    """What the numbers of an instruction consist of."""
    numbers = (getattr(effect, "amount", None), getattr(effect, "number", None))
    return [n for number in numbers if isinstance(number, Node) for n in ab.walk(number)]


def _amount(effect: Any) -> ab.Number | None:
    match effect:
        case ab.DealDamage(amount=amount, also=()) | ab.GainLife(amount=amount) | ab.LoseLife(amount=amount):
            return amount
        case ab.Mill(number=amount) | ab.Draw(number=amount):
            return amount
        case ab.Create(number=amount, each=None) | ab.AddCounters(number=amount, each=None, also=()):
            return amount
    return None


@dataclass
class Binder:
    """One pass: the next address; what was found: each word that refers, with what it means (None: nothing); what the costs of the ability just read are done to;
    the addresses of what deals the damage that is being read, and of what was sacrificed; whether there are other abilities to be linked to; the places of the
    abilities that have a player as a target; what the text has spoken of around the quotation marks; how much the instruction comes to that the one being read
    takes the place of, and where what this one speaks of begins."""

    next: int = STEP
    found: list[Reference] = field(default_factory=list)
    paid: list[Candidate] = field(default_factory=list)
    dealing: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    subject: Candidate | None = None
    before: int | None = None
    replaced: tuple[int, ...] = ()
    in_place_of: tuple[ab.Number, int] | None = None
    linked: bool = False
    targeting: list[int] = field(default_factory=list)
    around: Spoken | None = None
    choosing: bool = False
    spell: bool = False
    host: Candidate | None = None
    attached: Candidate | None = None
    place: int = 0
    depth: int = 0

    def root(self, value: Any) -> Any:
        """A text of its own: an ability, or abilities one after the other; `value` with its words bound."""
        value = rewrite(value, given_to_itself)
        if not isinstance(value, tuple):
            return self.bind(value, Spoken([BEARER]))
        text = Spoken(
            [BEARER]
        )  # the paragraphs of a spell go on from one another, and from its additional costs
        made = []
        depth = self.depth
        self.depth += 1
        self.linked = len(value) > 1 or self.linked
        self.host = self.host if depth else _host(value)
        for place, ability in enumerate(value):
            self.place = place if not depth else self.place
            if isinstance(ability, ab.SpellAbility):
                before = (
                    self.before
                    if isinstance(ability.effect, ab.Conditional) and ability.effect.instead
                    else None
                )
                self.before, self.spell = len(text.said), True
                made.append(structs.replace(ability, effect=self.step(ability.effect, text, before)))
                self.spell = False
                continue
            own = Spoken([BEARER, *(text.said[1:] if asks_what_was_paid(ability) else ())])
            self.gone, self.subject = (), None
            made.append(self.bind(ability, own))
            text.said += self.paid
            self.paid = []
        self.depth = depth
        return tuple(made)

    def addressed(self, value: Any) -> Any:
        """The value with an address of its own."""
        self.next += STEP
        return structs.replace(value, at=self.next - STEP)

    def step(self, effect: Any, spoken: Spoken, before: int | None, instead_of: Any = None) -> Any:
        """One of several instructions. `before`: where what was spoken of by the instruction starts that this one takes the place of: the one knows nothing of what
        the other makes or chooses, and later words mean what the one that is carried out speaks of."""
        if before is None:
            return self.bind(effect, spoken)
        first = spoken.said[before:]
        own = Spoken(
            [
                *spoken.said[:before],
                *(c for c in first if c.target or c.player or min(c.to, default=0) < 0 or _of_all(c)),
            ]
        )
        here = len(own.said)
        self.replaced = _damage_of(first)
        amount = amount_of(instead_of, effect)
        self.in_place_of = (amount, here) if amount is not None else None
        bound = self.bind(effect, own)
        self.replaced, self.in_place_of = (), None
        second = own.said[here:]
        spoken.said += second
        for kind in ("object", "group", "amount"):
            one = next((c for c in reversed(first) if getattr(c, kind) and not c.target), None)
            other = next((c for c in reversed(second) if getattr(c, kind) and not c.target), None)
            if one is not None and other is not None and one.to != other.to:
                to = tuple(dict.fromkeys((*one.to, *other.to)))
                spoken.add(replace(other, to=to, words=one.words | other.words))
        return bound

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
            value = self.addressed(value)
        special = SPECIAL.get(type(value))
        if special is not None:
            return special(self, value, spoken, quiet, beside)
        if isinstance(value, ab.Ability):
            alone = getattr(value, "changed_if", None)  # asked of the ability itself, as it is announced
            made = self.fields(value, Spoken([BEARER]), False, but=("changed_if",))
            return structs.replace(made, changed_if=self.bind(alone, Spoken([BEARER]))) if alone else made
        if isinstance(value, ab.EventPattern):
            return self.event(value, spoken.copy() if quiet else spoken)
        if isinstance(value, ab.Recipient):
            return self.noun(value, spoken, quiet, beside)
        if isinstance(value, QUIET):
            if isinstance(value, ASKED_OF):
                unsaid = isinstance(value, ab.WasPaid) and value.cost in ("evidence", "gift")
                what = self.bind(value.what, spoken, quiet or unsaid)
                if isinstance(value, ab.WasPaid) and what.__class__ is ab.That and not what.noun:
                    what = structs.replace(what, to=_paid_for(spoken, what.to))
                if isinstance(value, ab.Fits) and any(
                    isinstance(n, ab.Compared) and n.briefly == "brief" for n in ab.walk(value.which)
                ):  # "if it's one with lesser mana value": than what the event is of, which isn't "it"
                    spoken = spoken.of_the_event(getattr(what, "to", ()))
                return self.fields(structs.replace(value, what=what), spoken, True, but=("what",))
            if (
                isinstance(value, ab.Negated)
                and isinstance(value.condition, ab.Fits)
                and isinstance(value.condition.what, ab.Host)
            ):
                return self.fields(
                    value, spoken, quiet
                )  # "as long as enchanted artifact isn't a creature, it ..."
            value = self.fields(value, spoken, True)
            if isinstance(value, ab.CountOf) and isinstance(
                value.of, ab.Each
            ):  # "for each of your Elves ... those Elves"
                counted = of_noun(value.of)
                assert counted is not None
                spoken.add(replace(counted, named_only=True, group=False))
            return value
        if isinstance(value, ab.Effect):
            return self.instruction(value, spoken)
        return self.fields(value, spoken, quiet)

    def fields(
        self, value: Any, spoken: Spoken, quiet: bool, but: tuple[str, ...] = (), order: tuple[str, ...] = ()
    ) -> Any:
        """The value with each field bound in turn: those in `order` first, the others as they stand."""
        names = holding(value.__class__)
        changed = {}
        for name in (*order, *(n for n in names if n not in order)) if order else names:
            old = getattr(value, name)
            if not old or name in but or not isinstance(old, Node | tuple):
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
                if name == "parts":
                    inner[name] = self.parts(old, spoken, quiet)
                elif isinstance(old, Node | tuple):
                    inner[name] = self.bind(old, spoken, quiet, beside if isinstance(noun, ab.EachOf) else ())
                if isinstance(noun, ab.OneOf) and name == "of" and len(spoken.said) > here:
                    spoken.said[-1] = replace(spoken.said[-1], group=True)  # "one of them ... the rest"
            noun = structs.replace(noun, **inner)
            if isinstance(noun, ab.EachOf) and len(spoken.said) > here:  # "each of them ... its power"
                spoken.add(replace(spoken.said[-1], many=False))
        else:
            before, self.choosing = self.choosing, isinstance(noun, ab.Target)
            by = noun.by if isinstance(noun, ab.Target) else None
            if by is not None:  # "target creature of an opponent's choice *they* control"
                own = spoken.copy()
                noun = structs.replace(noun, by=self.bind(by, own))
                noun = self.fields(noun, own, True, but=("by",))
            else:
                noun = self.fields(noun, spoken, True)
            self.choosing = before
        said = of_noun(noun)
        targeted = isinstance(noun, ab.Target | ab.TargetPlayer)
        if isinstance(noun, ab.TargetPlayer) and self.depth == 1:
            self.targeting.append(self.place)
        if said is not None and (targeted or not quiet):
            for holder in holders(noun):
                spoken.add(holder)
            spoken.add(said)
        return noun

    def parts(self, parts: tuple[Any, ...], spoken: Spoken, quiet: bool) -> tuple[Any, ...]:
        """Several nouns as one; a group out of which each of them is, is said once ("an A card and/or a B card from among them")."""
        bound: list[Any] = []
        for place, part in enumerate(parts):
            if place and isinstance(part, ab.OneOf) and part.of == getattr(parts[0], "of", None):
                part = structs.replace(part, of=bound[0].of)
            bound.append(self.bind(part, spoken, quiet))
        return tuple(bound)

    # ---- instructions ----

    def instruction(self, effect: Any, spoken: Spoken) -> Any:
        """A verb with its nouns and numbers: who does it, to what, how much; then what it makes."""
        first = _said_first(effect)
        changed: dict[str, Any] = {}
        beside: tuple[int, ...] = self.gone if isinstance(effect, STAYING) else ()
        for name in [*first, *(n for n in holding(effect.__class__) if n not in first)]:
            old = getattr(effect, name)
            if not isinstance(old, Node | tuple) or name == "if_":
                continue
            here = len(spoken.said)
            quiet = isinstance(effect, ab.Search) and name == "what"
            if self.replaced and isinstance(effect, ab.DealDamage) and old == ab.That():
                new = self.note(
                    self.addressed(old), Candidate(self.replaced)
                )  # what would have dealt the damage
            else:
                self.attached = (
                    _held(changed.get("what", effect))
                    if isinstance(effect, ab.Attach) and name == "to"
                    else None
                )
                new = self.bind(old, spoken, quiet, beside if isinstance(old, ab.Recipient) else ())
                self.attached = None
            if isinstance(effect, ab.DealDamage) and name == "source":
                self.dealing = (
                    SOURCE_ALONE
                    if isinstance(new, ab.This)
                    else new.to
                    if isinstance(new, ab.That | ab.SameSubject)
                    else (new.at,)
                )
            if isinstance(effect, ab.Sacrifice) and name == "what":
                self.gone += tuple(a for c in spoken.said[here:] for a in c.to if a > 0)
            if isinstance(old, ab.Objects):
                beside += tuple(a for c in spoken.said[here:] for a in c.to)
            if new is not old:
                changed[name] = new
        effect = structs.replace(effect, **changed) if changed else effect
        if isinstance(effect, ab.DealDamage) and isinstance(
            effect.source, ab.Target
        ):  # "it" goes on being what deals it
            agent = of_noun(effect.source)
            spoken.said += [replace(agent, words=frozenset())] if agent is not None else []
        dealing, self.dealing = self.dealing, ()
        if isinstance(effect, ab.DealDamage) and isinstance(effect.source, ab.This):
            self.subject = BEARER  # "~ deals damage ... and gains ..."
        speaks = INSTRUCTIONS.get(type(effect))
        for said in speaks(effect) if speaks is not None else ():
            spoken.add(replace(said, made=True, source=dealing))
        if isinstance(effect, ab.Exile | ab.Put) and getattr(effect.what, "to", ()) == SOURCE_ALONE:
            spoken.add(AS_A_CARD)
        for said in _same_number(effect):
            spoken.add(said)
        if isinstance(effect, ab.CastCard) and effect.if_ is not None:  # asked of the spell that it would be
            effect = structs.replace(effect, if_=self.bind(effect.if_, spoken.of_the_spell()))
        if isinstance(effect, ab.Put) and effect.whose is None and effect.zone != "battlefield":
            noun = of_noun(effect.what) or Candidate(getattr(effect.what, "to", ()))
            if owner_of(noun).to:  # said as an aside: whoever else was spoken of is meant first
                spoken.said.insert(0, owner_of(noun))
        return effect

    def event(self, pattern: ab.EventPattern, spoken: Spoken) -> Any:
        """An event pattern: its nouns, the subject last."""
        subject: Candidate | None = None
        nouns: list[Candidate] = []
        changed = {}
        for name in holding(type(pattern)):
            old = getattr(pattern, name)
            if not isinstance(old, Node | tuple):
                continue
            own = Spoken([*spoken.said])
            here = len(own.said)
            changed[name] = self.bind(old, own, not isinstance(old, ab.Recipient))
            said = own.said[here:]
            if isinstance(old, ab.That) and changed[name].to == (SOURCE,):
                changed[name] = ab.This(it=True, at=changed[name].at)
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
        fields = (getattr(pattern, name) for name in holding(type(pattern)))
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


def given_to_itself(value: Any) -> Any:
    """CR 201.5a: what an object gives to itself calls the object by its name."""
    if isinstance(getattr(value, "what", None), ab.This) and hasattr(value, "changes"):
        return rewrite(value, lambda node: ab.This() if isinstance(node, ab.Grantor) else node)
    return value


def _same_number(effect: Any) -> list[Candidate]:
    """ "Draw that many cards, then discard that many": both are the number spoken of before, whatever the first comes to."""
    counted = getattr(getattr(effect, "what", None), "amount", None)
    numbers = (
        getattr(effect, "number", None),
        getattr(effect, "amount", None),
        getattr(counted, "number", None),
    )
    return [
        Candidate(number.to, object=False, amount=True, many=None)
        for number in numbers
        if isinstance(number, ab.ThatMuch)
    ]


def _host(abilities: tuple[Any, ...]) -> Candidate | None:
    """What the object is attached to, if its texts speak of that."""
    said = next((of_noun(n) for n in ab.walk(abilities) if isinstance(n, ab.Host)), None)
    return said and replace(said, to=(HOST,))


def _held(what: Any) -> Candidate:
    """What the thing is attached to that is going to be attached to "another": of the source, its host."""
    of_source = isinstance(what, ab.This) or getattr(what, "to", ()) == SOURCE_ALONE
    return Candidate((HOST,) if of_source else (HELD,))


def _paid_for(spoken: Spoken, to: tuple[int, ...]) -> tuple[int, ...]:
    """CR 702.33d: "it" for which a cost was paid is a spell, or what the spell became."""
    paid = (c for c in reversed(spoken.said) if SELF in c.words or "spell" in c.words)
    return next((c.to for c in paid), to)


def _of_all(said: Candidate) -> bool:
    """Whether it is all that there are, which no instruction chooses or makes."""
    return said.group and not said.made and not said.done and said.words != {"card"}


def _damage_of(first: list[Candidate]) -> tuple[int, ...]:
    """The addresses of what deals the damage that is replaced, where the instruction deals damage."""
    return next((c.source for c in reversed(first) if c.done == "dealt damage"), ())
