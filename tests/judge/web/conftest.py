"""The application without its processes: what workers answer is answered in place."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from judge.web import questions
from judge.web.app import application
from judge.web.limits import Limits
from judge.workers import Workers
from scenarios.cards import standing_sources


class InPlace(Workers):
    """Answers without a process."""

    def warm(self, number: int | None = None) -> None:
        pass

    def answer(self, function: str, *args: Any, stop: threading.Event | None = None, **options: Any) -> bytes:
        with _ONE:
            standing_sources.cache_clear()  # a connection is of one thread
            try:
                return msgspec.json.encode(getattr(questions, function)(*args, **options))
            finally:
                standing_sources.cache_clear()


_ONE = threading.Lock()


@pytest.fixture(scope="module")
def client(built: Path) -> Iterator[TestClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_HOME", str(built))  # without any edition of the rules
        with TestClient(
            application(Limits(body=50_000), workers=InPlace), base_url="http://localhost"
        ) as made:
            yield made
