"""A random game as a scenario in YAML that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import yaml

from engine.game import Decision, Game
from tests.random_games.deciding import Answered
from tests.random_games.playing import Done, Played

VERBS = {"cast": "cast", "activate": "activate", "play a land": "play", "special": "special"}


def scenario(played: Played) -> str:
    """The scenario: the position, and all actions with what was answered."""
    labels = {id: f"c{place}" for place, id in enumerate(played.ids, 1)}
    players: dict[str, Any] = {
        p: {"life": played.position.life, "mana": "unlimited"} for p in played.position.players
    }
    for (player, entry), id in zip(played.position.entries(), played.ids, strict=False):
        card: dict[str, Any] = {"card": entry.card.name, "as": labels[id]}
        card |= {"tapped": True} if entry.tapped else {}
        card |= {"sick": True} if entry.sick else {}
        card |= {"counters": entry.counters} if entry.counters else {}
        card |= {"attached to": labels[played.ids[entry.attached]]} if entry.attached is not None else {}
        players[player].setdefault(entry.zone, []).append(card)
    names = _Names(played.game, labels)
    done = played.done + ([played.tried] if played.tried else [])
    found = {
        "title": f"random game {played.seed}: {played.amiss or 'all holds'}",
        "players": players,
        "turn": {"player": played.position.players[0], "number": 3, "step": played.position.step},
        "do": [_action(names, each) for each in done[1:]],
    }
    said: str = yaml.safe_dump(found, sort_keys=False, allow_unicode=True, width=150, default_flow_style=None)
    return said


class _Names:
    """What things are called in the scenario."""

    def __init__(self, game: Game, labels: dict[int, str]) -> None:
        self.game = game
        self.labels = dict(labels)
        for old, new in game.became.items():  # in the order in which they came
            if old in self.labels:
                self.labels[new] = self.labels[old]

    def call(self, thing: Any) -> str:
        """A label, a player's key, or a name."""
        if isinstance(thing, str):
            return thing
        if thing in self.labels:
            return self.labels[thing]
        known = thing in self.game.objects or thing in self.game.past
        return self.game.name(thing) if known else str(thing)


def _action(names: _Names, done: Done) -> dict[str, Any]:
    action = done.action
    found: dict[str, Any]
    match action.kind:
        case "pass":
            found = {"pass": action.player}
        case "attack":
            found = {"by": action.player, "attack": {names.call(a): names.call(w) for a, w in action.attacks}}
        case "block":
            found = {
                "by": action.player,
                "block": {names.call(b): [names.call(a) for a in them] for b, them in action.blocks},
            }
        case kind:
            found = {VERBS[kind]: names.call(action.object), "by": action.player}
            if kind == "activate":
                found["ability"] = action.ability + 1
            if kind == "special":
                found["action"] = action.special
            if action.choices.alternative:
                found["alternative"] = action.choices.alternative
            if action.face is not None:
                found["face"] = str(action.face + 1)
    answers = [_answer(names, each) for each in done.answers]
    return found | ({"choose": answers} if answers else {})


def _answer(names: _Names, said: Answered) -> Any:
    decision, answer = said.decision, said.answer
    kind = decision.kind
    if kind in ("number", "x"):
        return {"x": answer} if kind == "x" else answer
    if kind == "divide":
        return {
            _option(names, decision, option): n for option, n in zip(decision.options, answer, strict=True)
        }
    words = [_option(names, decision, option) for option in answer]
    if kind in ("coin", "die", "mode"):
        return {kind: words[0] if len(words) == 1 else words}
    if not words:
        return "none"
    return words if kind == "order" or len(words) > 1 else words[0]


def _option(names: _Names, decision: Decision, option: Any) -> Any:
    if isinstance(option, bool):
        return "yes" if option else "no"
    if decision.kind in ("order", "replacement") and decision.options == tuple(range(len(decision.options))):
        return str(option + 1)
    if isinstance(option, int) and decision.kind in ("target", "objects", "player", "order", "divide"):
        return names.call(option)
    return option if isinstance(option, int | str) else str(option)


def brief(done: Sequence[Done]) -> str:
    """The last actions in words."""
    return "; ".join(each.action.text for each in done[-3:])
