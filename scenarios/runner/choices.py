"""What an action of a scenario says about a spell or ability, in the form the engine takes (CR 601.2b-h), and when the action can be taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Choices, Decision, Game
from engine.keywords import meaning
from engine.model import ObjectId, PlayerId, Thing, parse_mana, plain
from engine.queries import changed_rules, object_abilities, states
from engine.rules.casting import casting
from engine.rules.costs import Wanted, activated_abilities
from engine.rules.effects import faces
from scenarios.format import ScenarioError, nearest
from scenarios.format import types as t
from scenarios.runner.naming import Names
from scenarios.wording import ability_words, normalised, words

A = TypeVar("A", t.Cast, t.Activate)
_LOYALTY = re.compile(r"[+−-]\d+|0")
_LIFE = re.compile(r"[0-9]+ life")
_SEVERAL = re.compile(r"(.+?) x([1-9][0-9]?)")
SORCERY_ONLY = frozenset({"as a sorcery", "any time you could cast a sorcery"})


def of_cast(
    game: Game, names: Names, action: t.Cast, by: PlayerId, id: ObjectId, face: int | None
) -> Choices:
    """The choices of a `cast` by the player, its targets and division left out (they depend on what the targets' names mean)."""
    return Choices(
        x=action.x,
        modes=_modes(names, action.modes, effects_of_card(game, id, face), action.where, _names(game, id)),
        face="fuse" if face == -1 else face,
        origin=action.from_.zone.value if action.from_ is not None else "",
        kicked=action.kicked,
        alternative=_alternative(game, id, face, action),
        additional=tuple(_additional(game, id, face, _word(answer)) for answer in action.additional or ()),
        pay=payment(names, by, action.pay),
    )


def _alternative(game: Game, id: ObjectId, face: int | None, action: t.Cast) -> str:
    """The alternative cost or way of casting that is meant: a keyword by its opening words, or a cost of the card's text by words of it."""
    said = (action.alternative or "").lower()
    if not said:
        return ""
    known = (
        *casting.keyword_ways.ALTERNATIVES,
        *casting.keyword_ways.RESOLVING,
        *WAYS,
    )
    card = game.object(id).card
    values = faces.base(card, "stack", face or 0) if card is not None else game.object(id).base
    if said == "face down":
        keywords = [k.name for k in values.abilities if isinstance(k, ab.Keyword)]
        return next((name for name in keywords if name in FACE_DOWN), FACE_DOWN[0])
    if any(plain(name).startswith(plain(said.split(" {")[0])) for name in known):
        return said
    offers = [a for a in values.abilities if any(isinstance(v, ab.OtherCost) for v in ab.walk(a))]
    if any(plain(said) in plain(ability_words(ability)) for ability in offers):
        return "alternative cost"
    raise ScenarioError(
        action.where,
        f"'{action.alternative}' is no keyword that is a way of casting, nor a cost in the text of {game.name(id)}",
        near=nearest(said, known),
    )


def _additional(game: Game, id: ObjectId, face: int | None, said: str) -> str:
    """The additional cost that is meant: a keyword, or else the optional one in the card's text (CR 118.8b) by words of it, such as `collect evidence`."""
    if any(plain(name).startswith(plain(said.split(" ")[0])) for name in casting.total_cost.OPTIONAL):
        return said
    card = game.object(id).card
    values = faces.base(card, "stack", max(face or 0, 0)) if card is not None else game.object(id).base
    offers = [
        a for a in values.abilities if any(isinstance(v, ab.ExtraCost) and v.optional for v in ab.walk(a))
    ]
    return "additional cost" if any(f" {plain(said)}" in plain(ability_words(a)) for a in offers) else said


def with_costs_meant(game: Game, id: ObjectId, face: int | None, made: Choices) -> Iterator[Choices]:
    """The same choices with an optional additional or an alternative cost of the card's own text (CR 118.8b, 118.9): who names objects to pay with may
    mean that; and without the mana cost, where an effect allows that (118.9a) and the rest can be paid."""
    if made.alternative:
        return
    yield from _with_own_costs(game, id, face, made)
    yield replace(made, alternative=WAYS[-1])


def _with_own_costs(game: Game, id: ObjectId, face: int | None, made: Choices) -> Iterator[Choices]:
    if made.additional or made.kicked is not None or all(isinstance(w, str) for w in made.pay):
        return
    card = game.object(id).card
    values = faces.base(card, "stack", max(face or 0, 0)) if card is not None else game.object(id).base
    keywords = [k.name for k in values.abilities if isinstance(k, ab.Keyword)]
    nodes = [node for ability in values.abilities for node in ab.walk_own(ability)]
    for name in keywords:
        if name in casting.total_cost.OPTIONAL:
            yield replace(made, additional=(name,))
    if any(isinstance(n, ab.ExtraCost) and n.optional for n in nodes):
        yield replace(made, additional=("additional cost",))
    for name in keywords:
        if name in casting.keyword_ways.ALTERNATIVES:
            yield replace(made, alternative=name)
    if any(isinstance(n, ab.OtherCost) for n in nodes):
        yield replace(made, alternative="alternative cost")


def own_targets(game: Game, id: ObjectId, face: int | None, action: t.Cast) -> int | None:
    """How many targets a permanent spell has itself, none or what an Aura enchants, where it has a triggered ability that takes some, or enters as a copy, which
    may have such an ability: further ones that are named as it is cast are meant for that. None for any other card."""
    card = game.object(id).card
    if card is None:
        return None
    values = faces.base(card, "stack", max(face or 0, 0))
    aimed = "Aura" in values.subtypes or plain(action.alternative or "") in ("bestow", "mutate")
    later = any(
        isinstance(node, ab.CopyOf if isinstance(ability, ab.Enters) else ab.Target | ab.TargetPlayer)
        for each in values.abilities
        for ability in meaning(each)
        if isinstance(ability, ab.Triggered | ab.Chapter | ab.Enters)
        for node in ab.walk(ability)
    )
    return int(aimed) if values.is_permanent_card and later else None


def with_targets_of_triggers(action: t.Cast, own: int) -> t.Cast:
    """The permanent spell with its first targets alone: the others, and what is divided among them, are answers to what its triggered ability asks."""
    later = (action.targets or ())[own:]
    if action.divide and not own:
        shares = t.Division(shares=action.divide, where=action.where)
        divided = t.AnswerTo(kind="target", answer=shares, where=action.where)
        return replace(action, targets=None, divide=None, choose=(divided, *action.choose))
    if not later:
        return action
    return replace(
        action,
        targets=(action.targets or ())[:own] or None,
        choose=(*map(target_answer, later), *action.choose),
    )


def own_targets_first(action: t.Cast | t.Activate, effects: Sequence[ab.Effect]) -> tuple[t.Name, ...] | None:
    """Of the targets that an action names for a text that takes fewer, those of the text itself: the others are of the ability that it sets up, whose
    targets are chosen later (CR 603.12). None where all are its own, or where it can't be told."""
    nodes = list(ab.walk(tuple(effects)))
    if any(isinstance(node, ab.Modal | ab.ForEach) for node in nodes):
        return None
    aimed = [node for node in nodes if isinstance(node, ab.Target | ab.TargetPlayer)]
    set_up = [node for each in nodes if isinstance(each, ab.WhenYouDo) for node in ab.walk(each)]
    later = sum(isinstance(node, ab.Target | ab.TargetPlayer) for node in set_up)
    if not 0 < later <= len(aimed) or any(node.amount is not None for node in aimed):
        return None
    own = len(aimed) - later
    return tuple(action.targets[:own]) if action.targets and len(action.targets) > own else None


def with_later_targets(action: A, effects: Sequence[ab.Effect]) -> A:
    """The spell or ability with the targets of what it sets up as answers to what is asked later."""
    own = own_targets_first(action, effects)
    if own is None or action.targets is None:
        return action
    later: tuple[t.Answer, ...] = tuple(target_answer(name) for name in action.targets[len(own) :])
    return replace(action, targets=own or None, choose=(*action.choose, *later))


def target_answer(name: t.Name) -> t.Answer:
    """A target as the answer to the question that comes up for it later."""
    return t.AnswerTo(kind="target", answer=t.Words(text=name.text, where=name.where), where=name.where)


FACE_DOWN = ("morph", "megamorph", "disguise")
"""Keywords by which cards are cast face down (CR 708.4)."""
WAYS = ("fuse", "alternative cost", "without paying its mana cost")
"""Ways of casting that are named by no keyword of their own."""


def of_activation(names: Names, action: t.Activate, by: PlayerId, ability: ab.Activated) -> Choices:
    """The choices of an `activate` by the player, its targets and division left out."""
    return Choices(
        x=action.x,
        modes=_modes(names, action.modes, (ability.effect,), action.where),
        pay=payment(names, by, action.pay),
    )


def of_special(names: Names, action: t.Special, by: PlayerId) -> Choices:
    """The choices of a `special` by the player."""
    return Choices(x=action.x, pay=payment(names, by, action.pay))


def divided(
    names: Names, action: t.Cast | t.Activate, targets: tuple[Thing, ...] | None
) -> Mapping[Thing, int] | None:
    """The division, with each name meaning what it means among the targets."""
    if action.divide is None:
        return None
    known = {name.text: thing for name, thing in zip(action.targets or (), targets or (), strict=False)}
    return {known[s.to.text] if s.to.text in known else names.thing(s.to): s.amount for s in action.divide}


def _word(answer: t.Answer) -> str:
    if not isinstance(answer, t.Words):
        raise ScenarioError(
            answer.where, "not the name of an additional cost", expected="words such as buyback"
        )
    return answer.text.lower()


def payment(names: Names, by: PlayerId, answers: Sequence[t.Answer] | None) -> Wanted:
    """What the player is going to pay with. A name stands for all that it may mean, which can be in several zones: the cost tells what it asks for."""
    found: list[str | tuple[ObjectId, ...]] = []
    for answer in answers or ():
        if not isinstance(answer, t.Words):
            raise ScenarioError(
                answer.where, "not something to pay with", expected='mana ("{R}{R}"), "2 life", or objects'
            )
        if "{" in answer.text:
            try:
                parse_mana(answer.text)
            except ValueError as error:
                raise ScenarioError(answer.where, str(error)) from None
            found.append(answer.text)
        elif _LIFE.fullmatch(answer.text):
            found.append(answer.text)
        else:
            text, times = answer.text, 1
            if (several := _SEVERAL.fullmatch(text)) and text not in names.labels:
                text, times = several[1], int(several[2])
            found += [_to_pay_with(names, by, t.Name(text=text, where=answer.where))] * times
    return tuple(found)


def _to_pay_with(names: Names, by: PlayerId, name: t.Name) -> tuple[ObjectId, ...]:
    """The objects that the name may mean, the player's own before others of a zone. Raises ScenarioError where it doesn't tell between several."""
    zones = names.everywhere(name)
    if not zones:
        raise names.nothing(name)
    mine = [[i for i in found if names.side(i) == by] or found for found in zones]
    meant = [i for found in mine if names.alike(found) for i in found]
    return tuple(meant) or (names.one(name, among=mine[0]),)


# ---- modes --------------------------------------------------------------------------------------------------------


def effects_of_card(game: Game, id: ObjectId, face: int | None) -> tuple[Any, ...]:
    """What a card does as a spell that resolves."""
    card = game.object(id).card
    values = faces.base(card, "stack", face or 0) if card is not None else game.object(id).base
    return tuple(a.effect for a in values.abilities if isinstance(a, ab.SpellAbility))


def _modes(
    names: Names,
    modes: Sequence[int | str] | None,
    effects: Sequence[Any],
    where: t.Where,
    called: Iterable[str] = (),
) -> tuple[int, ...] | None:
    """Modes by number from 1 or by opening words, as numbers. `called`: what the text may call its object."""
    if modes is None:
        return None
    found = []
    for mode in modes:
        if isinstance(mode, int):
            found.append(mode)
            continue
        told = mode_words(effects)
        said = {plain(mode), *(plain(normalised(mode, name)) for name in called)}
        fits = [
            n for n, text in enumerate(told, 1) if any(plain(text).startswith(each) for each in said if each)
        ]
        if len(fits) != 1:
            expected = ", ".join(f"{n}: {text}" for n, text in enumerate(told, 1)) or "a number from 1"
            raise ScenarioError(
                where,
                f"'{mode}' is {'no' if not fits else 'more than one'} mode",
                expected=expected,
                near=nearest(mode, told),
            )
        found.append(fits[0])
    return tuple(found)


def mode_words(effects: Sequence[Any]) -> tuple[str, ...]:
    """The modes of a modal text, in words."""
    for value in ab.walk_own(tuple(effects)):
        if isinstance(value, ab.Modal):
            return tuple(words("Effect", mode) for mode in value.modes)
    return ()


def modes_asked_for(game: Game, decision: Decision) -> tuple[str, ...]:
    """The modes that a decision is among, in words; the source of the ability on the stack, or of the spell, is called by its name."""
    name = game.name(game.stack()[0]) if game.stack() else "~"
    return tuple(words("Effect", mode).replace("~", name) for mode in decision.modes)


# ---- abilities ----------------------------------------------------------------------------------------------------


def which_ability(game: Game, player: PlayerId, id: ObjectId, action: t.Activate) -> int:
    """The index, among the abilities that the player could activate, of the one that the action names. Raises ScenarioError."""
    known = activated_abilities.abilities(game, player, id)
    wanted = action.ability
    if wanted is None:
        if len(known) > 1 and len(set(known)) > 1:
            aimed = [n for n, ability in enumerate(known) if _takes_targets(ability)]
            if action.targets and len({known[n] for n in aimed}) == 1:
                return aimed[0]
            raise ScenarioError(
                action.where,
                f"{game.name(id)} has {len(known)} abilities to activate",
                expected=f"'ability': {_listed(game, id, known)}",
            )
        return 0
    if isinstance(wanted, int) or (wanted.isdigit() and wanted != "0"):
        number = int(wanted)
        if not 1 <= number <= len(known):
            raise ScenarioError(
                action.where,
                f"{game.name(id)} has no ability {number} to activate",
                expected=_listed(game, id, known),
            )
        return number - 1
    fits = _fitting(game, id, known, wanted) or _next_level(game, id, known, wanted)
    if not fits and _had(game, id, wanted):
        raise IllegalAction(
            "602.2", f"{game.name(id)} doesn't have its ability '{wanted}' now", also=("113.3b",)
        )
    if not fits:
        raise ScenarioError(
            action.where,
            f"{game.name(id)} has no ability '{wanted}' to activate",
            expected=_listed(game, id, known),
        )
    if action.targets and len({known[n] for n in fits}) > 1:  # reconfigure: to attach it, not to unattach it
        fits = [n for n in fits if _takes_targets(known[n])] or fits
    said = tuple(normalised(wanted, name).lower() for name in _names(game, id))
    signed = [n for n in fits if any(w.lower().startswith(said) for w in _called(game, id, known[n]))]
    fits = signed if len({known[n] for n in fits}) > 1 and signed else fits
    exactly = [n for n in fits if plain(wanted) in map(plain, _called(game, id, known[n]))]
    if len({known[n] for n in exactly or fits}) > 1:
        raise ScenarioError(
            action.where,
            f"'{wanted}' can mean several abilities of {game.name(id)}",
            expected=f"'ability': {_listed(game, id, known)}",
        )
    return (exactly or fits)[0]


def _next_level(game: Game, id: ObjectId, known: Sequence[ab.Activated], wanted: str) -> list[int]:
    """CR 716.2a: of a Class, `level up` is the ability by which it gets its next level."""
    if plain(wanted) not in ("level up", "level"):
        return []
    upwards = f"level {states.class_level(game, id) + 1}"
    return [n for n, ability in enumerate(known) if upwards in _called(game, id, ability)]


def _takes_targets(ability: ab.Activated) -> bool:
    """CR 115.1c: whether the ability can have targets."""
    return any(isinstance(node, ab.Target | ab.TargetPlayer) for node in ab.walk_own(ability.effect))


def _had(game: Game, id: ObjectId, wanted: str) -> bool:
    """Whether the object would have such an ability but for the effects that change it (CR 613.1f)."""
    printed = [each for each in game.object(id).base.abilities if isinstance(each, ab.Activated)]
    return bool(_fitting(game, id, printed, wanted))


def _opens(wanted: str, text: str) -> bool:
    """Whether the words open the ability's; a cost that they give with its colon is the whole cost."""
    cost, colon, effect = wanted.partition(":")
    if not colon or ":" not in text:
        own_costs = text.partition(":")[0].split(", ") if ":" in text else []
        return any(plain(words).startswith(plain(wanted)) for words in (text, *own_costs))
    own_cost, _, own_effect = text.partition(":")
    return plain(own_cost) == plain(cost) and plain(own_effect).startswith(plain(effect))


def _fitting(game: Game, id: ObjectId, known: Sequence[ab.Activated], wanted: str) -> list[int]:
    """The abilities that begin with these words, as the card has them: with its costs, in its own name; else those that do but for the signs."""
    called = {n: _called(game, id, ability) for n, ability in enumerate(known)}
    if _LOYALTY.fullmatch(wanted):  # CR 606.4: by its cost
        cost = wanted.replace("−", "-")
        return [n for n, all_ in called.items() if any(w.startswith(f"{cost}:") for w in all_)]
    said = {normalised(wanted, name) for name in _names(game, id)}
    found = [n for n, all_ in called.items() if any(_opens(s, w) for w in all_ for s in said)]
    if not found and plain(wanted):  # words from its middle
        found = [
            n
            for n, all_ in called.items()
            if any(f" {plain(s)} " in f" {plain(w)} " for w in all_ for s in said)
        ]
        found = found if len({known[n] for n in found}) == 1 else []
    return found


def could_mean(game: Game, id: ObjectId, wanted: str) -> bool:
    """Whether the object has an activated ability that can be called so, whoever could activate it."""
    known = [each for each in object_abilities.abilities_of(game, id) if isinstance(each, ab.Activated)]
    return wanted.isdigit() or not known or bool(_fitting(game, id, known, wanted))


def has_ability(game: Game, player: PlayerId, id: ObjectId, text: str) -> bool:
    """Whether the object has an ability that the player could activate and that begins with these words."""
    known = activated_abilities.abilities(game, player, id)
    found = _fitting(game, id, known, text)
    said = {normalised(text, name) for name in _names(game, id)}
    return any(":" in text or _opens(s, w) for n in found for w in _called(game, id, known[n]) for s in said)


def _names(game: Game, id: ObjectId) -> set[str]:
    """What the object's text may call it."""
    names = {game.characteristics(id).name, game.object(id).base.name}
    first = {name.split()[0] for name in names if name and "legendary" in game.object(id).base.supertypes}
    return names | first | {name.split(",")[0] for name in names}


def _called(game: Game, id: ObjectId, ability: ab.Activated) -> tuple[str, ...]:
    keyword = next((k for a, k in activated_abilities.named(game, id) if a == ability), "")
    text = ability_words(ability)
    words = [keyword, text, ability.word]
    if isinstance(gained := ability.effect, ab.Keyworded) and gained.verb == "class level":  # CR 716.2a
        words = [f"level {gained.number.value}"] if isinstance(gained.number, ab.Literally) else words
    if keyword:
        words.append(f"{keyword} {text.partition(':')[0]}")  # Equip {4}
        words += ["cycling"] if keyword == "typecycling" else []
    return tuple(dict.fromkeys(w for w in words if w))


def _listed(game: Game, id: ObjectId, known: Sequence[ab.Activated]) -> str:
    return (
        "; ".join(f"{n}: {', '.join(_called(game, id, a))}" for n, a in enumerate(known, 1))
        or "an object with abilities to activate"
    )


# ---- when ---------------------------------------------------------------------------------------------------------


def at_sorcery_speed(game: Game, id: ObjectId, face: int | None) -> bool:
    """CR 307.1, 304.1: whether a card is cast only in a main phase with an empty stack, unless something permits more."""
    card = game.object(id).card
    values = faces.base(card, "stack", max(face or 0, 0)) if card is not None else game.characteristics(id)
    if "instant" in values.types:
        return False
    return not changed_rules.has_keyword(game, id, "flash")


def takes_unblocked(game: Game, player: PlayerId, id: ObjectId, index: int) -> bool:
    """Whether the ability's cost speaks of an unblocked creature, which there is only after blocks (CR 509.1h, 702.49a)."""
    known = activated_abilities.abilities(game, player, id)
    return 0 <= index < len(known) and any(
        isinstance(node, ab.Is) and node.state == "unblocked"
        for cost in known[index].costs
        for node in ab.walk(cost)
    )


def ability_at_sorcery_speed(game: Game, player: PlayerId, id: ObjectId, index: int) -> bool:
    """CR 602.5d, 606.3: whether the ability is activated only at the time of a sorcery."""
    known = activated_abilities.abilities(game, player, id)
    if not 0 <= index < len(known):
        return False
    ability = known[index]
    return activated_abilities.is_loyalty(ability) or any(
        isinstance(r, ab.Only) and r.when in SORCERY_ONLY for r in ability.restrictions
    )
