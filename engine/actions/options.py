"""What is done only if a player does it or pays, or if a condition holds; modes (CR 608.2c-d, 118.12, 700.2)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.actions import together
from engine.actions.acting import (
    PLAYER_WORDS,
    actors,
    ask,
    asked,
    attempted,
    gone,
    pick_word,
    the_actor,
    yes,
)
from engine.actions.casting import cast_card, casting_if, of_the_spell
from engine.actions.registry import acting, perform, performs
from engine.actions.willingness import possible, said, spare, wants
from engine.errors import Unsupported
from engine.game import Context, Decision, Game, doors
from engine.model import PlayerId, parse_mana
from engine.queries import changed_rules, citations, descriptions
from engine.rules import choosing
from engine.rules.effects import rule_changes


@performs(ab.Optional, flow=True)
def optional(ctx: Context, effect: ab.Optional) -> None:
    """CR 608.2d: each of the players may have it carried out; what is impossible can't be chosen. "If you do" asks whether it was (118.12)."""
    otherwise, ctx.otherwise = ctx.otherwise, ""  # of this, and of nothing in it
    if together.of_several(effect):
        together.each_of(ctx, effect, [])
        return
    doing: list[PlayerId] = []
    addresses = binding.addresses(effect.who)
    any_one = isinstance(effect.who, ab.AnyPlayer)
    if gone(ctx, effect.who) and any(isinstance(n, ab.PayCost | ab.PayLife) for n in ab.walk(effect.effect)):
        ctx.game.cite("800.4f")
    for player in asked(ctx, effect.who):
        with acting(ctx, player), ctx.about(addresses, player):
            if not wants(ctx, player, effect.effect, otherwise):
                continue
            told = len(ctx.game.steps)
            if isinstance(effect.effect, ab.CastCard) and isinstance(effect.effect.what, ab.That):
                cast_card(ctx, effect.effect, each=True)
            else:
                perform(ctx, effect.effect)
            if _found_in_vain(ctx, effect.effect):
                ctx.game.cite("701.23g")
                ctx.game.credit(told)
            if ctx.did:
                doing.append(player)
            if doing and any_one:
                break
    if any_one:
        ctx.mention(doing, PLAYER_WORDS, at=effect.who.at)
    if not doing:
        spare(ctx, effect.effect)
    elif any(isinstance(n, ab.Search) for n in ab.walk(effect.effect)):
        ctx.game.cite("118.12b")
    attempted(ctx, bool(doing), doing)


def _found_in_vain(ctx: Context, effect: ab.Effect) -> bool:
    """CR 701.23g: whether the player has searched, and what was to be done with the cards found could not be done: they are in the library still."""
    if not any(isinstance(n, ab.Search) for n in ab.walk(effect)):
        return False
    found = [ctx.now(t) for m in ctx.mentions if m.done == "found" for t in m.things if isinstance(t, int)]
    return any(ctx.game.object(i).zone == "library" for i in found)


WORDS_CHOSEN = {"self or others": ("self", "others")}
"""Where one of two words is chosen, each of which stands for an instruction: either can be chosen, whether or not anything would come of it."""


@performs(ab.EitherWay, flow=True)
def either_way(ctx: Context, effect: ab.EitherWay) -> None:
    """CR 608.2d: the player chooses one of the instructions, none that is illegal or impossible."""
    for player in actors(ctx, effect.who):
        with acting(ctx, player), ctx.about(binding.addresses(effect.who), player):
            free = WORDS_CHOSEN.get(effect.said)
            able = [n for n, option in enumerate(effect.options) if free or possible(ctx, player, option)]
            able = able or list(range(len(effect.options)))
            words = list(free or map(said, effect.options))
            names = {n: words[n] if words.count(words[n]) == 1 else f"{words[n]} {n + 1}" for n in able}
            picked = pick_word(ctx, player, "which of the two?", tuple(names.values()))
            perform(ctx, effect.options[next(n for n in able if names[n] == picked)])


