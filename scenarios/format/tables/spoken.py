"""Actions as people also write them, brought into the shape of the table of verbs (scenario format: do).

- resolve:                                  # resolve: top
- bob: {cast: Shock}                        # cast: Shock, by: bob
- attack: Bears                             # at: turn 3
  turn: 3
- cast: Siege Wurm                          # pay: [Bears, Elves]
  convoke: [Bears, Elves]
- activate: "+2: Jace"                      # activate: Jace, ability: +2
- cast: Angel                               # alternative: face down
  face down: true
- special: turn face up                     # special: Angel, action: turn face up
  object: Angel
- attack: Hellrider                         # choose: [{target: Bears}], of what triggers
  targets: Bears
- {action: cast, card: Shock}               # cast: Shock
- attack: {bob: [Bears, Giant]}             # attack: {Bears: bob, Giant: bob}
- attack: [{attacker: Bears, defender: bob}]
- cast: Command                             # modes: [counter, return], targets: [Shock, Bears]
  modes: {counter: Shock, return: Bears}
- {cast: Simulacrum, may: no}               # choose: no
"""

from __future__ import annotations

import re
from collections.abc import Container

from scenarios.format.kinds import Reading, moment_in_words, plain_key
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.tables.common import FLAG, MOMENT, NUMBER
from scenarios.format.tables.verbs import short

ALONE = {"resolve": "top", "pass": ""}
"""Verbs that need nothing beside them, and what is meant then."""
CALLED = {
    "casts": "cast", "cast spell": "cast", "activates": "activate", "use": "activate", "use ability": "activate", "activate ability": "activate",
    "plays": "play", "play land": "play", "attacks": "attack", "attackers": "attack", "attack with": "attack",
    "declare attackers": "attack", "declare attacker": "attack", "blocks": "block", "blockers": "block", "block with": "block",
    "declare blockers": "block", "declare blocker": "block", "passes": "pass", "pass priority": "pass", "go to": "to", "goto": "to",
    "move to": "to", "advance to": "to", "concedes": "concede", "assert": "check", "special action": "special", "assign damage": "assign",
    "damage": "assign", "assign combat damage": "assign", "assigns": "assign", "cast a spell": "cast", "spell": "cast",
}  # fmt: skip
"""Verbs as people also call them."""
PAID = frozenset({
    "convoke", "delve", "improvise", "sacrifice", "sacrificing", "discard", "discarding", "exile", "exiling", "tap", "tapping", "return",
    "returning", "emerge", "crew", "saddle", "waterbend",
})  # fmt: skip
"""Beside a spell or ability, with objects: what its cost is paid with."""
STEP_KEYS = ("at", "step", "phase", "when", "during")
LOYAL = re.compile(
    r"([+−-](?:[0-9]{1,2}|[xX])|0)\s*:?\s+(.+)|(.+?)(?:['’]s)?\s*:?\s+([+−-](?:[0-9]{1,2}|[xX])|0)"
)
WHAT = ("object", "card", "of", "what", "permanent", "creature")
"""Beside `special: ACTION`: keys that may name the object."""
NO_TARGETS = frozenset({"play", "special", "attack", "block", "pass", "resolve", "to"})
"""Verbs without targets of their own: those said beside them are of what triggers."""


NAMED_VERB = ("action", "type", "verb", "do", "kind")
"""Where programs write the verb as a value; what it holds stands beside it under `HELD_BESIDE`."""
HELD_BESIDE = (
    "card", "object", "source", "spell", "permanent", "name", "attackers", "attacker", "creatures", "creature", "blockers", "blocks",
    "attacks", "moment", "step", "phase", "player", "damage", "assignments", "count", "value",
)  # fmt: skip
RESPONSE = ("in response", "in response to", "response", "response to", "responding to", "respond to")
"""Beside an action: nothing resolves before it unless it has to, so these say what is so without them."""
ANSWERED = (
    "may", "new targets", "new target", "choosing", "naming", "named", "target choice", "scry", "surveil", "search", "search for", "searching for",
    "find", "finds", "fetch", "color", "adds", "produces", "creature type", "order",
)  # fmt: skip
"""Beside an action: answers to what it asks."""


