"""Every test of the runner has a home directory of its own, and no cards but those it brings and the shipped pool."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenarios import cards
from tests.conftest import Furnish


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> Path:
    place = furnish(tmp_path_factory.mktemp("home"))
    monkeypatch.setenv("JUDGE_HOME", str(place))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    cards.standing_sources.cache_clear()
    return place
