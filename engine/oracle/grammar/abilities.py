"""Abilities: paragraphs of a card (CR 113), for each sort of card."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.abilities import (
    Ability,
    Activated,
    AnyoneMay,
    AnyPlayer,
    CastCard,
    Chapter,
    ChosenType,
    Comparison,
    Conditional,
    Cost,
    CostChange,
    CountersOn,
    Discard,
    Do,
    EachPlayer,
    Effect,
    Exile,
    Fits,
    Meets,
    Modal,
    Moves,
    Only,
    Paragraph,
    PayMana,
    Put,
    Replacement,
    SpellAbility,
    Static,
    StepBegins,
    TextOnly,
    That,
    This,
    Triggered,
    TriggersOnce,
    TurnOf,
    You,
    subclasses,
)
from engine.abilities.tree import walk
from engine.model import SYMBOL_OF
from engine.oracle.grammar.casting import SAID_BY_WORDS
from engine.oracle.grammar.keyword_names import NUMBER_AND_COST, PLAIN, WITH_COST, WITH_NUMBER
from engine.oracle.grammar.words import SORTED_TYPES
from engine.oracle.kernel import alone, join, rule, series, token, tokenise, words
from engine.queries import CHOSEN_BEFORE

# ---- triggered (CR 603) ----


def _waits(value: Triggered) -> bool:
    """A state is watched with "when", or "whenever" of how many counters there are; the beginning of a step is waited for with "at" (CR 603.2b, 603.8)."""
    if value.when == "when" or not isinstance(value.event, Meets):
        return True
    asked = value.event.condition
    return value.when == "whenever" and isinstance(asked, Comparison) and isinstance(asked.left, CountersOn)


def _recurs(value: Triggered) -> bool:
    """What waits for the next such time only is a delayed trigger, set up by an effect (CR 603.7)."""
    return not any(isinstance(e, StepBegins) and "next" in e.word for e in walk(value.event))


for _when, _category, _where in (
    ("when", "trigger event", _waits),
    ("whenever", "trigger event", _waits),
    ("at", "trigger time", _recurs),
):
    for _condition in ("", "if {condition:conditions}, "):
        rule(
            "triggered",
            f"{_when} {{event:{_category}}}, {_condition}{{effect:trigger text}}",
            Triggered,
            when=_when,
            provided=_where,
        )
        for _limit, _often in (
            ("this ability triggers only once each turn.", TriggersOnce()),
            ("this ability triggers only twice each turn.", TriggersOnce(2)),
            ("do this only once each turn.", TriggersOnce(do=True)),
        ):
            rule(
                "triggered",
                f"{_when} {{event:{_category}}}, {_condition}{{effect:trigger text}} {_limit}",
                Triggered,
                when=_when,
                provided=_where,
                restrictions=(_often,),
            )

# ---- activated (CR 602) ----
rule("activated", "{costs}: {effect:text}", Activated, restrictions=())
rule("activated", "{costs:costs to choose from}: {effect:text}", Activated, restrictions=())
rule(
    "activated",
    "{costs}: {effect:text} {restrictions:restrictions}",
    Activated,
    provided=lambda v: not isinstance(v.effect, Modal),
)
for _limits in ("", " {restrictions:restrictions}"):
    rule("activated", f"{{costs}}: {{effect:text}}{_limits} this ability costs {{changed:own cut for each}}.", Activated,
         provided=lambda v: v.changed_if is None and not v.limits_last)  # fmt: skip
    for _if, _clause in (("if ", "if {changed_if:conditions}"), ("during ", "during {changed_if:turn said}")):
        rule("activated", f"{{costs}}: {{effect:text}}{_limits} this ability costs {{changed:own cut}} {_clause}.", Activated,
             provided=partial(lambda v, during: isinstance(v.changed_if, TurnOf) == during, during=_if == "during "))  # fmt: skip
rule("activated", "{costs}: choose one. {restrictions:restrictions} {effect:modes alone}", Activated,
     provided=lambda v: isinstance(v.effect, Modal))  # fmt: skip
rule("modes alone", "{modes:modes}", Modal, low=1, high=1)
rule("activated", "{costs}: {effect:text} this ability costs {changed:own cut for each}. {restrictions:restrictions}", Activated,
     limits_last=True, provided=lambda v: v.changed_if is None)  # fmt: skip
words("turn said", {TurnOf(You(), "during"): "your turn"})
alone("own cut", "own cut change")
alone("own cut for each", "own cut each change")
for _how in ("less", "more"):
    rule("own cut change", f"{{mana:mana}} {_how} to activate", CostChange, how=_how, abilities="activated")
    rule(
        "own cut each change",
        f"{{mana:mana}} {_how} to activate for each {{times:each thing}}",
        CostChange,
        how=_how,
        abilities="activated",
        provided=lambda v: v.mana != "{X}",
    )
    rule(
        "own cut each change",
        f"{{mana:X mana}} {_how} to activate, where X is {{times:Number}}",
        CostChange,
        how=_how,
        abilities="activated",
    )
# ---- what mana X is paid with (CR 602.2b) ----


def _paid_in(costs: tuple[Cost, ...], effect: Effect, by: str) -> Activated | None:
    if PayMana("{X}") not in costs:
        return None
    return Activated(tuple(replace(c, by=by) if c == PayMana("{X}") else c for c in costs), effect)


def _take_paid_in(value: Activated, by: str) -> dict[str, Any] | None:
    costs = tuple(PayMana("{X}") if c == PayMana("{X}", by=by) else c for c in value.costs)
    if costs == value.costs or value != _paid_in(costs, value.effect, by):
        return None
    return {"costs": costs, "effect": value.effect}


for _color, _symbol in SYMBOL_OF.items():
    rule("activated", f"{{costs:costs}}: {{effect:text}} spend only {_color} mana on X.", partial(_paid_in, by=f"X in {_symbol}"), makes=Activated,
         undo=partial(_take_paid_in, by=f"X in {_symbol}"))  # fmt: skip
rule("loyalty ability", "{costs:loyalty cost}: {effect:text}", Activated)
series("restrictions", "restriction sentence", last=None, sep="", high=2)
rule("restriction sentence", "activate only {:only}.")
rule("restriction sentence", "activate only {first:only} and only {second:only}.", lambda first, second: msgspec.structs.replace(first, also=second), makes=Only,
     undo=lambda v: {"first": msgspec.structs.replace(v, also=None), "second": v.also} if v.also is not None else None)  # fmt: skip
for _who, _said in (
    (AnyPlayer(), "any player may activate this ability"),
    (EachPlayer("opponent", ""), "only your opponents may activate this ability"),
):
    rule("restriction sentence", f"{_said}.", AnyoneMay, who=_who, provided=lambda v: v.only is None)
for _word, _and in (("any player may", "but only"), ("only your opponents may", "and only")):
    rule("restriction sentence", f"{_word} activate this ability {_and} {{only:only}}.", AnyoneMay, provided=lambda v: v.only is not None,
         who=AnyPlayer() if _word[0] == "a" else EachPlayer("opponent", ""))  # fmt: skip
for _only in (
    "as a sorcery",
    "once each turn",
    "during your turn",
    "during your upkeep",
    "during combat",
    "once",
    "as an instant",
    "during an opponent's turn",
    "before attackers are declared",
    "during your turn, before attackers are declared",
    "during the declare attackers step",
    "any time you could cast a sorcery",
    "during their turn",
    "during their draw step",
    "during their turn before the end step",
):
    rule("only", _only, Only, when=_only)
rule("only", "{condition:time to activate}", Only)
rule("time to activate", "{:time limit}", provided=lambda v: v not in SAID_BY_WORDS)
rule("only", "if {condition:conditions}", Only)
rule(
    "restriction sentence",
    "activate no more than twice each turn.",
    Only(when="no more than so often each turn", number=2),
)
rule(
    "restriction sentence",
    "activate no more than {number:often} times each turn.",
    Only,
    when="no more than so often each turn",
)
words("often", {3: "three", 4: "four", 5: "five"})

# ---- lines ----

ABILITY_WORDS = sorted(
    """
    will_of_the_council fathomless_descent tempting_offer council's_dilemma spell_mastery secret_council fateful_hour pack_tactics
    constellation join_forces metalcraft undergrowth celebration magecraft lieutenant ferocious bloodrush formidable battalion descend_8
    descend_4 delirium landfall inspired threshold converge eminence hellbent grandeur addendum radiance alliance kinship survival
    valiant adamant channel cohort morbid domain paradox imprint parley revolt heroic enrage chroma strive coven sweep rally renew eerie
    flurry vivid raid void corrupted
    """.split(),
    key=len,
)
words("ability word", {w.replace("_", " "): w.replace("_", " ") for w in ABILITY_WORDS})


def _worded(word: str, ability: Any) -> Any:
    """With the ability word; of sentences that are one paragraph, the first has it."""
    if isinstance(ability, Paragraph):
        first = _worded(word, ability.abilities[0]) if hasattr(ability.abilities[0], "word") else None
        return first and msgspec.structs.replace(ability, abilities=(first, *ability.abilities[1:]))
    return msgspec.structs.replace(ability, word=word) if ability.word == "" else None


def _wordless(value: Any) -> dict[str, Any] | None:
    if isinstance(value, Paragraph):
        found = _wordless(value.abilities[0]) if hasattr(value.abilities[0], "word") else None
        return found and {**found, "ability": msgspec.structs.replace(value, abilities=(found["ability"], *value.abilities[1:]))}  # fmt: skip
    return {"word": value.word, "ability": msgspec.structs.replace(value, word="")} if value.word else None


def _on_spell(value: Any) -> bool:
    """CR 113.6: what a static ability of an instant or sorcery can be about is the spell itself, or its card as it is put somewhere from anywhere."""
    if isinstance(value, Paragraph):
        return value.joined != "" and all(map(_on_spell, value.abilities))
    if isinstance(value, Replacement):
        return value.event == Moves(This(), to="graveyard", verb="put")
    return isinstance(value, Static) and value.what == This()


rule(Ability, "{:triggered}")
rule(Ability, "{:activated}")
rule(Ability, "{:static}")
_WORDED = tuple(t for t in subclasses(Ability) if "word" in t.__struct_fields__)
rule(
    "worded", "{word:ability word} — {ability:Ability}", _worded, undo=_wordless, makes=(*_WORDED, Paragraph)
)

# CR 207.2d: flavor words mean as little; the words of keywords and the like mean something.
_MEANING = {
    *PLAIN,
    *WITH_COST,
    *WITH_NUMBER,
    *NUMBER_AND_COST,
    *(w.replace("_", " ") for w in ABILITY_WORDS),
    "boast",
    "forecast",
    "exhaust",
    "max speed",
    "solved",
    "to solve",
}
_MEANING |= {
    "companion",
    "craft",
    "prototype",
    "summon",
    "start",
    "hero's reward",
    "cumulative upkeep",
    "splice onto arcane",
    "equip",
    "power-up",
    "visit",
    "prize",
}


def _is_flavor(said: str) -> bool:
    """Whether the words before a dash mean nothing. A keyword or an ability word among them is what is left of a line that was lost: "Flying Morbid"."""
    low = said.lower()
    if low.split()[0] in ("when", "whenever", "at", "if", "choose", "as", "~"):
        return "," not in low and low != "~"
    if low in _MEANING or low.split()[0] in (*SORTED_TYPES, "legendary", "plane"):
        return False
    begun = any(low.startswith(f"{keyword} ") for keyword in PLAIN)
    return not begun and not any(low.endswith(f" {word.replace('_', ' ')}") for word in ABILITY_WORDS)


rule("flavor word", "{words:words of flavor}", lambda words: join(list(words)), makes=str,
     undo=lambda v: {"words": tuple(tokenise(v))}, provided=_is_flavor)  # fmt: skip
series("words of flavor", "word of flavor", last=None, sep="", high=7)
_SIGNS = ("'s", ",", "!", "~")
token(
    "word of flavor",
    "word",
    lambda t: t if t[0].isalpha() or t in _SIGNS else None,
    lambda v: v if isinstance(v, str) else None,
)
rule("flavored line", "{word:flavor word} — {ability:Ability}", _worded, undo=_wordless, makes=_WORDED)
rule("flavored line", "{:permanent line}")

rule("permanent line", "{:Ability}")
rule("permanent line", "{:worded}")
rule("permanent line", "{:keyword line}")
# CR 113.2c, 604.1: sentences of one paragraph that are static abilities each.
series("statics", "static", last=None, sep="", low=2)
rule("permanent line", "{abilities:statics}", Paragraph)
rule("planeswalker line", "{:permanent line}")
rule("planeswalker line", "{:loyalty ability}")


def _instructs(value: SpellAbility) -> bool:
    """What a spell's text says of casting the spell itself is no instruction: it must be true before (CR 113.6d, 601.3)."""
    if any(isinstance(p, CastCard) and p.what == This() for p in walk(value.effect)):
        return False
    first = value.effect
    own = (
        isinstance(first, Conditional)
        and isinstance(first.condition, Fits)
        and first.condition.what == This()
    )
    return not (own and any(isinstance(p, CastCard) and p.what == That() for p in walk(value.effect)))


