"""What several players do at once (CR 101.4, 608.2e): all choose, in APNAP order; then all of it happens; then the next instruction.

The players carry out one text, and each one's own words ("they discard a card, then draw that many") speak of what that player did. So each has mentions
of their own, which `acting.each_actor` puts in place as the player's turn to choose comes; what the instruction did is shared out among them afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.actions import willingness
from engine.actions.acting import ONE_AFTER_ANOTHER, actors, attempted
from engine.actions.registry import acting, perform
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import Mention, PlayerId, Thing
from engine.rules import choosing

AT_ONCE = (
    ab.Discard, ab.Sacrifice, ab.Exile, ab.Put, ab.Mill, ab.Draw, ab.Reveal, ab.LookAt, ab.Search, ab.Shuffle, ab.GainLife, ab.LoseLife,
)  # fmt: skip
"""Verbs whose functions let every player choose before any of it happens (or, for drawing, one player after the other as CR 121.2c says)."""
OWN_RESULTS = (ab.That, ab.ThatMuch, ab.HowMany, ab.Rest, ab.Did, ab.OneOf)
"""Words that speak of what one player did, not of what all of them did."""


def of_ones_own(word: Any) -> bool:
    """Whether the word speaks of what one player did: "the most that a player discarded" looks at all of them."""
    return isinstance(word, OWN_RESULTS) and not (isinstance(word, ab.HowMany) and word.of_one)


@dataclass
class Party:
    """The players and what each has been told and done: `base` is common to all; `at`: the addresses under which they are spoken of; `subject`: whether instructions without a subject are theirs."""

    base: list[Mention]
    own: dict[PlayerId, list[Mention]]
    at: tuple[int, ...] = ()
    did: dict[PlayerId, bool] = field(default_factory=dict)
    subject: bool = False

    @contextmanager
    def turn_of(self, ctx: Context, player: PlayerId) -> Iterator[None]:
        """While it lasts the text speaks of this player."""
        ctx.mentions[:] = [*self.base, *self.own[player]]
        ctx.did = self.did.get(player, True)
        ctx.did_by = [player] if ctx.did else []
        with acting(ctx, player if self.subject else None), ctx.about(self.at, player):
            yield
        self.own[player] = ctx.mentions[len(self.base) :]
        self.did[player] = ctx.did


def of_several(step: ab.Effect) -> bool:
    """Whether the instruction is one to several players ("each player", "each opponent who ...")."""
    return _several(getattr(step, "who", None))


def _several(who: Any) -> bool:
    if isinstance(who, ab.EachPlayer) and who.word in ONE_AFTER_ANOTHER:
        return False  # one after the other
    return isinstance(who, ab.EachPlayer) or (
        isinstance(who, ab.PlayersWho) and isinstance(who.who, ab.EachPlayer)
    )


def of_each(steps: tuple[ab.Effect, ...], at: int) -> list[ab.Effect]:
    """The instructions after one to several players that go on speaking of each of them ("... then draws that many cards", "if they do, they ...")."""
    found: list[ab.Effect] = []
    for step in steps[at:]:
        own = getattr(step, "who", None)
        if of_several(step) or not _goes_on_about_each(step):
            break
        if isinstance(own, ab.TargetPlayer | ab.AnyPlayer):
            break
        found.append(step)
    return found


def _goes_on_about_each(step: ab.Effect) -> bool:
    """Whether the instruction speaks of the player in turn: "each opponent who didn't" are told apart within their own words."""
    nodes = tuple(ab.walk(step))
    apart = {at for n in nodes if isinstance(n, ab.PlayersWho) for at in binding.addresses(n)} - {0}
    return any(isinstance(n, ab.ThatPlayer) and not (n.to and apart.issuperset(n.to)) for n in nodes)


def each_of(ctx: Context, step: ab.Effect, following: list[ab.Effect]) -> None:
    """CR 608.2e: each of the players does the first instruction, then each the next; what a player did is what their own next words speak of."""
    players = actors(ctx, step.who)  # type: ignore[attr-defined]
    alone = any(of_ones_own(n) for follower in following for n in ab.walk(follower))
    steps = [step, *following]
    if following and not alone:
        perform(ctx, step)
        steps = following
    if len(players) > 1:
        ctx.game.cite("608.2e")
    party = Party(list(ctx.mentions), {p: [] for p in players}, binding.addresses(step.who))  # type: ignore[attr-defined]
    for each in steps:
        carry_out(ctx, party, players, each)
    ctx.mentions[:] = [*party.base, *(m for p in players for m in party.own[p])]
    did = [p for p in players if party.did.get(p, True)]
    attempted(ctx, bool(did), did)


def carry_out(ctx: Context, party: Party, players: list[PlayerId], effect: ab.Effect) -> None:
    """CR 101.4, 608.2e: the players carry out the instruction together; what can't be done at once is done one player after another (608.2f)."""
    match effect:
        case ab.Then(effect=inner):
            carry_out(ctx, party, players, inner)
        case ab.Optional(who=who, effect=inner) if _theirs(party, who) and _plain(inner):
            _those_who_want(ctx, party, players, inner)
        case ab.Conditional(instead=False, after=False) if _plain(effect.effect):
            _those_of_whom_it_holds(ctx, party, players, effect)
        case ab.Sequence(steps=steps) if _plain(effect):
            if len(players) > 1:
                ctx.game.cite("608.2e")
            did = dict.fromkeys(players, False)
            for step in steps:
                carry_out(ctx, party, players, step)
                did = {p: did[p] or party.did.get(p, True) for p in players}
            party.did |= did
        case _ if isinstance(effect, AT_ONCE) and _theirs(party, effect.who) and _plain(effect):
            _at_once(ctx, party, players, effect)
        case _:
            for player in players:
                with party.turn_of(ctx, player):
                    own = _several(getattr(effect, "who", None))
                    perform(ctx, _done_by(effect, (player,)) if own else effect)


