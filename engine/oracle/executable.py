"""Whether the engine can carry out what a card says: the gate between reading a card and counting it as read.

`missing(ability)` names every value, word and combination in an ability that the engine would ignore, misread or refuse; an ability with none is
executable. What there is to know is asked of the engine's own tables: those by which it finds the function for a value or a word when the game is
played. So a word becomes executable by being implemented, and no list here can say more than the engine does.

Each type of the vocabulary stands in a table of functions (`KNOWN`). Each of its fields that holds a word is one of three: closed (`WORDS`: the words that
mean something), open (`OPEN`: any word is what it says, such as a name), or only a matter of how the text is put (`SAID`).

Some lines are read whole though no rule of the engine asks about them: those that can make no difference to any position that a scenario begins from.
Each kind stands in a table with the reason: `BEFORE_THE_GAME` here, `OUTSIDE` in engine.keywords.ruled, `LOOKING` in engine.rules.casting.special_actions. A line that
could matter, in whatever case, is no such line.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import cache
from typing import Any

from engine import abilities as ab
from engine import actions, keywords
from engine.abilities.base import Node
from engine.abilities.tree import walk
from engine.actions import (
    choices,
    control,
    copies,
    counters,
    flow,
    keyword_actions,
    objects,
    predefined,
    tokens,
    turns,
    zones,
)
from engine.actions.registry import REFUSED, VERBS
from engine.errors import Unsupported
from engine.keywords.ruled import OUTSIDE, RULED
from engine.model.cards import Card, Face
from engine.model.mana import COLORS, parse_mana
from engine.queries import (
    conditions,
    descriptions,
    event_patterns,
    history,
    modes,
    numbers,
    piles,
    relations,
    states,
    stats,
    type_changes,
)
from engine.rules.casting import activating, casting
from engine.rules.costs import costs, keyword_costs, mana
from engine.rules.effects import continuous, copying, entering, layers, rule_changes
from engine.rules.stack import triggers

Path = tuple[Node, ...]
Check = Callable[[Any, Path], Iterator[str]]

# ---- types: which values the engine has a function for ------------------------------------------------------------------

ABILITIES = frozenset(
    {
        ab.SpellAbility, ab.Activated, ab.Triggered, ab.Static, ab.StaticSpells, ab.Replacement, ab.Enters, ab.Keyword, ab.Keywords,
        ab.Chapter, ab.Level, ab.Paragraph, ab.TextOnly, ab.ThisAbility, ab.TriggersMore,
    }
)  # fmt: skip
"""Abilities: `keywords.meaning` opens those that hold or stand for others; the rest are looked for by type in engine.rules."""

LAYERED = frozenset(
    {
        ab.CopyOf, ab.UnderControlOf, ab.Types, ab.LosesTypes, ab.ChosenType, ab.EveryType, ab.Colors, ab.Gains, ab.GainsActivated, ab.Loses, ab.LosesAll,
        ab.GainsChoice, ab.BasePT, ab.DefinedPT, ab.ModifyPT, ab.SwitchPT,
    }
)  # fmt: skip
"""Changes of characteristics and control: those that `layers.layer_of` has a layer for (a test compares the two)."""

RULES = frozenset(
    {
        ab.Cant, ab.Must, ab.CanBeBlockedOnlyBy, ab.DoesntUntap, ab.May, ab.CostChange, ab.ExtraCost, ab.OtherCost, ab.HandSize,
        ab.AssignsDamageBy, ab.GoesToInstead, ab.Ruled, ab.EntersState,
    }
)  # fmt: skip
"""Changes of rules; `rule_words.unknown` says which of their words are asked about."""

RESTRICTIONS = frozenset({ab.Only, ab.AnyoneMay, ab.TriggersOnce})

KNOWN: tuple[tuple[type[Node], Container[type[Any]]], ...] = (
    (ab.Effect, VERBS),
    (ab.Cost, costs.PARTS),
    (ab.Condition, conditions.CONDITIONS),
    (ab.Number, numbers.NUMBERS),
    (ab.Event, event_patterns.MATCHERS),
    (ab.Quality, {*descriptions.QUALITIES, *descriptions.JOINING}),
    (ab.Selection, {*descriptions.DESCRIPTIONS, *descriptions.AMOUNTS}),
    (ab.Players, descriptions.PLAYERS),
    (ab.Objects, {*descriptions.MEANT, ab.Target, ab.SameReceiver}),
    (ab.Duration, continuous.DURATIONS),
    (ab.Change, LAYERED | RULES | copying.EXCEPTIONS),
    (ab.Restriction, RESTRICTIONS),
    (ab.Ability, ABILITIES),
)
"""For each part of speech the table in which the engine finds what a value of it does."""

# ---- words ------------------------------------------------------------------------------------------------------------

Words = Container[str] | Callable[[str], bool]


def _stat_word(word: str) -> bool:
    return word in stats.STATS or word.endswith(" counters")


def _player_stat_word(word: str) -> bool:
    return word in stats.PLAYER_STATS or word.endswith(" counters")


def _counter_kind(word: str) -> bool:
    return word not in counters.REFUSED


def _state_word(word: str) -> bool:
    return word in conditions.GAME_STATES or word in states.STATES or word in conditions.PLAYER_STATES


def _quantity(word: str) -> bool:
    return word in mana.ANY


def _symbols(text: str) -> bool:
    try:
        mana.mana_kinds(text)
    except (Unsupported, ValueError):
        return False
    return True


def _cost_symbols(text: str) -> bool:
    try:
        parse_mana(text)
    except ValueError:
        return False
    return True


def _predefined(word: str) -> bool:
    try:
        predefined.predefined(word)
    except Unsupported:
        return False
    return True


def _type_word(word: str) -> bool:
    try:
        type_changes.sorted_words((word,))
    except Unsupported:
        return False
    return True


def _family(word: str) -> bool:
    return word.removesuffix(" type").removesuffix(" types") in type_changes.FAMILIES


COLOR_WORDS = frozenset(COLORS)
TOKEN_COLORS = frozenset({*COLORS, "colorless", "all colors"})
ANY_ZONE = frozenset({"", *descriptions.ZONES})
BEFORE_THE_GAME = {
    "103.6": "done with an opening hand before the first turn: a scenario's position is of a later moment, and says whether the card is on the battlefield",
    "903.3": "which cards may be commanders is settled as decks are made: a scenario's position says which cards are",
}
"""What `TextOnly` may say, and why it makes no difference in a game that has begun."""
PLAYER_KINDS = frozenset({"player", "opponent", "other player"})

WORDS: dict[tuple[type[Node], str], Words] = {
    (ab.Noun, "form"): descriptions.FORMS,
    (ab.PlayerKind, "who"): PLAYER_KINDS,
    (ab.TargetPlayer, "which"): PLAYER_KINDS,
    (ab.EachPlayer, "which"): PLAYER_KINDS,
    (ab.AnyPlayer, "which"): PLAYER_KINDS,
    (ab.Is, "state"): states.STATES,
    (ab.OfColor, "color"): COLOR_WORDS,
    (ab.InZone, "zone"): descriptions.ZONES,
    (ab.Compared, "stat"): _stat_word,
    (ab.Compared, "op"): descriptions.OPERATORS,
    (ab.Extreme, "stat"): _stat_word,
    (ab.Extreme, "most"): frozenset({"greatest", "least"}),
    (ab.OfTheChosen, "what"): descriptions.OF_THE_CHOSEN,
    (ab.Having, "relation"): relations.RELATIONS,
    (ab.StatOf, "stat"): _stat_word,
    (ab.StatAmong, "stat"): _stat_word,
    (ab.StatAmong, "how"): numbers.AMONG,
    (ab.PlayerStat, "stat"): _player_stat_word,
    (ab.Devotion, "colors"): COLOR_WORDS,
    (ab.Tally, "when"): history.PERIODS,
    (ab.HalfOf, "rounded"): numbers.ROUNDINGS,
    (ab.Comparison, "op"): descriptions.OPERATORS,
    (ab.Controls, "op"): descriptions.OPERATORS,
    (ab.Exists, "op"): descriptions.OPERATORS,
    (ab.PlayerHas, "op"): descriptions.OPERATORS,
    (ab.PlayerHas, "stat"): _player_stat_word,
    (ab.DuringStep, "step"): lambda word: bool(conditions.steps_named(word)),
    (ab.EventHappened, "when"): history.PERIODS,
    (ab.WasPaid, "cost"): conditions.payable,
    (ab.WasCast, "zone"): ANY_ZONE,
    (ab.WasCast, "during"): frozenset({"", "main phase"}),
    (ab.StateIs, "state"): _state_word,
    (ab.FlipOrRoll, "result"): {*conditions.FLIPPED, *conditions.ROLLED, *conditions.CLASHED},
    (ab.Moves, "origin"): ANY_ZONE,
    (ab.Moves, "to"): ANY_ZONE,
    (ab.Moves, "verb"): {"", *event_patterns.PLAIN_MOVES, *event_patterns.VERBS_OF_MOVES},
    (ab.DealsDamage, "kind"): frozenset({"", "combat", "noncombat"}),
    (ab.IsDealtDamage, "kind"): frozenset({"", "combat", "noncombat"}),
    (ab.Casts, "zone"): ANY_ZONE,
    (ab.StepBegins, "step"): event_patterns.step_named,
    (ab.BecomesTapped, "state"): frozenset({"tapped", "untapped"}),
    (ab.PlayerDoes, "verb"): lambda word: word in {*event_patterns.PLAYER_VERBS, *event_patterns.DONE_BY_PLAYERS, *event_patterns.UNPLAYED},
    (ab.ObjectDoes, "verb"): lambda word: word in event_patterns.OBJECT_VERBS or event_patterns.deed(word) in event_patterns.DONE_BY_OBJECTS,
    (ab.LifeChanges, "how"): frozenset({"gain", "lose"}),
    (ab.CountersPut, "how"): frozenset({"put", "removed"}),
    (ab.Provided, "note"): {"", *event_patterns.LIMITS},
    (ab.PayMana, "mana"): _cost_symbols,
    (ab.Loyalty, "sign"): frozenset({"+", "-", "−", "", "0"}),
    (ab.UntilStep, "step"): continuous.STEPS,
    (ab.Types, "words"): _type_word,
    (ab.Types, "still"): _type_word,
    (ab.LosesTypes, "words"): lambda word: _type_word(word) or (word,) == type_changes.ALL_CREATURE_TYPES,
    (ab.ChosenType, "what"): descriptions.OF_THE_CHOSEN,
    (ab.EveryType, "family"): _family,
    (ab.Colors, "colors"): COLOR_WORDS,
    (ab.ModifyPT, "signs"): frozenset({"+", "-"}),
    (ab.CostChange, "how"): frozenset({"more", "less", "at least"}),
    (ab.CostChange, "mana"): _cost_symbols,
    (ab.HandSize, "how"): frozenset({"none", "set", "more", "less"}),
    (ab.EntersState, "state"): frozenset({"tapped"}),
    (ab.Enters, "state"): entering.STATES,
    (ab.Enters, "kind"): _counter_kind,
    (ab.Replacement, "how"): frozenset({"instead", "instead first", "as", "prevent", "double", "self"}),
    (ab.Only, "when"): lambda word: word == "" or word in activating.ONLY or word in activating.FROM,
    (ab.Put, "order"): zones.ORDERS,
    (ab.Put, "origin"): ANY_ZONE,
    (ab.Exile, "origin"): ANY_ZONE,
    (ab.Put, "state"): zones.STATES,
    (ab.Pile, "word"): piles.WORDS,
    (ab.Draw, "what"): frozenset({"", "additional", "another"}),
    (ab.Reveal, "where"): frozenset({"", "hand", "from your hand", "in your hand"}),
    (ab.RevealUntil, "verb"): frozenset({"reveal", "exile"}),
    (ab.Sacrifice, "word"): frozenset({"", "exploit"}),
    (ab.Tap, "word"): frozenset({"", "enlists"}),
    (ab.Search, "zones"): frozenset({"library", "hand", "graveyard", "exile"}),
    (ab.Tap, "state"): frozenset({"tap", "untap", "tap or untap"}),
    (ab.Transform, "verb"): objects.OBJECT_ACTIONS,
    (ab.Create, "state"): tokens.STATES,
    (ab.TokenKind, "colors"): TOKEN_COLORS,
    (ab.TokenKind, "predefined"): lambda word: word == "" or _predefined(word),
    (ab.Counter, "to"): {"", *zones.PLACES, *zones.EITHER_END},
    (ab.NewTargets, "how"): copies.HOW,
    (ab.CastCard, "verb"): frozenset({"cast", "play"}),
    (ab.CastCard, "note"): frozenset({""}),
    (ab.CastFor, "keyword"): casting.ways.RESOLVING,
    (ab.TimesPaid, "cost"): conditions.payable,
    (ab.AddCounters, "kind"): _counter_kind,
    (ab.AlsoEnters, "kind"): _counter_kind,
    (ab.MoveCounters, "kind"): _counter_kind,
    (ab.DealDamage, "divided"): frozenset({"", "as you choose", "evenly"}),
    (ab.AddCounters, "divided"): frozenset({"", "as you choose"}),
    (ab.Prevent, "kind"): frozenset({"", "combat", "noncombat"}),
    (ab.AddMana, "mana"): _symbols,
    (ab.AddMana, "any_"): _quantity,
    (ab.ProduceInstead, "mana"): _symbols,
    (ab.AddMana, "note"): frozenset({""}),
    (ab.Keyworded, "verb"): keyword_actions.KEYWORD_ACTIONS,
    (ab.Modal, "note"): modes.NOTES,
    (ab.Mode, "cost"): _cost_symbols,
    (ab.SkipStep, "what"): turns.SKIPPED,
    (ab.SkipStep, "when"): frozenset({"next"}),
    (ab.WinGame, "how"): frozenset({"win", "lose", "draw"}),
    (ab.BecomeState, "state"): control.STATES,
    (ab.Exchange, "of"): frozenset({"control"}),
    (ab.Nothing, "note"): flow.REMARKS,
    (ab.TextOnly, "rule"): BEFORE_THE_GAME,
}  # fmt: skip
"""Fields whose words are closed: where the engine looks a word up. (Words of changed rules: engine.rules.effects.rule_changes.)"""

BY_RULE = frozenset(
    {
        (ab.Cant, "what"), (ab.Must, "what"), (ab.Must, "when"), (ab.May, "what"), (ab.May, "zone"), (ab.ExtraCost, "to"),
        (ab.AssignsDamageBy, "how"), (ab.GoesToInstead, "zone"), (ab.Ruled, "rule"), (ab.CostChange, "abilities"), (ab.Keyword, "name"),
        (ab.Keyword, "note"), (ab.Put, "zone"), (ab.Keyworded, "word"), (ab.Choose, "what"), (ab.ExtraTurn, "what"), (ab.ExtraTurn, "after"),
        (ab.SameFor, "keywords"), (ab.TokenKind, "words"), (ab.Happened, "what"), (ab.Happened, "when"),
    }
)  # fmt: skip
"""Fields whose words `CHECKS` tries together with the rest of the value."""


OPEN = frozenset(
    {
        (ab.Noun, "kinds"), (ab.OfType, "word"), (ab.With, "keyword"), (ab.WithCounter, "kind"), (ab.Named, "name"), (ab.CountersOn, "kind"),
        (ab.CountersPut, "kind"), (ab.RemoveCounters, "kind"), (ab.X, "name"), (ab.WhereX, "name"), (ab.Host, "how"), (ab.Host, "noun"),
        (ab.TokenKind, "name"), (ab.Choose, "options"), (ab.Level, "power"), (ab.Level, "toughness"), (ab.Renamed, "name"), (ab.AlsoEnters, "word"),
        (ab.Mode, "name"), (ab.OfTheChosen, "value"),
        (ab.That, "noun"), (ab.That, "done"), (ab.Did, "done"), (ab.Did, "noun"), (ab.HowMany, "done"), (ab.HowMany, "noun"),
        (ab.ThatPlayer, "word"), (ab.PlayerOrController, "noun"), (ab.Exile, "counters"), (ab.Put, "counters"), (ab.Create, "counters"), (ab.Fixed, "things"),
    }
)  # fmt: skip
"""Fields in which any word is what it says: names, types, kinds of counter, words that refer back."""

SAID = frozenset(
    {
        (ab.SpellAbility, "word"), (ab.Activated, "word"), (ab.Triggered, "word"), (ab.Triggered, "when"), (ab.Static, "word"),
        (ab.StaticSpells, "word"), (ab.Replacement, "word"), (ab.Enters, "word"), (ab.TriggersMore, "word"), (ab.Noun, "joined"), (ab.EitherOf, "joined"),
        (ab.AnyOf, "joined"), (ab.InZone, "word"), (ab.Each, "word"), (ab.EachPlayer, "word"), (ab.StepBegins, "word"),
        (ab.ThatMuch, "word"), (ab.Rest, "word"), (ab.Search, "joined"), (ab.ThisTurn, "said"), (ab.TurnOf, "said"), (ab.Compared, "briefly"), (ab.WithCounter, "many"), (ab.Controls, "said"), (ab.Did, "was"), (ab.Sequence, "joined"), (ab.Put, "verb"),
        (ab.OrEvents, "joined"), (ab.Fits, "past"), (ab.EventHappened, "said"), (ab.BasePT, "twice"), (ab.Types, "of"), (ab.Types, "within"), (ab.LosesTypes, "said"), (ab.DoesntUntap, "one"), (ab.EachOf, "behind"), (ab.Conditional, "early"), (ab.Conditional, "unless"), (ab.AddMana, "spend_one"), (ab.TokenKind, "apart"),
        (ab.Counter, "briefly"), (ab.Plus, "spelled"),
        (ab.Prevent, "said"), (ab.Paragraph, "joined"), (ab.Together, "joined"),
        (ab.CostChange, "up_to"),
        (ab.That, "the"),
        (ab.Casts, "coming"),
        (ab.PlayerOrController, "last"), (ab.Level, "word"), (ab.Comparison, "past"),
    }
)  # fmt: skip
"""Fields that only say how the text is put. (`StepBegins.word`: "the next" is what a delayed trigger is; `Put.verb`: what was returned, what put.)"""

# ---- combinations -------------------------------------------------------------------------------------------------------


def _keyword(keyword: ab.Keyword, path: Path) -> Iterator[str]:
    """CR 702: it means other abilities, or is behaviour of the rules under its own name."""
    if keyword.name in EXPANDED:
        try:
            means = keywords.expand(keyword)
        except Unsupported as reason:
            yield str(reason)
            return
        if not means:
            yield f"the keyword {keyword.name!r} in this form"
        for meant in means:
            if not isinstance(meant, ab.Keyword):
                yield from (f"{keyword.name}: {reason}" for reason in missing(meant))
            elif meant.name not in RULED:
                yield f"the keyword {meant.name!r}"
    elif keyword.name not in RULED and keyword.name not in OUTSIDE:
        yield f"the keyword {keyword.name!r}"
    elif keyword_costs.activated(keyword):
        for activated in keyword_costs.activated(keyword):
            yield from (f"{keyword.name}: {reason}" for reason in missing(activated))
    lacks = keyword.name in NEEDS and getattr(keyword, NEEDS[keyword.name]) in (None, ())
    if lacks and not (keyword.name == "protection" and keyword.note in FROM_NOTES):
        yield f"{keyword.name} without its {NEEDS[keyword.name]}"
    if (
        keyword.note
        and not (keyword.name in ("protection", "hexproof") and keyword.note in FROM_NOTES)
        and not (keyword.name in FOR_MANA_COST and keyword.note in MANA_COSTS)
        and keyword.name not in ("gift", "partner with")
    ):
        yield f"{keyword.name} with {keyword.note!r}"


EXPANDED = keywords.EXPANSIONS
NEEDS = {
    "protection": "which",
    "landwalk": "which",
    "enchant": "which",
    "affinity": "which",
    "toxic": "number",
    "suspend": "number",
}
"""What the rules of some keywords can't do without."""
FROM_NOTES = frozenset({"everything", "each color", "all colors"})
"""What protection can be from that is no quality (CR 702.16h, 702.16j)."""


