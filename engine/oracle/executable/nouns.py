"""Nouns that are executable: descriptions, the qualities in them, and what is picked by them (CR 102, 109, 115)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import abilities as ab
from engine.cards import FIRST_PRINTED
from engine.oracle.executable.shared_words import COLOR_WORDS, either_stat_word, stat_word
from engine.oracle.executable.tables import CHECKED, OPEN, WORDING, Path, checks, part_of_speech, words
from engine.queries import descriptions, history, piles, relations, states

part_of_speech(ab.Selection, {*descriptions.DESCRIPTIONS, *descriptions.AMOUNTS})
part_of_speech(ab.Quality, {*descriptions.QUALITIES, *descriptions.JOINING})
part_of_speech(ab.Objects, {*descriptions.MEANT, ab.Target, ab.SameReceiver, ab.Grantor})
part_of_speech(ab.Players, descriptions.PLAYERS)

PLAYER_KINDS = frozenset({"player", "opponent"})
WITH_OTHERS = PLAYER_KINDS | {"other player"}

UNSHOWN = {"owners", "permanent type"}
"""What no card at hand asks to be alike, or chosen, so that no scenario could fail without it."""

# ---- descriptions ----

words(ab.Noun, kinds=OPEN, form=descriptions.FORMS, joined=WORDING)
words(ab.EitherOf, joined=WORDING)
words(ab.PlayerKind, who=PLAYER_KINDS)
words(ab.AnyTarget, said=WORDING)

# ---- qualities ----

words(ab.Is, state=states.STATES)
words(ab.Alike, what=descriptions.ALIKE.keys() - UNSHOWN, said=WORDING)
words(ab.OfColor, color=COLOR_WORDS)
words(ab.OfType, word=OPEN)
words(ab.AnyOf, joined=WORDING)
words(ab.InZone, zone=descriptions.ZONES - {"stack"}, word=WORDING)
words(ab.With, keyword=OPEN)
words(ab.Compared, stat=either_stat_word, op=descriptions.OPERATORS, briefly=WORDING)
words(ab.Extreme, most=frozenset({"greatest", "highest", "least"}), stat=stat_word)
words(ab.WithCost, costs=OPEN, many=WORDING, said=WORDING)
words(ab.OneOf, random=frozenset({"", "at random"}))
words(ab.WithCounter, kind=OPEN, many=WORDING, said=WORDING)
words(ab.Other, said=WORDING)
words(ab.Named, name=OPEN)
words(ab.OriginallyPrinted, expansion=frozenset(FIRST_PRINTED))
words(ab.Besides, said=WORDING)
words(ab.OfTheChosen, what=descriptions.OF_THE_CHOSEN.keys() - UNSHOWN, value=OPEN, said=WORDING)
words(ab.Having, relation=relations.RELATIONS)
words(ab.Nth, when=frozenset({"this turn", "this game"}))
words(ab.Happened, what=CHECKED, when=CHECKED)

# ---- objects ----

words(ab.TopOfLibrary, zone=frozenset({"", "graveyard", "library bottom", "graveyard bottom"}))
words(ab.Each, word=WORDING)
words(ab.That, noun=OPEN, done=OPEN, the=WORDING)
words(ab.Host, how=OPEN, noun=OPEN)
words(ab.Together, joined=WORDING)
words(ab.EachOf, behind=WORDING)
words(ab.Rest, word=WORDING)
words(ab.Pile, word=piles.WORDS)
words(ab.Fixed, things=OPEN, rule=OPEN)

# ---- players ----

words(ab.TargetPlayer, which=PLAYER_KINDS)
words(ab.EachPlayer, which=WITH_OTHERS, word=WORDING)
words(ab.AnyPlayer, which=WITH_OTHERS, word=WORDING)
words(ab.ThatPlayer, word=OPEN)
words(ab.ThePlayer, role=descriptions.ROLES)
words(ab.PlayerOrController, noun=OPEN, last=WORDING)


@checks(ab.That)
def paid_with(noun: ab.That, path: Path) -> Iterator[str]:
    """CR 601.5: what a cost is paid with later would have to be considered as a target is chosen."""
    targeted = next((n for n, node in enumerate(path) if isinstance(node, ab.Target)), None)
    if noun.done and targeted is not None and not any(isinstance(n, ab.Later | ab.Triggered) for n in path):
        yield "a target by what is done or paid after it is chosen"
    costs = [cost for n in path if isinstance(n, ab.Activated) for cost in n.costs]
    leaves = any(
        isinstance(c, ab.Do) and isinstance(c.action, ab.Sacrifice) and c.action.what == ab.This()
        for c in costs
    )
    if noun == ab.That() and targeted is not None and leaves:
        yield "a target by what its source is before that is sacrificed"


@checks(ab.Grantor)
def grantor(noun: ab.Grantor, path: Path) -> Iterator[str]:
    """CR 201.5a: what a continuous effect gives to objects knows where it is from."""
    if not any(isinstance(n, ab.Gains) for n in path):
        yield "a name that isn't said in what something is given"


@checks(ab.OfTheChosen)
def that_name(quality: ab.OfTheChosen, path: Path) -> Iterator[str]:
    """CR 201.4, 608.2c: "that name" is one that the same text has somebody choose; the name of a thing that was spoken of isn't looked up so."""
    if quality.what != "card name" or quality.said or quality.value != "":
        return
    if any(isinstance(n, ab.Keyword) for n in path):  # "protection from the chosen card name" says so
        return
    if not any(isinstance(n, ab.Choose) and n.what.endswith("card name") for n in ab.walk(path[:1])):
        yield "what that name is the name of"


