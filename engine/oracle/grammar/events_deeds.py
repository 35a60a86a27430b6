"""Further deeds of players and objects that abilities wait for: dice, life paid, spells countered or copied, spells but the first, becoming unattached
(CR 601.2i, 603.10c, 603.10e, 701.3d, 706.7)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AnyPlayer,
    BecomesTapped,
    BecomesTarget,
    CastCard,
    Casts,
    Chosen,
    Compared,
    DealsDamage,
    DuringStep,
    Effect,
    EitherOf,
    EventPattern,
    Fits,
    InZone,
    Is,
    Literally,
    Moves,
    Not,
    Noun,
    ObjectDoes,
    Objects,
    OfType,
    OneOrMore,
    OrEvents,
    OwnedBy,
    PlayerDoes,
    PlayerKind,
    Players,
    Provided,
    Put,
    Selection,
    StepBegins,
    That,
    ThatPlayer,
    ThePlayer,
    This,
    ThisOne,
    TurnOf,
    Which,
    You,
)
from engine.oracle.grammar.descriptions import add_other, drop_other
from engine.oracle.grammar.events_joined import FIRST_OF_ALL
from engine.oracle.kernel import rule

_OPPONENT = AnyPlayer("opponent")
_PERMANENT = Chosen(Noun(form="permanent"))

# ---- what players do ----
rule(EventPattern, "{who:player subject} roll[s] one or more dice", PlayerDoes, verb="roll one or more dice")
rule(EventPattern, "{who:player subject} roll[s] a natural 20", PlayerDoes, verb="roll a natural 20")
rule(EventPattern, "{who:player subject} roll[s] a die's highest natural result", PlayerDoes, verb="roll a die's highest natural result")  # fmt: skip
rule(EventPattern, "{who:player subject} roll[s] the planar die", PlayerDoes, verb="roll the planar die")
rule(EventPattern, "{who:player subject} lose[s] control of {what:Objects}", PlayerDoes, verb="lose control of", provided=lambda v: v.what is not None)  # fmt: skip
rule(EventPattern, "{who:player subject} gain[s] control of {what:Objects} from another player", PlayerDoes, verb="gain control from another", provided=lambda v: v.what is not None)  # fmt: skip
rule(EventPattern, "{what:subject} becomes untapped or you lose control of {other:Objects}",
     lambda what, other: OrEvents((BecomesTapped(what, "untapped"), PlayerDoes(You(), "lose control of", other))), makes=OrEvents,
     undo=lambda v: {"what": v.events[0].what, "other": v.events[1].what} if isinstance(v.events[0], BecomesTapped) and isinstance(v.events[1], PlayerDoes)
     and v == OrEvents((BecomesTapped(v.events[0].what, "untapped"), PlayerDoes(You(), "lose control of", v.events[1].what))) else None)  # fmt: skip
rule(EventPattern, "{who:player subject} pay[s] life", PlayerDoes, verb="pay life")
rule(EventPattern, "{who:player subject} clash[es] and win[s]", PlayerDoes, verb="clash and win")
rule(EventPattern, "{who:player subject} (copies|copy) {what:Objects}", PlayerDoes, verb="copy", provided=lambda v: v.what is not None)  # fmt: skip
rule(EventPattern, "a spell or ability you control counters {what:Objects}", PlayerDoes, who=You(), verb="counter", provided=lambda v: v.what is not None)  # fmt: skip
rule(EventPattern, "{who:player subject} create[s] or sacrifice[s]@who {what:Objects}",
     lambda who, what: _made_or_gone(who, what), makes=OrEvents, undo=lambda v: _take_made_or_gone(v))  # fmt: skip


def _made_or_gone(who: Players, what: Objects) -> OrEvents:
    return OrEvents((PlayerDoes(who, "create", what), PlayerDoes(who, "sacrifice", what)))


def _take_made_or_gone(value: OrEvents) -> dict[str, Any] | None:
    first = value.events[0]
    if (
        not isinstance(first, PlayerDoes)
        or first.what is None
        or value != _made_or_gone(first.who, first.what)
    ):
        return None
    return {"who": first.who, "what": first.what}


rule(
    EventPattern,
    "you cast or cycle ~",
    OrEvents((Casts(You(), ThisOne()), PlayerDoes(You(), "cycle", This()))),
)
rule(Players, "enchanted opponent", ThePlayer, role="enchanted opponent")

rule(
    EventPattern,
    "{who:player subject} put[s] {what:Objects} onto the battlefield",
    PlayerDoes,
    verb="put onto the battlefield",
    provided=lambda v: v.what is not None,
)

# ---- spells ----
rule(EventPattern, "you cast a {which:which@one} other than your first spell each turn", Casts, who=You(), nth=-1,
     provided=lambda v: v.which == Noun(form="spell"))  # fmt: skip
rule(EventPattern, "{who:player subject} cast[s] a {which:which@one} other than the first {which:which@one} that player casts each turn",
     lambda who, which: Casts(who, which, -1), makes=Casts, undo=lambda v: {"who": v.who, "which": v.which} if v.nth == -1 and v == Casts(v.who, v.which, -1) else None,
     provided=lambda v: v.who != You())  # fmt: skip
rule(EventPattern, "{who:player subject} kick[s] a spell", Casts, which=Which((Is("kicked"),), Noun(form="spell")), coming="kicks")  # fmt: skip
_ADVENTURER = Which((), Noun((("creature",),), "spell"), (Is("with an Adventure"),))
rule(EventPattern, "{who:player subject} cast[s] a creature spell that has an Adventure", Casts, which=_ADVENTURER)  # fmt: skip
_COMMANDER = Which((Is("commander"),), Noun(form="spell"), (OwnedBy(You()),))
rule(EventPattern, "you cast your commander", Casts(You(), _COMMANDER))
rule(Objects, "your commander", Chosen(Which((Is("commander"),), Noun(form="permanent"), (OwnedBy(You()),))))
_THERE = "the command zone"
_COMMANDER_THERE = Which((Is("commander"),), Noun(form="card"), (InZone("command", You(), "from"),))
_UNPAID = "without paying its mana cost"
rule(Effect, f"cast your commander from {_THERE} {_UNPAID}", CastCard(Chosen(_COMMANDER_THERE), free=True))
rule(Effect, f"put your commander into your hand from {_THERE}",
     Put(Chosen(Which((Is("commander"),), Noun(form="card"), (InZone("command", You(), "from"),))), "hand", whose=You()))  # fmt: skip
rule("which", "noncreature or {word:bare type} spell", lambda word: _or_of_type(word), makes=EitherOf,
     undo=lambda v: {"word": v.options[1].kinds[0][0]} if isinstance(v.options[1], Noun) and v.options[1].kinds and v == _or_of_type(v.options[1].kinds[0][0]) else None)  # fmt: skip


def _or_of_type(word: str) -> EitherOf:
    return EitherOf((Which((Not(OfType("creature")),), Noun(form="spell")), Noun(((word,),), "spell")))


_DRAWS = (PlayerDoes(You(), "draw", nth=2), PlayerDoes(You(), "draw", nth=3))
rule("one event", "{event:nth of a turn} in a turn", Provided, note="in a turn", provided=lambda v: v.event in _DRAWS)  # fmt: skip
rule("one event", "{event:nth of a turn} during their turn", Provided, condition=TurnOf(ThatPlayer("they")))

_AS_ATTACKERS_ARE_DECLARED = DuringStep("declare attackers")
rule("one event", "{event:EventPattern} during the declare attackers step", Provided, condition=_AS_ATTACKERS_ARE_DECLARED)  # fmt: skip

# ---- the first time in the turns of one player ----
rule("one event", "{event:EventPattern} for the first time during {condition:their own turns}", Provided, note=FIRST_OF_ALL)  # fmt: skip
rule("their own turns", "each of your turns", TurnOf(You()))
rule("their own turns", "each of their turns", TurnOf(ThatPlayer("they")))

# ---- what objects do, or undergo ----
rule(EventPattern, "{what:subject} become[s] unattached from a permanent", ObjectDoes, verb="becomes unattached", other=_PERMANENT)  # fmt: skip
rule(
    EventPattern,
    "{what:player subject} become[s] the target of a spell",
    BecomesTarget,
    of=Noun(form="spell"),
)
_ANYBODY = Noun((("creature",),))
for _said, _who in (("player", PlayerKind()), ("opponent", PlayerKind("opponent"))):
    rule(EventPattern, f"{{source:subject}} deal[s] damage to a creature or {_said}", DealsDamage, whom=Chosen(EitherOf((_ANYBODY, _who))))  # fmt: skip
rule(EventPattern, "{what:subject} transform[s] into a {which:which@one}", lambda what, which: _into(what, which), makes=Provided,
     undo=lambda v: {"what": v.event.what, "which": v.condition.which} if isinstance(v.event, ObjectDoes) and isinstance(v.condition, Fits)
     and v == _into(v.event.what, v.condition.which) else None)  # fmt: skip


def _into(what: Objects, which: Selection) -> Provided:
    """CR 701.27: what it has turned into is what it is afterwards."""
    return Provided(ObjectDoes(what, "transforms"), Fits(That(), which))


def _with_others(which: Selection) -> Moves:
    both = Chosen(EitherOf((ThisOne(), add_other(which)), "and/or"), OneOrMore())
    return Moves(both, to="battlefield", verb="enters")


def _take_with_others(value: Moves) -> dict[str, Any] | None:
    which = value.what.which if isinstance(value.what, Chosen) else None
    rest = drop_other(which.options[1]) if isinstance(which, EitherOf) and len(which.options) == 2 else None
    return {"which": rest} if rest is not None and value == _with_others(rest) else None


rule(EventPattern, "~ and/or one or more other {which:which@many} enter", _with_others, makes=Moves, undo=_take_with_others)  # fmt: skip


def _sized(power: int, toughness: int, which: Selection) -> Moves:
    sizes = (Compared("power", "=", Literally(power)), Compared("toughness", "=", Literally(toughness)))
    return Moves(Chosen(Which(sizes, which)), to="battlefield", verb="enters", under=You())


def _one_one(which: Selection) -> Moves:
    return _sized(1, 1, which)


def _take_one_one(value: Moves) -> dict[str, Any] | None:
    which = value.what.which if isinstance(value.what, Chosen) else None
    return {"which": which.noun} if isinstance(which, Which) and value == _one_one(which.noun) else None


rule(
    EventPattern,
    "a 1/1 {which:which@one} enters under your control",
    _one_one,
    makes=Moves,
    undo=_take_one_one,
)

# ---- combat of other players ----
for _anyone, _whose in ((AnyPlayer("opponent"), "each opponent's"), (AnyPlayer(), "each player's")):
    rule(
        "time",
        f"the beginning of combat on {_whose} turn",
        StepBegins,
        step="combat",
        whose=_anyone,
        word="each",
    )