FOR_MANA_COST = frozenset(
    {"flashback", "escape", "blitz", "madness", "evoke", "dash", "miracle", "harmonize"}
)
"""Keywords with a cost that casting takes to be the mana cost of the card where none is written with them."""
MANA_COSTS = frozenset({"its mana cost", "that card's mana cost", "the card's mana cost"})


def _change(change: ab.Change, path: Path) -> Iterator[str]:
    """CR 613.11: the words of changed rules, and of whom they are said."""
    reason = rule_changes.unknown(change)
    if reason is not None:
        yield reason
        return
    holder = path[-1] if path else None
    if type(change) not in LAYERED | RULES and not isinstance(holder, ab.TokenKind | ab.CopyOf | ab.AsOne):
        yield f"{type(change).__name__} of what is no copy"
    if isinstance(holder, ab.Static | ab.Lasting) and not isinstance(change, ab.EntersState):
        players = isinstance(holder.what, ab.Players)
        if not rule_changes.said_of(change, players):
            yield f"{type(change).__name__} said of {'players' if players else 'objects'}"
    if (
        isinstance(holder, ab.StaticSpells)
        and not isinstance(change, ab.CostChange | ab.ExtraCost | ab.OtherCost | ab.May | ab.Cant)
        and keywords.meaning(holder) == (holder,)
    ):
        yield f"{type(change).__name__} said of spells"
    if isinstance(holder, ab.Enters) and not isinstance(change, ab.CopyOf | ab.EntersState):
        yield f"entering with the change {type(change).__name__}"
    if isinstance(change, ab.EntersState) and not isinstance(holder, ab.Enters):
        yield "a state of entering as a change"
    if isinstance(change, ab.CopyOf):
        if isinstance(holder, ab.Static):
            yield "a static ability that makes something a copy"
        if not isinstance(holder, ab.Enters) and any(isinstance(e, ab.AlsoEnters) for e in change.exceptions):
            yield "a copy that enters with counters, of what is there already"
        yield from _exceptions(change.exceptions)
    if isinstance(change, ab.GainsChoice) and not isinstance(holder, ab.Lasting):
        yield "a choice of abilities outside a resolving effect"
    if isinstance(change, ab.DoesntUntap) and change.next_only and not isinstance(holder, ab.Lasting):
        yield "not untapping once, by a static ability"
    if isinstance(change, ab.CanBeBlockedOnlyBy) and change.which is None and change.number is None:
        yield "being blocked only by nothing named"


