"""Choices that later words speak of, coins and dice (CR 607.2d, 608.2d, 614.12a, 705, 706)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.abilities.remembered import by_identity
from engine.actions import votes, zones
from engine.actions.acting import (
    attempted,
    choosers,
    happen,
    number,
    objects,
    pick_things,
    pick_word,
    words_for,
)
from engine.actions.registry import acting, performs
from engine.errors import Unsupported
from engine.game import Context, Decision, Game, link_of
from engine.game import events as ev
from engine.model import (
    BASIC_LAND_TYPES,
    CARD_TYPES,
    COLORS,
    PERMANENT_TYPES,
    Characteristics,
    LinkedTo,
    Mention,
    ObjectId,
    PlayerId,
    linked_to,
    plain,
    subtypes,
)
from engine.queries import OFFERED, SECTORS, conditions, descriptions, references, stats

ONE = (None, ab.Exactly(ab.Literally(1)))
"""The amount of a noun in the singular."""

# ---- choices --------------------------------------------------------------------------------------------------------


@performs(ab.Choose)
def choose(ctx: Context, effect: ab.Choose) -> None:
    """CR 608.2d, 607.2d: a color, a type, a name, a word, a player or objects, which later words call the chosen one."""
    if effect.what in (votes.VOTE, votes.SECRETLY):
        votes.vote(ctx, effect)
        return
    if effect.what == conditions.SIDES:
        _sides(ctx, effect)
        return
    by: list[PlayerId] = []
    before = len(ctx.mentions)
    if isinstance(effect.objects, ab.Slot) and not isinstance(effect.who, ab.You):
        ids = objects(ctx, effect.objects)  # chosen as the text was put onto the stack (CR 601.2c)
        ctx.mention(ids, words_for(ctx, ids), done="chosen", many=len(ids) > 1)
        attempted(ctx, bool(ids))
        return
    for player in choosers(ctx, effect.who):
        if by:
            ctx.game.cite("101.4", *(("805.6",) if ctx.game.seating.shared else ()))
        with acting(ctx, player):
            if effect.objects is not None:
                if isinstance(effect.objects, ab.Chosen):
                    there = [t for t in descriptions.meant(ctx, effect.objects) if isinstance(t, int)]
                    ctx.mention(
                        there, words_for(ctx, there), done=OFFERED, many=True, at=ctx.at + binding.OFFERED
                    )  # what "the rest" is left of
                among = _among(ctx, effect)
                ids = objects(ctx, effect.objects, by=player, among=among, question="choose")
                several = getattr(effect.objects, "amount", None) not in ONE
                words = words_for(ctx, ids) or descriptions.words_of(effect.objects)
                ctx.mention(ids, words, done="chosen", many=several or len(ids) > 1)
                if not ids:
                    continue
                if ctx.entering is not None:
                    zones.link(ctx, "chosen", [i for i in ids if isinstance(i, int)])
            elif effect.what == NUMBER:
                _number(ctx, player, effect.options)
            elif effect.what in ("player", "opponent"):
                options = (
                    ctx.game.apnap() if effect.what == "player" else ctx.game.reached(player, ctx.source)
                )
                chance = " (chance)" if effect.random else ""
                picked = pick_things(ctx, player, f"choose {_a(effect.what)}{chance}", options)
                ctx.mention(picked, ("player", "opponent"), done="chosen")
                for chosen in picked:
                    remember(ctx, "player", chosen)
                    if effect.what == "opponent":
                        remember(ctx, "opponent", chosen)
            else:
                word = value(ctx, effect, player)
                remember(ctx, kept_as(effect.what), word)
                if effect.what == "creature type" and isinstance(effect.who, ab.EachPlayer | ab.PlayersWho):
                    ctx.chosen |= {"creature types": (*(ctx.chosen.get("creature types") or ()), word)}
        by.append(player)
    if effect.objects is not None and isinstance(effect.who, ab.EachPlayer | ab.PlayersWho):
        all_chosen(ctx, ctx.mentions[before:])
    attempted(ctx, bool(by), by)


NUMBER = "number"


def _number(ctx: Context, player: PlayerId, between: tuple[str, ...]) -> None:
    """CR 107.1c, 107.2, 608.2d: a number, of those between two if they are said."""
    low, high = (int(n) for n in between) if between else (0, -1)
    chosen = ctx.game.decide(Decision(player, "number", "choose a number", (), low, high, default=low))
    ctx.game.note(f"{player} chooses {chosen}", "608.2d", kind="choice")
    remember(ctx, NUMBER, chosen)


def _sides(ctx: Context, effect: ab.Choose) -> None:
    """CR 608.2d: one of two words for each player; by default the first for the one who chooses and their team."""
    friend, foe = effect.options
    ctx.game.cite("608.2d")
    for player in ctx.game.apnap():
        mine = player not in ctx.game.opponents(ctx.controller)
        question = f"choose {friend} or {foe} for {player}"
        word = pick_word(ctx, ctx.controller, question, effect.options, default=friend if mine else foe)
        ctx.chosen = ctx.chosen | {f"{conditions.SIDES} {player}": word}
        ctx.game.note(f"{ctx.controller} chooses {word} for {player}", about=(player,), kind="choice")
    attempted(ctx, True, [ctx.controller])


def _among(ctx: Context, effect: ab.Choose) -> list[ObjectId] | None:
    """CR 608.2d: the objects from among which some of several kinds are chosen; one can be chosen as more than one of them."""
    if effect.among is None:
        return None
    parts = effect.objects.parts if isinstance(effect.objects, ab.Together) else ()
    kinds = tuple(p.which.kinds for p in parts if isinstance(p, ab.Chosen) and isinstance(p.which, ab.Noun))
    if kinds == tuple(((word,),) for word in stats.PARTY):
        ctx.game.cite("700.8d")
    there = objects(ctx, effect.among)
    ctx.mention(there, words_for(ctx, there), done=OFFERED, many=True, at=ctx.at + binding.OFFERED)
    return there


def all_chosen(ctx: Context, made: list[Mention]) -> None:
    """CR 608.2c: what was chosen for one and for another, together: "those creatures" are all of them, "the rest" what is left of all there were."""
    picked = [m for m in made if m.done == "chosen"]
    if not picked:
        return
    words = frozenset().union(*(m.words for m in picked))
    whole = dict.fromkeys(t for m in made if m.done == OFFERED for t in m.things)
    ctx.mention(tuple(whole), words, done=OFFERED, many=True, at=ctx.at + binding.OFFERED)
    ctx.mention(tuple(dict.fromkeys(t for m in picked for t in m.things)), words, done="chosen", many=True)


def value(ctx: Context, effect: ab.Choose, player: PlayerId) -> Any:
    """What is chosen, of all that can be."""
    options = tuple(o for o in effect.options or choosable(ctx, effect.what) if o != effect.besides)
    question = f"choose {_a(effect.what)}" if effect.what else "choose one"
    usual = _usual(ctx.game, player, effect.what, options)
    if effect.what == COLORS_CHOSEN:
        return _colors(ctx, player)
    if effect.what in NAMES:
        ctx.game.cite("201.4")
    beyond = (
        _in_reference(ctx.game, NAMES[effect.what]) if effect.what in NAMES and not effect.options else None
    )
    picked = pick_word(ctx, player, question, options, default=usual, beyond=beyond)
    ctx.game.cite(*_rules_of(ctx.game, effect.what, picked))
    return picked


COLORS_CHOSEN = "colors"
NO_MORE = "no other color"


def _colors(ctx: Context, player: PlayerId) -> tuple[str, ...]:
    """CR 105.4, 608.2d: one color or more, one after another."""
    first = pick_word(
        ctx, player, "choose a color", COLORS, default=_usual(ctx.game, player, "color", COLORS)
    )
    picked = [first]
    ctx.game.cite("105.4")
    while len(picked) < len(COLORS):
        rest = (NO_MORE, *(c for c in COLORS if c not in picked))
        more = pick_word(ctx, player, "choose another color", rest, default=NO_MORE)
        if more == NO_MORE:
            break
        picked.append(more)
    return tuple(picked)


def _rules_of(game: Game, what: str, picked: Any) -> tuple[str, ...]:
    """CR 105.4, 201.4a-f, 205.3e: what there is to choose from when a color, a subtype or a card's name is chosen."""
    if what == "color":
        return ("105.4",)
    if what in ("creature type", "basic land type"):
        return ("205.3e",)
    if what not in NAMES:
        return ()
    found = [] if what == "card name" else ["201.4a"]
    here = (o.card for o in game.objects.values() if o.card is not None)
    cards = (*here, *([known] if game.reference and (known := game.reference(picked)) else ()))
    for card in cards:
        place = next((n for n, face in enumerate(card.faces) if face.name == picked), 0)
        if place or (card.layout == "split" and picked in (face.name for face in card.faces)):
            omen = place and "Omen" in card.faces[place].type_line
            found += OF_LAYOUT.get("omen" if omen else card.layout, ())
    return tuple(dict.fromkeys(found))


