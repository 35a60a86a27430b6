"""Questions in words ("why did the bears die?") as questions of the table: a small grammar, and what can be asked where it doesn't fit."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from engine.model import plain
from scenarios.asking import happenings
from scenarios.format import ScenarioError, nearest
from scenarios.format import types as t
from scenarios.runner.session import Session

Made = Callable[["Words", "re.Match[str]"], t.Question | None]
_RULES: list[tuple[str, Made]] = []
NOT = r"(?:n[’']?t| not)"
HAPPENS = "|".join(
    sorted(map(re.escape, (w for h in happenings.HAPPENINGS for w in h.words)), key=len, reverse=True)
)


def _rule(*patterns: str) -> Callable[[Made], Made]:
    """The function makes the question of words of one of these forms."""

    def keep(made: Made) -> Made:
        _RULES.extend((pattern, made) for pattern in patterns)
        return made

    return keep


def understood(session: Session, question: t.InWords) -> t.Question:
    """The question that the words ask. Raises ScenarioError: what can be asked, with names of this game, or the nearest names."""
    words = " ".join(question.text.strip().rstrip("?!. ").split())
    words = re.sub(r"^(?:please|so|and|but|hey judge|judge)[,: ]+", "", words, flags=re.IGNORECASE)
    words = re.sub(r"^why can(?:[’']?t|not| not) ", "can ", words, flags=re.IGNORECASE)  # the answer says why
    words = re.sub(
        r",? (?:right now|now|at the moment|at this point|in response|here)$", "", words, flags=re.IGNORECASE
    )
    words = re.sub(r"^why not (did|does|do|is|was|has) ", r"why \1 not ", words, flags=re.IGNORECASE)
    reader = Words(session, question)
    misses: list[ScenarioError] = []
    for pattern, made in _RULES:
        match = re.fullmatch(
            pattern, words, re.IGNORECASE
        )  # compiled when first asked: most runs ask nothing
        if match is not None:
            try:
                found = made(reader, match)
            except ScenarioError as error:
                misses.append(error)
                continue
            if found is None:
                continue
            return replace(found, where=question.where, answer=question.answer, cites=question.cites)
    if misses:
        raise misses[0]
    raise ScenarioError(
        question.where,
        f"not understood; nearest forms: {'; '.join(_nearest_forms(words, examples(session)))}",
    )


def _nearest_forms(words: str, forms: list[str]) -> list[str]:
    """Those of the forms that have most words in common with what was asked, the nearest first."""
    # Here, since only a question that isn't understood needs it.
    from rapidfuzz import fuzz, process, utils

    found = process.extract(
        words, forms, scorer=fuzz.token_sort_ratio, processor=utils.default_process, limit=MOST_FORMS
    )
    return [form for form, _score, _index in found]


MOST_FORMS = 5
"""How many forms of questions are shown for one that isn't understood."""


def examples(session: Session) -> list[str]:
    """What can be asked, with names of this game."""
    game = session.game
    objects = [*session.names.labels, *(game.name(id) for id in game.battlefield())] or ["Grizzly Bears"]
    cards = [game.name(id) for id in game.in_zone("hand") if not game.objects[id].unknown] or ["Shock"]
    one, other = objects[0], objects[-1]
    player = game.order[-1]
    return [
        f"what is {one}",
        f"why did {one} die",
        f"why didn't {other} die",
        f"why is {one} 1/1",
        f"is {one} tapped",
        f"does {one} have flying",
        f"where is {one}",
        f"what is {one}'s power",
        f"did {one} die",
        f"did {one} trigger",
        f"who controls {other}",
        f"how much life does {player} have",
        f"how many cards does {player} have in hand",
        f"what does {player} control",
        f"what is in {player}'s graveyard",
        f"is {other} a legal target for {cards[0]}",
        f"can {one} block {other}",
        f"can {player} cast {cards[0]}",
        f"what can {player} do",
        f"what does {cards[0]} cost",
        f"what can {cards[0]} target",
        f"how often did {one} trigger",
        f"how much damage did {one} deal to {player}",
        f"how much life did {player} gain",
        "who wins",
        "who is the monarch",
        f"when did {one} die",
        "what is on the stack",
    ]


