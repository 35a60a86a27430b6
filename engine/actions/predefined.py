"""Predefined tokens: what a Treasure, a Food, a Clue, ... is (CR 111.10), in the words of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine import abilities as ab
from engine.binding import bound
from engine.errors import Unsupported
from engine.model import Card, Characteristics, Face

YOU = ab.You(said=False)
ME = ab.You()
SACRIFICE = ab.Do(ab.Sacrifice(ab.This()))
ONE = ab.Literally(1)
CREATURE = ab.Noun((("creature",),))
HOST = ab.Host("enchanted", "creature")
ENCHANT = ab.Keyword("enchant", which=CREATURE)
SORCERY = ab.Only(when="as a sorcery")


class Predefined(msgspec.Struct, frozen=True):
    """One row of CR 111.10. `rule`: its number."""

    rule: str
    base: Characteristics
    card: Card | None = None


def _artifact(
    subtype: str, *abilities: ab.Ability, types: tuple[str, ...] = ("artifact",)
) -> Characteristics:
    return Characteristics(
        name=f"{subtype} Token",
        types=frozenset(types),
        subtypes=frozenset({subtype}),
        abilities=bound(abilities),
    )


def _any_color(*costs: ab.Cost) -> ab.Activated:
    return ab.Activated(costs=(*costs, SACRIFICE), effect=ab.AddMana(mana=(), number=ONE, any_="any color"))


def treasure() -> Characteristics:
    """CR 111.10a."""
    return _artifact("Treasure", _any_color(ab.TapSymbol()))


def food() -> Characteristics:
    """CR 111.10b."""
    costs = (ab.PayMana("{2}"), ab.TapSymbol(), SACRIFICE)
    return _artifact("Food", ab.Activated(costs, ab.GainLife(ab.Literally(3), ME)))


def gold() -> Characteristics:
    """CR 111.10c."""
    return _artifact("Gold", _any_color())


def walker() -> Characteristics:
    """CR 111.10d."""
    return Characteristics(
        name="Walker",
        colors=frozenset({"black"}),
        types=frozenset({"creature"}),
        subtypes=frozenset({"Zombie"}),
        power=2,
        toughness=2,
    )


def shard() -> Characteristics:
    """CR 111.10e."""
    effect = ab.Sequence((ab.Keyworded("scry", ONE), ab.Draw(ONE)), joined="then")
    return _artifact("Shard", ab.Activated((ab.PayMana("{2}"), SACRIFICE), effect), types=("enchantment",))


def clue() -> Characteristics:
    """CR 111.10f."""
    return _artifact("Clue", ab.Activated((ab.PayMana("{2}"), SACRIFICE), ab.Draw(ONE)))


def blood() -> Characteristics:
    """CR 111.10g."""
    discard = ab.Do(ab.Discard(ab.Chosen(ab.Noun(form="card"))))
    return _artifact(
        "Blood", ab.Activated((ab.PayMana("{1}"), ab.TapSymbol(), discard, SACRIFICE), ab.Draw(ONE))
    )


def powerstone() -> Characteristics:
    """CR 111.10h: of spells, the mana can pay for artifacts alone; for abilities of anything."""
    spend = ab.EitherOf((ab.Noun((("artifact",),), form="spell"), ab.Noun(form="ability")))
    return _artifact("Powerstone", ab.Activated((ab.TapSymbol(),), ab.AddMana(("{C}",), spend=spend)))


def incubator() -> Characteristics:
    """CR 111.10i: the front face."""
    return _artifact("Incubator", ab.Activated((ab.PayMana("{2}"),), ab.Transform(ab.This())))


def _incubator_card() -> Card:
    front = Face(name="Incubator Token", type_line="Artifact — Incubator", abilities=incubator().abilities)
    back = Face(name="Phyrexian Token", type_line="Artifact Creature — Phyrexian", power="0", toughness="0")
    return Card("Incubator Token", (front, back), "double_faced_token")


def map_() -> Characteristics:
    """CR 111.10s."""
    mine = ab.Target(ab.Which((), CREATURE, (ab.ControlledBy(ME),)))
    costs = (ab.PayMana("{1}"), ab.TapSymbol(), SACRIFICE)
    return _artifact("Map", ab.Activated(costs, ab.Keyworded("explore", what=mine), restrictions=(SORCERY,)))


def junk() -> Characteristics:
    """CR 111.10t."""
    effect = ab.Sequence(
        (
            ab.Exile(ab.TopOfLibrary(ONE, ME)),
            ab.CastCard(ab.That("card"), ME, verb="play", duration=ab.ThisTurn(said="turn")),
        )
    )
    return _artifact("Junk", ab.Activated((ab.TapSymbol(), SACRIFICE), effect, restrictions=(SORCERY,)))


def lander() -> Characteristics:
    """CR 111.10u."""
    land = ab.Chosen(ab.Noun((("basic", "land"),), form="card"))
    effect = ab.Sequence(
        (
            ab.Search(land),
            ab.Put(ab.That("card", done="found", way=True), "battlefield", state=("tapped",)),
            ab.Shuffle(),
        ),
        joined="then",
    )
    return _artifact("Lander", ab.Activated((ab.PayMana("{2}"), ab.TapSymbol(), SACRIFICE), effect))


def mutagen() -> Characteristics:
    """CR 111.10v."""
    grow = ab.AddCounters(ONE, "+1/+1", ab.Target(CREATURE))
    costs = (ab.PayMana("{1}"), ab.TapSymbol(), SACRIFICE)
    return _artifact("Mutagen", ab.Activated(costs, grow, restrictions=(SORCERY,)))


def vibranium() -> Characteristics:
    """CR 111.10w: of spells, the mana can pay for artifacts alone; for abilities of anything."""
    spend = ab.EitherOf((ab.Noun((("artifact",),), form="spell"), ab.Noun(form="ability")))
    adds = ab.Activated((ab.TapSymbol(),), ab.AddMana(("{C}",), spend=spend))
    return _artifact("Vibranium", ab.Keyword("indestructible"), adds)


def _role(name: str, *abilities: ab.Ability) -> Characteristics:
    """CR 111.10j-r: a colorless Aura Role enchantment that enchants a creature."""
    return Characteristics(
        name=name,
        types=frozenset({"enchantment"}),
        subtypes=frozenset({"Aura", "Role"}),
        abilities=bound((ENCHANT, *abilities)),
    )


def _plus(*more: ab.Change) -> ab.Static:
    return ab.Static(HOST, (ab.ModifyPT(ONE, ONE), *more))


def cursed() -> Characteristics:
    """CR 111.10j."""
    return _role("Cursed", ab.Static(HOST, (ab.BasePT(ONE, ONE),)))


def monster() -> Characteristics:
    """CR 111.10k."""
    return _role("Monster", _plus(ab.Gains((ab.Keyword("trample"),))))


def royal() -> Characteristics:
    """CR 111.10m."""
    return _role("Royal", _plus(ab.Gains((ab.Keyword("ward", costs=(ab.PayMana("{1}"),)),))))


def sorcerer() -> Characteristics:
    """CR 111.10n."""
    scry = ab.Triggered(ab.Attacks(ab.This()), ab.Keyworded("scry", ONE))
    return _role("Sorcerer", _plus(ab.Gains((scry,))))


def virtuous() -> Characteristics:
    """CR 111.10p."""
    mine = ab.Each(ab.Which((), ab.Noun((("enchantment",),)), (ab.ControlledBy(ME),)))
    return _role("Virtuous", ab.Static(HOST, (ab.ModifyPT(ONE, ONE, each=ab.CountOf(mine)),)))


def wicked() -> Characteristics:
    """CR 111.10q."""
    dies = ab.Moves(ab.This(), "battlefield", "graveyard", "put")
    loses = ab.Triggered(dies, ab.LoseLife(ONE, ab.EachPlayer("opponent")), when="when")
    return _role("Wicked", _plus(), loses)


def young_hero() -> Characteristics:
    """CR 111.10r."""
    small = ab.Comparison(ab.StatOf("toughness", ab.This()), "<=", ab.Literally(3))
    grows = ab.Triggered(ab.Attacks(ab.This()), ab.AddCounters(ONE, "+1/+1", ab.This()), condition=small)
    return _role("Young Hero", ab.Static(HOST, (ab.Gains((grows,)),)))


TOKENS: dict[str, tuple[str, Callable[[], Characteristics]]] = {
    "treasure": ("111.10a", treasure), "food": ("111.10b", food), "gold": ("111.10c", gold), "walker": ("111.10d", walker),
    "shard": ("111.10e", shard), "clue": ("111.10f", clue), "blood": ("111.10g", blood), "powerstone": ("111.10h", powerstone),
    "incubator": ("111.10i", incubator), "cursed": ("111.10j", cursed), "monster": ("111.10k", monster), "royal": ("111.10m", royal),
    "sorcerer": ("111.10n", sorcerer), "virtuous": ("111.10p", virtuous), "wicked": ("111.10q", wicked),
    "young hero": ("111.10r", young_hero), "map": ("111.10s", map_), "junk": ("111.10t", junk), "lander": ("111.10u", lander),
    "mutagen": ("111.10v", mutagen), "vibranium": ("111.10w", vibranium),
}  # fmt: skip
"""The predefined tokens, by name in lower case ("Cursed Role" is "cursed")."""


def called(key: str) -> str:
    """The name that texts give a token of the table ("Treasure", "Cursed Role")."""
    rule, make = TOKENS[key]
    return f"{key.title()} Role" if "Role" in make().subtypes else key.title()


def predefined(name: str) -> Predefined:
    """CR 111.10: the token of that name ("Treasure", "Cursed Role"). Raises Unsupported for any that the rules don't define."""
    key = name.lower().removesuffix(" token").removesuffix(" role")
    if key not in TOKENS:
        raise Unsupported(f"the predefined token {name!r}")
    rule, make = TOKENS[key]
    return Predefined(rule, make(), _incubator_card() if key == "incubator" else None)
