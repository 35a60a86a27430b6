"""Adding mana to a pool (CR 106.3-5)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, Decision, doors
from engine.game import events as ev
from engine.model import PlayerId, PooledMana
from engine.queries import descriptions
from engine.rules import choosing
from engine.rules.costs import limits
from engine.rules.costs.mana import PRODUCED, SIX, Alternative, alternatives, rules_of
from engine.rules.costs.payment import Unit

LASTING = frozenset({"", "until end of turn", "until end of combat"})
"""Until when mana isn't lost as steps and phases end, "" for at once (CR 106.4, 500.5)."""


def produce(ctx: Context, effect: ab.AddMana) -> None:
    """CR 106.3-4: the instruction to add mana, carried out. Its controller chooses the kind where there is a choice; if it can be of no kind,
    none is added (106.5)."""

    game = ctx.game
    if effect.note not in LASTING:
        raise Unsupported(f"mana with the remark {effect.note!r}")
    spend = descriptions.settled(ctx, effect.spend) if effect.spend is not None else None
    if effect.gives_to is not None:
        effect = replace(effect, gives_to=descriptions.settled(ctx, effect.gives_to))
    gives = effect if effect.gives or effect.when_spent else None
    options = alternatives(ctx, effect)
    players = choosing.players(ctx, effect.who)
    source = ctx.source
    snow = bool(source) and "snow" in game.characteristics(source).supertypes
    if effect.any_ == PRODUCED:
        game.cite("106.12a")
    elif effect.among is not None:
        game.cite("106.7")
    game.cite(*rules_of(effect))
    for player in players:
        if not options:
            game.note(
                f"no mana can be added for {player}",
                "106.5",
                "605.2",
                about=(source,) if source else (),
                kind="kept",
            )
            continue
        kinds = _chosen_kinds(ctx, player, options)
        if not kinds:
            continue
        limits.check(len(game.players[player].pool) + len(kinds), limits.MOST_MANA, "mana in a pool")
        mana = tuple(
            PooledMana(k, snow=snow, spend=spend, source=source, lasts=effect.note, gives=gives)
            for k in kinds
        )
        tapped = ctx.tapped_for_mana
        if tapped:
            game.cite("106.12")
        game.happen(ev.AddMana(player=player, mana=mana, source=source, tapped=tapped))
        ctx.mention((player,), ("mana",), done="added", amount=len(mana))


def _chosen_kinds(ctx: Context, player: PlayerId, options: tuple[Alternative, ...]) -> tuple[str, ...]:
    wanted = ctx.kinds
    if wanted is not None:
        for option in options:
            head = wanted[: len(option)]
            if len(head) == len(option) and all(k in unit for k, unit in zip(head, option, strict=True)):
                ctx.kinds = wanted[len(option) :]
                return tuple(head)
    game = ctx.game
    option = options[0]
    if len(options) > 1:
        words = tuple("".join(f"{{{_first(u)}}}" for u in o) for o in options)
        picked = game.decide(Decision(player, "word", "Which mana is added?", words))[0]
        option = options[words.index(picked)]
    kinds: list[str] = []
    for unit in option:
        each = tuple(k for k in SIX if k in unit)
        kinds.append(
            each[0]
            if len(each) == 1
            else game.decide(
                Decision(player, "word", "Which color of mana?", tuple(f"{{{k}}}" for k in each))
            )[0].strip("{}")
        )
    return tuple(kinds)


def _first(unit: Unit) -> str:
    return next(k for k in SIX if k in unit)


doors.add_mana = produce
