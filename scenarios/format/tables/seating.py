"""How the players of a scenario play together: their teams and the variant (CR 102.3, 800.2)."""

from __future__ import annotations

from typing import Any, ClassVar

from scenarios.format import types as t
from scenarios.format.kinds import Either, ListOf, MapOf, Number, OneOf, Reading
from scenarios.format.nodes import Node
from scenarios.format.tables.common import PLAYER


class TeamsKind(ListOf):
    """The teams, two or more: each player on one of them."""

    def __init__(self) -> None:
        super().__init__(ListOf(PLAYER, "a list of players"), "the teams: [[alice, carol], [bob, dan]]")

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        known = len(reading.faults)
        teams: tuple[tuple[str, ...], ...] = super().read(reading, node)
        if len(reading.faults) > known:
            return teams
        seated = [player for team in teams for player in team]
        for player in reading.players:
            if seated.count(player) != 1:
                found = "on no team" if player not in seated else "on a team twice"
                raise reading.error(node, f"{player} is {found}", "each player on one team", found=False)
        if len(teams) < 2:
            raise reading.error(node, "one team alone", self.expected, found=False)
        return teams


TEAMS = TeamsKind()
RANGE = Either(
    Number(1),
    MapOf(PLAYER, Number(1)),
    expected="a number of seats, or one for each player: {alice: 2, bob: 1}",
)


class VariantKind(OneOf):
    """A variant, as the rules or as players call it."""

    CALLED: ClassVar[dict[str, str]] = {
        "edh": "commander", "2hg": "two-headed giant", "two headed giant": "two-headed giant", "ffa": "free-for-all",
        "free for all": "free-for-all", "multiplayer": "free-for-all", "cedh": "commander",
    }  # fmt: skip

    @staticmethod
    def _fold(text: str) -> str:
        folded = " ".join(text.lower().split())
        return VariantKind.CALLED.get(folded, folded)


VARIANT = VariantKind("variant", t.VARIANTS)
ALONE = {"free-for-all": "806.1", t.COMMANDER: "903.2", t.BRAWL: "903.2"}
"""Variants in which all play for themselves, each with the rule that says so."""


def check(reading: Reading, scenario: t.Scenario, node: Node) -> None:
    """Raise ScenarioError where the teams don't suit the variant, or two of a team have different shares of what they have together."""
    teams = scenario.teams
    if scenario.deploy_creatures and not teams:
        said = "creatures that are deployed to teammates without 'teams'"
        raise reading.error(node, said, TEAMS.expected, found=False)
    planar = any(p.plane or p.planar_deck for p in scenario.players)
    if planar and scenario.variant == t.ARCHENEMY_COMMANDER:
        said = "planes in a game of archenemy commander, of which the rules say nothing"
        raise reading.error(node, said, "planes in another game", found=False)
    if scenario.single_planar_deck and sum(bool(p.planar_deck) for p in scenario.players) > 1:
        raise reading.error(
            node, "several planar decks, of which there is one alone", "the deck at one player", found=False
        )
    if scenario.variant is None:
        return
    if scenario.variant in ALONE:
        if teams:
            raise reading.error(
                node,
                f"teams in a game of {scenario.variant} (CR {ALONE[scenario.variant]})",
                "one or the other",
                found=False,
            )
        return
    if scenario.variant in (t.ARCHENEMY, t.ARCHENEMY_COMMANDER):
        _check_archenemy(reading, scenario, node)
        return
    if not teams:
        said = f"a game of {scenario.variant} without 'teams'"
        raise reading.error(node, said, TEAMS.expected, found=False)
    if scenario.variant == t.TWO_HEADED:
        _check_shared(reading, scenario, node)
    if scenario.variant == t.EMPEROR and any(
        len(team) % 2 == 0 or len(team) < 3 or len(team) != len(teams[0]) for team in teams
    ):
        said = "teams of three (or five, seven, ...), the emperor in the middle: [[alice, bob, carol], [dan, erin, fred]]"
        raise reading.error(node, "teams that can't play the Emperor variant", said, found=False)
    if scenario.variant == t.EMPEROR:
        _check_seats(reading, scenario, node)
    if scenario.variant == t.ALTERNATING:
        _check_alternating(reading, scenario, node)