def reshaped(reading: Reading, node: Mapping, verb: str, known: Container[str]) -> Mapping:
    """The action with what stands elsewhere where it belongs. `known`: the keys that the verb takes."""
    pairs = _timed(
        reading, [p for p in node.pairs if plain_key(p[0].text) not in RESPONSE or p[0].text in known]
    )
    if verb in ("cast", "activate", "play", "special"):
        pairs = _answered(pairs, known)
    if verb in ("cast", "activate", "special"):
        pairs = _paid(reading, pairs, known)
    if verb in ("cast", "activate"):
        pairs = _divided(_by_mode(pairs))
    if verb == "activate":
        pairs = _loyal(pairs)
    elif verb == "block":
        pairs = _of_attacker(_each(pairs, verb, "blocker", ("attacker", "blocks", "blocking")))
    elif verb == "attack":
        pairs = _each(
            pairs,
            verb,
            "attacker",
            ("defender", "attacks", "attacking", "target", "player", "defending player"),
        )
        pairs = _by_defender(reading, pairs)
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


def verb_first(players: Container[str], node: Mapping, verbs: Container[str]) -> tuple[Mapping, str | None]:
    """The action with its verb called as it is, and its player, where that stands before it: `bob: {cast: Shock}`."""
    by = None
    if len(node.pairs) == 1 and node.pairs[0][0].text in players and type(node.pairs[0][1]) is Mapping:
        by, node = node.pairs[0][0].text, node.pairs[0][1]
    node = _with_named_verb(_moment_alone(node), verbs)
    named = {key.text for key, _ in node.pairs}
    pairs: list[tuple[Scalar, Node]] = []
    whole = any(name in verbs or short(name) is not None for name in named)
    for key, value in node.pairs:
        verb = CALLED.get(plain_key(key.text), key.text) if not whole else key.text
        pairs.append((_like(key, verb) if verb != key.text else key, value))
    if by is not None:
        pairs.append((_like(node.pairs[0][0], "by"), _like(node.pairs[0][0], by)))
    return Mapping(pairs, node.line, node.column, node.flow), by


def _moment_alone(node: Mapping) -> Mapping:
    """`turn: 5` or `step: upkeep` with nothing beside it goes on to there."""
    if len(node.pairs) != 1 or node.pairs[0][0].text not in ("turn", "step", "phase"):
        return node
    key, value = node.pairs[0]
    if type(value) is Scalar and key.text == "turn" and value.text.strip().isdigit():
        value = _like(value, f"turn {value.text.strip()}")
    if not MOMENT.accepts(value):
        return node
    return Mapping([(_like(key, "to"), value)], node.line, node.column, node.flow)


def _with_named_verb(node: Mapping, verbs: Container[str]) -> Mapping:
    """`{action: cast, card: Shock}` as `{cast: Shock}`."""
    if any(
        key.text in verbs or short(key.text) is not None
        for key, _ in node.pairs
        if key.text not in HELD_BESIDE
    ):
        return node
    for key, value in node.pairs:
        said = plain_key(value.text) if type(value) is Scalar and key.text in NAMED_VERB else ""
        verb = CALLED.get(said, said)
        if not said or (verb not in verbs and short(verb) is None):
            continue
        rest = [pair for pair in node.pairs if pair[0] is not key]
        held = next((p for name in HELD_BESIDE for p in rest if plain_key(p[0].text) == name), None)
        if verb in ("pass", "concede", "resolve", "keep") and held is None:
            return Mapping([(_like(key, verb), _like(key, ""))] + rest, node.line, node.column, node.flow)
        if held is not None:
            pairs = [(_like(key, verb), held[1]), *(pair for pair in rest if pair is not held)]
            return Mapping(pairs, node.line, node.column, node.flow)
    return node


