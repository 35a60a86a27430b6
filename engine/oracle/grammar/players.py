"""Nouns for players, and whose a thing is (CR 102, 108.3, 109.4-109.5)."""

from __future__ import annotations

from engine.abilities import (
    AnyPlayer,
    ControllerOf,
    EachPlayer,
    Literally,
    OtherThan,
    OwnerOf,
    PlayerOrController,
    Players,
    SeveralPlayers,
    TargetPlayer,
    That,
    ThatPlayer,
    ThePlayer,
    UpTo,
    You,
)
from engine.oracle.kernel import elide, plural, rule, series

SEVERAL_GO_ON = ThatPlayer(word="several")
"""The players of the verb before, whose own verb looks like an instruction to you: "two target players each draw a card and lose 1 life"."""

# Where an instruction names no player, "you" is meant (CR 109.5); after "and" or "then" a verb may go with the subject said before.
elide("Effect", You(said=False), plural=True, read_as="player subject")
elide("Effect", ThatPlayer(word=""), plural=False, into="same subject effect")
elide("Effect", SEVERAL_GO_ON, plural=True, into="same players effect")

rule(Players, "you", You)
for _which in ("player", "opponent"):
    rule(Players, f"target {_which}", TargetPlayer, which=_which)
    rule(Players, f"target {_which} chosen at random", TargetPlayer, which=_which, random=True)
    rule(Players, f"up to one target {_which}", TargetPlayer, which=_which, amount=UpTo(Literally(1)))
    rule(Players, f"that {_which}", ThatPlayer, word=_which)
    rule(Players, f"each {_which}", EachPlayer, which=_which)
    rule(Players, f"a {_which}", AnyPlayer, which=_which)
rule(Players, "one of your opponents", AnyPlayer, which="opponent", word="one of")
# In a game without teams, a player is a team alone (CR 102.4).
rule(Players, "your team", ThePlayer, role="your team")
rule("whose", "your team's", ThePlayer, role="your team")
rule(Players, "the player", ThatPlayer, word="the player")
for _those in ("those players", "those players each", "each of those players"):
    rule(Players, _those, ThatPlayer, word=_those)
rule(Players, "that attacking player", ThatPlayer, word="attacking player")
rule(Players, "each of that player's opponents", OtherThan(EachPlayer(word="each of"), ThatPlayer()))
rule(
    Players, "each of your other opponents", OtherThan(EachPlayer("opponent", "each of"), ThatPlayer("other"))
)
rule(Players, "each other opponent", OtherThan(EachPlayer("opponent"), ThatPlayer("other")))
rule(Players, "each other player", EachPlayer, which="other player")
rule(Players, "another player", AnyPlayer, which="other player")
rule(Players, "a player other than you", AnyPlayer, which="other player", word="other than you")
rule(Players, "players", EachPlayer, word="")
rule(Players, "your opponents", EachPlayer, which="opponent", word="")
rule(Players, "each of your opponents", EachPlayer, which="opponent", word="each of")
rule(Players, "defending player", ThePlayer, role="defending")
rule(Players, "the attacking player", ThePlayer, role="attacking")
rule("compared player", "attacking player", ThePlayer("attacking"))
rule(Players, "the active player", ThePlayer, role="active")
rule(Players, "the player whose turn it is", ThePlayer, role="whose turn it is")
rule(Players, "the monarch", ThePlayer, role="monarch")
rule(Players, "the chosen player", ThePlayer, role="chosen")
rule(Players, "enchanted player", ThePlayer, role="enchanted")
rule(Players, "{of:possessor} controller", ControllerOf, provided=lambda v: v.of != That(many=True))
rule(Players, "{of:possessor} owner", OwnerOf, provided=lambda v: v.of != That(many=True))
rule(Players, "the owner of {of:Objects}", OwnerOf, first=True)
rule(Players, "the controller of {of:Objects}", ControllerOf, first=True)
rule(Players, "their controllers", ControllerOf, of=That(many=True))
rule(Players, "their owners", OwnerOf, of=That(many=True))
for _noun in ("planeswalker", "permanent", "creature"):
    rule(Players, f"that player or that {_noun}'s controller", PlayerOrController, noun=_noun)
    rule(Players, f"that {_noun}'s controller or that player", PlayerOrController, noun=_noun, last=True)
rule("player subject", "{:Players}")
rule("player subject", "starting with you, each player", EachPlayer(word="from you"))
_NEXT = "the next opponent in turn order"
rule("player subject", f"starting with {_NEXT}, each player", EachPlayer(word="from next"))
rule(Players, "they", ThatPlayer, word="they")
series("several players", "one of several", last="and", low=2, high=2)
rule("one of several", "you", You)
for _which in ("player", "opponent"):
    rule("one of several", f"target {_which}", TargetPlayer, which=_which)
    rule("one of several", f"that {_which}", ThatPlayer, word=_which)
rule(Players, "{parts:several players} each", SeveralPlayers)
for _which in ("player", "opponent"):
    rule("player subject", f"{{amount:amount of}} target {_which}s each", TargetPlayer, which=_which,
         provided=lambda v: v.amount is not None and v.amount != UpTo(Literally(1)))  # fmt: skip
rule("player object", "{:Players}", provided=lambda v: v != ThatPlayer("they"))
rule("player object", "them", ThatPlayer, word="they")

rule("whose", "your", You)
rule("whose", "their", ThatPlayer, word="they")
rule("whose", "that", ThatPlayer, word="that")  # "that library": of the player whose library was spoken of
rule("whose", "their owners'", OwnerOf, of=That(many=True))
rule("whose", "your opponents'", EachPlayer, which="opponent", word="")
rule("whose", "players'", EachPlayer, word="")
rule(
    "whose",
    "{:Players}'s",
    provided=lambda v: not isinstance(v, You) and v != ThePlayer("your team") and not _many(v),
)


def _many(value: Players) -> bool:
    if isinstance(value, EachPlayer):
        return value.word not in ("each", "from you", "from next")
    if isinstance(value, (ControllerOf, OwnerOf)):
        return value.of == That(many=True)
    return False


plural(You, True)
plural(SeveralPlayers, True)
plural(TargetPlayer, lambda v: v.amount is not None and v.amount != UpTo(Literally(1)))
plural(EachPlayer, _many)
plural(ControllerOf, _many)
plural(OwnerOf, _many)
plural(ThatPlayer, lambda v: v.word in ("they", "those players", "those players each", SEVERAL_GO_ON.word))
