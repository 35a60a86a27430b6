"""The database file: built once, whole or not at all, and clear about what is wrong with it."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rules_db
from rules_db.errors import DatabaseProblem, RulesError
from rules_db.opening import database
from rules_db.store import FILE_NAME, transaction
from tests.rules_db import small
from tests.rules_db.conftest import edition_file


@pytest.fixture
def small_file(tmp_path: Path) -> Path:
    path = tmp_path / "small.txt"
    path.write_bytes(small.text())
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory that isn't there yet."""
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def _dump(home: Path) -> list[tuple[str, ...]]:
    connection = sqlite3.connect(home / FILE_NAME)
    rows = connection.execute("SELECT edition, number, text FROM rules ORDER BY id").fetchall()
    connection.close()
    return rows


def test_a_fresh_home_answers_from_the_digest(home: Path) -> None:
    found = rules_db.rule("704.5g")
    assert found.entries[0].edition == "digest"
    assert "destroyed" in found.entries[0].text
    assert [path.name for path in home.iterdir()] == [FILE_NAME]


def test_an_import_is_kept_and_done_once(home: Path, small_file: Path) -> None:
    first = rules_db.import_file(small_file)
    again = rules_db.import_file(small_file)
    assert (first.edition, first.kind, first.already) == ("2027-04-01-partial", "partial", False)
    assert (first.rules, first.examples, first.glossary) == (8, 1, 2)
    assert again.edition == first.edition
    assert again.already
    assert len(rules_db.installed()) == 1


def test_another_encoding_of_the_same_text_is_the_same_edition(
    home: Path, small_file: Path, tmp_path: Path
) -> None:
    rules_db.import_file(small_file)
    other = tmp_path / "other.txt"
    other.write_bytes(small.text().decode().replace("\r\n", "\r").encode("utf-16"))
    assert rules_db.import_file(other).already


def test_another_text_of_the_same_date_is_kept_beside_the_first(
    home: Path, small_file: Path, tmp_path: Path
) -> None:
    first = rules_db.import_file(small_file)
    other = tmp_path / "other.txt"
    other.write_bytes(small.text().replace(b"There are five", b"There are six"))
    second = rules_db.import_file(other)
    assert not second.already
    assert second.edition == first.edition + ".2"
    assert rules_db.rule("101.2a", first.edition).entries[0].text.startswith("There are five")
    assert rules_db.rule("101.2a", second.edition).entries[0].text.startswith("There are six")


@pytest.mark.parametrize("raw", [b"", b"\0\1\2" * 1000, small.text()[:700], b"no rules at all\n" * 50])
def test_a_failed_import_changes_nothing(home: Path, small_file: Path, tmp_path: Path, raw: bytes) -> None:
    rules_db.import_file(small_file)
    before = _dump(home)
    bad = tmp_path / "bad.txt"
    bad.write_bytes(raw)
    with pytest.raises(RulesError, match=r"bad\.txt"):
        rules_db.import_file(bad)
    assert _dump(home) == before


def test_a_missing_file_and_a_directory_are_said_to_be_so(home: Path, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="No such file"):
        rules_db.import_file(tmp_path / "nowhere.txt")
    with pytest.raises(RulesError, match="directory"):
        rules_db.import_file(tmp_path)


def test_a_damaged_database_is_said_to_be_so(home: Path) -> None:
    home.mkdir()
    (home / FILE_NAME).write_bytes(b"this is no database, whatever it is called" * 100)
    with pytest.raises(DatabaseProblem, match="damaged"):
        rules_db.rule("704.5g")


@pytest.mark.parametrize("start", [100, 4096, 40_000, 200_000])
def test_a_database_damaged_anywhere_never_shows_a_traceback(home: Path, start: int) -> None:
    rules_db.rule("704.5g")
    raw = bytearray((home / FILE_NAME).read_bytes())
    raw[start : start + 400_000] = b"\xa5" * 400_000
    (home / FILE_NAME).write_bytes(raw)
    try:
        found = rules_db.rule("704.5g")
    except RulesError as error:
        assert str(home) in str(error)
    else:
        assert found.entries[0].number == "704.5g"


def test_a_database_of_another_version_is_left_alone(home: Path) -> None:
    rules_db.rule("704.5g")
    connection = sqlite3.connect(home / FILE_NAME)
    connection.execute("UPDATE meta SET value = '999' WHERE key = 'schema'")
    connection.commit()
    connection.close()
    before = (home / FILE_NAME).read_bytes()
    with pytest.raises(DatabaseProblem, match="another version"):
        rules_db.rule("704.5g")
    assert (home / FILE_NAME).read_bytes() == before