OF_LAYOUT = {
    "split": ("201.4b", "709.4a"), "flip": ("201.4c", "710.5"), "transform": ("201.4d", "712.19"), "modal_dfc": ("201.4d", "712.19"), "meld": ("201.4e", "712.19"),
    "adventure": ("201.4f", "715.5"), "omen": ("720.5",), "prepare": ("722.5",),
}  # fmt: skip
"""Layouts of cards, each with the rules by which the name of one of their halves or faces can be chosen."""


def _a(word: str) -> str:
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


def choosable(ctx: Context, what: str) -> tuple[Any, ...]:
    """Everything that can be chosen when a color, a type or a name is."""
    if what not in CHOICES:
        raise Unsupported(f"choosing {_a(what)}")
    return CHOICES[what](ctx)


NOT_HERE = "the name of a card that is not here"
"""What is chosen where no card of the game has a name that could be, and the player says none: all others come to the same (CR 201.4)."""


def _in_game(fits: Callable[[Characteristics], bool], ctx: Context) -> tuple[str, ...]:
    """CR 201.4: the names of such cards in the game, of which a player thinks first."""
    cards = [o.card for o in ctx.game.objects.values() if o.card is not None and o.kind != "token"]
    names = {face.name for card in cards for face in card.faces if fits(face.characteristics())}
    return tuple(sorted(names)) or (NOT_HERE,)


