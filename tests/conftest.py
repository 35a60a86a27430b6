"""What a fresh home builds on first use, built once: most tests need it, and only those of the building itself need it anew."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

Furnish = Callable[[Path], Path]

# Tests make much that lives long (syntax trees of all modules, all cards' abilities) and hardly a cycle: looking for these so often takes longer than the tests of the house do.
gc.set_threshold(100_000, 20, 100)

# The programs that tests start find compiled modules, as a user's do, also where the environment says to write none.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault(
    "PYTHONPYCACHEPREFIX", str(Path(__file__).resolve().parents[1] / ".pytest_cache" / "bytecode")
)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the rules' database, which has the digest alone, and that of the shipped pool of cards."""
    from rules_db.opening import database
    from scenarios import cards

    place = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_HOME", str(place))
        patch.delenv("JUDGE_CARDS", raising=False)
        cards.standing_sources.cache_clear()
        cards.find("Forest")
        with database():
            pass
        cards.standing_sources.cache_clear()
    return place


@pytest.fixture(scope="session")
def furnish(built: Path) -> Furnish:
    """Makes a directory a home of that kind: the pool is only read and shared, the rules are a copy to write in."""

    def furnish(place: Path) -> Path:
        place.mkdir(exist_ok=True)
        for file in built.iterdir():
            if (place / file.name).exists():
                continue
            if file.name.startswith("pool-"):
                os.link(file, place / file.name)
            else:
                shutil.copy(file, place)
        return place

    return furnish