def _exceptions(changes: tuple[ab.Change, ...]) -> Iterator[str]:
    """CR 707.9: what a copy can be excepted from."""
    for change in changes:
        if type(change) not in copying.EXCEPTIONS:
            yield f"a copy effect with the exception {type(change).__name__}"
        elif isinstance(change, ab.AsOne):
            yield from _exceptions(change.changes)
        elif isinstance(change, ab.Types) and change.still:
            yield "a copy effect with the exception of types that stay"


def _this_ability(ability: ab.ThisAbility, path: Path) -> Iterator[str]:
    """CR 707.9a: what an ability on the stack says of itself, where it makes something a copy."""
    within = [n for n in path if isinstance(n, ab.Ability)]
    if not within or not isinstance(within[-1], ab.Activated | ab.Triggered):
        yield "this ability, of what is none that uses the stack"
    if not any(isinstance(n, ab.CopyOf | ab.TokenKind) for n in path[-2:]):
        yield "this ability, of what is no copy"


def _cost_change(change: ab.CostChange, path: Path) -> Iterator[str]:
    """CR 601.2f: of spells, by abilities about spells or the spell itself; of activated abilities, by what they are on."""
    yield from _change(change, path)
    holder = path[-1] if path else None
    if "X" in parse_mana(change.mana).symbols and (change.mana != "{X}" or change.times is None):
        yield f"a cost changed by {change.mana}"
    if change.times is not None and any(isinstance(n, ab.HowMany | ab.That) for n in walk(change.times)):
        yield "a cost changed by what was done to pay it"
    if change.abilities == "":
        own = isinstance(holder, ab.Static) and isinstance(holder.what, ab.This)
        if not own and not isinstance(holder, ab.StaticSpells):
            yield "a changed cost of what isn't said to be a spell"
    elif isinstance(holder, ab.StaticSpells):
        yield "a changed cost of abilities of spells"


