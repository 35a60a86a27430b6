"""Descriptions of objects: heads and their qualities (CR 109.2)."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    AnyOf,
    Besides,
    Chosen,
    Compared,
    ControlledBy,
    CountersOn,
    Each,
    EitherOf,
    Extreme,
    Having,
    InZone,
    Is,
    Literally,
    Not,
    Noun,
    Objects,
    Other,
    Players,
    Quality,
    Selection,
    StatOf,
    Target,
    TargetPlayer,
    ThatMuch,
    This,
    ThisOne,
    Together,
    Which,
    With,
    WithCounter,
    X,
)
from engine.model import CREATURE
from engine.oracle.grammar.effects.tokens import TokenSize
from engine.oracle.kernel import alone, rule, series

# ---- heads ------------------------------------------------------------------------------------------------------

rule(
    "kind", "{a:type word}", lambda a: (a,), undo=lambda v: {"a": v[0]} if len(v) == 1 else None, makes=tuple
)
rule(
    "kind",
    "{a:bare type} {b:type word}",
    lambda a, b: (a, b),
    undo=lambda v: {"a": v[0], "b": v[1]} if len(v) == 2 else None,
    makes=tuple,
)
rule(
    "kind",
    "{a:bare type} {b:bare type} {c:type word}",
    lambda a, b, c: (a, b, c),
    undo=lambda v: {"a": v[0], "b": v[1], "c": v[2]} if len(v) == 3 else None,
    makes=tuple,
)
for _word in ("or", "and", "and/or"):
    series(f"kinds {_word}", "kind", last=_word, low=2)
series("kinds one", "kind", last=None, low=1, high=1)


def _permanents(kinds: tuple[tuple[str, ...], ...], form: Any, joined: Any) -> Noun:
    return Noun(tuple((*kind, "permanent") for kind in kinds), form, joined)


def _take_permanents(value: Noun, form: str, joined: str) -> dict[str, Any] | None:
    kinds = tuple(kind[:-1] for kind in value.kinds)
    return (
        {"kinds": kinds}
        if len(kinds) > 1 and all(kinds) and value == _permanents(kinds, form, joined)
        else None
    )


def _alone(kind: tuple[str, ...]) -> bool:
    return len(kind) == 1 and kind[0] in CREATURE


def _all_creatures(kinds: tuple[tuple[str, ...], ...], form: Any, joined: Any) -> Noun:
    return Noun(tuple((*kind, "creature") for kind in kinds), form, joined)


def _take_creatures(value: Noun, form: str, joined: str) -> dict[str, Any] | None:
    """Of several creature types what "creature" is said of once: "Elf and Goblin creatures" are creatures all."""
    kinds = tuple(kind[:-1] for kind in value.kinds)
    several = len(kinds) > 1 and all(map(_alone, kinds))
    return {"kinds": kinds} if several and value == _all_creatures(kinds, form, joined) else None


def _said_of_each(value: Noun) -> bool:
    """Whether no "creature" is said that is said of the creature types before it, too."""
    before, last = value.kinds[:-1], value.kinds[-1:]
    shared = (
        before and all(map(_alone, before)) and _take_creatures(Noun((*last, *last)), "", "or") is not None
    )
    return not shared and _take_creatures(value, value.form, value.joined) is None


_FORMS = ("card", "spell", "token", "source", "permanent")
rule("noun", "{kinds:kinds one}", Noun)
for _word in ("or", "and", "and/or"):
    rule("noun", f"{{kinds:kinds {_word}}}", Noun, joined=_word, provided=_said_of_each)
    rule("noun", f"{{kinds:kinds {_word}@one}} creature(s)@out", partial(_all_creatures, form="", joined=_word), makes=Noun,
         undo=partial(_take_creatures, form="", joined=_word), provided=lambda v: not _said_of_each(v))  # fmt: skip
# CR 700.12, 903.3: what something is called for its types or for what it was chosen to be.
for _role in ("outlaw", "commander"):
    rule("noun", f"{_role}(s)", Noun, kinds=((_role,),))
for _form in _FORMS:
    rule("noun", f"{_form}(s)", Noun, form=_form)
    rule("noun", f"{{kinds:kinds one@one}} {_form}(s)@out", Noun, form=_form)
    for _word in ("or", "and", "and/or"):
        rule(
            "noun",
            f"{{kinds:kinds {_word}@one}} {_form}(s)@out",
            Noun,
            form=_form,
            joined=_word,
            provided=_said_of_each,
        )
        rule("noun", f"{{kinds:kinds {_word}@one}} creature {_form}(s)@out", partial(_all_creatures, form=_form, joined=_word), makes=Noun,
             undo=partial(_take_creatures, form=_form, joined=_word), provided=lambda v: not _said_of_each(v))  # fmt: skip
rule("noun", "{kinds:kinds one@one} permanent card(s)@out", lambda kinds: Noun(((*kinds[0], "permanent"),), "card"), makes=Noun,
     undo=lambda v: {"kinds": (v.kinds[0][:-1],)}
     if v.form == "card" and len(v.kinds) == 1 and len(v.kinds[0]) > 1 and v.kinds[0][-1] == "permanent" else None)  # fmt: skip
for _form in ("card", "spell"):
    for _word in ("or", "and/or"):
        rule("noun", f"{{kinds:kinds {_word}@one}} permanent {_form}(s)@out", partial(_permanents, form=_form, joined=_word), makes=Noun,
             undo=partial(_take_permanents, form=_form, joined=_word))  # fmt: skip
for _word in ("or", "and/or"):
    series(f"kinds {_word} token", "one kind alone", last=_word, final="just a token", low=2)
    rule("noun", f"{{options:kinds {_word} token}}", EitherOf, joined=_word, provided=lambda v: v.options[-1] == Noun(form="token"))  # fmt: skip
rule("one kind alone", "{kinds:kinds one}", Noun)
rule("just a token", "token(s)", Noun(form="token"))
rule("noun", "card or token", EitherOf((Noun(form="card"), Noun(form="token"))))
rule("noun", "permanent card(s)", Noun, kinds=(("permanent",),), form="card")
rule("noun", "permanent spell(s)", Noun, kinds=(("permanent",),), form="spell")

_ACTIVATED, _TRIGGERED = (Which((Is(how),), Noun(form="ability")) for how in ("activated", "triggered"))
rule(
    Objects,
    "target spell, activated ability, or triggered ability",
    Target(EitherOf((Noun(form="spell"), _ACTIVATED, _TRIGGERED))),
)

# ---- heads with qualities ---------------------------------------------------------------------------------------


def ends_in_a_noun(quality: Any) -> bool:
    """Whether the quality's last word is a noun that can have qualities of its own."""
    if isinstance(quality, Compared):
        own = isinstance(quality.to, CountersOn) and quality.to.on == This()
        return not own and not isinstance(quality.to, (Literally, X, StatOf, ThatMuch))
    if isinstance(quality, Besides):
        return quality.which != ThisOne()
    if isinstance(quality, Not) and isinstance(quality.quality, Having):
        return ends_in_a_noun(quality.quality)
    if isinstance(quality, Having):
        last = quality.objects.parts[-1] if isinstance(quality.objects, Together) else quality.objects
        return isinstance(last, Chosen | Target | Each)
    return isinstance(quality, Extreme) and quality.among is not None


