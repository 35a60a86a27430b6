"""Changes that are executable: of characteristics and control (CR 613), and of rules (CR 613.11)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine import keywords
from engine.abilities.tree import walk
from engine.errors import Unsupported
from engine.model import parse_mana
from engine.oracle.executable.shared_words import COLOR_WORDS, cost_symbols, in_any
from engine.oracle.executable.tables import CHECKED, OPEN, WORDING, Path, checks, part_of_speech, words
from engine.queries import type_changes
from engine.rules.casting import total_cost
from engine.rules.costs import cost_changes
from engine.rules.effects import copying, rule_changes

LAYERED = frozenset(
    {
        ab.CopyOf, ab.UnderControlOf, ab.Types, ab.LosesTypes, ab.ChosenType, ab.EveryType, ab.Colors, ab.Gains, ab.GainsActivated, ab.Loses, ab.CantHave,
        ab.Reworded, ab.HasText, ab.Renamed, ab.AllNames, ab.WordInName, ab.GainsChoice, ab.OneOfChanges, ab.BasePT, ab.DefinedPT, ab.ModifyPT, ab.SwitchPT,
    }
)  # fmt: skip
"""Changes of characteristics and control: those that `layers.layer_of` has a layer for (a test compares the two)."""

RULES = frozenset(
    {
        ab.Cant, ab.Must, ab.DoesntUntap, ab.May, ab.CostChange, ab.ExtraCost, ab.OtherCost, ab.HandSize,
        ab.AssignsDamageBy, ab.Ruled, ab.ModifiesRoll,
    }
)  # fmt: skip
"""Changes of rules; `rule_changes.unknown` says which of their words are asked about."""

part_of_speech(ab.Change, LAYERED | RULES | copying.EXCEPTIONS)

# ---- words ----


def type_word(word: str) -> bool:
    """A card type, supertype or subtype (CR 205)."""
    try:
        type_changes.sorted_words((word,))
    except Unsupported:
        return False
    return True


def type_or_none(word: str) -> bool:
    """A type, or none that is named."""
    return not word or type_word(word)


def lost_type(word: str) -> bool:
    """A type, or all creature types, or all land types."""
    return type_word(word) or (word,) in (type_changes.ALL_CREATURE_TYPES, type_changes.ALL_LAND_TYPES)


words(ab.Renamed, name=OPEN)
words(ab.WordInName, word=OPEN)
words(ab.UnderControlOf, said=WORDING)
words(ab.AlsoEnters, kind=OPEN, word=OPEN, said=WORDING)
words(
    ab.Types,
    words=type_word,
    still=type_word,
    of=WORDING,
    within=WORDING,
    alone=frozenset({"card types", "creature types"}),
)
words(
    ab.Reworded,
    kinds=frozenset({"color", "basic land type", "creature type"}),
    old=WORDING,
    new=type_or_none,
    besides=type_or_none,
)
words(ab.LosesTypes, words=lost_type, said=WORDING)
words(
    ab.ChosenType,
    what=frozenset({"type", "creature type", "basic land type", "color", "colors"}),
    said=WORDING,
)
words(ab.EveryType, family=frozenset({"creature", "basic land"}))
words(ab.Colors, colors=COLOR_WORDS)
words(ab.CantHave, said=WORDING)
words(ab.BasePT, twice=WORDING)
words(ab.ModifyPT, signs=frozenset({"+", "-"}))
words(ab.HandSize, how=frozenset({"none", "set", "more", "less"}))
words(
    ab.CostChange,
    how=frozenset({"more", "less", "at least"}),
    mana=cost_symbols,
    abilities=in_any({""}, cost_changes.KINDS, cost_changes.KEYWORDS),
    up_to=WORDING,
)

# The words of other changed rules are those of `rule_changes`, tried by `rule`.
words(ab.Cant, what=CHECKED)
words(ab.Must, what=CHECKED, when=CHECKED)
words(ab.DoesntUntap, one=WORDING, said=WORDING)
words(
    ab.May,
    what=CHECKED,
    zone=CHECKED,
    then=frozenset({"", "your graveyard", "a graveyard"}),
    each=CHECKED,
    said=WORDING,
)
words(ab.NotCopied, what=frozenset({"color"}), own=OPEN)
words(ab.ExtraCost, to=CHECKED, less=OPEN)
words(ab.GainsChoice, said=WORDING)
words(ab.GainsActivated, loyalty=OPEN)
words(ab.AssignsDamageBy, how=CHECKED)
words(ab.Ruled, rule=CHECKED)

# ---- of whom a change is said ----


@checks(ab.Change)
def change(change: ab.Change, path: Path) -> Iterator[str]:
    """CR 613.11: the words of changed rules, and of whom they are said."""
    reason = rule_changes.unknown(change)
    if reason is not None:
        yield reason
        return
    holder = path[-1] if path else None
    if type(change) not in LAYERED | RULES and not isinstance(
        holder, ab.TokenKind | ab.CopyOf | ab.AsOne | ab.TakeForm | ab.CopySpell | ab.AddMana
    ):
        yield f"{type(change).__name__} of what is no copy"
    match holder:
        case ab.Static() | ab.Lasting():
            players = isinstance(holder.what, ab.Players)
            if not rule_changes.said_of(change, players):
                yield f"{type(change).__name__} said of {'players' if players else 'objects'}"
        case ab.StaticSpells():
            of_spells = ab.CostChange | ab.ExtraCost | ab.OtherCost | ab.May | ab.Cant
            if not isinstance(change, of_spells) and keywords.meaning(holder) == (holder,):
                yield f"{type(change).__name__} said of spells"
            if isinstance(change, ab.Cant) and change.what not in ("be cast", "be countered"):
                yield f"can't {change.what!r} said of spells"
        case ab.Enters() if not isinstance(change, ab.CopyOf):
            yield f"entering with the change {type(change).__name__}"


@checks(ab.GainsChoice, ab.OneOfChanges)
def gains_choice(change: ab.GainsChoice | ab.OneOfChanges, path: Path) -> Iterator[str]:
    """CR 608.2d: chosen as an effect is carried out."""
    if not (path and isinstance(path[-1], ab.Lasting)):
        yield "a choice of abilities or sizes outside a resolving effect"


@checks(ab.DoesntUntap)
def doesnt_untap(change: ab.DoesntUntap, path: Path) -> Iterator[str]:
    """CR 502.3."""
    if change.next_only and not (path and isinstance(path[-1], ab.Lasting)):
        yield "not untapping once, by a static ability"


@checks(ab.GainsActivated)
def gains_activated(change: ab.GainsActivated, path: Path) -> Iterator[str]:
    """CR 613.1f: of whose abilities a static ability can keep count: those of a description, or of what a linked ability exiled (607.2a)."""
    exiled = isinstance(change.what, ab.That) and change.what.done == "exiled"
    if not isinstance(change.what, ab.Each | ab.This) and not exiled:
        yield "the activated abilities of what was spoken of"


# ---- copies (CR 707) ----


@checks(ab.CopyOf)
def copy_of(change: ab.CopyOf, path: Path) -> Iterator[str]:
    """CR 707.2, 707.9: what becomes or enters as a copy, and with which exceptions."""
    holder = path[-1] if path else None
    if isinstance(holder, ab.Static):
        yield "a static ability that makes something a copy"
    if not isinstance(holder, ab.Enters) and any(isinstance(e, ab.AlsoEnters) for e in change.exceptions):
        yield "a copy that enters with counters, of what is there already"
    yield from exceptions(change.exceptions)


def exceptions(changes: tuple[ab.Change, ...]) -> Iterator[str]:
    """CR 707.9: what a copy can be excepted from."""
    for change in changes:
        if type(change) not in copying.EXCEPTIONS:
            yield f"a copy effect with the exception {type(change).__name__}"
        elif isinstance(change, ab.AsOne):
            yield from exceptions(change.changes)
        elif isinstance(change, ab.Types) and change.still:
            yield "a copy effect with the exception of types that stay"


@checks(ab.TakeForm)
def take_form(effect: ab.TakeForm, path: Path) -> Iterator[str]:
    """CR 208.2b: forms of which each has a size, taken as it enters or is turned face up."""
    yield from exceptions(effect.options)
    if not path or not isinstance(path[-1], ab.Replacement) or path[-1].how != "as":
        yield "a form that is taken at another time than as it enters"
    if effect.by == "coin" and len(effect.options) != 2:
        yield "a coin that decides among more than two"


# ---- costs (CR 118, 601.2f) ----


@checks(ab.CostChange)
def cost_change(change: ab.CostChange, path: Path) -> Iterator[str]:
    """CR 601.2f: of spells, by abilities about spells or the spell itself; of activated abilities, by what they are on."""
    holder = path[-1] if path else None
    if "X" in parse_mana(change.mana).symbols and (change.mana != "{X}" or change.times is None):
        yield f"a cost changed by {change.mana}"
    if change.times is not None and any(isinstance(n, ab.HowMany | ab.That) for n in walk(change.times)):
        offered = [n for n in walk(path[0]) if isinstance(n, ab.ExtraCost) and n.to == "cast"]
        parts = [cost for each in offered for cost in each.costs]
        if change.abilities or len(parts) != 1 or not _given_up(parts[0]) or _asks_more(change.times):
            yield "a cost changed by what was done to pay it"
    if change.abilities == "":
        own = isinstance(holder, ab.Static) and isinstance(holder.what, ab.This)
        if not own and not isinstance(holder, ab.StaticSpells):
            yield "a changed cost of what isn't said to be a spell"
    elif isinstance(holder, ab.StaticSpells):
        yield "a changed cost of abilities of spells"


def _given_up(cost: ab.Cost) -> bool:
    """CR 601.2b: whether any number of things is given up, which is settled as the cost is announced."""
    what = (
        getattr(cost.action, "what", None)
        if isinstance(cost, ab.Do) and type(cost.action) in total_cost.GIVEN_UP
        else None
    )
    return isinstance(what, ab.Chosen) and isinstance(what.amount, ab.AnyNumber)


def _asks_more(number: ab.Number) -> bool:
    """Whether anything but how many were given up is asked."""
    return not isinstance(number, ab.HowMany)


@checks(ab.ExtraCost)
def extra_cost(change: ab.ExtraCost, path: Path) -> Iterator[str]:
    """CR 118.8: for a spell by the spell itself or an ability about spells; to attack and block by what restricts combat."""
    holder = path[-1] if path else None
    own = isinstance(holder, ab.Static) and isinstance(holder.what, ab.This)
    if change.to == "cast" and not own and not isinstance(holder, ab.StaticSpells):
        yield "an additional cost of what isn't said to be a spell"
    linked = isinstance(holder, ab.Static) and holder.word in ("enlist", "exert")  # CR 702.154b, 701.43d
    if change.to != "cast" and change.optional and not linked:
        yield "an optional cost to attack or block"