def test_some_other_database_is_refused(home: Path) -> None:
    home.mkdir()
    connection = sqlite3.connect(home / FILE_NAME)
    connection.execute("CREATE TABLE birds (name TEXT)")
    connection.commit()
    connection.close()
    with pytest.raises(DatabaseProblem, match="no rules database"):
        rules_db.rule("704.5g")


def test_where_nothing_can_be_written_the_digest_still_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_file: Path
) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("in the way")
    monkeypatch.setenv("JUDGE_HOME", str(blocked / "home"))
    assert rules_db.rule("704.5g").entries[0].edition == "digest"
    with pytest.raises(DatabaseProblem, match="can't write"):
        rules_db.import_file(small_file)


def test_a_full_disk_leaves_the_database_as_it_was(home: Path, small_file: Path) -> None:
    rules_db.rule("704.5g")
    before = _dump(home)
    raw = small_file.read_bytes()
    from rules_db.exchange import importing
    from rules_db.texts import reading

    with pytest.raises(DatabaseProblem, match="full"), database(writable=True) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with transaction(connection):
            for copy in range(200):
                importing.store(
                    connection, reading.read_document(raw + b"%d" % copy), raw + b"%d" % copy, "x"
                )
                connection.execute(
                    "UPDATE editions SET content = id, date = id || date WHERE kind <> 'digest'"
                )
    assert _dump(home) == before


@pytest.mark.parametrize("room", [1000, 1_000_000])
def test_a_limit_on_the_size_of_files_is_said_and_leaves_nothing_behind(
    home: Path, small_file: Path, room: int
) -> None:
    code = (
        "import pathlib, resource, sys, rules_db\n"
        "sys.dont_write_bytecode = True\n"  # half a module would stay
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
        "try:\n"
        f"    rules_db.import_file(pathlib.Path({str(small_file)!r}))\n"
        "except rules_db.RulesError as error:\n"
        "    print(error)\n"
    )
    out, err = _start(code, home).communicate(timeout=60)
    assert "can't" in out, err
    assert len(out.splitlines()) == 1
    assert list(home.iterdir()) == []


OF_ANOTHER_DIGEST = "UPDATE meta SET value = 'of another version' WHERE key LIKE 'digest%'"


def test_what_another_version_wrote_is_read_where_nothing_can_be_written(home: Path) -> None:
    rules_db.rule("704.5g")
    with contextlib.closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as connection:
        connection.execute(OF_ANOTHER_DIGEST)
    code = (
        "import resource, rules_db\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
        "print(rules_db.rule('704.5g').entries[0].edition)\n"
    )
    out, err = _start(code, home).communicate(timeout=60)
    assert out == "digest\n", err


def test_a_second_installation_of_the_same_version_writes_nothing(home: Path) -> None:
    rules_db.rule("704.5g")
    with contextlib.closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as connection:
        connection.execute("UPDATE meta SET value = 'other times' WHERE key = 'digest'")
    before = (home / FILE_NAME).read_bytes()
    rules_db.rule("704.5g")
    assert (home / FILE_NAME).read_bytes() == before


def _start(code: str, home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "JUDGE_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[2],
    )


def test_processes_that_start_at_once_build_one_database(home: Path) -> None:
    code = "import rules_db; print(rules_db.rule('704.5g').entries[0].number)"
    running = [_start(code, home) for _ in range(4)]
    for process in running:
        out, err = process.communicate(timeout=60)
        assert out.strip() == "704.5g", err
    assert [path.name for path in home.iterdir()] == [FILE_NAME]


def test_imports_at_the_same_time_all_arrive(home: Path, tmp_path: Path) -> None:
    running = []
    for number in range(4):
        path = tmp_path / f"{number}.txt"
        path.write_bytes(small.text().replace(b"April 1, 2027", b"April %d, 2027" % (number + 1)))
        code = f"import rules_db, pathlib; rules_db.import_file(pathlib.Path({str(path)!r}))"
        running.append(_start(code, home))
    for process in running:
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
    assert [edition.date for edition in rules_db.installed()] == [f"2027-04-0{n}" for n in (1, 2, 3, 4)]