@checks(ab.OfTheChosen, ab.ChosenType, ab.AddMana, ab.Devotion)
def chosen_before(
    value: ab.OfTheChosen | ab.ChosenType | ab.AddMana | ab.Devotion, path: Path
) -> Iterator[str]:
    """CR 608.2d: "that color" is the one that an instruction of the same text had one player choose; what is "of your choice" is chosen as the
    instruction that says so is carried out, so that nothing but an instruction can, and no target."""
    said = value.any_[:4] if isinstance(value, ab.AddMana) else value.said
    if said == "your choice":
        around = [
            n
            for n in path
            if isinstance(n, ab.Ability | ab.Effect | ab.Condition | ab.EventPattern | ab.Target)
        ]
        if not around or not isinstance(around[-1], ab.Effect):
            yield "a choice that isn't made as an instruction is carried out"
    if said[:4] == "that":
        made = [n for n in ab.walk(path[0]) if isinstance(n, ab.Choose)]
        word = "color" if isinstance(value, ab.AddMana | ab.Devotion) else value.what
        several = (ab.EachPlayer, ab.PlayersWho, ab.SeveralPlayers)
        if not any(
            c.what == word or c.what.endswith(f" {word}") for c in made if not isinstance(c.who, several)
        ):
            yield f"that {word}, where none was chosen"


@checks(ab.InZone)
def zone(quality: ab.InZone, path: Path) -> Iterator[str]:
    """CR 601.2c: several targets in one player's zone are chosen so; one out of each player's zone isn't one out of all."""
    picked = [n for n in path if isinstance(n, ab.Objects)]
    if (
        quality.who in (ab.EachPlayer(), ab.EachPlayer("opponent"))
        and picked
        and isinstance(picked[-1], ab.Chosen)
    ):
        yield "something chosen out of each of several zones"
    if quality.single and not (picked and isinstance(picked[-1], ab.Target | ab.Chosen)):
        yield "several cards of one zone that aren't picked together"


def _asking(path: Path) -> Any:
    """What the description belongs to."""
    return next((n for n in reversed(path) if not isinstance(n, ab.Selection)), None)


@checks(ab.Alike, ab.Compared)
def alike(quality: ab.Alike | ab.Compared, path: Path) -> Iterator[str]:
    """CR 601.2c, 608.2d: what is said of several together is heeded where so many are picked by an instruction."""
    if isinstance(quality, ab.Compared) and not descriptions.is_total(quality):
        return
    if (
        isinstance(quality, ab.Compared)
        and (quality.stat, quality.op) == ("total power", ">=")
        and any(isinstance(n, ab.PlayerAttacks) for n in path)
    ):
        return  # of all that a player attacks with
    if isinstance(quality, ab.Compared) and (
        quality.op != "<=" or any(isinstance(n, ab.CastCard) for n in path)
    ):
        yield f"a {quality.stat} of what isn't picked together"
    if isinstance(quality, ab.Alike) and isinstance(_asking(path), ab.Controls):
        return  # of so many that there are
    picked = [n for n in path if isinstance(n, ab.Objects)]
    some = (
        picked and isinstance(picked[-1], ab.Target | ab.Chosen | ab.OneOf) and picked[-1].amount is not None
    )
    described = some and getattr(picked[-1], "which", None)
    if not isinstance(described, ab.Which) or quality not in (*described.before, *described.after):
        yield "what several things have to be together where they aren't picked together"
    if any(isinstance(n, ab.Condition | ab.EventPattern | ab.Number) for n in path):
        yield "what several things have to be together elsewhere than in an instruction"


@checks(ab.ThatPlayer)
def several_players(noun: ab.ThatPlayer, path: Path) -> Iterator[str]:
    """CR 608.2c: of "those players" each does what is said with their own things: what was spoken of of all of them isn't told apart."""
    doing = path[-1] if path else None
    shared = (ab.That, ab.OneOf, ab.Rest)
    if not isinstance(doing, ab.Effect) or "those players" not in noun.word:
        return
    if any(isinstance(n, shared) for n in ab.walk(getattr(doing, "what", None))):
        yield "things of several players, of whom each has some"


@checks(ab.Happened)
def happened(quality: ab.Happened, path: Path) -> Iterator[str]:
    """CR 608.2i: what the log tells of an object."""
    if not history.tells(quality.what, quality.when):
        yield f"whether something {quality.what!r} {quality.when!r}"
