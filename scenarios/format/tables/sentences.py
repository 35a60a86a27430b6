"""A line of words as an action (scenario format: do): who does it if that is said, the verb, what with, and what more is said of it.

- cast Shock targeting bob                  # cast: Shock, targets: bob
- bob casts Fireball on Bears with X=3      # cast: Fireball, by: bob, targets: Bears, x: 3
- alice attacks with Bears and Giant        # attack: [Bears, Giant], by: alice
- bob blocks Bears with Giant               # block: {Giant: Bears}, by: bob
- alice equips Bears with Sword             # equip: {Sword: Bears}, by: alice

A name ends where the longest one ends that the board has; where none fits, at the next word that begins something else. What is left over is refused: a line
is taken whole, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from scenarios.format.errors import ScenarioError
from scenarios.format.kinds import Reading
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence
from scenarios.format.tables.common import MOMENT, ZONE
from scenarios.format.tables.verbs import LOYALTY, SHORTS, short

VERBS = {
    "cast": "cast", "casts": "cast", "activate": "activate", "activates": "activate", "use": "activate", "uses": "activate",
    "play": "play", "plays": "play", "attack": "attack", "attacks": "attack", "block": "block", "blocks": "block",
    "pass": "pass", "passes": "pass", "concede": "concede", "concedes": "concede", "resolve": "resolve", "to": "to", "go to": "to",
    "goes to": "to", "move to": "to", "moves to": "to", "choose": "choose", "chooses": "choose", "respond with": "cast",
    "responds with": "cast", "respond by casting": "cast", "responds by casting": "cast", "respond by activating": "activate",
    "searches for": "choose", "search for": "choose", "finds": "choose", "find": "choose", "picks": "choose", "pick": "choose",
    "selects": "choose", "select": "choose", "names": "choose", "fetches": "choose",
    "responds by activating": "activate", "assign": "assign", "assigns": "assign",
}  # fmt: skip
"""How a line can say a verb; the verbs of keywords and costs are said in these ways, too (`_verbs`)."""
RESPONDING = re.compile(r"^in response,?\s+|,?\s+in response(?: to .+)?$", re.IGNORECASE)
REFUSED = re.compile(
    r"(?:\s*[,:;(–-]\s*|\s+)(?:which\s+)?(?:is\s+)?(?:illegal|not legal|not allowed|not possible|impossible|is refused)\)?$",
    re.IGNORECASE,
)
"""Behind a line: it must be refused."""
CANT = re.compile(
    r"^(?:can(?:['’]?t|not|\s+not)|could(?:n['’]t|\s+not)|may\s+not|is(?:n['’]t|\s+not)\s+(?:able|allowed)\s+to)\s+",
    re.IGNORECASE,
)
TRIES = re.compile(r"^(?:tries\s+to|try\s+to|attempts\s+to|decides\s+to|then|now|also)\s+", re.IGNORECASE)
DOES = (
    "counters?|kills?|destroys?|bounces?|burns?|bolts?|shocks?|removes?|hits?|copies|copy|steals?|enchants?|blinks?|flickers?|reanimates?|pumps?|pings?|shoots?|"
    "murders?|answers?|targets?"
)
"""What is done to something with a card or a permanent, as people say it."""
MARKS = re.compile(
    r",?\s+(?:and\s+)?(?=(?:targeting|on|onto|to|at|against|with|for|from|using|via|by|choosing|naming|paying|sacrificing|discarding|exiling|tapping|"
    r"returning|during|in|where|kicked|face down|x\s*=)\b)|\s*,\s*|\s+and\s+",
    re.IGNORECASE,
)
"""Where a name may end that the board doesn't have."""
AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
PAID = re.compile(r"(?:by\s+)?(?:paying|sacrificing|discarding|exiling|tapping|returning)\s+", re.IGNORECASE)
AIMED = re.compile(r"(?:targeting|on|onto|upon|against|to|at)\s+", re.IGNORECASE)
IN_ZONE = re.compile(
    r"(?:in|from)\s+(?:(?:the|his|her|their|your|my|a|(\S+)['’]s)\s+)?(?:graveyard|hand|exile|library)\b",
    re.IGNORECASE,
)
"""Where a target is: whose zone is the owner's that the target is called by, `bob's Bears`."""
ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
CHOSEN = re.compile(r"(?:choosing|naming)\s+", re.IGNORECASE)
X = re.compile(r"(?:(?:with|for|where|choosing)\s+)?x\s*(?:=|is|of)\s*([0-9]{1,9})\b", re.IGNORECASE)
MODE = re.compile(
    r"(?:(?:with|in|choosing|using)\s+)?modes?\s+([0-9]+(?:(?:\s*,\s*|\s+and\s+)[0-9]+)*)", re.IGNORECASE
)
ZONED = re.compile(
    r"from\s+(?:the\s+|(?:his|her|their|your|my|its owner's)\s+)?((?:\S+['’]s\s+)?\w+)", re.IGNORECASE
)
WAY = re.compile(
    r"(?:(?:with|for|by|using|via)\s+)?(?:its\s+)?([a-z-]+)(?:\s+costs?)?(?![\w])", re.IGNORECASE
)
WHEN = re.compile(r"(?:at|during|in|on)\s+(.+)", re.IGNORECASE)
LOYAL = re.compile(rf"({LOYALTY.pattern})(?:\s+(?:of|on))?\s+(.+)|(.+?)(?:['’]s)?\s+({LOYALTY.pattern})")


