"""The worst that was found to ask: each is answered, or told which limit it reached; none breaks a process, and what comes after it is answered."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from judge.service import NotAnswered
from judge.workers import Broken, Limits, OutOfTime, Workers
from tests.conftest import Furnish

PLAYERS = "players: {alice: {%s}, bob: {}}\n"
SMALL = PLAYERS % ""
WORST = {
    "deep lists": "a: " + "[" * 50_000,
    "aliases of aliases": "a0: &a0 [x, x, x, x]\n"
    + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]\n" for n in range(1, 12)),
    "a tag": "!!python/object/apply:os.system ['true']",
    "documents": f"---\n{SMALL}" * 8_000,
    "players": "players: {" + ", ".join(f"p{n}: {{}}" for n in range(20_000)) + "}",
    "attackers": "players: {alice: {battlefield: [Grizzly Bears x1000]}, bob: {battlefield: [Craw Wurm x1000]}}\n"
    "turn: {step: declare attackers}\ndo: [{attack: Grizzly Bears x1000}]\n",
    "a large number of cards": PLAYERS % f"battlefield: [Forest x{'9' * 30}]",
    "a large number": PLAYERS % f"life: {'9' * 100_000}",
    "a large X": PLAYERS % "hand: [Fireball], mana: unlimited" + f"do: [{{cast: Fireball, x: {'9' * 5_000}, targets: bob}}]\n",
    "choices without end": PLAYERS % "hand: [Fireball x3], mana: unlimited, battlefield: [Grizzly Bears x10]"
    + "do: [{attack: Grizzly Bears x10}]\nexplore: {over: [attacks, blocks, damage, targets], limit: 1000000}\n",
    "misspelt names": PLAYERS % f"hand: [{', '.join(f'Grizzli Baers {n}' for n in range(3_000))}]",
    "a long name": PLAYERS % f"hand: ['{'Grizzly ' * 20_000}']",
    "a letter that is eighteen": PLAYERS % f"hand: ['{chr(0xFDFA) * 60_000}']",
    "spaces": PLAYERS % f"hand: ['Shock{' ' * 200_000}x']",
    "a card of endless words": "cards: [{name: Thing, type_line: Creature, power: '1', toughness: '1', oracle_text: \""
    + "target creature with power 2 or less or " * 500
    + f'"}}]\n{PLAYERS % "battlefield: [Thing]"}',
    "a line of words": PLAYERS % "hand: [Shock]" + f"do:\n- alice {'casts Shock on ' * 8_000}\n",
    "questions": PLAYERS % "" + f"ask: [{', '.join(['why did the bears die?'] * 3_000)}]\n",
    "a long question": PLAYERS % "" + f"ask: ['{'why did the ' * 15_000}']\n",
    "kinds of counters": PLAYERS
    % f"battlefield: [{{card: Grizzly Bears, counters: {{{', '.join(f'c{n}: 5' for n in range(15_000))}}}}}]",
    "turns": PLAYERS % "library: [Forest x5000], battlefield: [Grizzly Bears x300]"
    + f"do: [{', '.join(['{to: upkeep}'] * 300)}]\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory, furnish: Furnish) -> Iterator[Workers]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_HOME", str(furnish(tmp_path_factory.mktemp("worst") / "home")))
        with Workers(1, Limits(seconds=0.1, memory=512 * 2**20, size=2**24), "judge.web.questions") as made:
            made.warm()
            yield made


@pytest.mark.parametrize("name", WORST)
def test_the_worst_is_answered_or_told_its_limit(workers: Workers, name: str) -> None:
    try:
        told = json.loads(workers.answer("run", WORST[name]))
    except OutOfTime as error:
        assert "0.1 seconds" in str(error)
    else:
        assert {ruling["status"] for ruling in told["rulings"]} <= {"right", "refused", "invalid"}


@pytest.mark.parametrize("function", ["rule", "search", "card", "cards"])
def test_words_of_any_kind_are_looked_up(workers: Workers, function: str) -> None:
    for words in ("(" * 200, "\u202e" * 200, "trample " * 25):
        try:
            workers.answer(function, words)
        except NotAnswered as error:
            assert not isinstance(error, Broken), error


def test_what_comes_after_the_worst_is_answered(workers: Workers) -> None:
    workers.limits = Limits(seconds=10)
    assert json.loads(workers.answer("run", SMALL))["rulings"][0]["status"] == "right"
