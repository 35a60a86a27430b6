"""Every test of the runner has a home directory of its own, and no cards but those it brings and the shipped pool."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from scenarios import cards
from tests.conftest import Furnish


@pytest.fixture(autouse=True)
def home(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, furnish: Furnish
) -> Iterator[Path]:
    place = furnish(tmp_path_factory.mktemp("home"))
    monkeypatch.setenv("JUDGE_HOME", str(place))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    cards.standing_sources.cache_clear()
    yield place
    shutil.rmtree(place)  # hundreds of them would fill a disk