Said: TypeAlias = "str | list[str] | dict[str, Said]"
"""What a line says for a key."""


THEIR_TIME = re.compile(
    r"\b(during|at|in|on) (?:their|his|her|my)(?: own)? (?=(?:[a-z ]+ )?(?:step|phase|main|upkeep|turn|combat)$)",
    re.IGNORECASE,
)
"""``during their main phase``: that of who acts."""


class Line(msgspec.Struct):
    """What is left of a line, and what it says so far. `names`: the names on the board, folded."""

    reading: Reading
    at: Scalar
    rest: str
    names: frozenset[str]
    pairs: list[tuple[str, Said]]

    def name(self) -> str | None:
        """The name that comes next: the longest that the board has, else up to what begins something else."""
        ends = [m.start() for m in re.finditer(r"\s|,|$", self.rest) if m.start()]
        end = next((e for e in reversed(ends) if self.known(self.rest[:e])), None)
        if end is None:
            mark = MARKS.search(self.rest)
            end = mark.start() if mark else len(self.rest)
        found, self.rest = self.rest[:end].strip(), self.rest[end:].strip()
        bare = ARTICLE.sub("", found)
        return (found if self.known(found) and not self.known(bare) else bare) or None

    def known(self, text: str) -> bool:
        """Whether the board has the name."""
        said = re.sub(r"\s+#[0-9]+$", "", text.strip().casefold())
        return said in self.names or re.sub(r"^(?:the |a |an |\S+['’]s )", "", said) in self.names

    def all_names(self) -> list[str]:
        """The names that come next, with commas or "and" between them."""
        found = []
        while (name := self.name()) is not None:
            found.append(name)
            more = AND.match(f" {self.rest}") or AND.match(self.rest)
            if more is None or not self.rest or self._begins_something(f" {self.rest}"[more.end() :]):
                break
            self.rest = (f" {self.rest}" if AND.match(f" {self.rest}") else self.rest)[more.end() :].strip()
        return found

    @staticmethod
    def _begins_something(rest: str) -> bool:
        return any(each.match(rest) for each in (PAID, AIMED, CHOSEN, X, MODE, ZONED))


NOTHING_DONE = re.compile(
    r"(?:no responses?|nothing (?:else )?happens|(?:nobody|no ?one|neither player|no player) (?:responds|does anything|reacts|has (?:any )?responses?|acts)(?: else)?|"
    r"(?:\S+ )?(?:has|have) no responses?|(?:\S+ )?(?:does|do)(?:n['’]t| not) respond)",
    re.IGNORECASE,
)
"""Lines that say that nothing is done: the game goes on by itself."""