@performs(ab.Conditional, flow=True)
def conditional(ctx: Context, effect: ab.Conditional) -> None:
    """CR 608.2c: only if the condition holds as the instruction is reached. What was done before it stays what "if you do" speaks of."""
    before = (ctx.did, ctx.did_by)
    about_before = any(isinstance(n, ab.Did) for n in ab.walk(effect.condition))
    if effect.instead:
        raise Unsupported("an instruction that replaces another which is not said before it")
    if effect.after and of_the_spell(effect.condition):
        only = casting_if(effect.effect, effect.condition)
        if only is not None:
            perform(ctx, only)
            return
    spoken = len(ctx.mentions)
    holds = choosing.holds(ctx, effect.condition)
    ctx.game.cite(*citations.of_question(ctx, effect.condition))
    if effect.after:
        del ctx.mentions[spoken:]  # said behind the instruction, whose words refer to what is before them
    chosen = effect.effect if holds else effect.otherwise
    if chosen is None:
        attempted(ctx, False)
        spare(ctx, effect.effect)
        if about_before:  # what was to be paid for has no targets that later words could mean
            for slot in ab.walk(effect.effect):
                if isinstance(slot, ab.Slot):
                    ctx.mention((), at=slot.at)
    else:
        perform(ctx, chosen)
    if about_before:
        ctx.did, ctx.did_by = before


@performs(ab.Unless, flow=True)
def unless(ctx: Context, effect: ab.Unless) -> None:
    """CR 118.12a: the player may pay (or do) something; if nobody does, the instruction is carried out.

    Where each of several players is asked about what happens to them, all choose in APNAP order first (101.4)."""
    ctx.game.cite("118.12a")
    distributed = getattr(effect.effect, "who", None)
    if isinstance(effect.who, ab.ThatPlayer) and isinstance(distributed, ab.EachPlayer | ab.PlayersWho):
        paid: list[PlayerId] = []
        unpaid: list[PlayerId] = []
        for player in actors(ctx, distributed):
            with ctx.about((*binding.addresses(distributed), *effect.who.to), player):
                (paid if _pays(ctx, effect.costs, player) else unpaid).append(player)
        if unpaid:
            perform(ctx, replace(effect.effect, who=ab.Fixed(tuple(unpaid), at=distributed.at)))
        attempted(ctx, bool(paid), paid)
        return
    payers = payers_of(ctx, effect)
    if not payers:
        perform(ctx, effect.effect)
    attempted(ctx, bool(payers), payers)


def payers_of(ctx: Context, effect: ab.Unless) -> list[PlayerId]:
    """CR 118.12a: who of those that are asked pays: the first one who does."""
    meant = set(getattr(effect.who, "to", ())) - {0}
    named = (n for n in ab.walk(effect.effect) if isinstance(n, ab.ControllerOf | ab.OwnerOf))
    # "its controller ... unless they pay", "... to its controller unless that player pays"
    who = next((n for n in named if meant.intersection(binding.addresses(n))), effect.who)
    for player in asked(ctx, who):
        with ctx.about((*binding.addresses(who), *getattr(effect.who, "to", ())), player):
            if _pays(ctx, effect.costs, player):
                return [player]
    return []


def _pays(ctx: Context, parts: tuple[ab.Cost, ...], player: PlayerId) -> bool:
    """CR 118.12: whether the player can and wants to pay; then it is paid."""
    if not doors.can_pay(ctx, parts, player):
        return False
    question = f"pay for {ctx.game.name(ctx.source)}?"
    if not ask(ctx, Decision(player, "may", question, (True, False), default=True, unless=True))[0]:
        return False
    with acting(ctx, player):
        _cite_symbols(ctx, parts)
        doors.pay(ctx, parts, player)
    return True


def _cite_symbols(ctx: Context, parts: tuple[ab.Cost, ...]) -> None:
    """CR 118.13b: how symbols are paid that can be paid in several ways is chosen as the cost is paid."""
    if any("/" in part.mana for part in parts if isinstance(part, ab.PayMana)):
        ctx.game.cite("118.13b")


@performs(ab.PayCost)
def pay_cost(ctx: Context, effect: ab.PayCost) -> None:
    """CR 118.12, 608.2g: the player pays, activating mana abilities if they like; who can't, doesn't (101.3)."""
    if effect.times is not None:
        _pay_so_often(ctx, effect, effect.times)
        return
    paying = []
    for player in actors(ctx, effect.who):
        if doors.can_pay(ctx, effect.costs, player) and _makes_mana(ctx, effect, player):
            _cite_symbols(ctx, effect.costs)
            doors.pay(ctx, effect.costs, player)
            paying.append(player)
    attempted(ctx, bool(paying), paying)


MOST_TIMES = 40
"""How often a cost can be paid at once for an instruction that sets no bound."""