def _answered(pairs: list[tuple[Scalar, Node]], known: Container[str]) -> list[tuple[Scalar, Node]]:
    """What keys of their own answer, in `choose`, behind what that says."""
    own = [p for p in pairs if plain_key(p[0].text) in ANSWERED and plain_key(p[0].text) not in known]
    if not own:
        return pairs
    chosen = next((value for key, value in pairs if key.text == "choose"), None)
    answers = list(chosen.items) if type(chosen) is Sequence else [chosen] if chosen is not None else []
    for name, value in own:
        whole = plain_key(name.text) == "order"  # one answer, that is a list
        answers += value.items if type(value) is Sequence and not whole else [value]
    key = own[0][0]
    rest = [pair for pair in pairs if pair not in own and pair[1] is not chosen]
    return [*rest, (_like(key, "choose"), Sequence(answers, key.line, key.column))]


def _by_mode(pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """`modes: {counter: Shock, return: Bears}` and `targets: {1: Shock, 2: Bears}`: the targets in the order of what they are for (CR 700.2c)."""
    found: list[tuple[Scalar, Node]] = []
    for key, value in pairs:
        if type(value) is not Mapping or not value.pairs:
            found.append((key, value))
            continue
        names = [n for _, each in value.pairs for n in (each.items if type(each) is Sequence else [each])]
        numbered = all(k.text.isdigit() for k, _ in value.pairs)
        shared = any(type(n) is not Scalar or n.text.isdigit() for n in names if not is_nothing(n))
        if key.text in ("modes", "mode") and not shared:
            modes: list[Node] = [k for k, _ in value.pairs]
            found.append((key, Sequence(modes, value.line, value.column)))
            key = _like(key, "targets")
        elif key.text not in ("targets", "target") or not numbered or shared:
            found.append((key, value))
            continue
        aimed: list[Node] = [n for n in names if not is_nothing(n)]
        if aimed:
            found.append((key, Sequence(aimed, value.line, value.column)))
    return found


def _each(
    pairs: list[tuple[Scalar, Node]], verb: str, own: str, of: tuple[str, ...]
) -> list[tuple[Scalar, Node]]:
    """`attack: [{attacker: Bears, defender: bob}]` as `attack: {Bears: bob}`; so, too, blocks."""
    found: list[tuple[Scalar, Node]] = []
    for key, value in pairs:
        one = type(value) is Mapping and _row(value, own, of) is not None
        items = value.items if type(value) is Sequence else [value] if one else []
        rows = [_row(item, own, of) for item in items]
        if key.text != verb or not rows or any(row is None for row in rows):
            found.append((key, value))
        else:
            found.append((key, Mapping([row for row in rows if row is not None], value.line, value.column)))
    return found


def _row(item: Node, own: str, of: tuple[str, ...]) -> tuple[Scalar, Node] | None:
    """An attacker and what it attacks, a blocker and what it blocks, where the item says just that."""
    if type(item) is not Mapping:
        return None
    said = {plain_key(key.text): value for key, value in item.pairs}
    who = next((said.pop(name) for name in (own, "creature", "card", "name") if name in said), None)
    if type(who) is not Scalar or len(said) != 1:
        return None
    [(key, what)] = said.items()
    return (who, what) if key in of else None


def _by_defender(reading: Reading, pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """`attack: {bob: [Bears, Giant]}` as `attack: {Bears: bob, Giant: bob}`."""
    found: list[tuple[Scalar, Node]] = []
    for key, value in pairs:
        if key.text == "attack" and type(value) is Mapping:
            turned: list[tuple[Scalar, Node]] = []
            for this, that in value.pairs:
                those = that.items if type(that) is Sequence else [that]
                names = [n for n in those if type(n) is Scalar and n.text not in reading.players]
                away = this.text in reading.players and len(names) == len(those) and not is_nothing(that)
                turned += [(n, this) for n in names] if away else [(this, that)]
            value = Mapping(turned, value.line, value.column, value.flow)
        found.append((key, value))
    return found


def _timed(reading: Reading, pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """`turn: 3` and `step: upkeep` beside an action as the moment that they are together, `at: turn 3 upkeep`."""
    turn = next((pair for pair in pairs if plain_key(pair[0].text) == "turn"), None)
    if turn is None or type(turn[1]) is not Scalar:
        return list(pairs)
    step = next((p for p in pairs if plain_key(p[0].text) in STEP_KEYS and MOMENT.accepts(p[1])), None)
    said = step[1].text if step is not None and type(step[1]) is Scalar else ""
    moment = moment_in_words(reading.players, turn=turn[1].text.strip(), step=said)
    rest = [pair for pair in pairs if pair is not turn and pair is not step]
    return [
        *((_like(key, "against") if key.text == "at" else key, value) for key, value in rest),
        (_like(turn[0], "at"), _like(turn[1], moment)),
    ]


def _paid(
    reading: Reading, pairs: list[tuple[Scalar, Node]], known: Container[str]
) -> list[tuple[Scalar, Node]]:
    """What is sacrificed, discarded, tapped, ... beside a spell or ability, as what its cost is paid with. Raises ScenarioError for how many."""
    for key, value in pairs:
        if plain_key(key.text) in ("convoke", "delve", "improvise") and (
            FLAG.accepts(value) or NUMBER.accepts(value)
        ):
            example = f"what is paid with, such as {key.text}: [Grizzly Bears, Shock x3]; left out, it pays for what the mana doesn't"
            raise reading.error(value, "", example)
    paid = [p for p in pairs if plain_key(p[0].text) in PAID and plain_key(p[0].text) not in known]
    paid = [p for p in paid if not FLAG.accepts(p[1]) and not NUMBER.accepts(p[1])]
    if not paid:
        return pairs
    also = [p for p in pairs if p[0].text == "pay"]
    items = [
        item for _, value in (*also, *paid) for item in (value.items if type(value) is Sequence else [value])
    ]
    key = paid[0][0]
    return [
        *(pair for pair in pairs if pair not in paid and pair not in also),
        (_like(key, "pay"), Sequence(items, key.line, key.column)),
    ]


def _divided(pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """`targets: {bears: 2, bob: 1}` as the targets and the division among them (CR 601.2d)."""
    said = next((pair for pair in pairs if pair[0].text in ("targets", "target")), None)
    if said is None or type(said[1]) is not Mapping or any(key.text == "divide" for key, _ in pairs):
        return pairs
    key, shares = said[0], said[1]
    names = Sequence(list[Node](name for name, _ in shares.pairs), shares.line, shares.column)
    rest = [pair for pair in pairs if pair is not said]
    return [*rest, (key, names), (_like(key, "divide"), shares)]


def _of_attacker(pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """`block: Giant` with `attacker: Bears` beside it as `block: {Giant: Bears}`."""
    beside = next(
        (
            pair
            for pair in pairs
            if plain_key(pair[0].text) in ("attacker", "attackers", "blocking", "blocks")
        ),
        None,
    )
    said = next((pair for pair in pairs if pair[0].text == "block"), None)
    if beside is None or said is None or type(said[1]) is Mapping:
        return pairs
    blockers = said[1].items if type(said[1]) is Sequence else [said[1]]
    of = [(each, beside[1]) for each in blockers if type(each) is Scalar]
    rest = [pair for pair in pairs if pair is not beside and pair is not said]
    return [(said[0], Mapping(of, said[0].line, said[0].column)), *rest]


def _loyal(pairs: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    """`activate: "+2: Jace"`, `activate: "Jace: +2"`, `activate: Jace +2`; `activate: equip` with its object beside it."""
    found = next((value for key, value in pairs if key.text == "activate"), None)
    beside = next((key for key, _ in pairs if plain_key(key.text) in (*WHAT, "source", "from", "with")), None)
    if type(found) is not Scalar or any(key.text == "ability" for key, _ in pairs):
        return pairs
    of = short(found.text.strip().lower())
    if beside is not None and of is not None and of.verb == "activate":
        says = of.says if of.option == "ability" else found.text
        named = [(_like(key, "activate"), value) for key, value in pairs if key is beside]
        rest = [(key, value) for key, value in pairs if key is not beside and value is not found]
        return [*named, (_like(found, "ability"), _like(found, says)), *rest]
    match = LOYAL.fullmatch(found.text.strip())
    if match is None:
        return pairs
    name, ability = (match[2], match[1]) if match[1] else (match[3], match[4])
    rest = [(key, value) for key, value in pairs if value is not found]
    return [
        (_like(found, "activate"), _like(found, name)),
        (_like(found, "ability"), _like(found, ability)),
        *rest,
    ]


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