def clear(value: Which) -> bool:
    """Whether it is plain which alternatives the qualities are said of: "with flying" said after "artifact or creature" is not."""
    if any(ends_in_a_noun(q) for q in value.after[:-1]):
        return False  # what follows is said of that noun
    if _counters_where_none_are(value.after):
        return False  # they are put on what is moved
    noun = value.noun
    if InZone("exile") in value.before and getattr(noun, "form", "") != "card":
        return False  # what is in exile is a card (CR 406.2)
    several = isinstance(noun, Noun) and len(noun.kinds) > 1
    if not several:
        return True
    assert isinstance(noun, Noun)
    if not noun.form and any(not isinstance(q, Other) and not _of_each(q, noun) for q in value.before):
        return False
    return not any(
        isinstance(q, With) or (isinstance(q, Compared) and not q.stat.endswith("mana value"))
        for q in value.after
    )


def _of_each(quality: Quality, noun: Noun) -> bool:
    """Whether what is said before several kinds is plainly said of each: "untapped artifacts or creatures", "tapped Assassins, Pirates, and/or Vehicles",
    "nontoken Elf or Berserker", "attacking Kithkin or Elf" (whatever is a token or attacks, it is that as a permanent), "legendary creature or
    planeswalker" (CR 205.4e says it so)."""
    return (
        quality in (Is("untapped"), Is("attacking"), Not(Is("token")))
        or quality == Is("legendary")
        and set(noun.kinds) == {("creature",), ("planeswalker",)}
        or noun.joined == "and/or"
        and quality == Is("tapped")
    )


