"""Actions and moments of a scenario in a few words."""

from __future__ import annotations

from scenarios.format import types as t


def tell(action: t.Action) -> str:
    """An action in a few words."""
    verb = type(action).__name__.lower()
    match action:
        case t.Cast(card=card) | t.Play(card=card):
            said = f"{verb} {card.text}"
        case t.Activate(object=name) | t.Special(object=name):
            said = f"{verb} {name.text}"
        case t.Attack(attackers=attackers):
            said = "attack with " + (
                ", ".join(a.attacker.text + (f" ({a.attacks.text})" if a.attacks else "") for a in attackers)
                or "nothing"
            )
        case t.Block(blockers=blockers):
            said = "block " + (
                ", ".join(
                    f"{', '.join(n.text for n in b.blocks or ())} with {b.blocker.text}".strip()
                    for b in blockers
                )
                or "nothing"
            )
        case (
            t.Pass(player=player)
            | t.Concede(player=player)
            | t.Mulligan(player=player)
            | t.Keep(player=player)
        ):
            said = f"{verb} {player}".strip()
        case t.Resolve(count=count):
            said = f"resolve {count.text if isinstance(count, t.Name) else count}"
        case t.To(moment=moment):
            said = "go to " + tell_moment(moment)
        case t.Assign(damage=damage):
            said = "assign " + "; ".join(
                (f"{a.source.text}: " if a.source is not None else "")
                + ", ".join(f"{s.to.text} {s.amount}" for s in a.shares)
                for a in damage
            )
        case t.Check() | t.Ask():
            said = verb
    targets = getattr(action, "targets", None)
    if targets:
        said += " targeting " + ", ".join(name.text for name in targets)
    return f"{action.by}: {said}" if action.by else said


def tell_moment(moment: t.Moment) -> str:
    """`turn 2 upkeep`."""
    if moment.whose is not None:
        return f"{moment.whose}'s {moment.step.value if moment.step is not None else 'turn'}"
    parts = [f"turn {moment.turn}"] if moment.turn is not None else []
    return " ".join([*parts, moment.step.value] if moment.step is not None else parts)
