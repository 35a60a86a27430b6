"""Text-changing effects: one color word or subtype in the place of another, wherever an object's text uses it as one (CR 612, 613.1c)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.lines import opened
from engine.abilities.tree import with_parts
from engine.errors import Unsupported
from engine.game import Context, Decision, Game
from engine.model import COLORS, Characteristics, ObjectId
from engine.queries import type_changes
from engine.rules.effects import copying

_COLORS: dict[type[ab.Node], tuple[str, ...]] = {
    ab.OfColor: ("color",), ab.Colors: ("colors",), ab.TokenKind: ("colors",), ab.Devotion: ("colors",), ab.Choose: ("besides", "options"),
}  # fmt: skip
_SUBTYPES: dict[type[ab.Node], tuple[str, ...]] = {
    ab.Noun: ("kinds",), ab.OfType: ("word",), ab.Types: ("words", "still"), ab.LosesTypes: ("words",), ab.TokenKind: ("words",), ab.Host: ("noun",),
    ab.Choose: ("besides", "options"),
}  # fmt: skip
_FIELDS = {"color": _COLORS, "basic land type": _SUBTYPES, "creature type": _SUBTYPES}
"""Where values hold words that are used as color words and as subtypes (CR 612.2). Names, mana and quality words that only look so stand elsewhere."""


def kind_of(word: str) -> str:
    """What a word that can be replaced is: a color, a basic land type or a creature type."""
    return "color" if word in COLORS else "basic land type" if word in type_changes.BASIC else "creature type"


def reworded(value: Any, change: ab.Reworded) -> Any:
    """CR 612.2: a value of the vocabulary, or a tuple of such, with the words replaced where they are used in the way that the change is about."""
    new = with_parts(value, lambda part: reworded(part, change))
    if not isinstance(new, ab.Node):
        return new
    fields = _FIELDS[kind_of(change.old)].get(type(new), ())
    changed = {
        name: words for name in fields if (words := _words(was := getattr(new, name), change)) is not was
    }
    return replace(new, **changed) if changed else new


def _words(words: Any, change: ab.Reworded) -> Any:
    """The word, or the words of a tuple, with the one replaced."""
    if isinstance(words, tuple):
        made = tuple(_words(word, change) for word in words)
        return words if made == words else made
    return change.new if words == change.old else words


def type_line(values: Characteristics, change: ab.Reworded) -> Characteristics:
    """CR 612.1: the characteristics with the subtype replaced on the type line."""
    if change.old not in values.subtypes:
        return values
    return replace(values, subtypes=values.subtypes - {change.old} | {change.new})


def of(game: Game, id: ObjectId) -> list[ab.Reworded]:
    """CR 613.7: the text-changing effects that apply to the object, by their timestamps."""
    effects = sorted(
        (f for f in game.floating.values() if f.affected is not None and id in f.affected),
        key=lambda f: f.timestamp,
    )
    return [c for f in effects for c in f.changes if isinstance(c, ab.Reworded)]


def rules_text(game: Game, id: ObjectId) -> tuple[ab.Ability, ...]:
    """CR 612.5: what the object's text box says: what is printed or copied there, as text-changing effects have changed it."""
    text = opened(copying.copiable(game, id).abilities)
    if any(isinstance(n, ab.HasText) and n.what is not None for n in ab.walk(text)):
        raise Unsupported("the text box of what may have another's full text")
    for effect in sorted(game.floating.values(), key=lambda f: f.timestamp):
        for change in effect.changes if id in (effect.affected or ()) else ():
            if isinstance(change, ab.Reworded):
                text = reworded(text, change)
            elif isinstance(change, ab.HasText):
                text = change.abilities
    return text


def reword_spell(game: Game, id: ObjectId) -> None:
    """CR 612.1, 608.2: what the spell is to do, and what its targets have to be, in the words that its text has now."""
    obj = game.objects[id]
    for change in of(game, id) if obj.stack is not None and obj.stack.kind == "spell" else ():
        assert obj.stack is not None
        slots = tuple(replace(slot, noun=reworded(slot.noun, change)) for slot in obj.stack.targets)
        obj = replace(obj, stack=replace(obj.stack, effect=reworded(obj.stack.effect, change), targets=slots))
        game.cite("612.1")
    if obj is not game.objects[id]:
        game.objects[id] = obj


def chosen(ctx: Context, change: ab.Reworded, affected: tuple[ObjectId, ...]) -> ab.Reworded:
    """CR 608.2d, 612.2: the change with the words chosen: first the one that is replaced, then another of its kind."""
    there = _said(ctx.game, affected)
    options = [w for kind in change.kinds for w in _all(kind)]
    options.sort(key=lambda word: word not in there)  # by default a word that the text has
    old = _ask(ctx, "Which word is replaced?", [w for w in options if w != change.new])
    others = [w for w in _all(kind_of(old)) if w not in (old, change.besides)]
    new = change.new or _ask(ctx, f"With which word is {old} replaced?", others)
    settled = replace(change, old=old, new=new)
    for id in affected:
        _cite(ctx.game, id, settled)
    return settled


def _cite(game: Game, id: ObjectId, change: ab.Reworded) -> None:
    """CR 612.2-612.4: by which rules these words of the object are its text, and others aren't."""
    obj = game.objects[id]
    has = game.characteristics(id).abilities
    own = copying.copiable(game, id).abilities
    given = [a for a in has if a not in own and reworded(a, change) is not a]
    makes = [n for a in has for n in ab.walk(a) if isinstance(n, ab.TokenKind) and change.old in n.words]
    game.cite(
        "612.1", "612.2", "613.1c",
        *(("612.2a",) if makes else ()), *(("612.3",) if given else ()), *(("612.4",) if obj.kind == "token" else ()),
    )  # fmt: skip


def _ask(ctx: Context, question: str, options: list[str]) -> str:
    return str(ctx.game.decide(Decision(ctx.controller, "word", question, tuple(options)))[0])


def _all(kind: str) -> tuple[str, ...]:
    return COLORS if kind == "color" else tuple(sorted(type_changes.FAMILIES[kind.removesuffix(" type")]))


def _said(game: Game, ids: tuple[ObjectId, ...]) -> set[str]:
    """The words on the type lines and in the texts of the objects that can be replaced."""
    found: set[str] = set()
    for id in ids:
        values = game.characteristics(id)
        found |= values.subtypes
        for node in ab.walk(values.abilities):
            for fields in (_COLORS, _SUBTYPES):
                for name in fields.get(type(node), ()):
                    found |= set(_flat(getattr(node, name)))
    return found


def _flat(words: Any) -> list[str]:
    return [w for part in words for w in _flat(part)] if isinstance(words, tuple) else [words]