def _counters_where_none_are(qualities: tuple[Quality, ...]) -> bool:
    """CR 122.2: a card has no counters left in the zone that it was put into; only in exile do effects put some on it."""
    zones = {q.zone for q in qualities if isinstance(q, InZone)}
    return bool(zones & {"graveyard", "hand", "library"}) and any(
        isinstance(q, WithCounter) for q in qualities
    )


series("befores", "quality before", last=None, sep="")
series("comma befores", "quality non", last=None, sep=",", low=2)
series("afters", "quality after", last=None, sep="")
rule("which", "{:noun}")
rule(
    "which",
    "{options:alternatives}",
    EitherOf,
    provided=lambda v: _apart(v.options) or _each_a_card(v.options),
)
series("alternatives", "alternative", last="or", low=2)
rule(
    "which",
    "{options:alternatives and/or}",
    EitherOf,
    joined="and/or",
    provided=lambda v: _each_a_card(v.options) or _apart(v.options),
)
series("alternatives and/or", "alternative", last="and/or", low=2)
rule("alternative", "{:noun}")
rule("alternative", "{before:befores} {noun:single noun}", Which, provided=lambda v: not several_nons(v))
rule("alternative", "{noun:single noun} {after:afters}", Which, before=())
rule(
    "alternative",
    "{before:befores} {noun:single noun} {after:afters}",
    Which,
    provided=lambda v: not several_nons(v),
)
rule("which", "{one:plain kind} and/or other {other:plain kind}", lambda one, other: EitherOf((one, add_other(other)), "and/or"), makes=EitherOf,
     undo=lambda v: {"one": v.options[0], "other": rest} if v.joined == "and/or" and len(v.options) == 2 and (rest := drop_other(v.options[1])) is not None
     and isinstance(v.options[0], Noun) and isinstance(rest, Noun) else None)  # fmt: skip
rule("plain kind", "{kinds:kinds one}", Noun)
rule("single noun", "{:noun}", provided=lambda v: isinstance(v, Noun) and len(v.kinds) < 2)
rule("which", "{before:befores} {noun:noun}", Which, provided=lambda v: clear(v) and not several_nons(v))
rule("which", "{before:comma befores} {noun:noun}", Which, provided=clear)
rule("which", "{noun:noun} {after:afters}", Which, before=(), provided=clear)
rule(
    "which",
    "{before:befores} {noun:noun} {after:afters}",
    Which,
    provided=lambda v: clear(v) and not several_nons(v),
)
rule("which", "{before:comma befores} {noun:noun} {after:afters}", Which, provided=clear)


# "1/1 creature": with that power and toughness (CR 208.1).
def _sized(size: TokenSize, which: Selection) -> Which:
    numbers = Compared("power", "=", size.power), Compared("toughness", "=", size.toughness)
    if isinstance(which, Which):
        return Which((*numbers, *which.before), which.noun, which.after)
    return Which(numbers, which)


