"""A line of words for what must hold, brought into the shape of the table (scenario format: expect).

- alice wins                                # winner: alice
- bob has 3 life                            # life: {bob: 3}
- bob has 2 cards in hand                   # hand: {bob: 2}
- Grizzly Bears dies                        # Grizzly Bears: dies
- the Angel is 4/4                          # Angel: 4/4
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scenarios.format.kinds import Reading
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence

ENDS = (
    (r"(?:wins?|(?:has|have) won|won)(?: the game)?", "winner"),
    (r"(?:loses?|(?:has|have) lost|lost|dies?|(?:is|are|am) dead)(?: the game)?", "lost"),
)
LIFE = r"(?:has|have|(?:is|are|am) (?:at|on|left with)|ends? (?:at|with)|goes? to|should have|should be at) (?P<life>-?[0-9]+)(?: life)?|['’]s life(?: total)? is (?P<total>-?[0-9]+)"
CARDS = r"(?:has|have) (?P<n>[0-9]+|no|an?) cards? in (?:the |their |his |her )?(?P<zone>hand|library|graveyard|exile)"
EMPTY = r"['’]s (?P<zone>hand|library|graveyard|exile|battlefield) is empty"
POISON = r"(?:has|have) (?P<n>[0-9]+) (?P<kind>poison|energy|experience|rad)(?: counters?)?"
DRAW = re.compile(r"(?:the game is |it is |it['’]s )?(?:a )?draw(?:n)?", re.IGNORECASE)
STACK = re.compile(r"(?:the )?stack is empty|nothing is on the stack", re.IGNORECASE)
THERE = re.compile(
    r"(?P<name>.+?) (?:is|goes to|ends up|returns to|stays|should be) (?:in |on |to )?(?P<who>\S+)['’]s (?P<zone>hand|library|graveyard|exile|battlefield)",
    re.IGNORECASE,
)
HOLDS = (
    (r"(?:is|becomes) the monarch", "monarch"),
    (r"(?:has|takes) the initiative", "initiative"),
    (r"has the city['’]s blessing", "city's blessing"),
)
DAY = re.compile(r"(?:it is|it['’]s|it becomes) (day|night)(?:time)?", re.IGNORECASE)
LEADS = re.compile(
    r"^(?:(?:is|are|was|has been|should be|will be|ends up(?: as| in)?|stays|remains|becomes|should) )+",
    re.IGNORECASE,
)
"""What may stand between a name and what is so of it."""


def said(reading: Reading, node: Scalar, says: Callable[[Scalar], bool]) -> Mapping | None:
    """What the line says must hold; None where it isn't understood. `says`: whether the words say something of an object."""
    text = " ".join(node.text.strip().rstrip(".!").split())
    if DRAW.fullmatch(text) is not None:
        return _pair(node, "draw", _word(node, "true"))
    if (time := DAY.fullmatch(text)) is not None:
        return _pair(node, "day", _word(node, time[1].lower()))
    if STACK.fullmatch(text) is not None:
        return _pair(node, "stack", _word(node, "0"))
    there = THERE.fullmatch(text)
    if there is not None and there["who"] in reading.players:
        name = Sequence([_word(node, re.sub(r"^the ", "", there["name"]))], node.line, node.column)
        return _pair(node, there["zone"].lower(), _pair(node, there["who"], name))
    who = next(
        (p for p in reading.players if re.match(rf"{re.escape(p)}(?:\s|['’]s )", text, re.IGNORECASE)), None
    )
    found = _of_player(node, who, text[len(who) :].strip()) if who is not None else None
    return found or _of_object(reading, node, text, says)


def _of_player(node: Scalar, who: str, rest: str) -> Mapping | None:
    for words, key in (*ENDS, *HOLDS):
        if re.fullmatch(words, rest, re.IGNORECASE):
            return _pair(node, key, _word(node, who))
    for words in (LIFE, CARDS, EMPTY, POISON):
        match = re.fullmatch(words, rest, re.IGNORECASE)
        if match is None:
            continue
        parts = {name: value.lower() for name, value in match.groupdict().items() if value is not None}
        number = parts.get("life") or parts.get("total") or parts.get("n", "0")
        number = {"no": "0", "a": "1", "an": "1"}.get(number, number)
        key = parts.get("zone") or parts.get("kind") or "life"
        return _pair(node, who, _pair(node, key, _word(node, number)))
    return None


def _of_object(reading: Reading, node: Scalar, text: str, says: Callable[[Scalar], bool]) -> Mapping | None:
    """The name and what is so of it: where the name ends that the board has, else where most is understood."""
    words, names = text.split(), reading.names()
    found: list[tuple[bool, str, Scalar]] = []
    for end in range(1, len(words)):
        name = re.sub(r"^the ", "", " ".join(words[:end]), flags=re.IGNORECASE)
        rest = " ".join(words[end:])
        for form in (rest, LEADS.sub("", rest)):
            if says(_word(node, form)):
                known = re.sub(r"^\S+['’]s ", "", re.sub(r"\s+#[0-9]+$", "", name.casefold())) in names
                found.append((known, name, _word(node, form)))
                break
    if not found:
        return None
    _, name, properties = max(found, key=lambda each: each[0])  # the first of those alike
    return _pair(node, name, properties)


def _pair(node: Scalar, key: str, value: Node) -> Mapping:
    return Mapping([(_word(node, key), value)], node.line, node.column)


def _word(at: Scalar, text: str) -> Scalar:
    return Scalar(text, True, at.line, at.column)