def test_an_import_that_is_killed_leaves_the_database_as_it_was(home: Path, small_file: Path) -> None:
    rules_db.rule("704.5g")
    before = _dump(home)
    code = (
        "import time, pathlib\n"
        "from rules_db.exchange import importing; from rules_db.opening import database; from rules_db.store import transaction; from rules_db.texts import reading\n"
        f"raw = pathlib.Path({str(small_file)!r}).read_bytes()\n"
        "with database(writable=True) as connection, transaction(connection):\n"
        "    connection.execute('PRAGMA cache_size = 1')\n"
        "    importing.store(connection, reading.read_document(raw), raw, 'small')\n"
        "    print('stored', flush=True)\n"
        "    time.sleep(60)\n"
    )
    process = _start(code, home)
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "stored"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)
    time.sleep(0.05)
    assert rules_db.installed() == []
    assert _dump(home) == before


@pytest.mark.parametrize(
    ("altered", "told"),
    [
        ("UPDATE shelves SET digested = '1'", "the shelf"),
        ("UPDATE postings SET found = x'00ff'", "of the index"),
        ("UPDATE rules SET text = x'00ff'", r"rules\.text holds"),
        ("UPDATE shelves SET numbers = x'00ff'", r"shelves\.numbers holds"),
        ("ALTER TABLE names DROP COLUMN how", "damaged"),
        ("DROP TABLE postings", "damaged"),
    ],
)
def test_a_database_that_was_altered_by_hand_is_told_in_one_message(
    home: Path, altered: str, told: str
) -> None:
    rules_db.rule("704.5g")
    with contextlib.closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as connection:
        connection.executescript(altered)
    with pytest.raises(DatabaseProblem, match=told) as caught:
        for ask in (rules_db.rule, rules_db.search, rules_db.glossary):
            ask("trample")
        rules_db.rule("702.19-704.5")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("altered", "told"),
    [
        ("UPDATE headings SET edition = 'x'", r"headings\.edition holds 'x', which is no edition"),
        ("DELETE FROM rules", "has 7 rules"),
    ],
)
def test_an_altered_edition_is_told_when_the_digest_is_made_anew(
    home: Path, small_file: Path, altered: str, told: str
) -> None:
    rules_db.import_file(small_file)
    number = "100" if "headings" in altered else "100.1"
    with contextlib.closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as connection:
        connection.execute(f"{altered} WHERE edition <> 'digest' AND number = '{number}'")
        connection.execute(OF_ANOTHER_DIGEST)
    with pytest.raises(DatabaseProblem, match=told):
        rules_db.rule("704.5g")


def test_an_error_in_a_sound_database_stays_what_it_is(home: Path) -> None:
    with pytest.raises(ZeroDivisionError), database():
        raise ZeroDivisionError


def test_a_text_without_a_date_is_given_one(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "undated.txt"
    path.write_bytes(small.text().replace(b"effective as of April 1, 2027", b"in effect"))
    undated = rules_db.import_file(path)
    assert undated.date == ""
    for wrong in ("2017", "yesterday", "2027-13-01"):
        with pytest.raises(RulesError, match="write it as"):
            rules_db.import_file(path, wrong)
    dated = rules_db.import_file(path, "April 1, 2017")
    assert (dated.date, dated.edition) == ("2017-04-01", "2017-04-01-partial")
    assert [edition.id for edition in rules_db.installed()] == [dated.edition]


def test_a_date_is_given_to_no_text_that_bears_another(home: Path, small_file: Path) -> None:
    with pytest.raises(RulesError, match="of 2027-04-01; --date is for texts that bear no date"):
        rules_db.import_file(small_file, "2017-04-01")


def test_a_text_that_was_cut_short_is_taken_as_a_part_when_asked_for(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.txt"
    path.write_bytes(small.text(small.BODY[:22], back=[]))
    with pytest.raises(RulesError, match="cut short; with --partial it is taken as a part"):
        rules_db.import_file(path)
    taken = rules_db.import_file(path, partial=True)
    assert taken.kind == "partial"
    assert any("cut short" in remark for remark in taken.remarks)


def test_a_text_without_its_beginning_is_a_part(home: Path, tmp_path: Path) -> None:
    lines = edition_file("2018-07-13").read_text(encoding="cp1252").splitlines()
    start = max(place for place, line in enumerate(lines) if line.startswith("205. Type Line"))
    path = tmp_path / "end.txt"
    path.write_text("\n".join(lines[start:]), encoding="utf-8")
    taken = rules_db.import_file(path)
    assert (taken.kind, taken.glossary) == ("partial", 544)
    assert any(remark.startswith("it begins with 205.1") for remark in taken.remarks)
