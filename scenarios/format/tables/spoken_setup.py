"""Positions as people also write them, brought into the shape of the table of the set-up (scenario format: players).

- players: [{name: alice, hand: [Shock]}]            # players: {alice: {hand: [Shock]}}
- battlefield: {Forest: 3, Serra Angel: {tapped: true}}   # [Forest x3, {card: Serra Angel, tapped: true}]
- {card: Bears, equipped with: Bonesplitter}         # [Bears, {card: Bonesplitter, attached to: Bears}]
- {card: Rift Bolt, time counters: 1}                # counters: {time: 1}
- {card: History of Benalia, lore: 1}                # counters: {lore: 1}
- {card: Delver of Secrets, transformed: true}       # face: back
- {card: Exalted Angel, manifested: true}            # face down: manifested
- {copy of: Hill Giant}                              # {card: Hill Giant, token: true}
- {token: Knight, pt: 2/2, color: white}             # {token: 2/2 white Knight}
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from scenarios.format.kinds import Reading, Schema, plain_key
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.tables.common import COUNT

CARRIED = (
    "equipped with", "equipped by", "enchanted with", "enchanted by", "attachments", "wearing", "carrying", "attached with",
    "aura", "auras", "equipment", "equipments", "has attached",
)  # fmt: skip
"""Of a permanent: what is attached to it."""
NAMES = ("card", "name", "token")
LABELS = ("as", "label", "called", "alias")
KIND_OF_COUNTERS = re.compile(r"(.*\S) counters?")


def players(node: Node) -> Node:
    """A list of players, each with `name`, as players by their names."""
    if type(node) is not Sequence or not node.items:
        return node
    found: list[tuple[Scalar, Node]] = []
    for item in node.items:
        named = (
            next((v for k, v in item.pairs if k.text in ("name", "player")), None)
            if type(item) is Mapping
            else item
        )
        if type(named) is not Scalar or is_nothing(named):
            return node
        rest = [pair for pair in item.pairs if pair[1] is not named] if type(item) is Mapping else []
        found.append((named, Mapping(rest, item.line, item.column)))
    return Mapping(found, node.line, node.column)


def zone(reading: Reading, node: Node, known: Container[str]) -> Node:
    """The cards of a zone as a list, each permanent of its own. `known`: the keys that a card takes."""
    if type(node) is Mapping and not any(
        plain_key(key.text) in known or _carries(key, value) for key, value in node.pairs
    ):
        node = Sequence([_by_name(key, value) for key, value in node.pairs], node.line, node.column)
    if type(node) is Sequence:
        node = Sequence([_alone(item, known) for item in node.items], node.line, node.column)
    items = node.items if type(node) is Sequence else [node]
    if not any(
        type(item) is Mapping and any(_carries(key, value) for key, value in item.pairs) for item in items
    ):
        return node
    return Sequence([each for item in items for each in _apart(reading, item)], node.line, node.column)


def _alone(item: Node, known: Container[str]) -> Node:
    """`{Serra Angel: tapped}` in a list, as it can be said in a mapping of the whole zone."""
    if type(item) is not Mapping or len(item.pairs) != 1:
        return item
    key, value = item.pairs[0]
    said = plain_key(key.text)
    if said in known or said in (*NAMES, *LABELS, *COPIED, *STATES) or _carries(key, value):
        return item
    return _by_name(key, value)


def _carries(key: Scalar, value: Node) -> bool:
    """Whether a key says what is attached to a permanent: `attached: [Bonesplitter]` does, since a list is no permanent that it could be attached to."""
    said = plain_key(key.text)
    return said in CARRIED or (said == "attached" and type(value) is Sequence)


def _by_name(name: Scalar, value: Node) -> Node:
    """`Forest: 3`, `Serra Angel: {tapped: true}`, `Serra Angel: tapped`."""
    if is_nothing(value):
        return name
    if COUNT.accepts(value) and type(value) is Scalar:
        return _word(f"{name.text} x{value.text.strip()}", name)
    if type(value) is Mapping:
        return Mapping([(_word("card", name), name), *value.pairs], name.line, name.column)
    said = value.items if type(value) is Sequence else [value]
    flags: list[tuple[Scalar, Node]] = [(each, _word("true", each)) for each in said if type(each) is Scalar]
    return Mapping([(_word("card", name), name), *flags], name.line, name.column)


def _apart(reading: Reading, item: Node) -> Iterator[Node]:
    """A permanent, and then what is attached to it."""
    if type(item) is not Mapping:
        yield item
        return
    carried = [(key, value) for key, value in item.pairs if _carries(key, value)]
    rest = [pair for pair in item.pairs if pair not in carried]
    yield Mapping(rest, item.line, item.column, item.flow)
    said = {plain_key(key.text): value for key, value in rest}
    host = next((said[key] for key in (*LABELS, *NAMES) if type(said.get(key)) is Scalar), None)
    for key, value in carried:
        for each in value.items if type(value) is Sequence else [value]:
            if type(host) is not Scalar or type(each) is Sequence or is_nothing(each):
                raise reading.error(
                    key, "", "what is attached to it: {card: Grizzly Bears, equipped with: Bonesplitter}"
                )
            pairs = list(each.pairs) if type(each) is Mapping else [(_word("card", key), each)]
            name = each.text if type(each) is Scalar else "what is attached"
            reading.remark(key, f"{name}, said with {host.text}", "it is under the same player's control")
            yield Mapping([*pairs, (_word("attached to", key), host)], key.line, key.column)


def counted(pairs: list[tuple[Scalar, Node]], known: Container[str]) -> list[tuple[Scalar, Node]]:
    """`loyalty: 3` and `time counters: 1` as so many counters (CR 122.1, 306.5b), together with those that `counters` says."""
    own = [(key, kind, value) for key, value in pairs if (kind := _kind(key, value, known))]
    if not own:
        return pairs
    first = own[0][0]
    counters: list[tuple[Scalar, Node]] = [(_word(kind, key), value) for key, kind, value in own]
    taken = [value for _, _, value in own]
    said = next(
        (pair for pair in pairs if plain_key(pair[0].text) == "counters" and type(pair[1]) is Mapping), None
    )
    if said is not None and type(said[1]) is Mapping:
        counters += said[1].pairs
        taken.append(said[1])
    rest = [pair for pair in pairs if not any(pair[1] is each for each in taken)]
    return [*rest, (_word("counters", first), Mapping(counters, first.line, first.column))]


def _kind(key: Scalar, value: Node, known: Container[str]) -> str:
    """Which counters the key says that there are; "" if it says none."""
    said = plain_key(key.text)
    if said in known or not COUNT.accepts(value):
        return ""
    from engine.model import counters  # here, since whoever only asks for the format's manual needs no engine

    match = KIND_OF_COUNTERS.fullmatch(key.text.strip())
    return match[1] if match else said if counters.known(said) else ""


STATES = {
    **dict.fromkeys(("transformed", "flipped", "back face up"), ("face", "back")),
    **{how: ("face down", how) for how in ("manifested", "cloaked", "morphed", "disguised")},
}
"""What is said to be so of a permanent, and the key and value that it is."""
COPIED = ("copy of", "token copy of")
EMBLEM = ("emblem", "emblem of", "emblem from")
SIZED, COLORED, TYPED, ABLE = (
    ("pt", "p/t", "size"),
    ("color", "colors"),
    ("type", "types", "subtype", "subtypes", "creature type"),
    ("has", "abilities", "keywords", "keyword"),
)
"""Of a token: keys for what is said of it in words elsewhere."""


def usual(pairs: list[tuple[Scalar, Node]], flow: bool, flags: Container[str]) -> list[tuple[Scalar, Node]]:
    """What people say of a card by other keys, in those of the table. `flags`: keys that hold true or false; `{card: X, tapped}` says that it is."""
    found: list[tuple[Scalar, Node]] = []
    for key, value in pairs:
        said = plain_key(key.text)
        true = type(value) is Scalar and value.text.lower() in ("true", "yes")
        if flow and said in flags and type(value) is Scalar and value.plain and not value.text:
            value = _word("true", key)
        if true and said in STATES:
            state, of = STATES[said]
            key, value = _word(state, key), _word(of, value if type(value) is Scalar else key)
        found.append((key, value))
    return _token_of(_copied(_emblem(found)))


def _emblem(pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """`{emblem: X}` as the emblem that the card X makes."""
    place = next((n for n, (key, _) in enumerate(pairs) if plain_key(key.text) in EMBLEM), None)
    if place is None or any(key.text in ("card", "name") for key, _ in pairs) or _is_true(pairs[place][1]):
        return pairs
    key, value = pairs[place]
    of = [(_word("card", key), value), (_word("emblem", key), _word("true", key))]
    return [*pairs[:place], *of, *pairs[place + 1 :]]


def _copied(pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """`{copy of: X}` and `{token: copy of X}` as a token that is X."""
    named = any(key.text in ("card", "name") for key, _ in pairs)
    for place, (key, value) in enumerate(pairs):
        if type(value) is not Scalar or named:
            continue
        copied = re.fullmatch(r"(?:an? )?copy of (.+)", value.text.strip(), re.IGNORECASE)
        name = copied[1] if copied and key.text == "token" else value.text
        if plain_key(key.text) in COPIED or (copied and key.text == "token"):
            token = [p for p in pairs[place + 1 :] if p[0].text != "token"]
            card = (_word("card", key), _word(name, value))
            return [*pairs[:place], card, (_word("token", key), _word("true", key)), *token]
    return pairs


def _token_of(pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """A token whose characteristics stand in keys of their own, as the words that create one (CR 111.3)."""
    said = {plain_key(key.text): value for key, value in pairs}
    token = said.get("token")
    name = said.get("card", said.get("name")) if _is_true(token) else token
    if type(name) is not Scalar or type(token) is not Scalar:
        return pairs
    parts = {key: _texts(said.get(key)) for key in ("power", "toughness", *SIZED, *COLORED, *TYPED, *ABLE)}
    if not any(parts.values()):
        return pairs
    first = ("/".join((*parts["power"], *parts["toughness"])), *(t for k in SIZED for t in parts[k]))
    colors = " and ".join(text for key in COLORED for text in parts[key])
    types = [text for key in TYPED for text in parts[key] if text.lower() != name.text.strip().lower()]
    kinds = " ".join(text for text in types if text.lower() in CARD_TYPES)
    others = " ".join(text for text in types if text.lower() not in CARD_TYPES)
    able = " and ".join(text for key in ABLE for text in parts[key])
    words = " ".join((*first, colors, name.text.strip(), others, kinds, f"with {able}" if able else ""))
    rest = [p for p in pairs if plain_key(p[0].text) not in (*parts, "token", "card", "name")]
    return [(_word("token", name), _word(" ".join(words.split()), name)), *rest]


CARD_TYPES = ("artifact", "creature", "enchantment", "land", "legendary", "snow")


def _is_true(value: Node | None) -> bool:
    return type(value) is Scalar and value.text.strip().lower() in ("true", "yes")


def _texts(value: Node | None) -> list[str]:
    items = value.items if type(value) is Sequence else [value]
    return [item.text.strip() for item in items if type(item) is Scalar and not is_nothing(item)]


def _word(text: str, at: Scalar) -> Scalar:
    return Scalar(text, True, at.line, at.column)


SCHEMA: dict[str, Schema] = {
    **dict.fromkeys(STATES, {"type": "boolean"}),
    **dict.fromkeys(COPIED, {"type": "string"}),
    **dict.fromkeys((*CARRIED, *SIZED, *COLORED, *TYPED, *ABLE), {"type": ["string", "array"]}),
    **dict.fromkeys(
        ("power", "toughness", "loyalty", "defense", "lore", "charge", "time"), {"type": "integer"}
    ),
}
"""What editors may complete of it."""