def sentence(reading: Reading, node: Scalar, by: str | None = None) -> Mapping | None:
    """The action that a line of words is; None where it isn't all understood. `by`: who does it, where that stands beside the line."""
    text = RESPONDING.sub("", node.text.strip().rstrip(".!"))
    text, refused = _without(REFUSED, text)
    who = next((p for p in reading.players if re.match(rf"{re.escape(p)}\s", text, re.IGNORECASE)), None)
    rest, cant = _without(CANT, text[len(who) :].strip() if who is not None else text)
    rest = RESPONDING.sub("", TRIES.sub("", rest))
    line = Line(reading, node, RESPONDING.sub("", _rephrased(reading, rest) or rest), reading.names(), [])
    if (who or by) is not None:
        line.rest = THEIR_TIME.sub(rf"\1 {who or by}'s ", line.rest)
    declared_not = DECLARED_NOT.fullmatch(rest)
    if declared_not is not None:
        line.pairs, line.rest = [(declared_not[1].lower(), {})], ""
    elif (who or by) is not None and not cant and (CONSENTS.fullmatch(rest) or DECLINES.fullmatch(rest)):
        line.pairs, line.rest = [("choose", ["yes" if CONSENTS.fullmatch(rest) else "no"])], ""
    elif not (_by_verb(line) or (who is None and by is None and _by_creature(line))) or line.rest:
        return None
    if refused or cant:
        line.pairs.append(("illegal", "true"))
    if who is not None and by is None and line.pairs[0][0] not in ("pass", "concede"):
        line.pairs.append(("by", who))
    elif line.pairs[0][0] in ("pass", "concede"):
        line.pairs[0] = (line.pairs[0][0], line.pairs[0][1] or who or by or "")
    elif by is not None:
        line.pairs.append(("by", by))
    return Mapping(
        [(_like(node, key), _node(node, value)) for key, value in line.pairs], node.line, node.column
    )


def _without(words: re.Pattern[str], text: str) -> tuple[str, bool]:
    """The text without the words, and whether it had them."""
    rest = words.sub("", text)
    return rest, rest != text


def _rephrased(reading: Reading, text: str) -> str | None:
    """``turns Angel face up`` as ``turn face up Angel``; ``counters Shock with Counterspell`` as ``cast Counterspell targeting Shock``; with a permanent, its ability. None for other words."""
    if (resolves := re.fullmatch(r"(?:let\s+)?(.+?)\s+resolves?", text, re.IGNORECASE)) is not None:
        return f"resolve {ARTICLE.sub('', resolves[1])}"
    if re.fullmatch(r"(?:pass(?:es)?|ends?)\s+(?:(?:the|his|her|their|my)\s+)?turn", text, re.IGNORECASE):
        return "to next turn"
    if (turned := re.fullmatch(r"turns?\s+(.+?)\s+face[ -]up", text, re.IGNORECASE)) is not None:
        return f"turn face up {turned[1]}"
    match = re.fullmatch(rf"(?:{DOES})\s+(.+?)\s+(?:with|using|by)\s+(.+)", text, re.IGNORECASE)
    if match is None or match[2].casefold().partition(" (")[0] not in reading.names():
        return None
    verb = "activate" if reading.is_in_play(match[2]) else "cast"
    return f"{verb} {match[2]} targeting {match[1]}"


def elaborated(reading: Reading, verb: str, value: Scalar) -> list[tuple[Scalar, Node]] | None:
    """The options that the words behind a verb give beside the name that they begin with: ``cast: Think Twice with flashback``. None where they are a name
    alone, or don't begin with one that the board has."""
    line = Line(reading, value, value.text.strip(), reading.names(), [])
    if MARKS.search(line.rest) is None or line.known(line.rest):
        return None
    ends = [m.start() for m in MARKS.finditer(line.rest)]
    if not any(line.known(line.rest[:end]) for end in ends) or not OF_VERB[verb](line) or line.rest:
        return None
    return [(_like(value, key), _node(value, each)) for key, each in line.pairs]


