"""The forms of nouns (card, spell, permanent, ...) and the zones they imply (CR 109.2); types, supertypes and subtypes as words (CR 205)."""

from __future__ import annotations

from collections.abc import Callable

from engine import abilities as ab
from engine.abilities.remembered import by_identity
from engine.errors import Unsupported
from engine.game import Context, is_permanent, is_spell, seen, type_words
from engine.model import PERMANENT_TYPES, GameObject, ObjectId
from engine.queries import asking, type_changes

ROLES = frozenset({"outlaw", "commander"})
"""Nouns for what something is called for its types (CR 700.12) or for what it was chosen to be (903.3)."""


@by_identity
def alternatives(either: ab.EitherOf) -> tuple[ab.Selection, ...]:
    """CR 109.2b: the descriptions of which one fits; the zone that the last of them names is that of all the cards ("a land card or a creature card from
    your graveyard")."""
    *before, last = either.options
    zones = tuple(q for q in last.after if isinstance(q, ab.InZone)) if isinstance(last, ab.Which) else ()
    if not zones or not all(_is_card_anywhere(option) for option in before):
        return either.options
    return (*(ab.Which((), option, zones) for option in before), last)


def _is_card_anywhere(option: ab.Selection) -> bool:
    noun = option.noun if isinstance(option, ab.Which) else option
    placed = isinstance(option, ab.Which) and any(
        isinstance(q, ab.InZone) for q in option.before + option.after
    )
    return isinstance(noun, ab.Noun) and noun.form == "card" and not placed


@by_identity
def runs(noun: ab.Noun) -> tuple[tuple[str, ...], ...]:
    """CR 109.2: the words of each kind of which one has to hold. The card type that the last of several subtypes is said with is that of all, if it has them all
    ("an Angel or Dragon creature card" is no noncreature Angel)."""
    *before, last = noun.kinds
    family = type_changes.FAMILIES.get(last[-1], frozenset())
    if (
        len(last) != 2
        or not all(run[0] in family for run in noun.kinds)
        or any(len(run) > 1 for run in before)
    ):
        return noun.kinds
    return (*((*run, last[-1]) for run in before), last)


def is_form(obj: GameObject, form: str) -> bool:
    """CR 109.2, 109.2a-c: whether the object is such a thing and in the zone that the form implies."""
    if form not in FORMS:
        raise Unsupported(f"the noun {form!r}")
    return FORMS[form](obj)


FORMS: dict[str, Callable[[GameObject], bool]] = {
    "": is_permanent,
    "permanent": is_permanent,
    "card": lambda obj: obj.kind == "card",
    "spell": is_spell,
    "token": lambda obj: is_permanent(obj) and obj.kind == "token",
    "source": lambda obj: obj.kind != "ability",
    "ability": lambda obj: obj.zone == "stack" and obj.kind == "ability",
}
"""CR 109.2: for each form of a noun, the test of the object and its zone."""


def is_word(ctx: Context, id: ObjectId, word: str) -> bool:
    """CR 205: has the type, supertype or subtype; "permanent" of a card or spell is 110.4a-b; "~" is the source itself."""
    if word == "~":
        return id in (ctx.source, ctx.now(ctx.source))
    if word in ROLES:
        return asking.QUALITIES[ab.Is](ctx, ab.Is(word), id)
    values = seen(ctx.game, id)
    if word in values.types or word in values.subtypes or word in values.supertypes:
        return True
    if word == "permanent":
        obj = ctx.game.object(id)
        return is_permanent(obj) or bool(values.types & PERMANENT_TYPES)
    return word.lower() in type_words(values)