def _pay_so_often(ctx: Context, effect: ab.PayCost, times: ab.Selection) -> None:
    """CR 107.1c, 603.12a: the player says how often they pay the cost, out of what they can pay, and pays all of it at once."""
    paying = []
    for player in actors(ctx, effect.who):
        _, high = descriptions.amount(ctx, times)
        able = [0, *(n for n in range(1, (MOST_TIMES if high < 0 else high) + 1))]
        most = next(
            (n - 1 for n in able[1:] if not doors.can_pay(ctx, _so_often(effect, n), player)), able[-1]
        )
        if not most:
            continue
        question = Decision(player, "number", "how many times is the cost paid?", low=0, high=most, default=1)
        often = int(ask(ctx, question))
        ctx.game.cite("107.1c", *(("603.12a",) if often > 1 and not effect.said else ()))
        if often:
            doors.pay(ctx, _so_often(effect, often), player)
            ctx.mention((), (), done="paid", amount=often)
            paying.append(player)
    attempted(ctx, bool(paying), paying)


def _so_often(effect: ab.PayCost, often: int) -> tuple[ab.Cost, ...]:
    """The cost so many times over."""
    return tuple(
        replace(part, times=ab.Literally(often)) if isinstance(part, ab.PayMana) else part
        for part in effect.costs
    )


def _makes_mana(ctx: Context, effect: ab.PayCost, player: PlayerId) -> bool:
    """CR 118.3c: a player who has to pay mana pays what is in their pool, but has to activate no mana abilities for more."""
    stack = ctx.game.object(ctx.object).stack if ctx.object else None
    parts = list(ab.walk(stack.effect)) if stack is not None and stack.effect is not None else []
    offered = any(effect in ab.walk(part) for part in parts if isinstance(part, ab.Optional))
    mana = sum(parse_mana(part.mana).mana_value for part in effect.costs if isinstance(part, ab.PayMana))
    if offered or effect not in parts or mana <= len(ctx.game.players[player].pool):
        return True
    if yes(ctx, player, f"activate mana abilities to pay for {ctx.game.name(ctx.source)}?"):
        return True
    ctx.game.cite("118.3c")
    return False


@performs(ab.Modal, flow=True)
def modal(ctx: Context, effect: ab.Modal) -> None:
    """CR 700.2, 608.2d: modes that were chosen as the spell was cast or the ability put on the stack stand in the text alone; others are chosen now."""
    if effect.note:
        raise Unsupported(f"choosing modes with the remark {effect.note!r}")
    did = False
    for mode in sorted(choose_modes(ctx, effect)):
        perform(ctx, effect.modes[mode - 1])
        did = did or ctx.did
    ctx.did = did


@performs(ab.VillainousChoice, flow=True)
def villainous_choice(ctx: Context, effect: ab.VillainousChoice) -> None:
    """CR 701.55a-d: one player after the other chooses, and what they chose is done before the next; it may be what can't be done."""
    by = []
    for player in (p for p in actors(ctx, effect.who) for _ in range(_times_faced(ctx.game, p))):
        ctx.game.cite("701.55a")
        with ctx.about(binding.addresses(effect.who), player):
            ctx.mention((player,), PLAYER_WORDS, at=effect.who.at)
            question = f"choose 1 of: 1: {said(effect.one)}; 2: {said(effect.other)}"
            picked = ask(ctx, Decision(player, "mode", question, (1, 2)))
            ctx.did = True
            perform(ctx, effect.one if picked == (1,) else effect.other)
            if not ctx.did:
                ctx.game.cite("701.55b")
        by.append(player)
    if len(set(by)) > 1:
        ctx.game.cite("701.55d")
    attempted(ctx, bool(by), by)


FACED_AGAIN = "face villainous choices an additional time"
rule_changes.heed_players(ab.Ruled, (FACED_AGAIN,))


def _times_faced(game: Game, player: PlayerId) -> int:
    """CR 701.55c: how often the player faces the choice: once more for each effect that says so."""
    more: int = sum(a.change.rule == FACED_AGAIN for a in changed_rules.changes_on(game, player, ab.Ruled))
    if more:
        game.cite("701.55c", "614.1a")
    return 1 + more


def choose_modes(ctx: Context, effect: ab.Modal) -> tuple[int, ...]:
    """CR 608.2d, 700.2: modes chosen as the instruction is carried out. Modes are numbered from 1."""
    player = the_actor(ctx, effect.who)
    options = tuple(range(1, len(effect.modes) + 1))
    if effect.again:
        options = tuple(n for n in options for _ in range(effect.high))
    listed = "; ".join(f"{n}: {said(m)}" for n, m in enumerate(effect.modes, 1))
    high = len(options) if effect.high < 0 else effect.high
    answer: tuple[int, ...] = ask(
        ctx,
        Decision(
            player, "mode", f"choose {effect.low} of: {listed}", options, effect.low, high, modes=effect.modes
        ),
    )
    return answer