class Words:
    """The words of one question, and what they name."""

    def __init__(self, session: Session, question: t.InWords) -> None:
        self.session = session
        self.where = question.where

    def whom(self, text: str, event: str) -> t.Name:
        """The object or player that the words name; where they could be short for several, one to which this happened or could. Raises ScenarioError."""
        try:
            return self.name(text)
        except ScenarioError:
            names, name = self.session.names, t.Name(text=text.strip(), where=self.where)
            for among in happenings.could_be_meant(self.session.game, self.event(event, text)):
                full = names.full(name, among)
                if full != name:
                    return full
            raise

    def name(self, text: str) -> t.Name:
        """The object or player that the words name, without articles; a word of one name is enough. Raises ScenarioError."""
        bare = re.sub(r"^(?:the|a|an|my|this|that|his|her|their)\s+", "", text.strip(), flags=re.IGNORECASE)
        names, game = self.session.names, self.session.game
        for each in (text.strip(), bare):
            known = next((p for p in game.players if p.lower() == each.lower()), None)
            if known is not None:
                return t.Name(text=known, where=self.where)
            label = next((label for label in names.labels if label.lower() == each.lower()), None)
            if label is not None:
                return t.Name(text=label, where=self.where)
            name = t.Name(text=each, where=self.where)
            if names.candidates(name):
                return name
        fits = [known for known in self.known() if f" {plain(bare)} " in f" {plain(known)} "]
        if len({plain(each) for each in fits}) == 1:
            return t.Name(text=fits[0], where=self.where)
        near = fits or nearest(bare, sorted(self.known()))
        raise ScenarioError(self.where, f"no object is named '{bare}'", near=near)

    def known(self) -> set[str]:
        """All names in the game: of players, labels, cards that are there or were."""
        game = self.session.game
        found = {*self.session.names.labels, *game.players}
        objects = [*game.objects.values(), *(obj for _, obj in game.past.values())]
        return found | {obj.base.name for obj in objects if not obj.unknown and obj.base.name}

    def player(self, text: str) -> str:
        """A player's key. Raises ScenarioError."""
        players = self.session.game.players
        known = next((p for p in players if p.lower() == text.strip().lower()), None)
        if known is None:
            raise ScenarioError(self.where, f"no player is named '{text}'", near=nearest(text, players))
        return known

    def is_player(self, text: str) -> bool:
        return any(p.lower() == text.strip().lower() for p in self.session.game.players)

    def several(self, text: str) -> tuple[t.Name, ...]:
        """Names with commas or "and" between them."""
        return tuple(self.name(each) for each in re.split(r",\s*(?:and\s+)?|\s+and\s+", text.strip()))

    def event(self, text: str, who: str = "") -> str:
        """Words for what happened, as the table has them; a player who is dead has lost. Raises ScenarioError."""
        found = happenings.named(text, self.where).words[0]
        return "lost" if found == "dies" and self.is_player(who) else found

    def cast(self, card: str, by: str | None, targets: str | None) -> t.Action:
        """Casting a card; a land is played, and what is a permanent already has its ability activated."""
        name = self.name(card)
        aimed = self.several(targets) if targets else None
        who = self.player(by) if by and by.lower() not in ("i", "you", "we") else None
        return t.Cast(card=name, by=who, targets=aimed, where=self.where)


UNDER = r"(?: (?:under|with|if) .+)?"
"""What is said of the board besides, which is there anyway."""
ON = r"(?: (?:targeting|on|at|with target|to target) (?P<targets>.+?))?"


