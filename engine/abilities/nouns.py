"""Nouns: which objects and players an instruction speaks of (CR 102, 109, 115).

Three independent axes: how picked (`Target`, `Chosen`, `Each`, `That`, `This`, `Host`, ...), how many (`Amount`), which
(`Selection`: a noun with qualities before and after it, in the order they are said).
"""

from __future__ import annotations

from typing import Literal

from engine.abilities.base import (
    Condition,
    EventPattern,
    Number,
    Objects,
    Players,
    Quality,
    Recipient,
    Selection,
)

# ---- which --------------------------------------------------------------------------------------------------

Form = Literal["", "permanent", "card", "spell", "token", "source", "ability", "player"]


class Noun(Selection):
    """A head noun. `kinds`: alternatives, each a run of type, supertype or subtype words that must all hold
    ("artifact creature"); none: any. `form`: what is spoken of: "" alone means permanents (CR 109.2); "creature card" has
    form card, "permanent" has no kinds and form permanent; "permanent card" has the kind permanent (CR 110.4a). `joined`: the word between alternatives."""

    kinds: tuple[tuple[str, ...], ...] = ()
    form: Form = ""
    joined: Literal["or", "and", "and/or"] = "or"


class Which(Selection):
    """A noun with its qualities: those said before it and those said after it; all must hold."""

    before: tuple[Quality, ...]
    noun: Selection
    after: tuple[Quality, ...] = ()


class EitherOf(Selection):
    """Fits if any of the descriptions fits ("creature you control or card in a graveyard")."""

    options: tuple[Selection, ...]
    joined: Literal["or", "or a", "and", "and/or"] = "or"


class AnyTarget(Selection):
    """What "any target" may be: creature, player, planeswalker, battle (CR 115.4). `said`: of one that is another than those before: "another", "a third"."""

    said: str = ""


class ThisOne(Selection):
    """The source of the ability and nothing else ("when you cast this spell")."""


class PlayerKind(Selection):
    """Players as things that can be picked: "player", "opponent", "teammate"."""

    who: Literal["player", "opponent", "teammate"] = "player"


# ---- qualities ----------------------------------------------------------------------------------------------


class Is(Quality):
    """A state named by one word: tapped, untapped, attacking, blocking, blocked, unblocked, face-down, token, nontoken, enchanted, equipped,
    modified, legendary and other supertypes, colorless, multicolored, monocolored, historic, kicked, goaded, ... `state` is the CR's word."""

    state: str


class OfColor(Quality):
    """Has the color: white, blue, black, red or green (CR 105)."""

    color: str


class OfType(Quality):
    """Has the type, supertype or subtype, said as a quality ("Goblin" in "non-Goblin", "that's a Bird")."""

    word: str


class Not(Quality):
    """The opposite of a quality ("nonblack", "without flying", "you don't control")."""

    quality: Quality


class AnyOf(Quality):
    """At least one of the qualities ("white or blue", "tapped or attacking")."""

    qualities: tuple[Quality, ...]
    joined: Literal["or", "or a", "and", "and/or"] = "or"


class Other(Quality):
    """Is not what was spoken of before, or else not the source of the ability ("another", "other"; `said`: "second" or "third"). `to`: see That."""

    said: str = ""
    to: tuple[int, ...] = ()


class Besides(Quality):
    """Is nothing of what the description speaks of ("other than a basic land card"). `said`: how that is put ("except for")."""

    which: Selection
    said: str = ""


class ControlledBy(Quality):
    """Under the control of any of these players ("you control"); `owned`: and owned by that player ("you own and control")."""

    who: Players
    owned: bool = False


class OwnedBy(Quality):
    """Owned by any of these players."""

    who: Players


class InZone(Quality):
    """Is in the zone: graveyard, hand, library, exile, command; of these players, or of any (`who` None).
    `word`: "in" or "on" for where it is, "from" where it is moved from there. `single`: all of several are in the same player's."""

    zone: str
    who: Players | None = None
    word: Literal["in", "from", "on", "cast from"] = "in"
    single: bool = False


class With(Quality):
    """Has the keyword ability ("with flying"), named as the CR names it; any form of it (CR 702). `has`: said so ("that has flash")."""

    keyword: str
    has: bool = False


class Compared(Quality):
    """A characteristic or number of the object stands in this relation to `to`: "with power 3 or greater".

    `stat`: power, toughness, mana value, base power, base toughness, counters, ... `op`: one of = < > <= >=."""

    stat: str
    op: Literal["=", "<", ">", "<=", ">="]
    to: Number
    briefly: Literal["", "brief", "an", "each has", "each with", "higher"] = (
        ""  # "lesser" or "equal or lesser" is said, without saying than what, "an" before that or not; of several: "that each have", "each with"
    )


LEAST = frozenset({"least", "lowest"})
"""How it is said that the value is the smallest."""


class Extreme(Quality):
    """Has the greatest or least value of the stat among `among` (None: among what it is picked from)."""

    most: Literal["greatest", "highest", "least", "lowest"]
    stat: str
    among: Selection | None = None


