"""The game and its turns: winning, losing, extra turns, skipped steps (CR 104, 500)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    THAT_TURN,
    WOULD_BEGIN,
    AnotherGame,
    BecomeState,
    Condition,
    Conditional,
    ControlPlayer,
    Did,
    Effect,
    EndTurn,
    ExtraTurn,
    Keyworded,
    Literally,
    RepeatProcess,
    Replacement,
    Sequence,
    SkipStep,
    StepBegins,
    ThatMuch,
    WinGame,
    X,
    You,
)
from engine.oracle.kernel import rule


def _of_others(value: Any) -> bool:
    """Whether it is said of other players than "you"."""
    return not isinstance(value.who, You)


rule(Effect, "{who:player subject} win[s] the game", WinGame)
rule(Effect, "{who:player subject} lose[s] the game", WinGame, how="lose")
rule(Effect, "the game is a draw", WinGame(You(), "draw"))
_SCHEME = "the top card of your scheme deck"
rule(Effect, "{who?} set[s] {number:number word} schemes in motion", Keyworded, verb="set in motion", provided=lambda v: v.number not in (None, Literally(1)))  # fmt: skip
rule(Effect, f"set {_SCHEME} in motion", Keyworded("set in motion"))
_AGAIN = "repeat this process"
rule(Effect, _AGAIN, RepeatProcess())
rule(Effect, f"{_AGAIN} once", RepeatProcess(Literally(1)))
rule(
    Effect,
    f"{_AGAIN} {{times:number word}} more times",
    RepeatProcess,
    provided=lambda v: v.times not in (None, Literally(1)),
)
rule(Effect, f"{_AGAIN} any number of times", RepeatProcess(often="any number"))
rule(Effect, f"{_AGAIN} as many times as they choose", RepeatProcess(often="as they choose"))
rule(Effect, "take an extra turn after this one", ExtraTurn, who=You(said=False))
rule(Effect, "{who:player subject} take[s] an extra turn after this one", ExtraTurn)
rule(Effect, "take two extra turns after this one", ExtraTurn, who=You(said=False), number=Literally(2))
rule(
    Effect,
    "{who:player subject} take[s] two extra turns after this one",
    ExtraTurn,
    number=Literally(2),
    provided=_of_others,
)
_MORE = "there is an additional"
rule(
    Effect,
    f"after this phase, {_MORE} combat phase",
    ExtraTurn,
    who=You(said=False),
    what="combat phase",
    after="this phase",
)
rule(Effect, f"after this combat phase, {_MORE} combat phase", ExtraTurn, who=You(said=False), what="combat phase", after="this combat phase")  # fmt: skip
for _there, _said in (("there is", "behind"), ("there's", "briefly")):
    rule(Effect, f"{_there} an additional combat phase after this phase", ExtraTurn, who=You(said=False), what="combat phase", after="this phase",
         said=_said)  # fmt: skip
rule(
    Effect,
    f"{_MORE} beginning phase after this phase",
    ExtraTurn,
    who=You(said=False),
    what="beginning phase",
    after="this phase",
)
for _after in ("step", "phase"):
    rule(
        Effect,
        f"{{who:player subject}} get[s] an additional upkeep step after this {_after}",
        ExtraTurn,
        what="upkeep step",
        after=f"this {_after}",
    )
rule(
    Effect,
    "{who:player subject} get[s] that many additional upkeep steps after this phase",
    ExtraTurn,
    number=ThatMuch("many"),
    what="upkeep step",
    after="this phase",
)
_COMBAT_AND_MAIN = "combat phase followed by an additional main phase"
for _phase in ("phase", "main phase"):
    rule(
        "plain sentence",
        f"after this {_phase}, {_MORE} {_COMBAT_AND_MAIN}",
        ExtraTurn,
        who=You(said=False),
        what=_COMBAT_AND_MAIN,
        after=f"this {_phase}",
    )


def _let_skip(
    what: str, step: str, condition: Condition | None = None, then: Effect | None = None
) -> Replacement:
    skip: Effect = SkipStep(You(said=False), what, WOULD_BEGIN)
    whole = skip if then is None else Sequence((skip, Conditional(Did(You()), then)), ".")
    return Replacement(StepBegins(step, You()), whole, condition=condition, optional=You())


def _take_skip(
    value: Replacement, what: str, step: str, whiles: bool, goes_on: bool
) -> dict[str, Any] | None:
    found: dict[str, Any] = {"condition": value.condition} if whiles else {}
    if goes_on:
        match value.effect:
            case Sequence(steps=(_, Conditional(effect=then))):
                found["then"] = then
            case _:
                return None
    return (
        found if value == _let_skip(what, step, **found) and whiles == (value.condition is not None) else None
    )


for _what in ("turn", "untap step", "draw step", "combat phase"):
    rule(Effect, f"skip your next {_what}", SkipStep, what=_what, who=You(said=False))
    rule(Effect, f"you skip your next {_what}", SkipStep, what=_what, who=You())
    rule(
        Effect,
        f"{{who:player subject}} skip[s] their next {_what}",
        SkipStep,
        what=_what,
        provided=_of_others,
    )
rule(
    Effect,
    "you skip your next {number:number word} turns",
    SkipStep,
    who=You(),
    what="turn",
    provided=lambda v: v.number not in (None, Literally(1)),
)
for _what in ("untap step", "draw step", "combat phase"):
    rule(Effect, f"skip the {_what} of that turn", SkipStep, what=_what, who=You(said=False), when=THAT_TURN)
rule(
    "time", "the beginning of that turn's end step", StepBegins("end step", word=THAT_TURN, turn=X(THAT_TURN))
)
# As it would begin (CR 614.10).
for _what, _event in (("turn", "turn"), ("draw step", "draw step"), ("combat phase", "combat")):
    _would, _that = f"if you would begin your {_what}", f"you may skip that {_what.split()[-1]} instead"
    for _while in ("", " while {condition:Condition}"):
        rule("static", f"{_would}{_while}, {_that}.", partial(_let_skip, what=_what, step=_event), makes=Replacement,
             undo=partial(_take_skip, what=_what, step=_event, whiles=bool(_while), goes_on=False))  # fmt: skip
        rule("static", f"{_would}{_while}, {_that}. if you do, {{then:plain sentence}}.", partial(_let_skip, what=_what, step=_event), makes=Replacement,
             undo=partial(_take_skip, what=_what, step=_event, whiles=bool(_while), goes_on=True))  # fmt: skip
for _what in ("turn", "combat phase"):
    rule(Effect, f"end the {_what}", EndTurn, what=_what)
_LIBRARIES = "using their libraries as their decks"
rule(
    "sentence.",
    f"players play a Magic subgame, {_LIBRARIES}. {{then:sentence.}}",
    AnotherGame,
    kind="subgame",
)
rule(
    "sentence.",
    "restart the game, leaving in exile {leaving:these}. then {then:clause}.",
    AnotherGame,
    kind="restart",
)
rule(Effect, "you control {whom:Players} during that player's next turn", ControlPlayer, who=You())
for _time in ("day", "night"):
    rule(Effect, f"it becomes {_time}", BecomeState(You(), _time))
rule(Effect, "{who:player subject} become[s] the monarch", BecomeState, state="monarch", provided=_of_others)
rule(
    Effect,
    "{who:player subject} take[s] the initiative",
    BecomeState,
    state="initiative",
    provided=_of_others,
)