@_rule(
    r"who (?P<what>wins|won|loses|lost|has priority|is the active player|is (?:the )?(?:monarch|dead)|has (?:the )?(?:initiative|city[’']s blessing|lost|won)|"
    r"(?:controls|owns|has control of) .+)",
    r"whose (?P<turn>turn) is it",
)
def _who(words: Words, match: re.Match[str]) -> t.Question:
    if match.groupdict().get("turn"):
        return t.Who(what="active")
    verb, _, rest = match["what"].partition(" ")
    if rest.lower().startswith("control of "):
        verb, rest = "controls", rest[len("control of ") :]
    if verb.lower() in ("controls", "owns"):
        return t.Who(what=f"{verb.lower()} {words.name(rest).text}")
    bare = re.sub(r"^(?:is|has) (?:the )?", "", match["what"].lower())
    return t.Who(what={"dead": "lost"}.get(bare, bare))


@_rule(
    rf"why (?:did|does|do|was|were|has|have|is|are)(?P<not>{NOT})? (?P<who>.+?) (?P<what>\S+(?: \S+){{0,3}})",
    r"why (?P<not>not) (?P<who>.+?) (?P<what>\S+)",
)
def _why(words: Words, match: re.Match[str]) -> t.Question:
    said = f"{match['who']} {match['what']}".split()
    whole = [word for word in said if word.lower() != "not"]
    kind = t.WhyNot if match["not"] or len(whole) < len(said) else t.Why
    for at in range(1, len(whole)):
        who, what = " ".join(whole[:at]), " ".join(whole[at:])
        what = re.sub(r"^(?:a|an|still|been|get|be) ", "", what)
        if plain(what) in happenings.BY_WORDS:
            return kind(object=words.whom(who, what), event=words.event(what, who))
    for at in range(len(whole) - 1, 0, -1):
        who, what = " ".join(whole[:at]), re.sub(r"^(?:a|an|still) ", "", " ".join(whole[at:]))
        try:
            name = words.name(who)
        except ScenarioError:
            if at > 1:
                continue
            raise
        known = sorted(happenings.BY_WORDS)
        asked = match.group(0).split()[1].lower()
        owned = re.fullmatch(r"(?:have|has|still have|lost) (.+)", what)
        if owned is not None or asked.startswith(("is", "are", "was", "were")):
            return kind(object=name, state=owned[1] if owned is not None else what)
        raise ScenarioError(
            words.where, f"'{what}' is nothing that can be asked about", near=nearest(what, known)
        )
    raise ScenarioError(words.where, "it isn't said about whom or what the question is")


@_rule(
    r"(?:what|who) (?P<what>killed|destroyed|exiled|countered|tapped|returned|sacrificed|damaged) (?P<who>.+)",
    rf"how (?:did|does|was|were|is) (?P<who>.+?) (?P<what>{HAPPENS})",
)
def _what_did_it(words: Words, match: re.Match[str]) -> t.Question:
    said = match["what"].lower()
    what = "dies" if said == "killed" else said
    return t.Why(object=words.whom(match["who"], what), event=words.event(what))


@_rule(
    rf"how (?:often|many times) (?:did|does|has|have|was|were|is|will) (?P<who>.+?) (?P<what>{HAPPENS})",
    r"how (?:often|many times): (?P<who>.+) (?P<what>\S+)",
)
def _how_often(words: Words, match: re.Match[str]) -> t.Question:
    return t.HowOften(event=f"{words.whom(match['who'], match['what']).text} {words.event(match['what'])}")


@_rule(
    rf"when (?:did|does|was|is|has|have|will|were) (?P<who>.+?) (?P<what>{HAPPENS})",
)
def _when(words: Words, match: re.Match[str]) -> t.Question:
    return t.When(event=f"{words.whom(match['who'], match['what']).text} {words.event(match['what'])}")


