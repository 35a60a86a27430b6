"""Rules texts lie outside the project, in ../shared; tests that need them skip where they are absent, except in CI."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from tests.conftest import Furnish

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "rules"
EDITIONS = sorted((SHARED / "editions").glob("*.txt"))
SEEDS = sorted((SHARED / "seeds").glob("*.txt"))


def need_texts() -> None:
    """Skip where the official texts aren't at hand; under CI their absence is a failure."""
    if EDITIONS:
        return
    if os.environ.get("CI"):
        pytest.fail(f"{SHARED} is missing")
    pytest.skip(f"{SHARED} is missing")


def edition_file(name: str) -> Path:
    need_texts()
    return SHARED / "editions" / f"{name}.txt"


def seed_file(start: str) -> Path:
    need_texts()
    return next(path for path in SEEDS if path.name.startswith(start))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> Path:
    """A data directory without imports."""
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "home"))
    return furnish(tmp_path / "home")


@pytest.fixture(scope="session")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every file under ../shared/rules imported, once for all processes of the run: to be copied, not to be written to."""
    need_texts()
    import rules_db

    base = tmp_path_factory.getbasetemp()
    where = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "imported"
    with FileLock(f"{where}.lock"), pytest.MonkeyPatch.context() as patch:
        if not where.exists():
            unfinished = where.with_suffix(".part")
            patch.setenv("JUDGE_HOME", str(unfinished))
            for path in [*EDITIONS, *SEEDS]:
                rules_db.import_file(path)
            unfinished.rename(where)
    return where


@pytest.fixture(scope="module")
def copied(imported: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the module's own."""
    where = tmp_path_factory.mktemp("all-editions")
    shutil.copytree(imported, where, dirs_exist_ok=True)
    return where


@pytest.fixture
def all_editions(copied: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory with every file under ../shared/rules imported: set for one test, so that none depends on another's."""
    monkeypatch.setenv("JUDGE_HOME", str(copied))
    return copied