class WithCounter(Quality):
    """Has at least one counter of the kind ("" for any kind)."""

    kind: str = ""
    many: bool = False  # said in the plural of several things
    said: str = ""  # "has" where it is said so ("that has a counter on it")


class WithCost(Quality):
    """Has one of the mana costs; `among`: has the symbol in it ("{X}"). `many`, `said`: how that is put."""

    costs: tuple[str, ...]
    among: bool = False
    many: bool = False
    said: str = ""


class Named(Quality):
    """Has the name."""

    name: str


class OriginallyPrinted(Quality):
    """Has a name that was first printed in the expansion (CR 206.3)."""

    expansion: str


class OfTheChosen(Quality):
    """Has the color, type, name, number, ... that was chosen for the source (CR 607.2d). `value`: which one that is, once it is settled, as it must be for
    what the source gives to others. `said`: "that" for what an instruction of the same text had chosen; "your choice" where it is chosen as
    the instruction that says so is carried out (608.2d)."""

    what: str
    value: str | int = ""
    said: str = ""


class Having(Quality):
    """Stands in a relation to other objects: attached to, enchanted by, equipped by, blocking, blocked by, targeting, sharing a name with ..."""

    relation: str
    objects: Recipient


class Alike(Quality):
    """Said of several that are picked together: no two of them have the same of what is named ("with different names"), or all have (`same`:
    "controlled by the same player") (CR 201.2a-b). `said`: how that is put."""

    what: str
    same: bool = False
    said: str = ""


class Happened(Quality):
    """Something that happened to the object ("dealt damage this turn", "that entered this turn", "that attacked this turn").

    `what` is the CR's verb: dealt damage, dealt damage to you, entered, attacked, blocked, was cast, ... `when`: this turn, last turn, ever."""

    what: str
    when: str = "this turn"


class Nth(Quality):
    """Is what the event of that number was about, among those of the time ("the second spell you cast this turn")."""

    number: int
    event: EventPattern
    when: Literal["this turn", "this game"] = "this turn"


# ---- how many -----------------------------------------------------------------------------------------------


class Exactly(Selection):
    """So many, no fewer unless there are not enough."""

    number: Number


class UpTo(Selection):
    """Any number from none to this many."""

    number: Number


class Between(Selection):
    """At least `low` and at most `high` ("one or two", "one, two, or three")."""

    low: int
    high: int


class AnyNumber(Selection):
    """Any number, none included."""


class Everything(Selection):
    """All that there are ("all land cards from among them")."""


class OneOrMore(Selection):
    """At least one."""


# ---- how picked: objects ------------------------------------------------------------------------------------


class This(Objects):
    """The object that the ability is on or came from (CR 201.5, 109.5). `it`: a pronoun said for it (engine.binding)."""

    it: bool = False


class Grantor(Objects):
    """What an ability calls by its name that gave it to the object which has it: the source of the effect that grants it (CR 201.5a)."""


class Target(Objects):
    """Chosen as the spell is cast or the ability put on the stack (CR 115). `by`: by whom, where that is another than who does that (601.7, 602.3);
    `random`: nobody chooses it."""

    which: Selection
    amount: Selection | None = None  # None: one
    by: Players | None = None
    random: bool = False


class Chosen(Objects):
    """Chosen as the instruction is carried out, by the one who carries it out ("a creature you control") (CR 608.2d).

    As a trigger's or condition's noun: any object that fits. `by`: who chooses, where that is said ("a creature of their choice"); `random`: nobody
    does ("a card at random from your hand")."""

    which: Selection
    amount: Selection | None = None  # None: one
    by: Players | None = None
    random: bool = False


class Each(Objects):
    """All that fit. `word`: all, all the, each, or "" for a bare plural; "zone" where the zone itself is named ("your hand", "target player's graveyard")."""

    which: Selection
    word: Literal["all", "all the", "the", "each", "", "zone"] = ""


class That(Objects):
    """What was spoken of before: "it", "that creature", "those cards", "the exiled card", "them".

    `noun`: the noun repeated ("" for a pronoun); `many`: said in the plural; `done`: the past participle that picks the mention
    ("exiled", "sacrificed", "revealed"); `way`: "this way" is said; `by`: who did that, where it is said. `to`: the addresses of what it refers to, settled by engine.binding."""

    noun: str = ""
    many: bool = False
    done: str = ""
    way: bool = False
    the: bool = False  # the article is said for "that"
    to: tuple[int, ...] = ()
    by: Players | None = None


class Host(Objects):
    """What the source is attached to: "enchanted creature", "equipped creature", "fortified land" (CR 301.5a, 303.4e)."""

    how: Literal["enchanted", "equipped", "fortified"]
    noun: str = "creature"


class TopOfLibrary(Objects):
    """The top cards of a library, or (`zone`) of a graveyard, whose order counts, too (CR 404.2), or the bottom cards of one; `which`: the topmost that fit
    ("the top creature card")."""

    number: Number
    whose: Players
    zone: Literal["", "graveyard", "library bottom", "graveyard bottom"] = ""
    which: Selection | None = None