def _in_reference(game: Game, fits: Callable[[Characteristics], bool]) -> Callable[[str], str | None] | None:
    """CR 201.4, 201.4a-f: how any other card of the Oracle reference is called that may be named: by one of its faces or halves."""
    known = game.reference
    if known is None:
        return None

    def named(name: str) -> str | None:
        card = known(name)
        faces = card.faces if card is not None else ()
        return next(
            (f.name for f in faces if plain(f.name) == plain(name) and fits(f.characteristics())), None
        )

    return named


def kept_as(what: str) -> str:
    """Under what the choice is remembered: a nonland card name is a card name (CR 201.4)."""
    return "card name" if what.endswith("card name") else what


NAMES: dict[str, Callable[[Characteristics], bool]] = {
    "card name": lambda face: True,
    "nonbasic card name": lambda face: not ("land" in face.types and "basic" in face.supertypes),
    "nonland card name": lambda face: "land" not in face.types,
    "creature card name": lambda face: "creature" in face.types,
    "artifact card name": lambda face: "artifact" in face.types,
    "land card name": lambda face: "land" in face.types,
    "nonbasic land card name": lambda face: "land" in face.types and "basic" not in face.supertypes,
    "noncreature, nonland card name": lambda face: not face.types & {"creature", "land"},
    "nonartifact, nonland card name": lambda face: not face.types & {"artifact", "land"},
}
"""CR 201.4a: of which cards the name can be chosen, by what is chosen."""


CHOICES: dict[str, Callable[[Context], tuple[Any, ...]]] = {
    "color": lambda ctx: COLORS,
    COLORS_CHOSEN: lambda ctx: COLORS,
    "card type": lambda ctx: CARD_TYPES,
    "permanent type": lambda ctx: tuple(t for t in CARD_TYPES if t in PERMANENT_TYPES),
    "odd or even": lambda ctx: ("odd", "even"),
    "creature type": lambda ctx: tuple(sorted(subtypes.CREATURE)),
    "basic land type": lambda ctx: BASIC_LAND_TYPES,
    "sector": lambda ctx: SECTORS,
    **{what: partial(_in_game, fits) for what, fits in NAMES.items()},
    "player": lambda ctx: tuple(ctx.game.apnap()),
    "opponent": lambda ctx: tuple(ctx.game.reached(ctx.controller, ctx.source)),
}
"""What there is to choose from, by what is chosen."""


