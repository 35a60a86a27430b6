"""Abilities that are executable, and the restrictions on them (CR 113, 602.5, 603, 614, 711, 714)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine import keywords
from engine.abilities.tree import walk, walk_own
from engine.errors import Unsupported
from engine.model import parse_mana
from engine.oracle.executable.events import replaceable
from engine.oracle.executable.shared_words import in_any
from engine.oracle.executable.tables import CHECKED, OPEN, WORDING, Path, checks, part_of_speech, words
from engine.oracle.executable.walk import missing
from engine.queries import event_patterns, numbers
from engine.rules.costs import activated_abilities, mana, mana_abilities
from engine.rules.effects import entering
from engine.rules.effects import replacement as replacing

part_of_speech(
    ab.Ability,
    frozenset(
        {
            ab.SpellAbility, ab.Activated, ab.Triggered, ab.Static, ab.StaticSpells, ab.Replacement, ab.Enters, ab.Keyword, ab.Keywords,
            ab.Chapter, ab.Level, ab.Paragraph, ab.TextOnly, ab.ThisAbility, ab.TriggersMore,
            ab.OpeningHand,
        }
    ),
)  # fmt: skip
# `keywords.meaning` opens those that hold or stand for others; the rest are looked for by type in engine.rules.

part_of_speech(ab.Restriction, frozenset({ab.Only, ab.AnyoneMay, ab.TriggersOnce}))

BEFORE_THE_GAME = {
    "100.2a": "how many cards of a name a deck holds is settled as decks are made",
    "103.1c": "who starts the game is settled as it starts",
    "407.3": "a position with such a card is one of a game that is played for ante",
    "607.2n": "what was exiled before the game is said by a scenario's position",
    "903.3": "which cards may be commanders is settled as decks are made: a scenario's position says which cards are",
}
"""What `TextOnly` may say, and why it makes no difference in a game that has begun."""

SAID_AS_INSTEAD = (
    "instead",
    "instead first",
    "instead of anywhere else",
    "prevent",
    "condition first",
    "condition last",
)
"""How it is put that a replacement effect takes the place of an event, all of which mean the same (CR 614.1a, 615.1a)."""

words(ab.SpellAbility, word=WORDING)
words(ab.Activated, word=WORDING, limits_last=WORDING)
words(ab.Triggered, when=WORDING, word=WORDING)
words(ab.Static, word=WORDING, said=WORDING)
words(ab.StaticSpells, word=WORDING, said=WORDING)
words(ab.Instead, said=WORDING)
words(
    ab.Replacement,
    how=frozenset({*SAID_AS_INSTEAD, "as"}),
    word=WORDING,
)
words(ab.TriggersMore, word=WORDING)
words(ab.Enters, state=entering.STATES, kind=OPEN, word=WORDING, kinds=OPEN)
words(ab.Keyword, name=CHECKED, note=CHECKED)
words(ab.Level, power=OPEN, toughness=OPEN, word=WORDING)
words(ab.Chapter, word=WORDING)
words(ab.Paragraph, joined=WORDING)
words(ab.TextOnly, rule=BEFORE_THE_GAME, number=OPEN, name=OPEN)
words(ab.OpeningHand, deed=frozenset({"begin", "reveal", "mulligan"}), counters=OPEN)
words(ab.Only, when=in_any({""}, activated_abilities.ONLY, activated_abilities.FROM))

# ---- activated and triggered abilities ----


@checks(ab.Activated)
def activated(ability: ab.Activated, path: Path) -> Iterator[str]:
    """CR 602.5, 605.1a."""
    for restriction in ability.restrictions:
        if isinstance(restriction, ab.TriggersOnce):
            yield "a limit of triggering on an activated ability"
    if mana_abilities.is_mana_ability(ability) and not mana.says_what(ability.effect):
        yield f"a mana ability with {type(ability.effect).__name__}"
    if mana_abilities.is_mana_ability(ability) and any(
        isinstance(cost, ab.PayMana) and "X" in parse_mana(cost.mana).symbols for cost in ability.costs
    ):
        yield "a mana ability whose cost has {X}"
    if _has_undefined_x(ability):
        yield "an X that neither a cost nor the text defines"


def _has_undefined_x(ability: ab.Activated | ab.Triggered) -> bool:
    """CR 107.3f: an X of the effect that is left to its controller. Where it is how many are chosen, or how much life is
    paid, that is chosen with them."""
    nodes = list(walk_own(ability.effect))
    if any(isinstance(n, ab.WhereX | ab.Chosen | ab.PayLife) for n in nodes) or "{X}" in repr(ability):
        return False
    return any(isinstance(n, ab.X) and n.name not in numbers.CHOSEN for n in nodes) and not any(
        isinstance(n, ab.X) for n in walk(getattr(ability, "costs", ()))
    )


@checks(ab.Triggered)
def triggered(ability: ab.Triggered, path: Path) -> Iterator[str]:
    """CR 603.2h."""
    for restriction in ability.restrictions:
        if not isinstance(restriction, ab.TriggersOnce):
            yield f"the restriction {type(restriction).__name__} of a triggered ability"
    if isinstance(ability.event, ab.StepBegins) and _has_undefined_x(ability):
        yield "an X that neither a cost nor the text defines"  # CR 107.3m: the X of its mana cost is known as it enters alone
    if any(isinstance(node, ab.That) and node.the for node in walk(ability.event)):
        yield "a trigger of what an earlier ability spoke of"
    if _speaks_of_nothing_before(ability):
        yield "an instruction about what nothing in the ability speaks of"
    if isinstance(ability.event, ab.OrEvents) and any(isinstance(e, ab.Meets) for e in ability.event.events):
        yield "a state trigger as one of several"


def _speaks_of_nothing_before(ability: ab.Triggered) -> bool:
    """CR 608.2c: "the creature" is one that the same ability has spoken of."""
    nodes = [*walk(ability.event), *walk(ability.effect)]
    backward = [n for n in nodes if isinstance(n, ab.That) and n.the]
    spoken = [
        n for n in nodes if isinstance(n, ab.Objects | ab.Create) and not isinstance(n, ab.That | ab.This)
    ]
    return bool(backward) and not spoken


@checks(ab.ThisAbility)
def this_ability(ability: ab.ThisAbility, path: Path) -> Iterator[str]:
    """CR 707.9a, 116.2c: what an ability on the stack says of itself, where it makes something a copy or its own object loses it."""
    within = [n for n in path if isinstance(n, ab.Ability)]
    if not within or not isinstance(within[-1], ab.Activated | ab.Triggered):
        yield "this ability, of what is none that uses the stack"
    lost = (
        isinstance(path[-1], ab.Loses)
        and isinstance(path[-2], ab.Lasting)
        and isinstance(path[-2].what, ab.This)
    )
    if not lost and not any(isinstance(n, ab.CopyOf | ab.TokenKind) for n in path[-2:]):
        yield "this ability, of what is no copy"


# ---- replacement effects ----


@checks(ab.Replacement, ab.Instead)
def replacement(ability: ab.Replacement | ab.Instead, path: Path) -> Iterator[str]:
    """CR 614.1: events that are offered to replacement effects before they happen, and what can stand in their place."""
    event = ability.event.event if isinstance(ability.event, ab.Provided) else ability.event
    found = event.events if isinstance(event, ab.OrEvents) else (event,)
    how = getattr(ability, "how", "instead")
    if how == "as" and isinstance(event, ab.ObjectDoes):
        if event.verb not in replacing.TURNING or not isinstance(event.what, ab.This):
            yield f"what happens as something {event.verb}"
        return
    if isinstance(event, ab.StepBegins):
        if (
            not isinstance(ability, ab.Replacement)
            or not isinstance(ability.optional, ab.You)
            or not _may_skip(ability.effect)
        ):
            yield "what happens in the place of a turn, phase or step"
        return
    if how == "as" and isinstance(event, ab.PlayerDoes) and event.verb == event_patterns.AS_YOU_CASCADE:
        return
    for each in found:
        if not replaceable(each):
            yield f"replacing the event {type(each).__name__}"
    if how == "as":
        if not (
            isinstance(event, ab.Moves)
            and event.to == "battlefield"
            and isinstance(event.what, ab.This | ab.That)
        ):
            yield "what happens as something else than this enters"
        for step in mana_abilities.parts(ability.effect):
            if not isinstance(step, entering.AS_IT_ENTERS):
                yield f"{type(step).__name__} as it enters"
    elif how not in SAID_AS_INSTEAD:
        yield f"a replacement said {how!r}"


def _may_skip(effect: ab.Effect) -> bool:
    """CR 614.10, 614.10b: whether it skips what would begin, and at most goes on with something else if that is done."""
    steps = effect.steps if isinstance(effect, ab.Sequence) else (effect,)
    skips = isinstance(steps[0], ab.SkipStep) and steps[0].when == ab.WOULD_BEGIN
    goes_on = all(isinstance(s, ab.Conditional) and s.condition == ab.Did(ab.You()) for s in steps[1:])
    return skips and goes_on and len(steps) <= 2


# ---- abilities that stand for others ----


@checks(ab.Level)
def level(level: ab.Level, path: Path) -> Iterator[str]:
    """CR 711, 716: checked as the abilities that it stands for."""
    try:
        means = keywords.levels(level)
    except Unsupported as reason:
        yield str(reason)
        return
    for meant in means:
        yield from missing(meant)


@checks(ab.Chapter)
def chapter(chapter: ab.Chapter, path: Path) -> Iterator[str]:
    """CR 714.2: opened as the triggered abilities that it is."""
    if keywords.meaning(chapter) == (chapter,):
        yield "chapter abilities (CR 714.2)"


@checks(ab.AboutSpells)
def about_spells(effect: ab.AboutSpells, path: Path) -> Iterator[str]:
    """CR 611.2f: what an effect of a while says of spells: what they cost, and of the next one what it has and how it may be cast."""
    of_all = (ab.CostChange, ab.Cant)
    of_the_next = (*of_all, ab.Gains, ab.May)
    ability = effect.ability
    if isinstance(ability, ab.Enters):
        return
    if not isinstance(ability, ab.StaticSpells) or ability.condition is not None:
        yield "an effect about spells of another form"
        return
    for change in ability.changes:
        countered = not isinstance(change, ab.Cant) or change.what == "be countered"
        if not isinstance(change, of_the_next if effect.next_only else of_all) or not countered:
            yield f"{type(change).__name__} for spells that are cast in a time"
