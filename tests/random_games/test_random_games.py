"""A few random games, others with each commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.random_games import telling
from tests.random_games.__main__ import one

GAMES = 16
GROUPS = 4


def commit() -> str:
    """The commit that is checked out; "none" where there is no git."""
    try:
        found = subprocess.run(
            ["git", "rev-parse", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "none"
    return found.stdout.strip()[:12]


@pytest.mark.parametrize("group", range(GROUPS))
def test_random_games_of_this_commit(group: int) -> None:
    seed = commit()
    for number in range(group, GAMES, GROUPS):
        played = one(f"{seed}/{number}", None)
        assert not played.amiss, (
            f"python -m tests.random_games --seed {seed} --first {number} --games 1\n{telling.scenario(played)}"
        )
