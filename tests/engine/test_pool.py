"""The pool that ships is what the corpus beside the project compiles to now (oracle-language: Cards in the project)."""

from __future__ import annotations

import gzip
import os
from importlib import resources
from pathlib import Path

import pytest

from engine.cards import POOL
from engine.oracle.coverage import CORPUS
from scenarios.cards import build_pool


@pytest.mark.skipif(
    not CORPUS.exists() and os.environ.get("CI") != "true", reason="the card corpus is not beside the project"
)
def test_the_shipped_pool_equals_a_fresh_build(tmp_path: Path) -> None:
    fresh, cards, whole = build_pool(CORPUS, tmp_path / POOL)
    shipped = Path(str(resources.files("engine.cards") / POOL))
    assert shipped.exists(), "no pool ships: run `judge cards build --corpus FILE`"
    assert (cards, whole >= 0.3 * cards) == (27010, True)
    with gzip.open(fresh) as new, gzip.open(shipped) as old:
        different = [a[:80] for a, b in zip(new, old, strict=True) if a != b]
    assert different == [], "the pool is older than the grammar: run `judge cards build --corpus FILE`"
