"""Players told apart by what is true of them: "each opponent who controls an artifact", "for each opponent who lost life this turn" (CR 102, 608.2i).

In the clause, the player spoken of is each in turn (`ThatPlayer`)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    AnyPlayer,
    Casts,
    Choose,
    Chosen,
    Comparison,
    Condition,
    ControlledBy,
    Controls,
    CountOf,
    DealsDamage,
    Did,
    Each,
    EachPlayer,
    EventHappened,
    ForEach,
    InZone,
    LifeChanges,
    Literally,
    Negated,
    Noun,
    Number,
    OtherThan,
    PlayerAttacks,
    PlayerHas,
    Players,
    PlayerStat,
    PlayersWho,
    Selection,
    StateIs,
    TargetPlayer,
    ThatPlayer,
    This,
    TurnOf,
    Which,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.grammar.descriptions import has_other
from engine.oracle.kernel import rule

YOU, ONE_OF_THEM = You(), ThatPlayer()
_CLAUSE = "who clause"


def _extreme(which: Selection, op: Any) -> Negated:
    """No player controls more of them, or fewer."""
    theirs = CountOf(Each(Which((), which, (ControlledBy(ONE_OF_THEM),))))
    return Negated(Controls(AnyPlayer(), which, op, theirs))


def _take_extreme(value: Negated, op: Any) -> dict[str, Any] | None:
    inner = value.condition
    return (
        {"which": inner.which} if isinstance(inner, Controls) and value == _extreme(inner.which, op) else None
    )


for _op, _most in ((">", "most"), ("<", "fewest")):
    rule(_CLAUSE, f"who control[s] the {_most} {{which:which@many}}", partial(_extreme, op=_op), makes=Negated, undo=partial(_take_extreme, op=_op))  # fmt: skip


# ---- more than each other player: nobody is tied with them ----
def _ahead(who: Players, which: Selection) -> Controls:
    """Each of the others controls fewer of them."""
    theirs = CountOf(Each(Which((), which, (ControlledBy(who),))))
    return Controls(OtherThan(EachPlayer(), who), which, "<", theirs)


def _having_more(who: Players, stat: str) -> PlayerHas:
    return PlayerHas(OtherThan(EachPlayer(), who), stat, "<", PlayerStat(stat, who))


def _is_one(condition: Condition) -> Comparison:
    """There is one player of whom it is true."""
    return Comparison(CountOf(PlayersWho(EachPlayer(), condition)), "=", Literally(1))


def _take_ahead(value: Any) -> dict[str, Any] | None:
    which = getattr(value, "which", None)
    return {"which": which} if which is not None and value == _ahead(ONE_OF_THEM, which) else None


def _take_one(value: Comparison) -> dict[str, Any] | None:
    of = value.left.of if isinstance(value.left, CountOf) else None
    found = _take_ahead(of.condition) if isinstance(of, PlayersWho) else None
    return found if found is not None and value == _is_one(_ahead(ONE_OF_THEM, found["which"])) else None


_THAN_OTHERS = "than each other player"
_THE = EachPlayer(word="the")
rule(
    Condition,
    f"that player controls more {{which:which@many}} {_THAN_OTHERS}",
    partial(_ahead, ONE_OF_THEM),
    makes=Controls,
    undo=_take_ahead,
)
rule(
    "one ahead",
    f"a player controls more {{which:which@many}} {_THAN_OTHERS}",
    lambda which: _is_one(_ahead(ONE_OF_THEM, which)),
    makes=Comparison,
    undo=_take_one,
)
rule(Players, "the player who controls the most {which:which@many}", lambda which: PlayersWho(_THE, _ahead(ONE_OF_THEM, which)), makes=PlayersWho,
     undo=lambda v: _take_ahead(v.condition) if v.who == _THE else None)  # fmt: skip
for _stat, _held, _most in (
    ("life", "life", "with the most life"),
    ("cards in hand", "cards in hand", "who has the most cards in hand"),
):
    rule("one ahead", f"a player has more {_held} {_THAN_OTHERS}", _is_one(_having_more(ONE_OF_THEM, _stat)))
    rule(Condition, f"that player has more {_held} {_THAN_OTHERS}", _having_more(ONE_OF_THEM, _stat))
    rule(Players, f"the player {_most}", PlayersWho(_THE, _having_more(ONE_OF_THEM, _stat)))

# ---- what they control -----------------------------------------------------------------------------------------------
rule(
    _CLAUSE,
    "who control[s] a {which:which@one}",
    Controls,
    who=ONE_OF_THEM,
    provided=lambda v: not has_other(v.which),
)
rule(_CLAUSE, "who control[s] {number:number word} or more {which:which@many}", Controls, who=ONE_OF_THEM)
rule(_CLAUSE, "who control[s] no {which:which@many}", Controls, who=ONE_OF_THEM, op="=", number=Literally(0))
rule(_CLAUSE, "who (doesn't|don't) control a {which:which@one}", lambda which: Negated(Controls(ONE_OF_THEM, which)), makes=Negated,
     undo=lambda v: {"which": v.condition.which} if isinstance(v.condition, Controls) and v == Negated(Controls(ONE_OF_THEM, v.condition.which)) else None)  # fmt: skip


def _than_you(which: Selection, op: Any) -> Controls:
    return Controls(ONE_OF_THEM, which, op, CountOf(Each(Which((), which, (ControlledBy(YOU),)))))


for _op, _said in ((">", "more"), ("<", "fewer")):
    rule(_CLAUSE, f"who control[s] {_said} {{which:which@many}} than you", partial(_than_you, op=_op), makes=Controls,
         undo=partial(lambda v, op: {"which": v.which} if v == _than_you(v.which, op) else None, op=_op))  # fmt: skip

# ---- what they have ----------------------------------------------------------------------------------------------------
for _stat, _more in (("life", "life"), ("cards in hand", "cards in hand")):
    rule(
        _CLAUSE,
        f"who (has|have) more {_more} than you",
        PlayerHas(ONE_OF_THEM, _stat, ">", PlayerStat(_stat, YOU)),
    )
rule(_CLAUSE, "who (has|have) {number:digits} or less life", PlayerHas, who=ONE_OF_THEM, stat="life", op="<=")
rule(
    _CLAUSE,
    "who (has|have) {number:number word} or more cards in hand",
    PlayerHas,
    who=ONE_OF_THEM,
    stat="cards in hand",
    op=">=",
)
rule(
    _CLAUSE,
    "who (has|have) {number:number word} or fewer cards in hand",
    PlayerHas,
    who=ONE_OF_THEM,
    stat="cards in hand",
    op="<=",
)
rule(_CLAUSE, "who (has|have) no cards in hand", PlayerHas(ONE_OF_THEM, "cards in hand", "=", Literally(0)))
rule(
    _CLAUSE,
    "who (has|have) {number:number word} or more poison counters",
    PlayerHas,
    who=ONE_OF_THEM,
    stat="poison",
    op=">=",
)

rule(_CLAUSE, "who (doesn't|don't) win the subgame", Negated(StateIs("won the subgame", ONE_OF_THEM)))

# ---- what they did -------------------------------------------------------------------------------------------------------
rule(_CLAUSE, "who lost life this turn", EventHappened(LifeChanges(ONE_OF_THEM, "lose")))
rule(_CLAUSE, "who gained life this turn", EventHappened(LifeChanges(ONE_OF_THEM, "gain")))
_A_CREATURE = Chosen(Noun((("creature",),)))
rule(
    _CLAUSE,
    "who attacked with a creature this turn",
    EventHappened(PlayerAttacks(ONE_OF_THEM, using=_A_CREATURE)),
)
rule(_CLAUSE, "who attacked this turn", EventHappened(PlayerAttacks(ONE_OF_THEM)))
rule(_CLAUSE, "who cast a {which:which@one} this turn", lambda which: EventHappened(Casts(ONE_OF_THEM, which)), makes=EventHappened,
     undo=lambda v: {"which": v.event.which} if isinstance(v.event, Casts) and v == EventHappened(Casts(ONE_OF_THEM, v.event.which)) else None,
     provided=lambda v: not any(isinstance(p, InZone) for p in walk(v)))  # fmt: skip

# ---- whether they did as the instruction before says (CR 608.2c) ----
for _said, _did in (
    ("who does", Did(ONE_OF_THEM)),
    ("who (doesn't|don't)", Negated(Did(ONE_OF_THEM))),
    ("who didn't", Negated(Did(ThatPlayer("who")))),
    ("who searched their library this way", Did(ONE_OF_THEM, again="searched their library")),
    ("who can't", Negated(Did(ONE_OF_THEM, able=False))),
):
    rule(_CLAUSE, _said, _did)

for _verb, _done in (("discard", "discarded"), ("sacrifice", "sacrificed")):
    rule(_CLAUSE, f"who {_done} a {{which:which@one}} this way", Did, who=ONE_OF_THEM, done=_done, was=True,
         provided=lambda v: v.which is not None and not has_other(v.which))  # fmt: skip
    rule(_CLAUSE, f"who didn't {_verb} a {{which:which@one}} this way", partial(lambda which, done: Negated(Did(ONE_OF_THEM, done, which=which, was=True)), done=_done),
         makes=Negated, undo=partial(lambda v, done: _take_not_done(v, done), done=_done))  # fmt: skip


def _take_not_done(value: Negated, done: str) -> dict[str, Any] | None:
    asked = value.condition
    if not isinstance(asked, Did) or asked.which is None or has_other(asked.which):
        return None
    return {"which": asked.which} if asked == Did(ONE_OF_THEM, done, which=asked.which, was=True) else None


def _who(whose: EachPlayer) -> dict[str, Any]:
    def make(condition: Condition) -> PlayersWho:
        return PlayersWho(whose, condition)

    return {
        "make": make,
        "makes": PlayersWho,
        "undo": lambda v: {"condition": v.condition} if v.who == whose else None,
    }


_SORTS: tuple[Literal["player", "opponent"], ...] = ("player", "opponent")
for _sort in _SORTS:
    rule(Players, f"each {_sort} with exactly {{number:digits}} life", lambda number, which=_sort: _with_life(number, which), makes=PlayersWho,
         undo=partial(lambda v, which: {"number": v.condition.number} if isinstance(v.condition, PlayerHas)
         and v == _with_life(v.condition.number, which) else None, which=_sort))  # fmt: skip


def _with_life(number: Number, which: Any) -> PlayersWho:
    return PlayersWho(EachPlayer(which), PlayerHas(ONE_OF_THEM, "life", "=", number))


def _targeted(which: Any, condition: Condition) -> TargetPlayer:
    return TargetPlayer(which, of=PlayersWho(EachPlayer(which), condition))


for _sort in _SORTS:
    rule(Players, f"target {_sort} {{condition:who clause@one}}", partial(_targeted, _sort), makes=TargetPlayer,
         undo=partial(lambda v, which: {"condition": v.of.condition} if v.of is not None and v == _targeted(which, v.of.condition) else None, which=_sort),
         provided=lambda v: v.of is not None and not any(isinstance(n, Did) for n in walk(v.of)))  # fmt: skip
rule(_CLAUSE, "whose turn it is", TurnOf(ONE_OF_THEM, "whose"))
rule(
    _CLAUSE,
    "who was dealt combat damage by ~ this turn",
    EventHappened(DealsDamage(This(), "combat", ONE_OF_THEM)),
)
rule(_CLAUSE, "dealt damage by ~ this turn", EventHappened(DealsDamage(This(), whom=ONE_OF_THEM)))
for _which in ("player", "opponent", "other player"):
    _each, _all = EachPlayer(_which), EachPlayer(_which, "")
    rule(Players, f"each {_which} {{condition:who clause@one}}", **_who(_each))
    rule("counted one", f"{_which} {{condition:who clause@one}}", **_who(_each))
    rule("counted", f"{_which}s {{condition:who clause@many}}", **_who(_all))
    rule("some players", f"{_which} {{condition:who clause@one}}", **_who(_each))
rule(
    "plain sentence",
    "for each {each:some players}, {effect:clause}",
    ForEach,
    provided=lambda v: isinstance(v.each, PlayersWho),
)

# ---- friends and foes (CR 608.2d) ----
_SIDES = ("friend", "foe")
rule("plain sentence", "for each player, choose friend or foe", Choose("friend or foe", options=_SIDES))
for _side in _SIDES:
    rule(Players, f"each {_side}", PlayersWho(EachPlayer(), StateIs(_side, ONE_OF_THEM)))


# ---- attacked now (CR 508.1) ----
for _sort in _SORTS:
    rule(
        "counted one",
        f"{_sort} being attacked",
        PlayersWho(EachPlayer(_sort), StateIs("being attacked", ONE_OF_THEM)),
    )
    rule(
        "counted",
        f"{_sort}s being attacked",
        PlayersWho(EachPlayer(_sort, ""), StateIs("being attacked", ONE_OF_THEM)),
    )
rule(
    "counted one", "of your opponents {condition:who clause@many}", **_who(EachPlayer("opponent", "each of"))
)

for _sort in _SORTS:
    for _when in ("this turn", "this combat"):
        rule(
            "counted",
            f"{_sort}s you attacked {_when}",
            PlayersWho(EachPlayer(_sort, ""), EventHappened(PlayerAttacks(YOU, ONE_OF_THEM), _when)),
        )

# ---- "with" for "who has" ----
_EMPTY_HAND = PlayerHas(ONE_OF_THEM, "cards in hand", "=", Literally(0), said="with")
for _which in ("player", "opponent"):
    rule(Players, f"each {_which} with no cards in hand", PlayersWho(EachPlayer(_which), _EMPTY_HAND))  # type: ignore[arg-type]