@_rule(
    r"how much (?P<what>(?:combat |noncombat )?damage) (?:did|does|has|will) (?P<from>.+?) (?:deal|dealt)(?: to (?P<to>.+))?",
    r"how much (?P<what>(?:combat |noncombat )?damage) (?:did|does|has|will) (?P<to>.+?) (?:take|taken)(?: from (?P<from>.+))?",
    r"how much (?P<what>(?:combat |noncombat )?damage) (?:was|is) dealt(?: to (?P<to>.+?))?(?: by (?P<from>.+))?",
    r"how much (?P<what>(?:combat |noncombat )?damage)(?: from (?P<from>.+?))?(?: to (?P<to>.+))?",
    r"how many (?P<what>tokens|counters) (?:did|does|has|have|will) (?P<to>.+?) (?:get|gets|got|gotten|create|created|make|made)",
    r"how much (?P<life>life) (?:did|does|has) (?P<to>.+?) (?P<way>gain|gained|lose|lost)",
)
def _how_much(words: Words, match: re.Match[str]) -> t.Question:
    found = match.groupdict()
    source = words.name(found["from"]) if found.get("from") else None
    to = words.name(found["to"]) if found.get("to") else None
    if found.get("life"):
        what = "life gained" if found["way"].startswith("gain") else "life lost"
    else:
        what = found["what"].lower()
    return t.HowMuch(what=what, source=source, to=to)


@_rule(
    rf"(?:how much|what) (?:does|do|will|would) (?P<who>.+?) cost(?: to (?:cast|activate|play))?{ON}{UNDER}",
    rf"how much is (?P<who>.+?){ON}{UNDER}",
    rf"what(?: is|[’']s) the (?:total )?cost of (?P<who>.+?){ON}{UNDER}",
    rf"(?:how much|what) does it cost to (?:cast|activate) (?P<who>.+?){ON}",
    rf"what does (?P<by>\S+) pay for (?P<who>.+?){ON}",
)
def _cost(words: Words, match: re.Match[str]) -> t.Question:
    return t.Cost(action=_act(words, match["who"], match.groupdict().get("by"), match["targets"]))


def _act(words: Words, who: str, by: str | None, targets: str | None) -> t.Action:
    """Casting a card, or activating the ability of a permanent."""
    name = words.name(who)
    ids = words.session.names.candidates(name)
    action = words.cast(who, by, targets)
    if (
        ids
        and all(words.session.game.object(id).zone == "battlefield" for id in ids)
        and isinstance(action, t.Cast)
    ):
        return t.Activate(object=name, by=action.by, targets=action.targets, where=words.where)
    return action


@_rule(
    r"what can (?P<player>\S+) (?P<do>do|cast|activate|play|attack|block)(?: with| now)?",
    r"what (?:are|is) (?P<player>\S+?)(?:[’']s)? (?:legal |possible )?(?P<do>actions?|options?|plays?)",
)
def _can_do(words: Words, match: re.Match[str]) -> t.Question:
    verb = match["do"].lower()
    return t.CanDo(
        player=words.player(match["player"]),
        do=verb if verb in ("cast", "activate", "play", "attack", "block") else "anything",
    )


@_rule(r"(?:can|could|may) (?P<player>\S+) dredge(?: .+)?", r"what can (?P<player>\S+) dredge")
def _can_dredge(words: Words, match: re.Match[str]) -> t.Question:
    return t.CanDo(player=words.player(match["player"]), do="dredge")


@_rule(r"can (?P<player>\S+) (?:respond(?: to .+)?|do anything)", r"can (?P<player>\S+) counter .+")
def _can_respond(words: Words, match: re.Match[str]) -> t.Question:
    return t.CanDo(player=words.player(match["player"]), do="anything")


@_rule(r"(?:which|what) creatures can (?P<verb>attack|block)", r"who can (?P<verb>attack|block)")
def _which_can(words: Words, match: re.Match[str]) -> t.Question:
    game, verb = words.session.game, match["verb"].lower()
    return t.CanDo(
        player=game.turn.active if verb == "attack" else game.opponents(game.turn.active)[0], do=verb
    )


@_rule(r"(?:what|which creatures?|who) can block (?P<attacker>.+)")
def _blockers(words: Words, match: re.Match[str]) -> t.Question:
    side = words.session.names.side(words.session.names.one(words.name(match["attacker"])))
    others = words.session.game.opponents(side)
    return t.CanDo(player=others[0], do="block")