def _extra_cost(change: ab.ExtraCost, path: Path) -> Iterator[str]:
    """CR 118.8: for a spell by the spell itself or an ability about spells; to attack and block by what restricts combat."""
    yield from _change(change, path)
    holder = path[-1] if path else None
    if (
        change.to == "cast"
        and not isinstance(holder, ab.StaticSpells)
        and not (isinstance(holder, ab.Static) and isinstance(holder.what, ab.This))
    ):
        yield "an additional cost of what isn't said to be a spell"
    linked = isinstance(holder, ab.Static) and holder.word in ("enlist", "exert")  # CR 702.154b, 701.43d
    if change.to != "cast" and change.optional and not linked:
        yield "an optional cost to attack or block"


def _do(cost: ab.Do, path: Path) -> Iterator[str]:
    """CR 118.1: instructions that can be costs, in the forms that can."""
    if not costs.is_cost(cost.action):
        yield f"{type(cost.action).__name__} as a cost"


def _put(effect: ab.Put, path: Path) -> Iterator[str]:
    """CR 400, 401: where things are put, and as what."""
    if not effect.origin:
        yield from _unplaced(effect.what)
    if effect.zone == "library":
        if not effect.nth:
            yield "a card put into a library at no named place"
    elif effect.zone not in zones.PLACES and effect.zone not in zones.EITHER_END:
        yield f"putting something into {effect.zone!r}"
    if effect.zone != "battlefield" and (effect.state or effect.under is not None):
        yield f"putting something into {effect.zone!r} in a state or under control"
    if any(kind in counters.REFUSED for _, kind in effect.counters):
        yield "a kind of counter with rules of its own"