def _take_sized(value: Which) -> dict[str, Any] | None:
    match value.before:
        case (
            Compared(stat="power", op="=", to=power),
            Compared(stat="toughness", op="=", to=toughness),
            *rest,
        ):
            bare = Which(tuple(rest), value.noun, value.after) if rest or value.after else value.noun
            return {"size": TokenSize(power, toughness), "which": bare}
    return None


rule(
    "which",
    "{size:size} {which:which}",
    _sized,
    makes=Which,
    undo=_take_sized,
    provided=lambda v: not has_other(v),
)


# Two kinds, the second with a quality of its own, and what is said of both: "creatures and nonbasic lands your opponents control".
rule("which", "{a:single noun@many} and {before:befores} {b:single noun@many} {after:afters}", lambda a, before, b, after: Which((), EitherOf((a, Which(before, b)), "and"), after),
     makes=Which, undo=lambda v: {"a": e.options[0], "before": e.options[1].before, "b": e.options[1].noun, "after": v.after}
     if isinstance(e := v.noun, EitherOf) and len(e.options) == 2 and isinstance(e.options[1], Which) and not v.before
     and v == Which((), EitherOf((e.options[0], Which(e.options[1].before, e.options[1].noun)), "and"), v.after) else None,
     provided=lambda v: isinstance(v.noun, EitherOf) and all(_of_both(q) for q in v.after))  # fmt: skip


# Several kinds, the last with a quality of its own, and whose all of them are: "artifact, enchantment, or nonbasic land an opponent controls".
rule("which", "{options:kinds and a qualified one} {after:afters}", lambda options, after: Which((), EitherOf(options), after), makes=Which,
     undo=lambda v: {"options": v.noun.options, "after": v.after} if isinstance(v.noun, EitherOf) and v.noun.joined == "or" and v.after and not v.before else None,
     provided=lambda v: isinstance(v.noun, EitherOf) and len(v.noun.options) > 1 and isinstance(v.noun.options[-1], Which) and all(map(_of_both, v.after)))  # fmt: skip
series("kinds and a qualified one", "single noun", final="qualified kind", last="or", low=2)
rule("qualified kind", "{before:befores} {noun:single noun}", Which, provided=lambda v: not several_nons(v))


# Several cards, each of which says so, and the one zone that they are in: "Elf card or Dragon creature card from your graveyard".
rule("which", "{options:sorts of cards} {after:one place}", lambda options, after: Which((), EitherOf(options), after), makes=Which,
     undo=lambda v: {"options": v.noun.options, "after": v.after} if isinstance(v.noun, EitherOf) and v.noun.joined == "or" and not v.before else None,
     provided=lambda v: isinstance(v.noun, EitherOf) and _each_a_card(v.noun.options) and not any(getattr(o, "after", ()) for o in v.noun.options))  # fmt: skip
series("sorts of cards", "alternative", last="or", low=2)
alone("one place", "place")
rule("place", "{:quality after}", provided=lambda v: isinstance(v, InZone))


def _of_both(quality: Any) -> bool:
    """Whether it is plain that the quality is said of both kinds."""
    return isinstance(quality, ControlledBy)