@_rule(
    r"what can (?:i|you|\S+) target with (?P<who>.+)",
    r"what can (?P<who>.+) target",
    r"what (?:are|is) (?:the )?(?:legal |possible )?(?:targets?|choices?|modes?) (?:of|for) (?P<who>.+)",
    r"what can be chosen for (?P<who>.+)",
    r"(?P<next>what is (?:chosen|decided) next|what(?: has to| must) be (?:chosen|decided) next|who chooses next)",
)
def _choices(words: Words, match: re.Match[str]) -> t.Question:
    if match.groupdict().get("next"):
        return t.Choices()
    return t.Choices(action=_act(words, match["who"], None, None))


@_rule(
    r"(?:what is|what[’']s|what waits) on the stack(?:, and in which order)?",
    r"(?:in )?(?:which|what) order do (?:the )?(?:triggers|abilities|triggered abilities|they) (?:resolve|go on the stack)",
    r"who (?:orders|chooses the order of) (?:the )?(?:triggers|abilities)",
)
def _order(words: Words, match: re.Match[str]) -> t.Question:
    return t.Order(of="triggers")


@_rule(
    rf"(?:can|could|may) (?P<by>\S+) (?:still )?(?:cast|play|respond with) (?P<card>.+?){ON}",
    rf"(?:can|could|may) (?P<card>.+) be (?:cast|played){ON}",
    r"(?:can|could|may) (?P<card>.+) (?:target|counter|kill|destroy) (?P<targets>.+)",
    r"(?:can|could|may) (?P<targets>.+) be (?:targeted|countered) (?:by|with) (?P<card>.+)",
    rf"is it legal to cast (?P<card>.+?){ON}",
    r"(?:is|are) (?P<targets>.+?) (?:still )?(?:an? )?(?:legal |valid |possible )?targets? (?:for|of) (?P<card>.+)",
)
def _can_cast(words: Words, match: re.Match[str]) -> t.Question:
    found = match.groupdict()
    by = found.get("by")
    if by and not words.is_player(by) and by.lower() not in ("i", "you", "we"):
        raise ScenarioError(
            words.where, f"no player is named '{by}'", near=nearest(by, words.session.game.players)
        )
    name = words.name(found["card"])
    ids = words.session.names.candidates(name)
    game = words.session.game
    if (
        ids
        and all("land" in game.characteristics(id).types for id in ids)
        and game.object(ids[0]).zone != "battlefield"
    ):
        who = words.player(by) if by and words.is_player(by) else None
        return t.Can(action=t.Play(card=name, by=who, where=words.where))
    return t.Can(action=_act(words, found["card"], by, found.get("targets")))


@_rule(
    rf"(?:can|could|may) (?P<by>\S+) (?:still )?(?:activate|use) (?P<object>.+?){ON}",
    rf"(?:can|could|may) (?P<object>.+) be activated{ON}",
    r"(?:can|could|may) (?P<by>\S+) (?P<deed>tap|sacrifice|untap) (?P<object>(?:(?! for ).)+)(?: for mana)?",
)
def _can_activate(words: Words, match: re.Match[str]) -> t.Question:
    found = match.groupdict()
    by, targets = found.get("by"), found.get("targets")
    who = words.player(by) if by and words.is_player(by) else None
    aimed = words.several(targets) if targets else None
    name = words.name(match["object"])
    return t.Can(
        action=t.Activate(object=name, by=who, targets=aimed, deed=found.get("deed"), where=words.where)
    )


@_rule(
    r"(?:can|could|may) (?P<by>\S+) block (?P<attacker>.+) with (?P<blockers>.+)",
    r"(?:can|could|may) (?P<blockers>.+?) block(?: (?P<attacker>.+))?",
    r"(?:can|could|may) (?P<attacker>.+) be blocked by (?P<blockers>.+)",
)
def _can_block(words: Words, match: re.Match[str]) -> t.Question:
    attacker = match["attacker"]
    if words.is_player(match["blockers"]):
        return t.CanDo(player=words.player(match["blockers"]), do="block")
    blocks = (words.name(attacker),) if attacker and attacker.lower() not in ("it", "this", "that") else None
    blockers = tuple(
        t.Blocker(blocker=name, blocks=blocks, where=words.where) for name in words.several(match["blockers"])
    )
    return t.Can(action=t.Block(blockers=blockers, where=words.where))


