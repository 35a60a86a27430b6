"""Many scenarios at once: in order, the same with any number of processes, whatever a document does to its process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scenarios import checking
from scenarios.checking import tasks
from scenarios.checking.workers import Workers
from scenarios.format import parts
from scenarios.format import types as t
from scenarios.runner import Ruling
from tests.scenarios.boards import scenario

RIGHT = scenario("players: {alice: {life: 7}, bob: }\nexpect: {life: {alice: 7}}", "right %d")
WRONG = scenario("players: {alice: , bob: }\nexpect: {life: {alice: 7}}", "wrong %d")
FAULTY = "title: faulty %d\nplayers: {alice: , bob: }\ndoo: []\n"


def documents(number: int) -> list[str]:
    """So many documents, of three kinds in turn."""
    return [(RIGHT, WRONG, FAULTY)[n % 3] % n for n in range(number)]


def joined(texts: list[str]) -> str:
    return "---\n".join(text if text.endswith("\n") else text + "\n" for text in texts)


def checked(path: Path, jobs: int) -> list[tuple[str, str, str]]:
    found = checking.check([str(path)], jobs)
    assert found.total == len(found.cases)
    return [(case.title, case.status, case.detail) for case in found.cases]


def test_a_file_of_many_documents_comes_out_the_same_with_any_number_of_processes(tmp_path: Path) -> None:
    file = tmp_path / "many.yaml"
    file.write_text(joined(documents(50)))
    found = checked(file, 1)
    titles = [f"{('right', 'wrong')[n % 3]} {n}" if n % 3 < 2 else "many.yaml" for n in range(50)]
    assert [title for title, _, _ in found] == titles
    assert [status for _, status, _ in found] == [("right", "wrong", "invalid")[n % 3] for n in range(50)]
    assert checked(file, 2) == checked(file, 3) == found
    # Places are those of the file, not of a part of it.
    lines = file.read_text().splitlines()
    for _, status, detail in found:
        if status != "right":
            line = int(detail.partition("many.yaml:")[2].split(":")[0])
            assert lines[line - 1].startswith("expect:" if status == "wrong" else "doo:")


def test_two_processes_share_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def who(document: object, file: str, *, cite: bool) -> Ruling:
        time.sleep(0.02)
        return Ruling(file=file, title="", status="right", detail=str(os.getpid()))

    monkeypatch.setattr(tasks, "run_document", who)
    file = tmp_path / "many.yaml"
    file.write_text(joined([RIGHT % n for n in range(40)]))
    ran = [detail for _, _, detail in checked(file, 2)]
    assert len(ran) == 40 and len(set(ran)) == 2 and str(os.getpid()) not in ran
    assert min(ran.count(pid) for pid in set(ran)) > 8


@pytest.mark.parametrize("jobs", [1, 2])
def test_after_a_fault_in_the_yaml_the_next_document_is_read(jobs: int, tmp_path: Path) -> None:
    texts = [RIGHT % n for n in range(30)]
    texts[20] = "title: [\n"
    file = tmp_path / "broken.yaml"
    file.write_text(joined(texts))
    found = checked(file, jobs)
    assert [status for _, status, _ in found] == ["right"] * 20 + ["invalid"] + ["right"] * 9
    assert "YAML syntax error" in found[20][2]


def test_a_fault_in_one_block_of_markdown_leaves_the_others(tmp_path: Path) -> None:
    file = tmp_path / "post.md"
    file.write_text(f"```yaml\n{RIGHT % 1}\nquestion: [\n```\n\n```yaml\n{RIGHT % 2}\n```\n")
    assert [status for _, status, _ in checked(file, 1)] == ["invalid", "right"]


@pytest.mark.parametrize(
    "text", ["%YAML 1.1\n---\n" + RIGHT % 1 + "\n...\n%YAML 1.1\n---\n" + RIGHT % 2, RIGHT % 1 + "\r---\r" + RIGHT % 2]
)  # fmt: skip
def test_what_is_hard_to_cut_is_read_whole(text: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_bytes(text.encode())
    assert [(title, status) for title, status, _ in checked(file, 2)] == [
        ("right 1", "right"),
        ("right 2", "right"),
    ]


def deadly(document: t.Scenario, file: str, *, cite: bool) -> Ruling:
    """Stands in for `run_document`: some documents take the process down."""
    assert document.title is not None
    if document.title in ("right 3", "right 4", "right 17", "right 29"):
        os.kill(os.getpid(), signal.SIGKILL) if document.title == "right 3" else os._exit(9)
    return Ruling(file=file, title=document.title, status="right")


@pytest.mark.parametrize("separator", ["---\n", "...\n%YAML 1.1\n---\n"])
def test_a_document_that_kills_its_process_is_one_crashed_case(
    separator: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "run_document", deadly)
    file = tmp_path / "deadly.yaml"
    file.write_text(separator.join(RIGHT % n + "\n" for n in range(30)))
    for jobs in (1, 2):
        found = checked(file, jobs)
        assert [title for title, _, _ in found] == [f"right {n}" for n in range(30)]
        assert [n for n, (_, status, _) in enumerate(found) if status == "crashed"] == [3, 4, 17, 29]
        assert "signal 9" in found[3][2] and "exit status 9" in found[4][2]


def test_a_process_that_is_killed_while_idle_costs_no_case(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(RIGHT % 1)
    [part] = parts(RIGHT % 1)
    task = tasks.Task(0, "a.yaml", (part,), whole=True)
    with Workers(2) as workers:
        first = workers.idle()
        first.process.kill()
        first.process.join()
        assert not first.give(task)
        workers.bury(first)
        second = workers.idle()
        assert second is not first and second.give(task)


def test_each_share_of_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(joined(documents(50)))
    (tmp_path / "b.yaml").write_text(RIGHT % 1)
    (tmp_path / "c.yaml").write_text(joined([RIGHT % 1, "a: ["]))
    shares: list[float] = []
    checking.check([str(tmp_path)], 2, shares.append)
    assert sum(shares) == pytest.approx(3) and len(shares) > 10


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    for text, status in ((joined([RIGHT % 1, "a: ["]), ["right", "invalid"]), ("\xff", ["invalid"])):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writing = subprocess.Popen(
            [sys.executable, "-c", "import sys; open(sys.argv[1], 'wb').write(sys.argv[2].encode('latin-1'))", str(pipe), text.replace("—", "-")]
        )  # fmt: skip
        assert [found for _, found, _ in checked(pipe, 2)] == status
        assert writing.wait() == 0
        pipe.unlink()


def test_ctrl_c_stops_at_once_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """Pressed on a terminal, it goes to all processes of the group."""
    (tmp_path / "many.yaml").write_text(joined([RIGHT % n for n in range(1500)]))
    code = (
        "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)  # not ignored, as in the background of a shell\n"
        "import sys, time\nfrom scenarios.checking import tasks\nfrom judge.__main__ import main\n"
        "def slow(document, file, cite):\n    print('here', flush=True); time.sleep(60)\n"
        "tasks.run_document = slow\nsys.argv = ['judge', 'check', '-j', '2', sys.argv[1]]\nmain()\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    assert [running.stdout.readline() for _ in range(2)] == ["here\n"] * 2
    os.killpg(running.pid, signal.SIGINT)
    began = time.monotonic()
    # Ends only when no process holds the pipes any more.
    _, errors = running.communicate(timeout=30)
    assert running.returncode == 130 and errors == "" and time.monotonic() - began < 10
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)