def _node(at: Scalar, value: Said) -> Node:
    if isinstance(value, str):
        return _like(at, value)
    if isinstance(value, list):
        items: list[Node] = [_like(at, each) for each in value]
        return Sequence(items, at.line, at.column)
    return Mapping([(_like(at, k), _node(at, v)) for k, v in value.items()], at.line, at.column)


def _like(at: Scalar, text: str) -> Scalar:
    return Scalar(text, True, at.line, at.column)


def _verbs() -> Iterator[tuple[str, str]]:
    yield from VERBS.items()
    for name in SHORTS:
        yield name, name
        first, _, more = name.partition(" ")
        yield f"{first}{'es' if first.endswith(('s', 'sh', 'ch')) else 's'} {more}".strip(), name
    yield from (("flash back", "flashback"), ("flashes back", "flashback"))
    yield from (("levels up", "level up"), ("level up", "level up"))


KNOWN = sorted(_verbs(), key=lambda pair: -len(pair[0]))


def _by_verb(line: Line) -> bool:
    """A line that begins with a verb, or with a loyalty ability's cost."""
    if (loyal := LOYAL.fullmatch(line.rest)) and loyal[1]:
        line.rest = f"activate {line.rest}"
    for said, verb in KNOWN:
        if re.match(rf"{re.escape(said)}(?:\s|$)", line.rest, re.IGNORECASE):
            line.rest = line.rest[len(said) :].strip()
            return OF_VERB.get(verb, _of_short(verb))(line)
    return False


def _assign(line: Line) -> bool:
    """``2 damage to Bears and 4 to Giant``."""
    parts = re.split(r"\s*(?:,|\band\b)+\s*(?=[0-9])", line.rest)
    found = [EACH_DAMAGE.fullmatch(part) for part in parts]
    shares = {match[2].strip(): match[1] for match in found if match is not None}
    if len(shares) != len(parts):
        return False
    line.pairs.insert(0, ("assign", dict[str, Said](shares)))
    line.rest = ""
    return True


CONSENTS = re.compile(
    r"(?:pays?|accepts?|agrees?|says yes|does so|does)(?: (?:it|so|for it|the cost))?", re.IGNORECASE
)
DECLINES = re.compile(
    r"(?:(?:does(?:n['’]t| not)|do(?:n['’]t| not)|won['’]t|will not) pay|declines?|refuses?|says no|pays nothing|does(?:n['’]t| not)(?: do (?:it|so))?)(?: (?:it|for it|the cost))?",
    re.IGNORECASE,
)
"""``bob pays``, ``bob doesn't pay``: yes and no to what is asked."""


def _for_what(line: Line) -> bool:
    """``for Black Lotus``: what is searched for or chosen."""
    match = re.match(r"(?:(?:searching|looking) )?for\s+", line.rest, re.IGNORECASE)
    if match is None or not line.known(line.rest[match.end() :].partition(",")[0]):
        return False
    line.rest = line.rest[match.end() :]
    line.pairs.append(("choose", line.all_names()))
    return True


def _by_creature(line: Line) -> bool:
    """``Bears attack bob``, ``Giant blocks Bears``, ``Wurm assigns 2 damage to Bears and 4 to Giant``."""
    assigned = re.fullmatch(r"(.+?)\s+(?:assigns?|deals?)\s+([0-9].*)", line.rest, re.IGNORECASE)
    if assigned is not None:
        line.rest = assigned[2]
        if not _assign(line):
            return False
        line.pairs[0] = ("assign", {assigned[1]: line.pairs[0][1]})
        return True
    match = re.fullmatch(r"(.+?)\s+(attack|block)s?(?:\s+(.+))?", line.rest, re.IGNORECASE)
    if match is None:
        return False
    verb, subjects = match[2].lower(), [each for each in AND.split(match[1]) if each]
    line.rest = ""
    line.pairs.append((verb, dict.fromkeys(subjects, match[3]) if match[3] else subjects))
    return True


def _named_first(verb: str) -> Callable[[Line], bool]:
    """``cast a Shock ...``, ``play Forest ...``."""

    def of(line: Line) -> bool:
        name = line.name()
        if name is None:
            return False
        line.pairs.insert(0, (verb, name))
        return _more(line)

    return of