@_rule(
    r"(?:can|could|may) (?P<by>\S+) attack (?:(?P<whom>.+) )?with (?P<attackers>.+)",
    r"(?:can|could|may) (?P<attackers>.+?) attack(?: (?P<whom>.+))?",
)
def _can_attack(words: Words, match: re.Match[str]) -> t.Question:
    whom = words.name(match["whom"]) if match["whom"] else None
    if words.is_player(match["attackers"]):
        return t.CanDo(player=words.player(match["attackers"]), do="attack")
    attackers = tuple(
        t.Attacker(attacker=name, attacks=whom, where=words.where)
        for name in words.several(match["attackers"])
    )
    return t.Can(action=t.Attack(attackers=attackers, where=words.where))


@_rule(
    r"(?:is|are) (?P<who>.+?) (?:still |now )?(?P<what>(?:un)?tapped|attacking|blocking|blocked|(?:controlled by|under) .+|(?:on|in) (?:the |a |its owner[’']s )?"
    r"(?:battlefield|graveyard|hand|library|exile|command zone|stack|play))",
    r"(?:does|do) (?P<controller>\S+) (?:still )?control (?P<who>.+)",
)
def _stands(words: Words, match: re.Match[str]) -> t.Question:
    """Whether it is so now: tapped, attacking, somebody's, in a zone."""
    found = match.groupdict()
    state = words.player(found["controller"]) if found.get("controller") else found["what"]
    state = re.sub(r"^(?:controlled by|under) |[’']s control$", "", state)
    return t.Why(object=words.name(match["who"]), state=state)


@_rule(r"(?:does|do|did|will) (?P<who>.+?) (?:survive|live|stay alive)", r"is (?P<who>.+?) (?:still )?alive")
def _lives(words: Words, match: re.Match[str]) -> t.Question:
    """Whether it died, and what kept it from that."""
    return t.Why(object=words.whom(match["who"], "dies"), event=words.event("dies", match["who"]))


@_rule(
    rf"(?:did|does|do|will|has|have|was|were|is|are) (?P<who>.+?) (?:still |be |been )?(?P<what>{HAPPENS})"
)
def _did(words: Words, match: re.Match[str]) -> t.Question:
    """Whether it happened: why it did, or why not."""
    return t.Why(
        object=words.whom(match["who"], match["what"]), event=words.event(match["what"], match["who"])
    )


@_rule(
    r"(?:is|are) (?P<who>.+?) (?:still )?(?:an? )?(?P<what>\S+)",
    r"does (?P<who>.+?) (?:still )?have (?P<what>.+)",
)
def _is(words: Words, match: re.Match[str]) -> t.Question:
    return t.Why(object=words.name(match["who"]), state=match["what"])


@_rule(r"(?:can|could|may) (?P<by>\S+) (?P<rest>.+)")
def _can_card(words: Words, match: re.Match[str]) -> t.Question | None:
    """A card as the verb: `can bob shock the bears`. None where the words don't begin with one that the game has."""
    said = match["rest"].split()
    game, names = words.session.game, words.session.names
    for at in range(len(said) - 1, 0, -1):
        ids = names.candidates(t.Name(text=" ".join(said[:at]), where=words.where))
        if ids and all(game.object(id).kind == "card" for id in ids) and words.is_player(match["by"]):
            return t.Can(action=_act(words, " ".join(said[:at]), match["by"], " ".join(said[at:])))
    return None


_ZONES = r"(?P<zone>hand|library|graveyard|exile|command zone|battlefield|stack)"
_OF = r"(?P<kind>things?|objects?|permanents?|.*\bcards?|.*\bcreatures?|.*\blands?|.*\bartifacts?|.*\benchantments?|.*\bplaneswalkers?|.*\btokens?|[^.?]+?)"


