"""Actions as people also write them, brought into the shape of the table of verbs (scenario format: do).

- resolve                                   # resolve: top
- resolve all                               # resolve: all
- cast: Angel                               # alternative: face down
  face down: true
- special: turn face up                     # special: Angel, action: turn face up
  object: Angel
- attack: Hellrider                         # choose: [{target: Bears}], of what triggers
  targets: Bears
"""

from __future__ import annotations

import re
from collections.abc import Container

from scenarios.format.kinds import Reading
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.tables.verbs import short

IN_WORDS = ("resolve", "pass", "to", "concede", "cast", "activate", "play", "attack", "block")
"""Verbs that a line of words can begin with."""
ALONE = {"resolve": "top", "pass": ""}
"""Verbs that need nothing beside them, and what is meant then."""
FILLING = re.compile(r"^(?:with|priority)\b\s*")
TARGETING = re.compile(r"\s+targeting\s+", re.IGNORECASE)
WHAT = ("object", "card", "of", "what", "permanent", "creature")
"""Beside `special: ACTION`: keys that may name the object."""
NO_TARGETS = frozenset({"play", "special", "attack", "block", "pass", "resolve", "to"})
"""Verbs without targets of their own: those said beside them are of what triggers."""


def in_words(node: Scalar) -> Mapping | None:
    """A line of words as the action that it is, or None where it begins with no verb: ``resolve``, ``pass alice``, ``cast Shock targeting bob``."""
    verb, _, rest = node.text.strip().partition(" ")
    verb, rest = verb.lower(), FILLING.sub("", rest.strip())
    if verb not in IN_WORDS or (not rest and verb not in ALONE):
        return None
    value, *targets = TARGETING.split(rest, maxsplit=1) if verb in ("cast", "activate") else [rest]
    pairs: list[tuple[Scalar, Node]] = [(_like(node, verb), _like(node, value))]
    if targets:
        several = [_like(node, each) for each in re.split(r"\s+and\s+", targets[0])]
        pairs.append((_like(node, "targets"), Sequence(list[Node](several), node.line, node.column)))
    return Mapping(pairs, node.line, node.column)


def reshaped(reading: Reading, node: Mapping, verb: str, known: Container[str]) -> Mapping:
    """The action with what stands elsewhere where it belongs. `known`: the keys that the verb takes."""
    pairs = [(key, value) for key, value in node.pairs]
    if verb in ALONE:
        pairs = [
            (key, _like(key, ALONE[verb]) if key.text == verb and is_nothing(value) else value)
            for key, value in pairs
        ]
    if verb == "cast":
        pairs = [_face_down(key, value) for key, value in pairs]
    elif verb == "special":
        pairs = _named_beside(pairs)
    if verb in NO_TARGETS and "targets" not in known:
        pairs = _of_what_triggers(pairs)
    return Mapping(pairs, node.line, node.column, node.flow)


def _face_down(key: Scalar, value: Node) -> tuple[Scalar, Node]:
    """CR 708.4: `face: down` and `face down: true` are a way of casting."""
    said = value.text.strip().lower() if type(value) is Scalar else ""
    if (key.text, said) in (
        ("face", "down"),
        ("face", "face down"),
        ("face down", "true"),
        ("face down", "yes"),
    ):
        return _like(key, "alternative"), _like(key, "face down")
    return key, value


def _named_beside(pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """`special: turn face up` with the object beside it: each in its place."""
    beside = next((key for key, _ in pairs if key.text in WHAT), None)
    action = next((value for key, value in pairs if key.text == "special"), None)
    of = short(action.text.strip().lower()) if type(action) is Scalar else None
    if beside is None or type(action) is not Scalar or of is None or of.verb != "special":
        return pairs
    done = _like(action, of.says)
    return [
        (_like(key, "special"), value) if key is beside else (_like(key, "action"), done) if value is action else (key, value)
        for key, value in pairs
    ]  # fmt: skip


def _of_what_triggers(pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """The targets as answers in `choose`."""
    said = next((pair for pair in pairs if pair[0].text in ("targets", "target")), None)
    if said is None:
        return pairs
    key, value = said
    names = value.items if type(value) is Sequence else [value]
    answers: list[Node] = [Mapping([(_like(key, "target"), each)], each.line, each.column) for each in names]
    chosen = next((value for key, value in pairs if key.text == "choose"), None)
    if chosen is not None:
        answers += chosen.items if type(chosen) is Sequence else [chosen]
    rest = [(k, v) for k, v in pairs if k is not key and k.text != "choose"]
    return [*rest, (_like(key, "choose"), Sequence(answers, key.line, key.column))]


def _like(node: Scalar, text: str) -> Scalar:
    return Scalar(text, True, node.line, node.column)