rule("spell line", "{effect:text}", SpellAbility, provided=_instructs)
rule("spell line", "{word:ability word} — {effect:text}", SpellAbility)
rule("spell line", "{:keyword line}")
rule("spell line", "{:static}", provided=_on_spell)
rule(
    "spell line", "{abilities:statics}", Paragraph, provided=lambda v: all(_on_spell(a) for a in v.abilities)
)
rule("spell worded", "{word:ability word} — {ability:static}", _worded, undo=_wordless, makes=(Static,))
rule("spell line", "{:spell worded}", provided=_on_spell)
rule("spell line", "{:triggered}")


def _works_elsewhere(value: Any) -> bool:
    """CR 113.6: an instant's or sorcery's activated ability names the zone that the card is moved from, or is discarded from the hand."""
    deeds = (cost.action for cost in value.costs if isinstance(cost, Do))
    return any(_moves_itself(node) for deed in (*deeds, value.effect) for node in walk(deed))


def _moves_itself(deed: Any) -> bool:
    if isinstance(deed, Discard):
        return deed.what == This()
    from_zone = isinstance(deed, Put | Exile) and deed.what == This()
    return from_zone and deed.origin in ("graveyard", "hand", "exile")


rule("spell line", "{:activated}", provided=_works_elsewhere)
rule(
    "spell activated",
    "{word:ability word} — {ability:activated}",
    _worded,
    undo=_wordless,
    makes=(Activated,),
)
rule("spell line", "{:spell activated}", provided=_works_elsewhere)
# CR 100.2a: how a deck is made; nothing of it is an ability in the game.
_NO_ANTE = "if you're not playing for ante"
rule("permanent line", "~ can be your commander.", TextOnly("903.3"))
for _category in ("permanent line", "spell line"):
    rule(_category, f"remove ~ from your deck before playing {_NO_ANTE}.", TextOnly("407.3"))