def _exile(effect: ab.Exile, path: Path) -> Iterator[str]:
    """CR 701.13: from the battlefield, or from a zone that is named."""
    yield from _unplaced(effect.what)


def _zone(quality: ab.InZone, path: Path) -> Iterator[str]:
    """CR 601.2c: several targets in one player's zone are chosen so."""
    picked = [n for n in path if isinstance(n, ab.Objects)]
    if quality.single and not (picked and isinstance(picked[-1], ab.Target)):
        yield "several cards of one zone that aren't targets"


def _unplaced(noun: ab.Objects) -> Iterator[str]:
    """CR 109.2: cards are looked for in the zone that the description names."""
    match noun:
        case ab.Together(parts=parts):
            for part in parts:
                if isinstance(part, ab.Objects):
                    yield from _unplaced(part)
        case ab.Target(which=which) | ab.Chosen(which=which) | ab.Each(which=which):
            nodes = list(walk(which))
            heads = [n for n in nodes if isinstance(n, ab.Noun)]
            if (
                heads
                and heads[0].form == "card"
                and not any(isinstance(n, ab.InZone) or descriptions.in_exile(n) for n in nodes)
            ):
                yield "a card in no named zone"


def _keyworded(effect: ab.Keyworded, path: Path) -> Iterator[str]:
    """CR 701: keyword actions that take a word or targets."""
    if effect.word and effect.verb not in keyword_actions.WITH_WORD:
        yield f"to {effect.verb} {effect.word!r}"
    if effect.verb in ("support", "earthbend") and effect.number is None:
        yield f"{effect.verb} without a number"
    if effect.verb == "double" and effect.what is None:
        yield "doubling what isn't said"


def _choose(effect: ab.Choose, path: Path) -> Iterator[str]:
    """CR 608.2d: what there is to choose from."""
    if effect.objects is None and not effect.options and effect.what not in choices.CHOICES:
        yield f"choosing {effect.what!r}"


def _extra_turn(effect: ab.ExtraTurn, path: Path) -> Iterator[str]:
    """CR 500.7-8."""
    if effect.what != "turn" and effect.what not in turns.PHASES:
        yield f"an extra {effect.what}"
    after = turns.AFTER_TURN if effect.what == "turn" else turns.AFTER_PHASE
    if effect.after not in after:
        yield f"an extra {effect.what} after {effect.after!r}"


def _token(token: ab.TokenKind, path: Path) -> Iterator[str]:
    """CR 111: tokens by name, described, or copies."""
    if token.copy_of is not None:
        if token.words or token.colors or token.abilities or token.name or token.power is not None:
            yield "a token that is a copy, described further than by its exceptions"
        yield from _exceptions(token.exceptions)
        if any(isinstance(e, ab.AlsoEnters) for e in token.exceptions):
            yield "a token that is a copy and enters with counters besides"
    elif token.exceptions:
        yield "a token with exceptions that is no copy"
    meant = [m for a in token.abilities for m in keywords.meaning(a)]
    if any(isinstance(a, ab.Replacement) and a.how == "as" for a in meant):
        yield "a token with a choice as it enters"
    if not (path and isinstance(path[-1], ab.Create)) and token != ab.TokenKind():
        yield "a token that nobody creates"


def _create(effect: ab.Create, path: Path) -> Iterator[str]:
    """CR 111: how tokens enter."""
    if "attached" in effect.state and effect.whom is None:
        yield "a token created attached to something that isn't said"


def _sequence(effect: ab.Sequence, path: Path) -> Iterator[str]:
    """CR 608.2c: an instruction "instead" takes the place of the one before it."""
    for step in effect.steps:
        if isinstance(step, ab.Conditional) and step.instead and step.otherwise is not None:
            yield "an instruction replaced under a condition, with another for when it does not hold"
    for before, step in zip((None, *effect.steps), effect.steps, strict=False):
        if isinstance(step, ab.Conditional) and step.instead:
            yield from _replacing(before, step)
        if isinstance(step, ab.Instead) and _of_a_spell(step.event) and not _casts(before):
            yield "where a spell goes that isn't cast just before"
        among = [n for n in walk(step) if isinstance(n, ab.PlayersWho)]
        if (
            path
            and isinstance(path[-1], ab.Optional)
            and any(isinstance(n, ab.Did) for n in walk(tuple(among)))
        ):
            yield "players who did, spoken of within what each of them may do"
        if any(isinstance(n, ab.Did) and not n.able for n in walk(step)) and not _all_or_nothing(before):
            yield "whether what came before could be done in part"


def _of_a_spell(event: ab.Event) -> bool:
    return isinstance(event, ab.Moves) and event.what == ab.That("spell")


def _casts(effect: ab.Effect | None) -> bool:
    """Whether a card is cast as the instruction is carried out (CR 608.2g)."""
    match effect:
        case ab.Optional(effect=inner):
            return _casts(inner)
        case ab.CastCard(duration=None, what=what):
            return not (
                isinstance(what, ab.Each)
                or getattr(what, "many", False)
                or getattr(what, "amount", None) is not None
            )
    return False


def _all_or_nothing(effect: ab.Effect | None) -> bool:
    """CR 609.3: whether the instruction can't be carried out in part: it is about one thing."""
    match effect:
        case ab.Sequence(steps=(*_, last)):
            return _all_or_nothing(last)
        case (
            ab.Sacrifice(what=what)
            | ab.Discard(what=what)
            | ab.Exile(what=what)
            | ab.Put(what=what)
            | ab.RemoveCounters(source=what)
        ):
            one = ab.Exactly(ab.Literally(1))
            alone = isinstance(what, ab.This) or (
                isinstance(what, ab.Chosen | ab.OneOf) and what.amount in (None, one)
            )
            return alone and getattr(effect, "number", ab.Literally(1)) == ab.Literally(1)
        case ab.PayCost():
            return True
    return False


NOT_BEFORE = "an instruction that replaces another which is not said before it"