def _activate(line: Line) -> bool:
    loyal = LOYAL.match(line.rest)
    if loyal is not None and loyal[1]:
        ability, line.rest = loyal[1], line.rest[loyal.start(2) :]
        name = line.name() or ""
    else:
        name = line.name() or ""
        after = re.match(
            rf"(?:(?:['’]s|for|ability|with)\s+)*({LOYALTY.pattern})(?:\s+ability)?(?:\s+|$)", line.rest
        )
        inside = re.fullmatch(rf"(.+?)(?:['’]s)?\s+({LOYALTY.pattern})", name)
        ability = after[1] if after else inside[2] if inside else ""
        name = inside[1] if inside and not after else name
        line.rest = line.rest[after.end() :].strip() if after else line.rest
    name = re.sub(r"['’]s$|['’]s ability$", "", name.strip())
    if not name:
        return False
    line.pairs.insert(0, ("activate", name))
    if ability:
        line.pairs.append(("ability", ability))
    return _more(line)


def _attack(line: Line) -> bool:
    """``with A and B``, ``bob with A``, ``A and B``."""
    attacked = None
    match = re.fullmatch(r"(?:(.+?)\s+)?with\s+(.+)", line.rest, re.IGNORECASE)
    if match is not None:
        attacked, line.rest = match[1], match[2]
    found = line.all_names()
    beside = AIMED.match(line.rest)
    if beside is not None:
        line.rest = line.rest[beside.end() :]
        attacked = line.name()
    if not found:
        return False
    line.pairs.insert(0, ("attack", dict.fromkeys(found, attacked) if attacked else found))
    return not line.rest or _more(line)


NOTHING = re.compile(r"(?:with )?(?:nothing|no creatures?|no blockers?|)", re.IGNORECASE)
DECLARED_NOT = re.compile(
    r"(?:(?:does|do)(?:n['’]?t| not) (?:declare (?:any )?)?|declares? no |makes? no |no |(?:nobody|no one|nothing|no creature) )(attack|block)(?:s|ers?|ing)?",
    re.IGNORECASE,
)
"""``bob doesn't block``, ``no blocks``, ``bob declares no blockers``."""
EACH_DAMAGE = re.compile(
    r"([0-9]{1,6})(?: (?:points? of )?(?:combat )?damage)?(?: is)?(?: assigned)? to (.+)", re.IGNORECASE
)


def _block(line: Line) -> bool:
    """``Bears with Giant``, ``with Giant``, ``Giant``, ``nothing``."""
    if NOTHING.fullmatch(line.rest):
        line.pairs, line.rest = [("block", {})], ""
        return True
    match = re.fullmatch(r"(?:(.+?)\s+)?with\s+(.+)", line.rest, re.IGNORECASE)
    if match is None:
        found = line.all_names()
        line.pairs.insert(0, ("block", found))
        return bool(found)
    line.rest = match[2]
    found = line.all_names()
    if not found:
        return False
    line.pairs.insert(0, ("block", dict.fromkeys(found, match[1]) if match[1] else found))
    return not line.rest


def _pass(line: Line) -> bool:
    rest, line.rest = re.sub(r"^priority\b\s*", "", line.rest, flags=re.IGNORECASE), ""
    line.pairs.insert(0, ("pass", rest))
    return True


def _whole(verb: str) -> Callable[[Line], bool]:
    def of(line: Line) -> bool:
        rest, line.rest = line.rest, ""
        line.pairs.insert(0, (verb, rest or ("top" if verb == "resolve" else "")))
        return bool(rest) or verb in ("resolve", "concede")

    return of


def _choose(line: Line) -> bool:
    line.pairs.append(("choose", line.all_names()))
    return not line.rest


