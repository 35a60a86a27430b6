"""What each noun, instruction, cost and event speaks of, so that later words can refer to it (CR 608.2c): tables over the vocabulary.

An address is a node's own (`at`), or that and a role: what an instruction was done to or made stands under `at`, what it `PICKED` out of more one after it, all
that there was to pick from (`OFFERED`) two after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from engine import abilities as ab
from engine.binding.candidates import HOST, SOURCE, Candidate
from engine.binding.words import SELF, is_singular, words_of
from engine.model import SAID_OF_STICKERS

STEP = 4
"""How far the addresses of two nodes are apart."""
PICKED = 1
OFFERED = 2
ATTACKED = 1
CONTROLLER = 1
OWNER = 2

# ---- nouns ------------------------------------------------------------------------------------------------------------


def of_noun(noun: Any) -> Candidate | None:
    """What a noun of an instruction or event speaks of; None for what only refers to something else, and for "you"."""
    match noun:
        case ab.This():
            return Candidate((SOURCE,), frozenset({SELF}))
        case ab.Grantor():
            return Candidate((noun.at,), frozenset({SELF}))
        case ab.Host(noun="player"):
            return Candidate((noun.at, HOST), frozenset({"player"}), object=False, player=True)
        case ab.Host():
            return Candidate((noun.at, HOST), words_of(noun) - {"permanent"} or words_of(noun))
        case ab.Target(which=which, amount=amount) | ab.Chosen(which=which, amount=amount):
            several = not is_singular(amount)
            return _described(noun, which, several)
        case ab.Each(which=which, word=word):
            said = _described(noun, which, True)
            return (
                Candidate(said.to, said.words, None, "", said.object, said.player, group=True)
                if word == "each"
                else said
            )
        case ab.TopOfLibrary(number=number):
            several = number != ab.Literally(1)
            return Candidate((noun.at,), words_of(noun), several, group=True)
        case ab.OneOf(amount=amount):
            return Candidate((noun.at,), words_of(noun) | {"card"}, not is_singular(amount), loose=True)
        case ab.Together():
            both = any(isinstance(p, ab.Players) for p in noun.parts)
            one_or_more = None if noun.joined == "or" else True
            whole = not all(isinstance(p, ab.OneOf) for p in noun.parts)  # "the rest" is left of the whole
            return Candidate((noun.at,), words_of(noun), one_or_more, player=both, group=whole)
        case ab.Rest() | ab.Pile():
            return Candidate((noun.at,), frozenset({"card"}), True, loose=True)
        case ab.Haunted():
            return Candidate((noun.at,), frozenset({"creature"}))
        case ab.You() | ab.ThatPlayer():
            return None
        case ab.Players():
            words = words_of(noun) | {"player"}
            targeted = isinstance(noun, ab.TargetPlayer)
            return Candidate((noun.at,), words, None, object=False, player=True, target=targeted)
    return None


def _described(noun: Any, which: ab.Selection, several: bool) -> Candidate:
    words = words_of(noun)
    kinds = {type(n) for n in ab.walk(which)}
    players = ab.PlayerKind in kinds or ab.AnyTarget in kinds or "player" in words
    objects = bool(kinds & {ab.Noun, ab.AnyTarget, ab.ThisOne}) and words != {"player"}
    return Candidate(
        (noun.at,),
        words,
        several,
        object=objects,
        player=players,
        group=several and not isinstance(noun, ab.Chosen),  # what is left is the others, that nobody chose
        target=isinstance(noun, ab.Target),
    )


def holders(noun: Any) -> list[Candidate]:
    """The player who is spoken of in the description of an object ("target creature *an opponent* controls"): its controller or owner."""
    if isinstance(noun, ab.TopOfLibrary):
        return (
            [owner_of(Candidate((noun.at,)))] if isinstance(noun.whose, ab.ThePlayer | ab.AnyPlayer) else []
        )
    which = getattr(noun, "which", None)
    if not isinstance(which, ab.Which) or not isinstance(noun, ab.Target | ab.Chosen | ab.Each):
        return []
    found = []
    for quality in (*which.before, *which.after):
        who = getattr(quality, "who", None)
        if not isinstance(who, ab.AnyPlayer | ab.EachPlayer | ab.ThePlayer):
            continue
        role = CONTROLLER if isinstance(quality, ab.ControlledBy) else OWNER
        found.append(owner_of(Candidate((noun.at,)), role))
    return found


def owner_of(said: Candidate, role: int = OWNER) -> Candidate:
    """The owner (or controller) of what was spoken of, as a player who is spoken of by that."""
    to = tuple(at + role for at in said.to if at > 0 and at % STEP == 0)
    return Candidate(to, frozenset({"player", "opponent"}), None, object=False, player=True)


# ---- instructions -----------------------------------------------------------------------------------------------------


def _many(amount: ab.Number | None) -> bool:
    return amount is not None and amount != ab.Literally(1)


def _done_to(
    participle: str, field: str = "what", amount: bool = False, more: Iterable[str] = ()
) -> Callable[[Any], list[Candidate]]:
    """The instruction is done to what the noun in the field means: only "the ... one" and "... this way" refer to it by that."""

    def speaks(effect: Any) -> list[Candidate]:
        what = getattr(effect, field)
        noun = of_noun(what)
        words = noun.words if noun is not None else frozenset({"card", "permanent"})
        if isinstance(what, ab.Together):  # "this creature and any number of others" are creatures, too
            words -= {SELF}
        return [
            Candidate(
                (effect.at,), words | set(more), noun.many if noun is not None else getattr(what, "many", False), participle, object=False,
                amount=amount, loose=noun is None,
            )
        ]  # fmt: skip

    return speaks


def _amount(participle: str) -> Callable[[Any], list[Candidate]]:
    """Only how much it came to is worth speaking of."""
    return lambda effect: [Candidate((effect.at,), done=participle, object=False, amount=True, many=None)]


def _cards(participle: str) -> Callable[[Any], list[Candidate]]:
    """So many cards."""
    return lambda effect: [
        Candidate(
            (effect.at,),
            frozenset({"card"}),
            _many(effect.number),
            participle,
            amount=True,
            group=True,
            loose=True,
        )
    ]


def _put(effect: ab.Put) -> list[Candidate]:
    return _done_to("returned" if effect.verb == "return" else "put", more=("card",))(effect)


def _tapped(effect: ab.Tap) -> list[Candidate]:
    both = [_done_to("tapped")(effect)[0], _done_to("untapped")(effect)[0]]
    return both if effect.state == "tap or untap" else both[:1] if effect.state == "tap" else both[1:]


def _exiled(effect: ab.Exile) -> list[Candidate]:
    return _done_to("exiled", more=("card",))(effect)


def _created(effect: ab.Create) -> list[Candidate]:
    token = effect.token
    words = {w.lower() for w in token.words} | {"token", "permanent"}
    if token.predefined:
        words.add(token.predefined.lower())
    loose = token.copy_of is not None
    if token.copy_of is not None:
        noun = of_noun(token.copy_of)
        words |= {"copy"} | (noun.words - {SELF} if noun is not None else set())
    several = _many(effect.number) or effect.each is not None
    return [
        Candidate((effect.at,), frozenset(words), several, "created", amount=True, loose=loose, group=several)
    ]


def _copied(effect: Any) -> list[Candidate]:
    """ "It" goes on being what was copied; what was made is "the copy"."""
    noun = of_noun(effect.what)
    original = noun is not None and bool(noun.many)
    several = getattr(effect, "times", None) is not None or original or getattr(effect.what, "many", False)
    return [
        Candidate((effect.at,), frozenset({"copy"}), True if several else None, "copied", named_only=True)
    ]


def _found(effect: ab.Search) -> list[Candidate]:
    amount = getattr(effect.what, "amount", None)
    several = isinstance(effect.what, ab.Each | ab.Together) or not is_singular(amount)
    words = words_of(effect.what) | {"card"}
    return [
        Candidate((effect.at + OFFERED,), words, True, object=False, group=True),
        Candidate((effect.at,), words, several, "found"),
    ]


def _revealed_until(effect: ab.RevealUntil) -> list[Candidate]:
    done = "revealed" if effect.verb == "reveal" else "exiled"
    several = _many(effect.number)
    return [
        Candidate((effect.at,), frozenset({"card"}), True, done, group=True),
        Candidate((effect.at + PICKED,), words_of(effect.which) | {"card"}, several, "picked"),
    ]


def _chosen(effect: ab.Choose) -> list[Candidate]:
    if effect.objects is not None and effect.what.startswith("vote"):
        words = words_of(effect.objects)
        return [
            Candidate((effect.at,), words, True, "voted for", group=True),
            Candidate((effect.at + PICKED,), words, True, "most voted for", group=True),
        ]
    if effect.objects is not None:
        noun = of_noun(effect.among if effect.among is not None else effect.objects)
        words = noun.words if noun is not None else frozenset({"card"})
        several = noun.many if noun is not None else True
        of_each = isinstance(effect.who, ab.EachPlayer | ab.PlayersWho)
        offered = Candidate((effect.at + OFFERED,), words, True, object=False, group=True)
        return [
            *((offered,) if isinstance(effect.objects, ab.Chosen) or effect.among is not None else ()),
            Candidate((effect.at,), words, True if of_each else several, "chosen", loose=True),
        ]
    if effect.what in ("player", "opponent"):
        return [
            Candidate(
                (effect.at,), frozenset({"player", "opponent"}), False, "chosen", object=False, player=True
            )
        ]
    return []


def _dealt(effect: ab.DealDamage) -> list[Candidate]:
    noun = of_noun(effect.to)
    words = noun.words if noun is not None else frozenset({"permanent", "player"})
    return [
        Candidate(
            (effect.at,),
            words,
            noun.many if noun is not None else None,
            "dealt damage",
            object=False,
            amount=True,
            loose=True,
        ),
        Candidate(
            (effect.at + OFFERED,),
            frozenset({"damage"}),
            None,
            "dealt excess damage",
            object=False,
            amount=True,
            named_only=True,
        ),
    ]


def _cast(effect: ab.CastCard) -> list[Candidate]:
    if effect.duration is not None:
        return []
    several = getattr(effect.what, "many", False)
    return [Candidate((effect.at,), frozenset({"spell"}), several, "cast", loose=True, named_only=True)]


KEYWORDED: dict[str, tuple[str, str]] = {
    "manifest": ("manifested", "card"), "manifest dread": ("manifested", "card"), "cloak": ("cloaked", "card"), "amass": ("amassed", "army"),
    "discover": ("discovered", "card"), "bolster": ("bolstered", "creature"), "blight": ("blighted", "creature"), "explore": ("revealed", "card"),
    "investigate": ("created", "token"), "populate": ("created", "token"), "incubate": ("created", "token"), "endure": ("created", "token"),
    "collect evidence": ("exiled", "card"),
}  # fmt: skip
"""What keyword actions do to what, or make: the participle and the noun."""


def _keyworded(effect: ab.Keyworded) -> list[Candidate]:
    if effect.verb == "clash":
        return [Candidate((effect.at,), frozenset({"player", "opponent"}), None, object=False, player=True)]
    if effect.verb == "put a sticker":
        called = frozenset({"creature", "permanent", *SAID_OF_STICKERS})
        return [Candidate((effect.at,), called, None, "stickered", object=False, amount=True, loose=True)]
    if effect.verb not in KEYWORDED:
        return []
    done, noun = KEYWORDED[effect.verb]
    several = _many(effect.number) and effect.verb in ("manifest", "cloak", "investigate")
    words = frozenset({noun, "creature", "permanent"} if noun not in ("token",) else {noun, "permanent"})
    return [
        Candidate(
            (effect.at,),
            words,
            several,
            done,
            loose=True,
            object=effect.verb not in ("explore", "collect evidence"),
        )
    ]


def _transformed(effect: ab.Transform) -> list[Candidate]:
    done = PARTICIPLES.get(effect.verb, "")
    return _done_to(done)(effect) if done else []


PARTICIPLES = {
    "transform": "transformed", "convert": "converted", "flip": "flipped", "goad": "goaded", "detain": "detained", "exert": "exerted",
    "suspect": "suspected", "heal": "healed", "harness": "harnessed", "become prepared": "prepared",
}  # fmt: skip
"""The participles of what is done to objects by verbs of Transform."""


def _revealed(participle: str) -> Callable[[Any], list[Candidate]]:
    """What is shown out of a group leaves the group as it was: "the rest" is left of that."""

    def speaks(effect: Any) -> list[Candidate]:
        found = _done_to(participle, more=("card",))(effect)[0]
        apart = not isinstance(effect.what, ab.OneOf | ab.That | ab.This)
        return [replace(found, many=True if found.many else None, group=apart, loose=True)]

    return speaks


def _counters_put(effect: ab.AddCounters) -> list[Candidate]:
    return [
        Candidate(
            (effect.at,),
            frozenset({"counter", f"{effect.kind} counter"}),
            None,
            "counters",
            object=False,
            amount=True,
        )
    ]


def _counters_removed(effect: Any) -> list[Candidate]:
    words = {"counter", f"{effect.kind} counter"} if effect.kind else {"counter"}
    return [Candidate((effect.at,), frozenset(words), None, "removed", object=False, amount=True, loose=True)]


def _fought(effect: ab.Fight) -> list[Candidate]:
    return [Candidate((effect.at,), frozenset({"creature"}), True, "fought", object=True, amount=True)]


def _separated(effect: ab.Separate) -> list[Candidate]:
    return [
        Candidate(
            (effect.at + OFFERED,),
            frozenset({"card", "permanent"}),
            True,
            object=False,
            group=True,
            loose=True,
        )
    ]


INSTRUCTIONS: dict[type[Any], Callable[[Any], list[Candidate]]] = {
    ab.Destroy: _done_to("destroyed"),
    ab.Sacrifice: _done_to("sacrificed"),
    ab.Counter: _done_to("countered"),
    ab.Exile: _exiled,
    ab.Put: _put,
    ab.Tap: _tapped,
    ab.Discard: _done_to("discarded", amount=True, more=("card",)),
    ab.Attach: _done_to("attached"),
    ab.Unattach: _done_to("unattached"),
    ab.DealDamage: _dealt,
    ab.AddCounters: _counters_put,
    ab.RemoveCounters: _counters_removed,
    ab.MoveCounters: _counters_removed,
    ab.GainLife: _amount("gained"),
    ab.LoseLife: _amount("lost"),
    ab.PayLife: _amount("paid"),
    ab.Shuffle: lambda effect: _done_to("shuffled")(effect) if effect.what is not None else [],
    ab.Choose: _chosen,
    ab.Transform: _transformed,
    ab.Reveal: _revealed("revealed"),
    ab.LookAt: _revealed("looked at"),
    ab.Draw: _cards("drawn"),
    ab.Mill: _cards("milled"),
    ab.RevealUntil: _revealed_until,
    ab.Search: _found,
    ab.Create: _created,
    ab.CopySpell: _copied,
    ab.CopyCard: _copied,
    ab.CastCard: _cast,
    ab.Keyworded: _keyworded,
    ab.Roll: _amount("rolled"),
    ab.Flip: _amount("won"),
    ab.AddMana: _amount("added"),
    ab.Prevent: lambda effect: [
        Candidate(
            (effect.at,), frozenset({"damage"}), None, "prevented", object=False, amount=True, named_only=True
        )
    ],
    ab.Fight: _fought,
    ab.Separate: _separated,
}
"""What an instruction speaks of besides what its nouns do: what it makes or finds, what it was done to, how much it came to."""

# ---- events -----------------------------------------------------------------------------------------------------------

SUBJECTS = ("what", "source", "on")
"""The fields of an event pattern that hold what the event is said of."""
AMOUNTS = (
    ab.DealsDamage, ab.IsDealtDamage, ab.LifeChanges, ab.CountersPut, ab.PlayerDoes, ab.PlayerAttacks, ab.Attacks, ab.TapsForMana, ab.Moves,
)  # fmt: skip
"""Events that come to so much, or so many."""
DEEDS = {
    "discard": "discarded", "sacrifice": "sacrificed", "exile": "exiled", "draw": "drawn", "mill": "milled", "create": "created", "reveal": "revealed", "cycle": "discarded",
    "cast": "cast", "play": "played", "cascade": "exiled", "the Ring tempts": "the Ring tempts",
}  # fmt: skip
"""The participles of what players do in events."""
ABOUT: dict[type[Any], frozenset[str]] = {
    ab.Casts: frozenset({"spell", "card", "object"}),
    ab.CastOrCopied: frozenset({"spell", "card", "object"}),
    ab.ManaSpent: frozenset({"spell", "card"}),
    ab.Activates: frozenset({"ability"}),
    ab.BecomesTarget: frozenset({"spell", "ability", "object", "source"}),
    ab.DealsDamage: frozenset({"permanent", "player", "creature", "recipient"}),
    ab.IsDealtDamage: frozenset({"source", "permanent", "spell", "creature"}),
    ab.PlayerDoes: frozenset({"card", "permanent", "token"}),
    ab.ObjectDoes: frozenset({"permanent", "creature", "player"}),
    ab.Attacks: frozenset(),
    ab.TapsForMana: frozenset({"mana"}),
}
"""What the objects of an event that no noun of the pattern names can be called."""
WITH_PLAYERS = (
    ab.Attacks, ab.PlayerAttacks, ab.Casts, ab.CastOrCopied, ab.ManaSpent, ab.Activates, ab.BecomesTarget, ab.StepBegins, ab.TapsForMana,
    ab.PlayerDoes, ab.LifeChanges,
)  # fmt: skip
"""Events whose player can be spoken of, whether or not the pattern names one."""


def of_event(
    pattern: Any, nouns: list[Candidate], subject: Candidate | None, named: tuple[int, ...]
) -> list[Candidate]:
    """What an event that fits the pattern speaks of, its subject last: "it" means that. `nouns`: what the pattern's other nouns speak of;
    `named`: the addresses of all its nouns."""
    found: list[Candidate] = []
    anyone = Candidate((pattern.at,), frozenset({"player", "opponent"}), None, object=False, player=True)
    said = isinstance(pattern, ab.Moves) and (pattern.whose, pattern.under, pattern.cause) != (
        None,
        None,
        None,
    )
    nobodys = (
        isinstance(pattern, ab.StepBegins) and pattern.whose is None and pattern.word.startswith("the next")
    )
    if said or (isinstance(pattern, WITH_PLAYERS) and not isinstance(pattern, ab.Attacks) and not nobodys):
        attacking = {"attacking player"} if isinstance(pattern, ab.PlayerAttacks) else set()
        found.append(replace(anyone, words=anyone.words | attacking))
    if isinstance(pattern, ab.Attacks | ab.PlayerAttacks):
        found.append(replace(anyone, to=(pattern.at + ATTACKED,)))
    if type(pattern) in ABOUT and ABOUT[type(pattern)] and not _names_the_other(pattern):
        words = ABOUT[type(pattern)]
        done = DEEDS.get(pattern.verb, "") if isinstance(pattern, ab.PlayerDoes) else ""
        several = None if isinstance(pattern, ab.PlayerDoes) else False
        with_what = isinstance(pattern, ab.PlayerDoes) and pattern.what is not None
        to = (pattern.at, pattern.what.at) if with_what else (pattern.at,)
        found.append(Candidate(to, words, several, done, player="player" in words, loose=True))
    one = isinstance(pattern, ab.Moves) and not (subject is not None and subject.many)
    if isinstance(pattern, AMOUNTS) and not one:
        done = {"gain": "gained", "lose": "lost"}.get(getattr(pattern, "how", ""), "")
        found.append(
            Candidate((pattern.at, *named), _measured(pattern), None, done, object=False, amount=True)
        )
    found += [replace(_of_event(c), event=pattern.at) for c in nouns]
    if subject is not None:
        found.append(replace(_of_event(subject), event=pattern.at, subject=True))
    return found


def _measured(pattern: Any) -> frozenset[str]:
    """What the amount of an event is an amount of, where words can name that."""
    if isinstance(pattern, ab.DealsDamage | ab.IsDealtDamage):
        return frozenset({"damage"})
    scried = isinstance(pattern, ab.PlayerDoes) and pattern.verb == "scry"
    return frozenset({"looked at"}) if scried else frozenset()


def _names_the_other(pattern: Any) -> bool:
    """Whether the pattern has a noun for whatever else there is to the event."""
    match pattern:
        case ab.DealsDamage(whom=other) | ab.IsDealtDamage(by=other) | ab.ObjectDoes(other=other):
            return other is not None
    return False


def _of_event(said: Candidate) -> Candidate:
    """Things of an event can be called by any noun that fits them: a creature that died is a card; several at once may be one."""
    if said.player and not said.object:
        return said
    return Candidate(
        said.to,
        said.words,
        said.many,
        said.done,
        said.object,
        said.player,
        said.amount,
        said.group,
        loose=SELF not in said.words,
    )