def _check_archenemy(reading: Reading, scenario: t.Scenario, node: Node) -> None:
    """CR 904.2, 904.6, 904.12a: one player with schemes against a team, and that player first; or each with schemes of their own."""
    archenemies = [p.name for p in scenario.players if p.schemes or p.scheme_deck]
    if not archenemies:
        raise reading.error(
            node, "a game of archenemy without schemes", "a 'scheme deck' of the archenemy", found=False
        )
    if len(scenario.players) > 2 and not scenario.teams and len(archenemies) < len(scenario.players):
        said = f"the archenemy against the others: [[{archenemies[0]}], [...]]"
        raise reading.error(node, "a game of archenemy without 'teams'", said, found=False)
    alone = next((team for team in scenario.teams if archenemies[0] in team), (archenemies[0],))
    if len(archenemies) == 1 and (len(alone) > 1 or len(scenario.teams) > 2):
        raise reading.error(
            node, "an archenemy who is not alone against one team", "[[alice], [bob, carol]]", found=False
        )
    if len(archenemies) == 1 and scenario.start not in (None, archenemies[0]):
        raise reading.error(
            node,
            f"a game of archenemy that {scenario.start} begins (CR 904.6)",
            f"start: {archenemies[0]}",
            found=False,
        )
    if scenario.variant == t.ARCHENEMY_COMMANDER and (len(archenemies) > 1 or not scenario.teams):
        said = f"one archenemy against the others: [[{archenemies[0]}], [...]]"
        raise reading.error(node, "a game of archenemy commander without two 'teams'", said, found=False)
    if scenario.variant == t.ARCHENEMY_COMMANDER:
        _check_together(reading, scenario, node)


def _check_seats(reading: Reading, scenario: t.Scenario, node: Node) -> None:
    """CR 809.2, 810.3: the players of each team sit together, in the order of `teams`."""
    order = [player.name for player in scenario.players]
    seats = " ".join([*order, *order])
    if any(" ".join(team) not in seats for team in scenario.teams):
        said = "players in the order of the teams: " + ", ".join(p for team in scenario.teams for p in team)
        raise reading.error(node, "a team whose players don't sit together", said, found=False)


def _check_alternating(reading: Reading, scenario: t.Scenario, node: Node) -> None:
    """CR 811.1, 811.3: teams of one size, and nobody beside a teammate."""
    order = [player.name for player in scenario.players]
    team_of = {player: n for n, team in enumerate(scenario.teams) for player in team}
    beside = any(team_of[a] == team_of[b] for a, b in zip(order, [*order[1:], order[0]], strict=True))
    if beside or len({len(team) for team in scenario.teams}) > 1:
        said = (
            "teams of one size, in seats by turns: alice, bob, carol, dan with [[alice, carol], [bob, dan]]"
        )
        raise reading.error(node, "teams that can't alternate", said, found=False)


def _check_shared(reading: Reading, scenario: t.Scenario, node: Node) -> None:
    """CR 810.1, 810.3, 810.9-11: two teams of one size, each in seats beside each other, with one life total and one number of poison counters each."""
    teams = scenario.teams
    if len(teams) != 2 or len(teams[0]) != len(teams[1]) or len(teams[0]) < 2:
        said = "two teams of two or more players each: [[alice, carol], [bob, dan]]"
        raise reading.error(node, "teams that can't play two-headed giant", said, found=False)
    order = [player.name for player in scenario.players]
    if order not in ([*teams[0], *teams[1]], [*teams[1], *teams[0]]):
        said = "players in the order of the teams: " + ", ".join([*teams[0], *teams[1]])
        raise reading.error(node, "a team whose players don't sit together (CR 805.1)", said, found=False)
    _check_together(reading, scenario, node)


def _check_together(reading: Reading, scenario: t.Scenario, node: Node) -> None:
    """CR 810.9, 810.10, 904.13b-c: what a team has together is said once, or of each the same."""
    poison = scenario.variant == t.TWO_HEADED
    for team in scenario.teams:
        members = [player for player in scenario.players if player.name in team]
        for what, found in (
            ("life total", {p.life for p in members} - {None}),
            (
                "number of poison counters",
                {p.counters["poison"] for p in members if poison and "poison" in p.counters},
            ),
        ):
            if len(found) > 1:
                raise reading.error(
                    node,
                    f"{' and '.join(team)} have one {what} together",
                    "the same for each, or said once",
                    found=False,
                )