def _replacing(before: ab.Effect | None, step: ab.Conditional) -> Iterator[str]:
    """CR 608.2c: what is replaced is one instruction, and damage without a receiver takes the place of damage."""
    if before is None:
        yield NOT_BEFORE
    elif (
        _as_before(step)
        and not (isinstance(before, ab.Conditional) and before.instead)
        and flow.damage_of(before) is None
    ):
        yield "damage in place of what is no damage"
    elif isinstance(step.effect, ab.Create) and step.effect.token == flow.THOSE_TOKENS:
        made = before.steps[-1] if isinstance(before, ab.Sequence) else before
        if not isinstance(made, ab.Create):
            yield "tokens in place of what creates none"


def _as_before(step: ab.Conditional) -> bool:
    return isinstance(step.effect, ab.DealDamage) and isinstance(step.effect.to, ab.SameReceiver)


def _conditional(effect: ab.Conditional, path: Path) -> Iterator[str]:
    if effect.instead and not (path and isinstance(path[-1], ab.Sequence)):
        yield NOT_BEFORE


def _same_receiver(noun: ab.SameReceiver, path: Path) -> Iterator[str]:
    outer = path[-2] if len(path) > 1 else None
    if not (isinstance(outer, ab.Conditional) and outer.instead and _as_before(outer)):
        yield NOT_BEFORE


def _search(effect: ab.Search, path: Path) -> Iterator[str]:
    """CR 701.23: for a number of cards that fit."""
    if not isinstance(effect.what, ab.Chosen | ab.Each):
        yield "searching for what is not a number of cards that fit"


def _discard(effect: ab.Discard, path: Path) -> Iterator[str]:
    """CR 701.9b."""
    if effect.at_random and not isinstance(effect.what, ab.Chosen):
        yield "discarding at random what is not just so many cards"


def _repeat(effect: ab.Repeat, path: Path) -> Iterator[str]:
    if (effect.times is None) == (effect.condition is None):
        yield "repeating without an end, or with two"


def _lasting(effect: ab.Lasting, path: Path) -> Iterator[str]:
    """CR 611.2b: what each of several lasts as long as, is asked of each for itself."""
    each = isinstance(effect.what, ab.EachOf | ab.Each)
    if (
        each
        and isinstance(effect.duration, ab.ForAsLongAs)
        and any(isinstance(n, ab.That) for n in walk(effect.duration))
    ):
        yield "a duration that ends for each of several things for itself"


def _set_up(effect: ab.SetUpAbility, path: Path) -> Iterator[str]:
    """CR 603.7b, 611.2, 614.3: what can be in force for a time without an object."""
    match effect.ability:
        case ab.Triggered(condition=None, restrictions=()) | ab.Static(condition=None):
            return
        case ab.Replacement(condition=None, optional=None, how="instead"):
            return
    yield f"an ability that is in force for a time: {type(effect.ability).__name__} with more than its main parts"


def _cast_card(effect: ab.CastCard, path: Path) -> Iterator[str]:
    if effect.duration is not None and not isinstance(effect.who, ab.You):
        yield "another player than the controller being allowed to cast cards for a time"


def _verb(effect: ab.Effect, path: Path) -> Iterator[str]:
    """A verb whose function only says that it isn't done."""
    yield REFUSED[type(effect)]


def _tally(number: ab.Tally, path: Path) -> Iterator[str]:
    """CR 608.2i: what can be counted in the log."""
    if not isinstance(number.what, ab.Event):
        yield f"a tally of {type(number.what).__name__}"


def _state_is(condition: ab.StateIs, path: Path) -> Iterator[str]:
    if condition.who is not None and condition.state not in conditions.PLAYER_STATES:
        yield f"the state {condition.state!r} of a player"


def _happened(quality: ab.Happened, path: Path) -> Iterator[str]:
    """CR 608.2i: what the log tells of an object."""
    if not history.tells(quality.what, quality.when):
        yield f"whether something {quality.what!r} {quality.when!r}"


def _did(condition: ab.Did, path: Path) -> Iterator[str]:
    if condition.done and condition.who is not None:
        yield "what a player did this way"


def _activated(ability: ab.Activated, path: Path) -> Iterator[str]:
    """CR 602.5."""
    for restriction in ability.restrictions:
        if isinstance(restriction, ab.TriggersOnce):
            yield "a limit of triggering on an activated ability"
    if mana.is_mana_ability(ability) and not mana.says_what(ability.effect):
        yield f"a mana ability with {type(ability.effect).__name__}"


def _triggered(ability: ab.Triggered, path: Path) -> Iterator[str]:
    """CR 603.2h."""
    for restriction in ability.restrictions:
        if not isinstance(restriction, ab.TriggersOnce):
            yield f"the restriction {type(restriction).__name__} of a triggered ability"
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


def _event(event: ab.Event, path: Path) -> Iterator[str]:
    """CR 603.2c: "one or more" where it makes an event trigger once; other numbers of things in no event."""
    several = triggers.SEVERAL.get(type(event))
    for name in event.__struct_fields__:
        noun = getattr(event, name)
        amount = getattr(noun, "amount", None)
        if amount is None or (
            isinstance(noun, ab.Target) and isinstance(path[-1] if path else None, ab.Later)
        ):
            continue
        if isinstance(amount, ab.OneOrMore) and name == several and isinstance(noun, ab.Chosen):
            continue
        if (
            isinstance(event, ab.PlayerAttacks)
            and name == "using"
            and isinstance(amount, ab.Exactly | ab.OneOrMore)
        ):
            continue
        yield f"{type(amount).__name__} things in the event {type(event).__name__}"
    if type(event) not in event_patterns.KINDS and not isinstance(
        event, ab.OrEvents | ab.Provided | ab.PlayerDoes | ab.ObjectDoes | ab.Meets
    ):
        yield f"the event pattern {type(event).__name__}"
    if isinstance(event, ab.Moves) and event.cause is not None and event.verb != "discarded":
        yield f"who has an object move: {event.verb!r}"
    if isinstance(event, ab.Provided) and event.note == event_patterns.FIRST and not _is_one(event.event):
        yield "the first time each turn of each of several"
    if (
        isinstance(event, ab.PlayerDoes)
        and event.cause is not None
        and event.verb not in event_patterns.CAUSED
    ):
        yield f"who has a player do this: {event.verb!r}"
    if (
        isinstance(event, ab.PlayerDoes)
        and event.what is not None
        and event.verb in event_patterns.NOTHING_NAMED
    ):
        yield f"what a player does this to: {event.verb!r}"


def _is_one(event: ab.Event) -> bool:
    """Whether the event is of one subject: what is first for it is then the first such event of the turn."""
    subject = next((getattr(event, n) for n in event.__struct_fields__ if n in SUBJECTS), None)
    together = isinstance(subject, ab.Chosen) and isinstance(subject.amount, ab.OneOrMore)
    return together or isinstance(subject, ab.This | ab.Host | ab.You)


