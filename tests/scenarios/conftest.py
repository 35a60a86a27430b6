"""Every test of the runner has a home directory of its own, and no cards but those it brings and the shipped pool."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scenarios import cards


@pytest.fixture(scope="session")
def built_pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Path]]:
    """The database of the shipped pool, built once for all tests: it is only read."""
    place = tmp_path_factory.mktemp("pool")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_HOME", str(place))
        patch.delenv("JUDGE_CARDS", raising=False)
        cards.standing_sources.cache_clear()
        cards.find("Forest")
    yield sorted(place.glob("pool-*.db"))


@pytest.fixture(autouse=True)
def home(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, built_pool: list[Path]
) -> Path:
    place = tmp_path_factory.mktemp("home")
    for file in built_pool:
        os.link(file, place / file.name)
    monkeypatch.setenv("JUDGE_HOME", str(place))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    cards.standing_sources.cache_clear()
    return place