def _of_short(verb: str) -> Callable[[Line], bool]:
    """The verb of a keyword or a cost: ``equip Bears with Sword``, ``sacrifice Fanatic targeting bob``, ``sacrifice Bears to Seer``."""

    def of(line: Line) -> bool:
        name = line.name()
        shape = short(verb)
        if name is None or shape is None:
            return False
        beside = re.match(r"(with|to|onto|on|for)\s+(?!x\b)", line.rest, re.IGNORECASE)
        holds = shape.of == "pay" or shape.option == "deed" or shape.verb == "activate"
        if beside is None or not holds or short(line.rest[beside.end() :].lower()) is not None:
            line.pairs.insert(0, (verb, name))
            return _more(line)
        line.rest = line.rest[beside.end() :]
        others = line.all_names()
        this: dict[str, Said] = (
            {others[0]: name}
            if shape.option == "deed" or (beside[1].lower() == "with" and shape.of == "targets")
            else {name: others}
        )
        line.pairs.insert(0, (verb, this))
        return bool(others) and _more(line)

    return of


def _more(line: Line) -> bool:
    """What else is said of a spell or ability, up to the end of the line."""
    while line.rest:
        line.rest = re.sub(r"^(?:,\s*)?(?:and\s+)?", "", line.rest, flags=re.IGNORECASE)
        if not any(clause(line) for clause in CLAUSES):
            return False
    return True


def _x(line: Line) -> bool:
    return _told(line, X.match(line.rest), "x")


def _mode(line: Line) -> bool:
    match = MODE.match(line.rest)
    if match is None:
        return False
    line.pairs.append(("modes", re.findall("[0-9]+", match[1])))
    line.rest = line.rest[match.end() :].strip()
    return True


def _zone(line: Line) -> bool:
    match = ZONED.match(line.rest)
    return match is not None and match[1].split()[-1].lower() in ZONE.words and _told(line, match, "from")


def _told(line: Line, match: re.Match[str] | None, key: str) -> bool:
    if match is None:
        return False
    line.pairs.append((key, match[1]))
    line.rest = line.rest[match.end() :].strip()
    return True


def _way(line: Line) -> bool:
    """``with flashback``, ``kicked``, ``face down``."""
    if line.rest.lower().startswith("face down"):
        line.pairs.append(("face down", "true"))
        line.rest = line.rest[len("face down") :].strip()
        return True
    match = WAY.match(line.rest)
    of = (
        {"kicked": "kick", "kicker": "kick", "overloaded": "overload"}.get(*2 * (match[1].lower(),))
        if match
        else None
    )
    shape = SHORTS.get(of or "")
    if match is None or shape is None or shape.verb != "cast":
        return False
    line.pairs.append((shape.option, shape.says))
    line.rest = line.rest[match.end() :].strip()
    return True


def _when(line: Line) -> bool:
    match = WHEN.fullmatch(line.rest)
    if match is None:
        return False
    try:
        MOMENT.read(line.reading, _like(line.at, match[1]))
    except ScenarioError:
        return False
    line.rest = ""
    line.pairs.append(("at", match[1]))
    return True


def _named(opening: re.Pattern[str], key: str) -> Callable[[Line], bool]:
    def clause(line: Line) -> bool:
        match = opening.match(line.rest)
        if match is None:
            return False
        line.rest = line.rest[match.end() :]
        found = line.all_names()
        there = IN_ZONE.match(line.rest) if key == "targets" and found else None
        if there is not None:
            line.rest = line.rest[there.end() :].strip()
            if there[1] is not None:
                found[-1] = f"{there[1]}'s {found[-1]}"
        line.pairs.append((key, found))
        return bool(found)

    return clause


CLAUSES = (
    _x,
    _mode,
    _zone,
    _way,
    _for_what,
    _when,
    _named(PAID, "pay"),
    _named(CHOSEN, "choose"),
    _named(AIMED, "targets"),
)
OF_VERB: dict[str, Callable[[Line], bool]] = {
    "cast": _named_first("cast"), "play": _named_first("play"), "activate": _activate, "attack": _attack, "block": _block, "pass": _pass,
    "choose": _choose, "assign": _assign, "resolve": _whole("resolve"), "to": _whole("to"), "concede": _whole("concede"),
}  # fmt: skip
