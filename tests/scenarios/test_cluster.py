"""The same check by the workers of a Dask scheduler: what comes out is what this machine's processes say, whatever becomes of the workers."""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from distributed import Client, LocalCluster
from msgspec.structs import replace
from typer.testing import CliRunner

from judge import checked
from judge.__main__ import command_line
from scenarios import cards
from scenarios.checking import ExecutorProblem, Summary, check, surroundings
from scenarios.checking.apart import Apart
from scenarios.checking.cluster import Cluster, own
from scenarios.checking.tasks import Task
from scenarios.format import parts
from tests.conftest import Furnish
from tests.scenarios.test_checking import RIGHT, documents, joined
from tests.scenarios.test_rulings import ruling

OWN = {
    "name": "Test Squire",
    "type_line": "Creature — Human",
    "mana_cost": "{W}",
    "power": "3",
    "toughness": "7",
}
UNREAD = {**OWN, "name": "Test Riddler", "oracle_text": "Frobnicate the squire."}
WITH = "players: {alice: {battlefield: [%s]}, bob: }\nexpect: {objects: {%s: {pt: 3/7}}}\n"


@pytest.fixture(scope="module")
def cluster(built: Path) -> Iterator[LocalCluster]:
    """Two workers, whose own home has nothing that a user has imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_HOME", str(built))
        patch.delenv("JUDGE_CARDS", raising=False)
        with own(2) as cluster:
            yield cluster


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> Iterator[None]:
    """A home with a card that was imported, and one that JUDGE_CARDS adds."""
    monkeypatch.setenv("JUDGE_HOME", str(furnish(tmp_path / "home")))
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "more.jsonl"))
    for name, card in (("imported", OWN), ("more", UNREAD)):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(card))
    cards.import_file(tmp_path / "imported.jsonl")
    cards.standing_sources.cache_clear()
    yield
    cards.standing_sources.cache_clear()


def timeless(found: Summary) -> Summary:
    """A summary without what differs from one run to the next."""
    return replace(found, cases=tuple(replace(case, ms=0.0) for case in found.cases))


def test_all_that_is_told_is_the_same_to_the_byte(
    tmp_path: Path, cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file of many documents and many of one, faults in the YAML, own cards, rulings with files that are there and that aren't."""
    here = tmp_path / "here"
    here.mkdir()
    (here / "many.yaml").write_text(joined(documents(40)))
    (here / "broken.yaml").write_text(joined([RIGHT % 1, "a: [", RIGHT % 2]))
    for number in range(20):
        (here / f"one {number:02}.yaml").write_text(RIGHT % number)
    for name in ("Test Squire", "Test Riddler", "Test Squier"):
        (here / f"{name}.yaml").write_text(WITH % (name, name))
    (here / "beside.txt").write_text(joined([RIGHT % 1, RIGHT % 2]))
    (here / "rulings.yaml").write_text(
        "rulings:\n"
        + ruling("cites: [119.3]\nscenario: beside.txt#2")
        + ruling("scenario: lost.yaml")
        + ruling("cites: [999.9]")
    )
    ours = timeless(check([str(here), str(tmp_path / "lost.yaml")], 1))
    statuses = {case.status for case in ours.cases}
    assert ours.total == 70 and statuses == {"right", "wrong", "refused", "invalid"}
    monkeypatch.chdir("/")
    shares: list[float] = []
    theirs = timeless(
        check(
            [str(here), str(tmp_path / "lost.yaml")],
            done=shares.append,
            executor=Cluster(cluster.scheduler_address),
        )
    )
    assert theirs == ours
    assert sum(shares) == pytest.approx(len(ours.files)) and len(shares) > 10
    for name, found in (("ours", ours), ("theirs", theirs)):
        checked.write_junit(found, str(tmp_path / name))
    assert (tmp_path / "theirs").read_bytes() == (tmp_path / "ours").read_bytes()
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        assert not any(client.run(lambda dask_worker: list(Path(dask_worker.local_directory).glob("judge-*"))).values())  # fmt: skip


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(tmp_path: Path, cluster: LocalCluster) -> None:
    file = tmp_path / "many.yaml"
    file.write_text(joined(documents(600)))
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        pids = list(client.run(os.getpid).values())
    shares: list[float] = []

    def kill(share: float) -> None:
        if not shares:
            os.kill(pids[0], signal.SIGKILL)
        shares.append(share)

    found = check([str(file)], done=kill, executor=Cluster(cluster.scheduler_address))
    assert timeless(found) == timeless(check([str(file)], 1))
    assert len(shares) > 10 and sum(shares) == pytest.approx(1)


def test_a_document_takes_down_a_process_and_not_the_worker(built: Path) -> None:
    task = Task(0, "many.yaml", tuple(parts(joined([RIGHT % n for n in range(2000)]))), whole=True)
    first = replace(task, parts=tuple(parts(RIGHT % 1)))
    one = Apart({"JUDGE_HOME": str(built)})
    assert len(one.carry_out(first)[0]) == 3
    running = one._process
    assert running is not None

    def killing(told: IO[bytes]) -> object:
        running.kill()
        return load(told)

    load = pickle.load
    with pytest.MonkeyPatch.context() as patch:  # in the middle: it has told something
        patch.setattr(pickle, "load", lambda told: (load(told), patch.setattr(pickle, "load", killing))[0])
        messages, death = one.carry_out(task)
    assert death == "signal 9" and 0 < len(messages) < 4000
    messages, death = one.carry_out(first)
    assert death == "" and len(messages) == 3
    one.end()
    with pytest.raises(RuntimeError, match="any more"):
        one.carry_out(task)


def test_workers_with_another_program_are_refused(
    tmp_path: Path, cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surroundings, "LIBRARIES", (*surroundings.LIBRARIES, "pytest"))
    surroundings.versions.cache_clear()
    try:
        with pytest.raises(ExecutorProblem, match=r"worker tcp://\S+ .*: pytest is not installed there and .* here"):  # fmt: skip
            check([str(tmp_path)], executor=Cluster(cluster.scheduler_address))
    finally:
        surroundings.versions.cache_clear()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--address", "tcp://127.0.0.1:1"], "expected --engine dask with it"),
        (["--engine", "dask", "--address", "nowhere"], "no scheduler of Dask answers at nowhere"),
    ],
)
def test_what_is_wrong_with_the_address_is_told(options: list[str], message: str, tmp_path: Path) -> None:
    told = CliRunner().invoke(command_line("check"), ["check", *options, str(tmp_path)])
    assert told.exit_code == 2 and message in told.stderr


def test_the_command_takes_a_scheduler(tmp_path: Path, cluster: LocalCluster) -> None:
    (tmp_path / "many.yaml").write_text(joined(documents(10)))
    command = ["check", "--json", "--engine", "dask", "--address", cluster.scheduler_address]
    told = CliRunner().invoke(command_line("check"), [*command, str(tmp_path / "many.yaml")])
    assert told.exit_code == 1 and json.loads(told.stdout)["total"] == 10


def test_without_the_extra_it_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "scenarios.checking.cluster")
    told = CliRunner().invoke(command_line("check"), ["check", "--engine", "dask", str(tmp_path)])
    assert told.exit_code == 2 and told.stderr == (
        "judge: --engine dask needs the package distributed: pip install 'judge[dask]'\n"
    )