def _usual(game: Game, player: PlayerId, what: str, options: tuple[Any, ...]) -> Any:
    """The default: the creature type that most of the player's creatures have, the color of most of their permanents."""
    mine = [game.characteristics(i) for i in game.battlefield() if game.controller(i) == player]
    match what:
        case "creature type":
            count = {o: sum(o in m.subtypes for m in mine) for o in options}
        case "color":
            count = {o: sum(o in m.colors for m in mine) for o in options}
        case _:
            return None
    best = max(count.values(), default=0)
    return next((o for o in options if count[o] == best), None) if best else None


def remember(ctx: Context, what: str, chosen: Any) -> None:
    """CR 607.2d, 607.2g: the choice, or what was paid, holds for the rest of this text, and for the linked abilities of the object that it is made for."""
    ctx.chosen = ctx.chosen | {what: chosen}
    game = ctx.game
    game.cite(*LINKED_BY.get(what, ("607.2d", *(("607.2f",) if " or " in what else ()))))
    entering = ctx.entering
    if entering is not None:
        game.cite("614.12a", *(("707.6",) if entering.base is not None else ()))
        if sum(_speaks_of_choice(a, what) for a in (entering.base or _base(game, entering)).abilities) > 1:
            game.cite("607.4")
        ctx.entering = replace(entering, chosen=_with(entering.chosen, what, chosen))
        return
    source = ctx.now(ctx.source) if ctx.source else 0
    if source in game.objects and game.objects[source].zone in ("battlefield", "command"):
        key = linked_to(what, link_of(ctx))
        fields = {"chosen": _with(game.objects[source].chosen, key, chosen)}
        happen(ctx, ev.SetFields(thing=source, verb=f"has the {what} {chosen} chosen for it", fields=fields))


NOTED = "noted"
"""Under what the last number that was noted is remembered (CR 607.2e)."""
LIFE_PAID = "life paid"
"""Under what an amount of life that the player chose and paid is remembered (CR 607.2g)."""
LINKED_BY = {conditions.ANCHOR: ("614.12c", "607.2m"), LIFE_PAID: ("607.2g",), NOTED: ("607.2e",)}
"""By which rule abilities are linked that speak of what is remembered, where that is no mere choice (607.2d)."""


@performs(ab.Note)
def note(ctx: Context, effect: ab.Note) -> None:
    """CR 607.2e: what was noted before is forgotten."""
    remember(ctx, NOTED, number(ctx, effect.number))


def _base(game: Game, entering: ev.MoveZone | ev.CreateToken) -> Characteristics:
    return game.object(entering.object).base if isinstance(entering, ev.MoveZone) else entering.base


def _speaks_of_choice(ability: ab.Ability, what: str) -> bool:
    """CR 607.4: whether the ability refers to such a choice."""
    return any(
        isinstance(n, ab.OfTheChosen)
        and n.what == what
        or isinstance(n, ab.AddMana)
        and "chosen color" in n.any_
        for n in ab.walk(ability)
    )


def remember_targets(ctx: Context) -> None:
    """CR 607.1: the players who were targets of an ability, for an ability of the same permanent that speaks of them."""
    game, source = ctx.game, ctx.now(ctx.source)
    if source not in game.objects or game.objects[source].zone != "battlefield":
        return
    players = [t for things in ctx.settled_targets or () for t in things if isinstance(t, str)]
    if not players or not any(map(_speaks_of_targets, game.characteristics(source).abilities)):
        return
    obj, key = game.objects[source], linked_to(references.TARGETS, link_of(ctx))
    known = dict.fromkeys((*(dict(obj.chosen).get(key) or ()), *players))
    fields = {"chosen": _with(obj.chosen, key, tuple(known))}
    happen(ctx, ev.SetFields(thing=source, verb="remembers", fields=fields, quiet=True))


@by_identity
def _speaks_of_targets(ability: ab.Ability) -> bool:
    return any(isinstance(n, ab.ThatPlayer) and binding.TARGETED in n.to for n in ab.walk(ability))


def _with(
    chosen: tuple[tuple[LinkedTo, Any], ...], what: LinkedTo, new: Any
) -> tuple[tuple[LinkedTo, Any], ...]:
    return (*((k, v) for k, v in chosen if k != what), (what, new))
