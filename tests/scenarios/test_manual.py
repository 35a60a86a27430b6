"""The manual says what is so: its page, its examples and its cookbook are held against the code."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from engine import abilities as ab
from engine.keywords import EXPANSIONS
from engine.keywords.keyword_costs import activated
from engine.rules.casting import casting, special_actions
from scenarios import manual, run
from scenarios.format import read
from scenarios.format.tables import verbs
from scenarios.format.tables.actions import VERBS

DOCS = Path(__file__).resolve().parents[2] / "docs" / "scenarios.md"
ENTRIES = [entry for entries in manual.sections().values() for entry in entries]


def test_the_page_in_docs_is_the_manual() -> None:
    assert DOCS.read_text(encoding="utf-8") == manual.page(), "judge help scenarios > docs/scenarios.md"


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.section}: {entry.key}")
def test_every_key_has_an_example_that_is_read(entry: manual.Entry) -> None:
    assert entry.example and entry.holds
    told = yaml.safe_load(entry.example)
    assert entry.key in entry.example or entry.section in ("a card", "a sticker", "an object's properties")
    base = "players: {alice: {}, bob: {}}\n"
    if entry.section in ("a player", "a sticker"):
        base = f"players: {{alice: {{{entry.example}}}, bob: {{}}}}\n"
    elif entry.section == "a card":
        exiled = ("exiled with", "haunting", "foretold", "plotted", "on an adventure")
        zone = {**dict.fromkeys(exiled, "exile"), "emblem": "command", "companion": "outside the game"}.get(
            entry.key, "battlefield"
        )
        base = f"players: {{alice: {{{zone}: [{entry.example}]}}, bob: {{}}}}\n"
    elif entry.section in ("a scenario", "turn"):
        base = f"{'' if 'players' in told else base}{entry.example}\n"
    elif entry.section in ("expect", "an object's properties"):
        base += f"expect: {{{entry.example}}}\n"
    else:
        example = entry.example if entry.example.startswith("{") else f"{{{entry.example}}}"
        base += f"do: [{example}]\n"
    assert read(base, "example.yaml")


@pytest.mark.parametrize("recipe", manual.recipes(), ids=lambda recipe: recipe.file)
def test_the_cookbook_is_right(recipe: manual.Recipe) -> None:
    found = run(recipe.text, cite=False)
    assert found.status == "right", found.answer
    assert recipe.text.startswith("# yaml-language-server: $schema=")


def test_the_cookbook_has_forty_questions() -> None:
    assert len({recipe.question for recipe in manual.recipes()}) >= 40


def test_the_first_scenario_of_the_page_is_right() -> None:
    assert run(manual.page().split("```yaml\n")[1].split("```")[0], cite=False).status == "right"


def test_every_keyword_that_is_done_has_a_verb() -> None:
    ways = {
        *casting.keyword_ways.ALTERNATIVES,
        *casting.keyword_ways.RESOLVING,
    }
    optional = set(casting.total_cost.OPTIONAL)
    said = {short.says for short in verbs.SHORTS.values()} | {*verbs.SHORTS}
    assert ways | optional | set(special_actions.ACTIONS) <= said
    crewing = {name for name in ("crew", "saddle") if activated(ab.Keyword(name, number=ab.Literally(1)))}
    known = {
        "equip",
        "fortify",
        "cycling",
        "typecycling",
        "ninjutsu",
        "embalm",
        "eternalize",
        "encore",
        "unearth",
    }
    assert known <= set(EXPANSIONS) and known | crewing <= said


def test_no_verb_of_a_keyword_is_a_verb_of_its_own() -> None:
    assert not set(verbs.SHORTS) & set(VERBS)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("mana", "3 Islands"),
        ("equip", "ability: equip"),
        ("a card", "attached to"),
        ("maan", "did you mean mana"),
    ],
)
def test_what_is_said_of_a_key(key: str, words: str) -> None:
    assert words in manual.about(key)
