"""The verbs of keyword abilities and of costs: each is another verb with something said already. One table; what the keywords do is the engine's business.

- equip: {Bonesplitter: Grizzly Bears}      # activate: Bonesplitter, ability: equip, targets: Grizzly Bears
- flashback: Think Twice                    # cast: Think Twice, alternative: flashback
- suspend: Rift Bolt                        # special: Rift Bolt, action: suspend
- sacrifice: Mogg Fanatic                   # activate: Mogg Fanatic, deed: sacrifice
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

import msgspec

from scenarios.format.kinds import Reading
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence


class Short(msgspec.Struct, frozen=True):
    """A verb that stands for another with an option. `of`: the option that `{this: that}` gives."""

    verb: str
    option: str
    says: str
    of: str = "targets"


def _shorts() -> Iterator[tuple[str, Short]]:
    for name in (
        "equip", "fortify", "reinforce", "transmute", "unearth", "scavenge", "outlast", "level up", "transfigure", "embalm",
        "eternalize", "encore", "reconfigure", "channel", "bloodrush", "forecast", "boast", "exhaust", "power-up", "cohort", "adapt",
        "monstrosity",
    ):  # fmt: skip
        yield name, Short("activate", "ability", name)
    for name, says in (
        ("cycle", "cycling"),
        ("cycling", "cycling"),
        ("typecycling", "typecycling"),
        ("level", "level up"),
    ):
        yield name, Short("activate", "ability", says)
    for name, says in (("regenerate", "regenerate"), ("animate", "becomes")):  # what the ability does
        yield name, Short("activate", "ability", says)
    for name in ("ninjutsu", "crew", "saddle", "craft"):
        yield name, Short("activate", "ability", name, "pay")
    for name in (
        "flashback", "escape", "jump-start", "retrace", "disturb", "aftermath", "evoke", "dash", "blitz", "overload", "spectacle",
        "surge", "awaken", "prowl", "bestow", "impending", "cleave", "prototype", "morph", "megamorph", "disguise", "madness",
        "miracle", "mutate", "freerunning", "sneak", "warp", "web-slinging", "mayhem", "harmonize", "offering", "more than meets the eye",
    ):  # fmt: skip
        yield name, Short("cast", "alternative", name)
    yield "emerge", Short("cast", "alternative", "emerge", "pay")
    yield "fuse", Short("cast", "face", "fuse")
    for name in (
        "kicker", "multikicker", "buyback", "entwine", "replicate", "squad", "offspring", "bargain", "conspire", "casualty", "gift", "teamwork", "sticker kicker",
    ):  # fmt: skip
        yield name, Short("cast", "additional", name)
    yield "kick", Short("cast", "kicked", "true")
    for name in (
        "suspend",
        "foretell",
        "plot",
        "unlock",
        "companion",
        "turn face up",
        "end the effect",
        "ignore the effect",
    ):
        yield name, Short("special", "action", name)
    yield "roll", Short("special", "action", "roll the planar die")
    for name in ("unmorph", "flip up", "turn up"):
        yield name, Short("special", "action", "turn face up")
    for name in ("sacrifice", "discard", "exile", "tap", "untap", "return"):
        yield name, Short("activate", "deed", name)


SHORTS = dict(_shorts())
LOYALTY = re.compile(r"[+−-][0-9]{1,2}|[+−-][xX]|0")
"""A loyalty ability as a verb: ``+1: Jace``."""


def short(key: str) -> Short | None:
    """What the verb stands for; None for a verb that stands for itself."""
    if LOYALTY.fullmatch(key):
        return Short("activate", "ability", key)
    return SHORTS.get(key)


def spelled_out(reading: Reading, node: Mapping, verb: Scalar, of: Short) -> Mapping:
    """The action with the verb that its own verb stands for. Raises ScenarioError for ``{this: that}`` of several."""
    value = next(value for key, value in node.pairs if key is verb)
    others = [(key, value) for key, value in node.pairs if key is not verb]
    said: dict[str, Node] = {of.verb: value, of.option: _word(verb, of.says)}
    holder = next((pair for pair in others if pair[0].text in HOLDERS), None)
    if type(value) is Mapping:
        if len(value.pairs) != 1:
            raise reading.error(value, f"{verb.text} takes one object, or one {{this: that}}", found=True)
        this, that = value.pairs[0]
        said = {"activate": this, "ability": _word(verb, of.says), "pay": that}
        if of.says == "level up" and type(that) is Scalar and that.text.strip().isdigit():
            said = {
                of.verb: this,
                of.option: _word(verb, f"level {that.text.strip()}"),
            }  # of a Class (CR 716.2a)
        elif of.option != "deed":
            said = {of.verb: this, of.option: _word(verb, of.says), of.of: that}
    elif of.option == "deed" and holder is not None:
        others.remove(holder)
        said = {"activate": holder[1], "ability": _word(verb, of.says), "pay": value}
    elif of.option == "deed" and type(value) is Sequence and value.items:
        said |= {"activate": value.items[0], "pay": value}
    beside = {key.text for key, _ in others}  # of several abilities with one cost, `ability: 2` says which
    pairs = [(_word(verb, key), each) for key, each in said.items() if key not in beside]
    return Mapping([*pairs, *others], node.line, node.column, node.flow)


HOLDERS = ("to", "of", "with", "for")
"""Beside a deed: the permanent whose ability asks for it (``sacrifice: X`` + ``to: Viscera Seer``)."""


def _word(verb: Scalar, text: str) -> Scalar:
    return Scalar(text, True, verb.line, verb.column)


FROM_EXILE = {
    said: Short("cast", "alternative", way)
    for said, way in (
        ("foretell", "foretell"),
        ("foretold", "foretell"),
        ("plot", "plot"),
        ("plotted", "plot"),
    )
}
"""Beside ``cast``: the card was exiled by this special action, and is cast in the way that it allows (CR 702.143a, 702.170d)."""


def with_costs_said(node: Mapping, known: Container[str]) -> Mapping:
    """An action `cast` with keywords' costs as keys beside it as the options that they stand for: `flashback: true`; `replicate: 2`, paid so often; `bargain: Food`,
    paid with that; `gift: bob`, promised to that player. `known`: keys that mean something of their own."""
    pairs: list[tuple[Scalar, Node]] = []
    lists: dict[str, tuple[Scalar, list[Node]]] = {}
    for key, value in node.pairs:
        of = None if key.text in known else FROM_EXILE.get(key.text) or SHORTS.get(key.text)
        said = value.text.strip().lower() if type(value) is Scalar else ""
        if of is None or of.verb != "cast" or said in ("false", "no"):
            pairs.append((key, value))
            continue
        often = int(said) if re.fullmatch(r"[0-9]{1,2}", said) else 1
        if key.text in ("kicker", "multikicker") and said.isdigit():
            pairs.append((_word(key, "kicked"), value))
        elif of.option == "additional":
            lists.setdefault("additional", (key, []))[1].extend(_word(key, of.says) for _ in range(often))
        else:
            pairs.append((_word(key, of.option), _word(key, of.says)))
        if said not in ("true", "yes") and not said.isdigit():
            items = value.items if type(value) is Sequence else [value]
            lists.setdefault("choose" if key.text == "gift" else "pay", (key, []))[1].extend(items)
    for at, (key, value) in enumerate(pairs):
        if key.text in lists:  # what is said beside it goes on from there
            items = value.items if type(value) is Sequence else [value]
            first = lists.pop(key.text)[1]
            pairs[at] = (key, Sequence([*first, *items], value.line, value.column))
    for option, (key, items) in lists.items():
        pairs.append((_word(key, option), Sequence(items, key.line, key.column)))
    return Mapping(pairs, node.line, node.column, node.flow)
