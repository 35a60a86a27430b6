"""By which words a text calls things, so that later words can take them up (CR 608.2c)."""

from __future__ import annotations

from engine import abilities as ab

SELF = "this"
"""The word for the source itself."""


WHOSE = ("you control", "you don't control", "an opponent controls")
"""How one of two targets is told from the other by who controls it."""


def whose_words(said: str) -> str:
    """The noun with what is said of who controls it as one word ("creature you-control")."""
    for whose in WHOSE:
        said = said.replace(f" {whose}", f" {whose.replace(' ', '-')}")
    return said


def told_apart(target: ab.Target) -> frozenset[str]:
    """By whom a target is controlled, in one word, where its description says so."""
    for quality in target.which.after if isinstance(target.which, ab.Which) else ():
        match quality:
            case ab.ControlledBy(who=ab.You(), owned=False):
                return frozenset({"you-control"})
            case ab.Not(quality=ab.ControlledBy(who=ab.You(), owned=False)):
                return frozenset({"you-don't-control"})
            case ab.ControlledBy(who=ab.AnyPlayer(which="opponent"), owned=False):
                return frozenset({"an-opponent-controls"})
    return frozenset()


def words_of(noun: ab.Recipient | ab.Selection) -> frozenset[str]:
    """The nouns that a text calls things by, in lower case: what later words can take up."""
    match noun:
        case ab.Noun(kinds=kinds, form=form):
            words = {word.lower() for run in kinds for word in run}
            return frozenset(words | ({form} if form else set()) or {"permanent"})
        case ab.Which(before=before, noun=inner, after=after):
            typed = {q.word.lower() for q in before + after if isinstance(q, ab.OfType)}
            token = {"token"} if ab.Is("token") in before + after else set()
            return words_of(inner) | typed | token
        case ab.EitherOf(options=options):
            return frozenset().union(*map(words_of, options))
        case ab.AnyTarget():
            return frozenset({"target", "permanent", "creature", "planeswalker", "battle", "player"})
        case ab.PlayerKind(who=who):
            return frozenset({"player", who})
        case ab.Each(which=ab.Which(after=(ab.InZone(zone=zone),)), word="zone"):
            return frozenset({"card", zone})
        case ab.Target(which=which):
            return words_of(which) | told_apart(noun)
        case ab.Chosen(which=which) | ab.Each(which=which):
            return words_of(which)
        case ab.EachOf(of=of):
            return words_of(of)
        case ab.TargetPlayer(which=which_player):
            return frozenset({"player", which_player})
        case ab.That(noun=said):
            return frozenset(said.lower().replace(" or ", " ").split())
        case ab.This() | ab.Grantor():
            return frozenset({SELF})
        case ab.Host(noun=said):
            return frozenset({said.lower()})
        case ab.Together(parts=parts):
            return frozenset().union(*map(words_of, parts))
        case ab.OneOf(of=of, which=of_which):
            return words_of(of) | (words_of(of_which) if of_which is not None else frozenset())
        case ab.EachPlayer(which=player_kind) | ab.AnyPlayer(which=player_kind):
            return frozenset({"player", "opponent"} if player_kind == "opponent" else {"player"})
        case ab.TopOfLibrary(which=which):
            return frozenset({"card"}) | (words_of(which) if which is not None else frozenset())
        case ab.Players():
            return frozenset({"player"})
        case _:
            return frozenset({"object"})


def runs_of(noun: ab.Selection) -> tuple[tuple[str, ...], ...]:
    """The words of a noun, in lower case, run by run ("artifact or Elf creature"); none for any target."""
    if not isinstance(noun, ab.Noun):
        return ()
    form = (noun.form,) if noun.form else ()
    return tuple((*(w.lower() for w in run), *form) for run in noun.kinds) or (form or ("permanent",),)


def is_singular(selection: ab.Selection | None) -> bool:
    """Whether one thing is asked for, which later words speak of in the singular ("up to one target creature ... it")."""
    match selection:
        case None:
            return True
        case ab.Exactly(number=ab.Literally(value=1)) | ab.UpTo(number=ab.Literally(value=1)):
            return True
        case _:
            return False


def asks_what_was_paid(ability: ab.Ability) -> bool:
    """CR 601.2f: whether the ability changes what its own spell costs by what is done to pay the additional cost said before it."""
    changes = ability.changes if isinstance(ability, ab.Static) and isinstance(ability.what, ab.This) else ()
    return any(isinstance(c, ab.CostChange) and isinstance(c.times, ab.HowMany) for c in changes)
