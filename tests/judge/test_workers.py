"""Processes that answer: whatever a question does to one, the next is answered."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from judge.service import NotAnswered, Unknown
from judge.workers import Broken, Limits, OutOfMemory, OutOfTime, TooLarge, Workers
from tests.conftest import Furnish

MB = 2**20
LIMITS = Limits(seconds=0.3, memory=512 * MB, size=MB)
HUNGRY = "tests.judge.hungry"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, furnish: Furnish) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        place = furnish(tmp_path_factory.mktemp("workers") / "home")
        patch.setenv("JUDGE_HOME", str(place))
        yield place


@pytest.fixture(scope="module")
def workers(home: Path) -> Iterator[Workers]:
    with Workers(1, LIMITS, HUNGRY) as made:
        made.warm()
        yield made


def test_answers_and_errors_come_back(workers: Workers) -> None:
    assert workers.call("echo", {"a": [1, None, "ü"]}) == {"a": [1, None, "ü"]}
    with pytest.raises(Unknown, match="no thing"):
        workers.call("unknown", name="thing")
    with pytest.raises(NotAnswered, match="not so"):
        workers.call("unanswered")
    with pytest.raises(Broken, match="KeyError: 'a fault'"):
        workers.call("fail")


@pytest.mark.parametrize(
    "ask, error, says",
    [
        (lambda w: w.call("loop"), OutOfTime, r"within 0\.3 seconds"),
        (lambda w: w.call("power"), OutOfTime, r"within 0\.3 seconds"),
        (lambda w: w.call("eat", 600 * MB), OutOfMemory, "512 MB"),
        (lambda w: w.call("large", 2 * MB), TooLarge, "1 MB"),
        (lambda w: w.call("die"), Broken, "died"),
    ],
)
def test_what_takes_too_much_ends_and_the_next_is_answered(
    workers: Workers, ask: Callable[[Workers], object], error: type[Exception], says: str
) -> None:
    began = time.monotonic()
    with pytest.raises(error, match=says):
        ask(workers)
    assert workers.call("echo", 1) == 1
    assert time.monotonic() - began < 5


def test_a_worker_writes_no_file(workers: Workers, tmp_path: Path) -> None:
    with pytest.raises(Broken, match="File too large"):
        workers.call("write", str(tmp_path / "a"))
    assert not (tmp_path / "a").exists() or not (tmp_path / "a").read_text()


def test_a_worker_has_the_settings_of_the_process_that_asks(workers: Workers, home: Path) -> None:
    assert workers.call("setting", "JUDGE_HOME") == str(home)


def test_a_worker_that_is_killed_between_questions_is_replaced(workers: Workers) -> None:
    first = workers.call("process")
    os.kill(first, 9)
    while Path(f"/proc/{first}").exists():
        workers._places.queue[-1].process.join(0.01)  # type: ignore[union-attr]
    assert workers.call("process") != first


def test_a_worker_that_took_much_or_long_makes_no_other_answer(home: Path) -> None:
    with Workers(1, LIMITS, HUNGRY) as one:
        one.limits = Limits(20, LIMITS.memory)
        first = one.call("eaten", 300 * MB)
        second = one.call("work", 0.6)
        assert len({first, second, one.call("process")}) == 3
        assert one.call("process") == one.call("process")


def test_each_thread_gets_its_own_answer(home: Path) -> None:
    with Workers(2, LIMITS, HUNGRY) as two, ThreadPoolExecutor(4) as threads:
        two.limits = Limits(seconds=30)
        assert list(threads.map(lambda n: two.call("echo", n), range(40))) == list(range(40))
