"""Whole documents: scenarios with their questions, and rulings files."""

from __future__ import annotations

from typing import Any

from scenarios.format import types as t
from scenarios.format.errors import ScenarioError, together
from scenarios.format.kinds import Edition, Either, ListOf, Number, OneOf, Pairs, Reading, Record, field
from scenarios.format.nodes import Mapping, Node, Sequence, check_lengths
from scenarios.format.tables import spoken_setup
from scenarios.format.tables.actions import ACTIONS
from scenarios.format.tables.answers import ANSWER_LIST
from scenarios.format.tables.common import COUNT, FLAG, MOMENT, PLAYER, RULE, TEXT
from scenarios.format.tables.expect import EXPECTS
from scenarios.format.tables.own_cards import OwnCardKind
from scenarios.format.tables.questions import QUESTIONS
from scenarios.format.tables.seating import RANGE, TEAMS, VARIANT, check
from scenarios.format.tables.setup import PLAYERS, TURN_SETUP
from scenarios.format.tables.starting import START
from scenarios.format.tables.starting import check as check_start

EXPLORE = Record(
    t.Explore,
    "what to explore",
    [
        field(
            "over",
            ListOf(OneOf("part", t.EXPLORED), "a list of parts", or_one=True),
            "the decisions whose alternatives are played; all but attacks where it is left out",
        ),
        field("limit", Number(1), "how many branches are played at most"),
    ],
)

# --- whole documents -----------------------------------------------------------------------------------------------

SCENARIO_FIELDS = (
    field("title", TEXT),
    field("question", TEXT, "shown with the ruling"),
    field("rules", Edition(), "the edition for the citations"),
    field("players", PLAYERS, "in turn order; two or more", required=True),
    field("teams", TEAMS, "who plays together with whom (CR 102.3)", also=("team",)),
    field("variant", VARIANT, "how several players play (CR 806, 808-811, 903)", also=("format",)),
    field(
        "range of influence",
        RANGE,
        "how many seats away players affect anything, for all or by player (CR 801); all of the game if not given",
    ),
    field("attack option", OneOf("attack option", t.ATTACK_OPTIONS), "whom players can attack (CR 802, 803)"),
    field("deploy creatures", FLAG, "creatures can be given to teammates (CR 804)"),
    field("single planar deck", FLAG, "one `planar deck`, whoever lists it, is that of all (CR 901.15)"),
    field(
        "cards",
        ListOf(OwnCardKind(), "a list of cards", or_nothing=True),
        "cards of your own, with Scryfall's field names",
    ),
    field("turn", TURN_SETUP, "where the game stands as the scenario begins"),
    field(
        "start",
        START,
        "the game is started by CR 103, and this is the starting player: opening hands, mulligans, the first turn; `hand` is what each draws first, of a deck with the `library` under it",
        also=("starting player", "start the game"),
    ),
    field("do", ACTIONS, "what the players do, in order", also=("actions",)),
    field(
        "answers",
        Pairs(t.Answers, ("player", PLAYER), ("queue", ANSWER_LIST), "players' answers: {alice: [...]}"),
        "answers for what the actions' choose leaves open",
    ),
    field("until", MOMENT, "play on to the end of this step"),
    field("expect", EXPECTS, "what must hold at the end"),
    field("day", OneOf("time of day", ("day", "night")), "it is day, or night (CR 731)"),
    field(
        "storm count", COUNT, "how many spells were cast this turn, beside those that `cast this turn` names"
    ),
    field("strict", FLAG, "a decision without an answer is an error"),
    field(
        "explore",
        Either(FLAG, EXPLORE, expected="true, or what to explore: {over: [targets, may], limit: 2000}"),
        "play every alternative of the decisions that nothing answers",
    ),
    field(
        "ask",
        QUESTIONS,
        "questions that the ruling answers, with their rules: about an action of `do` as it is taken, else at the end",
    ),
)


INSTEAD = {
    "stack": "the spells cast in `do`, from the hand, the first first: [{cast: Shock, by: alice, targets: bob}]",
    **dict.fromkeys(
        ("battlefield", "hand", "graveyard", "library"),
        "each player's own: players: {alice: {hand: [Shock]}}",
    ),
    **dict.fromkeys(("life", "mana"), "each player's own: players: {alice: {life: 20}}"),
    **dict.fromkeys(("phase", "step"), "`turn`: {player: alice, step: upkeep}"),
    **dict.fromkeys(("active player", "active"), "`turn`: {player: alice}"),
    **dict.fromkeys(("answer", "ruling"), "what must hold below `expect`, or a rulings file"),
}
"""Keys of a scenario that people may look for, and what to say instead."""


class ScenarioKind(Record):
    """A scenario. The players' names are read first: everything else may name them."""

    def __init__(self) -> None:
        super().__init__(t.Scenario, "a scenario", SCENARIO_FIELDS, instead=INSTEAD)

    def read(self, reading: Reading, node: Node) -> t.Scenario:
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        check_lengths(node, reading.file)
        # Before the rest, since a misspelt "players" would make every player unknown.
        players = None
        for key, value in node.pairs:
            if self.key_of(key.text) == "players":
                players = value
        if players is None:
            unknown = [key for key, _ in node.pairs if self.key_of(key.text) not in self.by_key]
            reading.faults.extend(self.unknown(reading, key) for key in unknown)
            raise reading.error(node, "a scenario without 'players'", PLAYERS.expected, found=False)
        own = Reading(reading.file, reading.places)
        own.faults, own.remarks = reading.faults, reading.remarks
        own.players = PLAYERS.keys(own, players)
        own.board = spoken_setup.players(players)
        scenario: t.Scenario = super().read(own, node)
        if not own.faults:
            check(own, scenario, node)
            check_start(own, scenario, node)
        return scenario


SCENARIO = ScenarioKind()


class Tolerant(ListOf):
    """A list of rulings: one at fault is kept as its fault, and the others are read."""

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        if type(node) is not Sequence:
            raise self.wrong(reading, node)
        return tuple([self._one(reading, item) for item in node.items])

    def _one(self, reading: Reading, item: Node) -> Any:
        others, reading.faults = reading.faults, []
        found = None
        try:
            found = self.item.read(reading, item)
        except ScenarioError as error:
            reading.faults.append(error)
        own, reading.faults = reading.faults, others
        if not own:
            return found
        first = together(own)
        return t.Fault(
            where=reading.where(item), told="\n".join(str(each) for each in (first, *first.others))
        )


QUOTES = Pairs(t.Quote, ("rule", RULE), ("text", TEXT), 'quotes: {704.5g: "..."}')
RULING = Record(
    t.Ruling,
    "a ruling",
    [
        field("question", TEXT, required=True),
        field("answer", TEXT, required=True),
        field("cites", ListOf(RULE, "a list of rule numbers", or_one=True), "the rules that decide"),
        field(
            "scenario",
            Either(TEXT, SCENARIO, expected="a scenario, or the path of its file"),
            "the scenario, or the path of its file beside this one; `#2` after it names the second of several",
        ),
        field("quotes", QUOTES, "words of the edition, held against it"),
        field("note", TEXT, "anything else: how it was before the rules changed, ..."),
    ],
)
RULINGS = Record(
    t.Rulings,
    "a rulings file",
    [
        field("rules", Edition(), "the edition whose numbers are cited; the newest if left out"),
        field("rulings", Tolerant(RULING, "a list of rulings"), required=True),
    ],
)