def _apart(options: tuple[Selection, ...]) -> bool:
    """Whether each of several descriptions plainly has its own qualities, so that they can't be read as one noun of several kinds: "land or nonblack
    creature", "artifact, enchantment, or creature with flying", "spell or creature"."""
    heads = [o.noun if isinstance(o, Which) else o for o in options]
    if not all(isinstance(h, Noun) and len(h.kinds) < 2 for h in heads):
        return False
    forms = {getattr(h, "form", "") for h in heads}
    before = [isinstance(o, Which) and bool(o.before) for o in options]
    after = [isinstance(o, Which) and bool(o.after) for o in options]
    if _narrower(options):
        return True
    if has_other(options[0]) or any(has_other(o) for o in options) or any(after[:-1]):
        return False
    if (
        before != sorted(before)
        or "card" in forms
        or (len(forms) > 1 and not forms <= {"", "permanent", "spell"})
    ):
        return False
    last = options[-1]
    if len(forms) > 1 and getattr(heads[-1], "form", "") == "spell":
        return False  # "instant or sorcery spell"
    if after[-1]:
        assert isinstance(last, Which)
        if len(forms) > 1 or len(options) < 3 or not all(_of_creatures(q) for q in last.after):
            return False
        kinds = [h.kinds for h in heads if isinstance(h, Noun)]
        others = {word for kind in kinds[:-1] for run in kind for word in run}
        return all(kinds) and ("creature",) in kinds[-1] and not others & {"creature", "Vehicle"}
    return any(before) or "spell" in forms and len(forms) > 1


def _narrower(options: tuple[Selection, ...]) -> bool:
    """Whether the second of two is said with a word more for the same kind ("enchanted creature or enchantment creature"): what stands before the
    first is said of that alone, or the second would add nothing."""
    match options:
        case (
            Which(before=(Is(),), noun=Noun(kinds=(kind,), form=form), after=()),
            Noun(kinds=((_, *rest),), form=other),
        ):
            return form == other and tuple(rest) == kind
    return False


def _each_a_card(options: tuple[Selection, ...]) -> bool:
    """Whether each of several descriptions is one of cards, which each says: what stands before it is said of it alone ("basic land card or Gate card")."""
    heads = [o.noun if isinstance(o, Which) else o for o in options]
    behind = [o.after for o in options if isinstance(o, Which) and o.after]
    if not all(isinstance(h, Noun) and h.form == "card" for h in heads) or has_other(options[0]):
        return False
    # what is said behind the last one is its own if it says no more than "card", and is no place
    return not behind or (
        behind == [getattr(options[-1], "after", ())]
        and heads[-1] == Noun(form="card")
        and not any(isinstance(q, InZone) for q in behind[0])
    )


def _of_creatures(quality: Any) -> bool:
    """Whether the quality can only be said of creatures."""
    if isinstance(quality, Not):
        return _of_creatures(quality.quality)
    return isinstance(quality, With) or (
        isinstance(quality, Compared) and quality.stat in ("power", "toughness")
    )


def several_nons(value: Which) -> bool:
    """Whether more than one of the adjectives denies something: those stand between commas."""
    return sum(isinstance(q, Not) for q in value.before) > 1


def has_other(which: Selection) -> bool:
    return isinstance(which, Which) and which.before[:1] == (Other(),)


def add_other(which: Selection) -> Selection:
    if isinstance(which, Which):
        return Which((Other(), *which.before), which.noun, which.after)
    return Which((Other(),), which)


def drop_other(which: Selection) -> Selection | None:
    if not has_other(which):
        return None
    assert isinstance(which, Which)
    if which.before[1:] or which.after:
        return Which(which.before[1:], which.noun, which.after)
    return which.noun


# ---- in one of two zones of a player ----
def _graveyard_or_hand(who: Players) -> AnyOf:
    return AnyOf((InZone("graveyard", who, "from"), InZone("hand", who, "from")))


rule("quality after", "from {who:whose} graveyard or hand", _graveyard_or_hand, makes=AnyOf,
     undo=lambda v: {"who": w} if (w := getattr(v.qualities[0], "who", None)) is not None and v == _graveyard_or_hand(w) else None,
     provided=lambda v: not isinstance(getattr(v.qualities[0], "who", None), TargetPlayer))  # fmt: skip
# Said of each of several.
for _each, _said in (("each has", "that each have"), ("each with", "each with")):
    rule("quality after", f"{_said} {{stat:stat}} {{to:figure}} or less", Compared, op="<=", briefly=_each)
    rule("quality after", f"{_said} {{stat:stat}} {{to:figure}}", Compared, op="=", briefly=_each)