SUBJECTS = frozenset({"who", "what", "whom", "on", "source"})
"""The fields of event patterns of which the first that there is holds what the sentence is about."""


def _replacement(ability: ab.Replacement | ab.Instead, path: Path) -> Iterator[str]:
    """CR 614.1: events that are offered to replacement effects before they happen, and what can stand in their place."""
    event = ability.event.event if isinstance(ability.event, ab.Provided) else ability.event
    found = event.events if isinstance(event, ab.OrEvents) else (event,)
    how = getattr(ability, "how", "instead")
    for each in found:
        if not replaceable(each):
            yield f"replacing the event {type(each).__name__}"
    if how == "as":
        if not (
            isinstance(event, ab.Moves) and event.to == "battlefield" and isinstance(event.what, ab.This)
        ):
            yield "what happens as something else than this enters"
        for step in mana.parts(ability.effect):
            if not isinstance(step, entering.AS_IT_ENTERS):
                yield f"{type(step).__name__} as it enters"
    elif how not in ("instead", "instead first", "self", "prevent"):
        yield f"a replacement said {how!r}"


def replaceable(event: ab.Event) -> bool:
    """Whether engine.rules.processing.event_processing offers such events to replacement effects before they happen."""
    match event:
        case ab.PlayerDoes(verb=verb):
            return verb in event_patterns.REPLACED_VERBS
        case ab.ObjectDoes(verb=verb):
            return verb in ("destroyed", "countered")
    return type(event) in event_patterns.REPLACED


def _level(level: ab.Level, path: Path) -> Iterator[str]:
    """CR 711, 716."""
    try:
        means = keywords.levels(level)
    except Unsupported as reason:
        yield str(reason)
        return
    for meant in means:
        yield from missing(meant)


def _chapter(chapter: ab.Chapter, path: Path) -> Iterator[str]:
    """CR 714.2: opened as the triggered abilities that it is."""
    if keywords.meaning(chapter) == (chapter,):
        yield "chapter abilities (CR 714.2)"


def _gains_activated(change: ab.GainsActivated, path: Path) -> Iterator[str]:
    """CR 613.1f: of whose abilities a static ability can keep count: those of a description, or of what a linked ability exiled (607.2a)."""
    exiled = isinstance(change.what, ab.That) and change.what.done == "exiled"
    if not isinstance(change.what, ab.Each) and not exiled:
        yield "the activated abilities of what was spoken of"


def _add_mana(effect: ab.AddMana, path: Path) -> Iterator[str]:
    if not effect.mana and not effect.any_:
        yield "adding no named mana"


def _prevent(effect: ab.Prevent, path: Path) -> Iterator[str]:
    """CR 615.8: the next time a source would deal damage, all that it deals at once is prevented, to however many."""
    if effect.next_ and effect.amount is None and effect.to is None:
        yield "preventing what a source would next deal to several at once"


def _produce_instead(effect: ab.ProduceInstead, path: Path) -> Iterator[str]:
    """CR 106.12b: in the place of mana that something is tapped for."""
    outer = path[-1] if path else None
    event = outer.event if isinstance(outer, ab.Replacement | ab.Instead) else None
    if not isinstance(event, ab.TapsForMana):
        yield "other mana in the place of what isn't tapped for mana"


def _enters(ability: ab.Enters, path: Path) -> Iterator[str]:
    if ability.state in ("face down", "transformed"):
        yield f"entering {ability.state}"


def _counters(effect: ab.AddCounters, path: Path) -> Iterator[str]:
    """CR 122.1: a kind is named, unless the counters are those of the event that is replaced."""
    if not effect.kind and not any(isinstance(outer, ab.Replacement) for outer in path):
        yield "counters of no named kind"


def _how_many(number: ab.HowMany, path: Path) -> Iterator[str]:
    """CR 615.5: how much damage was prevented is told where it is prevented in the same breath."""
    outer = next((n for n in path if isinstance(n, ab.Replacement)), None)
    first = outer.effect.steps[0] if outer is not None and isinstance(outer.effect, ab.Sequence) else None
    if number.done == "prevented" and not isinstance(first, ab.Prevent):
        yield "damage that another effect prevents later"


def _move_counters(effect: ab.MoveCounters, path: Path) -> Iterator[str]:
    """CR 122.5: onto one thing; onto several, any number of one kind from one."""
    several = isinstance(effect.to, ab.Each) or getattr(effect.to, "amount", None) is not None
    one_source = isinstance(effect.source, ab.This)
    if several and not (isinstance(effect.to, ab.Each) and effect.up_to and effect.kind and one_source):
        yield "counters moved onto several things"


SIMPLE_KEYWORDS = frozenset(
    {
        "deathtouch", "double strike", "fear", "first strike", "flying", "haste", "hexproof", "indestructible", "intimidate", "lifelink", "menace",
        "reach", "shadow", "shroud", "skulk", "trample", "vigilance",
    }
)  # fmt: skip
"""Keyword abilities that nothing else is said with (CR 702), of which one can stand for another."""


def _same_for(effect: ab.SameFor, path: Path) -> Iterator[str]:
    """Keywords that are nothing but their names take each other's place; the first is both asked for and given."""
    asked = {n.keyword for n in ab.walk(effect.effect) if isinstance(n, ab.With)}
    given = {n.name for n in ab.walk(effect.effect) if isinstance(n, ab.Keyword)}
    if len(asked) != 1 or asked != given:
        yield "the same for other keywords than the one asked for"
    for name in sorted((asked | set(effect.keywords)) - SIMPLE_KEYWORDS):
        yield f"the same for the keyword {name!r}"


def _skip_draw(effect: ab.SkipDraw, path: Path) -> Iterator[str]:
    """CR 614.10: a draw is skipped by what replaces it."""
    if not any(isinstance(outer, ab.Replacement | ab.Instead) for outer in path):
        yield "a draw skipped that is not replaced"