def _theirs(party: Party, who: Any) -> bool:
    """Whether it is each of the players themselves who does it."""
    if isinstance(who, ab.You):
        return party.subject and not who.said
    return _several(who) or isinstance(who, ab.ThatPlayer)


def _plain(effect: ab.Effect) -> bool:
    """Whether nothing in the instruction makes the order of the players matter beyond their choices."""
    return not any(
        isinstance(n, ab.Slot) or (isinstance(n, ab.Conditional) and n.instead) or _others_library(n)
        for n in ab.walk(effect)
    )


def _others_library(node: Any) -> bool:
    return isinstance(node, ab.Search) and not isinstance(node.whose, ab.ThatPlayer | ab.You | None)


def _those_who_want(ctx: Context, party: Party, players: list[PlayerId], inner: ab.Effect) -> None:
    """CR 608.2d-e: each is asked whether they do it; then those who do, do it."""
    outer, party.subject = party.subject, True
    doing = []
    for player in players:
        with party.turn_of(ctx, player):
            if willingness.wants(ctx, player, inner):
                doing.append(player)
            else:
                willingness.spare(ctx, inner)
                ctx.did = False
    if doing:
        carry_out(ctx, party, doing, inner)
    party.subject = outer


def _those_of_whom_it_holds(
    ctx: Context, party: Party, players: list[PlayerId], effect: ab.Conditional
) -> None:
    """CR 608.2c, 608.2e: the condition is asked of each; what was done before stays what "if they do" speaks of."""
    about_before = any(isinstance(n, ab.Did) for n in ab.walk(effect.condition))
    before = dict(party.did)
    sides: dict[bool, list[PlayerId]] = {True: [], False: []}
    for player in players:
        with party.turn_of(ctx, player):
            holds = choosing.holds(ctx, effect.condition)
            sides[holds].append(player)
            if not holds and effect.otherwise is None:
                willingness.spare(ctx, effect.effect)
                ctx.did = False
    for holds, instruction in ((True, effect.effect), (False, effect.otherwise)):
        if sides[holds] and instruction is not None:
            carry_out(ctx, party, sides[holds], instruction)
    if about_before:
        party.did |= before


def _at_once(ctx: Context, party: Party, players: list[PlayerId], effect: Any) -> None:
    """CR 101.4: all of them choose, in APNAP order, then it happens at once; each player's words speak of their share of it."""
    start = len(ctx.game.log)
    if len(players) > 1 and not isinstance(effect, ab.Draw):
        ctx.game.cite("101.4", *(("805.6",) if ctx.game.seating.shared else ()))
    ctx.mentions[:] = party.base
    ctx.party = party
    try:
        perform(ctx, _done_by(effect, tuple(players)))
    finally:
        ctx.party = None
    results = ctx.mentions[len(party.base) :]
    did = ctx.did_by or (players if ctx.did else [])
    doers = _doers(ctx.game, start)
    for player in players:
        party.own[player] += [_share(ctx.game, effect, m, player, doers, start) for m in results]
        party.did[player] = player in did


def _done_by(effect: Any, players: tuple[PlayerId, ...]) -> Any:
    """The instruction, with those who carry it out named."""
    return replace(effect, who=ab.Fixed(players, at=next(iter(binding.addresses(effect.who)))))


def _doers(game: Game, start: int) -> dict[Thing, PlayerId]:
    """Who did what happened since to the objects of it."""
    found: dict[Thing, PlayerId] = {}
    for entry in game.log[start:]:
        player = getattr(entry.event, "by", None) or getattr(entry.event, "player", None)
        for name in ("object", "was"):
            id = getattr(entry.event, name, 0)
            if player and id:
                found.setdefault(id, player)
    return found


def _share(
    game: Game,
    effect: ab.Effect,
    mention: Mention,
    player: PlayerId,
    doers: dict[Thing, PlayerId],
    start: int,
) -> Mention:
    """What of a mention of all that was done is one player's doing."""
    things = tuple(
        t
        for t in mention.things
        if (t if isinstance(t, str) else doers.get(t) or game.object(t).owner) == player
    )
    amount = mention.amount
    if amount is not None and amount == len(mention.things):
        amount = len(things)
    elif amount is not None:
        amount = sum(
            e.amount
            for e in (entry.event for entry in game.log[start:])
            if isinstance(e, ev.GainLife | ev.LoseLife) and e.player == player
        )
    return replace(mention, things=things, amount=amount, many=_many(effect, len(things)))


def _many(effect: ab.Effect, number: int) -> bool:
    """Whether later words speak of it in the plural: as the text says it, else by how many there were."""
    match effect:
        case ab.Search(
            what=ab.Chosen(
                amount=None | ab.Exactly(number=ab.Literally(value=1)) | ab.UpTo(number=ab.Literally(value=1))
            )
        ):
            return number > 1
        case ab.Search():
            return True
        case ab.Reveal(what=ab.TopOfLibrary(number=top)) | ab.LookAt(what=ab.TopOfLibrary(number=top)):
            return top != ab.Literally(1)
    return number != 1