@_rule(
    r"(?:what|what all) (?:does|do|did) (?P<player>\S+) (?:still |now )?(?:control|have)(?: (?:left|on the battlefield|in play|on board))*",
    rf"(?:what|which|how many) {_OF} (?:does|do|did|has) (?P<player>\S+) (?:still |now )?(?:control|have|got)(?: (?:left|now|on the battlefield|in play|in (?:his|her|their|its) {_ZONES}))*",
    rf"(?:what|which|how many) {_OF} (?:is|are) (?:there |left )*(?:in|on) (?:the |(?P<player>\S+?)[’']s? )?(?:{_ZONES}|play)",
    rf"(?:what|how much)(?: is|[’']s| are) (?:there |left )*(?:in|on) (?:the |(?P<player>\S+?)[’']s? )?(?:{_ZONES}|play)",
    rf"what(?: is|[’']s) (?P<player>\S+?)[’']s {_ZONES}",
)
def _which(words: Words, match: re.Match[str]) -> t.Question | None:
    """What there is in a zone. None of the stack, whose order is asked for, and of what a player's cards or life are counted by."""
    found = match.groupdict()
    kind, zone = found.get("kind") or "things", (found.get("zone") or "battlefield").lower()
    if zone == "stack" or re.search(r"\b(?:counters?|life|mana)$|^how many cards ", match[0].lower()):
        return None
    player = words.player(found["player"]) if found.get("player") else None
    return t.Which(kind=kind, player=player, zone=zone.removesuffix(" zone"))


_PROPERTIES = (
    r"(?:power(?: and toughness| or toughness)?|toughness|size|p/t|stats|(?:card |creature |land )?types?|subtypes?|colou?rs?|abilities|keywords|characteristics|"
    r"copiable values|name|mana (?:value|cost)|cmc|loyalty|counters|controller|owner|zone)"
)


@_rule(
    rf"what(?: is| are|[’']s) (?:the )?{_PROPERTIES} of (?P<who>.+?)(?: under .+)?(?:,? and why)?",
    rf"what (?:{_PROPERTIES}) (?:is|are|does|do) (?P<who>.+?)(?: have)?",
    rf"what(?: is|[’']s| are) (?P<who>.+?)[’']s? {_PROPERTIES}(?:,? and why)?",
    r"(?:what|which) layers? (?:does|do|is|are) (?P<who>.+?) (?:apply|applied|apply in|applied in|in)",
    r"how (?:big|large|strong) (?:is|are) (?P<who>.+?)(?:,? and why)?",
    r"how (?:much (?:life|mana|loyalty)|many cards|many (?:\S+ )?counters|many life(?: points)?) (?:does|do|is|has) (?P<who>.+?) (?:have|at|got)"
    r"(?: left| now| on it| in (?:(?:his|her|its|their|the) )?(?:hand|library|graveyard|pool|mana pool))*",
    r"how many cards (?:are|is) (?:left )?in (?P<who>\S+?)[’']s? (?:hand|library|graveyard)",
    r"how many (?:\S+ )?counters are (?:there )?on (?P<who>.+)",
    r"what(?: is|[’']s) (?P<who>\S+?)[’']s? life(?: total)?",
    r"what (?:life|life total) is (?P<who>\S+) (?:at|on)",
    r"where(?: is|[’']s| are| did| does| do| will) (?P<who>.+?)(?: now| go| gone| end up| went)*",
    r"(?:what|which) zone(?: is|[’']s| does| did| will) (?P<who>.+?)(?: in| go to| end up in| now)*",
    r"what (?:happens|happened) to (?P<who>.+)",
    r"what is (?P<who>.+?) a copy of",
    r"(?:what(?: is|[’']s| are)|show|describe|explain) (?P<who>.+?)(?: now)?(?:,? and why)?",
)
def _what(words: Words, match: re.Match[str]) -> t.Question:
    return t.What(object=words.name(match["who"]))