class Together(Objects):
    """Several nouns as one ("this creature and target creature"). `joined`: the word between them; "the same": a sentence says of the others that
    what is said of the first is true for them, too."""

    parts: tuple[Recipient, ...]
    joined: Literal["and", "or", "and/or", "the same"] = "and"


class EachOf(Objects):
    """The same things, each for itself ("each of two target creatures"). `behind`: the word comes after them ("two target creatures each get +1/+1")."""

    of: Objects
    behind: bool = False


class SameSubject(Objects):
    """What the sentence speaks of: the subject said before, gone on with ("... *and can't be blocked*") or looked back at ("itself"). `to`: see That."""

    many: bool = False
    to: tuple[int, ...] = ()


class SameReceiver(Objects):
    """What the instruction before does it to, not said again where another takes its place ("... deals 4 damage instead")."""


class Haunted(Objects):
    """The creature that the card in exile haunts (CR 702.55b). `own`: "it haunts" is said of the card."""

    own: bool = True


class SameTokens(Objects):
    """The tokens of the instruction that another takes the place of ("create four of those tokens instead")."""


class OneOf(Objects):
    """Some of what was spoken of before, chosen now ("one of them", "two of those cards"), or (`random`, as it is said) by chance."""

    amount: Selection
    of: Objects
    which: Selection | None = None
    random: Literal["", "at random", "chosen at random"] = ""
    either: bool = False  # that is said of one of two


class Rest(Objects):
    """What is left of the things spoken of before. `word`: how it is said ("the rest", "the other", "the others"). `to`: see That."""

    word: str = "rest"
    to: tuple[int, ...] = ()


class Pile(Objects):
    """The objects in a pile (CR 700.3b). `word`: one (chosen now, by whoever does it, or by `by`), or that (the one chosen before)."""

    word: Literal["one", "one of those", "all cards", "that"] = "one"
    by: Players | None = None


# ---- how picked: players ------------------------------------------------------------------------------------


class You(Players):
    """The controller of the spell or ability (CR 109.5). `said`: the word stands in the text; else the instruction is plain ("Draw a card")."""

    said: bool = True


class TargetPlayer(Players):
    """A player chosen as a target, or several ("any number of target players each"). `of`: one of those of whom something is true ("target player who ...");
    `random`: nobody chooses the target."""

    which: Literal["player", "opponent", "teammate"] = "player"
    amount: Selection | None = None
    of: PlayersWho | None = None
    random: bool = False


class SeveralPlayers(Players):
    """Several nouns for players as one subject ("you and target opponent each draw three cards")."""

    parts: tuple[Players, ...]


class EachPlayer(Players):
    """Every player, opponent, or other player. `word`: each, each of, all, or "" for a bare plural ("players", "your opponents"); "the" for the only one of whom
    something is true (PlayersWho); "from you", "from next": one after the other, "starting with you" or with the next opponent; "any number of": with a
    target for each that may be none."""

    which: Literal["player", "opponent", "other player"] = "player"
    word: Literal[
        "each", "each of", "all", "", "the", "from you", "from you, behind", "from next", "any number of"
    ] = "each"


class AnyPlayer(Players):
    """Any one player that fits: "an opponent", "a player". As an instruction's subject: chosen by the controller. `word`: "one of" where it is said
    so ("one of your opponents"); "any", of whom each is asked in turn ("any opponent may")."""

    which: Literal["player", "opponent", "other player"] = "player"
    word: Literal["", "one of", "any", "other than you"] = ""


class ThatPlayer(Players):
    """The player spoken of before: "that player", "that opponent", "the player", "they". `word` is the noun said; "" where
    a verb goes with the subject of the instruction before it ("each player draws a card, then *mills* a card"). `to`: see That."""

    word: str = "player"
    to: tuple[int, ...] = ()


class ControllerOf(Players):
    """The controller of the objects, or who last was (CR 608.2h). `first`: "the controller of" them is said."""

    of: Objects
    first: bool = False


class OwnerOf(Players):
    """The owner of the objects. `first`: "the owner of" them is said."""

    of: Objects
    first: bool = False


class ThePlayer(Players):
    """The player who is what the word says: defending (CR 508.5), attacking (506.2), active (102.1), "whose turn it is", "enchanted" (303.4e), "chosen" for the source
    (607.2d), or "promised" a gift as the spell was cast (702.174a)."""

    role: str


class OtherThan(Players):
    """Those of `who` who are not `than` ("each opponent other than defending player")."""

    who: Players
    than: Players


class PlayerOrController(Players):
    """The player who was the target, or else the controller of the object that was ("that player or that planeswalker's controller").

    `noun`: what the object is called; `last`: the player is said after the controller. `to`: see That."""

    noun: str
    last: bool = False
    to: tuple[int, ...] = ()


class PlayersWho(Players):
    """Those of `who` of whom the condition is true ("each player who controls an artifact"); in it, ThatPlayer means each in turn."""

    who: Players
    condition: Condition