CHECKS: dict[type[Node], Check] = {
    ab.SkipDraw: _skip_draw,
    ab.SameFor: _same_for,
    ab.InZone: _zone,
    ab.HowMany: _how_many,
    ab.AddCounters: _counters,
    ab.MoveCounters: _move_counters,
    ab.ThisAbility: _this_ability,
    ab.Keyword: _keyword,
    ab.CostChange: _cost_change,
    ab.ExtraCost: _extra_cost,
    ab.Do: _do,
    ab.Put: _put,
    ab.Exile: _exile,
    ab.Keyworded: _keyworded,
    ab.Choose: _choose,
    ab.ExtraTurn: _extra_turn,
    ab.TokenKind: _token,
    ab.Create: _create,
    ab.Sequence: _sequence,
    ab.Conditional: _conditional,
    ab.SameReceiver: _same_receiver,
    ab.Search: _search,
    ab.Discard: _discard,
    ab.Repeat: _repeat,
    ab.SetUpAbility: _set_up,
    ab.Lasting: _lasting,
    ab.CastCard: _cast_card,
    ab.Tally: _tally,
    ab.StateIs: _state_is,
    ab.Did: _did,
    ab.Happened: _happened,
    ab.Activated: _activated,
    ab.Triggered: _triggered,
    ab.Replacement: _replacement,
    ab.Instead: _replacement,
    ab.Level: _level,
    ab.Chapter: _chapter,
    ab.AddMana: _add_mana,
    ab.GainsActivated: _gains_activated,
    ab.ProduceInstead: _produce_instead,
    ab.Prevent: _prevent,
    ab.Enters: _enters,
}
"""What has to be asked of a value as a whole; events and changes are asked besides by part of speech."""

# ---- the check ----------------------------------------------------------------------------------------------------------


@cache
def missing(ability: ab.Ability, before: ab.Ability | None = None) -> tuple[str, ...]:
    """What of the ability the engine would ignore, misread or refuse, each thing once, in the order of the text; nothing if it is executable.

    `before`: the paragraph before it: a paragraph of a spell may say what happens instead of that one's only instruction (CR 608.2c)."""
    if (
        isinstance(before, ab.SpellAbility)
        and isinstance(ability, ab.SpellAbility)
        and _single(before.effect)
    ):
        joined = ab.Sequence((before.effect, ability.effect))
        if isinstance(ability.effect, ab.Conditional) and ability.effect.instead:
            return tuple(dict.fromkeys(_lacks(joined, ())))
    return tuple(dict.fromkeys(_lacks(ability, ())))


def _single(effect: ab.Effect) -> bool:
    """Whether it is one instruction."""
    return not isinstance(effect, ab.Sequence | ab.Modal) or (
        isinstance(effect, ab.Sequence) and effect.joined != "."
    )


def _lacks(value: Any, path: Path) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from _lacks(item, path)
        return
    if not isinstance(value, Node):
        return
    known = _table_of(type(value))
    if known is None or type(value) not in known:
        yield f"{_part_of_speech(type(value))} {type(value).__name__}"
        return
    for name in value.__struct_fields__:
        words = WORDS.get((type(value), name))
        if words is not None:
            for word in _strings(getattr(value, name)):
                if not (words(word) if callable(words) else word in words):
                    yield f"{type(value).__name__}.{name} {word!r}"
    if type(value) in REFUSED:
        yield from _verb(value, path)  # type: ignore[arg-type]
    if type(value) in CHECKS:
        yield from CHECKS[type(value)](value, path)
    elif isinstance(value, ab.Change):
        yield from _change(value, path)
    if isinstance(value, ab.Event):
        yield from _event(value, path)
    for name in value.__struct_fields__:
        yield from _lacks(getattr(value, name), (*path, value))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings(item)


@cache
def _table_of(kind: type[Node]) -> Container[type[Any]] | None:
    return next((table for root, table in KNOWN if issubclass(kind, root)), None)


@cache
def _part_of_speech(kind: type[Node]) -> str:
    return next((root.__name__.lower() for root, _ in KNOWN if issubclass(kind, root)), "value")


# ---- cards ----------------------------------------------------------------------------------------------------------------

LAYOUTS = frozenset(
    {
        "normal", "split", "flip", "transform", "modal_dfc", "adventure", "leveler", "class", "saga", "case", "mutate", "prototype",
        "reversible_card", "omen",
    }
)  # fmt: skip
"""Layouts whose faces engine.rules.effects.faces and casting know what to do with (CR 708-721)."""

NOT_PLAYED = frozenset({"Siege", "Room", "Dungeon", "Attraction", "Contraption"})
"""Subtypes with rules that the engine refuses (CR 310.11, 709.5, 309, 717)."""
TYPES = frozenset(
    {"artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery"}
)
"""CR 205.2a: the card types of traditional cards; supplementary cards (CR 309-315) are not played with, and other words are no card types."""


def of_face(face: Face, layout: str = "normal") -> tuple[str, ...]:
    """What is missing of a face beside its abilities: what its layout, types and printed values ask of the engine."""
    found: list[str] = []
    if layout not in LAYOUTS:
        found.append(f"the layout {layout!r}")
    try:
        values = face.characteristics()
    except ValueError as problem:
        return (*found, str(problem))
    found += [f"the subtype {s}" for s in sorted(values.subtypes & NOT_PLAYED)]
    found += [f"the card type {t}" for t in sorted(values.types - TYPES)]
    if not values.types:
        found.append("a card without a card type")
    opened = [m for a in face.abilities for m in keywords_opened(a)]
    if (
        "Aura" in values.subtypes
        and sum(isinstance(a, ab.Keyword) and a.name == "enchant" for a in opened) != 1
    ):
        found.append("an Aura without exactly one enchant ability")
    for name, printed in (("power", face.power), ("toughness", face.toughness)):
        if printed is not None and not printed.lstrip("+-").isdigit() and not _defines(opened, name):
            found.append(f"a {name} of {printed} that no ability defines")
    if "planeswalker" in values.types and face.loyalty not in (None, "X") and not str(face.loyalty).isdigit():
        found.append(f"a loyalty of {face.loyalty}")
    return tuple(found)


def keywords_opened(ability: ab.Ability) -> tuple[ab.Ability, ...]:
    """The abilities of a line."""
    return tuple(copying.opened((ability,)))


def _defines(abilities: list[ab.Ability], which: str) -> bool:
    """CR 208.2a, 604.3: an ability defines the power or toughness where a star is printed."""
    return any(
        isinstance(change, ab.DefinedPT) and getattr(change, which) is not None
        for ability in abilities
        if isinstance(ability, ab.Static)
        for change in ability.changes
    )


def of_card(card: Card) -> tuple[str, ...]:
    """Everything that is missing of a card."""
    return tuple(
        dict.fromkeys(
            reason
            for face in card.faces
            for reason in (
                *of_face(face, card.layout),
                *(
                    r
                    for b, a in zip((None, *face.abilities), face.abilities, strict=False)
                    for r in missing(a, b)
                ),
            )
        )
    )


assert all((actions, layers))
