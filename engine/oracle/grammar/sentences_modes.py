"""Modes: what is to be chosen, and how many (CR 700.2)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AnyPlayer,
    AnyTarget,
    EachPlayer,
    Effect,
    ForEach,
    Literally,
    Modal,
    Mode,
    Ruled,
    Static,
    Target,
    UpTo,
    VillainousChoice,
)
from engine.abilities.tree import walk
from engine.oracle.kernel import join, rule, series, token, tokenise

series("modes", "mode", last=None, sep="", low=2)
rule("mode", "\n• {:text}", provided=lambda v: not isinstance(v, Modal | Mode))
rule(
    "mode",
    "\n• {name:mode name} — {effect:text}",
    Mode,
    provided=lambda v: not isinstance(v.effect, Modal | Mode),
)
rule(
    "mode name",
    "{words:words of a mode}",
    lambda words: join(list(words)),
    makes=str,
    undo=lambda v: {"words": tuple(tokenise(v))},
)
series("words of a mode", "word of a mode", last=None, sep="", high=6)
token(
    "word of a mode",
    "word",
    lambda t: t if t[0].isalpha() or t == "'s" else None,
    lambda v: v if isinstance(v, str) else None,
)
_FACE = "face[s] a villainous choice"
_AGAIN = "they face that choice an additional time"
rule(
    "static",
    f"if an opponent would {_FACE.replace('[s]', '')}, {_AGAIN}.",
    Static(EachPlayer("opponent"), (Ruled("face villainous choices an additional time"),)),
)
rule(
    "plain sentence",
    f"{{who:player subject}} {_FACE} — {{one:plain sentence}}, or {{other:plain sentence}}",
    VillainousChoice,
)
_AGAIN = "more than once"
for _n, _word in ((1, "one"), (2, "two"), (3, "three"), (4, "four"), (5, "five")):
    rule(
        "modal",
        f"choose {_word} — {{modes:modes}}",
        Modal,
        low=_n,
        high=_n,
        provided=lambda v: len(v.modes) >= v.high,
    )
    rule("modal", f"choose up to {_word} — {{modes:modes}}", Modal, low=0, high=_n)
    rule(
        "modal",
        f"choose {_word}. you may choose the same mode {_AGAIN}. {{modes:modes}}",
        Modal,
        low=_n,
        high=_n,
        again=True,
    )

rule("modal", "choose any number — {modes:modes}", lambda modes: Modal(0, len(modes), modes, said="any number"), makes=Modal,
     undo=lambda v: {"modes": v.modes} if v == Modal(0, len(v.modes), v.modes, said="any number") else None)  # fmt: skip
rule("modal", "choose one at random — {modes:modes}", Modal, low=1, high=1, note="at random")
# CR 700.2e: by another player than the one who casts it.
rule("modal", "an opponent chooses one — {modes:modes}", Modal, low=1, high=1, who=AnyPlayer("opponent"))

# ---- pawprints (CR 107.18, 700.2i) ----
_WORTH = "worth of modes"
token(
    "pawprints",
    "symbol",
    lambda t: t.count("{P}") if t == "{P}" * t.count("{P}") else None,
    lambda v: "{P}" * v if isinstance(v, int) else None,
)
rule("paw mode", "\n{worth:pawprints} — {effect:text}", lambda worth, effect: (worth, effect), makes=tuple,
     undo=lambda v: {"worth": v[0], "effect": v[1]} if len(v) == 2 and not isinstance(v[1], Modal | Mode) else None)  # fmt: skip
series("paw modes", "paw mode", last=None, sep="", low=2)


def _worth(high: Literally, modes: tuple[tuple[int, Effect], ...]) -> Modal:
    return Modal(0, high.value, tuple(m for _, m in modes), again=True, worth=tuple(n for n, _ in modes))


def _take_worth(value: Modal) -> dict[str, Any] | None:
    modes = tuple(zip(value.worth, value.modes, strict=False))
    high = Literally(value.high)
    return {"high": high, "modes": modes, "sign": 1} if modes and value == _worth(high, modes) else None


rule("modal", f"choose up to {{high:number word}} {{sign:pawprints}} {_WORTH}. you may choose the same mode {_AGAIN}. {{modes:paw modes}}",
     lambda high, sign, modes: _worth(high, modes), makes=Modal, undo=_take_worth, provided=lambda v: v.high > 0)  # fmt: skip
for _note in ("that hasn't been chosen", "that hasn't been chosen this turn"):
    rule("modal", f"choose one {_note} — {{modes:modes}}", Modal, low=1, high=1, note=_note)


def _can_be_had(modal: Modal) -> bool:
    """Whether all modes can be chosen whatever is there: CR 700.2b doesn't say what becomes of "choose both" where one of them has no legal target."""
    return all(isinstance(each.which, AnyTarget) for each in walk(modal.modes) if isinstance(each, Target))


# More of them under a condition, as the spell is cast or the ability put on the stack (CR 601.2b, 700.2).
for _said, _most in (
    ("you may choose both instead", 2),
    ("you may choose both", 2),
    ("you may choose two instead", 2),
    ("choose both instead", 2),
    ("choose one or more instead", -1),
    ("choose any number instead", -1),
):
    for _when in ("", " as you cast ~"):
        rule("modal", f"choose one. if {{more:conditions}}{_when}, {_said}. {{modes:modes}}", Modal, low=1, high=1, most=_most, said=_said + _when,
             provided=lambda v: v.more is not None and (v.most != 2 or len(v.modes) == 2 or "two" in v.said)
             and (not v.said.startswith("choose both") or _can_be_had(v)))  # fmt: skip
rule(
    "modal", "choose one or both — {modes:modes}", Modal, low=1, high=2, provided=lambda v: len(v.modes) == 2
)
rule("modal", "choose one or more — {modes:modes}", lambda modes: Modal(1, len(modes), modes), makes=Modal,
     undo=lambda v: {"modes": v.modes} if len(v.modes) > 2 and v == Modal(1, len(v.modes), v.modes) else None)  # fmt: skip


# ---- for any number of players ----
# CR 601.2c: as many of them as one likes, and a target for each of those: a target for each of all of them, or none.
for _each in ("player", "opponent"):
    rule("plain sentence", f"for any number of {_each}s, {{effect:clause}}", partial(lambda effect, who: _for_any(effect, who), who=_each), makes=ForEach,
         undo=partial(lambda v, who: _take_for_any(v, who), who=_each))  # fmt: skip


def _for_any(effect: Effect, who: Any) -> ForEach | None:
    what = getattr(effect, "what", None)
    if not isinstance(what, Target) or what.amount is not None:
        return None
    chosen = {"what": replace(what, amount=UpTo(Literally(1)))}
    return ForEach(EachPlayer(who, "any number of"), replace(effect, **chosen))


def _take_for_any(value: ForEach, who: Any) -> dict[str, Any] | None:
    what = getattr(value.effect, "what", None)
    if not isinstance(what, Target):
        return None
    all_of_them = {"what": replace(what, amount=None)}
    plain = replace(value.effect, **all_of_them)
    return {"effect": plain} if value == _for_any(plain, who) else None