# CR 607.2p, 903.4b: a choice before the game, and what it defines.
_BEFORE = "choose a color before the game begins"
rule(
    "static",
    f"if ~ is your commander, {_BEFORE}. ~ is the chosen color.",
    Static(This(), (ChosenType("color", add=False),), said=CHOSEN_BEFORE),
)
# CR 607.2n: what was exiled before the game is said by the position.
_AS_IT_STARTS, _REVEALS = "to start the game", "reveal ~ from your deck"
rule(
    "permanent line",
    f"before you shuffle your deck {_AS_IT_STARTS}, you may {_REVEALS} and exile {{name:drafted}}.",
    TextOnly,
    rule="607.2n",
)
_ONE, _MORE = "you drafted that isn't in your deck", "you drafted that aren't in your deck"
_DRAFTED = {
    "an instant or sorcery card": _ONE,
    "a creature card": _ONE,
    "three or more creature cards": _MORE,
}
words("drafted", {kind: f"{kind} {said}" for kind, said in _DRAFTED.items()})
_STARTS = "you are the starting player"
_SEVERAL_START = "if multiple players would be the starting player"
_AT_RANDOM = "one of those players is chosen at random"
rule("permanent line", f"{_STARTS}.", TextOnly("103.1c"))
rule("permanent line", f"{_STARTS}. {_SEVERAL_START}, {_AT_RANDOM}.", TextOnly("103.1c", name="at random"))
_OF_A_NAME = "cards named {name:card name}"
rule("permanent line", f"a deck can have any number of {_OF_A_NAME}.", TextOnly, rule="100.2a")
rule(
    "permanent line",
    f"a deck can have up to {{number:cards of a name}} {_OF_A_NAME}.",
    TextOnly,
    rule="100.2a",
)
words("cards of a name", {n: n for n in ("two", "three", "seven", "nine")})
rule("saga line", "{numbers:chapters} — {effect:text}", Chapter, provided=lambda v: not v.word)
for _sort in ("ability word", "flavor word"):
    rule(
        "saga line",
        f"{{numbers:chapters}} — {{word:{_sort}}} — {{effect:text}}",
        Chapter,
        provided=lambda v: bool(v.word),
    )
words("roman", {1: "I", 2: "II", 3: "III", 4: "IV", 5: "V", 6: "VI"})
series("chapters", "roman", last=None)
rule("saga line", "{:keyword line}")
rule("quoted ability", "{:Ability}")
rule("quoted ability", "{:loyalty ability}")
